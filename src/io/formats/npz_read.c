/* SPDX-License-Identifier: BSD-3-Clause
 * Reading .npz; see npz.h. Nothing in the file is believed: every offset and size is held against
 * the size of the file, every claim of an unpacked size against what deflate can do, before memory
 * is asked for.
 */
#include "io/formats/npz.h"
#include "io/source.h"
#include "util/utf8.h"

#include <string.h>
#include <zlib.h>

enum { RATIO_FREE = 64 << 20, RATIO_MAX = 200 }; /* as source.c: packed entries expand so much */

static uint32_t get16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static uint32_t get32(const unsigned char *p)
{
    return get16(p) | get16(p + 2) << 16;
}

/* ---- the list of entries ---- */

/* The end record is the last thing in the file, but for a comment of up to 64 kB. */
static lacon_status find_list(lacon_ctx *ctx, lcn_npz *z)
{
    enum { END = 22 };
    size_t least = z->size > END + UINT16_MAX ? z->size - END - UINT16_MAX : 0;
    for (size_t at = z->size < END ? 0 : z->size - END + 1; at-- > least;) {
        const unsigned char *p = z->bytes + at;
        if (get32(p) != 0x06054b50 || get16(p + 20) != z->size - at - END) continue;
        uint64_t start = get32(p + 16), length = get32(p + 12);
        LCN_FAIL_IF(start + length > at, LACON_E_FORMAT,
                    "%s: the list of entries lies outside the file", z->path);
        z->directory = (size_t)start;
        z->entries = get16(p + 10);
        return LACON_OK;
    }
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: not a .npz file, or cut off (no zip end record)",
                    z->path);
}

/* One entry of the list, checked to be inside the file. */
typedef struct entry {
    const unsigned char *name;
    size_t name_length;
    uint32_t method, crc, packed, size, offset;
} entry;

/* False when the list is not what it should be. *at moves behind the entry. */
static bool next_entry(const lcn_npz *z, size_t *at, entry *e)
{
    if (*at + 46 > z->size) return false;
    const unsigned char *p = z->bytes + *at;
    size_t name = get16(p + 28), extra = get16(p + 30), comment = get16(p + 32);
    if (get32(p) != 0x02014b50 || *at + 46 + name + extra + comment > z->size) return false;
    *e =
        (entry){.name = p + 46, .name_length = name, .method = get16(p + 10), .crc = get32(p + 16)};
    e->packed = get32(p + 20);
    e->size = get32(p + 24);
    e->offset = get32(p + 42);
    *at += 46 + name + extra + comment;
    return true;
}

static bool find_entry(const lcn_npz *z, const char *name, entry *e)
{
    size_t at = z->directory, length = strlen(name);
    for (int64_t i = 0; i < z->entries && next_entry(z, &at, e); i++) {
        if (e->name_length == length + 4 && memcmp(e->name, name, length) == 0 &&
            memcmp(e->name + length, ".npy", 4) == 0) {
            return true;
        }
    }
    return false;
}

bool lcn_npz_next(const lcn_npz *z, lcn_npz_listed *place)
{
    entry e;
    if (place->seen == 0) place->next = z->directory;
    while (place->seen < z->entries) {
        place->at = place->next;
        place->seen++;
        if (!next_entry(z, &place->next, &e)) return false;
        if (e.name_length <= 4 || memcmp(e.name + e.name_length - 4, ".npy", 4) != 0) continue;
        place->name = (const char *)e.name;
        place->length = e.name_length - 4;
        return true;
    }
    return false;
}

bool lcn_npz_has(const lcn_npz *z, const char *name)
{
    entry e;
    return find_entry(z, name, &e);
}

/* ---- the bytes of an entry ---- */

/* Where its data start: the local header repeats the name and may have another extra field. */
static lacon_status locate(lacon_ctx *ctx, const lcn_npz *z, const entry *e, size_t *start)
{
    bool inside = (size_t)e->offset + 30 <= z->size;
    const unsigned char *p = z->bytes + (inside ? e->offset : 0);
    bool good = inside && get32(p) == 0x04034b50 && get16(p + 26) == e->name_length &&
                (size_t)e->offset + 30 + e->name_length <= z->size &&
                memcmp(p + 30, e->name, e->name_length) == 0;
    *start = good ? (size_t)e->offset + 30 + get16(p + 26) + get16(p + 28) : 0;
    LCN_FAIL_IF(!good || *start + e->packed > z->size, LACON_E_FORMAT,
                "%s: an entry lies outside the file or is not where it should be", z->path);
    LCN_FAIL_IF((e->method != 0 && e->method != 8) || (e->method == 0 && e->packed != e->size),
                LACON_E_FORMAT, "%s: an entry is packed in a way that is not known (%u)", z->path,
                e->method);
    LCN_FAIL_IF(e->size > RATIO_FREE && e->size / RATIO_MAX > e->packed, LACON_E_FORMAT,
                "%s: an entry expands more than %d fold", z->path, RATIO_MAX);
    return LACON_OK;
}

static voidpf z_alloc(voidpf user, uInt count, uInt size)
{
    return lcn_alloc_with(user, count, size);
}

static void z_free(voidpf user, voidpf block)
{
    lcn_free(user, block);
}

/* Deflated bytes without a wrapper: the first `capacity`, and when that is e->size the whole. */
static lacon_status unpack(lacon_ctx *ctx, const lcn_npz *z, const entry *e, size_t start,
                           unsigned char *to, size_t capacity)
{
    z_stream s = {.zalloc = z_alloc, .zfree = z_free, .opaque = &ctx->allocator};
    LCN_FAIL_IF(inflateInit2(&s, -15) != Z_OK, LACON_E_MEMORY, "%s: no memory to unpack it",
                z->path);
    union {
        const unsigned char *read_only;
        unsigned char *plain;
    } from = {.read_only = z->bytes + start}; /* zlib's type is older than const */
    s.next_in = from.plain;
    s.avail_in = e->packed;
    s.next_out = to;
    s.avail_out = (uInt)capacity;
    int answer = inflate(&s, Z_FINISH);
    bool whole = capacity == e->size;
    bool good = (answer == Z_STREAM_END || (!whole && answer == Z_BUF_ERROR)) && s.avail_out == 0;
    inflateEnd(&s);
    LCN_FAIL_IF(!good, LACON_E_FORMAT, "%s: an entry is damaged", z->path);
    return LACON_OK;
}

lacon_status lcn_npz_content(lacon_ctx *ctx, const lcn_npz *z, const char *name,
                             const unsigned char **content, size_t *size, unsigned char **owned)
{
    entry e;
    size_t start;
    *owned = NULL;
    LCN_FAIL_IF(!find_entry(z, name, &e), LACON_E_FORMAT, "%s: array '%s' is missing", z->path,
                name);
    LCN_TRY(locate(ctx, z, &e, &start));
    *content = z->bytes + start;
    *size = e.size;
    if (e.method == 8) {
        *owned = lcn_alloc(ctx, (size_t)e.size + 1, 1);
        if (*owned == NULL) return LACON_E_MEMORY;
        *content = *owned;
        LCN_TRY(unpack(ctx, z, &e, start, *owned, e.size));
    }
    LCN_FAIL_IF(crc32_z(0, *content, *size) != e.crc, LACON_E_FORMAT,
                "%s: array '%s' is damaged (checksum)", z->path, name);
    return LACON_OK;
}

static lacon_status header_of(lacon_ctx *ctx, const lcn_npz *z, const entry *e, lcn_npy *out)
{
    enum { MOST = LCN_NPY_PROLOGUE + LCN_NPY_HEADER_MAX };
    size_t at, start, length;
    LCN_TRY(locate(ctx, z, e, &at));
    size_t size = e->size < MOST ? e->size : MOST;
    unsigned char *bytes = lcn_alloc(ctx, size + 1, 1);
    if (bytes == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    if (e->method == 0) memcpy(bytes, z->bytes + at, size);
    if (e->method == 8) LCN_GOTO(unpack(ctx, z, e, at, bytes, size));
    LCN_GOTO(lcn_npy_prologue(ctx, z->path, bytes, size, &start, &length));
    if (start + length > size) {
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: array '%.*s' is cut off", z->path, (int)e->name_length - 4,
                          (const char *)e->name);
        goto done;
    }
    status = lcn_npy_parse(ctx, z->path, (const char *)bytes + start, length, out);
done:
    lcn_free(&ctx->allocator, bytes);
    return status;
}

lacon_status lcn_npz_header(lacon_ctx *ctx, const lcn_npz *z, const char *name, lcn_npy *out)
{
    entry e;
    LCN_FAIL_IF(!find_entry(z, name, &e), LACON_E_FORMAT, "%s: array '%s' is missing", z->path,
                name);
    return header_of(ctx, z, &e, out);
}

lacon_status lcn_npz_listed_header(lacon_ctx *ctx, const lcn_npz *z, const lcn_npz_listed *place, lcn_npy *out)
{
    entry e;
    size_t at = place->at;
    LCN_FAIL_IF(!next_entry(z, &at, &e), LACON_E_FORMAT, "%s: the list of entries is damaged", z->path);
    return header_of(ctx, z, &e, out);
}

/* ---- arrays ---- */

typedef struct array {
    lcn_npy npy;
    const unsigned char *values;
    unsigned char *owned;
} array;

/* The header, and as many values behind it as it claims. */
static lacon_status get_array(lacon_ctx *ctx, const lcn_npz *z, const char *name, array *a)
{
    const unsigned char *content = NULL;
    size_t size = 0, start, length;
    LCN_TRY(lcn_npz_content(ctx, z, name, &content, &size, &a->owned));
    LCN_TRY(lcn_npy_prologue(ctx, z->path, content, size, &start, &length));
    LCN_FAIL_IF(start + length > size, LACON_E_FORMAT, "%s: array '%s' is cut off", z->path, name);
    LCN_TRY(lcn_npy_parse(ctx, z->path, (const char *)content + start, length, &a->npy));
    LCN_FAIL_IF((uint64_t)a->npy.bytes != size - start - length, LACON_E_FORMAT,
                "%s: array '%s' has %zu bytes of values, its header claims %lld", z->path, name,
                size - start - length, (long long)a->npy.bytes);
    LCN_FAIL_IF(a->npy.fortran && a->npy.dims > 1, LACON_E_FORMAT,
                "%s: array '%s' is in Fortran order, C order is expected", z->path, name);
    a->values = content + start + length;
    return LACON_OK;
}

static lacon_status match_shape(lacon_ctx *ctx, const lcn_npz *z, const char *name,
                                const lcn_npy *npy, int dims, int64_t *shape)
{
    LCN_FAIL_IF(npy->dims != dims, LACON_E_FORMAT,
                "%s: array '%s' has %d dimensions where %d belong", z->path, name, npy->dims, dims);
    for (int i = 0; i < dims; i++) {
        LCN_FAIL_IF(shape[i] >= 0 && npy->shape[i] != shape[i], LACON_E_FORMAT,
                    "%s: array '%s' has %lld entries along dimension %d where %lld belong", z->path,
                    name, (long long)npy->shape[i], i + 1, (long long)shape[i]);
        shape[i] = npy->shape[i];
    }
    return LACON_OK;
}

lacon_status lcn_npz_get_doubles(lacon_ctx *ctx, const lcn_npz *z, const char *name, int dims,
                                 int64_t *shape, double **values)
{
    array a = {0};
    lacon_status status;
    *values = NULL;
    LCN_GOTO(get_array(ctx, z, name, &a));
    LCN_GOTO(match_shape(ctx, z, name, &a.npy, dims, shape));
    if (a.npy.kind == 'U') {
        status =
            lcn_fail(ctx, LACON_E_FORMAT, "%s: array '%s' holds text, not numbers", z->path, name);
        goto done;
    }
    *values = lcn_alloc(ctx, (size_t)a.npy.count, sizeof **values);
    if (*values == NULL) status = LACON_E_MEMORY;
    if (*values != NULL) lcn_npy_doubles(&a.npy, a.values, a.npy.count, *values);
done:
    lcn_free(&ctx->allocator, a.owned);
    return status;
}

lacon_status lcn_npz_get_squares(lacon_ctx *ctx, const lcn_npz *npz, const char *name, int64_t *N, int64_t *k,
                                 double **values)
{
    int64_t shape[3] = {-1, -1, -1};
    LCN_TRY(lcn_npz_get_doubles(ctx, npz, name, 3, shape, values));
    *N = shape[0];
    *k = shape[1];
    LCN_FAIL_IF(*N < 1 || *k < 1 || shape[2] != *k, LACON_E_FORMAT,
                "%s: '%s' is %lld × %lld × %lld: N square matrices are expected", npz->path, name,
                (long long)shape[0], (long long)shape[1], (long long)shape[2]);
    return LACON_OK;
}

lacon_status lcn_npz_get_texts(lacon_ctx *ctx, const lcn_npz *z, const char *name, int64_t count,
                               char ***texts)
{
    array a = {0};
    lacon_status status;
    *texts = NULL;
    LCN_GOTO(get_array(ctx, z, name, &a));
    LCN_GOTO(match_shape(ctx, z, name, &a.npy, 1, &count));
    if (a.npy.kind != 'U') {
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: array '%s' holds no text", z->path, name);
        goto done;
    }
    /* UTF-8 is never longer than the four bytes each character has here */
    size_t head = (size_t)count * sizeof(char *);
    *texts = lcn_alloc(ctx, head + (size_t)a.npy.bytes + (size_t)count, 1);
    if (*texts == NULL) {
        status = LACON_E_MEMORY;
        goto done;
    }
    char *to = (char *)*texts + head;
    for (int64_t i = 0; i < count; i++) {
        (*texts)[i] = to;
        for (int64_t j = 0; j < a.npy.size / 4; j++) {
            uint32_t c;
            memcpy(&c, a.values + i * a.npy.size + 4 * j, 4);
            if (c == 0) break;
            to += lcn_utf8_put(a.npy.swapped ? __builtin_bswap32(c) : c, to);
        }
        *to++ = '\0';
    }
done:
    lcn_free(&ctx->allocator, a.owned);
    return status;
}

/* ---- the file ---- */

lacon_status lcn_npz_open_memory(lacon_ctx *ctx, lcn_npz *z, const char *name, const void *bytes,
                                 size_t size)
{
    *z = (lcn_npz){.path = name, .allocator = ctx->allocator, .bytes = bytes, .size = size};
    return find_list(ctx, z);
}

/* The whole file: as many bytes as fstat says there are. */
lacon_status lcn_npz_open(lacon_ctx *ctx, lcn_npz *z, const char *path)
{
    lcn_source source;
    *z = (lcn_npz){.path = path, .allocator = ctx->allocator};
    LCN_TRY(lcn_source_open(ctx, &source, path));
    lacon_status status = LACON_OK;
    if (source.gzip || source.size < 0) {
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: not a .npz file", path);
    }
    if (status >= 0) z->owned = lcn_alloc(ctx, (size_t)source.size + 1, 1);
    if (status >= 0 && z->owned == NULL) status = LACON_E_MEMORY;
    if (status >= 0) {
        status = lcn_source_read(ctx, &source, z->owned, (size_t)source.size, &z->size);
        z->bytes = z->owned;
    }
    if (status >= 0) status = find_list(ctx, z);
    lcn_source_close(&source);
    if (status < 0) lcn_npz_close(z);
    return status;
}

void lcn_npz_close(lcn_npz *z)
{
    lcn_free(&z->allocator, z->owned);
    z->owned = NULL;
}

lacon_status lcn_npz_load(lacon_ctx *ctx, void *out, const char *dir, const char *name,
                          lcn_npz_take *take)
{
    lcn_npz z;
    char *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (path == NULL) return LACON_E_MEMORY;
    lacon_status status = lcn_npz_open(ctx, &z, path);
    if (status >= 0) {
        status = take(ctx, out, &z);
        lcn_npz_close(&z);
    }
    lcn_free(&ctx->allocator, path);
    return status;
}
