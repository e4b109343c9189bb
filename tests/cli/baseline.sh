# SPDX-License-Identifier: BSD-3-Clause
# baseline: every method, what it writes, evaluate and score on it; fit --shrink.
run 0 simulate --classes 3 --samples 120 --variables 20 --modules 3 --noise 0.3 --seed 6 --test 60 --out sim -q

# ---- covariances ----
for method in sample diagonal ledoit-wolf glasso factor-analysis ppca; do
    run 0 baseline "$method" sim --k 3 --out "$method"
    silent out
    says "$method: 3 classes"
    has "$method/covariance.npz"
    has "$method/covariance.json"
    absent "$method/model.npz"
    run 0 evaluate "$method" sim/test
    silent err
    shows '^class-002	60	-'
    shows '^mean	180	-'
    run 0 baseline "$method" sim --k 3 --out "$method.1" --threads 1 -q
    same "$method/covariance.npz" "$method.1/covariance.npz"
done
run 0 evaluate sample sim
cp out own
run 0 evaluate diagonal sim
paste own out | awk 'NR > 1 && $3 < $6 { exit 1 }' && good || bad 'the sample covariance is most likely on its own rows'
run 0 baseline glasso sim --penalty 0.2 --out g2 -q
if have_python; then
    is '"glasso"' "$(json g2/covariance.json method)"
    is 0.2 "$(json g2/covariance.json parameter class-001)"
    is 120 "$(json g2/covariance.json inputs 2 rows)"
fi
# one covariance for all classes; on its own rows a noise for each variable is likelier than one for all
for method in factor-analysis ppca; do
    run 0 baseline "$method" sim --k 3 --pooled --out "$method-pooled" -q
    run 0 evaluate "$method-pooled" sim
    shows '^mean	360	-'
    awk '$1 == "mean" { print $3 }' out >"$method.own"
done
paste factor-analysis.own ppca.own | awk '$1 <= $2 { exit 1 }' && good ||
    bad "$(cat factor-analysis.own ppca.own)"
if have_python; then
    is true "$(json ppca-pooled/covariance.json pooled)"
    is false "$(json ppca/covariance.json pooled)"
fi
run 2 baseline ledoit-wolf sim --pooled --out x
says 'cannot be pooled'
run 2 baseline glasso sim --pooled --out x
says 'unless the penalty is given'
run 2 baseline ppca sim --out x
says 'needs --k, the number of factors'
run 2 baseline ppca sim --k 20 --out x
says 'fewer than 20 factors'
absent x
# fewer rows than variables: no density for the sample covariance, said in words; no NaN
mkdir few
for i in 1 2; do head -12 "sim/class-00$i.csv" >"few/class-00$i.csv"; done
run 0 baseline sample few --out fs -q
run 0 evaluate fs sim/test/class-002.csv
says "class-002.*singular"
shows '^class-002	60	-inf'
if have_python; then
    run 0 evaluate fs sim/test/class-002.csv --json
    cp out j
    is null "$(json j classes class-002)"
fi
for method in ledoit-wolf diagonal glasso factor-analysis ppca; do
    run 0 baseline "$method" few --k 2 --out "f-$method" -q
    run 0 evaluate "f-$method" sim/test/class-001.csv sim/test/class-002.csv
    grep -q -i -e nan -e inf out && bad "$method: $(cat out)" || good
done

# ---- modules ----
for method in kmeans hclust fa nnpca; do
    run 0 baseline "$method" sim --k 3 --out "$method"
    says "$method: 3 classes, [123] modules of 20"
    for file in modules.tsv connectivity.tsv classes.tsv model.npz model.json; do has "$method/$file"; done
    run 0 evaluate "$method" sim/test
    shows '^mean	180	-'
    run 0 score sim/truth "$method"
    awk '$1 == "ari" && $2 > 0.3 { found = 1 } END { exit !found }' out && good || bad "$method: $(cat out)"
    run 0 baseline "$method" sim --k 3 --out "$method.1" --threads 1 -q
    same "$method/model.npz" "$method.1/model.npz"
done
run 0 baseline hclust sim --k 3 --linkage average --out average -q
run 0 baseline nnpca sim --k 3 --mode cumulative --seed 9 --out cumulative -q
run 0 score sim/truth cumulative
awk '$1 == "ari" && $2 > 0.3 { found = 1 } END { exit !found }' out && good || bad "cumulative: $(cat out)"
run 0 baseline nnpca sim --k 3 --mode cumulative --seed 9 --threads 1 --out cumulative.1 -q
same cumulative/model.npz cumulative.1/model.npz
if have_python; then
    is '"nnpca"' "$(json cumulative/model.json method)"
    is 9 "$(json cumulative/model.json seed)"
    is true "$(json cumulative/model.json converged)"
    is '"converged"' "$(json cumulative/model.json stop_reason)"
fi
run 4 baseline fa sim --k 3 --max-iter 1 --tol 1e-15 --out early -q
has early/model.npz
if have_python; then
    is false "$(json early/model.json converged)"
    is '"max-iter"' "$(json early/model.json stop_reason)"
fi
run 4 baseline glasso sim --penalty 0.0001 --max-iter 1 --tol 1e-12 --out cut
says 'did not converge'
has cut/covariance.npz
if have_python; then
    is false "$(json cut/covariance.json converged)"
    is true "$(json g2/covariance.json converged)"
fi
# as many modules as variables, and one; fewer rows than variables
for k in 1 20; do
    for method in kmeans hclust nnpca; do
        run 0 baseline "$method" few --k $k --out "edge-$method-$k" -q
        grep -q -i -e nan -e inf "edge-$method-$k"/*.tsv && bad "$method $k" || good
    done
done
run 0 baseline fa few --k 1 --out edge-fa -q
# a column that does not vary
awk -F, -v OFS=, 'NR > 1 { $3 = 7 } { print }' sim/class-001.csv >flat.csv
run 3 baseline fa flat.csv --k 2 --out x
says 'flat'
run 3 baseline fa flat.csv --k 2 --scale center --out x
says 'no variance'
run 3 baseline glasso flat.csv --scale center --out x
says 'without variance'
run 0 baseline kmeans flat.csv --k 2 --scale center --out flat -q
grep -q -i -e nan -e inf flat/*.tsv && bad 'flat' || good
run 2 baseline fa sim --k 20 --out x
says 'fewer than 20 factors'
run 3 baseline factor-analysis flat.csv --k 2 --scale center --out x
says 'without variance'
run 2 baseline nnpca sim --k 3 --mode all --out x
absent x

# ---- asked wrongly ----
run 2 baseline kmeans sim --out x
says "needs --k"
run 2 baseline kmean sim --k 3 --out x
says "did you mean 'kmeans'"
run 2 baseline ledoit-wolf
run 2 baseline sample sim
run 2 baseline hclust sim --k 3 --linkage single --out x
run 2 baseline kmeans sim --k 21 --out x
says '20 variables'
head -2 sim/class-001.csv >one.csv
run 3 baseline sample one.csv --out x
head -6 sim/class-001.csv >five.csv
run 3 baseline glasso five.csv --out x
says 'five'
absent x
run 1 baseline sample sim --out sample
says '--force'
cp -r sample broken
printf 'PK' >broken/covariance.npz
run 3 evaluate broken sim/test
says 'broken/covariance.npz'
nothing_left

# ---- shrinkage ----
run 0 fit sim --k 3 --seed 1 --shrink --out s
says '  shrunk '
has s/covariance.npz
has s/model.npz
run 0 fit sim --k 3 --seed 1 --shrink --threads 1 --out s1 -q
same s/covariance.npz s1/covariance.npz
run 0 evaluate s sim/test
shows '^mean	180	-'
run 0 transform s sim/test --out t -q
absent t/covariance.npz

# ---- the answers of nsprcomp, where they are at hand ----
reference=$ROOT/../shared/reference
if [ -f "$reference/nnpca/lingam_p50_n1000.nsprcomp.csv" ]; then
    awk -F, 'NR == 1 { print "variable\tmodule"; next } { best = 1
        for (j = 2; j <= NF; j++) if ($j + 0 > $best + 0) best = j
        print "V" NR - 1 "\t" best }' "$reference/nnpca/lingam_p50_n1000.nsprcomp.csv" >key
    sed 1d "$reference/fofc/lingam_p50_n1000.csv" >rows.csv
    run 0 baseline nnpca rows.csv --k 5 --scale center --out ns -q
    run 0 score key ns
    awk '$1 == "ari" && $2 > 0.95 { found = 1 } END { exit !found }' out && good || bad "nsprcomp: $(cat out)"
fi
