/* SPDX-License-Identifier: BSD-3-Clause
 * What is reported about values before a fit: each figure on data made to have it, and none on data that
 * have not; autocorrelation and effective rows against the formula for a process that has one.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/data.h"
#include "scratch.h"

enum { N = 400, P = 5 };

/* Normal draws, as the library draws them: addressed, not taken. */
static void draw(double *x, int64_t count, uint64_t stream)
{
    for (int64_t i = 0; i < count; i++) {
        double u = 0;
        for (int j = 0; j < 12; j++) {
            uint64_t h = (uint64_t)(i * 12 + j) * 0x9E3779B97F4A7C15u + stream * 0xD1B54A32D192ED03u;
            h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
            h = (h ^ h >> 27) * 0x94D049BB133111EBu;
            u += (double)((h ^ h >> 31) >> 11) / 9007199254740992.0;
        }
        x[i] = u - 6; /* twelve uniforms: mean 0, variance 1 */
    }
}

static lacon_summary describe(scratch *s, const double *x, int64_t n)
{
    lacon_data *data;
    lacon_summary sum;
    assert_int_equal(lacon_data_new(s->ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(s->ctx, data, "x", n, x, P), LACON_OK);
    assert_int_equal(lacon_data_describe(s->ctx, data, 0, &sum), LACON_OK);
    assert_int_equal(lacon_data_describe(s->ctx, data, 1, &sum), LACON_E_ARGUMENT);
    lacon_data_free(data);
    return sum;
}

/* Values near the ends of the range of doubles have the figures of those near 1; their squares are no doubles. */
static void test_far(void **state)
{
    static const double powers[] = {0x1p1018, 0x1p-1000};
    double x[N * P], y[N * P];
    draw(x, N * P, 7);
    const lacon_summary near = describe(*state, x, N);
    for (int k = 0; k < 2; k++) {
        for (int64_t i = 0; i < N * P; i++) y[i] = x[i] * powers[k];
        const lacon_summary far = describe(*state, y, N);
        assert_true(far.scale == near.scale * powers[k]);
        assert_true(far.lag1 == near.lag1 && far.drift == near.drift && far.common == near.common);
        assert_true(far.spike == near.spike && far.spike_value == near.spike_value * powers[k]);
        assert_int_equal(far.constant, 0);
    }
}

static void test_clean(void **state)
{
    double x[N * P];
    draw(x, N * P, 1);
    lacon_summary sum = describe(*state, x, N);
    assert_int_equal(sum.missing, 0);
    assert_int_equal(sum.constant, 0);
    assert_int_equal(sum.constant_at, -1);
    assert_int_equal(sum.twins, 0);
    assert_int_equal(sum.counter_at, -1);
    assert_int_equal(sum.codes, 0);
    assert_true(sum.scale > 0.9 && sum.scale < 1.1);
    assert_true(sum.narrow > 0.8 && sum.narrow <= 1);
    assert_true(sum.wide >= 1 && sum.wide < 1.2);
    assert_int_equal(sum.symmetric, 0);
    assert_int_equal(describe(*state, x, P).symmetric, 0); /* as many rows as variables */
    assert_true(sum.spike > 2.5 && sum.spike < 6);
    assert_true(fabs(sum.lag1) < 0.1); /* 2/sqrt(400) */
    assert_true(sum.effective > 0.95 * N && sum.effective <= N);
}

static void test_planted(void **state)
{
    double x[N * P];
    draw(x, N * P, 2);
    for (int i = 0; i < N; i++) {
        x[i * P + 1] = i + 5;           /* counts */
        x[i * P + 3] = x[i * P + 2];    /* a twin */
        x[i * P + 4] = 1e-8 * x[i * P]; /* narrow */
    }
    x[7 * P] = x[90 * P] = -999;
    x[33 * P + 2] = x[33 * P + 3] = 99; /* once in each: no code, but far */
    lacon_summary sum = describe(*state, x, N);
    assert_int_equal(sum.counter_at, 1);
    assert_int_equal(sum.twins, 1);
    assert_int_equal(sum.twin_at, 3);
    assert_int_equal(sum.twin_of, 2);
    assert_int_equal(sum.narrow_at, 4);
    assert_true(sum.codes == 2 && sum.code == -999 && sum.code_at == 0);
    for (int i = 0; i < N; i++) x[i * P + 1] = 2, x[i * P + 4] = 2; /* constants are no twins */
    sum = describe(*state, x, N);
    assert_int_equal(sum.constant, 2);
    assert_int_equal(sum.constant_at, 1);
    assert_int_equal(sum.twins, 1);
    x[33 * P + 2] = x[33 * P + 3] = 0;
    x[12 * P + 2] = 4000;
    sum = describe(*state, x, N);
    assert_true(sum.spike > 1000 && sum.spike_value == 4000);
    assert_true(sum.spike_row == 12 && sum.spike_at == 2 && sum.twins == 0);
    assert_true(sum.wide_at == 2 && sum.wide > 2);
    for (int i = 0; i < P; i++)
        for (int j = 0; j < i; j++) x[i * P + j] = x[j * P + i] * (1 + 1e-8); /* rounded */
    assert_int_equal(describe(*state, x, P).symmetric, 1);
    x[3 * P + 1] += 1e-3;
    assert_int_equal(describe(*state, x, P).symmetric, 0);
}

/* x_t = a x_{t-1} + e: r_l = a^l, so 1 + 2 sum r_l^2 = (1 + a^2) / (1 - a^2). */
static void test_autoregression(void **state)
{
    enum { LONG = 4000 };
    double *x = malloc(LONG * P * sizeof *x);
    for (int k = 1; k < 4; k++) {
        double a = 0.25 * k;
        draw(x, LONG * P, (uint64_t)k + 10);
        for (int i = P; i < LONG * P; i++) x[i] += a * x[i - P];
        lacon_summary sum = describe(*state, x, LONG);
        double want = LONG * (1 - a * a) / (1 + a * a);
        assert_true(fabs(sum.lag1 - a) < 0.04);
        if (!(fabs(sum.effective / want - 1) < 0.15))
            fail_msg("a = %g: %g rows, not %g", a, sum.effective, want);
    }
    free(x);
}

static void test_missing_and_covariance(void **state)
{
    scratch *s = *state;
    double x[N * P], K[P * P] = {0};
    draw(x, N * P, 3);
    lacon_data *data;
    lacon_summary sum;
    for (int r = 0; r < P; r++) K[r * P + r] = 1;
    assert_int_equal(lacon_data_new(s->ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_copy(s->ctx, data, "x", N, x, P), LACON_OK);
    assert_int_equal(lacon_data_add_cov(s->ctx, data, "k", 77, K, P), LACON_OK);
    double *own = data->classes[0].owned;
    for (int i = 0; i < 50; i++) own[i * 3 * P + 2] = NAN;
    for (int i = 0; i < N; i++) own[i * P + 4] = NAN;
    assert_int_equal(lacon_data_describe(s->ctx, data, 0, &sum), LACON_OK);
    assert_int_equal(sum.missing, N + 50);
    assert_int_equal(sum.constant, 1); /* nothing there: no variance */
    assert_true(sum.scale > 0.8 && sum.scale < 1.2);
    assert_int_equal(lacon_data_describe(s->ctx, data, 1, &sum), LACON_OK);
    assert_true(sum.effective == 77 && sum.scale == 0);
    assert_null(lacon_data_format(data, 0));
    lacon_data_free(data);
}

/* Five classes of one structure and one with two columns exchanged. */
static lacon_status make_alike(lacon_ctx *ctx, lacon_data **data)
{
    double x[N * P];
    LCN_TRY(lacon_data_new(ctx, data, P));
    for (int c = 0; c < 6; c++) {
        draw(x, N * P, (uint64_t)c + 30);
        for (int i = 0; i < N; i++) {
            for (int r = 1; r < P; r++) x[i * P + r] = 0.5 * x[i * P + r] + x[i * P + r - 1];
            if (c != 3) continue;
            double t = x[i * P];
            x[i * P] = x[i * P + 3];
            x[i * P + 3] = t;
        }
        LCN_TRY(lacon_data_add_copy(ctx, *data, NULL, N, x, P));
    }
    return LACON_OK;
}

static void test_likeness(void **state)
{
    scratch *s = *state;
    lacon_data *data = NULL;
    double r[6];
    assert_int_equal(make_alike(s->ctx, &data), LACON_OK);
    assert_int_equal(lacon_data_likeness(s->ctx, data, r), LACON_OK);
    for (int c = 0; c < 6; c++) assert_true(c == 3 ? r[c] < 0.5 : r[c] > 0.8);
    lacon_data_free(data);
}

/* x = b t + e: a line explains b² var(t) / (b² var(t) + 1), and nothing of what has none. Signals a in
 * all variables: their mean correlation is a² / (a² + 1). */
static void test_drift_and_common(void **state)
{
    double x[N * P], signal[N], b = 0.01, var = (N * N - 1) / 12.0;
    draw(x, N * P, 4);
    draw(signal, N, 5);
    lacon_summary sum = describe(*state, x, N);
    assert_int_equal(sum.drifts, 0);
    assert_true(sum.drift < 0.05 && fabs(sum.common) < 0.05);
    for (int i = 0; i < N; i++) x[i * P + 3] += b * i;
    sum = describe(*state, x, N);
    assert_int_equal(sum.drifts, 1);
    assert_int_equal(sum.drift_at, 3);
    double share = b * b * var / (b * b * var + 1);
    assert_true(fabs(sum.drift - share) < 0.06); /* 2 (1 - share) sqrt(share / N) */
    for (int i = 0; i < N; i++) x[i * P + 3] -= b * i;
    for (int i = 0; i < N * P; i++) x[i] += 2 * signal[i / P];
    sum = describe(*state, x, N);
    assert_true(fabs(sum.common - 0.8) < 0.04);
}

/* Items of two scales, some of them reversed: those are found, whichever sign is more frequent. */
static void test_reversed(void **state)
{
    static const int key[] = {1, -1, 1, 1, -1, 1, 1, 1, 1, -1}; /* five of each scale */
    enum { ITEMS = 10 };
    scratch *s = *state;
    double x[N * ITEMS], scale[N * 2];
    int8_t sign[ITEMS];
    int64_t count;
    draw(x, N * ITEMS, 6);
    draw(scale, N * 2, 7);
    for (int i = 0; i < N * ITEMS; i++) x[i] += key[i % ITEMS] * scale[i / ITEMS * 2 + i % ITEMS / 5];
    lacon_data *data;
    assert_int_equal(lacon_data_new(s->ctx, &data, ITEMS), LACON_OK);
    assert_int_equal(lacon_data_add_view(s->ctx, data, "x", N, x, ITEMS), LACON_OK);
    assert_int_equal(lacon_data_against(s->ctx, data, sign, &count), LACON_OK);
    assert_int_equal(count, 3);
    for (int r = 0; r < ITEMS; r++) assert_int_equal(sign[r], key[r]);
    lacon_data_free(data);
}

/* The gravest, as the whole description has them, and nothing else; numbers of people, where a table was split. */
static void test_glance(void **state)
{
    scratch *s = *state;
    double x[N * P];
    for (int planted = 0; planted < 2; planted++) {
        lacon_data *data;
        lacon_summary all, some;
        draw(x, N * P, 5);
        for (int i = 0; i < N && planted; i++) {
            x[i * P + 2] = 50000 + 3 * i + i % 2;
            if (i % 50 == 7) x[i * P + 4] = -999;
            x[i * P + 1] = i % 40 == 3 ? 99 : i % 3 == 0; /* more than half alike: no robust deviation */
        }
        assert_int_equal(lacon_data_new(s->ctx, &data, P), LACON_OK);
        assert_int_equal(lacon_data_add_view(s->ctx, data, "x", N, x, P), LACON_OK);
        assert_int_equal(lacon_data_describe(s->ctx, data, 0, &all), LACON_OK);
        assert_int_equal(lacon_data_glance(s->ctx, data, 0, &some), LACON_OK);
        assert_int_equal(lacon_data_glance(s->ctx, data, 1, &some), LACON_E_ARGUMENT);
        assert_int_equal(some.counter_at, planted ? 2 : -1);
        assert_int_equal(some.code_at, planted ? 1 : -1);
        assert_true(some.code == (planted ? 99 : 0) && some.codes == (planted ? N / 40 + N / 50 : 0));
        assert_int_equal(some.spike_at, -1);
        assert_true(all.counter_at == some.counter_at && all.code == some.code && all.codes == some.codes &&
                    all.code_at == some.code_at && all.symmetric == some.symmetric && all.turned == some.turned);
        lacon_data_free(data);
    }
}

static lacon_status job(lacon_ctx *ctx, void *user)
{
    lacon_data *data = NULL;
    lacon_summary sum;
    double r[6];
    int8_t sign[64];
    int64_t count;
    (void)user;
    lacon_status status;
    LCN_GOTO(make_alike(ctx, &data));
    LCN_GOTO(lacon_data_describe(ctx, data, 0, &sum));
    LCN_GOTO(lacon_data_glance(ctx, data, 0, &sum));
    LCN_GOTO(lacon_data_likeness(ctx, data, r));
    LCN_GOTO(lacon_data_against(ctx, data, sign, &count));
done:
    lacon_data_free(data);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    assert_true(faulty_loop(job, NULL, 1) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clean), cmocka_unit_test(test_far),          cmocka_unit_test(test_planted),
        cmocka_unit_test(test_autoregression), cmocka_unit_test(test_missing_and_covariance),
        cmocka_unit_test(test_likeness),       cmocka_unit_test(test_drift_and_common),
        cmocka_unit_test(test_reversed),        cmocka_unit_test(test_glance),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
