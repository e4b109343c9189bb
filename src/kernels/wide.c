/* SPDX-License-Identifier: BSD-3-Clause
 * Panels of columns on threads; see wide.h.
 */
#include "kernels/wide.h"
#include "util/pieces.h"

/* A panel of 512 columns: as long as sums in single precision may be (kernel.c), and some two hundred panels of 100,000
 * columns come out even on any number of threads. Wider where their Y would take more than PART_BYTES. */
enum { PANEL = 512 };
static const double PART_BYTES = 8e6; /* of a class: beside 80 MB of rows, in the same cache */
static const double BATCH_BYTES = 1.6e8; /* what one may expect of the last cache of a machine with many cores */
enum { BATCH = 8 };                      /* beyond it nothing is gained */

lcn_wide lcn_wide_of(int threads, int64_t p, int64_t k, int64_t rows, double bytes)
{
    lcn_wide w = {.threads = threads, .p = p, .k = k, .rows = rows, .panel = PANEL, .batch = 1};
    while ((double)p / (double)w.panel * (double)(k * rows) * 8.0 > PART_BYTES && w.panel < p) w.panel *= 2;
    while (w.batch < BATCH && (double)(w.batch + 1) * bytes <= BATCH_BYTES) w.batch++;
    w.panels = (p + w.panel - 1) / w.panel;
    return w;
}

int64_t lcn_wide_size(const lcn_wide *w) { return w->batch * w->panels * w->k * w->rows; }

typedef struct run {
    const lcn_wide *w;
    const lcn_wide_use *use;
    int64_t first, count; /* rows of this batch */
} run;

static double *parts_of(const run *r, int64_t slot) { return r->w->parts + slot * r->w->panels * r->w->k * r->w->rows; }

static void times_panel(void *user, int64_t panel, int thread)
{
    const run *r = user;
    for (int64_t s = 0; s < r->count; s++) {
        const int64_t size = r->w->k * r->use->rows(r->use->user, r->first + s);
        r->use->times(r->use->user, parts_of(r, s) + panel * size, r->first + s, panel, thread);
    }
}

static void back_panel(void *user, int64_t panel, int thread)
{
    const run *r = user;
    for (int64_t s = 0; s < r->count; s++)
        r->use->back(r->use->user, parts_of(r, s), r->first + s, panel, thread);
}

static void between(void *user, int64_t slot)
{
    const run *r = user;
    r->use->between(r->use->user, parts_of(r, slot), r->first + slot, slot);
}

static void begin(void *user, int64_t slot)
{
    const run *r = user;
    r->use->begin(r->use->user, r->first + slot);
}

static void one_batch(run *r)
{
    const lcn_wide *w = r->w;
    if (r->use->begin) lcn_each_piece(w->threads, r->count, begin, r);
    lcn_each_on_thread(w->threads, w->panels, times_panel, r);
    for (int64_t s = 0; s < r->count; s++) {
        const int64_t size = w->k * r->use->rows(r->use->user, r->first + s);
        lcn_sum_parts(w->threads, parts_of(r, s), parts_of(r, s), w->panels, size, size);
    }
    lcn_each_piece(w->threads, r->count, between, r);
    lcn_each_on_thread(w->threads, w->panels, back_panel, r);
    for (int64_t s = 0; r->use->end && s < r->count; s++) r->use->end(r->use->user, r->first + s);
}

void lcn_wide_run(const lcn_wide *w, const lcn_wide_use *use, int64_t from, int64_t to, int64_t batch)
{
    run r = {.w = w, .use = use};
    for (r.first = from; r.first < to; r.first += r.count) {
        r.count = to - r.first < batch ? to - r.first : batch;
        one_batch(&r);
    }
}
