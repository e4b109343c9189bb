/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB files of versions 5 to 7 through matio, in a process of its own (isolate.h). The variable
 * is picked by name, with dots into structures, or because it is the only table; a cell array of
 * texts beside it as long as the table is wide (variables, names, columns, labels) names the
 * variables. Version 7.3 is HDF5: table_hdf5.c.
 */
#include "io/pick.h"
#include "io/table.h"
#include "util/utf8.h"

#include <matio.h>
#include <string.h>
#include <zlib.h>

static bool probe(const lcn_source *s)
{
    bool little = lcn_source_holds(s, 124, "\0\1IM", 4), big = lcn_source_holds(s, 124, "\1\0MI", 4);
    return little || big;
}

/* ---- whether it is whole ---- */

/* matio takes what is cut off for zeros and does not look at checksums, so that is done here: every
 * element lies inside the file, every packed one unpacks to its end. */
typedef struct walker {
    lcn_source *s;
    bool swapped;
    unsigned char chunk[1 << 16];
} walker;

static uint32_t get32(const walker *w, const unsigned char *p)
{
    uint32_t value;
    memcpy(&value, p, sizeof value);
    return w->swapped ? __builtin_bswap32(value) : value;
}

static lacon_status fail_cut(lacon_ctx *ctx, const walker *w)
{
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: the MATLAB file is cut off", w->s->path);
}

/* `bytes` of the source, through z unless it is NULL; *answer is zlib's last. */
static lacon_status pass(lacon_ctx *ctx, walker *w, uint32_t bytes, z_stream *z, int *answer)
{
    unsigned char out[1 << 14];
    while (bytes > 0) {
        size_t got, want = bytes < sizeof w->chunk ? bytes : sizeof w->chunk;
        LCN_TRY(lcn_source_read(ctx, w->s, w->chunk, want, &got));
        if (got < want) return fail_cut(ctx, w);
        bytes -= (uint32_t)got;
        if (z == NULL) continue;
        z->next_in = w->chunk;
        z->avail_in = (uInt)got;
        do {
            z->next_out = out;
            z->avail_out = sizeof out;
            *answer = inflate(z, Z_NO_FLUSH);
        } while (*answer == Z_OK && z->avail_out == 0);
    }
    return LACON_OK;
}

static lacon_status pass_packed(lacon_ctx *ctx, walker *w, uint32_t bytes)
{
    z_stream z = {0};
    int answer = Z_OK;
    if (inflateInit(&z) != Z_OK) return LACON_E_MEMORY;
    lacon_status status = pass(ctx, w, bytes, &z, &answer);
    inflateEnd(&z);
    LCN_TRY(status);
    LCN_FAIL_IF(answer != Z_STREAM_END, LACON_E_FORMAT,
                "%s: the MATLAB file is damaged: what is packed does not unpack", w->s->path);
    return LACON_OK;
}

static lacon_status check_elements(lacon_ctx *ctx, lcn_source *s)
{
    enum { HEADER = 128, PACKED = 15 };
    walker w = {.s = s};
    unsigned char tag[8];
    size_t got;
    LCN_TRY(lcn_source_rewind(ctx, s));
    w.swapped = s->head[126] != 'I'; /* "IM": of a little-endian machine */
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) w.swapped = !w.swapped;
    LCN_TRY(pass(ctx, &w, HEADER, NULL, NULL));
    for (;;) {
        LCN_TRY(lcn_source_read(ctx, s, tag, sizeof tag, &got));
        if (got == 0) return LACON_OK;
        if (got < sizeof tag) return fail_cut(ctx, &w);
        uint32_t type = get32(&w, tag), bytes = get32(&w, tag + 4);
        LCN_TRY(type == PACKED ? pass_packed(ctx, &w, bytes) : pass(ctx, &w, bytes, NULL, NULL));
    }
}

/* ---- what a variable is ---- */

static bool is_numbers(const matvar_t *v)
{
    switch (v->class_type) {
    case MAT_C_DOUBLE:
    case MAT_C_SINGLE:
    case MAT_C_INT8:
    case MAT_C_UINT8:
    case MAT_C_INT16:
    case MAT_C_UINT16:
    case MAT_C_INT32:
    case MAT_C_UINT32:
    case MAT_C_INT64:
    case MAT_C_UINT64:
        return !v->isComplex;
    default:
        return false;
    }
}

static bool is_table(const matvar_t *v)
{
    return is_numbers(v) && v->rank == 2 && v->dims[0] > 1 && v->dims[1] > 1;
}

static const char *what_is(const matvar_t *v, char text[LCN_SHAPE_TEXT])
{
    switch (v->class_type) {
    case MAT_C_CELL:
        return "cell array";
    case MAT_C_STRUCT:
        return "structure";
    case MAT_C_CHAR:
        return "text";
    case MAT_C_SPARSE:
        return "sparse: save full(..)";
    default:
        break;
    }
    int64_t shape[4];
    int dims = v->rank < 4 ? v->rank : 4;
    for (int i = 0; i < dims; i++) shape[i] = (int64_t)v->dims[i];
    if (v->isComplex) return "complex";
    return is_numbers(v) ? lcn_shape_text(text, dims, shape) : "not numbers";
}

static lacon_status offer_all(mat_t *file, lcn_pick *pick)
{
    Mat_Rewind(file);
    for (matvar_t *v; (v = Mat_VarReadNextInfo(file)) != NULL; Mat_VarFree(v)) {
        char text[LCN_SHAPE_TEXT];
        if (v->name == NULL || strncmp(v->name, "__", 2) == 0) continue;
        lcn_pick_offer(pick, v->name, what_is(v, text), is_table(v));
    }
    return LACON_OK;
}

/* ---- values ---- */

#define WIDEN(type)                                                                                \
    for (size_t i = 0; i < count; i++) to[i] = (double)((const type *)from)[i];                    \
    break

/* By how they are stored, which may be narrower than their class. */
static bool widen(const matvar_t *v, size_t count, double *to)
{
    const void *from = v->data;
    switch (v->data_type) {
    case MAT_T_DOUBLE:
        WIDEN(double);
    case MAT_T_SINGLE:
        WIDEN(float);
    case MAT_T_INT8:
        WIDEN(int8_t);
    case MAT_T_UINT8:
        WIDEN(uint8_t);
    case MAT_T_INT16:
        WIDEN(int16_t);
    case MAT_T_UINT16:
        WIDEN(uint16_t);
    case MAT_T_INT32:
        WIDEN(int32_t);
    case MAT_T_UINT32:
        WIDEN(uint32_t);
    case MAT_T_INT64:
        WIDEN(int64_t);
    case MAT_T_UINT64:
        WIDEN(uint64_t);
    default:
        return false;
    }
    return true;
}

/* Column after column in MATLAB: element (i, j) is at i + j rows. */
static lacon_status send_values(lacon_ctx *ctx, const lcn_table *t, lcn_feed *feed,
                                const matvar_t *v, const char *const *names)
{
    int64_t rows = (int64_t)v->dims[0], columns = (int64_t)v->dims[1];
    bool across = t->options.transpose;
    LCN_TRY(lcn_feed_shape(ctx, feed, across ? columns : rows, across ? rows : columns, names));
    size_t count = (size_t)rows * (size_t)columns;
    LCN_FAIL_IF(v->data == NULL || v->nbytes / (size_t)v->data_size != count, LACON_E_FORMAT,
                "%s: variable '%s' is cut off", feed->path, v->name);
    double *values = lcn_alloc(ctx, count, sizeof *values);
    if (values == NULL) return LACON_E_MEMORY;
    lacon_status status;
    if (widen(v, count, values)) {
        status = across ? lcn_feed_strided(ctx, feed, values, rows, 1)
                        : lcn_feed_strided(ctx, feed, values, 1, rows);
    } else {
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: variable '%s' does not hold numbers",
                          feed->path, v->name);
    }
    lcn_free(&ctx->allocator, values);
    return status;
}

/* ---- names ---- */

/* Character i of a row of them, and how many units it takes: those of two bytes are UTF-16. */
static uint32_t character(const matvar_t *v, size_t i, size_t length, size_t *units)
{
    *units = 1;
    if (v->data_size == 1) return ((const uint8_t *)v->data)[i];
    const uint16_t *unit = (const uint16_t *)v->data + i;
    bool pair = i + 1 < length && (unit[0] & 0xFC00) == 0xD800 && (unit[1] & 0xFC00) == 0xDC00;
    if (!pair) return unit[0];
    *units = 2;
    return 0x10000 + ((uint32_t)(unit[0] & 0x3FF) << 10 | (unit[1] & 0x3FF));
}

/* A row of characters as text; NULL when it is none. */
static char *text_of(lacon_ctx *ctx, const matvar_t *v)
{
    bool plain = v != NULL && v->class_type == MAT_C_CHAR && v->rank == 2 && v->data != NULL &&
                 v->dims[0] <= 1 && (v->data_size == 1 || v->data_size == 2);
    if (!plain) return NULL;
    size_t length = v->nbytes / (size_t)v->data_size;
    char *text = lcn_alloc(ctx, 3 * length + 1, 1), *to = text;
    for (size_t i = 0, units; text != NULL && i < length; i += units) {
        uint32_t c = character(v, i, length, &units);
        bool as_it_is = v->data_size == 1 && v->data_type == MAT_T_UTF8;
        if (as_it_is) *to++ = (char)c;
        if (!as_it_is) to += lcn_utf8_put(c, to);
    }
    return text;
}

/* As many texts as there are variables, or none. */
static char **names_of(lacon_ctx *ctx, const matvar_t *cells, int64_t count)
{
    if (cells == NULL || cells->class_type != MAT_C_CELL || cells->data == NULL || cells->rank != 2)
        return NULL;
    if ((uint64_t)cells->dims[0] * (uint64_t)cells->dims[1] != (uint64_t)count) return NULL;
    char **names = lcn_alloc(ctx, (size_t)count, sizeof *names);
    for (int64_t j = 0; names != NULL && j < count; j++) {
        names[j] = text_of(ctx, ((matvar_t *const *)cells->data)[j]);
        if (names[j] == NULL) return NULL; /* the process ends soon, and with it what is held */
    }
    return names;
}

static char **find_names(lacon_ctx *ctx, mat_t *file, int64_t count)
{
    char **names = NULL;
    for (int i = 0; lcn_names_word(i) != NULL && names == NULL; i++) {
        matvar_t *v = Mat_VarRead(file, lcn_names_word(i));
        names = names_of(ctx, v, count);
        Mat_VarFree(v);
    }
    return names;
}

/* ---- the reader ---- */

/* "a.b.c": a structure's field of a field; NULL when there is none. */
static matvar_t *field_at(matvar_t *v, const char *path)
{
    char name[256];
    while (v != NULL && *path != '\0') {
        const char *dot = strchr(path, '.');
        size_t length = dot != NULL ? (size_t)(dot - path) : strlen(path);
        if (v->class_type != MAT_C_STRUCT || length >= sizeof name) return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        v = Mat_VarGetStructFieldByName(v, name, 0);
        path += length + (dot != NULL);
    }
    return v;
}

static lacon_status read_field(lacon_ctx *ctx, lcn_table *t, lcn_feed *feed, mat_t *file)
{
    const char *wanted = t->options.variable, *dot = strchr(wanted, '.');
    char top[256];
    LCN_FAIL_IF((size_t)(dot - wanted) >= sizeof top, LACON_E_DATA, "%s: has no variable '%s'",
                feed->path, wanted);
    memcpy(top, wanted, (size_t)(dot - wanted));
    top[dot - wanted] = '\0';
    matvar_t *whole = Mat_VarRead(file, top), *v = field_at(whole, dot + 1);
    char text[LCN_SHAPE_TEXT];
    LCN_FAIL_IF(v == NULL, LACON_E_DATA, "%s: has no variable '%s'", feed->path, wanted);
    LCN_FAIL_IF(!is_table(v), LACON_E_DATA,
                "%s: variable '%s' is not a table (2 dimensions of 2 or more numbers): %s",
                feed->path, wanted, what_is(v, text));
    return send_values(ctx, t, feed, v, NULL);
}

static lacon_status read_picked(lacon_ctx *ctx, lcn_table *t, lcn_feed *feed, mat_t *file)
{
    lcn_pick pick = {.wanted = t->options.variable};
    if (pick.wanted != NULL && strchr(pick.wanted, '.') != NULL) {
        return read_field(ctx, t, feed, file);
    }
    LCN_TRY(offer_all(file, &pick));
    LCN_TRY(lcn_pick_check(ctx, &pick, feed->path));
    Mat_Rewind(file);
    matvar_t *v = Mat_VarReadInfo(file, pick.name);
    LCN_FAIL_IF(v == NULL || !is_table(v), LACON_E_FORMAT, "%s: variable '%s' cannot be read",
                feed->path, pick.name);
    int64_t count;
    LCN_FAIL_IF(__builtin_mul_overflow((int64_t)v->dims[0], (int64_t)v->dims[1], &count) ||
                    count > feed->most,
                LACON_E_FORMAT, "%s: variable '%s' claims more than a file of its size can hold",
                feed->path, pick.name);
    LCN_FAIL_IF(Mat_VarReadDataAll(file, v) != 0, LACON_E_FORMAT,
                "%s: variable '%s' is damaged or cut off", feed->path, pick.name);
    char **names = find_names(ctx, file, (int64_t)v->dims[t->options.transpose ? 0 : 1]);
    return send_values(ctx, t, feed, v, (const char *const *)names);
}

/* What matio holds is left to the end of the process, which is near. */
static lacon_status produce(lacon_ctx *ctx, lcn_table *t, lcn_feed *feed)
{
    char copy[LCN_FEED_PATH];
    const char *path = t->source.path;
    LCN_TRY(check_elements(ctx, &t->source));
    if (!lcn_feed_is_file(&t->source)) {
        LCN_TRY(lcn_feed_copy(ctx, &t->source, copy));
        path = copy;
    }
    mat_t *file = Mat_Open(path, MAT_ACC_RDONLY);
    LCN_FAIL_IF(file == NULL, LACON_E_FORMAT, "%s: is not a MATLAB file after all, or damaged",
                feed->path);
    return read_picked(ctx, t, feed, file);
}

const lcn_format lcn_format_mat = {.name = "mat",
                                   .what = "a MATLAB file",
                                   .probe = probe,
                                   .open = lcn_isolated_open,
                                   .read = lcn_isolated_read,
                                   .produce = produce};
