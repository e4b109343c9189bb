#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Lines the tests reached, file by file and folder by folder, after `./run coverage` has run them.
# usage: tools/coverage.sh BUILD-DIR
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$1"
find . -name '*.gcda' ! -path '*/tests/*' | while read -r counts; do
    gcov -n -o "$(dirname "$counts")" "$counts" 2>/dev/null
done | awk -v root="$root/" -F "'" '
    /^File / { file = index($2, root) == 1 ? substr($2, length(root) + 1) : "" }
    /^Lines executed:/ && file ~ /^(src|cli)\/.*\.c$/ {
        split($0, part, /[:% ]+/)          # Lines executed : 97.3 % of 120
        lines = part[5]; hit = part[3] * lines / 100
        if (hit >= reached[file]) { reached[file] = hit; total[file] = lines }
        file = ""
    }
    END {
        for (f in total) {
            folder = f; sub(/\/[^\/]*$/, "", folder)
            sum[folder] += total[f]; got[folder] += reached[f]
            printf "%5.1f %%  %5d lines  %s\n", 100 * reached[f] / total[f], total[f], f | "sort -k4"
        }
        close("sort -k4")
        print ""
        for (d in sum) printf "%5.1f %%  %5d lines  %s\n", 100 * got[d] / sum[d], sum[d], d | "sort -k4"
    }'
