# SPDX-License-Identifier: BSD-3-Clause
# What check calls grave is a warning of fit and select, before the fit and in model.json; check does not end "all is
# well" after it; --na says what means missing, in every command that reads data.
run 0 simulate --classes 4 --samples 60 --variables 8 --modules 2 --noise 0.3 --seed 3 --out sim -q
rm -rf sim/truth

# ---- clean data: no warning ----
run 0 fit sim --k 2 --out clean
is 0 "$(grep -c 'warning: class\|warning: [0-9]* classes' err)"
run 0 check sim
shows '^all is well$'

# ---- a copy of a file under another name ----
mkdir copies
cp sim/class-00[12].csv copies
cp sim/class-001.csv copies/other.csv
run 0 fit copies --k 2 --out m1
says 'warning: class other: copies/other.csv is the same file as copies/class-001.csv'
run 0 select copies --k 1:2 --out s1
says 'warning: class other: .* is the same file as'
run 0 check copies
shows '^warnings, which a fit repeats:$'
shows '^1 warning: a fit would run'
is 0 "$(grep -c 'all is well' out)"
run 0 fit copies --k 2 --out m1q -q
silent err
if have_python; then
    check 'kept in model.json' python3 -c 'import json
assert any("is the same file as" in w for w in json.load(open("m1q/model.json"))["warnings"])'
fi

# ---- square and symmetric: a correlation taken for rows ----
mkdir square
for c in a b; do
    awk -v s=$c 'BEGIN { for (j = 1; j <= 8; j++) printf "v%d%s", j, j < 8 ? "," : "\n"
        for (i = 1; i <= 8; i++) for (j = 1; j <= 8; j++) {
            low = i < j ? i : j; high = i < j ? j : i
            x = i == j ? 1 : sin(low * 7.3 + high * 1.7 + (s == "a")) / 3
            printf "%.6f%s", x, j < 8 ? "," : "\n" } }' >square/$c.csv
done
run 0 fit square --k 2 --out m2
says 'warning: 2 classes (a, b), the first: row i is the same as column i: .*--covariance N'
run 0 fit square --k 2 --covariance 100 --out m2c
is 0 "$(grep -c 'row i is the same' err)"

# ---- a column that counts the rows, also where the table is split into classes ----
awk -F, -v OFS=, 'NR == 1 { print "id", "g", $0; next } { print NR + 1000, NR % 3 ? "x" : "y", $0 }' sim/class-001.csv >t.csv
run 0 fit t.csv --class g --k 2 --out m3
says "warning: 2 classes (x, y), the first: 'id' counts the rows and is no variable: leave it out (--ignore 'id')"
run 0 fit t.csv --class g --ignore id --k 2 --out m3i
is 0 "$(grep -c 'counts the rows' err)"

# ---- codes for missing ----
awk -F, -v OFS=, 'NR > 1 && NR % 9 == 0 { $2 = -999 } NR == 30 { $5 = "refused" } 1' sim/class-001.csv >mixed.csv
sed 's/refused/0.5/' mixed.csv >codes.csv
sed 's/refused/NA/; s/-999/NA/' mixed.csv >told.csv
run 0 fit codes.csv --k 2 --out m4
says "warning: class codes: -999 occurs 6 times, far from all other values, first in '[^']*': .*(--na -999 --missing marginal)"
# -9 among answers from 0 to 6 is none of them; among counts that spread as far it may be
awk -F, -v OFS=, 'NR > 1 { for (j = 1; j <= NF; j++) { x = int($j + 3); $j = x < 0 ? 0 : x > 6 ? 6 : x } if (NR % 20 == 0) $3 = -9 } 1' sim/class-001.csv >answers.csv
run 0 fit answers.csv --k 2 --out m9
says "warning: class answers: -9 occurs 3 times, far from all other values, first in 'V3': .*(--na -9 --missing marginal)"
run 0 check answers.csv
shows '-9 occurs 3 times'
awk -F, -v OFS=, 'NR == 7 { $3 = 12 } 1' answers.csv >counts.csv
run 0 fit counts.csv --k 2 --out m9c
is 0 "$(grep -c 'occurs 3 times' err)"
run 0 select codes.csv --k 1:2 --out s4
says 'warning: .*-999 occurs 6 times'
run 0 check codes.csv
shows '^options of fit that answer these:.* --na'
run 3 fit codes.csv --k 2 --na -999 --out no
says 'value.* cannot be used, .* missing .*--missing marginal'
absent no
run 3 check codes.csv --na -999
run 0 fit mixed.csv --k 2 --na -999,refused --missing marginal --names told --out m5
says 'missing  *7 values in 1 of 1 classes'
run 0 fit told.csv --k 2 --missing marginal --out m6 -q
same m5/model.npz m6/model.npz
is 0 "$(grep -c 'occurs' err)"
run 0 check mixed.csv --na '-999.0, refused' --missing marginal
is 0 "$(grep -c occurs out)"
run 0 select mixed.csv --k 1:2 --na -999,refused --missing marginal --out s5 -q
run 0 baseline hclust mixed.csv --k 2 --na -999,refused --missing drop --out b5 -q
run 0 evaluate m6 mixed.csv --names told --na -999,refused
run 2 fit codes.csv --k 2 --na '-999,,1' --out no
says 'empty in'
# arrays of numbers, and lines that are variables
if python3 -c 'import numpy' 2>/dev/null; then
    python3 -c 'import numpy as np
x = np.genfromtxt("codes.csv", delimiter=",", skip_header=1)
np.save("codes.npy", x); np.save("single.npy", x.astype("f4")); np.savetxt("across.csv", x.T, delimiter=",")'
    for f in codes.npy single.npy across.csv; do
        turn=; [ $f = across.csv ] && turn=--transpose
        run 0 fit $f $turn --k 2 --na -999 --missing marginal --out "n-$f"
        says 'missing  *6 values in 1 of 1 classes'
    done
fi
nothing_left

# ---- levels in place of changes: prices ----
table returns.csv 400 6 3
awk -F, -v OFS=, 'NR > 1 { for (j = 1; j <= NF; j++) $j = level[j] += $j } 1' returns.csv >prices.csv
run 0 check prices.csv
shows 'class prices: hardly a row tells more than the one before (400 tell as much as [1-4]): levels, such as prices? Take their changes from row to row (returns)$'
shows '^1 warning: a fit would run, but hardly on what you mean$'
run 0 fit prices.csv --k 2 --out levels
says 'warning: class prices: hardly a row tells more than the one before'
check 'kept with the model' grep -q 'hardly a row tells more' levels/model.json
# a drift is not a walk
awk -F, -v OFS=, 'NR > 1 { for (j = 1; j <= NF; j++) $j += NR / 60 * (j % 2 ? 1 : -1) } 1' returns.csv >drift.csv
run 0 check drift.csv
shows 'variables drift over the rows'
is 0 "$(grep -c 'hardly a row' out)"
run 0 fit drift.csv --k 2 --out drifting
is 0 "$(grep -c 'hardly a row' err)"
run 0 check returns.csv
shows '^all is well$'
run 0 fit returns.csv --k 2 --out changes
is 0 "$(grep -c 'hardly a row' err)"

# ---- rows and columns turned: moments of a series in place of variables ----
mkdir turned upright
for c in 1 2 3; do # 30 regions, 90 moments, a sum of waves of 12 to 25 moments each
    awk -v c=$c 'BEGIN { for (i = 1; i <= 30; i++) for (t = 1; t <= 90; t++) {
        x = 0; for (f = 1; f <= 4; f++) x += sin(t * (.25 + .06 * f) + i * i * f * 1.7 + i * c * f * 2.3)
        printf "%.5f%s", x, t < 90 ? "," : "\n" } }' >turned/$c.csv
    awk -F, '{ for (j = 1; j <= NF; j++) x[NR, j] = $j } END { for (j = 1; j <= NF; j++) for (i = 1; i <= NR; i++)
        printf "%s%s", x[i, j], i < NR ? "," : "\n" }' turned/$c.csv >upright/$c.csv
done
run 0 fit turned --k 2 --out turned-m
says 'warning: 3 classes (1, 2, 3), the first: each column is like the next one, as moments of a series are: are rows the variables? Turn the table (--transpose)$'
run 0 check turned
shows 'warnings, which a fit repeats'
for rightly in 'upright' 'turned --transpose'; do
    # shellcheck disable=SC2086
    run 0 fit $rightly --k 2 --out right --force
    is 0 "$(grep -c 'each column is like' err)"
done
# named columns are what they are called, and modules one after the other are no series
for c in 1 2 3; do { seq 1 90 | sed 's/^/nm/' | paste -s -d, -; cat turned/$c.csv; } >turned/$c.tmp && mv turned/$c.tmp turned/$c.csv; done
run 0 check turned
is 0 "$(grep -c 'each column is like' out)"
run 0 simulate --classes 2 --samples 60 --variables 120 --modules 3 --noise 0.2 --seed 3 --out sorted -q
for c in 1 2; do sed 1d sorted/class-00$c.csv >sorted/$c.csv; done
run 0 check sorted/1.csv sorted/2.csv
is 0 "$(grep -c 'each column is like' out)"
