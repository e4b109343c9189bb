/* SPDX-License-Identifier: BSD-3-Clause
 * Probabilistic principal components (Tipping and Bishop 1999), maximum likelihood in closed form: with
 * e_j, v_j the k leading eigenpairs of K,
 *     Sigma = sum_j (e_j - s) v_j v_j' + s I,   s = (tr K - sum_j e_j) / (p - k).
 * Factor analysis (factor.c) differs by a noise for each variable. Where K has no more than k directions,
 * s is zero and there is no density: evaluate says so.
 */
#include "baselines/baselines.h"

#include <math.h>
#include <string.h>

int64_t lcn_ppca_scratch(int64_t p, const lacon_baseline_options *options)
{
    return p * p + options->k * (p + 1) + lcn_eigh_top_scratch(p);
}

lacon_status lcn_ppca(const lcn_single *job)
{
    const int64_t p = job->p, k = job->options->k;
    double *A = job->scratch, *V = A + p * p, *e = V + k * p, left = 0;
    memcpy(A, job->K, (size_t)(p * p) * sizeof *A);
    LCN_TRY(lcn_eigh_top(p, A, k, e, V, e + k));
    for (int64_t r = 0; r < p; r++) left += job->K[r * p + r];
    for (int64_t j = 0; j < k; j++) left -= e[j];
    const double noise = fmax(left, 0) / (double)(p - k);
    for (int64_t j = 0; j < k; j++) {
        const double length = sqrt(fmax(e[j] - noise, 0));
        for (int64_t r = 0; r < p; r++) V[j * p + r] *= length;
    }
    lcn_syrk(p, k, 1.0, V, p, 0.0, job->K, p);
    for (int64_t r = 0; r < p; r++) job->K[r * p + r] += noise;
    *job->parameter = noise;
    return LACON_OK;
}
