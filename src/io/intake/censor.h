/* SPDX-License-Identifier: BSD-3-Clause
 * What is done to rows between the file and the data: volumes a list calls outliers are left out,
 * runs of a class are joined, a table becomes a covariance. Used by data_read.c.
 */
#ifndef LCN_CENSOR_H
#define LCN_CENSOR_H

#include "io/rows.h"

/* Leaves out the rows that the list (outliers.tsv) flags. A series that has only the
 * others already stays as it is: the number of rows decides. path: the series, for messages. */
lacon_status lcn_censor(lacon_ctx *ctx, lcn_class_rows *rows, int64_t columns, lcn_kind kind,
                        const char *path, const char *outliers);

/* Several runs (count of them, n_i × columns) as one: each centred by its own means, which differ
 * from run to run for reasons of the scanner, then one below the other. */
lacon_status lcn_join_runs(lacon_ctx *ctx, lcn_class_rows *out, const lcn_class_rows *runs, int64_t count,
                           int64_t columns, lcn_kind kind);

#endif
