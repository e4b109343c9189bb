/* SPDX-License-Identifier: BSD-3-Clause
 * What ranks tell each other. Each exchange begins with a few words of every rank about itself: what it is about to
 * do, whether it failed, whether it was asked to stop. So a rank that failed anywhere is heard of by all at their
 * next exchange, all leave with its message, and nothing is exchanged afterwards; and all of them see the same
 * answer to lcn_cancelled until the next one. A rank alone exchanges nothing.
 */
#ifndef LCN_RANKS_H
#define LCN_RANKS_H

#include "util/ctx.h"
#include "util/sha256.h"

static inline int lcn_ranks(const lacon_ctx *ctx) { return ctx->comm ? ctx->comm->size : 1; }
static inline int lcn_rank(const lacon_ctx *ctx) { return ctx->comm ? ctx->comm->rank : 0; }

/* All get as far as this. The first rank with a failure decides; else each has its own status back. */
lacon_status lcn_agree(lacon_ctx *ctx, lacon_status status);

/* What every rank gives, in order of the ranks, into *all, a block of *total bytes to be freed with lcn_free;
 * bytes: what this rank gives. */
lacon_status lcn_gather(lacon_ctx *ctx, void **all, size_t *total, const void *mine, size_t bytes);
/* The parts of an array of `count` things, `bytes` each, cut into pieces: rank i has those of pieces [first[i],
 * first[i + 1]), and all get the rest. */
lacon_status lcn_gather_parts(lacon_ctx *ctx, void *at, size_t bytes, const int64_t *first, int64_t pieces,
                              int64_t count);

/* A sum that ranks hand on (share.h): one word of each of them, then as often as all of them agree on what rank `from`
 * has in block, to all or to rank `to` alone. */
lacon_status lcn_relay_begin(lacon_ctx *ctx);
lacon_status lcn_relay(lacon_ctx *ctx, void *block, size_t bytes, int from);
lacon_status lcn_hand(lacon_ctx *ctx, void *block, size_t bytes, int from, int to);

/* first (ranks + 1): rank i has pieces [first[i], first[i + 1]), so that all have about the same share of `all`. */
void lcn_deal(int64_t *first, int ranks, int64_t pieces, double all, double (*cost)(const void *user, int64_t i),
              const void *user);

/* What rank 0 has in block. */
lacon_status lcn_broadcast(lacon_ctx *ctx, void *block, size_t bytes);

/* The machine of this rank, as much of its name as a message can bear. */
enum { LCN_MACHINE = 65 };
void lcn_machine(char name[LCN_MACHINE]);

/* What a rank has seen: a thing by its name, and a digest of what it is. */
typedef struct lcn_seen {
    const char *name;
    char digest[LCN_SHA256_TEXT];
} lcn_seen;
/* LACON_E_DATA where ranks have not seen the same `count` things in the same order; the message names the first rank
 * that differs from rank 0, its machine, and the first thing. compare_ranks.c */
lacon_status lcn_compare_ranks(lacon_ctx *ctx, const lcn_seen *seen, int64_t count);

#endif
