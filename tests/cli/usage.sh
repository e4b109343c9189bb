# SPDX-License-Identifier: BSD-3-Clause
# The command line: what is asked wrongly is answered in two lines, what is asked rightly is not.
commands="simulate check fit transform evaluate score baseline show help version"

# ---- help ----
run 2
says 'usage: lacon COMMAND'
silent out
run 0 --help
silent err
cp out overview
run 0 help
same out overview
run 0 -h
same out overview
for command in $commands; do
    grep -q "^  $command " overview && good || bad "overview lacks $command"
    run 0 "$command" --help
    silent err
    shows "^usage: lacon $command"
    cp out page
    run 0 help "$command"
    same out page
    run 0 "$command" -h
    same out page
    is 0 "$(awk 'length > 79 && !/^usage|^  lacon / { n++ } END { print n + 0 }' page)"
done
run 0 help fit
for option in k objective solver starts init membership noise tol max-iter seed threads precision \
    scale weights class names transpose columns ignore out force quiet verbose progress no-progress
do
    shows " --$option\( \|\$\)"
done
run 0 fit nothing.csv --help # help wins over what is missing
shows '^usage'

# ---- version ----
run 0 version
silent err
shows '^lacon [0-9]*\.[0-9]*\.[0-9]*$'
shows '^library: '
shows '^build: .*OpenBLAS'
shows '^solvers: mm|alm|ml-dense$'
shows '^threads: [1-9]'
cp out version
run 0 --version
same out version

# ---- unknown words ----
run 2 fti
says "unknown command 'fti'; did you mean 'fit'"
lines 2
run 2 trnasform
says "did you mean 'transform'"
run 2 xyzzy
says "unknown command 'xyzzy'"
lines 2
run 2 --frobnicate
lines 2
run 2 help fti
says "did you mean 'fit'"
run 2 fit a.csv --kk 2 --out o
says "unknown option '--kk'; did you mean '--k'"
lines 2
run 2 fit a.csv --k 2 --ouput o
says "did you mean '--out'"
run 2 fit a.csv --k 2 --out o --max 3 # no abbreviations, but we know what is meant
says "did you mean '--max-iter'"
run 2 fit a.csv -z
says "unknown option '-z'"
run 2 score a b c
says "'c' is one operand too many"
run 2 version extra
lines 2
silent out

# ---- what is missing ----
run 2 fit --k 2 --out o
says 'no input'
lines 2
run 2 fit a.csv --out o
says '--k N is missing'
lines 2
run 2 fit a.csv --k 2
says '--out DIR is missing'
run 2 fit a.csv --out o --k
says '--k needs a value'
run 2 fit a.csv --k 2 --out o --force=yes
says '--force takes no value'
run 2 fit a.csv --k 2 --out ''
says '--out: it is empty'
run 2 check
says 'no input'
run 2 score a
says 'two operands'
run 2 evaluate a
says 'two operands'
run 2 transform a b
says '--out DIR is missing'
run 2 simulate --samples 10 --variables 5 --modules 2 --out o
says '--classes N is missing'

# ---- values ----
for value in 0 -1 two 2.0 2x '' ' 2' 0x2 1e1 99999999999999999999; do
    run 2 fit a.csv --k "$value" --out o
    says '--k'
    lines 2
done
for value in 0 -1 x 5000; do
    run 2 fit a.csv --k 2 --out o --threads "$value"
    says '--threads'
done
for value in x 1,5 nan inf 0x1p3 '' -1; do
    run 2 fit a.csv --k 2 --out o --tol "$value"
    says '--tol'
    run 2 simulate --classes 1 --samples 9 --variables 4 --modules 2 --out o --noise "$value"
    says '--noise'
done
run 2 simulate --classes 1 --samples 9 --variables 4 --modules 2 --out o --noise 0
says 'outside >0'
for value in -1 1.5 x 18446744073709551616; do
    run 2 simulate --classes 1 --samples 9 --variables 4 --modules 2 --out o --seed "$value"
    says '--seed'
done
for pair in objective=xx solver=xx membership=xx noise=xx weights=xx scale=xx precision=half; do
    run 2 fit a.csv --k 2 --out o "--$pair"
    says "--${pair%=*}"
done
run 2 fit a.csv --k 2 --out o --scale Z
says "'Z' is none of z|center|none"
absent o

# ---- ways of writing the same ----
table a.csv 30 4 1
run 0 fit a.csv --k 2 --seed 3 --out one
run 0 fit --out=two --seed=3 -k2 a.csv
run 0 fit -q -o three --k 2 a.csv --seed 3
silent err
run 0 fit -qothree2 --k=2 --seed=3 -- a.csv
silent err
for other in two three three2; do
    for file in modules.tsv connectivity.tsv classes.tsv model.npz; do same one/$file $other/$file; done
done
cp a.csv -- --strange.csv
run 0 fit --k 2 --out strange -- --strange.csv
cut -f1 strange/classes.tsv | grep -q -- '^--strange$' && good || bad "class --strange is not there"
run 2 fit --k 2 --out o --strange.csv
absent o

# ---- output that cannot be delivered ----
if [ -w /dev/full ]; then
    last='help >/dev/full'
    code=0
    "$LACON" help >/dev/full 2>err || code=$?
    is 1 "$code"
    says 'standard output'
fi

# a variable of a script that was never set
run 2 fit '' --k 3 --out m
says 'an operand is empty'
absent m
