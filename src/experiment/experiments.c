/* SPDX-License-Identifier: BSD-3-Clause
 * The table of experiments, and the run of one: plan, journal, run, tables, figure. Another experiment
 * is another row here, with a unit function in a file of its own.
 */
#include "experiment/experiment.h"
#include "data/fingerprint.h"
#include "parallel/ranks.h"
#include "util/options.h"

#include <string.h>

#define SAMPLES "25,50,100,200,500,1000"
static const lcn_experiment TABLE[] = {
    {.shown = {"fig2", 500, 0, "errors of W and G and held-out likelihood against n (figure 2)"},
     .place = LCN_IN_RECOVERY | LCN_IN_LIKELIHOOD,
     .n_measures = 3,
     .measure = {{"w_error", LCN_IN_RECOVERY, "Loading matrix", "squared error of W", false},
                 {"g_mse", LCN_IN_RECOVERY, "Latent connectivity", "mean squared error of G", false},
                 {"nll", LCN_IN_RECOVERY | LCN_IN_LIKELIHOOD, "Unseen data",
                  "negative log-likelihood", false}},
     .classes = "1,10",
     .samples = SAMPLES,
     .variables = "50",
     .shape = LCN_UNIT_CELL,
     .unit = lcn_unit_recovery,
     .draw = lcn_draw_errors},
    {.shown = {"fig3", 500, 0, "errors of W and of the effects B, and the order, against n (figure 3)"},
     .place = LCN_IN_DIRECTED | LCN_IN_ARROWS,
     .n_measures = 4,
     .measure = {{"w_error", LCN_IN_DIRECTED, "Loading matrix", "squared error of W", true},
                 {"b_mse", LCN_IN_ARROWS, "Effects", "mean squared error of B", true},
                 {"order_spearman", LCN_IN_ARROWS, "Causal order", "correlation with the true order",
                  true},
                 {"ari", LCN_IN_DIRECTED, "", "", true}},
     .classes = "1,10",
     .samples = "100,200,500,1000,2000",
     .variables = "50",
     .shape = LCN_UNIT_CELL,
     .unit = lcn_unit_directed,
     .draw = lcn_draw_errors},
    {.shown = {"runtime", 10, 0, "time to estimate W against p (figure 4)"},
     .place = LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED,
     .n_measures = 2,
     .measure = {{"milliseconds", LCN_IN_SPEED, "Gaussian latent variables", "milliseconds", false},
                 {"milliseconds_directed", LCN_IN_DIRECTED_SPEED, "Directed latent variables",
                  "milliseconds", true}},
     .classes = "1",
     .samples = "500",
     .variables = "50,100,200,500,1000",
     .shape = LCN_UNIT_REP,
     .alone = true,
     .unit = lcn_unit_speed,
     .draw = lcn_draw_runtime},
    {.shown = {"ari", 500, 0, "adjusted Rand index of the modules against n (supplement)"},
     .place = LCN_IN_RECOVERY | LCN_IN_DIRECTED,
     .n_measures = 2,
     .measure = {{"ari", LCN_IN_RECOVERY, "Gaussian latent variables", "adjusted Rand index", false},
                 {"ari_directed", LCN_IN_RECOVERY | LCN_IN_DIRECTED, "Directed latent variables",
                  "adjusted Rand index", true}},
     .classes = "1,10",
     .samples = SAMPLES,
     .variables = "50",
     .shape = LCN_UNIT_CELL,
     .unit = lcn_unit_ari,
     .draw = lcn_draw_ari},
    {.shown = {"table1", 0, 1, "held-out log-likelihood of all methods on given files (table 1)"},
     .place = LCN_IN_TABLE,
     .n_measures = 2,
     .measure = {{"loglik", LCN_IN_TABLE, "Held-out rows", "log-likelihood of a row", false},
                 {"k", LCN_IN_CHOICE, "", "", false}},
     .shape = LCN_UNIT_METHOD,
     .check = lcn_heldout_check,
     .unit = lcn_unit_heldout,
     .warn = lcn_heldout_warn,
     .draw = lcn_draw_table1},
};
enum { COUNT = sizeof TABLE / sizeof *TABLE };

int lacon_experiment_count(void) { return COUNT; }

const lacon_experiment_row *lacon_experiment_at(int row)
{
    return row >= 0 && row < COUNT ? &TABLE[row].shown : NULL;
}

static const lcn_experiment *find(const char *name)
{
    for (int i = 0; name && i < COUNT; i++)
        if (strcmp(TABLE[i].shown.name, name) == 0) return &TABLE[i];
    return NULL;
}

const lacon_experiment_row *lacon_experiment_find(const char *name)
{
    const lcn_experiment *found = find(name);
    return found ? &found->shown : NULL;
}

/* Every rank has read them. */
static lacon_status same_data(lacon_ctx *ctx, const lacon_data *data)
{
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    return lcn_data_fingerprint(ctx, &hash, data);
}

lacon_status lacon_experiment_run(lacon_ctx *ctx, const char *name, const char *dir,
                                  const lacon_experiment_options *given)
{
    lacon_experiment_options options;
    LCN_TRY(LCN_TAKE(ctx, &options, given, lacon_experiment_options));
    const lcn_experiment *experiment = find(name);
    LCN_FAIL_IF(experiment == NULL, LACON_E_ARGUMENT, "there is no experiment '%s'",
                name ? name : "");
    lcn_plan plan;
    lcn_journal journal = {.fd = -1};
    lacon_status status;
    LCN_GOTO(lcn_plan_begin(ctx, &plan, experiment, &options));
    if (options.data && ctx->comm) LCN_GOTO(same_data(ctx, options.data));
    LCN_GOTO(lcn_rank(ctx) == 0 ? lcn_journal_begin(ctx, &journal, &plan) : LACON_OK);
    LCN_GOTO(lcn_broadcast(ctx, plan.records, (size_t)(plan.n_units * plan.unit_records) * sizeof *plan.records));
    LCN_GOTO(lcn_units_run(ctx, &plan, &journal));
    if (dir == NULL) goto done;
    if (experiment->warn) experiment->warn(ctx, &plan);
    LCN_GOTO(lcn_tables_write(ctx, &plan, dir));
    LCN_GOTO(lcn_figures_write(ctx, &plan, dir));
done:
    lcn_journal_end(&journal);
    lcn_plan_end(ctx, &plan);
    return status;
}
