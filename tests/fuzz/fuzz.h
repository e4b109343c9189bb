/* SPDX-License-Identifier: BSD-3-Clause
 * What the fuzz targets share. Each defines LLVMFuzzerTestOneInput and takes the bytes for a file;
 * what must hold afterwards is checked with HOLDS, which ends the program.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <lacon/lacon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Memory that counts its blocks and bytes and has an end: a file must not ask for much more than it holds. */
typedef struct fuzz_memory {
    size_t input; /* bytes of the file */
    int64_t live;
    size_t largest, now, peak;
} fuzz_memory;

enum { FUZZ_HEAD = 16 }; /* before each block: its size; malloc's alignment is kept */

static inline void *fuzz_alloc(void *user, size_t bytes)
{
    fuzz_memory *m = user;
    if (bytes > m->largest) m->largest = bytes;
    unsigned char *block = bytes <= (size_t)1 << 30 ? malloc(bytes + FUZZ_HEAD) : NULL;
    if (block == NULL) return NULL;
    memcpy(block, &bytes, sizeof bytes);
    m->live++;
    m->now += bytes;
    if (m->now > m->peak) m->peak = m->now;
    return block + FUZZ_HEAD;
}

static inline void fuzz_free(void *user, void *block)
{
    fuzz_memory *m = user;
    unsigned char *own = (unsigned char *)block - FUZZ_HEAD;
    size_t bytes;
    memcpy(&bytes, own, sizeof bytes);
    m->live--;
    m->now -= bytes;
    free(own);
}

static inline lacon_ctx *fuzz_begin(fuzz_memory *m)
{
    lacon_allocator a = {.alloc = fuzz_alloc, .free = fuzz_free, .user = m};
    lacon_ctx_options o;
    lacon_ctx_options_init(&o);
    o.allocator = &a;
    lacon_ctx *ctx;
    HOLDS(lacon_ctx_new(&ctx, &o) == LACON_OK);
    return ctx;
}

/* A failure has a message that names the file; nothing stays behind. */
static inline void fuzz_end(lacon_ctx *ctx, fuzz_memory *m, lacon_status status, const char *name)
{
    HOLDS(status <= 0 && status != LACON_E_INTERNAL);
    bool told = strstr(lacon_ctx_message(ctx), name) != NULL || status == LACON_E_MEMORY;
    if (status != LACON_OK && !told) fprintf(stderr, "'%s'\n", lacon_ctx_message(ctx));
    HOLDS(status == LACON_OK || told);
    lacon_ctx_free(ctx);
    HOLDS(m->live == 0);
}

/* What a reader may take: room for its buffers and four times the file. */
static inline void fuzz_bound(const fuzz_memory *m)
{
    if (m->peak > ((size_t)64 << 20) + 4 * m->input) fprintf(stderr, "%zu bytes for %zu\n", m->peak, m->input);
    HOLDS(m->peak <= ((size_t)64 << 20) + 4 * m->input);
}

#endif
