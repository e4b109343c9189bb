/* SPDX-License-Identifier: BSD-3-Clause
 * src/la against the plain twin (tests/la_ref.h) and against what defines each result.
 */
#include "la/la.h"
#include "la_ref.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static double pick(lcn_op op, const double *X, int64_t ld, int64_t i, int64_t j)
{
    return op == LCN_N ? X[i * ld + j] : X[j * ld + i];
}

/* Sizes on both sides of the plain-loop threshold, leading dimensions wider than the matrices. */
static void products(void **state)
{
    (void)state;
    const int64_t sizes[][3] = {{1, 1, 1}, {2, 3, 5},   {3, 5, 4},
                                {8, 8, 8}, {40, 7, 33}, {70, 65, 1}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++)
        for (int op = 0; op < 4; op++) {
            const int64_t m = sizes[c][0], n = sizes[c][1], k = sizes[c][2];
            const lcn_op ta = op & 1, tb = op >> 1;
            const int64_t lda = (ta ? m : k) + 2, ldb = (tb ? k : n) + 1, ldc = n + 3;
            double *A = ref_alloc(80 * 80), *B = ref_alloc(80 * 80), *C = ref_alloc(80 * 80);
            ref_fill(c, 80 * 80, A);
            ref_fill(c + 100, 80 * 80, B);
            ref_fill(c + 200, 80 * 80, C);
            double *want = ref_alloc(80 * 80);
            memcpy(want, C, 80 * 80 * sizeof *C);
            for (int64_t i = 0; i < m; i++)
                for (int64_t j = 0; j < n; j++) {
                    double sum = 0;
                    for (int64_t l = 0; l < k; l++)
                        sum += pick(ta, A, lda, i, l) * pick(tb, B, ldb, l, j);
                    want[i * ldc + j] = 1.5 * sum - 0.5 * C[i * ldc + j];
                }
            lcn_gemm(ta, tb, m, n, k, 1.5, A, lda, B, ldb, -0.5, C, ldc);
            assert_true(ref_distance(80 * 80, C, want) < 1e-13);
            free(A), free(B), free(C), free(want);
        }
}

/* beta = 0 must not read C: BLAS promises it, the plain loops must keep the promise. */
static void beta_zero_ignores_nan(void **state)
{
    (void)state;
    double A[4] = {1, 2, 3, 4}, C[4] = {NAN, NAN, NAN, NAN};
    lcn_gemm(LCN_N, LCN_N, 2, 2, 2, 1, A, 2, A, 2, 0, C, 2);
    assert_true(C[0] == 7 && C[1] == 10 && C[2] == 15 && C[3] == 22);
}

static void symmetric_products(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 41; n += 8) {
        const int64_t m = 2 * n + 1;
        double *A = ref_alloc(m * n), *T = ref_alloc(m * n), *C = ref_alloc(n * n),
               *want = ref_alloc(n * n);
        float *Af = calloc((size_t)(m * n), sizeof *Af), *Cf = calloc((size_t)(n * n), sizeof *Cf);
        ref_fill((uint64_t)n, m * n, A);
        for (int64_t i = 0; i < m * n; i++) Af[i] = (float)A[i];
        ref_transpose(m, n, A, T);
        ref_multiply(n, n, m, T, A, want);
        lcn_syrk(n, m, 1, A, n, 0, C, n);
        lcn_syrk_f32(n, m, 1, Af, n, 0, Cf, n);
        assert_true(ref_distance(n * n, C, want) < 1e-12);
        for (int64_t i = 0; i < n * n; i++) assert_true(fabs((double)Cf[i] - want[i]) < 1e-4);
        free(A), free(T), free(C), free(want), free(Af), free(Cf);
    }
}

static void vectors(void **state)
{
    (void)state;
    double x[37], y[37], sum = 0;
    ref_fill(1, 37, x);
    ref_fill(2, 37, y);
    for (int i = 0; i < 37; i++) sum += x[i] * y[i];
    assert_true(fabs(lcn_dot(37, x, y) - sum) < 1e-14);
    double big[3] = {3e200, 4e200, 0}, small[3] = {0, 3e-200, 4e-200};
    assert_true(fabs(lcn_norm(3, big) / 5e200 - 1) < 1e-15);
    assert_true(fabs(lcn_norm(3, small) / 5e-200 - 1) < 1e-15);
    assert_true(lcn_norm(3, (double[]){0, 0, 0}) == 0);
    assert_true(isnan(lcn_norm(3, (double[]){1, NAN, 0})));
    assert_true(lcn_finite(3, big));
    assert_false(lcn_finite(3, (double[]){1, NAN, 0}));
    assert_false(lcn_finite(3, (double[]){1, 0, -INFINITY}));
}

/* A = U' diag(s) U with the vectors in rows, order, signs; k on both sides of the limit of our
 * own. */
static void check_eigh(int64_t k, const double *A, double tolerance)
{
    double *U = ref_alloc(k * k), *s = ref_alloc(k), *scratch = ref_alloc(lcn_eigh_scratch(k));
    double *T = ref_alloc(k * k), top = 0;
    memcpy(U, A, (size_t)(k * k) * sizeof *U);
    assert_int_equal(lcn_eigh(k, U, s, scratch), LACON_OK);
    ref_transpose(k, k, U, T);
    assert_true(ref_orthonormality(k, k, T) < 1e-13);
    for (int64_t i = 0; i < k * k; i++) top = fmax(top, fabs(A[i]));
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            double sum = 0;
            for (int64_t j = 0; j < k; j++) sum += s[j] * U[j * k + a] * U[j * k + b];
            assert_true(fabs(sum - A[a * k + b]) <= tolerance * top);
        }
    for (int64_t j = 0; j < k; j++) {
        double largest = 0;
        if (j > 0) assert_true(s[j] <= s[j - 1]);
        for (int64_t l = 0; l < k; l++)
            if (fabs(U[j * k + l]) > fabs(largest)) largest = U[j * k + l];
        assert_true(largest > 0);
    }
    memcpy(U, A, (size_t)(k * k) * sizeof *U);
    assert_int_equal(lcn_eigvals(k, U, T, scratch), LACON_OK);
    assert_memory_equal(T, s, (size_t)k * sizeof *s); /* without vectors the very same values */
    free(U), free(s), free(scratch), free(T);
}

static void eigenvectors(void **state)
{
    (void)state;
    for (int64_t k = 1; k <= 40; k += k < 26 ? 1 : 7) {
        double *A = ref_alloc(k * k);
        ref_gram((uint64_t)k, k, k + 2, A);
        check_eigh(k, A, 1e-13);
        ref_gram((uint64_t)k, k, (k + 1) / 2, A); /* singular */
        check_eigh(k, A, 1e-13);
        for (int64_t i = 0; i < k * k; i++) A[i] = ldexp(A[i], 900); /* squares overflow */
        check_eigh(k, A, 1e-13);
        memset(A, 0, (size_t)(k * k) * sizeof *A);
        check_eigh(k, A, 0);
        for (int64_t i = 0; i < k; i++) A[i * k + i] = 2; /* all equal */
        check_eigh(k, A, 1e-15);
        for (int64_t i = 0; i < k; i++)
            for (int64_t j = 0; j < k; j++) A[i * k + j] = (i + j) % 2 ? -1 : 1; /* indefinite */
        check_eigh(k, A, 1e-13);
        free(A);
    }
}

static void non_finite_is_refused(void **state)
{
    (void)state;
    double s[40], scratch[8000], A[40 * 40] = {0}, R[4], V[40];
    for (int64_t k = 2; k <= 40; k += 38) {
        A[1] = NAN;
        assert_int_equal(lcn_eigh(k, A, s, scratch), LACON_E_NUMERIC);
        assert_int_equal(lcn_eigvals(k, A, s, scratch), LACON_E_NUMERIC);
        A[1] = INFINITY;
        assert_int_equal(lcn_eigh(k, A, s, scratch), LACON_E_NUMERIC);
        assert_int_equal(lcn_eigh_top(k, A, 1, s, V, scratch), LACON_E_NUMERIC);
    }
    double B[6] = {1, 2, NAN, 4, 5, 6};
    assert_int_equal(lcn_qr(3, 2, B, R, scratch), LACON_E_NUMERIC);
    for (int64_t k = 3; k <= 40; k += 37) {
        memset(A, 0, sizeof A);
        for (int64_t i = 0; i < k; i++) A[i * k + i] = 1;
        A[k * k - 1] = NAN;
        assert_false(lcn_chol(k, A, k));
        A[k * k - 1] = INFINITY;
        assert_false(lcn_chol(k, A, k));
    }
}

/* Sizes LAPACK's int cannot hold are refused before anything is read. */
static void too_large_is_refused(void **state)
{
    (void)state;
    const int64_t huge = (int64_t)1 << 40;
    double x = 1;
    assert_int_equal(lcn_eigh(huge, &x, &x, &x), LACON_E_LIMIT);
    assert_int_equal(lcn_eigh_top(huge, &x, 1, &x, &x, &x), LACON_E_LIMIT);
    assert_int_equal(lcn_qr(huge, 1, &x, NULL, &x), LACON_E_LIMIT);
    assert_false(lcn_chol(huge, &x, huge));
}

static void leading_eigenvectors(void **state)
{
    (void)state;
    enum { P = 60, M = 7 };
    double *A = ref_alloc(P * P), *full = ref_alloc(P * P), *s = ref_alloc(P), *top = ref_alloc(M);
    double *V = ref_alloc(M * P), *scratch = ref_alloc(20000);
    ref_gram(5, P, 70, A);
    memcpy(full, A, P * P * sizeof *A);
    assert_true(lcn_eigh_top_scratch(P) < 20000 && lcn_eigh_scratch(P) < 20000);
    assert_int_equal(lcn_eigh(P, full, s, scratch), LACON_OK);
    assert_int_equal(lcn_eigh_top(P, A, M, top, V, scratch), LACON_OK);
    assert_true(ref_distance(M, s, top) < 1e-13);
    assert_true(ref_distance(M * P, full, V) < 1e-10); /* same signs, same order */
    free(A), free(full), free(s), free(top), free(V), free(scratch);
}

static void cholesky(void **state)
{
    (void)state;
    for (int64_t k = 1; k <= 70; k += k < 6 ? 1 : 16) {
        const int64_t ld = k + 2;
        double *A = ref_alloc(k * k), *L = ref_alloc(k * ld), *want = ref_alloc(k * k);
        double *inverse = ref_alloc(k * k), *x = ref_alloc(k), *b = ref_alloc(k);
        ref_gram((uint64_t)k, k, 2 * k + 3, A);
        for (int64_t i = 0; i < k; i++) /* never read */
            for (int64_t j = 0; j < k; j++) L[i * ld + j] = j <= i ? A[i * k + j] : NAN;
        assert_true(lcn_chol(k, L, ld));
        const double logdet = ref_inverse(k, A, want);
        assert_true(fabs(lcn_chol_logdet(k, L, ld) - logdet) < 1e-10);
        lcn_chol_inverse(k, L, ld, inverse);
        double size = 0;
        for (int64_t i = 0; i < k * k; i++) size = fmax(size, fabs(want[i]));
        assert_true(ref_distance(k * k, inverse, want) < 1e-10 * size);
        ref_fill(9, k, b);
        memcpy(x, b, (size_t)k * sizeof *x);
        lcn_chol_solve(k, L, ld, x);
        for (int64_t i = 0; i < k; i++) assert_true(fabs(lcn_dot(k, A + i * k, x) - b[i]) < 1e-9);
        A[k * k - 1] = -1; /* not positive definite */
        assert_false(lcn_chol(k, A, k));
        free(A), free(L), free(want), free(inverse), free(x), free(b);
    }
}

/* Q'Q = I, Q R = A, R upper with diagonal >= 0 */
static void check_qr(int64_t p, int64_t k, const double *A)
{
    double *Q = ref_alloc(p * k), *R = ref_alloc(k * k), *scratch = ref_alloc(lcn_qr_scratch(p, k));
    double *back = ref_alloc(p * k), top = 0;
    memcpy(Q, A, (size_t)(p * k) * sizeof *Q);
    assert_int_equal(lcn_qr(p, k, Q, R, scratch), LACON_OK);
    assert_true(ref_orthonormality(p, k, Q) < 1e-13);
    for (int64_t i = 0; i < p * k; i++) top = fmax(top, fabs(A[i]));
    ref_multiply(p, k, k, Q, R, back);
    assert_true(ref_distance(p * k, back, A) <= 1e-13 * top);
    for (int64_t i = 0; i < k; i++) {
        assert_true(R[i * k + i] >= 0);
        for (int64_t j = 0; j < i; j++) assert_true(R[i * k + j] == 0);
    }
    free(Q), free(R), free(scratch), free(back);
}

static void orthonormal_factors(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{1, 1}, {5, 5}, {30, 4}, {600, 17}, {40, 40}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        const int64_t p = sizes[c][0], k = sizes[c][1];
        double *A = ref_alloc(p * k);
        ref_fill(c, p * k, A);
        check_qr(p, k, A);
        for (int64_t r = 0; r < p; r++) A[r * k + k - 1] = A[r * k] + 1e-9 * A[r * k + k - 1];
        check_qr(p, k, A); /* condition 1e9: beyond Cholesky-QR */
        for (int64_t r = 0; r < p; r++) A[r * k + k - 1] = A[r * k];
        check_qr(p, k, A); /* rank deficient */
        for (int64_t i = 0; i < p * k; i++) A[i] = ldexp(A[i], -700);
        check_qr(p, k, A);
        memset(A, 0, (size_t)(p * k) * sizeof *A);
        check_qr(p, k, A);
        free(A);
    }
}

/* Best over all injections rows -> cols, by trying them. */
static double best_by_force(int64_t rows, int64_t cols, const double *score, int64_t i,
                            unsigned used)
{
    if (i == rows) return 0;
    double best = -INFINITY;
    for (int64_t j = 0; j < cols; j++)
        if (!(used >> j & 1))
            best = fmax(best, score[i * cols + j] +
                                  best_by_force(rows, cols, score, i + 1, used | 1u << j));
    return best;
}

static void assignment(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        const int64_t rows = 1 + (int64_t)(seed % 6), cols = rows + (int64_t)(seed / 6 % 3);
        double score[64], *scratch = ref_alloc(lcn_assign_scratch(rows, cols)), sum = 0;
        int64_t column[8];
        unsigned used = 0;
        ref_fill(seed, rows * cols, score);
        if (seed % 3 == 0) /* ties and zeros, as between columns that share no row */
            for (int64_t i = 0; i < rows * cols; i++) score[i] = floor(score[i] * 2);
        lcn_assign(rows, cols, score, cols, column, scratch);
        for (int64_t i = 0; i < rows; i++) {
            assert_in_range(column[i], 0, cols - 1);
            assert_false(used >> column[i] & 1);
            used |= 1u << column[i];
            sum += score[i * cols + column[i]];
        }
        assert_true(fabs(sum - best_by_force(rows, cols, score, 0, 0)) < 1e-12);
        free(scratch);
    }
}

static void blas_threads_are_given_back(void **state)
{
    (void)state;
    const int before = lcn_blas_begin(), inner = lcn_blas_begin();
    assert_int_equal(inner, 1);
    lcn_blas_end(inner);
    lcn_blas_end(before);
    const int again = lcn_blas_begin();
    assert_int_equal(again, before);
    lcn_blas_end(again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(beta_zero_ignores_nan),
        cmocka_unit_test(symmetric_products),
        cmocka_unit_test(vectors),
        cmocka_unit_test(eigenvectors),
        cmocka_unit_test(non_finite_is_refused),
        cmocka_unit_test(too_large_is_refused),
        cmocka_unit_test(leading_eigenvectors),
        cmocka_unit_test(cholesky),
        cmocka_unit_test(orthonormal_factors),
        cmocka_unit_test(assignment),
        cmocka_unit_test(blas_threads_are_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
