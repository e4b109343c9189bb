/* SPDX-License-Identifier: BSD-3-Clause
 * Text to numbers (format.c is the inverse). A decimal is cut into sign, up to 19 digits m and
 * a power q of ten, and m * 10^q is rounded by the first of three methods that is certain to be right:
 *
 *     exact     m < 2^53 and |q| <= 22: both are doubles, one rounding (Clinger 1990)
 *     wide      m times 128 bits of 10^q, unless the bits cut off might decide (Eisel & Lemire 2021)
 *     careful   strtod in the C locale, on at most 800 digits; rare
 */
#include "util/number.h"
#include "util/pow10.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DIGITS_MAX = 19 }; /* always fit 64 bits */

typedef struct decimal {
    bool negative;
    bool more; /* non-zero digits were left out: the value is between m and m + 1 */
    uint64_t m;
    int64_t q;         /* value m * 10^q */
    const char *begin; /* first digit or the point */
    const char *end;   /* behind the last digit, before the exponent */
    int64_t exponent;  /* as written */
} decimal;

static bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* ---- reading the digits ---- */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* The digits among eight bytes, without a branch on how many they are: a byte is a digit when xor
 * '0' leaves 0..9. Those before the first other byte are moved to the end, zeros in front of them,
 * and added up in pairs, fours, and the whole. */
static inline int eight_bytes(const char *p, uint64_t *value)
{
    uint64_t v;
    memcpy(&v, p, 8);
    v ^= 0x3030303030303030;
    uint64_t other = ((v + 0x7676767676767676) | v) & 0x8080808080808080;
    int count = other != 0 ? __builtin_ctzll(other) / 8 : 8;
    v = count > 0 ? v << (64 - 8 * count) : 0;
    v = v * 2561 >> 8;                                        /* pairs:  10 a + b */
    v = (v & 0x00FF00FF00FF00FF) * 6553601 >> 16;             /* fours: 100 a + b */
    *value = (v & 0x0000FFFF0000FFFF) * 42949672960001 >> 32; /* 10^4 a + b */
    return count;
}
#else
static inline int eight_bytes(const char *p, uint64_t *value)
{
    int count = 0;
    *value = 0;
    for (; count < 8 && is_digit(p[count]); count++)
        *value = *value * 10 + (uint64_t)(p[count] - '0');
    return count;
}
#endif

/* m = m * 10^digits + digits, wrapping: the caller checks the count before it trusts m. */
static inline const char *take_digits(const char *p, const char *end, uint64_t *m)
{
    static const uint32_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    while (end - p >= 8) {
        uint64_t value;
        int count = eight_bytes(p, &value);
        *m = *m * power[count] + value;
        p += count;
        if (count < 8) return p;
    }
    while (p < end && is_digit(*p)) *m = *m * 10 + (uint64_t)(*p++ - '0');
    return p;
}

/* The first 19 significant digits of a long number, and the power that goes with them. */
static void take_leading(decimal *d, const char *point)
{
    const char *p = d->begin;
    while (p < d->end && (*p == '0' || p == point)) p++;
    d->m = 0;
    int count = 0;
    for (; p < d->end && count < DIGITS_MAX; p++) {
        if (p == point) continue;
        d->m = d->m * 10 + (uint64_t)(*p - '0');
        count++;
    }
    const char *whole = point != NULL ? point : d->end; /* end of the digits before the point */
    d->q = d->exponent + (p <= whole ? whole - p : whole + 1 - p);
    for (; p < d->end; p++) d->more |= is_digit(*p) && *p != '0';
}

/* The exponent at p when there is a whole one; cut off where it cannot matter any more: the digits
 * of any text in memory are fewer than 10^18. Returns where it ends. */
static const char *take_exponent(const char *p, const char *end, int64_t *exponent)
{
    const char *from = p++;
    bool down = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end || !is_digit(*p)) return from;
    int64_t e = 0;
    for (; p < end && is_digit(*p); p++) {
        if (e < 1000000000000000000 / 10) e = e * 10 + (*p - '0');
    }
    *exponent = down ? -e : e;
    return p;
}

static inline const char *scan(decimal *d, const char *p, const char *end, char point_mark)
{
    d->negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    uint64_t m = 0;
    const char *point = NULL;
    d->begin = p;
    p = take_digits(p, end, &m);
    int64_t digits = p - d->begin, behind = 0;
    if (p < end && *p == point_mark) {
        point = p++;
        p = take_digits(p, end, &m);
        behind = p - point - 1;
        digits += behind;
    }
    if (digits == 0) return NULL;
    d->end = p;
    d->exponent = 0;
    if (p < end && (*p | 0x20) == 'e') p = take_exponent(p, end, &d->exponent);
    d->m = m;
    d->q = d->exponent - behind;
    d->more = false;
    if (digits > DIGITS_MAX) take_leading(d, point);
    return p;
}

/* ---- rounding m * 10^q ---- */

static const double small_power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool exact(uint64_t m, int64_t q, double *out)
{
    if (m > (UINT64_C(1) << 53) || q < -22 || q > 22) return false;
    *out = q < 0 ? (double)m / small_power[-q] : (double)m * small_power[q];
    return true;
}

/* With m shifted to 64 bits and T the 128 bits of 5^q (cut off: true in [T, T + 1)), the upper 128
 * bits h of the 192-bit product m T bound the true ones: in [h, h + 2). A 53-bit mantissa leaves at
 * least 74 bits below; unless they are at one half or one below, rounding cannot depend on the
 * rest. Subnormal and infinite results are left to careful(). */
static bool wide(uint64_t m, int64_t q, double *out)
{
    if (m == 0 || q < LCN_POW10_MIN || q > LCN_POW10_MAX) return false;
    int shift = __builtin_clzll(m);
    m <<= shift;
    const struct lcn_pow10 *T = &lcn_pow10[q - LCN_POW10_MIN];
    unsigned __int128 low = (unsigned __int128)m * T->lo;
    unsigned __int128 h = (unsigned __int128)m * T->hi + (uint64_t)(low >> 64);

    int lead = 126 + (int)(h >> 127); /* position of the first bit of h */
    unsigned __int128 half = (unsigned __int128)1 << (lead - 53);
    unsigned __int128 rest = h & (2 * half - 1);
    if (rest == half || rest == half - 1) return false;
    uint64_t mantissa = (uint64_t)(h >> (lead - 52)) + (rest > half);

    /* floor(q log2 10) = 217706 q / 2^16 for |q| < 1651 */
    int64_t e = lead - 126 + 63 + ((217706 * q) >> 16) - shift;
    if (mantissa >> 53) {
        mantissa >>= 1;
        e++;
    }
    if (e < -1022 || e > 1023) return false;
    uint64_t bits = (uint64_t)(e + 1023) << 52 | (mantissa & ((UINT64_C(1) << 52) - 1));
    memcpy(out, &bits, sizeof bits);
    return true;
}

/* A double and the midpoint of two differ within 767 digits; 800 and a mark for the rest
 * decide. */
static double careful(const decimal *d, char point_mark)
{
    enum { KEPT = 800 };
    char text[KEPT + 32];
    size_t length = 0;
    int64_t power = d->exponent; /* of the last digit kept */
    bool behind = false, more = false;
    for (const char *p = d->begin; p < d->end; p++) {
        if (*p == point_mark) {
            behind = true;
            continue;
        }
        bool keep = length < KEPT && (length > 0 || *p != '0');
        if (keep) text[length++] = *p;
        if (!keep && length == KEPT) more |= *p != '0';
        if (behind && (keep || length == 0)) power--;
        if (!behind && !keep && length == KEPT) power++;
    }
    if (length == 0) return 0.0;
    if (more) {
        text[length++] = '1';
        power--;
    }
    /* beyond +-2000 nothing but 0 and infinity is left for up to 801 digits */
    int clipped = power > 2000 ? 2000 : power < -2000 ? -2000 : (int)power;
    snprintf(text + length, sizeof text - length, "e%d", clipped);
    int kept_errno = errno;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value = plain != (locale_t)0 ? strtod_l(text, NULL, plain) : strtod(text, NULL);
    if (plain != (locale_t)0) freelocale(plain);
    errno = kept_errno;
    return value;
}

static double value_of(const decimal *d, char point_mark)
{
    double value, above;
    if (d->more) {
        bool sure = wide(d->m, d->q, &value) && wide(d->m + 1, d->q, &above) && value == above;
        if (!sure) value = careful(d, point_mark);
    } else if (!exact(d->m, d->q, &value) && !wide(d->m, d->q, &value)) {
        value = careful(d, point_mark);
    }
    return d->negative ? -value : value;
}

/* ---- the interface ---- */

bool lcn_decimal_double(uint64_t m, int64_t q, double *out)
{
    return exact(m, q, out) || wide(m, q, out);
}

const char *lcn_scan_double(const char *p, const char *end, char point_mark, double *out)
{
    decimal d;
    const char *stop = scan(&d, p, end, point_mark);
    if (stop != NULL) *out = value_of(&d, point_mark);
    return stop;
}

static bool same_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

bool lcn_parse_double(const char *text, size_t length, double *out)
{
    const char *end = text + length;
    const char *stop = lcn_scan_double(text, end, '.', out);
    if (stop != NULL) return stop == end;
    bool negative = length > 0 && text[0] == '-';
    if (length > 0 && (text[0] == '-' || text[0] == '+')) text++, length--;
    if (same_word(text, length, "nan")) {
        *out = NAN;
    } else if (same_word(text, length, "inf") || same_word(text, length, "infinity")) {
        *out = negative ? -INFINITY : INFINITY;
    } else {
        return false;
    }
    return true;
}

bool lcn_parse_int64(const char *text, size_t length, int64_t *out)
{
    bool negative = length > 0 && text[0] == '-';
    size_t i = length > 0 && (text[0] == '-' || text[0] == '+');
    if (i == length) return false;
    int64_t value = 0; /* kept negative: INT64_MIN has no positive twin */
    for (; i < length; i++) {
        if (!is_digit(text[i])) return false;
        if (__builtin_mul_overflow(value, 10, &value)) return false;
        if (__builtin_sub_overflow(value, text[i] - '0', &value)) return false;
    }
    if (!negative && value == INT64_MIN) return false;
    *out = negative ? value : -value;
    return true;
}
