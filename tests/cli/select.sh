# SPDX-License-Identifier: BSD-3-Clause
# select: what it writes, every way to leave out, every way to ask wrongly.
run 0 simulate --classes 5 --samples 80 --variables 20 --modules 3 --noise 0.3 --seed 5 --out sim -q

run 0 select sim --k 1:5 --cv rows:4 --scale center --out s
silent out
says '^5 classes, 20 variables, 4 folds of rows at random$'
says '^  chosen       k = 3 '
says '^  ledoit-wolf '
for file in modules.tsv connectivity.tsv classes.tsv model.npz model.json selection.tsv selection.json; do has "s/$file"; done
says '^  evidence     k = 3$'
says 'most evidence'
is 'k fold loglik evidence' "$(head -1 s/selection.tsv | tr '\t' ' ')"
is 21 "$(wc -l <s/selection.tsv | tr -d ' ')"
run 0 select sim --k 1:5 --cv rows:4 --scale center --threads 1 --out s1 -q
silent err
same s/selection.tsv s1/selection.tsv
same s/model.npz s1/model.npz
run 0 fit sim --k 3 --scale center --out f -q
same s/model.npz f/model.npz
run 0 score sim/truth s
shows '^ari	1$'
if have_python; then
    is 3 "$(json s/selection.json k)"
    is '"one-se"' "$(json s/selection.json rule)"
    is '"rows"' "$(json s/selection.json cv)"
    is 5 "$(json s/selection.json curve 4 k)"
    is 3 "$(json s/model.json k)"
    is '"heldout"' "$(json s/selection.json by)"
    is 3 "$(json s/selection.json k_evidence)"
    is 3 "$(json s/selection.json k_heldout)"
    is "$(json s/model.json evidence | cut -c1-8)" "$(json s/selection.json curve 2 evidence | cut -c1-8)"
    is '[]' "$(json s/model.json merges)"
fi
run 0 select sim --k 2:4 --cv time:4,gap=3 --out t
says 'blocks of time'
run 0 select sim --k 2:4 --cv subject:5 --repeats 2 --rule max --noise variable --out u
says '10 folds of whole classes'
run 0 select sim --k 3 --out one -q
is 6 "$(wc -l <one/selection.tsv | tr -d ' ')"
run 0 select sim --k 1:5 --cv rows:2 --scale center --by evidence --out e
says '^  chosen       k = 3 '
same s/model.npz e/model.npz
run 0 select sim --k 1:2 --cv rows:3 --out low
says 'the best k is the highest that was tried'

# ---- asked wrongly: 2; bad data: 3 ----
run 2 select sim --k 2:40 --out x
says 'k up to 40 of 20 variables'
run 2 select sim --k 5:2 --out x
run 2 select sim --k 0:2 --out x
run 2 select sim --k a:b --out x
run 2 select sim --k 2: --out x
says 'a range is expected'
run 2 select sim --out x
says '\-\-k A:B is missing'
run 2 select sim --k 2:3 --cv leave:5 --out x
says 'rows:5 or subject:5'
run 2 select sim --k 2:3 --cv time:5 --repeats 3 --out x
run 2 select sim --k 2:3 --by votes --out x
says 'heldout'
run 3 select sim --k 2:3 --cv rows:60 --out x
says 'too few for 60 folds'
run 3 select sim --k 2:3 --cv subject:9 --out x
says '5 classes cannot make 9 folds'
run 1 select sim --k 2:3 --out s
says '--force'
absent x
nothing_left
