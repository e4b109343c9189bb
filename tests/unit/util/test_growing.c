/* SPDX-License-Identifier: BSD-3-Clause
 * Structs of callers that are older or newer than the library. The same from outside: tests/abi.
 */
#include "one_ctx.h"
#include "util/options.h"

#include <string.h>

typedef struct shape {
    size_t size;
    int64_t first, second;
} shape;

static const shape DEFAULTS = {.size = sizeof(shape), .first = 7, .second = 8};

/* An older struct: what it has is filled, behind it nothing is touched. */
static void shorter(void **state)
{
    (void)state;
    struct {
        size_t size;
        int64_t first, canary;
    } older = {.canary = 99};
    lcn_options_give(&older, offsetof(shape, second), &DEFAULTS, sizeof DEFAULTS);
    assert_int_equal(older.size, offsetof(shape, second));
    assert_int_equal(older.first, 7);
    assert_int_equal(older.canary, 99);
    older.first = 1;
    shape own = DEFAULTS;
    assert_int_equal(lcn_options_take(ctx, &own, sizeof own, &older, "shape"), LACON_OK);
    assert_int_equal(own.size, sizeof own);
    assert_int_equal(own.first, 1);
    assert_int_equal(own.second, 8); /* the default, not the canary */
}

/* A newer one: what we do not know may be 0 and nothing else. */
static void longer(void **state)
{
    (void)state;
    struct {
        shape known;
        int64_t third;
    } newer;
    memset(&newer, 0xA5, sizeof newer);
    lcn_options_give(&newer, sizeof newer, &DEFAULTS, sizeof DEFAULTS);
    assert_int_equal(newer.known.size, sizeof newer);
    assert_int_equal(newer.third, 0);
    shape own = DEFAULTS;
    newer.known.second = 3;
    assert_int_equal(lcn_options_take(ctx, &own, sizeof own, &newer, "shape"), LACON_OK);
    assert_int_equal(own.second, 3);
    newer.third = 1;
    assert_int_equal(lcn_options_take(ctx, &own, sizeof own, &newer, "shape"), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(ctx), "too old to know"));
}

static void never_set(void **state)
{
    (void)state;
    shape own = DEFAULTS, given = DEFAULTS;
    assert_int_equal(lcn_options_take(ctx, &own, sizeof own, NULL, "shape"), LACON_OK);
    assert_int_equal(own.second, 8);
    const size_t sizes[] = {0, 3, 7, 5000, SIZE_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        given.size = sizes[i];
        assert_int_equal(lcn_options_take(ctx, &own, sizeof own, &given, "shape"), LACON_E_ARGUMENT);
        assert_non_null(strstr(lacon_ctx_message(ctx), "call shape_init first"));
        assert_int_equal(lcn_options_take(NULL, &own, sizeof own, &given, "shape"), LACON_E_ARGUMENT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shorter), cmocka_unit_test(longer),
                                       cmocka_unit_test(never_set)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
