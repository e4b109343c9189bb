/* SPDX-License-Identifier: BSD-3-Clause
 * Variables as vectors; see variable_vectors.h.
 */
#include "fit/problem/variable_vectors.h"
#include "la/gram.h"
#include "la/la.h"
#include "util/store.h"

#include <math.h>
#include <string.h>

static const double RIDGE = 0x1p-22; /* of the mean variance: rounding of single precision, and no pivot vanishes */

/* The rows of a class, where they are at hand and fewer than its variables. */
static const lcn_class *rows_of(const lcn_term *t, int64_t p) { return t->source && t->n <= p ? t->source : NULL; }

static int64_t part_length(const lcn_problem *q, int64_t i)
{
    const lcn_term *t = &q->terms[i];
    return lcn_padded(t->route == LCN_COV && (!t->has_rows || t->n > q->p) ? q->p : t->n);
}

double lcn_vectors_bytes(const lcn_problem *q)
{
    double length = 0.0;
    if (q->slices.pieces >= LCN_SLICES) return 0.0; /* ranks may have some rows of a class each */
    for (int64_t i = 0; i < q->n_terms; i++) length += (double)part_length(q, i);
    const double bytes = (double)q->p * length * sizeof(float);
    return q->effective > LCN_ROUGH_ROWS || bytes > LCN_VECTORS_BYTES ? 0.0 : bytes;
}

void lcn_vectors_free(lcn_vectors *v)
{
    if (!v) return;
    const lacon_allocator a = v->allocator;
    lcn_free(&a, v->begin);
    lcn_free(&a, v->variable);
    lcn_free(&a, v->x);
    lcn_free(&a, v->own);
    lcn_free(&a, v);
}

static lacon_status allocate(lacon_ctx *ctx, lcn_vectors *v, const lcn_problem *q)
{
    const size_t p = (size_t)v->p;
    v->begin = lcn_alloc(ctx, (size_t)q->n_terms + 1, sizeof *v->begin);
    if (!v->begin) return LACON_E_MEMORY;
    for (int64_t i = 0; i < q->n_terms; i++)
        v->begin[i + 1] = v->begin[i] + (i < v->from || i >= v->to ? 0 : part_length(q, i));
    v->length = v->begin[q->n_terms];
    v->variable = lcn_alloc(ctx, p, sizeof *v->variable);
    v->x = lcn_alloc_kept(ctx, p * (size_t)v->length + 1, sizeof *v->x); /* as large as the rows */
    v->own = lcn_alloc(ctx, p * (size_t)(v->to - v->from) + 1, sizeof *v->own);
    return v->variable && v->x && v->own ? LACON_OK : LACON_E_MEMORY;
}

/* x <- scale D X', some rows at a time so that both are gone through in lines of the cache */
static void take_rows(lcn_vectors *v, const lcn_problem *q, const lcn_class *c, float *x, double scale)
{
    enum { SOME = 16 }; /* a line of the cache of floats */
    for (int64_t from = 0; from < c->n; from += SOME)
        for (int64_t r = 0; r < v->p; r++) {
            const int64_t at = v->variable[r], to = from + SOME < c->n ? from + SOME : c->n;
            const double by = scale * (q->shrink ? q->shrink[at] : 1.0);
            for (int64_t t = from; t < to; t++)
                x[r * v->length + t] = (float)(by * (c->kind == LCN_ROWS_F64 ? ((const double *)c->x)[t * c->ld + at]
                                                      : (double)((const float *)c->x)[t * c->ld + at]));
        }
}

/* x <- rows of the Cholesky factor of D K D; false where K is indefinite. L: p × p */
static bool take_factor(lcn_vectors *v, const lcn_problem *q, const lcn_term *t, float *x, double *L)
{
    const int64_t p = v->p;
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s <= r; s++)
            L[r * p + s] = t->single ? (double)((const float *)t->x)[r * t->ld + s]
                                     : ((const double *)t->x)[r * t->ld + s];
    double mean = 0.0;
    for (int64_t r = 0; r < p; r++) mean += L[r * p + r] / (double)p;
    for (int64_t r = 0; r < p; r++) L[r * p + r] += RIDGE * mean;
    if (!lcn_chol(p, L, p)) return false;
    for (int64_t r = 0; r < p; r++) {
        const int64_t at = v->variable[r];
        for (int64_t s = 0; s <= at; s++)
            x[r * v->length + s] = (float)((q->shrink ? q->shrink[at] : 1.0) * L[at * p + s]);
    }
    return true;
}

typedef struct filling {
    lcn_vectors *v;
    const lcn_problem *q;
    double *L;  /* p × p of each thread, `size` apart */
    int64_t size;
    char *none; /* n_terms: the class has no factor */
} filling;

static void fill_class(void *user, int64_t own, int thread)
{
    const filling *f = user;
    lcn_vectors *v = f->v;
    const lcn_problem *q = f->q;
    const int64_t i = v->from + own;
    const lcn_term *t = &q->terms[i];
    const lcn_class as_rows = {.kind = t->route, .x = (void *)t->x, .ld = t->ld, .n = t->rows};
    const lcn_class *rows = t->route == LCN_COV ? rows_of(t, q->p) : &as_rows;
    float *x = v->x + v->begin[i];
    lcn_term_begin(q, i);
    if (rows) take_rows(v, q, rows, x, ldexp(1.0, -q->exponent) / sqrt((double)rows->n));
    else f->none[i] = !take_factor(v, q, t, x, f->L + thread * f->size);
    lcn_term_end(q, i);
    for (int64_t r = 0; r < v->p; r++) v->own[r * (v->to - v->from) + own] = t->variance[v->variable[r]];
}

/* good: whether all classes have vectors, on every rank. Factors of all threads take twice what vectors do at most. */
static lacon_status fill(lacon_ctx *ctx, lcn_vectors *v, const lcn_problem *q, bool *good)
{
    const int64_t own = v->to - v->from, threads = own < ctx->threads ? own : ctx->threads;
    filling f = {.v = v, .q = q, .size = lcn_padded(v->p * v->p), .none = lcn_alloc(ctx, (size_t)q->n_terms, 1)};
    int64_t factors = 0;
    for (int64_t i = v->from; i < v->to; i++) factors += q->terms[i].route == LCN_COV && !rows_of(&q->terms[i], v->p);
    f.L = lcn_alloc_raw(ctx, factors > 0 ? (size_t)(threads * f.size) : 1, sizeof *f.L);
    const lacon_status status = f.none && f.L ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0) {
        lcn_each_on_thread(ctx->threads, own, fill_class, &f);
        lcn_share_gather(&q->share, f.none, 1, q->n_terms);
    }
    for (int64_t i = 0; i < q->n_terms && status >= 0; i++) *good = *good && !f.none[i];
    lcn_free(&ctx->allocator, f.L);
    lcn_free(&ctx->allocator, f.none);
    return status;
}

lacon_status lcn_vectors_new(lacon_ctx *ctx, lcn_vectors **out, const lcn_problem *q, const int64_t *variable)
{
    *out = NULL;
    if (!(lcn_vectors_bytes(q) > 0.0)) return LACON_OK;
    lcn_vectors *v = lcn_alloc(ctx, 1, sizeof *v);
    if (!v) return LACON_E_MEMORY;
    *v = (lcn_vectors){.allocator = ctx->allocator, .p = q->p, .from = lcn_own_begin(q), .to = lcn_own_end(q)};
    bool good = true;
    lacon_status status;
    LCN_GOTO(allocate(ctx, v, q));
    memcpy(v->variable, variable, (size_t)v->p * sizeof *variable);
    LCN_GOTO(fill(ctx, v, q, &good));
    if (good) *out = v, v = NULL;
done:
    lcn_vectors_free(v);
    return status;
}
