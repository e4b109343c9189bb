/* SPDX-License-Identifier: BSD-3-Clause
 * FindOneFactorClusters (Kummerfeld & Ramsey 2016): disjoint clusters of variables with one common
 * cause each, found by tests of vanishing tetrads; how many, the method says. Correlations here,
 * tests in fofc_wishart.c and fofc_delta.c, clusters in fofc_grow.c; the loadings of a cluster are
 * those of a factor analysis with one factor (factor.c).
 */
#include "baselines/fofc.h"
#include "fit/fit.h"

#include <math.h>
#include <string.h>

/* Level at which a correlation must differ from 0 for its variables to share a triple: two-sided,
 * by Fisher's z. With levels from .097 to .1015 all reference answers come out, with others not
 * all. */
static const double CORRELATED = 0.1;
static const double TOL = 1e-10; /* change of a loading in a sweep */
enum { LEAST_VARIABLES = 4, LEAST_ROWS = 5 };

static lacon_status check(lacon_ctx *ctx, const lcn_pooled *job, const lacon_data *data)
{
    const lacon_baseline_options *o = job->options;
    LCN_FAIL_IF(!(o->alpha > 0 && o->alpha < 1), LACON_E_ARGUMENT,
                "fofc: alpha must lie between 0 and 1");
    LCN_FAIL_IF(o->k < 0, LACON_E_ARGUMENT, "fofc: k is %lld; 0 keeps all clusters",
                (long long)o->k);
    LCN_FAIL_IF(job->p < LEAST_VARIABLES, LACON_E_DATA,
                "fofc needs %d variables, a tetrad has so many: there are %lld", LEAST_VARIABLES,
                (long long)job->p);
    LCN_FAIL_IF(job->n < LEAST_ROWS, LACON_E_DATA,
                "fofc needs %d rows for its tests: there are %lld", LEAST_ROWS, (long long)job->n);
    for (int64_t r = 0; r < job->p; r++)
        LCN_FAIL_IF(!(job->K[r * job->p + r] > 0), LACON_E_DATA,
                    "fofc: variable '%s' has no variance; leave it out (" LCN_OPTION "ignore)",
                    data->names ? data->names[r] : data->default_names[r]);
    for (int64_t c = 0; c < data->n_classes && o->test == LACON_TETRAD_BOLLEN_TING; c++)
        LCN_FAIL_IF(
            data->classes[c].kind == LCN_COV, LACON_E_DATA,
            "fofc: the Bollen-Ting test needs rows: class '%s' has only its covariance; the "
            "Wishart test does without",
            data->classes[c].label);
    return LACON_OK;
}

/* R padded with NaN, sd_r = sqrt K_rr. A correlation is held to [-1, 1]: rounding. */
static void correlations(double *R, double *sd, const lcn_pooled *job, int64_t ld)
{
    const int64_t p = job->p;
    for (int64_t r = 0; r < p; r++) sd[r] = sqrt(job->K[r * p + r]);
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < ld; s++)
            R[r * ld + s] =
                s < p && s != r ? fmax(-1, fmin(1, job->K[r * p + s] / (sd[r] * sd[s]))) : NAN;
}

static lacon_status clusters(lacon_ctx *ctx, int32_t *label, int64_t *k, lcn_triples *pure,
                             const lcn_tetrads *t, const lcn_pooled *job, const lacon_data *data,
                             const double *sd)
{
    LCN_TRY(job->options->test == LACON_TETRAD_BOLLEN_TING ? lcn_pure_delta(ctx, pure, t, data, sd)
                                                           : lcn_pure_wishart(ctx, pure, t));
    lcn_triples_complete(pure);
    LCN_TRY(job->options->variant == LACON_FOFC_SAG ? lcn_seed_and_grow(ctx, label, k, pure)
                                                    : lcn_grow_and_pick(ctx, label, k, pure));
    LCN_FAIL_IF(*k == 0, LACON_E_DATA,
                "fofc found no cluster: no three variables are correlated and pure at alpha %g; "
                "a smaller alpha calls more of them pure",
                job->options->alpha);
    return LACON_OK;
}

lacon_status lcn_fofc(lacon_ctx *ctx, int32_t *label, int64_t *k, const lcn_pooled *job,
                      const lacon_data *data)
{
    const int64_t p = job->p, wanted = job->options->k;
    lcn_triples pure = {.p = p, .words = (p + 63) / 64};
    lcn_tetrads t = {.p = p, .n = job->n, .alpha = job->options->alpha};
    lacon_status status = LACON_E_MEMORY;
    LCN_TRY(check(ctx, job, data));
    /* |atanh r| sqrt(n - 3) at the quantile of the level on two sides */
    t.least = tanh(sqrt(2 * lcn_membership_price(CORRELATED, 2) / (double)(job->n - 3)));
    t.ld = (p + LCN_FOFC_BLOCK - 1) / LCN_FOFC_BLOCK * LCN_FOFC_BLOCK;
    double *R = lcn_alloc(ctx, (size_t)p, (size_t)t.ld * sizeof *R);
    double *sd = lcn_alloc(ctx, (size_t)p, sizeof *sd);
    pure.bits = lcn_alloc(ctx, (size_t)(p * p), (size_t)pure.words * sizeof *pure.bits);
    if (!R || !sd || !pure.bits) goto done;
    correlations(R, sd, job, t.ld);
    t.R = R;
    LCN_GOTO(clusters(ctx, label, k, &pure, &t, job, data, sd));
    for (int64_t r = 0; r < p; r++) /* the largest come first */
        if (wanted && label[r] >= wanted) label[r] = -1;
    if (wanted && *k > wanted) *k = wanted;
done:
    lcn_free(&ctx->allocator, R);
    lcn_free(&ctx->allocator, sd);
    lcn_free(&ctx->allocator, pure.bits);
    return status;
}

/* ---- loadings ---- */

typedef struct one_factor {
    int64_t m;
    double *r;      /* m × m correlations */
    double *load;   /* m, of the scaled variables */
    double *sd;     /* m */
    int64_t *index; /* m: which variables */
} one_factor;

/* To begin with: the square root of the mean absolute correlation, signs as with the variable that
 * correlates most. */
static void begin(one_factor *f)
{
    const int64_t m = f->m;
    int64_t best = 0;
    for (int64_t a = 0; a < m; a++) {
        double sum = 0;
        for (int64_t b = 0; b < m; b++) sum += a == b ? 0 : fabs(f->r[a * m + b]);
        f->load[a] = sqrt(sum / (double)(m - 1));
        if (f->load[a] > f->load[best]) best = a;
    }
    for (int64_t a = 0; a < m; a++)
        if (a != best && f->r[a * m + best] < 0) f->load[a] = -f->load[a];
}

/* Least squares of the correlations, sum (r_ab - l_a l_b)² over a < b with |l| <= 1 (minimum
 * residuals, Harman & Jones 1966): the loadings are optimised one at a time. The bound is Heywood's case.
 */
static lacon_status sweep(one_factor *f, double tol, int64_t max_iter)
{
    const int64_t m = f->m;
    double squares = 0;
    for (int64_t a = 0; a < m; a++) squares += f->load[a] * f->load[a];
    for (int64_t i = 0; i < max_iter; i++) {
        double most = 0;
        for (int64_t a = 0; a < m; a++) {
            const double old = f->load[a], others = squares - old * old;
            const double all = lcn_dot(m, f->r + a * m, f->load) - f->r[a * m + a] * old;
            const double now = others > 0 ? fmax(-1, fmin(1, all / others)) : 0;
            f->load[a] = now;
            squares = others + now * now;
            most = fmax(most, fabs(now - old));
        }
        if (most < tol) return LACON_OK;
    }
    return LACON_W_NOT_CONVERGED;
}

static lacon_status column(const lcn_pooled *job, int64_t j, one_factor *f)
{
    const int64_t p = job->p, m = f->m;
    const lacon_baseline_options *o = job->options;
    for (int64_t a = 0; a < m; a++) f->sd[a] = sqrt(job->K[f->index[a] * p + f->index[a]]);
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++)
            f->r[a * m + b] = job->K[f->index[a] * p + f->index[b]] / (f->sd[a] * f->sd[b]);
    begin(f);
    const lacon_status status = sweep(f, o->tol > 0 ? o->tol : TOL, o->max_iter);
    for (int64_t a = 0; a < m; a++) job->loadings[f->index[a] * o->k + j] = f->load[a] * f->sd[a];
    return status;
}

lacon_status lcn_factor_loadings(lacon_ctx *ctx, const lcn_pooled *job, const int32_t *label)
{
    const int64_t p = job->p;
    lacon_status status = LACON_OK;
    one_factor f = {.index = lcn_alloc(ctx, (size_t)p, sizeof *f.index)};
    f.r = lcn_alloc(ctx, (size_t)(p * p + 2 * p), sizeof *f.r);
    if (f.r == NULL || f.index == NULL) status = LACON_E_MEMORY;
    for (int64_t j = 0; j < job->options->k && status >= 0; j++) {
        f.m = 0;
        for (int64_t r = 0; r < p; r++)
            if (label[r] == j) f.index[f.m++] = r;
        f.load = f.r + f.m * f.m;
        f.sd = f.load + f.m;
        if (column(job, j, &f) != LACON_OK) status = LACON_W_NOT_CONVERGED;
    }
    lcn_free(&ctx->allocator, f.index);
    lcn_free(&ctx->allocator, f.r);
    return status;
}
