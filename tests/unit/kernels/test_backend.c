/* SPDX-License-Identifier: BSD-3-Clause
 * Every row of the table of backends against the plain one, and a whole fit on each.
 */
#include "kernels/backend.h"
#include "util/rng.h"
#include <lacon/lacon.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { P = 37, PP = 40, K = 5, N = 70 };

typedef struct sample {
    double x[N * PP], C[P * PP], M[K * K], weight[P];
    float xf[N * PP], Cf[P * PP];
    int32_t order[P];
    double sorted_weight[P];
    int64_t start[K + 1];
    lcn_sorted W;
} sample;

/* Rows, a matrix, modules of different sizes, one of them empty, some variables in none. */
static sample *make(void)
{
    sample *s = calloc(1, sizeof *s);
    lcn_rng rng = lcn_rng_stream(1, 0, 0);
    for (int i = 0; i < N; i++)
        for (int r = 0; r < P; r++) s->xf[i * PP + r] = (float)(s->x[i * PP + r] = lcn_rng_normal(&rng));
    for (int i = 0; i < P; i++)
        for (int r = 0; r < P; r++) s->Cf[i * PP + r] = (float)(s->C[i * PP + r] = lcn_rng_normal(&rng));
    for (int e = 0; e < K * K; e++) s->M[e] = lcn_rng_normal(&rng);
    static const int sizes[K] = {13, 0, 8, 1, 9};
    int at = 0;
    for (int j = 0; j < K; j++) {
        for (int i = 0; i < sizes[j]; i++, at++) {
            s->order[at] = (int32_t)((at * 11 + 3) % P);
            s->sorted_weight[at] = s->weight[s->order[at]] = fabs(lcn_rng_normal(&rng));
        }
        s->start[j + 1] = at;
    }
    s->W = (lcn_sorted){.p = P, .k = K, .order = s->order, .weight = s->sorted_weight, .start = s->start};
    return s;
}

/* Within `tol` of the largest. */
static void assert_near(const double *a, const double *b, int64_t count, double tol)
{
    double most = 0.0;
    for (int64_t i = 0; i < count; i++) most = fmax(most, fabs(b[i]));
    assert_true(most > 0.0);
    for (int64_t i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= tol * most)) fail_msg("%lld: %.17g and %.17g", (long long)i, a[i], b[i]);
}

/* Any number of rows: fewer than a vector has, some that fill none, many. What lies before Y, and after it, stays. */
static void times_of_any_rows(const lcn_backend *b, const lcn_backend *plain, const sample *s, double *scratch)
{
    enum { BESIDE = 200 };
    double with[2 * BESIDE + K * N], D[K * N], *const Y = with + BESIDE;
    for (int n = 1; n <= N; n++)
        for (int single = 0; single < 2; single++) {
            memset(with, 0, sizeof with);
            if (single) b->times_f32(Y, s->xf, PP, n, &s->W, scratch), plain->times_f32(D, s->xf, PP, n, &s->W, NULL);
            else b->times(Y, s->x, PP, n, &s->W, scratch), plain->times(D, s->x, PP, n, &s->W, NULL);
            assert_near(Y, D, K * n, single ? 1e-5 : 1e-13); /* sums of 13 in single precision; in double */
            for (int i = 0; i < BESIDE; i++) assert_true(with[i] == 0 && Y[K * n + i] == 0);
        }
}

static void every_row_multiplies_as_the_plain_one(void **state)
{
    (void)state;
    const lcn_backend *plain = lcn_backend_get("reference"), *b;
    sample *s = make();
    double *scratch = calloc((size_t)lcn_kernel_scratch(P, K), sizeof *scratch);
    double A[K * PP], B[K * PP], F[K * PP], G[K * PP], S[K * K], T[K * K], C[P * PP], D[P * PP];
    const double exact = 1e-13, rough = 1e-5; /* sums of 70 in double; in single precision */
    for (int i = 0; (b = lcn_backend_at(i)); i++) {
        b->cov(A, s->C, &s->W), plain->cov(B, s->C, &s->W);
        assert_near(A, B, K * PP, exact);
        b->cov_f32(A, s->Cf, &s->W), plain->cov_f32(B, s->Cf, &s->W);
        assert_near(A, B, K * PP, rough);
        memset(A, 0, sizeof A), memset(B, 0, sizeof B);
        b->rows_f32(A, s->xf, PP, N, 3.0, &s->W, scratch), plain->rows_f32(B, s->xf, PP, N, 3.0, &s->W, NULL);
        assert_near(A, B, K * PP, rough);
        memset(A, 0, sizeof A), memset(B, 0, sizeof B);
        b->rows(A, s->x, PP, N, 3.0, &s->W, scratch), plain->rows(B, s->x, PP, N, 3.0, &s->W, NULL);
        assert_near(A, B, K * PP, exact);
        times_of_any_rows(b, plain, s, scratch);
        for (int n = 3; n <= N; n += 67) { /* fewer rows than a vector has, and many; the two halves of the above */
            memset(C, 0, sizeof C), memset(D, 0, sizeof D);
            b->times(C, s->x, PP, n, &s->W, scratch), plain->times(D, s->x, PP, n, &s->W, NULL);
            assert_near(C, D, K * n, exact);
            b->times_f32(C, s->xf, PP, n, &s->W, scratch), plain->times_f32(D, s->xf, PP, n, &s->W, NULL);
            assert_near(C, D, K * n, rough);
            for (int width = 5; width <= P; width += 16) {
                memset(F, 0, sizeof F), memset(G, 0, sizeof G);
                b->back(F, PP, s->x, PP, n, width, D, K, 0.3, scratch);
                plain->back(G, PP, s->x, PP, n, width, D, K, 0.3, NULL);
                assert_near(F, G, K * PP, exact);
                b->back_f32(F, PP, s->xf, PP, n, width, D, K, 0.3, scratch);
                plain->back_f32(G, PP, s->xf, PP, n, width, D, K, 0.3, NULL);
                assert_near(F, G, K * PP, rough);
            }
        }
        b->inner(S, B, s->weight, &s->W), plain->inner(T, B, s->weight, &s->W);
        assert_near(S, T, K * K, exact);
        for (int first = 1; first >= 0; first--) {
            b->tangent(F, B, s->M, 0.7, K, PP, first), plain->tangent(G, B, s->M, 0.7, K, PP, first);
            assert_near(F, G, K * PP, exact);
        }
        memset(C, 0, sizeof C), memset(D, 0, sizeof D);
        b->gram(C, PP, s->x, PP, N, P, 0.5), plain->gram(D, PP, s->x, PP, N, P, 0.5);
        assert_near(C, D, P * PP, exact);
        b->gram_f32(C, PP, s->xf, PP, N, P, 0.5), plain->gram_f32(D, PP, s->xf, PP, N, P, 0.5);
        assert_near(C, D, P * PP, exact);
    }
    free(scratch);
    free(s);
}

/* Rows of two factors, enough for any fit to find them. */
static lacon_model *fit_on(const char *backend, lacon_status want)
{
    enum { n = 200, p = 12 };
    double *x = calloc(n * p, sizeof *x);
    lcn_rng rng = lcn_rng_stream(2, 0, 0);
    for (int i = 0; i < n; i++) {
        const double z[2] = {2.0 * lcn_rng_normal(&rng), 2.0 * lcn_rng_normal(&rng)};
        for (int r = 0; r < p; r++) x[i * p + r] = z[r / 6] + lcn_rng_normal(&rng);
    }
    lacon_ctx_options o;
    lacon_ctx *ctx = NULL;
    lacon_data *data = NULL;
    lacon_model *model = NULL;
    lacon_fit_options fit;
    lacon_ctx_options_init(&o);
    lacon_fit_options_init(&fit);
    o.backend = backend;
    fit.k = 2;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, "a", n, x, p), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    assert_int_equal(lacon_fit(ctx, &model, data, &fit), want);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    free(x);
    return model;
}

static void a_fit_is_the_same_on_each(void **state)
{
    (void)state;
    lacon_model *cpu = fit_on(NULL, LACON_OK), *plain = fit_on("reference", LACON_OK);
    assert_true(fabs(lacon_model_info(cpu)->nll - lacon_model_info(plain)->nll) < 1e-8);
    for (int r = 0; r < 12; r++) assert_int_equal(lacon_model_module_of(cpu)[r], lacon_model_module_of(plain)[r]);
    lacon_model_free(cpu);
    lacon_model_free(plain);
    assert_null(fit_on("abacus", LACON_E_ARGUMENT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_multiplies_as_the_plain_one),
        cmocka_unit_test(a_fit_is_the_same_on_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
