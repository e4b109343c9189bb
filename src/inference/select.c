/* SPDX-License-Identifier: BSD-3-Clause
 * k by held-out likelihood (docs/selection.md): every fold walks the path of all k on its own training
 * rows (fit/search/path.c), each k is judged by the rows left out. Folds run side by side, each on one thread
 * with a context of its own, so results depend neither on their number nor on their order. The evidence of
 * all rows (select_evidence.c) is one job more.
 */
#include "data/effective.h"
#include "data/fingerprint.h"
#include "fit/finish_loadings.h"
#include "fit/search/path.h"
#include "inference/folds.h"
#include "parallel/tasks.h"
#include "util/options.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

/* The same modules met at another k, where one was dropped, settled roughly: nats per row, and in all. */
static const double SAME_ROWS = 1e-4, SAME_NATS = 0.05;

struct lacon_selection {
    lacon_allocator allocator;
    lacon_selection_info info; /* borrows from below */
    lacon_select_options options;
    lacon_fit_options fit;
    lacon_null_model null_model[LACON_NULL_MODELS];
    lacon_curve_point *curve;
    double *loglik; /* n_folds × n_k */
};

typedef struct chooser {
    lacon_ctx *ctx;
    lacon_selection *out;
    const lacon_data *data;
    const lacon_select_options *options;
    int64_t n_k, n_folds, N;
    double *cell;     /* n_folds × n_k × N: loglik of class c, NaN where it is not judged in this fold */
    double *nulls;    /* n_folds × LACON_NULL_MODELS */
    double *gain;     /* n_folds × N: what noise per variable adds at the fold's best k; NaN as in cell */
    int32_t *module;  /* n_folds × n_k × p: the partitions found */
} chooser;

void lacon_select_options_init_sized(lacon_select_options *options, size_t size)
{
    const lacon_select_options defaults = {.size = sizeof defaults, .k_low = 1, .k_high = 10, .folds = 5,
                                           .repeats = 1};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

lacon_status lcn_select_take(lacon_ctx *ctx, lacon_select_options *own, lacon_fit_options *fit,
                             const lacon_select_options *given)
{
    LCN_TRY(LCN_TAKE(ctx, own, given, lacon_select_options));
    LCN_TRY(LCN_TAKE(ctx, fit, own->fit, lacon_fit_options));
    own->fit = fit;
    return LACON_OK;
}

lacon_status lacon_select_options_cv(lacon_ctx *ctx, lacon_select_options *options, const char *text)
{
    static const char *const kinds[] = {"time", "rows", "subject"};
    const size_t word = strcspn(text, ":,");
    int kind = -1;
    for (int i = 0; i < 3; i++)
        if (strlen(kinds[i]) == word && memcmp(kinds[i], text, word) == 0) kind = i;
    int64_t folds = options->folds, gap = 0;
    const char *p = text + word;
    bool good = kind >= 0;
    if (good && *p == ':') {
        const size_t digits = strcspn(++p, ",");
        good = lcn_parse_int64(p, digits, &folds) && folds >= 2;
        p += digits;
    }
    if (good && strncmp(p, ",gap=", 5) == 0 && kind == LACON_CV_TIME) {
        good = lcn_parse_int64(p + 5, strlen(p + 5), &gap) && gap >= 0;
        p += strlen(p);
    }
    LCN_FAIL_IF(!good || *p, LACON_E_ARGUMENT,
                "'%s' is no way to cross-validate: write time:5, time:5,gap=4, rows:5 or subject:5 (folds: 2 or "
                "more)", text);
    options->cv = (lacon_cv)kind;
    options->folds = folds;
    options->gap = gap;
    return LACON_OK;
}

/* ---- one fold ---- */

/* Mean over the classes that this fold judges. */
static double fold_mean(const chooser *h, int64_t which, int64_t i)
{
    const double *cell = h->cell + (which * h->n_k + i) * h->N;
    double sum = 0.0, count = 0.0;
    for (int64_t c = 0; c < h->N; c++)
        if (!isnan(cell[c])) {
            sum += cell[c];
            count += 1.0;
        }
    return sum / count;
}

/* Numbers in the data up to which noise per variable is judged too: it can cost as much as ten k, which is
 * nothing for a questionnaire and too much for a hundred scans. */
static const double NOISE_MOST = 1e6;

static bool judges_noise(const chooser *h)
{
    double numbers = 0.0;
    for (int64_t c = 0; c < h->N; c++) numbers += (double)h->data->classes[c].n * (double)h->data->p;
    return h->options->fit->noise == LACON_NOISE_ISOTROPIC && numbers <= NOISE_MOST;
}

/* What a fold does with its training rows, or with those where missing values were guessed. */
typedef struct walk {
    chooser *h;
    const lcn_fold *fold;
    lacon_fit_options fit;
    int64_t which;
} walk;

/* Where values are missing, the fit of what was observed from the modules of bare on. */
static lacon_status refit(lacon_ctx *ctx, lacon_model **bare, const lacon_data *learn,
                          const lacon_fit_options *options)
{
    lacon_fit_options fit = *options;
    lacon_model *fitted = NULL;
    fit.init = *bare;
    fit.k = (*bare)->k;
    const lacon_status status = lacon_fit(ctx, &fitted, learn, &fit);
    if (status < 0) return status;
    lacon_model_free(*bare);
    *bare = fitted;
    LCN_FAIL_IF(status == LACON_W_CANCELLED, LACON_E_CANCELLED, "stopped in a fold");
    return LACON_OK;
}

/* The model at loadings W, finished as a fit would, with G and v from own; its likelihood of every judged
 * class into value. */
static lacon_status judge(lacon_ctx *ctx, const walk *w, lcn_problem *problem, const lcn_loadings *W,
                          const lacon_fit_options *fit, double *value)
{
    const lcn_fold *f = w->fold;
    lacon_model *bare = NULL, *model = NULL;
    lacon_status status;
    LCN_GOTO(lcn_finish_loadings(ctx, &bare, problem, W, f->learn, fit));
    if (lcn_has_missing(f->learn)) LCN_GOTO(refit(ctx, &bare, f->learn, fit));
    LCN_GOTO(lacon_model_transform(ctx, &model, bare, f->own));
    status = lacon_model_evaluate(ctx, model, f->judged, NULL, value);
done:
    lacon_model_free(bare);
    lacon_model_free(model);
    return status;
}

/* The best k of the fold once more, with a noise variance per variable: is one for all of them to blame? */
static lacon_status judge_noise(lacon_ctx *ctx, const walk *w, lcn_problem *problem, const lcn_path *path,
                                double *value)
{
    const chooser *h = w->h;
    lacon_fit_options fit = *h->options->fit;
    int64_t best = 0;
    for (int64_t i = 1; i < h->n_k; i++)
        if (fold_mean(h, w->which, i) > fold_mean(h, w->which, best)) best = i;
    fit.noise = LACON_NOISE_VARIABLE;
    LCN_TRY(judge(ctx, w, problem, &path->W[best], &fit, value));
    const double *cell = h->cell + (w->which * h->n_k + best) * h->N;
    for (int64_t c = 0; c < w->fold->own->n_classes; c++) h->gain[w->which * h->N + c] = value[c] - cell[c];
    return LACON_OK;
}

static lacon_status judge_all(lacon_ctx *ctx, const walk *w, lcn_problem *problem, const lcn_path *path)
{
    const chooser *h = w->h;
    double *value = lcn_alloc(ctx, (size_t)h->N, sizeof *value);
    if (!value) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < h->n_k && status >= 0; i++) {
        double *cell = h->cell + (w->which * h->n_k + i) * h->N;
        status = judge(ctx, w, problem, &path->W[i], h->options->fit, value);
        for (int64_t c = 0; c < h->N; c++) cell[c] = NAN;
        for (int64_t c = 0; status >= 0 && c < w->fold->own->n_classes; c++) cell[c] = value[c];
        memcpy(h->module + (w->which * h->n_k + i) * problem->p, path->W[i].module,
               (size_t)problem->p * sizeof *h->module);
    }
    if (status >= 0 && judges_noise(h)) status = judge_noise(ctx, w, problem, path, value);
    lcn_free(&ctx->allocator, value);
    return status;
}

/* The path of all k on rows without missing values. */
static lacon_status walk_path(lacon_ctx *ctx, void *user, const lacon_data *whole)
{
    const walk *w = user;
    const lacon_select_options *o = w->h->options;
    lcn_problem *problem = NULL;
    lcn_path path = {0};
    lacon_status status;
    LCN_GOTO(lcn_problem_new(ctx, &problem, whole, &w->fit));
    LCN_GOTO(lcn_path_run(ctx, &path, problem, o->k_low, o->k_high, &w->fit));
    status = judge_all(ctx, w, problem, &path);
done:
    lcn_path_clear(&ctx->allocator, &path);
    lcn_problem_free(problem);
    return status;
}

static lacon_status one_fold(chooser *h, lacon_ctx *ctx, int64_t which)
{
    lcn_fold fold = {0};
    walk w = {.h = h, .fold = &fold, .fit = *h->options->fit, .which = which};
    lacon_status status;
    w.fit.k = h->options->k_high;
    LCN_GOTO(lcn_fold_make(ctx, &fold, h->data, h->options, which));
    LCN_GOTO(lcn_has_missing(fold.learn)
                 ? lcn_missing_guess(ctx, fold.learn, w.fit.k, walk_path, &w)
                 : walk_path(ctx, &w, fold.learn));
    status = lcn_fold_nulls(ctx, &fold, h->nulls + which * LACON_NULL_MODELS);
done:
    lcn_fold_clear(&fold);
    return status;
}

/* ---- folds side by side ---- */

/* The evidence of all rows, which takes longest, then the folds. */
static lacon_status one_job(void *user, lacon_ctx *ctx, int64_t which)
{
    chooser *h = user;
    return which == 0 ? lcn_select_evidence(ctx, h->out->curve, h->data, h->options) : one_fold(h, ctx, which - 1);
}

static int result_of(void *user, int64_t job, lcn_span spans[LCN_SPANS])
{
    const chooser *h = user;
    const size_t n_k = (size_t)h->n_k, N = (size_t)h->N, p = (size_t)h->data->p, which = (size_t)(job - 1);
    spans[0] = (lcn_span){h->out->curve, n_k * sizeof *h->out->curve};
    if (job == 0) return 1;
    spans[0] = (lcn_span){h->cell + which * n_k * N, n_k * N * sizeof *h->cell};
    spans[1] = (lcn_span){h->nulls + which * LACON_NULL_MODELS, LACON_NULL_MODELS * sizeof *h->nulls};
    spans[2] = (lcn_span){h->gain + which * N, N * sizeof *h->gain};
    spans[3] = (lcn_span){h->module + which * n_k * p, n_k * p * sizeof *h->module};
    return 4;
}

/* All but how the choice is made of what they find. */
static lacon_status identify(void *user, lcn_sha256 *hash)
{
    const chooser *h = user;
    const lacon_select_options *o = h->options;
    const int64_t asked[] = {o->k_low, o->k_high, o->cv, o->folds, o->gap, o->repeats};
    lcn_sha256_update(hash, asked, sizeof asked);
    lcn_option_digest(hash, &lcn_fit_options, o->fit);
    return lcn_data_fingerprint(h->ctx, hash, h->data);
}

static const char *phase(int64_t job) { return job ? "fold" : "evidence"; }

static lacon_status all_folds(chooser *h)
{
    return lcn_tasks_run(h->ctx, &(lcn_tasks){.count = h->n_folds + 1, .user = h, .run = one_job, .result = result_of,
                                              .phase = phase, .identify = identify,
                                              .together = lcn_data_shared(h->data), .call = "select"});
}

/* ---- the choice ---- */

/* Standard error of the mean of x (n of them, stride apart); 0 where n is 1. */
static double error_of_mean(const double *x, int64_t n, int64_t stride)
{
    double mean = 0.0, square = 0.0;
    for (int64_t i = 0; i < n; i++) mean += x[i * stride] / (double)n;
    for (int64_t i = 0; i < n; i++) square += (x[i * stride] - mean) * (x[i * stride] - mean);
    return n > 1 ? sqrt(square / (double)(n - 1) / (double)n) : 0.0;
}

/* Mean of differences and its standard error. Classes and folds are the units, taken for independent;
 * repeats use the same observations again, so they do not add to the number of units. */
typedef struct tally {
    double sum, square, count;
} tally;

static void count_in(tally *t, double d)
{
    if (isnan(d)) return;
    t->sum += d;
    t->square += d * d;
    t->count += 1.0;
}

static double tally_error(const tally *t, int64_t repeats)
{
    const double mean = t->sum / t->count, units = t->count / (double)repeats;
    return units > 1.0 ? sqrt(fmax(t->square / t->count - mean * mean, 0.0) / (units - 1.0)) : 0.0;
}

/* How sure the difference between the best k and another is. */
static double error_of_difference(const chooser *h, int64_t best, int64_t other)
{
    tally t = {0};
    for (int64_t which = 0; which < h->n_folds; which++)
        for (int64_t c = 0; c < h->N; c++)
            count_in(&t, h->cell[(which * h->n_k + best) * h->N + c] -
                             h->cell[(which * h->n_k + other) * h->N + c]);
    return tally_error(&t, h->options->repeats);
}

static void noise_gain(const chooser *h, lacon_selection_info *info)
{
    tally t = {0};
    for (int64_t i = 0; i < h->n_folds * h->N; i++) count_in(&t, h->gain[i]);
    info->noise_gain = t.count > 0.0 ? t.sum / t.count : NAN;
    info->noise_gain_se = t.count > 0.0 ? tally_error(&t, h->options->repeats) : NAN;
}

/* Do different rows find the same modules? */
static double agreement(const chooser *h, int64_t i)
{
    const int64_t p = h->data->p;
    double sum = 0.0, pairs = 0.0;
    for (int64_t a = 0; a < h->n_folds; a++)
        for (int64_t b = a + 1; b < h->n_folds; b++) {
            sum += lacon_ari(p, h->module + (a * h->n_k + i) * p, h->module + (b * h->n_k + i) * p);
            pairs += 1.0;
        }
    return sum / pairs; /* there are two folds or more */
}

static void vote(chooser *h)
{
    for (int64_t which = 0; which < h->n_folds; which++) {
        const double *line = h->out->loglik + which * h->n_k;
        int64_t best = 0;
        for (int64_t i = 1; i < h->n_k; i++)
            if (line[i] > line[best] + SAME_ROWS) best = i;
        h->out->curve[best].votes++;
    }
}

/* The modules that the fit of most evidence keeps: asked for more than there are it ends with those that there are. */
static int64_t most_evident(const chooser *h)
{
    const lacon_curve_point *curve = h->out->curve;
    int64_t best = 0;
    for (int64_t i = 1; i < h->n_k; i++)
        if (curve[i].evidence > curve[best].evidence + SAME_NATS) best = i;
    return curve[best].modules > curve[0].k ? curve[best].modules : curve[0].k;
}

static void choose(chooser *h)
{
    lacon_selection *s = h->out;
    int64_t best = 0;
    for (int64_t which = 0; which < h->n_folds; which++)
        for (int64_t i = 0; i < h->n_k; i++) s->loglik[which * h->n_k + i] = fold_mean(h, which, i);
    for (int64_t i = 0; i < h->n_k; i++) {
        lacon_curve_point *point = &s->curve[i];
        point->k = h->options->k_low + i;
        for (int64_t which = 0; which < h->n_folds; which++)
            point->loglik += s->loglik[which * h->n_k + i] / (double)h->n_folds;
        point->se = error_of_mean(s->loglik + i, h->n_folds, h->n_k);
        if (point->loglik > s->curve[best].loglik + SAME_ROWS) best = i;
    }
    int64_t first = best;
    for (int64_t i = h->n_k - 1; i >= 0; i--) {
        lacon_curve_point *point = &s->curve[i];
        point->behind = s->curve[best].loglik - point->loglik;
        point->behind_se = error_of_difference(h, best, i);
        point->agreement = agreement(h, i);
        if (i < best && point->behind <= point->behind_se) first = i;
    }
    vote(h);
    s->info.best = s->curve[best].k;
    s->info.one_se = s->curve[first].k;
    s->info.by_heldout = h->options->rule == LACON_SELECT_MAX ? s->info.best : s->info.one_se;
    s->info.by_evidence = most_evident(h);
    s->info.chosen = h->options->by == LACON_SELECT_BY_EVIDENCE ? s->info.by_evidence : s->info.by_heldout;
}

/* Rows that follow each other, worth clearly (a third or more) less than their number: neighbours of what is left out
 * know it. */
static void judge_folds(const chooser *h, lacon_selection_info *info)
{
    const lacon_select_options *o = h->options;
    for (int64_t c = 0; c < h->N; c++) {
        info->rows += h->data->classes[c].n;
        info->effective += lcn_class_effective(&h->data->classes[c]);
    }
    if (info->effective >= (double)info->rows * 2.0 / 3.0) return;
    if (o->cv == LACON_CV_ROWS)
        info->caution = "rows follow each other, and rows dealt at random have neighbours on both sides of a fold: too "
                        "large a k will win and the standard error is too small; leave out blocks (time)";
    if (o->cv == LACON_CV_TIME && o->gap == 0)
        info->caution = "rows follow each other, and a block is learnt from up to its edges: a gap as long as they "
                        "remember keeps the edges apart";
}

static void describe(chooser *h)
{
    static const char *const names[LACON_NULL_MODELS] = {"identity", "diagonal", "ledoit-wolf"};
    lacon_selection_info *info = &h->out->info;
    h->out->options = *h->options;
    h->out->fit = *h->options->fit;
    h->out->fit.init = NULL;
    h->out->options.fit = &h->out->fit;
    info->options = &h->out->options;
    info->null_model = h->out->null_model;
    info->n_k = h->n_k;
    info->curve = h->out->curve;
    info->n_folds = h->n_folds;
    info->loglik = h->out->loglik;
    noise_gain(h, info);
    judge_folds(h, info);
    for (int m = 0; m < LACON_NULL_MODELS; m++) {
        h->out->null_model[m] = (lacon_null_model){.name = names[m]};
        for (int64_t which = 0; which < h->n_folds; which++)
            h->out->null_model[m].loglik += h->nulls[which * LACON_NULL_MODELS + m] / (double)h->n_folds;
    }
}

/* ---- the call ---- */

lacon_status lcn_select_check(lacon_ctx *ctx, const lacon_data *data, const lacon_select_options *o)
{
    LCN_FAIL_IF(o->k_low < 1 || o->k_high < o->k_low, LACON_E_ARGUMENT,
                "k from %lld to %lld: it begins at 1 and does not go down", (long long)o->k_low,
                (long long)o->k_high);
    LCN_FAIL_IF(o->k_high > data->p, LACON_E_ARGUMENT,
                "k up to %lld of %lld variables: there cannot be more modules than variables",
                (long long)o->k_high, (long long)data->p);
    lacon_fit_options fit = *o->fit;
    fit.k = o->k_high;
    LCN_TRY(lcn_fit_check(ctx, data, &fit));
    LCN_FAIL_IF(!data->standardised, LACON_E_ARGUMENT,
                "the data are not standardised: call lacon_data_standardise (its mode may be NONE)");
    return lcn_folds_check(ctx, data, o);
}

static lacon_status allocate(chooser *h)
{
    const size_t folds = (size_t)h->n_folds, n_k = (size_t)h->n_k;
    h->cell = lcn_alloc(h->ctx, folds * n_k * (size_t)h->N, sizeof *h->cell);
    h->nulls = lcn_alloc(h->ctx, folds * LACON_NULL_MODELS, sizeof *h->nulls);
    h->gain = lcn_alloc(h->ctx, folds * (size_t)h->N, sizeof *h->gain);
    h->module = lcn_alloc(h->ctx, folds * n_k * (size_t)h->data->p, sizeof *h->module);
    h->out = lcn_alloc(h->ctx, 1, sizeof *h->out);
    if (h->out) h->out->allocator = h->ctx->allocator;
    if (!h->cell || !h->nulls || !h->gain || !h->module || !h->out) return LACON_E_MEMORY;
    for (size_t i = 0; i < folds * (size_t)h->N; i++) h->gain[i] = NAN;
    h->out->curve = lcn_alloc(h->ctx, n_k, sizeof *h->out->curve);
    h->out->loglik = lcn_alloc(h->ctx, folds * n_k, sizeof *h->out->loglik);
    return h->out->curve && h->out->loglik ? LACON_OK : LACON_E_MEMORY;
}

lacon_status lacon_select(lacon_ctx *ctx, lacon_selection **out, const lacon_data *data,
                          const lacon_select_options *given)
{
    *out = NULL;
    lacon_select_options own;
    lacon_fit_options fit;
    const lacon_select_options *options = &own;
    LCN_TRY(lcn_select_take(ctx, &own, &fit, given));
    LCN_TRY(lcn_select_check(ctx, data, options));
    chooser h = {.ctx = ctx, .data = data, .options = options, .n_k = options->k_high - options->k_low + 1,
                 .n_folds = options->folds * options->repeats, .N = data->n_classes};
    lacon_status status;
    LCN_GOTO(allocate(&h));
    LCN_GOTO(all_folds(&h));
    choose(&h);
    describe(&h);
    *out = h.out;
    h.out = NULL;
done:
    lacon_selection_free(h.out);
    lcn_free(&ctx->allocator, h.cell);
    lcn_free(&ctx->allocator, h.nulls);
    lcn_free(&ctx->allocator, h.gain);
    lcn_free(&ctx->allocator, h.module);
    return status;
}

void lacon_selection_free(lacon_selection *s)
{
    if (!s) return;
    const lacon_allocator a = s->allocator;
    lcn_free(&a, s->curve);
    lcn_free(&a, s->loglik);
    lcn_free(&a, s);
}

const lacon_selection_info *lacon_selection_about(const lacon_selection *s) { return &s->info; }
