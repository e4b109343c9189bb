/* SPDX-License-Identifier: BSD-3-Clause
 * One row of W changes: bounds and values of a class's likelihood; see rank_two_update.h.
 *
 * The bound. nll is the minimum of a convex function of B and 1/v under B <= I/v, so every multiplier
 * Lambda >= 0 of that constraint gives a lower bound,
 *   1/2 [ log det(S' + Lambda') + (p - k) log((t - tr S' - tr Lambda') / (p - k)) + p + p log 2 pi ].
 * At the present W the best Lambda lifts the dropped eigenvalues of S to v: S + Lambda = B^-1 with the
 * model's own B, and there the bound is the value. Lambda' = D^-1 Lambda D^-1 carries it to the changed W.
 *
 * The value. Where no eigenvalue is dropped, neither before nor after, Lambda = 0 is the minimum itself.
 * That none is dropped after is seen from C = (S - high I)^-1 for some `high` above the new v: the change
 * has at most one negative eigenvalue, so S' - high I is positive definite when its determinant is positive.
 * Where one is dropped before and after, the value needs det S' and that eigenvalue, a root of det(S' - mu I);
 * the others are above `high` when det(S' - high I) keeps its sign, as the change has at most one positive
 * eigenvalue either.
 */
#include "fit/mm/rank_two_update.h"
#include "util/instruction_sets.h"
#include "util/vectors.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* high over v, less one, times p - k: one variable hardly ever moves v by more */
static const double HIGHER = 2.0;

/* Of one class, in work->near. */
typedef struct near {
    double *known; /* 1 where B and T hold, else 0 */
    double *high;  /* of C; 0: there is none */
    double *B, *C; /* k × k */
    double *T;     /* k: diagonal of B^-1 = S + Lambda */
    double *edge;  /* above v, below all eigenvalues of S but one; 0: there is none such */
    double *U, *s; /* k × k, k: eigenvectors in rows and eigenvalues of S, where there is an edge */
} near;

/* the dropped eigenvalue, relative: n_i times this is far below what evidence is read to */
static const double ROOT = 1e-12;
enum { ROOT_STEPS = 16 }; /* a fixed point; where it has not settled by then the caller goes the long way */

static near near_of(const lcn_work *w, int64_t term)
{
    const int64_t k = w->k;
    double *at = w->near + (w->keeps ? term : lcn_chunk_of(w, term)) * lcn_rank_two_size(k);
    double *edge = at + 2 + 2 * k * k + k;
    return (near){at, at + 1, at + 2, at + 2 + k * k, at + 2 + 2 * k * k, edge, edge + 1, edge + 1 + k * k};
}

/* out = (A - shift I)^-1; false when that is not positive definite */
static bool inverse(double *out, const double *A, double shift, int64_t k, double *scratch)
{
    memcpy(scratch, A, (size_t)(k * k) * sizeof *A);
    for (int64_t j = 0; j < k; j++) scratch[j * k + j] -= shift;
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
    *n.known = *n.high = *n.edge = 0.0;
    if (w->p <= k || now->floored) return;
    if (now->kept == k) {
        if (!inverse(n.B, S, 0.0, k, scratch)) return;
        for (int64_t j = 0; j < k; j++) n.T[j] = S[j * k + j];
        const double high = now->v * (1.0 + HIGHER / (double)(w->p - k));
        if (inverse(n.C, S, high, k, scratch)) *n.high = high;
    } else {
        if (w->problem->objective != LACON_OBJECTIVE_ML) return;
        for (int64_t e = 0; e < k * k; e++) n.B[e] = (e % (k + 1) == 0 ? 1.0 / now->v : 0.0) - M[e];
        if (!inverse(n.C, n.B, 0.0, k, scratch)) return;
        for (int64_t j = 0; j < k; j++) n.T[j] = n.C[j * k + j];
    }
    *n.known = 1.0;
}

void lcn_rank_two_prepare_removals(lcn_work *w, int64_t term, double *scratch)
{
    const int64_t k = w->k;
    const near n = near_of(w, term);
    const lcn_profile *now = &w->profile[term];
    lcn_rank_two_prepare(w, term, scratch);
    if (!(*n.known > 0.0) || now->kept != k - 1) return;
    memcpy(n.U, w->S + term * k * k, (size_t)(k * k) * sizeof *n.U);
    if (lcn_eigh(k, n.U, n.s, scratch) < 0 || !(n.s[k - 1] > 0.0)) return;
    const double edge = now->v * (1.0 + HIGHER / (double)(w->p - k));
    if (k == 1 || n.s[k - 2] > edge) *n.edge = edge;
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

/* d'C d, d'C y, y'C y for C = (S - mu I)^-1 on the first m eigenvectors, d = -u e_a; z = U y */
typedef struct products {
    double alpha, delta, gamma;
} products;

static products products_at(const near *n, double mu, const double *z, int64_t m, int64_t k, int64_t a, double u)
{
    products out = {0.0, 0.0, 0.0};
    for (int64_t i = 0; i < m; i++) {
        const double c = 1.0 / (n->s[i] - mu), d = -u * n->U[i * k + a];
        out.alpha += c * d * d;
        out.delta += c * d * z[i];
        out.gamma += c * z[i] * z[i];
    }
    return out;
}

/* The eigenvalue of S' that s_k becomes; NAN where it does not settle. det(S' - mu I) / det(S - mu I) without
 * its pole at s_k is A (s_k - mu) + E, where A and E hardly depend on mu. */
static double moved_root(const near *n, const double *z, int64_t k, int64_t a, double u, double kappa)
{
    const double last = n->s[k - 1], d = -u * n->U[(k - 1) * k + a], y = z[k - 1];
    double mu = last;
    for (int step = 0; step < ROOT_STEPS; step++) {
        const products q = products_at(n, mu, z, k - 1, k, a, u);
        const double A = det_ratio(q.alpha, q.delta, q.gamma, kappa + mu);
        const double E = 2.0 * (1.0 + q.delta) * d * y - q.alpha * y * y + d * d * (kappa + mu - q.gamma);
        const double next = last + E / A;
        if (!(A > 0.0 && next > 0.0)) return NAN;
        if (fabs(next - mu) <= ROOT * last) return next;
        mu = next;
    }
    return NAN;
}

/* lcn_rank_two_without where one eigenvalue is dropped, before and after. z: k */
static double without_clipped(const lcn_work *w, int64_t term, const double *P, const lcn_move *m, double *z)
{
    const int64_t k = w->k, pp = w->pp, a = m->from;
    const near n = near_of(w, term);
    const lcn_profile *now = &w->profile[term];
    const double *y = P + m->r, kappa = w->problem->terms[term].variance[m->r], u = m->weight;
    const double ca = fmax(1.0 - u * u, LCN_LEFT_MIN), Saa = w->S[(term * k + a) * k + a];
    for (int64_t i = 0; i < k; i++) {
        z[i] = 0.0;
        for (int64_t b = 0; b < k; b++) z[i] += n.U[i * k + b] * y[b * pp];
    }
    const double mu = moved_root(&n, z, k, a, u, kappa), freedom = (double)(w->p - k + 1);
    const double left = Saa - (Saa - 2.0 * u * y[a * pp] + u * u * kappa) / ca + mu - n.s[k - 1];
    const double v = now->v + left / freedom;
    if (!(mu <= v && v <= *n.edge)) return NAN;
    const products high = products_at(&n, *n.edge, z, k, k, a, u), zero = products_at(&n, 0.0, z, k, k, a, u);
    if (!(det_ratio(high.alpha, high.delta, high.gamma, kappa + *n.edge) > 0.0)) return NAN;
    const double det = det_ratio(zero.alpha, zero.delta, zero.gamma, kappa) / ca * n.s[k - 1] / mu;
    const double after = value(now, det, left, freedom);
    return isfinite(after) ? after : NAN;
}

/* det[t] by which det S grows without variable c + t in its module, and gone[t] by which t - tr S does, for four
 * variables; det 0 where an eigenvalue may be dropped then, or where there is no such variable. */
LCN_CLONES static void without_four(const lcn_work *w, int64_t term, const double *P, const lcn_loadings *W, int64_t c,
                                     const near *n, const double *variance, double *det, double *gone)
{
    const int64_t k = w->k, pp = w->pp;
    const m4 module = MODULES4(W->module + c);
    const v4 u = LOAD4(W->weight + c), uu = u * u, kappa = LOAD4(variance);
    v4 held = {0.0}, gamma = {0.0}, Ca = {0.0}, Ba = {0.0}, qC = {0.0}, qB = {0.0}, Ta = {0.0}, ya = {0.0};
    for (int64_t a = 0; a < k; a++) {
        const m4 own = module == a;
        v4 C = {0.0}, B = {0.0};
        for (int64_t b = 0; b < k; b++) {
            const v4 y = LOAD4(P + b * pp + c);
            C += n->C[a * k + b] * y;
            B += n->B[a * k + b] * y;
        }
        const v4 y = LOAD4(P + a * pp + c);
        held += C * y;
        gamma += B * y;
        qC += WHERE4(own, C);
        qB += WHERE4(own, B);
        ya += WHERE4(own, y);
        Ca += WHERE4(own, ALL4(n->C[a * k + a]));
        Ba += WHERE4(own, ALL4(n->B[a * k + a]));
        Ta += WHERE4(own, ALL4(n->T[a]));
    }
    const v4 less = 1.0 - uu, ca = EITHER4(less > LCN_LEFT_MIN, less, ALL4(LCN_LEFT_MIN));
    const v4 left = Ta - (Ta - 2.0 * u * ya + uu * kappa) / ca;
    const v4 fC = 1.0 - u * qC, fB = 1.0 - u * qB; /* det_ratio with d = -u e_a */
    const v4 high = fC * fC + uu * Ca * (kappa + *n->high - held);
    const v4 ratio = (fB * fB + uu * Ba * (kappa - gamma)) / ca;
    const m4 sure = (module >= 0) & (w->profile[term].v + left / (double)(w->p - k) <= *n->high) & (high > 0.0);
    *(v4 *)det = WHERE4(sure, ratio);
    *(v4 *)gone = left;
}

void lcn_rank_two_without(const lcn_work *w, int64_t term, const double *P, const lcn_loadings *W, int64_t c,
                        double *after, double *q)
{
    const near n = near_of(w, term);
    const int64_t count = w->p - c < LCN_LANE ? w->p - c : LCN_LANE;
    const double *variance = w->problem->terms[term].variance + c;
    double det[LCN_LANE], gone[LCN_LANE], kappa[LCN_LANE] = {0.0};
    for (int64_t t = 0; t < LCN_LANE; t++) after[t] = NAN;
    if (*n.edge > 0.0) {
        for (int64_t t = 0; t < count; t++) {
            const lcn_move m = {.r = c + t, .from = W->module[c + t], .weight = W->weight[c + t]};
            if (m.from >= 0) after[t] = without_clipped(w, term, P, &m, q);
        }
        return;
    }
    if (!(*n.known > 0.0 && *n.high > 0.0)) return;
    memcpy(kappa, variance, (size_t)count * sizeof *kappa);
    for (int64_t t = 0; t < LCN_LANE; t += LCN_FOUR)
        without_four(w, term, P, W, c + t, &n, kappa + t, det + t, gone + t);
    for (int64_t t = 0; t < count; t++) {
        const double known = det[t] > 0.0 ? value(&w->profile[term], det[t], gone[t], (double)(w->p - w->k)) : NAN;
        if (isfinite(known)) after[t] = known;
    }
}
