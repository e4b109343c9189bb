/* SPDX-License-Identifier: BSD-3-Clause
 * Have all ranks seen the same? They tell each other a digest of it. Where these differ rank 0 tells all of its own,
 * and the first rank that has seen something else says what and where; ranks.h.
 */
#include "parallel/ranks.h"

#include <string.h>

/* The machine, then name and digest of every thing, each ended by a 0. NULL: no memory */
static char *as_text(lacon_ctx *ctx, const lcn_seen *seen, int64_t count, int64_t *bytes)
{
    *bytes = LCN_MACHINE;
    for (int64_t i = 0; i < count; i++) *bytes += (int64_t)(strlen(seen[i].name) + 1 + sizeof seen[i].digest);
    char *text = lcn_alloc(ctx, (size_t)*bytes, 1), *at = text ? text + LCN_MACHINE : NULL;
    if (text) lcn_machine(text);
    for (int64_t i = 0; text && i < count; i++) {
        const size_t length = strlen(seen[i].name) + 1;
        memcpy(at, seen[i].name, length);
        memcpy(at + length, seen[i].digest, sizeof seen[i].digest);
        at += length + sizeof seen[i].digest;
    }
    return text;
}

/* What differs first: its names here and there, empty where there is none any more. */
static void first_difference(const char **here, const char **there, const lcn_seen *seen, int64_t count,
                             const char *text, int64_t bytes)
{
    const char *at = text + LCN_MACHINE, *end = text + bytes;
    int64_t i = 0;
    for (; i < count && at < end; i++) {
        const char *digest = at + strlen(at) + 1;
        if (strcmp(at, seen[i].name) != 0 || memcmp(digest, seen[i].digest, sizeof seen[i].digest) != 0) break;
        at = digest + sizeof seen[i].digest;
    }
    *here = i < count ? seen[i].name : "";
    *there = at < end ? at : "";
}

static lacon_status tell(lacon_ctx *ctx, const lcn_seen *seen, int64_t count, const char *text, int64_t bytes)
{
    static const char remedy[] = "do all ranks see the same files, and did none change meanwhile?";
    const char *here, *there;
    char machine[LCN_MACHINE];
    lcn_machine(machine);
    first_difference(&here, &there, seen, count, text, bytes);
    if (strcmp(here, there) == 0)
        return lcn_fail(ctx, LACON_E_DATA, "rank %d (%s) has another '%s' than rank 0 (%s): %s", lcn_rank(ctx),
                        machine, here, text, remedy);
    return lcn_fail(ctx, LACON_E_DATA, "rank %d (%s) has %s%s%s where rank 0 (%s) has %s%s%s: %s", lcn_rank(ctx),
                    machine, *here ? "'" : "", *here ? here : "no more", *here ? "'" : "", text, *there ? "'" : "",
                    *there ? there : "no more", *there ? "'" : "", remedy);
}

/* Rank `odd` is the first that differs. */
static lacon_status tell_difference(lacon_ctx *ctx, const lcn_seen *seen, int64_t count, int odd)
{
    const bool first = lcn_rank(ctx) == 0;
    int64_t bytes = 0;
    char *text = first ? as_text(ctx, seen, count, &bytes) : NULL;
    lacon_status status = lcn_agree(ctx, text || !first ? LACON_OK : LACON_E_MEMORY);
    if (status >= 0) status = lcn_broadcast(ctx, &bytes, sizeof bytes);
    if (status >= 0 && !first) text = lcn_alloc(ctx, (size_t)bytes, 1);
    if (status >= 0) status = lcn_agree(ctx, text ? LACON_OK : LACON_E_MEMORY);
    if (status >= 0) status = lcn_broadcast(ctx, text, (size_t)bytes);
    if (status >= 0) status = lcn_agree(ctx, lcn_rank(ctx) == odd ? tell(ctx, seen, count, text, bytes) : LACON_OK);
    lcn_free(&ctx->allocator, text);
    return status;
}

lacon_status lcn_compare_ranks(lacon_ctx *ctx, const lcn_seen *seen, int64_t count)
{
    char own[LCN_SHA256_TEXT];
    void *all = NULL;
    size_t total = 0;
    int odd = 0;
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    lcn_sha256_update(&hash, &count, sizeof count);
    for (int64_t i = 0; i < count; i++) {
        lcn_sha256_update(&hash, seen[i].name, strlen(seen[i].name) + 1);
        lcn_sha256_update(&hash, seen[i].digest, sizeof seen[i].digest);
    }
    lcn_sha256_final(&hash, own);
    LCN_TRY(lcn_gather(ctx, &all, &total, own, sizeof own));
    for (int i = lcn_ranks(ctx) - 1; i > 0; i--)
        if (memcmp((char *)all + (size_t)i * sizeof own, all, sizeof own) != 0) odd = i;
    lcn_free(&ctx->allocator, all);
    return odd > 0 ? tell_difference(ctx, seen, count, odd) : LACON_OK;
}
