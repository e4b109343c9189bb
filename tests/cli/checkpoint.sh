# SPDX-License-Identifier: BSD-3-Clause
# What is finished is kept and gone on from: after a limit of time, after signals, after kill -9 (tests/faults/kills.py).
variables=120
! emulated || variables=40
run 0 simulate --classes 8 --samples 200 --variables $variables --modules 8 --noise 3 --seed 1 --out sim -q
long="fit sim --k 12 --starts 20 --threads 1"
# shellcheck disable=SC2086  # words
run 0 $long --out want -q

kept_something='[ -n "$(find kept -name part-0 -size +1 2>/dev/null)" ]'

# a limit of time: again and again, twice as long each time, until it is done
got=130 ms=50 stopped=0
while [ "$got" = 130 ]; do
    got=0
    # shellcheck disable=SC2086
    "$LACON" $long --checkpoint kept --time-limit "$((ms / 1000)).$(printf %03d $((ms % 1000)))" --out got >out 2>err || got=$?
    if [ "$got" = 130 ]; then
        says 'what is finished is kept'
        absent got
        stopped=$((stopped + 1))
    fi
    ms=$((2 * ms))
done
is 0 "$got"
[ $stopped -gt 0 ] && good || bad 'no limit of time was reached'
for file in modules.tsv connectivity.tsv classes.tsv model.npz; do same want/$file got/$file; done
absent kept
nothing_left

# signals, and another number of threads afterwards
for signal in TERM USR1; do
    # shellcheck disable=SC2086
    signalled $signal "$kept_something" "got$signal" $long --checkpoint kept
    is 130 "$code"
    absent "got$signal"
    # shellcheck disable=SC2086
    run 0 ${long%1}2 --checkpoint kept --out "got$signal"
    says 'going on from kept'
    same want/model.npz "got$signal/model.npz"
done

# a checkpoint of something else is refused, and stays
# shellcheck disable=SC2086
signalled KILL "$kept_something" got2 $long --checkpoint kept
is 137 "$code"
run 2 fit sim --k 11 --checkpoint kept --out got2
says 'checkpoint of other data or settings'
absent got2
has kept/part-0
run 1 fit sim --k 3 --checkpoint want/modules.tsv --out got2
says 'modules.tsv'

if have_python && ! emulated; then
    mkdir kills
    (cd kills && python3 "$ROOT/tests/faults/kills.py" "$LACON" - 3 "$$") >out 2>err || bad 'kills'
    shows 'byte-identical'
fi
