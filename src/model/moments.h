/* SPDX-License-Identifier: BSD-3-Clause
 * The data of a class reduced to the modules: k × k moments, enough for the likelihood,
 * the score-matching value and the profile. One read of the rows, n p multiply-adds (W has one
 * non-zero per row), or p² from a covariance.
 */
#ifndef LCN_MOMENTS_H
#define LCN_MOMENTS_H

#include "model/model.h"

/* U = Psi^-1/2 W as stored for the scatter-add: variable r adds weight[r] x_r to module[r]. */
typedef struct lcn_lens {
    int64_t p, k;
    const int32_t *module; /* p: 1..k, 0 unassigned */
    double *weight;        /* p: w_r / sqrt(psi_r) */
    double *inverse;       /* p: 1 / psi_r */
    double *UU;            /* k: diagonal of U'U; 0 for a module without variables */
    double log_psi;        /* sum_r log psi_r */
} lcn_lens;

typedef struct lcn_moments {
    double *S;  /* k × k: U'KU */
    double *S2; /* k × k: U'Psi^-1 K U; NULL when not wanted */
    double t;   /* tr(Psi^-1 K) */
    double t2;  /* tr(Psi^-2 K) */
} lcn_moments;

lacon_status lcn_lens_init(lacon_ctx *ctx, lcn_lens *lens, const lacon_model *model);
void lcn_lens_clear(const lacon_allocator *a, lcn_lens *lens);

/* Is the data about the variables of the model? Same number, and where both have names of their own
 * the same names in the same order: LACON_E_SHAPE, LACON_E_DATA. */
lacon_status lcn_model_accepts(lacon_ctx *ctx, const lacon_model *model, const lacon_data *data);

int64_t lcn_moments_scratch(int64_t k); /* doubles */
/* Row order is fixed: the same bits for any number of threads that call it for different
 * classes. sums: of a class whose rows ranks share, and then without S2, see lcn_lens_sums; else NULL. */
void lcn_moments_compute(lcn_moments *out, const lcn_lens *lens, const lcn_class *class, const double *sums,
                         double *scratch);
/* All that is asked of the rows of a class that ranks share, on every rank: x'Psi^-1 x and U'x of each, n × (k + 1).
 * On the threads; a failure of another rank is the context's. */
lacon_status lcn_lens_sums(lacon_ctx *ctx, double **sums, const lcn_lens *lens, const lcn_class *class);

/* L L' = G_c + v_c I (lower), B its inverse, k × k each. Modules without variables count as G = 0:
 * they are no part of Sigma. False when it is not positive definite. */
bool lcn_lens_factor(const lcn_lens *lens, const lacon_model *model, int64_t c, double *L,
                     double *B);

/* z = U'x of row i of a class that has rows; z has k + 1 entries. The answer is sum_r x_r² /
 * psi_r. */
double lcn_lens_row(const lcn_lens *lens, const lcn_class *class, int64_t i, double *z);

#endif
