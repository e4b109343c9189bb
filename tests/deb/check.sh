#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The packages of `./run deb`: no error of lintian's; the command runs from what they hold. With LACON_SCRATCH_SYSTEM=1
# (a system that may be changed: tools/systems.sh) they are installed, used and removed without a trace.
# Skipped (77) without dpkg-deb or lintian.
# usage: check.sh FOLDER-OF-PACKAGES ROOT
set -eu
packages=$(cd "$1" && pwd) root=$(cd "$2" && pwd)
for program in dpkg-deb lintian; do
    command -v $program >/dev/null || { echo "skipped: no $program"; exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$*"; exit 1; }

ls "$packages"/lacon_*.deb "$packages"/liblacon0_*.deb "$packages"/liblacon-dev_*.deb
lintian --allow-root --fail-on error "$packages"/*.deb || fail "lintian finds errors"

try() { # try LACON
    "$1" fit "$root/examples/data/holzinger-9" --k 3 --quiet --out "$scratch/model"
    [ -s "$scratch/model/modules.tsv" ] || fail "no model"
}
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }; }

if [ "${LACON_SCRATCH_SYSTEM:-}" != 1 ]; then
    dpkg-deb -x "$(ls "$packages"/lacon_*.deb)" "$scratch/held"
    try "$scratch/held/usr/bin/lacon"
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
quietly apt-get -y --no-install-recommends install "$packages"/*.deb
try lacon
# shellcheck disable=SC2046  # flags are words
cc -std=c11 "$root/tests/install/consumer.c" -o "$scratch/program" $(pkg-config --cflags --libs lacon) -lm
"$scratch/program"
quietly apt-get -y purge lacon liblacon0 liblacon-dev
left=$(find /usr /etc /var/lib/dpkg/info -name '*lacon*' 2>/dev/null)
[ -z "$left" ] || fail "left behind: $left"
echo "installed and removed"
