# SPDX-License-Identifier: BSD-3-Clause
# What the scripts of tests/cli share. A script runs in a scratch folder of its own with $LACON naming
# the command; run.sh sees to both. Every call below is one check: it counts, and when it fails it says
# what was run, what was wanted and what came.
#
#   run EXIT ARGUMENT...   the command ends with that status; its words are in ./out and ./err
#   says PATTERN           the last run's stderr has a line matching the basic regular expression
#   shows PATTERN          the same for stdout
#   silent out|err         nothing came there
#   lines N                stderr has exactly N lines
#   has PATH, absent PATH  the path is there, is not there
#   same A B               the two files are equal
#   is WANT GOT            the two words are equal
#   check TEXT COMMAND...  the command succeeds
#   signalled ...          the command gets a signal when it has come to a point
#   emulated               the processor is imitated ($LACON_EMULATED, set by tools/systems.sh): everything takes twenty
#                          times as long, limits of memory are not the program's own, system calls are not filtered
set -u
export LC_ALL=C
passed=0 failed=0 last=

emulated() { [ -n "${LACON_EMULATED:-}" ]; }
good() { passed=$((passed + 1)); }

bad() {
    failed=$((failed + 1))
    printf 'FAILED %s: %s\n' "$NAME" "$1"
    [ -z "$last" ] || printf '  after: lacon %s\n' "$last"
    [ ! -s err ] || sed 's/^/  stderr: /' err | head -5
}

run() {
    want=$1
    shift
    last=$*
    got=0
    "$LACON" "$@" >out 2>err </dev/null || got=$?
    if [ "$got" = "$want" ]; then good; else bad "exit $got, wanted $want"; fi
}

says() { if grep -q -- "$1" err; then good; else bad "stderr has no '$1'"; fi; }
shows() { if grep -q -- "$1" out; then good; else bad "stdout has no '$1'"; fi; }
silent() { if [ -s "$1" ]; then bad "something on std$1"; else good; fi; }
lines() { is "$1" "$(wc -l <err | tr -d ' ')"; }
has() { if [ -e "$1" ]; then good; else bad "$1 is not there"; fi; }
absent() { if [ -e "$1" ]; then bad "$1 is there"; else good; fi; }
same() { if cmp -s "$1" "$2"; then good; else bad "$1 and $2 differ"; fi; }
is() { if [ "$1" = "$2" ]; then good; else bad "'$2' where '$1' was wanted"; fi; }

check() {
    text=$1
    shift
    if "$@" >out 2>err; then good; else bad "$text"; fi
}

# signalled SIGNAL READY OUT ARGUMENT...: the command, writing OUT, gets SIGNAL once the shell command READY succeeds;
# $code is its exit status. However slow the machine is, it is waited for; a run that was over before the signal could
# come is repeated from nothing but what READY looks at.
signalled() {
    signal=$1 ready=$2 goal=$3 again=0 code=0
    shift 3
    last="$*, and SIG$signal"
    while [ "$code" = 0 ] && [ $again -lt 20 ]; do
        rm -rf "$goal"
        : >err
        "$LACON" "$@" --out "$goal" >out 2>err </dev/null &
        pid=$!
        until eval "$ready" || ! kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
        kill -s "$signal" "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || code=$?
        again=$((again + 1))
    done
}

# A folder that failed to appear leaves nothing beside it either: hidden staging folders count.
nothing_left() { is "" "$(find "${1:-.}" -maxdepth 1 -name '.*' ! -name . | head -1)"; }

# unprivileged: the command runs as somebody who may not read and write everything, as root may; fails where it cannot.
unprivileged() {
    if [ "$(id -u)" = 0 ]; then
        chmod 755 .. .
        cat >as_nobody <<TEXT
#!/bin/sh
exec setpriv --reuid=65534 --regid=65534 --clear-groups "$LACON" "\$@"
TEXT
        chmod 755 as_nobody
        LACON=$PWD/as_nobody
    fi
    "$LACON" version >/dev/null 2>&1
}

skip() {
    echo "skipped $NAME: $1"
    exit 77
}

# table FILE ROWS COLUMNS SEED: two modules, the first half of the columns and the second, and noise; with
# a header v1..vp.
table() {
    awk -v n="$2" -v p="$3" -v s="$4" 'function draw() {
        x = (x * 16807) % 2147483647
        return x / 2147483647 * 4 - 2
    }
    BEGIN {
        for (j = 1; j <= p; j++) printf "v%d%s", j, j < p ? "," : "\n"
        x = s * 7919 + 1
        for (i = 1; i <= n; i++) {
            a = draw(); b = draw()
            for (j = 1; j <= p; j++)
                printf "%.6f%s", (2 * j <= p ? a : b) + draw() / 2, j < p ? "," : "\n"
        }
    }' >"$1"
}

# json KEY...: the value at this path in the last output (true, numbers, text), by python3 when there.
have_python() { python3 -c 'import json' 2>/dev/null; }
json() {
    python3 -c 'import json, sys
value = json.load(open(sys.argv[1]))
for key in sys.argv[2:]: value = value[int(key) if isinstance(value, list) else key]
print(json.dumps(value))' "$@"
}

finish() {
    echo "$NAME: $passed passed, $failed failed"
    [ "$failed" = 0 ]
}
