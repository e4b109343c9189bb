/* SPDX-License-Identifier: BSD-3-Clause
 * Label images; see atlas.h.
 */
#include "io/formats/atlas.h"
#include "io/text/text_table.h"
#include "util/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- loading ---- */

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

static lacon_status number_regions(lacon_ctx *ctx, lcn_atlas *r, const char *path)
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

static lacon_status load(lacon_ctx *ctx, lcn_atlas *r, lcn_source *s, const lcn_nifti *image,
                         const char *image_path)
{
    LCN_FAIL_IF(!lcn_nifti_probe(s), LACON_E_FORMAT, "%s: is no NIfTI image (.nii, .nii.gz)",
                r->path);
    LCN_TRY(lcn_nifti_parse(ctx, s, &r->nifti));
    if (image != NULL) LCN_TRY(check_grid(ctx, image_path, image, r->path, &r->nifti));
    r->voxels = r->nifti.shape[0] * r->nifti.shape[1] * r->nifti.shape[2];
    LCN_FAIL_IF(r->voxels != r->nifti.count, LACON_E_DATA,
                "%s: has %d dimensions: an atlas of one volume is needed", r->path, r->nifti.dims);
    /* what is packed could claim a thousand times its size: an atlas of 512^3 is the largest known */
    LCN_FAIL_IF(r->voxels > 1 << 27, LACON_E_LIMIT, "%s: an atlas of %lld voxels: at most %d",
                r->path, (long long)r->voxels, 1 << 27);
    r->region = lcn_alloc(ctx, (size_t)r->voxels, sizeof *r->region);
    if (r->region == NULL) return LACON_E_MEMORY;
    LCN_TRY(read_labels(ctx, s, &r->nifti, r->region));
    return number_regions(ctx, r, r->path);
}

lacon_status lcn_atlas_load(lacon_ctx *ctx, lcn_atlas *r, const char *path, const lcn_nifti *image,
                            const char *image_path)
{
    lcn_source s;
    *r = (lcn_atlas){.allocator = ctx->allocator, .path = path};
    LCN_TRY(lcn_source_open(ctx, &s, path));
    lacon_status status = load(ctx, r, &s, image, image_path);
    lcn_source_close(&s);
    if (status < 0) lcn_atlas_clear(r);
    return status;
}

void lcn_atlas_clear(lcn_atlas *r)
{
    lcn_free(&r->allocator, r->region);
    lcn_free(&r->allocator, r->label);
    lcn_free(&r->allocator, r->size);
    *r = (lcn_atlas){0};
}

/* ---- where regions lie ---- */

void lcn_atlas_centres(const lcn_atlas *r, double *xyz)
{
    const int64_t *shape = r->nifti.shape;
    const double *a = r->nifti.affine;
    memset(xyz, 0, (size_t)r->count * 3 * sizeof *xyz);
    for (int64_t v = 0; v < r->voxels; v++) {
        if (r->region[v] < 0) continue;
        double at[3] = {(double)(v % shape[0]), (double)(v / shape[0] % shape[1]),
                        (double)(v / shape[0] / shape[1])};
        for (int i = 0; i < 3; i++) {
            double mm = a[4 * i] * at[0] + a[4 * i + 1] * at[1] + a[4 * i + 2] * at[2] + a[4 * i + 3];
            xyz[3 * r->region[v] + i] += mm / r->size[r->region[v]];
        }
    }
}

/* ---- which variable is which region ---- */

/* The region with this label, or -1. */
static int64_t find_label(const lcn_atlas *r, int64_t label)
{
    if (label < INT32_MIN || label > INT32_MAX) return -1;
    int32_t key = (int32_t)label;
    const int32_t *at = bsearch(&key, r->label, (size_t)r->count, sizeof key, by_value);
    return at != NULL ? at - r->label : -1;
}

static int64_t find_number(const lcn_atlas *r, const char *name)
{
    int64_t label;
    return lcn_parse_int64(name, strlen(name), &label) ? find_label(r, label) : -1;
}

/* By a table of labels: columns index (or label, value) and name, whatever else it has. */
static lacon_status match_table(lacon_ctx *ctx, const lcn_atlas *r, const lcn_text_table *w, int64_t p,
                                const char *const *names, int64_t *at)
{
    static const char *const numbers[] = {"index", "label", "value", "aal_code"};
    int64_t number = -1, name = lcn_text_table_column(w, "name");
    for (int i = 0; i < 4 && number < 0; i++) number = lcn_text_table_column(w, numbers[i]);
    LCN_FAIL_IF(number < 0 || name < 0, LACON_E_FORMAT,
                "%s:1: columns 'index' and 'name' are needed", w->path);
    for (int64_t v = 0; v < p; v++) {
        at[v] = -1;
        for (int64_t i = 0; i < w->rows && at[v] < 0; i++) {
            if (strcmp(lcn_text_table_at(w, i, name), names[v]) != 0) continue;
            at[v] = find_number(r, lcn_text_table_at(w, i, number));
        }
        LCN_FAIL_IF(at[v] < 0, LACON_E_DATA, "%s: has no region of %s for variable '%s'", w->path,
                    r->path, names[v]);
    }
    return LACON_OK;
}

lacon_status lcn_atlas_match(lacon_ctx *ctx, const lcn_atlas *r, const char *labels, int64_t p,
                             const char *const *names, int64_t *at)
{
    if (labels != NULL) {
        lcn_text_table w;
        LCN_TRY(lcn_text_table_read(ctx, &w, labels));
        lacon_status status = match_table(ctx, r, &w, p, names, at);
        lcn_text_table_clear(&w);
        return status;
    }
    int64_t found = 0;
    for (int64_t v = 0; v < p; v++) {
        at[v] = find_number(r, names[v]);
        found += at[v] >= 0;
    }
    if (found == p) return LACON_OK;
    LCN_FAIL_IF(found > 0 || p != r->count, LACON_E_DATA,
                "%s: %lld of %lld variables are labels of its %lld regions: say which is which with "
                "a table of index and name (" LCN_OPTION "labels)",
                r->path, (long long)found, (long long)p, (long long)r->count);
    for (int64_t v = 0; v < p; v++) at[v] = v;
    return LACON_OK;
}
