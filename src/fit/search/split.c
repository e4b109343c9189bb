/* SPDX-License-Identifier: BSD-3-Clause
 * Splitting modules along the direction of largest variance that their weights leave; see starts.h. All modules at
 * once: the data are gone through once for all of them. What is p long holds a direction for each module, what is k
 * long a number.
 */
#include "fit/search/starts.h"
#include "la/la.h"
#include "util/instruction_sets.h"
#include "util/pieces.h"

#include <math.h>
#include <string.h>

enum { STEPS = 24 }; /* of Lanczos: a direction 1 % above the crowd of the noise is found from any beginning */

typedef struct splitter {
    lcn_work *work;
    lcn_point *x; /* where products are made */
    const lcn_loadings *W;
    const lcn_mean *mean;
    double *z, *q, *masked;    /* p: a product, and the direction it is of */
    double *basis;             /* p × STEPS: directions so far, orthonormal within each module, then zeros */
    double *along;             /* k × STEPS of each piece: parts of z along them */
    double *diagonal, *beside; /* STEPS × k: each module's operator in its basis */
    double *small;             /* STEPS (STEPS + 1), and lcn_eigh's scratch */
    double *sum, *lambda;      /* k: of the last dots; variances of the modules themselves */
} splitter;

enum { PER_VARIABLE = 3 + STEPS, PER_MODULE = (2 + LCN_FEW_PIECES) * STEPS + 2 }; /* as laid out below */
enum { SMALL = STEPS * (STEPS + 1) };                                              /* likewise */
int64_t lcn_split_scratch(int64_t p, int64_t k)
{
    return PER_VARIABLE * p + PER_MODULE * k + SMALL + lcn_eigh_scratch(STEPS);
}

static void lay_out(splitter *s, double *scratch)
{
    const int64_t p = s->W->p, k = s->W->k;
    s->z = scratch;
    s->q = s->z + p;
    s->masked = s->q + p;
    s->basis = s->masked + p;
    s->along = s->basis + STEPS * p;
    s->diagonal = s->along + LCN_FEW_PIECES * STEPS * k;
    s->beside = s->diagonal + STEPS * k;
    s->sum = s->beside + STEPS * k;
    s->lambda = s->sum + k;
    s->small = s->lambda + k;
}

/* z_r = sum over the variables s in the module of r of mean_rs y_s, zero for the unassigned: a look at the data, whose
 * weights are y, where the mean is not at hand. */
static void apply_within(const splitter *s, double *z, const double *y)
{
    const lcn_loadings *W = s->W;
    if (s->mean->K) {
        lcn_mean_apply_within(s->mean, z, y, W->module, W->k, s->masked);
        return;
    }
    memcpy(s->x->W.weight, y, (size_t)W->p * sizeof *y);
    lcn_evaluate(s->work, s->x, LCN_POWER);
    for (int64_t r = 0; r < W->p; r++) z[r] = W->module[r] < 0 ? 0.0 : s->x->F[W->module[r] * s->work->pp + r];
}

/* to_j = sum over module j of x y */
static void dots(const splitter *s, double *to, const double *x, const double *y)
{
    memset(to, 0, (size_t)s->W->k * sizeof *to);
    for (int64_t r = 0; r < s->W->p; r++)
        if (s->W->module[r] >= 0) to[s->W->module[r]] += x[r] * y[r];
}

/* y <- y - x (x'y), for x of unit norm in each module */
static void take_out(const splitter *s, double *y, const double *x)
{
    dots(s, s->sum, x, y);
    for (int64_t r = 0; r < s->W->p; r++)
        if (s->W->module[r] >= 0) y[r] -= s->sum[s->W->module[r]] * x[r];
}

/* along (k × STEPS, of a piece): sums over its variables of basis × z */
LCN_CLONES static void look_along(void *user, int64_t piece, int64_t from, int64_t to)
{
    const splitter *s = user;
    const lcn_loadings *W = s->W;
    double *along = s->along + piece * W->k * STEPS;
    memset(along, 0, (size_t)(W->k * STEPS) * sizeof *along);
    for (int64_t r = from; r < to; r++)
        for (int t = 0; W->module[r] >= 0 && t < STEPS; t++)
            along[W->module[r] * STEPS + t] += s->basis[r * STEPS + t] * s->z[r];
}

LCN_CLONES static void take_along(void *user, int64_t piece, int64_t from, int64_t to)
{
    const splitter *s = user;
    const lcn_loadings *W = s->W;
    (void)piece;
    for (int64_t r = from; r < to; r++)
        if (W->module[r] >= 0)
            s->z[r] -= lcn_short_dot(s->basis + r * STEPS, s->along + W->module[r] * STEPS, STEPS);
}

/* z <- z without what lies along the directions so far, of each module its own: all parts in one look at them, and
 * taken out in another. */
static void take_out_all(splitter *s)
{
    const int64_t size = s->W->k * STEPS;
    lcn_each_few(s->work->threads, s->W->p, look_along, s);
    lcn_sum_parts(1, s->along, s->along, lcn_few_pieces(s->W->p), size, size);
    lcn_each_few(s->work->threads, s->W->p, take_along, s);
}

/* y: of each module the variable of which its weights explain least */
static void begin(const splitter *s, double *y, const double *Kw)
{
    const lcn_loadings *W = s->W;
    for (int64_t j = 0; j < W->k; j++) s->sum[j] = -INFINITY;
    memset(y, 0, (size_t)W->p * sizeof *y);
    for (int64_t pass = 0; pass < 2; pass++)
        for (int64_t r = 0; r < W->p; r++) {
            const int32_t j = W->module[r];
            if (j < 0) continue;
            const double w = W->weight[r], rest = s->mean->variance[r] - 2.0 * w * Kw[r] + w * w * s->lambda[j];
            if (pass == 0) s->sum[j] = fmax(s->sum[j], rest);
            else if (rest == s->sum[j]) y[r] = 1.0, s->sum[j] = INFINITY;
        }
}

/* q <- y / |y| in each module, the direction number t; nothing where y is rounding beside `scale`: the basis is whole
 * there. */
static void add_to_basis(const splitter *s, int64_t t, const double *y, const double *scale, double *length)
{
    dots(s, s->sum, y, y);
    for (int64_t j = 0; j < s->W->k; j++)
        length[j] = s->sum[j] > 0x1p-40 * scale[j] * scale[j] ? sqrt(s->sum[j]) : 0.0;
    for (int64_t r = 0; r < s->W->p; r++) {
        const int32_t j = s->W->module[r];
        s->q[r] = s->basis[r * STEPS + t] = j >= 0 && length[j] > 0.0 ? y[r] / length[j] : 0.0;
    }
}

/* The Ritz vector of largest variance in module j's basis, into y; returns that variance. */
static double compose_widest(const splitter *s, int64_t j, double *y)
{
    const int64_t k = s->W->k, p = s->W->p;
    double *T = s->small, *value = T + STEPS * STEPS;
    memset(T, 0, (size_t)(STEPS * STEPS) * sizeof *T);
    for (int64_t t = 0; t < STEPS; t++) T[t * STEPS + t] = s->diagonal[t * k + j];
    for (int64_t t = 0; t + 1 < STEPS; t++) T[t * STEPS + t + 1] = T[(t + 1) * STEPS + t] = s->beside[t * k + j];
    if (lcn_eigh(STEPS, T, value, value + STEPS) < 0) return 0.0;
    for (int64_t r = 0; r < p; r++) {
        if (s->W->module[r] != j) continue;
        y[r] = 0.0;
        for (int64_t t = 0; t < STEPS; t++) y[r] += T[t] * s->basis[r * STEPS + t];
    }
    return value[0];
}

/* A basis of the directions that the weights leave, by Lanczos' steps in all modules at once. Where two modules are one
 * by mistake the widest stands out of the noise's crowd of variances by a few parts in a hundred: power steps would end
 * anywhere in the crowd. */
static void widest_directions(splitter *s)
{
    const int64_t k = s->W->k;
    for (int64_t t = 0; t < STEPS; t++) {
        apply_within(s, s->z, s->q);
        take_out(s, s->z, s->W->weight);
        dots(s, s->diagonal + t * k, s->q, s->z);
        for (int i = 0; i < 2; i++) take_out_all(s); /* twice: where the basis is whole nearly all is taken out */
        if (t + 1 < STEPS) add_to_basis(s, t + 1, s->z, s->lambda, s->beside + t * k);
    }
}

/* By the directions in z; none where all would be on one. */
static void choose_sides(const splitter *s, int8_t *side, double *ratio)
{
    const lcn_loadings *W = s->W;
    double *above = s->sum, *below = s->diagonal;
    for (int64_t j = 0; j < W->k; j++) above[j] = below[j] = 0.0;
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) (s->z[r] > 0.0 ? above : below)[W->module[r]]++;
    for (int64_t j = 0; j < W->k; j++)
        if (above[j] == 0.0 || below[j] == 0.0) ratio[j] = 0.0;
    for (int64_t r = 0; r < W->p; r++)
        side[r] = W->module[r] < 0 || !(ratio[W->module[r]] > 0.0) ? 0 : s->z[r] > 0.0 ? 1 : -1;
}

void lcn_split(lcn_work *work, lcn_point *x, const lcn_loadings *W, const lcn_mean *mean, int8_t *side, double *ratio,
               double *scratch)
{
    splitter s = {.work = work, .x = x, .W = W, .mean = mean};
    lay_out(&s, scratch);
    lcn_loadings_copy(&x->W, W);
    apply_within(&s, s.z, W->weight);
    dots(&s, s.lambda, W->weight, s.z);
    begin(&s, s.q, s.z);
    take_out(&s, s.q, W->weight);
    for (int64_t j = 0; j < W->k; j++) ratio[j] = 1.0; /* of unit length before */
    memset(s.basis, 0, (size_t)(W->p * STEPS) * sizeof *s.basis);
    add_to_basis(&s, 0, s.q, ratio, s.beside);
    widest_directions(&s);
    for (int64_t j = 0; j < W->k; j++) {
        const double left = compose_widest(&s, j, s.z);
        ratio[j] = s.lambda[j] > 0.0 && left > 0.0 ? left / s.lambda[j] : 0.0;
    }
    choose_sides(&s, side, ratio);
}

int64_t lcn_next_cut(double *ratio, int64_t k)
{
    int64_t at = 0;
    for (int64_t j = 1; j < k; j++)
        if (ratio[j] > ratio[at]) at = j;
    if (!(ratio[at] > 0.0)) return -1;
    ratio[at] = 0.0;
    return at;
}

void lcn_cut(lcn_loadings *to, const lcn_loadings *W, int64_t cut, const int8_t *side)
{
    for (int64_t r = 0; r < W->p; r++) {
        to->module[r] = W->module[r] == cut && side[r] > 0 ? (int32_t)W->k : W->module[r];
        to->weight[r] = W->weight[r];
    }
    to->spread2 = W->spread2;
    lcn_loadings_normalise(to);
}
