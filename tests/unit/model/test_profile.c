/* SPDX-License-Identifier: BSD-3-Clause
 * model/profile.c against the dense p × p model: values, optimality of (G, v), the matrix M, and the
 * gradient in W by differences along the Stiefel manifold. Every case in both objectives.
 */
#include "la/la.h"
#include "la_ref.h"
#include "model/profile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { P = 9 };

/* A case: K p × p, W p × k with orthonormal columns, and what the profile should say of it. */
typedef struct example {
    const char *name;
    int64_t k;
    double K[P * P], W[P * P];
    int64_t kept;
    bool floored;
} example;

static void orthonormal(uint64_t seed, int64_t k, double *W)
{
    double scratch[4096];
    ref_fill(seed, P * k, W);
    assert_true(lcn_qr_scratch(P, k) <= 4096);
    assert_int_equal(lcn_qr(P, k, W, NULL, scratch), LACON_OK);
}

/* K = W diag(signal) W' + noise gram */
static void add_signal(example *e, const double *signal, double noise)
{
    ref_gram(e->k + 40, P, 3 * P, e->K);
    for (int i = 0; i < P * P; i++) e->K[i] *= noise;
    for (int a = 0; a < P; a++)
        for (int b = 0; b < P; b++)
            for (int64_t j = 0; j < e->k; j++)
                e->K[a * P + b] += e->W[a * e->k + j] * signal[j] * e->W[b * e->k + j];
}

static int make_examples(example *e)
{
    int n = 0;
    e[n] = (example){.name = "all eigenvalues above v", .k = 3, .kept = 3};
    orthonormal(1, 3, e[n].W);
    add_signal(&e[n++], (double[]){3, 2, 1}, 1);
    e[n] = (example){.name = "one module below the noise", .k = 3, .kept = 2};
    orthonormal(2, 3, e[n].W);
    add_signal(&e[n], (double[]){3, 2, 0}, 1);
    for (int a = 0; a < P; a++) /* what is outside W gets more */
        for (int b = 0; b < P; b++) {
            double inside = 0;
            for (int j = 0; j < 3; j++) inside += e[n].W[a * 3 + j] * e[n].W[b * 3 + j];
            e[n].K[a * P + b] += 2 * ((a == b) - inside);
        }
    n++;
    e[n] = (example){.name = "nothing inside W", .k = 2, .kept = 0};
    orthonormal(3, 2, e[n].W);
    for (int a = 0; a < P; a++)
        for (int b = 0; b < P; b++) {
            double inside = 0;
            for (int j = 0; j < 2; j++) inside += e[n].W[a * 2 + j] * e[n].W[b * 2 + j];
            e[n].K[a * P + b] = (a == b) - inside;
        }
    n++;
    e[n] = (example){.name = "no noise at all", .k = 2, .kept = 2, .floored = true};
    orthonormal(4, 2, e[n].W);
    add_signal(&e[n++], (double[]){3, 2}, 0);
    e[n] = (example){.name = "one module", .k = 1, .kept = 1};
    orthonormal(5, 1, e[n].W);
    add_signal(&e[n++], (double[]){3}, 1);
    e[n] = (example){.name = "k = p", .k = P, .kept = P, .floored = true};
    orthonormal(6, P, e[n].W);
    add_signal(&e[n++], (double[P]){3, 2, 1, 1, 1, 1, 1, 1, 1}, 1);
    return n;
}

/* S = W'KW and t */
static double moments(const example *e, double *S)
{
    double T[P * P], PW[P * P], t = 0;
    ref_multiply(P, e->k, P, e->K, e->W, PW);
    ref_transpose(P, e->k, e->W, T);
    ref_multiply(e->k, e->k, P, T, PW, S);
    for (int r = 0; r < P; r++) t += e->K[r * P + r];
    return t;
}

/* L or J of Sigma = W G W' + v I by p × p inverse and determinant */
static double dense(lacon_objective objective, const example *e, const double *W, const double *G,
                    double v)
{
    double sigma[P * P], omega[P * P], product[P * P], trace = 0, fit = 0, square = 0;
    for (int a = 0; a < P; a++)
        for (int b = 0; b < P; b++) {
            sigma[a * P + b] = a == b ? v : 0;
            for (int64_t i = 0; i < e->k; i++)
                for (int64_t j = 0; j < e->k; j++)
                    sigma[a * P + b] += W[a * e->k + i] * G[i * e->k + j] * W[b * e->k + j];
        }
    const double logdet = ref_inverse(P, sigma, omega);
    ref_multiply(P, P, P, omega, e->K, product);
    for (int a = 0; a < P; a++) {
        trace += omega[a * P + a];
        fit += product[a * P + a];
        for (int b = 0; b < P; b++) square += product[a * P + b] * omega[b * P + a];
    }
    return objective == LACON_OBJECTIVE_ML ? 0.5 * (P * log(2 * M_PI) + logdet + fit)
                                           : -trace + 0.5 * square;
}

static double value_of(const lcn_profile *f, lacon_objective o)
{
    return o == LACON_OBJECTIVE_ML ? f->nll : f->score;
}

static lcn_profile profile_at(const example *e, const double *W, lacon_objective o, double *G,
                              double *M)
{
    example at = *e;
    double S[P * P], scratch[4096];
    memcpy(at.W, W, sizeof(double) * (size_t)(P * e->k));
    const double t = moments(&at, S);
    lcn_profile f;
    assert_true(lcn_profile_scratch(e->k) <= 4096);
    lcn_profile_compute(&f, G, M, o, P, e->k, S, t, scratch);
    return f;
}

/* For every example and objective call check. */
static void each(void (*check)(const example *, lacon_objective))
{
    example e[8];
    const int n = make_examples(e);
    for (int i = 0; i < n; i++)
        for (int o = 0; o < 2; o++) {
            print_message("  %s, %s\n", e[i].name, o ? "sm" : "ml");
            check(&e[i], (lacon_objective)o);
        }
}

static void check_values(const example *e, lacon_objective o)
{
    double G[P * P], M[P * P];
    const lcn_profile f = profile_at(e, e->W, o, G, M);
    assert_int_equal(f.kept, e->kept);
    assert_int_equal(f.floored, e->floored);
    assert_true(f.v > 0);
    const double want = dense(o, e, e->W, G, f.v), size = fmax(1, fabs(want));
    /* at the floor v = 1e-12 the dense inverse itself has few digits: what is left of K outside W is
     * rounding (1e-16), divided by v or v² */
    const double tolerance = !f.floored ? 1e-11 : e->k == P ? 1e-9 : o ? 1e-2 : 1e-3;
    assert_true(fabs(value_of(&f, o) - want) <= tolerance * size);
}
static void values(void **state)
{
    (void)state;
    each(check_values);
}

/* No nearby positive semi-definite G and positive v is better. */
static void check_optimality(const example *e, lacon_objective o)
{
    if (e->floored) return; /* the optimum is the floor, not a stationary point */
    const int64_t k = e->k;
    double G[P * P], root[P * P], D[P * P], near[P * P], s[P], scratch[4096];
    const lcn_profile f = profile_at(e, e->W, o, G, NULL);
    memcpy(root, G, sizeof(double) * (size_t)(k * k));
    assert_int_equal(lcn_eigh(k, root, s, scratch), LACON_OK);
    const double best = dense(o, e, e->W, G, f.v);
    for (uint64_t seed = 0; seed < 60; seed++) {
        const double step = seed % 2 ? 1e-2 : 1e-4;
        ref_fill(seed, k * k, D); /* (R + step D)(R + step D)' with R R' = G: stays semi-definite */
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = 0; b < k; b++)
                D[a * k + b] = step * D[a * k + b] + root[b * k + a] * sqrt(fmax(s[b], 0));
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = 0; b < k; b++) {
                near[a * k + b] = 0;
                for (int64_t l = 0; l < k; l++) near[a * k + b] += D[a * k + l] * D[b * k + l];
            }
        double u = 0;
        ref_fill(seed + 1000, 1, &u);
        assert_true(dense(o, e, e->W, near, f.v * (1 + step * u)) >= best - 1e-12 * fabs(best));
        assert_true(dense(o, e, e->W, G, f.v * (1 + step * u)) >= best - 1e-12 * fabs(best));
    }
}
static void optimality(void **state)
{
    (void)state;
    each(check_optimality);
}

/* M = I/v - B or I/v² - B², B = (G + v I)^-1 */
static void check_M(const example *e, lacon_objective o)
{
    const int64_t k = e->k;
    double G[P * P], M[P * P], B[P * P], square[P * P];
    const lcn_profile f = profile_at(e, e->W, o, G, M);
    for (int64_t j = 0; j < k; j++) G[j * k + j] += f.v;
    ref_inverse(k, G, B);
    ref_multiply(k, k, k, B, B, square);
    const double top = o ? 1 / (f.v * f.v) : 1 / f.v;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            const double want = (a == b ? top : 0) - (o ? square : B)[a * k + b];
            assert_true(fabs(M[a * k + b] - want) <= 1e-11 * top);
            assert_true(M[a * k + b] == M[b * k + a] ||
                        fabs(M[a * k + b] - M[b * k + a]) < 1e-15 * top);
        }
}
static void tangent_matrix(void **state)
{
    (void)state;
    each(check_M);
}

/* Along W(h) = Q of W + h D the dense objective at fixed (G, v) changes at the rate <-K W M, dW/dh>;
 * by the envelope theorem so does the profiled one. */
static void check_gradient(const example *e, lacon_objective o)
{
    if (e->floored || e->kept == 0) return; /* v at its floor: 1e12 times rounding; kept 0: M = 0 */
    const int64_t k = e->k;
    const double h = 1e-5;
    double G[P * P], M[P * P], F[P * P], PW[P * P], scratch[4096];
    const lcn_profile f = profile_at(e, e->W, o, G, M);
    ref_multiply(P, k, P, e->K, e->W, PW);
    ref_multiply(P, k, k, PW, M, F);
    for (uint64_t seed = 0; seed < 20; seed++) {
        double D[P * P], W[2][P * P], slope = 0, size = 0;
        ref_fill(seed, P * k, D);
        for (int side = 0; side < 2; side++) {
            for (int64_t i = 0; i < P * k; i++) W[side][i] = e->W[i] + (side ? h : -h) * D[i];
            assert_int_equal(lcn_qr(P, k, W[side], NULL, scratch), LACON_OK);
        }
        for (int64_t i = 0; i < P * k; i++) {
            slope -= F[i] * (W[1][i] - W[0][i]) / (2 * h);
            size += fabs(F[i]);
        }
        const double fixed = (dense(o, e, W[1], G, f.v) - dense(o, e, W[0], G, f.v)) / (2 * h);
        const lcn_profile up = profile_at(e, W[1], o, NULL, NULL),
                          down = profile_at(e, W[0], o, NULL, NULL);
        const double profiled = (value_of(&up, o) - value_of(&down, o)) / (2 * h);
        assert_true(fabs(fixed - slope) < 1e-7 * fmax(1, size));
        assert_true(fabs(profiled - slope) < 1e-7 * fmax(1, size));
    }
}
static void gradient(void **state)
{
    (void)state;
    each(check_gradient);
}

/* Scaling the data by 2 scales G and v by 4, exactly, and moves L by p log 2. */
static void check_scaling(const example *e, lacon_objective o)
{
    const int64_t k = e->k;
    example big = *e;
    for (int i = 0; i < P * P; i++) big.K[i] *= 4;
    double G[P * P], M[P * P], G4[P * P], M4[P * P];
    const lcn_profile f = profile_at(e, e->W, o, G, M), f4 = profile_at(&big, e->W, o, G4, M4);
    assert_true(f4.v == 4 * f.v);
    for (int64_t i = 0; i < k * k; i++) assert_true(G4[i] == 4 * G[i]);
    for (int64_t i = 0; i < k * k; i++) assert_true(M4[i] == M[i] / (o ? 16 : 4));
    assert_true(fabs(f4.nll - f.nll - P * log(2)) < 1e-12 * fmax(1, fabs(f.nll)));
    assert_true(f4.score == f.score / 4);
}
static void scaling(void **state)
{
    (void)state;
    each(check_scaling);
}

/* A module without variables (zero column of W) counts as dropped: the same as the model without it. */
static void empty_module(void **state)
{
    (void)state;
    example e = {.k = 2}, wide = {.k = 3};
    orthonormal(7, 2, e.W);
    add_signal(&e, (double[]){3, 2}, 1);
    memcpy(wide.K, e.K, sizeof e.K);
    for (int r = 0; r < P; r++) {
        wide.W[r * 3] = e.W[r * 2];
        wide.W[r * 3 + 2] = e.W[r * 2 + 1];
    }
    double G[P * P], M[P * P], Gw[P * P], Mw[P * P];
    for (int o = 0; o < 2; o++) {
        const lcn_profile f = profile_at(&e, e.W, (lacon_objective)o, G, M);
        const lcn_profile fw = profile_at(&wide, wide.W, (lacon_objective)o, Gw, Mw);
        assert_int_equal(fw.kept, f.kept);
        assert_true(fabs(fw.v / f.v - 1) < 1e-14);
        assert_true(fabs(fw.nll - f.nll) < 1e-12 && fabs(fw.score - f.score) < 1e-12);
        assert_true(fabs(Gw[0] - G[0]) < 1e-14 && fabs(Gw[2] - G[1]) < 1e-14);
        /* 0 but for the rounding of eigenvectors, which a LAPACK may rotate by some 2^-53 into the empty direction */
        for (int j = 0; j < 3; j++) assert_true(fabs(Gw[3 + j]) < 1e-14 && fabs(Mw[3 + j]) < 1e-14);
    }
}

static void not_finite(void **state)
{
    (void)state;
    double S[4] = {2, 0, 0, NAN}, G[4], M[4], scratch[64];
    lcn_profile f;
    assert_true(lcn_profile_scratch(2) <= 64);
    lcn_profile_compute(&f, G, M, LACON_OBJECTIVE_ML, P, 2, S, 9, scratch);
    assert_true(isnan(f.v) && isnan(f.nll) && isnan(f.score) && isnan(G[0]) && isnan(M[3]));
    lcn_profile_compute(&f, G, M, LACON_OBJECTIVE_SM, P, 2, (double[]){2, 0, 0, 1}, INFINITY,
                        scratch);
    assert_true(isnan(f.v) && isnan(f.nll));
    lcn_profile_compute(&f, G, M, LACON_OBJECTIVE_ML, P, 2, (double[]){0, 0, 0, 0}, 0, scratch);
    assert_true(f.floored && f.v > 0 && isfinite(f.nll) && f.kept == 0 &&
                M[0] == 0); /* a class of zeros */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),         cmocka_unit_test(optimality),
        cmocka_unit_test(tangent_matrix), cmocka_unit_test(gradient),
        cmocka_unit_test(scaling),        cmocka_unit_test(empty_module),
        cmocka_unit_test(not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
