/* SPDX-License-Identifier: BSD-3-Clause
 * fit/solver.c: a solver of somebody else's (sample_solver.c) takes a row of the table, and the driver runs it
 * as it runs our own: the recipe of CONTRIBUTING.md, followed. The linker hands every question to the table to
 * this file (--wrap in tests/CMakeLists.txt), which answers with one row changed.
 */
#include "fit/solver.h"
#include "contexts.h"

#include <lacon/lacon.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { P = 12, K = 3, ROWS = 200 };

static const lacon_solver SAMPLE = LACON_SOLVER_ML_DENSE; /* the row that is changed */

lacon_status sample_solver_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                               const lacon_fit_options *options, const lcn_loadings *init);
const lcn_solver *__real_lcn_solver_get(lacon_solver which);
const lcn_solver *__wrap_lcn_solver_get(lacon_solver which);

const lcn_solver *__wrap_lcn_solver_get(lacon_solver which)
{
    static const lcn_solver sample = {"sample", sample_solver_run};
    return which == SAMPLE ? &sample : __real_lcn_solver_get(which);
}

/* Two classes of three modules of four neighbours; G and v of the truth are of no matter here. */
static lacon_data *make_data(lacon_ctx *ctx)
{
    double W[P * K] = {0}, G[2 * K * K] = {0}, v[2] = {0.5, 0.5}, *x = malloc(sizeof *x * ROWS * P);
    const int64_t n[2] = {ROWS, ROWS};
    lacon_model *truth;
    lacon_data *data;
    for (int r = 0; r < P; r++) W[r * K + r / 4] = 0.5;
    for (int i = 0; i < 2 * K; i++) G[i / K * K * K + i % K * (K + 1)] = 4 + i;
    assert_non_null(x);
    assert_int_equal(lacon_model_new(ctx, &truth, P, K, 2, W, G, v, n, NULL, NULL, NULL), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    for (int c = 0; c < 2; c++) {
        assert_int_equal(lacon_model_simulate(ctx, truth, c, ROWS, 7, x, P), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, ROWS, x, P), LACON_OK);
    }
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
    lacon_model_free(truth);
    free(x);
    return data;
}

static lacon_model *fit_with(lacon_ctx *ctx, const lacon_data *data, lacon_solver solver, const lacon_model *init)
{
    lacon_fit_options o;
    lacon_model *model;
    lacon_fit_options_init(&o);
    o.k = K;
    o.solver = solver;
    o.init = init;
    assert_int_equal(lacon_fit(ctx, &model, data, &o), LACON_OK);
    return model;
}

static void the_driver_runs_it(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = make_data(ctx);
    lacon_model *sample = fit_with(ctx, data, SAMPLE, NULL), *best = fit_with(ctx, data, LACON_SOLVER_MM, NULL);
    const lacon_fit_info *info = lacon_model_info(sample);
    assert_int_equal(info->n_starts, 1);
    assert_string_equal(info->start_name[0], "neighbours");
    assert_true(info->iterations >= 1); /* the driver goes on from the answer where membership asks for it */
    for (int r = 0; r < P; r++)
        assert_int_equal(lacon_model_module_of(sample)[r], lacon_model_module_of(sample)[r / 4 * 4]);
    assert_true(info->start_objective[0] > lacon_model_info(best)->start_objective[0]); /* its weights are equal */
    lacon_model_free(sample);
    sample = fit_with(ctx, data, SAMPLE, best);
    assert_string_equal(lacon_model_info(sample)->start_name[0], "given");
    lacon_model_free(sample);
    lacon_model_free(best);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* The rows beside it are what they were, and a number without a row has none. */
static void the_other_rows_stay(void **state)
{
    (void)state;
    assert_string_equal(lcn_solver_get(LACON_SOLVER_MM)->name, "mm");
    assert_string_equal(lcn_solver_get(SAMPLE)->name, "sample");
    assert_null(lcn_solver_get((lacon_solver)99));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_driver_runs_it),
        cmocka_unit_test(the_other_rows_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
