# SPDX-License-Identifier: BSD-3-Clause
# Tables as they come: rows without a class, dates, a table of participants among the data, names that occur twice,
# genes in rows, files that are not meant.
table plain.csv 60 8 1

# ---- rows without a class are left out with a word ----
awk -F, -v OFS=, 'NR == 1 { print "country", $0; next } { print NR % 3 == 0 ? "NZ" : NR % 3 == 1 ? "FI" : NR % 6 == 2 ? "" : "NA", $0 }' plain.csv >survey.csv
run 0 fit survey.csv --class country --k 2 --out m
says 'warning: survey.csv: 20 of 60 rows do not say their class (country) and are left out, the first is line 2$'
is 'class NZ FI ' "$(cut -f1 m/classes.tsv | tr '\n' ' ')"
grep -v '^,\|^NA,' survey.csv >whole.csv
run 0 fit whole.csv --class country --k 2 --out w -q
for file in model.npz modules.tsv classes.tsv; do same "m/$file" "w/$file"; done
# what else is missing in such a row does not matter
sed '2s/,[^,]*$/,/' survey.csv >holes.csv
run 0 fit holes.csv --class country --k 2 --out h -q
run 0 check survey.csv --class country
says '20 of 60 rows do not say their class'
sed '2,$s/^[^,]*//' survey.csv >never.csv
run 3 fit never.csv --class country --k 2 --out no
says 'none of its 60 rows says its class'
# a word among numbers may be a code
sed '5s/,[^,]*,/,keine Angabe,/' plain.csv >word.csv
run 3 fit word.csv --k 2 --out no
says "word.csv:5: column 2 ('v2') holds 'keine Angabe', which is not a number: correct it, or drop the column (--ignore 2), or if it means missing say so (--na 'keine Angabe')"
run 0 fit word.csv --k 2 --na 'keine Angabe' --missing marginal --out word -q
run 3 check word.csv
shows '^options of fit that answer these:.* --na'
# words in several columns are told at once
awk -F, -v OFS=, 'NR == 1 { print "sex", $0, "country", "remarks"; next } { print NR % 2 ? "f" : "m", $0, "NZ", "it was, \"fine\"" }' OFS=';' plain.csv | tr , ';' | sed 's/it was;/it was,/' >words.csv
run 3 fit words.csv --k 2 --out no
says "words.csv:2: column 1 ('sex') holds 'm', .*; columns 10 ('country'), 11 ('remarks') hold words too: all are left out by --ignore 1,10,11$"
run 3 fit words.csv --class sex --k 2 --out no
says "column 10 ('country') holds 'NZ', .*; column 11 ('remarks') holds words too: all are left out by --ignore 10,11$"
run 0 fit words.csv --class sex --ignore 10,11 --k 2 --out words -q
run 0 check words.csv --ignore 1,10,11 -q
# and what --na lists means missing there too: words, in quotes as well, and numbers
awk -F, -v OFS=, 'NR == 1 { print; next } $1 == "" { $1 = "\"refused\"" } $1 == "NA" { $1 = -9 } 1' survey.csv >coded.csv
run 0 fit coded.csv --class country --na -9.0,refused --k 2 --out c
says 'warning: coded.csv: 20 of 60 rows do not say their class (country) and are left out, the first is line 2$'
for file in model.npz modules.tsv classes.tsv; do same "m/$file" "c/$file"; done
if python3 -c 'import numpy' 2>/dev/null; then
    python3 -c 'import numpy as np
x = np.genfromtxt("plain.csv", delimiter=",", skip_header=1)
np.save("coded.npy", np.column_stack([np.resize([1, 2, -9], len(x)), x]))'
    run 0 fit coded.npy --class 1 --na -9 --k 2 --out n
    says '20 of 60 rows do not say their class (1) and are left out, the first is line 3$'
    is 'class 1 2 ' "$(cut -f1 n/classes.tsv | tr '\n' ' ')"
fi

# ---- a column of dates ----
awk -F, -v OFS=, 'NR == 1 { print "Date", $0; next } { printf "2003-01-%02d,%s\n", NR % 28 + 1, $0 }' plain.csv >dated.csv
run 0 fit dated.csv --k 2 --out d
says "warning: dated.csv: column 1 ('Date') holds dates and is left out$"
run 0 fit plain.csv --k 2 --out p -q
same d/modules.tsv p/modules.tsv
for date in 31.01.2003 1/31/2003 2003/1/31 '2003-01-31 10:30:00' 10:30 2003-01 31-Jan-2003 31JAN2003 'Jan 31 2003' '31 January 2003' Sep-03; do
    awk -F, -v OFS=, -v d="$date" 'NR == 1 { print $0, "when"; next } { print $0, d }' plain.csv >when.csv
    run 0 fit when.csv --k 2 --out "d$(echo "$date" | tr -d ' :./-')" -q
done
for word in Marching-3-2003 mar 3-2003-x 2003-Q1; do # words
    awk -F, -v OFS=, -v d="$word" 'NR == 1 { print $0, "when"; next } { print $0, d }' plain.csv >when.csv
    run 3 fit when.csv --k 2 --out no
done
awk -F, -v OFS=, 'NR == 1 { print; next } { $1 = 1950 + NR "-01-31" } 1' dated.csv >daily.csv
run 3 fit daily.csv --class Date --k 2 --out no
says "daily.csv: class '1952-01-31' has one row only, .* are needed: it is a date; to split by years or months write a column of them$"
run 3 fit dated.csv --columns Date,v1:v8 --k 2 --out no
says "dated.csv:2: column 1 ('Date') holds a date, '2003-01-03', which is not a variable: leave it out (--ignore 1)"
# check looks at a file that is wrong once more: what it was warned of is said once
awk -F, -v OFS=, 'NR == 1 { print $0, "who"; next } { print $0, "P" NR }' dated.csv >wrong.csv
run 3 check wrong.csv
is 1 "$(grep -c "column 1 ('Date') holds dates" err)"

# ---- a table of participants among the data ----
mkdir study
cp plain.csv study/one.csv
table study/two.csv 60 8 2
printf 'participant_id\tage\none\t30\ntwo\t31\n' >study/participants.tsv
run 0 fit study --k 2 --out s
says 'warning: study/participants.tsv is a table of participants and not read as data (the option participants takes it)'
is 'class one two ' "$(cut -f1 s/classes.tsv | tr '\n' ' ')"
run 0 fit study --participants study/participants.tsv --k 2 --out sp -q
has sp/participants.tsv

# ---- files that are not meant ----
mkdir mixed
cp study/one.csv study/two.csv mixed
printf 'ID;Diagnosis;Age\none;ASD;30\ntwo;TDC;31\n' >mixed/demographics.csv
run 3 fit mixed --k 2 --out no
says "mixed/demographics.csv:2: .*; a file that is no data is left out by --exclude PATTERN$"
run 3 check mixed
shows 'a file that is no data is left out by --exclude PATTERN$'
shows '^options of fit that answer these:.* --exclude'
rm mixed/demographics.csv
printf 'id,age,iq\n1,30,100\n2,31,99\n3,40,98\n' >mixed/phenotypes.csv
run 3 fit mixed --k 2 --out no
says "its variables differ from those of .*; a file that is no data is left out by --exclude PATTERN$"
run 0 fit mixed --exclude 'pheno*' --k 2 --out kept -q
same s/model.npz kept/model.npz
cp study/two.csv study/pilot-1.csv
cp study/two.csv study/two_run-2.csv
run 0 fit study --exclude 'pilot*,*_run-2*' --k 2 --out e -q
same s/model.npz e/model.npz
run 0 check study --exclude 'pilot*,*_run-2*'
is 2 "$(grep -c 'study/.*csv' out)"
run 2 fit study/one.csv --exclude 'one*' --k 2 --out no
says "every file is excluded by 'one\*' (--exclude)"
run 3 fit study --exclude '*' --k 2 --out no
says 'no table in this folder .* that is not excluded (--exclude)'
# and variables
run 0 fit plain.csv --ignore 'v[5-8]' --k 1 --out i -q
is 5 "$(wc -l <i/modules.tsv | tr -d ' ')"
run 2 fit plain.csv --ignore 'w*' --k 1 --out no
says "has no column 'w\*'"

# a table that holds all classes has no table of confounds for each: that is no advice there
awk -F, -v OFS=, 'NR == 1 { print "year", $0; next } NR == 9 { $1 = 9e5 } { print NR % 2 ? 2001 : 2002, $0 }' plain.csv >far.csv
run 0 check far.csv --class year
shows 'robust deviations off: correct it or leave the row out$'
cut -d, -f2- far.csv >far1.csv
run 0 check far1.csv
shows 'robust deviations off: correct it or leave the row out (--censor)$'

# ---- long tables; lines of separators below a table; rows without a value tell nothing ----
awk -F, 'NR == 1 { print "person,moment,answer"; next } { for (j = 1; j <= NF; j++) print NR - 1 "," j "," $j }' plain.csv >long.csv
run 0 check long.csv
shows "'moment' counts the rows and is no variable: leave it out (--ignore 'moment'); a long table, one value a line? Write a column for each variable$"
run 0 fit long.csv --k 1 --out long
says "warning: class long: 'moment' counts the rows"
sed '2,$s/,\([0-9]*\),/,item\1,/' long.csv >words-long.csv
run 3 fit words-long.csv --k 1 --out no
says "column 2 ('moment') holds 'item1', .*; a long table, one value a line? Write a column for each variable$"
{ cat plain.csv; echo ',,,,,,,'; echo; echo ',, ,,,,,'; } >below.csv
run 0 fit below.csv --names plain --k 2 --out below
says 'warning: below.csv: 2 lines without a value at the end are left out$'
same p/modules.tsv below/modules.tsv
awk '1; NR == 5 { print ",,,,,,," }' plain.csv >within.csv
run 3 fit within.csv --k 2 --out no
says "within.csv: 8 values cannot be used, the first are missing at line 6, column 1 ('v1')"
awk -F, 'NR > 1 { for (i = 0; i < 4; i++) print "NA,NA,NA,NA,NA,NA,NA,NA" } 1' plain.csv >sparse.csv
run 0 fit sparse.csv --missing marginal --k 2 --out sparse -q
check 'rows without a value count' awk 'NR == 2 { exit !($2 == 300 && $6 <= 60) }' sparse/classes.tsv
run 0 fit sparse.csv --missing pairwise --k 2 --out pairs -q
check 'rows without a value count twice' awk 'NR == 2 { exit !($2 == 60 && $6 > 30) }' pairs/classes.tsv

# ---- lines that are not meant: Excel's hint, a second line of names; decimal commas without semicolons ----
{ printf 'sep=;\r\n'; sed 's/,/;/g; s/$/\r/' plain.csv; } >hint.csv
run 0 fit hint.csv --names plain --k 2 --out hint -q
same p/modules.tsv hint/modules.tsv
{ sed -n 1p plain.csv; sed -n '1s/v\([0-9]\)/"What, \1?"/gp' plain.csv; sed 1d plain.csv; } >two.csv
run 3 fit two.csv --k 2 --out no
says "two.csv:2: holds words alone, 'What, 1?' and so on: a second line of names? Take it out of the file; answers as words? Write them as numbers$"
# a point where commas mark decimals may mark thousands: said, unless it cannot
awk -F, -v OFS=';' 'NR > 1 { for (j = 1; j <= NF; j++) { if (j > 2) sub(/[.]/, ",", $j); else $j = sprintf("%d.%03d", j + NR % 7, NR * NR * j % 1000) } } { $1 = $1; print }' plain.csv >thousands.csv
run 0 fit thousands.csv --k 2 --out thousands
says 'warning: thousands.csv:3: numbers such as 1.234 are read as fractions, though commas mark decimals elsewhere'
awk -F';' -v OFS=';' 'NR > 1 { $1 = sprintf("0.%03d", NR * NR % 1000); $2 = sprintf("1.%02d", NR * NR % 100) } 1' thousands.csv >typed.csv
run 0 fit typed.csv --k 2 --out typed
is 0 "$(grep -c 'such as 1.234' err)"
# questions of several lines are told as such too; Qualtrics' own second and third line are known
{ sed -n 1p plain.csv; sed -n '1s/v\([0-9]\)/"What,\n\1?"/gp' plain.csv; sed 1d plain.csv; } >deep.csv
run 3 fit deep.csv --k 2 --out no
says 'deep.csv:10: holds words alone'
{
    sed -n '1s/^/StartDate,/p' plain.csv
    sed -n '1s/v\([0-9]\)/"How, \1?\nIn full: ""so"""/g; 1s/^/Start Date,/p' plain.csv
    sed -n '1s/v\([0-9]\)/"{""ImportId"":""QID\1""}"/g; 1s/^/"{""ImportId"":""startDate"",""timeZone"":""Z""}",/p' plain.csv
    sed '1d; s/^/2024-01-31 10:30:00,/' plain.csv
} >qualtrics.csv
run 0 fit qualtrics.csv --names plain --k 2 --out qualtrics
says 'warning: qualtrics.csv: the lines of questions and of import ids below the names are left out$'
says "column 1 ('StartDate') holds dates and is left out"
same p/modules.tsv qualtrics/modules.tsv
# dates that are not asked for are no news
run 0 fit qualtrics.csv --names plain --columns v1:v8 --k 2 --out wanted
is 0 "$(grep -c 'holds dates' err)"
same p/modules.tsv wanted/modules.tsv

tr ',.' '\t,' <plain.csv >comma.tsv
run 3 fit comma.tsv --k 2 --out no
says "comma.tsv:2: column 1 ('v1') holds '-*[0-9]*,[0-9]*': a comma is a decimal mark only where semicolons separate the columns: write a point$"

# ---- cells of several lines: remarks, questions as names ----
awk -F, -v OFS=';' 'NR == 1 { $1 = "\"What is\nthis?\""; print "remarks", $0; next }
    { $1 = $1; print (NR % 20 == 3 ? "\"one\r\ntwo; \"\"three\"\"\n\nfour\"" : NR % 20 == 7 ? "5\" pipe" : "fine"), $0 }' plain.csv >remarks.csv
run 0 fit remarks.csv --names plain --ignore remarks --k 2 --out remarks -q
is "$(sed '1d; s/^v1	/What is this?	/' p/modules.tsv)" "$(sed 1d remarks/modules.tsv)"
run 3 fit remarks.csv --k 2 --out no
says "remarks.csv:3: column 1 ('remarks') holds 'fine'"
printf 'id,note\none,"a\nb"\ntwo,c\n' >noted.csv
run 0 fit study/one.csv study/two.csv -p noted.csv --k 2 --out noted -q
is 'class id note one one a b two two c ' "$(tr '\t\n' '  ' <noted/participants.tsv)"
sed '8s/^fine/"fine/' remarks.csv >unclosed.csv
run 3 fit unclosed.csv --ignore remarks --k 2 --out no
says 'unclosed.csv:[0-9]*: quotes are not closed'

# ---- names: all that is wrong at once ----
sed '1s/.*/a,NONE,b,NONE,,NONE,b,c/' plain.csv >names.csv
run 3 fit names.csv --k 2 --out no
says "names.csv: columns without a name (row numbers?): 5; names that occur more than once: 'NONE' (columns 2, 4, 6), 'b' (columns 3, 7): name them, drop them (--ignore 5,4,6,7), or have them numbered (--rename-duplicates)"
run 0 fit names.csv --ignore 5,4,6,7 --k 2 --out dropped -q
run 0 fit names.csv --rename-duplicates --k 2 --out renamed
is 'a NONE b NONE.2 column_5 NONE.3 b.2 c ' "$(sed 1d renamed/modules.tsv | cut -f1 | tr '\n' ' ')"
run 0 fit names.csv names.csv --names x,y --rename-duplicates --k 2 --out both -q

# ---- genes in rows ----
awk -F, '{ for (j = 1; j <= NF; j++) cell[j] = cell[j] "," (NR == 1 ? $j : $j); n = NF }
    END { for (i = 1; i <= 60; i++) head = head ",s" i; print "gene" head
          for (j = 1; j <= n; j++) print substr(cell[j], 2) }' plain.csv >genes.csv
run 3 fit genes.csv --k 2 --out no
says 'or if it names variables (genes) and the columns are observations turn the table (--transpose)'
run 0 fit genes.csv --transpose --k 2 --out g -q
is "$(cut -f1,2 p/modules.tsv)" "$(cut -f1,2 g/modules.tsv)"
awk 'BEGIN { printf "x1,x2,x3\n"; for (i = 1; i <= 1200; i++) printf "g%d,%f,%f,%f\n", i, sin(i), sin(2 * i), sin(3 * i) }' >long.csv
run 0 fit long.csv --k 1 --out l
says 'long.csv: 1200 lines with a name each and 3 columns: if lines are variables (genes) and columns observations turn the table (option transpose)'
# words beside the names are no observations; words elsewhere are not understood
awk -F, -v OFS=, '{ $1 = $1 OFS (NR == 1 ? "Description" : "what it does") OFS (NR == 1 ? "since" : "2003-01-31") } 1' genes.csv >described.csv
run 0 fit described.csv --names genes --transpose --k 2 --out described
says 'warning: described.csv: columns of words beside the names (columns 2 and on) are left out$'
same g/model.npz described/model.npz
sed 's/,2003-01-31//; s/,since//' described.csv >one.csv
run 0 fit one.csv --names genes --transpose --k 2 --out one
says 'warning: one.csv: a column of words beside the names (column 2) is left out$'
same g/model.npz one/model.npz
awk -F, -v OFS=, '{ print $0, NR == 1 ? "biotype" : "coding" }' genes.csv >behind.csv
run 3 fit behind.csv --transpose --k 2 --out no
says "behind.csv:2: column 62 holds 'coding', .*: take the others out of the file"
if grep -q -e '--ignore' err; then bad 'would leave a gene out'; else good; fi
# no gene is taken for a header, no header for a gene, no number of a gene for a value
sed 1d described.csv >headless.csv
run 0 fit headless.csv --names genes --transpose --k 2 --out headless -q
is "$(cut -f1,2 g/modules.tsv)" "$(cut -f1,2 headless/modules.tsv)"
for head in gene_id Symbol ''; do
    awk -F, -v OFS=, -v head="$head" 'NR == 1 { for (j = 2; j <= NF; j++) $j = 100 + j; $1 = head } 1' genes.csv >numbered.csv
    run 0 fit numbered.csv --names genes --transpose --k 2 --out "numbered$head" -q
    same g/model.npz "numbered$head/model.npz"
done
awk -F, -v OFS=, 'NR == 1 { $1 = "entrez_id" } NR > 1 { sub(/v/, "70", $1) } 1' genes.csv >entrez.csv
run 0 fit entrez.csv --names genes --transpose --k 2 --out entrez -q
is "$(sed 1d g/modules.tsv | cut -f1,2 | sed 's/^v/70/')" "$(sed 1d entrez/modules.tsv | cut -f1,2)"
sed '5s/,[^,]*,/,low,/' genes.csv >low.csv
run 3 fit low.csv --transpose --k 2 --out no
says "low.csv:5: column 2 holds 'low', which is not a number: correct it, or if it means missing say so (--na 'low')"
# split by a table sample, class
awk 'BEGIN { print "sample,patient,tissue"; for (i = 1; i <= 60; i++) printf "s%d,P%d,%s\n", i, i, i <= 30 ? "liver" : "brain" }' >patients.csv
run 3 fit genes.csv --transpose --class-table patients.csv --k 2 --out no
says "patients.csv: class 'P1' has one observation only, at least 2 are needed: column 'patient' was taken for the classes; name another (--class)$"
awk 'BEGIN { print "sample,batch,tissue"; for (i = 60; i >= 1; i--) printf "s%d,%d,%s\n", i, i % 4, i <= 30 ? "liver" : i <= 55 ? "brain" : "" }' >samples.csv
run 0 fit genes.csv --transpose --class-table samples.csv --class tissue --k 2 --out t
says "warning: 5 of 60 observations have no class in samples.csv and are left out, the first is 's56'"
is 'brain 25 liver 30 ' "$(sed 1d t/classes.tsv | cut -f1,2 | tr '\t\n' '  ')"
sed -n '1p;2,31p' plain.csv >liver.csv
sed -n '1p;32,56p' plain.csv >brain.csv
run 0 fit brain.csv liver.csv --k 2 --out apart -q
is "$(cut -f1,2 t/modules.tsv)" "$(cut -f1,2 apart/modules.tsv)"
is "$(cut -f1-3 apart/classes.tsv)" "$(cut -f1-3 t/classes.tsv)"
run 0 fit genes.csv --transpose --class-table samples.csv --k 2 --out t2 -q # the second column
is 5 "$(wc -l <t2/classes.tsv | tr -d ' ')"
sed 's/,$/,lost/' samples.csv >lost.csv
run 0 fit genes.csv --transpose --class-table lost.csv --class tissue --na lost --k 2 --out t3 -q
same t/classes.tsv t3/classes.tsv
# lines with names are split likewise
awk -F, -v OFS=, 'NR > 1 { print "s" NR - 1, $0; next } { print "", $0 }' plain.csv >lined.csv
run 0 fit lined.csv --class-table samples.csv --class tissue --k 2 --out lt -q
same t/classes.tsv lt/classes.tsv
run 2 fit genes.csv --transpose --class tissue --k 2 --out no
says '(--class-table)'
run 2 fit genes.csv --transpose --class-table samples.csv --class organ --k 2 --out no
says "samples.csv: there is no column 'organ'"
run 3 fit plain.csv --class-table samples.csv --k 2 --out no
says 'its observations have no names'
sed 's/^s/t/' samples.csv >others.csv
run 3 fit genes.csv --transpose --class-table others.csv --k 2 --out no
says 'no column has the names of the observations (s1, ...)'

# ---- tables that options name are no data, in a folder or among the files of a star ----
mkdir among
cp plain.csv among/a.csv
for c in b c d; do table "among/$c.csv" 60 8 "$(printf %d "'$c")"; done
mkdir bare
cp among/*.csv bare
printf 'who,group\na,x\nb,y\nc,x\nd,y\n' >among/phenotypes.csv
run 0 fit bare --k 2 --out bare-m -q
run 0 fit among -p among/phenotypes.csv --k 2 --out among-m
same bare-m/model.npz among-m/model.npz
has among-m/participants.tsv
is 0 "$(grep -c warning err)"
run 0 fit among/*.csv --participants ./among/phenotypes.csv --k 2 --out star -q
same bare-m/model.npz star/model.npz
run 0 select among -p among/phenotypes.csv --k 1:2 --out chosen -q
run 0 check among -p among/phenotypes.csv
shows 'participants: 4 of 4 classes'
# and what comes after reads the folder as it was fitted
run 0 stability among-m among --boot 3 -q
run 0 report among-m among -q
run 0 fit among --exclude 'p*,a*' --k 2 --out three -q
run 0 evaluate three among
shows '^b	'
is 3 "$(grep -c '^[a-d]	' out)"
# a file that is named is meant
run 0 transform three among/a.csv --out new -q
# a participants.tsv that is taken is no warning
cp among-m/participants.tsv bare/participants.tsv
run 0 fit bare -p bare/participants.tsv --k 2 --out taken
is 0 "$(grep -c warning err)"
