/* SPDX-License-Identifier: BSD-3-Clause
 * fit/extensions/named_merges.c and the evidence that a fit reports: both against the same sums taken
 * densely, from p × p covariances;
 * no pair is named at the true k, halves of a module are named beyond it, and the fit that is advised gains what was
 * told.
 */
#include "fit_ref.h"

#include <math.h>

/* ---- the evidence, densely ---- */

typedef struct dense {
    int64_t N, n, p;
    double *K; /* N × p × p */
} dense;

static dense dense_of(const lacon_data *data)
{
    dense d = {.N = data->n_classes, .n = data->classes[0].n, .p = data->p};
    double *x = ref_alloc(d.n * d.p);
    d.K = ref_alloc(d.N * d.p * d.p);
    for (int64_t i = 0; i < d.N; i++) {
        for (int64_t o = 0; o < d.n; o++)
            for (int64_t r = 0; r < d.p; r++) x[o * d.p + r] = lcn_class_value(&data->classes[i], o, r);
        ref_cov(d.n, d.p, x, d.K + i * d.p * d.p);
    }
    free(x);
    return d;
}

/* sum over modules of what their weights cost at the spread t2 */
static double weights_price(const dense *d, int64_t k, const double *W, const double *nh, double t2)
{
    double nats = 0;
    for (int64_t j = 0; j < k; j++) {
        double m = 0, sum = 0;
        for (int64_t r = 0; r < d->p; r++) {
            m += W[r * k + j] > 0;
            sum += W[r * k + j];
        }
        nats += 0.5 * m * log(1 + nh[j] * t2 / m) + m / t2 * fmax(1 - sum / sqrt(m), 0);
    }
    return nats;
}

/* -log P(c) = log (p + k)! - log k! - sum log m_j! */
static double partition(const dense *d, int64_t k, const double *W)
{
    double nats = lgamma((double)(d->p + k) + 1) - lgamma((double)k + 1), left = (double)d->p;
    for (int64_t j = 0; j < k; j++) {
        double m = 0;
        for (int64_t r = 0; r < d->p; r++) m += W[r * k + j] > 0;
        nats -= lgamma(m + 1);
        left -= m;
    }
    return nats - lgamma(left + 1);
}

/* drawn: weights of a fit; else they are free, at the spread that suits them best */
static double dense_evidence(const dense *d, int64_t k, const double *W, bool drawn)
{
    const double n = (double)d->n;
    double nats = 0, *nh = ref_alloc(k), *S = ref_alloc(k * k), *G = ref_alloc(k * k);
    for (int64_t i = 0; i < d->N; i++) {
        const double *K = d->K + i * d->p * d->p;
        double t = 0;
        for (int64_t r = 0; r < d->p; r++) t += K[r * d->p + r];
        ref_S(d->p, k, K, W, S);
        const double v = ref_profile(d->p, k, S, t, G);
        nats += n * ref_dense_value(LACON_OBJECTIVE_ML, d->p, k, K, W, G, v);
        nats += 0.5 * log(n) * ((double)(k * (k + 1)) / 2 + 1);
        for (int64_t j = 0; j < k; j++)
            if (S[j * k + j] > v) nh[j] += n * pow(S[j * k + j] - v, 2) / (v * S[j * k + j]);
    }
    double least = drawn ? weights_price(d, k, W, nh, ref_spread2(d->p, k, W, nh)) : INFINITY;
    for (int s = 0; s <= 160 && !drawn; s++)
        least = fmin(least, ref_free_price(d->p, k, W, nh, INFINITY, pow(0.5, s / 20.0)));
    nats += least + partition(d, k, W);
    free(nh);
    free(S);
    free(G);
    return -nats;
}

/* W with columns a and b as one, along the leading direction of the mean of their 2 × 2 blocks of G + v I */
static double *joined(const lacon_model *m, const dense *d, int64_t a, int64_t b)
{
    const int64_t p = m->p, k = m->k;
    double aa = 0, bb = 0, ab = 0, *W = ref_alloc(p * (k - 1));
    for (int64_t i = 0; i < d->N; i++) {
        const double *G = m->G + i * k * k, *K = d->K + i * p * p;
        double t = 0;
        for (int64_t r = 0; r < p; r++) t += K[r * p + r];
        aa += (G[a * k + a] + m->v[i]) / t;
        bb += (G[b * k + b] + m->v[i]) / t;
        ab += G[a * k + b] / t;
    }
    const double angle = 0.5 * atan2(2 * ab, aa - bb);
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < k; j++) {
            const double w = m->W[r * k + j] * (j == a ? cos(angle) : j == b ? sin(angle) : 1);
            W[r * (k - 1) + (j == b ? a : j > b ? j - 1 : j)] += w;
        }
    return W;
}

/* ---- tests ---- */

static lacon_fit_options independent(int64_t k)
{
    lacon_fit_options o = ref_options(k);
    o.rows = LACON_ROWS_INDEPENDENT;
    return o;
}

static void evidence_is_the_dense_one(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 3, 80, 18, 3, 0.5, 4);
    const dense d = dense_of(s.data);
    for (int64_t k = 1; k <= 5; k += 2)
        for (int objective = 0; objective < 2; objective++) {
            lacon_fit_options o = independent(k);
            o.objective = objective ? LACON_OBJECTIVE_SM : LACON_OBJECTIVE_ML;
            lacon_model *m = ref_fit(ctx, s.data, &o);
            const double want = dense_evidence(&d, m->k, m->W, true), got = lacon_model_info(m)->evidence;
            if (fabs(got - want) > 1e-5) print_error("k = %d: %.9f, densely %.9f\n", (int)k, got, want);
            assert_true(fabs(got - want) <= 1e-5); /* weights rest to 1e-9 nats, so t² is known to some 1e-6 */
            lacon_model_free(m);
        }
    free(d.K);
    ref_sim_clear(&s);
}

/* No pair is promised more than joining it gains, and the best is told what it gains; pairs that go together less gain
 * something more when the other modules' (G, v) follow. */
static void gains_are_the_dense_ones(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 4, 150, 30, 3, 0.5, 4);
    const dense d = dense_of(s.data);
    for (int objective = 0; objective < 2; objective++) {
        lacon_fit_options o = independent(6);
        o.objective = objective ? LACON_OBJECTIVE_SM : LACON_OBJECTIVE_ML;
        o.membership = LACON_MEMBERSHIP_ALL;
        lacon_model *m = ref_fit(ctx, s.data, &o);
        const lacon_fit_info *info = lacon_model_info(m);
        const double before = dense_evidence(&d, m->k, m->W, false);
        assert_true(info->n_merges > 0);
        for (int64_t i = 0; i < info->n_merges; i++) {
            const lacon_fit_merge *q = &info->merges[i];
            double *W = joined(m, &d, q->module_a - 1, q->module_b - 1);
            const double gain = dense_evidence(&d, m->k - 1, W, false) - before;
            print_message("  modules %d and %d: told %.2f, densely %.2f\n", q->module_a, q->module_b, q->nats, gain);
            assert_true(q->nats > 0 && q->module_a < q->module_b && q->module_b <= m->k);
            assert_true(i == 0 || q->nats <= info->merges[i - 1].nats);
            assert_true(q->nats <= gain + 2 + 0.05 * fabs(gain));
            assert_true(i > 0 || q->nats >= gain - 2 - 0.05 * fabs(gain));
            free(W);
        }
        lacon_model_free(m);
    }
    free(d.K);
    ref_sim_clear(&s);
}

static void the_true_modules_stay_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        ref_sim s = ref_simulate(ctx, 5, 150, 30, 3, 0.5, seed);
        lacon_fit_options o = independent(3);
        lacon_model *right = ref_fit(ctx, s.data, &o);
        assert_int_equal(lacon_model_info(right)->n_merges, 0);
        assert_int_equal(lacon_model_info(right)->k_merged, 3);
        assert_false(ref_warns_of(right, "would be one"));
        o.k = 8;
        lacon_model *many = ref_fit(ctx, s.data, &o);
        const lacon_fit_info *info = lacon_model_info(many);
        print_message("  %d modules, %d pairs, joined to %d\n", (int)many->k, (int)info->n_merges, (int)info->k_merged);
        if (many->k > 3) {
            assert_true(info->n_merges > 0 && ref_warns_of(many, "try k = 3"));
            assert_int_equal(info->k_merged, 3);
        }
        assert_true(lacon_model_info(right)->evidence > info->evidence);
        lacon_model_free(right);
        lacon_model_free(many);
        ref_sim_clear(&s);
    }
}

/* One module, as many modules as variables, a class that is all module: nothing to say, nothing to divide by. */
static void ends(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 40, 6, 2, 0.5, 3);
    for (int64_t k = 1; k <= 6; k++) {
        lacon_fit_options o = independent(k);
        o.membership = LACON_MEMBERSHIP_ALL;
        lacon_model *m = NULL; /* with a module for each variable v is rounding, and so is what a step gains */
        assert_in_range(lacon_fit(ctx, &m, s.data, &o), LACON_OK, k == 6 ? LACON_W_NOT_CONVERGED : LACON_OK);
        ref_check_model(m);
        const lacon_fit_info *info = lacon_model_info(m);
        if (k == 1 || k == 6) assert_int_equal(info->n_merges, 0);
        assert_true(info->k_merged >= 1 && info->k_merged <= m->k && (info->k_merged == m->k) == (info->n_merges == 0));
        for (int64_t i = 0; i < info->n_merges; i++) assert_true(isfinite(info->merges[i].nats));
        lacon_model_free(m);
    }
    ref_sim_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evidence_is_the_dense_one),
        cmocka_unit_test(gains_are_the_dense_ones),
        cmocka_unit_test(the_true_modules_stay_apart),
        cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
