#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every constant of every enum in the headers is in the table of names (lacon_enum_at) with its value, and no other.
# usage: enums.sh CC LIBLACON.SO INCLUDE-DIR...
set -eu
export LC_ALL=C
cc=$1 library=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
flags=
for dir; do flags="$flags -I $dir"; done
cat >"$scratch/list.c" <<'C'
#include <lacon/lacon.h>
#include <stdio.h>
int main(void)
{
    for (int i = 0; i < lacon_enum_count(); i++)
        for (int v = 0; v < lacon_enum_at(i)->count; v++)
            printf("%s %s %d\n", lacon_enum_at(i)->name, lacon_enum_at(i)->values[v].constant,
                   lacon_enum_at(i)->values[v].value);
    return 0;
}
C
# shellcheck disable=SC2086  # a list of flags
"$cc" $flags -o "$scratch/list" "$scratch/list.c" "$library" -Wl,-rpath,"$(dirname "$library")"
"$scratch/list" | sort >"$scratch/table"
for dir; do cat "$dir"/lacon/*.h; done | awk '
    /^typedef enum lacon_/ {type = $3}
    type != "" {
        line = $0
        while (match(line, /LACON_[A-Z0-9_]+ = -?[0-9]+/)) {
            split(substr(line, RSTART, RLENGTH), part, " ")
            print type, part[1], part[3]
            line = substr(line, RSTART + RLENGTH)
        }
    }
    /}/ {type = ""}' | sort >"$scratch/headers"
[ -s "$scratch/headers" ] || { echo "no enums found"; exit 1; }
echo "$(wc -l <"$scratch/headers") constants"
diff "$scratch/headers" "$scratch/table"
