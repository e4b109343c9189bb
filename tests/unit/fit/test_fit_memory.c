/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of a fit: each allocation fails in turn, which must end in LACON_E_MEMORY with nothing
 * left behind; and none is made inside iterations. The allocator that fails is in scratch.h.
 */
#include "scratch.h"

#include "fit/solver.h"
#include "fit_ref.h"

static void check(const lacon_data *data, lacon_fit_options options)
{
    const int64_t count = faulty_fit(data, &options);
    print_message("  %lld allocations\n", (long long)count);
    assert_true(count > 50);
}

static void covariance_route(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 20, 10, 3, 0.5, 2);
    lacon_fit_options o = ref_options(3);
    o.starts = 4; /* the last one by seeds */
    check(s.data, o);
    o.noise = LACON_NOISE_VARIABLE;
    check(s.data, o);
    o.k = 5; /* modules are dropped, psi is estimated again */
    check(s.data, o);
    o.k = 3;
    o.objective = LACON_OBJECTIVE_SM;
    o.membership = LACON_MEMBERSHIP_ALL;
    check(s.data, o);
    o.init = s.truth;
    check(s.data, o);
    ref_sim_clear(&s);
}

/* Rows as double and float32: the mean as rows, seeds in Ward's place. */
static void row_route(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 5, 1040, 2, 0.05, 2);
    lacon_data *single = ref_data(ctx, s.x, 2, 5, 1040, LACON_SCALE_Z, true);
    assert_false(ref_takes_covariance(s.data, 0));
    lacon_fit_options o = ref_options(2);
    o.starts = 1; /* as few looks at so many variables as a fit can have */
    o.membership = LACON_MEMBERSHIP_ALL;
    check(s.data, o);
    o.init = s.truth;
    check(single, o);
    lacon_data_free(single);
    ref_sim_clear(&s);
}

/* ---- none inside iterations ---- */

/* Allocations of one run of the solver, and its iterations */
static int64_t count_run(const lcn_problem *q, int64_t max_iter, const lcn_loadings *init,
                         int64_t *iterations)
{
    faulty f = {0};
    lacon_ctx *c = faulty_ctx(&f, 1);
    lcn_outcome out;
    lacon_fit_options o = ref_options(q->k);
    o.max_iter = max_iter;
    o.starts = 4;
    o.objective = q->objective;
    assert_int_equal(lcn_outcome_new(c, &out, q->p, q->k), LACON_OK);
    const int64_t before = f.calls;
    assert_int_equal(lcn_mm_run(c, &out, q, &o, init), LACON_OK);
    const int64_t count = f.calls - before;
    *iterations = out.iterations;
    lcn_outcome_clear(&c->allocator, &out);
    lacon_ctx_free(c);
    return count;
}

static void iterations_do_not_allocate(void **state)
{
    (void)state;
    enum { N = 3, n = 40, p = 40, k = 4 };
    double *x = ref_alloc(N * n * p), W[p * k];
    lcn_loadings init;
    ref_normals(1, N * n * p, x);
    ref_stiefel_plus(2, p, k, 0, W);
    assert_int_equal(lcn_loadings_new(ctx, &init, p, k), LACON_OK);
    ref_gather(&init, W);
    for (int route = LCN_ROWS_F64; route <= LCN_COV; route++)
        for (int o = 0; o < 2; o++) {
            lcn_problem *q = ref_problem(ctx, x, N, n, p, k, (lcn_kind)route, (lacon_objective)o);
            int64_t few, many;
            assert_int_equal(count_run(q, 1, NULL, &few), count_run(q, 2000, NULL, &many));
            if (route == LCN_COV) assert_true(many != few); /* another way, with other steps */
            assert_int_equal(count_run(q, 1, &init, &few), count_run(q, 2000, &init, &many));
            assert_true(many >= few);
            lcn_problem_free(q);
        }
    lcn_loadings_clear(&ctx->allocator, &init);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(covariance_route),
        cmocka_unit_test(row_route),
        cmocka_unit_test(iterations_do_not_allocate),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
