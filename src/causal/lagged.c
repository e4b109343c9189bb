/* SPDX-License-Identifier: BSD-3-Clause
 * Effects that take time: z_t = B z_t + sum_l A_l z_(t-l) + e_t (VAR-LiNGAM, Hyvärinen, Zhang, Shimizu & Hoyer
 * 2010). What the earlier rows explain is taken off by a regression, what is left is a sample like any other:
 *
 *     u_t = z_t - sum_l M_l z_(t-l),   u = B u + e,   A_l = (I - B) M_l
 *
 * y = W'x is z with noise, which would pull M towards 0 and leave memory in u. The p - k directions beside the modules
 * show the noise alone, its variance v_0 and its covariance v_l with itself l rows earlier, so the moments of z are
 * those of y less v_|l-m| I in block (l, m), and M and the covariance G of u are solved from them. What is seen of u_t
 * is y_t less the regression on the earlier rows as they are, noise and all, M~ in place of M: what differs from u_t is
 * the noise of row t and what is not known of earlier rows, neither of which goes with u_t, and no other function of
 * these rows has less of it. Its covariance is N = S - G, S that of what is left.
 */
#include "causal/causal.h"

#include "la/la.h"

#include <math.h>
#include <string.h>

/* m = (lags + 1) k series */
typedef struct regression {
    int64_t n, k, ld, lags, m;
    double v[LCN_LAGS_LIMIT + 1]; /* of the noise; zeros: none */
    double *Y; /* m × ld: drawn rows */
    double *Q; /* m × m: YY'/n */
    double *P; /* m × m: of the earlier rows, noise taken off; its factor */
    double *U; /* m × m */
    double *M; /* k × lags k: M~ */
    double *rest;
} regression;

int64_t lcn_lagged_scratch(int64_t ld, int64_t k, int64_t lags)
{
    const int64_t m = (lags + 1) * k;
    return m * ld + 3 * m * m + k * (m - k) + m + lcn_eigh_scratch(m);
}

static regression place(int64_t n, int64_t k, int64_t ld, int64_t lags, double *scratch)
{
    regression q = {.n = n, .k = k, .ld = ld, .lags = lags, .m = (lags + 1) * k, .Y = scratch};
    q.Q = q.Y + q.m * ld;
    q.P = q.Q + q.m * q.m;
    q.U = q.P + q.m * q.m;
    q.M = q.U + q.m * q.m;
    q.rest = q.M + k * (q.m - k);
    return q;
}

/* Covariance of the noise in series a with that in series b. */
static double noise_of(const regression *q, int64_t a, int64_t b)
{
    const int64_t apart = a / q->k - b / q->k;
    return a % q->k == b % q->k ? q->v[apart < 0 ? -apart : apart] : 0;
}

static void fill(regression *q, const lcn_panel *panel, const int64_t *rows, bool noisy)
{
    for (int64_t l = 0; noisy && l <= q->lags; l++) {
        const double *energy = panel->energy + l * q->n;
        double sum = 0;
        for (int64_t i = 0; i < q->n; i++) sum += energy[rows ? rows[i] : i];
        q->v[l] = sum / (double)q->n / panel->spare;
    }
    q->v[0] = fmax(q->v[0], 0);
    lcn_panel_gather(q->Y, panel, q->m, rows);
    lcn_gemm(LCN_N, LCN_T, q->m, q->m, q->ld, 1 / (double)q->n, q->Y, q->ld, q->Y, q->ld, 0, q->Q, q->m);
}

/* u'Su of a row of U */
static double along(int64_t m, const double *S, int64_t ld, const double *u)
{
    double sum = 0;
    for (int64_t a = 0; a < m; a++) sum += u[a] * lcn_dot(m, S + a * ld, u);
    return sum;
}

/* G (m × m) = S less noise, no direction below some share of S: as panel.c, where noise is the same in all directions.
 * U and value are scratch; the answer is how many were raised. */
static int64_t raise_floor(int64_t m, double *G, const double *S, int64_t ld, int64_t n, double *U, double *value)
{
    const double least = fmax(LCN_FLOOR, sqrt(2 / (double)n)); /* standard error of a variance */
    int64_t raised = 0;
    memcpy(U, G, (size_t)(m * m) * sizeof *U);
    if (lcn_eigh(m, U, value, value + m) < 0) return 0; /* finite by construction */
    const double top = fabs(value[0]) + fabs(value[m - 1]);
    memset(G, 0, (size_t)(m * m) * sizeof *G);
    for (int64_t e = 0; e < m; e++) {
        const double *u = U + e * m, low = fmax(least * along(m, S, ld, u), 1e-12 * top); /* rounding */
        raised += value[e] < low;
        for (int64_t a = 0; a < m; a++)
            for (int64_t b = 0; b < m; b++) G[a * m + b] += fmax(value[e], low) * u[a] * u[b];
    }
    return raised;
}

/* M (k × lags k) of the first `lags` lags, from the moments without noise. */
static void solve(const regression *q, int64_t lags, double *M)
{
    const int64_t k = q->k, size = lags * k;
    if (lags == 0) return;
    for (int64_t a = 0; a < size; a++)
        for (int64_t b = 0; b < size; b++)
            q->P[a * size + b] = q->Q[(k + a) * q->m + k + b] - noise_of(q, k + a, k + b);
    if (q->v[0] > 0) raise_floor(size, q->P, q->Q + k * q->m + k, q->m, q->n, q->U, q->rest);
    const bool good = lcn_chol(size, q->P, size);
    for (int64_t j = 0; j < k; j++) {
        for (int64_t a = 0; a < size; a++) M[j * size + a] = q->Q[j * q->m + k + a] - noise_of(q, j, k + a);
        if (good) lcn_chol_solve(size, q->P, size, M + j * size);
        else memset(M + j * size, 0, (size_t)size * sizeof *M); /* collinear draws: nothing is explained */
    }
}

/* C_j (m): row j of (I, -M), for the first `lags` lags */
static void contrast(const regression *q, int64_t lags, const double *M, int64_t j, double *row)
{
    memset(row, 0, (size_t)q->m * sizeof *row);
    row[j] = 1;
    for (int64_t a = 0; a < lags * q->k; a++) row[q->k + a] = -M[j * lags * q->k + a];
}

/* S = C Q C' and N = C V C' of what is left after `lags` lags (k × k each) */
static void leave(const regression *q, int64_t lags, const double *M, double *S, double *N)
{
    const int64_t k = q->k, m = q->m;
    double *C = q->U, *T = q->P; /* k × m each */
    for (int64_t j = 0; j < k; j++) contrast(q, lags, M, j, C + j * m);
    lcn_gemm(LCN_N, LCN_N, k, m, m, 1, C, m, q->Q, m, 0, T, m);
    lcn_gemm(LCN_N, LCN_T, k, k, m, 1, T, m, C, m, 0, S, k);
    for (int64_t j = 0; j < k; j++)
        for (int64_t a = 0; a < m; a++) {
            double sum = 0;
            for (int64_t b = a % k; b < m; b += k) sum += C[j * m + b] * noise_of(q, b, a); /* of its own series */
            T[j * m + a] = sum;
        }
    lcn_gemm(LCN_N, LCN_T, k, k, m, 1, T, m, C, m, 0, N, k);
}

void lcn_lagged_fill(lcn_sample *s, const lcn_panel *panel, const int64_t *rows, bool corrected)
{
    const int64_t k = s->k, size = s->lags * k;
    regression q = place(s->n, k, s->ld, s->lags, s->scratch);
    fill(&q, panel, rows, corrected);
    const bool noisy = q.v[0] > 0;
    solve(&q, q.lags, s->M);
    leave(&q, q.lags, s->M, s->S, s->N);
    for (int64_t i = 0; i < k * k; i++) s->G[i] = s->S[i] - s->N[i];
    memset(q.v, 0, sizeof q.v); /* as they are */
    solve(&q, q.lags, q.M);
    leave(&q, q.lags, q.M, s->S, s->N);
    memcpy(s->Z, q.Y, (size_t)(k * s->ld) * sizeof *s->Z);
    lcn_gemm(LCN_N, LCN_N, k, s->ld, size, -1, q.M, size, q.Y + k * s->ld, s->ld, 1, s->Z, s->ld);
    for (int64_t i = 0; i < k * k; i++) s->N[i] = s->S[i] - s->G[i];
    s->floored = noisy ? raise_floor(k, s->G, s->S, k, s->n, q.U, q.rest) : 0;
    for (int64_t i = 0; i < k * k; i++) q.P[i] = s->G[i] + s->N[i];
    if (lcn_chol(k, q.P, k)) lcn_chol_inverse(k, q.P, k, s->inverse);
}

void lcn_lagged_effects(double *A, const lcn_sample *s, const double *B)
{
    const int64_t k = s->k, size = s->lags * k;
    for (int64_t l = 0; l < s->lags; l++)
        for (int64_t i = 0; i < k; i++)
            for (int64_t j = 0; j < k; j++) {
                double sum = s->M[i * size + l * k + j];
                for (int64_t a = 0; a < k; a++) sum -= B[i * k + a] * s->M[a * size + l * k + j];
                A[(l * k + i) * k + j] = sum;
            }
}

/* ---- how many ---- */

/* n log det of what one row cannot know of the next, were the past free of noise, and log n for each coefficient */
static double criterion(regression *q, int64_t lags, double *M, double *S, double *N)
{
    const int64_t k = q->k;
    solve(q, lags, M);
    leave(q, lags, M, S, N);
    for (int64_t i = 0; i < k * k; i++) S[i] -= N[i];
    if (q->v[0] > 0) {
        memcpy(N, S, (size_t)(k * k) * sizeof *N);
        for (int64_t j = 0; j < k; j++) N[j * k + j] += q->v[0];
        raise_floor(k, S, N, k, q->n, q->U, q->rest);
    }
    for (int64_t j = 0; j < k; j++) S[j * k + j] += q->v[0];
    if (!lcn_chol(k, S, k)) return INFINITY;
    return (double)q->n * lcn_chol_logdet(k, S, k) + (double)(lags * k * k) * log((double)q->n);
}

static int64_t least_of(const double *total, int64_t from, int64_t to)
{
    int64_t best = from;
    for (int64_t l = from + 1; l <= to; l++)
        if (total[l] < total[best]) best = l;
    return best;
}

/* With few rows the moments without noise follow chance, and the criterion with them. So the series as they are decide
 * whether there is a memory and how long it is at most (noise makes it look longer, never shorter); within that, those
 * without noise. */
lacon_status lcn_lags_choose(lacon_ctx *ctx, int64_t *lags, const lcn_panel *panels, int64_t count, bool corrected)
{
    const int64_t k = panels[0].k, most = panels[0].lags;
    double plain[LCN_LAGS_MOST + 1] = {0}, clean[LCN_LAGS_MOST + 1] = {0};
    for (int64_t c = 0; c < count; c++) {
        const int64_t need = lcn_lagged_scratch(panels[c].ld, k, most);
        double *scratch = lcn_alloc(ctx, (size_t)(need + (most + 2) * k * k), sizeof *scratch);
        if (scratch == NULL) return LACON_E_MEMORY;
        regression q = place(panels[c].n, k, panels[c].ld, most, scratch);
        double *M = scratch + need, *S = M + most * k * k;
        fill(&q, &panels[c], NULL, corrected && panels[c].spare > 0);
        for (int64_t l = 0; l <= most; l++) clean[l] += criterion(&q, l, M, S, S + k * k);
        memset(q.v, 0, sizeof q.v);
        for (int64_t l = 0; l <= most; l++) plain[l] += criterion(&q, l, M, S, S + k * k);
        lcn_free(&ctx->allocator, scratch);
    }
    const int64_t longest = least_of(plain, 0, most);
    *lags = longest > 0 ? least_of(clean, 1, longest) : 0;
    return LACON_OK;
}
