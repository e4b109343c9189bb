/* SPDX-License-Identifier: BSD-3-Clause
 * The variables as vectors in single precision, in an order of the caller's: what sweeps go through (fit/mm/sweeps.h).
 * The product of two of them over the part of class i is the covariance of the two there, K_i,rs: its rows where these
 * are at hand and no more than the variables, else a Cholesky factor of K_i. A rank has the parts of its own classes.
 */
#ifndef LCN_VARIABLE_VECTORS_H
#define LCN_VARIABLE_VECTORS_H

#include "fit/problem/problem.h"

#define LCN_VECTORS_BYTES (64.0 * 1024 * 1024) /* at most: what any machine spares */

typedef struct lcn_vectors {
    lacon_allocator allocator;
    int64_t p, from, to; /* classes that are here: [from, to) */
    int64_t length;    /* of a vector: those classes, each padded with zeros to whole lanes */
    int64_t *begin;    /* n_terms + 1: where the part of a class begins; of another rank's there is none */
    int64_t *variable; /* p: whose vector it is */
    float *x;          /* p × length */
    double *own;       /* p × (to - from): K_i,rr */
} lcn_vectors;

/* Of a problem that is small enough to have them, and to be searched in single precision; else *out is NULL. variable
 * (p): in which order. */
lacon_status lcn_vectors_new(lacon_ctx *ctx, lcn_vectors **out, const lcn_problem *problem, const int64_t *variable);
void lcn_vectors_free(lcn_vectors *vectors);
/* Bytes they take on all ranks together; 0: none are made. */
double lcn_vectors_bytes(const lcn_problem *problem);

#endif
