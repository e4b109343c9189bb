/* SPDX-License-Identifier: BSD-3-Clause
 * The header of NIfTI images, versions 1 and 2, by hand: shape, type and place of the values, and
 * where the voxels lie in space. table_nifti.c takes means of regions, table_cifti.c parcels,
 * nifti_write.c writes.
 */
#ifndef LCN_NIFTI_H
#define LCN_NIFTI_H

#include "io/formats/npy.h"
#include "io/source.h"

enum { LCN_NIFTI_1 = 348, LCN_NIFTI_2 = 540, LCN_NIFTI_DIMS = 7 };

typedef struct lcn_nifti {
    int64_t header; /* bytes: LCN_NIFTI_1 or LCN_NIFTI_2 */
    int dims;
    int64_t shape[LCN_NIFTI_DIMS]; /* 1 beyond dims; the first index runs fastest */
    int64_t count;                 /* values */
    int datatype;                  /* NIfTI's number of it */
    lcn_npy values;                /* their type, for lcn_npy_doubles */
    double slope, inter;           /* value = slope * stored + inter */
    int64_t offset;                /* of the values in the file */
    double affine[12];             /* 3 × 4: index to millimetres */
    int space;                     /* NIfTI's code of what the millimetres mean, 1 when unknown */
    double step_s;                 /* of the fourth dimension, seconds; NaN unknown */
} lcn_nifti;

/* True for a single file of version 1 ("n+1") or 2 ("n+2"), in either byte order. */
bool lcn_nifti_probe(const lcn_source *source);
/* From the head of the source. Sizes are checked for overflow and against what the file can hold. */
lacon_status lcn_nifti_parse(lacon_ctx *ctx, const lcn_source *source, lcn_nifti *out);
/* Reads on to `offset`, from `at`. */
lacon_status lcn_nifti_skip(lacon_ctx *ctx, lcn_source *source, int64_t at, int64_t offset);
/* The next count values, scaled. chunk holds count * values.size bytes. */
lacon_status lcn_nifti_values(lacon_ctx *ctx, lcn_source *source, const lcn_nifti *nifti,
                              int64_t count, unsigned char *chunk, double *to);
/* A signed whole number of 2, 4 or 8 bytes. */
int64_t lcn_nifti_int(const unsigned char *p, int bytes, bool swapped);

#endif
