/* SPDX-License-Identifier: BSD-3-Clause
 * ICA-LiNGAM (Shimizu et al. 2006): e = (I - B) z, so the unmixing matrix is I - B up to the order
 * and the scale of its rows. The order that makes sum 1/|w_jj| least puts every disturbance beside
 * its variable (assignment problem), the diagonal becomes 1, and the causal order is the one in
 * which B comes nearest to strictly lower triangular. Both steps compare weights of different
 * variables: as published, the answer depends on the units of the variables. FastICA is in
 * fastica.c; lacon_ica is its public function.
 */
#include "causal/causal.h"
#include "la/la.h"
#include "util/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t lcn_ica_scratch(int64_t ld, int64_t k)
{
    const int64_t assign = lcn_assign_scratch(k, k);
    return 3 * k * k + 2 * k + assign + lcn_fastica_scratch(ld, k);
}

/* B = I - W with rows permuted and scaled; score and column are scratch. */
static void effects_of(double *B, int64_t k, const double *W, double *score, int64_t *column,
                       double *scratch)
{
    for (int64_t i = 0; i < k * k; i++) /* a weight of 0 cannot be on the diagonal */
        score[i] = -1 / fmax(fabs(W[i]), 1e-280);
    lcn_assign(k, k, score, k, column, scratch);
    for (int64_t i = 0; i < k; i++) {
        const int64_t to = column[i];
        for (int64_t j = 0; j < k; j++) B[to * k + j] = j == to ? 0 : -W[i * k + j] / W[i * k + to];
    }
}

/* The remaining row that is zero in all remaining columns. Of several, the one whose effects were
 * smallest before they were taken away, so that the answer does not depend on the order of the
 * columns. */
static int64_t zero_row(int64_t k, const double *B, const double *size, const bool *done)
{
    int64_t best = -1;
    for (int64_t i = 0; i < k; i++) {
        bool zero = !done[i];
        for (int64_t j = 0; zero && j < k; j++) zero = done[j] || B[i * k + j] == 0;
        if (zero && (best < 0 || size[i] < size[best])) best = i;
    }
    return best;
}

static bool acyclic_order(int64_t *order, int64_t k, const double *B, const double *size,
                          bool *done)
{
    memset(done, 0, (size_t)k * sizeof *done);
    for (int64_t step = 0; step < k; step++) {
        const int64_t row = zero_row(k, B, size, done);
        if (row < 0) return false;
        order[step] = row;
        done[row] = true;
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    const double x = fabs(**(const double *const *)a), y = fabs(**(const double *const *)b);
    return (x > y) - (x < y);
}

/* Half of the entries must go whatever the order, the diagonal among them; then the smallest, one at a
 * time, until an order is left. */
void lcn_triangular_order(int64_t *order, int64_t k, double *B, double *scratch)
{
    double *size = scratch, **entry = (double **)(size + k);
    bool *done = (bool *)(entry + k * k);
    for (int64_t i = 0; i < k; i++) {
        size[i] = 0;
        B[i * k + i] = 0;
        for (int64_t j = 0; j < k; j++) size[i] += fabs(B[i * k + j]);
    }
    for (int64_t i = 0; i < k * k; i++) entry[i] = B + i;
    qsort(entry, (size_t)(k * k), sizeof *entry, by_size);
    int64_t gone = 0;
    while (gone < k * (k + 1) / 2) *entry[gone++] = 0;
    while (!acyclic_order(order, k, B, size, done)) *entry[gone++] = 0;
}

lacon_status lcn_ica_order(int64_t *order, const lcn_sample *s, const lacon_ica_options *options,
                           double *scratch)
{
    const int64_t k = s->k;
    double *W = scratch, *B = W + k * k, *score = B + k * k, *rest = score + k * k + 2 * k;
    int64_t *column = (int64_t *)(score + k * k), iterations;
    const lacon_status status = lcn_fastica(W, &iterations, s, options, rest);
    if (status < 0) return status;
    effects_of(B, k, W, score, column, rest);
    lcn_triangular_order(order, k, B, score);
    return status;
}

/* ---- the public door ---- */

static lacon_status check_ica(lacon_ctx *ctx, int64_t n, int64_t k, int64_t ld,
                              const lacon_ica_options *o)
{
    LCN_FAIL_IF(k < 1 || n <= k || ld < k, LACON_E_ARGUMENT,
                "%lld rows of %lld columns, %lld apart: there must be more rows than columns",
                (long long)n, (long long)k, (long long)ld);
    LCN_FAIL_IF(!(o->tol > 0) || o->max_iter < 1, LACON_E_ARGUMENT,
                "tol %g and max_iter %lld must be positive", o->tol, (long long)o->max_iter);
    return LACON_OK;
}

/* unmixing of the one class of `data`, within a scope of BLAS */
static lacon_status unmix(lacon_ctx *ctx, double *unmixing, int64_t *count, const lacon_data *data,
                          const lacon_ica_options *options)
{
    const int64_t k = data->p;
    lcn_panel panel = {0};
    double *scratch = NULL;
    lacon_status status;
    lcn_sample s;
    LCN_GOTO(lcn_panel_init(ctx, &panel, NULL, data, 0, 0));
    const int64_t need = lcn_sample_doubles(panel.ld, k, 0);
    scratch = lcn_alloc(ctx, (size_t)(need + lcn_fastica_scratch(panel.ld, k)), sizeof *scratch);
    LCN_GOTO(scratch ? LACON_OK : LACON_E_MEMORY);
    lcn_sample_lay_out(&s, panel.ld, k, 0, scratch);
    lcn_sample_fill(&s, &panel, NULL, false);
    status = lcn_fastica(unmixing, count, &s, options, scratch + need);
done:
    lcn_free(&ctx->allocator, scratch);
    lcn_panel_clear(&ctx->allocator, &panel);
    return status;
}

lacon_status lacon_ica(lacon_ctx *ctx, double *unmixing, int64_t *iterations, int64_t n, int64_t k,
                       const double *x, int64_t ld, const lacon_ica_options *options)
{
    lacon_ica_options own;
    LCN_TRY(LCN_TAKE(ctx, &own, options, lacon_ica_options));
    LCN_TRY(check_ica(ctx, n, k, ld, &own));
    lacon_data *data = NULL;
    lacon_status status;
    int64_t count;
    LCN_GOTO(lacon_data_new(ctx, &data, k));
    LCN_GOTO(lacon_data_add_view(ctx, data, "rows", n, x, ld));
    LCN_GOTO(lcn_blas_ready(ctx));
    const int before = lcn_blas_begin();
    status = unmix(ctx, unmixing, &count, data, &own);
    lcn_blas_end(before);
    if (status >= 0 && iterations) *iterations = count;
    if (status == LACON_E_NUMERIC)
        lcn_fail(ctx, status, "the directions collapsed: try another seed or contrast");
done:
    lacon_data_free(data);
    return status;
}
