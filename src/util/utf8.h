/* SPDX-License-Identifier: BSD-3-Clause
 * UTF-8 (RFC 3629): names come from files and must be that wherever they are written.
 */
#ifndef LCN_UTF8_H
#define LCN_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length of the sequence at p (1 to 4 of `left` bytes) and its character; 0 when there is none. */
size_t lcn_utf8_next(const char *p, size_t left, uint32_t *character);
/* A character as UTF-8, 1 to 4 bytes; what is none becomes U+FFFD. Returns its length. */
size_t lcn_utf8_put(uint32_t character, char *to);
/* UTF-16 units as UTF-8, terminated; `to` holds at least 3 length + 1 bytes. Returns the length. */
size_t lcn_utf16_text(const uint16_t *units, size_t length, char *to);
/* Bytes as UTF-8: as they are when they are that already, else taken for Latin-1. `to` holds at least
 * 2 length + 1 bytes; it is terminated. Returns the length. */
size_t lcn_to_utf8(const char *text, size_t length, char *to);

#endif
