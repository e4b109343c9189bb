/* SPDX-License-Identifier: BSD-3-Clause
 * Whether bytes are a MATLAB file of versions 4 to 7, and a whole one. The reader is table_mat.c.
 */
#ifndef LCN_MAT_WHOLE_H
#define LCN_MAT_WHOLE_H

#include "io/source.h"

/* By its first bytes: the mark of versions 5 to 7, or a header of version 4 that makes sense. */
bool lcn_mat_probe(const lcn_source *source);
/* matio takes what is cut off for zeros or leaves memory as it was, and does not look at checksums, so that is done
 * here: every element lies inside the file, every packed one unpacks to its end, and a matrix that is not packed has
 * as many numbers as its dimensions say. */
lacon_status lcn_mat_check(lacon_ctx *ctx, lcn_source *source);

#endif
