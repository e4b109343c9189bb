/* SPDX-License-Identifier: BSD-3-Clause
 * The interface of a solver: a problem in, loadings out. Adding one: write run(), add it to the table in
 * solver.c and to options.def, document it in docs/algorithm/ (CONTRIBUTING.md has the recipe).
 */
#ifndef LCN_SOLVER_H
#define LCN_SOLVER_H

#include "fit/mm/outcome.h"

typedef struct lcn_solver {
    const char *name;
    /* init (loadings with the problem's p and k) may be NULL: the solver finds its own starts. */
    lacon_status (*run)(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                        const lacon_fit_options *options, const lcn_loadings *init);
} lcn_solver;

const lcn_solver *lcn_solver_get(lacon_solver which); /* NULL: unknown */

lacon_status lcn_mm_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                        const lacon_fit_options *options, const lcn_loadings *init); /* search.c */
lacon_status lcn_alm_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                         const lacon_fit_options *options, const lcn_loadings *init); /* alm.c */
lacon_status lcn_ml_dense_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                              const lacon_fit_options *options, const lcn_loadings *init); /* ml_dense.c */

#endif
