/* SPDX-License-Identifier: BSD-3-Clause
 * Lines of a table of participants and the classes they belong to; the small tables of text they are
 * read with.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/words.h"
#include "scratch.h"

static lacon_status make(lacon_ctx *ctx, lacon_data **data)
{
    static const char *const labels[] = {"sub-01_ses-a", "sub-1", "UM_1_0050272_rois_aal",
                                         "UM_1_00502729", "plain"};
    static const double x[] = {1, 2, 3, 4};
    LCN_TRY(lacon_data_new(ctx, data, 2));
    for (int c = 0; c < 5; c++) LCN_TRY(lacon_data_add_view(ctx, *data, labels[c], 2, x, 2));
    return LACON_OK;
}

static const char table[] = "id\tage\n01\t30\nplain\t31\nUM_1\t1\nUM_1_0050272\t32\nsub-1\t33\n\t4\n";

static void test_match(void **state)
{
    static const int64_t want[] = {0, 4, 3, 2, 1}; /* the longest id that fits */
    scratch *s = *state;
    lacon_data *data = NULL;
    int64_t row[5];
    assert_int_equal(make(s->ctx, &data), LACON_OK);
    const char *path = scratch_text(s, "p.tsv", table);
    assert_int_equal(lacon_participants_match(s->ctx, path, "ID", data, row), LACON_OK);
    for (int c = 0; c < 5; c++) assert_int_equal(row[c], want[c]);
    assert_int_equal(lacon_participants_match(s->ctx, path, "name", data, row), LACON_E_ARGUMENT);
    path = scratch_text(s, "p.tsv", "id\nother\n");
    assert_int_equal(lacon_participants_match(s->ctx, path, "id", data, row), LACON_OK);
    for (int c = 0; c < 5; c++) assert_int_equal(row[c], -1);
    path = scratch_text(s, "p.tsv", "id\nplain\nx\nplain\n");
    assert_int_equal(lacon_participants_match(s->ctx, path, "id", data, row), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "lines 2 and 4 both have 'plain'"));
    lacon_data_free(data);
}

static void test_words(void **state)
{
    scratch *s = *state;
    lcn_words w;
    double value;
    const char *path = scratch_text(
        s, "w.csv", "\xEF\xBB\xBFname,\"x, y\"\r\n\"say \"\"a\"\"\",1.5\r\n\r\ngr\xF6\xDF,n/a\r\nshort\r\n");
    assert_int_equal(lcn_words_read(s->ctx, &w, path), LACON_OK);
    assert_int_equal(w.rows, 3);
    assert_int_equal(w.columns, 2);
    assert_int_equal(lcn_words_column(&w, "X, Y"), 1);
    assert_string_equal(lcn_words_at(&w, 0, 0), "say \"a\"");
    assert_string_equal(lcn_words_at(&w, 1, 0), "gr\xC3\xB6\xC3\x9F");
    assert_string_equal(lcn_words_at(&w, 2, 1), "");
    assert_int_equal(lcn_words_number(s->ctx, &w, 0, 1, &value), LACON_OK);
    assert_true(value == 1.5);
    assert_int_equal(lcn_words_number(s->ctx, &w, 1, 1, &value), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "w.csv:4: column 'x, y' holds 'n/a'"));
    lcn_words_clear(&w);
    static const struct {
        const char *text, *words;
    } bad[] = {{"", "a header"}, {"a,b\n1,2,3\n", ":2: more than the 2 cells"}, {"a,b\n\"1,2\n", ":2: quotes"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        path = scratch_text(s, "bad.csv", bad[i].text);
        assert_int_equal(lcn_words_read(s->ctx, &w, path), LACON_E_FORMAT);
        assert_non_null(strstr(lacon_ctx_message(s->ctx), bad[i].words));
    }
}

static lacon_status job(lacon_ctx *ctx, void *user)
{
    lacon_data *data = NULL;
    int64_t row[5];
    lacon_status status;
    LCN_GOTO(make(ctx, &data));
    LCN_GOTO(lacon_participants_match(ctx, user, "id", data, row));
done:
    lacon_data_free(data);
    return status;
}

static void test_memory(void **state)
{
    char path[512], text[4096] = "id\n";
    for (int i = 0; i < 200; i++) snprintf(text + strlen(text), 16, "p%d\n", i); /* it must grow */
    snprintf(path, sizeof path, "%s", scratch_text(*state, "m.tsv", text));
    assert_true(faulty_loop(job, path, 1) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_match), cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
