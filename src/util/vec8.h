/* SPDX-License-Identifier: BSD-3-Clause
 * Vectors of eight doubles, for loops over eight variables at a time. Loadings are padded to a multiple of eight with
 * unassigned variables of weight zero (loadings.h). For functions compiled with LCN_CLONES.
 */
#ifndef LCN_VEC8_H
#define LCN_VEC8_H

#include <stdint.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));
typedef int64_t m8 __attribute__((vector_size(64), aligned(8), may_alias)); /* numbers, or a mask */
typedef int32_t h8 __attribute__((vector_size(32), aligned(4), may_alias));

#define LOAD8(x)           (*(const v8 *)(x))
#define MODULES8(x)        __builtin_convertvector(*(const h8 *)(x), m8)
#define WHERE8(m, x)       ((v8)((m8)(x) & (m)))
#define POSITIVE8(x)       WHERE8((x) > 0.0, x)
#define EITHER8(m, x, y)   ((v8)(((m8)(x) & (m)) | ((m8)(y) & ~(m))))
#define ALL8(x)            ((x) - (v8){0.0}) /* one number in all lanes */

#endif
