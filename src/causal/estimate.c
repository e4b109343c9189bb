/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_causal_estimate: panels from the rows, an order from each (or one from all), effects from
 * the order, tests of the disturbances; boot.c repeats it on drawn rows.
 */
#include "causal/causal.h"

#include "data/effective.h"
#include "la/la.h"
#include "model/moments.h"
#include "util/options.h"

#include <math.h>
#include <string.h>

void lacon_causal_options_init_sized(lacon_causal_options *options, size_t size)
{
    const lacon_causal_options defaults = {.size = sizeof defaults, .noise_correction = 1, .prune = 1,
                                           .level = 0.05, .boot = 100, .seed = 1};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static lacon_status check_options(lacon_ctx *ctx, const lacon_causal_options *o, int64_t k)
{
    LCN_FAIL_IF(!(o->level > 0 && o->level < 1), LACON_E_ARGUMENT, "level %g: between 0 and 1",
                o->level);
    LCN_FAIL_IF(o->lags < LACON_LAGS_AUTO || o->lags > LCN_LAGS_LIMIT, LACON_E_ARGUMENT,
                "%lld lags: from 0 to %d, or auto", (long long)o->lags, LCN_LAGS_LIMIT);
    LCN_FAIL_IF(o->effects < LACON_EFFECTS_AUTO || o->effects > LACON_EFFECTS_LIKELIEST, LACON_E_ARGUMENT,
                "effects %d: not a lacon_effects", (int)o->effects);
    LCN_FAIL_IF(o->boot < 0 || o->block < 0 || o->boot > 1000000, LACON_E_ARGUMENT,
                "%lld bootstrap samples of blocks of %lld rows", (long long)o->boot,
                (long long)o->block);
    LCN_FAIL_IF(!(o->ica->tol > 0) || o->ica->max_iter < 1, LACON_E_ARGUMENT,
                "tol %g and max_iter %lld must be positive", o->ica->tol,
                (long long)o->ica->max_iter);
    const bool ica = o->method == LACON_CAUSAL_ICA;
    LCN_FAIL_IF(ica && o->common_order, LACON_E_UNSUPPORTED,
                "ICA-LiNGAM has no common order: its evidence cannot be added over classes");
    LCN_FAIL_IF(ica && o->prior, LACON_E_UNSUPPORTED,
                "ICA-LiNGAM takes no prior knowledge: its order comes out in one piece");
    LCN_FAIL_IF(o->prior && o->prior->k != k, LACON_E_SHAPE,
                "prior knowledge about %lld modules, the data have %lld", (long long)o->prior->k,
                (long long)k);
    return LACON_OK;
}

/* ---- one sample ---- */

int64_t lcn_order_scratch(const lcn_task *task, int64_t samples)
{
    const int64_t ld = task->ld, k = task->k;
    if (task->options.method == LACON_CAUSAL_ICA) return lcn_ica_scratch(ld, k);
    if (task->options.method == LACON_CAUSAL_DIRECT) return lcn_direct_scratch(ld, k, samples);
    return lcn_lattice_scratch(ld, k, samples);
}

lacon_status lcn_order(int64_t *order, const lcn_task *task, const lcn_sample *samples,
                       int64_t count, double *scratch)
{
    const lacon_causal_options *o = &task->options;
    if (o->method == LACON_CAUSAL_ICA) return lcn_ica_order(order, samples, o->ica, scratch);
    if (o->method == LACON_CAUSAL_DIRECT)
        lcn_direct_order(order, samples, count, o->prior, scratch);
    else
        lcn_likelihood_order(order, samples, count, task->shapes, o->prior, scratch);
    return LACON_OK;
}

lcn_pruning lcn_task_pruning(const lcn_task *task)
{
    if (!task->options.prune) return LCN_PRUNE_NONE;
    return task->noisy ? LCN_PRUNE_WALD : LCN_PRUNE_LASSO;
}

/* ---- all classes ---- */

static int64_t class_scratch(const lcn_task *task)
{
    const int64_t effects = lcn_effects_scratch(task->ld, task->k), rows = task->k * task->ld;
    return task->k * task->k + (effects > rows ? effects : rows);
}

/* Variance of e_j without noise: (I - B)_j G (I - B)_j' */
static double disturbance_variance(const lcn_sample *s, const double *B, int64_t j)
{
    double sum = 0;
    for (int64_t a = 0; a < s->k; a++)
        for (int64_t b = 0; b < s->k; b++)
            sum += ((a == j) - B[j * s->k + a]) * s->G[a * s->k + b] * ((b == j) - B[j * s->k + b]);
    return sum;
}

/* B: the effects as they are in the order of out, not expectations: these would leave something of
 * its causes in a disturbance. */
static void describe(lacon_causal *out, int64_t c, const lcn_sample *s, const double *B, double *E)
{
    const int64_t k = s->k;
    lcn_disturbances(E, s, B);
    for (int64_t j = 0; j < k; j++) {
        const int64_t at = c * k + j;
        lcn_normality(s->n, E + j * s->ld, &out->skewness[at], &out->kurtosis[at],
                      &out->gaussian[at]);
        const double d = disturbance_variance(s, B, j);
        double total = 0;
        for (int64_t t = 0; t < s->n; t++) total += E[j * s->ld + t] * E[j * s->ld + t];
        const double share = total / (double)s->n / d; /* cumulants of noise are 0 */
        out->variance[at] = d;
        out->skewness[at] *= share * sqrt(share);
        out->kurtosis[at] *= share * share;
    }
    out->floored[c] = s->floored;
    out->noise[c] = s->v;
}

/* Effects of class c in the order that out holds. Expected ones are there already: those whose
 * arrow survives in that order stay. */
static void estimate_class(lacon_causal *out, int64_t c, const lcn_task *task, const lcn_sample *s,
                           double *scratch)
{
    const int64_t k = task->k, *order = out->order + c * k;
    const bool expected = lcn_expects(task);
    double *plain = scratch, *B = out->B + c * k * k;
    lcn_effects(plain, s, task->noisy ? s->G : s->S, order, task->options.prior,
                lcn_task_pruning(task), scratch + k * k);
    for (int64_t i = 0; i < k * k; i++)
        if (!expected || plain[i] == 0) B[i] = plain[i];
    lcn_total_effects(out->total + c * k * k, k, B, order);
    if (s->lags > 0) lcn_lagged_effects(out->lagged + c * s->lags * k * k, s, B);
    describe(out, c, s, plain, scratch + k * k);
}

/* Order, and effects where they go together, of samples with one order. */
static lacon_status decide(lacon_causal *out, int64_t c, const lcn_task *task,
                           const lcn_sample *samples, int64_t count, double *scratch)
{
    const int64_t k = task->k;
    if (!lcn_expects(task)) return lcn_order(out->order + c * k, task, samples, count, scratch);
    lcn_expected(out->order + c * k, out->B + c * k * k, task, samples, count, scratch);
    return LACON_OK;
}

static int64_t decide_scratch(const lcn_task *task, int64_t samples)
{
    return lcn_expects(task) ? lcn_expected_scratch(task, samples)
                             : lcn_order_scratch(task, samples);
}

static lacon_status one_class(lacon_causal *out, int64_t c, const lcn_task *task, double *memory)
{
    lcn_sample s;
    lcn_sample_lay_out(&s, task->ld, task->k, task->lags, memory);
    double *scratch = memory + lcn_sample_doubles(task->ld, task->k, task->lags);
    lcn_sample_fill(&s, &task->panels[c], NULL, task->options.noise_correction);
    lacon_status status = LACON_OK;
    if (!task->options.common_order) status = decide(out, c, task, &s, 1, scratch);
    if (status >= 0) estimate_class(out, c, task, &s, scratch);
    return status;
}

/* Each class on a thread of its own; the first failure by class number is reported. */
static lacon_status each_class(lacon_ctx *ctx, lacon_causal *out, const lcn_task *task)
{
    const int64_t N = task->n_panels, order = decide_scratch(task, 1);
    const int64_t rest = class_scratch(task);
    const int64_t each = lcn_sample_doubles(task->ld, task->k, task->lags) + (order > rest ? order : rest);
    const int threads = ctx->threads < N ? ctx->threads : (int)N;
    double *memory = lcn_alloc(ctx, (size_t)threads, (size_t)each * sizeof *memory);
    lacon_status *status = lcn_alloc(ctx, (size_t)N, sizeof *status), worst = LACON_OK;
    if (memory == NULL || status == NULL) worst = LACON_E_MEMORY;
#pragma omp parallel for schedule(static, 1) num_threads(threads) if (worst >= 0)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t c = worker; worst >= 0 && c < N; c += threads)
            status[c] = one_class(out, c, task, memory + worker * each);
    for (int64_t c = 0; c < N && worst >= 0; c++) {
        if (status[c] > 0) worst = status[c];
        if (status[c] < 0)
            worst = lcn_fail(ctx, status[c],
                             "class '%s': the directions collapsed: try another seed or contrast",
                             task->panels[c].label);
    }
    lcn_free(&ctx->allocator, memory);
    lcn_free(&ctx->allocator, status);
    return worst;
}

/* One order from the evidence of all classes, copied to each. */
static lacon_status common_order(lacon_ctx *ctx, lacon_causal *out, const lcn_task *task)
{
    const int64_t N = task->n_panels, k = task->k, each = lcn_sample_doubles(task->ld, k, task->lags);
    const int64_t need = N * each + decide_scratch(task, N);
    double *memory = lcn_alloc(ctx, (size_t)need, sizeof *memory);
    lcn_sample *samples = lcn_alloc(ctx, (size_t)N, sizeof *samples);
    lacon_status status = memory && samples ? LACON_OK : LACON_E_MEMORY;
    for (int64_t c = 0; c < N && status >= 0; c++) {
        lcn_sample_lay_out(&samples[c], task->ld, k, task->lags, memory + c * each);
        lcn_sample_fill(&samples[c], &task->panels[c], NULL, task->options.noise_correction);
    }
    if (status >= 0) status = decide(out, 0, task, samples, N, memory + N * each);
    for (int64_t c = 1; c < N && status >= 0; c++)
        memcpy(out->order + c * k, out->order, (size_t)k * sizeof *out->order);
    lcn_free(&ctx->allocator, samples);
    lcn_free(&ctx->allocator, memory);
    return status;
}

static lacon_status warn_of_memory(lacon_ctx *ctx, lacon_causal *out, const lacon_data *data)
{
    double rows = 0, effective = 0;
    for (int64_t c = 0; c < data->n_classes; c++) {
        rows += (double)data->classes[c].n;
        effective += lcn_class_effective(&data->classes[c]);
    }
    return lcn_causal_warn(ctx, out, "rows follow each other (%.0f tell as much as %.0f independent ones): what takes "
                           "a row or more looks instantaneous, and arrows may be wrong: try lags auto", rows,
                           effective);
}

/* Disturbances that depend on each other: the least p of a class over its pairs, times their number. */
static lacon_status warn_of_dependence(lacon_ctx *ctx, lacon_causal *out)
{
    const int64_t k = out->k;
    int64_t depend = 0;
    for (int64_t c = 0; c < out->n_classes && out->boot > 0; c++) {
        double least = 1;
        for (int64_t i = 0; i < k * k; i++) least = fmin(least, out->independence[c * k * k + i]);
        depend += least * (double)k * (double)(k - 1) / 2 <= out->options.level;
    }
    if (depend == 0) return LACON_OK;
    return lcn_causal_warn(ctx, out,
                           "the disturbances depend on each other in %lld of %lld classes: an arrow is missing, "
                           "something unseen drives two of them, or an effect is not linear",
                           (long long)depend, (long long)out->n_classes);
}

static lacon_status warn(lacon_ctx *ctx, lacon_causal *out, lacon_status status)
{
    int64_t floored = 0, gaussian = 0;
    for (int64_t c = 0; c < out->n_classes; c++) {
        int64_t plain = 0; /* one Gaussian disturbance may be: two cannot be distinguished */
        for (int64_t j = 0; j < out->k; j++)
            plain += out->gaussian[c * out->k + j] > out->options.level;
        gaussian += plain > 1;
        floored += out->floored[c] > 0;
    }
    if (floored > 0)
        LCN_TRY(lcn_causal_warn(ctx, out,
                "directions of the modules hold hardly more than noise in %lld of %lld classes: "
                "their effects are uncertain there",
                (long long)floored, (long long)out->n_classes));
    if (gaussian > 0)
        LCN_TRY(lcn_causal_warn(ctx, out,
                "two or more disturbances may be Gaussian in %lld of %lld classes: "
                "no direction between them can be told there",
                (long long)gaussian, (long long)out->n_classes));
    LCN_TRY(warn_of_dependence(ctx, out));
    if (status == LACON_W_NOT_CONVERGED)
        LCN_TRY(lcn_causal_warn(ctx, out, "FastICA did not settle in every class within max-iter"));
    return LACON_OK;
}

static lacon_status run(lacon_ctx *ctx, lacon_causal *out, const lcn_task *task, const lacon_data *data)
{
    if (task->options.common_order) LCN_TRY(common_order(ctx, out, task));
    const lacon_status status = each_class(ctx, out, task);
    if (status < 0) return status;
    for (int64_t c = 0; c < task->n_panels; c++)
        out->block[c] =
            task->options.block ? task->options.block : lcn_block_rows(&task->panels[c]);
    if (task->options.boot > 0) LCN_TRY(lcn_boot(ctx, out, task));
    if (task->remembers) LCN_TRY(warn_of_memory(ctx, out, data));
    LCN_TRY(warn(ctx, out, status));
    return status;
}

/* ---- the whole ---- */

static lacon_status make_panels(lacon_ctx *ctx, lcn_panel *panels, lcn_task *task,
                                const lacon_model *model, const lacon_data *data)
{
    task->panels = panels;
    task->noisy = false;
    task->ld = 0;
    for (int64_t c = 0; c < data->n_classes; c++) {
        task->n_panels = c + 1;
        LCN_TRY(lcn_panel_init(ctx, &panels[c], model, data, c, task->lags));
        if (panels[c].ld > task->ld) task->ld = panels[c].ld;
        if (panels[c].spare > 0 && task->options.noise_correction) task->noisy = true;
    }
    return LACON_OK;
}

static void clear_panels(lacon_ctx *ctx, lcn_panel *panels, lcn_task *task)
{
    for (int64_t c = 0; panels && c < task->n_panels; c++) lcn_panel_clear(&ctx->allocator, &panels[c]);
    task->n_panels = 0;
}

/* The lags asked for, or panels with as many as may be tried, and the number these choose. Where none are asked for one
 * is tried, to know whether to advise. */
static lacon_status decide_lags(lacon_ctx *ctx, lcn_panel *panels, lcn_task *task, const lacon_model *model,
                                const lacon_data *data)
{
    task->lags = task->options.lags;
    if (task->lags > 0) return LACON_OK;
    int64_t fewest = INT64_MAX;
    for (int64_t c = 0; c < data->n_classes; c++)
        if (data->classes[c].n < fewest) fewest = data->classes[c].n;
    const bool chosen = task->lags == LACON_LAGS_AUTO;
    const int64_t enough = (fewest - 2) / (4 * task->k); /* a coefficient needs four rows at the very least */
    const int64_t most = chosen ? LCN_LAGS_MOST : 1;
    task->lags = enough < most ? enough : most;
    if (task->lags == 0) return LACON_OK;
    LCN_TRY(make_panels(ctx, panels, task, model, data));
    LCN_TRY(lcn_lags_choose(ctx, &task->lags, panels, task->n_panels, task->options.noise_correction));
    clear_panels(ctx, panels, task);
    task->remembers = !chosen && task->lags > 0;
    if (!chosen) task->lags = 0;
    return LACON_OK;
}

static lacon_status make_result(lacon_ctx *ctx, lacon_causal **out, const lcn_task *task,
                                const lacon_model *model, const lacon_data *data)
{
    const char **labels = lcn_alloc(ctx, (size_t)data->n_classes, sizeof *labels);
    if (labels == NULL) return LACON_E_MEMORY;
    for (int64_t c = 0; c < data->n_classes; c++) labels[c] = data->classes[c].label;
    const char *const *names =
        (const char *const *)(data->names ? data->names : data->default_names);
    const lacon_status status = lcn_causal_alloc(
        ctx, out, task->k, data->n_classes, model ? NULL : names, labels, true, task->options.boot);
    lcn_free(&ctx->allocator, labels);
    if (status < 0) return status;
    (*out)->options = task->options;
    (*out)->options.prior = NULL;
    (*out)->ica = task->ica;
    (*out)->options.ica = &(*out)->ica;
    return lcn_causal_alloc_lags(ctx, *out, task->lags);
}

lacon_status lacon_causal_estimate(lacon_ctx *ctx, lacon_causal **out, const lacon_model *model,
                                   const lacon_data *data, const lacon_causal_options *options)
{
    lcn_task task = {.k = model ? model->k : data->p};
    lcn_panel *panels = NULL;
    lcn_shapes *shapes = NULL;
    lacon_causal *made = NULL;
    lacon_status status;
    *out = NULL;
    LCN_TRY(LCN_TAKE(ctx, &task.options, options, lacon_causal_options));
    LCN_TRY(LCN_TAKE(ctx, &task.ica, task.options.ica, lacon_ica_options));
    task.options.ica = &task.ica;
    LCN_TRY(lcn_blas_ready(ctx));
    const int before = lcn_blas_begin();
    LCN_GOTO(check_options(ctx, &task.options, task.k));
    if (task.options.effects == LACON_EFFECTS_AUTO)
        task.options.effects = model ? LACON_EFFECTS_EXPECTED : LACON_EFFECTS_LIKELIEST;
    LCN_GOTO(model ? lcn_model_accepts(ctx, model, data) : LACON_OK);
    LCN_GOTO(lcn_data_whole(ctx, data, "directed connectivity"));
    panels = lcn_alloc(ctx, (size_t)data->n_classes, sizeof *panels);
    LCN_GOTO(panels ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(decide_lags(ctx, panels, &task, model, data));
    LCN_GOTO(make_panels(ctx, panels, &task, model, data));
    if (task.options.method == LACON_CAUSAL_LIKELIHOOD) LCN_GOTO(lcn_shapes_new(ctx, &shapes));
    task.shapes = shapes;
    LCN_GOTO(make_result(ctx, &made, &task, model, data));
    LCN_GOTO(run(ctx, made, &task, data));
    *out = made;
    made = NULL;
done:
    lcn_blas_end(before);
    clear_panels(ctx, panels, &task);
    lcn_free(&ctx->allocator, panels);
    lcn_shapes_free(&ctx->allocator, shapes);
    lacon_causal_free(made);
    return status;
}
