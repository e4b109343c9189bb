/* SPDX-License-Identifier: BSD-3-Clause
 * Rows of a class are cleaned before anything else uses them: censored rows are removed, then a constant,
 * trends and confounds are regressed out of every variable by least squares. Which files they come from:
 * io/intake/clean.c.
 */
#include "data/data.h"
#include "la/la.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What is left of a regressor beside those before it, relative to its size, when it is their
 * combination up to rounding. */
static const double DEPENDENT = 1e-9;

/* Column q of Q (rows of the transpose, q × n) made orthogonal to those before, twice for the digits that the first
 * pass loses; false when nothing is left of it. */
static bool orthogonalise(double *Q, int64_t q, int64_t n)
{
    double *own = Q + q * n;
    const double size = lcn_norm(n, own);
    for (int twice = 0; twice < 2; twice++)
        for (int64_t j = 0; j < q; j++) {
            const double along = lcn_dot(n, own, Q + j * n);
            for (int64_t i = 0; i < n; i++) own[i] -= along * Q[j * n + i];
        }
    const double left = lcn_norm(n, own);
    if (!(left > DEPENDENT * size)) return false;
    for (int64_t i = 0; i < n; i++) own[i] /= left;
    return true;
}

/* Constant, trends of the given order over the times at (in 0..1), confounds Z (ld apart): an orthonormal
 * basis into Q. The answer is its rank. */
static int64_t basis(double *Q, const lcn_cleaning *with, const int64_t *at, int64_t n, int64_t all)
{
    int64_t rank = 0;
    for (int64_t j = 0; j <= with->detrend + with->m; j++) {
        double *own = Q + rank * n;
        const int64_t z = j - with->detrend - 1;
        for (int64_t i = 0; i < n; i++)
            own[i] = z >= 0 ? with->Z[at[i] * with->m + z]
                            : pow(2 * (double)at[i] / (double)(all - 1) - 1, (double)j);
        rank += orthogonalise(Q, rank, n);
    }
    return rank;
}

/* Y (n × p) -= Q'(Q Y), B: rank × p */
static void project_out(double *Y, const double *Q, double *B, int64_t n, int64_t p, int64_t rank)
{
    lcn_gemm(LCN_N, LCN_N, rank, p, n, 1, Q, n, Y, p, 0, B, p);
    lcn_gemm(LCN_T, LCN_N, n, p, rank, -1, Q, n, B, p, 1, Y, p);
}

static lacon_status check(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                          const lcn_cleaning *with)
{
    LCN_FAIL_IF(data->standardised, LACON_E_ARGUMENT, "clean the rows before standardising");
    LCN_FAIL_IF(class->kind == LCN_COV, LACON_E_UNSUPPORTED,
                "class '%s' is a covariance: confounds, trends and censoring need its rows",
                class->label);
    LCN_FAIL_IF(with->detrend < 0 || with->detrend > 10, LACON_E_ARGUMENT,
                "a trend of order %d: 0 to 10 are possible", with->detrend);
    return LACON_OK;
}

/* The rows that stay, as doubles, and their numbers. */
static void gather(const lcn_class *class, int64_t p, const lcn_cleaning *with, double *Y, int64_t *at, int64_t *n)
{
    *n = 0;
    for (int64_t i = 0; i < class->n; i++) {
        if (with->censored != NULL && with->censored[i]) continue;
        for (int64_t r = 0; r < p; r++) Y[*n * p + r] = lcn_class_value(class, i, r);
        at[(*n)++] = i;
    }
}

/* Variable r by the rows that have it, whatever the others miss; without a value where those are too few. Scratch: Q of
 * a row more than there are regressors, `there` of n. */
static void project_variable(double *Y, int64_t p, int64_t r, const lcn_class *class, const lcn_cleaning *with,
                             const int64_t *at, int64_t n, double *Q, int64_t *there)
{
    const int64_t most = with->m + with->detrend + 1;
    int64_t left = 0;
    for (int64_t i = 0; i < n; i++)
        if (!isnan(lcn_class_value(class, at[i], r))) there[left++] = at[i];
    const int64_t rank = left < most + 2 ? 0 : basis(Q, with, there, left, class->n);
    double *own = Q + most * left;
    for (int64_t i = 0; i < left; i++) own[i] = lcn_class_value(class, there[i], r);
    for (int64_t q = 0; q < rank; q++) {
        const double along = lcn_dot(left, own, Q + q * left);
        for (int64_t i = 0; i < left; i++) own[i] -= along * Q[q * left + i];
    }
    for (int64_t i = 0, next = 0; i < n; i++)
        Y[i * p + r] = rank > 0 && next < left && there[next] == at[i] ? own[next++] : NAN;
}

/* Those that miss a value. */
static void project_holed(double *Y, int64_t p, const lcn_class *class, const lcn_cleaning *with, const int64_t *at,
                          int64_t n, double *Q, int64_t *there)
{
    for (int64_t r = 0; r < p; r++) {
        bool holed = false;
        for (int64_t i = 0; i < n && !holed; i++) holed = isnan(lcn_class_value(class, at[i], r));
        if (holed) project_variable(Y, p, r, class, with, at, n, Q, there);
    }
}

/* What regression leaves of a variable that is a combination of the regressors (a constant, a ramp, a confound among
 * the variables) is rounding, and would be a variable as any other once it is scaled: it becomes constant. Scratch:
 * 2p. */
static void clear_explained(double *Y, int64_t p, const lcn_class *class, const int64_t *at, int64_t n, double *size)
{
    const double rounding = class->kind == LCN_ROWS_F32 ? FLT_EPSILON : 64 * DBL_EPSILON; /* of values; of sums */
    double *left = size + p;
    memset(size, 0, 2 * (size_t)p * sizeof *size);
    for (int64_t i = 0; i < n; i++)
        for (int64_t r = 0; r < p; r++) { /* fmax passes over what is missing */
            size[r] = fmax(size[r], fabs(lcn_class_value(class, at[i], r)));
            left[r] = fmax(left[r], fabs(Y[i * p + r]));
        }
    for (int64_t r = 0; r < p; r++)
        for (int64_t i = 0; i < n && left[r] <= rounding * size[r]; i++)
            if (!isnan(Y[i * p + r])) Y[i * p + r] = 0;
}

static void put_back(lcn_class *class, double *Y, int64_t n, int64_t p)
{
    class->censored += class->n - n;
    class->n = n;
    for (int64_t e = 0; e < n * p && class->kind == LCN_ROWS_F32; e++) {
        const float narrow = (float)Y[e]; /* never ahead of what is still to be read */
        memcpy((char *)Y + (size_t)e * sizeof narrow, &narrow, sizeof narrow);
    }
    class->x = class->owned = Y;
    class->ld = p;
}

lacon_status lcn_data_clean(lacon_ctx *ctx, lacon_data *data, int64_t c, const lcn_cleaning *with)
{
    lcn_class *class = &data->classes[c];
    LCN_TRY(check(ctx, data, class, with));
    LCN_TRY(lcn_data_here(ctx, data));
    const int64_t p = data->p, all = class->n, most = with->m + with->detrend + 1;
    int64_t n = 0, rank = 0;
    lacon_status status = LACON_E_MEMORY;
    double *Y = lcn_alloc(ctx, (size_t)all * (size_t)p, sizeof *Y);
    double *Q = lcn_alloc(ctx, (size_t)((most + 1) * (all + p)), sizeof *Q);
    int64_t *at = lcn_alloc(ctx, 2 * (size_t)all, sizeof *at);
    if (Y == NULL || Q == NULL || at == NULL) goto done;
    gather(class, p, with, Y, at, &n);
    status = LACON_OK;
    if (n < most + 2)
        status = lcn_fail(ctx, LACON_E_DATA,
                          "class '%s': %lld of %lld rows are left after censoring, fewer than the %lld "
                          "regressors and two: leave the class out, censor less or regress less",
                          class->label, (long long)n, (long long)all, (long long)most);
    if (status >= 0) status = lcn_blas_ready(ctx);
    if (status < 0) goto done;
    const int blas = lcn_blas_begin();
    if (with->regress) {
        rank = basis(Q, with, at, n, all);
        project_out(Y, Q, Q + most * all, n, p, rank);
        project_holed(Y, p, class, with, at, n, Q, at + all);
        clear_explained(Y, p, class, at, n, Q);
    }
    lcn_blas_end(blas);
    lcn_free(&data->allocator, class->owned);
    put_back(class, Y, n, p);
    class->regressors += rank;
    Y = NULL;
done:
    lcn_free(&ctx->allocator, Y);
    lcn_free(&ctx->allocator, Q);
    lcn_free(&ctx->allocator, at);
    return status;
}
