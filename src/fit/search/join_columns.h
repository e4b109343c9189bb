/* SPDX-License-Identifier: BSD-3-Clause
 * Joining modules, judged by the evidence from S_i = W'K_i W alone (docs/algorithm/search.md). Two columns become
 * alpha w_a + beta w_b; the direction u = beta e_a - alpha e_b goes to the noise, and with B_i = (G_i + v_i I)^-1
 *
 *   log det S_i  grows by  log u'B_i u,      t_i - tr S_i  by  u'S_i u
 *
 * so a pair costs O(1) per class, whatever the size of the data. S and B lie where the workspace had S and M: for
 * many classes they are all the memory there is. Classes are gone through in pieces, all pairs at a time.
 */
#ifndef LCN_JOIN_COLUMNS_H
#define LCN_JOIN_COLUMNS_H

#include "fit/mm/evidence.h"
#include "model/model.h"
#include "model/pairs.h"

/* Columns that may be joined, by class: S and B, what is left to the noise, and the weights' sizes and sums. */
typedef struct lcn_columns {
    const lcn_problem *problem;
    const double *log_factorial;
    int threads;
    int64_t K, ld;   /* columns now; of S and B */
    double *S, *B;   /* n_terms × ld × ld: the workspace's */
    double *left;    /* n_terms: t_i - tr S_i */
    double *v;       /* n_terms: noise, for the curvature of the weights */
    double *mean;    /* ld × ld: sum of omega_i S_i / t_i, classes of equal variance counting by omega; */
    double *sum;     /*   ld: of the weights of a column, which has unit length */
    int64_t *size;   /* ld: variables of a column */
    double spread2;  /* of the weights (evidence.h) */
    double *parts;   /* of each piece of the classes: what it adds up for every pair */
    int64_t part_size;
    lcn_pair *pairs; /* K (K + 1) / 2: the caller's, for what it asks */
} lcn_columns;

/* For workspaces of as many columns, or fewer. */
lacon_status lcn_columns_new(lacon_ctx *ctx, lcn_columns *c, const lcn_work *work);
void lcn_columns_clear(const lacon_allocator *a, lcn_columns *c);
/* From a workspace (ml) that is at x, and at no point afterwards. */
void lcn_columns_of(lcn_columns *c, lcn_work *work, const lcn_point *x);

/* What each of some pairs costs, at most K (K + 1) / 2. With alpha = beta = 0 on entry these are chosen: the leading
 * direction of the mean of the two. nats is INFINITY where they oppose each other, so that no non-negative weights join
 * them. Where b is LCN_UNASSIGNED, the variables of a are unassigned instead. */
void lcn_columns_judge(const lcn_columns *c, lcn_pair *pairs, int64_t count);
/* The pair that costs least; nats INFINITY where every two oppose each other: then b would join a with weight 0. */
lcn_pair lcn_columns_cheapest(const lcn_columns *c);
/* All pairs of two columns a < b into c->pairs, judged; how many. */
int64_t lcn_columns_judge_all(const lcn_columns *c);
/* Column b joins a; the last column takes the place of b. */
void lcn_columns_join(lcn_columns *c, const lcn_pair *pair);

/* to = the loadings of `from` after it, one column less (they may be the same; to->k is the caller's); where pair->b is
 * LCN_UNASSIGNED the variables of a are left out. */
void lcn_loadings_join(lcn_loadings *to, const lcn_loadings *from, const lcn_pair *pair);

/* named_merges.c: pairs of modules of a fitted and sorted model that the evidence would rather have as one, into
 * its info. The workspace is at x, the point that the model was made of, and at no point afterwards. */
lacon_status lcn_merges(lacon_ctx *ctx, lacon_model *model, lcn_work *work, lcn_point *x);
/* Modules of a single variable join what the evidence would rather have them in; x->W.k is what is left of them, and
 * the workspace is at no point. */
lacon_status lcn_join_lone(lacon_ctx *ctx, lcn_work *work, lcn_point *x);

#endif
