/* SPDX-License-Identifier: BSD-3-Clause
 * From the best modules to better ones, a round at a time (docs/algorithm/search.md):
 *
 *   cuts        every module in two, in two ways, and every pair of the k + 1 columns joined; all are judged by the
 *               evidence from S of one evaluation with 2 k columns (join_columns.h)
 *   disturbing  many variables change their place together: a module takes more in, the doubtful ones turn
 *
 * The candidates that lose least take a step or two. One that is better by then is kept, and the round ends. Else the
 * best of them settle, and each is crossed with the best (search.c), until one is better.
 */
#include "fit/search/search_state.h"

#include <math.h>

static const double HOPELESS = 5.0; /* nats per variable that no candidate makes up for */

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

/* x after a step or two: settled where it is better than the best by then, else among those ahead. True where kept. */
static bool take_a_step(lcn_search *s)
{
    lcn_limits step = lcn_limits_rough(s->work->problem, s->options);
    step.max_iter = 2;
    if (lcn_any_empty(&s->x.W)) return false;
    lcn_evaluate(s->work, &s->x, LCN_TANGENT);
    if (lcn_cost(s->work, &s->x) > s->best_cost + HOPELESS * (double)s->work->p) return false;
    lcn_descend(NULL, s->work, &s->x, &step);
    lcn_evaluate_once(s->work, &s->x);
    const double cost = lcn_cost(s->work, &s->x);
    if (lcn_same_partition(s, s->x.W.module, s->best.W.module)) return false;
    if (cost < s->best_cost && lcn_settle_candidate(s)) return true;
    enter_ahead(s, cost);
    return false;
}

/* The halves of module j of best as columns 2 j and 2 j + 1 of the fine point. */
static void halve_all(lcn_search *s, bool close)
{
    const int64_t k = s->work->k, p = s->work->p;
    lcn_loadings *fine = &s->fine_x.W;
    lcn_fine_turn_to(s, 2 * k);
    lcn_split(&s->best.W, s->mean, close, s->side, s->ratio, s->scratch, s->index);
    for (int64_t r = 0; r < p; r++) {
        const int32_t j = s->best.W.module[r];
        fine->module[r] = j < 0 ? LCN_UNASSIGNED : 2 * j + (s->side[r] > 0);
        if (j >= 0) fine->weight[r] = s->best.W.weight[r];
    }
    lcn_loadings_normalise(fine);
}

static void enter(lcn_search *s, const lcn_recombination *q)
{
    int64_t at = s->n_candidates;
    if (at < LCN_CANDIDATES) s->n_candidates++;
    else if (s->candidate[--at].nats <= q->nats) return;
    for (; at > 0 && s->candidate[at - 1].nats > q->nats; at--) s->candidate[at] = s->candidate[at - 1];
    s->candidate[at] = *q;
}

/* x <- best with the recombination done */
static void recombine(lcn_search *s, const lcn_recombination *q)
{
    const int64_t k = s->work->k, p = s->work->p;
    lcn_loadings *to = &s->x.W;
    lcn_loadings_copy(to, &s->best.W);
    for (int64_t r = 0; r < p; r++) {
        int64_t j = to->module[r];
        if (j < 0) continue;
        if (j == q->cut && s->fine_x.W.module[r] % 2 == 1) j = k;
        double weight = s->fine_x.W.weight[r];
        if (j != q->cut && j != k) weight = to->weight[r];
        if (j == q->pair.a && q->pair.b < 0) {
            to->module[r] = LCN_UNASSIGNED;
            to->weight[r] = 0.0;
            continue;
        }
        if (j == q->pair.a) weight *= q->pair.alpha;
        if (j == q->pair.b) weight *= q->pair.beta;
        if (j == q->pair.b) j = q->pair.a;
        if (j == k) j = q->pair.b < 0 ? q->pair.a : q->pair.b;
        to->module[r] = (int32_t)j;
        to->weight[r] = weight;
    }
    lcn_loadings_normalise(to);
}

/* The joins that put the halves together again but for those of `cut`, into columns.joins; s->place says where each
 * half is then. */
static int64_t rejoin_others(lcn_search *s, int64_t cut)
{
    const lcn_columns *c = &s->columns;
    const int64_t k = s->work->k;
    const double *norm = s->fine_x.W.norm; /* what halve_all divided the weights of each half by */
    int64_t *place = s->place, count = 0;
    for (int64_t j = 0; j < 2 * k; j++) place[j] = j;
    for (int64_t j = k - 1; j >= 0; j--) { /* from the last module down, so that the places before it hold */
        if (j == cut || c->size[2 * j] == 0 || c->size[2 * j + 1] == 0) continue;
        const lcn_pair q = {.a = place[2 * j], .b = place[2 * j + 1], .alpha = norm[2 * j], .beta = norm[2 * j + 1]};
        const int64_t last = c->K - 1 - count;
        c->joins[count++] = q;
        for (int64_t l = 0; l < 2 * k; l++)
            if (place[l] == last) place[l] = q.b;
        place[2 * j + 1] = place[2 * j];
    }
    return count;
}

/* All pairs of the k + 1 columns that cutting module `cut` gives. */
static void judge_cut(lcn_search *s, int64_t cut)
{
    lcn_pair *pairs = s->columns.pairs;
    const int64_t k = s->work->k, *place = s->place, joins = rejoin_others(s, cut);
    const bool leave = s->options->membership == LACON_MEMBERSHIP_TEST;
    int64_t count = 0;
    for (int64_t a = 0; a <= k; a++) {
        const int64_t fa = place[a == k ? 2 * cut + 1 : 2 * a];
        for (int64_t b = a + 1; b <= k; b++)
            pairs[count++] = (lcn_pair){.a = fa, .b = place[b == k ? 2 * cut + 1 : 2 * b]};
        /* a column of noise gives its place away, its variables unassigned */
        if (leave) pairs[count++] = (lcn_pair){.a = fa, .b = LCN_UNASSIGNED};
    }
    pairs[count] = (lcn_pair){.a = place[2 * cut], .b = place[2 * cut + 1]}; /* as it was */
    lcn_columns_judge(&s->columns, s->columns.joins, joins, pairs, count + 1);
    const double back = pairs[count].nats < INFINITY ? pairs[count].nats : 0.0;
    for (int64_t a = 0; a <= k; a++)
        for (int64_t b = a + 1; b <= k + leave; b++, pairs++) {
            if ((a == cut && b == k) || !(pairs->nats < INFINITY)) continue;
            lcn_recombination r = {.cut = cut, .pair = *pairs, .nats = pairs->nats - back};
            r.pair.a = a;
            r.pair.b = b <= k ? b : LCN_UNASSIGNED;
            enter(s, &r);
        }
}

/* All cuts of one kind with all pairs; the best take a step. True where one is kept. */
static bool try_cuts(lcn_search *s, bool close)
{
    const int64_t k = s->work->k;
    halve_all(s, close);
    lcn_evaluate(s->fine, &s->fine_x, LCN_TANGENT);
    lcn_columns_of(&s->columns, s->fine, &s->fine_x);
    s->n_candidates = 0;
    for (int64_t j = 0; j < k; j++)
        if (s->columns.size[2 * j] > 0 && s->columns.size[2 * j + 1] > 0) judge_cut(s, j);
    for (int64_t i = 0; i < s->n_candidates; i++) {
        if (s->candidate[i].nats > 2.0 * HOPELESS * (double)s->work->p) break; /* foretold: rough */
        recombine(s, &s->candidate[i]);
        if (take_a_step(s)) return true;
    }
    return false;
}

static bool disturb(lcn_search *s, int32_t to, int64_t count)
{
    lcn_prices prices;
    lcn_evaluate_once(s->work, &s->best);
    lcn_loadings_count(&s->best.W);
    lcn_prices_at(&prices, s->work, &s->best.W, s->work->prices + 2 * s->work->k);
    const double loss = lcn_disturb(s->work, &s->x.W, &s->best, &prices, to, count);
    return loss < HOPELESS * (double)s->work->p && take_a_step(s);
}

/* One kind of change: both kinds of cuts; each module takes in the variables that lose least by it, half as many as it
 * has (a faint module that has found a part of its variables gains nothing by any one more, and much by all of them);
 * the variables whose place is least sure change it together, few and many. True where it gives better modules. */
static bool try_kind(lcn_search *s, int64_t kind)
{
    const int64_t taken_by = kind - 2;
    if (kind < 2) return try_cuts(s, kind == 0);
    if (taken_by < s->work->k) return disturb(s, (int32_t)taken_by, s->best.W.size[taken_by] / 2 + 1);
    return disturb(s, LCN_UNASSIGNED, s->work->p / (taken_by == s->work->k ? 16 : 4) + 1);
}

bool lcn_recombine(lcn_search *s)
{
    const int64_t kinds = s->work->k + 4;
    if (s->work->k < 2 || s->work->p < 2 * s->work->k) return false;
    s->n_ahead = 0;
    for (int64_t tried = 0; tried < kinds; tried++) {
        if (try_kind(s, s->kind)) return true; /* what helped once comes first again */
        s->kind = (s->kind + 1) % kinds;
    }
    for (int64_t i = 0; i < s->n_ahead && !lcn_cancelled(s->ctx); i++) {
        lcn_loadings_copy(&s->x.W, &s->ahead[i]);
        if (lcn_settle_candidate(s)) return true;
        lcn_loadings_copy(&s->ahead[i], &s->x.W);
        if (lcn_cross(s, s->ahead[i].module)) return true;
    }
    return false;
}
