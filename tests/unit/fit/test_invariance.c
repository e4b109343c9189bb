/* SPDX-License-Identifier: BSD-3-Clause
 * What must not change the answer does not: the order of classes and of variables, the unit of the
 * data, a class written twice, the number of threads, running again.
 */
#include "fit_ref.h"

enum { N = 4, ROWS = 60, P = 24, K = 3 };

typedef struct way {
    lacon_objective objective;
    lacon_membership membership;
    lacon_noise noise;
    lacon_rows rows;
} way;

static const way WAYS[] = {{LACON_OBJECTIVE_ML, LACON_MEMBERSHIP_TEST, LACON_NOISE_ISOTROPIC, LACON_ROWS_SERIES},
                           {LACON_OBJECTIVE_ML, LACON_MEMBERSHIP_ALL, LACON_NOISE_VARIABLE, LACON_ROWS_SERIES},
                           {LACON_OBJECTIVE_SM, LACON_MEMBERSHIP_ALL, LACON_NOISE_ISOTROPIC, LACON_ROWS_SERIES}};
enum { N_WAYS = sizeof WAYS / sizeof *WAYS };

static lacon_model *fit(const lacon_data *data, int64_t k, way how)
{
    lacon_fit_options o = ref_options(k);
    o.objective = how.objective;
    o.membership = how.membership;
    o.noise = how.noise;
    o.rows = how.rows;
    return ref_fit(ctx, data, &o);
}

static double value(const lacon_model *m, way how)
{
    const lacon_fit_info *info = lacon_model_info(m);
    return how.objective == LACON_OBJECTIVE_ML ? info->nll : info->score;
}

/* ---- order ---- */

static void order_of_classes(void **state)
{
    (void)state;
    static const int64_t order[N] = {2, 0, 3, 1};
    for (int w = 0; w < N_WAYS; w++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.5, seed);
            double *x = ref_alloc(N * ROWS * P);
            for (int i = 0; i < N; i++)
                memcpy(x + i * ROWS * P, s.x + order[i] * ROWS * P, ROWS * P * sizeof *x);
            lacon_data *data = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false);
            lacon_model *a = fit(s.data, K, WAYS[w]), *b = fit(data, K, WAYS[w]);
            assert_true(fabs(value(a, WAYS[w]) - value(b, WAYS[w])) < 1e-9);
            assert_memory_equal(lacon_model_module_of(a), lacon_model_module_of(b),
                                P * sizeof(int32_t));
            assert_true(ref_distance(P * K, lacon_model_W(a), lacon_model_W(b)) < 1e-4);
            for (int i = 0; i < N; i++) {
                assert_true(fabs(lacon_model_v(a, order[i]) - lacon_model_v(b, i)) < 1e-5);
                assert_true(ref_distance(K * K, lacon_model_G(a, order[i]), lacon_model_G(b, i)) <
                            1e-3);
            }
            lacon_model_free(a);
            lacon_model_free(b);
            lacon_data_free(data);
            free(x);
            ref_sim_clear(&s);
        }
}

/* Variable r goes to place order[r]; modules follow. */
static void check_order_of_variables(int64_t classes, int64_t n, int64_t p, int64_t k, double noise,
                                     uint64_t seed, way how, double tolerance)
{
    ref_sim s = ref_simulate(ctx, classes, n, p, k, noise, seed);
    double *x = ref_alloc(classes * n * p);
    int64_t *order = malloc((size_t)p * sizeof *order);
    int32_t *module = malloc((size_t)p * sizeof *module);
    for (int64_t r = 0; r < p; r++) order[r] = (r * 7 + 3) % p; /* p is not a multiple of 7 */
    for (int64_t i = 0; i < classes * n; i++)
        for (int64_t r = 0; r < p; r++) x[i * p + order[r]] = s.x[i * p + r];
    lacon_data *data = ref_data(ctx, x, classes, n, p, LACON_SCALE_Z, false);
    lacon_model *a = fit(s.data, k, how), *b = fit(data, k, how);
    assert_true(fabs(value(a, how) - value(b, how)) < tolerance);
    for (int64_t r = 0; r < p; r++) {
        module[r] = lacon_model_module_of(b)[order[r]];
        assert_true(fabs(lacon_model_evidence(a)[r] - lacon_model_evidence(b)[order[r]]) <
                    1e-3 * fmax(1, lacon_model_evidence(a)[r]));
    }
    assert_true(lacon_ari(p, lacon_model_module_of(a), module) == 1);
    lacon_model_free(a);
    lacon_model_free(b);
    lacon_data_free(data);
    free(module);
    free(order);
    free(x);
    ref_sim_clear(&s);
}

static void order_of_variables(void **state)
{
    (void)state;
    for (int w = 0; w < N_WAYS; w++)
        for (uint64_t seed = 1; seed <= 4; seed++)
            /* weights rest to 1e-9 nats; the objective alone has a slope there, that of score matching a steeper one */
            check_order_of_variables(N, ROWS, P, K, 0.5, seed, WAYS[w],
                                     WAYS[w].objective == LACON_OBJECTIVE_SM ? 1e-6 : 1e-8);
}

/* ---- units ---- */

/* The data times 2^m, centred or as they are: W and psi keep every bit, G and v grow by 4^m
 * exactly, nll by p log 2^m. */
static void powers_of_two(void **state)
{
    (void)state;
    static const int shifts[] = {-60, -3, 1, 40};
    const lacon_scale scales[] = {LACON_SCALE_CENTER, LACON_SCALE_NONE};
    for (int w = 0; w < N_WAYS; w++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            const lacon_scale scale = scales[seed % 2];
            ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.5, seed);
            for (int e = 0; e < N * ROWS * P; e++) s.x[e] *= 0.4 + 0.2 * (double)seed;
            lacon_data *plain = ref_data(ctx, s.x, N, ROWS, P, scale, false);
            lacon_model *a = fit(plain, K, WAYS[w]);
            for (int m = 0; m < 4; m++) {
                double *x = ref_alloc(N * ROWS * P);
                for (int e = 0; e < N * ROWS * P; e++) x[e] = ldexp(s.x[e], shifts[m]);
                lacon_data *data = ref_data(ctx, x, N, ROWS, P, scale, false);
                lacon_model *b = fit(data, K, WAYS[w]);
                assert_memory_equal(lacon_model_W(a), lacon_model_W(b), P * K * sizeof(double));
                assert_memory_equal(lacon_model_psi(a), lacon_model_psi(b), P * sizeof(double));
                assert_true(fabs(ref_nll(b) - ref_nll(a) - P * shifts[m] * log(2)) < 1e-10);
                assert_true(lacon_model_info(b)->score ==
                            ldexp(lacon_model_info(a)->score, -2 * shifts[m]));
                for (int i = 0; i < N; i++) {
                    assert_true(lacon_model_v(b, i) == ldexp(lacon_model_v(a, i), 2 * shifts[m]));
                    for (int e = 0; e < K * K; e++)
                        assert_true(lacon_model_G(b, i)[e] ==
                                    ldexp(lacon_model_G(a, i)[e], 2 * shifts[m]));
                }
                lacon_model_free(b);
                lacon_data_free(data);
                free(x);
            }
            lacon_model_free(a);
            lacon_data_free(plain);
            ref_sim_clear(&s);
        }
}

/* ---- a class twice ---- */

/* The same rows twice as two classes, or once as one class of twice as many rows: one objective. Rows count as
 * independent ones, or those that repeat in time would be fewer, and draw weights together less. */
static void a_class_twice(void **state)
{
    (void)state;
    for (int w = 0; w < N_WAYS; w++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            ref_sim s = ref_simulate(ctx, 2, ROWS, P, K, 0.5, seed);
            const double *second = s.x + ROWS * P;
            double *twice = ref_alloc(2 * ROWS * P);
            memcpy(twice, second, ROWS * P * sizeof *twice);
            memcpy(twice + ROWS * P, second, ROWS * P * sizeof *twice);
            lacon_data *two = NULL, *one = NULL;
            assert_int_equal(lacon_data_new(ctx, &two, P), LACON_OK);
            assert_int_equal(lacon_data_new(ctx, &one, P), LACON_OK);
            assert_int_equal(lacon_data_add_copy(ctx, two, NULL, ROWS, s.x, P), LACON_OK);
            assert_int_equal(lacon_data_add_copy(ctx, two, NULL, ROWS, second, P), LACON_OK);
            assert_int_equal(lacon_data_add_copy(ctx, two, NULL, ROWS, second, P), LACON_OK);
            assert_int_equal(lacon_data_add_copy(ctx, one, NULL, ROWS, s.x, P), LACON_OK);
            assert_int_equal(lacon_data_add_copy(ctx, one, NULL, 2 * ROWS, twice, P), LACON_OK);
            assert_int_equal(lacon_data_standardise(ctx, two, LACON_SCALE_Z), LACON_OK);
            assert_int_equal(lacon_data_standardise(ctx, one, LACON_SCALE_Z), LACON_OK);
            way how = WAYS[w];
            how.rows = LACON_ROWS_INDEPENDENT;
            lacon_model *a = fit(two, K, how), *b = fit(one, K, how);
            assert_true(fabs(value(a, WAYS[w]) - value(b, WAYS[w])) < 1e-9);
            assert_memory_equal(lacon_model_module_of(a), lacon_model_module_of(b),
                                P * sizeof(int32_t));
            assert_true(ref_distance(P * K, lacon_model_W(a), lacon_model_W(b)) < 1e-4);
            lacon_model_free(a);
            lacon_model_free(b);
            lacon_data_free(two);
            lacon_data_free(one);
            free(twice);
            ref_sim_clear(&s);
        }
}

/* ---- threads ---- */

static void check_same_bits(const lacon_model *a, const lacon_model *b)
{
    const int64_t p = lacon_model_variables(a), k = lacon_model_modules(a),
                  n = lacon_model_classes(a);
    const lacon_fit_info *ia = lacon_model_info(a), *ib = lacon_model_info(b);
    assert_int_equal(k, lacon_model_modules(b));
    assert_memory_equal(lacon_model_W(a), lacon_model_W(b), (size_t)(p * k) * sizeof(double));
    assert_memory_equal(lacon_model_psi(a), lacon_model_psi(b), (size_t)p * sizeof(double));
    assert_memory_equal(lacon_model_evidence(a), lacon_model_evidence(b),
                        (size_t)p * sizeof(double));
    for (int64_t i = 0; i < n; i++) {
        assert_memory_equal(lacon_model_G(a, i), lacon_model_G(b, i),
                            (size_t)(k * k) * sizeof(double));
        assert_true(lacon_model_v(a, i) == lacon_model_v(b, i));
        assert_true(lacon_model_loglik(a, i) == lacon_model_loglik(b, i));
    }
    assert_true(ia->nll == ib->nll && ia->score == ib->score && ia->iterations == ib->iterations);
    assert_int_equal(ia->n_starts, ib->n_starts);
    assert_memory_equal(ia->start_objective, ib->start_objective,
                        (size_t)ia->n_starts * sizeof(double));
    assert_memory_equal(ia->start_agreement, ib->start_agreement,
                        (size_t)ia->n_starts * sizeof(double));
}

static lacon_model *fit_with_threads(const double *x, int64_t classes, int64_t n, int64_t p,
                                     int64_t k, bool single, way how, int threads)
{
    lacon_ctx *c;
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.threads = threads;
    assert_int_equal(lacon_ctx_new(&c, &options), LACON_OK);
    lacon_data *data = ref_data(c, x, classes, n, p, LACON_SCALE_Z, single);
    lacon_fit_options o = ref_options(k);
    o.objective = how.objective;
    o.membership = how.membership;
    o.noise = how.noise;
    lacon_model *m = ref_fit(c, data, &o);
    lacon_data_free(data);
    lacon_ctx_free(c);
    return m;
}

/* Sizes for each way the work is shared out: many classes in chunks, covariances and rows, one long
 * class in slices. Threads are woken where a pass takes more than two million multiply-adds. */
static void threads_change_nothing(void **state)
{
    (void)state;
    static const struct {
        int64_t N, n, p, k;
        bool single;
    } cases[] = {
        {3, 40, 20, 3, false},    /* too small for threads */
        {40, 30, 230, 3, false},  /* covariances, 16 chunks */
        {18, 25, 460, 3, true},   /* float32 rows in 16 chunks */
        {3, 60, 700, 3, false},   /* rows, fewer classes than threads */
        {1, 2800, 800, 2, false}, /* one long class: slices of rows */
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const int64_t n = cases[c].n, p = cases[c].p, k = cases[c].k;
        ref_sim s = ref_simulate(ctx, cases[c].N, n, p, k, 0.2, c + 1);
        const way how = WAYS[(c + 2) % N_WAYS];
        lacon_model *first = fit_with_threads(s.x, cases[c].N, n, p, k, cases[c].single, how, 1);
        for (int threads = 1; threads <= 4; threads++) { /* 1: the same seed twice */
            lacon_model *m =
                fit_with_threads(s.x, cases[c].N, n, p, k, cases[c].single, how, threads);
            check_same_bits(first, m);
            lacon_model_free(m);
        }
        lacon_model_free(first);
        ref_sim_clear(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_classes),       cmocka_unit_test(order_of_variables),
        cmocka_unit_test(powers_of_two),          cmocka_unit_test(a_class_twice),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
