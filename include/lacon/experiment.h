/* SPDX-License-Identifier: BSD-3-Clause
 * The paper's experiments: every method on simulated or given data, repeated, as tables and figures.
 *
 * lacon_experiment_run writes into an existing folder
 *     NAME.tsv          one row per cell, method, repetition and measure
 *     NAME-summary.tsv  mean, standard deviation, 95 % interval, failures of each
 *     NAME.svg NAME.png the figure
 * The tables are the same bytes for any number of threads; measured seconds are the exception.
 * With a journal the work survives an interruption: finished units are read back, the rest is done.
 */
#ifndef LACON_EXPERIMENT_H
#define LACON_EXPERIMENT_H

#include <lacon/baseline.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_experiment_row {
    const char *name; /* "fig2" */
    int64_t reps;     /* repetitions unless told otherwise; 0: it has none */
    int needs_data;   /* options.data must be given */
    const char *help; /* one line */
} lacon_experiment_row;

LACON_API int lacon_experiment_count(void);
LACON_API const lacon_experiment_row *lacon_experiment_at(int row); /* NULL outside */
LACON_API const lacon_experiment_row *lacon_experiment_find(const char *name); /* NULL: none */

/* The methods that take part, in the order of the tables. */
typedef struct lacon_contender_row {
    const char *name;  /* "hclust-ward" */
    const char *title; /* "partition of Ward, refitted": as in a legend */
    const char *help;  /* one line */
} lacon_contender_row;

LACON_API int lacon_contender_count(void);
LACON_API const lacon_contender_row *lacon_contender_at(int row); /* NULL outside */

/* Lists are texts, "50,100,200"; NULL means the experiment's own. */
typedef struct lacon_experiment_options {
    size_t size;           /* sizeof(lacon_experiment_options) */
    int64_t reps;          /* 0: the experiment's own */
    uint64_t seed;
    const char *methods;   /* names of contenders; NULL: all that have a place in the experiment */
    const char *classes;   /* N of the simulated data, at most two */
    const char *samples;   /* n, rows of each class */
    const char *variables; /* p */
    int64_t modules;       /* k */
    double noise;          /* v */
    double limit_s;        /* runtime: seconds a method may take */
    const lacon_data *data; /* table1: rows as they were read */
    int64_t train, test;   /* table1: first and last rows of each class; train 0: all but test */
    lacon_scale scale;     /* table1 */
    int64_t k_min, k_max;  /* table1: modules to choose from, by held-out training rows */
    const char *journal;   /* file that keeps what is finished; NULL: none */
    int restart;           /* begin anew although there is a journal */
} lacon_experiment_options;

LACON_API void lacon_experiment_options_init_sized(lacon_experiment_options *options, size_t size);
#define lacon_experiment_options_init(options) lacon_experiment_options_init_sized((options), sizeof *(options))

/* dir must exist; NULL does the work alone and leaves it in the journal. LACON_E_CANCELLED when
 * cancel said stop: the journal has what was finished. LACON_E_ARGUMENT when the journal belongs to
 * other settings. The journal is left to the caller, who removes it when the results are where they
 * belong. */
LACON_API lacon_status lacon_experiment_run(lacon_ctx *ctx, const char *name, const char *dir,
                                            const lacon_experiment_options *options);

#ifdef __cplusplus
}
#endif
#endif
