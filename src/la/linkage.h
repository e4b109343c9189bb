/* SPDX-License-Identifier: BSD-3-Clause
 * Hierarchical clustering by the nearest-neighbour chain: the start of a fit (fit/search/ward.c) and the rival
 * of that name (baselines/hclust.c).
 */
#ifndef LCN_LINKAGE_H
#define LCN_LINKAGE_H

#include "util/ctx.h"

typedef struct lcn_merge {
    double height;
    int32_t a, b; /* clusters named by their first member; b joins a */
    int32_t when;
} lcn_merge;

typedef struct lcn_tree {
    int64_t m;      /* things to cluster */
    bool average;   /* else Ward */
    int64_t ld;     /* of D: an odd number of cache lines, else its columns crowd in few sets of the cache */
    double *D;      /* m × ld: distances for average linkage, their squares for Ward */
    double *size;   /* m, 0: joined another */
    int32_t *chain; /* m */
    int32_t *label; /* m: the answer, 0..k-1 by first member */
    lcn_merge *merges; /* m - 1 */
} lcn_tree;

lacon_status lcn_tree_init(lacon_ctx *ctx, lcn_tree *tree, int64_t m, bool average);
void lcn_tree_clear(const lacon_allocator *a, lcn_tree *tree);
/* D (used up) to labels of k clusters. O(m²). */
void lcn_tree_cut(lcn_tree *tree, int64_t k);

#endif
