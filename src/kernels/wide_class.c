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

/* ---- within modules ---- */

/* Variables of a panel by module, the unassigned last */
static int64_t *order_panel(lcn_within *w, int64_t first, int64_t last, int64_t *start)
{
    const int64_t k = w->k;
    memset(start, 0, (size_t)(k + 2) * sizeof *start);
    for (int64_t r = first; r < last; r++) start[(w->module[r] < 0 ? k : w->module[r]) + 1]++;
    for (int64_t j = 0; j <= k; j++) start[j + 1] += start[j];
    for (int64_t r = first; r < last; r++)
        w->order[first + start[w->module[r] < 0 ? k : w->module[r]]++] = (int32_t)r;
    for (int64_t j = k + 1; j > 0; j--) start[j] = start[j - 1];
    start[0] = 0;
    return start;
}

void lcn_within_sort(lcn_within *w, int64_t panel, const double *y)
{
    const int64_t p = w->wide.p, first = lcn_panel_begin(&w->wide, panel);
    const int64_t last = first + lcn_panel_width(&w->wide, panel);
    order_panel(w, first, last, w->start + panel * (w->k + 2));
    for (int64_t e = 0; e < w->columns; e++)
        for (int64_t i = first; i < last; i++) {
            const int64_t r = w->order[i];
            w->y[e * p + i] = (w->shrink ? w->shrink[r] : 1.0) * y[e * p + r];
            w->z[e * p + i] = 0.0;
        }
}

void lcn_within_unsort(const lcn_within *w, int64_t panel, double *z)
{
    const int64_t p = w->wide.p, first = lcn_panel_begin(&w->wide, panel);
    const int64_t last = first + lcn_panel_width(&w->wide, panel);
    for (int64_t e = 0; e < w->columns; e++)
        for (int64_t i = first; i < last; i++) {
            const int64_t r = w->order[i];
            z[e * p + r] = w->module[r] < 0 ? 0.0 : (w->shrink ? w->shrink[r] : 1.0) * w->z[e * p + i];
        }
}

/* line (count): values of row i, in the order of its panel */
static inline void take_row(double *line, const lcn_wide_class *x, int64_t i, const int32_t *order, int64_t count)
{
    if (x->single)
        for (int64_t c = 0; c < count; c++) line[c] = (double)singles(x)[i * x->ld + order[c]];
    else
        for (int64_t c = 0; c < count; c++) line[c] = doubles(x)[i * x->ld + order[c]];
}

LCN_CLONES void lcn_within_times(const lcn_within *w, double *sums, const lcn_wide_class *x, int64_t panel, int thread)
{
    double *line = w->line + thread * w->wide.panel;
    const int64_t p = w->wide.p, k = w->k, first = lcn_panel_begin(&w->wide, panel);
    const int64_t *start = w->start + panel * (k + 2);
    for (int64_t i = 0; i < x->rows; i++) {
        take_row(line, x, i, w->order + first, start[k]);
        for (int64_t e = 0; e < w->columns; e++)
            for (int64_t j = 0; j < k; j++)
                sums[(e * k + j) * x->rows + i] =
                    lcn_short_dot(line + start[j], w->y + e * p + first + start[j], start[j + 1] - start[j]);
    }
}

LCN_CLONES void lcn_within_back(const lcn_within *w, const double *sums, const lcn_wide_class *x, int64_t panel,
                                int thread)
{
    double *restrict line = w->line + thread * w->wide.panel;
    const int64_t p = w->wide.p, k = w->k, first = lcn_panel_begin(&w->wide, panel);
    const int64_t *start = w->start + panel * (k + 2);
    for (int64_t i = 0; i < x->rows; i++) {
        take_row(line, x, i, w->order + first, start[k]);
        for (int64_t e = 0; e < w->columns; e++)
            for (int64_t j = 0; j < k; j++) {
                const double a = sums[(e * k + j) * x->rows + i];
                double *restrict z = w->z + e * p + first;
                for (int64_t c = start[j]; c < start[j + 1]; c++) z[c] += a * line[c];
            }
    }
}
