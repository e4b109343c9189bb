/* SPDX-License-Identifier: BSD-3-Clause
 * Factor analysis by maximum likelihood, K ~ L L' + diag(psi). It gives two results: loadings rotated
 * by varimax, for modules, and the covariance L L' + diag(psi) itself. For a given psi the best L
 * is known (Jöreskog 1967): with e_j, v_j the leading eigenpairs of psi^-½ K psi^-½,
 *     L = psi^½ v_j sqrt(e_j - 1),   2 loglik = -sum_r (log psi_r + K_rr / psi_r) - sum_j (log e_j - e_j + 1),
 * so the search is over x = log psi alone, by limited-memory BFGS; the gradient of -2 loglik is
 * 1 + (|L_r|² - K_rr) / psi_r. The eigenpairs go on from those of the last psi (krylov.c): a few
 * products with K, or with the rows, per iteration.
 */
#include "baselines/baselines.h"
#include "baselines/krylov.h"
#include "fit/search/starts.h"

#include <math.h>
#include <string.h>

static const double TOL = 1e-8;    /* nats per row and variable an iteration must gain to go on */
static const double FLOOR = 1e-6;  /* of a variable's variance: psi is not allowed below (Heywood) */
static const double ANGLE = 1e-9;  /* varimax */
enum {
    MEMORY = 8,     /* pairs of the BFGS update */
    STEPS = 4,      /* of Krylov per iteration */
    FIRST = 4,      /* times as often at the start */
    HALVINGS = 12   /* of a step that does not gain */
};

typedef struct point {
    double *x, *g;   /* p: log psi, gradient of -2 loglik */
    double *V, *e;   /* p × width, width: eigenvectors and values */
    double value;    /* loglik per row without the constant */
} point;

typedef struct factor {
    int64_t p, k, width;
    const lcn_pooled *job;
    const lcn_single *caller;   /* who may want no more */
    double *own;                /* p: K_rr */
    point at, next;
    double *S, *Y;              /* MEMORY × p: steps and changes of the gradient */
    double rho[MEMORY];         /* 1 / s'y */
    int64_t pairs;              /* ever kept; the last MEMORY of them count */
    double *direction, *scale;  /* p; scale = psi^-½ of the current point */
    double *scaled, *scratch;   /* p × columns of a product; what lcn_pooled_apply needs */
    double *krylov;
} factor;

/* psi^-½ K psi^-½ V */
static void apply(const void *self, double *out, const double *V, int64_t m)
{
    const factor *f = self;
    for (int64_t r = 0; r < f->p; r++)
        for (int64_t j = 0; j < m; j++) f->scaled[r * m + j] = f->scale[r] * V[r * m + j];
    lcn_pooled_apply(f->job, out, f->scaled, m, f->scratch);
    for (int64_t r = 0; r < f->p; r++)
        for (int64_t j = 0; j < m; j++) out[r * m + j] *= f->scale[r];
}

/* Squared length of row r of L: psi_r sum_j v_rj² (e_j - 1) */
static double communality(const factor *f, const point *a, int64_t r)
{
    double sum = 0;
    for (int64_t j = 0; j < f->k; j++) {
        const double v = a->V[r * f->width + j];
        sum += v * v * fmax(a->e[j] - 1, 0);
    }
    return exp(a->x[r]) * sum;
}

/* Eigenpairs, value and gradient at a->x, from the eigenvectors in a->V. */
static lacon_status evaluate(factor *f, point *a, int times)
{
    const lcn_operator A = {.p = f->p, .apply = apply, .self = f};
    for (int64_t r = 0; r < f->p; r++) f->scale[r] = exp(-0.5 * a->x[r]);
    for (int i = 0; i < times; i++)
        LCN_TRY(lcn_krylov(&A, f->width, STEPS, a->V, a->e, f->krylov));
    a->value = 0;
    for (int64_t r = 0; r < f->p; r++) {
        const double psi = exp(a->x[r]);
        a->value -= a->x[r] + f->own[r] / psi;
        a->g[r] = 1 + (communality(f, a, r) - f->own[r]) / psi;
    }
    for (int64_t j = 0; j < f->k; j++)
        if (a->e[j] > 1) a->value -= log(a->e[j]) - a->e[j] + 1;
    a->value *= 0.5;
    return isfinite(a->value) ? LACON_OK : LACON_E_NUMERIC;
}

/* ---- the search ---- */

/* direction = -H g by the two loops of L-BFGS (Nocedal 1980); without pairs psi <- K_rr - |L_r|². */
static void head(factor *f)
{
    const int64_t p = f->p, last = f->pairs, first = last > MEMORY ? last - MEMORY : 0;
    double alpha[MEMORY], *q = f->direction;
    if (last == 0) {
        for (int64_t r = 0; r < p; r++) {
            const double left = fmax(f->own[r] - communality(f, &f->at, r), FLOOR * f->own[r]);
            q[r] = log(left) - f->at.x[r];
        }
        return;
    }
    memcpy(q, f->at.g, (size_t)p * sizeof *q);
    for (int64_t i = last; i-- > first;) {
        const double *s = f->S + i % MEMORY * p, *y = f->Y + i % MEMORY * p;
        alpha[i % MEMORY] = f->rho[i % MEMORY] * lcn_dot(p, s, q);
        for (int64_t r = 0; r < p; r++) q[r] -= alpha[i % MEMORY] * y[r];
    }
    const double *newest = f->Y + (last - 1) % MEMORY * p;
    const double size = 1 / (f->rho[(last - 1) % MEMORY] * lcn_dot(p, newest, newest));
    for (int64_t r = 0; r < p; r++) q[r] *= size;
    for (int64_t i = first; i < last; i++) {
        const double *s = f->S + i % MEMORY * p, *y = f->Y + i % MEMORY * p;
        const double beta = f->rho[i % MEMORY] * lcn_dot(p, y, q);
        for (int64_t r = 0; r < p; r++) q[r] += (alpha[i % MEMORY] - beta) * s[r];
    }
    for (int64_t r = 0; r < p; r++) q[r] = -q[r];
}

/* f->next at x + t direction, inside FLOOR K_rr <= psi <= K_rr */
static lacon_status walk(factor *f, double t)
{
    for (int64_t r = 0; r < f->p; r++) {
        const double high = log(f->own[r]), low = high + log(FLOOR);
        f->next.x[r] = fmin(fmax(f->at.x[r] + t * f->direction[r], low), high);
    }
    memcpy(f->next.V, f->at.V, (size_t)(f->p * f->width) * sizeof *f->at.V);
    return evaluate(f, &f->next, 1);
}

/* The pair of the step from at to next, where the curvature along it is positive. */
static void remember(factor *f)
{
    const int64_t p = f->p, i = f->pairs % MEMORY;
    double *s = f->S + i * p, *y = f->Y + i * p;
    for (int64_t r = 0; r < p; r++) {
        s[r] = f->next.x[r] - f->at.x[r];
        y[r] = f->next.g[r] - f->at.g[r];
    }
    const double sy = lcn_dot(p, s, y);
    if (!(sy > 1e-10 * lcn_dot(p, y, y))) return; /* curvature not told from rounding would spoil the next steps */
    f->rho[i] = 1 / sy;
    f->pairs++;
}

static lacon_status iterate(factor *f)
{
    const lacon_baseline_options *options = f->job->options;
    const double tol = (options->tol > 0 ? options->tol : TOL) * (double)f->p;
    LCN_TRY(evaluate(f, &f->at, FIRST));
    for (int64_t i = 0; i < options->max_iter; i++) {
        double t = 1;
        if (lcn_single_stopped(f->caller)) return LACON_E_CANCELLED;
        head(f);
        LCN_TRY(walk(f, t));
        for (int half = 0; half < HALVINGS && !(f->next.value > f->at.value); half++)
            LCN_TRY(walk(f, t /= 2));
        const double gain = f->next.value - f->at.value;
        const bool plain = f->pairs == 0;
        if (gain > 0) {
            remember(f);
            const point keep = f->at;
            f->at = f->next;
            f->next = keep;
        }
        if (gain > tol) continue;
        if (plain) return LACON_OK;
        f->pairs = 0; /* the plain step, which always gains unless at the top, must agree */
    }
    return LACON_W_NOT_CONVERGED;
}

/* ---- the two calls ---- */

/* Columns: some more than factors, because a block's last ones lag behind; products come in eights. */
static int64_t columns(int64_t p, int64_t k)
{
    const int64_t width = (k + 2 + 7) / 8 * 8;
    return width < p ? width : p;
}

/* Doubles of lay_out. */
static int64_t size_of(const lcn_pooled *job)
{
    const int64_t p = job->p, w = columns(p, job->options->k), most = lcn_krylov_columns(p, w, STEPS);
    return 7 * p + 2 * (p * w + w) + 2 * MEMORY * p + p * most + lcn_pooled_scratch(job, most) +
           lcn_krylov_scratch(p, w, STEPS);
}

static factor lay_out(const lcn_pooled *job, const lcn_single *caller, double *to)
{
    const int64_t p = job->p, k = job->options->k, w = columns(p, k),
                  most = lcn_krylov_columns(p, w, STEPS);
    factor own = {.p = p, .k = k, .width = w, .job = job, .caller = caller}, *f = &own;
    double **const parts[] = {&f->own,       &f->at.x,  &f->at.g, &f->next.x,
                              &f->next.g,    &f->direction, &f->scale};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++, to += p) *parts[i] = to;
    f->S = to;
    f->Y = f->S + MEMORY * p;
    f->at.V = f->Y + MEMORY * p;
    f->next.V = f->at.V + p * w;
    f->at.e = f->next.V + p * w;
    f->next.e = f->at.e + w;
    f->scaled = f->next.e + w;
    f->scratch = f->scaled + p * most;
    f->krylov = f->scratch + lcn_pooled_scratch(job, most);
    return own;
}

static void begin(factor *f)
{
    lcn_rng rng = lcn_rng_stream(f->job->options->seed, LCN_STREAM_BASELINE, 0);
    for (int64_t i = 0; i < f->p * f->width; i++) f->at.V[i] = lcn_rng_normal(&rng);
    lcn_pooled_variances(f->job, f->own);
    for (int64_t r = 0; r < f->p; r++) f->at.x[r] = log(f->own[r]);
}

/* The first variable without variance, or p. */
static int64_t constant(const factor *f)
{
    for (int64_t r = 0; r < f->p; r++)
        if (!(f->own[r] > 0)) return r;
    return f->p;
}

/* The maximum to f->at. */
static lacon_status maximise(factor *f)
{
    begin(f);
    return constant(f) < f->p ? LACON_E_DATA : iterate(f);
}

/* L: p × k */
static void write_loadings(const factor *f, double *L)
{
    for (int64_t r = 0; r < f->p; r++)
        for (int64_t j = 0; j < f->k; j++)
            L[r * f->k + j] = exp(0.5 * f->at.x[r]) * f->at.V[r * f->width + j] *
                              sqrt(fmax(f->at.e[j] - 1, 0));
}

static lacon_status reported(lacon_ctx *ctx, const factor *f, lacon_status status)
{
    LCN_FAIL_IF(status == LACON_E_DATA, status, "variable %lld has no variance",
                (long long)(constant(f) + 1));
    LCN_FAIL_IF(status == LACON_E_CANCELLED, status, "factor analysis: cancelled");
    LCN_FAIL_IF(status < 0, status, "factor analysis: the likelihood cannot be computed");
    return status;
}

lacon_status lcn_factor(lacon_ctx *ctx, const lcn_pooled *job)
{
    double *block = lcn_alloc(ctx, (size_t)size_of(job), sizeof *block);
    if (block == NULL) return LACON_E_MEMORY;
    atomic_bool stop = false;
    const lcn_single caller = {.asks = ctx, .stop = &stop};
    factor f = lay_out(job, &caller, block);
    const lacon_status status = reported(ctx, &f, maximise(&f));
    if (status >= 0) {
        write_loadings(&f, job->loadings);
        lcn_varimax_to(job->loadings, f.p, f.k, ANGLE);
    }
    lcn_free(&ctx->allocator, block);
    return status;
}

int64_t lcn_factor_scratch(int64_t p, const lacon_baseline_options *options)
{
    return size_of(&(lcn_pooled){.p = p, .options = options});
}

/* K <- L L' + diag(psi). A rotation of L would leave it as it is. */
lacon_status lcn_factor_covariance(const lcn_single *job)
{
    const lcn_pooled seen = {.p = job->p, .n = job->class->n, .K = job->K, .options = job->options};
    factor f = lay_out(&seen, job, job->scratch);
    const lacon_status status = maximise(&f);
    if (status < 0) return status;
    double *L = f.scaled; /* has the columns of a product, which are more than k */
    write_loadings(&f, L);
    lcn_gemm(LCN_N, LCN_T, f.p, f.p, f.k, 1.0, L, f.k, L, f.k, 0.0, job->K, f.p);
    for (int64_t r = 0; r < f.p; r++) job->K[r * f.p + r] += exp(f.at.x[r]);
    return status;
}
