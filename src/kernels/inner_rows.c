/* SPDX-License-Identifier: BSD-3-Clause
 * Sums over all rows of the inner problem; see inner_rows.h.
 */
#include "kernels/inner_rows.h"
#include "util/instruction_sets.h"
#include "util/vectors.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { FEW = 8 }; /* modules up to which a table is looked up by comparing */

/* D[module] for four variables */
INLINE v4 look_up(const double *D, int64_t k, m4 module, const int32_t *at)
{
    v4 d = {0.0};
    if (k <= FEW)
        for (int64_t l = 0; l < k; l++) d += WHERE4(module == l, ALL4(D[l]));
    else
        for (int t = 0; t < LCN_FOUR; t++) d[t] = D[at[t] > 0 ? at[t] : 0];
    return d;
}

/* Fd = F - deflate W D:  row r loses deflate w_r D[c(r)][j] in column j; own_r = Fd_r,c(r), 0 for the
 * unassigned. Returns <Fd, W>. */
LCN_CLONES double lcn_deflate(double *restrict Fd, double *restrict own, const double *F, const double *D,
                              const int32_t *modules, const double *weight, double deflate, int64_t k, int64_t pp)
{
    v4 inner = {0.0};
    for (int64_t c = 0; c < pp; c += LCN_FOUR) {
        const int32_t *at = modules + c;
        const m4 module = MODULES4(at);
        const v4 w = WHERE4(module >= 0, LOAD4(weight + c)), h = deflate * w;
        v4 mine = {0.0};
        for (int64_t j = 0; j < k; j++) {
            const v4 f = LOAD4(F + j * pp + c) - h * look_up(D + j * k, k, module, at); /* D symmetric */
            *(v4 *)(Fd + j * pp + c) = f;
            mine += WHERE4(module == j, f);
        }
        *(v4 *)(own + c) = mine;
        inner += mine * w;
    }
    double sum = 0.0;
    for (int t = 0; t < LCN_FOUR; t++) sum += inner[t];
    return sum;
}

/* s_j = sum over the module of (own+)², size_j its variables; part: 2 k vectors */
LCN_CLONES void lcn_module_sums(double *s, int64_t *size, const double *own, const int32_t *module, int64_t pp,
                                int64_t k, double *part)
{
    m4 *count = (m4 *)(part + k * LCN_FOUR);
    memset(part, 0, (size_t)(2 * k * LCN_FOUR) * sizeof *part);
    for (int64_t c = 0; c < pp; c += LCN_FOUR) {
        const m4 at = MODULES4(module + c);
        const v4 f = POSITIVE4(LOAD4(own + c)), x = f * f;
        for (int64_t j = 0; j < k; j++) {
            *(v4 *)(part + j * LCN_FOUR) += WHERE4(at == j, x);
            count[j] -= at == j;
        }
    }
    for (int64_t j = 0; j < k; j++) {
        s[j] = 0.0;
        size[j] = 0;
        for (int t = 0; t < LCN_FOUR; t++) {
            s[j] += part[j * LCN_FOUR + t];
            size[j] += count[j][t];
        }
    }
}
