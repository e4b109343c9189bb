/* SPDX-License-Identifier: BSD-3-Clause
 * Arrays in a .npz file: a zip archive of .npy entries, as numpy.savez writes it and numpy.load
 * reads it. Entries are written as they are (not packed) and with a fixed date: the same arrays
 * give the same bytes. Packed entries are read too.
 */
#ifndef LCN_NPZ_H
#define LCN_NPZ_H

#include "io/formats/npy.h"
#include "io/writer.h"

/* ---- writing ---- */

typedef struct lcn_npz_entry {
    const char *name; /* borrowed, without .npy */
    uint32_t crc, size, offset;
} lcn_npz_entry;

enum { LCN_NPZ_ENTRIES = 24 };

typedef struct lcn_npz_writer {
    lcn_writer out;
    uint64_t offset;
    int count;
    lcn_npz_entry entries[LCN_NPZ_ENTRIES];
} lcn_npz_writer;

/* DIR/NAME with the arrays that `put` writes of an object. */
typedef lacon_status lcn_npz_put(lacon_ctx *ctx, lcn_npz_writer *w, const void *object);
lacon_status lcn_npz_store(lacon_ctx *ctx, const char *dir, const char *name, lcn_npz_put *put,
                           const void *object);
lacon_status lcn_npz_create(lacon_ctx *ctx, lcn_npz_writer *w, const char *path);
/* name must outlive the writer. shape: dims numbers. LACON_E_LIMIT beyond 4 GB. */
lacon_status lcn_npz_doubles(lacon_ctx *ctx, lcn_npz_writer *w, const char *name, int dims,
                             const int64_t *shape, const double *values);
lacon_status lcn_npz_ints(lacon_ctx *ctx, lcn_npz_writer *w, const char *name, int dims,
                          const int64_t *shape, const int64_t *values);
lacon_status lcn_npz_texts(lacon_ctx *ctx, lcn_npz_writer *w, const char *name, int64_t count,
                           const char *const *texts);
/* The same in memory, which *bytes gets: free with lcn_free. name is for messages. */
lacon_status lcn_npz_bytes(lacon_ctx *ctx, const char *name, lcn_npz_put *put, const void *object,
                           void **bytes, size_t *size);
/* As lcn_writer_close. */
lacon_status lcn_npz_finish(lacon_ctx *ctx, lcn_npz_writer *w, lacon_status status);

/* One array as a .npy file of its own. */
lacon_status lcn_npy_write(lacon_ctx *ctx, const char *path, int dims, const int64_t *shape,
                           const double *values);

/* ---- reading ---- */

typedef struct lcn_npz {
    const char *path; /* for messages; borrowed */
    lacon_allocator allocator;
    const unsigned char *bytes; /* the whole file */
    unsigned char *owned;       /* bytes, when we read them */
    size_t size;
    size_t directory; /* where the list of entries starts */
    int64_t entries;
} lcn_npz;

lacon_status lcn_npz_open(lacon_ctx *ctx, lcn_npz *npz, const char *path);
lacon_status lcn_npz_open_memory(lacon_ctx *ctx, lcn_npz *npz, const char *name, const void *bytes,
                                 size_t size);
void lcn_npz_close(lcn_npz *npz);

/* DIR/NAME opened for `take`, which makes *out of it, and closed. */
typedef lacon_status lcn_npz_take(lacon_ctx *ctx, void *out, const lcn_npz *npz);
lacon_status lcn_npz_load(lacon_ctx *ctx, void *out, const char *dir, const char *name,
                          lcn_npz_take *take);

/* An array out of it; values are in C order. Fails with LACON_E_FORMAT when it is not there, is
 * damaged, or its shape is not the one asked for: shape holds dims numbers, -1 for any, and is
 * filled in. Free with lcn_free. */
lacon_status lcn_npz_get_doubles(lacon_ctx *ctx, const lcn_npz *npz, const char *name, int dims,
                                 int64_t *shape, double **values);
/* N square matrices of k, however many and large. */
lacon_status lcn_npz_get_squares(lacon_ctx *ctx, const lcn_npz *npz, const char *name, int64_t *N, int64_t *k,
                                 double **values);
/* A list of texts in one block. */
lacon_status lcn_npz_get_texts(lacon_ctx *ctx, const lcn_npz *npz, const char *name, int64_t count,
                               char ***texts);
bool lcn_npz_has(const lcn_npz *npz, const char *name);

/* An array of the list; nothing but zeros before the first. */
typedef struct lcn_npz_listed {
    const char *name; /* not terminated, without .npy */
    size_t length;
    size_t at, next; /* where the list has it, and the one behind it */
    int64_t seen;
} lcn_npz_listed;

/* The arrays one after the other; false past the last. */
bool lcn_npz_next(const lcn_npz *npz, lcn_npz_listed *place);
/* What kind of array it is, from its first bytes alone. Of one that was come to, so that all of them are not looked
 * for by name: that is the square of their number. */
lacon_status lcn_npz_header(lacon_ctx *ctx, const lcn_npz *npz, const char *name, lcn_npy *out);
lacon_status lcn_npz_listed_header(lacon_ctx *ctx, const lcn_npz *npz, const lcn_npz_listed *place, lcn_npy *out);
/* The .npy inside, checked against its sum: *content points into the archive, or into *owned (free
 * with lcn_free) when it had to be unpacked. */
lacon_status lcn_npz_content(lacon_ctx *ctx, const lcn_npz *npz, const char *name,
                             const unsigned char **content, size_t *size, unsigned char **owned);

/* NumPy's header for a C-ordered array of doubles; returns its length (npz_write.c). */
size_t lcn_npy_header(char out[256], const char *descr, int dims, const int64_t *shape);

#endif
