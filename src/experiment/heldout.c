/* SPDX-License-Identifier: BSD-3-Clause
 * Given data, class by class: the first rows train, the last rows test (section 6.4 of the paper). A
 * unit is a contender. The number of modules is the one under which the last fifth of the training
 * rows is most likely when the rest was fitted; the test rows are seen once, at the end. Rows are
 * split in time, not at random: neighbours in a series know each other.
 */
#include "experiment/experiment.h"
#include "data/data.h"

#include <math.h>

enum { METHOD = 3, HELD = 5 }; /* a fifth is held out */

/* The rows of every class that range names: how many, from which on. */
static lacon_status take_rows(lacon_ctx *ctx, lacon_data **out, const lacon_data *data,
                              int64_t (*range)(const lacon_experiment_options *o, int64_t n,
                                               int64_t *from),
                              const lacon_experiment_options *o)
{
    LCN_TRY(lacon_data_new(ctx, out, data->p));
    LCN_TRY(lacon_data_set_missing(ctx, *out, data->missing)); /* rows are left out piece by piece */
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        int64_t from, count = range(o, class->n, &from);
        const int64_t at = from * class->ld;
        if (class->kind == LCN_ROWS_F64)
            LCN_TRY(lacon_data_add_copy(ctx, *out, class->label, count,
                                        (const double *)class->x + at, class->ld));
        else
            LCN_TRY(lacon_data_add_copy_f32(ctx, *out, class->label, count,
                                            (const float *)class->x + at, class->ld));
    }
    return LACON_OK;
}

static int64_t train_rows(const lacon_experiment_options *o, int64_t n, int64_t *from)
{
    *from = 0;
    return o->train > 0 ? o->train : n - o->test;
}

static int64_t test_rows(const lacon_experiment_options *o, int64_t n, int64_t *from)
{
    const int64_t count = o->test > 0 ? o->test : n - o->train;
    *from = n - count;
    return count;
}

static int64_t inner_rows(const lacon_experiment_options *o, int64_t n, int64_t *from)
{
    const int64_t all = train_rows(o, n, from);
    return all - all / HELD;
}

static int64_t inner_held(const lacon_experiment_options *o, int64_t n, int64_t *from)
{
    const int64_t fitted = inner_rows(o, n, from);
    *from = fitted;
    return train_rows(o, n, &(int64_t){0}) - fitted;
}

/* Train and unseen rows, the latter by the former's moments. */
typedef struct split {
    lacon_data *train, *unseen;
} split;

static lacon_status split_begin(lacon_ctx *ctx, split *s, const lcn_plan *plan, bool inner)
{
    const lacon_experiment_options *o = plan->options;
    const int64_t p = o->data->p, N = o->data->n_classes;
    double *moments = NULL;
    lacon_status status;
    *s = (split){0};
    LCN_GOTO(take_rows(ctx, &s->train, o->data, inner ? inner_rows : train_rows, o));
    LCN_GOTO(take_rows(ctx, &s->unseen, o->data, inner ? inner_held : test_rows, o));
    LCN_GOTO(lacon_data_standardise(ctx, s->train, o->scale));
    moments = lcn_alloc(ctx, (size_t)(2 * N), (size_t)p * sizeof *moments);
    LCN_GOTO(moments ? LACON_OK : LACON_E_MEMORY);
    for (int64_t i = 0; i < N * p; i++) {
        moments[i] = lacon_data_mean(s->train, i / p)[i % p];
        moments[N * p + i] = lacon_data_scale(s->train, i / p)[i % p];
    }
    LCN_GOTO(lacon_data_standardise_by(ctx, s->unseen, moments, moments + N * p));
done:
    lcn_free(&ctx->allocator, moments);
    return status;
}

static void split_end(split *s)
{
    lacon_data_free(s->train);
    lacon_data_free(s->unseen);
}

/* Two rows at least in each of the four pieces, none in two. */
lacon_status lcn_heldout_check(lacon_ctx *ctx, const lcn_plan *plan)
{
    const lacon_experiment_options *o = plan->options;
    LCN_FAIL_IF(o->train == 0 && o->test == 0, LACON_E_ARGUMENT,
                "say how many rows train (the first) or test (the last)");
    LCN_FAIL_IF(o->k_max > o->data->p, LACON_E_ARGUMENT,
                "k up to %lld: there are %lld variables", (long long)o->k_max,
                (long long)o->data->p);
    LCN_FAIL_IF(o->data->missing == LACON_MISSING_PAIRWISE, LACON_E_ARGUMENT,
                "unseen rows have a likelihood, pairs of variables have none: use "
                LCN_OPTION "missing marginal or drop in "
                "place of pairwise");
    for (int64_t c = 0; c < o->data->n_classes; c++) {
        const int64_t n = o->data->classes[c].n;
        LCN_FAIL_IF(o->data->classes[c].kind == LCN_COV, LACON_E_DATA,
                    "class '%s' has only its covariance: rows are needed", o->data->classes[c].label);
        int64_t from;
        const int64_t train = train_rows(o, n, &from), test = test_rows(o, n, &from);
        LCN_FAIL_IF(train < 2 * HELD || test < 2 || train + test > n, LACON_E_DATA,
                    "class '%s' has %lld rows: %lld to train and %lld to test do not fit (at least "
                    "%d and 2, not overlapping)",
                    o->data->classes[c].label, (long long)n, (long long)train, (long long)test,
                    2 * HELD);
    }
    for (int inner = 0; inner < 2; inner++) { /* a variable that is constant in a piece */
        split s;
        const lacon_status status = split_begin(ctx, &s, plan, inner);
        split_end(&s);
        LCN_TRY(status);
    }
    return LACON_OK;
}

/* Fit at k and log-likelihoods of the unseen rows; the status of the fit. */
static lacon_status fit_at(lacon_ctx *ctx, const lcn_plan *plan, const lcn_contender *who,
                           const split *s, int64_t k, double *loglik)
{
    lcn_estimate found = {0};
    lacon_status status = who->run(ctx, &found, s->train, k, lcn_plan_seed(plan, 0, METHOD));
    if (status >= 0) {
        const lacon_status done = lcn_estimate_evaluate(ctx, &found, s->unseen, loglik);
        if (done < 0) status = done;
    }
    lcn_estimate_clear(ctx, &found);
    return status;
}

/* The k in [k_min, k_max] whose mean likelihood of the held training rows is highest; the first of
 * equals. A k that fails is passed over. */
static lacon_status choose(lacon_ctx *ctx, const lcn_plan *plan, const lcn_contender *who,
                           int64_t *k, double *loglik)
{
    const int64_t N = plan->reps;
    double best = -INFINITY;
    lcn_record last = {0}; /* that failed */
    split s;
    lacon_status status;
    *k = 0;
    LCN_GOTO(split_begin(ctx, &s, plan, true));
    for (int64_t try = plan->options->k_min; try <= plan->options->k_max; try++) {
        double sum = 0;
        status = fit_at(ctx, plan, who, &s, try, loglik);
        const bool fitted = status >= 0;
        if (!fitted) lcn_record_reason(&last, lacon_ctx_message(ctx));
        LCN_GOTO(lcn_unit_goes_on(ctx, status));
        for (int64_t c = 0; c < N; c++) sum += loglik[c];
        if (!fitted || !(sum > best)) continue;
        best = sum;
        *k = try;
    }
    LCN_GOTO(*k > 0 ? LACON_OK
                    : lcn_fail(ctx, LACON_E_NUMERIC, "no number of modules could be fitted: %s", last.reason));
done:
    split_end(&s);
    return status;
}

static lacon_status evaluate(lacon_ctx *ctx, const lcn_plan *plan, const lcn_contender *who,
                             int64_t *k, double *loglik)
{
    *k = 1;
    if (who->place & LCN_IN_CHOICE) LCN_TRY(choose(ctx, plan, who, k, loglik));
    split s;
    lacon_status status = split_begin(ctx, &s, plan, false);
    if (status >= 0) status = fit_at(ctx, plan, who, &s, *k, loglik);
    split_end(&s);
    return status;
}

lacon_status lcn_unit_heldout(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit,
                              lcn_record *records)
{
    const lcn_contender *who = plan->contender[unit];
    double *loglik = lcn_alloc(ctx, (size_t)plan->reps, sizeof *loglik);
    if (loglik == NULL) return LACON_E_MEMORY;
    int64_t k;
    const lacon_status status = evaluate(ctx, plan, who, &k, loglik);
    for (int64_t c = 0; c < plan->reps; c++) {
        lcn_record_status(ctx, &records[c], status);
        if (status < 0) continue;
        records[c].value[0] = loglik[c];
        records[c].value[1] = (double)k;
        lcn_record_check(plan, 0, (int)unit, &records[c]);
    }
    lcn_free(&ctx->allocator, loglik);
    return lcn_unit_goes_on(ctx, status);
}

void lcn_heldout_warn(lacon_ctx *ctx, const lcn_plan *plan)
{
    const int64_t most = plan->options->k_max;
    int at_end = 0;
    for (int m = 0; m < plan->n_contenders; m++)
        at_end += lcn_plan_applies(plan, 0, m, 1) &&
                  lcn_plan_record(plan, 0, m, 0)->value[1] == (double)most;
    if (at_end > 0 && plan->options->k_min < most)
        lcn_log(ctx, LACON_LOG_WARNING,
                "%d method%s chose the largest number of modules allowed, %lld: more may be better",
                at_end, at_end == 1 ? "" : "s", (long long)most);
}
