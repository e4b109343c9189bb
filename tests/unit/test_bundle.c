/* SPDX-License-Identifier: BSD-3-Clause
 * fit/bundle.c: every row goes into one bundle with a sign, no bundle stays empty, and what comes out is Omega'X
 * by plain loops, for all three kinds of rows and at sizes on both sides of every block.
 */
#include "fit_ref.h"
#include "fit/bundle.h"

/* Omega' (count × n), shown by the bundles of the unit matrix */
static void show(double *omega, const lcn_bundles *by, int64_t n)
{
    double *unit = ref_alloc(n * n);
    for (int64_t i = 0; i < n; i++) unit[i * n + i] = 1;
    lcn_bundle_f64(omega, by, unit, n, n, n);
    free(unit);
}

static void check_omega(const double *omega, int64_t count, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t in = 0;
        for (int64_t b = 0; b < count; b++) {
            assert_true(omega[b * n + i] == 0 || fabs(omega[b * n + i]) == 1);
            in += omega[b * n + i] != 0;
        }
        assert_int_equal(in, 1);
    }
    for (int64_t b = 0; b < count; b++) {
        int64_t rows = 0;
        for (int64_t i = 0; i < n; i++) rows += omega[b * n + i] != 0;
        assert_true(rows >= n / count / 2 && rows > 0);
    }
}

static void check_size(int64_t n, int64_t p, int64_t count)
{
    const lcn_bundles by = {count, 5, n};
    const int64_t ld = p + 3;
    const double scale = 0.25;
    double *x = ref_alloc(n * ld), *omega = ref_alloc(count * n), *B = ref_alloc(count * p);
    double *square = ref_alloc(p);
    float *single = malloc((size_t)(n * ld) * sizeof *single), *to = malloc((size_t)(n * p) * sizeof *to);
    float *B_single = malloc((size_t)(count * p) * sizeof *B_single);
    float *B_rounded = malloc((size_t)(count * p) * sizeof *B_rounded);
    ref_normals((uint64_t)(n + p), n * ld, x);
    for (int64_t e = 0; e < n * ld; e++) single[e] = (float)x[e];
    show(omega, &by, n);
    check_omega(omega, count, n);
    lcn_bundle_f64(B, &by, x, ld, n, p);
    lcn_bundle_f32(B_single, &by, single, ld, n, p);
    lcn_bundle_rounded(to, p, B_rounded, square, &by, x, ld, n, p, scale);
    for (int64_t r = 0; r < p; r++) {
        double sum = 0;
        for (int64_t i = 0; i < n; i++) {
            assert_true(to[i * p + r] == (float)(scale * x[i * ld + r]));
            sum += x[i * ld + r] * x[i * ld + r];
        }
        assert_true(fabs(square[r] / sum - 1) < 1e-13);
        for (int64_t b = 0; b < count; b++) {
            double want = 0;
            for (int64_t i = 0; i < n; i++) want += omega[b * n + i] * x[i * ld + r];
            assert_true(fabs(B[b * p + r] - want) < 1e-12);
            assert_true(fabs((double)B_single[b * p + r] - want) < 1e-4);
            assert_true(fabs((double)B_rounded[b * p + r] - scale * want) < 1e-4);
        }
    }
    free(x), free(omega), free(B), free(square), free(single), free(to), free(B_single), free(B_rounded);
}

static void bundles_are_products(void **state)
{
    (void)state;
    const int64_t sizes[][3] = {{16, 20, 16}, {17, 8, 16}, {40, 7, 16}, {127, 9, 16}, {128, 33, 16},
                                {500, 16, 16}, {61, 12, 3}, {9, 1, 1}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) check_size(sizes[c][0], sizes[c][1], sizes[c][2]);
}

/* Other seeds and other classes have other signs. */
static void signs_are_drawn(void **state)
{
    (void)state;
    enum { n = 64, count = 4 };
    double first[count * n], other[count * n];
    show(first, &(lcn_bundles){count, 1, 0}, n);
    show(other, &(lcn_bundles){count, 1, 0}, n);
    assert_memory_equal(first, other, sizeof first);
    show(other, &(lcn_bundles){count, 2, 0}, n);
    assert_memory_not_equal(first, other, sizeof first);
    show(other, &(lcn_bundles){count, 1, 1}, n);
    assert_memory_not_equal(first, other, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bundles_are_products),
        cmocka_unit_test(signs_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
