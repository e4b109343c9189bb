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

chmod 755 .. . m
chmod 644 m/*.*
chmod 000 m/causal
if [ "$(id -u)" = 0 ]; then
    mkdir open
    chmod 777 open
    cat >as_nobody <<TEXT
#!/bin/sh
exec setpriv --reuid=65534 --regid=65534 --clear-groups "$LACON" "\$@"
TEXT
    chmod 755 as_nobody
    LACON=$PWD/as_nobody
fi
if "$LACON" version >/dev/null 2>&1; then
    run 1 report m --out open/r.html
    says "m/causal"
    absent open/r.html
fi
chmod 755 m/causal
