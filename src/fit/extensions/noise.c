/* SPDX-License-Identifier: BSD-3-Clause
 * Noise per variable (docs/algorithm/noise.md): psi_r shared by the classes. Variables are divided by
 * sqrt(psi_r), which is the isotropic model again; psi_r follows from the residual variances,
 *   psi_r <- psi_r sum_i omega_i e_ir / v_i,   e_ir = E (x_r - w_r z_c)²,
 * an EM step, alternating with steps in W. The scale is fixed by prod psi = 1.
 */
#include "fit/fit.h"

#include <math.h>
#include <string.h>

/* bounds: WORTH, `settled` or equal modules end the loops; three steps between two psi, since both move */
enum { ROUNDS = 100, STEPS = 3, SEARCHES = 4, MEMBERS = 20 };
static const double SETTLED = 1e-6; /* largest change of log psi */
static const double ROUGHLY = 1e-4; /* the same while searching: within WORTH of the end */
static const double HELD = 0.0;     /* psi is not to change */
static const double WORTH = 1.0;    /* nats of evidence for which it pays to search once more */
static const double LOWEST = 1e-6;  /* psi of a variable without noise: explained fully, or constant */

typedef struct residuals {
    const lcn_point *x;
    double *chunks;  /* n_chunks × p */
    double *scratch; /* n_chunks × 3 k² */
} residuals;

/* A = G (G + v I)^-1 = I - v B, and E = A S A' + v A, the second moment of z given the data. A holds the
 * likelihood's M = I/v - B on entry. */
static void posterior(double *A, double *E, double *T, const double *S, double v, int64_t k)
{
    for (int64_t e = 0; e < k * k; e++) A[e] *= v;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            double sum = 0.0;
            for (int64_t l = 0; l < k; l++) sum += A[a * k + l] * S[l * k + b];
            T[a * k + b] = sum;
        }
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            double sum = v * A[a * k + b];
            for (int64_t l = 0; l < k; l++) sum += T[a * k + l] * A[b * k + l];
            E[a * k + b] = sum;
        }
}

static void add_class(void *user, lcn_work *work, int64_t term, int64_t chunk, const double *P)
{
    const residuals *u = user;
    const int64_t k = work->k;
    const lcn_term *t = &work->problem->terms[term];
    double *A = u->scratch + chunk * 3 * k * k, *E = A + k * k, *T = E + k * k;
    double *sum = u->chunks + chunk * work->p;
    const double *S = work->S + term * k * k, v = work->profile[term].v;
    lcn_profile profile; /* psi is a likelihood estimate whatever the objective of W */
    lcn_profile_compute(&profile, NULL, A, LACON_OBJECTIVE_ML, work->p, k, S, t->trace,
                        work->scratch + chunk * work->scratch_size);
    posterior(A, E, T, S, v, k);
    for (int64_t r = 0; r < work->p; r++) {
        const int32_t c = u->x->W.module[r];
        double e = t->variance[r];
        if (c >= 0) { /* E x z_c = (P A')_rc */
            const double w = u->x->W.weight[r];
            double xz = 0.0;
            for (int64_t l = 0; l < k; l++) xz += P[l * work->pp + r] * A[c * k + l];
            e += w * w * E[c * k + c] - 2.0 * w * xz;
        }
        sum[r] += t->omega * e / v;
    }
}

/* psi <- psi times the mean residual variance, geometric mean one; returns the largest change of log psi */
static double update_psi(double *psi, const residuals *u, const lcn_work *work)
{
    double mean_log = 0.0, largest = 0.0;
    const int64_t p = work->p;
    double *first = u->chunks;
    const lcn_sharing *share = &work->problem->share;
    lcn_share_sum(share, 1, first, u->chunks + share->from * p, p, p);
    for (int64_t r = 0; r < p; r++) {
        first[r] = fmax(log(psi[r]) + log(fmax(first[r], LOWEST)), log(LOWEST));
        mean_log += first[r] / (double)p;
    }
    for (int64_t r = 0; r < p; r++) {
        const double next = first[r] - mean_log;
        largest = fmax(largest, fabs(next - log(psi[r])));
        psi[r] = exp(next);
    }
    return largest;
}

static lacon_status alternate(lacon_ctx *ctx, lcn_work *work, lcn_point *x, lcn_problem *problem,
                              double *psi, residuals *u, double settled, const lacon_fit_options *options)
{
    const int64_t p = work->p;
    for (int round = 0; round < ROUNDS; round++) {
        memset(u->chunks, 0, (size_t)(work->n_chunks * p) * sizeof *u->chunks);
        lcn_evaluate_each(work, x, add_class, u);
        const double change = update_psi(psi, u, work);
        LCN_TRY(lcn_problem_set_psi(ctx, problem, psi));
        lcn_evaluate(work, x, LCN_TANGENT);
        const bool last = change < settled || round + 1 == ROUNDS;
        lcn_limits limits = lcn_limits_of(problem, options);
        if (!last) limits.max_iter = STEPS;
        if (last) lcn_settle(ctx, work, x, &limits);
        else lcn_descend(ctx, work, x, &limits), lcn_settle_weights(ctx, work, x, &limits);
        lcn_progress(ctx, "noise", round + 1, ROUNDS, x->f);
        if (last || lcn_cancelled(ctx)) break;
    }
    return LACON_OK;
}

/* Minus the evidence at x in nats, which can be compared between any two psi; scores cannot */
static double cost_at(lcn_work *work, lcn_point *x)
{
    lcn_evaluate_once(work, x);
    return lcn_cost_ml(work, x);
}

/* Loadings of out and psi to a common fixed point, or the loadings alone where psi is held; *cost is what it is
 * there. */
static lacon_status settle_psi(lacon_ctx *ctx, lcn_outcome *out, lcn_problem *problem, double *psi,
                               double settled, const lacon_fit_options *options, double *cost)
{
    lcn_work *work = NULL;
    lcn_point x = {0};
    residuals u = {.x = &x};
    lacon_status status;
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_point_new(ctx, &x, problem->p, problem->k));
    u.chunks = lcn_alloc(ctx, (size_t)(work->n_chunks * problem->p), sizeof *u.chunks);
    u.scratch = lcn_alloc(ctx, (size_t)(work->n_chunks * 3 * problem->k * problem->k), sizeof *u.scratch);
    if (!u.chunks || !u.scratch) {
        status = LACON_E_MEMORY;
        goto done;
    }
    lcn_loadings_copy(&x.W, &out->W);
    lcn_evaluate(work, &x, LCN_TANGENT);
    const lcn_limits limits = lcn_limits_of(problem, options);
    if (settled == HELD) lcn_settle(ctx, work, &x, &limits);
    else LCN_GOTO(alternate(ctx, work, &x, problem, psi, &u, settled, options));
    lcn_loadings_copy(&out->W, &x.W);
    out->iterations += work->evaluations;
    *cost = cost_at(work, &x);
done:
    lcn_free(&ctx->allocator, u.chunks);
    lcn_free(&ctx->allocator, u.scratch);
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(work);
    return status;
}

/* The modules were found with another psi; with the one they lead to, others may be better. Search once more
 * and keep whichever has more evidence; *cost is its. */
static lacon_status search_again(lacon_ctx *ctx, lcn_outcome *out, lcn_problem *problem, double *psi,
                                 const lacon_fit_options *options, double *cost)
{
    lcn_outcome second = {0};
    double other_cost = INFINITY;
    double *other = lcn_alloc(ctx, (size_t)problem->p, sizeof *other);
    if (!other) return LACON_E_MEMORY;
    lacon_status status;
    LCN_GOTO(lcn_outcome_new(ctx, &second, problem->p, problem->k));
    memcpy(other, psi, (size_t)problem->p * sizeof *other);
    LCN_GOTO(lcn_mm_run(ctx, &second, problem, options, NULL));
    LCN_GOTO(settle_psi(ctx, &second, problem, other, ROUGHLY, options, &other_cost));
    out->iterations += second.iterations;
    if (other_cost < *cost) {
        *cost = other_cost;
        lcn_loadings_copy(&out->W, &second.W);
        memcpy(psi, other, (size_t)problem->p * sizeof *psi);
    }
    LCN_GOTO(lcn_problem_set_psi(ctx, problem, psi));
done:
    lcn_free(&ctx->allocator, other);
    lcn_outcome_clear(&ctx->allocator, &second);
    return status;
}

/* log psi has p - 1 free entries, each known to a variance of 2/n: where they scatter no more than that, the
 * noise is isotropic and they are error. The positive-part James-Stein factor takes out what error alone
 * would explain; where the noises truly differ it is next to one. */
static void shrink_psi(double *psi, int64_t p, int64_t n_total)
{
    double scatter = 0.0;
    for (int64_t r = 0; r < p; r++) scatter += log(psi[r]) * log(psi[r]);
    if (p <= 3 || !(scatter > 0.0)) return; /* below four entries shrinking does not pay */
    const double factor = fmax(1.0 - (double)(p - 3) * 2.0 / (double)n_total / scatter, 0.0);
    for (int64_t r = 0; r < p; r++) psi[r] = exp(factor * log(psi[r]));
}

/* Loadings of out and psi settled to the end; psi shrunk, and the loadings settled at that. */
static lacon_status finish_psi(lacon_ctx *ctx, lcn_outcome *out, lcn_problem *problem, double *psi,
                               const lacon_fit_options *options)
{
    double cost = INFINITY;
    LCN_TRY(settle_psi(ctx, out, problem, psi, SETTLED, options, &cost));
    shrink_psi(psi, problem->p, problem->n_total);
    LCN_TRY(lcn_problem_set_psi(ctx, problem, psi));
    return settle_psi(ctx, out, problem, psi, HELD, options, &cost);
}

lacon_status lcn_variable_noise(lacon_ctx *ctx, lcn_outcome *out, lcn_problem *problem, double *psi,
                                const lacon_fit_options *options)
{
    double before = INFINITY, cost = INFINITY;
    lcn_outcome_leave(out, NULL, &(lcn_point){0}); /* psi moves the problem from under it */
    for (int64_t r = 0; r < problem->p; r++) psi[r] = 1.0;
    if (options->init) return finish_psi(ctx, out, problem, psi, options);
    LCN_TRY(settle_psi(ctx, out, problem, psi, ROUGHLY, options, &cost));
    for (int i = 0; i < SEARCHES && cost < before - WORTH && !lcn_cancelled(ctx); i++) {
        before = cost;
        LCN_TRY(search_again(ctx, out, problem, psi, options, &cost));
    }
    return finish_psi(ctx, out, problem, psi, options);
}

lacon_status lcn_members(lacon_ctx *ctx, lcn_outcome *out, lcn_fit_state *state, double *psi,
                         const lacon_fit_options *options)
{
    const size_t p = (size_t)out->W.p;
    int32_t *was = lcn_alloc(ctx, p, sizeof *was);
    lacon_status status = LACON_OK;
    if (!was) return LACON_E_MEMORY;
    for (int round = 0; round < MEMBERS; round++) { /* psi follows the modules that are left */
        const int64_t k = out->W.k;
        memcpy(was, out->W.module, p * sizeof *was);
        LCN_GOTO(lcn_membership(ctx, out, state, options));
        const bool same = out->W.k == k && memcmp(was, out->W.module, p * sizeof *was) == 0;
        if (!psi || same || lcn_cancelled(ctx)) break;
        LCN_GOTO(finish_psi(ctx, out, &state->now, psi, options));
        lcn_loadings_copy(&state->x.W, &out->W);
        lcn_work_invalidate(state->work); /* psi moved the problem from under it */
        state->evident = false;
    }
done:
    lcn_free(&ctx->allocator, was);
    return status;
}
