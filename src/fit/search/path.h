/* SPDX-License-Identifier: BSD-3-Clause
 * The modules of a whole range of k on one path: what choosing k needs, at a small multiple of the cost
 * of one fit. The search of a single k is search.c.
 */
#ifndef LCN_PATH_H
#define LCN_PATH_H

#include "fit/mm/mm.h"

typedef struct lcn_path {
    int64_t low, high;
    lcn_loadings *W; /* high - low + 1; no module empty; all variables assigned where membership is not tested */
    double *f;       /* objective of each */
    double *cost;    /* minus the log evidence of each, the size of G aside (evidence.h) */
} lcn_path;

/* 1 <= low <= high <= p. problem->k is not used. LACON_E_CANCELLED when the context says stop. */
lacon_status lcn_path_run(lacon_ctx *ctx, lcn_path *out, const lcn_problem *problem, int64_t low,
                          int64_t high, const lacon_fit_options *options);
void lcn_path_clear(const lacon_allocator *a, lcn_path *path);

#endif
