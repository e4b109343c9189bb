/* SPDX-License-Identifier: BSD-3-Clause
 * Work in pieces on the threads of a call. Pieces are cut by the size of the work, never by the number of threads; each
 * writes what is its own, and what they add up is summed in their order: one answer for any number of threads.
 */
#ifndef LCN_PIECES_H
#define LCN_PIECES_H

#include <stdint.h>

/* Pieces that a sum over many things is cut into; their partial sums are all kept. Of many things there are more pieces
 * than most machines have cores, so that whoever is free has a choice (lcn_each_in_order). */
enum { LCN_FEW_PIECES = 16, LCN_PIECES = 256, LCN_PIECE_THINGS = 16, LCN_PIECES_DOUBLES = 1 << 23 };

/* Piece i of `pieces` has the things [lcn_piece_begin(i), lcn_piece_begin(i + 1)) of `count`. */
static inline int64_t lcn_piece_begin(int64_t i, int64_t pieces, int64_t count) { return count * i / pieces; }
/* A few; more where each has enough things still, and partial sums of p × p numbers take 64 MB together at most. */
static inline int64_t lcn_pieces_of(int64_t count, int64_t p)
{
    int64_t n = LCN_FEW_PIECES;
    while (n < LCN_PIECES && count >= 2 * n * LCN_PIECE_THINGS && 2 * n * p * p <= LCN_PIECES_DOUBLES) n *= 2;
    return count < n ? count : n;
}

/* What is done with piece i. */
typedef void lcn_piece(void *user, int64_t i);
/* All of them; on the calling thread alone where `threads` is 1. */
void lcn_each_piece(int threads, int64_t pieces, lcn_piece *one, void *user);

/* What is done with piece i on thread `thread`, below `threads`: nobody else has it meanwhile, for its scratch. */
typedef void lcn_piece_on_thread(void *user, int64_t i, int thread);
void lcn_each_on_thread(int threads, int64_t pieces, lcn_piece_on_thread *one, void *user);
/* That thread, in a loop of one's own. */
int lcn_this_thread(void);

/* What is done with the things [from, to) of a piece. */
typedef void lcn_part(void *user, int64_t piece, int64_t from, int64_t to);
/* Pieces [first, end) of the `pieces` that `count` things are cut into: the things of each in their order, some at a
 * time, and whoever is free goes on with the piece that is most behind. A slow core, or one that others have a share
 * in, does less, and all end together. */
void lcn_each_in_order(int threads, int64_t first, int64_t end, int64_t pieces, int64_t count, lcn_part *one,
                       void *user);

/* The few pieces that `count` things are cut into where they are many enough for threads; else one. */
static inline int64_t lcn_few_pieces(int64_t count) { return count < 1024 * LCN_FEW_PIECES ? 1 : LCN_FEW_PIECES; }
void lcn_each_few(int threads, int64_t count, lcn_part *one, void *user);

/* What is done with the things [from, to) of a range. */
typedef void lcn_range(void *user, int64_t from, int64_t to);
/* Ranges of `length` things each, the last one shorter. */
void lcn_each_range(int threads, int64_t count, int64_t length, lcn_range *one, void *user);

/* sum[e] = part[0][e] + part[1][e] + .. in order, parts `stride` apart; on the threads where that pays. */
void lcn_sum_parts(int threads, double *sum, const double *part, int64_t parts, int64_t stride, int64_t size);
/* sum[e] = sum[e] + part[0][e] + part[1][e] + .. likewise. */
void lcn_add_parts(int threads, double *sum, const double *part, int64_t parts, int64_t stride, int64_t size);

#endif
