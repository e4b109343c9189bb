/* SPDX-License-Identifier: BSD-3-Clause
 * The list of a .npz archive: many arrays, in time that grows with their number; arrays that are no table together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "data/data.h"
#include "io/formats/npz.h"
#include "scratch.h"

static size_t put16(unsigned char *to, unsigned value)
{
    to[0] = (unsigned char)value;
    to[1] = (unsigned char)(value >> 8);
    return 2;
}

static size_t put32(unsigned char *to, size_t value)
{
    return put16(to, (unsigned)value) + put16(to + 2, (unsigned)(value >> 16));
}

/* A .npz of so many arrays, a0, a1, .., each a table of no more than a header: the list is what is read. */
static const char *many_arrays(scratch *s, int count)
{
    static const char npy[] = "\x93NUMPY\1\0\x39\0{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}";
    const size_t size = sizeof npy - 1;
    unsigned char *bytes = calloc((size_t)count, 2 * 64 + size + 64), *list = calloc((size_t)count, 64), *to = bytes;
    size_t listed = 0;
    for (int i = 0; i < count; i++) {
        unsigned char *entry = list + listed;
        char name[24];
        const size_t length = (size_t)snprintf(name, sizeof name, "a%d.npy", i);
        put32(entry, 0x02014b50);
        put32(entry + 20, size);
        put32(entry + 24, size);
        put16(entry + 28, (unsigned)length);
        put32(entry + 42, (size_t)(to - bytes));
        memcpy(entry + 46, name, length);
        listed += 46 + length;
        put32(to, 0x04034b50);
        put16(to + 26, (unsigned)length);
        memcpy(to + 30, name, length);
        memcpy(to + 30 + length, npy, size);
        to += 30 + length + size;
    }
    const size_t from = (size_t)(to - bytes);
    memcpy(to, list, listed);
    to += listed;
    put32(to, 0x06054b50);
    put16(to + 10, (unsigned)count);
    put32(to + 12, listed);
    put32(to + 16, from);
    const char *path = scratch_bytes(s, "many.npz", bytes, from + listed + 22);
    free(list);
    free(bytes);
    return path;
}

/* Seconds of computing until it says which tables there are. */
static double list_seconds(scratch *s, int count)
{
    const char *path = many_arrays(s, count);
    lacon_data *data = NULL;
    const clock_t began = clock();
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, NULL), LACON_E_DATA);
    const double took = (double)(clock() - began) / CLOCKS_PER_SEC;
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "NAME) of a0 (2 x 2), a1 (2 x 2)"));
    return took;
}

/* Each array was looked for by its name, from the first on: 3.5 s for 40,000. Ten times as many may take some ten
 * times as long, not a hundred. */
static void test_many_arrays(void **state)
{
    scratch *s = *state;
    double few = 1, many = 1;
    for (int i = 0; i < 3; i++) {
        const double a = list_seconds(s, 4000), b = list_seconds(s, 40000);
        few = i == 0 || a < few ? a : few;
        many = i == 0 || b < many ? b : many;
    }
    if (many > 35 * few) fail_msg("4,000 arrays %.3g s, 40,000 %.3g s", few, many);
}

/* A diagonal matrix as SciPy has it: its diagonals side by side are no table of observations, unless they are asked
 * for. */
static void test_sparse(void **state)
{
    scratch *s = *state;
    static const double values[] = {1, 2, 3, 4, 6, 5};
    const int64_t shape[] = {3, 3};
    const char *format = "dia", *path = scratch_path(s, "sparse.npz");
    lcn_npz_writer w;
    lacon_data *data = NULL;
    assert_int_equal(lcn_npz_create(s->ctx, &w, path), LACON_OK);
    assert_int_equal(lcn_npz_ints(s->ctx, &w, "offsets", 1, (int64_t[]){2}, shape), LACON_OK);
    assert_int_equal(lcn_npz_texts(s->ctx, &w, "format", 1, &format), LACON_OK);
    assert_int_equal(lcn_npz_ints(s->ctx, &w, "shape", 1, (int64_t[]){2}, shape), LACON_OK);
    assert_int_equal(lcn_npz_doubles(s->ctx, &w, "data", 2, (int64_t[]){2, 3}, values), LACON_OK);
    assert_int_equal(lcn_npz_finish(s->ctx, &w, LACON_OK), LACON_OK);
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, NULL), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "a sparse matrix of SciPy"));
    lacon_read_options options;
    lacon_read_options_init(&options);
    options.variable = "data";
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &options), LACON_OK);
    assert_int_equal(data->p, 3);
    lacon_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_arrays), cmocka_unit_test(test_sparse)};
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
