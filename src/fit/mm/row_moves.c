/* SPDX-License-Identifier: BSD-3-Clause
 * The inner problem  argmax <F, W> over W >= 0, W'W = I  (docs/algorithm/row-moves.md). For a partition
 * the best W has w_j proportional to F+ on C_j, value sum_j |F+_Cj,j|; the partition is improved by
 * moving rows. Moving r from a to b changes the value by
 *     sqrt(s_a - x_ra) + sqrt(s_b + x_rb) - sqrt(s_a) - sqrt(s_b),   x = (F+)², s_j = sum_Cj x_rj.
 */
#include "util/instruction_sets.h"
#include "util/vectors.h"
#include "fit/mm/mm.h"
#include "kernels/inner_rows.h"

#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { SWEEPS = 4 }; /* of a majorant that is then made anew: more would polish what is about to move */

/* A module of the inner problem: what it is worth, in nats, with one row more and one less. The price of its weights is
 * linear in them (evidence.h): they follow f + kappa, kappa = sqrt(m) / (n* t²), and the value is
 * n* |f + kappa| - m / t² - 1/2 m log(1 + nh t²/m) + log m!. */
typedef struct module {
    double s, q;       /* sum of f² and of f over its rows */
    int64_t m;
    double value;
    double fewer[2], more[2]; /* log m! less what weights cost whatever they are; kappa */
} module;

typedef struct pricing {
    double rows; /* n*: nats per unit of <F, W> */
    const lcn_prices *prices; /* NULL: moves are free */
    int leave;   /* 1: rows may leave all modules, and come back */
    double *least; /* k: -kappa at the point. What pulls a row back further leaves it a weight of zero */
} pricing;

static void terms_of(double *terms, const pricing *by, int64_t j, int64_t m)
{
    terms[0] = terms[1] = 0.0;
    if (!by->prices) return;
    terms[0] = by->prices->log_factorial[m];
    if (j == by->prices->k || m == 0) return;
    const double tight = (double)m / by->prices->spread2;
    terms[0] -= 0.5 * (double)m * log1p(by->prices->nh[j] / tight) + tight;
    terms[1] = tight / (sqrt((double)m) * by->rows);
}

static inline double worth(const pricing *by, const double *terms, double s, double q, double m)
{
    const double length2 = s + terms[1] * (2.0 * q + terms[1] * m);
    return terms[0] + (length2 > 0.0 ? by->rows * sqrt(length2) : 0.0);
}

/* what pulls a row to module j, as far as it counts */
static inline double pull(const pricing *by, int64_t j, double f) { return f > by->least[j] ? f : by->least[j]; }

static void price_module(module *a, const pricing *by, int64_t j)
{
    double now[2];
    terms_of(now, by, j, a->m);
    terms_of(a->more, by, j, a->m + 1);
    terms_of(a->fewer, by, j, a->m > 0 ? a->m - 1 : 0);
    a->value = worth(by, now, a->s, a->q, (double)a->m);
}

/* Move row r to its best module if that gains; own_r and the modules follow. */
static bool move_row(lcn_loadings *V, module *modules, const pricing *by, double *own, const double *F, int64_t pp,
                     int64_t r)
{
    const int64_t k = V->k, a = V->module[r] < 0 ? k : V->module[r];
    module *from = &modules[a];
    if (a < k && from->m <= 1) return false; /* a module never loses its last row */
    const double fa = a < k ? pull(by, a, own[r]) : 0.0;
    double gain = from->value - worth(by, from->fewer, from->s - fa * fa, from->q - fa, (double)(from->m - 1));
    gain += 1e-12 * fabs(from->value); /* beyond rounding */
    int64_t to = a;
    for (int64_t j = 0; j < k + by->leave; j++) {
        if (j == a) continue;
        const double f = j < k ? pull(by, j, F[j * pp + r]) : 0.0;
        const module *b = &modules[j];
        const double g = worth(by, b->more, b->s + f * f, b->q + f, (double)(b->m + 1)) - b->value;
        if (g > gain) {
            gain = g;
            to = j;
        }
    }
    if (to == a) return false;
    module *joined = &modules[to];
    const double f = to < k ? pull(by, to, F[to * pp + r]) : 0.0;
    from->s = fmax(from->s - fa * fa, 0.0);
    from->q -= fa;
    from->m--;
    joined->s += f * f;
    joined->q += f;
    joined->m++;
    price_module(from, by, a);
    price_module(joined, by, to);
    V->module[r] = to < k ? (int32_t)to : LCN_UNASSIGNED;
    own[r] = f;
    return true;
}

INLINE v4 pull_four(const pricing *by, int64_t j, v4 f) { return EITHER4(f > by->least[j], f, ALL4(by->least[j])); }

/* worth of a module by four rows that each leave it (`mine`) or join it, less what it is worth now */
INLINE v4 worth_four(const pricing *by, const module *a, m4 mine, v4 f)
{
    const v4 sign = EITHER4(mine, ALL4(-1.0), ALL4(1.0));
    const v4 s = a->s + sign * f * f, q = a->q + sign * f, m = (double)a->m + sign;
    const v4 fixed = EITHER4(mine, ALL4(a->fewer[0]), ALL4(a->more[0]));
    const v4 kappa = EITHER4(mine, ALL4(a->fewer[1]), ALL4(a->more[1]));
    const v4 length2 = POSITIVE4(s + kappa * (2.0 * q + kappa * m));
    v4 root;
    for (int t = 0; t < LCN_FOUR; t++) root[t] = sqrt(length2[t]);
    return fixed + by->rows * root - a->value;
}

/* The first row from r on that gains by moving, four at a time; p: none. move_row has the last word. */
LCN_CLONES static int64_t next_to_move(const lcn_loadings *V, const module *modules, const pricing *by,
                                       const double *F, int64_t pp, int64_t r)
{
    const int64_t k = V->k;
    for (int64_t c = r / LCN_FOUR * LCN_FOUR; c < V->p; c += LCN_FOUR) {
        const m4 at = MODULES4(V->module + c), row = (m4){0, 1, 2, 3} + c;
        v4 stay = {0.0}, best = ALL4(-INFINITY);
        for (int64_t j = 0; j < k + by->leave; j++) {
            const m4 mine = j < k ? at == j : at < 0;
            const v4 f = j < k ? pull_four(by, j, LOAD4(F + j * pp + c)) : (v4){0.0};
            const v4 change = worth_four(by, &modules[j], mine, f);
            stay = EITHER4(mine, -change, stay);
            best = EITHER4(~mine & (change > best), change, best);
        }
        const m4 moves = (best > stay) & (row >= r) & (row < V->p) & ((at >= 0) | (row * 0 - by->leave));
        for (int t = 0; t < LCN_FOUR; t++)
            if (moves[t]) return c + t;
    }
    return V->p;
}

static double total(module *modules, const pricing *by, const double *own, const lcn_loadings *V)
{
    double sum = 0.0;
    for (int64_t j = 0; j <= V->k; j++) modules[j] = (module){0};
    for (int64_t r = 0; r < V->p; r++) {
        module *a = &modules[V->module[r] < 0 ? V->k : V->module[r]];
        const double f = V->module[r] < 0 ? 0.0 : pull(by, V->module[r], own[r]);
        a->s += f * f;
        a->q += f;
        a->m++;
    }
    for (int64_t j = 0; j <= V->k; j++) {
        price_module(&modules[j], by, j);
        sum += modules[j].value;
    }
    return sum;
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

/* What the point itself is worth, with the weights it has. */
static double worth_now(const pricing *by, const lcn_loadings *W, const module *modules, double inner)
{
    double sum = by->rows * inner;
    for (int64_t j = 0; j <= W->k; j++) {
        double terms[2];
        terms_of(terms, by, j, modules[j].m);
        sum += terms[0];
        if (by->prices && j < W->k) sum += by->rows * terms[1] * by->prices->sum[j];
    }
    return sum;
}

/* own <- own + kappa of its module, whose direction the weights take */
static void draw_together(double *own, const lcn_loadings *V, const pricing *by, const module *modules, double *kappa)
{
    for (int64_t j = 0; j < V->k; j++) {
        double terms[2];
        terms_of(terms, by, j, modules[j].m);
        kappa[j] = terms[1];
    }
    for (int64_t r = 0; r < V->p; r++)
        if (V->module[r] >= 0) own[r] += kappa[V->module[r]];
}

static void least_pulls(const pricing *by, const lcn_loadings *W)
{
    for (int64_t j = 0; j < W->k; j++) by->least[j] = 0.0; /* sizes first */
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) by->least[W->module[r]]++;
    for (int64_t j = 0; j < W->k; j++) {
        double terms[2];
        terms_of(terms, by, j, (int64_t)by->least[j]);
        by->least[j] = -terms[1];
    }
}

/* Of no variance in any class: there is nothing to explain, and no module would show its weight. */
static bool is_constant(const lcn_problem *q, int64_t r) { return !(q->mean_variance[r] > 0.0); }

/* Constant variables leave their modules, but for a last one. Returns how many did. */
static int64_t leave_constants(lcn_loadings *V, module *modules, const lcn_problem *q)
{
    int64_t left = 0;
    for (int64_t r = 0; r < V->p; r++) {
        if (V->module[r] < 0 || modules[V->module[r]].m <= 1 || !is_constant(q, r)) continue;
        modules[V->module[r]].m--;
        V->module[r] = LCN_UNASSIGNED;
        left++;
    }
    return left;
}

int64_t lcn_row_moves(lcn_work *work, lcn_loadings *V, const lcn_point *x, const lcn_inner *how)
{
    const int64_t p = x->W.p, k = x->W.k, pp = work->pp;
    double *F = work->Fd, *own = work->row, *s = V->norm;
    double *part = work->scratch; /* of the first worker */
    module *modules = (module *)(part + 17 * k);
    const pricing by = {1.0 / work->problem->nat, how->prices, how->leave, part + 16 * k};
    int64_t moves = 0;
    const double inner = lcn_deflate(F, own, x->F, x->D, x->W.module, x->W.weight, how->deflate, k, pp);
    memcpy(V->module, x->W.module, (size_t)p * sizeof *V->module);
    V->spread2 = how->prices ? how->prices->spread2 : x->W.spread2;
    least_pulls(&by, &x->W);
    double after = total(modules, &by, own, V);
    if (leave_constants(V, modules, work->problem) > 0) after = total(modules, &by, own, V);
    const double now = worth_now(&by, &x->W, modules, inner);
    for (int sweep = 0; sweep < SWEEPS && !how->hold; sweep++) {
        int64_t moved = 0;
        for (int64_t r = 0; (r = next_to_move(V, modules, &by, F, pp, r)) < p; r++)
            if (V->module[r] >= 0 || !is_constant(work->problem, r)) moved += move_row(V, modules, &by, own, F, pp, r);
        moves += moved;
        if (!moved) break;
    }
    if (moves > 0) after = total(modules, &by, own, V);
    draw_together(own, V, &by, modules, part);
    lcn_module_sums(s, V->size, own, V->module, pp, k, part);
    weigh(V, own, s, part);
    work->promise = (after - now) * work->problem->nat;
    return moves;
}
