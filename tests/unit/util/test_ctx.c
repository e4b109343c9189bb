/* SPDX-License-Identifier: BSD-3-Clause
 * The context: options, memory, messages, callbacks; status tables and version.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scratch.h"
#include "util/ctx.h"

static void test_options(void **state)
{
    (void)state;
    lacon_ctx *ctx = NULL;
    lacon_ctx_options o;
    lacon_ctx_options_init(&o);
    assert_int_equal(o.threads, 1);
    o.threads = 3;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    assert_int_equal(lacon_ctx_threads(ctx), 3);
    assert_string_equal(lacon_ctx_message(ctx), "");
    lacon_ctx_free(ctx);
    lacon_ctx_free(NULL);
    o.threads = 0;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_E_ARGUMENT);
    assert_null(ctx);
    lacon_ctx_options_init(&o);
    o.size = 1;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_E_ARGUMENT);
    lacon_allocator half = {.alloc = faulty_alloc};
    lacon_ctx_options_init(&o);
    o.allocator = &half;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_E_ARGUMENT);
}

/* A caller compiled when the struct ended before `progress` sees the same defaults as ever. */
static void test_short_options(void **state)
{
    (void)state;
    lacon_ctx *ctx = NULL;
    lacon_ctx_options o;
    memset(&o, 0xFF, sizeof o);
    o.size = offsetof(lacon_ctx_options, log);
    o.allocator = NULL;
    o.threads = 2;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    assert_null(ctx->log);
    assert_null(ctx->cancel);
    lacon_ctx_free(ctx);
}

static void test_memory(void **state)
{
    (void)state;
    faulty f = {0};
    lacon_ctx *ctx = faulty_ctx(&f, 1);
    void *blocks[40];
    for (size_t i = 0; i < 40; i++) {
        unsigned char *b = blocks[i] = lcn_alloc(ctx, i, 3);
        assert_non_null(b);
        assert_int_equal((uintptr_t)b % 64, 0);
        for (size_t j = 0; j < 3 * i; j++) assert_int_equal(b[j], 0);
        memset(b, 0x5A, 3 * i);
    }
    for (size_t i = 0; i < 40; i++) {
        const unsigned char *b = blocks[i];
        for (size_t j = 0; j < 3 * i; j++) assert_int_equal(b[j], 0x5A); /* nobody overlaps */
        lcn_free(&ctx->allocator, blocks[i]);
    }
    lcn_free(&ctx->allocator, NULL);
    assert_null(lcn_alloc(ctx, SIZE_MAX / 2, 3));
    assert_non_null(strstr(lacon_ctx_message(ctx), "out of memory"));
    assert_null(lcn_alloc(ctx, SIZE_MAX - 10, 1));
    assert_null(lcn_alloc(ctx, SIZE_MAX, SIZE_MAX));
    f.fail_at = f.calls + 1;
    assert_null(lcn_strdup(ctx, "text"));
    char *text = lcn_sprintf(ctx, "%s-%d", "x", 7);
    assert_string_equal(text, "x-7");
    lcn_free(&ctx->allocator, text);
    assert_int_equal(f.live, 1);
    lacon_ctx_free(ctx);
    assert_int_equal(f.live, 0);
    f = (faulty){.fail_at = 1};
    assert_null(faulty_ctx(&f, 1));
}

static void test_grow(void **state)
{
    (void)state;
    faulty f = {0};
    lacon_ctx *ctx = faulty_ctx(&f, 1);
    int16_t *list = NULL;
    int64_t capacity = 0;
    for (int16_t i = 0; i < 100; i++) {
        assert_int_equal(lcn_grow(ctx, &list, i, &capacity, sizeof *list, 3), LACON_OK);
        assert_true(capacity > i);
        list[i] = i;
    }
    assert_int_equal(capacity, 192); /* 3, 6, .. */
    const int16_t *before = list;
    f.fail_at = f.calls + 1;
    assert_int_equal(lcn_grow(ctx, &list, 192, &capacity, sizeof *list, 3), LACON_E_MEMORY);
    assert_true(list == before && capacity == 192);
    for (int i = 0; i < 100; i++) assert_int_equal(list[i], i);
    lcn_free(&ctx->allocator, list);
    lacon_ctx_free(ctx);
    assert_int_equal(f.live, 0);
}

static void test_messages(void **state)
{
    (void)state;
    lacon_ctx *ctx;
    assert_int_equal(lacon_ctx_new(&ctx, NULL), LACON_OK);
    assert_int_equal(lcn_fail(ctx, LACON_E_DATA, "row %d", 3), LACON_E_DATA);
    assert_int_equal(lcn_fail(ctx, LACON_E_IO, "file: %s", lacon_ctx_message(ctx)), LACON_E_IO);
    assert_string_equal(lacon_ctx_message(ctx), "file: row 3");
    lcn_fail(ctx, LACON_E_DATA,
             "a\x1b[31mb\xff"
             "c \xc3\xb6\xc2\x9b");
    assert_string_equal(lacon_ctx_message(ctx), "a?[31mb?c \xc3\xb6??");
    char *wide = malloc(5001);
    memset(wide, 0, 5001);
    for (int i = 0; i < 2500; i++) memcpy(wide + 2 * i, "\xc3\xb6", 2);
    for (int shift = 0; shift < 2; shift++) {
        lcn_fail(ctx, LACON_E_DATA, "%s%s", shift ? "x" : "", wide);
        const char *m = lacon_ctx_message(ctx);
        size_t n = strlen(m);
        assert_true(n < LCN_MESSAGE_MAX && n > LCN_MESSAGE_MAX - 8);
        assert_string_equal(m + n - 3, "...");
        assert_null(strchr(m, '?')); /* no character was cut in two */
    }
    free(wide);
    lacon_ctx_free(ctx);
}

typedef struct heard {
    char log[64];
    lacon_log_level level;
    lacon_progress where;
    int stop;
} heard;

static void on_log(void *user, lacon_log_level level, const char *message)
{
    heard *h = user;
    h->level = level;
    snprintf(h->log, sizeof h->log, "%s", message);
}
static void on_progress(void *user, const lacon_progress *where)
{
    ((heard *)user)->where = *where;
}
static int on_cancel(void *user)
{
    return ((heard *)user)->stop;
}

static void test_callbacks(void **state)
{
    (void)state;
    heard h = {.stop = 0};
    lacon_ctx *ctx;
    lacon_ctx_options o;
    lacon_ctx_options_init(&o);
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    lcn_log(ctx, LACON_LOG_INFO, "nobody listens");
    lcn_progress(ctx, "read", 1, 2, NAN);
    assert_false(lcn_cancelled(ctx));
    lacon_ctx_free(ctx);
    o.log = on_log;
    o.progress = on_progress;
    o.cancel = on_cancel;
    o.user = &h;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    lcn_log(ctx, LACON_LOG_WARNING, "n = %d", 5);
    assert_string_equal(h.log, "n = 5");
    assert_int_equal(h.level, LACON_LOG_WARNING);
    lcn_progress(ctx, "fit", 3, 9, 1.5);
    assert_string_equal(h.where.phase, "fit");
    assert_int_equal(h.where.step, 3);
    assert_int_equal(h.where.total, 9);
    assert_true(h.where.objective == 1.5);
    assert_false(lcn_cancelled(ctx));
    h.stop = 1;
    assert_true(lcn_cancelled(ctx));
    lacon_ctx_free(ctx);
}

static void test_tables(void **state)
{
    (void)state;
    static const int codes[] = {0, -10, -20, -30, -40, -50, -60, -70, -80, -90, -100, -110, 10, 20};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        assert_string_not_equal(lacon_status_name(codes[i]), "LACON_UNKNOWN");
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(lacon_status_name(codes[i]), lacon_status_name(codes[j]));
            assert_string_not_equal(lacon_status_text(codes[i]), lacon_status_text(codes[j]));
        }
    }
    assert_string_equal(lacon_status_name(LACON_E_DATA), "LACON_E_DATA");
    assert_string_equal(lacon_status_text(LACON_E_DATA), "unusable data");
    assert_string_equal(lacon_status_name(-12345), "LACON_UNKNOWN");
    assert_non_null(lacon_status_text(77));
    assert_int_equal(lacon_version(), LACON_VERSION);
    assert_string_equal(lacon_version_text(), LACON_VERSION_TEXT);
    assert_non_null(strstr(lacon_build_text(), "OpenBLAS"));
}

/* The sentence without marks, the options it names one by one, the marks for those who want them. */
static void remedies(void **state)
{
    (void)state;
    lacon_ctx *one = NULL;
    char option[16], value[16];
    assert_int_equal(lacon_ctx_new(&one, NULL), LACON_OK);
    assert_int_equal(lacon_ctx_remedy(one, 0, option, value, sizeof option), 0);
    lcn_fail(one, LACON_E_DATA,
             "no: drop '%s' (" LCN_OPTION "ignore '%s'), " LCN_OPTION "missing marginal, or name ("
             LCN_OPTION "atlas FILE) " LCN_OPTION "force", "a b", "a b");
    assert_string_equal(lacon_ctx_message(one),
                        "no: drop 'a b' (ignore 'a b'), missing marginal, or name (atlas FILE) force");
    assert_non_null(strstr(lacon_ctx_marked(one), "(\x1e" "ignore 'a b')"));
    static const char *const wanted[][2] = {{"ignore", "a b"}, {"missing", "marginal"}, {"atlas", ""}, {"force", ""}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(lacon_ctx_remedy(one, i, option, value, sizeof option), 1);
        assert_string_equal(option, wanted[i][0]);
        assert_string_equal(value, wanted[i][1]);
    }
    assert_int_equal(lacon_ctx_remedy(one, 4, option, value, sizeof option), 0);
    assert_int_equal(lacon_ctx_remedy(one, -1, option, value, sizeof option), 0);
    assert_int_equal(lacon_ctx_remedy(one, 1, option, value, 4), 1); /* cut, with its end */
    assert_string_equal(option, "mis");
    lacon_ctx_free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(remedies), cmocka_unit_test(test_options),   cmocka_unit_test(test_short_options),
        cmocka_unit_test(test_memory), cmocka_unit_test(test_grow),    cmocka_unit_test(test_messages),
        cmocka_unit_test(test_callbacks), cmocka_unit_test(test_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
