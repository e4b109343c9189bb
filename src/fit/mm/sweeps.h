/* SPDX-License-Identifier: BSD-3-Clause
 * Descents by single variables (docs/algorithm/sweeps.md): the variables are gone through in blocks, each finds its
 * module and weight given all others, and what it leaves and joins follows before the next block is asked. A sweep
 * costs what one evaluation does, and a few come where the steps of mm.c take dozens, and lower.
 */
#ifndef LCN_SWEEPS_H
#define LCN_SWEEPS_H

#include "fit/mm/mm.h"
#include "fit/problem/variable_vectors.h"

typedef struct lcn_sweeps lcn_sweeps;

/* Variables a module from which on a search sweeps. What a variable gains is judged to first order in its share of the
 * module, 1/m: a few parts in a hundred from here on. */
enum { LCN_SWEPT = 32 };

/* From here on lcn_descend sweeps. The vectors must outlive it. */
lacon_status lcn_sweeps_new(lacon_ctx *ctx, lcn_work *work, const lcn_vectors *vectors);
void lcn_sweeps_free(const lacon_allocator *a, lcn_sweeps *sweeps);

/* Sweeps from the modules and weights of x until they gain little, or cannot come below limits->give_up; x is evaluated
 * at the end. False when cancelled. */
bool lcn_sweep_down(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits);

#endif
