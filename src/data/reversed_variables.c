/* SPDX-License-Identifier: BSD-3-Clause
 * Reversed variables, whose correlations with their partners are negative: reverse-keyed items of a questionnaire,
 * regions after removal of a global signal. Loadings cannot be negative, so such a variable joins no module until its
 * sign is flipped. Found here from correlations alone, before a fit; fit/extensions/signs.c finds signs by the fit.
 */
#include "data/data.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

enum { MOST_VARIABLES = 2000, ROWS = 512 }; /* p² of memory and rows p² of work, once */

/* Correlations of all classes into R (lower triangle), weighted by rows; z holds ROWS × p. A missing value
 * counts as the mean. */
static void add_class(const lcn_class *class, int64_t p, double *z, double *R)
{
    const int64_t skip = (class->n + ROWS - 1) / ROWS, n = class->n / skip;
    for (int64_t r = 0; r < p; r++) {
        double sum = 0, square = 0, there = 0;
        for (int64_t i = 0; i < n; i++) {
            const double x = lcn_class_value(class, i * skip, r);
            z[i * p + r] = x;
            if (!isnan(x)) sum += x, there++;
        }
        const double mean = there > 0 ? sum / there : 0;
        for (int64_t i = 0; i < n; i++) {
            z[i * p + r] = isnan(z[i * p + r]) ? 0 : z[i * p + r] - mean;
            square += z[i * p + r] * z[i * p + r];
        }
        const double scale = square > 0 ? sqrt(square) : INFINITY;
        for (int64_t i = 0; i < n; i++) z[i * p + r] /= scale;
    }
    lcn_syrk(p, n, (double)class->n, z, p, 1, R, p);
}

/* Sum over the partners of r, which are those at least half as near as the nearest, of its correlations
 * with them, per sum of their sizes: -1 reversed with respect to all of them, 1 to none. */
static double agreement(const double *R, const int8_t *sign, int64_t p, int64_t r, double least)
{
    double nearest = 0, sum = 0, sizes = 0;
    for (int64_t s = 0; s < p; s++)
        if (s != r) nearest = fmax(nearest, fabs(R[r * p + s]));
    if (nearest < least) return 1;
    for (int64_t s = 0; s < p; s++) {
        const double x = R[r * p + s];
        if (s == r || fabs(x) < nearest / 2) continue;
        sum += x * sign[r] * sign[s];
        sizes += fabs(x);
    }
    return sum / sizes;
}

/* Flips the variable that agrees least with its partners, and so on: flipping one changes the agreement of the
 * others. Returns how many were flipped. */
static int64_t flip_worst(const double *R, int8_t *sign, int64_t p, double least)
{
    static const double CLEAR = -0.1; /* as many partners on either side is no reason */
    int64_t flipped = 0;
    for (; flipped < p / 2; flipped++) {
        double worst = CLEAR;
        int64_t at = -1;
        for (int64_t r = 0; r < p; r++) {
            const double here = sign[r] > 0 ? agreement(R, sign, p, r, least) : 1;
            if (here < worst) worst = here, at = r;
        }
        if (at < 0) break;
        sign[at] = -1;
    }
    return flipped;
}

lacon_status lacon_data_against(lacon_ctx *ctx, const lacon_data *data, int8_t *sign, int64_t *count)
{
    const int64_t p = data->p;
    double rows = 0;
    *count = 0;
    memset(sign, 1, (size_t)p);
    if (p < 3 || p > MOST_VARIABLES) return LACON_OK;
    LCN_TRY(lcn_blas_ready(ctx));
    double *R = lcn_alloc(ctx, (size_t)p * (size_t)p, sizeof *R);
    double *z = lcn_alloc(ctx, (size_t)p, ROWS * sizeof *z);
    const bool enough = R != NULL && z != NULL;
    const int blas = lcn_blas_begin();
    for (int64_t c = 0; c < data->n_classes && enough; c++) {
        const lcn_class *class = &data->classes[c];
        if (class->kind == LCN_COV) continue;
        add_class(class, p, z, R);
        rows += (double)class->n;
    }
    lcn_blas_end(blas);
    if (enough && rows > 0) {
        for (int64_t r = 0; r < p; r++)
            for (int64_t s = 0; s <= r; s++) R[s * p + r] = R[r * p + s] = R[r * p + s] / rows;
        /* six standard errors of a correlation that is none: chance, and rows that follow each other */
        *count = flip_worst(R, sign, p, fmax(0.2, 6 / sqrt(rows)));
    }
    lcn_free(&ctx->allocator, R);
    lcn_free(&ctx->allocator, z);
    return enough ? LACON_OK : LACON_E_MEMORY;
}
