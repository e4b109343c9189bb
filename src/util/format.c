/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers to text (number.c is the inverse): the shortest of 15, 16 and 17 digits that reads
 * back to the same double. The digits are those of x 10^s, computed with 128 bits of 10^s; whether
 * they suffice is found by reading them back. snprintf handles the rest.
 */
#include "util/number.h"
#include "util/pow10.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint64_t whole_power[] = {100000000000000, 1000000000000000, 10000000000000000,
                                       100000000000000000};

/* ---- digits ---- */

/* x = M 2^E with M of 64 bits, first bit set. x 10^s to the nearest integer, or one beside it: h
 * holds the upper 128 bits of M T (see number.c), x 10^s = h 2^(E + f - 63) with f = floor(s log2
 * 10). */
static bool scaled(uint64_t M, int E, int s, uint64_t *out)
{
    if (s < LCN_POW10_MIN || s > LCN_POW10_MAX) return false;
    const struct lcn_pow10 *T = &lcn_pow10[s - LCN_POW10_MIN];
    unsigned __int128 low = (unsigned __int128)M * T->lo;
    unsigned __int128 h = (unsigned __int128)M * T->hi + (uint64_t)(low >> 64);
    int shift = 63 - E - ((217706 * s) >> 16);
    if (shift < 65 || shift > 127) return false;
    unsigned __int128 half = (unsigned __int128)1 << (shift - 1), rest = h & (2 * half - 1);
    *out = (uint64_t)(h >> shift);
    bool above = rest > half || (rest == half && (uint64_t)low != 0);
    *out += above || (rest == half && (*out & 1)); /* a tie goes to the even one */
    return true;
}

/* digits (15..17) of x > 0: m with that many, x near m 10^q. */
static bool take_digits(double x, int digits, uint64_t *m, int *q)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52);
    if (exponent == 0) return false; /* subnormal */
    uint64_t M = (bits << 11) | (UINT64_C(1) << 63);
    int E = exponent - 1086;
    int log10 = (78913 * (exponent - 1023)) >> 18; /* floor(log10 x) or one below */
    for (int s = digits - 1 - log10; s >= digits - 2 - log10; s--) {
        if (!scaled(M, E, s, m)) return false;
        *q = -s;
        if (*m < whole_power[digits - 14]) return *m >= whole_power[digits - 15];
    }
    return false;
}

/* ---- text ---- */

static int put_exponent(char *to, int e)
{
    int n = 0;
    to[n++] = 'e';
    to[n++] = e < 0 ? '-' : '+';
    e = e < 0 ? -e : e;
    if (e >= 100) to[n++] = (char)('0' + e / 100);
    to[n++] = (char)('0' + e / 10 % 10);
    to[n++] = (char)('0' + e % 10);
    return n;
}

/* As %g: digits d of which `count` are given, the first worth 10^e; plain from 1e-4 to 10^digits.
 */
static int lay_out(char *to, const char *d, int count, int e, int digits)
{
    int n = 0;
    if (e < -4 || e >= digits) {
        to[n++] = d[0];
        if (count > 1) to[n++] = '.';
        for (int i = 1; i < count; i++) to[n++] = d[i];
        return n + put_exponent(to + n, e);
    }
    if (e < 0) {
        to[n++] = '0';
        to[n++] = '.';
        for (int i = -1; i > e; i--) to[n++] = '0';
    }
    for (int i = 0; i < count || i <= e; i++) {
        if (i == e + 1 && e >= 0) to[n++] = '.';
        to[n++] = i < count ? d[i] : '0';
    }
    return n;
}

static int put_digits(char *to, uint64_t m, int q, int digits)
{
    char d[20];
    for (int i = digits; i-- > 0; m /= 10) d[i] = (char)('0' + m % 10);
    int count = digits;
    while (count > 1 && d[count - 1] == '0') count--;
    return lay_out(to, d, count, q + digits - 1, digits);
}

/* snprintf writes the point of the locale, which may be several bytes: whatever is between
 * digits and is none of ours becomes '.'. */
static int plain_point(char *text)
{
    char *to = text;
    for (const char *p = text; *p != '\0'; p++) {
        bool ours = (*p >= '0' && *p <= '9') || *p == '-' || *p == '+' || *p == 'e';
        if (ours) {
            *to++ = *p;
        } else if (to == text || to[-1] != '.') {
            *to++ = '.';
        }
    }
    *to = '\0';
    return (int)(to - text);
}

/* 17 digits always suffice. */
static int by_system(char out[LCN_NUMBER_MAX], double value)
{
    int length = 0;
    for (int digits = 15; digits <= 17; digits++) {
        double back;
        snprintf(out, LCN_NUMBER_MAX, "%.*g", digits, value);
        length = plain_point(out);
        if (lcn_parse_double(out, (size_t)length, &back) && back == value) break;
    }
    return length;
}

static int put_word(char out[LCN_NUMBER_MAX], const char *word)
{
    memcpy(out, word, strlen(word) + 1);
    return (int)strlen(word);
}

int lcn_format_double(char out[LCN_NUMBER_MAX], double value)
{
    if (isnan(value)) return put_word(out, "nan");
    if (isinf(value)) return put_word(out, value < 0 ? "-inf" : "inf");
    if (value == 0) return put_word(out, signbit(value) ? "-0" : "0");
    double size = fabs(value);
    for (int digits = 15; digits <= 17; digits++) {
        uint64_t m;
        int q;
        double back;
        if (!take_digits(size, digits, &m, &q)) break;
        if (!lcn_decimal_double(m, q, &back) || back != size) continue;
        out[0] = '-';
        int sign = value < 0, length = sign + put_digits(out + sign, m, q, digits);
        out[length] = '\0';
        return length;
    }
    return by_system(out, value);
}
