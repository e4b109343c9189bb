/* SPDX-License-Identifier: BSD-3-Clause
 * The data object: classes come in as rows or as a covariance, borrowed or owned, and are identified
 * by label. Centring and scaling is in standardise.c, the readers of files are in io/.
 */
#include "data/effective.h"
#include "data/namemap.h"
#include "parallel/share.h"

#include <lacon/io.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the object ---- */

char **lcn_default_names(lacon_ctx *ctx, int64_t p)
{
    enum { WIDTH = 24 }; /* 'V', 19 digits, end */
    char **names = lcn_alloc(ctx, (size_t)p, sizeof(char *) + WIDTH);
    if (names == NULL) return NULL;
    char *text = (char *)(names + p);
    for (int64_t r = 0; r < p; r++) {
        names[r] = text + r * WIDTH;
        snprintf(names[r], WIDTH, "V%lld", (long long)(r + 1));
    }
    return names;
}

lacon_status lacon_data_new(lacon_ctx *ctx, lacon_data **out, int64_t p)
{
    *out = NULL;
    LCN_FAIL_IF(p < 1, LACON_E_ARGUMENT, "data of %lld variables: at least 1 is needed",
                (long long)p);
    LCN_FAIL_IF(p > INT32_MAX, LACON_E_LIMIT, "data of %lld variables: at most %d are possible",
                (long long)p, INT32_MAX);
    lacon_data *data = lcn_alloc(ctx, 1, sizeof *data);
    if (data == NULL) return LACON_E_MEMORY;
    data->allocator = ctx->allocator;
    data->p = p;
    data->default_names = lcn_default_names(ctx, p);
    if (data->default_names == NULL) {
        lacon_data_free(data);
        return LACON_E_MEMORY;
    }
    *out = data;
    return LACON_OK;
}

void lacon_data_free(lacon_data *data)
{
    if (data == NULL) return;
    lacon_allocator a = data->allocator;
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_class *class = &data->classes[c];
        lcn_free(&a, class->label);
        lcn_free(&a, class->owned);
        lcn_free(&a, class->mean);
        lcn_free(&a, class->scale);
        lcn_free(&a, class->rho);
        lcn_free(&a, class->source);
    }
    lcn_free(&a, data->classes);
    lcn_free(&a, data->sign);
    lcn_free(&a, data->dealt);
    if (data->split != NULL) lcn_share_clear(&a, data->split);
    lcn_free(&a, data->split);
    lcn_free(&a, data->names);
    lcn_free(&a, data->default_names);
    lcn_free(&a, data);
}

lacon_status lacon_data_set_missing(lacon_ctx *ctx, lacon_data *data, lacon_missing mode)
{
    LCN_FAIL_IF(mode < LACON_MISSING_REFUSE || mode > LACON_MISSING_DROP, LACON_E_ARGUMENT,
                "%d is no way to treat missing values", (int)mode);
    LCN_FAIL_IF(data->n_classes > 0, LACON_E_ARGUMENT,
                "say what becomes of missing values before the first class is added");
    data->missing = mode;
    return LACON_OK;
}

lacon_status lacon_data_set_names(lacon_ctx *ctx, lacon_data *data, const char *const *names)
{
    for (int64_t r = 0; r < data->p; r++) {
        LCN_FAIL_IF(names[r] == NULL || names[r][0] == '\0', LACON_E_ARGUMENT,
                    "variable %lld of %lld has no name", (long long)(r + 1), (long long)data->p);
    }
    lcn_namemap map;
    int64_t twin, again;
    LCN_TRY(lcn_namemap_init(ctx, &map, names, data->p, &twin, &again));
    lcn_namemap_clear(&ctx->allocator, &map);
    LCN_FAIL_IF(twin >= 0, LACON_E_DATA, "variables %lld and %lld are both called '%s': rename one",
                (long long)(twin + 1), (long long)(again + 1), names[twin]);
    char **copy = lcn_names_copy(ctx, names, data->p);
    if (copy == NULL) return LACON_E_MEMORY;
    lcn_free(&data->allocator, data->names);
    data->names = copy;
    return LACON_OK;
}

/* ---- adding a class ---- */

static lacon_status check_new_class(lacon_ctx *ctx, const lacon_data *data, const char *label)
{
    LCN_FAIL_IF(data->standardised, LACON_E_ARGUMENT,
                "class '%s': the data are standardised already, add classes before that", label);
    for (int64_t c = 0; c < data->n_classes; c++) {
        LCN_FAIL_IF(strcmp(data->classes[c].label, label) == 0, LACON_E_DATA,
                    "two classes are called '%s': give them different names", label);
    }
    return LACON_OK;
}

static lacon_status check_shape(lacon_ctx *ctx, const lacon_data *data, const char *label,
                                int64_t n, int64_t ld)
{
    LCN_FAIL_IF(n < 2, LACON_E_DATA, "class '%s' has %lld observation(s): at least 2 are needed",
                label, (long long)n);
    LCN_FAIL_IF(ld < data->p, LACON_E_SHAPE,
                "class '%s': leading dimension %lld is below the %lld variables", label,
                (long long)ld, (long long)data->p);
    LCN_FAIL_IF(n > PTRDIFF_MAX / 8 / ld, LACON_E_LIMIT,
                "class '%s': %lld x %lld values are beyond the address space", label, (long long)n,
                (long long)ld);
    return LACON_OK;
}

/* The only place a class enters: owned is x or NULL, and is taken over on success alone. */
static lacon_status append(lacon_ctx *ctx, lacon_data *data, const char *label,
                           const lcn_class *class)
{
    char made[32];
    if (label == NULL) {
        snprintf(made, sizeof made, "class-%03lld", (long long)(data->n_classes + 1));
        label = made;
    }
    LCN_TRY(check_new_class(ctx, data, label));
    LCN_TRY(check_shape(ctx, data, label, class->n, class->ld));
    LCN_TRY(lcn_grow(ctx, &data->classes, data->n_classes, &data->capacity, sizeof *data->classes, 8));
    char *copy = lcn_strdup(ctx, label);
    if (copy == NULL) return LACON_E_MEMORY;
    data->classes[data->n_classes] = *class;
    data->classes[data->n_classes].label = copy;
    data->n_classes++;
    return LACON_OK;
}

/* Undo append; what the class owns stays the caller's. */
static void drop_last(lacon_data *data)
{
    lcn_class *class = &data->classes[--data->n_classes];
    lcn_free(&data->allocator, class->label);
    *class = (lcn_class){0};
}

/* All exponent bits set is infinity or NaN: an integer test, which vectorises. */
static bool row_finite_f64(const double *x, int64_t p)
{
    uint64_t bad = 0;
    for (int64_t r = 0; r < p; r++) {
        uint64_t bits;
        memcpy(&bits, &x[r], sizeof bits);
        bad |= ((bits & 0x7FF0000000000000) + 0x0010000000000000) & 0x8000000000000000;
    }
    return bad == 0;
}

static bool row_finite_f32(const float *x, int64_t p)
{
    uint32_t bad = 0;
    for (int64_t r = 0; r < p; r++) {
        uint32_t bits;
        memcpy(&bits, &x[r], sizeof bits);
        bad |= ((bits & 0x7F800000) + 0x00800000) & 0x80000000;
    }
    return bad == 0;
}

/* Is this a value, or a missing one among rows that may have such? */
static bool usable(const lacon_data *data, const lcn_class *class, double value)
{
    bool nan_allowed = data->missing != LACON_MISSING_REFUSE && class->kind != LCN_COV;
    return isfinite(value) || (nan_allowed && isnan(value));
}

static lacon_status check_finite(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class)
{
    int64_t rows = class->kind == LCN_COV ? data->p : class->n;
    for (int64_t i = 0; i < rows; i++) {
        const float *f = (const float *)class->x + i * class->ld;
        const double *d = (const double *)class->x + i * class->ld;
        bool single = class->kind == LCN_ROWS_F32;
        if (single ? row_finite_f32(f, data->p) : row_finite_f64(d, data->p)) continue;
        int64_t r = 0;
        while (r < data->p && usable(data, class, single ? (double)f[r] : d[r])) r++;
        if (r == data->p) continue;
        double value = single ? (double)f[r] : d[r];
        return lcn_fail(
            ctx, LACON_E_DATA,
            "class '%s', row %lld, variable '%s' is %s: values must be finite, drop the "
            "row or the variable",
            class->label, (long long)i + 1, lacon_data_name(data, r),
            isnan(value) ? "not a number" : "infinite");
    }
    return LACON_OK;
}

static lacon_status add(lacon_ctx *ctx, lacon_data *data, const char *label, const lcn_class *class)
{
    LCN_TRY(append(ctx, data, label, class));
    lacon_status status = check_finite(ctx, data, &data->classes[data->n_classes - 1]);
    if (status < 0) drop_last(data);
    return status;
}

/* rows × p values of `size` bytes, ld apart, into a block of our own with ld = p */
static void *copy_rows(lacon_ctx *ctx, const void *x, int64_t rows, int64_t p, int64_t ld,
                       size_t size)
{
    unsigned char *copy = lcn_alloc(ctx, (size_t)rows * (size_t)p, size);
    if (copy == NULL) return NULL;
    size_t from = (size_t)ld * size, to = (size_t)p * size;
    for (int64_t i = 0; i < rows; i++) {
        memcpy(copy + (size_t)i * to, (const unsigned char *)x + (size_t)i * from, to);
    }
    return copy;
}

/* Checked as a view first: bad values are found before anything is copied. */
static lacon_status add_copy(lacon_ctx *ctx, lacon_data *data, const char *label,
                             const lcn_class *view)
{
    LCN_TRY(add(ctx, data, label, view));
    lcn_class *class = &data->classes[data->n_classes - 1];
    int64_t rows = class->kind == LCN_COV ? data->p : class->n;
    size_t size = class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
    class->owned = copy_rows(ctx, class->x, rows, data->p, class->ld, size);
    if (class->owned == NULL) {
        drop_last(data);
        return LACON_E_MEMORY;
    }
    class->x = class->owned;
    class->ld = data->p;
    return LACON_OK;
}

lacon_status lacon_data_add_view(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                 const double *x, int64_t ld)
{
    return add(ctx, data, label, &(lcn_class){.n = n, .kind = LCN_ROWS_F64, .x = x, .ld = ld});
}

lacon_status lacon_data_add_copy(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                 const double *x, int64_t ld)
{
    return add_copy(ctx, data, label, &(lcn_class){.n = n, .kind = LCN_ROWS_F64, .x = x, .ld = ld});
}

lacon_status lacon_data_add_view_f32(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                     const float *x, int64_t ld)
{
    return add(ctx, data, label, &(lcn_class){.n = n, .kind = LCN_ROWS_F32, .x = x, .ld = ld});
}

lacon_status lacon_data_add_copy_f32(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                     const float *x, int64_t ld)
{
    return add_copy(ctx, data, label, &(lcn_class){.n = n, .kind = LCN_ROWS_F32, .x = x, .ld = ld});
}

/* K is somebody's arithmetic: K_rs and K_sr may differ in the last digits (1e-8 of the geometric
 * mean of the variances is far above that and far below any use), and are replaced by their mean.
 */
static lacon_status symmetrise(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class)
{
    double *K = class->owned;
    int64_t p = data->p;
    for (int64_t r = 0; r < p; r++) {
        LCN_FAIL_IF(K[r * p + r] < 0, LACON_E_DATA,
                    "class '%s': the variance of variable '%s' is negative", class->label,
                    lacon_data_name(data, r));
        for (int64_t s = 0; s < r; s++) {
            double a = K[r * p + s], b = K[s * p + r];
            double size = sqrt(K[r * p + r]) * sqrt(K[s * p + s]);
            LCN_FAIL_IF(fabs(a - b) > 1e-8 * size, LACON_E_DATA, /* written with nine digits it is symmetric */
                        "class '%s': covariance of '%s' and '%s' is not symmetric", class->label,
                        lacon_data_name(data, r), lacon_data_name(data, s));
            K[r * p + s] = K[s * p + r] = a / 2 + b / 2;
        }
    }
    return LACON_OK;
}

lacon_status lacon_data_add_cov(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                const double *k, int64_t ld)
{
    LCN_TRY(add_copy(ctx, data, label, &(lcn_class){.n = n, .kind = LCN_COV, .x = k, .ld = ld}));
    lcn_class *class = &data->classes[data->n_classes - 1];
    lacon_status status = symmetrise(ctx, data, class);
    if (status < 0) {
        lcn_free(&data->allocator, class->owned);
        drop_last(data);
    }
    return status;
}

/* ---- matrices of any strides ---- */

static lacon_status check_matrix(lacon_ctx *ctx, const lacon_data *data, const lacon_matrix *m)
{
    LCN_FAIL_IF(m->data == NULL || m->rows < 0, LACON_E_ARGUMENT, "a matrix without numbers");
    LCN_FAIL_IF(m->type != LACON_FLOAT64 && m->type != LACON_FLOAT32, LACON_E_ARGUMENT,
                "%d is no type of number", (int)m->type);
    LCN_FAIL_IF(m->columns != data->p, LACON_E_SHAPE, "a matrix of %lld columns, the data have %lld variables",
                (long long)m->columns, (long long)data->p);
    LCN_FAIL_IF(m->rows > PTRDIFF_MAX / 8 / m->columns, LACON_E_LIMIT,
                "%lld x %lld values are beyond the address space", (long long)m->rows, (long long)m->columns);
    return LACON_OK;
}

/* Row by row into a block of our own, where ld = p. */
static void *gather(lacon_ctx *ctx, const lacon_matrix *m, bool single)
{
    const int64_t n = m->rows, p = m->columns;
    void *to = lcn_alloc_raw(ctx, (size_t)n * (size_t)p, single ? sizeof(float) : sizeof(double));
    for (int64_t i = 0; to && i < n; i++)
        for (int64_t r = 0; r < p; r++) {
            const int64_t at = i * m->row_stride + r * m->column_stride;
            if (single) ((float *)to)[i * p + r] = ((const float *)m->data)[at];
            else ((double *)to)[i * p + r] = m->type == LACON_FLOAT32 ? (double)((const float *)m->data)[at]
                                                                      : ((const double *)m->data)[at];
        }
    return to;
}

/* As an owned class; on failure the block is freed. */
static lacon_status add_gathered(lacon_ctx *ctx, lacon_data *data, const char *label, lcn_class class)
{
    if (class.owned == NULL) return LACON_E_MEMORY;
    class.x = class.owned;
    class.ld = data->p;
    lacon_status status = add(ctx, data, label, &class);
    if (status >= 0 && class.kind == LCN_COV) {
        status = symmetrise(ctx, data, &data->classes[data->n_classes - 1]);
        if (status < 0) drop_last(data);
    }
    if (status < 0) lcn_free(&ctx->allocator, class.owned);
    return status;
}

lacon_status lacon_data_add_rows(lacon_ctx *ctx, lacon_data *data, const char *label,
                                 const lacon_matrix *rows, int borrow)
{
    LCN_TRY(check_matrix(ctx, data, rows));
    const bool single = rows->type == LACON_FLOAT32;
    const lcn_class class = {.n = rows->rows, .kind = single ? LCN_ROWS_F32 : LCN_ROWS_F64, .x = rows->data,
                             .ld = rows->row_stride};
    if (borrow && rows->column_stride == 1 && rows->row_stride >= data->p) return add(ctx, data, label, &class);
    return add_gathered(ctx, data, label,
                        (lcn_class){.n = class.n, .kind = class.kind, .owned = gather(ctx, rows, single)});
}

lacon_status lacon_data_add_covariance(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                       const lacon_matrix *k)
{
    LCN_TRY(check_matrix(ctx, data, k));
    LCN_FAIL_IF(k->rows != data->p, LACON_E_SHAPE, "a covariance of %lld rows, the data have %lld variables",
                (long long)k->rows, (long long)data->p);
    return add_gathered(ctx, data, label,
                        (lcn_class){.n = n, .kind = LCN_COV, .owned = gather(ctx, k, false)});
}

lacon_status lcn_data_take_rows(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                lcn_kind kind, void *x)
{
    return append(ctx, data, label,
                  &(lcn_class){.n = n, .kind = kind, .x = x, .ld = data->p, .owned = x});
}

lacon_status lcn_data_take_class(lacon_ctx *ctx, lacon_data *data, const char *label, const lcn_class *class)
{
    return append(ctx, data, label, class);
}

void lcn_data_taken(lacon_data *data, lacon_scale mode)
{
    data->standardised = true;
    data->scaling = mode;
}

lacon_status lcn_data_set_source(lacon_ctx *ctx, lacon_data *data, const char *path,
                                 const char *sha256)
{
    char *copy = lcn_strdup(ctx, path);
    if (copy == NULL) return LACON_E_MEMORY;
    lcn_class *class = &data->classes[data->n_classes - 1];
    lcn_free(&data->allocator, class->source);
    class->source = copy;
    memset(class->sha256, 0, sizeof class->sha256);
    strncpy(class->sha256, sha256, sizeof class->sha256 - 1);
    return LACON_OK;
}

void lcn_data_set_format(lacon_data *data, const char *format)
{
    data->classes[data->n_classes - 1].format = format;
}

/* ---- asking ---- */

int64_t lacon_data_variables(const lacon_data *data)
{
    return data->p;
}

int64_t lacon_data_classes(const lacon_data *data)
{
    return data->n_classes;
}

/* Class c; one without anything where there is no class c. */
static const lcn_class *class_at(const lacon_data *data, int64_t c)
{
    static const lcn_class none = {0};
    return c >= 0 && c < data->n_classes ? &data->classes[c] : &none;
}

int64_t lacon_data_rows(const lacon_data *data, int64_t c) { return class_at(data, c)->n; }

int64_t lacon_data_rows_own(const lacon_data *data, int64_t c)
{
    const lcn_class *class = class_at(data, c);
    return class->shared ? class->here : class->x ? class->n : 0;
}

double lacon_data_effective(const lacon_data *data, int64_t c)
{
    return c >= 0 && c < data->n_classes ? lcn_class_effective(&data->classes[c]) : NAN;
}

int64_t lacon_data_holes(const lacon_data *data, int64_t c) { return class_at(data, c)->missing_read; }
int64_t lacon_data_dropped(const lacon_data *data, int64_t c) { return class_at(data, c)->dropped; }
int64_t lacon_data_censored(const lacon_data *data, int64_t c) { return class_at(data, c)->censored; }
int64_t lacon_data_regressors(const lacon_data *data, int64_t c) { return class_at(data, c)->regressors; }
const char *lacon_data_label(const lacon_data *data, int64_t c) { return class_at(data, c)->label; }

const char *lacon_data_name(const lacon_data *data, int64_t r)
{
    if (r < 0 || r >= data->p) return NULL;
    return data->names != NULL ? data->names[r] : data->default_names[r];
}

const double *lacon_data_mean(const lacon_data *data, int64_t c) { return class_at(data, c)->mean; }
const double *lacon_data_scale(const lacon_data *data, int64_t c) { return class_at(data, c)->scale; }
const char *lacon_data_source(const lacon_data *data, int64_t c) { return class_at(data, c)->source; }
const char *lacon_data_format(const lacon_data *data, int64_t c) { return class_at(data, c)->format; }

const char *lacon_data_sha256(const lacon_data *data, int64_t c)
{
    const lcn_class *class = class_at(data, c);
    return class->source != NULL ? class->sha256 : NULL;
}

/* The numbers of a class of this kind as a matrix, contiguous within a row. */
static int get_matrix(const lcn_class *class, bool covariance, int64_t p, lacon_matrix *out)
{
    *out = (lacon_matrix){0};
    if (class->x == NULL || class->split != NULL || (class->kind == LCN_COV) != covariance) return 0;
    *out = (lacon_matrix){.data = class->x,
                          .type = class->kind == LCN_ROWS_F32 || class->single ? LACON_FLOAT32 : LACON_FLOAT64,
                          .rows = covariance ? p : class->n,
                          .columns = p,
                          .row_stride = class->ld,
                          .column_stride = 1};
    return 1;
}

int lacon_data_get_rows(const lacon_data *data, int64_t c, lacon_matrix *out)
{
    return get_matrix(class_at(data, c), false, data->p, out);
}

int lacon_data_get_cov(const lacon_data *data, int64_t c, lacon_matrix *out)
{
    return get_matrix(class_at(data, c), true, data->p, out);
}
