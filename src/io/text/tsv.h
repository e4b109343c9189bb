/* SPDX-License-Identifier: BSD-3-Clause
 * A few numeric columns of a table with a header and a key column, as our own tables are.
 */
#ifndef LCN_TSV_H
#define LCN_TSV_H

#include "util/ctx.h"

enum { LCN_TSV_COLUMNS = 4 };

/* Called for every line: its index from 0, its key, its numbers (NaN where there is none). */
typedef void lcn_tsv_row(void *user, int64_t row, const char *key, const double *values);

/* LACON_OK and no call when the file does not exist or lacks one of the columns. */
lacon_status lcn_tsv_read(lacon_ctx *ctx, const char *path, const char *key, int count,
                          const char *const *columns, lcn_tsv_row *each, void *user);

#endif
