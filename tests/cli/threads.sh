# SPDX-License-Identifier: BSD-3-Clause
# How many threads: the cores the process may use, or those asked for; no more are ever busy.
threads() { "$@" version 2>/dev/null | sed -n 's/^threads: \([0-9]*\).*/\1/p'; }
last='version'
is 1 "$(SLURM_CPUS_PER_TASK=1 threads "$LACON")"
if command -v taskset >/dev/null 2>&1; then
    first=$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')
    is 1 "$(threads taskset -c "$first" "$LACON")"
fi
if command -v nproc >/dev/null 2>&1; then
    [ "$(threads "$LACON")" -le "$(nproc)" ] && good || bad 'more threads than cores'
fi

# busy time of one thread does not exceed the time on the clock
run 0 simulate --classes 6 --samples 1500 --variables 200 --modules 8 --noise 4 --out sim -q
last='fit --threads 1'
if command -v bash >/dev/null 2>&1; then
    bash -c 'TIMEFORMAT="%R %U %S"; time "$0" fit sim --k 8 --threads 1 --out m -q' "$LACON" 2>spent
    [ "$?" != 1 ] && good || bad "failed: $(cat spent)"
    # a tenth of a second: BLAS starts and parks its own threads when the program is loaded
    awk '{ exit !($2 + $3 < 1.1 * $1 + 0.1) }' spent && good || bad "clock, user, system: $(cat spent)"
fi

# the program starts itself again for OpenBLAS (cli/blas_kernels.c): not where it would start its loader in its place
last='version, by its loader'
loader=$(ldd "$LACON" 2>/dev/null | sed -n 's|^[[:space:]]*\(/[^ ]*/ld-linux[^ ]*\) .*|\1|p')
if [ -n "$loader" ]; then
    is "$("$LACON" version | head -n 1)" "$("$loader" "$LACON" version 2>&1 | head -n 1)"
fi
