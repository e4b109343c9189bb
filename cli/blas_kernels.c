/* SPDX-License-Identifier: BSD-3-Clause
 * Which kernels OpenBLAS takes. It chooses them when it is loaded, and for a processor that is younger than itself
 * those of 2004, which do without the long vectors that the processor has: a fit of 100,000 variables takes a fifth
 * longer. Then the program is started once more with the kernels named, before it has done anything. Who names them
 * (OPENBLAS_CORETYPE) is not overruled; another BLAS does not have this function, and nothing is done.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char *openblas_get_corename(void) __attribute__((weak));

const char *cli_blas_kernels(void) { return openblas_get_corename ? openblas_get_corename() : "unknown"; }

/* The best that OpenBLAS has for what the processor can, by its name there; NULL: its own choice. */
static const char *better_kernels(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (strcmp(cli_blas_kernels(), "Prescott") != 0) return NULL;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return "SKYLAKEX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "HASWELL";
#endif
    return NULL;
}

void cli_take_blas_kernels(char **argv)
{
    const char *better = getenv("OPENBLAS_CORETYPE") ? NULL : better_kernels();
    if (better && setenv("OPENBLAS_CORETYPE", better, 1) == 0) execv("/proc/self/exe", argv);
}
