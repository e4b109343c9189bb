/* SPDX-License-Identifier: BSD-3-Clause
 * Cells of a line of text: which separator, one cell after the other, and what a cell is. The fast
 * way through a line of plain numbers is in table_text.c.
 */
#ifndef LCN_CELLS_H
#define LCN_CELLS_H

#include "io/lines.h"
#include "util/utf8.h"

typedef enum lcn_cell_kind { LCN_NUMBER, LCN_MISSING, LCN_INFINITE, LCN_WORD } lcn_cell_kind;

enum { LCN_BLANKS = ' ' }; /* the separator that is any run of blanks and tabs */

typedef struct lcn_cell {
    const char *text; /* without blanks around it and without its quotes */
    size_t length;
    bool quoted; /* doubled quotes inside mean one: lcn_cell_copy */
} lcn_cell;

typedef struct lcn_cursor {
    const char *p, *end;
    char separator;
    bool more; /* another cell follows */
} lcn_cursor;

lcn_cursor lcn_cursor_at(lcn_line line, char separator);
/* False when there is none left. *bad is set (never cleared) when quotes are not closed or text
 * follows them. */
bool lcn_cursor_next(lcn_cursor *cursor, lcn_cell *cell, bool *bad);

/* Tab, semicolon, comma, bar or blanks, from the first line and the one after it (text NULL: none). */
char lcn_separator(lcn_line first, lcn_line second);
/* Cells of a line; an empty one behind the last separator does not count. */
int64_t lcn_count_cells(lcn_line line, char separator);

/* What it is, and its value when it is a number or infinite. *mark is the decimal mark, '.' or ',';
 * a cell that settles which of the two a semicolon-separated file has changes it. */
lcn_cell_kind lcn_cell_classify(lcn_cell cell, char separator, char *mark, double *value);
/* A date or a time of day, in digits or with the (English) name of a month; what is behind a date does not matter. */
bool lcn_cell_is_date(lcn_cell cell);
/* Copies it with quotes undoubled and ends of lines as blanks to `to` (cell.length bytes are enough), returns the
 * length. */
size_t lcn_cell_copy(lcn_cell cell, char *to);

#endif
