# SPDX-License-Identifier: BSD-3-Clause
# experiment: what it writes, the same bytes for any number of threads, interrupted and killed runs that
# go on, every way to ask wrongly. Sizes are tiny: what the methods find is no matter here.
small='--reps 2 --classes 1,2 --samples 12,30 --variables 10 --modules 2'
files='tsv svg png'

# ---- simulated data ----
for name in fig2 fig3 ari; do
    # shellcheck disable=SC2086  # words
    run 0 experiment $name $small --threads 2
    silent out
    says "$name: $name"
    for ending in $files; do has "$name/$name.$ending"; done
    has "$name/$name-summary.tsv"
    absent "$name.journal"
    [ $name != fig2 ] || continue # tests/unit/experiment/test_experiment.c has it on other numbers of threads
    # shellcheck disable=SC2086
    run 0 experiment $name $small --threads 1 --out "$name.1" -q
    silent err
    for file in $name.tsv $name-summary.tsv $name.svg $name.png; do same "$name/$file" "$name.1/$file"; done
done
run 0 experiment runtime --reps 1 --samples 30 --variables 10,20 --modules 2 --out time -q
awk -F'\t' 'NR > 1 && $4 == "ml-dense" && $7 > 0 { n++ } END { exit n != 2 }' time/runtime.tsv && good ||
    bad "$(cat time/runtime.tsv)"
awk -F'\t' 'NR > 1 && $6 == "milliseconds_directed" { n++; fofc += $4 == "fofc"; dense += $4 == "ml-dense" }
    END { exit n == 0 || fofc != 2 || dense != 0 }' time/runtime.tsv && good || bad "$(cat time/runtime.tsv)"
awk -F'\t' '$6 == "ari_directed" { n[$4]++ } $6 == "ari" { m[$4]++ }
    END { exit n["fofc"] != 8 || m["fofc"] != 0 || m["lacon"] != 8 || n["lacon"] != 8 }' ari/ari.tsv && good ||
    bad "$(cat ari/ari.tsv)"
grep -q -i -w -e nan -e inf fig3/*.tsv fig3/*.svg fig2/*.tsv fig2/*.svg ari/*.tsv time/*.tsv && bad 'a table has a NaN' || good
awk -F'\t' '$8 == "failed" && ($7 != "NA" || $9 == "") { exit 1 }' fig2/fig2.tsv fig3/fig3.tsv && good ||
    bad 'failed rows'
nothing_left

# the summary is what NumPy makes of the rows; the drawing is XML
if python3 -c 'import numpy' 2>/dev/null; then numpy=python3; else numpy=/usr/bin/python3; fi
if $numpy -c 'import numpy' 2>/dev/null; then
    check 'summary by NumPy' $numpy - <<'PYTHON'
import csv, numpy, xml.dom.minidom
def table(name):
    return list(csv.DictReader(open(name), delimiter="\t"))
rows = {name: table(f"{name}/{name}.tsv") for name in ("fig2", "fig3")}
for name, s in [(name, s) for name in rows for s in table(f"{name}/{name}-summary.tsv")]:
    mine = [r for r in rows[name] if all(r[c] == s[c] for c in ("classes", "samples", "method", "measure"))]
    x = numpy.array([float(r["value"]) for r in mine if r["value"] != "NA"])
    assert len(mine) == 2 and int(s["count"]) == len(x), s
    assert int(s["failed"]) == sum(r["outcome"] == "failed" for r in mine), s
    if len(x) > 1:
        assert numpy.allclose([float(s[c]) for c in ("mean", "sd", "median")],
                              [x.mean(), x.std(ddof=1), numpy.median(x)], rtol=1e-12), s
    elif len(x) == 0:
        assert s["mean"] == s["ci_low"] == "NA", s
for name in ("fig2/fig2.svg", "fig3/fig3.svg", "ari/ari.svg", "time/runtime.svg"):
    xml.dom.minidom.parse(name)
PYTHON
fi

# ---- given data ----
run 0 experiment table1 "$ROOT/examples/data/simulated" --train 100 --test 20 --k 3:4 --out table
shows '^classes	samples	variables	method	measure'
shows '	ledoit-wolf	loglik	8	0	0	-'
shows '	lacon	k	8	0	0	[34]	'
shows '	fa	loglik	8	0	0	-.*	partition of factor analysis, refitted$'
for method in factor-analysis factor-analysis-pooled ppca ppca-pooled; do
    shows "	$method	loglik	8	0	0	-.*, \(each class\|pooled\)$"
    shows "	$method	k	8	0	0	[34]	"
done
has table/table1.svg
run 0 experiment table1 "$ROOT/examples/data/simulated" --test 20 --k 1:2 --methods lacon,sample --out few
says 'largest number of modules'
run 0 experiment table1 "$ROOT/examples/data/simulated" --test 20 --k 3:4 --out table.1 --threads 1 -q
same table/table1.tsv table.1/table1.tsv

# missing values: rows left out piece by piece; the likelihood of what is there; pairs have none
mkdir holed less first last
for i in 1 2 3; do
    f=$ROOT/examples/data/simulated/class-00$i.csv
    awk -F, -v OFS=, -v i=$i 'NR == i + 5 { $2 = "NA" } 1' "$f" >holed/s$i.csv
    awk -v i=$i 'NR != i + 5' "$f" >less/s$i.csv
    head -n 101 holed/s$i.csv >first/s$i.csv
    awk 'NR == 1 || NR > 101' holed/s$i.csv >last/s$i.csv
done
run 3 experiment table1 holed --train 100 --methods sample --out x
says '--missing marginal, pairwise or drop'
run 2 experiment table1 holed --train 100 --methods sample --missing pairwise --out x
says 'use --missing marginal or drop in place of pairwise'
run 0 experiment table1 holed --test 20 --methods sample,diagonal --missing drop --out dropped -q
run 0 experiment table1 less --test 20 --methods sample,diagonal --out lessened -q
is "$(cut -f 4- lessened/table1.tsv)" "$(cut -f 4- dropped/table1.tsv)"
run 0 experiment table1 holed --train 100 --k 3:3 --methods lacon,kmeans --missing marginal --out marginal
shows '	lacon	loglik	3	0	0	-'
is 1 "$(grep '	kmeans	s1	loglik	NA	failed	' marginal/table1.tsv | grep -c 'missing')"
mean=$(awk -F'\t' '$4 == "lacon" && $5 == "loglik" { print $9 }' marginal/table1-summary.tsv)
run 0 fit first --k 3 --missing marginal --out by-hand -q
run 0 evaluate by-hand last --missing marginal
awk -v a="$mean" '$1 == "mean" { b = $3 } END { exit !(b != "" && (a - b) ^ 2 < 1e-8) }' out && good || bad "$mean, by hand: $(cat out)"
run 3 experiment table1 less --covariance 50 --train 30 --out x
absent x

# ---- interrupted, killed, and going on ----
long='experiment fig2 --reps 40 --classes 1 --samples 30,60 --variables 20 --modules 3 --methods lacon,fa,glasso'
# shellcheck disable=SC2086
run 0 $long --out whole --progress
says '^fig2 *\[.*\] [0-9]*/80   [0-9]* s, [0-9:]* .* left$'
for signal in INT KILL; do
    # shellcheck disable=SC2086
    signalled $signal '[ "$(wc -l 2>/dev/null <part.journal || echo 0)" -gt 4 ]' part $long --threads 1
    absent part
    has part.journal
    if [ $signal = INT ]; then
        is 130 $code
        says 'goes on from there'
        # shellcheck disable=SC2086
        run 2 $long --out part --seed 2
        says 'other settings'
        printf '7\t1\t0.2' >>part.journal # a torn line
    fi
done
nothing_left
# shellcheck disable=SC2086
run 0 $long --out part
says 'going on from part.journal'
same whole/fig2.tsv part/fig2.tsv
same whole/fig2.png part/fig2.png
absent part.journal

# ---- asked wrongly ----
run 2 experiment
run 2 experiment fig22
says "did you mean 'fig2'"
run 2 experiment fig2 whole
says 'simulates its data'
run 2 experiment fig2 --reps 0
run 2 experiment fig2 --samples 10,x --out x
says 'whole numbers'
run 2 experiment fig2 --methods lacon,wrad --out x
says 'wrad'
run 2 experiment table1 --train 3
says 'needs INPUT'
run 2 experiment table1 "$ROOT/examples/data/simulated"
says 'needs --train or --test'
run 2 experiment table1 "$ROOT/examples/data/simulated" --test 20 --k 5:4 --out x
says '5:4'
run 3 experiment table1 "$ROOT/examples/data/simulated" --train 110 --test 20 --out x
says 'do not fit'
run 1 experiment fig2 --out whole
says '--force'
echo 'not ours' >x.journal
run 3 experiment ari --reps 1 --out x
says 'left alone'
is 'not ours' "$(cat x.journal)"
absent x
nothing_left
