/* SPDX-License-Identifier: BSD-3-Clause
 * The table of backends, and the products of small matrices that only the row of this processor needs: the large ones
 * are in kernel.c, kernel_cov.c and gram.c.
 */
#include "kernels/backend.h"
#include "la/gram.h"
#include "util/instruction_sets.h"

#include <string.h>

/* sum_i w[order_i] x[order_i], eight partial sums so that no addition waits for the one before */
static inline double gathered_dot(const double *w, const double *x, const int32_t *order, int64_t count)
{
    double part[8] = {0.0}, rest = 0.0;
    int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (int t = 0; t < 8; t++) part[t] += w[order[i + t]] * x[order[i + t]];
    for (; i < count; i++) rest += w[order[i]] * x[order[i]];
    for (int t = 0; t < 8; t++) rest += part[t];
    return rest;
}

LCN_CLONES static void inner(double *S, const double *P, const double *weight, const lcn_sorted *s)
{
    const int64_t k = s->k, pp = lcn_padded(s->p);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++)
            S[a * k + b] = S[b * k + a] =
                gathered_dot(weight, P + b * pp, s->order + s->start[a], s->start[a + 1] - s->start[a]);
}

/* four modules of P at a time */
LCN_CLONES static void tangent(double *restrict F, const double *restrict P, const double *M, double omega, int64_t k,
                               int64_t pp, bool first)
{
    for (int64_t j = 0; j < k; j++) {
        double *Fj = F + j * pp;
        int64_t l = 0;
        if (first) {
            const double m = omega * M[j];
            for (int64_t r = 0; r < pp; r++) Fj[r] = m * P[r];
            l = 1;
        }
        for (; l + 4 <= k; l += 4) {
            const double *A = P + l * pp, *B = A + pp, *C = B + pp, *D = C + pp;
            const double a = omega * M[l * k + j], b = omega * M[(l + 1) * k + j],
                         c = omega * M[(l + 2) * k + j], d = omega * M[(l + 3) * k + j];
            for (int64_t r = 0; r < pp; r++) Fj[r] += a * A[r] + b * B[r] + c * C[r] + d * D[r];
        }
        for (; l < k; l++) {
            const double m = omega * M[l * k + j], *A = P + l * pp;
            for (int64_t r = 0; r < pp; r++) Fj[r] += m * A[r];
        }
    }
}

const lcn_backend lcn_backend_cpu = {.name = "cpu",
                                     .cov = lcn_kernel_cov,
                                     .cov_f32 = lcn_kernel_cov_f32,
                                     .rows = lcn_kernel_rows,
                                     .rows_f32 = lcn_kernel_rows_f32,
                                     .times = lcn_kernel_times,
                                     .times_f32 = lcn_kernel_times_f32,
                                     .back = lcn_kernel_back,
                                     .back_f32 = lcn_kernel_back_f32,
                                     .inner = inner,
                                     .tangent = tangent,
                                     .gram = lcn_gram,
                                     .gram_f32 = lcn_gram_f32};

static const lcn_backend *const TABLE[] = {&lcn_backend_cpu, &lcn_backend_reference};
enum { COUNT = sizeof TABLE / sizeof *TABLE };

const lcn_backend *lcn_backend_at(int i) { return i >= 0 && i < COUNT ? TABLE[i] : NULL; }

const lcn_backend *lcn_backend_get(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (!name || strcmp(name, TABLE[i]->name) == 0) return TABLE[i];
    return NULL;
}
