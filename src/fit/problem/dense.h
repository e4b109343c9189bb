/* SPDX-License-Identifier: BSD-3-Clause
 * Products of K_i with dense p × k matrices, whatever the route: what the published algorithms
 * need, whose W has one non-zero per row only in the limit. The fast kernel for W of St+ is
 * kernel.h.
 */
#ifndef LCN_DENSE_H
#define LCN_DENSE_H

#include "fit/problem/problem.h"

/* Doubles of scratch for a product with m columns. */
int64_t lcn_dense_scratch(const lcn_problem *problem, int64_t m);

/* P (p × m) = K_i W, W p × m, both row-major without padding. 2 p² m or 4 n p m flops. */
void lcn_dense_multiply(const lcn_problem *problem, const lcn_term *term, const double *W,
                        int64_t m, double *P, double *scratch);

/* K (p × p) = K_i itself. */
void lcn_dense_covariance(const lcn_problem *problem, const lcn_term *term, double *K);

#endif
