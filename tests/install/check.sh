#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# An installed copy is complete and can be moved: install to one folder, rename it, then build and run
# the same program by pkg-config (shared, static) and by find_package (shared, static).
# usage: check.sh BUILD-DIR CC
set -eu
build=$1 cc=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
step() { echo "== $*"; }

quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }

step install
quietly cmake --install "$build" --prefix "$scratch/first"
mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved
libdir=$(dirname "$(find "$prefix" -name liblacon.so)")
for file in bin/lacon include/lacon/lacon.h include/lacon/version.h share/man/man1/lacon.1 \
    share/man/man1/lacon-fit.1 share/bash-completion/completions/lacon; do
    [ -s "$prefix/$file" ] || { echo "missing: $file"; exit 1; }
done
"$prefix/bin/lacon" version

step pkg-config, shared
export PKG_CONFIG_PATH="$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
# shellcheck disable=SC2046  # flags are words
$cc -std=c11 "$here/consumer.c" -o "$scratch/by-pc" $(pkg-config --cflags --libs lacon) -lm
LD_LIBRARY_PATH=$libdir "$scratch/by-pc"

step pkg-config, static
# The private libraries come from pkg-config; ours is named by its file, or the linker would prefer
# the shared one.
# shellcheck disable=SC2046
$cc -std=c11 "$here/consumer.c" -o "$scratch/by-pc-static" $(pkg-config --cflags lacon) \
    "$libdir/liblacon.a" $(pkg-config --static --libs lacon | sed 's/-llacon//') -lm
"$scratch/by-pc-static"

step find_package, shared and static
quietly cmake -S "$here" -B "$scratch/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$cc"
quietly cmake --build "$scratch/consumer"
"$scratch/consumer/shared"
"$scratch/consumer/static"
echo "all four agree"
