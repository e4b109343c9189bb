# SPDX-License-Identifier: BSD-3-Clause
# Rows that follow each other: what fit, select, evaluate and stability tell of them, and the ways to say otherwise.
# Two classes of autoregressions (.9), two modules of five variables and five variables of noise. Random numbers by
# Park and Miller: those of awk are others on other systems, and one noise variable in twenty may be placed.
series() {
    awk -v state="$1" '
    function uniform() { state = state * 16807 % 2147483647; return state / 2147483647 }
    BEGIN {
        OFS = ","
        for (j = 1; j <= 15; j++) printf "v%d%s", j, j < 15 ? OFS : "\n"
        for (t = 0; t < 240; t++) {
            for (j = 1; j <= 17; j++) {
                e = -6
                for (i = 0; i < 12; i++) e += uniform()
                z[j] = t == 0 ? e : 0.9 * z[j] + 0.4358899 * e
            }
            for (j = 1; j <= 15; j++) printf "%.6f%s", j <= 10 ? 0.8 * z[16 + (j > 5)] + 0.6 * z[j] : z[j], j < 15 ? OFS : "\n"
        }
    }'
}
mkdir d
series 20261 >d/a.csv
series 918273 >d/b.csv

run 0 fit d --k 2 --out m
says '^  effective    rows follow each other: 480 tell as much as [0-9][0-9] independent ones$'
is 'class n noise loglik kept effective' "$(head -1 m/classes.tsv | tr '\t' ' ')"
awk -F '\t' 'NR > 1 && !($6 >= 2 && $6 < 80) { exit 1 }' m/classes.tsv && good || bad "$(cat m/classes.tsv)"
is 0 "$(awk -F '\t' 'substr($1, 2) + 0 > 10 && $2 > 0' m/modules.tsv | wc -l | tr -d ' ')"
run 0 fit d --k 2 --rows independent --out i
if grep -q '^  effective' err; then bad 'effective rows of independent ones'; else good; fi
is '240 240' "$(awk -F '\t' 'NR > 1 { print $6 }' i/classes.tsv | tr '\n' ' ' | sed 's/ $//')"
run 2 fit d --k 2 --rows some --out x
run 0 fit d --k 2 --out one --threads 1 -q
same m/model.npz one/model.npz

run 0 select d --k 1:3 --cv rows:4 --out s
says '^  effective    rows follow'
says '^  warning      rows follow each other, and rows dealt at random'
run 0 select d --k 1:3 --out t
says '^  warning      .*a gap as long as they remember'
run 0 select d --k 1:3 --cv time:4,gap=10 --out g
if grep -q '^  warning' err; then bad 'a warning of blocks with a gap'; else good; fi

run 0 evaluate m d
says '^  effective    rows follow'
silent_rows=$(wc -l <out | tr -d ' ')
is 4 "$silent_rows"

run 0 stability m d --boot 10
says '^  blocks       of [0-9]* to [0-9]* rows, chosen by\|^  blocks       of [0-9]* rows, chosen by'
run 0 stability m d --boot 10 --block 7 --out b
says '^  blocks       of 7 rows, as asked for$'
run 0 stability m d --boot 10 --rows independent --out c
if grep -q '^  blocks' err; then bad 'blocks of independent rows'; else good; fi

if have_python; then
    is '"series"' "$(json m/model.json rows)"
    is '"independent"' "$(json i/model.json rows)"
    is 480 "$(json s/selection.json rows)"
    is '[]' "$(json g/selection.json warnings)"
    is true "$(json m/stability/stability.json block_chosen)"
    is '[7, 7]' "$(json b/stability.json blocks)"
    run 0 evaluate m d --json
    cp out j
    is 480 "$(json j rows)"
    check 'effective rows of evaluate' python3 -c 'import json
j = json.load(open("j")); assert 4 <= j["effective_rows"] < 160 and len(j["warnings"]) == 1'
fi
nothing_left
