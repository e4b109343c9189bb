/* SPDX-License-Identifier: BSD-3-Clause
 * Columns of our own tables; see tsv.h.
 */
#include "io/text/tsv.h"
#include "io/text/cells.h"
#include "io/paths.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

typedef struct tsv {
    lcn_source source;
    lcn_lines lines;
    int64_t at[LCN_TSV_COLUMNS + 1]; /* column of the key, then of the values; -1 not there */
    int count;                       /* of values */
    char *key;                       /* of the line */
    size_t room;
} tsv;

static bool find_columns(tsv *t, lcn_line header, const char *key, const char *const *columns)
{
    lcn_cursor cursor = lcn_cursor_at(header, '\t');
    lcn_cell cell;
    bool bad = false, all = true;
    for (int i = 0; i <= t->count; i++) t->at[i] = -1;
    for (int64_t j = 0; lcn_cursor_next(&cursor, &cell, &bad); j++) {
        for (int i = 0; i <= t->count; i++) {
            const char *name = i == 0 ? key : columns[i - 1];
            bool same = cell.length == strlen(name) && memcmp(cell.text, name, cell.length) == 0;
            if (same) t->at[i] = j;
        }
    }
    for (int i = 0; i <= t->count; i++) all = all && t->at[i] >= 0;
    return all;
}

/* As lcn_writer_cell wrote it: in quotes, inner ones doubled, when it starts with one. */
static void take_key(char *to, const char *text, size_t length)
{
    bool quoted = length >= 2 && text[0] == '"' && text[length - 1] == '"';
    lcn_cell cell = {.text = text + quoted, .length = length - 2 * quoted, .quoted = quoted};
    to[lcn_cell_copy(cell, to)] = '\0';
}

static lacon_status take_line(lacon_ctx *ctx, tsv *t, lcn_line line, double *values)
{
    if (line.length + 1 > t->room) {
        lcn_free(&ctx->allocator, t->key);
        t->room = 0;
        t->key = lcn_alloc(ctx, 2 * line.length + 1, 1);
        if (t->key == NULL) return LACON_E_MEMORY;
        t->room = 2 * line.length + 1;
    }
    t->key[0] = '\0';
    for (int i = 0; i < t->count; i++) values[i] = NAN;
    const char *p = line.text, *end = line.text + line.length;
    for (int64_t j = 0; p != NULL; j++) {
        const char *tab = memchr(p, '\t', (size_t)(end - p));
        size_t length = (size_t)((tab != NULL ? tab : end) - p);
        if (j == t->at[0]) take_key(t->key, p, length);
        for (int i = 0; i < t->count; i++) {
            double value;
            if (j == t->at[i + 1] && lcn_parse_double(p, length, &value)) values[i] = value;
        }
        p = tab != NULL ? tab + 1 : NULL;
    }
    return LACON_OK;
}

static lacon_status take_lines(lacon_ctx *ctx, tsv *t, const char *key, const char *const *columns,
                               lcn_tsv_row *each, void *user)
{
    lcn_line line;
    LCN_TRY(lcn_lines_begin(ctx, &t->lines, &t->source));
    LCN_TRY(lcn_lines_next(ctx, &t->lines, &line));
    if (line.text == NULL || !find_columns(t, line, key, columns)) return LACON_OK;
    for (int64_t row = 0;; row++) {
        double values[LCN_TSV_COLUMNS];
        LCN_TRY(lcn_lines_next(ctx, &t->lines, &line));
        if (line.text == NULL) return LACON_OK;
        LCN_TRY(take_line(ctx, t, line, values));
        each(user, row, t->key, values);
    }
}

lacon_status lcn_tsv_read(lacon_ctx *ctx, const char *path, const char *key, int count,
                          const char *const *columns, lcn_tsv_row *each, void *user)
{
    if (lcn_absent(path)) return LACON_OK;
    tsv t = {.count = count};
    LCN_TRY(lcn_source_open(ctx, &t.source, path));
    lacon_status status = take_lines(ctx, &t, key, columns, each, user);
    lcn_free(&ctx->allocator, t.key);
    lcn_lines_end(&t.lines);
    lcn_source_close(&t.source);
    return status;
}
