/* SPDX-License-Identifier: BSD-3-Clause
 * Where bytes come from: a file, a pipe or memory, read front to back, unpacked when it is gzip,
 * as UTF-8 when a byte order mark says that it is UTF-16, hashed on the way. Memory is bounded by
 * the caller's buffer whatever the size of the file; what must be had twice from a pipe is spooled.
 * Every reader takes its bytes from here.
 */
#ifndef LCN_SOURCE_H
#define LCN_SOURCE_H

#include "util/ctx.h"
#include "util/sha256.h"

#include <time.h>
#include <zlib.h>

/* As many first bytes as every format needs to be known: HDF5 may begin at 512, NIfTI-2 has 540. */
enum { LCN_HEAD = 544 };

typedef struct lcn_source {
    const char *path; /* for messages; borrowed */
    lacon_allocator allocator;
    int fd; /* -1: memory */
    bool waits; /* a pipe whose context can be cancelled */
    const unsigned char *memory;
    int64_t size; /* bytes there are, -1 unknown (a pipe) */
    struct timespec written; /* when the file was last, as it was opened */
    int64_t raw;  /* bytes taken so far */
    int64_t out;  /* bytes delivered so far; more than raw when unpacked */
    bool gzip;
    int64_t unpacked; /* bytes that came out of gzip so far */
    bool utf16;
    struct lcn_utf16 *wide; /* what turns UTF-16 into UTF-8 */
    bool member_done; /* a gzip member ended, another may follow */
    z_stream z;
    unsigned char *packed; /* input of z */
    unsigned char head[LCN_HEAD]; /* first bytes, unpacked */
    size_t head_used, head_size;
    lcn_sha256 hash;      /* of the bytes as stored */
    unsigned char *spool; /* all bytes, unpacked, when they came from a pipe: then memory is this */
    char digest[LCN_SHA256_TEXT]; /* of what was spooled */
    double most_bytes; /* memory what is in it may take, 0 no limit */
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
/* Makes a pipe rewindable and bounded by taking all of it into memory; others are that already. */
lacon_status lcn_source_spool(lacon_ctx *ctx, lcn_source *source);
/* All there is from here on in one block, *size bytes and a zero; free with lcn_free. */
lacon_status lcn_source_all(lacon_ctx *ctx, lcn_source *source, unsigned char **all, size_t *size);
/* The same bytes once more. A pipe must have been spooled. */
lacon_status lcn_source_rewind(lacon_ctx *ctx, lcn_source *source);
/* True when the content has these bytes at its start, or from `at` (within LCN_HEAD). */
bool lcn_source_holds(const lcn_source *source, size_t at, const char *magic, size_t length);
bool lcn_source_starts(const lcn_source *source, const char *magic, size_t length);
/* The most bytes it can still deliver; -1 unknown. What a header claims is held against this. */
int64_t lcn_source_bound(const lcn_source *source);
/* The most values a table in it can have, whatever it is packed with: deflate at its best. */
int64_t lcn_source_most(const lcn_source *source);
/* LACON_E_LIMIT when so many bytes of memory are more than this source may take (--max-mem). */
lacon_status lcn_source_afford(lacon_ctx *ctx, const lcn_source *source, double bytes);
/* Reads what is left and gives the digest of the whole file. LACON_E_IO when it was written to since it was opened:
 * the digest may not be that of what was read before. */
lacon_status lcn_source_digest(lacon_ctx *ctx, lcn_source *source, char text[LCN_SHA256_TEXT]);
/* A whole file: all its bytes as lcn_source_all gives them (none after a failure), and its digest. */
lacon_status lcn_file_all(lacon_ctx *ctx, const char *path, unsigned char **all, size_t *size);
lacon_status lcn_file_digest(lacon_ctx *ctx, const char *path, char text[LCN_SHA256_TEXT]);

/* Whether only some lines of a file can be had: a plain one. */
static inline bool lcn_source_is_plain(const lcn_source *source)
{
    return source->fd >= 0 && source->size >= 0 && !source->gzip && !source->utf16;
}
/* Of a plain file: so many bytes are not delivered. Its digest is then for the caller to find. */
lacon_status lcn_source_skip(lacon_ctx *ctx, lcn_source *source, int64_t bytes);
/* Of a plain file: bytes [from, to) into a digest; they must be there. */
lacon_status lcn_source_hash(lacon_ctx *ctx, const lcn_source *source, int64_t from, int64_t to, lcn_sha256 *hash);
/* LACON_E_IO when it was written to since it was opened. */
lacon_status lcn_source_unchanged(lacon_ctx *ctx, const lcn_source *source);

/* What the system says about an errno, in any thread. */
enum { LCN_OS_TEXT = 128 };
const char *lcn_os_text(int error, char buffer[LCN_OS_TEXT]);
/* "PATH: cannot be read: ...", what: read, opened, written. A system without memory is LACON_E_MEMORY, else it is
 * LACON_E_IO. */
lacon_status lcn_fail_os(lacon_ctx *ctx, const char *path, const char *what, int error);

#endif
