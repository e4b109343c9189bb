# SPDX-License-Identifier: BSD-3-Clause
# --memory and --scratch: the same files whatever fits, nothing left in the folder, what does not fit said; sizes and
# folders that are none.
run 0 simulate --classes 4 --samples 140 --variables 1200 --modules 3 --noise .5 --seed 3 --out w # 5.4 MB of rows
run 0 fit w --k 3 --seed 1 --out plain -q
mkdir scratch
for how in 56M 100%; do # 4.7 MB of rows stay in memory, or all
    run 0 fit w --k 3 --seed 1 --out kept --memory $how --scratch scratch -q --force
    for file in modules.tsv connectivity.tsv classes.tsv model.npz; do
        same plain/$file kept/$file
    done
done
is '' "$(ls -A scratch)"

run 0 simulate --classes 4 --samples 60 --variables 40 --modules 3 --noise .5 --seed 3 --out d
run 0 fit d --k 3 --seed 1 --out few -q
run 0 select d --k 2:4 --seed 1 --out s0 -q
run 0 select d --k 2:4 --seed 1 --out s1 --memory 48M --scratch scratch -q
same s0/selection.tsv s1/selection.tsv
run 0 stability few d --boot 4 --seed 1 --out t0 -q
run 0 stability few d --boot 4 --seed 1 --out t1 --memory 48M --scratch scratch -q
same t0/stability.tsv t1/stability.tsv
same t0/intervals.tsv t1/intervals.tsv
is '' "$(ls -A scratch)"

# more than is allowed: nothing is written
run 1 fit w --k 40 --out no --memory 42M
says 'MB more are wanted at least, where 4 MB are allowed for data and work: allow more (--memory)'
absent no
run 1 fit d --k 3 --out no --memory 1K
says '--memory 1K: the program itself takes 40 MB'

# sizes that are none, folders that are none
for size in 0 -1G x 120% 0% ''; do
    "$LACON" fit d --k 3 --out no --memory "$size" >out 2>err
    is 2 $?
done
run 1 fit d --k 3 --out no --memory 1G --scratch nowhere
says 'nowhere: no file can be made there'
absent no
