# SPDX-License-Identifier: BSD-3-Clause
# score: a model against another, or against a key.
run 0 simulate --classes 3 --samples 400 --variables 12 --modules 3 --noise 0.1 --seed 3 --out sim -q
run 0 fit sim --k 3 --scale center --membership all --out m -q
run 0 score sim/truth m
silent err
is 'w_error w_mse g_mse ari ' "$(cut -f1 out | tr '\n' ' ')" # the directed ones do not apply
paste -s out | awk '{ exit !($2 > 0 && $2 < 0.05 && $4 > $2 / 36.001 && $4 < $2 / 35.999) }' && good ||
    bad "w_error and w_mse: $(cat out)"
shows '^ari	1$'
cp out table
if have_python; then
    run 0 score sim/truth m --json
    cp out j
    for name in w_error w_mse g_mse; do
        paste -s table >/dev/null
        is "$(grep "^$name" table | cut -f2)" "$(python3 -c "import json; print(repr(json.load(open('j'))['$name']))")"
    done
    is null "$(json j b_mse)"
    is null "$(json j order_spearman)"
fi
# a model is its own truth
run 0 score m m
shows '^w_error	0$'
shows '^g_mse	0$'

# a key: two columns, any order of rows, any labels
printf 'variable,module\n' >key.csv
sed 1d sim/truth/modules.tsv | awk '{ print $1 ",group " $2 }' | sort -r >>key.csv
run 0 score key.csv m
shows '^ari	1$'
is ari "$(cut -f1 out)"
cut -f1,2 sim/truth/modules.tsv >key.tsv
run 0 score key.tsv m
shows '^ari	1$'
if have_python; then
    run 0 score key.csv m --json
    cp out j
    is 1.0 "$(json j ari)"
    is null "$(json j w_error)"
fi
sed '2d' key.csv >lacking.csv
run 0 score lacking.csv m
says 'lacking.csv, 11 of 12 variables'
run 1 score none.csv m
says 'none.csv'
# models of other shapes do not compare
run 0 simulate --classes 3 --samples 20 --variables 9 --modules 3 --out small -q
run 3 score small/truth m
silent out
