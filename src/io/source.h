/* SPDX-License-Identifier: BSD-3-Clause
 * Where bytes come from: a file or memory, read front to back, unpacked when it is gzip, hashed on
 * the way. Memory is bounded by the caller's buffer whatever the size of the file. Used by lines.c
 * and npy.c.
 */
#ifndef LCN_SOURCE_H
#define LCN_SOURCE_H

#include "util/ctx.h"
#include "util/sha256.h"

#include <zlib.h>

typedef struct lcn_source {
    const char *path; /* for messages; borrowed */
    lacon_allocator allocator;
    int fd; /* -1: memory */
    const unsigned char *memory;
    int64_t size; /* bytes there are, -1 unknown (a pipe) */
    int64_t raw;  /* bytes taken so far */
    int64_t out;  /* bytes delivered so far; more than raw when unpacked */
    bool gzip;
    bool member_done; /* a gzip member ended, another may follow */
    z_stream z;
    unsigned char *packed; /* input of z */
    unsigned char head[8]; /* first bytes, before and after unpacking */
    size_t head_used, head_size;
    lcn_sha256 hash; /* of the bytes as stored */
} lcn_source;

/* LACON_E_IO naming the path when it cannot be opened or is a folder. path must outlive the source.
 */
lacon_status lcn_source_open(lacon_ctx *ctx, lcn_source *source, const char *path);
lacon_status lcn_source_memory(lacon_ctx *ctx, lcn_source *source, const char *name,
                               const void *bytes, size_t size);
void lcn_source_close(lcn_source *source);
/* Fills the buffer; *got < want at the end only. */
lacon_status lcn_source_read(lacon_ctx *ctx, lcn_source *source, void *to, size_t want,
                             size_t *got);
/* The same bytes once more. LACON_E_UNSUPPORTED for a pipe. */
lacon_status lcn_source_rewind(lacon_ctx *ctx, lcn_source *source);
/* True when the content starts with these bytes (at most 8), unpacked or not. */
bool lcn_source_starts(const lcn_source *source, const char *magic, size_t length);
/* The most bytes it can still deliver; -1 unknown. What a header claims is held against this. */
int64_t lcn_source_bound(const lcn_source *source);
/* Reads what is left and tells the digest of the whole file. */
lacon_status lcn_source_digest(lacon_ctx *ctx, lcn_source *source, char text[LCN_SHA256_TEXT]);

/* What the system says about an errno, in any thread. */
enum { LCN_OS_TEXT = 128 };
const char *lcn_os_text(int error, char buffer[LCN_OS_TEXT]);

#endif
