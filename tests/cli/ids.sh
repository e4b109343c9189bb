# SPDX-License-Identifier: BSD-3-Clause
# Names that are not quite alike: ids inside the names of classes, the column of ids found, coordinates by order.
mkdir data
i=0
for id in CC110033 CC110037 CC110045 CC120008 CC120011 CC120049; do
    i=$((i + 1))
    table "data/camCAN_sub$id.csv" 40 8 $i
done
ls data | sed 's/.*sub//; s/.csv//' | awk 'BEGIN { print "visit\tccid\tgroup" } { print NR % 2 "\t" $0 "\t" (NR % 2 ? "a" : "b") }' >people.tsv
run 0 fit data --k 2 -p people.tsv --id ccid --out m
says 'participants: 6 of 6 classes have a line$'
is 'CC110037' "$(awk -F'\t' '$1 == "camCAN_subCC110037"' m/participants.tsv | cut -f3)"
# the column is found, by fit, check, test and report alike
run 0 fit data --k 2 -p people.tsv --out found
says 'participants: 6 of 6 classes have a line (column ccid)$'
same m/participants.tsv found/participants.tsv
run 0 check data -p people.tsv
shows 'participants: 6 of 6 classes have a line'
run 0 fit data --k 2 --out plain -q
run 0 test plain -p people.tsv --model group --perm 20
run 0 test plain -p people.tsv --id ccid --model group --perm 20 --out named
same plain/test/edges.tsv named/edges.tsv
run 0 report plain -p people.tsv
has plain/report.html
# participant_id comes first where it has the names
sed '1s/visit/other/; 1s/ccid/participant_id/' people.tsv | awk -F'\t' -v OFS='\t' '{ print $2, $0 }' | sed '1s/^participant_id/name/' >both.tsv
run 0 fit data --k 2 -p both.tsv --out both
says '(column participant_id)'
cut -f1,3 people.tsv >none.tsv
run 3 fit data --k 2 -p none.tsv --out no
says 'none.tsv: no column has the names of the classes (camCAN_subCC110033, camCAN_subCC110037)'
run 3 test plain -p none.tsv --model group --perm 20 --out no
says 'no column has the names of the classes'

# not uniquely: two ids in one name, a piece of a longer number, two letters
sed 's/CC110033/subCC/' people.tsv >twice.tsv
run 0 fit data --k 2 -p twice.tsv --id ccid --out two
says 'participants: 1 of 6 classes have a line, not camCAN_subCC110037, '
sed 's/CC110033/CC11003/' people.tsv >cut.tsv
run 0 fit data --k 2 -p cut.tsv --id ccid --out cut
says 'participants: 5 of 6 classes have a line, not camCAN_subCC110033$'

# ---- coordinates without names ----
awk 'BEGIN { print "x,y,z"; for (i = 1; i <= 8; i++) printf "%d,%d,%d\n", i * 10, 50 - i, i % 3 }' >xyz.csv
run 0 report m --coordinates xyz.csv --out by-order.html
says 'warning: xyz.csv: has no names: its 8 lines are taken for the 8 variables in their order'
grep -q '"places"' by-order.html && good || bad 'no places in the page'
awk -F, -v OFS=, 'NR == 1 { print "roi", $0; next } { print "v" NR - 1, $0 }' xyz.csv >named.csv
run 0 convert m --to brainnet --coordinates xyz.csv --out net
says 'taken for the 8 variables in their order'
run 0 convert m --to brainnet --coordinates named.csv --out net2
silent_warning=$(grep -c warning err)
is 0 "$silent_warning"
diff -r net net2 >/dev/null && good || bad 'order and names give other places'
# names of somebody else, or another count, are no order
sed 's/^v/w/' named.csv >foreign.csv
run 3 report m --coordinates foreign.csv --out no.html
says 'no column has the model.s variables (v1, ...): name them alike'
sed 1,2d xyz.csv | sed '1i x,y,z' >short.csv
run 3 report m --coordinates short.csv --out no.html
says 'a line for each of the 8 variables in their order (it has 7)'
# files without names: any table of as many lines will do
mkdir bare
for f in data/*; do sed 1d "$f" >"bare/$(basename "$f")"; done
run 0 fit bare --k 2 --out b -q
run 0 report b --coordinates foreign.csv --out bare.html
says "the model's variables have no names: its 8 lines are taken"

# ---- a table with semicolons and decimal commas: numbers stay numbers in the model folder ----
awk -F'\t' 'BEGIN { OFS = ";" } NR == 1 { print $2, $3, "FD mean"; next } { printf "%s;%s;0,%d\r\n", $2, $3, NR * NR }' people.tsv >comma.csv
run 0 fit data --k 2 -p comma.csv --out comma -q
is 0.4 "$(awk -F'\t' '$2 == "CC110033" { print $4 }' comma/participants.tsv)"
run 0 test comma --model 'group + FD mean' --perm 20 -q
run 0 test comma -p comma.csv --model 'group + FD mean' --perm 20 --out straight -q
same comma/test/edges.tsv straight/edges.tsv

# ---- scans of one person: a line of the table that several classes share is exchanged as a whole ----
mkdir scans
for file in "$ROOT"/examples/data/study/people/*.csv; do
    name=$(basename "$file" .csv)
    for half in 1 2; do awk -v h=$half 'NR == 1 || (NR > 31) == h - 1' "$file" >"scans/${name}_run-$half.csv"; done
done
run 0 fit scans --k 3 --out scans-m -q
run 0 test scans-m -p "$ROOT/examples/data/study/participants.tsv" --model 'group + motion' --perm 200
says 'warning      64 classes are of 32 lines of the table (id): scans of one person tell less than as many persons'
run 0 test scans-m -p "$ROOT/examples/data/study/participants.tsv" --model 'group + motion' --perm 200 --blocks id --exchange whole --out asked
is 0 "$(grep -c 'lines of the table' err)"
same scans-m/test/edges.tsv asked/edges.tsv
run 0 fit scans --k 3 -p "$ROOT/examples/data/study/participants.tsv" --out kept -q # the table in the model: a line for each class
run 0 test kept --model 'group + motion' --perm 200
says 'warning      64 classes are of 32 lines of the table (id)'
same scans-m/test/edges.tsv kept/test/edges.tsv
# people with a line each are nobody's scans, whatever else they have in common; nor are files called by their group
mkdir called
sed 1d "$ROOT/examples/data/study/participants.tsv" | while IFS="$(printf '\t')" read -r name group rest; do
    cp "$ROOT/examples/data/study/people/$name.csv" "called/${group}_${name#sub-}.csv"
done
ls called | sed 's/.csv$//' | awk -F_ 'BEGIN { print "class\tgroup" } { print $0 "\t" $1 }' >alone.tsv
run 0 fit called --k 3 --out alone -q
run 0 test alone -p alone.tsv --id class --model group --perm 20
is 0 "$(grep -c 'lines of the table' err)"
