/* SPDX-License-Identifier: BSD-3-Clause
 * fit/search/join_columns.c: what joining two columns costs is what the profile of T'ST says, with T written
 * out; joined columns
 * leave S = T'ST and its inverse, one join after another.
 */
#include "fit/search/join_columns.h"
#include "fit_ref.h"

enum { N = 2, ROWS = 120, P = 24, K = 5 };

typedef struct fixture {
    double x[N * ROWS * P];
    lcn_problem *q;
    lcn_work *w;
    lcn_point at;
    lcn_columns c;
} fixture;

/* Strong modules that all have something in common, so that every pair points the same way; `sign` turns the last. */
static void setup(fixture *f, uint64_t seed, double sign)
{
    double z[K + 1], W[P * K];
    ref_normals(seed, N * ROWS * P, f->x);
    for (int i = 0; i < N * ROWS; i++) {
        ref_normals(seed * 1000 + (uint64_t)i, K + 1, z);
        for (int r = 0; r < P; r++) {
            const int j = r * K / P;
            f->x[i * P + r] += (1 + 0.3 * j) * z[j] + (j == K - 1 ? sign : 1) * z[K];
        }
    }
    f->q = ref_problem(ctx, f->x, N, ROWS, P, K, LCN_COV, LACON_OBJECTIVE_ML);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->at, P, K), LACON_OK);
    ref_stiefel_plus(seed, P, K, 0, W);
    ref_gather(&f->at.W, W);
    for (int r = 0; r < P; r++) f->at.W.module[r] = r == 9 ? LCN_UNASSIGNED : r * K / P;
    lcn_loadings_normalise(&f->at.W);
    lcn_evaluate(f->w, &f->at, LCN_TANGENT);
    for (int i = 0; i < N; i++) assert_int_equal(f->w->profile[i].kept, K); /* none is dropped */
    assert_int_equal(lcn_columns_new(ctx, &f->c, f->w), LACON_OK);
    lcn_columns_of(&f->c, f->w, &f->at);
}

static void teardown(fixture *f)
{
    lcn_columns_clear(&ctx->allocator, &f->c);
    lcn_point_clear(&ctx->allocator, &f->at);
    lcn_work_free(f->w);
    lcn_problem_free(f->q);
}

/* One pair; false where its columns oppose each other. */
static bool judged(const fixture *f, lcn_pair *q)
{
    lcn_columns_judge(&f->c, q, 1);
    return q->nats < INFINITY;
}

/* The loadings after a join: b's variables are a's, the last column takes the place of b. */
static void join(lcn_loadings *W, const lcn_pair *q, int64_t last)
{
    for (int64_t r = 0; r < W->p; r++) {
        if (W->module[r] == q->a) W->weight[r] *= q->alpha;
        if (W->module[r] == q->b) W->weight[r] *= q->beta;
        if (W->module[r] == q->b) W->module[r] = (int32_t)q->a;
        else if (W->module[r] == last) W->module[r] = (int32_t)q->b;
    }
}

/* S and value of class i for the first k columns, from the covariance itself; its trace is told. */
static double profiled(const fixture *f, int i, const lcn_loadings *W, int64_t k, double *S, double *trace)
{
    double cov[P * P], dense[P * K], scratch[1024];
    lcn_profile profile;
    assert_true(lcn_profile_scratch(k) <= 1024);
    memset(dense, 0, sizeof dense);
    for (int r = 0; r < P; r++)
        if (W->module[r] >= 0) dense[r * k + W->module[r]] = W->weight[r];
    ref_cov(ROWS, P, f->x + i * ROWS * P, cov);
    ref_S(P, k, cov, dense, S);
    *trace = 0;
    for (int r = 0; r < P; r++) *trace += cov[r * (P + 1)];
    lcn_profile_compute(&profile, NULL, NULL, LACON_OBJECTIVE_ML, P, k, S, *trace, scratch);
    assert_int_equal(profile.kept, k);
    return profile.nll;
}

/* What column j's weights cost, at the noise and spread the columns have. */
static double weights(const fixture *f, const lcn_loadings *W, int64_t j, int64_t k)
{
    double nh = 0, sum = 0, S[K * K], t;
    int64_t m = 0;
    for (int i = 0; i < N; i++) {
        profiled(f, i, W, k, S, &t);
        nh += lcn_curvature(ROWS, S[j * k + j], f->c.v[i]);
    }
    for (int r = 0; r < P; r++)
        if (W->module[r] == j) sum += W->weight[r], m++;
    return lcn_price_of_free_weights(nh, f->c.spread2, m, sum);
}

static double log_factorial(const lcn_loadings *W, int64_t j)
{
    double m = 0;
    for (int r = 0; r < P; r++) m += W->module[r] == j;
    return lgamma(m + 1);
}

/* Every pair, likelihood, weights and prior each written out. */
static void judged_by_the_profile(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 8; seed++) {
        fixture f;
        lcn_loadings joined;
        double S[K * K], t;
        setup(&f, seed, 1);
        assert_int_equal(lcn_loadings_new(ctx, &joined, P, K), LACON_OK);
        for (int64_t a = 0; a < K - 1; a++) /* the last one never takes another in */
            for (int64_t b = 0; b < K; b++) {
                if (a == b) continue;
                lcn_pair q = {.a = a, .b = b};
                if (seed % 2) q.alpha = 0.6, q.beta = 0.8;
                assert_true(judged(&f, &q));
                assert_true(fabs(q.alpha * q.alpha + q.beta * q.beta - 1) < 1e-14 && q.alpha > 0 && q.beta > 0);
                if (seed % 2) assert_true(q.alpha == 0.6 && q.beta == 0.8);
                lcn_loadings_copy(&joined, &f.at.W);
                join(&joined, &q, K - 1);
                double want = weights(&f, &joined, a, K - 1);
                want -= weights(&f, &f.at.W, a, K) + weights(&f, &f.at.W, b, K);
                want -= log_factorial(&joined, a) - log_factorial(&f.at.W, a) - log_factorial(&f.at.W, b);
                for (int i = 0; i < N; i++)
                    want += ROWS * (profiled(&f, i, &joined, K - 1, S, &t) - profiled(&f, i, &f.at.W, K, S, &t));
                assert_true(fabs(q.nats - want) < 1e-8 * fmax(1, fabs(want)));
            }
        lcn_loadings_clear(&ctx->allocator, &joined);
        teardown(&f);
    }
}

/* alpha and beta: the leading eigenvector of the mean of the 2 × 2 blocks; none for columns that oppose each other. */
static void direction_of_a_pair(void **state)
{
    (void)state;
    fixture f;
    setup(&f, 3, -1);
    for (int64_t a = 0; a < K; a++)
        for (int64_t b = a + 1; b < K; b++) {
            double block[4] = {0}, s[2], U[4];
            for (int i = 0; i < N; i++) {
                const double *S = f.c.S + i * K * K, scale = 1 / f.q->terms[i].trace / N;
                block[0] += scale * S[a * K + a];
                block[1] += scale * S[a * K + b];
                block[3] += scale * S[b * K + b];
            }
            block[2] = block[1];
            ref_jacobi(2, block, s, U);
            lcn_pair q = {.a = a, .b = b};
            assert_int_equal(judged(&f, &q), b < K - 1);
            assert_int_equal(block[1] > 0, b < K - 1);
            if (b < K - 1) assert_true(fabs(fabs(U[0] * q.alpha + U[1] * q.beta) - 1) < 1e-12);
        }
    teardown(&f);
}

static void check_columns(const fixture *f, const lcn_loadings *W, int64_t k)
{
    const lcn_columns *c = &f->c;
    assert_int_equal(c->K, k);
    for (int i = 0; i < N; i++) {
        double S[K * K], inverse[K * K], left;
        profiled(f, i, W, k, S, &left);
        ref_inverse(k, S, inverse);
        for (int64_t a = 0; a < k; a++) {
            left -= S[a * k + a];
            for (int64_t b = 0; b < k; b++) {
                assert_true(fabs(c->S[(i * c->ld + a) * c->ld + b] - S[a * k + b]) < 1e-10);
                assert_true(fabs(c->B[(i * c->ld + a) * c->ld + b] - inverse[a * k + b]) < 1e-10);
            }
        }
        assert_true(fabs(c->left[i] - left) < 1e-10);
    }
    for (int64_t j = 0; j < k; j++) {
        double sum = 0;
        int64_t m = 0;
        for (int r = 0; r < P; r++)
            if (W->module[r] == j) sum += W->weight[r], m++;
        assert_int_equal(c->size[j], m);
        assert_true(fabs(c->sum[j] - sum) < 1e-12);
    }
}

/* Down to one column, pairs in any order. */
static void joined_one_after_another(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 8; seed++) {
        fixture f;
        setup(&f, seed, 1);
        check_columns(&f, &f.at.W, K);
        for (int64_t k = K; k > 1; k--) {
            lcn_pair q = {.a = (int64_t)(seed + (uint64_t)k) % (k - 1), .b = k - 1 - (int64_t)(seed % 2)};
            if (q.a == q.b) q.b = k - 1;
            assert_true(judged(&f, &q));
            lcn_columns_join(&f.c, &q);
            join(&f.at.W, &q, k - 1);
            check_columns(&f, &f.at.W, k - 1);
        }
        teardown(&f);
    }
}

/* A column given up: the value without it, its variables unassigned, by the profile itself. */
static void given_up(void **state)
{
    (void)state;
    fixture f;
    lcn_loadings without;
    double S[K * K], t;
    setup(&f, 5, 1);
    assert_int_equal(lcn_loadings_new(ctx, &without, P, K), LACON_OK);
    for (int64_t a = 0; a < K; a++) {
        lcn_pair q = {.a = a, .b = LCN_UNASSIGNED};
        assert_true(judged(&f, &q));
        lcn_loadings_copy(&without, &f.at.W);
        for (int r = 0; r < P; r++) {
            if (without.module[r] == a) without.module[r] = LCN_UNASSIGNED;
            else if (without.module[r] == K - 1) without.module[r] = (int32_t)a;
        }
        double out = 0, gone = 0, want = -weights(&f, &f.at.W, a, K) + log_factorial(&f.at.W, a);
        for (int r = 0; r < P; r++) out += f.at.W.module[r] < 0, gone += without.module[r] < 0;
        want -= lgamma(gone + 1) - lgamma(out + 1);
        for (int i = 0; i < N; i++)
            want += ROWS * (profiled(&f, i, &without, K - 1, S, &t) - profiled(&f, i, &f.at.W, K, S, &t));
        assert_true(fabs(q.nats - want) < 1e-8 * fmax(1, fabs(want)));
    }
    lcn_loadings_clear(&ctx->allocator, &without);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judged_by_the_profile),
        cmocka_unit_test(direction_of_a_pair),
        cmocka_unit_test(joined_one_after_another),
        cmocka_unit_test(given_up),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
