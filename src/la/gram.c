/* SPDX-License-Identifier: BSD-3-Clause
 * Gram matrices; see gram.h. Where K stays in the first caches, rows are copied a block at a time and tiles of K are
 * summed over the block in registers: a general product would first copy them, and be loaded, for as long as this
 * takes. Larger ones go to BLAS.
 */
#include "la/gram.h"
#include "util/instruction_sets.h"
#include "la/la.h"

#include <string.h>

#define UNROLL _Pragma("GCC unroll 8")

enum {
    SMALL = 128, /* variables: 128 kB, and as many of a panel */
    ROWS = 32,   /* of a block: with SMALL variables 32 kB */
    DEEP = 4,    /* rows of a tile, */
    WIDE = 3,    /* and its vectors: in twelve registers, of the sixteen that AVX2 has */
    LANES = 4
};

typedef double lanes __attribute__((vector_size(32), aligned(8), may_alias));

/* Variables of some rows, rows × ld in double; columns beyond m are zero. */
typedef struct panel {
    int64_t m, ld, rows; /* ld: m rounded up to whole tiles */
    double x[ROWS * (SMALL + LANES * WIDE)];
} panel;

static void panel_shape(panel *b, int64_t m, int64_t rows)
{
    enum { TILE = LANES * WIDE };
    b->m = m;
    b->ld = (m + TILE - 1) / TILE * TILE;
    b->rows = rows < ROWS ? rows : ROWS;
    for (int64_t i = 0; i < b->rows; i++) memset(b->x + i * b->ld + m, 0, (size_t)(b->ld - m) * sizeof *b->x);
}

/* to[0 .. count) += from */
static inline __attribute__((always_inline)) void add_row(double *to, const lanes *from, int64_t count)
{
    const double *x = (const double *)from;
    if (count >= LANES * WIDE)
        for (int v = 0; v < WIDE; v++) *(lanes *)(to + LANES * v) += from[v];
    else
        for (int64_t c = 0; c < count; c++) to[c] += x[c];
}

/* K (m of `left` × m of `right`) += left' right; below: only tiles that reach below the diagonal */
LCN_CLONES static void add_panels(double *K, int64_t ld, const panel *left, const panel *right, bool below)
{
    for (int64_t r = 0; r < left->m; r += DEEP)
        for (int64_t s = 0; s < right->m && !(below && s > r + DEEP - 1); s += LANES * WIDE) {
            const double *a = left->x + r, *b = right->x + s;
            lanes sum[DEEP][WIDE] = {{{0.0}}};
            for (int64_t t = 0; t < left->rows; t++, a += left->ld, b += right->ld)
                UNROLL for (int j = 0; j < DEEP; j++)
                    UNROLL for (int v = 0; v < WIDE; v++) sum[j][v] += a[j] * *(const lanes *)(b + LANES * v);
            UNROLL for (int j = 0; j < DEEP; j++)
                if (r + j < left->m) add_row(K + (r + j) * ld + s, sum[j], right->m - s);
        }
}

static void clear(double *K, int64_t ld, int64_t p)
{
    for (int64_t r = 0; r < p; r++) memset(K + r * ld, 0, (size_t)p * sizeof *K);
}

/* both triangles, times scale; by eight rows, whose lines of the other triangle are then written at once */
static void finish(double *K, int64_t ld, int64_t p, double scale)
{
    for (int64_t r = 0; r < p; r += 8) {
        const int64_t end = r + 8 < p ? r + 8 : p;
        for (int64_t i = r; i < end; i++)
            for (int64_t s = 0; s <= i; s++) K[i * ld + s] *= scale;
        for (int64_t s = 0; s < end; s++)
            for (int64_t i = s < r ? r : s + 1; i < end; i++) K[s * ld + i] = K[i * ld + s];
    }
}

void lcn_gram(double *K, int64_t ld, const double *x, int64_t ldx, int64_t n, int64_t p, double scale)
{
    panel b;
    if (p > SMALL) {
        lcn_syrk(p, n, scale, x, ldx, 0.0, K, ld);
        return;
    }
    clear(K, ld, p);
    for (int64_t t = 0; t < n; t += ROWS) {
        panel_shape(&b, p, n - t);
        for (int64_t i = 0; i < b.rows; i++) memcpy(b.x + i * b.ld, x + (t + i) * ldx, (size_t)p * sizeof *x);
        add_panels(K, ld, &b, &b, true);
    }
    finish(K, ld, p, scale);
}

/* Columns [c, c + m) of the block of rows from x on, of which there are n. */
static void take_f32(panel *b, const float *x, int64_t ldx, int64_t n, int64_t c, int64_t m)
{
    panel_shape(b, m, n);
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t r = 0; r < m; r++) b->x[i * b->ld + r] = (double)x[i * ldx + c + r];
}

void lcn_gram_f32(double *K, int64_t ld, const float *x, int64_t ldx, int64_t n, int64_t p, double scale)
{
    panel left, right;
    clear(K, ld, p);
    for (int64_t t = 0; t < n; t += ROWS)
        for (int64_t c = 0; c < p; c += SMALL) { /* panels of the lower triangle */
            take_f32(&right, x + t * ldx, ldx, n - t, c, p - c < SMALL ? p - c : SMALL);
            add_panels(K + c * ld + c, ld, &right, &right, true);
            for (int64_t r = c + SMALL; r < p; r += SMALL) {
                take_f32(&left, x + t * ldx, ldx, n - t, r, p - r < SMALL ? p - r : SMALL);
                add_panels(K + r * ld + c, ld, &left, &right, false);
            }
        }
    finish(K, ld, p, scale);
}
