/* SPDX-License-Identifier: BSD-3-Clause
 * UTF-8; see utf8.h.
 */
#include "util/utf8.h"

#include <stdbool.h>

/* Shortest form only, no surrogates, nothing above U+10FFFF. */
size_t lcn_utf8_next(const char *text, size_t left, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *p = (const unsigned char *)text;
    if (left == 0) return 0;
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
    if ((p[0] >= 0x80 && p[0] < 0xC2) || p[0] > 0xF4 || n > left) return 0;
    uint32_t c = n == 1 ? p[0] : p[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        c = c << 6 | (p[i] & 0x3F);
    }
    if (c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return 0;
    *character = c;
    return n;
}

static bool is_utf8(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t n = lcn_utf8_next(text + i, length - i, &character);
        if (n == 0) return false;
        i += n;
    }
    return true;
}

size_t lcn_to_utf8(const char *text, size_t length, char *to)
{
    bool plain = is_utf8(text, length);
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (plain || c < 0x80) {
            to[out++] = (char)c;
        } else {
            to[out++] = (char)(0xC0 | c >> 6);
            to[out++] = (char)(0x80 | (c & 0x3F));
        }
    }
    to[out] = '\0';
    return out;
}

size_t lcn_utf8_put(uint32_t c, char *to)
{
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6) to[i] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)(n == 1 ? c : (0xF00u >> n & 0xFF) | c);
    return n;
}

size_t lcn_utf16_text(const uint16_t *units, size_t length, char *to)
{
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t c = units[i], next = i + 1 < length ? units[i + 1] : 0;
        if ((c & 0xFC00) == 0xD800 && (next & 0xFC00) == 0xDC00) {
            c = 0x10000 + ((c & 0x3FF) << 10 | (next & 0x3FF));
            i++;
        }
        out += lcn_utf8_put(c, to + out);
    }
    to[out] = '\0';
    return out;
}
