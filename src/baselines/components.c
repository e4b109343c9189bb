/* SPDX-License-Identifier: BSD-3-Clause
 * From clusters to loadings: the first principal component of each cluster's block of K, by Krylov
 * steps (krylov.c) until its variance stops growing. hclust.c and kmeans.c end here.
 */
#include "baselines/baselines.h"
#include "baselines/krylov.h"

#include <math.h>
#include <string.h>

/* columns of the Krylov block (a vector register), products between restarts; a bound: STILL ends it */
enum { WIDTH = 8, STEPS = 3, RESTARTS = 200 };
/* of a vector of length 1: 500 times the unit roundoff, what a product of some thousand terms may lose */
static const double ROUNDING = 1e-13;
static const double STILL = 1e-14; /* relative gain of a restart; the gain is quadratic in the angle */

/* A cluster's part of the data. */
typedef struct block {
    lcn_pooled part;
    double *Y, *scratch; /* Y: the part's K or rows */
} block;

static void apply(const void *self, double *out, const double *V, int64_t cols)
{
    const block *b = self;
    lcn_pooled_apply(&b->part, out, V, cols, b->scratch);
}

static void gather(const lcn_pooled *job, block *b, const int64_t *index, int64_t m)
{
    const int64_t count = job->rows ? job->n : m;
    b->part = (lcn_pooled){.p = m, .n = job->n};
    for (int64_t i = 0; i < count; i++) {
        const double *from = job->rows ? job->rows + i * job->p : job->K + index[i] * job->p;
        for (int64_t l = 0; l < m; l++) b->Y[i * m + l] = from[index[l]];
    }
    if (job->rows) b->part.rows = b->Y;
    else b->part.K = b->Y;
}

/* The component of the block, in absolute value, to column j of the loadings. */
static lacon_status component(const lcn_pooled *job, int64_t j, const int64_t *index, block *b,
                              double *V, double *scratch)
{
    const int64_t k = job->options->k;
    const lcn_operator A = {.p = b->part.p, .apply = apply, .self = b};
    double value[WIDTH], before = 0;
    lcn_rng rng = lcn_rng_stream(job->options->seed, LCN_STREAM_BASELINE, (uint32_t)j);
    for (int64_t i = 0; i < b->part.p * WIDTH; i++) V[i] = lcn_rng_normal(&rng);
    for (int i = 0; i < RESTARTS; i++) {
        LCN_TRY(lcn_krylov(&A, WIDTH, STEPS, V, value, scratch));
        if (!(value[0] - before > STILL * value[0])) break;
        before = value[0];
    }
    if (!(value[0] > 0)) return LACON_OK; /* constant variables: nothing to load on */
    for (int64_t a = 0; a < b->part.p; a++) { /* of length 1: what is below ROUNDING is that */
        const double v = fabs(V[a * WIDTH]);
        job->loadings[index[a] * k + j] = v > ROUNDING ? v : 0;
    }
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
        ctx, (size_t)(most * (WIDTH + wide) + lcn_pooled_scratch(job, cols) +
                      lcn_krylov_scratch(most, WIDTH, STEPS)), sizeof *V);
    if (V == NULL) goto done;
    b.Y = V + most * WIDTH;
    b.scratch = b.Y + most * wide;
    status = LACON_OK;
    for (int64_t j = 0; j < job->options->k && status >= 0; j++) {
        const int64_t m = members(index, label, p, j);
        if (m == 0) continue;
        gather(job, &b, index, m);
        status = component(job, j, index, &b, V, b.scratch + lcn_pooled_scratch(job, cols));
    }
    if (status < 0) lcn_fail(ctx, status, "the first component of a cluster cannot be computed");
done:
    lcn_free(&ctx->allocator, V);
    lcn_free(&ctx->allocator, index);
    return status;
}
