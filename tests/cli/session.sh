# SPDX-License-Identifier: BSD-3-Clause
# A session from beginning to end, as a README shows it, on bundled and on simulated data.
run 0 simulate --classes 10 --samples 200 --variables 50 --modules 5 --noise 0.25 --seed 1 --test 100 --out sim
run 0 check sim --k 5
shows 'all is well'
run 0 fit sim --k 5 --seed 1 --scale center --out model
run 0 score sim/truth model
awk '$1 == "ari" { exit !($2 > 0.95) }' out && good || bad "ari: $(grep ari out)"
awk '$1 == "w_error" { exit !($2 < 0.2) }' out && good || bad "w_error: $(grep w_error out)"
run 0 evaluate model sim/test
awk '$1 == "mean" { print $3 }' out >fitted
run 0 evaluate sim/truth sim/test
awk '$1 == "mean" { print $3 }' out >true
# unseen rows: the truth is best, and the fit is close to it
paste fitted true | awk '{ exit !($1 <= $2 + 0.02 && $1 > $2 - 0.5) }' && good ||
    bad "held out: $(cat fitted), truth $(cat true)"
run 0 transform model sim/test --out new
is 10 "$(ls new/latent/*.tsv | wc -l | tr -d ' ')"

# bundled: nine tests of two schools, three abilities
run 0 check "$ROOT/examples/data/holzinger-9" --k 3
shows 'all is well'
run 0 fit "$ROOT/examples/data/holzinger-9" --k 3 --out nine
run 0 score "$ROOT/examples/data/holzinger-9-key.csv" nine
shows '^ari	1$'
