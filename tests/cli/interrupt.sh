# SPDX-License-Identifier: BSD-3-Clause
# Interrupts: the first stops after the iteration and writes, the second quits and leaves nothing.
# Minutes of work on any machine: more modules than there are, every start to its end.
run 0 simulate --classes 8 --samples 1000 --variables 300 --modules 12 --noise 4 --seed 1 --out sim -q
slow="fit sim --k 40 --membership all --noise variable --tol 0 --starts 64 --threads 1"

# start: until the fit has read its data and is at its starts, which its progress tells
start() {
    : >err
    last="$slow $*"
    # shellcheck disable=SC2086  # words
    "$LACON" $slow --progress "$@" >out 2>err &
    pid=$!
    until grep -q '^start' err || ! kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    kill -0 "$pid" 2>/dev/null || bad 'it was over before it could be interrupted'
}
ended() {
    code=0
    wait "$pid" || code=$?
    is "$1" "$code"
}

for signal in INT TERM XCPU; do
    start --out "m$signal"
    kill -s "$signal" "$pid"
    ended 130
    says 'stopping after this step'
    says 'interrupted'
    for file in modules.tsv connectivity.tsv classes.tsv model.npz model.json; do has "m$signal/$file"; done
    nothing_left
    if have_python; then
        is false "$(json "m$signal/model.json" converged)"
        is '"cancelled"' "$(json "m$signal/model.json" stop_reason)"
    fi
    # what was written is a model
    run 0 score "m$signal" "m$signal"
done

# twice: at once and without a trace. The first is not acted on while the process is stopped.
start --out never
kill -STOP "$pid"
kill -INT "$pid"
kill -TERM "$pid"
kill -CONT "$pid"
ended 130
absent never
nothing_left

# SIGQUIT (Ctrl-\) is as two of the others
start --out never
kill -s QUIT "$pid"
ended 130
absent never
nothing_left

# commands without a result worth keeping leave nothing
signalled INT "find . -path './.*/class-002.csv' | grep -q ." never \
    simulate --classes 400 --samples 2000 --variables 100 --modules 5
is 130 "$code"
says 'nothing was written'
absent never
nothing_left

# nobody has opened the pipe, nobody writes to it, it ends in the middle: the first signal is enough
mkfifo mute.csv
waiting() {
    last="fit mute.csv, and SIGTERM"
    "$LACON" fit mute.csv --k 2 --out never >out 2>err 9>&- &
    pid=$!
    sleep 0.5
    kill -s TERM "$pid"
    ended 130
    absent never
    nothing_left
}
waiting
exec 9<>mute.csv
waiting
head -5 sim/class-001.csv >&9
waiting
exec 9>&-
mkfifo whole.csv
cat sim/class-001.csv >whole.csv &
run 0 fit whole.csv --names class-001 --k 2 --out piped -q
run 0 fit sim/class-001.csv --k 2 --out plain -q
same plain/model.npz piped/model.npz

# before anything could be estimated: nothing is written. The reader waits for a pipe that stays open; it holds less
# than these lines, so that some of them were read when all are in it.
mkfifo pipe.csv
exec 9<>pipe.csv
"$LACON" fit pipe.csv --k 2 --out never >out 2>err 9>&- &
pid=$!
head -50 sim/class-001.csv >&9
kill -INT "$pid"
exec 9>&-
ended 130
absent never
nothing_left
