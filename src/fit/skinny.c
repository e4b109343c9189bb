/* SPDX-License-Identifier: BSD-3-Clause
 * Products with a few columns; see skinny.h. The columns of A, B and the result are the lanes of a vector, an entry
 * of X is spread over one: several sums stand in registers while X passes once for sixteen columns.
 */
#include "fit/skinny.h"
#include "fit/clones.h"

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

#define INLINE static inline __attribute__((always_inline))

enum {
    ACROSS = 16, /* variables whose sums stand in registers: a line of X */
    ALONG = 8    /* rows whose sums do */
};

typedef float lanes8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef float lanes16 __attribute__((vector_size(64), aligned(4), may_alias));

/* `count` variables: out (count × m) = X'A in lanes of the type V */
#define ACROSS_BODY(V, count)                                                               \
    do {                                                                                    \
        V sum[ACROSS] = {{0}};                                                              \
        for (int64_t i = 0; i < n; i++) {                                                   \
            const float *row = x + i * ld;                                                  \
            const V a = *(const V *)(A + i * m);                                            \
            __builtin_prefetch(row + ACROSS);                                               \
            for (int64_t t = 0; t < (count); t++) sum[t] += row[t] * a;                     \
        }                                                                                   \
        for (int64_t t = 0; t < (count); t++) *(V *)(out + t * m) = sum[t];                 \
    } while (0)

INLINE void across(int wide, float *out, const float *x, int64_t ld, int64_t n, int64_t count, const float *A,
                   int64_t m)
{
    if (wide && count == ACROSS) ACROSS_BODY(lanes16, ACROSS);
    else if (wide) ACROSS_BODY(lanes16, count);
    else if (count == ACROSS) ACROSS_BODY(lanes8, ACROSS);
    else ACROSS_BODY(lanes8, count);
}

LCN_CLONES void lcn_skinny_across(float *out, const float *x, int64_t ld, int64_t n, int64_t p, const float *A,
                                  int64_t m)
{
    for (int64_t c = 0; c < p; c += ACROSS) {
        const int64_t count = p - c < ACROSS ? p - c : ACROSS;
        int64_t g = 0;
        for (; g + 16 <= m; g += 16) across(1, out + c * m + g, x + c, ld, n, count, A + g, m);
        if (g < m) across(0, out + c * m + g, x + c, ld, n, count, A + g, m);
    }
}

/* `count` rows: out (count × m) = X B */
#define ALONG_BODY(V, count)                                                                \
    do {                                                                                    \
        V sum[ALONG] = {{0}};                                                               \
        for (int64_t c = 0; c < p; c++) {                                                   \
            const V b = *(const V *)(B + c * m);                                            \
            for (int64_t t = 0; t < (count); t++) sum[t] += x[t * ld + c] * b;              \
        }                                                                                   \
        for (int64_t t = 0; t < (count); t++) *(V *)(out + t * m) = sum[t];                 \
    } while (0)

INLINE void along(int wide, float *out, const float *x, int64_t ld, int64_t count, int64_t p, const float *B,
                  int64_t m)
{
    if (wide && count == ALONG) ALONG_BODY(lanes16, ALONG);
    else if (wide) ALONG_BODY(lanes16, count);
    else if (count == ALONG) ALONG_BODY(lanes8, ALONG);
    else ALONG_BODY(lanes8, count);
}

LCN_CLONES void lcn_skinny_along(float *out, const float *x, int64_t ld, int64_t n, int64_t p, const float *B,
                                 int64_t m)
{
    for (int64_t i = 0; i < n; i += ALONG) {
        const int64_t count = n - i < ALONG ? n - i : ALONG;
        int64_t g = 0;
        for (; g + 16 <= m; g += 16) along(1, out + i * m + g, x + i * ld, ld, count, p, B + g, m);
        if (g < m) along(0, out + i * m + g, x + i * ld, ld, count, p, B + g, m);
    }
}
