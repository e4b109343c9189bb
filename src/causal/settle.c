/* SPDX-License-Identifier: BSD-3-Clause
 * The fixed points of symmetric FastICA by a quasi-Newton method on rotations (Ablin, Cardoso &
 * Gramfort 2018, Picard-O), for the many cases in which FastICA goes to and fro between
 * near-Gaussian directions. They are the stationary points of
 *
 *     L(W) = sum_i s_i E G(u_i),   u = W x,  W orthogonal,   s_i = sign of E g'(u_i) - E g(u_i) u_i
 *
 * A small rotation W <- (I + A) W, A antisymmetric, changes L by sum_{i<j} A_ij (P_ij - P_ji) with
 * P = s E g(u) u', and has second derivatives near kappa_i + kappa_j, kappa = |E g' - E g u|.
 * L-BFGS with that start.
 */
#include "causal/fastica.h"

#include "la/la.h"

#include <math.h>
#include <string.h>

/* L-BFGS's usual memory (Nocedal 1980: 3 to 7); halved ten times a step is a thousandth */
enum { MEMORY = 7, BACKTRACKS = 10 };

typedef struct state {
    double value;     /* L */
    double *sign;     /* k */
    double *kappa;    /* k */
    double *gradient; /* k × k, antisymmetric: P - P' */
    double *P;        /* k × k */
} state;

typedef struct memory {
    state now, next;
    double *A;                     /* k × k: the rotation to try */
    double *saved;                 /* k × k: W before it */
    double *S[MEMORY], *Y[MEMORY]; /* k × k: steps and changes of the gradient */
    double rho[MEMORY], alpha[MEMORY];
    int64_t count, newest;
} memory;

int64_t lcn_ica_settle_scratch(int64_t k)
{
    return 2 * (2 * k + 2 * k * k) + (2 + 2 * MEMORY) * k * k;
}

static double *lay_out_state(state *s, int64_t k, double *scratch)
{
    s->sign = scratch;
    s->kappa = s->sign + k;
    s->gradient = s->kappa + k;
    s->P = s->gradient + k * k;
    return s->P + k * k;
}

static void lay_out(memory *m, int64_t k, double *scratch)
{
    *m = (memory){.newest = -1};
    scratch = lay_out_state(&m->now, k, scratch);
    scratch = lay_out_state(&m->next, k, scratch);
    m->A = scratch;
    m->saved = m->A + k * k;
    for (int i = 0; i < MEMORY; i++) {
        m->S[i] = m->saved + (1 + 2 * i) * k * k;
        m->Y[i] = m->S[i] + k * k;
    }
}

/* Value, gradient and curvatures at W. The signs of `like` are kept when it is given. */
static void evaluate(const lcn_ica *q, state *s, const state *like)
{
    const int64_t k = q->k, ld = q->ld;
    lcn_gemm(LCN_N, LCN_N, k, ld, k, 1, q->W, k, q->X, ld, 0, q->U, ld);
    s->value = 0;
    for (int64_t i = 0; i < k; i++) {
        const lcn_contrast c = lcn_ica_apply(q, q->U + i * ld);
        const double kappa = c.slope - c.product;
        s->sign[i] = like ? like->sign[i] : kappa < 0 ? -1 : 1;
        s->kappa[i] = s->sign[i] * kappa;
        s->value += s->sign[i] * c.value;
    }
    /* E g(u) u' = (E g(u) x') W' */
    lcn_gemm(LCN_N, LCN_T, k, k, ld, 1 / (double)q->n, q->U, ld, q->X, ld, 0, s->gradient, k);
    lcn_gemm(LCN_N, LCN_T, k, k, k, 1, s->gradient, k, q->W, k, 0, s->P, k);
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++)
            s->gradient[i * k + j] = s->sign[i] * s->P[i * k + j] - s->sign[j] * s->P[j * k + i];
}

/* Divide by the curvatures. Those of two near-Gaussian directions, which may be negative, are held
 * at a fiftieth of what a logistic source has, about 0.15. */
static void precondition(const state *s, int64_t k, double *A)
{
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++) A[i * k + j] /= fmax(s->kappa[i] + s->kappa[j], 0.003);
}

/* A = - (approximate Hessian)^-1 gradient: the two loops of L-BFGS. Inner products count every pair
 * twice, in all of them. */
static void direction(memory *m, int64_t k)
{
    const int64_t kk = k * k;
    memcpy(m->A, m->now.gradient, (size_t)kk * sizeof *m->A);
    for (int64_t i = 0; i < m->count; i++) {
        const int64_t at = (m->newest - i + MEMORY) % MEMORY;
        m->alpha[at] = m->rho[at] * lcn_dot(kk, m->S[at], m->A);
        for (int64_t e = 0; e < kk; e++) m->A[e] -= m->alpha[at] * m->Y[at][e];
    }
    precondition(&m->now, k, m->A);
    for (int64_t i = m->count; i-- > 0;) {
        const int64_t at = (m->newest - i + MEMORY) % MEMORY;
        const double beta = m->rho[at] * lcn_dot(kk, m->Y[at], m->A);
        for (int64_t e = 0; e < kk; e++) m->A[e] += (m->alpha[at] - beta) * m->S[at][e];
    }
    for (int64_t e = 0; e < kk; e++) m->A[e] = -m->A[e];
}

/* How far a step of FastICA would rotate a direction, 1 - |cos|: half the square of the Newton step.
 */
static double rotation(const state *s, int64_t k, double *scratch)
{
    double most = 0;
    memcpy(scratch, s->gradient, (size_t)(k * k) * sizeof *scratch);
    precondition(s, k, scratch);
    for (int64_t i = 0; i < k; i++)
        most = fmax(most, 0.5 * lcn_dot(k, scratch + i * k, scratch + i * k));
    return most;
}

/* W <- orthonormal part of (I + share A) W */
static lacon_status rotate(lcn_ica *q, const memory *m, double share)
{
    const int64_t k = q->k;
    memcpy(q->W, m->saved, (size_t)(k * k) * sizeof *q->W);
    lcn_gemm(LCN_N, LCN_N, k, k, k, share, m->A, k, m->saved, k, 1, q->W, k);
    return lcn_ica_orthonormalise(q);
}

/* A step that decreases L; false when none of the shares tried does. *share: how much of A was
 * taken. */
static bool search(lcn_ica *q, memory *m, double *share)
{
    const int64_t k = q->k;
    const double down = 0.5 * lcn_dot(k * k, m->A, m->now.gradient);
    memcpy(m->saved, q->W, (size_t)(k * k) * sizeof *m->saved);
    *share = 1;
    for (int i = 0; down < 0 && i < BACKTRACKS; i++, *share *= 0.5) {
        if (rotate(q, m, *share) < 0) continue;
        evaluate(q, &m->next, &m->now);
        if (m->next.value <= m->now.value + 1e-4 * *share * down) return true; /* Armijo's usual share */
    }
    memcpy(q->W, m->saved, (size_t)(k * k) * sizeof *q->W);
    return false;
}

static void remember(memory *m, int64_t k, double share)
{
    const int64_t kk = k * k, at = (m->newest + 1) % MEMORY;
    for (int64_t e = 0; e < kk; e++) {
        m->S[at][e] = share * m->A[e];
        m->Y[at][e] = m->next.gradient[e] - m->now.gradient[e];
    }
    const double curvature = lcn_dot(kk, m->S[at], m->Y[at]);
    if (!(curvature > 0)) return; /* would not be a positive Hessian */
    m->rho[at] = 1 / curvature;
    m->newest = at;
    if (m->count < MEMORY) m->count++;
}

/* The new point becomes the current one; a sign that changed makes another L, of which nothing is
 * known. */
static void accept(const lcn_ica *q, memory *m)
{
    const state next = m->next;
    bool same = true;
    for (int64_t i = 0; i < q->k; i++) same = same && next.kappa[i] >= 0;
    m->next = m->now;
    m->now = next;
    if (same) return;
    m->count = 0;
    evaluate(q, &m->now, NULL);
}

lacon_status lcn_ica_settle(lcn_ica *q, int64_t *iterations)
{
    const int64_t k = q->k;
    memory m;
    lay_out(&m, k, q->memory);
    evaluate(q, &m.now, NULL);
    for (; *iterations < q->options->max_iter; ++*iterations) {
        double share;
        if (rotation(&m.now, k, m.A) < q->options->tol) return LACON_OK;
        direction(&m, k);
        if (search(q, &m, &share)) {
            remember(&m, k, share);
            accept(q, &m);
        } else if (m.count > 0) {
            m.count = 0; /* once more without memory */
        } else {
            return rotation(&m.now, k, m.A) < 1e-3 ? LACON_OK : LACON_W_NOT_CONVERGED; /* rounding */
        }
    }
    return LACON_W_NOT_CONVERGED;
}
