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

/* Fd = F - deflate W D:  row r loses deflate w_r D[c(r)][j] in column j; h (p) is scratch */
LCN_CLONES static void deflated(double *restrict Fd, double *restrict h, const lcn_point *x, double deflate,
                                int64_t pp)
{
    const int64_t p = x->W.p, k = x->W.k;
    const int32_t *module = x->W.module;
    for (int64_t r = 0; r < p; r++) h[r] = module[r] >= 0 ? deflate * x->W.weight[r] : 0.0;
    for (int64_t j = 0; j < k; j++) {
        const double *F = x->F + j * pp, *D = x->D + j * k; /* D is symmetric */
        double *to = Fd + j * pp;
        for (int64_t r = 0; r < p; r++) to[r] = F[r] - h[r] * D[module[r] > 0 ? module[r] : 0];
    }
}

typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));

/* s_j = sum over the module of (F+)², in eight partial sums; x (pp) is scratch */
LCN_CLONES static void sums(double *s, const double *F, const lcn_loadings *V, int64_t pp, double *restrict x)
{
    memset(x + V->p, 0, (size_t)(pp - V->p) * sizeof *x);
    for (int32_t j = 0; j < V->k; j++) {
        const double *Fj = F + j * pp;
        v8 part = {0.0};
        for (int64_t r = 0; r < V->p; r++) {
            const double f = Fj[r] > 0.0 ? Fj[r] : 0.0;
            x[r] = V->module[r] == j ? f * f : 0.0;
        }
        for (int64_t r = 0; r < pp; r += LCN_LANE) part += *(const v8 *)(x + r);
        s[j] = 0.0;
        for (int t = 0; t < 8; t++) s[j] += part[t];
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

/* w_j = F+ on C_j at unit norm, s_j its squared norm; equal weights where F+ vanishes. norm (k) is
 * scratch. */
LCN_CLONES static void weigh(lcn_loadings *V, const double *F, const double *s, int64_t pp, double *norm)
{
    for (int64_t j = 0; j < V->k; j++) norm[j] = s[j] > 0.0 ? sqrt(s[j]) : 1.0;
    for (int64_t r = 0; r < V->p; r++) {
        const int32_t j = V->module[r] > 0 ? V->module[r] : 0;
        const double f = F[j * pp + r], w = f > 0.0 ? f / norm[j] : 0.0;
        V->weight[r] = V->module[r] < 0 ? 0.0 : w;
    }
    for (int64_t j = 0; j < V->k; j++) {
        if (s[j] > 0.0) continue;
        for (int64_t r = 0; r < V->p; r++)
            if (V->module[r] == j) V->weight[r] = 1.0 / sqrt((double)V->size[j]);
    }
}

int64_t lcn_row_moves(lcn_work *work, lcn_loadings *V, const lcn_point *x, double deflate)
{
    const int64_t p = x->W.p, pp = work->pp;
    double *F = work->Fd, *best = work->row, *own = best + pp, *s = V->norm;
    int64_t total = 0, moved = 0;
    deflated(F, best, x, deflate, pp);
    memcpy(V->module, x->W.module, (size_t)p * sizeof *V->module);
    lcn_loadings_count(V);
    sums(s, F, V, pp, own);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        moved = 0;
        ratios(best, own, F, s, V, pp);
        for (int64_t r = 0; r < p; r++)
            if (own[r] < best[r] && V->module[r] >= 0) moved += move_row(V, s, F, pp, r);
        total += moved;
        if (!moved) break;
        sums(s, F, V, pp, own);
    }
    weigh(V, F, s, pp, own);
    return total;
}
