/* SPDX-License-Identifier: BSD-3-Clause
 * One row of W changes: bounds of a class's likelihood; see rank_two_update.h.
 *
 * The bound. nll is the minimum of a convex function of B and 1/v under B <= I/v, so every multiplier
 * Lambda >= 0 of that constraint gives a lower bound,
 *   1/2 [ log det(S' + Lambda') + (p - k) log((t - tr S' - tr Lambda') / (p - k)) + p + p log 2 pi ].
 * At the present W the best Lambda lifts the dropped eigenvalues of S to v: S + Lambda = B^-1 with the
 * model's own B, and there the bound is the value. Lambda' = D^-1 Lambda D^-1 carries it to the changed W.
 */
#include "fit/mm/rank_two_update.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* Of one class, in work->near. */
typedef struct near {
    double *known; /* 1 where B and T hold, else 0 */
    double *B;     /* k × k */
    double *T;     /* k: diagonal of B^-1 = S + Lambda */
} near;

static near near_of(const lcn_work *w, int64_t term)
{
    double *at = w->near + (w->keeps ? term : lcn_chunk_of(w, term)) * lcn_rank_two_size(w->k);
    return (near){at, at + 1, at + 1 + w->k * w->k};
}

/* out = A^-1; false when A is not positive definite */
static bool inverse(double *out, const double *A, int64_t k, double *scratch)
{
    memcpy(scratch, A, (size_t)(k * k) * sizeof *A);
    if (!lcn_chol(k, scratch, k)) return false;
    lcn_chol_inverse(k, scratch, k, out);
    return true;
}

void lcn_rank_two_prepare(lcn_work *w, int64_t term, double *scratch)
{
    const int64_t k = w->k;
    const near n = near_of(w, term);
    const lcn_profile *now = &w->profile[term];
    const double *S = w->S + term * k * k, *M = w->M + term * k * k;
    *n.known = 0.0;
    if (w->p <= k || now->floored) return;
    if (now->kept == k) {
        if (!inverse(n.B, S, k, scratch)) return;
        for (int64_t j = 0; j < k; j++) n.T[j] = S[j * k + j];
    } else {
        double *T = scratch + k * k;
        if (w->problem->objective != LACON_OBJECTIVE_ML) return;
        for (int64_t e = 0; e < k * k; e++) n.B[e] = (e % (k + 1) == 0 ? 1.0 / now->v : 0.0) - M[e];
        if (!inverse(T, n.B, k, scratch)) return;
        for (int64_t j = 0; j < k; j++) n.T[j] = T[j * k + j];
    }
    *n.known = 1.0;
}

/* q = A y for row r of P; returns y'q */
static double apply(double *q, const double *A, const double *y, int64_t pp, int64_t k)
{
    double sum = 0.0;
    for (int64_t a = 0; a < k; a++) {
        q[a] = 0.0;
        for (int64_t b = 0; b < k; b++) q[a] += A[a * k + b] * y[b * pp];
        sum += q[a] * y[a * pp];
    }
    return sum;
}

/* det(A^-1 + y d' + d y' + kappa d d') / det(A^-1), from alpha = d'A d, delta = d'A y, gamma = y'A y */
static double det_ratio(double alpha, double delta, double gamma, double kappa)
{
    return (1.0 + delta) * (1.0 + delta) + alpha * (kappa - gamma);
}

/* nll after det S + Lambda grew by `det` and t - tr S - tr Lambda by `left` */
static double value(const lcn_profile *now, double det, double left, double freedom)
{
    const double grown = left / (freedom * now->v);
    if (!(det > 0.0 && grown > -1.0)) return -INFINITY;
    return now->nll + 0.5 * (log(det) + freedom * log1p(grown));
}

void lcn_rank_two_bounds(const lcn_work *w, int64_t term, const double *P, const lcn_move *m,
                       const double *beta, double *bound, double *q)
{
    const int64_t k = w->k, pp = w->pp, a = m->from;
    const near n = near_of(w, term);
    const lcn_term *t = &w->problem->terms[term];
    const double *y = P + m->r, kappa = t->variance[m->r], u = m->weight;
    const double ca = fmax(1.0 - u * u, LCN_LEFT_MIN), gamma = apply(q, n.B, y, pp, k);
    const double Ta = (n.T[a] - 2.0 * u * y[a * pp] + u * u * kappa) / ca;
    for (int64_t b = 0; b < k; b++) {
        if (!(beta[b] > 0.0)) continue;
        const double g = beta[b], cb = 1.0 + g * g;
        const double alpha = u * u * n.B[a * k + a] - 2.0 * u * g * n.B[a * k + b] + g * g * n.B[b * k + b];
        const double det = det_ratio(alpha, g * q[b] - u * q[a], gamma, kappa) / (ca * cb);
        const double Tb = (n.T[b] + 2.0 * g * y[b * pp] + g * g * kappa) / cb;
        const double bare = value(&w->profile[term], det, n.T[a] + n.T[b] - Ta - Tb, (double)(w->p - k));
        bound[b] += t->omega * (*n.known > 0.0 ? bare : -INFINITY);
    }
}
