/* SPDX-License-Identifier: BSD-3-Clause
 * Data at the edges: one module, as many as variables, more variables than observations, twins,
 * constants, no noise, fewer observations than modules. Each has a defined outcome, in both
 * objectives, with either membership and either noise. What is refused is in test_fit.c.
 */
#include "fit_ref.h"

/* Fits with every combination of the choices; `check` sees each model. */
typedef void checker(const lacon_model *m, const lacon_fit_options *o, const lacon_data *data);

static void every_way(const lacon_data *data, int64_t k, checker *check)
{
    for (int way = 0; way < 8; way++) {
        lacon_fit_options o = ref_options(k);
        o.objective = (lacon_objective)(way & 1);
        o.membership = (lacon_membership)(way >> 1 & 1);
        o.noise = (lacon_noise)(way >> 2 & 1);
        lacon_model *m = NULL;
        const lacon_status status = lacon_fit(ctx, &m, data, &o);
        if (status < 0) print_message("way %d: %s\n", way, lacon_ctx_message(ctx));
        assert_true(status == LACON_OK || status == LACON_W_NOT_CONVERGED);
        ref_check_model(m);
        const lacon_fit_info *info = lacon_model_info(m);
        assert_true(isfinite(info->nll) && isfinite(info->score));
        for (int64_t r = 0; r < lacon_model_variables(m); r++) {
            assert_true(isfinite(lacon_model_evidence(m)[r]));
            assert_true(lacon_model_psi(m)[r] > 0 && isfinite(lacon_model_psi(m)[r]));
        }
        if (check) check(m, &o, data);
        lacon_model_free(m);
    }
}

/* k = 1 with one class and noise alike: w, K w and equal weights lie in one plane, w between the other two. The
 * likelihood alone would have the leading eigenvector, the prior of the weights equal ones. */
static void check_one_module(const lacon_model *m, const lacon_fit_options *o,
                             const lacon_data *data)
{
    enum { p = 9 };
    assert_int_equal(lacon_model_modules(m), 1);
    if (o->noise == LACON_NOISE_VARIABLE) return;
    const double *w = lacon_model_W(m);
    double cov[p * p], Kw[p] = {0}, along = 0, sum = 0, out = 0, in = 0, left = 0;
    ref_cov(data->classes[0].n, p, data->classes[0].x, cov);
    for (int e = 0; e < p * p; e++) Kw[e / p] += cov[e] * w[e % p];
    for (int r = 0; r < p; r++) along += Kw[r] * w[r], sum += w[r];
    for (int r = 0; r < p; r++) { /* off w: K w one way, equal weights the other */
        out += (Kw[r] - along * w[r]) * (1 - sum * w[r]);
        in += pow(1 - sum * w[r], 2);
    }
    for (int r = 0; r < p; r++) left += pow(Kw[r] - along * w[r] - out / in * (1 - sum * w[r]), 2);
    assert_true(out < 0);
    assert_true(sqrt(left) < 1e-6 * along);
}
static void one_module(void **state)
{
    (void)state;
    enum { n = 100, p = 9 };
    double x[n * p], z[n];
    ref_normals(1, n * p, x);
    ref_normals(2, n, z);
    for (int e = 0; e < n * p; e++) x[e] += 1.5 * z[e / p];
    lacon_data *data = ref_data(ctx, x, 1, n, p, LACON_SCALE_Z, false);
    every_way(data, 1, check_one_module);
    lacon_data_free(data);
}

/* k = p, everyone in: each variable its own module, nothing left for v, and that is said. With the
 * test nobody earns a place alone. */
static void check_all_modules(const lacon_model *m, const lacon_fit_options *o,
                              const lacon_data *data)
{
    const int64_t p = lacon_data_variables(data);
    if (o->membership == LACON_MEMBERSHIP_TEST) {
        assert_true(ref_warns_of(m, "stands out from the noise"));
        return;
    }
    assert_int_equal(lacon_model_modules(m), p);
    for (int64_t r = 0; r < p; r++)
        assert_true(lacon_model_W(m)[r * p + lacon_model_module_of(m)[r] - 1] == 1);
    assert_int_equal(lacon_model_info(m)->n_floored, lacon_data_classes(data));
    assert_true(ref_warns_of(m, "floor"));
}
static void as_many_modules_as_variables(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 50, 6, 2, 1, 2);
    every_way(s.data, 6, check_all_modules);
    ref_sim_clear(&s);
    double x[12];
    ref_normals(1, 12, x);
    lacon_data *one = ref_data(ctx, x, 1, 12, 1, LACON_SCALE_Z, false); /* p = k = 1 */
    every_way(one, 1, NULL);
    lacon_data_free(one);
}

/* p >> n, on rows, K of rank n - 1. */
static void check_wide(const lacon_model *m, const lacon_fit_options *o, const lacon_data *data)
{
    (void)o;
    assert_false(ref_takes_covariance(data, 0));
    assert_true(lacon_model_modules(m) >= 1);
}
static void many_variables_few_rows(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 8, 1040, 3, 0.05, 2);
    every_way(s.data, 3, check_wide);
    ref_sim_clear(&s);
}

/* Twins share a module and a weight. */
static void check_twins(const lacon_model *m, const lacon_fit_options *o, const lacon_data *data)
{
    (void)o;
    (void)data;
    const int64_t k = lacon_model_modules(m);
    assert_int_equal(lacon_model_module_of(m)[0], lacon_model_module_of(m)[7]);
    for (int64_t j = 0; j < k; j++)
        assert_true(fabs(lacon_model_W(m)[j] - lacon_model_W(m)[7 * k + j]) < 1e-6);
}
static void identical_columns(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 60, 12, 3, 0.3, 3);
    for (int64_t i = 0; i < 120; i++) s.x[i * 12 + 7] = s.x[i * 12];
    lacon_data *data = ref_data(ctx, s.x, 2, 60, 12, LACON_SCALE_Z, false);
    every_way(data, 3, check_twins);
    lacon_data_free(data);
    ref_sim_clear(&s);
}

/* x = W z exactly: v at its floor, said so, the modules are the true ones. */
static void check_noise_free(const lacon_model *m, const lacon_fit_options *o,
                             const lacon_data *data)
{
    int32_t want[12];
    for (int r = 0; r < 12; r++) want[r] = r % 3;
    if (o->membership == LACON_MEMBERSHIP_ALL && o->noise == LACON_NOISE_ISOTROPIC) {
        assert_true(lacon_ari(12, lacon_model_module_of(m), want) == 1);
        assert_int_equal(lacon_model_info(m)->n_floored, lacon_data_classes(data));
        assert_true(ref_warns_of(m, "floor"));
    }
    for (int64_t i = 0; i < lacon_data_classes(data); i++) assert_true(lacon_model_v(m, i) > 0);
}
static void no_noise(void **state)
{
    (void)state;
    enum { n = 40, p = 12, k = 3 };
    double x[2 * n * p], z[2 * n * k];
    ref_normals(4, 2 * n * k, z);
    for (int i = 0; i < 2 * n; i++)
        for (int r = 0; r < p; r++) x[i * p + r] = (1 + 0.1 * r) * z[i * k + r % k];
    for (int scale = 0; scale < 2; scale++) {
        lacon_data *data =
            ref_data(ctx, x, 2, n, p, scale ? LACON_SCALE_Z : LACON_SCALE_CENTER, false);
        every_way(data, k, check_noise_free);
        lacon_data_free(data);
    }
}

/* n_i < k: G cannot have full rank; a class of two rows is the least. */
static void check_short(const lacon_model *m, const lacon_fit_options *o, const lacon_data *data)
{
    (void)data;
    if (o->membership == LACON_MEMBERSHIP_TEST) return;
    assert_int_equal(lacon_model_info(m)->n_clipped, 4);
    assert_true(ref_warns_of(m, "lost rank"));
    for (int i = 0; i < 4; i++) assert_true(lacon_model_kept(m, i) <= 2);
}
static void fewer_rows_than_modules(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 4, 3, 20, 5, 1, 6);
    every_way(s.data, 5, check_short);
    ref_sim_clear(&s);
    ref_sim two = ref_simulate(ctx, 1, 2, 10, 3, 1, 6);
    every_way(two.data, 3, NULL);
    ref_sim_clear(&two);
}

/* A constant variable under `center` has no variance to explain: it is in no module. Constant in
 * one class only: the other speaks for it. */
static void check_constant(const lacon_model *m, const lacon_fit_options *o, const lacon_data *data)
{
    (void)o;
    (void)data;
    assert_int_equal(lacon_model_module_of(m)[0], 0);
    assert_int_equal(lacon_model_module_of(m)[5], 0);
}
static void constant_columns(void **state)
{
    (void)state;
    for (int p = 12; p <= 1040; p += 1028) { /* covariances and Ward; rows and seeds */
        const int64_t n = p == 12 ? 40 : 10;
        ref_sim s = ref_simulate(ctx, 2, n, p, 3, 0.05, 7);
        for (int64_t i = 0; i < 2 * n; i++) s.x[i * p] = s.x[i * p + 5] = 4;
        lacon_data *data = ref_data(ctx, s.x, 2, n, p, LACON_SCALE_CENTER, false);
        if (p == 12) every_way(data, 3, check_constant);
        lacon_fit_options o = ref_options(3);
        o.starts = 6; /* the random ones too */
        lacon_model *m = ref_fit(ctx, data, &o);
        check_constant(m, &o, data);
        lacon_model_free(m);
        lacon_data_free(data);
        for (int64_t i = n; i < 2 * n; i++) s.x[i * p] = s.x[i * p + 5] = s.x[i * p + 1];
        data = ref_data(ctx, s.x, 2, n, p, LACON_SCALE_CENTER, false);
        if (p == 12) every_way(data, 3, NULL);
        else lacon_model_free(ref_fit(ctx, data, &o));
        lacon_data_free(data);
        ref_sim_clear(&s);
    }
}

/* The others fare as they would without it: the starts see no NaN, Ward's, and the seeds in their place at 1040. */
static void constants_harm_nobody(void **state)
{
    (void)state;
    for (int p = 30; p <= 1040; p += 1010)
        for (uint64_t seed = 1; seed <= (p == 30 ? 4 : 1); seed++) {
            enum { k = 5 };
            const int n = p == 30 ? 200 : 60;
            double *x = ref_alloc(n * p), *z = ref_alloc(n * k), *y = ref_alloc(n * (p - 1));
            ref_normals(seed, n * p, x);
            ref_normals(seed + 50, n * k, z);
            for (int i = 0; i < n; i++) {
                for (int r = 0; r < p; r++) x[i * p + r] += 0.9 * z[i * k + r % k];
                x[i * p + p - 1] = 4;
                memcpy(y + i * (p - 1), x + i * p, (size_t)(p - 1) * sizeof *y);
            }
            lacon_data *with = ref_data(ctx, x, 1, n, p, LACON_SCALE_CENTER, false);
            lacon_data *without = ref_data(ctx, y, 1, n, p - 1, LACON_SCALE_CENTER, false);
            lacon_fit_options o = ref_options(k);
            o.starts = 4; /* the last one by seeds */
            lacon_model *a = ref_fit(ctx, with, &o), *b = ref_fit(ctx, without, &o);
            assert_true(lacon_ari(p - 1, lacon_model_module_of(a), lacon_model_module_of(b)) == 1);
            const lacon_fit_info *info = lacon_model_info(a);
            for (int64_t i = 0; i < 4; i++) assert_true(info->start_agreement[i] > 0.9);
            lacon_model_free(a);
            lacon_model_free(b);
            lacon_data_free(with);
            lacon_data_free(without);
            free(x);
            free(y);
            free(z);
        }
}

/* A class in which nothing varies is refused by name: it has no covariance to speak of. */
static void constant_class(void **state)
{
    (void)state;
    enum { n = 20, p = 6 };
    double x[2 * n * p];
    ref_normals(1, 2 * n * p, x);
    for (int e = 0; e < n * p; e++) x[n * p + e] = e % p;
    lacon_data *data = ref_data(ctx, x, 2, n, p, LACON_SCALE_CENTER, false);
    const lacon_fit_options o = ref_options(2);
    lacon_model *m = NULL;
    assert_int_equal(lacon_fit(ctx, &m, data, &o), LACON_E_DATA);
    assert_null(m);
    assert_non_null(strstr(lacon_ctx_message(ctx), lacon_data_label(data, 1)));
    lacon_data_free(data);
}

/* Values near the ends of the range: squares would overflow or vanish, scaled data do not. */
static void huge_and_tiny(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 50, 12, 3, 0.3, 8);
    const double unit[] = {0x1p-500, 0x1p500};
    const lacon_fit_options o = ref_options(3);
    lacon_model *plain = ref_fit(ctx, s.data, &o);
    for (int u = 0; u < 2; u++) {
        double *x = ref_alloc(2 * 50 * 12);
        for (int e = 0; e < 2 * 50 * 12; e++) x[e] = s.x[e] * unit[u];
        lacon_data *data = ref_data(ctx, x, 2, 50, 12, LACON_SCALE_Z, false);
        lacon_model *m = ref_fit(ctx, data, &o);
        assert_memory_equal(lacon_model_W(m), lacon_model_W(plain), 12 * 3 * sizeof(double));
        lacon_model_free(m);
        lacon_data_free(data);
        free(x);
    }
    lacon_model_free(plain);
    ref_sim_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_module),
        cmocka_unit_test(as_many_modules_as_variables),
        cmocka_unit_test(many_variables_few_rows),
        cmocka_unit_test(identical_columns),
        cmocka_unit_test(no_noise),
        cmocka_unit_test(fewer_rows_than_modules),
        cmocka_unit_test(constant_columns),
        cmocka_unit_test(constants_harm_nobody),
        cmocka_unit_test(constant_class),
        cmocka_unit_test(huge_and_tiny),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
