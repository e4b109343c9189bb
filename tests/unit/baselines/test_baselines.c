/* SPDX-License-Identifier: BSD-3-Clause
 * The rivals (src/baselines) against the numbers of scikit-learn in baseline_ref.h, which
 * tools/make_baseline_refs makes; and what they say to data they cannot use.
 */
#include "baseline_data.h"
#include "baselines/glasso.h"
#include "fit/search/starts.h"

#include <stdio.h>
#include <string.h>

/* ---- covariances ---- */

/* Closed form: rounding only. float32 rows are rounded to 6e-8 of entries up to 4. */
static void ledoit_wolf(void **state)
{
    (void)state;
    for (int single = 0; single < 2; single++) {
        lacon_ctx *ctx = new_ctx(2);
        lacon_data *data = training(ctx, single);
        lacon_baseline_options o = defaults(0);
        lacon_covariance *s;
        assert_int_equal(lacon_baseline_covariance(ctx, &s, "ledoit-wolf", data, &o), LACON_OK);
        for (int c = 0; c < B_CLASSES; c++) {
            assert_true(farthest(B_P * B_P, lacon_covariance_matrix(s, c),
                                 b_ledoit_wolf + c * B_P * B_P) < (single ? 2e-6 : 1e-13));
            assert_true(fabs(lacon_covariance_parameter(s, c) - b_shrinkage[c]) <
                        (single ? 1e-6 : 1e-13));
        }
        lacon_covariance_free(s);
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

/* The held-out likelihood against NumPy's slogdet and solve; the diagonal against its definition. */
static void sample_and_diagonal(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(2);
    lacon_data *data = training(ctx, false), *test = rows_of(ctx, b_test, B_TEST, false);
    lacon_baseline_options o = defaults(0);
    lacon_covariance *s, *d;
    double value[B_CLASSES];
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "sample", data, &o), LACON_OK);
    assert_int_equal(lacon_data_standardise_by(ctx, test, lacon_covariance_mean(s),
                                               lacon_covariance_scale(s)),
                     LACON_OK);
    assert_int_equal(lacon_covariance_evaluate(ctx, s, test, NULL, value), LACON_OK);
    for (int c = 0; c < B_CLASSES; c++)
        assert_true(fabs(value[c] / b_sample_loglik[c] - 1) < 1e-12);
    assert_true(isnan(lacon_covariance_parameter(s, 0)));
    assert_int_equal(lacon_baseline_covariance(ctx, &d, "diagonal", data, &o), LACON_OK);
    for (int i = 0; i < B_P * B_P; i++) {
        const bool diagonal = i % (B_P + 1) == 0;
        assert_true(fabs(lacon_covariance_matrix(d, 1)[i] - diagonal) < 1e-13); /* scaled rows */
    }
    lacon_covariance_free(d);
    lacon_covariance_free(s);
    lacon_data_free(test);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

static const char *heard;
static char words[512];
static void listen(void *user, lacon_log_level level, const char *message)
{
    (void)user;
    (void)level;
    snprintf(words, sizeof words, "%s", message);
    heard = words;
}

/* p > n: no density, said in words; finite for the methods that shrink. */
static void singular(void **state)
{
    (void)state;
    lacon_ctx_options ctx_options;
    lacon_ctx *ctx;
    lacon_ctx_options_init(&ctx_options);
    ctx_options.log = listen;
    assert_int_equal(lacon_ctx_new(&ctx, &ctx_options), LACON_OK);
    static const char *const methods[] = {"sample", "ledoit-wolf", "glasso", "diagonal",
                                          "factor-analysis", "ppca", "ppca"};
    const int64_t ks[] = {0, 0, 0, 0, 2, 2, 8}; /* 8 rows have 7 directions: ppca has no noise left */
    for (size_t i = 0; i < 7; i++) {
        lacon_data *data;
        lacon_covariance *s;
        double value;
        lacon_baseline_options o = defaults(ks[i]);
        o.folds = 2;
        assert_int_equal(lacon_data_new(ctx, &data, B_P), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, "few", 8, b_rows, B_P), LACON_OK);
        assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
        assert_int_equal(lacon_baseline_covariance(ctx, &s, methods[i], data, &o), LACON_OK);
        heard = NULL;
        assert_int_equal(lacon_covariance_evaluate(ctx, s, data, NULL, &value), LACON_OK);
        if (i % 6 == 0) assert_true(isinf(value) && value < 0 && heard && strstr(heard, "'few'"));
        if (i % 6 > 0) assert_true(isfinite(value) && !heard);
        lacon_covariance_free(s);
        lacon_data_free(data);
    }
    lacon_ctx_free(ctx);
}

/* tol 1e-10 of the mean entry in a sweep; both descents stop near, not at, the optimum: 1e-6. */
static void glasso_at(lacon_ctx *ctx, const lacon_data *data, double penalty, const double *want)
{
    lacon_baseline_options o = defaults(0);
    lacon_covariance *s;
    o.penalty = penalty;
    o.tol = 1e-10;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_OK);
    assert_true(farthest(B_P * B_P, lacon_covariance_matrix(s, 0), want) < 1e-6);
    assert_true(lacon_covariance_parameter(s, 0) == penalty);
    lacon_covariance_free(s);
}

static void glasso(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(2);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(0);
    lacon_covariance *s;
    glasso_at(ctx, data, 0.3, b_glasso_large);
    glasso_at(ctx, data, 0.05, b_glasso_small);
    o.penalty = 2; /* above every correlation: nothing but the diagonal */
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_OK);
    assert_true(fabs(lacon_covariance_matrix(s, 0)[1]) == 0);
    lacon_covariance_free(s);
    o.penalty = 1e-4;
    o.max_iter = 1; /* a path that is cut short says so and still gives a covariance */
    o.tol = 1e-12;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_W_NOT_CONVERGED);
    double value[B_CLASSES];
    assert_int_equal(lacon_covariance_evaluate(ctx, s, data, NULL, value), LACON_OK);
    assert_true(isfinite(value[0]) && isfinite(value[1]));
    lacon_covariance_free(s);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* The chosen penalty is the best of three by a search of its own: folds made here, each cold. */
static void glasso_choice(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(0);
    lacon_covariance *s;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_OK);
    const double chosen = lacon_covariance_parameter(s, 0);
    lacon_covariance_free(s);
    const double tried[] = {chosen / 3, chosen, chosen * 3};
    double sum[3] = {0};
    const double *x = data->classes[0].x;
    for (int i = 0; i < 3; i++)
        for (int f = 0; f < 5; f++) {
            enum { BLOCK = B_ROWS / 5 };
            double rest[(B_ROWS - BLOCK) * B_P];
            memcpy(rest, x, sizeof(double) * (size_t)(f * BLOCK * B_P));
            memcpy(rest + f * BLOCK * B_P, x + (f + 1) * BLOCK * B_P,
                   sizeof(double) * (size_t)((B_ROWS - (f + 1) * BLOCK) * B_P));
            lacon_data *part, *out;
            lacon_baseline_options at = defaults(0);
            at.penalty = tried[i];
            assert_int_equal(lacon_data_new(ctx, &part, B_P), LACON_OK);
            assert_int_equal(lacon_data_new(ctx, &out, B_P), LACON_OK);
            assert_int_equal(lacon_data_add_view(ctx, part, NULL, B_ROWS - BLOCK, rest, B_P), 0);
            assert_int_equal(
                lacon_data_add_view(ctx, out, NULL, BLOCK, x + f * BLOCK * B_P, B_P), 0);
            assert_int_equal(lacon_data_standardise(ctx, part, LACON_SCALE_NONE), LACON_OK);
            assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", part, &at), LACON_OK);
            double value;
            assert_int_equal(lacon_covariance_evaluate(ctx, s, out, NULL, &value), LACON_OK);
            sum[i] += value;
            lacon_covariance_free(s);
            lacon_data_free(part);
            lacon_data_free(out);
        }
    assert_true(sum[1] > sum[0] && sum[1] > sum[2]);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* ---- factor models by their own density ---- */

/* Log-likelihood of rows under the method's covariance, class by class. */
static void own_scores(lacon_ctx *ctx, const char *method, const lacon_data *data, lacon_data *rows,
                       const lacon_baseline_options *o, double *value)
{
    lacon_covariance *s;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, method, data, o), LACON_OK);
    assert_int_equal(lacon_data_standardise_by(ctx, rows, lacon_covariance_mean(s),
                                               lacon_covariance_scale(s)),
                     LACON_OK);
    assert_int_equal(lacon_covariance_evaluate(ctx, s, rows, NULL, value), LACON_OK);
    lacon_covariance_free(s);
}

/* Unseen rows against FactorAnalysis.score and PCA.score, of each class and pooled, on one thread and
 * two. ppca is closed form: rounding only. Stopping factor analysis at a gain of 1e-13 leaves 1e-5 in
 * the loadings, to which the likelihood of unseen rows, unlike that of the training rows, is not flat. */
static void own_densities(void **state)
{
    (void)state;
    static const char *const methods[] = {"factor-analysis", "ppca"};
    const double *want[] = {b_fa_score, b_ppca_score}, tol[] = {1e-5, 1e-12};
    for (int i = 0; i < 8; i++) {
        const int m = i % 2, all = i / 2 % 2;
        lacon_ctx *ctx = new_ctx(1 + i / 4);
        lacon_data *data = training(ctx, false), *test = rows_of(ctx, b_test, B_TEST, false);
        lacon_baseline_options o = defaults(B_K);
        double value[B_CLASSES];
        o.pooled = all;
        o.tol = 1e-13;
        own_scores(ctx, methods[m], data, test, &o, value);
        for (int c = 0; c < B_CLASSES; c++)
            assert_true(fabs(value[c] - want[m][all * B_CLASSES + c]) < tol[m]);
        lacon_data_free(test);
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

/* The same with fewer rows than variables and one factor; of the rows themselves too, where factor
 * analysis must not be below scikit-learn's, which stops short of the maximum. */
static void own_densities_of_few_rows(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_baseline_options o = defaults(1);
    static const char *const methods[] = {"factor-analysis", "ppca"};
    const double *want[] = {b_few_fa_score, b_few_ppca_score}, tol[] = {1e-4, 1e-12};
    const double *rows[] = {b_rows, b_test};
    const int64_t count[] = {B_FEW, B_TEST};
    o.tol = 1e-13;
    for (int i = 0; i < 4; i++) {
        lacon_data *data, *seen;
        double value;
        assert_int_equal(lacon_data_new(ctx, &data, B_P), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, "few", B_FEW, b_rows, B_P), LACON_OK);
        assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
        assert_int_equal(lacon_data_new(ctx, &seen, B_P), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, seen, "few", count[i / 2], rows[i / 2], B_P), LACON_OK);
        own_scores(ctx, methods[i % 2], data, seen, &o, &value);
        assert_true(fabs(value - want[i % 2][i / 2]) < tol[i % 2]);
        if (i == 0) assert_true(value > b_few_fa_score[0] - 1e-9);
        lacon_data_free(seen);
        lacon_data_free(data);
    }
    lacon_ctx_free(ctx);
}

/* Pooled: one matrix for all, of all rows; factor analysis keeps the diagonal of K. Methods that need the
 * rows of a class say so. */
static void pooled_covariances(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(2);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(B_K);
    lacon_covariance *s;
    double *gram;
    int64_t n;
    o.pooled = 1;
    assert_int_equal(lcn_pooled_covariances(ctx, &gram, &n, data), LACON_OK);
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "sample", data, &o), LACON_OK);
    for (int c = 0; c < B_CLASSES; c++) {
        assert_true(farthest(B_P * B_P, lacon_covariance_matrix(s, c), gram) < 1e-14);
        assert_true(s->n[c] == (double)n);
    }
    assert_string_equal(lacon_covariance_label(s, 1), lacon_data_label(data, 1));
    lacon_covariance_free(s);
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "factor-analysis", data, &o), LACON_OK);
    for (int r = 0; r < B_P; r++)
        assert_true(fabs(lacon_covariance_matrix(s, 0)[r * (B_P + 1)] - 1) < 1e-4);
    lacon_covariance_free(s);
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "ledoit-wolf", data, &o), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(ctx), "cannot be pooled"));
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_E_ARGUMENT);
    o.penalty = 0.1;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_OK);
    lacon_covariance_free(s);
    o.max_iter = 1;
    o.tol = 1e-15;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "factor-analysis", data, &o),
                     LACON_W_NOT_CONVERGED);
    assert_true(s->unfinished);
    lacon_covariance_free(s);
    lcn_free(&ctx->allocator, gram);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* ---- modules ---- */

static double agreement(lacon_ctx *ctx, const char *method, const lacon_data *data,
                        const lacon_baseline_options *o, const int *want)
{
    lacon_model *m;
    assert_int_equal(lacon_baseline_modules(ctx, &m, method, data, o), LACON_OK);
    int32_t label[B_P];
    for (int r = 0; r < B_P; r++) label[r] = want[r];
    const double ari = lacon_ari(B_P, label, lacon_model_module_of(m));
    lacon_model_free(m);
    return ari;
}

static void clusters(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(3);
    assert_true(agreement(ctx, "hclust", data, &o, b_ward) == 1);
    o.k = 4;
    assert_true(agreement(ctx, "hclust", data, &o, b_ward_4) == 1);
    o.linkage = LACON_LINKAGE_AVERAGE;
    assert_true(agreement(ctx, "hclust", data, &o, b_average) == 1);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Sum of squares around the centres of the model's modules, by the definition. */
static double inertia(const lacon_model *m, const double *gram)
{
    double sum = 0;
    for (int32_t c = 1; c <= m->k; c++) {
        double size = 0, own = 0, all = 0;
        for (int r = 0; r < B_P; r++)
            for (int s = 0; s < B_P && m->module_of[r] == c; s++) {
                if (m->module_of[s] != c) continue;
                all += gram[r * B_P + s];
                own += r == s ? gram[r * B_P + s] : 0;
                size += r == s;
            }
        sum += own - all / size;
    }
    return sum;
}

/* At least as good as the best of scikit-learn's 200 starts, for every number of clusters. */
static void kmeans(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    double *gram;
    int64_t n;
    assert_int_equal(lcn_pooled_covariances(ctx, &gram, &n, data), LACON_OK);
    assert_int_equal(n, B_CLASSES * B_ROWS);
    const int64_t ks[] = {2, 3, 5};
    for (int i = 0; i < 3; i++) {
        lacon_baseline_options o = defaults(ks[i]);
        lacon_model *m;
        assert_int_equal(lacon_baseline_modules(ctx, &m, "kmeans", data, &o), LACON_OK);
        assert_int_equal(lacon_model_modules(m), ks[i]);
        assert_true(inertia(m, gram) < b_inertia[i] * (1 + 1e-10));
        lacon_model_free(m);
    }
    lacon_baseline_options o = defaults(B_P); /* every variable alone: no cluster stays empty */
    lacon_model *m;
    assert_int_equal(lacon_baseline_modules(ctx, &m, "kmeans", data, &o), LACON_OK);
    assert_int_equal(lacon_model_modules(m), B_P);
    lacon_model_free(m);
    lcn_free(&ctx->allocator, gram);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Loadings up to order and sign of the columns. The likelihood is flat at its top: stopping at a gain
 * of 1e-12 leaves 1e-5 in the loadings. */
static void factor_analysis(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(B_K);
    double got[B_P * B_K] = {0}, noise[B_P], want[B_P * B_K];
    o.tol = 1e-13;
    pooled(ctx, data, lcn_factor, got, &o);
    for (int r = 0; r < B_P; r++) {
        noise[r] = 1;
        for (int j = 0; j < B_K; j++) noise[r] -= got[r * B_K + j] * got[r * B_K + j];
    }
    assert_true(farthest(B_P, noise, b_fa_noise) < 2e-5);
    memcpy(want, b_fa_loadings, sizeof want);
    lcn_varimax_to(want, B_P, B_K, 1e-12); /* scikit-learn's varimax stops at 1e-6 */
    for (int i = 0; i < B_P * B_K; i++) /* signs apart */
        assert_true(fabs(fabs(want[i]) - fabs(b_fa_loadings[i])) < 1e-2);
    for (int j = 0; j < B_K; j++) {
        double least = INFINITY;
        for (int i = 0; i < B_K; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double most = 0;
                for (int r = 0; r < B_P; r++)
                    most = fmax(most, fabs(got[r * B_K + j] - sign * want[r * B_K + i]));
                least = fmin(least, most);
            }
        assert_true(least < 1e-4);
    }
    o.max_iter = 1;
    lacon_model *m;
    assert_int_equal(lacon_baseline_modules(ctx, &m, "fa", data, &o), LACON_W_NOT_CONVERGED);
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* The same components as the best of 400 starts; a gain of 1e-13 is an angle of 1e-6. */
static void nonnegative_pca(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(B_K);
    double got[B_P * B_K] = {0};
    o.tol = 1e-14;
    pooled(ctx, data, lcn_nnpca, got, &o);
    assert_true(farthest(B_P * B_K, got, b_nnpca) < 1e-5);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* ---- shrinkage ---- */

/* The mix is what was said it is, and better on unseen rows than its parts. */
static void shrink(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(2);
    lacon_data *data = training(ctx, false), *test = rows_of(ctx, b_test, B_TEST, false);
    lacon_fit_options fit;
    lacon_model *m;
    lacon_covariance *s, *sample;
    double lambda, mu, value[B_CLASSES], plain[B_CLASSES], model[B_CLASSES], sigma[B_P * B_P];
    lacon_fit_options_init(&fit);
    fit.k = B_K;
    assert_int_equal(lacon_fit(ctx, &m, data, &fit), LACON_OK);
    assert_int_equal(lacon_model_shrink(ctx, &s, m, data, 5, &lambda, &mu), LACON_OK);
    assert_true(lambda > 0 && lambda <= 1 && mu >= 0 && mu <= 1);
    lacon_baseline_options o = defaults(0);
    assert_int_equal(lacon_baseline_covariance(ctx, &sample, "sample", data, &o), LACON_OK);
    assert_int_equal(lacon_model_covariance(ctx, m, 1, sigma), LACON_OK);
    for (int i = 0; i < B_P * B_P; i++) {
        const double a = lacon_covariance_matrix(sample, 0)[i], b = lacon_covariance_matrix(sample, 1)[i];
        const double want = (1 - lambda) * b + lambda * ((1 - mu) * sigma[i] + mu * (a + b) / 2);
        assert_true(fabs(lacon_covariance_matrix(s, 1)[i] - want) < 1e-14);
    }
    assert_int_equal(
        lacon_data_standardise_by(ctx, test, lacon_covariance_mean(s), lacon_covariance_scale(s)), 0);
    assert_int_equal(lacon_covariance_evaluate(ctx, s, test, NULL, value), LACON_OK);
    assert_int_equal(lacon_covariance_evaluate(ctx, sample, test, NULL, plain), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, m, test, NULL, model), LACON_OK);
    assert_true(value[0] + value[1] > plain[0] + plain[1]);
    assert_true(value[0] + value[1] > model[0] + model[1]);
    lacon_covariance *none;
    assert_int_equal(lacon_model_shrink(ctx, &none, m, data, 31, NULL, NULL), LACON_E_DATA);
    assert_null(none);
    assert_non_null(strstr(lacon_ctx_message(ctx), "class-001"));
    lacon_covariance_free(sample);
    lacon_covariance_free(s);
    lacon_model_free(m);
    lacon_data_free(test);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* ---- refusals ---- */

static void refusals(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false), *raw = rows_of(ctx, b_rows, B_ROWS, false);
    lacon_model *m;
    lacon_covariance *s;
    lacon_baseline_options o = defaults(0);
    static const char *const need[] = {"kmeans", "hclust", "fa", "nnpca"};
    for (int i = 0; i < 4; i++) {
        o.k = 0;
        assert_true(lacon_baseline_find(need[i])->needs_k);
        assert_int_equal(lacon_baseline_modules(ctx, &m, need[i], data, &o), LACON_E_ARGUMENT);
        assert_null(m);
        assert_non_null(strstr(lacon_ctx_message(ctx), "needs k"));
        o.k = B_P + 1;
        assert_int_equal(lacon_baseline_modules(ctx, &m, need[i], data, &o), LACON_E_ARGUMENT);
        assert_int_equal(lacon_baseline_covariance(ctx, &s, need[i], data, &o), LACON_E_ARGUMENT);
        assert_null(s);
    }
    static const char *const factors[] = {"factor-analysis", "ppca"};
    for (int i = 0; i < 2; i++)
        for (o.k = 0; o.k <= B_P; o.k += B_P) {
            assert_true(lacon_baseline_find(factors[i])->needs_k);
            assert_int_equal(lacon_baseline_covariance(ctx, &s, factors[i], data, &o), LACON_E_ARGUMENT);
            assert_null(s);
            assert_non_null(strstr(lacon_ctx_message(ctx), o.k ? "fewer than 12 factors" : "number of factors"));
        }
    o.k = 3;
    assert_int_equal(lacon_baseline_modules(ctx, &m, "sample", data, &o), LACON_E_ARGUMENT);
    assert_int_equal(lacon_baseline_modules(ctx, &m, "none", data, &o), LACON_E_ARGUMENT);
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "sample", raw, &o), LACON_E_ARGUMENT);
    o.folds = 31;
    assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "62"));
    assert_null(lacon_baseline_at(lacon_baseline_count()));
    assert_null(lacon_baseline_find("none"));
    lacon_data_free(raw);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledoit_wolf),   cmocka_unit_test(sample_and_diagonal),
        cmocka_unit_test(singular),      cmocka_unit_test(glasso),
        cmocka_unit_test(glasso_choice), cmocka_unit_test(clusters),
        cmocka_unit_test(kmeans),        cmocka_unit_test(factor_analysis),
        cmocka_unit_test(nonnegative_pca), cmocka_unit_test(shrink),
        cmocka_unit_test(refusals),      cmocka_unit_test(own_densities),
        cmocka_unit_test(own_densities_of_few_rows), cmocka_unit_test(pooled_covariances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
