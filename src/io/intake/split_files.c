/* SPDX-License-Identifier: BSD-3-Clause
 * Files whose rows ranks share; see split_files.h.
 */
#include "io/intake/split_files.h"
#include "io/intake/dealt_files.h"
#include "util/store.h"

/* ---- which ---- */

/* A square table may be a matrix, which is seen by looking at all of it (data/describe.c). */
static int64_t rows_to_share(const lcn_table *table, int64_t p)
{
    const int64_t n = lcn_table_addressed(table);
    return n != p && lcn_is_long(n, p) ? n : 0;
}

static lacon_status look_at(lacon_ctx *ctx, lcn_input_file *file, const lcn_table_options *how, int64_t p)
{
    lcn_table table;
    LCN_TRY(lcn_table_open(ctx, &table, file->path, how));
    file->all_rows = rows_to_share(&table, p);
    lcn_table_close(&table);
    return LACON_OK;
}

static lacon_status share_slices(lacon_ctx *ctx, lacon_data *data)
{
    data->split = lcn_alloc(ctx, 1, sizeof *data->split);
    return data->split ? lcn_share_deal(ctx, data->split, LCN_SLICES, NULL, NULL) : LACON_E_MEMORY;
}

lacon_status lcn_split_files(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files, int64_t count,
                             const lcn_table *first, const lcn_table_options *how)
{
    bool any = false;
    LCN_TRY(lcn_compare_files(ctx, files, count));
    for (int64_t i = 0; i < count; i++) {
        if (i == 0) files[0].all_rows = rows_to_share(first, data->p);
        else LCN_TRY(look_at(ctx, &files[i], how, data->p));
        any = any || files[i].all_rows > 0;
    }
    return any ? share_slices(ctx, data) : LACON_OK;
}

/* ---- reading ---- */

/* A rank that has no slice. */
static lacon_status no_rows(lacon_ctx *ctx, lcn_input_file *file)
{
    file->rows = lcn_alloc(ctx, 1, sizeof *file->rows);
    if (file->rows == NULL) return LACON_E_MEMORY;
    file->count = 1;
    file->rows->x = lcn_alloc_kept(ctx, 1, sizeof(double));
    return file->rows->x ? LACON_OK : LACON_E_MEMORY;
}

static lacon_status read_window(lacon_ctx *ctx, lcn_input_file *file, lcn_table *table, const lcn_columns *columns,
                                int64_t from, int64_t to)
{
    if (from == to) return no_rows(ctx, file);
    lcn_table_window(table, from, to);
    return lcn_table_read(ctx, table, columns, file->kind, &file->rows, &file->count);
}

/* The bytes of a rank: its rows, and those before the first and behind the last of all. */
typedef struct part {
    lacon_ctx *ctx;
    const lcn_source *source;
    int64_t from, to;
    lacon_status status;
} part;

static void add_bytes(void *user, lcn_sha256 *hash)
{
    part *own = user;
    own->status = lcn_source_hash(own->ctx, own->source, own->from, own->to, hash);
}

static lacon_status digest(lacon_ctx *ctx, lcn_input_file *file, const lcn_table *table, const lcn_sharing *share,
                           int64_t from, int64_t to)
{
    const int64_t line = table->width * table->npy.size, before = table->source.size - table->npy.bytes;
    part own = {.ctx = ctx, .source = &table->source, .from = from == 0 ? 0 : before + from * line,
                .to = before + to * line};
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    LCN_TRY(lcn_split_hash(share, &hash, add_bytes, &own));
    lcn_sha256_final(&hash, file->sha256);
    return own.status < 0 ? own.status : lcn_source_unchanged(ctx, &table->source);
}

lacon_status lcn_split_read(lacon_ctx *ctx, const lacon_data *data, lcn_input_file *file, lcn_table *table,
                            const lcn_columns *columns)
{
    const int64_t from = lcn_slice_begin(data->split->from, file->all_rows);
    const int64_t to = lcn_slice_begin(data->split->to, file->all_rows);
    LCN_TRY(lcn_agree(ctx, read_window(ctx, file, table, columns, from, to)));
    return lcn_agree(ctx, digest(ctx, file, table, data->split, from, to));
}
