/* SPDX-License-Identifier: BSD-3-Clause
 * Missing values: the likelihood of what was observed against the dense normal density
 * (model/observed.c), the fit as a stationary point of it (fit/extensions/missing.c), rows left out and pairwise
 * covariances (data/missing_values.c).
 */
#include "scratch.h"

#include "fit_ref.h"
#include "la/la.h"
#include "util/rng.h"

enum { N = 3, ROWS = 90, P = 16, K = 3, KK = K * K };

/* ---- data with holes ---- */

/* whole: variables missing in a class from end to end (two of each); else single values, one of ten. */
static double *spoil(const ref_sim *s, bool whole)
{
    const int64_t size = s->N * s->n * s->p;
    double *x = ref_alloc(size);
    lcn_rng rng = lcn_rng_stream(5, LCN_STREAM_STARTS, 7);
    for (int64_t i = 0; i < size; i++) {
        const int64_t c = i / (s->n * s->p), r = i % s->p;
        const bool out = whole ? r == (3 * c + 1) % s->p || r == (5 * c + 4) % s->p
                               : lcn_rng_below(&rng, 10) == 0;
        x[i] = out ? NAN : s->x[i];
    }
    return x;
}

static lacon_data *data_of(lacon_ctx *c, const double *x, int64_t classes, lacon_missing mode,
                           lacon_scale scale)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(c, &data, P), LACON_OK);
    assert_int_equal(lacon_data_set_missing(c, data, mode), LACON_OK);
    for (int64_t i = 0; i < classes; i++)
        assert_int_equal(lacon_data_add_copy(c, data, NULL, ROWS, x + i * ROWS * P, P), LACON_OK);
    assert_int_equal(lacon_data_standardise(c, data, scale), LACON_OK);
    return data;
}

/* ---- the dense density, by Cholesky, of the observed part of a row; and its regression on z ---- */

static double dense_row(const double *Sigma, const double *x, const double *WG, double *z)
{
    double A[P * P], b[P], e[P], sum = 0;
    int64_t at[P], m = 0;
    for (int64_t r = 0; r < P; r++)
        if (!isnan(x[r])) at[m++] = r;
    for (int64_t i = 0; i < m; i++) e[i] = b[i] = x[at[i]];
    for (int64_t i = 0; i < m * m; i++) A[i] = Sigma[at[i / m] * P + at[i % m]];
    assert_true(lcn_chol(m, A, m));
    lcn_chol_solve(m, A, m, b);
    for (int64_t i = 0; i < m; i++) sum += e[i] * b[i];
    for (int64_t j = 0; j < K; j++) {
        z[j] = 0;
        for (int64_t i = 0; i < m; i++) z[j] += WG[at[i] * K + j] * b[i];
    }
    return -0.5 * ((double)m * log(2 * M_PI) + lcn_chol_logdet(m, A, m) + sum);
}

/* Mean over the rows of class c; latent posterior means of every row into z (ROWS × K). */
static double dense_mean(const lacon_model *m, const lacon_data *data, int64_t c, double *z)
{
    double Sigma[P * P], WG[P * K], sum = 0;
    assert_int_equal(lacon_model_covariance(ctx, m, c, Sigma), LACON_OK);
    for (int64_t r = 0; r < P; r++)
        for (int64_t j = 0; j < K; j++) {
            WG[r * K + j] = 0;
            for (int64_t l = 0; l < K; l++)
                WG[r * K + j] += sqrt(m->psi[r]) * m->W[r * K + l] * m->G[c * KK + l * K + j];
        }
    for (int64_t i = 0; i < ROWS; i++)
        sum += dense_row(Sigma, (const double *)data->classes[c].x + i * P, WG, z + i * K);
    return sum / ROWS;
}

/* Unequal noise that multiplies to one. */
static void set_psi(lacon_model *m)
{
    for (int64_t r = 0; r < P; r++) m->psi[r] = r % 2 ? 2 : 0.5;
}

static void likelihood_is_the_dense_one(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.5, 3);
        double *x = spoil(&s, whole), *z = ref_alloc(ROWS * K), *own = ref_alloc(ROWS * K), value[N];
        lacon_data *data = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
        set_psi(s.truth);
        assert_int_equal(lacon_model_evaluate(ctx, s.truth, data, NULL, value), LACON_OK);
        for (int c = 0; c < N; c++) {
            assert_true(data->classes[c].missing > 100);
            assert_true(fabs(value[c] - dense_mean(s.truth, data, c, z)) < 1e-10);
            assert_int_equal(lacon_model_latent(ctx, s.truth, c, data, c, own), LACON_OK);
            assert_true(ref_distance(ROWS * K, z, own) < 1e-10);
        }
        lacon_data_free(data);
        free(x);
        free(z);
        free(own);
        ref_sim_clear(&s);
    }
}

/* A module of which a class has nothing drops out. */
static void a_module_may_be_absent(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, ROWS, P, K, 0.5, 3);
    double *z = ref_alloc(ROWS * K), value;
    lacon_model *t;
    for (int64_t i = 0; i < ROWS * P; i++)
        if (lacon_model_module_of(s.truth)[i % P] == 2) s.x[i] = NAN;
    lacon_data *data = data_of(ctx, s.x, 1, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
    assert_int_equal(lacon_model_evaluate(ctx, s.truth, data, NULL, &value), LACON_OK);
    assert_true(fabs(value - dense_mean(s.truth, data, 0, z)) < 1e-10);
    assert_int_equal(lacon_model_transform(ctx, &t, s.truth, data), LACON_OK);
    for (int j = 0; j < K; j++) assert_true(t->G[1 * K + j] == 0 && t->G[j * K + 1] == 0);
    assert_true(t->G[0] > 0 && t->kept[0] == 2);
    assert_true(t->loglik[0] > value);
    lacon_model_free(t);
    lacon_data_free(data);
    free(z);
    ref_sim_clear(&s);
}

/* ---- G and v ---- */

/* No neighbour of (G, v) is more likely: all entries up and down by a thousandth. */
static void transform_is_the_maximum(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.05, 5);
        double *x = spoil(&s, whole), value[N];
        lacon_data *data = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
        lacon_model *t;
        assert_int_equal(lacon_model_transform(ctx, &t, s.truth, data), LACON_OK);
        assert_true(t->kept[0] + t->kept[1] + t->kept[2] > 2 * N); /* at least one is inside */
        for (int e = 0; e < 2 * (KK + 1); e++) {
            const double step = e % 2 ? 1e-3 : -1e-3;
            const int a = e / 2 / K, b = e / 2 % K;
            for (int c = 0; c < N; c++) {
                if (e / 2 == KK) t->v[c] += step;
                else t->G[c * KK + a * K + b] = t->G[c * KK + b * K + a] += step;
            }
            assert_int_equal(lacon_model_evaluate(ctx, t, data, NULL, value), LACON_OK);
            for (int c = 0; c < N; c++) {
                if (t->kept[c] == K) assert_true(value[c] < t->loglik[c]); /* inside its bounds */
                if (e / 2 == KK) t->v[c] -= step;
                else t->G[c * KK + a * K + b] = t->G[c * KK + b * K + a] -= step;
            }
        }
        lacon_model_free(t);
        lacon_data_free(data);
        free(x);
        ref_sim_clear(&s);
    }
}

/* ---- the fit ---- */

/* -sum n_i loglik_i / sum n_i with G and v at their best for this W */
static double profiled(const lacon_model *m, const lacon_data *data)
{
    lacon_model *t;
    double sum = 0;
    assert_int_equal(lacon_model_transform(ctx, &t, m, data), LACON_OK);
    for (int c = 0; c < N; c++) sum -= lacon_model_loglik(t, c) / N;
    lacon_model_free(t);
    return sum;
}

/* d/d angle of the observed likelihood, nats, where weights (a, b) of a module are turned. */
static double turned(lacon_model *m, const lacon_data *data, int64_t a, int64_t b)
{
    const int64_t j = m->module_of[a] - 1;
    double *wa = &m->W[a * K + j], *wb = &m->W[b * K + j], ua = *wa, ub = *wb, f[2];
    for (int side = 0; side < 2; side++) {
        const double angle = side ? 1e-3 : -1e-3;
        *wa = cos(angle) * ua - sin(angle) * ub;
        *wb = sin(angle) * ua + cos(angle) * ub;
        f[side] = profiled(m, data);
    }
    *wa = ua;
    *wb = ub;
    return (f[1] - f[0]) / 2e-3;
}

/* Along curves within the modules the observed likelihood changes as the prior of the weights does, sqrt(m) / (n* t²)
 * times their sum, with one t for all; it would not where the fit took missing values for zeros. */
static void fit_is_stationary(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 4);
        double *x = spoil(&s, whole), worst = 0, scale = 0, slope[P * P], prior[P * P], top = 0, low = 0;
        int64_t n = 0;
        lacon_data *data = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
        lacon_fit_options o = ref_options(K);
        o.membership = LACON_MEMBERSHIP_ALL;
        lacon_model *m = ref_fit(ctx, data, &o);
        assert_true(fabs(profiled(m, data) - ref_nll(m)) < 1e-8);
        for (int64_t a = 0; a < P; a++)
            for (int64_t b = a + 1; b < P; b++) {
                const int32_t j = m->module_of[a];
                double size = 0;
                if (j == 0 || m->module_of[b] != j) continue;
                for (int64_t r = 0; r < P; r++) size += m->module_of[r] == j;
                slope[n] = turned(m, data, a, b);
                prior[n] = sqrt(size) * (m->W[a * K + j - 1] - m->W[b * K + j - 1]);
                top += slope[n] * prior[n];
                low += prior[n] * prior[n];
                n++;
            }
        scale = top / low; /* 1 / (n* t²), by least squares */
        for (int64_t i = 0; i < n; i++) worst = fmax(worst, fabs(slope[i] - scale * prior[i]));
        print_message("  largest derivative %.2g, t² n* %.3g\n", worst, 1 / scale);
        assert_true(worst < 5e-5); /* curvature is about 1 here, W stands still within 1e-5 */
        assert_true(scale >= 1.0 / (N * ROWS) && scale <= 256);
        lacon_model_free(m);
        lacon_data_free(data);
        free(x);
        ref_sim_clear(&s);
    }
}

/* Without holes the option changes no bit; with them neither threads nor running again do. */
static void options_and_threads_change_nothing(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 4);
    double *x = spoil(&s, true);
    lacon_ctx *many;
    lacon_ctx_options with;
    lacon_ctx_options_init(&with);
    with.threads = 3;
    assert_int_equal(lacon_ctx_new(&many, &with), LACON_OK);
    lacon_data *a = data_of(ctx, s.x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z),
               *b = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z),
               *c = data_of(many, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
    lacon_fit_options o = ref_options(K);
    lacon_model *plain = ref_fit(ctx, s.data, &o), *same = ref_fit(ctx, a, &o),
                *one = ref_fit(ctx, b, &o), *three = ref_fit(many, c, &o);
    assert_memory_equal(plain->W, same->W, P * K * sizeof(double));
    assert_memory_equal(plain->G, same->G, N * KK * sizeof(double));
    assert_memory_equal(one->W, three->W, P * K * sizeof(double));
    assert_memory_equal(one->G, three->G, N * KK * sizeof(double));
    assert_memory_equal(one->loglik, three->loglik, N * sizeof(double));
    assert_true(one->info.n_starts > 1); /* what the search told is still there */
    assert_true(one->scale[1] == 0 && one->mean[1] == 0); /* class 0 never had variable 1 */
    lacon_model_free(plain);
    lacon_model_free(same);
    lacon_model_free(one);
    lacon_model_free(three);
    lacon_data_free(a);
    lacon_data_free(b);
    lacon_data_free(c);
    lacon_ctx_free(many);
    free(x);
    ref_sim_clear(&s);
}

/* Another order of variables and classes, the same model in that order. */
static void order_does_not_matter(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 4);
    double *x = spoil(&s, true), *y = ref_alloc(N * ROWS * P);
    for (int64_t i = 0; i < N * ROWS * P; i++) {
        const int64_t c = i / (ROWS * P), row = i / P % ROWS, r = i % P;
        y[((N - 1 - c) * ROWS + row) * P + (r * 5) % P] = x[i];
    }
    lacon_data *a = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z),
               *b = data_of(ctx, y, N, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
    lacon_fit_options o = ref_options(K);
    o.noise = LACON_NOISE_VARIABLE;
    lacon_model *ma = ref_fit(ctx, a, &o), *mb = ref_fit(ctx, b, &o);
    assert_true(fabs(ref_nll(ma) - ref_nll(mb)) < 1e-6);
    for (int64_t r = 0; r < P; r++)
        assert_int_equal(ma->module_of[r], mb->module_of[(r * 5) % P]);
    for (int64_t c = 0; c < N; c++) assert_true(fabs(ma->v[c] - mb->v[N - 1 - c]) < 1e-3);
    lacon_model_free(ma);
    lacon_model_free(mb);
    lacon_data_free(a);
    lacon_data_free(b);
    free(x);
    free(y);
    ref_sim_clear(&s);
}

/* A constant variable in one class is as if it were not there. */
static void constants_are_missing(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 4);
    double *x = spoil(&s, true);
    lacon_data *a = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_CENTER);
    for (int64_t i = 0; i < N * ROWS * P; i++)
        if (isnan(x[i])) x[i] = 7.5;
    lacon_data *b = data_of(ctx, x, N, LACON_MISSING_MARGINAL, LACON_SCALE_CENTER);
    for (int c = 0; c < N; c++) {
        assert_int_equal(lacon_data_holes(b, c), 2 * ROWS);
        assert_memory_equal(lacon_data_mean(a, c), lacon_data_mean(b, c), P * sizeof(double));
        assert_memory_equal(lacon_data_scale(a, c), lacon_data_scale(b, c), P * sizeof(double));
    }
    lacon_data_free(a);
    lacon_data_free(b);
    free(x);
    ref_sim_clear(&s);
}

/* ---- rows left out, pairs ---- */

static void dropped_rows_are_not_there(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, ROWS, P, K, 0.3, 4);
    double *x = spoil(&s, false), *left = ref_alloc(ROWS * P);
    int64_t n = 0;
    for (int64_t i = 0; i < ROWS; i++) {
        bool good = true;
        for (int64_t r = 0; r < P; r++) good &= !isnan(x[i * P + r]);
        if (good) memcpy(left + n++ * P, x + i * P, P * sizeof *x);
    }
    assert_true(n > 5 && n < ROWS - 5);
    lacon_data *a = data_of(ctx, x, 1, LACON_MISSING_DROP, LACON_SCALE_Z),
               *b = ref_data(ctx, left, 1, n, P, LACON_SCALE_Z, false);
    assert_int_equal(lacon_data_rows(a, 0), n);
    assert_int_equal(lacon_data_dropped(a, 0), ROWS - n);
    assert_memory_equal(a->classes[0].x, b->classes[0].x, (size_t)(n * P) * sizeof *x);
    lacon_data_free(a);
    lacon_data_free(b);
    free(x);
    free(left);
    ref_sim_clear(&s);
}

/* Each entry from its own pairs; where no eigenvalue is negative that is all. With few rows some are,
 * and the answer has none, the same variances, and is near. */
static void pairs_make_a_covariance(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, ROWS, P, K, 0.3, 4);
    double *x = spoil(&s, false), room[4 * P * P + 40 * P], V[P * P], e[P];
    for (int few = 0; few < 2; few++) {
        const int64_t rows = few ? 14 : ROWS;
        lacon_data *data[2];
        for (int mode = 0; mode < 2; mode++) {
            assert_int_equal(lacon_data_new(ctx, &data[mode], P), LACON_OK);
            assert_int_equal(lacon_data_set_missing(ctx, data[mode],
                                                    mode ? LACON_MISSING_PAIRWISE
                                                         : LACON_MISSING_MARGINAL), LACON_OK);
            assert_int_equal(lacon_data_add_view(ctx, data[mode], "c", rows, x, P), LACON_OK);
            assert_int_equal(lacon_data_standardise(ctx, data[mode], LACON_SCALE_Z), LACON_OK);
        }
        const double *X = data[0]->classes[0].x, *C = data[1]->classes[0].x;
        double inverse = 0, most = 0;
        for (int64_t r = 0; r < P; r++)
            for (int64_t t = 0; t <= r; t++) {
                double sum = 0, n = 0;
                for (int64_t i = 0; i < rows; i++) {
                    if (isnan(X[i * P + r]) || isnan(X[i * P + t])) continue;
                    sum += X[i * P + r] * X[i * P + t];
                    n++;
                }
                most = fmax(most, fabs(sum / n - C[r * P + t]));
                assert_true(r != t || fabs(sum / n - C[r * P + r]) < 1e-12);
                inverse += 1 / n;
            }
        assert_true(few ? most > 1e-6 && most < 0.3 : most < 1e-12);
        assert_int_equal(lacon_data_rows(data[1], 0), (int64_t)floor(P * (P + 1) / 2 / inverse + 0.5));
        assert_true(lacon_data_holes(data[1], 0) > 0);
        memcpy(V, C, sizeof V);
        assert_true(lcn_eigh_scratch(P) < (int64_t)(sizeof room / sizeof *room));
        assert_int_equal(lcn_eigh(P, V, e, room), LACON_OK);
        assert_true(e[P - 1] > -1e-12);
        lacon_data_free(data[0]);
        lacon_data_free(data[1]);
    }
    free(x);
    ref_sim_clear(&s);
}

/* ---- refusals ---- */

static void refusals_name_the_remedy(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, ROWS, P, K, 0.3, 4);
    double *x = spoil(&s, true), value[2];
    lacon_data *data, *fixed = data_of(ctx, x, 2, LACON_MISSING_MARGINAL, LACON_SCALE_Z);
    lacon_model *m = NULL;
    lacon_covariance *K0 = NULL;
    lacon_fit_options o = ref_options(K);
    lacon_baseline_options b;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, ROWS, x, P), LACON_E_DATA);
    assert_int_equal(lacon_data_set_missing(ctx, data, 9), LACON_E_ARGUMENT);
    assert_int_equal(lacon_data_set_missing(ctx, data, LACON_MISSING_DROP), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, ROWS, x, P), LACON_OK);
    assert_int_equal(lacon_data_set_missing(ctx, data, LACON_MISSING_DROP), LACON_E_ARGUMENT);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "0 of 90 rows are complete"));
    lacon_data_free(data);

    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_set_missing(ctx, data, LACON_MISSING_PAIRWISE), LACON_OK);
    for (int64_t i = 0; i < ROWS; i++) s.x[i * P + (i % 2 ? 2 : 5)] = NAN;
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, ROWS, s.x, P), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'V3' and 'V6' are never there"));
    lacon_data_free(data);

    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_set_missing(ctx, data, LACON_MISSING_MARGINAL), LACON_OK);
    for (int64_t i = 0; i < ROWS; i++) s.x[i * P + 3] = i % 2 ? NAN : 4;
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, ROWS, s.x, P), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
    assert_int_equal(lacon_fit(ctx, &m, data, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'V4' is missing or constant in every class"));
    lacon_data_free(data);

    o.objective = LACON_OBJECTIVE_SM;
    assert_int_equal(lacon_fit(ctx, &m, fixed, &o), LACON_E_UNSUPPORTED);
    assert_null(m);
    assert_int_equal(lacon_model_evaluate_score(ctx, s.truth, fixed, NULL, value),
                     LACON_E_UNSUPPORTED);
    lacon_baseline_options_init(&b);
    assert_int_equal(lacon_baseline_covariance(ctx, &K0, "sample", fixed, &b), LACON_E_UNSUPPORTED);
    assert_non_null(strstr(lacon_ctx_message(ctx), "missing drop"));
    b.k = K;
    assert_int_equal(lacon_baseline_modules(ctx, &m, "hclust", fixed, &b), LACON_E_UNSUPPORTED);
    /* a variable the model never saw in a class */
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, ROWS, s.x + ROWS * P, P), LACON_OK);
    double mean[P] = {0}, scale[P];
    for (int r = 0; r < P; r++) scale[r] = r != 6;
    assert_int_equal(lacon_data_standardise_by(ctx, data, mean, scale), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "never seen"));
    lacon_data_free(data);
    lacon_data_free(fixed);
    free(x);
    ref_sim_clear(&s);
}

/* ---- memory ---- */

typedef struct memory_job {
    const double *x;
    lacon_missing mode;
} memory_job;

static lacon_status run(lacon_ctx *c, void *user)
{
    const memory_job *job = user;
    lacon_data *data = NULL;
    lacon_model *m = NULL, *t = NULL;
    double *z = malloc(ROWS * K * sizeof *z), value[N];
    lacon_fit_options o = ref_options(K);
    o.starts = 1;
    o.membership = LACON_MEMBERSHIP_ALL;
    lacon_status status = lacon_data_new(c, &data, P);
    if (status >= 0) status = lacon_data_set_missing(c, data, job->mode);
    if (status >= 0) status = lacon_data_add_view(c, data, NULL, ROWS, job->x, P);
    if (status >= 0) status = lacon_data_standardise(c, data, LACON_SCALE_Z);
    if (status >= 0) status = lacon_fit(c, &m, data, &o);
    if ((status < 0) != (m == NULL)) status = LACON_E_INTERNAL;
    if (status >= 0) status = lacon_model_evaluate(c, m, data, NULL, value);
    if (status >= 0) status = lacon_model_transform(c, &t, m, data);
    if (status >= 0 && job->mode != LACON_MISSING_PAIRWISE)
        status = lacon_model_latent(c, t, 0, data, 0, z);
    lacon_model_free(m);
    lacon_model_free(t);
    lacon_data_free(data);
    free(z);
    return status;
}

static void memory_ends(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, ROWS, P, K, 0.1, 4);
    for (int64_t i = 0; i < ROWS; i += 9) s.x[i * P + i % P] = NAN;
    for (int mode = LACON_MISSING_MARGINAL; mode <= LACON_MISSING_DROP; mode++)
        assert_true(faulty_loop(run, &(memory_job){s.x, (lacon_missing)mode}, 1) > 40);
    ref_sim_clear(&s);
}

/* Files with different variables, then the order of a model that has one more. */
static lacon_status read_job(lacon_ctx *c, void *user)
{
    lacon_data *data = NULL;
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.align_labels = 1;
    o.missing = LACON_MISSING_MARGINAL;
    lacon_status status = lacon_data_read(c, &data, user, 2, &o);
    if (status >= 0)
        status = lacon_data_align(c, data, 5, (const char *const[]){"d", "c", "more", "b", "a"});
    if (status >= 0) {
        const double *x = data->classes[0].x, *y = data->classes[1].x;
        const double first[] = {NAN, 3, NAN, 2, 1}, second[] = {7, NAN, NAN, 6, 5};
        for (int r = 0; r < 5; r++)
            if ((isnan(first[r]) ? !isnan(x[r]) : x[r] != first[r]) ||
                (isnan(second[r]) ? !isnan(y[r]) : y[r] != second[r])) status = LACON_E_INTERNAL;
    }
    lacon_data_free(data);
    return status;
}

static void files_are_brought_together(void **state)
{
    scratch *s = NULL;
    (void)state;
    assert_int_equal(scratch_setup((void **)&s), 0);
    const char *paths[2] = {scratch_text(s, "one.csv", "a,b,c\n1,2,3\n2,3,5\n3,1,2\n"),
                            scratch_text(s, "two.csv", "b,d,a\n6,7,5\n1,NA,2\n")};
    assert_true(faulty_loop(read_job, paths, 1) > 20);
    assert_int_equal(scratch_teardown((void **)&s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likelihood_is_the_dense_one),
        cmocka_unit_test(a_module_may_be_absent),
        cmocka_unit_test(transform_is_the_maximum),
        cmocka_unit_test(fit_is_stationary),
        cmocka_unit_test(options_and_threads_change_nothing),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(constants_are_missing),
        cmocka_unit_test(dropped_rows_are_not_there),
        cmocka_unit_test(pairs_make_a_covariance),
        cmocka_unit_test(refusals_name_the_remedy),
        cmocka_unit_test(memory_ends),
        cmocka_unit_test(files_are_brought_together),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
