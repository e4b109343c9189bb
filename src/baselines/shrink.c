/* SPDX-License-Identifier: BSD-3-Clause
 * Shrinkage of each class's sample covariance towards its module model and the mean over classes,
 *     (1 - lambda) K_c + lambda [(1 - mu) Sigma_c + mu mean K].
 * lambda and mu are those under which blocks of consecutive training rows, left out one at a time, are most
 * likely; W is held, G and v are estimated anew without the block. The mean over classes of that
 * log-likelihood is smooth in both: a pattern search finds its top.
 */
#include "baselines/baselines.h"

#include <math.h>
#include <string.h>

typedef struct mix {
    double lambda, mu;
} mix;

/* One fold: what is left without its block, and the block. All N × p × p. */
typedef struct fold {
    double *K, *Sigma, *out; /* training, model of the training rows, left out */
    double *mean;            /* p × p: over classes, training */
} fold;

typedef struct shrinkage {
    int64_t p, N, folds;
    const lacon_data *data;
    const lacon_model *model;
    fold *fold;
    double *scratch; /* threads × 2 p² */
    double *value;   /* N */
    int threads;
} shrinkage;

static void blend(double *A, const double *K, const double *Sigma, const double *mean, int64_t count,
                  mix at)
{
    const double own = 1 - at.lambda, model = at.lambda * (1 - at.mu), all = at.lambda * at.mu;
    for (int64_t l = 0; l < count; l++) A[l] = own * K[l] + model * Sigma[l] + all * mean[l];
}

/* Mean over folds and classes of the log-likelihood of what was left out. */
static double judge(const shrinkage *s, mix at)
{
    const int64_t pp = s->p * s->p, N = s->N;
    double sum = 0;
    for (int64_t f = 0; f < s->folds; f++) {
        const fold *now = &s->fold[f];
#pragma omp parallel for schedule(static, 1) num_threads(s->threads)
        for (int worker = 0; worker < s->threads; worker++)
            for (int64_t c = worker; c < N; c += s->threads) {
                double *A = s->scratch + worker * 2 * pp;
                blend(A, now->K + c * pp, now->Sigma + c * pp, now->mean, pp, at);
                s->value[c] = lcn_gaussian_loglik(s->p, A, now->out + c * pp, A + pp);
            }
        for (int64_t c = 0; c < N; c++) sum += s->value[c];
    }
    return sum / (double)(s->folds * N);
}

/* Compass search in the square; the steps end where they no longer change the likelihood noticeably. */
static mix search(lacon_ctx *ctx, const shrinkage *s)
{
    mix best = {0.5, s->N > 1 ? 0.5 : 0};
    double top = judge(s, best);
    for (double step = 0.2; step > 0.01 && !lcn_cancelled(ctx);) {
        const mix around[] = {{best.lambda - step, best.mu}, {best.lambda + step, best.mu},
                              {best.lambda, best.mu - step}, {best.lambda, best.mu + step}};
        bool better = false;
        for (int i = 0; i < (s->N > 1 ? 4 : 2) && !better; i++) {
            const mix at = {fmin(fmax(around[i].lambda, 0), 1), fmin(fmax(around[i].mu, 0), 1)};
            const double value = judge(s, at);
            if (!(value > top)) continue;
            top = value;
            best = at;
            better = true;
        }
        if (!better) step /= 2;
        lcn_progress(ctx, "shrink", 0, 0, -top);
    }
    return best;
}

/* ---- the folds ---- */

static void mean_of(double *mean, const double *K, int64_t N, int64_t count)
{
    memset(mean, 0, (size_t)count * sizeof *mean);
    for (int64_t c = 0; c < N; c++)
        for (int64_t l = 0; l < count; l++) mean[l] += K[c * count + l] / (double)N;
}

/* Sigma of every class under the modules, with G and v from the covariances K of n[c] rows. */
static lacon_status model_of(lacon_ctx *ctx, const shrinkage *s, const double *K, const int64_t *n,
                             double *Sigma)
{
    const int64_t p = s->p;
    lacon_data *data = NULL;
    lacon_model *model = NULL;
    lacon_status status;
    LCN_GOTO(lacon_data_new(ctx, &data, p));
    for (int64_t c = 0; c < s->N; c++)
        LCN_GOTO(lacon_data_add_cov(ctx, data, NULL, n[c], K + c * p * p, p));
    LCN_GOTO(lacon_model_transform(ctx, &model, s->model, data));
    for (int64_t c = 0; c < s->N; c++)
        LCN_GOTO(lacon_model_covariance(ctx, model, c, Sigma + c * p * p));
done:
    lacon_model_free(model);
    lacon_data_free(data);
    return status;
}

/* Block f of a class: rows first..last-1. What is left: K' = (n K - m K_block) / (n - m). */
static void leave_out(const shrinkage *s, int64_t f, const double *whole, int64_t *left, double *block)
{
    const int64_t pp = s->p * s->p;
    fold *now = &s->fold[f];
    for (int64_t c = 0; c < s->N; c++) {
        const lcn_class *class = &s->data->classes[c];
        const int64_t n = class->n, first = f * n / s->folds, last = (f + 1) * n / s->folds;
        double *K = now->K + c * pp, *out = now->out + c * pp;
        const double all = (double)n, m = (double)(last - first);
        lcn_class_gram(out, class, s->p, first, last, block);
        for (int64_t l = 0; l < pp; l++)
            K[l] = (all * whole[c * pp + l] - m * out[l]) / (all - m);
        left[c] = n - (last - first);
    }
    mean_of(now->mean, now->K, s->N, pp);
}

static lacon_status make_folds(lacon_ctx *ctx, const shrinkage *s, const double *whole, double *block)
{
    lacon_status status = LACON_OK;
    int64_t *left = lcn_alloc(ctx, (size_t)s->N, sizeof *left);
    if (left == NULL) return LACON_E_MEMORY;
    for (int64_t f = 0; f < s->folds && status >= 0; f++) {
        leave_out(s, f, whole, left, block);
        status = model_of(ctx, s, s->fold[f].K, left, s->fold[f].Sigma);
    }
    lcn_free(&ctx->allocator, left);
    return status;
}

/* ---- the call ---- */

static lacon_status check(lacon_ctx *ctx, const lacon_model *model, const lacon_data *data,
                          int64_t folds)
{
    LCN_FAIL_IF(model->p != data->p || model->n_classes != data->n_classes, LACON_E_SHAPE,
                "shrinkage needs the rows the model was fitted to: the model has %lld variables and "
                "%lld classes, the data %lld and %lld",
                (long long)model->p, (long long)model->n_classes, (long long)data->p,
                (long long)data->n_classes);
    LCN_FAIL_IF(folds < 2, LACON_E_ARGUMENT, "shrinkage needs 2 folds at least");
    for (int64_t c = 0; c < data->n_classes; c++) {
        LCN_FAIL_IF(data->classes[c].kind == LCN_COV, LACON_E_DATA,
                    "shrinkage needs rows: class '%s' has only its covariance",
                    data->classes[c].label);
        LCN_FAIL_IF(data->classes[c].n < 2 * folds, LACON_E_DATA,
                    "class '%s' has %lld rows: shrinkage leaves out blocks and needs %lld",
                    data->classes[c].label, (long long)data->classes[c].n, (long long)(2 * folds));
    }
    return LACON_OK;
}

static lacon_status allocate(lacon_ctx *ctx, shrinkage *s, double **block)
{
    const size_t pp = (size_t)(s->p * s->p), N = (size_t)s->N, each = (3 * N + 1) * pp;
    *block = lcn_alloc(ctx, (size_t)s->folds * each + 2 * pp * (size_t)s->threads + N +
                                (size_t)lcn_gram_scratch(s->p), sizeof **block);
    s->fold = lcn_alloc(ctx, (size_t)s->folds, sizeof *s->fold);
    if (!*block || !s->fold) return LACON_E_MEMORY;
    for (int64_t f = 0; f < s->folds; f++) {
        double *at = *block + (size_t)f * each;
        s->fold[f] = (fold){at, at + N * pp, at + 2 * N * pp, at + 3 * N * pp};
    }
    s->scratch = *block + (size_t)s->folds * each;
    s->value = s->scratch + 2 * pp * (size_t)s->threads;
    return LACON_OK;
}

/* out holds the sample covariances and is mixed in place; fold 0 is no longer needed: its memory is the scratch. */
static lacon_status apply(lacon_ctx *ctx, const shrinkage *s, lacon_covariance *out, mix at)
{
    const int64_t pp = s->p * s->p;
    fold *spare = &s->fold[0];
    mean_of(spare->mean, out->matrix, s->N, pp);
    for (int64_t c = 0; c < s->N; c++) {
        LCN_TRY(lacon_model_covariance(ctx, s->model, c, spare->Sigma));
        blend(out->matrix + c * pp, out->matrix + c * pp, spare->Sigma, spare->mean, pp, at);
        out->parameter[c] = at.lambda;
    }
    return LACON_OK;
}

lacon_status lacon_model_shrink(lacon_ctx *ctx, lacon_covariance **out, const lacon_model *model,
                                const lacon_data *data, int64_t folds, double *lambda, double *mu)
{
    lacon_covariance *made = NULL;
    double *block = NULL;
    lacon_status status;
    *out = NULL;
    LCN_TRY(check(ctx, model, data, folds));
    LCN_TRY(lcn_data_whole(ctx, data, "shrinking"));
    LCN_TRY(lcn_blas_ready(ctx));
    shrinkage s = {.p = data->p, .N = data->n_classes, .folds = folds, .data = data, .model = model,
                   .threads = ctx->threads};
    const int before = lcn_blas_begin();
    LCN_GOTO(allocate(ctx, &s, &block));
    LCN_GOTO(lcn_covariance_like(ctx, &made, data, "shrink"));
    double *rows = s.value + s.N;
    for (int64_t c = 0; c < s.N; c++)
        lcn_class_gram(made->matrix + c * s.p * s.p, &data->classes[c], s.p, 0, data->classes[c].n,
                       rows);
    LCN_GOTO(make_folds(ctx, &s, made->matrix, rows));
    const mix at = search(ctx, &s);
    LCN_GOTO(apply(ctx, &s, made, at));
    if (lambda) *lambda = at.lambda;
    if (mu) *mu = at.mu;
    *out = made;
    made = NULL;
done:
    lcn_blas_end(before);
    lcn_free(&ctx->allocator, s.fold);
    lcn_free(&ctx->allocator, block);
    lacon_covariance_free(made);
    return status;
}
