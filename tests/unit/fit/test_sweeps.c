/* SPDX-License-Identifier: BSD-3-Clause
 * fit/problem/variable_vectors.c: products of vectors are covariances, on every route. fit/mm/sweeps.c: sweeps end
 * where they say, as low as the steps of mm.c from the same modules, where no single variable gains, with the same bits
 * on any number of threads.
 */
#include "fit/mm/sweeps.h"
#include "fit_ref.h"

enum { VARIABLES = 160 };

typedef struct fixture {
    double *x;
    lcn_problem *q;
    lcn_vectors *v;
    lcn_work *w;
    lcn_point at;
} fixture;

static lacon_ctx *ctx;

/* Rows of k modules of unequal strength; the start has a third of the variables in any module. */
static void setup(fixture *f, uint64_t seed, int64_t N, int64_t n, int64_t p, int64_t k, lcn_kind route,
                  lacon_objective o)
{
    double *z = ref_alloc(N * n * k);
    int64_t *order = malloc((size_t)p * sizeof *order);
    uint64_t state = seed + 5;
    f->x = ref_alloc(N * n * p);
    ref_normals(seed, N * n * p, f->x);
    ref_normals(seed + 7, N * n * k, z);
    for (int64_t i = 0; i < N * n; i++)
        for (int64_t r = 0; r < p; r++) f->x[i * p + r] += (0.3 + 0.1 * (double)(r % k)) * z[i * k + r % k];
    f->q = ref_problem(ctx, f->x, N, n, p, k, route, o);
    for (int64_t r = 0; r < p; r++) order[r] = (r * 7 + 3) % p; /* p is no multiple of 7 */
    assert_int_equal(lcn_vectors_new(ctx, &f->v, f->q, order), LACON_OK);
    assert_non_null(f->v);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->at, p, k), LACON_OK);
    for (int64_t r = 0; r < p; r++) {
        const bool any = ref_uniform(&state) > 0.33;
        f->at.W.module[r] = (int32_t)(any ? (r + 1 + (int64_t)(state % 2)) % k : r % k);
        f->at.W.weight[r] = 1.0;
    }
    lcn_loadings_normalise(&f->at.W);
    free(order);
    free(z);
}

static void teardown(fixture *f)
{
    lcn_point_clear(&ctx->allocator, &f->at);
    lcn_work_free(f->w);
    lcn_vectors_free(f->v);
    lcn_problem_free(f->q);
    free(f->x);
}

/* K_i,rs of the data themselves */
static double covariance(const double *x, int64_t n, int64_t p, int64_t r, int64_t s)
{
    double sum = 0.0;
    for (int64_t t = 0; t < n; t++) sum += x[t * p + r] * x[t * p + s];
    return sum / (double)n;
}

static void products_are_covariances(void **state)
{
    (void)state;
    const struct { int64_t N, n, p; } sizes[] = {{1, 30, 47}, {3, 11, 20}, {2, 60, 19}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++)
        for (int route = 0; route < 3; route++)
            for (int psi = 0; psi < 2; psi++) {
                const int64_t N = sizes[c].N, n = sizes[c].n, p = sizes[c].p;
                fixture f;
                setup(&f, c, N, n, p, 3, (lcn_kind)route, LACON_OBJECTIVE_ML);
                double *noise = ref_alloc(p);
                for (int64_t r = 0; r < p; r++) noise[r] = psi ? 0.5 + 0.1 * (double)(r % 5) : 1.0;
                if (psi) {
                    int64_t *order = malloc((size_t)p * sizeof *order);
                    memcpy(order, f.v->variable, (size_t)p * sizeof *order);
                    lcn_vectors_free(f.v);
                    assert_int_equal(lcn_problem_set_psi(ctx, f.q, noise), LACON_OK);
                    assert_int_equal(lcn_vectors_new(ctx, &f.v, f.q, order), LACON_OK);
                    free(order);
                }
                for (int64_t i = 0; i < N; i++)
                    for (int64_t a = 0; a < p; a++)
                        for (int64_t b = 0; b <= a; b++) {
                            const int64_t r = f.v->variable[a], s = f.v->variable[b];
                            const double want = covariance(f.x + i * n * p, n, p, r, s) / sqrt(noise[r] * noise[s]);
                            double is = 0.0;
                            for (int64_t t = f.v->begin[i]; t < f.v->begin[i + 1]; t++)
                                is += (double)f.v->x[a * f.v->length + t] * (double)f.v->x[b * f.v->length + t];
                            assert_true(fabs(is - want) <= 1e-5);
                            if (a == b) assert_true(fabs(f.v->own[a * N + i] - want) <= 1e-5);
                        }
                free(noise);
                teardown(&f);
            }
}

/* No vectors: of a covariance that is none, of too many rows for single precision, of too many numbers. */
static void none_where_they_would_not_do(void **state)
{
    (void)state;
    fixture f;
    lcn_vectors *v;
    setup(&f, 1, 1, 40, 12, 2, LCN_COV, LACON_OBJECTIVE_ML);
    const double effective = f.q->effective;
    f.q->effective = 2.0 * LCN_ROUGH_ROWS;
    assert_true(lcn_vectors_bytes(f.q) == 0.0);
    f.q->effective = effective;
    assert_true(lcn_vectors_bytes(f.q) == 12.0 * 16.0 * sizeof(float));
    double *K = (double *)f.q->terms[0].x;
    K[0] = -1.0;
    assert_int_equal(lcn_vectors_new(ctx, &v, f.q, f.v->variable), LACON_OK);
    assert_null(v);
    f.q->terms[0].route = LCN_ROWS_F64;
    f.q->terms[0].n = 2000000;
    assert_true(lcn_vectors_bytes(f.q) == 0.0);
    teardown(&f);
}

static lcn_limits search_limits(const fixture *f, bool leave)
{
    lacon_fit_options o;
    lacon_fit_options_init(&o);
    o.membership = leave ? LACON_MEMBERSHIP_TEST : LACON_MEMBERSHIP_ALL;
    return lcn_limits_rough(f->q, &o);
}

/* By sweeps and by the steps of mm.c, weights settled after both; what single variables could gain after the first. */
static void as_low_as_steps(void **state)
{
    (void)state;
    int lower = 0, tried = 0;
    double ahead = 0.0;
    for (uint64_t seed = 0; seed < 24; seed++) {
        fixture f, g;
        const int64_t N = seed % 3 == 0 ? 4 : 1;
        const bool leave = seed % 2;
        setup(&f, seed, N, 60, VARIABLES, 4, (lcn_kind)(seed % 3), LACON_OBJECTIVE_ML);
        setup(&g, seed, N, 60, VARIABLES, 4, (lcn_kind)(seed % 3), LACON_OBJECTIVE_ML);
        const lcn_limits limits = search_limits(&f, leave);
        lcn_evaluate(f.w, &f.at, LCN_TANGENT);
        const double before = lcn_cost(f.w, &f.at);
        assert_int_equal(lcn_sweeps_new(ctx, f.w, f.v), LACON_OK);
        assert_true(lcn_descend(NULL, f.w, &f.at, &limits));
        assert_true(lcn_is_at(f.w, &f.at));
        ref_check_loadings(&f.at.W);
        assert_true(lcn_descend(NULL, g.w, &g.at, &limits));
        assert_true(lcn_cost(f.w, &f.at) < before);
        lcn_sweeps_free(&ctx->allocator, f.w->sweeps);
        f.w->sweeps = NULL;
        assert_true(lcn_settle_weights(NULL, f.w, &f.at, &limits));
        assert_true(lcn_settle_weights(NULL, g.w, &g.at, &limits));
        const double swept = lcn_cost(f.w, &f.at), stepped = lcn_cost(g.w, &g.at);
        lower += swept < stepped + 0.1;
        ahead += stepped - swept;
        tried++;
        lcn_single_moves(f.w, &f.at, 0.0, &limits);
        assert_true(swept - lcn_cost(f.w, &f.at) < 0.02 * VARIABLES);
        teardown(&f);
        teardown(&g);
    }
    print_message("sweeps end as low as steps in %d of %d, %.1f nats lower on average\n", lower, tried,
                  ahead / (double)tried);
    assert_true(ahead > 0.0 && 4 * lower > 3 * tried);
}

/* Score matching has no nats, and follows the same sweeps. */
static void score_matching_goes_down(void **state)
{
    (void)state;
    fixture f;
    setup(&f, 3, 2, 80, VARIABLES, 3, LCN_ROWS_F64, LACON_OBJECTIVE_SM);
    const lcn_limits limits = search_limits(&f, false);
    lcn_evaluate(f.w, &f.at, LCN_TANGENT);
    const double before = lcn_cost(f.w, &f.at);
    assert_int_equal(lcn_sweeps_new(ctx, f.w, f.v), LACON_OK);
    assert_true(lcn_descend(NULL, f.w, &f.at, &limits));
    assert_true(lcn_cost(f.w, &f.at) < before);
    teardown(&f);
}

static void same_bits_on_any_threads(void **state)
{
    (void)state;
    enum { LONG = 9000 }; /* so that threads are worth it */
    static int32_t module[VARIABLES];
    static double weight[VARIABLES];
    lacon_ctx *one = ctx;
    for (int threads = 1; threads <= 4; threads++) {
        fixture f;
        ctx = new_ctx(threads);
        setup(&f, 11, 1, LONG, VARIABLES, 3, LCN_ROWS_F32, LACON_OBJECTIVE_ML);
        const lcn_limits limits = search_limits(&f, true);
        assert_int_equal(lcn_sweeps_new(ctx, f.w, f.v), LACON_OK);
        lcn_descend(NULL, f.w, &f.at, &limits);
        if (threads == 1) {
            memcpy(module, f.at.W.module, sizeof module);
            memcpy(weight, f.at.W.weight, sizeof weight);
        }
        assert_memory_equal(module, f.at.W.module, sizeof module);
        assert_memory_equal(weight, f.at.W.weight, sizeof weight);
        teardown(&f);
        lacon_ctx_free(ctx);
    }
    ctx = one;
}

/* Whoever does not want to go on is given x where it is, evaluated. */
static void stops_when_told(void **state)
{
    (void)state;
    fixture f;
    lacon_ctx *stopping = stopping_ctx(1);
    setup(&f, 5, 1, 60, VARIABLES, 3, LCN_ROWS_F64, LACON_OBJECTIVE_ML);
    const lcn_limits limits = search_limits(&f, false);
    assert_int_equal(lcn_sweeps_new(ctx, f.w, f.v), LACON_OK);
    assert_false(lcn_descend(stopping, f.w, &f.at, &limits));
    assert_true(lcn_is_at(f.w, &f.at));
    ref_check_loadings(&f.at.W);
    teardown(&f);
    lacon_ctx_free(stopping);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_covariances), cmocka_unit_test(none_where_they_would_not_do),
        cmocka_unit_test(as_low_as_steps),          cmocka_unit_test(score_matching_goes_down),
        cmocka_unit_test(same_bits_on_any_threads), cmocka_unit_test(stops_when_told)};
    ctx = new_ctx(1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lacon_ctx_free(ctx);
    return failed;
}
