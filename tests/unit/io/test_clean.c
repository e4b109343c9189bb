/* SPDX-License-Identifier: BSD-3-Clause
 * Cleaning of rows (data/regress.c, io/intake/clean.c): residuals are orthogonal to what was regressed out and
 * differ from the rows by combinations of it; memory that ends.
 */
#include "scratch.h"

#include "fit_ref.h"

enum { N = 40, P = 5, M = 2, Q = 5 }; /* rows, variables, confounds, all regressors with a trend of order 2 */

static void make_rows(double *x, double *Z)
{
    ref_normals(3, N * P, x);
    ref_normals(4, N * M, Z);
    for (int i = 0; i < N; i++)
        for (int r = 0; r < P; r++) x[i * P + r] += 5 + 0.1 * i * r + 3 * Z[i * M] - Z[i * M + 1];
}

/* Normal equations with the dense inverse of la_ref.h: the residual of row i, variable r. */
static void dense_residuals(const double *x, const double *Z, const int *at, int n, double *out)
{
    double D[N * Q], A[Q * Q] = {0}, inverse[Q * Q], b[Q * P] = {0};
    for (int i = 0; i < n; i++) {
        const double t = at[i] / (double)N, row[Q] = {1, t, t * t, Z[at[i] * M], Z[at[i] * M + 1]};
        for (int a = 0; a < Q; a++) D[i * Q + a] = row[a];
    }
    for (int i = 0; i < n; i++)
        for (int a = 0; a < Q; a++) {
            for (int c = 0; c < Q; c++) A[a * Q + c] += D[i * Q + a] * D[i * Q + c];
            for (int r = 0; r < P; r++) b[a * P + r] += D[i * Q + a] * x[at[i] * P + r];
        }
    ref_inverse(Q, A, inverse);
    for (int i = 0; i < n; i++)
        for (int r = 0; r < P; r++) {
            out[i * P + r] = x[at[i] * P + r];
            for (int a = 0; a < Q; a++)
                for (int c = 0; c < Q; c++)
                    out[i * P + r] -= D[i * Q + a] * inverse[a * Q + c] * b[c * P + r];
        }
}

static void residuals_are_least_squares(void **state)
{
    (void)state;
    double x[N * P], Z[N * M], want[N * P];
    float f[N * P];
    char censored[N];
    int at[N], n = 0;
    make_rows(x, Z);
    for (int i = 0; i < N * P; i++) f[i] = (float)x[i];
    for (int i = 0; i < N; i++) {
        censored[i] = i % 7 == 2;
        if (!censored[i]) at[n++] = i;
    }
    dense_residuals(x, Z, at, n, want);
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "double", N, x, P), LACON_OK);
    assert_int_equal(lacon_data_add_view_f32(ctx, data, "single", N, f, P), LACON_OK);
    const lcn_cleaning with = {.regress = true, .detrend = 2, .Z = Z, .m = M, .censored = censored};
    for (int c = 0; c < 2; c++) {
        assert_int_equal(lcn_data_clean(ctx, data, c, &with), LACON_OK);
        assert_int_equal(lacon_data_rows(data, c), n);
        assert_int_equal(lacon_data_censored(data, c), N - n);
        assert_int_equal(lacon_data_regressors(data, c), Q);
    }
    for (int i = 0; i < n * P; i++) {
        assert_true(fabs(((const double *)data->classes[0].x)[i] - want[i]) < 1e-10);
        assert_true(fabs((double)((const float *)data->classes[1].x)[i] - want[i]) < 1e-5);
    }
    lacon_data_free(data);
}

/* A confound twice, a constant one, one of zeros: the rank says what they are worth. */
static void dependent_regressors_add_nothing(void **state)
{
    (void)state;
    double x[N * P], Z[N * M], wide[N * 5], first[N * P];
    make_rows(x, Z);
    for (int i = 0; i < N; i++) {
        const double row[5] = {Z[i * M], Z[i * M], 4, 0, 1e9 * Z[i * M] - 3};
        memcpy(wide + i * 5, row, sizeof row);
        Z[i] = i == 0 ? Z[0] : Z[i * M]; /* the first confound alone, packed */
    }
    for (int turn = 0; turn < 2; turn++) {
        lacon_data *data;
        const lcn_cleaning with = {.regress = true, .Z = turn ? wide : Z, .m = turn ? 5 : 1};
        assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, N, x, P), LACON_OK);
        assert_int_equal(lcn_data_clean(ctx, data, 0, &with), LACON_OK);
        assert_int_equal(lacon_data_regressors(data, 0), 2);
        if (turn) assert_true(ref_distance(N * P, first, data->classes[0].x) < 1e-9);
        else memcpy(first, data->classes[0].x, sizeof first);
        lacon_data_free(data);
    }
}

static void refusals(void **state)
{
    (void)state;
    double x[N * P], Z[N * M], K[P * P] = {0};
    char censored[N];
    lacon_data *data;
    make_rows(x, Z);
    memset(censored, 1, N);
    for (int r = 0; r < P; r++) K[r * P + r] = 1;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "rows", N, x, P), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, "cov", 9, K, P), LACON_OK);
    assert_int_equal(lcn_data_clean(ctx, data, 0, &(lcn_cleaning){.censored = censored}), LACON_E_DATA);
    assert_int_equal(lcn_data_clean(ctx, data, 1, &(lcn_cleaning){.regress = true}), LACON_E_UNSUPPORTED);
    assert_int_equal(lcn_data_clean(ctx, data, 0, &(lcn_cleaning){.detrend = 11}), LACON_E_ARGUMENT);
    assert_ptr_equal(data->classes[0].x, x); /* untouched */
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    assert_int_equal(lcn_data_clean(ctx, data, 0, &(lcn_cleaning){.regress = true}), LACON_E_ARGUMENT);
    lacon_data_free(data);
}

typedef struct files {
    const char *data;
    lacon_clean_options options;
} files;

static lacon_status read_and_clean(lacon_ctx *c, void *user)
{
    const files *f = user;
    lacon_data *data = NULL;
    lacon_status status = lacon_data_read(c, &data, &f->data, 1, NULL);
    if (status >= 0) status = lacon_data_clean(c, data, &f->options);
    if (status >= 0 && lacon_data_rows(data, 0) != 5) status = LACON_E_INTERNAL;
    lacon_data_free(data);
    return status;
}

static void memory_ends(void **state)
{
    (void)state;
    scratch *s = NULL;
    files f;
    assert_int_equal(scratch_setup((void **)&s), 0);
    f.data = scratch_text(s, "s1.csv", "a,b\n1,2\n2,1\n4,4\n3,6\n7,1\n5,2\n");
    lacon_clean_options_init(&f.options);
    scratch_text(s, "s1_c.tsv", "x\ty\n1\tn/a\n0\t2\n2\t1\n1\t1\n3\t0\n0\t0\n");
    f.options.confounds = scratch_path(s, "*_c.tsv");
    f.options.confound_columns = "y";
    scratch_text(s, "s1_m.tsv", "out\n0\n0\n1\n0\n0\n0\n");
    f.options.censor = scratch_path(s, "*_m.tsv");
    assert_true(faulty_loop(read_and_clean, &f, 1) > 20);
    assert_int_equal(scratch_teardown((void **)&s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residuals_are_least_squares),
        cmocka_unit_test(dependent_regressors_add_nothing),
        cmocka_unit_test(refusals),
        cmocka_unit_test(memory_ends),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
