/* SPDX-License-Identifier: BSD-3-Clause
 * A description of the values before a fit: scale, what is constant, repeated, far off or counted
 * through, how much rows follow each other, and which class is not like the others. Nothing here
 * judges; `lacon check` does.
 */
#include "data/describe.h"
#include "data/dealt.h"
#include "data/effective.h"
#include "data/row_slices.h"
#include "la/la.h"
#include "util/options.h"
#include "util/worker_contexts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* as many as tell copies and outliers and cost less than the reading */
enum { LIKENESS_VARIABLES = 100, LIKENESS_ROWS = 1000, SORTED_ROWS = 4096 };

/* ---- one variable ---- */

typedef struct column {
    double *x; /* n values of it, missing ones NaN */
    double *sorted; /* those there are, in any order */
    int64_t n;
    int64_t there; /* not missing */
    double power;  /* of two, 1 but for values far out: x, mean, sd, median and robust are times it */
    double mean, sd, median, robust; /* robust: 1.4826 median |x - median|, the sd of a normal */
} column;

static double middle_of_three(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

/* Those of x[from..to) that are below the pivot (or not above it) come first; where the others begin. Whether a value
 * is below cannot be foretold, so nothing branches on it. */
static int64_t gather(double *x, int64_t from, int64_t to, double pivot, bool equal)
{
    int64_t end = from;
    for (int64_t i = from; i < to; i++) {
        const double value = x[i];
        x[i] = x[end];
        x[end] = value;
        end += equal ? value <= pivot : value < pivot;
    }
    return end;
}

/* x[k] becomes what it were in order, smaller values before it, larger ones behind: Hoare's selection, O(n) on
 * average. The pivot is the middle one of three, so order does no harm; values equal to it are set aside at once. */
static void select_at(double *x, int64_t n, int64_t k)
{
    int64_t low = 0, high = n;
    while (high - low > 1) {
        const double pivot = middle_of_three(x[low], x[low + (high - low) / 2], x[high - 1]);
        const int64_t less = gather(x, low, high, pivot, false);
        if (k < less) {
            high = less;
            continue;
        }
        low = gather(x, less, high, pivot, true);
        if (k < low || low == less) return; /* nothing equals the pivot: what is left are no numbers */
    }
}

/* The median; changes the order of x. */
static double middle(double *x, int64_t n)
{
    select_at(x, n, n / 2);
    if (n % 2 == 1) return x[n / 2];
    double below = x[0]; /* the largest of the smaller half */
    for (int64_t i = 1; i < n / 2; i++) below = x[i] > below ? x[i] : below;
    return below / 2 + x[n / 2] / 2;
}

/* Median and its deviation, of rows spread evenly where there are very many. Spoils col->sorted. */
static void find_middle(column *col)
{
    int64_t step = (col->there + SORTED_ROWS - 1) / SORTED_ROWS, n = col->there / step;
    for (int64_t i = 0; i < n; i++) col->sorted[i] = col->sorted[i * step];
    col->median = middle(col->sorted, n);
    for (int64_t i = 0; i < n; i++) col->sorted[i] = fabs(col->sorted[i] - col->median);
    col->robust = 1.4826 * middle(col->sorted, n);
}

/* What brings values whose squares are no doubles near 1. */
static double power_of(const double *x, int64_t n)
{
    double top = 0;
    for (int64_t i = 0; i < n; i++) top = fmax(top, fabs(x[i]));
    return lcn_is_far(top) ? lcn_power_for(top) : 1;
}

static void take_column(column *col, const lcn_class *class, int64_t r)
{
    double sum = 0, square = 0;
    col->there = 0;
    lcn_split_column(class, r, col->x);
    col->power = power_of(col->x, col->n);
    for (int64_t i = 0; i < col->n; i++) {
        col->x[i] *= col->power;
        if (!isnan(col->x[i])) col->sorted[col->there++] = col->x[i];
    }
    col->mean = col->sd = col->median = col->robust = 0;
    if (col->there == 0) return;
    double n = (double)col->there;
    for (int64_t i = 0; i < col->there; i++) sum += col->sorted[i] / n;
    for (int64_t i = 0; i < col->there; i++) square += (col->sorted[i] - sum) * (col->sorted[i] - sum) / n;
    col->mean = sum;
    col->sd = sqrt(square);
    bool constant = true; /* the mean may be rounded */
    for (int64_t i = 1; i < col->there; i++) constant &= col->sorted[i] == col->sorted[0];
    if (constant) col->sd = 0;
    find_middle(col);
}

/* 99, -999, 9999.0 .. */
static bool is_nines(double value)
{
    double size = fabs(value);
    for (double nines = 99; nines < 1e10; nines = 10 * nines + 9) { /* beyond ten digits nobody codes */
        if (size == nines) return true;
    }
    return false;
}

/* Standard deviation about the median of the values that are no nines; 0 where they are all alike. */
static double spread_but_nines(const column *col)
{
    double square = 0, count = 0;
    for (int64_t i = 0; i < col->n; i++) {
        if (isnan(col->x[i]) || is_nines(col->x[i] / col->power)) continue;
        square += (col->x[i] - col->median) * (col->x[i] - col->median);
        count++;
    }
    return count > 0 ? sqrt(square / count) : 0;
}

enum { SMALLEST_CODE = 7 }; /* -7, -8, -9 of answers: less is a step of a scale */

/* Whole numbers from 0 on, but for a few negative ones further off than all others lie apart (-9 among 1 to 5): how
 * many, and the first of them. */
static int64_t count_negatives(const column *col, double *code)
{
    double low = INFINITY, high = -INFINITY, nearest = -INFINITY;
    int64_t count = 0;
    for (int64_t i = 0; i < col->n; i++) {
        const double value = col->x[i] / col->power;
        if (isnan(value)) continue;
        if (value != rint(value)) return 0;
        if (value < 0) {
            if (count++ == 0) *code = value;
            nearest = fmax(nearest, value);
        } else {
            low = fmin(low, value);
            high = fmax(high, value);
        }
    }
    const bool apart = nearest <= -SMALLEST_CODE && low - nearest > high - low;
    return apart && 2 * count < col->there ? count : 0;
}

/* The largest of its values in robust deviations; where half of all are equal there is no such
 * measure. Values of nines that lie far off (10) count as codes when they occur twice. */
static void find_far(lacon_summary *out, const column *col, int64_t r)
{
    double code = 0;
    int64_t codes = 0;
    const double unit = col->robust > 0 ? col->robust : spread_but_nines(col);
    for (int64_t i = 0; i < col->n && unit > 0; i++) {
        const double far = fabs(col->x[i] - col->median) / unit, value = col->x[i] / col->power;
        if (far > 10 && is_nines(value) && (codes == 0 || value == code)) {
            code = value;
            codes++;
        } else if (far > out->spike && col->robust > 0) {
            out->spike = far;
            out->spike_value = value;
            out->spike_row = i;
            out->spike_at = r;
        }
    }
    if (codes < 2) codes = count_negatives(col, &code);
    if (codes < 2) return;
    if (out->codes == 0) {
        out->code = code;
        out->code_at = r;
    }
    out->codes += codes;
}

/* Share of the variance that a straight line over the rows explains. */
static double drift_of(const column *col)
{
    double tt = 0, tx = 0, middle_row = (double)(col->n - 1) / 2;
    for (int64_t i = 0; i < col->n; i++) {
        double t = (double)i - middle_row;
        if (isnan(col->x[i])) continue;
        tt += t * t;
        tx += t * (col->x[i] - col->mean);
    }
    double all = tt * (double)col->there * col->sd * col->sd;
    return all > 0 ? tx * tx / all : 0;
}

/* Up by one from row to row; or, as numbers of people do where a table was split or sorted, whole numbers that go up
 * from each of many rows to the next; or up by one at most and back to the first, again and again, as moments and items
 * do in a long table. */
enum { MANY_ROWS = 20 }; /* by chance so many are in order once in 20! = 2e18 */

/* Whole numbers that go up by one at most, and from wherever they are back to the same lowest one. */
typedef struct cycle {
    double low, high;
    int64_t returns;
    bool holds;
} cycle;

static void cycle_step(cycle *c, double before, double x)
{
    c->holds &= x == rint(x) && (x == before || x == before + 1 || (x < before && (c->returns == 0 || x == c->low)));
    c->returns += x < before;
    c->low = fmin(c->low, x);
    c->high = fmax(c->high, x);
}

/* By the rows that are here; of a part of a class a cycle may be all or nothing yet. */
static bool counts_rows(const lcn_class *class, int64_t r)
{
    const int64_t n = lcn_rows_here(class);
    double before = n > 0 ? lcn_class_value(class, 0, r) : 0;
    bool by_one = class->n > 2, up = class->n >= MANY_ROWS;
    cycle c = {.low = before, .high = before, .holds = up && before == rint(before)};
    for (int64_t i = 1; i < n && (by_one || up || c.holds); i++) {
        const double x = lcn_class_value(class, i, r), step = x - before;
        by_one &= step == 1;
        up &= step > 0 && x == rint(x);
        cycle_step(&c, before, x);
        before = x;
    }
    return by_one || up || (c.holds && (class->split || (c.returns >= 2 && c.high >= c.low + 2)));
}

/* Correlation of a value with the next; a missing one counts as the mean. */
static double lag1_of(const column *col)
{
    double sum = 0;
    for (int64_t i = 1; i < col->n; i++) {
        double product = (col->x[i] - col->mean) * (col->x[i - 1] - col->mean);
        if (!isnan(product)) sum += product;
    }
    return sum / ((double)col->there * col->sd * col->sd);
}

/* ---- one class ---- */

/* Two columns that agree everywhere have the same sum of bits whatever they are: a hash of each. */
static uint64_t hash_of(const double *x, int64_t n)
{
    uint64_t h = 0xcbf29ce484222325;
    for (int64_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        h = (h ^ bits) * 0x100000001b3;
        h ^= h >> 29;
    }
    return h;
}

typedef struct tagged {
    uint64_t hash;
    int64_t at;
} tagged;

static int by_hash(const void *a, const void *b)
{
    const tagged *x = a, *y = b;
    if (x->hash != y->hash) return x->hash > y->hash ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool same_column(const lcn_class *class, int64_t a, int64_t b)
{
    for (int64_t i = 0; i < class->n; i++) {
        if (lcn_class_value(class, i, a) != lcn_class_value(class, i, b)) return false;
    }
    return true;
}

/* Columns with the same hash are adjacent, in order; each is compared with the first of them. */
static void find_twins(lacon_summary *out, const lcn_class *class, tagged *tag, int64_t p)
{
    qsort(tag, (size_t)p, sizeof *tag, by_hash);
    for (int64_t i = 1, first = 0; i < p; i++) {
        if (tag[i].hash != tag[first].hash) first = i;
        if (first == i || !same_column(class, tag[first].at, tag[i].at)) continue;
        out->twins++;
        if (out->twin_at < 0 || tag[i].at < out->twin_at) {
            out->twin_at = tag[i].at;
            out->twin_of = tag[first].at;
        }
    }
}

typedef struct scratch {
    column col;
    double *sd, *lag1; /* variables that vary */
    double *sum;       /* rows: of the standardised variables */
    tagged *tag;
} scratch;

static void describe_column(lacon_summary *out, scratch *w, const lcn_class *class, int64_t r, int64_t *varying)
{
    column *col = &w->col;
    take_column(col, class, r);
    out->missing += col->n - col->there;
    w->tag[r] = (tagged){.hash = hash_of(col->x, col->n), .at = r};
    if (col->sd == 0) {
        /* constant columns are reported once, as constant; distinct hashes keep them out of the twins */
        w->tag[r].hash = (uint64_t)r;
        if (out->constant++ == 0) out->constant_at = r;
        return;
    }
    bool counter = counts_rows(class, r);
    if (out->counter_at < 0 && counter) out->counter_at = r;
    find_far(out, col, r);
    double drift = counter ? 0 : drift_of(col);
    out->drifts += drift >= 0.3;
    if (drift > out->drift) {
        out->drift = drift;
        out->drift_at = r;
    }
    for (int64_t i = 0; i < col->n; i++)
        if (!isnan(col->x[i])) w->sum[i] += (col->x[i] - col->mean) / col->sd;
    const double sd = w->sd[*varying] = col->sd / col->power;
    if (out->narrow_at < 0 || sd < out->narrow) {
        out->narrow = sd;
        out->narrow_at = r;
    }
    if (sd > out->wide) {
        out->wide = sd;
        out->wide_at = r;
    }
    w->lag1[(*varying)++] = lag1_of(col);
}

static bool is_symmetric(const lcn_class *class, int64_t p)
{
    if (class->n != p || p < 4) return false; /* small numbers meet by chance */
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < r; s++) {
            const double a = lcn_class_value(class, r, s), b = lcn_class_value(class, s, r);
            if (!(fabs(a - b) <= 1e-6 * fmax(fabs(a), fabs(b)))) return false; /* digits of a text */
        }
    return true;
}

static void describe_rows(lacon_summary *out, scratch *w, const lcn_class *class, int64_t p)
{
    int64_t varying = 0;
    w->col.n = class->n;
    for (int64_t r = 0; r < p; r++) describe_column(out, w, class, r, &varying);
    find_twins(out, class, w->tag, p);
    out->symmetric = is_symmetric(class, p);
    out->turned = lcn_looks_turned(class, p);
    if (varying == 0) return;
    out->scale = middle(w->sd, varying);
    out->lag1 = middle(w->lag1, varying);
    out->narrow /= out->scale;
    out->wide /= out->scale;
    /* var(sum of v standardised) = v + v (v - 1) mean correlation */
    double square = 0, v = (double)varying;
    for (int64_t i = 0; i < class->n; i++) square += w->sum[i] * w->sum[i] / (double)class->n;
    if (varying > 1) out->common = (square - v) / (v * (v - 1));
}

static lacon_summary nothing(void)
{
    lacon_summary made = {.size = sizeof made, .constant_at = -1, .narrow_at = -1, .twin_at = -1};
    made.twin_of = made.counter_at = made.spike_row = made.spike_at = made.code_at = -1;
    made.drift_at = made.wide_at = -1;
    return made;
}

lacon_status lacon_data_describe_sized(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                       lacon_summary *out, size_t size)
{
    LCN_FAIL_IF(c < 0 || c >= data->n_classes, LACON_E_ARGUMENT, "no class %lld among %lld",
                (long long)c, (long long)data->n_classes);
    const lcn_class *class = &data->classes[c];
    LCN_FAIL_IF(!lcn_class_here(class) || lcn_is_split(class), LACON_E_UNSUPPORTED,
                "class '%s': its rows are not all here: read the data without `deal`", class->label);
    lacon_summary made = nothing();
    lcn_class measured = *class; /* a copy: the data object is not changed */
    if (class->kind != LCN_COV) LCN_TRY(lcn_class_remember(ctx, &measured, data->p));
    made.effective = lcn_class_effective(&measured);
    lcn_options_give(out, size, &made, sizeof made);
    if (class->kind == LCN_COV) return LACON_OK;
    size_t n = (size_t)class->n, p = (size_t)data->p;
    scratch w = {.tag = lcn_alloc(ctx, p, sizeof *w.tag)};
    w.col.x = lcn_alloc(ctx, n, 3 * sizeof *w.col.x);
    w.sd = lcn_alloc(ctx, p, 2 * sizeof *w.sd);
    lacon_status status = LACON_E_MEMORY;
    if (w.tag != NULL && w.col.x != NULL && w.sd != NULL) {
        w.col.sorted = w.col.x + n;
        w.sum = w.col.x + 2 * n; /* zeros: so is what is allocated */
        w.lag1 = w.sd + p;
        describe_rows(&made, &w, class, data->p);
        lcn_options_give(out, size, &made, sizeof made);
        status = LACON_OK;
    }
    lcn_free(&ctx->allocator, w.tag);
    lcn_free(&ctx->allocator, w.col.x);
    lcn_free(&ctx->allocator, w.sd);
    return status;
}

/* ---- the gravest alone ---- */

/* seen[j] (zeros): values of variable j that may be codes, among the rows that are here */
static void find_nines(const lcn_class *class, int64_t p, int64_t *seen)
{
    for (int64_t i = 0; i < lcn_rows_here(class); i++)
        for (int64_t j = 0; j < p; j++) {
            const double x = lcn_class_value(class, i, j);
            seen[j] += (fabs(x) >= 99 && is_nines(x)) || (x <= -SMALLEST_CODE && x == rint(x)); /* hardly ever */
        }
}

/* counts (p): sums over the ranks that share the class */
static lacon_status add_ranks(lacon_ctx *ctx, const lcn_class *class, int64_t *counts, int64_t p)
{
    void *all = NULL;
    size_t bytes = 0;
    if (!class->split) return LACON_OK;
    LCN_TRY(lcn_gather(ctx, &all, &bytes, counts, (size_t)p * sizeof *counts));
    memset(counts, 0, (size_t)p * sizeof *counts);
    for (size_t e = 0; e < bytes / sizeof *counts; e++) counts[e % (size_t)p] += ((const int64_t *)all)[e];
    lcn_free(&ctx->allocator, all);
    return LACON_OK;
}

/* The first variable that counts rows. Of a class that ranks share: one that does in the rows of each, and then in all
 * of them after each other (x, n of them). */
static lacon_status find_counter(lacon_ctx *ctx, int64_t *at, const lcn_class *class, int64_t p, int64_t *counts,
                                 double *x)
{
    for (int64_t r = 0; r < p && !class->split && *at < 0; r++)
        if (counts_rows(class, r)) *at = r;
    if (!class->split) return LACON_OK;
    for (int64_t r = 0; r < p; r++) counts[r] = counts_rows(class, r);
    LCN_TRY(add_ranks(ctx, class, counts, p));
    for (int64_t r = 0; r < p && *at < 0; r++) {
        if (counts[r] < lcn_ranks(ctx)) continue;
        lcn_split_column(class, r, x);
        const lcn_class alone = {.n = class->n, .kind = LCN_ROWS_F64, .x = x, .ld = 1};
        if (counts_rows(&alone, 0)) *at = r;
    }
    return LACON_OK;
}

/* Codes of missing values, counters, a matrix in place of rows. counts: p zeros */
static lacon_status find_gravest(lacon_ctx *ctx, lacon_summary *made, const lcn_class *class, int64_t p,
                                 int64_t *counts, column *col)
{
    find_nines(class, p, counts);
    LCN_TRY(add_ranks(ctx, class, counts, p));
    for (int64_t r = 0; r < p; r++) {
        if (counts[r] < 2) continue;
        take_column(col, class, r);
        find_far(made, col, r);
    }
    made->spike = 0, made->spike_at = made->spike_row = -1; /* of those columns alone: not looked for */
    LCN_TRY(find_counter(ctx, &made->counter_at, class, p, counts, col->x));
    made->symmetric = is_symmetric(class, p);
    made->turned = lcn_looks_turned(class, p);
    return LACON_OK;
}

lacon_status lacon_data_glance_sized(lacon_ctx *ctx, const lacon_data *data, int64_t c, lacon_summary *out,
                                     size_t size)
{
    LCN_FAIL_IF(c < 0 || c >= data->n_classes, LACON_E_ARGUMENT, "no class %lld among %lld", (long long)c,
                (long long)data->n_classes);
    const lcn_class *class = &data->classes[c];
    lacon_summary made = nothing();
    lcn_options_give(out, size, &made, sizeof made);
    if (class->glanced) lcn_options_give(out, size, &class->glance, sizeof class->glance);
    if (class->glanced || class->kind == LCN_COV) return LACON_OK;
    int64_t *counts = lcn_alloc(ctx, (size_t)data->p, sizeof *counts);
    column col = {.n = class->n, .x = lcn_alloc(ctx, (size_t)class->n, 2 * sizeof *col.x)};
    lacon_status status = counts != NULL && col.x != NULL ? LACON_OK : LACON_E_MEMORY;
    col.sorted = status >= 0 ? col.x + class->n : NULL;
    if (class->split) status = lcn_agree(ctx, status);
    if (status >= 0) status = find_gravest(ctx, &made, class, data->p, counts, &col);
    if (status >= 0) lcn_options_give(out, size, &made, sizeof made);
    lcn_free(&ctx->allocator, counts);
    lcn_free(&ctx->allocator, col.x);
    return status;
}

/* ---- all classes ---- */

lacon_status lacon_data_describe_all_sized(lacon_ctx *ctx, const lacon_data *data, lacon_summary *out, size_t size)
{
    const int64_t N = data->n_classes;
    const int threads = ctx->threads < N ? ctx->threads : (int)N;
    lcn_workers *workers = NULL;
    if (N == 0) return LACON_OK;
    LCN_TRY(lcn_blas_ready(ctx));
    LCN_TRY(lcn_workers_new(ctx, &workers, N));
    const int blas = lcn_blas_begin();
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
#pragma omp for schedule(dynamic, 1) nowait
        for (int64_t c = 0; c < N; c++) {
            lacon_summary *to = (lacon_summary *)(void *)((char *)out + (size_t)c * size);
            lcn_workers_done(workers, c, lacon_data_describe_sized(lcn_worker_context(workers, c), data, c, to, size),
                             "look");
        }
        lcn_workers_wait(workers);
    }
    lcn_blas_end(blas);
    const lacon_status status = lcn_workers_status(workers);
    lcn_workers_free(workers);
    return status;
}

/* Correlations between `count` variables `step` apart, over at most LIKENESS_ROWS rows; z holds the
 * rows, R count × count. False where one does not vary. */
static bool correlations(const lcn_class *class, int64_t count, int64_t step, double *z, double *R, double *out)
{
    int64_t skip = (class->n + LIKENESS_ROWS - 1) / LIKENESS_ROWS, n = class->n / skip;
    for (int64_t a = 0; a < count; a++) {
        double x[LIKENESS_ROWS], mean = 0, square = 0;
        for (int64_t i = 0; i < n; i++) {
            x[i] = lcn_class_value(class, i * skip, a * step);
            mean += x[i] / (double)n;
        }
        for (int64_t i = 0; i < n; i++) {
            x[i] -= mean;
            square += x[i] * x[i];
        }
        if (!(square > 0)) return false;
        const double length = sqrt(square);
        for (int64_t i = 0; i < n; i++) z[i * count + a] = x[i] / length;
    }
    lcn_syrk(count, n, 1, z, count, 0, R, count);
    for (int64_t a = 0, at = 0; a < count; a++)
        for (int64_t b = 0; b < a; b++, at++) out[at] = R[a * count + b];
    return true;
}

/* corr(x, sum - x) over pairs. */
static double likeness(const double *x, const double *sum, int64_t pairs)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0, n = (double)pairs;
    for (int64_t i = 0; i < pairs; i++) mx += x[i] / n, my += (sum[i] - x[i]) / n;
    for (int64_t i = 0; i < pairs; i++) {
        double a = x[i] - mx, b = sum[i] - x[i] - my;
        xx += a * a, yy += b * b, xy += a * b;
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

lacon_status lacon_data_likeness(lacon_ctx *ctx, const lacon_data *data, double *r)
{
    int64_t step = (data->p + LIKENESS_VARIABLES - 1) / LIKENESS_VARIABLES, count = data->p / step;
    int64_t pairs = count * (count - 1) / 2, good = 0, N = data->n_classes;
    for (int64_t c = 0; c < N; c++) r[c] = NAN;
    if (pairs < 3) return LACON_OK;
    lacon_status status = LACON_E_MEMORY;
    double *all = lcn_alloc(ctx, (size_t)((N + 1) * pairs), sizeof *all);
    double *z = lcn_alloc(ctx, (size_t)count, (LIKENESS_ROWS + LIKENESS_VARIABLES) * sizeof *z);
    const int blas = lcn_blas_begin();
    if (all == NULL || z == NULL) goto done;
    LCN_GOTO(lcn_blas_ready(ctx));
    double *sum = all + N * pairs;
    for (int64_t c = 0; c < N; c++) {
        const lcn_class *class = &data->classes[c];
        if (class->kind == LCN_COV || class->n < 4 || !lcn_class_here(class) || lcn_is_split(class)) continue;
        if (!correlations(class, count, step, z, z + count * LIKENESS_ROWS, all + c * pairs)) continue;
        r[c] = 0;
        good++;
        for (int64_t i = 0; i < pairs; i++) sum[i] += all[c * pairs + i];
    }
    for (int64_t c = 0; c < N; c++) {
        if (!isnan(r[c])) r[c] = good > 1 ? likeness(all + c * pairs, sum, pairs) : NAN;
    }
    status = LACON_OK;
done:
    lcn_blas_end(blas);
    lcn_free(&ctx->allocator, z);
    lcn_free(&ctx->allocator, all);
    return status;
}
