/* SPDX-License-Identifier: BSD-3-Clause
 * Who reads which file, and what is told of it afterwards; see dealt_files.h.
 */
#include "io/intake/dealt_files.h"

#include <string.h>
#include <sys/stat.h>

static double bytes_of(const lcn_input_file *file)
{
    struct stat info;
    return stat(file->path, &info) == 0 ? (double)info.st_size : 0.0;
}

/* ---- before reading ---- */

/* By their labels and sizes: their folders may have other names elsewhere. */
lacon_status lcn_compare_files(lacon_ctx *ctx, const lcn_input_file *files, int64_t count)
{
    lcn_seen *seen = lcn_alloc(ctx, (size_t)count, sizeof *seen);
    lacon_status status = lcn_agree(ctx, seen ? LACON_OK : LACON_E_MEMORY);
    for (int64_t i = 0; i < count && status >= 0; i++) {
        const double bytes = bytes_of(&files[i]);
        lcn_sha256 hash;
        seen[i].name = files[i].label;
        lcn_sha256_init(&hash);
        lcn_sha256_update(&hash, &bytes, sizeof bytes);
        lcn_sha256_final(&hash, seen[i].digest);
    }
    if (status >= 0) status = lcn_compare_ranks(ctx, seen, count);
    lcn_free(&ctx->allocator, seen);
    return status;
}

typedef struct costs {
    const double *bytes;
    int64_t count, pieces;
} costs;

static double cost_of(const void *user, int64_t piece)
{
    const costs *c = user;
    const int64_t end = lcn_piece_begin(piece + 1, c->pieces, c->count);
    double sum = 1.0; /* a file of which nothing is known */
    for (int64_t i = lcn_piece_begin(piece, c->pieces, c->count); i < end; i++) sum += c->bytes[i];
    return sum;
}

lacon_status lcn_deal_files(lacon_ctx *ctx, lcn_sharing *share, const lcn_input_file *files, int64_t count, int64_t p)
{
    double *bytes = lcn_alloc(ctx, (size_t)count, sizeof *bytes);
    if (bytes == NULL) return LACON_E_MEMORY;
    const costs c = {bytes, count, lcn_pieces_of(count, p)};
    for (int64_t i = 0; i < count; i++) bytes[i] = bytes_of(&files[i]);
    lacon_status status = lcn_compare_files(ctx, files, count);
    if (status >= 0) status = lcn_share_deal(ctx, share, c.pieces, cost_of, &c);
    lcn_free(&ctx->allocator, bytes);
    return status;
}

/* ---- afterwards ---- */

/* What is told of a file: its class, whose pointers mean nothing elsewhere. */
typedef struct words {
    lcn_class class;
    char sha256[LCN_SHA256_TEXT];
    int format;
} words;

static void describe(words *w, const lcn_input_file *file)
{
    w->class = file->reduced[0];
    memcpy(w->sha256, file->sha256, sizeof w->sha256);
    w->format = lcn_format_number(file->format);
}

static lacon_status take_words(lacon_ctx *ctx, lcn_input_file *file, const words *w, int64_t p)
{
    file->rows = lcn_alloc(ctx, 1, sizeof *file->rows);
    file->reduced = lcn_alloc(ctx, 1, sizeof *file->reduced);
    if (file->rows == NULL || file->reduced == NULL) return LACON_E_MEMORY;
    lcn_class *class = file->reduced;
    *class = w->class;
    class->x = class->owned = NULL;
    class->mean = class->scale = NULL;
    class->lagged = NULL;
    class->rho = NULL;
    class->label = class->source = NULL;
    class->format = NULL;
    class->seal = 0;
    class->ld = p;
    file->kind = class->kind;
    file->count = 1;
    file->format = lcn_format_what(w->format);
    memcpy(file->sha256, w->sha256, sizeof file->sha256);
    return LACON_OK;
}

lacon_status lcn_tell_files(lacon_ctx *ctx, const lcn_sharing *share, lcn_input_file *files, int64_t count, int64_t p)
{
    const int64_t from = lcn_share_begin(share, count), to = lcn_share_end(share, count);
    words *all = lcn_alloc(ctx, (size_t)count, sizeof *all);
    lacon_status status = lcn_agree(ctx, all ? LACON_OK : LACON_E_MEMORY);
    for (int64_t i = from; status >= 0 && i < to; i++) describe(&all[i], &files[i]);
    if (status >= 0) lcn_share_gather(share, all, sizeof *all, count);
    if (status >= 0 && ctx->known < 0) status = ctx->known;
    for (int64_t i = 0; status >= 0 && i < count; i++)
        if (i < from || i >= to) status = take_words(ctx, &files[i], &all[i], p);
    lcn_free(&ctx->allocator, all);
    return status;
}
