/* SPDX-License-Identifier: BSD-3-Clause
 * Moves of single variables judged by the objective itself (docs/algorithm/row-moves.md). The tangent
 * favours a variable's present module through the variable's own variance; here its own part is taken
 * out, a weight in the other module is chosen, and the profiled objective decides. All from P, S and
 * diag K of the last evaluation: O(k³) per candidate and class.
 */
#include "fit/mm/mm.h"
#include "util/pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double WORTH_TRYING = 0.85; /* of the present module's first-order gain */
static const double WORTH_THREADS = 2e5; /* profiles times k² that pay for waking threads */
static const double ROUNDING = 1e-13;    /* see lcn_slack: a gain below this is none */

typedef lcn_move candidate;

/* What all rows are judged by. */
typedef struct judge {
    const double *pull;       /* k: of each column, with what draws its weights together */
    const double *kappa;      /* k: sqrt(m) / (n* t²), which draws a weight to the others (evidence.h) */
    const lcn_prices *prices;
    const lcn_limits *limits;
} judge;

static const double *kept_P(const lcn_work *w, int64_t term)
{
    return w->P + term * w->k * w->pp;
}

/* S of a class after the move. Column a loses w e_r and is renormalised by ca; column b (if any) gains
 * beta e_r and is renormalised by cb; d = K_rr, P_rj = (K W)_rj. */
static void moved_S(double *T, const double *S, const double *P, int64_t pp, int64_t k, double d,
                    const candidate *m)
{
    const int64_t a = m->from, b = m->to, r = m->r;
    const double w = m->weight, beta = m->beta;
    const double ca = sqrt(fmax(1.0 - w * w, LCN_LEFT_MIN)), cb = sqrt(1.0 + beta * beta);
    memcpy(T, S, (size_t)(k * k) * sizeof *T);
    for (int64_t j = 0; j < k; j++) {
        if (a >= 0) T[a * k + j] = T[j * k + a] = (S[a * k + j] - w * P[j * pp + r]) / ca;
        if (b >= 0) T[b * k + j] = T[j * k + b] = (S[b * k + j] + beta * P[j * pp + r]) / cb;
    }
    if (a >= 0) T[a * k + a] = (S[a * k + a] - 2.0 * w * P[a * pp + r] + w * w * d) / (ca * ca);
    if (b >= 0) T[b * k + b] = (S[b * k + b] + 2.0 * beta * P[b * pp + r] + beta * beta * d) / (cb * cb);
    if (a >= 0 && b >= 0) T[a * k + b] = T[b * k + a] =
        (S[a * k + b] - w * P[b * pp + r] + beta * P[a * pp + r] - beta * w * d) / (ca * cb);
}

/* nll or score of class i after the move */
static double class_value(lcn_work *w, int64_t i, const double *P, const candidate *m,
                          lacon_objective measure, double *scratch)
{
    const int64_t k = w->k;
    const lcn_term *t = &w->problem->terms[i];
    lcn_profile after;
    moved_S(scratch, w->S + i * k * k, P, w->pp, k, t->variance[m->r], m);
    lcn_profile_compute(&after, NULL, NULL, measure, w->p, k, scratch, t->trace,
                        scratch + k * k);
    return measure == LACON_OBJECTIVE_ML ? after.nll : after.score;
}

/* Rows of F without what each contributes to it from its own module, into work->Fd, p × k:
 * free[r][j] = F_rj - sum_i omega_i K_i,rr w_r M_i,aj;  and where the trial point has F
 * self[r][j] = sum_i omega_i K_i,rr M_i,jj */
typedef struct parts {
    lcn_work *work;
    const lcn_point *x;
} parts;

static void own_parts(void *user, int64_t from, int64_t to)
{
    const lcn_work *w = ((const parts *)user)->work;
    const lcn_point *x = ((const parts *)user)->x;
    const int64_t k = w->k;
    for (int64_t r = from; r < to && w->problem->share.from == 0; r++)
        for (int64_t j = 0; j < k; j++) {
            w->Fd[r * k + j] = x->F[j * w->pp + r];
            w->trial.F[r * k + j] = 0.0;
        }
    for (int64_t i = lcn_own_begin(w->problem); i < lcn_own_end(w->problem); i++) {
        const lcn_term *t = &w->problem->terms[i];
        const double *M = w->M + i * k * k;
        for (int64_t r = from; r < to; r++) {
            const int32_t a = x->W.module[r];
            const double d = t->omega * t->variance[r], own = a >= 0 ? d * x->W.weight[r] : 0.0;
            const double *Ma = M + (a >= 0 ? a : 0) * k;
            for (int64_t j = 0; j < k; j++) {
                w->Fd[r * k + j] -= own * Ma[j];
                w->trial.F[r * k + j] += d * M[j * k + j];
            }
        }
    }
}

static int threads_for(const lcn_work *w)
{
    const double cost = (double)w->p * (double)w->problem->n_terms * (double)(w->k * w->k);
    return cost > WORTH_THREADS ? w->threads : 1;
}

static void add_own_parts(void *user)
{
    enum { ROWS = 8 }; /* a line of the cache of each class's variances */
    const lcn_work *w = ((const parts *)user)->work;
    lcn_each_range(threads_for(w), w->p, ROWS, own_parts, user);
}

static void take_own_parts(lcn_work *w, const lcn_point *x)
{
    const int64_t size = w->p * w->k;
    lcn_share_relay(&w->problem->share, (lcn_handed[]){{w->Fd, size}, {w->trial.F, size}}, 2, add_own_parts,
                    &(parts){w, x});
}

/* |F_j| over the module, what a unit-norm column is multiplied by in one step */
static void column_pull(const lcn_work *w, const lcn_point *x, double *pull)
{
    memset(pull, 0, (size_t)w->k * sizeof *pull);
    for (int64_t r = 0; r < w->p; r++) {
        const int32_t j = x->W.module[r];
        if (j >= 0) pull[j] += x->F[j * w->pp + r] * x->W.weight[r];
    }
}

/* What holds r back in j at fixed (G, v): its own share of the column's pull is taken out. */
static double stiffness(double pull, double self)
{
    /* a variable that is all of its column: held, not divided by 0 */
    return pull - self > 1e-3 * pull ? pull - self : 1e-3 * pull;
}

/* The weight with which r would join j: stationary point of its own share. */
static double joining_weight(double free_rj, double stiff)
{
    return stiff > 0.0 ? fmin(free_rj / stiff, 1.0) : 0.0;
}

/* What r gains there beyond a variable that nothing pulls. */
static double first_order(double free_rj, double kappa, double stiff)
{
    return free_rj + kappa > 0.0 ? free_rj * (free_rj + 2.0 * kappa) / stiff : 0.0;
}

/* beta[b]: the weight with which row r might join b, 0 where that is not worth trying; in the place of what is free of
 * its own part (take_own_parts). */
static void joining(const lcn_work *w, const lcn_point *x, const judge *by, int64_t r)
{
    double *beta = w->Fd + r * w->k;
    const double *pull = by->pull, *free_row = beta, *self = w->trial.F + r * w->k;
    const int32_t a = x->W.module[r];
    const double *lf = by->prices->log_factorial, twice = 2.0 * w->problem->nat;
    const int64_t own = a < 0 ? by->prices->left_out : x->W.size[a];
    const double here =
        a < 0 ? 0.0 : WORTH_TRYING * first_order(free_row[a], by->kappa[a], stiffness(pull[a], self[a]));
    const double present = here + twice * (lf[own] - lf[own - 1]);
    for (int32_t b = 0; b < w->k; b++) {
        const double stiff = stiffness(pull[b], self[b]), f = free_row[b];
        const double prior = twice * (lf[x->W.size[b] + 1] - lf[x->W.size[b]]);
        const double there = first_order(f, by->kappa[b], stiff) + prior;
        const bool worth = b != a && f > 0.0 && there > present; /* its first order beats r's own */
        beta[b] = worth ? joining_weight(f + by->kappa[b], stiff) : 0.0;
    }
}

/* Does an unassigned variable bring what is asked of it? In units of its own noise. */
static bool enters(const lcn_work *w, const lcn_point *x, const judge *by, const candidate *m, double price)
{
    if (by->limits->entry <= 0.0) return true;
    const double noisy = fmin(w->noise / w->problem->mean_variance[m->r], 1.0);
    return (x->f - m->f + price) / w->problem->nat * noisy >= by->limits->entry;
}

/* ---- sums over classes, of many candidates at a time: chunks side by side, the ranks one after the other ---- */

typedef struct batch {
    lcn_work *work;
    const lcn_point *x;
    candidate *tried; /* count, of different rows */
    int64_t count;
} batch;

/* What the objective is after each of them */
static void add_values(void *user, int64_t c, int64_t from, int64_t to)
{
    const batch *a = user;
    lcn_work *w = a->work;
    double *sum = w->F_chunk + c * w->k * w->pp, *scratch = w->scratch + c * w->scratch_size;
    if (lcn_starts_piece(w->problem, c, from)) memset(sum, 0, (size_t)a->count * sizeof *sum);
    for (int64_t i = from; i < to; i++)
        for (int64_t e = 0; e < a->count; e++)
            sum[e] += w->problem->terms[i].omega *
                      class_value(w, i, kept_P(w, i), &a->tried[e], w->problem->objective, scratch);
}

/* m.f of each of them, which holds its price before */
static void try_all(const batch *a)
{
    lcn_work *w = a->work;
    const lcn_sharing *share = &w->problem->share;
    double *value = w->row + 4 * w->pp; /* behind pulls and prices */
    if (a->count == 0) return;
    lcn_share_each(share, threads_for(w), w->problem->n_terms, add_values, (void *)a);
    lcn_share_sum(share, 1, value, w->F_chunk + share->from * w->k * w->pp, w->k * w->pp, a->count);
    for (int64_t e = 0; e < a->count; e++) a->tried[e].f += value[e];
}

/* Rows without a module, where what that saves may be more than what it loses. */
static void try_leaving(lcn_work *w, const lcn_point *x, const judge *by, candidate *found, candidate *tried)
{
    batch a = {w, x, tried, 0};
    for (int64_t r = 0; r < w->p; r++) {
        candidate m = {r, x->W.module[r], LCN_UNASSIGNED, x->W.weight[r], 0.0, 0.0};
        if (m.from < 0 || x->W.size[m.from] < 2) continue;
        m.f = w->problem->nat * lcn_price_of_move(by->prices, &x->W, &m);
        if (m.f < 0.0) tried[a.count++] = m;
    }
    try_all(&a);
    for (int64_t e = 0; e < a.count; e++)
        if (tried[e].f < found[tried[e].r].f) found[tried[e].r] = tried[e];
}

/* Rows that join b */
static void try_joining(lcn_work *w, const lcn_point *x, const judge *by, int32_t b, candidate *found, candidate *tried)
{
    batch a = {w, x, tried, 0};
    for (int64_t r = 0; r < w->p; r++) {
        const double beta = w->Fd[r * w->k + b];
        candidate m = {r, x->W.module[r], b, x->W.weight[r], beta, 0.0};
        if (!(beta > 0.0)) continue;
        m.f = w->problem->nat * lcn_price_of_move(by->prices, &x->W, &m);
        tried[a.count++] = m;
    }
    try_all(&a);
    for (int64_t e = 0; e < a.count; e++) {
        const candidate *m = &tried[e];
        if (!(m->f < found[m->r].f)) continue;
        const double price = m->from < 0 ? w->problem->nat * lcn_price_of_move(by->prices, &x->W, m) : 0.0;
        if (m->from >= 0 || enters(w, x, by, m, price)) found[m->r] = *m;
    }
}

/* Every row's best move that lowers the objective by more than rounding, judged alone. found[r].r = -1: none. */
static void judge_rows(lcn_work *w, const lcn_point *x, const judge *by, candidate *found)
{
    candidate *tried = found + w->p;
    take_own_parts(w, x);
    for (int64_t r = 0; r < w->p; r++) {
        const int32_t a = x->W.module[r];
        found[r] = (candidate){.r = -1, .f = x->f - lcn_slack(w->problem, x->f, ROUNDING)};
        if (a >= 0 ? x->W.size[a] > 1 : by->limits->entry < INFINITY) joining(w, x, by, r);
        else memset(w->Fd + r * w->k, 0, (size_t)w->k * sizeof *w->Fd);
    }
    if (by->limits->leave) try_leaving(w, x, by, found, tried);
    for (int32_t b = 0; b < w->k; b++) try_joining(w, x, by, b, found, tried);
}

/* The moves of `found` in x's W; weights of the columns they leave and join are renormalised. */
static void apply(lcn_loadings *W, const candidate *found, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        W->module[found[i].r] = found[i].to;
        W->weight[found[i].r] = found[i].beta;
    }
    lcn_loadings_normalise(W);
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->f != y->f) return x->f < y->f ? -1 : 1;
    return x->r < y->r ? -1 : x->r > y->r;
}

/* The moves that help, best first; none may empty a module. */
static int64_t collect_moves(lcn_work *work, lcn_point *x, const lcn_prices *prices, const lcn_limits *limits,
                             candidate *found)
{
    double *pull = work->row, *kappa = pull + work->k;
    int64_t count = 0, kept = 0;
    column_pull(work, x, pull);
    for (int64_t j = 0; j < work->k; j++) {
        kappa[j] = sqrt((double)x->W.size[j]) * work->problem->nat / prices->spread2;
        pull[j] += kappa[j] * prices->sum[j];
    }
    judge_rows(work, x, &(judge){pull, kappa, prices, limits}, found);
    for (int64_t r = 0; r < work->p; r++)
        if (found[r].r >= 0) found[count++] = found[r];
    qsort(found, (size_t)count, sizeof *found, by_gain);
    for (int64_t i = 0; i < count; i++) {
        if (found[i].from >= 0 && x->W.size[found[i].from] <= 1) continue; /* the last one stays: it gains least */
        if (found[i].from >= 0) x->W.size[found[i].from]--;
        found[kept++] = found[i];
    }
    return kept;
}

/* Moves that help one by one may not help together: try all, then the better half, down to one; none where
 * even the sum of what each gains alone is not worth an evaluation. */
int64_t lcn_single_moves(lcn_work *work, lcn_point *x, double worth, const lcn_limits *limits)
{
    lcn_evaluate_once(work, x);
    lcn_loadings_count(&x->W);
    candidate *found = work->moves;
    lcn_prices prices;
    double *scratch = work->row + 2 * work->pp, gain = 0.0; /* behind the columns' pulls */
    const double before = lcn_cost(work, x);
    lcn_prices_at(&prices, work, &x->W, scratch);
    int64_t count = collect_moves(work, x, &prices, limits, found);
    for (int64_t i = 0; i < count; i++) gain += x->f - found[i].f;
    if (gain <= worth) return 0;
    lcn_point *trial = &work->trial;
    for (; count > 0; count /= 2) {
        lcn_loadings_copy(&trial->W, &x->W);
        apply(&trial->W, found, count);
        lcn_evaluate(work, trial, LCN_TANGENT);
        if (lcn_cost(work, trial) < before - lcn_slack(work->problem, x->f, ROUNDING) / work->problem->nat) {
            lcn_point_swap(x, trial);
            return count;
        }
    }
    return 0;
}

/* The module of a variable as it is without it: S of the class then, and column a of M there, the direction g in which
 * the module is read off the composites. The variable's product with it, and the variance of that product were the
 * variable noise of its own variance. */
static void add_score(lcn_work *work, int64_t term, const double *P, const candidate *m, double rows, lcn_score *sum,
                      double *scratch)
{
    const int64_t k = work->k, a = m->from, r = m->r;
    const lcn_term *t = &work->problem->terms[term];
    const double w = m->weight, ca = sqrt(fmax(1.0 - w * w, LCN_LEFT_MIN)), own = t->variance[r];
    double *T = scratch, *M = T + k * k, product = 0.0, square = 0.0;
    lcn_profile without;
    moved_S(T, work->S + term * k * k, P, work->pp, k, own, m);
    lcn_profile_compute(&without, NULL, M, LACON_OBJECTIVE_ML, work->p, k, T, t->trace, M + k * k);
    for (int64_t j = 0; j < k; j++) {
        const double g = M[j * k + a], y = P[j * work->pp + r];
        product += g * (j == a ? (y - w * own) / ca : y);
        for (int64_t l = 0; l < k; l++) square += g * M[l * k + a] * T[j * k + l];
    }
    sum->product += rows * product;
    sum->square += rows * own * square;
    sum->rows += rows;
    sum->means += rows / (double)t->n;
}

void lcn_add_scores(lcn_work *work, const lcn_point *x, int64_t term, int64_t chunk, const double *P,
                    const double *share, lcn_score *sums)
{
    const lcn_term *t = &work->problem->terms[term];
    const bool alone = work->is_wide || work->n_chunks == 1; /* no other class is visited meanwhile */
#pragma omp parallel for schedule(dynamic, 256) num_threads(work->threads) if (alone && work->threads > 1)
    for (int64_t r = 0; r < work->p; r++) {
        const int32_t a = x->W.module[r];
        double *scratch = work->scratch + (alone ? lcn_this_thread() : chunk) * work->scratch_size;
        if (a < 0 || x->W.size[a] < 2 || !(t->variance[r] > 0.0)) continue;
        const candidate m = {r, a, LCN_UNASSIGNED, x->W.weight[r], 0.0, 0.0};
        add_score(work, term, P, &m, share ? (double)t->n * share[r] : (double)t->n, &sums[r], scratch);
    }
}

typedef struct flips {
    lcn_work *work;
    const lcn_point *x;
    const double *pull;
    double *gain;
} flips;

static void flip_range(void *user, int64_t from, int64_t to)
{
    const flips *f = user;
    const lcn_work *w = f->work;
    for (int64_t r = from; r < to; r++) {
        const double *free_row = w->Fd + r * w->k, *self = w->trial.F + r * w->k;
        double best = 0.0;
        for (int64_t j = 0; j < w->k; j++)
            best = fmax(best, first_order(-free_row[j], 0.0, stiffness(f->pull[j], self[j])));
        const int32_t a = f->x->W.module[r];
        if (a >= 0 && best < first_order(free_row[a], 0.0, stiffness(f->pull[a], self[a]))) best = 0.0;
        f->gain[r] = 0.5 * w->problem->effective * best;
    }
}

void lcn_flip_gains(lcn_work *work, const lcn_point *x, double *gain)
{
    enum { ROWS = 1024 }; /* each takes k steps: fewer are not worth a thread */
    column_pull(work, x, work->scratch);
    take_own_parts(work, x);
    lcn_each_range(work->threads, work->p, ROWS, flip_range, &(flips){work, x, work->scratch, gain});
}
