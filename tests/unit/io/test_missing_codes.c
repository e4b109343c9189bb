/* SPDX-License-Identifier: BSD-3-Clause
 * Codes for missing values: lists of them, and what readers make of a table that holds them.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/missing_codes.h"
#include "scratch.h"

static void test_lists(void **state)
{
    scratch *s = *state;
    lcn_codes codes;
    assert_int_equal(lcn_codes_init(s->ctx, &codes, NULL), LACON_OK);
    assert_false(lcn_codes_have(&codes, 0));
    assert_false(lcn_codes_have_word(&codes, "", 0));
    assert_int_equal(lcn_codes_init(s->ctx, &codes, "-999, refused ,99.9"), LACON_OK);
    assert_int_equal(codes.count, 2);
    assert_true(lcn_codes_have(&codes, -999) && lcn_codes_have(&codes, 99.9));
    assert_true(lcn_codes_have(&codes, (double)99.9f)); /* as a file of float32 has it */
    assert_false(lcn_codes_have(&codes, 999) || lcn_codes_have(&codes, 99.90001) || lcn_codes_have(&codes, NAN));
    assert_true(lcn_codes_have_word(&codes, "refused", 7));
    assert_false(lcn_codes_have_word(&codes, "refuse", 6) || lcn_codes_have_word(&codes, "Refused", 7));
    double x[] = {1, -999, 99.9, NAN, 999};
    lcn_codes_clear(&codes, x, 5);
    assert_true(x[0] == 1 && isnan(x[1]) && isnan(x[2]) && isnan(x[3]) && x[4] == 999);
}

static void test_bad_lists(void **state)
{
    scratch *s = *state;
    lcn_codes codes;
    char many[2 * LCN_CODES_MAX + 2] = "";
    for (int i = 0; i <= LCN_CODES_MAX; i++) strcat(many, i ? ",1" : "1");
    assert_int_equal(lcn_codes_init(s->ctx, &codes, "1,,2"), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "empty"));
    assert_int_equal(lcn_codes_init(s->ctx, &codes, many), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "more than 64"));
}

/* Missing values of the file with these codes, -1 where it is refused; class: a column that tells classes. */
static int64_t holes_of(scratch *s, const char *path, const char *na, const char *class, lacon_missing missing)
{
    lacon_read_options o;
    lacon_data *data = NULL;
    int64_t count = 0;
    lacon_read_options_init(&o);
    o.na = na;
    o.class_column = class;
    o.missing = missing;
    if (lacon_data_read(s->ctx, &data, &path, 1, &o) < 0) return -1;
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        lacon_summary sum;
        assert_int_equal(lacon_data_describe(s->ctx, data, c, &sum), LACON_OK);
        count += sum.missing;
    }
    lacon_data_free(data);
    return count;
}

static int64_t holes(scratch *s, const char *text, const char *na, const char *class, lacon_missing missing)
{
    return holes_of(s, scratch_text(s, "t.csv", text), na, class, missing);
}

static void test_tables(void **state)
{
    scratch *s = *state;
    const char *table = "a,b\n1,2\n-99,3\n4,no\n5,\"-99.0\"\n7,1\n";
    assert_int_equal(holes(s, table, "-99,no", NULL, LACON_MISSING_MARGINAL), 3);
    assert_int_equal(holes(s, table, "no", NULL, LACON_MISSING_MARGINAL), 1);
    assert_int_equal(holes(s, table, NULL, NULL, LACON_MISSING_MARGINAL), -1); /* a word */
    assert_int_equal(holes(s, table, "-99,no", NULL, LACON_MISSING_REFUSE), -1);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "3 values cannot be used"));
    /* no header where the first line has nothing but numbers and codes */
    assert_int_equal(holes(s, "1,no\n2,3\n4,5\n", "no", NULL, LACON_MISSING_MARGINAL), 1);
    /* no class either: such a row is left out, and what is missing in it does not count */
    assert_int_equal(holes(s, "g,x\n9,1\n9,9\n8,9\n8,4\n", "9", "g", LACON_MISSING_MARGINAL), 1);
}

/* Arrays of numbers: those of single precision go straight to their place, and are looked at there. */
static void test_arrays(void **state)
{
    static const char *const arrays[] = {"f4.npy", "f4_big.npy", "f8.npy", "f8_fortran.npy"};
    scratch *s = *state;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", TEST_DATA, arrays[i]);
        assert_int_equal(holes_of(s, path, "-999,-80.193,113.605", NULL, LACON_MISSING_MARGINAL), 2);
        assert_int_equal(holes_of(s, path, "74.875", NULL, LACON_MISSING_REFUSE), -1);
        assert_non_null(strstr(lacon_ctx_message(s->ctx), "row 3, column 1"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_bad_lists),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_arrays),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
