/* SPDX-License-Identifier: BSD-3-Clause
 * A file being written: buffered, the first fault kept until the end. Text is UTF-8 with '.' for
 * the decimal point whatever the locale.
 */
#ifndef LCN_WRITER_H
#define LCN_WRITER_H

#include "util/ctx.h"

typedef struct lcn_writer {
    lacon_allocator allocator;
    const char *path; /* for messages; borrowed */
    char *aside;      /* written under this name and renamed in the end; NULL: in place */
    int fd;           /* -1: into memory */
    char *buffer;
    size_t used;
    size_t capacity;  /* of the buffer, which grows when it is all there is */
    int error;        /* errno of the first fault, 0 none */
    bool within;      /* a line of a table */
} lcn_writer;

/* A file in a folder that is ours (a staging folder): made or emptied. path must outlive it. */
lacon_status lcn_writer_open(lacon_ctx *ctx, lcn_writer *out, const char *path);
/* A file that may exist: it is replaced when all is written, or stays as it was. */
lacon_status lcn_writer_replace(lacon_ctx *ctx, lcn_writer *out, const char *path);
/* Into memory: name is for messages, lcn_writer_take in place of close gives the block. */
lacon_status lcn_writer_memory(lacon_ctx *ctx, lcn_writer *out, const char *name);
lacon_status lcn_writer_take(lacon_ctx *ctx, lcn_writer *out, lacon_status status, void **bytes, size_t *size);
void lcn_writer_bytes(lcn_writer *out, const void *bytes, size_t count);
void lcn_writer_text(lcn_writer *out, const char *text);
void lcn_writer_int(lcn_writer *out, int64_t value);
void lcn_writer_double(lcn_writer *out, double value); /* NA for what is no number: unknown */
/* A cell of a tab-separated table: what would break the line becomes a blank. */
void lcn_writer_cell(lcn_writer *out, const char *text);
/* A line of a tab-separated table, cell by cell, and its end. */
void lcn_tsv_text(lcn_writer *out, const char *text);
void lcn_tsv_int(lcn_writer *out, int64_t value);
void lcn_tsv_double(lcn_writer *out, double value);
void lcn_tsv_doubles(lcn_writer *out, int64_t count, const double *values);
void lcn_tsv_end(lcn_writer *out);
/* DIR/NAME, filled by put from its object. */
typedef void lcn_writer_put(lcn_writer *out, const void *object);
lacon_status lcn_writer_store(lacon_ctx *ctx, const char *dir, const char *name, lcn_writer_put *put,
                           const void *object);
/* Flush, close; LACON_E_IO with the path and the reason when anything failed since opening. Pass
 * the status so far: when it is a failure the file goes away and the status comes back. */
lacon_status lcn_writer_close(lacon_ctx *ctx, lcn_writer *out, lacon_status status);

#endif
