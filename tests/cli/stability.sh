# SPDX-License-Identifier: BSD-3-Clause
# stability and compare: what they write and print, every way to ask wrongly.
run 0 simulate --classes 3 --samples 80 --variables 15 --modules 3 --noise 0.3 --noise-variables 3 --seed 5 --out sim -q
run 0 fit sim --k 3 --scale center --out m -q

run 0 stability m sim --boot 20
silent out
says '^20 resamples of rows, 18 variables in 3 modules$'
says '^  agreement    median '
for file in stability.tsv intervals.tsv coassignment.npy stability.json; do has "m/stability/$file"; done
is 'variable module stability most most_share unassigned verdict' "$(head -1 m/stability/stability.tsv | tr '\t' ' ')"
is 19 "$(wc -l <m/stability/stability.tsv | tr -d ' ')"
is 19 "$(wc -l <m/stability/intervals.tsv | tr -d ' ')" # 3 classes of 6 entries
awk -F '\t' 'NR > 1 && ($3 < 0 || $3 > 1 || $7 !~ /^(stays|moves|nowhere|unassigned)$/) { exit 1 }' m/stability/stability.tsv &&
    good || bad 'stability.tsv'
awk -F '\t' 'NR > 1 && ($5 > $6 || $8 > $9 || $9 > 1) { exit 1 }' m/stability/intervals.tsv && good || bad 'intervals.tsv'
grep -qi nan m/stability/*.tsv && bad 'a number that is none' || good
run 1 stability m sim --boot 2
says '--force'
run 0 stability m sim --boot 20 --force --threads 1 -q --out one
silent err
for file in stability.tsv intervals.tsv coassignment.npy; do same "m/stability/$file" "one/$file"; done
run 0 stability m sim --boot 5 --over both --block 8 --out b -q
run 0 stability m sim --boot 5 --over subjects --out c
says 'resamples of classes'
absent c/intervals.tsv
run 0 stability m sim --boot 5 --over starts --noise variable --out d -q
if have_python; then
    is '"rows"' "$(json one/stability.json over)"
    is 20 "$(json one/stability.json resamples)"
    is 3 "$(json one/stability.json modules 2 module)"
fi
run 2 stability m
run 2 stability m sim --boot 0 --out x
run 2 stability m sim --over people --out x
run 3 stability m sim/class-001.csv --out x
says 'the model has 3 classes, the data 1'
run 3 stability m sim/class-002.csv sim/class-001.csv sim/class-003.csv --out x
says "class 1 is 'class-001' in the model and 'class-002' in the data"
head -5 sim/class-001.csv | cut -d, -f 1-4 >narrow.csv
run 3 stability m narrow.csv --out x
absent x
nothing_left

# ---- compare ----
run 0 fit sim --k 3 --membership all --scale center --out everyone -q
run 0 compare m everyone
shows '^module	match	variables	in_common	overlap$'
shows '^variable	module_first	module_second	match$'
says '^adjusted Rand index 0\.'
says 'edges of 3 common classes changed by 0.2 or more'
run 0 compare m m
says '^adjusted Rand index 1.0000, 0 of 18 variables moved$'
says '^0 of 9 edges of 3 common classes'
awk -F '\t' 'NR > 2 && ($1 != $2 || $3 != $4 || $5 < 0.999999) { exit 1 }' out && good || bad "a model beside itself: $(cat out)"
run 0 transform m sim/class-001.csv --names other --out t -q
run 0 compare m t
says 'no class is in both'
if have_python; then
    run 0 compare m everyone --json
    cp out j
    is 3 "$(json j modules 2 module)"
    check 'edges of common classes' python3 -c 'import json; assert len(json.load(open("j"))["edges"]) == 9'
fi
run 2 compare m
run 0 simulate --classes 2 --samples 20 --variables 5 --modules 2 --noise 1 --out small -q
run 3 compare m small/truth
says 'variables'
run 1 compare m nothing

# What a fit did is repeated by default (as_fitted.sh), and help says so.
for name in level noise membership rows; do
    "$LACON" help stability | tr -s ' \n' '  ' | grep -q -- "--$name [^-]*default: as the model was fitted" && good ||
        bad "help of --$name"
done
