#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the loader and the compiler see to, asked of the files themselves:
#   1. no folder is searched for libraries but the system's: no RPATH and no RUNPATH, least of all one with an empty
#      element, which is the current folder;
#   2. relocations are read-only and bound at the start, the stack is not executable;
#   3. every object of the library that has an array on its stack checks it: readers among them; calls of libc are
#      the checked ones; on x86 every object says that its jump targets are marked.
# usage: check.sh LACON LIBLACON.SO LIBLACON.A
set -u
export LC_ALL=C
static=$3
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
bad=0
complain() { echo "$1"; bad=1; }

for file in "$1" "$2"; do
    readelf -dW "$file" >"$scratch/dynamic"
    readelf -lW "$file" >"$scratch/segments"
    readelf -sW "$file" >"$scratch/symbols"
    grep -E 'RPATH|RUNPATH' "$scratch/dynamic" && complain "$file: looks for libraries in folders of its own"
    grep -qE 'BIND_NOW|NOW' "$scratch/dynamic" || complain "$file: is not bound at the start"
    grep -q GNU_RELRO "$scratch/segments" || complain "$file: relocations stay writable"
    grep GNU_STACK "$scratch/segments" | grep -q RWE && complain "$file: the stack is executable"
    grep -q __stack_chk_fail "$scratch/symbols" || complain "$file: no stack protector"
    grep -qE '__(memcpy|snprintf|vsnprintf|read)_chk' "$scratch/symbols" || complain "$file: no checked calls of libc"
done

# Readers with a buffer on the stack.
for object in isolate.c.o child_writer.c.o source.c.o table_mat.c.o table_hdf5.c.o npz_read.c.o; do
    nm -A "$static" 2>/dev/null | grep ":$object:" | grep -q __stack_chk_fail || complain "$object: no stack protector"
done
if readelf -h "$1" | grep -q X86-64; then # what it was compiled for, wherever that was
    readelf -nW "$static" 2>/dev/null >"$scratch/notes"
    objects=$(grep -c '^File: ' "$scratch/notes") marked=$(grep -c 'IBT, SHSTK' "$scratch/notes")
    [ "$objects" -gt 100 ] && [ "$objects" = "$marked" ] || complain "$marked of $objects objects mark their jump targets"
fi
[ "$bad" = 0 ] && echo "hardened"
exit $bad
