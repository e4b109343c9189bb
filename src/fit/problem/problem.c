/* SPDX-License-Identifier: BSD-3-Clause
 * From data to problem: weights, routes, covariances, diagonals. See problem.h; the products with K_i
 * are in evaluation.c.
 */
#include "fit/problem/problem.h"
#include "data/effective.h"
#include "la/gram.h"
#include "kernels/kernel.h"
#include "util/store.h"

#include <math.h>
#include <string.h>

/* Up to COV_VARIABLES forming K_i (n p² flops, once) costs less than n p (1 + k) per iteration of the row
 * route, also where it is no smaller than the rows. */
enum { COV_VARIABLES = 1024 };
/* beyond a quarter of the rows: as much as any machine spares */
static const double COV_BYTES = 64.0 * 1024 * 1024;
static const double ROUGH_BYTES = 64.0 * 1024 * 1024; /* of the copy in single precision, likewise */

static bool prefers_cov(const lcn_class *c, int64_t p)
{
    return c->kind == LCN_COV || p <= COV_VARIABLES || lcn_covariance_is_smaller(c, p);
}

/* Bytes of the covariances to form, and whether they may be formed. */
static bool cov_affordable(const lacon_data *data)
{
    double cov = 0.0, rows = 0.0;
    for (int64_t i = 0; i < data->n_classes; i++) {
        const lcn_class *c = &data->classes[i];
        if (c->kind != LCN_COV) rows += (double)c->n * (double)data->p * (c->kind == LCN_ROWS_F64 ? 8 : 4);
        if (prefers_cov(c, data->p)) cov += 8.0 * (double)data->p * (double)lcn_padded(data->p);
    }
    return cov <= 0.25 * rows + COV_BYTES;
}

static bool takes_cov(const lcn_class *c, int64_t p, bool affordable)
{
    return c->kind == LCN_COV || lcn_covariance_is_smaller(c, p) || (prefers_cov(c, p) && affordable);
}

void lcn_routes(const lacon_data *data, bool *cov)
{
    const bool affordable = cov_affordable(data);
    for (int64_t i = 0; i < data->n_classes; i++) cov[i] = takes_cov(&data->classes[i], data->p, affordable);
}

/* K (p × pp) = X'X / n, or the given covariance, with zero padding */
static lacon_status form_cov(lacon_ctx *ctx, double *K, const lcn_class *c, int64_t p)
{
    const int64_t pp = lcn_padded(p);
    if (c->kind != LCN_COV) return lcn_rows_gram(ctx, K, c, p, (double)c->n);
    for (int64_t r = 0; r < p; r++) memcpy(K + r * pp, (const double *)c->x + r * c->ld, (size_t)p * sizeof *K);
    return LACON_OK;
}

typedef struct squares {
    double *sum; /* p */
    const lcn_class *class;
    int64_t p;
} squares;

static void add_squares(void *user)
{
    const squares *a = user;
    const lcn_class *c = a->class;
    for (int64_t t = 0; t < lcn_rows_here(c); t++) {
        if (c->kind == LCN_ROWS_F64) {
            const double *x = (const double *)c->x + t * c->ld;
            for (int64_t r = 0; r < a->p; r++) a->sum[r] += x[r] * x[r];
        } else {
            const float *x = (const float *)c->x + t * c->ld;
            for (int64_t r = 0; r < a->p; r++) a->sum[r] += (double)x[r] * (double)x[r];
        }
    }
}

/* diag(X'X) / n in one pass over the rows, in their order */
static void row_variance(double *variance, const lcn_class *c, int64_t p)
{
    squares a = {variance, c, p};
    memset(variance, 0, (size_t)p * sizeof *variance);
    lcn_share_relay(lcn_split_share(c), &(lcn_handed){variance, p}, 1, add_squares, &a);
    for (int64_t r = 0; r < p; r++) variance[r] /= (double)c->n;
}

/* What every rank knows of a class. */
static void outline(lcn_term *term, const lcn_class *c, bool cov, int64_t p)
{
    *term = (lcn_term){.n = c->n, .route = cov ? LCN_COV : c->kind, .ld = cov ? lcn_padded(p) : c->ld,
                       .rows = cov ? p : c->n, .divisor = cov ? 1.0 : (double)c->n, .has_rows = c->kind != LCN_COV,
                       .here = cov ? p : lcn_rows_here(c), .first = cov ? 0 : c->first, .split = cov ? NULL : c->split};
}

lcn_class lcn_term_rows(const lcn_term *t)
{
    return (lcn_class){.n = t->rows, .kind = t->route, .x = t->x, .ld = t->ld, .split = t->split, .first = t->first,
                       .here = t->here};
}

static lacon_status fill_term(lacon_ctx *ctx, lcn_term *term, double *K, double *raw, const lcn_class *c, int64_t p)
{
    const int64_t pp = lcn_padded(p);
    term->source = c->kind == LCN_COV ? NULL : c;
    if (c->single) {
        const float *own = c->x;
        term->x = own;
        term->single = true;
        for (int64_t r = 0; r < p; r++) raw[r] = (double)own[r * pp + r];
    } else if (c->kind == LCN_COV && c->padded) { /* as it is */
        const double *own = c->x;
        for (int64_t r = 0; r < p; r++) raw[r] = own[r * pp + r];
        term->x = own;
    } else if (K) {
        LCN_TRY(form_cov(ctx, K, c, p));
        for (int64_t r = 0; r < p; r++) raw[r] = K[r * pp + r];
        term->x = K;
    } else {
        row_variance(raw, c, p);
        term->x = c->x;
    }
    return LACON_OK;
}

/* Score matching has no nats: its gains are measured relative to the value at no structure, -p / (2 v) with v the
 * mean variance. */
static void set_nat(lcn_problem *q)
{
    double scale = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++) scale += q->terms[i].omega * (double)q->p / q->terms[i].trace;
    q->nat = (q->objective == LACON_OBJECTIVE_ML ? 1.0 : scale) / q->effective;
}

static void note_series(lcn_term *term, const lcn_class *c, lacon_rows rows)
{
    const bool series = rows == LACON_ROWS_SERIES && c->inflation > 0.0;
    term->effective = series ? lcn_class_effective(c) : (double)c->n;
    term->series = series ? c : NULL;
}

/* ---- rows in a file ---- */

/* The rows must be what they were when they were read, if they got a seal then, and stay so. */
static void note_kept(lcn_problem *q, int64_t i, const lacon_data *data)
{
    const lcn_class *c = &data->classes[i];
    lcn_term *t = &q->terms[i];
    if (!lcn_is_kept(&data->allocator, c->owned)) return;
    const size_t bytes = lcn_class_bytes(c, data->p);
    const uint64_t seal = lcn_seal(c->x, bytes);
    if (c->seal && c->seal != seal) {
#pragma omp atomic write
        *q->damaged = i + 1;
    }
    if (t->x == c->x) { /* not a covariance that was formed of them */
        t->kept = bytes;
        t->seal = seal;
    }
    lcn_kept_done(c->x, bytes);
}

void lcn_term_begin(const lcn_problem *q, int64_t i)
{
    const lcn_term *t = &q->terms[i];
    if (!t->kept || lcn_seal(t->x, t->kept) == t->seal) return;
#pragma omp atomic write
    *q->damaged = i + 1;
}

void lcn_term_end(const lcn_problem *q, int64_t i)
{
    const lcn_term *t = &q->terms[i];
    if (t->kept) lcn_kept_done(t->x, t->kept);
}

lacon_status lcn_problem_intact(lacon_ctx *ctx, const lcn_problem *q, const lacon_data *data)
{
    LCN_FAIL_IF(*q->damaged < 0, LACON_E_IO,
                "%s: changed since it was read, or cannot be read any more: leave it as it is until the fit has ended",
                data->classes[-*q->damaged - 1].source);
    LCN_FAIL_IF(*q->damaged, LACON_E_IO,
                "class '%s': its rows came back from the scratch folder other than they went there, and no result can "
                "be trusted: look after that disk, or name another folder (" LCN_OPTION "scratch DIR)",
                data->classes[*q->damaged - 1].label);
    return LACON_OK;
}

static void add_variances(void *user)
{
    lcn_problem *q = user;
    if (q->share.from == 0) memset(q->mean_variance, 0, (size_t)q->p * sizeof *q->mean_variance);
    for (int64_t i = lcn_own_begin(q); i < lcn_own_end(q); i++)
        for (int64_t r = 0; r < q->p; r++) q->mean_variance[r] += q->terms[i].omega * q->terms[i].variance[r];
}

/* variance = shrink² raw and its sum, for every class */
static void apply_shrink(lcn_problem *q, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1 && q->n_terms > 1)
    for (int64_t i = 0; i < q->n_terms; i++) {
        double *variance = q->variances + i * q->p, trace = 0.0;
        if (!q->terms[i].x) continue; /* another rank's */
        for (int64_t r = 0; r < q->p; r++) {
            const double d = q->shrink ? q->shrink[r] : 1.0;
            variance[r] = d * d * q->raw[i * q->p + r];
            trace += variance[r];
        }
        q->terms[i].variance = variance;
        q->traces[i] = trace;
    }
    lcn_share_gather(&q->share, q->traces, sizeof *q->traces, q->n_terms);
    for (int64_t i = 0; i < q->n_terms; i++) q->terms[i].trace = q->traces[i];
    lcn_share_relay(&q->share, &(lcn_handed){q->mean_variance, q->p}, 1, add_variances, q);
    set_nat(q);
}

/* Bring the mean variance to the neighbourhood of one by a power of two, exactly: nothing overflows, and the
 * units of the data change no bit of the search. K_i denotes 4^-exponent K_i from here on. */
static void normalise_units(lcn_problem *q, const lacon_data *data, int threads)
{
    double mean = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++)
        if (data->classes[i].padded) return; /* variances of one */
    int twice = 0;
    for (int64_t i = 0; i < q->n_terms; i++) mean += q->terms[i].omega * q->terms[i].trace / (double)q->p;
    if (!(mean > 0.0) || !isfinite(mean)) return;
    frexp(mean, &twice);
    q->exponent = (twice - (twice & 1)) / 2; /* rounded down also below one */
    const double down = ldexp(1.0, -2 * q->exponent), up = ldexp(1.0, 2 * q->exponent);
    if (q->exponent == 0) return;
    for (int64_t i = 0; i < q->n_terms; i++)
        if (q->terms[i].route != LCN_COV) q->terms[i].divisor *= up;
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        if (!t->x) continue;
        for (int64_t r = 0; r < q->p; r++) q->raw[i * q->p + r] *= down;
        for (double *K = (double *)t->x, *end = K + q->p * t->ld; t->route == LCN_COV && K < end; K++) *K *= down;
    }
    apply_shrink(q, threads);
}

/* ---- single precision ---- */


/* A second copy of covariances that are held in double, where it is small and its rounding harmless: a look at it takes
 * half the traffic. */
static lacon_status make_rough(lacon_ctx *ctx, lcn_problem *q)
{
    const int64_t size = q->p * lcn_padded(q->p);
    int64_t count = 0;
    for (int64_t i = 0; i < q->n_terms; i++)
        count += q->terms[i].route == LCN_COV && q->terms[i].x && !q->terms[i].single;
    if (q->effective > LCN_ROUGH_ROWS || (double)(count * size) * sizeof *q->rough > ROUGH_BYTES) return LACON_OK;
    float *at = q->rough = lcn_alloc_raw(ctx, (size_t)(count * size) + 1, sizeof *q->rough);
    if (!at) return LACON_E_MEMORY;
    for (int64_t i = 0; i < q->n_terms; i++) {
        lcn_term *t = &q->terms[i];
        if (t->route != LCN_COV || !t->x || t->single) continue;
        for (int64_t e = 0; e < size; e++) at[e] = (float)((const double *)t->x)[e];
        t->rough = at;
        at += size;
    }
    return LACON_OK;
}

static void weigh(lcn_problem *q, lacon_weights weights)
{
    for (int64_t i = 0; i < q->n_terms; i++) q->n_total += q->terms[i].n;
    for (int64_t i = 0; i < q->n_terms; i++) q->effective += q->terms[i].effective;
    for (int64_t i = 0; i < q->n_terms; i++)
        q->terms[i].omega = weights == LACON_WEIGHTS_EQUAL ? 1.0 / (double)q->n_terms
                                                           : (double)q->terms[i].n / (double)q->n_total;
}

lacon_status lcn_problem_alloc(lacon_ctx *ctx, lcn_problem **out, int64_t p, int64_t k, int64_t n_terms,
                               size_t store)
{
    lcn_problem *q = lcn_alloc(ctx, 1, sizeof *q);
    if (!q) return LACON_E_MEMORY;
    *q = (lcn_problem){.allocator = ctx->allocator, .p = p, .k = k, .n_terms = n_terms};
    q->share = lcn_share_whole(lcn_pieces_of(n_terms, p));
    q->slices = lcn_share_whole(1);
    q->terms = lcn_alloc(ctx, (size_t)n_terms, sizeof *q->terms);
    q->variances = lcn_alloc(ctx, (size_t)(n_terms * p), sizeof *q->variances);
    q->raw = lcn_alloc(ctx, (size_t)(n_terms * p), sizeof *q->raw);
    q->traces = lcn_alloc(ctx, (size_t)n_terms, sizeof *q->traces);
    q->mean_variance = lcn_alloc(ctx, (size_t)p, sizeof *q->mean_variance);
    q->store = lcn_alloc(ctx, store ? store : 1, sizeof *q->store);
    q->damaged = lcn_alloc(ctx, 1, sizeof *q->damaged);
    if (!q->terms || !q->variances || !q->raw || !q->traces || !q->mean_variance || !q->store || !q->damaged) {
        lcn_problem_free(q);
        return LACON_E_MEMORY;
    }
    *out = q;
    return LACON_OK;
}

/* ---- ranks ---- */

int64_t lcn_slices_of(const lcn_problem *q)
{
    if (q->n_terms >= LCN_SLICES) return 1;
    int64_t slices = 1;
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        int64_t n = t->route == LCN_COV ? 1 : LCN_SLICES;
        while (n > 1 && (t->rows * q->p < n * LCN_SLICE_ELEMENTS || t->rows < n * LCN_SLICE_ROWS)) n /= 2;
        if (n > slices) slices = n;
    }
    return slices;
}

static const double SHARED_WORK = 8e6; /* multiply-adds of a pass that pay for telling other ranks, some .1 ms on a
                                          network */

double lcn_term_work(const lcn_problem *q, int64_t i)
{
    const lcn_term *t = &q->terms[i];
    return (double)q->p * (t->route == LCN_COV ? (double)q->p : (double)(t->rows * (1 + q->k)));
}

static double piece_work(const void *user, int64_t piece)
{
    const lcn_problem *q = user;
    double work = 0.0;
    for (int64_t i = lcn_piece_begin(piece, q->share.pieces, q->n_terms);
         i < lcn_piece_begin(piece + 1, q->share.pieces, q->n_terms); i++) work += lcn_term_work(q, i);
    return work;
}

/* Classes, or slices of rows, that are here alone are gone through here; where all ranks have all of them, passes that
 * are long enough are shared: slices of the classes that are few and long, else the classes. */
static lacon_status share_terms(lacon_ctx *ctx, lcn_problem *q, const lacon_data *data, lacon_solver solver)
{
    const int64_t pieces = q->share.pieces, slices = lcn_slices_of(q);
    double work = 0.0;
    q->slices = lcn_share_whole(slices);
    if (data->dealt) return lcn_share_as(ctx, &q->share, pieces, data->dealt);
    if (data->split && slices == LCN_SLICES) return lcn_share_as(ctx, &q->slices, slices, data->split->first);
    if (lcn_has_split(data)) return LACON_OK; /* all ranks ask together what is asked of them beside the passes */
    for (int64_t i = 0; i < q->n_terms; i++) work += lcn_term_work(q, i);
    if (lcn_ranks(ctx) == 1 || work < SHARED_WORK) return LACON_OK;
    if (slices > 1) return lcn_share_deal(ctx, &q->slices, slices, NULL, NULL);
    return solver == LACON_SOLVER_MM ? lcn_share_deal(ctx, &q->share, pieces, piece_work, q) : LACON_OK;
}

/* K (n_classes): the covariance to form of each class, or NULL */
static lacon_status fill_terms(lacon_ctx *ctx, lcn_problem *q, double *const *K, const lacon_data *data,
                               lacon_rows rows)
{
    lacon_status status = LACON_OK;
    const int64_t from = data->dealt ? lcn_own_begin(q) : 0, to = data->dealt ? lcn_own_end(q) : q->n_terms;
    const int64_t some = 1 + (to - from) / 512; /* neighbours on one thread: their variances share lines of the cache */
#pragma omp parallel for schedule(dynamic, some) num_threads(ctx->threads) \
    if (to - from > 1 && ctx->threads > 1 && !data->split) /* ranks talk on one thread */
    for (int64_t i = from; i < to; i++) {
        const lacon_status own = fill_term(ctx, &q->terms[i], K[i], q->raw + i * q->p, &data->classes[i], q->p);
        if (own < 0) {
#pragma omp atomic write
            status = own;
        }
        note_kept(q, i, data);
    }
    for (int64_t i = 0; i < q->n_terms; i++) note_series(&q->terms[i], &data->classes[i], rows);
    return status;
}

lacon_status lcn_problem_new(lacon_ctx *ctx, lcn_problem **out, const lacon_data *data,
                             const lacon_fit_options *options)
{
    const int64_t p = data->p, N = data->n_classes, size = p * lcn_padded(p);
    lcn_problem *q = NULL;
    double **K = lcn_alloc(ctx, (size_t)N, sizeof *K); /* each class's covariance; NULL: its rows are used */
    bool *cov = lcn_alloc(ctx, (size_t)N, sizeof *cov);
    int64_t n_cov = 0;
    lacon_status status = LACON_E_MEMORY;
    if (!K || !cov) goto done;
    lcn_routes(data, cov);
    for (int64_t i = 0; i < N; i++) n_cov += cov[i] && data->classes[i].x && !data->classes[i].padded; /* to form */
    LCN_GOTO(lcn_problem_alloc(ctx, &q, p, options->k, N, (size_t)(n_cov * size)));
    q->objective = options->objective;
    for (int64_t i = 0; i < N; i++) outline(&q->terms[i], &data->classes[i], cov[i], p);
    for (int64_t i = 0, at = 0; i < N; i++)
        if (cov[i] && data->classes[i].x && !data->classes[i].padded) K[i] = q->store + size * at++;
    LCN_GOTO(share_terms(ctx, q, data, options->solver));
    LCN_GOTO(fill_terms(ctx, q, K, data, options->rows));
    weigh(q, options->weights);
    apply_shrink(q, ctx->threads);
    normalise_units(q, data, ctx->threads);
    LCN_GOTO(make_rough(ctx, q));
    *out = q;
    q = NULL;
done:
    lcn_problem_free(q);
    lcn_free(&ctx->allocator, cov);
    lcn_free(&ctx->allocator, K);
    return status;
}

double lcn_problem_units(const lcn_problem *problem, lacon_objective objective, double value)
{
    return objective == LACON_OBJECTIVE_ML ? value + (double)problem->p * problem->exponent * M_LN2
                                           : ldexp(value, -2 * problem->exponent);
}

lacon_status lcn_problem_set_psi(lacon_ctx *ctx, lcn_problem *problem, const double *psi)
{
    if (!problem->shrink) problem->shrink = lcn_alloc(ctx, (size_t)problem->p, sizeof *problem->shrink);
    if (!problem->shrink) return LACON_E_MEMORY;
    for (int64_t r = 0; r < problem->p; r++) problem->shrink[r] = 1.0 / sqrt(psi[r]);
    apply_shrink(problem, ctx->threads);
    return LACON_OK;
}

void lcn_problem_free(lcn_problem *q)
{
    if (!q) return;
    const lacon_allocator a = q->allocator;
    lcn_free(&a, q->terms);
    lcn_free(&a, q->shrink);
    lcn_free(&a, q->variances);
    lcn_free(&a, q->raw);
    lcn_free(&a, q->traces);
    lcn_free(&a, q->mean_variance);
    lcn_share_clear(&a, &q->share);
    lcn_share_clear(&a, &q->slices);
    lcn_free(&a, q->store);
    lcn_free(&a, q->damaged);
    lcn_free(&a, q->rough);
    lcn_free(&a, q);
}
