/* SPDX-License-Identifier: BSD-3-Clause
 * The moments of moments.h: rows are scattered into k sums each, blocks of such sums squared at
 * gemm speed. Callers: evaluate.c, latent.c, transform.c.
 */
#include "model/moments.h"

#include "data/namemap.h"
#include "data/row_slices.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

enum { ROWS = 128 }; /* rows whose sums are squared together; ROWS × k stays in cache */

lacon_status lcn_lens_init(lacon_ctx *ctx, lcn_lens *lens, const lacon_model *model)
{
    const int64_t p = model->p, k = model->k;
    *lens = (lcn_lens){.p = p, .k = k, .module = model->module_of};
    lens->weight = lcn_alloc(ctx, (size_t)(2 * p + k), sizeof(double));
    if (lens->weight == NULL) return LACON_E_MEMORY;
    lens->inverse = lens->weight + p;
    lens->UU = lens->inverse + p;
    for (int64_t r = 0; r < p; r++) {
        const int32_t own = lens->module[r];
        lens->weight[r] = own > 0 ? model->W[r * k + own - 1] / sqrt(model->psi[r]) : 0;
        lens->inverse[r] = 1 / model->psi[r];
        lens->log_psi += log(model->psi[r]);
        if (own > 0) lens->UU[own - 1] += lens->weight[r] * lens->weight[r];
    }
    return LACON_OK;
}

void lcn_lens_clear(const lacon_allocator *a, lcn_lens *lens)
{
    lcn_free(a, lens->weight);
    lens->weight = lens->inverse = lens->UU = NULL;
}

bool lcn_lens_factor(const lcn_lens *lens, const lacon_model *model, int64_t c, double *L,
                     double *B)
{
    const int64_t k = model->k;
    memcpy(L, model->G + c * k * k, (size_t)(k * k) * sizeof *L);
    for (int64_t j = 0; j < k; j++) {
        for (int64_t l = 0; l < k && lens->UU[j] == 0; l++) L[j * k + l] = L[l * k + j] = 0;
        L[j * k + j] += model->v[c];
    }
    if (!lcn_chol(k, L, k)) return false;
    lcn_chol_inverse(k, L, k, B);
    return true;
}

lacon_status lcn_model_accepts(lacon_ctx *ctx, const lacon_model *model, const lacon_data *data)
{
    LCN_FAIL_IF(data->p != model->p, LACON_E_SHAPE,
                "the data have %lld variables, the model has %lld: they must be the same",
                (long long)data->p, (long long)model->p);
    for (int64_t r = 0; r < model->p; r++)
        LCN_FAIL_IF((model->sign ? model->sign[r] : 1) != (data->sign ? data->sign[r] : 1),
                    LACON_E_ARGUMENT,
                    "variable '%s' has another sign in the data than in the model: flip the data "
                    "by the signs of the model (lacon_data_flip)",
                    model->names[r]);
    if (data->names == NULL) return LACON_OK;
    for (int64_t r = 0; r < model->p; r++) {
        const char *own = model->names[r], *other = data->names[r];
        LCN_FAIL_IF(
            strcmp(own, other) != 0 && !lcn_is_default_name(own, r), LACON_E_DATA,
            "variable %lld is '%s' in the data and '%s' in the model: bring the columns into "
            "the order of the model",
            (long long)(r + 1), other, own);
    }
    return LACON_OK;
}

/* One row of either kind: z += U'x, z2 += U'Psi^-1 x (z2 may be NULL), t += x'Psi^-1 x, t2 +=
 * x'Psi^-2 x. Entry 0 of z and z2 takes the unassigned, whose weight is 0: no branch in the loop. */
#define SCATTER(name, type)                                                                        \
    static void name(const lcn_lens *lens, const type *x, double *z, double *z2, double *t,        \
                     double *t2)                                                                   \
    {                                                                                              \
        double sum = 0, sum2 = 0;                                                                  \
        for (int64_t r = 0; r < lens->p; r++) {                                                    \
            const double xr = (double)x[r], scaled = xr * lens->inverse[r];                        \
            z[lens->module[r]] += lens->weight[r] * xr;                                            \
            if (z2) z2[lens->module[r]] += lens->weight[r] * scaled;                               \
            sum += xr * scaled;                                                                    \
            sum2 += scaled * scaled;                                                               \
        }                                                                                          \
        *t += sum;                                                                                 \
        *t2 += sum2;                                                                               \
    }
SCATTER(scatter_f64, double)
SCATTER(scatter_f32, float)

static void scatter(const lcn_lens *lens, const lcn_class *class, int64_t i, double *z, double *z2,
                    double *t, double *t2)
{
    if (class->kind == LCN_ROWS_F32)
        scatter_f32(lens, (const float *)class->x + i * class->ld, z, z2, t, t2);
    else
        scatter_f64(lens, (const double *)class->x + i * class->ld, z, z2, t, t2);
}

double lcn_lens_row(const lcn_lens *lens, const lcn_class *class, int64_t i, double *z)
{
    double t = 0, t2 = 0;
    memset(z, 0, (size_t)(lens->k + 1) * sizeof *z);
    scatter(lens, class, i, z, NULL, &t, &t2);
    memmove(z, z + 1, (size_t)lens->k * sizeof *z);
    return t;
}

/* two blocks of sums with entry 0 in front */
int64_t lcn_moments_scratch(int64_t k) { return 2 * ROWS * (k + 1); }

lacon_status lcn_lens_sums(lacon_ctx *ctx, double **sums, const lcn_lens *lens, const lcn_class *class)
{
    const int64_t ld = lens->k + 1;
    const int threads = ctx->threads;
    double *all = *sums = lcn_alloc(ctx, (size_t)class->n, (size_t)ld * sizeof *all);
    LCN_TRY(lcn_agree(ctx, all ? LACON_OK : LACON_E_MEMORY));
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        double t = 0, t2 = 0, *z = all + (class->first + i) * ld;
        scatter(lens, class, i, z, NULL, &t, &t2);
        z[0] = t; /* in place of the unassigned */
    }
    lcn_split_gather(class, all, (size_t)ld * sizeof *all);
    return ctx->known < 0 ? ctx->known : LACON_OK;
}

static void from_rows(lcn_moments *out, const lcn_lens *lens, const lcn_class *class, const double *sums,
                      double *scratch)
{
    const int64_t k = lens->k, ld = k + 1;
    double *Z = scratch, *Z2 = scratch + ROWS * ld;
    for (int64_t first = 0; first < class->n; first += ROWS) {
        const int64_t rows = class->n - first < ROWS ? class->n - first : ROWS;
        double t = 0, t2 = 0; /* of the block: shorter sums, smaller errors */
        memset(scratch, 0, (size_t)(2 * ROWS * ld) * sizeof *scratch);
        for (int64_t i = 0; i < rows && !sums; i++)
            scatter(lens, class, first + i, Z + i * ld, out->S2 ? Z2 + i * ld : NULL, &t, &t2);
        for (int64_t i = 0; i < rows && sums; i++) t += sums[(first + i) * ld];
        if (sums) memcpy(Z, sums + first * ld, (size_t)(rows * ld) * sizeof *Z);
        out->t += t;
        out->t2 += t2;
        lcn_gemm(LCN_T, LCN_N, k, k, rows, 1, Z + 1, ld, Z + 1, ld, 1, out->S, k);
        if (out->S2) lcn_gemm(LCN_T, LCN_N, k, k, rows, 1, Z2 + 1, ld, Z + 1, ld, 1, out->S2, k);
    }
    const double share = 1 / (double)class->n;
    for (int64_t l = 0; l < k * k; l++) {
        out->S[l] *= share;
        if (out->S2) out->S2[l] *= share;
    }
    out->t *= share;
    out->t2 *= share;
}

/* S = sum_r u_r (row r of K times U), one row of K at a time */
static void from_covariance(lcn_moments *out, const lcn_lens *lens, const lcn_class *class,
                            double *scratch)
{
    const int64_t k = lens->k;
    for (int64_t r = 0; r < lens->p; r++) {
        const double *K = (const double *)class->x + r * class->ld;
        out->t += K[r] * lens->inverse[r];
        out->t2 += K[r] * lens->inverse[r] * lens->inverse[r];
        if (lens->module[r] == 0) continue;
        double t = 0, t2 = 0, *z = scratch, *S = out->S + (lens->module[r] - 1) * k;
        memset(z, 0, (size_t)(k + 1) * sizeof *z);
        scatter_f64(lens, K, z, NULL, &t, &t2);
        for (int64_t j = 0; j < k; j++) S[j] += lens->weight[r] * z[j + 1];
        if (!out->S2) continue;
        double *S2 = out->S2 + (lens->module[r] - 1) * k;
        for (int64_t j = 0; j < k; j++) S2[j] += lens->weight[r] * lens->inverse[r] * z[j + 1];
    }
}

void lcn_moments_compute(lcn_moments *out, const lcn_lens *lens, const lcn_class *class, const double *sums,
                         double *scratch)
{
    const size_t bytes = (size_t)(lens->k * lens->k) * sizeof(double);
    memset(out->S, 0, bytes);
    if (out->S2) memset(out->S2, 0, bytes);
    out->t = out->t2 = 0;
    if (class->kind == LCN_COV)
        from_covariance(out, lens, class, scratch);
    else
        from_rows(out, lens, class, sums, scratch);
}
