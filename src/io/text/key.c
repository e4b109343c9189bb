/* SPDX-License-Identifier: BSD-3-Clause
 * A key: which variable belongs to which module, from a table with a header (text_table.h). The columns
 * `variable` and `module` are taken where the header has both (modules.tsv), else the first two; or the column that is
 * asked for, or the only one there is, of the variables that are in the table. Signs of variables come the same way,
 * from a column `sign`.
 */
#include "data/namemap.h"
#include "io/digests.h"
#include "io/text/text_table.h"
#include <lacon/io.h>

#include <stdio.h>
#include <string.h>

typedef struct key {
    const char *value; /* name of the second column: module or sign, or the one asked for */
    bool some;         /* variables may be absent from the table */
    lcn_text_table table;
    int64_t variable_at, value_at; /* columns */
    lcn_namemap map;               /* of the variables asked for */
    lcn_namelist values;           /* different ones, in the order they are met */
    int32_t *labels;               /* p: index into values from 1, 0 for a variable not met yet */
} key;

static lacon_status find_columns(lacon_ctx *ctx, key *k)
{
    const lcn_text_table *t = &k->table;
    const bool signs = strcmp(k->value, "sign") == 0;
    k->variable_at = lcn_text_table_column(t, "variable");
    k->value_at = lcn_text_table_column(t, k->value);
    LCN_FAIL_IF(t->columns < 2, LACON_E_FORMAT,
                "%s:1: one column only: a key has two, variable and %s", t->path, k->value);
    LCN_FAIL_IF(signs && k->value_at < 1, LACON_E_FORMAT,
                "%s:1: no column 'sign' behind the first: write variable,sign above the table",
                t->path);
    if (signs && k->variable_at < 0) k->variable_at = 0;
    if (k->variable_at < 0 || k->value_at < 0) k->variable_at = 0, k->value_at = 1;
    return LACON_OK;
}

/* The column `variable`, or else the one that has most of the names, but for the column of values. */
static int64_t variable_column(const key *k)
{
    const lcn_text_table *t = &k->table;
    int64_t best = lcn_text_table_column(t, "variable"), most = 0;
    for (int64_t j = 0; j < t->columns && lcn_text_table_column(t, "variable") < 0; j++) {
        int64_t found = 0;
        for (int64_t i = 0; i < t->rows && j != k->value_at; i++)
            found += lcn_text_table_has(t, i, j) && lcn_namemap_find(&k->map, lcn_text_table_at(t, i, j)) >= 0;
        if (found > most) most = found, best = j;
    }
    return best;
}

/* "a, b and c", of all columns but this one, as many as fit. */
static void list_columns(const lcn_text_table *t, int64_t but, char *out, size_t size)
{
    size_t at = 0;
    out[0] = '\0';
    for (int64_t j = 0; j < t->columns && at + 1 < size; j++) {
        if (j == but) continue;
        const int n = snprintf(out + at, size - at, "%s%.40s", at > 0 ? ", " : "", t->header[j]);
        at += n > 0 ? (size_t)n : 0;
    }
}

/* The column asked for, `module`, or the only one beside that of the variables. */
static lacon_status choose_columns(lacon_ctx *ctx, key *k, const char *column, const char *const *names)
{
    const lcn_text_table *t = &k->table;
    char others[256];
    LCN_FAIL_IF(t->columns < 2, LACON_E_FORMAT, "%s:1: one column only: a key has variables and their modules",
                t->path);
    k->value_at = lcn_text_table_column(t, column != NULL ? column : "module");
    k->variable_at = variable_column(k);
    list_columns(t, k->variable_at, others, sizeof others);
    LCN_FAIL_IF(column != NULL && k->value_at < 0, LACON_E_ARGUMENT, "%s: has no column '%s': it has %s", t->path,
                column, others);
    LCN_FAIL_IF(k->variable_at < 0, LACON_E_DATA, "%s: no column has the variables of the model, the first is '%s'",
                t->path, names[0]);
    LCN_FAIL_IF(k->value_at < 0 && t->columns > 2, LACON_E_ARGUMENT,
                "%s: which column tells the modules, %s? Say which (" LCN_OPTION "column NAME)", t->path, others);
    if (k->value_at < 0) k->value_at = k->variable_at == 0;
    k->value = t->header[k->value_at];
    return LACON_OK;
}

static lacon_status take_row(lacon_ctx *ctx, key *k, int64_t row)
{
    const lcn_text_table *t = &k->table;
    const long long line = t->line[row];
    const bool whole = lcn_text_table_has(t, row, k->variable_at) && lcn_text_table_has(t, row, k->value_at);
    LCN_FAIL_IF(!whole, LACON_E_FORMAT, "%s:%lld: variable and %s are expected", t->path, line, k->value);
    const char *variable = lcn_text_table_at(t, row, k->variable_at);
    const char *value = lcn_text_table_at(t, row, k->value_at);
    int64_t at = lcn_namemap_find(&k->map, variable), index;
    if (at < 0) return LACON_OK; /* a key may have more variables than the data */
    if (*value == '\0' && k->some) return LACON_OK;
    LCN_FAIL_IF(*value == '\0', LACON_E_DATA, "%s:%lld: variable '%s' has no %s", t->path, line, variable,
                k->value);
    LCN_TRY(lcn_namelist_add(ctx, &k->values, value, &index));
    LCN_FAIL_IF(k->labels[at] != 0 && k->labels[at] != index + 1, LACON_E_DATA,
                "%s:%lld: variable '%s' is in %s '%s' and in '%s'", t->path, line, variable, k->value,
                k->values.names[k->labels[at] - 1], value);
    k->labels[at] = (int32_t)index + 1;
    return LACON_OK;
}

/* Clear k whatever the answer. column: with k->some, which may be NULL. */
static lacon_status read_key(lacon_ctx *ctx, key *k, const char *path, const char *column, int64_t p,
                             const char *const *names)
{
    int64_t twin, again;
    LCN_TRY(lcn_digests_check_one(ctx, path));
    LCN_TRY(lcn_text_table_read(ctx, &k->table, path));
    LCN_TRY(lcn_namemap_init(ctx, &k->map, names, p, &twin, &again));
    k->labels = lcn_alloc(ctx, (size_t)p, sizeof *k->labels);
    if (k->labels == NULL) return LACON_E_MEMORY;
    LCN_TRY(k->some ? choose_columns(ctx, k, column, names) : find_columns(ctx, k));
    for (int64_t i = 0; i < k->table.rows; i++) LCN_TRY(take_row(ctx, k, i));
    return LACON_OK;
}

static void clear(lacon_ctx *ctx, key *k)
{
    lcn_free(&ctx->allocator, k->labels);
    lcn_namelist_clear(&ctx->allocator, &k->values);
    lcn_namemap_clear(&ctx->allocator, &k->map);
    lcn_text_table_clear(&k->table);
}

static lacon_status check_all(lacon_ctx *ctx, const key *k, int64_t p, const char *const *names)
{
    int64_t absent = 0, first = -1;
    for (int64_t r = 0; r < p; r++) {
        absent += k->labels[r] == 0;
        if (k->labels[r] == 0 && first < 0) first = r;
    }
    LCN_FAIL_IF(absent > 0, LACON_E_DATA,
                "%s: %lld of %lld variables are not in this key, the first is '%s'", k->table.path,
                (long long)absent, (long long)p, names[first]);
    return LACON_OK;
}

lacon_status lacon_key_read(lacon_ctx *ctx, int32_t *out, const char *path, int64_t p,
                            const char *const *names)
{
    key k = {.value = "module"};
    lacon_status status;
    LCN_GOTO(read_key(ctx, &k, path, NULL, p, names));
    LCN_GOTO(check_all(ctx, &k, p, names));
    memcpy(out, k.labels, (size_t)p * sizeof *out);
done:
    clear(ctx, &k);
    return status;
}

lacon_status lacon_key_read_column(lacon_ctx *ctx, int32_t *out, char **used, const char *path, const char *column,
                                   int64_t p, const char *const *names)
{
    key k = {.some = true};
    lacon_status status;
    int64_t met = 0;
    *used = NULL;
    LCN_GOTO(read_key(ctx, &k, path, column, p, names));
    for (int64_t r = 0; r < p; r++) met += k.labels[r] != 0;
    if (met == 0) {
        status = lcn_fail(ctx, LACON_E_DATA,
                          "%s: none of the %lld variables of the model has a '%s' in it, the first is '%s'", path,
                          (long long)p, k.value, names[0]);
        goto done;
    }
    *used = lcn_strdup(ctx, k.value);
    if (*used == NULL) status = LACON_E_MEMORY;
    else memcpy(out, k.labels, (size_t)p * sizeof *out);
done:
    clear(ctx, &k);
    return status;
}

/* 1, -1, or 0 for what is neither. */
static int sign_of(const char *text)
{
    if (strcmp(text, "1") == 0 || strcmp(text, "+1") == 0 || strcmp(text, "+") == 0) return 1;
    return strcmp(text, "-1") == 0 || strcmp(text, "-") == 0 ? -1 : 0;
}

static lacon_status check_signs(lacon_ctx *ctx, const key *k, int64_t p, const char *const *names)
{
    int64_t met = 0;
    for (int64_t r = 0; r < p; r++) {
        if (k->labels[r] == 0) continue;
        const char *text = k->values.names[k->labels[r] - 1];
        LCN_FAIL_IF(sign_of(text) == 0, LACON_E_DATA, "%s: variable '%s' has sign '%s': write 1 or -1",
                    k->table.path, names[r], text);
        met++;
    }
    LCN_FAIL_IF(met == 0, LACON_E_DATA,
                "%s: none of the %lld variables is in this table, the first is '%s'", k->table.path,
                (long long)p, names[0]);
    return LACON_OK;
}

lacon_status lacon_signs_read(lacon_ctx *ctx, int8_t *out, const char *path, int64_t p,
                              const char *const *names)
{
    key k = {.value = "sign"};
    lacon_status status;
    LCN_GOTO(read_key(ctx, &k, path, NULL, p, names));
    LCN_GOTO(check_signs(ctx, &k, p, names));
    for (int64_t r = 0; r < p; r++)
        out[r] = (int8_t)(k.labels[r] > 0 ? sign_of(k.values.names[k.labels[r] - 1]) : 1);
done:
    clear(ctx, &k);
    return status;
}
