/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB files of version 4: the walk over its variables (mat_whole.c), and what is made of what matio then
 * finds (table_mat.c), here in this process with nobody at the other end. Later versions, which are most of
 * matio, are left to the child that reads them. What the reader leaves to the end of its process is freed
 * here.
 */
#include "fuzz.h"
#include "io/formats/mat_whole.h"
#include "io/formats/table.h"

#include <unistd.h>

typedef struct held {
    struct held *next;
    char padding[8]; /* what follows is aligned as malloc aligns */
} held;

static void *hold(void *user, size_t bytes)
{
    held *block = bytes <= (size_t)1 << 30 ? calloc(1, sizeof *block + bytes) : NULL;
    if (block == NULL) return NULL;
    block->next = *(held **)user;
    *(held **)user = block;
    return block + 1;
}

static void release(void *user, void *block)
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

static lacon_status produce(lacon_ctx *ctx, const uint8_t *bytes, size_t size)
{
    lcn_table table = {.format = &lcn_format_mat, .array = {.fd = -1}, .isolated = {.fd = -1}};
    table.options.transpose = size & 1;
    lacon_status status = lcn_source_memory(ctx, &table.source, "fuzzed", bytes, size);
    if (status < 0) return status;
    if (lcn_mat_probe(&table.source)) {
        lcn_child feed = {.path = "fuzzed", .fd = -1, .most = lcn_source_most(&table.source)};
        status = lcn_format_mat.produce(ctx, &table, &feed);
        HOLDS(status < 0 || feed.sent == feed.rows);
        HOLDS(status != LACON_E_MEMORY);
    }
    lcn_source_close(&table.source);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_memory memory = {0};
    held *all = NULL;
    lacon_ctx *told = fuzz_begin(&memory);
    const lacon_allocator own = told->allocator;
    if (size >= 128 && (memcmp(bytes + 124, "\0\1IM", 4) == 0 || memcmp(bytes + 124, "\1\0MI", 4) == 0)) size = 0;
    told->allocator = (lacon_allocator){.alloc = hold, .free = release, .user = &all};
    const int first = dup(STDERR_FILENO);
    close(first);
    const lacon_status status = produce(told, bytes, size);
    close_range((unsigned)first, ~0U, 0); /* the copy that matio read */
    told->allocator = own;
    while (all != NULL) {
        held *next = all->next;
        free(all);
        all = next;
    }
    fuzz_end(told, &memory, status, "fuzzed");
    return 0;
}
