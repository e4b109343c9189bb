/* SPDX-License-Identifier: BSD-3-Clause
 * The relaxed start: the same majorise-minimise iteration over W'W = I alone, where the inner problem is
 * the polar factor of F. Dense p × k.
 */
#include "fit/problem/dense.h"
#include "fit/search/starts.h"
#include "fit/mm/mm.h"
#include "la/krylov.h"
#include "util/pieces.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

/* a bound: SETTLED ends it; columns beyond k that let the last of them settle */
enum { RELAX_STEPS = 30, EXTRA = 4 };
enum { PRODUCTS = 5 }; /* with the mean: as near to its eigenvectors as a dozen power steps */
static const double SETTLED = 1e-5; /* change of the objective per variable: it is only a start */

typedef struct mean_operator {
    const lcn_mean *mean;
    double *scratch;
} mean_operator;

static void apply_mean(const void *self, double *out, const double *V, int64_t m)
{
    const mean_operator *a = self;
    lcn_mean_apply(a->mean, out, V, m, a->scratch);
}

/* Leading k eigenvectors of the mean covariance, with a few extra columns on the way. */
static lacon_status leading(lacon_ctx *ctx, double *U, int64_t k, const lcn_mean *mean, uint64_t seed)
{
    const int64_t p = mean->p, m = k + EXTRA < p ? k + EXTRA : p;
    const int64_t scratch = lcn_krylov_scratch(p, m, PRODUCTS);
    double *V = lcn_alloc_raw(ctx, (size_t)(p * m + m + scratch + lcn_mean_scratch(mean, m)), sizeof *V);
    if (!V) return LACON_E_MEMORY;
    double *value = V + p * m, *space = value + m;
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_STARTS, 0);
    for (int64_t e = 0; e < p * m; e++) V[e] = lcn_rng_normal(&rng);
    const mean_operator self = {mean, space + scratch};
    const lacon_status status = lcn_krylov(&(lcn_operator){p, apply_mean, &self}, m, PRODUCTS, V, value, space);
    for (int64_t r = 0; r < p; r++) memcpy(U + r * k, V + r * m, (size_t)k * sizeof *U);
    lcn_free(&ctx->allocator, V);
    return status;
}

typedef struct relax {
    lcn_work *work;
    const double *U; /* p × k, with the shrinkage of variable noise */
    double *V;       /* p × k: where that is */
    double *F;       /* p × k */
    double *slots;   /* chunks × slot_size: F, P (p × k) and scratch of a chunk of classes; wide: Z of a batch, then
                        of every thread panels in single precision */
    int64_t slot_size;
    double *f;       /* n_terms */
    double value;    /* their sum */
    double *parts;   /* wide: p × k of each chunk of this rank, one where it is alone; */
    double *part;    /*   of the one at hand, */
    int64_t first;   /*   and its first class */
    double *scratch;
} relax;

/* S is there: the profile, and what the class adds to the objective */
static void profile_term(const relax *x, int64_t i, int64_t worker)
{
    lcn_work *w = x->work;
    const lcn_problem *q = w->problem;
    lcn_profile profile;
    lcn_profile_compute(&profile, NULL, w->M + i * q->k * q->k, q->objective, q->p, q->k, w->S + i * q->k * q->k,
                        q->terms[i].trace, w->scratch + worker * w->scratch_size);
    x->f[i] = q->terms[i].omega * (q->objective == LACON_OBJECTIVE_ML ? profile.nll : profile.score);
}

/* F of one chunk of classes */
static void relaxed_chunk(void *user, int64_t chunk)
{
    const relax *x = user;
    lcn_work *w = x->work;
    const lcn_problem *q = w->problem;
    const int64_t p = q->p, k = q->k, N = q->n_terms;
    double *F = x->slots + chunk * x->slot_size, *P = F + p * k, *scratch = P + p * k;
    memset(F, 0, (size_t)(p * k) * sizeof *F);
    for (int64_t i = N * chunk / w->n_chunks; i < N * (chunk + 1) / w->n_chunks; i++) {
        const lcn_term *t = &q->terms[i];
        lcn_dense_multiply(q, t, x->U, k, P, scratch);
        lcn_term_end(q, i);
        lcn_gemm(LCN_T, LCN_N, k, k, p, 1.0, x->U, k, P, k, 0.0, w->S + i * k * k, k);
        profile_term(x, i, chunk);
        lcn_gemm(LCN_N, LCN_N, p, k, k, t->omega, P, k, w->M + i * k * k, k, 1.0, F, k);
    }
}

/* ---- wide classes: Y, Z are rows × k ---- */

static int64_t rows_of(void *user, int64_t i) { return ((const relax *)user)->work->problem->terms[i].rows; }

static double *Z_of(const relax *x, int64_t slot) { return x->slots + slot * x->work->k * x->work->wide.wide.rows; }

static double *scratch_of(const relax *x, int thread)
{
    return Z_of(x, x->work->wide.wide.batch) + thread * x->slot_size;
}

static lcn_wide_class class_of(const relax *x, int64_t i)
{
    const lcn_term *t = &x->work->problem->terms[i];
    return (lcn_wide_class){.x = t->x, .single = t->route == LCN_ROWS_F32, .ld = t->ld, .rows = t->rows};
}

static void times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const relax *x = user;
    const lcn_wide *w = &x->work->wide.wide;
    const lcn_wide_class rows = class_of(x, i);
    const int64_t c = lcn_panel_begin(w, panel);
    lcn_times_dense(Y, &rows, c, lcn_panel_width(w, panel), x->U + c * w->k, w->k, scratch_of(x, thread));
}

static void between(void *user, double *Y, int64_t i, int64_t slot)
{
    const relax *x = user;
    const lcn_term *t = &x->work->problem->terms[i];
    const int64_t k = x->work->k;
    double *S = x->work->S + i * k * k;
    lcn_gemm(LCN_T, LCN_N, k, k, t->rows, 1.0 / t->divisor, Y, k, Y, k, 0.0, S, k);
    profile_term(x, i, slot);
    lcn_gemm(LCN_N, LCN_N, t->rows, k, k, t->omega / t->divisor, Y, k, x->work->M + i * k * k, k, 0.0, Z_of(x, slot),
             k);
}

static void back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const relax *x = user;
    const lcn_wide *w = &x->work->wide.wide;
    const lcn_wide_class rows = class_of(x, i);
    const int64_t c = lcn_panel_begin(w, panel), slot = lcn_wide_slot(w, Y);
    if (i == x->first) memset(x->part + c * w->k, 0, (size_t)(lcn_panel_width(w, panel) * w->k) * sizeof *x->part);
    lcn_back_dense(x->part + c * w->k, &rows, c, lcn_panel_width(w, panel), Z_of(x, slot), w->k, scratch_of(x, thread));
}

static void end(void *user, int64_t i) { lcn_term_end(((const relax *)user)->work->problem, i); }

/* rows [from, to) of F <- D F; with V <- D U before */
static void shrink_F(void *user, int64_t from, int64_t to)
{
    const relax *x = user;
    for (int64_t e = from; e < to; e++) x->F[e] *= x->work->problem->shrink[e / x->work->k];
}

static void wide_chunk(void *user, int64_t chunk, double *part)
{
    relax *x = user;
    const lcn_work *w = x->work;
    const int64_t N = w->problem->n_terms;
    const lcn_wide_use use = {x, rows_of, NULL, times, between, back, end};
    x->part = part;
    x->first = lcn_piece_begin(chunk, w->n_chunks, N);
    lcn_wide_run(&w->wide.wide, &use, x->first, lcn_piece_begin(chunk + 1, w->n_chunks, N), w->wide.wide.batch);
}

static void add_values(void *user)
{
    relax *x = user;
    const lcn_problem *q = x->work->problem;
    for (int64_t i = lcn_own_begin(q); i < lcn_own_end(q); i++) x->value += x->f[i];
}

/* F = sum omega_i P_i M_i at U; returns the objective. Chunks are added in order. */
static double relaxed_tangent(relax *x, const double *U)
{
    const lcn_work *w = x->work;
    const lcn_problem *q = w->problem;
    const lcn_sharing *share = &q->share;
    const int64_t size = w->p * w->k;
    x->U = U;
    if (w->is_wide) {
        for (int64_t e = 0; q->shrink && e < size; e++) x->V[e] = q->shrink[e / w->k] * U[e];
        if (q->shrink) x->U = x->V;
        lcn_share_stream(share, w->threads, x->F, x->parts, size, wide_chunk, x);
        if (q->shrink) lcn_each_range(w->threads, size, 4096, shrink_F, x);
    } else {
        lcn_share_each(share, w->threads, relaxed_chunk, x);
        lcn_share_sum(share, w->threads, x->F, x->slots + share->from * x->slot_size, x->slot_size, size);
    }
    x->value = 0.0;
    lcn_share_relay(share, &(lcn_handed){&x->value, 1}, 1, add_values, x);
    return x->value;
}

static lacon_status relax_steps(relax *x, double *U)
{
    const lcn_problem *q = x->work->problem;
    double last = INFINITY;
    for (int step = 0; step < RELAX_STEPS; step++) {
        const double f = relaxed_tangent(x, U);
        if (last - f <= lcn_slack(q, f, SETTLED)) break;
        last = f;
        memcpy(U, x->F, (size_t)(q->p * q->k) * sizeof *U);
        LCN_TRY(lcn_polar(q->p, q->k, U, x->scratch));
    }
    return LACON_OK;
}

lacon_status lcn_stiefel(lacon_ctx *ctx, double *U, lcn_work *work, const lcn_mean *mean, uint64_t seed)
{
    const lcn_problem *q = work->problem;
    const int64_t p = q->p, k = q->k;
    LCN_TRY(leading(ctx, U, k, mean, seed));
    if (q->n_terms == 1) return LACON_OK; /* one class: the eigenvectors are the minimiser */
    const lcn_wide *w = work->is_wide ? &work->wide.wide : NULL;
    relax x = {.work = work};
    x.slot_size = lcn_padded(w ? lcn_dense_panel_scratch(w) : 2 * p * k + lcn_dense_scratch(q, k));
    const int64_t size = lcn_padded(p * k), polar = lcn_polar_scratch(p, k);
    const int64_t slots = lcn_padded(w ? w->threads * x.slot_size + w->batch * k * w->rows
                                       : work->n_chunks * x.slot_size);
    const int64_t parts = w ? lcn_share_parts(&q->share) * p * k : 0;
    const int64_t all = (q->shrink ? 2 : 1) * size + slots + q->n_terms + polar + parts;
    double *block = lcn_alloc_raw(ctx, (size_t)all, sizeof *block);
    if (!block) return LACON_E_MEMORY;
    x.F = block;
    x.slots = x.F + size;
    x.f = x.slots + slots;
    x.scratch = x.f + q->n_terms;
    x.V = x.scratch + polar;
    x.parts = x.V + (q->shrink ? size : 0);
    const lacon_status status = relax_steps(&x, U);
    lcn_free(&ctx->allocator, block);
    return status;
}

/* A module nobody chose takes the row that loses least. */
static void fill_empty(lcn_loadings *W, const double *U)
{
    const int64_t k = W->k;
    for (int32_t j = 0; j < k; j++) {
        if (W->size[j] > 0) continue;
        int64_t best = -1;
        for (int64_t r = 0; r < W->p; r++)
            if (W->module[r] >= 0 && W->size[W->module[r]] > 1 &&
                (best < 0 || U[r * k + j] > U[best * k + j])) best = r;
        if (best < 0) continue;
        W->size[W->module[best]]--;
        W->module[best] = j;
        W->size[j]++;
    }
}

void lcn_round_to_modules(lcn_work *work, lcn_point *x, const double *U)
{
    const int64_t p = work->p, k = work->k;
    for (int64_t r = 0; r < p; r++) {
        int32_t best = 0;
        for (int32_t j = 0; j < k; j++) {
            x->F[j * work->pp + r] = U[r * k + j];
            if (U[r * k + j] > U[r * k + best]) best = j;
        }
        x->W.module[r] = best;
        x->W.weight[r] = 0.0;
    }
    lcn_loadings_count(&x->W);
    fill_empty(&x->W, U);
    lcn_row_moves(work, &work->trial.W, x, &(lcn_inner){0}); /* U is no tangent: its size says nothing */
    lcn_loadings_copy(&x->W, &work->trial.W);
    lcn_loadings_count(&x->W);
}
