/* SPDX-License-Identifier: BSD-3-Clause
 * Which row of the table is which class. An id is the class's name; or a file name whose stem is it; or
 * the beginning of it up to a sign ("UM_1_0050272" for "UM_1_0050272_rois_aal"). Where classes and rows
 * do not meet, both lists are shown.
 */
#include "inference/match.h"
#include "data/namemap.h"

#include <ctype.h>
#include <string.h>

enum { SHOWN = 6 };

typedef struct matcher {
    lacon_ctx *ctx;
    lcn_match *out;
    const lacon_participants *table;
    const lacon_model *model;
    int64_t column;
    const char **ids;  /* rows: "" where missing */
    int64_t *twin;     /* rows: another row with this id, or -1 */
    bool *used;        /* rows */
} matcher;

/* "dir/name.tar.gz" is the file of class "name". */
static bool is_file_of(const char *id, const char *label)
{
    const char *slash = strrchr(id, '/');
    const char *name = slash ? slash + 1 : id;
    const size_t length = strlen(label);
    return strncmp(name, label, length) == 0 && name[length] == '.';
}

static bool begins(const char *id, const char *label)
{
    const size_t length = strlen(id);
    return length > 0 && strncmp(label, id, length) == 0 && !isalnum((unsigned char)label[length]);
}

/* The row of a class whose name is no id: -1 when there is none, or two. */
static int64_t loosely(const matcher *m, const char *label)
{
    int64_t best = -1;
    size_t longest = 0;
    for (int64_t i = 0; i < m->table->rows; i++) {
        if (!is_file_of(m->ids[i], label) && !begins(m->ids[i], label)) continue;
        const size_t length = strlen(m->ids[i]);
        if (length < longest || (best >= 0 && strcmp(m->ids[i], m->ids[best]) == 0)) continue;
        best = i;
        longest = length;
    }
    return best;
}

static lacon_status note_twin(const matcher *m, int64_t row)
{
    const int64_t other = m->twin[row];
    if (other < 0) return LACON_OK;
    return lcn_fail(m->ctx, LACON_E_DATA,
                    "%s: '%s' has two rows, lines %lld and %lld: one row per class is expected",
                    m->table->path ? m->table->path : "the table of participants", m->ids[row],
                    (long long)m->table->line[row], (long long)m->table->line[other]);
}

static lacon_status match_classes(matcher *m)
{
    lcn_namemap map;
    int64_t twin, again;
    LCN_TRY(lcn_namemap_init(m->ctx, &map, m->ids, m->table->rows, &twin, &again));
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < m->table->rows; i++) {
        const int64_t at = lcn_namemap_find(&map, m->ids[i]);
        if (at != i && *m->ids[i]) m->twin[at] = i;
    }
    for (int64_t c = 0; c < lacon_model_classes(m->model) && status >= 0; c++) {
        const char *label = lacon_model_label(m->model, c);
        int64_t at = lcn_namemap_find(&map, label);
        if (at < 0) at = loosely(m, label);
        if (at >= 0 && strcmp(m->ids[at], label) != 0 && !is_file_of(m->ids[at], label)) {
            m->out->loose++;
            m->out->loose_class = c;
        }
        m->out->row[c] = at;
        if (at < 0) continue;
        m->used[at] = true;
        status = note_twin(m, at);
    }
    lcn_namemap_clear(&m->ctx->allocator, &map);
    return status;
}

/* One more name behind the list, up to SHOWN of them. */
static char *longer(lacon_ctx *ctx, char *list, int64_t position, const char *name)
{
    if (!list || position > SHOWN) return list;
    char *next = position == SHOWN ? lcn_sprintf(ctx, "%s, ...", list)
                                   : lcn_sprintf(ctx, "%s%s%s", list, position ? ", " : "", name);
    lcn_free(&ctx->allocator, list);
    return next;
}

static lacon_status complain(matcher *m, int64_t absent)
{
    char *classes = lcn_strdup(m->ctx, ""), *rows = lcn_strdup(m->ctx, "");
    int64_t count = 0, spare = 0;
    for (int64_t c = 0; c < lacon_model_classes(m->model); c++)
        if (m->out->row[c] < 0) classes = longer(m->ctx, classes, count++, lacon_model_label(m->model, c));
    for (int64_t i = 0; i < m->table->rows; i++)
        if (!m->used[i] && *m->ids[i]) rows = longer(m->ctx, rows, spare++, m->ids[i]);
    lacon_status status = LACON_E_MEMORY;
    if (classes && rows)
        status = lcn_fail(m->ctx, LACON_E_DATA,
                          "%lld of %lld classes have no row in %s, column '%s'. Classes without a row: %s. "
                          "Rows without a class: %s. Name them alike%s",
                          (long long)absent, (long long)lacon_model_classes(m->model),
                          m->table->path ? m->table->path : "the table of participants",
                          m->table->names[m->column], classes, *rows ? rows : "none",
                          absent < lacon_model_classes(m->model)
                              ? ", or leave such classes out (--missing drop)"
                              : "");
    lcn_free(&m->ctx->allocator, classes);
    lcn_free(&m->ctx->allocator, rows);
    return status;
}

static lacon_status match(matcher *m, bool drop)
{
    const size_t rows = (size_t)m->table->rows;
    const int64_t N = lacon_model_classes(m->model);
    m->ids = lcn_alloc(m->ctx, rows, sizeof *m->ids);
    m->twin = lcn_alloc(m->ctx, rows, sizeof *m->twin);
    m->used = lcn_alloc(m->ctx, rows, sizeof *m->used);
    m->out->row = lcn_alloc(m->ctx, (size_t)N + 1, sizeof *m->out->row);
    if (!m->ids || !m->twin || !m->used || !m->out->row) return LACON_E_MEMORY;
    for (int64_t i = 0; i < m->table->rows; i++) {
        const char *id = lacon_participants_cell(m->table, i, m->column);
        m->ids[i] = id ? id : "";
        m->twin[i] = -1;
    }
    LCN_TRY(match_classes(m));
    int64_t absent = 0;
    for (int64_t c = 0; c < N; c++) absent += m->out->row[c] < 0;
    return absent == N || (absent > 0 && !drop) ? complain(m, absent) : LACON_OK;
}

lacon_status lcn_match_make(lacon_ctx *ctx, lcn_match *out, const lacon_participants *table,
                            const char *id, const lacon_model *model, bool drop)
{
    *out = (lcn_match){0};
    matcher m = {.ctx = ctx, .out = out, .table = table, .model = model};
    LCN_TRY(lcn_participants_find(ctx, table, id, &m.column));
    const lacon_status status = match(&m, drop);
    lcn_free(&ctx->allocator, m.ids);
    lcn_free(&ctx->allocator, m.twin);
    lcn_free(&ctx->allocator, m.used);
    if (status < 0) lcn_match_clear(&ctx->allocator, out);
    return status;
}

void lcn_match_clear(const lacon_allocator *a, lcn_match *match)
{
    lcn_free(a, match->row);
    *match = (lcn_match){0};
}
