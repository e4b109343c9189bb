#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The same modules and numbers within 1e-8 with every BLAS that is at hand: OpenBLAS with the kernels of other
# processors, the reference BLAS and LAPACK, BLIS (Debian's libblas3, liblapack3, libblis4-serial); and, given as further
# arguments, from other builds of the program (clang's).
# usage: blas.sh AGREE [OTHER-AGREE...]
set -u
export OPENBLAS_NUM_THREADS=1
agree=$1
shift
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
"$agree" values >"$scratch/here" || exit 1
bad=0 met=0

# against WORDS COMMAND...: the command's values are those of here
against() {
    words=$1
    shift
    if ! "$@" values >"$scratch/there" 2>/dev/null; then
        echo "$words: does not run on this machine"
        return
    fi
    met=$((met + 1))
    said=$("$agree" compare "$scratch/here" "$scratch/there") || bad=$((bad + 1))
    echo "$words: $said"
}

for kernel in Prescott Core2 Nehalem Barcelona Sandybridge Bulldozer Haswell Zen SkylakeX; do
    against "OpenBLAS for $kernel" env OPENBLAS_CORETYPE=$kernel "$agree"
done
for folder in ${BLAS_FOLDERS:-/usr/lib/*-linux-gnu*}; do
    lapack=$(ls /usr/lib/*-linux-gnu*/lapack/liblapack.so.3 2>/dev/null | head -1)
    [ -n "$lapack" ] || break
    for kind in blas blis-serial blis-pthread blis-openmp; do
        [ ! -f "$folder/$kind/libblas.so.3" ] ||
            against "$kind and reference LAPACK" env LD_PRELOAD="$folder/$kind/libblas.so.3 $lapack" "$agree"
    done
done
for other; do against "$other" "$other"; done
echo "$met compared, $bad differ"
[ "$bad" = 0 ]
