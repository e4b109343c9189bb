/* SPDX-License-Identifier: BSD-3-Clause
 * Leading eigenpairs by Krylov steps (src/baselines/krylov.c) and products with few columns (pooled.c),
 * against LAPACK and plain sums.
 */
#include "baseline_data.h"
#include "la/krylov.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE = 61, WIDTH = 8, STEPS = 3 };

static void apply(const void *self, double *out, const double *V, int64_t m)
{
    lcn_pooled_apply(self, out, V, m, NULL);
}

/* K = A'A / rows of normal A: rank min(rows, p) */
static double *moments(int64_t p, int64_t rows)
{
    double *A = calloc((size_t)(rows * p), sizeof *A), *G = calloc((size_t)(p * p), sizeof *G);
    lcn_rng rng = lcn_rng_stream(5, 1, (uint32_t)p);
    for (int64_t i = 0; i < rows * p; i++) A[i] = lcn_rng_normal(&rng);
    lcn_syrk(p, rows, 1.0 / (double)rows, A, p, 0.0, G, p);
    free(A);
    return G;
}

/* Restarts until the values stop changing; values against dsyevr, vectors by A v = e v and V'V = I. */
static void check(int64_t p, int64_t rows)
{
    double *G = moments(p, rows), *copy = calloc((size_t)(p * p), sizeof *copy);
    double *V = calloc((size_t)(p * WIDTH), sizeof *V), *Z = calloc((size_t)(p * WIDTH), sizeof *Z);
    double *scratch = calloc((size_t)(lcn_krylov_scratch(p, WIDTH, STEPS)), sizeof *scratch);
    double *top = calloc((size_t)(p * (p + 1) + lcn_eigh_top_scratch(p)), sizeof *top);
    double value[WIDTH];
    const lcn_pooled job = {.p = p, .n = rows, .K = G};
    const lcn_operator A = {.p = p, .apply = apply, .self = &job};
    const int64_t count = p < WIDTH ? p : WIDTH, rank = rows < p ? rows : p;
    lcn_rng rng = lcn_rng_stream(6, 1, 1);
    for (int64_t i = 0; i < p * WIDTH; i++) V[i] = lcn_rng_normal(&rng);
    for (int i = 0; i < 60; i++)
        assert_int_equal(lcn_krylov(&A, WIDTH, STEPS, V, value, scratch), LACON_OK);
    memcpy(copy, G, sizeof *G * (size_t)(p * p));
    assert_int_equal(lcn_eigh_top(p, copy, count, top, top + p, top + p * (p + 1)), LACON_OK);
    lcn_gemm(LCN_N, LCN_N, p, WIDTH, p, 1.0, G, p, V, WIDTH, 0.0, Z, WIDTH);
    for (int64_t j = 0; j < WIDTH; j++) {
        double length = 0;
        if (j < count) assert_true(fabs(value[j] - top[j]) < 1e-12 * top[0]);
        else assert_true(value[j] == 0);
        for (int64_t r = 0; r < p; r++) {
            length += V[r * WIDTH + j] * V[r * WIDTH + j];
            if (j < 5) assert_true(fabs(Z[r * WIDTH + j] - value[j] * V[r * WIDTH + j]) < 1e-6 * top[0]);
        }
        if (j < rank) assert_true(fabs(length - 1) < 1e-12);
    }
    void *const blocks[] = {G, copy, V, Z, scratch, top};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
}

static void eigenpairs(void **state)
{
    (void)state;
    check(LARGE, 200);
    check(LARGE, 5); /* fewer directions than columns */
    check(20, 60);   /* the space is everything */
    check(3, 60);
    check(1, 60);
}

/* A start of zeros has no space: zeros come back. */
static void nothing(void **state)
{
    (void)state;
    double *G = moments(LARGE, 70), V[LARGE * WIDTH] = {0}, value[WIDTH] = {1};
    double *scratch = calloc((size_t)lcn_krylov_scratch(LARGE, WIDTH, STEPS), sizeof *scratch);
    const lcn_pooled job = {.p = LARGE, .n = 70, .K = G};
    const lcn_operator A = {.p = LARGE, .apply = apply, .self = &job};
    assert_int_equal(lcn_krylov(&A, WIDTH, STEPS, V, value, scratch), LACON_OK);
    for (int j = 0; j < WIDTH; j++) assert_true(value[j] == 0);
    for (int i = 0; i < LARGE * WIDTH; i++) assert_true(V[i] == 0);
    free(scratch);
    free(G);
}

/* out = D V with D diagonal: eigenvalues 9, 8, .. 2 and a crowd below 1. */
enum { LONG = 20011 };
static double on_diagonal(int64_t r)
{
    return r % 1001 == 7 && r < 8008 ? 9.0 - (double)(r / 1001) : 1.0 / (double)(r + 2);
}

static void apply_diagonal(const void *self, double *out, const double *V, int64_t m)
{
    (void)self;
    for (int64_t r = 0; r < LONG; r++)
        for (int64_t j = 0; j < m; j++) out[r * m + j] = on_diagonal(r) * V[r * m + j];
}

/* Vectors so long that they are gone through in pieces: the values of the operator, and the same bytes on any number
 * of threads. */
static void long_vectors(void **state)
{
    (void)state;
    double *V[2], value[2][WIDTH], *scratch = calloc((size_t)lcn_krylov_scratch(LONG, WIDTH, STEPS), sizeof *scratch);
    for (int threads = 1; threads <= 2; threads++) {
        const lcn_operator A = {.p = LONG, .apply = apply_diagonal, .threads = threads * threads};
        double *v = V[threads - 1] = calloc((size_t)LONG * WIDTH, sizeof *v);
        lcn_rng rng = lcn_rng_stream(8, 1, 1);
        for (int64_t i = 0; i < LONG * WIDTH; i++) v[i] = lcn_rng_normal(&rng);
        for (int i = 0; i < 20; i++)
            assert_int_equal(lcn_krylov(&A, WIDTH, STEPS, v, value[threads - 1], scratch), LACON_OK);
    }
    for (int j = 0; j < WIDTH; j++) {
        assert_true(fabs(value[0][j] - (9.0 - j)) < 1e-12);
        assert_true(fabs(fabs(V[0][(j * 1001 + 7) * WIDTH + j]) - 1.0) < 1e-12);
    }
    assert_memory_equal(value[0], value[1], sizeof value[0]);
    assert_memory_equal(V[0], V[1], sizeof *V[0] * LONG * WIDTH);
    free(V[0]);
    free(V[1]);
    free(scratch);
}

/* K V from K and from rows, for every number of columns around a tile, by plain sums. */
static void products(void **state)
{
    (void)state;
    enum { rows = 23, most = 19 };
    double *x = calloc(rows * LARGE, sizeof *x), *G = calloc(LARGE * LARGE, sizeof *G);
    double V[LARGE * most], got[2][LARGE * most], scratch[rows * most], own[2][LARGE];
    lcn_rng rng = lcn_rng_stream(7, 1, 1);
    for (int i = 0; i < rows * LARGE; i++) x[i] = lcn_rng_normal(&rng);
    for (int i = 0; i < LARGE * most; i++) V[i] = lcn_rng_normal(&rng);
    for (int r = 0; r < LARGE; r++)
        for (int s = 0; s < LARGE; s++)
            for (int i = 0; i < rows; i++) G[r * LARGE + s] += x[i * LARGE + r] * x[i * LARGE + s] / rows;
    const lcn_pooled from[] = {{.p = LARGE, .n = rows, .K = G}, {.p = LARGE, .n = rows, .rows = x}};
    for (int m = 1; m <= most; m++) {
        for (int i = 0; i < 2; i++) lcn_pooled_apply(&from[i], got[i], V, m, scratch);
        for (int r = 0; r < LARGE; r++)
            for (int j = 0; j < m; j++) {
                double want = 0;
                for (int s = 0; s < LARGE; s++) want += G[r * LARGE + s] * V[s * m + j];
                assert_true(fabs(got[0][r * m + j] - want) < 1e-12);
                assert_true(fabs(got[1][r * m + j] - want) < 1e-12);
            }
    }
    for (int i = 0; i < 2; i++) lcn_pooled_variances(&from[i], own[i]);
    for (int r = 0; r < LARGE; r++) {
        assert_true(own[0][r] == G[r * (LARGE + 1)]);
        assert_true(fabs(own[1][r] - own[0][r]) < 1e-13);
    }
    free(x);
    free(G);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eigenpairs),
        cmocka_unit_test(nothing),
        cmocka_unit_test(long_vectors),
        cmocka_unit_test(products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
