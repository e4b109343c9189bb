/* SPDX-License-Identifier: BSD-3-Clause
 * Several variables at a time: vectors of what is known of each, where loadings are padded with unassigned variables of
 * weight zero (loadings.h). For functions compiled with LCN_CLONES. Eight where nothing is compared; four where it is:
 * gcc compares vectors wider than the machine's one number at a time, which costs more than all the rest.
 */
#ifndef LCN_VECTORS_H
#define LCN_VECTORS_H

#include <stdint.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

enum { LCN_FOUR = 4 };

typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));
typedef double v4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t m4 __attribute__((vector_size(32), aligned(8), may_alias)); /* numbers, or a mask */
typedef int32_t h4 __attribute__((vector_size(16), aligned(4), may_alias));

#define LOAD4(x)           (*(const v4 *)(x))
#define MODULES4(x)        __builtin_convertvector(*(const h4 *)(x), m4)
#define WHERE4(m, x)       ((v4)((m4)(x) & (m)))
#define POSITIVE4(x)       WHERE4((x) > 0.0, x)
#define EITHER4(m, x, y)   ((v4)(((m4)(x) & (m)) | ((m4)(y) & ~(m))))
#define ALL4(x)            ((x) - (v4){0.0}) /* one number in all places */

#endif
