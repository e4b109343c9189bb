# SPDX-License-Identifier: BSD-3-Clause
# baseline fofc: what it writes, evaluate and score on it, its options, and Tetrad's answers where they
# are at hand.
run 0 simulate --classes 2 --samples 800 --variables 20 --modules 3 --noise 0.3 --seed 4 --test 60 --out sim -q
for variant in gap sag; do
    for test in wishart bollen-ting; do
        out=$variant-$test
        run 0 baseline fofc sim --variant "$variant" --test "$test" --out "$out"
        silent out
        says 'fofc: 2 classes, [1-9] modules of 20'
        for file in modules.tsv connectivity.tsv classes.tsv model.npz model.json; do has "$out/$file"; done
        cut -f 1-3 "$out/modules.tsv" | cat - "$out/connectivity.tsv" | grep -q -i nan && bad "$out: nan" || good
        run 0 evaluate "$out" sim/test
        shows '^mean	120	-'
        run 0 score sim/truth "$out"
        awk '$1 == "ari" && $2 > 0.2 { found = 1 } END { exit !found }' out && good || bad "$out: $(cat out)"
        run 0 baseline fofc sim --variant "$variant" --test "$test" --threads 1 --out "$out.1" -q
        same "$out/model.npz" "$out.1/model.npz"
    done
done
run 0 baseline fofc sim --out plain -q # grow and pick by Wishart's test is what one gets
same plain/model.npz gap-wishart/model.npz
run 0 baseline fofc sim --k 1 --out one -q
is 1 "$(cut -f 2 one/modules.tsv | sort -n | tail -1)"
run 0 baseline fofc sim --k 20 --out all -q # not so many are there
same plain/modules.tsv all/modules.tsv
# pooling is no more than putting the rows together
run 0 baseline fofc sim/class-001.csv --out single -q
is 2 "$(wc -l <single/classes.tsv | tr -d ' ')"

# ---- asked wrongly ----
for alpha in 0 1; do
    run 2 baseline fofc sim --alpha $alpha --out x
    says 'alpha'
done
run 2 baseline fofc sim --alpha 2 --out x
run 2 baseline fofc sim --test delta --out x
says 'bollen-ting'
run 2 baseline fofc sim --variant grow --out x
cut -d , -f 1-3 sim/class-001.csv >three.csv
run 3 baseline fofc three.csv --out x
says 'needs 4 variables'
head -5 sim/class-001.csv >four.csv
run 3 baseline fofc four.csv --out x
says 'needs 5 rows'
run 3 baseline fofc sim --alpha 0.9999 --out x
says 'no cluster'
absent x
nothing_left

# ---- Tetrad's clusters from the data themselves; test_fofc has them from stored correlations ----
reference=$ROOT/../shared/reference/fofc
[ -d "$reference" ] || echo "fofc: Tetrad's data are not here, left out"
for data in gauss_p50_n1000 lingam_p25_n1000 lingam_p50_n1000 lingam_p50_n500; do
    for variant in gap sag; do
        [ -f "$reference/$data.fofc_$variant.tsv" ] || continue
        run 0 baseline fofc "$reference/$data.csv" --variant $variant --force --out found -q
        # each cluster as the list of its variables: the same lists
        for table in "$reference/$data.fofc_$variant.tsv" found/modules.tsv; do
            awk 'NR == 1 { none = $2 == "module" ? 0 : -1; next } $2 != none { list[$2] = list[$2] " " $1 }
                END { for (name in list) print list[name] }' "$table" | sort >"$(basename "$table" .tsv)"
        done
        same "$data.fofc_$variant" modules
    done
done
