/* SPDX-License-Identifier: BSD-3-Clause
 * Names that look the same (util/looks_same.c).
 */
#include "util/looks_same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Composed, decomposed: what Python's unicodedata.normalize makes of the first in form NFD is the second. */
static void accents(void **state)
{
    static const char *const pairs[][2] = {
        {"caf\xC3\xA9", "cafe\xCC\x81"},
        {"\xC3\x85ngstr\xC3\xB6m", "A\xCC\x8Angstro\xCC\x88m"},
        {"\xC5\xBD", "Z\xCC\x8C"},
        {"\xC4\xB0", "I\xCC\x87"},
        {"\xC4\x8C", "C\xCC\x8C"},
        {"\xC5\xAE", "U\xCC\x8A"},
        {"\xC5\x84", "n\xCC\x81"},
        {"\xC5\xA0", "S\xCC\x8C"},
        {"\xC4\x9F", "g\xCC\x86"},
        {"\xC5\x91", "o\xCC\x8B"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_true(lcn_looks_same(pairs[i][0], pairs[i][1]));
        assert_true(lcn_looks_same(pairs[i][1], pairs[i][0]));
    }
}

static void unseen(void **state)
{
    (void)state;
    assert_true(lcn_looks_same("", ""));
    assert_true(lcn_looks_same("Patient", "patient"));
    assert_true(lcn_looks_same("\xC3\x89t\xC3\xA9", "\xC3\xA9t\xC3\xA9"));
    assert_true(lcn_looks_same("a b", "a\xC2\xA0" "b"));
    assert_true(lcn_looks_same("a", "\xEF\xBB\xBF" "a\xE2\x80\x8B "));
}

static void others(void **state)
{
    (void)state;
    assert_false(lcn_looks_same("a", "b"));
    assert_false(lcn_looks_same("a", "ab"));
    assert_false(lcn_looks_same("cafe", "caf\xC3\xA9"));
    assert_false(lcn_looks_same("\xC3\x98", "O\xCC\x88"));
    assert_false(lcn_looks_same("\xD0\xB0", "a")); /* another alphabet's */
    assert_false(lcn_looks_same("a\xFF", "a\xFE"));
    assert_true(lcn_looks_same("a\xFF", "a\xFF"));
    assert_false(lcn_looks_same("\xE2\x80", "\xE2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accents),
        cmocka_unit_test(unseen),
        cmocka_unit_test(others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
