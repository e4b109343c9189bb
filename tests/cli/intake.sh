# SPDX-License-Identifier: BSD-3-Clause
# The input stage is one for all commands that estimate from data: --missing, --align, cleaning and signs.
run 0 simulate --classes 3 --samples 150 --variables 15 --modules 3 --noise 0.3 --seed 1 --out sim -q
mkdir raw conf cells left
for i in 1 2 3; do # a drift, V2 and V11 turned round; some cells missing
    awk -F, -v OFS=, -v c="conf/class-00$i.tsv" -v CONVFMT=%.17g '
        NR == 1 { print "sine" >c; print; next }
        { s = sin(NR / 9); print s >c; $2 = -$2; $11 = 1 - $11; for (j = 1; j <= NF; j++) $j += 2 * s } 1' \
        "sim/class-00$i.csv" | awk 'NR == 1 || length($0)' >"raw/class-00$i.csv"
    awk -F, -v OFS=, -v i="$i" 'NR > 1 && NR % 10 == i { $(NR % 15 + 1) = "NA" } 1' "sim/class-00$i.csv" >"cells/class-00$i.csv"
    grep -v NA "cells/class-00$i.csv" >"left/class-00$i.csv"
done
printf 'variable,sign\nV2,-1\nV11,-1\n' >signs.csv
run 0 fit raw --k 3 --confounds 'conf/*.tsv' --flip signs.csv --out model -q

# ---- cleaning and signs ----
# stability of the model's own data: W as the model has it, so every variable stays
run 0 stability model raw --confounds 'conf/*.tsv' --boot 20 --out s
says 'agreement  *median 1.000'
run 0 stability model raw --boot 20 --out dirty
grep -q 'median 1.000' err && bad 'the drift is harmless' || good
run 0 baseline hclust raw --k 3 --confounds 'conf/*.tsv' --flip signs.csv --out h -q
run 0 score model h
shows '^ari	1$'
is 'V2 V11 ' "$(awk '$5 < 0 { printf "%s ", $1 }' h/modules.tsv)"
run 2 baseline hclust raw --k 3 --flip auto --out no
says 'fit with --flip auto, then give this command --flip MODEL/modules.tsv'
run 2 baseline sample raw --flip signs.csv --out no
says "'sample' has no modules for a variable to run against: leave --flip out"
run 0 causal model raw --confounds 'conf/*.tsv' --boot 0 --out c -q
paste model/connectivity.tsv c/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-16 { exit 1 }' && good ||
    bad 'G of the cleaned rows'
run 0 report model raw --confounds 'conf/*.tsv' --out page.html -q
has page.html

# ---- missing values ----
run 3 baseline hclust cells --k 3 --out no
says '--missing marginal, pairwise or drop'
run 0 baseline hclust left --k 3 --out h1 -q
run 0 baseline hclust cells --k 3 --missing drop --out h2 -q
same h1/model.npz h2/model.npz
run 0 baseline ledoit-wolf left --out l1 -q
run 0 baseline ledoit-wolf cells --missing drop --out l2 -q
same l1/covariance.npz l2/covariance.npz
run 2 baseline hclust cells --k 3 --missing marginal --out no
says 'missing values and hclust needs complete rows: --missing drop'
run 0 fit left --k 3 --out m -q
run 0 stability m left --boot 10 --out s1 -q
run 0 stability m cells --missing drop --boot 10 --out s2 -q
same s1/stability.tsv s2/stability.tsv
same s1/intervals.tsv s2/intervals.tsv
run 0 causal m left --boot 0 --out c1 -q
run 0 causal m cells --missing drop --boot 0 --out c2 -q
same c1/causal.npz c2/causal.npz
run 2 causal m cells --missing marginal --boot 0 --out no
says 'needs complete rows: --missing drop'

# ---- select ----
run 0 select sim --k 2:4 --cv rows:4 --out k0 -q
run 0 select raw --k 2:4 --cv rows:4 --confounds 'conf/*.tsv' --flip auto --out k1
says 'flipped  *2: V2 V11$'
says 'chosen  *k = 3 '
run 0 select raw --k 2:4 --cv rows:4 --confounds 'conf/*.tsv' --flip signs.csv --out k2 -q
same k1/selection.tsv k2/selection.tsv
same k1/model.npz k2/model.npz
run 0 select raw --k 2:4 --cv rows:4 --confounds 'conf/*.tsv' --out k3 -q # without the signs: not the same
cmp -s k1/selection.tsv k3/selection.tsv && bad 'signs change nothing' || good
run 0 score k0 k1
shows '^ari	1$'
run 0 select left --k 2:4 --cv rows:4 --out d1 -q
run 0 select cells --k 2:4 --cv rows:4 --missing drop --out d2
same d1/selection.tsv d2/selection.tsv
says 'dropped  *45 of 450 rows'
run 2 select cells --k 2:4 --missing pairwise --out no
says 'use --missing marginal or drop in place of pairwise'
run 0 select sim --k 2:4 --cv rows:4 --missing marginal --out k4 -q # nothing is missing: nothing changes
same k0/selection.tsv k4/selection.tsv
run 0 select cells --k 2:4 --cv time:2 --missing marginal --threads 1 --out e1
says 'missing  *45 values in 3 of 3 classes'
says 'chosen  *k = 3 '
run 0 select cells --k 2:4 --cv time:2 --missing marginal --threads 3 --out e2 -q
same e1/selection.tsv e2/selection.tsv
# a fold by hand: the likelihood of what was observed of the first half, by a fit to the second
mkdir first second
for f in cells/*.csv; do
    head -76 "$f" >"first/${f#cells/}"
    { head -1 "$f"; tail -75 "$f"; } >"second/${f#cells/}"
done
run 0 fit second --k 3 --missing marginal --out by-hand -q
run 0 evaluate by-hand first --missing marginal
awk 'NR == FNR { if ($1 == 3 && $2 == 1) want = $3; next } $1 ~ /^class/ { sum += $3 / 3 }
    END { exit !((sum - want) ^ 2 < 1e-6) }' e1/selection.tsv out && good || bad "a fold: $(grep '^3' e1/selection.tsv)"
if python3 -c 'import numpy' 2>/dev/null; then # the lines without modules
    cat >lines.py <<'END'
import glob, json, numpy as np
X = [np.genfromtxt(f, delimiter=",", skip_header=1) for f in sorted(glob.glob("cells/*.csv"))]
one, each = [], []
for a, b in [(slice(75, 150), slice(0, 75)), (slice(0, 75), slice(75, 150))]:
    for x in X:
        m, s = np.nanmean(x[a], 0), np.nanstd(x[a], 0)
        own, test = (x[a] - m) / s, (x[b] - m) / s
        for out, v in (one, np.nanmean(own ** 2)), (each, np.nanmean(own ** 2, 0)):
            out.append(-.5 * np.nansum(np.log(2 * np.pi * v) + test ** 2 / v, 1).mean())
got = json.load(open("e1/selection.json"))["null_models"]
assert abs(got["identity"] - np.mean(one)) < 1e-9 and abs(got["diagonal"] - np.mean(each)) < 1e-9, got
assert got["ledoit-wolf"] is None
END
    check 'null models of observed values' python3 lines.py
fi

# ---- signs belong to the model ----
run 2 transform model raw --flip auto --out no
says "'--flip' is no option of this command but of fit, select, baseline$"
run 2 stability model raw --flip auto --out no
says "'--flip' is no option of this command but of fit, select, baseline$"

# ---- stability ----
run 0 fit cells --k 3 --missing marginal --out mm -q
for over in rows both starts; do
    run 0 stability mm cells --missing marginal --over $over --boot 8 --out "st-$over"
    says 'missing  *45 values'
    says 'agreement  *median 1.000'
    grep -q nan "st-$over"/*.tsv && bad 'nan in a table' || good
done
run 2 stability mm cells --missing pairwise --boot 8 --out no
says 'use --missing marginal or drop in place of pairwise'
# files with other variables, by name
mkdir sets
cut -d, -f 1-14 sim/class-001.csv >sets/class-001.csv
cut -d, -f 2-15 sim/class-002.csv >sets/class-002.csv
cp sim/class-003.csv sets
run 0 select sets --k 2:4 --cv rows:4 --missing marginal --align labels --out by-name
says 'chosen  *k = 3 '
run 0 stability by-name sets --missing marginal --align labels --boot 5 --out by-name-sure -q
run 0 transform by-name sets --missing marginal --align labels --out by-name-again -q
run 3 select sets --k 2:4 --out no
absent no
nothing_left
