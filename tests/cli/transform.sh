# SPDX-License-Identifier: BSD-3-Clause
# transform and evaluate: new classes, unseen rows, columns in any order.
run 0 simulate --classes 3 --samples 80 --variables 15 --modules 3 --noise 0.4 --seed 6 --test 40 --out sim -q
run 0 fit sim --k 3 --seed 1 --out m -q

# ---- transform ----
run 0 transform m sim/test/class-001.csv sim/test/class-003.csv --out t
silent out
for file in modules.tsv connectivity.tsv classes.tsv model.npz model.json latent/class-001.tsv \
    latent/class-003.tsv; do has "t/$file"; done
absent t/latent/class-002.tsv
is 'module_1 module_2 module_3' "$(head -1 t/latent/class-001.tsv | tr '\t' ' ')"
is 41 "$(wc -l <t/latent/class-001.tsv | tr -d ' ')"
is 'class-001 class-003 ' "$(sed 1d t/classes.tsv | cut -f1 | tr '\n' ' ')"
cut -f1-3 m/modules.tsv >a
cut -f1-3 t/modules.tsv >b
same a b
nothing_left
# neither data for a model nor a model for data, nor a folder in one that is not there
run 1 transform sim/test sim --out no
says 'sim/test: is no model, there is no model.npz in it'
run 3 fit m --k 2 --out no
says 'm: is a model, not data'
run 1 fit sim --k 2 --out nowhere/no
says 'nowhere/no: cannot be written, there is no folder nowhere: make it first'
nothing_left
# the training rows come back with the model's own G and v
run 0 transform m sim --out own -q
paste m/connectivity.tsv own/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-18 { exit 1 }' && good ||
    bad 'G of the training rows'
# columns in another order
mkdir turned
for i in 1 3; do
    awk -F, -v OFS=, '{ t = $1; $1 = $NF; $NF = t } 1' "sim/test/class-00$i.csv" >"turned/class-00$i.csv"
done
run 0 transform m turned --out t2 --threads 1 -q
for file in model.npz latent/class-001.tsv latent/class-003.tsv connectivity.tsv; do same "t/$file" "t2/$file"; done
# a model fitted without scaling transforms without scaling
run 0 fit sim --k 3 --seed 1 --scale center --out mc -q
run 0 transform mc sim/test --out tc -q
run 0 transform mc sim/test --scale center --out tc2 -q
same tc/model.npz tc2/model.npz
run 0 transform mc sim/test --scale z --out tc3 -q
cmp -s tc/model.npz tc3/model.npz && bad '--scale does nothing' || good
# class names that are no file names
run 0 transform m sim/test/class-001.csv sim/test/class-002.csv --names '../up,.._up' --out odd -q
is '_._up.tsv _._up~2.tsv ' "$(ls -A odd/latent | grep -v SHA256SUMS | tr '\n' ' ')"
absent up.tsv
# refusals
run 1 transform m sim/test --out t
says '--force'
sed 's/,[^,]*$//' sim/test/class-001.csv >narrow.csv
run 3 transform m narrow.csv --out t3
says '14'
# names of its own against a model that has names
sed '1s/V/x/g' sim/class-001.csv >named.csv
run 0 fit named.csv --k 3 --out mn -q
sed '1s/x3/other/' named.csv >other.csv
run 3 transform mn other.csv --out t3
says "'x3'"
says 'other.csv'
run 3 transform mn sim/class-001.csv --out t3 # its header says V1...
absent t3
run 1 transform m none.csv --out t3
absent t3
nothing_left

# ---- evaluate ----
run 0 evaluate m sim/test
silent err
is 'class n loglik' "$(head -1 out | tr '\t' ' ')"
is 5 "$(wc -l <out | tr -d ' ')"
shows '^class-002	40	-'
shows '^mean	120	-'
cp out e
run 0 evaluate m turned/class-001.csv turned/class-003.csv
is "$(grep class-003 e)" "$(grep class-003 out)"
if have_python; then
    run 0 evaluate m sim/test --json
    cp out j
    is "$(grep class-002 e | cut -f3)" "$(json j classes class-002)"
    is "$(grep mean e | cut -f3)" "$(json j mean)"
fi
# the training rows have the likelihood the fit reports
run 0 evaluate m sim
for i in 1 2 3; do
    grep "class-00$i" out | cut -f3 >x
    grep "class-00$i" m/classes.tsv | cut -f4 >y
    paste x y | awk '{ exit ($1 - $2) ^ 2 > 1e-18 * $2 ^ 2 }' && good || bad "class-00$i: $(cat x y)"
done
cp sim/test/class-001.csv stranger.csv
run 3 evaluate m stranger.csv
says "no class 'stranger'"
says '--names'
run 0 evaluate m stranger.csv --names class-001
shows '^class-001	40	-'
