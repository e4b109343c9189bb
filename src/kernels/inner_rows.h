/* SPDX-License-Identifier: BSD-3-Clause
 * What the inner problem of a step, argmax <F, W> (fit/mm/row_moves.c), asks of all variables at once. Arrays are
 * padded to whole vectors, k × pp, with modules below 0 in the padding.
 */
#ifndef LCN_INNER_ROWS_H
#define LCN_INNER_ROWS_H

#include <stdint.h>

/* Fd = F - deflate W D, D k × k symmetric, W by module and weight; own (pp): of each variable in its module, 0 for the
 * unassigned. Returns <Fd, W>. */
double lcn_deflate(double *Fd, double *own, const double *F, const double *D, const int32_t *module,
                   const double *weight, double deflate, int64_t k, int64_t pp);
/* s_j = sum over the module of (own+)², size_j its variables; part: 2 k vectors */
void lcn_module_sums(double *s, int64_t *size, const double *own, const int32_t *module, int64_t pp, int64_t k,
                     double *part);

#endif
