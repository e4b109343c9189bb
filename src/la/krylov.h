/* SPDX-License-Identifier: BSD-3-Clause
 * Leading eigenpairs of a large symmetric operator: the first start, factor analysis, first components.
 */
#ifndef LCN_KRYLOV_H
#define LCN_KRYLOV_H

#include "la/la.h"

/* out = A V, both p × m, ld = m. A symmetric, positive semi-definite; any m up to the most asked for. */
typedef struct lcn_operator {
    int64_t p;
    void (*apply)(const void *self, double *out, const double *V, int64_t m);
    const void *self;
    int threads; /* of what is done with the vectors around the products */
} lcn_operator;

/* Columns the space of so many steps can have; apply is called with so many at most. */
int64_t lcn_krylov_columns(int64_t p, int64_t width, int64_t steps);
int64_t lcn_krylov_scratch(int64_t p, int64_t width, int64_t steps); /* doubles */
/* V (p × width, ld = width), a start on entry, becomes the best approximations to the leading
 * eigenvectors, value[width] their values, descending: Rayleigh-Ritz on V, AV, .., A^(steps-1) V. Again
 * with the result as start it goes on. Exact when that space is everything. Where A has no more
 * than m < width directions the other columns and values are 0. */
lacon_status lcn_krylov(const lcn_operator *A, int64_t width, int64_t steps, double *V,
                        double *value, double *scratch);

#endif
