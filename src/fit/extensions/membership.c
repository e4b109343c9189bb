/* SPDX-License-Identifier: BSD-3-Clause
 * Which variables belong to a module at all (docs/algorithm/membership.md). The evidence of a variable is the
 * log-likelihood it gains by its module as it is without it, in effective rows (series.h). A pure-noise variable that
 * picks the best of k modules and a non-negative weight gains half the square of the largest of k normal deviates, if
 * positive; so it is assigned with probability at most `level` when the price is half the square of the 1 - level/k
 * quantile.
 */
#include "fit/fit.h"
#include "fit/search/join_columns.h"
#include "la/la.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Those left out may come back in the first rounds: the fit without them may know better. After that they stay out, so
 * that the rounds end. */
enum { ROUNDS = 20, RETURNS = 3 };
static const double MODULE_FIT = 1.0; /* nats per fitted weight */
/* Where only the answer counts, who belongs: what a part of the classes has granted a module in prices, the others will
 * not take back. Each question may be an eigenvalue problem. */
static const double MODULE_ENOUGH = 3.0;

/* z with P(N(0,1) > z) = tail, by Newton on erfc; 0 < tail <= 1/2 */
static double upper_quantile(double tail)
{
    double z = sqrt(fmax(-2.0 * log(2.0 * tail), 0.0)) * 0.8;
    for (int i = 0; i < 60; i++) {
        const double excess = 0.5 * erfc(z * M_SQRT1_2) - tail;
        const double density = exp(-0.5 * z * z) * 0.3989422804014327;
        const double step = excess / density;
        z += fmax(-1.0, fmin(1.0, step));
        if (fabs(step) < 1e-12) break; /* of a quantile below 10: the digits erfc has there */
    }
    return z;
}

double lcn_membership_price(double level, int64_t k)
{
    const double z = upper_quantile(fmin(level / (double)k, 0.5));
    return 0.5 * z * z;
}

/* A module is a choice of m of the p variables and m weights fitted to it: noise alone yields up to
 * log C(p, m) nats by the choice and m by the fit. */
static double module_price(int64_t p, int64_t m)
{
    return lgamma((double)p + 1.0) - lgamma((double)m + 1.0) - lgamma((double)(p - m) + 1.0) +
           MODULE_FIT * (double)m;
}

/* ---- evidence ---- */

typedef struct tally {
    const lcn_point *x;
    const lcn_series *series; /* NULL: rows are independent */
    lcn_score *chunks; /* n_chunks × p */
    double *columns; /* n_chunks × k: gain of each module */
    double *scratch; /* n_chunks × (k + k² + scratch of a profile) */
    int64_t scratch_size;
    bool brief; /* stop asking where the answer is beyond doubt */
} tally;

/* d_j = sum_r w_r² (what the module leaves of variance r): the noise of the composite w_j'x; v when the
 * noise is isotropic */
static void composite_noise(const lcn_work *work, const lcn_loadings *W, int64_t term, double *d)
{
    const lcn_term *t = &work->problem->terms[term];
    const int64_t k = work->k;
    memset(d, 0, (size_t)k * sizeof *d);
    for (int64_t r = 0; r < work->p; r++) {
        const int32_t j = W->module[r];
        if (j < 0) continue;
        const double w2 = W->weight[r] * W->weight[r];
        const double latent = fmax(work->S[term * k * k + j * k + j] - work->profile[term].v, 0.0);
        /* a module may explain more than there is */
        d[j] += w2 * fmax(t->variance[r] - w2 * latent, 1e-3 * t->variance[r]);
    }
}

/* What one class says for module j: its effective rows times (L_i without its column - L_i with it), its
 * composite brought to noise v first, so that variables noisier than the rest do not pass for a module. */
static double column_gain(const lcn_work *work, int64_t term, int64_t j, double d, double *block)
{
    const int64_t k = work->k;
    const double *S = work->S + term * k * k, v = work->profile[term].v;
    const lcn_term *t = &work->problem->terms[term];
    const double c = d > v ? sqrt(v / d) : 1.0;
    const double trace = t->trace - S[j * k + j] * (1.0 - c * c);
    double *T = block, *scratch = block + k * k;
    lcn_profile with, without;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++)
            T[a * k + b] = S[a * k + b] * (a == j ? c : 1.0) * (b == j ? c : 1.0);
    lcn_profile_compute(&with, NULL, NULL, LACON_OBJECTIVE_ML, work->p, k, T, trace, scratch);
    int64_t e = 0;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++)
            if (a != j && b != j) T[e++] = S[a * k + b];
    if (k > 1) {
        lcn_profile_compute(&without, NULL, NULL, LACON_OBJECTIVE_ML, work->p, k - 1, T, trace, scratch);
    } else { /* no module: noise alone */
        const double p = (double)work->p;
        without.nll = 0.5 * p * (LCN_LOG_2PI + log(trace / p) + 1.0);
    }
    return t->effective * (without.nll - with.nll);
}

static void add_class(void *user, lcn_work *work, int64_t term, int64_t chunk, const double *P)
{
    const tally *t = user;
    double *columns = t->columns + chunk * work->k;
    const double *share = t->series ? lcn_series_share(t->series, term) : NULL;
    lcn_add_scores(work, t->x, term, chunk, P, share, t->chunks + chunk * work->p);
    double *d = t->scratch + chunk * t->scratch_size;
    composite_noise(work, &t->x->W, term, d);
    for (int64_t j = 0; j < work->k; j++) {
        if (t->brief && columns[j] > MODULE_ENOUGH * module_price(work->p, t->x->W.size[j])) continue;
        columns[j] += column_gain(work, term, j, d[j], d + work->k);
    }
}

/* -1/2 (n* - means - 3/2) log(1 - rho²): twice it is a chi-square of a noise variable, however few rows
 * (Bartlett 1941) */
static double evidence_of(const lcn_score *sum)
{
    const double freedom = sum->rows - sum->means - 1.5;
    if (!(sum->product > 0.0 && sum->square > 0.0 && freedom > 0.0)) return 0.0;
    const double rho2 = sum->product * sum->product / (sum->square * sum->rows);
    return -0.5 * freedom * log(fmax(1.0 - rho2, DBL_EPSILON));
}

/* All chunks into the first of them. */
static void add_up(const tally *t, const lcn_sharing *share, double *evidence, double *columns)
{
    const int64_t p = t->x->W.p, k = t->x->W.k, size = p * (int64_t)(sizeof(lcn_score) / sizeof(double));
    double *scores = &t->chunks[0].product;
    lcn_share_sum(share, 1, columns, t->columns + share->from * k, k, k);
    lcn_share_sum(share, 1, scores, scores + share->from * size, size, size);
    for (int64_t r = 0; r < p; r++) evidence[r] = evidence_of(&t->chunks[r]);
}

static lacon_status count_evidence(lacon_ctx *ctx, lcn_work *work, lcn_point *x, lcn_series *series,
                                   double *evidence, double *columns, bool brief)
{
    const int64_t k = work->k, p = work->p, n = work->n_chunks;
    tally t = {.x = x, .series = series, .scratch_size = k + k * k + lcn_profile_scratch(k), .brief = brief};
    t.chunks = lcn_alloc(ctx, (size_t)(n * p), sizeof *t.chunks);
    t.columns = lcn_alloc(ctx, (size_t)(n * (k + t.scratch_size)), sizeof *t.columns);
    const bool there = t.chunks && t.columns;
    if (there) {
        t.scratch = t.columns + n * k;
        lcn_loadings_count(&x->W);
        if (series) lcn_series_at(series, work->problem, &x->W);
        lcn_evaluate_each(work, x, add_class, &t);
        add_up(&t, &work->problem->share, evidence, columns);
    }
    lcn_free(&ctx->allocator, t.columns);
    lcn_free(&ctx->allocator, t.chunks);
    return there ? LACON_OK : LACON_E_MEMORY;
}

lacon_status lcn_evidence(lacon_ctx *ctx, lcn_work *work, lcn_point *x, lcn_series *series, double *evidence,
                          double *columns)
{
    return count_evidence(ctx, work, x, series, evidence, columns, false);
}

/* ---- the test ---- */

/* The level promises a share of the noise variables, the unassigned. Where they are fewer than any module has, or one
 * of those asked for would have, as many may be placed as of that many: the evidence has decided. A variable picks
 * among the modules that are left: those that did not stand place nobody. */
static double price_here(const lcn_loadings *W, const lacon_fit_options *options)
{
    int64_t left_out = W->p, smallest = W->p / (options->k + 1);
    for (int64_t j = 0; j < W->k; j++) {
        left_out -= W->size[j];
        if (W->size[j] > 0 && W->size[j] < smallest) smallest = W->size[j];
    }
    const double few = left_out > 0 ? (double)smallest / (double)left_out : INFINITY;
    return lcn_membership_price(options->level * fmax(few, 1.0), W->k);
}

static int64_t leave_out(lcn_loadings *W, const double *evidence, const double *columns, double price)
{
    int64_t left = 0;
    double *asked = W->norm; /* of each variable of a module; the norms are made anew below */
    lcn_loadings_count(W);
    for (int64_t j = 0; j < W->k; j++) {
        const bool supported = W->size[j] > 1 && columns[j] >= module_price(W->p, W->size[j]);
        asked[j] = supported ? price : INFINITY;
    }
    for (int64_t r = 0; r < W->p; r++) {
        const int32_t j = W->module[r];
        const bool speaks = evidence[r] > 0.0 && W->weight[r] > 0.0; /* also where nothing is asked */
        if (j < 0 || (speaks && evidence[r] >= asked[j])) continue;
        W->module[r] = LCN_UNASSIGNED;
        W->weight[r] = 0.0;
        left++;
    }
    lcn_loadings_normalise(W);
    return left;
}

static bool anyone(const lcn_loadings *W)
{
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) return true;
    return false;
}

/* No module is distinguishable from the noise: the one with the most evidence is kept whole, so that there is a
 * model to show (the driver warns). */
static void keep_strongest(lcn_loadings *W, const lcn_loadings *before, const double *columns)
{
    int32_t best = 0;
    for (int32_t j = 1; j < W->k; j++)
        if (columns[j] > columns[best]) best = j;
    for (int64_t r = 0; r < W->p; r++) {
        W->module[r] = before->module[r] == best ? best : LCN_UNASSIGNED;
        W->weight[r] = before->module[r] == best ? before->weight[r] : 0.0;
    }
    lcn_loadings_normalise(W);
}

/* Close the gaps that emptied modules leave; the workspace goes on with what is left. */
static void close_ranks(lcn_fit_state *state, lcn_loadings *W, int32_t *renamed)
{
    int32_t next = 0;
    lcn_loadings_count(W);
    for (int64_t j = 0; j < W->k; j++) renamed[j] = W->size[j] > 0 ? next++ : LCN_UNASSIGNED;
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) W->module[r] = renamed[W->module[r]];
    if (next < W->k) state->evident = false;
    if (state->evident) return; /* nothing was left out, nothing was empty */
    W->k = state->now.k = state->x.W.k = next;
    lcn_work_shrink(state->work, next);
    lcn_loadings_copy(&state->x.W, W);
}

/* Settle, when the last round left something out (*left), then test, unless this round is the last. Returns how
 * many variables it left out through *left. */
static lacon_status round_of(lacon_ctx *ctx, lcn_outcome *out, lcn_fit_state *state,
                             const lacon_fit_options *options, int round, int64_t *left)
{
    lcn_work *work = state->work;
    lcn_point *x = &state->x;
    if (round > 0) {
        lcn_limits limits = lcn_limits_rough(&state->now, options);
        limits.leave = false; /* that is for the test to say */
        work->rough = true;
        lcn_loadings_count(&x->W);
        limits.entry = round <= RETURNS ? price_here(&x->W, options) : INFINITY;
        lcn_evaluate(work, x, LCN_TANGENT);
        lcn_settle(ctx, work, x, &limits);
        lcn_loadings_copy(&out->W, &x->W);
    }
    *left = 0;
    state->evident = false;
    if (out->faint || round + 1 == ROUNDS) return LACON_OK;
    LCN_TRY(count_evidence(ctx, work, x, state->series, state->evidence, state->columns, state->brief));
    *left = leave_out(&out->W, state->evidence, state->columns, price_here(&x->W, options));
    out->faint = !anyone(&out->W);
    if (out->faint) keep_strongest(&out->W, &x->W, state->columns);
    state->evident = *left == 0;
    return LACON_OK;
}

/* A module of one variable does not stand. Where more modules were asked for than there are, the search may have left
 * one in such pieces: they join first. */
static lacon_status join_pieces(lacon_ctx *ctx, lcn_outcome *out, lcn_fit_state *state, const lacon_fit_options *o)
{
    lcn_point *x = &state->x;
    LCN_TRY(lcn_join_lone(ctx, state->work, x));
    if (x->W.k == state->now.k) return LACON_OK;
    const lcn_limits limits = lcn_limits_rough(&state->now, o);
    state->now.k = out->W.k = x->W.k;
    lcn_work_shrink(state->work, x->W.k);
    lcn_settle(ctx, state->work, x, &limits);
    lcn_loadings_copy(&out->W, &x->W);
    return LACON_OK;
}

lacon_status lcn_membership(lacon_ctx *ctx, lcn_outcome *out, lcn_fit_state *state,
                            const lacon_fit_options *options)
{
    int32_t *renamed = lcn_alloc(ctx, (size_t)state->now.k, sizeof *renamed);
    if (!renamed) return LACON_E_MEMORY;
    lacon_status status = join_pieces(ctx, out, state, options);
    int64_t left = 1;
    int rounds = 0;
    for (; rounds < ROUNDS && left > 0 && status >= 0; rounds++) {
        status = round_of(ctx, out, state, options, rounds, &left);
        if (status >= 0) close_ranks(state, &out->W, renamed);
        lcn_progress(ctx, "membership", rounds + 1, 0, NAN);
    }
    if (status >= 0 && rounds > 1) { /* rounds settle roughly */
        const lcn_limits limits = lcn_limits_of(&state->now, options);
        state->work->rough = false;
        lcn_evaluate(state->work, &state->x, LCN_TANGENT);
        lcn_settle_weights(ctx, state->work, &state->x, &limits);
        lcn_loadings_copy(&out->W, &state->x.W);
        state->evident = false;
    }
    out->iterations += state->work->evaluations;
    state->work->evaluations = 0;
    lcn_free(&ctx->allocator, renamed);
    return status;
}
