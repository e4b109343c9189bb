#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each public header compiles alone, as C11 and as C++17, without a warning.
# usage: check.sh CC CXX INCLUDE-DIR...
set -u
cc=$1 cxx=$2
shift 2
flags="-Wall -Wextra -Wshadow -pedantic -Werror -fsyntax-only"
for dir; do flags="$flags -I$dir"; done
count=0 bad=0
for header in $(for dir; do (cd "$dir" && find lacon -name '*.h'); done | sort); do
    count=$((count + 1))
    # shellcheck disable=SC2086  # flags are words
    for try in "$cc -std=c11 -Wstrict-prototypes -x c" "$cxx -std=c++17 -x c++"; do
        # A header of macros alone would leave nothing to compile.
        printf '#include <%s>\ntypedef int nothing_else;\n' "$header" | $try $flags - || {
            echo "$header does not compile alone by: $try"
            bad=$((bad + 1))
        }
    done
done
echo "$count headers, $bad failures"
[ "$count" -gt 0 ] && [ "$bad" = 0 ]
