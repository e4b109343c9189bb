/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of this folder share. int64 sizes are narrowed to BLAS's int here and nowhere else: a size
 * that does not fit takes the plain loops of blas.c (products) or returns LACON_E_LIMIT (factorisations).
 * It is slow or refused, never wrapped around.
 */
#ifndef LCN_LA_INTERNAL_H
#define LCN_LA_INTERNAL_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool lcn_fits(int64_t a, int64_t b, int64_t c)
{
    return a <= INT_MAX && b <= INT_MAX && c <= INT_MAX;
}

/* Only after lcn_fits said yes. */
static inline int lcn_narrow(int64_t size) { return (int)size; }

/* The k × k routines sit in innermost loops: LCN_BY_SIZE calls an always-inlined body with k as a constant
 * for the usual sizes, so that its loops unroll, and with k itself otherwise. A build that does not optimise has one
 * body: coverage counts its branches once, not twenty times. */
#ifdef __OPTIMIZE__
#define LCN_INLINE static inline __attribute__((always_inline))
#else
#define LCN_INLINE static inline
#endif
#define LCN_BY_SIZE(k, CALL)                                                                       \
    switch (k) {                                                                                   \
    case 2: return CALL(2);                                                                        \
    case 3: return CALL(3);                                                                        \
    case 4: return CALL(4);                                                                        \
    case 5: return CALL(5);                                                                        \
    case 6: return CALL(6);                                                                        \
    case 7: return CALL(7);                                                                        \
    case 8: return CALL(8);                                                                        \
    case 9: return CALL(9);                                                                        \
    case 10: return CALL(10);                                                                      \
    default: return CALL(k);                                                                       \
    }

/* Scale A (n entries) by a power of two so that the largest is in [1/2, 1): nothing overflows in squares,
 * and results scale exactly. Not where it is within 2^calm of that anyway. Answers the exponent taken
 * out. */
static inline int lcn_normalise(int64_t n, double *A, int calm)
{
    double top = 0;
    int exponent;
    for (int64_t i = 0; i < n; i++)
        if (fabs(A[i]) > top) top = fabs(A[i]);
    frexp(top, &exponent);
    if (exponent >= -calm && exponent <= calm) return 0;
    if (exponent < -1000 || exponent > 1000) { /* 2^-exponent itself may not be a double */
        for (int64_t i = 0; i < n; i++) A[i] = ldexp(A[i], -exponent);
    } else {
        const double factor = ldexp(1, -exponent);
        for (int64_t i = 0; i < n; i++) A[i] *= factor;
    }
    return exponent;
}

#endif
