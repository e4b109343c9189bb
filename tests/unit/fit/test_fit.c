/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_fit as a whole: never worse than knowing the truth, recovery, real data with a published
 * key, what info tells, what is refused, callbacks. Odd data are in test_fit_odd_data.c, equivariance in
 * test_invariance.c.
 */
#include "fit_ref.h"
#include <lacon/lacon.h>

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- how good ---- */

static lacon_model *fit_from(const ref_sim *s, const lacon_model *init, lacon_objective o)
{
    lacon_fit_options options = ref_options(s->k);
    options.objective = o;
    options.membership = LACON_MEMBERSHIP_ALL;
    options.init = init;
    return ref_fit(ctx, s->data, &options);
}

/* What the search must not be below: the evidence that the whole iteration, exact moves included,
 * reaches from the true W. --init makes no exact moves, so this is the harder of the two. */
static double settled_from_truth(const ref_sim *s)
{
    lacon_fit_options o = ref_options(s->k);
    lcn_problem *q = NULL;
    lcn_work *w = NULL;
    lcn_point x;
    o.membership = LACON_MEMBERSHIP_ALL;
    assert_int_equal(lcn_problem_new(ctx, &q, s->data, &o), LACON_OK);
    assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &x, s->p, s->k), LACON_OK);
    ref_gather(&x.W, lacon_model_W(s->truth));
    lcn_evaluate(w, &x, LCN_TANGENT);
    const lcn_limits limits = lcn_limits_of(q, &o);
    lcn_settle(NULL, w, &x, &limits);
    lcn_evaluate(w, &x, LCN_TANGENT);
    const double f = -lcn_cost_ml(w, &x);
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(w);
    lcn_problem_free(q);
    return f;
}

static double evidence(const lacon_model *m)
{
    return lacon_model_info(m)->evidence;
}

/* The search, which knows nothing, ends with no less evidence than a fit that starts at the true W, to what starts
 * that are settled roughly may differ by. */
static void never_worse_than_the_truth(void **state)
{
    (void)state;
    const int64_t rows[] = {50, 100, 200};
    for (int c = 0; c < 3; c++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            ref_sim s = ref_simulate(ctx, 10, rows[c], 50, 5, seed % 2 ? 1 : 0.25, 100 + seed);
            lacon_model *blind = fit_from(&s, NULL, LACON_OBJECTIVE_ML);
            lacon_model *told = fit_from(&s, s.truth, LACON_OBJECTIVE_ML);
            assert_true(evidence(blind) >= evidence(told) - 0.1);
            assert_true(evidence(blind) >= settled_from_truth(&s) - 0.1);
            assert_int_equal(lacon_model_info(told)->n_starts, 1);
            assert_string_equal(lacon_model_info(told)->start_name[0], "init");
            lacon_model_free(blind);
            lacon_model_free(told);
            ref_sim_clear(&s);
        }
}

/* One class of 200 rows at noise 1, the hardest of the published sizes. Measured on 100 sets: .96
 * not above --init, .83 not above the whole iteration from the truth; with those shares fewer than
 * 25 and 17 of 30 have probability below .002 and .001 (binomial). The search compares optima by
 * evidence (search.c), not by the value measured here. */
static void one_class_against_the_truth(void **state)
{
    (void)state;
    int told = 0, settled = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        ref_sim s = ref_simulate(ctx, 1, 200, 50, 5, 1, 1000 + seed);
        lacon_model *blind = fit_from(&s, NULL, LACON_OBJECTIVE_ML);
        lacon_model *init = fit_from(&s, s.truth, LACON_OBJECTIVE_ML);
        told += evidence(blind) >= evidence(init) - 0.1;
        settled += evidence(blind) >= settled_from_truth(&s) - 0.1;
        lacon_model_free(blind);
        lacon_model_free(init);
        ref_sim_clear(&s);
    }
    print_message("  of 30: %d not below --init, %d not below the iteration with exact moves\n",
                  told, settled);
    assert_true(told >= 25 && settled >= 17);
}

/* N=10, n=200: every variable in its module, W error as in the table of algorithm.md (.034 at
 * n=100, .0029 at n=1000, falling as 1/n: about .016 here). */
static void recovery(void **state)
{
    (void)state;
    for (int o = 0; o < 2; o++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            ref_sim s = ref_simulate(ctx, 10, 200, 50, 5, 1, seed);
            lacon_model *m = fit_from(&s, NULL, (lacon_objective)o);
            lacon_scores score;
            assert_int_equal(lacon_model_score(ctx, &score, s.truth, m), LACON_OK);
            assert_true(score.ari == 1);
            assert_true(score.w_error < 0.06);
            assert_int_equal(lacon_model_info(m)->options->objective, o);
            lacon_model_free(m);
            ref_sim_clear(&s);
        }
}

/* With the same modules each objective is best by its own measure, likelihood with what its weights cost. */
static void objectives_differ(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 4, 100, 30, 3, 0.5, 9);
    lacon_model *ml = fit_from(&s, NULL, LACON_OBJECTIVE_ML),
                *sm = fit_from(&s, NULL, LACON_OBJECTIVE_SM);
    const lacon_fit_info *a = lacon_model_info(ml), *b = lacon_model_info(sm);
    assert_true(lacon_ari(30, lacon_model_module_of(ml), lacon_model_module_of(sm)) == 1);
    assert_true(a->evidence > b->evidence && b->score < a->score);
    lacon_model_free(ml);
    lacon_model_free(sm);
    ref_sim_clear(&s);
}

/* Nine tests of Holzinger and Swineford in two schools: visual, textual, speed. */
static void holzinger_swineford(void **state)
{
    (void)state;
    const char *const folder = EXAMPLE_DATA "/holzinger-9", *const key =
                                                                EXAMPLE_DATA "/holzinger-9-key.csv";
    if (access(folder, R_OK) != 0 || access(key, R_OK) != 0) {
        print_message("  skipped: no %s\n", folder);
        skip();
    }
    lacon_data *data = NULL;
    lacon_read_options read;
    lacon_read_options_init(&read);
    assert_int_equal(lacon_data_read(ctx, &data, &folder, 1, &read), LACON_OK);
    assert_int_equal(lacon_data_variables(data), 9);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    const char *names[9];
    int32_t label[9];
    for (int r = 0; r < 9; r++) names[r] = lacon_data_name(data, r);
    assert_int_equal(lacon_key_read(ctx, label, key, 9, names), LACON_OK);
    for (int o = 0; o < 2; o++) {
        lacon_fit_options options = ref_options(3);
        options.objective = (lacon_objective)o;
        lacon_model *m = ref_fit(ctx, data, &options);
        assert_true(lacon_ari(9, lacon_model_module_of(m), label) == 1);
        lacon_model_free(m);
    }
    lacon_data_free(data);
}

/* ---- what it tells ---- */

/* nll, score and loglik are those of the model's own W, G, v at the data, by inverse and
 * determinant. */
static void info_is_true(void **state)
{
    (void)state;
    enum { N = 3, n = 40, p = 14, k = 3 };
    ref_sim s = ref_simulate(ctx, N, n, p, k, 0.5, 3);
    const lacon_fit_options o = ref_options(k);
    lacon_model *m = ref_fit(ctx, s.data, &o);
    const lacon_fit_info *info = lacon_model_info(m);
    double value[2] = {0, 0};
    for (int i = 0; i < N; i++) {
        double cov[p * p];
        ref_cov(n, p, s.data->classes[i].x, cov);
        for (int obj = 0; obj < 2; obj++)
            value[obj] +=
                ref_dense_value((lacon_objective)obj, p, lacon_model_modules(m), cov,
                                lacon_model_W(m), lacon_model_G(m, i), lacon_model_v(m, i)) /
                N;
        const double L =
            ref_dense_value(LACON_OBJECTIVE_ML, p, lacon_model_modules(m), cov, lacon_model_W(m),
                            lacon_model_G(m, i), lacon_model_v(m, i));
        assert_true(fabs(L + lacon_model_loglik(m, i)) < 1e-9);
        assert_int_equal(lacon_model_rows(m, i), n);
    }
    assert_true(fabs(info->nll - value[0]) < 1e-9 && fabs(info->score - value[1]) < 1e-9);
    assert_int_equal(info->stop, LACON_STOP_CONVERGED);
    assert_true(info->iterations > 0 && info->n_starts >= 2);
    assert_null(info->options->init);
    bool reached = false;
    for (int64_t i = 0; i < info->n_starts; i++) {
        assert_true(info->start_name[i][0] != '\0' && isfinite(info->start_objective[i]));
        assert_true(info->start_agreement[i] <= 1);
        const lacon_fit_trace *way = &info->start_trace[i];
        assert_true(way->count > 1 && way->step[0] == 0);
        for (int64_t t = 1; t < way->count; t++) assert_true(way->step[t] > way->step[t - 1]);
        assert_true(way->objective[way->count - 1] == info->start_objective[i]);
        assert_true(way->error[way->count - 1] == 0);
        reached = reached || info->start_agreement[i] > 0.5;
    }
    assert_true(reached);
    lacon_model_free(m);
    ref_sim_clear(&s);
}

/* As many starts as asked for, and where the data decide an end that is not above any of them.
 * (Where they do not, the end is chosen by evidence and may be.) */
static void number_of_starts(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 8, 100, 40, 5, 0.5, 5);
    for (int64_t starts = 1; starts <= 12; starts += 11) {
        lacon_fit_options o = ref_options(5);
        o.membership = LACON_MEMBERSHIP_ALL;
        o.starts = starts;
        lacon_model *m = ref_fit(ctx, s.data, &o);
        const lacon_fit_info *info = lacon_model_info(m);
        int64_t others = 0;
        for (int64_t i = 0; i < info->n_starts; i++) {
            const char *name = info->start_name[i];
            others += strcmp(name, "split-and-merge") == 0;
            /* starts settle roughly, their spread too: a third of a nat over the 800 rows */
            assert_true(info->nll <= info->start_objective[i] + 4e-4);
        }
        assert_int_equal(info->n_starts - others, starts);
        lacon_model_free(m);
    }
    ref_sim_clear(&s);
}

/* A start at a model with unassigned variables: they are placed again, or left out again. */
static void init_with_unassigned(void **state)
{
    (void)state;
    enum { p = 20, k = 3 };
    ref_sim s = ref_simulate(ctx, 4, 80, p, k, 0.3, 6);
    double W[p * k], norm[k] = {0}, G[k * k] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, v = 1;
    memcpy(W, lacon_model_W(s.truth), sizeof W);
    memset(W + 4 * k, 0, 3 * k * sizeof *W); /* variables 4, 5, 6 out */
    for (int e = 0; e < p * k; e++) norm[e % k] += W[e] * W[e];
    for (int e = 0; e < p * k; e++) W[e] /= sqrt(norm[e % k]);
    lacon_model *init = NULL;
    assert_int_equal(lacon_model_new(ctx, &init, p, k, 1, W, G, &v, NULL, NULL, NULL, NULL), LACON_OK);
    lacon_model *told = fit_from(&s, init, LACON_OBJECTIVE_ML);
    lacon_model *blind = fit_from(&s, NULL, LACON_OBJECTIVE_ML);
    assert_true(lacon_ari(p, lacon_model_module_of(told), lacon_model_module_of(blind)) == 1);
    assert_true(fabs(ref_nll(told) - ref_nll(blind)) < 1e-7);
    lacon_model_free(init);
    lacon_model_free(told);
    lacon_model_free(blind);
    ref_sim_clear(&s);
}

/* Too few iterations: a valid model with the caveat. */
static void not_converged(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 40, 30, 4, 1, 5);
    lacon_fit_options o = ref_options(4);
    o.max_iter = 2;
    lacon_model *m = NULL;
    assert_int_equal(lacon_fit(ctx, &m, s.data, &o), LACON_W_NOT_CONVERGED);
    ref_check_model(m);
    assert_int_equal(lacon_model_info(m)->stop, LACON_STOP_MAX_ITER);
    assert_true(ref_warns_of(m, "raise max-iter"));
    lacon_model_free(m);
    ref_sim_clear(&s);
}

/* A variable that runs against its module cannot be held by W >= 0: it is named. */
static void reversed_variables_are_named(void **state)
{
    (void)state;
    enum { N = 3, n = 100, p = 20, k = 3 };
    ref_sim s = ref_simulate(ctx, N, n, p, k, 0.1, 4);
    const lacon_fit_options o = ref_options(k);
    lacon_model *m = ref_fit(ctx, s.data, &o);
    assert_false(ref_warns_of(m, "sign turned"));
    lacon_model_free(m);
    for (int i = 0; i < N * n; i++) s.x[i * p + 7] *= -1;
    lacon_data *data = ref_data(ctx, s.x, N, n, p, LACON_SCALE_Z, false);
    m = ref_fit(ctx, data, &o);
    assert_true(ref_warns_of(m, "1 variables would fit a module with their sign turned (V8)"));
    lacon_model_free(m);
    lacon_data_free(data);
    ref_sim_clear(&s);
}

/* The modules are numbered by decreasing size; mean and scale are those of the data. */
static void order_and_description(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 3, 100, 40, 6, 0.5, 8);
    const lacon_fit_options o = ref_options(6);
    lacon_model *m = ref_fit(ctx, s.data, &o);
    int64_t size[7] = {0};
    for (int r = 0; r < 40; r++) size[lacon_model_module_of(m)[r]]++;
    for (int64_t j = 1; j < lacon_model_modules(m); j++) assert_true(size[j] >= size[j + 1]);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(lacon_model_label(m, i), lacon_data_label(s.data, i));
        assert_memory_equal(lacon_model_mean(m) + i * 40, lacon_data_mean(s.data, i),
                            40 * sizeof(double));
        assert_memory_equal(lacon_model_scale(m) + i * 40, lacon_data_scale(s.data, i),
                            40 * sizeof(double));
    }
    lacon_model_free(m);
    ref_sim_clear(&s);
}

/* ---- what it refuses ---- */

static void refused(const lacon_data *data, const lacon_fit_options *o, lacon_status want,
                    const char *words)
{
    lacon_model *m = NULL;
    assert_int_equal(lacon_fit(ctx, &m, data, o), want);
    assert_null(m);
    if (!strstr(lacon_ctx_message(ctx), words)) print_message("%s\n", lacon_ctx_message(ctx));
    assert_non_null(strstr(lacon_ctx_message(ctx), words));
}

static void bad_calls(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 20, 6, 2, 1, 1);
    lacon_fit_options o = ref_options(7);
    refused(s.data, &o, LACON_E_ARGUMENT, "7 modules of 6 variables");
    lacon_data *raw = NULL;
    assert_int_equal(lacon_data_new(ctx, &raw, 6), LACON_OK);
    o = ref_options(2);
    refused(raw, &o, LACON_E_DATA, "no data");
    assert_int_equal(lacon_data_add_copy(ctx, raw, NULL, 20, s.x, 6), LACON_OK);
    refused(raw, &o, LACON_E_ARGUMENT, "lacon_data_standardise");
    lacon_data_free(raw);
    lacon_model *other = NULL;
    assert_int_equal(lacon_model_random(ctx, &other, 6, 3, 1, 1, 1), LACON_OK);
    o.init = other;
    refused(s.data, &o, LACON_E_SHAPE, "6 variables in 3 modules");
    lacon_model_free(other);
    ref_sim_clear(&s);
}

static void estimate_is_sane(void **state)
{
    (void)state;
    ref_sim small = ref_simulate(ctx, 1, 20, 6, 2, 1, 1),
            large = ref_simulate(ctx, 3, 60, 400, 4, 1, 1);
    lacon_fit_plan a, b;
    lacon_fit_options o = ref_options(2);
    assert_int_equal(lacon_fit_estimate(ctx, &a, small.data, &o), LACON_OK);
    o.k = 4;
    assert_int_equal(lacon_fit_estimate(ctx, &b, large.data, &o), LACON_OK);
    assert_true(a.bytes > 0 && a.seconds > 0 && b.bytes > a.bytes && b.seconds > a.seconds);
    ref_sim_clear(&small);
    ref_sim_clear(&large);
}

/* ---- callbacks ---- */

typedef struct watch {
    int64_t asked, stop_at; /* cancel calls so far; from this one on it says stop */
    int64_t reports;
    char phase[32];
    int64_t step;
    bool orderly;
} watch;

static int watch_cancel(void *user)
{
    watch *w = user;
    return ++w->asked >= w->stop_at && w->stop_at > 0;
}

static void watch_progress(void *user, const lacon_progress *where)
{
    watch *w = user;
    const bool same = strcmp(w->phase, where->phase) == 0;
    w->reports++;
    /* within a phase steps go up; a phase begins at 1; a known total is not overrun */
    w->orderly = w->orderly && where->step == (same && where->step != 1 ? w->step + 1 : 1) &&
                 (where->total == 0 || where->step <= where->total);
    snprintf(w->phase, sizeof w->phase, "%s", where->phase);
    w->step = where->step;
}

static lacon_ctx *watched(watch *w)
{
    lacon_ctx *c;
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.cancel = watch_cancel;
    options.progress = watch_progress;
    options.user = w;
    assert_int_equal(lacon_ctx_new(&c, &options), LACON_OK);
    return c;
}

static void progress_goes_up(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 60, 30, 4, 1, 5);
    for (int noise = 0; noise < 2; noise++) {
        watch w = {.orderly = true};
        lacon_ctx *c = watched(&w);
        lacon_fit_options o = ref_options(4);
        o.noise = (lacon_noise)noise;
        lacon_model *m = ref_fit(c, s.data, &o);
        assert_true(w.reports >= 3 && w.orderly); /* two starts that agree and the test of membership at least */
        assert_true(w.asked > 10);
        lacon_model_free(m);
        lacon_ctx_free(c);
    }
    ref_sim_clear(&s);
}

/* Whenever cancel says stop: the caveat, a valid model, and few more questions asked. */
static void check_cancel(const ref_sim *s, const lacon_fit_options *o, int64_t at)
{
    watch w = {.orderly = true, .stop_at = at};
    lacon_ctx *c = watched(&w);
    lacon_model *m = NULL;
    const lacon_status status = lacon_fit(c, &m, s->data, o);
    assert_int_equal(status, w.asked >= at ? LACON_W_CANCELLED : LACON_OK);
    assert_non_null(m);
    ref_check_model(m);
    assert_true(w.asked <= at + 40);
    if (w.asked >= at) {
        assert_int_equal(lacon_model_info(m)->stop, LACON_STOP_CANCELLED);
        assert_true(ref_warns_of(m, "stopped before the end"));
    }
    lacon_model_free(m);
    lacon_ctx_free(c);
}

static void cancel(void **state)
{
    (void)state;
    ref_sim small = ref_simulate(ctx, 1, 80, 30, 4, 1, 5),
            large = ref_simulate(ctx, 2, 40, 300, 3, 1, 5);
    lacon_fit_options o = ref_options(4), rows = ref_options(3);
    for (int64_t at = 1; at < 400; at += at < 20 ? 1 : 9) check_cancel(&small, &o, at);
    o.noise = LACON_NOISE_VARIABLE;
    for (int64_t at = 1; at < 600; at += at < 20 ? 3 : 37) check_cancel(&small, &o, at);
    for (int64_t at = 1; at < 60; at += 3) check_cancel(&large, &rows, at);
    ref_sim_clear(&small);
    ref_sim_clear(&large);
}

/* A fit of several threads, then a fork: in the child a context of one thread finds the same. */
static void after_fork(void **state)
{
    (void)state;
    lacon_ctx_options many;
    lacon_ctx_options_init(&many);
    many.threads = 3;
    lacon_ctx *wide = NULL;
    assert_int_equal(lacon_ctx_new(&wide, &many), LACON_OK);
    ref_sim s = ref_simulate(ctx, 4, 100, 24, 3, 0.3, 5);
    const lacon_fit_options o = ref_options(3);
    lacon_model *m = ref_fit(wide, s.data, &o);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        alarm(600); /* waiting for threads that are not here is the way it would fail */
        lacon_ctx *own = NULL;
        lacon_model *again = NULL;
        const bool good = lacon_ctx_new(&own, NULL) == LACON_OK && lacon_fit(own, &again, s.data, &o) == LACON_OK &&
                          memcmp(lacon_model_W(m), lacon_model_W(again), 24 * 3 * sizeof(double)) == 0;
        _exit(good ? 0 : 1);
    }
    int how = -1;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_int_equal(how, 0);
    lacon_model_free(m);
    ref_sim_clear(&s);
    lacon_ctx_free(wide);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_worse_than_the_truth),
        cmocka_unit_test(one_class_against_the_truth),
        cmocka_unit_test(recovery),
        cmocka_unit_test(objectives_differ),
        cmocka_unit_test(holzinger_swineford),
        cmocka_unit_test(info_is_true),
        cmocka_unit_test(number_of_starts),
        cmocka_unit_test(init_with_unassigned),
        cmocka_unit_test(not_converged),
        cmocka_unit_test(order_and_description),
        cmocka_unit_test(reversed_variables_are_named),
        cmocka_unit_test(bad_calls),
        cmocka_unit_test(estimate_is_sane),
        cmocka_unit_test(progress_goes_up),
        cmocka_unit_test(cancel),
        cmocka_unit_test(after_fork),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
