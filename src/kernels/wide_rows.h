/* SPDX-License-Identifier: BSD-3-Clause
 * One pass over classes of wide rows with a W that has one non-zero a row, in panels of columns (wide.h):
 *
 *   Y_i = X_i W,      the caller makes Z_i of it,      F = sum_i X_i'Z_i,
 *
 * and P_i = X_i'Y_i / divisor where it is asked for.
 *
 * Classes are cut into chunks, by their number alone: F of a chunk is complete before it is added to the others.
 */
#ifndef LCN_WIDE_ROWS_H
#define LCN_WIDE_ROWS_H

#include "kernels/backend.h"
#include "kernels/wide_class.h"

typedef struct lcn_wide_rows {
    lcn_wide wide;
    const lcn_backend *backend;
    int64_t pp, classes, chunks;
    double *Z;         /* batch × k × rows */
    double *kernel;    /* threads × kernel_size */
    int64_t kernel_size;
    lcn_sorted sorted; /* of all panels after each other */
} lcn_wide_rows;

/* What a pass begins with, makes of Y and leaves. */
typedef struct lcn_wide_pass {
    lcn_wide_rows *rows;
    const int32_t *module; /* p */
    const double *weight;  /* p */
    const double *shrink;  /* p: weights are multiplied with it; NULL: ones */
    double *F;             /* k × pp: the sum; NULL: F of all chunks are kept */
    double *F_chunk;       /* k × pp of the chunk at hand; of all of them where F is NULL */
    double *P;             /* k × pp of the class at hand; NULL: nobody wants it */
    void *user;
    lcn_wide_class (*of)(void *user, int64_t i);
    void (*begin)(void *user, int64_t i);
    void (*between)(void *user, double *Z, const double *Y, int64_t i, int64_t slot); /* k × rows; slot: of a worker */
    void (*end)(void *user, int64_t i); /* P is there; one after the other */
} lcn_wide_pass;

/* For p variables, k modules, classes in chunks, `rows` the most rows of one. Memory: lcn_wide_rows_size doubles. */
lcn_wide_rows lcn_wide_rows_of(const lcn_backend *backend, int threads, int64_t p, int64_t k, int64_t rows,
                               int64_t classes, int64_t chunks);
int64_t lcn_wide_rows_size(const lcn_wide_rows *w);
void lcn_wide_rows_lay_out(lcn_wide_rows *w, double *memory);

/* Chunks [from, to). */
void lcn_wide_rows_pass(lcn_wide_pass *pass, int64_t from, int64_t to);

#endif
