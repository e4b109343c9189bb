/* SPDX-License-Identifier: BSD-3-Clause
 * The model object: its creation, labels, order of modules, accessors and release. What it computes is in
 * evaluate.c, covariance.c, latent.c, transform.c, simulate.c and compare.c; models from given parts are in
 * model_new.c.
 */
#include "model/model.h"

#include "data/effective.h"
#include "data/namemap.h"

#include <math.h>
#include <string.h>

/* ---- made and freed ---- */

void lacon_model_free(lacon_model *model)
{
    if (model == NULL) return;
    const lacon_allocator a = model->allocator;
    for (int64_t i = 0; i < model->n_warnings; i++) lcn_free(&a, model->warnings[i]);
    for (int64_t i = 0; i < model->info.n_starts; i++) lcn_free(&a, model->start_name[i]);
    void *const blocks[] = {
        model->W,       model->module_of,  model->evidence,        model->psi,
        model->G,       model->v,          model->loglik,          model->n,
        model->kept,    model->mean,       model->scale,           model->names,
        model->labels,  model->start_name, model->start_objective, model->start_agreement,
        model->warnings, model->sign,      model->reversed,         model->start_trace,
        model->effective, model->merges,   model->pool,            model->another_run};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&a, blocks[i]);
    lcn_free(&a, model);
}

/* "V1".."Vp" or "class-001"..: count pointers, then the texts, in one block */
static char **default_names(lacon_ctx *ctx, int64_t count, const char *prefix, int digits)
{
    enum { WIDTH = 32 }; /* prefix of up to 8, 19 digits, end */
    char **names = lcn_alloc(ctx, (size_t)count, sizeof *names + WIDTH);
    if (names == NULL) return NULL;
    for (int64_t i = 0; i < count; i++) {
        char *text = (char *)(names + count) + i * WIDTH, number[20];
        int length = 0;
        for (int64_t rest = i + 1; rest > 0 || length < digits; rest /= 10)
            number[length++] = (char)('0' + rest % 10);
        names[i] = text;
        text = stpcpy(text, prefix);
        while (length > 0) *text++ = number[--length];
    }
    return names;
}

static bool alloc_arrays(lacon_ctx *ctx, lacon_model *m)
{
    const size_t p = (size_t)m->p, k = (size_t)m->k, N = (size_t)m->n_classes, d = sizeof(double);
    return (m->W = lcn_alloc(ctx, p * k, d)) &&
           (m->module_of = lcn_alloc(ctx, p, sizeof(int32_t))) &&
           (m->evidence = lcn_alloc(ctx, p, d)) && (m->psi = lcn_alloc(ctx, p, d)) &&
           (m->G = lcn_alloc(ctx, N * k * k, d)) && (m->v = lcn_alloc(ctx, N, d)) &&
           (m->loglik = lcn_alloc(ctx, N, d)) && (m->n = lcn_alloc(ctx, N, sizeof(int64_t))) &&
           (m->effective = lcn_alloc(ctx, N, d)) &&
           (m->kept = lcn_alloc(ctx, N, sizeof(int64_t))) && (m->mean = lcn_alloc(ctx, N * p, d)) &&
           (m->scale = lcn_alloc(ctx, N * p, d)) && (m->names = default_names(ctx, m->p, "V", 1)) &&
           (m->labels = default_names(ctx, m->n_classes, "class-", 3));
}

static lacon_status check_sizes(lacon_ctx *ctx, int64_t p, int64_t k, int64_t classes)
{
    LCN_FAIL_IF(p < 1 || k < 1 || classes < 1, LACON_E_ARGUMENT,
                "a model of %lld variables, %lld modules and %lld classes: each must be at least 1",
                (long long)p, (long long)k, (long long)classes);
    LCN_FAIL_IF(k > p, LACON_E_ARGUMENT,
                "%lld modules for %lld variables: a module needs a variable of its own",
                (long long)k, (long long)p);
    int64_t volume;
    LCN_FAIL_IF(p > INT32_MAX || classes > INT32_MAX ||
                    __builtin_mul_overflow(k * p, classes, &volume) || volume > PTRDIFF_MAX / 8,
                LACON_E_LIMIT,
                "a model of %lld variables, %lld modules and %lld classes is beyond the "
                "address space",
                (long long)p, (long long)k, (long long)classes);
    return LACON_OK;
}

lacon_status lcn_model_alloc(lacon_ctx *ctx, lacon_model **out, int64_t p, int64_t k,
                             int64_t classes)
{
    *out = NULL;
    LCN_TRY(check_sizes(ctx, p, k, classes));
    lacon_model *model = lcn_alloc(ctx, 1, sizeof *model);
    if (model == NULL) return LACON_E_MEMORY;
    model->allocator = ctx->allocator;
    model->p = p;
    model->k = k;
    model->n_classes = classes;
    if (!alloc_arrays(ctx, model)) {
        lacon_model_free(model);
        return LACON_E_MEMORY;
    }
    for (int64_t r = 0; r < p; r++) {
        model->psi[r] = 1;
        model->evidence[r] = NAN;
    }
    for (int64_t i = 0; i < classes; i++) model->loglik[i] = model->effective[i] = NAN;
    for (int64_t i = 0; i < classes * p; i++) model->scale[i] = 1;
    *out = model;
    return LACON_OK;
}

/* ---- described ---- */

static lacon_status replace_names(lacon_ctx *ctx, lacon_model *model, char ***list,
                                  const char *const *names, int64_t count, const char *what)
{
    if (names == NULL) return LACON_OK;
    for (int64_t i = 0; i < count; i++)
        LCN_FAIL_IF(names[i] == NULL || names[i][0] == '\0', LACON_E_ARGUMENT,
                    "%s %lld has no name", what, (long long)(i + 1));
    lcn_namemap map;
    int64_t twin, again;
    LCN_TRY(lcn_namemap_init(ctx, &map, names, count, &twin, &again));
    lcn_namemap_clear(&ctx->allocator, &map);
    LCN_FAIL_IF(twin >= 0, LACON_E_DATA, "%s %lld and %lld are both called '%s': rename one", what,
                (long long)(twin + 1), (long long)(again + 1), names[twin]);
    char **copy = lcn_names_copy(ctx, names, count);
    if (copy == NULL) return LACON_E_MEMORY;
    lcn_free(&model->allocator, *list);
    *list = copy;
    return LACON_OK;
}

lacon_status lcn_model_set_names(lacon_ctx *ctx, lacon_model *model, const char *const *names,
                                 const char *const *labels)
{
    LCN_TRY(replace_names(ctx, model, &model->names, names, model->p, "variable"));
    return replace_names(ctx, model, &model->labels, labels, model->n_classes, "class");
}

lacon_status lcn_model_set_sign(lacon_ctx *ctx, lacon_model *model, const int8_t *sign)
{
    int8_t *copy = sign ? lcn_alloc(ctx, (size_t)model->p, sizeof *copy) : NULL;
    if (sign && !copy) return LACON_E_MEMORY;
    if (sign) memcpy(copy, sign, (size_t)model->p * sizeof *copy);
    lcn_free(&model->allocator, model->sign);
    model->sign = copy;
    return LACON_OK;
}

lacon_status lcn_model_describe(lacon_ctx *ctx, lacon_model *model, const lacon_data *data)
{
    const int64_t p = model->p, N = model->n_classes;
    LCN_FAIL_IF(data->p != p || data->n_classes != N, LACON_E_INTERNAL,
                "a model of %lld variables and %lld classes cannot describe data of %lld and %lld",
                (long long)p, (long long)N, (long long)data->p, (long long)data->n_classes);
    const char *const *names =
        (const char *const *)(data->names ? data->names : data->default_names);
    const char **labels = lcn_alloc(ctx, (size_t)N, sizeof *labels);
    if (labels == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < N; i++) {
        const lcn_class *class = &data->classes[i];
        const size_t bytes = (size_t)p * sizeof(double);
        labels[i] = class->label;
        model->n[i] = class->n;
        model->effective[i] = lcn_class_effective(class);
        if (class->mean) memcpy(model->mean + i * p, class->mean, bytes);
        if (class->scale) memcpy(model->scale + i * p, class->scale, bytes);
    }
    lacon_status status = lcn_model_set_names(ctx, model, names, labels);
    if (status >= 0) status = lcn_model_set_sign(ctx, model, data->sign);
    lcn_free(&ctx->allocator, labels);
    return status;
}

lacon_status lcn_model_warn(lacon_ctx *ctx, lacon_model *model, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = lcn_vsprintf(ctx, format, args);
    va_end(args);
    LCN_TRY(lcn_append_text(ctx, &model->warnings, &model->n_warnings, text));
    model->info.warnings = (const char *const *)model->warnings;
    model->info.n_warnings = model->n_warnings;
    return LACON_OK;
}

/* ---- labelled and sorted ---- */

void lcn_model_label(lacon_model *model)
{
    for (int64_t r = 0; r < model->p; r++) {
        const double *w = model->W + r * model->k;
        int64_t top = -1;
        for (int64_t j = 0; j < model->k; j++)
            if (w[j] > (top < 0 ? 0 : w[top])) top = j;
        model->module_of[r] = (int32_t)(top + 1);
    }
}

typedef struct rank {
    int64_t module, size, first;
    double trace;
} rank;

/* larger first, then larger trace, then smaller first row */
static bool before(const rank *a, const rank *b)
{
    if (a->size != b->size) return a->size > b->size;
    if (a->trace != b->trace) return a->trace > b->trace;
    return a->first < b->first;
}

static void rank_modules(const lacon_model *model, rank *ranks)
{
    const int64_t p = model->p, k = model->k;
    for (int64_t j = 0; j < k; j++) {
        ranks[j] = (rank){.module = j, .first = p};
        for (int64_t i = 0; i < model->n_classes; i++)
            ranks[j].trace += model->G[(i * k + j) * k + j];
    }
    for (int64_t r = p; r-- > 0;) {
        if (model->module_of[r] == 0) continue;
        rank *own = &ranks[model->module_of[r] - 1];
        own->size++;
        own->first = r;
    }
    for (int64_t j = 1; j < k; j++) { /* insertion: k is small, and it is stable */
        const rank moving = ranks[j];
        int64_t to = j;
        for (; to > 0 && before(&moving, &ranks[to - 1]); to--) ranks[to] = ranks[to - 1];
        ranks[to] = moving;
    }
}

/* row of W or of a G_i: x_j <- x_{old(j)} */
static void permute_row(int64_t k, double *x, const rank *ranks, double *scratch)
{
    for (int64_t j = 0; j < k; j++) scratch[j] = x[ranks[j].module];
    memcpy(x, scratch, (size_t)k * sizeof *x);
}

lacon_status lcn_model_sort(lacon_ctx *ctx, lacon_model *model)
{
    const int64_t k = model->k;
    rank *ranks = lcn_alloc(ctx, (size_t)k, sizeof *ranks);
    double *scratch = lcn_alloc(ctx, (size_t)(k * k), sizeof *scratch);
    lacon_status status = ranks && scratch ? LACON_OK : LACON_E_MEMORY;
    if (status < 0) goto done;
    lcn_model_label(model);
    rank_modules(model, ranks);
    for (int64_t r = 0; r < model->p; r++) permute_row(k, model->W + r * k, ranks, scratch);
    for (int64_t i = 0; i < model->n_classes; i++) {
        double *G = model->G + i * k * k;
        for (int64_t j = 0; j < k; j++) permute_row(k, G + j * k, ranks, scratch);
        for (int64_t j = 0; j < k; j++)
            memcpy(scratch + j * k, G + ranks[j].module * k, (size_t)k * sizeof *G);
        memcpy(G, scratch, (size_t)(k * k) * sizeof *G);
    }
    lcn_model_label(model);
done:
    lcn_free(&ctx->allocator, ranks);
    lcn_free(&ctx->allocator, scratch);
    return status;
}

/* ---- asked ---- */

int64_t lacon_model_variables(const lacon_model *model) { return model->p; }
int64_t lacon_model_modules(const lacon_model *model) { return model->k; }
int64_t lacon_model_classes(const lacon_model *model) { return model->n_classes; }
const double *lacon_model_W(const lacon_model *model) { return model->W; }

static bool has(const lacon_model *model, int64_t c) { return c >= 0 && c < model->n_classes; }

const double *lacon_model_G(const lacon_model *model, int64_t c)
{
    return has(model, c) ? model->G + c * model->k * model->k : NULL;
}

double lacon_model_v(const lacon_model *model, int64_t c) { return has(model, c) ? model->v[c] : NAN; }
int64_t lacon_model_rows(const lacon_model *model, int64_t c) { return has(model, c) ? model->n[c] : 0; }
int64_t lacon_model_kept(const lacon_model *model, int64_t c) { return has(model, c) ? model->kept[c] : 0; }
double lacon_model_effective(const lacon_model *model, int64_t c) { return has(model, c) ? model->effective[c] : NAN; }
double lacon_model_loglik(const lacon_model *model, int64_t c) { return has(model, c) ? model->loglik[c] : NAN; }
const double *lacon_model_psi(const lacon_model *model) { return model->psi; }
const double *lacon_model_mean(const lacon_model *model) { return model->mean; }
const double *lacon_model_scale(const lacon_model *model) { return model->scale; }
const int8_t *lacon_model_sign(const lacon_model *model) { return model->sign; }
const int32_t *lacon_model_module_of(const lacon_model *model) { return model->module_of; }
const double *lacon_model_evidence(const lacon_model *model) { return model->evidence; }
const char *lacon_model_name(const lacon_model *model, int64_t r)
{
    return r >= 0 && r < model->p ? model->names[r] : NULL;
}
const char *lacon_model_label(const lacon_model *model, int64_t c) { return has(model, c) ? model->labels[c] : NULL; }

int64_t lacon_model_find_class(const lacon_model *model, const char *label)
{
    for (int64_t c = 0; c < model->n_classes; c++)
        if (strcmp(model->labels[c], label) == 0) return c;
    return -1;
}

const lacon_fit_info *lacon_model_info(const lacon_model *model)
{
    return model->fitted ? &model->info : NULL;
}
