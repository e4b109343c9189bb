/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of the context: 64-byte aligned and zeroed on top of an allocator that promises no more
 * than malloc does. The pointer that the allocator returned is stored just below the block:
 *
 *     raw ... padding ... [raw pointer][block, 64-byte aligned ... bytes]
 */
#include "util/alloc.h"
#include "util/ctx.h"
#include "util/format_text.h"
#include "util/store.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 64, OVERHEAD = ALIGNMENT - 1 + sizeof(void *) };

/* A page of memory costs as much to come by as to fill. Blocks of several large pages ask the system for
 * those; it may decline. */
enum { LARGE_PAGE = 2 << 20, LARGE_BLOCK = 2 * LARGE_PAGE };

static void in_large_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t from = ((uintptr_t)block + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    const uintptr_t to = ((uintptr_t)block + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
    (void)block, (void)bytes;
#endif
}

/* Zeroed, which spares a pass over large blocks: the system hands out zero pages. */
void *lcn_plain_alloc(void *user, size_t bytes)
{
    (void)user;
    void *block = calloc(1, bytes);
    if (block != NULL && bytes >= LARGE_BLOCK) in_large_pages(block, bytes);
    return block;
}

void lcn_plain_free(void *user, void *block)
{
    (void)user;
    free(block);
}

/* The same without zeroing. */
static void *plain_alloc_raw(size_t bytes)
{
    void *block = malloc(bytes);
    if (block != NULL && bytes >= LARGE_BLOCK) in_large_pages(block, bytes);
    return block;
}

/* raw is of so many bytes and OVERHEAD; NULL stays so */
static void *lay_out(void *raw)
{
    if (raw == NULL) return NULL;
    uintptr_t address = (uintptr_t)raw + OVERHEAD;
    unsigned char *block = (unsigned char *)raw + OVERHEAD - address % ALIGNMENT;
    memcpy(block - sizeof raw, &raw, sizeof raw);
    return block;
}

static bool too_large(size_t count, size_t size, size_t *bytes)
{
    return __builtin_mul_overflow(count, size, bytes) || *bytes > PTRDIFF_MAX - OVERHEAD;
}

static void *take(const lacon_allocator *a, size_t count, size_t size, bool zeroed)
{
    size_t bytes;
    if (too_large(count, size, &bytes)) return NULL;
    const bool plain = a->alloc == lcn_plain_alloc, clean = plain || a->alloc == lcn_store_alloc;
    void *block = lay_out(plain && !zeroed ? plain_alloc_raw(bytes + OVERHEAD) : a->alloc(a->user, bytes + OVERHEAD));
    if (block != NULL && zeroed && !clean) memset(block, 0, bytes);
    return block;
}

void *lcn_alloc_zeroed(const lacon_allocator *a, size_t count, size_t size)
{
    size_t bytes;
    return too_large(count, size, &bytes) ? NULL : lay_out(a->alloc(a->user, bytes + OVERHEAD));
}

void *lcn_alloc_with(const lacon_allocator *a, size_t count, size_t size)
{
    return take(a, count, size, true);
}

void lcn_free(const lacon_allocator *a, void *block)
{
    if (block == NULL) return;
    void *raw;
    memcpy(&raw, (unsigned char *)block - sizeof raw, sizeof raw);
    a->free(a->user, raw);
}

static void *take_or_fail(lacon_ctx *ctx, size_t count, size_t size, bool zeroed)
{
    void *block = take(&ctx->allocator, count, size, zeroed);
    double used, limit;
    if (block == NULL && lcn_store_full(&ctx->allocator, (double)count * (double)size, &used, &limit))
        lcn_fail(ctx, LACON_E_MEMORY, "%.0f MB are in use and %.1f MB more are wanted at least, where %.0f MB are "
                 "allowed for data and work: allow more (" LCN_OPTION "memory), or take fewer threads", used / 1e6,
                 (double)count * (double)size / 1e6, limit / 1e6);
    else if (block == NULL)
        lcn_fail(ctx, LACON_E_MEMORY, "out of memory: %zu x %zu bytes are not to be had", count, size);
    return block;
}

void *lcn_alloc(lacon_ctx *ctx, size_t count, size_t size)
{
    return take_or_fail(ctx, count, size, true);
}

void *lcn_alloc_raw(lacon_ctx *ctx, size_t count, size_t size)
{
    return take_or_fail(ctx, count, size, false);
}

/* list points to a pointer of any type, so it is copied and not cast. */
lacon_status lcn_grow(lacon_ctx *ctx, void *list, int64_t count, int64_t *capacity, size_t size, int64_t first)
{
    void *old;
    if (count < *capacity) return LACON_OK;
    const int64_t wider = *capacity > 0 ? 2 * *capacity : first;
    void *items = lcn_alloc(ctx, (size_t)wider, size);
    if (items == NULL) return LACON_E_MEMORY;
    memcpy(&old, list, sizeof old);
    if (count > 0) memcpy(items, old, (size_t)count * size);
    lcn_free(&ctx->allocator, old);
    memcpy(list, &items, sizeof items);
    *capacity = wider;
    return LACON_OK;
}

char *lcn_strdup(lacon_ctx *ctx, const char *text)
{
    size_t length = strlen(text);
    char *copy = lcn_alloc(ctx, length + 1, 1);
    if (copy != NULL) memcpy(copy, text, length + 1);
    return copy;
}

char *lcn_vsprintf(lacon_ctx *ctx, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = lcn_vformat(NULL, 0, format, args);
    char *text = NULL;
    if (length < 0)
        lcn_fail(ctx, LACON_E_INTERNAL, "a text could not be formatted");
    else
        text = lcn_alloc(ctx, (size_t)length + 1, 1);
    if (text != NULL) lcn_vformat(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *lcn_sprintf(lacon_ctx *ctx, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = lcn_vsprintf(ctx, format, args);
    va_end(args);
    return text;
}

lacon_status lcn_append_text(lacon_ctx *ctx, char ***list, int64_t *count, char *text)
{
    if (!text) return LACON_E_MEMORY;
    char **longer = lcn_alloc(ctx, (size_t)*count + 1, sizeof *longer);
    if (!longer) {
        lcn_free(&ctx->allocator, text);
        return LACON_E_MEMORY;
    }
    if (*count > 0) memcpy(longer, *list, (size_t)*count * sizeof *longer);
    longer[(*count)++] = text;
    lcn_free(&ctx->allocator, *list);
    *list = longer;
    return LACON_OK;
}
