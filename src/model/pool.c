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

/* ---- what c is not known by ---- */

/* What the classes say of x = 1/c, as `classes` of `rows` each would that tell as much of x and of T as those there
 * are. `found` is below zero where classes differ less than their rows alone would make them. */
typedef struct doubt {
    double classes, rows, share; /* share: standard error of x over 1/rows + x */
    double found, level;         /* level: what intervals must be made for to hold 95 % */
} doubt;

static double error_of(const doubt *q, double x)
{
    return q->share * (1 / q->rows + fmax(x, 0));
}

/* Error variance of a class of n rows, pooled with x = found, where x is: its own rows', what it differs from the
 * population's mean by, and what that mean is not known by. Below zero, where x itself cannot be, the straight line. */
static double error_variance(const doubt *q, double n, double found, double is)
{
    const double x = fmin(fmax(found, 1 / MOST), 1 / LEAST), others = 1 / (n * x + 1);
    const double mean = (1 / q->rows + fmax(is, 0)) / q->classes;
    return n * x * x * others * others + others * others * fmax(is + mean, 0);
}

/* Half of an interval that holds this share when x is spread around `found` as the data leave it open, below zero too:
 * it is there that alike classes must lose what they win where x comes out too large. But never less than the standard
 * error of classes that are alike. */
static double half_interval(const doubt *q, double n, double found, double level)
{
    enum { STEPS = 72 }; /* a sixth of a standard error each: 4 of them below, 8 above, where errors grow with x */
    const double step = error_of(q, found) / 6, least = sqrt(error_variance(q, n, found, 0));
    double size[STEPS + 1], chance[STEPS + 1], sum = 0, low = least, high = least;
    for (int i = 0; i <= STEPS; i++) {
        const double x = found + (i - STEPS / 3) * step, error = error_of(q, x), z = (found - x) / error;
        const double variance = error_variance(q, n, found, x);
        sum += chance[i] = exp(-0.5 * z * z) / error;
        size[i] = variance > 0 ? sqrt(0.5 / variance) : INFINITY; /* erf is of z / sqrt 2 */
        high = fmax(high, 4 * sqrt(variance));                    /* 4 hold 99.99 % */
    }
    for (int cut = 0; cut < 20; cut++) { /* to 1e-6 */
        const double half = 0.5 * (low + high);
        double held = 0;
        for (int i = 0; i <= STEPS; i++) held += chance[i] * erf(half * size[i]);
        *(held < level * sum ? &low : &high) = half;
    }
    return 0.5 * (low + high);
}

/* Share of intervals of that level which hold if x is as found, or nothing: it is found anew in each study. */
static double held_at(const doubt *q, double level)
{
    enum { STEPS = 40 }; /* a fifth of a standard error each, from -4 to 4: beyond are 6e-5 */
    const double x = fmax(q->found, 0);
    double held = 0, sum = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double z = 0.2 * (i - STEPS / 2), found = x + z * error_of(q, x), chance = exp(-0.5 * z * z);
        const double half = half_interval(q, q->rows, found, level);
        held += chance * erf(half * sqrt(0.5 / error_variance(q, q->rows, found, x)));
        sum += chance;
    }
    return held / sum;
}

/* The level that makes up for what x is not known by (Carlin & Gelfand 1990), 95 % at least. */
static double level_of(const doubt *q)
{
    double low = 0.95, high = 0.999;
    if (held_at(q, low) >= 0.95) return low;
    for (int cut = 0; cut < 7; cut++) { /* to 4e-4 */
        const double level = 0.5 * (low + high);
        *(held_at(q, level) < 0.95 ? &low : &high) = level;
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
    const double w = n / (n + q->rows), reach = Z95 / half_interval(unsure, n, unsure->found, unsure->level);
    const double d = reach * reach; /* the variance of L_aa is about 2 / d of its square */
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

/* x = 1/c where it was found; where the likelihood still rises with c at the end, x as far below as its slope says. */
static double beyond(const ground *g, double c, double error)
{
    const double x = 1 / c, more = 0.1 * x;
    if (c < 0.9 * MOST) return x;
    const double rise = marginal(g, log(c)) - marginal(g, -log(x + more));
    return x - fmax(rise, 0) / more * error * error;
}

static void find_doubt(doubt *q, const ground *g, double c)
{
    double sum = 0, squares = 0, apart = 0;
    for (int64_t i = 0; i < g->N; i++) {
        if (g->n[i] == 0) continue;
        const double h = 1 / (1 / g->n[i] + 1 / c);
        sum += h;
        squares += h * h;
        apart += h * h / g->n[i];
    }
    q->classes = sum * sum / squares;
    q->rows = squares / apart;
    q->share = 2 / sqrt((double)(g->k * (g->k + 1)) * q->classes);
    q->found = beyond(g, c, error_of(q, 1 / c));
    q->level = level_of(q);
}

static lacon_status find_population(lacon_ctx *ctx, lacon_model *m, const ground *g, const lacon_model *population)
{
    struct lcn_pool *q = m->pool;
    const size_t bytes = (size_t)(m->k * m->k) * sizeof *q->T;
    if (population) {
        LCN_FAIL_IF(g->used == 0, LACON_E_DATA, "no class has rows: nothing is known of a population");
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
    q->rows = q->nu - (double)m->k - 1; /* to the last digit what a folder, which keeps nu, gives back */
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
    const int64_t k = model->k, kk = k * k, N = model->n_classes, M = population ? population->n_classes : 0;
    lacon_status status;
    LCN_TRY(check_population(ctx, model, population));
    const int64_t doubles = (N + M) * (kk + 2) + 4 * kk + k + lcn_eigh_scratch(k);
    double *L = lcn_alloc(ctx, (size_t)doubles, sizeof *L);
    if (L == NULL) return LACON_E_MEMORY;
    double *n = L + N * kk, *v = n + N, *those = v + N, *scratch = those + M * (kk + 2);
    ground g = {.N = N, .k = k, .T = scratch, .A = scratch + kk, .M = scratch + 2 * kk};
    ground whole = {.N = M, .k = k, .T = g.T, .A = g.A, .M = g.M}; /* what c is known by */
    lay_ground(&g, model, L, n, v);
    if (population) lay_ground(&whole, population, those, those + M * kk, those + M * (kk + 1));
    const int blas = lcn_blas_begin();
    LCN_GOTO(lcn_pool_alloc(ctx, model));
    LCN_GOTO(find_population(ctx, model, population ? &whole : &g, population));
    cloud points;
    doubt unsure;
    spread(&points);
    find_doubt(&unsure, population ? &whole : &g, model->pool->rows);
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
