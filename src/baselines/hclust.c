/* SPDX-License-Identifier: BSD-3-Clause
 * Hierarchical clustering of the variables, Ward or average linkage, cut at k clusters (la/linkage.c).
 */
#include "baselines/baselines.h"
#include "la/linkage.h"

#include <math.h>

/* d²_rs = n (K_rr + K_ss - 2 K_rs); n is the same everywhere and left out */
static void distances(lcn_tree *t, const double *K)
{
    const int64_t p = t->m;
    for (int64_t r = 0; r < p; r++) t->size[r] = K[r * p + r];
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < p; s++) {
            const double d = t->size[r] + t->size[s] - 2 * K[r * p + s];
            t->D[r * t->ld + s] = d > 0 ? (t->average ? sqrt(d) : d) : 0;
        }
}

lacon_status lcn_hclust(lacon_ctx *ctx, const lcn_pooled *job)
{
    lcn_tree t;
    lacon_status status;
    LCN_GOTO(lcn_tree_init(ctx, &t, job->p, job->options->linkage == LACON_LINKAGE_AVERAGE));
    distances(&t, job->K);
    lcn_tree_cut(&t, job->options->k);
    LCN_GOTO(lcn_cluster_loadings(ctx, job, t.label));
done:
    lcn_tree_clear(&ctx->allocator, &t);
    return status;
}
