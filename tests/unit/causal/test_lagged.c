/* SPDX-License-Identifier: BSD-3-Clause
 * Effects of earlier rows: against NumPy's VAR-LiNGAM and its noise-free regression (var_ref.h, tools/make_var_refs),
 * the number of lags, and that noise does not pull lagged effects towards zero.
 */
#include "scratch.h"

#include "causal_world.h"
#include "var_ref.h"

static double farthest(int64_t count, const double *a, const double *b)
{
    double most = 0;
    for (int64_t i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static lacon_data *data_of(const double *x, int64_t n, int64_t p)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, NULL, n, x, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
    return data;
}

static void var_lingam_is_numpys(void **state)
{
    (void)state;
    const double *const order[] = {v_order_1, v_order_2}, *const B[] = {v_B_1, v_B_2}, *const A[] = {v_A_1, v_A_2};
    lacon_data *data = data_of(v_rows, V_ROWS, V_K);
    for (int64_t lags = 1; lags <= 2; lags++) {
        lacon_causal_options o = options(0);
        o.method = LACON_CAUSAL_DIRECT;
        o.prune = 0;
        o.lags = lags;
        lacon_causal *s;
        assert_int_equal(lacon_causal_estimate(ctx, &s, NULL, data, &o), LACON_OK);
        assert_int_equal(lacon_causal_lags(s), lags);
        for (int j = 0; j < V_K; j++)
            assert_int_equal(lacon_causal_order(s, 0)[j], (int64_t)order[lags - 1][j]);
        assert_true(farthest(V_K * V_K, lacon_causal_B(s, 0), B[lags - 1]) < 1e-12);
        assert_true(farthest(lags * V_K * V_K, lacon_causal_lagged(s, 0, NULL, NULL), A[lags - 1]) < 1e-12);
        lacon_causal_free(s);
    }
    lacon_data_free(data);
}

/* The regression through modules with noise that has a memory. */
static void noise_is_taken_off(void **state)
{
    (void)state;
    enum { LAGS = 2 };
    const double G[N_K * N_K] = {1, 0, 0, 1}, v = 1;
    const int64_t n = N_ROWS;
    lacon_model *model;
    lacon_data *data = data_of(n_rows, N_ROWS, N_P);
    lcn_panel panel;
    lcn_sample s;
    assert_int_equal(lacon_model_new(ctx, &model, N_P, N_K, 1, n_W, G, &v, &n, NULL, NULL, NULL), LACON_OK);
    assert_int_equal(lcn_panel_init(ctx, &panel, model, data, 0, LAGS), LACON_OK);
    double *room = ref_alloc(lcn_sample_doubles(panel.ld, N_K, LAGS));
    lcn_sample_lay_out(&s, panel.ld, N_K, LAGS, room);
    lcn_sample_fill(&s, &panel, NULL, true);
    assert_int_equal(s.floored, 0);
    assert_true(farthest(N_K * N_K * LAGS, s.M, n_M) < 1e-10);
    assert_true(farthest(N_K * N_K, s.N, n_N) < 1e-10);
    assert_true(farthest(N_K * N_K, s.G, n_G) < 1e-10);
    for (int i = 0; i < N_K; i++) /* (G + N)^-1 (G + N) = I */
        for (int j = 0; j < N_K; j++) {
            double sum = 0;
            for (int l = 0; l < N_K; l++) sum += s.inverse[i * N_K + l] * (n_G[l * N_K + j] + n_N[l * N_K + j]);
            assert_true(fabs(sum - (i == j)) < 1e-10);
        }
    lcn_panel_clear(&ctx->allocator, &panel);
    lacon_model_free(model);
    lacon_data_free(data);
    free(room);
}

/* World whose disturbances follow an autoregression of strength phi through B: z = B z + phi z' + e. */
static world remember(world w, int64_t n, int64_t p, int64_t k, double phi, double *A)
{
    double *x = ref_alloc(n * p), *past = ref_alloc(k), *z = ref_alloc(k);
    const double *B = lacon_causal_B(w.truth, 0), *W = lacon_model_W(w.model);
    const int64_t *order = lacon_causal_order(w.truth, 0);
    uint64_t state = 77;
    for (int64_t t = -100; t < n; t++) {
        for (int64_t at = 0; at < k; at++) {
            const int64_t j = order[at];
            const double u = 0.5 + 0.5 * ref_uniform(&state);
            z[j] = phi * past[j] + log(u / (1 - u));
            for (int64_t i = 0; i < at; i++) z[j] += B[j * k + order[i]] * z[order[i]];
        }
        memcpy(past, z, (size_t)k * sizeof *z);
        for (int64_t r = 0; r < p && t >= 0; r++) {
            x[t * p + r] = ref_normal(&state);
            for (int64_t j = 0; j < k; j++) x[t * p + r] += W[r * k + j] * z[j];
        }
    }
    lacon_data_free(w.data);
    w.data = data_of(x, n, p);
    for (int64_t i = 0; i < k * k; i++) A[i] = i % (k + 1) == 0 ? phi : 0;
    free(x);
    free(past);
    free(z);
    return w;
}

static double squares(int64_t count, const double *a, const double *b)
{
    double sum = 0;
    for (int64_t i = 0; i < count; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static void memory_is_found(void **state)
{
    (void)state;
    enum { N = 4000, P = 20, K = 3 };
    double A[K * K];
    world w = remember(make_world(1, 10, P, K, 3), N, P, K, 0.5, A);
    lacon_causal_options o = options(30);
    lacon_causal *plain = estimate(&w, &o);
    o.lags = LACON_LAGS_AUTO;
    lacon_causal *lagged = estimate(&w, &o);
    const double *low, *high, *found = lacon_causal_lagged(lagged, 0, &low, &high), *B = lacon_causal_B(w.truth, 0);
    assert_int_equal(lacon_causal_lags(lagged), 1);
    assert_null(lacon_causal_lagged(plain, 0, NULL, NULL));
    assert_true(squares(K * K, found, A) < 0.05);
    const double with = squares(K * K, lacon_causal_B(lagged, 0), B);
    const double without = squares(K * K, lacon_causal_B(plain, 0), B);
    assert_true(with < 0.05 && without > 3 * with);
    for (int i = 0; i < K * K; i++) assert_true(low[i] <= high[i]);
    for (int i = 0; i < K * K; i += K + 1) assert_true(low[i] > 0.3 && high[i] < 0.7);
    const char *const *texts;
    assert_int_equal(lacon_causal_warnings(lagged, &texts), 0);
    assert_true(lacon_causal_warnings(plain, &texts) > 0);
    assert_non_null(strstr(texts[0], "try lags auto"));
    lacon_causal_free(plain);
    lacon_causal_free(lagged);
    clear_world(&w);
}

/* Rows without memory: no lags, and the answer is the one there was. */
static void no_memory_no_lags(void **state)
{
    (void)state;
    world w = make_world(2, 600, 20, 3, 5);
    lacon_causal_options o = options(0);
    lacon_causal *plain = estimate(&w, &o);
    o.lags = LACON_LAGS_AUTO;
    lacon_causal *chosen = estimate(&w, &o);
    assert_int_equal(lacon_causal_lags(chosen), 0);
    assert_memory_equal(lacon_causal_B(plain, 0), lacon_causal_B(chosen, 0), 2 * 9 * sizeof(double));
    lacon_causal_free(plain);
    lacon_causal_free(chosen);
    clear_world(&w);
}

/* Few rows, where moments without noise are mostly chance. */
static void few_rows_get_no_lags(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        world w = make_world(1, 200, 50, 5, seed);
        lacon_causal_options o = options(0);
        o.lags = LACON_LAGS_AUTO;
        lacon_causal *chosen = estimate(&w, &o);
        assert_int_equal(lacon_causal_lags(chosen), 0);
        lacon_causal_free(chosen);
        clear_world(&w);
    }
}

static void too_few_rows(void **state)
{
    (void)state;
    world w = make_world(1, 20, 10, 3, 5);
    lacon_causal_options o = options(0);
    lacon_causal *out;
    o.lags = 6;
    assert_int_equal(lacon_causal_estimate(ctx, &out, w.model, w.data, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "fewer lags"));
    o.lags = 65;
    assert_int_equal(lacon_causal_estimate(ctx, &out, w.model, w.data, &o), LACON_E_ARGUMENT);
    o.lags = LACON_LAGS_AUTO; /* as many as rows allow */
    assert_int_equal(lacon_causal_estimate(ctx, &out, w.model, w.data, &o), LACON_OK);
    lacon_causal_free(out);
    clear_world(&w);
}

static lacon_status causal_job(lacon_ctx *own, void *user)
{
    const int64_t lags = *(const int64_t *)user;
    lacon_data *data = NULL;
    lacon_causal *out = NULL;
    lacon_causal_options o = options(3);
    o.lags = lags;
    lacon_status status = lacon_data_new(own, &data, V_K);
    if (status >= 0) status = lacon_data_add_view(own, data, NULL, V_ROWS, v_rows, V_K);
    if (status >= 0) status = lacon_data_standardise(own, data, LACON_SCALE_CENTER);
    if (status >= 0) status = lacon_causal_estimate(own, &out, NULL, data, &o);
    lacon_causal_free(out);
    lacon_data_free(data);
    return status;
}

/* With lags that are chosen; and without, where the warning wants memory of its own. */
static void memory_gives_out(void **state)
{
    (void)state;
    int64_t choose = LACON_LAGS_AUTO, none = 0;
    assert_true(faulty_loop(causal_job, &choose, 1) > 10);
    assert_true(faulty_loop(causal_job, &none, 1) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(var_lingam_is_numpys),
        cmocka_unit_test(noise_is_taken_off),
        cmocka_unit_test(memory_is_found),
        cmocka_unit_test(no_memory_no_lags),
        cmocka_unit_test(few_rows_get_no_lags),
        cmocka_unit_test(too_few_rows),
        cmocka_unit_test(memory_gives_out),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
