/* SPDX-License-Identifier: BSD-3-Clause
 * Entropy of a standardised variable u by two expectations (Hyvärinen 1998; Hyvärinen & Smith
 * 2013):
 *
 *     H(u) = (1 + log 2 pi) / 2 - k1 (E log cosh u - gamma)² - k2 (E u exp(-u²/2))²
 *
 * log cosh answers to heavy tails, the odd one to skewness. Used by direct.c.
 */
#include "causal/causal.h"
#include "causal/smooth.h"
#include "util/instruction_sets.h"

enum { BLOCK = 128, LANES = 8 }; /* rows whose values stay in the first cache; doubles of a cache line */

/* The terms of one block. Blocks keep the sums in cache between the two loops, of which the
 * compiler makes vectors; in one loop the sum would have to be reordered. */
LCN_CLONES static void terms(int64_t n, const double *restrict x, const double *restrict y,
                             double a, double b, double *restrict even, double *restrict odd)
{
    for (int64_t i = 0; i < n; i++) {
        const double u = a * x[i] + b * y[i];
        even[i] = lcn_log_cosh(u);
        odd[i] = u * lcn_exp_down(-0.5 * u * u);
    }
}

void lcn_entropy_sums(int64_t n, const double *x, const double *y, double a, double b,
                      double out[2])
{
    double even[BLOCK], odd[BLOCK], sum[2][LANES] = {{0}};
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t rows = n - first < BLOCK ? n - first : BLOCK;
        terms(rows, x + first, y + first, a, b, even, odd);
        for (int64_t i = 0; i < rows; i += LANES)
            for (int l = 0; l < LANES; l++) {
                sum[0][l] += even[i + l];
                sum[1][l] += odd[i + l];
            }
    }
    for (int s = 0; s < 2; s++) {
        out[s] = 0;
        for (int l = 0; l < LANES; l++) out[s] += sum[s][l];
    }
}

double lcn_entropy(const double sums[2], int64_t n)
{
    const double k1 = 79.047, k2 = 7.4129, gamma = 0.37457; /* the authors' constants */
    const double even = sums[0] / (double)n - gamma, odd = sums[1] / (double)n;
    return 1.4189385332046727418 - k1 * even * even - k2 * odd * odd;
}
