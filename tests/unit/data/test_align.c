/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_data_align: columns in another order become the same data; strangers are refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "data/data.h"

enum { P = 3, N = 4 };
static const char *const wanted[P] = {"a", "b", "c"};
static const char *const given[P] = {"c", "a", "b"};
/* columns c, a, b */
static const double x[N * P] = {3, 1, 2, 30, 10, 20, 300, 100, 200, 3000, 1000, 2001};

static lacon_data *make(lacon_ctx *ctx, const char *const *names)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    if (names) assert_int_equal(lacon_data_set_names(ctx, data, names), LACON_OK);
    return data;
}

static void test_rows(void **state)
{
    lacon_ctx *ctx = *state;
    float f[N * P];
    for (int i = 0; i < N * P; i++) f[i] = (float)x[i];
    lacon_data *data = make(ctx, given);
    assert_int_equal(lacon_data_add_view(ctx, data, "view", N, x, P), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, "copy", N, x, P), LACON_OK);
    assert_int_equal(lacon_data_add_copy_f32(ctx, data, "single", N, f, P), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, data, P, wanted), LACON_OK);
    for (int i = 0; i < N; i++) {
        for (int r = 0; r < P; r++) {
            double want = x[i * P + (r + 1) % P]; /* a is column 1, b 2, c 0 */
            assert_true(((const double *)data->classes[0].x)[i * P + r] == want);
            assert_true(((const double *)data->classes[1].x)[i * P + r] == want);
            assert_true(((const float *)data->classes[2].x)[i * P + r] == (float)want);
        }
    }
    for (int r = 0; r < P; r++) assert_string_equal(lacon_data_name(data, r), wanted[r]);
    lacon_data_free(data);
}

static void test_covariance(void **state)
{
    lacon_ctx *ctx = *state;
    const double k[P * P] = {9, 1, 2, 1, 5, 3, 2, 3, 7}; /* of c, a, b */
    const double want[P * P] = {5, 3, 1, 3, 7, 2, 1, 2, 9};
    lacon_data *data = make(ctx, given);
    assert_int_equal(lacon_data_add_cov(ctx, data, NULL, 10, k, P), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, data, P, wanted), LACON_OK);
    assert_memory_equal(data->classes[0].x, want, sizeof want);
    lacon_data_free(data);
}

static void test_by_position(void **state)
{
    lacon_ctx *ctx = *state;
    const char *const plain[P] = {"V1", "V2", "V3"};
    lacon_data *unnamed = make(ctx, NULL), *named = make(ctx, given);
    assert_int_equal(lacon_data_add_view(ctx, unnamed, NULL, N, x, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, named, NULL, N, x, P), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, unnamed, P, wanted), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, named, P, plain), LACON_OK);
    assert_ptr_equal(unnamed->classes[0].x, x); /* untouched, still borrowed */
    assert_ptr_equal(named->classes[0].x, x);
    lacon_data_free(unnamed);
    lacon_data_free(named);
}

/* V1..Vp are names like others where the data have them too. */
static void test_default_names(void **state)
{
    lacon_ctx *ctx = *state;
    const char *const plain[P] = {"V1", "V2", "V3"}, *const permuted[P] = {"V3", "V1", "V2"};
    lacon_data *data = make(ctx, permuted);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, N, x, P), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, data, P, plain), LACON_OK);
    assert_true(((const double *)data->classes[0].x)[0] == 1);
    assert_string_equal(lacon_data_name(data, 0), "V1");
    lacon_data_free(data);
}

static void test_refusals(void **state)
{
    lacon_ctx *ctx = *state;
    const char *const other[P] = {"a", "b", "d"};
    lacon_data *data = make(ctx, given);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, N, x, P), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, data, P, other), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'d'"));
    assert_int_equal(lacon_data_align(ctx, data, P - 1, wanted), LACON_E_SHAPE);
    assert_string_equal(lacon_data_name(data, 0), "c");
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
    assert_int_equal(lacon_data_align(ctx, data, P, wanted), LACON_E_ARGUMENT);
    lacon_data_free(data);
}

static int setup(void **state)
{
    return lacon_ctx_new((lacon_ctx **)state, NULL) < 0;
}

static int teardown(void **state)
{
    lacon_ctx_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),        cmocka_unit_test(test_covariance),
        cmocka_unit_test(test_by_position), cmocka_unit_test(test_default_names),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
