/* SPDX-License-Identifier: BSD-3-Clause
 * A pass over wide rows; see wide_rows.h.
 */
#include "kernels/wide_rows.h"
#include "util/pieces.h"

#include <string.h>

lcn_wide_rows lcn_wide_rows_of(const lcn_backend *backend, int threads, int64_t p, int64_t k, int64_t rows,
                               int64_t classes, int64_t chunks)
{
    lcn_wide_rows w = {.backend = backend, .pp = lcn_padded(p), .classes = classes, .chunks = chunks};
    w.wide = lcn_wide_of(threads, p, k, rows, (double)rows * (double)p * sizeof(float));
    w.kernel_size = lcn_padded(lcn_kernel_scratch(w.wide.panel, k));
    return w;
}

static int64_t Z_size(const lcn_wide_rows *w) { return lcn_padded(w->wide.k * w->wide.rows); }

/* parts, Z and scratch of kernels; weights, offsets of modules, and variables of all panels */
int64_t lcn_wide_rows_size(const lcn_wide_rows *w)
{
    return lcn_padded(lcn_wide_size(&w->wide)) + w->wide.batch * Z_size(w) + w->wide.threads * w->kernel_size + w->pp +
           w->wide.panels * (w->wide.k + 1) + w->pp / 2;
}

void lcn_wide_rows_lay_out(lcn_wide_rows *w, double *memory)
{
    w->wide.parts = memory;
    w->Z = memory + lcn_padded(lcn_wide_size(&w->wide));
    w->kernel = w->Z + w->wide.batch * Z_size(w);
    w->sorted.weight = w->kernel + w->wide.threads * w->kernel_size;
    w->sorted.start = (int64_t *)(w->sorted.weight + w->pp);
    w->sorted.order = (int32_t *)(w->sorted.start + w->wide.panels * (w->wide.k + 1));
}

static int64_t first_class(const lcn_wide_rows *w, int64_t chunk) { return w->classes * chunk / w->chunks; }
static int64_t chunk_of(const lcn_wide_rows *w, int64_t i) { return ((i + 1) * w->chunks - 1) / w->classes; }

static lcn_sorted panel_of(const lcn_wide_rows *w, int64_t panel)
{
    const int64_t first = lcn_panel_begin(&w->wide, panel), k = w->wide.k;
    return (lcn_sorted){.p = lcn_panel_width(&w->wide, panel), .k = k, .order = w->sorted.order + first,
                        .weight = w->sorted.weight + first, .start = w->sorted.start + panel * (k + 1)};
}

static void sort_panel(void *user, int64_t panel)
{
    const lcn_wide_pass *a = user;
    const int64_t first = lcn_panel_begin(&a->rows->wide, panel);
    lcn_sorted s = panel_of(a->rows, panel);
    lcn_sort_modules(&s, a->module + first, a->weight + first, a->shrink ? a->shrink + first : NULL);
}

static int64_t rows_of(void *user, int64_t i)
{
    const lcn_wide_pass *a = user;
    return a->of(a->user, i).rows;
}

static void begin(void *user, int64_t i)
{
    const lcn_wide_pass *a = user;
    a->begin(a->user, i);
}

static void times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const lcn_wide_pass *a = user;
    const lcn_wide_rows *w = a->rows;
    const lcn_wide_class c = a->of(a->user, i);
    const int64_t first = lcn_panel_begin(&w->wide, panel);
    const lcn_sorted s = panel_of(w, panel);
    double *scratch = w->kernel + thread * w->kernel_size;
    if (c.single) w->backend->times_f32(Y, (const float *)c.x + first, c.ld, c.rows, &s, scratch);
    else w->backend->times(Y, (const double *)c.x + first, c.ld, c.rows, &s, scratch);
}

static void between(void *user, double *Y, int64_t i, int64_t slot)
{
    const lcn_wide_pass *a = user;
    a->between(a->user, a->rows->Z + slot * Z_size(a->rows), Y, i, slot);
}

/* A panel of P gains scale X'Y */
static void gain(const lcn_wide_rows *w, double *P, const double *Y, double scale, const lcn_wide_class *c,
                 int64_t panel, int thread)
{
    const int64_t first = lcn_panel_begin(&w->wide, panel), width = lcn_panel_width(&w->wide, panel), k = w->wide.k;
    double *to = P + first, *scratch = w->kernel + thread * w->kernel_size;
    if (c->single)
        w->backend->back_f32(to, w->pp, (const float *)c->x + first, c->ld, c->rows, width, Y, k, scale, scratch);
    else w->backend->back(to, w->pp, (const double *)c->x + first, c->ld, c->rows, width, Y, k, scale, scratch);
}

static void clear_panel(const lcn_wide_rows *w, double *P, int64_t panel)
{
    for (int64_t j = 0; j < w->wide.k; j++)
        memset(P + j * w->pp + lcn_panel_begin(&w->wide, panel), 0,
               (size_t)lcn_panel_width(&w->wide, panel) * sizeof *P);
}

/* F = own, or with what is there added to it */
static void add_panel(const lcn_wide_rows *w, double *F, const double *own, int64_t panel, bool first)
{
    const int64_t c = lcn_panel_begin(&w->wide, panel), end = c + lcn_panel_width(&w->wide, panel);
    for (int64_t j = 0; j < w->wide.k; j++)
        for (int64_t r = j * w->pp + c; r < j * w->pp + end; r++) F[r] = first ? own[r] : F[r] + own[r];
}

static void back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const lcn_wide_pass *a = user;
    const lcn_wide_rows *w = a->rows;
    const lcn_wide_class c = a->of(a->user, i);
    const int64_t chunk = chunk_of(w, i), slot = lcn_wide_slot(&w->wide, Y);
    double *F = a->F_chunk + (a->F ? 0 : chunk * w->wide.k * w->pp);
    if (i == first_class(w, chunk)) clear_panel(w, F, panel);
    gain(w, F, w->Z + slot * Z_size(w), 1.0, &c, panel, thread);
    if (a->F && i + 1 == first_class(w, chunk + 1)) add_panel(w, a->F, F, panel, chunk == 0);
    if (!a->P) return;
    clear_panel(w, a->P, panel);
    gain(w, a->P, Y, 1.0 / c.divisor, &c, panel, thread);
}

static void end(void *user, int64_t i)
{
    const lcn_wide_pass *a = user;
    a->end(a->user, i);
}

void lcn_wide_rows_pass(lcn_wide_pass *a, int64_t from, int64_t to)
{
    const lcn_wide_rows *w = a->rows;
    const lcn_wide_use use = {a, rows_of, begin, times, between, back, end};
    lcn_each_piece(w->wide.threads, w->wide.panels, sort_panel, a);
    lcn_wide_run(&w->wide, &use, first_class(w, from), first_class(w, to), a->P ? 1 : w->wide.batch);
}
