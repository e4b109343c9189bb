/* SPDX-License-Identifier: BSD-3-Clause
 * fit/problem/dense.c against plain loops: every route, with and without noise per variable.
 */
#include "fit/problem/dense.h"
#include "la_ref.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { M = 3, ROWS = 70 }; /* more than a block of rows */

/* K = D X'X D / n by loops */
static void plain(const double *x, int64_t p, const double *psi, double *K)
{
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < p; s++) {
            double sum = 0;
            for (int64_t i = 0; i < ROWS; i++) sum += x[i * p + r] * x[i * p + s];
            K[r * p + s] = sum / ROWS / (psi ? sqrt(psi[r] * psi[s]) : 1);
        }
}

/* p = 12 takes the covariance route, p = 1030 the row route (problem.h). */
static void check(int64_t p, bool single, bool varied)
{
    double *x = ref_alloc(ROWS * p), *psi = ref_alloc(p), *K = ref_alloc(p * p),
           *W = ref_alloc(p * M);
    double *P = ref_alloc(p * M), *want = ref_alloc(p * M), *got = ref_alloc(p * p);
    float *f = calloc((size_t)(ROWS * p), sizeof *f);
    lacon_ctx *ctx;
    lacon_data *data;
    lcn_problem *q;
    lacon_fit_options o;
    ref_fill((uint64_t)p, ROWS * p, x);
    for (int64_t i = 0; i < ROWS * p; i++) x[i] = (double)(f[i] = (float)x[i]);
    for (int64_t r = 0; r < p; r++) psi[r] = 0.5 + (double)(r % 7) / 5;
    ref_fill(7, p * M, W);
    assert_int_equal(lacon_ctx_new(&ctx, NULL), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(single ? lacon_data_add_view_f32(ctx, data, NULL, ROWS, f, p)
                            : lacon_data_add_view(ctx, data, NULL, ROWS, x, p),
                     LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
    lacon_fit_options_init(&o);
    o.k = M;
    assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
    assert_true((q->terms[0].route == LCN_COV) == (p < 100));
    if (varied) assert_int_equal(lcn_problem_set_psi(ctx, q, psi), LACON_OK);

    double *scratch = ref_alloc(lcn_dense_scratch(q, M));
    plain(x, p, varied ? psi : NULL, K);
    for (int64_t e = 0; e < p * p; e++) K[e] = ldexp(K[e], -2 * q->exponent); /* the problem's units */
    ref_multiply(p, M, p, K, W, want);
    lcn_dense_multiply(q, &q->terms[0], W, M, P, scratch);
    assert_true(ref_distance(p * M, P, want) < 1e-12);
    lcn_dense_covariance(q, &q->terms[0], got);
    assert_true(ref_distance(p * p, got, K) < 1e-13);
    free(scratch), free(x), free(psi), free(K), free(W), free(P), free(want), free(got), free(f);
    lcn_problem_free(q);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

static void covariance_route(void **state)
{
    (void)state;
    check(12, false, false);
    check(12, true, true);
}

static void row_route(void **state)
{
    (void)state;
    check(1030, false, false);
    check(1030, false, true);
}

static void single_precision_rows(void **state)
{
    (void)state;
    check(1030, true, false);
    check(1030, true, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covariance_route),
        cmocka_unit_test(row_route),
        cmocka_unit_test(single_precision_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
