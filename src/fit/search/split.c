/* SPDX-License-Identifier: BSD-3-Clause
 * Splitting modules along the direction of largest variance that their weights leave; see starts.h. All modules at
 * once, and several directions: the data are gone through once for all of them. What is p long holds a direction for
 * each module, what is k long a number.
 */
#include "fit/search/starts.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

enum {
    LANCZOS_STEPS = 24, /* a direction 1 % above the crowd of the noise is found from any beginning by so many */
    CLOSE_STEPS = 8,    /* of plain power: close variables are far above the noise */
    SEEDS = LCN_MEAN_COLUMNS /* of those: as many as one pass carries */
};

typedef struct splitter {
    const lcn_loadings *W;
    const lcn_mean *mean;
    lcn_grouped by;
    bool close;
    int64_t seeds;
    double *rest, *own;              /* p */
    double *y, *z;                   /* seeds × p */
    double *scratch;                 /* of the mean, (seeds + 1) p */
    double *basis;                   /* LANCZOS_STEPS × p: orthonormal within each module */
    double *diagonal, *beside;       /* LANCZOS_STEPS × k: each module's operator in its basis */
    double *small;                   /* LANCZOS_STEPS (LANCZOS_STEPS + 1), and lcn_eigh's scratch */
    double *d, *norm, *best, *lambda; /* k */
    double *left;                    /* seeds × k: variance along y */
    int64_t *first;                  /* seeds × k: the variable that power steps begin with, or -1 */
} splitter;

/* doubles of a splitter */
enum {
    PER_VARIABLE = 2 + 3 * SEEDS + 1 + LANCZOS_STEPS,
    PER_MODULE = 4 + 2 * SEEDS + 2 * LANCZOS_STEPS,
    SMALL = LANCZOS_STEPS * (LANCZOS_STEPS + 1)
};
int64_t lcn_split_scratch(int64_t p, int64_t k)
{
    return PER_VARIABLE * p + PER_MODULE * k + (k + 1) + SMALL + lcn_eigh_scratch(LANCZOS_STEPS);
}

static void lay_out(splitter *s, double *scratch, int64_t *index)
{
    const int64_t p = s->W->p, k = s->W->k;
    s->rest = scratch;
    s->own = s->rest + p;
    s->y = s->own + p;
    s->z = s->y + SEEDS * p;
    s->scratch = s->z + SEEDS * p;
    s->basis = s->scratch + (SEEDS + 1) * p;
    s->d = s->basis + LANCZOS_STEPS * p;
    s->norm = s->d + k;
    s->best = s->norm + k;
    s->lambda = s->best + k;
    s->left = s->lambda + k;
    s->diagonal = s->left + SEEDS * k;
    s->beside = s->diagonal + LANCZOS_STEPS * k;
    s->small = s->beside + LANCZOS_STEPS * k;
    s->first = (int64_t *)(s->small + SMALL + lcn_eigh_scratch(LANCZOS_STEPS));
    s->by = (lcn_grouped){.k = k, .module = s->W->module, .index = index, .start = s->first + SEEDS * k};
    lcn_group_variables(&s->by, p);
}

/* ---- sums by module ---- */

/* to_j = sum over module j of x y */
static void dots(const splitter *s, double *to, const double *x, const double *y)
{
    for (int64_t j = 0; j < s->by.k; j++) {
        double sum = 0.0;
        for (int64_t i = s->by.start[j]; i < s->by.start[j + 1]; i++) sum += x[s->by.index[i]] * y[s->by.index[i]];
        to[j] = sum;
    }
}

/* to unit norm where there is one */
static void normalise(const splitter *s, double *y)
{
    dots(s, s->norm, y, y);
    for (int64_t r = 0; r < s->W->p; r++) {
        const int32_t j = s->W->module[r];
        if (j >= 0 && s->norm[j] > 0.0) y[r] /= sqrt(s->norm[j]);
    }
}

/* y <- y - x (x'y), for x of unit norm in each module; x'y is left in s->d */
static void take_out(const splitter *s, double *y, const double *x)
{
    dots(s, s->d, x, y);
    for (int64_t r = 0; r < s->W->p; r++)
        if (s->W->module[r] >= 0) y[r] -= s->d[s->W->module[r]] * x[r];
}

/* y <- y - w (w'y), then unit norm */
static void deflate(const splitter *s, double *y)
{
    take_out(s, y, s->W->weight);
    normalise(s, y);
}

/* ---- directions ---- */

/* Residual variance of each variable, given the weights of its module: what they leave unexplained. */
static void unexplained(const splitter *s, double *rest, const double *Kw)
{
    for (int64_t r = 0; r < s->W->p; r++) {
        const double w = s->W->weight[r];
        const int32_t j = s->W->module[r];
        rest[r] = j < 0 ? -INFINITY : s->mean->variance[r] - 2.0 * w * Kw[r] + w * w * s->lambda[j];
    }
}

/* The variable of each module that is explained least is out from here on. */
static void take_least_explained(const splitter *s, int64_t *first)
{
    for (int64_t j = 0; j < s->by.k; j++) first[j] = -1;
    for (int64_t r = 0; r < s->W->p; r++) {
        if (s->rest[r] == -INFINITY) continue;
        int64_t *at = &first[s->W->module[r]];
        if (*at < 0 || s->rest[r] > s->rest[*at]) *at = r;
    }
    for (int64_t j = 0; j < s->by.k; j++)
        if (first[j] >= 0) s->rest[first[j]] = -INFINITY;
}

/* What is below half of the largest goes: the direction stays with variables that hold together closely. */
static void keep_close(const splitter *s, double *y)
{
    double *top = s->d;
    for (int64_t j = 0; j < s->by.k; j++) top[j] = 0.0;
    for (int64_t r = 0; r < s->W->p; r++)
        if (s->W->module[r] >= 0) top[s->W->module[r]] = fmax(top[s->W->module[r]], y[r]);
    for (int64_t r = 0; r < s->W->p; r++)
        if (s->W->module[r] >= 0 && y[r] < 0.5 * top[s->W->module[r]]) y[r] = 0.0;
}

/* y: the columns of the mean that belong to the first variables, close: without what these have for themselves */
static void begin_directions(const splitter *s)
{
    const int64_t p = s->W->p, k = s->by.k;
    memset(s->z, 0, (size_t)(s->seeds * p) * sizeof *s->z);
    for (int64_t e = 0; e < s->seeds * k; e++)
        if (s->first[e] >= 0) s->z[e / k * p + s->first[e]] = 1.0;
    lcn_mean_apply_within(s->mean, s->y, s->z, &s->by, s->seeds, s->scratch);
    for (int64_t e = 0; s->close && e < s->seeds * k; e++)
        if (s->first[e] >= 0) s->y[e / k * p + s->first[e]] -= s->own[s->first[e]];
}

/* Few variables that hold together closely: power steps from the first variables of every module, on what variables
 * share, not what they are, with what is far below the largest left out each time. */
static void close_directions(const splitter *s)
{
    const int64_t p = s->W->p;
    for (int step = 0; step < CLOSE_STEPS; step++) {
        for (int64_t c = 0; c < s->seeds; c++) {
            deflate(s, s->y + c * p);
            keep_close(s, s->y + c * p);
            normalise(s, s->y + c * p);
        }
        lcn_mean_apply_within(s->mean, s->z, s->y, &s->by, s->seeds, s->scratch);
        for (int64_t c = 0; c < s->seeds; c++) {
            double *y = s->y + c * p, *z = s->z + c * p;
            for (int64_t r = 0; r < p; r++)
                if (s->W->module[r] >= 0) z[r] -= s->own[r] * y[r];
            dots(s, s->left + c * s->by.k, y, z);
            memcpy(y, z, (size_t)p * sizeof *y);
        }
    }
    for (int64_t c = 0; c < s->seeds; c++) {
        deflate(s, s->y + c * p);
        keep_close(s, s->y + c * p);
    }
}

/* q <- y / |y| in each module; nothing where y is rounding beside what it was taken from: the basis is whole there. */
static void add_to_basis(const splitter *s, double *q, const double *y, double *length)
{
    dots(s, s->norm, y, y);
    for (int64_t j = 0; j < s->by.k; j++)
        length[j] = s->norm[j] > 0x1p-80 * s->lambda[j] * s->lambda[j] ? sqrt(s->norm[j]) : 0.0;
    for (int64_t r = 0; r < s->W->p; r++) {
        const int32_t j = s->W->module[r];
        q[r] = j >= 0 && length[j] > 0.0 ? y[r] / length[j] : 0.0;
    }
}

/* y <- the Ritz vector of largest variance in module j's basis, s->left that variance. */
static void compose_widest(const splitter *s, int64_t j)
{
    enum { m = LANCZOS_STEPS };
    const int64_t k = s->by.k, p = s->W->p;
    double *T = s->small, *value = T + m * m;
    memset(T, 0, (size_t)(m * m) * sizeof *T);
    for (int64_t t = 0; t < m; t++) T[t * m + t] = s->diagonal[t * k + j];
    for (int64_t t = 0; t + 1 < m; t++) T[t * m + t + 1] = T[(t + 1) * m + t] = s->beside[t * k + j];
    s->left[j] = lcn_eigh(m, T, value, value + m) < 0 ? 0.0 : value[0];
    for (int64_t i = s->by.start[j]; i < s->by.start[j + 1]; i++) {
        const int64_t r = s->by.index[i];
        s->y[r] = 0.0;
        for (int64_t t = 0; t < m; t++) s->y[r] += T[t] * s->basis[t * p + r];
    }
}

/* The direction of largest variance that the weights leave in each module, by Lanczos' steps in all modules at once.
 * Where two modules are one by mistake it stands out of the noise's crowd of variances by a few parts in a hundred:
 * power steps would end anywhere in the crowd. */
static void widest_directions(const splitter *s)
{
    const int64_t p = s->W->p, k = s->by.k;
    take_out(s, s->y, s->W->weight);
    add_to_basis(s, s->basis, s->y, s->norm);
    for (int64_t t = 0; t < LANCZOS_STEPS; t++) {
        const double *q = s->basis + t * p;
        lcn_mean_apply_within(s->mean, s->z, q, &s->by, 1, s->scratch);
        take_out(s, s->z, s->W->weight);
        dots(s, s->diagonal + t * k, q, s->z);
        for (int64_t i = 0; i <= t; i++) take_out(s, s->z, s->basis + i * p);
        if (t + 1 < LANCZOS_STEPS) add_to_basis(s, s->basis + (t + 1) * p, s->z, s->beside + t * k);
    }
    for (int64_t j = 0; j < k; j++) compose_widest(s, j);
}

/* ---- sides ---- */

/* The sides of the modules whose direction leaves more than those before, and parts them. */
static void choose_sides(const splitter *s, const double *y, const double *left, int8_t *side)
{
    const int64_t least = 1 + s->close;
    for (int64_t j = 0; j < s->by.k; j++) {
        const int64_t *index = s->by.index + s->by.start[j], m = s->by.start[j + 1] - s->by.start[j];
        int64_t above = 0;
        for (int64_t i = 0; i < m; i++) above += y[index[i]] > 0.0;
        if (!(left[j] > s->best[j]) || above < least || above == m) continue;
        s->best[j] = left[j];
        for (int64_t i = 0; i < m; i++) side[index[i]] = y[index[i]] > 0.0 ? 1 : -1;
    }
}

void lcn_split(const lcn_loadings *W, const lcn_mean *mean, bool close, int8_t *side, double *ratio, double *scratch,
               int64_t *index)
{
    splitter s = {.W = W, .mean = mean, .close = close, .seeds = close ? SEEDS : 1};
    const int64_t p = W->p, k = W->k;
    lay_out(&s, scratch, index);
    memset(side, 0, (size_t)p * sizeof *side);
    memset(s.best, 0, (size_t)k * sizeof *s.best);
    lcn_mean_apply_within(mean, s.z, W->weight, &s.by, 1, s.scratch);
    dots(&s, s.lambda, W->weight, s.z); /* variances of the modules themselves */
    unexplained(&s, s.own, s.z);
    memcpy(s.rest, s.own, (size_t)p * sizeof *s.rest);
    for (int64_t c = 0; c < s.seeds; c++) take_least_explained(&s, s.first + c * k);
    begin_directions(&s);
    (close ? close_directions : widest_directions)(&s);
    for (int64_t c = 0; c < s.seeds; c++) choose_sides(&s, s.y + c * p, s.left + c * k, side);
    for (int64_t j = 0; j < k; j++) ratio[j] = s.lambda[j] > 0.0 ? s.best[j] / s.lambda[j] : 0.0;
}
