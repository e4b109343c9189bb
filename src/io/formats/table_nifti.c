/* SPDX-License-Identifier: BSD-3-Clause
 * Images of four dimensions as tables: a row per volume, a variable per region of a label image
 * (--atlas FILE) on the same grid, the value the mean over the region's voxels. Shapes must be equal
 * and positions in space the same to a thousandth of a millimetre: nothing is ever resampled. Runs in a
 * child (isolate.h).
 */
#include "io/formats/atlas.h"
#include "io/formats/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Voxels of one region that must have a value; below that the mean is missing. */
static const double coverage = 0.5;

/* ---- means ---- */

/* sum_j / n_j over the voxels of region j that have a value. */
static void mean_volume(const lcn_atlas *r, const double *volume, double *mean, double *there)
{
    memset(mean, 0, (size_t)r->count * sizeof *mean);
    memset(there, 0, (size_t)r->count * sizeof *there);
    for (int64_t i = 0; i < r->voxels; i++) {
        if (r->region[i] < 0 || !isfinite(volume[i])) continue;
        mean[r->region[i]] += volume[i];
        there[r->region[i]]++;
    }
    for (int64_t j = 0; j < r->count; j++) {
        mean[j] = there[j] >= coverage * r->size[j] ? mean[j] / there[j] : NAN;
    }
}

static lacon_status send_means(lacon_ctx *ctx, lcn_source *s, lcn_child *child, const lcn_nifti *n,
                               const lcn_atlas *r)
{
    lacon_status status = LACON_E_MEMORY;
    size_t voxels = (size_t)r->voxels;
    double *volume = lcn_alloc(ctx, voxels, sizeof *volume);
    unsigned char *chunk = lcn_alloc(ctx, voxels, (size_t)n->values.size);
    double *mean = lcn_alloc(ctx, (size_t)r->count, 2 * sizeof *mean);
    if (volume == NULL || chunk == NULL || mean == NULL) goto done;
    LCN_GOTO(lcn_source_rewind(ctx, s));
    LCN_GOTO(lcn_nifti_skip(ctx, s, 0, n->offset));
    for (int64_t t = 0; t < n->shape[3]; t++) {
        LCN_GOTO(lcn_nifti_values(ctx, s, n, r->voxels, chunk, volume));
        mean_volume(r, volume, mean, mean + r->count);
        LCN_GOTO(lcn_child_rows(ctx, child, mean, 1));
    }
done:
    lcn_free(&ctx->allocator, volume);
    lcn_free(&ctx->allocator, chunk);
    lcn_free(&ctx->allocator, mean);
    return status;
}

/* Regions are named by their numbers. */
static lacon_status send_shape(lacon_ctx *ctx, lcn_child *child, int64_t volumes, const lcn_atlas *r)
{
    enum { WIDTH = 16 };
    char **names = lcn_alloc(ctx, (size_t)r->count, sizeof(char *) + WIDTH);
    if (names == NULL) return LACON_E_MEMORY;
    char *text = (char *)(names + r->count);
    for (int64_t j = 0; j < r->count; j++) {
        names[j] = text + j * WIDTH;
        snprintf(names[j], WIDTH, "%d", (int)r->label[j]);
    }
    lacon_status status =
        lcn_child_shape(ctx, child, volumes, r->count, (const char *const *)names);
    lcn_free(&ctx->allocator, names);
    return status;
}

static lacon_status produce(lacon_ctx *ctx, lcn_table *t, lcn_child *child)
{
    lcn_nifti n;
    lcn_atlas r = {0};
    const char *path = t->source.path;
    lacon_status status;
    LCN_TRY(lcn_source_rewind(ctx, &t->source));
    LCN_TRY(lcn_nifti_parse(ctx, &t->source, &n));
    int64_t volume = n.shape[0] * n.shape[1] * n.shape[2];
    LCN_FAIL_IF(n.dims < 4 || n.shape[3] < 2 || n.count != volume * n.shape[3], LACON_E_FORMAT,
                "%s: an image of one volume, or of more than 4 dimensions: a series of volumes is "
                "needed",
                path);
    LCN_FAIL_IF(t->options.atlas == NULL, LACON_E_DATA,
                "%s: an image of 4 dimensions: name a label image on the same grid (" LCN_OPTION "atlas FILE), "
                "the means of its regions are the variables",
                path);
    LCN_FAIL_IF(t->options.transpose, LACON_E_ARGUMENT, "%s: an image cannot be transposed", path);
    LCN_GOTO(lcn_atlas_load(ctx, &r, t->options.atlas, &n, path));
    lcn_child_shut(child);
    LCN_GOTO(send_shape(ctx, child, n.shape[3], &r));
    LCN_GOTO(send_means(ctx, &t->source, child, &n, &r));
done:
    lcn_atlas_clear(&r);
    return status;
}

const lcn_format lcn_format_nifti = {.name = "nii",
                                     .what = "a NIfTI image",
                                     .probe = lcn_nifti_probe,
                                     .open = lcn_isolated_open,
                                     .read = lcn_isolated_read,
                                     .produce = produce};
