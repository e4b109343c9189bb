/* SPDX-License-Identifier: BSD-3-Clause
 * Blocks of rows for a bootstrap of series: how long, and by how much what they say of a variance falls short
 * (docs/stability.md).
 */
#ifndef LCN_BLOCKS_H
#define LCN_BLOCKS_H

#include "model/model.h"

typedef struct lcn_block {
    int64_t rows;  /* of a block */
    double widen;  /* what deviations of resampled moments are to be multiplied by, at least 1 */
} lcn_block;

/* One for each class of the data, from the autocorrelations of the composites of the model's modules. rows: the length
 * asked for; 0: chosen. Rows that are `independent` need blocks of one row. confidence: of the intervals. */
lacon_status lcn_blocks_choose(lacon_ctx *ctx, lcn_block *out, const lacon_model *model, const lacon_data *data,
                               int64_t rows, bool independent, double confidence);

#endif
