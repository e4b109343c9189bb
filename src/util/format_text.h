/* SPDX-License-Identifier: BSD-3-Clause
 * Texts with numbers in them: vsnprintf whose numbers have a point whatever the locale of the program, which may have a
 * decimal comma. Sentences of a fit are part of its files, and these are the same bytes everywhere.
 */
#ifndef LCN_FORMAT_TEXT_H
#define LCN_FORMAT_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf: the length of the whole text, of which as much as there is room for is there; -1 when the format has
 * what no text of ours has (%n, %p, wide characters, long double). text may be NULL where capacity is 0. */
int lcn_vformat(char *text, size_t capacity, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

#endif
