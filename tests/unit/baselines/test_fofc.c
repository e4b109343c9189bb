/* SPDX-License-Identifier: BSD-3-Clause
 * FindOneFactorClusters (src/baselines/fofc*.c): Tetrad's own clusters (fofc_ref.h), both tests
 * against their definitions, their level by simulation, what the clusters promise, and data at the
 * edges.
 */
#include "scratch.h"

#include "baselines/fofc.h"
#include "fofc_ref.h"
#include "model_ref.h"

static double normal(uint64_t *state)
{
    const double u = 0.5 + 0.5 * ref_uniform(state), w = ref_uniform(state);
    return sqrt(-2 * log(fmax(u, 1e-300))) * cos(M_PI * w);
}

static lacon_baseline_options options(lacon_fofc_variant variant, lacon_tetrad_test test)
{
    lacon_baseline_options o;
    lacon_baseline_options_init(&o);
    o.variant = variant;
    o.test = test;
    return o;
}

static lacon_data *of_rows(lacon_ctx *ctx, const double *x, int64_t rows, int64_t count,
                           lacon_scale scale)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, count), LACON_OK);
    assert_int_equal(lacon_data_add_copy(ctx, data, "rows", rows, x, count), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, scale), LACON_OK);
    return data;
}

static lacon_data *of_covariance(lacon_ctx *ctx, const double *C, int64_t rows, int64_t count)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, count), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, "cov", rows, C, count), LACON_OK);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
    return data;
}

/* ---- the published program ---- */

static bool same_clusters(int64_t count, const int32_t *found, const int32_t *want)
{
    for (int64_t r = 0; r < count; r++) {
        if ((found[r] == 0) != (want[r] < 0)) return false;
        for (int64_t s = 0; s < r; s++)
            if (found[r] && found[s] && (found[r] == found[s]) != (want[r] == want[s]))
                return false;
    }
    return true;
}

static lacon_data *published(lacon_ctx *ctx, int set)
{
    const int count = fofc_ref[set].p;
    const int32_t *from = fofc_ref[set].correlation;
    double *C = ref_alloc(count * count);
    for (int r = 0; r < count; r++) {
        C[r * count + r] = 1;
        for (int s = r + 1; s < count; s++) C[r * count + s] = C[s * count + r] = 1e-8 * *from++;
    }
    lacon_data *data = of_covariance(ctx, C, fofc_ref[set].n, count);
    free(C);
    return data;
}

static void reference(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(2);
    for (int set = 0; set < 4; set++) {
        lacon_data *data = published(ctx, set);
        for (int variant = 0; variant < 2; variant++) {
            lacon_model *m;
            lacon_baseline_options o = options((lacon_fofc_variant)variant, LACON_TETRAD_WISHART);
            assert_true(lacon_baseline_modules(ctx, &m, "fofc", data, &o) >= 0);
            if (!same_clusters(fofc_ref[set].p, lacon_model_module_of(m),
                               fofc_ref[set].cluster[variant]))
                fail_msg("%s, %s", fofc_ref[set].name, variant ? "sag" : "gap");
            lacon_model_free(m);
        }
        lacon_data_free(data);
    }
    lacon_ctx_free(ctx);
}

/* ---- the tests by their definitions ---- */

enum { p = 9, n = 240, LD = LCN_FOFC_BLOCK };

/* Two factors, correlated; variable 4 hangs on both. Heavy tails when asked: rows of a multivariate
 * t with 5 degrees of freedom. */
static void factors(double *x, int64_t rows, int64_t variables, uint64_t seed, bool heavy)
{
    uint64_t s = 77 * seed + 1;
    for (int i = 0; i < 10; i++) ref_uniform(&s);
    for (int64_t r = 0; r < rows; r++) {
        double f = normal(&s), g = 0.5 * f + 0.8 * normal(&s), scale = 1, sum = 0;
        for (int i = 0; i < 5; i++) {
            const double z = normal(&s);
            sum += z * z;
        }
        if (heavy) scale = sqrt(5 / sum);
        for (int64_t v = 0; v < variables; v++) {
            const double load = v == 4 ? 0.7 * f + 0.7 * g : v < 4 ? f : g;
            x[r * variables + v] = scale * ((0.8 + 0.05 * (double)v) * load + normal(&s));
        }
    }
}

static void correlate(double *R, double *sd, const double *x, int64_t rows, int64_t variables,
                      int64_t ld)
{
    for (int64_t a = 0; a < variables; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0;
            for (int64_t r = 0; r < rows; r++) sum += x[r * variables + a] * x[r * variables + b];
            R[a * ld + b] = R[b * ld + a] = sum / (double)rows;
        }
    for (int64_t a = 0; a < variables; a++) sd[a] = sqrt(R[a * ld + a]);
    for (int64_t a = 0; a < variables; a++)
        for (int64_t b = 0; b < ld; b++)
            R[a * ld + b] = b < variables && b != a ? R[a * ld + b] / (sd[a] * sd[b]) : NAN;
}

/* z of r_ac r_bd - r_ad r_bc by Wishart's formula with determinants */
static double z_of(const double *R, int a, int b, int c, int d)
{
    const int v[4] = {a, b, c, d};
    double four[16], out[16];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) four[4 * i + j] = i == j ? 1 : R[v[i] * LD + v[j]];
    const double D = exp(ref_inverse(4, four, out));
    const double ab = R[a * LD + b], cd = R[c * LD + d];
    const double t = R[a * LD + c] * R[b * LD + d] - R[a * LD + d] * R[b * LD + c];
    const double var = ((n + 1.0) / (n - 1.0) * (1 - ab * ab) * (1 - cd * cd) - D) / (n - 2.0);
    return fabs(t) / sqrt(var);
}

/* n tau' V^-1 tau, V the covariance over the rows of the first-order change of the two tetrads */
static double chi_of(const double *R, const double *x, const double *sd, int i, int j, int k, int l)
{
#define S(a, b) R[(a)*LD + (b)]
#define Y(a, b) (x[r * p + (a)] * x[r * p + (b)] / (sd[a] * sd[b]) - S(a, b))
    const double one = S(i, j) * S(k, l) - S(i, l) * S(j, k);
    const double two = S(i, j) * S(k, l) - S(j, l) * S(i, k);
    double v11 = 0, v12 = 0, v22 = 0;
    for (int r = 0; r < n; r++) {
        const double d1 =
            S(k, l) * Y(i, j) + S(i, j) * Y(k, l) - S(j, k) * Y(i, l) - S(i, l) * Y(j, k);
        const double d2 =
            S(k, l) * Y(i, j) + S(i, j) * Y(k, l) - S(i, k) * Y(j, l) - S(j, l) * Y(i, k);
        v11 += d1 * d1 / n;
        v12 += d1 * d2 / n;
        v22 += d2 * d2 / n;
    }
    return n * (v22 * one * one - 2 * v12 * one * two + v11 * two * two) / (v11 * v22 - v12 * v12);
#undef S
#undef Y
}

static bool pure(const double *R, const double *x, const double *sd, int i, int j, int k,
                 lacon_tetrad_test test)
{
    bool all = true;
    for (int l = 0; l < p; l++) {
        if (l == i || l == j || l == k) continue;
        if (test == LACON_TETRAD_WISHART) /* 1.959963985: two-sided .05 */
            all = all && z_of(R, i, k, j, l) < 1.959963985 && z_of(R, j, k, i, l) < 1.959963985;
        else
            all = all && chi_of(R, x, sd, i, j, k, l) < 5.991464547;
    }
    return all;
}

static void definition(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    static double x[n * p], R[p * LD], sd[p];
    int count = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        factors(x, n, p, seed, seed % 2);
        correlate(R, sd, x, n, p, LD);
        const lcn_tetrads t = {.p = p, .n = n, .ld = LD, .R = R, .least = 0, .alpha = 0.05};
        lacon_data *data = of_rows(ctx, x, n, p, LACON_SCALE_NONE);
        for (int test = 0; test < 2; test++) {
            uint64_t bits[p * p] = {0};
            lcn_triples found = {.p = p, .words = 1, .bits = bits};
            assert_int_equal(test ? lcn_pure_delta(ctx, &found, &t, data, sd)
                                  : lcn_pure_wishart(ctx, &found, &t),
                             LACON_OK);
            lcn_triples_complete(&found);
            for (int i = 0; i < p; i++)
                for (int j = i + 1; j < p; j++)
                    for (int k = j + 1; k < p; k++) {
                        const bool want = pure(R, x, sd, i, j, k, (lacon_tetrad_test)test);
                        count += want;
                        assert_true(lcn_bit(lcn_triples_row(&found, i, j), k) == want);
                        assert_true(lcn_bit(lcn_triples_row(&found, k, i), j) == want);
                        assert_true(lcn_bit(lcn_triples_row(&found, j, k), i) == want);
                    }
        }
        lacon_data_free(data);
    }
    assert_in_range(count, 50, 6 * 2 * 84 - 50); /* neither all nor none */
    lacon_ctx_free(ctx);
}

/* How often a test at .05 calls the four variables of one factor impure. */
static double rejections(lacon_ctx *ctx, lacon_tetrad_test test, bool heavy)
{
    enum { SETS = 600, LONG = 400, FOUR = 4 };
    static double x[LONG * FOUR];
    double R[FOUR * LD], sd[FOUR];
    int rejected = 0;
    for (uint64_t set = 0; set < SETS; set++) {
        uint64_t bits[FOUR * FOUR] = {0};
        lcn_triples found = {.p = FOUR, .words = 1, .bits = bits};
        factors(x, LONG, FOUR, 100 + set, heavy);
        correlate(R, sd, x, LONG, FOUR, LD);
        const lcn_tetrads t = {.p = FOUR, .n = LONG, .ld = LD, .R = R, .least = 0, .alpha = 0.05};
        lacon_data *data = of_rows(ctx, x, LONG, FOUR, LACON_SCALE_NONE);
        assert_int_equal(test ? lcn_pure_delta(ctx, &found, &t, data, sd)
                              : lcn_pure_wishart(ctx, &found, &t),
                         LACON_OK);
        rejected += !lcn_bit(lcn_triples_row(&found, 0, 1), 2);
        lacon_data_free(data);
    }
    return (double)rejected / SETS;
}

/* 600 sets at .05: a standard error of .009. Wishart's are two tests, so up to .10 for normal
 * variables; heavy tails double the variance of a tetrad, which only Bollen and Ting's test sees.
 */
static void levels(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    const double normal = rejections(ctx, LACON_TETRAD_WISHART, false);
    const double heavy = rejections(ctx, LACON_TETRAD_WISHART, true);
    const double normal_delta = rejections(ctx, LACON_TETRAD_BOLLEN_TING, false);
    const double heavy_delta = rejections(ctx, LACON_TETRAD_BOLLEN_TING, true);
    print_message("  wishart %.3f, heavy tails %.3f; bollen-ting %.3f, heavy tails %.3f\n", normal,
                  heavy, normal_delta, heavy_delta);
    assert_true(normal > 0.04 && normal < 0.12);
    assert_true(heavy > 0.16);
    assert_true(normal_delta > 0.02 && normal_delta < 0.08);
    assert_true(heavy_delta > 0.01 && heavy_delta < 0.08);
    lacon_ctx_free(ctx);
}

/* ---- clusters ---- */

/* Three factors with five indicators each, then four variables of noise. */
enum { Q = 19, MANY = 1000 };
static void clustered(double *x, uint64_t seed)
{
    uint64_t s = 991 * seed + 5;
    for (int i = 0; i < 10; i++) ref_uniform(&s);
    for (int r = 0; r < MANY; r++) {
        double f[3];
        const double common = normal(&s);
        for (int j = 0; j < 3; j++) f[j] = 0.5 * common + normal(&s);
        for (int v = 0; v < Q; v++)
            x[r * Q + v] = (v < 15 ? (0.7 + 0.04 * v) * f[v % 3] : 0) + normal(&s);
    }
}

/* Over 30 sets: nine tenths of the indicators are assigned, and a variable of noise gets in only by a
 * chance correlation at .1 with some factor: for three factors at most a quarter do. No cluster
 * mixes factors; seed and grow ends with clusters of three leftovers, which may, in a tenth of the
 * sets. */
static void simulation(void **state)
{
    (void)state;
    enum { SETS = 30 };
    lacon_ctx *ctx = new_ctx(1);
    static double x[MANY * Q];
    for (int kind = 0; kind < 4; kind++) {
        lacon_baseline_options o =
            options((lacon_fofc_variant)(kind % 2), (lacon_tetrad_test)(kind / 2));
        int assigned = 0, noise = 0, mixed = 0, exact = 0;
        for (uint64_t set = 0; set < SETS; set++) {
            lacon_model *m;
            clustered(x, set);
            lacon_data *data = of_rows(ctx, x, MANY, Q, LACON_SCALE_Z);
            assert_true(lacon_baseline_modules(ctx, &m, "fofc", data, &o) >= 0);
            const int32_t *label = lacon_model_module_of(m);
            int together = 0;
            for (int v = 0; v < 15; v++) {
                assigned += label[v] > 0;
                together += label[v] > 0 && label[v] == label[v % 3];
                for (int u = 0; u < v; u++)
                    mixed += label[v] && label[v] == label[u] && v % 3 != u % 3;
            }
            exact += together == 15;
            for (int v = 15; v < Q; v++) noise += label[v] > 0;
            lacon_model_free(m);
            lacon_data_free(data);
        }
        print_message(
            "  %s, %s: %d of %d assigned, %d pairs mixed, %d of %d noise, %d of %d sets exact\n",
            kind % 2 ? "sag" : "gap", kind / 2 ? "bollen-ting" : "wishart", assigned, 15 * SETS,
            mixed, noise, 4 * SETS, exact, SETS);
        assert_true(assigned >= 15 * SETS * 9 / 10);
        assert_true(kind % 2 ? mixed <= 3 * SETS / 10 : mixed == 0);
        assert_true(noise <= SETS);
        assert_true(exact >= SETS / 2);
    }
    lacon_ctx_free(ctx);
}

/* Exact covariance of two factors with 4 and 5 indicators: every tetrad of a factor is 0, and its
 * column is the loadings, in any scaling. The sweeps stop at changes of 1e-10: 1e-8. */
static void loadings(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double load[p], C[p * p], norm[2] = {0};
    for (int v = 0; v < p; v++) {
        load[v] = (v % 3 ? 1 : -1) * (0.5 + 0.1 * v);
        norm[v < 4] += load[v] * load[v];
    }
    for (int v = 0; v < p; v++)
        for (int u = 0; u < p; u++)
            C[v * p + u] = load[v] * load[u] * ((v < 4) == (u < 4) ? 1 : 0.4) + (v == u ? 0.8 : 0);
    lacon_data *data = of_covariance(ctx, C, 100000, p);
    lacon_baseline_options o = options(LACON_FOFC_GAP, LACON_TETRAD_WISHART);
    lacon_model *m;
    assert_true(lacon_baseline_modules(ctx, &m, "fofc", data, &o) >= 0);
    assert_int_equal(lacon_model_modules(m), 2);
    for (int v = 0; v < p; v++) {
        assert_int_equal(lacon_model_module_of(m)[v], v < 4 ? 2 : 1); /* by size */
        assert_true(fabs(lacon_model_W(m)[2 * v + (v < 4)] - fabs(load[v]) / sqrt(norm[v < 4])) <
                    1e-4);
    }
    lacon_model_free(m);
    o.k = 1; /* the largest alone */
    assert_true(lacon_baseline_modules(ctx, &m, "fofc", data, &o) >= 0);
    assert_int_equal(lacon_model_modules(m), 1);
    for (int v = 0; v < p; v++) assert_int_equal(lacon_model_module_of(m)[v], v < 4 ? 0 : 1);
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* psych stops its optimiser where 1e-6 of a loading are left. */
static void minres(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_data *data = published(ctx, 3);
    double L[50 * 5] = {0};
    lacon_baseline_options o = options(LACON_FOFC_GAP, LACON_TETRAD_WISHART);
    o.k = 5;
    const lcn_pooled job = {
        .p = 50, .n = 500, .K = data->classes[0].x, .options = &o, .loadings = L};
    assert_int_equal(lcn_factor_loadings(ctx, &job, fofc_ref[3].cluster[0]), LACON_OK);
    for (int v = 0; v < 50; v++) {
        const int cluster = fofc_ref[3].cluster[0][v];
        for (int j = 0; j < 5; j++)
            if (j == cluster)
                assert_true(fabs(fabs(L[5 * v + j]) - 1e-8 * fofc_minres[v]) < 2e-6);
            else
                assert_true(fabs(L[5 * v + j]) == 0);
    }
    o.max_iter = 1; /* said, and still loadings */
    assert_int_equal(lcn_factor_loadings(ctx, &job, fofc_ref[3].cluster[0]), LACON_W_NOT_CONVERGED);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* Rows in several classes, as float32, on several threads: the same bytes for any number of them.
 */
static void threads(void **state)
{
    (void)state;
    static double x[MANY * Q];
    static float narrow[MANY * Q];
    clustered(x, 3);
    for (int i = 0; i < MANY * Q; i++) narrow[i] = (float)x[i];
    for (int kind = 0; kind < 4; kind++) {
        lacon_baseline_options o =
            options((lacon_fofc_variant)(kind % 2), (lacon_tetrad_test)(kind / 2));
        lacon_model *m[3];
        const int count[3] = {1, 2, 5};
        for (int i = 0; i < 3; i++) {
            lacon_ctx *ctx = new_ctx(count[i]);
            lacon_data *data;
            assert_int_equal(lacon_data_new(ctx, &data, Q), LACON_OK);
            assert_int_equal(lacon_data_add_copy(ctx, data, NULL, 600, x, Q), LACON_OK);
            assert_int_equal(lacon_data_add_copy_f32(ctx, data, NULL, 400, narrow + 600 * Q, Q),
                             LACON_OK);
            assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
            assert_true(lacon_baseline_modules(ctx, &m[i], "fofc", data, &o) >= 0);
            assert_int_equal(lacon_model_classes(m[i]), 2);
            assert_int_equal(lacon_model_modules(m[i]), lacon_model_modules(m[0]));
            assert_memory_equal(lacon_model_W(m[i]), lacon_model_W(m[0]),
                                sizeof(double) * Q * (size_t)lacon_model_modules(m[0]));
            lacon_data_free(data);
            lacon_ctx_free(ctx);
        }
        for (int i = 0; i < 3; i++) lacon_model_free(m[i]);
    }
}

/* Sizes at which threads are started: the same triples. */
static void triples_in_parallel(void **state)
{
    (void)state;
    for (int test = 0; test < 2; test++) {
        const int64_t count = test ? 40 : 100, rows = 501, ld = test ? 48 : 112;
        const int64_t words = count * count * 2;
        double *x = ref_alloc(rows * count), *R = ref_alloc(count * ld), *sd = ref_alloc(count);
        uint64_t *bits = calloc((size_t)(3 * words), sizeof *bits);
        factors(x, rows, count, 9, false);
        correlate(R, sd, x, rows, count, ld);
        for (int i = 0; i < 3; i++) {
            lacon_ctx *ctx = new_ctx((int[]){1, 2, 5}[i]);
            lacon_data *data = of_rows(ctx, x, rows, count, LACON_SCALE_NONE);
            const lcn_tetrads t = {
                .p = count, .n = rows, .ld = ld, .R = R, .least = 0.1, .alpha = 0.001};
            lcn_triples found = {.p = count, .words = 2, .bits = bits + i * words};
            assert_int_equal(test ? lcn_pure_delta(ctx, &found, &t, data, sd)
                                  : lcn_pure_wishart(ctx, &found, &t),
                             LACON_OK);
            assert_memory_equal(found.bits, bits, sizeof *bits * (size_t)words);
            lacon_data_free(data);
            lacon_ctx_free(ctx);
        }
        int64_t set = 0;
        for (int64_t w = 0; w < words; w++) set += __builtin_popcountll(bits[w]);
        assert_true(set > 100);
        free(bits);
        free(sd);
        free(R);
        free(x);
    }
}

/* ---- edges ---- */

static void refused(lacon_ctx *ctx, const lacon_data *data, lacon_baseline_options o,
                    lacon_status want, const char *words)
{
    lacon_model *m = (lacon_model *)&o;
    assert_int_equal(lacon_baseline_modules(ctx, &m, "fofc", data, &o), want);
    assert_null(m);
    if (!strstr(lacon_ctx_message(ctx), words)) fail_msg("%s", lacon_ctx_message(ctx));
}

static void bad_input(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    static double x[MANY * Q];
    clustered(x, 1);
    const lacon_baseline_options plain = options(LACON_FOFC_GAP, LACON_TETRAD_WISHART);
    lacon_baseline_options o = plain;
    lacon_data *data = of_rows(ctx, x, 300, 3, LACON_SCALE_Z);
    refused(ctx, data, plain, LACON_E_DATA, "needs 4 variables");
    lacon_data_free(data);
    data = of_rows(ctx, x, 4, Q, LACON_SCALE_Z);
    refused(ctx, data, plain, LACON_E_DATA, "needs 5 rows");
    lacon_data_free(data);
    data = of_rows(ctx, x, MANY, Q, LACON_SCALE_Z);
    for (int i = 0; i < 3; i++) {
        o.alpha = (double[]){0, 1, NAN}[i];
        refused(ctx, data, o, LACON_E_ARGUMENT, "alpha");
    }
    o = plain;
    o.k = -1;
    refused(ctx, data, o, LACON_E_ARGUMENT, "k is -1");
    o = plain;
    o.alpha = 0.9999; /* nothing is pure */
    refused(ctx, data, o, LACON_E_DATA, "no cluster");
    lacon_data_free(data);
    for (int r = 0; r < 300; r++) x[r * Q + 7] = 0;
    data = of_rows(ctx, x, 300, Q, LACON_SCALE_NONE);
    refused(ctx, data, plain, LACON_E_DATA, "'V8' has no variance");
    lacon_data_free(data);
    double C[16] = {1, .5, .5, .5, .5, 1, .5, .5, .5, .5, 1, .5, .5, .5, .5, 1};
    data = of_covariance(ctx, C, 100, 4);
    refused(ctx, data, options(LACON_FOFC_GAP, LACON_TETRAD_BOLLEN_TING), LACON_E_DATA, "'cov'");
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

/* A variable and its double share more than the factor: both are left out of it, the others stay.
 * Five rows, the least there may be, end in an answer or in no cluster. */
static void singular(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    static double x[MANY * Q];
    clustered(x, 2);
    for (int r = 0; r < MANY; r++) x[r * Q + 18] = -3 * x[r * Q];
    lacon_data *data = of_rows(ctx, x, MANY, Q, LACON_SCALE_Z);
    lacon_data *few = of_rows(ctx, x, 5, Q, LACON_SCALE_Z);
    for (int kind = 0; kind < 4; kind++) {
        lacon_baseline_options o =
            options((lacon_fofc_variant)(kind % 2), (lacon_tetrad_test)(kind / 2));
        lacon_model *m;
        assert_true(lacon_baseline_modules(ctx, &m, "fofc", data, &o) >= 0);
        const int32_t *label = lacon_model_module_of(m);
        assert_int_equal(label[0], 0);
        assert_int_equal(label[18], 0);
        assert_true(label[3] && label[3] == label[6] && label[3] == label[9]);
        assert_true(label[1] && label[1] == label[4] && label[1] != label[3]);
        lacon_model_free(m);
        const lacon_status status = lacon_baseline_modules(ctx, &m, "fofc", few, &o);
        assert_true(status >= 0 || status == LACON_E_DATA);
        for (int64_t i = 0; m && i < Q * lacon_model_modules(m); i++)
            assert_true(isfinite(lacon_model_W(m)[i]));
        lacon_model_free(m);
    }
    lacon_data_free(few);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

typedef struct job {
    const lacon_data *data;
    lacon_baseline_options options;
} job;

static lacon_status run(lacon_ctx *ctx, void *user)
{
    const job *j = user;
    lacon_model *m = NULL;
    const lacon_status status = lacon_baseline_modules(ctx, &m, "fofc", j->data, &j->options);
    if ((status < 0) != (m == NULL)) return LACON_E_INTERNAL;
    lacon_model_free(m);
    return status;
}

static void memory(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    static double x[MANY * Q];
    clustered(x, 4);
    job j = {.data = of_rows(ctx, x, MANY, Q, LACON_SCALE_Z)};
    for (int kind = 0; kind < 4; kind++) {
        j.options = options((lacon_fofc_variant)(kind % 2), (lacon_tetrad_test)(kind / 2));
        assert_true(faulty_loop(run, &j, 1 + kind / 2) > 20);
    }
    lacon_data_free((lacon_data *)j.data);
    j.data = published(ctx, 0); /* 349 clusters grow: more than the first capacity of the store */
    j.options = options(LACON_FOFC_GAP, LACON_TETRAD_WISHART);
    assert_true(faulty_loop(run, &j, 1) > 20);
    lacon_data_free((lacon_data *)j.data);
    lacon_ctx_free(ctx);
}

static void cancelled(void **state)
{
    (void)state;
    lacon_ctx *ctx = stopping_ctx(1);
    static double x[MANY * Q];
    clustered(x, 1);
    lacon_data *data = of_rows(ctx, x, MANY, Q, LACON_SCALE_Z);
    for (int test = 0; test < 2; test++)
        refused(ctx, data, options(LACON_FOFC_GAP, (lacon_tetrad_test)test), LACON_E_CANCELLED,
                "stopped");
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference), cmocka_unit_test(definition),
        cmocka_unit_test(levels),    cmocka_unit_test(simulation),
        cmocka_unit_test(loadings),  cmocka_unit_test(threads),
        cmocka_unit_test(bad_input), cmocka_unit_test(singular),
        cmocka_unit_test(memory),    cmocka_unit_test(cancelled),
        cmocka_unit_test(minres),    cmocka_unit_test(triples_in_parallel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
