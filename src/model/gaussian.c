/* SPDX-License-Identifier: BSD-3-Clause
 * One dense covariance per class: its memory, and the log-likelihood of rows under it,
 *     -½ [ p log 2 pi + log det A + tr(A^-1 K) ],   A = L L'.
 */
#include "model/gaussian.h"
#include "data/namemap.h"
#include "la/la.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- memory ---- */

void lacon_covariance_free(lacon_covariance *s)
{
    if (s == NULL) return;
    const lacon_allocator a = s->allocator;
    void *const blocks[] = {s->matrix, s->mean, s->scale, s->parameter, s->n, s->names, s->labels, s};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&a, blocks[i]);
}

static bool alloc_arrays(lacon_ctx *ctx, lacon_covariance *s)
{
    const size_t p = (size_t)s->p, N = (size_t)s->n_classes;
    s->matrix = lcn_alloc(ctx, N * p, p * sizeof *s->matrix);
    s->mean = lcn_alloc(ctx, N * p, sizeof *s->mean);
    s->scale = lcn_alloc(ctx, N * p, sizeof *s->scale);
    s->parameter = lcn_alloc(ctx, N, sizeof *s->parameter);
    s->n = lcn_alloc(ctx, N, sizeof *s->n);
    return s->matrix && s->mean && s->scale && s->parameter && s->n;
}

lacon_status lcn_covariance_alloc(lacon_ctx *ctx, lacon_covariance **out, int64_t p, int64_t classes,
                                  const char *const *names, const char *const *labels)
{
    lacon_status status;
    *out = NULL;
    lacon_covariance *s = lcn_alloc(ctx, 1, sizeof *s);
    if (s == NULL) return LACON_E_MEMORY;
    *s = (lacon_covariance){.allocator = ctx->allocator, .p = p, .n_classes = classes};
    LCN_GOTO(alloc_arrays(ctx, s) ? LACON_OK : LACON_E_MEMORY);
    s->names = lcn_names_copy(ctx, names, p);
    s->labels = lcn_names_copy(ctx, labels, classes);
    LCN_GOTO(s->names && s->labels ? LACON_OK : LACON_E_MEMORY);
    for (int64_t i = 0; i < classes * p; i++) s->scale[i] = 1;
    for (int64_t c = 0; c < classes; c++) s->parameter[c] = NAN;
    *out = s;
    s = NULL;
done:
    lacon_covariance_free(s);
    return status;
}

lacon_status lcn_covariance_like(lacon_ctx *ctx, lacon_covariance **out, const lacon_data *data,
                                 const char *method)
{
    const size_t N = (size_t)data->n_classes, bytes = (size_t)data->p * sizeof(double);
    const char **labels = lcn_alloc(ctx, N, sizeof *labels);
    *out = NULL;
    if (labels == NULL) return LACON_E_MEMORY;
    for (size_t c = 0; c < N; c++) labels[c] = data->classes[c].label;
    lacon_status status = lcn_covariance_alloc(
        ctx, out, data->p, data->n_classes,
        (const char *const *)(data->names ? data->names : data->default_names), labels);
    lcn_free(&ctx->allocator, labels);
    if (status < 0) return status;
    (*out)->method = method;
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        if (class->mean) memcpy((*out)->mean + c * data->p, class->mean, bytes);
        if (class->scale) memcpy((*out)->scale + c * data->p, class->scale, bytes);
        (*out)->n[c] = (double)class->n;
    }
    return status;
}

/* ---- second moments ---- */

int64_t lcn_gram_scratch(int64_t p) { return LCN_GRAM_ROWS * p; }

static void gram_f32(double *K, const lcn_class *class, int64_t p, int64_t first, int64_t last,
                     double *block)
{
    const float *x = class->x;
    const double share = 1.0 / (double)(last - first);
    for (int64_t at = first; at < last; at += LCN_GRAM_ROWS) {
        const int64_t rows = last - at < LCN_GRAM_ROWS ? last - at : LCN_GRAM_ROWS;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t r = 0; r < p; r++) block[i * p + r] = x[(at + i) * class->ld + r];
        lcn_syrk(p, rows, share, block, p, at == first ? 0.0 : 1.0, K, p);
    }
}

void lcn_class_gram(double *K, const lcn_class *class, int64_t p, int64_t first, int64_t last,
                    double *scratch)
{
    const double *x = class->x;
    if (class->kind == LCN_COV)
        for (int64_t r = 0; r < p; r++)
            memcpy(K + r * p, x + r * class->ld, (size_t)p * sizeof *K);
    else if (class->kind == LCN_ROWS_F32)
        gram_f32(K, class, p, first, last, scratch);
    else
        lcn_syrk(p, last - first, 1.0 / (double)(last - first), x + first * class->ld, class->ld, 0.0,
                 K, p);
}

/* ---- likelihood ---- */

static bool factor(int64_t p, double *A)
{
    double top = 0, low = INFINITY;
    for (int64_t r = 0; r < p; r++) top = fmax(top, A[r * p + r]);
    if (!lcn_chol(p, A, p)) return false;
    for (int64_t r = 0; r < p; r++) low = fmin(low, A[r * p + r] * A[r * p + r]);
    return low > (double)p * DBL_EPSILON * top;
}

double lcn_gaussian_loglik(int64_t p, double *A, const double *K, double *inverse)
{
    if (!factor(p, A)) return -INFINITY;
    lcn_chol_inverse(p, A, p, inverse);
    return -0.5 * ((double)p * LCN_LOG_2PI + lcn_chol_logdet(p, A, p) + lcn_dot(p * p, inverse, K));
}

static lacon_status check(lacon_ctx *ctx, const lacon_covariance *s, const lacon_data *data,
                          const int64_t *map)
{
    LCN_FAIL_IF(data->p != s->p, LACON_E_SHAPE,
                "the data have %lld variables, the covariances are of %lld", (long long)data->p,
                (long long)s->p);
    for (int64_t c = 0; c < data->n_classes; c++) {
        const int64_t to = map ? map[c] : c;
        LCN_FAIL_IF(to < 0 || to >= s->n_classes, LACON_E_ARGUMENT,
                    "class '%s' is to be evaluated under covariance %lld of %lld",
                    data->classes[c].label, (long long)to, (long long)s->n_classes);
    }
    return LACON_OK;
}

/* A, K, inverse, block of rows */
static int64_t scratch_size(int64_t p) { return 3 * p * p + lcn_gram_scratch(p); }

static void evaluate_class(double *out, const lacon_covariance *s, const lacon_data *data, int64_t c,
                           int64_t to, double *A)
{
    const int64_t p = s->p;
    double *K = A + p * p, *inverse = K + p * p;
    memcpy(A, s->matrix + to * p * p, (size_t)(p * p) * sizeof *A);
    lcn_class_gram(K, &data->classes[c], p, 0, data->classes[c].n, inverse + p * p);
    *out = lcn_gaussian_loglik(p, A, K, inverse);
}

lacon_status lacon_covariance_evaluate(lacon_ctx *ctx, const lacon_covariance *s,
                                       const lacon_data *data, const int64_t *map, double *out)
{
    LCN_TRY(check(ctx, s, data, map));
    LCN_TRY(lcn_data_whole(ctx, data, "a covariance"));
    LCN_TRY(lcn_blas_ready(ctx));
    const int64_t size = scratch_size(s->p), N = data->n_classes;
    const int threads = ctx->threads;
    double *scratch = lcn_alloc(ctx, (size_t)threads, (size_t)size * sizeof *scratch);
    if (scratch == NULL) return LACON_E_MEMORY;
    const int before = lcn_blas_begin();
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t c = worker; c < N; c += threads)
            evaluate_class(out + c, s, data, c, map ? map[c] : c, scratch + worker * size);
    lcn_blas_end(before);
    lcn_free(&ctx->allocator, scratch);
    for (int64_t c = 0; c < N; c++)
        if (!isfinite(out[c]))
            lcn_log(ctx, LACON_LOG_WARNING,
                    "class '%s': its covariance is singular, the log-likelihood is -inf (%.0f rows, "
                    "%lld variables); a method that shrinks has one",
                    data->classes[c].label, s->n[map ? map[c] : c], (long long)s->p);
    return LACON_OK;
}

/* ---- what it holds ---- */

int64_t lacon_covariance_variables(const lacon_covariance *s) { return s->p; }
int64_t lacon_covariance_classes(const lacon_covariance *s) { return s->n_classes; }
const char *lacon_covariance_name(const lacon_covariance *s, int64_t r)
{
    return r >= 0 && r < s->p ? s->names[r] : NULL;
}
static bool has(const lacon_covariance *s, int64_t c) { return c >= 0 && c < s->n_classes; }
const char *lacon_covariance_label(const lacon_covariance *s, int64_t c)
{
    return has(s, c) ? s->labels[c] : NULL;
}
const double *lacon_covariance_matrix(const lacon_covariance *s, int64_t c)
{
    return has(s, c) ? s->matrix + c * s->p * s->p : NULL;
}
const double *lacon_covariance_mean(const lacon_covariance *s) { return s->mean; }
const double *lacon_covariance_scale(const lacon_covariance *s) { return s->scale; }
double lacon_covariance_parameter(const lacon_covariance *s, int64_t c) { return has(s, c) ? s->parameter[c] : NAN; }

int64_t lacon_covariance_find_class(const lacon_covariance *s, const char *label)
{
    for (int64_t c = 0; c < s->n_classes; c++)
        if (strcmp(s->labels[c], label) == 0) return c;
    return -1;
}
