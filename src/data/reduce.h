/* SPDX-License-Identifier: BSD-3-Clause
 * The scope in which classes are reduced (lcn_class_reduce in data.h), on any number of threads: BLAS stays on each.
 */
#ifndef LCN_REDUCE_H
#define LCN_REDUCE_H

#include "data/data.h"

/* Outside every parallel region; *scope is for lcn_reduce_end. */
lacon_status lcn_reduce_begin(lacon_ctx *ctx, int *scope);
void lcn_reduce_end(int scope);

#endif
