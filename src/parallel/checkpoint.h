/* SPDX-License-Identifier: BSD-3-Clause
 * What is finished, kept in the folder of the context (lacon_ctx_options.checkpoint): each rank appends records to a
 * file of its own, DIR/part-RANK, and reads those of all, so that any number of ranks goes on from there. A record is
 *
 *     magic, identity of the call, index, length  |  bytes  |  SHA-256 of all that
 *
 * and either checks or does not count: reading a file ends at the first that does not, and its owner cuts it there.
 * The identity is a digest of version, call, options and data: records of another call are never taken for one's own.
 */
#ifndef LCN_CHECKPOINT_H
#define LCN_CHECKPOINT_H

#include "util/ctx.h"
#include "util/sha256.h"

/* Some bytes of a result, where they lie. */
typedef struct lcn_span {
    void *at;
    size_t bytes;
} lcn_span;

enum { LCN_SPANS = 16 };

typedef struct lcn_checkpoint {
    int fd;     /* -1: the context has none, and nothing is done */
    char *path; /* of this rank's file */
    char identity[LCN_SHA256_TEXT];
} lcn_checkpoint;

/* A digest that begins with the version and the name of the call; the caller adds what decides its results. */
void lcn_identity_begin(lcn_sha256 *hash, const char *call);

/* Called for every record of this identity, whatever the rank that wrote it. */
typedef void lcn_checkpoint_use(void *user, int64_t index, const void *bytes, size_t count);

/* All ranks together. identity is used up. LACON_E_ARGUMENT where the folder belongs to another command. */
lacon_status lcn_checkpoint_begin(lacon_ctx *ctx, lcn_checkpoint *out, lcn_sha256 *identity, lcn_checkpoint_use *use,
                                  void *user);
/* One call of write: by one thread at a time. */
lacon_status lcn_checkpoint_add(lacon_ctx *ctx, lcn_checkpoint *to, int64_t index, const lcn_span *spans, int count);
void lcn_checkpoint_end(lacon_ctx *ctx, lcn_checkpoint *checkpoint);

#endif
