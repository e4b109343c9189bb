#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# System calls of every command that writes fail, or kill the process, one at a time (strace injects): a killed run
# leaves the old result or the new one, whole, and what it left beside goes with the next; a failed call ends the
# command with a result or exit 1, and nothing half written. Every STEP-th call; all with STEP=1.
# usage: calls.sh LACON
set -u
export LC_ALL=C OPENBLAS_NUM_THREADS=1
lacon=$1 step=${STEP:-60} bad=0 runs=0 deaths=0 refusals=0
command -v strace >/dev/null 2>&1 || { echo "no strace: skipped"; exit 77; }
strace -qq -o /dev/null true 2>/dev/null || { echo "strace may not trace here: skipped"; exit 77; }
scratch=$(mktemp -d -p "${CALLS_TMP:-${TMPDIR:-/tmp}}") || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
"$lacon" simulate --classes 3 --samples 30 --variables 6 --modules 2 --seed 1 --out s -q || exit 1
"$lacon" fit s --k 2 --out m -q || exit 1
for format in hdf5 mat; do "$lacon" convert s --to $format --out $format -q || exit 1; done
printf 'id\tg\nclass-001\ta\nclass-002\tb\nclass-003\ta\n' >people.tsv

complain() {
    bad=$((bad + 1))
    echo "$* $(head -c 150 err)"
}

# What of the result lies at X: absent, old, whole (all that the list of digests names, and as many files) or in part.
state() {
    [ -e X ] || { echo absent; return; }
    [ ! -f X/old ] || { echo old; return; }
    [ -d X ] || { if [ "$(wc -c <X)" -ge "$size" ]; then echo whole; else echo part; fi; return; }
    if [ "$(find X -type f | wc -l)" = "$count" ] && (cd X && sha256sum -c --quiet SHA256SUMS) >/dev/null 2>&1
    then echo whole; else echo part; fi
}

place() {
    rm -rf X .X*
    case $* in *--force*) mkdir X && echo kept >X/old ;; esac
}

# with CALL NUMBER HOW COMMAND...: the command under an injection
with() {
    call=$1 number=$2 how=$3
    shift 3
    place "$@"
    code=0
    timeout -s KILL 60 strace -f -qq -o /dev/null -e trace="$call" -e inject="$call:$how:when=$number" \
        "$lacon" "$@" >out 2>err </dev/null || code=$?
    runs=$((runs + 1))
    [ $code != 137 ] || deaths=$((deaths + 1))
    [ $code != 1 ] || refusals=$((refusals + 1))
    found=$(state)
}

killed() {
    at=$1 which=$2
    shift 2
    with "$at" "$which" signal=KILL "$@"
    case $*:$found in
    *:whole | *--force*:old) ;;
    *--force*) complain "lacon $*: killed at $call $number: $found" ;;
    *:absent) ;;
    *) complain "lacon $*: killed at $call $number: $found" ;;
    esac
}

failed() {
    at=$1 which=$2 kind=$3
    shift 3
    with "$at" "$which" "error=$kind" "$@"
    left=$(find . -maxdepth 1 -name '.X*')
    case $call in unlink* | rmdir) left= ;; esac # what cannot be removed stays
    case $code:$found in
    0:whole | 4:whole | 1:absent | 1:old | 1:whole) ;;
    *) complain "lacon $*: $call $number failed: exit $code, $found" && return ;;
    esac
    [ -z "$left" ] || complain "lacon $*: $call $number failed: left $left"
}

# The command as it is, then with its calls injected one after the other.
through() {
    place "$@"
    strace -f -y -qq -o trace "$lacon" "$@" >out 2>err </dev/null || { complain "lacon $*: does not run"; return; }
    count=$(find X -type f | wc -l) size=$([ -f X ] && wc -c <X || echo 0)
    [ "$(state)" = whole ] || complain "lacon $*: $(state)"
    first=$(grep -nE 'SIGHUP|SIGPIPE|pipe2' trace | head -1 | cut -d: -f1)
    for call in openat read pread64 write pwrite64 close fstat newfstatat mkdir renameat2 rename unlink unlinkat rmdir \
        fsync ftruncate flock mmap pipe2 getdents64 lseek link linkat; do
        all=$(grep -cE "^[0-9]+ +$call\(" trace)
        before=$(head -n "${first:-1}" trace | grep -cE "^[0-9]+ +$call\(")
        number=$((before + 1))
        while [ "$number" -le "$all" ]; do
            turn=$((turn + 1))
            if [ $((turn % step)) = 0 ]; then
                case $call in
                mmap) error=ENOMEM ;;
                write | pwrite64 | mkdir | ftruncate) error=ENOSPC ;;
                *) error=EIO ;;
                esac
                failed "$call" "$number" "$error" "$@"
                killed "$call" "$number" "$@"
            fi
            number=$((number + 1))
        done
    done
    call=read # what is read by way of stdio, for jansson: to it a failure is the end of the text; runs differ by one read
    for number in $(awk '/^[0-9]+ +read\(/ { n++; if (/model[.]json>.*, 4096[)]/) print n - 1 "\n" n }' trace); do
        failed read "$number" EIO "$@"
    done
    place none
    "$lacon" "$@" >out 2>err </dev/null
    [ -z "$(find . -maxdepth 1 -name '.X*')" ] || complain "lacon $*: what killed runs left is still there"
}

turn=0
through fit s --k 2 --out=X --threads=1 -q
through fit s --k=2 --out=X --threads=1 -q --force
through fit hdf5 --k=2 --out=X --threads=1 -q
through fit mat --k=2 --out=X --threads=1 -q
through report m --out=X -q
through convert s --to=npy --out=X -q
through convert s --to=hdf5 --out=X -q
through simulate --classes=2 --samples=10 --variables=4 --modules=2 --out=X -q
through transform m s --out=X --threads=1 -q
through causal m s --boot=2 --out=X --threads=1 -q
through select s --k=1:2 --out=X --threads=1 -q
through stability m s --boot=2 --out=X --threads=1 -q
echo "$runs runs, $deaths killed, $refusals refused, $bad bad"
[ "$bad" = 0 ] && [ "$deaths" -gt 2 ] && [ "$refusals" -gt 2 ] # a system that injects nothing shows nothing
