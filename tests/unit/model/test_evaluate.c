/* SPDX-License-Identifier: BSD-3-Clause
 * What a model computes (model/evaluate.c, covariance.c, latent.c, transform.c, moments.c) against
 * dense p × p matrices, and memory that ends in any of it.
 */
#include "model_ref.h"
#include "scratch.h"

#include <stdio.h>

static void covariance_and_precision(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    for (int varied = 0; varied < 2; varied++) {
        lacon_model *m = make_model(ctx, varied);
        for (int c = 0; c < N; c++) {
            double sigma[P * P], omega[P * P], got[P * P];
            dense_sigma(m, c, sigma, omega);
            assert_int_equal(lacon_model_covariance(ctx, m, c, got), LACON_OK);
            assert_true(ref_distance(P * P, got, sigma) < 1e-15);
            assert_int_equal(lacon_model_precision(ctx, m, c, got), LACON_OK);
            assert_true(ref_distance(P * P, got, omega) < 1e-13);
        }
        double out[P * P] = {42};
        assert_int_equal(lacon_model_covariance(ctx, m, N, out), LACON_E_ARGUMENT);
        assert_int_equal(lacon_model_precision(ctx, m, -1, out), LACON_E_ARGUMENT);
        assert_true(out[0] == 42);
        lacon_model_free(m);
    }
    lacon_ctx_free(ctx);
}

/* log N(x; 0, Sigma) and -tr Omega + ½ |Omega x|², averaged over the rows */
static void dense_values(const lacon_model *m, int c, const double *x, double *loglik,
                         double *score)
{
    double sigma[P * P], omega[P * P];
    const double logdet = dense_sigma(m, c, sigma, omega);
    double trace = 0, quadratic = 0, square = 0;
    for (int r = 0; r < P; r++) trace += omega[r * P + r];
    for (int i = 0; i < ROWS; i++)
        for (int r = 0; r < P; r++) {
            double y = 0;
            for (int s = 0; s < P; s++) y += omega[r * P + s] * x[i * P + s];
            quadratic += x[i * P + r] * y / ROWS;
            square += y * y / ROWS;
        }
    *loglik = -0.5 * (P * log(2 * M_PI) + logdet + quadratic);
    *score = -trace + 0.5 * square;
}

/* From rows, from float32 rows and from the covariance; the classes exchanged by a map. */
static void values_of_data(void **state)
{
    (void)state;
    static double x[N * ROWS * P];
    static float single[N * ROWS * P];
    ref_fill(5, N * ROWS * P, x);
    for (int i = 0; i < N * ROWS * P; i++) x[i] = single[i] = (float)(2 * x[i]);
    const int64_t swap[N] = {1, 0};
    for (int varied = 0; varied < 2; varied++)
        for (int kind = 0; kind < 3; kind++) {
            lacon_ctx *ctx = new_ctx(1);
            lacon_model *m = make_model(ctx, varied);
            lacon_data *data = kind == 0 ? make_data(ctx, x, N) : make_data(ctx, x, 0);
            for (int c = 0; c < N && kind > 0; c++) {
                double cov[P * P];
                gram(x + c * ROWS * P, cov);
                assert_int_equal(kind == 1 ? lacon_data_add_view_f32(ctx, data, NULL, ROWS,
                                                                     single + c * ROWS * P, P)
                                           : lacon_data_add_cov(ctx, data, NULL, ROWS, cov, P),
                                 LACON_OK);
            }
            double loglik[N], score[N], want[2];
            for (int mapped = 0; mapped < 2; mapped++) {
                const int64_t *map = mapped ? swap : NULL;
                assert_int_equal(lacon_model_evaluate(ctx, m, data, map, loglik), LACON_OK);
                assert_int_equal(lacon_model_evaluate_score(ctx, m, data, map, score), LACON_OK);
                for (int c = 0; c < N; c++) {
                    dense_values(m, mapped ? 1 - c : c, x + c * ROWS * P, &want[0], &want[1]);
                    assert_true(fabs(loglik[c] - want[0]) < 1e-11 * fabs(want[0]));
                    assert_true(fabs(score[c] - want[1]) < 1e-11 * fabs(want[1]));
                }
            }
            lacon_model_free(m);
            lacon_data_free(data);
            lacon_ctx_free(ctx);
        }
}

/* A module that lost its variables takes no part in Sigma, whatever its row of G says. */
static void empty_module(void **state)
{
    (void)state;
    static double x[N * ROWS * P];
    ref_fill(6, N * ROWS * P, x);
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, true);
    lacon_data *data = make_data(ctx, x, N);
    for (int r = 0; r < P; r++) m->W[r * K + 1] = 0;
    lcn_model_label(m);
    double loglik[N], score[N], want[2], sigma[P * P], omega[P * P], got[P * P];
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, loglik), LACON_OK);
    assert_int_equal(lacon_model_evaluate_score(ctx, m, data, NULL, score), LACON_OK);
    for (int c = 0; c < N; c++) {
        dense_values(m, c, x + c * ROWS * P, &want[0], &want[1]);
        assert_true(fabs(loglik[c] - want[0]) < 1e-11 * fabs(want[0]));
        assert_true(fabs(score[c] - want[1]) < 1e-11 * fabs(want[1]));
        dense_sigma(m, c, sigma, omega);
        assert_int_equal(lacon_model_precision(ctx, m, c, got), LACON_OK);
        assert_true(ref_distance(P * P, got, omega) < 1e-13);
    }
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* E[z | x] = Cov(z, x) Sigma^-1 x with Cov(z, x) = G W'Psi^1/2 */
static void latent_means(void **state)
{
    (void)state;
    static double x[N * ROWS * P], z[ROWS * K];
    ref_fill(7, N * ROWS * P, x);
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, true);
    lacon_data *data = make_data(ctx, x, N);
    double sigma[P * P], omega[P * P];
    dense_sigma(m, 1, sigma, omega);
    assert_int_equal(lacon_model_latent(ctx, m, 1, data, 0, z), LACON_OK);
    for (int i = 0; i < ROWS; i++)
        for (int a = 0; a < K; a++) {
            double want = 0;
            for (int b = 0; b < K; b++)
                for (int r = 0; r < P; r++)
                    for (int s = 0; s < P; s++)
                        want += m->G[(K + a) * K + b] * m->W[r * K + b] * sqrt(m->psi[r]) *
                                omega[r * P + s] * x[i * P + s];
            assert_true(fabs(z[i * K + a] - want) < 1e-12);
        }
    double cov[P * P];
    gram(x, cov);
    assert_int_equal(lacon_data_add_cov(ctx, data, "square", ROWS, cov, P), LACON_OK);
    assert_int_equal(lacon_model_latent(ctx, m, 0, data, 2, z), LACON_E_UNSUPPORTED);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'square'"));
    assert_int_equal(lacon_model_latent(ctx, m, 5, data, 0, z), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_latent(ctx, m, 0, data, 9, z), LACON_E_ARGUMENT);
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Modules fixed: no nearby v is better, loglik is what evaluate says, W and names stay. */
static void transformed(void **state)
{
    (void)state;
    static double x[3 * ROWS * P];
    ref_fill(8, 3 * ROWS * P, x);
    for (int varied = 0; varied < 2; varied++) {
        lacon_ctx *ctx = new_ctx(1);
        lacon_model *m = make_model(ctx, varied), *made;
        lacon_data *data = make_data(ctx, x, 3);
        double value[3], moved[3];
        assert_int_equal(lacon_model_transform(ctx, &made, m, data), LACON_OK);
        assert_int_equal(lacon_model_classes(made), 3);
        assert_memory_equal(lacon_model_W(made), lacon_model_W(m), P * K * sizeof(double));
        assert_memory_equal(lacon_model_psi(made), lacon_model_psi(m), P * sizeof(double));
        assert_int_equal(lacon_model_evaluate(ctx, made, data, NULL, value), LACON_OK);
        for (int c = 0; c < 3; c++) {
            assert_int_equal(lacon_model_rows(made, c), ROWS);
            assert_in_range(lacon_model_kept(made, c), 0, K);
            assert_true(fabs(value[c] - lacon_model_loglik(made, c)) < 1e-12 * fabs(value[c]));
        }
        for (int up = 0; up < 2; up++) {
            for (int c = 0; c < 3; c++) made->v[c] *= up ? 1.01 / 0.99 : 0.99;
            assert_int_equal(lacon_model_evaluate(ctx, made, data, NULL, moved), LACON_OK);
            for (int c = 0; c < 3; c++) assert_true(moved[c] < value[c]);
        }
        lacon_model_free(made);
        lacon_model_free(m);
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

static void same_bits_for_any_threads(void **state)
{
    (void)state;
    static double x[5 * ROWS * P];
    ref_fill(9, 5 * ROWS * P, x);
    double value[3][5], score[3][5], G[3][5 * K * K];
    for (int t = 0; t < 3; t++) {
        lacon_ctx *ctx = new_ctx(1 + 2 * t);
        lacon_model *m = make_model(ctx, true), *made;
        lacon_data *data = make_data(ctx, x, 5);
        const int64_t map[5] = {0, 1, 0, 1, 0};
        assert_int_equal(lacon_model_evaluate(ctx, m, data, map, value[t]), LACON_OK);
        assert_int_equal(lacon_model_evaluate_score(ctx, m, data, map, score[t]), LACON_OK);
        assert_int_equal(lacon_model_transform(ctx, &made, m, data), LACON_OK);
        memcpy(G[t], made->G, sizeof G[t]);
        assert_memory_equal(value[t], value[0], sizeof value[0]);
        assert_memory_equal(score[t], score[0], sizeof score[0]);
        assert_memory_equal(G[t], G[0], sizeof G[0]);
        lacon_model_free(made);
        lacon_model_free(m);
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

static void wrong_data_are_refused(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[4 * (P + 1)] = {0}, out[3] = {42, 42, 42};
    const char *own[P] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    const char *other[P] = {"a", "b", "d", "c", "e", "f", "g", "h", "i", "j", "k"};
    lacon_model *m = make_model(ctx, false), *made = m;
    lacon_data *wide, *data;
    ref_fill(1, 4 * (P + 1), x);
    assert_int_equal(lacon_data_new(ctx, &wide, P + 1), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, wide, NULL, 4, x, P + 1), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, wide, NULL, out), LACON_E_SHAPE);
    assert_int_equal(lacon_model_transform(ctx, &made, m, wide), LACON_E_SHAPE);
    assert_null(made);
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_set_names(ctx, data, other), LACON_OK);
    for (int c = 0; c < 3; c++)
        assert_int_equal(lacon_data_add_view(ctx, data, NULL, 4, x, P), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, out),
                     LACON_E_ARGUMENT); /* class 3 of 2 */
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, -1}, out),
                     LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, 1}, out), LACON_OK);
    out[0] = 42;
    assert_int_equal(lcn_model_set_names(ctx, m, own, NULL), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, 1}, out), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'d'"));
    assert_true(out[0] == 42);
    for (int i = 0; i < 4 * P; i++) x[i] = 1e200; /* squares overflow */
    assert_int_equal(lcn_model_set_names(ctx, m, other, NULL), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, 1}, out),
                     LACON_E_NUMERIC);
    assert_true(out[0] == 42);
    lacon_data_free(wide);
    lacon_data_free(data);
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

/* A G that was spoilt after the checks is reported, not used. */
static void indefinite_G(void **state)
{
    (void)state;
    static double x[N * ROWS * P], out[P * P] = {42}, z[ROWS * K];
    ref_fill(3, N * ROWS * P, x);
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, false);
    lacon_data *data = make_data(ctx, x, N);
    m->G[0] = -5;
    assert_int_equal(lacon_model_precision(ctx, m, 0, out), LACON_E_NUMERIC);
    assert_int_equal(lacon_model_latent(ctx, m, 0, data, 0, z), LACON_E_NUMERIC);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'class-001'"));
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, out), LACON_E_NUMERIC);
    assert_true(out[0] == 42);
    m->G[0] = NAN;
    assert_int_equal(lacon_model_simulate(ctx, m, 0, 5, 1, x, P), LACON_E_NUMERIC);
    lacon_data_free(data);
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

static void keep_log(void *user, lacon_log_level level, const char *message)
{
    if (level == LACON_LOG_WARNING) snprintf(user, 200, "%s", message);
}

/* Rows that lie in the modules exactly: v is at its floor, and the log says so. */
static void noise_free_classes(void **state)
{
    (void)state;
    static double x[ROWS * P], z[ROWS * K];
    char said[200] = "";
    lacon_ctx_options o;
    lacon_ctx *ctx;
    lacon_ctx_options_init(&o);
    o.log = keep_log;
    o.user = said;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    lacon_model *m = make_model(ctx, false), *made;
    ref_fill(4, ROWS * K, z);
    for (int i = 0; i < ROWS; i++)
        for (int r = 0; r < P; r++)
            for (int j = 0; j < K; j++) x[i * P + r] += z[i * K + j] * m->W[r * K + j];
    lacon_data *data = make_data(ctx, x, 1);
    assert_int_equal(lacon_model_transform(ctx, &made, m, data), LACON_OK);
    double t = 0;
    for (int i = 0; i < ROWS * P; i++) t += x[i] * x[i] / ROWS;
    assert_true(fabs(made->v[0] / (1e-12 * t / P) - 1) < 1e-9);
    assert_non_null(strstr(said, "no noise is left in 1 of"));
    lacon_data_free(data);
    lacon_model_free(made);
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

/* ---- memory that ends: the n-th allocation fails, nothing leaks, the code is right ---- */

static lacon_status use_everything(lacon_ctx *ctx, void *user)
{
    const lacon_data *data = user;
    double W[P * K], G[N * K * K], v[N];
    static double out[P * P], z[ROWS * K], x[20 * P];
    lacon_model *m = NULL, *made = NULL, *truth = NULL;
    lacon_scores scores;
    lacon_status status;
    make_parts(W, G, v);
    LCN_GOTO(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, NULL, NULL, NULL));
    LCN_GOTO(lacon_model_evaluate(ctx, m, data, NULL, out));
    LCN_GOTO(lacon_model_evaluate_score(ctx, m, data, NULL, out));
    LCN_GOTO(lacon_model_covariance(ctx, m, 0, out));
    LCN_GOTO(lacon_model_precision(ctx, m, 0, out));
    LCN_GOTO(lacon_model_latent(ctx, m, 0, data, 0, z));
    LCN_GOTO(lacon_model_transform(ctx, &made, m, data));
    LCN_GOTO(lcn_model_warn(ctx, m, "%s", "a warning"));
    LCN_GOTO(lacon_model_simulate(ctx, m, 0, 20, 1, x, P));
    LCN_GOTO(lacon_model_random(ctx, &truth, P, K, N, 1, 1));
    LCN_GOTO(lacon_model_score(ctx, &scores, truth, m));
done:
    lacon_model_free(m);
    lacon_model_free(made);
    lacon_model_free(truth);
    return status;
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    static double x[N * ROWS * P];
    ref_fill(10, N * ROWS * P, x);
    lacon_ctx *plain = new_ctx(1);
    lacon_data *data = make_data(plain, x, N);
    assert_true(faulty_loop(use_everything, data, 1) > 50); /* it did fail many times on the way */
    lacon_data_free(data);
    lacon_ctx_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covariance_and_precision),
        cmocka_unit_test(values_of_data),
        cmocka_unit_test(empty_module),
        cmocka_unit_test(latent_means),
        cmocka_unit_test(transformed),
        cmocka_unit_test(same_bits_for_any_threads),
        cmocka_unit_test(wrong_data_are_refused),
        cmocka_unit_test(indefinite_G),
        cmocka_unit_test(noise_free_classes),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
