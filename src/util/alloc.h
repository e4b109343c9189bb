/* SPDX-License-Identifier: BSD-3-Clause
 * The default allocator of a context: calloc and free. The functions that the library calls are in ctx.h.
 */
#ifndef LCN_ALLOC_H
#define LCN_ALLOC_H

#include <lacon/context.h>
#include <stddef.h>

void *lcn_plain_alloc(void *user, size_t bytes);
void lcn_plain_free(void *user, void *block);
/* lcn_alloc_with from an allocator whose memory is zeroed already. */
void *lcn_alloc_zeroed(const lacon_allocator *a, size_t count, size_t size);

#endif
