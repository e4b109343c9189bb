/* SPDX-License-Identifier: BSD-3-Clause
 * Graphical lasso (Friedman, Hastie & Tibshirani 2008): the W that minimises
 *     -log det W^-1 + tr(W^-1 K) + penalty sum_{r != s} |W^-1_rs|
 * by block coordinate descent: column r of W is W_11 b with b the lasso regression of variable r on
 * the others. The penalty is not put on the diagonal, so diag W = diag K. Choice of the penalty:
 * glasso_path.c.
 *
 * Warm start from the W of a larger penalty a': (1 - t) W + t K with t = 1 - a/a' keeps
 * |W - K| <= a off the diagonal and W positive definite, which is what the descent needs.
 */
#include "baselines/glasso.h"
#include "util/instruction_sets.h"

#include <math.h>
#include <string.h>

enum { PASSES = 200 }; /* of a lasso: it starts warm and is repeated in the next sweep anyway */

static double soft(double x, double a)
{
    return x > a ? x - a : x < -a ? x + a : 0;
}

void lcn_glasso_begin(lcn_lasso *g, double penalty)
{
    const int64_t p = g->p;
    memset(g->W, 0, (size_t)(p * p) * sizeof *g->W);
    memset(g->B, 0, (size_t)(p * p) * sizeof *g->B);
    for (int64_t r = 0; r < p; r++) g->W[r * p + r] = g->K[r * p + r];
    g->penalty = penalty;
}

/* One pass over the coordinates in list: b_s <- soft(K_rs - (W_11 b)_s + W_ss b_s, a) / W_ss, and y =
 * W b beside it. The largest change of any entry of y's own coordinate. */
LCN_CLONES static double pass(const lcn_lasso *g, int64_t r, double *b, double *restrict y,
                              const int32_t *list, int64_t count)
{
    const int64_t p = g->p;
    double largest = 0;
    for (int64_t i = 0; i < count; i++) {
        const int64_t s = list[i];
        const double own = g->W[s * p + s], old = b[s];
        const double now = soft(g->K[r * p + s] - y[s] + own * old, g->penalty) / own;
        const double change = now - old;
        if (change == 0) continue;
        b[s] = now;
        const double *w = g->W + s * p;
        for (int64_t l = 0; l < p; l++) y[l] += change * w[l];
        largest = fmax(largest, fabs(change) * own);
    }
    return largest;
}

/* Variable r on the others; y = W b on return. list: the others, then those with b != 0. */
static void regress(const lcn_lasso *g, int64_t r, double tol)
{
    const int64_t p = g->p;
    double *b = g->B + r * p, *y = g->y;
    int32_t *others = g->list, *active = others + p;
    int64_t n = 0;
    memset(y, 0, (size_t)p * sizeof *y);
    for (int64_t s = 0; s < p; s++) {
        if (s == r) continue;
        others[n++] = (int32_t)s;
        if (b[s] == 0) continue;
        for (int64_t l = 0; l < p; l++) y[l] += b[s] * g->W[s * p + l];
    }
    for (int i = 0; i < PASSES; i++) {
        if (pass(g, r, b, y, others, n) <= tol) break;
        int64_t m = 0;
        for (int64_t s = 0; s < p; s++)
            if (b[s] != 0) active[m++] = (int32_t)s;
        for (int j = 0; j < PASSES && pass(g, r, b, y, active, m) > tol; j++) continue;
    }
}

/* The regression to column and row r of W; the sum of absolute changes. */
static double replace(const lcn_lasso *g, int64_t r)
{
    const int64_t p = g->p;
    double sum = 0;
    for (int64_t s = 0; s < p; s++) {
        if (s == r) continue;
        sum += fabs(g->y[s] - g->W[r * p + s]);
        g->W[r * p + s] = g->W[s * p + r] = g->y[s];
    }
    return sum;
}

bool lcn_glasso_solve(lcn_lasso *g, double penalty, double tol, int64_t max_iter)
{
    const int64_t p = g->p;
    const double t = g->penalty > 0 ? 1 - penalty / g->penalty : 0;
    double size = 0; /* mean absolute entry off the diagonal of K: the measure of change */
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < p; s++)
            if (r != s) {
                size += fabs(g->K[r * p + s]);
                g->W[r * p + s] += t * (g->K[r * p + s] - g->W[r * p + s]);
            }
    g->penalty = penalty;
    if (!(size > 0)) return true; /* nothing off the diagonal */
    const double entry = tol * size / (double)(p * (p - 1));
    for (int64_t i = 0; i < max_iter; i++) {
        double change = 0;
        for (int64_t r = 0; r < p; r++) {
            regress(g, r, entry);
            change += replace(g, r);
        }
        if (change <= tol * size) return true;
    }
    return false;
}
