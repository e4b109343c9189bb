/* SPDX-License-Identifier: BSD-3-Clause
 * Pieces of ranks, and sums over them; see share.h.
 */
#include "parallel/share.h"

#include <assert.h>
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

/* ---- the tree ---- */

enum { BRANCH = LCN_FEW_PIECES }; /* pieces of a branch */

/* Pieces of branch b that this rank has: [from, to). */
static int64_t own_from(const lcn_sharing *s, int64_t b) { return s->from > b * BRANCH ? s->from : b * BRANCH; }
static int64_t branch_end(const lcn_sharing *s, int64_t b)
{
    return (b + 1) * BRANCH < s->pieces ? (b + 1) * BRANCH : s->pieces;
}
static int64_t own_to(const lcn_sharing *s, int64_t b)
{
    return s->to < branch_end(s, b) ? s->to : branch_end(s, b);
}
/* First and last branch of this rank, which has something. */
static int64_t first_branch(const lcn_sharing *s) { return s->from / BRANCH; }
static int64_t last_branch(const lcn_sharing *s) { return (s->to - 1) / BRANCH; }

static double *part_at(const lcn_parts *x, const lcn_sharing *s, int64_t piece)
{
    return x->part + (piece - s->from) * x->stride;
}

/* Own pieces of branch b into the first of them; behind what others have of it, which is in the sum, where they have */
static void add_branch(const lcn_sharing *s, int threads, const lcn_parts *x, int64_t b)
{
    const int64_t from = own_from(s, b), more = own_to(s, b) - from;
    double *first = part_at(x, s, from);
    if (from == b * BRANCH) {
        if (more > 1) lcn_add_parts(threads, first, part_at(x, s, from + 1), more - 1, x->stride, x->size);
        return;
    }
    lcn_add_parts(threads, x->sum, first, more, x->stride, x->size);
    memcpy(first, x->sum, (size_t)x->size * sizeof *first);
}

/* The branches that end here onto the sum. */
static void add_branches(const lcn_sharing *s, int threads, const lcn_parts *x)
{
    for (int64_t b = first_branch(s); b <= last_branch(s) && branch_end(s, b) <= s->to; b++) {
        double *own = part_at(x, s, own_from(s, b));
        if (b == 0 && own != x->sum) memcpy(x->sum, own, (size_t)x->size * sizeof *own);
        if (b > 0) lcn_add_parts(threads, x->sum, own, 1, x->stride, x->size);
    }
}

static bool has_any(const lcn_sharing *s, int rank) { return s->first[rank] < s->first[rank + 1]; }

static lacon_status hand_parts(const lcn_sharing *s, const lcn_parts *what, int count, int from, int to, int64_t piece)
{
    for (int e = 0; e < count; e++) {
        double *block = lcn_rank(s->ctx) == from && piece >= 0 ? part_at(&what[e], s, piece) : what[e].sum;
        LCN_TRY(lcn_hand(s->ctx, block, (size_t)what[e].size * sizeof *block, from, to));
    }
    return LACON_OK;
}

/* The branch that rank `to` continues, from rank `from`, which has pieces of it too. */
static lacon_status join_branch(const lcn_sharing *s, int threads, const lcn_parts *what, int count, int from, int to)
{
    const int64_t b = s->first[to] / BRANCH;
    const int self = lcn_rank(s->ctx);
    LCN_TRY(hand_parts(s, what, count, from, to, self == from ? own_from(s, b) : -1));
    for (int e = 0; e < count && self == to; e++) add_branch(s, threads, &what[e], b);
    return LACON_OK;
}

/* Branches that several ranks have pieces of, from each rank to the next: first those that wait for nobody, then those
 * that wait for one, and so on. */
static lacon_status join_branches(const lcn_sharing *s, int threads, const lcn_parts *what, int count)
{
    bool any = true;
    for (int turn = 1; any; turn++) {
        int before = -1, depth = 0; /* of rank `before`: how many ranks have pieces of its first branch before it */
        any = false;
        for (int i = 0; i < lcn_ranks(s->ctx); i++) {
            if (!has_any(s, i)) continue;
            const int64_t begin = s->first[i] / BRANCH * BRANCH;
            depth = begin == s->first[i] ? 0 : s->first[before] >= begin ? depth + 1 : 1;
            if (depth == turn) LCN_TRY(join_branch(s, threads, what, count, before, i));
            any = any || depth >= turn;
            before = i;
        }
    }
    return LACON_OK;
}

/* Whether a branch ends with rank i. */
static bool ends_branch(const lcn_sharing *s, int i)
{
    return has_any(s, i) && (s->first[i + 1] == s->pieces || s->first[i] / BRANCH != s->first[i + 1] / BRANCH);
}

/* Branches to the whole, in their order; the last one has it. */
static lacon_status join_whole(const lcn_sharing *s, int threads, const lcn_parts *what, int count)
{
    int last = -1;
    for (int i = 0; i < lcn_ranks(s->ctx); i++) {
        if (!ends_branch(s, i)) continue;
        if (last >= 0) LCN_TRY(hand_parts(s, what, count, last, i, -1));
        for (int e = 0; e < count && i == lcn_rank(s->ctx); e++) add_branches(s, threads, &what[e]);
        last = i;
    }
    for (int e = 0; e < count; e++)
        LCN_TRY(lcn_relay(s->ctx, what[e].sum, (size_t)what[e].size * sizeof(double), last));
    return LACON_OK;
}

static void sum_up(const lcn_sharing *s, int threads, const lcn_parts *what, int count)
{
    for (int e = 0; e < count && s->from < s->to; e++)
        for (int64_t b = first_branch(s); b <= last_branch(s); b++)
            if (own_from(s, b) == b * BRANCH) add_branch(s, threads, &what[e], b);
    if (!s->ctx) {
        for (int e = 0; e < count; e++) add_branches(s, threads, &what[e]);
        return;
    }
    if (join_branches(s, threads, what, count) >= 0) (void)join_whole(s, threads, what, count);
}

void lcn_share_sums(const lcn_sharing *s, int threads, const lcn_parts *what, int count)
{
    if (!s->ctx || lcn_relay_begin(s->ctx) >= 0) sum_up(s, threads, what, count);
}

void lcn_share_next(const lcn_sharing *s, const lcn_parts *what)
{
    if (!s->ctx || s->ctx->known >= 0) sum_up(s, 1, what, 1);
}

void lcn_share_sum(const lcn_sharing *s, int threads, double *sum, double *part, int64_t stride, int64_t size)
{
    lcn_share_sums(s, threads, &(lcn_parts){sum, part, stride, size}, 1);
}

void lcn_share_stream(const lcn_sharing *s, int threads, double *sum, double *parts, int64_t size,
                      void (*fill)(void *user, int64_t piece, double *part), void *user)
{
    assert(s->pieces <= BRANCH); /* each is added as it comes */
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
