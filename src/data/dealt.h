/* SPDX-License-Identifier: BSD-3-Clause
 * Data dealt to ranks: each has the numbers of its own classes, which follow each other, and knows of all others what
 * is no number: names, rows, how far they remember. What is computed of a class is computed where it is, and told.
 * Data that are not dealt are all here, and nothing is told; of a few long classes each rank may have some rows
 * (row_slices.h), and then what is made of them is made by all.
 */
#ifndef LCN_DEALT_H
#define LCN_DEALT_H

#include "data/data.h"

/* Whether numbers of a class are here. */
static inline bool lcn_class_here(const lcn_class *class) { return class->x != NULL; }
/* Whether ranks have numbers of their own, so that what is done with these is done by all of them together. */
static inline bool lcn_data_shared(const lacon_data *data) { return data->dealt != NULL || data->split != NULL; }

/* The classes of this rank: [*from, *to). */
void lcn_dealt_range(const lacon_ctx *ctx, const lacon_data *data, int64_t *from, int64_t *to);
/* at: `bytes` for each class, of which this rank has filled in those of its own; all get the rest. Whoever failed
 * before comes with its status, which is then that of all. */
lacon_status lcn_dealt_gather(lacon_ctx *ctx, const lacon_data *data, void *at, size_t bytes, lacon_status status);
/* The largest that a rank has, of data whose numbers ranks share. */
lacon_status lcn_dealt_most(lacon_ctx *ctx, const lacon_data *data, double *value);
/* Each rank has changed its own classes (standardised, rows left out): what the others know of them. */
lacon_status lcn_dealt_tell(lacon_ctx *ctx, lacon_data *data, lacon_status status);
/* The classes of this rank as data that are not dealt; borrows everything. */
lacon_data lcn_dealt_own(const lacon_ctx *ctx, const lacon_data *data);

/* Data without classes that will have `count` made of those of `data`: its variables, its treatment of missing values,
 * dealt as those are, or in equal parts where the count is another. */
lacon_status lcn_data_like(lacon_ctx *ctx, lacon_data **out, const lacon_data *data, int64_t count);
/* Its next class: rows index[0..count) of class c of `from`. Rows go to whoever will have them. */
lacon_status lcn_data_add_rows(lacon_ctx *ctx, lacon_data *to, const lacon_data *from, int64_t c,
                               const int64_t *index, int64_t count, const char *label);

#endif
