/* SPDX-License-Identifier: BSD-3-Clause
 * Contexts for jobs that run side by side: each has its own last message and one thread. Memory comes
 * from the caller's context under a lock. Its callbacks are called on its own thread alone: the jobs
 * there call them, the others queue what is to be told and see whether the caller's thread was told to stop.
 * As many jobs as there are contexts must end, and the caller's thread must wait:
 *
 *     #pragma omp parallel
 *     {
 *     #pragma omp for nowait
 *         for (i ...) lcn_workers_done(workers, i, job(lcn_worker_context(workers, i)), "job");
 *         lcn_workers_wait(workers);
 *     }
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
/* Until all jobs have ended, delivers what they tell and asks cancel; on other threads returns at once. */
void lcn_workers_wait(lcn_workers *workers);
/* The two by themselves, where jobs are not what progress counts: of several reports that come between two
 * deliveries the last is told. */
void lcn_workers_end(lcn_workers *workers, int64_t i, lacon_status status);
void lcn_workers_progress(lcn_workers *workers, const lacon_progress *where);
/* The first failure in order of the jobs, with its message in the caller's context; or LACON_OK. */
lacon_status lcn_workers_status(lcn_workers *workers);

#endif
