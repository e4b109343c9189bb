# SPDX-License-Identifier: BSD-3-Clause
# Tables as other programs write them: gene expression with columns about the genes, spreadsheets with empty columns,
# signs around numbers, SPSS's words for missing, answers as words, workbooks in place of tables, ids that occur twice.
table plain.csv 60 8 1

# ---- Excel's "Unicode Text", and what PowerShell's > writes ----
run 0 fit plain.csv --k 2 --out eight -q
tr ',' '\t' <plain.csv | sed 's/$/\r/' | iconv -f UTF-8 -t UTF-16 >plain.txt
printf 'id,group\nplain,a\n' | iconv -f UTF-8 -t UTF-16 >people.txt
run 0 fit plain.txt --k 2 --participants people.txt --id id --out sixteen -q
same eight/model.npz sixteen/model.npz
occurs() { grep -c "\"$(sha256sum <"$1" | cut -c1-64)\"" "$2"; }
is 1 "$(occurs plain.txt sixteen/model.json)"
cat plain.csv | "$LACON" fit - --k 2 --out piped8 -q
cat plain.txt | "$LACON" fit - --k 2 --out piped -q
same piped8/model.npz piped/model.npz
iconv -f UTF-8 -t UTF-16LE <plain.csv >unmarked.csv
run 3 check unmarked.csv
shows 'UTF-16 without its byte order mark. save it as UTF-8'

# ---- genes in rows: what is told of a gene in numbers is no observation ----
awk -F, '{ for (j = 1; j <= NF; j++) cell[j] = cell[j] "\t" $j; n = NF }
    END { printf "Hugo_Symbol"; for (i = 1; i <= 60; i++) printf "\ts%d", i; print ""
          for (j = 1; j <= n; j++) print substr(cell[j], 2) }' plain.csv >genes.tsv
run 0 fit genes.tsv --names genes --transpose --k 2 --out genes -q
is 60 "$(awk 'NR == 2 { print $2 }' genes/classes.tsv)"
awk -F'\t' -v OFS='\t' '{ $1 = $1 OFS (NR == 1 ? "Entrez_Gene_Id" : 7000 + NR) } 1' genes.tsv >cbio.txt
run 0 fit cbio.txt --names genes --transpose --k 2 --out cbio
says 'warning: cbio.txt: a column of words or numbers about the variables beside the names (column 2) is left out$'
same genes/model.npz cbio/model.npz
awk -F'\t' -v OFS='\t' 'NR == 1 { $1 = "Geneid\tChr\tStart\tEnd\tStrand\tLength" } NR > 1 { $1 = $1 OFS "chr" NR OFS NR * 100 OFS NR * 100 + 50 OFS (NR % 2 ? "-" : "+") OFS 51 } 1' genes.tsv >counts.txt
sed '1i# Program:featureCounts v2.0.3' counts.txt >featured.txt
run 0 fit featured.txt --names genes --transpose --k 2 --out featured
says '(columns 2 and on) are left out$'
same genes/model.npz featured/model.npz
{ printf '#1.2\n8\t60\n'; awk -F'\t' -v OFS='\t' '{ $1 = $1 OFS (NR == 1 ? "Description" : "na") } NR == 1 { sub(/^[^\t]*/, "NAME") } 1' genes.tsv; } >genes.gct
run 0 fit genes.gct --names genes --transpose --k 2 --out gct -q
same genes/model.npz gct/model.npz
# a sample may be called so where nothing says that it is not one
awk -F'\t' -v OFS='\t' 'NR == 1 { $2 = "start" } 1' genes.tsv >start.tsv
run 0 fit start.tsv --names genes --transpose --k 2 --out start
same genes/model.npz start/model.npz
is 0 "$(grep -c 'left out' err)"
# class tables find their observations behind such columns
awk 'BEGIN { print "sample,tissue"; for (i = 1; i <= 60; i++) print "s" i "," (i <= 30 ? "liver" : "brain") }' >samples.csv
run 0 fit genes.tsv --transpose --class-table samples.csv --k 2 --out t1 -q
run 0 fit featured.txt --transpose --class-table samples.csv --k 2 --out t2
is 0 "$(grep -c 'no class' err)"
same t1/model.npz t2/model.npz

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

# ---- spreadsheets ----
sed '1s/$/,,,/; 2,$s/$/,,,/' plain.csv >hollow.csv
run 0 fit hollow.csv --names plain --k 2 --out hollow
says 'warning: hollow.csv: 2 columns at the end without a name and without a value in the first line are left out$'
run 0 fit plain.csv --k 2 --out plain -q
same plain/model.npz hollow/model.npz
sed '2s/,,$/,4,/' hollow.csv >filled.csv
run 3 fit filled.csv --k 2 --out no
says 'columns without a name'
awk -F, -v OFS=, 'NR > 1 { for (j = 1; j <= NF; j++) $j = $j "%" } 1' plain.csv >percent.csv
run 3 fit percent.csv --k 2 --out no
says "percent.csv:2: column 1 ('v1') holds '.*%': write the number alone, without signs around it and marks of thousands$"
for cell in '$12.50' '"1,234.50"' "1'234" '1 234' '€ 5'; do
    sed "4s/^[^,]*,/$cell,/" plain.csv >dressed.csv
    run 3 fit dressed.csv --k 2 --out no
    says "dressed.csv:4: column 1 ('v1') holds .*: write the number alone"
done
for cell in '#NULL!' '#DIV/0!' '#num!' '#VALUE!' '<NA>'; do
    awk -F, -v OFS=, -v cell="$cell" 'NR == 4 { $1 = cell } 1' plain.csv >error.csv
    run 3 fit error.csv --k 2 --out no
    says '1 value cannot be used'
    run 0 fit error.csv --k 2 --missing marginal --out m --force -q
done

# ---- headers of numbers: pandas without names of columns, with and without its index; R without quotes ----
awk -F, -v OFS=, 'NR == 1 { for (j = 1; j <= NF; j++) $j = j - 1 } 1' plain.csv >pandas.csv
run 0 fit pandas.csv --names plain --k 2 --out pandas
says 'warning: pandas.csv: the numbers of the first line count up and are taken for names of the columns$'
is 60 "$(awk 'NR == 2 { print $2 }' pandas/classes.tsv)"
is '0 1 2 3 4 5 6 7 ' "$(sed 1d pandas/modules.tsv | cut -f1 | tr '\n' ' ')"
awk -F, -v OFS=, 'NR > 1 { $0 = NR - 2 OFS $0 } NR == 1 { $0 = OFS $0 } 1' pandas.csv >index.csv
run 0 fit index.csv --names plain --k 2 --out index
is 0 "$(grep -c warning err)"
same pandas/model.npz index/model.npz
awk -F, -v OFS='\t' '{ $1 = $1 } NR == 1 { for (j = 1; j <= NF; j++) $j = 2000 + j } NR > 1 { $0 = "r" NR OFS $0 } 1' plain.csv >years.txt
run 0 fit years.txt --names plain --k 2 --out years
is 0 "$(grep -c warning err)"
is "$(sed 1d pandas/modules.tsv | cut -f2)" "$(sed 1d years/modules.tsv | cut -f2)"
# answers are no header, nor is a table that counts up itself
printf '1,2,3\n3,1,2\n2,3,1\n1,3,2\n3,2,1\n' >ranks.csv
run 0 check ranks.csv
shows '^ *5  *3  ranks'
printf '0,1,2,3,4,5\n6,7,8,9,10,11\n12,13,14,15,16,17\n18,19,20,21,22,24\n' >arange.csv
run 0 check arange.csv
shows '^ *4  *6  arange'

# ---- bars between columns ----
tr , '|' <plain.csv >bars.txt
run 0 fit bars.txt --names plain --k 2 --out bars
same plain/model.npz bars/model.npz
sed '1s/.*/a|1,a|2,a|3,a|4,a|5,a|6,a|7,a|8/' plain.csv >named.csv
run 0 fit named.csv --k 2 --out named -q
is 'a|1' "$(awk 'NR == 2 { print $1 }' named/modules.tsv)"

# ---- answers as words; remarks are no code for missing ----
awk -F, -v OFS=, 'NR > 1 { for (j = 1; j <= NF; j++) $j = $j > 0 ? "agree" : "disagree"; $0 = NR OFS $0 } NR == 1 { $0 = "who" OFS $0 } 1' plain.csv >words.csv
run 3 fit words.csv --k 2 --out no
says "column 2 ('v1') holds '.*'.*answers as words? Write them as numbers (values in place of labels)"
cut -d, -f 2- words.csv >labels.csv
run 3 fit labels.csv --k 2 --out no
says 'answers as words? Write them as numbers$'
awk -F, -v OFS=, '{ print $0, NR == 1 ? "remarks" : NR == 9 ? "\"well, so so\"" : "" }' plain.csv >remarks.csv
run 3 fit remarks.csv --k 2 --missing marginal --out no
says "remarks.csv:9: column 9 ('remarks') holds 'well, so so', which is not a number: correct it, or drop the column (--ignore 9)$"

# ---- names of columns ----
sed '1s/.*/Sex,Q1,Q2,Q3,Q4,Q5,Q6,Q7/' plain.csv >names.csv
run 2 fit names.csv --class sex --k 2 --out no
says "names.csv has no column 'sex': did you mean 'Sex'?$"
run 2 fit names.csv --ignore Se --k 2 --out no
says "did you mean 'Sex'?$"
run 2 fit names.csv --columns Q1-Q7 --k 2 --out no
says "names.csv has no column 'Q1-Q7': a range is written with a colon, FROM:TO$"
run 2 fit names.csv --k auto --out no
says "'auto' is not a whole number; lacon select finds the number: lacon select INPUT... --k 2:20 --out DIR$"

# ---- tables of participants ----
mkdir people
for who in sub-01 sub-02 sub-03 sub-04; do cp plain.csv "people/${who}_rest.csv"; done
printf 'id\tgroup\nsub-01\ta\nsub-02\tb\nsub-03\ta\nsub-04\tb\nsub-02\tb\n' >twice.tsv
run 3 fit people -p twice.tsv --k 2 --out no
says "twice.tsv: 'sub-02' has two rows, lines 3 and 6: one row per class is expected"
printf 'PK\3\4\24\0\0\0' >book.xlsx
run 3 fit people -p book.xlsx --k 2 --out no
says 'book.xlsx: no text in UTF-8, .*(a workbook?): save the table as .csv$'

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
