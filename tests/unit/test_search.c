/* SPDX-License-Identifier: BSD-3-Clause
 * fit/search.c: what the default solver hands back. Every start's end, judged anew: none has better
 * evidence than the answer, unless every variable must be placed (optima.c, test_optima.c); a start at
 * given modules is the plain iteration; a search on sketches ends at a fixed point of the rows.
 */
#include "fit/solver.h"
#include "fit/start.h"
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

/* -log N(w; mean, t²/m + 1/nh) up to the -log N at its own peak, over all weights of the partition */
static double price(const found *f, double t)
{
    const int64_t k = f->q->k, p = f->q->p;
    double total = 0;
    for (int64_t r = 0; r < p; r++) {
        const int32_t j = f->x.W.module[r];
        double nh = 0, mean = 0, m = 0;
        for (int64_t i = 0; i < f->q->n_terms; i++) {
            const double s = f->w->S[i * k * k + j * k + j], v = f->w->profile[i].v;
            nh += (double)f->q->n_total * f->q->terms[i].omega * pow(fmax(s - v, 0), 2) / (v * s);
        }
        for (int64_t l = 0; l < p; l++)
            if (f->x.W.module[l] == j) mean += f->x.W.weight[l], m++;
        const double var = t * t / m + 1 / nh, off = f->x.W.weight[r] - mean / m;
        if (nh > 0) total += off * off / (2 * var) + log(var * nh) / 2;
    }
    return total;
}

/* nll of f->x plus the Occam factor of its weights, in nats over all observations (search.c, occam.c) */
static double evidence(found *f)
{
    double least = INFINITY;
    lcn_evaluate(f->w, &f->x, LCN_TANGENT);
    lcn_loadings_count(&f->x.W);
    for (int i = 0; i < 9; i++) least = fmin(least, price(f, pow(2, -i / 2.0)));
    return (double)f->q->n_total * f->x.f + least;
}

/* The end of start i again, from its partition alone; false when the settled partition is another.
 */
static bool replay(found *f, int64_t i)
{
    const int64_t p = f->q->p;
    const int32_t *module = f->out.start_module + i * p;
    const lacon_fit_options o = ref_options(f->q->k);
    const lcn_limits limits = lcn_limits_of(f->q, &o);
    memcpy(f->x.W.module, module, (size_t)p * sizeof *module);
    lcn_component_weights(f->w, &f->x);
    lcn_evaluate(f->w, &f->x, LCN_TANGENT);
    lcn_settle(NULL, f->w, &f->x, &limits);
    return lacon_ari(p, f->x.W.module, module) == 1 &&
           fabs(f->x.f - f->out.start_objective[i]) < 1e-7;
}

/* How many ends of starts were judged; *above: how many have a lower nll than the answer. */
static int64_t judge(uint64_t seed, lacon_membership membership, int64_t *above)
{
    found f;
    int64_t replayed = 0;
    search(&f, 1, 150, 40, 5, seed, membership);
    lcn_loadings_copy(&f.x.W, &f.out.W);
    const double best = evidence(&f), value = f.x.f;
    for (int64_t i = 0; i < f.out.n_starts; i++) {
        if (!replay(&f, i)) continue;
        if (membership == LACON_MEMBERSHIP_TEST)
            assert_true(best <= evidence(&f) + 1e-3); /* where the weights stopped, scatter is not flat */
        replayed++;
        *above += value > f.out.start_objective[i] + 1e-7;
    }
    clear(&f);
    return replayed;
}

static void the_answer_has_the_best_evidence(void **state)
{
    (void)state;
    int64_t replayed = 0, above[2] = {0, 0};
    for (uint64_t seed = 1; seed <= 15; seed++) {
        replayed += judge(seed, LACON_MEMBERSHIP_ALL, &above[0]);
        replayed += judge(seed, LACON_MEMBERSHIP_TEST, &above[1]);
    }
    print_message("  %lld ends replayed; the answer has a higher nll than %lld and %lld of them\n",
                  (long long)replayed, (long long)above[0], (long long)above[1]);
    assert_true(replayed > 80);
    assert_true(above[1] > above[0]); /* by evidence alone likelihood gives way more often */
}

static void init_is_the_plain_iteration(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        found f;
        search(&f, 3, 60, 30, 4, seed, LACON_MEMBERSHIP_ALL);
        const lacon_fit_options o = ref_options(4);
        lcn_loadings init;
        lcn_outcome told;
        assert_int_equal(lcn_loadings_new(ctx, &init, 30, 4), LACON_OK);
        assert_int_equal(lcn_outcome_new(ctx, &told, 30, 4), LACON_OK);
        ref_gather(&init, lacon_model_W(f.sim.truth));
        assert_int_equal(lcn_mm_run(ctx, &told, f.q, &o, &init), LACON_OK);
        lcn_limits limits = lcn_limits_of(f.q, &o);
        lcn_loadings_copy(&f.x.W, &init);
        lcn_evaluate(f.w, &f.x, LCN_TANGENT);
        lcn_descend(NULL, f.w, &f.x, &limits);
        assert_memory_equal(told.W.weight, f.x.W.weight, 30 * sizeof(double));
        assert_int_equal(told.n_starts, 1);
        assert_true(told.start_objective[0] == f.x.f);
        lcn_loadings_clear(&ctx->allocator, &init);
        lcn_outcome_clear(&ctx->allocator, &told);
        clear(&f);
    }
}

/* Found on sketches, settled on the rows: the whole iteration gains no more than it stops at there.
 */
static void rows_are_settled(void **state)
{
    (void)state;
    found f;
    search(&f, 3, 60, 300, 3, 2, LACON_MEMBERSHIP_ALL);
    assert_int_equal(f.q->terms[0].route, LCN_ROWS_F64);
    const lacon_fit_options o = ref_options(3);
    const lcn_limits limits = lcn_limits_of(f.q, &o);
    lcn_loadings_copy(&f.x.W, &f.out.W);
    lcn_evaluate(f.w, &f.x, LCN_TANGENT);
    const double before = f.x.f;
    const lcn_limits one = {.gain = 0, .max_iter = 1, .rounds = 0, .give_up = INFINITY};
    lcn_descend(NULL, f.w, &f.x, &one);
    assert_true(before - f.x.f <= limits.gain);
    clear(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_has_the_best_evidence),
        cmocka_unit_test(init_is_the_plain_iteration),
        cmocka_unit_test(rows_are_settled),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
