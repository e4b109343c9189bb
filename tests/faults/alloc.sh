#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every command with allocations that fail, one by one or all from there on: it ends by itself, says that memory is out
# (exit 1) or is not touched by it (0, 4), and leaves nothing half written. A sample of the allocations; all of them
# with ALL=1, each command in as many pieces as run at a time, so that none is waited for. JOBS at a time (as many as
# there are cores).
# usage: alloc.sh LACON FAIL_ALLOC.SO [one PIECE COMMAND...]
set -u
export LC_ALL=C OPENBLAS_NUM_THREADS=1 JOBS="${JOBS:-$(nproc)}"
lacon=$1 shim=$2 bad=0 runs=0
data=$(cd "$(dirname "$0")/../data" && pwd)

# try NUMBER once|forever COMMAND...: in a fresh place
try() {
    number=$1 kind=$2
    shift 2
    for old in o .o*; do [ ! -e "$old" ] || rm -rf "$old"; done # no process where there is nothing: they are thousands
    code=0
    [ "$kind" = forever ] && export FAULT_FOREVER=1 || unset FAULT_FOREVER
    FAULT_AT=$number LD_PRELOAD=$shim timeout -s KILL 60 "$lacon" "$@" >out 2>err || code=$?
    runs=$((runs + 1))
    left=
    for old in .o*; do [ ! -e "$old" ] || left=$old; done
    case $code in
    0 | 4) said=yes ;;
    1) if [ -s err ] && [ ! -e o ]; then said=yes; else said=; fi ;;
    *) said= ;;
    esac
    [ "$said" = yes ] && [ -z "$left" ] && return
    bad=$((bad + 1))
    echo "lacon $*: allocation $number ($kind): exit $code, $left $(head -c 150 err)"
}

# stretch FROM TO COMMAND...: each of them once
stretch() {
    number=$1 last=$2
    shift 2
    while [ "$number" -le "$last" ]; do
        try "$number" once "$@"
        number=$((number + 1))
    done
}

count_of() {
    FAULT_LOG=$PWD/count LD_PRELOAD=$shim "$lacon" "$@" >out 2>err || [ $? = 4 ] || {
        bad=$((bad + 1))
        echo "lacon $*: does not run: $(head -c 150 err)"
    }
    rm -rf o
    count=$(cat count)
}

sample() {
    count_of "$@"
    step=$((count / 3 + 1))
    [ -z "${ALL:-}" ] || step=$JOBS
    number=$piece
    while [ "$number" -le "$count" ]; do
        try "$number" once "$@"
        try "$number" forever "$@"
        number=$((number + step))
    done
    [ -z "${ALL:-}" ] || return
    [ "$1" != version ] || stretch 1 4 "$@" # before the command is looked at: the same in all of them
    stretch 5 6 "$@"                        # options and folders
    stretch $((count - 8)) "$count" "$@"    # the result is being written, or is written and told of
    case $* in *.h5*) stretch 45 54 "$@" ;; esac # HDF5 sets itself up, and used to crash there without a word of memory
}

# A long text in what is read: jansson's parser lost a letter of it where its buffer could not grow, or its end.
long_text() {
    letters=$(head -c 40000 /dev/zero | tr '\0' x)
    cp -r "$made/m" long
    sed "s/\"command\": \"/&$letters/" "$made/m/model.json" >long/model.json && rm long/SHA256SUMS
    FAULT_LOG=$PWD/count LD_PRELOAD=$shim "$lacon" report long --out o -q || bad=$((bad + 1))
    mv o whole
    count=$(cat count) number=1
    grep -q "$letters" whole || { bad=$((bad + 1)); echo "the long text is not in the page"; }
    while [ "$number" -le "$count" ]; do
        try "$number" once report long --out o -q
        { [ ! -e o ] || cmp -s o whole; } || { bad=$((bad + 1)); echo "allocation $number: another page, and no word of it"; }
        number=$((number + 11)) # the buffer grows a dozen times in a row
    done
}

# One command in a place of its own beside what all read; its figures are left in a file.
if [ "${3:-}" = one ]; then
    made=$PWD
    place=$(mktemp -d "$made/one.XXXXXX") && cd "$place" || exit 1
    ln -s "$made/s" "$made/m" "$made/people.tsv" "$made/prior.csv" .
    piece=$4
    shift 4
    if [ "$1" = long_text ]; then long_text; else sample "$@"; fi
    echo "$runs $bad" >figures
    exit 0
fi

if ldd "$lacon" | grep -q 'libomp\.so'; then # what clang links; gcc's asks for memory that we can refuse it
    echo "skipped: LLVM's OpenMP ends the program itself where its own memory ends"
    exit 77
fi
self=$(cd "$(dirname "$0")" && pwd)/${0##*/}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
"$lacon" simulate --classes 3 --samples 90 --variables 8 --modules 2 --seed 3 --out s >/dev/null 2>&1 || exit 1
"$lacon" fit s --k 2 --out m -q || exit 1
printf 'id\tg\tx\nclass-001\ta\t1\nclass-002\tb\t2.5\nclass-003\ta\t4\n' >people.tsv
printf 'from,to,rule\n1,2,before\n' >prior.csv

cat >commands <<TEXT
select s/class-001.csv s/class-002.csv --k 1:2 --out o --threads 1
convert s --to hdf5 --out o -q
convert $data/plain.h5 --to npy --out o -q
convert $data/v73_cells.mat --to npy --out o -q
experiment fig2 --reps 1 --samples 25 --classes 1 --variables 8 --modules 2 --out o --threads 1 -q
causal m s --out o --threads 1
causal m s --prior prior.csv --boot 2 --out o --threads 1 -q
stability m s --boot 2 --out o --threads 1 -q
fit s/class-001.csv s/class-002.csv --k 2 --out o --threads 1
fit s --k 2 --pool --participants people.tsv --id id --out o --threads 1 -q
fit s --k 2 --init m --shrink --out o --threads 1 -q
fit s --k 2 --checkpoint o.kept --memory 60M --out o --threads 1 -q
report m --out o
check s --k 2 --threads 1
check s --k 2 --json --threads 1
evaluate m s
score m m --json
score s/truth m
test m --participants people.tsv --id id --model x --perm 9 --out o --threads 1 -q
transform m s --out o --threads 1 -q
baseline glasso s --out o --threads 1 -q
baseline fa s --k 2 --out o --threads 1 -q
simulate --classes 2 --samples 10 --variables 4 --modules 2 --out o -q
compare m m
show m
help fit
version
convert s --to mat --out o -q
convert s --to npz --out o -q
convert s --to csv --out o -q
convert s --to ptseries --out o -q
convert m --to bids --out o -q
convert $data/v5.mat --to npy --out o -q
convert $data/sparse7.mat --to npy --out o -q
convert $data/packed.npz --to npy --out o -q
convert $data/f8.npy --to npy --out o -q
convert $data/r.csv.gz --to npy --out o -q
convert $data/x.ptseries.nii --to npy --out o -q
long_text
TEXT
pieces=1
[ -z "${ALL:-}" ] || pieces=$JOBS
awk -v pieces="$pieces" '{ for (i = 1; i <= ($1 == "long_text" ? 1 : pieces); i++) print i, $0 }' commands >ways
commands=$(wc -l <ways)
xargs -P "$JOBS" -L 1 sh "$self" "$lacon" "$shim" one <ways
figures=$(cat one.*/figures | awk '{ runs += $1; bad += $2 } END { print runs + 0, bad + 0, NR }')
runs=${figures%% *} ended=${figures##* } bad=${figures#* } bad=${bad% *}
echo "$runs runs of $ended commands or pieces of them, $bad bad"
[ "$bad" = 0 ] && [ "$ended" = "$commands" ] && [ "$runs" -gt 100 ]
