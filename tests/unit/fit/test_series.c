/* SPDX-License-Identifier: BSD-3-Clause
 * fit/extensions/series.c: shares against composites formed by hand, their autocorrelations and corrections
 * computed column by column; and where there is nothing to share out.
 */
#include "fit/extensions/series.h"

#include "fit_ref.h"

enum { N = 2, ROWS = 120, P = 75, K = 37 };

static double *autoregressions(double phi)
{
    double *x = ref_alloc(N * ROWS * P);
    ref_normals(4, N * ROWS * P, x);
    for (int64_t i = 1; i < N * ROWS; i++)
        for (int r = 0; r < P; r++) x[i * P + r] += phi * x[(i - 1) * P + r];
    return x;
}

/* Correlation of y (n, apart) with itself, lag l, over the pairs. */
static double lagged(const double *y, int64_t n, int64_t apart, int l)
{
    double mean = 0, square = 0, sum = 0;
    for (int64_t i = 0; i < n; i++) mean += y[i * apart] / (double)n;
    for (int64_t i = 0; i < n; i++) square += pow(y[i * apart] - mean, 2) / (double)n;
    for (int64_t i = l; i < n; i++) sum += (y[i * apart] - mean) * (y[(i - l) * apart] - mean);
    return sum / square / (double)(n - l);
}

static void shares(void **state)
{
    (void)state;
    double *x = autoregressions(0.7), psi[P], y[ROWS];
    lacon_data *data = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false);
    lacon_fit_options o = ref_options(K);
    lcn_problem *q = NULL;
    lcn_series *s = NULL;
    lcn_loadings W;
    for (int r = 0; r < P; r++) psi[r] = 0.5 + 0.1 * r;
    assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
    assert_int_equal(lcn_problem_set_psi(ctx, q, psi), LACON_OK);
    assert_int_equal(lcn_loadings_new(ctx, &W, P, K), LACON_OK);
    for (int r = 0; r < P; r++) W.module[r] = r == 74 ? LCN_UNASSIGNED : r % K, W.weight[r] = r == 74 ? 0 : 1 + r;
    lcn_loadings_normalise(&W);
    assert_int_equal(lcn_series_new(ctx, &s, q), LACON_OK);
    lcn_series_at(s, q, &W);
    for (int i = 0; i < N; i++) {
        const lcn_class *class = &data->classes[i];
        const double *z = class->x;
        double mean[LCN_LAGS] = {0}, a[LCN_LAGS], b[LCN_LAGS];
        lcn_memory m;
        assert_true(class->step == 1 && q->terms[i].effective == lcn_class_effective(class));
        for (int l = 0; l < class->lags; l++)
            for (int r = 0; r < P; r++) mean[l] += lagged(z + r, ROWS, P, l + 1) / P;
        lcn_memory_set(&m, class, mean, NULL);
        for (int r = 0; r < 74; r++) {
            for (int t = 0; t < ROWS; t++) {
                y[t] = 0;
                for (int e = r % K; e < 74; e += K) y[t] += W.weight[e] / sqrt(psi[e]) * z[t * P + e];
            }
            for (int l = 0; l < class->lags; l++) a[l] = lagged(z + r, ROWS, P, l + 1);
            for (int l = 0; l < class->lags; l++) b[l] = lagged(y, ROWS, 1, l + 1);
            lcn_memory_correct(&m, a, a);
            lcn_memory_correct(&m, b, b);
            assert_true(fabs(lcn_series_share(s, i)[r] * lcn_inflation(&m, a, b) - 1) < 1e-5); /* kept in single */
        }
    }
    lcn_series_free(s);
    lcn_loadings_clear(&ctx->allocator, &W);
    lcn_problem_free(q);
    lacon_data_free(data);
    free(x);
}

/* Rows said to be independent have no series, and count in full. */
static void independent(void **state)
{
    (void)state;
    double *x = autoregressions(0.7);
    lacon_data *data = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false);
    lacon_fit_options o = ref_options(K);
    lcn_problem *q = NULL;
    lcn_series *s = NULL;
    o.rows = LACON_ROWS_INDEPENDENT;
    assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
    assert_int_equal(lcn_series_new(ctx, &s, q), LACON_OK);
    assert_null(s);
    assert_true(q->terms[0].effective == ROWS);
    lcn_problem_free(q);
    lacon_data_free(data);
    free(x);
}

/* A class whose rows are gone (missing values, covariances) has one share for all its variables. */
static void without_rows(void **state)
{
    (void)state;
    double *x = autoregressions(0.7);
    lacon_data *data = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false);
    double K_0[P * P];
    ref_cov(ROWS, P, data->classes[0].x, K_0);
    lcn_class with_rows = data->classes[0];
    data->classes[0].kind = LCN_COV;
    data->classes[0].x = K_0;
    lacon_fit_options o = ref_options(K);
    lcn_problem *q = NULL;
    lcn_series *s = NULL;
    lcn_loadings W;
    assert_int_equal(lcn_loadings_new(ctx, &W, P, K), LACON_OK);
    for (int r = 0; r < P; r++) W.module[r] = r % K, W.weight[r] = 1;
    lcn_loadings_normalise(&W);
    assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
    assert_int_equal(lcn_series_new(ctx, &s, q), LACON_OK);
    lcn_series_at(s, q, &W);
    for (int r = 0; r < P; r++) {
        assert_true(fabs(lcn_series_share(s, 0)[r] * ROWS - lcn_class_effective(&with_rows)) < 1e-9);
        assert_true(lcn_series_share(s, 1)[r] < 1);
    }
    lcn_series_free(s);
    lcn_problem_free(q);
    lcn_loadings_clear(&ctx->allocator, &W);
    data->classes[0] = with_rows;
    lacon_data_free(data);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),
        cmocka_unit_test(independent),
        cmocka_unit_test(without_rows),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
