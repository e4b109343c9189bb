/* SPDX-License-Identifier: BSD-3-Clause
 * From loadings to a model: dense W, G and v of every class, evidence, the warnings of the fit.
 */
#include "fit/fit.h"
#include "fit/search/join_columns.h"
#include "util/pieces.h"

#include <math.h>
#include <string.h>

static void fill_W(lacon_model *m, const lcn_loadings *W)
{
    for (int64_t r = 0; r < m->p; r++)
        if (W->module[r] >= 0 && W->weight[r] > 0.0) m->W[r * m->k + W->module[r]] = W->weight[r];
    lcn_model_label(m);
}

typedef struct filling {
    lacon_model *m;
    lcn_work *work;
} filling;

/* G_i, v_i and the likelihood from S_i of the last evaluation */
static void fill_some(void *user, int64_t c, int64_t from, int64_t to)
{
    lacon_model *m = ((filling *)user)->m;
    lcn_work *work = ((filling *)user)->work;
    const int64_t k = m->k;
    for (int64_t i = from; i < to; i++) {
        lcn_profile *profile = &work->profile[i];
        lcn_profile_compute(profile, m->G + i * k * k, work->M + i * k * k, work->problem->objective, m->p, k,
                            work->S + i * k * k, work->problem->terms[i].trace,
                            work->scratch + c * work->scratch_size);
        m->v[i] = ldexp(profile->v, 2 * work->problem->exponent); /* back to the units of the data */
        for (int64_t e = 0; e < k * k; e++)
            m->G[i * k * k + e] = ldexp(m->G[i * k * k + e], 2 * work->problem->exponent);
        m->kept[i] = profile->kept;
        m->loglik[i] = -lcn_problem_units(work->problem, LACON_OBJECTIVE_ML, profile->nll);
    }
}

/* All of them; the objective's two values into info. */
static void fill_classes(lacon_model *m, lcn_work *work)
{
    const lcn_sharing *share = &work->problem->share;
    const int64_t N = m->n_classes;
    lcn_share_each(share, work->threads, N, fill_some, &(filling){m, work});
    lcn_share_gather(share, m->G, (size_t)(m->k * m->k) * sizeof *m->G, N);
    lcn_share_gather(share, m->v, sizeof *m->v, N);
    lcn_share_gather(share, m->kept, sizeof *m->kept, N);
    lcn_share_gather(share, m->loglik, sizeof *m->loglik, N);
    lcn_share_gather(share, work->profile, sizeof *work->profile, N);
    for (int64_t i = 0; i < m->n_classes; i++) {
        const double omega = work->problem->terms[i].omega;
        m->info.nll -= omega * m->loglik[i];
        m->info.score += omega * lcn_problem_units(work->problem, LACON_OBJECTIVE_SM, work->profile[i].score);
        m->info.n_clipped += work->profile[i].kept < m->k;
        m->info.n_floored += work->profile[i].floored;
    }
}

/* The trace of a start, in the units of the data. */
static lacon_fit_trace trace_of(const lcn_trace *from, const lcn_problem *problem)
{
    lacon_fit_trace t = from->kept;
    for (int64_t i = 0; i < t.count; i++)
        t.objective[i] = lcn_problem_units(problem, problem->objective, t.objective[i]);
    return t;
}

static lacon_status fill_starts(lacon_ctx *ctx, lacon_model *m, const lcn_outcome *o,
                                const lcn_problem *problem)
{
    const size_t n = (size_t)o->n_starts;
    m->start_name = lcn_alloc(ctx, n + 1, sizeof *m->start_name);
    m->start_objective = lcn_alloc(ctx, n + 1, sizeof *m->start_objective);
    m->start_agreement = lcn_alloc(ctx, n + 1, sizeof *m->start_agreement);
    m->start_trace = lcn_alloc(ctx, n + 1, sizeof *m->start_trace);
    if (!m->start_name || !m->start_objective || !m->start_agreement || !m->start_trace)
        return LACON_E_MEMORY;
    for (int64_t i = 0; i < o->n_starts; i++) {
        m->start_objective[i] = lcn_problem_units(problem, problem->objective, o->start_objective[i]);
        m->start_trace[i] = trace_of(&o->trace[i], problem);
        m->start_agreement[i] = lacon_ari(m->p, o->start_module + i * m->p, o->found);
        m->start_name[i] = lcn_strdup(ctx, o->start_name[i]);
        if (!m->start_name[i]) return LACON_E_MEMORY;
        m->info.n_starts = i + 1;
    }
    m->info.start_name = (const char *const *)m->start_name;
    m->info.start_objective = m->start_objective;
    m->info.start_agreement = m->start_agreement;
    m->info.start_trace = m->start_trace;
    return LACON_OK;
}

/* ---- would another run give the same? ---- */

enum { BEST_FEW = 3 }; /* as many as the default has starts */

/* Mean agreement of the starts of most evidence, BEST_FEW of them or all; *starts: how many there were, *same: how
 * many ended in the partition of the answer. */
static double best_starts(const lacon_model *m, const lcn_outcome *o, int64_t *starts, int64_t *same)
{
    int64_t best[BEST_FEW], few = 0;
    double sum = 0.0;
    *starts = *same = 0;
    for (int64_t i = 0; i < o->n_starts; i++) {
        if (isnan(o->start_cost[i])) continue;
        *starts += 1;
        *same += m->start_agreement[i] > 1.0 - 1e-9; /* 1 but for rounding: one variable of 10^4 moves it by 1e-5 */
        int64_t at = few < BEST_FEW ? few++ : BEST_FEW;
        for (; at > 0 && o->start_cost[best[at - 1]] > o->start_cost[i]; at--)
            if (at < BEST_FEW) best[at] = best[at - 1];
        if (at < BEST_FEW) best[at] = i;
    }
    for (int64_t i = 0; i < few; i++) sum += m->start_agreement[best[i]];
    return sum / (double)few;
}

static char *of_two_searches(lacon_ctx *ctx, double agreement, int64_t starts)
{
    if (agreement > 1.0 - 1e-9) /* 1 to rounding */
        return lcn_sprintf(ctx, "two searches from half of %lld starts each found the same modules: another run would "
                           "most likely give the same", (long long)starts);
    const char *what = agreement >= 0.9 ? "would place some variables otherwise (lacon stability tells which)"
                                        : "may give other modules: see which variables are unsure (lacon stability), "
                                          "or try another k (lacon select)";
    return lcn_sprintf(ctx, "two searches from half of %lld starts each agree to %.2f (1: the same): another run %s",
                       (long long)starts, agreement, what);
}

static char *of_starts(lacon_ctx *ctx, const lacon_model *m, int64_t starts, int64_t same)
{
    const char *more = m->options.solver == LACON_SOLVER_MM ? "asked for 12 starts it searches twice and tells"
                                                            : "more starts may tell";
    if (same >= 2)
        return lcn_sprintf(ctx, "%lld of %lld starts ended in these modules: another run would most likely give "
            "the same",
                           (long long)same, (long long)starts);
    return lcn_sprintf(ctx, "the best of %lld starts agree with these modules to %.2f (1: the same), which the search "
                       "improved on: would another run give the same? %s", (long long)starts, m->info.agreement, more);
}

static lacon_status judge_starts(lacon_ctx *ctx, lacon_model *m, const lcn_outcome *o)
{
    int64_t starts, same;
    const double mean = best_starts(m, o, &starts, &same);
    m->info.searches = o->searches;
    m->info.agreement = o->searches == 2 ? o->agreement : starts > 1 ? mean : NAN;
    if (starts < 2) return LACON_OK;
    m->another_run = o->searches == 2 ? of_two_searches(ctx, o->agreement, starts) : of_starts(ctx, m, starts, same);
    m->info.another_run = m->another_run;
    return m->another_run ? LACON_OK : LACON_E_MEMORY;
}

/* ---- warnings ---- */

/* The pair that gains most, and how far joining leads. */
static lacon_status warn_of_merges(lacon_ctx *ctx, lacon_model *m)
{
    const lacon_fit_info *info = &m->info;
    if (info->n_merges == 0) return LACON_OK;
    const lacon_fit_merge *best = &info->merges[0];
    char *others = info->n_merges > 1 ? lcn_sprintf(ctx, ", and %lld other pairs", (long long)(info->n_merges - 1))
                                      : lcn_strdup(ctx, "");
    if (!others) return LACON_E_MEMORY;
    const lacon_status status = lcn_model_warn(
        ctx, m, "modules %d and %d would be one by the evidence (+%.*f nats)%s: try k = %lld", (int)best->module_a,
        (int)best->module_b, best->nats < 10.0 ? 1 : 0, best->nats, others, (long long)info->k_merged);
    lcn_free(&ctx->allocator, others);
    return status;
}

static lacon_status fill_warnings(lacon_ctx *ctx, lacon_model *m, const lacon_fit_options *options,
                                  bool faint)
{
    const lacon_fit_info *info = &m->info;
    int64_t unassigned = 0;
    for (int64_t r = 0; r < m->p; r++) unassigned += m->module_of[r] == 0;
    if (info->stop == LACON_STOP_MAX_ITER)
        LCN_TRY(lcn_model_warn(ctx, m, "not converged in %lld iterations per start: raise max-iter",
                               (long long)options->max_iter));
    if (info->stop == LACON_STOP_CANCELLED)
        LCN_TRY(lcn_model_warn(ctx, m, "stopped before the end: these are the best modules so far"));
    if (faint)
        LCN_TRY(lcn_model_warn(ctx, m, "no module stands out from the noise: the one with the most evidence "
                               "is shown"));
    if (m->k < options->k)
        LCN_TRY(lcn_model_warn(ctx, m, "%lld of %lld modules dropped: no variable earned its place there",
                               (long long)(options->k - m->k), (long long)options->k));
    LCN_TRY(warn_of_merges(ctx, m));
    if (unassigned > 0)
        LCN_TRY(lcn_model_warn(ctx, m, "%lld of %lld variables are unassigned (module 0)",
                               (long long)unassigned, (long long)m->p));
    if (info->n_clipped > 0)
        LCN_TRY(lcn_model_warn(ctx, m, "G lost rank in %lld of %lld classes: not all modules rise above the noise "
                               "there (column kept of classes.tsv)",
                               (long long)info->n_clipped, (long long)m->n_classes));
    if (info->n_floored > 0)
        LCN_TRY(lcn_model_warn(ctx, m, "the noise is at its floor in %lld of %lld classes: the modules "
                               "explain everything", (long long)info->n_floored, (long long)m->n_classes));
    return LACON_OK;
}

/* Reversed variables: flipped they would gain more than they have, and enough to be assigned. */
static lacon_status warn_of_flips(lacon_ctx *ctx, lacon_model *m, lcn_work *work, lcn_point *x,
                                  const lacon_fit_options *options)
{
    if (options->objective != LACON_OBJECTIVE_ML) return LACON_OK;
    /* the level holds for all variables together: a false alarm here sends people to their questionnaires */
    const double price = lcn_membership_price(options->level / (double)m->p, m->k);
    int64_t count = 0;
    char *list = NULL;
    double *gain = work->row;
    lcn_flip_gains(work, x, gain);
    for (int64_t r = 0; r < m->p; r++) {
        if (gain[r] < price) continue;
        if (!m->reversed) m->reversed = lcn_alloc(ctx, (size_t)m->p, sizeof *m->reversed);
        if (!m->reversed) return LACON_E_MEMORY;
        m->reversed[r] = 1;
        if (count++ >= 5) continue; /* five names show which kind they are */
        char *longer = lcn_sprintf(ctx, "%s%s%s", list ? list : "", list ? ", " : "", m->names[r]);
        lcn_free(&ctx->allocator, list);
        if (!longer) return LACON_E_MEMORY;
        list = longer;
    }
    lacon_status status = LACON_OK;
    const char *more = count > 5 ? ", ..." : "";
    if (count > 0 && m->sign)
        status = lcn_model_warn(ctx, m, "%lld variables would gain by the other sign as well (%s%s): their sign is a "
                                "guess", (long long)count, list, more);
    else if (count > 0)
        status = lcn_model_warn(ctx, m, "%lld variables would fit a module with their sign turned (%s%s): reflect "
                                "them if what they measure says so (flip TABLE); flip auto guesses from the data",
                                (long long)count, list, more);
    lcn_free(&ctx->allocator, list);
    return status;
}

static lacon_status fill_model(lacon_ctx *ctx, lacon_model *m, const lcn_outcome *o, lcn_fit_state *state,
                               const double *psi, const lacon_data *data, const lacon_fit_options *options)
{
    lcn_work *work = state->work;
    lcn_point *x = &state->x;
    if (!state->evident) LCN_TRY(lcn_evidence(ctx, work, x, state->series, state->evidence, state->columns));
    memcpy(m->evidence, state->evidence, (size_t)m->p * sizeof *m->evidence);
    m->options = *options;
    m->options.init = NULL;
    m->info.options = &m->options;
    m->info.iterations = o->iterations;
    m->info.stop = o->stop;
    m->fitted = true;
    fill_W(m, &o->W);
    fill_classes(m, work);
    m->info.evidence = -lcn_cost_ml(work, x);
    if (psi) memcpy(m->psi, psi, (size_t)m->p * sizeof *m->psi);
    LCN_TRY(lcn_model_describe(ctx, m, data));
    lcn_share_gather(&state->now.share, m->mean, (size_t)m->p * sizeof *m->mean, m->n_classes);
    lcn_share_gather(&state->now.share, m->scale, (size_t)m->p * sizeof *m->scale, m->n_classes);
    for (int64_t i = 0; i < m->n_classes; i++) m->effective[i] = state->now.terms[i].effective;
    LCN_TRY(warn_of_flips(ctx, m, work, x, options));
    LCN_TRY(lcn_model_sort(ctx, m));
    LCN_TRY(fill_starts(ctx, m, o, &state->now));
    LCN_TRY(judge_starts(ctx, m, o));
    LCN_TRY(lcn_merges(ctx, m, work, x));
    return fill_warnings(ctx, m, options, o->faint);
}

lacon_status lcn_finish(lacon_ctx *ctx, lacon_model **out, const lcn_outcome *outcome, lcn_fit_state *state,
                        const double *psi, const lacon_data *data, const lacon_fit_options *options)
{
    lacon_model *m = NULL;
    LCN_TRY(lcn_model_alloc(ctx, &m, state->now.p, outcome->W.k, state->now.n_terms));
    const lacon_status status = fill_model(ctx, m, outcome, state, psi, data, options);
    if (status < 0) lacon_model_free(m);
    else *out = m;
    return status;
}
