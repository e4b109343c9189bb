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

static lacon_status allocate(lacon_ctx *ctx, lcn_vectors *v)
{
    const size_t p = (size_t)v->p, N = (size_t)v->n_terms;
    v->begin = lcn_alloc(ctx, N + 1, sizeof *v->begin);
    v->variable = lcn_alloc(ctx, p, sizeof *v->variable);
    v->x = lcn_alloc_kept(ctx, p, (size_t)v->length * sizeof *v->x); /* as large as the rows */
    v->own = lcn_alloc(ctx, p, N * sizeof *v->own);
    return v->begin && v->variable && v->x && v->own ? LACON_OK : LACON_E_MEMORY;
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

/* What ranks hand on: each fills in the parts of its own classes. */
typedef struct filling {
    lcn_vectors *v;
    const lcn_problem *q;
    double *L;
    double indefinite; /* classes */
} filling;

static void fill(void *user)
{
    filling *f = user;
    lcn_vectors *v = f->v;
    const lcn_problem *q = f->q;
    if (q->share.from == 0) f->indefinite = 0.0;
    for (int64_t i = lcn_own_begin(q); i < lcn_own_end(q); i++) {
        const lcn_term *t = &q->terms[i];
        const lcn_class as_rows = {.kind = t->route, .x = (void *)t->x, .ld = t->ld, .n = t->rows};
        const lcn_class *rows = t->route == LCN_COV ? rows_of(t, q->p) : &as_rows;
        float *x = v->x + v->begin[i];
        lcn_term_begin(q, i);
        if (rows) take_rows(v, q, rows, x, ldexp(1.0, -q->exponent) / sqrt((double)rows->n));
        else if (!take_factor(v, q, t, x, f->L)) f->indefinite++;
        lcn_term_end(q, i);
        for (int64_t r = 0; r < v->p; r++) v->own[r * v->n_terms + i] = t->variance[v->variable[r]];
    }
}

/* Whether a class of this rank goes by the factor of its covariance. */
static bool any_factor(const lcn_problem *q)
{
    for (int64_t i = lcn_own_begin(q); i < lcn_own_end(q); i++)
        if (q->terms[i].route == LCN_COV && !rows_of(&q->terms[i], q->p)) return true;
    return false;
}

lacon_status lcn_vectors_new(lacon_ctx *ctx, lcn_vectors **out, const lcn_problem *q, const int64_t *variable)
{
    *out = NULL;
    const double bytes = lcn_vectors_bytes(q);
    if (!(bytes > 0.0)) return LACON_OK;
    lcn_vectors *v = lcn_alloc(ctx, 1, sizeof *v);
    double *L = lcn_alloc_raw(ctx, any_factor(q) ? (size_t)(q->p * q->p) : 1, sizeof *L);
    if (v) *v = (lcn_vectors){.allocator = ctx->allocator, .p = q->p, .n_terms = q->n_terms,
                              .length = (int64_t)(bytes / sizeof(float)) / q->p};
    if (!v || !L || allocate(ctx, v) < 0) {
        lcn_free(&ctx->allocator, L);
        lcn_vectors_free(v);
        return LACON_E_MEMORY;
    }
    memcpy(v->variable, variable, (size_t)v->p * sizeof *variable);
    for (int64_t i = 0; i < v->n_terms; i++) v->begin[i + 1] = v->begin[i] + part_length(q, i);
    filling f = {v, q, L, 0.0};
    lcn_share_relay(&q->share, (lcn_handed[]){{(double *)v->x, v->p * v->length / 2}, {v->own, v->p * v->n_terms},
                                              {&f.indefinite, 1}}, 3, fill, &f);
    lcn_free(&ctx->allocator, L);
    if (f.indefinite > 0.0) lcn_vectors_free(v);
    else *out = v;
    return LACON_OK;
}
