/* SPDX-License-Identifier: BSD-3-Clause
 * Which local optimum to report where likelihood is what was asked for and the truth is wanted; see optima.h.
 *
 *   odds of i being the one that the truth leads to   exp(-TEMPER (nll_i + PRICE price_i))
 *   loss of reporting c where it is i                 |W_c - W_i|², columns matched; + LIKELIER if nll_i < nll_c
 */
#include "fit/optima.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* Of the nats between optima: the lowest is the best of many tried and owes part of its lead to the noise. Measured,
 * as are PRICE and LIKELIER, on one class of the paper's simulation (docs/algorithm/search.md). */
static const double TEMPER = 0.15;
static const double PRICE = 0.7;    /* share of the Occam factor */
static const double LIKELIER = 1.0; /* what it costs to leave a likelier optimum that is the true one, as a W error */
static const double SAME = 0.02;    /* |W - V|² of one optimum met twice: a variable of weight .1 moved */
static const double SAME_NLL = 0.02, NEAR_NLL = 1.0; /* nats: settled to the end; settled roughly (search.c) */

lacon_status lcn_optima_new(lacon_ctx *ctx, lcn_optima *o, int64_t p, int64_t k)
{
    *o = (lcn_optima){.p = p, .k = k};
    o->module = lcn_room(ctx, (size_t)(LCN_OPTIMA * p), sizeof *o->module);
    o->weight = lcn_room(ctx, (size_t)(LCN_OPTIMA * p), sizeof *o->weight);
    o->overlap = lcn_alloc(ctx, (size_t)(k * k + lcn_assign_scratch(k, k)), sizeof *o->overlap);
    o->column = lcn_alloc(ctx, (size_t)k, sizeof *o->column);
    return o->module && o->weight && o->overlap && o->column ? LACON_OK : LACON_E_MEMORY;
}

void lcn_optima_clear(const lacon_allocator *a, lcn_optima *o)
{
    lcn_free(a, o->module);
    lcn_free(a, o->weight);
    lcn_free(a, o->overlap);
    lcn_free(a, o->column);
    *o = (lcn_optima){0};
}

/* |W - V|² = 2 k - 2 tr W'V with the columns of V in the order that makes it least */
static double distance(const lcn_optima *o, const int32_t *a, const double *u, const int32_t *b, const double *w)
{
    const int64_t k = o->k;
    double matched = 0.0;
    memset(o->overlap, 0, (size_t)(k * k) * sizeof *o->overlap);
    for (int64_t r = 0; r < o->p; r++) o->overlap[a[r] * k + b[r]] += u[r] * w[r];
    lcn_assign(k, k, o->overlap, k, o->column, o->overlap + k * k);
    for (int64_t j = 0; j < k; j++) matched += o->overlap[j * k + o->column[j]];
    return fmax(2.0 * ((double)k - matched), 0.0);
}

static double between(const lcn_optima *o, int64_t i, int64_t j)
{
    const int64_t p = o->p;
    return distance(o, o->module + i * p, o->weight + i * p, o->module + j * p, o->weight + j * p);
}

/* minus log odds */
static double doubt(double nll, double price) { return TEMPER * (nll + PRICE * price); }

static int64_t least_probable(const lcn_optima *o)
{
    int64_t worst = 0;
    for (int64_t i = 1; i < o->count; i++)
        if (doubt(o->nll[i], o->price[i]) > doubt(o->nll[worst], o->price[worst])) worst = i;
    return worst;
}

/* The place of an optimum met before, else a free one, else -1. */
static int64_t place_of(const lcn_optima *o, const lcn_loadings *W, double nll)
{
    const int64_t p = o->p;
    for (int64_t i = 0; i < o->count; i++)
        if (fabs(o->nll[i] - nll) < NEAR_NLL &&
            distance(o, W->module, W->weight, o->module + i * p, o->weight + i * p) < SAME)
            return i;
    return o->count < LCN_OPTIMA ? o->count : -1;
}

void lcn_optima_enter(lcn_optima *o, const lcn_loadings *W, double nll, double price)
{
    int64_t at = place_of(o, W, nll);
    if (at < 0) {
        at = least_probable(o);
        if (doubt(nll, price) >= doubt(o->nll[at], o->price[at])) return;
    } else if (at == o->count) {
        o->count++;
    } else if (nll >= o->nll[at]) {
        return;
    }
    o->nll[at] = nll;
    o->price[at] = price;
    memcpy(o->module + at * o->p, W->module, (size_t)o->p * sizeof *o->module);
    memcpy(o->weight + at * o->p, W->weight, (size_t)o->p * sizeof *o->weight);
}

int64_t lcn_optima_choose(const lcn_optima *o)
{
    double odds[LCN_OPTIMA], loss[LCN_OPTIMA] = {0}, least = INFINITY;
    int64_t best = 0;
    for (int64_t i = 0; i < o->count; i++) odds[i] = doubt(o->nll[i], o->price[i]);
    for (int64_t i = 0; i < o->count; i++) least = fmin(least, odds[i]);
    for (int64_t i = 0; i < o->count; i++) odds[i] = exp(least - odds[i]);
    for (int64_t i = 0; i < o->count; i++)
        for (int64_t j = 0; j < i; j++) {
            const double apart = between(o, i, j);
            loss[i] += odds[j] * (apart + (o->nll[j] < o->nll[i] - SAME_NLL ? LIKELIER : 0.0));
            loss[j] += odds[i] * (apart + (o->nll[i] < o->nll[j] - SAME_NLL ? LIKELIER : 0.0));
        }
    for (int64_t i = 1; i < o->count; i++)
        if (loss[i] < loss[best]) best = i;
    return best;
}
