/* SPDX-License-Identifier: BSD-3-Clause
 * The allocator of a context that was given none: calloc and free. The rest of memory is in ctx.h.
 */
#ifndef LCN_ALLOC_H
#define LCN_ALLOC_H

#include <stddef.h>

void *lcn_plain_alloc(void *user, size_t bytes);
void lcn_plain_free(void *user, void *block);

#endif
