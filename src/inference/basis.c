/* SPDX-License-Identifier: BSD-3-Clause
 * An orthonormal basis of the columns of a design, intercept removed, nuisance first: classical
 * Gram-Schmidt done twice, by operations that treat every class alike, so that classes with the same
 * columns get the same row of Q to the bit (shuffle.c counts such rows once). Columns that are constant
 * or depend on others are named.
 */
#include "inference/inference.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* What is left of a column after others were removed, relative to it: below this it is rounding of
 * covariates given to some 8 digits. */
static const double DEPENDENT = 1e-7;

/* Column j of the design in the order nuisance, tested. */
static int64_t column_of(const lcn_design *d, int64_t j) { return j < d->r ? d->q + j : j - d->r; }

/* c (n) = column `at` of X, centred and of unit norm; its norm before, 0 when it is constant. A mean that is
 * tested is a column of ones, which stays. */
static double centred(const lcn_design *d, int64_t at, double *c)
{
    const int64_t n = d->n, width = d->q + d->r;
    double mean = 0.0, size = 0.0;
    const bool ones = d->flip && at == 0;
    for (int64_t i = 0; i < n && !ones; i++) mean += d->X[i * width + at] / (double)n;
    for (int64_t i = 0; i < n; i++) {
        c[i] = d->X[i * width + at] - mean;
        size = fmax(size, fabs(d->X[i * width + at]));
    }
    const double norm = lcn_norm(n, c);
    if (!(norm > 1e-13 * size * sqrt((double)n))) return 0.0; /* differences are rounding of the mean */
    for (int64_t i = 0; i < n; i++) c[i] /= norm;
    return norm;
}

/* c minus its part in the first `count` columns of B (stored as rows of n), except `skip`; what is left. */
static double deflate(double *c, const double *B, int64_t count, int64_t n, int64_t skip)
{
    for (int pass = 0; pass < 2; pass++)
        for (int64_t j = 0; j < count; j++) {
            if (j == skip) continue;
            const double d = lcn_dot(n, B + j * n, c);
            for (int64_t i = 0; i < n; i++) c[i] -= d * B[j * n + i];
        }
    return lcn_norm(n, c);
}

/* Does column j still depend on those before it when column `skip` is not among them? B and c scratch. */
static bool depends_without(const lcn_design *d, int64_t j, int64_t skip, double *B, double *c)
{
    const int64_t n = d->n;
    int64_t count = 0;
    for (int64_t l = 0; l < j; l++) {
        if (l == skip) continue;
        double *b = B + count * n;
        if (centred(d, column_of(d, l), b) == 0.0) continue;
        const double left = deflate(b, B, count, n, -1);
        if (left < DEPENDENT) continue;
        for (int64_t i = 0; i < n; i++) b[i] /= left;
        count++;
    }
    centred(d, column_of(d, j), c);
    return deflate(c, B, count, n, -1) < DEPENDENT;
}

static lacon_status name_dependence(lacon_ctx *ctx, const lcn_design *d, int64_t j, double *B, double *c)
{
    char *list = lcn_strdup(ctx, "");
    for (int64_t l = 0; list && l < j; l++) {
        if (depends_without(d, j, l, B, c)) continue;
        char *longer = lcn_sprintf(ctx, "%s%s'%s'", list, *list ? ", " : "", d->names[column_of(d, l)]);
        lcn_free(&ctx->allocator, list);
        list = longer;
    }
    if (!list) return LACON_E_MEMORY;
    const lacon_status status =
        lcn_fail(ctx, LACON_E_DATA,
                 "collinear design: column '%s' follows from %s, so their effects cannot be distinguished; "
                 "leave one of them out of the model", d->names[column_of(d, j)], list);
    lcn_free(&ctx->allocator, list);
    return status;
}

/* B: rows are the orthonormal columns, (r + q) × n; with memory for one more row after them. */
static lacon_status orthonormal(lacon_ctx *ctx, const lcn_design *d, double *B, double *root, double *again)
{
    const int64_t n = d->n, width = d->q + d->r;
    for (int64_t j = 0; j < width; j++) {
        double *b = B + j * n;
        const double norm = centred(d, column_of(d, j), b);
        LCN_FAIL_IF(norm == 0.0, LACON_E_DATA,
                    "column '%s' has one value in all %lld classes: leave it out of the model",
                    d->names[column_of(d, j)], (long long)n);
        const double left = deflate(b, B, j, n, -1);
        if (left < DEPENDENT) return name_dependence(ctx, d, j, again, again + width * n);
        for (int64_t i = 0; i < n; i++) b[i] /= left;
        if (j >= d->r) root[j - d->r] = norm * left;
    }
    return LACON_OK;
}

lacon_status lcn_design_basis(lacon_ctx *ctx, const lcn_design *design, double *Q, double *root)
{
    const int64_t n = design->n, width = design->q + design->r;
    double *B = lcn_alloc(ctx, (size_t)(n * (2 * width + 1)), sizeof *B);
    if (!B) return LACON_E_MEMORY;
    const lacon_status status = orthonormal(ctx, design, B, root, B + width * n);
    for (int64_t i = 0; status >= 0 && i < n; i++)
        for (int64_t j = 0; j < width; j++) Q[i * width + j] = B[j * n + i];
    lcn_free(&ctx->allocator, B);
    return status;
}
