/* SPDX-License-Identifier: BSD-3-Clause
 * What a solver leaves: loadings, how each start went, and where to go on from. The solvers are in the table of
 * fit/solver.h.
 */
#ifndef LCN_OUTCOME_H
#define LCN_OUTCOME_H

#include "fit/mm/evaluation.h"
#include "parallel/checkpoint.h"

enum { LCN_MAX_STARTS = 64 }; /* that are told one by one; more starts than a search makes by itself */

/* Where a solver keeps its stages, and what an earlier run kept last. */
typedef struct lcn_progress_kept {
    lcn_checkpoint checkpoint;
    lacon_ctx *ctx;
    int64_t order; /* of the stage in bytes */
    void *bytes;   /* count of them; NULL: nothing */
    size_t count;
    bool failed;   /* no memory for it */
} lcn_progress_kept;

/* What a solver leaves. The caller owns it: lcn_outcome_new, lcn_outcome_clear. */
typedef struct lcn_outcome {
    lcn_loadings W;     /* one non-zero per row; every variable assigned */
    int64_t iterations; /* of all starts */
    lacon_stop stop;
    bool faint;         /* no module is clear of the noise (membership.c) */
    int64_t n_starts;
    char start_name[LCN_MAX_STARTS][32];
    double start_objective[LCN_MAX_STARTS];
    double start_cost[LCN_MAX_STARTS]; /* minus its evidence, or its objective where that is what a solver goes by;
                                          NaN: no start, but where a search led */
    int32_t *start_module; /* LCN_MAX_STARTS × p: the partition each start ended with */
    int32_t *found;        /* p: that of W as the solver left it, before the membership test */
    int searches;          /* 2: two searches from half of the starts each, */
    double agreement;      /* whose partitions have this adjusted Rand index */
    lcn_trace *trace;      /* LCN_MAX_STARTS and one that nobody reads: the way of each start */
    lcn_work *work;     /* of the problem, at x, whose loadings are W: to go on from; NULL: none was left */
    lcn_point x;
    lcn_progress_kept *kept; /* NULL: nothing is kept; borrowed */
} lcn_outcome;

lacon_status lcn_outcome_new(lacon_ctx *ctx, lcn_outcome *outcome, int64_t p, int64_t k);
void lcn_outcome_clear(const lacon_allocator *a, lcn_outcome *outcome);
/* Leave work and x for whoever goes on from here, instead of those left before. */
void lcn_outcome_leave(lcn_outcome *outcome, lcn_work *work, lcn_point *x);
/* The trace of the start that will be noted next, empty. */
lcn_trace *lcn_outcome_trace(lcn_outcome *outcome);
/* Note one more start, whose trace ends here. name is cut to 31 bytes. */
void lcn_outcome_start(lcn_outcome *outcome, const char *name, double objective, const lcn_loadings *W);

#endif
