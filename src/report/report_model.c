/* SPDX-License-Identifier: BSD-3-Clause
 * The model as the page reads it. Connectivity of many classes is kept small: correlations as 16-bit
 * integers (r = i / 32767, an error of 2e-5), variances as powers of two likewise (g = 2^(i / 1024), 0.04 %).
 */
#include "report/report.h"

#include "data/data.h"
#include "la/la.h"
#include "model/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPREAD_MAX = 400000, /* cells of the strip of scales: half a megabyte of page */
    SHOWN_MAX = 600,     /* variables whose p × p covariance is shown: as much */
    POOLED_MAX = 100000  /* pooled correlations with their intervals: as much */
};

static void put16(unsigned char *to, double value)
{
    const double bounded = fmax(-32767, fmin(32767, value));
    const uint16_t bits = (uint16_t)(int16_t)lrint(bounded);
    to[0] = (unsigned char)(bits & 255);
    to[1] = (unsigned char)(bits >> 8);
}

static double correlation(const double *G, int64_t k, int64_t a, int64_t b)
{
    const double size = sqrt(G[a * k + a]) * sqrt(G[b * k + b]);
    return size > 0 ? fmax(-1, fmin(1, G[a * k + b] / size)) : 0;
}

/* N × k (k - 1) / 2, pairs a < b row by row: of covariances, or entries that are correlations already. */
static json_t *correlations(lacon_ctx *ctx, const lacon_model *m, const double *G, bool already)
{
    const int64_t k = m->k, pairs = k * (k - 1) / 2;
    unsigned char *bytes = lcn_alloc(ctx, (size_t)(m->n_classes * pairs) + 1, 2), *to = bytes;
    if (bytes == NULL) return NULL;
    for (int64_t c = 0; c < m->n_classes; c++)
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = a + 1; b < k; b++, to += 2) {
                const double own = already ? G[(c * k + a) * k + b] : correlation(G + c * k * k, k, a, b);
                put16(to, isnan(own) ? 0 : 32767 * own);
            }
    json_t *json = lcn_json_base64(bytes, (size_t)(to - bytes));
    lcn_free(&ctx->allocator, bytes);
    return json;
}

/* N × k; the least 16-bit number is zero. */
static json_t *variances(lacon_ctx *ctx, const lacon_model *m)
{
    const int64_t k = m->k;
    unsigned char *bytes = lcn_alloc(ctx, (size_t)(m->n_classes * k) + 1, 2), *to = bytes;
    if (bytes == NULL) return NULL;
    for (int64_t c = 0; c < m->n_classes; c++)
        for (int64_t a = 0; a < k; a++, to += 2) {
            const double g = m->G[(c * k + a) * k + a];
            put16(to, g > 0 ? 1024 * log2(g) : -32767);
        }
    json_t *json = lcn_json_base64(bytes, (size_t)(to - bytes));
    lcn_free(&ctx->allocator, bytes);
    return json;
}

static json_t *reals(int64_t count, const double *values)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < count && array; i++) array = lcn_json_push(array, lcn_json_real(values[i]));
    return array;
}

static json_t *integers(int64_t count, const int64_t *values)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < count && array; i++) array = lcn_json_push(array, json_integer(values[i]));
    return array;
}

static json_t *labels(int64_t count, char *const *texts)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < count && array; i++) array = lcn_json_push(array, lcn_json_label(texts[i]));
    return array;
}

static void set_variables(lcn_object *o, const lacon_model *m)
{
    json_t *module = json_array(), *weight = json_array(), *names = json_array();
    bool own_noise = false;
    for (int64_t r = 0; r < m->p; r++) {
        const int32_t own = m->module_of[r];
        names = lcn_json_push(names, lcn_json_label(lacon_model_name(m, r)));
        module = lcn_json_push(module, json_integer(own));
        weight = lcn_json_push(weight, lcn_json_real(own > 0 ? m->W[r * m->k + own - 1] : 0));
        own_noise = own_noise || m->psi[r] != 1;
    }
    lcn_object_set(o, "variables", names);
    lcn_object_set(o, "module", module);
    lcn_object_set(o, "weight", weight);
    lcn_object_set(o, "evidence", reals(m->p, m->evidence));
    if (own_noise) lcn_object_set(o, "psi", reals(m->p, m->psi));
    if (m->sign != NULL) {
        json_t *sign = json_array();
        for (int64_t r = 0; r < m->p && sign; r++) sign = lcn_json_push(sign, json_integer(m->sign[r]));
        lcn_object_set(o, "sign", sign);
    }
}

json_t *lcn_report_names(const lcn_report *report)
{
    const lacon_model *m = report->model;
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "p", json_integer(m->p));
    lcn_object_set(&o, "k", json_integer(m->p)); /* W = I */
    lcn_object_set(&o, "variables", labels(m->p, m->names));
    lcn_object_set(&o, "classes", labels(m->n_classes, report->labels));
    return lcn_object_end(&o);
}

json_t *lcn_report_model(lacon_ctx *ctx, const lcn_report *report)
{
    const lacon_model *m = report->model;
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "p", json_integer(m->p));
    lcn_object_set(&o, "k", json_integer(m->k));
    set_variables(&o, m);
    lcn_object_set(&o, "classes", labels(m->n_classes, report->labels));
    lcn_object_set(&o, "n", integers(m->n_classes, m->n));
    lcn_object_set(&o, "effective", reals(m->n_classes, m->effective));
    lcn_object_set(&o, "kept", integers(m->n_classes, m->kept));
    lcn_object_set(&o, "noise", reals(m->n_classes, m->v));
    lcn_object_set(&o, "loglik", reals(m->n_classes, m->loglik));
    lcn_object_set(&o, "correlations", correlations(ctx, m, m->G, false));
    lcn_object_set(&o, "variances", variances(ctx, m));
    return lcn_object_end(&o);
}

json_t *lcn_report_pooled(lacon_ctx *ctx, const lcn_report *report)
{
    const lacon_model *m = report->model;
    const struct lcn_pool *q = m->pool;
    if (q == NULL || report->of) return json_null();
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "rows", lcn_json_real(q->rows));
    lcn_object_set(&o, "correlations", correlations(ctx, m, q->G, false));
    if (m->n_classes * m->k * (m->k - 1) / 2 <= POOLED_MAX) {
        lcn_object_set(&o, "low", correlations(ctx, m, q->correlation_low, true));
        lcn_object_set(&o, "high", correlations(ctx, m, q->correlation_high, true));
    }
    return lcn_object_end(&o);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* log2 of scale over its median over classes, in steps of 1/32: -4..4 as -127..127. */
static void spread_of(signed char *out, const lacon_model *m, int64_t r, double *sorted)
{
    const int64_t N = m->n_classes;
    for (int64_t c = 0; c < N; c++) sorted[c] = m->scale[c * m->p + r];
    qsort(sorted, (size_t)N, sizeof *sorted, by_size);
    const double middle = sorted[N / 2];
    for (int64_t c = 0; c < N; c++) {
        const double ratio = m->scale[c * m->p + r] / middle;
        const double step = ratio > 0 && isfinite(ratio) ? 32 * log2(ratio) : 0;
        out[c * m->p + r] = (signed char)lrint(fmax(-127, fmin(127, step)));
    }
}

json_t *lcn_report_spread(lacon_ctx *ctx, const lcn_report *report)
{
    const lacon_model *m = report->model;
    bool scaled = false;
    if (m->n_classes * m->p > SPREAD_MAX) return json_null();
    for (int64_t i = 0; i < m->n_classes * m->p && !scaled; i++) scaled = m->scale[i] != 1;
    if (!scaled) return json_null();
    signed char *steps = lcn_alloc(ctx, (size_t)(m->n_classes * m->p), 1);
    double *sorted = lcn_alloc(ctx, (size_t)m->n_classes, sizeof *sorted);
    json_t *json = NULL;
    if (steps != NULL && sorted != NULL) {
        for (int64_t r = 0; r < m->p; r++) spread_of(steps, m, r, sorted);
        json = lcn_json_base64(steps, (size_t)(m->n_classes * m->p));
    }
    lcn_free(&ctx->allocator, sorted);
    lcn_free(&ctx->allocator, steps);
    return json;
}

/* The same for a class with missing values: each pair by the rows that have both. */
static void add_pairs(double *K, const lcn_class *class, int64_t p, double rate)
{
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s <= r; s++) {
            double sum = 0, count = 0;
            for (int64_t i = 0; i < class->n; i++) {
                const double product = lcn_class_value(class, i, r) * lcn_class_value(class, i, s);
                if (isnan(product)) continue;
                sum += product;
                count += 1;
            }
            const double mean = count > 0 ? rate * sum / count : 0;
            K[r * p + s] += mean;
            if (r != s) K[s * p + r] += mean;
        }
}

/* K += rate X'X, or rate times the class's covariance. */
static lacon_status add_class(lacon_ctx *ctx, double *K, const lcn_class *class, int64_t p, double rate)
{
    if (class->missing > 0) {
        add_pairs(K, class, p, rate);
        return LACON_OK;
    }
    if (class->kind == LCN_ROWS_F64) {
        lcn_syrk(p, class->n, rate / (double)class->n, class->x, class->ld, 1, K, p);
        return LACON_OK;
    }
    if (class->kind == LCN_COV) {
        const double *own = class->x;
        for (int64_t i = 0; i < p; i++)
            for (int64_t j = 0; j < p; j++) K[i * p + j] += rate * own[i * class->ld + j];
        return LACON_OK;
    }
    float *own = lcn_alloc(ctx, (size_t)(p * p), sizeof *own);
    if (own == NULL) return LACON_E_MEMORY;
    lcn_syrk_f32(p, class->n, 1.0f / (float)class->n, class->x, class->ld, 0, own, p);
    for (int64_t i = 0; i < p * p; i++) K[i] += rate * (double)own[i];
    lcn_free(&ctx->allocator, own);
    return LACON_OK;
}

/* 16 bits per entry, as a share of the largest diagonal entry. */
static json_t *packed(lacon_ctx *ctx, const double *K, int64_t p)
{
    double largest = 0;
    for (int64_t i = 0; i < p * p; i++) largest = fmax(largest, fabs(K[i]));
    unsigned char *bytes = lcn_alloc(ctx, (size_t)(p * p), 2);
    if (bytes == NULL) return NULL;
    for (int64_t i = 0; i < p * p; i++) put16(bytes + 2 * i, largest > 0 ? 32767 * K[i] / largest : 0);
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "largest", lcn_json_real(largest));
    lcn_object_set(&o, "entries", lcn_json_base64(bytes, (size_t)(2 * p * p)));
    lcn_free(&ctx->allocator, bytes);
    return lcn_object_end(&o);
}

json_t *lcn_report_covariance(lacon_ctx *ctx, const lcn_report *report)
{
    const lacon_data *data = report->options->data;
    const int64_t p = report->model->p;
    if (data == NULL || p > SHOWN_MAX) return json_null();
    double *K = lcn_alloc(ctx, (size_t)(p * p), sizeof *K), rows = 0;
    lacon_status status = K ? lcn_blas_ready(ctx) : LACON_E_MEMORY;
    const int before = lcn_blas_begin();
    for (int64_t c = 0; c < data->n_classes; c++) rows += (double)data->classes[c].n;
    for (int64_t c = 0; c < data->n_classes && status >= 0; c++)
        status = add_class(ctx, K, &data->classes[c], p, (double)data->classes[c].n / rows);
    lcn_blas_end(before);
    json_t *json = status >= 0 ? packed(ctx, K, p) : NULL;
    lcn_free(&ctx->allocator, K);
    return json;
}

/* Not nothing as soon as one value is missing. */
static unsigned char share_of(const lcn_class *class, int64_t r)
{
    int64_t absent = 0;
    for (int64_t i = 0; i < class->n && class->kind != LCN_COV; i++) absent += isnan(lcn_class_value(class, i, r));
    return (unsigned char)ceil(255 * (double)absent / (double)(class->n > 0 ? class->n : 1));
}

json_t *lcn_report_missing(lacon_ctx *ctx, const lcn_report *report)
{
    const lacon_data *data = report->options->data;
    int64_t holes = 0;
    for (int64_t c = 0; data != NULL && c < data->n_classes; c++) holes += data->classes[c].missing;
    if (holes == 0 || data->n_classes * data->p > SPREAD_MAX) return json_null();
    const size_t cells = (size_t)(data->n_classes * data->p);
    unsigned char *shares = lcn_alloc(ctx, cells, 1);
    if (shares == NULL) return NULL;
    for (int64_t c = 0; c < data->n_classes; c++)
        for (int64_t r = 0; r < data->p; r++) shares[c * data->p + r] = share_of(&data->classes[c], r);
    json_t *json = lcn_json_base64(shares, cells);
    lcn_free(&ctx->allocator, shares);
    return json;
}
