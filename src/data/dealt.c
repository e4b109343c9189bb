/* SPDX-License-Identifier: BSD-3-Clause
 * Who has which class, what is told of it, and classes that move from one rank to another; see dealt.h.
 */
#include "data/dealt.h"
#include "data/row_slices.h"

#include <string.h>

static int64_t pieces_of(const lacon_data *data) { return lcn_pieces_of(data->n_dealt, data->p); }

static int64_t first_of(const lacon_data *data, int rank)
{
    return lcn_piece_begin(data->dealt[rank], pieces_of(data), data->n_dealt);
}

void lcn_dealt_range(const lacon_ctx *ctx, const lacon_data *data, int64_t *from, int64_t *to)
{
    *from = data->dealt ? first_of(data, lcn_rank(ctx)) : 0;
    *to = data->dealt ? first_of(data, lcn_rank(ctx) + 1) : data->n_classes;
}

/* The rank of a class; of data that are all here, this one. */
static int rank_of(const lacon_ctx *ctx, const lacon_data *data, int64_t c)
{
    int rank = lcn_rank(ctx);
    if (!data->dealt) return rank;
    for (rank = 0; first_of(data, rank + 1) <= c;) rank++;
    return rank;
}

lacon_status lcn_dealt_gather(lacon_ctx *ctx, const lacon_data *data, void *at, size_t bytes, lacon_status status)
{
    if (!data->dealt) return status;
    LCN_TRY(lcn_agree(ctx, status));
    LCN_TRY(lcn_gather_parts(ctx, at, bytes, data->dealt, pieces_of(data), data->n_dealt));
    return status;
}

lacon_status lcn_dealt_most(lacon_ctx *ctx, const lacon_data *data, double *value)
{
    void *all = NULL;
    size_t bytes = 0;
    if (!lcn_data_shared(data)) return LACON_OK;
    LCN_TRY(lcn_gather(ctx, &all, &bytes, value, sizeof *value));
    for (size_t i = 0; i < bytes / sizeof *value; i++)
        if (((double *)all)[i] > *value) *value = ((double *)all)[i];
    lcn_free(&ctx->allocator, all);
    return LACON_OK;
}

lacon_data lcn_dealt_own(const lacon_ctx *ctx, const lacon_data *data)
{
    lacon_data own = *data;
    int64_t from, to;
    lcn_dealt_range(ctx, data, &from, &to);
    own.classes = data->classes + from;
    own.n_classes = to - from;
    own.dealt = NULL;
    return own;
}

/* ---- what is told of a class ---- */

typedef struct words {
    int64_t n, missing, missing_read, dropped, step;
    double inflation;
    int lags;
} words;

lacon_status lcn_dealt_tell(lacon_ctx *ctx, lacon_data *data, lacon_status status)
{
    const int64_t N = data->n_classes;
    words *all = NULL;
    if (!data->dealt) return status;
    if (status >= 0) all = lcn_alloc(ctx, (size_t)N, sizeof *all);
    if (status >= 0 && !all) status = LACON_E_MEMORY;
    for (int64_t c = 0; c < N && status >= 0; c++) {
        const lcn_class *k = &data->classes[c];
        all[c] = (words){k->n, k->missing, k->missing_read, k->dropped, k->step, k->inflation, k->lags};
    }
    status = lcn_dealt_gather(ctx, data, all, sizeof *all, status);
    for (int64_t c = 0; c < N && status >= 0; c++) {
        lcn_class *k = &data->classes[c];
        k->n = all[c].n;
        k->missing = all[c].missing;
        k->missing_read = all[c].missing_read;
        k->dropped = all[c].dropped;
        k->step = all[c].step;
        k->inflation = all[c].inflation;
        k->lags = all[c].lags;
    }
    lcn_free(&ctx->allocator, all);
    return status;
}

/* ---- data made of classes of other data ---- */

static double alike(const void *user, int64_t i)
{
    (void)user, (void)i;
    return 1.0;
}

static lacon_status deal_like(lacon_ctx *ctx, lacon_data *to, const lacon_data *data, int64_t count)
{
    const int ranks = lcn_ranks(ctx);
    const int64_t pieces = lcn_pieces_of(count, data->p);
    if (!data->dealt) return LACON_OK;
    to->dealt = lcn_alloc(ctx, (size_t)ranks + 1, sizeof *to->dealt);
    if (!to->dealt) return LACON_E_MEMORY;
    if (count == data->n_dealt) memcpy(to->dealt, data->dealt, ((size_t)ranks + 1) * sizeof *to->dealt);
    else lcn_deal(to->dealt, ranks, pieces, (double)pieces, alike, NULL);
    to->n_dealt = count;
    return LACON_OK;
}

static lacon_status split_like(lacon_ctx *ctx, lacon_data *to, const lacon_data *data)
{
    if (!data->split) return LACON_OK;
    to->split = lcn_alloc(ctx, 1, sizeof *to->split);
    return to->split ? lcn_share_as(ctx, to->split, LCN_SLICES, data->split->first) : LACON_E_MEMORY;
}

lacon_status lcn_data_like(lacon_ctx *ctx, lacon_data **out, const lacon_data *data, int64_t count)
{
    LCN_TRY(lacon_data_new(ctx, out, data->p));
    lacon_status status = deal_like(ctx, *out, data, count);
    if (status >= 0) status = split_like(ctx, *out, data);
    if (status >= 0 && data->missing == LACON_MISSING_MARGINAL) /* others have none left once standardised */
        status = lacon_data_set_missing(ctx, *out, data->missing);
    if (status >= 0 && data->names)
        status = lacon_data_set_names(ctx, *out, (const char *const *)data->names);
    if (status >= 0) return status;
    lacon_data_free(*out);
    *out = NULL;
    return status;
}

static void copy_rows(char *to, const lcn_class *class, const int64_t *index, int64_t count, int64_t p)
{
    const size_t size = class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double), line = (size_t)p * size;
    for (int64_t i = 0; i < count; i++)
        memcpy(to + (size_t)i * line, (const char *)class->x + (size_t)(index[i] * class->ld) * size, line);
}

/* The same where ranks share the rows of the class. */
static lacon_status add_split_rows(lacon_ctx *ctx, lacon_data *to, const lcn_class *class, const int64_t *index,
                                   int64_t count, const char *label)
{
    void *rows = NULL;
    LCN_TRY(lcn_split_choose(ctx, &rows, class, to->p, index, count));
    const lacon_status status = lcn_data_take_rows(ctx, to, label, count, class->kind, rows);
    if (status < 0) lcn_free(&ctx->allocator, rows);
    else if (lcn_is_long(count, to->p)) lcn_split_set(&to->classes[to->n_classes - 1], to->split, count);
    return status;
}

lacon_status lcn_data_add_rows(lacon_ctx *ctx, lacon_data *to, const lacon_data *from, int64_t c,
                               const int64_t *index, int64_t count, const char *label)
{
    const lcn_class *class = &from->classes[c];
    if (class->split) return add_split_rows(ctx, to, class, index, count, label);
    const size_t bytes = (size_t)(count * from->p) * (class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double));
    const int self = lcn_rank(ctx), giver = rank_of(ctx, from, c), taker = rank_of(ctx, to, to->n_classes);
    char *rows = NULL;
    if (giver != taker || taker == self) {
        rows = lcn_alloc_raw(ctx, bytes + 1, 1);
        if (!rows) return LACON_E_MEMORY;
    }
    if (giver == self && rows) copy_rows(rows, class, index, count, from->p);
    lacon_status status = giver != taker ? lcn_relay_begin(ctx) : LACON_OK;
    if (status >= 0 && giver != taker) status = lcn_hand(ctx, rows, bytes, giver, taker);
    if (taker != self) {
        lcn_free(&ctx->allocator, rows);
        rows = NULL;
    }
    if (status >= 0) status = lcn_data_take_rows(ctx, to, label, count, class->kind, rows);
    if (status < 0) lcn_free(&ctx->allocator, rows);
    return status;
}
