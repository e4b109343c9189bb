/* SPDX-License-Identifier: BSD-3-Clause
 * Does a cell hold a date or a time? By its looks alone: which of 3.4.2003 is the month does not matter to those who
 * leave such columns out (table_text.c).
 */
#include "io/text/cells.h"

#include <string.h>

static size_t count_digits(const char *text, size_t length)
{
    size_t n = 0;
    while (n < length && text[n] >= '0' && text[n] <= '9') n++;
    return n;
}

/* Letters of the name of a month, Jan or January, at the beginning; 0 where there is none. */
static size_t count_month(const char *text, size_t length)
{
    static const char *const months[] = {"january", "february", "march", "april", "may", "june", "july", "august",
                                         "september", "october", "november", "december"};
    char lower[10] = ""; /* the longest has nine, and those with more are none */
    size_t n = 0;
    for (; n < length && (text[n] | 0x20) >= 'a' && (text[n] | 0x20) <= 'z'; n++)
        if (n < sizeof lower) lower[n] = (char)(text[n] | 0x20);
    for (size_t i = 0; n >= 3 && n < sizeof lower && i < sizeof months / sizeof *months; i++)
        if (strncmp(lower, months[i], n) == 0) return n;
    return 0;
}

/* 31-Jan-2003, 31JAN2003, Jan 31, 2003, with or without a time behind it; Jan 2003, Jan-03. */
static bool is_date_in_words(lcn_cell cell)
{
    const char *p = cell.text, *end = cell.text + cell.length;
    size_t months = 0, digits = 0;
    for (int i = 0; i < 3 && p < end; i++) {
        const size_t number = count_digits(p, (size_t)(end - p)), month = count_month(p, (size_t)(end - p));
        if (number > 4 || (number == 0 && month == 0)) return false;
        months += month > 0, digits += number;
        p += number + month;
        while (p < end && strchr("-/., ", *p) != NULL) p++;
    }
    return months == 1 && digits >= 2;
}

/* 2003-01-31, 31.1.2003, 1/31/03, with or without a time behind it; 10:30, 10:30:05; 2003-01, 2003/1. */
static bool is_date_in_digits(lcn_cell cell)
{
    const char *p = cell.text;
    size_t left = cell.length, part[3];
    char mark = '\0';
    for (int i = 0; i < 3; i++) {
        part[i] = count_digits(p, left);
        if (part[i] == 0 || part[i] > 4) return false;
        p += part[i], left -= part[i];
        if (i == 2) return part[0] + part[1] + part[2] >= 4;
        if (left == 0) return i == 1 && (mark == ':' || (part[0] == 4 && part[1] <= 2));
        if (i == 0 ? strchr("-/.:", *p) == NULL : *p != mark) return false;
        mark = *p++;
        left--;
    }
    return false;
}

bool lcn_cell_is_date(lcn_cell cell) { return is_date_in_digits(cell) || is_date_in_words(cell); }
