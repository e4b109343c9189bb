/* SPDX-License-Identifier: BSD-3-Clause
 * Observations: N classes of n_i rows by p variables, or for a class its covariance and n_i.
 *
 * Rows are row-major (observation by observation) with leading dimension ld >= p, held as double or
 * as float32 (half the memory traffic). _view borrows: the array must outlive the data and is never
 * written; _copy owns. Readers of files are in io.h.
 */
#ifndef LACON_DATA_H
#define LACON_DATA_H

#include <lacon/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_data lacon_data;

typedef enum lacon_scale {
    LACON_SCALE_Z = 0,      /* centred, divided by the standard deviation with 1/n: diag K_i = 1 */
    LACON_SCALE_CENTER = 1, /* centred */
    LACON_SCALE_NONE = 2    /* as given */
} lacon_scale;

/* What becomes of missing values, which are NaN among the rows (docs/algorithm/missing.md). */
typedef enum lacon_missing {
    LACON_MISSING_REFUSE = 0,   /* an error */
    LACON_MISSING_MARGINAL = 1, /* the likelihood is that of the observed values; a variable that is
                                   constant in a class counts as missing there */
    LACON_MISSING_PAIRWISE = 2, /* a class with missing values becomes the covariance of the pairs */
    LACON_MISSING_DROP = 3      /* rows with a missing value are left out */
} lacon_missing;

LACON_API lacon_status lacon_data_new(lacon_ctx *ctx, lacon_data **out, int64_t p);
LACON_API void lacon_data_free(lacon_data *data);

/* Before the first class. What it asks for is done by lacon_data_standardise and _by. */
LACON_API lacon_status lacon_data_set_missing(lacon_ctx *ctx, lacon_data *data, lacon_missing mode);

/* Names are copied. Without them variables are called V1..Vp. Names must be unique. */
LACON_API lacon_status lacon_data_set_names(lacon_ctx *ctx, lacon_data *data, const char *const *names);

/* Add a class. label NULL gives "class-001" and so on; labels must be unique. n >= 2.
 * Non-finite values: LACON_E_DATA with label, row and variable; but see lacon_data_set_missing. */
LACON_API lacon_status lacon_data_add_view(lacon_ctx *ctx, lacon_data *data, const char *label,
                                           int64_t n, const double *x, int64_t ld);
LACON_API lacon_status lacon_data_add_copy(lacon_ctx *ctx, lacon_data *data, const char *label,
                                           int64_t n, const double *x, int64_t ld);
LACON_API lacon_status lacon_data_add_view_f32(lacon_ctx *ctx, lacon_data *data, const char *label,
                                               int64_t n, const float *x, int64_t ld);
LACON_API lacon_status lacon_data_add_copy_f32(lacon_ctx *ctx, lacon_data *data, const char *label,
                                               int64_t n, const float *x, int64_t ld);
/* Covariance K (p × p, symmetric, copied) of n centred observations, with 1/n. */
LACON_API lacon_status lacon_data_add_cov(lacon_ctx *ctx, lacon_data *data, const char *label,
                                          int64_t n, const double *k, int64_t ld);

/* Numbers somewhere in memory: entry (i, r) is number i * row_stride + r * column_stride of data. Strides
 * count numbers, not bytes, and may be negative. This struct never grows. */
typedef enum lacon_type { LACON_FLOAT64 = 0, LACON_FLOAT32 = 1 } lacon_type;
typedef struct lacon_matrix {
    const void *data;
    lacon_type type;
    int64_t rows, columns;
    int64_t row_stride, column_stride; /* row-major: columns and 1; column-major: 1 and rows */
} lacon_matrix;

/* Rows of any strides, in the precision they have. With borrow they are not copied where rows are
 * contiguous (column_stride 1, row_stride >= p): the array must then outlive the data. All others are
 * copied once. */
LACON_API lacon_status lacon_data_add_rows(lacon_ctx *ctx, lacon_data *data, const char *label,
                                           const lacon_matrix *rows, int borrow);
/* lacon_data_add_cov of any strides and precision; copied. */
LACON_API lacon_status lacon_data_add_covariance(lacon_ctx *ctx, lacon_data *data, const char *label,
                                                 int64_t n, const lacon_matrix *k);
/* The rows of class c as they are now (standardised, flipped, ... in place), or its covariance: 1; 0
 * and a matrix of nothing when the class has the other of the two, or there is none. Borrowed: valid until a call that
 * changes the data, or frees them. */
LACON_API int lacon_data_get_rows(const lacon_data *data, int64_t c, lacon_matrix *out);
LACON_API int lacon_data_get_cov(const lacon_data *data, int64_t c, lacon_matrix *out);

/* Centre and scale every class by its own moments, and keep them (lacon_data_mean, _scale). Owned
 * rows change in place; a borrowed class becomes an owned copy unless the mode is NONE. A constant
 * variable under Z is LACON_E_DATA naming class and variable. May be called once. */
LACON_API lacon_status lacon_data_standardise(lacon_ctx *ctx, lacon_data *data, lacon_scale mode);

/* Centre and scale by given moments instead (N × p each, row-major): unseen rows of known classes. */
LACON_API lacon_status lacon_data_standardise_by(lacon_ctx *ctx, lacon_data *data,
                                                 const double *mean, const double *scale);

/* Multiply variable r by sign[r] (p of them, 1 or -1), in every class; a borrowed class becomes an owned
 * copy. After standardising: what lacon_data_mean tells stays the mean of the variable as it came. The
 * signs of several calls multiply. */
LACON_API lacon_status lacon_data_flip(lacon_ctx *ctx, lacon_data *data, const int8_t *sign);

/* Bring the variables into the order of names (p of them, e.g. a model's), matched by name; by position
 * where the data have no names, or names are V1..Vp and the data's are others. LACON_E_SHAPE when
 * there are not p, LACON_E_DATA when a name is missing. Before standardising; a borrowed class becomes
 * an owned copy if its order changes. Where missing values are MARGINAL, data with names may have fewer
 * than p: the others are missing. */
LACON_API lacon_status lacon_data_align(lacon_ctx *ctx, lacon_data *data, int64_t p,
                                        const char *const *names);

/* What the values of a class look like, for people who have not seen them yet. Positions are -1 where
 * there is none; rows count from 0. Missing values (NaN) are left out everywhere. */
typedef struct lacon_summary {
    size_t size;          /* sizeof(lacon_summary) */
    int64_t missing;      /* values */
    int64_t constant;     /* variables without variance */
    int64_t constant_at;  /* the first of them */
    double scale;         /* median over variables of the standard deviation */
    int64_t narrow_at;    /* variable with the smallest standard deviation above 0, */
    double narrow;        /* which is this part of the median */
    int64_t twins;        /* variables that repeat another one value by value */
    int64_t twin_at;      /* the first of them, */
    int64_t twin_of;      /* and which it repeats */
    int64_t counter_at;   /* variable that goes up by one from row to row, or in whole numbers over 20 rows and more */
    double spike;         /* largest |x - median| / (1.4826 median |x - median|) within its variable, */
    double spike_value;   /* of this value */
    int64_t spike_row, spike_at;
    double code;          /* a value of nines (99, -999, ..) far off that occurs again and again, */
    int64_t codes;        /* so often */
    int64_t code_at;      /* first in this variable */
    double lag1;          /* median over variables of the correlation of a row with the next */
    double effective;     /* rows that were independent would tell as much about correlations */
    int64_t drifts;       /* variables of which a straight line over the rows explains 0.3 or more, */
    double drift;         /* at most this much, */
    int64_t drift_at;     /* in this one */
    double common;        /* mean correlation of two variables */
    int64_t wide_at;      /* variable with the largest standard deviation, */
    double wide;          /* which is so many times the median */
    int64_t symmetric;    /* as many rows as variables, row i is column i: a covariance, not observations? */
    int64_t turned;       /* each variable is like the next, less like later ones: moments of a series? */
} lacon_summary;
/* Of rows as they were added or standardised; of a covariance only n is known (effective). */
LACON_API lacon_status lacon_data_describe_sized(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                                 lacon_summary *out, size_t size);
#define lacon_data_describe(ctx, data, c, out)                                                     \
    lacon_data_describe_sized((ctx), (data), (c), (out), sizeof *(out))
/* The gravest of these alone, cheaply, in one pass over the values: symmetric, turned, counter_at, code, codes,
 * code_at. Before standardising. The rest says nothing. */
LACON_API lacon_status lacon_data_glance_sized(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                               lacon_summary *out, size_t size);
#define lacon_data_glance(ctx, data, c, out)                                                       \
    lacon_data_glance_sized((ctx), (data), (c), (out), sizeof *(out))
/* Of every class, out[0 .. N), by as many threads as the context has. */
LACON_API lacon_status lacon_data_describe_all_sized(lacon_ctx *ctx, const lacon_data *data, lacon_summary *out,
                                                     size_t size);
#define lacon_data_describe_all(ctx, data, out)                                                    \
    lacon_data_describe_all_sized((ctx), (data), (out), sizeof *(out))
/* r[c]: correlation of the correlations of class c with the mean of those of all others, over at most
 * 100 variables; NaN where there is nothing to compare (one class, constant variables). */
LACON_API lacon_status lacon_data_likeness(lacon_ctx *ctx, const lacon_data *data, double *r);
/* sign[r] = -1 for variables whose correlations with those they go with are negative on the whole, over
 * all classes: *count of them, found one after the other. Of at most 2000 variables. */
LACON_API lacon_status lacon_data_against(lacon_ctx *ctx, const lacon_data *data, int8_t *sign,
                                          int64_t *count);
/* What kind of file class c came from: "text", "a MATLAB file"; NULL when not from one. */
LACON_API const char *lacon_data_format(const lacon_data *data, int64_t c);

/* Of a class or variable that is not there: 0, NaN or NULL, here and in all that ask an object. */
LACON_API int64_t lacon_data_variables(const lacon_data *data);              /* p */
LACON_API int64_t lacon_data_classes(const lacon_data *data);                /* N */
LACON_API int64_t lacon_data_rows(const lacon_data *data, int64_t c);        /* n_c */
/* Of these, the rows that this rank (comm.h) has read: all, none of another's class, or some of a long one. */
LACON_API int64_t lacon_data_rows_own(const lacon_data *data, int64_t c);
/* Rows that were independent would tell as much about correlations, 2..n_c; n_c before standardising, and for a class
 * given as a covariance. */
LACON_API double lacon_data_effective(const lacon_data *data, int64_t c);
LACON_API int64_t lacon_data_holes(const lacon_data *data, int64_t c);       /* missing values */
LACON_API int64_t lacon_data_dropped(const lacon_data *data, int64_t c);     /* rows left out */
LACON_API int64_t lacon_data_censored(const lacon_data *data, int64_t c);    /* rows (lacon_data_clean) */
LACON_API int64_t lacon_data_regressors(const lacon_data *data, int64_t c);  /* their rank */
LACON_API const char *lacon_data_label(const lacon_data *data, int64_t c);   /* class name */
LACON_API const char *lacon_data_name(const lacon_data *data, int64_t r);    /* variable name */
LACON_API const double *lacon_data_mean(const lacon_data *data, int64_t c);  /* p, NULL before scaling */
/* p, NULL before scaling; 0: a variable that this class never had */
LACON_API const double *lacon_data_scale(const lacon_data *data, int64_t c);
LACON_API const int8_t *lacon_data_sign(const lacon_data *data);             /* p, NULL: none was flipped */

#ifdef __cplusplus
}
#endif
#endif
