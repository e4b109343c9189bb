/* SPDX-License-Identifier: BSD-3-Clause
 * Lines of a table of participants and the classes they belong to; the small tables of text they are
 * read with.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/text/text_table.h"
#include "scratch.h"
#include <lacon/test.h>

static lacon_status make(lacon_ctx *ctx, lacon_data **data)
{
    static const char *const labels[] = {"sub-01_ses-a", "sub-1", "UM_1_0050272_rois_aal",
                                         "UM_1_00502729", "plain"};
    static const double x[] = {1, 2, 3, 4};
    LCN_TRY(lacon_data_new(ctx, data, 2));
    for (int c = 0; c < 5; c++) LCN_TRY(lacon_data_add_view(ctx, *data, labels[c], 2, x, 2));
    return LACON_OK;
}

/* Of a file of that text. */
static lacon_status match(scratch *s, const char *text, const char *id, const lacon_data *data,
                          int64_t *row)
{
    lacon_participants *people;
    LCN_TRY(lacon_participants_read(s->ctx, &people, scratch_text(s, "p.tsv", text), NULL));
    lacon_status status = lacon_participants_match(s->ctx, people, id, data, row);
    lacon_participants_free(people);
    return status;
}

static const char table[] = "id\tage\n01\t30\nplain\t31\nUM_1\t1\nUM_1_0050272\t32\nsub-1\t33\n\t4\n";

static void test_match(void **state)
{
    static const int64_t want[] = {0, 4, 3, 2, 1}; /* the longest id that fits */
    scratch *s = *state;
    lacon_data *data = NULL;
    int64_t row[5];
    assert_int_equal(make(s->ctx, &data), LACON_OK);
    assert_int_equal(match(s, table, "ID", data, row), LACON_OK);
    for (int c = 0; c < 5; c++) assert_int_equal(row[c], want[c]);
    assert_int_equal(match(s, table, "name", data, row), LACON_E_ARGUMENT);
    assert_int_equal(match(s, "id\nother\n", "id", data, row), LACON_OK);
    for (int c = 0; c < 5; c++) assert_int_equal(row[c], -1);
    assert_int_equal(match(s, "id\nplain\nx\nplain\n", "id", data, row), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "'plain' has two rows, lines 2 and 4"));
    lacon_data_free(data);
}

/* Inside a name: uniquely, not out of a longer number; and the column that has the names. */
static void test_pieces(void **state)
{
    static const char *const labels[] = {"camCAN_subCC110033", "camCAN_subCC110037", "xCC1100370"};
    static const char text[] = "n\tccid\n1\tCC110033\n2\tCC110037\n3\tAN_sub\n";
    scratch *s = *state;
    lacon_participants *people;
    lacon_data *data;
    const char *id;
    int64_t row[3];
    static const double x[] = {1, 2, 3, 4};
    assert_int_equal(lacon_data_new(s->ctx, &data, 2), LACON_OK);
    for (int c = 0; c < 3; c++) assert_int_equal(lacon_data_add_view(s->ctx, data, labels[c], 2, x, 2), LACON_OK);
    assert_int_equal(match(s, text, "ccid", data, row), LACON_OK); /* two ids in a name are none */
    for (int c = 0; c < 3; c++) assert_int_equal(row[c], -1);
    assert_int_equal(match(s, "n\tccid\n1\tCC110033\n2\tCC110037\n3\tCC1\n", "ccid", data, row), LACON_OK);
    assert_int_equal(row[0], 0); /* CC1 is within it, and cut out of a number */
    assert_int_equal(row[1], 1);
    assert_int_equal(row[2], -1);
    assert_int_equal(lacon_participants_read(s->ctx, &people, scratch_text(s, "q.tsv",
                     "a\tccid\nx\tCC110033\ny\tCC110037\n"), NULL), LACON_OK);
    assert_int_equal(lacon_participants_find_id(s->ctx, &id, people, 3, labels), LACON_OK);
    assert_string_equal(id, "ccid");
    assert_int_equal(lacon_participants_find_id(s->ctx, &id, people, 1, &(const char *const){"z"}), LACON_E_DATA);
    lacon_participants_free(people);
    lacon_data_free(data);
}

/* The number in a name, with other zeros before it, when nothing closer fits; a site is no id. */
static void test_numbers(void **state)
{
    static const char ids[] = "SUB_ID\tdx\n1\tA\n50272\tB\n502729\tC\n000001\tD\n";
    static const int64_t want[] = {-1, -1, 1, 2, -1};
    scratch *s = *state;
    lacon_data *data = NULL;
    int64_t row[5];
    assert_int_equal(make(s->ctx, &data), LACON_OK);
    assert_int_equal(match(s, "SUB_ID\n7\n50272\n0502729\n", "SUB_ID", data, row), LACON_OK);
    for (int c = 0; c < 5; c++) assert_int_equal(row[c], want[c]);
    assert_int_equal(match(s, ids, "SUB_ID", data, row), LACON_OK);
    assert_int_equal(row[0], -1); /* 1 or 000001 */
    assert_int_equal(row[1], 0);  /* sub-1 begins with 1 */
    /* a name before a beginning before a number */
    assert_int_equal(match(s, "id\n50272\nUM_1\nplain\n", "id", data, row), LACON_OK);
    assert_int_equal(row[2], 1);
    assert_int_equal(row[4], 2);
    assert_int_equal(match(s, "id\n1\n", "id", data, row), LACON_OK);
    assert_int_equal(row[0], 0); /* sub-01_ses-a */
    assert_int_equal(row[2], -1); /* not UM_1 */
    lacon_data_free(data);
}

static void test_write(void **state)
{
    scratch *s = *state;
    lacon_data *data = NULL;
    lacon_participants *people = NULL, *back = NULL;
    assert_int_equal(make(s->ctx, &data), LACON_OK);
    const char *path = scratch_text(s, "p.csv", ",id,dx,age\n0,50272,A,\n1,plain,\"B, b\",1.50\n");
    assert_int_equal(lacon_participants_read(s->ctx, &people, path, NULL), LACON_OK);
    assert_int_equal(lacon_participants_write(s->ctx, people, "id", data, s->dir), LACON_OK);
    char out[600];
    snprintf(out, sizeof out, "%s/participants.tsv", s->dir);
    assert_int_equal(lacon_participants_read(s->ctx, &back, out, NULL), LACON_OK);
    assert_int_equal(lacon_participants_rows(back), 5);
    assert_int_equal(lacon_participants_columns(back), 5);
    assert_string_equal(lacon_participants_name(back, 0), "class");
    assert_string_equal(lacon_participants_cell(back, 2, 0), "UM_1_0050272_rois_aal");
    assert_string_equal(lacon_participants_cell(back, 2, 3), "A");
    assert_null(lacon_participants_cell(back, 2, 4));
    assert_null(lacon_participants_cell(back, 0, 2));
    assert_string_equal(lacon_participants_cell(back, 4, 3), "B, b");
    assert_string_equal(lacon_participants_cell(back, 4, 4), "1.50");
    lacon_participants_free(back);
    lacon_participants_free(people);
    lacon_data_free(data);
}

static void test_words(void **state)
{
    scratch *s = *state;
    lcn_text_table w;
    double value;
    const char *path = scratch_text(
        s, "w.csv", "\xEF\xBB\xBFname,\"x, y\"\r\n\"say \"\"a\"\"\",1.5\r\n\r\ngr\xF6\xDF,n/a\r\nshort\r\n");
    assert_int_equal(lcn_text_table_read(s->ctx, &w, path), LACON_OK);
    assert_int_equal(w.rows, 3);
    assert_int_equal(w.columns, 2);
    assert_int_equal(lcn_text_table_column(&w, "X, Y"), 1);
    assert_string_equal(lcn_text_table_at(&w, 0, 0), "say \"a\"");
    assert_string_equal(lcn_text_table_at(&w, 1, 0), "gr\xC3\xB6\xC3\x9F");
    assert_string_equal(lcn_text_table_at(&w, 2, 1), "");
    assert_int_equal(lcn_text_table_number(s->ctx, &w, 0, 1, &value), LACON_OK);
    assert_true(value == 1.5);
    assert_int_equal(lcn_text_table_number(s->ctx, &w, 1, 1, &value), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "w.csv:4: column 'x, y' holds 'n/a'"));
    lcn_text_table_clear(&w);
    static const struct {
        const char *text, *words;
    } bad[] = {{"", "a header"}, {"a,b\n1,2,3\n", ":2: more cells than the 2 names"}, {"a,b\n\"1,2\n", ":2: quotes"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        path = scratch_text(s, "bad.csv", bad[i].text);
        assert_int_equal(lcn_text_table_read(s->ctx, &w, path), LACON_E_FORMAT);
        assert_non_null(strstr(lacon_ctx_message(s->ctx), bad[i].words));
    }
}

static lacon_status job(lacon_ctx *ctx, void *user)
{
    lacon_data *data = NULL;
    lacon_participants *people = NULL;
    int64_t row[5];
    lacon_status status;
    LCN_GOTO(make(ctx, &data));
    LCN_GOTO(lacon_participants_read(ctx, &people, user, NULL));
    LCN_GOTO(lacon_participants_match(ctx, people, "id", data, row));
done:
    lacon_participants_free(people);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_match), cmocka_unit_test(test_numbers), cmocka_unit_test(test_pieces),
                                       cmocka_unit_test(test_write), cmocka_unit_test(test_words),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
