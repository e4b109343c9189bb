# SPDX-License-Identifier: BSD-3-Clause
# awk -v tissue=healthy -f genes.awk > healthy.tsv: made-up log expression of 160 genes in 60 samples, genes in rows as
# such tables come. Three pathways of 40 genes and 40 genes of none; in tumour the first two have come apart.
function uniform() { seed = 16807 * seed % 2147483647; return seed / 2147483647 } # Lehmer's generator
function normal(  i, sum) { for (i = 0; i < 12; i++) sum += uniform(); return sum - 6 }
BEGIN {
    seed = tissue == "tumour" ? 70001 : 90001
    split("cycle repair immune", pathway)
    printf "gene"
    for (n = 1; n <= 60; n++) {
        printf "\t%s%d", tissue, n
        z[1, n] = normal()
        z[2, n] = tissue == "tumour" ? normal() : .8 * z[1, n] + .6 * normal()
        z[3, n] = normal()
    }
    print ""
    for (g = 1; g <= 160; g++) {
        p = int((g - 1) / 40) + 1
        printf "%s", p <= 3 ? pathway[p] "_" g : "other_" g
        level = 4 + 6 * uniform()
        for (n = 1; n <= 60; n++) printf "\t%.3f", level + (p <= 3 ? .7 * z[p, n] : 0) + .7 * normal()
        print ""
    }
}
