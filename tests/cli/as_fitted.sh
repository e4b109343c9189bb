# SPDX-License-Identifier: BSD-3-Clause
# Commands after fit read the data as the fit did (class, ignore, missing, na, scale of model.json) unless told
# otherwise; stability resamples a model of --noise variable as such.
run 0 simulate --classes 2 --samples 120 --variables 10 --modules 2 --noise 0.3 --seed 4 --out sim -q
# one table of two groups, with a column that is no variable, a code and noise that differs much between variables
awk -F, -v OFS=, 'FNR == 1 { if (NR == 1) print "group", "age", $0; next }
    { $3 = 5 * $3; if (FNR % 11 == 0) $4 = -99
      print FILENAME ~ /001/ ? "a" : "b", 20 + FNR % 30, $0 }' sim/class-001.csv sim/class-002.csv >survey.csv
how='--class group --ignore age --na -99 --missing marginal'
# shellcheck disable=SC2086
run 0 fit survey.csv $how --k 2 --noise variable --scale center --out m -q
if have_python; then
    is '"group" "age" "-99" "marginal" "center" "variable"' "$(for key in class ignore na missing scale; do
        json m/model.json input $key; done | tr '\n' ' ')$(json m/model.json noise)"
fi

# ---- the same with nothing said as with everything said again ----
# shellcheck disable=SC2086
run 0 evaluate m survey.csv $how
cp out want
run 0 evaluate m survey.csv
same out want
# shellcheck disable=SC2086
run 0 transform m survey.csv $how --scale center --out t1 -q
run 0 transform m survey.csv --out t2 -q
same t1/connectivity.tsv t2/connectivity.tsv
# shellcheck disable=SC2086
run 0 stability m survey.csv $how --scale center --noise variable --boot 6 --out b1 -q
run 0 stability m survey.csv --boot 6 --out b2
says 'missing  *22 values in 2 of 2 classes'
same b1/stability.tsv b2/stability.tsv
same b1/intervals.tsv b2/intervals.tsv
run 0 stability m survey.csv --noise isotropic --boot 6 --out b3 -q
cmp -s b2/intervals.tsv b3/intervals.tsv && bad '--noise isotropic changes nothing' || good
run 0 report m survey.csv -q
has m/report.html
# what is told otherwise holds
run 3 evaluate m survey.csv --missing refuse
says 'missing'
run 3 transform m survey.csv --class age --out no
absent no

# ---- new tables that lack the columns ----
cut -d, -f1,3- survey.csv >noage.csv
run 0 evaluate m noage.csv
same out want
grep '^group\|^a' survey.csv | cut -d, -f3- >a.csv
run 0 evaluate m a.csv
is "$(grep '^a' want)" "$(grep '^a' out)"

# ---- a model of before, without these words ----
mkdir old
cp m/model.npz m/modules.tsv m/classes.tsv m/connectivity.tsv old
# shellcheck disable=SC2086
run 0 evaluate old survey.csv $how
same out want
run 0 stability old survey.csv $how --scale center --boot 6 --out b4 -q # noise: the model itself shows it
same b1/intervals.tsv b4/intervals.tsv

# ---- cleaning is not taken, and that is said ----
run 0 fit sim/class-001.csv sim/class-002.csv --k 2 --detrend 1 --out d -q
run 0 evaluate d sim/class-001.csv
says 'warning: the model was fitted with --detrend 1'
run 0 evaluate d sim/class-001.csv --detrend 1
is 0 "$(grep -c 'was fitted with' err)"
# a BIDS folder too: it was read without a word, rows not cleaned, values that mean missing taken for numbers
for sub in 01 02; do
    mkdir -p "b/sub-$sub/func"
    sed '5s/^[^,]*/-99/' "sim/class-0$sub.csv" | tr , '\t' >"b/sub-$sub/func/sub-${sub}_atlas-Toy_timeseries.tsv"
done
run 0 fit --bids b --na -99 --missing marginal --ignore 3 --detrend 1 --k 2 --out bids -q
run 0 evaluate bids --bids b --na -99 --missing marginal --ignore 3 --detrend 1
cp out want
run 0 evaluate bids --bids b --detrend 1
same out want
run 0 evaluate bids --bids b
says 'warning: the model was fitted with --detrend 1, and these rows are not cleaned so: give it again'
nothing_left
