/* SPDX-License-Identifier: BSD-3-Clause
 * The statistics of all permutations (docs/inference.md). With Z the nuisance columns (intercept among
 * them), e = Y - Z (Z'Z)^-1 Z'Y the residuals and Q = [Q_z Q_x] the orthonormal basis of the design,
 * Freedman and Lane's statistic of permutation P needs nothing but  C = (P'Q)' e,  (r + q) × E:
 *
 *     explained = |C_x|²,   residual = |e|² - |C_z|² - |C_x|²,   F = (explained / q) / (residual / df)
 *
 * So a batch of permutations is one product of gathered rows of Q with e. Where classes do not all vary alike, or come
 * in blocks, spread.c divides by another variance, from the residuals of each permutation. Batches are cut by number
 * alone and their counts are integers: the answer does not depend on the threads.
 */
#include "inference/inference.h"
#include "inference/spread.h"
#include "la/la.h"
#include "parallel/tasks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Permutations of a product; of a task at least, and how many tasks at most: each has counts of its own. */
enum { BATCH = 64, PIECE = 4 * BATCH, PIECES = 1024 };

/* Permutations that are the observed one but for the order of sums must count as reaching it. */
static const double TIE = 1e-9;

typedef struct engine {
    lcn_permuted *out;
    const lcn_design *design;
    lcn_shuffle *shuffle;
    const lcn_network *network;
    lacon_tail tail;
    int64_t n, E, width; /* width = r + q */
    double *Q;           /* n × width */
    double *e;           /* n × E: residuals of the nuisance */
    double *total;       /* E: |e|² */
    double *bound;       /* E: what counts as reaching the observed */
    double omnibus_bound;
    double *root;        /* q: scale of the tested columns */
    lcn_spread spread;   /* groups 0: all vary alike, on their own */
    bool own;            /* the statistic of every permutation is by it */
    int64_t piece, pieces; /* permutations of a task; tasks */
    int64_t *counts;       /* pieces × (E + 1): how many reach the observed, and the omnibus */
} engine;

/* What a thread needs: rows of Q, their products, one line of statistics, the counts. */
typedef struct worker {
    int32_t *row;     /* BATCH × 2 n */
    double *A;        /* BATCH width × n */
    double *C;        /* BATCH width × E */
    double *s;        /* E */
    int64_t *above;   /* E */
    int64_t omnibus;  /* count */
    int64_t *sizes;   /* k */
    int32_t *parent;  /* k */
    double *r;        /* n × E: residuals of one permutation; only with a spread, as are those below */
    double *parts;    /* lcn_spread_scratch */
    double *small;    /* 3 q² + 4 q */
} worker;

/* ---- one line of statistics ---- */

/* c: width × E products of one permutation; s (E). Returns the mean of F. O(width E). */
static double statistics(const engine *g, const double *c, double *s)
{
    const int64_t E = g->E, r = g->design->r, q = g->design->q;
    const double df = (double)g->out->df, per = df / (double)q;
    const double side = g->tail == LACON_TAIL_LESS ? -1.0 : 1.0;
    double sum = 0.0;
    for (int64_t e = 0; e < E; e++) {
        double nuisance = 0.0, explained = 0.0;
        for (int64_t j = 0; j < r; j++) nuisance += c[j * E + e] * c[j * E + e];
        for (int64_t j = r; j < r + q; j++) explained += c[j * E + e] * c[j * E + e];
        const double total = g->total[e];
        /* all explained: the residual is rounding, not zero; a constant edge has no statistic */
        const double residual = fmax(total - nuisance - explained, 1e-14 * total);
        const double F = total > 0.0 ? per * explained / residual : 0.0;
        sum += F;
        s[e] = g->tail == LACON_TAIL_TWO ? F : copysign(F, side * c[r * E + e]);
    }
    return sum / (double)E;
}

/* Residuals r = e - A'c of one permutation (A its rows of Q, width × n), and what they come to in each group.
 * O(n width E) */
static void scatter(const engine *g, worker *w, const double *c, const double *A, const int32_t *row)
{
    memcpy(w->r, g->e, (size_t)(g->n * g->E) * sizeof *w->r);
    lcn_gemm(LCN_T, LCN_N, g->n, g->E, g->width, -1.0, A, g->n, c, g->E, 1.0, w->r, g->E);
    lcn_spread_parts(&g->spread, w->parts, w->r, row, g->E);
}

static lcn_wald wald(const engine *g, const worker *w, const double *c, int64_t e)
{
    if (!(g->total[e] > 0.0)) return (lcn_wald){.df = (double)g->out->df};
    const double least = 1e-14 * g->total[e] / (double)g->out->df; /* as in statistics: rounding, not zero */
    return lcn_spread_wald(&g->spread, c + g->design->r * g->E, w->parts, least, e, g->E, w->small);
}

/* As statistics, by variances of their own. */
static double own_statistics(const engine *g, worker *w, const double *c, const double *A, const int32_t *row)
{
    const double side = g->tail == LACON_TAIL_LESS ? -1.0 : 1.0;
    double sum = 0.0;
    scatter(g, w, c, A, row);
    for (int64_t e = 0; e < g->E; e++) {
        const double F = lcn_wald_scaled(wald(g, w, c, e), (double)g->design->q, c[g->design->r * g->E + e]);
        sum += fabs(F);
        w->s[e] = g->tail == LACON_TAIL_TWO ? fabs(F) : side * F;
    }
    return sum / (double)g->E;
}

/* ---- components ---- */

static int32_t root_of(int32_t *parent, int32_t x)
{
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
}

/* sizes: edges of each component at its root; the largest is returned */
static int64_t join(const lcn_network *net, const double *s, int64_t E, int64_t *sizes, int32_t *parent)
{
    int64_t largest = 0;
    for (int32_t a = 0; a < net->k; a++) {
        parent[a] = a;
        sizes[a] = 0;
    }
    for (int64_t e = 0; e < E; e++) {
        if (s[e] < net->threshold) continue;
        const int32_t a = root_of(parent, net->from[e]), b = root_of(parent, net->to[e]);
        const int64_t size = sizes[a] + (a != b ? sizes[b] : 0) + 1;
        parent[b] = a;
        sizes[a] = size;
        if (size > largest) largest = size;
    }
    return largest;
}

int64_t lcn_components(const lcn_network *net, const double *s, int64_t E, int32_t *label, int64_t *sizes,
                       int32_t *parent)
{
    join(net, s, E, sizes, parent);
    int64_t count = 0;
    for (int64_t e = 0; e < E; e++) { /* label each root at the first edge of its component */
        label[e] = 0;
        if (s[e] < net->threshold) continue;
        const int32_t at = root_of(parent, net->from[e]);
        if (sizes[at] > 0) {
            sizes[at] = -(++count); /* negative: the label */
        }
        label[e] = (int32_t)-sizes[at];
    }
    memset(sizes, 0, (size_t)net->k * sizeof *sizes);
    for (int64_t e = 0; e < E; e++)
        if (label[e] > 0) sizes[label[e] - 1]++;
    return count;
}

/* ---- permutations ---- */

static void judge(engine *g, worker *w, int64_t which, int64_t b)
{
    const int64_t E = g->E;
    const double *c = w->C + b * g->width * E;
    const double mean = g->own ? own_statistics(g, w, c, w->A + b * g->width * g->n, w->row + b * 2 * g->n)
                               : statistics(g, c, w->s);
    double largest = -INFINITY;
    for (int64_t e = 0; e < E; e++) {
        w->above[e] += w->s[e] >= g->bound[e];
        largest = fmax(largest, w->s[e]);
    }
    w->omnibus += mean >= g->omnibus_bound;
    g->out->largest[which] = largest;
    if (g->network)
        g->out->component[which] = (int32_t)join(g->network, w->s, E, w->sizes, w->parent);
}

/* Permutations first .. first + count - 1, whose rows are in w->row (2 n apart). */
static void batch(engine *g, worker *w, int64_t first, int64_t count)
{
    const int64_t n = g->n, width = g->width;
    for (int64_t b = 0; b < count; b++) {
        if (!g->shuffle->all) lcn_shuffle_draw(g->shuffle, first + b, w->row + b * 2 * n);
        const int32_t *row = w->row + b * 2 * n;
        double *A = w->A + b * width * n;
        for (int64_t i = 0; i < n; i++) {
            const double side = row[i] < 0 ? -1.0 : 1.0;
            const double *q = g->Q + (row[i] < 0 ? ~row[i] : row[i]) * width;
            for (int64_t j = 0; j < width; j++) A[j * n + i] = side * q[j];
        }
    }
    lcn_gemm(LCN_N, LCN_N, count * width, g->E, n, 1.0, w->A, n, g->e, g->E, 0.0, w->C, g->E);
    for (int64_t b = 0; b < count; b++) judge(g, w, first + b, b);
}

/* All arrangements come one after the other, so one thread does them: there are few. */
static lacon_status enumerate(lacon_ctx *ctx, engine *g, worker *w)
{
    for (int64_t first = 0; first < g->out->done; first += BATCH) {
        const int64_t left = g->out->done - first, count = left < BATCH ? left : BATCH;
        for (int64_t b = 0; b < count; b++) lcn_shuffle_next(g->shuffle, w->row + b * 2 * g->n);
        batch(g, w, first, count);
        if (lcn_cancelled(ctx)) return lcn_fail(ctx, LACON_E_CANCELLED, "stopped between permutations");
    }
    return LACON_OK;
}

static void worker_clear(const lacon_allocator *a, worker *w);
static lacon_status worker_new(lacon_ctx *ctx, worker *w, const engine *g);

/* Permutations of piece i, which depend on their numbers alone. */
static lacon_status draw_piece(void *user, lacon_ctx *ctx, int64_t i)
{
    engine *g = user;
    const int64_t first = i * g->piece, end = first + g->piece < g->out->done ? first + g->piece : g->out->done;
    worker w = {0};
    lacon_status status = worker_new(ctx, &w, g);
    for (int64_t at = first; status >= 0 && at < end; at += BATCH) {
        batch(g, &w, at, end - at < BATCH ? end - at : BATCH);
        if (lcn_cancelled(ctx)) status = lcn_fail(ctx, LACON_E_CANCELLED, "stopped between permutations");
    }
    if (status >= 0) {
        memcpy(g->counts + i * (g->E + 1), w.above, (size_t)g->E * sizeof *w.above);
        g->counts[i * (g->E + 1) + g->E] = w.omnibus;
    }
    worker_clear(&ctx->allocator, &w);
    return status;
}

static int result_of(void *user, int64_t i, lcn_span spans[LCN_SPANS])
{
    const engine *g = user;
    const int64_t first = i * g->piece, left = g->out->done - first;
    const size_t count = (size_t)(left < g->piece ? left : g->piece), E = (size_t)g->E + 1;
    spans[0] = (lcn_span){g->counts + (size_t)i * E, E * sizeof *g->counts};
    spans[1] = (lcn_span){g->out->largest + first, count * sizeof *g->out->largest};
    spans[2] = (lcn_span){g->out->component + first, count * sizeof *g->out->component};
    return g->network ? 3 : 2;
}

static const char *phase(int64_t i)
{
    (void)i;
    return "permute";
}

/* The numbers that permutations are made of. */
static lacon_status identify(void *user, lcn_sha256 *hash)
{
    const engine *g = user;
    const lcn_shuffle *by = g->shuffle;
    const int64_t asked[] = {g->out->done, g->n, g->E, g->width, g->tail, g->own, g->piece, (int64_t)by->seed,
                             by->whole, by->flip, by->n_blocks, by->n_items, by->n_sets};
    lcn_sha256_update(hash, asked, sizeof asked);
    lcn_sha256_update(hash, g->Q, (size_t)(g->n * g->width) * sizeof *g->Q);
    lcn_sha256_update(hash, g->e, (size_t)(g->n * g->E) * sizeof *g->e);
    if (g->network) lcn_sha256_update(hash, &g->network->threshold, sizeof g->network->threshold);
    if (by->member) lcn_sha256_update(hash, by->member, (size_t)g->n * sizeof *by->member);
    if (by->first) lcn_sha256_update(hash, by->first, (size_t)(by->n_blocks + 1) * sizeof *by->first);
    if (by->item) lcn_sha256_update(hash, by->item, (size_t)by->n_items * sizeof *by->item);
    if (by->set) lcn_sha256_update(hash, by->set, (size_t)(by->n_sets + 1) * sizeof *by->set);
    if (g->design->variance) lcn_sha256_update(hash, g->design->variance, (size_t)g->n * sizeof *g->design->variance);
    return LACON_OK;
}

static lacon_status draw_all(lacon_ctx *ctx, engine *g)
{
    const int64_t each = (g->out->done + PIECES - 1) / PIECES;
    g->piece = each > PIECE ? (each + BATCH - 1) / BATCH * BATCH : PIECE;
    g->pieces = (g->out->done + g->piece - 1) / g->piece;
    g->counts = lcn_alloc(ctx, (size_t)(g->pieces * (g->E + 1)), sizeof *g->counts);
    if (!g->counts) return LACON_E_MEMORY;
    LCN_TRY(lcn_tasks_run(ctx, &(lcn_tasks){.count = g->pieces, .user = g, .run = draw_piece, .result = result_of,
                                            .phase = phase, .identify = identify, .call = "test"}));
    for (int64_t i = 0; i < g->pieces; i++) {
        for (int64_t e = 0; e < g->E; e++) g->out->above[e] += g->counts[i * (g->E + 1) + e];
        g->out->omnibus_above += g->counts[i * (g->E + 1) + g->E];
    }
    return LACON_OK;
}

/* ---- before and after ---- */

/* e = Y minus its mean and its part in the nuisance columns of Q; total = |e|² per edge. */
static void residuals(engine *g, const double *Y, double *C)
{
    const int64_t n = g->n, E = g->E, r = g->design->r;
    for (int64_t e = 0; e < E; e++) {
        double mean = 0.0, size = 0.0;
        for (int64_t i = 0; i < n && !g->design->flip; i++) mean += Y[i * E + e] / (double)n;
        for (int64_t i = 0; i < n; i++) {
            g->e[i * E + e] = Y[i * E + e] - mean;
            size = fmax(size, fabs(Y[i * E + e]));
        }
        g->bound[e] = 1e-26 * size * size * (double)n; /* for now: |e|² that is rounding of the mean */
    }
    if (r > 0) {
        lcn_gemm(LCN_T, LCN_N, r, E, n, 1.0, g->Q, g->width, g->e, E, 0.0, C, E);
        lcn_gemm(LCN_N, LCN_N, n, E, r, -1.0, g->Q, g->width, C, E, 1.0, g->e, E);
    }
    for (int64_t e = 0; e < E; e++) {
        double total = 0.0;
        for (int64_t i = 0; i < n; i++) total += g->e[i * E + e] * g->e[i * E + e];
        g->total[e] = total > g->bound[e] ? total : 0.0;
    }
}

/* The observed ones by the spread: what is reported, and compared where it is the statistic. */
static void observe_own(engine *g, worker *w, const double *C)
{
    lcn_permuted *o = g->out;
    for (int64_t i = 0; i < g->n; i++) {
        w->row[i] = (int32_t)i;
        for (int64_t j = 0; j < g->width; j++) w->A[j * g->n + i] = g->Q[i * g->width + j];
    }
    if (g->own) o->omnibus = own_statistics(g, w, C, w->A, w->row);
    else scatter(g, w, C, w->A, w->row);
    for (int64_t e = 0; e < g->E; e++) {
        const lcn_wald own = wald(g, w, C, e);
        const double q = (double)g->design->q;
        o->own_df[e] = own.df;
        o->error[e] = sqrt(own.V) / o->root;
        if (!g->own) continue;
        o->shift[e] = own.shift;
        o->bend[e] = own.bend;
        o->observed[e] = w->s[e];
        o->F[e] = own.F;
        if (g->design->q > 1) o->coef[e] = q * own.F / (q * own.F + (double)o->df);
    }
}

/* The observed statistics and estimates. C: width × E. */
static void observe(engine *g, worker *w, double *C)
{
    const int64_t E = g->E, r = g->design->r, q = g->design->q;
    lcn_permuted *o = g->out;
    lcn_gemm(LCN_T, LCN_N, g->width, E, g->n, 1.0, g->Q, g->width, g->e, E, 0.0, C, E);
    memset(C, 0, (size_t)(r * E) * sizeof *C); /* e has nothing left there but rounding */
    o->omnibus = statistics(g, C, o->observed);
    o->root = g->root[0];
    for (int64_t e = 0; e < E; e++) {
        double explained = 0.0;
        for (int64_t j = r; j < r + q; j++) explained += C[j * E + e] * C[j * E + e];
        const double total = g->total[e], residual = fmax(total - explained, 0.0);
        o->sigma[e] = sqrt(residual / (double)o->df);
        o->coef[e] = q == 1 ? C[r * E + e] / o->root : total > 0.0 ? explained / total : 0.0;
        o->F[e] = fabs(o->observed[e]);
        o->own_df[e] = (double)o->df;
        o->error[e] = o->F[e] > 0.0 ? fabs(o->coef[e]) / sqrt(o->F[e]) : o->sigma[e] / o->root;
    }
    if (g->spread.groups > 0) observe_own(g, w, C);
    for (int64_t e = 0; e < E; e++) g->bound[e] = o->observed[e] - TIE * fabs(o->observed[e]);
    g->omnibus_bound = o->omnibus - TIE * o->omnibus;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int ascending_int(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* What the worker on its own has counted, and all in order. */
static void gather(lcn_permuted *o, const worker *w)
{
    for (int64_t e = 0; e < o->E; e++) o->above[e] += w->above[e];
    o->omnibus_above += w->omnibus;
    qsort(o->largest, (size_t)o->done, sizeof *o->largest, ascending);
    if (o->component) qsort(o->component, (size_t)o->done, sizeof *o->component, ascending_int);
}

/* ---- memory ---- */

static lacon_status worker_new(lacon_ctx *ctx, worker *w, const engine *g)
{
    const size_t n = (size_t)g->n, E = (size_t)g->E, width = (size_t)g->width;
    const size_t k = g->network ? (size_t)g->network->k : 1;
    w->row = lcn_alloc(ctx, BATCH * 2 * n, sizeof *w->row);
    w->A = lcn_alloc(ctx, BATCH * width * n, sizeof *w->A);
    w->C = lcn_alloc(ctx, BATCH * width * E, sizeof *w->C);
    w->s = lcn_alloc(ctx, E, sizeof *w->s);
    w->above = lcn_alloc(ctx, E, sizeof *w->above);
    w->sizes = lcn_alloc(ctx, k, sizeof *w->sizes);
    w->parent = lcn_alloc(ctx, k, sizeof *w->parent);
    if (g->spread.groups > 0) {
        const size_t parts = (size_t)lcn_spread_scratch(&g->spread, g->E), q = (size_t)g->design->q;
        w->r = lcn_alloc(ctx, n * E + parts + 3 * q * q + 4 * q, sizeof *w->r);
        if (!w->r) return LACON_E_MEMORY;
        w->parts = w->r + n * E;
        w->small = w->parts + parts;
    }
    return w->row && w->A && w->C && w->s && w->above && w->sizes && w->parent ? LACON_OK : LACON_E_MEMORY;
}

static void worker_clear(const lacon_allocator *a, worker *w)
{
    void *const blocks[] = {w->row, w->A, w->C, w->s, w->above, w->sizes, w->parent, w->r};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
}

static lacon_status allocate(lacon_ctx *ctx, engine *g)
{
    lcn_permuted *o = g->out;
    const size_t n = (size_t)g->n, E = (size_t)g->E, done = (size_t)o->done;
    o->observed = lcn_alloc(ctx, 8 * E, sizeof *o->observed);
    o->above = lcn_alloc(ctx, E, sizeof *o->above);
    o->largest = lcn_alloc(ctx, done, sizeof *o->largest);
    if (g->network) o->component = lcn_alloc(ctx, done, sizeof *o->component);
    g->Q = lcn_alloc(ctx, n * (size_t)g->width + n * E + 2 * E + (size_t)g->width, sizeof *g->Q);
    if (!o->observed || !o->above || !o->largest || !g->Q || (g->network && !o->component))
        return LACON_E_MEMORY;
    o->coef = o->observed + E;
    o->sigma = o->coef + E;
    o->F = o->sigma + E;
    o->own_df = o->F + E;
    o->error = o->own_df + E;
    o->shift = o->error + E;
    o->bend = o->shift + E;
    g->e = g->Q + n * (size_t)g->width;
    g->total = g->e + n * E;
    g->bound = g->total + E;
    g->root = g->bound + E;
    return LACON_OK;
}

void lcn_permuted_clear(const lacon_allocator *a, lcn_permuted *p)
{
    lcn_free(a, p->observed);
    lcn_free(a, p->above);
    lcn_free(a, p->largest);
    lcn_free(a, p->component);
    *p = (lcn_permuted){0};
}

static lacon_status run(lacon_ctx *ctx, engine *g, const double *Y, worker *w)
{
    LCN_TRY(allocate(ctx, g));
    LCN_TRY(lcn_design_basis(ctx, g->design, g->Q, g->root));
    if (g->design->variance || g->design->whole) LCN_TRY(lcn_spread_init(ctx, &g->spread, g->design, g->Q));
    g->own = g->spread.groups > 0 && g->design->own_variance;
    LCN_TRY(worker_new(ctx, w, g));
    residuals(g, Y, w->C);
    observe(g, w, w->C);
    LCN_TRY(g->shuffle->all ? enumerate(ctx, g, w) : draw_all(ctx, g));
    gather(g->out, w);
    return LACON_OK;
}

lacon_status lcn_permute(lacon_ctx *ctx, lcn_permuted *out, const double *Y, int64_t E,
                         const lcn_design *design, lcn_shuffle *shuffle, lacon_tail tail,
                         const lcn_network *network)
{
    *out = (lcn_permuted){.E = E, .df = lcn_design_df(design), .done = shuffle->count};
    engine g = {.out = out, .design = design, .shuffle = shuffle, .network = network,
                .tail = design->q == 1 ? tail : LACON_TAIL_TWO, .n = design->n, .E = E,
                .width = design->r + design->q};
    worker w = {0};
    LCN_TRY(lcn_blas_ready(ctx));
    const int blas = lcn_blas_begin();
    const lacon_status status = run(ctx, &g, Y, &w);
    lcn_blas_end(blas);
    worker_clear(&ctx->allocator, &w);
    lcn_free(&ctx->allocator, g.counts);
    lcn_free(&ctx->allocator, g.Q);
    lcn_spread_clear(&ctx->allocator, &g.spread);
    if (status < 0) lcn_permuted_clear(&ctx->allocator, out);
    return status;
}

void lcn_permuted_limits(const lcn_permuted *p, int64_t e, double confidence, double *low, double *high)
{
    const double bound = lcn_t_bound(confidence, p->own_df[e]);
    *low = p->coef[e] - p->error[e] * lcn_unbend(bound, p->shift[e], p->bend[e]);
    *high = p->coef[e] - p->error[e] * lcn_unbend(-bound, p->shift[e], p->bend[e]);
}

double lcn_share(int64_t above, int64_t done, bool all)
{
    return all ? (double)above / (double)done : (double)(above + 1) / (double)(done + 1);
}

int64_t lcn_count_from(const double *sorted, int64_t count, double x)
{
    const double bound = x - TIE * fabs(x);
    int64_t low = 0, high = count; /* first index that is not below the bound */
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (sorted[middle] < bound) low = middle + 1;
        else high = middle;
    }
    return count - low;
}
