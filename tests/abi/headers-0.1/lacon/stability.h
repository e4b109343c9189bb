/* SPDX-License-Identifier: BSD-3-Clause
 * How sure: the fit repeated on resampled data, its modules matched to those of a reference model by the
 * assignment problem. How often each variable stays in its module, who is with whom, and an interval for
 * every edge of every class.
 */
#ifndef LACON_STABILITY_H
#define LACON_STABILITY_H

#include <lacon/io.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lacon_over {
    LACON_OVER_ROWS = 0,     /* blocks of rows of every class, drawn with replacement */
    LACON_OVER_SUBJECTS = 1, /* classes, drawn with replacement */
    LACON_OVER_BOTH = 2,     /* classes, and blocks of rows of each */
    LACON_OVER_STARTS = 3    /* the same data, the iteration from other random starts */
} lacon_over;

typedef struct lacon_stability_options {
    size_t size;       /* sizeof(lacon_stability_options) */
    lacon_over over;
    int64_t resamples; /* 1.. */
    int64_t block;     /* rows of a block; 0: chosen for each class; 1: rows are exchangeable */
    double confidence; /* of the intervals */
    const lacon_fit_options *fit; /* NULL: defaults; k is the reference's; seed draws the resamples too */
} lacon_stability_options;

LACON_API void lacon_stability_options_init_sized(lacon_stability_options *options, size_t size);
#define lacon_stability_options_init(options) lacon_stability_options_init_sized((options), sizeof *(options))

/* An entry of G of one class, modules numbered as in the reference from 1, a <= b. */
typedef struct lacon_interval {
    double covariance, covariance_low, covariance_high;
    double correlation, correlation_low, correlation_high; /* 1 on the diagonal */
} lacon_interval;

typedef struct lacon_stability_info {
    const lacon_stability_options *options; /* as used (fit.init is NULL) */
    int64_t variables, modules, classes;
    const char *const *names, *const *labels; /* of variables and classes */
    const int32_t *module;      /* variables: module in the reference, 0 unassigned */
    const double *share;        /* variables × (modules + 1): resamples that had it in module 0, 1, .. */
    const double *stability;    /* variables: share in its own module; of an unassigned one the largest */
    const double *coassignment; /* variables × variables: resamples that had both in one module */
    const double *agreement;    /* resamples: adjusted Rand index with the reference */
    int has_intervals;          /* rows were resampled */
    const int64_t *block;       /* classes: rows of a block */
} lacon_stability_info;

typedef struct lacon_stability lacon_stability;

/* data: what the reference was fitted to (same variables and classes), standardised. */
LACON_API lacon_status lacon_stability_run(lacon_ctx *ctx, lacon_stability **out,
                                           const lacon_model *reference, const lacon_data *data,
                                           const lacon_stability_options *options);
LACON_API void lacon_stability_free(lacon_stability *stability);
LACON_API const lacon_stability_info *lacon_stability_about(const lacon_stability *stability);
/* Module a <= b, from 1, of class c; NULL when there are no intervals. */
LACON_API const lacon_interval *lacon_stability_interval(const lacon_stability *stability, int64_t c,
                                                         int64_t a, int64_t b);

/* stability.tsv, coassignment.npy, stability.json and, where there are some, intervals.tsv. */
LACON_API lacon_status lacon_stability_write(lacon_ctx *ctx, const lacon_stability *stability,
                                             const char *dir, const lacon_provenance *provenance);

#ifdef __cplusplus
}
#endif
#endif
