/* SPDX-License-Identifier: BSD-3-Clause
 * The inner problem  argmax <F, W> over W >= 0, W'W = I  (docs/algorithm/row-moves.md). For a partition
 * the best W has w_j proportional to F+ on C_j, value sum_j |F+_Cj,j|; the partition is improved by
 * moving rows. Moving r from a to b changes the value by
 *     sqrt(s_a - x_ra) + sqrt(s_b + x_rb) - sqrt(s_a) - sqrt(s_b),   x = (F+)², s_j = sum_Cj x_rj.
 */
#include "fit/clones.h"
#include "fit/eight.h"
#include "fit/mm.h"

#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { SWEEPS = 4 };

enum { FEW = 8 }; /* modules up to which a table is looked up by comparing */

/* D[module] for eight variables */
INLINE v8 look_up(const double *D, int64_t k, m8 module, const int32_t *at)
{
    v8 d = {0.0};
    if (k <= FEW)
        for (int64_t l = 0; l < k; l++) d += WHERE8(module == l, ALL8(D[l]));
    else
        for (int t = 0; t < LCN_LANE; t++) d[t] = D[at[t] > 0 ? at[t] : 0];
    return d;
}

/* Fd = F - deflate W D:  row r loses deflate w_r D[c(r)][j] in column j; own_r = Fd_r,c(r), 0 for the
 * unassigned. Returns <Fd, W>. */
LCN_CLONES static double deflated(double *restrict Fd, double *restrict own, const lcn_point *x, double deflate,
                                  int64_t pp)
{
    const int64_t k = x->W.k;
    v8 inner = {0.0};
    for (int64_t c = 0; c < pp; c += LCN_LANE) {
        const int32_t *at = x->W.module + c;
        const m8 module = MODULES8(at);
        const v8 w = WHERE8(module >= 0, LOAD8(x->W.weight + c)), h = deflate * w;
        v8 mine = {0.0};
        for (int64_t j = 0; j < k; j++) {
            const v8 f = LOAD8(x->F + j * pp + c) - h * look_up(x->D + j * k, k, module, at); /* D symmetric */
            *(v8 *)(Fd + j * pp + c) = f;
            mine += WHERE8(module == j, f);
        }
        *(v8 *)(own + c) = mine;
        inner += mine * w;
    }
    double sum = 0.0;
    for (int t = 0; t < LCN_LANE; t++) sum += inner[t];
    return sum;
}

/* s_j = sum over the module of (own+)², size_j its variables; part: 2 k vectors */
LCN_CLONES static void sums(double *s, int64_t *size, const double *own, const int32_t *module, int64_t pp,
                            int64_t k, double *part)
{
    m8 *count = (m8 *)(part + k * LCN_LANE);
    memset(part, 0, (size_t)(2 * k * LCN_LANE) * sizeof *part);
    for (int64_t c = 0; c < pp; c += LCN_LANE) {
        const m8 at = MODULES8(module + c);
        const v8 f = POSITIVE8(LOAD8(own + c)), x = f * f;
        for (int64_t j = 0; j < k; j++) {
            *(v8 *)(part + j * LCN_LANE) += WHERE8(at == j, x);
            count[j] -= at == j;
        }
    }
    for (int64_t j = 0; j < k; j++) {
        s[j] = 0.0;
        size[j] = 0;
        for (int t = 0; t < LCN_LANE; t++) {
            s[j] += part[j * LCN_LANE + t];
            size[j] += count[j][t];
        }
    }
}

/* The rows whose own ratio x_rc(r) / sqrt(s_c(r)) is not the largest over the modules, into `rows`; returns how
 * many. sqrt is concave, so no other row can gain by moving: most are dismissed without a square root. short_of
 * (pp) and scale (k) are scratch. */
LCN_CLONES static int64_t movable(int64_t *rows, const double *F, const double *s, const lcn_loadings *V,
                                  int64_t pp, double *short_of, double *scale)
{
    int64_t count = 0;
    for (int64_t j = 0; j < V->k; j++) scale[j] = s[j] > 0.0 ? 1.0 / sqrt(s[j]) : 1e300;
    for (int64_t c = 0; c < pp; c += LCN_LANE) {
        const m8 module = MODULES8(V->module + c);
        v8 best = {0.0}, own = {0.0};
        for (int64_t j = 0; j < V->k; j++) {
            const v8 f = POSITIVE8(LOAD8(F + j * pp + c)), x = f * f * scale[j];
            best = EITHER8(x > best, x, best);
            own += WHERE8(module == j, x);
        }
        *(v8 *)(short_of + c) = WHERE8(module >= 0, best - own);
    }
    for (int64_t r = 0; r < V->p; r++) { /* nothing to foretell: a row is written, and kept if it counts */
        rows[count] = r;
        count += short_of[r] > 0.0;
    }
    return count;
}

/* Move row r to its best module if that gains; own_r and root_j = sqrt(s_j) follow. */
static bool move_row(lcn_loadings *V, double *s, double *root, double *own, const double *F, int64_t pp, int64_t r)
{
    const int32_t a = V->module[r];
    if (V->size[a] <= 1) return false; /* a module never loses its last row */
    const double fa = F[a * pp + r], xa = fa > 0.0 ? fa * fa : 0.0;
    double gain = (root[a] - sqrt(s[a] > xa ? s[a] - xa : 0.0)) * (1.0 + 1e-12); /* beyond rounding */
    int32_t to = a;
    for (int32_t j = 0; j < V->k; j++) {
        const double f = F[j * pp + r];
        if (j == a || f <= 0.0) continue;
        const double g = sqrt(s[j] + f * f) - root[j];
        if (g > gain) {
            gain = g;
            to = j;
        }
    }
    if (to == a) return false;
    s[a] = s[a] > xa ? s[a] - xa : 0.0;
    s[to] += F[to * pp + r] * F[to * pp + r];
    root[a] = sqrt(s[a]);
    root[to] = sqrt(s[to]);
    V->size[a]--;
    V->size[to]++;
    V->module[r] = to;
    own[r] = F[to * pp + r];
    return true;
}

/* w_j = own+ on C_j at unit norm, s_j its squared norm; equal weights where it vanishes. norm (k) is
 * scratch. */
LCN_CLONES static void weigh(lcn_loadings *V, const double *own, const double *s, double *norm)
{
    for (int64_t j = 0; j < V->k; j++) norm[j] = s[j] > 0.0 ? sqrt(s[j]) : 1.0;
    for (int64_t r = 0; r < V->p; r++) {
        const double w = own[r] > 0.0 ? own[r] / norm[V->module[r] > 0 ? V->module[r] : 0] : 0.0;
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
    const int64_t p = x->W.p, k = x->W.k, pp = work->pp;
    double *F = work->Fd, *own = work->row, *s = V->norm;
    double *part = work->scratch, *root = part + k; /* of the first worker */
    int64_t total = 0, *rows = (int64_t *)(own + pp);
    const double inner = deflated(F, own, x, deflate, pp);
    memcpy(V->module, x->W.module, (size_t)p * sizeof *V->module);
    sums(s, V->size, own, V->module, pp, k, part);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        int64_t moved = 0;
        const int64_t count = movable(rows, F, s, V, pp, own + 2 * pp, part);
        for (int64_t j = 0; j < k; j++) root[j] = sqrt(s[j]);
        for (int64_t i = 0; i < count; i++) moved += move_row(V, s, root, own, F, pp, rows[i]);
        total += moved;
        if (!moved) break;
    }
    if (total > 0) sums(s, V->size, own, V->module, pp, k, part); /* moves have left their rounding in them */
    weigh(V, own, s, part);
    work->promise = -inner;
    for (int64_t j = 0; j < k; j++) work->promise += sqrt(s[j]);
    return total;
}
