/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of text: csv, tsv, blanks, .1D. Opening finds separator, header and names; reading runs
 * through the lines once, the fast way for plain numbers and cell by cell (cells.c) for everything
 * else.
 */
#include "io/formats/table_text.h"
#include "io/bad_values.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

/* ---- names ---- */

/* The cells of a line as names, in one block, without the '#' in front that .1D files give them. */
static lacon_status take_names(lacon_ctx *ctx, lcn_table *t, lcn_line line, char separator,
                               bool label, bool skip_first)
{
    size_t head = (size_t)t->width * sizeof(char *);
    char *scratch = lcn_alloc(ctx, line.length + 1, 1);
    /* Latin-1 may double every byte; each name has its end */
    char **names = lcn_alloc(ctx, head + 2 * line.length + (size_t)t->width, 1);
    if (scratch == NULL || names == NULL) {
        lcn_free(&ctx->allocator, scratch);
        lcn_free(&ctx->allocator, names);
        return LACON_E_MEMORY;
    }
    char *to = (char *)names + head;
    lcn_cursor cursor = lcn_cursor_at(line, separator);
    bool bad = false;
    lcn_cell first;
    if (skip_first) lcn_cursor_next(&cursor, &first, &bad);
    for (int64_t j = 0; j < t->width; j++) {
        lcn_cell cell = {.text = ""};
        lcn_cursor_next(&cursor, &cell, &bad);
        while (label && cell.length > 0 && (cell.text[0] == '#' || cell.text[0] == ' ')) {
            cell.text++, cell.length--;
        }
        names[j] = to;
        to += lcn_to_utf8(scratch, lcn_cell_copy(cell, scratch), to) + 1;
    }
    lcn_free(&ctx->allocator, scratch);
    t->names = names;
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:%lld: quotes in the header are not closed", t->source.path,
                (long long)t->lines.number);
    return LACON_OK;
}

/* "# a b c" and "#a<tab>#b": the '#' of the line is no cell of its own. */
static lcn_line without_hash(lcn_line line)
{
    while (line.length > 0 && (*line.text == ' ' || *line.text == '\t')) line.text++, line.length--;
    if (line.length > 0 && *line.text == '#') line.text++, line.length--;
    while (line.length > 0 && (*line.text == ' ' || *line.text == '\t')) line.text++, line.length--;
    return line;
}

/* The last comment above the values names the variables when it has as many words. */
static lacon_status names_from_comment(lacon_ctx *ctx, lcn_table *t, lcn_line comment)
{
    comment = without_hash(comment);
    const char separators[] = {t->separator, '\t', ',', ';', LCN_BLANKS};
    for (size_t i = 0; i < sizeof separators; i++) {
        if (lcn_count_cells(comment, separators[i]) == t->width) {
            return take_names(ctx, t, comment, separators[i], true, false);
        }
    }
    return LACON_OK;
}

/* ---- opening ---- */

/* Control characters do not occur in a table of text. */
static lacon_status check_text(lacon_ctx *ctx, const lcn_table *t)
{
    const lcn_lines *lines = &t->lines;
    for (size_t i = lines->begin; i < lines->end && i < lines->begin + 4096; i++) {
        unsigned char c = (unsigned char)lines->buffer[i];
        bool good = c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
        LCN_FAIL_IF(!good, LACON_E_FORMAT,
                    "%s:1: not a table: byte %zu is 0x%02x, which no text holds (%s)", t->source.path, i + 1, c,
                    c == 0 && i < 4 ? "UTF-16 without its byte order mark? save it as UTF-8"
                                    : "see `lacon version` for what is read");
        bool lone = c == '\r' && i + 1 < lines->end && lines->buffer[i + 1] != '\n';
        LCN_FAIL_IF(
            lone, LACON_E_FORMAT,
            "%s:1: byte %zu is a carriage return within a line: write lines that end with a "
            "line feed",
            t->source.path, i + 1);
    }
    return LACON_OK;
}

/* "sep=;", which Excel writes for itself. */
static bool is_hint(lcn_line line) { return line.length == 5 && memcmp(line.text, "sep=", 4) == 0; }

/* ".gct" of gene expression: "#1.2", then the numbers of lines and columns, then the header. */
static bool is_gct(lcn_line line) { return line.length >= 4 && memcmp(line.text, "#1.2", 4) == 0 && line.length < 8; }

/* Blank lines and comments above the table; *comment is a copy of the last one. */
static lacon_status skip_prologue(lacon_ctx *ctx, lcn_table *t, lcn_line *comment, char **copy)
{
    lcn_line line;
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, &line));
    while (line.text != NULL && (lcn_text_is_blank(line, LCN_BLANKS) || lcn_text_is_comment(line) || is_hint(line))) {
        if (lcn_text_is_comment(line)) {
            lcn_free(&ctx->allocator, *copy);
            *copy = lcn_alloc(ctx, line.length + 1, 1);
            if (*copy == NULL) return LACON_E_MEMORY;
            memcpy(*copy, line.text, line.length);
            *comment = (lcn_line){.text = *copy, .length = line.length};
        }
        const bool gct = is_gct(line);
        for (int taken = 0; taken < 1 + gct; taken++) LCN_TRY(lcn_lines_next(ctx, &t->lines, &line));
        LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, &line));
    }
    LCN_FAIL_IF(line.text == NULL, LACON_E_FORMAT, "%s:%lld: the file ends without a value in it",
                t->source.path, (long long)t->lines.number);
    return LACON_OK;
}

/* A number or word that the user says means missing. */
static bool is_code(const lcn_table *t, lcn_cell cell, lcn_cell_kind kind, double value)
{
    const lcn_codes *codes = &t->options.codes;
    return (kind == LCN_NUMBER && lcn_codes_have(codes, value)) ||
           (kind == LCN_WORD && lcn_codes_have_word(codes, cell.text, cell.length));
}

/* 1.234, 12.345.678: as a point marks thousands. What begins with 0 is a fraction. */
static bool marks_thousands(lcn_cell cell)
{
    const char *p = cell.text, *end = cell.text + cell.length;
    if (p < end && *p == '-') p++;
    const char *point = memchr(p, '.', (size_t)(end - p));
    return point != NULL && point > p && point - p <= 3 && *p != '0' && end - point == 4;
}

/* What a cell is where some numbers and words mean missing. */
static lcn_cell_kind classify(lcn_table *t, lcn_cell cell, double *value)
{
    const char before = t->mark;
    const lcn_cell_kind kind = lcn_cell_classify(cell, t->separator, &t->mark, value);
    if (before == ',' && t->mark == '.' && t->thousands_line == 0 && marks_thousands(cell))
        t->thousands_line = t->lines.number;
    return is_code(t, cell, kind, *value) ? LCN_MISSING : kind;
}

/* Any cell that is a word, from this one on. */
static bool has_word(lcn_table *t, lcn_line line, int64_t from)
{
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell cell;
    bool bad = false;
    double value;
    for (int64_t j = 0; lcn_cursor_next(&cursor, &cell, &bad); j++) {
        if (j < from) continue;
        if (classify(t, cell, &value) == LCN_WORD) return true;
    }
    return false;
}

/* Names that look like numbers are told from numbers by quotes: all of the first line has them, not
 * all of the second. */
static bool all_quoted(lcn_line line, char separator)
{
    lcn_cursor cursor = lcn_cursor_at(line, separator);
    lcn_cell cell;
    bool bad = false, all = true;
    while (lcn_cursor_next(&cursor, &cell, &bad)) all = all && cell.quoted;
    return all;
}

/* The next line and the one behind it, without taking them. */
static lacon_status look_two(lacon_ctx *ctx, lcn_table *t, lcn_line *first, lcn_line *second)
{
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 1, second)); /* both are in the buffer now */
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, first));
    if (second->text != NULL && (lcn_text_is_comment(*second) || lcn_text_is_blank(*second, LCN_BLANKS)))
        second->text = NULL;
    return LACON_OK;
}

static lacon_status find_dates(lacon_ctx *ctx, lcn_table *t);

/* Tables with names of the rows: the first name of the header is empty (R's write.csv, pandas), or
 * the header is one cell shorter than the lines below it (R's write.table). */
static void find_row_names(lcn_table *t, lcn_line header, lcn_line second, bool *unnamed)
{
    lcn_cursor cursor = lcn_cursor_at(header, t->separator);
    lcn_cell cell = {.text = "x", .length = 1};
    bool bad = false;
    lcn_cursor_next(&cursor, &cell, &bad);
    *unnamed = cell.length == 0 && t->width > 1;
    if (t->options.matrix && second.text != NULL) { /* XCP-D: "Node", then the names again */
        double value;
        cursor = lcn_cursor_at(second, t->separator);
        lcn_cursor_next(&cursor, &cell, &bad);
        lcn_cell_kind kind = lcn_cell_classify(cell, t->separator, &t->mark, &value);
        *unnamed = *unnamed || (kind == LCN_WORD && t->width > 1);
    }
    bool shorter = second.text != NULL && lcn_count_cells(second, t->separator) == t->width + 1;
    t->name_column = *unnamed || shorter;
    *unnamed = *unnamed && !shorter;
    t->width -= *unnamed;
}

static lacon_status find_layout(lacon_ctx *ctx, lcn_table *t, lcn_line comment)
{
    lcn_line first, second;
    LCN_TRY(look_two(ctx, t, &first, &second));
    t->separator = lcn_separator(first, second);
    t->width = lcn_count_cells(first, t->separator);
    const bool across = t->options.transpose;
    const int64_t words = across && second.text != NULL ? lcn_text_leading_words(t, second) : across;
    bool header = has_word(t, first, words > across ? words : across) ||
                  (second.text != NULL && all_quoted(first, t->separator) &&
                   !all_quoted(second, t->separator));
    if (across) t->name_column = lcn_text_names_names(t, first);
    t->counted = !header && !across && lcn_text_counts_up(t, first, second);
    header = header || t->name_column || t->counted;
    bool unnamed = false;
    if (header && !across) find_row_names(t, first, second, &unnamed);
    if (header) LCN_TRY(lcn_lines_next(ctx, &t->lines, &first));
    t->first_line = t->lines.number + 1;
    if (header && across && t->options.row_names) LCN_TRY(lcn_text_take_row_names(ctx, t, first));
    if (across) return lcn_text_open_across(ctx, t);
    t->variables = t->width;
    if (header) LCN_TRY(take_names(ctx, t, first, t->separator, false, unnamed));
    if (header) LCN_TRY(lcn_text_skip_questions(ctx, t));
    LCN_TRY(find_dates(ctx, t));
    if (header) return LACON_OK;
    return comment.text != NULL ? names_from_comment(ctx, t, comment) : LACON_OK;
}

static lacon_status open_text(lacon_ctx *ctx, lcn_table *t)
{
    lcn_line comment = {0};
    char *copy = NULL;
    lacon_status status;
    LCN_GOTO(lcn_lines_begin(ctx, &t->lines, &t->source));
    t->lines.cells = true;
    LCN_GOTO(check_text(ctx, t));
    LCN_GOTO(skip_prologue(ctx, t, &comment, &copy));
    LCN_GOTO(find_layout(ctx, t, comment));
done:
    lcn_free(&ctx->allocator, copy);
    return status;
}

/* ---- reading ---- */

typedef struct reader {
    lcn_table *t;
    const lcn_columns *columns;
    double limit;  /* largest value that can be held */
    double *cells; /* width */
    char *label;   /* class of the line, label_capacity bytes */
    size_t label_capacity;
    bool unlabelled; /* the line does not say its class */
    lcn_bad_values bad_values;
} reader;

/* ---- dates ---- */

static lacon_status mark(lacon_ctx *ctx, const lcn_table *t, bool **list, int64_t j)
{
    if (*list == NULL) *list = lcn_alloc(ctx, (size_t)t->variables, sizeof **list);
    if (*list == NULL) return LACON_E_MEMORY;
    (*list)[j] = true;
    return LACON_OK;
}

/* Which variables have a date in the next line, and which have nothing, not even a name. */
static lacon_status find_dates(lacon_ctx *ctx, lcn_table *t)
{
    lcn_line line;
    lcn_cell cell;
    double value;
    bool bad = false;
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, &line));
    if (line.text == NULL) return LACON_OK;
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    if (t->name_column && lcn_cursor_next(&cursor, &cell, &bad))
        t->word_names = lcn_cell_classify(cell, t->separator, &t->mark, &value) == LCN_WORD;
    for (int64_t j = 0; j < t->variables && lcn_cursor_next(&cursor, &cell, &bad); j++) {
        char point = t->mark;
        if (cell.length == 0 && t->names != NULL && t->names[j][0] == '\0') LCN_TRY(mark(ctx, t, &t->hollow, j));
        if (!lcn_cell_is_date(cell) || lcn_cell_classify(cell, t->separator, &point, &value) != LCN_WORD) continue;
        LCN_TRY(mark(ctx, t, &t->dates, j));
    }
    return LACON_OK;
}

static lacon_status take_label(lacon_ctx *ctx, reader *r, lcn_cell cell)
{
    double value;
    char mark = r->t->mark;
    const lcn_cell_kind kind = lcn_cell_classify(cell, r->t->separator, &mark, &value);
    /* in quotes it is a word: R writes NA for missing and "NA" for Namibia; not so what the user lists */
    r->unlabelled = (kind == LCN_MISSING && (cell.length == 0 || !cell.quoted)) || is_code(r->t, cell, kind, value);
    size_t needed = 3 * cell.length + 2; /* as UTF-8, behind it as it is in the file */
    if (needed > r->label_capacity) {
        char *wider = lcn_alloc(ctx, 2 * needed, 1);
        if (wider == NULL) return LACON_E_MEMORY;
        lcn_free(&ctx->allocator, r->label);
        r->label = wider;
        r->label_capacity = 2 * needed;
    }
    char *plain = r->label + 2 * cell.length + 1;
    lcn_to_utf8(plain, lcn_cell_copy(cell, plain), r->label);
    return LACON_OK;
}

/* One cell the careful way: quotes, missing values, infinities, words, the class, what is dropped.
 */
static lacon_status slow_cell(lacon_ctx *ctx, reader *r, lcn_cursor *cursor, lcn_line line,
                              int64_t j)
{
    lcn_table *t = r->t;
    lcn_cell cell;
    bool bad = false;
    if (!lcn_cursor_next(cursor, &cell, &bad)) return lcn_text_fail_width(ctx, t, line);
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:%lld: quotes are not closed", t->source.path,
                (long long)t->lines.number);
    r->cells[j] = 0;
    if (j == r->columns->class_at) return take_label(ctx, r, cell);
    if (!t->lines_are_variables && r->columns->target[j] < 0) return LACON_OK;
    lcn_cell_kind kind = classify(t, cell, &r->cells[j]);
    if (kind == LCN_WORD) return lcn_text_fail_word(ctx, t, r->columns, j, cell, line);
    if (kind == LCN_NUMBER && fabs(r->cells[j]) <= r->limit) return LACON_OK;
    if (kind == LCN_MISSING) r->cells[j] = NAN;
    lcn_bad_values_note(&r->bad_values,
                   kind == LCN_MISSING    ? LCN_BAD_MISSING
                   : kind == LCN_INFINITE ? LCN_BAD_INFINITE
                                          : LCN_BAD_LARGE,
                   t->lines.number, j + 1 + t->name_column + t->passed);
    return LACON_OK;
}

/* A plain number and what ends it; false leaves the cursor where it was. */
static inline bool fast_cell(lcn_cursor *c, char mark, double limit, double *value)
{
    bool blanks = c->separator == LCN_BLANKS;
    const char *p = c->p, *end = c->end;
    while (p < end && (*p == ' ' || (*p == '\t' && blanks))) p++;
    const char *stop = lcn_scan_double(p, end, mark, value);
    if (stop == NULL || !(fabs(*value) <= limit)) return false;
    if (stop < end && *stop == c->separator) {
        c->p = stop + 1;
        return true;
    }
    const char *q = stop;
    while (q < end && (*q == ' ' || (*q == '\t' && blanks))) q++;
    if (q < end && *q != c->separator && !(blanks && q > stop)) return false;
    c->more = q < end;
    c->p = c->more && !blanks ? q + 1 : q;
    return true;
}

/* Behind the last cell nothing may follow but one separator and blanks. */
static bool line_is_over(lcn_cursor *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\t')) c->p++;
    return c->p == c->end;
}

static lacon_status read_line(lacon_ctx *ctx, reader *r, lcn_line line)
{
    const lcn_table *t = r->t;
    const int64_t *target = r->columns->target;
    const lcn_codes *codes = &t->options.codes;
    bool across = t->lines_are_variables;
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell name;
    bool bad = false;
    if (t->name_column) lcn_cursor_next(&cursor, &name, &bad);
    for (int64_t i = 0; i < t->passed; i++) lcn_cursor_next(&cursor, &(lcn_cell){0}, &bad);
    if (t->name_column && t->options.row_names && !across) LCN_TRY(lcn_text_add_name(ctx, &r->t->row_names, name));
    for (int64_t j = 0; j < t->width; j++) {
        bool plain = cursor.more && (across || target[j] >= 0);
        const char *const begin = cursor.p;
        if (plain && fast_cell(&cursor, t->mark, r->limit, &r->cells[j])) {
            if (codes->count == 0 || !lcn_codes_have(codes, r->cells[j])) continue;
            cursor.p = begin; /* a code: the careful way, which notes it */
            cursor.more = true;
        }
        LCN_TRY(slow_cell(ctx, r, &cursor, line, j));
    }
    if (cursor.more && !line_is_over(&cursor)) return lcn_text_fail_width(ctx, t, line);
    return LACON_OK;
}

/* A line of separators alone, as spreadsheets write below a table. */
static bool is_hollow(const lcn_table *t, lcn_line line)
{
    if (t->separator == LCN_BLANKS || t->lines_are_variables) return false;
    for (size_t i = 0; i < line.length; i++)
        if (line.text[i] != t->separator && line.text[i] != ' ') return false;
    return true;
}

static lacon_status take_line(lacon_ctx *ctx, reader *r, lcn_line line, lcn_rows *rows)
{
    const lcn_bad_values before = r->bad_values;
    r->unlabelled = false;
    LCN_TRY(read_line(ctx, r, line));
    if (!r->unlabelled) return lcn_rows_put(ctx, rows, r->cells, r->label);
    if (rows->unlabelled++ == 0) rows->unlabelled_line = r->t->lines.number; /* whatever else is in it */
    r->bad_values = before;
    return LACON_OK;
}

/* Lines without a value are rows that miss all where others follow. `line` is one of them. */
static lacon_status take_hollow(lacon_ctx *ctx, reader *r, lcn_rows *rows)
{
    char *empty = lcn_alloc(ctx, (size_t)(r->t->width + r->t->name_column), 1);
    if (empty == NULL) return LACON_E_MEMORY;
    memset(empty, r->t->separator, (size_t)(r->t->width + r->t->name_column));
    const lcn_line line = {.text = empty, .length = (size_t)(r->t->width + r->t->name_column - 1)};
    const int64_t here = r->t->lines.number;
    lacon_status status = LACON_OK;
    for (; r->t->hollow_rows > 0 && status >= 0; r->t->hollow_rows--) {
        r->t->lines.number = r->t->lines.first - r->t->hollow_rows;
        status = take_line(ctx, r, line, rows);
    }
    r->t->lines.number = here;
    lcn_free(&ctx->allocator, empty);
    return status;
}

static lacon_status read_text(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                              double limit, lcn_rows *rows)
{
    reader r = {.t = t, .columns = columns, .limit = limit};
    lacon_status status = LACON_E_MEMORY;
    r.cells = lcn_alloc(ctx, (size_t)t->width, sizeof *r.cells);
    if (r.cells == NULL) goto done;
    for (;;) {
        lcn_line line;
        LCN_GOTO(lcn_lines_next(ctx, &t->lines, &line));
        if (line.text == NULL) break;
        if (lcn_text_is_blank(line, t->separator) || lcn_text_is_comment(line)) continue;
        if (is_hollow(t, line)) {
            t->hollow_rows++;
            continue;
        }
        if (t->hollow_rows > 0) LCN_GOTO(take_hollow(ctx, &r, rows));
        if (t->lines_are_variables && rows->line == t->variables) break;
        LCN_GOTO(take_line(ctx, &r, line, rows));
    }
    if (t->lines_are_variables && rows->line != t->variables) {
        status = lcn_fail(ctx, LACON_E_IO, "%s: changed while it was read", t->source.path);
        goto done;
    }
    lcn_positions positions = lcn_text_positions(t);
    status = lcn_bad_values_check(ctx, &r.bad_values, &positions, t->options.keep_missing);
done:
    lcn_free(&ctx->allocator, r.label);
    lcn_free(&ctx->allocator, r.cells);
    return status;
}

/* Whatever is left is text, or is told apart when it is opened. */
static bool probe(const lcn_source *source)
{
    (void)source;
    return true;
}

const lcn_format lcn_format_text = {
    .name = "csv tsv 1D", .what = "text", .probe = probe, .open = open_text, .read = read_text};
