/* SPDX-License-Identifier: BSD-3-Clause
 * Every product of backend.h as its formula, one number after the other, in double.
 */
#include "kernels/backend.h"

#define PRODUCTS(REAL, cov_name, rows_name, gram_name, times_name, back_name)                                        \
    static void cov_name(double *P, const REAL *K, const lcn_sorted *W)                                               \
    {                                                                                                                 \
        const int64_t pp = lcn_padded(W->p);                                                                          \
        for (int64_t j = 0; j < W->k; j++)                                                                            \
            for (int64_t r = 0; r < pp; r++) {                                                                        \
                P[j * pp + r] = 0.0;                                                                                  \
                for (int64_t i = W->start[j]; i < W->start[j + 1]; i++)                                               \
                    P[j * pp + r] += W->weight[i] * (double)K[W->order[i] * pp + r];                                  \
            }                                                                                                         \
    }                                                                                                                 \
    static void rows_name(double *P, const REAL *x, int64_t ld, int64_t rows, double divisor, const lcn_sorted *W,    \
                          double *scratch)                                                                            \
    {                                                                                                                 \
        const int64_t pp = lcn_padded(W->p);                                                                          \
        (void)scratch;                                                                                                \
        for (int64_t t = 0; t < rows; t++)                                                                            \
            for (int64_t j = 0; j < W->k; j++) {                                                                      \
                double y = 0.0; /* (X W)_tj */                                                                        \
                for (int64_t i = W->start[j]; i < W->start[j + 1]; i++)                                               \
                    y += W->weight[i] * (double)x[t * ld + W->order[i]];                                              \
                for (int64_t r = 0; r < W->p; r++) P[j * pp + r] += y * (double)x[t * ld + r] / divisor;              \
            }                                                                                                         \
    }                                                                                                                 \
    static void times_name(double *Y, const REAL *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch)  \
    {                                                                                                                 \
        (void)scratch;                                                                                                \
        for (int64_t t = 0; t < rows; t++)                                                                            \
            for (int64_t j = 0; j < W->k; j++) {                                                                      \
                Y[j * rows + t] = 0.0;                                                                                \
                for (int64_t i = W->start[j]; i < W->start[j + 1]; i++)                                               \
                    Y[j * rows + t] += W->weight[i] * (double)x[t * ld + W->order[i]];                                \
            }                                                                                                         \
    }                                                                                                                 \
    static void back_name(double *P, int64_t ldP, const REAL *x, int64_t ld, int64_t rows, int64_t width,             \
                          const double *Y, int64_t k, double scale, double *scratch)                                  \
    {                                                                                                                 \
        (void)scratch;                                                                                                \
        for (int64_t t = 0; t < rows; t++)                                                                            \
            for (int64_t j = 0; j < k; j++)                                                                           \
                for (int64_t r = 0; r < width; r++) P[j * ldP + r] += scale * Y[j * rows + t] * (double)x[t * ld + r]; \
    }                                                                                                                 \
    static void gram_name(double *K, int64_t ld, const REAL *x, int64_t ldx, int64_t n, int64_t p, double scale)      \
    {                                                                                                                 \
        for (int64_t a = 0; a < p; a++)                                                                               \
            for (int64_t b = 0; b < p; b++) {                                                                         \
                double sum = 0.0;                                                                                     \
                for (int64_t t = 0; t < n; t++) sum += (double)x[t * ldx + a] * (double)x[t * ldx + b];               \
                K[a * ld + b] = scale * sum;                                                                          \
            }                                                                                                         \
    }
PRODUCTS(double, cov, rows, gram, times, back)
PRODUCTS(float, cov_f32, rows_f32, gram_f32, times_f32, back_f32)

static void inner(double *S, const double *P, const double *weight, const lcn_sorted *s)
{
    const int64_t k = s->k, pp = lcn_padded(s->p);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0.0;
            for (int64_t i = s->start[a]; i < s->start[a + 1]; i++)
                sum += weight[s->order[i]] * P[b * pp + s->order[i]];
            S[a * k + b] = S[b * k + a] = sum;
        }
}

static void tangent(double *F, const double *P, const double *M, double omega, int64_t k, int64_t pp, bool first)
{
    for (int64_t j = 0; j < k; j++)
        for (int64_t r = 0; r < pp; r++) {
            double sum = 0.0;
            for (int64_t l = 0; l < k; l++) sum += P[l * pp + r] * M[l * k + j];
            F[j * pp + r] = (first ? 0.0 : F[j * pp + r]) + omega * sum;
        }
}

const lcn_backend lcn_backend_reference = {.name = "reference",
                                           .cov = cov,
                                           .cov_f32 = cov_f32,
                                           .rows = rows,
                                           .rows_f32 = rows_f32,
                                           .times = times,
                                           .times_f32 = times_f32,
                                           .back = back,
                                           .back_f32 = back_f32,
                                           .inner = inner,
                                           .tangent = tangent,
                                           .gram = gram,
                                           .gram_f32 = gram_f32};
