/* SPDX-License-Identifier: BSD-3-Clause
 * How many threads BLAS uses. lacon parallelises over classes itself, and sums must not depend on a
 * thread count, so its own BLAS calls run on the calling thread.
 *
 * OpenBLAS from 0.3.27 has a per-thread setting, found here at link time; older ones have one
 * setting for the process. With those, BLAS calls that other threads of the host program make while
 * a lacon call runs use one thread too; the host's setting is back when the outermost lacon call
 * returns.
 */
#include "la/la.h"

#include <cblas.h>

extern int openblas_set_num_threads_local(int threads) __attribute__((weak));

int lcn_blas_begin(void)
{
    if (openblas_set_num_threads_local) return openblas_set_num_threads_local(1);
    const int before = openblas_get_num_threads();
    if (before != 1) openblas_set_num_threads(1);
    return before;
}

void lcn_blas_end(int before)
{
    if (openblas_set_num_threads_local)
        openblas_set_num_threads_local(before);
    else if (before != 1)
        openblas_set_num_threads(before);
}
