/* SPDX-License-Identifier: BSD-3-Clause
 * How many modules: k by the likelihood of observations that were left out, or by the evidence of a fit to all of
 * them, on one path through all k.
 */
#ifndef LACON_SELECT_H
#define LACON_SELECT_H

#include <lacon/io.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lacon_cv {
    LACON_CV_TIME = 0,   /* contiguous blocks of rows, with a gap on both sides: series */
    LACON_CV_ROWS = 1,   /* rows dealt at random: exchangeable rows */
    LACON_CV_SUBJECT = 2 /* whole classes: modules from the others, G and v from the first half of the
                            class's rows, likelihood on the second */
} lacon_cv;

/* Which k is the choice. */
typedef enum lacon_select_rule {
    LACON_SELECT_ONE_SE = 0, /* smallest k that is not worse than the best by more than a standard error */
    LACON_SELECT_MAX = 1     /* the k with the largest held-out likelihood */
} lacon_select_rule;

/* What decides. */
typedef enum lacon_select_by {
    LACON_SELECT_BY_HELDOUT = 0, /* the likelihood of what was left out, by the rule */
    LACON_SELECT_BY_EVIDENCE = 1 /* the log evidence of the fit to all rows (lacon_fit_info) */
} lacon_select_by;

typedef struct lacon_select_options {
    size_t size;           /* sizeof(lacon_select_options) */
    int64_t k_low, k_high; /* 1 <= low <= high <= p */
    lacon_cv cv;
    int64_t folds;   /* 2.. */
    int64_t gap;     /* TIME: rows left out of the training on each side of a block */
    int64_t repeats; /* ROWS, SUBJECT: dealt anew so often */
    lacon_select_rule rule;
    const lacon_fit_options *fit; /* as for the fit afterwards, NULL: defaults; k, init, solver and starts
                                     are not used */
    lacon_select_by by;
} lacon_select_options;

LACON_API void lacon_select_options_init_sized(lacon_select_options *options, size_t size);
#define lacon_select_options_init(options) lacon_select_options_init_sized((options), sizeof *(options))
/* "time:5,gap=4", "rows:10", "subject:5" into cv, folds and gap: LACON_E_ARGUMENT with a sentence. */
LACON_API lacon_status lacon_select_options_cv(lacon_ctx *ctx, lacon_select_options *options,
                                               const char *text);

/* One k. Likelihoods are means over classes of the mean per held-out observation. */
typedef struct lacon_curve_point {
    int64_t k;
    double loglik;  /* mean over folds */
    double se;      /* standard error of that mean */
    double behind;  /* how far below the best k's, >= 0 */
    double behind_se; /* standard error of the difference, fold by fold and class by class */
    int64_t votes;  /* folds in which this k is the best */
    double agreement; /* adjusted Rand index of the modules of two folds, mean over pairs of folds */
    double evidence;  /* log evidence of the fit to all rows that the path leads to, nats */
    int64_t modules;  /* that this fit keeps: those without a variable that earns its place are dropped */
} lacon_curve_point;

enum { LACON_NULL_MODELS = 3 };
/* A model without modules on the same folds. */
typedef struct lacon_null_model {
    const char *name; /* identity, diagonal, ledoit-wolf */
    double loglik;    /* mean over folds; NaN: not computed (ledoit-wolf of very many variables) */
} lacon_null_model;

typedef struct lacon_selection_info {
    const lacon_select_options *options; /* as used (fit.init is NULL) */
    int64_t chosen, best, one_se; /* k */
    int64_t n_k;
    const lacon_curve_point *curve; /* n_k, by k */
    int64_t n_folds;                /* folds times repeats */
    const double *loglik;           /* n_folds × n_k */
    const lacon_null_model *null_model; /* LACON_NULL_MODELS */
    double noise_gain, noise_gain_se; /* what a noise variance per variable would add to the likelihood, at the
                                         best k of each fold; NaN where it is fitted already, or
                                         where the data hold more than a million numbers */
    int64_t rows;        /* of all classes, */
    double effective;    /* worth so many independent ones */
    const char *caution; /* a sentence where the folds take rows for independent that are not; or NULL */
    int64_t by_heldout, by_evidence; /* k that each of the two would choose: by the rule; modules that the fit of most
                                        evidence keeps, k_low where they are fewer */
} lacon_selection_info;

typedef struct lacon_selection lacon_selection;

/* data must have been standardised; each fold is scaled anew in the same way, by its training rows.
 * LACON_E_ARGUMENT when k_high exceeds p or what is learnt from; LACON_E_DATA when classes have too few
 * rows for the folds; LACON_E_UNSUPPORTED for classes that have a covariance only. Where values are missing
 * (MARGINAL) every likelihood is that of what was observed. */
LACON_API lacon_status lacon_select(lacon_ctx *ctx, lacon_selection **out, const lacon_data *data,
                                    const lacon_select_options *options);
/* The same where variables may stand against their module: k and the signs of the variables, found from
 * all rows, in turn until both stay; data are flipped by them (lacon_data_flip), and the fit at the chosen
 * k (lacon_fit_flip, whose outcome is returned) is the model. */
LACON_API lacon_status lacon_select_flip(lacon_ctx *ctx, lacon_selection **out, lacon_model **model,
                                         lacon_data *data, const lacon_select_options *options);
LACON_API void lacon_selection_free(lacon_selection *selection);
LACON_API const lacon_selection_info *lacon_selection_about(const lacon_selection *selection);

/* selection.tsv and selection.json into the existing folder dir. */
LACON_API lacon_status lacon_selection_write(lacon_ctx *ctx, const lacon_selection *selection,
                                             const char *dir, const lacon_provenance *provenance);

#ifdef __cplusplus
}
#endif
#endif
