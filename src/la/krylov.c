/* SPDX-License-Identifier: BSD-3-Clause
 * Block Krylov steps with full orthogonalisation, then Rayleigh-Ritz (krylov.h). A product with the
 * operator costs the same for one column and for eight, and near a crowd of eigenvalues the
 * polynomials do in few products what plain power steps do in hundreds.
 */
#include "la/krylov.h"
#include "util/ctx.h"
#include "util/pieces.h"

#include <math.h>
#include <string.h>

typedef struct space {
    int threads;
    int64_t p, most, have, added;
    double *Q;       /* p × most: an orthonormal basis, `have` columns of it */
    double *block;   /* p × width: the columns added last, `added` of them */
    double *W;       /* p × width */
    double *H;       /* most × width */
    double *parts;   /* most × width of each piece of the rows */
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
    return p * most + 2 * p * width + (1 + lcn_few_pieces(p)) * most * width + most * most + width * width + most +
           width + lcn_eigh_top_scratch(most) + lcn_eigh_scratch(most) + lcn_eigh_scratch(width);
}

static space lay_out(const lcn_operator *A, int64_t width, int64_t most, double *at)
{
    const int64_t p = A->p;
    space s = {.threads = A->threads, .p = p, .most = most, .Q = at};
    s.block = s.Q + p * most;
    s.W = s.block + p * width;
    s.H = s.W + p * width;
    s.parts = s.H + most * width;
    s.T = s.parts + lcn_few_pieces(p) * most * width;
    s.G = s.T + most * most;
    s.s = s.G + width * width;
    s.eigen = s.s + most + width;
    return s;
}

/* ---- products of long matrices, p rows each, in pieces on the threads ---- */

typedef struct product {
    const space *s;
    const double *A; /* p × a, lda */
    int64_t a, lda;
    const double *B; /* p × b; of outer() a × b, or b × a where op is LCN_T */
    int64_t b;
    lcn_op op;
    double alpha, beta;
    double *C; /* p × b, ldc; of inner() a × b of each piece */
    int64_t ldc;
} product;

static void inner_part(void *user, int64_t piece, int64_t from, int64_t to)
{
    const product *x = user;
    lcn_gemm(LCN_T, LCN_N, x->a, x->b, to - from, 1.0, x->A + from * x->lda, x->lda, x->B + from * x->b, x->b, 0.0,
             x->C + piece * x->a * x->b, x->b);
}

/* G (a × b) = A'B */
static void inner(const space *s, double *G, const double *A, int64_t a, int64_t lda, const double *B, int64_t b)
{
    double *parts = lcn_few_pieces(s->p) > 1 ? s->parts : G;
    product x = {.s = s, .A = A, .a = a, .lda = lda, .B = B, .b = b, .C = parts};
    lcn_each_few(s->threads, s->p, inner_part, &x);
    lcn_sum_parts(1, G, parts, lcn_few_pieces(s->p), a * b, a * b);
}

static void outer_part(void *user, int64_t piece, int64_t from, int64_t to)
{
    const product *x = user;
    (void)piece;
    lcn_gemm(LCN_N, x->op, to - from, x->b, x->a, x->alpha, x->A + from * x->lda, x->lda, x->B,
             x->op == LCN_N ? x->b : x->a, x->beta, x->C + from * x->ldc, x->ldc);
}

/* C = alpha A B + beta C */
static void outer(product *x) { lcn_each_few(x->s->threads, x->s->p, outer_part, x); }

/* ---- the space ---- */

/* W (p × m) <- W - Q Q'W; H = Q'W before */
static void project(space *s, int64_t m)
{
    if (s->have == 0) return;
    inner(s, s->H, s->Q, s->have, s->most, s->W, m);
    outer(&(product){.s = s, .A = s->Q, .a = s->have, .lda = s->most, .B = s->H, .b = m, .op = LCN_N, .alpha = -1.0,
                     .beta = 1.0, .C = s->W, .ldc = m});
}

/* block: an orthonormal one of what spans W (p × m), the eigenvectors of W'W, divided by their lengths.
 * Left out are directions shorter than `least` or lost beside the longest (their squares are
 * rounding). The number of columns kept, or -1. */
static int64_t orthonormalise(space *s, int64_t m, double least)
{
    const int64_t free_columns = s->most - s->have;
    int64_t kept = 0;
    inner(s, s->G, s->W, m, m, s->W, m);
    if (lcn_eigh(m, s->G, s->s, s->eigen) < 0) return -1;
    /* squares: below them the Gram matrix holds rounding */
    const double low = fmax(least * least, 1e-14 * s->s[0]);
    while (kept < m && kept < free_columns && s->s[kept] > low) kept++;
    for (int64_t i = 0; i < kept; i++)
        for (int64_t l = 0; l < m; l++) s->G[i * m + l] /= sqrt(s->s[i]);
    if (kept > 0)
        outer(&(product){.s = s, .A = s->W, .a = m, .lda = m, .B = s->G, .b = kept, .op = LCN_T, .alpha = 1.0,
                         .C = s->block, .ldc = kept});
    return kept;
}

/* Some rows of the block, into Q */
static void join_part(void *user, int64_t piece, int64_t from, int64_t to)
{
    const space *s = user;
    (void)piece;
    for (int64_t r = from; r < to; r++)
        memcpy(s->Q + r * s->most + s->have, s->block + r * s->added, (size_t)s->added * sizeof *s->Q);
}

/* The part of W (p × m) outside the space joins it, and is left in s->block; its number of columns,
 * or -1. Twice: the first time is not orthogonal to rounding. */
static int64_t extend(space *s, int64_t m, double least)
{
    project(s, m);
    m = orthonormalise(s, m, least);
    if (m <= 0) return m;
    double *first = s->block;
    s->block = s->W;
    s->W = first;
    project(s, m);
    m = orthonormalise(s, m, 0.5); /* all lengths are 1 but for rounding */
    if (m <= 0) return m;
    s->added = m;
    lcn_each_few(s->threads, s->p, join_part, s);
    s->have += m;
    return m;
}

/* Columns and rows of T that belong to the last m vectors: H = Q'W with W = A block. */
static double enter(space *s, int64_t m)
{
    const int64_t have = s->have, first = have - m;
    double size = 0;
    inner(s, s->H, s->Q, have, s->most, s->W, m);
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
    LCN_TRY(lcn_eigh_top(have, s->T, got, value, s->H, s->eigen));
    outer(&(product){.s = s, .A = s->Q, .a = have, .lda = s->most, .B = s->H, .b = got, .op = LCN_T, .alpha = 1.0,
                     .C = V, .ldc = width});
    return LACON_OK;
}

lacon_status lcn_krylov(const lcn_operator *A, int64_t width, int64_t steps, double *V,
                        double *value, double *scratch)
{
    const int64_t p = A->p;
    space s = lay_out(A, width, lcn_krylov_columns(p, width, steps), scratch);
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
