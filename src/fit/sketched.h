/* SPDX-License-Identifier: BSD-3-Clause
 * One look at a sketched class, K = R'R + diag(d) with few rows (sketch.c). Everything goes through the small
 * Y = R W: S = Y'Y + W'dW, and the tangent K W M = R'(Y M) + d W M is formed without K W itself. In single
 * precision, sums over many variables in double: a sketch is only the way to a start.
 */
#ifndef LCN_SKETCHED_H
#define LCN_SKETCHED_H

#include "fit/loadings.h"
#include "fit/problem.h"

/* Rows of a sketch as a vector, columns of a sketch as vectors. */
enum { LCN_SKETCH_ROWS = 8, LCN_SKETCH_COLUMNS = 16 };

static inline int64_t lcn_sketch_lanes(int64_t rows)
{
    return (rows + LCN_SKETCH_ROWS - 1) / LCN_SKETCH_ROWS * LCN_SKETCH_ROWS;
}

static inline int64_t lcn_sketch_columns(int64_t p)
{
    return (p + LCN_SKETCH_COLUMNS - 1) / LCN_SKETCH_COLUMNS * LCN_SKETCH_COLUMNS;
}

/* Floats that a sketched class of this size needs, and where they are in it. */
static inline int64_t lcn_sketch_floats(int64_t p, int64_t rows)
{
    return rows * lcn_sketch_columns(p) + p * lcn_sketch_lanes(rows) + lcn_sketch_columns(p);
}

/* The floats of a sketched class from its rows (t->x, p wide), its diagonal and the problem's shrinkage. */
void lcn_sketch_floats_fill(lcn_term *t, float *to, int64_t p, const double *shrink);

/* Doubles of scratch for lcn_sketched_look and lcn_sketched_times. */
int64_t lcn_sketched_scratch(int64_t p, int64_t k, int64_t rows);

/* Y (k × lanes of rows) = (R W)', S (k × k) = W'K W */
void lcn_sketched_look(const lcn_term *t, const lcn_loadings *W, double *Y, double *S, double *scratch);

/* out (k × pp) = scale K W A for Y of that W and a k × k matrix A, NULL: I; `add`: is added to out */
void lcn_sketched_times(const lcn_term *t, const lcn_loadings *W, const double *Y, const double *A, double scale,
                        double *out, int64_t pp, bool add, double *scratch);

#endif
