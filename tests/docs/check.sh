#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the documents show is what happens. In README.md, CONTRIBUTING.md and docs/:
#   ```sh blocks: each line that starts with "$ " is run, in order, in one scratch folder per file that
#     has examples/ and build/ beside it and lacon on the PATH; what the block shows below a command must be its
#     output, where a line "..." stands for any lines. `./run` and `git` are left to ./run test itself;
#     with LACON_EMPTY_MACHINE=1 (tools/systems.sh) all but `./run test` is run, in the tree itself, and lacon is
#     what `./run install` has installed.
#     Commands in `script` are skipped, with a word, where there is no pseudo-terminal.
#   ```sh abide blocks: the same with the folder LACON_ABIDE linked as abide; skipped, with a word, without it
#     (`./run bench study` has it).
#   ```c blocks with a main function: compiled against the library and run on examples/data.
#   Links to files, and paths of the tree wherever they are named, must be there; words in capitals
#     (cmd_NAME.c) stand for something else.
# usage: check.sh BUILD-DIR CC [FILE...]
set -u
build=$(cd "$1" && pwd) cc=$2
shift 2
root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck disable=SC2046  # our file names have no blanks
[ $# -gt 0 ] || set -- $(cd "$root" && find README.md CONTRIBUTING.md docs -name '*.md' | sort)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
empty=${LACON_EMPTY_MACHINE:-}
[ -n "$empty" ] || PATH=$(cd "$build" && pwd):$PATH
export PATH LC_ALL=C.UTF-8
count=0 bad=0

# Cut FILE into DIR/NNN.cmd with DIR/NNN.out (expected, may be absent), and DIR/NNN.c.
cut() {
    awk -v dir="$2" -v abide="${LACON_ABIDE:-}" '
    function name(kind) { return sprintf("%s/%03d.%s", dir, n, kind) }
    /^ *```/ {
        lang = inside ? "" : $0
        sub(/^ *```/, "", lang)
        inside = !inside
        if (inside && lang == "c") n++
        more = 0
        next
    }
    !inside { next }
    lang == "c" { print > name("block"); if ($0 ~ /int main\(/) print "" > name("c") ; next }
    lang == "sh abide" && abide == "" { if (/^\$ /) print > (dir "/skipped"); next }
    lang != "sh" && lang != "sh abide" { next }
    more { print > name("cmd"); more = $0 ~ /\\$/; next }
    /^\$ / { n++; print substr($0, 3) > name("cmd"); more = $0 ~ /\\$/; next }
    n { print > name("out") }
    ' "$1"
}

# matches EXPECTED FOUND: the same lines; "..." stands for any number of lines.
matches() {
    awk 'NR == FNR { want[++w] = $0; next } { got[++g] = $0 }
    function match_from(i, j) {
        while (i <= w && want[i] != "...") {
            if (j > g || want[i] != got[j]) return 0
            i++; j++
        }
        if (i > w) return j > g
        for (; j <= g + 1; j++) if (match_from(i + 1, j)) return 1
        return 0
    }
    END { exit !match_from(1, 1) }' "$1" "$2"
}

fail() {
    bad=$((bad + 1))
    echo "$file: $1"
    cat "$2"
}

run_command() { # run_command STEM
    case $empty$(cat "$1.cmd") in
        ./run* | git* | '1./run test '*) return ;;
        *'script -qec'*) script -qec true /dev/null >/dev/null 2>&1 || {
            echo "$file: skipped a command that needs a pseudo-terminal"
            return
        } ;;
    esac
    count=$((count + 1))
    (cd "$place" && sh -e "$1.cmd") >"$1.got" 2>"$1.err" || {
        cat "$1.err" >>"$1.got"
        fail "failed: $(cat "$1.cmd")" "$1.got"
        return
    }
    if [ -n "${LACON_EMULATED:-}" ]; then # an imitated processor keeps no filter of system calls, and lacon says so
        sed '/is read without a filter of system calls/d' "$1.err" >"$1.kept" && mv "$1.kept" "$1.err"
    fi
    [ ! -f "$1.out" ] && return
    matches "$1.out" "$1.got" || matches "$1.out" "$1.err" ||
        fail "shows something else than: $(cat "$1.cmd")" "$1.got"
}

run_program() { # run_program STEM
    count=$((count + 1))
    if ! $cc -std=c11 -Wall -Wextra -Werror -I"$root/include" -I"$build/include" -x c "$1.block" \
        -o "$1.program" -L"$build" -llacon -lm >"$1.err" 2>&1; then
        fail "the program does not compile" "$1.err"
    elif ! (cd "$place" && LD_LIBRARY_PATH=$build "$1.program" examples/data) >"$1.err" 2>&1; then
        fail "the program does not run" "$1.err"
    fi
}

# README.md is read in terminals too; rows of tables cannot be wrapped.
check_columns() {
    [ "$file" != README.md ] || awk '!/^\|/ && length > 100 { print "line " NR " is over 100 columns" }' "$root/$file"
}

# Links relative to the document, and paths from the root.
check_paths() {
    dir=$(dirname "$file") text=$scratch/text
    awk '/^ *```/ { inside = !inside; next } !inside && !/^    /' "$root/$file" >"$text"
    grep -oE '\]\([^)#: ]+' "$text" | sed 's/^](//' | sort -u | while read -r link; do
        [ -e "$root/$dir/$link" ] || echo "link to nothing: $link"
    done
    rooms='src|cli|include|tests|tools|docs|bench|cmake|examples'
    grep -oE "(^|[^A-Za-z0-9_/.-])($rooms)/[A-Za-z0-9_/.-]+" "$text" | sed 's,^[^a-z]*,,; s/[.-]*$//' |
        grep -v -e '[A-Z][A-Z]' -e '^bench/results' | sort -u | while read -r path; do
        [ -e "$root/$path" ] || echo "names what is not there: $path"
    done
}

for file; do
    { check_paths; check_columns; } >"$scratch/paths"
    [ ! -s "$scratch/paths" ] || fail "paths and columns" "$scratch/paths"
    place=$scratch/$(echo "$file" | tr / _)
    blocks=$place/.blocks
    mkdir -p "$blocks"
    ln -s "$root/examples" "$place/examples"
    ln -s "$build" "$place/build"
    [ -z "${LACON_ABIDE:-}" ] || ln -s "$LACON_ABIDE" "$place/abide"
    cut "$root/$file" "$blocks"
    [ -z "$empty" ] || place=$root
    [ ! -f "$blocks/skipped" ] ||
        echo "$file: skipped $(wc -l <"$blocks/skipped") commands that need ABIDE (./run bench study)"
    for piece in "$blocks"/*; do
        case $piece in
            *.cmd) run_command "${piece%.cmd}" ;;
            *.c) run_program "${piece%.c}" ;;
        esac
    done
done
echo "$count commands and programs, $bad failures"
[ "$count" -gt 0 ] && [ "$bad" = 0 ]
