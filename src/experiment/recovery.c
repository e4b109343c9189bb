/* SPDX-License-Identifier: BSD-3-Clause
 * Simulated data whose truth is known (sections 6.2 and 6.3 of the paper): every contender on the same
 * rows; errors of W and G after matching, the adjusted Rand index, and the negative log-likelihood of
 * an unseen row. Effects between modules are the neighbour's, directed.c.
 *
 * The last is not estimated from drawn rows: its expectation under the truth is exact,
 *     E -log f(x) = 1/2 [p log 2pi + log det S + tr(S^-1 (Sigma + m m'))],
 * with S the estimate, Sigma the true covariance and m the training mean that unseen rows are centred
 * by. It is what the mean over ever more unseen rows tends to.
 */
#include "experiment/experiment.h"
#include "data/data.h"

#include <math.h>

enum { TRUTH = 1, ROWS = 2, METHOD = 3 }; /* streams of random numbers */

static lacon_status draw_rows(lacon_ctx *ctx, lcn_trial *trial, const lcn_cell *cell, uint64_t seed)
{
    const int64_t p = cell->variables, n = cell->samples;
    LCN_TRY(lacon_data_new(ctx, &trial->train, p));
    for (int64_t c = 0; c < cell->classes; c++) {
        double *x = lcn_alloc(ctx, (size_t)n, (size_t)p * sizeof *x);
        if (x == NULL) return LACON_E_MEMORY;
        lacon_status status =
            trial->arrows
                ? lacon_causal_simulate(ctx, trial->arrows, trial->truth, c, n, seed, x, p)
                : lacon_model_simulate(ctx, trial->truth, c, n, seed, x, p);
        if (status >= 0)
            status = lcn_data_take_rows(ctx, trial->train, NULL, n, LCN_ROWS_F64, x);
        if (status < 0) {
            lcn_free(&ctx->allocator, x);
            return status;
        }
    }
    return lacon_data_standardise(ctx, trial->train, LACON_SCALE_CENTER);
}

/* K = Sigma_c + m m' for every class */
static lacon_status make_unseen(lacon_ctx *ctx, lcn_trial *trial, const lcn_cell *cell)
{
    const int64_t p = cell->variables;
    double *K = lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *K);
    lacon_status status;
    LCN_GOTO(K ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(lacon_data_new(ctx, &trial->unseen, p));
    for (int64_t c = 0; c < cell->classes; c++) {
        const double *m = lacon_data_mean(trial->train, c);
        LCN_GOTO(lacon_model_covariance(ctx, trial->truth, c, K));
        for (int64_t i = 0; i < p; i++)
            for (int64_t j = 0; j < p; j++) K[i * p + j] += m[i] * m[j];
        LCN_GOTO(lacon_data_add_cov(ctx, trial->unseen, NULL, cell->samples, K, p));
    }
    LCN_GOTO(lacon_data_standardise(ctx, trial->unseen, LACON_SCALE_NONE));
done:
    lcn_free(&ctx->allocator, K);
    return status;
}

lacon_status lcn_trial_begin(lacon_ctx *ctx, lcn_trial *trial, const lcn_plan *plan,
                             const lcn_cell *cell, int64_t rep)
{
    *trial = (lcn_trial){0};
    const int64_t p = cell->variables, k = plan->options->modules, N = cell->classes;
    const double noise = plan->options->noise;
    const uint64_t seed = lcn_plan_seed(plan, rep, TRUTH);
    LCN_TRY(cell->directed
                ? lacon_causal_random(ctx, &trial->arrows, &trial->truth, p, k, N, noise, seed)
                : lacon_model_random(ctx, &trial->truth, p, k, N, noise, seed));
    LCN_TRY(draw_rows(ctx, trial, cell, lcn_plan_seed(plan, rep, ROWS)));
    return make_unseen(ctx, trial, cell);
}

void lcn_trial_end(lcn_trial *trial)
{
    lacon_model_free(trial->truth);
    lacon_causal_free(trial->arrows);
    lacon_data_free(trial->train);
    lacon_data_free(trial->unseen);
}

static lacon_status mean_nll(lacon_ctx *ctx, const lcn_estimate *found, const lacon_data *unseen,
                             double *out)
{
    const int64_t N = unseen->n_classes;
    double *loglik = lcn_alloc(ctx, (size_t)N, sizeof *loglik), sum = 0;
    if (loglik == NULL) return LACON_E_MEMORY;
    lacon_status status = lcn_estimate_evaluate(ctx, found, unseen, loglik);
    for (int64_t c = 0; c < N; c++) sum -= loglik[c];
    if (status >= 0) *out = sum / (double)N;
    lcn_free(&ctx->allocator, loglik);
    return status;
}

/* Over the classes with modules; there is one. Of G nothing is said. */
static lacon_status mean_scores(lacon_ctx *ctx, const lcn_estimate *found, const lacon_model *truth,
                                lacon_scores *scores)
{
    double w_error = 0, ari = 0, count = 0;
    for (int64_t c = 0; c < found->n_each; c++) {
        if (found->each[c] == NULL) continue;
        LCN_TRY(lacon_model_score(ctx, scores, truth, found->each[c]));
        w_error += scores->w_error;
        ari += scores->ari;
        count += 1;
    }
    *scores = (lacon_scores){w_error / count, NAN, NAN, ari / count};
    return LACON_OK;
}

static lacon_status measure(lacon_ctx *ctx, const lcn_estimate *found, const lcn_trial *trial,
                            lacon_scores *scores, double *nll)
{
    if (found->each) return mean_scores(ctx, found, trial->truth, scores);
    if (found->model) LCN_TRY(lacon_model_score(ctx, scores, trial->truth, found->model));
    return mean_nll(ctx, found, trial->unseen, nll);
}

static lacon_status compete(lacon_ctx *ctx, const lcn_plan *plan, const lcn_contender *who,
                            const lcn_trial *trial, int64_t rep, lcn_record *record,
                            lacon_scores *scores, double *nll)
{
    lcn_estimate found = {0};
    lacon_status status = who->run(ctx, &found, trial->train, plan->options->modules,
                                   lcn_plan_seed(plan, rep, METHOD));
    lcn_record_status(ctx, record, status);
    if (status >= 0) {
        const lacon_status measured = measure(ctx, &found, trial, scores, nll);
        if (measured < 0) lcn_record_status(ctx, record, status = measured);
    }
    lcn_estimate_clear(ctx, &found);
    return lcn_unit_goes_on(ctx, status);
}

typedef void store_fn(lcn_record *record, const lcn_cell *cell, const lacon_scores *scores,
                      double nll);

static lacon_status run_unit(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit,
                             lcn_record *records, store_fn *store)
{
    const lcn_cell *cell = &plan->cells[unit % plan->n_cells];
    const int64_t rep = unit / plan->n_cells;
    lcn_trial trial;
    lacon_status status;
    LCN_GOTO(lcn_trial_begin(ctx, &trial, plan, cell, rep));
    for (int m = 0; m < plan->n_contenders; m++) {
        lacon_scores scores = {NAN, NAN, NAN, NAN};
        double nll = NAN;
        records[m].outcome = LCN_DONE;
        if (!lcn_plan_takes_part(plan, cell - plan->cells, m)) continue;
        LCN_GOTO(compete(ctx, plan, plan->contender[m], &trial, rep, &records[m], &scores, &nll));
        if (records[m].outcome == LCN_FAILED) continue;
        store(&records[m], cell, &scores, nll);
        lcn_record_check(plan, cell - plan->cells, m, &records[m]);
    }
done:
    lcn_trial_end(&trial);
    return status;
}

static void store_recovery(lcn_record *record, const lcn_cell *cell, const lacon_scores *scores,
                           double nll)
{
    (void)cell;
    record->value[0] = scores->w_error;
    record->value[1] = scores->g_mse;
    record->value[2] = nll;
}

/* The first measure is that of Gaussian cells, the second of directed ones. */
static void store_ari(lcn_record *record, const lcn_cell *cell, const lacon_scores *scores,
                      double nll)
{
    (void)nll;
    record->value[cell->directed] = scores->ari;
}

lacon_status lcn_unit_recovery(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit,
                               lcn_record *records)
{
    return run_unit(ctx, plan, unit, records, store_recovery);
}

lacon_status lcn_unit_ari(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records)
{
    return run_unit(ctx, plan, unit, records, store_ari);
}
