/* SPDX-License-Identifier: BSD-3-Clause
 * Texts with numbers in them; see format_text.h. Each conversion goes to snprintf by itself, and a point is put into
 * what comes back of a number.
 */
#include "util/format_text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SPEC = 48, NUMBER = 512 }; /* of one conversion; the longest double, written out, has 316 characters */

typedef struct sink {
    char *text;
    size_t capacity, length;
} sink;

static void put(sink *out, const char *part, size_t length)
{
    const size_t room = out->capacity > out->length ? out->capacity - out->length : 0;
    const size_t taken = room == 0 ? 0 : length < room ? length : room - 1;
    if (taken > 0) memcpy(out->text + out->length, part, taken);
    if (room > 0) out->text[out->length + taken] = '\0';
    out->length += length;
}

/* The point of a locale may be several bytes: what is neither digit, sign, exponent, letter nor blank. */
static void put_number(sink *out, const char *number)
{
    char plain[NUMBER];
    size_t length = 0;
    for (const char *p = number; *p != '\0'; p++) {
        const bool ours = (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') || *p == '-' || *p == '+' || *p == ' ';
        if (ours) plain[length++] = *p;
        else if (length == 0 || plain[length - 1] != '.') plain[length++] = '.';
    }
    put(out, plain, length);
}

/* "%-12.*lld" with its stars as numbers; where the conversion is said. NULL: none of ours. */
static const char *take_spec(char spec[SPEC], const char *p, va_list *args)
{
    size_t length = 0;
    for (spec[length++] = *p++; *p != '\0' && strchr("-+ #0123456789.*hlz", *p) != NULL; p++) {
        if (length + 16 > SPEC) return NULL;
        if (*p == '*') length += (size_t)snprintf(spec + length, 16, "%d", va_arg(*args, int));
        else spec[length++] = *p;
    }
    spec[length++] = *p;
    spec[length] = '\0';
    return *p != '\0' ? p : NULL;
}

/* The specification was a literal: the compiler has held it against the arguments where it was written. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static int put_conversion(sink *out, const char *spec, char kind, va_list *args)
{
    char number[NUMBER];
    char *at = out->length < out->capacity ? out->text + out->length : NULL;
    const size_t room = at != NULL ? out->capacity - out->length : 0;
    int length = -1;
    if (strchr("gfe", kind) != NULL) {
        length = snprintf(number, sizeof number, spec, va_arg(*args, double));
        if (length >= 0 && length < NUMBER) put_number(out, number);
        return length < NUMBER ? length : -1;
    }
    if (kind == 's') length = snprintf(at, room, spec, va_arg(*args, const char *));
    else if (kind == '%') length = snprintf(at, room, "%%");
    else if (strchr("diuxXc", kind) == NULL) return -1;
    else if (strstr(spec, "ll") != NULL) length = snprintf(at, room, spec, va_arg(*args, long long));
    else if (strpbrk(spec, "lz") != NULL) length = snprintf(at, room, spec, va_arg(*args, long)); /* z too */
    else length = snprintf(at, room, spec, va_arg(*args, int));
    if (length > 0) out->length += (size_t)length;
    return length;
}
#pragma GCC diagnostic pop

int lcn_vformat(char *text, size_t capacity, const char *format, va_list args)
{
    sink out = {.text = text, .capacity = capacity};
    va_list rest;
    int status = 0;
    va_copy(rest, args); /* a parameter of that type has no address of its own */
    put(&out, "", 0);
    while (status >= 0 && *format != '\0') {
        char spec[SPEC];
        const size_t plain = strcspn(format, "%");
        put(&out, format, plain);
        format += plain;
        if (*format == '\0') break;
        format = take_spec(spec, format, &rest);
        if (format == NULL) status = -1;
        else status = put_conversion(&out, spec, *format++, &rest);
    }
    va_end(rest);
    return status < 0 || out.length > INT_MAX ? -1 : (int)out.length;
}
