/* SPDX-License-Identifier: BSD-3-Clause
 * Pure triples by Wishart's (1928) variance of a tetrad of normal variables. For correlations, with
 * D the determinant of all four and D_ab = 1 - r_ab²,
 *
 *     t = r_ac r_bd - r_ad r_bc,   var t = (D_ab D_cd (n + 1) / (n - 1) - D) / (n - 2),
 *
 * and t² / var t is compared with the square of a normal quantile. Of the three tetrads of four
 * variables two are tested; the third is their difference. fofc_delta.c does not need normality.
 */
#include "baselines/fofc.h"
#include "util/instruction_sets.h"
#include "fit/fit.h"

#include <math.h>

/* A variance of 0 (a variable and its double) is computed with the rounding of a dozen numbers near
 * 1: below this it is 0, and a tetrad within rounding of 0 passes. */
static const double ROUNDING = 1e-14;

/* What is the same for all x: D = base - u' Q u with u = (r_ix, r_jx, r_kx), Q the adjugate of the
 * correlations of i, j, k. */
typedef struct triple {
    double ij, ik, jk;
    double Dij, Dik, Djk, base;
    double ab, ac, bc; /* twice the off-diagonal entries of Q */
} triple;

static inline triple triple_of(double ij, double ik, double jk)
{
    const double Dij = 1 - ij * ij, Dik = 1 - ik * ik, Djk = 1 - jk * jk;
    return (triple){.ij = ij,
                    .ik = ik,
                    .jk = jk,
                    .Dij = Dij,
                    .Dik = Dik,
                    .Djk = Djk,
                    .base = Dij - ik * ik - jk * jk + 2 * ij * ik * jk,
                    .ab = 2 * (ik * jk - ij),
                    .ac = 2 * (ij * jk - ik),
                    .bc = 2 * (ij * ik - jk)};
}

/* Does a tetrad with one of the block's x differ from 0? A NaN in a, b or c makes t NaN or 0. */
static inline bool differs(const triple *q, const double *restrict a, const double *restrict b,
                           const double *restrict c, double ratio, double factor)
{
    int found = 0;
    for (int x = 0; x < LCN_FOFC_BLOCK; x++) {
        const double D = q->base - a[x] * (q->Djk * a[x] + q->ab * b[x] + q->ac * c[x]) -
                         b[x] * (q->Dik * b[x] + q->bc * c[x]) - q->Dij * c[x] * c[x];
        const double one = q->ij * c[x] - q->jk * a[x], two = q->ij * c[x] - q->ik * b[x];
        const double v1 = ratio * q->Dik * (1 - b[x] * b[x]) - D; /* of {i, k} and {j, x} */
        const double v2 = ratio * q->Djk * (1 - a[x] * a[x]) - D; /* of {j, k} and {i, x} */
        found |= factor * one * one > (v1 > ROUNDING ? v1 : ROUNDING);
        found |= factor * two * two > (v2 > ROUNDING ? v2 : ROUNDING);
    }
    return found;
}

typedef struct wishart {
    const lcn_tetrads *t;
    double ratio, factor; /* (n + 1) / (n - 1), (n - 2) / z² */
} wishart;

/* The block in which the last triple failed is asked first: the next one mostly fails there too. */
LCN_CLONES static void row(uint64_t *bits, const wishart *w, int64_t i, int64_t j)
{
    const lcn_tetrads *t = w->t;
    const double *a = t->R + i * t->ld, *b = t->R + j * t->ld;
    const int64_t blocks = t->ld / LCN_FOFC_BLOCK;
    int64_t at = 0;
    if (!(fabs(a[j]) >= t->least)) return;
    for (int64_t k = j + 1; k < t->p; k++) {
        if (!(fabs(a[k]) >= t->least && fabs(b[k]) >= t->least)) continue;
        const double *c = t->R + k * t->ld;
        const triple q = triple_of(a[j], a[k], b[k]);
        int64_t left = blocks;
        for (; left > 0; left--, at = at + 1 < blocks ? at + 1 : 0) {
            const int64_t x = at * LCN_FOFC_BLOCK;
            if (differs(&q, a + x, b + x, c + x, w->ratio, w->factor)) break;
        }
        if (left == 0) bits[k >> 6] |= (uint64_t)1 << (k & 63);
    }
}

static void any_row(uint64_t *bits, const void *test, int64_t i, int64_t j, int worker)
{
    (void)worker;
    row(bits, test, i, j);
}

lacon_status lcn_pure_wishart(lacon_ctx *ctx, lcn_triples *out, const lcn_tetrads *t)
{
    const double n = (double)t->n;
    /* the price is half the square of the quantile of alpha / 2 */
    const wishart w = {.t = t,
                       .ratio = (n + 1) / (n - 1),
                       .factor = (n - 2) / (2 * lcn_membership_price(t->alpha, 2))};
    return lcn_pure_rows(ctx, out, any_row, &w, 3.0 * (double)t->ld);
}
