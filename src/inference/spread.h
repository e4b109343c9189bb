/* SPDX-License-Identifier: BSD-3-Clause
 * The variance of tested coefficients by groups of classes and by blocks: what permute.c divides by where
 * classes do not all vary alike.
 */
#ifndef LCN_SPREAD_H
#define LCN_SPREAD_H

#include "inference/inference.h"

typedef struct lcn_spread {
    const lcn_design *design;
    const double *Q;          /* n × (r + q), nuisance first; borrowed */
    int64_t groups, blocks;   /* blocks 0: classes one by one */
    double *nu;               /* groups: degrees of freedom; one block with all below */
    double *scale;            /* groups × q × q: M_g / nu_g; with blocks groups: kappa_g */
    double *shift, *bend;     /* groups × q × q × q: what a skewness of one moves the mean by and bends (skew.c) */
    double cubes;             /* sum R_ij³; 0: nothing is bent (blocks, no skewness in residuals) */
    double *work;
    int32_t *first;           /* blocks: a class of it */
} lcn_spread;

typedef struct lcn_wald {
    double F, df;
    double V; /* q = 1: variance of c */
    double shift, bend; /* q = 1: what skewness does to t, lcn_bend */
    double bent;        /* q > 1: F without it */
} lcn_wald;

/* LACON_E_DATA when a group has no degree of freedom left. */
lacon_status lcn_spread_init(lacon_ctx *ctx, lcn_spread *out, const lcn_design *design, const double *Q);
void lcn_spread_clear(const lacon_allocator *a, lcn_spread *spread);
/* Doubles that parts needs. */
int64_t lcn_spread_scratch(const lcn_spread *spread, int64_t E);
void lcn_spread_parts(const lcn_spread *spread, double *parts, const double *r, const int32_t *row, int64_t E);
/* Edge e; c (q × E) the products of the tested columns, least what V has at least, work 3 q² + 4 q. */
lcn_wald lcn_spread_wald(const lcn_spread *spread, const double *c, const double *parts, double least, int64_t e,
                         int64_t E, double *work);
/* On the scale on which arrangements are compared; where one column is tested, whose product is c, with the sign of the
 * bent t. */
double lcn_wald_scaled(lcn_wald w, double q, double c);

/* ---- skew.c ---- */

lacon_status lcn_skew_measure(lacon_ctx *ctx, lcn_spread *spread);
/* shift and bend of edge e, whose V is known */
void lcn_skew_take(const lcn_spread *spread, lcn_wald *w, const double *parts, int64_t e, int64_t E);
/* c'V^-1 c of several columns without what skewness does to it; L the Cholesky factor of V, y = V^-1 c, work
 * 2 q² + 3 q */
double lcn_skew_square(const lcn_spread *spread, const double *c, const double *L, const double *y, const double *parts,
                       int64_t e, int64_t E, double *work);

#endif
