# SPDX-License-Identifier: BSD-3-Clause
# Options for data as it is, where there is nothing for them to do: the same bytes as without them.
run 0 simulate --classes 4 --samples 80 --variables 14 --modules 3 --noise 0.3 --seed 9 --out sim -q
rm -rf sim/truth
run 0 fit sim --k 3 --seed 2 --threads 2 --out plain -q
# alike DIR: all that a fit says of its data, to the last bit
alike() { for file in model.npz modules.tsv connectivity.tsv classes.tsv; do same "plain/$file" "$1/$file"; done; }

for way in marginal pairwise drop; do
    run 0 fit sim --k 3 --seed 2 --missing "$way" --out "$way" -q
    alike "$way"
done
run 0 fit sim --k 3 --seed 2 --missing marginal --align labels --out labels -q
alike labels
run 0 fit sim --k 3 --seed 2 --max-mem 1G --out mem -q
alike mem
# nobody is censored: the rows are copied, not changed
mkdir mask
for i in 1 2 3 4; do awk 'NR == 1 { print "fd"; next } { print 0 }' "sim/class-00$i.csv" >"mask/class-00$i.tsv"; done
run 0 fit sim --k 3 --seed 2 --censor 'mask/*.tsv' --out censor -q
alike censor
# packed, and through other formats
mkdir packed
for f in sim/*.csv; do gzip -c "$f" >"packed/${f#sim/}.gz"; done
run 0 fit packed --k 3 --seed 2 --out gz -q
alike gz
for to in npy npz mat hdf5 1D tsv; do
    run 0 convert sim --to "$to" --out "as-$to" -q
    run 0 fit "as-$to" --k 3 --seed 2 --out "from-$to" -q
    [ "$to" = npy ] || alike "from-$to" # which has no names
done
same plain/connectivity.tsv from-npy/connectivity.tsv
# columns of later files in another order are brought into that of the first
mkdir order
cp sim/class-001.csv order
for i in 2 3 4; do
    awk -F, '{ for (j = NF; j > 1; j--) printf "%s,", $j; print $1 }' "sim/class-00$i.csv" >"order/class-00$i.csv"
done
run 0 fit order --k 3 --seed 2 --out ordered -q
alike ordered
# nothing runs against its module: signs are reported, all else is as before
{ echo 'variable	sign'; sed '1d; s/	.*/	1/' plain/modules.tsv; } >signs.tsv
for flip in auto signs.tsv; do
    run 0 fit sim --k 3 --seed 2 --flip "$flip" --out "flip-$flip" -q
    same plain/connectivity.tsv "flip-$flip/connectivity.tsv"
    same plain/classes.tsv "flip-$flip/classes.tsv"
    cut -f1-4 "flip-$flip/modules.tsv" >m
    same plain/modules.tsv m
    is 14 "$(cut -f5 "flip-$flip/modules.tsv" | grep -c '^1$')"
done
