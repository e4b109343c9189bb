/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance as rows, see mean_rows.h. With D the shrinkage of variable noise
 *
 *     mean = sum_i s_i D X_i'X_i D,   s_i = omega_i / (t_i divisor_i)
 *
 * Rows are cut into blocks and columns into panels (wide.h), by their number alone: no sum depends on the threads. A
 * block is gone through twice while it is in memory, and read once.
 */
#include "fit/problem/mean_rows.h"
#include "la/gram.h"
#include "la/la.h"
#include "util/pieces.h"
#include "util/store.h"

#include <math.h>
#include <string.h>

enum { ROWS = 64 }; /* of a block */

typedef struct lcn_mean_block {
    int64_t class, at, rows; /* from row `at` of the class on */
} lcn_mean_block;

/* Partial sums at a time: of pieces of the classes and, where a few long classes are cut into slices, of these. */
static int64_t parts_of(const lcn_problem *q)
{
    return lcn_share_parts(&q->share) + (q->slices.pieces > 1 ? lcn_share_parts(&q->slices) : 0);
}

/* Panels for products with w columns */
static lcn_wide panels_for(const lcn_mean_rows *m, int64_t w)
{
    return lcn_wide_of(m->threads, m->problem->p, w, ROWS, (double)ROWS * 4.0 * (double)m->problem->p);
}

/* Blocks of rows [from, to) of a class from number b on; where `blocks` is NULL they are counted alone. */
static int64_t add_blocks(lcn_mean_block *blocks, int64_t b, int64_t class, int64_t from, int64_t to)
{
    for (int64_t at = from; at < to; at += ROWS, b++)
        if (blocks) blocks[b] = (lcn_mean_block){class, at, to - at < ROWS ? to - at : ROWS};
    return b;
}

/* Of number e of `first`. Classes that are cut into slices are so few that each is a piece. */
static int64_t add_piece(lcn_mean_block *blocks, int64_t b, const lcn_problem *q, int64_t e)
{
    const int64_t N = q->n_terms, pieces = q->share.pieces, slices = q->slices.pieces;
    if (slices > 1) {
        const lcn_term *t = &q->terms[e / slices];
        return add_blocks(blocks, b, e / slices, lcn_term_slice(q, t, e % slices),
                          lcn_term_slice(q, t, e % slices + 1));
    }
    for (int64_t i = lcn_piece_begin(e, pieces, N); i < lcn_piece_begin(e + 1, pieces, N); i++)
        b = add_blocks(blocks, b, i, 0, q->terms[i].rows);
    return b;
}

static lacon_status allocate(lacon_ctx *ctx, lcn_mean_rows *m, const lcn_problem *q)
{
    const int64_t pieces = q->share.pieces * q->slices.pieces;
    int64_t blocks = 0;
    for (int64_t e = 0; e < pieces; e++) blocks = add_piece(NULL, blocks, q, e);
    m->scale = lcn_alloc(ctx, (size_t)q->n_terms, sizeof *m->scale);
    m->first = lcn_alloc(ctx, (size_t)pieces + 1, sizeof *m->first);
    m->blocks = lcn_alloc(ctx, (size_t)blocks + 1, sizeof *m->blocks);
    return m->scale && m->first && m->blocks ? LACON_OK : LACON_E_MEMORY;
}

lacon_status lcn_mean_rows_new(lacon_ctx *ctx, lcn_mean_rows **out, const lcn_problem *q)
{
    lcn_mean_rows *m = lcn_alloc(ctx, 1, sizeof *m);
    if (!m) return LACON_E_MEMORY;
    *m = (lcn_mean_rows){.allocator = ctx->allocator, .problem = q, .threads = ctx->threads};
    if (allocate(ctx, m, q) < 0) {
        lcn_mean_rows_free(m);
        return LACON_E_MEMORY;
    }
    for (int64_t i = 0; i < q->n_terms; i++)
        m->scale[i] = q->terms[i].omega / q->terms[i].trace / q->terms[i].divisor;
    for (int64_t e = 0; e < q->share.pieces * q->slices.pieces; e++)
        m->first[e + 1] = add_piece(m->blocks, m->first[e], q, e);
    *out = m;
    return LACON_OK;
}

void lcn_mean_rows_free(lcn_mean_rows *m)
{
    if (!m) return;
    const lacon_allocator a = m->allocator;
    lcn_free(&a, m->scale);
    lcn_free(&a, m->first);
    lcn_free(&a, m->blocks);
    lcn_free(&a, m);
}

/* Block number b, all of one class: its rows, and that class. */
static lcn_wide_class block(const lcn_mean_rows *m, int64_t b, int64_t *class)
{
    const lcn_mean_block *own = &m->blocks[b];
    const lcn_term *t = &m->problem->terms[own->class];
    *class = own->class;
    return (lcn_wide_class){.x = lcn_term_row(t, own->at), .single = t->route != LCN_ROWS_F64, .ld = t->ld,
                            .rows = own->rows};
}

static size_t bytes_of(const lcn_wide_class *b)
{
    return (size_t)(b->rows * b->ld) * (b->single ? sizeof(float) : sizeof(double));
}

/* ---- sums over all blocks ---- */

/* What adds up the blocks of a piece: those from first[e] on. */
typedef void add_part(void *user, int64_t e, double *part);

typedef struct summing {
    const lcn_mean_rows *mean;
    int64_t size, class;
    double *parts; /* of slices */
    add_part *one;
    void *user;
} summing;

static void of_slice(void *user, int64_t s, double *part)
{
    const summing *a = user;
    const int64_t e = a->class * a->mean->problem->slices.pieces + s;
    if (a->mean->first[e] == a->mean->first[e + 1]) memset(part, 0, (size_t)a->size * sizeof *part); /* a short class */
    else a->one(a->user, e, part);
}

static void of_piece(void *user, int64_t c, double *part)
{
    summing *a = user;
    const lcn_problem *q = a->mean->problem;
    a->class = c;
    if (q->slices.pieces == 1) a->one(a->user, c, part);
    else lcn_share_stream(&q->slices, a->mean->threads, part, a->parts, a->size, of_slice, a);
}

/* sum (size) over pieces of classes, and slices of each of a few long ones; parts: parts_of × size */
static void sum_pieces(const lcn_mean_rows *m, double *sum, double *parts, int64_t size, add_part *one, void *user)
{
    const lcn_problem *q = m->problem;
    summing a = {.mean = m, .size = size, .parts = parts + lcn_share_parts(&q->share) * size, .one = one, .user = user};
    lcn_share_stream(&q->share, m->threads, sum, parts, size, of_piece, &a);
}

/* ---- times some columns ---- */

/* What a product goes by; blocks of rows are what is taken together. */
typedef struct product {
    const lcn_mean_rows *mean;
    lcn_wide wide;
    const double *U; /* p × w */
    double *Y;       /* of a piece, */
    int64_t first;   /* whose first block this is */
    double *scratch; /* of every thread: lcn_dense_panel_scratch */
} product;

static int64_t block_rows(void *user, int64_t i)
{
    const lcn_mean_rows *m = ((const product *)user)->mean;
    return m->blocks[i].rows;
}

static void tell_kept(const product *x, int64_t i, void (*tell)(const void *at, size_t bytes))
{
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    if (x->mean->problem->terms[class].kept) tell(b.x, bytes_of(&b));
}

/* Rows that are in a file: those of a batch are asked for together, and need not stay. */
static void block_begin(void *user, int64_t i) { tell_kept(user, i, lcn_kept_ahead); }
static void block_end(void *user, int64_t i) { tell_kept(user, i, lcn_kept_done); }

static void block_times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    const int64_t c = lcn_panel_begin(&x->wide, panel), w = x->wide.k;
    lcn_times_dense(Y, &b, c, lcn_panel_width(&x->wide, panel), x->U + c * w, w,
                    x->scratch + thread * lcn_dense_panel_scratch(&x->wide));
}

static void block_between(void *user, double *Y, int64_t i, int64_t slot)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    (void)slot;
    for (int64_t e = 0; e < x->wide.k * b.rows; e++) Y[e] *= x->mean->scale[class];
}

static void block_back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    const int64_t c = lcn_panel_begin(&x->wide, panel), w = x->wide.k;
    if (i == x->first) memset(x->Y + c * w, 0, (size_t)(lcn_panel_width(&x->wide, panel) * w) * sizeof *x->Y);
    lcn_back_dense(x->Y + c * w, &b, c, lcn_panel_width(&x->wide, panel), Y, w,
                   x->scratch + thread * lcn_dense_panel_scratch(&x->wide));
}

/* to = D from, w columns */
static void shrink_rows(const lcn_problem *q, double *to, const double *from, int64_t w)
{
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t j = 0; j < w; j++) to[r * w + j] = q->shrink[r] * from[r * w + j];
}

int64_t lcn_mean_rows_scratch(const lcn_mean_rows *m, int64_t w)
{
    const lcn_wide wide = panels_for(m, w);
    return lcn_padded(lcn_wide_size(&wide)) + m->threads * lcn_dense_panel_scratch(&wide) +
           (parts_of(m->problem) + (m->problem->shrink ? 1 : 0)) * m->problem->p * w;
}

static void apply_chunk(void *user, int64_t c, double *part)
{
    product *x = user;
    const lcn_wide_use use = {x, block_rows, block_begin, block_times, block_between, block_back, block_end};
    x->Y = part;
    x->first = x->mean->first[c];
    lcn_wide_run(&x->wide, &use, x->first, x->mean->first[c + 1], x->wide.batch);
}

void lcn_mean_rows_apply(const lcn_mean_rows *m, double *Y, const double *U, int64_t w, double *scratch)
{
    const lcn_problem *q = m->problem;
    product x = {.mean = m, .wide = panels_for(m, w), .U = U};
    x.wide.parts = scratch;
    x.scratch = scratch + lcn_padded(lcn_wide_size(&x.wide));
    double *parts = x.scratch + m->threads * lcn_dense_panel_scratch(&x.wide);
    double *V = parts + parts_of(q) * q->p * w;
    if (q->shrink) {
        shrink_rows(q, V, U, w);
        x.U = V;
    }
    sum_pieces(m, Y, parts, q->p * w, apply_chunk, &x);
    if (q->shrink) shrink_rows(q, Y, Y, w);
}
