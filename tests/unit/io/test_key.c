/* SPDX-License-Identifier: BSD-3-Clause
 * Keys (which variable belongs to which module), and every reader with the n-th allocation failing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/ctx.h"

static const char *const names[] = {"x1", "x2",
                                    "gr\xC3\xB6\xC3\x9F"
                                    "e"};

static void takes(scratch *s, const char *text, int a, int b, int c)
{
    int32_t out[3] = {9, 9, 9};
    lacon_status status = lacon_key_read(s->ctx, out, scratch_text(s, "key.csv", text), 3, names);
    if (status < 0) fail_msg("%s", lacon_ctx_message(s->ctx));
    assert_int_equal(out[0], a);
    assert_int_equal(out[1], b);
    assert_int_equal(out[2], c);
}

static void refuses(scratch *s, const char *text, lacon_status want, const char *words)
{
    int32_t out[3] = {9, 9, 9};
    assert_int_equal(lacon_key_read(s->ctx, out, scratch_text(s, "key.csv", text), 3, names), want);
    if (strstr(lacon_ctx_message(s->ctx), words) == NULL) {
        fail_msg("'%s' is not in '%s'", words, lacon_ctx_message(s->ctx));
    }
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "key.csv"));
    assert_int_equal(out[0], 9);
}

static void test_keys(void **state)
{
    scratch *s = *state;
    takes(s,
          "item,factor\nx1,visual\nx2,verbal\ngr\xC3\xB6\xC3\x9F"
          "e,visual\n",
          1, 2, 1);
    takes(s,
          "item,factor\ngr\xF6\xDF"
          "e,visual\nx2,verbal\nx1,verbal\n",
          2, 2, 1); /* Latin-1 */
    takes(s,
          "\"item\",\"trait\",\"sign\"\n\"x1\",\"a\",-1\n\"x2\",\"b, c\",1\n\"gr\xC3\xB6\xC3\x9F"
          "e\",\"a\",1\n",
          1, 2, 1);
    takes(s,
          "index\tmodule\tvariable\n1\t3\tx1\n2\t0\tx2\n3\t3\tgr\xC3\xB6\xC3\x9F"
          "e\n9\t1\tother\n",
          1, 2, 1);
    takes(s,
          "v;m\r\nx1;1\r\nx1;1\r\nx2;1\r\ngr\xC3\xB6\xC3\x9F"
          "e;1\r\n\r\n",
          1, 1, 1);
}

static void test_bad_keys(void **state)
{
    scratch *s = *state;
    refuses(s, "", LACON_E_FORMAT, "the file is empty");
    refuses(s, "item\nx1\n", LACON_E_FORMAT, "one column only");
    refuses(s, "item,factor\nx1,a\nx2\n", LACON_E_FORMAT,
            "key.csv:3: variable and module are expected");
    refuses(s, "item,factor\nx1,a\nx2,\n", LACON_E_DATA, "key.csv:3: variable 'x2' has no module");
    refuses(s, "item,factor\nx1,a\nx1,b\n", LACON_E_DATA, "'x1' is in module 'a' and in 'b'");
    refuses(s, "item,factor\nx1,a\n", LACON_E_DATA,
            "2 of 3 variables are not in this key, the first is 'x2'");
    refuses(s, "item,factor\nx1,\"a\nx2,b\n", LACON_E_FORMAT, "quotes are not closed");
    int32_t out[3];
    assert_int_equal(lacon_key_read(s->ctx, out, scratch_path(s, "none"), 3, names), LACON_E_IO);
}

/* One column of several, for some of the variables. */
static void column(scratch *s, const char *text, const char *asked, lacon_status want, const char *words, int a, int b,
                   int c)
{
    int32_t out[3] = {9, 9, 9};
    char *used = NULL;
    const lacon_status got =
        lacon_key_read_column(s->ctx, out, &used, scratch_text(s, "key.csv", text), asked, 3, names);
    if (got != want) fail_msg("%d: %s", (int)got, lacon_ctx_message(s->ctx));
    if (strstr(want < 0 ? lacon_ctx_message(s->ctx) : used, words) == NULL)
        fail_msg("no '%s' in '%s'", words, want < 0 ? lacon_ctx_message(s->ctx) : used);
    assert_true(out[0] == a && out[1] == b && out[2] == c);
    assert_true((used == NULL) == (want < 0));
    lacon_free(s->ctx, used);
}

static void test_columns(void **state)
{
    scratch *s = *state;
    const char *three = "net,item,size\na,x2,1\nb,x1,1\n,other,2\n";
    column(s, "item,net\nx2,a\nx1,b\n", NULL, LACON_OK, "net", 2, 1, 0); /* the only one; the third is not there */
    column(s, "net,item\na,x2\nb,x1\n", NULL, LACON_OK, "net", 2, 1, 0); /* variables are found by their names */
    column(s, "item,size,module\nx1,3,a\nx2,4,a\n", NULL, LACON_OK, "module", 1, 1, 0);
    column(s, three, "net", LACON_OK, "net", 2, 1, 0);
    column(s, three, NULL, LACON_E_ARGUMENT, "which column tells the modules, net, size?", 9, 9, 9);
    column(s, three, "nets", LACON_E_ARGUMENT, "has no column 'nets': it has net, size", 9, 9, 9);
    column(s, "item,net\nx1,\nx2,a\n", NULL, LACON_OK, "net", 0, 1, 0); /* an empty cell tells nothing */
    column(s, "item,net\ny1,a\ny2,a\n", NULL, LACON_E_DATA, "no column has the variables", 9, 9, 9);
    column(s, "item,net\nx1,\n", NULL, LACON_E_DATA, "none of the 3 variables", 9, 9, 9);
    column(s, "item\nx1\n", NULL, LACON_E_FORMAT, "one column only", 9, 9, 9);
}

/* ---- memory ---- */

typedef struct job {
    const char *paths[4];
    int count;
    lacon_read_options options;
} job;

static lacon_status read_job(lacon_ctx *ctx, void *user)
{
    job *j = user;
    lacon_data *data = NULL;
    lacon_status status = lacon_data_read(ctx, &data, j->paths, j->count, &j->options);
    if (status < 0 && data != NULL) status = LACON_E_INTERNAL;
    lacon_data_free(data);
    return status;
}

static lacon_status key_job(lacon_ctx *ctx, void *user)
{
    int32_t out[3];
    return lacon_key_read(ctx, out, user, 3, names);
}

static lacon_status column_job(lacon_ctx *ctx, void *user)
{
    int32_t out[3];
    char *used;
    const lacon_status status = lacon_key_read_column(ctx, out, &used, user, NULL, 3, names);
    lacon_free(ctx, used);
    return status;
}

static lacon_status folder_job(lacon_ctx *ctx, void *user)
{
    lacon_folder *folder = NULL;
    LCN_TRY(lacon_folder_begin(ctx, &folder, user, 0));
    lacon_status status = lacon_folder_subdir(ctx, folder, "inner");
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    lacon_folder_free(folder);
    lcn_tree_remove(user);
    return status;
}

static lacon_status csv_job(lacon_ctx *ctx, void *user)
{
    const double x[] = {1, 2, 3, 4};
    lacon_data *data = NULL;
    lacon_status status;
    LCN_GOTO(lacon_data_new(ctx, &data, 2));
    LCN_GOTO(lacon_data_add_view(ctx, data, "a", 2, x, 2));
    LCN_GOTO(lacon_data_write_csv(ctx, data, 0, user));
    unlink(user);
done:
    lacon_data_free(data);
    return status;
}

static void test_memory(void **state)
{
    scratch *s = *state;
    job j = {.count = 3};
    lacon_read_options_init(&j.options);
    j.paths[0] = scratch_text(s, "a.csv", "x,y\n1,2\n3,4\n");
    j.paths[1] = scratch_text(s, "b.tsv", "# c\ny\tx\n1\t2\n3\t4\n");
    j.paths[2] = scratch_text(s, "c.1D", "#x #y\n1 2\n3 4\n");
    for (int threads = 1; threads <= 3; threads++) {
        assert_true(faulty_loop(read_job, &j, threads) > 30);
    }
    j.options.ignore = "1";
    j.options.precision = LACON_PRECISION_SINGLE;
    j.options.names = "p,q,r";
    assert_true(faulty_loop(read_job, &j, 1) > 30);
    lacon_read_options_init(&j.options);
    j.count = 1;
    j.paths[0] = TEST_DATA "/table.csv.gz";
    assert_true(faulty_loop(read_job, &j, 1) > 10);
    j.options.transpose = 1;
    assert_true(faulty_loop(read_job, &j, 1) > 10);
    j.paths[0] = scratch_text(s, "t.csv", "g,s1,s2\na,1,2\nb,3,4\n");
    assert_true(faulty_loop(read_job, &j, 1) > 10);
    j.paths[0] = TEST_DATA "/f8_fortran.npy";
    assert_true(faulty_loop(read_job, &j, 1) > 10);
    lacon_read_options_init(&j.options);
    j.options.class_column = "g";
    char many[2000] = "g,v\n";
    for (int i = 0; i < 60; i++) sprintf(many + strlen(many), "class %d,%d\n", i % 20, i);
    j.paths[0] = scratch_text(s, "g.csv", many);
    assert_true(faulty_loop(read_job, &j, 1) > 40);
    lacon_read_options_init(&j.options);
    j.paths[0] = s->dir; /* a folder; t.csv and others in it are no match */
    unlink(scratch_path(s, "t.csv"));
    unlink(scratch_path(s, "g.csv"));
    assert_true(faulty_loop(read_job, &j, 2) > 30);
    const char *key = scratch_text(s, "key.txt",
                                   "v,m\nx1,a\nx2,b\ngr\xC3\xB6\xC3\x9F"
                                   "e,a\n");
    assert_true(faulty_loop(key_job, (void *)(uintptr_t)key, 1) > 5);
    assert_true(faulty_loop(column_job, (void *)(uintptr_t)key, 1) > 5);
    assert_true(faulty_loop(folder_job, (void *)(uintptr_t)scratch_path(s, "run"), 1) > 3);
    assert_true(faulty_loop(csv_job, (void *)(uintptr_t)scratch_path(s, "x.csv"), 1) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_bad_keys),
        cmocka_unit_test(test_columns),
        cmocka_unit_test_setup_teardown(test_memory, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
