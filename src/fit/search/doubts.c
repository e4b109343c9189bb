/* SPDX-License-Identifier: BSD-3-Clause
 * The end of a search (docs/algorithm/search.md): the best is settled, and then the variables whose place is least sure
 * are tried one at a time, and two a module, because a move may gain only once all weights have followed it.
 */
#include "fit/search/search_state.h"

#include <math.h>

static const double NATS = 1e-3; /* what evidence is read to */

/* x, its weights settled. True where that is better, and kept. */
static bool keep_moved(lcn_search *s, const lcn_limits *limits)
{
    const lcn_limits rough = lcn_limits_rough(s->work->problem, s->options);
    const double nat = s->work->problem->nat;
    lcn_loadings_normalise(&s->x.W);
    lcn_evaluate(s->work, &s->x, LCN_TANGENT);
    lcn_settle_weights(s->ctx, s->work, &s->x, &rough);
    if (lcn_cost_of(s, &s->x) > s->best_cost + rough.gain / nat) return false;
    lcn_settle_weights(s->ctx, s->work, &s->x, limits);
    if (!(lcn_cost_of(s, &s->x) < s->best_cost - NATS)) return false;
    lcn_point_swap(&s->x, &s->best);
    return true;
}

/* What places are worth at the best, whose sizes are counted. */
static lcn_prices prices_of_best(lcn_search *s)
{
    lcn_prices prices;
    s->best_cost = lcn_cost_of(s, &s->best);
    lcn_prices_at(&prices, s->work, &s->best.W, s->work->prices + 2 * s->work->k);
    return prices;
}

/* The best with variable r where `other` has it. */
static bool move_alone(lcn_search *s, const lcn_loadings *other, int64_t r, const lcn_limits *limits)
{
    if (other->module[r] == s->best.W.module[r]) return false;
    lcn_loadings_copy(&s->x.W, &s->best.W);
    s->x.W.module[r] = other->module[r];
    s->x.W.weight[r] = other->weight[r];
    return keep_moved(s, limits);
}

/* The best with the two variables in `module` that lose least by it: a larger module asks less of each. */
static bool move_two(lcn_search *s, int64_t module, const lcn_limits *limits)
{
    const lcn_prices prices = prices_of_best(s);
    const double lost = lcn_disturb(s->work, &s->x.W, &s->best, &prices, (int32_t)module, 2);
    return lost < LCN_NEAR && keep_moved(s, limits);
}

/* `second` has the variables whose place is least sure where each would be second best; false where all are sure. */
static bool doubtful(lcn_search *s, lcn_loadings *second)
{
    const lcn_prices prices = prices_of_best(s);
    int64_t count = 0;
    for (double lost = 0.0; count < LCN_TRIES; count++) {
        const double all = lcn_disturb(s->work, second, &s->best, &prices, LCN_UNASSIGNED, count + 1);
        if (!(all - lost < LCN_NEAR)) break;
        lost = all;
    }
    return count > 0 && lcn_disturb(s->work, second, &s->best, &prices, LCN_UNASSIGNED, count) < INFINITY;
}

/* The best, settled as it is, or with its spread judged from nothing: weights that the search drew together closely may
 * rest there though a wider one has more evidence. */
static bool settle_best(lcn_search *s, const lcn_limits *limits)
{
    lcn_loadings_copy(&s->x.W, &s->best.W);
    s->x.W.spread2 = 0.0;
    lcn_point_changed(&s->x);
    if (!lcn_settle(s->ctx, s->work, &s->x, limits)) return false;
    const double afresh = lcn_cost_of(s, &s->x);
    if (!lcn_settle(s->ctx, s->work, &s->best, limits)) return false;
    if (afresh < lcn_cost_of(s, &s->best) - NATS) lcn_point_swap(&s->x, &s->best);
    return true;
}

bool lcn_settle_doubts(lcn_search *s, const lcn_limits *limits)
{
    lcn_loadings *second = &s->ahead[0];
    if (!settle_best(s, limits)) return false;
    for (bool better = true; better && !lcn_cancelled(s->ctx) && doubtful(s, second);) {
        better = false;
        for (int64_t i = 0; i < s->work->p && !better; i++)
            better = move_alone(s, second, s->order[i].variable, limits);
        lcn_number_modules(s, s->cells, &s->best.W);
        for (int64_t j = 0; j < s->work->k && !better; j++) better = move_two(s, s->cells[j], limits);
    }
    return !lcn_cancelled(s->ctx);
}
