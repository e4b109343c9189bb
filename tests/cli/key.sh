# SPDX-License-Identifier: BSD-3-Clause
# compare MODEL KEY: modules against groups known by name; and fit --k A:B points to select.
table one.csv 80 8 1
run 0 fit one.csv --k 2 --out m -q
printf 'item,scale,text\nv8,"B, late",x\nv7,"B, late",y\nv1,A,z\nv2,A,z\nv3,A,u\nv4,"B, late",v\nv5,"B, late",w\n' >key.csv
run 0 compare m key.csv
says '^adjusted Rand index 0\.[0-9]* with column scale of key.csv, 7 of 8 variables in it$'
is 'module variables mostly share B, late A (not in key)' "$(head -1 out | tr '\t' ' ')"
is 2 "$(grep -c '^[12]	4	' out)"
shows '	4	A	0.75	1	3	0$'
shows '	4	B, late	0.75	3	0	1$'
cp out table
run 0 compare m key.csv --column SCALE
same out table
if have_python; then
    run 0 compare m key.csv --json
    cp out j
    is '"scale"' "$(json j column)"
    is '["B, late", "A"]' "$(json j groups)"
    is 7 "$(json j in_key)"
fi
# a variable in two groups is in neither
{ cat key.csv; printf 'v1,B late too,z\n'; } >both.csv
run 3 compare m both.csv
says "both.csv: variable 'v1' is in 'A' and in 'B late too': it belongs to one of them"
silent out
# two columns need no name; three do, unless one has a usual one
cut -d, -f1,2 key.csv | sed '1s/.*/x,y/' | tr -d '"' | sed 's/B/late/' >two.csv
run 0 compare m two.csv
says 'column y of two.csv'
sed '1s/scale/sort/' key.csv >which.csv
run 2 compare m which.csv
says 'which.csv: it has several columns: say which column has the groups (--column), one of sort, text$'
run 2 compare m key.csv --column network
says "there is no column 'network' of groups.*one of scale, text"
sed 's/^v/w/' key.csv >none.csv
run 3 compare m none.csv
says "none.csv: no column has the model's variables (v1, ...)"
# the whole key: the adjusted Rand index of score
echo variable,module >full.csv
sed 1d m/modules.tsv | awk '{ print $1 ",g" $2 }' >>full.csv
run 0 compare m full.csv
says 'adjusted Rand index 1.0000'
# another model still is one
run 0 compare m m
shows '^module	match	'
run 2 compare m m --column x
says 'is no file'
# the wrong way round
run 1 compare key.csv m
says 'key.csv: is a file, and a model is a folder'
run 1 score m key.csv
says 'key.csv: is a file, and a model is a folder'

# ---- a range of k ----
run 2 fit one.csv --k 2:5 --out no
says "'2:5' is not a whole number; lacon select chooses among them: lacon select INPUT... --k 2:5 --out DIR"
lines 2
for range in 2-5 2..5 2,5; do
    run 2 fit one.csv --k $range --out no
    says "'$range' is not a whole number; .*: lacon select INPUT... --k 2:5 --out DIR"
done
run 0 select one.csv --k 1:2 --out chosen
says '^1 class, 8 variables'
for value in 2x 2.5 5-2; do
    run 2 fit one.csv --k $value --out no
    if grep -q select err; then bad 'points to select'; else good; fi
done

# ---- variables without names: names for them, or a key in their order ----
table named.csv 80 6 4
sed 1d named.csv >bare.csv
printf '%s\n' L_Vis_1 L_Vis_2 L_Vis_3 R_Def_1 R_Def_2 R_Def_3 >list.txt
{ echo label,network; sed 's/._\([A-Za-z]*\)_./&,\1/' list.txt; } >atlas.csv
run 0 fit bare.csv --k 2 --out nameless -q
run 0 compare nameless atlas.csv
says "warning: atlas.csv: the model's variables have no names: its 6 lines are taken for them in their order"
says 'adjusted Rand index 1.0000 with column network of atlas.csv, 6 of 6 variables'
run 0 fit bare.csv --k 2 --labels list.txt --out listed -q
same nameless/connectivity.tsv listed/connectivity.tsv
is "$(cat list.txt)" "$(sed 1d listed/modules.tsv | cut -f1)"
run 0 fit bare.csv --k 2 --labels atlas.csv --out labelled -q
same listed/model.npz labelled/model.npz
run 0 compare labelled atlas.csv
is 0 "$(grep -c warning err)"
run 0 select bare.csv --k 1:2 --labels atlas.csv --out picked -q
is "$(cat list.txt)" "$(sed 1d picked/modules.tsv | cut -f1)"
# data without names go with it afterwards
run 0 stability labelled bare.csv --boot 2 -q
run 0 evaluate labelled bare.csv
run 0 report labelled bare.csv -q
# what cannot be
run 2 fit bare.csv named.csv --k 2 --names list.txt --out no
says "'list.txt' is a file: names of the 2 classes are wanted here, separated by commas; those of variables are labels (--labels)"
run 2 fit named.csv --k 2 --labels list.txt --out no
says "the files name their variables themselves ('v1', ...): --labels is for those that do not"
sed 1d list.txt >short.txt
run 3 fit bare.csv --k 2 --labels short.txt --out no
says 'short.txt: has 4 lines below its header, the files have 6 variables: one is needed for each'
sed 's/R_Def_2/R_Def_1/' list.txt >twice.txt
run 3 fit bare.csv --k 2 --labels twice.txt --out no
says "variables 4 and 5 are both called 'R_Def_1'"
run 3 compare nameless short.txt
says "no column has the model's variables (V1, ...)"
absent no
