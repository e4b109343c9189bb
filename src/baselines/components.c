/* SPDX-License-Identifier: BSD-3-Clause
 * From clusters to loadings: the first principal component of each cluster's block of K, by Krylov
 * steps (krylov.c) until its variance stands still. hclust.c and kmeans.c end here.
 */
#include "baselines/baselines.h"
#include "baselines/krylov.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 4, STEPS = 6, RESTARTS = 200 };
static const double STILL = 1e-14; /* relative gain of a restart; the gain is quadratic in the angle */

/* Y (m × d) holds the cluster's variables: K_CC = Y Y' when there are rows, Y itself when not. */
typedef struct block {
    int64_t m, d;
    bool rows;
    double *Y, *room;
} block;

static void apply(const void *self, double *out, const double *V, int64_t cols)
{
    const block *b = self;
    const double *from = V;
    if (b->rows) {
        lcn_gemm(LCN_T, LCN_N, b->d, cols, b->m, 1.0, b->Y, b->d, V, cols, 0.0, b->room, cols);
        from = b->room;
    }
    lcn_gemm(LCN_N, LCN_N, b->m, cols, b->d, 1.0, b->Y, b->d, from, cols, 0.0, out, cols);
}

static void gather(const lcn_pooled *job, block *b, const int64_t *index, int64_t m)
{
    *b = (block){m, job->rows ? job->n : m, job->rows != NULL, b->Y, b->room};
    for (int64_t i = 0; i < m; i++) {
        if (b->rows) memcpy(b->Y + i * b->d, job->rows + index[i] * b->d, (size_t)b->d * sizeof *b->Y);
        else
            for (int64_t l = 0; l < m; l++) b->Y[i * m + l] = job->K[index[i] * job->p + index[l]];
    }
}

/* The component of the block, in absolute value, to column j of the loadings. */
static lacon_status component(const lcn_pooled *job, int64_t j, const int64_t *index, block *b,
                              double *V, double *scratch)
{
    const int64_t k = job->options->k;
    const lcn_operator A = {.p = b->m, .apply = apply, .self = b};
    double value[WIDTH], before = 0;
    lcn_rng rng = lcn_rng_stream(job->options->seed, LCN_STREAM_BASELINE, (uint32_t)j);
    for (int64_t i = 0; i < b->m * WIDTH; i++) V[i] = lcn_rng_normal(&rng);
    for (int i = 0; i < RESTARTS; i++) {
        LCN_TRY(lcn_krylov(&A, WIDTH, STEPS, V, value, scratch));
        if (!(value[0] - before > STILL * value[0])) break;
        before = value[0];
    }
    for (int64_t a = 0; a < b->m; a++) job->loadings[index[a] * k + j] = fabs(V[a * WIDTH]);
    return LACON_OK;
}

static int64_t members(int64_t *index, const int32_t *label, int64_t p, int64_t j)
{
    int64_t m = 0;
    for (int64_t r = 0; r < p; r++)
        if (label[r] == j) index[m++] = r;
    return m;
}

lacon_status lcn_cluster_loadings(lacon_ctx *ctx, const lcn_pooled *job, const int32_t *label)
{
    const int64_t p = job->p;
    lacon_status status = LACON_E_MEMORY;
    block b = {0};
    int64_t *index = lcn_alloc(ctx, (size_t)p, sizeof *index), most = 0;
    if (index == NULL) return status;
    for (int64_t j = 0; j < job->options->k; j++) {
        const int64_t m = members(index, label, p, j);
        if (m > most) most = m;
    }
    const int64_t wide = job->rows ? job->n : most, cols = lcn_krylov_columns(most, WIDTH, STEPS);
    double *V = lcn_alloc(
        ctx, (size_t)(most * (WIDTH + wide) + lcn_pooled_room(job, cols) +
                      lcn_krylov_scratch(most, WIDTH, STEPS)), sizeof *V);
    if (V == NULL) goto done;
    b.Y = V + most * WIDTH;
    b.room = b.Y + most * wide;
    status = LACON_OK;
    for (int64_t j = 0; j < job->options->k && status >= 0; j++) {
        const int64_t m = members(index, label, p, j);
        if (m == 0) continue;
        gather(job, &b, index, m);
        status = component(job, j, index, &b, V, b.room + lcn_pooled_room(job, cols));
    }
    if (status < 0) lcn_fail(ctx, status, "the first component of a cluster cannot be computed");
done:
    lcn_free(&ctx->allocator, V);
    lcn_free(&ctx->allocator, index);
    return status;
}
