/* SPDX-License-Identifier: BSD-3-Clause
 * A table of participants; see participants.h.
 */
#include "data/participants.h"
#include "data/namemap.h"
#include "util/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* count texts (NULL stays NULL) in one block: pointers, then the bytes. */
static char **copy_texts(lacon_ctx *ctx, const char *const *texts, int64_t count)
{
    size_t bytes = 1;
    for (int64_t i = 0; i < count; i++) bytes += texts[i] ? strlen(texts[i]) + 1 : 0;
    char **block = lcn_alloc(ctx, (size_t)count * sizeof(char *) + bytes, 1);
    if (!block) return NULL;
    char *to = (char *)(block + count);
    for (int64_t i = 0; i < count; i++) {
        block[i] = texts[i] ? to : NULL;
        if (texts[i]) to = stpcpy(to, texts[i]) + 1;
    }
    return block;
}

static double number_of(const char *text)
{
    double value;
    if (!text || !lcn_parse_double(text, strlen(text), &value) || !isfinite(value)) return NAN;
    return value;
}

static lacon_status fill(lacon_ctx *ctx, lacon_participants *t, const char *path,
                         const char *const *names, const char *const *cells, const double *values,
                         const int64_t *line)
{
    const int64_t count = t->rows * t->columns;
    t->names = lcn_names_copy(ctx, names, t->columns);
    t->cells = copy_texts(ctx, cells, count);
    t->values = lcn_alloc(ctx, (size_t)count + 1, sizeof *t->values);
    t->line = lcn_alloc(ctx, (size_t)t->rows + 1, sizeof *t->line);
    if (path) t->path = lcn_strdup(ctx, path);
    if (!t->names || !t->cells || !t->values || !t->line || (path && !t->path))
        return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) t->values[i] = values ? values[i] : number_of(cells[i]);
    for (int64_t i = 0; line && i < t->rows; i++) t->line[i] = line[i];
    return LACON_OK;
}

lacon_status lcn_participants_make(lacon_ctx *ctx, lacon_participants **out, const char *path,
                                   int64_t rows, int64_t columns, const char *const *names,
                                   const char *const *cells, const double *values,
                                   const int64_t *line)
{
    *out = NULL;
    lacon_participants *t = lcn_alloc(ctx, 1, sizeof *t);
    if (!t) return LACON_E_MEMORY;
    *t = (lacon_participants){.allocator = ctx->allocator, .rows = rows, .columns = columns};
    const lacon_status status = fill(ctx, t, path, names, cells, values, line);
    if (status < 0) lacon_participants_free(t);
    else *out = t;
    return status;
}

lacon_status lacon_participants_new(lacon_ctx *ctx, lacon_participants **out, int64_t rows,
                                    int64_t columns, const char *const *names,
                                    const char *const *cells)
{
    *out = NULL;
    LCN_FAIL_IF(rows < 1 || columns < 1, LACON_E_ARGUMENT,
                "a table of %lld rows and %lld columns: one of each is the least", (long long)rows,
                (long long)columns);
    return lcn_participants_make(ctx, out, NULL, rows, columns, names, cells, NULL, NULL);
}

void lacon_participants_free(lacon_participants *t)
{
    if (!t) return;
    const lacon_allocator a = t->allocator;
    lcn_free(&a, t->names);
    lcn_free(&a, t->cells);
    lcn_free(&a, t->values);
    lcn_free(&a, t->line);
    lcn_free(&a, t->path);
    lcn_free(&a, t);
}

int64_t lacon_participants_rows(const lacon_participants *t) { return t->rows; }
int64_t lacon_participants_columns(const lacon_participants *t) { return t->columns; }

const char *lacon_participants_name(const lacon_participants *t, int64_t column)
{
    return column >= 0 && column < t->columns ? t->names[column] : NULL;
}

const char *lacon_participants_cell(const lacon_participants *t, int64_t row, int64_t column)
{
    if (row < 0 || row >= t->rows || column < 0 || column >= t->columns) return NULL;
    return t->cells[row * t->columns + column];
}

int64_t lcn_participants_column(const lacon_participants *t, const char *name, size_t length)
{
    int (*const alike[])(const char *, const char *, size_t) = {strncmp, strncasecmp};
    for (int rule = 0; rule < 2; rule++)
        for (int64_t j = 0; j < t->columns; j++)
            if (strlen(t->names[j]) == length && alike[rule](t->names[j], name, length) == 0) return j;
    return -1;
}

lacon_status lcn_participants_find(lacon_ctx *ctx, const lacon_participants *t, const char *name,
                                   int64_t *column)
{
    *column = lcn_participants_column(t, name, strlen(name));
    if (*column >= 0) return LACON_OK;
    char list[600] = "";
    for (int64_t j = 0; j < t->columns; j++) {
        const size_t at = strlen(list), more = strlen(t->names[j]);
        if (at + more + 8 > sizeof list) {
            strcpy(list + at, ", ...");
            break;
        }
        char *to = stpcpy(list + at, at ? ", " : "");
        strcpy(to, t->names[j]);
    }
    return lcn_fail(ctx, LACON_E_ARGUMENT, "%s: there is no column '%s'; there are %s",
                    t->path ? t->path : "the table of participants", name, list);
}
