/* SPDX-License-Identifier: BSD-3-Clause
 * Philox 4x32-10 (Salmon et al. 2011, Random123) as streams: block number `position` of stream (a,
 * b) under key `seed` is a pure function of the five words, so there is no order of drawing.
 *
 * Streams (a, b): (LCN_STREAM_W, column redraw)      modules of a random model
 *                 (LCN_STREAM_G, class)              latent covariance of a random model
 *                 (LCN_STREAM_ROWS + 256·class, row) rows drawn from a model (model/simulate.c)
 *                 (LCN_STREAM_STARTS, start)         random starts of a fit
 *                 (LCN_STREAM_BASELINE, start)       random starts of baselines
 *                 (LCN_STREAM_EXPERIMENT + 256·purpose, repetition) seeds of an experiment
 *                 (LCN_STREAM_CAUSAL, 0)             directions FastICA starts from
 *                 (LCN_STREAM_CAUSAL, 1 + class)     order and effects of a random causal model
 *                 (LCN_STREAM_BOOT + 256·class, rep) rows of a bootstrap sample
 *                 (LCN_STREAM_PERMUTE, permutation)  permutations of an edge test
 *                 (LCN_STREAM_FOLDS, class)          rows or classes dealt to folds
 *                 (LCN_STREAM_RESAMPLE, resample)    bootstrap draws
 */
#include "util/rng.h"
#include "util/pieces.h"

#include <Random123/philox.h>
#include <math.h>

lcn_rng lcn_rng_stream(uint64_t seed, uint32_t a, uint32_t b)
{
    return (lcn_rng){.seed = seed, .a = a, .b = b};
}

/* counter = (position, a, b), key = seed */
static void refill(lcn_rng *rng)
{
    const philox4x32_ctr_t counter = {
        {(uint32_t)rng->position, (uint32_t)(rng->position >> 32), rng->a, rng->b}};
    const philox4x32_key_t key = {{(uint32_t)rng->seed, (uint32_t)(rng->seed >> 32)}};
    const philox4x32_ctr_t block = philox4x32(counter, key);
    for (int i = 0; i < 4; i++) rng->word[i] = block.v[i];
    rng->position++;
    rng->have = 4;
}

uint32_t lcn_rng_u32(lcn_rng *rng)
{
    if (rng->have == 0) refill(rng);
    return rng->word[4 - rng->have--];
}

static uint64_t u64(lcn_rng *rng)
{
    const uint64_t high = lcn_rng_u32(rng);
    return high << 32 | lcn_rng_u32(rng);
}

/* An odd multiple of 2^-53: 52 random bits and a half, exact in a double, never 0 or 1. */
double lcn_rng_uniform(lcn_rng *rng) { return ((double)(u64(rng) >> 12) + 0.5) * 0x1p-52; }

/* One normal from two uniforms. The sine half is thrown away: keeping it would make what comes next
 * depend on how many were drawn before. */
double lcn_rng_normal(lcn_rng *rng)
{
    const double radius = sqrt(-2.0 * log(lcn_rng_uniform(rng)));
    return radius * cos(6.283185307179586477 * lcn_rng_uniform(rng));
}

typedef struct draw {
    lcn_rng rng;
    double *to;
} draw;

static void draw_part(void *user, int64_t piece, int64_t from, int64_t to)
{
    const draw *d = user;
    lcn_rng rng = d->rng;
    (void)piece;
    rng.position += (uint64_t)from;
    for (int64_t e = from; e < to; e++) d->to[e] = lcn_rng_normal(&rng);
}

void lcn_rng_normals(int threads, lcn_rng rng, double *to, int64_t count)
{
    lcn_each_few(threads, count, draw_part, &(draw){rng, to});
}

/* Lemire (2019): the high word of a 128-bit product, low words below 2^64 mod n redrawn. */
uint64_t lcn_rng_below(lcn_rng *rng, uint64_t n)
{
    if (n <= 1) return 0;
    const uint64_t threshold = (0 - n) % n; /* 2^64 mod n */
    unsigned __int128 product;
    do {
        product = (unsigned __int128)u64(rng) * n;
    } while ((uint64_t)product < threshold);
    return (uint64_t)(product >> 64);
}
