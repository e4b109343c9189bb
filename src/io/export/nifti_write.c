/* SPDX-License-Identifier: BSD-3-Clause
 * Writing NIfTI-1 images on the grid of another one, and CIFTI-2 series of parcels (NIfTI-2 with a
 * description in XML). Fields are put where nifti.c finds them.
 */
#include "io/formats/atlas.h"
#include "io/export/export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* ---- fields ---- */

static void put_int(unsigned char *h, int at, int bytes, int64_t value)
{
    uint64_t bits = (uint64_t)value;
    for (int i = 0; i < bytes; i++) h[at + i] = (unsigned char)(bits >> 8 * i);
}

static void put_float(unsigned char *h, int at, double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    put_int(h, at, 4, bits);
}

static void put_double(unsigned char *h, int at, double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_int(h, at, 8, bits);
}

/* ---- NIfTI-1 ---- */

/* Sizes of a voxel are the lengths of the columns of the affine. */
static void put_grid(unsigned char *h, const lcn_nifti *grid, double step_s)
{
    const double *a = grid->affine;
    put_float(h, 76, 1);
    for (int j = 0; j < 3; j++) {
        put_float(h, 80 + 4 * j, sqrt(a[j] * a[j] + a[4 + j] * a[4 + j] + a[8 + j] * a[8 + j]));
    }
    put_float(h, 92, step_s > 0 ? step_s : 1);
    put_int(h, 123, 1, 2 | 8); /* millimetres, seconds */
    put_int(h, 254, 2, grid->space);
    for (int i = 0; i < 12; i++) put_float(h, 280 + 4 * i, a[i]);
}

lacon_status lcn_nifti_header(lacon_ctx *ctx, unsigned char h[LCN_NIFTI_HEAD],
                              const lcn_nifti *grid, int64_t volumes, int datatype, int bits,
                              double step_s, const char *path)
{
    const int64_t *s = grid->shape;
    bool fits = s[0] <= INT16_MAX && s[1] <= INT16_MAX && s[2] <= INT16_MAX && volumes <= INT16_MAX;
    LCN_FAIL_IF(!fits, LACON_E_LIMIT, "%s: more than 32767 along one dimension", path);
    memset(h, 0, LCN_NIFTI_HEAD);
    put_int(h, 0, 4, LCN_NIFTI_1);
    put_int(h, 40, 2, volumes > 1 ? 4 : 3);
    for (int i = 0; i < 3; i++) put_int(h, 42 + 2 * i, 2, s[i]);
    put_int(h, 48, 2, volumes);
    for (int i = 4; i < 7; i++) put_int(h, 42 + 2 * i, 2, 1);
    put_int(h, 70, 2, datatype);
    put_int(h, 72, 2, bits);
    put_grid(h, grid, step_s);
    put_float(h, 108, LCN_NIFTI_HEAD);
    put_float(h, 112, 1);
    memcpy(h + 148, "lacon", 5);
    memcpy(h + 344, "n+1", 4);
    return LACON_OK;
}

/* ---- packed ---- */

static lacon_status deflate_all(lacon_ctx *ctx, lcn_writer *out, const unsigned char *bytes,
                                size_t size)
{
    unsigned char *chunk = lcn_alloc(ctx, 1 << 16, 1);
    z_stream z = {0};
    if (chunk == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory to pack it", out->path);
    }
    union {
        const unsigned char *read_only;
        unsigned char *plain;
    } from = {.read_only = bytes}; /* zlib's type is older than const */
    z.next_in = from.plain;
    int answer = Z_OK;
    while (status >= 0 && answer == Z_OK) {
        if (z.avail_in == 0 && size > 0) {
            z.avail_in = size < 1u << 30 ? (uInt)size : 1u << 30;
            size -= z.avail_in;
        }
        z.next_out = chunk;
        z.avail_out = 1 << 16;
        answer = deflate(&z, size == 0 ? Z_FINISH : Z_NO_FLUSH);
        lcn_writer_bytes(out, chunk, (1 << 16) - z.avail_out);
    }
    deflateEnd(&z);
    lcn_free(&ctx->allocator, chunk);
    return status;
}

lacon_status lcn_write_packed(lacon_ctx *ctx, const char *path, const unsigned char *bytes,
                              size_t size)
{
    lcn_writer out;
    size_t length = strlen(path);
    bool packed = length > 3 && strcmp(path + length - 3, ".gz") == 0;
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    lacon_status status = LACON_OK;
    if (packed) status = deflate_all(ctx, &out, bytes, size);
    if (!packed) lcn_writer_bytes(&out, bytes, size);
    return lcn_writer_close(ctx, &out, status);
}

/* ---- volumes ---- */

static void put_volumes(lcn_writer *out, const lcn_class *class, const lcn_atlas *atlas,
                        const int64_t *variable)
{
    for (int64_t i = 0; i < class->n && out->error == 0; i++) {
        for (int64_t v = 0; v < atlas->voxels; v++) {
            int64_t r = atlas->region[v] >= 0 ? variable[atlas->region[v]] : -1;
            unsigned char bytes[8];
            put_double(bytes, 0, r >= 0 ? lcn_class_value(class, i, r) : 0);
            lcn_writer_bytes(out, bytes, sizeof bytes);
        }
    }
}

/* variable[j] is the variable of region j, or -1. */
static lacon_status write_volumes(lacon_ctx *ctx, const lcn_class *class, const lcn_atlas *atlas,
                                  const int64_t *variable, const char *path, double step_s)
{
    enum { FLOAT64 = 64 };
    unsigned char head[LCN_NIFTI_HEAD];
    lcn_writer out;
    LCN_TRY(lcn_nifti_header(ctx, head, &atlas->nifti, class->n, FLOAT64, 64, step_s, path));
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    lcn_writer_bytes(&out, head, sizeof head);
    put_volumes(&out, class, atlas, variable);
    return lcn_writer_close(ctx, &out, LACON_OK);
}

lacon_status lcn_write_nii(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                           const char *path, const lacon_export_options *options)
{
    lcn_atlas atlas;
    LCN_FAIL_IF(options->atlas == NULL, LACON_E_ARGUMENT,
                "%s: images need a label image to put the values into (" LCN_OPTION "atlas FILE)", path);
    LCN_TRY(lcn_atlas_load(ctx, &atlas, options->atlas, NULL, NULL));
    lacon_status status = LACON_E_MEMORY;
    const char **names = lcn_data_names(ctx, data);
    int64_t *at = lcn_alloc(ctx, (size_t)(data->p + atlas.count), sizeof *at);
    if (names == NULL || at == NULL) goto done;
    LCN_GOTO(lcn_atlas_match(ctx, &atlas, options->labels, data->p, names, at));
    int64_t *variable = at + data->p;
    for (int64_t j = 0; j < atlas.count; j++) variable[j] = -1;
    for (int64_t r = 0; r < data->p; r++) variable[at[r]] = r;
    LCN_GOTO(write_volumes(ctx, class, &atlas, variable, path, options->step_s));
done:
    lcn_free(&ctx->allocator, at);
    lcn_free(&ctx->allocator, names);
    lcn_atlas_clear(&atlas);
    return status;
}

/* ---- CIFTI-2 ---- */

/* Text into a growing block; *length counts also where there is no block yet. */
typedef struct text {
    char *to;
    size_t length;
} text;

static void add(text *t, const char *more)
{
    size_t n = strlen(more);
    if (t->to != NULL) memcpy(t->to + t->length, more, n);
    t->length += n;
}

/* What XML gives a meaning; control characters it does not know at all. */
static void add_escaped(text *t, const char *name)
{
    for (; *name != '\0'; name++) {
        char one[2] = {*name, 0};
        add(t, *name == '&'                      ? "&amp;"
               : *name == '<'                    ? "&lt;"
               : *name == '>'                    ? "&gt;"
               : *name == '"'                    ? "&quot;"
               : (unsigned char)*name < 0x20 ? " "
                                                 : one);
    }
}

static void describe(text *t, const lacon_data *data, int64_t n, double step_s)
{
    char series[256];
    snprintf(series, sizeof series,
             "<MatrixIndicesMap AppliesToMatrixDimension=\"0\" "
             "IndicesMapToDataType=\"CIFTI_INDEX_TYPE_SERIES\" NumberOfSeriesPoints=\"%lld\" "
             "SeriesExponent=\"0\" SeriesStart=\"0\" SeriesStep=\"%.9g\" SeriesUnit=\"SECOND\"/>",
             (long long)n, step_s > 0 ? step_s : 1);
    add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?><CIFTI Version=\"2\"><Matrix>");
    add(t, series);
    add(t, "<MatrixIndicesMap AppliesToMatrixDimension=\"1\" "
           "IndicesMapToDataType=\"CIFTI_INDEX_TYPE_PARCELS\">");
    for (int64_t r = 0; r < data->p; r++) {
        add(t, "<Parcel Name=\"");
        add_escaped(t, lacon_data_name(data, r));
        add(t, "\"></Parcel>");
    }
    add(t, "</MatrixIndicesMap></Matrix></CIFTI>");
}

static void put_cifti_head(unsigned char *h, int64_t n, int64_t p, int64_t offset)
{
    memset(h, 0, LCN_NIFTI_2 + 4);
    put_int(h, 0, 4, LCN_NIFTI_2);
    memcpy(h + 4, "n+2\0\r\n\032\n", 8);
    put_int(h, 12, 2, 64); /* float64 */
    put_int(h, 14, 2, 64);
    const int64_t dim[8] = {6, 1, 1, 1, 1, n, p, 1};
    for (int i = 0; i < 8; i++) put_int(h, 16 + 8 * i, 8, dim[i]);
    for (int i = 0; i < 8; i++) put_double(h, 104 + 8 * i, 1);
    put_int(h, 168, 8, offset);
    put_double(h, 176, 1);
    put_int(h, 500, 4, 2 | 8);
    put_int(h, 504, 4, 3004); /* NIFTI_INTENT_CONNECTIVITY_PARCELLATED_SERIES */
    memcpy(h + 508, "ConnParcelSries", 15);
    h[LCN_NIFTI_2] = 1; /* extensions follow */
}

lacon_status lcn_write_ptseries(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                                const char *path, const lacon_export_options *options)
{
    text counted = {0};
    describe(&counted, data, class->n, options->step_s);
    size_t size = (counted.length + 8 + 15) / 16 * 16; /* of the extension */
    unsigned char head[LCN_NIFTI_2 + 4], extension[8];
    text made = {.to = lcn_alloc(ctx, size, 1)};
    if (made.to == NULL) return LACON_E_MEMORY;
    describe(&made, data, class->n, options->step_s);
    put_cifti_head(head, class->n, data->p, (int64_t)(sizeof head + size));
    put_int(extension, 0, 4, (int64_t)size);
    put_int(extension, 4, 4, 32);
    lcn_writer out;
    lacon_status status = lcn_writer_replace(ctx, &out, path);
    if (status >= 0) {
        lcn_writer_bytes(&out, head, sizeof head);
        lcn_writer_bytes(&out, extension, sizeof extension);
        lcn_writer_bytes(&out, made.to, size - 8);
        for (int64_t r = 0; r < data->p && out.error == 0; r++) {
            for (int64_t i = 0; i < class->n; i++) {
                unsigned char bytes[8];
                put_double(bytes, 0, lcn_class_value(class, i, r));
                lcn_writer_bytes(&out, bytes, sizeof bytes);
            }
        }
        status = lcn_writer_close(ctx, &out, status);
    }
    lcn_free(&ctx->allocator, made.to);
    return status;
}
