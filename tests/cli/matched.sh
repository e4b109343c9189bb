# SPDX-License-Identifier: BSD-3-Clause
# compare says first what it comes to, and of every variable that moved where it would be had it stayed; score names
# the column of a key, asks where several could be meant, takes a key of some of the variables, and prints no nan.
# the same columns in two files; modules are numbered by size, so their numbers mean different variables: v1 .. v5,
# v6 .. v9 and v10 .. v12 are 1, 2 and 3 in the first, v1 .. v3, v4 .. v8 and v9 .. v12 are 3, 1 and 2 in the second
grouped() { # grouped FILE SEED SIZES: modules of consecutive columns
    awk -v s="$2" -v sizes="$3" 'function draw() { x = (x * 16807) % 2147483647; return x / 2147483647 * 4 - 2 }
    BEGIN { x = s; k = split(sizes, size, " ")
        for (j = 1; j <= k; j++) for (i = 1; i <= size[j]; i++) of[++p] = j
        for (r = 1; r <= p; r++) printf "v%d%s", r, r < p ? "," : "\n"
        for (i = 1; i <= 300; i++) { for (j = 1; j <= k; j++) z[j] = draw()
            for (r = 1; r <= p; r++) printf "%.5f%s", z[of[r]] + draw() / 4, r < p ? "," : "\n" } }' >"$1"
}
grouped one.csv 11 '5 4 3'
grouped two.csv 12 '3 5 4'
run 0 fit one.csv --k 3 --out one -q
run 0 fit two.csv --k 3 --out two -q
is '5 4 3' "$(awk 'NR > 1 { n[$2]++ } END { print n[1], n[2], n[3] }' one/modules.tsv)"

# ---- compare ----
run 0 compare one two
cp out tables
# whoever is listed is in another module than the match of the table above, and nobody else is
awk -F '\t' 'FNR == 1 { file++ }
    file == 1 && FNR > 1 { first[$1] = $2 }
    file == 2 && FNR > 1 { second[$1] = $2 }
    file == 3 && /^module\t/ { part = 1; next }
    file == 3 && /^variable\t/ { part = 2; next }
    file == 3 && /^class\t/ { part = 3; next }
    file == 3 && part == 1 && NF { match_[$1] = $2 }
    file == 3 && part == 2 && NF { listed[$1] = 1; if ($4 != match_[$2] || $3 == $4 || $2 != first[$1] || $3 != second[$1]) bad = 1 }
    END { for (v in first) if ((second[v] != match_[first[v]]) != (v in listed)) bad = 1; exit bad }' \
    one/modules.tsv two/modules.tsv tables && good || bad "moved: $(cat tables)"
shows '^variable	module_first	module_second	match$'
is 'v4 1 1 3,v5 1 1 3,v9 2 2 1,' "$(sed -n '/^v[0-9]/p' tables | tr '\t\n' ' ,')" # numbers alone would mislead
if command -v stdbuf >/dev/null; then
    stdbuf -oL "$LACON" compare one two >both 2>&1
    is 'adjusted Rand index' "$(grep -v '^ERROR: ld.so' both | head -1 | cut -c1-19)" # no stdbuf for a program under qemu
fi
run 0 fit two.csv --k 2 --membership all --out fewer -q
run 0 compare two fewer
says '^module [0-9] of the first has no match: [0-9] of its [0-9] variables are in module [0-9] of the second$'
run 0 compare fewer two
says '^module [0-9] of the second has no match: '

# ---- score: which column ----
awk 'BEGIN { print "where\tregion\tnetwork\tsize"
    for (r = 1; r <= 12; r++) printf "p%d\tv%d\t%s\t%d\n", r, r, r < 6 ? "a" : r < 10 ? "b" : "c", r % 5 }' >atlas.tsv
run 2 score atlas.tsv one
says 'atlas.tsv: which column tells the modules, where, network, size? Say which (--column NAME)'
silent out
run 0 score atlas.tsv one --column network
shows '^ari	1$'
says "key  *column 'network' of atlas.tsv, 12 of 12 variables$"
is 1 "$(wc -l <out | tr -d ' ')" # and no nan
run 2 score atlas.tsv one --column netwrk
says "has no column 'netwrk': it has where, network, size"
cut -f2,3 atlas.tsv >pair.tsv
run 0 score pair.tsv one
says "key  *column 'network'"
run 2 score one two --column module
says 'is for a table'

# ---- score: some of the variables ----
sed '3d;7d' pair.tsv >part.tsv
run 0 score part.tsv one
says "10 of 12 variables: it does not have 'v2' and others"
shows '^ari	1$'
awk 'NR == 5 { $2 = "" } 1' OFS='\t' pair.tsv >hole.tsv
run 0 score hole.tsv one
says "11 of 12 variables: it does not have 'v4'$"
sed 's/v/w/' pair.tsv >none.tsv
run 3 score none.tsv one
says 'none.tsv: no column has the variables of the model'
if have_python; then
    run 0 score part.tsv one --json
    cp out j
    is '1.0 10 "network" null' "$(json j ari) $(json j variables) $(json j column) $(json j w_error)"
fi
run 0 score one two
is 0 "$(grep -c nan out)"
