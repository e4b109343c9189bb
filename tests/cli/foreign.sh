# SPDX-License-Identifier: BSD-3-Clause
# Tables as other programs write them: gene expression with columns about the genes, spreadsheets with empty columns,
# signs around numbers, SPSS's words for missing, answers as words, workbooks in place of tables, ids that occur twice.
table plain.csv 60 8 1

# ---- check does not call well what the reader doubts ----
awk 'BEGIN { printf "x1,x2,x3\n"; for (i = 1; i <= 1200; i++) printf "g%d,%f,%f,%f\n", i, sin(i), sin(2 * i), sin(3 * i) }' >long.csv
run 0 check long.csv
says 'turn the table'
shows '^all is well, if what the warning above says is meant$'
if have_python; then
    run 0 check long.csv --json
    is 1 "$(json out warnings 0 message | grep -c 'turn the table')"
fi
run 0 check plain.csv
shows '^all is well$'

# ---- tables of participants ----
mkdir people
for who in sub-01 sub-02 sub-03 sub-04; do cp plain.csv "people/${who}_rest.csv"; done
printf 'id\tgroup\nsub-01\ta\nsub-02\tb\nsub-03\ta\nsub-04\tb\nsub-02\tb\n' >twice.tsv
run 3 fit people -p twice.tsv --k 2 --out no
says "twice.tsv: 'sub-02' has two rows, lines 3 and 6: one row per class is expected"
printf 'PK\3\4\24\0\0\0' >book.xlsx
run 3 fit people -p book.xlsx --k 2 --out no
says 'book.xlsx: no text in UTF-8 (a workbook?): save the table as .csv$'

# ---- a BIDS folder of one atlas need not be told which ----
for who in 01 02; do
    mkdir -p "bids/sub-$who/func"
    tr , '\t' <plain.csv >"bids/sub-$who/func/sub-${who}_task-rest_atlas-Toy_timeseries.tsv"
done
run 0 fit --bids bids --k 2 --out b -q
is 'sub-01_task-rest sub-02_task-rest ' "$(sed 1d b/classes.tsv | cut -f1 | tr '\n' ' ')"
cp bids/sub-01/func/*Toy* bids/sub-01/func/sub-01_task-rest_atlas-Other_timeseries.tsv
run 2 fit --bids bids --k 2 --out no
says 'bids: has series of several atlases (Other, Toy): say which (--atlas NAME)$'
run 0 fit --bids bids --atlas Toy --k 2 --out b2 -q
same b/model.npz b2/model.npz
run 3 fit bids --k 2 --out no
says 'no table in this folder .*(--bids DIR in place of it)'
