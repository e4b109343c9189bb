/* SPDX-License-Identifier: BSD-3-Clause
 * The inner problem  argmax <F, W> over W >= 0, W'W = I  (docs/algorithm/row-moves.md). For a partition
 * the best W has w_j proportional to F+ on C_j, value sum_j |F+_Cj,j|; the partition is improved by
 * moving rows. Moving r from a to b changes the value by
 *     sqrt(s_a - x_ra) + sqrt(s_b + x_rb) - sqrt(s_a) - sqrt(s_b),   x = (F+)², s_j = sum_Cj x_rj.
 */
#include "fit/clones.h"
#include "fit/mm.h"

#include <math.h>
#include <string.h>

enum { SWEEPS = 20 };

/* Fd = F - deflate W D:  row r loses deflate w_r D[c(r)][j] in column j */
static void deflated(double *Fd, const lcn_point *x, double deflate, int64_t pp)
{
    const int64_t p = x->W.p, k = x->W.k;
    memcpy(Fd, x->F, (size_t)(k * pp) * sizeof *Fd);
    if (deflate == 0.0) return;
    for (int64_t r = 0; r < p; r++) {
        const int32_t a = x->W.module[r];
        if (a < 0) continue;
        const double h = deflate * x->W.weight[r];
        for (int64_t j = 0; j < k; j++) Fd[j * pp + r] -= h * x->D[a * k + j];
    }
}

/* s_j = sum over the module of (F+)² */
static void sums(double *s, const double *F, const lcn_loadings *V, int64_t pp)
{
    memset(s, 0, (size_t)V->k * sizeof *s);
    for (int64_t r = 0; r < V->p; r++) {
        if (V->module[r] < 0) continue;
        const double f = F[V->module[r] * pp + r];
        if (f > 0.0) s[V->module[r]] += f * f;
    }
}

/* best[r] = max_j x_rj / sqrt(s_j), own[r] its value in the row's module. sqrt is concave, so a row whose
 * own ratio is the largest cannot gain by moving: most rows are dismissed without a square root. */
LCN_CLONES static void ratios(double *best, double *own, const double *F, const double *s, const lcn_loadings *V,
                   int64_t pp)
{
    memset(best, 0, (size_t)V->p * sizeof *best);
    for (int64_t j = 0; j < V->k; j++) {
        const double c = s[j] > 0.0 ? 1.0 / sqrt(s[j]) : 1e300;
        const double *Fj = F + j * pp;
        for (int64_t r = 0; r < V->p; r++) {
            const double f = Fj[r] > 0.0 ? Fj[r] : 0.0, x = f * f * c;
            best[r] = x > best[r] ? x : best[r];
            own[r] = V->module[r] == j ? x : own[r];
        }
    }
}

/* Move row r to its best module if that gains. */
static bool move_row(lcn_loadings *V, double *s, const double *F, int64_t pp, int64_t r)
{
    const int32_t a = V->module[r];
    if (V->size[a] <= 1) return false; /* a module never loses its last row */
    const double fa = F[a * pp + r], xa = fa > 0.0 ? fa * fa : 0.0;
    double gain = (sqrt(s[a]) - sqrt(s[a] > xa ? s[a] - xa : 0.0)) * (1.0 + 1e-12); /* beyond rounding */
    int32_t to = a;
    for (int32_t j = 0; j < V->k; j++) {
        const double f = F[j * pp + r];
        if (j == a || f <= 0.0) continue;
        const double g = sqrt(s[j] + f * f) - sqrt(s[j]);
        if (g > gain) {
            gain = g;
            to = j;
        }
    }
    if (to == a) return false;
    s[a] = s[a] > xa ? s[a] - xa : 0.0;
    s[to] += F[to * pp + r] * F[to * pp + r];
    V->size[a]--;
    V->size[to]++;
    V->module[r] = to;
    return true;
}

int64_t lcn_row_moves(lcn_work *work, lcn_loadings *V, const lcn_point *x, double deflate)
{
    const int64_t p = x->W.p, pp = work->pp;
    double *F = work->Fd, *best = work->row, *own = best + pp, *s = V->norm;
    int64_t total = 0;
    deflated(F, x, deflate, pp);
    lcn_loadings_copy(V, &x->W);
    lcn_loadings_count(V);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        int64_t moved = 0;
        sums(s, F, V, pp);
        ratios(best, own, F, s, V, pp);
        for (int64_t r = 0; r < p; r++)
            if (V->module[r] >= 0 && own[r] < best[r]) moved += move_row(V, s, F, pp, r);
        total += moved;
        if (!moved) break;
    }
    for (int64_t r = 0; r < p; r++) {
        if (V->module[r] < 0) continue;
        const double f = F[V->module[r] * pp + r];
        V->weight[r] = f > 0.0 ? f : 0.0;
    }
    lcn_loadings_normalise(V);
    return total;
}
