/* SPDX-License-Identifier: BSD-3-Clause
 * data/effective.c: lagged correlations against sums of their own, what corrects them and n / c against first-order
 * autoregressions, whose c is known in closed form, and the ends: no memory, too much of it, no rows.
 */
#include "data/effective.h"

#include "fit_ref.h"

/* n × p rows, column r with x_t = phi[r] x_{t-1} + e, stationary, variance 1 */
static double *series(int64_t n, int64_t p, const double *phi, uint64_t seed)
{
    double *x = ref_alloc(n * p);
    ref_normals(seed, n * p, x);
    for (int64_t i = 1; i < n; i++)
        for (int64_t r = 0; r < p; r++)
            x[i * p + r] = phi[r] * x[(i - 1) * p + r] + sqrt(1 - phi[r] * phi[r]) * x[i * p + r];
    return x;
}

static double c_of(double a, double b, int64_t n)
{
    double c = 1;
    for (int64_t l = 1; l < n; l++) c += 2 * (1 - (double)l / (double)n) * pow(a * b, (double)l);
    return c;
}

static lcn_class rows_of(const double *x, int64_t n, int64_t p)
{
    return (lcn_class){.n = n, .kind = LCN_ROWS_F64, .x = x, .ld = p};
}

/* The formula's own limit, from the model's side: (1 + ab) / (1 - ab). */
static void theory(void **state)
{
    (void)state;
    lcn_memory m = {.lags = 60, .step = 1, .steps = 1e9};
    double a[LCN_LAGS], b[LCN_LAGS];
    for (int l = 0; l < 60; l++) a[l] = pow(0.8, l + 1), b[l] = pow(-0.5, l + 1);
    assert_true(fabs(lcn_inflation(&m, a, a) - 1.64 / 0.36) < 1e-6);
    assert_true(lcn_inflation(&m, a, b) == 1); /* 0.43: reported as no more than its rows */
    for (int l = 0; l < 60; l++) b[l] = pow(0.5, l + 1);
    assert_true(fabs(lcn_inflation(&m, a, b) - 1.4 / 0.6) < 1e-6);
}

/* Lagged correlations are those of the pairs that are there, columns in single or double, tiles or parts of one. */
static void lags_of_a_tile(void **state)
{
    (void)state;
    enum { n = 23, p = 11, COUNT = 7, STEP = 2 };
    double phi[p] = {0.5}, *x = series(n, p, phi, 3), R[COUNT][LCN_TILE];
    for (int i = 0; i < n; i++) x[i * p + 4] = 7; /* does not vary */
    x[5 * p + 8] = x[6 * p + 8] = x[20 * p + 8] = NAN;
    const lcn_class class = rows_of(x, n, p);
    lcn_tile tile;
    assert_int_equal(lcn_tile_init(ctx, &tile, n, true), LACON_OK);
    lcn_tile_load(&tile, &class, p, 0, 2); /* columns 0, 2, .. 10 and zeros behind them */
    lcn_tile_lags(&tile, STEP, 1, COUNT, R);
    for (int c = 0; c < LCN_TILE; c++) {
        assert_int_equal(tile.varies[c], 2 * c < p && c != 2);
        double mean = 0, square = 0, count = 0;
        for (int i = 0; i < n && 2 * c < p; i++)
            if (!isnan(x[i * p + 2 * c])) mean += x[i * p + 2 * c], count++;
        for (int i = 0; i < n && 2 * c < p; i++)
            if (!isnan(x[i * p + 2 * c])) square += pow(x[i * p + 2 * c] - mean / count, 2) / count;
        for (int l = 0; l < COUNT; l++) {
            const int far = STEP * (l + 2);
            double sum = 0, pairs = 0;
            for (int i = far; i < n && tile.varies[c]; i++) {
                const double both = (x[i * p + 2 * c] - mean / count) * (x[(i - far) * p + 2 * c] - mean / count);
                if (!isnan(both)) sum += both / square, pairs++;
            }
            assert_true(fabs(R[l][c] - (pairs > 0 ? sum / pairs : 0)) < 1e-12);
        }
    }
    lcn_tile_clear(&ctx->allocator, &tile);
    free(x);
}

/* Short series with long memory: without the corrections c of n = 200, phi = .9 comes out a fifth too small. */
static void short_series_come_out_right(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        double phi;
    } cases[] = {{50, 0}, {300, 0}, {100, .5}, {100, .8}, {300, .8}, {200, .9}, {200, -.7}};
    enum { P = 24, SETS = 40 };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int64_t n = cases[i].n;
        double phi[P], sum = 0, want = c_of(cases[i].phi, cases[i].phi, n);
        for (int r = 0; r < P; r++) phi[r] = cases[i].phi;
        for (uint64_t seed = 0; seed < SETS; seed++) {
            double *x = series(n, P, phi, 100 * i + seed);
            lcn_class class = rows_of(x, n, P);
            assert_int_equal(lcn_class_remember(ctx, &class, P), LACON_OK);
            assert_true(lcn_class_effective(&class) <= (double)n && lcn_class_effective(&class) >= 2);
            sum += class.inflation / SETS;
            free(x);
        }
        print_message("  n = %lld, phi = %g: c %.3f, in theory %.3f\n", (long long)n, cases[i].phi, sum, want);
        assert_true(fabs(sum / want - 1) < 0.05);
    }
}

/* Where variables go together the mean of their correlations has chance in it, which c squares: without a correction
 * n* of 60 rows comes out a twentieth too small. */
static void chance_is_taken_out(void **state)
{
    (void)state;
    enum { P = 20, N = 60, SETS = 200 };
    static const double memory[] = {0, .5};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        double phi[P + 1], worth = 0;
        for (int r = 0; r <= P; r++) phi[r] = memory[i];
        for (uint64_t seed = 0; seed < SETS; seed++) {
            double *x = series(N, P + 1, phi, 700 + seed); /* the last column is in all of them */
            for (int t = 0; t < N; t++)
                for (int r = 0; r < P; r++) x[t * (P + 1) + r] += 1.3 * x[t * (P + 1) + P];
            lcn_class class = rows_of(x, N, P + 1);
            assert_int_equal(lcn_class_remember(ctx, &class, P), LACON_OK);
            worth += lcn_class_effective(&class) / N * c_of(memory[i], memory[i], N) / SETS;
            free(x);
        }
        print_message("  phi = %g: n* %.3f of what is known\n", memory[i], worth);
        assert_true(fabs(worth - 1) < 0.035); /* n* is n at most, so a little less where phi is 0 */
    }
}

/* One slow series among fast ones: the pair's own c, not the class's. */
static void a_pair_of_its_own(void **state)
{
    (void)state;
    enum { P = 16, n = 300, SETS = 60 };
    double phi[P] = {.9, .9}, slow = 0, mixed = 0;
    for (int r = 2; r < P; r++) phi[r] = .5;
    for (uint64_t seed = 0; seed < SETS; seed++) {
        double *x = series(n, P, phi, seed), R[LCN_LAGS][LCN_TILE], mean[LCN_LAGS] = {0}, rho[3][LCN_LAGS];
        lcn_class class = rows_of(x, n, P);
        lcn_memory m;
        lcn_tile tile;
        assert_int_equal(lcn_class_remember(ctx, &class, P), LACON_OK);
        assert_int_equal(lcn_tile_init(ctx, &tile, n, false), LACON_OK);
        lcn_tile_load(&tile, &class, P, 0, 1);
        lcn_tile_lags(&tile, class.step, 0, class.lags, R);
        for (int l = 0; l < class.lags; l++)
            for (int c = 0; c < P; c++) mean[l] += R[l][c] / P;
        lcn_memory_set(&m, &class, mean, NULL);
        for (int c = 0; c < 3; c++) {
            for (int l = 0; l < class.lags; l++) rho[c][l] = R[l][c];
            lcn_memory_correct(&m, rho[c], rho[c]);
        }
        slow += lcn_inflation(&m, rho[0], rho[1]) / SETS;
        mixed += lcn_inflation(&m, rho[0], rho[2]) / SETS;
        lcn_tile_clear(&ctx->allocator, &tile);
        free(x);
    }
    print_message("  .9 with .9: %.2f of %.2f; .9 with .5: %.2f of %.2f\n", slow, c_of(.9, .9, n), mixed,
                  c_of(.9, .5, n));
    assert_true(fabs(slow / c_of(.9, .9, n) - 1) < 0.15); /* of 60 noisy ones: three standard errors */
    assert_true(fabs(mixed / c_of(.9, .5, n) - 1) < 0.08);
}

/* Longer than the lags there are: in steps of several rows. */
static void long_memory(void **state)
{
    (void)state;
    enum { P = 8, n = 30000 };
    double phi[P];
    for (int r = 0; r < P; r++) phi[r] = 0.99;
    double *x = series(n, P, phi, 5);
    lcn_class class = rows_of(x, n, P);
    assert_int_equal(lcn_class_remember(ctx, &class, P), LACON_OK);
    assert_true(class.step > 1);
    assert_true(fabs(class.inflation / c_of(.99, .99, n) - 1) < 0.15);
    /* a walk remembers all of itself: two rows are the least */
    for (int64_t i = 1; i < 40; i++)
        for (int r = 0; r < P; r++) x[i * P + r] = x[(i - 1) * P + r] + 1;
    class.n = 40;
    assert_int_equal(lcn_class_remember(ctx, &class, P), LACON_OK);
    assert_true(lcn_class_effective(&class) >= 2 && lcn_class_effective(&class) < 12);
    free(x);
}

/* Standardising records the effective rows, for any number of threads, precision and scaling, with or without
 * missing values. */
static void data_know(void **state)
{
    (void)state;
    enum { P = 10, n = 400, N = 5 };
    double phi[P], worth[4][N];
    for (int r = 0; r < P; r++) phi[r] = 0.8;
    double *x = series(n * N, P, phi, 9), K[P * P] = {0};
    for (int r = 0; r < P; r++) K[r * P + r] = 1;
    for (int variant = 0; variant < 4; variant++) {
        lacon_ctx *own = new_ctx(variant == 1 ? 3 : 1);
        lacon_data *data = NULL;
        assert_int_equal(lacon_data_new(own, &data, P), LACON_OK);
        if (variant == 3) assert_int_equal(lacon_data_set_missing(own, data, LACON_MISSING_PAIRWISE), LACON_OK);
        for (int i = 0; i < N; i++) {
            if (variant == 3) x[i * n * P + 50 * P + 3] = NAN;
            assert_int_equal(lacon_data_add_copy(own, data, NULL, n, x + i * n * P, P), LACON_OK);
        }
        assert_int_equal(lacon_data_add_cov(own, data, "K", 77, K, P), LACON_OK);
        assert_true(lacon_data_effective(data, 0) == n);
        assert_int_equal(lacon_data_standardise(own, data, variant == 2 ? LACON_SCALE_NONE : LACON_SCALE_Z), LACON_OK);
        for (int i = 0; i < N; i++) worth[variant][i] = lacon_data_effective(data, i);
        assert_true(lacon_data_effective(data, N) == 77);
        lacon_data_free(data);
        lacon_ctx_free(own);
    }
    for (int i = 0; i < N; i++) {
        assert_true(fabs(worth[0][i] / (n * .36 / 1.64) - 1) < 0.3);
        assert_true(worth[1][i] == worth[0][i]);
        assert_true(fabs(worth[2][i] / worth[0][i] - 1) < 1e-9);
        assert_true(fabs(worth[3][i] / worth[0][i] - 1) < 0.02);
    }
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(theory),
        cmocka_unit_test(lags_of_a_tile),
        cmocka_unit_test(short_series_come_out_right),
        cmocka_unit_test(chance_is_taken_out),
        cmocka_unit_test(a_pair_of_its_own),
        cmocka_unit_test(long_memory),
        cmocka_unit_test(data_know),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
