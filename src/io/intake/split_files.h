/* SPDX-License-Identifier: BSD-3-Clause
 * A few long classes: each rank reads and holds some slices of their rows (data/row_slices.h). That is for files of
 * which any row can be read without the others (.npy in the order of rows).
 */
#ifndef LCN_SPLIT_FILES_H
#define LCN_SPLIT_FILES_H

#include "data/row_slices.h"
#include "io/intake/files_to_classes.h"

/* Which files are of this kind (all_rows), and who has which slices (data->split, where there is such a file). first:
 * the first of them, open. LACON_E_DATA where ranks see different files. */
lacon_status lcn_split_files(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files, int64_t count,
                             const lcn_table *first, const lcn_table_options *how);
/* The rows of this rank, and the digest of the file; all ranks together. */
lacon_status lcn_split_read(lacon_ctx *ctx, const lacon_data *data, lcn_input_file *file, lcn_table *table,
                            const lcn_columns *columns);

#endif
