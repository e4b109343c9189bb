#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Options and documents agree: each option in --help is told of in README.md or docs/, each option there is one of
# lacon's, and `lacon fit --x` names one of fit's.
# usage: options.sh LACON [FILE...]
set -eu
lacon=$1
shift
cd "$(dirname "$0")/../.."
# shellcheck disable=SC2046  # our file names have no blanks
[ $# -gt 0 ] || set -- $(find README.md docs -name '*.md' | sort)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
foreign=' --as-cran --cflags --error-exitcode --libs --long --version-script ' # of other programs, and of ./run
bad=0
complain() { echo "options: $*" >&2; bad=$((bad + 1)); }

commands=$("$lacon" help | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p')
for command in $commands; do
    "$lacon" help "$command" | grep -o '^ *\(-[a-z], \)\?--[a-z0-9-]*' | grep -o -- '--[a-z0-9-]*' |
        sort -u | sed "s/^/$command /" >>"$scratch/all"
done
cut -d' ' -f2 "$scratch/all" | sort -u >"$scratch/known"
[ "$(wc -l <"$scratch/known")" -gt 100 ] || complain 'help has hardly an option'
grep -oh -e '--[a-z0-9][a-z0-9-]*' "$@" | sort -u >"$scratch/told"
for option in $(comm -23 "$scratch/known" "$scratch/told"); do complain "$option is in no document"; done
for option in $(comm -13 "$scratch/known" "$scratch/told"); do
    case $foreign in *" $option "*) ;; *) complain "$option is no option of any command" ;; esac
done
# `lacon fit .. --x` and `fit --x` in the text, "$ lacon fit .. --x" in blocks that are only shown
grep -oh '`[a-z][a-z -]*[^`]*`' "$@" | tr -d '`' | sed 's/^lacon //' | awk -v file="$scratch/all" '
    BEGIN { while ((getline line <file) > 0) { has[line] = 1; split(line, part, " "); command[part[1]] = 1 } }
    $1 in command { for (i = 2; i <= NF; i++) if ($i ~ /^--[a-z]/) {
        option = $i
        sub(/[^a-z0-9-].*/, "", option)
        if (!(($1 " " option) in has)) print $1, option
    } }' | sort -u >"$scratch/foreign"
while read -r command option; do complain "$command has no $option"; done <"$scratch/foreign"
echo "options: $(wc -l <"$scratch/known") options, $bad failures"
[ "$bad" = 0 ]
