/* SPDX-License-Identifier: BSD-3-Clause
 * The row route of kernel.h: kernel_rows.h compiled for each type and for the instruction sets the
 * machine may have. Sums run in an order that depends on the sizes and the instruction set alone, never
 * on threads or addresses. The covariance route is in kernel_cov.c.
 */
#include "kernels/kernel.h"
#include "util/instruction_sets.h"
#include "kernels/kernel_vec.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

enum {
    ROWS = 32,       /* rows of a block at most */
    STRIP = 512,     /* columns between two changes of module group; the longest sum in single precision */
    SHORT_SUM = 1024 /* rows after which sums in single precision move on to double */
};

/* Three blocks of SMALL_BYTES, or two of BLOCK_BYTES, stay in the second-level cache, a block and P of
 * LARGE_BYTES in what one may expect of the third. AGAIN_BYTES of each row are prefetched from there,
 * NEW_BYTES from memory. */
enum {
    LINE = 64,
    SMALL_BYTES = 3 << 15,
    BLOCK_BYTES = 3 << 16,
    LARGE_BYTES = 5 << 21,
    AGAIN_BYTES = 192,
    NEW_BYTES = 512
};

/* A block when it is used the second time: still near, with the one after the next (NEAR) or without it
 * (NEXT), or far; then by one group of modules or several. */
typedef enum again { NEAR, NEXT, ONCE, OFTEN } again;

static int64_t rounded_down(int64_t n, int64_t to)
{
    return n / to * to;
}

static int64_t rounded_up(int64_t n, int64_t to)
{
    return (n + to - 1) / to * to;
}

/* how many of `left` modules go next, so that groups are about equal */
static int64_t group(int64_t left, int64_t most)
{
    const int64_t groups = (left + most - 1) / most;
    return (left + groups - 1) / groups;
}

/* Many rows to a block, because P is moved once for each, but no more than the caches hold. */
static int64_t block_rows(int64_t p, int64_t k, int64_t size, int64_t lanes)
{
    const int64_t rows = rounded_down(BLOCK_BYTES / (p * size), 16);
    if (rows >= 16) return rows < ROWS ? rows : ROWS;
    return lanes <= 8 && (16 + k) * p * size > LARGE_BYTES ? 8 : 16;
}

static again use_again(int64_t block_bytes, int64_t k, int64_t most)
{
    if (block_bytes <= SMALL_BYTES) return NEAR;
    if (block_bytes <= BLOCK_BYTES) return NEXT;
    return k <= most ? ONCE : OFTEN;
}

int64_t lcn_kernel_scratch(int64_t p, int64_t k)
{
    return 4 * ROWS * (k + 1) + 2 * (p + 64) + k * (p + 16) / 2 + 128;
}

/* `count` of TYPE from the free memory */
#define TAKE(TYPE, count) ((TYPE *)take(&free, (size_t)(count) * sizeof(TYPE)))
static void *take(char **free, size_t bytes)
{
    void *taken = *free;
    *free += (bytes + 63) / 64 * 64;
    return taken;
}

#define REAL    double
#define BYTES   32 /* of a vector */
#define NAME(x) x##_f64_v1
#define LOAD    load_f64n
#define PART    part_f64n
#define TARGET
#define HELD(a, b)
#include "kernels/kernel_rows.h"

#define REAL    float
#define BYTES   32 /* of a vector */
#define NAME(x) x##_f32_v1
#define LOAD    load_f32n
#define PART    part_f32n
#define TARGET
#define HELD(a, b)
#include "kernels/kernel_rows.h"

#ifdef LCN_LEVELS
#define REAL    double
#define BYTES   32 /* of a vector */
#define NAME(x) x##_f64_v3
#define LOAD    load_f64n
#define PART    part_f64n
#define TARGET  LCN_V3
#define HELD    IN_REGISTERS
#include "kernels/kernel_rows.h"

#define REAL    float
#define BYTES   32 /* of a vector */
#define NAME(x) x##_f32_v3
#define LOAD    load_f32n
#define PART    part_f32n
#define TARGET  LCN_V3
#define HELD    IN_REGISTERS
#include "kernels/kernel_rows.h"

#define REAL    double
#define BYTES   64 /* of a vector */
#define NAME(x) x##_f64_v4
#define LOAD    load_f64w
#define PART    part_f64w
#define TARGET  LCN_V4
#define HELD    IN_REGISTERS
#include "kernels/kernel_rows.h"

#define REAL    float
#define BYTES   64 /* of a vector */
#define NAME(x) x##_f32_v4
#define LOAD    load_f32w
#define PART    part_f32w
#define TARGET  LCN_V4
#define HELD    IN_REGISTERS
#include "kernels/kernel_rows.h"

#endif

void lcn_kernel_rows_at(int level, double *P, const double *x, int64_t ld, int64_t rows,
                        double divisor, const lcn_sorted *W, double *scratch)
{
    LCN_BY_LEVEL(level, rows_f64, P, x, ld, rows, divisor, W, scratch);
}

void lcn_kernel_rows_f32_at(int level, double *P, const float *x, int64_t ld, int64_t rows,
                            double divisor, const lcn_sorted *W, double *scratch)
{
    LCN_BY_LEVEL(level, rows_f32, P, x, ld, rows, divisor, W, scratch);
}

void lcn_kernel_rows(double *P, const double *x, int64_t ld, int64_t rows, double divisor,
                     const lcn_sorted *W, double *scratch)
{
    lcn_kernel_rows_at(lcn_level(), P, x, ld, rows, divisor, W, scratch);
}

void lcn_kernel_rows_f32(double *P, const float *x, int64_t ld, int64_t rows, double divisor,
                         const lcn_sorted *W, double *scratch)
{
    lcn_kernel_rows_f32_at(lcn_level(), P, x, ld, rows, divisor, W, scratch);
}

void lcn_kernel_times(double *Y, const double *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch)
{
    LCN_BY_LEVEL(lcn_level(), times_f64, Y, x, ld, rows, W, scratch);
}

void lcn_kernel_times_f32(double *Y, const float *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch)
{
    LCN_BY_LEVEL(lcn_level(), times_f32, Y, x, ld, rows, W, scratch);
}

void lcn_kernel_back(double *P, int64_t ldP, const double *x, int64_t ld, int64_t rows, int64_t width, const double *Y,
                     int64_t k, double scale, double *scratch)
{
    LCN_BY_LEVEL(lcn_level(), back_f64, P, ldP, x, ld, rows, width, Y, k, scale, scratch);
}

void lcn_kernel_back_f32(double *P, int64_t ldP, const float *x, int64_t ld, int64_t rows, int64_t width,
                         const double *Y, int64_t k, double scale, double *scratch)
{
    LCN_BY_LEVEL(lcn_level(), back_f32, P, ldP, x, ld, rows, width, Y, k, scale, scratch);
}

void lcn_sort_modules(lcn_sorted *s, const int32_t *module, const double *weight, const double *shrink)
{
    memset(s->start, 0, ((size_t)s->k + 1) * sizeof *s->start);
    for (int64_t r = 0; r < s->p; r++)
        if (module[r] >= 0) s->start[module[r] + 1]++;
    for (int64_t j = 0; j < s->k; j++) s->start[j + 1] += s->start[j];
    for (int64_t r = 0; r < s->p; r++) {
        if (module[r] < 0) continue;
        const int64_t i = s->start[module[r]]++;
        s->order[i] = (int32_t)r;
        s->weight[i] = shrink ? weight[r] * shrink[r] : weight[r];
    }
    for (int64_t j = s->k; j > 0; j--) s->start[j] = s->start[j - 1];
    s->start[0] = 0;
}
