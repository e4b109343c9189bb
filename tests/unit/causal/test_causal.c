/* SPDX-License-Identifier: BSD-3-Clause
 * Noise-corrected directed connectivity: recovery from a simulated truth, the order against all
 * orders tried one by one, prior knowledge, a common order, what is said of Gaussian data, bad
 * input, memory, threads.
 */
#include "scratch.h"

#include "causal_world.h"
#include "model/model.h"

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median over the classes of the B error. */
static double median_error(const world *w, const lacon_causal *s)
{
    double error[64];
    const int64_t N = lacon_causal_classes(s), kk = s->k * s->k;
    for (int64_t c = 0; c < N; c++) {
        error[c] = 0;
        for (int64_t i = 0; i < kk; i++) {
            const double d = lacon_causal_B(w->truth, c)[i] - lacon_causal_B(s, c)[i];
            error[c] += d * d;
        }
    }
    qsort(error, (size_t)N, sizeof *error, by_value);
    return error[N / 2];
}

/* The promise: at 2000 rows at most a tenth of the error of DirectLiNGAM on W'x, and no worse
 * order. bench/causal.py has the figures over more sets; here 15, and the noise correction alone in
 * between. */
static void noise_is_corrected(void **state)
{
    (void)state;
    world w = make_world(15, 2000, 50, 5, 21);
    lacon_causal_options o = options(0);
    lacon_causal *ours = estimate(&w, &o);
    o.method = LACON_CAUSAL_DIRECT;
    lacon_causal *half = estimate(&w, &o);
    o.noise_correction = 0;
    lacon_causal *plain = estimate(&w, &o);
    lacon_causal_scores a, b, c;
    assert_int_equal(lacon_causal_score(ctx, &a, w.truth, ours, NULL), LACON_OK);
    assert_int_equal(lacon_causal_score(ctx, &b, w.truth, half, NULL), LACON_OK);
    assert_int_equal(lacon_causal_score(ctx, &c, w.truth, plain, NULL), LACON_OK);
    assert_true(median_error(&w, ours) <= 0.1 * median_error(&w, plain));
    assert_true(median_error(&w, ours) < 0.06);
    assert_true(a.order_spearman >= c.order_spearman && a.order_spearman > 0.9);
    assert_true(a.hamming < c.hamming);
    assert_true(b.b_error < c.b_error && b.order_spearman == c.order_spearman);
    lacon_causal_free(ours);
    lacon_causal_free(half);
    lacon_causal_free(plain);
    clear_world(&w);
}

/* The noise and the disturbances are those of the generator: v = 1, logistic with variance pi²/3,
 * skewness 0, excess kurtosis 1.2. */
static void disturbances_are_described(void **state)
{
    (void)state;
    world w = make_world(1, 20000, 40, 4, 5);
    lacon_causal_options o = options(0);
    lacon_causal *s = estimate(&w, &o);
    lacon_causal_trust t;
    lacon_causal_trust_get(s, 0, &t);
    assert_true(fabs(t.noise - 1) < 0.01);
    assert_int_equal(t.floored, 0);
    for (int j = 0; j < 4; j++) {
        assert_true(fabs(t.variance[j] - M_PI * M_PI / 3) < 0.25);
        assert_true(fabs(t.skewness[j]) < 0.15);
        assert_true(fabs(t.kurtosis[j] - 1.2) < 0.6);
        assert_true(t.gaussian[j] < 1e-6);
    }
    assert_null(t.frequency);
    assert_int_equal(lacon_causal_identifiable(s, 0, 0, 1), -1);
    lacon_causal_free(s);
    clear_world(&w);
}

/* ---- the order of largest likelihood ---- */

static double sum_of_terms(const lcn_sample *s, const lcn_shapes *shapes, const int64_t *order,
                           double *rest)
{
    double sum = 0;
    for (int64_t at = 0; at < s->k; at++)
        sum += lcn_likelihood_term(s, shapes, order[at], at, order, rest);
    return sum;
}

/* Dynamic programming over sets finds what trying all 120 orders finds. */
static void lattice_is_exhaustive(void **state)
{
    (void)state;
    enum { k = 5 };
    world w = make_world(1, 300, 30, k, 9);
    table t = open_table(&w);
    int64_t best[k], order[k], got[k];
    double top = -INFINITY;
    for (int code = 0; code < 3125; code++) {
        int seen = 0;
        for (int at = 0, rest = code; at < k; at++, rest /= k) {
            order[at] = rest % k;
            seen |= 1 << order[at];
        }
        if (seen != 31) continue;
        const double value = sum_of_terms(&t.sample, t.shapes, order, t.rest);
        if (value <= top) continue;
        top = value;
        memcpy(best, order, sizeof best);
    }
    lcn_likelihood_order(got, &t.sample, 1, t.shapes, NULL, t.rest);
    for (int at = 0; at < k; at++) assert_int_equal(got[at], best[at]);
    close_table(&t);
    clear_world(&w);
}

/* Beyond the lattice no variable gains by moving to another position. */
static void search_ends_at_a_maximum(void **state)
{
    (void)state;
    enum { k = LCN_LATTICE_MAX + 1 };
    world w = make_world(1, 200, 3 * k, k, 4);
    table t = open_table(&w);
    int64_t order[k], trial[k];
    lcn_likelihood_order(order, &t.sample, 1, t.shapes, NULL, t.rest);
    const double value = sum_of_terms(&t.sample, t.shapes, order, t.rest);
    for (int from = 0; from < k; from++)
        for (int to = 0; to < k; to++) {
            int at = 0;
            for (int i = 0; i < k; i++) {
                if (i == from) continue;
                if (at == to) at++;
                trial[at++] = order[i];
            }
            trial[to] = order[from];
            assert_true(sum_of_terms(&t.sample, t.shapes, trial, t.rest) < value + 1e-5);
        }
    close_table(&t);
    clear_world(&w);
}

/* ---- prior knowledge ---- */

static void rules_are_kept(void **state)
{
    (void)state;
    enum { k = 5 };
    world w = make_world(1, 2000, 50, k, 21);
    const int64_t *truth = lacon_causal_order(w.truth, 0);
    const int64_t first = truth[0], last = truth[k - 1];
    lacon_causal_options o = options(0);
    for (int method = 0; method < 2; method++) {
        lacon_prior *prior;
        o.method = (lacon_causal_method)method;
        assert_int_equal(lacon_prior_new(ctx, &prior, k), LACON_OK);
        /* against the truth: the last drives the first */
        assert_int_equal(lacon_prior_add(ctx, prior, last, first, LACON_RULE_REQUIRED), LACON_OK);
        o.prior = prior;
        lacon_causal *s = estimate(&w, &o);
        assert_true(lacon_causal_B(s, 0)[first * k + last] != 0);
        assert_true(lacon_causal_B(s, 0)[last * k + first] == 0);
        lacon_causal_free(s);
        lacon_prior_free(prior);

        assert_int_equal(lacon_prior_new(ctx, &prior, k), LACON_OK);
        for (int j = 0; j < k; j++) /* tiers: the truth reversed */
            assert_int_equal(lacon_prior_set_tier(ctx, prior, truth[j], k - j), LACON_OK);
        o.prior = prior;
        s = estimate(&w, &o);
        for (int j = 0; j < k; j++) assert_int_equal(lacon_causal_order(s, 0)[j], truth[k - 1 - j]);
        lacon_causal_free(s);
        lacon_prior_free(prior);
    }
    clear_world(&w);
}

/* Of two dependent variables the arrow that is left must carry the dependence, whichever it is. */
static void a_forbidden_arrow_is_reversed(void **state)
{
    (void)state;
    enum { n = 500 };
    static double x[n * 2];
    uint64_t seed = 88172645463325252ULL;
    lacon_data *data;
    for (int i = 0; i < n; i++) {
        const double u = 0.5 + 0.499999 * ref_uniform(&seed),
                     w = 0.5 + 0.499999 * ref_uniform(&seed);
        x[2 * i] = log(u / (1 - u));
        x[2 * i + 1] = 0.8 * x[2 * i] + log(w / (1 - w));
    }
    assert_int_equal(lacon_data_new(ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, n, x, 2), LACON_OK);
    for (int method = 0; method < 2; method++)
        for (int64_t from = 0; from < 2; from++) {
            lacon_causal_options o = options(0);
            lacon_prior *prior;
            lacon_causal *s;
            assert_int_equal(lacon_prior_new(ctx, &prior, 2), LACON_OK);
            assert_int_equal(lacon_prior_add(ctx, prior, from, 1 - from, LACON_RULE_FORBIDDEN),
                             LACON_OK);
            o.method = (lacon_causal_method)method;
            o.prior = prior;
            assert_int_equal(lacon_causal_estimate(ctx, &s, NULL, data, &o), LACON_OK);
            assert_int_equal(lacon_causal_order(s, 0)[0], 1 - from);
            assert_true(lacon_causal_B(s, 0)[from * 2 + 1 - from] != 0);
            assert_true(lacon_causal_B(s, 0)[(1 - from) * 2 + from] == 0);
            lacon_causal_free(s);
            lacon_prior_free(prior);
        }
    lacon_data_free(data);
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    lacon_prior *p;
    assert_int_equal(lacon_prior_new(ctx, &p, 3), LACON_OK);
    assert_int_equal(lacon_prior_add(ctx, p, 0, 1, LACON_RULE_REQUIRED), LACON_OK);
    assert_int_equal(lacon_prior_add(ctx, p, 1, 2, LACON_RULE_BEFORE), LACON_OK);
    assert_int_equal(lacon_prior_add(ctx, p, 2, 0, LACON_RULE_REQUIRED), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "cycle"));
    assert_int_equal(lacon_prior_add(ctx, p, 0, 1, LACON_RULE_FORBIDDEN), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "both required and forbidden"));
    assert_int_equal(lacon_prior_add(ctx, p, 2, 0, LACON_RULE_FORBIDDEN), LACON_OK);
    assert_int_equal(lacon_prior_add(ctx, p, 1, 1, LACON_RULE_BEFORE), LACON_E_DATA);
    assert_int_equal(lacon_prior_add(ctx, p, 1, 3, LACON_RULE_BEFORE), LACON_E_ARGUMENT);
    assert_int_equal(lacon_prior_add(ctx, p, 1, 2, (lacon_rule)9), LACON_E_ARGUMENT);
    assert_int_equal(lacon_prior_set_tier(ctx, p, 2, 1), LACON_OK);
    assert_int_equal(lacon_prior_set_tier(ctx, p, 2, 2), LACON_E_DATA);
    assert_int_equal(lacon_prior_set_tier(ctx, p, 0, 5), LACON_E_DATA); /* 0 before 2 is known */
    lacon_prior_free(p);
    assert_int_equal(lacon_prior_new(ctx, &p, 0), LACON_E_ARGUMENT);
    assert_null(p);
}

/* ---- several classes ---- */

/* All classes have the order of class 0: together they know it though one alone does not. */
static void a_common_order_joins_classes(void **state)
{
    (void)state;
    enum { N = 12, n = 300, p = 40, k = 5 };
    world w = make_world(N, n, p, k, 3);
    double *x = ref_alloc(n * p);
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    for (int c = 0; c < N; c++) { /* rows of class 0, another seed each */
        assert_int_equal(lacon_causal_simulate(ctx, w.truth, w.model, 0, n, 70 + c, x, p),
                         LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, n, x, p), LACON_OK);
    }
    for (int method = 0; method < 2; method++) {
        lacon_causal_options o = options(4);
        lacon_causal *alone, *common;
        int right = 0;
        o.method = (lacon_causal_method)method;
        assert_int_equal(lacon_causal_estimate(ctx, &alone, w.model, data, &o), LACON_OK);
        o.common_order = 1;
        assert_int_equal(lacon_causal_estimate(ctx, &common, w.model, data, &o), LACON_OK);
        const size_t bytes = k * sizeof(int64_t);
        const int64_t *truth = lacon_causal_order(w.truth, 0);
        for (int c = 0; c < N; c++) {
            right += memcmp(lacon_causal_order(alone, c), truth, bytes) == 0;
            assert_memory_equal(lacon_causal_order(common, c), lacon_causal_order(common, 0),
                                bytes);
        }
        if (method == LACON_CAUSAL_LIKELIHOOD) {
            assert_true(right < N);
            assert_memory_equal(lacon_causal_order(common, 0), truth, bytes);
        }
        assert_memory_equal(common->precedence, common->precedence + k * k, k * k * sizeof(double));
        lacon_causal_free(alone);
        lacon_causal_free(common);
    }
    lacon_data_free(data);
    free(x);
    clear_world(&w);
}

/* ---- bad input ---- */

static void refused(const lacon_model *model, const double *x, int64_t n, int64_t p,
                    lacon_status status, const char *word)
{
    lacon_data *data;
    lacon_causal *s;
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "a", n, x, p), LACON_OK);
    const lacon_causal_options o = options(3);
    assert_int_equal(lacon_causal_estimate(ctx, &s, model, data, &o), status);
    assert_null(s);
    if (strstr(lacon_ctx_message(ctx), word) == NULL) fail_msg("%s", lacon_ctx_message(ctx));
    lacon_data_free(data);
}

static void bad_data_are_named(void **state)
{
    (void)state;
    enum { n = 40 };
    static double x[n * 3], K[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    world w = make_world(1, 30, 12, 3, 1);
    lacon_data *data;
    lacon_causal *s;
    ref_normals(1, n * 3, x);
    refused(NULL, x, 4, 3, LACON_E_DATA,
            "class 'a' has 4 rows for 3 modules: there must be at least 5");
    refused(w.model, x, n, 3, LACON_E_SHAPE, "3 variables, the model has 12");
    for (int i = 0; i < n; i++) x[3 * i + 1] = 5;
    refused(NULL, x, n, 3, LACON_E_DATA, "class 'a': V2 is constant");
    for (int i = 0; i < n; i++) x[3 * i + 1] = x[3 * i] - 2 * x[3 * i + 2];
    refused(NULL, x, n, 3, LACON_E_DATA, "V3 is a combination of the others (nearest: V2)");
    static double flat[n * 12];
    ref_normals(2, n * 12, flat);
    for (int i = 0; i < n * 12; i++)
        if (lacon_model_module_of(w.model)[i % 12] == 2) flat[i] = 0;
    refused(w.model, flat, n, 12, LACON_E_DATA, "module 2 is constant");
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, NULL, 50, K, 3), LACON_OK);
    assert_int_equal(lacon_causal_estimate(ctx, &s, NULL, data, NULL), LACON_E_UNSUPPORTED);
    lacon_data_free(data);
    clear_world(&w);
}

static void bad_options_are_named(void **state)
{
    (void)state;
    world w = make_world(1, 60, 12, 3, 1);
    lacon_prior *prior;
    assert_int_equal(lacon_prior_new(ctx, &prior, 4), LACON_OK);
    for (int what = 0; what < 9; what++) {
        lacon_causal_options o = options(2);
        lacon_status wanted = what < 4 || what == 8 ? LACON_E_ARGUMENT : LACON_E_UNSUPPORTED;
        if (what == 0) o.size = 3;
        if (what == 1) o.level = 0;
        if (what == 2) o.boot = -1;
        lacon_ica_options ica;
        lacon_ica_options_init(&ica);
        ica.tol = NAN;
        if (what == 3) o.ica = &ica;
        if (what >= 4) o.method = LACON_CAUSAL_ICA;
        if (what == 8) o.effects = (lacon_effects)7;
        if (what == 4) o.common_order = 1;
        if (what == 5) o.prior = prior;
        if (what == 6) o.prior = prior, o.method = LACON_CAUSAL_DIRECT, wanted = LACON_E_SHAPE;
        if (what == 7) wanted = LACON_OK;
        lacon_causal *s;
        assert_int_equal(lacon_causal_estimate(ctx, &s, w.model, w.data, &o), wanted);
        assert_true((s != NULL) == (wanted == LACON_OK));
        lacon_causal_free(s);
    }
    lacon_prior_free(prior);
    clear_world(&w);
}

/* Modules that hold nothing but noise: the estimate is made, and says so. */
static void noise_alone(void **state)
{
    (void)state;
    enum { n = 200, p = 12 };
    world w = make_world(1, n, p, 3, 1);
    static double x[n * p];
    lacon_data *data;
    lacon_causal *s;
    lacon_causal_trust t;
    ref_normals(6, n * p, x);
    assert_int_equal(lacon_data_new(ctx, &data, p), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, NULL, n, x, p), LACON_OK);
    const lacon_causal_options o = options(50);
    assert_int_equal(lacon_causal_estimate(ctx, &s, w.model, data, &o), LACON_OK);
    lacon_causal_trust_get(s, 0, &t);
    assert_true(t.floored > 0);
    for (int i = 0; i < 9; i++)
        assert_true(isfinite(lacon_causal_B(s, 0)[i]) && isfinite(t.low[i]));
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < a; b++) assert_int_equal(lacon_causal_identifiable(s, 0, a, b), 0);
    lacon_causal_free(s);
    lacon_data_free(data);
    clear_world(&w);
}

/* The third module is the sum of the others, which the noise hides: G is singular, W'x is not. The
 * estimate is made, with numbers throughout, and says that a direction holds hardly more than noise. */
static void a_singular_latent_covariance(void **state)
{
    (void)state;
    enum { n = 400, p = 12, K = 3 };
    world w = make_world(1, n, p, K, 1);
    static double x[n * p], z[n * K];
    lacon_causal_trust t;
    ref_normals(7, n * p, x);
    ref_normals(8, n * K, z);
    for (int i = 0; i < n; i++)
        for (int r = 0; r < p; r++) {
            const int64_t j = lacon_model_module_of(w.model)[r] - 1;
            const double one = pow(z[i * K], 3), two = pow(z[i * K + 1], 3);
            const double latent[K] = {one, two, one + two};
            if (j >= 0) x[i * p + r] += w.model->W[r * K + j] * latent[j];
        }
    lacon_data_free(w.data);
    assert_int_equal(lacon_data_new(ctx, &w.data, p), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, w.data, NULL, n, x, p), LACON_OK);
    for (int effects = LACON_EFFECTS_AUTO; effects <= LACON_EFFECTS_LIKELIEST; effects++) {
        lacon_causal_options o = options(30);
        o.effects = (lacon_effects)effects;
        lacon_causal *s = estimate(&w, &o);
        lacon_causal_trust_get(s, 0, &t);
        assert_int_equal(t.floored, 1);
        for (int i = 0; i < K * K; i++) {
            assert_true(isfinite(lacon_causal_B(s, 0)[i]) && isfinite(lacon_causal_total(s, 0)[i]));
            assert_true(isfinite(t.low[i]) && isfinite(t.high[i]) && isfinite(t.independence[i]));
        }
        for (int j = 0; j < K; j++) assert_true(t.variance[j] > 0 && isfinite(t.kurtosis[j]));
        lacon_causal_free(s);
    }
    clear_world(&w);
}

static void known_parts(void **state)
{
    (void)state;
    lacon_causal *s;
    double B[4] = {0, 0.5, 0, 0};
    assert_int_equal(lacon_causal_new(ctx, &s, 2, 1, B, (int64_t[]){1, 0}, NULL, NULL), LACON_OK);
    assert_string_equal(lacon_causal_name(s, 1), "2");
    assert_string_equal(lacon_causal_label(s, 0), "class-001");
    lacon_causal_free(s);
    assert_int_equal(lacon_causal_new(ctx, &s, 2, 1, B, (int64_t[]){0, 1}, NULL, NULL),
                     LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "goes against the order"));
    assert_int_equal(lacon_causal_new(ctx, &s, 2, 1, B, (int64_t[]){1, 1}, NULL, NULL),
                     LACON_E_DATA);
    assert_null(s);
}

/* ---- memory, threads ---- */

typedef struct job {
    const world *w;
    lacon_causal_options options;
} job;

static lacon_status run(lacon_ctx *c, void *user)
{
    const job *j = user;
    lacon_causal *s = NULL;
    const lacon_status status = lacon_causal_estimate(c, &s, j->w->model, j->w->data, &j->options);
    if ((status < 0) != (s == NULL)) return LACON_E_INTERNAL;
    lacon_causal_free(s);
    return status;
}

static void memory_may_end(void **state)
{
    (void)state;
    world w = make_world(2, 100, 12, 3, 2);
    for (int method = 0; method < 3; method++) {
        job j = {&w, options(4)};
        j.options.method = (lacon_causal_method)method;
        assert_true(faulty_loop(run, &j, 2) > 20);
        j.options.common_order = 1;
        if (method < 2) assert_true(faulty_loop(run, &j, 1) > 20);
    }
    clear_world(&w);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    world w = make_world(3, 150, 12, 4, 2);
    for (int method = 0; method < 3; method++)
        for (int common = 0; common < 2; common++) {
            lacon_causal *s[3];
            lacon_causal_options o = options(70); /* more than one batch */
            o.method = (lacon_causal_method)method;
            o.common_order = common;
            if (common && method == LACON_CAUSAL_ICA) continue;
            for (int t = 0; t < 3; t++) {
                lacon_ctx *own = NULL;
                lacon_ctx_options q;
                lacon_ctx_options_init(&q);
                q.threads = 1 + 2 * t;
                assert_int_equal(lacon_ctx_new(&own, &q), LACON_OK);
                const lacon_status status = lacon_causal_estimate(own, &s[t], w.model, w.data, &o);
                assert_true(status >= 0);
                lacon_ctx_free(own);
            }
            for (int t = 1; t < 3; t++) {
                assert_memory_equal(s[0]->B, s[t]->B, 3 * 16 * sizeof(double));
                assert_memory_equal(s[0]->frequency, s[t]->frequency, 5 * 3 * 16 * sizeof(double));
                lacon_causal_free(s[t]);
            }
            lacon_causal_free(s[0]);
        }
    clear_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_is_corrected),
        cmocka_unit_test(disturbances_are_described),
        cmocka_unit_test(lattice_is_exhaustive),
        cmocka_unit_test(search_ends_at_a_maximum),
        cmocka_unit_test(rules_are_kept),
        cmocka_unit_test(a_forbidden_arrow_is_reversed),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(a_common_order_joins_classes),
        cmocka_unit_test(bad_data_are_named),
        cmocka_unit_test(bad_options_are_named),
        cmocka_unit_test(noise_alone),
        cmocka_unit_test(a_singular_latent_covariance),
        cmocka_unit_test(known_parts),
        cmocka_unit_test(memory_may_end),
        cmocka_unit_test(threads_do_not_matter),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
