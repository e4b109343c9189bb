/* SPDX-License-Identifier: BSD-3-Clause
 * A table that says of which class every observation is (sample, class): for tables whose columns are observations,
 * where no column of their own could say it, and for lines with names. Called by data_read.c.
 */
#include "data/namemap.h"
#include "io/intake/files_to_classes.h"
#include "io/missing_codes.h"
#include "io/text/text_table.h"
#include "util/number.h"

#include <string.h>

/* Names of observations and rows of the table. */
typedef struct splitting {
    const lcn_paths *names; /* n */
    lcn_text_table table;
    int64_t id, class;  /* its columns */
    bool guessed;       /* the second, for want of a name */
    int64_t *class_of;  /* n: index of a label, -1 none */
    lcn_namelist labels;
    int64_t left_out, first;
    lcn_codes codes; /* what else means missing */
} splitting;

static lacon_status find_class_column(lacon_ctx *ctx, splitting *s, const char *asked)
{
    s->class = lcn_text_table_column(&s->table, asked != NULL ? asked : "class");
    LCN_FAIL_IF(asked != NULL && s->class < 0, LACON_E_ARGUMENT, "%s: there is no column '%s'", s->table.path, asked);
    LCN_FAIL_IF(s->class < 0 && s->table.columns < 2, LACON_E_FORMAT,
                "%s:1: two columns are needed, the names of the observations and their classes", s->table.path);
    s->guessed = s->class < 0;
    if (s->guessed) s->class = 1;
    return LACON_OK;
}

/* The column that has most of the names; map: of the names. */
static lacon_status find_id_column(lacon_ctx *ctx, splitting *s, const lcn_namemap *map)
{
    int64_t most = 0;
    for (int64_t j = 0; j < s->table.columns; j++) {
        int64_t known = 0;
        for (int64_t i = 0; i < s->table.rows; i++)
            known += lcn_namemap_find(map, lcn_text_table_at(&s->table, i, j)) >= 0;
        if (known > most) s->id = j;
        if (known > most) most = known;
    }
    LCN_FAIL_IF(most == 0, LACON_E_DATA, "%s: no column has the names of the observations (%s, ...)", s->table.path,
                s->names->items[0]);
    return LACON_OK;
}

static bool is_missing(const splitting *s, const char *label)
{
    const size_t length = strlen(label);
    double value;
    return length == 0 || strcmp(label, "NA") == 0 || strcmp(label, "n/a") == 0 ||
           lcn_codes_have_word(&s->codes, label, length) ||
           (lcn_parse_double(label, length, &value) && lcn_codes_have(&s->codes, value));
}

static lacon_status take_lines(lacon_ctx *ctx, splitting *s, const lcn_namemap *map)
{
    for (int64_t i = 0; i < s->names->count; i++) s->class_of[i] = -1;
    for (int64_t i = 0; i < s->table.rows; i++) {
        const char *label = lcn_text_table_at(&s->table, i, s->class);
        const int64_t at = lcn_namemap_find(map, lcn_text_table_at(&s->table, i, s->id));
        if (at < 0 || is_missing(s, label)) continue;
        LCN_FAIL_IF(s->class_of[at] >= 0, LACON_E_DATA, "%s:%lld: '%s' was there before", s->table.path,
                    (long long)s->table.line[i], s->names->items[at]);
        LCN_TRY(lcn_namelist_add(ctx, &s->labels, label, &s->class_of[at]));
    }
    for (int64_t i = s->names->count; i-- > 0;) {
        if (s->class_of[i] >= 0) continue;
        s->left_out++;
        s->first = i;
    }
    return LACON_OK;
}

static lacon_status look_up(lacon_ctx *ctx, splitting *s, const lacon_read_options *options)
{
    lcn_namemap map = {0};
    int64_t twin, again;
    lacon_status status;
    LCN_GOTO(lcn_codes_init(ctx, &s->codes, options->na));
    LCN_GOTO(lcn_text_table_read(ctx, &s->table, options->class_table));
    LCN_GOTO(find_class_column(ctx, s, options->class_column));
    LCN_GOTO(lcn_namemap_init(ctx, &map, (const char *const *)s->names->items, s->names->count, &twin, &again));
    if (twin >= 0)
        status = lcn_fail(ctx, LACON_E_DATA, "two observations are called '%s': name them apart",
            s->names->items[twin]);
    LCN_GOTO(status);
    LCN_GOTO(find_id_column(ctx, s, &map));
    LCN_GOTO(take_lines(ctx, s, &map));
done:
    lcn_namemap_clear(&ctx->allocator, &map);
    return status;
}

/* rows (all of one class) to one array for each label. */
static lacon_status deal(lacon_ctx *ctx, const splitting *s, lcn_class_rows *to, const lcn_class_rows *from,
    size_t row_bytes)
{
    for (int64_t c = 0; c < s->labels.count; c++) {
        for (int64_t i = 0; i < from->n; i++) to[c].n += s->class_of[i] == c;
        LCN_FAIL_IF(to[c].n < 2, LACON_E_DATA, "%s: class '%s' has one observation only, at least 2 are needed%s%s%s",
                    s->table.path, s->labels.names[c], s->guessed ? ": column '" : "",
                    s->guessed ? s->table.header[s->class] : "",
                    s->guessed ? "' was taken for the classes; name another (" LCN_OPTION "class-column)" : "");
        to[c].label = lcn_strdup(ctx, s->labels.names[c]);
        to[c].x = lcn_alloc(ctx, (size_t)to[c].n, row_bytes);
        if (to[c].label == NULL || to[c].x == NULL) return LACON_E_MEMORY;
        char *at = to[c].x;
        for (int64_t i = 0; i < from->n; i++) {
            if (s->class_of[i] != c) continue;
            memcpy(at, (const char *)from->x + (size_t)i * row_bytes, row_bytes);
            at += row_bytes;
        }
    }
    return LACON_OK;
}

static lacon_status split(lacon_ctx *ctx, splitting *s, lcn_input_file *file, size_t row_bytes)
{
    lcn_class_rows *classes = lcn_alloc(ctx, (size_t)s->labels.count + 1, sizeof *classes);
    if (classes == NULL) return LACON_E_MEMORY;
    const lacon_status status = deal(ctx, s, classes, &file->rows[0], row_bytes);
    if (status < 0) {
        lcn_class_rows_free(&ctx->allocator, classes, s->labels.count);
        return status;
    }
    lcn_class_rows_free(&ctx->allocator, file->rows, file->count);
    file->rows = classes;
    file->count = s->labels.count;
    if (s->left_out > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "%lld of %lld observations have no class in %s and are left out, the "
            "first is '%s'",
                (long long)s->left_out, (long long)s->names->count, s->table.path, s->names->items[s->first]);
    return LACON_OK;
}

lacon_status lcn_split_by_table(lacon_ctx *ctx, lcn_input_file *file, const lcn_table *table, int64_t kept,
                                const lacon_read_options *options)
{
    splitting s = {.names = &table->row_names};
    LCN_FAIL_IF(s.names->count != file->rows[0].n || s.names->count == 0, LACON_E_DATA,
                "%s: its observations have no names, by which a table could tell their classes "
                "(" LCN_OPTION "class-table)",
                file->path);
    lacon_status status = LACON_E_MEMORY;
    s.class_of = lcn_alloc(ctx, (size_t)s.names->count, sizeof *s.class_of);
    if (s.class_of == NULL) goto done;
    LCN_GOTO(look_up(ctx, &s, options));
    LCN_GOTO(split(ctx, &s, file, (size_t)kept * (file->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double))));
done:
    lcn_free(&ctx->allocator, s.class_of);
    lcn_namelist_clear(&ctx->allocator, &s.labels);
    lcn_text_table_clear(&s.table);
    return status;
}
