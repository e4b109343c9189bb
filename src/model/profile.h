/* SPDX-License-Identifier: BSD-3-Clause
 * G and v of a class in closed form (docs/algorithm/profile.md), the same for both objectives.
 */
#ifndef LCN_PROFILE_H
#define LCN_PROFILE_H

#include <lacon/fit.h>
#include <stdbool.h>

typedef struct lcn_profile {
    int64_t kept; /* r: eigenvalues of S above v */
    bool floored; /* v is at its floor */
    double v;
    double nll;   /* L_i per observation, with the constant p log 2 pi */
    double score; /* J_i */
} lcn_profile;

/* Doubles of scratch lcn_profile_compute needs. */
int64_t lcn_profile_scratch(int64_t k);

/* S: k × k symmetric (W'K W), t = tr K over p variables.
 *   keep the r largest eigenvalues of S: from r = k drop the smallest while it is not above
 *   v = (t - sum kept) / (p - r);   G = U diag(max(s - v, 0)) U'
 *   ml: M = I/v - B,   sm: M = I/v² - B²,   B = U diag(1/s kept, 1/v dropped) U'
 * G and M (k × k) may be NULL. Without M the score of an ml call is NaN (it is not computed). O(k³). */
void lcn_profile_compute(lcn_profile *out, double *G, double *M, lacon_objective objective,
                         int64_t p, int64_t k, const double *S, double t, double *scratch);

#endif
