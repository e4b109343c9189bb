/* SPDX-License-Identifier: BSD-3-Clause
 * Folds of a cross-validation as data of their own: what modules are learnt from, what G and v come
 * from, and what is judged, each scaled by what it was learnt from.
 */
#ifndef LCN_FOLDS_H
#define LCN_FOLDS_H

#include "data/dealt.h"
#include <lacon/select.h>

typedef struct lcn_fold {
    lacon_data *learn;   /* modules come from here */
    lacon_data *own;     /* G and v of the judged classes; may be learn */
    lacon_data *judged;  /* rows left out, scaled by the moments of own; classes as in own */
} lcn_fold;

/* Can these data be cut so? LACON_E_DATA, LACON_E_ARGUMENT or LACON_E_UNSUPPORTED with the remedy. */
lacon_status lcn_folds_check(lacon_ctx *ctx, const lacon_data *data, const lacon_select_options *options);
/* select.c: the same for all of the options. */
/* The caller's options with those of the fit: own.fit points to *fit. */
lacon_status lcn_select_take(lacon_ctx *ctx, lacon_select_options *own, lacon_fit_options *fit,
                             const lacon_select_options *given);
lacon_status lcn_select_check(lacon_ctx *ctx, const lacon_data *data, const lacon_select_options *options);
/* select_evidence.c: log evidence of a fit to all rows at every k from k_low to k_high, and the modules that it keeps,
 * into the points of the curve. */
lacon_status lcn_select_evidence(lacon_ctx *ctx, lacon_curve_point *curve, const lacon_data *data,
                                 const lacon_select_options *options);
/* Fold number `which` of folds × repeats. */
lacon_status lcn_fold_make(lacon_ctx *ctx, lcn_fold *out, const lacon_data *data,
                           const lacon_select_options *options, int64_t which);
void lcn_fold_clear(lcn_fold *fold);
/* null_models.c: held-out likelihood (mean over classes) of the models of lacon_null_model, in their order;
 * NaN: not computed. */
lacon_status lcn_fold_nulls(lacon_ctx *ctx, const lcn_fold *fold, double *out);

#endif
