/* SPDX-License-Identifier: BSD-3-Clause
 * Joining columns; see join_columns.h.
 */
#include "fit/search/join_columns.h"

#include <math.h>
#include <string.h>

lacon_status lcn_columns_new(lacon_ctx *ctx, lcn_columns *c, const lcn_work *work)
{
    const size_t N = (size_t)work->problem->n_terms, ld = (size_t)work->k;
    *c = (lcn_columns){.problem = work->problem, .log_factorial = work->log_factorial, .ld = work->k};
    c->S = lcn_alloc(ctx, N, 2 * ld * ld * sizeof *c->S);
    c->left = lcn_alloc(ctx, 2 * N + 2 * ld, sizeof *c->left);
    c->size = lcn_alloc(ctx, ld, sizeof *c->size);
    if (!c->S || !c->left || !c->size) return LACON_E_MEMORY;
    c->B = c->S + N * ld * ld;
    c->v = c->left + N;
    c->sum = c->v + N;
    c->row = c->sum + ld;
    return LACON_OK;
}

void lcn_columns_clear(const lacon_allocator *a, lcn_columns *c)
{
    lcn_free(a, c->S);
    lcn_free(a, c->left);
    lcn_free(a, c->size);
    *c = (lcn_columns){0};
}

void lcn_columns_of(lcn_columns *c, const lcn_work *w, const lcn_point *x)
{
    const int64_t k = w->k, ld = c->ld;
    lcn_prices prices;
    c->K = k;
    lcn_prices_at(&prices, w, &x->W, w->prices);
    c->spread2 = prices.spread2;
    memcpy(c->sum, prices.sum, (size_t)k * sizeof *c->sum);
    memcpy(c->size, x->W.size, (size_t)k * sizeof *c->size);
    for (int64_t i = 0; i < w->problem->n_terms; i++) {
        const double *S = w->S + i * k * k, *M = w->M + i * k * k;
        c->v[i] = w->profile[i].v;
        c->left[i] = w->problem->terms[i].trace;
        for (int64_t a = 0; a < k; a++) {
            c->left[i] -= S[a * k + a];
            for (int64_t b = 0; b < k; b++) {
                c->S[(i * ld + a) * ld + b] = S[a * k + b];
                c->B[(i * ld + a) * ld + b] = (a == b ? 1.0 / c->v[i] : 0.0) - M[a * k + b];
            }
        }
    }
}

static const double *block(const lcn_columns *c, const double *A, int64_t i) { return A + i * c->ld * c->ld; }

/* Leading direction of the mean of the classes' 2 × 2 blocks, classes of equal variance counting by omega. */
static bool direction(const lcn_columns *c, lcn_pair *q)
{
    const int64_t a = q->a, b = q->b, ld = c->ld;
    double aa = 0.0, bb = 0.0, ab = 0.0;
    for (int64_t i = 0; i < c->problem->n_terms; i++) {
        const double *S = block(c, c->S, i), scale = c->problem->terms[i].omega / c->problem->terms[i].trace;
        aa += scale * S[a * ld + a];
        bb += scale * S[b * ld + b];
        ab += scale * S[a * ld + b];
    }
    if (!(ab > 0.0)) return false;
    const double angle = 0.5 * atan2(2.0 * ab, aa - bb);
    q->alpha = cos(angle);
    q->beta = sin(angle);
    return true;
}

/* u'A u for u = beta e_a - alpha e_b */
static double across(const double *A, int64_t ld, const lcn_pair *q)
{
    const int64_t a = q->a, b = q->b;
    return q->beta * q->beta * A[a * ld + a] - 2.0 * q->alpha * q->beta * A[a * ld + b] +
           q->alpha * q->alpha * A[b * ld + b];
}

/* w'A w for w = alpha e_a + beta e_b */
static double along(const double *A, int64_t ld, const lcn_pair *q)
{
    const int64_t a = q->a, b = q->b;
    return q->alpha * q->alpha * A[a * ld + a] + 2.0 * q->alpha * q->beta * A[a * ld + b] +
           q->beta * q->beta * A[b * ld + b];
}

static double weights_cost(const lcn_columns *c, double nh, int64_t size, double sum)
{
    return lcn_price_of_free_weights(nh, c->spread2, size, sum);
}

/* n* times what the likelihood loses when u goes to the noise */
static double loss_across(const lcn_columns *c, const lcn_pair *q)
{
    const double free = (double)(c->problem->p - c->K);
    double nll = 0.0;
    for (int64_t i = 0; i < c->problem->n_terms; i++) {
        const double n = c->problem->effective * c->problem->terms[i].omega;
        const double left = fmax(c->left[i], c->v[i]), more = left + across(block(c, c->S, i), c->ld, q);
        /* a direction that is empty: log of 0 */
        nll += n * 0.5 * (log(fmax(across(block(c, c->B, i), c->ld, q), 1e-300)) +
                          (free + 1.0) * log(more / (free + 1.0)) - free * log(left / free));
    }
    return nll;
}

double lcn_columns_leave(const lcn_columns *c, int64_t a)
{
    const double *lf = c->log_factorial;
    const lcn_pair alone = {.a = a, .b = a == 0 ? 1 : 0, .beta = 1.0}; /* u = e_a */
    int64_t out = c->problem->p;
    double h = 0.0;
    for (int64_t j = 0; j < c->K; j++) out -= c->size[j];
    for (int64_t i = 0; i < c->problem->n_terms; i++)
        h += lcn_curvature(c->problem->effective * c->problem->terms[i].omega,
                           block(c, c->S, i)[a * c->ld + a], c->v[i]);
    return loss_across(c, &alone) - weights_cost(c, h, c->size[a], c->sum[a]) + lf[c->size[a]] -
           (lf[out + c->size[a]] - lf[out]);
}

bool lcn_columns_judge(const lcn_columns *c, lcn_pair *q)
{
    if (q->alpha == 0.0 && q->beta == 0.0 && !direction(c, q)) return false;
    const int64_t a = q->a, b = q->b, ld = c->ld, m = c->size[a] + c->size[b];
    const double *lf = c->log_factorial;
    double ha = 0.0, hb = 0.0, h = 0.0;
    for (int64_t i = 0; i < c->problem->n_terms; i++) {
        const double *S = block(c, c->S, i), n = c->problem->effective * c->problem->terms[i].omega;
        ha += lcn_curvature(n, S[a * ld + a], c->v[i]);
        hb += lcn_curvature(n, S[b * ld + b], c->v[i]);
        h += lcn_curvature(n, along(S, ld, q), c->v[i]);
    }
    q->nats = loss_across(c, q) + weights_cost(c, h, m, q->alpha * c->sum[a] + q->beta * c->sum[b]) -
              weights_cost(c, ha, c->size[a], c->sum[a]) - weights_cost(c, hb, c->size[b], c->sum[b]) -
              (lf[m] - lf[c->size[a]] - lf[c->size[b]]);
    return true;
}

lcn_pair lcn_columns_cheapest(const lcn_columns *c)
{
    lcn_pair best = {.b = 1, .alpha = 1.0, .nats = INFINITY};
    for (int64_t a = 0; a < c->K; a++)
        for (int64_t b = a + 1; b < c->K; b++) {
            lcn_pair q = {.a = a, .b = b};
            if (lcn_columns_judge(c, &q) && q.nats < best.nats) best = q;
        }
    return best;
}

/* rows and columns a of A become those along w, b those of the last */
static void fold(double *A, int64_t ld, int64_t K, const lcn_pair *q)
{
    const int64_t a = q->a, b = q->b, last = K - 1;
    for (int64_t j = 0; j < K; j++) A[a * ld + j] = q->alpha * A[a * ld + j] + q->beta * A[b * ld + j];
    for (int64_t j = 0; j < K; j++) A[j * ld + a] = q->alpha * A[j * ld + a] + q->beta * A[j * ld + b];
    for (int64_t j = 0; j < K; j++) A[b * ld + j] = A[last * ld + j];
    for (int64_t j = 0; j < K; j++) A[j * ld + b] = A[j * ld + last];
}

/* The inverse of what is left when u is projected out:  B - B u u'B / u'B u */
static void project_out(double *B, int64_t ld, int64_t K, const lcn_pair *q, double *y)
{
    const double uBu = across(B, ld, q);
    for (int64_t j = 0; j < K; j++) y[j] = q->beta * B[q->a * ld + j] - q->alpha * B[q->b * ld + j];
    for (int64_t j = 0; j < K; j++)
        for (int64_t l = 0; l < K; l++) B[j * ld + l] -= y[j] * y[l] / uBu;
}

void lcn_columns_join(lcn_columns *c, const lcn_pair *q)
{
    const int64_t ld = c->ld, K = c->K;
    for (int64_t i = 0; i < c->problem->n_terms; i++) {
        double *S = c->S + i * ld * ld, *B = c->B + i * ld * ld;
        c->left[i] += across(S, ld, q);
        project_out(B, ld, K, q, c->row);
        fold(S, ld, K, q);
        fold(B, ld, K, q);
    }
    c->sum[q->a] = q->alpha * c->sum[q->a] + q->beta * c->sum[q->b];
    c->size[q->a] += c->size[q->b];
    c->sum[q->b] = c->sum[K - 1];
    c->size[q->b] = c->size[K - 1];
    c->K--;
}
