/* SPDX-License-Identifier: BSD-3-Clause
 * Are these the same data? By their numbers, not by where they came from.
 */
#ifndef LCN_FINGERPRINT_H
#define LCN_FINGERPRINT_H

#include "data/data.h"
#include "util/sha256.h"

/* Everything a fit of a class depends on. O(all its numbers) */
void lcn_class_fingerprint(char out[LCN_SHA256_TEXT], const lcn_class *class, int64_t p);
/* The same of all of them, into hash. classes: what is known of each already; NULL: nothing is. */
void lcn_data_fingerprint(lcn_sha256 *hash, const lacon_data *data, const char (*classes)[LCN_SHA256_TEXT]);

#endif
