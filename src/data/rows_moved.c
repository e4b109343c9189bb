/* SPDX-License-Identifier: BSD-3-Clause
 * Rows of a class that ranks share, chosen for another one (a fold, a resample): those that a rank lacks are handed to
 * it by whoever has them, some at a time. See row_slices.h.
 */
#include "data/row_slices.h"

#include <string.h>

static const size_t LOT_BYTES = 1 << 22; /* handed at a time: much more than a message costs, little beside the rows */

enum { ALL = -1 }; /* in place of a rank */

typedef struct moving {
    lacon_ctx *ctx;
    const lcn_class *class;
    const int64_t *index;
    int64_t count, lot; /* rows; those that are handed at a time */
    size_t line;        /* bytes of a row */
    char *rows;         /* of this rank, from number `begin` on */
    int64_t begin;
    char *through; /* lot rows */
} moving;

/* First of the n rows of a rank. */
static int64_t first_of(const moving *m, int rank, int64_t n)
{
    return lcn_slice_begin(m->class->split->first[rank], n);
}

/* Whether a rank has row j of those that are chosen. */
static bool gives(const moving *m, int rank, int64_t j)
{
    const int64_t n = m->class->n, i = m->index[j];
    return i >= first_of(m, rank, n) && i < first_of(m, rank + 1, n);
}

/* Rows from .. to that `giver` has, one after the other; how many. */
static int64_t pack(const moving *m, int giver, int64_t from, int64_t to)
{
    int64_t packed = 0;
    for (int64_t j = from; j < to; j++) {
        if (!gives(m, giver, j)) continue;
        if (lcn_rank(m->ctx) == giver)
            memcpy(m->through + (size_t)packed * m->line, lcn_split_row(m->class, NULL, m->index[j]), m->line);
        packed++;
    }
    return packed;
}

static void unpack(const moving *m, int giver, int64_t from, int64_t to)
{
    int64_t packed = 0;
    for (int64_t j = from; j < to; j++)
        if (gives(m, giver, j))
            memcpy(m->rows + (size_t)(j - m->begin) * m->line, m->through + (size_t)packed++ * m->line, m->line);
}

/* Rows from .. to, those that `giver` has. */
static lacon_status hand_lots(const moving *m, int giver, int taker, int64_t from, int64_t to)
{
    const int self = lcn_rank(m->ctx);
    for (int64_t at = from; at < to; at += m->lot) {
        const int64_t end = to - at < m->lot ? to : at + m->lot;
        const size_t bytes = (size_t)pack(m, giver, at, end) * m->line;
        if (bytes == 0) continue;
        if (taker == ALL) LCN_TRY(lcn_relay(m->ctx, m->through, bytes, giver));
        else if (taker != giver) LCN_TRY(lcn_hand(m->ctx, m->through, bytes, giver, taker));
        if (taker == ALL || taker == self) unpack(m, giver, at, end);
    }
    return LACON_OK;
}

static lacon_status hand_all(const moving *m, bool some)
{
    const int ranks = lcn_ranks(m->ctx);
    for (int giver = 0; giver < ranks; giver++) {
        if (!some) LCN_TRY(hand_lots(m, giver, ALL, 0, m->count));
        for (int taker = 0; some && taker < ranks; taker++)
            LCN_TRY(hand_lots(m, giver, taker, first_of(m, taker, m->count), first_of(m, taker + 1, m->count)));
    }
    return LACON_OK;
}

lacon_status lcn_split_choose(lacon_ctx *ctx, void **rows, const lcn_class *class, int64_t p, const int64_t *index,
                              int64_t count)
{
    const size_t line = (size_t)p * (class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double));
    const bool some = lcn_is_long(count, p);
    moving m = {.ctx = ctx, .class = class, .index = index, .count = count, .line = line,
                .lot = 1 + (int64_t)(LOT_BYTES / line)};
    const int rank = lcn_rank(ctx);
    if (some) m.begin = first_of(&m, rank, count);
    const int64_t end = some ? first_of(&m, rank + 1, count) : count;
    m.rows = lcn_alloc_raw(ctx, (size_t)(end - m.begin) * line + 1, 1);
    m.through = lcn_alloc_raw(ctx, (size_t)m.lot * line, 1);
    lacon_status status = lcn_agree(ctx, m.rows && m.through ? LACON_OK : LACON_E_MEMORY);
    if (status >= 0) status = hand_all(&m, some);
    lcn_free(&ctx->allocator, m.through);
    if (status < 0) lcn_free(&ctx->allocator, m.rows);
    else *rows = m.rows;
    return status;
}
