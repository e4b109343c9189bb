/* SPDX-License-Identifier: BSD-3-Clause
 * What is wrong with a line or a cell of a table of text, and what to do about it. Called by table_text.c.
 */
#include "io/formats/table_text.h"
#include "util/number.h"

#include <stdio.h>
#include <string.h>

lcn_positions lcn_text_positions(const lcn_table *t)
{
    bool named = t->names != NULL && !t->lines_are_variables;
    return (lcn_positions){.path = t->source.path,
                        .line_word = "line",
                        .column_word = "column",
                        .names = named ? (const char *const *)t->names : NULL,
                        .unnamed = t->name_column};
}

lacon_status lcn_text_fail_width(lacon_ctx *ctx, const lcn_table *t, lcn_line line)
{
    int64_t found = lcn_count_cells(line, t->separator) - t->name_column - t->passed;
    return lcn_fail(ctx, LACON_E_FORMAT,
                    "%s:%lld: %lld values where %lld were expected: every line must have as many "
                    "as the first",
                    t->source.path, (long long)t->lines.number, (long long)found,
                    (long long)t->width);
}

/* A number but for what people write around and into it: 3.09%, $1,234.50, 1'234. */
static bool is_dressed(lcn_cell cell)
{
    char bare[40];
    size_t length = 0;
    double value;
    if (cell.length >= sizeof bare) return false;
    for (size_t i = 0; i < cell.length; i++)
        if (strchr("%$, '", cell.text[i]) == NULL && (unsigned char)cell.text[i] < 0x80) bare[length++] = cell.text[i];
    const char *end = bare + length;
    return length > 0 && length < cell.length && lcn_scan_double(bare, end, '.', &value) == end;
}

/* A word that an option could list. */
static bool is_code(lcn_cell cell)
{
    enum { LONGEST = 40 };
    return cell.length < LONGEST && memchr(cell.text, ',', cell.length) == NULL &&
           memchr(cell.text, '"', cell.length) == NULL;
}

static lacon_status fail_dressed(lacon_ctx *ctx, const lcn_table *t, const char *where, int length, lcn_cell cell)
{
    return lcn_fail(ctx, LACON_E_FORMAT, "%s:%lld: %s holds '%.*s': write the number alone, without signs around it "
                    "and marks of thousands", t->source.path, (long long)t->lines.number, where, length, cell.text);
}

/* Columns are observations here, which no option leaves out. */
static lacon_status fail_word_across(lacon_ctx *ctx, const lcn_table *t, const char *where, int length, lcn_cell cell)
{
    if (t->lines.first == t->first_line)
        return lcn_fail(ctx, LACON_E_FORMAT, "%s:%lld: %s holds '%.*s', which is not a number: lines are variables, "
                        "and only the first columns may hold words, their names: take the others out of the file",
                        t->source.path, (long long)t->lines.number, where, length, cell.text);
    LCN_FAIL_IF(!is_code(cell), LACON_E_FORMAT, "%s:%lld: %s holds '%.*s', which is not a number: correct it",
                t->source.path, (long long)t->lines.number, where, length, cell.text);
    return lcn_fail(ctx, LACON_E_FORMAT, "%s:%lld: %s holds '%.*s', which is not a number: correct it, or if it means "
                    "missing say so (" LCN_OPTION "na '%.*s')", t->source.path, (long long)t->lines.number, where,
                    length, cell.text, length, cell.text);
}

static bool all_words(lcn_line line, char separator)
{
    lcn_cursor cursor = lcn_cursor_at(line, separator);
    lcn_cell cell;
    bool bad = false, all = true;
    char mark = '.';
    double value;
    while (lcn_cursor_next(&cursor, &cell, &bad))
        all = all && lcn_cell_classify(cell, separator, &mark, &value) == LCN_WORD;
    return all;
}

/* "; so do columns 5 ('country'), 9 ('remarks'): leave all out (--ignore 4,5,9)", of the columns that are wanted, from
 * j on; "" where there are none. Where they are most, they are what was asked. */
static void tell_others(char *out, size_t size, const lcn_table *t, const lcn_columns *columns, int64_t j,
                        lcn_line line)
{
    enum { SHOWN = 8, MANY = 5 };
    char list[64 * SHOWN] = "", drop[24 * SHOWN] = "";
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell cell;
    bool bad = false;
    double value;
    char mark = t->mark;
    int64_t found = 0, all = 0;
    for (int64_t i = -(int64_t)t->name_column; lcn_cursor_next(&cursor, &cell, &bad) && i < t->width; i++) {
        const bool wanted = i > j && i != columns->class_at && columns->target[i] >= 0;
        all += wanted;
        if (!wanted || lcn_cell_classify(cell, t->separator, &mark, &value) != LCN_WORD) continue;
        if (lcn_codes_have_word(&t->options.codes, cell.text, cell.length) || found++ >= SHOWN) continue;
        const size_t l = strlen(list), d = strlen(drop);
        snprintf(list + l, sizeof list - l, "%s %lld ('%.40s')", l > 0 ? "," : "", (long long)(i + 1 + t->name_column),
                 t->names[i]);
        snprintf(drop + d, sizeof drop - d, ",%lld", (long long)(i + 1));
    }
    *out = '\0';
    if (found >= MANY && 2 * found > all)
        snprintf(out, size, "; so do %lld of the %lld columns behind it: answers as words? Write them as numbers "
                 "(values in place of labels)", (long long)found, (long long)all);
    else if (found > 0)
        snprintf(out, size, "; column%s%s%s hold%s words too: all are left out by " LCN_OPTION "ignore %lld%s%s",
                 found > 1 ? "s" : "", list, found > SHOWN ? " and more" : "", found > 1 ? "" : "s", (long long)j + 1,
                 drop, found > SHOWN ? ",..." : "");
}

lacon_status lcn_text_fail_word(lacon_ctx *ctx, const lcn_table *t, const lcn_columns *columns, int64_t j,
                                lcn_cell cell, lcn_line line)
{
    lcn_positions positions = lcn_text_positions(t);
    char where[LCN_POSITION_TEXT];
    lcn_column_text(where, &positions, j + 1 + t->name_column + t->passed);
    int length = cell.length < 40 ? (int)cell.length : 40;
    double value;
    if (lcn_cell_classify(cell, ';', &(char){','}, &value) == LCN_NUMBER)
        return lcn_fail(ctx, LACON_E_FORMAT,
                        "%s:%lld: %s holds '%.*s': a comma is a decimal mark only where semicolons separate the "
                        "columns: write a point%s",
                        t->source.path, (long long)t->lines.number, where, length, cell.text,
                        cell.length > 4 && cell.text[cell.length - 4] == ',' ?
                            ", or nothing where it marks thousands" : "");
    if (is_dressed(cell)) return fail_dressed(ctx, t, where, length, cell);
    if (t->lines_are_variables) return fail_word_across(ctx, t, where, length, cell);
    if (lcn_cell_is_date(cell))
        return lcn_fail(ctx, LACON_E_FORMAT, "%s:%lld: %s holds a date, '%.*s', which is not a variable: leave it out ("
                        LCN_OPTION "ignore %lld)", t->source.path, (long long)t->lines.number, where, length, cell.text,
                        (long long)j + 1);
    /* words from the first row on are meant: they may say which class a row is of */
    const bool meant = t->names != NULL && t->lines.first == t->first_line;
    LCN_FAIL_IF(meant && t->width > 1 && all_words(line, t->separator), LACON_E_FORMAT,
                "%s:%lld: holds words alone, '%.*s' and so on: a second line of names? Take it out of the "
                "file; answers as words? Write them as numbers",
                t->source.path, (long long)t->lines.number, length, cell.text);
    char others[1024] = "";
    enum { FEW = 4 }; /* person, item, answer; person, item, day, answer */
    if (meant) tell_others(others, sizeof others, t, columns, j, line);
    if (meant && *others == '\0' && t->width + t->name_column <= FEW)
        snprintf(others, sizeof others, "; a long table, one value a line? Write a column for each variable");
    return lcn_fail(
        ctx, LACON_E_FORMAT,
        "%s:%lld: %s holds '%.*s', which is not a number: correct it, or drop the column "
        "(" LCN_OPTION "ignore %lld)%s%.*s%s%s%s",
        t->source.path, (long long)t->lines.number, where, length, cell.text, (long long)j + 1,
        meant ? ", or if it names the classes split by it (" LCN_OPTION "class-column '" :
                is_code(cell) ? ", or if it means missing say so (" LCN_OPTION "na '" : "",
        meant ? 60 : is_code(cell) ? length : 0, meant ? t->names[j] : cell.text,
        meant || is_code(cell) ? "')" : "",
        meant && j == 0 ? ", or if it names variables (genes) and the columns are observations turn the table ("
                LCN_OPTION "transpose)" : "", others);
}
