#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What takes hours: every allocation and system call of the commands failed, kills at every system call and at random
# moments of long runs (of ranks too, where there is lacon-mpi), spoilt folders, the readers on ten million changed files
# each, other compilers and BLAS libraries, ten thousand changes that must not matter, valgrind, data races, three
# analysers, coverage. `./run test --long` calls it; a part by its name.
#
#     tests/long.sh [PART...]    agreement analysers calls folder kills alloc valgrind threads fuzz libfuzzer coverage
#
# RUNS (1e7) of each reader, FOREIGN_SECONDS (600) of each library of others, CASES (10000) of invariance, FOLDERS
# (1000), KILLS (100), STEP (1: every system call), ALL (1: every allocation), VALGRIND_SECONDS (1800) of computing for
# each test, LIBFUZZER_SECONDS (120) of each reader.
# Everything is said in build-long.log; the last line counts what held, what failed and what did not run. It ends with 0
# only where all that was asked for ran and held.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD log=$PWD/build-long.log held=0 failed=0 missed=0
: "${RUNS:=1e7}" "${FOREIGN_SECONDS:=600}" "${CASES:=10000}" "${FOLDERS:=1000}" "${STEP:=1}" "${ALL:=1}"
: "${VALGRIND_SECONDS:=1800}" "${SEED:=1}" "${KILLS:=100}" "${LIBFUZZER_SECONDS:=120}"
export STEP ALL SEED VALGRIND_SECONDS OPENBLAS_NUM_THREADS=1 OMP_WAIT_POLICY=passive
[ $# -gt 0 ] || set -- agreement analysers calls folder kills alloc valgrind threads fuzz libfuzzer coverage
: >"$log"

tell() { printf '%s\n' "$*" | tee -a "$log"; }

# part NAME COMMAND...: its end in one line, its words in the log. 77, skipped, is no success: it did not run.
part() {
    name=$1 began=$(date +%s) code=0
    shift
    "$@" >"$log.part" 2>&1 || code=$?
    cat "$log.part" >>"$log"
    case $code in
    0) held=$((held + 1)) end=holds ;;
    77) missed=$((missed + 1)) end="DID NOT RUN" ;;
    *) failed=$((failed + 1)) end=FAILED ;;
    esac
    tell "$name: $end, $(($(date +%s) - began)) s: $(tail -n 1 "$log.part")"
    rm -f "$log.part"
}

# One reader: its runs in as many pieces as there are cores, each with a seed of its own.
fuzz_pieces() {
    reader=$1 pieces=$(nproc) logs=$(mktemp -d) || return 1
    each=$(awk -v runs="$RUNS" -v pieces="$pieces" 'BEGIN { printf "%d", runs / pieces + 1 }')
    seq "$pieces" | xargs -P "$pieces" -I '{}' sh -c '"$@" -s $(($SEED * 1000 + {})) "$0" >"'"$logs"'/{}" 2>&1' \
        "tests/fuzz/corpus/$reader" "build/tests/fuzz/mutate_$reader" -n "$each" -d "tests/fuzz/words/$reader" -o build/found
    code=$?
    cat "$logs"/*
    awk '/ runs in /{ runs += $2; ended++ } END { printf "%.0f runs in %d pieces\n", runs, ended }' "$logs"/*
    rm -r "$logs"
    return $code
}

fuzz_all() {
    mkdir -p build/found
    for program in build/tests/fuzz/mutate_*; do
        reader=${program##*/mutate_}
        case $reader in
        mat5 | hdf5) # other people's code, milliseconds a file: by time
            part "fuzz $reader" "$program" -n "$RUNS" -t "$FOREIGN_SECONDS" -s "$SEED" -d "tests/fuzz/words/$reader" \
                -o build/found "tests/fuzz/corpus/$reader" ;;
        *) part "fuzz $reader" fuzz_pieces "$reader" ;;
        esac
    done
}

# clang must be there, as LONG and CLANG_PACKAGES of ./run see to.
agreement() {
    part "agreement clang" sh -c 'cmake -G Ninja -B build-clang -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang \
        -DCMAKE_CXX_COMPILER=clang++ && cmake --build build-clang --target agree'
    part "agreement BLAS and compilers" sh tests/agreement/blas.sh build/tests/agree build-clang/tests/agree
    part "agreement invariance" build/tests/invariance "$CASES"
    part "agreement long double" build/tests/oracle 100
}

# Every unit test under valgrind: what the sanitizers cannot see, inside other people's libraries; as many at a time as
# there are cores. Seconds are those of computing, so that a busy machine does not end a test. Not test_isolate: its
# readers are held to limits that valgrind's own memory does not keep to.
valgrind_units() {
    command -v valgrind >/dev/null 2>&1 || { echo "no valgrind"; return 77; }
    all=$(ls build/tests/test_* | grep -v test_isolate)
    said=$(mktemp) || return 1
    # shellcheck disable=SC2016  # of the inner shell
    echo "$all" | xargs -P "$(nproc)" -I '{}' sh -c '
        ulimit -t "$VALGRIND_SECONDS"
        valgrind -q --fair-sched=yes --error-exitcode=9 --leak-check=no --trace-children=no {} >"{}.valgrind" 2>&1
        echo "$? {}"' | tee "$said"
    wrong=$(sed -n 's/^\([1-9][0-9]*\) .*test_/ test_/p' "$said" | tr -d '\n')
    clean=$(grep -c '^0 ' "$said") asked=$(echo "$all" | wc -l)
    rm -f "$said"
    echo "$clean of $asked without an error${wrong:+, wrong:$wrong}"
    [ "$clean" = "$asked" ]
}

# Of processes and, where there is an MPI, of ranks and of mpirun.
kills() {
    command -v python3 >/dev/null 2>&1 || { echo "no python3"; return 77; }
    mpi=-
    if command -v mpirun >/dev/null 2>&1 && [ -x build/lacon-mpi ]; then mpi=$root/build/lacon-mpi; fi
    place=$(mktemp -d) code=0
    (cd "$place" && python3 "$root/tests/faults/kills.py" "$root/build/lacon" "$mpi" "$KILLS" "$SEED") || code=$?
    rm -rf "$place"
    return $code
}

analysers() {
    part "cppcheck" sh tools/analyse cppcheck
    part "gcc -fanalyzer" sh tools/analyse gcc
    part "clang-tidy" sh tools/analyse clang-tidy
}

for what; do
    case $what in
    alloc) part "allocations" sh tests/faults/alloc.sh "$root/build/lacon" "$root/build/tests/libfail_alloc.so" ;;
    calls) part "system calls" sh tests/faults/calls.sh "$root/build/lacon" ;;
    folder) RUNS=$FOLDERS part "folders" sh tests/faults/folder.sh "$root/build/lacon" "$root/build/tests/spoil" ;;
    kills) part "kills" kills ;;
    fuzz) fuzz_all ;;
    libfuzzer) part "libFuzzer" ./run fuzz "$LIBFUZZER_SECONDS" ;;
    agreement) agreement ;;
    valgrind) part "valgrind" valgrind_units ;;
    threads) part "data races" ./run test-threads ;;
    analysers) analysers ;;
    coverage) part "coverage" ./run coverage ;;
    *) tell "no such part: $what" && failed=$((failed + 1)) ;;
    esac
done
tell "$held held, $failed failed, $missed did not run"
[ "$held" -gt 0 ] && [ "$failed" = 0 ] && [ "$missed" = 0 ]
