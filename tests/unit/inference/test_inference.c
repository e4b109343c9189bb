/* SPDX-License-Identifier: BSD-3-Clause
 * Edge tests from a model and a table: exact p-values against SciPy 1.10 (scipy.stats.permutation_test
 * with n_resamples=inf), blocks, what is refused, threads and memory. The parts are in test_permute.c.
 */
#include "scratch.h"

#include "edge_study.h"
#include "formula_ref.h"
#include "inference/inference.h"

/* A table with these labels in column "group", or numbers in "x". */
static lacon_participants *labelled(int64_t n, const char *groups, const double *x)
{
    char text[8192] = "id,group,x,who", *to = text + strlen(text);
    for (int64_t i = 0; i < n; i++)
        to += sprintf(to, ";class-%03d,%c,%.17g,%d", (int)i + 1, groups ? groups[i] : 'A', x ? x[i] : 0.0,
                      (int)(i / 2));
    return table(text);
}

static void two_groups(void **state)
{
    (void)state;
    const double z[] = {1.2, 0.3, 2.2, 1.9, 0.1, -.4, .8, 1.0, -1.1};
    lacon_test_options o = asking("group");
    o.variance = "equal"; /* as SciPy has it; own variances are in test_designs.c */
    lacon_test *t = run(9, z, labelled(9, "AAAABBBBB", NULL), o);
    const lacon_edge *e = lacon_test_edge(t, 0);
    const lacon_test_info *info = lacon_test_about(t);
    near(2.299019664913022, e->statistic, 1e-12);
    near(0.06349206349206349, e->p, 1e-15);
    near(e->p, e->p_fwe, 0);
    near(e->p, e->q_fdr, 0);
    near(e->p, e->p_bonferroni, 0);
    near(e->p, info->omnibus_p, 0);
    near(1.4 - 0.08, e->effect, 1e-12);
    assert_true(info->exhaustive);
    assert_int_equal(info->permutations, 125);
    near(126, info->possible, 0);
    assert_string_equal(info->effect_text, "A minus B");
    assert_int_equal(info->n_groups, 2);
    assert_int_equal(info->group_sizes[1], 5);
    assert_true(info->n_warnings >= 1); /* that there are only 126 */
    lacon_test_free(t);
    o.contrast = "group=B-A";
    t = run(9, z, labelled(9, "AAAABBBBB", NULL), o);
    near(-2.299019664913022, lacon_test_edge(t, 0)->statistic, 1e-12);
    lacon_test_free(t);
    o.tail = LACON_TAIL_LESS;
    t = run(9, z, labelled(9, "AAAABBBBB", NULL), o);
    assert_true(lacon_test_edge(t, 0)->p <= 0.04 && lacon_test_edge(t, 0)->p > 0.02);
    lacon_test_free(t);
    o.tail = LACON_TAIL_GREATER;
    t = run(9, z, labelled(9, "AAAABBBBB", NULL), o);
    assert_true(lacon_test_edge(t, 0)->p > 0.9);
    lacon_test_free(t);
}

static void slope_and_several_groups(void **state)
{
    (void)state;
    const double x[] = {.5, 1.5, 2.5, 3, 4.5, 6}, w[] = {1., 3., 2., 5., 4., 4.5};
    double z[6];
    for (int i = 0; i < 6; i++) z[i] = w[i] / 2; /* tanh(5) is beyond .999 */
    lacon_test *t = run(6, z, labelled(6, NULL, x), asking("x"));
    near(0.1, lacon_test_edge(t, 0)->p, 1e-15);
    near(720, lacon_test_about(t)->possible, 0);
    assert_string_equal(lacon_test_about(t)->effect_text, "slope of x");
    lacon_test_free(t);
    const double y[] = {1., 2., 1.5, 2.2, 3.1, 2.9, 4., 3.3, 2.0};
    double u[9];
    for (int i = 0; i < 9; i++) u[i] = y[i] / 2;
    t = run(9, u, labelled(9, "AAABBBCCC", NULL), asking("group"));
    const lacon_edge *e = lacon_test_edge(t, 0);
    near(4.206208425720623, e->statistic, 1e-12);
    near(0.10357142857142858, e->p, 1e-15);
    assert_int_equal(lacon_test_about(t)->df_effect, 2);
    near(2 * 4.206208425720623 / (2 * 4.206208425720623 + 6), e->effect, 1e-12); /* partial R² */
    assert_true(e->ci_low >= 0 && e->ci_low < e->effect && e->effect < e->ci_high && e->ci_high < 1);
    lacon_test_free(t);
    lacon_test_options o = asking("group"); /* A - B with C still in the model */
    o.contrast = "group=A-B";
    t = run(9, u, labelled(9, "AAABBBCCC", NULL), o);
    near(0.75 - 4.1 / 3, lacon_test_edge(t, 0)->effect, 1e-12);
    assert_int_equal(lacon_test_about(t)->df_residual, 6);
    lacon_test_free(t);
}

/* ---- formulas, against R's lm and anova (formula_ref.h) ---- */

enum { PEOPLE = sizeof formula_z / sizeof *formula_z };

static lacon_test *ask(const char *model, const char *contrast, int64_t permutations)
{
    lacon_test_options o = asking(model);
    o.contrast = contrast;
    o.permutations = permutations;
    o.variance = "equal"; /* as lm has it */
    return run(PEOPLE, formula_z, table(formula_table), o);
}

static void every_term_as_in_R(void **state)
{
    (void)state;
    enum { M = 2000 };
    for (size_t i = 0; i < sizeof formula_ref / sizeof *formula_ref; i++) {
        lacon_test *t = ask(formula_ref[i].model, formula_ref[i].term, M);
        const lacon_edge *e = lacon_test_edge(t, 0);
        const double p = formula_ref[i].p, F = formula_ref[i].df == 1 ? e->statistic * e->statistic : e->statistic;
        assert_int_equal(formula_ref[i].df, lacon_test_about(t)->df_effect);
        near(formula_ref[i].F, F, 1e-9);
        /* errors are normal: permutations must agree with F's tables, to four standard errors of theirs and
         * a hundredth for what 30 people do not settle */
        near(p, e->p, 4 * sqrt(p * (1 - p) / M) + 0.01);
        lacon_test_free(t);
    }
}

static void interactions_in_words(void **state)
{
    (void)state;
    static const struct { const char *model, *contrast, *words; } asked[] = {
        {"dx*age", NULL, "A minus B, at the mean of age"},
        {"dx*age", "age", "slope of age, averaged over dx"},
        {"dx*age", "dx:age", "slope of age, in A less in B"},
        {"age*dx", "dx:age", "slope of age, in A less in B"}, /* in any order */
        {"dx*sex", "dx:sex", "A minus B, in F less in M"},
        {"age*iq", "age:iq", "change of the slope of age with iq"},
        {"dx*site", "dx:site", "share of variance explained by dx:site"},
        {"~ 1 + dx * age * sex", "dx:sex:age", "coefficient of dx:age:sex"},
        {"dx*age*sex", "dx:age", "slope of age, in A less in B, averaged over sex"},
        {"age + site:age + site", "site", "share of variance explained by site, at the mean of age"},
        {"dx + dx*age", "dx=B-A", "B minus A, at the mean of age"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        lacon_test *t = ask(asked[i].model, asked[i].contrast, 20);
        assert_string_equal(asked[i].words, lacon_test_about(t)->effect_text);
        lacon_test_free(t);
    }
    lacon_test *t = ask("site*age", "site=x-y", 20); /* one pair of three groups, at the mean of age */
    near(formula_xy, lacon_test_edge(t, 0)->effect, 1e-9);
    assert_string_equal("x minus y, at the mean of age", lacon_test_about(t)->effect_text);
    lacon_test_free(t);
    t = ask("dx*age", "dx:age", 20); /* a difference of slopes */
    near(formula_slope, lacon_test_edge(t, 0)->effect, 1e-9);
    assert_int_equal(lacon_test_about(t)->n_groups, 0);
    assert_string_equal(lacon_test_about(t)->columns[0], "dx=A-B:age");
    lacon_test_free(t);
}

/* Seven pairs: 2^7 arrangements, SciPy's permutation_type='samples'. */
static void paired(void **state)
{
    (void)state;
    const double x[] = {1.2, .3, 2.2, 1.9, -.2, .7, 1.1}, y[] = {.1, .4, .8, 1.0, -1.1, .9, .2};
    double z[14];
    for (int i = 0; i < 7; i++) {
        z[2 * i] = x[i];
        z[2 * i + 1] = y[i];
    }
    lacon_test_options o = asking("group + C(who)");
    o.blocks = "who";
    lacon_test *t = run(14, z, labelled(14, "ABABABABABABAB", NULL), o);
    near(128, lacon_test_about(t)->possible, 0);
    near(0.0625, lacon_test_edge(t, 0)->p, 1e-15);
    near(0.7, lacon_test_edge(t, 0)->effect, 1e-12);
    lacon_test_free(t);
}

/* What differs between subjects measured twice: blocks are exchanged as a whole, C(7, 3) arrangements. */
static void whole_blocks(void **state)
{
    (void)state;
    double z[14];
    for (int i = 0; i < 14; i++) z[i] = i < 6 ? 1 + 0.1 * i : 0.02 * i * i - 0.15 * i;
    lacon_test_options o = asking("group");
    o.blocks = "who";
    o.exchange = LACON_EXCHANGE_WHOLE;
    lacon_test *t = run(14, z, labelled(14, "AAAAAABBBBBBBB", NULL), o);
    near(35, lacon_test_about(t)->possible, 0);
    const double p = lacon_test_edge(t, 0)->p;
    near(round(p * 35), p * 35, 1e-12);
    assert_true(p >= 1 / 35.0);
    lacon_test_free(t);
}

/* Arrangements that exchange persons who are alike are one; told apart by what no statistic sees, all of them are gone
 * through, and p is the same: the scans of each person stay together in either. */
static void persons_alike(void **state)
{
    (void)state;
    double p[2], z[14];
    for (int i = 0; i < 14; i++) z[i] = (i < 6 ? .35 : 0) + .3 * sin(1.7 * i) + .1 * (i / 2 % 3);
    for (int apart = 0; apart < 2; apart++) {
        char text[600] = "id,g,who";
        for (int i = 0; i < 14; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), ";class-%03d,%d.%011d,p%d", i + 1, i < 6,
                     apart * (i / 2 + 1), i / 2);
        lacon_test_options o = asking("g");
        o.blocks = "who";
        o.exchange = LACON_EXCHANGE_WHOLE;
        o.permutations = 10000;
        lacon_test *t = run(14, z, table(text), o);
        near(apart ? 5040 : 35, lacon_test_about(t)->possible, 0);
        p[apart] = lacon_test_edge(t, 0)->p;
        lacon_test_free(t);
    }
    near(p[1], p[0], 1e-12);
    assert_true(p[0] >= 1 / 35.0 && p[0] < .5);
}

/* An edge that is the same in every class has no statistic: p is 1, nothing is NaN. */
static void constant_edge(void **state)
{
    (void)state;
    double z[9];
    for (int i = 0; i < 9; i++) z[i] = 0.3;
    lacon_test *t = run(9, z, labelled(9, "AAAABBBBB", NULL), asking("group"));
    const lacon_edge *e = lacon_test_edge(t, 0);
    near(1, e->p, 0);
    near(1, e->p_fwe, 0);
    near(0, e->statistic, 0);
    assert_true(isfinite(e->effect) && isfinite(e->ci_low) && isfinite(e->size));
    lacon_test_free(t);
    for (int i = 0; i < 9; i++) z[i] = i < 4 ? 0.3 : 0.1; /* explained to the last digit */
    t = run(9, z, labelled(9, "AAAABBBBB", NULL), asking("group"));
    e = lacon_test_edge(t, 0);
    near(1 / 126.0, e->p, 1e-15);
    assert_true(isfinite(e->statistic) && isfinite(e->ci_low) && isfinite(e->ci_high));
    lacon_test_free(t);
}

/* ---- what is refused ---- */

static void refuse(lacon_status want, const char *words, const char *text, lacon_test_options o)
{
    const double z[] = {.1, .5, .2, .9, .4, .3};
    lacon_model *m = study(6, z);
    lacon_participants *t = table(text);
    lacon_test *test = (lacon_test *)&z;
    const lacon_status status = lacon_test_run(ctx, &test, m, t, &o);
    if (status != want || !strstr(lacon_ctx_message(ctx), words))
        print_error("%d '%s' where '%s' was wanted\n", status, lacon_ctx_message(ctx), words);
    assert_int_equal(status, want);
    assert_non_null(strstr(lacon_ctx_message(ctx), words));
    assert_null(test);
    lacon_participants_free(t);
    lacon_model_free(m);
}

#define SIX(a, b, c, d, e, f)                                                                      \
    ";class-001," a ";class-002," b ";class-003," c ";class-004," d ";class-005," e ";class-006," f

#define GOOD "id,g,x" SIX("A,1", "A,2", "A,4", "B,3", "B,5", "B,9")

static void refused_tables(void **state)
{
    (void)state;
    refuse(LACON_E_DATA, "one group", "id,g" SIX("A", "A", "A", "A", "A", "A"), asking("g"));
    refuse(LACON_E_DATA, "one member", "id,g" SIX("A", "A", "A", "A", "A", "B"), asking("g"));
    refuse(LACON_E_DATA, "'y' follows from 'x'",
           "id,g,x,y" SIX("A,1,2", "A,2,4", "A,4,8", "B,3,6", "B,5,10", "B,9,18"),
           asking("g + x + y"));
    refuse(LACON_E_DATA, "'g=A-B' follows from 's=q'",
           "id,g,s,x" SIX("A,p,1", "A,p,3", "A,p,2", "B,q,6", "B,q,1", "B,q,4"),
           asking("g + x + s"));
    refuse(LACON_E_DATA, "one value", "id,g,x" SIX("A,1", "A,1", "A,1", "B,1", "B,1", "B,1"), asking("g + x"));
    refuse(LACON_E_DATA, "'P'", "id,g,x" SIX("A,P", "A,P", "A,P", "B,P", "B,P", "B,P"), asking("g + x"));
    refuse(LACON_E_DATA, "cannot carry",
           "id,g,x,y,u" SIX("A,1,5,2", "A,2,1,2", "A,4,2,0", "B,3,3,1", "B,5,9,1", "B,9,7,3"),
           asking("g + x + y + C(u)"));
    refuse(LACON_E_DATA, "absent drop",
           "id,g,x" SIX("A,1", "A,NA", "A,4", "B,3", "B,5", "B,9"), asking("g + x"));
    refuse(LACON_E_DATA, "'class-002', column 'x'",
           "id,g,x" SIX("A,1", "A,NA", "A,4", "B,3", "B,5", "B,9"), asking("g + x"));
    refuse(LACON_E_DATA, "numbers and 'l2'", "id,g,x" SIX("A,1", "A,l2", "A,4", "B,3", "B,5", "B,9"), asking("g + x"));
    refuse(LACON_E_DATA, "Rows without a class: s1", "id,g;s1,A;s2,B", asking("g"));
    refuse(LACON_E_DATA, "Classes without a row: class-003", "id,g;class-001,A;class-002,B", asking("g"));
    refuse(LACON_E_DATA, "two rows", "id,g" SIX("A", "A", "A", "B", "B", "B") ";class-003,B", asking("g"));
}

static void refused_formulas(void **state)
{
    (void)state;
    refuse(LACON_E_ARGUMENT, "no column 'age'; there are id, g, x", GOOD, asking("g + age"));
    refuse(LACON_E_ARGUMENT, "appears twice", GOOD, asking("g + g"));
    refuse(LACON_E_ARGUMENT, "expected at", GOOD, asking("g +"));
    refuse(LACON_E_ARGUMENT, "not understood from '^2", GOOD, asking("g + x^2"));
    refuse(LACON_E_ARGUMENT, "can be a column of the table", GOOD, asking("g + log(x)"));
    refuse(LACON_E_ARGUMENT, "brackets", GOOD, asking("(g + x)^2"));
    refuse(LACON_E_ARGUMENT, "'g:x' appears without x", GOOD, asking("g + g:x"));
    refuse(LACON_E_ARGUMENT, "join the columns by *", GOOD, asking("g:x"));
    refuse(LACON_E_ARGUMENT, "'g' appears twice in a product", GOOD, asking("g*g"));
    refuse(LACON_E_ARGUMENT, "the intercept stays", GOOD, asking("g + x - 1"));
    refuse(LACON_E_ARGUMENT, "the intercept stays", GOOD, asking("0 + g"));
    refuse(LACON_E_ARGUMENT, "the intercept stays", GOOD, asking("-1 + g"));
    refuse(LACON_E_ARGUMENT, "more than 4 columns", GOOD, asking("a*b*c*d*e"));
    refuse(LACON_E_DATA, "'g=A-B' follows from 's=q', 'g=A-B:s=p-q'", /* nobody is in B and q */
           "id,g,s" SIX("A,p", "A,p", "A,q", "A,q", "B,p", "B,p"), asking("g * s"));
    refuse(LACON_E_DATA, "'x' has numbers that are too large (-1e+308 to 1e+308): divide",
           "id,g,x" SIX("A,1e308", "A,-1e308", "A,1e308", "B,-1e308", "B,1e308", "B,-1e308"), asking("x"));
    refuse(LACON_E_DATA, "'x' has numbers that are too close to each other (0 to 4.99994e-320): multiply",
           "id,g,x" SIX("A,0", "A,1e-320", "A,2e-320", "B,3e-320", "B,4e-320", "B,5e-320"), asking("x"));
    refuse(LACON_E_DATA, "'x:y' has numbers that are too large",
           "id,g,x,y" SIX("A,1e90,1e90", "A,2e90,3e90", "A,4,4", "B,3,1", "B,5,0", "B,9,8"), asking("x * y"));
    refuse(LACON_E_ARGUMENT, ") is missing", GOOD, asking("C(g + x"));
}

static void refused_options(void **state)
{
    (void)state;
    lacon_test_options o = asking("g + x");
    o.contrast = "h";
    refuse(LACON_E_ARGUMENT, "names no term", GOOD, o);
    o.contrast = "g=";
    refuse(LACON_E_ARGUMENT, "names no term", GOOD, o);
    o.contrast = "g=A-C";
    refuse(LACON_E_ARGUMENT, "A (3), B (3)", GOOD, o);
    o = asking("g * x");
    o.contrast = "g:x=A-B";
    refuse(LACON_E_ARGUMENT, "an interaction is tested as a whole", GOOD, o);
    o = asking("g + x");
    o.contrast = "g=A-A";
    refuse(LACON_E_ARGUMENT, "compared with itself", GOOD, o);
    o = asking("g");
    o.id = "name";
    refuse(LACON_E_ARGUMENT, "no column 'name'", GOOD, o);
    o = asking("g");
    o.blocks = "b";
    refuse(LACON_E_DATA, "within the blocks", "id,g,b" SIX("A,1", "A,1", "A,1", "B,2", "B,2", "B,2"), o);
    o.exchange = LACON_EXCHANGE_WHOLE;
    refuse(LACON_E_DATA, "blocks of one size", "id,g,b" SIX("A,1", "A,1", "A,1", "A,1", "B,2", "B,2"), o);
    o = asking("g");
    o.contrast = "g=2*A-B";
    refuse(LACON_E_ARGUMENT, "do not sum to zero", GOOD, o);
    o.contrast = "g + y";
    refuse(LACON_E_ARGUMENT, "names no term", GOOD, o);
    o = asking("g");
    o.variance = "site";
    refuse(LACON_E_ARGUMENT, "no column 'site'", GOOD, o);
    o.variance = "x";
    refuse(LACON_E_DATA, "'class-002', column 'x'", "id,g,x" SIX("A,1", "A,NA", "A,4", "B,3", "B,5", "B,9"), o);
    o.variance = "w";
    o.blocks = "b";
    o.exchange = LACON_EXCHANGE_WHOLE;
    refuse(LACON_E_ARGUMENT, "changes within a block",
           "id,g,b,w" SIX("A,1,p", "A,1,q", "A,2,p", "A,2,q", "B,3,p", "B,3,q"), o);
    o = asking("g");
    o.tail = LACON_TAIL_LESS;
    refuse(LACON_E_ARGUMENT, "no direction", "id,g" SIX("A", "A", "C", "C", "B", "B"), o);
    o = asking("g");
    o.permutations = 0;
    refuse(LACON_E_ARGUMENT, "permutations", GOOD, o);
    o = asking("g");
    o.confidence = 1;
    refuse(LACON_E_ARGUMENT, "confidence", GOOD, o);
}

static void dropped_and_loose(void **state)
{
    (void)state;
    const double z[] = {.1, .5, .2, .9, .4, .3};
    lacon_test_options o = asking("g");
    o.absent = LACON_ABSENT_DROP;
    lacon_test *t = run(6, z, table("id,g;class-001,A;class-002,A;class-003,NA;class-004,B;class-005,B;x,B"), o);
    assert_int_equal(lacon_test_about(t)->classes, 4);
    assert_int_equal(lacon_test_about(t)->n_dropped, 2);
    assert_string_equal(lacon_test_about(t)->dropped[0], "class-003");
    lacon_test_free(t);
    /* by file name, and by how the name begins; '1' is not class-001's beginning */
    t = run(6, z, table("f,g;d/class-001.1D,A;class-002.csv.gz,A;class-003,A;class-004.csv,B;"
                        "class-005.x,B;class-006.x,B"),
            (o = asking("g"), o.id = "f", o));
    assert_int_equal(lacon_test_about(t)->classes, 6);
    lacon_test_free(t);
    const char *labels[] = {"s1_rest", "s10_rest", "s2_rest", "s3", "s4-a", "s5.b"};
    lacon_model *m = study(6, z), *named = NULL;
    double G[24], v[6];
    for (int i = 0; i < 6; i++) {
        memcpy(G + 4 * i, lacon_model_G(m, i), 4 * sizeof *G);
        v[i] = 1;
    }
    assert_int_equal(lacon_model_new(ctx, &named, 2, 2, 6, (double[]){1, 0, 0, 1}, G, v, NULL, NULL, labels, NULL), 0);
    lacon_participants *p = table("id,g;s10,B;s1,A;s2,A;s3,A;s4,B;s5,B");
    assert_int_equal(lacon_test_run(ctx, &t, named, p, &(lacon_test_options){
        .size = sizeof o, .id = "id", .formula = "g", .permutations = 99, .confidence = .95}), LACON_OK);
    near((z[0] + z[2] + z[3]) / 3 - (z[1] + z[4] + z[5]) / 3, lacon_test_edge(t, 0)->effect, 1e-12);
    bool warned = false;
    for (int64_t i = 0; i < lacon_test_about(t)->n_warnings; i++)
        warned |= strstr(lacon_test_about(t)->warnings[i], "5 classes were matched by a part of their name") != NULL;
    assert_true(warned);
    lacon_test_free(t);
    lacon_participants_free(p);
    lacon_model_free(named);
    lacon_model_free(m);
}

/* ---- files, threads, memory ---- */

static void read_table(void **state)
{
    scratch *s = *state;
    const char *path = scratch_text(s, "p.csv",
                                    "\xEF\xBB\xBFid;age;who is\r\n\"a;1\";1,5;x\r\n"
                                    "b;n/a;\"q\"\"r\"\r\n\r\nc;-9999;\r\n");
    lacon_participants *t = NULL;
    assert_int_equal(lacon_participants_read(s->ctx, &t, path, "-9999,x"), LACON_OK);
    assert_int_equal(lacon_participants_rows(t), 3);
    assert_int_equal(lacon_participants_columns(t), 3);
    assert_string_equal(lacon_participants_name(t, 2), "who is");
    assert_null(lacon_participants_name(t, 3));
    assert_string_equal(lacon_participants_cell(t, 0, 0), "a;1");
    near(1.5, t->values[1], 0);
    assert_null(lacon_participants_cell(t, 0, 2));
    assert_null(lacon_participants_cell(t, 1, 1));
    assert_string_equal(lacon_participants_cell(t, 1, 2), "q\"r");
    assert_null(lacon_participants_cell(t, 2, 1));
    assert_null(lacon_participants_cell(t, 2, 2));
    assert_null(lacon_participants_cell(t, 3, 0));
    lacon_participants_free(t);
    const struct {
        const char *text, *words;
    } bad[] = {{"", "empty"}, {"id,g\n", "nothing below"}, {"id,g\na,b,c\n", "more cells"},
               {"id,g\na\n", "1 cells, the header has 2"}, {"id,g\n\"a,b\n", "quotes"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        path = scratch_text(s, "bad.csv", bad[i].text);
        assert_int_equal(lacon_participants_read(s->ctx, &t, path, NULL), LACON_E_FORMAT);
        assert_non_null(strstr(lacon_ctx_message(s->ctx), bad[i].words));
        assert_null(t);
    }
    assert_int_equal(lacon_participants_read(s->ctx, &t, scratch_path(s, "none"), NULL), LACON_E_IO);
}

static lacon_status whole_job(lacon_ctx *c, void *user)
{
    lacon_model *m = NULL;
    lacon_participants *t = NULL;
    lacon_test *test = NULL;
    lacon_status status = lacon_model_random(c, &m, 12, 4, 30, 1, 3);
    if (status >= 0) status = lacon_participants_read(c, &t, user, NULL);
    static const struct { const char *model, *contrast, *variance; } asked[] = {
        {"g * x", NULL, NULL}, {"g + x", "g + x", "g"}, {"g", "g=A-B", "g:x"}, {"x", "1", "equal"}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked && status >= 0; i++) {
        lacon_test_options o = asking(asked[i].model);
        o.contrast = asked[i].contrast;
        o.variance = asked[i].variance;
        o.permutations = i == 0 ? 300 : 20;
        o.absent = LACON_ABSENT_DROP;
        status = lacon_test_run(c, &test, m, t, &o);
        lacon_test_free(test);
        test = NULL;
    }
    lacon_participants_free(t);
    lacon_model_free(m);
    return status;
}

static const char *thirty(scratch *s)
{
    char text[2000] = "id,g,x\n", *to = text + strlen(text);
    for (int i = 1; i < 30; i++) to += sprintf(to, "class-%03d,%c,%d\n", i, "AB"[i % 2], i * i % 17);
    return scratch_text(s, "thirty.csv", text);
}

static void memory(void **state)
{
    scratch *s = *state;
    const int64_t count = faulty_loop(whole_job, (void *)thirty(s), 2);
    print_message("  %lld allocations\n", (long long)count);
    assert_true(count > 100);
}

static void same_for_any_threads(void **state)
{
    scratch *s = *state;
    lacon_model *m = NULL;
    lacon_participants *t = NULL;
    lacon_test *one = NULL, *many = NULL;
    assert_int_equal(lacon_model_random(s->ctx, &m, 12, 4, 30, 1, 3), LACON_OK);
    assert_int_equal(lacon_participants_read(s->ctx, &t, thirty(s), NULL), LACON_OK);
    lacon_test_options o = asking("g + x");
    o.permutations = 9999;
    o.absent = LACON_ABSENT_DROP;
    assert_int_equal(lacon_test_run(s->ctx, &one, m, t, &o), LACON_OK);
    lacon_ctx_options threads;
    lacon_ctx_options_init(&threads);
    threads.threads = 3;
    lacon_ctx *c = NULL;
    assert_int_equal(lacon_ctx_new(&c, &threads), LACON_OK);
    assert_int_equal(lacon_test_run(c, &many, m, t, &o), LACON_OK);
    for (int64_t e = 0; e < 6; e++)
        assert_memory_equal(lacon_test_edge(one, e), lacon_test_edge(many, e), sizeof(lacon_edge));
    near(lacon_test_about(one)->omnibus_p, lacon_test_about(many)->omnibus_p, 0);
    assert_null(lacon_test_edge(one, 6));
    assert_null(lacon_test_edge(one, -1));
    lacon_test_free(one);
    lacon_test_free(many);
    lacon_ctx_free(c);
    lacon_participants_free(t);
    lacon_model_free(m);
}

static void cancelled(void **state)
{
    scratch *s = *state;
    lacon_ctx *c = stopping_ctx(1);
    assert_int_equal(whole_job(c, (void *)thirty(s)), LACON_E_CANCELLED);
    lacon_ctx_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_groups),
        cmocka_unit_test(slope_and_several_groups),
        cmocka_unit_test(every_term_as_in_R),
        cmocka_unit_test(interactions_in_words),
        cmocka_unit_test(paired),
        cmocka_unit_test(whole_blocks),
        cmocka_unit_test(persons_alike),
        cmocka_unit_test(constant_edge),
        cmocka_unit_test(refused_tables),
        cmocka_unit_test(refused_formulas),
        cmocka_unit_test(refused_options),
        cmocka_unit_test(dropped_and_loose),
        cmocka_unit_test_setup_teardown(read_table, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(memory, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(same_for_any_threads, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(cancelled, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
