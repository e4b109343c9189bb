# SPDX-License-Identifier: BSD-3-Clause
# show: what is in a model, the same in a pipe and on a terminal, as text and as JSON.
table one.csv 80 8 1
table two.csv 80 8 2
run 0 fit one.csv two.csv --k 2 --out m -q
run 0 show m
silent err
cp out text
shows '^m: 2 modules of 8 variables, 2 classes, 160 rows$'
shows '^made by: lacon fit one.csv two.csv --k 2 --out m -q$'
shows '^nll [0-9.]* per observation, evidence -[0-9.]* nats, converged$'
# every variable stands once, in the line of the module that modules.tsv has it in
sed 1d m/modules.tsv | while read -r name module rest; do
    sed -n '/^modules/,/^$/p' text | grep "^ *$module  *[0-9]* " | grep -q " $name\( \|\$\)" || echo "$name"
done >lost
silent_lost=$(cat lost)
is '' "$silent_lost"
# the mean over both classes of what connectivity.tsv has
want=$(awk -F'\t' '$2 == 1 && $3 == 2 { s += $5; n++ } END { printf "%.2f", s / n }' m/connectivity.tsv)
is "$want" "$(sed -n '/^correlation between modules, mean of 2 classes/,/^$/p' text | awk '$1 == 1 && NF == 3 { x = $3 } END { print x }')"
is "$(sed -n 2p m/classes.tsv | awk -F'\t' '{ printf "%.4g", $3 }')" "$(awk '$1 == "one" { print $4 }' text)"
shows '^no warnings$'
"$LACON" show m | cat >piped
same text piped
if script -qec true /dev/null >/dev/null 2>&1; then # a pseudo-terminal, which chroots may not have
    script -qec "'$LACON' show m" /dev/null </dev/null | tr -d '\r' >seen
    same text seen
fi
if have_python; then
    run 0 show m --json
    cp out j
    is 2 "$(json j k)"
    is '"one"' "$(json j classes 0 class)"
    is '[]' "$(json j warnings)"
    is "$(awk -F'\t' '$2 == 1' m/modules.tsv | wc -l)" "$(python3 -c 'import json
print(len(json.load(open("j"))["modules"][0]["variables"]))')"
    is "$(sed -n 2p m/classes.tsv | cut -f3)" "$(json j classes 0 noise)"
fi

# warnings, variables of no module, signs, noise of variables, many classes
awk -F, -v OFS=, 'NR == 1 { print $0, "w1", "w2"; next } { x = (x * 16807 + NR * 7919) % 2147483647
    y = (y * 48271 + NR * 104729) % 2147483647; print $0, x / 2147483647, y / 2147483647 }' one.csv >noisy.csv
run 0 fit noisy.csv --k 2 --out n -q
run 0 show n
shows '^ none  *[12]  w'
shows 'variables are unassigned (module 0)$'
printf 'variable,sign\nv2,-1\n' >signs.csv
run 0 fit one.csv --k 2 --flip signs.csv --noise variable --out s -q
run 0 show s
shows '(-) turned round'
shows ' v2(-)'
shows 'of variables: from .* times that (.*) to .* times (.*)'
run 0 simulate --classes 22 --samples 20 --variables 8 --modules 2 --seed 1 --out many -q
run 0 fit many --k 2 --out mm -q
run 0 show mm
shows 'least and most; --verbose lists all'
is 2 "$(grep -c '^  class-' out)"
run 0 show mm -v
is 22 "$(grep -c '^  class-' out)"
run 0 simulate --classes 1 --samples 300 --variables 64 --modules 16 --seed 1 --out wide -q
run 0 show wide/truth
shows 'the 20 strongest of 120:'

# without model.json the model is there still; and what is no model
rm m/model.json m/SHA256SUMS
run 0 show m
shows 'warnings: not known, there is no model.json'
run 1 show .
says 'is no model'
run 1 show none
run 2 show
says 'one operand is needed'

# names longer than most and letters of several bytes do not shift the columns, here and in check
run 0 fit one.csv two.csv --names Österreich,sub-0123_ses-baseline_task-rest_bold --k 2 --out labelled -q
run 0 show labelled
is 1 "$(sed -n '/^  class /,/^$/p' out | sed '/^$/d; s/Ö/O/' | awk '{ print length }' | sort -u | wc -l | tr -d ' ')"
run 0 check one.csv two.csv --names Österreich,sub-0123_ses-baseline_task-rest_bold
is 1 "$(grep ' text ' out | sed 's/Ö/O/' | awk '{ print index($0, " text ") }' | sort -u | wc -l | tr -d ' ')"

# names with blanks in them are told apart
sed '1s/v1,v2/How are you,v2/' one.csv >blanks.csv
run 0 fit blanks.csv --k 2 --out blanks -q
run 0 show blanks
shows "^ *[12] *4  .*'How are you'"
printf 'variable,sign\nHow are you,-1\n' >signs.csv
run 0 fit blanks.csv --k 2 --flip signs.csv --out turned
says "flipped  *1: 'How are you'$"
