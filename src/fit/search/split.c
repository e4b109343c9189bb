/* SPDX-License-Identifier: BSD-3-Clause
 * Splitting modules along the direction of largest variance that their weights leave; see starts.h. All modules at
 * once: what is p long holds a direction for each module, what is k long a number.
 */
#include "fit/search/starts.h"

#include <math.h>
#include <string.h>

enum { POWER_STEPS = 8, SEEDS = 4, PER_VARIABLE = 6, PER_MODULE = 7 };

typedef struct splitter {
    const lcn_loadings *W;
    const lcn_mean *mean;
    lcn_grouped by;
    bool close;
    double *y, *z, *rest, *own, *scratch; /* p, the last 2 p */
    double *d, *norm, *left, *best, *lambda; /* k */
    int64_t *first, *above;                  /* k: the variable that power steps begin with, or -1 */
} splitter;

int64_t lcn_split_scratch(int64_t p, int64_t k) { return PER_VARIABLE * p + PER_MODULE * k + (k + 1); }

static void lay_out(splitter *s, double *scratch, int64_t *index)
{
    const int64_t p = s->W->p, k = s->W->k;
    double **by_variable[] = {&s->y, &s->z, &s->rest, &s->own, &s->scratch};
    double **by_module[] = {&s->d, &s->norm, &s->left, &s->best, &s->lambda};
    double *at = scratch;
    for (int i = 0; i < 5; i++, at += p) *by_variable[i] = at;
    at += p;
    for (int i = 0; i < 5; i++, at += k) *by_module[i] = at;
    s->first = (int64_t *)at;
    s->above = s->first + k;
    s->by = (lcn_grouped){.k = k, .module = s->W->module, .index = index, .start = s->above + k};
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

/* y <- y - w (w'y), then unit norm */
static void deflate(const splitter *s, double *y)
{
    dots(s, s->d, s->W->weight, y);
    for (int64_t r = 0; r < s->W->p; r++)
        if (s->W->module[r] >= 0) y[r] -= s->d[s->W->module[r]] * s->W->weight[r];
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
static void take_least_explained(const splitter *s)
{
    for (int64_t j = 0; j < s->by.k; j++) s->first[j] = -1;
    for (int64_t r = 0; r < s->W->p; r++) {
        if (s->rest[r] == -INFINITY) continue;
        int64_t *at = &s->first[s->W->module[r]];
        if (*at < 0 || s->rest[r] > s->rest[*at]) *at = r;
    }
    for (int64_t j = 0; j < s->by.k; j++)
        if (s->first[j] >= 0) s->rest[s->first[j]] = -INFINITY;
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

/* Power steps on what the weights leave, from the first variables; left becomes the variance along y. */
static void leave_directions(const splitter *s)
{
    const int64_t p = s->W->p;
    double *y = s->y, *z = s->z;
    memset(z, 0, (size_t)p * sizeof *z);
    for (int64_t j = 0; j < s->by.k; j++)
        if (s->first[j] >= 0) z[s->first[j]] = 1.0;
    lcn_mean_apply_within(s->mean, y, z, &s->by, s->scratch);
    for (int64_t j = 0; s->close && j < s->by.k; j++)
        if (s->first[j] >= 0) y[s->first[j]] -= s->own[s->first[j]];
    for (int step = 0; step < POWER_STEPS; step++) {
        deflate(s, y);
        if (s->close) {
            keep_close(s, y);
            normalise(s, y);
        }
        lcn_mean_apply_within(s->mean, z, y, &s->by, s->scratch);
        for (int64_t r = 0; s->close && r < p; r++)
            if (s->W->module[r] >= 0) z[r] -= s->own[r] * y[r]; /* what variables share, not what they are */
        dots(s, s->left, y, z);
        memcpy(y, z, (size_t)p * sizeof *y);
    }
    deflate(s, y);
    if (s->close) keep_close(s, y);
}

/* ---- sides ---- */

/* The sides of the modules whose direction leaves more than those before, and cuts them. */
static void choose_sides(const splitter *s, int8_t *side)
{
    const int64_t least = 1 + s->close;
    for (int64_t j = 0; j < s->by.k; j++) {
        const int64_t *index = s->by.index + s->by.start[j], m = s->by.start[j + 1] - s->by.start[j];
        s->above[j] = 0;
        for (int64_t i = 0; i < m; i++) s->above[j] += s->y[index[i]] > 0.0;
        if (!(s->left[j] > s->best[j]) || s->above[j] < least || s->above[j] == m) continue;
        s->best[j] = s->left[j];
        for (int64_t i = 0; i < m; i++) side[index[i]] = s->y[index[i]] > 0.0 ? 1 : -1;
    }
}

void lcn_split(const lcn_loadings *W, const lcn_mean *mean, bool close, int8_t *side, double *ratio, double *scratch,
               int64_t *index)
{
    splitter s = {.W = W, .mean = mean, .close = close};
    lay_out(&s, scratch, index);
    memset(side, 0, (size_t)W->p * sizeof *side);
    memset(s.best, 0, (size_t)W->k * sizeof *s.best);
    lcn_mean_apply_within(mean, s.z, W->weight, &s.by, s.scratch);
    dots(&s, s.lambda, W->weight, s.z); /* variances of the modules themselves */
    unexplained(&s, s.own, s.z);
    memcpy(s.rest, s.own, (size_t)W->p * sizeof *s.rest);
    for (int seed = 0; seed < (close ? SEEDS : 1); seed++) {
        take_least_explained(&s);
        leave_directions(&s);
        choose_sides(&s, side);
    }
    for (int64_t j = 0; j < W->k; j++) ratio[j] = s.lambda[j] > 0.0 ? s.best[j] / s.lambda[j] : 0.0;
}
