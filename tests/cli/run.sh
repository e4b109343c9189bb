#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs the scripts of this folder, each in a scratch folder of its own: all of them, or those named
# (without .sh). Says every failed check and ends with "N passed, N failed" over all scripts.
# usage: run.sh LACON [NAME...]
set -u
LACON=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
HERE=$here
ROOT=$(cd "$here/../.." && pwd)
export LACON HERE ROOT
[ -x "$LACON" ] || { echo "no program: $LACON"; exit 1; }
if [ $# -eq 0 ]; then
    for file in "$here"/*.sh; do
        name=$(basename "$file" .sh)
        case $name in lib | run) ;; *) set -- "$@" "$name" ;; esac
    done
fi

passed=0 failed=0 skipped=0
for NAME; do
    export NAME
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/lacon-cli.XXXXXX") || exit 1
    mkdir "$scratch/place"
    code=0
    (cd "$scratch/place" && sh -c ". '$here/lib.sh'; . '$here/$NAME.sh'; finish") \
        >"$scratch/said" 2>&1 || code=$?
    cat "$scratch/said"
    counts=$(sed -n "s/^$NAME: \([0-9]*\) passed, \([0-9]*\) failed\$/\1 \2/p" "$scratch/said")
    if [ "$code" = 77 ]; then
        skipped=$((skipped + 1))
    elif [ -z "$counts" ]; then
        echo "FAILED $NAME: it ended before its end (status $code)"
        failed=$((failed + 1))
    else
        passed=$((passed + ${counts% *}))
        failed=$((failed + ${counts#* }))
    fi
    chmod -R u+rwx "$scratch" 2>/dev/null
    rm -rf "$scratch"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] || exit 1
[ "$passed" -gt 0 ] || [ "$skipped" = 0 ] || exit 77
