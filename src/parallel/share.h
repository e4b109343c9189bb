/* SPDX-License-Identifier: BSD-3-Clause
 * Things in pieces (util/pieces.h), dealt to ranks one after the other: who has which, and sums over all of them. Sums
 * of parts go by a fixed tree: LCN_FEW_PIECES pieces after each other make a branch, branches after each other the
 * whole. Ranks hand them on likewise, all branches at the same time, and the last tells all: the order of one process,
 * and no more than the sum itself comes to a rank, three times at most. A share without a context is whole: nobody else
 * has anything.
 */
#ifndef LCN_SHARE_H
#define LCN_SHARE_H

#include "parallel/ranks.h"
#include "util/pieces.h"

typedef struct lcn_sharing {
    lacon_ctx *ctx;   /* of the ranks; NULL: all is here */
    int64_t pieces;
    int64_t from, to; /* pieces of this rank: [from, to) */
    int64_t *first;   /* ranks + 1: rank i has [first[i], first[i + 1]); NULL: all is here */
} lcn_sharing;

/* All of them here. */
static inline lcn_sharing lcn_share_whole(int64_t pieces) { return (lcn_sharing){.pieces = pieces, .to = pieces}; }
/* Dealt by cost (NULL: all alike), see lcn_deal; all here where there is one rank. lcn_share_clear frees it. */
lacon_status lcn_share_deal(lacon_ctx *ctx, lcn_sharing *share, int64_t pieces,
                            double (*cost)(const void *user, int64_t i), const void *user);
/* As `first` (ranks + 1) says. */
lacon_status lcn_share_as(lacon_ctx *ctx, lcn_sharing *share, int64_t pieces, const int64_t *first);
void lcn_share_clear(const lacon_allocator *a, lcn_sharing *share);

/* Of `count` things cut into the pieces: the first of this rank, and the first after them. */
static inline int64_t lcn_share_begin(const lcn_sharing *s, int64_t count)
{
    return lcn_piece_begin(s->from, s->pieces, count);
}
static inline int64_t lcn_share_end(const lcn_sharing *s, int64_t count)
{
    return lcn_piece_begin(s->to, s->pieces, count);
}

/* Every rank has the part of its things in an array of `count` of them, `bytes` each; all get the rest. A failure is
 * the context's (ranks.h): who iterates hears that it should stop. */
void lcn_share_gather(const lcn_sharing *share, void *at, size_t bytes, int64_t count);

/* sum[e] = sum over all pieces of part[e]; part: of the first piece of this rank, `stride` apart, spoilt; that of the
 * first piece of all may be the sum. */
typedef struct lcn_parts {
    double *sum, *part;
    int64_t stride, size;
} lcn_parts;
/* Several such sums at once. */
void lcn_share_sums(const lcn_sharing *s, int threads, const lcn_parts *what, int count);
void lcn_share_sum(const lcn_sharing *s, int threads, double *sum, double *part, int64_t stride, int64_t size);
/* A small one more, without a word of the ranks about themselves: where nobody can have failed since the last. */
void lcn_share_next(const lcn_sharing *s, const lcn_parts *what);

/* ---- what is not there in parts: handed on from rank to rank ---- */

/* What is handed on. */
typedef struct lcn_handed {
    double *at;
    int64_t size;
} lcn_handed;
/* `add` adds what this rank has, where share->from is 0 to nothing, else to what is there; then the next one. */
void lcn_share_relay(const lcn_sharing *share, const lcn_handed *sums, int count, void (*add)(void *user), void *user);
/* A sum of parts that are large: `fill` leaves that of a piece, one after the other, in parts (lcn_share_parts of
 * `size` doubles), and a rank alone adds each before the next is made. */
static inline int64_t lcn_share_parts(const lcn_sharing *s) { return s->ctx ? s->to - s->from : 1; }
void lcn_share_stream(const lcn_sharing *share, int threads, double *sum, double *parts, int64_t size,
                      void (*fill)(void *user, int64_t piece, double *part), void *user);

/* All pieces of this rank on the threads, the things of each in their order (lcn_each_in_order). */
void lcn_share_each(const lcn_sharing *share, int threads, int64_t count, lcn_part *one, void *user);

#endif
