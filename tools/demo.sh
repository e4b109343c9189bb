#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `./run demo`: the main job on the bundled data, with every command shown before it runs. Results are
# left in build/demo.
set -eu
cd "$(dirname "$0")/.."
PATH=$PWD/build:$PATH
data=examples/data out=build/demo
rm -rf "$out"
mkdir -p "$out"

title() { printf '\n%s\n\n' "$*"; }
# A word with blanks in it is shown in quotes, so that the line can be typed.
show() {
    printf '$'
    for word; do
        case $word in *' '*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$@"
}
# Columns of a table side by side, numbers at three digits, small ones at four; command lines as they are.
columns() {
    awk -F '\t' '/^\$/ { print; next } {
        for (i = 1; i <= NF; i++)
            printf i < NF ? "%-14s" : "%s\n", $i ~ /^-?[0-9]*\.[0-9]/ ? sprintf($i * $i < 1e-4 ? "%.4f" : "%.3f", $i) : $i
    }'
}

title "Nine mental tests of the pupils of two schools (Holzinger and Swineford 1939): three modules"
show lacon fit $data/holzinger-9 --k 3 --out $out/tests
echo
columns <$out/tests/modules.tsv
title "How strongly the modules go together in each school"
columns <$out/tests/connectivity.tsv
title "Against the families the tests were made for (adjusted Rand index: 1 is the same partition)"
show lacon score $data/holzinger-9-key.csv $out/tests | grep -E '^[$]|ari' | columns

title "Eight classes drawn from a known model of 30 variables in 4 modules"
show lacon fit $data/simulated --k 4 --scale center --out $out/simulated
title "Against the truth, and the log-likelihood of rows it has not seen"
show lacon score $data/simulated/truth $out/simulated | grep -vE 'b_mse|order' | columns
show lacon evaluate $out/simulated $data/simulated/test | columns

title "A made-up study of 32 people: how many modules, by the likelihood of rows left out"
show lacon select $data/study/people --k 1:6 --cv rows:5 --out $out/study
title "Who differs, age, sex and head motion taken into account: every edge, by permutation"
show lacon test $out/study --participants $data/study/participants.tsv --id id \
    --model 'group + age + sex + motion' --contrast group=patient-control
echo
cut -f 1-8 $out/study/test/edges.tsv | columns

title "All of it on one page"
show lacon stability $out/study $data/study/people --boot 50
show lacon report $out/study $data/study/people --participants $data/study/participants.tsv --id id

title "Everything is in $out: modules.tsv, connectivity.tsv, classes.tsv, model.npz, model.json; the page to open in a browser: $out/study/report.html"
