# SPDX-License-Identifier: BSD-3-Clause
# lacon-mpi: the bytes of one process from any number of ranks and threads; a failure of one is that of all.
mpi=$(dirname "$LACON")/lacon-mpi
[ -x "$mpi" ] || skip "no lacon-mpi: ./run mpi builds it"
command -v mpirun >/dev/null 2>&1 || skip "no mpirun"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1 # more ranks than cores: those that wait let the others work

# ranks N EXIT ARGUMENT...: as run, on N ranks
ranks() {
    n=$1 want=$2
    shift 2
    last="(on $n ranks) $*"
    got=0
    mpirun --oversubscribe -n "$n" "$mpi" "$@" >out 2>err </dev/null || got=$?
    if [ "$got" = "$want" ]; then good; else bad "exit $got, wanted $want"; fi
}
# same_folder A B: all but what tells of the run itself
same_folder() {
    for file in "$1"/*; do
        case $file in *.json | */SHA256SUMS) continue ;; esac
        same "$file" "$2/${file##*/}"
    done
}

run 0 simulate --classes 12 --samples 60 --variables 24 --modules 3 --seed 5 --out sim -q
awk 'BEGIN {print "id\tgroup"; for (i = 1; i <= 12; i++) printf "class-%03d\t%s\n", i, i % 2 ? "a" : "b"}' >people.tsv
# name: the command, the same for one process and for ranks
fit='fit sim --k 3 -q'
select='select sim --k 2:4 -q'
stability='stability m-fit sim --boot 7 -q'
test='test m-fit -p people.tsv --id id --model group --perm 700 -q'
experiment='experiment fig2 --reps 3 --samples 25 --methods lacon,kmeans -q'
for name in fit select stability test experiment; do
    eval "words=\$$name"
    # shellcheck disable=SC2086,SC2154  # words
    run 0 $words --threads 1 --out "m-$name"
    # shellcheck disable=SC2086
    ranks 2 0 $words --threads 2 --out "m-$name-2"
    silent err
    same_folder "m-$name" "m-$name-2"
done
ranks 3 0 select sim --k 2:4 -q --out m-select-3
same_folder m-select m-select-3

# files beyond 32 MB: every rank reads and holds those of its own classes alone
run 0 simulate --classes 16 --samples 500 --variables 240 --modules 3 --seed 5 --out large -q
run 0 fit large --k 3 --threads 1 --out l-1 -q
ranks 2 0 fit large --k 3 --threads 2 --out l-2 -v
says 'own          8 of 16 classes were read and held by the first rank'
same_folder l-1 l-2
ranks 3 0 fit large --k 3 --threads 1 --out l-3 -v
says 'own          5 of 16 classes were read and held by the first rank'
same_folder l-1 l-3
ranks 2 0 fit large --k 3 --noise variable --threads 1 --out l-noise -q
run 0 fit large --k 3 --noise variable --threads 1 --out l-noise-1 -q
same_folder l-noise-1 l-noise
select='select large --k 3:4 --cv subject:2'
stability='stability l-1 large --boot 2 --over both'
for name in select stability; do
    eval "words=\$$name"
    # shellcheck disable=SC2086,SC2154  # words
    run 0 $words --threads 2 --out "l-$name" -q
    # A job of a cluster may have this set for all that it runs.
    export OMP_NUM_THREADS=2
    # shellcheck disable=SC2086
    ranks 3 0 $words --threads 1 --out "l-$name-3" -v
    unset OMP_NUM_THREADS
    says 'own          5 of 16 classes were read and held by the first rank'
    same_folder "l-$name" "l-$name-3"
done
printf 'V1,V2\n1,2\n' >large/class-016.csv
ranks 2 3 fit large --k 3 --out never
is 1 "$(grep -c 'class-016.csv' err)"
absent never

# one long class: every rank reads and holds some of its rows
run 0 simulate --classes 1 --samples 520 --variables 16200 --modules 3 --noise 1e-4 --seed 5 --out long -q
run 0 convert long --to npy --out rows -q
run 0 fit rows --k 3 --threads 1 --out r-1 -q
ranks 3 0 fit rows --k 3 --threads 2 --out r-3 -v
says 'own          195 of 520 rows were read and held by the first rank'
same_folder r-1 r-3
is "$(sed -n 's/.*"sha256": //p' r-1/model.json)" "$(sed -n 's/.*"sha256": //p' r-3/model.json)"
truncate -s -8 rows/class-001.npy
ranks 2 3 fit rows --k 3 --out never
is 1 "$(grep -c 'class-001.npy' err)"
absent never

# the same for folds and resamples, of a class of many rows and centred variables (the model says so)
run 0 simulate --classes 1 --samples 84000 --variables 100 --modules 3 --seed 5 --out tall -q
run 0 convert tall --to npy --out tall-rows -q
rm -r tall
run 0 fit tall-rows --k 3 --scale center --threads 1 --out a-1 -q
select='select tall-rows --k 3:4 --cv rows:2'
stability='stability a-1 tall-rows --boot 2 --checkpoint kept'
for name in select stability; do
    eval "words=\$$name"
    # shellcheck disable=SC2086,SC2154  # words
    run 0 $words --threads 2 --out "a-$name" -q
    # shellcheck disable=SC2086
    ranks 3 0 $words --threads 1 --out "a-$name-3" -v
    says 'own          31500 of 84000 rows were read and held by the first rank'
    same_folder "a-$name" "a-$name-3"
done
truncate -s -8 tall-rows/class-001.npy
ranks 2 3 select tall-rows --k 3:4 --cv rows:2 --out never
is 1 "$(grep -c 'class-001.npy' err)"
absent never
rm -r tall-rows

# ranks that see different files: which of them, and what
mkdir r0 r1
for r in 0 1; do cp -r sim m-fit people.tsv r$r; done
printf '#!/bin/sh\ncd r${OMPI_COMM_WORLD_RANK:-$PMI_RANK} && exec "%s" "$@"\n' "$mpi" >elsewhere
chmod +x elsewhere
own_mpi=$mpi mpi=$PWD/elsewhere
sed '5s/[0-9]\.[0-9]/7.7/' sim/class-003.csv >r1/sim/class-003.csv
for words in 'fit sim --k 3' 'select sim --k 2:3' 'stability m-fit sim --boot 4' 'experiment table1 sim --test 20'; do
    # shellcheck disable=SC2086
    ranks 2 3 $words --out never
    says "rank 1 (.*) has another 'class-003' than rank 0 (.*): do all ranks see the same files"
    absent r0/never
done
for line in 2 3 4 6 7 8; do # scaled, all have a variance of one
    sed "${line}s/[0-9]\.[0-9]/7.7/" sim/class-003.csv >r1/sim/class-003.csv
    ranks 2 3 fit sim --k 3 --out never
    absent r0/never
    rm -rf r0/never
done
rm r1/sim/class-003.csv
ranks 2 3 fit sim --k 3 --out never
says "rank 1 (.*) has 'class-004' where rank 0 (.*) has 'class-003'"
sed '3s/b$/a/' people.tsv >r1/people.tsv
ranks 2 3 test m-fit -p people.tsv --id id --model group --perm 700 --out never
says "has another 'model, table or options'"
mpi=$own_mpi

# one voice: no rank but the first says anything
ranks 3 0 fit sim --k 3 --out once
is 1 "$(grep -c '^12 classes' err)"
ranks 2 0 version
is 1 "$(grep -c '^lacon' out)"

# failures: the message once, the documented exit code, nothing written
ranks 3 1 fit sim none.csv --k 3 --out never
is 1 "$(grep -c 'none.csv: cannot be opened' err)"
absent never
ranks 2 2 fit sim --k 3 --out never --nonsense
is 1 "$(grep -c nonsense err)"
ranks 2 1 fit sim --k 3 --out once
says 'once'
ranks 2 2 fit - --k 3 --out never
says 'standard input'
mkfifo pipe.csv # each would wait for what another has read
ranks 2 2 fit pipe.csv --k 3 --out never
says 'a pipe reaches one rank'
nothing_left
