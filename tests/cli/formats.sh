# SPDX-License-Identifier: BSD-3-Clause
# Files of other programs through the command: the same fit from each, from standard input too; exit
# status 3 for whatever is wrong with a file; BIDS folders; covariances.
data=$ROOT/tests/data
table t.csv 40 4 3
run 0 fit t.csv --k 2 --seed 1 --out csv

# one table, many files: what check says of each is the same
for file in f8.npy v5.mat v7.mat v4.mat sparse.mat v73.mat plain.h5 packed.h5 plain.npz packed.npz x.ptseries.nii; do
    run 0 check "$data/$file"
    shows '^ *6  *4  '
    run 0 check "$data/$file" --columns 2,4
    shows '^ *6  *2  '
done
for file in v5.mat plain.h5 packed.npz savetxt.txt; do
    last="check - <$file"
    "$LACON" check - <"$data/$file" >out 2>err && good || bad "$file as standard input"
    shows '^ *6  *4  '
    last="cat $file | check -"
    cat "$data/$file" | "$LACON" check - >out 2>err && good || bad "$file through a pipe"
    gzip -c "$data/$file" >packed.gz
    run 0 check packed.gz
done
run 0 check "$data/bold.nii.gz" --atlas "$data/atlas.nii.gz"
shows '^ *7  *3  bold'
shows 'variables: 2001, 2002, 9170'
run 3 check "$data/bold.nii.gz"
shows 'atlas FILE'
run 3 check "$data/bold.nii.gz" --atlas "$data/atlas_moved.nii"
shows 'do not lie where those of the atlas'

# more inside than it may take
awk 'BEGIN { for (i = 0; i < 6000; i++) print i % 2 ",1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0," i % 3 }' | gzip -9 >bomb.csv.gz
run 1 fit bomb.csv.gz --k 2 --max-mem 1M --out x
says 'bomb.csv.gz: reading it takes more than the 1 MB that are left for it'
absent x
run 0 check bomb.csv.gz --max-mem 4M --ignore 2:23
run 2 check bomb.csv.gz --max-mem little
says "'little' is no size: 500M, 4G"
run 2 check bomb.csv.gz --max-mem -1G

# read by a process of its own: what the program keeps of its memory is not for that one
awk 'BEGIN { print "a,b,c,d,e,f,g,h"; for (i = 0; i < 200000; i++) print i % 2 "," i % 3 ",1,0,0,1,0," i % 5 }' >long.csv
run 0 convert long.csv --to mat --out long -q
run 3 check long/long.mat --max-mem 6M --ignore 3:7 # 12.8 MB of doubles
shows 'reading it takes more than the 6 MB that are left for it'
if ! emulated; then
    run 3 check long/long.mat --max-mem 20M --ignore 3:7 # twice, once as matio has them
    shows 'needs more than \(the \)\?20 MB .*(--max-mem)' # the: where it ended in a crash, as under a sanitizer
fi
gzip -9 <long/long.mat >long.mat.gz
run 3 check long.mat.gz --max-mem 6M --ignore 3:7
shows 'long.mat.gz: reading it takes more than the 6 MB'
run 0 check long/long.mat --max-mem 60M --ignore 3:7
rm -r long long.csv long.mat.gz

# several arrays: listed, or chosen
run 3 fit "$data/several.mat" --k 2 --out x
says 'several.mat: holds several tables: choose one (--variable NAME) of ts (6 x 4), conf (3 x 2)'
is 1 "$(grep -vc 'without a filter of system calls' err)"
run 0 check "$data/several.mat" --variable ts
run 3 check "$data/several.h5" --variable nothing
shows "has no variable 'nothing'"

# damage is bad data, and nothing is written
head -c 300 "$data/v5.mat" >cut.mat
head -c 1500 "$data/plain.h5" >cut.h5
head -c 600 "$data/packed.npz" >cut.npz
head -c 900 "$data/x.ptseries.nii" >cut.nii
for file in cut.mat cut.h5 cut.npz cut.nii "$data/huge.h5" "$data/object.npy"; do
    run 3 fit "$file" --k 2 --out x
    says "$(basename "$file")"
    absent x
done
# bombs: 80 MB of zeros in 80 kB, as text and behind an array
head -c 80000000 /dev/zero | gzip >zeros.gz
run 3 check zeros.gz
{ cat "$data/f8.npy"; head -c 80000000 /dev/zero; } | gzip >f8.npy.gz
run 3 check f8.npy.gz

# covariances
printf 'a,b,c,d\n1,.5,0,0\n.5,1,0,0\n0,0,1,.4\n0,0,.4,1\n' >k.csv
run 0 fit k.csv --covariance 500 --k 2 --out fromk
run 2 check k.csv --covariance 1
says 'a whole number from 2'
run 3 check t.csv --covariance 9
shows '40 lines and 4 columns'

# a BIDS folder
for sub in 01 02; do
    for r in 1 2; do
        mkdir -p "b/sub-$sub/func"
        name=b/sub-$sub/func/sub-${sub}_task-rest_run-$r
        table s.csv 60 6 "$sub$r"
        tr , '\t' <s.csv >"${name}_seg-Toy_stat-mean_timeseries.tsv"
        echo '{"RepetitionTime": 2}' >"${name}_seg-Toy_stat-mean_timeseries.json"
        awk 'BEGIN { print "framewise_displacement"; for (i = 0; i < 60; i++) print i % 4 == 0 }' \
            >"${name}_outliers.tsv"
    done
done
run 0 check --bids b --atlas Toy --task rest
shows 'is one run of several: join those of a session or subject (--pool runs, sessions)'
is 4 "$(grep -c '^ *45  *6  sub-0[12]_run-[12]' out)"
run 0 fit --bids b --atlas Toy --task rest --pool runs --min-minutes 2 --k 2 --out bids
is 'sub-01 90
sub-02 90' "$(awk 'NR > 1 { print $1, $2 }' bids/classes.tsv)"
is 0 "$(grep -c 'passed over' err)"
echo '{"RepetitionTime": 2' >b/sub-02/func/sub-02_task-rest_run-2_desc-a_bold.json
run 0 fit --bids b --atlas Toy --task rest --pool runs --min-minutes 2 --k 2 --out spoilt
says 'warning: b/sub-02/func/sub-02_task-rest_run-2_desc-a_bold.json:[12]: this sidecar is passed over: '
is 1 "$(grep -c 'passed over' err)"
same bids/model.npz spoilt/model.npz
echo '[2]' >b/sub-02/func/sub-02_task-rest_run-2_desc-a_bold.json
run 0 check --bids b --atlas Toy --task rest
is 1 "$(cat out err | grep -c 'bold.json:1: this sidecar is passed over: a JSON object was expected')"
rm b/sub-02/func/sub-02_task-rest_run-2_desc-a_bold.json
run 2 fit t.csv --pool runs --k 2 --out y
says 'runs are joined by the names of a BIDS folder: name it (--bids)'
run 3 fit --bids b --atlas Toy --pool runs --min-minutes 4 --k 2 --out y
says 'no class has 4 minutes'
run 3 check --bids b --atlas Other
shows "no series of atlas 'Other'"
printf 'v1\tv2\tv3\tv4\tv5\tv6\n1\t2\n' >b/sub-01/func/sub-01_task-bad_seg-Toy_timeseries.tsv
run 3 check --bids b --atlas Toy
shows 'task-bad_seg-Toy_timeseries.tsv:2'
shows '^1 problem to mend'
rm b/sub-01/func/sub-01_task-bad_seg-Toy_timeseries.tsv
# fMRIPrep's confounds lie among the series and are none; a folder of them stands for the table of each run
for sub in 01 02; do
    for r in 1 2; do
        confounds=f/sub-$sub/func/sub-${sub}_task-rest_run-${r}_desc-confounds_timeseries.tsv
        mkdir -p "f/sub-$sub/func" flat
        awk -v s="$sub$r" 'BEGIN { print "csf\tfd"; for (i = 1; i <= 60; i++) print sin(i * s) "\t" (i > 1 ? i % 7 / 10 : "n/a") }' >"$confounds"
        cp "$confounds" "b/sub-$sub/func"
        cp "$confounds" "flat/sub-${sub}_task-rest_run-$r.tsv"
    done
done
run 0 fit --bids b --task rest --pool runs --min-minutes 2 --k 2 --out among -q # one atlas: it need not be told
same bids/model.npz among/model.npz
run 3 fit --bids f --k 2 --out no
says 'f: no series in sub-.*; fMRIPrep writes images and confounds: series of regions are made of them by XCP-D or Nilearn$'
rm b/sub-0[12]/func/*_outliers.tsv
run 0 fit --bids b --confounds 'flat/*.tsv' --confound-columns csf --censor 'flat/*.tsv' --censor-column fd --k 2 --out by-star -q
run 0 fit --bids b --confounds f --confound-columns csf --censor f --censor-column fd --k 2 --out by-folder -q
same by-star/model.npz by-folder/model.npz
is 52 "$(awk 'NR == 2 { print $2 }' by-folder/classes.tsv)"
run 3 fit --bids b --pool runs --task rest --confounds f --k 2 --out no
says "are both of class 'sub-01': one class for each run has one table (--pool separate)"
rm f/sub-02/func/*run-2*
run 3 fit --bids b --confounds f --confound-columns csf --k 2 --out no
says "f/sub-02/func: no \*_desc-confounds_timeseries.tsv of class 'sub-02_task-rest_run-2' in it"
run 2 fit t.csv --confounds f --k 2 --out no
says "'f' is a folder, but class 't' is not called as BIDS calls runs"
# --exclude holds for series
run 0 fit --bids b --exclude '*sub-02_*' --k 2 --out without -q
is 'sub-01_task-rest_run-1 sub-01_task-rest_run-2 ' "$(sed 1d without/classes.tsv | cut -f1 | tr '\n' ' ')"
run 0 check --bids b --exclude 'sub-02_*'
is 2 "$(grep -c '^ *[0-9]\+  *6  sub-0._task-rest' out)"
run 2 fit --k 2 --out z
run 2 fit t.csv --bids b --atlas Toy --k 2 --out z
says 'do not go together'
