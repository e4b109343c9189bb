/* SPDX-License-Identifier: BSD-3-Clause
 * Which regressors to keep: the adaptive lasso (Zou 2006) with the weights of least squares, its
 * path by least-angle regression (Efron et al. 2004) on second moments, and along the path the
 * Bayesian information criterion
 *
 *     RSS / sigma² + log(n) (regressors in),    sigma² of the full least squares.
 *
 * As the Python package lingam has it (which then fits the kept ones by least squares, as
 * effects.c).
 */
#include "causal/causal.h"

#include "la/la.h"

#include <math.h>
#include <string.h>

typedef struct path {
    int64_t m;
    double *C;       /* m × m: second moments of the weighted regressors */
    double *c;       /* m: with the target */
    double *beta;    /* m */
    double *corr;    /* m: c - C beta */
    double *step;    /* m: direction of the active ones, scattered */
    double *move;    /* m: C step */
    double *L, *rhs; /* of the active ones */
    int64_t *active;
    bool *in;
    int64_t count;
} path;

int64_t lcn_lasso_scratch(int64_t m)
{
    return 2 * m * m + 8 * m;
}

static void lay_out(path *q, int64_t m, double *scratch)
{
    *q = (path){.m = m, .C = scratch};
    q->L = q->C + m * m;
    q->c = q->L + m * m;
    q->beta = q->c + m;
    q->corr = q->beta + m;
    q->step = q->corr + m;
    q->move = q->step + m;
    q->rhs = q->move + m;
    q->active = (int64_t *)(q->rhs + m);
    q->in = (bool *)(q->active + m);
}

/* Direction in which the correlations of the active ones shrink together: C_AA d = sign. */
static bool direction(path *q)
{
    const int64_t a = q->count, m = q->m;
    for (int64_t i = 0; i < a; i++) {
        q->rhs[i] = q->corr[q->active[i]] > 0 ? 1 : -1;
        for (int64_t j = 0; j < a; j++) q->L[i * a + j] = q->C[q->active[i] * m + q->active[j]];
    }
    if (!lcn_chol(a, q->L, a)) return false;
    lcn_chol_solve(a, q->L, a, q->rhs);
    memset(q->step, 0, (size_t)m * sizeof *q->step);
    for (int64_t i = 0; i < a; i++) q->step[q->active[i]] = q->rhs[i];
    for (int64_t i = 0; i < m; i++) q->move[i] = lcn_dot(m, q->C + i * m, q->step);
    return true;
}

/* How far until another regressor is as correlated as the active ones (top), or an active one
 * crosses zero (*leaves its position, else -1). */
static double reach(const path *q, double top, int64_t *enters, int64_t *leaves)
{
    double least = top; /* all the way to least squares */
    *enters = *leaves = -1;
    for (int64_t i = 0; i < q->m; i++) {
        if (q->in[i]) continue;
        const double down = (top - q->corr[i]) / (1 - q->move[i]);
        const double up = (top + q->corr[i]) / (1 + q->move[i]);
        /* parallel to rounding: never meets */
        if (1 - q->move[i] > 1e-12 && down > 0 && down < least) least = down, *enters = i;
        if (1 + q->move[i] > 1e-12 && up > 0 && up < least) least = up, *enters = i; /* the same */
    }
    for (int64_t i = 0; i < q->count; i++) {
        const int64_t j = q->active[i];
        const double zero = -q->beta[j] / q->step[j];
        /* at rounding it has just left */
        if (zero > 1e-14 * top && zero < least) least = zero, *enters = -1, *leaves = i;
    }
    return least;
}

static void advance(path *q, double gamma)
{
    for (int64_t i = 0; i < q->m; i++) {
        q->beta[i] += gamma * q->step[i];
        q->corr[i] -= gamma * q->move[i];
    }
}

static void drop(path *q, int64_t at)
{
    const int64_t j = q->active[at];
    q->beta[j] = 0;
    q->in[j] = false;
    for (int64_t i = at + 1; i < q->count; i++) q->active[i - 1] = q->active[i];
    q->count--;
}

static void enter(path *q, int64_t j)
{
    q->active[q->count++] = j;
    q->in[j] = true;
}

/* y - 2 c'beta + beta'C beta = y - beta'(c + corr) */
static double residual(const path *q, double y)
{
    double sum = y;
    for (int64_t i = 0; i < q->m; i++) sum -= q->beta[i] * (q->c[i] + q->corr[i]);
    return sum;
}

/* Criterion of this knot; keep follows when it is the best so far. */
static void judge(const path *q, double y, double n, double sigma2, double *best, bool *keep)
{
    int64_t in = 0;
    for (int64_t i = 0; i < q->m; i++) in += q->beta[i] != 0;
    const double value = n * residual(q, y) / sigma2 + log(n) * (double)in;
    if (!(value < *best)) return;
    *best = value;
    for (int64_t i = 0; i < q->m; i++) keep[i] = q->beta[i] != 0;
}

/* The most correlated one opens the path; its correlation is *top. */
static int64_t first_regressor(const path *q, double *top)
{
    int64_t first = 0;
    for (int64_t i = 0; i < q->m; i++)
        if (fabs(q->corr[i]) > fabs(q->corr[first])) first = i;
    *top = fabs(q->corr[first]);
    return first;
}

void lcn_lasso_select(bool *keep, int64_t m, const double *C, const double *c, double y, int64_t n,
                      const double *ols, double *scratch)
{
    path q;
    lay_out(&q, m, scratch);
    memset(q.in, 0, (size_t)m * sizeof *q.in);
    double full = y;
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < m; j++) q.C[i * m + j] = fabs(ols[i]) * C[i * m + j] * fabs(ols[j]);
        q.c[i] = q.corr[i] = fabs(ols[i]) * c[i];
        q.beta[i] = 0;
        full -= ols[i] * c[i];
    }
    const double sigma2 = (double)n * full / (double)(n - m - 1);
    double top, best = INFINITY;
    judge(&q, y, (double)n, sigma2, &best, keep);
    enter(&q, first_regressor(&q, &top));
    /* every knot adds or drops one; drops are rare, and 8 m bounds what rounding could repeat */
    for (int64_t knot = 0; knot < 8 * m && q.count > 0 && top > 0 && direction(&q); knot++) {
        int64_t enters, leaves;
        const double gamma = reach(&q, top, &enters, &leaves);
        advance(&q, gamma);
        top -= gamma;
        if (leaves >= 0) drop(&q, leaves);
        judge(&q, y, (double)n, sigma2, &best, keep);
        if (enters >= 0) enter(&q, enters);
        if (enters < 0 && leaves < 0) break;
    }
}
