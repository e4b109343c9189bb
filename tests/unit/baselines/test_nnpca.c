/* SPDX-License-Identifier: BSD-3-Clause
 * Non-negative components (src/baselines/nnpca.c, nncum.c): what they minimise by the definition, against
 * the answers of R's nsprcomp and nscumcomp on the same tables where those are at hand (beside the
 * sources, shared/reference); optimality on the rows of baseline_ref.h everywhere.
 */
#include "baseline_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 50, FIVE = 5 };

static lacon_data *table(lacon_ctx *ctx, const char *kind, const char *name)
{
    char path[512];
    const char *paths[] = {path};
    lacon_data *data;
    snprintf(path, sizeof path, TEST_DATA "/../../../shared/reference/%s/%s.csv", kind, name);
    if (access(path, R_OK) != 0) return NULL;
    assert_int_equal(lacon_data_read(ctx, &data, paths, 1, NULL), LACON_OK);
    return data;
}

/* Loadings p × 5 of the reference; its rows are the variables. */
static bool reference(lacon_ctx *ctx, const char *name, double *W)
{
    lacon_data *data = table(ctx, "nnpca", name);
    if (!data) return false;
    assert_int_equal(data->p, FIVE);
    memcpy(W, data->classes[0].x, sizeof(double) * (size_t)(data->classes[0].n * FIVE));
    lacon_data_free(data);
    return true;
}

/* sum_j w_j'(I - QQ')K(I - QQ')w_j, Q a basis of the columns before j */
static double explained(int p, int k, const double *G, const double *W)
{
    double Q[FIVE][MOST], sum = 0;
    for (int j = 0; j < k; j++) {
        double *q = Q[j], size = 0;
        for (int r = 0; r < p; r++) q[r] = W[r * k + j];
        for (int i = 0; i < j; i++) {
            const double along = lcn_dot(p, q, Q[i]);
            for (int r = 0; r < p; r++) q[r] -= along * Q[i][r];
        }
        for (int r = 0; r < p; r++)
            for (int s = 0; s < p; s++) sum += q[r] * G[r * p + s] * q[s];
        size = lcn_norm(p, q);
        for (int r = 0; r < p; r++) q[r] /= size;
    }
    return sum;
}

/* tr K - tr((W'W)^-1 W'KW) + |W'W - I|² */
static double cumulative(int p, int k, const double *G, const double *W)
{
    double A[FIVE * FIVE] = {0}, S[FIVE * FIVE] = {0}, inverse[FIVE * FIVE], sum = 0;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            for (int r = 0; r < p; r++) {
                A[i * k + j] += W[r * k + i] * W[r * k + j];
                for (int s = 0; s < p; s++)
                    S[i * k + j] += W[r * k + i] * G[r * p + s] * W[s * k + j];
            }
    for (int i = 0; i < k * k; i++) sum += pow(A[i] - (i % (k + 1) == 0), 2);
    assert_true(lcn_chol(k, A, k));
    lcn_chol_inverse(k, A, k, inverse);
    for (int i = 0; i < k * k; i++) sum -= inverse[i] * S[i];
    for (int r = 0; r < p; r++) sum += G[r * p + r];
    return sum;
}

static int entries(int count, const double *W)
{
    int kept = 0;
    for (int i = 0; i < count; i++) kept += W[i] > 0;
    return kept;
}

/* nsprcomp stops at a relative change of 1e-3 and nscumcomp after 20 iterations: ours may only be
 * better, by their own measures, with no more entries. */
static void against_r(void **state)
{
    (void)state;
    static const char *const names[] = {"gauss_p50_n1000", "lingam_p50_n1000"};
    lacon_ctx *ctx = new_ctx(1);
    for (int i = 0; i < 2; i++) {
        char file[64];
        double theirs[MOST * FIVE], *got = calloc(MOST * FIVE, sizeof *got), *G;
        int64_t n;
        lacon_data *data = table(ctx, "fofc", names[i]);
        snprintf(file, sizeof file, "%s.nsprcomp", names[i]);
        if (!data || !reference(ctx, file, theirs)) {
            free(got);
            lacon_data_free(data);
            print_message("  skipped: shared/reference is not beside the sources\n");
            break;
        }
        assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_CENTER), LACON_OK);
        lacon_baseline_options o = defaults(FIVE);
        assert_int_equal(lcn_pooled_covariances(ctx, &G, &n, data), LACON_OK);
        pooled(ctx, data, lcn_nnpca, got, &o);
        print_message("  %s: explained %.4f, nsprcomp %.4f\n", names[i], explained(MOST, FIVE, G, got),
                      explained(MOST, FIVE, G, theirs));
        assert_true(explained(MOST, FIVE, G, got) >= explained(MOST, FIVE, G, theirs));
        memset(got, 0, MOST * FIVE * sizeof *got);
        snprintf(file, sizeof file, "%s.nscumcomp", names[i]);
        assert_true(reference(ctx, file, theirs));
        o.nnpca = LACON_NNPCA_CUMULATIVE; /* penalty 1 a row is gamma = 1e3 of 1000 rows */
        pooled(ctx, data, lcn_nnpca, got, &o);
        print_message("  %s: objective %.5f with %d entries, nscumcomp %.5f\n", names[i],
                      cumulative(MOST, FIVE, G, got), entries(MOST * FIVE, got),
                      cumulative(MOST, FIVE, G, theirs));
        assert_true(cumulative(MOST, FIVE, G, got) <= cumulative(MOST, FIVE, G, theirs));
        assert_true(entries(MOST * FIVE, got) <= MOST);
        lcn_free(&ctx->allocator, G);
        lacon_data_free(data);
        free(got);
    }
    lacon_ctx_free(ctx);
}

/* No small change of the weights that are there makes the objective smaller; a larger penalty leaves
 * smaller overlaps; columns have unit length and no negative entry. */
static void cumulative_optimum(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = training(ctx, false);
    lacon_baseline_options o = defaults(B_K);
    double got[B_P * B_K] = {0}, near[B_P * B_K], *G;
    int64_t n;
    o.nnpca = LACON_NNPCA_CUMULATIVE;
    o.tol = 1e-13;
    assert_int_equal(lcn_pooled_covariances(ctx, &G, &n, data), LACON_OK);
    pooled(ctx, data, lcn_nnpca, got, &o);
    const double value = cumulative(B_P, B_K, G, got);
    lcn_rng rng = lcn_rng_stream(3, 1, 1);
    for (int trial = 0; trial < 300; trial++) {
        double size[B_K] = {0};
        for (int i = 0; i < B_P * B_K; i++) {
            assert_true(got[i] >= 0);
            near[i] = got[i] > 0 ? fmax(got[i] + 0.01 * lcn_rng_normal(&rng), 0) : 0;
            size[i % B_K] += near[i] * near[i];
        }
        for (int i = 0; i < B_P * B_K; i++) near[i] /= sqrt(size[i % B_K]);
        assert_true(cumulative(B_P, B_K, G, near) > value - 1e-9);
    }
    for (int j = 0; j < B_K; j++) {
        double size = 0;
        for (int r = 0; r < B_P; r++) size += got[r * B_K + j] * got[r * B_K + j];
        assert_true(fabs(size - 1) < 1e-12);
    }
    assert_true(entries(B_P * B_K, got) <= B_P);
    lcn_free(&ctx->allocator, G);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Where there are fewer rows than variables, the rows and their second moments give the same. */
static void rows_or_moments(void **state)
{
    (void)state;
    static lcn_modules_fn *const methods[] = {lcn_nnpca, lcn_nncum, lcn_factor, lcn_kmeans};
    lacon_ctx *ctx = new_ctx(1);
    enum { rows = 40, vars = 70, k = 3 };
    double *x = calloc(rows * vars, sizeof *x), *square = calloc(vars * vars, sizeof *square);
    lcn_rng rng = lcn_rng_stream(8, 1, 1);
    for (int i = 0; i < rows; i++) {
        const double z[k] = {lcn_rng_normal(&rng), lcn_rng_normal(&rng), lcn_rng_normal(&rng)};
        for (int r = 0; r < vars; r++) x[i * vars + r] = z[r % k] * (1 + 0.02 * r) + lcn_rng_normal(&rng);
    }
    for (int i = 0; i < 4; i++) {
        lacon_baseline_options o = defaults(k);
        double got[2][vars * k] = {{0}};
        o.tol = 1e-13;
        for (int single = 0; single < 2; single++) { /* also as float32, in two classes */
            lacon_data *data;
            float *narrow = calloc(rows * vars, sizeof *narrow);
            for (int l = 0; l < rows * vars; l++) narrow[l] = (float)x[l];
            for (int l = 0; l < rows * vars; l++) x[l] = narrow[l];
            assert_int_equal(lacon_data_new(ctx, &data, vars), LACON_OK);
            for (int half = 0; half < 2; half++)
                assert_int_equal(
                    single ? lacon_data_add_view_f32(ctx, data, NULL, rows / 2,
                                                     narrow + half * rows / 2 * vars, vars)
                           : lacon_data_add_view(ctx, data, NULL, rows / 2, x + half * rows / 2 * vars, vars),
                    LACON_OK);
            assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
            for (int thin = 0; thin < 2; thin++) {
                lcn_pooled job = {.options = &o, .loadings = got[thin]};
                double *block;
                memset(got[thin], 0, sizeof got[thin]);
                assert_int_equal(lcn_pooled_begin(ctx, &job, &block, data, thin), LACON_OK);
                assert_true((job.rows != NULL) == thin && (job.K == NULL) == thin);
                assert_int_equal(methods[i](ctx, &job), LACON_OK);
                lcn_free(&ctx->allocator, block);
            }
            lcn_gemm(LCN_N, LCN_T, vars, vars, k, 1.0, got[0], k, got[0], k, 0.0, square, vars);
            lcn_gemm(LCN_N, LCN_T, vars, vars, k, -1.0, got[1], k, got[1], k, 1.0, square, vars);
            for (int l = 0; l < vars * vars; l++) /* L L': columns come in any order, with any sign */
                assert_true(fabs(square[l]) < 1e-5); /* the likelihood is flat at its top */
            lacon_data_free(data);
            free(narrow);
        }
    }
    free(square);
    free(x);
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_r),
        cmocka_unit_test(cumulative_optimum),
        cmocka_unit_test(rows_or_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
