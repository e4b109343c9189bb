/* SPDX-License-Identifier: BSD-3-Clause
 * The data object: what may come in, what is refused and how it is reported, views and copies.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/data.h"
#include "data/namemap.h"
#include "scratch.h"

static const double rows[] = {1, 2, 3, 4, 5, 6}; /* 2 × 3 or 3 × 2 */

static void said(const lacon_ctx *ctx, const char *part)
{
    if (strstr(lacon_ctx_message(ctx), part) == NULL) {
        fail_msg("'%s' is not in '%s'", part, lacon_ctx_message(ctx));
    }
}

static void test_sizes(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    lacon_data *data = (lacon_data *)ctx;
    assert_int_equal(lacon_data_new(ctx, &data, 0), LACON_E_ARGUMENT);
    assert_null(data);
    assert_int_equal(lacon_data_new(ctx, &data, INT64_MAX), LACON_E_LIMIT);
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    assert_int_equal(lacon_data_variables(data), 3);
    assert_int_equal(lacon_data_classes(data), 0);
    assert_string_equal(lacon_data_name(data, 2), "V3");
    assert_int_equal(lacon_data_add_view(ctx, data, "one", 1, rows, 3), LACON_E_DATA);
    said(ctx, "'one' has 1 observation");
    assert_int_equal(lacon_data_add_view(ctx, data, "narrow", 2, rows, 2), LACON_E_SHAPE);
    said(ctx, "leading dimension 2 is below the 3 variables");
    assert_int_equal(lacon_data_add_view(ctx, data, "huge", INT64_MAX / 2, rows, 3), LACON_E_LIMIT);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    said(ctx, "no class");
    lacon_data_free(data);
    lacon_data_free(NULL);
}

static void test_names(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    const char *const twice[] = {"a", "b", "a"}, *const empty[] = {"a", "", "c"};
    const char *const good[] = {"a", "b", "c"};
    assert_int_equal(lacon_data_set_names(ctx, data, twice), LACON_E_DATA);
    said(ctx, "variables 1 and 3 are both called 'a'");
    assert_string_equal(lacon_data_name(data, 0), "V1");
    assert_int_equal(lacon_data_set_names(ctx, data, empty), LACON_E_ARGUMENT);
    assert_int_equal(lacon_data_set_names(ctx, data, good), LACON_OK);
    assert_int_equal(lacon_data_set_names(ctx, data, good), LACON_OK); /* again is fine */
    assert_string_equal(lacon_data_name(data, 1), "b");
    lacon_data_free(data);
}

static void test_labels(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    for (int c = 0; c < 20; c++) {
        assert_int_equal(lacon_data_add_view(ctx, data, NULL, 3, rows, 2), LACON_OK);
    }
    assert_string_equal(lacon_data_label(data, 0), "class-001");
    assert_string_equal(lacon_data_label(data, 19), "class-020");
    assert_int_equal(lacon_data_add_view(ctx, data, "class-007", 3, rows, 2), LACON_E_DATA);
    said(ctx, "two classes are called 'class-007'");
    assert_int_equal(lacon_data_classes(data), 20);
    assert_int_equal(lacon_data_rows(data, 3), 3);
    assert_null(lacon_data_source(data, 0));
    assert_null(lacon_data_sha256(data, 0));
    assert_null(lacon_data_mean(data, 0));
    lacon_data_free(data);
}

static void test_views_and_copies(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    double wide[] = {1, 2, -1, 3, 4, -1};
    float single[] = {1, 2, -1, 3, 4, -1};
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "view", 2, wide, 3), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, "copy", 2, wide, 3), LACON_OK);
    assert_int_equal(lacon_data_add_view_f32(ctx, data, "view4", 2, single, 3), LACON_OK);
    assert_int_equal(lacon_data_add_copy_f32(ctx, data, "copy4", 2, single, 3), LACON_OK);
    wide[3] = single[3] = 30;
    const lcn_class *c = data->classes;
    assert_ptr_equal(c[0].x, wide);
    assert_int_equal(c[0].ld, 3);
    assert_true(((const double *)c[1].x)[2] == 3);
    assert_int_equal(c[1].ld, 2);
    assert_ptr_equal(c[2].x, single);
    assert_true(((const float *)c[3].x)[2] == 3);
    lacon_data_free(data);
}

static void test_not_finite(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    static const double odd[] = {NAN, -NAN, INFINITY, -INFINITY};
    lacon_data *data;
    const char *const names[] = {"p", "q", "r"};
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    assert_int_equal(lacon_data_set_names(ctx, data, names), LACON_OK);
    for (int i = 0; i < 6; i++) {
        for (int o = 0; o < 4; o++) {
            double x[6] = {0, -0.0, 5e-324, 1.7976931348623157e308, -1e300, 1};
            float f[6] = {0, -0.0f, 1e-45f, 3.4028235e38f, -1e30f, 1};
            assert_int_equal(lacon_data_add_view(ctx, data, "fine", 2, x, 3), LACON_OK);
            assert_int_equal(lacon_data_add_copy_f32(ctx, data, "fine4", 2, f, 3), LACON_OK);
            x[i] = odd[o];
            f[i] = (float)odd[o];
            char where[64];
            snprintf(where, sizeof where, "class 'bad', row %d, variable '%s'", i / 3 + 1,
                     names[i % 3]);
            assert_int_equal(lacon_data_add_copy(ctx, data, "bad", 2, x, 3), LACON_E_DATA);
            said(ctx, where);
            assert_int_equal(lacon_data_add_view_f32(ctx, data, "bad", 2, f, 3), LACON_E_DATA);
            said(ctx, where);
            assert_int_equal(lacon_data_classes(data), 2);
            lacon_data_free(data);
            assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
            assert_int_equal(lacon_data_set_names(ctx, data, names), LACON_OK);
        }
    }
    lacon_data_free(data);
}

static void test_covariance(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    const double skew[] = {1, 0.5, 0.6, 1}, negative[] = {1, 0, 0, -1}, odd[] = {1, NAN, NAN, 1};
    double good[] = {4, 1, 1 + 1e-15, 9};
    assert_int_equal(lacon_data_add_cov(ctx, data, "s", 10, skew, 2), LACON_E_DATA);
    said(ctx, "not symmetric");
    assert_int_equal(lacon_data_add_cov(ctx, data, "s", 10, negative, 2), LACON_E_DATA);
    said(ctx, "variance of variable 'V2' is negative");
    assert_int_equal(lacon_data_add_cov(ctx, data, "s", 10, odd, 2), LACON_E_DATA);
    assert_int_equal(lacon_data_add_cov(ctx, data, "s", 1, good, 2), LACON_E_DATA);
    assert_int_equal(lacon_data_add_cov(ctx, data, "s", 10, good, 2), LACON_OK);
    assert_int_equal(lacon_data_classes(data), 1);
    const double *K = data->classes[0].x;
    good[0] = 0;
    assert_true(K[0] == 4 && K[1] == K[2] && K[3] == 9);
    lacon_data_free(data);
}

/* ---- names to indices ---- */

static void test_namemap(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    enum { COUNT = 5000 };
    char **names = calloc(COUNT, sizeof *names);
    for (int i = 0; i < COUNT; i++) assert_true(asprintf(&names[i], "name-%d", i * 7) > 0);
    lcn_namemap map;
    int64_t twin, again, index;
    const char *const *list = (const char *const *)names;
    assert_int_equal(lcn_namemap_init(ctx, &map, list, COUNT, &twin, &again), LACON_OK);
    assert_int_equal(twin, -1);
    for (int i = 0; i < COUNT; i++) assert_int_equal(lcn_namemap_find(&map, names[i]), i);
    assert_int_equal(lcn_namemap_find(&map, "name-1"), -1);
    lcn_namemap_clear(&ctx->allocator, &map);
    strcpy(names[4999], "name-14");
    assert_int_equal(lcn_namemap_init(ctx, &map, list, COUNT, &twin, &again), LACON_OK);
    assert_int_equal(twin, 2);
    assert_int_equal(again, 4999);
    lcn_namemap_clear(&ctx->allocator, &map);
    lcn_namelist grown = {0};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT - 1; i++) {
            assert_int_equal(lcn_namelist_add(ctx, &grown, names[i], &index), LACON_OK);
            assert_int_equal(index, i);
        }
    }
    assert_int_equal(grown.count, COUNT - 1);
    lcn_namelist_clear(&ctx->allocator, &grown);
    assert_int_equal(lcn_namemap_find(&grown.map, "a"), -1); /* an empty one */
    for (int i = 0; i < COUNT; i++) free(names[i]);
    free(names);
}

/* ---- memory ---- */

static lacon_status whole_life(lacon_ctx *ctx, void *user)
{
    (void)user;
    const char *const names[] = {"a", "b"};
    const double K[] = {4, 1, 1, 9};
    const float single[] = {1, 2, 3, 5};
    lacon_data *data = NULL;
    lacon_status status;
    LCN_GOTO(lacon_data_new(ctx, &data, 2));
    LCN_GOTO(lacon_data_set_names(ctx, data, names));
    for (int c = 0; c < 9; c++) LCN_GOTO(lacon_data_add_copy(ctx, data, NULL, 3, rows, 2));
    LCN_GOTO(lacon_data_add_view(ctx, data, "view", 3, rows, 2));
    LCN_GOTO(lacon_data_add_copy_f32(ctx, data, "single", 2, single, 2));
    LCN_GOTO(lacon_data_add_cov(ctx, data, "cov", 9, K, 2));
    LCN_GOTO(lcn_data_set_source(ctx, data, "file.csv", "0123"));
    LCN_GOTO(lacon_data_standardise(ctx, data, LACON_SCALE_Z));
done:
    if (status < 0 && data != NULL && data->standardised) status = LACON_E_INTERNAL;
    lacon_data_free(data);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    assert_true(faulty_loop(whole_life, NULL, 1) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),      cmocka_unit_test(test_names),
        cmocka_unit_test(test_labels),     cmocka_unit_test(test_views_and_copies),
        cmocka_unit_test(test_not_finite), cmocka_unit_test(test_covariance),
        cmocka_unit_test(test_namemap),    cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
