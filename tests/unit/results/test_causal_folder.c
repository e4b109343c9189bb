/* SPDX-License-Identifier: BSD-3-Clause
 * Directed connectivity as files: what is written reads back, what is damaged is refused with its
 * name, prior knowledge from tables; each allocation fails in turn.
 */
#include "scratch.h"

#include "causal/causal.h"
#include "io/formats/npz.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>
#include <cmocka.h>

enum { K = 3, N = 2 };
static const double effects[N * K * K] = {0, 0, 0, 0.5, 0, 0, -1.25, 0.1, 0,
                                          0, 2, 0, 0,   0, 0, 0,     0,   0};
static const int64_t orders[N * K] = {0, 1, 2, 2, 1, 0};
static const char *const names[K] = {"a", "b\tc", "\"d"};

static lacon_causal *make(lacon_ctx *ctx)
{
    lacon_causal *s;
    const char *const labels[N] = {"one", "two"};
    assert_int_equal(lacon_causal_new(ctx, &s, K, N, effects, orders, names, labels), LACON_OK);
    return s;
}

static lacon_causal *estimated(lacon_ctx *ctx, int64_t boot)
{
    lacon_causal *truth, *s;
    lacon_model *model;
    lacon_data *data;
    static double x[200 * 9];
    assert_int_equal(lacon_causal_random(ctx, &truth, &model, 9, K, 1, 0.5, 3), LACON_OK);
    assert_int_equal(lacon_causal_simulate(ctx, truth, model, 0, 200, 3, x, 9), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &data, 9), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "only", 200, x, 9), LACON_OK);
    lacon_causal_options o;
    lacon_causal_options_init(&o);
    o.boot = boot;
    assert_int_equal(lacon_causal_estimate(ctx, &s, model, data, &o), LACON_OK);
    lacon_data_free(data);
    lacon_model_free(model);
    lacon_causal_free(truth);
    return s;
}

static void reads_back(void **state)
{
    scratch *t = *state;
    lacon_causal *s = make(t->ctx), *back;
    assert_int_equal(lacon_causal_write(t->ctx, s, t->dir, NULL), LACON_OK);
    assert_int_equal(lacon_causal_load(t->ctx, &back, t->dir), LACON_OK);
    for (int c = 0; c < N; c++) {
        assert_memory_equal(lacon_causal_B(back, c), effects + c * K * K, K * K * sizeof(double));
        assert_memory_equal(lacon_causal_order(back, c), orders + c * K, K * sizeof(int64_t));
        assert_string_equal(lacon_causal_label(back, c), lacon_causal_label(s, c));
    }
    for (int j = 0; j < K; j++) assert_string_equal(lacon_causal_name(back, j), names[j]);
    assert_true(fabs(lacon_causal_total(back, 0)[2 * K] - (-1.25 + 0.1 * 0.5)) < 1e-15);
    assert_null(lacon_causal_options_used(back));
    lacon_causal_free(back);
    lacon_causal_free(s);
}

static char *slurp(const char *path)
{
    static char text[4096];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static void arrows_as_a_table(void **state)
{
    scratch *t = *state;
    lacon_causal *s = make(t->ctx);
    const char *path = scratch_path(t, "arrows.tsv");
    assert_int_equal(lacon_causal_write_arrows(t->ctx, s, 0, path), LACON_OK);
    assert_string_equal(slurp(path),
                        "from\tto\tweight\tfrequency\tidentifiable\tlow\thigh\torder\ttotal\n"
                        "a\tb c\t0.5\tNA\tuntested\tNA\tNA\tNA\t0.5\n"
                        "a\t\"\"\"d\"\t-1.25\tNA\tuntested\tNA\tNA\tNA\t-1.2\n"
                        "b c\t\"\"\"d\"\t0.1\tNA\tuntested\tNA\tNA\tNA\t0.1\n");
    assert_int_equal(lacon_causal_write_arrows(t->ctx, s, 0, scratch_path(t, "no/where")),
                     LACON_E_IO);
    assert_int_equal(lacon_causal_write(t->ctx, s, scratch_path(t, "nowhere"), NULL), LACON_E_IO);
    lacon_causal_free(s);
}

/* What an estimate leaves: the trust, and a table without gaps. */
static void an_estimate_is_written(void **state)
{
    scratch *t = *state;
    for (int64_t boot = 0; boot < 20; boot += 10) {
        lacon_causal *s = estimated(t->ctx, boot);
        lcn_npz z;
        char path[300];
        assert_int_equal(lacon_causal_write(t->ctx, s, t->dir, NULL), LACON_OK);
        snprintf(path, sizeof path, "%s/causal.npz", t->dir);
        assert_int_equal(lcn_npz_open(t->ctx, &z, path), LACON_OK);
        assert_true(lcn_npz_has(&z, "p_gaussian") && lcn_npz_has(&z, "total"));
        assert_int_equal(lcn_npz_has(&z, "frequency"), boot > 0);
        assert_int_equal(lcn_npz_has(&z, "p_independent"), boot > 0);
        lcn_npz_close(&z);
        snprintf(path, sizeof path, "%s/disturbances.tsv", t->dir);
        assert_null(strstr(slurp(path), "nan"));
        snprintf(path, sizeof path, "%s/causal.json", t->dir);
        assert_non_null(strstr(slurp(path), "\"method\": \"likelihood\""));
        assert_true((strstr(slurp(path), "a_first") != NULL) == (boot > 0));
        lacon_causal_free(s);
    }
}

/* ---- files that are none ---- */

static lacon_status load_of(scratch *t, int64_t k, const double *B, int order_dims,
                            const int64_t *order)
{
    lacon_causal *s;
    lcn_npz_writer w;
    const char *path = scratch_path(t, "causal.npz");
    assert_int_equal(lcn_npz_create(t->ctx, &w, path), LACON_OK);
    assert_int_equal(lcn_npz_doubles(t->ctx, &w, "B", 3, (int64_t[]){1, k, 2}, B), LACON_OK);
    if (order)
        assert_int_equal(lcn_npz_ints(t->ctx, &w, "order", order_dims, (int64_t[]){1, 2}, order),
                         LACON_OK);
    assert_int_equal(lcn_npz_finish(t->ctx, &w, LACON_OK), LACON_OK);
    const lacon_status status = lacon_causal_load(t->ctx, &s, t->dir);
    assert_true((status < 0) == (s == NULL));
    lacon_causal_free(s);
    return status;
}

static void damage_is_named(void **state)
{
    scratch *t = *state;
    const double B[6] = {0, 0, 1, 0, 0, 0};
    lacon_causal *s;
    assert_int_equal(lacon_causal_load(t->ctx, &s, t->dir), LACON_E_IO);
    assert_int_equal(load_of(t, 2, B, 2, (int64_t[]){0, 1}), LACON_OK);
    assert_int_equal(load_of(t, 2, B, 2, (int64_t[]){1, 0}), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(t->ctx), "causal.npz: class 0: the effect 1"));
    assert_int_equal(load_of(t, 2, B, 2, (int64_t[]){0, 2}), LACON_E_FORMAT);
    assert_int_equal(load_of(t, 2, B, 2, NULL), LACON_E_FORMAT);
    assert_int_equal(load_of(t, 3, B, 2, (int64_t[]){0, 1}), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(t->ctx), "N square matrices"));
    assert_int_equal(load_of(t, 2, (double[]){0, 0, NAN, 0}, 2, (int64_t[]){0, 1}), LACON_E_FORMAT);
    scratch_text(t, "causal.npz", "nonsense");
    assert_int_equal(lacon_causal_load(t->ctx, &s, t->dir), LACON_E_FORMAT);
}

/* ---- prior knowledge ---- */

static lacon_status prior_of(scratch *t, const char *text, lacon_prior **out)
{
    return lacon_prior_read(t->ctx, out, scratch_text(t, "prior", text), K, names);
}

static void prior_is_read(void **state)
{
    scratch *t = *state;
    lacon_prior *p;
    /* any order of columns, any separator, more columns than needed */
    assert_int_equal(
        prior_of(t, "rule;note;to;from\nrequired;x;\"\"\"d\";a\nforbidden;y;b\tc;a\n", &p),
        LACON_OK);
    assert_true(lcn_prior_requires(p, 0, 2) && lcn_prior_before(p, 0, 2));
    assert_true(lcn_prior_forbids(p, 0, 1) && !lcn_prior_before(p, 0, 1));
    lacon_prior_free(p);
    assert_int_equal(prior_of(t, "module;tier\na;3\n\"\"\"d\";-1\n", &p), LACON_OK);
    assert_true(lcn_prior_before(p, 2, 0) && !lcn_prior_before(p, 1, 0));
    lacon_prior_free(p);
    assert_int_equal(prior_of(t, "from;to;rule\n", &p), LACON_OK); /* nothing is known */
    lacon_prior_free(p);
}

static void bad_prior_is_named(void **state)
{
    scratch *t = *state;
    static const struct {
        const char *text, *word;
        lacon_status status;
    } bad[] = {
        {"", "the file is empty", LACON_E_FORMAT},
        {"a,b\n", ":1: prior knowledge has the columns", LACON_E_FORMAT},
        {"from,to,rule\na\n", ":2: from, to and rule are expected", LACON_E_FORMAT},
        {"from,to,rule\na,\"b,required\n", ":2: quotes are not closed", LACON_E_FORMAT},
        {"from,to,rule\n\na,zz,required\n", ":3: there is no module 'zz'; the first is 'a'",
         LACON_E_DATA},
        {"from,to,rule\na,a,before\n", ":2: a rule about module 1 and itself", LACON_E_DATA},
        {"from,to,rule\na,a,maybe\n", ":2: rule 'maybe'", LACON_E_DATA},
        {"module,tier\na,1.5\n", ":2: tier '1.5'", LACON_E_DATA},
        {"module,tier\na,1\na,2\n", ":3: module 1 is in tier 1 and in tier 2", LACON_E_DATA},
        {"module,tier\na\n", ":2: module and tier are expected", LACON_E_FORMAT},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lacon_prior *p;
        assert_int_equal(prior_of(t, bad[i].text, &p), bad[i].status);
        assert_null(p);
        if (!strstr(lacon_ctx_message(t->ctx), bad[i].word))
            fail_msg("%s", lacon_ctx_message(t->ctx));
        assert_non_null(strstr(lacon_ctx_message(t->ctx), "prior"));
    }
}

/* ---- memory ---- */

typedef struct job {
    scratch *t;
    lacon_causal *s;
    const char *table, *arrows;
} job;

static lacon_status run(lacon_ctx *ctx, void *user)
{
    const job *j = user;
    lacon_causal *back = NULL;
    lacon_prior *p = NULL;
    lacon_status status = lacon_causal_write(ctx, j->s, j->t->dir, NULL);
    if (status >= 0) status = lacon_causal_write_arrows(ctx, j->s, 0, j->arrows);
    if (status >= 0) status = lacon_causal_load(ctx, &back, j->t->dir);
    if (status >= 0) status = lacon_prior_read(ctx, &p, j->table, K, names);
    lacon_causal_free(back);
    lacon_prior_free(p);
    return status;
}

static void memory_may_end(void **state)
{
    scratch *t = *state;
    job j = {t, make(t->ctx), scratch_text(t, "prior", "from;to;rule\na;b\tc;before\n"),
             scratch_path(t, "arrows.tsv")};
    assert_true(faulty_loop(run, &j, 1) > 20);
    lacon_causal_free(j.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)
        TEST(reads_back),      TEST(arrows_as_a_table), TEST(an_estimate_is_written),
        TEST(damage_is_named), TEST(prior_is_read),     TEST(bad_prior_is_named),
        TEST(memory_may_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
