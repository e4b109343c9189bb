/* SPDX-License-Identifier: BSD-3-Clause
 * A label image: which voxel belongs to which region, and where regions lie. table_nifti.c takes
 * means by it, export_model.c paints modules into it.
 */
#ifndef LCN_ATLAS_H
#define LCN_ATLAS_H

#include "io/formats/nifti.h"

typedef struct lcn_atlas {
    lacon_allocator allocator;
    const char *path; /* borrowed */
    lcn_nifti nifti;
    int64_t voxels;
    int32_t *region; /* voxels: 0 .. count - 1, or -1 */
    int32_t *label;  /* count, ascending, without 0 */
    double *size;    /* count: voxels of it */
    int64_t count;
} lcn_atlas;

/* image: must lie on the same grid (shape, affine to 0.001 mm); NULL: whatever it is. image_path for
 * messages. */
lacon_status lcn_atlas_load(lacon_ctx *ctx, lcn_atlas *atlas, const char *path,
                            const lcn_nifti *image, const char *image_path);
void lcn_atlas_clear(lcn_atlas *atlas);
/* Centres of the regions in millimetres, count × 3. */
void lcn_atlas_centres(const lcn_atlas *atlas, double *xyz);
/* at[r] is the region of variable r, or a failure: names that are labels, or names of a table of
 * labels (index, name; NULL: none), or as many variables as regions, in ascending order of labels. */
lacon_status lcn_atlas_match(lacon_ctx *ctx, const lcn_atlas *atlas, const char *labels, int64_t p,
                             const char *const *names, int64_t *at);

#endif
