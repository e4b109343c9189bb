/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB 5 files that matio itself writes: integers of every class to the last bit; and one that claims what it does
 * not hold. Files of other programs are in test_formats.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <matio.h>

#include "data/data.h"
#include "scratch.h"

/* x: 3 x 2 of a class of integers, column after column as MATLAB has them. */
static void check_integers(scratch *s, enum matio_classes class, enum matio_types type, void *x, const double *want)
{
    const char *path = scratch_path(s, "integers.mat");
    size_t shape[2] = {3, 2};
    lacon_read_options o;
    lacon_data *got = NULL;
    mat_t *file = Mat_CreateVer(path, NULL, MAT_FT_MAT5);
    matvar_t *v = Mat_VarCreate("x", class, type, 2, shape, x, 0);
    assert_int_equal(Mat_VarWrite(file, v, MAT_COMPRESSION_NONE), 0);
    Mat_VarFree(v);
    Mat_Close(file);
    lacon_read_options_init(&o);
    assert_int_equal(lacon_data_read(s->ctx, &got, &path, 1, &o), LACON_OK);
    const double *rows = got->classes[0].x; /* 3 x 2, row after row */
    for (int i = 0; i < 6; i++)
        if (rows[i] != want[i / 2 + i % 2 * 3]) fail_msg("class %d: %g", (int)class, rows[i]);
    lacon_data_free(got);
}

/* The ends of each range, which another width or sign would not give back. */
#define CHECK_INTEGERS(s, class, type, ctype, low, high)                                                               \
    do {                                                                                                               \
        ctype x[6] = {(low), (high), 1, 3, (high) / 2, 5};                                                             \
        const double want[6] = {(double)x[0], (double)x[1], 1, 3, (double)x[4], 5};                                    \
        check_integers((s), (class), (type), x, want);                                                                 \
    } while (0)

static void test_integers(void **state)
{
    scratch *s = *state;
    CHECK_INTEGERS(s, MAT_C_INT8, MAT_T_INT8, int8_t, INT8_MIN, INT8_MAX);
    CHECK_INTEGERS(s, MAT_C_UINT8, MAT_T_UINT8, uint8_t, 0, UINT8_MAX);
    CHECK_INTEGERS(s, MAT_C_INT16, MAT_T_INT16, int16_t, INT16_MIN, INT16_MAX);
    CHECK_INTEGERS(s, MAT_C_UINT16, MAT_T_UINT16, uint16_t, 0, UINT16_MAX);
    CHECK_INTEGERS(s, MAT_C_INT32, MAT_T_INT32, int32_t, INT32_MIN, INT32_MAX);
    CHECK_INTEGERS(s, MAT_C_UINT32, MAT_T_UINT32, uint32_t, 0, UINT32_MAX);
    CHECK_INTEGERS(s, MAT_C_INT64, MAT_T_INT64, int64_t, INT64_MIN, INT64_MAX);
    CHECK_INTEGERS(s, MAT_C_UINT64, MAT_T_UINT64, uint64_t, 0, UINT64_MAX);
}

/* A matrix of version 5 that claims more rows than it has, or fewer numbers: nothing else is read in their place. */
static void test_claims(void **state)
{
    enum { ROWS = 160, BYTES = 180 }; /* in v5.mat, 6 × 4: what is told of rows, and of the bytes of the numbers */
    static const struct {
        int at;
        unsigned char value;
    } claims[] = {{ROWS, 7}, {ROWS, 8}, {ROWS, 5}, {BYTES, 96}, {BYTES, 0}};
    scratch *s = *state;
    size_t size;
    unsigned char *bytes = (unsigned char *)scratch_read(TEST_DATA "/v5.mat", &size);
    assert_int_equal(bytes[ROWS], 6);
    assert_int_equal(bytes[BYTES], 6 * 4 * 8);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        const unsigned char kept = bytes[claims[i].at];
        lacon_read_options o;
        lacon_data *data = NULL;
        lacon_read_options_init(&o);
        bytes[claims[i].at] = claims[i].value;
        const char *path = scratch_bytes(s, "claims", bytes, size);
        assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_E_FORMAT);
        assert_non_null(strstr(lacon_ctx_message(s->ctx), "does not hold the numbers that it claims"));
        bytes[claims[i].at] = kept;
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers), cmocka_unit_test(test_claims),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
