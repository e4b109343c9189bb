/* SPDX-License-Identifier: BSD-3-Clause
 * fit/search/search.c: what the default solver hands back. Every start's end, judged anew: none has better
 * evidence than
 * the answer; neither has what a start at the truth ends in; a large module is not split where the likelihood alone
 * would; a start at given modules is the plain iteration; the end is a fixed point; threads change no bit.
 */
#include "fit/solver.h"
#include "fit/search/starts.h"
#include "fit_ref.h"

/* A problem from the paper's simulation, its answer, and a place to look at points from. */
typedef struct found {
    ref_sim sim;
    lcn_problem *q;
    lcn_outcome out;
    lcn_work *w;
    lcn_point x;
} found;

static lacon_fit_options options_for(int64_t k, lacon_membership membership)
{
    lacon_fit_options o = ref_options(k);
    o.membership = membership;
    o.starts = 5;
    return o;
}

static void search(found *f, int64_t N, int64_t n, int64_t p, int64_t k, uint64_t seed,
                   lacon_membership membership)
{
    f->sim = ref_simulate(ctx, N, n, p, k, 1, seed);
    const lacon_fit_options o = options_for(k, membership);
    assert_int_equal(lcn_problem_new(ctx, &f->q, f->sim.data, &o), LACON_OK);
    assert_int_equal(lcn_outcome_new(ctx, &f->out, p, k), LACON_OK);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->x, p, k), LACON_OK);
    assert_int_equal(lcn_mm_run(ctx, &f->out, f->q, &o, NULL), LACON_OK);
    assert_int_equal(f->out.stop, LACON_STOP_CONVERGED);
    ref_check_loadings(&f->out.W);
}

static void clear(found *f)
{
    lcn_point_clear(&ctx->allocator, &f->x);
    lcn_work_free(f->w);
    lcn_outcome_clear(&ctx->allocator, &f->out);
    lcn_problem_free(f->q);
    ref_sim_clear(&f->sim);
}

/* The end of start i again, from its partition alone; false when the settled partition is another.
 */
static bool replay(found *f, int64_t i, lacon_membership membership)
{
    const int64_t p = f->q->p;
    const int32_t *module = f->out.start_module + i * p;
    const lacon_fit_options o = options_for(f->q->k, membership);
    const lcn_limits limits = lcn_limits_of(f->q, &o);
    memcpy(f->x.W.module, module, (size_t)p * sizeof *module);
    lcn_component_weights(f->w, &f->x);
    lcn_evaluate(f->w, &f->x, LCN_TANGENT);
    lcn_settle(NULL, f->w, &f->x, &limits);
    return lacon_ari(p, f->x.W.module, module) == 1;
}

static double cost_of(found *f)
{
    lcn_evaluate(f->w, &f->x, LCN_TANGENT);
    return lcn_cost(f->w, &f->x);
}

/* How many ends of starts were judged; *above: how many have a lower nll than the answer. */
static int64_t judge(uint64_t seed, lacon_membership membership, int64_t *above)
{
    found f;
    int64_t replayed = 0;
    search(&f, 1, 150, 40, 5, seed, membership);
    lcn_loadings_copy(&f.x.W, &f.out.W);
    const double best = cost_of(&f), value = f.x.f;
    for (int64_t i = 0; i < f.out.n_starts; i++) {
        if (!replay(&f, i, membership)) continue;
        assert_true(best <= cost_of(&f) + 1); /* nats that a start settled roughly may have left */
        replayed++;
        *above += value > f.x.f + 1e-7;
    }
    clear(&f);
    return replayed;
}

static void the_answer_has_the_best_evidence(void **state)
{
    (void)state;
    int64_t replayed = 0, above = 0;
    for (uint64_t seed = 1; seed <= 15; seed++) {
        replayed += judge(seed, LACON_MEMBERSHIP_ALL, &above);
        replayed += judge(seed, LACON_MEMBERSHIP_TEST, &above);
    }
    print_message("  %lld ends replayed; the answer has a higher nll than %lld of them\n", (long long)replayed,
                  (long long)above);
    assert_true(replayed > 50);
    assert_true(above > 0); /* likelihood gives way to evidence */
}

/* Has the blind search a nat less of evidence than the same steps and exact moves from the truth? */
static bool worse_than_truth(int64_t N, int64_t n, int64_t p, int64_t k, uint64_t seed)
{
    found f;
    search(&f, N, n, p, k, seed, LACON_MEMBERSHIP_ALL);
    lcn_loadings_copy(&f.x.W, &f.out.W);
    const double blind = cost_of(&f);
    const lacon_fit_options o = options_for(k, LACON_MEMBERSHIP_ALL);
    const lcn_limits limits = lcn_limits_of(f.q, &o);
    ref_gather(&f.x.W, lacon_model_W(f.sim.truth));
    lcn_evaluate(f.w, &f.x, LCN_TANGENT);
    lcn_settle(NULL, f.w, &f.x, &limits);
    const double told = cost_of(&f);
    clear(&f);
    return blind > told + 1;
}

/* In four of five it has not. */
static void no_worse_than_the_truth(void **state)
{
    (void)state;
    const struct {
        int64_t N, n, p, k;
    } sizes[] = {{1, 300, 40, 4}, {5, 60, 50, 5}, {1, 200, 60, 6}};
    int runs = 0, worse = 0;
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++)
        for (uint64_t seed = 1; seed <= 7; seed++, runs++)
            worse += worse_than_truth(sizes[c].N, sizes[c].n, sizes[c].p, sizes[c].k, seed);
    print_message("  %d of %d blind searches have a nat less of evidence than the truth's end\n", worse, runs);
    assert_true(5 * worse <= runs);
}

/* Where rounds end short of the best, tries go on: by rounds alone six of these end a nat behind the
 * truth, with tries three. */
static void tries_go_on(void **state)
{
    (void)state;
    int worse = 0;
    const uint64_t sets = TEST_SANITIZED ? 8 : 80;
    for (uint64_t seed = 1; seed <= sets; seed++) worse += worse_than_truth(1, 120, 120, 5, seed);
    print_message("  %d of %d\n", worse, (int)sets);
    assert_true(worse <= 4);
}

/* ---- a large module beside small ones ---- */

enum { BIG = 79, FOUR = 4, FEW = 60 };

/* Modules of 60, 10, 5 and 4 variables, the small ones faint; one class of 60 rows. truth: their labels. */
static lacon_data *unequal(uint64_t seed, int32_t *truth)
{
    static const int64_t end[] = {60, 70, 75, 79};
    double *x = ref_alloc(FEW * BIG), *z = ref_alloc(FEW * FOUR);
    ref_normals(seed, FEW * BIG, x);
    ref_normals(seed + 500, FEW * FOUR, z);
    for (int64_t r = 0, j = 0; r < BIG; r++) {
        j += r == end[j];
        truth[r] = (int32_t)j;
        for (int64_t i = 0; i < FEW; i++) x[i * BIG + r] += (j == 0 ? 0.9 : 0.5) * z[i * FOUR + j];
    }
    lacon_data *data = ref_data(ctx, x, 1, FEW, BIG, LACON_SCALE_Z, false);
    free(x);
    free(z);
    return data;
}

/* x to where likelihood alone has no more row moves */
static void descend_free(lcn_work *w, lcn_point *x)
{
    lcn_evaluate(w, x, LCN_TANGENT);
    for (int step = 0; step < 300; step++) {
        lcn_row_moves(w, &w->trial.W, x, &(lcn_inner){.deflate = 0.9});
        lcn_evaluate(w, &w->trial, LCN_TANGENT);
        if (!(w->trial.f < x->f - 1e-10)) break;
        lcn_point_swap(x, &w->trial);
    }
}

/* The largest module halved, the two smallest joined, and what likelihood makes of that. */
static void split_the_big_one(lcn_work *w, lcn_point *x, const lcn_problem *q, const int32_t *truth)
{
    double *scratch = ref_alloc(lcn_split_scratch(BIG, FOUR)), ratio[8];
    int8_t side[BIG];
    lcn_mean *mean = NULL;
    assert_int_equal(lcn_mean_new(ctx, &mean, q), LACON_OK);
    memcpy(x->W.module, truth, BIG * sizeof *truth);
    lcn_component_weights(w, x);
    lcn_split(w, &w->trial, &x->W, mean, side, ratio, scratch);
    assert_true(ratio[0] > 0);
    for (int64_t r = 0; r < BIG; r++) {
        if (truth[r] == 3) x->W.module[r] = 2;
        if (truth[r] == 0 && side[r] > 0) x->W.module[r] = 3;
    }
    lcn_component_weights(w, x);
    descend_free(w, x);
    lcn_mean_free(mean);
    free(scratch);
}

static void large_modules_stay_whole(void **state)
{
    (void)state;
    int split_is_likelier = 0, runs = 6;
    double ari = 0;
    for (int seed = 1; seed <= runs; seed++) {
        int32_t truth[BIG];
        lacon_data *data = unequal((uint64_t)seed, truth);
        lacon_fit_options o = ref_options(FOUR);
        lacon_model *m = ref_fit(ctx, data, &o);
        ari += lacon_ari(BIG, truth, lacon_model_module_of(m)) / runs;
        lcn_problem *q = NULL;
        lcn_work *w = NULL;
        lcn_point whole, split;
        assert_int_equal(lcn_problem_new(ctx, &q, data, &o), LACON_OK);
        assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
        assert_int_equal(lcn_point_new(ctx, &whole, BIG, FOUR), LACON_OK);
        assert_int_equal(lcn_point_new(ctx, &split, BIG, FOUR), LACON_OK);
        memcpy(whole.W.module, truth, sizeof truth);
        lcn_component_weights(w, &whole);
        descend_free(w, &whole);
        split_the_big_one(w, &split, q, truth);
        split_is_likelier += split.f < whole.f;
        const lcn_limits limits = lcn_limits_of(q, &o);
        lcn_settle_weights(NULL, w, &whole, &limits);
        lcn_evaluate(w, &whole, LCN_TANGENT);
        const double cost = lcn_cost(w, &whole);
        lcn_settle_weights(NULL, w, &split, &limits);
        lcn_evaluate(w, &split, LCN_TANGENT);
        assert_true(lcn_cost(w, &split) > cost);
        lcn_point_clear(&ctx->allocator, &whole);
        lcn_point_clear(&ctx->allocator, &split);
        lcn_work_free(w);
        lcn_problem_free(q);
        lacon_model_free(m);
        lacon_data_free(data);
    }
    print_message("  mean ARI %.3f; splitting is likelier in %d of %d\n", ari, split_is_likelier, runs);
    assert_true(ari > 0.9);
    assert_true(split_is_likelier > 1);
}

/* ---- the plain iteration, fixed points, threads ---- */

static void init_is_the_plain_iteration(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        found f;
        search(&f, 3, 60, 30, 4, seed, LACON_MEMBERSHIP_ALL);
        const lacon_fit_options o = options_for(4, LACON_MEMBERSHIP_ALL);
        lcn_loadings init;
        lcn_outcome told;
        assert_int_equal(lcn_loadings_new(ctx, &init, 30, 4), LACON_OK);
        assert_int_equal(lcn_outcome_new(ctx, &told, 30, 4), LACON_OK);
        ref_gather(&init, lacon_model_W(f.sim.truth));
        assert_int_equal(lcn_mm_run(ctx, &told, f.q, &o, &init), LACON_OK);
        lcn_limits limits = lcn_limits_of(f.q, &o);
        limits.rounds = 0; /* no exact moves */
        lcn_loadings_copy(&f.x.W, &init);
        lcn_evaluate(f.w, &f.x, LCN_TANGENT);
        lcn_settle(NULL, f.w, &f.x, &limits);
        assert_memory_equal(told.W.weight, f.x.W.weight, 30 * sizeof(double));
        assert_int_equal(told.n_starts, 1);
        assert_true(told.start_objective[0] == f.x.f);
        lcn_loadings_clear(&ctx->allocator, &init);
        lcn_outcome_clear(&ctx->allocator, &told);
        clear(&f);
    }
}

/* From covariances and from rows: another step gains no more than it stops at. */
static void ends_are_settled(void **state)
{
    (void)state;
    for (int rows = 0; rows < 2; rows++) {
        found f;
        search(&f, rows ? 2 : 3, rows ? 20 : 60, rows ? 1040 : 60, 3, 2, LACON_MEMBERSHIP_ALL);
        assert_int_equal(f.q->terms[0].route, rows ? LCN_ROWS_F64 : LCN_COV);
        const lacon_fit_options o = options_for(3, LACON_MEMBERSHIP_ALL);
        const lcn_limits limits = lcn_limits_of(f.q, &o), one = {.max_iter = 1, .give_up = INFINITY};
        lcn_loadings_copy(&f.x.W, &f.out.W);
        lcn_evaluate(f.w, &f.x, LCN_TANGENT);
        const double before = f.x.f;
        lcn_settle_weights(NULL, f.w, &f.x, &one);
        assert_true(before - f.x.f <= limits.gain + 1e-13 * fabs(before));
        clear(&f);
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    ref_sim sim = ref_simulate(ctx, 12, 40, 200, 5, 1, 4);
    lacon_fit_options o = ref_options(5);
    lacon_model *m[2];
    for (int t = 0; t < 2; t++) {
        lacon_ctx *own;
        lacon_ctx_options options;
        lacon_ctx_options_init(&options);
        options.threads = t + 1;
        assert_int_equal(lacon_ctx_new(&own, &options), LACON_OK);
        m[t] = ref_fit(own, sim.data, &o);
        lacon_ctx_free(own);
    }
    assert_int_equal(lacon_model_modules(m[0]), lacon_model_modules(m[1]));
    assert_memory_equal(lacon_model_W(m[0]), lacon_model_W(m[1]),
                        (size_t)(200 * lacon_model_modules(m[0])) * sizeof(double));
    assert_true(lacon_model_info(m[0])->evidence == lacon_model_info(m[1])->evidence);
    assert_true(ref_nll(m[0]) == ref_nll(m[1]));
    lacon_model_free(m[0]);
    lacon_model_free(m[1]);
    ref_sim_clear(&sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_has_the_best_evidence),
        cmocka_unit_test(no_worse_than_the_truth),
        cmocka_unit_test(tries_go_on),
        cmocka_unit_test(large_modules_stay_whole),
        cmocka_unit_test(init_is_the_plain_iteration),
        cmocka_unit_test(ends_are_settled),
        cmocka_unit_test(threads_change_no_bit),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
