/* SPDX-License-Identifier: BSD-3-Clause
 * The default solver: find the modules, then polish them (docs/algorithm/search.md).
 *
 *   small problem    sketch of the long classes; all the searching happens there
 *   starts           Stiefel relaxation + varimax, Ward on profiles, Ward on variables, seeds far apart
 *   each             majorise-minimise and exact moves until neither helps
 *   split and merge  dissolve one module, split another, settle; as long as that improves
 *   last word        single variables where the evidence wants them; --membership all: the optimum of least
 *                    expected loss among all that were met (optima.c)
 *   polish           the same iteration on the full data
 */
#include "fit/mm.h"
#include "fit/optima.h"
#include "fit/solver.h"
#include "fit/start.h"

#include <math.h>
#include <string.h>

enum {
    WIDE = 6,        /* modules tried for splitting, and for dissolving, at most */
    FINALISTS = 12,  /* candidates of a round that are settled, at most */
    MERGE_ROUNDS = 20
};

static const double HOPELESS = 0.25; /* nats per variable above the best that hardly any candidate makes up for */
static const double NEAR = 1.0;     /* nats over all observations that the last iterations may still gain */
static const double ROUGH_ANGLE = 5e-2; /* of varimax, whose result is rounded to modules */
static const double NO_GAIN = 1e-4; /* nats over all observations: the same optimum met again */

typedef enum start_kind { STIEFEL, WARD_PROFILES, WARD_VARIABLES, SEEDS } start_kind;

/* How much to search, measured by how often the result is no worse than a fit from the truth. */
typedef struct effort {
    start_kind order[SEEDS]; /* of the deterministic starts; seeds come after them */
    int starts, wide, finalists; /* wide 0: no split and merge */
    int trial;         /* iterations before a split-and-merge candidate is judged */
    bool single_moves; /* of variables, judged by the objective, between descents */
} effort;
static const effort SEVERAL_CLASSES = {{STIEFEL, WARD_PROFILES, WARD_VARIABLES}, 3, WIDE, 8, 2, true};
/* One class: varimax of its eigenvectors finds less than Ward, which needs no company. */
static const effort ONE_CLASS = {{WARD_PROFILES, WARD_VARIABLES, STIEFEL}, 2, WIDE, 8, 2, true};
/* Where the choice is between all optima met, more are met. */
static const effort ONE_CLASS_ALL = {{WARD_PROFILES, WARD_VARIABLES, STIEFEL}, 2, WIDE, FINALISTS, 3, true};
/* A sketch is only the way to a start for the rows, whose optimum may lie elsewhere. */
static const effort SKETCHED = {{STIEFEL, WARD_PROFILES, WARD_VARIABLES}, 2, 3, 2, 1, true};
/* What more can be found in the sketch of one class the rows do not bear out. */
static const effort ONE_SKETCH = {{STIEFEL, WARD_PROFILES, WARD_VARIABLES}, 2, 0, 0, 0, false};

static const effort *effort_for(const lcn_problem *problem, bool all)
{
    if (problem->n_terms == 1 && problem->diagonals) return &ONE_SKETCH;
    if (problem->n_terms == 1) return all ? &ONE_CLASS_ALL : &ONE_CLASS;
    return problem->diagonals ? &SKETCHED : &SEVERAL_CLASSES;
}

/* With one class, and where variables may be left out, half of the modules and one find as much: the test takes back
 * most of what the others gain. */
static int wide_for(const effort *e, const lcn_problem *problem)
{
    if (e != &ONE_CLASS) return e->wide;
    const int64_t half = problem->k / 2 + 1;
    return half < e->wide ? (int)half : e->wide;
}

typedef struct finder {
    lacon_ctx *ctx;
    lcn_outcome *out;
    const lacon_fit_options *options;
    lcn_work *work;
    lcn_mean *mean;
    lcn_limits limits;
    const effort *effort;
    int wide;          /* modules tried for splitting, and for dissolving */
    bool all;          /* every variable must be placed: likelihood is what was asked for */
    lcn_point best, x;
    lcn_optima met;    /* where all */
    double best_value; /* evidence_of(best): what optima are compared by */
    double *U;          /* p × k: loadings before they are rounded to modules */
    double *scratch;    /* 3 p */
    int64_t *index;     /* p */
    int8_t *side;       /* k × p: halves of each module */
    lcn_loadings finalist[FINALISTS];
    double finalist_f[FINALISTS];
    int64_t n_finalists;
} finder;

/* ---- room ---- */

static void finder_clear(finder *s)
{
    const lacon_allocator *a = &s->ctx->allocator;
    lcn_point_clear(a, &s->best);
    lcn_point_clear(a, &s->x);
    lcn_optima_clear(a, &s->met);
    lcn_free(a, s->U);
    lcn_free(a, s->scratch);
    lcn_free(a, s->index);
    lcn_free(a, s->side);
    for (int i = 0; i < FINALISTS; i++) lcn_loadings_clear(a, &s->finalist[i]);
    lcn_mean_free(s->mean);
    lcn_work_free(s->work);
}

static lacon_status finder_new(finder *s, lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                               const lacon_fit_options *options)
{
    const int64_t p = problem->p, k = problem->k;
    const bool all = options->membership == LACON_MEMBERSHIP_ALL;
    *s = (finder){.ctx = ctx, .out = out, .options = options, .best_value = INFINITY, .all = all,
                  .limits = problem->diagonals ? lcn_limits_rough(problem, options)
                                               : lcn_limits_of(problem, options),
                  .effort = effort_for(problem, all)};
    if (!s->effort->single_moves) s->limits.rounds = 0;
    s->wide = wide_for(s->effort, problem);
    LCN_TRY(lcn_work_new(ctx, &s->work, problem));
    LCN_TRY(lcn_mean_new(ctx, &s->mean, problem));
    LCN_TRY(lcn_point_new(ctx, &s->best, p, k));
    LCN_TRY(lcn_point_new(ctx, &s->x, p, k));
    if (all) LCN_TRY(lcn_optima_new(ctx, &s->met, p, k));
    for (int i = 0; i < s->effort->finalists; i++) LCN_TRY(lcn_loadings_new(ctx, &s->finalist[i], p, k));
    s->U = lcn_alloc(ctx, (size_t)(p * k), sizeof *s->U);
    s->scratch = lcn_alloc(ctx, (size_t)(3 * p), sizeof *s->scratch);
    s->index = lcn_alloc(ctx, (size_t)p, sizeof *s->index);
    s->side = lcn_alloc(ctx, (size_t)(k * p), sizeof *s->side);
    if (!s->U || !s->scratch || !s->index || !s->side) return LACON_E_MEMORY;
    return LACON_OK;
}

/* ---- starts ---- */

/* Start number `which` into s->x; its name into *name. */
static lacon_status make_start(finder *s, int64_t which, const char **name)
{
    static const char *const NAMES[] = {"stiefel", "ward-profiles", "ward-variables", "seeds"};
    const int64_t p = s->work->p, k = s->work->k;
    const start_kind kind = which < SEEDS ? s->effort->order[which] : SEEDS;
    *name = NAMES[kind];
    if (kind == WARD_PROFILES || kind == WARD_VARIABLES)
        return lcn_start_ward(s->ctx, s->work, &s->x, s->mean,
                              kind == WARD_PROFILES ? LCN_WARD_PROFILES : LCN_WARD_VARIABLES);
    if (kind == STIEFEL) {
        LCN_TRY(lcn_stiefel(s->ctx, s->U, s->work, s->mean, s->options->seed));
        lcn_varimax_to(s->U, p, k, ROUGH_ANGLE);
    } else {
        LCN_TRY(lcn_seeds(s->ctx, s->U, k, s->mean, s->options->seed, which));
    }
    lcn_round_to_modules(s->work, &s->x, s->U);
    return LACON_OK;
}

/* Between local optima the marginal likelihood decides, not its maximum: nats per observation plus the
 * Occam factor of the weights. Where the last word is optima.c's, what was met is remembered. The workspace
 * stands at x, where the search is. */
static double evidence_of(finder *s)
{
    const lcn_problem *q = s->work->problem;
    const double n = (double)q->n_total, price = lcn_occam(s->work, &s->x.W, s->scratch);
    double value = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++) value += q->terms[i].omega * s->work->profile[i].nll;
    if (s->all) lcn_optima_enter(&s->met, &s->x.W, n * value, price);
    return value + price / n;
}

/* evidence_of where the search is, wherever the workspace stands */
static double present_value(finder *s)
{
    lcn_loadings_count(&s->x.W);
    if (s->work->stands_at != s->x.W.weight) lcn_evaluate(s->work, &s->x, LCN_TANGENT);
    return evidence_of(s);
}

/* The better of the two optima becomes s->best. */
static bool keep_better(finder *s)
{
    const double value = present_value(s);
    if (!(value < s->best_value - NO_GAIN / (double)s->work->problem->n_total)) return false;
    lcn_point_swap(&s->x, &s->best);
    s->best_value = value;
    return true;
}

static void note(finder *s, const char *phase, int64_t step, int64_t total, bool settled)
{
    if (!settled) s->out->stop = lcn_cancelled(s->ctx) ? LACON_STOP_CANCELLED : LACON_STOP_MAX_ITER;
    lcn_progress(s->ctx, phase, step, total, s->best.f);
}

/* A start that begins where an earlier one did, to the last bit, ends where that did. */
static bool known_start(finder *s, const double *began, int64_t i, const char *name)
{
    const int64_t p = s->work->p;
    for (int64_t j = 0; j < i; j++) {
        if (began[j] != s->x.f) continue;
        memcpy(s->x.W.module, s->out->start_module + j * p, (size_t)p * sizeof *s->x.W.module);
        s->out->trace[s->out->n_starts] = s->out->trace[j];
        lcn_outcome_start(s->out, name, s->out->start_objective[j], &s->x.W);
        return true;
    }
    return false;
}

static lacon_status try_starts(finder *s)
{
    const int64_t wanted = s->options->starts > 0 ? s->options->starts : s->effort->starts;
    double began[LCN_MAX_STARTS];
    for (int64_t i = 0; i < wanted && i < LCN_MAX_STARTS; i++) {
        const char *name = "";
        LCN_TRY(make_start(s, i, &name));
        lcn_evaluate(s->work, &s->x, LCN_TANGENT);
        began[i] = s->x.f;
        if (known_start(s, began, i, name)) continue;
        s->work->trace = lcn_outcome_trace(s->out);
        lcn_trace_step(s->work->trace, s->x.f, 0.0);
        const bool settled = lcn_settle(s->ctx, s->work, &s->x, &s->limits);
        s->work->trace = NULL;
        lcn_outcome_start(s->out, name, s->x.f, &s->x.W);
        keep_better(s);
        note(s, "start", i + 1, wanted, settled);
        if (s->out->stop == LACON_STOP_CANCELLED) break;
    }
    return LACON_OK;
}

/* ---- split and merge ---- */

/* The same partition up to the names of the modules? */
static bool same_partition(const int32_t *a, const int32_t *b, int64_t p, int64_t k, int64_t *map)
{
    for (int64_t j = 0; j < k; j++) map[j] = LCN_UNASSIGNED;
    for (int64_t r = 0; r < p; r++) {
        if (map[a[r]] == LCN_UNASSIGNED) map[a[r]] = b[r];
        else if (map[a[r]] != b[r]) return false;
    }
    return true; /* both have k modules, none empty: a map onto them is one to one */
}

/* x <- best with module b dissolved (its variables go where their tangent is largest) and module a cut
 * in two, one half taking b's place */
static bool recombine(finder *s, int32_t a, int32_t b, const double *F)
{
    const lcn_loadings *from = &s->best.W;
    lcn_loadings *to = &s->x.W;
    const int64_t pp = s->work->pp, k = s->work->k, p = s->work->p;
    const int8_t *side = s->side + a * p;
    lcn_loadings_copy(to, from);
    for (int64_t r = 0; r < p; r++) {
        if (from->module[r] == a && side[r] > 0) to->module[r] = b;
        if (from->module[r] != b) continue;
        int32_t best = b == 0 ? 1 : 0;
        for (int32_t j = 0; j < k; j++)
            if (j != b && F[j * pp + r] > F[best * pp + r]) best = j;
        to->module[r] = best;
        to->weight[r] = 0.0;
    }
    lcn_loadings_count(to);
    for (int64_t j = 0; j < k; j++)
        if (to->size[j] == 0) return false;
    lcn_loadings_normalise(to);
    return true;
}

/* Keep x among the finalists when it is one of the lowest; they stay sorted. */
static void enter(finder *s)
{
    int64_t at = s->n_finalists;
    if (at < s->effort->finalists) s->n_finalists++;
    else if (s->finalist_f[--at] <= s->x.f) return;
    const lcn_loadings room = s->finalist[at];
    for (; at > 0 && s->finalist_f[at - 1] > s->x.f; at--) {
        s->finalist[at] = s->finalist[at - 1];
        s->finalist_f[at] = s->finalist_f[at - 1];
    }
    s->finalist[at] = room;
    s->finalist_f[at] = s->x.f;
    lcn_loadings_copy(&s->finalist[at], &s->x.W);
}

/* The `most` modules with the largest score, best first; -INFINITY is out. Returns how many. */
static int widest(int32_t *out, int most, const double *score, int64_t k)
{
    int n = 0;
    for (int32_t j = 0; j < k; j++) {
        if (score[j] == -INFINITY) continue;
        int at = n;
        if (n < most) n++;
        else if (score[out[--at]] >= score[j]) continue;
        for (; at > 0 && score[out[at - 1]] < score[j]; at--) out[at] = out[at - 1];
        out[at] = j;
    }
    return n;
}

/* Is finalist i the best, or one before it, under other names? */
static bool repeated(finder *s, int64_t i)
{
    const int64_t p = s->work->p, k = s->work->k;
    const int32_t *module = s->finalist[i].module;
    bool same = same_partition(module, s->best.W.module, p, k, s->index);
    for (int64_t j = 0; j < i && !same; j++) same = same_partition(module, s->finalist[j].module, p, k, s->index);
    return same;
}

/* The finalists in turn: roughly, and to the end where that comes near the best. True when one is better. */
static bool settle_finalists(finder *s)
{
    const double n = (double)s->work->problem->n_total;
    const double hopeless = s->best.f + HOPELESS * (double)s->work->p / n;
    const bool ml = s->options->objective == LACON_OBJECTIVE_ML;
    lcn_limits rough = s->limits;
    rough.gain = fmax(s->limits.gain, s->limits.rough);
    if (ml) rough.give_up = s->best_value; /* the Occam factor only adds to what a descent reaches */
    for (int64_t i = 0; i < s->n_finalists && !lcn_cancelled(s->ctx); i++) {
        if (ml && s->finalist_f[i] > hopeless) return false;
        if (repeated(s, i)) continue;
        lcn_loadings_copy(&s->x.W, &s->finalist[i]);
        lcn_evaluate(s->work, &s->x, LCN_TANGENT);
        lcn_settle(s->ctx, s->work, &s->x, &rough);
        if (present_value(s) > s->best_value + NEAR / n) continue;
        if (rough.gain > s->limits.gain) lcn_settle(s->ctx, s->work, &s->x, &s->limits);
        if (keep_better(s)) return true;
    }
    return false;
}

/* One round: judge the candidates after a few steps, settle the best. True when the best improved. */
static bool recombine_round(finder *s, double *split_score, double *faint)
{
    const int64_t k = s->work->k, p = s->work->p;
    const lcn_limits brief = {.gain = s->limits.gain, .max_iter = s->effort->trial, .give_up = INFINITY};
    int32_t splits[WIDE], dissolves[WIDE];
    lcn_evaluate(s->work, &s->best, LCN_TANGENT);
    for (int32_t j = 0; j < k; j++) {
        const double ratio = lcn_split(&s->best.W, j, s->mean, s->side + j * p, s->scratch, s->index);
        double share = 0.0; /* of the module's variance: large ones gain by a split, faint ones lose little */
        for (int64_t i = 0; i < s->work->problem->n_terms; i++)
            share += s->work->problem->terms[i].omega * s->work->S[(i * k + j) * k + j] /
                     s->work->problem->terms[i].trace;
        split_score[j] = ratio > 0.0 ? ratio * share : -INFINITY;
        faint[j] = -share;
    }
    const int n_split = widest(splits, s->wide, split_score, k);
    const int n_dissolve = widest(dissolves, s->wide, faint, k);
    s->n_finalists = 0;
    for (int a = 0; a < n_split; a++)
        for (int b = 0; b < n_dissolve; b++) {
            if (splits[a] == dissolves[b] || !recombine(s, splits[a], dissolves[b], s->best.F)) continue;
            lcn_evaluate(s->work, &s->x, LCN_TANGENT);
            lcn_descend(NULL, s->work, &s->x, &brief);
            enter(s);
        }
    return settle_finalists(s);
}

static lacon_status split_and_merge(finder *s)
{
    if (s->work->k < 2 || s->work->p < 3 || s->wide == 0) return LACON_OK;
    double *scores = lcn_alloc(s->ctx, (size_t)(2 * s->work->k), sizeof *scores);
    if (!scores) return LACON_E_MEMORY;
    int rounds = 0;
    lcn_trace *trace = lcn_outcome_trace(s->out);
    lcn_trace_step(trace, s->best.f, 0.0);
    while (rounds < MERGE_ROUNDS && recombine_round(s, scores, scores + s->work->k)) {
        lcn_trace_step(trace, s->best.f, 0.0);
        note(s, "split and merge", ++rounds, 0, true);
    }
    if (rounds > 0) lcn_outcome_start(s->out, "split-and-merge", s->best.f, &s->best.W);
    lcn_free(&s->ctx->allocator, scores);
    return LACON_OK;
}

/* ---- the last word ---- */

/* Single variables where the evidence wants them, at the price of some likelihood. A sketch is settled on the
 * rows it stands for. */
static void settle_by_evidence(finder *s, const lcn_problem *problem)
{
    const lcn_limits last = lcn_limits_last(problem, s->options);
    if (!last.priced || problem->diagonals) return;
    lcn_loadings_copy(&s->x.W, &s->best.W);
    lcn_evaluate(s->work, &s->x, LCN_TANGENT);
    lcn_settle(s->ctx, s->work, &s->x, &last);
    keep_better(s);
}

/* The optimum of least expected loss among those met, to the end: it may have been settled roughly. */
static void settle_the_chosen(finder *s)
{
    const int64_t p = s->work->p, chosen = lcn_optima_choose(&s->met);
    const int32_t *module = s->met.module + chosen * p;
    const double *weight = s->met.weight + chosen * p;
    if (memcmp(module, s->best.W.module, (size_t)p * sizeof *module) == 0 &&
        memcmp(weight, s->best.W.weight, (size_t)p * sizeof *weight) == 0)
        return;
    memcpy(s->best.W.module, module, (size_t)p * sizeof *module);
    memcpy(s->best.W.weight, weight, (size_t)p * sizeof *weight);
    lcn_evaluate(s->work, &s->best, LCN_TANGENT);
    s->work->trace = lcn_outcome_trace(s->out);
    lcn_trace_step(s->work->trace, s->best.f, 0.0);
    const bool settled = lcn_settle(s->ctx, s->work, &s->best, &s->limits);
    s->work->trace = NULL;
    lcn_outcome_start(s->out, "least-loss", s->best.f, &s->best.W);
    note(s, "choice", 1, 1, settled);
}

/* ---- the solver ---- */

static lacon_status find_modules(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *small,
                                 const lacon_fit_options *options)
{
    finder s;
    lacon_status status;
    LCN_GOTO(finder_new(&s, ctx, out, small, options));
    LCN_GOTO(try_starts(&s));
    if (out->stop != LACON_STOP_CANCELLED) LCN_GOTO(split_and_merge(&s));
    if (out->stop != LACON_STOP_CANCELLED) settle_by_evidence(&s, small);
    if (out->stop != LACON_STOP_CANCELLED && s.all) settle_the_chosen(&s);
    lcn_loadings_copy(&out->W, &s.best.W);
    out->iterations += s.work->evaluations;
done:
    finder_clear(&s);
    return status;
}

/* From out->W to a fixed point of the problem itself. */
static lacon_status polish(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                           const lcn_limits *limits, const char *name)
{
    lcn_work *work = NULL;
    lcn_point x = {0};
    lacon_status status;
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_point_new(ctx, &x, problem->p, problem->k));
    lcn_loadings_copy(&x.W, &out->W);
    lcn_evaluate(work, &x, LCN_TANGENT);
    if (name) work->trace = lcn_outcome_trace(out);
    lcn_trace_step(work->trace, x.f, 0.0);
    const bool settled = lcn_settle(ctx, work, &x, limits);
    work->trace = NULL;
    if (!settled) out->stop = lcn_cancelled(ctx) ? LACON_STOP_CANCELLED : LACON_STOP_MAX_ITER;
    else if (out->stop == LACON_STOP_MAX_ITER) out->stop = LACON_STOP_CONVERGED;
    lcn_loadings_copy(&out->W, &x.W);
    out->iterations += work->evaluations;
    if (name) lcn_outcome_start(out, name, x.f, &x.W);
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
    lcn_limits limits = lcn_limits_of(problem, options);
    out->stop = LACON_STOP_CONVERGED;
    if (init) { /* the iteration from there, no search around it */
        lcn_loadings_copy(&out->W, init);
        limits.rounds = 0;
        return polish(ctx, out, problem, &limits, "init");
    }
    lcn_problem *small = NULL;
    LCN_TRY(lcn_problem_sketch(ctx, &small, problem, lcn_sketch_rank(problem->k), options->seed));
    lacon_status status = find_modules(ctx, out, small ? small : problem, options);
    const bool sketched = small != NULL;
    lcn_problem_free(small);
    limits = lcn_limits_first(problem, options);
    if (status >= 0 && sketched && out->stop != LACON_STOP_CANCELLED)
        status = polish(ctx, out, problem, &limits, NULL);
    return status;
}
