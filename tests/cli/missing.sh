# SPDX-License-Identifier: BSD-3-Clause
# --missing: refused unless asked for; marginal, pairwise, drop for fit, evaluate and transform.
run 0 simulate --classes 3 --samples 120 --variables 15 --modules 3 --noise 0.3 --seed 6 --test 60 --out sim -q
mkdir regions cells
for f in sim/class-*.csv; do
    name=${f#sim/}
    i=${name#class-00}
    i=${i%.csv}
    # V2 never there in class 1, constant in class 2, V7 never there in class 3
    awk -F, -v OFS=, -v i="$i" 'NR > 1 { if (i == 1) $2 = "NA"; if (i == 2) $2 = 4; if (i == 3) $7 = "" } 1' \
        "$f" >"regions/$name"
    awk -F, -v OFS=, -v i="$i" 'NR > 1 && NR % 10 == i { $(NR % 15 + 1) = "NA" } 1' "$f" >"cells/$name"
done

# ---- the default ----
run 3 fit cells --k 3 --out no
says 'class-001.csv: 12 values cannot be used, the first are missing at line 11'
says '--missing marginal, pairwise or drop'
absent no

# a row that does not tell its class is not of a class of its own
run 3 check "$ROOT/tests/data/not_finite.npy" --class 2 --ignore 4 --missing marginal
shows "not_finite.npy: class '-[0-9.]*' has one row only"
awk -F, -v OFS=, '{ print NR == 1 ? "g" : NR % 2 ? "a" : "b", $0 }' sim/class-001.csv >split.csv
run 0 fit split.csv --class g --missing marginal --k 2 --out halves -q
sed '4s/^./NA/' split.csv >unknown.csv
run 0 fit unknown.csv --class g --missing marginal --k 2 --out known
says 'unknown.csv: 1 of [0-9]* rows do not say their class (g) and are left out, the first is line 4'
sed 's/^a/"NA"/' split.csv >namibia.csv
run 0 fit namibia.csv --class g --k 2 --out nam -q
is 2 "$(grep -c '^[bN]' nam/classes.tsv)"

# ---- marginal ----
run 0 fit sim --k 3 --out whole -q
run 0 fit sim --k 3 --missing marginal --out whole2 -q
same whole/model.npz whole2/model.npz
run 0 fit regions --k 3 --missing marginal --out m --threads 1
says 'missing  *360 values in 3 of 3 classes'
run 0 fit regions --k 3 --missing marginal --out m3 --threads 3 -q
for file in model.npz modules.tsv connectivity.tsv classes.tsv; do same m/$file m3/$file; done
run 0 score whole m
shows '^ari	1$'
grep -q nan m/connectivity.tsv && bad 'nan in a table' || good
run 0 evaluate m regions --missing marginal
for i in 1 2 3; do
    is "$(grep "class-00$i" m/classes.tsv | cut -f4 | cut -c1-12)" "$(grep "class-00$i" out | cut -f3 | cut -c1-12)"
done
# rows that have what the model never saw in this class: left out there, or refused
run 0 evaluate m sim/test --missing marginal
run 3 evaluate m sim/test --missing refuse
says "variable 'V2': the model has never seen it in this class"
run 0 transform m regions --missing marginal --out t -q
paste m/connectivity.tsv t/connectivity.tsv | awk 'NR > 1 && ($4 - $9) ^ 2 > 1e-12 { exit 1 }' && good ||
    bad 'G of the training rows'
is 121 "$(wc -l <t/latent/class-001.tsv | tr -d ' ')"
run 0 fit cells --k 3 --missing marginal --noise variable --out mv -q
run 0 fit cells --k 3 --missing marginal --precision single --out ms -q
run 0 score whole ms
shows '^ari	1$'
if have_python; then
    is '"marginal"' "$(json m/model.json missing)"
    is 120 "$(json m/model.json inputs 1 missing)"
fi

# ---- drop ----
mkdir left
for f in cells/*.csv; do grep -v NA "$f" >"left/${f#cells/}"; done
run 0 fit left --k 3 --out l -q
run 0 fit cells --k 3 --missing drop --out d
says 'dropped  *36 of 360 rows'
same l/model.npz d/model.npz
run 3 fit regions --k 3 --missing drop --out no
says '0 of 120 rows are complete'

# ---- pairwise ----
run 0 fit cells --k 3 --missing pairwise --out p -q
run 0 score whole p
shows '^ari	1$'
run 3 fit regions --k 3 --missing pairwise --out no
says 'missing or constant in all 120 rows'
run 2 transform p cells --missing pairwise --out no
says 'need its rows'

# ---- what does not go together ----
run 2 fit cells --k 3 --missing marginal --objective sm --out no
says 'missing values are left to the likelihood'
run 2 fit cells --k 3 --missing marginal --shrink --out no
says 'needs complete rows'
# missing everywhere
mkdir never
for f in sim/class-*.csv; do awk -F, -v OFS=, 'NR > 1 { $4 = "NA" } 1' "$f" >"never/${f#sim/}"; done
run 3 fit never --k 3 --missing marginal --out no
says "variable 'V4' is missing or constant in every class: drop it (--ignore 'V4')"
# infinite values are never missing ones
sed '5s/^[^,]*/inf/' sim/class-001.csv >inf.csv
run 3 fit inf.csv --k 3 --missing drop --out no
says 'infinite'
# a row without its class is not one of a class called nothing
{ echo 'a,b,g'; echo '1,2,x'; echo '3,1,x'; echo '2,5,'; } >class.csv
run 0 fit class.csv --class g --k 1 --missing drop --out rest
says '1 of 3 rows do not say their class (g) and are left out, the first is line 4'
nothing_left

# ---- align: files with different variables ----
mkdir sets
awk -F, -v OFS=, '{ $2 = ""; sub(/,,/, ",") } 1' sim/class-001.csv >sets/class-001.csv             # without V2
awk -F, -v OFS=, '{ t = $1; $1 = $NF; $NF = t } 1' regions/class-002.csv >sets/class-002.csv       # V15 first
awk -F, -v OFS=, '{ $7 = ""; sub(/,,/, ",") } 1' sim/class-003.csv >sets/class-003.csv             # without V7
run 3 fit sets --k 3 --out no
says 'or take them all (--align labels --missing marginal)'
run 2 fit sets --k 3 --align labels --out no
says 'needs --missing marginal'
run 0 fit sets --k 3 --align labels --missing marginal --out u -q
is 15 "$(sed 1d u/modules.tsv | wc -l | tr -d ' ')"
run 0 score m u
shows '^ari	1$'
# the same data as those with empty columns, in another order
for c in 1 2 3; do
    is "$(grep "class-00$c" m/classes.tsv | cut -f4 | cut -c1-9)" "$(grep "class-00$c" u/classes.tsv | cut -f4 | cut -c1-9)"
done
run 0 fit sets --k 3 --align labels --missing marginal --columns V1:V9 --precision single --out u9 -q
is 8 "$(sed 1d u9/modules.tsv | wc -l | tr -d ' ')" # V2 comes last: it is not in the first file
run 3 fit sets --k 3 --align labels --missing drop --out no
says '0 of 120 rows are complete'
sed 1d sim/class-001.csv >bare.csv
run 3 fit sets/class-002.csv bare.csv --k 3 --align labels --missing marginal --out no
says 'bare.csv: has no names of variables'
run 0 evaluate u sets --align labels --missing marginal
# a class that has fewer variables than the model, alone
run 0 transform m sets/class-001.csv --missing marginal --out one -q
run 0 transform m regions/class-001.csv --missing marginal --out two -q
same one/model.npz two/model.npz
same one/latent/class-001.tsv two/latent/class-001.tsv
run 3 transform m sets/class-001.csv --missing refuse --out no
says 'does without the others'
sed '1s/V3/other/' sets/class-001.csv >strange.csv
run 3 transform m strange.csv --missing marginal --out no
says "variable 'other' of the data is not in the model"
absent no
nothing_left
