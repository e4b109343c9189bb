/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers as text against strtod and snprintf of the C library, on millions of random and on chosen
 * strings: halfway cases, long digits, the whole range of exponents, other locales.
 */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/number.h"

static uint64_t next(uint64_t *s)
{ /* xorshift: any stream of bits will do */
    *s ^= *s << 13;
    *s ^= *s >> 7;
    return *s ^= *s << 17;
}

static void check(const char *text)
{
    double got = 1, want = strtod(text, NULL);
    if (!lcn_parse_double(text, strlen(text), &got)) fail_msg("'%s' is not taken", text);
    if (memcmp(&got, &want, sizeof got) != 0) fail_msg("'%s' is %a, not %a", text, got, want);
}

static void test_random(void **state)
{
    (void)state;
    uint64_t s = 88172645463325252;
    char text[80];
    for (int i = 0; i < 3000000; i++) {
        uint64_t a = next(&s), b = next(&s);
        double x;
        memcpy(&x, &a, sizeof x);
        switch (i % 6) {
        case 0:
            snprintf(text, sizeof text, "%.17g", isfinite(x) ? x : 1.5);
            break;
        case 1:
            snprintf(text, sizeof text, "%.*e", (int)(b % 25), isfinite(x) ? x : -2);
            break;
        case 2:
            snprintf(text, sizeof text, "%llu.%llue%d", (unsigned long long)a,
                     (unsigned long long)(b >> 30), (int)(b % 700) - 350);
            break;
        case 3:
            snprintf(text, sizeof text, "%lld.%06llu", (long long)(a >> 52) - 2048,
                     (unsigned long long)(b % 1000000));
            break;
        case 4:
            snprintf(text, sizeof text, "%llue%d", (unsigned long long)(a >> (b % 60)),
                     (int)(b >> 40 & 31) - 16);
            break;
        default:
            snprintf(text, sizeof text, "0.%0*llu", (int)(b % 30) + 1, (unsigned long long)a);
        }
        check(text);
    }
}

/* The exact midpoint of two doubles, and the same with the last digit moved: 767 digits can matter.
 */
static void test_halfway(void **state)
{
    (void)state;
    uint64_t s = 12345;
    char text[1200];
    for (int i = 0; i < 3000; i++) {
        uint64_t bits = next(&s) >> 1;
        if (bits >> 52 >= 2046) bits = i; /* also the smallest of all */
        double low, high;
        memcpy(&low, &bits, sizeof low);
        bits++;
        memcpy(&high, &bits, sizeof high);
        long double middle =
            ((long double)low + (long double)high) / 2; /* 64-bit mantissa: exact */
        if ((double)(middle - low) != (double)(high - middle)) continue;
        int n = snprintf(text, sizeof text, "%.1100Le", middle);
        assert_true(n > 1100);
        check(text);
        text[1101] = '1';
        check(text);
        char *e = strchr(text, 'e');
        for (char *p = e - 1; *p != '.'; p--) { /* one below the midpoint */
            if (*p == '0') {
                *p = '9';
            } else {
                --*p;
                break;
            }
        }
        check(text);
    }
}

#define CHECK_ALL(list) \
    for (size_t i = 0; i < sizeof(list) / sizeof *(list); i++) check((list)[i])

static void test_spellings(void **state)
{
    (void)state;
    static const char *const text[] = {
        "0",   "-0",  "+0",   "0.0",  "00",      "1",       "-1",        "+1",      "1.",
        ".5",  "-.5", "1e0",  "1E5",  "1e+5",    "1e-5",    "0.1",       "0.2",     "0.3",
        "3.14159265358979",   "8.5e-7",          "6.02214076e23",        "1234567", "12345678",
        "123456789",          "12345678.12345678",          "-10.2839483"};
    CHECK_ALL(text);
}

/* Numbers that lie between two doubles, or hardly not. */
static void test_near_halfway(void **state)
{
    (void)state;
    static const char *const text[] = {
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993.0",
        "9007199254740993.00000000000000000000000000000000001",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999",
        "123456789012345678901234567890",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "1.00000000000000011102230246251565404",
        "1.00000000000000011102230246251565405",
        "1.00000000000000033306690738754696213"};
    CHECK_ALL(text);
}

/* The ends of the range, and beyond. */
static void test_extremes(void **state)
{
    (void)state;
    static const char *const text[] = {
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "1e400",
        "1e99999999999999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "5e-324",
        "1e-324",
        "1e-400",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        "0.000000000000000000000000000000000001",
        "1000000000000000000000000000000000000e-36"};
    CHECK_ALL(text);
}

static void test_many_digits(void **state)
{
    (void)state;
    char zeros[2000];
    memset(zeros, '0', sizeof zeros);
    zeros[1] = '.';
    strcpy(zeros + 1500, "123456789e1500"); /* leading zeros do not count as digits */
    check(zeros);
    memset(zeros, '7', 1500);
    strcpy(zeros + 1500, "e-1400");
    check(zeros);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",   "-",  "+",   ".",    "-.", "e5",    "1e",    "1e+",    "1e5.0", "1.2.3", "--1", "+-1",
        " 1", "1 ", "1,5", "0x10", "1f", "1_000", "infin", "nan(1)", "na",    "1e5e5", "١"};
    double value;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (lcn_parse_double(bad[i], strlen(bad[i]), &value)) fail_msg("'%s' was taken", bad[i]);
    }
    assert_false(lcn_parse_double("12", 0, &value));
    assert_true(lcn_parse_double("12", 1, &value) && value == 1); /* only what it was given */
    assert_true(lcn_parse_double("NaN", 3, &value) && isnan(value));
    assert_true(lcn_parse_double("-Infinity", 9, &value) && value == -INFINITY);
    assert_true(lcn_parse_double("+inf", 4, &value) && value == INFINITY);
}

/* scan stops where the number does, and reads nothing beyond the end it was given. */
static void test_scan(void **state)
{
    (void)state;
    double v;
    const char *t = "1,25;3";
    assert_ptr_equal(lcn_scan_double(t, t + 6, ',', &v), t + 4);
    assert_true(v == 1.25);
    assert_ptr_equal(lcn_scan_double(t, t + 6, '.', &v), t + 1);
    assert_true(v == 1);
    t = "7e+x";
    assert_ptr_equal(lcn_scan_double(t, t + 4, '.', &v), t + 1);
    t = "x";
    assert_null(lcn_scan_double(t, t + 1, '.', &v));
    for (int n = 1; n <= 20; n++) { /* at every distance from the end of a block */
        char *block = malloc((size_t)n);
        memset(block, '9', (size_t)n);
        assert_ptr_equal(lcn_scan_double(block, block + n, '.', &v), block + n);
        char copy[32] = "";
        memcpy(copy, block, (size_t)n);
        assert_true(v == strtod(copy, NULL));
        free(block);
    }
}

static void test_integers(void **state)
{
    (void)state;
    int64_t v;
    assert_true(lcn_parse_int64("9223372036854775807", 19, &v) && v == INT64_MAX);
    assert_true(lcn_parse_int64("-9223372036854775808", 20, &v) && v == INT64_MIN);
    assert_true(lcn_parse_int64("+007", 4, &v) && v == 7);
    static const char *const bad[] = {
        "",   "-",  "9223372036854775808", "-9223372036854775809", "1.0", "1e3",
        " 1", "1 ", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (lcn_parse_int64(bad[i], strlen(bad[i]), &v)) fail_msg("'%s' was taken", bad[i]);
    }
}

/* The shortest of %.15g, %.16g, %.17g that reads back, by the C library. */
static void reference(char *out, double x)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, 40, "%.*g", digits, x);
        if (strtod(out, NULL) == x) return;
    }
}

static void check_format(double x)
{
    char got[LCN_NUMBER_MAX], want[40];
    int n = lcn_format_double(got, x);
    reference(want, x);
    if (n != (int)strlen(got) || strcmp(got, want) != 0)
        fail_msg("%a is '%s', not '%s'", x, got, want);
}

static void test_format(void **state)
{
    (void)state;
    uint64_t s = 424242;
    for (int i = 0; i < 500000; i++) {
        uint64_t a = next(&s);
        double x;
        memcpy(&x, &a, sizeof x);
        if (isfinite(x)) check_format(x);
        check_format((double)(int64_t)(a >> 40) / 1000 - 8000);
        check_format(ldexp((double)(a >> 11), -53));
        check_format((double)(a % 100000) * pow(10, (int)(a >> 60) - 8));
        check_format((double)a / 8); /* ties in the last digit */
    }
    static const double chosen[] = {0,
                                    -0.0,
                                    1,
                                    -1,
                                    0.1,
                                    1e15,
                                    1e16,
                                    1e17,
                                    1e-4,
                                    1e-5,
                                    9.5e-5,
                                    1e22,
                                    123456789012345678,
                                    5e-324,
                                    2.2250738585072014e-308,
                                    1.7976931348623157e308,
                                    1e308,
                                    1e-300,
                                    0.3,
                                    2.0 / 3,
                                    1e5,
                                    100000};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) check_format(chosen[i]);
    char text[LCN_NUMBER_MAX];
    assert_int_equal(lcn_format_double(text, NAN), 3);
    assert_string_equal(text, "nan");
    lcn_format_double(text, -NAN);
    assert_string_equal(text, "nan");
    lcn_format_double(text, -INFINITY);
    assert_string_equal(text, "-inf");
}

/* A point is a point even where people write a comma. */
static void test_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "ps_AF.UTF-8"};
    bool any = false;
    char text[LCN_NUMBER_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_ALL, names[i]) == NULL) continue;
        any = true;
        double v;
        assert_true(lcn_parse_double("1.5", 3, &v) && v == 1.5);
        assert_true(lcn_parse_double("9007199254740993.00000001", 25, &v) &&
                    v == 9007199254740994.0);
        assert_false(lcn_parse_double("1,5", 3, &v));
        lcn_format_double(text, 1.5);
        assert_string_equal(text, "1.5");
        lcn_format_double(text, 5e-324); /* by way of snprintf */
        assert_string_equal(text, "4.94065645841247e-324");
    }
    setlocale(LC_ALL, "C");
    if (!any) {
        print_message("no locale with a decimal comma is installed: not tested\n");
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_halfway),
        cmocka_unit_test(test_spellings), cmocka_unit_test(test_near_halfway),
        cmocka_unit_test(test_extremes), cmocka_unit_test(test_many_digits), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_scan),   cmocka_unit_test(test_integers),
        cmocka_unit_test(test_format), cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
