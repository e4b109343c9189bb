/* SPDX-License-Identifier: BSD-3-Clause
 * One look at a sketched class; see sketched.h. The rows are held twice: `tall` (p × lanes), where a variable's
 * entries are one vector to add to its module's Y, and `wide` (rows × columns), where neighbouring variables
 * are one vector of the result.
 */
#include "fit/sketched.h"
#include "fit/clones.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

#define INLINE static inline __attribute__((always_inline))

enum {
    SHORT_SUM = 512, /* variables after which sums in single precision move on to double */
    TURNS = 4,       /* neighbouring variables have sums of their own: no addition waits for the last */
    MODULES = 6      /* of the result in registers at once */
};

typedef float rows8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef float columns16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef int32_t bits16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef double doubles8 __attribute__((vector_size(64), aligned(8), may_alias));

void lcn_sketch_floats_fill(lcn_term *t, float *to, int64_t p, const double *shrink)
{
    const int64_t lanes = lcn_sketch_lanes(t->rows), columns = lcn_sketch_columns(p);
    float *wide = to, *tall = wide + t->rows * columns, *diagonal = tall + p * lanes;
    const double *x = t->x;
    for (int64_t r = 0; r < p; r++) {
        const double d = shrink ? shrink[r] : 1.0;
        for (int64_t o = 0; o < t->rows; o++)
            wide[o * columns + r] = tall[r * lanes + o] = (float)(d * x[o * t->ld + r]);
        for (int64_t o = t->rows; o < lanes; o++) tall[r * lanes + o] = 0.0F;
        diagonal[r] = (float)(d * d * t->diagonal[r]);
    }
    for (int64_t r = p; r < columns; r++) {
        for (int64_t o = 0; o < t->rows; o++) wide[o * columns + r] = 0.0F;
        diagonal[r] = 0.0F;
    }
    t->wide = wide;
    t->tall = tall;
    t->own = diagonal;
}

int64_t lcn_sketched_scratch(int64_t p, int64_t k, int64_t rows)
{
    const int64_t lanes = lcn_sketch_lanes(rows);
    const int64_t look = TURNS * k * (lanes + 2), times = 2 * lcn_sketch_columns(p) + k * (rows + k);
    return (look > times ? look : times) / 2 + 1;
}

/* ---- Y and S ---- */

/* T[turn][module] += w tall, variables [from, to) */
INLINE void add_up(int64_t lanes, float *T, const lcn_term *t, const lcn_loadings *W, int64_t from, int64_t to)
{
    for (int64_t r = from; r < to; r++) {
        const int32_t j = W->module[r];
        if (j < 0) continue;
        const float w = (float)W->weight[r], *x = t->tall + r * lanes;
        float *sum = T + (r % TURNS * W->k + j) * lanes;
        for (int64_t o = 0; o < lanes; o += LCN_SKETCH_ROWS) *(rows8 *)(sum + o) += w * *(const rows8 *)(x + o);
    }
}

LCN_CLONES static void add_block(int64_t lanes, float *T, const lcn_term *t, const lcn_loadings *W, int64_t from,
                                 int64_t to)
{
    switch (lanes) { /* known to the compiler where k is small */
    case 16: add_up(16, T, t, W, from, to); break;
    case 24: add_up(24, T, t, W, from, to); break;
    case 32: add_up(32, T, t, W, from, to); break;
    default: add_up(lanes, T, t, W, from, to);
    }
}

/* S += W'dW; part: TURNS × k */
static void add_diagonal(double *S, const lcn_term *t, const lcn_loadings *W, double *part)
{
    const int64_t k = W->k;
    memset(part, 0, (size_t)(TURNS * k) * sizeof *part);
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0)
            part[r % TURNS * k + W->module[r]] += (double)t->own[r] * W->weight[r] * W->weight[r];
    for (int64_t e = 0; e < TURNS * k; e++) S[e % k * (k + 1)] += part[e];
}

void lcn_sketched_look(const lcn_term *t, const lcn_loadings *W, double *Y, double *S, double *scratch)
{
    const int64_t k = W->k, lanes = lcn_sketch_lanes(t->rows), size = k * lanes;
    float *T = (float *)scratch;
    memset(Y, 0, (size_t)size * sizeof *Y);
    memset(T, 0, (size_t)(TURNS * size) * sizeof *T);
    for (int64_t r = 0; r < W->p; r += SHORT_SUM) {
        add_block(lanes, T, t, W, r, r + SHORT_SUM < W->p ? r + SHORT_SUM : W->p);
        for (int64_t e = 0; e < size; e++) {
            for (int turn = 0; turn < TURNS; turn++) Y[e] += (double)T[turn * size + e];
            for (int turn = 0; turn < TURNS; turn++) T[turn * size + e] = 0.0F;
        }
    }
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0.0;
            for (int64_t o = 0; o < t->rows; o++) sum += Y[a * lanes + o] * Y[b * lanes + o];
            S[a * k + b] = S[b * k + a] = sum;
        }
    add_diagonal(S, t, W, (double *)(T + TURNS * size));
}

/* ---- K W A ---- */

/* m rows of the result, all columns. The diagonal adds k more rows, each non-zero on one module only. */
INLINE void spread(int m, double *out, int64_t pp, const lcn_term *t, const float *Z, const float *h,
                   const int32_t *module, int64_t k, int64_t columns, bool add)
{
    const int64_t rows = t->rows, deep = rows + k;
    for (int64_t c = 0; c < pp; c += LCN_SKETCH_COLUMNS) {
        columns16 sum[MODULES] = {{0}};
        const float *x = t->wide + c;
        for (int64_t o = 0; o < rows; o++, x += columns) {
            const columns16 v = *(const columns16 *)x;
            for (int j = 0; j < m; j++) sum[j] += Z[j * deep + o] * v;
        }
        const bits16 at = *(const bits16 *)(module + c), own = *(const bits16 *)(h + c);
        for (int32_t l = 0; l < k; l++) {
            const columns16 v = (columns16)(own & (at == l));
            for (int j = 0; j < m; j++) sum[j] += Z[j * deep + rows + l] * v;
        }
        for (int j = 0; j < m; j++)
            for (int64_t half = 0; half < LCN_SKETCH_COLUMNS && c + half < pp; half += 8) {
                doubles8 *to = (doubles8 *)(out + j * pp + c + half);
                const rows8 part = ((const rows8 *)&sum[j])[half / 8];
                const doubles8 more = __builtin_convertvector(part, doubles8);
                if (add) *to += more;
                else *to = more;
            }
    }
}

LCN_CLONES static void spread_group(int64_t m, double *out, int64_t pp, const lcn_term *t, const float *Z,
                                    const float *h, const int32_t *module, int64_t k, int64_t columns, bool add)
{
    switch (m) {
#define CASE(n) case n: spread(n, out, pp, t, Z, h, module, k, columns, add); break
    CASE(1);
    CASE(2);
    CASE(3);
    CASE(4);
    CASE(5);
    CASE(6);
#undef CASE
    }
}

void lcn_sketched_times(const lcn_term *t, const lcn_loadings *W, const double *Y, const double *A, double scale,
                        double *out, int64_t pp, bool add, double *scratch)
{
    const int64_t k = W->k, rows = t->rows, deep = rows + k, lanes = lcn_sketch_lanes(rows);
    const int64_t columns = lcn_sketch_columns(W->p);
    float *h = (float *)scratch, *Z = h + 2 * columns;
    int32_t *module = (int32_t *)(h + columns);
    for (int64_t r = 0; r < W->p; r++) {
        h[r] = t->own[r] * (float)W->weight[r];
        module[r] = W->module[r];
    }
    for (int64_t r = W->p; r < columns; r++) h[r] = 0.0F, module[r] = LCN_UNASSIGNED;
    for (int64_t j = 0; j < k; j++) {
        for (int64_t o = 0; o < rows; o++) {
            double sum = A ? 0.0 : Y[j * lanes + o];
            for (int64_t l = 0; A && l < k; l++) sum += Y[l * lanes + o] * A[l * k + j];
            Z[j * deep + o] = (float)(scale * sum);
        }
        for (int64_t l = 0; l < k; l++) Z[j * deep + rows + l] = (float)(scale * (A ? A[l * k + j] : l == j));
    }
    for (int64_t j = 0, m; j < k; j += m) {
        const int64_t groups = (k - j + MODULES - 1) / MODULES;
        m = (k - j + groups - 1) / groups; /* about equal */
        spread_group(m, out + j * pp, pp, t, Z + j * deep, h, module, k, columns, add);
    }
}
