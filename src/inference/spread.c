/* SPDX-License-Identifier: BSD-3-Clause
 * How much the tested coefficients vary where classes do not all vary alike, or not on their own. With
 * c = Q_x'e, r the residuals and A_g what group g adds to the variance of c (q × q):
 *
 *     classes one by one    A_g = M_g |r_g|² / nu_g,         M_g = sum_g x_i x_i',  nu_g = sum_g R_ii
 *     blocks as a whole     A_g = kappa_g sum_b u_b u_b',    u_b = sum_b x_i r_i    (cluster-robust)
 *
 * x_i a row of Q_x, R the matrix that makes residuals; kappa_g = sum_b |x_b|² / sum_b x_b'R_bb x_b mends what
 * residuals lack, nu_g counts the blocks that weigh in (after Bell and McCaffrey 2002). F and its degrees of
 * freedom are Johansen's (1980):
 *
 *     V = sum_g A_g,   P_g = V^-1 A_g,   h = 1/2 sum_g (tr² P_g + tr P_g²) / nu_g
 *     F = c'V^-1 c / q / (1 + 2 h (q - 1) / (q (q + 2))),   df = q (q + 2) / (3 h)
 *
 * which is Welch's t for two groups (with Satterthwaite's degrees of freedom) and Welch's F for several. Both are
 * bent by what skewness does to them (skew.c). As df differs between arrangements, they are compared by
 * (df + q/2 - 1) log(1 + q F / df) / q: F as with endless degrees of freedom.
 */
#include "inference/spread.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

void lcn_spread_clear(const lacon_allocator *a, lcn_spread *s)
{
    lcn_free(a, s->nu);
    lcn_free(a, s->shift);
    *s = (lcn_spread){0};
}

static int32_t group_of(const lcn_design *d, int64_t i) { return d->variance ? d->variance[i] : 0; }

/* nu_g = sum R_ii and M_g / nu_g */
static void measure_rows(lcn_spread *s)
{
    const lcn_design *d = s->design;
    const int64_t q = d->q, width = d->r + q;
    for (int64_t i = 0; i < d->n; i++) {
        const double *row = s->Q + i * width, *x = row + d->r;
        const int32_t g = group_of(d, i);
        s->nu[g] += 1.0 - (d->flip ? 0.0 : 1.0 / (double)d->n) - lcn_dot(width, row, row);
        for (int64_t j = 0; j < q; j++)
            for (int64_t l = 0; l < q; l++) s->scale[(g * q + j) * q + l] += x[j] * x[l];
    }
    /* 0 / 0 in a group of one */
    for (int64_t e = 0; e < s->groups * q * q; e++) s->scale[e] /= fmax(s->nu[e / (q * q)], 1e-300);
}

/* |x_b|² and x_b'R_bb x_b = |x_b|² - |sum_b x_i (1/sqrt n, Q_i)|², over the tested columns */
static void measure_block(const lcn_spread *s, int64_t b, double *size, double *left)
{
    const lcn_design *d = s->design;
    const int64_t width = d->r + d->q;
    *size = *left = 0.0;
    for (int64_t j = d->r; j < width; j++) {
        double sum = 0.0;
        memset(s->work, 0, (size_t)width * sizeof *s->work);
        for (int64_t i = 0; i < d->n; i++) {
            if (d->block[i] != b) continue;
            const double *row = s->Q + i * width;
            *size += row[j] * row[j];
            sum += row[j];
            for (int64_t l = 0; l < width; l++) s->work[l] += row[j] * row[l];
        }
        *left -= lcn_dot(width, s->work, s->work) + (d->flip ? 0.0 : sum * sum / (double)d->n);
    }
    *left += *size;
}

/* kappa_g into scale, nu_g = (sum |x_b|²)² / sum |x_b|⁴ / kappa_g */
static void measure_blocks(lcn_spread *s)
{
    const lcn_design *d = s->design;
    double *sum = s->work + d->r + d->q, *left = sum + s->groups, *square = left + s->groups;
    for (int64_t b = 0; b < d->n_blocks; b++) {
        int64_t i = 0;
        double size, rest;
        while (d->block[i] != b) i++;
        measure_block(s, b, &size, &rest);
        const int32_t g = group_of(d, i);
        s->first[b] = (int32_t)i;
        sum[g] += size;
        left[g] += rest;
        square[g] += size * size;
    }
    for (int64_t g = 0; g < s->groups; g++) {
        s->scale[g] = left[g] > 0.0 ? sum[g] / left[g] : 0.0;
        s->nu[g] = square[g] > 0.0 ? sum[g] * sum[g] / square[g] / fmax(s->scale[g], 1.0) : 0.0;
    }
}

lacon_status lcn_spread_init(lacon_ctx *ctx, lcn_spread *s, const lcn_design *d, const double *Q)
{
    const int64_t groups = d->variance ? d->n_variance : 1;
    *s = (lcn_spread){.design = d, .Q = Q, .groups = groups, .blocks = d->whole ? d->n_blocks : 0};
    const size_t q = (size_t)d->q, V = (size_t)groups, width = (size_t)d->r + q;
    s->nu = lcn_alloc(ctx, V + V * q * q + width + 3 * V + (size_t)s->blocks, sizeof *s->nu);
    if (!s->nu) return LACON_E_MEMORY;
    s->scale = s->nu + V;
    s->work = s->scale + V * q * q;
    s->first = (int32_t *)(s->work + width + 3 * V);
    if (s->blocks > 0) measure_blocks(s);
    else measure_rows(s);
    if (s->blocks == 0) LCN_TRY(lcn_skew_measure(ctx, s));
    for (int64_t g = 0; g < groups; g++)
        LCN_FAIL_IF(!(s->nu[g] >= 0.9), LACON_E_DATA, /* one but for rounding and unequal blocks */
                    "the %s of variance group %lld cannot carry the model and tell their variance too: use fewer "
                    "terms, join groups, or take one variance for all (" LCN_OPTION "variance equal)",
                    s->blocks > 0 ? "blocks" : "classes", (long long)g + 1);
    return LACON_OK;
}

int64_t lcn_spread_scratch(const lcn_spread *s, int64_t E)
{
    const int64_t q = s->design->q;
    return s->blocks > 0 ? (s->blocks * q + s->groups * q * q) * E : 2 * s->groups * E;
}

/* The design row of a class, ~row where it is turned. */
static int32_t row_of(int32_t row) { return row < 0 ? ~row : row; }

/* parts: |r_g|² and sum r³, or sum_b u_b u_b' of each group, E of each; row[i] is the design row of class i, ~row where
 * it is turned. Blocks are those of the classes: an arrangement names rows by the first that is like them, and several
 * blocks may have the rows of one. O(n q E). */
void lcn_spread_parts(const lcn_spread *s, double *parts, const double *r, const int32_t *row, int64_t E)
{
    const lcn_design *d = s->design;
    const int64_t q = d->q, width = d->r + q;
    double *u = parts + s->groups * q * q * E; /* blocks × q × E */
    memset(parts, 0, (size_t)lcn_spread_scratch(s, E) * sizeof *parts);
    for (int64_t i = 0; i < d->n; i++) {
        const int32_t at = row_of(row[i]);
        const double side = row[i] < 0 ? -1.0 : 1.0, *ri = r + i * E;
        double *to = parts + group_of(d, at) * E;
        for (int64_t e = 0; s->blocks == 0 && e < E; e++) to[e] += ri[e] * ri[e];
        for (int64_t e = 0; s->cubes > 0.0 && e < E; e++) to[s->groups * E + e] += ri[e] * ri[e] * ri[e];
        for (int64_t j = 0; s->blocks > 0 && j < q; j++) {
            const double x = side * s->Q[at * width + d->r + j];
            to = u + (d->block[i] * q + j) * E;
            for (int64_t e = 0; e < E; e++) to[e] += x * ri[e];
        }
    }
    for (int64_t b = 0; b < s->blocks; b++)
        for (int64_t jl = 0; jl < q * q; jl++) {
            const double *x = u + (b * q + jl / q) * E, *y = u + (b * q + jl % q) * E;
            double *to = parts + (group_of(d, row_of(row[s->first[b]])) * q * q + jl) * E;
            for (int64_t e = 0; e < E; e++) to[e] += x[e] * y[e];
        }
}

/* A_g of edge e into A (q × q) */
static void load(const lcn_spread *s, double *A, const double *parts, int64_t g, int64_t e, int64_t E)
{
    const int64_t qq = s->design->q * s->design->q;
    for (int64_t jl = 0; jl < qq; jl++)
        A[jl] = s->blocks > 0 ? s->scale[g] * parts[(g * qq + jl) * E + e]
                              : s->scale[g * qq + jl] * parts[g * E + e];
}

/* tr² P + tr P² of P = V^-1 A, L the Cholesky factor of V; A is overwritten by P' */
static double traces(int64_t q, const double *L, double *A)
{
    double trace = 0.0, square = 0.0;
    for (int64_t j = 0; j < q; j++) lcn_chol_solve(q, L, q, A + j * q); /* A is symmetric: row j is P's column */
    for (int64_t j = 0; j < q; j++) {
        trace += A[j * q + j];
        for (int64_t l = 0; l < q; l++) square += A[j * q + l] * A[l * q + j];
    }
    return trace * trace + square;
}

/* One tested column: V is a number. */
static lcn_wald wald_one(const lcn_spread *s, double c, const double *parts, double least, int64_t e, int64_t E)
{
    double V = least, h = 0.0;
    for (int64_t g = 0; g < s->groups; g++) V += s->scale[g] * parts[g * E + e];
    for (int64_t g = 0; g < s->groups; g++) {
        const double share = s->scale[g] * parts[g * E + e] / V;
        h += share * share / s->nu[g];
    }
    /* more degrees of freedom are the normal */
    lcn_wald w = {.V = V, .F = c * c / V, .df = 1.0 / fmax(h, 1e-9)};
    if (s->cubes > 0.0) lcn_skew_take(s, &w, parts, e, E);
    return w;
}

lcn_wald lcn_spread_wald(const lcn_spread *s, const double *c, const double *parts, double least, int64_t e, int64_t E,
                         double *work)
{
    const int64_t q = s->design->q;
    if (q == 1) return wald_one(s, c[e], parts, least, e, E);
    double *V = work, *x = V + q * q, *A = x + q, h = 0.0, T = 0.0; /* A: what skew.c needs, too */
    memset(V, 0, (size_t)(q * q) * sizeof *V);
    for (int64_t g = 0; g < s->groups; g++) {
        load(s, A, parts, g, e, E);
        for (int64_t jl = 0; jl < q * q; jl++) V[jl] += A[jl];
    }
    for (int64_t j = 0; j < q; j++) {
        V[j * q + j] += least;
        x[j] = c[j * E + e];
    }
    if (!lcn_chol(q, V, q)) return (lcn_wald){.df = 1.0}; /* fewer blocks than tested columns: nothing to say */
    lcn_chol_solve(q, V, q, x);
    for (int64_t j = 0; j < q; j++) T += x[j] * c[j * E + e];
    for (int64_t g = 0; g < s->groups; g++) {
        load(s, A, parts, g, e, E);
        h += 0.5 * traces(q, V, A) / s->nu[g];
    }
    const double k = (double)q, spare = k * (k + 2.0), over = k * (1.0 + 2.0 * h * (k - 1.0) / spare);
    const double bent = s->cubes > 0.0 ? lcn_skew_square(s, c, V, x, parts, e, E, A) : T;
    /* as in the line of one contrast */
    return (lcn_wald){.F = T / over, .bent = bent / over, .df = spare / (3.0 * fmax(h, 1e-9))};
}

double lcn_wald_scaled(lcn_wald w, double q, double c)
{
    const double df = fmax(w.df, 1.0), t = lcn_bend(copysign(sqrt(w.F), c), w.shift, w.bend);
    const double F = (df + 0.5 * q - 1.0) * log1p(q * (q > 1.0 ? w.bent : t * t) / df) / q;
    return q > 1.0 ? F : copysign(F, t);
}
