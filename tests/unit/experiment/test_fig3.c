/* SPDX-License-Identifier: BSD-3-Clause
 * Experiments on directed data: values as by hand, modules that are missing, cells of both kinds,
 * memory that runs out. The rest is in test_experiment.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tiny.h"

static double value_of(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    assert_non_null(at);
    return strtod(at + strlen(key), NULL);
}

static lacon_data *directed_rows(lacon_ctx *ctx, lacon_causal *arrows, lacon_model *truth, int64_t first,
                                 int64_t classes, uint64_t seed)
{
    enum { ROWS = 300, P = 12 };
    lacon_data *data;
    double *x = calloc((size_t)ROWS * P, sizeof *x);
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    for (int64_t c = first; c < first + classes; c++) {
        assert_int_equal(lacon_causal_simulate(ctx, arrows, truth, c, ROWS, seed, x, P), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, lacon_causal_label(arrows, c), ROWS, x, P),
                         LACON_OK);
    }
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
    free(x);
    return data;
}

typedef struct by_hand {
    lacon_scores modules;
    lacon_causal_scores arrows;
} by_hand;

static by_hand score_by_hand(lacon_ctx *ctx, const lacon_causal *arrows, const lacon_model *truth,
                             const lacon_model *model, const lacon_data *data,
                             lacon_causal_method method, int corrected)
{
    by_hand out;
    lacon_causal_options options;
    lacon_causal *found;
    int64_t column[3];
    lacon_causal_options_init(&options);
    options.method = method;
    options.noise_correction = corrected;
    options.boot = 0;
    assert_int_equal(lacon_model_score(ctx, &out.modules, truth, model), LACON_OK);
    assert_int_equal(lacon_model_match(ctx, column, truth, model), LACON_OK);
    assert_int_equal(lacon_causal_estimate(ctx, &found, model, data, &options), LACON_OK);
    assert_int_equal(lacon_causal_score(ctx, &out.arrows, arrows, found, column), LACON_OK);
    lacon_causal_free(found);
    return out;
}

static tiny directed_of(scratch *s)
{
    tiny t = tiny_of(s, "fig3");
    t.options.reps = 1;
    t.options.classes = "2";
    t.options.samples = "300";
    t.options.variables = "12";
    t.options.modules = 3;
    t.options.noise = 0.2;
    t.options.seed = 6; /* all find all modules, and the methods differ in the order */
    return t;
}

/* The values of a row are what fit, baseline, causal and score give one after the other; FOFC's are
 * the mean over classes treated one by one. */
static void fig3_is_fit_causal_and_score(void **state)
{
    scratch *s = *state;
    lacon_ctx *ctx = s->ctx;
    tiny t = directed_of(s);
    t.options.methods = "lacon,lacon-direct,fofc";
    assert_int_equal(run_in(&t, ctx, "d"), LACON_OK);
    size_t size;
    char *text = scratch_read(t.tsv, &size);

    const lcn_plan plan = {.options = &t.options};
    lacon_causal *arrows;
    lacon_model *truth, *model;
    assert_int_equal(lacon_causal_random(ctx, &arrows, &truth, 12, 3, 2, 0.2, lcn_plan_seed(&plan, 0, 1)),
                     LACON_OK);
    lacon_data *data = directed_rows(ctx, arrows, truth, 0, 2, lcn_plan_seed(&plan, 0, 2));
    lacon_fit_options fit;
    lacon_fit_options_init(&fit);
    fit.k = 3;
    fit.seed = lcn_plan_seed(&plan, 0, 3);
    assert_int_equal(lacon_fit(ctx, &model, data, &fit), LACON_OK);
    by_hand want = score_by_hand(ctx, arrows, truth, model, data, LACON_CAUSAL_LIKELIHOOD, 1);
    near(value_of(text, "\tlacon\t1\tw_error\t"), want.modules.w_error);
    near(value_of(text, "\tlacon\t1\tari\t"), want.modules.ari);
    near(value_of(text, "\tlacon\t1\tb_mse\t"), want.arrows.b_mse);
    near(value_of(text, "\tlacon\t1\torder_spearman\t"), want.arrows.order_spearman);
    want = score_by_hand(ctx, arrows, truth, model, data, LACON_CAUSAL_DIRECT, 0);
    near(value_of(text, "\tlacon-direct\t1\tb_mse\t"), want.arrows.b_mse);
    assert_null(strstr(text, "\tlacon-direct\t1\tw_error\t")); /* it is lacon's */
    lacon_model_free(model);
    lacon_data_free(data);

    double w_error = 0, b_mse = 0;
    for (int64_t c = 0; c < 2; c++) {
        lacon_baseline_options o;
        lacon_baseline_options_init(&o);
        o.k = 3;
        data = directed_rows(ctx, arrows, truth, c, 1, lcn_plan_seed(&plan, 0, 2));
        assert_int_equal(lacon_baseline_modules(ctx, &model, "fofc", data, &o), LACON_OK);
        want = score_by_hand(ctx, arrows, truth, model, data, LACON_CAUSAL_DIRECT, 0);
        w_error += want.modules.w_error / 2;
        b_mse += want.arrows.b_mse / 2;
        lacon_model_free(model);
        lacon_data_free(data);
    }
    near(value_of(text, "\tfofc\t1\tw_error\t"), w_error);
    near(value_of(text, "\tfofc\t1\tb_mse\t"), b_mse);
    lacon_causal_free(arrows);
    lacon_model_free(truth);
    free(text);
}

/* Too few modules: W has its error, B and the order are failed rows with the reason. No modules at
 * all: every row is. */
static void missing_modules_are_told(void **state)
{
    scratch *s = *state;
    tiny t = directed_of(s);
    t.options.methods = "lacon,fofc,fofc-pooled";
    t.options.classes = "1";
    t.options.modules = 5;
    t.options.samples = "60";
    t.options.noise = 10;
    t.options.reps = 8;
    t.options.seed = 1;
    assert_int_equal(run_in(&t, s->ctx, "few"), LACON_OK);
    size_t size;
    char *text = scratch_read(t.tsv, &size);
    assert_null(strstr(text, "nan"));
    const char *few = strstr(text, "\tb_mse\tNA\tfailed\tfound ");
    assert_non_null(few);
    assert_non_null(strstr(few, " of 5 modules\n"));
    assert_non_null(strstr(text, "\tw_error\tNA\tfailed\tfofc found no cluster"));
    free(text);
    char path[600];
    snprintf(path, sizeof path, "%.*s-summary.tsv", (int)strlen(t.tsv) - 4, t.tsv);
    text = scratch_read(path, &size);
    const char *w = strstr(text, "\tfofc\tw_error\t"), *b = strstr(text, "\tfofc\tb_mse\t");
    assert_true(w && b);
    int w_count, w_failed, b_count, b_failed;
    assert_int_equal(sscanf(w, "\tfofc\tw_error\t%d\t%d", &w_count, &w_failed), 2);
    assert_int_equal(sscanf(b, "\tfofc\tb_mse\t%d\t%d", &b_count, &b_failed), 2);
    assert_int_equal(w_count + w_failed, 8);
    assert_int_equal(b_count + b_failed, 8);
    assert_true(b_failed > w_failed && w_failed > 0);
    free(text);
}

/* Cells of both kinds; a contender of one kind has no rows in the other. */
static void ari_has_both_kinds(void **state)
{
    tiny t = tiny_of(*state, "ari");
    t.options.methods = "lacon,fofc";
    assert_int_equal(run_in(&t, t.s->ctx, "both"), LACON_OK);
    size_t size;
    char *text = scratch_read(t.tsv, &size);
    int64_t lines = 0, gaussian = 0, directed = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++) lines++;
    for (const char *at = text; (at = strstr(at, "\tari\t")); at++) gaussian++;
    for (const char *at = text; (at = strstr(at, "\tari_directed\t")); at++) directed++;
    assert_int_equal(gaussian, 12); /* 2 × 2 cells × 3 repetitions, lacon alone */
    assert_int_equal(directed, 24);
    assert_int_equal(lines, 1 + 36);
    assert_null(strstr(text, "\tfofc\t1\tari\t"));
    free(text);
}

static lacon_status run_tiny(lacon_ctx *ctx, void *user)
{
    tiny *t = user;
    return lacon_experiment_run(ctx, t->name, NULL, &t->options);
}

/* FOFC class by class has the most to clear away. */
static void memory_fails(void **state)
{
    tiny t = tiny_of(*state, "fig3");
    t.options.reps = 1;
    t.options.classes = "2";
    t.options.samples = "12";
    t.options.variables = "6";
    t.options.methods = "hclust-ward,fofc";
    assert_true(faulty_loop(run_tiny, &t, 1) > 60);
}

int main(void)
{
#define WITH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        WITH(fig3_is_fit_causal_and_score),
        WITH(missing_modules_are_told),
        WITH(ari_has_both_kinds),
        WITH(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
