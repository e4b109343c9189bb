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

/* Memory that counts its blocks and has an end: a small file must not ask for much. */
typedef struct fuzz_memory {
    int64_t live;
    size_t largest;
} fuzz_memory;

static inline void *fuzz_alloc(void *user, size_t bytes)
{
    fuzz_memory *m = user;
    if (bytes > m->largest) m->largest = bytes;
    void *block = bytes <= (size_t)1 << 30 ? malloc(bytes) : NULL;
    m->live += block != NULL;
    return block;
}

static inline void fuzz_free(void *user, void *block)
{
    ((fuzz_memory *)user)->live--;
    free(block);
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

#endif
