#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Headers of an imagined older release: of every struct that begins with its size the last field is
# cut off. usage: shrink.sh FROM-INCLUDE-DIR TO-INCLUDE-DIR
set -eu
from=$1 to=$2
mkdir -p "$to/lacon"
for header in "$from"/lacon/*.h; do
    awk '
        /^typedef struct lacon_[a-z_]+ \{/ {inside = 1; n = last = sized = comment = 0}
        !inside {print; next}
        {
            line[++n] = $0
            code = ""
            rest = $0
            while (rest != "") { # what is not in a comment
                if (comment) {
                    end = index(rest, "*/")
                    if (end == 0) break
                    rest = substr(rest, end + 2)
                    comment = 0
                } else {
                    begin = index(rest, "/*")
                    code = code (begin ? substr(rest, 1, begin - 1) : rest)
                    rest = begin ? substr(rest, begin + 2) : ""
                    comment = begin > 0
                }
            }
            if (code ~ /size_t size;/) sized = 1
            if (code ~ /;/ && code !~ /^}/) last = n
        }
        /^}/ {
            cut = sized ? last : n
            for (i = 1; i < cut; i++) print line[i]
            print line[n]
            inside = 0
        }' "$header" >"$to/lacon/$(basename "$header")"
done
