/* SPDX-License-Identifier: BSD-3-Clause
 * A model to bytes and back: every number the same, damaged bytes refused, memory that runs out told.
 */
#include "model/pool.h"
#include "scratch.h" /* before the ctx of one_ctx.h */

#include "fit_ref.h"

static void same_models(const lacon_model *a, const lacon_model *b)
{
    const int64_t p = lacon_model_variables(a), k = lacon_model_modules(a), N = lacon_model_classes(a);
    assert_int_equal(lacon_model_variables(b), p);
    assert_int_equal(lacon_model_modules(b), k);
    assert_int_equal(lacon_model_classes(b), N);
    const size_t d = sizeof(double);
    assert_memory_equal(lacon_model_W(a), lacon_model_W(b), (size_t)(p * k) * d);
    assert_memory_equal(lacon_model_psi(a), lacon_model_psi(b), (size_t)p * d);
    assert_memory_equal(lacon_model_mean(a), lacon_model_mean(b), (size_t)(N * p) * d);
    assert_memory_equal(lacon_model_scale(a), lacon_model_scale(b), (size_t)(N * p) * d);
    assert_memory_equal(lacon_model_evidence(a), lacon_model_evidence(b), (size_t)p * d);
    assert_memory_equal(lacon_model_module_of(a), lacon_model_module_of(b), (size_t)p * sizeof(int32_t));
    for (int64_t c = 0; c < N; c++) {
        assert_memory_equal(lacon_model_G(a, c), lacon_model_G(b, c), (size_t)(k * k) * d);
        assert_true(lacon_model_v(a, c) == lacon_model_v(b, c));
        const double told[] = {lacon_model_loglik(a, c), lacon_model_loglik(b, c)}; /* NaN: not known */
        assert_memory_equal(&told[0], &told[1], d);
        assert_int_equal(lacon_model_kept(a, c), lacon_model_kept(b, c));
        assert_int_equal(lacon_model_rows(a, c), lacon_model_rows(b, c));
        assert_string_equal(lacon_model_label(a, c), lacon_model_label(b, c));
    }
    for (int64_t r = 0; r < p; r++) assert_string_equal(lacon_model_name(a, r), lacon_model_name(b, r));
}

static lacon_model *fitted(lacon_ctx *with, lacon_noise noise)
{
    ref_sim s = ref_simulate(with, 3, 60, 40, 3, 1, 1);
    lacon_fit_options o = ref_options(3);
    lacon_model *m = NULL;
    o.noise = noise;
    o.membership = LACON_MEMBERSHIP_ALL; /* three modules, faint or not */
    assert_true(lacon_fit(with, &m, s.data, &o) >= 0);
    ref_sim_clear(&s);
    return m;
}

static void there_and_back(void **state)
{
    (void)state;
    for (int noise = 0; noise < 2; noise++) {
        lacon_model *m = fitted(ctx, (lacon_noise)noise), *back = NULL;
        void *bytes = NULL;
        size_t size = 0;
        assert_int_equal(lacon_model_to_bytes(ctx, &bytes, &size, m), LACON_OK);
        assert_true(size > 1000);
        assert_int_equal(lacon_model_from_bytes(ctx, &back, bytes, size), LACON_OK);
        same_models(m, back);
        lacon_model_free(back);
        for (size_t cut = 0; cut < size; cut += 97) {
            assert_true(lacon_model_from_bytes(ctx, &back, bytes, cut) < 0);
            assert_null(back);
        }
        lacon_free(ctx, bytes);
        lacon_free(ctx, NULL);
        lacon_model_free(m);
    }
}

/* The pooled connectivity goes with the rest. */
static void pooled(void **state)
{
    (void)state;
    lacon_model *m = fitted(ctx, LACON_NOISE_ISOTROPIC), *back = NULL;
    void *bytes = NULL;
    size_t size = 0;
    assert_int_equal(lacon_model_pool(ctx, m, NULL), LACON_OK);
    assert_int_equal(lacon_model_to_bytes(ctx, &bytes, &size, m), LACON_OK);
    assert_int_equal(lacon_model_from_bytes(ctx, &back, bytes, size), LACON_OK);
    const size_t square = (size_t)(lacon_model_modules(m) * lacon_model_modules(m)) * sizeof(double);
    for (int64_t c = 0; c < 3; c++) {
        lacon_pooled a, b;
        assert_true(lacon_model_pooled(m, c, &a) && lacon_model_pooled(back, c, &b));
        assert_true(a.nu == b.nu && a.rows == b.rows);
        assert_memory_equal(a.G, b.G, square);
        assert_memory_equal(a.T, b.T, square);
        assert_memory_equal(a.low, b.low, square);
        assert_memory_equal(a.correlation_high, b.correlation_high, square);
    }
    lacon_free(ctx, bytes);
    lacon_model_free(back);
    lacon_model_free(m);
}

enum { TURNED, UNEVEN, FAR_OFF, REVERSED, NEGATIVE, SPOILT };

static void spoil(lacon_model *m, int how)
{
    struct lcn_pool *q = m->pool;
    const int64_t k = m->k;
    const double low = q->low[1];
    if (how == TURNED) for (int64_t i = 0; i < k * k; i++) q->T[i] = -q->T[i];
    if (how == UNEVEN) q->G[1] += 5;
    if (how == FAR_OFF) for (int64_t i = 0; i < k * k; i++) q->T[i] *= 1e300;
    if (how == NEGATIVE) q->G[0] = -q->G[0];
    if (how == REVERSED) q->low[1] = q->high[1] + 1, q->high[1] = low;
}

/* Arrays that are finite and no population all the same. */
static void no_population(void **state)
{
    (void)state;
    static const char *const words[] = {"T) is no covariance", "is not symmetric", "T) is no covariance",
                                        "ends before it begins", "variance of class"};
    for (int how = 0; how < SPOILT; how++) {
        lacon_model *m = fitted(ctx, LACON_NOISE_ISOTROPIC), *back = NULL;
        void *bytes = NULL;
        size_t size = 0;
        assert_int_equal(lacon_model_pool(ctx, m, NULL), LACON_OK);
        spoil(m, how);
        assert_int_equal(lacon_model_to_bytes(ctx, &bytes, &size, m), LACON_OK);
        assert_int_equal(lacon_model_from_bytes(ctx, &back, bytes, size), LACON_E_FORMAT);
        assert_null(back);
        assert_non_null(strstr(lacon_ctx_message(ctx), words[how]));
        lacon_free(ctx, bytes);
        lacon_model_free(m);
    }
}

static void as_json(void **state)
{
    (void)state;
    lacon_model *m = fitted(ctx, LACON_NOISE_ISOTROPIC);
    char *text = NULL;
    assert_int_equal(lacon_model_to_json(ctx, &text, m, NULL), LACON_OK);
    assert_non_null(strstr(text, "\"solver\": \"mm\""));
    lacon_free(ctx, text);
    lacon_model_free(m);
}

/* The bytes of a folder's model.npz do too; what its tables hold is then unknown. */
static void of_a_file(void **state)
{
    (void)state;
    static unsigned char bytes[1 << 20];
    FILE *f = fopen(TEST_DATA "/model.npz", "rb");
    assert_non_null(f);
    const size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    lacon_model *m = NULL;
    assert_int_equal(lacon_model_from_bytes(ctx, &m, bytes, size), LACON_OK);
    assert_true(isnan(lacon_model_loglik(m, 0)));
    lacon_model_free(m);
}

static lacon_status both_ways(lacon_ctx *with, void *user)
{
    lacon_model *back = NULL;
    void *bytes = NULL;
    size_t size = 0;
    lacon_status status = lacon_model_to_bytes(with, &bytes, &size, user);
    if (status >= 0) status = lacon_model_from_bytes(with, &back, bytes, size);
    lacon_model_free(back);
    lacon_free(with, bytes);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    lacon_model *m = fitted(ctx, LACON_NOISE_VARIABLE);
    assert_true(faulty_loop(both_ways, m, 1) > 10);
    lacon_model_free(m);
}

/* More than the writer's first memory (64 kB), twice over. */
static void of_many_variables(void **state)
{
    (void)state;
    lacon_model *m, *back = NULL;
    void *bytes = NULL;
    size_t size = 0;
    assert_int_equal(lacon_model_random(ctx, &m, 4000, 3, 2, 0.3, 5), LACON_OK);
    assert_int_equal(lacon_model_to_bytes(ctx, &bytes, &size, m), LACON_OK);
    assert_true(size > 4 << 16);
    assert_int_equal(lacon_model_from_bytes(ctx, &back, bytes, size), LACON_OK);
    same_models(m, back);
    assert_true(faulty_loop(both_ways, m, 1) > 10);
    lacon_model_free(back);
    lacon_free(ctx, bytes);
    lacon_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(there_and_back), cmocka_unit_test(pooled),
                                       cmocka_unit_test(no_population),
                                       cmocka_unit_test(as_json), cmocka_unit_test(of_a_file),
                                       cmocka_unit_test(out_of_memory),
                                       cmocka_unit_test(of_many_variables)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
