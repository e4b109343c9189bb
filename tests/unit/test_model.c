/* SPDX-License-Identifier: BSD-3-Clause
 * The model object (model/model.c, model_new.c) and what it computes (evaluate.c, covariance.c,
 * latent.c, transform.c, moments.c) against dense p × p matrices.
 */
#include "la_ref.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

enum { P = 11, K = 3, N = 2, ROWS = 300 };

/* ---- a model with an unassigned variable, noise per variable and a singular G ---- */

static lacon_ctx *new_ctx(int threads)
{
    lacon_ctx_options o;
    lacon_ctx *ctx;
    lacon_ctx_options_init(&o);
    o.threads = threads;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    return ctx;
}

static void make_parts(double *W, double *G, double *v)
{
    ref_stiefel_plus(1, P, K, 5, W);
    ref_gram(2, K, 5, G);
    ref_gram(3, K, 2, G + K * K); /* rank 2 */
    v[0] = 0.3;
    v[1] = 0.7;
}

static lacon_model *make_model(lacon_ctx *ctx, bool varied)
{
    double W[P * K], G[N * K * K], v[N], product = 1;
    lacon_model *model;
    make_parts(W, G, v);
    assert_int_equal(
        lacon_model_new(ctx, &model, P, K, N, W, G, v, (int64_t[]){10, 20}, NULL, NULL), LACON_OK);
    for (int r = 0; varied && r < P; r++) product *= model->psi[r] = 0.5 + 0.1 * r;
    for (int r = 0; varied && r < P; r++) model->psi[r] *= pow(product, -1.0 / P);
    return model;
}

static lacon_data *make_data(lacon_ctx *ctx, const double *x, int classes)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    for (int c = 0; c < classes; c++)
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, ROWS, x + c * ROWS * P, P), LACON_OK);
    return data;
}

/* Sigma by the definition, and its inverse; the answer is log det */
static double dense_sigma(const lacon_model *m, int c, double *sigma, double *omega)
{
    for (int r = 0; r < P; r++)
        for (int s = 0; s < P; s++) {
            double sum = r == s ? m->v[c] : 0;
            for (int a = 0; a < K; a++)
                for (int b = 0; b < K; b++)
                    sum += m->W[r * K + a] * m->G[(c * K + a) * K + b] * m->W[s * K + b];
            sigma[r * P + s] = sqrt(m->psi[r] * m->psi[s]) * sum;
        }
    return ref_inverse(P, sigma, omega);
}

/* K = X'X / n */
static void gram(const double *x, double *out)
{
    for (int r = 0; r < P; r++)
        for (int s = 0; s < P; s++) {
            double sum = 0;
            for (int i = 0; i < ROWS; i++) sum += x[i * P + r] * x[i * P + s];
            out[r * P + s] = sum / ROWS;
        }
}

/* ---- made from parts ---- */

static void parts_come_back(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double W[P * K], G[N * K * K], v[N];
    make_parts(W, G, v);
    const char *names[P] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    const char *labels[N] = {"left", "right"};
    lacon_model *m;
    assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, names, labels), LACON_OK);
    assert_int_equal(lacon_model_variables(m), P);
    assert_int_equal(lacon_model_modules(m), K);
    assert_int_equal(lacon_model_classes(m), N);
    assert_memory_equal(lacon_model_W(m), W, sizeof W);
    assert_true(ref_distance(K * K, lacon_model_G(m, 1), G + K * K) < 1e-15);
    assert_true(lacon_model_v(m, 1) == v[1]);
    assert_int_equal(lacon_model_rows(m, 0), 0);
    assert_int_equal(lacon_model_kept(m, 0), 3);
    assert_int_equal(lacon_model_kept(m, 1), 2); /* G of class 1 has rank 2 */
    assert_true(isnan(lacon_model_loglik(m, 0)) && isnan(lacon_model_evidence(m)[0]));
    assert_true(lacon_model_psi(m)[P - 1] == 1 && lacon_model_scale(m)[N * P - 1] == 1);
    assert_true(lacon_model_mean(m)[N * P - 1] == 0);
    for (int r = 0; r < P; r++)
        assert_int_equal(lacon_model_module_of(m)[r], r % 5 == 4 ? 0 : 1 + r % K);
    assert_string_equal(lacon_model_name(m, 10), "k");
    assert_int_equal(lacon_model_find_class(m, "right"), 1);
    assert_int_equal(lacon_model_find_class(m, "middle"), -1);
    assert_null(lacon_model_info(m));
    lacon_model_free(m);
    lacon_model_free(NULL);
    lacon_ctx_free(ctx);
}

static void default_names(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m;
    assert_int_equal(lcn_model_alloc(ctx, &m, 12, 2, 1001), LACON_OK);
    assert_string_equal(lacon_model_name(m, 0), "V1");
    assert_string_equal(lacon_model_name(m, 11), "V12");
    assert_string_equal(lacon_model_label(m, 0), "class-001");
    assert_string_equal(lacon_model_label(m, 99), "class-100");
    assert_string_equal(lacon_model_label(m, 1000), "class-1001");
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

/* Each spoilt part is refused with its code and a sentence that names it. */
static void bad_parts_are_refused(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double W[P * K], G[N * K * K], v[N];
    lacon_model *m = (lacon_model *)ctx;
    const char *twins[P] = {"a", "b", "a", "d", "e", "f", "g", "h", "i", "j", "k"};
    make_parts(W, G, v);
#define REFUSED(code, words)                                                                       \
    do {                                                                                           \
        assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, NULL, NULL), code);      \
        assert_null(m);                                                                            \
        assert_non_null(strstr(lacon_ctx_message(ctx), words));                                    \
        make_parts(W, G, v);                                                                       \
    } while (0)
    W[4] = -W[4];
    REFUSED(LACON_E_DATA, "W[1, 1]");
    W[4] = NAN;
    REFUSED(LACON_E_DATA, "W[1, 1]");
    W[1] = 0.1;
    REFUSED(LACON_E_DATA, "row 0 of W has 2");
    for (int r = 0; r < P; r++) W[r * K + 2] = 0;
    REFUSED(LACON_E_DATA, "column 2 of W");
    W[0] *= 1 + 1e-6;
    REFUSED(LACON_E_DATA, "column 0 of W");
    G[1] += 1e-3;
    REFUSED(LACON_E_DATA, "not symmetric");
    G[0] = INFINITY;
    REFUSED(LACON_E_DATA, "not finite");
    G[0] = -1;
    REFUSED(LACON_E_DATA, "negative eigenvalue");
    v[1] = 0;
    REFUSED(LACON_E_DATA, "v of class 1");
    v[0] = NAN;
    REFUSED(LACON_E_DATA, "v of class 0");
#undef REFUSED
    assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, twins, NULL), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'a'"));
    assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, (int64_t[]){1, -1}, NULL, NULL),
                     LACON_E_DATA);
    assert_int_equal(lacon_model_new(ctx, &m, 2, 3, 1, W, G, v, NULL, NULL, NULL),
                     LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_new(ctx, &m, 2, 0, 1, W, G, v, NULL, NULL, NULL),
                     LACON_E_ARGUMENT);
    assert_int_equal(lcn_model_alloc(ctx, &m, INT32_MAX, INT32_MAX, INT32_MAX), LACON_E_LIMIT);
    assert_null(m);
    lacon_ctx_free(ctx);
}

/* Sizes 1, 3, 3: largest first, then the larger trace of G, then the first row. */
static void sorted_by_size(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m;
    assert_int_equal(lcn_model_alloc(ctx, &m, 8, 4, 1), LACON_OK);
    const int module[8] = {1, 3, 2, 1, 2, 0, 2, 1}; /* sizes: 1 (module 0), 3, 3, 1 (module 3) */
    for (int r = 0; r < 8; r++) m->W[r * 4 + module[r]] = 1 + r;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) m->G[a * 4 + b] = 10 * (a < b ? a : b) + (a < b ? b : a);
    m->G[0] = m->G[15] = 1; /* modules 0 and 3 tie in size and trace: row 1 comes before row 5 */
    assert_int_equal(lcn_model_sort(ctx, m), LACON_OK);
    const int old[4] = {2, 1, 3, 0}; /* traces 22 and 11 */
    const int new_of[4] = {3, 1, 0, 2};
    for (int r = 0; r < 8; r++) {
        assert_int_equal(m->module_of[r], new_of[module[r]] + 1);
        assert_true(m->W[r * 4 + new_of[module[r]]] == 1 + r);
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            const int i = old[a], j = old[b], low = i < j ? i : j, high = i < j ? j : i;
            assert_true(m->G[a * 4 + b] == (i == j && (i == 0 || i == 3) ? 1 : 10 * low + high));
        }
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

static void warnings_are_kept(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, false);
    assert_int_equal(lcn_model_warn(ctx, m, "first %d", 1), LACON_OK);
    assert_int_equal(lcn_model_warn(ctx, m, "second %s", "two"), LACON_OK);
    m->fitted = true;
    assert_int_equal(lacon_model_info(m)->n_warnings, 2);
    assert_string_equal(lacon_model_info(m)->warnings[0], "first 1");
    assert_string_equal(lacon_model_info(m)->warnings[1], "second two");
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

static void described_by_data(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[N * ROWS * P];
    ref_fill(1, N * ROWS * P, x);
    lacon_data *data = make_data(ctx, x, N);
    lacon_model *m = make_model(ctx, false);
    assert_int_equal(lcn_model_describe(ctx, m, data), LACON_OK); /* before scaling: 0 and 1 stay */
    assert_int_equal(lacon_model_rows(m, 1), ROWS);
    assert_true(lacon_model_mean(m)[3] == 0 && lacon_model_scale(m)[3] == 1);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    assert_int_equal(lcn_model_describe(ctx, m, data), LACON_OK);
    for (int r = 0; r < P; r++) {
        double mean = 0, square = 0;
        for (int i = 0; i < ROWS; i++) mean += x[(ROWS + i) * P + r] / ROWS;
        for (int i = 0; i < ROWS; i++) square += pow(x[(ROWS + i) * P + r] - mean, 2) / ROWS;
        assert_true(fabs(lacon_model_mean(m)[P + r] - mean) < 1e-14);
        assert_true(fabs(lacon_model_scale(m)[P + r] - sqrt(square)) < 1e-14);
    }
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* ---- what it computes ---- */

static void covariance_and_precision(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    for (int varied = 0; varied < 2; varied++) {
        lacon_model *m = make_model(ctx, varied);
        for (int c = 0; c < N; c++) {
            double sigma[P * P], omega[P * P], got[P * P];
            dense_sigma(m, c, sigma, omega);
            assert_int_equal(lacon_model_covariance(ctx, m, c, got), LACON_OK);
            assert_true(ref_distance(P * P, got, sigma) < 1e-15);
            assert_int_equal(lacon_model_precision(ctx, m, c, got), LACON_OK);
            assert_true(ref_distance(P * P, got, omega) < 1e-13);
        }
        double out[P * P] = {42};
        assert_int_equal(lacon_model_covariance(ctx, m, N, out), LACON_E_ARGUMENT);
        assert_int_equal(lacon_model_precision(ctx, m, -1, out), LACON_E_ARGUMENT);
        assert_true(out[0] == 42);
        lacon_model_free(m);
    }
    lacon_ctx_free(ctx);
}

/* log N(x; 0, Sigma) and -tr Omega + ½ |Omega x|², averaged over the rows */
static void dense_values(const lacon_model *m, int c, const double *x, double *loglik,
                         double *score)
{
    double sigma[P * P], omega[P * P];
    const double logdet = dense_sigma(m, c, sigma, omega);
    double trace = 0, quadratic = 0, square = 0;
    for (int r = 0; r < P; r++) trace += omega[r * P + r];
    for (int i = 0; i < ROWS; i++)
        for (int r = 0; r < P; r++) {
            double y = 0;
            for (int s = 0; s < P; s++) y += omega[r * P + s] * x[i * P + s];
            quadratic += x[i * P + r] * y / ROWS;
            square += y * y / ROWS;
        }
    *loglik = -0.5 * (P * log(2 * M_PI) + logdet + quadratic);
    *score = -trace + 0.5 * square;
}

/* From rows, from float32 rows and from the covariance; the classes exchanged by a map. */
static void values_of_data(void **state)
{
    (void)state;
    static double x[N * ROWS * P];
    static float single[N * ROWS * P];
    ref_fill(5, N * ROWS * P, x);
    for (int i = 0; i < N * ROWS * P; i++) x[i] = single[i] = (float)(2 * x[i]);
    const int64_t swap[N] = {1, 0};
    for (int varied = 0; varied < 2; varied++)
        for (int kind = 0; kind < 3; kind++) {
            lacon_ctx *ctx = new_ctx(1);
            lacon_model *m = make_model(ctx, varied);
            lacon_data *data = kind == 0 ? make_data(ctx, x, N) : make_data(ctx, x, 0);
            for (int c = 0; c < N && kind > 0; c++) {
                double cov[P * P];
                gram(x + c * ROWS * P, cov);
                assert_int_equal(kind == 1 ? lacon_data_add_view_f32(ctx, data, NULL, ROWS,
                                                                     single + c * ROWS * P, P)
                                           : lacon_data_add_cov(ctx, data, NULL, ROWS, cov, P),
                                 LACON_OK);
            }
            double loglik[N], score[N], want[2];
            for (int mapped = 0; mapped < 2; mapped++) {
                const int64_t *map = mapped ? swap : NULL;
                assert_int_equal(lacon_model_evaluate(ctx, m, data, map, loglik), LACON_OK);
                assert_int_equal(lacon_model_evaluate_score(ctx, m, data, map, score), LACON_OK);
                for (int c = 0; c < N; c++) {
                    dense_values(m, mapped ? 1 - c : c, x + c * ROWS * P, &want[0], &want[1]);
                    assert_true(fabs(loglik[c] - want[0]) < 1e-11 * fabs(want[0]));
                    assert_true(fabs(score[c] - want[1]) < 1e-11 * fabs(want[1]));
                }
            }
            lacon_model_free(m);
            lacon_data_free(data);
            lacon_ctx_free(ctx);
        }
}

/* A module that lost its variables takes no part in Sigma, whatever its row of G says. */
static void empty_module(void **state)
{
    (void)state;
    static double x[N * ROWS * P];
    ref_fill(6, N * ROWS * P, x);
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, true);
    lacon_data *data = make_data(ctx, x, N);
    for (int r = 0; r < P; r++) m->W[r * K + 1] = 0;
    lcn_model_label(m);
    double loglik[N], score[N], want[2], sigma[P * P], omega[P * P], got[P * P];
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, loglik), LACON_OK);
    assert_int_equal(lacon_model_evaluate_score(ctx, m, data, NULL, score), LACON_OK);
    for (int c = 0; c < N; c++) {
        dense_values(m, c, x + c * ROWS * P, &want[0], &want[1]);
        assert_true(fabs(loglik[c] - want[0]) < 1e-11 * fabs(want[0]));
        assert_true(fabs(score[c] - want[1]) < 1e-11 * fabs(want[1]));
        dense_sigma(m, c, sigma, omega);
        assert_int_equal(lacon_model_precision(ctx, m, c, got), LACON_OK);
        assert_true(ref_distance(P * P, got, omega) < 1e-13);
    }
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* E[z | x] = Cov(z, x) Sigma^-1 x with Cov(z, x) = G W'Psi^1/2 */
static void latent_means(void **state)
{
    (void)state;
    static double x[N * ROWS * P], z[ROWS * K];
    ref_fill(7, N * ROWS * P, x);
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, true);
    lacon_data *data = make_data(ctx, x, N);
    double sigma[P * P], omega[P * P];
    dense_sigma(m, 1, sigma, omega);
    assert_int_equal(lacon_model_latent(ctx, m, 1, data, 0, z), LACON_OK);
    for (int i = 0; i < ROWS; i++)
        for (int a = 0; a < K; a++) {
            double want = 0;
            for (int b = 0; b < K; b++)
                for (int r = 0; r < P; r++)
                    for (int s = 0; s < P; s++)
                        want += m->G[(K + a) * K + b] * m->W[r * K + b] * sqrt(m->psi[r]) *
                                omega[r * P + s] * x[i * P + s];
            assert_true(fabs(z[i * K + a] - want) < 1e-12);
        }
    double cov[P * P];
    gram(x, cov);
    assert_int_equal(lacon_data_add_cov(ctx, data, "square", ROWS, cov, P), LACON_OK);
    assert_int_equal(lacon_model_latent(ctx, m, 0, data, 2, z), LACON_E_UNSUPPORTED);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'square'"));
    assert_int_equal(lacon_model_latent(ctx, m, 5, data, 0, z), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_latent(ctx, m, 0, data, 9, z), LACON_E_ARGUMENT);
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Modules fixed: no nearby v is better, loglik is what evaluate says, W and names stay. */
static void transformed(void **state)
{
    (void)state;
    static double x[3 * ROWS * P];
    ref_fill(8, 3 * ROWS * P, x);
    for (int varied = 0; varied < 2; varied++) {
        lacon_ctx *ctx = new_ctx(1);
        lacon_model *m = make_model(ctx, varied), *made;
        lacon_data *data = make_data(ctx, x, 3);
        double value[3], moved[3];
        assert_int_equal(lacon_model_transform(ctx, &made, m, data), LACON_OK);
        assert_int_equal(lacon_model_classes(made), 3);
        assert_memory_equal(lacon_model_W(made), lacon_model_W(m), P * K * sizeof(double));
        assert_memory_equal(lacon_model_psi(made), lacon_model_psi(m), P * sizeof(double));
        assert_int_equal(lacon_model_evaluate(ctx, made, data, NULL, value), LACON_OK);
        for (int c = 0; c < 3; c++) {
            assert_int_equal(lacon_model_rows(made, c), ROWS);
            assert_in_range(lacon_model_kept(made, c), 0, K);
            assert_true(fabs(value[c] - lacon_model_loglik(made, c)) < 1e-12 * fabs(value[c]));
        }
        for (int up = 0; up < 2; up++) {
            for (int c = 0; c < 3; c++) made->v[c] *= up ? 1.01 / 0.99 : 0.99;
            assert_int_equal(lacon_model_evaluate(ctx, made, data, NULL, moved), LACON_OK);
            for (int c = 0; c < 3; c++) assert_true(moved[c] < value[c]);
        }
        lacon_model_free(made);
        lacon_model_free(m);
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

static void same_bits_for_any_threads(void **state)
{
    (void)state;
    static double x[5 * ROWS * P];
    ref_fill(9, 5 * ROWS * P, x);
    double value[3][5], score[3][5], G[3][5 * K * K];
    for (int t = 0; t < 3; t++) {
        lacon_ctx *ctx = new_ctx(1 + 2 * t);
        lacon_model *m = make_model(ctx, true), *made;
        lacon_data *data = make_data(ctx, x, 5);
        const int64_t map[5] = {0, 1, 0, 1, 0};
        assert_int_equal(lacon_model_evaluate(ctx, m, data, map, value[t]), LACON_OK);
        assert_int_equal(lacon_model_evaluate_score(ctx, m, data, map, score[t]), LACON_OK);
        assert_int_equal(lacon_model_transform(ctx, &made, m, data), LACON_OK);
        memcpy(G[t], made->G, sizeof G[t]);
        assert_memory_equal(value[t], value[0], sizeof value[0]);
        assert_memory_equal(score[t], score[0], sizeof score[0]);
        assert_memory_equal(G[t], G[0], sizeof G[0]);
        lacon_model_free(made);
        lacon_model_free(m);
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

static void wrong_data_are_refused(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[4 * (P + 1)] = {0}, out[3] = {42, 42, 42};
    const char *own[P] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    const char *other[P] = {"a", "b", "d", "c", "e", "f", "g", "h", "i", "j", "k"};
    lacon_model *m = make_model(ctx, false), *made = m;
    lacon_data *wide, *data;
    ref_fill(1, 4 * (P + 1), x);
    assert_int_equal(lacon_data_new(ctx, &wide, P + 1), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, wide, NULL, 4, x, P + 1), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, wide, NULL, out), LACON_E_SHAPE);
    assert_int_equal(lacon_model_transform(ctx, &made, m, wide), LACON_E_SHAPE);
    assert_null(made);
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_set_names(ctx, data, other), LACON_OK);
    for (int c = 0; c < 3; c++)
        assert_int_equal(lacon_data_add_view(ctx, data, NULL, 4, x, P), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, out),
                     LACON_E_ARGUMENT); /* class 3 of 2 */
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, -1}, out),
                     LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, 1}, out), LACON_OK);
    out[0] = 42;
    assert_int_equal(lcn_model_set_names(ctx, m, own, NULL), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, 1}, out), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'d'"));
    assert_true(out[0] == 42);
    for (int i = 0; i < 4 * P; i++) x[i] = 1e200; /* squares overflow */
    assert_int_equal(lcn_model_set_names(ctx, m, other, NULL), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, data, (int64_t[]){0, 1, 1}, out),
                     LACON_E_NUMERIC);
    assert_true(out[0] == 42);
    lacon_data_free(wide);
    lacon_data_free(data);
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

/* A G that was spoilt after the checks is told, not used. */
static void indefinite_G(void **state)
{
    (void)state;
    static double x[N * ROWS * P], out[P * P] = {42}, z[ROWS * K];
    ref_fill(3, N * ROWS * P, x);
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, false);
    lacon_data *data = make_data(ctx, x, N);
    m->G[0] = -5;
    assert_int_equal(lacon_model_precision(ctx, m, 0, out), LACON_E_NUMERIC);
    assert_int_equal(lacon_model_latent(ctx, m, 0, data, 0, z), LACON_E_NUMERIC);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'class-001'"));
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, out), LACON_E_NUMERIC);
    assert_true(out[0] == 42);
    m->G[0] = NAN;
    assert_int_equal(lacon_model_simulate(ctx, m, 0, 5, 1, x, P), LACON_E_NUMERIC);
    lacon_data_free(data);
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

static void keep_log(void *user, lacon_log_level level, const char *message)
{
    if (level == LACON_LOG_WARNING) snprintf(user, 200, "%s", message);
}

/* Rows that lie in the modules exactly: v stands at its floor, and the log says so. */
static void noise_free_classes(void **state)
{
    (void)state;
    static double x[ROWS * P], z[ROWS * K];
    char said[200] = "";
    lacon_ctx_options o;
    lacon_ctx *ctx;
    lacon_ctx_options_init(&o);
    o.log = keep_log;
    o.user = said;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    lacon_model *m = make_model(ctx, false), *made;
    ref_fill(4, ROWS * K, z);
    for (int i = 0; i < ROWS; i++)
        for (int r = 0; r < P; r++)
            for (int j = 0; j < K; j++) x[i * P + r] += z[i * K + j] * m->W[r * K + j];
    lacon_data *data = make_data(ctx, x, 1);
    assert_int_equal(lacon_model_transform(ctx, &made, m, data), LACON_OK);
    double t = 0;
    for (int i = 0; i < ROWS * P; i++) t += x[i] * x[i] / ROWS;
    assert_true(fabs(made->v[0] / (1e-12 * t / P) - 1) < 1e-9);
    assert_non_null(strstr(said, "1 class(es) have no noise left"));
    lacon_data_free(data);
    lacon_model_free(made);
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

/* ---- memory that ends: the n-th allocation fails, nothing leaks, the code is right ---- */

typedef struct purse {
    int left, live;
} purse;
static void *pay(void *user, size_t bytes)
{
    purse *p = user;
    if (p->left-- <= 0) return NULL;
    p->live++;
    return malloc(bytes);
}
static void give_back(void *user, void *block)
{
    ((purse *)user)->live--;
    free(block);
}

static lacon_status use_everything(lacon_ctx *ctx, const lacon_data *data)
{
    double W[P * K], G[N * K * K], v[N];
    static double out[P * P], z[ROWS * K], x[20 * P];
    lacon_model *m = NULL, *made = NULL, *truth = NULL;
    lacon_scores scores;
    lacon_status status;
    make_parts(W, G, v);
    LCN_GOTO(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, NULL, NULL));
    LCN_GOTO(lacon_model_evaluate(ctx, m, data, NULL, out));
    LCN_GOTO(lacon_model_evaluate_score(ctx, m, data, NULL, out));
    LCN_GOTO(lacon_model_covariance(ctx, m, 0, out));
    LCN_GOTO(lacon_model_precision(ctx, m, 0, out));
    LCN_GOTO(lacon_model_latent(ctx, m, 0, data, 0, z));
    LCN_GOTO(lacon_model_transform(ctx, &made, m, data));
    LCN_GOTO(lcn_model_warn(ctx, m, "%s", "a warning"));
    LCN_GOTO(lacon_model_simulate(ctx, m, 0, 20, 1, x, P));
    LCN_GOTO(lacon_model_random(ctx, &truth, P, K, N, 1, 1));
    LCN_GOTO(lacon_model_score(ctx, &scores, truth, m));
done:
    lacon_model_free(m);
    lacon_model_free(made);
    lacon_model_free(truth);
    return status;
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    static double x[N * ROWS * P];
    ref_fill(10, N * ROWS * P, x);
    lacon_ctx *plain = new_ctx(1);
    lacon_data *data = make_data(plain, x, N);
    int steps = 0;
    for (lacon_status status = LACON_E_MEMORY; status != LACON_OK; steps++) {
        purse p = {.left = 1 + steps};
        const lacon_allocator a = {.alloc = pay, .free = give_back, .user = &p};
        lacon_ctx_options o;
        lacon_ctx *ctx;
        lacon_ctx_options_init(&o);
        o.allocator = &a;
        assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
        status = use_everything(ctx, data);
        assert_true(status == LACON_OK || status == LACON_E_MEMORY);
        if (status < 0) assert_non_null(strstr(lacon_ctx_message(ctx), "memory"));
        lacon_ctx_free(ctx);
        assert_int_equal(p.live, 0);
    }
    assert_true(steps > 50); /* it did fail many times on the way */
    lacon_data_free(data);
    lacon_ctx_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_come_back),
        cmocka_unit_test(default_names),
        cmocka_unit_test(bad_parts_are_refused),
        cmocka_unit_test(sorted_by_size),
        cmocka_unit_test(warnings_are_kept),
        cmocka_unit_test(described_by_data),
        cmocka_unit_test(covariance_and_precision),
        cmocka_unit_test(values_of_data),
        cmocka_unit_test(empty_module),
        cmocka_unit_test(latent_means),
        cmocka_unit_test(transformed),
        cmocka_unit_test(same_bits_for_any_threads),
        cmocka_unit_test(wrong_data_are_refused),
        cmocka_unit_test(indefinite_G),
        cmocka_unit_test(noise_free_classes),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
