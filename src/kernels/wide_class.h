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
