/* SPDX-License-Identifier: BSD-3-Clause
 * Missing values among rows (NaN): counted, left out row by row, or replaced by the covariance of the
 * observed pairs. The likelihood of rows with missing values is in model/observed.c, their fit in
 * fit/extensions/missing.c.
 */
#include "data/data.h"
#include "data/effective.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

static int64_t missing_of_row(const lcn_class *class, int64_t i, int64_t p)
{
    int64_t missing = 0;
    for (int64_t r = 0; r < p; r++) missing += isnan(lcn_class_value(class, i, r));
    return missing;
}

static void count(lacon_data *data, int threads)
{
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_class *class = &data->classes[c];
        class->missing = 0;
        for (int64_t i = 0; i < class->n && class->kind != LCN_COV; i++)
            class->missing += missing_of_row(class, i, data->p);
        if (class->kind != LCN_COV && class->missing > 0) class->missing_read = class->missing;
    }
}

lacon_status lcn_data_here(lacon_ctx *ctx, const lacon_data *data)
{
    LCN_FAIL_IF(data->dealt, LACON_E_UNSUPPORTED,
                "every rank has the numbers of its own classes alone, and here those of all are wanted: read the data "
                "without `deal`");
    for (int64_t c = 0; c < data->n_classes; c++)
        LCN_FAIL_IF(lcn_is_split(&data->classes[c]), LACON_E_UNSUPPORTED,
                    "class '%s': every rank has some of its rows alone, and here all of them are wanted: read the data "
                    "without `deal`", data->classes[c].label);
    return lcn_data_double(ctx, data);
}

lacon_status lcn_data_double(lacon_ctx *ctx, const lacon_data *data)
{
    for (int64_t c = 0; c < data->n_classes; c++)
        LCN_FAIL_IF(data->classes[c].single, LACON_E_UNSUPPORTED,
                    "class '%s' became a covariance in single precision as it was read, and its rows are wanted here: "
                    "read the data without `reduce`", data->classes[c].label);
    return LACON_OK;
}

lacon_status lcn_data_whole(lacon_ctx *ctx, const lacon_data *data, const char *what)
{
    LCN_TRY(lcn_data_here(ctx, data));
    for (int64_t c = 0; c < data->n_classes; c++)
        LCN_FAIL_IF(data->classes[c].missing > 0, LACON_E_UNSUPPORTED,
                    "class '%s' has %lld missing values and %s needs complete rows: " LCN_OPTION "missing drop",
                    data->classes[c].label, (long long)data->classes[c].missing, what);
    return LACON_OK;
}

/* ---- leaving rows out ---- */

static lacon_status drop_rows(lacon_ctx *ctx, const lacon_data *data, lcn_class *class)
{
    const int64_t p = data->p;
    int64_t left = 0;
    for (int64_t i = 0; i < class->n; i++) left += missing_of_row(class, i, p) == 0;
    LCN_FAIL_IF(left < 2, LACON_E_DATA,
                "%s%sclass '%s': %lld of %lld rows are complete, at least 2 are needed: " LCN_OPTION "missing "
                "marginal or pairwise, or drop the variables that are missing (" LCN_OPTION "ignore)",
                class->source ? class->source : "", class->source ? ": " : "", class->label,
                (long long)left, (long long)class->n);
    const size_t size = class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
    unsigned char *to = class->owned;
    if (to == NULL) to = lcn_alloc(ctx, (size_t)(left * p), size);
    if (to == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0, at = 0; i < class->n; i++) {
        if (missing_of_row(class, i, p) > 0) continue;
        memmove(to + (size_t)(at++ * p) * size,
                (const unsigned char *)class->x + (size_t)(i * class->ld) * size,
                (size_t)p * size);
    }
    class->dropped = class->n - left;
    class->n = left;
    class->x = class->owned = to;
    class->ld = p;
    class->missing = 0;
    return LACON_OK;
}

lacon_status lcn_missing_begin(lacon_ctx *ctx, lacon_data *data)
{
    if (data->missing == LACON_MISSING_REFUSE) return LACON_OK;
    count(data, ctx->threads);
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_class *class = &data->classes[c];
        if (class->missing == 0) continue;
        if (data->missing == LACON_MISSING_DROP) LCN_TRY(drop_rows(ctx, data, class));
        LCN_FAIL_IF(class->missing == class->n * data->p, LACON_E_DATA,
                    "class '%s' has no value at all: leave it out", class->label);
    }
    return LACON_OK;
}

/* ---- pairs ---- */

/* K_rs = sum x_r x_s / n_rs over the rows that have both. *inverse: mean of 1 / n_rs. False at the first
 * pair that no row has, (*a, *b). */
static bool pair_covariance(const lcn_class *class, int64_t p, double *K, double *inverse,
                            int64_t *a, int64_t *b)
{
    double sum = 0;
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s <= r; s++) {
            double product = 0, n = 0;
            for (int64_t i = 0; i < class->n; i++) {
                const double xy = lcn_class_value(class, i, r) * lcn_class_value(class, i, s);
                n += !isnan(xy);
                product += isnan(xy) ? 0 : xy;
            }
            *a = r;
            *b = s;
            if (n == 0) return false;
            K[r * p + s] = K[s * p + r] = product / n;
            sum += 1 / n;
        }
    *inverse = sum / (0.5 * (double)p * (double)(p + 1));
    return true;
}

/* The nearest matrix without negative eigenvalues, then the variances as they were. */
static lacon_status make_definite(lacon_ctx *ctx, int64_t p, double *K)
{
    double *V = lcn_alloc(ctx, (size_t)(p * p + 2 * p + lcn_eigh_scratch(p)), sizeof *V);
    if (V == NULL) return LACON_E_MEMORY;
    double *s = V + p * p, *d = s + p;
    memcpy(V, K, (size_t)(p * p) * sizeof *V);
    for (int64_t r = 0; r < p; r++) d[r] = K[r * p + r];
    lacon_status status = lcn_eigh(p, V, s, d + p);
    if (status >= 0 && s[p - 1] < 0) {
        for (int64_t j = 0; j < p; j++) /* rows of V become sqrt(s) times an eigenvector */
            for (int64_t r = 0; r < p; r++) V[j * p + r] *= sqrt(fmax(s[j], 0));
        lcn_syrk(p, p, 1, V, p, 0, K, p);
        for (int64_t r = 0; r < p; r++) s[r] = K[r * p + r] > 0 ? sqrt(d[r] / K[r * p + r]) : 0;
        for (int64_t e = 0; e < p * p; e++) K[e] *= s[e / p] * s[e % p];
    }
    lcn_free(&ctx->allocator, V);
    if (status < 0) return lcn_fail(ctx, status, "a pairwise covariance has no eigenvalues");
    return LACON_OK;
}

static lacon_status to_pairs(lacon_ctx *ctx, lacon_data *data, lcn_class *class)
{
    const int64_t p = data->p;
    double *K = lcn_alloc(ctx, (size_t)(p * p), sizeof *K), inverse = 1;
    int64_t a, b;
    if (K == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    if (!pair_covariance(class, p, K, &inverse, &a, &b))
        status = lcn_fail(ctx, LACON_E_DATA,
                          "class '%s': '%s' and '%s' are never there in the same row, so that they "
                          "have no covariance: " LCN_OPTION "missing marginal",
                          class->label, lacon_data_name(data, b), lacon_data_name(data, a));
    if (status >= 0) status = make_definite(ctx, p, K);
    if (status < 0) {
        lcn_free(&ctx->allocator, K);
        return status;
    }
    class->inflation = fmax(1, class->inflation / lcn_rows_to_told(class, p)); /* n leaves such rows out by itself */
    lcn_free(&data->allocator, class->owned);
    class->x = class->owned = K;
    class->ld = p;
    class->kind = LCN_COV;
    class->n = (int64_t)fmax(2, floor(1 / inverse + 0.5));
    class->missing = 0;
    return LACON_OK;
}

lacon_status lcn_missing_end(lacon_ctx *ctx, lacon_data *data)
{
    if (data->missing == LACON_MISSING_REFUSE || data->missing == LACON_MISSING_DROP)
        return LACON_OK;
    count(data, ctx->threads);
    if (data->missing != LACON_MISSING_PAIRWISE) return LACON_OK;
    LCN_TRY(lcn_blas_ready(ctx));
    const int blas = lcn_blas_begin();
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < data->n_classes && status >= 0; c++)
        if (data->classes[c].missing > 0) status = to_pairs(ctx, data, &data->classes[c]);
    lcn_blas_end(blas);
    return status;
}
