/* SPDX-License-Identifier: BSD-3-Clause
 * Rows that are read from their file once more: the same numbers, standardised; a file that changed, was cut off or
 * went away is noticed; one that never held them, and a pipe that nobody writes into any more, are not relied on.
 */
#include "scratch.h"

#include "data/data.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { N = 5, P = 3, HEAD = 11 };

typedef struct file {
    char head[HEAD];
    float x[N * P];
} __attribute__((packed)) file;

static file make(void)
{
    file f = {.head = "anything!!"};
    for (int i = 0; i < N * P; i++) f.x[i] = (float)(i * i % 7) - 2.5f;
    return f;
}

static lcn_class class_of(float *x, const char *path)
{
    return (lcn_class){.kind = LCN_ROWS_F32, .n = N, .x = x, .ld = P, .source = (char *)path};
}

static void they_come_back(void **state)
{
    scratch *s = *state;
    file f = make();
    float x[N * P], again[N * P];
    double mean[P] = {1, 2, 3}, scale[P] = {1, 2, 4};
    memcpy(x, f.x, sizeof x);
    const char *path = scratch_bytes(s, "rows", &f, sizeof f);
    lcn_class class = class_of(x, path);
    class.mean = mean;
    class.scale = scale;
    assert_int_equal(lcn_rows_note(s->ctx, &class, path, P), LACON_OK);
    assert_true(class.as_read != 0);
    assert_true(lcn_rows_again(&class, P, again));
    for (int i = 0; i < N * P; i++)
        assert_true(fabs((double)again[i] - ((double)x[i] - mean[i % P]) / scale[i % P]) < 1e-6);
    for (size_t at = HEAD; at < sizeof f; at += 7) {
        file changed = f;
        ((char *)&changed)[at] ^= 1;
        scratch_bytes(s, "rows", &changed, sizeof changed);
        assert_false(lcn_rows_again(&class, P, again));
    }
    scratch_bytes(s, "rows", &f, sizeof f - 4);
    assert_false(lcn_rows_again(&class, P, again));
    scratch_bytes(s, "rows", &f, 4);
    assert_false(lcn_rows_again(&class, P, again));
    assert_int_equal(unlink(path), 0);
    assert_false(lcn_rows_again(&class, P, again));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(lcn_rows_again(&class, P, again)); /* and nobody waits */
}

static void others_are_not_relied_on(void **state)
{
    scratch *s = *state;
    file f = make();
    float x[N * P];
    memcpy(x, f.x, sizeof x);
    x[4] += 1;
    const char *path = scratch_bytes(s, "other", &f, sizeof f);
    lcn_class class = class_of(x, path);
    assert_int_equal(lcn_rows_note(s->ctx, &class, path, P), LACON_OK);
    assert_true(class.as_read == 0);
    const char *pipe = scratch_path(s, "pipe");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(lcn_rows_note(s->ctx, &class, pipe, P), LACON_OK);
    assert_true(class.as_read == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_come_back), cmocka_unit_test(others_are_not_relied_on)};
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
