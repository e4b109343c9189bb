# SPDX-License-Identifier: BSD-3-Clause
# A full disk: exit 1, the place is named, nothing half-written stays. Needs root for a small tmpfs.
[ "$(id -u)" = 0 ] || skip 'mounting a small file system needs root'
table good.csv 40 30 1
run 0 simulate --classes 2 --samples 200 --variables 40 --modules 3 --out sim -q
run 0 fit sim --k 3 --out m -q
mkdir small
mount -t tmpfs -o size=16k tmpfs small 2>/dev/null || skip 'no tmpfs can be mounted here'
trap 'umount small' EXIT

run 1 fit sim --k 3 --out small/m
says 'small'
says 'No space\|space'
absent small/m
is '' "$(ls -A small)"
run 1 simulate --classes 2 --samples 200 --variables 40 --modules 3 --out small/s
says 'small'
is '' "$(ls -A small)"
run 1 transform m sim --out small/t
says 'small'
is '' "$(ls -A small)"

# an old result survives a failed replacement
mount -o remount,size=32k small
mkdir small/old
echo kept >small/old/model.json
run 1 transform m sim --out small/old --force
is kept "$(cat small/old/model.json)"
is old "$(ls -A small)"
umount small
trap - EXIT
