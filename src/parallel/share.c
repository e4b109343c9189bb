/* SPDX-License-Identifier: BSD-3-Clause
 * Pieces of ranks, and sums over them; see share.h.
 */
#include "parallel/share.h"

#include <string.h>

lacon_status lcn_share_as(lacon_ctx *ctx, lcn_sharing *share, int64_t pieces, const int64_t *first)
{
    const size_t bytes = ((size_t)lcn_ranks(ctx) + 1) * sizeof *first;
    *share = lcn_share_whole(pieces);
    share->first = lcn_alloc_raw(ctx, bytes, 1);
    if (!share->first) return LACON_E_MEMORY;
    memcpy(share->first, first, bytes);
    share->ctx = ctx;
    share->from = first[lcn_rank(ctx)];
    share->to = first[lcn_rank(ctx) + 1];
    return LACON_OK;
}

static double alike(const void *user, int64_t i)
{
    (void)user, (void)i;
    return 1.0;
}

lacon_status lcn_share_deal(lacon_ctx *ctx, lcn_sharing *share, int64_t pieces,
                            double (*cost)(const void *user, int64_t i), const void *user)
{
    const int ranks = lcn_ranks(ctx);
    double all = 0.0;
    if (!cost) cost = alike;
    *share = lcn_share_whole(pieces);
    if (ranks == 1) return LACON_OK;
    share->first = lcn_alloc(ctx, (size_t)ranks + 1, sizeof *share->first);
    if (!share->first) return LACON_E_MEMORY;
    for (int64_t i = 0; i < pieces; i++) all += cost(user, i);
    lcn_deal(share->first, ranks, pieces, all, cost, user);
    share->ctx = ctx;
    share->from = share->first[lcn_rank(ctx)];
    share->to = share->first[lcn_rank(ctx) + 1];
    return LACON_OK;
}

void lcn_share_clear(const lacon_allocator *a, lcn_sharing *share)
{
    lcn_free(a, share->first);
    *share = (lcn_sharing){0};
}

void lcn_share_gather(const lcn_sharing *s, void *at, size_t bytes, int64_t count)
{
    if (s->ctx) (void)lcn_gather_parts(s->ctx, at, bytes, s->first, s->pieces, count);
}

static size_t bytes_of(const lcn_handed *sum) { return (size_t)sum->size * sizeof *sum->at; }

void lcn_share_relay(const lcn_sharing *s, const lcn_handed *sums, int count, void (*add)(void *user), void *user)
{
    if (!s->ctx) {
        add(user);
        return;
    }
    if (lcn_relay_begin(s->ctx) < 0) return;
    int last = -1;
    for (int i = 0; i < lcn_ranks(s->ctx); i++) {
        if (s->first[i] == s->first[i + 1]) continue; /* it has nothing */
        for (int e = 0; e < count && last >= 0; e++)
            if (lcn_hand(s->ctx, sums[e].at, bytes_of(&sums[e]), last, i) < 0) return;
        if (i == lcn_rank(s->ctx)) add(user);
        last = i;
    }
    for (int e = 0; e < count; e++)
        if (lcn_relay(s->ctx, sums[e].at, bytes_of(&sums[e]), last) < 0) return;
}

void lcn_share_add(const lcn_sharing *s, int threads, double *sum, const double *part, int64_t stride, int64_t size)
{
    if (s->from == 0) lcn_sum_parts(threads, sum, part, s->to, stride, size);
    else lcn_add_parts(threads, sum, part, s->to - s->from, stride, size);
}

typedef struct summing {
    const lcn_sharing *share;
    int threads;
    double *sum;
    const double *part;
    int64_t stride, size;
} summing;

static void add_own(void *user)
{
    const summing *a = user;
    lcn_share_add(a->share, a->threads, a->sum, a->part, a->stride, a->size);
}

void lcn_share_sum(const lcn_sharing *s, int threads, double *sum, const double *part, int64_t stride, int64_t size)
{
    summing a = {s, threads, sum, part, stride, size};
    lcn_share_relay(s, &(lcn_handed){sum, size}, 1, add_own, &a);
}

void lcn_share_stream(const lcn_sharing *s, int threads, double *sum, double *parts, int64_t size,
                      void (*fill)(void *user, int64_t piece, double *part), void *user)
{
    for (int64_t i = s->from; i < s->to; i++) {
        double *part = parts + (s->ctx ? (i - s->from) * size : 0);
        fill(user, i, part);
        if (s->ctx) continue;
        if (i == 0) lcn_sum_parts(threads, sum, part, 1, size, size);
        else lcn_add_parts(threads, sum, part, 1, size, size);
    }
    if (s->ctx) lcn_share_sum(s, threads, sum, parts, size, size);
}

void lcn_share_each(const lcn_sharing *s, int threads, int64_t count, lcn_part *one, void *user)
{
    lcn_each_in_order(threads, s->from, s->to, s->pieces, count, one, user);
}
