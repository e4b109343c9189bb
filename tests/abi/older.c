/* SPDX-License-Identifier: BSD-3-Clause
 * A program of an older release: compiled against headers whose structs end one field earlier
 * (shrink.sh), or against the stored headers of a release, run with the library of today. Behind every struct
 * lies a canary; what the program cannot know must be a default.
 */
#include <lacon/lacon.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CANARY = 256 };

static int failures;

static void check(int good, const char *what)
{
    if (!good) printf("%s\n", what);
    failures += !good;
}

static int untouched(const unsigned char *behind)
{
    for (int i = 0; i < CANARY; i++)
        if (behind[i] != 0xA5) return 0;
    return 1;
}

/* Sets up a struct of this type with a canary behind it, and looks at both. */
#define INIT(type)                                                                                 \
    do {                                                                                           \
        struct {                                                                                   \
            type options;                                                                          \
            unsigned char behind[CANARY];                                                          \
        } it;                                                                                      \
        memset(&it, 0xA5, sizeof it);                                                              \
        type##_init(&it.options);                                                                  \
        check(untouched(it.behind), #type "_init writes behind the struct");                      \
        check(it.options.size == sizeof it.options, #type ": another size than the program's");    \
    } while (0)

static void every_init(void)
{
    INIT(lacon_ctx_options);
    INIT(lacon_read_options);
    INIT(lacon_clean_options);
    INIT(lacon_provenance);
    INIT(lacon_export_options);
    INIT(lacon_fit_options);
    INIT(lacon_baseline_options);
    INIT(lacon_ica_options);
    INIT(lacon_causal_options);
    INIT(lacon_experiment_options);
    INIT(lacon_select_options);
    INIT(lacon_stability_options);
    INIT(lacon_test_options);
    INIT(lacon_report_options);
    INIT(lacon_model_parts);
}

/* What a call fills in ends where the program's struct ends. */
static void outputs(lacon_ctx *ctx, const lacon_data *data)
{
    struct {
        lacon_summary sum;
        unsigned char behind[CANARY];
    } it;
    memset(&it, 0xA5, sizeof it);
    check(lacon_data_describe(ctx, data, 0, &it.sum) == LACON_OK, "describe fails");
    check(untouched(it.behind), "lacon_data_describe writes behind the struct");
    check(it.sum.missing == 0 && it.sum.scale > 0, "describe is wrong");
}

static void fits(lacon_ctx *ctx, const lacon_data *data)
{
    lacon_model *model = NULL;
    lacon_fit_options options;
    lacon_fit_options_init(&options);
    options.k = 3;
    check(lacon_fit(ctx, &model, data, &options) >= 0, lacon_ctx_message(ctx));
    check(model && lacon_model_modules(model) == 3, "not three modules");
    const lacon_fit_info *info = model ? lacon_model_info(model) : NULL;
    check(info && isfinite(info->nll), "no likelihood");
    lacon_model_free(model);
}

static void others(lacon_ctx *ctx, const lacon_data *data)
{
    lacon_baseline_options baseline;
    lacon_select_options select;
    lacon_causal_options causal;
    lacon_model *model = NULL;
    lacon_selection *selection = NULL;
    lacon_causal *arrows = NULL;
    lacon_baseline_options_init(&baseline);
    baseline.k = 3;
    check(lacon_baseline_modules(ctx, &model, "kmeans", data, &baseline) >= 0, lacon_ctx_message(ctx));
    lacon_select_options_init(&select);
    select.k_low = 2;
    select.k_high = 3;
    check(lacon_select(ctx, &selection, data, &select) >= 0, lacon_ctx_message(ctx));
    lacon_causal_options_init(&causal);
    causal.boot = 0;
    check(lacon_causal_estimate(ctx, &arrows, model, data, &causal) >= 0, lacon_ctx_message(ctx));
    lacon_causal_free(arrows);
    lacon_selection_free(selection);
    lacon_model_free(model);
}

int main(int argc, char **argv)
{
    char path[4096];
    const char *inputs[] = {path};
    lacon_ctx *ctx = NULL;
    lacon_data *data = NULL;
    lacon_ctx_options context;
    lacon_read_options read;
    snprintf(path, sizeof path, "%s/holzinger-9", argc > 1 ? argv[1] : ".");
    every_init();
    if (failures) return 1; /* the rest would run over a damaged stack */
    lacon_ctx_options_init(&context);
    if (lacon_ctx_new(&ctx, &context) < 0) return 1;
    lacon_read_options_init(&read);
    check(lacon_data_read(ctx, &data, inputs, 1, &read) >= 0, lacon_ctx_message(ctx));
    if (!data || lacon_data_standardise(ctx, data, LACON_SCALE_Z) < 0) return 1;
    outputs(ctx, data);
    fits(ctx, data);
    others(ctx, data);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    return failures != 0;
}
