/* SPDX-License-Identifier: BSD-3-Clause
 * Simulate and score: draw a true model and rows from it, fit the rows, measure the distance to the
 * truth, with both objectives. Every run draws the same numbers: they are addressed by (seed,
 * class, row).
 */
#include <lacon/lacon.h>
#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 50, MODULES = 5, CLASSES = 10, ROWS = 200 };

/* Rows of every class of the truth, centred, ready to fit. */
static lacon_data *draw(lacon_ctx *ctx, const lacon_model *truth)
{
    lacon_data *data = NULL;
    double *x = malloc(sizeof *x * ROWS * VARIABLES);
    lacon_status status = x ? lacon_data_new(ctx, &data, VARIABLES) : LACON_E_MEMORY;
    for (int64_t c = 0; c < CLASSES && status >= 0; c++) {
        status = lacon_model_simulate(ctx, truth, c, ROWS, 7, x, VARIABLES);
        if (status >= 0) status = lacon_data_add_copy(ctx, data, NULL, ROWS, x, VARIABLES);
    }
    if (status >= 0) status = lacon_data_standardise(ctx, data, LACON_SCALE_CENTER);
    free(x);
    if (status >= 0) return data;
    lacon_data_free(data);
    return NULL;
}

int main(void)
{
    lacon_ctx *ctx = NULL;
    lacon_model *truth = NULL;
    lacon_data *data = NULL;
    int wrong = 1;
    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    if (lacon_model_random(ctx, &truth, VARIABLES, MODULES, CLASSES, 1.0, 42) < 0 ||
        (data = draw(ctx, truth)) == NULL) {
        fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
        goto done;
    }
    wrong = 0;
    for (int objective = LACON_OBJECTIVE_ML; objective <= LACON_OBJECTIVE_SM; objective++) {
        lacon_fit_options options;
        lacon_model *model = NULL;
        lacon_scores scores;
        lacon_fit_options_init(&options);
        options.k = MODULES;
        options.objective = (lacon_objective)objective;
        options.membership = LACON_MEMBERSHIP_ALL;
        if (lacon_fit(ctx, &model, data, &options) < 0 ||
            lacon_model_score(ctx, &scores, truth, model) < 0) {
            fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
            wrong = 1;
        } else {
            printf("%s: error of W %.4f, mean square error of G %.4f, adjusted Rand index %.3f\n",
                   objective == LACON_OBJECTIVE_ML ? "likelihood    " : "score matching",
                   scores.w_error, scores.g_mse, scores.ari);
            wrong |= scores.ari < 1 || scores.w_error > 0.05;
        }
        lacon_model_free(model);
    }
done:
    lacon_data_free(data);
    lacon_model_free(truth);
    lacon_ctx_free(ctx);
    return wrong;
}
