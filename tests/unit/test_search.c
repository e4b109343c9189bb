/* SPDX-License-Identifier: BSD-3-Clause
 * fit/search.c: what the default solver hands back. Every start's end, judged anew: none has better
 * evidence than the answer; the consensus is what more starts reached; a start at given modules is
 * the plain iteration; a search on sketches ends at a fixed point of the rows.
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

/* nll of f->x plus the Occam factor of its weights, in nats over all observations (search.c):
 * m log(1 + n h / m) / 2 for each module of m variables, h = sum_i omega_i (s - v)² / (v s) */
static double evidence(found *f)
{
    const int64_t k = f->q->k, N = f->q->n_terms;
    const double n = (double)f->q->n_total;
    lcn_evaluate(f->w, &f->x, LCN_TANGENT);
    lcn_loadings_count(&f->x.W);
    double value = n * f->x.f;
    for (int64_t j = 0; j < k; j++) {
        double h = 0;
        const double m = (double)f->x.W.size[j];
        for (int64_t i = 0; i < N; i++) {
            const double s = f->w->S[i * k * k + j * k + j], v = f->w->profile[i].v;
            h += f->q->terms[i].omega * pow(fmax(s - v, 0), 2) / (v * s);
        }
        value += m * log(1 + n * h / m) / 2;
    }
    return value;
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

static void the_answer_has_the_best_evidence(void **state)
{
    (void)state;
    int64_t replayed = 0, above = 0;
    for (uint64_t seed = 1; seed <= 15; seed++) {
        found f;
        search(&f, 1, 150, 40, 5, seed, LACON_MEMBERSHIP_ALL);
        lcn_loadings_copy(&f.x.W, &f.out.W);
        const double best = evidence(&f), value = f.x.f;
        for (int64_t i = 0; i < f.out.n_starts; i++) {
            if (!replay(&f, i)) continue;
            assert_true(best <= evidence(&f) + 1e-4);
            replayed++;
            above += value > f.out.start_objective[i] + 1e-7;
        }
        clear(&f);
    }
    print_message("  %lld ends replayed; the answer has a higher nll than %lld of them\n",
                  (long long)replayed, (long long)above);
    assert_true(replayed > 40);
}

static int64_t votes(const found *f, const int32_t *module)
{
    int64_t n = 0;
    for (int64_t i = 0; i < f->out.n_starts; i++)
        n += lacon_ari(f->q->p, f->out.start_module + i * f->q->p, module) == 1;
    return n;
}

/* The consensus is asked with the membership test alone. Where it answers otherwise than the
 * evidence does, more starts (or as many, lower) reached it and it costs at most a nat. */
static void most_starts_agree(void **state)
{
    (void)state;
    int64_t differ = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        found asked, not_asked;
        search(&asked, 1, 60, 40, 6, seed, LACON_MEMBERSHIP_TEST);
        search(&not_asked, 1, 60, 40, 6, seed, LACON_MEMBERSHIP_ALL);
        const int32_t *a = asked.out.W.module, *b = not_asked.out.W.module;
        if (lacon_ari(40, a, b) < 1) {
            lcn_loadings_copy(&asked.x.W, &asked.out.W);
            lcn_evaluate(asked.w, &asked.x, LCN_TANGENT);
            const double f = asked.x.f;
            lcn_loadings_copy(&asked.x.W, &not_asked.out.W);
            lcn_evaluate(asked.w, &asked.x, LCN_TANGENT);
            assert_true(votes(&asked, a) >= 2 && votes(&asked, a) >= votes(&asked, b));
            assert_true(f <= asked.x.f + 1.0 / 60 + 1e-9);
            differ++;
        }
        clear(&asked);
        clear(&not_asked);
    }
    print_message("  the consensus was another in %lld of 40\n", (long long)differ);
    assert_true(differ >= 2);
}

/* Given modules: the descent from them and nothing else, so the same as calling it. */
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
        cmocka_unit_test(most_starts_agree),
        cmocka_unit_test(init_is_the_plain_iteration),
        cmocka_unit_test(rows_are_settled),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
