/* SPDX-License-Identifier: BSD-3-Clause
 * The bootstrap: rows are drawn anew (in blocks where they follow each other in time), everything
 * is estimated again, noise included, and what varies is counted. Draw number r of class c is
 * always the same (util/rng.c); results are summed in the order of r, so the number of threads does
 * not matter.
 */
#include "causal/causal.h"

#include "la/la.h"
#include "util/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static double lag_one(int64_t n, const double *z)
{
    double own = 0, next = 0;
    for (int64_t i = 0; i < n; i++) own += z[i] * z[i];
    for (int64_t i = 1; i < n; i++) next += z[i] * z[i - 1];
    return own > 0 ? next / own : 0;
}

/* Carlstein's (1986) length for a series with lag-one autocorrelation r, (sqrt(6) r / (1 -
 * r²))^(2/3) n^(1/3), for the largest r; 1 when none is beyond 3 standard errors, 1/sqrt(n) each.
 */
int64_t lcn_block_rows(const lcn_panel *panel)
{
    double most = 0;
    for (int64_t j = 0; j < panel->k; j++)
        most = fmax(most, fabs(lag_one(panel->n, panel->Z + j * panel->ld)));
    const double n = (double)panel->n;
    if (most < 3 / sqrt(n)) return 1;
    const double r = fmin(most, 0.99), length = pow(sqrt(6) * r / (1 - r * r), 2.0 / 3) * cbrt(n);
    const double longest = fmax(1, n / 4); /* fewer than four blocks would say nothing */
    return (int64_t)ceil(fmin(length, longest));
}

/* Blocks may run over the end into the beginning: every row is as likely as any other. */
void lcn_boot_rows(int64_t *rows, int64_t n, int64_t block, uint64_t seed, int64_t c, int64_t rep)
{
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_BOOT + 256 * (uint32_t)c, (uint32_t)rep);
    for (int64_t i = 0; i < n; i += block) {
        const int64_t first = (int64_t)lcn_rng_below(&rng, (uint64_t)n);
        for (int64_t l = 0; l < block && i + l < n; l++) rows[i + l] = (first + l) % n;
    }
}

/* ---- one draw ---- */

/* A thread's scratch. With a common order there is a sample for every class. */
typedef struct worker_scratch {
    int64_t *rows;
    lcn_sample *samples;
    double *scratch, *E;
} worker_scratch;

/* What a draw leaves; arrays of a batch, one entry per draw. */
typedef struct findings {
    int64_t *order;  /* k */
    double *B;       /* k × k, all arrows: for the intervals */
    double *A;       /* lags × k × k, with those arrows */
    uint8_t *arrows; /* k × k, after pruning */
    double *cross;   /* pairs × LCN_CROSS */
} findings;

typedef struct work {
    const lcn_task *task;
    lacon_causal *out;
    int threads;
    int64_t reps, batch, pairs;
    worker_scratch *workers;
    double *memory; /* of all workers */
    int64_t *rows;
    lcn_sample *samples;
    int64_t *order;  /* reps × k when it is common, else batch × k */
    double *B;       /* reps × k × k */
    double *A;       /* reps × lags × k × k */
    uint8_t *arrows; /* batch × k × k */
    double *cross;   /* batch × pairs × LCN_CROSS */
    double *sums;    /* 2 × pairs × LCN_CROSS: sum and sum of squares, about the estimate */
    double *centre;  /* pairs × LCN_CROSS: of the rows themselves */
    double *error;   /* pairs × LCN_CROSS: their standard errors if all is independent */
    double *sorted;  /* reps */
} work;

static void draw(const work *w, const worker_scratch *d, lcn_sample *s, int64_t c, int64_t rep)
{
    const lcn_task *task = w->task;
    const lcn_panel *panel = &task->panels[c];
    int64_t block = w->out->block[c] < panel->n ? w->out->block[c] : panel->n;
    lcn_boot_rows(d->rows, panel->n, block, task->options.seed, c, rep);
    lcn_sample_fill(s, panel, d->rows, task->options.noise_correction);
}

/* Cross cumulants of all pairs of disturbances, in the order that was estimated. */
static void cross_of(const work *w, const worker_scratch *d, const lcn_sample *s, int64_t c, double *out,
                     double *error)
{
    const int64_t k = s->k, ld = s->ld;
    double *B = d->E + k * ld;
    const double *C = w->task->noisy ? s->G : s->S;
    lcn_effects(B, s, C, w->out->order + c * k, w->task->options.prior, LCN_PRUNE_NONE, d->scratch);
    lcn_disturbances(d->E, s, B);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < a; b++, out += LCN_CROSS, error += error ? LCN_CROSS : 0)
            lcn_cross_cumulants(s->n, d->E + a * ld, d->E + b * ld, out, error);
}

static findings findings_of(const work *w, int64_t rep)
{
    const int64_t k = w->task->k, at = rep % w->batch;
    const int64_t order = w->task->options.common_order ? rep : at;
    return (findings){.order = w->order + order * k,
                      .B = w->B + rep * k * k,
                      .A = w->A + rep * w->task->lags * k * k,
                      .arrows = w->arrows + at * k * k,
                      .cross = w->cross + at * w->pairs * LCN_CROSS};
}

static void one_draw(const work *w, const worker_scratch *d, int64_t c, int64_t rep)
{
    const lcn_task *task = w->task;
    const int64_t k = task->k;
    lcn_sample *s = d->samples;
    findings f = findings_of(w, rep);
    draw(w, d, s, c, rep);
    if (!task->options.common_order && lcn_order(f.order, task, s, 1, d->scratch) < 0)
        memcpy(f.order, w->out->order + c * k, (size_t)k * sizeof *f.order); /* ICA collapsed */
    const double *C = task->noisy ? s->G : s->S;
    double *pruned = d->E + k * s->ld;
    lcn_effects(f.B, s, C, f.order, task->options.prior, LCN_PRUNE_NONE, d->scratch);
    if (s->lags > 0) lcn_lagged_effects(f.A, s, f.B);
    lcn_effects(pruned, s, C, f.order, task->options.prior, lcn_task_pruning(task), d->scratch);
    for (int64_t i = 0; i < k * k; i++) f.arrows[i] = pruned[i] != 0;
    cross_of(w, d, s, c, f.cross, NULL);
}

static void one_common_order(const work *w, const worker_scratch *d, int64_t rep)
{
    const lcn_task *task = w->task;
    for (int64_t c = 0; c < task->n_panels; c++) draw(w, d, &d->samples[c], c, rep);
    lcn_order(w->order + rep * task->k, task, d->samples, task->n_panels, d->scratch);
}

/* ---- summaries of a class ---- */

static void count_draw(const work *w, int64_t c, int64_t rep)
{
    const int64_t k = w->task->k;
    const findings f = findings_of(w, rep);
    double *frequency = w->out->frequency + c * k * k, *before = w->out->precedence + c * k * k;
    for (int64_t i = 0; i < k * k; i++) frequency[i] += f.arrows[i];
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = a + 1; b < k; b++) before[f.order[b] * k + f.order[a]] += 1;
    const int64_t count = w->pairs * LCN_CROSS;
    for (int64_t i = 0; i < count; i++) {
        const double d = f.cross[i] - w->centre[i];
        w->sums[i] += d;
        w->sums[count + i] += d * d;
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Quantile by the straight line between order statistics (as R and NumPy do by default). */
static double quantile(const double *sorted, int64_t count, double share)
{
    const double at = share * (double)(count - 1);
    const int64_t low = (int64_t)at, high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (at - (double)low) * (sorted[high] - sorted[low]);
}

/* Of `count` effects, those of the draws following each other. */
static void intervals(const work *w, int64_t count, const double *drawn, double *low, double *high)
{
    const double level = w->task->options.level;
    for (int64_t i = 0; i < count; i++) {
        for (int64_t r = 0; r < w->reps; r++) w->sorted[r] = drawn[r * count + i];
        qsort(w->sorted, (size_t)w->reps, sizeof *w->sorted, by_value);
        low[i] = quantile(w->sorted, w->reps, level / 2);
        high[i] = quantile(w->sorted, w->reps, 1 - level / 2);
    }
}

/* p of a pair: the largest of its cross cumulants over its standard error, Bonferroni. The standard
 * error is that of the bootstrap, which knows that the effects were estimated, or that of
 * independent variables, whichever is larger: fourth moments of few rows make each of them too
 * small at times. */
static double pair_p(const work *w, int64_t pair)
{
    const int64_t count = w->pairs * LCN_CROSS;
    const double reps = (double)w->reps;
    double most = 0;
    for (int64_t i = pair * LCN_CROSS; i < (pair + 1) * LCN_CROSS; i++) {
        const double mean = w->sums[i] / reps;
        const double variance = (w->sums[count + i] / reps - mean * mean) * reps / (reps - 1);
        const double error = fmax(sqrt(fmax(variance, 0)), w->error[i]);
        if (error > 0) most = fmax(most, fabs(w->centre[i]) / error);
    }
    return fmin(1, LCN_CROSS * erfc(most / sqrt(2)));
}

static void summarise(const work *w, int64_t c)
{
    const int64_t k = w->task->k, kk = k * k;
    for (int64_t i = 0; i < kk; i++) {
        w->out->frequency[c * kk + i] /= (double)w->reps;
        w->out->precedence[c * kk + i] /= (double)w->reps;
    }
    const int64_t lagged = w->task->lags * kk;
    intervals(w, kk, w->B, w->out->low + c * kk, w->out->high + c * kk);
    if (lagged > 0) intervals(w, lagged, w->A, w->out->lagged_low + c * lagged, w->out->lagged_high + c * lagged);
    double *p = w->out->independence + c * kk;
    for (int64_t a = 0, pair = 0; a < k; a++) {
        p[a * k + a] = 1;
        for (int64_t b = 0; b < a; b++, pair++) p[a * k + b] = p[b * k + a] = pair_p(w, pair);
    }
}

/* ---- memory ---- */

static int64_t largest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static lacon_status alloc_workers(lacon_ctx *ctx, work *w)
{
    const lcn_task *task = w->task;
    const int64_t k = task->k, ld = task->ld;
    const int64_t count = task->options.common_order ? task->n_panels : 1;
    const int64_t sample = lcn_sample_doubles(ld, k, task->lags);
    const int64_t scratch = largest(lcn_order_scratch(task, count), lcn_effects_scratch(ld, k));
    const int64_t each = count * sample + scratch + k * ld + k * k;
    const size_t threads = (size_t)w->threads;
    w->workers = lcn_alloc(ctx, threads, sizeof *w->workers);
    w->memory = lcn_alloc(ctx, threads * (size_t)each, sizeof *w->memory);
    w->rows = lcn_alloc(ctx, threads * (size_t)ld, sizeof *w->rows);
    w->samples = lcn_alloc(ctx, threads * (size_t)count, sizeof *w->samples);
    if (!w->workers || !w->memory || !w->rows || !w->samples) return LACON_E_MEMORY;
    for (int64_t t = 0; t < w->threads; t++) {
        double *memory = w->memory + t * each;
        w->workers[t] = (worker_scratch){.rows = w->rows + t * ld, .samples = w->samples + t * count};
        for (int64_t c = 0; c < count; c++)
            lcn_sample_lay_out(&w->workers[t].samples[c], ld, k, task->lags, memory + c * sample);
        w->workers[t].scratch = memory + count * sample;
        w->workers[t].E = w->workers[t].scratch + scratch;
    }
    return LACON_OK;
}

static lacon_status alloc_findings(lacon_ctx *ctx, work *w)
{
    const size_t k = (size_t)w->task->k, reps = (size_t)w->reps, batch = (size_t)w->batch;
    const size_t cross = (size_t)w->pairs * LCN_CROSS + 1;
    w->order = lcn_alloc(ctx, (w->task->options.common_order ? reps : batch) * k, sizeof *w->order);
    w->B = lcn_alloc(ctx, reps * k, k * sizeof *w->B);
    w->A = lcn_alloc(ctx, reps * (size_t)w->task->lags * k + 1, k * sizeof *w->A);
    w->arrows = lcn_alloc(ctx, batch * k, k * sizeof *w->arrows);
    w->cross = lcn_alloc(ctx, batch, cross * sizeof *w->cross);
    w->sums = lcn_alloc(ctx, 4 * cross, sizeof *w->sums);
    w->sorted = lcn_alloc(ctx, reps, sizeof *w->sorted);
    if (!w->order || !w->B || !w->A || !w->arrows || !w->cross || !w->sums || !w->sorted)
        return LACON_E_MEMORY;
    w->centre = w->sums + 2 * cross;
    w->error = w->centre + cross;
    return LACON_OK;
}

static void clear(const lacon_allocator *a, work *w)
{
    void *const blocks[] = {w->workers, w->memory, w->rows,  w->samples, w->order,
                            w->B,     w->arrows, w->cross, w->sums,    w->sorted, w->A};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
}

/* ---- the loops ---- */

/* Draws first..last-1 of class c (c < 0: common orders), shared by the threads. */
static void draws(const work *w, int64_t c, int64_t first, int64_t last)
{
    const int threads = w->threads;
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t rep = first + worker; rep < last; rep += threads) {
            if (c < 0)
                one_common_order(w, &w->workers[worker], rep);
            else
                one_draw(w, &w->workers[worker], c, rep);
        }
}

/* In batches, between which the host is asked whether to go on. */
static lacon_status all_draws(lacon_ctx *ctx, work *w, int64_t c)
{
    const int64_t classes = w->task->n_panels, done = (c < 0 ? 0 : c) * w->reps;
    for (int64_t first = 0; first < w->reps; first += w->batch) {
        const int64_t last = first + w->batch < w->reps ? first + w->batch : w->reps;
        if (lcn_cancelled(ctx)) return LACON_E_CANCELLED;
        lcn_progress(ctx, c < 0 ? "common order" : "bootstrap", done + first,
                     (c < 0 ? 1 : classes) * w->reps, NAN);
        draws(w, c, first, last);
        for (int64_t rep = first; c >= 0 && rep < last; rep++) count_draw(w, c, rep);
    }
    return LACON_OK;
}

static void begin_class(work *w, int64_t c)
{
    memset(w->sums, 0, (size_t)(2 * w->pairs * LCN_CROSS) * sizeof *w->sums);
    const worker_scratch *d = &w->workers[0];
    lcn_sample_fill(d->samples, &w->task->panels[c], NULL, w->task->options.noise_correction);
    cross_of(w, d, d->samples, c, w->centre, w->error);
}

lacon_status lcn_boot(lacon_ctx *ctx, lacon_causal *out, const lcn_task *task)
{
    enum { BATCH = 64 }; /* draws between two questions whether to go on */
    const int64_t k = task->k;
    work w = {.task = task, .out = out, .reps = task->options.boot, .pairs = k * (k - 1) / 2};
    w.batch = w.reps < BATCH ? w.reps : BATCH;
    w.threads = ctx->threads < w.batch ? ctx->threads : (int)w.batch;
    lacon_status status;
    LCN_GOTO(alloc_workers(ctx, &w));
    LCN_GOTO(alloc_findings(ctx, &w));
    if (task->options.common_order) LCN_GOTO(all_draws(ctx, &w, -1));
    for (int64_t c = 0; c < task->n_panels; c++) {
        begin_class(&w, c);
        LCN_GOTO(all_draws(ctx, &w, c));
        summarise(&w, c);
    }
done:
    clear(&ctx->allocator, &w);
    return status;
}
