/* SPDX-License-Identifier: BSD-3-Clause
 * fit/mm/evaluation.c: S, v, f, D and the tangent F against dense matrices and central differences, with
 * psi; all routes alike; long classes, many classes, wide ones; workers whose memory lies alike. The fixture is
 * built by hand (fit_ref.h), so that small problems take the row routes too.
 */
#include "fit_ref.h"

enum { N = 3, ROWS = 14, P = 12, K = 3 };

/* What the problem under test stands for, densely. */
typedef struct dense {
    double K_i[N][P * P]; /* with psi in it */
    double W[P * K];
    double G[N][K * K], v[N];
    double omega[N];
} dense;

/* Strong modules in two classes, faint ones in the third, so that G has full rank in one class and
 * loses it in another. */
static void make_rows(double *x, uint64_t seed)
{
    ref_fill(seed, N * ROWS * P, x);
    double z[K];
    for (int i = 0; i < N * ROWS; i++) {
        ref_fill(seed + 1000 + (uint64_t)i, K, z);
        for (int r = 0; r < P; r++) x[i * P + r] += (i / ROWS == 2 ? 0.1 : 1.5) * z[r % K];
    }
}

static void densify(dense *d, const double *x, const lcn_problem *q)
{
    ref_stiefel_plus(9, P, K, 5, d->W);
    for (int i = 0; i < N; i++) {
        double S[K * K], trace = 0;
        ref_cov(ROWS, P, x + i * ROWS * P, d->K_i[i]);
        for (int e = 0; e < P * P && q->shrink; e++)
            d->K_i[i][e] *= q->shrink[e / P] * q->shrink[e % P];
        for (int r = 0; r < P; r++) trace += d->K_i[i][r * P + r];
        ref_S(P, K, d->K_i[i], d->W, S);
        d->v[i] = ref_profile(P, K, S, trace, d->G[i]);
        d->omega[i] = q->terms[i].omega;
    }
}

/* The objective of algorithm.md section 1 at any W, orthonormal or not, with B and v held:
 * 1/2 [tr(B S) + (t - tr S)/v] and 1/2 [tr(B² S) + (t - tr S)/v²], without what W does not change
 */
static double held_value(const dense *d, const double *W, lacon_objective o)
{
    double f = 0;
    for (int i = 0; i < N; i++) {
        double A[K * K], B[K * K], B2[K * K], S[K * K], sum = 0, t = 0;
        for (int e = 0; e < K * K; e++) A[e] = d->G[i][e] + (e % (K + 1) == 0 ? d->v[i] : 0);
        ref_inverse(K, A, B);
        ref_multiply(K, K, K, B, B, B2);
        ref_S(P, K, d->K_i[i], W, S);
        for (int e = 0; e < K * K; e++) sum += (o ? B2 : B)[e] * S[e];
        for (int r = 0; r < P; r++) t += d->K_i[i][r * P + r];
        for (int j = 0; j < K; j++) t -= S[j * K + j];
        f += d->omega[i] * 0.5 * (sum + t / (o ? d->v[i] * d->v[i] : d->v[i]));
    }
    return f;
}

/* The same along the manifold by inverse and determinant: Q of W + h E */
static double manifold_slope(const dense *d, const double *E, lacon_objective o, double *step)
{
    double W[2][P * K], scratch[4096], f[2] = {0, 0};
    const double h = 1e-5;
    assert_true(lcn_qr_scratch(P, K) <= 4096);
    for (int side = 0; side < 2; side++) {
        for (int e = 0; e < P * K; e++) W[side][e] = d->W[e] + (side ? h : -h) * E[e];
        assert_int_equal(lcn_qr(P, K, W[side], NULL, scratch), LACON_OK);
        for (int i = 0; i < N; i++)
            f[side] += d->omega[i] * ref_dense_value(o, P, K, d->K_i[i], W[side], d->G[i], d->v[i]);
    }
    for (int e = 0; e < P * K; e++) step[e] = (W[1][e] - W[0][e]) / (2 * h);
    return (f[1] - f[0]) / (2 * h);
}

static void check_S_v_D(const dense *d, const lcn_work *w, const lcn_point *x, lacon_objective o,
                        double tolerance)
{
    double want_D[K * K] = {0};
    for (int i = 0; i < N; i++) {
        double S[K * K], A[K * K], B[K * K], B2[K * K];
        ref_S(P, K, d->K_i[i], d->W, S);
        assert_true(ref_distance(K * K, S, w->S + i * K * K) < tolerance);
        assert_true(fabs(w->profile[i].v - d->v[i]) < tolerance);
        for (int e = 0; e < K * K; e++) A[e] = d->G[i][e] + (e % (K + 1) == 0 ? d->v[i] : 0);
        ref_inverse(K, A, B);
        ref_multiply(K, K, K, B, B, B2);
        const double top = o ? 1 / (d->v[i] * d->v[i]) : 1 / d->v[i];
        for (int e = 0; e < K * K; e++)
            want_D[e] += d->omega[i] * d->v[i] * ((e % (K + 1) == 0 ? top : 0) - (o ? B2 : B)[e]);
    }
    assert_true(ref_distance(K * K, want_D, x->D) < 40 * tolerance);
}

static void check_F(const dense *d, const lcn_work *w, const lcn_point *x, lacon_objective o,
                    double tolerance)
{
    double W[P * K], E[P * K], step[P * K];
    memcpy(W, d->W, sizeof W);
    for (int e = 0; e < P * K;
         e++) { /* quadratic in W: a central difference has no truncation error */
        const double h = 1e-3;
        W[e] = d->W[e] + h;
        const double up = held_value(d, W, o);
        W[e] = d->W[e] - h;
        const double down = held_value(d, W, o);
        W[e] = d->W[e];
        assert_true(fabs(x->F[e % K * w->pp + e / K] + (up - down) / (2 * h)) < 100 * tolerance);
    }
    for (uint64_t seed = 0; seed < 6; seed++) {
        double slope = 0;
        ref_fill(seed, P * K, E);
        const double want = manifold_slope(d, E, o, step);
        for (int e = 0; e < P * K; e++) slope -= x->F[e % K * w->pp + e / K] * step[e];
        assert_true(fabs(slope - want) < 1e-6 + 1000 * tolerance);
    }
    for (int64_t j = 0; j < K; j++) /* padding stays out of every sum */
        for (int64_t r = P; r < w->pp; r++) assert_true(x->F[j * w->pp + r] == 0);
}

typedef struct look {
    lcn_problem *q;
    lcn_work *w;
    lcn_point x;
    dense d;
} look;

static void look_clear(look *l)
{
    lcn_point_clear(&ctx->allocator, &l->x);
    lcn_work_free(l->w);
    lcn_problem_free(l->q);
}

/* psi as the case wants, W of the dense twin, evaluated */
static void look_at(look *l, const double *x, lcn_kind route, lacon_objective o, const double *psi)
{
    l->q = ref_problem(ctx, x, N, ROWS, P, K, route, o);
    for (int i = 0; i < N; i++) l->q->terms[i].omega = (i + 1) / 6.0;
    if (psi) assert_int_equal(lcn_problem_set_psi(ctx, l->q, psi), LACON_OK);
    densify(&l->d, x, l->q);
    assert_int_equal(lcn_work_new(ctx, &l->w, l->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &l->x, P, K), LACON_OK);
    ref_gather(&l->x.W, l->d.W);
    lcn_evaluate(l->w, &l->x, LCN_TANGENT);
}

static void check_look(lcn_kind route, lacon_objective o, const double *psi)
{
    double x[N * ROWS * P], f = 0;
    look l;
    const double tolerance = route == LCN_ROWS_F32 ? 1e-5 : 1e-11;
    make_rows(x, 3);
    look_at(&l, x, route, o, psi);
    for (int i = 0; i < N; i++)
        f += l.d.omega[i] * ref_dense_value(o, P, K, l.d.K_i[i], l.d.W, l.d.G[i], l.d.v[i]);
    assert_true(fabs(l.x.f - f) < 10 * tolerance);
    check_S_v_D(&l.d, l.w, &l.x, o, tolerance);
    check_F(&l.d, l.w, &l.x, o, tolerance);
    look_clear(&l);
}

static void tangent_is_the_slope(void **state)
{
    (void)state;
    double psi[P];
    for (int r = 0; r < P; r++) psi[r] = exp(0.8 * sin(r + 1.0));
    for (int o = 0; o < 2; o++)
        for (int route = LCN_ROWS_F64; route <= LCN_COV; route++)
            for (int extra = 0; extra < 2; extra++)
                check_look((lcn_kind)route, (lacon_objective)o, extra ? psi : NULL);
}

/* The fixture does what it says: one class keeps all k eigenvalues, another loses some. */
static void ranks_differ(void **state)
{
    (void)state;
    double x[N * ROWS * P];
    look l;
    make_rows(x, 3);
    look_at(&l, x, LCN_COV, LACON_OBJECTIVE_ML, NULL);
    bool full = false, lost = false;
    for (int i = 0; i < N; i++) {
        full = full || l.w->profile[i].kept == K;
        lost = lost || l.w->profile[i].kept < K;
    }
    assert_true(full && lost);
    look_clear(&l);
}

/* LCN_POWER: F = sum omega_i K_i W / t_i */
static void power_tangent(void **state)
{
    (void)state;
    double x[N * ROWS * P], want[P * K] = {0};
    look l;
    make_rows(x, 4);
    look_at(&l, x, LCN_ROWS_F64, LACON_OBJECTIVE_ML, NULL);
    lcn_evaluate(l.w, &l.x, LCN_POWER);
    for (int i = 0; i < N; i++) {
        double KW[P * K], t = 0;
        ref_multiply(P, K, P, l.d.K_i[i], l.d.W, KW);
        for (int r = 0; r < P; r++) t += l.d.K_i[i][r * P + r];
        for (int e = 0; e < P * K; e++) want[e] += l.d.omega[i] / t * KW[e];
    }
    for (int e = 0; e < P * K; e++)
        assert_true(fabs(l.x.F[e % K * l.w->pp + e / K] - want[e]) < 1e-13);
    look_clear(&l);
}

/* Sizes that cross every edge of the kernels: p around a lane and a tile, k over eight, n over a
 * block. Covariance and rows agree to 1e-10, float32 to 1e-5. */
static void routes_agree(void **state)
{
    (void)state;
    const int64_t sizes[][4] = {/* N, n, p, k */ {1, 5, 7, 1},
                                {2, 9, 8, 2},
                                {3, 33, 17, 3},
                                {20, 40, 31, 9},
                                {5, 70, 64, 17},
                                {2, 100, 129, 8},
                                {17, 3, 40, 5}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++)
        for (int o = 0; o < 2; o++) {
            const int64_t classes = sizes[c][0], n = sizes[c][1], p = sizes[c][2], k = sizes[c][3];
            double *x = ref_alloc(classes * n * p), *W = ref_alloc(p * k), psi[129];
            lcn_problem *q[3];
            lcn_work *w[3];
            lcn_point at[3];
            ref_normals(c, classes * n * p, x);
            ref_stiefel_plus(c, p, k, 6, W);
            for (int64_t r = 0; r < p; r++) psi[r] = exp(0.5 * cos((double)r));
            for (int route = 0; route < 3; route++) {
                q[route] =
                    ref_problem(ctx, x, classes, n, p, k, (lcn_kind)route, (lacon_objective)o);
                if (c % 2) assert_int_equal(lcn_problem_set_psi(ctx, q[route], psi), LACON_OK);
                assert_int_equal(lcn_work_new(ctx, &w[route], q[route]), LACON_OK);
                assert_int_equal(lcn_point_new(ctx, &at[route], p, k), LACON_OK);
                ref_gather(&at[route].W, W);
                lcn_evaluate(w[route], &at[route], LCN_TANGENT);
            }
            const int64_t block = k * lcn_padded(p);
            double top = 1;
            for (int64_t e = 0; e < block; e++) top = fmax(top, fabs(at[LCN_COV].F[e]));
            assert_true(ref_distance(block, at[LCN_COV].F, at[LCN_ROWS_F64].F) < 1e-10 * top);
            assert_true(ref_distance(block, at[LCN_COV].F, at[LCN_ROWS_F32].F) < 1e-5 * top);
            assert_true(fabs(at[LCN_COV].f - at[LCN_ROWS_F64].f) < 1e-10 * fabs(at[LCN_COV].f));
            assert_true(fabs(at[LCN_COV].f - at[LCN_ROWS_F32].f) < 1e-5 * fabs(at[LCN_COV].f));
            for (int route = 0; route < 3; route++) {
                lcn_point_clear(&ctx->allocator, &at[route]);
                lcn_work_free(w[route]);
                lcn_problem_free(q[route]);
            }
            free(x);
            free(W);
        }
}

/* Two long classes are cut into slices of rows: the same sums as their covariances. */
static void long_classes_are_sliced(void **state)
{
    (void)state;
    enum { LONG = 40000, WIDE = 64, FEW = 3 };
    double *x = ref_alloc(2 * LONG * WIDE), W[WIDE * FEW];
    lcn_point at[2];
    ref_normals(8, 2 * LONG * WIDE, x);
    ref_stiefel_plus(8, WIDE, FEW, 7, W);
    for (int route = 0; route < 2; route++) {
        lcn_problem *q = ref_problem(ctx, x, 2, LONG, WIDE, FEW, route ? LCN_COV : LCN_ROWS_F64,
                                     LACON_OBJECTIVE_ML);
        lcn_work *w = NULL;
        assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
        assert_int_equal(lcn_point_new(ctx, &at[route], WIDE, FEW), LACON_OK);
        if (route == 0) assert_true(w->n_slices > 1);
        ref_gather(&at[route].W, W);
        lcn_evaluate(w, &at[route], LCN_TANGENT);
        lcn_work_free(w);
        lcn_problem_free(q);
    }
    assert_true(ref_distance(FEW * lcn_padded(WIDE), at[0].F, at[1].F) < 1e-10);
    assert_true(fabs(at[0].f - at[1].f) < 1e-10);
    for (int i = 0; i < 2; i++) lcn_point_clear(&ctx->allocator, &at[i]);
    free(x);
}

/* More classes than P may be kept of: F of all is the mean of the F of two halves, which are kept.
 */
static void many_classes_do_not_keep_P(void **state)
{
    (void)state;
    enum { MANY = 820, WIDE = 2000, SOME = 8 };
    double *x = ref_alloc(MANY * 2 * WIDE), *W = ref_alloc(WIDE * SOME), *F[3];
    double f[3];
    ref_normals(6, MANY * 2 * WIDE, x);
    ref_stiefel_plus(6, WIDE, SOME, 0, W);
    for (int part = 0; part < 3; part++) {
        const int64_t n = part == 0 ? MANY : MANY / 2;
        lcn_problem *q = ref_problem(ctx, x + (part == 2 ? (int64_t)MANY * WIDE : 0), n, 2, WIDE,
                                     SOME, LCN_ROWS_F64, LACON_OBJECTIVE_ML);
        lcn_work *w = NULL;
        lcn_point at;
        assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
        assert_int_equal(w->keeps, part > 0);
        assert_int_equal(lcn_point_new(ctx, &at, WIDE, SOME), LACON_OK);
        ref_gather(&at.W, W);
        lcn_evaluate(w, &at, LCN_TANGENT);
        F[part] = ref_alloc(SOME * lcn_padded(WIDE));
        memcpy(F[part], at.F, (size_t)(SOME * lcn_padded(WIDE)) * sizeof(double));
        f[part] = at.f;
        lcn_point_clear(&ctx->allocator, &at);
        lcn_work_free(w);
        lcn_problem_free(q);
    }
    for (int64_t e = 0; e < SOME * lcn_padded(WIDE); e++) F[1][e] = 0.5 * (F[1][e] + F[2][e]);
    assert_true(ref_distance(SOME * lcn_padded(WIDE), F[0], F[1]) < 1e-11);
    assert_true(fabs(f[0] - 0.5 * (f[1] + f[2])) < 1e-9);
    for (int part = 0; part < 3; part++) free(F[part]);
    free(W);
    free(x);
}

/* A look in single precision, by covariances: seven digits of f and F, and in double afterwards the same bits as
 * before. */
static void rough_looks(void **state)
{
    (void)state;
    enum { p = 60, k = 4 };
    ref_sim sim = ref_simulate(ctx, 2, 100, p, k, 1, 5);
    const lacon_fit_options o = ref_options(k);
    lcn_problem *q = NULL;
    lcn_work *w = NULL;
    lcn_point at[3];
    double W[p * k];
    assert_int_equal(lcn_problem_new(ctx, &q, sim.data, &o), LACON_OK);
    assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
    ref_stiefel_plus(9, p, k, 0, W);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lcn_point_new(ctx, &at[i], p, k), LACON_OK);
        ref_gather(&at[i].W, W);
        w->rough = i == 1;
        lcn_evaluate(w, &at[i], LCN_TANGENT);
    }
    double top = 0;
    for (int64_t e = 0; e < k * w->pp; e++) top = fmax(top, fabs(at[0].F[e]));
    const double off = ref_distance(k * w->pp, at[0].F, at[1].F);
    assert_true(off > 0 && off < 1e-6 * top);
    assert_true(fabs(at[1].f - at[0].f) < 1e-7 * fabs(at[0].f));
    assert_memory_equal(at[0].F, at[2].F, (size_t)(k * w->pp) * sizeof(double));
    for (int i = 0; i < 3; i++) lcn_point_clear(&ctx->allocator, &at[i]);
    lcn_work_free(w);
    lcn_problem_free(q);
    ref_sim_clear(&sim);
}

/* ---- classes of many variables, in panels ---- */

enum { CLASSES = 17, LINES = 6, WIDE_P = 6600, WIDE_K = 40 };

typedef struct wide_look {
    const double *x;
    const double *psi; /* shrink, p */
    lcn_point *at;
    int visits;
} wide_look;

/* P of a class is D X'X D W / n, column by column. */
static void check_wide_P(void *user, lcn_work *w, int64_t term, int64_t chunk, const double *own)
{
    wide_look *l = user;
    const double *x = l->x + term * LINES * WIDE_P;
    assert_int_equal(chunk, lcn_chunk_of(w, term));
    l->visits++;
    for (int64_t r = term; r < WIDE_P; r += 601) {
        double want[WIDE_K] = {0};
        for (int t = 0; t < LINES; t++)
            for (int64_t s = 0; s < WIDE_P; s++)
                if (l->at->W.module[s] >= 0)
                    want[l->at->W.module[s]] += x[t * WIDE_P + r] * l->psi[r] * x[t * WIDE_P + s] * l->psi[s] *
                                                l->at->W.weight[s] / LINES;
        for (int j = 0; j < WIDE_K; j++) assert_true(fabs(own[j * w->pp + r] - want[j]) < 1e-12);
    }
}

/* F of S and M as they are written down: sum_i omega_i D X'(X D W) M / n. */
static void check_wide_F(const wide_look *l, const lcn_work *w)
{
    double *Y = ref_alloc(CLASSES * LINES * WIDE_K);
    for (int64_t t = 0; t < CLASSES * LINES; t++)
        for (int64_t s = 0; s < WIDE_P; s++)
            if (l->at->W.module[s] >= 0)
                Y[t * WIDE_K + l->at->W.module[s]] += l->x[t * WIDE_P + s] * l->psi[s] * l->at->W.weight[s];
    for (int64_t i = 0; i < CLASSES; i++)
        for (int e = 0; e < WIDE_K * WIDE_K; e++) {
            double S = 0;
            for (int t = 0; t < LINES; t++)
                S += Y[(i * LINES + t) * WIDE_K + e / WIDE_K] * Y[(i * LINES + t) * WIDE_K + e % WIDE_K] / LINES;
            assert_true(fabs(w->S[i * WIDE_K * WIDE_K + e] - S) < 1e-12 * fmax(1, fabs(S)));
        }
    for (int64_t r = 0; r < WIDE_P; r += 97)
        for (int j = 0; j < WIDE_K; j++) {
            double F = 0;
            for (int64_t t = 0; t < CLASSES * LINES; t++)
                for (int m = 0; m < WIDE_K; m++)
                    F += w->problem->terms[t / LINES].omega / LINES * l->x[t * WIDE_P + r] * l->psi[r] *
                         Y[t * WIDE_K + m] * w->M[(t / LINES * WIDE_K + m) * WIDE_K + j];
            assert_true(fabs(l->at->F[j * w->pp + r] - F) < 1e-12 * fmax(1, fabs(F)));
        }
    free(Y);
}

/* By their formulas, with noise by variable; the same bytes for any number of threads. */
static void wide_classes_in_panels(void **state)
{
    (void)state;
    double *x = ref_alloc(CLASSES * LINES * WIDE_P), *W = ref_alloc(WIDE_P * WIDE_K), *psi = ref_alloc(WIDE_P);
    lcn_point at[3];
    const int before = ctx->threads;
    ref_normals(4, CLASSES * LINES * WIDE_P, x);
    ref_stiefel_plus(4, WIDE_P, WIDE_K, 11, W);
    for (int r = 0; r < WIDE_P; r++) psi[r] = 1 + 0.1 * (r % 7);
    lcn_problem *q = ref_problem(ctx, x, CLASSES, LINES, WIDE_P, WIDE_K, LCN_ROWS_F64, LACON_OBJECTIVE_ML);
    assert_int_equal(lcn_problem_set_psi(ctx, q, psi), LACON_OK);
    for (int i = 0; i < 3; i++) {
        lcn_work *w = NULL;
        ctx->threads = 1 + 2 * i;
        assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
        assert_true(w->is_wide);
        assert_int_equal(lcn_point_new(ctx, &at[i], WIDE_P, WIDE_K), LACON_OK);
        ref_gather(&at[i].W, W);
        wide_look seen = {.x = x, .psi = q->shrink, .at = &at[i]};
        lcn_evaluate(w, &at[i], LCN_TANGENT);
        if (i == 1) check_wide_F(&seen, w);
        if (i == 1) lcn_evaluate_each(w, &at[i], check_wide_P, &seen);
        if (i == 1) assert_int_equal(seen.visits, CLASSES);
        assert_memory_equal(at[i].F, at[0].F, (size_t)(WIDE_K * w->pp) * sizeof(double));
        assert_true(at[i].f == at[0].f);
        lcn_work_free(w);
    }
    ctx->threads = before;
    for (int i = 0; i < 3; i++) lcn_point_clear(&ctx->allocator, &at[i]);
    lcn_problem_free(q);
    free(psi);
    free(W);
    free(x);
}

static void alike(const double *slots, int64_t size)
{
    assert_int_equal(((uintptr_t)slots | (uintptr_t)size * 8) % 64, 0);
}

/* What each worker has of its own lies on whole lines of the cache, whatever the sizes: BLAS takes other ways, with
 * other roundings, where addresses differ in more than that. */
static void slots_lie_alike(void **state)
{
    (void)state;
    for (int k = 1; k < 8; k++)
        for (int p = 9; p < 24; p++) {
            double *x = ref_alloc(4 * 30 * p);
            ref_normals((uint64_t)(p * k), 4 * 30 * p, x);
            lcn_problem *q = ref_problem(ctx, x, 4, 30, p, k, LCN_ROWS_F64, LACON_OBJECTIVE_ML);
            lcn_work *w = NULL;
            assert_int_equal(lcn_work_new(ctx, &w, q), LACON_OK);
            alike(w->scratch, w->scratch_size);
            alike(w->kernel, w->kernel_size);
            alike(w->sums, w->sum_size);
            alike(w->F_chunk, w->k * w->pp);
            lcn_wide_rows rows = lcn_wide_rows_of(w->backend, 3, 700 + p, k, 2 * p + 1, 4, 4);
            double *memory = lcn_alloc(ctx, (size_t)lcn_wide_rows_size(&rows), sizeof *memory);
            assert_non_null(memory);
            lcn_wide_rows_lay_out(&rows, memory);
            alike(rows.kernel, rows.kernel_size);
            lcn_free(&ctx->allocator, memory);
            lcn_work_free(w);
            lcn_problem_free(q);
            free(x);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangent_is_the_slope),    cmocka_unit_test(ranks_differ),
        cmocka_unit_test(power_tangent),           cmocka_unit_test(routes_agree),
        cmocka_unit_test(long_classes_are_sliced), cmocka_unit_test(many_classes_do_not_keep_P),
        cmocka_unit_test(wide_classes_in_panels),  cmocka_unit_test(slots_lie_alike),
        cmocka_unit_test(rough_looks),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
