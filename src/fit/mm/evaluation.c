/* SPDX-License-Identifier: BSD-3-Clause
 * The evaluation of evaluation.h. Classes are cut into chunks, each with its own partial F, summed in
 * order; a single long class is cut into slices of rows instead; where F is large (many variables, many modules) it is
 * summed class by class. None of this depends on the threads.
 */
#include "fit/mm/evaluation.h"
#include "util/instruction_sets.h"
#include "fit/mm/rank_two_update.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* A slice is worth a thread, and its own P, from SLICE_ELEMENTS and SLICE_ROWS on. */
enum { CHUNKS = 16, SLICES = 8, SLICE_ROWS = 64, SLICE_ELEMENTS = 1 << 20 };
static const double WIDE_BYTES = 64.0 * 1024 * 1024; /* of all partial F; also what rounding depends on */
enum { RANGE = 4096 }; /* columns of a wide F that a thread adds up at once */
static const double PARALLEL_WORK = 2e6; /* multiply-adds that pay for waking threads */

/* ---- workspace ---- */

static int64_t count_slices(const lcn_problem *q)
{
    if (q->n_terms >= SLICES) return 1;
    int64_t slices = 1;
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        int64_t n = t->route == LCN_COV ? 1 : SLICES;
        while (n > 1 && (t->rows * q->p < n * SLICE_ELEMENTS || t->rows < n * SLICE_ROWS)) n /= 2;
        if (n > slices) slices = n;
    }
    return slices;
}

static lacon_status sorted_new(lacon_ctx *ctx, lcn_sorted *s, int64_t p, int64_t k)
{
    *s = (lcn_sorted){.p = p, .k = k};
    s->order = lcn_alloc(ctx, (size_t)p, sizeof *s->order);
    s->weight = lcn_alloc(ctx, (size_t)p, sizeof *s->weight);
    s->start = lcn_alloc(ctx, (size_t)k + 1, sizeof *s->start);
    return s->order && s->weight && s->start ? LACON_OK : LACON_E_MEMORY;
}

lacon_status lcn_work_new(lacon_ctx *ctx, lcn_work **out, const lcn_problem *q)
{
    lcn_work *w = lcn_alloc(ctx, 1, sizeof *w);
    if (!w) return LACON_E_MEMORY;
    const int64_t p = q->p, k = q->k, pp = lcn_padded(p), N = q->n_terms, block = k * pp;
    w->allocator = ctx->allocator;
    w->problem = q;
    w->p = p;
    w->pp = pp;
    w->k = k;
    w->threads = ctx->threads;
    w->n_chunks = N < CHUNKS ? N : CHUNKS;
    w->keeps = (double)N * (double)block * 8.0 <= LCN_KEEP_BYTES;
    w->n_slices = count_slices(q);
    w->kernel_size = lcn_kernel_scratch(p, k);
    w->scratch_size = lcn_profile_scratch(k) + 4 * k * k + 48 * k;
    w->wide = (double)w->n_chunks * (double)block * 8.0 > WIDE_BYTES;
    w->slots = w->wide && w->threads < w->n_chunks ? w->threads : w->n_chunks;
    if (w->wide && w->n_slices > 1) w->slots = 1; /* the threads share a class */
    const int64_t products = w->slots > w->n_slices ? w->slots : w->n_slices;
    w->P = lcn_alloc(ctx, (size_t)(w->keeps ? N : w->slots), (size_t)block * sizeof *w->P);
    w->slices = lcn_alloc(ctx, (size_t)(w->n_slices > 1 ? w->n_slices : 0) * (size_t)block + 1,
                          sizeof *w->slices);
    if (!w->wide) w->F_chunk = lcn_alloc(ctx, (size_t)(w->n_chunks * block), sizeof *w->F_chunk);
    w->S = lcn_alloc(ctx, (size_t)(N * k * k), sizeof *w->S);
    w->M = lcn_alloc(ctx, (size_t)(N * k * k), sizeof *w->M);
    w->profile = lcn_alloc(ctx, (size_t)N, sizeof *w->profile);
    w->kernel = lcn_alloc(ctx, (size_t)(products * w->kernel_size), sizeof *w->kernel);
    w->scratch = lcn_alloc(ctx, (size_t)(w->n_chunks * w->scratch_size), sizeof *w->scratch);
    w->near = lcn_alloc(ctx, (size_t)(N * lcn_rank_two_size(k)), sizeof *w->near);
    w->Fd = lcn_alloc(ctx, (size_t)block, sizeof *w->Fd);
    w->row = lcn_alloc(ctx, (size_t)(6 * pp), sizeof *w->row);
    w->moves = lcn_alloc(ctx, (size_t)p, sizeof *w->moves);
    w->log_factorial = lcn_alloc(ctx, (size_t)p + 2, sizeof *w->log_factorial);
    w->past = lcn_alloc(ctx, (size_t)((2 * LCN_PAST + 2) * pp), sizeof *w->past);
    w->prices = lcn_alloc(ctx, (size_t)(4 * k), sizeof *w->prices);
    const bool allocated = w->P && w->slices && (w->wide || w->F_chunk) && w->S && w->M && w->profile &&
                      w->kernel && w->scratch && w->near && w->Fd && w->row && w->moves && w->log_factorial &&
                      w->prices && w->past;
    if (!allocated || sorted_new(ctx, &w->sorted, p, k) < 0 || lcn_point_new(ctx, &w->trial, p, k) < 0) {
        lcn_work_free(w);
        return LACON_E_MEMORY;
    }
    for (int64_t i = 1; i < p + 2; i++) w->log_factorial[i] = w->log_factorial[i - 1] + log((double)i);
    *out = w;
    return LACON_OK;
}

void lcn_work_shrink(lcn_work *w, int64_t k)
{
    w->k = w->sorted.k = w->trial.W.k = k;
    lcn_work_invalidate(w);
}

void lcn_work_single(lcn_work *w, bool rough)
{
    w->rough = rough;
    lcn_work_invalidate(w);
}

void lcn_work_free(lcn_work *w)
{
    if (!w) return;
    const lacon_allocator a = w->allocator;
    void *blocks[] = {w->P, w->slices, w->F_chunk, w->S, w->M, w->profile, w->kernel, w->scratch, w->near,
                      w->Fd, w->row, w->sorted.order, w->sorted.weight, w->sorted.start, w->moves,
                      w->log_factorial, w->prices, w->past};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&a, blocks[i]);
    lcn_point_clear(&a, &w->trial);
    lcn_free(&a, w);
}

lacon_status lcn_point_new(lacon_ctx *ctx, lcn_point *x, int64_t p, int64_t k)
{
    *x = (lcn_point){.f = INFINITY};
    LCN_TRY(lcn_loadings_new(ctx, &x->W, p, k));
    x->F = lcn_alloc(ctx, (size_t)(k * lcn_padded(p)), sizeof *x->F);
    x->D = lcn_alloc(ctx, (size_t)(k * k), sizeof *x->D);
    if (x->F && x->D) return LACON_OK;
    lcn_point_clear(&ctx->allocator, x);
    return LACON_E_MEMORY;
}

void lcn_point_clear(const lacon_allocator *a, lcn_point *x)
{
    lcn_loadings_clear(a, &x->W);
    lcn_free(a, x->F);
    lcn_free(a, x->D);
    x->F = x->D = NULL;
}

void lcn_point_swap(lcn_point *a, lcn_point *b)
{
    const lcn_point t = *a;
    *a = *b;
    *b = t;
}

double lcn_slack(const lcn_problem *problem, double f, double tol)
{
    return problem->objective == LACON_OBJECTIVE_ML ? tol * (double)problem->p : tol * fabs(f);
}

/* ---- one evaluation ---- */

/* Variables by module, weights with the shrinkage of variable noise on them. Counting sort: O(p). */
static void sort_modules(lcn_sorted *s, const lcn_loadings *W, const double *shrink)
{
    memset(s->start, 0, ((size_t)s->k + 1) * sizeof *s->start);
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) s->start[W->module[r] + 1]++;
    for (int64_t j = 0; j < s->k; j++) s->start[j + 1] += s->start[j];
    for (int64_t r = 0; r < W->p; r++) {
        if (W->module[r] < 0) continue;
        const int64_t i = s->start[W->module[r]]++;
        s->order[i] = (int32_t)r;
        s->weight[i] = shrink ? W->weight[r] * shrink[r] : W->weight[r];
    }
    for (int64_t j = s->k; j > 0; j--) s->start[j] = s->start[j - 1];
    s->start[0] = 0;
}

static double *kernel_scratch(lcn_work *w, int64_t slot) { return w->kernel + slot * w->kernel_size; }

static void rows_into(const lcn_work *w, double *P, const lcn_term *t, int64_t first, int64_t rows, double *scratch)
{
    const lcn_sorted *s = &w->sorted;
    if (w->rough && t->rough)
        lcn_kernel_rows_f32(P, t->rough + first * w->pp, w->pp, rows, (double)t->rows, s, scratch);
    else if (t->route == LCN_ROWS_F64)
        lcn_kernel_rows(P, (const double *)t->x + first * t->ld, t->ld, rows, t->divisor, s, scratch);
    else
        lcn_kernel_rows_f32(P, (const float *)t->x + first * t->ld, t->ld, rows, t->divisor, s, scratch);
}

/* A long class: every slice of rows, in whole blocks, has its own P; they are added in order. */
static void rows_sliced(lcn_work *w, double *P, const lcn_term *t)
{
    const int64_t block = w->k * w->pp, m = w->n_slices;
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->threads) if (w->threads > 1)
    for (int64_t i = 0; i < m; i++) {
        const int64_t first = t->rows * i / m / LCN_BLOCK * LCN_BLOCK;
        const int64_t last = i + 1 < m ? t->rows * (i + 1) / m / LCN_BLOCK * LCN_BLOCK : t->rows;
        double *mine = w->slices + i * block;
        memset(mine, 0, (size_t)block * sizeof *mine);
        rows_into(w, mine, t, first, last - first, kernel_scratch(w, i));
    }
    memcpy(P, w->slices, (size_t)block * sizeof *P);
    for (int64_t i = 1; i < m; i++)
        for (int64_t e = 0; e < block; e++) P[e] += w->slices[i * block + e];
}

/* P (k × pp) = D K D W for one class, D the shrinkage */
static void multiply(lcn_work *w, double *P, const lcn_term *t, int64_t slot)
{
    const lcn_sorted *s = &w->sorted;
    if (t->route == LCN_COV) {
        if (w->rough && t->rough) lcn_kernel_cov_f32(P, t->rough, s);
        else lcn_kernel_cov(P, t->x, s);
    } else if (w->n_slices > 1 && t->rows >= w->n_slices * LCN_BLOCK) {
        rows_sliced(w, P, t);
    } else {
        memset(P, 0, (size_t)(w->k * w->pp) * sizeof *P);
        rows_into(w, P, t, 0, t->rows, kernel_scratch(w, slot));
    }
    const double *shrink = w->problem->shrink;
    if (shrink)
        for (int64_t j = 0; j < w->k; j++)
            for (int64_t r = 0; r < w->p; r++) P[j * w->pp + r] *= shrink[r];
}

/* sum_i w[order_i] x[order_i], eight partial sums so that no addition waits for the one before */
static inline double gathered_dot(const double *w, const double *x, const int32_t *order, int64_t count)
{
    double part[8] = {0.0}, rest = 0.0;
    int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (int t = 0; t < 8; t++) part[t] += w[order[i + t]] * x[order[i + t]];
    for (; i < count; i++) rest += w[order[i]] * x[order[i]];
    for (int t = 0; t < 8; t++) rest += part[t];
    return rest;
}

/* S = W'P, made symmetric */
LCN_CLONES static void gather_S(lcn_work *w, double *S, const double *P, const lcn_loadings *W)
{
    const lcn_sorted *s = &w->sorted;
    const int64_t k = w->k;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++)
            S[a * k + b] = S[b * k + a] = gathered_dot(W->weight, P + b * w->pp, s->order + s->start[a],
                                                       s->start[a + 1] - s->start[a]);
}

/* F (+)= omega P M, `count` columns of k × pp, four modules of P at a time; `first`: F has no content yet */
LCN_CLONES static void add_tangent(double *restrict F, const double *restrict P, const double *M, double omega,
                                   int64_t k, int64_t pp, int64_t count, bool first)
{
    for (int64_t j = 0; j < k; j++) {
        double *Fj = F + j * pp;
        int64_t l = 0;
        if (first) {
            const double m = omega * M[j];
            for (int64_t r = 0; r < count; r++) Fj[r] = m * P[r];
            l = 1;
        }
        for (; l + 4 <= k; l += 4) {
            const double *A = P + l * pp, *B = A + pp, *C = B + pp, *D = C + pp;
            const double a = omega * M[l * k + j], b = omega * M[(l + 1) * k + j],
                         c = omega * M[(l + 2) * k + j], d = omega * M[(l + 3) * k + j];
            for (int64_t r = 0; r < count; r++) Fj[r] += a * A[r] + b * B[r] + c * C[r] + d * D[r];
        }
        for (; l < k; l++) {
            const double m = omega * M[l * k + j], *A = P + l * pp;
            for (int64_t r = 0; r < count; r++) Fj[r] += m * A[r];
        }
    }
}

typedef struct pass {
    lcn_work *work;
    lcn_point *x;
    lcn_tangent tangent;
    lcn_visit *visit;
    void *user;
} pass;

static double *product_of(const lcn_work *w, int64_t i, int64_t slot)
{
    return w->P + (w->keeps ? i : slot) * w->k * w->pp;
}

/* P, S, M and the profile of class i, and what the caller wants of it */
static void one_class(const pass *a, int64_t i, int64_t chunk, int64_t slot)
{
    lcn_work *w = a->work;
    const lcn_term *t = &w->problem->terms[i];
    const int64_t k = w->k;
    double *P = product_of(w, i, slot), *S = w->S + i * k * k, *M = w->M + i * k * k;
    lcn_term_begin(w->problem, i);
    multiply(w, P, t, slot);
    lcn_term_end(w->problem, i);
    gather_S(w, S, P, &a->x->W);
    lcn_profile_compute(&w->profile[i], NULL, M, w->problem->objective, w->p, k, S, t->trace,
                        w->scratch + chunk * w->scratch_size);
    if (a->tangent == LCN_POWER)
        for (int64_t e = 0; e < k * k; e++) M[e] = e % (k + 1) == 0 ? 1.0 / t->trace : 0.0;
}

static int64_t chunk_begin(const lcn_work *w, int64_t c) { return w->problem->n_terms * c / w->n_chunks; }

/* The classes of chunk c, in order; a lone chunk has no need of its own F. */
static void one_chunk(const pass *a, int64_t c)
{
    lcn_work *w = a->work;
    const int64_t k = w->k, from = chunk_begin(w, c), to = chunk_begin(w, c + 1);
    double *F = w->n_chunks == 1 ? a->x->F : w->F_chunk + c * k * w->pp;
    for (int64_t i = from; i < to; i++) {
        const double *P = product_of(w, i, c);
        one_class(a, i, c, c);
        add_tangent(F, P, w->M + i * k * k, w->problem->terms[i].omega, k, w->pp, w->pp, i == from);
        if (a->visit) a->visit(a->user, w, i, c, P);
    }
}

/* Class number j of each of some chunks (one a slot, so that visits of a chunk come in order), then their P into F. */
static void one_wave(const pass *a, int64_t first_chunk, int64_t count, int64_t j)
{
    lcn_work *w = a->work;
    const int64_t k = w->k;
    const bool spread = w->threads > 1 && w->n_slices == 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->threads) if (spread)
    for (int64_t s = 0; s < count; s++) {
        const int64_t c = first_chunk + s, i = chunk_begin(w, c) + j;
        if (i >= chunk_begin(w, c + 1)) continue;
        one_class(a, i, c, s);
        if (a->visit) a->visit(a->user, w, i, c, product_of(w, i, s));
    }
#pragma omp parallel for schedule(static) num_threads(w->threads) if (w->threads > 1)
    for (int64_t r = 0; r < w->pp; r += RANGE)
        for (int64_t s = 0; s < count; s++) {
            const int64_t c = first_chunk + s, i = chunk_begin(w, c) + j;
            if (i >= chunk_begin(w, c + 1)) continue;
            add_tangent(a->x->F + r, product_of(w, i, s) + r, w->M + i * k * k, w->problem->terms[i].omega, k, w->pp,
                        w->pp - r < RANGE ? w->pp - r : RANGE, j == 0 && c == 0);
        }
}

/* As many classes at once as there are slots; F is summed in one order whatever their number. */
static void each_wide(const pass *a)
{
    const lcn_work *w = a->work;
    const int64_t longest = (w->problem->n_terms + w->n_chunks - 1) / w->n_chunks;
    for (int64_t j = 0; j < longest; j++)
        for (int64_t c = 0; c < w->n_chunks; c += w->slots)
            one_wave(a, c, w->n_chunks - c < w->slots ? w->n_chunks - c : w->slots, j);
}

static double pass_work(const lcn_problem *q)
{
    double work = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++)
        work += (double)q->p * (q->terms[i].route == LCN_COV ? (double)q->p
                                                             : (double)(q->terms[i].rows * (1 + q->k)));
    return work;
}

static void each_class(const pass *a)
{
    lcn_work *w = a->work;
    const bool spread = w->threads > 1 && w->n_slices == 1 && w->n_chunks > 1 &&
                        pass_work(w->problem) > PARALLEL_WORK;
    w->evaluations++;
    sort_modules(&w->sorted, &a->x->W, w->problem->shrink);
    if (w->wide) {
        each_wide(a);
    } else if (spread) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->threads)
        for (int64_t c = 0; c < w->n_chunks; c++) one_chunk(a, c);
    } else { /* a region of one thread would still cost as much as a small class */
        for (int64_t c = 0; c < w->n_chunks; c++) one_chunk(a, c);
    }
}

/* f and D from the profiles, F from the chunks, all in order */
static void collect(lcn_work *w, lcn_point *x)
{
    const lcn_problem *q = w->problem;
    const int64_t k = w->k, block = k * w->pp;
    x->f = 0.0;
    lcn_loadings_count(&x->W);
    memset(x->D, 0, (size_t)(k * k) * sizeof *x->D);
    for (int64_t i = 0; i < q->n_terms; i++) {
        const double omega = q->terms[i].omega, v = w->profile[i].v;
        x->f += omega * (q->objective == LACON_OBJECTIVE_ML ? w->profile[i].nll : w->profile[i].score);
        for (int64_t e = 0; e < k * k; e++) x->D[e] += omega * v * w->M[i * k * k + e];
    }
    if (w->n_chunks == 1 || w->wide) return; /* it is there already */
    memcpy(x->F, w->F_chunk, (size_t)block * sizeof *x->F);
    for (int64_t c = 1; c < w->n_chunks; c++)
        for (int64_t e = 0; e < block; e++) x->F[e] += w->F_chunk[c * block + e];
}

/* x and the workspace belong together from here on. */
static void mark(lcn_work *work, lcn_point *x)
{
    x->by = work;
    x->version = work->version = ++work->last_version;
}

void lcn_evaluate(lcn_work *work, lcn_point *x, lcn_tangent tangent)
{
    each_class(&(pass){.work = work, .x = x, .tangent = tangent});
    collect(work, x);
    mark(work, x);
    if (tangent != LCN_TANGENT) lcn_work_invalidate(work); /* M is not the objective's */
}

bool lcn_is_at(const lcn_work *work, const lcn_point *x)
{
    return work->version > 0 && x->by == work && x->version == work->version;
}

void lcn_evaluate_once(lcn_work *work, lcn_point *x)
{
    if (!lcn_is_at(work, x)) lcn_evaluate(work, x, LCN_TANGENT);
}

void lcn_work_invalidate(lcn_work *work) { work->version = 0; }

void lcn_evaluate_each(lcn_work *work, lcn_point *x, lcn_visit *visit, void *user)
{
    if (lcn_is_at(work, x) && work->problem->n_terms == 1) {
        visit(user, work, 0, 0, work->P); /* as the last evaluation left it */
        return;
    }
    each_class(&(pass){.work = work, .x = x, .tangent = LCN_TANGENT, .visit = visit, .user = user});
    collect(work, x);
    mark(work, x);
}
