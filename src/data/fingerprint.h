/* SPDX-License-Identifier: BSD-3-Clause
 * Are these the same data? By their numbers, not by where they came from.
 */
#ifndef LCN_FINGERPRINT_H
#define LCN_FINGERPRINT_H

#include "data/data.h"
#include "util/sha256.h"

/* Everything a fit of the data depends on, into hash. Each rank reads the classes it has; LACON_E_DATA, with the class,
 * where all of them have all and these differ. O(all their numbers) */
lacon_status lcn_data_fingerprint(lacon_ctx *ctx, lcn_sha256 *hash, const lacon_data *data);

/* LACON_E_DATA where ranks that should have the same classes do not, by all their numbers: variances are one in each
 * where they were scaled. Of those that each has for itself the files were asked. */
lacon_status lcn_compare_classes(lacon_ctx *ctx, const lacon_data *data);

#endif
