/* SPDX-License-Identifier: BSD-3-Clause
 * Files dealt to ranks: each reads those of its classes alone, and all know of every class what is not its numbers.
 */
#ifndef LCN_DEALT_FILES_H
#define LCN_DEALT_FILES_H

#include "io/intake/files_to_classes.h"
#include "parallel/share.h"

/* By their bytes; in pieces of classes that follow each other, as a fit of p variables sums over them
 * (parallel/share.h). LACON_E_DATA where ranks see different files. */
lacon_status lcn_deal_files(lacon_ctx *ctx, lcn_sharing *share, const lcn_input_file *files, int64_t count, int64_t p);
/* LACON_E_DATA where ranks see different files. */
lacon_status lcn_compare_files(lacon_ctx *ctx, const lcn_input_file *files, int64_t count);
/* Every rank has read its files, one class each and reduced (lcn_input_file_reduce): the others become classes without
 * numbers, moments and lags. p: variables. */
lacon_status lcn_tell_files(lacon_ctx *ctx, const lcn_sharing *share, lcn_input_file *files, int64_t count, int64_t p);

#endif
