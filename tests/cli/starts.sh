# SPDX-License-Identifier: BSD-3-Clause
# fit says whether another run would give the same modules, and what to do if not.
run 0 simulate --classes 1 --samples 150 --variables 100 --modules 10 --noise 1 --seed 3 --out sim -q
# no start ends where the search does: that alone says nothing
run 0 fit sim --k 10 --membership all --out m
says 'starts  *the best of [2-6] starts agree with these modules to 0\.[0-9]* .*12 starts it searches twice and tells'
if grep -q 'of which 0 found' err; then bad 'frightens'; else good; fi
grep -q '"searches": 1' m/model.json && good || bad 'searches is not 1'
# two searches that end in the same modules
run 0 fit sim --k 10 --membership all --starts 12 --out twice
says 'starts  *two searches from half of 12 starts each found the same modules: another run would most likely give the same$'
grep -q '"searches": 2' twice/model.json && good || bad 'searches is not 2'
grep -q '"agreement": 1.0,$' twice/model.json && good || bad 'agreement is not 1'
grep -q '"another_run": "two searches .* the same"' twice/model.json && good || bad 'no sentence in model.json'
run 0 show twice
shows '^two searches from half of 12 starts each found the same modules'
# and it is true: a run with other seeds
run 0 fit sim --k 10 --membership all --starts 12 --seed 5 --out again -q
cut -f1,2 twice/modules.tsv >found
cut -f1,2 again/modules.tsv >found-again
same found found-again
for t in 1 2; do
    run 0 fit sim --k 10 --membership all --starts 12 --threads $t --out "t$t" -q
    same twice/model.npz "t$t/model.npz"
done
run 0 report twice
grep -q 'another_run' twice/report.html && good || bad 'the page lacks the sentence'

# noise: the two searches end apart, and the remedy is named
run 0 simulate --classes 1 --samples 60 --variables 60 --modules 8 --noise 6 --seed 3 --out dim -q
run 0 fit dim --k 8 --membership all --starts 12 --out apart
says 'agree to 0\.[0-8][0-9]* (1: the same): another run may give other modules: .*(lacon stability).*(lacon select)'
# starts that end in the same modules are enough
table easy.csv 100 8 1
run 0 fit easy.csv --k 2 --out e
says 'starts  *[2-9] of [2-9] starts ended in these modules: another run would most likely give the same$'
# the membership test takes variables out after the search, which is no disagreement
awk -F, -v OFS=, 'NR == 1 { print $0, "w1"; next } { x = (x * 16807 + NR * 7919) % 2147483647
    print $0, x / 2147483647 }' easy.csv >noisy.csv
run 0 fit noisy.csv --k 2 --out n
says 'starts ended in these modules'
# one start has nothing to be compared with
run 0 fit easy.csv --k 2 --init e --out i
if grep -q '^  starts' err; then bad 'speaks of starts'; else good; fi

# the limit is the one that help tells
run 0 fit --help
tr -s ' \n' ' ' <out | grep -q -- '--starts N .* (0\.\.64; default 0) --tol' && good || bad 'help does not tell the limit'
run 0 fit easy.csv --k 2 --starts 64 --out most -q
run 2 fit easy.csv --k 2 --starts 65 --out no
says '65 is outside 0..64'
