# SPDX-License-Identifier: BSD-3-Clause
# causal: directed connectivity from a model or from the columns as they are.
run 0 simulate --causal --classes 2 --samples 1500 --variables 20 --modules 4 --seed 5 --out sim -q
run 0 causal sim/truth sim --boot 20 --out a
silent out
says '2 classes, 4 modules'
says ' -> '
for f in causal.npz causal.json disturbances.tsv causal/class-001.tsv causal/class-002.tsv model.npz modules.tsv; do
    has "a/$f"
done
is 'from to weight frequency identifiable low high order total' "$(head -1 a/causal/class-001.tsv | tr '\t' ' ')"
is 'class module variance skewness kurtosis p_gaussian' "$(head -1 a/disturbances.tsv | tr '\t' ' ')"
is 9 "$(wc -l <a/disturbances.tsv | tr -d ' ')"
is '' "$(grep -i nan a/causal/*.tsv a/disturbances.tsv)"
# the truth is met
run 0 score sim/truth a
for name in b_mse order_spearman b_error hamming; do shows "^$name	[0-9]"; done
awk '$1 == "b_error" { exit !($2 < 0.2) }' out && good || bad "B is far from the truth: $(cat out)"
run 0 score sim/truth sim/truth
shows '^b_error	0$'
shows '^order_spearman	1$'
shows '^hamming	0$'
# the same bytes whatever the threads
run 0 causal sim/truth sim --boot 20 --threads 1 --out b -q
silent err
same a/causal.npz b/causal.npz
same a/causal/class-001.tsv b/causal/class-001.tsv
run 0 causal sim/truth sim --boot 20 --seed 2 --out c -q
if cmp -s a/causal.npz c/causal.npz; then bad "the seed of the bootstrap does nothing"; else good; fi

# other ways
for method in direct ica; do
    run 0 causal sim/truth sim --method $method --no-noise-correction --boot 0 --out $method -q
    is untested "$(sed 1d $method/causal/class-001.tsv | cut -f5 | sort -u)"
    is NA "$(sed 1d $method/causal/class-001.tsv | cut -f4,6,7,8 | tr '\t' '\n' | sort -u)"
done
# while the order is not sure: expectations, or the likeliest order as if it were known
head -81 sim/class-001.csv >short.csv
run 0 causal sim/truth short.csv --boot 0 --out x -q
run 0 causal sim/truth short.csv --boot 0 --effects likeliest --out y -q
is 1 "$(grep -c '"effects": "expected"' x/causal.json)"
is 1 "$(grep -c '"effects": "likeliest"' y/causal.json)"
size() { awk 'NR > 1 { sum += $3 * $3 } END { print sum }' "$1/causal/short.tsv"; }
awk -v a="$(size x)" -v b="$(size y)" 'BEGIN { exit !(a < b) }' && good || bad "expected effects are not the smaller"
run 2 causal sim/truth short.csv --effects most --out z
run 0 causal sim/truth sim --common-order --no-prune --boot 5 --out d -q
is 7 "$(wc -l <d/causal/class-001.tsv | tr -d ' ')"
run 0 causal --observed sim/class-001.csv --columns 1:3 --method direct --boot 5 --out e
says '3 variables'
absent e/model.npz
run 0 score e e
shows '^b_error	0$'

# rows with a memory: advice by name, lagged effects, warnings in causal.json
awk -F, 'NR == 1 { print; next } { for (i = 1; i <= NF; i++) printf "%s%s", y[i] = 0.5 * y[i] + $i, i < NF ? "," : "\n" }' \
    sim/class-001.csv >slow.csv
run 0 causal sim/truth slow.csv --boot 10 --out hasty
says 'warning: rows follow each other .*: try lags auto'
is 1 "$(grep -c 'try lags auto' hasty/causal.json)"
absent hasty/lagged.tsv
run 0 causal sim/truth slow.csv --boot 10 --lags auto --out timely
says 'lags         1, by the Bayesian'
is '' "$(grep 'follow each other' err)"
is 1 "$(grep -c '"lags": 1' timely/causal.json)"
is 'class lag from to weight low high' "$(head -1 timely/lagged.tsv | tr '\t' ' ')"
is 17 "$(wc -l <timely/lagged.tsv | tr -d ' ')"
awk 'NR > 1 && $3 == $4 && ($5 < 0.35 || $5 > 0.65 || $6 > $5 || $7 < $5) { exit 1 }' timely/lagged.tsv && good ||
    bad "a memory of .5 is not found: $(cat timely/lagged.tsv)"
run 0 causal sim/truth slow.csv --boot 10 --lags auto --threads 1 --out again -q
same timely/causal.npz again/causal.npz
run 0 causal sim/truth slow.csv --boot 0 --lags 2 --out two -q
is 33 "$(wc -l <two/lagged.tsv | tr -d ' ')"
is NA "$(sed 1d two/lagged.tsv | cut -f6,7 | tr '\t' '\n' | sort -u)"
run 0 causal sim/truth sim/class-001.csv --boot 0 --lags auto --out none
says 'lags         0: earlier rows explain nothing'
absent none/lagged.tsv
for wrong in '' -1 65 1.5 few; do run 2 causal sim/truth slow.csv --lags "$wrong" --out r; done
says 'a number from 0 to 64'

# Gaussian rows: no arrow is claimed
run 0 simulate --classes 1 --samples 400 --variables 12 --modules 3 --noise 0.2 --seed 6 --out gauss -q
run 0 causal gauss/truth gauss/class-001.csv --boot 60 --out g
says 'not identifiable'
is '' "$(grep '	yes	' g/causal/class-001.tsv)"

# prior knowledge
first=$(sed -n 2p a/causal/class-001.tsv | cut -f1)
printf 'from\tto\trule\n' >rules.tsv
for j in 1 2 3 4; do [ "$j" = "$first" ] || printf '%s\t%s\tbefore\n' "$j" "$first" >>rules.tsv; done
run 0 causal sim/truth sim --prior rules.tsv --boot 0 --out p -q
is '' "$(cut -f1 p/causal/class-001.tsv | grep "^$first\$")"
printf 'module,tier\n1,2\n2,1\n3,1\n' >tiers.csv
run 0 causal sim/truth sim --prior tiers.csv --boot 0 --out q -q
is '' "$(awk '$1 == 1 && ($2 == 2 || $2 == 3)' q/causal/class-001.tsv)"
printf 'from,to,rule\n1,2,required\n2,1,required\n' >cycle.csv
run 3 causal sim/truth sim --prior cycle.csv --out r
says 'cycle.csv:3: .*cycle'
absent r
printf 'from,to,rule\n1,7,required\n' >unknown.csv
run 3 causal sim/truth sim --prior unknown.csv --out r
says "unknown.csv:2: there is no module '7'"
printf 'from,to,rule\n1,2,perhaps\n' >word.csv
run 3 causal sim/truth sim --prior word.csv --out r
says "word.csv:2: rule 'perhaps'"
printf 'a,b\n1,2\n' >columns.csv
run 3 causal sim/truth sim --prior columns.csv --out r
says 'columns.csv:1: prior knowledge has the columns'
printf 'module,tier\n1,first\n' >tier.csv
run 3 causal sim/truth sim --prior tier.csv --out r
says "tier.csv:2: tier 'first'"
run 1 causal sim/truth sim --prior none.csv --out r
says 'none.csv'
run 2 causal sim/truth sim --method ica --prior tiers.csv --out r
says 'no prior knowledge'
run 2 causal sim/truth sim --method ica --common-order --out r
says 'no common order'

# misuse
run 2 causal sim/truth --out r
says 'two operands are needed'
run 2 causal --out r
run 2 causal sim/truth sim
says '--out'
run 2 causal sim/truth sim --level 2 --out r
run 1 causal sim/truth sim --out a
says '--force'
# data that cannot be used
head -5 sim/class-001.csv >few.csv
run 3 causal sim/truth few.csv --out r
says "class 'few' has 4 rows for 4 modules"
awk -F, 'BEGIN { print "u,v,w" } { print NR, NR * NR % 7, 5 }' OFS=, sim/class-001.csv | head -60 >constant.csv
run 3 causal --observed constant.csv --out r
says 'w is constant'
awk -F, 'BEGIN { print "u,v,w" } { print NR, NR * NR % 7, NR + NR * NR % 7 }' OFS=, sim/class-001.csv | head -60 >twin.csv
run 3 causal --observed twin.csv --out r
says 'w is a combination of the others'
absent r
nothing_left
