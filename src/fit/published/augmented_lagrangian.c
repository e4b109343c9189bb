/* SPDX-License-Identifier: BSD-3-Clause
 * The augmented Lagrangian descent of augmented_lagrangian.h. A round is steps at fixed multipliers; after it
 *     Lambda += rho (W'W - I),   rho doubles unless the violation halved.
 *
 * Guards that the published form lacks: rho starts from the curvature of f (below it W runs off, f
 * being concave in W); a step may not empty a column (W = 0 is a stationary point); (G, v) are
 * those of the orthonormal matrix nearest to W.
 */
#include "fit/published/augmented_lagrangian.h"

#include "la/la.h"

#include <math.h>
#include <string.h>

enum {
    ROUND_STEPS = 30, /* of one round: the multipliers need not wait for an exact minimum */
    HALVINGS = 12,    /* the step is quartered this often before it counts as impossible */
    ROUNDS = 80       /* rho has then grown beyond what doubles resolve */
};
static const double ARMIJO = 1e-4;    /* share of the predicted decrease a step must reach */
static const double COLUMN_MIN = 0.1; /* norm a column must keep */
static const double FIRST_MOVE = 0.1; /* stationarity of the first round; halves every round */
static const double LAST_MOVE = 1e-6; /* and goes no lower */

struct lcn_auglag {
    lacon_allocator allocator;
    lcn_scheme scheme;
    int64_t p, k;
    double *block;              /* what the arrays below are cut from; steps exchange them */
    double *W, *trial, *last_W; /* p × k */
    double *f_gradient, *gradient, *last; /* p × k: of f, of the Lagrangian, before the step */
    double *E, *Lambda, *mix;             /* k × k: W'W - I, multipliers, rho E + Lambda */
    int32_t *partition, *before;          /* p: largest entry per row, now and a round ago */
    const int32_t *support;               /* p, or NULL: only these entries may be non-zero */
    double f, scale, rho, step, move, violation; /* scale: the first rho, unit of the gradient */
    bool fresh;                                  /* no step taken in this round yet */
    lcn_trace *trace;                            /* of this run, or NULL */
    int64_t steps;
};

/* ---- memory ---- */

lacon_status lcn_auglag_new(lacon_ctx *ctx, lcn_auglag **out, int64_t p, int64_t k,
                            const lcn_scheme *scheme)
{
    *out = NULL;
    lcn_auglag *a = lcn_alloc(ctx, 1, sizeof *a);
    if (a == NULL) return LACON_E_MEMORY;
    a->allocator = ctx->allocator;
    a->scheme = *scheme;
    a->p = p;
    a->k = k;
    a->block = lcn_alloc(ctx, (size_t)(6 * p * k + 3 * k * k), sizeof *a->block);
    a->partition = lcn_alloc(ctx, (size_t)(2 * p), sizeof *a->partition);
    if (a->block == NULL || a->partition == NULL) {
        lcn_auglag_free(a);
        return LACON_E_MEMORY;
    }
    double **const part[] = {&a->W,        &a->trial, &a->last_W, &a->f_gradient,
                             &a->gradient, &a->last,  &a->E};
    for (int i = 0; i < 7; i++) *part[i] = a->block + i * p * k;
    a->Lambda = a->E + k * k;
    a->mix = a->Lambda + k * k;
    a->before = a->partition + p;
    *out = a;
    return LACON_OK;
}

void lcn_auglag_free(lcn_auglag *a)
{
    if (a == NULL) return;
    const lacon_allocator allocator = a->allocator;
    lcn_free(&allocator, a->block);
    lcn_free(&allocator, a->partition);
    lcn_free(&allocator, a);
}

/* ---- k × k helpers shared with the objectives ---- */

int64_t lcn_inverse_root_scratch(int64_t k) { return 2 * k * k + k + lcn_eigh_scratch(k); }

void lcn_inverse_root(double *T, const double *W, int64_t p, int64_t k, double *scratch)
{
    double *U = scratch, *V = U + k * k, *s = V + k * k;
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1, W, k, W, k, 0, U, k);
    if (lcn_eigh(k, U, s, s + k) < 0) s[0] = NAN;
    for (int64_t j = 0; j < k; j++) { /* parallel columns are kept apart by the floor */
        const double root = 1 / sqrt(fmax(s[j], 1e-8 * s[0]));
        for (int64_t l = 0; l < k; l++) V[j * k + l] = U[j * k + l] * root;
    }
    lcn_gemm(LCN_T, LCN_N, k, k, k, 1, U, k, V, k, 0, T, k);
}

double lcn_top_eigenvalue(double *C, int64_t k, double *scratch)
{
    double *s = scratch;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < a; b++)
            C[a * k + b] = C[b * k + a] = 0.5 * (C[a * k + b] + C[b * k + a]);
    return lcn_eigh(k, C, s, s + k) < 0 ? NAN : s[0];
}

/* ---- the Lagrangian ---- */

/* rho/4 |E|² + ½ <Lambda, E> with E = X'X - I, which is left in a->E */
static double penalty(lcn_auglag *a, const double *X)
{
    const int64_t k = a->k;
    lcn_gemm(LCN_T, LCN_N, k, k, a->p, 1, X, k, X, k, 0, a->E, k);
    for (int64_t j = 0; j < k; j++) a->E[j * k + j] -= 1;
    return 0.25 * a->rho * lcn_dot(k * k, a->E, a->E) + 0.5 * lcn_dot(k * k, a->Lambda, a->E);
}

/* gradient = that of f + W (rho E + Lambda) */
static void lagrangian_gradient(lcn_auglag *a)
{
    const int64_t k = a->k;
    for (int64_t l = 0; l < k * k; l++) a->mix[l] = a->rho * a->E[l] + a->Lambda[l];
    memcpy(a->gradient, a->f_gradient, (size_t)(a->p * k) * sizeof *a->gradient);
    lcn_gemm(LCN_N, LCN_N, a->p, k, k, 1, a->W, k, a->mix, k, 1, a->gradient, k);
}

/* trial = P+(W - step gradient), on the support; the answer is <gradient, trial - W> */
static double project_step(lcn_auglag *a, double step)
{
    const int64_t k = a->k;
    double slope = 0;
    for (int64_t r = 0; r < a->p; r++)
        for (int64_t j = 0; j < k; j++) {
            const int64_t e = r * k + j;
            const bool free = a->support == NULL || a->support[r] == j;
            a->trial[e] = free ? fmax(a->W[e] - step * a->gradient[e], 0) : 0;
            slope += a->gradient[e] * (a->trial[e] - a->W[e]);
        }
    return slope;
}

/* |P+(W - gradient/rho) - W| / sqrt k: 0 at a stationary point, whatever the units. While
 * the partition is sought the penalty is what is stiff; on fixed supports rho is as it began. */
static double stationarity(lcn_auglag *a)
{
    double sum = 0;
    project_step(a, 1 / (a->support ? a->scale : a->rho));
    for (int64_t e = 0; e < a->p * a->k; e++)
        sum += (a->trial[e] - a->W[e]) * (a->trial[e] - a->W[e]);
    return sqrt(sum / (double)a->k);
}

/* Barzilai & Borwein's first trial of a step: <s, s> / <s, y>, within what the penalty allows */
static void first_step(lcn_auglag *a)
{
    double ss = 0, sy = 0;
    for (int64_t e = 0; e < a->p * a->k && !a->fresh; e++) {
        const double s = a->W[e] - a->last_W[e];
        ss += s * s;
        sy += s * (a->gradient[e] - a->last[e]);
    }
    if (!a->fresh) a->step = sy > 0 ? ss / sy : 2 * a->step;
    a->step = fmin(fmax(a->step, 0.02 / a->rho), 20 / a->rho);
}

/* Every column keeps some length, and what is compared is a number. */
static bool sound(const lcn_auglag *a, const double *X)
{
    for (int64_t j = 0; j < a->k; j++) {
        double norm = 0;
        for (int64_t r = 0; r < a->p; r++) norm += X[r * a->k + j] * X[r * a->k + j];
        if (!(norm >= COLUMN_MIN * COLUMN_MIN)) return false;
    }
    return true;
}

/* W <- trial, and everything that hangs on W */
static double take(lcn_auglag *a)
{
    double *const old = a->last_W, *const old_gradient = a->last;
    a->last_W = a->W;
    a->W = a->trial;
    a->trial = old;
    a->last = a->gradient;
    a->gradient = old_gradient;
    return a->scheme.function.accept(a->scheme.function.self, a->W, a->f_gradient, &a->f);
}

/* One Armijo step. False when no step of a sensible length goes down. */
static bool armijo(lcn_auglag *a)
{
    const lcn_function *f = &a->scheme.function;
    const double here = a->f + penalty(a, a->W);
    first_step(a);
    for (int i = 0; i < HALVINGS; i++, a->step *= 0.25) {
        const double slope = project_step(a, a->step);
        if (!sound(a, a->trial)) continue;
        if (f->value(f->self, a->trial) + penalty(a, a->trial) <= here + ARMIJO * slope) {
            take(a);
            a->fresh = false;
            a->steps++;
            return true;
        }
    }
    return false;
}

/* ---- rounds ---- */

/* Largest entry of W'W - I, which penalty() has left in E. */
static double violation(const lcn_auglag *a)
{
    double most = 0;
    for (int64_t l = 0; l < a->k * a->k; l++) most = fmax(most, fabs(a->E[l]));
    return most;
}

/* Records the step just taken in the trace. */
static void record(lcn_auglag *a)
{
    const lcn_function *f = &a->scheme.function;
    if (a->trace == NULL) return;
    penalty(a, a->W);
    lcn_trace_step(a->trace, f->reached ? f->reached(f->self) : a->f, violation(a));
}

/* Steps at fixed multipliers until stationary to `enough`. */
static void round_of_steps(lacon_ctx *ctx, lcn_auglag *a, double enough)
{
    a->fresh = true;
    for (int i = 0; i < ROUND_STEPS && a->steps < a->scheme.max_iter; i++) {
        penalty(a, a->W);
        lagrangian_gradient(a);
        a->move = stationarity(a);
        if (a->move <= enough || !armijo(a)) break;
        record(a);
        lcn_progress(ctx, "iterate", a->steps, a->scheme.max_iter, NAN);
        if (lcn_cancelled(ctx)) break;
    }
}

/* Lambda += rho E, rho doubles unless the violation halved or is small enough */
static void update_multipliers(lcn_auglag *a, double feasible)
{
    penalty(a, a->W);
    for (int64_t l = 0; l < a->k * a->k; l++) a->Lambda[l] += a->rho * a->E[l];
    const double now = violation(a);
    if (!a->support && !(now <= fmax(0.5 * a->violation, feasible))) a->rho *= 2;
    a->violation = now;
}

/* True when the largest entry of every row is where it was a round ago. */
static bool same_partition(lcn_auglag *a)
{
    const int64_t k = a->k;
    memcpy(a->before, a->partition, (size_t)a->p * sizeof *a->before);
    for (int64_t r = 0; r < a->p; r++) {
        int32_t top = 0;
        for (int32_t j = 1; j < k; j++)
            if (a->W[r * k + j] > a->W[r * k + top]) top = j;
        a->partition[r] = top;
    }
    return memcmp(a->before, a->partition, (size_t)a->p * sizeof *a->before) == 0;
}

/* From a->W until |W'W - I| <= feasible, stationary to `still`, partition settled. */
static lacon_stop descend(lacon_ctx *ctx, lcn_auglag *a, double feasible, double still)
{
    double enough = FIRST_MOVE;
    for (int i = 0; i < ROUNDS; i++, enough = fmax(0.5 * enough, LAST_MOVE)) {
        round_of_steps(ctx, a, enough);
        update_multipliers(a, feasible);
        const bool settled = same_partition(a);
        if (lcn_cancelled(ctx)) return LACON_STOP_CANCELLED;
        if (settled && a->violation <= feasible && a->move <= still) return LACON_STOP_CONVERGED;
        if (a->steps >= a->scheme.max_iter) break;
    }
    return LACON_STOP_MAX_ITER;
}

/* ---- one run ---- */

/* Unit columns, then everything known at W. Lambda: 0, or on supports its exact value
 * -diag(W'∂f). */
static void open_at(lcn_auglag *a)
{
    const int64_t k = a->k;
    for (int64_t j = 0; j < k; j++) {
        double norm = 0;
        for (int64_t r = 0; r < a->p; r++) norm += a->W[r * k + j] * a->W[r * k + j];
        for (int64_t r = 0; r < a->p; r++)
            a->W[r * k + j] = norm > 0 ? a->W[r * k + j] / sqrt(norm) : 1 / sqrt((double)a->p);
    }
    const lcn_function *f = &a->scheme.function;
    f->value(f->self, a->W);
    const double curvature = f->accept(f->self, a->W, a->f_gradient, &a->f);
    a->scale = a->rho = a->scheme.rho * (curvature > 0 ? curvature : 1); /* 0: f is flat in W */
    a->step = 1 / (3 * a->rho);
    a->violation = INFINITY;
    memset(a->Lambda, 0, (size_t)(k * k) * sizeof *a->Lambda);
    for (int64_t r = 0; a->support && r < a->p; r++) {
        const int64_t j = a->support[r];
        a->Lambda[j * k + j] -= a->W[r * k + j] * a->f_gradient[r * k + j];
    }
}

/* Largest entry per row; a row of zeros joins the module f wants it in; no module stays empty. */
static void project(const lcn_auglag *a, lcn_loadings *out)
{
    const int64_t k = a->k;
    for (int64_t r = 0; r < a->p; r++) {
        const double *w = a->W + r * k, *g = a->f_gradient + r * k;
        int32_t top = 0;
        for (int32_t j = 1; j < k; j++)
            if (w[j] > w[top] || (w[j] == w[top] && g[j] < g[top])) top = j;
        out->module[r] = top;
        out->weight[r] = w[top];
    }
    lcn_loadings_count(out);
    for (int32_t j = 0; j < k; j++) {
        if (out->size[j] > 0) continue;
        int64_t best = -1;
        for (int64_t r = 0; r < a->p; r++)
            if (out->size[out->module[r]] > 1 && (best < 0 || a->W[r * k + j] > a->W[best * k + j]))
                best = r;
        out->size[out->module[best]]--;
        out->size[out->module[best] = j]++;
    }
    lcn_loadings_normalise(out);
}

void lcn_spread_loadings(double *dense, const lcn_loadings *W)
{
    memset(dense, 0, (size_t)(W->p * W->k) * sizeof *dense);
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) dense[r * W->k + W->module[r]] = W->weight[r];
}

lcn_descent lcn_auglag_run(lacon_ctx *ctx, lcn_auglag *a, const double *start, lcn_loadings *out,
                           lcn_trace *trace)
{
    a->steps = 0;
    a->trace = trace;
    a->support = NULL;
    for (int64_t e = 0; e < a->p * a->k; e++) a->W[e] = fmax(start[e], 0);
    open_at(a);
    record(a);
    lacon_stop stop = descend(ctx, a, 1e-3, 1e-3); /* near enough to read the partition off */
    project(a, out);
    if (stop == LACON_STOP_CANCELLED) return (lcn_descent){a->steps, stop};
    lcn_spread_loadings(a->W, out);
    a->support = out->module;
    open_at(a);
    const lacon_stop weights = descend(ctx, a, 1e-4, 1e-4); /* ten times finer: only weights are left */
    if (weights != LACON_STOP_CONVERGED) stop = weights;
    for (int64_t r = 0; r < a->p; r++) out->weight[r] = a->W[r * a->k + out->module[r]];
    lcn_loadings_normalise(out);
    return (lcn_descent){a->steps, stop};
}
