# SPDX-License-Identifier: BSD-3-Clause
# Little memory: every command ends by itself, with a result or with a sentence. OpenBLAS, asked to work where its
# buffer cannot be mapped, would ask for it for ever.
! emulated || skip "limits of memory are the emulator's"
[ "$(ulimit -v)" = unlimited ] || skip "the address space is limited already"
(ulimit -v 4000000 && exec "$LACON" version) >/dev/null 2>&1 || skip "this build reserves terabytes of addresses (sanitizer)"
table a.csv 60 8 1
table b.csv 60 8 2

# The least room in which the program gets as far as main: below some 240 MB OpenBLAS 0.3.29 (Debian 13) asks for its
# buffers for ever before that, in any program.
least=none
for room in 400000 300000 240000 200000 160000 120000 80000; do
    (ulimit -v $room && exec timeout -s KILL 30 "$LACON" version) >/dev/null 2>&1 || break
    least=$room
done
[ "$least" != none ] || skip "no program with OpenBLAS starts in 400 MB"
[ "$least" = 80000 ] || echo "no program with OpenBLAS starts below $least kB: tried from there"

# What the program takes before main counts in every address space.
size "$LACON" | awk 'NR == 2 { exit !($3 < 1000000) }' && good || bad "a megabyte of static memory, or more"

# within KB EXIT... -- ARGUMENT...: in so much address space the command ends within a minute with one of these.
within() {
    room=$1 wanted=
    shift
    while [ "$1" != -- ]; do wanted="$wanted $1 " && shift; done
    shift
    last="$* (in $room kB)" got=0
    [ "$room" -ge "$least" ] || return 0
    (ulimit -v "$room" && exec timeout -s KILL 60 "$LACON" "$@") >out 2>err </dev/null || got=$?
    case $wanted in *" $got "*) good ;; *) bad "exit $got, wanted one of$wanted" ;; esac
}

for room in 80000 120000 160000 200000 240000 300000 400000; do
    within $room 0 1 4 -- fit a.csv b.csv --k 2 --threads 2 --out m$room
    # Where the last memory goes between asking for a thread and starting it, libgomp says so itself.
    [ "$got" = 1 ] && { grep -q '^libgomp: Thread creation failed' err || says "out of memory"; }
    [ "$got" = 1 ] && absent m$room
done
within 200000 1 -- fit a.csv b.csv --k 2 --threads 1 --out m
run 0 fit a.csv b.csv --k 2 --out m
for room in 120000 200000; do
    within $room 0 1 -- evaluate m a.csv b.csv
    within $room 0 1 -- baseline ledoit-wolf a.csv --out b$room
    within $room 0 1 -- causal m a.csv b.csv --out c$room
    within $room 0 1 -- select a.csv b.csv --k 2:3 --out s$room
done

# No room for the stack of a second thread (2 GB each): one does it, and finds the same.
last="fit --threads 4, no room for threads" got=0
(ulimit -s 2000000 && ulimit -v 1500000 && exec "$LACON" fit a.csv b.csv --k 2 --threads 4 --out alone) \
    >out 2>err </dev/null || got=$?
is 0 "$got"
says "no more than 1 of 4 threads"
same m/model.npz alone/model.npz
nothing_left
