# SPDX-License-Identifier: BSD-3-Clause
# Tables as other programs write them: gene expression with columns about the genes, spreadsheets with empty columns,
# signs around numbers, SPSS's words for missing, answers as words, workbooks in place of tables, ids that occur twice.
table plain.csv 60 8 1

# ---- tables of participants ----
mkdir people
for who in sub-01 sub-02 sub-03 sub-04; do cp plain.csv "people/${who}_rest.csv"; done
printf 'id\tgroup\nsub-01\ta\nsub-02\tb\nsub-03\ta\nsub-04\tb\nsub-02\tb\n' >twice.tsv
run 3 fit people -p twice.tsv --k 2 --out no
says "twice.tsv: 'sub-02' has two rows, lines 3 and 6: one row per class is expected"
printf 'PK\3\4\24\0\0\0' >book.xlsx
run 3 fit people -p book.xlsx --k 2 --out no
says 'book.xlsx: no text in UTF-8 (a workbook?): save the table as .csv$'

