/* SPDX-License-Identifier: BSD-3-Clause
 * Block Krylov steps with full orthogonalisation, then Rayleigh-Ritz (krylov.h). A product with the
 * operator costs the same for one column and for eight, and near a crowd of eigenvalues the
 * polynomials do in few products what plain power steps do in hundreds.
 */
#include "baselines/krylov.h"
#include "util/ctx.h"

#include <math.h>
#include <string.h>

typedef struct space {
    int64_t p, most, have;
    double *Q;       /* p × most: an orthonormal basis, `have` columns of it */
    double *block;   /* p × width: the columns added last */
    double *W;       /* p × width */
    double *H;       /* most × width */
    double *T;       /* most × most: Q'AQ */
    double *G, *s;   /* width × width, most + width */
    double *eigen;   /* scratch of lcn_eigh */
} space;

int64_t lcn_krylov_columns(int64_t p, int64_t width, int64_t steps)
{
    return p < width * steps ? p : width * steps;
}

int64_t lcn_krylov_scratch(int64_t p, int64_t width, int64_t steps)
{
    const int64_t most = lcn_krylov_columns(p, width, steps);
    return p * most + 2 * p * width + most * width + most * most + width * width + most + width +
           lcn_eigh_scratch(most) + lcn_eigh_scratch(width);
}

static space lay_out(int64_t p, int64_t width, int64_t most, double *at)
{
    space s = {.p = p, .most = most, .Q = at};
    s.block = s.Q + p * most;
    s.W = s.block + p * width;
    s.H = s.W + p * width;
    s.T = s.H + most * width;
    s.G = s.T + most * most;
    s.s = s.G + width * width;
    s.eigen = s.s + most + width;
    return s;
}

/* W (p × m) <- W - Q Q'W; H = Q'W before */
static void project(space *s, int64_t m)
{
    if (s->have == 0) return;
    lcn_gemm(LCN_T, LCN_N, s->have, m, s->p, 1.0, s->Q, s->most, s->W, m, 0.0, s->H, m);
    lcn_gemm(LCN_N, LCN_N, s->p, m, s->have, -1.0, s->Q, s->most, s->H, m, 1.0, s->W, m);
}

/* W (p × m) to an orthonormal block of what spans it: the eigenvectors of W'W, divided by their lengths.
 * Left out are directions shorter than `least` or lost beside the longest (their squares are
 * rounding). The number of columns kept, or -1. */
static int64_t orthonormalise(space *s, int64_t m, double least)
{
    const int64_t free_columns = s->most - s->have;
    int64_t kept = 0;
    lcn_gemm(LCN_T, LCN_N, m, m, s->p, 1.0, s->W, m, s->W, m, 0.0, s->G, m);
    if (lcn_eigh(m, s->G, s->s, s->eigen) < 0) return -1;
    /* squares: below them the Gram matrix holds rounding */
    const double low = fmax(least * least, 1e-14 * s->s[0]);
    while (kept < m && kept < free_columns && s->s[kept] > low) kept++;
    for (int64_t i = 0; i < kept; i++)
        for (int64_t l = 0; l < m; l++) s->G[i * m + l] /= sqrt(s->s[i]);
    if (kept > 0)
        lcn_gemm(LCN_N, LCN_T, s->p, kept, m, 1.0, s->W, m, s->G, m, 0.0, s->block, kept);
    memcpy(s->W, s->block, (size_t)(s->p * kept) * sizeof *s->W);
    return kept;
}

/* The part of W (p × m) outside the space joins it, and is left in s->block; its number of columns,
 * or -1. Twice: the first time is not orthogonal to rounding. */
static int64_t extend(space *s, int64_t m, double least)
{
    project(s, m);
    m = orthonormalise(s, m, least);
    if (m <= 0) return m;
    project(s, m);
    m = orthonormalise(s, m, 0.5); /* all lengths are 1 but for rounding */
    for (int64_t r = 0; r < s->p; r++)
        memcpy(s->Q + r * s->most + s->have, s->block + r * m, (size_t)m * sizeof *s->Q);
    s->have += m;
    return m;
}

/* Columns and rows of T that belong to the last m vectors: H = Q'W with W = A block. */
static double enter(space *s, int64_t m)
{
    const int64_t have = s->have, first = have - m;
    double size = 0;
    lcn_gemm(LCN_T, LCN_N, have, m, s->p, 1.0, s->Q, s->most, s->W, m, 0.0, s->H, m);
    for (int64_t i = 0; i < have; i++)
        for (int64_t j = 0; j < m; j++) {
            s->T[i * s->most + first + j] = s->T[(first + j) * s->most + i] = s->H[i * m + j];
            size = fmax(size, fabs(s->H[i * m + j]));
        }
    return size;
}

/* Largest eigenvalues of T, and V = Q times their vectors. */
static lacon_status ritz(space *s, int64_t width, double *V, double *value)
{
    const int64_t have = s->have, got = have < width ? have : width;
    memset(V, 0, (size_t)(s->p * width) * sizeof *V);
    memset(value, 0, (size_t)width * sizeof *value);
    if (have == 0) return LACON_OK;
    for (int64_t i = 0; i < have; i++) /* packed in place: row i moves up or stays */
        memmove(s->T + i * have, s->T + i * s->most, (size_t)have * sizeof *s->T);
    LCN_TRY(lcn_eigh(have, s->T, s->s, s->eigen));
    memcpy(value, s->s, (size_t)got * sizeof *value);
    lcn_gemm(LCN_N, LCN_T, s->p, got, have, 1.0, s->Q, s->most, s->T, have, 0.0, V, width);
    return LACON_OK;
}

lacon_status lcn_krylov(const lcn_operator *A, int64_t width, int64_t steps, double *V,
                        double *value, double *scratch)
{
    const int64_t p = A->p;
    space s = lay_out(p, width, lcn_krylov_columns(p, width, steps), scratch);
    memcpy(s.W, V, (size_t)(p * width) * sizeof *V);
    double size = 0;
    int64_t m = extend(&s, width, 0); /* a start of zeros has no space */
    for (int64_t i = 0; i < steps && m > 0; i++) {
        A->apply(A->self, s.W, s.block, m);
        size = fmax(size, enter(&s, m));
        if (i + 1 < steps) m = extend(&s, m, 1e-12 * size); /* rounding of the product */
    }
    return m < 0 ? LACON_E_NUMERIC : ritz(&s, width, V, value);
}
