/* SPDX-License-Identifier: BSD-3-Clause
 * Long classes: what is summed over their rows is summed in slices, and these in their order, so that ranks can have
 * some slices of the rows each and the sums are those of one process. Slices are cut by the size of the class alone.
 * Where rows are all here (class->split is NULL) nothing is exchanged.
 */
#ifndef LCN_ROW_SLICES_H
#define LCN_ROW_SLICES_H

#include "data/data.h"
#include "parallel/share.h"
#include "util/sha256.h"

/* A slice is worth a thread, a rank, and its own partial sums, from LCN_SLICE_ROWS and LCN_SLICE_ELEMENTS on. */
enum { LCN_SLICES = 8, LCN_SLICE_ROWS = 64, LCN_SLICE_ELEMENTS = 1 << 20 };

static inline bool lcn_is_long(int64_t n, int64_t p)
{
    return n >= LCN_SLICES * LCN_SLICE_ROWS && n * p >= (int64_t)LCN_SLICES * LCN_SLICE_ELEMENTS;
}

/* The rows of this class are those that this rank has of n. */
void lcn_split_set(lcn_class *class, const lcn_sharing *share, int64_t n);
/* Who has which of LCN_SLICES slices; a class that ranks do not share is all here. */
const lcn_sharing *lcn_split_share(const lcn_class *class);
/* Slice s of the n rows of a class: its first row. */
static inline int64_t lcn_slice_begin(int64_t s, int64_t n) { return lcn_piece_begin(s, LCN_SLICES, n); }

/* `at`: `bytes` for each of the n rows, of which this rank has filled in those of its own; all get the rest. */
void lcn_split_gather(const lcn_class *class, void *at, size_t bytes);
/* x (n) = column r, on every rank. */
void lcn_split_column(const lcn_class *class, int64_t r, double *x);
/* Row i is here, or was handed over: `after` holds the rows behind those of this rank. */
const void *lcn_split_row(const lcn_class *class, const void *after, int64_t i);
/* Those, `most` of them or as many as there are (of p values), into *after; NULL where all are here. */
lacon_status lcn_split_after(lacon_ctx *ctx, void **after, const lcn_class *class, int64_t p, int64_t most);

/* Rows index[0..count) of a class that ranks share, p values each, as a class of their own: of one that is long those
 * of this rank's slices of it, of a shorter one all, into *rows. rows_moved.c */
lacon_status lcn_split_choose(lacon_ctx *ctx, void **rows, const lcn_class *class, int64_t p, const int64_t *index,
                              int64_t count);

/* sum = the sum over slices of what `fill` leaves of each, `size` doubles. threads: those that call it at once. */
lacon_status lcn_split_sum(lacon_ctx *ctx, const lcn_class *class, double *sum, int64_t size, int threads,
                           void (*fill)(void *user, int64_t slice, double *part), void *user);
/* K (p × lcn_padded(p)) = X'X / divisor, on the threads; of a class that is not long at once, as la/gram.h has it. */
lacon_status lcn_rows_gram(lacon_ctx *ctx, double *K, const lcn_class *class, int64_t p, double divisor);
/* A digest of bytes that ranks have parts of: `own` adds those of this rank to what the others have added. */
lacon_status lcn_split_hash(const lcn_sharing *share, lcn_sha256 *hash, void (*own)(void *user, lcn_sha256 *hash),
                            void *user);

#endif
