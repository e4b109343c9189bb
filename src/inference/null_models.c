/* SPDX-License-Identifier: BSD-3-Clause
 * Models without modules on the folds of a selection: one variance for all variables, one for each, and
 * the covariance of Ledoit and Wolf. Like the models of select.c they are learnt from the own rows and
 * judged by the likelihood of what was observed of the rows left out.
 */
#include "baselines/baselines.h"
#include "data/row_slices.h"
#include "fit/fit.h"
#include "inference/folds.h"

#include <math.h>
#include <string.h>

/* Doubles that Ledoit and Wolf's matrices may take; beyond that the line is left out. */
static const double DENSE_MOST = 0x1p27;

/* ---- variances ---- */

typedef struct squares {
    const lcn_class *class;
    int64_t p;
    double *sum, *count; /* p: of the squares of a variable over the rows that have it, and how many they are */
} squares;

static void add_squares(void *user)
{
    const squares *s = user;
    for (int64_t i = 0; i < lcn_rows_here(s->class); i++)
        for (int64_t r = 0; r < s->p; r++) {
            const double x = lcn_class_value(s->class, i, r);
            if (isnan(x)) continue;
            s->sum[r] += x * x;
            s->count[r] += 1.0;
        }
}

/* room: 2 p */
static squares squares_of(const lcn_class *class, int64_t p, double *room)
{
    squares s = {class, p, room, room + p};
    memset(room, 0, (size_t)(2 * p) * sizeof *room);
    lcn_share_relay(lcn_split_share(class), (lcn_handed[]){{s.sum, p}, {s.count, p}}, 2, add_squares, &s);
    return s;
}

/* Mean log-likelihood of the rows of `test` under variances learnt from `own`: out[0] one for all
 * variables, out[1] one for each. A variable that own never had is not judged (folds.c left it out). room: 4 p */
static void plain_models(const lcn_class *own, const lcn_class *test, int64_t p, double *room, double out[2])
{
    double total = 0.0, seen = 0.0, test_total = 0.0, test_seen = 0.0, each = 0.0;
    const squares of_own = squares_of(own, p, room), of_test = squares_of(test, p, room + 2 * p);
    for (int64_t r = 0; r < p; r++) {
        const double a = of_own.sum[r], n = of_own.count[r], b = of_test.sum[r], m = of_test.count[r];
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

/* ---- the covariance of Ledoit and Wolf ---- */

/* K (p × p, room for p × lcn_padded(p)) = X'X / n; of a long class in slices, of which ranks may have some each */
static lacon_status second_moments(lacon_ctx *ctx, double *K, const lcn_class *class, int64_t p, double *block)
{
    const int64_t pp = lcn_padded(p);
    if (!lcn_is_long(class->n, p)) {
        lcn_class_gram(K, class, p, 0, class->n, block);
        return LACON_OK;
    }
    LCN_TRY(lcn_rows_gram(ctx, K, class, p, (double)class->n));
    for (int64_t r = 1; r < p; r++) memmove(K + r * p, K + r * pp, (size_t)p * sizeof *K);
    return LACON_OK;
}

typedef struct lengths {
    const lcn_class *class;
    int64_t p;
    double sum[2]; /* of the squares and fourth powers of the lengths of rows */
} lengths;

static void add_lengths(void *user)
{
    lengths *l = user;
    for (int64_t i = 0; i < lcn_rows_here(l->class); i++) {
        const double square = lcn_square_length(l->class, l->p, i);
        l->sum[0] += square;
        l->sum[1] += square * square;
    }
}

static int64_t scratch_size(int64_t p) { return 3 * p * lcn_padded(p) + lcn_gram_scratch(p); }

/* The log-likelihood of the rows left out of class c. */
static lacon_status shrunk_class(lacon_ctx *ctx, const lcn_fold *f, int64_t c, double *value, double *scratch)
{
    const int64_t p = f->own->p, size = p * lcn_padded(p);
    const lcn_class *own = &f->own->classes[c];
    double *A = scratch, *K = A + size, *inverse = K + size, *block = inverse + size;
    lengths l = {.class = own, .p = p};
    LCN_TRY(second_moments(ctx, A, own, p, block));
    lcn_share_relay(lcn_split_share(own), &(lcn_handed){l.sum, 2}, 1, add_lengths, &l);
    lcn_shrink_to_identity(A, own->n, p, l.sum[0], l.sum[1]);
    LCN_TRY(second_moments(ctx, K, &f->judged->classes[c], p, block));
    *value = lcn_gaussian_loglik(p, A, K, inverse);
    return LACON_OK;
}

/* Of long classes slices are summed, by all ranks where they share them. */
static bool is_long(const lcn_fold *f, int64_t c)
{
    return lcn_is_long(f->own->classes[c].n, f->own->p) || lcn_is_long(f->judged->classes[c].n, f->own->p);
}

/* Classes that are here: the long ones one after the other, the others side by side. */
static lacon_status shrunk_classes(lacon_ctx *ctx, const lcn_fold *f, int64_t from, int64_t to, double *value)
{
    const int64_t size = scratch_size(f->own->p);
    const int threads = ctx->threads;
    double *scratch = lcn_alloc(ctx, (size_t)threads, (size_t)size * sizeof *scratch);
    lacon_status status = scratch ? LACON_OK : LACON_E_MEMORY;
    if (f->own->split) status = lcn_agree(ctx, status);
    if (status >= 0) {
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (threads > 1)
        for (int worker = 0; worker < threads; worker++)
            for (int64_t c = from + worker; c < to; c += threads)
                if (!is_long(f, c)) (void)shrunk_class(ctx, f, c, &value[c], scratch + worker * size);
    }
    for (int64_t c = from; c < to && status >= 0; c++)
        if (is_long(f, c)) status = shrunk_class(ctx, f, c, &value[c], scratch);
    lcn_free(&ctx->allocator, scratch);
    return status;
}

static lacon_status shrunk_model(lacon_ctx *ctx, const lcn_fold *f, double *out)
{
    const double size = (double)f->own->n_classes * (double)f->own->p * (double)f->own->p;
    *out = NAN;
    if (size > DENSE_MOST || lcn_has_missing(f->own) || lcn_has_missing(f->judged)) return LACON_OK;
    const int64_t N = f->own->n_classes;
    int64_t from, to;
    lcn_dealt_range(ctx, f->own, &from, &to);
    double *value = lcn_alloc(ctx, (size_t)N, sizeof *value);
    lacon_status status = value ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0 && to > from) status = shrunk_classes(ctx, f, from, to, value);
    status = lcn_dealt_gather(ctx, f->own, value, sizeof *value, status);
    if (status >= 0) {
        *out = 0.0;
        for (int64_t c = 0; c < N; c++) *out += value[c] / (double)N;
    }
    lcn_free(&ctx->allocator, value);
    return status;
}

/* ---- all of them ---- */

lacon_status lcn_fold_nulls(lacon_ctx *ctx, const lcn_fold *f, double *out)
{
    const int64_t N = f->own->n_classes, p = f->own->p;
    int64_t from, to;
    double *line = lcn_alloc(ctx, (size_t)(2 * N + 4 * p), sizeof *line);
    lacon_status status = line ? LACON_OK : LACON_E_MEMORY;
    lcn_dealt_range(ctx, f->own, &from, &to);
    for (int64_t c = from; c < to && status >= 0; c++)
        plain_models(&f->own->classes[c], &f->judged->classes[c], p, line + 2 * N, line + 2 * c);
    status = lcn_dealt_gather(ctx, f->own, line, 2 * sizeof *line, status);
    out[0] = out[1] = 0.0;
    for (int64_t c = 0; c < N && status >= 0; c++) {
        out[0] += line[2 * c] / (double)N;
        out[1] += line[2 * c + 1] / (double)N;
    }
    lcn_free(&ctx->allocator, line);
    return status < 0 ? status : shrunk_model(ctx, f, out + 2);
}
