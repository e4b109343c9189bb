/* SPDX-License-Identifier: BSD-3-Clause
 * The pooled connectivity of a model (pool.c): what the classes say of each other.
 */
#ifndef LCN_POOL_H
#define LCN_POOL_H

#include "model/model.h"

/* One block: the struct, then its arrays. */
struct lcn_pool {
    double nu;    /* of the inverse Wishart */
    double rows;  /* nu - k - 1: rows of a class that the population counts as */
    double worth; /* rows that T itself is known by */
    double *T;    /* k × k: mean of G_i + v_i I over the population */
    double *G;    /* N × k × k: posterior means; the next likewise */
    double *low, *high, *correlation_low, *correlation_high;
};

enum { LCN_POOL_ARRAYS = 5 }; /* of N × k × k: from G on, which follow each other */

/* Zeroed; model->pool. */
lacon_status lcn_pool_alloc(lacon_ctx *ctx, lacon_model *model);

/* LACON_E_DATA when model->pool is not what pool.c could have made. */
lacon_status lcn_pool_check(lacon_ctx *ctx, const lacon_model *model);

#endif
