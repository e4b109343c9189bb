/* SPDX-License-Identifier: BSD-3-Clause
 * Blocks that may be kept in files: what lacon/store.h promises, for those who read and use rows.
 */
#ifndef LCN_STORE_H
#define LCN_STORE_H

#include "util/ctx.h"
#include <lacon/store.h>

/* The alloc of a store: zeroed memory, never a file. */
void *lcn_store_alloc(void *user, size_t bytes);
/* Whether it is the limit of a store that so many bytes more do not keep to; what is in use, and that limit. */
bool lcn_store_full(const lacon_allocator *a, double bytes, double *used, double *limit);
/* lcn_alloc for rows: in a file where the context has a store and its memory is used up. */
void *lcn_alloc_kept(lacon_ctx *ctx, size_t count, size_t size);

/* Whether this block, which came from that allocator, is in a file. NULL is not. */
bool lcn_is_kept(const lacon_allocator *a, const void *block);
/* Part of such a block is wanted soon; or not for now, and its memory may go. */
void lcn_kept_ahead(const void *x, size_t bytes);
void lcn_kept_done(const void *x, size_t bytes);

/* A sum that tells one changed bit, or two words that changed places. */
uint64_t lcn_seal(const void *x, size_t bytes);

#endif
