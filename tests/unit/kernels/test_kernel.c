/* SPDX-License-Identifier: BSD-3-Clause
 * src/kernels/kernel.c and kernel_cov.c against sums written out in long double, for every instruction set
 * this machine has: shapes that fill vectors, tiles, blocks and strips and shapes that do not, wider
 * leading dimensions, variables of no module. Memory around the data is poison: NaN where the kernel may
 * read but must not use, nothing at all behind the last row (the address sanitizer checks).
 */
#include "util/instruction_sets.h"
#include "kernels/kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* ---- random numbers and modules ---- */

typedef struct source {
    uint64_t state;
} source;

static uint64_t draw(source *s)
{
    s->state = s->state * 6364136223846793005u + 1442695040888963407u;
    return s->state >> 33;
}

static double uniform(source *s)
{
    return (double)draw(s) * 0x1p-30 - 1.0; /* (-1, 1) */
}

typedef enum layout { SCATTERED, IN_ORDER, SOME_UNASSIGNED, ALL_UNASSIGNED } layout;

static lcn_sorted modules(source *s, int64_t p, int64_t k, layout how)
{
    lcn_sorted W = {.p = p, .k = k};
    W.order = calloc((size_t)p, sizeof *W.order);
    W.weight = calloc((size_t)p, sizeof *W.weight);
    W.start = calloc((size_t)k + 1, sizeof *W.start);
    int64_t *module = calloc((size_t)p, sizeof *module);
    for (int64_t r = 0; r < p; r++) {
        module[r] = how == IN_ORDER ? r * k / p : (int64_t)(draw(s) % (uint64_t)k);
        if (how == ALL_UNASSIGNED || (how == SOME_UNASSIGNED && draw(s) % 3 == 0)) module[r] = -1;
    }
    int64_t at = 0;
    for (int64_t j = 0; j < k; j++) {
        for (int64_t r = 0; r < p; r++)
            if (module[r] == j) {
                W.order[at] = (int32_t)r;
                W.weight[at++] = 0.1 + fabs(uniform(s));
            }
        W.start[j + 1] = at;
    }
    free(module);
    return W;
}

static void free_modules(lcn_sorted *W)
{
    free(W->order);
    free(W->weight);
    free(W->start);
}

/* ---- rows ---- */

typedef struct shape {
    int64_t p, k, rows, pad; /* ld = p + pad */
    layout how;
} shape;

/* Rows of both types with the same values. Nothing is allocated behind the last value of the last row. */
typedef struct data {
    int64_t ld;
    double *d;
    float *f;
} data;

static data make_data(source *s, shape a)
{
    data x = {.ld = a.p + a.pad};
    const size_t count = (size_t)((a.rows - 1) * x.ld + a.p);
    x.d = malloc(count * sizeof *x.d);
    x.f = malloc(count * sizeof *x.f);
    for (size_t i = 0; i < count; i++) {
        x.f[i] = (int64_t)i % x.ld < a.p ? (float)uniform(s) : NAN;
        x.d[i] = (double)x.f[i];
    }
    return x;
}

static void free_data(data *x)
{
    free(x->d);
    free(x->f);
}

/* P (k × p) = X'X W / divisor, and the size of what is summed: sum |x| |x| |w| / divisor */
static void reference(long double *P, long double *size, const data *x, shape a, double divisor,
                      const lcn_sorted *W)
{
    for (int64_t e = 0; e < a.k * a.p; e++) P[e] = size[e] = 0;
    for (int64_t i = 0; i < a.rows; i++)
        for (int64_t j = 0; j < a.k; j++) {
            const double *row = x->d + i * x->ld;
            long double y = 0, all = 0;
            for (int64_t s = W->start[j]; s < W->start[j + 1]; s++) {
                y += (long double)W->weight[s] * row[W->order[s]];
                all += fabsl((long double)W->weight[s] * row[W->order[s]]);
            }
            for (int64_t c = 0; c < a.p; c++) {
                P[j * a.p + c] += y * row[c] / divisor;
                size[j * a.p + c] += all * fabsl((long double)row[c]) / divisor;
            }
        }
}

/* Errors of P against want + before: entry by entry relative to what was summed, and the largest relative
 * to the largest entry. The padding must be as it was. */
typedef struct errors {
    double entry, norm;
} errors;

static errors compare(const double *P, const double *before, const long double *want,
                      const long double *size, shape a)
{
    const int64_t pp = lcn_padded(a.p);
    long double entry = 0, worst = 0, largest = 0;
    for (int64_t j = 0; j < a.k; j++) {
        for (int64_t c = a.p; c < pp; c++) assert_true(P[j * pp + c] == before[j * pp + c]);
        for (int64_t c = 0; c < a.p; c++) {
            const long double was = before[j * pp + c], exact = want[j * a.p + c] + was;
            const long double e = fabsl(P[j * pp + c] - exact);
            assert_true(e == e);
            entry = fmaxl(entry, e / (size[j * a.p + c] + fabsl(was)));
            worst = fmaxl(worst, e);
            largest = fmaxl(largest, fabsl(exact));
        }
    }
    return (errors){(double)entry, (double)(worst / largest)};
}

static void judge(int level, const char *type, shape a, errors e, errors most)
{
    if (!(e.entry < most.entry) || !(e.norm < most.norm))
        fail_msg("level %d, %s, p %d, k %d, rows %d, ld + %d: errors %g, %g", level, type, (int)a.p,
                 (int)a.k, (int)a.rows, (int)a.pad, e.entry, e.norm);
}

/* Tolerances: the error of a sum of n products is about sqrt(n) u, n u at most, of their sizes. Sums here
 * have at most 10⁵ terms in double (u = 1.1e-16) and 512 in single precision (u = 6e-8). */
static void check_rows(int level, shape a)
{
    source s = {(uint64_t)(a.p * 1000003 + a.k * 1009 + a.rows)};
    lcn_sorted W = modules(&s, a.p, a.k, a.how);
    data x = make_data(&s, a);
    const size_t block = (size_t)(a.k * lcn_padded(a.p));
    double *P = malloc(block * sizeof *P), *before = malloc(block * sizeof *before);
    long double *want = malloc(block * sizeof *want), *size = malloc(block * sizeof *size);
    double *scratch = malloc((size_t)lcn_kernel_scratch(a.p, a.k) * sizeof *scratch);
    reference(want, size, &x, a, 7.0, &W);
    for (size_t i = 0; i < block; i++) before[i] = uniform(&s);

    memcpy(P, before, block * sizeof *P);
    lcn_kernel_rows_at(level, P, x.d, x.ld, a.rows, 7.0, &W, scratch);
    judge(level, "double", a, compare(P, before, want, size, a), (errors){2e-15, 1e-13});
    memcpy(P, before, block * sizeof *P);
    lcn_kernel_rows_f32_at(level, P, x.f, x.ld, a.rows, 7.0, &W, scratch);
    judge(level, "float32", a, compare(P, before, want, size, a), (errors){4e-7, 1e-6});

    free(P), free(before), free(want), free(size), free(scratch);
    free_data(&x);
    free_modules(&W);
}

static int next_level(int level)
{
    return level == 0 ? 1 : level == 1 ? 3 : level + 1;
}
#define EACH_LEVEL(level) int level = 1; level <= lcn_level(); level = next_level(level)

/* Every p to 100, with k from 1 to 40 and rows from 1 to 70 running through beside it. */
static void small_shapes(void **state)
{
    (void)state;
    for (EACH_LEVEL(level))
        for (int64_t p = 1; p <= 100; p++)
            for (int64_t i = 0; i < 4; i++)
                check_rows(level, (shape){.p = p,
                                          .k = (p * 7 + i * 11) % 40 + 1,
                                          .rows = (p * 13 + i * 29) % 70 + 1,
                                          .pad = (p + i) % 3,
                                          .how = (layout)((p + i) % 3)});
}

/* Every k with its groups of modules, every number of rows with its blocks and remainder. */
static void groups_and_remainders(void **state)
{
    (void)state;
    for (EACH_LEVEL(level)) {
        for (int64_t k = 1; k <= 40; k++)
            check_rows(level, (shape){.p = 53, .k = k, .rows = 41, .how = SOME_UNASSIGNED});
        for (int64_t rows = 1; rows <= 140; rows++)
            check_rows(level, (shape){.p = 37, .k = 3, .rows = rows, .pad = 1});
    }
}

/* Columns behind the last tile, up to two vectors less one, half a vector or more of the second; three blocks
 * of rows, so that both products are formed together there, with every number of modules in registers. */
static void last_columns(void **state)
{
    (void)state;
    for (EACH_LEVEL(level))
        for (int64_t p = 8; p < 72; p++)
            for (int64_t k = 1 + p % 2; k <= 10; k += 2)
                check_rows(level, (shape){.p = p, .k = k, .rows = 97, .pad = p % 3, .how = SOME_UNASSIGNED});
}

static void check_each(const shape *shapes, size_t count)
{
    for (EACH_LEVEL(level))
        for (size_t i = 0; i < count; i++) check_rows(level, shapes[i]);
}

/* More columns than a strip, more rows than are summed in single precision, large modules. */
static void large_shapes(void **state)
{
    (void)state;
    const shape shapes[] = {
        {.p = 512, .k = 5, .rows = 65},
        {.p = 513, .k = 8, .rows = 65, .pad = 7},
        {.p = 1043, .k = 9, .rows = 33, .how = IN_ORDER},
        {.p = 40, .k = 1, .rows = 1100},
        {.p = 40, .k = 2, .rows = 2071, .how = IN_ORDER},
        {.p = 33, .k = 4, .rows = 64, .how = ALL_UNASSIGNED},
    };
    check_each(shapes, sizeof shapes / sizeof *shapes);
}

/* Blocks too large for the near caches are fetched again, with P: from p = 1537 on in double, 3073 in single
 * precision, with one group of modules (k at most 4 or 8) and with several. Blocks and P together too large
 * even for the far cache have 8 rows: (16 + k) p > 2^20 in double. */
static void long_rows(void **state)
{
    (void)state;
    const shape shapes[] = {
        {.p = 1536, .k = 4, .rows = 49},
        {.p = 1537, .k = 1, .rows = 50, .pad = 3},
        {.p = 2095, .k = 2, .rows = 33, .how = SOME_UNASSIGNED},
        {.p = 2575, .k = 8, .rows = 40, .how = IN_ORDER},
        {.p = 2600, .k = 9, .rows = 37, .pad = 1},
        {.p = 3072, .k = 3, .rows = 32},
        {.p = 3073, .k = 5, .rows = 48},
        {.p = 4639, .k = 17, .rows = 35},
        {.p = 9001, .k = 3, .rows = 40, .how = SOME_UNASSIGNED},
        {.p = 18725, .k = 40, .rows = 17},
        {.p = 58255, .k = 2, .rows = 27},
    };
    check_each(shapes, sizeof shapes / sizeof *shapes);
}

/* A NaN in a variable of no module stays in its own column of P. */
static void unassigned_nan_stays(void **state)
{
    (void)state;
    const shape a = {.p = 45, .k = 3, .rows = 50, .how = SOME_UNASSIGNED};
    for (EACH_LEVEL(level)) {
        source s = {77};
        lcn_sorted W = modules(&s, a.p, a.k, a.how);
        data x = make_data(&s, a);
        char assigned[45] = {0};
        for (int64_t i = 0; i < W.start[a.k]; i++) assigned[W.order[i]] = 1;
        for (int64_t c = 0; c < a.p; c++)
            if (!assigned[c]) x.d[20 * x.ld + c] = NAN, x.f[20 * x.ld + c] = NAN;
        double P[3 * 48] = {0}, P32[3 * 48] = {0};
        double *scratch = malloc((size_t)lcn_kernel_scratch(a.p, a.k) * sizeof *scratch);
        lcn_kernel_rows_at(level, P, x.d, x.ld, a.rows, 1.0, &W, scratch);
        lcn_kernel_rows_f32_at(level, P32, x.f, x.ld, a.rows, 1.0, &W, scratch);
        for (int64_t e = 0; e < 3 * 48; e++) {
            const int finite = e % 48 >= a.p || assigned[e % 48];
            assert_int_equal(!isnan(P[e]), finite);
            assert_int_equal(!isnan(P32[e]), finite);
        }
        free(scratch);
        free_data(&x);
        free_modules(&W);
    }
}

/* The same bits wherever the data, P and the scratch lie. */
static void addresses_do_not_matter(void **state)
{
    (void)state;
    const shape a = {.p = 101, .k = 5, .rows = 77};
    enum { PP = 104, SHIFTS = 8 };
    source s = {5};
    lcn_sorted W = modules(&s, a.p, a.k, a.how);
    data x = make_data(&s, a);
    const size_t count = (size_t)(a.rows * a.p), need = (size_t)lcn_kernel_scratch(a.p, a.k);
    double *moved = malloc((count + SHIFTS) * sizeof *moved);
    float *moved32 = malloc((count + SHIFTS) * sizeof *moved32);
    double *scratch = malloc((need + SHIFTS) * sizeof *scratch);
    double P[2][5 * PP + SHIFTS];
    for (EACH_LEVEL(level))
        for (size_t shift = 0; shift < SHIFTS; shift++) {
            double *mine = P[shift > 0] + shift;
            memcpy(moved + shift, x.d, count * sizeof *moved);
            memcpy(moved32 + shift, x.f, count * sizeof *moved32);
            memset(mine, 0, 5 * PP * sizeof *mine);
            lcn_kernel_rows_at(level, mine, moved + shift, a.p, a.rows, 3.0, &W, scratch + shift);
            lcn_kernel_rows_f32_at(level, mine, moved32 + shift, a.p, a.rows, 3.0, &W,
                                   scratch + shift);
            if (shift > 0) assert_memory_equal(mine, P[0], 5 * PP * sizeof *mine);
        }
    free(moved), free(moved32), free(scratch);
    free_data(&x);
    free_modules(&W);
}

/* ---- covariance ---- */

static void check_cov(int level, int64_t p, int64_t k, layout how)
{
    source s = {(uint64_t)(p * 131 + k)};
    const int64_t pp = lcn_padded(p);
    lcn_sorted W = modules(&s, p, k, how);
    double *K = calloc((size_t)(p * pp), sizeof *K), *P = malloc((size_t)(2 * k * pp) * sizeof *P);
    float *K32 = calloc((size_t)(p * pp), sizeof *K32);
    const double *P32 = P + k * pp;
    for (int64_t r = 0; r < p; r++)
        for (int64_t c = 0; c < p; c++) K[r * pp + c] = K32[r * pp + c] = (float)uniform(&s);
    for (int64_t e = 0; e < 2 * k * pp; e++) P[e] = NAN;
    lcn_kernel_cov_at(level, P, K, &W);
    lcn_kernel_cov_f32_at(level, P + k * pp, K32, &W);
    for (int64_t j = 0; j < k; j++)
        for (int64_t c = 0; c < pp; c++) {
            long double want = 0, size = 1e-300L;
            for (int64_t i = W.start[j]; i < W.start[j + 1]; i++) {
                const long double term = (long double)W.weight[i] * K[W.order[i] * pp + c];
                want += term;
                size += fabsl(term);
            }
            if (!(fabsl(P[j * pp + c] - want) <= 1e-14L * size && fabsl(P32[j * pp + c] - want) <= 1e-6L * size))
                fail_msg("level %d, p %d, k %d: P[%d][%d]", level, (int)p, (int)k, (int)j, (int)c);
        }
    free(K), free(K32), free(P);
    free_modules(&W);
}

static void covariance(void **state)
{
    (void)state;
    for (EACH_LEVEL(level)) {
        for (int64_t p = 1; p <= 140; p++) check_cov(level, p, p * 17 % 40 + 1, (layout)(p % 4));
        for (int64_t p = 250; p <= 290; p++) check_cov(level, p, p * 5 % 12 + 1, (layout)(p % 4));
    }
}

/* What the rest of the library calls is the best of these. */
static void default_is_best_level(void **state)
{
    (void)state;
    const shape a = {.p = 100, .k = 6, .rows = 90};
    enum { PP = 104 };
    source s = {9};
    lcn_sorted W = modules(&s, a.p, a.k, a.how);
    data x = make_data(&s, a);
    double *K = calloc(100 * PP, sizeof *K), P[2][6 * PP] = {{0}};
    double *scratch = malloc((size_t)lcn_kernel_scratch(a.p, a.k) * sizeof *scratch);
    for (int64_t r = 0; r < 100; r++)
        for (int64_t c = 0; c < 100; c++) K[r * PP + c] = uniform(&s);
    lcn_kernel_cov(P[0], K, &W);
    lcn_kernel_cov_at(lcn_level(), P[1], K, &W);
    assert_memory_equal(P[0], P[1], sizeof P[0]);
    lcn_kernel_rows(P[0], x.d, x.ld, a.rows, 2.0, &W, scratch);
    lcn_kernel_rows_at(lcn_level(), P[1], x.d, x.ld, a.rows, 2.0, &W, scratch);
    assert_memory_equal(P[0], P[1], sizeof P[0]);
    lcn_kernel_rows_f32(P[0], x.f, x.ld, a.rows, 2.0, &W, scratch);
    lcn_kernel_rows_f32_at(lcn_level(), P[1], x.f, x.ld, a.rows, 2.0, &W, scratch);
    assert_memory_equal(P[0], P[1], sizeof P[0]);
    free(K), free(scratch);
    free_data(&x);
    free_modules(&W);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_shapes),
        cmocka_unit_test(groups_and_remainders),
        cmocka_unit_test(last_columns),
        cmocka_unit_test(large_shapes),
        cmocka_unit_test(long_rows),
        cmocka_unit_test(unassigned_nan_stays),
        cmocka_unit_test(addresses_do_not_matter),
        cmocka_unit_test(covariance),
        cmocka_unit_test(default_is_best_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
