/* SPDX-License-Identifier: BSD-3-Clause
 * Gram matrices; see gram.h. Where K stays in the first caches, eight rows at a time are added to it as they come:
 * a general product would first copy them, and be loaded, for as long as this takes. Larger ones go to BLAS.
 */
#include "fit/gram.h"
#include "fit/clones.h"
#include "la/la.h"

#include <string.h>

enum {
    SMALL = 128, /* variables: 128 kB */
    ROWS = 8
};

/* lower triangle of K, in whole vectors, += sum of the outer products of ROWS rows, p apart */
LCN_CLONES static void add_rows(double *restrict K, int64_t ld, const double *restrict x, int64_t p)
{
    const double *e = x + 4 * p;
    for (int64_t r = 0; r < p; r++) {
        double *to = K + r * ld;
        const double a = x[r], b = x[p + r], c = x[2 * p + r], d = x[3 * p + r];
        const double f = e[r], g = e[p + r], h = e[2 * p + r], i = e[3 * p + r];
        const int64_t end = (r | 7) < p ? (r | 7) + 1 : p;
        for (int64_t s = 0; s < end; s++)
            to[s] += a * x[s] + b * x[p + s] + c * x[2 * p + s] + d * x[3 * p + s] +
                     (f * e[s] + g * e[p + s] + h * e[2 * p + s] + i * e[3 * p + s]);
    }
}

static void clear(double *K, int64_t ld, int64_t p)
{
    for (int64_t r = 0; r < p; r++) memset(K + r * ld, 0, (size_t)p * sizeof *K);
}

/* both triangles, times scale */
static void finish(double *K, int64_t ld, int64_t p, double scale)
{
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s <= r; s++) K[s * ld + r] = K[r * ld + s] *= scale;
}

void lcn_gram(double *K, int64_t ld, const double *x, int64_t ldx, int64_t n, int64_t p, double scale)
{
    double block[ROWS * SMALL];
    if (p > SMALL) {
        lcn_syrk(p, n, scale, x, ldx, 0.0, K, ld);
        return;
    }
    clear(K, ld, p);
    for (int64_t t = 0; t < n; t += ROWS) {
        for (int64_t i = 0; i < ROWS; i++)
            for (int64_t r = 0; r < p; r++) block[i * p + r] = t + i < n ? x[(t + i) * ldx + r] : 0.0;
        add_rows(K, ld, block, p);
    }
    finish(K, ld, p, scale);
}

void lcn_gram_f32(double *K, int64_t ld, const float *x, int64_t ldx, int64_t n, int64_t p, double scale)
{
    double block[ROWS * SMALL];
    clear(K, ld, p);
    for (int64_t t = 0; t < n; t += ROWS)
        for (int64_t c = 0; c < p; c += SMALL) { /* columns [c, c + m) of the triangle */
            const int64_t m = p - c < SMALL ? p - c : SMALL;
            for (int64_t i = 0; i < ROWS; i++)
                for (int64_t r = 0; r < m; r++)
                    block[i * m + r] = t + i < n ? (double)x[(t + i) * ldx + c + r] : 0.0;
            add_rows(K + c * ld + c, ld, block, m);
            for (int64_t i = 0; i < ROWS && t + i < n; i++)
                for (int64_t r = c + m; r < p; r++) {
                    const double xr = (double)x[(t + i) * ldx + r];
                    for (int64_t s = 0; s < m; s++) K[r * ld + c + s] += xr * block[i * m + s];
                }
        }
    finish(K, ld, p, scale);
}
