/* SPDX-License-Identifier: BSD-3-Clause
 * model/simulate.c: rows have the moments of the model, draws are addressed, random models are what the
 * paper's generator makes.
 */
#include "one_ctx.h"
#include "la_ref.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Sample covariance of 20,000 rows: entry (r, s) has standard error sqrt((S_rr S_ss + S_rs²)/n); the
 * largest of 36 normals stays below 4.5 of them but for 1 seed in 4000. The mean likewise. */
static void rows_have_the_moments(void **state)
{
    (void)state;
    enum { P = 8, K = 3, ROWS = 20000 };
    double W[P * K], G[K * K], v = 0.4, sigma[P * P];
    ref_stiefel_plus(1, P, K, 4, W);
    ref_gram(2, K, 2, G); /* singular G */
    lacon_model *m;
    assert_int_equal(lacon_model_new(ctx, &m, P, K, 1, W, G, &v, NULL, NULL, NULL, NULL), LACON_OK);
    for (int r = 0; r < P; r++) m->psi[r] = pow(1.3, r - 3.5);
    assert_int_equal(lacon_model_covariance(ctx, m, 0, sigma), LACON_OK);
    double *x = ref_alloc(ROWS * P);
    assert_int_equal(lacon_model_simulate(ctx, m, 0, ROWS, 11, x, P), LACON_OK);
    for (int r = 0; r < P; r++) {
        double mean = 0;
        for (int i = 0; i < ROWS; i++) mean += x[i * P + r] / ROWS;
        assert_true(fabs(mean) < 4.5 * sqrt(sigma[r * P + r] / ROWS));
        for (int s = 0; s <= r; s++) {
            double sum = 0;
            for (int i = 0; i < ROWS; i++) sum += x[i * P + r] * x[i * P + s] / ROWS;
            const double want = sigma[r * P + s];
            const double se = sqrt((sigma[r * P + r] * sigma[s * P + s] + want * want) / ROWS);
            assert_true(fabs(sum - want) < 4.5 * se);
        }
    }
    free(x);
    lacon_model_free(m);
}

/* Draw (seed, class, row) is always the same, whatever n, ld and what was drawn before. */
static void draws_are_addressed(void **state)
{
    (void)state;
    enum { P = 6, N = 3 };
    lacon_model *m;
    double few[4 * P], many[9 * 10], other[4 * P];
    assert_int_equal(lacon_model_random(ctx, &m, P, 2, N, 1, 3), LACON_OK);
    for (int c = N - 1; c >= 0; c--) {
        for (int i = 0; i < 90; i++) many[i] = -7;
        assert_int_equal(lacon_model_simulate(ctx, m, c, 9, 5, many, 10), LACON_OK);
        assert_int_equal(lacon_model_simulate(ctx, m, c, 4, 5, few, P), LACON_OK);
        for (int i = 0; i < 4; i++)
            assert_memory_equal(few + i * P, many + i * 10, P * sizeof *few);
        for (int i = 0; i < 9; i++) assert_true(many[i * 10 + P] == -7); /* beyond p untouched */
        assert_int_equal(lacon_model_simulate(ctx, m, c, 4, 6, other, P), LACON_OK);
        assert_true(memcmp(few, other, sizeof few) != 0); /* another seed */
        assert_int_equal(lacon_model_simulate(ctx, m, (c + 1) % N, 4, 5, other, P), LACON_OK);
        assert_true(memcmp(few, other, sizeof few) != 0); /* another class */
    }
    assert_int_equal(lacon_model_simulate(ctx, m, 0, 0, 5, NULL, P), LACON_OK);
    lacon_model_free(m);
}

static void wrong_arguments(void **state)
{
    (void)state;
    lacon_model *m, *none = (lacon_model *)ctx;
    double x[12] = {42};
    assert_int_equal(lacon_model_random(ctx, &m, 6, 2, 1, 1, 3), LACON_OK);
    assert_int_equal(lacon_model_simulate(ctx, m, 1, 2, 5, x, 6), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_simulate(ctx, m, -1, 2, 5, x, 6), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_simulate(ctx, m, 0, -1, 5, x, 6), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_simulate(ctx, m, 0, 2, 5, x, 5), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_simulate(ctx, m, 0, (int64_t)1 << 33, 5, x, 6), LACON_E_LIMIT);
    assert_true(x[0] == 42);
    const double bad[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lacon_model_random(ctx, &none, 6, 2, 1, bad[i], 3), LACON_E_ARGUMENT);
        assert_null(none);
    }
    assert_int_equal(lacon_model_random(ctx, &none, 2, 3, 1, 1, 3), LACON_E_ARGUMENT);
    lacon_model_free(m);
}

/* One non-zero per row, unit columns, no empty module, largest first; also where k is near p and an
 * independent draw would leave columns empty. lacon_model_new accepts the parts. */
static void random_models_are_models(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{50, 5}, {20, 20}, {21, 20}, {7, 3}, {1, 1}, {200, 60}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            const int64_t p = sizes[i][0], k = sizes[i][1];
            lacon_model *m, *again, *copy;
            assert_int_equal(lacon_model_random(ctx, &m, p, k, 3, 0.25, seed), LACON_OK);
            assert_int_equal(lacon_model_random(ctx, &again, p, k, 3, 0.25, seed), LACON_OK);
            assert_memory_equal(m->W, again->W, (size_t)(p * k) * sizeof(double));
            assert_memory_equal(m->G, again->G, (size_t)(3 * k * k) * sizeof(double));
            assert_int_equal(
                lacon_model_new(ctx, &copy, p, k, 3, m->W, m->G, m->v, NULL, NULL, NULL, NULL), LACON_OK);
            int64_t before = p, size[64];
            memset(size, 0, sizeof size);
            for (int64_t r = 0; r < p; r++) {
                assert_in_range(m->module_of[r], 1, k);
                size[m->module_of[r] - 1]++;
            }
            for (int64_t j = 0; j < k; j++) {
                assert_in_range(size[j], 1, before);
                before = size[j];
            }
            assert_true(m->v[2] == 0.25);
            lacon_model_free(m);
            lacon_model_free(again);
            lacon_model_free(copy);
        }
}

/* G = L L' with L lower triangular normal: over many draws E tr G = k (k + 1) / 2 and det G is the
 * product of chi² with one degree: E log det = k E log chi²_1 = -1.2703628 k. */
static void latent_covariances(void **state)
{
    (void)state;
    enum { K = 4, N = 4000 };
    lacon_model *m;
    double trace = 0, logdet = 0;
    assert_int_equal(lacon_model_random(ctx, &m, 12, K, N, 1, 8), LACON_OK);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < K; j++) trace += m->G[(i * K + j) * K + j] / N;
        logdet += ref_inverse(K, m->G + i * K * K, NULL) / N;
    }
    assert_true(fabs(trace - K * (K + 1) / 2.0) < 4.5 * sqrt(2.0 * 10 / N)); /* var chi²_1 = 2 */
    assert_true(fabs(logdet + K * 1.2703628454614782) < 4.5 * sqrt(K * 4.934802 / N)); /* pi²/2 */
    lacon_model_free(m);
}

/* W: the largest of k uniforms has mean k/(k+1) before the columns are normalised, and every module is
 * equally likely: sizes are multinomial. */
static void module_sizes(void **state)
{
    (void)state;
    enum { P = 30000, K = 5 };
    lacon_model *m;
    int64_t size[K] = {0};
    assert_int_equal(lacon_model_random(ctx, &m, P, K, 1, 1, 4), LACON_OK);
    double first = 0, second = 0;
    for (int r = 0; r < P; r++) {
        const int j = m->module_of[r] - 1;
        size[j]++;
        first += j == 0 ? m->W[r * K] : 0;
    }
    double chi2 = 0;
    for (int j = 0; j < K; j++) chi2 += pow((double)size[j] - P / K, 2) / (P / K);
    assert_true(chi2 < 18.5); /* 4 degrees of freedom, P = 0.001 */
    /* within a module mean/rms of the largest of 5 uniforms = (5/6)/sqrt(5/7) */
    first /= (double)size[0];
    second = 1 / sqrt((double)size[0]); /* rms of a unit column */
    assert_true(fabs(first / second - 5.0 / 6 / sqrt(5.0 / 7)) < 0.005);
    lacon_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_have_the_moments), cmocka_unit_test(draws_are_addressed),
        cmocka_unit_test(wrong_arguments),       cmocka_unit_test(random_models_are_models),
        cmocka_unit_test(latent_covariances),    cmocka_unit_test(module_sizes),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
