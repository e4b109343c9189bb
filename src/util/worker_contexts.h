/* SPDX-License-Identifier: BSD-3-Clause
 * Contexts for jobs that run side by side: each has its own last message and one thread; memory, cancel
 * and progress go to the caller's context under a lock, because its callbacks expect one thread at a time.
 */
#ifndef LCN_CREW_H
#define LCN_CREW_H

#include "util/ctx.h"

typedef struct lcn_crew lcn_crew;

lacon_status lcn_crew_new(lacon_ctx *ctx, lcn_crew **out, int64_t members);
void lcn_crew_free(lcn_crew *crew);
/* Context of job i. What is made with it must be freed before the crew. */
lacon_ctx *lcn_crew_member(lcn_crew *crew, int64_t i);
/* Job i has ended so; progress is told. */
void lcn_crew_done(lcn_crew *crew, int64_t i, lacon_status status, const char *phase);
/* The two by themselves, where jobs are not what progress counts. */
void lcn_crew_end(lcn_crew *crew, int64_t i, lacon_status status);
void lcn_crew_tell(lcn_crew *crew, const lacon_progress *where);
/* The first failure in order of the jobs, with its message in the caller's context; or LACON_OK. */
lacon_status lcn_crew_outcome(lcn_crew *crew);

#endif
