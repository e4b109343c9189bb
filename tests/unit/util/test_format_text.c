/* SPDX-License-Identifier: BSD-3-Clause
 * Texts with numbers in them (util/format_text.c): what vsnprintf gives in the C locale, in any room; and in a locale
 * with a decimal comma the same.
 */
#include "util/format_text.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool comma; /* want is what the C locale gave */
static char want[64][1200];
static int at;

__attribute__((format(printf, 1, 2))) static void same(const char *format, ...)
{
    char got[1200], *expected = want[at++];
    va_list a, b;
    va_start(a, format);
    va_copy(b, a);
    if (!comma) vsnprintf(expected, sizeof want[0], format, b);
    const int length = lcn_vformat(got, sizeof got, format, a);
    va_end(b);
    va_end(a);
    assert_string_equal(got, expected);
    assert_int_equal(length, strlen(expected));
    for (size_t room = 0; room <= strlen(expected) + 1; room++) {
        char *part = test_malloc(room + 1);
        part[room] = '#';
        va_start(a, format);
        assert_int_equal(lcn_vformat(room > 0 ? part : NULL, room, format, a), length);
        va_end(a);
        if (room > 0) assert_int_equal(strlen(part), room - 1);
        if (room > 0) assert_memory_equal(part, expected, room - 1);
        assert_int_equal(part[room], '#');
        test_free(part);
    }
}

static void all_kinds(void)
{
    at = 0;
    same("%s", "");
    same("nothing");
    same("%s: %s%s", "a", "b,c", "");
    same("%-8s|%8s|%.3s|%.*s|%-*s|", "ab", "cd", "abcdef", 2, "xyz", 5, "e");
    same("%d %i %u %x %c %%", -5, 7, 8u, 255u, 'q');
    same("%ld %lld %llu %zu", -5L, INT64_MIN + 0LL, (unsigned long long)UINT64_MAX, (size_t)SIZE_MAX);
    same("%02x %03lld %0*lld %5d|%-5d|%+d", 10u, 7LL, 4, 42LL, 3, 3, 3);
    same("%g %g %g %g", 1.5, -0.25, 1e300, 5e-324);
    same("%.3g %.15g %.17g %.0f %.2f %.*f", 3.14159, 0.1, 0.1, 2.5, -1.005, 3, 9.87654);
    same("%8.2f|%-8.2f|%+.1f|%e", 1.5, 1.5, 1.5, 12345.678);
    same("%f", -DBL_MAX);
    same("%g %g %g %.1f", NAN, INFINITY, -INFINITY, -0.0);
    same("1,5 %s 2,5 %.1f", "3,5", 4.5);
}

static void as_the_system(void **state)
{
    (void)state;
    comma = false;
    all_kinds();
}

static void with_a_comma(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    size_t i = 0;
    (void)state;
    while (i < 4 && setlocale(LC_ALL, names[i]) == NULL) i++;
    if (i == 4) {
        print_message("no locale with a decimal comma is installed: not tested\n");
        skip();
    }
    comma = true;
    all_kinds();
    setlocale(LC_ALL, "C");
}

__attribute__((format(printf, 1, 2))) static int length_of(const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    const int length = lcn_vformat(text, sizeof text, format, args);
    va_end(args);
    return length;
}

static void what_no_text_has(void **state)
{
    (void)state;
    assert_int_equal(length_of("%p", (void *)0), -1);
    assert_int_equal(length_of("%Lg", 1.0L), -1);
    assert_int_equal(length_of("%600.1f", 1.0), -1); /* a number is no page */
    assert_int_equal(length_of("%.00000000000000000000000000000000000000000000001f", 1.0), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_system),
        cmocka_unit_test(with_a_comma),
        cmocka_unit_test(what_no_text_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
