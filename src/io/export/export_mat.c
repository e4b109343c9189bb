/* SPDX-License-Identifier: BSD-3-Clause
 * Rows as a MATLAB 5 file: `ts` (n × p doubles, column by column) and `variables` (a cell array of
 * their names). Written by hand and without a date: the same rows give the same bytes.
 *
 * An element is a tag (type, bytes) and its bytes, filled up to a multiple of 8; an array is an
 * element of elements: flags, shape, name, values.
 */
#include "io/export/export.h"
#include "util/utf8.h"

#include <string.h>

enum { INT8 = 1, INT32 = 5, UINT16 = 4, UINT32 = 6, DOUBLE = 9, MATRIX = 14 };
enum { CLASS_CELL = 1, CLASS_CHAR = 4, CLASS_DOUBLE = 6 };

static uint64_t padded(uint64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static void put_tag(lcn_writer *out, uint32_t type, uint64_t bytes)
{
    uint32_t tag[2] = {type, (uint32_t)bytes};
    lcn_writer_bytes(out, tag, sizeof tag);
}

static void put_padding(lcn_writer *out, uint64_t bytes)
{
    static const char zeros[8];
    lcn_writer_bytes(out, zeros, (size_t)(padded(bytes) - bytes));
}

/* Flags, shape and name: their bytes, and they themselves. */
static uint64_t head_bytes(const char *name)
{
    return 16 + 16 + 8 + padded(strlen(name));
}

static void put_head(lcn_writer *out, uint32_t class, int64_t rows, int64_t columns, const char *name)
{
    uint32_t flags[2] = {class, 0};
    int32_t shape[2] = {(int32_t)rows, (int32_t)columns};
    put_tag(out, UINT32, sizeof flags);
    lcn_writer_bytes(out, flags, sizeof flags);
    put_tag(out, INT32, sizeof shape);
    lcn_writer_bytes(out, shape, sizeof shape);
    put_tag(out, INT8, strlen(name));
    lcn_writer_bytes(out, name, strlen(name));
    put_padding(out, strlen(name));
}

static void put_rows(lcn_writer *out, const lcn_class *class, int64_t p)
{
    uint64_t bytes = (uint64_t)class->n * (uint64_t)p * sizeof(double);
    put_tag(out, MATRIX, head_bytes("ts") + 8 + bytes);
    put_head(out, CLASS_DOUBLE, class->n, p, "ts");
    put_tag(out, DOUBLE, bytes);
    for (int64_t r = 0; r < p && out->error == 0; r++) {
        for (int64_t i = 0; i < class->n; i++) {
            double value = lcn_class_value(class, i, r);
            lcn_writer_bytes(out, &value, sizeof value);
        }
    }
}

/* Text is UTF-16 in MATLAB: two units for what lies beyond. to NULL: counted only. */
static size_t utf16(const char *text, lcn_writer *to)
{
    size_t count = 0, length = strlen(text);
    for (size_t i = 0; i < length;) {
        uint32_t c = (unsigned char)text[i];
        size_t n = lcn_utf8_next(text + i, length - i, &c);
        i += n > 0 ? n : 1;
        uint16_t units[2] = {(uint16_t)c, 0};
        if (c > 0xFFFF) {
            units[0] = (uint16_t)(0xD800 + ((c - 0x10000) >> 10));
            units[1] = (uint16_t)(0xDC00 + ((c - 0x10000) & 0x3FF));
        }
        size_t used = c > 0xFFFF ? 2 : 1;
        if (to != NULL) lcn_writer_bytes(to, units, 2 * used);
        count += used;
    }
    return count;
}

static uint64_t text_bytes(const char *text)
{
    return head_bytes("") + 8 + padded(2 * utf16(text, NULL));
}

static void put_names(lcn_writer *out, const lacon_data *data)
{
    uint64_t bytes = head_bytes("variables");
    for (int64_t r = 0; r < data->p; r++) bytes += 8 + text_bytes(lacon_data_name(data, r));
    put_tag(out, MATRIX, bytes);
    put_head(out, CLASS_CELL, 1, data->p, "variables");
    for (int64_t r = 0; r < data->p; r++) {
        const char *name = lacon_data_name(data, r);
        size_t units = utf16(name, NULL);
        put_tag(out, MATRIX, text_bytes(name));
        put_head(out, CLASS_CHAR, 1, (int64_t)units, "");
        put_tag(out, UINT16, 2 * units);
        utf16(name, out);
        put_padding(out, 2 * units);
    }
}

lacon_status lcn_write_mat(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                           const char *path, const lacon_export_options *options)
{
    (void)options;
    char head[128];
    lcn_writer out;
    LCN_FAIL_IF(class->n > INT32_MAX || class->n > (int64_t)UINT32_MAX / 9 / data->p, LACON_E_LIMIT,
                "%s: more than the 4 GB a MATLAB 5 file can hold: write HDF5", path);
    memset(head, ' ', 116);
    memcpy(head, "MATLAB 5.0 MAT-file, written by lacon", 37);
    memset(head + 116, 0, 8);
    uint16_t mark[2] = {0x0100, 'M' << 8 | 'I'}; /* version, and the order of bytes */
    memcpy(head + 124, mark, sizeof mark);
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    lcn_writer_bytes(&out, head, sizeof head);
    put_rows(&out, class, data->p);
    put_names(&out, data);
    return lcn_writer_close(ctx, &out, LACON_OK);
}
