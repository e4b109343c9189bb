/* SPDX-License-Identifier: BSD-3-Clause
 * Effects given the order: each variable on those before it, B_jP = C_jP C_PP^-1, with C the
 * covariance of the latent variables (G: the noise does not pull effects towards zero) or of W'x
 * (S). Arrows that the data do not support are pruned: by the adaptive lasso where C = S (lasso.c), else
 * one by one while the least z² (Wald tests) is below a price that all arrows together set.
 */
#include "causal/causal.h"

#include "la/la.h"

#include <math.h>
#include <string.h>

typedef struct row {
    int64_t j, m;    /* target, regressors */
    int64_t *P;      /* m: which */
    double *b;       /* m */
    double *C, *c;   /* m × m and m: second moments of the regressors, and with the target */
    double *L;       /* m × m */
    double *M;       /* m × m: second moments of the influence of every row */
    double *D;       /* m × ld: regressors times residual */
    double *inverse; /* m × m */
    double *rest;    /* ld and the lasso's */
    int64_t *kept;   /* m: positions in P */
    bool *keep;
} row;

int64_t lcn_effects_scratch(int64_t ld, int64_t k)
{
    return 5 * k * k + 6 * k + k * ld + ld + lcn_lasso_scratch(k);
}

static void lay_out(row *r, int64_t ld, int64_t k, double *scratch)
{
    const int64_t kk = k * k;
    *r = (row){.C = scratch};
    r->L = r->C + kk;
    r->M = r->L + kk;
    r->inverse = r->M + kk;
    r->D = r->inverse + kk;
    r->rest = r->D + k * ld;
    r->c = r->rest + ld + lcn_lasso_scratch(k);
    r->b = r->c + k;
    r->P = (int64_t *)(r->b + k);
    r->kept = r->P + k;
    r->keep = (bool *)(r->kept + k);
}

/* Least squares on the kept regressors, whose moments go to L; others get 0. */
static void solve(row *r, int64_t count)
{
    double *x = r->rest;
    for (int64_t i = 0; i < count; i++) {
        x[i] = r->c[r->kept[i]];
        for (int64_t l = 0; l < count; l++)
            r->L[i * count + l] = r->C[r->kept[i] * r->m + r->kept[l]];
    }
    memset(r->b, 0, (size_t)r->m * sizeof *r->b);
    if (count == 0 || !lcn_chol(count, r->L, count)) return;
    lcn_chol_solve(count, r->L, count, x);
    for (int64_t i = 0; i < count; i++) r->b[r->kept[i]] = x[i];
}

static int64_t list_kept(row *r)
{
    int64_t count = 0;
    for (int64_t i = 0; i < r->m; i++)
        if (r->keep[i]) r->kept[count++] = i;
    return count;
}

static void gather_row(row *r, int64_t k, const double *C)
{
    for (int64_t i = 0; i < r->m; i++) {
        r->c[i] = C[r->P[i] * k + r->j];
        r->keep[i] = true;
        for (int64_t l = 0; l < r->m; l++) r->C[i * r->m + l] = C[r->P[i] * k + r->P[l]];
    }
}

/* The estimate solves mean(z_P e) + h = 0 with e = z_j - b'z_P and h = N_PP b - N_Pj, v b without lags: the
 * influence of row t on b is C^-1 (z_P e + h). M is its second moment without C^-1, plus what the estimate of v
 * adds, 2 n / dof h h'. */
static void influence(row *r, const lcn_sample *s)
{
    const int64_t m = r->m, ld = s->ld;
    double *e = r->rest;
    memcpy(e, s->Z + r->j * ld, (size_t)ld * sizeof *e);
    for (int64_t i = 0; i < m; i++)
        for (int64_t t = 0; t < ld; t++) e[t] -= r->b[i] * s->Z[r->P[i] * ld + t];
    for (int64_t i = 0; i < m; i++)
        for (int64_t t = 0; t < ld; t++) r->D[i * ld + t] = s->Z[r->P[i] * ld + t] * e[t];
    lcn_gemm(LCN_N, LCN_T, m, m, ld, 1 / (double)s->n, r->D, ld, r->D, ld, 0, r->M, m);
    const double extra = (s->dof > 0 ? 2 * (double)s->n / s->dof : 0) - 1;
    double *h = r->rest; /* e is done with */
    for (int64_t i = 0; i < m; i++) {
        const double *noise = s->N + r->P[i] * s->k;
        h[i] = -noise[r->j];
        for (int64_t l = 0; l < m; l++) h[i] += noise[r->P[l]] * r->b[l];
    }
    for (int64_t i = 0; i < m; i++)
        for (int64_t l = 0; l < m; l++) r->M[i * m + l] += extra * h[i] * h[l];
}

/* b_i² over its variance, (C^-1 M C^-1)_ii / n, for the kept regressor at position i */
static double wald(const row *r, int64_t i, int64_t count, int64_t n)
{
    double variance = 0;
    const double *a = r->inverse + i * count;
    for (int64_t x = 0; x < count; x++)
        for (int64_t y = 0; y < count; y++)
            variance += a[x] * a[y] * r->M[r->kept[x] * r->m + r->kept[y]];
    const double b = r->b[r->kept[i]];
    return variance > 0 ? (double)n * b * b / variance : INFINITY;
}

static void prune_wald(row *r, const lcn_sample *s, const lacon_prior *prior, double price)
{
    influence(r, s);
    for (int64_t count = r->m; count > 0; count = list_kept(r)) {
        int64_t least = -1;
        double smallest = price;
        list_kept(r);
        solve(r, count);
        lcn_chol_inverse(count, r->L, count, r->inverse);
        for (int64_t i = 0; i < count; i++) {
            const double z2 = wald(r, i, count, s->n);
            if (z2 >= smallest || lcn_prior_requires(prior, r->P[r->kept[i]], r->j)) continue;
            smallest = z2;
            least = r->kept[i];
        }
        if (least < 0) return;
        r->keep[least] = false;
    }
    solve(r, 0);
}

static void prune_lasso(row *r, const lcn_sample *s, const double *C, const lacon_prior *prior)
{
    lcn_lasso_select(r->keep, r->m, r->C, r->c, C[r->j * s->k + r->j], s->n, r->b, r->rest);
    for (int64_t i = 0; i < r->m; i++)
        if (lcn_prior_requires(prior, r->P[i], r->j)) r->keep[i] = true;
    solve(r, list_kept(r));
}

/* Row j of B on the m variables of set, all of them. */
static void begin_row(row *r, const lcn_sample *s, const double *C, int64_t j, int64_t m,
                      const int64_t *set)
{
    r->j = j;
    r->m = m;
    memcpy(r->P, set, (size_t)m * sizeof *set);
    gather_row(r, s->k, C);
    solve(r, list_kept(r));
}

void lcn_effects_row(double *b, const lcn_sample *s, const double *C, int64_t j, int64_t m,
                     const int64_t *set, double *scratch)
{
    row r;
    lay_out(&r, s->ld, s->k, scratch);
    begin_row(&r, s, C, j, m, set);
    memcpy(b, r.b, (size_t)m * sizeof *b);
}

/* z2[0..m-1] of all regressors of the row */
static void test_row(row *r, const lcn_sample *s, double *z2)
{
    if (r->m == 0) return;
    influence(r, s);
    lcn_chol_inverse(r->m, r->L, r->m, r->inverse);
    for (int64_t i = 0; i < r->m; i++) z2[i] = wald(r, i, r->m, s->n);
}

/* What z² must exceed, by empirical Bayes (George and Foster 2000): a share pi of the arrows is
 * there and their z are N(0, 1 + g), those of the others N(0, 1); an arrow is there with the odds
 * pi / (1 - pi) exp(z²/2 g/(1 + g)) / sqrt(1 + g). pi and g are the fixed point of expectations, pi
 * anything beforehand, 1 + g from 9 (effects worth finding are three standard errors) to 1 + n (what
 * the Bayesian information criterion has). An effect below its own standard error is nearer to 0. */
static double price_of(int64_t count, const double *z2, int64_t n)
{
    enum { ROUNDS = 100 }; /* over at most k numbers: cheaper than a test of arrival */
    const double least = 8, most = fmax(least, (double)n);
    double pi = 0.5, g = most;
    for (int round = 0; round < ROUNDS; round++) {
        double sum = 0, squares = 0;
        for (int64_t i = 0; i < count; i++) {
            const double z = fmin(z2[i], 1000); /* exp of it is finite, and all is said */
            const double odds = pi / (1 - pi) * exp(0.5 * z * g / (1 + g)) / sqrt(1 + g);
            sum += odds / (1 + odds);
            squares += odds / (1 + odds) * z2[i];
        }
        pi = (1 + sum) / (2 + (double)count);
        g = sum > 0 ? fmax(least, fmin(most, squares / sum - 1)) : most;
    }
    return fmax(1, (1 + g) / g * (log(1 + g) - 2 * log(pi / (1 - pi))));
}

/* One position of the order after the other. */
typedef struct plan {
    const lcn_sample *s;
    const double *C;
    const int64_t *order;
    const lacon_prior *prior;
    int64_t *set; /* k */
} plan;

static void begin_position(row *r, const plan *p, int64_t at)
{
    const int64_t j = p->order[at];
    int64_t m = 0;
    for (int64_t i = 0; i < at; i++)
        if (!lcn_prior_forbids(p->prior, p->order[i], j)) p->set[m++] = p->order[i];
    begin_row(r, p->s, p->C, j, m, p->set);
}

void lcn_effects(double *B, const lcn_sample *s, const double *C, const int64_t *order,
                 const lacon_prior *prior, lcn_pruning pruning, double *scratch)
{
    const int64_t k = s->k;
    const plan p = {s, C, order, prior, (int64_t *)scratch};
    double *z2 = scratch + k, price = 0;
    int64_t count = 0;
    row r;
    lay_out(&r, s->ld, k, z2 + k * k);
    for (int64_t at = 1; at < k && pruning == LCN_PRUNE_WALD; at++, count += r.m) {
        begin_position(&r, &p, at);
        test_row(&r, s, z2 + count);
    }
    if (pruning == LCN_PRUNE_WALD) price = price_of(count, z2, s->n);
    memset(B, 0, (size_t)(k * k) * sizeof *B);
    for (int64_t at = 1; at < k; at++) {
        begin_position(&r, &p, at);
        if (r.m > 0 && pruning == LCN_PRUNE_LASSO) prune_lasso(&r, s, C, prior);
        if (r.m > 0 && pruning == LCN_PRUNE_WALD) prune_wald(&r, s, prior, price);
        for (int64_t i = 0; i < r.m; i++) B[r.j * k + r.P[i]] = r.b[i];
    }
}

/* By the order: total(j, from) = B(j, from) + sum over i between of B(j, i) total(i, from) */
void lcn_total_effects(double *total, int64_t k, const double *B, const int64_t *order)
{
    memcpy(total, B, (size_t)(k * k) * sizeof *total);
    for (int64_t at = 1; at < k; at++) {
        const int64_t j = order[at];
        for (int64_t i = 0; i < at; i++) {
            const double b = B[j * k + order[i]];
            for (int64_t from = 0; from < k && b != 0; from++)
                total[j * k + from] += b * total[order[i] * k + from];
        }
    }
}
