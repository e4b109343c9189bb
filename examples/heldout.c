/* SPDX-License-Identifier: BSD-3-Clause
 * Choose the number of modules by rows the fit has not seen: examples/data/simulated was drawn with
 * four.
 *
 *     heldout examples/data
 */
#include <lacon/lacon.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLASSES = 8, TRUE_K = 4, MAX_K = 7 };

/* A folder of csv files, one class each; NULL with the message on stderr. */
static lacon_data *read_folder(lacon_ctx *ctx, const char *where, const char *name)
{
    char path[4096];
    const char *const inputs[] = {path};
    lacon_data *data = NULL;
    snprintf(path, sizeof path, "%s/%s", where, name);
    if (lacon_data_read(ctx, &data, inputs, 1, NULL) < 0)
        fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
    return data;
}

/* Mean log-likelihood per unseen row, over the classes; NaN (0/0) on failure. */
static double held_out(lacon_ctx *ctx, int64_t k, const lacon_data *train, const lacon_data *test)
{
    lacon_fit_options options;
    lacon_model *model = NULL;
    double value[CLASSES], sum = 0;
    lacon_fit_options_init(&options);
    options.k = k;
    const int good = lacon_fit(ctx, &model, train, &options) >= 0 &&
                     lacon_model_evaluate(ctx, model, test, NULL, value) >= 0;
    for (int c = 0; c < CLASSES && good; c++) sum += value[c] / CLASSES;
    if (!good) fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
    lacon_model_free(model);
    return good ? sum : sum / sum;
}

int main(int argc, char **argv)
{
    const char *where = argc > 1 ? argv[1] : "examples/data";
    lacon_ctx *ctx = NULL;
    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    lacon_data *train = read_folder(ctx, where, "simulated");
    lacon_data *test = read_folder(ctx, where, "simulated/test");
    int64_t best = 0;
    if (train == NULL || test == NULL || lacon_data_classes(train) != CLASSES ||
        lacon_data_standardise(ctx, train, LACON_SCALE_CENTER) < 0)
        goto done;

    /* unseen rows are centred by the moments of the rows seen, never by their own */
    const int64_t p = lacon_data_variables(train);
    double *mean = malloc(sizeof *mean * (size_t)(CLASSES * p)),
           *scale = malloc(sizeof *scale * (size_t)(CLASSES * p));
    for (int64_t e = 0; e < CLASSES * p && mean && scale; e++) {
        mean[e] = lacon_data_mean(train, e / p)[e % p];
        scale[e] = lacon_data_scale(train, e / p)[e % p];
    }
    double value[MAX_K + 1] = {0};
    if (mean && scale && lacon_data_standardise_by(ctx, test, mean, scale) >= 0)
        for (int64_t k = 1; k <= MAX_K; k++) {
            value[k] = held_out(ctx, k, train, test);
            printf("k = %d: %.3f\n", (int)k, value[k]);
            if (best == 0 || value[k] > value[best]) best = k;
        }
    printf("chosen: %d modules\n", (int)best);
    free(mean);
    free(scale);
done:
    lacon_data_free(train);
    lacon_data_free(test);
    lacon_ctx_free(ctx);
    return best != TRUE_K;
}
