/* SPDX-License-Identifier: BSD-3-Clause
 * fit/extensions/noise.c: psi is recovered where the noise differs between variables and stays near one where
 * it does not; the likelihood that is reported is the dense one; before it is shrunk psi stands at
 * the fixed point of its step and at a stationary point of the likelihood, whatever the objective
 * of W.
 */
#include "fit_ref.h"

#include "fit/finish_loadings.h"
#include <lacon/io.h>

typedef struct hetero {
    lacon_model *truth;
    double *x;
    lacon_data *data;
    int64_t N, n, p, k;
} hetero;

/* The paper's simulation with log psi of this spread, geometric mean one. Centred only: dividing by
 * standard deviations would change psi. */
static hetero make(int64_t N, int64_t n, int64_t p, int64_t k, double spread, uint64_t seed)
{
    hetero h = {.N = N, .n = n, .p = p, .k = k};
    assert_int_equal(lacon_model_random(ctx, &h.truth, p, k, N, 0.5, seed), LACON_OK);
    double *e = ref_alloc(p), mean = 0;
    ref_normals(seed + 31, p, e);
    for (int64_t r = 0; r < p; r++) mean += e[r] / (double)p;
    for (int64_t r = 0; r < p; r++) h.truth->psi[r] = exp(spread * (e[r] - mean));
    h.x = ref_alloc(N * n * p);
    for (int64_t i = 0; i < N; i++)
        assert_int_equal(lacon_model_simulate(ctx, h.truth, i, n, seed, h.x + i * n * p, p),
                         LACON_OK);
    h.data = ref_data(ctx, h.x, N, n, p, LACON_SCALE_CENTER, false);
    free(e);
    return h;
}

static void clear(hetero *h)
{
    lacon_model_free(h->truth);
    lacon_data_free(h->data);
    free(h->x);
}

static lacon_model *fit(const hetero *h, lacon_noise noise, lacon_objective objective)
{
    lacon_fit_options o = ref_options(h->k);
    o.noise = noise;
    o.objective = objective;
    o.membership = LACON_MEMBERSHIP_ALL;
    return ref_fit(ctx, h->data, &o);
}

static double log_correlation(int64_t p, const double *a, const double *b)
{
    double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;
    for (int64_t r = 0; r < p; r++) {
        ma += log(a[r]) / (double)p;
        mb += log(b[r]) / (double)p;
    }
    for (int64_t r = 0; r < p; r++) {
        const double x = log(a[r]) - ma, y = log(b[r]) - mb;
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    return ab / sqrt(aa * bb);
}

static double sum_log(int64_t p, const double *psi)
{
    double sum = 0;
    for (int64_t r = 0; r < p; r++) sum += log(psi[r]);
    return sum;
}

static void psi_is_recovered(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++)
        for (int o = 0; o < 2; o++) {
            hetero h = make(5, 300, 30, 3, 0.6, seed);
            lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, (lacon_objective)o);
            lacon_model *plain = fit(&h, LACON_NOISE_ISOTROPIC, (lacon_objective)o);
            assert_true(log_correlation(h.p, lacon_model_psi(m), lacon_model_psi(h.truth)) > 0.95);
            assert_true(fabs(sum_log(h.p, lacon_model_psi(m))) < 1e-9);
            assert_true(ref_nll(m) < ref_nll(plain) - 0.5);
            for (int64_t r = 0; r < h.p; r++) assert_true(lacon_model_psi(plain)[r] == 1);
            lacon_model_free(m);
            lacon_model_free(plain);
            clear(&h);
        }
}

/* One module too many takes the noise of its variables for its own; when the membership test has dropped
 * it, psi is that of the modules that are left, not of those that were searched for. */
static void psi_follows_the_membership(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        hetero h = make(1, 300, 20, 3, 0.6, seed);
        lacon_fit_options o = ref_options(6);
        o.noise = LACON_NOISE_VARIABLE;
        lacon_model *m = ref_fit(ctx, h.data, &o);
        assert_true(lacon_model_modules(m) < o.k);
        assert_true(log_correlation(h.p, lacon_model_psi(m), lacon_model_psi(h.truth)) > 0.95);
        assert_true(fabs(sum_log(h.p, lacon_model_psi(m))) < 1e-9);
        lacon_model_free(m);
        clear(&h);
    }
}

/* On rows: p = 1040 of 3 × 60 observations, with psi in them. */
static void psi_on_the_row_route(void **state)
{
    (void)state;
    hetero h = make(3, 60, 1040, 3, 0.6, 2);
    assert_false(ref_takes_covariance(h.data, 0));
    lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, LACON_OBJECTIVE_ML);
    /* log psi of 180 observations has standard error sqrt(2 / 180) = .11 against a spread of .6 */
    assert_true(log_correlation(h.p, lacon_model_psi(m), lacon_model_psi(h.truth)) > 0.95);
    assert_true(fabs(sum_log(h.p, lacon_model_psi(m))) < 1e-8);
    lacon_model_free(m);
    clear(&h);
}

/* log psi_r has standard error about sqrt(2 / 2000) = .032; the largest of 30 stays below 4.5 of
 * them. */
static void isotropic_noise_stays_so(void **state)
{
    (void)state;
    hetero h = make(4, 500, 30, 3, 0, 3);
    lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, LACON_OBJECTIVE_ML);
    for (int64_t r = 0; r < h.p; r++) assert_true(fabs(log(lacon_model_psi(m)[r])) < 0.064);
    lacon_model_free(m);
    clear(&h);
}

/* What info says is the likelihood of Psi^1/2 (W G W' + v I) Psi^1/2 at the data themselves. */
static void likelihood_is_the_dense_one(void **state)
{
    (void)state;
    enum { N = 2, n = 60, p = 12, k = 2 };
    hetero h = make(N, n, p, k, 0.5, 4);
    lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, LACON_OBJECTIVE_ML);
    double nll = 0;
    for (int i = 0; i < N; i++) {
        double cov[p * p], sigma[p * p], omega[p * p];
        ref_cov(n, p, h.data->classes[i].x, cov);
        for (int e = 0; e < p * p; e++) {
            double sum = e % (p + 1) == 0 ? lacon_model_v(m, i) : 0;
            for (int a = 0; a < k; a++)
                for (int b = 0; b < k; b++)
                    sum += lacon_model_W(m)[e / p * k + a] * lacon_model_G(m, i)[a * k + b] *
                           lacon_model_W(m)[e % p * k + b];
            sigma[e] = sum * sqrt(lacon_model_psi(m)[e / p] * lacon_model_psi(m)[e % p]);
        }
        const double logdet = ref_inverse(p, sigma, omega);
        double misfit = 0;
        for (int e = 0; e < p * p; e++) misfit += omega[e] * cov[e];
        const double L = 0.5 * (p * log(2 * M_PI) + logdet + misfit);
        assert_true(fabs(L + lacon_model_loglik(m, i)) < 1e-9);
        nll += L / N;
    }
    assert_true(fabs(nll - ref_nll(m)) < 1e-9);
    lacon_model_free(m);
    clear(&h);
}

/* What the model's psi was before it was shrunk: log psi = c log psi^ with c = 1 - a / s, a = 2 (p
 * - 3) / n, s = sum log² psi^. So c² s is known, and s the larger root of s² - (2 a + c² s) s + a²
 * = 0. */
static void unshrink(double *psi, int64_t p, double n)
{
    double known = 0;
    const double a = 2 * (double)(p - 3) / n;
    for (int64_t r = 0; r < p; r++) known += log(psi[r]) * log(psi[r]);
    const double half = a + 0.5 * known, s = half + sqrt(half * half - a * a), c = 1 - a / s;
    for (int64_t r = 0; r < p; r++) psi[r] = exp(log(psi[r]) / c);
}

/* The fixed point of psi and W that a fit found: psi before it was shrunk, W settled there. */
typedef struct settled {
    double psi[24];
    lcn_problem *q;
    lcn_work *w;
    lcn_point x;
} settled;

static void settle(settled *f, const hetero *h, const lacon_model *m)
{
    lacon_fit_options o = ref_options(h->k);
    o.objective = lacon_model_info(m)->options->objective;
    memcpy(f->psi, lacon_model_psi(m), (size_t)h->p * sizeof *f->psi);
    unshrink(f->psi, h->p, (double)(h->N * h->n));
    assert_int_equal(lcn_problem_new(ctx, &f->q, h->data, &o), LACON_OK);
    assert_int_equal(lcn_problem_set_psi(ctx, f->q, f->psi), LACON_OK);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->x, h->p, h->k), LACON_OK);
    ref_gather(&f->x.W, lacon_model_W(m));
    lcn_evaluate(f->w, &f->x, LCN_TANGENT);
    const lcn_limits limits = lcn_limits_of(f->q, &o);
    assert_true(lcn_settle(NULL, f->w, &f->x, &limits));
}

static void settled_clear(settled *f)
{
    lcn_point_clear(&ctx->allocator, &f->x);
    lcn_work_free(f->w);
    lcn_problem_free(f->q);
}

/* sum_i omega_i E(x_r - w_r z_c)² / v_i there, x in units of sqrt(psi): the factor of the next step
 * of psi_r, by the textbook posterior z | x ~ (G W'Sigma^-1 x, G - G W'Sigma^-1 W G) */
static void residual_factors(const hetero *h, const settled *f, double *factor)
{
    const int64_t p = h->p, k = h->k;
    double *cov = ref_alloc(p * p), *sigma = ref_alloc(p * p), *omega = ref_alloc(p * p);
    double *GW = ref_alloc(k * p), *A = ref_alloc(k * p), *AK = ref_alloc(k * p);
    double *W = ref_alloc(p * k), *S = ref_alloc(k * k), *G = ref_alloc(k * k);
    ref_spread(&f->x.W, W);
    memset(factor, 0, (size_t)p * sizeof *factor);
    for (int64_t i = 0; i < h->N; i++) {
        double t = 0;
        ref_cov(h->n, p, h->data->classes[i].x, cov);
        for (int64_t e = 0; e < p * p; e++) cov[e] /= sqrt(f->psi[e / p] * f->psi[e % p]);
        for (int64_t r = 0; r < p; r++) t += cov[r * (p + 1)];
        ref_S(p, k, cov, W, S);
        const double v = ref_profile(p, k, S, t, G);
        for (int64_t j = 0; j < k; j++)
            for (int64_t r = 0; r < p; r++) {
                GW[j * p + r] = 0;
                for (int64_t l = 0; l < k; l++) GW[j * p + r] += G[j * k + l] * W[r * k + l];
            }
        for (int64_t e = 0; e < p * p; e++) {
            sigma[e] = e % (p + 1) == 0 ? v : 0;
            for (int64_t l = 0; l < k; l++) sigma[e] += W[e / p * k + l] * GW[l * p + e % p];
        }
        ref_inverse(p, sigma, omega);
        ref_multiply(k, p, p, GW, omega, A); /* E z = A x */
        ref_multiply(k, p, p, A, cov, AK);
        for (int64_t r = 0; r < p; r++) {
            const int32_t c = f->x.W.module[r];
            double zz = G[c * k + c];
            for (int64_t s = 0; s < p; s++) zz += A[c * p + s] * (AK[c * p + s] - GW[c * p + s]);
            const double w = W[r * k + c], e = cov[r * p + r] - 2 * w * AK[c * p + r] + w * w * zz;
            factor[r] += e / v / (double)h->N;
        }
    }
    double *blocks[] = {cov, sigma, omega, GW, A, AK, W, S, G};
    for (int i = 0; i < 9; i++) free(blocks[i]);
}

/* The factors are all alike at the fixed point, for both objectives of W: psi is a likelihood
 * estimate in both. The iteration stops when log psi moves by less than 1e-6. */
static void psi_stands_still(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int o = 0; o < 2; o++) {
            hetero h = make(3, 200, 15, 3, 0.5, seed);
            lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, (lacon_objective)o);
            settled f;
            double factor[15], mean = 0;
            settle(&f, &h, m);
            residual_factors(&h, &f, factor);
            for (int r = 0; r < 15; r++) mean += log(factor[r]) / 15;
            for (int r = 0; r < 15; r++) assert_true(fabs(log(factor[r]) - mean) < 1e-4);
            settled_clear(&f);
            lacon_model_free(m);
            clear(&h);
        }
}

/* The modules that another search finds at the psi of this model, with the noise they lead to. */
static lacon_model *found_again(const hetero *h, const lacon_model *m)
{
    lacon_fit_options o = ref_options(h->k);
    lcn_outcome found = {0};
    lacon_model *start = NULL;
    settled f;
    settle(&f, h, m);
    o.membership = LACON_MEMBERSHIP_ALL;
    o.noise = LACON_NOISE_VARIABLE;
    assert_int_equal(lcn_outcome_new(ctx, &found, h->p, h->k), LACON_OK);
    assert_int_equal(lcn_mm_run(ctx, &found, f.q, &o, NULL), LACON_OK);
    assert_int_equal(lcn_finish_loadings(ctx, &start, f.q, &found.W, h->data, &o), LACON_OK);
    o.init = start;
    lacon_model *again = ref_fit(ctx, h->data, &o);
    lacon_model_free(start);
    lcn_outcome_clear(&ctx->allocator, &found);
    settled_clear(&f);
    return again;
}

/* Another search finds no nat more of evidence. */
static void another_search_finds_nothing(void **state)
{
    (void)state;
    const char *const folder = EXAMPLE_DATA "/holzinger-24";
    hetero h = {.N = 1, .n = 301, .p = 24};
    lacon_read_options read;
    lacon_read_options_init(&read);
    assert_int_equal(lacon_data_read(ctx, &h.data, &folder, 1, &read), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, h.data, LACON_SCALE_Z), LACON_OK);
    for (h.k = 4; h.k <= 6; h.k++) {
        lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, LACON_OBJECTIVE_ML), *again = found_again(&h, m);
        print_message("  k = %d: another search %+.2f nats\n", (int)h.k,
                      lacon_model_info(again)->evidence - lacon_model_info(m)->evidence);
        assert_true(lacon_model_info(m)->evidence > lacon_model_info(again)->evidence - 2); /* nats */
        lacon_model_free(m);
        lacon_model_free(again);
    }
    clear(&h);
}

/* With the loadings of the data held, w_r sqrt(psi_r), moving psi along prod psi = 1 and profiling G and v anew never
 * lowers the objective by more than the rounding of the stop allows. (With w held it would: that is drawn to the other
 * weights, and not the likeliest.) */
static void psi_is_stationary(void **state)
{
    (void)state;
    hetero h = make(3, 200, 15, 3, 0.5, 5);
    lacon_model *m = fit(&h, LACON_NOISE_VARIABLE, LACON_OBJECTIVE_ML);
    settled f;
    settle(&f, &h, m);
    const double best = f.x.f;
    double at[15];
    memcpy(at, f.x.W.weight, sizeof at);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        double psi[15], d[15], mean = 0;
        ref_fill(seed, 15, d);
        for (int r = 0; r < 15; r++) mean += d[r] / 15;
        for (int r = 0; r < 15; r++) {
            psi[r] = f.psi[r] * exp(0.01 * (d[r] - mean));
            f.x.W.weight[r] = at[r] * sqrt(f.psi[r] / psi[r]);
        }
        lcn_loadings_normalise(&f.x.W); /* the length is G's */
        assert_int_equal(lcn_problem_set_psi(ctx, f.q, psi), LACON_OK);
        lcn_evaluate(f.w, &f.x, LCN_TANGENT);
        assert_true(f.x.f > best - 1e-8);
    }
    /* the model stands at the shrunk psi, W settled there */
    assert_int_equal(lcn_problem_set_psi(ctx, f.q, lacon_model_psi(m)), LACON_OK);
    ref_gather(&f.x.W, lacon_model_W(m));
    lcn_evaluate(f.w, &f.x, LCN_TANGENT);
    const double nll = lcn_problem_units(f.q, LACON_OBJECTIVE_ML, f.x.f);
    assert_true(fabs(nll - ref_nll(m)) < 1e-9 && f.x.f > best);
    settled_clear(&f);
    lacon_model_free(m);
    clear(&h);
}

/* A variable that its module explains fully, and one that never changes: psi stays positive and
 * finite, and so does everything else. */
static void variables_without_noise(void **state)
{
    (void)state;
    enum { n = 80, p = 10 };
    for (int kind = 0; kind < 2; kind++) {
        double x[n * p];
        ref_normals(6, n * p, x);
        for (int i = 0; i < n; i++) {
            for (int r = 1; r < 5; r++) x[i * p + r] = x[i * p] + 0.3 * x[i * p + r];
            if (kind == 1) x[i * p + 7] = 3;
        }
        lacon_data *data = ref_data(ctx, x, 1, n, p, LACON_SCALE_CENTER, false);
        lacon_fit_options o = ref_options(2);
        o.noise = LACON_NOISE_VARIABLE;
        lacon_model *m = ref_fit(ctx, data, &o);
        for (int r = 0; r < p; r++)
            assert_true(isfinite(lacon_model_psi(m)[r]) && lacon_model_psi(m)[r] > 0);
        assert_true(isfinite(ref_nll(m)));
        lacon_model_free(m);
        lacon_data_free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(psi_is_recovered),         cmocka_unit_test(psi_follows_the_membership),
        cmocka_unit_test(psi_on_the_row_route),
        cmocka_unit_test(isotropic_noise_stays_so), cmocka_unit_test(likelihood_is_the_dense_one),
        cmocka_unit_test(psi_stands_still),         cmocka_unit_test(another_search_finds_nothing),
        cmocka_unit_test(psi_is_stationary),
        cmocka_unit_test(variables_without_noise),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
