/* SPDX-License-Identifier: BSD-3-Clause
 * Products of some columns of a class; see wide_class.h.
 */
#include "kernels/wide_class.h"
#include "la/gram.h"
#include "la/la.h"
#include "util/instruction_sets.h"

#include <string.h>

static const float *singles(const lcn_wide_class *x) { return x->x; }
static const double *doubles(const lcn_wide_class *x) { return x->x; }

/* ---- dense columns ---- */

int64_t lcn_dense_panel_scratch(const lcn_wide *w) { return lcn_padded(((w->panel + w->rows) * w->k + 1) / 2); }

void lcn_times_dense(double *Y, const lcn_wide_class *x, int64_t c, int64_t width, const double *U, int64_t w,
                     double *scratch)
{
    float *u = (float *)scratch, *y = u + width * w;
    if (!x->single) {
        lcn_gemm(LCN_N, LCN_N, x->rows, w, width, 1.0, doubles(x) + c, x->ld, U, w, 0.0, Y, w);
        return;
    }
    for (int64_t e = 0; e < width * w; e++) u[e] = (float)U[e];
    lcn_gemm_f32(LCN_N, LCN_N, x->rows, w, width, 1.0f, singles(x) + c, x->ld, u, w, 0.0f, y, w);
    for (int64_t e = 0; e < x->rows * w; e++) Y[e] = (double)y[e];
}

void lcn_back_dense(double *P, const lcn_wide_class *x, int64_t c, int64_t width, const double *Y, int64_t w,
                    double *scratch)
{
    float *p = (float *)scratch, *y = p + width * w;
    if (!x->single) {
        lcn_gemm(LCN_T, LCN_N, width, w, x->rows, 1.0, doubles(x) + c, x->ld, Y, w, 1.0, P, w);
        return;
    }
    for (int64_t e = 0; e < x->rows * w; e++) y[e] = (float)Y[e];
    lcn_gemm_f32(LCN_T, LCN_N, width, w, x->rows, 1.0f, singles(x) + c, x->ld, y, w, 0.0f, p, w);
    for (int64_t e = 0; e < width * w; e++) P[e] += (double)p[e];
}
