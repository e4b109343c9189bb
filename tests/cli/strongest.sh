# SPDX-License-Identifier: BSD-3-Clause
# The strongest edge of a test where several have the smallest p that permutations can give: the largest |t| of them,
# on the terminal, in test.json and in the report; and such a p is an upper bound, not a value.
mkdir people
# 40 classes, 4 modules of 4, 3, 2 and 2 variables; group b joins 1-2 somewhat, 3-4 much
awk 'function draw() { x = (x * 16807) % 2147483647; return x / 2147483647 * 4 - 2 }
BEGIN {
    x = 12345
    print "id\tgroup" >"p.tsv"
    for (c = 1; c <= 40; c++) {
        name = sprintf("s%02d", c); file = "people/" name ".csv"; b = c % 2
        print name "\t" (b ? "b" : "a") >"p.tsv"
        print "a1,a2,a3,a4,b1,b2,b3,c1,c2,d1,d2" >file
        for (i = 1; i <= 60; i++) {
            z1 = draw(); z2 = draw() + b * 0.75 * z1; z3 = draw(); z4 = b ? 0.2 * draw() + z3 : draw()
            for (j = 1; j <= 11; j++)
                printf "%.5f%s", (j < 5 ? z1 : j < 8 ? z2 : j < 10 ? z3 : z4) + draw() / 4, j < 11 ? "," : "\n" >file
        }
        close(file)
    }
}'
run 0 fit people --k 4 --participants p.tsv --id id --out m -q
run 0 test m --model group --perm 2000
cp err told
floor=$(awk 'NR > 1 && (!n++ || $7 < least) { least = $7 } END { print least }' m/test/edges.tsv)
# more than one edge is at the floor, and the first of them is not the strongest
is '1 1' "$(awk -v f="$floor" 'NR > 1 && $7 == f && $8 == f { n++; t = $6 < 0 ? -$6 : $6; if (!first) first = t
    if (t > most) most = t } END { print (n > 1), (most > first) }' m/test/edges.tsv)"
best=$(awk -v f="$floor" 'NR > 1 && $7 == f && $8 == f { t = $6 < 0 ? -$6 : $6
    if (t > most) { most = t; which = $1 "-" $2 } } END { print which }' m/test/edges.tsv)
says "^  strongest    $best: "
says ", t = -*[0-9.]*, p < .0005, p_fwe < .0005\$" # 1 / 2001, rounded up to two digits
says '^  omnibus      p < .0005 '
if have_python; then
    is "$best" "$(json m/test/test.json strongest module_a)-$(json m/test/test.json strongest module_b)"
    is True "$(python3 -c 'import json; print(json.load(open("m/test/test.json"))["p_floor"] == 1 / 2001)')"
fi
awk 'NR > 1 && $7 < 0.0004 { exit 1 }' m/test/edges.tsv && good || bad 'files keep the number'

# all permutations there are: p is exact, and no bound
head -7 p.tsv >few.tsv
mkdir few
cp people/s0[1-6].csv few
run 0 fit few --k 4 --participants few.tsv --id id --out f -q
run 0 test f --model group
says 'strongest .* p = 0.1, p_fwe = 0.1$'

# the report: the sentence at the top, the first cloud and the first row of the table are that edge
run 0 report m --participants p.tsv --id id -q
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -n "$browser" ]; then
    pair=$(echo "$best" | sed 's/-/ and /')
    timeout 240 "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=10000 --dump-dom \
        "file://$PWD/m/report.html" >dom 2>/dev/null
    check 'the page is drawn' grep -q 'data-drawn' dom
    check "most surely $pair" grep -q "most surely modules $pair: [^<]*p_fwe &lt; .0005" dom
    check "the first cloud is $pair" grep -q "fig-cloud-1[^>]*>.\{0,400\}Modules $pair, class by class" dom
else
    echo "$NAME: no browser, so the page is not looked at"
fi
