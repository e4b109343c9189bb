#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Seconds of lacon-mpi on 1, 2, 4, .. ranks of one thread each, beside lacon on as many threads, and whether the bytes are
# the same (docs/cluster.md). Needs as many free cores as ranks.
# usage: bench/ranks.sh BUILD-FOLDER [MOST-RANKS]     MPIRUN: the command that starts ranks
set -eu
build=$(cd "$1" && pwd)
most=${2:-$(nproc)}
mpirun=${MPIRUN:-mpirun --oversubscribe}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lacon-ranks.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
now() { date +%s.%N; }
# fit_s FOLDER: seconds of the estimate alone, as the folder tells
fit_s() { sed -n 's/.*"fit": *\([0-9.]*\).*/\1/p' "$1"/*.json | head -1; }

# measure NAME WORDS...: threads, then ranks
measure() {
    name=$1
    shift
    n=1
    while [ "$n" -le "$most" ]; do
        rm -rf one many
        "$build/lacon" "$@" --threads "$n" --out one -q
        $mpirun -n "$n" "$build/lacon-mpi" "$@" --threads 1 --out many -v 2>said
        alike=same
        for file in one/*; do
            case $file in *.json | */SHA256SUMS) continue ;; esac
            cmp -s "$file" "many/${file#one/}" || alike=different
        done
        printf '%s\t%d\t%s\t%s\t%s\t%s\n' "$name" "$n" "$(fit_s one)" "$(fit_s many)" "$alike" \
            "$(sed -n 's/.*, \(.*\) to the first rank for one.*/\1/p' said)"
        n=$((2 * n))
    done
}

# simulate NAME WORDS...: as .npy, so that reading is short
simulate() {
    "$build/lacon" simulate "$@" --out csv -q
    "$build/lacon" convert csv --to npy --out "$name" -q >/dev/null
    rm -rf csv
}

printf 'what\tn\tthreads_s\tranks_s\tbytes\tper_pass\n'
name=cohort
simulate --classes 564 --samples 200 --variables 264 --modules 5 --noise 2 --seed 1
measure 'fit 564 x 200 x 264, k = 5' fit cohort --k 5
name=long
simulate --classes 4 --samples 20000 --variables 1200 --modules 8 --noise 2 --seed 1
measure 'fit 4 x 20,000 x 1,200, k = 8' fit long --k 8
name=small
simulate --classes 30 --samples 200 --variables 100 --modules 5 --noise 2 --seed 1
"$build/lacon" fit small --k 5 --out model -q
measure 'select 30 x 200 x 100, k = 2:12, 16 folds' select small --k 2:12 --cv time:16
measure 'stability 30 x 200 x 100, 160 resamples' stability model small --boot 160
