/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of src/fit: problems with a route of one's choice, data of the paper's simulation, and
 * dense oracles (Jacobi eigenvalues, p × p covariances, objectives by inverse and determinant) that
 * share nothing with the solver. Plain linear algebra is in la_ref.h.
 */
#ifndef FIT_REF_H
#define FIT_REF_H

#include "fit/fit.h"
#include "kernels/kernel.h"
#include "la/la.h"

#include "contexts.h"
#include "la_ref.h"

/* ---- numbers ---- */

REF double ref_normal(uint64_t *state)
{
    const double u = 0.5 + 0.5 * ref_uniform(state), w = ref_uniform(state);
    return sqrt(-2 * log(fmax(u, 1e-300))) * cos(M_PI * w);
}

REF void ref_normals(uint64_t seed, int64_t n, double *x)
{
    uint64_t state = 0x9E3779B97F4A7C15ULL * (seed + 1);
    for (int i = 0; i < 10; i++) ref_uniform(&state);
    for (int64_t i = 0; i < n; i++) x[i] = ref_normal(&state);
}

/* Eigenvalues (descending) and vectors (rows of U) of A k × k by Jacobi rotations. */
REF void ref_jacobi(int64_t k, const double *A, double *s, double *U)
{
    double *T = ref_alloc(k * k);
    memcpy(T, A, (size_t)(k * k) * sizeof *T);
    for (int64_t e = 0; e < k * k; e++) U[e] = e % (k + 1) == 0;
    for (int sweep = 0; sweep < 60; sweep++)
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = a + 1; b < k; b++) {
                const double phi = 0.5 * atan2(2 * T[a * k + b], T[a * k + a] - T[b * k + b]);
                const double c = cos(phi), z = sin(phi);
                for (int64_t l = 0; l < k; l++) {
                    const double x = T[l * k + a], y = T[l * k + b];
                    T[l * k + a] = c * x + z * y;
                    T[l * k + b] = c * y - z * x;
                }
                for (int64_t l = 0; l < k; l++) {
                    const double x = T[a * k + l], y = T[b * k + l];
                    T[a * k + l] = c * x + z * y;
                    T[b * k + l] = c * y - z * x;
                    const double u = U[a * k + l], w = U[b * k + l];
                    U[a * k + l] = c * u + z * w;
                    U[b * k + l] = c * w - z * u;
                }
            }
    for (int64_t a = 0; a < k; a++) s[a] = T[a * k + a];
    for (int64_t a = 0; a < k; a++) {
        int64_t top = a;
        for (int64_t b = a + 1; b < k; b++)
            if (s[b] > s[top]) top = b;
        const double x = s[a];
        s[a] = s[top];
        s[top] = x;
        for (int64_t l = 0; l < k && top != a; l++) {
            const double u = U[a * k + l];
            U[a * k + l] = U[top * k + l];
            U[top * k + l] = u;
        }
    }
    free(T);
}

/* ---- the model, densely ---- */

/* S = W'KW, k × k; K p × p, W p × k */
REF void ref_S(int64_t p, int64_t k, const double *K, const double *W, double *S)
{
    double *KW = ref_alloc(p * k), *T = ref_alloc(k * p);
    ref_multiply(p, k, p, K, W, KW);
    ref_transpose(p, k, W, T);
    ref_multiply(k, k, p, T, KW, S);
    free(KW);
    free(T);
}

/* G and v of section "G and v in closed form": the answer is v */
REF double ref_profile(int64_t p, int64_t k, const double *S, double t, double *G)
{
    double *s = ref_alloc(k), *U = ref_alloc(k * k), rest = t;
    ref_jacobi(k, S, s, U);
    for (int64_t j = 0; j < k; j++) rest -= s[j];
    int64_t r = k;
    while (r > 0 && !(s[r - 1] > rest / (double)(p - r))) rest += s[--r];
    const double v = rest / (double)(p - r);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            G[a * k + b] = 0;
            for (int64_t j = 0; j < r; j++)
                G[a * k + b] += (s[j] - v) * U[j * k + a] * U[j * k + b];
        }
    free(s);
    free(U);
    return v;
}

/* L (ml) or J (sm) of Sigma = W G W' + v I at the covariance K, by p × p inverse and determinant */
REF double ref_dense_value(lacon_objective o, int64_t p, int64_t k, const double *K,
                           const double *W, const double *G, double v)
{
    double *sigma = ref_alloc(p * p), *omega = ref_alloc(p * p), *WG = ref_alloc(p * k);
    double trace = 0, fit = 0, square = 0;
    ref_multiply(p, k, k, W, G, WG);
    for (int64_t a = 0; a < p; a++)
        for (int64_t b = 0; b < p; b++) {
            sigma[a * p + b] = a == b ? v : 0;
            for (int64_t j = 0; j < k; j++) sigma[a * p + b] += WG[a * k + j] * W[b * k + j];
        }
    const double logdet = ref_inverse(p, sigma, omega);
    ref_multiply(p, p, p, omega, K, sigma); /* Omega K */
    for (int64_t a = 0; a < p; a++) {
        trace += omega[a * p + a];
        fit += sigma[a * p + a];
        for (int64_t b = 0; b < p; b++) square += sigma[a * p + b] * omega[b * p + a];
    }
    free(sigma);
    free(omega);
    free(WG);
    return o == LACON_OBJECTIVE_ML ? 0.5 * ((double)p * log(2 * M_PI) + logdet + fit)
                                   : -trace + 0.5 * square;
}

/* The profiled objective of one class at W, by the dense model */
REF double ref_class_value(lacon_objective o, int64_t p, int64_t k, const double *K,
                           const double *W)
{
    double *S = ref_alloc(k * k), *G = ref_alloc(k * k), t = 0;
    for (int64_t r = 0; r < p; r++) t += K[r * p + r];
    ref_S(p, k, K, W, S);
    const double v = ref_profile(p, k, S, t, G);
    const double f = ref_dense_value(o, p, k, K, W, G, v);
    free(S);
    free(G);
    return f;
}

/* ---- problems ---- */

/* K = X'X / n, p × p */
REF void ref_cov(int64_t n, int64_t p, const double *x, double *K)
{
    for (int64_t a = 0; a < p; a++)
        for (int64_t b = 0; b < p; b++) {
            long double sum = 0;
            for (int64_t i = 0; i < n; i++) sum += (long double)x[i * p + a] * x[i * p + b];
            K[a * p + b] = (double)(sum / n);
        }
}

REF void ref_term(lcn_problem *q, int64_t i, const double *x, int64_t n, lcn_kind route,
                  double *room)
{
    const int64_t p = q->p, pp = lcn_padded(p);
    lcn_term *t = &q->terms[i];
    *t = (lcn_term){.n = n, .route = route, .x = x, .ld = p, .rows = n, .divisor = (double)n};
    for (int64_t r = 0; r < p; r++) {
        for (int64_t o = 0; o < n; o++)
            q->raw[i * p + r] += x[o * p + r] * x[o * p + r] / (double)n;
        q->variances[i * p + r] = q->raw[i * p + r];
        t->trace += q->raw[i * p + r];
    }
    t->variance = q->variances + i * p;
    if (route == LCN_COV) {
        lcn_syrk(p, n, 1.0 / (double)n, x, p, 0, room, pp);
        t->x = room;
        t->ld = pp;
        t->rows = p;
        t->divisor = 1;
    } else if (route == LCN_ROWS_F32) {
        float *f = (float *)room;
        for (int64_t e = 0; e < n * p; e++) f[e] = (float)x[e];
        t->x = f;
    }
}

/* N classes of n rows each (x: N × n × p, borrowed on the double row route), equal weights. */
REF lcn_problem *ref_problem(lacon_ctx *ctx, const double *x, int64_t N, int64_t n, int64_t p,
                             int64_t k, lcn_kind route, lacon_objective objective)
{
    lcn_problem *q = NULL;
    const int64_t room = route == LCN_COV ? p * lcn_padded(p) : n * p;
    double scale = 0;
    assert_int_equal(lcn_problem_alloc(ctx, &q, p, k, N, (size_t)(N * room)), LACON_OK);
    q->objective = objective;
    q->n_total = N * n;
    for (int64_t i = 0; i < N; i++) {
        ref_term(q, i, x + i * n * p, n, route, q->store + i * room);
        q->terms[i].omega = 1.0 / (double)N;
        q->terms[i].effective = (double)n;
        for (int64_t r = 0; r < p; r++) q->mean_variance[r] += q->raw[i * p + r] / (double)N;
        scale += (double)p / q->terms[i].trace / (double)N;
    }
    q->slices = lcn_share_whole(lcn_slices_of(q));
    q->effective = (double)(N * n);
    q->nat = (objective == LACON_OBJECTIVE_ML ? 1 : scale) / q->effective;
    return q;
}

/* W of loadings as p × k, and back */
REF void ref_spread(const lcn_loadings *W, double *dense)
{
    memset(dense, 0, (size_t)(W->p * W->k) * sizeof *dense);
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) dense[r * W->k + W->module[r]] = W->weight[r];
}

REF void ref_gather(lcn_loadings *W, const double *dense)
{
    for (int64_t r = 0; r < W->p; r++) {
        W->module[r] = LCN_UNASSIGNED;
        W->weight[r] = 0;
        for (int32_t j = 0; j < W->k; j++)
            if (dense[r * W->k + j] > 0) {
                W->module[r] = j;
                W->weight[r] = dense[r * W->k + j];
            }
    }
}

/* The law of St+: weights >= 0, unit norm in every module, none of them empty. */
REF void ref_check_loadings(const lcn_loadings *W)
{
    double *norm = ref_alloc(W->k);
    for (int64_t r = 0; r < W->p; r++) {
        assert_in_range(W->module[r] + 1, 0, W->k);
        assert_true(W->weight[r] >= 0);
        if (W->module[r] < 0)
            assert_true(W->weight[r] == 0);
        else
            norm[W->module[r]] += W->weight[r] * W->weight[r];
    }
    for (int64_t j = 0; j < W->k; j++) assert_true(fabs(norm[j] - 1) < 1e-12);
    free(norm);
}

/* The same law of a finished model: W'W = I to 1e-12, one non-zero per row, labels that follow from
 * it. */
REF void ref_check_model(const lacon_model *m)
{
    const int64_t p = lacon_model_variables(m), k = lacon_model_modules(m);
    const double *W = lacon_model_W(m);
    assert_true(ref_orthonormality(p, k, W) < 1e-12);
    for (int64_t r = 0; r < p; r++) {
        int32_t place = 0;
        for (int32_t j = 0; j < k; j++) {
            assert_true(W[r * k + j] >= 0);
            if (W[r * k + j] == 0) continue;
            assert_int_equal(place, 0);
            place = j + 1;
        }
        assert_int_equal(lacon_model_module_of(m)[r], place);
    }
    for (int64_t c = 0; c < lacon_model_classes(m); c++) {
        assert_true(lacon_model_v(m, c) > 0);
        for (int64_t e = 0; e < k * k; e++) assert_true(isfinite(lacon_model_G(m, c)[e]));
    }
}

/* ---- simulated data ---- */

typedef struct ref_sim {
    lacon_model *truth;
    double *x; /* N × n × p, as drawn */
    lacon_data *data;
    int64_t N, n, p, k;
} ref_sim;

/* Rows as data, copied, standardised this way; single: held as float32. */
REF lacon_data *ref_data(lacon_ctx *ctx, const double *x, int64_t N, int64_t n, int64_t p,
                         lacon_scale scale, bool single)
{
    lacon_data *data = NULL;
    float *f = single ? malloc((size_t)(n * p) * sizeof *f) : NULL;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    for (int64_t i = 0; i < N; i++) {
        const double *rows = x + i * n * p;
        for (int64_t e = 0; single && e < n * p; e++) f[e] = (float)rows[e];
        assert_int_equal(single ? lacon_data_add_copy_f32(ctx, data, NULL, n, f, p)
                                : lacon_data_add_copy(ctx, data, NULL, n, rows, p),
                         LACON_OK);
    }
    free(f);
    assert_int_equal(lacon_data_standardise(ctx, data, scale), LACON_OK);
    return data;
}

/* Whether a fit goes by the covariance of class c. */
REF bool ref_takes_covariance(const lacon_data *data, int64_t c)
{
    bool *routes = malloc((size_t)data->n_classes * sizeof *routes);
    lcn_routes(data, routes);
    const bool cov = routes[c];
    free(routes);
    return cov;
}

/* The paper's simulation (lacon_model_random, lacon_model_simulate), scaled as `lacon fit` does. */
REF ref_sim ref_simulate(lacon_ctx *ctx, int64_t N, int64_t n, int64_t p, int64_t k, double noise,
                         uint64_t seed)
{
    ref_sim s = {.N = N, .n = n, .p = p, .k = k};
    assert_int_equal(lacon_model_random(ctx, &s.truth, p, k, N, noise, seed), LACON_OK);
    s.x = ref_alloc(N * n * p);
    for (int64_t i = 0; i < N; i++)
        assert_int_equal(lacon_model_simulate(ctx, s.truth, i, n, seed, s.x + i * n * p, p),
                         LACON_OK);
    s.data = ref_data(ctx, s.x, N, n, p, LACON_SCALE_Z, false);
    return s;
}

REF void ref_sim_clear(ref_sim *s)
{
    lacon_model_free(s->truth);
    lacon_data_free(s->data);
    free(s->x);
    *s = (ref_sim){0};
}

REF lacon_fit_options ref_options(int64_t k)
{
    lacon_fit_options o;
    lacon_fit_options_init(&o);
    o.k = k;
    return o;
}

/* A fit that must work and must obey the law. */
REF lacon_model *ref_fit(lacon_ctx *ctx, const lacon_data *data, const lacon_fit_options *options)
{
    lacon_model *m = NULL;
    const lacon_status status = lacon_fit(ctx, &m, data, options);
    if (status != LACON_OK) print_message("%d: %s\n", status, lacon_ctx_message(ctx));
    assert_int_equal(status, LACON_OK);
    assert_non_null(m);
    ref_check_model(m);
    return m;
}

/* Does a warning of the fit contain these words? */
REF bool ref_warns_of(const lacon_model *m, const char *words)
{
    const lacon_fit_info *info = lacon_model_info(m);
    for (int64_t i = 0; i < info->n_warnings; i++)
        if (strstr(info->warnings[i], words)) return true;
    return false;
}

/* What weights of W (p × k) found at spread `drawn` would cost at t2 if they were free: the tangent of their angle to
 * equal ones grows by 1 + m / (drawn nh). INFINITY: they are free. */
REF double ref_free_price(int64_t p, int64_t k, const double *W, const double *nh, double drawn, double t2)
{
    double nats = 0;
    for (int64_t j = 0; j < k; j++) {
        double m = 0, sum = 0;
        for (int64_t r = 0; r < p; r++) {
            m += W[r * k + j] > 0;
            sum += W[r * k + j];
        }
        if (nh[j] == 0) continue;
        const double turn = tan(acos(fmin(sum / sqrt(m), 1))) * (1 + m / (drawn * nh[j]));
        nats += 0.5 * (m * log(1 + nh[j] * t2 / m) + pow(sin(atan(turn)), 2) / (t2 / m + 1 / nh[j]));
    }
    return nats;
}

/* The t² between 1/256 and 1 that weights at rest at it ask for again. */
REF double ref_spread2(int64_t p, int64_t k, const double *W, const double *nh)
{
    double low = -8 * log(2), high = 0;
    for (int i = 0; i < 60; i++) {
        const double t2 = exp((low + high) / 2), step = exp(1e-4);
        const double up = ref_free_price(p, k, W, nh, t2, t2 * step), down = ref_free_price(p, k, W, nh, t2, t2 / step);
        if (up > down) high = log(t2);
        else low = log(t2);
    }
    return exp((low + high) / 2);
}

REF double ref_nll(const lacon_model *m)
{
    return lacon_model_info(m)->nll;
}

#include "one_ctx.h" /* last: arguments above have the name of its variable */

#endif
