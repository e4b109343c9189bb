/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_model_new with psi, mean, scale and sign: what comes in comes out, the covariance is that of the formula
 * whatever the scale of psi; what cannot be meant is refused; indices that are not there give nothing.
 */
#include "one_ctx.h"

#include <math.h>
#include <string.h>

enum { P = 3, K = 1, N = 2 };
static const double W[P] = {0.6, 0.8, 0}, G[N] = {2, 3}, V[N] = {0.5, 0.25};
static const double PSI[P] = {1, 2, 4}, MEAN[N * P] = {1, 2, 3, 4, 5, 6}, SCALE[N * P] = {1, 2, 3, 4, 5, 0};
static const int8_t SIGN[P] = {1, -1, 1};

static lacon_model_parts all_parts(void)
{
    lacon_model_parts parts;
    lacon_model_parts_init(&parts);
    parts.psi = PSI;
    parts.mean = MEAN;
    parts.scale = SCALE;
    parts.sign = SIGN;
    return parts;
}

static lacon_status make(lacon_model **out, const lacon_model_parts *parts)
{
    return lacon_model_new(ctx, out, P, K, N, W, G, V, NULL, NULL, NULL, parts);
}

/* Sigma = Psi^1/2 (W G W' + v I) Psi^1/2 by hand. */
static void the_covariance(void **state)
{
    (void)state;
    lacon_model *m = NULL;
    const lacon_model_parts parts = all_parts();
    double S[P * P], product = 1;
    assert_int_equal(make(&m, &parts), LACON_OK);
    for (int c = 0; c < N; c++) {
        assert_int_equal(lacon_model_covariance(ctx, m, c, S), LACON_OK);
        for (int r = 0; r < P; r++)
            for (int s = 0; s < P; s++) {
                const double want = sqrt(PSI[r] * PSI[s]) * (W[r] * G[c] * W[s] + (r == s ? V[c] : 0));
                assert_true(fabs(S[r * P + s] - want) < 1e-14);
            }
    }
    for (int r = 0; r < P; r++) product *= lacon_model_psi(m)[r];
    assert_true(fabs(product - 1) < 1e-14);
    assert_memory_equal(lacon_model_mean(m), MEAN, sizeof MEAN);
    assert_memory_equal(lacon_model_scale(m), SCALE, sizeof SCALE);
    assert_memory_equal(lacon_model_sign(m), SIGN, sizeof SIGN);
    lacon_model_free(m);
}

static void refused(void **state)
{
    (void)state;
    static const double bad_psi[P] = {1, 0, 1}, bad_mean[N * P] = {1, NAN}, bad_scale[N * P] = {1, -1};
    static const int8_t bad_sign[P] = {1, 0, 1};
    for (int what = 0; what < 5; what++) {
        lacon_model *m = NULL;
        lacon_model_parts parts = all_parts();
        if (what == 0) parts.psi = bad_psi;
        if (what == 1) parts.mean = bad_mean;
        if (what == 2) parts.scale = bad_scale;
        if (what == 3) parts.sign = bad_sign;
        if (what == 4) parts.size = 2;
        assert_int_equal(make(&m, &parts), what == 4 ? LACON_E_ARGUMENT : LACON_E_DATA);
        assert_null(m);
    }
}

static void nobody_there(void **state)
{
    (void)state;
    lacon_model *m = NULL;
    assert_int_equal(make(&m, NULL), LACON_OK);
    assert_null(lacon_model_sign(m));
    assert_true(lacon_model_psi(m)[1] == 1);
    for (int64_t c = -1; c <= N; c += N + 1) {
        assert_null(lacon_model_G(m, c));
        assert_null(lacon_model_label(m, c));
        assert_int_equal(lacon_model_rows(m, c), 0);
        assert_int_equal(lacon_model_kept(m, c), 0);
        assert_true(isnan(lacon_model_v(m, c)) && isnan(lacon_model_loglik(m, c)));
    }
    assert_null(lacon_model_name(m, -1));
    assert_null(lacon_model_name(m, P));
    lacon_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_covariance), cmocka_unit_test(refused),
                                       cmocka_unit_test(nobody_there)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
