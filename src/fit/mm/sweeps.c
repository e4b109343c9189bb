/* SPDX-License-Identifier: BSD-3-Clause
 * Sweeps over single variables; see sweeps.h. With x_r the vector of variable r, Y_j = sum of w_r x_r over module j and
 * (G_i, v_i) profiled from their products, variable r without its own share has in module j
 *
 *   f_j = <x_r, Z_j> - own part,   Z = sum_l Y_l M_lj / |w_l|
 *
 * and would join it with weight (f_j + kappa_j) / stiff_j relative to the others, at a gain of (f_j + kappa_j)² /
 * (2 stiff_j) less what a place there costs (evidence.h): exact at fixed (G, v) as far as the weight squared. All
 * variables of a block are judged at one Z, then they move together. What is a sum over classes is summed in the pieces
 * of the problem, so that ranks may have some of them each: who has a class has its part of the vectors, of Y and Z.
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
    VARIABLES = 16, /* of a block that a thread takes at a time */
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
    const lcn_sharing *share; /* of the classes */
    int64_t length;     /* of a vector on all ranks */
    float *Y, *Z;       /* k × that of this rank */
    float *mix;         /* k × k of each piece of this rank */
    double *parts;      /* what its classes add to the next ones, part_size apart */
    int64_t part_size;
    double *objective;  /* of all classes, */
    double *nh, *pull;  /* k: the curvature of weights, what draws a column, */
    double *free, *self; /* × k: of a block's variables, see judge */
    double *square, *sum, *kappa, *worth; /* k: of the weights of each module; what draws them together, a place */
    change *changes;    /* p: of the last block, which Y has yet to follow */
    int64_t n_changes;
    int64_t left_out;   /* unassigned variables */
};

void lcn_sweeps_free(const lacon_allocator *a, lcn_sweeps *s)
{
    if (!s) return;
    lcn_free(a, s->Y);
    lcn_free(a, s->mix);
    lcn_free(a, s->parts);
    lcn_free(a, s->objective);
    lcn_free(a, s->changes);
    lcn_free(a, s);
}

/* Variables that are judged together: as many as make up for profiling all classes anew, about. */
static int64_t block_size(const lcn_work *w)
{
    const lcn_sweeps *s = w->sweeps;
    const double k = (double)w->k, length = (double)s->length;
    const double anew = (double)w->problem->n_terms * (500.0 + 25.0 * k * k * k) + 0.3 * length * k * k;
    const double each = 0.3 * length * (k + 1.0) + 100.0;
    const int64_t block = (int64_t)(2.0 * anew / each) / 2 * 2, most = w->p / BLOCKS + 1;
    return block < LEAST_BLOCK ? (LEAST_BLOCK < most ? LEAST_BLOCK : most) : block < most ? block : most;
}

lacon_status lcn_sweeps_new(lacon_ctx *ctx, lcn_work *work, const lcn_vectors *v)
{
    if (!v) return LACON_OK;
    const size_t k = (size_t)work->k;
    lcn_sweeps *s = work->sweeps = lcn_alloc(ctx, 1, sizeof *s);
    if (!s) return LACON_E_MEMORY;
    s->vectors = v;
    s->share = &work->problem->share;
    s->length = (int64_t)(lcn_vectors_bytes(work->problem) / sizeof(float)) / v->p;
    s->part_size = lcn_padded(1 + 2 * work->k * (1 + block_size(work))); /* fewer columns have no larger blocks */
    const size_t pieces = (size_t)(s->share->to - s->share->from), size = (size_t)s->part_size;
    s->Y = lcn_alloc(ctx, 2 * k * (size_t)v->length + 1, sizeof *s->Y);
    s->mix = lcn_alloc(ctx, pieces * k * k + 1, sizeof *s->mix);
    s->parts = lcn_alloc(ctx, pieces * size + 1, sizeof *s->parts);
    s->objective = lcn_alloc(ctx, size + 4 * k, sizeof *s->objective);
    s->changes = lcn_alloc(ctx, (size_t)v->p, sizeof *s->changes);
    return s->Y && s->mix && s->parts && s->objective && s->changes ? LACON_OK : LACON_E_MEMORY;
}

/* Pieces of the arrays for the k of the moment. */
static void lay_out(lcn_sweeps *s, int64_t k)
{
    s->Z = s->Y + k * s->vectors->length;
    s->nh = s->objective + 1;
    s->pull = s->nh + k;
    s->free = s->pull + k;
    s->square = s->objective + s->part_size;
    s->sum = s->square + k;
    s->kappa = s->sum + k;
    s->worth = s->kappa + k;
}

/* From W, whose sizes are counted: sums of the weights; Y is nothing, and all variables have yet to join it. */
static void gather(lcn_sweeps *s, const lcn_loadings *W)
{
    memset(s->Y, 0, (size_t)(W->k * s->vectors->length) * sizeof *s->Y);
    for (int64_t j = 0; j < W->k; j++) s->square[j] = s->sum[j] = 0.0;
    s->left_out = W->p;
    s->n_changes = 0;
    for (int64_t j = 0; j < W->k; j++) s->left_out -= W->size[j];
    for (int64_t i = 0; i < W->p; i++) {
        const int64_t r = s->vectors->variable[i];
        const int32_t j = W->module[r];
        if (j < 0) continue;
        s->changes[s->n_changes++] = (change){i, LCN_UNASSIGNED, j, 0.0f, (float)W->weight[r]};
        s->square[j] += W->weight[r] * W->weight[r];
        s->sum[j] += W->weight[r];
    }
}

/* ---- pieces of the classes ---- */

typedef struct block {
    lcn_work *work;
    lcn_loadings *W;
    int64_t first, count; /* vectors */
} block;

typedef struct piece {
    int64_t number, from, to; /* classes */
    int64_t begin, end;       /* their part of a vector */
    double *part;
} piece;

/* Number i of this rank. */
static piece piece_of(const lcn_work *w, int64_t i)
{
    const lcn_sweeps *s = w->sweeps;
    const int64_t N = w->problem->n_terms, at = s->share->from + i, *begin = s->vectors->begin;
    const int64_t from = lcn_piece_begin(at, s->share->pieces, N), to = lcn_piece_begin(at + 1, s->share->pieces, N);
    return (piece){at, from, to, begin[from], begin[to], s->parts + i * s->part_size};
}

/* Some of what the pieces have added up, from number `from` on, of all ranks: these wait for each other at every block,
 * and tell of themselves once a sweep. */
static void add_up(const lcn_sweeps *s, int64_t from, int64_t size, bool begins)
{
    const lcn_parts what = {s->objective + from, s->parts + from, s->part_size, size};
    if (begins) lcn_share_sums(s->share, 1, &what, 1);
    else lcn_share_next(s->share, &what);
}

/* Y after the changes */
static void follow(const lcn_sweeps *s, const piece *c)
{
    const int64_t length = s->vectors->length, n = c->end - c->begin;
    for (int64_t i = 0; i < s->n_changes; i++) {
        const change *one = &s->changes[i];
        const float *x = s->vectors->x + one->at * length + c->begin;
        if (one->from >= 0) lcn_vector_add(s->Y + one->from * length + c->begin, -one->less, x, n);
        if (one->to >= 0) lcn_vector_add(s->Y + one->to * length + c->begin, one->more, x, n);
    }
}

/* S, M of a class and its part of Z; the objective, pulls and curvatures */
static void profile_class(const lcn_work *w, int64_t i, const piece *c, float *mix)
{
    const lcn_sweeps *s = w->sweeps;
    const lcn_problem *q = w->problem;
    const lcn_vectors *v = s->vectors;
    const int64_t k = w->k;
    const double omega = q->terms[i].omega;
    double *S = w->S + i * k * k, *M = w->M + i * k * k, *nh = c->part + 1, *pull = nh + k;
    lcn_profile now;
    lcn_vector_gram(S, s->Y, k, v->length, v->begin[i], v->begin[i + 1]);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) S[a * k + b] /= sqrt(s->square[a] * s->square[b]);
    lcn_profile_compute(&now, NULL, M, q->objective, w->p, k, S, q->terms[i].trace,
                        w->scratch + c->number * w->scratch_size);
    c->part[0] += omega * (q->objective == LACON_OBJECTIVE_ML ? now.nll : now.score);
    for (int64_t a = 0; a < k; a++) {
        nh[a] += lcn_curvature(q->effective * omega, S[a * k + a], now.v);
        for (int64_t b = 0; b < k; b++) pull[a] += omega * S[a * k + b] * M[b * k + a];
        for (int64_t b = 0; b < k; b++) mix[a * k + b] = (float)(omega * M[a * k + b] / sqrt(s->square[a]));
    }
    lcn_vector_mix(s->Z, s->Y, mix, k, v->length, v->begin[i], v->begin[i + 1]);
}

static void profile_piece(void *user, int64_t i)
{
    const block *b = user;
    const int64_t k = b->work->k;
    const piece c = piece_of(b->work, i);
    follow(b->work->sweeps, &c);
    memset(c.part, 0, (size_t)(1 + 2 * k) * sizeof *c.part);
    for (int64_t e = c.from; e < c.to; e++) profile_class(b->work, e, &c, b->work->sweeps->mix + i * k * k);
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
static double price_all(lcn_work *w, lcn_loadings *W)
{
    lcn_sweeps *s = w->sweeps;
    lcn_prices prices = {.nh = s->nh, .sum = s->kappa, .log_factorial = w->log_factorial, .k = w->k,
                         .left_out = s->left_out};
    for (int64_t j = 0; j < w->k; j++) s->kappa[j] = s->sum[j] / sqrt(s->square[j]);
    if (!(W->spread2 > 0.0)) W->spread2 = lcn_spread_of(&prices, W);
    prices.spread2 = W->spread2;
    const double cost = s->objective[0] / w->problem->nat + lcn_prices_total(&prices, W) + lcn_partition_price(w, W);
    W->spread2 = lcn_spread_of(&prices, W);
    return cost;
}

/* free: <x_r, Z_j> without what r itself has in it; self: what it would have. Of some variables, over a piece. */
static void judge(void *user, int64_t task)
{
    const block *b = user;
    const lcn_work *w = b->work;
    const lcn_sweeps *s = w->sweeps;
    const lcn_vectors *v = s->vectors;
    const int64_t k = w->k, groups = (b->count + VARIABLES - 1) / VARIABLES, from = task % groups * VARIABLES;
    const int64_t to = from + VARIABLES < b->count ? from + VARIABLES : b->count;
    const piece c = piece_of(w, task / groups);
    double *all_free = c.part + (s->free - s->objective), *all_self = all_free + b->count * k;
    lcn_vector_dots(all_free + from * k, v->x + (b->first + from) * v->length, to - from, s->Z, k, v->length, c.begin,
                    c.end);
    for (int64_t e = from; e < to; e++) {
        const int64_t r = v->variable[b->first + e], a = b->W->module[r];
        const double *own = v->own + (b->first + e) * (v->to - v->from) - v->from;
        const double weight = a < 0 ? 0.0 : b->W->weight[r] / sqrt(s->square[a]);
        double *restrict free = all_free + e * k, *restrict self = all_self + e * k;
        for (int64_t j = 0; j < k; j++) self[j] = 0.0;
        for (int64_t i = c.from; i < c.to; i++) {
            const double d = w->problem->terms[i].omega * own[i], *M = w->M + i * k * k, *Ma = M + (a < 0 ? 0 : a) * k;
            for (int64_t j = 0; j < k; j++) {
                free[j] -= d * weight * Ma[j];
                self[j] += d * M[j * k + j];
            }
        }
    }
}

/* ---- a block ---- */

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
static void place(const block *b, const lcn_limits *limits)
{
    lcn_sweeps *s = b->work->sweeps;
    lcn_loadings *W = b->W;
    const int64_t k = b->work->k;
    int64_t n = 0;
    for (int64_t e = 0; e < b->count; e++) {
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
    s->n_changes = n;
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

/* The next block; false where the descent has ended, which is judged as a sweep begins. */
static bool go_through(block *b, course *way, double little, const lcn_limits *limits)
{
    lcn_work *w = b->work;
    lcn_sweeps *s = w->sweeps;
    const int64_t k = w->k, profiled = 1 + 2 * k, judged = 2 * b->count * k, own = s->share->to - s->share->from;
    const int threads = b->count * s->vectors->length * (k + 1) > WORTH_THREADS ? w->threads : 1;
    s->self = s->free + b->count * k;
    lcn_each_piece(threads, own, profile_piece, b);
    if (b->first == 0) {
        add_up(s, 0, profiled, true);
        if (!goes_on(way, price_all(w, b->W), little, limits->give_up / w->problem->nat)) return false;
    }
    lcn_each_piece(threads, own * ((b->count + VARIABLES - 1) / VARIABLES), judge, b);
    if (b->first == 0) add_up(s, profiled, judged, false);
    else add_up(s, 0, profiled + judged, false);
    price_places(w, b->W);
    place(b, limits);
    return true;
}

bool lcn_sweep_down(lacon_ctx *ctx, lcn_work *w, lcn_point *x, const lcn_limits *limits)
{
    const int64_t p = w->p, size = block_size(w);
    const double little = fmax(limits->gain / w->problem->nat, LITTLE * (double)p);
    course way = {INFINITY, INFINITY, 0.0, 0, 0};
    bool going = true;
    lay_out(w->sweeps, w->k);
    lcn_loadings_normalise(&x->W);
    gather(w->sweeps, &x->W);
    for (int sweep = 0; going && sweep < SWEEPS; sweep++) {
        for (int64_t first = 0; first < p && going; first += size)
            going = go_through(&(block){w, &x->W, first, first + size < p ? size : p - first}, &way, little, limits);
        if (ctx && lcn_cancelled(ctx)) break;
    }
    w->evaluations += way.sweeps; /* each is a pass over the data */
    lcn_loadings_normalise(&x->W);
    lcn_evaluate(w, x, LCN_TANGENT);
    lcn_trace_step(w->trace, x->f, 0.0);
    return !(ctx && lcn_cancelled(ctx));
}
