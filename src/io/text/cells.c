/* SPDX-License-Identifier: BSD-3-Clause
 * Cells of a line; see cells.h.
 */
#include "io/text/cells.h"
#include "util/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* ---- one cell after the other ---- */

lcn_cursor lcn_cursor_at(lcn_line line, char separator)
{
    lcn_cursor cursor = {.p = line.text, .end = line.text + line.length, .separator = separator};
    cursor.more = true;
    return cursor;
}

/* A blank that does not separate. */
static bool is_padding(const lcn_cursor *c, char x)
{
    return is_blank(x) && (c->separator == LCN_BLANKS || x != c->separator);
}

static bool at_separator(const lcn_cursor *c)
{
    return c->separator == LCN_BLANKS ? is_blank(*c->p) : *c->p == c->separator;
}

/* The inside of quotes; p ends behind the closing one. */
static void take_quoted(lcn_cursor *c, lcn_cell *cell, bool *bad)
{
    const char *p = ++c->p;
    while (p < c->end && (*p != '"' || (p + 1 < c->end && p[1] == '"'))) p += *p == '"' ? 2 : 1;
    if (p >= c->end) *bad = true;
    cell->quoted = true;
    cell->length = (size_t)((p < c->end ? p : c->end) - cell->text);
    c->p = p < c->end ? p + 1 : c->end;
}

bool lcn_cursor_next(lcn_cursor *c, lcn_cell *cell, bool *bad)
{
    while (c->p < c->end && is_padding(c, *c->p)) c->p++;
    if (!c->more || (c->separator == LCN_BLANKS && c->p == c->end)) return false;
    *cell = (lcn_cell){.text = c->p};
    if (c->p < c->end && *c->p == '"') {
        cell->text++;
        take_quoted(c, cell, bad);
        while (c->p < c->end && is_padding(c, *c->p) && !at_separator(c)) c->p++;
        if (c->p < c->end && !at_separator(c)) *bad = true;
    }
    const char *from = c->p;
    while (c->p < c->end && !at_separator(c)) c->p++;
    if (!cell->quoted) {
        cell->length = (size_t)(c->p - from);
        while (cell->length > 0 && is_blank(cell->text[cell->length - 1])) cell->length--;
    }
    c->more = c->p < c->end;
    if (c->more) c->p++;
    return true;
}

int64_t lcn_count_cells(lcn_line line, char separator)
{
    lcn_cursor cursor = lcn_cursor_at(line, separator);
    lcn_cell cell;
    bool bad = false, empty = false;
    int64_t count = 0;
    while (lcn_cursor_next(&cursor, &cell, &bad)) {
        count++;
        empty = cell.length == 0 && !cell.quoted;
    }
    return count - (count > 1 && empty);
}

/* ---- which separator ---- */

static int64_t count_marks(lcn_line line, char mark)
{
    int64_t count = 0;
    bool inside = false;
    for (size_t i = 0; line.text != NULL && i < line.length; i++) {
        if (line.text[i] == '"') inside = !inside;
        count += !inside && line.text[i] == mark;
    }
    return count;
}

/* Numbers between blanks, and more of them than between tabs: the tabs are just blanks. */
static bool blanks_split_better(lcn_line line)
{
    lcn_cursor cursor = lcn_cursor_at(line, LCN_BLANKS);
    lcn_cell cell;
    bool bad = false;
    int64_t count = 0;
    while (lcn_cursor_next(&cursor, &cell, &bad)) {
        double value;
        if (!lcn_parse_double(cell.text, cell.length, &value)) return false;
        count++;
    }
    return count > lcn_count_cells(line, '\t');
}

char lcn_separator(lcn_line first, lcn_line second)
{
    static const char marks[] = {'\t', ';', ','};
    char found = 0;
    for (size_t i = 0; i < sizeof marks; i++) {
        int64_t here = count_marks(first, marks[i]);
        if (here == 0) continue;
        if (found == 0) found = marks[i];
        if (second.text == NULL || count_marks(second, marks[i]) == here) {
            found = marks[i];
            break;
        }
    }
    const int64_t bars = found == 0 && second.text != NULL ? count_marks(first, '|') : 0; /* names may have one */
    if (bars > 0 && count_marks(second, '|') == bars) found = '|';
    if (found == '\t' && blanks_split_better(second.text != NULL ? second : first)) found = 0;
    return found != 0 ? found : LCN_BLANKS;
}

/* ---- what a cell is ---- */

static bool is_missing(const char *text, size_t length)
{
    static const char *const spellings[] = {"",     "na",   "n/a",     "nan", "+nan",
                                        "-nan", "null", "none",    "nil", "n.a.",
                                        "?",    ".",    "missing", "-",   "#n/a",
                                        "<na>", "#null!", "#div/0!", "#num!", "#value!"}; /* pandas, SPSS, Excel */
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (strlen(spellings[i]) == length && strncasecmp(text, spellings[i], length) == 0) return true;
    }
    return false;
}

/* The whole cell as a number with this decimal mark. */
static bool number_with(lcn_cell cell, char mark, double *value)
{
    const char *end = cell.text + cell.length;
    return lcn_scan_double(cell.text, end, mark, value) == end;
}

lcn_cell_kind lcn_cell_classify(lcn_cell cell, char separator, char *mark, double *value)
{
    while (cell.length > 0 && is_blank(cell.text[0])) cell.text++, cell.length--;
    while (cell.length > 0 && is_blank(cell.text[cell.length - 1])) cell.length--;
    if (cell.length > 0) {
        bool number = number_with(cell, *mark, value);
        char other = *mark == '.' ? ',' : '.';
        if (!number && separator == ';' && number_with(cell, other, value)) {
            *mark = other;
            number = true;
        }
        if (number) return isinf(*value) ? LCN_INFINITE : LCN_NUMBER;
    }
    if (is_missing(cell.text, cell.length)) return LCN_MISSING;
    return lcn_parse_double(cell.text, cell.length, value) ? LCN_INFINITE : LCN_WORD;
}

size_t lcn_cell_copy(lcn_cell cell, char *to)
{
    size_t length = 0;
    for (size_t i = 0; i < cell.length; i++) {
        const char c = cell.text[i];
        if (c != '\r') to[length++] = c == '\n' ? ' ' : c; /* names and labels are written in lines */
        if (cell.quoted && cell.text[i] == '"' && i + 1 < cell.length) i++;
    }
    return length;
}
