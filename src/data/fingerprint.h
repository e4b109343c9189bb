/* SPDX-License-Identifier: BSD-3-Clause
 * Are these the same data? By their numbers, not by where they came from.
 */
#ifndef LCN_FINGERPRINT_H
#define LCN_FINGERPRINT_H

#include "data/data.h"
#include "util/sha256.h"

/* Everything a fit of the data depends on, into hash. Each rank reads the classes it has. O(all their numbers) */
lacon_status lcn_data_fingerprint(lacon_ctx *ctx, lcn_sha256 *hash, const lacon_data *data);

#endif
