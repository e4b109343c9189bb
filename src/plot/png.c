/* SPDX-License-Identifier: BSD-3-Clause
 * Pixels as a PNG file (ISO 15948): 8-bit RGB, resolution, one block of packed rows.
 */
#include "io/writer.h"
#include "plot/drawing.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

static void big_endian(uint8_t out[4], uint32_t value)
{
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void chunk(lcn_writer *out, const char type[4], const uint8_t *bytes, size_t count)
{
    uint8_t word[4];
    big_endian(word, (uint32_t)count);
    lcn_writer_bytes(out, word, 4);
    lcn_writer_bytes(out, type, 4);
    if (count > 0) lcn_writer_bytes(out, bytes, count);
    uLong sum = crc32(0, (const Bytef *)type, 4);
    if (count > 0) sum = crc32(sum, bytes, (uInt)count);
    big_endian(word, (uint32_t)sum);
    lcn_writer_bytes(out, word, 4);
}

/* Rows with filter 0 before each; equal neighbours are plenty, and deflate finds them. */
static lacon_status pack(lacon_ctx *ctx, const uint8_t *pixels, int64_t width, int64_t height,
                         uint8_t **out, uLongf *count)
{
    const size_t row = (size_t)(3 * width);
    uint8_t *rows = lcn_alloc(ctx, (size_t)height, row + 1);
    *count = compressBound((uLong)((size_t)height * (row + 1)));
    *out = rows ? lcn_alloc(ctx, *count, 1) : NULL;
    lacon_status status = *out ? LACON_OK : LACON_E_MEMORY;
    for (int64_t y = 0; status >= 0 && y < height; y++)
        memcpy(rows + (size_t)y * (row + 1) + 1, pixels + (size_t)y * row, row);
    if (status >= 0 && compress2(*out, count, rows, (uLong)((size_t)height * (row + 1)), 9) != Z_OK)
        status = LACON_E_MEMORY;
    lcn_free(&ctx->allocator, rows);
    return status;
}

static void put(lcn_writer *out, const uint8_t *packed, size_t count, int64_t width, int64_t height,
                double scale)
{
    uint8_t head[13] = {0}, size[9] = {0};
    big_endian(head, (uint32_t)width);
    big_endian(head + 4, (uint32_t)height);
    head[8] = 8; /* bits */
    head[9] = 2; /* RGB */
    big_endian(size, (uint32_t)lround(scale * 72 / 0.0254)); /* pixels per metre */
    memcpy(size + 4, size, 4);
    size[8] = 1; /* metre */
    lcn_writer_bytes(out, "\x89PNG\r\n\x1a\n", 8);
    chunk(out, "IHDR", head, sizeof head);
    chunk(out, "pHYs", size, sizeof size);
    chunk(out, "IDAT", packed, count);
    chunk(out, "IEND", NULL, 0);
}

lacon_status lcn_png_write(lacon_ctx *ctx, const lcn_drawing *drawing, const char *path,
                           double scale)
{
    uint8_t *pixels = NULL, *packed = NULL;
    int64_t width, height;
    uLongf count = 0;
    lcn_writer out;
    lacon_status status;
    LCN_GOTO(lcn_raster(ctx, drawing, scale, &pixels, &width, &height));
    LCN_GOTO(pack(ctx, pixels, width, height, &packed, &count));
    LCN_GOTO(lcn_writer_open(ctx, &out, path));
    put(&out, packed, count, width, height, scale);
    LCN_GOTO(lcn_writer_close(ctx, &out, LACON_OK));
done:
    lcn_free(&ctx->allocator, pixels);
    lcn_free(&ctx->allocator, packed);
    return status;
}
