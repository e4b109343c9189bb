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
#include "util/ctx.h"

#include <cblas.h>
#include <sys/mman.h>

/* OpenBLAS works in a buffer for each thread that calls it at the same time. It maps one when it is first wanted,
 * keeps it, and where the system refuses asks again for ever. So the system is asked here first, and OpenBLAS takes
 * them at once. Another BLAS does not have these two functions, and nothing is done. */
extern void *blas_memory_alloc(int) __attribute__((weak));
extern void blas_memory_free(void *) __attribute__((weak));
enum {
    BUFFER = 128 << 20, /* BUFFER_SIZE of OpenBLAS on x86-64 and aarch64, its largest */
    SLOTS = 64          /* it has at least 100 of them for the whole process */
};

static bool buffer_fits(void)
{
    void *block = mmap(NULL, BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block != MAP_FAILED) munmap(block, BUFFER);
    return block != MAP_FAILED;
}

lacon_status lcn_blas_ready(lacon_ctx *ctx)
{
    void *taken[SLOTS];
    const int wanted = ctx->threads < SLOTS ? ctx->threads : SLOTS;
    if (blas_memory_alloc == NULL || blas_memory_free == NULL || ctx->blas_buffers >= wanted) return LACON_OK;
    int count = 0;
    while (count < wanted && buffer_fits()) taken[count++] = blas_memory_alloc(0);
    for (int i = 0; i < count; i++) blas_memory_free(taken[i]);
    ctx->blas_buffers = count;
    LCN_FAIL_IF(count < wanted, LACON_E_MEMORY,
                "out of memory: linear algebra on %d threads wants %d MB and there is memory for %d", wanted,
                wanted * (BUFFER >> 20), count * (BUFFER >> 20));
    return LACON_OK;
}

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
