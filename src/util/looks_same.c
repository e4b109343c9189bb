/* SPDX-License-Identifier: BSD-3-Clause
 * Names that look the same; see looks_same.h. An accented letter is compared as its letter and a mark, whichever mark.
 */
#include "util/looks_same.h"
#include "util/utf8.h"

#include <string.h>

enum { FIRST = 0xC0, MARK = 0x300, MARKS_END = 0x370 };

/* The letters of U+00C0 to U+017F without their accents; '.' has none (Unicode 15, canonical decompositions). */
static const char letters[] = "AAAAAA.CEEEEIIII.NOOOOO..UUUUY..aaaaaa.ceeeeiiii.nooooo..uuuuy.y"
                              "AaAaAaCcCcCcCcDd..EeEeEeEeEeGgGgGgGgHh..IiIiIiIiI...JjKk.LlLlLl."
                              "...NnNnNn...OoOoOo..RrRrRrSsSsSsSsTtTt..UuUuUuUuUuUuWwYyYZzZzZz.";

/* Blanks of any width, direction marks, soft hyphens, byte order marks. */
static bool is_unseen(uint32_t c)
{
    return c == ' ' || c == '\t' || c == 0xA0 || c == 0xAD || (c >= 0x2000 && c <= 0x200F) ||
           (c >= 0x202A && c <= 0x202F) || c == 0x2060 || c == 0xFEFF;
}

typedef struct walk {
    const char *at;
    bool marked; /* the last letter had an accent of its own */
} walk;

/* What is seen next; 0 at the end. Bytes that are no UTF-8 stand for themselves. */
static uint32_t next_seen(walk *w)
{
    uint32_t c;
    if (w->marked) {
        w->marked = false;
        return MARK;
    }
    do {
        const size_t length = lcn_utf8_next(w->at, strnlen(w->at, 4), &c);
        if (length == 0) c = (unsigned char)*w->at;
        w->at += length > 0 ? length : *w->at != '\0';
    } while (is_unseen(c));
    if (c >= MARK && c < MARKS_END) return MARK;
    if (c >= FIRST && c - FIRST < sizeof letters - 1 && letters[c - FIRST] != '.') {
        c = (unsigned char)letters[c - FIRST];
        w->marked = true;
    }
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

bool lcn_looks_same(const char *a, const char *b)
{
    walk x = {.at = a}, y = {.at = b};
    uint32_t c;
    do {
        c = next_seen(&x);
        if (c != next_seen(&y)) return false;
    } while (c != 0);
    return true;
}
