/* SPDX-License-Identifier: BSD-3-Clause
 * A context with some threads, for tests. One for a whole program is in one_ctx.h, those that fail on
 * purpose in scratch.h.
 */
#ifndef TEST_CONTEXTS_H
#define TEST_CONTEXTS_H

#include <lacon/lacon.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline lacon_ctx *new_ctx(int threads)
{
    lacon_ctx_options o;
    lacon_ctx *one;
    lacon_ctx_options_init(&o);
    o.threads = threads;
    assert_int_equal(lacon_ctx_new(&one, &o), LACON_OK);
    return one;
}

static inline int stop_at_once(void *user)
{
    (void)user;
    return 1;
}

/* One whose caller wants no more whenever it is asked. */
static inline lacon_ctx *stopping_ctx(int threads)
{
    lacon_ctx_options o;
    lacon_ctx *one;
    lacon_ctx_options_init(&o);
    o.threads = threads;
    o.cancel = stop_at_once;
    assert_int_equal(lacon_ctx_new(&one, &o), LACON_OK);
    return one;
}

#endif
