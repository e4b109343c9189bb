/* SPDX-License-Identifier: BSD-3-Clause
 * Experiments: summaries by NumPy's and SciPy's numbers, the same bytes for any number of threads, runs
 * that are interrupted at any byte of their journal, methods that fail, settings that cannot be meant.
 * Directed data are the neighbour's, test_fig3.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "data/data.h"
#include "contexts.h"
#include "tiny.h"

/* ---- summaries ---- */

/* sqrt(df (1 - x) / x), x = scipy.special.betaincinv(df / 2, .5, .05); stats.t.ppf of SciPy 1.10 is off
 * by 1e-9 */
static void quantiles_are_students(void **state)
{
    (void)state;
    static const struct {
        int64_t df;
        double t;
    } want[] = {{1, 12.706204736174707}, {2, 4.302652729749464},   {3, 3.18244630528371},
                {4, 2.7764451051977943}, {9, 2.2621571627982053},  {19, 2.09302405440831},
                {30, 2.042272456301239}, {99, 1.984216951586415},  {499, 1.9647293909877013},
                {5000, 1.960438551707473}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_true(fabs(lcn_student_975(want[i].df) - want[i].t) < 1e-12 * want[i].t);
    assert_true(fabs(lcn_student_975(200000) - 1.96) < 1e-3);
    assert_true(isnan(lcn_student_975(0)));
}

/* numpy mean, std(ddof=1), median; interval by the quantiles above */
static void summaries_are_numpys(void **state)
{
    (void)state;
    double x[] = {3.5, -1.25, 0.125, 7.75, 2.0, 2.0, -4.5}, y[] = {1e8 + 9, 1e8 + 1, 1e8 + 4, 1e8 + 2};
    lcn_summary s = lcn_summarise(7, x);
    near(s.mean, 1.375);
    near(s.sd, 3.8493776553273302);
    near(s.low, -2.185080558199952);
    near(s.high, 4.935080558199952);
    near(s.median, 2);
    s = lcn_summarise(4, y);
    near(s.mean, 100000004.0);
    near(s.sd, 3.559026084010437);
    near(s.low, 99999998.3367953);
    near(s.median, 100000003.0);
    s = lcn_summarise(1, y);
    assert_true(s.count == 1 && s.mean == s.median && isnan(s.sd) && isnan(s.low));
    s = lcn_summarise(0, y);
    assert_true(s.count == 0 && isnan(s.mean));
}

/* ---- runs ---- */

static void assert_same_files(const char *a, const char *b)
{
    size_t n, m;
    char *x = scratch_read(a, &n), *y = scratch_read(b, &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

static void threads_do_not_show(void **state)
{
    tiny t = tiny_of(*state, "fig2");
    assert_int_equal(run_in(&t, t.s->ctx, "one"), LACON_OK);
    char first[512];
    strcpy(first, t.tsv);
    lacon_ctx *three = new_ctx(3);
    assert_int_equal(run_in(&t, three, "three"), LACON_OK);
    assert_same_files(first, t.tsv);
    for (int i = 0; i < 3; i++) {
        static const char *const files[] = {"fig2-summary.tsv", "fig2.svg", "fig2.png"};
        char a[300], b[300];
        snprintf(a, sizeof a, "%s/one/%s", t.s->dir, files[i]);
        snprintf(b, sizeof b, "%s/three/%s", t.s->dir, files[i]);
        assert_same_files(a, b);
    }
    lacon_ctx_free(three);
}

/* 2 × 2 cells × 3 repetitions; 9 module methods with three measures, 7 covariances with one */
static void tables_are_complete(void **state)
{
    tiny t = tiny_of(*state, "fig2");
    assert_int_equal(run_in(&t, t.s->ctx, "a"), LACON_OK);
    size_t size;
    char *text = scratch_read(t.tsv, &size);
    int64_t lines = 0, failed = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++) lines++;
    for (const char *at = text; (at = strstr(at, "\tNA\tfailed\t")); at++) failed++;
    assert_int_equal(lines, 1 + 12 * (9 * 3 + 7));
    assert_true(failed >= 6); /* sample covariance and graphical lasso with 8 rows */
    assert_non_null(strstr(text, "1\t8\t10\tsample\t1\tnll\tNA\tfailed\tthe covariance of 8 rows of 10 "
                                 "variables is singular"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
}

static void every_record_has_one_place(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"fig2", "runtime"};
    for (int i = 0; i < 2; i++) {
        tiny t = tiny_of(s, names[i]);
        if (i == 1) t.options.classes = "1";
        lcn_plan plan;
        const lcn_experiment experiment = {
            .shown = {names[i], 1, 0, ""}, .place = LCN_IN_SPEED, .n_measures = 1,
            .classes = "1", .samples = "9", .variables = "5",
            .shape = i == 0 ? LCN_UNIT_CELL : LCN_UNIT_REP};
        assert_int_equal(lcn_plan_begin(s->ctx, &plan, &experiment, &t.options), LACON_OK);
        const int64_t all = plan.n_cells * plan.n_contenders * plan.reps;
        assert_int_equal(plan.n_units * plan.unit_records, all);
        for (int64_t u = 0; u < plan.n_units; u++)
            for (int64_t j = 0; j < plan.unit_records; j++) {
                const int64_t at = lcn_plan_index(&plan, u, j);
                assert_in_range(at, 0, all - 1);
                assert_int_equal(plan.records[at].outcome, LCN_PENDING);
                plan.records[at].outcome = LCN_DONE;
            }
        lcn_plan_end(s->ctx, &plan);
    }
}

/* ---- interruption ---- */

static void resumes_from_any_byte(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "fig2");
    t.options.methods = "lacon,hclust-ward,sample";
    assert_int_equal(run_in(&t, s->ctx, "whole"), LACON_OK);
    char whole[512];
    strcpy(whole, t.tsv);
    char *journal = strdup(scratch_path(s, "journal"));
    t.options.journal = journal;
    assert_int_equal(run_in(&t, s->ctx, "kept"), LACON_OK);
    assert_same_files(whole, t.tsv);
    size_t size;
    char *text = scratch_read(journal, &size);
    const size_t cuts[] = {0, 3, size / 2, size - 70, size - 2, size - 1, size};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i += TEST_SANITIZED ? 3 : 1) {
        const size_t cut = cuts[i];
        FILE *f = fopen(journal, "wb");
        assert_int_equal(fwrite(text, 1, cut, f), cut);
        fclose(f);
        assert_int_equal(run_in(&t, s->ctx, "again"), LACON_OK);
        assert_same_files(whole, t.tsv);
    }
    /* a line that was spoilt, not cut, and everything after it is done anew */
    text[size / 2] ^= 1;
    FILE *f = fopen(journal, "wb");
    assert_int_equal(fwrite(text, 1, size, f), size);
    fclose(f);
    assert_int_equal(run_in(&t, s->ctx, "again"), LACON_OK);
    assert_same_files(whole, t.tsv);
    free(text);
    free(journal);
}

static void journals_of_others_are_left_alone(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "ari");
    t.options.methods = "hclust-ward";
    char *journal = strdup(scratch_path(s, "journal"));
    t.options.journal = journal;
    assert_int_equal(run_in(&t, s->ctx, "a"), LACON_OK);
    t.options.seed = 2;
    assert_int_equal(run_in(&t, s->ctx, "a"), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "other settings"));
    t.options.restart = 1;
    assert_int_equal(run_in(&t, s->ctx, "a"), LACON_OK);
    scratch_text(s, "journal", "dear diary\n");
    assert_int_equal(run_in(&t, s->ctx, "a"), LACON_E_FORMAT);
    t.options.journal = s->dir;
    assert_int_equal(run_in(&t, s->ctx, "a"), LACON_E_IO);
    t.options.journal = "/nonexistent/journal";
    assert_int_equal(run_in(&t, s->ctx, "a"), LACON_E_IO);
    free(journal);
}

static int after_some(void *user)
{
    int *left = user;
    return --*left <= 0;
}

static void cancelled_runs_go_on(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "fig2");
    t.options.methods = "lacon,kmeans";
    assert_int_equal(run_in(&t, s->ctx, "whole"), LACON_OK);
    char whole[512];
    strcpy(whole, t.tsv);
    char *journal = strdup(scratch_path(s, "journal"));
    t.options.journal = journal;
    int left = 0, cancelled = 0;
    lacon_status status = LACON_E_CANCELLED;
    for (int tries = 0; tries < 100 && status == LACON_E_CANCELLED; tries++) {
        lacon_ctx_options options;
        lacon_ctx *ctx;
        lacon_ctx_options_init(&options);
        options.cancel = after_some;
        options.user = &left;
        left = 10 * (tries + 1);
        assert_int_equal(lacon_ctx_new(&ctx, &options), LACON_OK);
        status = run_in(&t, ctx, "parts");
        cancelled += status == LACON_E_CANCELLED;
        lacon_ctx_free(ctx);
    }
    assert_int_equal(status, LACON_OK);
    assert_true(cancelled > 0);
    assert_same_files(whole, t.tsv);
    free(journal);
}

/* ---- given data ---- */

static lacon_data *given(lacon_ctx *ctx, int64_t rows)
{
    lacon_model *truth;
    lacon_data *data;
    double *x = calloc((size_t)rows * 12, sizeof *x);
    assert_int_equal(lacon_model_random(ctx, &truth, 12, 3, 2, 0.3, 4), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &data, 12), LACON_OK);
    for (int64_t c = 0; c < 2; c++) {
        assert_int_equal(lacon_model_simulate(ctx, truth, c, rows, 9, x, 12), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, rows, x, 12), LACON_OK);
    }
    lacon_model_free(truth);
    free(x);
    return data;
}

/* The likelihood of the table is what the covariance and an evaluation by hand give; factor analysis has
 * another seed there, so its iterations stop elsewhere. */
static void same_as_by_hand(lacon_ctx *ctx, const char *text, const char *row, const char *method,
                            bool pooled)
{
    lacon_data *train = given(ctx, 60), *all = given(ctx, 90), *test;
    lacon_covariance *s;
    lacon_baseline_options o;
    double loglik[2];
    lacon_baseline_options_init(&o);
    o.k = 3;
    o.pooled = pooled;
    assert_int_equal(lacon_data_standardise(ctx, train, LACON_SCALE_Z), LACON_OK);
    assert_int_equal(lacon_baseline_covariance(ctx, &s, method, train, &o), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &test, 12), LACON_OK);
    for (int64_t c = 0; c < 2; c++)
        assert_int_equal(lacon_data_add_view(ctx, test, NULL, 30,
                                             (const double *)all->classes[c].x + 60 * 12, 12),
                         LACON_OK);
    assert_int_equal(
        lacon_data_standardise_by(ctx, test, lacon_covariance_mean(s), lacon_covariance_scale(s)),
        LACON_OK);
    assert_int_equal(lacon_covariance_evaluate(ctx, s, test, NULL, loglik), LACON_OK);
    for (int c = 0; c < 2; c++) {
        char key[80];
        snprintf(key, sizeof key, "\t%s\tclass-00%d\tloglik\t", row, c + 1);
        const char *at = strstr(text, key);
        assert_non_null(at);
        assert_true(fabs(strtod(at + strlen(key), NULL) - loglik[c]) < 1e-7 * fabs(loglik[c]));
    }
    lacon_covariance_free(s);
    lacon_data_free(test);
    lacon_data_free(all);
    lacon_data_free(train);
}

static void table1_is_fit_and_evaluate(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "table1");
    lacon_data *data = given(s->ctx, 90);
    t.options.reps = 0;
    t.options.data = data;
    t.options.train = 60;
    t.options.test = 30;
    t.options.k_min = t.options.k_max = 3;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_OK);

    size_t size;
    char *text = scratch_read(t.tsv, &size);
    same_as_by_hand(s->ctx, text, "ledoit-wolf", "ledoit-wolf", false);
    same_as_by_hand(s->ctx, text, "factor-analysis", "factor-analysis", false);
    same_as_by_hand(s->ctx, text, "factor-analysis-pooled", "factor-analysis", true);
    same_as_by_hand(s->ctx, text, "ppca", "ppca", false);
    same_as_by_hand(s->ctx, text, "ppca-pooled", "ppca", true);
    free(text);
    lacon_data_free(data);
}

static void table1_wants_rows_that_fit(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "table1");
    lacon_data *data = given(s->ctx, 40);
    t.options.reps = 0;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_E_ARGUMENT); /* no data */
    t.options.data = data;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_E_ARGUMENT); /* no split */
    t.options.train = 30;
    t.options.test = 20;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "class-001"));
    t.options.train = 39;
    t.options.test = 0;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_E_DATA); /* one row to test */
    t.options.train = 30;
    t.options.k_max = 13;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_E_ARGUMENT);
    t.options.k_max = 3;
    t.options.reps = 5;
    assert_int_equal(run_in(&t, s->ctx, "t"), LACON_E_ARGUMENT);
    lacon_data_free(data);
}

/* ---- asked wrongly ---- */

static void refused(scratch *s, void (*spoil)(lacon_experiment_options *), const char *words)
{
    tiny t = tiny_of(s, "fig2");
    spoil(&t.options);
    assert_int_equal(run_in(&t, s->ctx, "x"), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), words));
}

#define SPOIL(name, change)                                                                        \
    static void name(lacon_experiment_options *o) { change; }
SPOIL(size, o->size = 3)
SPOIL(reps, o->reps = -1)
SPOIL(noise, o->noise = NAN)
SPOIL(limit, o->limit_s = 0)
SPOIL(samples, o->samples = "10,5")
SPOIL(words, o->samples = "ten")
SPOIL(single_row, o->samples = "1")
SPOIL(three, o->classes = "1,2,3")
SPOIL(modules, o->modules = 11)
SPOIL(methods, o->methods = "lacon,wards")
SPOIL(range, o->k_min = 0)

static void settings_are_checked(void **state)
{
    scratch *s = *state;
    refused(s, size, "init");
    refused(s, reps, "reps");
    refused(s, noise, "noise");
    refused(s, limit, "limit");
    refused(s, samples, "increase");
    refused(s, words, "ten");
    refused(s, single_row, "two rows");
    refused(s, three, "two numbers");
    refused(s, modules, "modules is 11");
    refused(s, methods, "wards");
    refused(s, range, "range");
    tiny t = tiny_of(s, "fig9");
    assert_int_equal(run_in(&t, s->ctx, "x"), LACON_E_ARGUMENT);
    assert_null(lacon_experiment_find("fig9"));
    assert_null(lacon_experiment_at(-1));
    assert_null(lacon_experiment_at(lacon_experiment_count()));
    assert_null(lacon_contender_at(lacon_contender_count()));
}

/* A method over its limit has failed and is not tried on more variables. */
static void runtime_has_a_limit(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "runtime");
    t.options.classes = "1";
    t.options.samples = "30";
    t.options.variables = "20,30";
    t.options.reps = 1;
    t.options.limit_s = 1e-7;
    t.options.methods = "hclust-ward";
    assert_int_equal(run_in(&t, s->ctx, "r"), LACON_OK);
    size_t size;
    char *text = scratch_read(t.tsv, &size);
    assert_non_null(strstr(text, "1\t30\t20\thclust-ward\t1\tmilliseconds\tNA\tfailed\tnot finished"));
    assert_non_null(strstr(text, "1\t30\t30\thclust-ward\t1\tmilliseconds\tNA\tfailed\tnot tried"));
    free(text);
    t.options.limit_s = 100;
    assert_int_equal(run_in(&t, s->ctx, "r"), LACON_OK);
    text = scratch_read(t.tsv, &size);
    assert_null(strstr(text, "failed"));
    free(text);
}

/* ---- memory ---- */

static lacon_status run_tiny(lacon_ctx *ctx, void *user)
{
    tiny *t = user;
    remove(t->options.journal);
    return lacon_experiment_run(ctx, t->name, NULL, &t->options);
}

static lacon_status write_tiny(lacon_ctx *ctx, void *user)
{
    return run_in(user, ctx, "m");
}

static void memory_fails(void **state)
{
    scratch *s = *state;
    tiny t = tiny_of(s, "ari");
    char *journal = strdup(scratch_path(s, "journal"));
    t.options.journal = journal;
    t.options.reps = 1;
    t.options.classes = "1";
    t.options.samples = "12";
    t.options.variables = "6";
    t.options.methods = "hclust-ward,fa";
    assert_true(faulty_loop(run_tiny, &t, 1) > 30);
    assert_true(faulty_loop(write_tiny, &t, 1) > 20); /* all is done: tables and figure */
    free(journal);
}

int main(void)
{
#define WITH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_students),
        cmocka_unit_test(summaries_are_numpys),
        WITH(threads_do_not_show),
        WITH(tables_are_complete),
        WITH(every_record_has_one_place),
        WITH(resumes_from_any_byte),
        WITH(journals_of_others_are_left_alone),
        WITH(cancelled_runs_go_on),
        WITH(table1_is_fit_and_evaluate),
        WITH(table1_wants_rows_that_fit),
        WITH(settings_are_checked),
        WITH(runtime_has_a_limit),
        WITH(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
