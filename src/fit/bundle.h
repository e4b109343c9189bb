/* SPDX-License-Identifier: BSD-3-Clause
 * Bundles of rows, what a sketch begins with (sketch.c): B = Omega'X where each row of X goes into one of `count`
 * sums, with a random sign. As good as a dense Omega for finding a subspace, at one addition per number; and
 * since that leaves the processor idle, rows of double are rounded and squared in the same pass (problem.c).
 */
#ifndef LCN_BUNDLE_H
#define LCN_BUNDLE_H

#include <stdint.h>

/* Which rows: neighbours go together, up to eight of them, groups in turn. The signs are stream
 * (seed, sketch, which). */
typedef struct lcn_bundles {
    int64_t count; /* not above the rows */
    uint64_t seed;
    int64_t which;
} lcn_bundles;

/* B (count × p) = Omega'X, X n × p (ld) */
void lcn_bundle_f32(float *B, const lcn_bundles *by, const float *x, int64_t ld, int64_t n, int64_t p);
void lcn_bundle_f64(double *B, const lcn_bundles *by, const double *x, int64_t ld, int64_t n, int64_t p);

/* to (n × p, ldt) = X scale in single precision, B = Omega'to, square (p) = diag X'X; by->count 0: no B */
void lcn_bundle_rounded(float *to, int64_t ldt, float *B, double *square, const lcn_bundles *by, const double *x,
                        int64_t ld, int64_t n, int64_t p, double scale);

#endif
