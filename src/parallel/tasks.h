/* SPDX-License-Identifier: BSD-3-Clause
 * Independent tasks: folds, resamples, batches of permutations. They are dealt to the ranks, run side by side on the
 * threads of each with contexts of their own (util/worker_contexts.h), and in the end every rank has the results of
 * all. Where the data themselves are dealt, all ranks work on one task after the other instead. What is finished is
 * kept in the checkpoint of the context, if it has one, and not done again.
 */
#ifndef LCN_TASKS_H
#define LCN_TASKS_H

#include "parallel/checkpoint.h"

typedef struct lcn_tasks {
    int64_t count;
    void *user;
    lacon_status (*run)(void *user, lacon_ctx *ctx, int64_t i); /* leaves its result where `result` says */
    /* Where the result of task i lies, as plain bytes of a size that depends on i alone; how many spans. */
    int (*result)(void *user, int64_t i, lcn_span spans[LCN_SPANS]);
    /* Whether what a checkpoint has put there can be a result of task i: nobody else looks. NULL: anything can. */
    bool (*possible)(void *user, int64_t i);
    const char *(*phase)(int64_t i); /* what progress calls it */
    /* What the results depend on, besides their number (lcn_identity_begin is done); for checkpoints. */
    lacon_status (*identify)(void *user, lcn_sha256 *hash);
    const char *call; /* name of the call */
    bool together;    /* each is run by every rank, with the context of the call, and leaves its result on all */
} lcn_tasks;

/* LACON_E_CANCELLED with nothing lost that was finished, where there is a checkpoint. */
lacon_status lcn_tasks_run(lacon_ctx *ctx, const lcn_tasks *tasks);

#endif
