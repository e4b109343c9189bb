/* SPDX-License-Identifier: BSD-3-Clause
 * One dense covariance per class, as methods without modules give it (baselines/) and shrinkage
 * writes it. Files: results/covariance_folder.c.
 */
#ifndef LCN_GAUSSIAN_H
#define LCN_GAUSSIAN_H

#include "model/model.h"
#include <lacon/baseline.h>

struct lacon_covariance {
    lacon_allocator allocator;
    int64_t p, n_classes;
    double *matrix;      /* N × p × p */
    double *mean;        /* N × p */
    double *scale;       /* N × p */
    double *parameter;   /* N, NaN: none */
    double *n;           /* N: rows it was estimated from */
    char **names;        /* p, one block */
    char **labels;       /* N, one block */
    const char *method;  /* a constant text; NULL when loaded */
    bool unfinished;     /* its iterations were cut short for some class */
    bool pooled;         /* one covariance, of the rows of all classes together */
};

/* Zeroed, scales 1, parameters NaN. */
lacon_status lcn_covariance_alloc(lacon_ctx *ctx, lacon_covariance **out, int64_t p, int64_t classes,
                                  const char *const *names, const char *const *labels);
/* For the classes of data, with their moments. */
lacon_status lcn_covariance_like(lacon_ctx *ctx, lacon_covariance **out, const lacon_data *data,
                                 const char *method);

enum { LCN_GRAM_ROWS = 64 }; /* of a block: half a megabyte at a thousand variables, in the second cache */
/* Doubles of scratch lcn_class_gram needs: float32 rows are widened in blocks. */
int64_t lcn_gram_scratch(int64_t p);
/* K = X'X / (last - first) of rows first..last-1 (p × p); of a class that has only its covariance,
 * that, whatever the rows. BLAS: inside lcn_blas_begin. */
void lcn_class_gram(double *K, const lcn_class *class, int64_t p, int64_t first, int64_t last,
                    double *scratch);

/* Mean log-likelihood per row of rows with second moments K under N(0, A); A (p × p) is overwritten by
 * its factor, inverse is p × p scratch. -infinity when A is singular: its smallest pivot is within
 * rounding, p eps, of zero. */
double lcn_gaussian_loglik(int64_t p, double *A, const double *K, double *inverse);

#endif
