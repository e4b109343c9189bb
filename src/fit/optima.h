/* SPDX-License-Identifier: BSD-3-Clause
 * The local optima that a search has met, and which of them to report: the one of least expected loss
 * (docs/algorithm/search.md). search.c enters them; occam.c says what their weights cost.
 */
#ifndef LCN_OPTIMA_H
#define LCN_OPTIMA_H

#include "fit/loadings.h"

enum { LCN_OPTIMA = 24 }; /* kept at most; a search of one class meets seven on average */

typedef struct lcn_optima {
    int64_t p, k, count;
    double nll[LCN_OPTIMA], price[LCN_OPTIMA]; /* nats over all observations */
    int32_t *module; /* LCN_OPTIMA × p */
    double *weight;  /* LCN_OPTIMA × p */
    double *overlap; /* k × k, and what the assignment needs behind it */
    int64_t *column; /* k */
} lcn_optima;

lacon_status lcn_optima_new(lacon_ctx *ctx, lcn_optima *optima, int64_t p, int64_t k);
void lcn_optima_clear(const lacon_allocator *a, lcn_optima *optima);

/* One more, every variable assigned. One met before is kept where it is likeliest; when there is no room the
 * least probable goes. */
void lcn_optima_enter(lcn_optima *optima, const lcn_loadings *W, double nll, double price);

/* The number of the one to report; count > 0. */
int64_t lcn_optima_choose(const lcn_optima *optima);

#endif
