/* SPDX-License-Identifier: BSD-3-Clause
 * Centring and scaling. For every class and variable, with n rows x and y = h x,
 *
 *     h = 2^-e, 2^e about max |x|       so that squares neither overflow nor vanish; exact
 *     m = sum y / n, corrected by the mean of y - m
 *     s² = (sum (y - m)² - (sum (y - m))² / n) / n
 *     x becomes (y - m) / s             mean = m / h, scale = s / h
 *
 * Work is cut into (class, block of columns), never by threads, and every column is summed row by
 * row: the result does not depend on the number of threads. Nothing changes before all is known to
 * be well.
 */
#include "data/dealt.h"
#include "data/effective.h"
#include "data/row_slices.h"
#include "util/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 512
}; /* columns of a block: 4 kB of a row, a few such arrays stay in the first cache */

/* What becomes of one class. */
struct change {
    void *made;           /* rows of our own, for a class that is borrowed until now */
    double *mean, *scale; /* p: h mean and h scale while at work, the final ones in the end */
    double *h;            /* p: powers of two */
    double *size, *rest, *square; /* p: while at work, in one block */
};

struct job {
    lacon_data *data;
    struct change *changes; /* N */
    int64_t blocks;         /* blocks of columns of each class */
    int64_t width;          /* of all but the last */
};

/* ---- memory ---- */

static void drop_changes(const lacon_data *data, struct change *changes)
{
    if (changes == NULL) return;
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_free(&data->allocator, changes[c].made);
        lcn_free(&data->allocator, changes[c].mean);
        lcn_free(&data->allocator, changes[c].scale);
        lcn_free(&data->allocator, changes[c].h);
        lcn_free(&data->allocator, changes[c].size);
    }
    lcn_free(&data->allocator, changes);
}

static lacon_status make_change(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                                bool rows, struct change *change)
{
    size_t p = (size_t)data->p;
    change->mean = lcn_alloc(ctx, p, sizeof(double));
    change->scale = lcn_alloc(ctx, p, sizeof(double));
    change->h = lcn_alloc(ctx, p, sizeof(double));
    change->size = lcn_alloc(ctx, p, 3 * sizeof(double));
    if (change->mean == NULL || change->scale == NULL || change->h == NULL || change->size == NULL)
        return LACON_E_MEMORY;
    change->rest = change->size + p;
    change->square = change->rest + p;
    if (rows && class->owned == NULL) {
        size_t size = class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
        change->made = lcn_alloc(ctx, (size_t) lcn_rows_here(class) * p, size);
        if (change->made == NULL) return LACON_E_MEMORY;
    }
    return LACON_OK;
}

static lacon_status make_job(lacon_ctx *ctx, struct job *job, lacon_data *data, bool rows)
{
    LCN_FAIL_IF(data->standardised, LACON_E_ARGUMENT, "the data are standardised already");
    LCN_FAIL_IF(data->n_classes == 0, LACON_E_DATA, "there is no class in the data");
    *job = (struct job){.data = data};
    job->blocks = (data->p + WIDTH - 1) / WIDTH;
    job->width = (data->p + job->blocks - 1) / job->blocks;
    job->changes = lcn_alloc(ctx, (size_t)data->n_classes, sizeof(struct change));
    if (job->changes == NULL) return LACON_E_MEMORY;
    for (int64_t c = 0; c < data->n_classes; c++) {
        LCN_TRY(make_change(ctx, data, &data->classes[c], rows, &job->changes[c]));
    }
    return LACON_OK;
}

/* ---- rows, a block of columns [first, first + width) at a time ---- */

static void load(double *y, const lcn_class *class, int64_t i, int64_t first, int64_t width)
{
    if (class->kind == LCN_ROWS_F32) {
        const float *x = (const float *)class->x + i * class->ld + first;
        for (int64_t r = 0; r < width; r++) y[r] = (double)x[r];
    } else {
        memcpy(y, (const double *)class->x + i * class->ld + first, (size_t)width * sizeof *y);
    }
}

double lcn_power_for(double size)
{
    if (size == 0) return 1;
    int e;
    frexp(size, &e);
    return ldexp(1, -(e > 1000 ? 1000 : e < -1000 ? -1000 : e));
}

bool lcn_is_far(double size)
{
    const double far = 0x1p400; /* squares, summed over rows and variables, are doubles still */
    return size != 0 && !(size < far && size > 1 / far);
}

/* The three passes that a class of complete rows is measured in, each over columns [first, first + width) of the rows
 * at x: what is summed goes on where it stands. */
static void take_size(const lcn_class *class, int64_t first, int64_t width, struct change *change)
{
    double y[WIDTH], *size = change->size + first;
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) size[r] = fabs(y[r]) > size[r] ? fabs(y[r]) : size[r];
    }
}

static void take_mean(const lcn_class *class, int64_t first, int64_t width, struct change *change)
{
    double y[WIDTH], *mean = change->mean + first;
    const double *h = change->h + first;
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) mean[r] += y[r] * h[r];
    }
}

static void take_spread(const lcn_class *class, int64_t first, int64_t width, struct change *change)
{
    double y[WIDTH], *rest = change->rest + first, *square = change->square + first;
    const double *h = change->h + first, *mean = change->mean + first;
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) {
            double d = y[r] * h[r] - mean[r];
            rest[r] += d;
            square[r] += d * d;
        }
    }
}

static void set_power(struct change *change, int64_t first, int64_t width)
{
    for (int64_t r = first; r < first + width; r++) change->h[r] = lcn_power_for(change->size[r]);
}

static void set_mean(const lcn_class *class, struct change *change, int64_t first, int64_t width)
{
    for (int64_t r = first; r < first + width; r++) change->mean[r] /= (double)class->n;
}

static void set_scale(const lcn_class *class, struct change *change, int64_t first, int64_t width)
{
    const double n = (double)class->n;
    /* A spread of two units in the last place of the largest value is rounding, not data. */
    const double last_place = class->kind == LCN_ROWS_F32 ? FLT_EPSILON : DBL_EPSILON;
    for (int64_t r = first; r < first + width; r++) {
        const double rest = change->rest[r];
        change->mean[r] += rest / n;
        change->scale[r] = sqrt(fmax(change->square[r] - rest * rest / n, 0) / n);
        if (change->scale[r] <= 2 * last_place * change->size[r] * change->h[r]) change->scale[r] = 0; /* constant */
    }
}

static void measure(const lcn_class *class, int64_t first, int64_t width, struct change *change)
{
    take_size(class, first, width, change);
    set_power(change, first, width);
    take_mean(class, first, width, change);
    set_mean(class, change, first, width);
    take_spread(class, first, width, change);
    set_scale(class, change, first, width);
}

/* The same over the observed values; scale and size are 0 where there are none. */
static void measure_observed(const lcn_class *class, int64_t first, int64_t width, double *h,
                          double *mean, double *scale)
{
    double y[WIDTH], size[WIDTH] = {0}, rest[WIDTH] = {0}, square[WIDTH] = {0}, n[WIDTH] = {0};
    for (int64_t i = 0; i < class->n; i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) size[r] = fabs(y[r]) > size[r] ? fabs(y[r]) : size[r];
    }
    for (int64_t r = 0; r < width; r++) h[r] = lcn_power_for(size[r]);
    for (int64_t i = 0; i < class->n; i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) {
            n[r] += !isnan(y[r]);
            mean[r] += isnan(y[r]) ? 0 : y[r] * h[r];
        }
    }
    for (int64_t r = 0; r < width; r++) mean[r] /= fmax(n[r], 1);
    for (int64_t i = 0; i < class->n; i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) {
            double d = isnan(y[r]) ? 0 : y[r] * h[r] - mean[r];
            rest[r] += d;
            square[r] += d * d;
        }
    }
    double last_place = class->kind == LCN_ROWS_F32 ? FLT_EPSILON : DBL_EPSILON;
    for (int64_t r = 0; r < width; r++) {
        double count = fmax(n[r], 1);
        mean[r] += rest[r] / count;
        scale[r] = sqrt(fmax(square[r] - rest[r] * rest[r] / count, 0) / count);
        if (scale[r] <= 2 * last_place * size[r] * h[r]) scale[r] = 0;
    }
}

static void apply(const lcn_class *class, int64_t p, int64_t first, int64_t width,
                  struct change *change)
{
    double y[WIDTH];
    const double *h = change->h + first, *mean = change->mean + first,
                 *scale = change->scale + first;
    void *to = class->owned != NULL ? class->owned : change->made;
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        load(y, class, i, first, width);
        for (int64_t r = 0; r < width; r++) y[r] = (y[r] * h[r] - mean[r]) / scale[r];
        if (class->kind == LCN_ROWS_F32) {
            float *x = (float *)to + i * p + first;
            for (int64_t r = 0; r < width; r++) x[r] = (float)y[r];
        } else {
            memcpy((double *)to + i * p + first, y, (size_t)width * sizeof *y);
        }
    }
}

/* ---- covariances: K_rs becomes K_rs / (scale_r scale_s) ---- */

static void measure_cov(const lcn_class *class, int64_t p, struct change *change)
{
    for (int64_t r = 0; r < p; r++) {
        change->h[r] = 1;
        change->scale[r] = sqrt(((const double *)class->x)[r * class->ld + r]);
    }
}

static void apply_cov(const lcn_class *class, int64_t p, const double *h, const double *scale)
{
    double *K = class->owned;
    for (int64_t r = 0; r < p; r++) {
        for (int64_t s = 0; s <= r; s++) {
            K[r * p + s] = K[s * p + r] = K[r * p + s] / (scale[r] / h[r]) / (scale[s] / h[s]);
        }
    }
}

/* ---- all classes ---- */

/* What is done to `width` variables of a class from `first` on; a covariance is done with the first. */
typedef void step(const lcn_class *class, int64_t p, int64_t first, int64_t width, struct change *change);

static void measure_step(const lcn_class *class, int64_t p, int64_t first, int64_t width,
                         struct change *change)
{
    if (class->kind == LCN_COV) {
        if (first == 0) measure_cov(class, p, change);
    } else if (class->split) {
        return; /* measure_shared */
    } else if (class->missing > 0) {
        measure_observed(class, first, width, change->h + first, change->mean + first, change->scale + first);
    } else {
        measure(class, first, width, change);
    }
}

static void apply_step(const lcn_class *class, int64_t p, int64_t first, int64_t width,
                       struct change *change)
{
    if (class->kind != LCN_COV)
        apply(class, p, first, width, change);
    else if (first == 0)
        apply_cov(class, p, change->h, change->scale);
}

static void do_all(const struct job *job, int threads, step *one)
{
    const lacon_data *data = job->data;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int64_t t = 0; t < data->n_classes * job->blocks; t++) {
        const int64_t first = t % job->blocks * job->width;
        const int64_t width = first + job->width < data->p ? job->width : data->p - first;
        one(&data->classes[t / job->blocks], data->p, first, width, &job->changes[t / job->blocks]);
    }
}

/* ---- a class whose rows ranks share: each pass is handed on from rank to rank, in the order of the rows ---- */

typedef void pass(const lcn_class *class, int64_t first, int64_t width, struct change *change);

typedef struct turn {
    const struct job *job;
    int64_t c;
    int threads;
    pass *own;
} turn;

static void pass_here(void *user)
{
    const turn *t = user;
    const struct job *job = t->job;
#pragma omp parallel for schedule(dynamic) num_threads(t->threads)
    for (int64_t b = 0; b < job->blocks; b++) {
        const int64_t first = b * job->width, left = job->data->p - first;
        t->own(&job->data->classes[t->c], first, job->width < left ? job->width : left, &job->changes[t->c]);
    }
}

static lacon_status measure_shared(lacon_ctx *ctx, const struct job *job, int64_t c)
{
    const lcn_class *class = &job->data->classes[c];
    struct change *change = &job->changes[c];
    const int64_t p = job->data->p;
    turn t = {job, c, ctx->threads, take_size};
    LCN_TRY(lcn_agree(ctx, LACON_OK));
    lcn_share_relay(class->split, &(lcn_handed){change->size, p}, 1, pass_here, &t);
    set_power(change, 0, p);
    t.own = take_mean;
    lcn_share_relay(class->split, &(lcn_handed){change->mean, p}, 1, pass_here, &t);
    set_mean(class, change, 0, p);
    t.own = take_spread;
    lcn_share_relay(class->split, (lcn_handed[]){{change->rest, p}, {change->square, p}}, 2, pass_here, &t);
    set_scale(class, change, 0, p);
    return ctx->known < 0 ? ctx->known : LACON_OK;
}

static lacon_status measure_all(lacon_ctx *ctx, const struct job *job)
{
    do_all(job, ctx->threads, measure_step);
    for (int64_t c = 0; c < job->data->n_classes; c++)
        if (lcn_is_split(&job->data->classes[c])) LCN_TRY(measure_shared(ctx, job, c));
    return LACON_OK;
}

/* The arrays at work become the moments of the data; nothing can fail any more. */
static void keep(const struct job *job, lacon_scale mode)
{
    lacon_data *data = job->data;
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_class *class = &data->classes[c];
        struct change *change = &job->changes[c];
        for (int64_t r = 0; r < data->p; r++) {
            bool never = isnan(change->mean[r]); /* see leave_out */
            change->mean[r] = never ? 0 : change->mean[r] / change->h[r];
            change->scale[r] = never ? 0 : change->scale[r] / change->h[r];
        }
        class->mean = change->mean;
        class->scale = change->scale;
        if (change->made != NULL) {
            class->x = class->owned = change->made;
            class->ld = data->p;
        }
        change->mean = change->scale = NULL;
        change->made = NULL;
    }
    data->standardised = true;
    data->scaling = mode;
}

static lacon_status fail_constant(lacon_ctx *ctx, const lacon_data *data, int64_t c, int64_t r)
{
    const lcn_class *class = &data->classes[c];
    const char *name = lacon_data_name(data, r);
    const char *source = class->source != NULL ? class->source : "";
    const char *colon = class->source != NULL ? ": " : "";
    if (class->kind == LCN_COV) {
        return lcn_fail(
            ctx, LACON_E_DATA,
            "%s%sclass '%s': variable '%s' has variance 0 and cannot be scaled: drop it "
            "(" LCN_OPTION "ignore '%s')",
            source, colon, class->label, name, name);
    }
    if (class->missing > 0)
        return lcn_fail(ctx, LACON_E_DATA,
                        "%s%sclass '%s': variable '%s' is missing or constant in all %lld rows and "
                        "cannot be scaled: " LCN_OPTION "missing marginal leaves it out there, "
                        LCN_OPTION "ignore '%s' "
                        "everywhere",
                        source, colon, class->label, name, (long long)class->n, name);
    double low = INFINITY, high = -INFINITY, *x = lcn_alloc_raw(ctx, (size_t)class->n, sizeof *x);
    if (x == NULL) return LACON_E_MEMORY;
    lcn_split_column(class, r, x);
    for (int64_t i = 0; i < class->n; i++) {
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    lcn_free(&ctx->allocator, x);
    char from[LCN_NUMBER_MAX], to[LCN_NUMBER_MAX], how[2 * LCN_NUMBER_MAX + 64];
    lcn_format_double(from, low);
    lcn_format_double(to, high);
    if (low == high && class->regressors > 1)
        snprintf(how, sizeof how, "is wholly explained by the confounds or the trend");
    else if (low == high) snprintf(how, sizeof how, "is constant (%s in all %lld rows)", from, (long long)class->n);
    else snprintf(how, sizeof how, "is constant but for the rounding of its values (%s to %s)", from, to);
    return lcn_fail(ctx, LACON_E_DATA,
                    "%s%sclass '%s': variable '%s' %s and cannot be "
                    "scaled: leave it out of this class (" LCN_OPTION "missing marginal) or of all ("
                    LCN_OPTION "ignore '%s')",
                    source, colon, class->label, name, how, name);
}

static lacon_status check_constant(lacon_ctx *ctx, const struct job *job)
{
    for (int64_t c = 0; c < job->data->n_classes; c++) {
        for (int64_t r = 0; r < job->data->p; r++) {
            if (job->changes[c].scale[r] == 0 && !isnan(job->changes[c].mean[r]))
                return fail_constant(ctx, job->data, c, r);
        }
    }
    return LACON_OK;
}

/* Under MARGINAL a variable that is constant (or not there) in a class is missing in it: a mean that is
 * not a number makes its values so. */
static void leave_out(const struct job *job)
{
    const lacon_data *data = job->data;
    for (int64_t c = 0; c < data->n_classes; c++) {
        struct change *change = &job->changes[c];
        for (int64_t r = 0; r < data->p && data->classes[c].kind != LCN_COV; r++)
            if (!(change->scale[r] > 0)) change->mean[r] = NAN;
    }
}

/* Of rows of doubles; of a covariance the root of its largest variance. Single precision cannot be that far out. */
static double largest(const lcn_class *class, int64_t p)
{
    double top = 0;
    const double *x = class->x;
    if (class->kind == LCN_ROWS_F32) return 0;
    for (int64_t i = 0; i < (class->kind == LCN_COV ? p : lcn_rows_here(class)); i++)
        for (int64_t r = 0; r < p; r++) top = fmax(top, fabs(x[i * class->ld + r])); /* fmax passes a hole by */
    return class->kind == LCN_COV ? sqrt(top) : top;
}

/* Values whose squares, summed and multiplied, leave the range of doubles are brought near 1 by one power of two for
 * all classes and variables, exactly; 1 for all others. In the model it is the scale of every variable. */
static double common_power(lacon_ctx *ctx, double top)
{
    if (!isfinite(top) || !lcn_is_far(top)) return 1;
    lcn_log(ctx, LACON_LOG_WARNING, "values as large as %.3g: the fit is to them times 2^%d, which the scale of every "
            "variable in the model says", top, ilogb(lcn_power_for(top)));
    return lcn_power_for(top);
}

/* Scale 1 for everybody but for the common power, and with mode NONE mean 0; means as they are, not times h. */
static void keep_scale(const struct job *job, lacon_scale mode, double power)
{
    for (int64_t c = 0; c < job->data->n_classes; c++) {
        struct change *change = &job->changes[c];
        for (int64_t r = 0; r < job->data->p; r++) {
            change->mean[r] = mode == LACON_SCALE_NONE ? 0 : change->mean[r] / change->h[r] * power;
            change->scale[r] = 1;
            change->h[r] = power;
        }
    }
}

/* top: the largest of all classes, of all ranks; where variables get variance one it does not matter. */
static lacon_status standardise(lacon_ctx *ctx, lacon_data *data, lacon_scale mode, double top)
{
    struct job job = {0};
    lacon_status status;
    LCN_TRY(lcn_missing_begin(ctx, data));
    const double power = mode == LACON_SCALE_Z ? 1 : common_power(ctx, top);
    const bool rows = mode != LACON_SCALE_NONE || power != 1; /* they change */
    LCN_GOTO(make_job(ctx, &job, data, rows));
    if (mode != LACON_SCALE_NONE) LCN_GOTO(measure_all(ctx, &job));
    if (mode != LACON_SCALE_NONE && data->missing == LACON_MISSING_MARGINAL)
        leave_out(&job);
    if (mode == LACON_SCALE_Z) LCN_GOTO(check_constant(ctx, &job));
    if (mode != LACON_SCALE_Z) keep_scale(&job, mode, power);
    if (rows) do_all(&job, ctx->threads, apply_step);
    keep(&job, mode);
    LCN_GOTO(lcn_data_remember(ctx, data)); /* while rows are rows */
    LCN_GOTO(lcn_missing_end(ctx, data));
done:
    drop_changes(data, job.changes);
    return status;
}

lacon_status lacon_data_standardise(lacon_ctx *ctx, lacon_data *data, lacon_scale mode)
{
    double top = 0;
    LCN_FAIL_IF(mode != LACON_SCALE_Z && mode != LACON_SCALE_CENTER && mode != LACON_SCALE_NONE,
                LACON_E_ARGUMENT, "%d is no way to scale data", (int)mode);
    if (data->dealt && data->standardised && mode == LACON_SCALE_Z) return LACON_OK; /* every rank's as it was read */
    lacon_data own = lcn_dealt_own(ctx, data);
    LCN_TRY(lcn_data_double(ctx, &own));
    for (int64_t c = 0; c < own.n_classes && mode != LACON_SCALE_Z; c++)
        top = fmax(top, largest(&own.classes[c], own.p));
    if (mode != LACON_SCALE_Z) LCN_TRY(lcn_dealt_most(ctx, data, &top));
    const bool none = data->dealt && own.n_classes == 0;
    LCN_TRY(lcn_dealt_tell(ctx, data, none ? LACON_OK : standardise(ctx, &own, mode, top)));
    data->standardised = true;
    data->scaling = mode;
    return LACON_OK;
}

/* h brings mean and scale near 1, so that y - m cannot overflow before a moderate result. */
static lacon_status take_moments(lacon_ctx *ctx, const struct job *job, const double *mean,
                                 const double *scale)
{
    const lacon_data *data = job->data;
    for (int64_t i = 0; i < data->n_classes * data->p; i++) {
        int64_t c = i / data->p, r = i % data->p;
        bool never = scale[i] == 0 && data->classes[c].kind != LCN_COV;
        LCN_FAIL_IF(never && data->missing != LACON_MISSING_MARGINAL, LACON_E_DATA,
                    "class '%s', variable '%s': the model has never seen it in this class: leave it "
                    "out there (" LCN_OPTION "missing marginal)",
                    data->classes[c].label, lacon_data_name(data, r));
        LCN_FAIL_IF(!isfinite(mean[i]) || !isfinite(scale[i]) || (scale[i] <= 0 && !never),
                    LACON_E_ARGUMENT, "class '%s', variable '%s': mean %g and scale %g cannot be used",
                    data->classes[c].label, lacon_data_name(data, r), mean[i], scale[i]);
        struct change *change = &job->changes[c];
        change->h[r] = lcn_power_for(fmax(fabs(mean[i]), scale[i]));
        change->mean[r] = mean[i] * change->h[r];
        change->scale[r] = never ? 1 : scale[i] * change->h[r];
        if (never) change->mean[r] = NAN; /* as leave_out */
    }
    return LACON_OK;
}

lacon_status lacon_data_standardise_by(lacon_ctx *ctx, lacon_data *data, const double *mean,
                                       const double *scale)
{
    struct job job = {0};
    lacon_status status;
    LCN_TRY(lcn_data_double(ctx, data));
    LCN_TRY(lcn_missing_begin(ctx, data));
    LCN_GOTO(make_job(ctx, &job, data, true));
    LCN_GOTO(take_moments(ctx, &job, mean, scale));
    do_all(&job, ctx->threads, apply_step);
    keep(&job, LACON_SCALE_Z);
    LCN_GOTO(lcn_data_remember(ctx, data)); /* while rows are rows */
    LCN_GOTO(lcn_missing_end(ctx, data));
done:
    drop_changes(data, job.changes);
    return status;
}
