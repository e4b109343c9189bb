#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The tests in other systems (`./run test-systems`): each is debootstrapped once with nothing but git, gets a clone of
# the last commit, and `./run` has to do the rest. Needs root, debootstrap and the mirrors of Debian and Ubuntu.
#   NAME              ./run demo, then ./run test-short, with the system's own compiler
#   NAME:test         the same with ./run test, which has the sanitizers too
#   NAME:COMPILER     everything by that compiler (or with -march=native: NAME:native): a fit whose modules are those of
#                     the system's own, then the optimised tests
#   NAME:readme       the commands of README.md in order (but for ./run test), in a system made for it
#   NAME:deb          installed and removed: by ./run install; as Debian packages, after lintian
#   NAME:arm64        compiled for aarch64, the optimised tests under qemu (some ten times as long), in a system made
#                     for it
# Systems are kept in $LACON_SYSTEMS (default /var/tmp/lacon-systems); one line each, logs beside them. $LACON_LABELS
# (say 'unit|example|fuzz') restricts the tests of other compilers and of aarch64 to those labels.
set -eu
[ $# -gt 0 ] || set -- bookworm trixie jammy noble bookworm:gcc-11 jammy:clang-14 bookworm:clang-15 bookworm:clang-16 \
    trixie:clang-17 noble:clang-18 trixie:clang-19 trixie:native bookworm:readme bookworm:deb bookworm:arm64
labels=${LACON_LABELS:+-L \"$LACON_LABELS\"}
home=${LACON_SYSTEMS:-/var/tmp/lacon-systems}
here=$(cd "$(dirname "$0")/.." && pwd)
[ "$(id -u)" = 0 ] || { echo "systems: needs root, for chroot" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "systems: needs debootstrap" >&2; exit 1; }
mkdir -p "$home"

# boot NAME FOLDER: an empty machine. Debian has no key of Ubuntu's unless ubuntu-keyring is installed.
boot() {
    [ ! -x "$2/usr/bin/git" ] || return 0
    mirror=http://deb.debian.org/debian unchecked='' steps=''
    case $1 in jammy | noble)
        mirror=http://archive.ubuntu.com/ubuntu
        steps=/usr/share/debootstrap/scripts/gutsy # every Ubuntu's; an older debootstrap has no name for a newer one
        [ -f /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || unchecked=--no-check-gpg
        ;;
    esac
    # shellcheck disable=SC2086  # nothing where they are empty
    debootstrap $unchecked --variant=minbase --include=git,ca-certificates "$1" "$2" $mirror $steps
    case $mirror in # half of what we need is in universe
        *ubuntu) echo "deb $mirror $1 main universe" >"$2/etc/apt/sources.list" ;;
    esac
}

# What we mounted goes again, also after Ctrl-C: a system is removed by rm -r.
mounted=
unmount() { for place in $mounted; do umount "$place" || true; done; }
trap unmount EXIT
trap 'exit 130' INT TERM

# enter FOLDER COMMANDS: in the clone, as root of that system.
enter() {
    for part in proc dev/pts; do
        case "$mounted " in # one of our own, whoever else has one there and takes it away
            *" $1/$part "*) ;;
            *) mount --bind "/$part" "$1/$part" && mounted="$mounted $1/$part" ;;
        esac
    done
    chroot "$1" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        OMP_WAIT_POLICY=passive sh -ec "cd /lacon; install() { apt-get -qq update; DEBIAN_FRONTEND=noninteractive apt-get \
            -qq -y --no-install-recommends install \"\$@\"; }
$2"
}

# The commands of each kind. The system's own modules are in own/, from the demo's data.
modules='examples/data/holzinger-9 --k 3 --quiet --force --out'
whole() { # whole VERB: its last line has the seconds of both
    echo "start=\$(date +%s); ./run demo; demo=\$((\$(date +%s) - start)); build/lacon fit $modules own
code=0; ./run $1 >tests.txt 2>&1 || code=\$?; cat tests.txt
echo \"demo \$demo s, $1 \$((\$(date +%s) - start - demo)) s: \$(tail -n 2 tests.txt | tr '\\n' ' ')\"; exit \$code"
}
by_compiler() { # by_compiler COMPILER: build-COMPILER, so that build/ stays
    flags=
    case $1 in
        native) compiler='' flags=-DCMAKE_C_FLAGS=-march=native ;;
        clang-*) compiler=$1 packages="$1 libomp-${1#clang-}-dev" ;;
        *) compiler=$1 packages=$1 ;;
    esac
    echo "[ -d own ] || { ./run build; build/lacon fit $modules own; }"
    [ -z "$compiler" ] || echo "install $packages; export CC=$compiler"
    echo "cmake -S . -B build-$1 -G Ninja -DCMAKE_BUILD_TYPE=Release $flags
cmake --build build-$1 -j \$(nproc)
build-$1/lacon version; build-$1/lacon fit $modules build-$1/model
cut -f 1,2 own/modules.tsv >build-$1/own; cut -f 1,2 build-$1/model/modules.tsv | cmp - build-$1/own
code=0; ctest --test-dir build-$1 $labels -j \$(nproc) --output-on-failure --output-log build-$1/said || code=1
echo \"same modules, \$(grep 'tests passed' build-$1/said)\"; exit \$code"
}
readme='mkdir -p build; LACON_EMPTY_MACHINE=1 sh tests/docs/check.sh build cc README.md'
packages='export LACON_SCRATCH_SYSTEM=1; ./run build; sh tests/install/verbs.sh cc
install lintian; ./run deb; sh tests/deb/check.sh build-deb .'
# The libraries of the other architecture beside our own.
arm64_packages='dpkg --add-architecture arm64
install binutils qemu-user-static gcc-aarch64-linux-gnu g++-aarch64-linux-gnu libc6-dev-arm64-cross cmake ninja-build \
    pkg-config librandom123-dev $(printf "%s:arm64 " libgomp1 libopenblas-dev liblapacke-dev libjansson-dev libmatio-dev \
        libhdf5-dev libexpat1-dev libcmocka-dev zlib1g-dev)'
# by_qemu FOLDER: the kernel hands programs for aarch64 (ELF, type 2 or 3, machine 0xb7) to the qemu of that system,
# whoever starts them.
by_qemu() {
    kernel=/proc/sys/fs/binfmt_misc
    [ -e $kernel/register ] || mount -t binfmt_misc none $kernel
    [ ! -e $kernel/lacon-aarch64 ] || echo -1 >$kernel/lacon-aarch64
    printf ':lacon-aarch64:M:16:\\x02\\x00\\xb7\\x00:\\xfe\\xff\\xff\\xff:%s/usr/bin/qemu-aarch64-static:F' "$1" >$kernel/register
}
# CMake starts none of them unless it knows of qemu too.
arm64='export PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig
cmake -S . -B build-arm64 -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux \
    -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
    -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_CROSSCOMPILING_EMULATOR=/usr/bin/qemu-aarch64-static
cmake --build build-arm64 -j $(nproc)
export LACON_EMULATED=1 # tests/cli/lib.sh
export QEMU_CPU=cortex-a57 # a plain processor: the vectors of the newest ones take longer to imitate
code=0; ctest --test-dir build-arm64 '$labels' -j $(nproc) --timeout 14400 --output-on-failure --output-log build-arm64/said || code=1
grep "tests passed" build-arm64/said; exit $code'

failed=0
for wanted; do
    name=${wanted%%:*} kind=${wanted#*:} log=$home/$(echo "$wanted" | tr : -).log start=$(date +%s) result=passed
    case $wanted in
        *:test) commands=$(whole test) ;;
        *:deb) commands=$packages ;;
        *:readme) commands=$readme ;;
        *:arm64) commands=$arm64 ;;
        *:*) commands=$(by_compiler "$kind") ;;
        *) commands=$(whole test-short) ;;
    esac
    place=$home/$name
    case $kind in readme | arm64) place=$home/$name-$kind ;; esac
    [ "$kind" != readme ] || rm -rf --one-file-system "$place" # one that is used again is not empty
    boot "$name" "$place" >"$log" 2>&1 || { echo "$wanted: no system ($log)"; failed=1; continue; }
    if [ "$name" = "$wanted" ] || [ "$kind" = test ] || [ ! -d "$place/lacon" ]; then
        rm -rf "$place/lacon"
        git clone -q --no-hardlinks "$here" "$place/lacon"
    else # what was built there stays, the tree is the last commit's
        git -C "$place/lacon" fetch -q "$here" HEAD && git -C "$place/lacon" reset -q --hard FETCH_HEAD
    fi
    if [ "$kind" = arm64 ]; then { enter "$place" "$arm64_packages" && by_qemu "$place"; } >>"$log" 2>&1 || true; fi
    enter "$place" "$commands" >>"$log" 2>&1 || { result=FAILED failed=1; }
    echo "$wanted: $result in $(($(date +%s) - start)) s: $(tail -n 1 "$log")"
done
exit $failed
