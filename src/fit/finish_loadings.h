/* SPDX-License-Identifier: BSD-3-Clause
 * From loadings found elsewhere (a path, a single start) to a model without classes, with the
 * same membership test and noise as a fit. A whole fit is in fit.c.
 */
#ifndef LCN_FINISH_LOADINGS_H
#define LCN_FINISH_LOADINGS_H

#include "fit/fit.h"

/* W, psi and names of the model at loadings W: noise per variable if options ask for it, membership test,
 * iterations stopped as soon as is good enough to compare models. problem->k and its psi are changed. */
lacon_status lcn_finish_loadings(lacon_ctx *ctx, lacon_model **out, lcn_problem *problem, const lcn_loadings *W,
                            const lacon_data *data, const lacon_fit_options *options);

#endif
