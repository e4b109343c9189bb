/* SPDX-License-Identifier: BSD-3-Clause
 * Pure triples by the test of Bollen & Ting (1993) for several tetrads at once, of any
 * distribution. The covariances have asymptotic covariance m_efgh - s_ef s_gh over n, with m the
 * fourth moments; by the delta method the two tetrads tau of i, j, k with x have V / n, V_ab = sum
 * g_ae g_bf (m - s s), g the derivatives, and n tau' V^-1 tau is chi-square with two degrees of
 * freedom. Moments with a variable twice are tables of p³, the others are summed over the rows for
 * each triple and block of x. fofc_wishart.c is the test of normal variables.
 */
#include "baselines/fofc.h"
#include "util/instruction_sets.h"

#include <math.h>

enum { B = LCN_FOFC_BLOCK };

/* Added to the diagonal of V: above the rounding of its sums, far below the variance of a tetrad of
 * correlated variables. A tetrad that cannot differ from 0 (a variable and its double) leaves the
 * test to the other one. */
static const double RIDGE = 1e-12;

static const double PARALLEL = 3e7; /* operations below which threads are not worth starting */

typedef struct moments {
    const lcn_tetrads *t;
    int64_t blocks;
    double *columns; /* p × n */
    double *rows;    /* blocks × n × B, zeros from variable p on */
    double *U;       /* p × p × ld: m_aabx at (a, b), x */
    double *V;       /* p × p × ld: m_abxx at (a, b), x */
    double *scratch; /* of each thread: n × ld, and for tests n and n + B */
    int64_t scratch_size;
    double limit; /* chi-square over n */
} moments;

/* One triple: what is the same for all x, and the rows over x of what is not. */
typedef struct triple {
    double ij, ik, jk;                               /* correlations */
    double iijj, iikk, jjkk, iijk, jjik, kkij;       /* fourth moments */
    const double *i, *j, *k;                         /* r_ix .. */
    const double *Uij, *Uik, *Uji, *Ujk, *Uki, *Ukj; /* m_iijx .. */
    const double *Vii, *Vij, *Vik, *Vjj, *Vjk, *Vkk; /* m_iixx, m_ijxx .. */
} triple;

static const double *table(const moments *m, const double *T, int64_t a, int64_t b)
{
    return T + (a * m->t->p + b) * m->t->ld;
}

static triple triple_of(const moments *m, int64_t i, int64_t j, int64_t k)
{
    const double *R = m->t->R, *Uij = table(m, m->U, i, j), *Uik = table(m, m->U, i, k),
                 *Uji = table(m, m->U, j, i), *Ujk = table(m, m->U, j, k),
                 *Uki = table(m, m->U, k, i);
    const int64_t ld = m->t->ld;
    return (triple){.ij = R[i * ld + j],
                    .ik = R[i * ld + k],
                    .jk = R[j * ld + k],
                    .iijj = Uij[j],
                    .iikk = Uik[k],
                    .jjkk = Ujk[k],
                    .iijk = Uij[k],
                    .jjik = Uji[k],
                    .kkij = Uki[j],
                    .i = R + i * ld,
                    .j = R + j * ld,
                    .k = R + k * ld,
                    .Uij = Uij,
                    .Uik = Uik,
                    .Uji = Uji,
                    .Ujk = Ujk,
                    .Uki = Uki,
                    .Ukj = table(m, m->U, k, j),
                    .Vii = table(m, m->V, i, i),
                    .Vij = table(m, m->V, i, j),
                    .Vik = table(m, m->V, i, k),
                    .Vjj = table(m, m->V, j, j),
                    .Vjk = table(m, m->V, j, k),
                    .Vkk = table(m, m->V, k, k)};
}

/* mean of w_r x_r over the rows, for the B variables of a block. Four rows at a time, so that the
 * sums are loaded and stored a quarter as often. */
LCN_CLONES static void sums(double *restrict mean, const double *restrict w,
                            const double *restrict rows, int64_t n)
{
    int64_t r = 0;
    for (int l = 0; l < B; l++) mean[l] = 0;
    for (; r + 4 <= n; r += 4) {
        const double *x = rows + r * B, a = w[r], b = w[r + 1], c = w[r + 2], d = w[r + 3];
#pragma omp simd
        for (int l = 0; l < B; l++)
            mean[l] += a * x[l] + b * x[B + l] + c * x[2 * B + l] + d * x[3 * B + l];
    }
    for (; r < n; r++)
        for (int l = 0; l < B; l++) mean[l] += w[r] * rows[r * B + l];
    for (int l = 0; l < B; l++) mean[l] /= (double)n;
}

/* With the derivatives of the first tetrad, a on ij, b on kx, c on ix, d on jk, and of the second,
 * a on ij, b on kx, e on jx, f on ik; w[x] = m_ijkx. The mean of a tetrad's derivative is twice
 * itself. */
LCN_CLONES static bool differs(const triple *q, const double *restrict w, int64_t first,
                               double limit)
{
    int found = 0;
    for (int l = 0; l < B; l++) {
        const int64_t x = first + l;
        const double a = q->k[x], b = q->ij, c = -q->jk, d = -q->i[x], e = -q->ik, f = -q->j[x];
        const double one = a * b - c * d, two = a * b - e * f;
        const double same = a * a * q->iijj + b * b * q->Vkk[x] + 2 * a * b * w[l];
        const double own1 = c * c * q->Vii[x] + d * d * q->jjkk + 2 * c * d * w[l];
        const double own2 = e * e * q->Vjj[x] + f * f * q->iikk + 2 * e * f * w[l];
        const double with1 =
            a * c * q->Uij[x] + a * d * q->jjik + b * c * q->Vik[x] + b * d * q->Ukj[x];
        const double with2 =
            a * e * q->Uji[x] + a * f * q->iijk + b * e * q->Vjk[x] + b * f * q->Uki[x];
        const double between =
            c * e * q->Vij[x] + c * f * q->Uik[x] + d * e * q->Ujk[x] + d * f * q->kkij;
        const double v11 = same + own1 + 2 * with1 - 4 * one * one + RIDGE;
        const double v22 = same + own2 + 2 * with2 - 4 * two * two + RIDGE;
        const double v12 = same + with1 + with2 + between - 4 * one * two;
        found |= v22 * one * one - 2 * v12 * one * two + v11 * two * two >
                 limit * (v11 * v22 - v12 * v12);
    }
    return found;
}

/* The block in which the last triple failed is asked first. */
static void row(uint64_t *bits, const void *test, int64_t i, int64_t j, int worker)
{
    const moments *m = test;
    const lcn_tetrads *t = m->t;
    const double *R = t->R, *xi = m->columns + i * t->n, *xj = m->columns + j * t->n;
    double *y = m->scratch + worker * m->scratch_size, *w = y + t->n, *mean = w + t->n;
    int64_t at = 0;
    if (!(fabs(R[i * t->ld + j]) >= t->least)) return;
    for (int64_t r = 0; r < t->n; r++) y[r] = xi[r] * xj[r];
    for (int64_t k = j + 1; k < t->p; k++) {
        if (!(fabs(R[i * t->ld + k]) >= t->least && fabs(R[j * t->ld + k]) >= t->least)) continue;
        const double *xk = m->columns + k * t->n;
        const triple q = triple_of(m, i, j, k);
        int64_t left = m->blocks;
        for (int64_t r = 0; r < t->n; r++) w[r] = y[r] * xk[r];
        for (; left > 0; left--, at = at + 1 < m->blocks ? at + 1 : 0) {
            sums(mean, w, m->rows + at * t->n * B, t->n);
            if (differs(&q, mean, at * B, m->limit)) break;
        }
        if (left == 0) bits[k >> 6] |= (uint64_t)1 << (k & 63);
    }
}

/* ---- tables ---- */

/* The rows of all classes, one below the other, divided by sd: as columns and in blocks. */
static void gather(moments *m, const lacon_data *data, const double *sd)
{
    const lcn_tetrads *t = m->t;
    int64_t at = 0;
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        for (int64_t r = 0; r < class->n; r++, at++)
            for (int64_t s = 0; s < t->p; s++) {
                const int64_t from = r * class->ld + s;
                const double x = (class->kind == LCN_ROWS_F32 ? ((const float *)class->x)[from]
                                                              : ((const double *)class->x)[from]) /
                                 sd[s];
                m->columns[s * t->n + at] = x;
                m->rows[(s / B * t->n + at) * B + s % B] = x;
            }
    }
}

/* U_a = Z'Z / n with Z = diag(x_a) X, n × ld */
static void twice(moments *m, int64_t a, double *Z)
{
    const int64_t n = m->t->n, ld = m->t->ld;
    const double *x = m->columns + a * n;
    for (int64_t r = 0; r < n; r++)
        for (int64_t s = 0; s < ld; s += B)
            for (int l = 0; l < B; l++) Z[r * ld + s + l] = x[r] * m->rows[(s / B * n + r) * B + l];
    lcn_gemm(LCN_T, LCN_N, m->t->p, ld, n, 1.0 / (double)n, Z, ld, Z, ld, 0.0,
             m->U + a * m->t->p * ld, ld);
}

static void tables(moments *m, int threads)
{
    const int64_t p = m->t->p, ld = m->t->ld;
    const bool large = (double)(p * p) * (double)(m->t->n * p) > PARALLEL;
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (large)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t a = worker; a < p; a += threads) twice(m, a, m->scratch + worker * m->scratch_size);
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (large)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t a = worker; a < p; a += threads)
            for (int64_t b = 0; b < p; b++)
                for (int64_t x = 0; x < p; x++)
                    m->V[(a * p + b) * ld + x] = m->U[(x * p + a) * ld + b];
}

static lacon_status moments_init(lacon_ctx *ctx, moments *m)
{
    const size_t p = (size_t)m->t->p, n = (size_t)m->t->n, ld = (size_t)m->t->ld;
    m->blocks = m->t->ld / B;
    m->scratch_size = m->t->n * m->t->ld + B; /* ld is at least 16: more than the tests' 2 n */
    m->columns = lcn_alloc(ctx, p * n, sizeof *m->columns);
    m->rows = lcn_alloc(ctx, n * ld, sizeof *m->rows);
    m->U = lcn_alloc(ctx, p * p, ld * sizeof *m->U);
    m->V = lcn_alloc(ctx, p * p, ld * sizeof *m->V);
    m->scratch = lcn_alloc(ctx, (size_t)ctx->threads, (size_t)m->scratch_size * sizeof *m->scratch);
    return m->columns && m->rows && m->U && m->V && m->scratch ? LACON_OK : LACON_E_MEMORY;
}

lacon_status lcn_pure_delta(lacon_ctx *ctx, lcn_triples *out, const lcn_tetrads *t,
                            const lacon_data *data, const double *sd)
{
    /* the upper quantile of a chi-square with two degrees of freedom is -2 log alpha */
    moments m = {.t = t, .limit = -2 * log(t->alpha) / (double)t->n};
    lacon_status status;
    LCN_GOTO(moments_init(ctx, &m));
    gather(&m, data, sd);
    tables(&m, ctx->threads);
    status = lcn_pure_rows(ctx, out, row, &m, 40.0 * (double)t->n);
done:;
    void *const blocks[] = {m.columns, m.rows, m.U, m.V, m.scratch};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        lcn_free(&ctx->allocator, blocks[i]);
    return status;
}
