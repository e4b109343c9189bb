/* SPDX-License-Identifier: BSD-3-Clause
 * The evaluation of evaluation.h. Classes are cut into chunks, each with its own partial F, summed in
 * order; a single long class is cut into slices of rows instead. Neither depends on the threads. Where those F are
 * large (many variables, many modules) all threads work on one class after the other, in panels of columns (wide.h).
 */
#include "fit/mm/evaluation.h"
#include "fit/mm/evidence.h"
#include "fit/mm/sweeps.h"
#include "la/la.h"
#include "util/pieces.h"

#include <math.h>
#include <string.h>

static const double WIDE_BYTES = 64.0 * 1024 * 1024; /* P and F of all chunks; beyond, one of each */
static const double PARALLEL_WORK = 2e6; /* multiply-adds that pay for waking threads */
#define LCN_SUMS(k) (1 + (k) + (k) * (k) + 2) /* doubles: see add_sums */

/* ---- workspace ---- */

static lacon_status sorted_new(lacon_ctx *ctx, lcn_sorted *s, int64_t p, int64_t k)
{
    *s = (lcn_sorted){.p = p, .k = k};
    s->order = lcn_alloc(ctx, (size_t)p, sizeof *s->order);
    s->weight = lcn_alloc(ctx, (size_t)p, sizeof *s->weight);
    s->start = lcn_alloc(ctx, (size_t)k + 1, sizeof *s->start);
    return s->order && s->weight && s->start ? LACON_OK : LACON_E_MEMORY;
}

static double pass_work(const lcn_problem *q)
{
    double work = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++) work += lcn_term_work(q, i);
    return work;
}

/* Doubles of a slot of which every worker has its own: whole lines of the cache, so that all of them lie alike. BLAS
 * takes other ways, with other roundings, where addresses do. */
static int64_t slot_size(int64_t doubles) { return lcn_padded(doubles); }

/* Whether P and F are large, and of rows: then the panels. Ranks tell each other the F of every chunk. Long classes are
 * in slices, which ranks may have for themselves. */
static void look_for_width(lcn_work *w)
{
    const lcn_problem *q = w->problem;
    int64_t most = 1;
    w->is_wide = w->n_slices < LCN_SLICES &&
                 2.0 * (double)w->n_chunks * (double)(w->k * w->pp) * 8.0 > WIDE_BYTES;
    for (int64_t i = 0; i < q->n_terms; i++) {
        w->is_wide = w->is_wide && q->terms[i].route != LCN_COV;
        if (q->terms[i].rows > most) most = q->terms[i].rows;
    }
    if (!w->is_wide) return;
    w->n_slices = 1;
    w->keeps = false;
    w->streams = w->n_chunks > 1 && w->n_chunks <= LCN_FEW_PIECES && !q->share.ctx; /* a branch of the sum */
    w->wide = lcn_wide_rows_of(w->backend, w->threads, w->p, w->k, most, q->n_terms, w->n_chunks);
}

/* Slices whose P are there together: as threads can use; those of a rank wait for what others have before them. */
static int64_t slices_at_once(const lcn_work *w)
{
    const lcn_sharing *share = &w->problem->slices;
    const int64_t own = share->to - share->from;
    return share->ctx || w->threads > own ? own : w->threads;
}

/* Memory of the products: P, F of chunks, scratch of kernels. */
static bool take_products(lacon_ctx *ctx, lcn_work *w)
{
    const int64_t block = w->k * w->pp, N = w->problem->n_terms;
    const int64_t slices = w->n_slices > 1 ? slices_at_once(w) : 0;
    const int64_t workers = w->is_wide ? 0 : w->n_chunks > slices ? w->n_chunks : slices;
    const int64_t parts = w->streams ? 1 : w->n_chunks;
    w->P = lcn_alloc(ctx, (size_t)(w->keeps ? N : w->is_wide ? 1 : w->n_chunks), (size_t)block * sizeof *w->P);
    w->slices = lcn_alloc(ctx, (size_t)slices * (size_t)block + 1, sizeof *w->slices);
    w->F_chunk = lcn_alloc(ctx, (size_t)(parts * block) + 1, sizeof *w->F_chunk);
    w->kernel = lcn_alloc(ctx, (size_t)(workers * w->kernel_size + (w->is_wide ? lcn_wide_rows_size(&w->wide) : 1)),
                          sizeof *w->kernel);
    if (w->kernel && w->is_wide) lcn_wide_rows_lay_out(&w->wide, w->kernel);
    return w->P && w->slices && w->F_chunk && w->kernel;
}

lacon_status lcn_work_new(lacon_ctx *ctx, lcn_work **out, const lcn_problem *q)
{
    const lcn_backend *backend = lcn_backend_get(ctx->backend);
    LCN_FAIL_IF(!backend, LACON_E_ARGUMENT, "there is no backend '%s'", ctx->backend);
    lcn_work *w = lcn_alloc(ctx, 1, sizeof *w);
    if (!w) return LACON_E_MEMORY;
    const int64_t p = q->p, k = q->k, pp = lcn_padded(p), N = q->n_terms, block = k * pp;
    w->allocator = ctx->allocator;
    w->problem = q;
    w->backend = backend;
    w->p = p;
    w->pp = pp;
    w->k = k;
    w->threads = ctx->threads;
    w->n_chunks = q->share.pieces;
    w->keeps = !q->looks_only && (double)N * (double)block * 8.0 <= LCN_KEEP_BYTES;
    w->n_slices = q->slices.pieces;
    w->pass_work = pass_work(q);
    w->kernel_size = slot_size(lcn_kernel_scratch(p, k));
    w->scratch_size = slot_size(lcn_profile_scratch(k) + 4 * k * k + 48 * k);
    w->sum_size = slot_size(LCN_SUMS(k));
    look_for_width(w);
    const int64_t workers = w->n_chunks > w->threads ? w->n_chunks : w->threads;
    const bool products = take_products(ctx, w);
    w->S = lcn_alloc(ctx, (size_t)(N * k * k), sizeof *w->S);
    w->M = lcn_alloc(ctx, (size_t)(N * k * k), sizeof *w->M);
    w->profile = lcn_alloc(ctx, (size_t)N, sizeof *w->profile);
    w->scratch = lcn_alloc(ctx, (size_t)(workers * w->scratch_size), sizeof *w->scratch);
    w->sums = lcn_alloc(ctx, (size_t)((w->n_chunks + 1) * w->sum_size), sizeof *w->sums);
    w->Fd = lcn_alloc(ctx, (size_t)block, sizeof *w->Fd);
    w->row = lcn_alloc(ctx, (size_t)(6 * pp), sizeof *w->row);
    w->moves = lcn_alloc(ctx, (size_t)(2 * p), sizeof *w->moves);
    w->log_factorial = lcn_alloc(ctx, (size_t)p + 2, sizeof *w->log_factorial);
    w->prices = lcn_alloc(ctx, (size_t)(4 * k), sizeof *w->prices);
    const bool allocated = products && w->S && w->M && w->profile && w->scratch && w->sums && w->Fd && w->row &&
                           w->moves && w->log_factorial && w->prices;
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
    w->k = w->sorted.k = w->trial.W.k = w->wide.wide.k = k;
    w->pass_work = pass_work(w->problem);
    lcn_work_invalidate(w);
}

void lcn_work_free(lcn_work *w)
{
    if (!w) return;
    const lacon_allocator a = w->allocator;
    void *blocks[] = {w->P, w->slices, w->F_chunk, w->S, w->M, w->profile, w->kernel, w->scratch, w->sums,
                       w->Fd, w->row, w->sorted.order, w->sorted.weight, w->sorted.start, w->moves,
                      w->log_factorial, w->prices};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&a, blocks[i]);
    lcn_sweeps_free(&a, w->sweeps);
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

static double *kernel_scratch(lcn_work *w, int64_t slot) { return w->kernel + slot * w->kernel_size; }

static void rows_into(const lcn_work *w, double *P, const lcn_term *t, int64_t first, int64_t rows, double *scratch)
{
    const lcn_sorted *s = &w->sorted;
    if (t->route == LCN_ROWS_F64)
        w->backend->rows(P, lcn_term_row(t, first), t->ld, rows, t->divisor, s, scratch);
    else
        w->backend->rows_f32(P, lcn_term_row(t, first), t->ld, rows, t->divisor, s, scratch);
}

/* The P of `count` slices from number `first` on */
static void some_slices(lcn_work *w, const lcn_term *t, int64_t first, int64_t count)
{
    const int64_t block = w->k * w->pp;
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->threads) if (w->threads > 1)
    for (int64_t i = 0; i < count; i++) {
        const int64_t from = lcn_term_slice(w->problem, t, first + i);
        const int64_t to = lcn_term_slice(w->problem, t, first + i + 1);
        double *mine = w->slices + i * block;
        memset(mine, 0, (size_t)block * sizeof *mine);
        rows_into(w, mine, t, from, to - from, kernel_scratch(w, i));
    }
}

/* A long class: every slice of rows has its own P; they are added in order. */
static void rows_sliced(lcn_work *w, double *P, const lcn_term *t)
{
    const int64_t block = w->k * w->pp, most = slices_at_once(w);
    const lcn_sharing *share = &w->problem->slices;
    if (share->ctx) {
        some_slices(w, t, share->from, most);
        lcn_share_sum(share, w->threads, P, w->slices, block, block);
        return;
    }
    for (int64_t i = 0; i < share->to; i += most) {
        const int64_t count = share->to - i < most ? share->to - i : most;
        some_slices(w, t, i, count);
        if (i == 0) lcn_sum_parts(w->threads, P, w->slices, count, block, block);
        else lcn_add_parts(w->threads, P, w->slices, count, block, block);
    }
}

/* P (k × pp) <- D P, D the shrinkage */
static void shrink_columns(const lcn_work *w, double *P)
{
    const double *shrink = w->problem->shrink;
    for (int64_t j = 0; shrink && j < w->k; j++)
        for (int64_t r = 0; r < w->p; r++) P[j * w->pp + r] *= shrink[r];
}

/* P (k × pp) = D K D W for one class */
static void multiply(lcn_work *w, double *P, const lcn_term *t, int64_t slot)
{
    const lcn_sorted *s = &w->sorted;
    if (t->route == LCN_COV) {
        if (t->single) w->backend->cov_f32(P, t->x, s);
        else if (w->rough && t->rough) w->backend->cov_f32(P, t->rough, s);
        else w->backend->cov(P, t->x, s);
    } else if (w->n_slices > 1 && t->rows >= w->n_slices * LCN_BLOCK) {
        rows_sliced(w, P, t);
    } else {
        memset(P, 0, (size_t)(w->k * w->pp) * sizeof *P);
        rows_into(w, P, t, 0, t->rows, kernel_scratch(w, slot));
    }
    shrink_columns(w, P);
}

typedef struct pass {
    lcn_work *work;
    lcn_point *x;
    lcn_tangent tangent;
    lcn_visit *visit;
    void *user;
} pass;

/* What a chunk adds up of its classes: the objective, the curvature of the weights of every module, D, noise, nll. */
static void add_sums(double *sums, const lcn_work *w, int64_t i)
{
    const lcn_problem *q = w->problem;
    const int64_t k = w->k;
    const double omega = q->terms[i].omega, v = w->profile[i].v, *S = w->S + i * k * k, *M = w->M + i * k * k;
    double *nh = sums + 1, *D = nh + k;
    sums[0] += omega * (q->objective == LACON_OBJECTIVE_ML ? w->profile[i].nll : w->profile[i].score);
    for (int64_t j = 0; j < k; j++) nh[j] += lcn_curvature(q->effective * omega, S[j * k + j], v);
    for (int64_t e = 0; e < k * k; e++) D[e] += omega * v * M[e];
    D[k * k] += omega * v;
    D[k * k + 1] += omega * w->profile[i].nll;
}

/* G, v and M of a class whose S is there */
static void profile_class(const pass *a, int64_t i, int64_t worker)
{
    lcn_work *w = a->work;
    const lcn_term *t = &w->problem->terms[i];
    const int64_t k = w->k;
    double *M = w->M + i * k * k;
    lcn_profile_compute(&w->profile[i], NULL, M, w->problem->objective, w->p, k, w->S + i * k * k, t->trace,
                        w->scratch + worker * w->scratch_size);
    if (a->tangent == LCN_POWER)
        for (int64_t e = 0; e < k * k; e++) M[e] = e % (k + 1) == 0 ? 1.0 / t->trace : 0.0;
}

static void one_class(const pass *a, int64_t i, int64_t chunk, double *F, bool first)
{
    lcn_work *w = a->work;
    const lcn_term *t = &w->problem->terms[i];
    const int64_t k = w->k;
    double *P = w->P + (w->keeps ? i : chunk) * k * w->pp;
    lcn_term_begin(w->problem, i);
    multiply(w, P, t, chunk);
    lcn_term_end(w->problem, i);
    w->backend->inner(w->S + i * k * k, P, a->x->W.weight, &w->sorted);
    profile_class(a, i, chunk);
    add_sums(w->sums + chunk * w->sum_size, w, i);
    w->backend->tangent(F, P, w->M + i * k * k, t->omega, k, w->pp, first);
    if (a->visit) a->visit(a->user, w, i, chunk, P);
}

/* A lone chunk has no need of its own F. */
static double *F_of(const pass *a, int64_t chunk)
{
    const lcn_work *w = a->work;
    return w->n_chunks == 1 ? a->x->F : w->F_chunk + (w->streams ? 0 : chunk) * w->k * w->pp;
}

static void clear_sums(const lcn_work *w, int64_t chunk)
{
    memset(w->sums + chunk * w->sum_size, 0, (size_t)w->sum_size * sizeof *w->sums);
}

/* Some classes of chunk c, in order */
static void some_classes(void *user, int64_t c, int64_t from, int64_t to)
{
    const pass *a = user;
    const bool first = lcn_starts_piece(a->work->problem, c, from);
    if (first) clear_sums(a->work, c);
    for (int64_t i = from; i < to; i++) one_class(a, i, c, F_of(a, c), first && i == from);
}

/* ---- wide classes ---- */

static lcn_wide_class wide_class(void *user, int64_t i)
{
    const lcn_work *w = ((const pass *)user)->work;
    const lcn_term *t = &w->problem->terms[i];
    return (lcn_wide_class){t->x, t->route == LCN_ROWS_F32, t->ld, t->rows, t->divisor};
}

static void wide_begin(void *user, int64_t i) { lcn_term_begin(((const pass *)user)->work->problem, i); }

/* S = Y'Y, the profile, and what F gains: X'Z with Z = omega Y M */
static void wide_between(void *user, double *Z, const double *Y, int64_t i, int64_t slot)
{
    const pass *a = user;
    const lcn_work *w = a->work;
    const int64_t k = w->k;
    const lcn_wide_class c = wide_class(user, i);
    double *S = w->S + i * k * k;
    lcn_gemm(LCN_N, LCN_T, k, k, c.rows, 1.0 / c.divisor, Y, c.rows, Y, c.rows, 0.0, S, k);
    for (int64_t e = 0; e < k * k; e++) S[e % k * k + e / k] = S[e]; /* to the last digit */
    profile_class(a, i, slot);
    lcn_gemm(LCN_T, LCN_N, k, c.rows, k, w->problem->terms[i].omega / c.divisor, w->M + i * k * k, k, Y, c.rows, 0.0, Z,
             c.rows);
}

static void wide_end(void *user, int64_t i)
{
    const pass *a = user;
    lcn_work *w = a->work;
    const int64_t chunk = lcn_chunk_of(w, i);
    lcn_term_end(w->problem, i);
    add_sums(w->sums + chunk * w->sum_size, w, i);
    if (!a->visit) return;
    shrink_columns(w, w->P);
    a->visit(a->user, w, i, chunk, w->P);
}

static void wide_chunks(pass *a, int64_t from, int64_t to)
{
    lcn_work *w = a->work;
    lcn_wide_pass panels = {.rows = &w->wide, .module = a->x->W.module, .weight = a->x->W.weight,
                          .shrink = w->problem->shrink, .F = w->streams ? a->x->F : NULL, .F_chunk = F_of(a, 0),
                          .P = a->visit ? w->P : NULL, .user = a, .of = wide_class, .begin = wide_begin,
                          .between = wide_between, .end = wide_end};
    for (int64_t c = from; c < to; c++) clear_sums(w, c);
    lcn_wide_rows_pass(&panels, from, to);
}

/* ---- all classes ---- */

static void each_class(pass *a)
{
    lcn_work *w = a->work;
    const lcn_sharing *share = &w->problem->share;
    const bool spread = w->n_slices == 1 && w->pass_work > PARALLEL_WORK;
    w->evaluations++;
    if (w->is_wide) {
        wide_chunks(a, share->from, share->to);
    } else {
        lcn_sort_modules(&w->sorted, a->x->W.module, a->x->W.weight, w->problem->shrink);
        lcn_share_each(share, spread ? w->threads : 1, w->problem->n_terms, some_classes, a);
    }
}

/* f, D and F from the chunks */
static void collect(pass *a)
{
    lcn_work *w = a->work;
    lcn_point *x = a->x;
    const int64_t k = w->k;
    double *sums = w->sums + w->n_chunks * w->sum_size;
    lcn_loadings_count(&x->W);
    const lcn_sharing *share = &w->problem->share;
    const int64_t block = k * w->pp;
    double *F = w->n_chunks == 1 ? x->F : w->F_chunk + share->from * block; /* a lone chunk's is the sum */
    const lcn_parts parts[] = {{sums, w->sums + share->from * w->sum_size, w->sum_size, LCN_SUMS(k)},
                               {x->F, F, block, block}};
    lcn_share_sums(share, w->threads, parts, w->streams ? 1 : 2);
    x->f = sums[0];
    w->nh = sums + 1;
    memcpy(x->D, w->nh + k, (size_t)(k * k) * sizeof *x->D);
    w->noise = w->nh[k + k * k];
    w->nll = w->nh[k + k * k + 1];
    if (w->is_wide) shrink_columns(w, x->F);
}

/* A pass over the data, and what came to this rank for it */
static void go_through(pass *a)
{
    const lcn_problem *q = a->work->problem;
    lacon_ctx *ctx = q->share.ctx ? q->share.ctx : a->work->n_slices > 1 ? q->slices.ctx : NULL;
    const int64_t before = ctx ? ctx->traffic.bytes : 0;
    each_class(a);
    collect(a);
    if (!ctx) return;
    ctx->traffic.passes++;
    ctx->traffic.pass_bytes += ctx->traffic.bytes - before;
}

/* x and the workspace belong together from here on. */
static void mark(lcn_work *work, lcn_point *x)
{
    x->by = work;
    x->version = work->version = ++work->last_version;
}

void lcn_evaluate(lcn_work *work, lcn_point *x, lcn_tangent tangent)
{
    pass a = {.work = work, .x = x, .tangent = tangent};
    go_through(&a);
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
    if (lcn_is_at(work, x) && work->problem->n_terms == 1 && !work->is_wide) {
        if (lcn_own_begin(work->problem) < lcn_own_end(work->problem)) /* else it is another rank's */
            visit(user, work, 0, 0, work->P); /* as the last evaluation left it */
        return;
    }
    pass a = {.work = work, .x = x, .tangent = LCN_TANGENT, .visit = visit, .user = user};
    go_through(&a);
    mark(work, x);
}
