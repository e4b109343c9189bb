# SPDX-License-Identifier: BSD-3-Clause
# --flip auto: no advice to flip after it, most of every module upright, select as fit, guesses called so, reversed
# variables marked wherever variables are listed.
# 12 items, three modules: of the first and second one item each runs against the others, of the third two of four;
# modules 1 and 2 go against each other, so that few modules join them with one of them turned round
awk 'function draw() { x = (x * 16807) % 2147483647; return x / 2147483647 * 4 - 2 }
BEGIN { x = 77
    for (r = 1; r <= 13; r++) printf "q%d%s", r, r < 13 ? "," : "\n"
    for (i = 1; i <= 400; i++) {
        a = draw(); b = 0.6 * draw() - 0.8 * a; c = draw()
        for (r = 1; r <= 13; r++) {
            z = r <= 5 ? a : r <= 9 ? b : c
            s = r == 2 || r == 7 || r >= 12 ? -1 : 1
            printf "%.5f%s", s * z + draw() / 2, r < 13 ? "," : "\n"
        }
    }
}' >items.csv
flipped() { awk -F '\t' 'NR > 1 && $5 < 0 { printf "%s ", $1 }' "$1/modules.tsv"; }
upright() { # no module with more reversed than upright variables
    awk -F '\t' 'NR > 1 { side[$2] += $5 } END { for (j in side) if (side[j] < 0) exit 1 }' "$1/modules.tsv" &&
        good || bad "more reversed than upright: $(cat "$1/modules.tsv")"
}

run 0 fit items.csv --k 3 --out plain
says 'would fit a module with their sign turned (.*): .*(flip TABLE); flip auto guesses'
run 0 fit items.csv --k 3 --flip auto --out m
is 0 "$(grep -c 'flip auto' err)"
is 'q2 q7 ' "$(flipped m | cut -c1-6)" # and two of the four in the third
upright m
says 'warning  *which variables are the reversed ones is a guess in modules [123] (2 of 4): '
if have_python; then
    check 'no advice in model.json' python3 -c 'import json
assert not any("flip auto" in w for w in json.load(open("m/model.json"))["warnings"])'
fi

# ---- select: the signs of a fit at the k it chooses ----
run 0 select items.csv --k 1:4 --cv rows:4 --flip auto --out s
k=$(awk 'NR > 1 && $2 > k { k = $2 } END { print k }' s/modules.tsv)
run 0 fit items.csv --k "$k" --flip auto --out again -q
same s/modules.tsv again/modules.tsv
same s/connectivity.tsv again/connectivity.tsv
upright s
is 0 "$(grep -c 'flip auto' err)"
# two modules: the first two joined, one of them turned round, and the larger stays as it came
run 0 fit items.csv --k 2 --flip auto --out two -q
upright two
# the signs are the same model: G and likelihood of the data turned by the table
awk -F '\t' -v OFS=, '{ print $1, $5 }' two/modules.tsv >signs.csv
run 0 fit items.csv --k 2 --flip signs.csv --out given -q
same two/modules.tsv given/modules.tsv
paste two/connectivity.tsv given/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-12 { exit 1 }' && good ||
    bad 'G of the upright modules'

# ---- marks ----
if script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "stty cols 100; '$LACON' fit items.csv --k 3 --flip auto --out shown --no-progress" /dev/null </dev/null 2>/dev/null |
        tr -d '\r' >err
    says 'heaviest first (- reversed)'
    says '[ ]q2-'
fi
run 0 report m -q
check 'signs in the report' grep -q '"sign":\[1,-1,1' m/report.html
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -n "$browser" ]; then
    timeout 240 "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=10000 --dump-dom \
        "file://$PWD/m/report.html" >dom 2>/dev/null
    minus=$(printf '\342\210\222')
    check 'marked in the figure' grep -q ">q2$minus<" dom
    check 'marked in the table' grep -q '>sign</button>' dom
fi
