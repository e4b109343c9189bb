/* SPDX-License-Identifier: BSD-3-Clause
 * CIFTI-2 files of parcels: series (.ptseries.nii) and matrices (.pconn.nii). They are NIfTI-2 files
 * with a description in XML as an extension: expat finds the parcels and which dimension they are.
 * Runs in a child (isolate.h).
 */
#include "io/formats/nifti.h"
#include "io/formats/table.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { CIFTI_CODE = 32 };

/* NIFTI_INTENT_CONNECTIVITY_*: 3000 to 3099. */
static bool probe(const lcn_source *s)
{
    if (!lcn_nifti_probe(s) || !lcn_source_holds(s, 4, "n+2", 4)) return false;
    bool swapped = lcn_nifti_int(s->head, 4, false) != LCN_NIFTI_2;
    int64_t intent = lcn_nifti_int(s->head + 504, 4, swapped);
    return intent >= 3000 && intent < 3100;
}

/* ---- the description ---- */

typedef struct description {
    lacon_ctx *ctx;
    lacon_status status;
    bool parcels[2], series[2], other; /* what dimension 0 and 1 are */
    bool inside;                       /* a map of parcels */
    char **names;
    int64_t count, capacity;
} description;

static const char *attribute(const char **pairs, const char *name)
{
    for (; pairs[0] != NULL; pairs += 2) {
        if (strcmp(pairs[0], name) == 0) return pairs[1];
    }
    return "";
}

/* AppliesToMatrixDimension is "0", "1" or "0,1". */
static void begin_map(description *d, const char **pairs)
{
    const char *applies = attribute(pairs, "AppliesToMatrixDimension");
    const char *type = attribute(pairs, "IndicesMapToDataType");
    bool parcels = strcmp(type, "CIFTI_INDEX_TYPE_PARCELS") == 0;
    bool series = strcmp(type, "CIFTI_INDEX_TYPE_SERIES") == 0;
    for (int i = 0; i < 2; i++) {
        if (strchr(applies, '0' + i) == NULL) continue;
        d->parcels[i] = parcels;
        d->series[i] = series;
    }
    d->other = d->other || (!parcels && !series);
    d->inside = parcels && d->count == 0;
}

static void add_name(description *d, const char *name)
{
    d->status = lcn_grow(d->ctx, &d->names, d->count, &d->capacity, sizeof *d->names, 256);
    if (d->status < 0) return;
    d->names[d->count] = lcn_strdup(d->ctx, name);
    if (d->names[d->count] == NULL) d->status = LACON_E_MEMORY;
    if (d->status >= 0) d->count++;
}

static void XMLCALL begin_element(void *user, const char *name, const char **pairs)
{
    description *d = user;
    if (d->status < 0) return;
    if (strcmp(name, "MatrixIndicesMap") == 0) begin_map(d, pairs);
    if (strcmp(name, "Parcel") == 0 && d->inside) add_name(d, attribute(pairs, "Name"));
}

static void XMLCALL end_element(void *user, const char *name)
{
    description *d = user;
    if (strcmp(name, "MatrixIndicesMap") == 0) d->inside = false;
}

/* CIFTI has no document type: with none there are no entities to expand. */
static void XMLCALL no_doctype(void *user, const char *name, const char *system, const char *public,
                               int internal)
{
    (void)name, (void)system, (void)public, (void)internal;
    description *d = user;
    d->status = LACON_E_FORMAT;
}

static lacon_status read_xml(lacon_ctx *ctx, const char *path, const char *text, size_t length,
                             description *d)
{
    XML_Parser parser = XML_ParserCreate(NULL);
    if (parser == NULL) return LACON_E_MEMORY;
    XML_SetUserData(parser, d);
    XML_SetElementHandler(parser, begin_element, end_element);
    XML_SetStartDoctypeDeclHandler(parser, no_doctype);
    while (length > 0 && text[length - 1] == '\0') length--; /* extensions are padded */
    enum XML_Status answer = XML_Parse(parser, text, (int)length, 1);
    long line = (long)XML_GetCurrentLineNumber(parser);
    const bool memory = XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY;
    XML_ParserFree(parser);
    if (d->status == LACON_E_MEMORY || memory) return LACON_E_MEMORY;
    LCN_FAIL_IF(answer != XML_STATUS_OK || d->status < 0, LACON_E_FORMAT,
                "%s: the CIFTI description is not well formed (line %ld of its XML)", path, line);
    return LACON_OK;
}

static void clear(lacon_ctx *ctx, description *d)
{
    for (int64_t i = 0; i < d->count; i++) lcn_free(&ctx->allocator, d->names[i]);
    lcn_free(&ctx->allocator, d->names);
}

/* ---- the extension it is in ---- */

/* Bytes of the extension follow; *length 0 when there is none. *at moves on. */
static lacon_status next_extension(lacon_ctx *ctx, lcn_source *s, const lcn_nifti *n, int64_t *at,
                                   int64_t *code, int64_t *length)
{
    unsigned char head[8];
    size_t got;
    *length = 0;
    if (*at + 8 > n->offset) return LACON_OK;
    LCN_TRY(lcn_source_read(ctx, s, head, sizeof head, &got));
    LCN_FAIL_IF(got < sizeof head, LACON_E_FORMAT, "%s: the image is cut off", s->path);
    int64_t size = lcn_nifti_int(head, 4, n->values.swapped);
    *code = lcn_nifti_int(head + 4, 4, n->values.swapped);
    LCN_FAIL_IF(size < 8 || *at + size > n->offset || size > 1 << 30, LACON_E_FORMAT,
                "%s: an extension of the NIfTI header claims %lld bytes", s->path, (long long)size);
    *at += size;
    *length = size - 8;
    return LACON_OK;
}

static lacon_status find_description(lacon_ctx *ctx, lcn_source *s, const lcn_nifti *n, int64_t *at,
                                     description *d)
{
    int64_t code, length;
    *at = n->header + 4; /* the flag that extensions follow */
    LCN_TRY(lcn_nifti_skip(ctx, s, 0, *at));
    for (;;) {
        LCN_TRY(next_extension(ctx, s, n, at, &code, &length));
        LCN_FAIL_IF(length == 0, LACON_E_FORMAT, "%s: has no CIFTI description", s->path);
        if (code == CIFTI_CODE) break;
        LCN_TRY(lcn_nifti_skip(ctx, s, *at - length, *at));
    }
    char *text = lcn_alloc(ctx, (size_t)length, 1);
    size_t got = 0;
    if (text == NULL) return LACON_E_MEMORY;
    lacon_status status = lcn_source_read(ctx, s, text, (size_t)length, &got);
    if (status >= 0) status = read_xml(ctx, s->path, text, got, d);
    lcn_free(&ctx->allocator, text);
    return status;
}

/* ---- the table ---- */

/* Index (i, j) of dimensions 0 and 1 is at i + j * shape[4] (NIfTI's fifth and sixth). */
static lacon_status send_values(lacon_ctx *ctx, const lcn_table *t, lcn_child *child, lcn_source *s,
                                const lcn_nifti *n, const description *d)
{
    int64_t step[2] = {1, n->shape[4]}, size[2] = {n->shape[4], n->shape[5]};
    int variables = d->parcels[1] ? 1 : 0, rows = 1 - variables;
    LCN_FAIL_IF(d->count != size[variables], LACON_E_FORMAT,
                "%s: %lld parcels are described, the matrix has %lld", s->path,
                (long long)d->count, (long long)size[variables]);
    LCN_FAIL_IF(t->options.transpose, LACON_E_ARGUMENT,
                "%s: says itself which dimension the parcels are: not to be transposed", s->path);
    LCN_TRY(lcn_child_shape(ctx, child, size[rows], size[variables], (const char *const *)d->names));
    double *values = lcn_alloc(ctx, (size_t)n->count, sizeof *values);
    unsigned char *chunk = lcn_alloc(ctx, (size_t)n->count, (size_t)n->values.size);
    lacon_status status = values != NULL && chunk != NULL ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0) status = lcn_nifti_values(ctx, s, n, n->count, chunk, values);
    if (status >= 0) status = lcn_child_strided(ctx, child, values, step[rows], step[variables]);
    lcn_free(&ctx->allocator, values);
    lcn_free(&ctx->allocator, chunk);
    return status;
}

static lacon_status produce(lacon_ctx *ctx, lcn_table *t, lcn_child *child)
{
    lcn_source *s = &t->source;
    lcn_nifti n;
    description d = {.ctx = ctx};
    int64_t at;
    lacon_status status;
    lcn_child_shut(child);
    LCN_TRY(lcn_source_rewind(ctx, s));
    LCN_TRY(lcn_nifti_parse(ctx, s, &n));
    LCN_FAIL_IF(n.count != n.shape[4] * n.shape[5], LACON_E_FORMAT,
                "%s: a CIFTI matrix of %d dimensions: 2 are needed", s->path, n.dims - 4);
    LCN_GOTO(find_description(ctx, s, &n, &at, &d));
    if (d.other || (!d.parcels[0] && !d.parcels[1])) {
        status = lcn_fail(ctx, LACON_E_FORMAT,
                          "%s: a CIFTI file that is no series of parcels (.ptseries.nii): "
                          "parcellate it (wb_command -cifti-parcellate)",
                          s->path);
        goto done;
    }
    if (d.parcels[0] && d.parcels[1] && !t->options.matrix) {
        status = lcn_fail(ctx, LACON_E_DATA,
                          "%s: a matrix of parcels, no series: if it is a covariance or "
                          "correlation say of how many observations (" LCN_OPTION "covariance N)",
                          s->path);
        goto done;
    }
    LCN_GOTO(lcn_nifti_skip(ctx, s, at, n.offset));
    LCN_GOTO(send_values(ctx, t, child, s, &n, &d));
done:
    clear(ctx, &d);
    return status;
}

const lcn_format lcn_format_cifti = {.name = "ptseries.nii",
                                     .what = "a CIFTI file",
                                     .probe = probe,
                                     .open = lcn_isolated_open,
                                     .read = lcn_isolated_read,
                                     .produce = produce};
