/* SPDX-License-Identifier: BSD-3-Clause
 * Models without modules on the folds of a selection: one variance for all variables, one for each, and
 * the covariance of Ledoit and Wolf. Like the models of select.c they are learnt from the own rows and
 * judged by the likelihood of what was observed of the rows left out.
 */
#include "fit/fit.h"
#include "inference/folds.h"
#include <lacon/baseline.h>

#include <math.h>

/* Doubles that Ledoit and Wolf's matrices may take; beyond that the line is left out. */
static const double DENSE_MOST = 0x1p27;

/* Sum of squares of variable r over the rows that have it, and how many they are. */
static double squares(const lcn_class *class, int64_t r, double *count)
{
    double sum = 0.0;
    *count = 0.0;
    for (int64_t i = 0; i < class->n; i++) {
        const double x = lcn_class_value(class, i, r);
        if (isnan(x)) continue;
        sum += x * x;
        *count += 1.0;
    }
    return sum;
}

/* Mean log-likelihood of the rows of `test` under variances learnt from `own`: out[0] one for all
 * variables, out[1] one for each. A variable that own never had is not judged (folds.c left it out). */
static void plain_models(const lcn_class *own, const lcn_class *test, int64_t p, double out[2])
{
    double total = 0.0, seen = 0.0, test_total = 0.0, test_seen = 0.0, each = 0.0;
    for (int64_t r = 0; r < p; r++) {
        double n, m;
        const double a = squares(own, r, &n), b = squares(test, r, &m);
        total += a;
        seen += n;
        test_total += b;
        test_seen += m;
        each += m * log(2.0 * M_PI);
        if (a > 0.0) each += m * log(a / n) + b * n / a;
    }
    const double v = total / seen, rows = (double)test->n;
    out[0] = -0.5 * (test_seen * log(2.0 * M_PI * v) + test_total / v) / rows;
    out[1] = -0.5 * each / rows;
}

static lacon_status shrunk_model(lacon_ctx *ctx, const lcn_fold *f, double *out)
{
    const double size = (double)f->own->n_classes * (double)f->own->p * (double)f->own->p;
    *out = NAN;
    if (size > DENSE_MOST || lcn_has_missing(f->own) || lcn_has_missing(f->judged)) return LACON_OK;
    lacon_covariance *shrunk = NULL;
    lacon_baseline_options options;
    lacon_baseline_options_init(&options);
    const lacon_data own = lcn_dealt_own(ctx, f->own), judged = lcn_dealt_own(ctx, f->judged);
    const int64_t N = f->own->n_classes;
    int64_t from, to;
    lcn_dealt_range(ctx, f->own, &from, &to);
    double *value = lcn_alloc(ctx, (size_t)N, sizeof *value);
    lacon_status status = value ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0 && to > from) status = lacon_baseline_covariance(ctx, &shrunk, "ledoit-wolf", &own, &options);
    if (status >= 0 && to > from) status = lacon_covariance_evaluate(ctx, shrunk, &judged, NULL, value + from);
    status = lcn_dealt_gather(ctx, f->own, value, sizeof *value, status);
    if (status >= 0) {
        *out = 0.0;
        for (int64_t c = 0; c < N; c++) *out += value[c] / (double)N;
    }
    lcn_free(&ctx->allocator, value);
    lacon_covariance_free(shrunk);
    return status;
}

lacon_status lcn_fold_nulls(lacon_ctx *ctx, const lcn_fold *f, double *out)
{
    const int64_t N = f->own->n_classes;
    int64_t from, to;
    double *line = lcn_alloc(ctx, (size_t)N, 2 * sizeof *line);
    lacon_status status = line ? LACON_OK : LACON_E_MEMORY;
    lcn_dealt_range(ctx, f->own, &from, &to);
    for (int64_t c = from; c < to && status >= 0; c++)
        plain_models(&f->own->classes[c], &f->judged->classes[c], f->own->p, line + 2 * c);
    status = lcn_dealt_gather(ctx, f->own, line, 2 * sizeof *line, status);
    out[0] = out[1] = 0.0;
    for (int64_t c = 0; c < N && status >= 0; c++) {
        out[0] += line[2 * c] / (double)N;
        out[1] += line[2 * c + 1] / (double)N;
    }
    lcn_free(&ctx->allocator, line);
    return status < 0 ? status : shrunk_model(ctx, f, out + 2);
}
