/* SPDX-License-Identifier: BSD-3-Clause
 * fit/skinny.c and fit/gram.c: products with few columns and Gram matrices are those of plain loops, at sizes on
 * both sides of every block; fit/sketched.c: K W and the tangent of a sketched class are the dense ones.
 */
#include "fit_ref.h"
#include "fit/gram.h"
#include "fit/sketched.h"
#include "fit/skinny.h"

static float *floats(uint64_t seed, int64_t n)
{
    double *x = ref_alloc(n);
    float *out = malloc((size_t)n * sizeof *out);
    ref_normals(seed, n, x);
    for (int64_t i = 0; i < n; i++) out[i] = (float)x[i];
    free(x);
    return out;
}

/* |sum x y - got| against the rounding of so many products in single */
static void check_dot(double want, double size, float got)
{
    assert_true(fabs((double)got - want) <= 1e-5 * size + 1e-6);
}

static void skinny(void **state)
{
    (void)state;
    const int64_t sizes[][3] = {{1, 1, 8}, {7, 15, 8}, {8, 16, 16}, {9, 33, 24}, {20, 50, 40}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        const int64_t n = sizes[c][0], p = sizes[c][1], m = sizes[c][2], ld = p + 3;
        float *x = floats(1, n * ld), *A = floats(2, n * m), *B = floats(3, p * m);
        float *across = floats(4, p * m), *along = floats(5, n * m);
        lcn_skinny_across(across, x, ld, n, p, A, m);
        lcn_skinny_along(along, x, ld, n, p, B, m);
        for (int64_t r = 0; r < p; r++)
            for (int64_t o = 0; o < m; o++) {
                double sum = 0, size = 0;
                for (int64_t i = 0; i < n; i++) {
                    sum += (double)x[i * ld + r] * (double)A[i * m + o];
                    size += fabs((double)x[i * ld + r] * (double)A[i * m + o]);
                }
                check_dot(sum, size, across[r * m + o]);
            }
        for (int64_t i = 0; i < n; i++)
            for (int64_t o = 0; o < m; o++) {
                double sum = 0, size = 0;
                for (int64_t r = 0; r < p; r++) {
                    sum += (double)x[i * ld + r] * (double)B[r * m + o];
                    size += fabs((double)x[i * ld + r] * (double)B[r * m + o]);
                }
                check_dot(sum, size, along[i * m + o]);
            }
        free(x), free(A), free(B), free(across), free(along);
    }
}

static void gram(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{1, 1}, {5, 3}, {4, 8}, {11, 50}, {6, 128}, {7, 131}, {3, 300}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        const int64_t n = sizes[c][0], p = sizes[c][1], ldx = p + 2, ld = p + 5;
        float *single = floats(c, n * ldx);
        double *x = ref_alloc(n * ldx), *K = ref_alloc(p * ld), *L = ref_alloc(p * ld);
        for (int64_t i = 0; i < n * ldx; i++) x[i] = (double)single[i];
        for (int64_t i = 0; i < p * ld; i++) K[i] = L[i] = -7;
        lcn_gram(K, ld, x, ldx, n, p, 0.5);
        lcn_gram_f32(L, ld, single, ldx, n, p, 0.5);
        for (int64_t r = 0; r < p; r++)
            for (int64_t s = 0; s < ld; s++) {
                double want = 0;
                for (int64_t i = 0; i < n && s < p; i++) want += 0.5 * x[i * ldx + r] * x[i * ldx + s];
                if (s >= p) want = -7; /* beside the matrix nothing is touched */
                assert_true(fabs(K[r * ld + s] - want) < 1e-13 && fabs(L[r * ld + s] - want) < 1e-13);
            }
        free(single), free(x), free(K), free(L);
    }
}

/* P of a sketch of full rank, with psi, against K W of the rows */
static void sketched(void **state)
{
    (void)state;
    enum { n = 12, p = 45 };
    const int64_t modules[] = {1, 3, 7, 13};
    double x[2 * n * p], psi[p], K[p * p];
    ref_normals(3, 2 * n * p, x);
    for (int r = 0; r < p; r++) psi[r] = exp(0.5 * sin(3.0 * r));
    for (size_t c = 0; c < sizeof modules / sizeof *modules; c++) {
        const int64_t k = modules[c];
        double *W = ref_alloc(p * k), *KW = ref_alloc(p * k);
        lcn_problem *q = ref_problem(ctx, x, 2, n, p, k, LCN_ROWS_F64, LACON_OBJECTIVE_ML), *small = NULL;
        lcn_work *w = NULL;
        lcn_point at;
        assert_int_equal(lcn_problem_set_psi(ctx, q, psi), LACON_OK);
        assert_int_equal(lcn_problem_sketch(ctx, &small, q, 16, 1), LACON_OK);
        assert_int_equal(lcn_work_new(ctx, &w, small), LACON_OK);
        assert_int_equal(lcn_point_new(ctx, &at, p, k), LACON_OK);
        ref_stiefel_plus(5, p, k, k > 1 ? 4 : 0, W);
        ref_gather(&at.W, W);
        lcn_evaluate(w, &at, LCN_TANGENT);
        lcn_complete_P(w, &at);
        for (int i = 0; i < 2; i++) {
            ref_cov(n, p, x + i * n * p, K);
            for (int r = 0; r < p; r++)
                for (int s = 0; s < p; s++) K[r * p + s] /= sqrt(psi[r] * psi[s]);
            ref_multiply(p, k, p, K, W, KW);
            for (int64_t r = 0; r < p; r++)
                for (int64_t j = 0; j < k; j++)
                    assert_true(fabs(w->P[(i * k + j) * w->pp + r] - KW[r * k + j]) < 2e-5);
        }
        lcn_point_clear(&ctx->allocator, &at);
        lcn_work_free(w);
        lcn_problem_free(small);
        lcn_problem_free(q);
        free(W), free(KW);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skinny),
        cmocka_unit_test(gram),
        cmocka_unit_test(sketched),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
