/* SPDX-License-Identifier: BSD-3-Clause
 * A stranger's program: draws data from a random model, fits it, and asks that the modules come back.
 * It uses what is installed only. */
#include <lacon/lacon.h>
#include <stdio.h>
#include <stdlib.h>

enum { P = 20, K = 3, CLASSES = 4, ROWS = 300 };

static int failed(const lacon_ctx *ctx, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, lacon_ctx_message(ctx));
    return EXIT_FAILURE;
}

int main(void)
{
    static double x[CLASSES][ROWS * P];
    lacon_ctx *ctx = NULL;
    lacon_model *truth = NULL, *model = NULL;
    lacon_data *data = NULL;
    lacon_scores scores;
    lacon_fit_options options;

    if (lacon_version() != LACON_VERSION) return EXIT_FAILURE; /* header and library of one release */
    if (lacon_ctx_new(&ctx, NULL) < 0) return EXIT_FAILURE;
    if (lacon_model_random(ctx, &truth, P, K, CLASSES, 0.25, 7) < 0) return failed(ctx, "random");
    if (lacon_data_new(ctx, &data, P) < 0) return failed(ctx, "data");
    for (int c = 0; c < CLASSES; c++) {
        if (lacon_model_simulate(ctx, truth, c, ROWS, 7, x[c], P) < 0) return failed(ctx, "simulate");
        if (lacon_data_add_view(ctx, data, NULL, ROWS, x[c], P) < 0) return failed(ctx, "add");
    }
    if (lacon_data_standardise(ctx, data, LACON_SCALE_CENTER) < 0) return failed(ctx, "standardise");

    lacon_fit_options_init(&options);
    options.k = K;
    if (lacon_fit(ctx, &model, data, &options) < 0) return failed(ctx, "fit");
    if (lacon_model_score(ctx, &scores, truth, model) < 0) return failed(ctx, "score");
    printf("lacon %s: ARI with the truth %.3f\n", lacon_version_text(), scores.ari);

    lacon_model_free(model);
    lacon_data_free(data);
    lacon_model_free(truth);
    lacon_ctx_free(ctx);
    return scores.ari > 0.9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
