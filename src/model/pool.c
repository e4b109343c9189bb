/* SPDX-License-Identifier: BSD-3-Clause
 * Connectivity of a class when other classes are known. With L_i = G_i + v_i I, estimated from n_i (effective) rows,
 * and a population of which the classes are draws,
 *
 *     n_i L^_i ~ Wishart(n_i, L_i),   L_i ~ inverse Wishart(nu, mean T),   c = nu - k - 1
 *     E[L_i | rows] = w_i L^_i + (1 - w_i) T,   w_i = n_i / (n_i + c)
 *
 * T is the mean of the L^_i, each with the weight h_i = 1 / (1/n_i + 1/c) its variance gives it, and c is where the
 * marginal likelihood of all rows is largest: with A = c T
 *
 *     sum_i lnGamma_k((n_i + nu)/2) - lnGamma_k(nu/2) + nu/2 ln|A| - (n_i + nu)/2 ln|A + n_i L^_i|
 *
 * less k(k+1)/4 ln sum_i h_i for T, which is estimated. Rows that were centred have one degree of freedom less, and
 * L^ is then n / (n - 1) of the rows' moments. Everything is closed form but the search over c and the intervals of
 * correlations. docs/pooling.md says when to use it, bench/pool.py what it gains.
 */
#include "model/pool.h"

#include "la/la.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* c from hardly any pooling to hardly any difference between classes: below, w is 1, above, 0, for any number of rows
 * that is worth pooling. */
static const double LEAST = 0.1, MOST = 1e5;
#define Z95 1.959963984540054 /* normal quantile of .975 */

typedef struct ground {
    int64_t N, k, used; /* used: classes that take part */
    const double *L;    /* N × k × k */
    const double *n;    /* N; 0: takes no part */
    double *T, *A, *M;  /* k × k */
} ground;

/* sum_j lnGamma(x - j/2), j = 0 .. k - 1: lnGamma_k but for a constant */
static double log_gamma(int64_t k, double x)
{
    int sign;
    double sum = 0;
    for (int64_t j = 0; j < k; j++) sum += lgamma_r(x - 0.5 * (double)j, &sign);
    return sum;
}

/* T for this c; the answer is the sum of the weights. */
static double centre(const ground *g, double c)
{
    const int64_t kk = g->k * g->k;
    double total = 0;
    memset(g->T, 0, (size_t)kk * sizeof *g->T);
    for (int64_t i = 0; i < g->N; i++) {
        if (g->n[i] == 0) continue;
        const double h = 1 / (1 / g->n[i] + 1 / c);
        for (int64_t e = 0; e < kk; e++) g->T[e] += h * g->L[i * kk + e];
        total += h;
    }
    for (int64_t e = 0; e < kk; e++) g->T[e] /= total;
    return total;
}

/* log det of A + n L; -INFINITY when it is singular */
static double log_det(const ground *g, double n, const double *L)
{
    const int64_t kk = g->k * g->k;
    for (int64_t e = 0; e < kk; e++) g->M[e] = g->A[e] + (n > 0 ? n * L[e] : 0);
    return lcn_chol(g->k, g->M, g->k) ? lcn_chol_logdet(g->k, g->M, g->k) : -INFINITY;
}

/* Log marginal likelihood of all classes at log c, T integrated out (Laplace, invariant prior): k(k+1)/2 numbers known
 * by the sum of the weights. Without that c is too large where classes are few. */
static double marginal(const ground *g, double log_c)
{
    const double c = exp(log_c), nu = c + (double)g->k + 1;
    const int64_t kk = g->k * g->k;
    const double worth = centre(g, c);
    for (int64_t e = 0; e < kk; e++) g->A[e] = c * g->T[e];
    const double whole = log_det(g, 0, NULL), base = log_gamma(g->k, 0.5 * nu);
    double sum = -0.25 * (double)(kk + g->k) * log(worth);
    for (int64_t i = 0; i < g->N; i++)
        if (g->n[i] > 0)
            sum += log_gamma(g->k, 0.5 * (g->n[i] + nu)) - base + 0.5 * nu * whole -
                   0.5 * (g->n[i] + nu) * log_det(g, g->n[i], g->L + i * kk);
    return sum;
}

/* The best of a grid, then golden sections around it: c to a thousandth, far below what the data tell of it. */
static double search(const ground *g)
{
    enum { POINTS = 21, CUTS = 20 }; /* .62^20 of a grid step is a thousandth of a log unit */
    const double from = log(LEAST), step = (log(MOST) - from) / (POINTS - 1), golden = 0.5 * (sqrt(5) - 1);
    double best = -INFINITY, at = from;
    for (int i = 0; i < POINTS; i++) {
        const double value = marginal(g, from + i * step);
        if (value > best) {
            best = value;
            at = from + i * step;
        }
    }
    double a = fmax(at - step, from), b = fmin(at + step, log(MOST));
    double x = b - golden * (b - a), y = a + golden * (b - a), fx = marginal(g, x), fy = marginal(g, y);
    for (int i = 0; i < CUTS; i++) {
        const bool left = fx > fy;
        if (left) {
            b = y;
            y = x;
            fy = fx;
            fx = marginal(g, x = b - golden * (b - a));
        } else {
            a = x;
            x = y;
            fx = fy;
            fy = marginal(g, y = a + golden * (b - a));
        }
    }
    return exp(0.5 * (a + b));
}

/* ---- limits ---- */

/* G = P - v I without negative eigenvalues; U: k² + k and lcn_eigh's scratch. */
static void take_noise(double *G, int64_t k, const double *P, double v, double *U)
{
    double *s = U + k * k;
    memcpy(G, P, (size_t)(k * k) * sizeof *G);
    for (int64_t j = 0; j < k; j++) G[j * k + j] -= v;
    memcpy(U, G, (size_t)(k * k) * sizeof *U);
    if (lcn_eigh(k, U, s, s + k) < 0 || s[k - 1] >= 0) return;
    memset(G, 0, (size_t)(k * k) * sizeof *G);
    for (int64_t e = 0; e < k && s[e] > 0; e++)
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = 0; b < k; b++) G[a * k + b] += s[e] * U[e * k + a] * U[e * k + b];
}

/* Quantile of chi square over its degrees d: Wilson & Hilferty (1931), z the normal one. */
static double chi_square(double d, double z)
{
    const double root = 1 - 2 / (9 * d) + z * sqrt(2 / (9 * d));
    return fmax(root * root * root, 1e-3); /* far below any quantile of one degree that is asked for */
}

/* L_aa is d P_aa over a chi square of d + 2 degrees. */
static void diagonal_limits(double P, double v, double d, double *low, double *high)
{
    *low = fmax(0, d * P / ((d + 2) * chi_square(d + 2, Z95)) - v);
    *high = fmax(*low, d * P / ((d + 2) * chi_square(d + 2, -Z95)) - v);
}

/* Variance of an entry of the inverse Wishart; d > 2, else it has none and d = 2.5 is the least that is used. */
static double entry_error(double aa, double ab, double bb, double d)
{
    d = fmax(d, 2.5);
    return sqrt(((d + 2) * ab * ab + d * aa * bb) / ((d + 1) * (d - 2)));
}

/* Points of the posterior of two modules, the same for every pair, spread evenly (the additive recurrence of Roberts
 * 2018 in four dimensions, made normal by Box & Muller): quantiles of 512 of them are exact to about half a percent of
 * coverage. */
enum { POINTS = 512 };
typedef struct cloud {
    double z[3][POINTS], value[POINTS];
} cloud;

static void spread(cloud *q)
{
    const double root = 1.1673039782614187, turn = 2 * acos(-1); /* root^5 = root + 1 */
    for (int i = 0; i < POINTS; i++) {
        double u[4], whole;
        for (int j = 0; j < 4; j++) u[j] = modf(0.5 + (i + 1) * pow(root, -(j + 1)), &whole);
        const double one = sqrt(-2 * log(u[0])), two = sqrt(-2 * log(u[2])); /* u is irrational: never 0 */
        q->z[0][i] = one * cos(turn * u[1]);
        q->z[1][i] = one * sin(turn * u[1]);
        q->z[2][i] = two * cos(turn * u[3]);
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Interval of L_ab / sqrt((L_aa - v)(L_bb - v)), which nothing like a normal distribution has where a module is hardly
 * above the noise. The 2 × 2 block is C (BB')^-1 C' with CC' = d P and B Bartlett's factor of d + 3 degrees. */
static void correlation_limits(cloud *q, double aa, double ab, double bb, double v, double d, double *low, double *high)
{
    const double c = sqrt(d * aa), e = d * ab / c, f = sqrt(fmax(d * bb - e * e, 0));
    for (int i = 0; i < POINTS; i++) {
        const double one = (d + 3) * chi_square(d + 3, q->z[0][i]), two = (d + 2) * chi_square(d + 2, q->z[1][i]);
        const double z = q->z[2][i], det = one * two;
        const double A = (z * z + two) / det, B = -sqrt(one) * z / det, D = 1 / two; /* (BB')^-1 */
        const double G_aa = c * c * A - v, G_bb = e * e * A + 2 * e * f * B + f * f * D - v, G_ab = c * (e * A + f * B);
        const double size = sqrt(fmax(G_aa, 0) * fmax(G_bb, 0));
        q->value[i] = fabs(G_ab) >= size ? copysign(1, G_ab) : G_ab / size; /* no more than one */
    }
    qsort(q->value, POINTS, sizeof *q->value, by_value);
    const double at = 0.025 * POINTS - 0.5, part = at - floor(at); /* point i stands for (i + .5) / POINTS */
    const int i = (int)at, j = POINTS - 1 - i;
    *low = (1 - part) * q->value[i] + part * q->value[i + 1];
    *high = (1 - part) * q->value[j] + part * q->value[j - 1];
}

/* What T is not known by adds to the posterior variance (Kass & Steffey 1989): with one class, whose own mean T is,
 * d is n. */
static double degrees(double n, double c, double worth)
{
    const double others = c / (n + c);
    return 1 / (1 / (n + c) + others * others / worth);
}

/* ---- what c is not known by ---- */

/* Estimates of x = 1/c as they would come about one by one if it were x[MIDDLE], evenly from -4 to 4 of its standard
 * errors: beyond are 6e-5 of them. */
enum { MIDDLE = 40, DRAWS = 2 * MIDDLE + 1 };
typedef struct doubt {
    double x[DRAWS], worth[DRAWS], chance[DRAWS];
} doubt;

/* sum_i h_i^power */
static double weights(int64_t N, const double *n, double x, int power)
{
    double sum = 0;
    for (int64_t i = 0; i < N; i++)
        if (n[i] > 0) sum += power == 1 ? 1 / (1 / n[i] + x) : 1 / ((1 / n[i] + x) * (1 / n[i] + x));
    return sum;
}

/* x is told by k(k+1)/2 numbers of each class, whose variance is as 1/n_i + x. */
static void lay_doubt(doubt *q, int64_t N, int64_t k, const double *n, double c)
{
    const double error = 1 / sqrt(0.25 * (double)(k * (k + 1)) * weights(N, n, 1 / c, 2));
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        const double z = 4 * (double)(i - MIDDLE) / MIDDLE;
        q->x[i] = fmin(fmax(1 / c + error * z, 1 / MOST), 1 / LEAST);
        q->worth[i] = weights(N, n, q->x[i], 1);
        sum += q->chance[i] = exp(-0.5 * z * z);
    }
    for (int i = 0; i < DRAWS; i++) q->chance[i] /= sum;
}

/* How many standard errors an interval must reach on either side to hold 95 % when x is estimated each time (Carlin &
 * Gelfand 1990): 1.96 where x is well known; less where it says that classes are alike, because then it would often
 * have said otherwise; more where it says that they hardly differ, because it might have said that they are alike. */
static double reach(const doubt *q, double n)
{
    double size[DRAWS], low = 1, high = 10; /* 1.96 less half, and where t of one degree stands */
    for (int i = 0; i < DRAWS; i++) {
        const double x = q->x[i], w = n * x / (n * x + 1), others = (1 - w) * (1 - w);
        const double said = x / (n * x + 1) + others / q->worth[i];
        const double own = n > 0 ? w * w / n : 0, is = own + others * (q->x[MIDDLE] + 1 / q->worth[MIDDLE]);
        size[i] = sqrt(0.5 * said / is); /* erf is of z / sqrt 2 */
    }
    for (int step = 0; step < 30; step++) { /* to 1e-8 */
        const double z = 0.5 * (low + high);
        double held = 0;
        for (int i = 0; i < DRAWS; i++) held += q->chance[i] * erf(z * size[i]);
        *(held < 0.95 ? &low : &high) = z;
    }
    return 0.5 * (low + high);
}

/* ---- one class ---- */

/* The lower triangle as the upper. */
static void mirror(int64_t k, double *X)
{
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < a; b++) X[a * k + b] = X[b * k + a];
}

/* n, v and L of class i */
static void pool_class(lacon_model *m, int64_t i, double n, double v, const double *L, const doubt *unsure, double *P,
                       double *U, cloud *points)
{
    struct lcn_pool *q = m->pool;
    const int64_t k = m->k, at = i * k * k;
    const double w = n / (n + q->rows), more = reach(unsure, n) / Z95;
    const double d = degrees(n, q->rows, q->worth) / (more * more);
    for (int64_t e = 0; e < k * k; e++) P[e] = w * (n > 0 ? L[e] : 0) + (1 - w) * q->T[e];
    take_noise(q->G + at, k, P, v, U);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            const int64_t e = at + a * k + b;
            const double aa = P[a * k + a], ab = P[a * k + b], bb = P[b * k + b], error = entry_error(aa, ab, bb, d);
            q->low[e] = q->G[e] - Z95 * error;
            q->high[e] = q->G[e] + Z95 * error;
            q->correlation_low[e] = q->correlation_high[e] = 1;
            if (a == b) diagonal_limits(aa, v, d, &q->low[e], &q->high[e]);
            else if (a < b)
                correlation_limits(points, aa, ab, bb, v, d, &q->correlation_low[e], &q->correlation_high[e]);
        }
    mirror(k, q->correlation_low + at);
    mirror(k, q->correlation_high + at);
}

/* ---- all ---- */

lacon_status lcn_pool_alloc(lacon_ctx *ctx, lacon_model *model)
{
    const size_t kk = (size_t)(model->k * model->k), each = (size_t)model->n_classes * kk;
    struct lcn_pool *q = lcn_alloc(ctx, 1, sizeof *q + (kk + LCN_POOL_ARRAYS * each) * sizeof(double));
    if (q == NULL) return LACON_E_MEMORY;
    q->T = (double *)(q + 1);
    q->G = q->T + kk;
    q->low = q->G + each;
    q->high = q->low + each;
    q->correlation_low = q->high + each;
    q->correlation_high = q->correlation_low + each;
    lcn_free(&model->allocator, model->pool);
    model->pool = q;
    return LACON_OK;
}

/* Were the rows of class i centred; and scaled, each variable by its own spread? */
static void how_scaled(const lacon_model *m, int64_t i, bool *centred, bool *scaled)
{
    *centred = *scaled = false;
    for (int64_t r = 0; r < m->p; r++) {
        *centred |= m->mean[i * m->p + r] != 0;
        *scaled |= m->scale[i * m->p + r] != m->scale[i * m->p];
    }
}

/* Degrees of freedom of class i, 0 where it has no rows or no G and takes no part; *share of its moments that rows of
 * the population would have had: scaled to variance one they have all of it. */
static double degrees_of(const lacon_model *m, int64_t i, double *share)
{
    const int64_t kk = m->k * m->k;
    const double rows = isnan(m->effective[i]) ? (double)m->n[i] : m->effective[i];
    bool centred, scaled;
    how_scaled(m, i, &centred, &scaled);
    *share = 1;
    if (!(rows > 0) || !lcn_finite(kk, m->G + i * kk) || !isfinite(m->v[i])) return 0;
    if (!centred || rows < 2) return rows; /* of a single row nothing is left */
    if (!scaled) *share = 1 - 1 / rows;
    return rows - 1;
}

/* L, n and v of the classes */
static void lay_ground(ground *g, const lacon_model *m, double *L, double *n, double *v)
{
    const int64_t kk = m->k * m->k;
    for (int64_t i = 0; i < m->n_classes; i++) {
        double share;
        n[i] = degrees_of(m, i, &share);
        v[i] = m->v[i] / share;
        for (int64_t e = 0; e < kk; e++) L[i * kk + e] = m->G[i * kk + e] / share + (e % (m->k + 1) == 0 ? v[i] : 0);
        g->used += n[i] > 0;
    }
    g->L = L;
    g->n = n;
}

/* How well c is known by the classes it was found from; one number for each of them is the caller's. */
static void find_doubt(doubt *q, const lacon_model *m, double *n, double c)
{
    double share;
    for (int64_t i = 0; i < m->n_classes; i++) n[i] = degrees_of(m, i, &share);
    lay_doubt(q, m->n_classes, m->k, n, c);
}

static lacon_status find_population(lacon_ctx *ctx, lacon_model *m, const ground *g, const lacon_model *population)
{
    struct lcn_pool *q = m->pool;
    const size_t bytes = (size_t)(m->k * m->k) * sizeof *q->T;
    if (population) {
        q->rows = population->pool->rows;
        q->worth = population->pool->worth;
        memcpy(q->T, population->pool->T, bytes);
    } else {
        LCN_FAIL_IF(g->used < 2, LACON_E_DATA, "%lld class(es) that have rows: a population takes two at least; pool "
                    "the model of many classes and take this one there (lacon transform MODEL " LCN_OPTION "pool)",
                    (long long)g->used);
        q->rows = search(g);
        q->worth = centre(g, q->rows);
        memcpy(q->T, g->T, bytes);
    }
    q->nu = q->rows + (double)m->k + 1;
    return LACON_OK;
}

static lacon_status check_population(lacon_ctx *ctx, const lacon_model *m, const lacon_model *population)
{
    if (population == NULL) return LACON_OK;
    LCN_FAIL_IF(population->pool == NULL, LACON_E_ARGUMENT, "the model is not pooled: it knows of no population");
    LCN_FAIL_IF(population->k != m->k, LACON_E_SHAPE, "a population of %lld modules, the model has %lld",
                (long long)population->k, (long long)m->k);
    return LACON_OK;
}

lacon_status lacon_model_pool(lacon_ctx *ctx, lacon_model *model, const lacon_model *population)
{
    const lacon_model *from = population ? population : model; /* what c is known by */
    const int64_t k = model->k, kk = k * k, N = model->n_classes;
    lacon_status status;
    LCN_TRY(check_population(ctx, model, population));
    const int64_t doubles = N * kk + 2 * N + from->n_classes + 4 * kk + k + lcn_eigh_scratch(k);
    double *L = lcn_alloc(ctx, (size_t)doubles, sizeof *L);
    if (L == NULL) return LACON_E_MEMORY;
    double *n = L + N * kk, *v = n + N, *those = v + N, *scratch = those + from->n_classes;
    ground g = {.N = N, .k = k, .T = scratch, .A = scratch + kk, .M = scratch + 2 * kk};
    lay_ground(&g, model, L, n, v);
    const int blas = lcn_blas_begin();
    LCN_GOTO(lcn_pool_alloc(ctx, model));
    LCN_GOTO(find_population(ctx, model, &g, population));
    cloud points;
    doubt unsure;
    spread(&points);
    find_doubt(&unsure, from, those, model->pool->rows);
    for (int64_t i = 0; i < N; i++) pool_class(model, i, n[i], v[i], L + i * kk, &unsure, g.A, g.M, &points);
done:
    lcn_blas_end(blas);
    if (status < 0) {
        lcn_free(&model->allocator, model->pool);
        model->pool = NULL;
    }
    lcn_free(&ctx->allocator, L);
    return status;
}

int lacon_model_pooled(const lacon_model *model, int64_t c, lacon_pooled *out)
{
    const struct lcn_pool *q = model->pool;
    const int64_t at = c * model->k * model->k;
    if (q == NULL) return 0;
    if (out)
        *out = (lacon_pooled){.nu = q->nu, .rows = q->rows, .T = q->T, .G = q->G + at, .low = q->low + at,
                              .high = q->high + at, .correlation_low = q->correlation_low + at,
                              .correlation_high = q->correlation_high + at};
    return 1;
}

lacon_status lacon_model_take_pooled(lacon_ctx *ctx, lacon_model *model)
{
    LCN_FAIL_IF(model->pool == NULL, LACON_E_ARGUMENT,
                "the model is not pooled: fit, select or transform with " LCN_OPTION "pool");
    memcpy(model->G, model->pool->G, (size_t)(model->n_classes * model->k * model->k) * sizeof *model->G);
    return LACON_OK;
}
