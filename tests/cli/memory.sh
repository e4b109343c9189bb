# SPDX-License-Identifier: BSD-3-Clause
# --memory and --scratch: the same files whatever fits, nothing left in the folder, sizes and folders that are none.
run 0 simulate --classes 4 --samples 60 --variables 2000 --modules 3 --noise .5 --seed 3 --out d # 4 MB
run 0 fit d --k 3 --seed 1 --out plain -q
for how in 48M 100% 4G; do
    run 0 fit d --k 3 --seed 1 --out kept --memory $how -q --force
    for file in modules.tsv connectivity.tsv classes.tsv model.npz; do
        same plain/$file kept/$file
    done
done
mkdir scratch
run 0 fit d --k 3 --seed 1 --out kept --memory 48M --scratch scratch -q --force
is '' "$(ls -A scratch)"
run 0 select d --k 2:4 --seed 1 --out s0 -q
run 0 select d --k 2:4 --seed 1 --out s1 --memory 48M --scratch scratch -q
same s0/selection.tsv s1/selection.tsv
run 0 stability plain d --boot 4 --seed 1 --out t0 -q
run 0 stability plain d --boot 4 --seed 1 --out t1 --memory 48M --scratch scratch -q
same t0/stability.tsv t1/stability.tsv
same t0/intervals.tsv t1/intervals.tsv
is '' "$(ls -A scratch)"

# sizes that are none, folders that are none
for size in 0 -1G x 120% 0% ''; do
    "$LACON" fit d --k 3 --out no --memory "$size" >out 2>err
    is 2 $?
done
run 1 fit d --k 3 --out no --memory 1K --scratch nowhere
says 'nowhere: no file can be made there'
absent no
