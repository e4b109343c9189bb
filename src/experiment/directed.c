/* SPDX-License-Identifier: BSD-3-Clause
 * Directed data whose truth is known (section 6.3 of the paper): the modules of every contender on the
 * same rows, then the effects between them by its LiNGAM; errors of W and B, rank correlation of the
 * causal orders, adjusted Rand index. The draws and Gaussian data are the neighbour's, recovery.c.
 *
 * Without all modules there is no order to compare: W and the index keep their values, B and the order
 * have none and the reason says so. A contender that treats each class by itself has the mean over
 * the classes with a value.
 */
#include "experiment/experiment.h"
#include "model/model.h"

#include <math.h>

enum { METHOD = 3 }; /* the stream of random numbers that recovery.c has for it */
enum { W_ERROR, B_MSE, ORDER, ARI };

/* Sums over what was scored. */
typedef struct tally {
    double value[LCN_MEASURES];
    int64_t models, arrows; /* terms of W_ERROR and ARI, of B_MSE and ORDER */
    lcn_record *record;     /* its reason is of the first model without effects */
} tally;

static void no_arrows(tally *t, const char *reason)
{
    if (t->record->reason[0] == '\0') lcn_record_reason(t->record, reason);
}

static lacon_status score_arrows(lacon_ctx *ctx, tally *t, const lcn_trial *trial,
                                 const lacon_model *model, const lacon_causal *found)
{
    lacon_causal_scores scores;
    int64_t *column = lcn_alloc(ctx, (size_t)trial->truth->k, sizeof *column);
    if (column == NULL) return LACON_E_MEMORY;
    lacon_status status = lacon_model_match(ctx, column, trial->truth, model);
    if (status >= 0) status = lacon_causal_score(ctx, &scores, trial->arrows, found, column);
    lcn_free(&ctx->allocator, column);
    LCN_TRY(status);
    t->value[B_MSE] += scores.b_mse;
    t->value[ORDER] += scores.order_spearman;
    t->arrows++;
    return LACON_OK;
}

static lacon_status find_arrows(lacon_ctx *ctx, lacon_causal **out, const lcn_contender *who,
                                int64_t k, const lacon_model *model, const lacon_data *data)
{
    lacon_causal_options options;
    LCN_FAIL_IF(model->k < k, LACON_E_DATA, "found %lld of %lld modules", (long long)model->k,
                (long long)k);
    lacon_causal_options_init(&options);
    options.method = who->arrows;
    options.noise_correction = who->corrected;
    options.boot = 0;
    return lacon_causal_estimate(ctx, out, model, data, &options);
}

static lacon_status take_arrows(lacon_ctx *ctx, tally *t, const lcn_contender *who,
                                const lcn_trial *trial, const lacon_model *model,
                                const lacon_data *data)
{
    lacon_causal *found = NULL;
    const lacon_status status = find_arrows(ctx, &found, who, trial->truth->k, model, data);
    if (status == LACON_E_MEMORY || status == LACON_E_CANCELLED) return status;
    if (status < 0) {
        no_arrows(t, lacon_ctx_message(ctx));
        return LACON_OK;
    }
    const lacon_status scored = score_arrows(ctx, t, trial, model, found);
    lacon_causal_free(found);
    return scored < 0 ? scored : status;
}

/* One model and the rows it is of. */
static lacon_status take_model(lacon_ctx *ctx, tally *t, const lcn_contender *who,
                               const lcn_trial *trial, const lacon_model *model,
                               const lacon_data *data)
{
    lacon_scores scores;
    LCN_TRY(lacon_model_score(ctx, &scores, trial->truth, model));
    t->value[W_ERROR] += scores.w_error;
    t->value[ARI] += scores.ari;
    t->models++;
    return who->place & LCN_IN_ARROWS ? take_arrows(ctx, t, who, trial, model, data) : LACON_OK;
}

static lacon_status take_each(lacon_ctx *ctx, tally *t, const lcn_contender *who,
                              const lcn_trial *trial, const lcn_estimate *found)
{
    lacon_status worst = LACON_OK;
    for (int64_t c = 0; c < found->n_each; c++) {
        lacon_data *one = NULL;
        if (found->each[c] == NULL) {
            no_arrows(t, "found no module in a class");
            continue;
        }
        lacon_status status = lcn_one_class(ctx, &one, trial->train, c);
        if (status >= 0) status = take_model(ctx, t, who, trial, found->each[c], one);
        lacon_data_free(one);
        LCN_TRY(status);
        if (status != LACON_OK) worst = status;
    }
    return worst;
}

/* Sums to means; a measure nothing was scored of has no value, and the reason says why. */
static void store(const tally *t)
{
    for (int i = 0; i < LCN_MEASURES; i++) {
        const int64_t terms = i == B_MSE || i == ORDER ? t->arrows : t->models;
        t->record->value[i] = terms > 0 ? t->value[i] / (double)terms : NAN;
    }
}

static lacon_status compete(lacon_ctx *ctx, const lcn_plan *plan, const lcn_contender *who,
                            const lcn_trial *trial, int64_t rep, lcn_record *record)
{
    lcn_estimate found = {0};
    tally t = {.record = record};
    lacon_status status = who->run(ctx, &found, trial->train, plan->options->modules,
                                   lcn_plan_seed(plan, rep, METHOD));
    if (status >= 0) {
        const lacon_status taken =
            found.each ? take_each(ctx, &t, who, trial, &found)
                       : take_model(ctx, &t, who, trial, found.model, trial->train);
        if (taken != LACON_OK) status = taken;
    }
    lcn_record_status(ctx, record, status);
    if (status >= 0) store(&t);
    lcn_estimate_clear(ctx, &found);
    return lcn_unit_goes_on(ctx, status);
}

lacon_status lcn_unit_directed(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit,
                               lcn_record *records)
{
    const int64_t cell = unit % plan->n_cells, rep = unit / plan->n_cells;
    lcn_trial trial;
    lacon_status status;
    LCN_GOTO(lcn_trial_begin(ctx, &trial, plan, &plan->cells[cell], rep));
    for (int m = 0; m < plan->n_contenders; m++)
        LCN_GOTO(compete(ctx, plan, plan->contender[m], &trial, rep, &records[m]));
done:
    lcn_trial_end(&trial);
    return status;
}
