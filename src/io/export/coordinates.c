/* SPDX-License-Identifier: BSD-3-Clause
 * Where variables lie, for pictures of networks: from a table of names and coordinates, or the
 * centres of the regions of an atlas.
 */
#include "data/namemap.h"
#include "io/formats/atlas.h"
#include "io/export/export.h"
#include "io/text/text_table.h"
#include "util/number.h"

#include <string.h>
#include <strings.h>

/* The first of several spellings that is there. */
static int64_t column_of(const lcn_text_table *table, const char *const *spellings)
{
    int64_t at = -1;
    for (; at < 0 && *spellings != NULL; spellings++) at = lcn_text_table_column(table, *spellings);
    return at;
}

/* The row where any column of the table has this name: tables have codes, short and long names. */
static int64_t row_of(const lcn_text_table *table, const char *name)
{
    for (int64_t i = 0; i < table->rows; i++) {
        for (int64_t j = 0; j < table->columns; j++) {
            if (strcmp(lcn_text_table_at(table, i, j), name) == 0) return i;
        }
    }
    return -1;
}

static bool is_nameless(const lcn_text_table *table)
{
    double value;
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t j = 0; j < table->columns; j++) {
            const char *text = lcn_text_table_at(table, i, j);
            if (*text && !lcn_parse_double(text, strlen(text), &value)) return false;
        }
    return true;
}

/* Where either side has no names, and the counts agree, lines and variables are taken in their order. */
static bool by_order(lacon_ctx *ctx, const lcn_text_table *table, int64_t p, const char *const *names)
{
    const bool nameless = is_nameless(table);
    if (table->rows != p || row_of(table, names[0]) >= 0 || (!nameless && !lcn_are_default_names(names, p))) return false;
    lcn_log(ctx, LACON_LOG_WARNING, "%s: %s: its %lld lines are taken for the %lld variables in their order",
            table->path, nameless ? "has no names" : "the model's variables have no names", (long long)table->rows,
            (long long)p);
    return true;
}

static lacon_status from_table(lacon_ctx *ctx, double *xyz, int64_t p, const char *const *names,
                               const lcn_text_table *table)
{
    static const char *const spellings[3][5] = {{"x", "x.mni", "mni_x", "x_mni", NULL},
                                                {"y", "y.mni", "mni_y", "y_mni", NULL},
                                                {"z", "z.mni", "mni_z", "z_mni", NULL}};
    int64_t at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = column_of(table, spellings[i]);
        LCN_FAIL_IF(at[i] < 0, LACON_E_FORMAT, "%s:1: a column '%s' is needed", table->path,
                    spellings[i][0]);
    }
    const bool order = by_order(ctx, table, p, names);
    for (int64_t r = 0; r < p; r++) {
        int64_t row = order ? r : row_of(table, names[r]);
        LCN_FAIL_IF(row < 0, LACON_E_DATA, "%s: has no line for variable '%s'", table->path, names[r]);
        for (int i = 0; i < 3; i++) LCN_TRY(lcn_text_table_number(ctx, table, row, at[i], &xyz[3 * r + i]));
    }
    return LACON_OK;
}

static lacon_status from_atlas(lacon_ctx *ctx, double *xyz, int64_t p, const char *const *names,
                               const lacon_export_options *options)
{
    lcn_atlas atlas;
    LCN_TRY(lcn_atlas_load(ctx, &atlas, options->atlas, NULL, NULL));
    lacon_status status = LACON_E_MEMORY;
    int64_t *at = lcn_alloc(ctx, (size_t)p, sizeof *at);
    double *centre = lcn_alloc(ctx, (size_t)atlas.count, 3 * sizeof *centre);
    if (at == NULL || centre == NULL) goto done;
    LCN_GOTO(lcn_atlas_match(ctx, &atlas, options->labels, p, names, at));
    lcn_atlas_centres(&atlas, centre);
    for (int64_t r = 0; r < p; r++) memcpy(xyz + 3 * r, centre + 3 * at[r], 3 * sizeof *xyz);
done:
    lcn_free(&ctx->allocator, centre);
    lcn_free(&ctx->allocator, at);
    lcn_atlas_clear(&atlas);
    return status;
}

lacon_status lcn_coordinates_of(lacon_ctx *ctx, double *xyz, int64_t p, const char *const *names,
                           const lacon_export_options *options)
{
    LCN_FAIL_IF(options->coordinates == NULL && options->atlas == NULL, LACON_E_ARGUMENT,
                "where the variables lie is not known: give a table of name, x, y, z "
                "(" LCN_OPTION "coordinates) or a label image (" LCN_OPTION "atlas)");
    if (options->coordinates == NULL) return from_atlas(ctx, xyz, p, names, options);
    lcn_text_table table;
    LCN_TRY(lcn_text_table_read(ctx, &table, options->coordinates));
    lacon_status status = from_table(ctx, xyz, p, names, &table);
    lcn_text_table_clear(&table);
    return status;
}
