# SPDX-License-Identifier: BSD-3-Clause
# report --figures: SVG and PNG from the command line, complete or absent, the same every time.
table one.csv 60 8 1
table two.csv 60 8 2
run 0 fit one.csv two.csv --k 2 --out m -q
run 0 report m --figures f
says '^  figures      f$'
absent m/report.html
is 'correlation.png correlation.svg spread.png spread.svg weights.png weights.svg ' "$(ls f | grep -v SHA256 | tr '\n' ' ')"
for file in f/*.png; do is '89504e47' "$(od -An -tx1 -N4 "$file" | tr -d ' \n')"; done
for file in f/*.svg; do grep -q '</svg>' "$file" && good || bad "$file does not end"; done
for i in 1 2 3 4 5 6 7 8; do grep -q ">v$i<" f/weights.svg && good || bad "v$i is not in the figure"; done
want=$(awk -F'\t' '$2 == 1 && $3 == 2 { s += $5; n++ } END { printf "%.2f", s / n }' m/connectivity.tsv)
grep -q ">$want<" f/correlation.svg && good || bad "$want is not in the figure"
if have_python; then
    check 'SVG is XML' python3 -c 'import sys, xml.dom.minidom
for name in sys.argv[1:]: xml.dom.minidom.parse(name)' f/weights.svg f/correlation.svg f/spread.svg
fi
run 1 report m --figures f
says 'exists already'
run 0 report m --figures f --force -q
run 0 report m --figures again -q
for file in f/*.png f/*.svg; do same "$file" "again/${file#f/}"; done
# one class has no spread
run 0 fit one.csv --k 2 --out s -q
run 0 report s --figures one -q
absent one/spread.svg
has one/correlation.png
run 1 report none --figures no
absent no
nothing_left
