#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every command with allocations that fail, one by one or all from there on: it ends by itself, says that memory is out
# (exit 1) or is not touched by it (0, 4), and leaves nothing half written. A sample of the allocations; all of them
# with ALL=1.
# usage: alloc.sh LACON FAIL_ALLOC.SO
set -u
export LC_ALL=C OPENBLAS_NUM_THREADS=1
lacon=$1 shim=$2 bad=0 runs=0
if ldd "$lacon" | grep -q 'libomp\.so'; then # what clang links; gcc's asks for memory that we can refuse it
    echo "skipped: LLVM's OpenMP ends the program itself where its own memory ends"
    exit 77
fi
data=$(cd "$(dirname "$0")/../data" && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
"$lacon" simulate --classes 2 --samples 40 --variables 8 --modules 2 --seed 1 --out s >/dev/null 2>&1 || exit 1
"$lacon" fit s/class-001.csv s/class-002.csv --k 2 --out m -q || exit 1

# with NUMBER [forever]: the command of $@ in a fresh place
try() {
    number=$1 kind=$2
    shift 2
    rm -rf o .o.*
    code=0
    if [ "$kind" = forever ]; then
        FAULT_FOREVER=1 FAULT_AT=$number LD_PRELOAD=$shim timeout -s KILL 60 "$lacon" "$@" >out 2>err || code=$?
    else
        FAULT_AT=$number LD_PRELOAD=$shim timeout -s KILL 60 "$lacon" "$@" >out 2>err || code=$?
    fi
    runs=$((runs + 1))
    left=$(find . -maxdepth 1 -name '.o*')
    case $code in
    0 | 4) said=yes ;;
    1) said=$([ -s err ] && echo yes || echo no) && [ ! -e o ] || said="and wrote something" ;;
    *) said="" ;;
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

sample() {
    FAULT_LOG=$scratch/count LD_PRELOAD=$shim "$lacon" "$@" >/dev/null 2>&1
    rm -rf o
    count=$(cat count)
    step=$((count / 6 + 1))
    [ -z "${ALL:-}" ] || step=1
    number=1
    while [ "$number" -le "$count" ]; do
        try "$number" once "$@"
        try "$number" forever "$@"
        number=$((number + step))
    done
    stretch 1 12 "$@"                       # options and folders
    stretch $((count - 12)) "$count" "$@" # the result is being written, or is written and told of
}

sample fit s/class-001.csv s/class-002.csv --k 2 --out o --threads 1
sample report m --out o
sample check s --k 2 --threads 1
sample evaluate m s/class-001.csv s/class-002.csv
sample score m m --json
sample causal m s/class-001.csv s/class-002.csv --out o
sample select s/class-001.csv s/class-002.csv --k 1:2 --out o --threads 1
for file in v5.mat sparse7.mat plain.h5 packed.npz f8.npy r.csv.gz x.ptseries.nii; do
    sample convert "$data/$file" --to npy --out o -q
done
# HDF5 sets itself up: it crashed there without a word of memory, and the file was called damaged.
stretch 45 54 convert "$data/plain.h5" --to npy --out o -q

# A long text in what is read: jansson's parser lost a letter of it where its buffer could not grow, or its end.
letters=$(head -c 40000 /dev/zero | tr '\0' x)
sed "s/\"command\": \"/&$letters/" m/model.json >long.json && mv long.json m/model.json && rm -rf m/SHA256SUMS o
FAULT_LOG=$scratch/count LD_PRELOAD=$shim "$lacon" report m --out o -q || bad=$((bad + 1))
mv o whole
count=$(cat count) number=1
grep -q "$letters" whole || { bad=$((bad + 1)); echo "the long text is not in the page"; }
while [ "$number" -le "$count" ]; do
    try "$number" once report m --out o -q
    { [ ! -e o ] || cmp -s o whole; } || { bad=$((bad + 1)); echo "allocation $number: another page, and no word of it"; }
    number=$((number + 9)) # the buffer grows a dozen times in a row
done
echo "$runs runs, $bad bad"
[ "$bad" = 0 ] && [ "$runs" -gt 100 ]
