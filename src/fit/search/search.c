/* SPDX-License-Identifier: BSD-3-Clause
 * The default solver: find the modules of most evidence (docs/algorithm/search.md).
 *
 *   starts    varimax of the components, Ward on profiles, Ward on variables, until one agrees with the best before
 *             it; each settles
 *   rounds    cuts and joins (recombine.c), as long as the evidence grows
 *   tries     disturbed modules and new seeds, settled and crossed with the best, until many bring little; where they
 *             brought much, rounds again
 *   twice     with twelve starts or more both from each half of them: would another run give the same?
 *   end       weights to the last digit that the evidence is read to
 */
#include "fit/search/search_state.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 50 }; /* a bound: LCN_A_ROUND ends them */

static const double FAR_BEHIND = 5.0; /* nats per variable behind the best at which a start is given up */
static const double DISTURBED = 0.3; /* share of the variables that a try places at random */
static const double NO_GAIN = 0.01; /* nats: the same optimum met again, settled roughly */
static const double NATS = 1e-3; /* what evidence is read to */

typedef enum start_kind { VARIMAX, WARD_PROFILES, WARD_VARIABLES, SEEDS } start_kind;
static const char *const START_NAMES[] = {"varimax", "ward-profiles", "ward-variables", "seeds"};
enum { TWO_SEARCHES = 12 }; /* starts that must be asked for: each search then has twice those of the default */

static void finder_clear(lcn_search *s)
{
    const lacon_allocator *a = &s->ctx->allocator;
    lcn_point_clear(a, &s->best);
    lcn_point_clear(a, &s->x);
    lcn_point_clear(a, &s->fine_x);
    lcn_columns_clear(a, &s->columns);
    for (int i = 0; i < LCN_AHEAD; i++) lcn_loadings_clear(a, &s->ahead[i]);
    lcn_free(a, s->scratch);
    lcn_free(a, s->ratio);
    lcn_free(a, s->seed_scratch);
    lcn_free(a, s->order);
    lcn_free(a, s->index);
    lcn_free(a, s->cells);
    lcn_free(a, s->side);
    lcn_mean_free(s->mean);
    lcn_work_free(s->fine);
    lcn_work_free(s->work);
    lcn_vectors_free(s->vectors);
}

static lacon_status vectors_new(lcn_search *s)
{
    if (s->work->p < LCN_SWEPT * s->work->k) return LACON_OK;
    lcn_mix_variables(s->index, s->order, s->work->p);
    LCN_TRY(lcn_vectors_new(s->ctx, &s->vectors, s->work->problem, s->index));
    return lcn_sweeps_new(s->ctx, s->work, s->vectors);
}

static lacon_status finder_new(lcn_search *s, lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                               const lacon_fit_options *options)
{
    const int64_t p = problem->p, k = problem->k, K = lcn_finest(p, k, problem->n_terms);
    *s = (lcn_search){.ctx = ctx, .out = out, .options = options, .best_cost = INFINITY,
                      .fine_problem = *problem};
    s->fine_problem.k = K;
    s->fine_problem.looks_only = true;
    s->fine_problem.objective = LACON_OBJECTIVE_ML;
    s->fine_problem.nat = 1.0 / problem->effective;
    LCN_TRY(lcn_work_new(ctx, &s->work, problem));
    s->work->rough = true;
    LCN_TRY(lcn_mean_new(ctx, &s->mean, problem));
    LCN_TRY(lcn_point_new(ctx, &s->best, p, k));
    LCN_TRY(lcn_point_new(ctx, &s->x, p, k));
    for (int i = 0; i < LCN_AHEAD; i++) LCN_TRY(lcn_loadings_new(ctx, &s->ahead[i], p, k));
    s->scratch = lcn_alloc(ctx, (size_t)lcn_split_scratch(p, k), sizeof *s->scratch);
    s->ratio = lcn_alloc(ctx, (size_t)k, sizeof *s->ratio);
    s->seed_scratch = lcn_alloc(ctx, (size_t)lcn_seeds_scratch(s->mean, k), sizeof *s->seed_scratch);
    s->order = lcn_alloc(ctx, (size_t)p, sizeof *s->order);
    s->index = lcn_alloc(ctx, (size_t)p, sizeof *s->index);
    s->cells = lcn_alloc(ctx, (size_t)(k * k), sizeof *s->cells);
    s->side = lcn_alloc(ctx, (size_t)p, sizeof *s->side);
    const bool allocated = s->scratch && s->ratio && s->seed_scratch && s->order && s->index && s->cells && s->side;
    if (!allocated) return LACON_E_MEMORY;
    LCN_TRY(lcn_rank_variables(ctx, s->order, s->mean));
    return vectors_new(s);
}

/* What only the search around the starts needs: they are over, and so is what they took. */
static lacon_status fine_new(lcn_search *s)
{
    LCN_TRY(lcn_work_new(s->ctx, &s->fine, &s->fine_problem));
    s->fine->rough = true;
    s->fine->evaluations = s->fine_evaluations;
    LCN_TRY(lcn_sweeps_new(s->ctx, s->fine, s->vectors));
    LCN_TRY(lcn_columns_new(s->ctx, &s->columns, s->fine));
    return lcn_point_new(s->ctx, &s->fine_x, s->fine->p, s->fine->k);
}

void lcn_fine_turn_to(lcn_search *s, int64_t K)
{
    s->fine_problem.k = K;
    lcn_work_shrink(s->fine, K);
    s->fine_x.W.k = K;
}

static void note(lcn_search *s, const char *phase, int64_t step, int64_t total, bool settled)
{
    if (!settled) s->out->stop = lcn_cancelled(s->ctx) ? LACON_STOP_CANCELLED : LACON_STOP_MAX_ITER;
    lcn_progress(s->ctx, phase, step, total, s->best.f);
}

/* The better of the two optima becomes s->best. */
static bool keep_better(lcn_search *s)
{
    s->cost = lcn_cost_of(s, &s->x);
    if (!(s->cost < s->best_cost - NO_GAIN)) return false;
    lcn_point_swap(&s->x, &s->best);
    s->best_cost = s->cost;
    return true;
}

/* The same up to the names of the modules? */
bool lcn_same_partition(lcn_search *s, const int32_t *a, const int32_t *b)
{
    int64_t *map = s->cells;
    for (int64_t j = 0; j < s->work->k; j++) map[j] = LCN_UNASSIGNED;
    for (int64_t r = 0; r < s->work->p; r++) {
        if (a[r] < 0 || b[r] < 0) {
            if (a[r] != b[r]) return false;
        } else if (map[a[r]] == LCN_UNASSIGNED) {
            map[a[r]] = b[r];
        } else if (map[a[r]] != b[r]) {
            return false;
        }
    }
    return true;
}

/* x settles roughly, and is kept if it is better than the best. */
bool lcn_settle_candidate(lcn_search *s)
{
    lcn_limits rough = lcn_limits_rough(s->work->problem, s->options);
    rough.give_up = (s->best_cost + LCN_NEAR) * s->work->problem->nat;
    if (lcn_any_empty(&s->x.W)) return false;
    lcn_point_changed(&s->x);
    lcn_settle(s->ctx, s->work, &s->x, &rough);
    return keep_better(s);
}

/* ---- starts ---- */

static lacon_status make_start(lcn_search *s, int64_t which, const char **name)
{
    const bool own = which == VARIMAX || (which < SEEDS && s->work->p <= LCN_WARD_MOST);
    const start_kind kind = own ? (start_kind)which : SEEDS;
    const uint64_t seed = s->options->seed;
    *name = START_NAMES[kind];
    if (kind == VARIMAX) return lcn_start_varimax(s->ctx, s->work, &s->x, s->mean, seed);
    if (kind != SEEDS) return lcn_start_ward(s->ctx, s->work, &s->x, s->mean,
                                             kind == WARD_PROFILES ? LCN_WARD_PROFILES : LCN_WARD_VARIABLES);
    lcn_start_seeds(s->work, &s->x, s->mean, s->order, seed, which, s->seed_scratch);
    return LACON_OK;
}

/* x, maybe far from the best, settles roughly. */
static bool settle_far(lcn_search *s)
{
    lcn_limits rough = lcn_limits_rough(s->work->problem, s->options);
    rough.give_up = (s->best_cost + FAR_BEHIND * (double)s->work->p) * s->work->problem->nat;
    return lcn_settle(s->ctx, s->work, &s->x, &rough);
}

static lacon_status try_starts(lcn_search *s, lcn_stage *stage)
{
    const int64_t asked = s->options->starts > 0 ? s->options->starts : SEEDS;
    const int64_t wanted = asked < LCN_MAX_STARTS ? asked : LCN_MAX_STARTS;
    for (int64_t i = stage->next; i < wanted; i++) {
        const char *name = "";
        LCN_TRY(make_start(s, i, &name));
        lcn_evaluate(s->work, &s->x, LCN_TANGENT);
        s->work->trace = lcn_outcome_trace(s->out);
        lcn_trace_step(s->work->trace, s->x.f, 0.0);
        const bool settled = settle_far(s);
        s->work->trace = NULL;
        lcn_outcome_start(s->out, name, s->x.f, &s->x.W);
        const bool agrees = i > 0 && lcn_same_partition(s, s->x.W.module, s->best.W.module);
        keep_better(s);
        s->out->start_cost[s->out->n_starts - 1] = s->cost;
        note(s, "start", i + 1, wanted, settled);
        const bool enough = agrees && s->options->starts == 0; /* two ways to the same modules */
        stage->next = (int32_t)(enough ? wanted : i + 1);
        LCN_TRY(lcn_search_keep(s, stage));
        if (enough || s->out->stop == LACON_STOP_CANCELLED) break;
    }
    return LACON_OK;
}

/* ---- crossing two optima ---- */

/* Columns of the fine point are joined, cheapest first, until k are left; their variables and weights to x. */
static void join_down(lcn_search *s)
{
    lcn_columns *c = &s->columns;
    lcn_loadings *W = &s->fine_x.W;
    lcn_evaluate_once(s->fine, &s->fine_x);
    lcn_columns_of(c, s->fine, &s->fine_x);
    while (c->K > s->work->k) {
        const lcn_pair best = lcn_columns_cheapest(c);
        lcn_columns_join(c, &best);
        lcn_loadings_join(W, W, &best);
        W->k = c->K;
    }
    lcn_loadings_copy(&s->x.W, W);
    lcn_loadings_normalise(&s->x.W);
}

/* Cells: variables that are together in best and in another partition. The largest become the columns of the fine
 * point, with the weights of best; returns how many. */
static int64_t cells(lcn_search *s, const int32_t *other)
{
    const int64_t k = s->work->k, p = s->work->p, most = lcn_finest(p, k, s->work->problem->n_terms);
    int64_t *count = s->cells, taken = 0;
    memset(count, 0, (size_t)(k * k) * sizeof *count);
    for (int64_t r = 0; r < p; r++) {
        const int32_t a = s->best.W.module[r], b = other[r];
        if (a >= 0 && b >= 0) count[a * k + b]++;
    }
    for (; taken < most; taken++) {
        int64_t at = 0;
        for (int64_t e = 1; e < k * k; e++)
            if (count[e] > count[at]) at = e;
        if (count[at] <= 0) break;
        count[at] = -1 - taken;
    }
    for (int64_t r = 0; r < p; r++) {
        const int32_t a = s->best.W.module[r], b = other[r];
        const int64_t cell = a >= 0 && b >= 0 ? count[a * k + b] : 0;
        s->fine_x.W.module[r] = cell < 0 ? (int32_t)(-1 - cell) : LCN_UNASSIGNED;
        s->fine_x.W.weight[r] = cell < 0 ? s->best.W.weight[r] : 0.0;
    }
    s->fine_x.W.spread2 = s->best.W.spread2;
    return taken;
}

bool lcn_cross(lcn_search *s, const int32_t *other)
{
    const int64_t p = s->work->p, k = s->work->k;
    if (lcn_same_partition(s, s->best.W.module, other)) return false;
    lcn_fine_turn_to(s, lcn_finest(p, k, s->work->problem->n_terms));
    const int64_t K = cells(s, other);
    if (K <= k) return false;
    lcn_fine_turn_to(s, K);
    lcn_loadings_normalise(&s->fine_x.W);
    join_down(s);
    lcn_evaluate(s->work, &s->x, LCN_TANGENT);
    lcn_assign_all(s->work, &s->x);
    return lcn_settle_candidate(s);
}

/* ---- rounds ---- */

/* As long as the evidence grows. */
static void improve(lcn_search *s, lcn_trace *trace)
{
    int rounds = 0;
    for (double before = INFINITY; rounds < ROUNDS && !lcn_cancelled(s->ctx) &&
                                   before - s->best_cost > LCN_A_ROUND * (double)s->work->p;) {
        before = s->best_cost;
        if (!lcn_recombine(s)) break;
        lcn_trace_step(trace, s->best.f, 0.0);
        note(s, "split and merge", ++rounds, 0, true);
    }
}

/* ---- tries ---- */

/* x <- best with a share of its variables each in any module */
static void place_at_random(lcn_search *s, int64_t which)
{
    lcn_rng rng = lcn_rng_stream(s->options->seed, LCN_STREAM_STARTS, (uint32_t)which);
    lcn_loadings *to = &s->x.W;
    lcn_loadings_copy(to, &s->best.W);
    lcn_number_modules(s, s->cells, to);
    for (int64_t i = 0; i < s->work->p; i++) {
        int32_t *module = &to->module[s->order[i].variable];
        if (*module >= 0 && lcn_rng_uniform(&rng) < DISTURBED)
            *module = (int32_t)s->cells[lcn_rng_below(&rng, (uint64_t)s->work->k)];
    }
    lcn_loadings_normalise(to);
}

/* Disturbed modules and seeds in turn, settled; crossed with the best, because what is better in them is mostly a part
 * of them. True where the best is better for it. */
static lacon_status try_another(lcn_search *s, bool *better)
{
    const int64_t which = LCN_MAX_STARTS + s->tries; /* a stream of its own */
    const double before = s->best_cost;
    const char *name = "";
    *better = false;
    if (s->tries++ % 2 == 0) place_at_random(s, which);
    else LCN_TRY(make_start(s, which, &name));
    if (lcn_any_empty(&s->x.W)) return LACON_OK;
    lcn_point_changed(&s->x);
    settle_far(s);
    lcn_loadings_copy(&s->ahead[0], &s->x.W);
    if (!keep_better(s)) lcn_cross(s, s->ahead[0].module);
    *better = s->best_cost < before;
    return LACON_OK;
}

/* Did two of the starts first, first + step, .. below `end` end in the best? */
static bool met_twice(lcn_search *s, int64_t first, int64_t step, int64_t end)
{
    int met = 0;
    for (int64_t i = first; i < end; i += step)
        met += lcn_same_partition(s, s->out->start_module + i * s->work->p, s->best.W.module);
    return met > 1;
}

static lacon_status try_on(lcn_search *s, lcn_trace *trace)
{
    if (s->work->k < 2) return LACON_OK;
    double from = s->best_cost; /* where they last began to count */
    for (int in_vain = 0, tried = 1; in_vain < LCN_TRIES && !lcn_cancelled(s->ctx); tried++) {
        bool better;
        LCN_TRY(try_another(s, &better));
        const bool gained = from - s->best_cost > LCN_A_ROUND * (double)s->work->p;
        in_vain = gained ? 0 : in_vain + 1;
        if (gained) from = s->best_cost;
        if (better) lcn_trace_step(trace, s->best.f, 0.0);
        note(s, "try", tried, 0, true);
    }
    return LACON_OK;
}

/* From the best of the starts first, first + step, .. below `end`. */
static lacon_status go_on(lcn_search *s, int64_t first, int64_t step, int64_t end)
{
    const double before = s->best_cost;
    lcn_trace *trace = lcn_outcome_trace(s->out);
    lcn_trace_step(trace, s->best.f, 0.0);
    const double enough = LCN_A_ROUND * (double)s->work->p;
    for (double from = INFINITY, tried_from = INFINITY; tried_from - s->best_cost > enough;) {
        improve(s, trace);
        if (from - s->best_cost <= enough) break; /* tries were in vain from here already */
        if (met_twice(s, first, step, end)) break;
        tried_from = s->best_cost;
        LCN_TRY(try_on(s, trace));
        from = s->best_cost;
    }
    if (!(s->best_cost < before) || s->out->n_starts == LCN_MAX_STARTS) return LACON_OK;
    lcn_outcome_start(s->out, "split-and-merge", s->best.f, &s->best.W);
    s->out->start_cost[s->out->n_starts - 1] = NAN;
    return LACON_OK;
}

/* ---- two searches ---- */

/* The best becomes what the start of most evidence among half, half + 2, .. below `end` settles in. */
static void begin_at(lcn_search *s, int64_t half, int64_t end)
{
    int64_t at = half;
    for (int64_t i = half; i < end; i += 2)
        if (s->out->start_cost[i] < s->out->start_cost[at]) at = i;
    memcpy(s->x.W.module, s->out->start_module + at * s->work->p, (size_t)s->work->p * sizeof *s->x.W.module);
    lcn_component_weights(s->work, &s->x);
    s->best_cost = INFINITY;
    lcn_settle_candidate(s);
}

/* Every second start is searched from by itself, as two runs would. What both say of each other is kept, and the
 * better is crossed with the other. */
static lacon_status search_twice(lcn_search *s, int64_t starts)
{
    lcn_loadings *first = &s->out->W;
    double cost = INFINITY;
    for (int half = 0; half < 2; half++) {
        begin_at(s, half, starts);
        LCN_TRY(go_on(s, half, 2, starts));
        if (half == 0) lcn_loadings_copy(first, &s->best.W);
        if (half == 0) cost = s->best_cost;
    }
    if (lcn_cancelled(s->ctx)) return LACON_OK;
    s->out->searches = 2;
    s->out->agreement = lacon_ari(s->work->p, first->module, s->best.W.module);
    if (lcn_same_partition(s, first->module, s->best.W.module)) return LACON_OK;
    const double second = s->best_cost;
    lcn_cross(s, first->module);
    lcn_loadings_copy(&s->x.W, first);
    if (cost < s->best_cost) lcn_settle_candidate(s);
    const bool neither = s->best_cost < fmin(cost, second) - LCN_A_ROUND * (double)s->work->p;
    return neither ? go_on(s, 0, 1, 0) : LACON_OK;
}

/* ---- the solver ---- */

static lacon_status look_around(lcn_search *s)
{
    return s->options->starts >= TWO_SEARCHES ? search_twice(s, s->out->n_starts) : go_on(s, 0, 1, s->out->n_starts);
}

/* The best, settled as it is, or with its spread judged from nothing: weights that the search drew together closely may
 * rest there though a wider one has more evidence. */
static bool settle_end(lcn_search *s, const lcn_limits *limits)
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

/* From the stage that was kept last. */
static lacon_status all_stages(lcn_search *s)
{
    lcn_stage stage;
    memset(&stage, 0, sizeof stage); /* it is kept as it is, padding too */
    if (lcn_search_resume(s, &stage)) lcn_progress(s->ctx, "resume", stage.next, 0, s->best.f);
    if (stage.at == LCN_SEARCHED) return LACON_OK;
    LCN_TRY(try_starts(s, &stage));
    if (s->out->stop == LACON_STOP_CANCELLED) return LACON_OK;
    LCN_TRY(fine_new(s));
    LCN_TRY(look_around(s));
    stage.at = LCN_SEARCHED;
    return lcn_search_keep(s, &stage);
}

static lacon_status find_modules(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                                 const lacon_fit_options *options)
{
    lcn_search s;
    lacon_status status;
    LCN_GOTO(finder_new(&s, ctx, out, problem, options));
    LCN_GOTO(all_stages(&s));
    const lcn_limits limits = lcn_limits_of(problem, options);
    lcn_sweeps_free(&ctx->allocator, s.work->sweeps); /* steps and single moves from here on, in double */
    s.work->sweeps = NULL;
    s.work->rough = false;
    lcn_work_invalidate(s.work);
    const bool settled = settle_end(&s, &limits);
    out->stop = settled ? LACON_STOP_CONVERGED : lcn_cancelled(ctx) ? LACON_STOP_CANCELLED : LACON_STOP_MAX_ITER;
    lcn_loadings_copy(&out->W, &s.best.W);
    out->iterations += s.work->evaluations + lcn_fine_evaluations(&s);
    lcn_outcome_leave(out, s.work, &s.best);
    s.work = NULL;
done:
    finder_clear(&s);
    return status;
}

/* From init to a fixed point: no search around it. */
static lacon_status iterate(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                            const lacon_fit_options *options, const lcn_loadings *init)
{
    lcn_limits limits = lcn_limits_of(problem, options);
    lcn_work *work = NULL;
    lcn_point x = {0};
    lacon_status status;
    limits.rounds = 0;
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_point_new(ctx, &x, problem->p, problem->k));
    lcn_loadings_copy(&x.W, init);
    lcn_evaluate(work, &x, LCN_TANGENT);
    work->trace = lcn_outcome_trace(out);
    lcn_trace_step(work->trace, x.f, 0.0);
    const bool settled = lcn_settle(ctx, work, &x, &limits);
    work->trace = NULL;
    if (!settled) out->stop = lcn_cancelled(ctx) ? LACON_STOP_CANCELLED : LACON_STOP_MAX_ITER;
    lcn_loadings_copy(&out->W, &x.W);
    out->iterations += work->evaluations;
    lcn_outcome_start(out, "init", x.f, &x.W);
    lcn_outcome_leave(out, work, &x);
    work = NULL;
done:
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(work);
    return status;
}

lacon_status lcn_mm_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                        const lacon_fit_options *options, const lcn_loadings *init)
{
    out->stop = LACON_STOP_CONVERGED;
    return init ? iterate(ctx, out, problem, options, init) : find_modules(ctx, out, problem, options);
}
