/* SPDX-License-Identifier: BSD-3-Clause
 * The vector functions of smooth.h against the C library, entropies against NumPy's figure, the
 * gain of the shapes against integration by the definition.
 */
#include "fit_ref.h"

#include "causal/causal.h"
#include "causal/smooth.h"
#include "causal_ref.h"

static void smooth_functions(void **state)
{
    (void)state;
    double worst = 0;
    for (int i = -4000; i <= 4000; i++) {
        const double u = i / 200.0, size = fabs(u);
        worst = fmax(worst, fabs(lcn_exp_down(-size) / exp(-size) - 1));
        const double reference = size + log1p(exp(-2 * size)) - M_LN2;
        worst = fmax(worst, fabs(lcn_log_cosh(u) - reference) / (1 + size));
    }
    assert_true(worst < 1e-14);
    assert_true(lcn_exp_down(-1e6) < 1e-300);
    assert_true(lcn_log_cosh(0) < 1e-15 && lcn_log_cosh(1e6) > 999999);
}

/* Column j of c_rows, standardised, padded with zeros to a multiple of 8 */
static void column(int j, double *z)
{
    double mean = 0, square = 0;
    memset(z, 0, 304 * sizeof *z);
    for (int i = 0; i < C_ROWS; i++) mean += c_rows[i * C_K + j] / C_ROWS;
    for (int i = 0; i < C_ROWS; i++) {
        z[i] = c_rows[i * C_K + j] - mean;
        square += z[i] * z[i] / C_ROWS;
    }
    for (int i = 0; i < C_ROWS; i++) z[i] /= sqrt(square);
}

static void entropies(void **state)
{
    (void)state;
    double x[304], y[304], sums[2], plain[2] = {0};
    for (int j = 0; j < C_K; j++) {
        column(j, x);
        lcn_entropy_sums(304, x, x, 1, 0, sums);
        assert_true(fabs(lcn_entropy(sums, C_ROWS) - c_entropy[j]) < 1e-12);
    }
    column(0, y);
    lcn_entropy_sums(304, x, y, 0.6, -0.3, sums);
    for (int i = 0; i < C_ROWS; i++) {
        const double u = 0.6 * x[i] - 0.3 * y[i];
        plain[0] += log(cosh(u));
        plain[1] += u * exp(-u * u / 2);
    }
    assert_true(fabs(sums[0] - plain[0]) < 1e-10 && fabs(sums[1] - plain[1]) < 1e-10);
}

/* ---- shapes ---- */

/* The logistic shape, 0.5 N(0, 0.38) + 0.5 N(0, 1.62), over the standard normal */
static double ratio(double e)
{
    const double a = exp(-e * e / 0.76) / sqrt(0.38), b = exp(-e * e / 3.24) / sqrt(1.62);
    return 0.5 * (a + b) * exp(e * e / 2);
}

/* log E ratio(e), e ~ N(m, tau), by the rule of rectangles over eight standard deviations: exact to
 * rounding for a smooth function that vanishes at both ends */
static double integrated(double m, double tau)
{
    if (tau == 0) return log(ratio(m));
    double sum = 0;
    const double sd = sqrt(tau), step = 0.02;
    for (double u = -8; u <= 8; u += step)
        sum += ratio(m + sd * u) * exp(-u * u / 2) / sqrt(2 * M_PI) * step;
    return log(sum);
}

/* Rows whose disturbances have the logistic shape, seen through noise: it is the best shape. The
 * table is straight between points 1/16 apart: an error of at most 1/16² / 8 times the second
 * derivative, below 1.6 for this shape; between levels of tau a little more. */
static void gain_is_the_integral(void **state)
{
    (void)state;
    enum { ROWS = 4000 };
    lcn_shapes *shapes;
    double *scratch = ref_alloc(lcn_shapes_scratch()), *m = ref_alloc(ROWS);
    assert_int_equal(lcn_shapes_new(ctx, &shapes), LACON_OK);
    for (int level = 0; level < 3; level++) {
        const double tau = 0.11 * level, nu = tau / (1 - tau);
        double wanted = 0;
        ref_normals(7, ROWS, m);
        for (int i = 0; i < ROWS; i++) { /* x = e + noise of variance nu, m = x / (1 + nu) */
            m[i] *= sqrt((i % 2 ? 0.38 : 1.62) + nu) / (1 + nu);
            wanted += integrated(m[i], tau);
        }
        const double got = lcn_shapes_gain(shapes, ROWS, m, tau, scratch);
        assert_true(wanted > 10); /* else the Gaussian would be the best */
        assert_true(fabs(got - wanted) < ROWS * 1.6 / 2048);
    }
    /* Gaussian rows: no shape gains, and the price of the Gaussian is the floor */
    for (int i = 0; i < ROWS; i++) m[i] = 0;
    const double flat = lcn_shapes_gain(shapes, ROWS, m, 0.999, scratch);
    assert_true(flat > -4.1 && flat <= 0.1);
    lcn_shapes_free(&ctx->allocator, shapes);
    free(m);
    free(scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_functions),
        cmocka_unit_test(entropies),
        cmocka_unit_test(gain_is_the_integral),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
