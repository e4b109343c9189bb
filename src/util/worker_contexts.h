/* SPDX-License-Identifier: BSD-3-Clause
 * Contexts for jobs that run side by side: each has its own last message and one thread; memory, cancel
 * and progress go to the caller's context under a lock, because its callbacks expect one thread at a time.
 */
#ifndef LCN_WORKER_CONTEXTS_H
#define LCN_WORKER_CONTEXTS_H

#include "util/ctx.h"

typedef struct lcn_workers lcn_workers;

lacon_status lcn_workers_new(lacon_ctx *ctx, lcn_workers **out, int64_t members);
void lcn_workers_free(lcn_workers *workers);
/* Context of job i. What is made with it must be freed before the workers. */
lacon_ctx *lcn_worker_context(lcn_workers *workers, int64_t i);
/* Job i has ended with this status; progress is reported. */
void lcn_workers_done(lcn_workers *workers, int64_t i, lacon_status status, const char *phase);
/* The two by themselves, where jobs are not what progress counts. */
void lcn_workers_end(lcn_workers *workers, int64_t i, lacon_status status);
void lcn_workers_progress(lcn_workers *workers, const lacon_progress *where);
/* The first failure in order of the jobs, with its message in the caller's context; or LACON_OK. */
lacon_status lcn_workers_status(lcn_workers *workers);

#endif
