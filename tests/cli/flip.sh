# SPDX-License-Identifier: BSD-3-Clause
# fit --flip: signs found or given, kept in the model, applied by transform and evaluate.
run 0 simulate --classes 3 --samples 150 --variables 15 --modules 3 --noise 0.3 --seed 6 --test 60 --out sim -q
mkdir turned turned/test
for f in sim/class-*.csv sim/test/class-*.csv; do # V2, V5, V11 turned round
    awk -F, -v OFS=, -v CONVFMT=%.17g 'NR > 1 { $2 = 5 - $2; $5 = -$5; $11 = -2 - $11 } 1' "$f" >"turned/${f#sim/}"
done
cp sim/class-001.csv one.csv

run 0 fit sim --k 3 --out plain -q
is 'variable module weight evidence' "$(head -1 plain/modules.tsv | tr '\t' ' ')"
run 0 fit turned --k 3 --flip auto --out auto
says 'flipped  *3: V2 V5 V11$'
is 'variable module weight evidence sign' "$(head -1 auto/modules.tsv | tr '\t' ' ')"
is 'V2 V5 V11 ' "$(awk '$5 < 0 { printf "%s ", $1 }' auto/modules.tsv)"
cut -f1,2 plain/modules.tsv >a
cut -f1,2 auto/modules.tsv >b
same a b
# a table of signs: the same bytes
printf 'variable,sign\nV2,-1\nV5,-1\nV1,1\nV11,-1\n' >signs.csv
run 0 fit turned --k 3 --flip signs.csv --out given -q
same auto/model.npz given/model.npz
same auto/modules.tsv given/modules.tsv
# its own table of modules is one
run 0 fit turned --k 3 --flip auto/modules.tsv --out again -q --threads 1
same auto/model.npz again/model.npz
if have_python; then
    is 'V2 V5 V11' "$(python3 -c 'import json;print(*json.load(open("auto/model.json"))["flipped"])')"
fi

# ---- new rows ----
run 0 evaluate plain sim/test

awk 'NR > 1 { printf "%s %.9f\n", $1, $3 }' out >l1
run 0 evaluate auto turned/test
awk 'NR > 1 { printf "%s %.9f\n", $1, $3 }' out >l2
same l1 l2
run 0 transform plain sim/test --out t1 -q
run 0 transform auto turned/test --out t2 -q
paste t1/connectivity.tsv t2/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-16 { exit 1 }' && good ||
    bad 'G of the flipped rows'
is 'V2 V5 V11 ' "$(awk '$5 < 0 { printf "%s ", $1 }' t2/modules.tsv)"
run 0 score plain auto
shows '^ari	1$'

# ---- refusals ----
run 1 fit turned --k 3 --flip none.csv --out no
says 'none.csv'
printf 'variable,key\nV2,-1\n' >bad.csv
run 3 fit turned --k 3 --flip bad.csv --out no
says "no column 'sign'"
run 2 fit turned --k 3 --flip auto --shrink --out no
says 'does not go with --shrink'
absent no
nothing_left

# bfi as it is published: answers missing, seven items reversed, names of rows; the five traits and the key
bfi=$ROOT/../shared/data/bfi
if [ -f "$bfi/bfi.csv" ]; then
    tr -d '"' <"$bfi/keys.csv" | awk -F, 'NR == 1 { print "variable\tmodule" } NR > 1 { print $1 "\t" $2 }' >key.tsv
    tr -d '"' <"$bfi/keys.csv" | awk -F, '$3 == -1 { printf " %s", $1 }' >reversed
    for way in marginal pairwise drop; do
        run 0 fit "$bfi/bfi.csv" --class gender --ignore education,age --k 5 --flip auto --missing "$way" --out "bfi-$way"
        says "flipped  *7:$(cat reversed)"
        run 0 score key.tsv "bfi-$way"
        shows '^ari	1$'
    done
fi
