# SPDX-License-Identifier: BSD-3-Clause
# A folder of files each spoilt in its own way, among clean ones: check names every one of them and what is
# wrong with it, and has nothing to say about the clean ones.
data=$ROOT/tests/data
mkdir clean
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do table "clean/good$i.csv" 60 6 "$i"; done
run 0 check clean --k 2
silent err
shows 'all is well'
is '' "$(grep -E 'problems|notes|^  [0-9]' out)"

cp -r clean d
# spoil NAME SCRIPT: a copy of a clean table through awk
spoil() { awk -F, -v OFS=, "$2" "$(printf 'clean/good%d.csv' "$((++source % 12 + 1))")" >"d/$1.csv"; }
source=0
: >d/empty.csv
head -1 clean/good1.csv >d/header.csv
spoil word 'NR == 9 { $3 = "abc" } 1'
spoil ragged 'NR == 12 { NF = 4 } 1'
spoil quote 'NR == 5 { $2 = "\"" $2 } 1'
head -c 3000 /dev/zero | tr '\0' '\3' >d/binary.csv
gzip -c clean/good1.csv | head -c 700 >d/cut.csv.gz
printf '{"v1": [1, 2]}\n' >d/json.csv
printf '\377\376v\0001' >d/utf16.csv
head -c 200 "$data/f8.npy" >d/short.npy
head -c 300 "$data/v5.mat" >d/short.mat
cp "$data/several.mat" d/several.mat
head -2 clean/good1.csv >d/onerow.csv
ln -s nowhere d/gone.csv
spoil lacks '{ NF = 5 } 1'
spoil extra '{ $7 = NR == 1 ? "v7" : $1 + NR % 5 } 1'
spoil renamed 'NR == 1 { $2 = "other" } 1'
spoil twice 'NR == 1 { $2 = "v1" } 1'
spoil missing 'NR == 20 { $4 = "NA" } 1'
spoil infinite 'NR == 20 { $4 = "inf" } 1'
spoil constant 'NR > 1 { $5 = 3 } 1'
cp clean/good7.csv d/copy.csv
spoil units 'NR > 1 { for (j = 1; j <= NF; j++) $j *= 1000 } 1'
spoil code 'NR % 15 == 4 { $3 = -999 } 1'
spoil spike 'NR == 33 { $6 = 4321.5 } 1'
spoil counter 'NR > 1 { $1 = NR - 1 } 1'
spoil same 'NR > 1 { $4 = $2 } 1'
spoil walk 'NR > 1 { for (j = 1; j <= NF; j++) { s[j] += $j; $j = s[j] } } 1'
spoil shuffled 'NR > 1 { t = $2; $2 = $5; $5 = t } 1'
spoil drift 'NR > 1 { for (j = 1; j <= NF; j++) $j += NR / 10 * (j % 2 ? 1 : -1) } 1'
spoil global 'NR > 1 { for (j = 1; j <= NF; j++) $j += 12 * sin(NR * NR) } 1'
spoil region 'NR > 1 { $3 = 0 } 1'
spoil never 'NR > 1 { $2 = "n/a" } 1'
spoil narrow 'NR > 1 { $6 = sprintf("%.14g", 7 + $6 / 1e9) } 1'

run 3 check d --verbose
cp out page
# named NAME TEXT: one line of problems or notes has both
named() {
    if grep -E '^ +[0-9]+\. ' page | grep -E "(d/|class |[(]|, )$1([.:,)])" | grep -q -- "$2"; then
        good
    else
        bad "$1 is not told of: $2"
    fi
}
named empty 'is empty'
named header 'no row below'
named word "'abc'"
named ragged ':12: 4 values where 6'
named quote 'quotes are not closed'
named binary '0x03'
named cut 'cut off'
named json 'is JSON'
named utf16 'UTF-16'
named short 'd/short.npy: the header claims'
named short 'd/short.mat: the MATLAB file is cut off'
named several 'variable NAME'
named onerow 'one row only'
named gone 'cannot be opened'
named lacks 'missing here v6'
named extra 'only here v7'
named renamed 'other'
named twice "names that occur more than once: 'v1'"
named missing "missing at line 20, column 4 ('v4')"
named infinite "infinite at line 20, column 4"
named constant "'v5' is constant"
named copy 'the same file as d/good7.csv\|copy.csv'
named units 'times those of the other classes'
named code "-999 occurs 4 times, far from all other values, first in 'v3'"
named spike "4321.5 in row 32 of 'v6'"
named counter "'v1' counts the rows"
named same "'v4' repeats 'v2'"
named walk 'rows follow each other'
named shuffled 'unlike those of the others'
named narrow "'v6' hardly varies"
named drift '6 of 6 variables drift over the rows .*--detrend 1'
named global 'go up and down together .*--confounds'
named region "'v3' is constant (0 in all 60 rows).*--missing marginal"
named never "60 values cannot be used, the first are missing at line 2, column 2 ('v2').*--missing marginal"
# each with the option that answers it
named lacks '--align labels --missing marginal'
named missing '--missing marginal, pairwise or drop'
named spike '(--censor)'
named code '--missing marginal'
# every clean file is shown, and blamed for nothing but having a copy
is 12 "$(grep -c '^ *60  *6  good' page)"
is '' "$(grep -E '^ +[0-9]+\. ' page | grep -E 'good[0-9]+' | grep -v 'same file\|differ from those of d/good\|where d/good' | head -1)"
# the same as JSON
if have_python; then
    run 3 check d --json
    is 23 "$(python3 -c 'import json; print(len(json.load(open("out"))["problems"]))')"
    is 'open' "$(python3 -c 'import json; print(json.load(open("out"))["problems"][0]["kind"])')"
    is 'True text' "$(python3 -c 'import json
c = [c for c in json.load(open("out"))["classes"] if c["class"] == "good1"][0]
print(50 < c["effective_rows"] <= 60, c["kind"])')"
fi

# remedies at work: what --missing and --align answer is a note, or nothing
mkdir mild
for f in good1 good2 good3 missing region never lacks extra; do cp "d/$f.csv" mild; done
run 3 check mild
is 5 "$(sed -n '/^problems/,/^$/p' out | grep -c '^  [0-9]')"
run 0 check mild --missing marginal --align labels
shows 'all is well'
shows '[0-9]\. [0-9] classes (.*missing.*), the first: .* values are missing'
run 0 fit mild --k 2 --missing marginal --align labels --out model -q

# reversed items are seen over all classes, by name
mkdir keys
for i in 1 2 3 4; do awk -F, -v OFS=, 'NR > 1 { $2 = 7 - $2; $6 = -$6 } 1' "clean/good$i.csv" >"keys/q$i.csv"; done
run 0 check keys
shows "1\. 2 variables run against the variables they go with: 'v2', 'v6': reversed items? Turn them round (--flip auto)"
run 0 fit keys --k 2 --flip auto --out turned
says 'flipped  *2: v2 v6'
if [ -f "$ROOT/../shared/data/bfi/bfi.csv" ]; then # seven reversed items and what else is in the file
    run 3 check "$ROOT/../shared/data/bfi/bfi.csv" --columns A1:O5
    shows 'missing at line .*--missing marginal'
    run 0 check "$ROOT/../shared/data/bfi/bfi.csv" --columns A1:O5 --missing marginal
    shows "7 variables run against the variables they go with: 'A1', 'C4', 'C5', 'E1', 'E2', 'O2', 'O5'"
fi
