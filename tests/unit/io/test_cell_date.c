/* SPDX-License-Identifier: BSD-3-Clause
 * What looks like a date, and words and numbers that do not.
 */
#include "io/text/cells.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool looks(const char *text)
{
    return lcn_cell_is_date((lcn_cell){.text = text, .length = strlen(text)});
}

static void test_dates(void **state)
{
    (void)state;
    static const char *const dates[] = {
        "2003-01-31", "31.1.2003", "1/31/03", "2003/1/31", "2003-01-31 10:30:00", "2003-01-31T10:30:00Z", "10:30",
        "10:30:05", "2003-01", "2003/1", "31-Jan-2003", "31JAN2003", "Jan 31, 2003", "31 January 2003", "sept-03",
        "Jan 2003", "3-may-99 23:59"};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++)
        if (!looks(dates[i])) fail_msg("no date: %s", dates[i]);
}

static void test_words(void **state)
{
    (void)state;
    static const char *const words[] = {
        "", "3", "3.14", "-3", "1e-3", "12345-1-1", "3-4", "1.2.x", "mar", "mar 3", "Marching-3-2003", "2003-Q1",
        "Januaryy 3 2003", "Jan-Feb-2003", "MARKER_2003_12", "decemberish12", "v2003-01-31", "ju-2003"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (looks(words[i])) fail_msg("a date: %s", words[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dates), cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
