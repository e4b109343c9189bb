/* SPDX-License-Identifier: BSD-3-Clause
 * Graphical lasso at one penalty, warm: glasso.c. The penalty by cross-validation: glasso_path.c.
 */
#ifndef LCN_GLASSO_H
#define LCN_GLASSO_H

#include "baselines/baselines.h"

typedef struct lcn_lasso {
    int64_t p;
    double penalty;  /* W and B are the solution at this one */
    const double *K; /* p × p second moments */
    double *W;       /* p × p: the estimate */
    double *B;       /* p × p: row r holds the regression of r on the others */
    double *y;       /* p */
    int32_t *list;   /* 2 p */
} lcn_lasso;

/* At a penalty no smaller than the largest |K_rs|: W = diag K. */
void lcn_glasso_begin(lcn_lasso *g, double penalty);
/* On to a penalty not above the last. False when max_iter sweeps were not enough: a sweep still
 * changes W by more than tol of the mean absolute off-diagonal entry of K. */
bool lcn_glasso_solve(lcn_lasso *g, double penalty, double tol, int64_t max_iter);

#endif
