/* SPDX-License-Identifier: BSD-3-Clause
 * The table of rivals, and the two calls that run them: on the pooled rows (modules.c makes a model
 * of the answer), or class by class; a covariance of the pooled rows is that of one class of them all.
 */
#include "baselines/baselines.h"
#include "baselines/modules.h"
#include "util/options.h"

#include <math.h>
#include <string.h>

typedef struct method {
    lacon_baseline_row shown;
    lcn_modules_fn *modules;  /* kind MODULES */
    lcn_search_fn *finder;    /* kind MODULES, which says how many there are */
    lcn_single_fn *single;    /* kind COVARIANCE; NULL: the sample covariance as it is */
    lcn_scratch_fn *scratch;  /* NULL: none */
    bool rows;                /* needs the rows, a covariance is not enough */
    bool folds;               /* leaves rows out unless the penalty is given */
    bool factors;             /* k factors: fewer than variables */
    int64_t thin;             /* kind MODULES: takes the rows instead of K where there are fewer of
                                 them than variables, from so many variables on; 0: always K */
} method;

#define COVARIANCE LACON_BASELINE_COVARIANCE
#define MODULES LACON_BASELINE_MODULES
static const method TABLE[] = {
    {.shown = {"sample", COVARIANCE, 0, "sample covariance of each class"}},
    {.shown = {"diagonal", COVARIANCE, 0, "variances alone"}, .single = lcn_diagonal},
    {.shown = {"ledoit-wolf", COVARIANCE, 0, "sample covariance shrunk to a multiple of the identity"},
     .single = lcn_ledoit_wolf,
     .rows = true},
    {.shown = {"glasso", COVARIANCE, 0, "graphical lasso, penalty by cross-validation"},
     .single = lcn_glasso,
     .scratch = lcn_glasso_scratch,
     .folds = true},
    {.shown = {"factor-analysis", COVARIANCE, 1, "factor analysis by its own density"},
     .single = lcn_factor_covariance,
     .scratch = lcn_factor_scratch,
     .factors = true},
    {.shown = {"ppca", COVARIANCE, 1, "probabilistic principal components by their own density"},
     .single = lcn_ppca,
     .scratch = lcn_ppca_scratch,
     .factors = true},
    {.shown = {"kmeans", MODULES, 1, "k-means of the variables"},
     .modules = lcn_kmeans,
     .thin = 8192}, /* K is faster, as long as it fits: half a gigabyte here */
    {.shown = {"hclust", MODULES, 1, "hierarchical clustering of the variables"},
     .modules = lcn_hclust},
    {.shown = {"fa", MODULES, 1, "partition of factor analysis (varimax), refitted"},
     .modules = lcn_factor,
     .factors = true,
     .thin = 1},
    {.shown = {"nnpca", MODULES, 1, "non-negative principal components"},
     .modules = lcn_nnpca,
     .thin = 1},
    {.shown = {"fofc", MODULES, 0, "one-factor clusters by vanishing tetrads"}, .finder = lcn_fofc},
};
enum { COUNT = sizeof TABLE / sizeof *TABLE };

int lacon_baseline_count(void) { return COUNT; }

const lacon_baseline_row *lacon_baseline_at(int row)
{
    return row >= 0 && row < COUNT ? &TABLE[row].shown : NULL;
}

static const method *find(const char *name)
{
    for (int i = 0; name && i < COUNT; i++)
        if (strcmp(TABLE[i].shown.name, name) == 0) return &TABLE[i];
    return NULL;
}

const lacon_baseline_row *lacon_baseline_find(const char *name)
{
    const method *found = find(name);
    return found ? &found->shown : NULL;
}

void lacon_baseline_options_init_sized(lacon_baseline_options *options, size_t size)
{
    const lacon_baseline_options defaults = {.size = sizeof defaults, .starts = 10, .folds = 5,
                                             .max_iter = 2000, .seed = 1, .alpha = 0.001};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

/* ---- what all have in common ---- */

static lacon_status check_k(lacon_ctx *ctx, const method *m, int64_t k, int64_t p)
{
    LCN_FAIL_IF(k == 0, LACON_E_ARGUMENT, "baseline '%s' needs k, the number of %s", m->shown.name,
                m->factors ? "factors" : "modules");
    LCN_FAIL_IF(k < 1 || k > p, LACON_E_ARGUMENT,
                "k is %lld: there are %lld variables, k must be between 1 and that", (long long)k,
                (long long)p);
    LCN_FAIL_IF(m->factors && k == p, LACON_E_ARGUMENT,
                "baseline '%s': %lld variables have fewer than %lld factors, k is %lld",
                m->shown.name, (long long)p, (long long)p, (long long)k);
    return LACON_OK;
}

static lacon_status check_rows(lacon_ctx *ctx, const method *m, const lcn_class *class,
                               const lacon_baseline_options *o)
{
    const bool folds = m->folds && o->penalty == 0;
    LCN_FAIL_IF((m->rows || folds) && o->pooled, LACON_E_ARGUMENT,
                "baseline '%s' needs the rows of one class%s: it cannot be pooled", m->shown.name,
                m->rows ? "" : " unless the penalty is given");
    LCN_FAIL_IF((m->rows || folds) && class->kind == LCN_COV, LACON_E_DATA,
                "baseline '%s' needs rows: class '%s' has only its covariance", m->shown.name,
                class->label);
    LCN_FAIL_IF(folds && class->n < 2 * o->folds, LACON_E_DATA,
                "baseline '%s' leaves out %lld blocks of rows in turn: class '%s' has %lld rows, "
                "%lld are needed; fewer folds or a given penalty need fewer",
                m->shown.name, (long long)o->folds, class->label, (long long)class->n,
                (long long)(2 * o->folds));
    return LACON_OK;
}

static lacon_status check(lacon_ctx *ctx, const method **found, const char *name,
                          lacon_baseline_kind kind, const lacon_data *data,
                          const lacon_baseline_options *o)
{
    *found = find(name);
    LCN_FAIL_IF(*found == NULL, LACON_E_ARGUMENT, "there is no baseline '%s'", name ? name : "");
    LCN_FAIL_IF((*found)->shown.kind != kind, LACON_E_ARGUMENT, "baseline '%s' gives %s", name,
                kind == MODULES ? "covariances, not modules" : "modules, not covariances");
    LCN_FAIL_IF(o->starts < 1 || o->max_iter < 1 || o->folds < 2 || !(o->tol >= 0) ||
                    !(o->penalty >= 0) || !isfinite(o->penalty),
                LACON_E_ARGUMENT,
                "baseline '%s': starts and max_iter must be at least 1, folds 2, tol and penalty "
                "not negative",
                name);
    if ((*found)->shown.needs_k) LCN_TRY(check_k(ctx, *found, o->k, data->p));
    LCN_FAIL_IF(data->n_classes < 1, LACON_E_DATA, "the data have no classes");
    LCN_FAIL_IF(!data->standardised, LACON_E_ARGUMENT,
                "standardise the data first (lacon_data_standardise; NONE is a choice too)");
    for (int64_t c = 0; c < data->n_classes; c++)
        LCN_TRY(check_rows(ctx, *found, &data->classes[c], o));
    return LACON_OK;
}

/* ---- covariances ---- */

typedef struct batch {
    lacon_ctx *ctx;
    atomic_bool *stop;
    const method *method;
    const lacon_data *data;
    const lacon_baseline_options *options;
    lacon_covariance *out;
    double *scratch;
    int64_t size; /* doubles of scratch of each worker */
    lacon_status *status; /* N */
} batch;

static lacon_status one_class(const batch *b, int64_t c, double *scratch, bool caller)
{
    const int64_t p = b->data->p;
    const lcn_class *class = &b->data->classes[c];
    lcn_single job = {.asks = caller ? b->ctx : NULL,
                      .stop = b->stop,
                      .p = p,
                      .class = class,
                      .options = b->options,
                      .K = b->out->matrix + c * p * p,
                      .parameter = b->out->parameter + c,
                      .scratch = scratch};
    if (lcn_single_stopped(&job)) return LACON_E_CANCELLED;
    lcn_class_gram(job.K, class, p, 0, class->n, scratch);
    return b->method->single ? b->method->single(&job) : LACON_OK;
}

/* Worker 0 is the calling thread: callbacks are its alone. */
static void run(const batch *b)
{
    const int threads = b->ctx->threads;
    const int64_t N = b->data->n_classes;
    const int before = lcn_blas_begin();
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t c = worker; c < N; c += threads)
            b->status[c] = one_class(b, c, b->scratch + worker * b->size, worker == 0);
    lcn_blas_end(before);
}

/* The first failure; else whether all converged. */
static lacon_status outcome(lacon_ctx *ctx, const batch *b)
{
    lacon_status worst = LACON_OK;
    LCN_FAIL_IF(atomic_load(b->stop), LACON_E_CANCELLED, "%s: cancelled", b->method->shown.name);
    for (int64_t c = 0; c < b->data->n_classes; c++) {
        LCN_FAIL_IF(b->status[c] == LACON_E_DATA, LACON_E_DATA,
                    "%s: class '%s' has a variable without variance; leave it out",
                    b->method->shown.name, b->data->classes[c].label);
        LCN_FAIL_IF(b->status[c] < 0, b->status[c], "%s: class '%s' has no usable covariance",
                    b->method->shown.name, b->data->classes[c].label);
        if (b->status[c] == LACON_OK) continue;
        worst = b->status[c];
        lcn_log(ctx, LACON_LOG_WARNING, "%s: class '%s' did not converge", b->method->shown.name,
                b->data->classes[c].label);
    }
    return worst;
}

static lacon_status each_class(lacon_ctx *ctx, lacon_covariance **out, const method *by,
                               const lacon_data *data, const lacon_baseline_options *options)
{
    atomic_bool stop = false;
    batch b = {.ctx = ctx, .stop = &stop, .method = by, .data = data, .options = options};
    lacon_status status;
    const int64_t wanted = b.method->scratch ? b.method->scratch(data->p, options) : 0;
    b.size = wanted > lcn_gram_scratch(data->p) ? wanted : lcn_gram_scratch(data->p);
    LCN_GOTO(lcn_blas_ready(ctx));
    LCN_GOTO(lcn_covariance_like(ctx, &b.out, data, b.method->shown.name));
    b.scratch = lcn_alloc(ctx, (size_t)ctx->threads, (size_t)b.size * sizeof *b.scratch);
    b.status = lcn_alloc(ctx, (size_t)data->n_classes, sizeof *b.status);
    LCN_GOTO(b.scratch && b.status ? LACON_OK : LACON_E_MEMORY);
    run(&b);
    LCN_GOTO(outcome(ctx, &b));
    b.out->unfinished = status == LACON_W_NOT_CONVERGED;
    *out = b.out;
    b.out = NULL;
done:
    lcn_free(&ctx->allocator, b.scratch);
    lcn_free(&ctx->allocator, b.status);
    lacon_covariance_free(b.out);
    return status;
}

/* The second moments of all rows together as a class of their own. */
static lacon_status all_together(lacon_ctx *ctx, lacon_data **out, const lacon_data *data)
{
    double *K = NULL;
    int64_t n;
    lacon_status status;
    LCN_TRY(lcn_blas_ready(ctx));
    const int before = lcn_blas_begin();
    LCN_GOTO(lcn_pooled_covariances(ctx, &K, &n, data));
    LCN_GOTO(lacon_data_new(ctx, out, data->p));
    LCN_GOTO(lacon_data_add_cov(ctx, *out, "all classes", n, K, data->p));
    LCN_GOTO(lacon_data_standardise(ctx, *out, LACON_SCALE_NONE));
done:
    lcn_blas_end(before);
    lcn_free(&ctx->allocator, K);
    return status;
}

/* One covariance of all rows, given to every class. */
static lacon_status pooled_class(lacon_ctx *ctx, lacon_covariance **out, const method *by,
                                 const lacon_data *data, const lacon_baseline_options *options)
{
    const size_t bytes = (size_t)(data->p * data->p) * sizeof(double);
    lacon_data *all = NULL;
    lacon_covariance *one = NULL;
    lacon_status status;
    LCN_GOTO(all_together(ctx, &all, data));
    LCN_GOTO(each_class(ctx, &one, by, all, options));
    const lacon_status made = lcn_covariance_like(ctx, out, data, by->shown.name);
    if (made < 0) status = made;
    for (int64_t c = 0; made >= 0 && c < data->n_classes; c++) {
        memcpy((*out)->matrix + c * data->p * data->p, one->matrix, bytes);
        (*out)->parameter[c] = one->parameter[0];
        (*out)->n[c] = one->n[0];
        (*out)->unfinished = one->unfinished;
        (*out)->pooled = true;
    }
done:
    lacon_covariance_free(one);
    lacon_data_free(all);
    return status;
}

lacon_status lacon_baseline_covariance(lacon_ctx *ctx, lacon_covariance **out, const char *name,
                                       const lacon_data *data,
                                       const lacon_baseline_options *given)
{
    const method *found;
    lacon_baseline_options own;
    const lacon_baseline_options *options = &own;
    *out = NULL;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_baseline_options));
    LCN_TRY(check(ctx, &found, name, COVARIANCE, data, options));
    LCN_TRY(lcn_data_whole(ctx, data, name));
    return (options->pooled ? pooled_class : each_class)(ctx, out, found, data, options);
}

/* ---- modules ---- */

static void sign(lacon_model *model, const method *by, const lacon_baseline_options *options,
                 lacon_status status)
{
    model->method = by->shown.name;
    model->seed = options->seed;
    model->stop = status == LACON_W_NOT_CONVERGED ? LACON_STOP_MAX_ITER : LACON_STOP_CONVERGED;
}

lacon_status lacon_baseline_modules(lacon_ctx *ctx, lacon_model **out, const char *name,
                                    const lacon_data *data, const lacon_baseline_options *given)
{
    const method *found;
    lacon_baseline_options own; /* with the k that was found */
    lcn_pooled job = {.options = &own};
    double *pooled = NULL;
    int32_t *label = NULL;
    lacon_status status;
    *out = NULL;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_baseline_options));
    LCN_TRY(check(ctx, &found, name, MODULES, data, &own));
    LCN_TRY(lcn_data_whole(ctx, data, name));
    LCN_TRY(lcn_blas_ready(ctx));
    const int before = lcn_blas_begin();
    LCN_GOTO(lcn_pooled_begin(ctx, &job, &pooled, data, found->thin > 0 && data->p >= found->thin));
    label = lcn_alloc(ctx, (size_t)data->p, sizeof *label);
    LCN_GOTO(label ? LACON_OK : LACON_E_MEMORY);
    if (found->finder) LCN_GOTO(found->finder(ctx, label, &own.k, &job, data));
    job.loadings = lcn_alloc(ctx, (size_t)(data->p * own.k), sizeof *job.loadings);
    LCN_GOTO(job.loadings ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(found->finder ? lcn_factor_loadings(ctx, &job, label) : found->modules(ctx, &job));
    const lacon_status made = lcn_loadings_model(ctx, out, &job, data);
    if (made < 0) status = made;
    else sign(*out, found, &own, status);
done:
    lcn_blas_end(before);
    lcn_free(&ctx->allocator, job.loadings);
    lcn_free(&ctx->allocator, label);
    lcn_free(&ctx->allocator, pooled);
    return status;
}
