/* SPDX-License-Identifier: BSD-3-Clause
 * Headers of NIfTI images; see nifti.h. The two versions have the same fields at other offsets and
 * in other widths: one table of offsets each.
 */
#include "io/formats/nifti.h"

#include <math.h>
#include <string.h>

/* ---- numbers of a header ---- */

int64_t lcn_nifti_int(const unsigned char *p, int bytes, bool swapped)
{
    uint64_t bits = 0;
    bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    for (int i = 0; i < bytes; i++) {
        int shift = (little != swapped) ? 8 * i : 8 * (bytes - 1 - i);
        bits |= (uint64_t)p[i] << shift;
    }
    int unused = 64 - 8 * bytes;
    return (int64_t)(bits << unused) >> unused;
}

static double get_real(const unsigned char *p, int bytes, bool swapped)
{
    lcn_npy type = {.kind = 'f', .size = bytes, .swapped = swapped};
    double value;
    lcn_npy_doubles(&type, p, 1, &value);
    return value;
}

/* Where the fields are, and how wide. */
typedef struct layout {
    int header;
    int dim, dim_bytes;
    int datatype;
    int pixdim, real; /* bytes of a real number */
    int offset, offset_bytes; /* of the values; version 1 has it as a real number */
    int slope, inter;
    int qform, sform, code_bytes;
    int quatern, qoffset, srow;
    int units, units_bytes;
} layout;

static const layout layouts[] = {
    {.header = LCN_NIFTI_1, .dim = 40, .dim_bytes = 2, .datatype = 70, .pixdim = 76, .real = 4,
     .offset = 108, .offset_bytes = 0, .slope = 112, .inter = 116, .qform = 252, .sform = 254,
     .code_bytes = 2, .quatern = 256, .qoffset = 268, .srow = 280, .units = 123, .units_bytes = 1},
    {.header = LCN_NIFTI_2, .dim = 16, .dim_bytes = 8, .datatype = 12, .pixdim = 104, .real = 8,
     .offset = 168, .offset_bytes = 8, .slope = 176, .inter = 184, .qform = 344, .sform = 348,
     .code_bytes = 4, .quatern = 352, .qoffset = 376, .srow = 400, .units = 500, .units_bytes = 4},
};

bool lcn_nifti_probe(const lcn_source *s)
{
    return (s->head_size >= LCN_NIFTI_1 && lcn_source_holds(s, 344, "n+1", 4)) ||
           (s->head_size >= LCN_NIFTI_2 && lcn_source_holds(s, 4, "n+2\0\r\n\032\n", 8));
}

/* ---- where the voxels lie ---- */

/* Quaternion to rotation (NIfTI-1, method 2); columns scaled by the size of a voxel. */
static void affine_of_quaternion(double out[12], const double q[3], const double offset[3],
                                 const double pixdim[4])
{
    double b = q[0], c = q[1], d = q[2], rest = 1 - b * b - c * c - d * d;
    double a = rest > 0 ? sqrt(rest) : 0;
    double scale = rest > 0 ? 1 : 1 / sqrt(b * b + c * c + d * d); /* a half turn, rounded */
    b *= scale, c *= scale, d *= scale;
    const double r[9] = {a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),
                         2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b),
                         2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - b * b - c * c};
    double size[3] = {pixdim[1], pixdim[2], pixdim[0] < 0 ? -pixdim[3] : pixdim[3]};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) out[4 * i + j] = r[3 * i + j] * size[j];
        out[4 * i + 3] = offset[i];
    }
}

/* The sform when there is one, else the qform, else the size of a voxel alone. */
static void find_affine(lcn_nifti *out, const layout *l, const unsigned char *h, bool swapped)
{
    double pixdim[4], q[3], offset[3];
    for (int i = 0; i < 4; i++) pixdim[i] = get_real(h + l->pixdim + i * l->real, l->real, swapped);
    for (int i = 0; i < 3; i++) {
        q[i] = get_real(h + l->quatern + i * l->real, l->real, swapped);
        offset[i] = get_real(h + l->qoffset + i * l->real, l->real, swapped);
    }
    int64_t sform = lcn_nifti_int(h + l->sform, l->code_bytes, swapped);
    int64_t qform = lcn_nifti_int(h + l->qform, l->code_bytes, swapped);
    int64_t space = sform > 0 ? sform : qform;
    out->space = space > 0 && space < 6 ? (int)space : 1;
    if (sform > 0) {
        for (int i = 0; i < 12; i++) {
            out->affine[i] = get_real(h + l->srow + i * l->real, l->real, swapped);
        }
    } else if (qform > 0) {
        affine_of_quaternion(out->affine, q, offset, pixdim);
    } else {
        memset(out->affine, 0, sizeof out->affine);
        for (int i = 0; i < 3; i++) out->affine[5 * i] = pixdim[i + 1];
    }
}

/* ---- the values ---- */

static bool set_type(lcn_nifti *out, int datatype, bool swapped)
{
    static const struct {
        int number;
        char kind;
        int size;
    } types[] = {{2, 'u', 1},   {4, 'i', 2},   {8, 'i', 4},   {16, 'f', 4},   {64, 'f', 8},
                 {256, 'i', 1}, {512, 'u', 2}, {768, 'u', 4}, {1024, 'i', 8}, {1280, 'u', 8}};
    out->datatype = datatype;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].number != datatype) continue;
        out->values =
            (lcn_npy){.kind = types[i].kind, .size = types[i].size, .swapped = swapped};
        return true;
    }
    return false;
}

static bool set_shape(lcn_nifti *out, const layout *l, const unsigned char *h, bool swapped)
{
    int64_t dims = lcn_nifti_int(h + l->dim, l->dim_bytes, swapped);
    if (dims < 1 || dims > LCN_NIFTI_DIMS) return false;
    out->dims = (int)dims;
    out->count = 1;
    for (int i = 0; i < LCN_NIFTI_DIMS; i++) {
        int64_t size = lcn_nifti_int(h + l->dim + (i + 1) * l->dim_bytes, l->dim_bytes, swapped);
        out->shape[i] = i < dims ? size : 1;
        if (out->shape[i] < 1) return false;
        if (__builtin_mul_overflow(out->count, out->shape[i], &out->count)) return false;
    }
    return true;
}

static double step_of(const layout *l, const unsigned char *h, bool swapped)
{
    double step = get_real(h + l->pixdim + 4 * l->real, l->real, swapped);
    int64_t units = lcn_nifti_int(h + l->units, l->units_bytes, swapped) & 0x38;
    double unit = units == 16 ? 1e-3 : units == 24 ? 1e-6 : 1;
    return step > 0 && isfinite(step) ? step * unit : NAN;
}

static lacon_status check_sizes(lacon_ctx *ctx, const lcn_source *s, const lcn_nifti *out)
{
    int64_t bytes, end;
    bool beyond = __builtin_mul_overflow(out->count, out->values.size, &bytes) ||
                  __builtin_add_overflow(bytes, out->offset, &end);
    int64_t bound = lcn_source_bound(s); /* all of it: nothing was taken yet */
    LCN_FAIL_IF(beyond || end > bound, LACON_E_FORMAT,
                "%s: the header claims %lld values, more than the file holds: it is cut off or "
                "damaged",
                s->path, (long long)out->count);
    return LACON_OK;
}

lacon_status lcn_nifti_parse(lacon_ctx *ctx, const lcn_source *s, lcn_nifti *out)
{
    *out = (lcn_nifti){0};
    const unsigned char *h = s->head;
    const layout *l = &layouts[lcn_source_holds(s, 4, "n+2", 4)];
    bool swapped = lcn_nifti_int(h, 4, false) != l->header;
    LCN_FAIL_IF(s->head_size < (size_t)l->header || lcn_nifti_int(h, 4, swapped) != l->header,
                LACON_E_FORMAT, "%s: the NIfTI header is damaged", s->path);
    int datatype = (int)lcn_nifti_int(h + l->datatype, 2, swapped);
    LCN_FAIL_IF(!set_shape(out, l, h, swapped), LACON_E_FORMAT,
                "%s: the shape in the NIfTI header makes no sense", s->path);
    LCN_FAIL_IF(!set_type(out, datatype, swapped), LACON_E_FORMAT,
                "%s: values of NIfTI type %d (colours, complex) are not read", s->path, datatype);
    double offset = l->offset_bytes > 0
                        ? (double)lcn_nifti_int(h + l->offset, l->offset_bytes, swapped)
                        : get_real(h + l->offset, 4, swapped);
    LCN_FAIL_IF(!(offset >= l->header && offset < 1e15), LACON_E_FORMAT,
                "%s: the NIfTI header puts the values at byte %g", s->path, offset);
    out->header = l->header;
    out->offset = (int64_t)offset;
    out->slope = get_real(h + l->slope, l->real, swapped);
    out->inter = get_real(h + l->inter, l->real, swapped);
    if (out->slope == 0 || !isfinite(out->slope) || !isfinite(out->inter)) {
        out->slope = 1;
        out->inter = 0;
    }
    out->step_s = step_of(l, h, swapped);
    find_affine(out, l, h, swapped);
    return check_sizes(ctx, s, out);
}

lacon_status lcn_nifti_skip(lacon_ctx *ctx, lcn_source *s, int64_t at, int64_t offset)
{
    unsigned char chunk[4096];
    while (at < offset) {
        size_t got, want = offset - at < 4096 ? (size_t)(offset - at) : sizeof chunk;
        LCN_TRY(lcn_source_read(ctx, s, chunk, want, &got));
        LCN_FAIL_IF(got < want, LACON_E_FORMAT, "%s: the image is cut off", s->path);
        at += (int64_t)got;
    }
    return LACON_OK;
}

lacon_status lcn_nifti_values(lacon_ctx *ctx, lcn_source *s, const lcn_nifti *nifti, int64_t count,
                              unsigned char *chunk, double *to)
{
    size_t got, want = (size_t)(count * nifti->values.size);
    LCN_TRY(lcn_source_read(ctx, s, chunk, want, &got));
    LCN_FAIL_IF(got < want, LACON_E_FORMAT, "%s: the image is cut off", s->path);
    lcn_npy_doubles(&nifti->values, chunk, count, to);
    if (nifti->slope == 1 && nifti->inter == 0) return LACON_OK;
    for (int64_t i = 0; i < count; i++) to[i] = to[i] * nifti->slope + nifti->inter;
    return LACON_OK;
}
