/* SPDX-License-Identifier: BSD-3-Clause
 * inference/blocks.c: lengths and what blocks miss, against first-order autoregressions, for which both are known;
 * lengths that are asked for, rows said to be independent, classes without rows.
 */
#include "inference/blocks.h"

#include "fit_ref.h"

enum { P = 8, K = 8, SETS = 20 };

/* W = I: composites are the variables. */
static lacon_model *identity(void)
{
    double W[P * K] = {0}, G[K * K] = {0}, v = 1;
    for (int r = 0; r < P; r++) W[r * K + r] = G[r * K + r] = 1;
    lacon_model *m = NULL;
    assert_int_equal(lacon_model_new(ctx, &m, P, K, 1, W, G, &v, NULL, NULL, NULL, NULL), LACON_OK);
    return m;
}

static lacon_data *series(int64_t n, double phi, uint64_t seed)
{
    double *x = ref_alloc(n * P);
    ref_normals(seed, n * P, x);
    for (int64_t i = P; i < n * P; i++) x[i] = phi * x[i - P] + sqrt(1 - phi * phi) * x[i];
    lacon_data *data = ref_data(ctx, x, 1, n, P, LACON_SCALE_Z, false);
    free(x);
    return data;
}

/* q = phi²: g = (1 + q) / (1 - q), G = 2 q / (1 - q)²; blocks of b rows see sum (1 - |l|/b) q^|l| - g b / n */
static void autoregressions(void **state)
{
    (void)state;
    static const double phis[] = {0, .5, .8, .9};
    lacon_model *m = identity();
    for (int i = 0; i < 4; i++) {
        const int64_t n = 400, asked = 10;
        const double q = phis[i] * phis[i], g = (1 + q) / (1 - q), G = 2 * q / (1 - q) / (1 - q);
        const double best = fmax(1, cbrt(1.5 * G * G / g / g * n));
        double seen = 1 - g * asked / n, rows = 0, widen = 0;
        for (int l = 1; l < asked; l++) seen += 2 * (1 - l / (double)asked) * pow(q, l);
        for (uint64_t seed = 0; seed < SETS; seed++) {
            lacon_data *data = series(n, phis[i], seed);
            lcn_block chosen, given;
            assert_int_equal(lcn_blocks_choose(ctx, &chosen, m, data, 0, false, 0.95), LACON_OK);
            assert_int_equal(lcn_blocks_choose(ctx, &given, m, data, asked, false, 0.95), LACON_OK);
            assert_true(given.rows == asked && given.widen >= 1 && chosen.widen >= 1);
            rows += (double)chosen.rows / SETS;
            widen += given.widen / SETS;
            lacon_data_free(data);
        }
        /* t with 60 degrees of freedom is 2.0003, the normal deviate 1.95996 (SciPy) */
        const double want = sqrt(fmax(1, g / seen)) * 2.000298 / 1.959966;
        print_message("  phi = %g: blocks of %.1f, in theory %.1f; blocks of 10 widened by %.3f, %.3f\n", phis[i], rows,
                      best, widen, want);
        assert_true(fabs(rows - best) < 0.15 * best + 0.5);
        assert_true(fabs(widen / want - 1) < 0.06);
    }
    lacon_model_free(m);
}

static void nothing_to_choose(void **state)
{
    (void)state;
    lacon_model *m = identity();
    lacon_data *data = series(60, .8, 1);
    lcn_block b;
    assert_int_equal(lcn_blocks_choose(ctx, &b, m, data, 0, true, 0.95), LACON_OK);
    assert_true(b.rows == 1 && b.widen == 1);
    assert_int_equal(lcn_blocks_choose(ctx, &b, m, data, 7, true, 0.95), LACON_OK);
    assert_true(b.rows == 7 && b.widen == 1);
    lacon_data_free(data);
    data = series(9, .9, 1); /* three blocks at least */
    assert_int_equal(lcn_blocks_choose(ctx, &b, m, data, 0, false, 0.95), LACON_OK);
    assert_true(b.rows >= 1 && b.rows <= 3 && isfinite(b.widen));
    lacon_data_free(data);
    lacon_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(autoregressions),
        cmocka_unit_test(nothing_to_choose),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
