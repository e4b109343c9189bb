/* SPDX-License-Identifier: BSD-3-Clause
 * The published scheme (Monti & Hyvärinen 2018, section 4; docs/algorithm/alm.md), for any
 * objective of W and the classes' (G, v):
 *
 *     minimise  f(W; G, v) + rho/4 |W'W - I|² + ½ tr Lambda'(W'W - I)   over W >= 0
 *
 * by projected gradient steps with Armijo's rule, (G, v) in closed form after every step,
 * multipliers Lambda after every round. Used by alm.c (f through K_i W) and ml_dense.c (f through p
 * × p inverses); starts and bookkeeping are in restarts.c.
 */
#ifndef LCN_AUGMENTED_LAGRANGIAN_H
#define LCN_AUGMENTED_LAGRANGIAN_H

#include "fit/solver.h"

/* The objective, behind two calls. W is p × k dense. */
typedef struct lcn_function {
    void *self;
    /* f(W) with (G, v) as they are. */
    double (*value)(void *self, const double *W);
    /* W is the one value() saw last: (G, v) move to their optimum there; gradient (p × k) and *f
     * are of the new (G, v). The answer is the curvature of f along W: the largest eigenvalue of
     * sum omega_i S_i M_i. */
    double (*accept)(void *self, const double *W, double *gradient, double *f);
    /* The objective at the orthonormal matrix nearest to the accepted W, for the trace; NULL: it is f. */
    double (*reached)(const void *self);
} lcn_function;

typedef struct lcn_scheme {
    lcn_function function;
    double rho;       /* first penalty, in units of the curvature */
    int64_t max_iter; /* steps of one descent */
} lcn_scheme;

/* What a descent left. */
typedef struct lcn_descent {
    int64_t steps;
    lacon_stop stop;
} lcn_descent;

typedef struct lcn_auglag lcn_auglag; /* workspace: made once, nothing is allocated afterwards */
lacon_status lcn_auglag_new(lacon_ctx *ctx, lcn_auglag **out, int64_t p, int64_t k,
                            const lcn_scheme *scheme);
void lcn_auglag_free(lcn_auglag *a);

/* From start (p × k; its negative entries count as 0) to loadings: the scheme until the constraints
 * hold and the partition has settled, projection on St+ (largest entry per row), then the scheme
 * again on these supports for the weights. */
lcn_descent lcn_auglag_run(lacon_ctx *ctx, lcn_auglag *a, const double *start, lcn_loadings *out,
                           lcn_trace *trace); /* NULL: nobody wants it */

/* restarts.c: the solver around it: starts, the best of them, the outcome. */
lacon_status lcn_restarts(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                          const lacon_fit_options *options, const lcn_loadings *init,
                          const lcn_scheme *scheme);

/* T (k × k) = (W'W)^-1/2: W T is the orthonormal matrix nearest to W, and T (W'K W) T its S.
 * scratch: 2 k² + k + lcn_eigh_scratch(k) */
void lcn_inverse_root(double *T, const double *W, int64_t p, int64_t k, double *scratch);
int64_t lcn_inverse_root_scratch(int64_t k);
/* Largest eigenvalue of the symmetric part of C (k × k, spoilt); same scratch. */
double lcn_top_eigenvalue(double *C, int64_t k, double *scratch);

/* p × k of loadings */
void lcn_spread_loadings(double *dense, const lcn_loadings *W);

#endif
