/* SPDX-License-Identifier: BSD-3-Clause
 * DirectLiNGAM, ICA-LiNGAM, FastICA, the adaptive lasso and the tests of disturbances against the
 * figures of other programs in causal_ref.h (tools/make_causal_refs), and what must not depend on
 * the order of columns.
 */
#include "fit_ref.h"

#include "causal/causal.h"
#include "causal_ref.h"

static const double *const rows = c_rows;

static lacon_data *data_of(const double *x, int64_t n, int64_t k, lacon_scale scale)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, k), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, NULL, n, x, k), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, scale), LACON_OK);
    return data;
}

static lacon_causal *estimate(const double *x, int64_t n, int64_t k, lacon_causal_method method)
{
    lacon_data *data = data_of(x, n, k, LACON_SCALE_CENTER);
    lacon_causal_options o;
    lacon_causal *out;
    lacon_causal_options_init(&o);
    o.method = method;
    o.boot = 0;
    assert_int_equal(lacon_causal_estimate(ctx, &out, NULL, data, &o), LACON_OK);
    lacon_data_free(data);
    return out;
}

static double farthest(int64_t count, const double *a, const double *b)
{
    double most = 0;
    for (int64_t i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* The package's order, and its B to rounding (1e-6 was asked). */
static void direct_is_the_packages(void **state)
{
    (void)state;
    lacon_causal *s = estimate(rows, C_ROWS, C_K, LACON_CAUSAL_DIRECT);
    for (int j = 0; j < C_K; j++) assert_int_equal(lacon_causal_order(s, 0)[j], c_direct_order[j]);
    assert_true(farthest(C_K * C_K, lacon_causal_B(s, 0), c_direct_B) < 1e-12);
    lacon_causal_free(s);
}

/* A sample of the rows without noise; free what *memory points to. */
static lcn_sample sample_of(const double *x, int64_t n, int64_t k, double **memory, lcn_panel *panel)
{
    lacon_data *data = data_of(x, n, k, LACON_SCALE_CENTER);
    lcn_sample s;
    assert_int_equal(lcn_panel_init(ctx, panel, NULL, data, 0, 0), LACON_OK);
    *memory = ref_alloc(lcn_sample_doubles(panel->ld, k, 0));
    lcn_sample_lay_out(&s, panel->ld, k, 0, *memory);
    lcn_sample_fill(&s, panel, NULL, true);
    lacon_data_free(data);
    return s;
}

/* In the order the package's ICA-LiNGAM found, its pruning drops three of ten arrows. */
static void adaptive_lasso_is_the_packages(void **state)
{
    (void)state;
    double *memory, B[C_K * C_K];
    lcn_panel panel;
    lcn_sample s = sample_of(rows, C_ROWS, C_K, &memory, &panel);
    double *scratch = ref_alloc(lcn_effects_scratch(s.ld, C_K));
    lcn_effects(B, &s, s.S, c_ica_order, NULL, LCN_PRUNE_LASSO, scratch);
    int arrows = 0;
    for (int i = 0; i < C_K * C_K; i++) {
        arrows += B[i] != 0;
        assert_true((B[i] != 0) == (c_ica_B[i] != 0));
    }
    assert_int_equal(arrows, 7);
    assert_true(farthest(C_K * C_K, B, c_ica_B) < 1e-12);
    lcn_panel_clear(&ctx->allocator, &panel);
    free(scratch);
    free(memory);
}

/* ---- FastICA ---- */

/* Rows beside their variables, 1 on the diagonal: of 4! permutations the one with the least sum of
 * 1/|w|. */
static void effects_of(const double *W, double *B)
{
    double least = INFINITY;
    for (int code = 0; code < 256; code++) {
        int to[4], seen = 0;
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            to[i] = code >> 2 * i & 3;
            seen |= 1 << to[i];
            sum += 1 / fabs(W[i * 4 + to[i]]);
        }
        if (seen != 15 || sum >= least) continue;
        least = sum;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                B[to[i] * 4 + j] = (j == to[i]) - W[i * 4 + j] / W[i * 4 + to[i]];
    }
}

/* scikit-learn run to 1e-15; ours to 1e-14 of 1 - cos, so directions to about 1e-7. Deflation has
 * other fixed points in a finite sample: what is extreme for one direction, not for all together.
 */
static void fastica_is_scikit_learns(void **state)
{
    (void)state;
    const double *const wanted[] = {m_logcosh, m_exp, m_cube};
    for (int contrast = 0; contrast < 3; contrast++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            double W[16], B[16];
            int64_t iterations = 0;
            lacon_ica_options o;
            lacon_ica_options_init(&o);
            o.contrast = (lacon_contrast)contrast;
            o.seed = seed;
            o.tol = 1e-14;
            assert_int_equal(lacon_ica(ctx, W, &iterations, M_ROWS, 4, m_rows, 4, &o), LACON_OK);
            effects_of(W, B);
            assert_true(farthest(16, B, wanted[contrast]) < 1e-6);
            assert_true(iterations > 2 && iterations < 300);
        }
}

/* ---- where the package stopped ---- */

/* A <- (AA')^-1/2 A, by Newton's iteration from within its reach; the answer is 1 - the least |cos|
 * between a row before the step, a unit vector of these coordinates, and after. */
static double orthonormalise(double A[C_K][C_K])
{
    double norm = 0, rotated = 0;
    for (int i = 0; i < C_K * C_K; i++) norm += A[i / C_K][i % C_K] * A[i / C_K][i % C_K];
    for (int i = 0; i < C_K * C_K; i++) A[i / C_K][i % C_K] /= sqrt(norm);
    for (int round = 0; round < 100; round++) {
        double C[C_K][C_K] = {{0}}, next[C_K][C_K];
        for (int i = 0; i < C_K * C_K * C_K; i++)
            C[i / 25][i / 5 % 5] += A[i / 25][i % 5] * A[i / 5 % 5][i % 5];
        for (int i = 0; i < C_K; i++)
            for (int j = 0; j < C_K; j++) {
                next[i][j] = 1.5 * A[i][j];
                for (int l = 0; l < C_K; l++) next[i][j] -= 0.5 * C[i][l] * A[l][j];
            }
        memcpy(A, next, sizeof next);
    }
    for (int i = 0; i < C_K; i++) rotated = fmax(rotated, 1 - fabs(A[i][i]));
    return rotated;
}

/* One step of symmetric FastICA, log cosh, on the unmixing matrix U of white components y:
 * U <- (AA')^-1/2 A U, A = E tanh(y) y' - diag E tanh'(y). As published, nothing of ours. */
static double fastica_step(double *U)
{
    double A[C_K][C_K] = {{0}}, next[C_K * C_K] = {0}, mean[C_K] = {0};
    for (int i = 0; i < C_ROWS * C_K; i++) mean[i % C_K] += c_rows[i] / C_ROWS;
    for (int i = 0; i < C_ROWS; i++) {
        double y[C_K] = {0};
        for (int a = 0; a < C_K * C_K; a++)
            y[a / C_K] += U[a] * (c_rows[i * C_K + a % C_K] - mean[a % C_K]);
        for (int a = 0; a < C_K; a++) {
            for (int b = 0; b < C_K; b++) A[a][b] += tanh(y[a]) * y[b] / C_ROWS;
            A[a][a] -= (1 - tanh(y[a]) * tanh(y[a])) / C_ROWS;
        }
    }
    const double rotated = orthonormalise(A);
    for (int i = 0; i < C_K * C_K * C_K; i++)
        next[i / 5] += A[i / 25][i % 5] * U[i % 5 * C_K + i / 5 % 5];
    memcpy(U, next, sizeof next);
    return rotated;
}

/* Largest difference of a row of a from its nearest row of b, whatever the sign. */
static double apart(const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < C_K; i++) {
        double least = INFINITY;
        for (int l = 0; l < C_K; l++)
            for (double sign = -1; sign <= 1; sign += 2) {
                double d = 0;
                for (int j = 0; j < C_K; j++)
                    d = fmax(d, fabs(a[i * C_K + j] - sign * b[l * C_K + j]));
                least = fmin(least, d);
            }
        most = fmax(most, least);
    }
    return most;
}

/* The package's answer for these rows is that of a FastICA that had not settled: at iteration 14
 * directions rotated by less than its tolerance, 1e-4, and the next rotates them by more again. The same
 * iteration, gone on with, settles elsewhere after some 120 more; there lacon ends as well. */
static void the_package_stopped_early(void **state)
{
    (void)state;
    double U[C_K * C_K], ours[C_K * C_K], rotated = 1;
    int steps = 0;
    memcpy(U, c_stopped, sizeof U);
    assert_true(apart(c_stopped, c_settled) > 0.05);
    for (; steps < 1000 && rotated > 1e-13; steps++) {
        rotated = fastica_step(U);
        if (steps == 0) assert_true(rotated > 1e-4);
    }
    assert_true(steps > 110 && steps < 130); /* 135 - 14 there, give or take rounding at 1e-13 */
    assert_true(apart(U, c_settled) < 1e-6);
    lacon_ica_options o;
    lacon_ica_options_init(&o);
    o.seed = 2;
    o.tol = 1e-14;
    assert_int_equal(lacon_ica(ctx, ours, NULL, C_ROWS, C_K, c_rows, C_K, &o), LACON_OK);
    assert_true(apart(ours, c_settled) < 1e-5);
}

/* Each direction of deflation is a fixed point of its own: E x g(w'x) - E g'(w'x) w is along w
 * within what is orthogonal to the earlier ones; and the components are white. */
static void deflation_is_a_fixed_point(void **state)
{
    (void)state;
    double W[16], mean[4] = {0}, C[16] = {0};
    lacon_ica_options o;
    lacon_ica_options_init(&o);
    o.deflation = 1;
    o.tol = 1e-14;
    assert_int_equal(lacon_ica(ctx, W, NULL, M_ROWS, 4, m_rows, 4, &o), LACON_OK);
    for (int i = 0; i < M_ROWS * 4; i++) mean[i % 4] += m_rows[i] / M_ROWS;
    double first[4] = {
        0}; /* E u_1 components: correlation of tanh(u_1) with the later components */
    for (int i = 0; i < M_ROWS; i++) {
        double u[4] = {0};
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) u[a] += W[a * 4 + b] * (m_rows[i * 4 + b] - mean[b]);
        for (int a = 0; a < 4; a++) {
            first[a] += tanh(u[0]) * u[a] / M_ROWS;
            for (int b = 0; b < 4; b++) C[a * 4 + b] += u[a] * u[b] / M_ROWS;
        }
    }
    for (int i = 0; i < 16; i++) assert_true(fabs(C[i] - (i % 5 == 0)) < 1e-9);
    for (int a = 1; a < 4; a++) assert_true(fabs(first[a]) < 1e-6);
}

static void ica_refuses(void **state)
{
    (void)state;
    double W[16], x[40];
    lacon_ica_options o;
    lacon_ica_options_init(&o);
    assert_int_equal(lacon_ica(ctx, W, NULL, 4, 4, m_rows, 4, NULL), LACON_E_ARGUMENT);
    o.tol = 0;
    assert_int_equal(lacon_ica(ctx, W, NULL, M_ROWS, 4, m_rows, 4, &o), LACON_E_ARGUMENT);
    for (int i = 0; i < 40; i++) x[i] = i % 2 ? 3 : i;
    assert_int_equal(lacon_ica(ctx, W, NULL, 20, 2, x, 2, NULL), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "V2 is constant"));
    lacon_ica_options_init(&o);
    o.max_iter = 1;
    assert_int_equal(lacon_ica(ctx, W, NULL, M_ROWS, 4, m_rows, 4, &o), LACON_W_NOT_CONVERGED);
}

/* ---- orders ---- */

/* B of a known order, small entries added everywhere: the order comes back. */
static void triangular_order(void **state)
{
    (void)state;
    enum { k = 7 };
    const int64_t order[k] = {3, 6, 0, 2, 5, 1, 4};
    double B[k * k], scratch[k * k + 2 * k], noise[k * k];
    int64_t got[k];
    ref_fill(3, k * k, noise);
    for (int i = 0; i < k * k; i++) B[i] = 0.01 * noise[i];
    for (int a = 0; a < k; a++)
        for (int b = 0; b < a; b++) B[order[a] * k + order[b]] += noise[a * k + b] > 0 ? 1 : -1;
    lcn_triangular_order(got, k, B, scratch);
    for (int j = 0; j < k; j++) assert_int_equal(got[j], order[j]);
}

/* Columns in another order give the same arrows, whatever the method; other units too, but for
 * ICA-LiNGAM, which compares effects as they are. */
static void columns_do_not_matter(void **state)
{
    (void)state;
    const int to[C_K] = {2, 4, 0, 1, 3}; /* column j goes to to[j] */
    static double x[C_ROWS * C_K];
    for (int method = 0; method < 3; method++) {
        const int unit = method == LACON_CAUSAL_ICA ? 0 : 1;
        for (int i = 0; i < C_ROWS; i++)
            for (int j = 0; j < C_K; j++) x[i * C_K + to[j]] = ldexp(rows[i * C_K + j], unit * j);
        lacon_causal *a = estimate(rows, C_ROWS, C_K, (lacon_causal_method)method);
        lacon_causal *b = estimate(x, C_ROWS, C_K, (lacon_causal_method)method);
        const double *B = lacon_causal_B(a, 0), *T = lacon_causal_B(b, 0);
        for (int j = 0; j < C_K; j++) {
            assert_int_equal(lacon_causal_order(b, 0)[j], to[lacon_causal_order(a, 0)[j]]);
            for (int l = 0; l < C_K; l++)
                assert_true(fabs(ldexp(B[j * C_K + l], unit * (j - l)) - T[to[j] * C_K + to[l]]) <
                            1e-9);
        }
        lacon_causal_free(a);
        lacon_causal_free(b);
    }
}

/* The seed of FastICA decides where it starts, not where it ends, when sources are far from
 * Gaussian. (c_rows has several fixed points: 300 rows are too few for logistic sources.) */
static void seeds_agree(void **state)
{
    (void)state;
    lacon_data *data = data_of(m_rows, M_ROWS, M_K, LACON_SCALE_CENTER);
    lacon_causal *first = NULL, *other;
    for (uint64_t seed = 1; seed < 6; seed++) {
        lacon_causal_options o;
        lacon_causal_options_init(&o);
        o.method = LACON_CAUSAL_ICA;
        o.boot = 0;
        lacon_ica_options ica;
        lacon_ica_options_init(&ica);
        ica.seed = seed;
        o.ica = &ica;
        assert_int_equal(lacon_causal_estimate(ctx, &other, NULL, data, &o), LACON_OK);
        if (first == NULL) first = other;
        assert_true(farthest(16, lacon_causal_B(first, 0), lacon_causal_B(other, 0)) < 1e-12);
        if (other != first) lacon_causal_free(other);
    }
    lacon_causal_free(first);
    lacon_data_free(data);
}

/* Ten logistic sources in 500 rows: the fixed point goes to and fro, the quasi-Newton method
 * settles, at a point that is symmetric: s_i E g(u_i) u_j = s_j E g(u_j) u_i. */
static void near_gaussian_sources_settle(void **state)
{
    (void)state;
    enum { n = 500, k = 10 };
    static double x[n * k];
    double W[k * k], P[k * k] = {0}, slope[k] = {0}, mean[k] = {0};
    lacon_ica_options o;
    lacon_ica_options_init(&o);
    ref_fill(5, n * k, x);
    for (int i = 0; i < n * k; i++) { /* logistic */
        const double u = 0.5 + 0.49999 * x[i];
        x[i] = log(u / (1 - u));
        mean[i % k] += x[i] / n;
    }
    o.tol = 1e-12;
    assert_int_equal(lacon_ica(ctx, W, NULL, n, k, x, k, &o), LACON_OK);
    for (int i = 0; i < n; i++) {
        double u[k] = {0};
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < k; b++) u[a] += W[a * k + b] * (x[i * k + b] - mean[b]);
            slope[a] += (1 - tanh(u[a]) * tanh(u[a])) / n;
        }
        for (int a = 0; a < k; a++)
            for (int b = 0; b < k; b++) P[a * k + b] += tanh(u[a]) * u[b] / n;
    }
    for (int a = 0; a < k; a++)
        for (int b = 0; b < k; b++) {
            const double sa = slope[a] > P[a * k + a] ? 1 : -1,
                         sb = slope[b] > P[b * k + b] ? 1 : -1;
            assert_true(fabs(sa * P[a * k + b] - sb * P[b * k + a]) < 1e-6);
        }
}

/* ---- effects ---- */

/* (I - B)^-1 - I by the series B + B² + ..., which ends */
static void totals(void **state)
{
    (void)state;
    enum { k = C_K };
    double power[k * k], next[k * k], sum[k * k], total[k * k];
    memcpy(power, c_direct_B, sizeof power);
    memcpy(sum, c_direct_B, sizeof sum);
    for (int times = 1; times < k; times++) {
        for (int i = 0; i < k * k; i++) {
            next[i] = 0;
            for (int l = 0; l < k; l++) next[i] += power[i / k * k + l] * c_direct_B[l * k + i % k];
        }
        memcpy(power, next, sizeof power);
        for (int i = 0; i < k * k; i++) sum[i] += power[i];
    }
    lcn_total_effects(total, k, c_direct_B, c_direct_order);
    assert_true(farthest(k * k, sum, total) < 1e-12);
}

static void normality_is_scipys(void **state)
{
    (void)state;
    double x[C_ROWS], skewness, kurtosis, p;
    for (int j = 0; j < C_K; j++) {
        for (int i = 0; i < C_ROWS; i++) x[i] = rows[i * C_K + j];
        lcn_normality(C_ROWS, x, &skewness, &kurtosis, &p);
        assert_true(fabs(skewness - c_skewness[j]) < 1e-12);
        assert_true(fabs(kurtosis - c_kurtosis[j]) < 1e-12);
        assert_true(fabs(p / c_normal_p[j] - 1) < 1e-9);
    }
    for (int i = 0; i < 4; i++) x[i] = i * i;
    lcn_normality(4, x, &skewness, &kurtosis, &p);
    assert_true(p == 1); /* too few to tell */
    for (int i = 0; i < 40; i++) x[i] = 7;
    lcn_normality(40, x, &skewness, &kurtosis, &p);
    assert_true(p == 1 && skewness == 0 && kurtosis == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_is_the_packages),
        cmocka_unit_test(adaptive_lasso_is_the_packages),
        cmocka_unit_test(fastica_is_scikit_learns),
        cmocka_unit_test(the_package_stopped_early),
        cmocka_unit_test(deflation_is_a_fixed_point),
        cmocka_unit_test(ica_refuses),
        cmocka_unit_test(triangular_order),
        cmocka_unit_test(columns_do_not_matter),
        cmocka_unit_test(seeds_agree),
        cmocka_unit_test(near_gaussian_sources_settle),
        cmocka_unit_test(totals),
        cmocka_unit_test(normality_is_scipys),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
