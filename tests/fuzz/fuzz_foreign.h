/* SPDX-License-Identifier: BSD-3-Clause
 * Formats that other people's libraries read, here in this process with nobody at the other end. What the reader leaves
 * to the end of its process is freed here.
 */
#ifndef FUZZ_FOREIGN_H
#define FUZZ_FOREIGN_H

#include "fuzz.h"
#include "io/formats/table.h"

#include <unistd.h>

typedef struct held {
    struct held *next;
    char padding[8]; /* what follows is aligned as malloc aligns */
} held;

static inline void *hold(void *user, size_t bytes)
{
    held *block = bytes <= (size_t)1 << 30 ? calloc(1, sizeof *block + bytes) : NULL;
    if (block == NULL) return NULL;
    block->next = *(held **)user;
    *(held **)user = block;
    return block + 1;
}

static inline void release(void *user, void *block)
{
    for (held **at = user; *at != NULL; at = &(*at)->next) {
        held *own = *at;
        if (own + 1 != (held *)block) continue;
        *at = own->next;
        free(own);
        return;
    }
    HOLDS(!"a block that was never given");
}

static inline lacon_status produce(lacon_ctx *ctx, const lcn_format *format, const uint8_t *bytes, size_t size)
{
    lcn_table table = {.format = format, .array = {.fd = -1}, .isolated = {.fd = -1}};
    table.options.transpose = size & 1;
    lacon_status status = lcn_source_memory(ctx, &table.source, "fuzzed", bytes, size);
    if (status < 0) return status;
    if (format->probe(&table.source)) {
        lcn_child feed = {.path = "fuzzed", .fd = -1, .most = lcn_source_most(&table.source)};
        status = format->produce(ctx, &table, &feed);
        HOLDS(status < 0 || feed.sent == feed.rows);
        HOLDS(status != LACON_E_MEMORY);
    }
    lcn_source_close(&table.source);
    return status;
}

static inline void fuzz_foreign(const lcn_format *format, const uint8_t *bytes, size_t size)
{
    fuzz_memory memory = {.input = size};
    held *all = NULL;
    lacon_ctx *told = fuzz_begin(&memory);
    const lacon_allocator own = told->allocator;
    told->allocator = (lacon_allocator){.alloc = hold, .free = release, .user = &all};
    const int first = dup(STDERR_FILENO);
    close(first);
    const lacon_status status = produce(told, format, bytes, size);
    close_range((unsigned)first, ~0U, 0); /* the copy that a library read */
    told->allocator = own;
    while (all != NULL) {
        held *next = all->next;
        free(all);
        all = next;
    }
    fuzz_end(told, &memory, status, "fuzzed");
}

static inline bool fuzz_is_mat5(const uint8_t *bytes, size_t size)
{
    return size >= 128 && (memcmp(bytes + 124, "\0\1IM", 4) == 0 || memcmp(bytes + 124, "\1\0MI", 4) == 0);
}

#endif
