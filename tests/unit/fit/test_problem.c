/* SPDX-License-Identifier: BSD-3-Clause
 * fit/problem/problem.c: the route of each class, covariances from every kind of data, diagonals, weights,
 * units, what a nat is. What is computed with them: test_evaluation.c.
 */
#include "fit_ref.h"

static void check_diagonals(const lcn_problem *q, const lacon_data *data)
{
    for (int64_t i = 0; i < q->n_terms; i++) {
        double trace = 0;
        for (int64_t r = 0; r < q->p; r++) {
            double want = 0;
            const lcn_class *c = &data->classes[i];
            for (int64_t o = 0; o < c->n; o++) {
                const double v = c->kind == LCN_ROWS_F32 ? ((const float *)c->x)[o * c->ld + r]
                                                         : ((const double *)c->x)[o * c->ld + r];
                want += v * v / (double)c->n;
            }
            assert_true(fabs(q->terms[i].variance[r] - want) < 1e-12 * fmax(1, want));
            trace += want;
        }
        assert_true(fabs(q->terms[i].trace / trace - 1) < 1e-12);
    }
}

/* Few variables: covariances, from either kind of rows. Many of few observations: the rows. */
static void routes_follow_the_sizes(void **state)
{
    (void)state;
    const struct {
        int64_t n, p;
        lcn_kind want;
    } cases[] = {
        {10, 40, LCN_COV},        /* p small */
        {20, 700, LCN_COV},       /* p moderate, however few the observations */
        {20, 1100, LCN_ROWS_F64}, /* p large */
        {4400, 1100, LCN_COV},    /* p large, n >= 4 p */
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int single = 0; single < (c < 3 ? 2 : 1); single++) {
            const int64_t n = cases[c].n, p = cases[c].p;
            double *x = ref_alloc(2 * n * p);
            ref_normals(c, 2 * n * p, x);
            lacon_data *data = ref_data(ctx, x, 2, n, p, LACON_SCALE_CENTER, single);
            const lacon_fit_options o = ref_options(2);
            lcn_problem *q = NULL;
            assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
            for (int i = 0; i < 2; i++) {
                const bool cov = cases[c].want == LCN_COV;
                assert_int_equal(ref_takes_covariance(data, i), cov);
                assert_int_equal(q->terms[i].route, cov      ? LCN_COV
                                                    : single ? LCN_ROWS_F32
                                                             : LCN_ROWS_F64);
            }
            if (c < 3) check_diagonals(q, data);
            lcn_problem_free(q);
            lacon_data_free(data);
            free(x);
        }
}

/* Rows as double, rows as float32 and the covariance itself give the same K (float32: of its rows).
 */
static void covariances_are_formed(void **state)
{
    (void)state;
    enum { n = 37, p = 70 };
    double *x = ref_alloc(n * p), *cov = ref_alloc(p * p);
    ref_normals(2, n * p, x);
    for (int e = 0; e < n * p; e++) x[e] = (double)(float)x[e]; /* exact in both */
    ref_cov(n, p, x, cov);
    lacon_data *data = NULL;
    float *f = malloc(n * p * sizeof *f);
    for (int e = 0; e < n * p; e++) f[e] = (float)x[e];
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "double", n, x, p), LACON_OK);
    assert_int_equal(lacon_data_add_view_f32(ctx, data, "single", n, f, p), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, "covariance", n, cov, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
    const lacon_fit_options o = ref_options(2);
    lcn_problem *q = NULL;
    assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < p; r++)
            for (int64_t s = 0; s < lcn_padded(p); s++) {
                const double got = ((const double *)q->terms[i].x)[r * lcn_padded(p) + s];
                assert_true(s < p ? fabs(got - cov[r * p + s]) < 1e-13 : got == 0);
            }
    lcn_problem_free(q);
    lacon_data_free(data);
    free(f);
    free(x);
    free(cov);
}

static void weights(void **state)
{
    (void)state;
    enum { p = 5 };
    double x[30 * p];
    ref_normals(1, 30 * p, x);
    lacon_data *data = NULL;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    const int64_t n[] = {30, 10, 20};
    for (int i = 0; i < 3; i++)
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, n[i], x, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    lacon_fit_options o = ref_options(2);
    for (int equal = 0; equal < 2; equal++) {
        lcn_problem *q = NULL;
        o.weights = equal ? LACON_WEIGHTS_EQUAL : LACON_WEIGHTS_SAMPLES;
        assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(q->terms[i].omega - (equal ? 1 / 3.0 : (double)n[i] / 60)) < 1e-15);
        assert_int_equal(q->n_total, 60);
        lcn_problem_free(q);
    }
    lacon_data_free(data);
}

/* The problem is the same to the last bit whatever power of two the data are multiplied by, on
 * every route; values come back to the units of the data by lcn_problem_units. */
static void units_change_no_bit(void **state)
{
    (void)state;
    const struct {
        int64_t n, p;
        bool single;
    } cases[] = {{12, 20, false}, {12, 20, true}, {5, 1100, false}, {5, 1100, true}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int base = 0; base < 4; base++) { /* mean variances all over [1, 4) */
            const int64_t n = cases[c].n, p = cases[c].p;
            const lacon_fit_options o = ref_options(2);
            double *x = ref_alloc(n * p), *y = ref_alloc(n * p);
            lcn_problem *plain = NULL;
            ref_normals(c, n * p, x);
            for (int64_t e = 0; e < n * p; e++) x[e] *= 1 + 0.25 * base;
            lacon_data *data = ref_data(ctx, x, 1, n, p, LACON_SCALE_NONE, cases[c].single);
            assert_int_equal(lcn_problem_new(ctx, &plain, data, &o), LACON_OK);
            for (int m = -5; m <= 5; m++) {
                lcn_problem *q = NULL;
                for (int64_t e = 0; e < n * p; e++) y[e] = ldexp(x[e], m);
                lacon_data *other = ref_data(ctx, y, 1, n, p, LACON_SCALE_NONE, cases[c].single);
                assert_int_equal(lcn_problem_new(ctx, &q, other, &o), LACON_OK);
                assert_int_equal(q->exponent, plain->exponent + m);
                assert_true(q->terms[0].trace == plain->terms[0].trace);
                assert_memory_equal(q->variances, plain->variances, (size_t)p * sizeof(double));
                const double nll = lcn_problem_units(q, LACON_OBJECTIVE_ML, 7);
                assert_true(fabs(nll - 7 - (double)(p * q->exponent) * log(2)) < 1e-9);
                assert_true(lcn_problem_units(q, LACON_OBJECTIVE_SM, -7) ==
                            ldexp(-7, -2 * q->exponent));
                lcn_problem_free(q);
                lacon_data_free(other);
            }
            lcn_problem_free(plain);
            lacon_data_free(data);
            free(x);
            free(y);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_follow_the_sizes),
        cmocka_unit_test(covariances_are_formed),
        cmocka_unit_test(weights),
        cmocka_unit_test(units_change_no_bit),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
