# SPDX-License-Identifier: BSD-3-Clause
# check: what is there, everything that is wrong, what a fit needs.
mkdir d
for i in 1 2 3; do table "d/s$i.csv" 30 4 "$i"; done
run 0 check d
silent err
shows '^ *30 *4  s1 .* text  *d/s1.csv$'
shows '^variables: v1, v2, v3, v4$'
shows 'all is well'
shows 'with --k'
run 0 check d --k 2
shows 'plan: rows take 2.9 kB, a fit .*B more and .* with one thread'
run 0 check d/s1.csv d/s2.csv -k 2 --quiet
shows '^ *30 *4  s2 .*d/s2.csv$'

# every bad file is told, the gravest first, and the good ones still shown
printf 'v1,v2,v3,v4\n1,2,3,4\n1,x,3,4\n2,2,2,2\n' >d/word.csv
printf 'v1,v2,v3,v4\n1,2,3,4\n1,nan,3,4\n2,2,2,2\n' >d/nan.csv
: >d/empty.csv
awk -F, -v OFS=, 'NR > 1 { $2 = 5 } 1' d/s1.csv >d/flat.csv
sed '1s/v4/other/' d/s2.csv >d/names.csv
run 3 check d none.csv
shows '^ *30 *4  s1 .* text  *d/s1.csv$'
for bad in word nan empty flat names; do shows "[0-9]\. .*d/$bad.csv"; done
shows 'none.csv'
shows '^  1\. .*none.csv' # cannot be opened: first
shows '6 problems to mend'
shows 'v2' # the constant column by name
order=$(grep '^  [0-9]\.' out | grep -o 'none\|empty\|word\|names\|flat\|nan' | uniq | tr '\n' ' ')
case $order in
    none\ *names\ *flat*) good ;;
    *) bad "order of gravity: $order" ;;
esac
rm d/word.csv d/nan.csv d/empty.csv
run 3 check d
shows '2 problems to mend'
run 3 check d --ignore v2 # a remedy at work: one problem less
shows '1 problem to mend'
shows 'names.csv'

# as much as can be said in JSON
if have_python; then
    run 3 check d --json
    cp out j
    is false "$(json j ok)"
    is 2 "$(python3 -c 'import json; print(len(json.load(open("j"))["problems"]))')"
    is '"columns"' "$(json j problems 0 kind)"
    is '"values"' "$(json j problems 1 kind)"
    rm d/flat.csv d/names.csv
    run 0 check d --json --k 2 --threads 1
    cp out j
    is true "$(json j ok)"
    is '["v1", "v2", "v3", "v4"]' "$(json j variables)"
    is 30 "$(json j classes 2 rows)"
    is '"d/s3.csv"' "$(json j classes 2 file)"
    is 2880.0 "$(json j plan data_bytes)"
    is 1 "$(json j plan threads)"
    case $(json j plan fit_seconds) in null | 0 | 0.0) bad 'no time planned' ;; *) good ;; esac
    run 0 check d --json --precision single
    cp out j
    is 1440.0 "$(json j plan data_bytes)"
    is null "$(json j plan peak_bytes)"
    is null "$(json j plan fit_bytes)"
fi
rm -f d/flat.csv d/names.csv

# notes do not fail
table few.csv 5 3 9
run 0 check few.csv
shows '1 class has fewer than 10 rows'
shows 'few'
# many classes are not all listed
mkdir many
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do cp d/s1.csv "many/m$i.csv"; done
run 0 check many
shows '(3 more, --verbose'
run 0 check many -v
is 15 "$(grep -c '^ *30 .*many/m' out)"
shows 'class m2: many/m2.csv is the same file as many/m1.csv: leave one out'
# names that occur twice, beside a bad file
mkdir again
cp d/s1.csv again
: >again/empty.csv
run 3 check d again
shows 'again/empty.csv'
shows "'s1'"
shows '2 problems to mend'
# standard input, which cannot be read twice
last='check -'
"$LACON" check - <d/s1.csv >out 2>err && good || bad 'standard input'
printf 'a,b\n1,2\n1,x\n' | "$LACON" check - >out 2>err
is 3 $?
shows "'x'"
shows '1 problem to mend'
# a table of participants: by label, or by what labels begin with
mkdir p
for i in 01 02 11; do cp d/s1.csv "p/site_${i}_rois.csv"; done
printf 'name,file\nA,site_01\nB,"site_02"\nC,site_1\n' >pheno.csv
run 0 check p --participants pheno.csv --id file
shows 'participants: 2 of 3 classes have a line'
shows '1 of 3 classes have no line in pheno.csv (column file): site_11_rois'
run 2 check p --participants pheno.csv --id nothing
says "there is no column 'nothing'; there are name, file"
echo 'D,site_01' >>pheno.csv
run 3 check p --participants pheno.csv --id file
says 'lines 2 and 5'
run 1 check p --participants none.csv
# usage is not data
run 2 check d --k 9
says '--k 9 is more than the 4'
run 2 check d --k 0

# each finding names its option, and those of fit are listed once more
mkdir c k u
for i in 1 2 3; do
    awk 'BEGIN { print "a,b,c,d"; print "4,1,0.5,0"; print "1,3,0.2,0.7"; print "0.5,0.2,2,0.1"; print "0,0.7,0.1,5" }' |
        awk -F, -v OFS=, -v i=$i 'NR > 1 { $(NR - 1) += i } 1' >c/c$i.csv
    table "k/k$i.csv" 30 4 $i
    awk -F, -v OFS=, 'NR > 1 { $2 = $2 * 500 } 1' k/k$i.csv >u/u$i.csv
done
run 0 check c
shows 'row i is the same as column i: .*(--covariance N)'
shows '^options of fit that answer these: .*--covariance'
run 0 check c --covariance 50
is 0 "$(grep -c 'row i is the same' out)"
run 0 check u
is 0 "$(grep -c -e '--noise' out)" # scaled: nothing to answer
run 0 check u --scale center
shows "'v2' varies .* times as much as the others, .*(--scale z) or let it differ (--noise variable)"
shows '^options of fit that answer these: --noise .*--scale'
table k/k4.csv 1200 4 4
run 0 check k
shows 'class k4: has 1200 of all 1290 rows .*(--weights equal)'
awk -F, -v OFS=, 'NR == 1 { print "land", $0; next } { print (NR % 2 ? "UK" : "FR"), $0 }' k/k1.csv >words.csv
run 3 check words.csv
shows "(--ignore 1), or if it names the classes split by it (--class 'land')"
shows '^options of fit that answer these: --class --transpose --ignore$'
run 0 check words.csv --class land
sed 1d k/k1.csv | cut -d, -f1-3 >three.csv
sed 1d k/k2.csv >four.csv
run 3 check three.csv four.csv
shows 'choose them (--columns), or if they are in the lines turn the tables (--transpose)'
awk 'BEGIN { for (i = 0; i < 20000; i++) print i % 2 "," i % 3 "," (i % 7 == 0) "," i % 5 "," i % 4 ",0,0" }' | gzip -9 >packed.csv.gz
run 0 check packed.csv.gz --ignore 6:7
is 0 "$(grep -c -e '--max-mem' out)" # small
awk 'BEGIN { for (i = 0; i < 60000; i++) print i % 2 "," i % 3 "," (i % 7 == 0) "," i % 5 "," i % 4 }' | gzip -9 >packed.csv.gz
run 0 check packed.csv.gz
shows 'holds .* times the bytes of its file: .*(--max-mem SIZE)'
sed '5s/^[^,]*/NA/' k/k1.csv >hole.csv
run 3 check hole.csv
shows '^options of fit that answer these: --ignore --missing$'
if have_python; then
    run 3 check hole.csv --json
    cp out j
    is '["ignore", "missing"]' "$(json j options)"
    run 0 check d --json
    cp out j
    is '[]' "$(json j options)"
fi

# A name that is no UTF-8 (a lone byte of Latin-1, a character cut short) is one in JSON; what is good of it stays.
odd=$(printf 'caf\351 \342\202 \303\251 \360\237\230\200 \355\240\200.csv')
cp k/k1.csv "$odd"
run 0 check "$odd" --json
check "the JSON is UTF-8" iconv -f UTF-8 -t UTF-8 out
run 0 check "$odd" --json
shows "$(printf 'caf\357\277\275 .* \303\251 \360\237\230\200 .*csv')"
