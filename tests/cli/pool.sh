# SPDX-License-Identifier: BSD-3-Clause
# --pool: the connectivity of a class with what the others lead to expect, beside the plain one.
run 0 simulate --classes 6 --samples 40 --variables 20 --modules 3 --noise 0.5 --test 200 --seed 3 --out sim -q
run 0 fit sim --k 3 --scale center --pool --out a
says 'pooled .* rows of a class: connectivity-pooled.tsv'
run 0 fit sim --k 3 --scale center --out b -q
for f in modules.tsv connectivity.tsv classes.tsv model.npz; do same a/$f b/$f; done # plain is plain
absent b/connectivity-pooled.tsv
absent b/pooled.npz
has a/pooled.npz
is 'class module_a module_b covariance covariance_low covariance_high correlation correlation_low correlation_high' \
    "$(head -1 a/connectivity-pooled.tsv | tr '\t' ' ')"
is "$(cut -f1-3 a/connectivity.tsv | tail -n +2)" "$(cut -f1-3 a/connectivity-pooled.tsv | tail -n +2)"
is '' "$(awk 'NR > 1 && !($5 <= $4 && $4 <= $6 && $8 >= -1 && $8 <= $7 + 0 && $7 + 0 <= $9 && $9 <= 1)' a/connectivity-pooled.tsv)"
is 1 "$(grep -c '"own_share"' a/model.json)"
# the same bytes whatever the threads
run 0 fit sim --k 3 --scale center --pool --threads 1 --out c -q
same a/pooled.npz c/pooled.npz
same a/connectivity-pooled.tsv c/connectivity-pooled.tsv

# unseen rows are judged by either
run 0 evaluate a sim/test
plain=$(tail -1 out | cut -f3)
run 0 evaluate a sim/test --pooled
pooled=$(tail -1 out | cut -f3)
awk -v a="$plain" -v b="$pooled" 'BEGIN { exit !(b > a - 0.01 && a != b) }' && good || bad "pooled $pooled, plain $plain"
run 2 evaluate b sim/test --pooled
says 'not pooled'

# new classes: by the population of the model, so one will do; or by their own, of which there must be two
head -11 sim/test/class-001.csv >one.csv
run 0 transform a one.csv --scale center --pool --out one
says 'pooled'
is "$(grep '"nu"' a/model.json)" "$(grep '"nu"' one/model.json)"
run 3 transform b one.csv --scale center --pool --out none
says 'a population takes two'
absent none
run 0 transform b sim/test --scale center --pool --out new -q
has new/connectivity-pooled.tsv
run 0 select sim --k 2:3 --scale center --pool --out chosen -q
has chosen/connectivity-pooled.tsv
has chosen/selection.tsv

# tests take the plain connectivity and say so where there is a choice
{ echo 'id	side'; for i in 1 2 3 4 5 6; do echo "class-00$i	$((i % 2))"; done; } | sed 's/	0$/	left/; s/	1$/	right/' >people.tsv
run 0 test a --participants people.tsv --id id --model side --perm 19 --out differs
says 'connectivity plain, not pooled'
is 1 "$(grep -c '"connectivity": "plain"' differs/test.json)"
run 0 test b --participants people.tsv --id id --model side --perm 19 --out alike
is 0 "$(grep -c 'not pooled' err)"
same differs/edges.tsv alike/edges.tsv

# a damaged file is told of
cp a/model.npz a/pooled.npz
run 3 evaluate a sim/test
says 'pooled.npz'
nothing_left
