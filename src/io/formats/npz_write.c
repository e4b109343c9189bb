/* SPDX-License-Identifier: BSD-3-Clause
 * Writing .npz; see npz.h. The zip parts are those of the PKWARE application note, without packing,
 * so that sizes and checksum are known before an entry is written:
 *
 *     [local header, name, .npy header, values] per array, then the list of entries, then its end
 */
#include "io/formats/npz.h"
#include "util/utf8.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { DOS_DATE = 33 }; /* 1980-01-01, the first there is */

static unsigned char *put16(unsigned char *p, uint32_t v)
{
    p[0] = (unsigned char)v;
    p[1] = (unsigned char)(v >> 8);
    return p + 2;
}

static unsigned char *put32(unsigned char *p, uint32_t v)
{
    return put16(put16(p, v), v >> 16);
}

static void emit(lcn_npz_writer *w, const void *bytes, size_t count)
{
    lcn_writer_bytes(&w->out, bytes, count);
    w->offset += count;
}

/* What local header and list entry have in common: version 2.0, names in UTF-8, not packed. */
static unsigned char *put_common(unsigned char *p, const lcn_npz_entry *e)
{
    p = put16(p, 20);
    p = put16(p, 1 << 11);
    p = put16(p, 0);
    p = put16(p, 0);
    p = put16(p, DOS_DATE);
    p = put32(p, e->crc);
    p = put32(p, e->size);
    p = put32(p, e->size);
    p = put16(p, (uint32_t)strlen(e->name) + 4);
    return put16(p, 0);
}

static void emit_name(lcn_npz_writer *w, const lcn_npz_entry *e)
{
    emit(w, e->name, strlen(e->name));
    emit(w, ".npy", 4);
}

/* ---- one array ---- */

/* {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } filled up with blanks so that the
 * values start at a multiple of 64. Returns its length. */
size_t lcn_npy_header(char out[256], const char *descr, int dims, const int64_t *shape)
{
    char text[200];
    int n =
        snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
    for (int i = 0; i < dims; i++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "%lld%s", (long long)shape[i],
                      dims == 1      ? ","
                      : i + 1 < dims ? ", "
                                     : "");
    }
    n += snprintf(text + n, sizeof text - (size_t)n, "), }");
    size_t total = (10 + (size_t)n + 1 + 63) / 64 * 64;
    memset(out, ' ', total);
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    put16((unsigned char *)out + 8, (uint32_t)total - 10);
    memcpy(out + 10, text, (size_t)n);
    out[total - 1] = '\n';
    return total;
}

typedef struct array {
    const char *name, *descr;
    int dims;
    const int64_t *shape;
    const void *values;
    uint64_t bytes;
} array;

static lacon_status put_array(lacon_ctx *ctx, lcn_npz_writer *w, const array *a)
{
    char header[256];
    size_t length = lcn_npy_header(header, a->descr, a->dims, a->shape);
    LCN_FAIL_IF(w->offset + length + a->bytes > UINT32_MAX - (1 << 20), LACON_E_LIMIT,
                "%s: array '%s' would make the file larger than 4 GB", w->out.path, a->name);
    LCN_FAIL_IF(w->count == LCN_NPZ_ENTRIES, LACON_E_INTERNAL, "%s: too many arrays", w->out.path);
    lcn_npz_entry *e = &w->entries[w->count++];
    *e = (lcn_npz_entry){.name = a->name, .offset = (uint32_t)w->offset};
    e->size = (uint32_t)(length + a->bytes);
    e->crc = (uint32_t)crc32_z(crc32_z(0, (const Bytef *)header, length), a->values, a->bytes);
    unsigned char local[30], *p = put32(local, 0x04034b50);
    p = put_common(p, e);
    emit(w, local, (size_t)(p - local));
    emit_name(w, e);
    emit(w, header, length);
    emit(w, a->values, a->bytes);
    return LACON_OK;
}

static const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';

lacon_status lcn_npz_doubles(lacon_ctx *ctx, lcn_npz_writer *w, const char *name, int dims,
                             const int64_t *shape, const double *values)
{
    uint64_t bytes = sizeof *values;
    for (int i = 0; i < dims; i++) bytes *= (uint64_t)shape[i];
    return put_array(ctx, w,
                     &(array){name, (char[]){order, 'f', '8', 0}, dims, shape, values, bytes});
}

lacon_status lcn_npz_ints(lacon_ctx *ctx, lcn_npz_writer *w, const char *name, int dims,
                          const int64_t *shape, const int64_t *values)
{
    uint64_t bytes = sizeof *values;
    for (int i = 0; i < dims; i++) bytes *= (uint64_t)shape[i];
    return put_array(ctx, w,
                     &(array){name, (char[]){order, 'i', '8', 0}, dims, shape, values, bytes});
}

/* Characters of a text, at most `most` of them into to (NULL: only counted). What is no UTF-8 is
 * taken for Latin-1, byte by byte. */
static int64_t characters(const char *text, uint32_t *to)
{
    size_t length = strlen(text);
    int64_t count = 0;
    for (size_t i = 0; i < length; count++) {
        uint32_t c = (unsigned char)text[i];
        size_t n = lcn_utf8_next(text + i, length - i, &c);
        i += n > 0 ? n : 1;
        if (to != NULL) to[count] = c;
    }
    return count;
}

/* NumPy's '<U': as many characters of 32 bits for each as the longest has, zeros behind. */
lacon_status lcn_npz_texts(lacon_ctx *ctx, lcn_npz_writer *w, const char *name, int64_t count,
                           const char *const *texts)
{
    int64_t most = 1;
    for (int64_t i = 0; i < count; i++) {
        int64_t n = characters(texts[i], NULL);
        most = n > most ? n : most;
    }
    LCN_FAIL_IF(most > UINT32_MAX / 4 / count, LACON_E_LIMIT,
                "%s: names of %lld characters make array '%s' larger than 4 GB", w->out.path,
                (long long)most, name);
    uint32_t *values = lcn_alloc(ctx, (size_t)count, (size_t)most * sizeof *values);
    if (values == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) characters(texts[i], values + i * most);
    char descr[32];
    snprintf(descr, sizeof descr, "%cU%lld", order, (long long)most);
    uint64_t bytes = (uint64_t)count * (uint64_t)most * sizeof *values;
    lacon_status status = put_array(ctx, w, &(array){name, descr, 1, &count, values, bytes});
    lcn_free(&ctx->allocator, values);
    return status;
}

/* ---- the file ---- */

lacon_status lcn_npz_create(lacon_ctx *ctx, lcn_npz_writer *w, const char *path)
{
    *w = (lcn_npz_writer){0};
    return lcn_writer_open(ctx, &w->out, path);
}

static void emit_list(lcn_npz_writer *w)
{
    uint64_t start = w->offset;
    for (int i = 0; i < w->count; i++) {
        const lcn_npz_entry *e = &w->entries[i];
        unsigned char entry[46] = {0}, *p = put32(entry, 0x02014b50);
        p = put16(p, 3 << 8 | 20); /* made on Unix, version 2.0 */
        p = put_common(p, e);
        p = put16(p, 0);              /* no comment */
        p = put32(p, 0);              /* first disk, binary */
        p = put32(p, 0100644u << 16); /* a plain file, rw-r--r-- */
        put32(p, e->offset);
        emit(w, entry, sizeof entry);
        emit_name(w, e);
    }
    unsigned char tail[22] = {0}, *p = put32(tail, 0x06054b50);
    p = put32(p, 0);
    p = put16(p, (uint32_t)w->count);
    p = put16(p, (uint32_t)w->count);
    p = put32(p, (uint32_t)(w->offset - start));
    put32(p, (uint32_t)start);
    emit(w, tail, sizeof tail);
}

lacon_status lcn_npz_finish(lacon_ctx *ctx, lcn_npz_writer *w, lacon_status status)
{
    if (status >= 0) emit_list(w);
    return lcn_writer_close(ctx, &w->out, status);
}

lacon_status lcn_npy_write(lacon_ctx *ctx, const char *path, int dims, const int64_t *shape,
                           const double *values)
{
    char header[256];
    const size_t length = lcn_npy_header(header, (char[]){order, 'f', '8', 0}, dims, shape);
    size_t bytes = sizeof *values;
    for (int i = 0; i < dims; i++) bytes *= (size_t)shape[i];
    lcn_writer out;
    LCN_TRY(lcn_writer_open(ctx, &out, path));
    lcn_writer_bytes(&out, header, length);
    lcn_writer_bytes(&out, values, bytes);
    return lcn_writer_close(ctx, &out, LACON_OK);
}

lacon_status lcn_npz_store(lacon_ctx *ctx, const char *dir, const char *name, lcn_npz_put *put,
                           const void *object)
{
    char *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (path == NULL) return LACON_E_MEMORY;
    lcn_npz_writer writer;
    lacon_status status = lcn_npz_create(ctx, &writer, path);
    if (status >= 0) status = lcn_npz_finish(ctx, &writer, put(ctx, &writer, object));
    lcn_free(&ctx->allocator, path);
    return status;
}

lacon_status lcn_npz_bytes(lacon_ctx *ctx, const char *name, lcn_npz_put *put, const void *object,
                           void **bytes, size_t *size)
{
    lcn_npz_writer w = {0};
    LCN_TRY(lcn_writer_memory(ctx, &w.out, name));
    const lacon_status status = put(ctx, &w, object);
    if (status >= 0) emit_list(&w);
    return lcn_writer_take(ctx, &w.out, status, bytes, size);
}
