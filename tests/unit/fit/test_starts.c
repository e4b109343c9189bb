/* SPDX-License-Identifier: BSD-3-Clause
 * Where the search starts: la/varimax.c, leading.c, ward.c, seeds.c, split.c, mean_covariance.c. Varimax by its own
 * criterion, Ward by a cubic textbook version, components and splits by dense eigenvectors.
 */
#include "fit/problem/mean_covariance.h"
#include "fit/search/starts.h"
#include "fit_ref.h"

/* ---- varimax ---- */

static double varimax_criterion(int64_t p, int64_t k, const double *U)
{
    double total = 0;
    for (int64_t j = 0; j < k; j++) {
        double two = 0, four = 0;
        for (int64_t r = 0; r < p; r++) {
            const double u2 = U[r * k + j] * U[r * k + j];
            two += u2 / (double)p;
            four += u2 * u2 / (double)p;
        }
        total += four - two * two;
    }
    return total;
}

static void orthonormal(int64_t p, int64_t k, uint64_t seed, double *U)
{
    double *scratch = ref_alloc(lcn_qr_scratch(p, k));
    ref_normals(seed, p * k, U);
    assert_int_equal(lcn_qr(p, k, U, NULL, scratch), LACON_OK);
    free(scratch);
}

/* largest |U U' - V V'|: the same column space */
static double space_distance(int64_t p, int64_t k, const double *U, const double *V)
{
    double top = 0;
    for (int64_t a = 0; a < p; a++)
        for (int64_t b = 0; b < p; b++) {
            double d = 0;
            for (int64_t j = 0; j < k; j++)
                d += U[a * k + j] * U[b * k + j] - V[a * k + j] * V[b * k + j];
            top = fmax(top, fabs(d));
        }
    return top;
}

/* Only a rotation, never a lower criterion, no plane rotation left that raises it by more than the
 * angle it stops at (1e-4) allows, columns with sum u³ >= 0. */
static void varimax_raises_its_criterion(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{10, 2}, {12, 3}, {30, 5}, {40, 9}, {6, 6}, {7, 1}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            const int64_t p = sizes[c][0], k = sizes[c][1];
            double *U = ref_alloc(p * k), *V = ref_alloc(p * k);
            orthonormal(p, k, seed, U);
            memcpy(V, U, (size_t)(p * k) * sizeof *U);
            lcn_varimax(V, p, k);
            const double before = varimax_criterion(p, k, U), after = varimax_criterion(p, k, V);
            assert_true(after >= before - 1e-15);
            assert_true(k == 1 || after > before);
            assert_true(ref_orthonormality(p, k, V) < 1e-12);
            assert_true(space_distance(p, k, U, V) < 1e-12);
            for (int64_t a = 0; a < k; a++)
                for (int64_t b = a + 1; b < k; b++)
                    for (int step = -20; step <= 20; step++) {
                        const double phi = M_PI / 4 * step / 20, cs = cos(phi), sn = sin(phi);
                        memcpy(U, V, (size_t)(p * k) * sizeof *U);
                        for (int64_t r = 0; r < p; r++) {
                            U[r * k + a] = cs * V[r * k + a] + sn * V[r * k + b];
                            U[r * k + b] = cs * V[r * k + b] - sn * V[r * k + a];
                        }
                        assert_true(varimax_criterion(p, k, U) <= after + 1e-7);
                    }
            for (int64_t j = 0; j < k; j++) {
                double cubes = 0;
                for (int64_t r = 0; r < p; r++) cubes += pow(V[r * k + j], 3);
                assert_true(cubes >= 0);
            }
            free(U);
            free(V);
        }
}

/* A rotated W of St+ is found again. */
static void varimax_undoes_a_rotation(void **state)
{
    (void)state;
    enum { p = 24, k = 4 };
    for (uint64_t seed = 0; seed < 10; seed++) {
        double W[p * k], Q[k * k], U[p * k];
        ref_stiefel_plus(seed, p, k, 0, W);
        orthonormal(k, k, seed + 50, Q);
        ref_multiply(p, k, k, W, Q, U);
        lcn_varimax(U, p, k);
        for (int j = 0; j < k; j++) { /* every true column has a column of U close to it */
            double best = 0;
            for (int l = 0; l < k; l++) {
                double dot = 0;
                for (int r = 0; r < p; r++) dot += W[r * k + j] * U[r * k + l];
                best = fmax(best, dot);
            }
            assert_true(best > 0.98);
        }
    }
}

/* ---- the mean covariance ---- */

/* sum omega_i K_i / t_i with psi, p × p */
static void dense_mean(const lcn_problem *q, const double *x, int64_t n, double *mean)
{
    const int64_t p = q->p;
    double *cov = ref_alloc(p * p);
    memset(mean, 0, (size_t)(p * p) * sizeof *mean);
    for (int64_t i = 0; i < q->n_terms; i++) {
        ref_cov(n, p, x + i * n * p, cov);
        double t = 0;
        for (int64_t e = 0; e < p * p; e++) {
            if (q->shrink) cov[e] *= q->shrink[e / p] * q->shrink[e % p];
            if (e % (p + 1) == 0) t += cov[e];
        }
        for (int64_t e = 0; e < p * p; e++) mean[e] += q->terms[i].omega / t * cov[e];
    }
    free(cov);
}

/* Explicit or as rows (many variables), in one route or mixed: the same products. */
static void check_mean(lcn_problem *q, const double *x, int64_t n, bool is_explicit, bool single)
{
    enum { m = 4 };
    const int64_t p = q->p;
    double *want = ref_alloc(p * p), *U = ref_alloc(p * m), *Y = ref_alloc(p * m), *Z = ref_alloc(p * m);
    double *y = ref_alloc(p), *z = ref_alloc(p);
    int32_t *module = calloc((size_t)p, sizeof *module);
    lcn_mean *mean = NULL;
    ref_normals(2, p * m, U);
    ref_normals(3, p, y);
    dense_mean(q, x, n, want);
    assert_int_equal(lcn_mean_new(ctx, &mean, q), LACON_OK);
    assert_int_equal(mean->K != NULL, is_explicit);
    double *scratch = ref_alloc(lcn_mean_scratch(mean, m) + 3 * p);
    lcn_mean_apply(mean, Y, U, m, scratch);
    ref_multiply(p, m, p, want, U, Z);
    assert_true(ref_distance(p * m, Y, Z) < (single ? 1e-5 : 1e-13));
    for (int64_t r = 0; r < p; r++) module[r] = (int32_t)(r % 3) - 1;
    if (is_explicit) lcn_mean_apply_within(mean, z, y, module, 2, scratch);
    for (int64_t r = 0; is_explicit && r < p; r++) {
        double sum = 0;
        for (int64_t s = 0; s < p; s++)
            if (module[s] == module[r] && module[r] >= 0) sum += want[r * p + s] * y[s];
        assert_true(fabs(z[r] - sum) < 1e-12);
    }
    for (int64_t r = 0; r < p; r++) assert_true(fabs(mean->variance[r] - want[r * p + r]) < (single ? 1e-8 : 1e-14));
    lcn_mean_free(mean);
    void *made[] = {y, z, module, want, U, Y, Z, scratch};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) free(made[i]);
}

static void mean_products(void **state)
{
    (void)state;
    enum { N = 3, n = 70, k = 2, few = 21, many = 1030 }; /* rows of more than a block, columns of more than a panel */
    double *x = ref_alloc(N * n * many), psi[many];
    ref_normals(1, N * n * many, x);
    for (int r = 0; r < many; r++) psi[r] = exp(0.5 * sin(r));
    /* covariances, rows, mixed, many variables of rows, the same with psi, and both in single precision */
    for (int kind = 0; kind < 7; kind++) {
        const int64_t p = kind < 3 ? few : many;
        const lcn_kind route = kind == 0 ? LCN_COV : kind < 5 ? LCN_ROWS_F64 : LCN_ROWS_F32;
        lcn_problem *q = ref_problem(ctx, x, N, n, p, k, route, LACON_OBJECTIVE_ML);
        lcn_problem *cov = ref_problem(ctx, x, N, n, few, k, LCN_COV, LACON_OBJECTIVE_ML);
        const lcn_term keep = q->terms[1];
        if (kind == 2) q->terms[1] = cov->terms[1];
        if (kind % 2 == 0) assert_int_equal(lcn_problem_set_psi(ctx, q, psi), LACON_OK);
        check_mean(q, x, n, kind < 3, kind >= 5);
        q->terms[1] = keep;
        lcn_problem_free(cov);
        lcn_problem_free(q);
    }
    free(x);
}

/* ---- Ward ---- */

/* Textbook Ward on the points of this Gram matrix: join the pair whose union adds least to the sum
 * of squares, |A||B| / (|A| + |B|) |c_A - c_B|², until k are left. Cubic in n for each pair:
 * O(n^4). */
static void naive_ward(int64_t n, const double *gram, int64_t k, int32_t *label)
{
    for (int64_t i = 0; i < n; i++) label[i] = (int32_t)i;
    for (int64_t left = n; left > k; left--) {
        double *sum = ref_alloc(n * n), *size = ref_alloc(n), best = INFINITY;
        int32_t from = 0, to = 0;
        for (int64_t i = 0; i < n; i++) {
            size[label[i]]++;
            for (int64_t j = 0; j < n; j++) sum[label[i] * n + label[j]] += gram[i * n + j];
        }
        for (int32_t a = 0; a < n; a++)
            for (int32_t b = a + 1; b < n; b++) {
                if (size[a] == 0 || size[b] == 0) continue;
                const double d = sum[a * n + a] / (size[a] * size[a]) +
                                 sum[b * n + b] / (size[b] * size[b]) -
                                 2 * sum[a * n + b] / (size[a] * size[b]);
                const double cost = size[a] * size[b] / (size[a] + size[b]) * d;
                if (cost < best) {
                    best = cost;
                    to = a;
                    from = b;
                }
            }
        for (int64_t i = 0; i < n; i++)
            if (label[i] == from) label[i] = to;
        free(sum);
        free(size);
    }
}

typedef struct fixture {
    double *x;
    lcn_problem *q;
    lcn_work *w;
    lcn_mean *mean;
    lcn_point at;
} fixture;

/* Rows of modules r * k / p (in one piece), or of noise when strength is 0. */
static void setup(fixture *f, uint64_t seed, int64_t N, int64_t n, int64_t p, int64_t k,
                  double strength, lcn_kind route, lacon_objective o)
{
    double *z = ref_alloc(N * n * k);
    f->x = ref_alloc(N * n * p);
    ref_normals(seed, N * n * p, f->x);
    ref_normals(seed + 77, N * n * k, z);
    for (int64_t i = 0; i < N * n; i++)
        for (int64_t r = 0; r < p; r++)
            f->x[i * p + r] += strength * (1 + 0.3 * (double)(i / n)) * z[i * k + r * k / p];
    f->q = ref_problem(ctx, f->x, N, n, p, k, route, o);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_mean_new(ctx, &f->mean, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->at, p, k), LACON_OK);
    free(z);
}

static void teardown(fixture *f)
{
    lcn_point_clear(&ctx->allocator, &f->at);
    lcn_mean_free(f->mean);
    lcn_work_free(f->w);
    lcn_problem_free(f->q);
    free(f->x);
}

static void ward_is_ward(void **state)
{
    (void)state;
    enum { p = 26 };
    for (uint64_t seed = 0; seed < 12; seed++)
        for (int kind = 0; kind < 2; kind++) {
            const int64_t k = 1 + (int64_t)(seed % 6);
            fixture f;
            setup(&f, seed, 2, 30, p, k, seed % 2 ? 0.6 : 0, LCN_COV, LACON_OBJECTIVE_ML);
            double C[p * p], gram[p * p];
            int32_t want[p];
            dense_mean(f.q, f.x, 30, C);
            for (int a = 0; a < p; a++)
                for (int b = 0; b < p; b++)
                    gram[a * p + b] = C[a * p + b] / sqrt(C[a * (p + 1)] * C[b * (p + 1)]);
            memcpy(C, gram, sizeof C);
            if (kind == LCN_WARD_PROFILES) ref_multiply(p, p, p, C, C, gram);
            naive_ward(p, gram, k, want);
            assert_int_equal(lcn_start_ward(ctx, f.w, &f.at, f.mean, (lcn_ward)kind), LACON_OK);
            ref_check_loadings(&f.at.W);
            assert_true(lacon_ari(p, want, f.at.W.module) == 1);
            teardown(&f);
        }
}

/* The weights of a cluster are its first principal component: the leading eigenvector of its block.
 */
static void ward_weights(void **state)
{
    (void)state;
    enum { p = 20, k = 3 };
    fixture f;
    setup(&f, 3, 2, 200, p, k, 1.5, LCN_COV, LACON_OBJECTIVE_ML);
    double mean[p * p];
    dense_mean(f.q, f.x, 200, mean);
    assert_int_equal(lcn_start_ward(ctx, f.w, &f.at, f.mean, LCN_WARD_PROFILES), LACON_OK);
    for (int32_t j = 0; j < k; j++) {
        double block[p * p], U[p * p], s[p];
        int64_t index[p], m = 0;
        for (int r = 0; r < p; r++)
            if (f.at.W.module[r] == j) index[m++] = r;
        for (int64_t a = 0; a < m; a++)
            for (int64_t b = 0; b < m; b++) block[a * m + b] = mean[index[a] * p + index[b]];
        ref_jacobi(m, block, s, U);
        double dot = 0;
        for (int64_t a = 0; a < m; a++) dot += U[a] * f.at.W.weight[index[a]];
        assert_true(fabs(dot) > 1 - 1e-6);
    }
    teardown(&f);
}

/* ---- components ---- */

static void components_are_eigenvectors(void **state)
{
    (void)state;
    enum { p = 18, k = 3, n = 80 };
    for (int64_t N = 1; N <= 3; N++) {
        fixture f;
        double mean[p * p], V[p * p], s[p], U[p * k], first[p * k];
        setup(&f, 2, N, n, p, k, 2, N > 2 ? LCN_ROWS_F64 : LCN_COV, LACON_OBJECTIVE_ML);
        dense_mean(f.q, f.x, n, mean);
        ref_jacobi(p, mean, s, V);
        for (int e = 0; e < p * k; e++) first[e] = V[e % k * p + e / k];
        assert_int_equal(lcn_leading(ctx, U, k, f.mean, 1), LACON_OK);
        assert_true(ref_orthonormality(p, k, U) < 1e-12);
        assert_true(space_distance(p, k, U, first) < 1e-6);
        teardown(&f);
    }
}

/* From dense loadings to modules: a column nobody prefers still gets a variable. */
static void rounding(void **state)
{
    (void)state;
    enum { p = 11, k = 4 };
    fixture f;
    double U[p * k];
    setup(&f, 1, 1, 20, p, k, 0, LCN_COV, LACON_OBJECTIVE_ML);
    for (uint64_t seed = 0; seed < 30; seed++) {
        orthonormal(p, k, seed, U);
        if (seed % 3 == 1) /* one column far ahead of the others */
            for (int r = 0; r < p; r++) U[r * k + 2] += 5;
        if (seed % 3 == 2) memset(U, 0, sizeof U);
        lcn_round_to_modules(f.w, &f.at, U);
        ref_check_loadings(&f.at.W);
        for (int r = 0; r < p; r++) assert_true(f.at.W.module[r] >= 0);
    }
    teardown(&f);
}

/* ---- seeds ---- */

/* Column j is the correlation with seed j; each seed after the first is the variable whose largest
 * correlation with the earlier ones is smallest. Another draw begins elsewhere. */
static void seeds_are_far_apart(void **state)
{
    (void)state;
    enum { p = 25, k = 4, n = 60 };
    fixture f;
    double mean[p * p], C[p * p], U[p * k];
    lcn_ranked order[p];
    bool first[p] = {false};
    setup(&f, 4, 2, n, p, k, 0.7, LCN_COV, LACON_OBJECTIVE_ML);
    double *scratch = ref_alloc(lcn_seeds_scratch(f.mean, k));
    dense_mean(f.q, f.x, n, mean);
    for (int e = 0; e < p * p; e++)
        C[e] = mean[e] / sqrt(mean[e / p * (p + 1)] * mean[e % p * (p + 1)]);
    assert_int_equal(lcn_rank_variables(ctx, order, f.mean), LACON_OK);
    for (int i = 0; i < p; i++) {
        double sum = 0;
        for (int r = 0; r < p; r++) sum += C[order[i].variable * p + r];
        assert_true(fabs(order[i].by - sum) < 1e-10);
        assert_true(i == 0 || order[i - 1].by < order[i].by);
    }
    for (int64_t which = 3; which < 13; which++) {
        int64_t seed[k];
        lcn_start_seeds(f.w, &f.at, f.mean, order, 1, which, scratch);
        for (int e = 0; e < p * k; e++) U[e] = f.at.F[e % k * f.w->pp + e / k]; /* where it is rounded from */
        for (int j = 0; j < k; j++) {
            seed[j] = 0;
            for (int r = 0; r < p; r++)
                if (U[r * k + j] > U[seed[j] * k + j]) seed[j] = r;
            for (int r = 0; r < p; r++) assert_true(fabs(U[r * k + j] - C[r * p + seed[j]]) < 1e-12);
        }
        first[seed[0]] = true;
        for (int j = 1; j < k; j++) {
            double chosen = -1;
            for (int i = 0; i < j; i++) chosen = fmax(chosen, C[seed[j] * p + seed[i]]);
            for (int r = 0; r < p; r++) {
                double nearest = -1;
                for (int i = 0; i < j; i++) nearest = fmax(nearest, C[r * p + seed[i]]);
                assert_true(nearest >= chosen - 1e-12);
            }
        }
    }
    int different = 0;
    for (int r = 0; r < p; r++) different += first[r];
    assert_true(different >= 4);
    free(scratch);
    teardown(&f);
}

/* ---- splits ---- */

/* By the explicit mean, or by looks at the data. */
static void split(const fixture *f, bool looks, int8_t *side, double *ratio)
{
    double *scratch = ref_alloc(lcn_split_scratch(f->at.W.p, f->at.W.k)), *K = f->mean->K;
    if (looks) f->mean->K = NULL;
    lcn_split(f->w, &f->w->trial, &f->at.W, f->mean, side, ratio, scratch);
    f->mean->K = K;
    free(scratch);
}

/* A module made of two true ones falls into them; what it returns is the variance along the
 * direction that its weights leave, over its own: largest eigenvalue of (I - ww')K(I - ww') against
 * w'Kw. */
static void split_returns_both_sides(void **state)
{
    (void)state;
    enum { p = 24, k = 4, n = 150 };
    for (int route = 0; route < 4; route++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            fixture f;
            double mean[p * p], ratios[k], block[p * p], s[p], V[p * p];
            int64_t m = p / 2;
            int8_t side[p];
            setup(&f, seed, 2, n, p, k, 1.5, route % 2 ? LCN_COV : LCN_ROWS_F64, LACON_OBJECTIVE_ML);
            for (int r = 0; r < p; r++)
                f.at.W.module[r] = r < m ? 0 : 1 + r % 3; /* modules 0 and 1 joined */
            lcn_loadings_normalise(&f.at.W);
            lcn_component_weights(f.w, &f.at);
            split(&f, route > 1, side, ratios);
            const double ratio = ratios[0];
            for (int r = 0; r < m; r++) assert_true(side[r] == side[r / 6 * 6]);
            assert_true(side[0] * side[6] == -1);
            dense_mean(f.q, f.x, n, mean);
            double lambda = 0;
            for (int64_t a = 0; a < m; a++)
                for (int64_t b = 0; b < m; b++)
                    lambda += f.at.W.weight[a] * mean[a * p + b] * f.at.W.weight[b];
            double left[p * p], T[p * p], Q[p * p];
            for (int64_t a = 0; a < m; a++)
                for (int64_t b = 0; b < m; b++) {
                    block[a * m + b] = mean[a * p + b];
                    Q[a * m + b] = (a == b) - f.at.W.weight[a] * f.at.W.weight[b];
                }
            ref_multiply(m, m, m, Q, block, T);
            ref_multiply(m, m, m, T, Q, left);
            ref_jacobi(m, left, s, V);
            assert_true(fabs(ratio - s[0] / lambda) < 1e-9 * s[0] / lambda); /* as many steps as variables: exact */
            teardown(&f);
        }
}

static void unsplittable(void **state)
{
    (void)state;
    enum { p = 6, k = 2 };
    fixture f;
    double ratio[k];
    int8_t side[p];
    setup(&f, 1, 1, 20, p, k, 1, LCN_COV, LACON_OBJECTIVE_ML);
    const int32_t module[] = {0, 1, 1, 1, 1, LCN_UNASSIGNED};
    memcpy(f.at.W.module, module, sizeof module);
    for (int r = 0; r < p; r++) f.at.W.weight[r] = module[r] >= 0;
    lcn_loadings_normalise(&f.at.W);
    split(&f, false, side, ratio);
    assert_true(ratio[0] == 0 && ratio[1] > 0); /* a single variable; four */
    assert_true(side[0] == 0 && side[5] == 0);
    for (int r = 1; r < 5; r++) assert_int_not_equal(side[r], 0);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(varimax_raises_its_criterion),
        cmocka_unit_test(varimax_undoes_a_rotation),
        cmocka_unit_test(mean_products),
        cmocka_unit_test(ward_is_ward),
        cmocka_unit_test(ward_weights),
        cmocka_unit_test(components_are_eigenvectors),
        cmocka_unit_test(rounding),
        cmocka_unit_test(seeds_are_far_apart),
        cmocka_unit_test(split_returns_both_sides),
        cmocka_unit_test(unsplittable),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
