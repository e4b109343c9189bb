/* SPDX-License-Identifier: BSD-3-Clause
 * The header of NumPy's array format (versions 1 to 3) and the values behind it. table_npy.c reads
 * tables with it, npz_read.c the arrays of a model.
 */
#ifndef LCN_NPY_H
#define LCN_NPY_H

#include "util/ctx.h"

enum { LCN_NPY_DIMS = 4, LCN_NPY_HEADER_MAX = 1 << 16 };

typedef struct lcn_npy {
    char kind;    /* 'f' 'i' 'u' 'b' numbers, 'U' text */
    int64_t size; /* bytes of a value; of 'U' four times the characters */
    bool swapped; /* not in the byte order of this machine */
    bool fortran; /* the first index runs fastest */
    int dims;
    int64_t shape[LCN_NPY_DIMS];
    int64_t count; /* values */
    int64_t bytes; /* of all values */
} lcn_npy;

enum { LCN_NPY_PROLOGUE = 12 }; /* bytes that say how long the header is, at most */

/* From the first 12 bytes: where the dictionary starts and how long it is. */
lacon_status lcn_npy_prologue(lacon_ctx *ctx, const char *path, const unsigned char *bytes,
                              size_t size, size_t *start, size_t *length);
/* The dictionary. Sizes are checked for overflow; the caller holds bytes against what there is. */
lacon_status lcn_npy_parse(lacon_ctx *ctx, const char *path, const char *text, size_t length,
                           lcn_npy *out);
/* count values of a numeric kind as doubles. */
void lcn_npy_doubles(const lcn_npy *npy, const unsigned char *from, int64_t count, double *to);

#endif
