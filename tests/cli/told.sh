# SPDX-License-Identifier: BSD-3-Clause
# Told as it is: a file beyond the limit is a failed write and no death; a part that may not be read is an error and
# not absent; what a killed run left is gone after the next.
table a.csv 60 8 1
table b.csv 60 8 2
run 0 fit a.csv b.csv --k 2 --out m
run 0 causal m a.csv b.csv --out m/causal

# 2 blocks of 512 bytes: every file of the model that is larger cannot be written.
last="fit (ulimit -f 2)" got=0
# The thread sanitizer maps a file of its own where this variable says, and dies where that must not be as long.
(ulimit -f 2 && TEST_TMPDIR=/nonexistent exec "$LACON" fit a.csv b.csv --k 2 --out big) >out 2>err </dev/null || got=$?
is 1 "$got"
says "cannot be written: File too large"
absent big
nothing_left

# No descriptor left for the removal: then nothing is made that would have to be removed.
for most in 4 5 6 7 8; do
    last="simulate (ulimit -n $most)"
    (ulimit -n $most && exec "$LACON" simulate --classes 2 --samples 12 --variables 5 --modules 2 --out few -q) >out 2>err
    nothing_left
    rm -rf few
done

# Closed streams: words for them go nowhere, not into a result, nor are they taken for an interrupt.
run 0 causal m a.csv b.csv --boot 20 --out seen
for time in 1 2 3 4 5 6 7 8; do
    last="causal (stdout and stderr closed), turn $time" got=0
    "$LACON" causal m a.csv b.csv --boot 20 --out unseen >&- 2>&- || got=$?
    is 0 "$got"
    same seen/causal.npz unseen/causal.npz
    rm -rf unseen
done
last="causal (all closed)" got=0
"$LACON" causal m a.csv b.csv --boot 20 --out unseen <&- >&- 2>&- || got=$?
is 0 "$got"
same seen/causal.npz unseen/causal.npz
last="show (stdout closed)" got=0
"$LACON" show m >&- 2>err || got=$?
is 1 "$got"
says 'writing to standard output failed'
rm -rf seen unseen

# Readers that have left, as `| head` does: words are lost, the result is not; what is shown ends without a word.
{ sleep 0.2; "$LACON" causal m a.csv b.csv --out unheard 2>&1 >out; echo $? >code; } | :
last="causal (stderr into a pipe that nobody reads)"
is 0 "$(cat code)"
has unheard/causal.npz
nothing_left
{ sleep 0.2; "$LACON" show m 2>err; echo $? >code; } | :
last="show (stdout into a pipe that nobody reads)"
is 141 "$(cat code)"
is "" "$(cat err)"
rm -rf unheard

mkdir .killed.tmp-1-0
echo half >.killed.tmp-1-0/model.npz
run 0 fit a.csv b.csv --k 2 --out killed
nothing_left

# An objective that rises along the way has its reason beside it, whatever the solver; one that does not has none.
run 0 fit a.csv b.csv --k 2 --solver alm --out alm
check "a reason" grep -q '"rises": "the steps of this solver leave' alm/model.json
check "none needed" sh -c '! grep -q rises m/model.json'
run 0 simulate --classes 3 --samples 60 --variables 12 --modules 3 --noise 1 --seed 1 --out rising -q
run 0 fit rising --k 3 --out drawn -q
check "a reason of the default solver" grep -q '"rises": "this solver lowers the objective and the price' drawn/model.json
rm -rf rising drawn

chmod 755 m
chmod 644 m/*.*
chmod 000 m/causal
mkdir open
chmod 777 open
if unprivileged; then
    run 1 report m --out open/r.html
    says "m/causal"
    absent open/r.html
fi
chmod 755 m/causal
