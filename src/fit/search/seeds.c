/* SPDX-License-Identifier: BSD-3-Clause
 * Seed variables far apart in correlation as a start: cheap, different for every draw of the first seed,
 * used when more starts are asked for than the deterministic ones.
 */
#include "fit/search/starts.h"
#include "util/rng.h"

#include <math.h>
#include <stdlib.h>

/* c = column `seed` of the mean correlation matrix; unit and product are p each */
static void correlations(double *c, int64_t seed, const lcn_mean *mean, double *unit, double *scratch)
{
    for (int64_t r = 0; r < mean->p; r++) unit[r] = r == seed ? 1.0 : 0.0;
    if (!mean->K) lcn_mean_apply(mean, c, unit, 1, scratch);
    const double own = lcn_inverse_sd(mean->variance[seed]);
    for (int64_t r = 0; r < mean->p; r++)
        c[r] = (mean->K ? mean->K[r * mean->pp + seed] : c[r]) * (own * lcn_inverse_sd(mean->variance[r]));
}

static int by_sum(const void *a, const void *b)
{
    const lcn_ranked *x = a, *y = b;
    if (x->by != y->by) return x->by < y->by ? -1 : 1;
    return (x->variable > y->variable) - (x->variable < y->variable);
}

lacon_status lcn_rank_variables(lacon_ctx *ctx, lcn_ranked *order, const lcn_mean *mean)
{
    const int64_t p = mean->p;
    double *inverse_sd = lcn_alloc_raw(ctx, (size_t)(2 * p + lcn_mean_scratch(mean, 1)), sizeof *inverse_sd);
    if (!inverse_sd) return LACON_E_MEMORY;
    double *sum = inverse_sd + p;
    for (int64_t r = 0; r < p; r++) inverse_sd[r] = lcn_inverse_sd(mean->variance[r]);
    lcn_mean_apply(mean, sum, inverse_sd, 1, sum + p);
    for (int64_t r = 0; r < p; r++) order[r] = (lcn_ranked){.by = inverse_sd[r] * sum[r], .variable = r};
    qsort(order, (size_t)p, sizeof *order, by_sum);
    lcn_free(&ctx->allocator, inverse_sd);
    return LACON_OK;
}

void lcn_mix_variables(int64_t *mixed, const lcn_ranked *order, int64_t p)
{
    lcn_rng rng = lcn_rng_stream(0, LCN_STREAM_STARTS, UINT32_MAX);
    for (int64_t i = 0; i < p; i++) { /* each into any place of those so far */
        const int64_t j = (int64_t)lcn_rng_below(&rng, (uint64_t)i + 1);
        mixed[i] = mixed[j];
        mixed[j] = order[i].variable;
    }
}

/* U (p × k): correlations with k seed variables; scratch: 3 p doubles, and those of a product */
static void correlate(double *U, int64_t k, const lcn_mean *mean, int64_t first, double *scratch)
{
    const int64_t p = mean->p;
    double *c = scratch, *unit = c + p, *nearest = unit + p, *product = nearest + p;
    int64_t next = first;
    for (int64_t r = 0; r < p; r++) nearest[r] = mean->variance[r] > 0.0 ? -INFINITY : INFINITY;
    for (int64_t j = 0; j < k; j++) {
        correlations(c, next, mean, unit, product);
        nearest[next] = INFINITY; /* never again */
        for (int64_t r = 0; r < p; r++) {
            U[r * k + j] = c[r];
            nearest[r] = fmax(nearest[r], c[r]);
        }
        for (int64_t r = 0; r < p; r++)
            if (nearest[r] < nearest[next]) next = r;
    }
}

int64_t lcn_seeds_scratch(const lcn_mean *mean, int64_t k) { return mean->p * (k + 3) + lcn_mean_scratch(mean, 1); }

void lcn_start_seeds(lcn_work *work, lcn_point *x, const lcn_mean *mean, const lcn_ranked *order, uint64_t seed,
                     int64_t which, double *scratch)
{
    const int64_t p = mean->p, k = work->k;
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_STARTS, (uint32_t)which);
    correlate(scratch, k, mean, order[lcn_rng_below(&rng, (uint64_t)p)].variable, scratch + p * k);
    lcn_round_to_modules(work, x, scratch);
}
