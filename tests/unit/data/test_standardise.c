/* SPDX-License-Identifier: BSD-3-Clause
 * Centring and scaling: against NumPy (tests/data/make.py), at the ends of the range of doubles,
 * bit for bit under powers of two and for any number of threads; constant variables; covariances.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/data.h"
#include "scratch.h"

static void said(const lacon_ctx *ctx, const char *part)
{
    if (strstr(lacon_ctx_message(ctx), part) == NULL) {
        fail_msg("'%s' is not in '%s'", part, lacon_ctx_message(ctx));
    }
}

static lacon_data *read_one(lacon_ctx *ctx, const char *path)
{
    lacon_data *data;
    if (lacon_data_read(ctx, &data, &path, 1, NULL) < 0) fail_msg("%s", lacon_ctx_message(ctx));
    return data;
}

static const double *x_of(const lacon_data *data)
{
    return data->classes[0].x;
}

static void test_numpy(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    lacon_data *data = read_one(ctx, TEST_DATA "/f8.npy"), *z = read_one(ctx, TEST_DATA "/z.npy");
    lacon_data *moments = read_one(ctx, TEST_DATA "/mean.npy");
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    for (int i = 0; i < 24; i++) assert_true(fabs(x_of(data)[i] - x_of(z)[i]) < 4e-16 * 4);
    for (int r = 0; r < 4; r++) {
        double mean = x_of(moments)[r], scale = x_of(moments)[4 + r];
        assert_true(fabs(lacon_data_mean(data, 0)[r] - mean) <= 2 * DBL_EPSILON * scale);
        assert_true(fabs(lacon_data_scale(data, 0)[r] - scale) <= 2 * DBL_EPSILON * scale);
    }
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_ARGUMENT);
    assert_int_equal(lacon_data_add_view(ctx, data, "late", 6, x_of(z), 4), LACON_E_ARGUMENT);
    lacon_data_free(data);
    lacon_data_free(z);
    lacon_data_free(moments);
}

enum { N = 37, P = 1100 }; /* three blocks of columns */

static void random_rows(double *x, double offset, double size)
{
    uint64_t s = 9;
    for (int i = 0; i < N * P; i++) {
        s = s * 6364136223846793005u + 1442695040888963407u;
        x[i] = (offset + (double)(int64_t)(s >> 11) / 4503599627370496.0) * size;
    }
}

static lacon_data *scaled(lacon_ctx *ctx, const double *x, lacon_scale mode)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "a", N, x, P), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, mode), LACON_OK);
    return data;
}

/* Mean 0 and mean square 1 in long double, whatever the size and the offset. */
static void test_moments(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    static const double sizes[] = {1, 1e-300, 1e300, 1e150, 1e-150, 1e-320, 7e307};
    double *x = malloc(sizeof(double) * N * P);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        random_rows(x, 0, sizes[k]);
        lacon_data *data = scaled(ctx, x, LACON_SCALE_Z);
        for (int r = 0; r < P; r++) {
            long double sum = 0, square = 0;
            for (int i = 0; i < N; i++) {
                long double z = x_of(data)[i * P + r];
                sum += z;
                square += z * z;
            }
            assert_true(fabsl(sum / N) < 1e-15);
            assert_true(fabsl(square / N - 1) < 4e-15);
        }
        lacon_data_free(data);
    }
    free(x);
}

/* An offset of 1e6 costs six digits of the data, not twelve: two passes. */
static void test_offset(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    double *x = malloc(sizeof(double) * N * P), *y = malloc(sizeof(double) * N * P);
    random_rows(x, 0, 1);
    random_rows(y, 1e6, 1);
    lacon_data *a = scaled(ctx, x, LACON_SCALE_Z), *b = scaled(ctx, y, LACON_SCALE_Z);
    for (int i = 0; i < N * P; i++) assert_true(fabs(x_of(a)[i] - x_of(b)[i]) < 1e-9);
    lacon_data_free(a);
    lacon_data_free(b);
    free(x);
    free(y);
}

static void test_powers_of_two(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    double *x = malloc(sizeof(double) * N * P), *y = malloc(sizeof(double) * N * P);
    random_rows(x, 0.3, 1);
    lacon_data *plain = scaled(ctx, x, LACON_SCALE_Z);
    for (int e = -900; e <= 900; e += 300) {
        for (int i = 0; i < N * P; i++) y[i] = ldexp(x[i], e + i % P % 3); /* each column its own */
        lacon_data *other = scaled(ctx, y, LACON_SCALE_Z);
        assert_memory_equal(x_of(plain), x_of(other), sizeof(double) * N * P);
        for (int r = 0; r < P; r++) {
            double scale = lacon_data_scale(plain, 0)[r];
            assert_true(lacon_data_scale(other, 0)[r] == ldexp(scale, e + r % 3));
        }
        lacon_data_free(other);
    }
    lacon_data_free(plain);
    free(x);
    free(y);
}

/* Unscaled values whose squares would leave the doubles: one power of two for all, exactly, told as the scale. */
static void test_far(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    enum { n = 20, p = 3 };
    static const double far[] = {1e300, 1e-300, 1};
    for (int i = 0; i < 3; i++) {
        double x[n * p];
        lacon_data *data;
        for (int e = 0; e < n * p; e++) x[e] = far[i] * (1 + (e * 7 % 11) / 3.0 - e % p);
        assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
        assert_int_equal(lacon_data_add_view(ctx, data, "a", n, x, p), LACON_OK);
        assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
        const lcn_class *class = &data->classes[0];
        const double *y = class->x, unit = class->scale[0];
        int exponent;
        assert_true(frexp(unit, &exponent) == 0.5 && (i < 2 || unit == 1));
        for (int e = 0; e < n * p; e++) assert_true(y[e] * unit == x[e] && (i == 2 || fabs(y[e]) <= 1));
        for (int r = 0; r < p; r++) assert_true(class->mean[r] == 0 && class->scale[r] == unit);
        lacon_data_free(data);
    }
}

/* Of eight steps of the last place on either side: coarse, and no constant. */
static void test_coarse(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    enum { n = 50, p = 2 };
    double x[n * p];
    lacon_data *data;
    for (int e = 0; e < n * p; e++) x[e] = 1e15 + (e * 7 % 17 - 8) / 8.0;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "a", n, x, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    lacon_data_free(data);
    for (int e = 0; e < n * p; e++) x[e] = 1e16 + e % 3 * 2; /* neighbours of 1e16: what they were is lost */
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "a", n, x, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    said(ctx, "'V1' is constant but for the rounding of its values (1e+16 to 10000000000000004)");
    lacon_data_free(data);
}

static void test_threads(void **state)
{
    (void)state;
    double *x = malloc(sizeof(double) * N * P), *first = malloc(sizeof(double) * 5 * N * P);
    random_rows(x, 0.3, 1);
    for (int threads = 1; threads <= 4; threads++) {
        lacon_ctx *ctx;
        lacon_ctx_options o;
        lacon_ctx_options_init(&o);
        o.threads = threads;
        assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
        lacon_data *data;
        assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
        for (int c = 0; c < 5; c++) {
            assert_int_equal(lacon_data_add_copy(ctx, data, NULL, N - c, x + c, P), LACON_OK);
        }
        assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
        for (int c = 0; c < 5; c++) {
            double *kept = first + c * N * P;
            size_t bytes = sizeof(double) * (size_t)((N - c) * P);
            if (threads == 1) memcpy(kept, data->classes[c].x, bytes);
            assert_memory_equal(kept, data->classes[c].x, bytes);
        }
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
    free(x);
    free(first);
}

static void test_modes(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    const double x[] = {1, 7, 2, 7, 6, 7};
    const double centred[] = {-2, 0, -1, 0, 3, 0};
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "a", 3, x, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, (lacon_scale)9), LACON_E_ARGUMENT);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
    assert_memory_equal(data->classes[0].x, centred, sizeof centred);
    assert_true(lacon_data_mean(data, 0)[0] == 3 && lacon_data_scale(data, 0)[1] == 1);
    assert_true(x[0] == 1); /* the caller's array is not written */
    lacon_data_free(data);
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "a", 3, x, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
    assert_ptr_equal(data->classes[0].x, x);
    assert_true(lacon_data_mean(data, 0)[0] == 0 && lacon_data_scale(data, 0)[0] == 1);
    lacon_data_free(data);
}

static void test_constant(void **state)
{
    scratch *s = *state;
    static const double values[] = {0, 0.1, -7, 1e300, 5e-324, 1e16, 1.0 / 3};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        for (int jitter = 0; jitter < 2; jitter++) {
            double x[2 * 50];
            for (int i = 0; i < 50; i++) {
                x[2 * i] = i * i;
                x[2 * i + 1] = values[k];
                /* the last place of a double is rounding, not data */
                if (jitter && i % 2 && fabs(values[k]) > 1e-300) x[2 * i + 1] *= 1 + DBL_EPSILON;
            }
            lacon_data *data;
            const char *const names[] = {"t", "flat"};
            assert_int_equal(lacon_data_new(s->ctx, &data, 2), LACON_OK);
            assert_int_equal(lacon_data_set_names(s->ctx, data, names), LACON_OK);
            assert_int_equal(lacon_data_add_copy(s->ctx, data, "sub-1", 50, x, 2), LACON_OK);
            assert_int_equal(lacon_data_standardise(s->ctx, data, LACON_SCALE_Z), LACON_E_DATA);
            said(s->ctx, "class 'sub-1': variable 'flat' is constant");
            said(s->ctx, "(ignore 'flat')");
            assert_memory_equal(data->classes[0].x, x, sizeof x); /* nothing happened */
            assert_null(lacon_data_mean(data, 0));
            assert_int_equal(lacon_data_standardise(s->ctx, data, LACON_SCALE_CENTER), LACON_OK);
            lacon_data_free(data);
        }
    }
    lacon_data *data = read_one(s->ctx, scratch_text(s, "flat.csv", "a,b\n1,2.5\n2,2.5\n3,2.5\n"));
    assert_int_equal(lacon_data_standardise(s->ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    said(s->ctx, "flat.csv: class 'flat': variable 'b' is constant (2.5 in all 3 rows)");
    lacon_data_free(data);
}

/* In float32 the last digit is another one. */
static void test_single(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    float x[] = {1, 1e7f, 2, 1e7f + 1, 4, 1e7f}, y[] = {1, 10, 2, 11, 4, 30};
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view_f32(ctx, data, "a", 3, x, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    said(ctx, "'V2' is constant");
    lacon_data_free(data);
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view_f32(ctx, data, "a", 3, y, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    const float *z = data->classes[0].x;
    assert_ptr_not_equal(z, y);
    for (int r = 0; r < 2; r++) {
        double sum = 0, square = 0;
        for (int i = 0; i < 3; i++) {
            sum += (double)z[2 * i + r];
            square += (double)z[2 * i + r] * (double)z[2 * i + r];
        }
        assert_true(fabs(sum) < 1e-6 && fabs(square / 3 - 1) < 1e-6);
    }
    lacon_data_free(data);
}

static void test_covariance(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    const double K[] = {4, 3, -1, 3, 9, 0, -1, 0, 0.25}, zero[] = {0, 0, 0, 1};
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, "a", 10, K, 3), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    const double want[] = {1, 0.5, -1, 0.5, 1, 0, -1, 0, 1};
    for (int i = 0; i < 9; i++) assert_true(fabs(x_of(data)[i] - want[i]) < 1e-15);
    assert_true(lacon_data_scale(data, 0)[1] == 3 && lacon_data_mean(data, 0)[1] == 0);
    lacon_data_free(data);
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, "b", 10, zero, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_E_DATA);
    said(ctx, "class 'b': variable 'V1' has variance 0");
    lacon_data_free(data);
}

/* By the moments of the same data: the same bits as by its own. */
static void test_given_moments(void **state)
{
    lacon_ctx *ctx = ((scratch *)*state)->ctx;
    double *x = malloc(sizeof(double) * N * P);
    random_rows(x, 0.3, 1e10);
    lacon_data *own = scaled(ctx, x, LACON_SCALE_Z), *by;
    assert_int_equal(lacon_data_new(ctx, &by, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, by, "a", N, x, P), LACON_OK);
    double *mean = malloc(sizeof(double) * P), *scale = malloc(sizeof(double) * P);
    memcpy(mean, lacon_data_mean(own, 0), sizeof(double) * P);
    memcpy(scale, lacon_data_scale(own, 0), sizeof(double) * P);
    scale[5] = 0; /* never seen, which only --missing marginal can live with */
    assert_int_equal(lacon_data_standardise_by(ctx, by, mean, scale), LACON_E_DATA);
    said(ctx, "variable 'V6'");
    scale[5] = -1;
    assert_int_equal(lacon_data_standardise_by(ctx, by, mean, scale), LACON_E_ARGUMENT);
    said(ctx, "variable 'V6'");
    scale[5] = lacon_data_scale(own, 0)[5];
    assert_int_equal(lacon_data_standardise_by(ctx, by, mean, scale), LACON_OK);
    assert_memory_equal(x_of(own), x_of(by), sizeof(double) * N * P);
    assert_memory_equal(lacon_data_scale(by, 0), scale, sizeof(double) * P);
    lacon_data_free(own);
    lacon_data_free(by);
    free(x);
    free(mean);
    free(scale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numpy),      cmocka_unit_test(test_moments),
        cmocka_unit_test(test_offset),     cmocka_unit_test(test_powers_of_two),
        cmocka_unit_test(test_far),        cmocka_unit_test(test_coarse),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_modes),
        cmocka_unit_test(test_constant),   cmocka_unit_test(test_single),
        cmocka_unit_test(test_covariance), cmocka_unit_test(test_given_moments),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
