/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers as text, whatever the locale: strict parsing, shortest text that reads back the same.
 */
#ifndef LCN_NUMBER_H
#define LCN_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The whole of text[0..length) must be one number (decimal, exponent, inf, nan in any case; no
 * blanks, no hex). Correctly rounded. */
bool lcn_parse_double(const char *text, size_t length, double *out);
/* The longest decimal number at the head of [p, end) with this decimal mark: where it ends, or NULL
 * when there is none. No words. */
const char *lcn_scan_double(const char *p, const char *end, char point_mark, double *out);
/* m * 10^q, correctly rounded; false in the rare cases that need more than 128 bits. */
bool lcn_decimal_double(uint64_t m, int64_t q, double *out);
bool lcn_parse_int64(const char *text, size_t length, int64_t *out);
/* Shortest of %.15g, %.16g, %.17g that reads back to the same double; returns the length. */
enum { LCN_NUMBER_MAX = 32 };
int lcn_format_double(char out[LCN_NUMBER_MAX], double value);

#endif
