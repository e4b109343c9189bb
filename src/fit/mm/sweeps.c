/* SPDX-License-Identifier: BSD-3-Clause
 * Sweeps over single variables; see sweeps.h. With x_r the vector of variable r, Y_j = sum of w_r x_r over module j and
 * (G_i, v_i) profiled from their products, variable r without its own share has in module j
 *
 *   f_j = <x_r, Z_j> - own part,   Z = sum_l Y_l M_lj / |w_l|
 *
 * and would join it with weight (f_j + kappa_j) / stiff_j relative to the others, at a gain of (f_j + kappa_j)² /
 * (2 stiff_j) less what a place there costs (evidence.h): exact at fixed (G, v) as far as the weight squared. All
 * variables of a block are judged at one Z, then they move together.
 */
#include "fit/mm/sweeps.h"
#include "kernels/vector_products.h"

#include <math.h>
#include <string.h>

enum {
    SWEEPS = 100,   /* a bound: STALE ends them */
    STALE = 2,      /* in a row that gain little */
    LEAST_BLOCK = 32,
    BLOCKS = 4,     /* in a sweep at least */
    WORTH_THREADS = 1 << 20 /* multiply-adds of a block that pay for waking threads */
};
static const double LITTLE = 1e-4; /* nats per variable: a tenth of what a round must gain */

/* What becomes of a variable. */
typedef struct change {
    int64_t at; /* vector */
    int32_t from, to;
    float less, more; /* weight that is taken from the one, and given to the other */
} change;

struct lcn_sweeps {
    const lcn_vectors *vectors;
    float *Y, *Z;       /* k × length */
    float *mix;         /* k × k */
    double *free, *self; /* p × k: of a block's variables, see judge */
    double *square, *sum;               /* k: of the weights of each module */
    double *pull, *kappa, *nh, *worth;  /* k: what draws a column, draws weights together, their curvature, a place */
    change *changes;    /* p */
    int64_t left_out;   /* unassigned variables */
};

void lcn_sweeps_free(const lacon_allocator *a, lcn_sweeps *s)
{
    if (!s) return;
    lcn_free(a, s->Y);
    lcn_free(a, s->mix);
    lcn_free(a, s->free);
    lcn_free(a, s->square);
    lcn_free(a, s->changes);
    lcn_free(a, s);
}

lacon_status lcn_sweeps_new(lacon_ctx *ctx, lcn_work *work, const lcn_vectors *v)
{
    if (!v) return LACON_OK;
    const size_t k = (size_t)work->k, p = (size_t)v->p;
    lcn_sweeps *s = work->sweeps = lcn_alloc(ctx, 1, sizeof *s);
    if (!s) return LACON_E_MEMORY;
    s->vectors = v;
    s->Y = lcn_alloc(ctx, 2 * k, (size_t)v->length * sizeof *s->Y);
    s->mix = lcn_alloc(ctx, k * k, sizeof *s->mix);
    s->free = lcn_alloc(ctx, 2 * p, k * sizeof *s->free);
    s->square = lcn_alloc(ctx, 6 * k, sizeof *s->square);
    s->changes = lcn_alloc(ctx, p, sizeof *s->changes);
    return s->Y && s->mix && s->free && s->square && s->changes ? LACON_OK : LACON_E_MEMORY;
}

/* Pieces of the arrays for the k of the moment. */
static void lay_out(lcn_sweeps *s, int64_t k)
{
    s->Z = s->Y + k * s->vectors->length;
    s->self = s->free + s->vectors->p * k;
    s->sum = s->square + k;
    s->pull = s->sum + k;
    s->kappa = s->pull + k;
    s->nh = s->kappa + k;
    s->worth = s->nh + k;
}

/* Variables that are judged together: as many as make up for profiling all classes anew, about. */
static int64_t block_size(const lcn_work *w)
{
    const lcn_vectors *v = w->sweeps->vectors;
    const double k = (double)w->k, length = (double)v->length;
    const double anew = (double)v->n_terms * (500.0 + 25.0 * k * k * k) + 0.3 * length * k * k;
    const double each = 0.3 * length * (k + 1.0) + 100.0;
    const int64_t block = (int64_t)(2.0 * anew / each) / 2 * 2, most = v->p / BLOCKS + 1;
    return block < LEAST_BLOCK ? (LEAST_BLOCK < most ? LEAST_BLOCK : most) : block < most ? block : most;
}

/* Y, and sums of the weights, from W, whose sizes are counted. */
static void gather(lcn_work *w, const lcn_loadings *W)
{
    lcn_sweeps *s = w->sweeps;
    const int64_t k = w->k, length = s->vectors->length;
    memset(s->Y, 0, (size_t)(k * length) * sizeof *s->Y);
    for (int64_t j = 0; j < k; j++) s->square[j] = s->sum[j] = 0.0;
    s->left_out = W->p;
    for (int64_t j = 0; j < k; j++) s->left_out -= W->size[j];
    for (int64_t i = 0; i < W->p; i++) {
        const int64_t r = s->vectors->variable[i], j = W->module[r];
        if (j < 0) continue;
        lcn_vector_add(s->Y + j * length, (float)W->weight[r], s->vectors->x + i * length, length);
        s->square[j] += W->weight[r] * W->weight[r];
        s->sum[j] += W->weight[r];
    }
}

/* ---- what variables are judged by ---- */

/* S, M of all classes and Z; pulls and curvatures. Returns the objective. */
static double profile_anew(lcn_work *w)
{
    lcn_sweeps *s = w->sweeps;
    const lcn_problem *q = w->problem;
    const lcn_vectors *v = s->vectors;
    const int64_t k = w->k;
    double f = 0.0;
    for (int64_t j = 0; j < k; j++) s->nh[j] = s->pull[j] = 0.0;
    for (int64_t i = 0; i < v->n_terms; i++) {
        double *S = w->S + i * k * k, *M = w->M + i * k * k;
        const double omega = q->terms[i].omega;
        lcn_profile now;
        lcn_vector_gram(S, s->Y, k, v->length, v->begin[i], v->begin[i + 1]);
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = 0; b < k; b++) S[a * k + b] /= sqrt(s->square[a] * s->square[b]);
        lcn_profile_compute(&now, NULL, M, q->objective, w->p, k, S, q->terms[i].trace, w->scratch);
        f += omega * (q->objective == LACON_OBJECTIVE_ML ? now.nll : now.score);
        for (int64_t a = 0; a < k; a++) {
            s->nh[a] += lcn_curvature(q->effective * omega, S[a * k + a], now.v);
            for (int64_t b = 0; b < k; b++) s->pull[a] += omega * S[a * k + b] * M[b * k + a];
            for (int64_t b = 0; b < k; b++) s->mix[a * k + b] = (float)(omega * M[a * k + b] / sqrt(s->square[a]));
        }
        lcn_vector_mix(s->Z, s->Y, s->mix, k, v->length, v->begin[i], v->begin[i + 1]);
    }
    return f;
}

/* What draws weights together, and what a place costs: the rise of the module's price by one variable more, and what
 * the prior gives for it. A module of m weights whose cosine to equal ones is c costs m/t² (1 - c). */
static void price_places(lcn_work *w, const lcn_loadings *W)
{
    lcn_sweeps *s = w->sweeps;
    const double t2 = W->spread2, *lf = w->log_factorial;
    for (int64_t j = 0; j < w->k; j++) {
        const double m = (double)W->size[j], equal = s->sum[j] / sqrt(s->square[j] * m), curved = s->nh[j] * t2;
        s->kappa[j] = sqrt(m) * w->problem->nat / t2;
        s->pull[j] += s->kappa[j] * s->sum[j] / sqrt(s->square[j]);
        s->worth[j] = lf[W->size[j] + 1] - lf[W->size[j]] - (1.0 - 0.5 * equal) / t2 -
                      0.5 * ((m + 1.0) * log1p(curved / (m + 1.0)) - m * log1p(curved / m));
    }
}

/* Minus the log evidence, with the spread the weights have; they ask for another one. */
static double price_all(lcn_work *w, lcn_loadings *W, double f)
{
    lcn_sweeps *s = w->sweeps;
    lcn_prices prices = {.nh = s->nh, .sum = s->kappa, .log_factorial = w->log_factorial, .k = w->k,
                         .left_out = s->left_out};
    for (int64_t j = 0; j < w->k; j++) s->kappa[j] = s->sum[j] / sqrt(s->square[j]);
    if (!(W->spread2 > 0.0)) W->spread2 = lcn_spread_of(&prices, W);
    prices.spread2 = W->spread2;
    const double cost = f / w->problem->nat + lcn_prices_total(&prices, W) + lcn_partition_price(w, W);
    W->spread2 = lcn_spread_of(&prices, W);
    return cost;
}

/* ---- a block ---- */

typedef struct block {
    lcn_work *work;
    const lcn_loadings *W;
    int64_t first; /* vector */
} block;

/* free (from .. to of the block, × k): <x_r, Z_j> without what r itself has in it; self: what it would have. */
static void judge(void *user, int64_t from, int64_t to)
{
    const block *b = user;
    const lcn_work *w = b->work;
    const lcn_sweeps *s = w->sweeps;
    const lcn_vectors *v = s->vectors;
    const int64_t k = w->k;
    lcn_vector_dots(s->free + from * k, v->x + (b->first + from) * v->length, to - from, s->Z, k, v->length);
    for (int64_t e = from; e < to; e++) {
        const int64_t r = v->variable[b->first + e], a = b->W->module[r];
        const double *own = v->own + (b->first + e) * v->n_terms;
        const double weight = a < 0 ? 0.0 : b->W->weight[r] / sqrt(s->square[a]);
        double *restrict free = s->free + e * k, *restrict self = s->self + e * k;
        for (int64_t j = 0; j < k; j++) self[j] = 0.0;
        for (int64_t i = 0; i < v->n_terms; i++) {
            const double d = w->problem->terms[i].omega * own[i], *M = w->M + i * k * k, *Ma = M + (a < 0 ? 0 : a) * k;
            for (int64_t j = 0; j < k; j++) {
                free[j] -= d * weight * Ma[j];
                self[j] += d * M[j * k + j];
            }
        }
    }
}

/* Where variable r gains most, and its weight there relative to the others'; LCN_UNASSIGNED where that is nowhere. */
static int32_t best_place(const lcn_work *w, const lcn_loadings *W, int64_t r, const double *free, const double *self,
                          bool leave, double *beta)
{
    const lcn_sweeps *s = w->sweeps;
    const double *lf = w->log_factorial, half = 0.5 / w->problem->nat;
    const int32_t a = W->module[r];
    int32_t best = LCN_UNASSIGNED;
    double most = leave ? lf[s->left_out + (a >= 0)] - lf[s->left_out - (a < 0)] : -INFINITY;
    for (int32_t j = 0; j < w->k; j++) {
        const double stiff = fmax(s->pull[j] - self[j], 1e-3 * s->pull[j]); /* a variable that is all of its column */
        const double g = free[j] + s->kappa[j];
        if (!(stiff > 0.0)) continue;
        double gain = (g > 0.0 ? half * g * g / stiff : 0.0) + s->worth[j];
        if (j == a) gain -= lf[W->size[j] + 1] - 2.0 * lf[W->size[j]] + lf[W->size[j] - 1]; /* it is there already */
        if (!(gain > most)) continue;
        most = gain;
        best = j;
        *beta = g > 0.0 ? fmin(g / stiff, 1.0) : 0.0;
    }
    return best;
}

/* Every variable of the block to its best place; what becomes of Y is noted. */
static int64_t place(const block *b, lcn_loadings *W, int64_t count, const lcn_limits *limits)
{
    lcn_sweeps *s = b->work->sweeps;
    const int64_t k = b->work->k;
    int64_t n = 0;
    for (int64_t e = 0; e < count; e++) {
        const int64_t r = s->vectors->variable[b->first + e];
        const int32_t a = W->module[r];
        if (a < 0 ? !(limits->entry < INFINITY) : W->size[a] < 2) continue;
        double beta = 0.0, before = W->weight[r], after = 0.0;
        const int32_t to = best_place(b->work, W, r, s->free + e * k, s->self + e * k, limits->leave, &beta);
        if (a >= 0) {
            s->square[a] = fmax(s->square[a] - before * before, LCN_LEFT_MIN);
            s->sum[a] -= before;
            W->size[a]--;
        } else {
            s->left_out--;
        }
        if (to >= 0) {
            after = beta * sqrt(s->square[to]);
            s->square[to] += after * after;
            s->sum[to] += after;
            W->size[to]++;
        } else {
            s->left_out++;
        }
        W->module[r] = to;
        W->weight[r] = after;
        if (a == to) s->changes[n++] = (change){b->first + e, LCN_UNASSIGNED, to, 0.0f, (float)(after - before)};
        else s->changes[n++] = (change){b->first + e, a, to, (float)before, (float)after};
    }
    return n;
}

/* Y after the changes, some of its length. */
typedef struct moving {
    lcn_sweeps *s;
    int64_t count;
} moving;

static void move(void *user, int64_t from, int64_t to)
{
    const moving *m = user;
    const lcn_vectors *v = m->s->vectors;
    for (int64_t i = 0; i < m->count; i++) {
        const change *c = &m->s->changes[i];
        const float *x = v->x + c->at * v->length + from;
        if (c->from >= 0) lcn_vector_add(m->s->Y + c->from * v->length + from, -c->less, x, to - from);
        if (c->to >= 0) lcn_vector_add(m->s->Y + c->to * v->length + from, c->more, x, to - from);
    }
}

static void go_through(lcn_work *w, lcn_loadings *W, int64_t first, int64_t count, const lcn_limits *limits)
{
    enum { VARIABLES = 16, NUMBERS = 4096 }; /* that a thread takes at a time */
    const lcn_vectors *v = w->sweeps->vectors;
    const int threads = count * v->length * (w->k + 1) > WORTH_THREADS ? w->threads : 1;
    block b = {w, W, first};
    lcn_each_range(threads, count, VARIABLES, judge, &b);
    moving m = {w->sweeps, place(&b, W, count, limits)};
    lcn_each_range(threads, v->length, threads > 1 ? NUMBERS : v->length, move, &m);
}

/* ---- sweeps ---- */

/* How a descent goes on: false when it has ended. */
typedef struct course {
    double least, last, gain; /* cost: the least so far, the last one; the last gain */
    int stale, sweeps;
} course;

static bool goes_on(course *c, double cost, double little, double give_up)
{
    const double gain = c->last - cost, rate = c->sweeps > 1 && c->gain > 0.0 ? fmin(gain / c->gain, 0.9) : 0.9;
    if (cost < c->least - little) c->stale = 0, c->least = cost;
    else c->stale++;
    c->last = cost;
    c->gain = gain;
    c->sweeps++;
    if (c->sweeps > 3 && (c->stale >= STALE || (c->stale > 0 && gain >= 0.0))) return false;
    return c->sweeps <= 3 || cost - gain * rate / (1.0 - rate) <= give_up;
}

bool lcn_sweep_down(lacon_ctx *ctx, lcn_work *w, lcn_point *x, const lcn_limits *limits)
{
    const int64_t p = w->p, size = block_size(w);
    const double nat = w->problem->nat, little = fmax(limits->gain / nat, LITTLE * (double)p);
    lcn_loadings *W = &x->W;
    course way = {INFINITY, INFINITY, 0.0, 0, 0};
    bool going = true;
    lay_out(w->sweeps, w->k);
    lcn_loadings_normalise(W);
    gather(w, W);
    for (int sweep = 0; going && sweep < SWEEPS; sweep++) {
        for (int64_t first = 0; first < p && going; first += size) {
            const double f = profile_anew(w);
            if (first == 0) going = goes_on(&way, price_all(w, W, f), little, limits->give_up / nat);
            if (going) price_places(w, W), go_through(w, W, first, first + size < p ? size : p - first, limits);
        }
        if (ctx && lcn_cancelled(ctx)) break;
    }
    w->evaluations += way.sweeps; /* each is a pass over the data */
    lcn_loadings_normalise(W);
    lcn_evaluate(w, x, LCN_TANGENT);
    lcn_trace_step(w->trace, x->f, 0.0);
    return !(ctx && lcn_cancelled(ctx));
}
