/* SPDX-License-Identifier: BSD-3-Clause
 * Vectors for the row kernels (kernel_rows.h): 64 bytes (w) for AVX-512, 32 bytes (n) for all else.
 * load_ fetches LANES rows × STEP columns, times the weights of the columns; part_ transposes them into
 * columns and adds each to the sums of its module, in pieces between which the caller does other
 * arithmetic: shuffles and multiply-adds run in different units of the processor.
 */
#ifndef LCN_KERNEL_VEC_H
#define LCN_KERNEL_VEC_H

#include <stdint.h>

#define INLINE  static inline __attribute__((always_inline))
#define VECTOR(type, bytes) \
    type __attribute__((vector_size(bytes), aligned(sizeof(type)), may_alias))

typedef VECTOR(double, 64) d8;
typedef VECTOR(double, 32) d4;
typedef VECTOR(float, 64) f16;
typedef VECTOR(float, 32) f8;
typedef VECTOR(float, 16) f4;

/* Lanes of a and b by number, and two short vectors as one. Before gcc 12 there is a builtin for the first only. */
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE __builtin_shufflevector
#define F8_BOTH(a, b) \
    SHUFFLE(*(const f8 *)(a), *(const f8 *)(b), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define F4_BOTH(a, b) SHUFFLE(*(const f4 *)(a), *(const f4 *)(b), 0, 1, 2, 3, 4, 5, 6, 7)
#else
typedef int64_t i8 __attribute__((vector_size(64)));
typedef int64_t i4 __attribute__((vector_size(32)));
typedef int32_t j16 __attribute__((vector_size(64)));
typedef int32_t j8 __attribute__((vector_size(32)));
#define NUMBERS(a) __typeof__(_Generic((a), d8: (i8){0}, d4: (i4){0}, f16: (j16){0}, f8: (j8){0}))
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (NUMBERS(a)){__VA_ARGS__})
#define BOTH(type, half, a, b)                                        \
    ({                                                                \
        type both;                                                    \
        *(half *)&both = *(const half *)(a);                          \
        *(half *)((char *)&both + sizeof(half)) = *(const half *)(b); \
        both;                                                         \
    })
#define F8_BOTH(a, b) BOTH(f16, f8, a, b)
#define F4_BOTH(a, b) BOTH(f8, f4, a, b)
#endif

/* Checking each access of each unrolled copy takes a compiler minutes: builds with sanitizers (LCN_LOOPS) make the
 * same accesses in loops. */
#ifdef LCN_LOOPS
#define UNROLL
#define ROLLED
#elif defined __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#define ROLLED _Pragma("clang loop unroll(disable)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#define ROLLED _Pragma("GCC unroll 1")
#endif

/* CALL(n) for n = 1 .. most, 8 at most, with n known to the compiler; nothing for n = 0 */
#define FIXED_CASE(n, most, CALL) \
    case n: \
        if (n <= (most)) CALL(n); \
        break;
#ifdef LCN_LOOPS
#define FIXED(n, most, CALL) \
    { if ((n) > 0) CALL((int)(n)); }
#else
#define FIXED(n, most, CALL) \
    switch (n) { \
        FIXED_CASE(1, most, CALL) \
        FIXED_CASE(2, most, CALL) \
        FIXED_CASE(3, most, CALL) \
        FIXED_CASE(4, most, CALL) \
        FIXED_CASE(5, most, CALL) \
        FIXED_CASE(6, most, CALL) \
        FIXED_CASE(7, most, CALL) \
        FIXED_CASE(8, most, CALL) \
    default: break; \
    }
#endif

/* The compiler must not see through this pointer: it then adds ld for each row instead of keeping an
 * address per row, most of them on the stack. */
#define OPAQUE(pointer) __asm__("" : "+r"(pointer))

/* Loaded once for all their uses: the compiler would rather load them for each, and loads are what there
 * is least of. Clang judges the constraint before it knows the instruction set, and goes without. */
#ifdef __clang__
#define IN_REGISTERS(a, b)
#else
#define IN_REGISTERS(a, b) __asm__("" : "+v"(a), "+v"(b))
#endif

/* Into the second-level cache: the first has too few buffers for lines under way. */
#define PREFETCH(pointer) __builtin_prefetch(pointer, 0, 2)

/* For the last use: the line need not evict what is used again. */
#define PREFETCH_ONCE(pointer) __builtin_prefetch(pointer, 0, 0)

/* the sums of the module at this offset in bytes, one lane per row */
#define SUMS(type, T, offset) (*(type *)((char *)(T) + (offset)))

/* (a, b) <- (F(a, b), G(a, b)) */
#define DEFINE_MIX(NAME, TYPE, F, G)   \
    INLINE void NAME(TYPE *a, TYPE *b) \
    {                                  \
        const TYPE first = F(*a, *b);  \
        *b = G(*a, *b);                \
        *a = first;                    \
    }

/* ---- 64 bytes, double: 8 rows × 8 columns ---- */

INLINE void load_f64w(d8 *r, const double *x, int64_t ld, const double *w)
{
    for (int i = 0; i < 8; i++, x += ld) {
        OPAQUE(x);
        r[i] = *(const d8 *)w * *(const d8 *)x;
    }
}

#define D8_EVEN(a, b)  SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define D8_ODD(a, b)   SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define D8_EVEN2(a, b) SHUFFLE(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
#define D8_ODD2(a, b)  SHUFFLE(a, b, 2, 3, 6, 7, 10, 11, 14, 15)
DEFINE_MIX(zip_d8, d8, D8_EVEN, D8_ODD)
DEFINE_MIX(zip2_d8, d8, D8_EVEN2, D8_ODD2)

INLINE void part_f64w(int part, d8 *r, double *T, const uint32_t *at)
{
    if (part == 0) /* two rows in one: r[0] has columns 0 2 4 6, r[1] has 1 3 5 7 */
        for (int i = 0; i < 8; i += 2) zip_d8(r + i, r + i + 1);
    if (part == 1) /* four rows: r[c] and r[4 + c] have columns c and c + 4 */
        for (int i = 0; i < 4; i++) zip2_d8(r + i % 2 + i / 2 * 4, r + i % 2 + i / 2 * 4 + 2);
    for (int c = 2 * part - 4; part >= 2 && c < 2 * part - 2; c++) { /* eight rows */
        SUMS(d8, T, at[c]) += D8_EVEN2(r[c], r[c + 4]);
        SUMS(d8, T, at[c + 4]) += D8_ODD2(r[c], r[c + 4]);
    }
}

/* ---- 64 bytes, float: 16 rows × 8 columns ---- */

/* r[i] = rows i and i + 4, r[4 + i] = rows i + 8 and i + 12 */
INLINE void load_f32w(f16 *r, const float *x, int64_t ld, const float *w)
{
    const f16 weight = F8_BOTH(w, w);
    for (int i = 0; i < 8; i++, x += i == 4 ? 5 * ld : ld) {
        OPAQUE(x);
        r[i] = weight * F8_BOTH(x, x + 4 * ld);
    }
}

#define F16_LOW(a, b)   SHUFFLE(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define F16_HIGH(a, b)  SHUFFLE(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define F16_LOW2(a, b)  SHUFFLE(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define F16_HIGH2(a, b) SHUFFLE(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#define F16_EVEN4(a, b) SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27)
#define F16_ODD4(a, b)  SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31)
DEFINE_MIX(zip_f16, f16, F16_LOW, F16_HIGH)
DEFINE_MIX(zip2_f16, f16, F16_LOW2, F16_HIGH2)

/* Each r has, by fours of lanes, columns 0-3 and 4-7 of its first row, then of its second. */
INLINE void part_f32w(int part, f16 *r, float *T, const uint32_t *at)
{
    if (part == 0) /* two rows: r[0] has columns 0 1, r[1] has 2 3 (and these + 4) */
        for (int i = 0; i < 8; i += 2) zip_f16(r + i, r + i + 1);
    if (part == 1) /* four rows: r[0] column 0, r[2] column 1, r[1] column 2, r[3] column 3 */
        for (int i = 0; i < 4; i++) zip2_f16(r + i % 2 + i / 2 * 4, r + i % 2 + i / 2 * 4 + 2);
    for (int i = 2 * part - 4; part >= 2 && i < 2 * part - 2; i++) { /* sixteen rows */
        const int c = i == 1 ? 2 : i == 2 ? 1 : i;
        SUMS(f16, T, at[c]) += F16_EVEN4(r[i], r[i + 4]);
        SUMS(f16, T, at[c + 4]) += F16_ODD4(r[i], r[i + 4]);
    }
}

/* ---- 32 bytes, double: 4 rows × 4 columns ---- */

INLINE void load_f64n(d4 *r, const double *x, int64_t ld, const double *w)
{
    for (int i = 0; i < 4; i++, x += ld) {
        r[i] = *(const d4 *)w * *(const d4 *)x;
    }
}

#define D4_EVEN(a, b) SHUFFLE(a, b, 0, 4, 2, 6)
#define D4_ODD(a, b)  SHUFFLE(a, b, 1, 5, 3, 7)
DEFINE_MIX(zip_d4, d4, D4_EVEN, D4_ODD)

INLINE void part_f64n(int part, d4 *r, double *T, const uint32_t *at)
{
    if (part == 0)
        for (int i = 0; i < 4; i += 2) zip_d4(r + i, r + i + 1);
    for (int c = 0; part == 1 && c < 2; c++) {
        SUMS(d4, T, at[c]) += SHUFFLE(r[c], r[c + 2], 0, 1, 4, 5);
        SUMS(d4, T, at[c + 2]) += SHUFFLE(r[c], r[c + 2], 2, 3, 6, 7);
    }
}

/* ---- 32 bytes, float: 8 rows × 4 columns, r[i] = rows i and i + 4 ---- */

INLINE void load_f32n(f8 *r, const float *x, int64_t ld, const float *w)
{
    const f8 weight = F4_BOTH(w, w);
    for (int i = 0; i < 4; i++, x += ld) {
        r[i] = weight * F4_BOTH(x, x + 4 * ld);
    }
}

#define F8_LOW(a, b)  SHUFFLE(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define F8_HIGH(a, b) SHUFFLE(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
DEFINE_MIX(zip_f8, f8, F8_LOW, F8_HIGH)

INLINE void part_f32n(int part, f8 *r, float *T, const uint32_t *at)
{
    if (part == 0)
        for (int i = 0; i < 4; i += 2) zip_f8(r + i, r + i + 1);
    for (int c = 0; part == 1 && c < 2; c++) {
        SUMS(f8, T, at[2 * c]) += SHUFFLE(r[c], r[c + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        SUMS(f8, T, at[2 * c + 1]) += SHUFFLE(r[c], r[c + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
}

#endif
