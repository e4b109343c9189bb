/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of FindOneFactorClusters (docs/algorithm/fofc.md): which triples of variables are pure
 * (fofc_wishart.c by second moments, fofc_delta.c by fourth, fofc_triples.c for all of them), then
 * clusters of them (fofc_grow.c). The method itself, with the loadings, is fofc.c.
 */
#ifndef LCN_FOFC_H
#define LCN_FOFC_H

#include "baselines/baselines.h"

/* Variables x are tested in blocks of this many; rows of correlations are padded to it. */
enum { LCN_FOFC_BLOCK = 16 };

/* A set of triples, as p × p rows of bits: bit c of row (a, b) says that {a, b, c} is in it, the
 * same in any order. */
typedef struct lcn_triples {
    int64_t p, words; /* 64-bit words of a row */
    uint64_t *bits;
} lcn_triples;

static inline uint64_t *lcn_triples_row(const lcn_triples *t, int64_t a, int64_t b)
{
    return t->bits + (a * t->p + b) * t->words;
}

static inline bool lcn_bit(const uint64_t *bits, int64_t i)
{
    return bits[i >> 6] >> (i & 63) & 1;
}

/* What the tests share. R: p rows of ld correlations, NaN on the diagonal and from column p on, so
 * that a comparison with a variable that is not there is false. */
typedef struct lcn_tetrads {
    int64_t p, n, ld;
    const double *R;
    double least; /* pairs below this in absolute correlation count as uncorrelated */
    double alpha;
} lcn_tetrads;

/* The triples i < j < k of which no pair is uncorrelated and, with every fourth variable x, the
 * tetrads s_ij s_kx - s_ix s_jk and s_ij s_kx - s_jx s_ik may both be zero. bits: zeroed. */
lacon_status lcn_pure_wishart(lacon_ctx *ctx, lcn_triples *out, const lcn_tetrads *t);
/* sd: p, what to divide the columns of the rows of data by. */
lacon_status lcn_pure_delta(lacon_ctx *ctx, lcn_triples *out, const lcn_tetrads *t,
                            const lacon_data *data, const double *sd);

/* ---- fofc_triples.c ---- */
/* Sets the bits k > j of row (i, j) of the set. Several run at once, `worker` identifies them. */
typedef void lcn_pure_fn(uint64_t *bits, const void *test, int64_t i, int64_t j, int worker);
/* All rows i < j. cost: operations a triple takes, roughly. */
lacon_status lcn_pure_rows(lacon_ctx *ctx, lcn_triples *out, lcn_pure_fn *row, const void *test,
                           double cost);
/* From the bits k > j > i to all orders. */
void lcn_triples_complete(lcn_triples *t);

/* Disjoint clusters of at least three variables: label[r] in 0..*k-1, largest first, -1 for the
 * variables in none. grow and pick uses up the triples. */
lacon_status lcn_grow_and_pick(lacon_ctx *ctx, int32_t *label, int64_t *k, lcn_triples *t);
lacon_status lcn_seed_and_grow(lacon_ctx *ctx, int32_t *label, int64_t *k, const lcn_triples *t);

#endif
