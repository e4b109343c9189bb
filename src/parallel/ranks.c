/* SPDX-License-Identifier: BSD-3-Clause
 * Exchanges between ranks; ranks.h says how they fail.
 */
#include "parallel/ranks.h"
#include "util/pieces.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

typedef enum exchange { AGREE = 1, GATHER, GATHER_PARTS, RELAY, BROADCAST } exchange;

/* What a rank says of itself. */
typedef struct header {
    int32_t exchange, status;
    int32_t stop, unused;
    int64_t bytes;
    int64_t counter; /* of its exchanges: the same on all of them, or they have gone different ways */
} header;
_Static_assert(sizeof(header) == LCN_HEADER_BYTES, "what lacon_ctx_new allocates");

static header *headers(const lacon_ctx *ctx) { return ctx->headers; }

/* The others cannot be reached, or would wait for us for ever. */
static lacon_status give_up(lacon_ctx *ctx, const char *message)
{
    ctx->comm->abort(ctx->comm->user, 1, message); /* 1: failed, as the command line has it */
    ctx->known = LACON_E_INTERNAL;
    return lcn_fail(ctx, LACON_E_INTERNAL, "%s", message);
}

static lacon_status lost(lacon_ctx *ctx) { return give_up(ctx, "the other ranks cannot be reached"); }

void lcn_machine(char name[LCN_MACHINE])
{
    if (gethostname(name, LCN_MACHINE) != 0) strcpy(name, "?");
    name[LCN_MACHINE - 1] = '\0';
}

/* A disk, or memory: whoever reads the message of another rank wants to know whose. */
static void say_where(lacon_ctx *ctx, lacon_status status)
{
    char message[LCN_MESSAGE_MAX], machine[LCN_MACHINE];
    if (ctx->comm->rank == 0 || !*ctx->message || (status != LACON_E_IO && status != LACON_E_MEMORY)) return;
    memcpy(message, ctx->message, sizeof message);
    lcn_machine(machine);
    lcn_fail(ctx, status, "%s (rank %d, %s)", message, ctx->comm->rank, machine);
}

/* The message of rank `from` is that of all. */
static lacon_status take_failure(lacon_ctx *ctx, int from, lacon_status status)
{
    char message[LCN_MESSAGE_MAX];
    if (ctx->comm->rank == from) say_where(ctx, status);
    memcpy(message, ctx->message, sizeof message);
    ctx->known = status;
    ctx->stop = true;
    if (ctx->comm->broadcast(ctx->comm->user, message, sizeof message, from) != 0) return lost(ctx);
    message[sizeof message - 1] = '\0';
    return lcn_fail(ctx, status, "%s", *message ? message : lacon_status_text(status));
}

/* A word of every rank; a failure when one of them failed, this one too. */
static lacon_status begin(lacon_ctx *ctx, exchange what, lacon_status status, size_t bytes)
{
    const int size = ctx->comm->size, rank = ctx->comm->rank;
    header *all = headers(ctx);
    int64_t *each = (int64_t *)(all + size); /* bytes of a header, for every rank */
    const header own = {.exchange = what, .status = status, .stop = lcn_asked_to_stop(ctx),
                        .bytes = (int64_t)bytes, .counter = ctx->traffic.exchanges};
    if (ctx->known < 0) return ctx->known;
    for (int i = 0; i < size; i++) each[i] = sizeof own;
    all[rank] = own;
    if (ctx->comm->gather(ctx->comm->user, all, &own, each) != 0) return lost(ctx);
    ctx->traffic.exchanges++;
    ctx->traffic.bytes += (int64_t)sizeof own * (size - 1);
    for (int i = 0; i < size; i++)
        if (all[i].status < 0) return take_failure(ctx, i, (lacon_status)all[i].status);
    for (int i = 0; i < size; i++) {
        if (all[i].exchange != (int32_t)what || all[i].counter != own.counter)
            return give_up(ctx, "the ranks have gone different ways: do they read the same files on machines of one "
                                "kind?");
        ctx->stop = ctx->stop || all[i].stop;
    }
    return LACON_OK;
}

lacon_status lcn_agree(lacon_ctx *ctx, lacon_status status)
{
    if (!ctx->comm) return status;
    LCN_TRY(begin(ctx, AGREE, status, 0));
    return status;
}

lacon_status lacon_ctx_agree(lacon_ctx *ctx, lacon_status status, const char *message)
{
    if (status < 0 && message && ctx->known >= 0) lcn_fail(ctx, status, "%s", message);
    return lcn_agree(ctx, status);
}

lacon_status lcn_gather(lacon_ctx *ctx, void **all, size_t *total, const void *mine, size_t bytes)
{
    *all = NULL;
    *total = bytes;
    if (ctx->comm) {
        LCN_TRY(begin(ctx, GATHER, LACON_OK, bytes));
        *total = 0;
        for (int i = 0; i < ctx->comm->size; i++) *total += (size_t)headers(ctx)[i].bytes;
    }
    *all = lcn_alloc_raw(ctx, *total + 1, 1);
    if (!*all) return ctx->comm ? give_up(ctx, ctx->message) : LACON_E_MEMORY;
    if (!ctx->comm) {
        memcpy(*all, mine, bytes);
        return LACON_OK;
    }
    int64_t *each = (int64_t *)(headers(ctx) + ctx->comm->size);
    for (int i = 0; i < ctx->comm->size; i++) each[i] = headers(ctx)[i].bytes;
    if (ctx->comm->gather(ctx->comm->user, *all, mine, each) != 0) return lost(ctx);
    ctx->traffic.bytes += (int64_t)(*total - bytes);
    return LACON_OK;
}

lacon_status lcn_gather_parts(lacon_ctx *ctx, void *at, size_t bytes, const int64_t *first, int64_t pieces,
                              int64_t count)
{
    const int size = ctx->comm->size, rank = ctx->comm->rank;
    LCN_TRY(begin(ctx, GATHER_PARTS, LACON_OK, 0));
    int64_t *each = (int64_t *)(headers(ctx) + size);
    for (int i = 0; i < size; i++) {
        const int64_t from = lcn_piece_begin(first[i], pieces, count);
        each[i] = (lcn_piece_begin(first[i + 1], pieces, count) - from) * (int64_t)bytes;
        ctx->traffic.bytes += i == rank ? 0 : each[i];
    }
    const char *mine = (const char *)at + (size_t)lcn_piece_begin(first[rank], pieces, count) * bytes;
    return ctx->comm->gather(ctx->comm->user, at, mine, each) == 0 ? LACON_OK : lost(ctx);
}

lacon_status lcn_relay_begin(lacon_ctx *ctx) { return begin(ctx, RELAY, LACON_OK, 0); }

lacon_status lcn_relay(lacon_ctx *ctx, void *block, size_t bytes, int from)
{
    if (ctx->comm->broadcast(ctx->comm->user, block, (int64_t)bytes, from) != 0) return lost(ctx);
    if (ctx->comm->rank != from) ctx->traffic.bytes += (int64_t)bytes;
    return LACON_OK;
}

/* Where one cannot be told alone: those whom it does not concern take it and forget it. */
static lacon_status tell_all(lacon_ctx *ctx, void *block, size_t bytes, int from, int to)
{
    const bool concerned = ctx->comm->rank == from || ctx->comm->rank == to;
    void *there = concerned ? block : lcn_alloc_raw(ctx, bytes + 1, 1);
    if (!there) return give_up(ctx, ctx->message);
    const lacon_status status = lcn_relay(ctx, there, bytes, from);
    if (!concerned) lcn_free(&ctx->allocator, there);
    return status;
}

lacon_status lcn_hand(lacon_ctx *ctx, void *block, size_t bytes, int from, int to)
{
    const lacon_comm *comm = ctx->comm;
    if (comm->size_bytes < sizeof *comm || !comm->hand) return tell_all(ctx, block, bytes, from, to);
    if (comm->rank != from && comm->rank != to) return LACON_OK;
    if (comm->hand(comm->user, block, (int64_t)bytes, from, to) != 0) return lost(ctx);
    if (comm->rank == to) ctx->traffic.bytes += (int64_t)bytes;
    return LACON_OK;
}

lacon_status lcn_broadcast(lacon_ctx *ctx, void *block, size_t bytes)
{
    if (!ctx->comm) return LACON_OK;
    LCN_TRY(begin(ctx, BROADCAST, LACON_OK, bytes));
    if (ctx->comm->broadcast(ctx->comm->user, block, (int64_t)bytes, 0) != 0) return lost(ctx);
    if (ctx->comm->rank > 0) ctx->traffic.bytes += (int64_t)bytes;
    return LACON_OK;
}

void lcn_deal(int64_t *first, int ranks, int64_t pieces, double all, double (*cost)(const void *user, int64_t i),
              const void *user)
{
    double done = 0.0;
    int rank = 0;
    for (int64_t i = 0; i < pieces; i++) {
        const double own = cost(user, i);
        for (; rank <= (int)((done + 0.5 * own) / all * ranks) && rank < ranks; rank++) first[rank] = i;
        done += own;
    }
    for (; rank <= ranks; rank++) first[rank] = pieces;
}
