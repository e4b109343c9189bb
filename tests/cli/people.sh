# SPDX-License-Identifier: BSD-3-Clause
# A table of participants goes with the model: fit and select --participants, then test and report without.
study=$ROOT/examples/data/study
run 0 fit "$study/people" --k 3 --participants "$study/participants.tsv" --id id --out m
says 'participants: [0-9]* of [0-9]* classes have a line$'
run 0 fit "$study/people" --k 3 --out plain -q
for file in model.npz modules.tsv connectivity.tsv classes.tsv; do same "m/$file" "plain/$file"; done
absent plain/participants.tsv
is "class	$(head -1 "$study/participants.tsv")" "$(head -1 m/participants.tsv)"
is "$(cut -f1 m/classes.tsv | sed 1d)" "$(cut -f1 m/participants.tsv | sed 1d)"
run 0 test m --model 'group + motion' --contrast group=patient-control --perm 200
run 0 test m --participants "$study/participants.tsv" --id id --model 'group + motion' --contrast group=patient-control \
    --perm 200 --out other
same m/test/edges.tsv other/edges.tsv
run 0 report m
has m/report.html
run 0 select "$study/people" --k 2:3 --cv time:2 --participants "$study/participants.tsv" --id id --out s -q
same m/participants.tsv s/participants.tsv

# ids with other zeros and less around them; a class without a line is told, and n/a
awk -F'\t' -v OFS=, 'NR == 1 { print "site,number,group"; next }
    NR > 2 { sub("sub-", "", $1); printf "%s,%d,%s\n", "A", $1, $2 }' "$study/participants.tsv" >numbers.csv
run 0 fit "$study/people" --k 3 -p numbers.csv --id number --out n
says 'classes have a line, not '
is "$(cut -f3 m/participants.tsv | sed 1,2d)" "$(cut -f4 n/participants.tsv | sed 1,2d)"
is 'n/a' "$(sed -n 2p n/participants.tsv | cut -f4)"
run 3 test n --model group --perm 50
says 'missing drop'
run 0 test n --model group --missing drop --perm 50

# ---- refusals, before the fit ----
run 3 fit "$study/people" --k 3 -p numbers.csv --id site --out no
says "column 'site' has none of the classes (.*: name the column that has them (--id)"
run 2 fit "$study/people" --k 3 -p numbers.csv --id nothing --out no
says "there is no column 'nothing'; there are site, number, group"
run 1 fit "$study/people" --k 3 -p none.csv --out no
absent no
run 2 test plain --model group
says 'no --participants: the model has no participants.tsv (lacon fit --participants writes it)'
run 0 test plain --participants "$study/participants.tsv" --model group --perm 20 # the column is found
