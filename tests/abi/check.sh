#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program compiled against older headers runs with the library of today.
#   check.sh shrunk CC LIBLACON.SO DATA INCLUDE-DIR...   headers with the last fields cut off
#   check.sh stored CC LIBLACON.SO DATA INCLUDE-DIR      those of a release
set -eu
kind=$1 cc=$2 library=$3 data=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
include=$1
if [ "$kind" = shrunk ]; then
    for dir; do sh "$here/shrink.sh" "$dir" "$scratch/include"; done
    include=$scratch/include
    # the cut is real: a field that is the last today is not there
    ! grep -q 'lacon_rows rows;' "$include/lacon/fit.h" || { echo "nothing was cut off"; exit 1; }
fi
"$cc" -std=c11 -Wall -Werror -I "$include" -o "$scratch/older" "$here/older.c" "$library" -lm \
    -Wl,-rpath,"$(dirname "$library")"
"$scratch/older" "$data"
