/* SPDX-License-Identifier: BSD-3-Clause
 * Products of long vectors in single precision, one of each variable: what sweeps over single variables take
 * (fit/mm/sweeps.c). Lengths are whole multiples of LCN_LANE. Sums of LCN_STRETCH products are single, the rest double.
 */
#ifndef LCN_VECTOR_PRODUCTS_H
#define LCN_VECTOR_PRODUCTS_H

#include "la/gram.h"

enum { LCN_STRETCH = 2048 }; /* 256 in a lane: good to 1e-6 of their size */

/* F (count × k) = <x_i, z_j> over [from, to), x_i `length` apart, z_j too */
void lcn_vector_dots(double *F, const float *x, int64_t count, const float *Z, int64_t k, int64_t length, int64_t from,
                     int64_t to);
/* y += a x */
void lcn_vector_add(float *y, float a, const float *x, int64_t length);
/* S (k × k) = <y_a, y_b> over [from, to), y_j `length` apart */
void lcn_vector_gram(double *S, const float *Y, int64_t k, int64_t length, int64_t from, int64_t to);
/* z_j = sum_l M_lj y_l over [from, to) */
void lcn_vector_mix(float *Z, const float *Y, const float *M, int64_t k, int64_t length, int64_t from, int64_t to);

#endif
