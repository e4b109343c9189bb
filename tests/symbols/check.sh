#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the library shows and what it touches:
#   1. liblacon.so exports exactly the functions the headers mark LACON_API;
#   2. liblacon.a defines only lacon_ and lcn_ names;
#   3. nothing in it prints, ends the process, or touches signals, locale or environment, but for the
#      one file that starts a process of its own and ends it (io/isolate/isolate.c);
#   4. it has no variable of its own: everything ambient is in the context. The locks that a compiler makes of named
#      critical sections hold nothing.
# usage: check.sh LIBLACON.SO LIBLACON.A INCLUDE-DIR...
set -u
export LC_ALL=C
shared=$1 static=$2
shift 2
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
bad=0
complain() { # complain TITLE: prints the lines of stdin; any is a failure, noted in a file: a pipe's end is another shell
    grep -v '^\.gomp_critical_user_lcn_' | sed "s/^/$1: /" | tee -a "$scratch/complaints"
}
for program in nm objdump; do command -v $program >/dev/null || { echo "no $program"; exit 1; }; done

# A declaration may span lines; a macro definition is not one.
for dir; do find "$dir" -name '*.h' -exec cat {} +; done | grep -v '^#' | tr '\n' ' ' |
    grep -oE 'LACON_API [^;()]*\(' | grep -oE 'lacon_[A-Za-z0-9_]+ *\($' | tr -d ' (' |
    sort -u >"$scratch/declared"
nm -D --defined-only "$shared" | awk '$2 != "A" {sub(/@.*/, "", $3); print $3}' |
    sort -u >"$scratch/exported"
echo "$(wc -l <"$scratch/declared") declared, $(wc -l <"$scratch/exported") exported"
[ -s "$scratch/declared" ] || bad=1
comm -23 "$scratch/declared" "$scratch/exported" | complain "declared, not exported"
comm -13 "$scratch/declared" "$scratch/exported" | complain "exported, not declared"

# .gomp_critical_: the lock that clang puts in for a reduction
nm -A --defined-only -g "$static" 2>/dev/null | awk '{print $NF}' | grep -vE '^((lacon|lcn)_|\.gomp_critical_)' |
    sort -u | complain "foreign name defined"

# Names the library has no business with, with the variants FORTIFY makes of them.
forbidden='v?printf|puts|putchar|perror|std(in|out|err)|_?exit|_Exit|quick_exit|abort|atexit'
forbidden="$forbidden|signal|sigaction|sigprocmask|raise|kill|setlocale|uselocale"
forbidden="$forbidden|setenv|putenv|system|popen|fork|s?rand|random|chdir|umask"
forbidden="$forbidden|json_set_alloc_funcs|H5set_free_list_limits" # memory of other libraries is the host's to set
nm -u "$static" 2>/dev/null | awk '
    /^[^ ]*\.o:$/ {file = $1}
    {sub(/@.*/, "", $NF)}
    file == "isolate.c.o:" && $NF ~ /^(fork|kill|_exit|sigaction)$/ {next}
    {print $NF}' | sort -u |
    grep -xE "(__)?($forbidden)(_chk)?" | complain "must not be used by the library"

# Constants with addresses in them lie in .data.rel.ro; any other object in .data or .bss varies.
# $d and $x are no objects: on aarch64 they say where data and code begin.
# objdump -t: value, 7 flags (the sixth is d for a section, the last F for a function), section, name.
objdump -t "$static" 2>/dev/null | cut -c18- | awk '
    substr($0, 6, 2) !~ /d|F/ && $0 ~ / \.(t?data|t?bss)/ && $0 !~ / \.data\.rel\.ro/ {print $NF}
    / \*COM\*/ && $NF !~ /^\.gomp_critical_/ {print $NF}' | grep -vE '^\$[dx](\.|$)' | sort -u | complain "variable of the library"
[ "$bad" = 0 ] && [ ! -s "$scratch/complaints" ]
