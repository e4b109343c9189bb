/* SPDX-License-Identifier: BSD-3-Clause
 * Choosing k: the path against single fits, folds against their definition, held-out values against
 * fit and evaluate done by hand, the rules, what is refused, threads and memory.
 */
#include "scratch.h"

#include "fit/search/path.h"
#include "fit_ref.h"
#include "inference/folds.h"
#include "util/rng.h"
#include <lacon/select.h>

#include <math.h>

static lacon_fit_options fit_with(double tol)
{
    lacon_fit_options fit;
    lacon_fit_options_init(&fit);
    fit.tol = tol;
    return fit;
}

static lacon_select_options asking(int64_t low, int64_t high, const char *cv)
{
    lacon_select_options o;
    static lacon_fit_options plain; /* folds are dealt by its seed */
    lacon_select_options_init(&o);
    plain = fit_with(0);
    o.fit = &plain;
    o.k_low = low;
    o.k_high = high;
    assert_int_equal(lacon_select_options_cv(ctx, &o, cv), LACON_OK);
    return o;
}

/* ---- the path ---- */

static void path_finds_what_fits_find(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 4, 120, 24, 4, 0.5, 3);
    lacon_fit_options o = ref_options(6);
    o.membership = LACON_MEMBERSHIP_ALL;
    lcn_problem *problem = NULL;
    lcn_path path;
    assert_int_equal(lcn_problem_new(ctx, &problem, s.data, &o), LACON_OK);
    assert_int_equal(lcn_path_run(ctx, &path, problem, 1, 6, &o), LACON_OK);
    for (int64_t k = 1; k <= 6; k++) {
        lcn_loadings *W = &path.W[k - 1];
        double norm[6] = {0};
        assert_int_equal(W->k, k);
        for (int64_t r = 0; r < W->p; r++) {
            assert_in_range(W->module[r], 0, k - 1);
            norm[W->module[r]] += W->weight[r] * W->weight[r];
        }
        for (int64_t j = 0; j < k; j++) assert_true(fabs(norm[j] - 1) < 1e-12); /* none is empty */
        lacon_model *single = NULL;
        o.k = k;
        assert_int_equal(lacon_fit(ctx, &single, s.data, &o), LACON_OK);
        const double f = lcn_problem_units(problem, LACON_OBJECTIVE_ML, path.f[k - 1]);
        if (f > lacon_model_info(single)->nll + 0.02)
            print_error("k = %d: path %.5f, fit %.5f\n", (int)k, f, lacon_model_info(single)->nll);
        assert_true(f <= lacon_model_info(single)->nll + 0.02); /* nats per observation, of 24 variables */
        if (k > 1) assert_true(path.f[k - 1] < path.f[k - 2]);
        lacon_model_free(single);
    }
    lcn_path_clear(&ctx->allocator, &path);
    lcn_problem_free(problem);
    ref_sim_clear(&s);
}

/* Every variable a module of its own, and rows so long that no covariance is formed. */
static void path_to_the_ends(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 40, 6, 2, 0.5, 3), rows = ref_simulate(ctx, 2, 14, 1100, 2, 0.05, 2);
    lacon_fit_options o = ref_options(6);
    lcn_problem *problem = NULL;
    lcn_path path;
    assert_int_equal(lcn_problem_new(ctx, &problem, s.data, &o), LACON_OK);
    assert_int_equal(lcn_path_run(ctx, &path, problem, 1, 6, &o), LACON_OK);
    for (int64_t r = 0; r < 6; r++)
        for (int64_t l = 0; l < r; l++) assert_int_not_equal(path.W[5].module[r], path.W[5].module[l]);
    lcn_path_clear(&ctx->allocator, &path);
    lcn_problem_free(problem);
    assert_false(ref_takes_covariance(rows.data, 0));
    assert_int_equal(lcn_problem_new(ctx, &problem, rows.data, &o), LACON_OK);
    assert_int_equal(lcn_path_run(ctx, &path, problem, 2, 4, &o), LACON_OK);
    for (int i = 0; i < 3; i++) assert_true(isfinite(path.f[i]));
    o.k = 2;
    o.membership = LACON_MEMBERSHIP_ALL;
    lacon_model *single = NULL;
    assert_int_equal(lacon_fit(ctx, &single, rows.data, &o), LACON_OK);
    const double f = lcn_problem_units(problem, LACON_OBJECTIVE_ML, path.f[0]);
    print_message("  path %.4f, fit %.4f\n", f, lacon_model_info(single)->nll);
    assert_true(f <= lacon_model_info(single)->nll + 1.1); /* 0.001 nats per variable */
    lacon_model_free(single);
    lcn_path_clear(&ctx->allocator, &path);
    lcn_problem_free(problem);
    ref_sim_clear(&s);
    ref_sim_clear(&rows);
}

/* ---- folds ---- */

/* Rows are identified by their first value, which is the number of the row. */
static lacon_data *numbered(int64_t classes, int64_t n)
{
    lacon_data *data = NULL;
    double *x = calloc((size_t)(2 * n), sizeof *x);
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    for (int64_t i = 0; i < n; i++) {
        x[2 * i] = (double)i;
        x[2 * i + 1] = (double)(i * i % 7);
    }
    for (int64_t c = 0; c < classes; c++)
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, n, x, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
    free(x);
    return data;
}

static void folds_of_rows(void **state)
{
    (void)state;
    lacon_data *data = numbered(2, 23);
    const char *const schemes[] = {"time:4", "time:4,gap=2", "rows:4"};
    for (int w = 0; w < 3; w++) {
        lacon_select_options o = asking(1, 2, schemes[w]);
        int judged[2][23] = {{0}};
        for (int64_t f = 0; f < 4; f++) {
            lcn_fold fold;
            assert_int_equal(lcn_fold_make(ctx, &fold, data, &o, f), LACON_OK);
            assert_ptr_equal(fold.own, fold.learn);
            for (int64_t c = 0; c < 2; c++) {
                bool learnt[23] = {false};
                const double *in = fold.learn->classes[c].x, *out = fold.judged->classes[c].x;
                const int64_t n_in = fold.learn->classes[c].n, n_out = fold.judged->classes[c].n;
                for (int64_t i = 0; i < n_in; i++) learnt[(int)in[2 * i]] = true;
                for (int64_t i = 0; i < n_out; i++) {
                    const int row = (int)out[2 * i];
                    judged[c][row]++;
                    for (int near = -(int)o.gap; near <= o.gap; near++)
                        if (row + near >= 0 && row + near < 23) assert_false(learnt[row + near]);
                    if (w < 2 && i > 0) assert_int_equal(row, (int)out[2 * i - 2] + 1); /* one block */
                }
                if (w != 1) assert_int_equal(n_in + n_out, 23);
            }
            lcn_fold_clear(&fold);
        }
        for (int i = 0; i < 23; i++) assert_true(judged[0][i] == 1 && judged[1][i] == 1);
    }
    lacon_data_free(data);
}

static void folds_of_subjects(void **state)
{
    (void)state;
    lacon_data *data = numbered(7, 9);
    lacon_select_options o = asking(1, 2, "subject:3");
    o.repeats = 2;
    int judged[7] = {0};
    for (int64_t f = 0; f < 6; f++) {
        lcn_fold fold;
        assert_int_equal(lcn_fold_make(ctx, &fold, data, &o, f), LACON_OK);
        assert_int_equal(lacon_data_classes(fold.learn) + lacon_data_classes(fold.own), 7);
        for (int64_t c = 0; c < lacon_data_classes(fold.own); c++) {
            const char *label = lacon_data_label(fold.own, c);
            assert_string_equal(label, lacon_data_label(fold.judged, c));
            assert_int_equal(lacon_data_rows(fold.own, c), 4);
            assert_int_equal(lacon_data_rows(fold.judged, c), 5);
            for (int64_t l = 0; l < lacon_data_classes(fold.learn); l++)
                assert_string_not_equal(label, lacon_data_label(fold.learn, l));
            judged[atoi(label + 6) - 1]++;
        }
        lcn_fold_clear(&fold);
    }
    for (int c = 0; c < 7; c++) assert_int_equal(judged[c], 2);
    lacon_data_free(data);
}

/* ---- the choice ---- */

static void true_k_is_chosen(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 5, 150, 30, 3, 0.5, 4);
    lacon_selection *found = NULL;
    for (int scheme = 0; scheme < 3; scheme++) {
        lacon_select_options o = asking(1, 6, ((const char *[]){"rows:4", "time:4,gap=1", "subject:5"})[scheme]);
        assert_int_equal(lacon_select(ctx, &found, s.data, &o), LACON_OK);
        const lacon_selection_info *info = lacon_selection_about(found);
        assert_int_equal(info->chosen, 3);
        assert_int_equal(info->one_se, 3);
        assert_int_equal(info->n_folds, o.folds);
        int64_t votes = 0, best = info->best - 1;
        for (int64_t i = 0; i < 6; i++) {
            double mean = 0;
            for (int64_t f = 0; f < o.folds; f++) mean += info->loglik[f * 6 + i] / (double)o.folds;
            assert_true(fabs(mean - info->curve[i].loglik) < 1e-9);
            assert_true(fabs(info->curve[best].loglik - mean - info->curve[i].behind) < 1e-9);
            assert_true(info->curve[i].behind >= 0 && info->curve[i].behind_se >= 0);
            votes += info->curve[i].votes;
            assert_true(info->curve[i].agreement <= 1 && info->curve[i].agreement > -0.5);
        }
        assert_int_equal(votes, o.folds);
        for (int m = 0; m < 3; m++) assert_true(info->null_model[m].loglik < info->curve[2].loglik);
        lacon_selection_free(found);
    }
    ref_sim_clear(&s);
}

/* Held-out values and null models by hand: fit on the training rows, evaluate on the rest. */
static void values_by_hand(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 3, 90, 12, 2, 0.3, 6);
    lacon_select_options o = asking(2, 2, "time:3");
    lacon_selection *found = NULL;
    assert_int_equal(lacon_select(ctx, &found, s.data, &o), LACON_OK);
    const lacon_selection_info *info = lacon_selection_about(found);
    double nulls[3] = {0};
    for (int64_t f = 0; f < 3; f++) {
        lcn_fold fold;
        lacon_model *model = NULL;
        lacon_covariance *dense = NULL;
        double value[3], mean = 0;
        lacon_fit_options fit = ref_options(2);
        assert_int_equal(lcn_fold_make(ctx, &fold, s.data, &o, f), LACON_OK);
        assert_int_equal(lacon_fit(ctx, &model, fold.learn, &fit), LACON_OK);
        assert_int_equal(lacon_model_evaluate(ctx, model, fold.judged, NULL, value), LACON_OK);
        for (int c = 0; c < 3; c++) mean += value[c] / 3;
        assert_true(fabs(mean - info->loglik[f]) < 2e-3); /* the fit iterates further than a fold does */
        const char *const names[] = {NULL, "diagonal", "ledoit-wolf"};
        lacon_baseline_options b;
        lacon_baseline_options_init(&b);
        for (int m = 1; m < 3; m++) {
            assert_int_equal(lacon_baseline_covariance(ctx, &dense, names[m], fold.learn, &b), LACON_OK);
            assert_int_equal(lacon_covariance_evaluate(ctx, dense, fold.judged, NULL, value), LACON_OK);
            for (int c = 0; c < 3; c++) nulls[m] += value[c] / 9;
            lacon_covariance_free(dense);
        }
        lacon_model_free(model);
        lcn_fold_clear(&fold);
    }
    for (int m = 1; m < 3; m++) assert_true(fabs(nulls[m] - info->null_model[m].loglik) < 1e-9);
    assert_string_equal(info->null_model[0].name, "identity");
    lacon_selection_free(found);
    ref_sim_clear(&s);
}

static void rules(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 4, 60, 20, 3, 0.5, 9);
    lacon_select_options o = asking(1, 5, "rows:3");
    lacon_selection *found = NULL;
    o.rule = LACON_SELECT_MAX;
    o.repeats = 2;
    assert_int_equal(lacon_select(ctx, &found, s.data, &o), LACON_OK);
    const lacon_selection_info *info = lacon_selection_about(found);
    assert_int_equal(info->chosen, info->best);
    assert_true(info->one_se <= info->best);
    assert_int_equal(info->n_folds, 6);
    for (int64_t i = 0; i < info->best - 1; i++) /* the rule, from what is reported */
        if (info->curve[i].behind <= info->curve[i].behind_se) {
            assert_int_equal(info->one_se, info->curve[i].k);
            break;
        }
    lacon_selection_free(found);
    lacon_fit_options fit = fit_with(0);
    o.fit = &fit;
    fit.noise = LACON_NOISE_VARIABLE; /* another likelihood, the same folds */
    assert_int_equal(lacon_select(ctx, &found, s.data, &o), LACON_OK);
    assert_true(isfinite(lacon_selection_about(found)->curve[2].loglik));
    lacon_selection_free(found);
    ref_sim_clear(&s);
}

/* The evidence at each k is that of a fit, the choice is its largest, and who decides is asked. */
static void evidence_beside(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 5, 150, 30, 3, 0.5, 4);
    lacon_select_options o = asking(1, 6, "rows:3");
    for (int by = 0; by < 2; by++) {
        lacon_selection *found = NULL;
        o.by = by ? LACON_SELECT_BY_EVIDENCE : LACON_SELECT_BY_HELDOUT;
        assert_int_equal(lacon_select(ctx, &found, s.data, &o), LACON_OK);
        const lacon_selection_info *info = lacon_selection_about(found);
        assert_int_equal(info->by_evidence, 3);
        assert_int_equal(info->by_heldout, info->one_se);
        assert_int_equal(info->chosen, by ? info->by_evidence : info->by_heldout);
        for (int64_t i = 0; i < 6; i++) {
            lacon_fit_options fit = ref_options(i + 1);
            lacon_model *m = ref_fit(ctx, s.data, &fit);
            const double one = lacon_model_info(m)->evidence, path = info->curve[i].evidence;
            if (by) print_message("  k = %d: path %.3f, fit %.3f\n", (int)i + 1, path, one);
            assert_true(path <= info->curve[2].evidence + 0.05); /* three modules met again, settled roughly */
            if (i < 3) assert_true(fabs(path - one) < 0.01); /* the same modules, settled */
            if (m->k == i + 1) assert_true(path > one - 30); /* one search against another: most of a module's gain */
            lacon_model_free(m);
        }
        lacon_selection_free(found);
    }
    ref_sim_clear(&s);
}

/* What noise per variable would add is the difference of two selections of one k; here a lot, there nothing. */
static void noise_is_blamed(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 3, 150, 12, 3, 0.3, 3);
    for (int unequal = 0; unequal < 2; unequal++) {
        lcn_rng rng = lcn_rng_stream(5, 1, 1);
        for (int64_t i = 0; i < 3 * 150 * 12; i++)
            if (i % 12 % 2 == 0) s.x[i] += 1.5 * unequal * lcn_rng_normal(&rng);
        lacon_data *data = ref_data(ctx, s.x, 3, 150, 12, LACON_SCALE_CENTER, false); /* as it was drawn */
        lacon_select_options o = asking(3, 3, "rows:4");
        lacon_selection *one = NULL, *each = NULL;
        assert_int_equal(lacon_select(ctx, &one, data, &o), LACON_OK);
        lacon_fit_options fit = fit_with(0);
        o.fit = &fit;
        fit.noise = LACON_NOISE_VARIABLE;
        assert_int_equal(lacon_select(ctx, &each, data, &o), LACON_OK);
        const lacon_selection_info *a = lacon_selection_about(one), *b = lacon_selection_about(each);
        assert_true(fabs(a->noise_gain - (b->curve[0].loglik - a->curve[0].loglik)) < 1e-9);
        assert_true(isnan(b->noise_gain));
        print_message("  gain %.4f +- %.4f\n", a->noise_gain, a->noise_gain_se);
        assert_true(unequal ? a->noise_gain > 5 * a->noise_gain_se : a->noise_gain < 0.05);
        lacon_selection_free(one);
        lacon_selection_free(each);
        lacon_data_free(data);
    }
    ref_sim_clear(&s);
}

/* ---- refused, threads, memory ---- */

static void refuse(lacon_status want, const char *words, const lacon_data *data, lacon_select_options o)
{
    lacon_selection *found = (lacon_selection *)&o;
    const lacon_status status = lacon_select(ctx, &found, data, &o);
    if (status != want || !strstr(lacon_ctx_message(ctx), words)) print_error("%s\n", lacon_ctx_message(ctx));
    assert_int_equal(status, want);
    assert_non_null(strstr(lacon_ctx_message(ctx), words));
    assert_null(found);
}

static void refused(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 12, 6, 2, 0.5, 3);
    refuse(LACON_E_ARGUMENT, "7 of 6 variables", s.data, asking(1, 7, "rows:3"));
    refuse(LACON_E_ARGUMENT, "does not go down", s.data, asking(3, 2, "rows:3"));
    refuse(LACON_E_ARGUMENT, "begins at 1", s.data, asking(0, 2, "rows:3"));
    refuse(LACON_E_DATA, "too few for 7 folds", s.data, asking(1, 2, "rows:7"));
    refuse(LACON_E_DATA, "with this gap", s.data, asking(1, 2, "time:3,gap=4"));
    refuse(LACON_E_DATA, "2 classes cannot make 3 folds", s.data, asking(1, 2, "subject:3"));
    lacon_select_options o = asking(1, 2, "time:3");
    o.repeats = 2;
    refuse(LACON_E_ARGUMENT, "blocks of time", s.data, o);
    const char *const bad[] = {"row:5",         "rows:1",     "rows:x",  "rows:5,gap=2",
                               "time:5,gap=-1", "time:5,gap", "rows:5x", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lacon_select_options_cv(ctx, &o, bad[i]), LACON_E_ARGUMENT);
        assert_non_null(strstr(lacon_ctx_message(ctx), "no way to cross-validate"));
    }
    assert_int_equal(lacon_select_options_cv(ctx, &o, "subject"), LACON_OK);
    lacon_data *cov = NULL;
    const double K[] = {1, .2, .2, 1};
    assert_int_equal(lacon_data_new(ctx, &cov, 2), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, cov, "k", 50, K, 2), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, cov, LACON_SCALE_NONE), LACON_OK);
    refuse(LACON_E_UNSUPPORTED, "'k' is a covariance", cov, asking(1, 2, "rows:3"));
    lacon_data_free(cov);
    ref_sim_clear(&s);
}

static void same_for_any_threads(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 3, 60, 16, 3, 0.5, 3);
    lacon_select_options o = asking(1, 5, "rows:5");
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.threads = 3;
    lacon_ctx *many = NULL;
    lacon_selection *a = NULL, *b = NULL;
    assert_int_equal(lacon_ctx_new(&many, &options), LACON_OK);
    assert_int_equal(lacon_select(ctx, &a, s.data, &o), LACON_OK);
    assert_int_equal(lacon_select(many, &b, s.data, &o), LACON_OK);
    assert_memory_equal(lacon_selection_about(a)->loglik, lacon_selection_about(b)->loglik, 25 * sizeof(double));
    assert_memory_equal(lacon_selection_about(a)->curve, lacon_selection_about(b)->curve,
                        5 * sizeof(lacon_curve_point));
    lacon_selection_free(a);
    lacon_selection_free(b);
    lacon_ctx_free(many);
    ref_sim_clear(&s);
}

static lacon_status job(lacon_ctx *c, void *user)
{
    const bool missing = lacon_data_holes(user, 0) > 0; /* many fits: one k will do */
    lacon_select_options o = asking(missing ? 2 : 1, 2, "rows:2");
    lacon_selection *found = NULL;
    lacon_fit_options fit = fit_with(0.01); /* one job per allocation: few iterations each */
    o.fit = &fit;
    fit.noise = missing ? LACON_NOISE_ISOTROPIC : LACON_NOISE_VARIABLE;
    const lacon_status status = lacon_select(c, &found, user, &o);
    if ((status < 0) != (found == NULL)) return LACON_E_INTERNAL;
    lacon_selection_free(found);
    return status;
}

static void memory(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, 10, 4, 2, 0.5, 3);
    const int64_t count = faulty_loop(job, s.data, 1);
    print_message("  %lld allocations\n", (long long)count);
    assert_true(count > 100);
    ref_sim_clear(&s);
}

static lacon_status flip_job(lacon_ctx *c, void *user)
{
    lacon_select_options o = asking(1, 2, "rows:2");
    lacon_selection *found = NULL;
    lacon_model *model = NULL;
    const lacon_fit_options fit = fit_with(0.01);
    o.fit = &fit;
    const lacon_status status = lacon_select_flip(c, &found, &model, user, &o);
    if ((status < 0) != (found == NULL) || (status < 0) != (model == NULL)) return LACON_E_INTERNAL;
    lacon_selection_free(found);
    lacon_model_free(model);
    return status;
}

static void memory_of_signs_and_missing(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, 12, 4, 2, 0.05, 3); /* clear modules: few rounds with missing values */
    const int8_t as_they_are[] = {1, 1, 1, 1}; /* the signs that the data keep are there before */
    assert_int_equal(lacon_data_flip(ctx, s.data, as_they_are), LACON_OK);
    int64_t count = faulty_loop(flip_job, s.data, 1);
    print_message("  signs: %lld allocations\n", (long long)count);
    assert_true(count > 100);
    lacon_data *holed = NULL;
    s.x[5] = NAN;
    assert_int_equal(lacon_data_new(ctx, &holed, 4), LACON_OK);
    assert_int_equal(lacon_data_set_missing(ctx, holed, LACON_MISSING_MARGINAL), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, holed, NULL, 12, s.x, 4), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, holed, LACON_SCALE_Z), LACON_OK);
    count = faulty_loop(job, holed, 1);
    print_message("  missing values: %lld allocations\n", (long long)count);
    assert_true(count > 100);
    lacon_data_free(holed);
    ref_sim_clear(&s);
}

static void cancelled(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 12, 8, 2, 0.5, 3);
    lacon_ctx *c = stopping_ctx(1);
    assert_int_equal(job(c, s.data), LACON_E_CANCELLED);
    lacon_ctx_free(c);
    ref_sim_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_finds_what_fits_find),
        cmocka_unit_test(path_to_the_ends),
        cmocka_unit_test(folds_of_rows),
        cmocka_unit_test(folds_of_subjects),
        cmocka_unit_test(true_k_is_chosen),
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(rules),
        cmocka_unit_test(evidence_beside),
        cmocka_unit_test(noise_is_blamed),
        cmocka_unit_test(refused),
        cmocka_unit_test(same_for_any_threads),
        cmocka_unit_test(memory),
        cmocka_unit_test(memory_of_signs_and_missing),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
