/* SPDX-License-Identifier: BSD-3-Clause
 * A set of triples of variables: filled row by row on several threads, then completed to all
 * orders. What is put in is decided by fofc_wishart.c or fofc_delta.c.
 */
#include "baselines/fofc.h"

/* Work between two checks of the cancel callback; break-even work for threading. */
static const double STRIP = 3e8, SMALL = 3e7;

/* Rows i .. last - 1 on all threads. Each takes every threads-th row (i, j), whoever they are: a
 * row is written by one. */
static void strip(const lcn_triples *out, int64_t first, int64_t last, lcn_pure_fn *row,
                  const void *test, int threads, bool small)
{
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (!small)
    for (int worker = 0; worker < threads; worker++) {
        int64_t index = 0;
        for (int64_t i = first; i < last; i++)
            for (int64_t j = i + 1; j < out->p - 1; j++)
                if (index++ % threads == worker) row(lcn_triples_row(out, i, j), test, i, j, worker);
    }
}

lacon_status lcn_pure_rows(lacon_ctx *ctx, lcn_triples *out, lcn_pure_fn *row, const void *test,
                           double cost)
{
    for (int64_t i = 0, last; i + 2 < out->p; i = last) {
        double work = 0;
        LCN_FAIL_IF(lcn_cancelled(ctx), LACON_E_CANCELLED, "stopped while tetrads were tested");
        for (last = i; last + 2 < out->p && work < STRIP; last++)
            work += 0.5 * cost * (double)((out->p - last - 1) * (out->p - last - 2));
        strip(out, i, last, row, test, ctx->threads, work < SMALL);
    }
    return LACON_OK;
}

static void put(const lcn_triples *t, int64_t a, int64_t b, int64_t c)
{
    lcn_triples_row(t, a, b)[c >> 6] |= (uint64_t)1 << (c & 63);
}

void lcn_triples_complete(lcn_triples *t)
{
    for (int64_t i = 0; i < t->p; i++)
        for (int64_t j = i + 1; j < t->p; j++) {
            const uint64_t *own = lcn_triples_row(t, i, j);
            for (int64_t k = j + 1; k < t->p; k++) {
                if (!lcn_bit(own, k)) continue;
                put(t, j, i, k);
                put(t, i, k, j);
                put(t, k, i, j);
                put(t, j, k, i);
                put(t, k, j, i);
            }
        }
}
