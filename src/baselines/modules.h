/* SPDX-License-Identifier: BSD-3-Clause
 * Before and after a module method: the pooled second moments, and a model from loadings.
 */
#ifndef LCN_MODULES_H
#define LCN_MODULES_H

#include "baselines/baselines.h"

/* *K = sum_i n_i K_i / sum n, to be freed by the caller; *n = sum n. */
lacon_status lcn_pooled_covariances(lacon_ctx *ctx, double **K, int64_t *n, const lacon_data *data);

/* job->n and job->K, or job->rows where those are fewer numbers and `thin` allows it. *block is what they
 * point into, to be freed by the caller, NULL on failure. */
lacon_status lcn_pooled_begin(lacon_ctx *ctx, lcn_pooled *job, double **block, const lacon_data *data,
                              bool thin);

/* The largest absolute loading of each variable kept, as absolute value; columns of unit length,
 * empty ones dropped; G and v of each class by lacon_model_transform; modules by decreasing size. */
lacon_status lcn_loadings_model(lacon_ctx *ctx, lacon_model **out, const lcn_pooled *job,
                                const lacon_data *data);

#endif
