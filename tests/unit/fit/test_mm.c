/* SPDX-License-Identifier: BSD-3-Clause
 * fit/mm/mm.c: the evidence never falls along a descent, step by step, for many random problems, both
 * objectives and all routes; what a descent ends at; how the limits follow from the options.
 */
#include "fit/solver.h"
#include "fit_ref.h"

typedef struct fixture {
    double *x;
    lcn_problem *q;
    lcn_work *w;
    lcn_point at;
} fixture;

/* Rows of noise with `strength` of k common directions in them; random W to start. */
static void setup(fixture *f, uint64_t seed, int64_t N, int64_t n, int64_t p, int64_t k,
                  double strength, lcn_kind route, lacon_objective o)
{
    double *z = ref_alloc(N * n * k), *W = ref_alloc(p * k);
    f->x = ref_alloc(N * n * p);
    ref_normals(seed, N * n * p, f->x);
    ref_normals(seed + 7, N * n * k, z);
    for (int64_t i = 0; i < N * n; i++)
        for (int64_t r = 0; r < p; r++) f->x[i * p + r] += strength * z[i * k + r * 7 % k];
    f->q = ref_problem(ctx, f->x, N, n, p, k, route, o);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->at, p, k), LACON_OK);
    ref_stiefel_plus(seed, p, k, seed % 3 == 0 ? 9 : 0, W);
    ref_gather(&f->at.W, W);
    lcn_evaluate(f->w, &f->at, LCN_TANGENT);
    free(z);
    free(W);
}

static void teardown(fixture *f)
{
    lcn_point_clear(&ctx->allocator, &f->at);
    lcn_work_free(f->w);
    lcn_problem_free(f->q);
    free(f->x);
}

/* One iteration at a time. The point given back stands where it says: its f is that of its W, anew.
 */
static void descend_step_by_step(fixture *f, bool leave)
{
    const lcn_limits one = {.gain = 0, .max_iter = 1, .rounds = 0, .give_up = INFINITY, .leave = leave};
    lcn_point again;
    assert_int_equal(lcn_point_new(ctx, &again, f->q->p, f->q->k), LACON_OK);
    double before = lcn_cost(f->w, &f->at);
    for (int step = 0; step < 40; step++) {
        lcn_descend(NULL, f->w, &f->at, &one);
        lcn_evaluate(f->w, &f->at, LCN_TANGENT);
        const double now = lcn_cost(f->w, &f->at);
        assert_true(now <= before);
        before = now;
        ref_check_loadings(&f->at.W);
        lcn_loadings_copy(&again.W, &f->at.W);
        lcn_evaluate(f->w, &again, LCN_TANGENT);
        assert_true(again.f == f->at.f);
        assert_memory_equal(again.F, f->at.F, (size_t)(f->q->k * f->w->pp) * sizeof(double));
    }
    lcn_point_clear(&ctx->allocator, &again);
}

static void never_rises(void **state)
{
    (void)state;
    const struct {
        int64_t N, n, p, k;
    } sizes[] = {{1, 40, 12, 3}, {1, 8, 20, 4},  {3, 30, 15, 5},
                 {6, 10, 24, 2}, {20, 6, 10, 6}, {2, 50, 9, 1}};
    const double strength[] = {0, 0.3, 1, 3};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++)
        for (uint64_t seed = 0; seed < 16; seed++)
            for (int o = 0; o < 2; o++) {
                fixture f;
                setup(&f, seed, sizes[c].N, sizes[c].n, sizes[c].p, sizes[c].k, strength[seed % 4],
                      (lcn_kind)(seed % 3), (lacon_objective)o);
                descend_step_by_step(&f, seed % 2);
                teardown(&f);
            }
}

/* F_rj + kappa on the support is proportional to w, kappa = sqrt(m) / (n* t²) drawing weights together: the residual is
 * the gradient along the manifold. */
static double residual(const fixture *f)
{
    double size = 0, worst = 0;
    for (int64_t e = 0; e < f->q->k * f->w->pp; e++) size = fmax(size, fabs(f->at.F[e]));
    for (int32_t j = 0; j < f->q->k; j++) {
        double pull = 0, m = 0;
        for (int64_t r = 0; r < f->q->p; r++) m += f->at.W.module[r] == j;
        const double kappa = sqrt(m) * f->q->nat / f->at.W.spread2;
        for (int64_t r = 0; r < f->q->p; r++)
            if (f->at.W.module[r] == j) pull += (f->at.F[j * f->w->pp + r] + kappa) * f->at.W.weight[r];
        for (int64_t r = 0; r < f->q->p; r++)
            if (f->at.W.module[r] == j && f->at.W.weight[r] > 0)
                worst = fmax(worst, fabs(f->at.F[j * f->w->pp + r] + kappa - pull * f->at.W.weight[r]));
    }
    return worst / size;
}

/* The end of a descent: neither the guaranteed step (no deflation) nor its weights gain more. */
static void ends_at_a_fixed_point(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++)
        for (int o = 0; o < 2; o++) {
            fixture f;
            setup(&f, seed, 4, 60, 18, 3, 1, LCN_COV, (lacon_objective)o);
            const lcn_limits limits = {.gain = 1e-13, .max_iter = 2000, .rounds = 0, .give_up = INFINITY};
            assert_true(lcn_settle(NULL, f.w, &f.at, &limits));
            double room[6];
            lcn_prices q;
            lcn_point *trial = &f.w->trial;
            lcn_evaluate(f.w, &f.at, LCN_TANGENT);
            lcn_prices_at(&q, f.w, &f.at.W, room);
            assert_int_equal(lcn_row_moves(f.w, &trial->W, &f.at, &(lcn_inner){.hold = true, .prices = &q}), 0);
            assert_true(f.w->promise < 1e-11);
            assert_true(residual(&f) < 1e-4);
            teardown(&f);
        }
}

/* What weights are settled by: the objective, and (m - sqrt(m) sum of w) / t² nats for each module. */
static double posterior(const fixture *f, double spread2)
{
    double far = 0;
    for (int32_t j = 0; j < f->q->k; j++) {
        double m = 0, sum = 0;
        for (int64_t r = 0; r < f->q->p; r++)
            if (f->at.W.module[r] == j) m++, sum += f->at.W.weight[r];
        far += m - sqrt(m) * sum;
    }
    return f->at.f + far / spread2 * f->q->nat;
}

static void setup_weights(fixture *f, uint64_t seed, int objective)
{
    setup(f, seed, 3, 60, 20, 4, 0.4, LCN_COV, (lacon_objective)objective);
}

static const lcn_limits WHOLLY = {.gain = 1e-15, .max_iter = 2000, .give_up = INFINITY};

/* Plain steps, not deflated, at the spread that W has. Each lowers the posterior. */
static int64_t plain_steps(fixture *f)
{
    double promise = INFINITY;
    int64_t step = 0;
    for (; step < 5000 && promise >= 1e-15; step++) {
        double room[8];
        lcn_prices q;
        lcn_loadings_count(&f->at.W);
        lcn_prices_at(&q, f->w, &f->at.W, room);
        lcn_row_moves(f->w, &f->w->trial.W, &f->at, &(lcn_inner){.hold = true, .prices = &q});
        promise = f->w->promise;
        const double before = posterior(f, q.spread2);
        lcn_evaluate(f->w, &f->w->trial, LCN_TANGENT);
        lcn_point_swap(&f->at, &f->w->trial);
        assert_true(posterior(f, q.spread2) <= before + 1e-13 * fabs(before));
    }
    return step;
}

/* Weights of a partition that stays: the end is a fixed point, the one that plain steps at its spread reach. */
static void weights_settle(void **state)
{
    (void)state;
    int64_t few = 0, many = 0;
    for (uint64_t seed = 1; seed < 25; seed++)
        for (int o = 0; o < 2; o++) {
            fixture f, g;
            setup_weights(&f, seed, o);
            setup_weights(&g, seed, o);
            few -= f.w->evaluations;
            assert_true(lcn_settle_weights(NULL, f.w, &f.at, &WHOLLY));
            few += f.w->evaluations;
            ref_check_loadings(&f.at.W);
            assert_memory_equal(f.at.W.module, g.at.W.module, 20 * sizeof(int32_t));
            assert_true(residual(&f) < 1e-5);
            const double t2 = g.at.W.spread2 = f.at.W.spread2;
            many += plain_steps(&g);
            assert_true(fabs(posterior(&f, t2) - posterior(&g, t2)) < 1e-13 * fmax(1, fabs(g.at.f)));
            assert_true(ref_distance(20, f.at.W.weight, g.at.W.weight) < 1e-6);
            teardown(&f);
            teardown(&g);
        }
    print_message("  %lld looks at the data, plain steps at the spread found %lld\n", (long long)few, (long long)many);
    assert_true(few < 3 * many); /* the spread is found on the way */
}

/* Every step that is kept lowers the posterior at the spread it is made at. */
static void weights_never_rise(void **state)
{
    (void)state;
    int64_t compared = 0;
    for (uint64_t seed = 1; seed < 9; seed++)
        for (int o = 0; o < 2; o++) {
            double last = INFINITY, spread2 = 0;
            for (int64_t steps = 1; steps < 60; steps++) { /* the same way, a step further each time */
                fixture f;
                lcn_limits limits = WHOLLY;
                limits.max_iter = steps;
                setup_weights(&f, seed, o);
                const bool done = lcn_settle_weights(NULL, f.w, &f.at, &limits);
                if (spread2 > 0) {
                    assert_true(posterior(&f, spread2) <= last + 1e-13 * fabs(last));
                    compared++;
                }
                spread2 = f.at.W.spread2; /* the next step's */
                last = spread2 > 0 ? posterior(&f, spread2) : INFINITY;
                teardown(&f);
                if (done) break;
            }
        }
    assert_true(compared > 100);
}

/* Settled: no exact move is left either, and it has no less evidence than the descent alone. */
static void settle_goes_further(void **state)
{
    (void)state;
    int64_t lower = 0;
    for (uint64_t seed = 1; seed < 30; seed++) {
        fixture f, g;
        const lcn_limits descent = {.gain = 1e-12, .max_iter = 2000, .rounds = 0, .give_up = INFINITY,
                                    .entry = INFINITY},
                         both = {.gain = 1e-12, .max_iter = 2000, .rounds = 50, .give_up = INFINITY,
                                 .entry = INFINITY};
        setup(&f, seed, 1, 60, 20, 4, 0.7, LCN_COV, LACON_OBJECTIVE_ML);
        setup(&g, seed, 1, 60, 20, 4, 0.7, LCN_COV, LACON_OBJECTIVE_ML);
        assert_true(lcn_settle(NULL, f.w, &f.at, &descent));
        assert_true(lcn_settle(NULL, g.w, &g.at, &both));
        lcn_evaluate(f.w, &f.at, LCN_TANGENT);
        lcn_evaluate(g.w, &g.at, LCN_TANGENT);
        const double alone = lcn_cost(f.w, &f.at), further = lcn_cost(g.w, &g.at);
        assert_true(further <= alone + 1e-3); /* what weights cost may rise a little as they settle */
        lower += further < alone - 1e-2;
        assert_int_equal(lcn_single_moves(g.w, &g.at, 1e-6, &both), 0);
        ref_check_loadings(&g.at.W);
        teardown(&f);
        teardown(&g);
    }
    assert_true(lower > 0); /* the exact moves do something */
}

typedef struct patience {
    int calls, last; /* asked so often; the call that says stop */
} patience;

static int stop_at(void *user)
{
    patience *p = user;
    return ++p->calls >= p->last;
}

/* A limit of iterations, a value that cannot be reached, and cancel end a descent early. */
static void early_ends(void **state)
{
    (void)state;
    fixture f;
    setup(&f, 5, 3, 40, 30, 4, 1, LCN_COV, LACON_OBJECTIVE_ML);
    const lcn_limits few = {.gain = 1e-14, .max_iter = 2, .rounds = 0, .give_up = INFINITY},
                     hopeless = {.gain = 1e-14, .max_iter = 2000, .rounds = 0, .give_up = f.at.f - 1e6};
    const int64_t before = f.w->evaluations;
    assert_false(lcn_descend(NULL, f.w, &f.at, &few));
    assert_int_equal(f.w->evaluations - before, 2);
    assert_true(lcn_descend(NULL, f.w, &f.at, &hopeless));
    assert_true(f.w->evaluations - before < 12); /* judged from the fifth step on */
    teardown(&f);

    patience p = {.last = 2};
    lacon_ctx *other;
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.cancel = stop_at;
    options.user = &p;
    assert_int_equal(lacon_ctx_new(&other, &options), LACON_OK);
    setup(&f, 5, 3, 40, 60, 6, 0.5, LCN_COV, LACON_OBJECTIVE_ML);
    const lcn_limits many = {.gain = 0, .max_iter = 2000, .rounds = 0, .give_up = INFINITY};
    assert_false(lcn_descend(other, f.w, &f.at, &many));
    assert_int_equal(p.calls, 2);
    p.last = 4;
    assert_false(lcn_settle_weights(other, f.w, &f.at, &many));
    assert_int_equal(p.calls, 4);
    teardown(&f);
    lacon_ctx_free(other);
}

/* tol counts nats per variable and row; 0 is 1e-9 nats over all rows, or rounding where there are so many that it is
 * more. Score matching counts in units of its value without structure, which scale with the data. Who may leave and
 * come follows the membership. */
static void limits(void **state)
{
    (void)state;
    double x[4 * 6 * 10];
    ref_normals(1, 4 * 6 * 10, x);
    lacon_fit_options o = ref_options(2);
    o.max_iter = 77;
    lcn_problem *ml = ref_problem(ctx, x, 4, 6, 10, 2, LCN_ROWS_F64, LACON_OBJECTIVE_ML);
    lcn_problem *sm = ref_problem(ctx, x, 4, 6, 10, 2, LCN_COV, LACON_OBJECTIVE_SM);
    assert_true(fabs(lcn_limits_of(ml, &o).gain * 24 / 1e-9 - 1) < 1e-12);
    assert_int_equal(lcn_limits_of(ml, &o).max_iter, 77);
    assert_true(lcn_limits_of(ml, &o).give_up == INFINITY);
    assert_true(lcn_limits_rough(ml, &o).gain == lcn_limits_rough(ml, &o).rough);
    assert_true(lcn_limits_rough(ml, &o).gain > lcn_limits_of(ml, &o).rough);
    assert_true(lcn_limits_of(ml, &o).rough > lcn_limits_of(ml, &o).gain);
    assert_true(lcn_limits_of(ml, &o).leave && lcn_limits_of(ml, &o).entry == 0);
    double scale = 0;
    for (int i = 0; i < 4; i++) scale += 0.25 * 10 / sm->terms[i].trace;
    assert_true(fabs(lcn_limits_of(sm, &o).gain * 24 / (1e-9 * scale) - 1) < 1e-12);
    o.tol = 1e-5;
    o.membership = LACON_MEMBERSHIP_ALL;
    assert_true(fabs(lcn_limits_of(ml, &o).gain / 1e-4 - 1) < 1e-12);
    assert_true(!lcn_limits_of(ml, &o).leave && lcn_limits_of(ml, &o).entry == INFINITY);
    o.tol = 0;
    ml->effective = 1e8;
    ml->nat = 1e-8;
    assert_true(fabs(lcn_limits_of(ml, &o).gain / 1e-13 - 1) < 1e-12);
    lcn_problem_free(ml);
    lcn_problem_free(sm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_rises),
        cmocka_unit_test(ends_at_a_fixed_point),
        cmocka_unit_test(weights_settle),
        cmocka_unit_test(weights_never_rise),
        cmocka_unit_test(settle_goes_further),
        cmocka_unit_test(early_ends),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
