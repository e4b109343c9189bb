/* SPDX-License-Identifier: BSD-3-Clause
 * Pooled connectivity against SciPy's answer (pool_ref.h, tools/make_pool_refs), and what must hold of it: classes that
 * are alike, a class without rows, a population from elsewhere.
 */
#include "scratch.h"

#include "fit_ref.h"
#include "model/pool.h"
#include "pool_ref.h"

static lacon_model *model_of(int64_t classes, const double *G, const double *v, const int64_t *n)
{
    double W[L_P * L_K] = {0};
    lacon_model *model;
    for (int r = 0; r < L_P; r++) W[r * L_K + r % L_K] = sqrt((double)L_K / L_P);
    assert_int_equal(lacon_model_new(ctx, &model, L_P, L_K, classes, W, G, v, n, NULL, NULL, NULL), LACON_OK);
    return model;
}

static double farthest(int64_t count, const double *a, const double *b)
{
    double most = 0;
    for (int64_t i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* The search ends within 1e-4 of log c; posterior means move by less. */
static void scipy_agrees(void **state)
{
    (void)state;
    enum { KK = L_K * L_K };
    lacon_model *model = model_of(L_N, l_G, l_v, l_n);
    lacon_pooled q;
    assert_int_equal(lacon_model_pooled(model, 0, &q), 0);
    assert_int_equal(lacon_model_pool(ctx, model, NULL), LACON_OK);
    assert_int_equal(lacon_model_pooled(model, 0, &q), 1);
    assert_true(fabs(q.rows / l_rows[0] - 1) < 1e-3);
    assert_true(fabs(q.nu - q.rows - L_K - 1) < 1e-12);
    assert_true(farthest(KK, q.T, l_T) < 1e-3);
    assert_true(farthest(L_N * KK, q.G, l_pooled) < 1e-3);
    for (int c = 0; c < L_N; c++) {
        lacon_model_pooled(model, c, &q);
        for (int a = 0; a < L_K; a++)
            for (int b = 0; b < L_K; b++) { /* 200,000 draws there, 512 even points here */
                const int at = a * L_K + b;
                const double low = a == b ? q.low[at] : q.correlation_low[at];
                const double high = a == b ? q.high[at] : q.correlation_high[at];
                const double width = l_high[c * KK + at] - l_low[c * KK + at];
                assert_true(fabs(low - l_low[c * KK + at]) < 0.04 * width);
                assert_true(fabs(high - l_high[c * KK + at]) < 0.04 * width);
                assert_true(q.low[at] < q.G[at] && q.G[at] < q.high[at]);
            }
    }
    assert_int_equal(lacon_model_take_pooled(ctx, model), LACON_OK);
    assert_true(farthest(L_N * KK, lacon_model_G(model, 0), l_pooled) < 1e-3);
    lacon_model_free(model);
}

/* Centred rows: as many as there are less one, and moments that are as much larger. */
static void centred(void **state)
{
    (void)state;
    enum { KK = L_K * L_K };
    double G[L_N * KK], v[L_N];
    int64_t n[L_N];
    for (int c = 0; c < L_N; c++) {
        const double more = (double)l_n[c] / (double)(l_n[c] - 1);
        n[c] = l_n[c] - 1;
        v[c] = more * l_v[c];
        for (int e = 0; e < KK; e++) G[c * KK + e] = more * l_G[c * KK + e];
    }
    lacon_model *as = model_of(L_N, G, v, n), *model = model_of(L_N, l_G, l_v, l_n);
    lacon_pooled want, q;
    for (int64_t i = 0; i < L_N * L_P; i++) model->mean[i] = 3;
    assert_int_equal(lacon_model_pool(ctx, as, NULL), LACON_OK);
    assert_int_equal(lacon_model_pool(ctx, model, NULL), LACON_OK);
    for (int c = 0; c < L_N; c++) {
        lacon_model_pooled(as, c, &want);
        lacon_model_pooled(model, c, &q);
        assert_true(farthest(KK, q.G, want.G) < 1e-10);
        assert_true(farthest(KK, q.low, want.low) < 1e-8); /* c is found by a search */
        assert_true(farthest(KK, q.correlation_high, want.correlation_high) < 1e-8);
    }
    for (int64_t i = 0; i < L_N * L_P; i++) model->scale[i] = 1 + (double)i; /* variance one: nothing to make larger */
    assert_int_equal(lacon_model_pool(ctx, model, NULL), LACON_OK);
    lacon_model_pooled(model, 0, &q);
    lacon_model_pooled(as, 0, &want);
    assert_true(q.G[0] < 0.99 * want.G[0]);
    lacon_model_free(as);
    lacon_model_free(model);
}

/* Ten classes of which G + v I is these multiples of one: pooled is the mean, and known by the rows of all; `half` in
 * standard errors of one row. */
static void ten_alike(const double *multiple, double half)
{
    enum { N = 10, KK = L_K * L_K };
    double G[N * KK], v[N];
    int64_t n[N];
    for (int c = 0; c < N; c++) {
        v[c] = 0.5;
        n[c] = 50;
        for (int e = 0; e < KK; e++) {
            const double noise = e % (L_K + 1) == 0 ? 0.5 : 0;
            G[c * KK + e] = multiple[c] * (l_G[e] + noise) - noise;
        }
    }
    lacon_model *model = model_of(N, G, v, n), *one = model_of(1, G, v, n);
    lacon_pooled q;
    assert_int_equal(lacon_model_pool(ctx, model, NULL), LACON_OK);
    lacon_model_pooled(model, 3, &q);
    assert_true(q.rows > 1e4);
    assert_true(farthest(KK, q.G, l_G) < 1e-3);
    const double width = q.high[0] - q.low[0];
    assert_true(fabs(width / (2 * sqrt(2) * half * (l_G[0] + 0.5)) - 1) < 0.05);
    assert_int_equal(lacon_model_pool(ctx, one, model), LACON_OK); /* as well known from elsewhere */
    lacon_model_pooled(one, 0, &q);
    assert_true(fabs((q.high[0] - q.low[0]) / width - 1) < 1e-3);
    lacon_model_free(one);
    lacon_model_free(model);
}

/* More alike than chance would have them, and as chance would: what differs was not found, yet may be there. */
static void alike(void **state)
{
    (void)state;
    const double same[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assert_true(l_half_near[0] > 1.2 * l_half_alike[0]);
    ten_alike(same, l_half_alike[0]);
    ten_alike(l_apart, l_half_near[0]);
}

/* One class: nothing to pool with, unless a population is known; a class without rows is its mean. */
static void population_from_elsewhere(void **state)
{
    (void)state;
    enum { KK = L_K * L_K };
    const int64_t none = 0;
    const double far[KK] = {1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6};
    lacon_model *many = model_of(L_N, l_G, l_v, l_n), *one = model_of(1, l_G, l_v, l_n), *empty;
    lacon_pooled q;
    assert_int_equal(lacon_model_pool(ctx, one, NULL), LACON_E_DATA);
    assert_int_equal(lacon_model_pooled(one, 0, &q), 0);
    assert_int_equal(lacon_model_pool(ctx, one, many), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_take_pooled(ctx, one), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_pool(ctx, many, NULL), LACON_OK);
    assert_int_equal(lacon_model_pool(ctx, one, many), LACON_OK);
    lacon_model_pooled(one, 0, &q);
    assert_true(farthest(KK, q.G, l_pooled) < 1e-3); /* as among its own */
    empty = model_of(1, far, l_v, &none);
    assert_int_equal(lacon_model_pool(ctx, empty, many), LACON_OK);
    lacon_model_pooled(empty, 0, &q);
    for (int e = 0; e < KK; e++) assert_true(fabs(q.G[e] + (e % (L_K + 1) == 0 ? l_v[0] : 0) - q.T[e]) < 1e-9);
    lacon_model_free(many);
    lacon_model_free(one);
    lacon_model_free(empty);
}

/* Noise larger in one class than the population expects of a direction: no negative variance. */
static void stays_a_covariance(void **state)
{
    (void)state;
    enum { N = 3, KK = L_K * L_K };
    double G[N * KK] = {0}, v[N] = {0.1, 0.1, 2}, s[L_K], U[KK];
    int64_t n[N] = {400, 400, 5};
    for (int c = 0; c < N; c++)
        for (int j = 0; j < L_K; j++) G[c * KK + j * (L_K + 1)] = c < 2 ? 0.2 + j : 0.1;
    lacon_model *model = model_of(N, G, v, n);
    lacon_pooled q;
    assert_int_equal(lacon_model_pool(ctx, model, NULL), LACON_OK);
    for (int c = 0; c < N; c++) {
        lacon_model_pooled(model, c, &q);
        ref_jacobi(L_K, q.G, s, U);
        assert_true(s[L_K - 1] > -1e-12);
    }
    lacon_model_free(model);
}

static lacon_status pool_job(lacon_ctx *own, void *user)
{
    double W[L_P * L_K] = {0};
    lacon_model *model;
    (void)user;
    for (int r = 0; r < L_P; r++) W[r * L_K + r % L_K] = sqrt((double)L_K / L_P);
    lacon_status status = lacon_model_new(own, &model, L_P, L_K, L_N, W, l_G, l_v, l_n, NULL, NULL, NULL);
    if (status >= 0) status = lacon_model_pool(own, model, NULL);
    lacon_model_free(model);
    return status;
}

static void memory_gives_out(void **state)
{
    (void)state;
    assert_true(faulty_loop(pool_job, NULL, 1) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scipy_agrees),
        cmocka_unit_test(centred),
        cmocka_unit_test(alike),
        cmocka_unit_test(population_from_elsewhere),
        cmocka_unit_test(stays_a_covariance),
        cmocka_unit_test(memory_gives_out),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
