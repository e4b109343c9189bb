/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of an edge test: distributions against SciPy 1.10, statistics of permutations against least
 * squares by normal equations, arrangements counted one by one, components, measures against NumPy.
 */
#include "inference_ref.h"

#include "inference/inference.h"
#include "la/la.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

/* ---- distributions ---- */

static void distributions(void **state)
{
    (void)state; /* scipy.special.betainc, betaincinv, stats.f.ppf, ncf.cdf */
    near(0.6412224629717211, lcn_beta_share(2.5, 7, .3), 1e-13);
    near(0.31730439787419623, lcn_beta_share(50, .5, .99), 1e-12);
    near(2.0024654592910083, lcn_t_bound(.95, 57), 1e-12);
    near(5.840909309733357, lcn_t_bound(.99, 3), 1e-12);
    near(5.013218792139446, lcn_f_bound(.99, 2, 55), 1e-12);
    near(0.6095178361698157, lcn_f_cdf(3.2, 2, 55, 4), 1e-12);
    near(0.7185477165376011, lcn_f_cdf(30, 4, 20, 90), 1e-12);
    near(4.0, lcn_f_lambda(3.2, 2, 55, 0.6095178361698157), 1e-8);
    near(0.0, lcn_f_lambda(0.1, 2, 55, .5), 0);
    near(0.0, lcn_beta_share(2, 3, 0), 0);
    near(1.0, lcn_beta_share(2, 3, 1), 0);
}

/* ---- permutations against least squares ---- */

/* F of the tested columns from normal equations: [1 Z] alone, then [1 Z X]. */
static double oracle_rss(const double *y, const double *A, int64_t n, int64_t c)
{
    double N[64] = {0}, b[8] = {0}, rss = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < c; j++) {
            b[j] += A[i * c + j] * y[i];
            for (int64_t l = 0; l < c; l++) N[j * c + l] += A[i * c + j] * A[i * c + l];
        }
    assert_true(lcn_chol(c, N, c));
    lcn_chol_solve(c, N, c, b);
    for (int64_t i = 0; i < n; i++) {
        double fit = 0;
        for (int64_t j = 0; j < c; j++) fit += A[i * c + j] * b[j];
        rss += (y[i] - fit) * (y[i] - fit);
    }
    return rss;
}

/* Freedman and Lane step by step: residuals of the nuisance, permuted, added back, full model fitted. */
static double oracle_f(const double *y, const double *X, int64_t n, int64_t q, int64_t r, const int32_t *row)
{
    double small[400], full[400], fitted[40], star[40], N[64] = {0}, b[8] = {0};
    const int64_t c = 1 + r;
    for (int64_t i = 0; i < n; i++) {
        small[i * c] = full[i * (c + q)] = 1;
        for (int64_t j = 0; j < r; j++) small[i * c + 1 + j] = full[i * (c + q) + 1 + j] = X[i * (q + r) + q + j];
        for (int64_t j = 0; j < q; j++) full[i * (c + q) + c + j] = X[i * (q + r) + j];
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < c; j++) {
            b[j] += small[i * c + j] * y[i];
            for (int64_t l = 0; l < c; l++) N[j * c + l] += small[i * c + j] * small[i * c + l];
        }
    assert_true(lcn_chol(c, N, c));
    lcn_chol_solve(c, N, c, b);
    for (int64_t i = 0; i < n; i++) {
        fitted[i] = 0;
        for (int64_t j = 0; j < c; j++) fitted[i] += small[i * c + j] * b[j];
    }
    /* class i gets design row row[i]: its residual is paired with that row */
    for (int64_t i = 0; i < n; i++) star[row[i]] = y[i] - fitted[i];
    for (int64_t i = 0; i < n; i++) star[i] += fitted[i];
    const double without = oracle_rss(star, small, n, c), with = oracle_rss(star, full, n, c + q);
    return ((without - with) / (double)q) / (with / (double)(n - c - q));
}

static void freedman_lane(void **state)
{
    (void)state;
    enum { N = 24, Q = 2, R = 3, E = 3, M = 500 };
    double X[N * (Q + R)], Y[N * E];
    lcn_rng rng = lcn_rng_stream(5, 900, 0);
    for (int i = 0; i < N * (Q + R); i++) X[i] = lcn_rng_normal(&rng);
    for (int i = 0; i < N; i++) X[i * (Q + R) + Q] += 2000; /* a calendar year, say */
    for (int i = 0; i < N * E; i++) Y[i] = lcn_rng_normal(&rng) + 0.3 * X[i / E * (Q + R)];
    char name[] = "x", *names[Q + R] = {name, name, name, name, name};
    lcn_design d = {.n = N, .q = Q, .r = R, .X = X, .names = names};
    lcn_shuffle s;
    assert_int_equal(lcn_shuffle_new(ctx, &s, &d, M, 7), LACON_OK);
    assert_false(s.all);
    lcn_permuted p;
    assert_int_equal(lcn_permute(ctx, &p, Y, E, &d, &s, LACON_TAIL_TWO, NULL), LACON_OK);
    int32_t row[2 * N];
    int64_t above[E] = {0}, omnibus = 0;
    double largest[M], observed[E], mean = 0;
    for (int i = 0; i < N; i++) row[i] = i;
    for (int e = 0; e < E; e++) {
        double y[N];
        for (int i = 0; i < N; i++) y[i] = Y[i * E + e];
        observed[e] = oracle_f(y, X, N, Q, R, row);
        near(observed[e], p.observed[e], 1e-8);
        mean += observed[e] / E;
    }
    near(mean, p.omnibus, 1e-8);
    for (int m = 0; m < M; m++) {
        lcn_shuffle_draw(&s, m, row);
        double sum = 0;
        largest[m] = 0;
        for (int e = 0; e < E; e++) {
            double y[N];
            for (int i = 0; i < N; i++) y[i] = Y[i * E + e];
            const double f = oracle_f(y, X, N, Q, R, row);
            above[e] += f >= observed[e];
            largest[m] = fmax(largest[m], f);
            sum += f / E;
        }
        omnibus += sum >= mean;
    }
    for (int e = 0; e < E; e++) assert_int_equal(above[e], p.above[e]);
    assert_int_equal(omnibus, p.omnibus_above);
    for (int e = 0; e < E; e++) {
        int64_t over = 0;
        for (int m = 0; m < M; m++) over += largest[m] >= observed[e];
        assert_int_equal(over, lcn_count_from(p.largest, M, p.observed[e]));
    }
    lcn_permuted_clear(&ctx->allocator, &p);
    lcn_shuffle_clear(&s);
}

/* Every arrangement once, and drawn ones stay within their blocks. */
static void arrangements(void **state)
{
    (void)state;
    double X[8] = {1, 1, 2, 3, 1, 2, 2, 5};
    int32_t block[8] = {0, 1, 0, 1, 0, 1, 0, 1};
    lcn_design d = {.n = 8, .q = 1, .X = X, .block = block, .n_blocks = 2};
    lcn_shuffle s;
    assert_int_equal(lcn_shuffle_new(ctx, &s, &d, 1000, 1), LACON_OK);
    assert_int_equal(s.count, 6 * 24); /* {1 2 1 2} and {1 3 2 5} */
    double seen[144][8];
    int32_t row[16];
    bool observed = false;
    for (int m = 0; m < 144; m++) {
        lcn_shuffle_next(&s, row);
        double sum[2] = {0};
        for (int i = 0; i < 8; i++) {
            seen[m][i] = X[row[i]];
            sum[block[i]] += seen[m][i];
        }
        near(6, sum[0], 0); /* blocks keep what is theirs */
        near(11, sum[1], 0);
        for (int l = 0; l < m; l++) assert_memory_not_equal(seen[l], seen[m], sizeof seen[m]);
        observed |= memcmp(seen[m], X, sizeof X) == 0;
    }
    assert_true(observed);
    lcn_shuffle_clear(&s);
    assert_int_equal(lcn_shuffle_new(ctx, &s, &d, 100, 1), LACON_OK);
    assert_false(s.all);
    int64_t first[8] = {0};
    for (int m = 0; m < 4000; m++) {
        int hit[8] = {0};
        lcn_shuffle_draw(&s, m, row);
        for (int i = 0; i < 8; i++) {
            assert_int_equal(block[i], block[row[i]]);
            hit[row[i]]++;
        }
        for (int i = 0; i < 8; i++) assert_int_equal(hit[i], 1);
        first[row[0]]++;
    }
    for (int i = 0; i < 8; i += 2) near(1000, (double)first[i], 0.1); /* 3.6 standard deviations */
    lcn_shuffle_clear(&s);
}

static void components_of_edges(void **state)
{
    (void)state;
    /* nodes 0-1-2 by two edges, 3-4 by one, 5 alone; edge 0-5 below */
    const int32_t from[] = {0, 1, 3, 0}, to[] = {1, 2, 4, 5};
    const double s[] = {4, 9, 5, 3.9};
    const lcn_network net = {.k = 6, .from = from, .to = to, .threshold = 4};
    int32_t label[4], parent[6];
    int64_t sizes[6];
    assert_int_equal(lcn_components(&net, s, 4, label, sizes, parent), 2);
    assert_int_equal(label[0], label[1]);
    assert_int_not_equal(label[0], label[2]);
    assert_int_equal(label[3], 0);
    assert_int_equal(sizes[label[0] - 1], 2);
    assert_int_equal(sizes[label[2] - 1], 1);
}

/* ---- measures ---- */

static void measures(void **state)
{
    (void)state;
    const double G[] = {2, .6, .2, .6, 1, -.3, .2, -.3, .5};
    double y[6], scratch[18];
    int64_t odd = 0;
    assert_int_equal(lcn_edge_list(3, LACON_MEASURE_FISHERZ, NULL, NULL), 3);
    assert_int_equal(lcn_edge_list(3, LACON_MEASURE_COVARIANCE, NULL, NULL), 6);
    lcn_edge_values(y, G, 3, LACON_MEASURE_FISHERZ, scratch, &odd);
    near(atanh(.6 / sqrt(2)), y[0], 1e-15);
    near(atanh(.2), y[1], 1e-15);
    lcn_edge_values(y, G, 3, LACON_MEASURE_COVARIANCE, scratch, &odd);
    near(2, y[0], 0);
    near(-.3, y[4], 0);
    /* numpy: P = inv(G + eye(3) * .01 * trace(G) / 3), arctanh(-P / sqrt(outer(diag P, diag P))) */
    lcn_edge_values(y, G, 3, LACON_MEASURE_PARTIAL, scratch, &odd);
    near(0.63903261, y[0], 1e-7);
    near(0.48687298, y[1], 1e-7);
    near(-0.63577546, y[2], 1e-7);
    assert_int_equal(odd, 0);
    const double singular[] = {1, 1, 0, 1, 1, 0, 0, 0, 0};
    lcn_edge_values(y, singular, 3, LACON_MEASURE_FISHERZ, scratch, &odd);
    assert_int_equal(odd, 3);
    near(atanh(.999), y[0], 1e-12);
    near(0, y[1], 0);
    lcn_edge_values(y, singular, 3, LACON_MEASURE_PARTIAL, scratch, &odd);
    for (int e = 0; e < 3; e++) assert_true(isfinite(y[e]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions),
        cmocka_unit_test(freedman_lane),
        cmocka_unit_test(arrangements),
        cmocka_unit_test(components_of_edges),
        cmocka_unit_test(measures),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
