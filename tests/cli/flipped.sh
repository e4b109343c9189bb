# SPDX-License-Identifier: BSD-3-Clause
# A bit that changed in a file of a folder is seen by whoever reads the folder; a folder without digests, as 0.1 wrote
# it, is read as it always was.
table a.csv 60 8 1
table b.csv 60 8 2
run 0 fit a.csv b.csv --k 2 --out m
has m/SHA256SUMS
check "sha256sum agrees" sh -c 'cd m && sha256sum -c --quiet --strict SHA256SUMS'
is 5 "$(wc -l <m/SHA256SUMS | tr -d ' ')"

# flip FILE BYTE BIT: that bit of it is the other one
flip() {
    old=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
    new=$(((old / $3 % 2 == 0) ? old + $3 : old - $3))
    printf "$(printf '\\%03o' "$new")" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

cp -r m kept
for file in modules.tsv classes.tsv connectivity.tsv model.json model.npz; do
    size=$(wc -c <m/$file)
    for part in 0 1 3 5 7; do
        flip m/$file $((size * part / 8)) $((1 << part))
        run 3 report m --out r.html
        says "m/$file: is damaged"
        absent r.html
        cp kept/$file m/$file
    done
done
flip m/connectivity.tsv 70 1
for command in "evaluate m a.csv b.csv" "transform m a.csv --out t" "compare m kept" "score kept m" \
    "causal m a.csv b.csv --out c" "report m --out r.html"; do
    run 3 $command
    says "SHA256SUMS"
done
cp kept/connectivity.tsv m

# A table of a folder that is named alone is looked up in the list beside it.
run 0 score kept/modules.tsv m
flip m/modules.tsv 70 1
run 3 score m/modules.tsv kept
says "m/modules.tsv: is damaged"
(cd m && exec "$LACON" score modules.tsv ../kept) >out 2>err && bad "read in its folder" || good
cp kept/modules.tsv m

# What stands beside the model has its own.
run 0 causal m a.csv b.csv --out m/causal
has m/causal/SHA256SUMS
flip m/causal/causal.json 40 2
run 3 report m --out r.html
says "m/causal/causal.json: is damaged"
rm -r m/causal

# The list itself.
cp m/SHA256SUMS list
flip m/SHA256SUMS 3 1
run 3 report m --out r.html
printf 'nonsense\n' >m/SHA256SUMS
run 3 report m --out r.html
says "SHA256SUMS: line 1 is damaged"
cp list m/SHA256SUMS

# In a shell the tables of a folder are named together with the list.
run 0 convert a.csv b.csv --to npy --out n
run 0 fit n/* --k 2 --out all
is 2 "$(($(wc -l <all/classes.tsv) - 1))"

# A change that is meant, and folders of 0.1.
sed -i 's/^v1\t/V1\t/' m/modules.tsv
rm m/SHA256SUMS
run 0 report m --out r.html

# A damaged table is an error without digests too.
sed -i '3s/\t[^\t]*$/\tx7/' m/modules.tsv
run 3 report m --out r2.html
says "m/modules.tsv:3: column 'evidence' holds 'x7' where a number belongs"
absent r2.html

# Without digests: a model.json that is no object is refused by those who go on from it, and none is none.
run 0 fit a.csv b.csv --k 2 --out new -q
rm -rf odd && cp -r new odd && rm -f odd/SHA256SUMS
for text in '[[[[' '[]' '{"k": 1e99999}' ''; do
    printf '%s' "$text" >odd/model.json
    run 3 show odd
    says 'odd/model.json: the file is damaged'
    run 3 evaluate odd a.csv b.csv
    run 3 transform odd a.csv b.csv --out t -q
    absent t
done
rm odd/model.json
run 0 show odd

# A pipe or a device in place of a file keeps nobody waiting, whichever file it is.
LACON_ITSELF=$LACON
printf '#!/bin/sh\nexec timeout 20 "%s" "$@"\n' "$LACON_ITSELF" >in_time && chmod 755 in_time
LACON=$PWD/in_time
for name in SHA256SUMS model.json model.npz modules.tsv; do
    for kind in pipe device; do
        rm -rf odd && cp -r new odd && rm -f "odd/$name"
        if [ $kind = pipe ]; then mkfifo "odd/$name"; else ln -s /dev/null "odd/$name"; fi
        run 3 show odd
        says "odd/$name: the folder is damaged"
        run 3 report odd --out o.html -q
        absent o.html
    done
done
LACON=$LACON_ITSELF
