# SPDX-License-Identifier: BSD-3-Clause
# Spoilt input: the documented exit status, a sentence that names the file, nothing left behind.
table good.csv 40 4 1
printf '' >empty.csv
printf '\n\n' >blank.csv
printf 'a,b,c,d\n' >header.csv
printf 'a,b,c,d\n1,2,3,4\n1,2,3\n5,6,7,9\n' >ragged.csv
printf 'a,b,c,d\n1,2,3,4\n1,x,3,4\n5,6,7,9\n' >word.csv
printf 'a,b,c,d\n1,2,3,4\n1,nan,3,4\n5,6,7,9\n' >nan.csv
printf 'a,b,c,d\n1,2,3,4\n1,inf,3,4\n5,6,7,9\n' >inf.csv
printf 'a,b,c,d\n1,2,3,4\n1,1e999,3,4\n5,6,7,9\n' >huge.csv
printf 'a,b,c,d\n1,2,3,4\n1,,3,4\n5,6,7,9\n' >hole.csv
printf 'a,b,c,d\n1,2,3,4\n' >onerow.csv
printf 'a,b,a,d\n1,2,3,4\n2,3,1,4\n5,6,7,9\n' >twice.csv
awk -F, -v OFS=, 'NR > 1 { $3 = "1.25" } 1' good.csv >constant.csv
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "%c", (i * 7919) % 256 }' >binary.csv
printf '\223NUMPY\001\000\166\000{"descr": "<f8", "fortran_order": False, "shape": (900000000, 900000000), }\n' >lies.npy

# fails FILE STATUS PATTERN...: fit and check agree, the file is named, no folder is left
fails() {
    file=$1 status=$2
    shift 2
    run "$status" fit "$file" --k 2 --out out.d
    says "$file"
    for pattern; do says "$pattern"; done
    silent out
    absent out.d
    nothing_left
    run 3 check "$file"
    shows "$(basename "$file")"
}
fails empty.csv 3
fails blank.csv 3
fails header.csv 3
fails ragged.csv 3 3
fails word.csv 3 "'x'" 3
fails nan.csv 3 3
fails inf.csv 3 3
fails huge.csv 3 3
fails hole.csv 3 3
fails onerow.csv 3
fails twice.csv 3 "'a'"
fails constant.csv 3 "'v3'" '--ignore'
fails binary.csv 3
fails lies.npy 3
fails none.csv 1

# what is constant may be left out, or not be scaled
run 0 fit constant.csv --ignore v3 --k 2 --out kept -q
has kept/model.npz

# ---- files that do not fit each other ----
table other.csv 40 5 2
run 3 fit good.csv other.csv --k 2 --out out.d
says 'other.csv'
sed '1s/v2/w/' good.csv >renamed.csv
run 3 fit good.csv renamed.csv --k 2 --out out.d
says 'renamed.csv'
says "v2\|'w'"
mkdir sub
cp good.csv sub
run 3 fit good.csv sub/good.csv --k 2 --out out.d
says 'good'
run 2 fit good.csv --names a,b --k 2 --out out.d
run 2 fit good.csv --columns nosuch --k 2 --out out.d
says 'nosuch'
run 2 fit good.csv --class nosuch --k 2 --out out.d
says 'nosuch'
mkdir none
"$LACON" fit none --k 2 --out out.d >out 2>err
case $? in 1 | 2 | 3) good ;; *) bad 'a folder without files' ;; esac
says 'none'
absent out.d
nothing_left

# ---- a model folder that is none ----
run 0 fit good.csv --k 2 --out model -q
for command in 'transform X good.csv --out out.d' 'evaluate X good.csv' 'score X model' 'score model X' \
    'fit good.csv --k 2 --init X --out out.d'; do
    for place in nosuch sub; do
        # shellcheck disable=SC2046  # words
        "$LACON" $(echo "$command" | sed "s/X/$place/") >out 2>err
        case $? in 1 | 3) good ;; *) bad "$command with $place" ;; esac
        says "$place"
        absent out.d
    done
done
cp -r model cut
head -c 200 model/model.npz >cut/model.npz
run 3 evaluate cut good.csv
says 'model.npz'

# ---- places ----
run 1 fit good.csv --k 2 --out /proc/nowhere/m
says '/proc/nowhere'
: >file
run 1 fit good.csv --k 2 --out file/m
says 'file'
run 1 fit good.csv --k 2 --out file # a file is not replaced by a folder without a word
says '--force\|file'
has file
table long.csv 3000 60 5
# a pipe or a device that was found, not named: nobody waits for it, and it fills no memory
mkdir found
cp good.csv found/a.csv
mkfifo found/b.csv
in_time() { code=0; timeout -s KILL 60 "$LACON" "$@" >out 2>err </dev/null || code=$?; }
in_time fit found --k 2 --out out.d
is 3 "$code"
says 'found/b.csv: a pipe or a device among the files of a folder is not read: leave it out (--exclude)'
in_time fit found --exclude 'b*' --k 2 --out without -q
is 0 "$code"
rm found/b.csv
ln -s /dev/zero found/b.csv
in_time check found
is 3 "$code"
shows 'found/b.csv: a pipe'
mkdir -p bids/sub-01/func bids/sub-02/func
echo '{"Name": "x", "BIDSVersion": "1.8.0"}' >bids/dataset_description.json
for i in 1 2; do tr , '\t' <good.csv >bids/sub-0$i/func/sub-0${i}_task-rest_timeseries.tsv; done
run 0 fit --bids bids --k 2 --out in-tree -q
for name in timeseries.json outliers.tsv timeseries.tsv; do
    odd=bids/sub-02/func/sub-02_task-rest_$name
    rm -f "$odd"
    mkfifo "$odd"
    in_time fit --bids bids --k 2 --out out.d
    is 3 "$code"
    says "sub-02_task-rest_$name: a pipe"
    rm "$odd"
done
mkfifo bids/sub-01/func/sub-01_task-rest_desc-confounds_timeseries.tsv
in_time fit --bids bids --confounds bids --k 2 --out out.d
is 3 "$code"
says 'confounds_timeseries.tsv: a pipe'
# what one may not read or write
cp good.csv secret.csv
chmod 000 secret.csv
mkdir locked
chmod 555 locked
mkdir open
chmod 777 open
if unprivileged; then
    run 1 fit secret.csv --k 2 --out open/m
    says 'secret.csv'
    is '' "$(ls -A open)"
    run 3 check secret.csv
    shows 'secret.csv'
    run 1 fit good.csv --k 2 --out locked/m
    says 'locked'
    is '' "$(ls -A locked)"
fi
chmod 755 locked
absent out.d
nothing_left
