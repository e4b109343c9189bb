#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What takes hours: every allocation and system call of the commands failed, kills at every system call, spoilt folders,
# the readers on ten million changed files each, other compilers and BLAS libraries, ten thousand changes that must not
# matter, valgrind, data races, three analysers, coverage. `./run test --long` calls it; a part by its name.
#
#     tests/long.sh [PART...]       alloc calls folder fuzz libfuzzer agreement valgrind threads analysers coverage
#
# RUNS (1e7) and SECONDS_EACH (0: no limit) of each reader, CASES (10000) of invariance, FOLDERS (1000), STEP (1: every
# system call), ALL (1: every allocation). Everything is said in build-long.log; the last line counts what failed.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD log=$PWD/build-long.log failed=0
: "${RUNS:=1e7}" "${SECONDS_EACH:=0}" "${CASES:=10000}" "${FOLDERS:=1000}" "${STEP:=1}" "${ALL:=1}"
export STEP ALL OPENBLAS_NUM_THREADS=1
[ $# -gt 0 ] || set -- alloc calls folder fuzz libfuzzer agreement valgrind threads analysers coverage
: >"$log"

tell() { printf '%s\n' "$*" | tee -a "$log"; }

# part NAME COMMAND...: its end in one line, its words in the log
part() {
    name=$1 began=$(date +%s) code=0
    shift
    "$@" >"$log.part" 2>&1 || code=$?
    cat "$log.part" >>"$log"
    [ $code = 0 ] || [ $code = 77 ] || failed=$((failed + 1))
    tell "$name: $(case $code in 0) echo holds ;; 77) echo skipped ;; *) echo FAILED ;; esac), $(($(date +%s) - began)) s: $(tail -n 1 "$log.part")"
    rm -f "$log.part"
}

fuzz_all() {
    mkdir -p build/found
    for program in build/tests/fuzz/mutate_*; do
        reader=${program##*/mutate_}
        part "fuzz $reader" "$program" -n "$RUNS" -t "$SECONDS_EACH" -s "${SEED:-1}" -d "tests/fuzz/words/$reader" \
            -o build/found "tests/fuzz/corpus/$reader"
    done
}

agreement() {
    others=
    if command -v clang >/dev/null 2>&1; then
        cmake -G Ninja -B build-clang -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang \
            -DCMAKE_CXX_COMPILER=clang++ >/dev/null 2>&1 && cmake --build build-clang --target agree >/dev/null 2>&1 &&
            others=build-clang/tests/agree
    fi
    # shellcheck disable=SC2086  # a word or none
    part "agreement BLAS and compilers" sh tests/agreement/blas.sh build/tests/agree $others
    part "agreement invariance" build/tests/invariance "$CASES"
    part "agreement long double" build/tests/oracle 100
}

# Every unit test under valgrind: what the sanitizers cannot see, inside other people's libraries. VALGRIND_SECONDS of
# each (0: no limit). Not test_isolate: its readers are held to limits that valgrind's own memory does not keep to.
valgrind_units() {
    command -v valgrind >/dev/null 2>&1 || { echo "no valgrind"; return 77; }
    held=0 wrong=
    for program in build/tests/test_*; do
        [ "${program##*/}" != test_isolate ] || continue
        if timeout "${VALGRIND_SECONDS:-0}" valgrind -q --error-exitcode=9 --leak-check=no --trace-children=no \
            "$program" >/dev/null; then held=$((held + 1)); else wrong="$wrong ${program##*/} ($?)"; fi
    done
    echo "$held without an error${wrong:+, wrong:$wrong}"
    [ -z "$wrong" ]
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
    fuzz) fuzz_all ;;
    libfuzzer) part "libFuzzer" ./run fuzz "${LIBFUZZER_SECONDS:-600}" ;;
    agreement) agreement ;;
    valgrind) part "valgrind" valgrind_units ;;
    threads) part "data races" ./run test-threads ;;
    analysers) analysers ;;
    coverage) part "coverage" ./run coverage ;;
    *) tell "no such part: $what" && failed=$((failed + 1)) ;;
    esac
done
tell "$failed failed"
[ "$failed" = 0 ]
