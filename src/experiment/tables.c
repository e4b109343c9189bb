/* SPDX-License-Identifier: BSD-3-Clause
 * Records as tables: NAME.tsv has a row per cell, method, repetition and measure, NAME-summary.tsv one
 * per cell, method and measure. A value that is not there is NA, with the reason beside it.
 */
#include "experiment/experiment.h"
#include "io/writer.h"

#include <math.h>

static void put(lcn_writer *out, double value)
{
    lcn_writer_text(out, "\t");
    if (isnan(value))
        lcn_writer_text(out, "NA");
    else
        lcn_writer_double(out, value);
}

static void put_int(lcn_writer *out, int64_t value)
{
    lcn_writer_int(out, value);
    lcn_writer_text(out, "\t");
}

static void put_cell(lcn_writer *out, const lcn_plan *plan, int64_t cell, int contender)
{
    put_int(out, plan->cells[cell].classes);
    put_int(out, plan->cells[cell].samples);
    put_int(out, plan->cells[cell].variables);
    lcn_writer_cell(out, plan->contender[contender]->shown.name);
}

static const char *word(lcn_outcome outcome)
{
    return outcome == LCN_DONE ? "ok" : outcome == LCN_FAILED ? "failed" : "not-converged";
}

static void put_record(lcn_writer *out, const lcn_plan *plan, int64_t cell, int m, int64_t rep)
{
    const lcn_record *record = lcn_plan_record(plan, cell, m, rep);
    char buffer[32];
    for (int i = 0; i < plan->experiment->n_measures; i++) {
        if (!lcn_plan_applies(plan, cell, m, i)) continue;
        put_cell(out, plan, cell, m);
        lcn_writer_text(out, "\t");
        lcn_writer_cell(out, lcn_plan_rep_name(plan, rep, buffer));
        lcn_writer_text(out, "\t");
        lcn_writer_cell(out, plan->experiment->measure[i].name);
        put(out, record->value[i]);
        lcn_writer_text(out, "\t");
        lcn_writer_text(out, word(isnan(record->value[i]) ? LCN_FAILED : record->outcome));
        lcn_writer_text(out, "\t");
        lcn_writer_cell(out, record->reason);
        lcn_writer_text(out, "\n");
    }
}

static lacon_status write_records(lacon_ctx *ctx, const lcn_plan *plan, const char *path)
{
    lcn_writer out;
    LCN_TRY(lcn_writer_open(ctx, &out, path));
    lcn_writer_text(&out, "classes\tsamples\tvariables\tmethod\t");
    lcn_writer_text(&out, plan->experiment->shown.needs_data ? "class" : "repetition");
    lcn_writer_text(&out, "\tmeasure\tvalue\toutcome\treason\n");
    for (int64_t cell = 0; cell < plan->n_cells; cell++)
        for (int m = 0; m < plan->n_contenders; m++)
            for (int64_t rep = 0; rep < plan->reps; rep++) put_record(&out, plan, cell, m, rep);
    return lcn_writer_close(ctx, &out, LACON_OK);
}

static void put_summary(lcn_writer *out, const lcn_plan *plan, int64_t cell, int m, double *scratch)
{
    for (int i = 0; i < plan->experiment->n_measures; i++) {
        if (!lcn_plan_applies(plan, cell, m, i)) continue;
        const lcn_summary s = lcn_plan_summary(plan, cell, m, i, scratch);
        put_cell(out, plan, cell, m);
        lcn_writer_text(out, "\t");
        lcn_writer_cell(out, plan->experiment->measure[i].name);
        lcn_writer_text(out, "\t");
        put_int(out, s.count);
        put_int(out, s.failed);
        lcn_writer_int(out, s.not_converged);
        put(out, s.mean);
        put(out, s.sd);
        put(out, s.low);
        put(out, s.high);
        put(out, s.median);
        lcn_writer_text(out, "\t");
        lcn_writer_cell(out, plan->contender[m]->shown.title);
        lcn_writer_text(out, "\n");
    }
}

static lacon_status write_summary(lacon_ctx *ctx, const lcn_plan *plan, const char *path)
{
    double *scratch = lcn_alloc(ctx, (size_t)plan->reps, sizeof *scratch);
    if (scratch == NULL) return LACON_E_MEMORY;
    lcn_writer out;
    lacon_status status = lcn_writer_open(ctx, &out, path);
    if (status >= 0) {
        lcn_writer_text(&out, "classes\tsamples\tvariables\tmethod\tmeasure\tcount\tfailed\t"
                           "not_converged\tmean\tsd\tci_low\tci_high\tmedian\ttitle\n");
        for (int64_t cell = 0; cell < plan->n_cells; cell++)
            for (int m = 0; m < plan->n_contenders; m++) put_summary(&out, plan, cell, m, scratch);
        status = lcn_writer_close(ctx, &out, LACON_OK);
    }
    lcn_free(&ctx->allocator, scratch);
    return status;
}

lacon_status lcn_tables_write(lacon_ctx *ctx, const lcn_plan *plan, const char *dir)
{
    const char *name = plan->experiment->shown.name;
    char *tidy = lcn_sprintf(ctx, "%s/%s.tsv", dir, name);
    char *summary = lcn_sprintf(ctx, "%s/%s-summary.tsv", dir, name);
    lacon_status status = tidy && summary ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0) status = write_records(ctx, plan, tidy);
    if (status >= 0) status = write_summary(ctx, plan, summary);
    lcn_free(&ctx->allocator, tidy);
    lcn_free(&ctx->allocator, summary);
    return status;
}
