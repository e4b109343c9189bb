/* SPDX-License-Identifier: BSD-3-Clause
 * fit/sketch.c: the small problem of the search keeps every diagonal, is exact where its rank
 * suffices, and leads to the modules that the covariances lead to.
 */
#include "fit_ref.h"

/* F and f of a problem at W */
static double evaluate(const lcn_problem *q, const double *W, double *F)
{
    lcn_work *w = NULL;
    lcn_point x;
    assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &x, q->p, q->k), LACON_OK);
    ref_gather(&x.W, W);
    lcn_evaluate(w, &x, LCN_TANGENT);
    memcpy(F, x.F, (size_t)(q->k * w->pp) * sizeof *F);
    const double f = x.f;
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(w);
    return f;
}

/* Diagonals and traces are those of the full problem whatever the rank; with rank >= rows all of it
 * is. */
static void check_sketch(lcn_kind route, const double *psi, int64_t rank)
{
    enum { n = 18, p = 50, k = 3 };
    double *x = ref_alloc(2 * n * p), W[p * k], F[k * (p + 8)], F_small[k * (p + 8)];
    ref_normals(12, 2 * n * p, x);
    for (int e = 0; e < 2 * n * p; e++) x[e] = (double)(float)x[e];
    ref_stiefel_plus(3, p, k, 0, W);
    lcn_problem *q = ref_problem(ctx, x, 2, n, p, k, route, LACON_OBJECTIVE_ML), *small = NULL;
    if (psi) assert_int_equal(lcn_problem_set_psi(ctx, q, psi), LACON_OK);
    assert_int_equal(lcn_problem_sketch(ctx, &small, q, rank, 1), LACON_OK);
    assert_non_null(small);
    for (int i = 0; i < 2; i++) {
        const lcn_term *t = &small->terms[i];
        assert_true(fabs(t->trace / q->terms[i].trace - 1) < 1e-13);
        assert_true(t->rows == (rank < n ? rank : n) && t->route == LCN_ROWS_F64);
        for (int r = 0; r < p; r++) {
            double kept = t->diagonal[r];
            assert_true(t->diagonal[r] >= 0);
            for (int64_t o = 0; o < t->rows; o++)
                kept += pow(((const double *)t->x)[o * t->ld + r], 2) / t->divisor;
            assert_true(fabs(kept - q->raw[i * p + r]) < 1e-12);
            assert_true(t->variance[r] == q->terms[i].variance[r]);
        }
    }
    const double f = evaluate(q, W, F), f_small = evaluate(small, W, F_small);
    if (rank >= n) {
        const double tolerance = 1e-5; /* products in single */
        assert_true(fabs(f - f_small) < tolerance);
        assert_true(ref_distance(k * lcn_padded(p), F, F_small) < 10 * tolerance);
    }
    lcn_problem_free(small);
    lcn_problem_free(q);
    free(x);
}

static void sketch_keeps_diagonals(void **state)
{
    (void)state;
    double psi[50];
    for (int r = 0; r < 50; r++) psi[r] = exp(sin(3.0 * r));
    for (int single = 0; single < 2; single++)
        for (int64_t rank = 4; rank <= 32; rank *= 2) {
            check_sketch(single ? LCN_ROWS_F32 : LCN_ROWS_F64, NULL, rank);
            check_sketch(single ? LCN_ROWS_F32 : LCN_ROWS_F64, psi, rank);
        }
}

/* Rank k data: a sketch of rank >= k loses nothing at all. */
static void sketch_holds_the_leading_directions(void **state)
{
    (void)state;
    enum { n = 60, p = 40, k = 3 };
    double *x = ref_alloc(n * p), z[n * k], L[k * p], W[p * k], F[k * p], F_small[k * p];
    ref_normals(1, n * k, z);
    ref_normals(2, k * p, L);
    ref_multiply(n, p, k, z, L, x);
    ref_stiefel_plus(3, p, k, 0, W);
    lcn_problem *q = ref_problem(ctx, x, 1, n, p, k, LCN_ROWS_F64, LACON_OBJECTIVE_ML),
                *small = NULL;
    assert_int_equal(lcn_problem_sketch(ctx, &small, q, k + 2, 1), LACON_OK);
    const double f = evaluate(q, W, F), f_small = evaluate(small, W, F_small);
    assert_true(fabs(f / f_small - 1) < 1e-5); /* products in single, the noise next to nothing */
    double size = 0;
    for (int e = 0; e < k * p; e++) size = fmax(size, fabs(F[e]));
    assert_true(ref_distance(k * p, F, F_small) < 1e-4 * size);
    lcn_problem_free(small);
    lcn_problem_free(q);
    free(x);
}

/* Classes on the covariance route are shared; when all are, there is nothing to sketch. */
static void covariances_are_not_sketched(void **state)
{
    (void)state;
    double x[2 * 6 * 8];
    ref_normals(1, 2 * 6 * 8, x);
    lcn_problem *q = ref_problem(ctx, x, 2, 6, 8, 2, LCN_COV, LACON_OBJECTIVE_ML), *small = q;
    assert_int_equal(lcn_problem_sketch(ctx, &small, q, 4, 1), LACON_OK);
    assert_null(small);
    lcn_problem *rows = ref_problem(ctx, x, 2, 6, 8, 2, LCN_ROWS_F64, LACON_OBJECTIVE_ML);
    const lcn_term keep = rows->terms[0];
    rows->terms[0] = q->terms[0];
    assert_int_equal(lcn_problem_sketch(ctx, &small, rows, 4, 1), LACON_OK);
    assert_ptr_equal(small->terms[0].x, q->terms[0].x);
    assert_int_equal(small->terms[1].rows, 4);
    rows->terms[0] = keep;
    lcn_problem_free(small);
    lcn_problem_free(rows);
    lcn_problem_free(q);
}

/* Strong modules: searched on sketches of the rows and polished on the rows, they are those that
 * the covariances lead to, and the true ones. The rows are many (p = 320, 90 rows a class), so that
 * lacon_fit takes the row route; the same data given as covariances take the other. */
static void search_on_sketches_finds_the_same(void **state)
{
    (void)state;
    enum { p = 320, n = 90, classes = 3, k = 4 };
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ref_sim s = ref_simulate(ctx, classes, n, p, k, 0.02, seed);
        lacon_data *cov = NULL;
        double *full = ref_alloc(p * p);
        assert_int_equal(lacon_data_new(ctx, &cov, p), LACON_OK);
        for (int i = 0; i < classes; i++) {
            lcn_syrk(p, n, 1.0 / n, s.data->classes[i].x, s.data->classes[i].ld, 0, full, p);
            assert_int_equal(lacon_data_add_cov(ctx, cov, NULL, n, full, p), LACON_OK);
        }
        assert_int_equal(lacon_data_standardise(ctx, cov, LACON_SCALE_NONE), LACON_OK);
        assert_false(lcn_takes_covariance(s.data, 0));
        assert_true(lcn_takes_covariance(cov, 0));
        lacon_fit_options o = ref_options(k);
        o.membership = LACON_MEMBERSHIP_ALL;
        lacon_model *rows = ref_fit(ctx, s.data, &o), *other = ref_fit(ctx, cov, &o);
        assert_true(lacon_ari(p, lacon_model_module_of(rows), lacon_model_module_of(other)) == 1);
        assert_true(lacon_ari(p, lacon_model_module_of(rows), lacon_model_module_of(s.truth)) >
                    0.99);
        /* the row route stops where an iteration gains 0.01 nats per variable over all observations
         */
        assert_true(fabs(ref_nll(rows) - ref_nll(other)) < 10 * 0.01 * p / (classes * n));
        lacon_model_free(rows);
        lacon_model_free(other);
        lacon_data_free(cov);
        free(full);
        ref_sim_clear(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sketch_keeps_diagonals),
        cmocka_unit_test(sketch_holds_the_leading_directions),
        cmocka_unit_test(covariances_are_not_sketched),
        cmocka_unit_test(search_on_sketches_finds_the_same),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
