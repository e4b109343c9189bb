# SPDX-License-Identifier: BSD-3-Clause
# One budget of memory for all files; a line of bytes 0 ends at its first; control characters of labels and names do
# not reach people's terminals.
table a.csv 4000 8 1 # 256 kB as doubles
for i in 1 2 3 4 5 6 7 8; do cp a.csv c$i.csv; done
run 0 fit c1.csv c2.csv --k 2 --max-mem 1M --threads 1 --out two
run 1 fit c?.csv --k 2 --max-mem 1M --threads 1 --out all
says "max-mem"
absent all
run 1 fit c?.csv --k 2 --max-mem 1M --threads 2 --out all
run 0 fit c?.csv --k 2 --max-mem 8M --threads 2 --out all

head -c 40000000 /dev/zero >nul.csv
run 3 fit nul.csv --k 2 --max-mem 1M --out n
says "nul.csv:1: holds a byte 0"

# ESC [ 2 J clears a screen, and so does CSI of Unicode; a file name may hold them, and is the name of a class.
odd=$(printf 'x\033[2J\302\233y')
cp a.csv "$odd.csv"
run 0 fit "$odd.csv" --k 2 --verbose --out odd
is 0 "$(grep -c "$(printf '\033')" err)"
says 'x?\[2J??y'
run 0 check "$odd.csv" --verbose
is 0 "$(grep -c "$(printf '\033')" out)"
is 0 "$(grep -c "$(printf '\302\233')" out)"
shows 'x?\[2J??y'
nothing_left

# A short line costs what it has, however wide the header is: 170 kB are no reason for gigabytes.
{ printf 'variable,module'; i=0; while [ $i -lt 20000 ]; do printf ',c%d' $i; i=$((i + 1)); done; echo
  yes a | head -20000; } >wide.csv
table plain.csv 40 4 1
run 0 fit plain.csv --k 1 --out wide-model -q
if (ulimit -v 700000 && exec "$LACON" version) >/dev/null 2>&1; then # not where a sanitizer reserves addresses
    (ulimit -v 700000; exec "$LACON" score wide.csv wide-model) >out 2>err
    is 3 $?
    says 'wide.csv:2: variable and module are expected'
fi
