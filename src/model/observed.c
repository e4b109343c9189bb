/* SPDX-License-Identifier: BSD-3-Clause
 * The observed part of rows under a model; see observed.h. Callers: evaluate.c, transform.c, latent.c,
 * and fit/extensions/missing.c, which has the step for W.
 */
#include "model/observed.h"

#include "la/la.h"
#include "model/profile.h"

#include <math.h>
#include <string.h>

/* Expectation-maximisation has converged below this gain in log-likelihood per row. */
static const double STILL = 1e-12;

/* ---- memory ---- */

static int64_t doubles(int64_t p, int64_t k)
{
    return p + 2 * k + 7 * k * k + 2 * k + lcn_profile_scratch(k);
}

size_t lcn_observed_bytes(int64_t p, int64_t k)
{
    const size_t bytes = (size_t)doubles(p, k) * sizeof(double) + (size_t)p;
    return (bytes + 63) / 64 * 64;
}

void lcn_observed_renew(lcn_observed *o) { o->count = -1; }

void lcn_observed_init(lcn_observed *o, void *block, const lacon_model *model, int64_t c)
{
    const int64_t p = model->p, k = model->k, kk = k * k;
    *o = (lcn_observed){.p = p, .k = k, .module = model->module_of, .W = model->W,
                        .psi = model->psi, .v = model->v[c], .y = block};
    o->u = o->y + p;
    o->root = o->u + k;
    o->G = o->root + k;
    o->L = o->G + kk;
    o->B = o->L + kk;
    o->C = o->B + kk;
    o->H = o->C + kk;
    o->rest = o->H + kk; /* 2 k × k and the profile's scratch */
    o->seen = (char *)((double *)block + doubles(p, k));
    memcpy(o->G, model->G + c * kk, (size_t)kk * sizeof *o->G);
    lcn_observed_renew(o);
}

/* ---- a row ---- */

/* A = D½ G D½ + v I and what follows from it. */
static bool set_pattern(lcn_observed *o)
{
    const int64_t k = o->k;
    const double *d = o->root;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++)
            o->L[a * k + b] = d[a] * o->G[a * k + b] * d[b] + (a == b ? o->v : 0);
    if (!lcn_chol(k, o->L, k)) return false;
    lcn_chol_inverse(k, o->L, k, o->B);
    for (int64_t a = 0; a < k; a++) /* H = G D½ B */
        for (int64_t b = 0; b < k; b++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++) sum += o->G[a * k + l] * d[l] * o->B[l * k + b];
            o->H[a * k + b] = sum;
        }
    for (int64_t a = 0; a < k; a++) /* C = G - H D½ G */
        for (int64_t b = 0; b < k; b++) {
            double sum = o->G[a * k + b];
            for (int64_t l = 0; l < k; l++) sum -= o->H[a * k + l] * d[l] * o->G[l * k + b];
            o->C[a * k + b] = sum;
        }
    return true;
}

/* y, seen; true when the pattern is another one than before. */
static bool load(lcn_observed *o, const lcn_class *class, int64_t i)
{
    const float *f = (const float *)class->x + i * class->ld;
    const double *d = (const double *)class->x + i * class->ld;
    bool other = o->count < 0;
    o->t = 0;
    for (int64_t r = 0; r < o->p; r++) {
        const double x = class->kind == LCN_ROWS_F32 ? (double)f[r] : d[r];
        const char seen = !isnan(x);
        other |= seen != o->seen[r];
        o->seen[r] = seen;
        o->y[r] = seen ? x / sqrt(o->psi[r]) : 0;
        o->t += o->y[r] * o->y[r];
    }
    return other;
}

bool lcn_observed_row(lcn_observed *o, const lcn_class *class, int64_t i)
{
    const int64_t k = o->k;
    o->fresh = load(o, class, i);
    if (o->fresh) {
        o->count = 0;
        o->log_psi = 0;
        memset(o->root, 0, (size_t)k * sizeof *o->root);
        for (int64_t r = 0; r < o->p; r++) {
            if (!o->seen[r]) continue;
            o->count++;
            o->log_psi += log(o->psi[r]);
            const int64_t j = o->module[r] - 1;
            if (j >= 0) o->root[j] += o->W[r * k + j] * o->W[r * k + j];
        }
        for (int64_t j = 0; j < k; j++) o->root[j] = sqrt(o->root[j]);
        if (!set_pattern(o)) return false;
    }
    memset(o->u, 0, (size_t)k * sizeof *o->u);
    for (int64_t r = 0; r < o->p; r++) {
        const int64_t j = o->module[r] - 1;
        if (j >= 0) o->u[j] += o->W[r * k + j] * o->y[r];
    }
    for (int64_t j = 0; j < k; j++) o->u[j] = o->root[j] > 0 ? o->u[j] / o->root[j] : 0;
    return true;
}

double lcn_observed_loglik(const lcn_observed *o)
{
    const int64_t k = o->k;
    double inside = 0, form = 0;
    for (int64_t a = 0; a < k; a++) {
        inside += o->u[a] * o->u[a];
        for (int64_t b = 0; b < k; b++) form += o->u[a] * o->B[a * k + b] * o->u[b];
    }
    return -0.5 * ((double)o->count * LCN_LOG_2PI + o->log_psi + (double)(o->count - k) * log(o->v) +
                   lcn_chol_logdet(k, o->L, k) + (o->t - inside) / o->v + form);
}

void lcn_observed_latent(const lcn_observed *o, double *z)
{
    for (int64_t a = 0; a < o->k; a++) {
        z[a] = 0;
        for (int64_t b = 0; b < o->k; b++) z[a] += o->H[a * o->k + b] * o->u[b];
    }
}

double lcn_observed_mean(lcn_observed *o, const lcn_class *class)
{
    double sum = 0;
    for (int64_t i = 0; i < class->n; i++) {
        if (!lcn_observed_row(o, class, i)) return NAN;
        sum += lcn_observed_loglik(o);
    }
    return sum / (double)class->n;
}

/* ---- G and v ---- */

/* What closed_form needs of the rows: S = sum u u', sums of y'y, |O| and of the roots of D. */
typedef struct sums {
    double *S, *root; /* k × k, k */
    double t, count;
    bool one; /* all rows have one pattern */
} sums;

static void sum_rows(lcn_observed *o, const lcn_class *class, sums *to)
{
    const int64_t k = o->k;
    for (int64_t i = 0; i < class->n; i++) {
        to->one &= !load(o, class, i) || i == 0;
        o->count = 0; /* loaded, not set: lcn_observed_renew comes */
        memset(o->root, 0, (size_t)k * sizeof *o->root);
        memset(o->u, 0, (size_t)k * sizeof *o->u);
        for (int64_t r = 0; r < o->p; r++) {
            const int64_t j = o->module[r] - 1;
            to->count += o->seen[r];
            if (j < 0 || !o->seen[r]) continue;
            o->root[j] += o->W[r * k + j] * o->W[r * k + j];
            o->u[j] += o->W[r * k + j] * o->y[r];
        }
        for (int64_t j = 0; j < k; j++) {
            const double root = sqrt(o->root[j]);
            o->u[j] = root > 0 ? o->u[j] / root : 0;
            to->root[j] += root;
        }
        for (int64_t e = 0; e < k * k; e++) to->S[e] += o->u[e / k] * o->u[e % k];
        to->t += o->t;
    }
}

/* M (k × k) without the rows and columns of absent modules, in place; their number. */
static int64_t squeeze(double *M, int64_t k, const double *root)
{
    int64_t there = 0, to = 0;
    for (int64_t j = 0; j < k; j++) there += root[j] > 0;
    for (int64_t e = 0; e < k * k; e++)
        if (root[e / k] > 0 && root[e % k] > 0) M[to++] = M[e];
    return there;
}

/* The profile of S / n over the modules that are there, with the mean of |O| and of the roots of D:
 * exact when all rows have one pattern, else a start. The answer is the rank of G. */
static int64_t closed_form(lcn_observed *o, const lcn_class *class, bool *one)
{
    const int64_t k = o->k;
    const double n = (double)class->n;
    double *G = o->rest + k * k, *scratch = G + k * k;
    sums s = {.S = o->rest, .root = o->H, .one = true}; /* H is made anew with the next pattern */
    lcn_profile fit;
    memset(s.S, 0, (size_t)(k * k) * sizeof *s.S);
    memset(s.root, 0, (size_t)k * sizeof *s.root);
    sum_rows(o, class, &s);
    for (int64_t e = 0; e < k * k; e++) s.S[e] /= n;
    const int64_t there = squeeze(s.S, k, s.root);
    const int64_t p = (int64_t)fmax((double)there, floor(s.count / n + 0.5));
    lcn_profile_compute(&fit, G, NULL, LACON_OBJECTIVE_ML, p, there, s.S, s.t / n, scratch);
    for (int64_t e = 0, from = 0; e < k * k; e++) { /* G = D^-½ (G of Q) D^-½ */
        const double d = s.root[e / k] / n * (s.root[e % k] / n);
        o->G[e] = d > 0 ? G[from++] / d : 0;
    }
    o->v = fit.v;
    *one = s.one;
    lcn_observed_renew(o);
    return fit.kept;
}

/* One step of expectation-maximisation. With 1 - D = W_M'W_M the completed rows have
 *     E W'y = D½ u + (1 - D) z,   Cov W'y = (1 - D) C (1 - D) + v (1 - D)
 *     E y'y = y_O'y_O + sum_j (1 - D)_j E z_j² + |M| v
 * and G and v are the profile of these moments: the rate is that of the missing values alone. The answer is
 * the mean log-likelihood before the step. */
static double em_step(lcn_observed *o, const lcn_class *class, int64_t *kept)
{
    const int64_t k = o->k;
    const double n = (double)class->n;
    double *S = o->rest, *z = S + k * k, *w = z + k, loglik = 0, t = 0;
    lcn_profile fit;
    memset(S, 0, (size_t)(k * k) * sizeof *S);
    for (int64_t i = 0; i < class->n; i++) {
        if (!lcn_observed_row(o, class, i)) return NAN;
        loglik += lcn_observed_loglik(o);
        lcn_observed_latent(o, z);
        t += o->t + (double)(o->p - o->count) * o->v;
        for (int64_t a = 0; a < k; a++) {
            const double gone = 1 - o->root[a] * o->root[a];
            w[a] = o->root[a] * o->u[a] + gone * z[a];
            t += gone * (z[a] * z[a] + o->C[a * k + a]);
            S[a * k + a] += gone * o->v;
        }
        for (int64_t e = 0; e < k * k; e++) {
            const double a = o->root[e / k], b = o->root[e % k];
            S[e] += w[e / k] * w[e % k] + (1 - a * a) * (1 - b * b) * o->C[e];
        }
    }
    for (int64_t e = 0; e < k * k; e++) S[e] /= n;
    lcn_profile_compute(&fit, o->G, NULL, LACON_OBJECTIVE_ML, o->p, k, S, t / n, o->rest + 2 * k * k);
    o->v = fit.v;
    *kept = fit.kept;
    lcn_observed_renew(o);
    return loglik / n;
}

void lcn_observed_fit(lcn_observed *o, const lcn_class *class, bool cold, int steps, int64_t *kept)
{
    const int64_t k = o->k;
    double *own = o->B, v = o->v; /* B is made anew with the next pattern */
    bool one;
    memcpy(own, o->G, (size_t)(k * k) * sizeof *own);
    *kept = closed_form(o, class, &one);
    if (one) return;
    if (!cold) {
        memcpy(o->G, own, (size_t)(k * k) * sizeof *own);
        o->v = v;
    }
    double last = -INFINITY;
    for (int step = 0; step < steps; step++) {
        const double now = em_step(o, class, kept);
        if (!(now > last + STILL)) break;
        last = now;
    }
}
