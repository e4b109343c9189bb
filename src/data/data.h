/* SPDX-License-Identifier: BSD-3-Clause
 * The internal definition of the data object. The readers of io/ fill it; models and solvers read it.
 */
#ifndef LCN_DATA_H
#define LCN_DATA_H

#include "util/ctx.h"
#include <lacon/data.h>

typedef enum lcn_kind { LCN_ROWS_F64, LCN_ROWS_F32, LCN_COV } lcn_kind;

typedef struct lcn_class {
    char *label;
    int64_t n;       /* observations */
    lcn_kind kind;
    const void *x;   /* n × p rows (ld), or p × p covariance (ld) */
    const struct lcn_sharing *split; /* ranks share its rows: `here` of the n are at x, from number `first` on
                                        (row_slices.h); NULL: all are */
    int64_t first, here;
    bool shared;     /* it was such when it was read */
    int64_t ld;
    void *owned;     /* x when we own it, else NULL */
    uint64_t seal;   /* of rows that are in a file (util/store.h), as they were read; 0: none */
    bool padded;     /* a covariance made here: ld is lcn_padded(p), zeros beyond p, variances one (reduce.c) */
    bool single;     /* such a one, in single precision: x is float */
    const double *lagged; /* such a one: products of rows 1, 2, .. `lags` steps apart (reduce.c); NULL: none */
    float *rho;      /* such a one without them: p × lags, correlations of each variable with itself so many steps
                        before, as they are; its rows can be had again (rows_again.c) */
    uint64_t as_read; /* seal of the rows as they are in their file, where they can be read from there again; 0: not */
    bool glanced;         /* rows that were changed while they were read: what lacon_data_glance saw of them before */
    lacon_summary glance;
    double *mean;    /* p, NULL before standardising */
    double *scale;   /* p, NULL before standardising; (x - mean) / scale is what x holds */
    int64_t missing; /* missing values: NaN among the rows */
    int64_t missing_read; /* missing values as they were read, before rows were dropped or covariances formed */
    int64_t dropped; /* rows left out because of them */
    double inflation; /* of the variance of a cross-product, by autocorrelation: effective.h; 0 before standardising */
    int lags;         /* how far its rows remember, in steps; 0: not known */
    int64_t step;     /* rows */
    int64_t censored, regressors; /* rows left out and directions regressed out: regress.c */
    char *source;    /* file it was read from, or NULL */
    char sha256[65]; /* of that file, "" when none */
    char confounds_sha256[65], censor_sha256[65]; /* of the tables it was cleaned with, "" when none */
    const char *format; /* what kind of file, static; NULL when none */
} lcn_class;

struct lacon_data {
    lacon_allocator allocator;
    int64_t p;
    char **names;    /* p, or NULL: V1..Vp (names_default) */
    char **default_names; /* made on demand by lacon_data_new, p */
    int64_t n_classes, capacity;
    lcn_class *classes;
    lacon_missing missing;
    bool standardised;
    lacon_scale scaling;
    int8_t *sign; /* p, NULL: all as they came; x holds sign (x - mean) / scale */
    int64_t *dealt; /* ranks + 1: rank i has the classes of pieces [dealt[i], dealt[i + 1]) (util/pieces.h), others are
                       here without numbers, moments and lags (dealt.h); NULL: all are here */
    int64_t n_dealt; /* classes that are dealt so: all that there are, or will be */
    struct lcn_sharing *split; /* of the slices of long classes among ranks; NULL: all rows are here */
    int trends;   /* taken off every class, of order 0 to trends - 1; 0: none */
};

/* Rows at x. */
static inline int64_t lcn_rows_here(const lcn_class *class) { return class->split ? class->here : class->n; }

/* Whether ranks have some of its rows each. */
static inline bool lcn_is_split(const lcn_class *class) { return class->split && class->kind != LCN_COV; }

/* Whether that is so of any class. */
static inline bool lcn_has_split(const lacon_data *data)
{
    bool any = false;
    for (int64_t i = 0; i < data->n_classes; i++) any = any || lcn_is_split(&data->classes[i]);
    return any;
}

/* Value r of row i of those at x, whatever the precision. Not of a covariance. */
static inline double lcn_class_value(const lcn_class *class, int64_t i, int64_t r)
{
    int64_t at = i * class->ld + r;
    return class->kind == LCN_ROWS_F32 ? (double)((const float *)class->x)[at]
                                       : ((const double *)class->x)[at];
}


/* Bytes of the rows or the covariance at x. */
static inline size_t lcn_class_bytes(const lcn_class *class, int64_t p)
{
    const bool half = class->kind == LCN_ROWS_F32 || class->single;
    const int64_t rows = class->kind == LCN_COV ? p : lcn_rows_here(class);
    return (size_t)(rows * class->ld) * (half ? sizeof(float) : sizeof(double));
}

/* "V1".."Vp" in one block: p pointers, then the texts. */
char **lcn_default_names(lacon_ctx *ctx, int64_t p);
/* Append an owned class whose rows were allocated by lcn_alloc: takes over x, source (may be NULL). On
 * failure x is still the caller's. */
lacon_status lcn_data_take_rows(lacon_ctx *ctx, lacon_data *data, const char *label, int64_t n,
                                lcn_kind kind, void *x);
/* Provenance of the class added last. sha256 has 64 digits. */
lacon_status lcn_data_set_source(lacon_ctx *ctx, lacon_data *data, const char *path, const char *sha256);
/* What kind of file it was; format is kept, not copied. */
void lcn_data_set_format(lacon_data *data, const char *format);

/* regress.c */
typedef struct lcn_cleaning {
    bool regress;         /* a constant at least */
    int detrend;          /* order of the trend, 0: the constant alone */
    const double *Z;      /* n × m confounds of the class */
    int64_t m;
    const char *censored; /* n: leave this row out; NULL: none */
} lcn_cleaning;
lacon_status lcn_data_clean(lacon_ctx *ctx, lacon_data *data, int64_t c, const lcn_cleaning *with);

/* reduce.c */
/* Whether its covariance takes less memory than its rows, and less time over a fit. */
bool lcn_covariance_is_smaller(const lcn_class *class, int64_t p);
/* Whether it is in single precision, beside correlations at so many lags; not more than p × p that a fit has anyway. */
bool lcn_single_is_smaller(const lcn_class *class, int64_t p, int lags);
/* Whether squares of values as large as this, summed, may leave the range of doubles; and the power of two that brings
 * them near 1, clipped where it would leave that range itself. */
bool lcn_is_far(double size);
double lcn_power_for(double size);
/* Rows, standardised by Z, become their covariance if that is smaller. With `series` their products with rows up to
 * `lags` steps later come with it, from which the autocorrelation of every combination of variables follows, and both
 * together must be smaller. BLAS must be on one thread. */
lacon_status lcn_class_reduce(lacon_ctx *ctx, const lacon_data *data, lcn_class *class, bool series);
/* L_rs of products `lag` (from 1) steps apart, r >= s: sum_t (x_tr x_us + x_ts x_ur) / 2 over the n - far pairs of rows
 * t and u = t + far, divided by their number. */
static inline const double *lcn_lagged(const lcn_class *class, int64_t p, int lag)
{
    return class->lagged + (lag - 1) * (p * (p + 1) / 2);
}
/* rows_again.c */
/* Sets class->as_read if the rows at x (float32, ld = p, as they were read) are the last bytes of that file. */
lacon_status lcn_rows_note(lacon_ctx *ctx, lcn_class *class, const char *path, int64_t p);
/* Those rows, standardised, into x (n × p); false where the file is not what it was. From any thread. */
bool lcn_rows_again(const lcn_class *class, int64_t p, float *x);

/* A class that was made elsewhere, standardised by `mode`, with all that it owns; label and source are copied. On
 * failure it is still the caller's. */
lacon_status lcn_data_take_class(lacon_ctx *ctx, lacon_data *data, const char *label, const lcn_class *class);
/* All classes that were taken so are there. */
void lcn_data_taken(lacon_data *data, lacon_scale mode);

/* missing_values.c */
/* Missing values of all classes, counted; rows left out with DROP. Before standardising. */
lacon_status lcn_missing_begin(lacon_ctx *ctx, lacon_data *data);
/* Count again, and with PAIRWISE classes with missing values become covariances. After standardising. */
lacon_status lcn_missing_end(lacon_ctx *ctx, lacon_data *data);
/* The refusal of what needs the numbers of all classes, where ranks have their own, or they are in single precision. */
lacon_status lcn_data_here(lacon_ctx *ctx, const lacon_data *data);
/* Of the last alone. */
lacon_status lcn_data_double(lacon_ctx *ctx, const lacon_data *data);
/* The refusal of what needs complete rows. */
lacon_status lcn_data_whole(lacon_ctx *ctx, const lacon_data *data, const char *what);

#endif
