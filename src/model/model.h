/* SPDX-License-Identifier: BSD-3-Clause
 * The internal definition of the model object. lcn_model_alloc makes it; whoever estimates or loads a model fills it.
 */
#ifndef LCN_MODEL_H
#define LCN_MODEL_H

#include "data/data.h"
#include <lacon/fit.h>
#include <lacon/model.h>

struct lacon_model {
    lacon_allocator allocator;
    int64_t p, k, n_classes;
    double *W;          /* p × k */
    int32_t *module_of; /* p, 1..k, 0 unassigned; follows from W */
    double *evidence;   /* p, NaN unknown */
    double *psi;        /* p, ones when isotropic */
    double *G;          /* N × k × k */
    double *v;          /* N */
    double *loglik;     /* N, training per observation, NaN unknown */
    int64_t *n;         /* N */
    double *effective;  /* N, effective rows, NaN unknown */
    int64_t *kept;      /* N, rank r of G_i */
    double *mean;       /* N × p */
    double *scale;      /* N × p */
    int8_t *sign;       /* p, NULL: none; the model is of sign (x - mean) / scale */
    int8_t *reversed;     /* p, NULL: none; variables that would fit better with their sign flipped */
    char **names;       /* p; names, labels and start_name are one block each (lcn_names_copy) */
    char **labels;      /* N */
    bool fitted;
    lacon_fit_options options; /* what info.options points to, when fitted */
    lacon_fit_info info; /* when fitted: pointers below are what it borrows */
    const char *method; /* of another method's model: its name, a constant text; else NULL */
    uint64_t seed;      /* of that, and how it ended */
    lacon_stop stop;
    char **start_name;
    double *start_objective, *start_agreement;
    lacon_fit_trace *start_trace;
    lacon_fit_merge *merges;
    char *another_run;
    char **warnings; /* each its own block */
    int64_t n_warnings;
    struct lcn_pool *pool; /* pool.h; NULL: not pooled */
};

/* Zeroed arrays of these sizes (psi and scale ones, evidence and loglik NaN); names V1..,
 * class-001.. */
lacon_status lcn_model_alloc(lacon_ctx *ctx, lacon_model **out, int64_t p, int64_t k,
                             int64_t classes);
/* module_of from the supports of W. */
void lcn_model_label(lacon_model *model);
/* Modules by decreasing size (ties: larger trace of G first, then smaller first row): permutes W,
 * G. */
lacon_status lcn_model_sort(lacon_ctx *ctx, lacon_model *model);
/* Take names, labels, n, mean and scale from the data. */
lacon_status lcn_model_describe(lacon_ctx *ctx, lacon_model *model, const lacon_data *data);
/* A copy of the signs (p); NULL: none. */
lacon_status lcn_model_set_sign(lacon_ctx *ctx, lacon_model *model, const int8_t *sign);
/* Replace names and labels by copies; NULL leaves them as they are. Twins are LACON_E_DATA. */
lacon_status lcn_model_set_names(lacon_ctx *ctx, lacon_model *model, const char *const *names,
                                 const char *const *labels);
/* Can n rows of class c be drawn into rows ld apart? simulate.c */
lacon_status lcn_simulate_check(lacon_ctx *ctx, const lacon_model *model, int64_t c, int64_t n,
                                int64_t ld);
/* A sentence for info.warnings. */
lacon_status lcn_model_warn(lacon_ctx *ctx, lacon_model *model, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
