/* SPDX-License-Identifier: BSD-3-Clause
 * model/compare.c: the adjusted Rand index against scikit-learn's numbers, errors of W and G against
 * hand-made cases and against trying every permutation.
 */
#include "one_ctx.h"
#include "la_ref.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* python3 -c "from sklearn.metrics import adjusted_rand_score as f; print(f(a, b))" (scikit-learn
 * 1.2.1); the last pair is a = [(i*i*7)%5 for i in range(40)], b = [(i*3+i//7)%4 for i in range(40)]. */
static void ari_as_scikit_learn(void **state)
{
    (void)state;
#define ARI(n, ...) lacon_ari(n, __VA_ARGS__)
    assert_true(fabs(ARI(4, (int32_t[]){0, 0, 1, 1}, (int32_t[]){0, 0, 1, 2}) -
                     0.5714285714285714) < 1e-15);
    assert_true(fabs(ARI(4, (int32_t[]){0, 0, 1, 2}, (int32_t[]){0, 0, 1, 1}) -
                     0.5714285714285714) < 1e-15);
    assert_true(ARI(4, (int32_t[]){1, 1, 1, 1}, (int32_t[]){1, 2, 3, 4}) == 0);
    assert_true(ARI(4, (int32_t[]){0, 1, 2, 3}, (int32_t[]){3, 2, 1, 0}) == 1);
    assert_true(ARI(3, (int32_t[]){5, 5, 5}, (int32_t[]){1, 1, 1}) == 1);
    assert_true(fabs(ARI(6, (int32_t[]){0, 0, 1, 1, 2, 2}, (int32_t[]){0, 1, 2, 0, 1, 2}) + 0.25) <
                1e-15);
    int32_t a[40], b[40];
    for (int i = 0; i < 40; i++) {
        a[i] = i * i * 7 % 5;
        b[i] = (i * 3 + i / 7) % 4;
    }
    assert_true(fabs(ARI(40, a, b) - 0.0333621842788575) < 1e-14);
    for (int i = 0; i < 40; i++) a[i] = INT32_MIN + 1000 * a[i]; /* labels are names, not numbers */
    assert_true(fabs(ARI(40, a, b) - 0.0333621842788575) < 1e-14);
    assert_true(ARI(1, a, b) == 1 && ARI(0, a, b) == 1);
#undef ARI
}

/* A model of W, with G_i = (i + 1) G */
static lacon_model *model_of(int64_t p, int64_t k, int64_t classes, const double *W,
                             const double *G, const char *const *names, const char *const *labels)
{
    double *all = ref_alloc(classes * k * k), *v = ref_alloc(classes);
    lacon_model *m;
    for (int64_t i = 0; i < classes; i++) {
        v[i] = 1;
        for (int64_t l = 0; l < k * k; l++) all[i * k * k + l] = (double)(i + 1) * G[l];
    }
    assert_int_equal(lacon_model_new(ctx, &m, p, k, classes, W, all, v, NULL, names, labels, NULL),
                     LACON_OK);
    free(all);
    free(v);
    return m;
}

enum { P = 14, K = 4 };
static const int order[K] = {2, 0, 3, 1};

/* Columns permuted, rows permuted along with their names, classes permuted along with their labels:
 * nothing changes. */
static void invariances(void **state)
{
    (void)state;
    double W[P * K], V[P * K], G[K * K], H[K * K];
    const char *names[P], *moved[P], *labels[3] = {"x", "y", "z"};
    char text[P][4];
    ref_stiefel_plus(1, P, K, 6, W);
    ref_gram(2, K, 9, G);
    for (int r = 0; r < P; r++) {
        text[r][0] = (char)('a' + r);
        text[r][1] = 0;
        names[r] = text[r];
    }
    for (int r = 0; r < P; r++) {
        const int to = (5 * r + 3) % P; /* 5 and 14 have no common divisor */
        moved[to] = names[r];
        for (int j = 0; j < K; j++) V[to * K + j] = W[r * K + order[j]];
    }
    for (int a = 0; a < K; a++)
        for (int b = 0; b < K; b++) H[a * K + b] = G[order[a] * K + order[b]];
    lacon_model *truth = model_of(P, K, 3, W, G, names, labels),
                *m = model_of(P, K, 3, V, H, moved, labels);
    lacon_scores s;
    assert_int_equal(lacon_model_score(ctx, &s, truth, m), LACON_OK);
    assert_true(s.w_error == 0 && s.w_mse == 0 && s.g_mse == 0 && s.ari == 1);

    const char *back[3] = {"z", "y",
                           "x"}; /* class 0 of m (factor 1) is now compared with 3, and 3 with 1 */
    assert_int_equal(lcn_model_set_names(ctx, m, NULL, back), LACON_OK);
    assert_int_equal(lacon_model_score(ctx, &s, truth, m), LACON_OK);
    double square = 0;
    for (int l = 0; l < K * K; l++) square += G[l] * G[l];
    assert_true(fabs(s.g_mse - (4 + 0 + 4) * square / (3 * K * K)) < 1e-14);
    const char *none[3] = {"p", "q", "r"};
    assert_int_equal(lcn_model_set_names(ctx, m, NULL, none), LACON_OK);
    assert_int_equal(lacon_model_score(ctx, &s, truth, m), LACON_OK);
    assert_true(isnan(s.g_mse) && s.w_error == 0); /* no class in common */
    lacon_model_free(truth);
    lacon_model_free(m);
}

/* Smallest sum of squares over all column permutations, by trying them */
static double best_error(const double *W, const double *V, int j, unsigned used)
{
    if (j == K) return 0;
    double best = INFINITY;
    for (int l = 0; l < K; l++) {
        if (used >> l & 1) continue;
        double sum = 0;
        for (int r = 0; r < P; r++) sum += pow(W[r * K + j] - V[r * K + l], 2);
        best = fmin(best, sum + best_error(W, V, j + 1, used | 1u << l));
    }
    return best;
}

/* Unit columns: the largest sum of inner products is the smallest sum of squares. */
static void error_is_the_least(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        double W[P * K], V[P * K] = {0}, G[K * K], u[P], norm[K] = {0};
        ref_stiefel_plus(seed, P, K, 0, W);
        ref_fill(seed + 50, P, u);
        for (int r = 0; r < P; r++) {
            const int j = r < K ? r : (int)((u[r] + 1) * K / 2);
            V[r * K + j] = 0.1 + fabs(u[r]);
            norm[j] += V[r * K + j] * V[r * K + j];
        }
        for (int i = 0; i < P * K; i++) V[i] /= sqrt(norm[i % K]);
        ref_gram(seed, K, 9, G);
        lacon_model *truth = model_of(P, K, 1, W, G, NULL, NULL),
                    *m = model_of(P, K, 1, V, G, NULL, NULL);
        lacon_scores s;
        assert_int_equal(lacon_model_score(ctx, &s, truth, m), LACON_OK);
        assert_true(fabs(s.w_error - best_error(W, V, 0, 0)) < 1e-13);
        assert_true(fabs(s.w_mse - s.w_error / (P * K)) < 1e-16);
        assert_true(fabs(s.ari - lacon_ari(P, truth->module_of, m->module_of)) < 1e-15);
        lacon_model_free(truth);
        lacon_model_free(m);
    }
}

/* A model with a module less: the missing column counts as zero, in W and in G, in either direction. */
static void different_k(void **state)
{
    (void)state;
    double W[P * K], V[P * (K - 1)], G[K * K], H[(K - 1) * (K - 1)], lost = 0;
    ref_stiefel_plus(3, P, K, 0, W);
    ref_gram(4, K, 9, G);
    for (int r = 0; r < P; r++)
        for (int j = 0; j < K - 1; j++)
            V[r * (K - 1) + j] = W[r * K + j + 1]; /* module 0 is gone */
    for (int a = 0; a < K - 1; a++)
        for (int b = 0; b < K - 1; b++) H[a * (K - 1) + b] = G[(a + 1) * K + b + 1];
    for (int j = 0; j < K; j++) lost += G[j] * G[j] + (j > 0 ? G[j * K] * G[j * K] : 0);
    lacon_model *truth = model_of(P, K, 1, W, G, NULL, NULL);
    lacon_model *m = model_of(P, K - 1, 1, V, H, NULL, NULL);
    lacon_scores s, t;
    assert_int_equal(lacon_model_score(ctx, &s, truth, m), LACON_OK);
    assert_int_equal(lacon_model_score(ctx, &t, m, truth), LACON_OK);
    assert_true(fabs(s.w_error - 1) < 1e-14 && fabs(s.g_mse - lost / (K * K)) < 1e-14);
    assert_true(s.ari == 1); /* the lost module's variables are a group of their own: unassigned */
    assert_true(fabs(t.w_error - 1) < 1e-14 && fabs(t.g_mse - s.g_mse) < 1e-14 && t.ari == 1);
    lacon_model_free(truth);
    lacon_model_free(m);
}

static void wrong_models(void **state)
{
    (void)state;
    const char *a[3] = {"a", "b", "c"}, *b[3] = {"a", "c", "d"}, *other[3] = {"x", "y", "z"};
    double W[3] = {0.6, 0.8, 0}, V[4] = {0.6, 0.8, 0, 0}, G = 1;
    lacon_model *truth = model_of(3, 1, 1, W, &G, a, NULL),
                *wide = model_of(4, 1, 1, V, &G, NULL, NULL);
    lacon_model *half = model_of(3, 1, 1, W, &G, b, NULL),
                *plain = model_of(3, 1, 1, W, &G, other, NULL);
    lacon_scores s = {.ari = 42};
    assert_int_equal(lacon_model_score(ctx, &s, truth, wide), LACON_E_SHAPE);
    assert_int_equal(lacon_model_score(ctx, &s, truth, half), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'b'"));
    assert_true(s.ari == 42);
    assert_int_equal(lacon_model_score(ctx, &s, truth, plain),
                     LACON_OK); /* no name known: by position */
    assert_true(s.w_error == 0);
    lacon_model_free(truth);
    lacon_model_free(wide);
    lacon_model_free(half);
    lacon_model_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ari_as_scikit_learn), cmocka_unit_test(invariances),
        cmocka_unit_test(error_is_the_least),  cmocka_unit_test(different_k),
        cmocka_unit_test(wrong_models),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
