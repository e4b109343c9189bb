/* SPDX-License-Identifier: BSD-3-Clause
 * Small fits judged in long double, by dense formulas that share nothing with the solver: with S = X'X / n of each
 * class as the fit saw it and Sigma = W G W' + v I,
 *
 *     L = sum_c n_c / n (p log 2 pi + log det Sigma_c + tr(Sigma_c^-1 S_c)) / 2
 *
 * is the nll that is told; G and v are where L is least given W; and no small turn of a column of W towards equal
 * weights, its zeros and signs kept, is better: weights are drawn towards equal ones and no further than the data let
 * them (docs/algorithm/search.md), so only turns away from these may gain likelihood.
 *
 *     oracle PROBLEMS
 */
#include "agree.h"

enum { P = 10, K = 3, CLASSES = 3 };
static const long double PI_2 = 6.283185307179586476925286766559005768L;

typedef struct model {
    int64_t N, p, k;
    long double S[CLASSES][P][P], W[P][K], G[CLASSES][K][K], v[CLASSES];
} model;

/* S of the rows as standardised: centred, and divided by their standard deviation (1/n). */
static void moments(const problem *q, int64_t c, long double S[P][P])
{
    const double *x = q->x + c * q->n * q->p;
    long double mean[P] = {0};
    for (int64_t i = 0; i < q->n; i++)
        for (int64_t r = 0; r < q->p; r++) mean[r] += (long double)x[i * q->p + r] / q->n;
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t s = 0; s < q->p; s++) {
            S[r][s] = 0;
            for (int64_t i = 0; i < q->n; i++)
                S[r][s] += (x[i * q->p + r] - mean[r]) * (x[i * q->p + s] - mean[s]) / q->n;
        }
    long double scale[P];
    for (int64_t r = 0; r < q->p; r++) scale[r] = sqrtl(S[r][r]);
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t s = 0; s < q->p; s++) S[r][s] /= scale[r] * scale[s];
}

/* log det A + tr(A^-1 S), by elimination without pivots (A is positive definite); INFINITY where it is not. */
static long double gauss(int64_t p, long double A[P][P], const long double S[P][P])
{
    long double B[P][P], logdet = 0, trace = 0;
    memcpy(B, S, sizeof B);
    for (int64_t j = 0; j < p; j++) {
        if (!(A[j][j] > 0)) return INFINITY;
        logdet += logl(A[j][j]);
        for (int64_t i = 0; i < p; i++) {
            if (i == j) continue;
            const long double f = A[i][j] / A[j][j];
            for (int64_t l = j; l < p; l++) A[i][l] -= f * A[j][l];
            for (int64_t l = 0; l < p; l++) B[i][l] -= f * B[j][l];
        }
    }
    for (int64_t j = 0; j < p; j++) trace += B[j][j] / A[j][j];
    return logdet + trace;
}

static long double class_loss(const model *m, int64_t c)
{
    long double A[P][P];
    for (int64_t r = 0; r < m->p; r++)
        for (int64_t s = 0; s < m->p; s++) {
            A[r][s] = r == s ? m->v[c] : 0;
            for (int64_t a = 0; a < m->k; a++)
                for (int64_t b = 0; b < m->k; b++) A[r][s] += m->W[r][a] * m->G[c][a][b] * m->W[s][b];
        }
    return (m->p * logl(PI_2) + gauss(m->p, A, m->S[c])) / 2;
}

static long double loss(const model *m) /* classes have as many rows each */
{
    long double sum = 0;
    for (int64_t c = 0; c < m->N; c++) sum += class_loss(m, c) / m->N;
    return sum;
}

static model take(const problem *q, const lacon_model *fit)
{
    model m = {.N = q->N, .p = q->p, .k = q->k};
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t a = 0; a < q->k; a++) m.W[r][a] = lacon_model_W(fit)[r * q->k + a];
    for (int64_t c = 0; c < q->N; c++) {
        moments(q, c, m.S[c]);
        m.v[c] = lacon_model_v(fit, c);
        for (int64_t e = 0; e < q->k * q->k; e++) m.G[c][e / q->k][e % q->k] = lacon_model_G(fit, c)[e];
    }
    return m;
}

/* G must have no negative direction: pivots of it, moved by rounding. */
static int is_covariance(const model *m, int64_t c)
{
    long double A[K][K];
    memcpy(A, m->G[c], sizeof A);
    for (int64_t j = 0; j < m->k; j++) {
        A[j][j] += 1e-15L;
        if (!(A[j][j] > 0)) return 0;
        for (int64_t i = j + 1; i < m->k; i++)
            for (int64_t l = m->k - 1; l >= j; l--) A[i][l] -= A[i][j] / A[j][j] * A[j][l];
    }
    return 1;
}

/* The least L of a class near its v and G: coordinate by coordinate, no step may gain. */
static long double gain_of_class(const model *m, int64_t c, long double step)
{
    const long double here = class_loss(m, c);
    long double best = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        model t = *m;
        t.v[c] *= 1 + sign * step;
        best = fmaxl(best, here - class_loss(&t, c));
        for (int64_t a = 0; a < m->k; a++)
            for (int64_t b = a; b < m->k; b++) {
                t = *m;
                t.G[c][a][b] += sign * step;
                if (a != b) t.G[c][b][a] += sign * step;
                if (is_covariance(&t, c)) best = fmaxl(best, here - class_loss(&t, c));
            }
    }
    return best;
}

/* Within module a: variables r and s exchange weight, the column stays of length 1. */
static long double gain_of_turn(const model *m, int64_t a, int64_t r, int64_t s, long double angle)
{
    model t = *m;
    t.W[r][a] = cosl(angle) * m->W[r][a] - sinl(angle) * m->W[s][a];
    t.W[s][a] = sinl(angle) * m->W[r][a] + cosl(angle) * m->W[s][a];
    if (t.W[r][a] < 0 || t.W[s][a] < 0) return 0;
    if (t.W[r][a] + t.W[s][a] < m->W[r][a] + m->W[s][a]) return 0; /* away from equal weights */
    return loss(m) - loss(&t);
}

static long double gain_of_turns(const model *m, long double step)
{
    long double best = 0;
    for (int64_t a = 0; a < m->k; a++)
        for (int64_t r = 0; r < m->p; r++)
            for (int64_t s = 0; s < m->p; s++)
                if (r != s && m->W[r][a] > 0 && m->W[s][a] > 0)
                    best = fmaxl(best, gain_of_turn(m, a, r, s, step));
    return best;
}

/* A step of h can gain up to h² curvature / 8 where the optimum is h / 2 away: the solver ends within 1e-5 of it. */
static int judge(long at, const model *m, double told)
{
    const long double apart = fabsl(loss(m) - told), h = 1e-3L;
    long double inner = 0, turn = gain_of_turns(m, h);
    for (int64_t c = 0; c < m->N; c++) inner = fmaxl(inner, gain_of_class(m, c, h));
    if (apart <= 1e-12L * fabsl(told) + 1e-12L && inner <= 1e-12L && turn <= 1e-8L) return 0;
    printf("problem %ld: nll off by %.3Lg, a step of G or v gains %.3Lg, one of W %.3Lg\n", at, apart, inner, turn);
    return 1;
}

int main(int argc, char **argv)
{
    const long problems = argc > 1 ? strtol(argv[1], NULL, 10) : 20;
    long bad = 0;
    lacon_ctx *ctx;
    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    for (long at = 0; at < problems; at++) {
        uint64_t state = (uint64_t)at + 77;
        const int64_t k = agree_between(&state, 1, K), p = agree_between(&state, 2 * k + 1, P);
        problem q = agree_problem(agree_between(&state, 1, CLASSES), agree_between(&state, 20, 60), p, k,
                                  agree_bits(&state));
        lacon_fit_options o;
        lacon_fit_options_init(&o);
        o.k = k;
        o.membership = LACON_MEMBERSHIP_ALL;
        lacon_model *fit = agree_fit(ctx, &q, LACON_SCALE_Z, &o);
        const model m = take(&q, fit);
        bad += judge(at, &m, lacon_model_info(fit)->nll);
        lacon_model_free(fit);
        free(q.x);
    }
    lacon_ctx_free(ctx);
    printf("%ld problems, %ld bad\n", problems, bad);
    return bad > 0 || problems < 1;
}
