#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `./run install` builds what is installed and nothing else, says what to set so that it is found, and
# `./run uninstall` leaves what belongs to others. With LACON_SCRATCH_SYSTEM=1 (a system that may be changed:
# tools/systems.sh) also under /usr/local, where nothing has to be set and nothing is left.
# usage: verbs.sh CC, in the root of the tree whose build/ is up to date
set -eu
cc=$1
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$*"; cat "$scratch/said"; exit 1; }

# A cmake before the real one that notes what it is asked for.
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "$@" >>%s/asked\nexec %s "$@"\n' "$scratch" "$(command -v cmake)" >"$scratch/bin/cmake"
chmod +x "$scratch/bin/cmake"
before=$PATH PATH=$scratch/bin:$PATH
prefix=$scratch/there
./run install "$prefix" >"$scratch/said" 2>&1 || fail "install failed"
PATH=$before
targets=$(sed -n 's/.*--build .*--target //p' "$scratch/asked")
[ -n "$targets" ] || fail "nothing was built"
# shellcheck disable=SC2086  # a list of words
! ninja -C build -t commands $targets | grep -q ' -c .*/tests/' || fail "tests are compiled for: $targets"

# What it says to set is enough.
grep -o 'export .*' "$scratch/said" >"$scratch/set" || fail "nothing is said about a folder that nobody looks at"
# shellcheck disable=SC1091
. "$scratch/set"
[ "$(command -v lacon)" = "$prefix/bin/lacon" ] || fail "the shell finds $(command -v lacon)"
# shellcheck disable=SC2046  # flags are words
$cc -std=c11 "$here/consumer.c" -o "$scratch/program" $(pkg-config --cflags --libs lacon) -lm
"$scratch/program" || fail "a program does not find the library"

echo "somebody else's" >"$prefix/include/other.h"
./run uninstall "$prefix" >"$scratch/said" 2>&1 || fail "uninstall failed"
left=$(cd "$prefix" && find . -type f -o -type l -o -name '*lacon*')
[ "$left" = ./include/other.h ] || fail "left behind: $left"
! ./run uninstall "$prefix" >"$scratch/said" 2>&1 || fail "uninstalled what is not there"
grep -q 'no .*installed.txt' "$scratch/said" || fail "not said why"
[ "${LACON_SCRATCH_SYSTEM:-}" = 1 ] || exit 0

unset LD_LIBRARY_PATH PKG_CONFIG_PATH
./run install >"$scratch/said" 2>&1 || fail "install failed"
! grep export "$scratch/said" || fail "says what need not be set"
# shellcheck disable=SC2046
$cc -std=c11 "$here/consumer.c" -o "$scratch/program" $(pkg-config --cflags --libs lacon) -lm
"$scratch/program" || fail "a program does not find the library"
./run uninstall >"$scratch/said" 2>&1 || fail "uninstall failed"
left=$(find /usr /etc -name '*lacon*'; ldconfig -p | grep lacon) || true
[ -z "$left" ] || fail "left behind: $left"
echo "installed and removed"
