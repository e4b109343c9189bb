/* SPDX-License-Identifier: BSD-3-Clause
 * The likelihood of a class when one row of W changes, without another k × k factor per candidate
 * (docs/algorithm/row-moves.md). Row r loses weight w in module a, gains beta in module b; columns keep unit
 * norm. With d = -w e_a + beta e_b, y = row r of P and K_rr = kappa,
 *
 *   S'  =  D^-1 (S + y d' + d y' + kappa d d') D^-1,     D = diag(norms of the columns)
 *
 * a change of rank two, so that det S' takes O(1) once B y is known for B = S^-1. single_moves.c asks here.
 */
#ifndef LCN_RANK_TWO_UPDATE_H
#define LCN_RANK_TWO_UPDATE_H

#include "fit/mm/evaluation.h"

/* Doubles of each class in work->near. */
static inline int64_t lcn_rank_two_size(int64_t k)
{
    return k * k + k + 1;
}

/* From S, M and profile of the class, where the workspace is. scratch: 2 k². */
void lcn_rank_two_prepare(lcn_work *work, int64_t term, double *scratch);

/* bound[b] += omega times a lower bound of the class's nll when variable r moves from its module `from` (where
 * it has `weight`) to b with weight beta[b], for every b with beta[b] > 0; -INFINITY where nothing is known. P: of
 * the class; q: k doubles. */
void lcn_rank_two_bounds(const lcn_work *work, int64_t term, const double *P, const lcn_move *move,
                       const double *beta, double *bound, double *q);

#endif
