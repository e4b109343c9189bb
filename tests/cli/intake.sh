# SPDX-License-Identifier: BSD-3-Clause
# The input stage is one for all commands that estimate from data: --missing, --align, cleaning and signs.
run 0 simulate --classes 3 --samples 150 --variables 12 --modules 3 --noise 0.3 --seed 6 --out sim -q
mkdir raw conf cells left
for i in 1 2 3; do # a drift, V2 and V11 turned round; some cells missing
    awk -F, -v OFS=, -v c="conf/class-00$i.tsv" -v CONVFMT=%.17g '
        NR == 1 { print "sine" >c; print; next }
        { s = sin(NR / 9); print s >c; $2 = -$2; $11 = 1 - $11; for (j = 1; j <= NF; j++) $j += 2 * s } 1' \
        "sim/class-00$i.csv" | awk 'NR == 1 || length($0)' >"raw/class-00$i.csv"
    awk -F, -v OFS=, -v i="$i" 'NR > 1 && NR % 10 == i { $(NR % 12 + 1) = "NA" } 1' "sim/class-00$i.csv" >"cells/class-00$i.csv"
    grep -v NA "cells/class-00$i.csv" >"left/class-00$i.csv"
done
printf 'variable,sign\nV2,-1\nV11,-1\n' >signs.csv
run 0 fit raw --k 3 --confounds 'conf/*.tsv' --flip signs.csv --out model -q

# ---- cleaning and signs ----
# stability of the model's own data: W as the model has it, so every variable stays
run 0 stability model raw --confounds 'conf/*.tsv' --boot 20 --out s
says 'agreement  *median 1.000'
run 0 stability model raw --boot 20 --out dirty
grep -q 'median 1.000' err && bad 'the drift is harmless' || good
run 0 baseline hclust raw --k 3 --confounds 'conf/*.tsv' --flip signs.csv --out h -q
run 0 score model h
shows '^ari	1$'
is 'V2 V11 ' "$(awk '$5 < 0 { printf "%s ", $1 }' h/modules.tsv)"
run 2 baseline hclust raw --k 3 --flip auto --out no
says 'fit with --flip auto, then give this command --flip MODEL/modules.tsv'
run 2 baseline sample raw --flip signs.csv --out no
says "'sample' has no modules for a variable to stand against: leave --flip out"
run 0 causal model raw --confounds 'conf/*.tsv' --boot 0 --out c -q
paste model/connectivity.tsv c/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-16 { exit 1 }' && good ||
    bad 'G of the cleaned rows'
run 0 report model raw --confounds 'conf/*.tsv' --out page.html -q
has page.html

# ---- missing values ----
run 3 baseline hclust cells --k 3 --out no
says '--missing marginal, pairwise or drop'
run 0 baseline hclust left --k 3 --out h1 -q
run 0 baseline hclust cells --k 3 --missing drop --out h2 -q
same h1/model.npz h2/model.npz
run 0 baseline ledoit-wolf left --out l1 -q
run 0 baseline ledoit-wolf cells --missing drop --out l2 -q
same l1/covariance.npz l2/covariance.npz
run 2 baseline hclust cells --k 3 --missing marginal --out no
says 'missing values and hclust needs complete rows: --missing drop'
run 0 fit left --k 3 --out m -q
run 0 stability m left --boot 10 --out s1 -q
run 0 stability m cells --missing drop --boot 10 --out s2 -q
same s1/stability.tsv s2/stability.tsv
same s1/intervals.tsv s2/intervals.tsv
run 0 causal m left --boot 0 --out c1 -q
run 0 causal m cells --missing drop --boot 0 --out c2 -q
same c1/causal.npz c2/causal.npz
run 2 causal m cells --missing marginal --boot 0 --out no
says 'needs complete rows: --missing drop'
absent no
nothing_left
