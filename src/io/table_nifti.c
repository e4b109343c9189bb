/* SPDX-License-Identifier: BSD-3-Clause
 * Images of four dimensions as tables: a row per volume, a variable per region of a label image
 * (--atlas FILE) on the same grid, the value the mean over the region's voxels. Shapes must be equal
 * and places in space the same to a thousandth of a millimetre: nothing is ever resampled. Runs in a
 * child (isolate.h).
 */
#include "io/nifti.h"
#include "io/table.h"
#include "util/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Voxels of one region that must have a value; below that the mean is missing. */
static const double coverage = 0.5;

typedef struct regions {
    int64_t voxels;
    int32_t *region; /* voxels: 0 .. count - 1, or -1 */
    int32_t *label;  /* count, ascending */
    double *size;    /* count: voxels */
    int64_t count;
} regions;

/* ---- the label image ---- */

static int by_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Labels are whole numbers, also in images of real numbers. */
static lacon_status read_labels(lacon_ctx *ctx, lcn_source *s, const lcn_nifti *n, int32_t *to)
{
    enum { AT_ONCE = 4096 };
    unsigned char chunk[AT_ONCE * 8];
    double values[AT_ONCE];
    LCN_TRY(lcn_nifti_skip(ctx, s, 0, n->offset));
    for (int64_t i = 0; i < n->count; i += AT_ONCE) {
        int64_t now = n->count - i < AT_ONCE ? n->count - i : AT_ONCE;
        LCN_TRY(lcn_nifti_values(ctx, s, n, now, chunk, values));
        for (int64_t j = 0; j < now; j++) {
            LCN_FAIL_IF(!(fabs(values[j]) < 1e9) || values[j] != rint(values[j]), LACON_E_DATA,
                        "%s: voxel %lld is %g: the regions of an atlas are whole numbers", s->path,
                        (long long)(i + j + 1), values[j]);
            to[i + j] = (int32_t)values[j];
        }
    }
    return LACON_OK;
}

static lacon_status number_regions(lacon_ctx *ctx, regions *r, const char *path)
{
    r->label = lcn_alloc(ctx, (size_t)r->voxels, sizeof *r->label);
    r->size = lcn_alloc(ctx, (size_t)r->voxels, sizeof *r->size);
    if (r->label == NULL || r->size == NULL) return LACON_E_MEMORY;
    memcpy(r->label, r->region, (size_t)r->voxels * sizeof *r->label);
    qsort(r->label, (size_t)r->voxels, sizeof *r->label, by_value);
    for (int64_t i = 0; i < r->voxels; i++) {
        int32_t label = r->label[i];
        if (label != 0 && (r->count == 0 || r->label[r->count - 1] != label)) {
            r->label[r->count++] = label;
        }
    }
    LCN_FAIL_IF(r->count < 2, LACON_E_DATA,
                "%s: %lld region(s) in the atlas: at least 2 labels other than 0 are needed", path,
                (long long)r->count);
    for (int64_t i = 0; i < r->voxels; i++) {
        const int32_t *at = bsearch(&r->region[i], r->label, (size_t)r->count, sizeof *r->label,
                                    by_value);
        r->region[i] = at != NULL ? (int32_t)(at - r->label) : -1;
        if (at != NULL) r->size[at - r->label]++;
    }
    return LACON_OK;
}

static lacon_status check_grid(lacon_ctx *ctx, const char *path, const lcn_nifti *image,
                               const char *atlas_path, const lcn_nifti *atlas)
{
    const int64_t *a = image->shape, *b = atlas->shape;
    LCN_FAIL_IF(a[0] != b[0] || a[1] != b[1] || a[2] != b[2], LACON_E_DATA,
                "%s: a grid of %lld x %lld x %lld where the atlas %s has %lld x %lld x %lld: "
                "resample one to the other",
                path, (long long)a[0], (long long)a[1], (long long)a[2], atlas_path,
                (long long)b[0], (long long)b[1], (long long)b[2]);
    for (int i = 0; i < 12; i++) {
        double u = image->affine[i], v = atlas->affine[i];
        LCN_FAIL_IF(!(fabs(u - v) <= 1e-3), LACON_E_DATA,
                    "%s: its voxels do not lie where those of the atlas %s do (row %d, column %d of "
                    "the affine: %.6g and %.6g): resample one to the other",
                    path, atlas_path, i / 4 + 1, i % 4 + 1, u, v);
    }
    return LACON_OK;
}

static lacon_status load_atlas(lacon_ctx *ctx, regions *r, const lcn_nifti *image, const char *path,
                               const char *atlas_path)
{
    lcn_source s;
    lcn_nifti atlas;
    LCN_TRY(lcn_source_open(ctx, &s, atlas_path));
    lacon_status status = LACON_OK;
    if (!lcn_nifti_probe(&s)) {
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: is no NIfTI image (.nii, .nii.gz)", atlas_path);
        goto done;
    }
    LCN_GOTO(lcn_nifti_parse(ctx, &s, &atlas));
    LCN_GOTO(check_grid(ctx, path, image, atlas_path, &atlas));
    r->voxels = atlas.shape[0] * atlas.shape[1] * atlas.shape[2];
    if (r->voxels != atlas.count) {
        status = lcn_fail(ctx, LACON_E_DATA,
                          "%s: has %d dimensions: an atlas of one volume is needed", atlas_path,
                          atlas.dims);
        goto done;
    }
    r->region = lcn_alloc(ctx, (size_t)r->voxels, sizeof *r->region);
    if (r->region == NULL) status = LACON_E_MEMORY;
    if (status >= 0) status = read_labels(ctx, &s, &atlas, r->region);
    if (status >= 0) status = number_regions(ctx, r, atlas_path);
done:
    lcn_source_close(&s);
    return status;
}

static void clear(lacon_ctx *ctx, regions *r)
{
    lcn_free(&ctx->allocator, r->region);
    lcn_free(&ctx->allocator, r->label);
    lcn_free(&ctx->allocator, r->size);
}

/* ---- means ---- */

/* sum_j / n_j over the voxels of region j that have a value. */
static void mean_volume(const regions *r, const double *volume, double *mean, double *there)
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

static lacon_status send_means(lacon_ctx *ctx, lcn_source *s, lcn_feed *feed, const lcn_nifti *n,
                               const regions *r)
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
        LCN_GOTO(lcn_feed_rows(ctx, feed, mean, 1));
    }
done:
    lcn_free(&ctx->allocator, volume);
    lcn_free(&ctx->allocator, chunk);
    lcn_free(&ctx->allocator, mean);
    return status;
}

/* Regions are named by their numbers. */
static lacon_status tell_shape(lacon_ctx *ctx, lcn_feed *feed, int64_t volumes, const regions *r)
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
        lcn_feed_shape(ctx, feed, volumes, r->count, (const char *const *)names);
    lcn_free(&ctx->allocator, names);
    return status;
}

static lacon_status produce(lacon_ctx *ctx, lcn_table *t, lcn_feed *feed)
{
    lcn_nifti n;
    regions r = {0};
    const char *path = t->source.path;
    lacon_status status;
    LCN_TRY(lcn_source_rewind(ctx, &t->source));
    LCN_TRY(lcn_nifti_parse(ctx, &t->source, &n));
    LCN_FAIL_IF(n.dims < 4 || n.shape[3] < 2 || n.count != n.shape[0] * n.shape[1] * n.shape[2] * n.shape[3],
                LACON_E_FORMAT,
                "%s: an image of one volume, or of more than 4 dimensions: a series of volumes is "
                "needed",
                path);
    LCN_FAIL_IF(t->options.atlas == NULL, LACON_E_DATA,
                "%s: an image of 4 dimensions: name a label image on the same grid (--atlas FILE), "
                "the means of its regions are the variables",
                path);
    LCN_FAIL_IF(t->options.transpose, LACON_E_ARGUMENT, "%s: an image cannot be transposed", path);
    LCN_GOTO(load_atlas(ctx, &r, &n, path, t->options.atlas));
    LCN_GOTO(tell_shape(ctx, feed, n.shape[3], &r));
    LCN_GOTO(send_means(ctx, &t->source, feed, &n, &r));
done:
    clear(ctx, &r);
    return status;
}

const lcn_format lcn_format_nifti = {.name = "nii",
                                     .what = "a NIfTI image",
                                     .probe = lcn_nifti_probe,
                                     .open = lcn_isolated_open,
                                     .read = lcn_isolated_read,
                                     .produce = produce};
