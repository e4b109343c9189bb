# SPDX-License-Identifier: BSD-3-Clause
# A table of participants with a column called class: it is the table's own that a formula names, in the model folder
# too, and folders of before can still be read.
run 0 simulate --classes 12 --samples 60 --variables 9 --modules 3 --noise 0.4 --seed 8 --out sim -q
rm -r sim/truth
awk 'BEGIN { print "id\tclass\tfile"; for (i = 1; i <= 12; i++) printf "class-%03d\t%s\tf%d\n", i, i % 2 ? "upper" : "lower", i }' >p.tsv
run 0 fit sim --k 3 --participants p.tsv --id id --out m -q
is 'lacon_class id class file' "$(head -1 m/participants.tsv | tr '\t' ' ')"
is 'class-001 class-001 upper f1' "$(sed -n 2p m/participants.tsv | tr '\t' ' ')"
run 0 test m --model class --contrast class=upper-lower --perm 99 --out t1
says '^12 classes (6 upper, 6 lower)\|^12 classes (6 lower, 6 upper)'
run 0 test m --participants p.tsv --id id --model class --contrast class=upper-lower --perm 99 --out t2 -q
same t1/edges.tsv t2/edges.tsv
run 0 report m -q
check 'the column of the table is in the report' grep -q '"class":\["upper","lower"' m/report.html
# a table that has even that name
sed '1s/file/lacon_class/' p.tsv >odd.tsv
run 0 fit sim --k 3 --participants odd.tsv --id id --out odd -q
is 'lacon_lacon_class id class lacon_class' "$(head -1 odd/participants.tsv | tr '\t' ' ')"
run 0 test odd --model class --perm 99 --out t3 -q
is "$(cut -f1-6 t2/edges.tsv | awk '{ print ($4 < 0 ? -$4 : $4) }' | wc -l)" "$(wc -l <t3/edges.tsv)"
# the plain case has the name it always had, and a folder of before, where ours came first under the same name
sed '1s/class/group/' p.tsv >plain.tsv
run 0 fit sim --k 3 --participants plain.tsv --id id --out plain -q
is 'class id group file' "$(head -1 plain/participants.tsv | tr '\t' ' ')"
run 0 test plain --model group --perm 99 --out t4 -q
cp -R m old
rm -rf old/SHA256SUMS old/test
sed '1s/lacon_class/class/' m/participants.tsv >old/participants.tsv
run 0 test old --model 1 --perm 20 --out t5 -q
run 2 test old --model nothing --out t6
says 'class'
run 0 check sim --participants p.tsv --id id
shows '12 of 12 classes have a line'
