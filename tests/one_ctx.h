/* SPDX-License-Identifier: BSD-3-Clause
 * One context for a whole test program, opened and closed by cmocka's group.
 */
#ifndef TEST_ONE_CTX_H
#define TEST_ONE_CTX_H

#include "contexts.h"

static lacon_ctx *ctx __attribute__((unused));

static inline int open_ctx(void **state)
{
    (void)state;
    return lacon_ctx_new(&ctx, NULL);
}

static inline int close_ctx(void **state)
{
    (void)state;
    lacon_ctx_free(ctx);
    return 0;
}

#endif
