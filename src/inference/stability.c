/* SPDX-License-Identifier: BSD-3-Clause
 * Stability (docs/stability.md): the fit on resampled data, resamples side by side, each with a context
 * and random stream of its own; modules matched to the reference's by the assignment problem. What is
 * counted lies per resample in arrays of its own and is added up in order.
 */
#include "data/fingerprint.h"
#include "data/namemap.h"
#include "fit/finish_loadings.h"
#include "fit/search/starts.h"
#include "inference/blocks.h"
#include "inference/folds.h"
#include "parallel/tasks.h"
#include "util/options.h"
#include "util/rng.h"
#include <lacon/stability.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct lacon_stability {
    lacon_allocator allocator;
    lacon_stability_info info; /* borrows from below */
    lacon_stability_options options;
    lacon_fit_options fit;
    char **names, **labels;
    int32_t *module;
    double *share, *stability, *coassignment, *agreement;
    lacon_interval *interval; /* classes × E */
    int64_t *block;           /* classes */
};

typedef struct resampler {
    lacon_ctx *ctx;
    lacon_stability *out;
    const lacon_model *reference;
    const lacon_data *data;
    const lacon_stability_options *options;
    lacon_fit_options fit;
    lcn_block *blocks; /* N */
    int64_t p, k, N, R, E; /* E: entries of G with a <= b */
    int32_t *module;       /* R × p: in the reference's numbering, 0 unassigned, -1 a module beyond it */
    int32_t *own;          /* R × p: in the resample's own, 0 unassigned */
    double *G;             /* R × N × E × 2: covariance, correlation */
} resampler;

void lacon_stability_options_init_sized(lacon_stability_options *options, size_t size)
{
    const lacon_stability_options defaults = {.size = sizeof defaults, .resamples = 200, .confidence = 0.95};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static bool draws_rows(const lacon_stability_options *o)
{
    return o->over == LACON_OVER_ROWS || o->over == LACON_OVER_BOTH;
}

static bool draws_classes(const lacon_stability_options *o)
{
    return o->over == LACON_OVER_SUBJECTS || o->over == LACON_OVER_BOTH;
}

/* ---- resampled data ---- */

/* n rows in blocks of consecutive ones (circular, so that every row is as likely), into index. */
static void draw_rows(lcn_rng *rng, int64_t *index, int64_t n, int64_t block)
{
    for (int64_t i = 0; i < n;) {
        const int64_t first = (int64_t)lcn_rng_below(rng, (uint64_t)n);
        for (int64_t l = 0; l < block && i < n; l++) index[i++] = (first + l) % n;
    }
}

/* Every class once, its rows drawn anew if rows are. */
static lacon_status redraw_rows(lacon_ctx *ctx, lacon_data **out, const resampler *s, lcn_rng *rng,
                                int64_t *index)
{
    LCN_TRY(lcn_data_like(ctx, out, s->data, s->N));
    for (int64_t c = 0; c < s->N; c++) {
        const int64_t n = s->data->classes[c].n;
        for (int64_t i = 0; i < n; i++) index[i] = i;
        if (draws_rows(s->options)) draw_rows(rng, index, n, s->blocks[c].rows);
        LCN_TRY(lcn_data_add_rows(ctx, *out, s->data, c, index, n, s->data->classes[c].label));
    }
    return lacon_data_standardise(ctx, *out, s->data->scaling);
}

/* N classes of `all`, drawn with replacement; the second of a kind is called label~2. */
static lacon_status redraw_classes(lacon_ctx *ctx, lacon_data **out, const resampler *s,
                                   const lacon_data *all, lcn_rng *rng, int64_t *index)
{
    LCN_TRY(lcn_data_like(ctx, out, all, s->N));
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < s->N && status >= 0; i++) {
        const int64_t c = (int64_t)lcn_rng_below(rng, (uint64_t)s->N), n = all->classes[c].n;
        char *label = lcn_sprintf(ctx, "%s~%lld", all->classes[c].label, (long long)i + 1);
        if (!label) return LACON_E_MEMORY;
        for (int64_t r = 0; r < n; r++) index[r] = r;
        status = lcn_data_add_rows(ctx, *out, all, c, index, n, label);
        lcn_free(&ctx->allocator, label);
    }
    return status < 0 ? status : lacon_data_standardise(ctx, *out, LACON_SCALE_NONE);
}

/* ---- one resample ---- */

typedef struct start {
    const resampler *s;
    lacon_model **model;
    int64_t which;
} start;

/* Iterations from seed variables drawn at random, no search around them; rows without missing values. */
static lacon_status fit_start(lacon_ctx *ctx, void *user, const lacon_data *whole)
{
    const resampler *s = ((start *)user)->s;
    lcn_problem *problem = NULL;
    lcn_work *work = NULL;
    lcn_mean *mean = NULL;
    lcn_point x = {0};
    lcn_ranked *order = NULL;
    double *scratch = NULL;
    lacon_status status;
    LCN_GOTO(lcn_problem_new(ctx, &problem, whole, &s->fit));
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_mean_new(ctx, &mean, problem));
    LCN_GOTO(lcn_point_new(ctx, &x, s->p, s->k));
    order = lcn_alloc(ctx, (size_t)s->p, sizeof *order);
    scratch = lcn_alloc(ctx, (size_t)lcn_seeds_scratch(mean, s->k), sizeof *scratch);
    LCN_GOTO(order && scratch ? lcn_rank_variables(ctx, order, mean) : LACON_E_MEMORY);
    lcn_start_seeds(work, &x, mean, order, s->fit.seed, ((start *)user)->which, scratch);
    lcn_evaluate(work, &x, LCN_TANGENT);
    const lcn_limits limits = lcn_limits_rough(problem, &s->fit);
    lcn_settle(ctx, work, &x, &limits);
    status = lcn_finish_loadings(ctx, ((start *)user)->model, problem, &x.W, whole, &s->fit);
done:
    lcn_free(&ctx->allocator, order);
    lcn_free(&ctx->allocator, scratch);
    lcn_point_clear(&ctx->allocator, &x);
    lcn_mean_free(mean);
    lcn_work_free(work);
    lcn_problem_free(problem);
    return status;
}

/* Where values are missing: from a start where they are guessed, on by what was observed. */
static lacon_status fit_from_start(lacon_ctx *ctx, lacon_model **model, const resampler *s, int64_t which)
{
    lacon_model *bare = NULL;
    start from = {.s = s, .model = &bare, .which = which};
    lacon_fit_options fit = s->fit;
    LCN_TRY(lcn_missing_guess(ctx, s->data, s->k, fit_start, &from));
    fit.init = bare;
    fit.k = bare->k;
    lacon_status status = lacon_fit(ctx, model, s->data, &fit);
    lacon_model_free(bare);
    return status;
}

/* The model of resample `which`, with G of every class of the data where rows were drawn. */
static lacon_status fit_resample(lacon_ctx *ctx, lacon_model **model, const resampler *s, int64_t which)
{
    start from = {.s = s, .model = model, .which = which};
    if (s->options->over == LACON_OVER_STARTS)
        return lcn_has_missing(s->data) ? fit_from_start(ctx, model, s, which)
                                      : fit_start(ctx, &from, s->data);
    lcn_rng rng = lcn_rng_stream(s->fit.seed, LCN_STREAM_RESAMPLE, (uint32_t)which);
    lacon_data *all = NULL, *drawn = NULL;
    lacon_model *fitted = NULL;
    int64_t most = 0;
    for (int64_t c = 0; c < s->N; c++)
        if (s->data->classes[c].n > most) most = s->data->classes[c].n;
    int64_t *index = lcn_alloc(ctx, (size_t)most, sizeof *index);
    lacon_status status;
    LCN_GOTO(index ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(redraw_rows(ctx, &all, s, &rng, index));
    if (draws_classes(s->options)) {
        LCN_GOTO(redraw_classes(ctx, &drawn, s, all, &rng, index));
        LCN_GOTO(lacon_fit(ctx, &fitted, drawn, &s->fit));
        LCN_GOTO(lacon_model_transform(ctx, model, fitted, all));
    } else {
        LCN_GOTO(lacon_fit(ctx, model, all, &s->fit));
    }
    if (status == LACON_W_CANCELLED) status = lcn_fail(ctx, LACON_E_CANCELLED, "stopped in a resample");
done:
    if (status < 0) {
        lacon_model_free(*model);
        *model = NULL;
    }
    lcn_free(&ctx->allocator, index);
    lacon_model_free(fitted);
    lacon_data_free(drawn);
    lacon_data_free(all);
    return status;
}

static double correlation(const double *G, int64_t k, int64_t a, int64_t b)
{
    const double size = sqrt(G[a * k + a]) * sqrt(G[b * k + b]);
    if (a == b) return size > 0.0 ? 1.0 : 0.0;
    return size > 0.0 ? fmax(-1.0, fmin(1.0, G[a * k + b] / size)) : 0.0;
}

/* G of class c in the reference's numbering; a module that the resample lost has none. */
static void take_G(const resampler *s, int64_t which, const lacon_model *model, const int64_t *match)
{
    const int64_t k = lacon_model_modules(model);
    for (int64_t c = 0; c < s->N; c++) {
        const double *G = lacon_model_G(model, c);
        double *to = s->G + (which * s->N + c) * s->E * 2;
        for (int64_t a = 0; a < s->k; a++)
            for (int64_t b = a; b < s->k; b++, to += 2) {
                const int64_t i = match[a] - 1, j = match[b] - 1;
                const bool there = i >= 0 && j >= 0;
                to[0] = there ? G[i * k + j] : 0.0;
                to[1] = there ? correlation(G, k, i, j) : 0.0;
            }
    }
}

static lacon_status resample(void *user, lacon_ctx *ctx, int64_t which)
{
    const resampler *s = user;
    lacon_model *model = NULL;
    LCN_FAIL_IF(lcn_cancelled(ctx), LACON_E_CANCELLED, "stopped between resamples");
    int64_t *match = lcn_alloc(ctx, (size_t)s->k, sizeof *match);
    lacon_status status = match ? LACON_OK : LACON_E_MEMORY;
    LCN_GOTO(status);
    LCN_GOTO(fit_resample(ctx, &model, s, which));
    LCN_GOTO(lacon_model_match(ctx, match, s->reference, model));
    for (int64_t j = 0; j < s->k; j++) match[j] = match[j] < lacon_model_modules(model) ? match[j] + 1 : 0;
    const int32_t *own = lacon_model_module_of(model);
    for (int64_t r = 0; r < s->p; r++) {
        int32_t to = own[r] > 0 ? -1 : 0;
        for (int64_t j = 0; j < s->k; j++)
            if (own[r] > 0 && match[j] == own[r]) to = (int32_t)j + 1;
        s->module[which * s->p + r] = to;
        s->own[which * s->p + r] = own[r];
    }
    if (s->G) take_G(s, which, model, match);
    status = LACON_OK;
done:
    lcn_free(&ctx->allocator, match);
    lacon_model_free(model);
    return status;
}

static int result_of(void *user, int64_t which, lcn_span spans[LCN_SPANS])
{
    const resampler *s = user;
    const size_t line = (size_t)s->p * sizeof *s->own, G = (size_t)(s->N * s->E * 2);
    spans[0] = (lcn_span){s->module + which * s->p, line};
    spans[1] = (lcn_span){s->own + which * s->p, line};
    spans[2] = (lcn_span){s->G + (size_t)which * G, G * sizeof *s->G};
    return s->G ? 3 : 2;
}

static bool possible(void *user, int64_t which)
{
    const resampler *s = user;
    bool good = true;
    for (int64_t r = 0; r < s->p && good; r++) {
        const int32_t j = s->module[which * s->p + r];
        good = j >= -1 && j <= s->k;
    }
    return good;
}

/* Neither their number nor the confidence of what they come to decides what a resample finds. */
static lacon_status identify(void *user, lcn_sha256 *hash)
{
    const resampler *s = user;
    const int64_t asked[] = {s->options->over, s->options->block, s->k, (int64_t)sizeof(double)};
    lcn_sha256_update(hash, asked, sizeof asked);
    lcn_option_digest(hash, &lcn_fit_options, &s->fit);
    lcn_sha256_update(hash, s->reference->W, (size_t)(s->p * s->k) * sizeof *s->reference->W);
    return lcn_data_fingerprint(s->ctx, hash, s->data);
}

static const char *phase(int64_t which)
{
    (void)which;
    return "resample";
}

static lacon_status all_resamples(resampler *s)
{
    return lcn_tasks_run(s->ctx, &(lcn_tasks){.count = s->R, .user = s, .run = resample, .result = result_of,
                                              .possible = possible, .phase = phase, .identify = identify,
                                              .together = lcn_data_shared(s->data), .call = "stability"});
}

/* ---- what they say together ---- */

static void count_shares(const resampler *s)
{
    lacon_stability *o = s->out;
    for (int64_t which = 0; which < s->R; which++)
        for (int64_t r = 0; r < s->p; r++) {
            const int32_t j = s->module[which * s->p + r];
            if (j >= 0) o->share[r * (s->k + 1) + j] += 1.0;
        }
    for (int64_t e = 0; e < s->p * (s->k + 1); e++) o->share[e] /= (double)s->R;
    for (int64_t r = 0; r < s->p; r++) {
        const double *share = o->share + r * (s->k + 1);
        o->stability[r] = o->module[r] > 0 ? share[o->module[r]] : 0.0;
        for (int64_t j = 1; o->module[r] == 0 && j <= s->k; j++) o->stability[r] = fmax(o->stability[r], share[j]);
    }
}

static void count_pairs(const resampler *s)
{
    const int64_t p = s->p;
    double *pairs = s->out->coassignment;
#pragma omp parallel for schedule(static) num_threads(s->ctx->threads) if (s->ctx->threads > 1)
    for (int64_t r = 0; r < p; r++) {
        for (int64_t which = 0; which < s->R; which++) {
            const int32_t *own = s->own + which * p;
            if (own[r] == 0) continue;
            for (int64_t l = 0; l < p; l++)
                if (own[l] == own[r]) pairs[r * p + l] += 1.0;
        }
        for (int64_t l = 0; l < p; l++) pairs[r * p + l] /= (double)s->R;
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Quantile of sorted x by linear interpolation between order statistics. */
static double quantile(const double *x, int64_t n, double level)
{
    const double at = fmax(0.0, fmin((double)(n - 1), level * (double)(n + 1) - 1.0));
    const int64_t low = (int64_t)at, high = low + 1 < n ? low + 1 : low;
    return x[low] + (at - (double)low) * (x[high] - x[low]);
}

/* Quantiles, further from the median by a factor: see blocks.h. */
static void bounds(double *scratch, int64_t R, double confidence, double widen, double *low, double *high)
{
    qsort(scratch, (size_t)R, sizeof *scratch, ascending);
    const double median = quantile(scratch, R, 0.5);
    *low = median + widen * (quantile(scratch, R, 0.5 - 0.5 * confidence) - median);
    *high = median + widen * (quantile(scratch, R, 0.5 + 0.5 * confidence) - median);
}

/* Fisher's z, in which a correlation is spread alike wherever it lies; the ends are far but finite. */
static double fisher(double r) { return atanh(fmax(-1.0, fmin(1.0, r)) * (1.0 - 1e-15)); }

static void one_interval(const resampler *s, int64_t c, int64_t e, int64_t a, int64_t b, double *scratch)
{
    lacon_interval *to = &s->out->interval[c * s->E + e];
    const double *G = lacon_model_G(s->reference, c), conf = s->options->confidence;
    const double widen = s->blocks[c].widen;
    const size_t step = (size_t)(s->N * s->E * 2), at = (size_t)(c * s->E + e) * 2;
    to->covariance = G[a * s->k + b];
    to->correlation = correlation(G, s->k, a, b);
    for (int64_t i = 0; i < s->R; i++) scratch[i] = s->G[(size_t)i * step + at];
    bounds(scratch, s->R, conf, widen, &to->covariance_low, &to->covariance_high);
    if (a == b) to->covariance_low = fmax(to->covariance_low, 0.0);
    for (int64_t i = 0; i < s->R; i++) scratch[i] = fisher(s->G[(size_t)i * step + at + 1]);
    bounds(scratch, s->R, conf, widen, &to->correlation_low, &to->correlation_high);
    to->correlation_low = a == b ? to->correlation : tanh(to->correlation_low);
    to->correlation_high = a == b ? to->correlation : tanh(to->correlation_high);
}

static lacon_status intervals(const resampler *s)
{
    double *scratch = lcn_alloc(s->ctx, (size_t)s->R, sizeof *scratch);
    if (!scratch) return LACON_E_MEMORY;
    for (int64_t c = 0; c < s->N; c++)
        for (int64_t a = 0, e = 0; a < s->k; a++)
            for (int64_t b = a; b < s->k; b++, e++) one_interval(s, c, e, a, b, scratch);
    lcn_free(&s->ctx->allocator, scratch);
    return LACON_OK;
}

static void describe(const resampler *s)
{
    lacon_stability *o = s->out;
    o->info = (lacon_stability_info){
        .options = &o->options, .variables = s->p, .modules = s->k, .classes = s->N,
        .names = (const char *const *)o->names, .labels = (const char *const *)o->labels, .module = o->module,
        .share = o->share, .stability = o->stability, .coassignment = o->coassignment,
        .agreement = o->agreement, .has_intervals = s->G != NULL, .block = o->block};
    o->options = *s->options;
    o->fit = s->fit;
    o->options.fit = &o->fit;
    for (int64_t c = 0; c < s->N; c++) o->block[c] = s->blocks[c].rows;
    for (int64_t i = 0; i < s->R; i++) o->agreement[i] = lacon_ari(s->p, o->module, s->own + i * s->p);
}

/* ---- the call ---- */

static lacon_status check_classes(lacon_ctx *ctx, const lacon_model *reference, const lacon_data *data)
{
    LCN_FAIL_IF(reference->n_classes != data->n_classes, LACON_E_SHAPE,
                "the model has %lld classes, the data %lld: stability is that of a model on its own data",
                (long long)reference->n_classes, (long long)data->n_classes);
    for (int64_t c = 0; c < data->n_classes; c++) {
        LCN_FAIL_IF(strcmp(reference->labels[c], data->classes[c].label) != 0, LACON_E_DATA,
                    "class %lld is '%s' in the model and '%s' in the data: give the files in the same order",
                    (long long)c + 1, reference->labels[c], data->classes[c].label);
        LCN_FAIL_IF(data->classes[c].kind == LCN_COV, LACON_E_UNSUPPORTED,
                    "class '%s' is a covariance without rows: nothing can be drawn from it%s",
                    data->classes[c].label,
                    data->classes[c].missing_read > 0 ? "; use "
                        LCN_OPTION "missing marginal or drop in place of pairwise" : "");
    }
    return LACON_OK;
}

static lacon_status check(lacon_ctx *ctx, const lacon_model *reference, const lacon_data *data,
                          const lacon_stability_options *o)
{
    LCN_FAIL_IF(o->resamples < 1 || o->resamples > 1000000, LACON_E_ARGUMENT,
                "%lld resamples: 1 to 1000000 are possible", (long long)o->resamples);
    LCN_FAIL_IF(o->block < 0, LACON_E_ARGUMENT, "blocks of %lld rows: 1 is the least, 0 chooses",
                (long long)o->block);
    LCN_FAIL_IF(!(o->confidence > 0.0 && o->confidence < 1.0), LACON_E_ARGUMENT,
                "confidence %g: it lies between 0 and 1", o->confidence);
    LCN_FAIL_IF(reference->p != data->p, LACON_E_SHAPE, "the model has %lld variables, the data %lld",
                (long long)reference->p, (long long)data->p);
    LCN_FAIL_IF(!data->standardised, LACON_E_ARGUMENT,
                "the data are not standardised: call lacon_data_standardise (its mode may be NONE)");
    LCN_FAIL_IF(draws_classes(o) && data->n_classes < 2, LACON_E_DATA,
                "one class: there is nothing to draw classes from; draw rows");
    return check_classes(ctx, reference, data);
}

static lacon_status allocate(resampler *s)
{
    const size_t p = (size_t)s->p, R = (size_t)s->R, k = (size_t)s->k;
    lacon_stability *o = s->out = lcn_alloc(s->ctx, 1, sizeof *s->out);
    if (!o) return LACON_E_MEMORY;
    o->allocator = s->ctx->allocator;
    o->names = lcn_names_copy(s->ctx, (const char *const *)s->reference->names, s->p);
    o->labels = lcn_names_copy(s->ctx, (const char *const *)s->reference->labels, s->N);
    o->module = lcn_alloc(s->ctx, p, sizeof *o->module);
    o->share = lcn_alloc(s->ctx, p * (k + 1), sizeof *o->share);
    o->stability = lcn_alloc(s->ctx, p, sizeof *o->stability);
    o->coassignment = lcn_alloc(s->ctx, p * p, sizeof *o->coassignment);
    o->agreement = lcn_alloc(s->ctx, R, sizeof *o->agreement);
    o->block = lcn_alloc(s->ctx, (size_t)s->N, sizeof *o->block);
    s->blocks = lcn_alloc(s->ctx, (size_t)s->N, sizeof *s->blocks);
    s->module = lcn_alloc(s->ctx, R * p, sizeof *s->module);
    s->own = lcn_alloc(s->ctx, R * p, sizeof *s->own);
    if (draws_rows(s->options)) {
        s->G = lcn_alloc(s->ctx, R * (size_t)(s->N * s->E) * 2, sizeof *s->G);
        o->interval = lcn_alloc(s->ctx, (size_t)(s->N * s->E), sizeof *o->interval);
        if (!s->G || !o->interval) return LACON_E_MEMORY;
    }
    if (!o->names || !o->labels || !o->module || !o->share || !o->stability || !o->coassignment ||
        !o->agreement || !o->block || !s->blocks || !s->module || !s->own)
        return LACON_E_MEMORY;
    memcpy(o->module, s->reference->module_of, p * sizeof *o->module);
    return LACON_OK;
}

lacon_status lacon_stability_run(lacon_ctx *ctx, lacon_stability **out, const lacon_model *reference,
                                 const lacon_data *data, const lacon_stability_options *given)
{
    *out = NULL;
    lacon_stability_options own;
    const lacon_stability_options *options = &own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_stability_options));
    LCN_TRY(check(ctx, reference, data, options));
    const int64_t k = reference->k;
    resampler s = {.ctx = ctx, .reference = reference, .data = data, .options = options,
                   .p = data->p, .k = k, .N = data->n_classes, .R = options->resamples, .E = k * (k + 1) / 2};
    lacon_status status;
    LCN_TRY(LCN_TAKE(ctx, &s.fit, options->fit, lacon_fit_options));
    s.fit.k = k;
    s.fit.init = NULL;
    LCN_GOTO(lcn_fit_check(ctx, data, &s.fit));
    LCN_GOTO(allocate(&s));
    LCN_GOTO(lcn_blocks_choose(ctx, s.blocks, reference, data, options->block,
                               s.fit.rows == LACON_ROWS_INDEPENDENT, options->confidence));
    LCN_GOTO(all_resamples(&s));
    count_shares(&s);
    count_pairs(&s);
    if (s.G) LCN_GOTO(intervals(&s));
    describe(&s);
    *out = s.out;
    s.out = NULL;
done:
    lacon_stability_free(s.out);
    lcn_free(&ctx->allocator, s.blocks);
    lcn_free(&ctx->allocator, s.module);
    lcn_free(&ctx->allocator, s.own);
    lcn_free(&ctx->allocator, s.G);
    return status;
}

void lacon_stability_free(lacon_stability *o)
{
    if (!o) return;
    const lacon_allocator a = o->allocator;
    void *const blocks[] = {o->names, o->labels, o->module, o->share, o->stability, o->coassignment,
                            o->agreement, o->interval, o->block};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&a, blocks[i]);
    lcn_free(&a, o);
}

const lacon_stability_info *lacon_stability_about(const lacon_stability *o) { return &o->info; }

const lacon_interval *lacon_stability_interval(const lacon_stability *o, int64_t c, int64_t a, int64_t b)
{
    const int64_t k = o->info.modules;
    if (!o->interval || c < 0 || c >= o->info.classes || a < 1 || b < a || b > k) return NULL;
    /* rows 1 .. a - 1 of the upper triangle hold k, k - 1, .. entries */
    return &o->interval[c * (k * (k + 1) / 2) + (a - 1) * k - (a - 1) * (a - 2) / 2 + (b - a)];
}
