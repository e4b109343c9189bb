/* SPDX-License-Identifier: BSD-3-Clause
 * Some columns of the rows of a class: their products with dense columns, and within modules. What wide.h cuts into
 * panels.
 */
#ifndef LCN_WIDE_CLASS_H
#define LCN_WIDE_CLASS_H

#include "kernels/wide.h"

#include <stdbool.h>

/* Rows, in single precision or double. */
typedef struct lcn_wide_class {
    const void *x;
    bool single;
    int64_t ld, rows;
    double divisor;
} lcn_wide_class;

/* ---- dense columns ---- */

/* Y (rows × w) = X U and P (width × w) += X'Y, of columns [c, c + width); U and P are those of the columns. Rows of
 * single precision are multiplied in it; scratch: lcn_dense_panel_scratch doubles, for w->k columns. */
void lcn_times_dense(double *Y, const lcn_wide_class *x, int64_t c, int64_t width, const double *U, int64_t w,
                     double *scratch);
void lcn_back_dense(double *P, const lcn_wide_class *x, int64_t c, int64_t width, const double *Y, int64_t w,
                    double *scratch);
int64_t lcn_dense_panel_scratch(const lcn_wide *w);

/* ---- within modules: z_r = sum over the variables s in the module of r of (X'X)_rs y_s, for some columns y ---- */

typedef struct lcn_within {
    lcn_wide wide;        /* of k × columns at most */
    int64_t k, columns;   /* of this product */
    const int32_t *module; /* p; below 0: none, z is 0 there */
    const double *shrink; /* p: y and z are multiplied with it; NULL: ones */
    int64_t *start;       /* panels × (most k + 2): of each module in a panel */
    int32_t *order;       /* p: variables by panel and module */
    double *y, *z;        /* columns × p, in this order */
    double *line;         /* threads × columns of a panel */
} lcn_within;

/* A panel: y in the order of its modules, and z without content; sums (columns × k × rows) = of y_r x_r by module;
 * z_r += sums x_r; z back in the order of the variables. */
void lcn_within_sort(lcn_within *w, int64_t panel, const double *y);
void lcn_within_times(const lcn_within *w, double *sums, const lcn_wide_class *x, int64_t panel, int thread);
void lcn_within_back(const lcn_within *w, const double *sums, const lcn_wide_class *x, int64_t panel, int thread);
void lcn_within_unsort(const lcn_within *w, int64_t panel, double *z);

/* x'y in eight partial sums so that no addition waits for the one before. Inline, to be compiled with its caller for
 * each instruction set (LCN_CLONES), where lcn_dot of la is a call. */
static inline double lcn_short_dot(const double *x, const double *y, int64_t n)
{
    double part[8] = {0.0}, sum = 0.0;
    int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (int t = 0; t < 8; t++) part[t] += x[i + t] * y[i + t];
    for (; i < n; i++) sum += x[i] * y[i];
    for (int t = 0; t < 8; t++) sum += part[t];
    return sum;
}

#endif
