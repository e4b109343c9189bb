/* SPDX-License-Identifier: BSD-3-Clause
 * Reading in this process gives what reading in a child gives, to the bit, for every format that has the choice; no
 * child is made; a damaged file is a failure.
 */
#include "one_ctx.h"

#include <string.h>
#include <sys/resource.h>

static lacon_data *read_as(lacon_isolate isolate, const char *path, const char *atlas, lacon_status *status)
{
    lacon_read_options o;
    lacon_data *data = NULL;
    lacon_read_options_init(&o);
    o.isolate = isolate;
    o.atlas = atlas;
    *status = lacon_data_read(ctx, &data, &path, 1, &o);
    return data;
}

static void same(const char *path, const char *atlas)
{
    lacon_status a, b;
    lacon_matrix x, y;
    struct rusage before, after;
    lacon_data *child = read_as(LACON_ISOLATE_CHILD, path, atlas, &a);
    getrusage(RUSAGE_CHILDREN, &before);
    lacon_data *here = read_as(LACON_ISOLATE_IN_PROCESS, path, atlas, &b);
    getrusage(RUSAGE_CHILDREN, &after);
    assert_int_equal(before.ru_minflt, after.ru_minflt); /* a child would have touched memory */
    if (a != LACON_OK || b != LACON_OK) print_message("%s: %s\n", path, lacon_ctx_message(ctx));
    assert_int_equal(a, LACON_OK);
    assert_int_equal(b, LACON_OK);
    assert_int_equal(lacon_data_get_rows(child, 0, &x), 1);
    assert_int_equal(lacon_data_get_rows(here, 0, &y), 1);
    assert_int_equal(x.rows, y.rows);
    assert_int_equal(x.columns, y.columns);
    assert_memory_equal(x.data, y.data, (size_t)(x.rows * x.columns) * sizeof(double));
    for (int64_t r = 0; r < x.columns; r++) assert_string_equal(lacon_data_name(child, r), lacon_data_name(here, r));
    assert_string_equal(lacon_data_sha256(child, 0), lacon_data_sha256(here, 0));
    lacon_data_free(child);
    lacon_data_free(here);
}

static void every_format(void **state)
{
    (void)state;
    same(TEST_DATA "/names.mat", NULL);
    same(TEST_DATA "/plain.h5", NULL);
    same(TEST_DATA "/bold.nii.gz", TEST_DATA "/atlas.nii.gz");
}

static void no_table(void **state)
{
    (void)state;
    const char *const paths[] = {TEST_DATA "/no_table.mat", TEST_DATA "/no_table.h5"};
    for (int i = 0; i < 2; i++) {
        char said[2048];
        lacon_status a, b;
        assert_null(read_as(LACON_ISOLATE_CHILD, paths[i], NULL, &a));
        strcpy(said, lacon_ctx_message(ctx));
        assert_null(read_as(LACON_ISOLATE_IN_PROCESS, paths[i], NULL, &b));
        assert_true(a < 0);
        assert_int_equal(a, b);
        assert_string_equal(said, lacon_ctx_message(ctx));
    }
    lacon_status bad;
    assert_null(read_as((lacon_isolate)7, TEST_DATA "/plain.h5", NULL, &bad));
    assert_int_equal(bad, LACON_E_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_format), cmocka_unit_test(no_table)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
