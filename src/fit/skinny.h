/* SPDX-License-Identifier: BSD-3-Clause
 * Products of float32 rows X (n × p) with a few columns, as a sketch wants them (sketch.c). A general product
 * copies its operands into panels first, which for so few columns costs as much as the product.
 */
#ifndef LCN_SKINNY_H
#define LCN_SKINNY_H

#include <stdint.h>

enum { LCN_SKINNY = 8 }; /* columns come in multiples of this */

/* out (p × m) = X'A, A n × m; m a multiple of LCN_SKINNY */
void lcn_skinny_across(float *out, const float *x, int64_t ld, int64_t n, int64_t p, const float *A, int64_t m);

/* out (n × m) = X B, B p × m; m a multiple of LCN_SKINNY */
void lcn_skinny_along(float *out, const float *x, int64_t ld, int64_t n, int64_t p, const float *B, int64_t m);

#endif
