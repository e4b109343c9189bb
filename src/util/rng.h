/* SPDX-License-Identifier: BSD-3-Clause
 * Counter-based random numbers (Philox 4x32-10 of Random123): number i of stream (seed, a, b) is
 * always the same, so a result does not depend on who draws first. Streams in use: rng.c lists
 * them.
 */
#ifndef LCN_RNG_H
#define LCN_RNG_H

#include <stdint.h>

typedef struct lcn_rng {
    uint64_t seed;
    uint32_t a, b;     /* stream */
    uint64_t position; /* next block of four words */
    uint32_t word[4];
    int have; /* unused words left in word */
} lcn_rng;

enum {
    LCN_STREAM_W = 1,
    LCN_STREAM_G = 2,
    LCN_STREAM_ROWS = 3,
    LCN_STREAM_STARTS = 4,
    LCN_STREAM_BASELINE = 6,
    LCN_STREAM_EXPERIMENT = 7,
    LCN_STREAM_CAUSAL = 8,
    LCN_STREAM_BOOT = 9,
    LCN_STREAM_PERMUTE = 10,
    LCN_STREAM_FOLDS = 11,
    LCN_STREAM_RESAMPLE = 12
};

lcn_rng lcn_rng_stream(uint64_t seed, uint32_t a, uint32_t b);
uint32_t lcn_rng_u32(lcn_rng *rng);
double lcn_rng_uniform(lcn_rng *rng);             /* (0, 1), 53 bits */
double lcn_rng_normal(lcn_rng *rng);              /* N(0, 1), Box-Muller without state */
/* The next `count` of those, on the threads, of a stream that nothing else is drawn from: each takes one block. */
void lcn_rng_normals(int threads, lcn_rng rng, double *to, int64_t count);
uint64_t lcn_rng_below(lcn_rng *rng, uint64_t n); /* 0..n-1, unbiased */

#endif
