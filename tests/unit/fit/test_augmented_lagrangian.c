/* SPDX-License-Identifier: BSD-3-Clause
 * fit/published/augmented_lagrangian.c on an objective whose optimum over St+ is known by trying every partition:
 * max <A, W>, value sum_j |A+ on the rows of j|.
 */
#include "fit/published/augmented_lagrangian.h"
#include "la_ref.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { P = 8, K = 3, ALL = 6561 }; /* 3^8 partitions */

typedef struct linear {
    double A[P * K], size;
    int64_t values;
} linear;

static double value(void *self, const double *W)
{
    linear *s = self;
    double sum = 0;
    s->values++;
    for (int e = 0; e < P * K; e++) sum -= s->A[e] * W[e];
    return sum;
}

static double accept(void *self, const double *W, double *gradient, double *f)
{
    linear *s = self;
    *f = value(self, W);
    for (int e = 0; e < P * K; e++) gradient[e] = -s->A[e];
    return s->size;
}

/* Largest <A, W> on these supports: A+ normalised, or where a column has no positive entry its largest;
 * no module may be empty. */
static double worth(const double *A, const int *module)
{
    double sum = 0;
    for (int j = 0; j < K; j++) {
        double square = 0, top = -INFINITY;
        for (int r = 0; r < P; r++) {
            if (module[r] != j) continue;
            top = fmax(top, A[r * K + j]);
            square += pow(fmax(A[r * K + j], 0), 2);
        }
        sum += square > 0 ? sqrt(square) : top;
    }
    return sum;
}

static double best_by_force(const double *A)
{
    double best = 0;
    for (int code = 0; code < ALL; code++) {
        int module[P];
        for (int r = 0, rest = code; r < P; r++, rest /= K) module[r] = rest % K;
        best = fmax(best, worth(A, module));
    }
    return best;
}

/* The problem is combinatorial: the descent may end in a neighbouring partition, never far away, and
 * what it ends in is optimal for its own supports. */
static void near_the_best_partition(void **state)
{
    (void)state;
    enum { SEEDS = 60 };
    lacon_ctx *ctx;
    int exact = 0;
    assert_int_equal(lacon_ctx_new(&ctx, NULL), LACON_OK);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        linear s = {.size = 0};
        lcn_loadings W;
        lcn_auglag *a;
        const lcn_scheme scheme = {{&s, value, accept, NULL}, 0.5, 2000};
        ref_fill(seed, P * K, s.A);
        for (int e = 0; e < P * K; e++) s.size = fmax(s.size, 2 * fabs(s.A[e]));
        assert_int_equal(lcn_loadings_new(ctx, &W, P, K), LACON_OK);
        assert_int_equal(lcn_auglag_new(ctx, &a, P, K, &scheme), LACON_OK);
        const lcn_descent end = lcn_auglag_run(ctx, a, s.A, &W, NULL);
        assert_int_equal(end.stop, LACON_STOP_CONVERGED);
        assert_true(end.steps > 0 && end.steps <= 2000 && s.values >= end.steps);

        int module[P];
        double reached = 0, norm[K] = {0};
        for (int r = 0; r < P; r++) {
            module[r] = W.module[r];
            assert_in_range(module[r], 0, K - 1);
            assert_true(W.weight[r] >= 0);
            reached += W.weight[r] * s.A[r * K + module[r]];
            norm[module[r]] += W.weight[r] * W.weight[r];
        }
        for (int j = 0; j < K; j++) assert_true(fabs(norm[j] - 1) < 1e-12);
        const double own = worth(s.A, module), best = best_by_force(s.A);
        assert_true(reached > own - 1e-6); /* weights are optimal on these supports */
        assert_true(own > 0.9 * best);
        exact += own > best - 1e-9;
        lcn_auglag_free(a);
        lcn_loadings_clear(&ctx->allocator, &W);
    }
    assert_true(exact > SEEDS * 3 / 4);
    lacon_ctx_free(ctx);
}

/* W = 0 is a stationary point of the Lagrangian: a start of zeros, or one with an empty column, must not
 * stay there. */
static void zero_is_no_answer(void **state)
{
    (void)state;
    lacon_ctx *ctx;
    assert_int_equal(lacon_ctx_new(&ctx, NULL), LACON_OK);
    linear s = {.size = 2};
    lcn_loadings W;
    lcn_auglag *a;
    const double zero[P * K] = {0};
    const lcn_scheme scheme = {{&s, value, accept, NULL}, 0.5, 2000};
    for (int r = 0; r < P; r++) s.A[r * K + r % K] = 1;
    assert_int_equal(lcn_loadings_new(ctx, &W, P, K), LACON_OK);
    assert_int_equal(lcn_auglag_new(ctx, &a, P, K, &scheme), LACON_OK);
    const lcn_descent end = lcn_auglag_run(ctx, a, zero, &W, NULL);
    assert_int_equal(end.stop, LACON_STOP_CONVERGED);
    for (int r = 0; r < P; r++) {
        assert_int_equal(W.module[r], r % K);
        assert_true(fabs(W.weight[r] - 1 / sqrt(r % K < P % K ? P / K + 1 : P / K)) < 1e-4);
    }
    lcn_auglag_free(a);
    lcn_loadings_clear(&ctx->allocator, &W);
    lacon_ctx_free(ctx);
}

/* (W'W)^-1/2 makes the columns orthonormal without turning them */
static void inverse_root(void **state)
{
    (void)state;
    double W[P * K], T[K * K], Q[P * K], scratch[200], H[K * K];
    ref_fill(3, P * K, W);
    assert_true(lcn_inverse_root_scratch(K) <= 200);
    lcn_inverse_root(T, W, P, K, scratch);
    ref_multiply(P, K, K, W, T, Q);
    assert_true(ref_orthonormality(P, K, Q) < 1e-13);
    for (int i = 0; i < K; i++)
        for (int j = 0; j < K; j++) {
            H[i * K + j] = 0;
            for (int r = 0; r < P; r++) H[i * K + j] += Q[r * K + i] * W[r * K + j];
        }
    for (int i = 0; i < K; i++)
        for (int j = 0; j < K; j++) assert_true(fabs(H[i * K + j] - H[j * K + i]) < 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_the_best_partition),
        cmocka_unit_test(zero_is_no_answer),
        cmocka_unit_test(inverse_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
