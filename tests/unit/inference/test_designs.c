/* SPDX-License-Identifier: BSD-3-Clause
 * Designs people have: variances that differ, changes of sign, joint and weighted contrasts, whole blocks of unequal
 * size; against NumPy and SciPy written out (tools/make_design_refs made design_ref.h), to 1e-8 and better.
 */
#include "design_ref.h"
#include "edge_study.h"
#include "inference/inference.h"
#include "util/rng.h"

static const double CLOSE = 1e-10;

static lacon_test_options question(const char *model, const char *contrast, const char *variance)
{
    lacon_test_options o = asking(model);
    o.contrast = contrast;
    o.variance = variance;
    return o;
}

static lacon_test *ask(lacon_test_options o) { return run(12, design_z, table(design_table), o); }

static bool warned(const lacon_test *t, const char *words)
{
    for (int64_t i = 0; i < lacon_test_about(t)->n_warnings; i++)
        if (strstr(lacon_test_about(t)->warnings[i], words)) return true;
    return false;
}

static void welch(void **state)
{
    (void)state;
    lacon_test *t = ask(question("group", NULL, NULL));
    const lacon_edge *e = lacon_test_edge(t, 0);
    const lacon_test_info *info = lacon_test_about(t);
    near(design_welch_t, e->statistic, CLOSE);
    near(design_welch_df, e->df, CLOSE);
    near(design_welch_scaled, e->scaled, CLOSE); /* bent by the skewness, as is the interval */
    near(design_welch_low, e->ci_low, CLOSE);
    near(design_welch_high, e->ci_high, CLOSE);
    assert_true(info->exhaustive); /* all 792 */
    near(design_welch_p, e->p, 1e-12);
    near(e->p, e->p_fwe, 0);
    near(e->p, info->omnibus_p, 0);
    assert_int_equal(info->n_variance, 2);
    assert_string_equal(info->variance_by, "group");
    assert_string_equal(info->null->statistic, "max|z|");
    near(fabs(e->scaled), info->null->observed_max, CLOSE);
    lacon_test_free(t);
    t = ask(question("three", NULL, NULL)); /* Welch (1951) */
    near(design_welch_f, lacon_test_edge(t, 0)->statistic, CLOSE);
    near(design_welch_f_df, lacon_test_edge(t, 0)->df, CLOSE);
    near(design_welch_f_scaled, lacon_test_edge(t, 0)->scaled, CLOSE);
    assert_int_equal(lacon_test_about(t)->n_variance, 3);
    lacon_test_free(t);
    lacon_test_options all = question("three", NULL, NULL);
    all.permutations = 40000;
    t = ask(all);
    assert_true(lacon_test_about(t)->exhaustive); /* all 34,650 */
    near(design_welch_f_p, lacon_test_edge(t, 0)->p, 1e-12);
    lacon_test_free(t);
    t = ask(question("three + x", "three", NULL));
    near(design_untold_f_scaled, lacon_test_edge(t, 0)->scaled, CLOSE);
    lacon_test_free(t);
    t = ask(question("group + x + y", "x + y", NULL));
    near(design_joint_f_scaled, lacon_test_edge(t, 0)->scaled, CLOSE);
    lacon_test_free(t);
    t = ask(question("group + x", NULL, NULL));
    near(design_adjusted_t, lacon_test_edge(t, 0)->statistic, CLOSE);
    near(design_adjusted_df, lacon_test_edge(t, 0)->df, CLOSE);
    near(design_adjusted_scaled, lacon_test_edge(t, 0)->scaled, CLOSE);
    near(design_adjusted_low, lacon_test_edge(t, 0)->ci_low, CLOSE);
    near(design_adjusted_high, lacon_test_edge(t, 0)->ci_high, CLOSE);
    lacon_test_free(t);
    t = ask(question("group + x", "x", NULL));
    near(design_slope_scaled, lacon_test_edge(t, 0)->scaled, CLOSE);
    near(design_slope_low, lacon_test_edge(t, 0)->ci_low, CLOSE);
    near(design_slope_high, lacon_test_edge(t, 0)->ci_high, CLOSE);
    lacon_test_free(t);
}

static void contrasts(void **state)
{
    (void)state;
    lacon_test *t = ask(question("group + x + y", "x + y", "equal"));
    near(design_joint_f, lacon_test_edge(t, 0)->statistic, CLOSE);
    assert_int_equal(lacon_test_about(t)->df_effect, 2);
    assert_string_equal(lacon_test_about(t)->effect_text, "share of variance explained by x, y together");
    lacon_test_free(t);
    t = ask(question("three", "three=2*A-B-C", "equal"));
    near(design_weighted, lacon_test_edge(t, 0)->effect, CLOSE);
    near(design_weighted_t, lacon_test_edge(t, 0)->statistic, CLOSE);
    assert_string_equal(lacon_test_about(t)->effect_text, "2*A-B-C of the means of three");
    lacon_test_free(t);
    t = ask(question("three", "three= - B + 2 *A - C", NULL)); /* in any order, with blanks */
    near(design_weighted_welch_t, lacon_test_edge(t, 0)->statistic, CLOSE);
    near(design_weighted_df, lacon_test_edge(t, 0)->df, CLOSE);
    lacon_test_free(t);
    t = ask(question("three", "three=-1*A+.5*B+0.5*C", "equal"));
    near(-design_weighted_t, lacon_test_edge(t, 0)->statistic, CLOSE);
    near(-design_weighted / 2, lacon_test_edge(t, 0)->effect, CLOSE);
    lacon_test_free(t);
}

static void signs(void **state)
{
    (void)state;
    lacon_test *t = ask(question("1", NULL, NULL));
    const lacon_edge *e = lacon_test_edge(t, 0);
    near(design_mean_t, e->statistic, CLOSE);
    near(design_mean_p, e->p, 1e-12);
    near(design_mean_low, e->ci_low, CLOSE);
    near(design_mean_high, e->ci_high, CLOSE);
    near(4096, lacon_test_about(t)->possible, 0);
    assert_int_equal(lacon_test_about(t)->df_residual, 11);
    assert_true(lacon_test_about(t)->sign_flips);
    assert_string_equal(lacon_test_about(t)->effect_text, "mean");
    lacon_test_free(t);
    t = ask(question("x", "1", NULL));
    near(design_mean_x_p, lacon_test_edge(t, 0)->p, 1e-12);
    lacon_test_free(t);
    lacon_test_options o = question("1", NULL, NULL); /* scans of a person turn together */
    o.blocks = "who";
    t = ask(o);
    near(64, lacon_test_about(t)->possible, 0);
    lacon_test_free(t);
    o = question("when + who", NULL, NULL); /* a swap within a pair turns its difference */
    o.blocks = "who";
    t = ask(o);
    near(design_paired_p, lacon_test_edge(t, 0)->p, 1e-12);
    lacon_test_free(t);
    o = question("1", NULL, NULL); /* drawn ones agree with all of them */
    o.permutations = 3000;
    t = ask(o);
    assert_false(lacon_test_about(t)->exhaustive);
    near(design_mean_p, lacon_test_edge(t, 0)->p, 4 * sqrt(design_mean_p / 3000));
    lacon_test_free(t);
}

static void whole_blocks(void **state)
{
    (void)state;
    const double want[2][3] = {{design_even_b, design_even_error, design_even_df},
                               {design_odd_b, design_odd_error, design_odd_df}};
    for (int odd = 0; odd < 2; odd++) {
        lacon_test_options o = question("x", NULL, NULL);
        o.blocks = odd ? "odd" : "who";
        o.exchange = LACON_EXCHANGE_WHOLE;
        lacon_test *t = ask(o);
        const lacon_edge *e = lacon_test_edge(t, 0);
        near(want[odd][0], e->effect, CLOSE);
        near(want[odd][2], e->df, CLOSE);
        near(want[odd][0] / want[odd][1], e->statistic, CLOSE);
        near(want[odd][1] * lcn_t_bound(.95, want[odd][2]), e->ci_high - e->effect, CLOSE);
        near(odd ? 8 : 720, lacon_test_about(t)->possible, 0); /* 2!, 2!, 2! blocks of one, two and three; 6! */
        assert_true(lacon_test_about(t)->cluster_robust);
        o.variance = "equal"; /* intervals respect blocks all the same */
        lacon_test *equal = ask(o);
        near(e->ci_high, lacon_test_edge(equal, 0)->ci_high, CLOSE);
        lacon_test_free(equal);
        lacon_test_free(t);
    }
}

/* Groups too small for a variance, groups named, and what the groups differ in. */
static void groups(void **state)
{
    (void)state;
    const double z[] = {.1, .5, .2, .9, .4, .3};
    lacon_test *t = run(6, z, table("id,g;class-001,A;class-002,A;class-003,A;class-004,B;class-005,B;class-006,B"),
                        asking("g"));
    assert_int_equal(lacon_test_about(t)->n_variance, 0);
    lacon_test_free(t);
    t = ask(question("group + x", "x", NULL)); /* a slope: the groups of the model */
    assert_string_equal(lacon_test_about(t)->variance_by, "group");
    lacon_test_free(t);
    t = ask(question("group", NULL, "group:three")); /* cells of 4, 1, 3 and 4 */
    assert_string_equal(lacon_test_about(t)->variance_by, "group:three");
    assert_int_equal(lacon_test_about(t)->n_variance, 3);
    assert_string_equal(lacon_test_about(t)->variance_groups[1], "A:B, B:B");
    lacon_test_free(t);
    char text[400] = "id,g,mean_fd", *to = text + strlen(text);
    for (int i = 1; i <= 12; i++) to += sprintf(to, ";class-%03d,%c,%g", i, "AB"[i > 5], i > 5 ? .1 : .3);
    t = run(12, design_z, table(text), asking("g"));
    assert_true(warned(t, "groups differ in motion, 'mean_fd' (means: A 0.3, B 0.1)"));
    assert_true(warned(t, "put it into the model"));
    assert_false(warned(t, "in rows"));
    near(.3, lacon_test_about(t)->group_rows[0].motion, 1e-12);
    lacon_test_free(t);
}

/* The statistic of every arrangement, fast and by least squares of the permuted data: p of a noisy small group. */
static void unlike_groups_are_no_finding(void **state)
{
    (void)state;
    enum { STUDIES = 300, N = 40, SMALL = 8 };
    int64_t own = 0, equal = 0;
    char name[] = "x", *names[1] = {name};
    double X[N], y[N];
    int32_t variance[N];
    for (int i = 0; i < N; i++) {
        X[i] = i < SMALL ? .5 : -.5;
        variance[i] = i >= SMALL;
    }
    for (int s = 0; s < STUDIES; s++) {
        lcn_rng rng = lcn_rng_stream(3, 901, (uint32_t)s);
        for (int i = 0; i < N; i++) y[i] = (i < SMALL ? 2 : 1) * lcn_rng_normal(&rng);
        for (int o = 0; o < 2; o++) {
            lcn_design d = {.n = N, .q = 1, .X = X, .names = names, .variance = o ? variance : NULL,
                            .n_variance = o ? 2 : 0, .own_variance = o};
            lcn_shuffle shuffle;
            lcn_permuted found;
            assert_int_equal(lcn_shuffle_new(ctx, &shuffle, &d, 199, 7), LACON_OK);
            assert_int_equal(lcn_permute(ctx, &found, y, 1, &d, &shuffle, LACON_TAIL_TWO, NULL), LACON_OK);
            *(o ? &own : &equal) += lcn_share(found.above[0], found.done, shuffle.all) <= .05;
            lcn_permuted_clear(&ctx->allocator, &found);
            lcn_shuffle_clear(&shuffle);
        }
    }
    print_message("  %.3f of p <= .05 with variances of their own, %.3f with one\n", (double)own / STUDIES,
                  (double)equal / STUDIES);
    assert_true(own <= .05 * STUDIES + 3 * sqrt(.05 * .95 * STUDIES)); /* three standard errors */
    assert_true(equal > .12 * STUDIES); /* what it is for */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(welch),        cmocka_unit_test(contrasts), cmocka_unit_test(signs),
        cmocka_unit_test(whole_blocks), cmocka_unit_test(groups),    cmocka_unit_test(unlike_groups_are_no_finding),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
