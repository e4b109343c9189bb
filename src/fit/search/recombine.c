/* SPDX-License-Identifier: BSD-3-Clause
 * From the best modules to better ones, a round at a time (docs/algorithm/search.md): a module is cut in two, k + 1
 * columns find their variables, then the two are joined, or the one unassigned, that cost least by the evidence
 * (join_columns.h). Each candidate descends. One that is better by then is kept; what gains much ends the round. Else
 * the best of them settle until one is better.
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

/* x <- best with module `cut` in two: k + 1 columns find their variables, then two of them are joined. False where that
 * would cost too much as they are: each of them is a module. */
static bool recombine(lcn_search *s, int64_t cut)
{
    const int64_t k = s->work->k, p = s->work->p;
    const lcn_limits rough = lcn_limits_rough(&s->fine_problem, s->options);
    lcn_fine_turn_to(s, k + 1);
    lcn_cut(&s->fine_x.W, &s->best.W, cut, s->side);
    lcn_evaluate(s->fine, &s->fine_x, LCN_TANGENT);
    if (cheapest_but(s, cut).nats > 2.0 * HOPELESS * (double)p) return false; /* foretold: rough */
    lcn_descend(NULL, s->fine, &s->fine_x, &rough);
    const lcn_pair pair = cheapest_but(s, cut);
    lcn_loadings_join(&s->x.W, &s->fine_x.W, &pair);
    lcn_loadings_normalise(&s->x.W);
    return true;
}

/* Those first that leave the halves furthest apart. True where one is kept. */
static bool try_cuts(lcn_search *s)
{
    lcn_split(s->work, &s->x, &s->best.W, s->mean, s->side, s->ratio, s->scratch);
    int64_t cut;
    for (int i = 0; i < LCN_CUTS && (cut = lcn_next_cut(s->ratio, s->work->k)) >= 0; i++)
        if (recombine(s, cut) && descend_from(s)) return true;
    return false;
}

bool lcn_recombine(lcn_search *s)
{
    if (s->work->k < 2 || s->work->p < 2 * s->work->k) return false;
    const double before = s->best_cost;
    s->n_ahead = 0;
    if (try_cuts(s) && before - s->best_cost > LCN_A_ROUND * (double)s->work->p) return true;
    for (int64_t i = 0; i < s->n_ahead && !lcn_cancelled(s->ctx); i++) {
        lcn_loadings_copy(&s->x.W, &s->ahead[i]);
        if (lcn_settle_candidate(s)) return true;
    }
    return s->best_cost < before;
}
