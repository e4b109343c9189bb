/* SPDX-License-Identifier: BSD-3-Clause
 * The rivals against R (glasso, factanal, psych, hclust): the numbers of agreement_ref.h,
 * which tools/make_baseline_refs makes. scikit-learn's are in test_baselines.c.
 */
#include "agreement_ref.h"
#include "baseline_data.h"
#include "la/la.h"

#include <string.h>

enum { PP = B_P * B_P };

static lacon_data *few_rows(lacon_ctx *ctx)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, B_P), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, "few", B_FEW, b_rows, B_P), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    return data;
}

/* Covariance and precision at each penalty. Both descents run on until a sweep changes 1e-12 of the
 * mean entry or less; what separates them then is rounding times the condition of W. */
static void same_lasso(lacon_ctx *ctx, const lacon_data *data, const double *penalty, int count,
                       const double *w, const double *wi)
{
    for (int i = 0; i < count; i++) {
        lacon_baseline_options o = defaults(0);
        lacon_covariance *s;
        double W[PP], inverse[PP];
        o.penalty = penalty[i];
        o.tol = 1e-12;
        o.max_iter = 100000;
        assert_int_equal(lacon_baseline_covariance(ctx, &s, "glasso", data, &o), LACON_OK);
        memcpy(W, lacon_covariance_matrix(s, 0), sizeof W);
        assert_true(farthest(PP, W, w + i * PP) < 1e-9);
        assert_true(lcn_chol(B_P, W, B_P));
        lcn_chol_inverse(B_P, W, B_P, inverse);
        assert_true(farthest(PP, inverse, wi + i * PP) < 1e-7);
        lacon_covariance_free(s);
    }
}

static void glasso(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false), *few = few_rows(ctx);
    same_lasso(ctx, data, r_penalty, 3, r_glasso_w, r_glasso_wi);
    same_lasso(ctx, few, r_few_penalty, 2, r_few_w, r_few_wi); /* fewer rows than variables */
    lacon_data_free(few);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Largest difference of two sets of loadings (p × k) after the best order and signs of columns. */
static double apart(int k, const double *got, const double *want)
{
    double worst = 0;
    for (int j = 0; j < k; j++) {
        double least = INFINITY;
        for (int i = 0; i < k; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double most = 0;
                for (int r = 0; r < B_P; r++)
                    most = fmax(most, fabs(got[r * k + j] - sign * want[r * k + i]));
                least = fmin(least, most);
            }
        worst = fmax(worst, least);
    }
    return worst;
}

/* factanal is driven to the optimum; the default search of psych stops near it. */
static void factor_analysis(void **state)
{
    (void)state;
    static const struct {
        int k;
        const double *loadings, *noise;
        double bound;
    } cases[] = {{2, r_ml_2, r_ml_noise_2, 1e-6},
                 {3, r_ml_3, r_ml_noise_3, 1e-6},
                 {2, r_psych_2, r_psych_noise_2, 1e-4},
                 {3, r_psych_3, r_psych_noise_3, 1e-4}};
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int k = cases[i].k;
        double got[B_P * B_K] = {0}, noise[B_P];
        lacon_baseline_options o = defaults(k);
        o.tol = 1e-14;
        pooled(ctx, data, lcn_factor, got, &o);
        for (int r = 0; r < B_P; r++) {
            noise[r] = 1;
            for (int j = 0; j < k; j++) noise[r] -= got[r * k + j] * got[r * k + j];
        }
        print_message("  k = %d: loadings %.1e, noise %.1e\n", k, apart(k, got, cases[i].loadings),
                      farthest(B_P, noise, cases[i].noise));
        assert_true(apart(k, got, cases[i].loadings) < cases[i].bound);
        assert_true(farthest(B_P, noise, cases[i].noise) < cases[i].bound);
    }
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* hclust of R, ward.D2 and average: the same partition at every number of clusters. */
static void trees(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    for (int average = 0; average < 2; average++)
        for (int k = 2; k <= 6; k++) {
            lacon_baseline_options o = defaults(k);
            lacon_model *m;
            int32_t label[B_P];
            o.linkage = average ? LACON_LINKAGE_AVERAGE : LACON_LINKAGE_WARD;
            assert_int_equal(lacon_baseline_modules(ctx, &m, "hclust", data, &o), LACON_OK);
            for (int r = 0; r < B_P; r++)
                label[r] = (average ? r_average : r_ward)[(k - 2) * B_P + r];
            assert_true(lacon_ari(B_P, label, lacon_model_module_of(m)) == 1);
            lacon_model_free(m);
        }
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glasso),
        cmocka_unit_test(factor_analysis),
        cmocka_unit_test(trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
