/* SPDX-License-Identifier: BSD-3-Clause
 * From the best modules to better ones, a round at a time (docs/algorithm/search.md):
 *
 *   cuts       a module in two: k + 1 columns find their variables, then the two are joined, or the one unassigned,
 *              that cost least by the evidence (join_columns.h)
 *   taking in  a module takes in half as many variables as it has
 *
 * Each candidate descends. One that is better by then is kept; what gains much ends the round. Else the best of them
 * settle until one is better.
 */
#include "fit/search/search_state.h"

#include <math.h>

static const double HOPELESS = 5.0; /* nats per variable that no candidate makes up for */

void lcn_number_modules(const lcn_search *s, int64_t *number, const lcn_loadings *W)
{
    int64_t found = 0;
    for (int64_t j = 0; j < W->k; j++) number[j] = j;
    for (int64_t i = 0; i < W->p && found < W->k; i++)
        for (int64_t e = found; e < W->k; e++)
            if (number[e] == W->module[s->order[i].variable]) {
                number[e] = number[found];
                number[found++] = W->module[s->order[i].variable];
                break;
            }
}

bool lcn_any_empty(lcn_loadings *W)
{
    lcn_loadings_count(W);
    for (int64_t j = 0; j < W->k; j++)
        if (W->size[j] == 0) return true;
    return false;
}

/* x among those ahead, if it is one of the best */
static void enter_ahead(lcn_search *s, double cost)
{
    int64_t at = s->n_ahead;
    if (at < LCN_AHEAD) s->n_ahead++;
    else if (s->ahead_cost[--at] <= cost) return;
    const lcn_loadings free = s->ahead[at];
    for (; at > 0 && s->ahead_cost[at - 1] > cost; at--) {
        s->ahead[at] = s->ahead[at - 1];
        s->ahead_cost[at] = s->ahead_cost[at - 1];
    }
    s->ahead[at] = free;
    s->ahead_cost[at] = cost;
    lcn_loadings_copy(&s->ahead[at], &s->x.W);
}

/* x where its descent ends: settled where it is better than the best by then, else among those ahead. True: kept. */
static bool descend_from(lcn_search *s)
{
    lcn_limits rough = lcn_limits_rough(s->work->problem, s->options);
    const double hope = s->best_cost + HOPELESS * (double)s->work->p;
    const double last = s->n_ahead < LCN_AHEAD ? hope : s->ahead_cost[LCN_AHEAD - 1]; /* among those ahead */
    rough.give_up = last * s->work->problem->nat;
    if (lcn_any_empty(&s->x.W)) return false;
    lcn_point_changed(&s->x);
    lcn_descend(NULL, s->work, &s->x, &rough);
    lcn_evaluate_once(s->work, &s->x);
    const double cost = lcn_cost(s->work, &s->x);
    if (lcn_same_partition(s, s->x.W.module, s->best.W.module)) return false;
    if (cost < s->best_cost && lcn_settle_candidate(s)) return true;
    enter_ahead(s, cost);
    return false;
}

/* Of the columns of the fine point the pair that is joined at least cost, or the one that is unassigned (b is
 * LCN_UNASSIGNED). The two parts of `cut`, the last pair, are not joined again: nats are those beyond joining them. */
static lcn_pair cheapest_but(lcn_search *s, int64_t cut)
{
    lcn_columns *c = &s->columns;
    const bool leave = s->options->membership == LACON_MEMBERSHIP_TEST;
    lcn_pair best = {.a = cut, .b = c->K - 1, .alpha = 1.0, .beta = 1.0, .nats = INFINITY};
    int64_t count = 0;
    lcn_evaluate_once(s->fine, &s->fine_x);
    lcn_columns_of(c, s->fine, &s->fine_x);
    for (int64_t a = 0; a < c->K; a++) {
        for (int64_t b = a + 1; b < c->K; b++)
            if (a != cut || b != c->K - 1) c->pairs[count++] = (lcn_pair){.a = a, .b = b};
        /* a column of noise gives its place away */
        if (leave) c->pairs[count++] = (lcn_pair){.a = a, .b = LCN_UNASSIGNED};
    }
    c->pairs[count] = (lcn_pair){.a = cut, .b = c->K - 1};
    lcn_columns_judge(c, c->pairs, count + 1);
    for (int64_t e = 0; e < count; e++)
        if (c->pairs[e].nats < best.nats) best = c->pairs[e];
    if (c->pairs[count].nats < INFINITY) best.nats -= c->pairs[count].nats;
    return best;
}

/* x <- the k + 1 columns of the fine point, joined */
static void join_to_candidate(lcn_search *s, const lcn_pair *q)
{
    const int64_t k = s->work->k;
    lcn_loadings *to = &s->x.W;
    for (int64_t r = 0; r < to->p; r++) {
        int64_t j = s->fine_x.W.module[r];
        double weight = s->fine_x.W.weight[r];
        if (j >= 0 && j == q->b) weight *= q->beta;
        else if (j == q->a && q->b >= 0) weight *= q->alpha;
        if (j >= 0 && j == q->b) j = q->a;
        else if (j == q->a && q->b < 0) j = LCN_UNASSIGNED;
        if (j == k) j = q->b < 0 ? q->a : q->b; /* the last column takes the place that is free */
        to->module[r] = (int32_t)j;
        to->weight[r] = j < 0 ? 0.0 : weight;
    }
    to->spread2 = s->fine_x.W.spread2;
    lcn_loadings_normalise(to);
}

/* x <- best with module `cut` in two: k + 1 columns find their variables, then two of them are joined. False where that
 * would cost too much as they are: each of them is a module. */
static bool recombine(lcn_search *s, int64_t cut)
{
    const int64_t k = s->work->k, p = s->work->p;
    const lcn_limits rough = lcn_limits_rough(&s->fine_problem, s->options);
    lcn_fine_turn_to(s, k + 1);
    for (int64_t r = 0; r < p; r++) {
        const int32_t j = s->best.W.module[r];
        s->fine_x.W.module[r] = j == cut && s->side[r] > 0 ? (int32_t)k : j;
        s->fine_x.W.weight[r] = s->best.W.weight[r];
    }
    lcn_loadings_normalise(&s->fine_x.W);
    s->fine_x.W.spread2 = s->best.W.spread2;
    lcn_evaluate(s->fine, &s->fine_x, LCN_TANGENT);
    if (cheapest_but(s, cut).nats > 2.0 * HOPELESS * (double)p) return false; /* foretold: rough */
    lcn_descend(NULL, s->fine, &s->fine_x, &rough);
    const lcn_pair pair = cheapest_but(s, cut);
    join_to_candidate(s, &pair);
    return true;
}

static int64_t largest(const double *ratio, int64_t k)
{
    int64_t at = 0;
    for (int64_t j = 1; j < k; j++)
        if (ratio[j] > ratio[at]) at = j;
    return at;
}

/* Those first that leave the halves furthest apart. True where one is kept. */
static bool try_cuts(lcn_search *s)
{
    const int64_t k = s->work->k;
    lcn_split(s->work, &s->x, &s->best.W, s->mean, s->side, s->ratio, s->scratch);
    for (int64_t i = 0; i < k && i < LCN_CUTS; i++) {
        const int64_t cut = largest(s->ratio, k);
        if (!(s->ratio[cut] > 0.0)) break; /* nothing to part */
        s->ratio[cut] = 0.0;
        if (recombine(s, cut) && descend_from(s)) return true;
    }
    return false;
}

/* Module `to` takes in the variables that lose least by it, half as many as it has: a faint module that has found a
 * part of its variables gains nothing by any one more, and much by all of them. */
static bool take_in(lcn_search *s, int32_t to)
{
    lcn_prices prices;
    lcn_evaluate_once(s->work, &s->best);
    lcn_loadings_count(&s->best.W);
    lcn_prices_at(&prices, s->work, &s->best.W, s->work->prices + 2 * s->work->k);
    const double loss = lcn_disturb(s->work, &s->x.W, &s->best, &prices, to, s->best.W.size[to] / 2 + 1);
    return loss < HOPELESS * (double)s->work->p && descend_from(s);
}

/* One kind of change, cuts or a module that takes in. True where it gives better modules. */
static bool try_kind(lcn_search *s, int64_t kind)
{
    if (kind == 0) return try_cuts(s);
    lcn_number_modules(s, s->cells, &s->best.W);
    return take_in(s, (int32_t)s->cells[kind - 1]);
}

bool lcn_recombine(lcn_search *s)
{
    const int64_t kinds = s->work->k + 1;
    if (s->work->k < 2 || s->work->p < 2 * s->work->k) return false;
    const double before = s->best_cost, enough = LCN_A_ROUND * (double)s->work->p;
    s->n_ahead = 0;
    for (int64_t tried = 0; tried < kinds; tried++) {
        if (try_kind(s, s->kind) && before - s->best_cost > enough) return true; /* what helped comes first again */
        s->kind = (s->kind + 1) % kinds;
    }
    for (int64_t i = 0; i < s->n_ahead && !lcn_cancelled(s->ctx); i++) {
        lcn_loadings_copy(&s->x.W, &s->ahead[i]);
        if (lcn_settle_candidate(s)) return true;
    }
    return s->best_cost < before;
}
