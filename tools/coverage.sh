#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Lines the tests reached and branches they took, file by file and folder by folder, after `./run coverage` has run them;
# then what is below the aim: 95 % of the lines of every reader, 90 % of all branches. What a child reaches that reads
# for us is in it (tools/coverage_shared.c), but for its very last lines.
# usage: tools/coverage.sh BUILD-DIR
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$1"
find . -name '*.gcda' ! -path '*/tests/*' | while read -r counts; do
    gcov -b -n -o "$(dirname "$counts")" "$counts" 2>/dev/null
done | awk -v root="$root/" -F "'" '
    function share(text, part) { split(text, part, /[:% ]+/); return part[3] }   # Lines executed : 97.3 % of 120
    function of(text, part) { split(text, part, /[:% ]+/); return part[5] }
    function show(hit, all) { return all > 0 ? sprintf("%5.1f %%", 100 * hit / all) : "      -" }
    /^File / {
        file = $2
        if (index(file, root) == 1) file = substr(file, length(root) + 1)
        sub(/^\.\.\//, "", file)                                                 # a compiler cache makes it relative
        if (file !~ /^(src|cli)\/.*\.c$/) file = ""
    }
    /^Lines executed:/ && file != "" {
        lines = of($0); hit = share($0) * lines / 100
        best = hit >= reached[file]
        if (best) { reached[file] = hit; total[file] = lines }
    }
    /^Taken at least once:/ && file != "" && best {
        n = split($0, part, /[:% ]+/)                                            # Taken at least once : 90.0 % of 50
        branches[file] = part[n]; taken[file] = part[5] * part[n] / 100
    }
    END {
        for (f in total) {
            folder = f; sub(/\/[^\/]*$/, "", folder)
            sum[folder] += total[f]; got[folder] += reached[f]; ways[folder] += branches[f]; gone[folder] += taken[f]
            lines_all += total[f]; hit_all += reached[f]; ways_all += branches[f]; gone_all += taken[f]
            printf "%s  %5d lines  %s  %5d branches  %s\n", show(reached[f], total[f]), total[f], show(taken[f], branches[f]), branches[f], f | "sort -k9"
        }
        close("sort -k9")
        print ""
        for (d in sum) printf "%s  %5d lines  %s  %5d branches  %s\n", show(got[d], sum[d]), sum[d], show(gone[d], ways[d]), ways[d], d | "sort -k9"
        close("sort -k9")
        print ""
        low = 0
        for (f in total)
            if (f ~ /^src\/(io\/(formats|text|intake)\/|results\/.*(load|read)|experiment\/journal)/ && reached[f] < 0.95 * total[f]) {
                printf "a reader below 95 %% of its lines: %s (%s)\n", f, show(reached[f], total[f])
                low++
            }
        printf "all: %s of %d lines, %s of %d branches%s\n", show(hit_all, lines_all), lines_all, show(gone_all, ways_all), ways_all, gone_all < 0.9 * ways_all ? " (below 90 %)" : ""
        exit low > 0 || gone_all < 0.9 * ways_all
    }'
