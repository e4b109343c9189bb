/* SPDX-License-Identifier: BSD-3-Clause
 * Fit from arrays: two classes of rows that the program itself made, no files.
 * Twelve variables follow three hidden signals, four each; the fit must find that out.
 */
#include <lacon/lacon.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { ROWS = 400, VARIABLES = 12, MODULES = 3 };

/* Sum of twelve uniforms: nearly normal, variance 1. */
static double noise(void)
{
    static uint64_t state = 2018;
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        sum += (double)(state >> 11) * 0x1p-53;
    }
    return sum;
}

/* x[t][r] = signal of r's module + noise; in the second class modules 0 and 1 go together. */
static void make_rows(double x[ROWS][VARIABLES], double together)
{
    for (int t = 0; t < ROWS; t++) {
        double z[MODULES] = {noise(), noise(), noise()};
        z[1] = together * z[0] + sqrt(1 - together * together) * z[1];
        for (int r = 0; r < VARIABLES; r++) x[t][r] = z[r / 4] + 0.7 * noise();
    }
}

int main(void)
{
    static double rest[ROWS][VARIABLES], task[ROWS][VARIABLES];
    make_rows(rest, 0.0);
    make_rows(task, 0.8);

    lacon_ctx *ctx = NULL;
    lacon_data *data = NULL;
    lacon_model *model = NULL;
    lacon_fit_options options;
    lacon_fit_options_init(&options);
    options.k = MODULES;
    int wrong = 1;
    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    if (lacon_data_new(ctx, &data, VARIABLES) < 0 ||
        lacon_data_add_copy(ctx, data, "rest", ROWS, rest[0], VARIABLES) < 0 ||
        lacon_data_add_view(ctx, data, "task", ROWS, task[0], VARIABLES) < 0 ||
        lacon_data_standardise(ctx, data, LACON_SCALE_Z) < 0 ||
        lacon_fit(ctx, &model, data, &options) != LACON_OK) {
        fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
        goto done;
    }

    const int32_t *module = lacon_model_module_of(model);
    wrong = 0;
    for (int r = 0; r < VARIABLES; r++) {
        printf("variable %2d is in module %d\n", r + 1, (int)module[r]);
        wrong |= module[r] == 0 || module[r] != module[r - r % 4]; /* with the first of its four */
    }
    for (int c = 0; c < 2; c++) {
        const double *G = lacon_model_G(model, c);
        const int a = module[0] - 1, b = module[4] - 1;
        const double r = G[a * MODULES + b] / sqrt(G[a * MODULES + a] * G[b * MODULES + b]);
        printf("%s: correlation of the first two modules %.2f\n", lacon_model_label(model, c), r);
        wrong |= fabs(r - (c == 0 ? 0.0 : 0.8)) > 0.15;
    }
done:
    lacon_model_free(model);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    return wrong;
}
