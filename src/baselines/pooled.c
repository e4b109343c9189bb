/* SPDX-License-Identifier: BSD-3-Clause
 * What module methods see of the data (baselines.h): the second moments of all rows together, or the
 * rows; and their product with a few columns. BLAS copies its operands into an order of its own
 * first, which for eight columns takes longer than the product: those have a kernel here.
 */
#include "baselines/modules.h"
#include "util/instruction_sets.h"

#include <math.h>
#include <string.h>

/* ---- moments and rows ---- */

lacon_status lcn_pooled_covariances(lacon_ctx *ctx, double **K, int64_t *n, const lacon_data *data)
{
    const int64_t p = data->p, N = data->n_classes;
    double *sum = lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *sum);
    double *own = N > 1 ? lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *own) : sum;
    double *block = lcn_alloc(ctx, (size_t)lcn_gram_scratch(p), sizeof *block);
    lacon_status status = LACON_E_MEMORY;
    *n = 0;
    if (!sum || !own || !block) goto done;
    for (int64_t c = 0; c < N; c++) *n += data->classes[c].n;
    for (int64_t c = 0; c < N; c++) {
        const lcn_class *class = &data->classes[c];
        const double share = (double)class->n / (double)*n;
        lcn_class_gram(own, class, p, 0, class->n, block);
        for (int64_t l = 0; N > 1 && l < p * p; l++) sum[l] += share * own[l];
    }
    *K = sum;
    if (own == sum) own = NULL;
    sum = NULL;
    status = LACON_OK;
done:
    lcn_free(&ctx->allocator, own == sum ? NULL : own);
    lcn_free(&ctx->allocator, sum);
    lcn_free(&ctx->allocator, block);
    return status;
}

/* Rows of the class as doubles to `to`. */
static void copy_rows(double *to, const lcn_class *class, int64_t p)
{
    const float *single = class->kind == LCN_ROWS_F32 ? class->x : NULL;
    const double *x = class->x;
    for (int64_t i = 0; i < class->n; i++) {
        if (single)
            for (int64_t r = 0; r < p; r++) to[i * p + r] = single[i * class->ld + r];
        else memcpy(to + i * p, x + i * class->ld, (size_t)p * sizeof *to);
    }
}

static lacon_status take_rows(lacon_ctx *ctx, lcn_pooled *job, double **block, const lacon_data *data)
{
    double *to = *block = lcn_alloc(ctx, (size_t)job->n, (size_t)job->p * sizeof *to);
    if (to == NULL) return LACON_E_MEMORY;
    for (int64_t c = 0; c < data->n_classes; to += data->classes[c++].n * job->p)
        copy_rows(to, &data->classes[c], job->p);
    job->rows = *block;
    return LACON_OK;
}

lacon_status lcn_pooled_begin(lacon_ctx *ctx, lcn_pooled *job, double **block, const lacon_data *data,
                              bool thin)
{
    *block = NULL;
    job->p = data->p;
    job->n = 0;
    job->K = job->rows = NULL;
    for (int64_t c = 0; c < data->n_classes; c++) {
        job->n += data->classes[c].n;
        if (data->classes[c].kind == LCN_COV) thin = false;
    }
    if (thin && job->n < job->p) return take_rows(ctx, job, block, data);
    LCN_TRY(lcn_pooled_covariances(ctx, block, &job->n, data));
    job->K = *block;
    return LACON_OK;
}

void lcn_pooled_variances(const lcn_pooled *job, double *out)
{
    const int64_t p = job->p;
    memset(out, 0, (size_t)p * sizeof *out);
    for (int64_t r = 0; job->K && r < p; r++) out[r] = job->K[r * p + r];
    if (job->K) return;
    for (int64_t i = 0; i < job->n; i++)
        for (int64_t r = 0; r < p; r++) out[r] += job->rows[i * p + r] * job->rows[i * p + r];
    for (int64_t r = 0; r < p; r++) out[r] /= (double)job->n;
}

/* ---- products ---- */

enum { COLUMNS = 8, ROWS = 6 }; /* of a tile: its sums fit the registers of AVX-512 and of AVX2 */
typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));

/* t[b] = sum_s M[b, s] V[s] for up to ROWS rows of M (ld = p); V p × m, COLUMNS of it. Rows beyond
 * `rows` repeat the last. */
static inline __attribute__((always_inline)) void gather(v8 t[ROWS], const double *M, int64_t rows,
                                                         int64_t p, const double *V, int64_t m)
{
    const double *x[ROWS];
    for (int b = 0; b < ROWS; b++) {
        t[b] = (v8){0};
        x[b] = M + (b < rows ? b : rows - 1) * p;
    }
    for (int64_t s = 0; s < p; s++) {
        const v8 v = *(const v8 *)(V + s * m);
        for (int b = 0; b < ROWS; b++) t[b] += x[b][s] * v;
    }
}

/* out = M V, M count × p */
LCN_CLONES static void product(int64_t count, int64_t p, const double *M, const double *V, int64_t m,
                               double *out)
{
    for (int64_t r = 0; r < count; r += ROWS) {
        const int64_t rows = count - r < ROWS ? count - r : ROWS;
        v8 t[ROWS];
        gather(t, M + r * p, rows, p, V, m);
        for (int64_t b = 0; b < rows; b++) *(v8 *)(out + (r + b) * m) = t[b];
    }
}

/* out += share X'X V from n rows X (n × p): each few rows are used twice while they are in the cache */
LCN_CLONES static void round_trip(int64_t n, int64_t p, const double *X, const double *V, int64_t m,
                                  double share, double *out)
{
    for (int64_t i = 0; i < n; i += ROWS) {
        const int64_t rows = n - i < ROWS ? n - i : ROWS;
        const double *x[ROWS];
        v8 t[ROWS];
        gather(t, X + i * p, rows, p, V, m);
        for (int b = 0; b < ROWS; b++) {
            x[b] = X + (i + (b < rows ? b : 0)) * p;
            t[b] *= b < rows ? share : 0;
        }
        for (int64_t r = 0; r < p; r++) {
            v8 sum = *(v8 *)(out + r * m);
            for (int b = 0; b < ROWS; b++) sum += x[b][r] * t[b];
            *(v8 *)(out + r * m) = sum;
        }
    }
}

void lcn_pooled_apply(const lcn_pooled *job, double *out, const double *V, int64_t m, double *scratch)
{
    const int64_t p = job->p, n = job->n, whole = m / COLUMNS * COLUMNS, rest = m - whole;
    const double share = 1 / (double)n;
    if (job->rows) memset(out, 0, (size_t)(p * m) * sizeof *out);
    for (int64_t j = 0; j < whole; j += COLUMNS) {
        if (job->rows) round_trip(n, p, job->rows, V + j, m, share, out + j);
        else product(p, p, job->K, V + j, m, out + j);
    }
    if (rest == 0) return;
    if (job->rows) {
        lcn_gemm(LCN_N, LCN_N, n, rest, p, 1.0, job->rows, p, V + whole, m, 0.0, scratch, rest);
        lcn_gemm(LCN_T, LCN_N, p, rest, n, share, job->rows, p, scratch, rest, 0.0, out + whole, m);
    } else {
        lcn_gemm(LCN_N, LCN_N, p, rest, p, 1.0, job->K, p, V + whole, m, 0.0, out + whole, m);
    }
}
