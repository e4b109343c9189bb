/* SPDX-License-Identifier: BSD-3-Clause
 * The rivals on data that are hard or hopeless, and without memory: every outcome is a result without a
 * NaN or an error with words. Agreement is in test_baselines.c and test_agreement.c.
 */
#include "contexts.h"
#include "scratch.h"

#include "baseline_data.h"

#include <string.h>

static const char *const METHODS[] = {"sample", "diagonal", "ledoit-wolf", "glasso", "factor-analysis",
                                      "pooled", "ppca",     "kmeans",      "hclust", "average",
                                      "fa",     "nnpca",    "cumulative"};
enum { COUNT = 13, FIRST_MODULES = 7 };

static lacon_baseline_options options_of(int method, int64_t k)
{
    lacon_baseline_options o = defaults(k);
    o.pooled = !strcmp(METHODS[method], "pooled");
    o.linkage = strcmp(METHODS[method], "average") ? LACON_LINKAGE_WARD : LACON_LINKAGE_AVERAGE;
    o.nnpca = strcmp(METHODS[method], "cumulative") ? LACON_NNPCA_SEQUENTIAL : LACON_NNPCA_CUMULATIVE;
    o.folds = 2;
    o.starts = 3;
    return o;
}

static const char *name_of(int method)
{
    if (!strcmp(METHODS[method], "average")) return "hclust";
    if (!strcmp(METHODS[method], "pooled")) return "factor-analysis";
    return strcmp(METHODS[method], "cumulative") ? METHODS[method] : "nnpca";
}

/* Has factors, which are fewer than variables. */
static bool has_factors(int method)
{
    return !strcmp(name_of(method), "fa") || !strcmp(name_of(method), "factor-analysis") ||
           !strcmp(name_of(method), "ppca");
}

/* ---- memory ---- */

typedef struct job {
    const lacon_data *data;
    int method;
} job;

static lacon_status run(lacon_ctx *ctx, void *user)
{
    const job *j = user;
    const lacon_baseline_options o = options_of(j->method, 3);
    lacon_model *m = NULL;
    lacon_covariance *s = NULL;
    const lacon_status status =
        j->method < FIRST_MODULES
            ? lacon_baseline_covariance(ctx, &s, name_of(j->method), j->data, &o)
            : lacon_baseline_modules(ctx, &m, name_of(j->method), j->data, &o);
    if ((status < 0) != (m == NULL && s == NULL)) return LACON_E_INTERNAL;
    lacon_model_free(m);
    lacon_covariance_free(s);
    return status;
}

/* Each allocation fails once, on rows as they are and where the rows replace the moments. */
static void memory(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false), *few;
    assert_int_equal(lacon_data_new(ctx, &few, B_P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, few, NULL, 9, b_rows, B_P), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, few, LACON_SCALE_Z), LACON_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_true(faulty_loop(run, &(job){data, i}, 1) >= 3);
        assert_true(faulty_loop(run, &(job){few, i}, 1) >= 3);
    }
    lacon_data_free(few);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* What a warning adds: modules that were dropped. */
static lacon_status with_fewer(lacon_ctx *ctx, void *user)
{
    lacon_baseline_options o = defaults(3);
    lacon_model *m = NULL;
    const lacon_status status = lacon_baseline_modules(ctx, &m, "hclust", user, &o);
    if ((status < 0) != (m == NULL)) return LACON_E_INTERNAL;
    if (m != NULL && (m->k != 2 || m->n_warnings != 1)) return LACON_E_INTERNAL;
    lacon_model_free(m);
    return status;
}

/* ---- hard data ---- */

static bool sound(int64_t count, const double *x)
{
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Runs a method, checks every number of its result and returns its status. */
static lacon_status run_and_check(lacon_ctx *ctx, const lacon_data *data, int method, int64_t k)
{
    const lacon_baseline_options o = options_of(method, k);
    const int64_t p = data->p, classes = data->n_classes;
    lacon_status status;
    if (method < FIRST_MODULES) {
        lacon_covariance *s;
        status = lacon_baseline_covariance(ctx, &s, name_of(method), data, &o);
        assert_true((status < 0) == (s == NULL));
        if (s) assert_true(sound(classes * p * p, s->matrix));
        lacon_covariance_free(s);
    } else {
        lacon_model *m;
        status = lacon_baseline_modules(ctx, &m, name_of(method), data, &o);
        assert_true((status < 0) == (m == NULL));
        if (m) {
            assert_true(m->k >= 1 && m->k <= k);
            assert_true(sound(p * m->k, m->W) && sound(p, m->evidence));
            assert_true(sound(classes * m->k * m->k, m->G) && sound(classes, m->v));
            assert_string_equal(m->method, name_of(method));
            assert_int_equal(m->stop == LACON_STOP_CONVERGED, status == LACON_OK);
        }
        lacon_model_free(m);
    }
    if (status < 0) assert_true(strlen(lacon_ctx_message(ctx)) > 10);
    return status;
}

static lacon_data *data_of(lacon_ctx *ctx, int64_t n, int64_t p, const double *x, lacon_scale scale)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, NULL, n, x, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, scale), LACON_OK);
    return data;
}

/* Two columns are twins and a third is their sum: K is singular, and factor analysis has a Heywood case. */
static void singular(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[B_ROWS * B_P];
    memcpy(x, b_rows, sizeof x);
    for (int i = 0; i < B_ROWS; i++) {
        x[i * B_P + 3] = x[i * B_P];
        x[i * B_P + 5] = x[i * B_P] + x[i * B_P + 1];
    }
    lacon_data *data = data_of(ctx, B_ROWS, B_P, x, LACON_SCALE_Z);
    for (int i = 0; i < COUNT; i++)
        for (int64_t k = 1; k < 6; k += 2) assert_true(run_and_check(ctx, data, i, k) >= 0);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Fewer rows than variables, down to two; k from 1 to p. A k as large as p is no factor model. */
static void few_rows(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    for (int64_t n = 4; n <= 8; n += 4) {
        lacon_data *data = data_of(ctx, n, B_P, b_rows, LACON_SCALE_Z);
        for (int i = 0; i < COUNT; i++)
            for (int64_t k = 1; k <= B_P; k++) {
                const lacon_status status = run_and_check(ctx, data, i, k);
                if (has_factors(i) && k == B_P) assert_int_equal(status, LACON_E_ARGUMENT);
                else assert_true(status >= 0);
            }
        lacon_data_free(data);
    }
    lacon_ctx_free(ctx);
}

/* A variable that is constant, not scaled away: left unassigned, or named, or a singular covariance. */
static void constant(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[B_ROWS * B_P];
    memcpy(x, b_rows, sizeof x);
    for (int i = 0; i < B_ROWS; i++) x[i * B_P + 4] = 2;
    lacon_data *data = data_of(ctx, B_ROWS, B_P, x, LACON_SCALE_CENTER);
    for (int i = 0; i < COUNT; i++) {
        const bool refuses = (has_factors(i) && strcmp(name_of(i), "ppca")) || !strcmp(name_of(i), "glasso");
        const lacon_status status = run_and_check(ctx, data, i, 3);
        assert_true(refuses ? status == LACON_E_DATA : status >= 0);
        if (refuses) assert_non_null(strstr(lacon_ctx_message(ctx), "variance"));
        if (i < FIRST_MODULES || refuses) continue;
        const lacon_baseline_options o = options_of(i, 3);
        lacon_model *m;
        assert_true(lacon_baseline_modules(ctx, &m, name_of(i), data, &o) >= 0);
        assert_int_equal(m->module_of[4], 0);
        lacon_model_free(m);
    }
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Nothing but constants: no modules, said so; the covariance is zero. A cluster of constants is empty. */
static void nothing(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[B_ROWS * B_P] = {0};
    lacon_data *data = data_of(ctx, B_ROWS, B_P, x, LACON_SCALE_CENTER);
    for (int i = FIRST_MODULES; i < COUNT; i++) assert_true(run_and_check(ctx, data, i, 2) < 0);
    lacon_data_free(data);
    memcpy(x, b_rows, sizeof x);
    for (int i = 0; i < B_ROWS; i++)
        for (int r = 0; r < B_P; r++) x[i * B_P + r] = r < 4 ? 2 : 100 * b_rows[i * B_P + r % 3 % 2];
    data = data_of(ctx, B_ROWS, B_P, x, LACON_SCALE_CENTER);
    assert_true(faulty_loop(with_fewer, data, 1) > 5);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* All variables are the same: k-means has one centre for k clusters, and its empty ones are filled. */
static void twins(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[B_ROWS * B_P];
    for (int i = 0; i < B_ROWS * B_P; i++) x[i] = b_rows[i / B_P * B_P];
    lacon_data *data = data_of(ctx, B_ROWS, B_P, x, LACON_SCALE_Z);
    for (int i = 0; i < COUNT; i++) assert_true(run_and_check(ctx, data, i, 4) >= 0);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Scales far apart, and one variable. */
static void extremes(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[B_ROWS * B_P];
    for (int i = 0; i < B_ROWS * B_P; i++) x[i] = b_rows[i] * pow(10, i % B_P - 6);
    lacon_data *data = data_of(ctx, B_ROWS, B_P, x, LACON_SCALE_CENTER);
    for (int i = 0; i < COUNT; i++) assert_true(run_and_check(ctx, data, i, 3) >= 0);
    lacon_data_free(data);
    data = data_of(ctx, B_ROWS, 1, x, LACON_SCALE_Z);
    for (int i = 0; i < COUNT; i++) {
        const lacon_status status = run_and_check(ctx, data, i, 1);
        assert_true(has_factors(i) ? status == LACON_E_ARGUMENT : status >= 0);
    }
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* A caller who wants no more gets nothing, and a status that says so; the two trees have no iteration to end after. */
static void cancelled(void **state)
{
    (void)state;
    lacon_ctx *ctx = stopping_ctx(2);
    lacon_data *data = training(ctx, false);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(run_and_check(ctx, data, i, 3),
                         strcmp(name_of(i), "hclust") ? LACON_E_CANCELLED : LACON_OK);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory),   cmocka_unit_test(singular), cmocka_unit_test(few_rows),
        cmocka_unit_test(constant), cmocka_unit_test(nothing),  cmocka_unit_test(twins),
        cmocka_unit_test(extremes), cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
