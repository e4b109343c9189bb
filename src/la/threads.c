/* SPDX-License-Identifier: BSD-3-Clause
 * How many threads BLAS uses. lacon parallelises over classes itself, and sums must not depend on a
 * thread count, so its own BLAS calls run on the calling thread.
 *
 * OpenBLAS has one setting for the process (its "local" variant too, in the usual pthread builds). So
 * while a lacon call runs, BLAS calls of the host's other threads use one thread as well; the host's
 * setting is back when the call returns. A host that calls lacon from several threads at once should
 * set one BLAS thread itself: the first call to return brings the old setting back for the others.
 */
#include "la/la.h"

#include <cblas.h>

int lcn_blas_begin(void)
{
    const int before = openblas_get_num_threads();
    if (before != 1) openblas_set_num_threads(1);
    return before;
}

void lcn_blas_end(int before)
{
    if (before != 1) openblas_set_num_threads(before); /* 1: an outer scope will restore it */
}
