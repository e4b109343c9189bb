/* SPDX-License-Identifier: BSD-3-Clause
 * Seconds of processor time a contender takes to estimate W, against the number of variables. A unit
 * is a repetition: all sizes upwards, so that a method that was too slow once is not tried on larger
 * data. Units run one at a time and every method on one thread.
 */
#include "experiment/experiment.h"

#include <math.h>
#include <time.h>

enum { METHOD = 3 }; /* the stream of random numbers that recovery.c has for it */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec; /* seconds */
}

/* The context of a timed call: it stops when the caller says so or the time is up. */
typedef struct watch {
    lacon_ctx *ctx;
    double until_s;
} watch;

static int stop(void *user)
{
    const watch *w = user;
    return lcn_cancelled(w->ctx) || seconds() > w->until_s;
}

static lacon_status timed(lacon_ctx *ctx, const lcn_plan *plan, const lcn_contender *who,
                          const lcn_trial *trial, int64_t rep, double *milliseconds,
                          lcn_record *record)
{
    const double limit_s = plan->options->limit_s, began = seconds();
    watch w = {ctx, began + limit_s};
    lacon_ctx inner = *ctx;
    inner.cancel = stop;
    inner.user = &w;
    lcn_estimate found = {0};
    const lacon_status status = who->run(&inner, &found, trial->train, plan->options->modules,
                                         lcn_plan_seed(plan, rep, METHOD));
    const double took = seconds() - began;
    lcn_estimate_clear(ctx, &found);
    LCN_TRY(lcn_unit_goes_on(ctx, status));
    lcn_record_status(&inner, record, status);
    if (status >= 0) *milliseconds = 1000 * took;
    if (took > limit_s) lcn_record_fail(record, "not finished within the limit of time");
    return LACON_OK;
}

lacon_status lcn_unit_speed(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records)
{
    bool slow[2][LCN_CONTENDERS] = {{false}}; /* Gaussian cells, directed ones: a measure each */
    for (int64_t i = 0; i < plan->n_cells; i++) {
        const int kind = plan->cells[i].directed;
        lcn_trial trial;
        lacon_status status = lcn_trial_begin(ctx, &trial, plan, &plan->cells[i], unit);
        for (int m = 0; status >= 0 && m < plan->n_contenders; m++) {
            lcn_record *record = &records[i * plan->n_contenders + m];
            record->outcome = LCN_DONE;
            if (!lcn_plan_takes_part(plan, i, m)) continue;
            if (slow[kind][m]) {
                lcn_record_fail(record, "not tried: fewer variables took more than the limit");
                continue;
            }
            status = timed(ctx, plan, plan->contender[m], &trial, unit, &record->value[kind], record);
            slow[kind][m] = record->outcome == LCN_FAILED;
        }
        lcn_trial_end(&trial);
        LCN_TRY(status);
    }
    return LACON_OK;
}
