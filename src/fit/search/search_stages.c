/* SPDX-License-Identifier: BSD-3-Clause
 * A search kept between its stages, and taken up again: the best modules so far, how each start went, what was
 * counted. The workspace is not kept: an evaluation of the best brings it back, bit by bit.
 */
#include "fit/search/search_state.h"
#include "parallel/ranks.h"

#include <math.h>
#include <string.h>

/* What is kept besides arrays; padding is zero. */
typedef struct kept {
    lcn_stage stage;
    double best_cost, cost, spread2; /* of the best; of the last candidate; of the weights of the best */
    double candidate_spread2;        /* of the last candidate, which the next one begins with */
    double agreement;                /* of two searches, */
    int64_t searches;                /* where there were two */
    int64_t evaluations, fine_evaluations, n_starts, stop;
    int64_t at_best; /* the workspace is at the best: what comes next need not evaluate it */
} kept;

static int spans_of(lcn_search *s, kept *head, lcn_span spans[LCN_SPANS])
{
    lcn_outcome *o = s->out;
    const size_t p = (size_t)s->work->p, n = (size_t)head->n_starts;
    spans[0] = (lcn_span){head, sizeof *head};
    spans[1] = (lcn_span){s->best.W.module, p * sizeof *s->best.W.module};
    spans[2] = (lcn_span){s->best.W.weight, p * sizeof *s->best.W.weight};
    spans[3] = (lcn_span){o->start_name, n * sizeof *o->start_name};
    spans[4] = (lcn_span){o->start_objective, n * sizeof *o->start_objective};
    spans[5] = (lcn_span){o->start_module, n * p * sizeof *o->start_module};
    spans[6] = (lcn_span){o->trace, (n + 1) * sizeof *o->trace};
    spans[7] = (lcn_span){o->start_cost, n * sizeof *o->start_cost};
    return 8;
}

lacon_status lcn_search_keep(lcn_search *s, const lcn_stage *stage)
{
    lcn_span spans[LCN_SPANS];
    lcn_progress_kept *kept_in = s->out->kept;
    LCN_TRY(lcn_agree(s->ctx, LACON_OK)); /* ranks hear here whether to stop */
    if (!kept_in || lcn_rank(s->ctx) > 0 || lcn_cancelled(s->ctx)) return LACON_OK; /* cut short: not finished */
    kept head;
    memset(&head, 0, sizeof head);
    head.stage = *stage;
    head.best_cost = s->best_cost;
    head.cost = s->cost;
    head.spread2 = s->best.W.spread2;
    head.candidate_spread2 = s->x.W.spread2;
    head.agreement = s->out->agreement;
    head.searches = s->out->searches;
    head.evaluations = s->work->evaluations;
    head.fine_evaluations = lcn_fine_evaluations(s);
    head.n_starts = s->out->n_starts;
    head.stop = s->out->stop;
    head.at_best = lcn_is_at(s->work, &s->best);
    const int count = spans_of(s, &head, spans);
    return lcn_checkpoint_add(s->ctx, &kept_in->checkpoint, lcn_stage_order(stage), spans, count);
}

/* ---- whether it can be one: a digest that agrees tells of no damage, not who wrote it ---- */

static bool head_is_possible(const kept *head)
{
    const lcn_stage *stage = &head->stage;
    return (stage->at == LCN_STARTING || stage->at == LCN_SEARCHED) && stage->next >= 0 &&
           stage->next <= LCN_MAX_STARTS && head->searches >= 0 && head->searches <= 2 &&
           head->stop >= LACON_STOP_CONVERGED && head->stop <= LACON_STOP_CANCELLED && !isnan(head->best_cost);
}

/* Bytes of a record lie as they come: each number is copied before it is looked at. */
static bool modules_are_below(const char *at, size_t bytes, int64_t k)
{
    int32_t module = 0;
    bool good = true;
    for (size_t i = 0; i < bytes && good; i += sizeof module) {
        memcpy(&module, at + i, sizeof module);
        good = module >= 0 && module < k;
    }
    return good;
}

static bool weights_are_finite(const char *at, size_t bytes)
{
    double weight = 0.0;
    for (size_t i = 0; i < bytes && isfinite(weight); i += sizeof weight) memcpy(&weight, at + i, sizeof weight);
    return isfinite(weight);
}

static bool names_end(const char *at, size_t bytes, size_t each)
{
    bool good = true;
    for (size_t i = each; i <= bytes && good; i += each) good = at[i - 1] == '\0';
    return good;
}

static bool traces_are_possible(const char *at, size_t bytes)
{
    lcn_trace trace;
    bool good = true;
    for (size_t i = 0; i < bytes && good; i += sizeof trace) {
        memcpy(&trace, at + i, sizeof trace);
        good = trace.steps >= 0 && trace.stride > 0 && trace.kept.count >= 0 && trace.kept.count <= LACON_TRACE_MOST;
    }
    return good;
}

/* Where a span lies in the bytes of a record. */
static const char *place_of(const lcn_span *spans, int which, const char *bytes)
{
    for (int i = 0; i < which; i++) bytes += spans[i].bytes;
    return bytes;
}

static bool is_possible(const lcn_search *s, const kept *head, const lcn_span *spans, const char *bytes)
{
    const int64_t k = s->best.W.k;
    return head_is_possible(head) && modules_are_below(place_of(spans, 1, bytes), spans[1].bytes, k) &&
           weights_are_finite(place_of(spans, 2, bytes), spans[2].bytes) &&
           names_end(place_of(spans, 3, bytes), spans[3].bytes, sizeof *s->out->start_name) &&
           modules_are_below(place_of(spans, 5, bytes), spans[5].bytes, k) &&
           traces_are_possible(place_of(spans, 6, bytes), spans[6].bytes);
}

/* ---- and taken up again ---- */

bool lcn_search_resume(lcn_search *s, lcn_stage *stage)
{
    lcn_span spans[LCN_SPANS];
    const lcn_progress_kept *from = s->out->kept;
    kept head;
    if (!from || !from->bytes || from->count < sizeof head) return false;
    memcpy(&head, from->bytes, sizeof head);
    if (head.n_starts < 0 || head.n_starts > LCN_MAX_STARTS) return false;
    size_t total = 0;
    const int count = spans_of(s, &head, spans);
    for (int i = 0; i < count; i++) total += spans[i].bytes;
    if (total != from->count || !is_possible(s, &head, spans, from->bytes)) return false;
    const char *at = from->bytes;
    for (int i = 0; i < count; at += spans[i++].bytes) memcpy(spans[i].at, at, spans[i].bytes);
    s->best.W.spread2 = head.spread2;
    s->x.W.spread2 = head.candidate_spread2;
    lcn_evaluate(s->work, &s->best, LCN_TANGENT);
    if (!head.at_best) lcn_work_invalidate(s->work);
    s->best_cost = head.best_cost;
    s->cost = head.cost;
    s->out->agreement = head.agreement;
    s->out->searches = (int)head.searches;
    s->work->evaluations = head.evaluations;
    s->fine_evaluations = head.fine_evaluations;
    s->out->n_starts = head.n_starts;
    s->out->stop = (lacon_stop)head.stop;
    *stage = head.stage;
    return true;
}
