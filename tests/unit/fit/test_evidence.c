/* SPDX-License-Identifier: BSD-3-Clause
 * fit/mm/evidence.c: the prior of partitions by its formula and by adding up all of them, the price of weights by
 * integrating them out numerically, their curvature by differences of the dense likelihood, single moves as
 * differences of totals, and the evidence put together from all of these.
 */
#include "fit_ref.h"

enum { N = 2, ROWS = 40, P = 14, K = 3 };

typedef struct fixture {
    double x[N * ROWS * P];
    lcn_problem *q;
    lcn_work *w;
    lcn_point at;
} fixture;

/* Modules r % K of some strength, a random W of St+, evaluated. */
static void setup(fixture *f, uint64_t seed, double strength, lacon_objective o)
{
    double z[K], W[P * K];
    ref_normals(seed, N * ROWS * P, f->x);
    for (int i = 0; i < N * ROWS; i++) {
        ref_normals(seed * 1000 + (uint64_t)i, K, z);
        for (int r = 0; r < P; r++) f->x[i * P + r] += strength * z[r % K];
    }
    f->q = ref_problem(ctx, f->x, N, ROWS, P, K, LCN_COV, o);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->at, P, K), LACON_OK);
    ref_stiefel_plus(seed, P, K, seed % 2 ? 5 : 0, W);
    ref_gather(&f->at.W, W);
    lcn_loadings_normalise(&f->at.W);
    lcn_evaluate(f->w, &f->at, LCN_TANGENT);
}

static void teardown(fixture *f)
{
    lcn_point_clear(&ctx->allocator, &f->at);
    lcn_work_free(f->w);
    lcn_problem_free(f->q);
}

/* ---- the partition ---- */

/* -log of k! prod m_j! / (p + k)! */
static double partition(const lcn_loadings *W)
{
    double nats = lgamma((double)(W->p + W->k) + 1) - lgamma((double)W->k + 1);
    for (int32_t j = LCN_UNASSIGNED; j < W->k; j++) {
        double m = 0;
        for (int64_t r = 0; r < W->p; r++) m += W->module[r] == j;
        nats -= lgamma(m + 1);
    }
    return nats;
}

/* All (k + 1)^p ways to place p variables: their probabilities sum to one. */
static void prior_sums_to_one(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{1, 1}, {4, 1}, {5, 2}, {6, 3}, {4, 4}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        const int64_t p = sizes[c][0], k = sizes[c][1];
        double x[18], sum = 0;
        int64_t count = 1;
        lcn_work *w = NULL;
        lcn_loadings W;
        ref_normals(1, 3 * p, x);
        lcn_problem *q = ref_problem(ctx, x, 1, 3, p, k, LCN_COV, LACON_OBJECTIVE_ML);
        assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
        assert_int_equal(lcn_loadings_new(ctx, &W, p, k), LACON_OK);
        for (int64_t r = 0; r < p; r++) count *= k + 1;
        for (int64_t way = 0; way < count; way++) {
            int64_t code = way;
            for (int64_t r = 0; r < p; r++, code /= k + 1) W.module[r] = (int32_t)(code % (k + 1)) - 1;
            lcn_loadings_count(&W);
            const double nats = lcn_partition_price(w, &W);
            assert_true(fabs(nats - partition(&W)) < 1e-11);
            sum += exp(-nats);
        }
        assert_true(fabs(sum - 1) < 1e-11);
        lcn_loadings_clear(&ctx->allocator, &W);
        lcn_work_free(w);
        lcn_problem_free(q);
    }
}

/* ---- the weights ---- */

/* -log of the integral over w of exp(-nh (w - found)² / 2) N(w; mean, prior), by the trapezoid rule */
static double integrated_out(double found, double nh, double mean, double prior)
{
    const double centre = (nh * found + mean / prior) / (nh + 1 / prior), wide = 12 / sqrt(nh + 1 / prior);
    const int steps = 4000;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
        const double w = centre + wide * (2.0 * i / steps - 1);
        const double height = exp(-0.5 * nh * pow(w - found, 2) - 0.5 * pow(w - mean, 2) / prior);
        sum += (i % steps == 0 ? 0.5 : 1) * height / sqrt(2 * M_PI * prior);
    }
    return -log(sum * 2 * wide / steps);
}

/* A weight is normal about the mean of its module's, its likelihood about what was found: integrated out. */
static void weights_are_integrated_out(void **state)
{
    (void)state;
    const double curvature[] = {0.3, 5, 200, 1e4}, spread2[] = {1, 0.25, 1.0 / 256};
    for (uint64_t seed = 1; seed < 6; seed++)
        for (int64_t m = 1; m < 9; m++) {
            double w[9], norm = 0, sum = 0;
            ref_fill(seed, m, w);
            for (int64_t r = 0; r < m; r++) norm += w[r] * w[r];
            for (int64_t r = 0; r < m; r++) sum += w[r] = fabs(w[r]) / sqrt(norm);
            for (int c = 0; c < 4; c++)
                for (int s = 0; s < 3; s++) {
                    double want = 0;
                    for (int64_t r = 0; r < m; r++)
                        want += integrated_out(w[r], curvature[c], sum / (double)m, spread2[s] / (double)m);
                    const double got = lcn_price_of_free_weights(curvature[c], spread2[s], m, sum);
                    assert_true(fabs(got - want) < 1e-7 * fmax(1, want));
                }
            assert_true(lcn_price_of_free_weights(0, 1, m, sum) == 0);
        }
    assert_true(lcn_price_of_free_weights(10, 1, 0, 0) == 0);
}

/* Drawn towards equal ones: the angle to them counts as a normal deviation does where it is small, and at the weights
 * that cost least the two prices are the same. */
static void drawn_weights(void **state)
{
    (void)state;
    const double curvature[] = {20, 200, 1e4}, spread2[] = {1, 0.25, 1.0 / 256};
    for (int64_t m = 2; m < 40; m += 9)
        for (int c = 0; c < 3; c++)
            for (int s = 0; s < 3; s++) {
                const double nh = curvature[c], tight = (double)m / spread2[s], free = 0.01; /* angle that was found */
                const double angle = free * nh / (nh + tight), root = sqrt((double)m);
                const double want = 0.5 * nh * pow(free - angle, 2) +
                                    lcn_price_of_weights(nh, spread2[s], m, cos(angle) * root);
                const double got = lcn_price_of_free_weights(nh, spread2[s], m, cos(free) * root);
                assert_true(fabs(got - want) < 1e-3 * fmax(1, fabs(want)));
                assert_true(lcn_price_of_weights(nh, spread2[s], m, 0.9 * root) > want);
            }
    assert_true(lcn_price_of_weights(10, 1, 0, 0) == 0);
}

/* n (s - v)² / (v s) is the second difference of n L along the sphere, G and v held, where K is what the model says. */
static void curvature_is_that_of_the_likelihood(void **state)
{
    (void)state;
    enum { p = 6 };
    const double n = 70, latent[] = {0.2, 1, 9}, noise[] = {0.5, 1, 3};
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            double w[p], u[p], turned[3][p], K_i[p * p], value[3], uw = 0, uu = 0;
            const double g = latent[a], v = noise[b], h = 1e-3;
            ref_stiefel_plus(1, p, 1, 0, w);
            ref_fill(2, p, u);
            for (int r = 0; r < p; r++) uw += u[r] * w[r];
            for (int r = 0; r < p; r++) u[r] -= uw * w[r], uu += u[r] * u[r];
            for (int e = 0; e < p * p; e++) K_i[e] = g * w[e / p] * w[e % p] + (e % (p + 1) == 0 ? v : 0);
            for (int side = 0; side < 3; side++) {
                const double angle = h * (side - 1);
                for (int r = 0; r < p; r++) turned[side][r] = cos(angle) * w[r] + sin(angle) * u[r] / sqrt(uu);
                value[side] = ref_dense_value(LACON_OBJECTIVE_ML, p, 1, K_i, turned[side], &g, v);
            }
            const double want = n * (value[0] - 2 * value[1] + value[2]) / (h * h);
            assert_true(fabs(lcn_curvature(n, g + v, v) - want) < 1e-4 * fmax(1, want));
        }
    assert_true(lcn_curvature(n, 0.9, 1) == 0); /* below the noise nothing is known of a weight */
}

/* The weights of W at fixed curvatures and spread, one by one: their share of the distance from equal ones. */
static double weights(const lcn_loadings *W, const double *nh, double spread2)
{
    double nats = 0;
    for (int64_t r = 0; r < W->p; r++) {
        const int32_t j = W->module[r];
        double m = 0;
        if (j < 0) continue;
        for (int64_t l = 0; l < W->p; l++) m += W->module[l] == j;
        nats += (1 - W->weight[r] * sqrt(m)) / spread2 + log(1 + nh[j] * spread2 / m) / 2;
    }
    return nats;
}

/* Curvatures are sums over the classes; the spread is the one at which free weights cost least, and more where they
 * were drawn together before. */
static void prices_at_a_point(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 30; seed++) {
        fixture f;
        lcn_prices q;
        double room[2 * K], least = INFINITY, at = 0;
        setup(&f, seed, 0.2 * (double)(seed % 8), LACON_OBJECTIVE_ML);
        lcn_prices_at(&q, f.w, &f.at.W, room);
        for (int j = 0; j < K; j++) {
            double nh = 0, sum = 0;
            for (int i = 0; i < N; i++)
                nh += lcn_curvature(ROWS, f.w->S[(i * K + j) * K + j], f.w->profile[i].v);
            for (int r = 0; r < P; r++) sum += f.at.W.module[r] == j ? f.at.W.weight[r] : 0;
            assert_true(fabs(q.nh[j] - nh) < 1e-9 * fmax(1, nh) && fabs(q.sum[j] - sum) < 1e-13);
        }
        for (int s = -1; s <= 400; s++) {
            double nats = 0;
            for (int j = 0; j < K; j++)
                nats += lcn_price_of_free_weights(q.nh[j], s < 0 ? q.spread2 : pow(0.5, s / 50.0), f.at.W.size[j],
                                                  q.sum[j]);
            if (s < 0) at = nats;
            else least = fmin(least, nats);
        }
        assert_true(at < least + 1e-6);
        assert_true(fabs(lcn_prices_total(&q, &f.at.W) - weights(&f.at.W, q.nh, q.spread2)) < 1e-9);
        f.at.W.spread2 = 0.1;
        assert_true(lcn_spread_of(&q, &f.at.W) >= q.spread2 - 1e-4);
        teardown(&f);
    }
}

/* Every move there is, to and from the unassigned too, is the difference of two totals. */
static void a_move_is_a_difference(void **state)
{
    (void)state;
    int64_t checked = 0;
    for (uint64_t seed = 1; seed < 20; seed++) {
        fixture f;
        lcn_prices q;
        lcn_loadings moved;
        double room[2 * K];
        setup(&f, seed, 0.7, LACON_OBJECTIVE_ML);
        assert_int_equal(lcn_loadings_new(ctx, &moved, P, K), LACON_OK);
        lcn_prices_at(&q, f.w, &f.at.W, room);
        if (seed % 4 == 0) q.nh[1] = 0;
        const double before = weights(&f.at.W, q.nh, q.spread2) + partition(&f.at.W);
        for (int32_t r = 0; r < P; r++)
            for (int32_t b = LCN_UNASSIGNED; b < K; b++) {
                const int32_t a = f.at.W.module[r];
                if (a == b || (a >= 0 && f.at.W.size[a] < 2)) continue;
                const lcn_move m = {r, a, b, f.at.W.weight[r], b < 0 ? 0 : 0.1 + 0.2 * r / P, 0};
                lcn_loadings_copy(&moved, &f.at.W);
                moved.module[r] = b;
                moved.weight[r] = m.beta;
                lcn_loadings_normalise(&moved);
                const double after = weights(&moved, q.nh, q.spread2) + partition(&moved);
                assert_true(fabs(lcn_price_of_move(&q, &f.at.W, &m) - (after - before)) < 1e-9);
                checked++;
            }
        lcn_loadings_clear(&ctx->allocator, &moved);
        teardown(&f);
    }
    assert_true(checked > 300);
}

/* n* sum omega L by the dense model, weights and partition; whatever the objective, cost_ml is the likelihood's. */
static void evidence_adds_up(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        fixture f, g;
        lcn_prices q;
        double room[2 * K], dense[P * K], cov[P * P], want = 0;
        setup(&f, seed, 0.8, LACON_OBJECTIVE_ML);
        setup(&g, seed, 0.8, LACON_OBJECTIVE_SM);
        ref_spread(&f.at.W, dense);
        for (int i = 0; i < N; i++) {
            ref_cov(ROWS, P, f.x + i * ROWS * P, cov);
            want += ROWS * ref_class_value(LACON_OBJECTIVE_ML, P, K, cov, dense);
        }
        lcn_prices_at(&q, f.w, &f.at.W, room);
        want += lcn_prices_total(&q, &f.at.W) + partition(&f.at.W);
        assert_true(fabs(lcn_cost(f.w, &f.at) - want) < 1e-8);
        want += (K * (K + 1) / 2 + 1) * N * 0.5 * log(ROWS); /* G_i and v_i, by Schwarz */
        assert_true(fabs(lcn_cost_ml(f.w, &f.at) - want) < 1e-8);
        assert_true(fabs(lcn_cost_ml(g.w, &g.at) - want) < 1e-8);
        teardown(&f);
        teardown(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prior_sums_to_one),
        cmocka_unit_test(weights_are_integrated_out),
        cmocka_unit_test(drawn_weights),
        cmocka_unit_test(curvature_is_that_of_the_likelihood),
        cmocka_unit_test(prices_at_a_point),
        cmocka_unit_test(a_move_is_a_difference),
        cmocka_unit_test(evidence_adds_up),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
