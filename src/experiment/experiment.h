/* SPDX-License-Identifier: BSD-3-Clause
 * Experiments from inside. An experiment is a row of the table in experiments.c: which measures, which
 * contenders (contenders.c), which cells (grid.c: classes, rows, variables), what a unit of work
 * does (recovery.c, directed.c, speed.c, heldout.c) and how the summary is drawn (figures.c). Units go
 * through the workers (run_units.c) and the journal (journal.c); records become tables (tables.c).
 *
 * A record belongs to (cell, contender, repetition); it has one value per measure, NaN where there is
 * none.
 */
#ifndef LCN_EXPERIMENT_H
#define LCN_EXPERIMENT_H

#include "plot/chart.h"
#include "util/ctx.h"
#include <lacon/causal.h>
#include <lacon/experiment.h>

/* capacities: the widest record, a sentence, more than the table has */
enum { LCN_MEASURES = 4, LCN_REASON = 160, LCN_CONTENDERS = 32 };

/* ---- contenders.c ---- */

/* What a contender found: one of the three. */
typedef struct lcn_estimate {
    lacon_model *model;
    lacon_covariance *covariance;
    lacon_model **each; /* modules of each class by itself, NULL where none were found */
    int64_t n_each;
} lcn_estimate;

/* data are standardised. k and seed for those who need them. */
typedef lacon_status lcn_estimate_fn(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data,
                                     int64_t k, uint64_t seed);

/* Where a contender has its place. */
enum {
    LCN_IN_RECOVERY = 1,  /* W, G, the partition: it gives modules */
    LCN_IN_LIKELIHOOD = 2, /* held-out likelihood of simulated data */
    LCN_IN_SPEED = 4,
    LCN_IN_TABLE = 8, /* held-out likelihood of given data */
    LCN_IN_CHOICE = 16, /* the number of modules is chosen for it */
    LCN_IN_DIRECTED = 32, /* modules of directed data */
    LCN_IN_ARROWS = 64,   /* effects between them, by its LiNGAM */
    LCN_IN_DIRECTED_SPEED = 128
};

typedef struct lcn_contender {
    lacon_contender_row shown;
    unsigned place;
    lcn_estimate_fn *run;
    lcn_style style;
    lacon_causal_method arrows; /* how effects between its modules are found, */
    bool corrected;             /* and whether the noise is taken off; LCN_IN_ARROWS */
} lcn_contender;

const lcn_contender *lcn_contender_at(int row); /* NULL outside */
void lcn_estimate_clear(lacon_ctx *ctx, lcn_estimate *estimate);
/* Class c alone, centred; a view of the rows. */
lacon_status lcn_one_class(lacon_ctx *ctx, lacon_data **out, const lacon_data *data, int64_t c);
/* Mean log-likelihood of each class of data: one value per class into out. */
lacon_status lcn_estimate_evaluate(lacon_ctx *ctx, const lcn_estimate *estimate,
                                   const lacon_data *data, double *out);

/* ---- the plan of a run (grid.c) ---- */

typedef struct lcn_cell {
    int64_t classes, samples, variables;
    bool directed; /* the modules drive each other (section 6.3); else Gaussian (6.2) */
} lcn_cell;

typedef enum lcn_outcome {
    LCN_PENDING = 0,
    LCN_DONE = 1,
    LCN_NOT_CONVERGED = 2, /* the values hold, the method wanted more iterations */
    LCN_FAILED = 3         /* no values; the reason says why */
} lcn_outcome;

/* Where some measures have a value and some have none, the reason says why. */
typedef struct lcn_record {
    lcn_outcome outcome;
    char reason[LCN_REASON];
    double value[LCN_MEASURES];
} lcn_record;

typedef struct lcn_measure {
    const char *name;  /* "w_error" */
    unsigned place;    /* contenders it applies to: those with any of these */
    const char *title; /* of a panel */
    const char *axis;  /* label of the y axis */
    bool directed;     /* which cells it applies to */
} lcn_measure;

/* What belongs to one unit of work. */
typedef enum lcn_unit_shape {
    LCN_UNIT_CELL,   /* (repetition, cell): all contenders */
    LCN_UNIT_REP,    /* repetition: all cells and contenders */
    LCN_UNIT_METHOD  /* contender: all repetitions */
} lcn_unit_shape;

typedef struct lcn_plan lcn_plan;

typedef struct lcn_experiment {
    lacon_experiment_row shown;
    unsigned place; /* contenders with any of these */
    int n_measures;
    lcn_measure measure[LCN_MEASURES];
    const char *classes, *samples, *variables; /* the paper's */
    lcn_unit_shape shape;
    bool alone; /* one unit at a time: it measures time */
    lacon_status (*check)(lacon_ctx *ctx, const lcn_plan *plan); /* before anything runs; or NULL */
    /* The records of the unit, in the order of lcn_plan_index; outcome LCN_PENDING on entry. Runs in
     * several threads at once, each with a context of its own. */
    lacon_status (*unit)(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records);
    void (*warn)(lacon_ctx *ctx, const lcn_plan *plan); /* warnings in the end; or NULL */
    lacon_status (*draw)(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan);
} lcn_experiment;

struct lcn_plan {
    const lcn_experiment *experiment;
    const lacon_experiment_options *options;
    lcn_cell *cells;
    int64_t n_cells, n_classes, n_samples, n_variables;
    int64_t n_kinds; /* of cells: 2 when some are directed and some not, which come first */
    const lcn_contender *contender[LCN_CONTENDERS];
    int n_contenders;
    int64_t reps;    /* of table1: classes of the data */
    int64_t n_units, unit_records;
    lcn_record *records; /* cell, contender, repetition */
    char *settings;      /* everything the results depend on, as text */
};

lacon_status lcn_plan_begin(lacon_ctx *ctx, lcn_plan *plan, const lcn_experiment *experiment,
                            const lacon_experiment_options *options);
void lcn_plan_end(lacon_ctx *ctx, lcn_plan *plan);
/* Whether the measure means anything for the contender in the cell. */
bool lcn_plan_applies(const lcn_plan *plan, int64_t cell, int contender, int measure);
/* Whether any does. If none, its record is there and empty. */
bool lcn_plan_takes_part(const lcn_plan *plan, int64_t cell, int contender);
/* First cell of those the measure applies to. */
int64_t lcn_plan_first(const lcn_plan *plan, int measure);
/* Where record i of the unit lies in plan->records. */
int64_t lcn_plan_index(const lcn_plan *plan, int64_t unit, int64_t i);
lcn_record *lcn_plan_record(const lcn_plan *plan, int64_t cell, int contender, int64_t rep);
/* A seed for (repetition, purpose) of a run. */
uint64_t lcn_plan_seed(const lcn_plan *plan, int64_t rep, uint32_t purpose);
/* A text as the name of repetition rep: its number from 1, or the class of the data. */
const char *lcn_plan_rep_name(const lcn_plan *plan, int64_t rep, char buffer[32]);

/* A text as the reason: one cell of a table and of the journal. */
void lcn_record_reason(lcn_record *record, const char *reason);
/* status and the context's sentence as outcome and reason. */
void lcn_record_status(lacon_ctx *ctx, lcn_record *record, lacon_status status);
void lcn_record_fail(lcn_record *record, const char *reason);
/* After a method answered: a failure of the machine or an interrupt ends the unit, a failure of the
 * method is a record and the unit goes on. */
lacon_status lcn_unit_goes_on(lacon_ctx *ctx, lacon_status status);
/* Failed when a measure that applies has no finite value. */
void lcn_record_check(const lcn_plan *plan, int64_t cell, int contender, lcn_record *record);

/* ---- what a unit does ---- */

lacon_status lcn_unit_recovery(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records);
lacon_status lcn_unit_ari(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records);
lacon_status lcn_unit_directed(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records);
lacon_status lcn_unit_speed(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records);
lacon_status lcn_unit_heldout(lacon_ctx *ctx, const lcn_plan *plan, int64_t unit, lcn_record *records);
lacon_status lcn_heldout_check(lacon_ctx *ctx, const lcn_plan *plan);
void lcn_heldout_warn(lacon_ctx *ctx, const lcn_plan *plan);

/* The training rows of a cell and the moments unseen rows have. */
typedef struct lcn_trial {
    lacon_model *truth;
    lacon_causal *arrows; /* the truth of a directed cell */
    lacon_data *train;  /* centred */
    lacon_data *unseen; /* per class the exact covariance of unseen rows about the training mean */
} lcn_trial;
lacon_status lcn_trial_begin(lacon_ctx *ctx, lcn_trial *trial, const lcn_plan *plan,
                             const lcn_cell *cell, int64_t rep);
void lcn_trial_end(lcn_trial *trial);

/* ---- running (run_units.c, journal.c) ---- */

typedef struct lcn_journal {
    int fd; /* -1: none */
    const char *path;
} lcn_journal;

/* Opens or makes the file, reads what is finished into plan->records, cuts off a torn last line. */
lacon_status lcn_journal_begin(lacon_ctx *ctx, lcn_journal *journal, lcn_plan *plan);
/* One finished unit in one write. One thread at a time. */
lacon_status lcn_journal_add(lacon_ctx *ctx, lcn_journal *journal, const lcn_plan *plan,
                             int64_t unit);
void lcn_journal_end(lcn_journal *journal);

/* Every unit that is not finished yet. */
lacon_status lcn_units_run(lacon_ctx *ctx, lcn_plan *plan, lcn_journal *journal);

/* ---- results (aggregate.c, tables.c, figures.c) ---- */

typedef struct lcn_summary {
    int64_t count, failed, not_converged; /* count: values the rest is of */
    double mean, sd, low, high, median;   /* sd, low, high NaN below two values */
} lcn_summary;

/* Of n values; they are sorted. Low and high: Student's 95 % interval of the mean. */
lcn_summary lcn_summarise(int64_t n, double *values);
double lcn_student_975(int64_t df); /* quantile */
/* Of the records of (cell, contender). scratch: plan->reps doubles. */
lcn_summary lcn_plan_summary(const lcn_plan *plan, int64_t cell, int contender, int measure,
                             double *scratch);

lacon_status lcn_tables_write(lacon_ctx *ctx, const lcn_plan *plan, const char *dir);
lacon_status lcn_figures_write(lacon_ctx *ctx, const lcn_plan *plan, const char *dir);
lacon_status lcn_draw_errors(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan);
lacon_status lcn_draw_ari(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan);
lacon_status lcn_draw_runtime(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan);
lacon_status lcn_draw_table1(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan);

#endif
