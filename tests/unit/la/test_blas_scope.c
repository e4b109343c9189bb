/* SPDX-License-Identifier: BSD-3-Clause
 * Whoever sets BLAS to several threads (a host, OMP_NUM_THREADS of a cluster's job) gets the bytes of one thread:
 * lacon's products run between lcn_blas_begin and lcn_blas_end (la/la.h). BLAS itself is wrapped here and counts what
 * comes to it outside.
 */
#include "scratch.h"

#include "fit_ref.h"
#include "la/la.h"
#include "parallel/tasks.h"
#include <lacon/causal.h>
#include <lacon/report.h>

#include <cblas.h>

static int inside, outside;

static void look(void)
{
    const int threads = lcn_blas_begin();
    lcn_blas_end(threads);
#pragma omp atomic
    *(threads == 1 ? &inside : &outside) += 1;
}

void __real_cblas_dgemm(CBLAS_ORDER, CBLAS_TRANSPOSE, CBLAS_TRANSPOSE, blasint, blasint, blasint, double,
                        const double *, blasint, const double *, blasint, double, double *, blasint);
void __wrap_cblas_dgemm(CBLAS_ORDER, CBLAS_TRANSPOSE, CBLAS_TRANSPOSE, blasint, blasint, blasint, double,
                        const double *, blasint, const double *, blasint, double, double *, blasint);
void __wrap_cblas_dgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, blasint m, blasint n, blasint k,
                        double alpha, const double *A, blasint lda, const double *B, blasint ldb, double beta,
                        double *C, blasint ldc)
{
    look();
    __real_cblas_dgemm(order, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void __real_cblas_dsyrk(CBLAS_ORDER, CBLAS_UPLO, CBLAS_TRANSPOSE, blasint, blasint, double, const double *, blasint,
                        double, double *, blasint);
void __wrap_cblas_dsyrk(CBLAS_ORDER, CBLAS_UPLO, CBLAS_TRANSPOSE, blasint, blasint, double, const double *, blasint,
                        double, double *, blasint);
void __wrap_cblas_dsyrk(CBLAS_ORDER order, CBLAS_UPLO half, CBLAS_TRANSPOSE t, blasint n, blasint k, double alpha,
                        const double *A, blasint lda, double beta, double *C, blasint ldc)
{
    look();
    __real_cblas_dsyrk(order, half, t, n, k, alpha, A, lda, beta, C, ldc);
}

int __real_LAPACKE_dsyevd_work(int, char, char, int, double *, int, double *, double *, int, int *, int);
int __wrap_LAPACKE_dsyevd_work(int, char, char, int, double *, int, double *, double *, int, int *, int);
int __wrap_LAPACKE_dsyevd_work(int order, char job, char half, int n, double *A, int lda, double *w, double *work,
                               int size, int *iwork, int isize)
{
    look();
    return __real_LAPACKE_dsyevd_work(order, job, half, n, A, lda, w, work, size, iwork, isize);
}

/* BLAS has two threads while `job` runs, and afterwards; what it is asked for is within a scope. */
static void on_two_threads(lacon_status (*job)(lacon_ctx *ctx, void *user), void *user)
{
    lacon_ctx *own = ctx;
    inside = outside = 0;
    lcn_blas_end(2);
    assert_int_equal(job(own, user), LACON_OK);
    assert_int_equal(lcn_blas_begin(), 2);
    assert_int_equal(outside, 0);
    assert_true(inside > 0);
}

/* ---- folds and resamples that all ranks share ---- */

static lacon_status multiply(void *user, lacon_ctx *own, int64_t i)
{
    double *x = user, product[64];
    (void)own;
    lcn_gemm(LCN_N, LCN_T, 8, 8, 8, 1.0, x, 8, x, 8, 0.0, product, 8);
    x[i] += product[0];
    return LACON_OK;
}

static int result_of(void *user, int64_t i, lcn_span spans[LCN_SPANS])
{
    spans[0] = (lcn_span){(double *)user + i, sizeof(double)};
    return 1;
}

static const char *phase(int64_t i)
{
    (void)i;
    return "product";
}

static lacon_status tasks_together(lacon_ctx *own, void *user)
{
    return lcn_tasks_run(own, &(lcn_tasks){.count = 3, .user = user, .run = multiply, .result = result_of,
                                           .phase = phase, .together = true, .call = "products"});
}

static lacon_status tasks_each(lacon_ctx *own, void *user)
{
    return lcn_tasks_run(own, &(lcn_tasks){.count = 3, .user = user, .run = multiply, .result = result_of,
                                           .phase = phase, .call = "products"});
}

static void tasks(void **state)
{
    (void)state;
    double x[64] = {1, 2, 3};
    on_two_threads(tasks_each, x);
    on_two_threads(tasks_together, x);
}

/* ---- public calls ---- */

enum { P = 60, MODULES = 30, ROWS = 40 };

static lacon_status new_model(lacon_ctx *own, void *user)
{
    lacon_model *model = NULL;
    static double W[P * MODULES], G[MODULES * MODULES];
    const double v = 1;
    (void)user;
    for (int r = 0; r < P; r++) W[r * MODULES + r / 2] = sqrt(0.5);
    for (int j = 0; j < MODULES; j++) G[j * (MODULES + 1)] = 2;
    const lacon_status status = lacon_model_new(own, &model, P, MODULES, 1, W, G, &v, NULL, NULL, NULL, NULL);
    lacon_model_free(model);
    return status;
}

static double *some_rows(void)
{
    uint64_t state = 5;
    double *x = ref_alloc(ROWS * P);
    for (int i = 0; i < ROWS * P; i++) x[i] = ref_normal(&state) + (i % 2 ? x[i - 1] : 0);
    return x;
}

static lacon_status unmix(lacon_ctx *own, void *user)
{
    lacon_ica_options how;
    double W[9];
    lacon_ica_options_init(&how);
    return lacon_ica(own, W, NULL, ROWS * 20, 3, user, 3, &how);
}

static lacon_status write_report(lacon_ctx *own, void *user)
{
    scratch *s = user;
    lacon_data *data = NULL;
    lacon_model *model = NULL;
    lacon_fit_options fit;
    lacon_report_options how;
    double *x = some_rows();
    lacon_fit_options_init(&fit);
    fit.k = 2;
    assert_int_equal(lacon_data_new(own, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_view(own, data, "one", ROWS, x, P), LACON_OK);
    assert_int_equal(lacon_data_standardise(own, data, LACON_SCALE_Z), LACON_OK);
    assert_int_equal(lacon_fit(own, &model, data, &fit), LACON_OK);
    const char *folder = scratch_path(s, "model");
    assert_int_equal(lacon_model_save(own, model, folder, 0, NULL), LACON_OK);
    lacon_report_options_init(&how);
    how.data = data;
    const lacon_status status = lacon_report_write(own, scratch_path(s, "page.html"), folder, &how);
    lacon_model_free(model);
    lacon_data_free(data);
    free(x);
    return status;
}

static void calls(void **state)
{
    scratch *s = *state;
    double *x = some_rows();
    on_two_threads(new_model, NULL);
    on_two_threads(unmix, x);
    on_two_threads(write_report, s);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks),
        cmocka_unit_test_setup_teardown(calls, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests_name("blas scope", tests, open_ctx, close_ctx);
}
