/* SPDX-License-Identifier: BSD-3-Clause
 * Sums over the slices of long classes, and rows that ranks ask each other for; see row_slices.h.
 */
#include "data/row_slices.h"
#include "la/gram.h"

#include <string.h>

const lcn_sharing *lcn_split_share(const lcn_class *class)
{
    static const lcn_sharing whole = {.pieces = LCN_SLICES, .to = LCN_SLICES};
    return class->split ? class->split : &whole;
}

void lcn_split_set(lcn_class *class, const lcn_sharing *share, int64_t n)
{
    class->split = share;
    class->shared = true;
    class->n = n;
    class->first = lcn_slice_begin(share->from, n);
    class->here = lcn_slice_begin(share->to, n) - class->first;
}

/* ---- columns and rows ---- */

void lcn_split_gather(const lcn_class *class, void *at, size_t bytes)
{
    lcn_share_gather(lcn_split_share(class), at, bytes, class->n);
}

void lcn_split_column(const lcn_class *class, int64_t r, double *x)
{
    for (int64_t i = 0; i < lcn_rows_here(class); i++) x[class->first + i] = lcn_class_value(class, i, r);
    lcn_split_gather(class, x, sizeof *x);
}

static size_t row_bytes(const lcn_class *class, int64_t values)
{
    return (size_t)values * (class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double));
}

const void *lcn_split_row(const lcn_class *class, const void *after, int64_t i)
{
    const int64_t end = class->first + lcn_rows_here(class);
    if (i < end) return (const char *)class->x + row_bytes(class, class->ld) * (size_t)(i - class->first);
    return (const char *)after + row_bytes(class, class->ld) * (size_t)(i - end);
}

/* First row of a rank. */
static int64_t first_of(const lcn_class *class, int rank)
{
    return lcn_slice_begin(class->split->first[rank], class->n);
}

/* Rows [from, to) of `giver` into what `taker` has behind its own; through `through`, which every rank has. */
static lacon_status hand_rows(lacon_ctx *ctx, void *after, const lcn_class *class, char *through, int giver, int taker,
                              int64_t from, int64_t to)
{
    const size_t bytes = row_bytes(class, class->ld) * (size_t)(to - from);
    if (lcn_rank(ctx) == giver) memcpy(through, lcn_split_row(class, NULL, from), bytes);
    LCN_TRY(lcn_hand(ctx, through, bytes, giver, taker));
    const int64_t behind = from - first_of(class, taker + 1);
    if (lcn_rank(ctx) == taker)
        memcpy((char *)after + row_bytes(class, class->ld) * (size_t)behind, through, bytes);
    return LACON_OK;
}

lacon_status lcn_split_after(lacon_ctx *ctx, void **after, const lcn_class *class, int64_t p, int64_t most)
{
    *after = NULL;
    if (!class->split) return LACON_OK;
    const size_t bytes = row_bytes(class, p) * (size_t)most;
    const int ranks = lcn_ranks(ctx);
    char *through = lcn_alloc_raw(ctx, bytes + 1, 1);
    *after = lcn_alloc_raw(ctx, bytes + 1, 1);
    lacon_status status = lcn_agree(ctx, through && *after ? LACON_OK : LACON_E_MEMORY);
    for (int taker = 0; taker < ranks && status >= 0; taker++)
        for (int giver = taker + 1; giver < ranks && status >= 0; giver++) {
            const int64_t end = first_of(class, taker + 1) + most, from = first_of(class, giver);
            const int64_t to = first_of(class, giver + 1) < end ? first_of(class, giver + 1) : end;
            const bool none = first_of(class, taker) == first_of(class, taker + 1);
            if (from < to && !none) status = hand_rows(ctx, *after, class, through, giver, taker, from, to);
        }
    lcn_free(&ctx->allocator, through);
    return status;
}

/* ---- sums ---- */

/* Parts that are there at once: of ranks those of all that they have; a process alone has one for each thread, where
 * these take little beside the rows. */
static int64_t parts_at_once(const lcn_class *class, int64_t size, int threads)
{
    const lcn_sharing *share = lcn_split_share(class);
    const int64_t some = threads < LCN_SLICES ? threads : LCN_SLICES;
    if (share->ctx) return share->to - share->from;
    return some * size * (int64_t)sizeof(double) <= (int64_t)row_bytes(class, class->ld) * class->n / 4 ? some : 1;
}

lacon_status lcn_split_sum(lacon_ctx *ctx, const lcn_class *class, double *sum, int64_t size, int threads,
                           void (*fill)(void *user, int64_t slice, double *part), void *user)
{
    const lcn_sharing *share = lcn_split_share(class);
    const int64_t most = parts_at_once(class, size, threads);
    double *parts;
#pragma omp critical(lcn_split) /* several classes at once may fail */
    parts = lcn_alloc_raw(ctx, (size_t)(most * size) + 1, sizeof *parts);
    lacon_status status = parts ? LACON_OK : LACON_E_MEMORY;
    if (share->ctx) status = lcn_agree(ctx, status);
    for (int64_t from = share->from; from < share->to && status >= 0; from += most) {
        const int64_t count = share->to - from < most ? share->to - from : most;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1 && count > 1)
        for (int64_t i = 0; i < count; i++) fill(user, from + i, parts + i * size);
        if (!share->ctx && from == 0) lcn_sum_parts(threads, sum, parts, count, size, size);
        else if (!share->ctx) lcn_add_parts(threads, sum, parts, count, size, size);
    }
    if (status >= 0 && share->ctx) lcn_share_sum(share, threads, sum, parts, size, size);
    lcn_free(&ctx->allocator, parts);
    return status >= 0 && ctx->known < 0 ? ctx->known : status;
}

typedef struct gram {
    const lcn_class *class;
    int64_t p;
    double divisor;
} gram;

static void gram_of_rows(const gram *g, double *K, int64_t from, int64_t to)
{
    const lcn_class *c = g->class;
    const void *x = lcn_split_row(c, NULL, from);
    if (c->kind == LCN_ROWS_F64) lcn_gram(K, lcn_padded(g->p), x, c->ld, to - from, g->p, 1.0 / g->divisor);
    else lcn_gram_f32(K, lcn_padded(g->p), x, c->ld, to - from, g->p, 1.0 / g->divisor);
}

static void gram_of_slice(void *user, int64_t s, double *part)
{
    const gram *g = user;
    const int64_t pp = lcn_padded(g->p);
    for (int64_t r = 0; r < g->p; r++) memset(part + r * pp + g->p, 0, (size_t)(pp - g->p) * sizeof *part);
    gram_of_rows(g, part, lcn_slice_begin(s, g->class->n), lcn_slice_begin(s + 1, g->class->n));
}

lacon_status lcn_rows_gram(lacon_ctx *ctx, double *K, const lcn_class *class, int64_t p, double divisor)
{
    gram g = {class, p, divisor};
    if (lcn_is_long(class->n, p))
        return lcn_split_sum(ctx, class, K, p * lcn_padded(p), ctx->threads, gram_of_slice, &g);
    gram_of_rows(&g, K, 0, class->n);
    return LACON_OK;
}

/* ---- digests ---- */

/* What is handed on of a digest: the rest of it are addresses of a process. */
typedef struct midway {
    uint32_t state[8];
    uint64_t length;
    unsigned char block[64];
} midway;
enum { MIDWAY = sizeof(midway) / sizeof(double) };
_Static_assert(sizeof(midway) % sizeof(double) == 0, "handed on as doubles");

typedef struct hashing {
    const lcn_sharing *share;
    lcn_sha256 *hash;
    double handed[MIDWAY];
    void (*own)(void *user, lcn_sha256 *hash);
    void *user;
} hashing;

static void take_midway(hashing *h)
{
    midway m;
    memcpy(&m, h->handed, sizeof m);
    memcpy(h->hash->state, m.state, sizeof m.state);
    memcpy(h->hash->block, m.block, sizeof m.block);
    h->hash->length = m.length;
}

static void add_own(void *user)
{
    hashing *h = user;
    if (h->share->from > 0) take_midway(h);
    h->own(h->user, h->hash);
    midway m = {.length = h->hash->length};
    memcpy(m.state, h->hash->state, sizeof m.state);
    memcpy(m.block, h->hash->block, sizeof m.block);
    memcpy(h->handed, &m, sizeof m);
}

lacon_status lcn_split_hash(const lcn_sharing *share, lcn_sha256 *hash, void (*own)(void *user, lcn_sha256 *hash),
                            void *user)
{
    hashing h = {.share = share, .hash = hash, .own = own, .user = user};
    lcn_share_relay(share, &(lcn_handed){h.handed, MIDWAY}, 1, add_own, &h);
    take_midway(&h);
    return share->ctx && share->ctx->known < 0 ? share->ctx->known : LACON_OK;
}
