/* SPDX-License-Identifier: BSD-3-Clause
 * What fastica.c (the fixed point) and settle.c (quasi-Newton, where the fixed point does not settle) share.
 */
#ifndef LCN_FASTICA_H
#define LCN_FASTICA_H

#include "causal/causal.h"

typedef struct lcn_ica {
    int64_t n, k, ld;
    const lacon_ica_options *options;
    double *K;       /* k × k: whitening */
    double *X;       /* k × ld: whitened */
    double *U;       /* k × ld: W X, then g of it */
    double *W, *old; /* k × k: directions in the rows */
    double *gram;    /* k × k */
    double *small;   /* eigenvalues and their scratch, k × k */
    double *memory;  /* of settle.c */
} lcn_ica;

/* Means of one row of U before and after g: the contrast itself (whose derivative g is), g', g u. */
typedef struct lcn_contrast {
    double value, slope, product;
} lcn_contrast;

/* u <- g(u) in place, n values. Padding stays 0, as g(0) = 0. */
lcn_contrast lcn_ica_apply(const lcn_ica *q, double *u);
/* W <- (WW')^-1/2 W */
lacon_status lcn_ica_orthonormalise(lcn_ica *q);

int64_t lcn_ica_settle_scratch(int64_t k);
/* From where the fixed point is to where it would settle; counts on in *iterations. */
lacon_status lcn_ica_settle(lcn_ica *q, int64_t *iterations);

#endif
