# SPDX-License-Identifier: BSD-3-Clause
# --confounds, --detrend, --censor: rows cleaned before they are scaled.
run 0 simulate --classes 2 --samples 200 --variables 12 --modules 3 --noise 0.3 --seed 6 --out sim -q
run 0 fit sim --k 3 --out pure -q
mkdir raw conf mask
for i in 1 2; do
    # a slow drift, a confound of period 7 and every 20th row spoilt
    awk -F, -v OFS=, -v c="conf/class-00${i}_c.tsv" -v m="mask/class-00$i.tsv" -v CONVFMT=%.17g '
        NR == 1 { print "sine\tother" >c; print "fd\tstd" >m; print; next }
        {
            t = NR - 1; s = sin(t / 7 * 6.283185307)
            bad = t % 20 == 0
            for (j = 1; j <= NF; j++) $j += 3 * s + 0.0005 * (t - 100) ^ 2 + (bad ? 200 * (j % 3) : 0)
            printf "%s\t%s\n", t == 1 ? "n/a" : s, t % 5 >c
            printf "%s\t%s\n", t == 1 ? "n/a" : bad ? 0.9 : 0.1, t >m
            print
        }' "sim/class-00$i.csv" >"raw/class-00$i.csv"
done
run 0 fit raw --k 3 --out dirty -q
run 0 fit raw --k 3 --detrend 2 --confounds 'conf/*_c.tsv' --censor 'mask/*.tsv' --censor-column fd --out clean
says 'censored: 20 of 400 rows'
says '2 columns of confounds have no value in their first row'
says 'degrees of freedom left in a class are 185' # 190 rows, constant, two trends, two confounds
run 0 score pure clean
shows '^ari	1$'
run 0 score pure dirty
grep -q '^ari	1$' out && bad 'the dirt is harmless' || good
is '190 190 ' "$(sed 1d clean/classes.tsv | cut -f2 | tr '\n' ' ')"
if have_python; then
    is 10 "$(json clean/model.json inputs 0 censored)"
    is 5 "$(json clean/model.json inputs 0 regressors)"
fi
# the same for new rows, and any number of threads
run 0 evaluate clean raw --detrend 2 --confounds 'conf/*_c.tsv' --censor 'mask/*.tsv' --censor-column fd -q
is "$(grep class-002 clean/classes.tsv | cut -f4 | cut -c1-10)" "$(grep class-002 out | cut -f3 | cut -c1-10)"
run 0 transform clean raw --detrend 2 --confounds 'conf/*_c.tsv' --censor 'mask/*.tsv' --censor-column fd --out t -q
is 191 "$(wc -l <t/latent/class-001.tsv | tr -d ' ')"
run 0 fit raw --k 3 --threads 1 --detrend 2 --confounds 'conf/*_c.tsv' --censor 'mask/*.tsv' --censor-column fd --out c1 -q
same clean/model.npz c1/model.npz
# a trend of order 0 is the mean; single precision
run 0 fit sim --k 3 --detrend 0 --out d0 -q
run 0 score pure d0
shows '^ari	1$'
run 0 fit raw --k 3 --precision single --detrend 2 --confounds 'conf/*_c.tsv' --confound-columns sine \
    --censor 'mask/*.tsv' --censor-column fd --out single -q
run 0 score pure single
shows '^ari	1$'
# NumPy's least squares has the same residuals: G and v follow from them
if python3 -c 'import numpy' 2>/dev/null; then
    run 0 fit raw --k 3 --detrend 1 --confounds 'conf/*_c.tsv' --confound-columns other --out ours -q
    mkdir theirs
    python3 - <<'P'
import numpy as np
for i in (1, 2):
    x = np.loadtxt("raw/class-00%d.csv" % i, delimiter=",", skiprows=1)
    c = np.array([float(l.split()[1]) for l in list(open("conf/class-00%d_c.tsv" % i))[1:]])
    Z = np.column_stack([np.ones(len(x)), np.arange(len(x)), c])
    r = x - Z @ np.linalg.lstsq(Z, x, rcond=None)[0]
    np.savetxt("theirs/class-00%d.csv" % i, r, delimiter=",", fmt="%.17g", comments="",
               header=",".join("V%d" % (j + 1) for j in range(x.shape[1])))
P
    run 0 fit theirs --k 3 --out np -q
    paste ours/connectivity.tsv np/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-12 { exit 1 }' && good ||
        bad "residuals are not NumPy's"
fi

# as fMRIPrep writes them: n/a in the first row is the mean of the rest, anywhere else only in censored rows
mkdir prep mean
for i in 1 2; do
    awk -v OFS='\t' 'NR == 1 { print "rot_z", "rot_z_derivative1", "framewise_displacement"; next }
        { print $2, NR == 2 ? "n/a" : $1, NR == 2 ? "n/a" : $2 / 10 }' "conf/class-00${i}_c.tsv" >"prep/class-00$i.tsv"
    awk -v OFS='\t' 'NR == FNR { if (FNR > 2) { a += $2; b += $3; n++ } next }
        FNR == 2 { $2 = sprintf("%.17g", a / n); $3 = sprintf("%.17g", b / n) } 1' \
        "prep/class-00$i.tsv" "prep/class-00$i.tsv" >"mean/class-00$i.tsv"
done
run 0 fit raw --k 3 --confounds 'prep/*.tsv' --out prepped
says '4 columns of confounds have no value'
run 0 fit raw --k 3 --confounds 'mean/*.tsv' --out meaned
grep -q 'columns of confounds' err && bad 'nothing was filled' || good
paste prepped/connectivity.tsv meaned/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-18 { exit 1 }' && good ||
    bad 'the mean of the rest'
awk -v OFS='\t' 'NR == 21 { $2 = "n/a" } 1' prep/class-001.tsv >gap && cp gap prep/class-001.tsv
run 3 fit raw --k 3 --confounds 'prep/*.tsv' --out no
says "prep/class-001.tsv: 'rot_z_derivative1' is missing in row 20"
says '--confound-columns'
run 0 fit raw --k 3 --confounds 'prep/*.tsv' --confound-columns rot_z,framewise_displacement --out without -q
run 0 fit raw --k 3 --confounds 'prep/*.tsv' --censor 'mask/*.tsv' --censor-column fd --out row20 -q

# ---- missing values: a variable is regressed by the rows that have it ----
mkdir holes filled
awk -F, -v OFS=, 'NR > 1 && NR % 9 == 2 { $3 = "NA" } NR > 1 { $5 = "" } NR > 5 { $7 = "" } 1' raw/class-001.csv >holes/class-001.csv
cp raw/class-002.csv holes
run 0 fit holes --k 3 --missing marginal --detrend 1 --confounds 'conf/*_c.tsv' --censor 'mask/*.tsv' --censor-column fd --out holed -q
if python3 -c 'import numpy' 2>/dev/null; then
    python3 - <<'P'
import numpy as np
def table(path, sep):
    lines = [l.rstrip("\n").split(sep) for l in open(path)]
    return lines[0], np.array([[float(v) if v not in ("", "NA", "n/a") else np.nan for v in l] for l in lines[1:]])
for i in (1, 2):
    names, x = table("holes/class-00%d.csv" % i, ",")
    c = table("conf/class-00%d_c.tsv" % i, "\t")[1]
    c[0] = np.where(np.isnan(c[0]), np.nanmean(c, axis=0), c[0])
    stays = ~(table("mask/class-00%d.tsv" % i, "\t")[1][:, 0] > .5)
    Z = np.column_stack([np.ones(len(x)), np.arange(len(x)), c])[stays]
    x = x[stays]
    for j in range(x.shape[1]):
        has = ~np.isnan(x[:, j])
        if has.sum() < Z.shape[1] + 2: x[:, j] = np.nan
        else: x[has, j] -= Z[has] @ np.linalg.lstsq(Z[has], x[has, j], rcond=None)[0]
    np.savetxt("filled/class-00%d.csv" % i, x, delimiter=",", fmt="%.17g", comments="", header=",".join(names))
P
    run 0 fit filled --k 3 --missing marginal --out theirs -q
    is "$(awk '{ printf "%s %.9s\n", $1, $3 }' theirs/classes.tsv)" "$(awk '{ printf "%s %.9s\n", $1, $3 }' holed/classes.tsv)"
    is "$(awk '{ printf "%s %.9s\n", $1, $3 }' theirs/modules.tsv)" "$(awk '{ printf "%s %.9s\n", $1, $3 }' holed/modules.tsv)"
fi

# ---- what regression leaves of a variable that the regressors explain is rounding, and no variable ----
mkdir ramp copy
for i in 1 2; do
    awk -F, -v OFS=, 'NR > 1 { $2 = 7.3 + NR * 0.1 } 1' raw/class-00$i.csv >ramp/class-00$i.csv
    cut -d, -f3 raw/class-00$i.csv >copy/class-00$i.csv
done
second=$(head -1 raw/class-001.csv | cut -d, -f2) third=$(head -1 raw/class-001.csv | cut -d, -f3)
for precision in single double; do
    run 3 fit raw --k 3 --confounds 'copy/*.csv' --precision $precision --out no
    says "variable '$third' is wholly explained by the confounds or the trend"
    run 3 fit ramp --k 3 --detrend 1 --precision $precision --out no
    says "variable '$second' is wholly explained by the confounds or the trend"
done
run 0 fit ramp --k 3 --out ramp-as-it-is -q
run 0 fit raw --k 3 --confounds 'copy/*.csv' --ignore "$third" --out without-copy -q
cp raw/class-002.csv ramp
run 0 fit ramp --k 3 --detrend 1 --missing marginal --out ramp-once
says 'missing .* values in 1 of 2 classes'

# ---- a pattern that fits columns of some classes only: fMRIPrep's outliers ----
mkdir some all
for i in 1 2; do
    paste "conf/class-00${i}_c.tsv" - >"all/class-00$i.tsv" <<W
$(awk -v i=$i 'BEGIN { print "spike_0"; for (t = 1; t <= 200; t++) print t == 20 && i == 1 }')
W
done
cp all/class-001.tsv some
cp conf/class-002_c.tsv some/class-002.tsv
run 0 fit raw --k 3 --confounds 'all/*.tsv' --confound-columns 'sine,spike_*' --out of-all -q
run 0 fit raw --k 3 --confounds 'some/*.tsv' --confound-columns 'sine, spike_*' --out of-some -q
same of-all/model.npz of-some/model.npz
run 2 fit raw --k 3 --confounds 'some/*.tsv' --confound-columns 'sine,spoke_*' --out no
says "no table of confounds has a column 'spoke_\*' (--confound-columns)"
run 2 fit raw --k 3 --confounds 'some/*.tsv' --confound-columns 'spoke_*,spike[1-3]' --out no
says "some/class-001.tsv has no column 'spoke_\*,spike\[1-3\]': it has 3: sine, other, spike_0$"
absent no

# ---- refusals ----
run 2 fit raw --k 3 --confounds conf/class-001_c.tsv --out no
says 'write \* where the name of the class belongs'
run 1 fit raw --k 3 --confounds 'none/*.tsv' --out no
says 'none/class-001.tsv'
run 2 fit raw --k 3 --censor 'mask/*.tsv' --out no
says '2 columns: say which one'
sed '$d' conf/class-001_c.tsv >short_c.tsv
run 3 fit raw/class-001.csv --k 3 --confounds short_c.tsv --out no
says '199 rows where class .class-001. has 200'
run 3 fit raw --k 3 --censor 'mask/*.tsv' --censor-column std --censor-above 2 --out no
says '2 of 200 rows are left'
run 2 fit raw --k 3 --detrend 11 --out no
awk -F, -v OFS=, 'NR == 9 { $3 = "NA" } 1' raw/class-001.csv >hole.csv
awk -F, -v OFS=, '{ print $0, NR == 1 ? "g" : NR % 2 }' raw/class-001.csv >two.csv
run 2 fit two.csv --class g --k 3 --confounds 'conf/*_c.tsv' --out no
says 'do not go with --class'
absent no
nothing_left
