/* SPDX-License-Identifier: BSD-3-Clause
 * Rows and covariances of any strides in, and out again.
 */
#include "one_ctx.h"
#include <lacon/lacon.h>

#include <math.h>
#include <stdbool.h>

enum { N = 4, P = 3 };

static double value(int64_t i, int64_t r) { return (double)(10 * i + r * r) + 0.25; }

/* The same numbers row-major, column-major, upside down, every second, as double and float. */
static void every_layout(void **state)
{
    (void)state;
    double wide[4 * N * P] = {0};
    float narrow[4 * N * P] = {0};
    const struct {
        int64_t base, row, column;
        bool borrowed; /* not copied when that is allowed */
    } layouts[] = {{0, P, 1, true}, {0, P + 2, 1, true}, {0, 1, N, false}, {P * (N - 1), -P, 1, false},
                   {0, 2 * P, 2, false}};
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
        for (int single = 0; single < 2; single++)
            for (int borrow = 0; borrow < 2; borrow++) {
                for (int64_t i = 0; i < N; i++)
                    for (int64_t r = 0; r < P; r++) {
                        const int64_t at = layouts[l].base + i * layouts[l].row + r * layouts[l].column;
                        wide[at] = value(i, r);
                        narrow[at] = (float)value(i, r);
                    }
                lacon_matrix m = {.type = single ? LACON_FLOAT32 : LACON_FLOAT64, .rows = N, .columns = P,
                                  .row_stride = layouts[l].row, .column_stride = layouts[l].column};
                m.data = single ? (const void *)(narrow + layouts[l].base) : wide + layouts[l].base;
                lacon_data *data = NULL;
                lacon_matrix out;
                assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
                assert_int_equal(lacon_data_add_rows(ctx, data, "a", &m, borrow), LACON_OK);
                assert_int_equal(lacon_data_get_rows(data, 0, &out), 1);
                assert_int_equal(out.data == m.data, borrow && layouts[l].borrowed);
                assert_int_equal(out.type, m.type);
                assert_int_equal(out.rows, N);
                assert_int_equal(out.columns, P);
                for (int64_t i = 0; i < N; i++)
                    for (int64_t r = 0; r < P; r++) {
                        const int64_t at = i * out.row_stride + r * out.column_stride;
                        const double got =
                            single ? (double)((const float *)out.data)[at] : ((const double *)out.data)[at];
                        assert_true(got == value(i, r));
                    }
                assert_int_equal(lacon_data_get_cov(data, 0, &out), 0);
                assert_null(out.data);
                lacon_data_free(data);
            }
}

static void covariances(void **state)
{
    (void)state;
    float upside[P * P];
    lacon_data *data = NULL;
    for (int r = 0; r < P; r++)
        for (int s = 0; s < P; s++) upside[(P - 1 - r) * P + s] = r == s ? (float)(r + 1) : 0.5f;
    const lacon_matrix k = {.data = upside + P * (P - 1), .type = LACON_FLOAT32, .rows = P, .columns = P,
                            .row_stride = -P, .column_stride = 1};
    lacon_matrix out;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_add_covariance(ctx, data, NULL, 50, &k), LACON_OK);
    assert_int_equal(lacon_data_rows(data, 0), 50);
    assert_int_equal(lacon_data_get_rows(data, 0, &out), 0);
    assert_int_equal(lacon_data_get_cov(data, 0, &out), 1);
    assert_int_equal(out.type, LACON_FLOAT64);
    assert_int_equal(out.rows, P);
    for (int r = 0; r < P; r++)
        for (int s = 0; s < P; s++)
            assert_true(((const double *)out.data)[r * out.row_stride + s] == (r == s ? r + 1 : 0.5));
    upside[1] = 40; /* not symmetric any more */
    assert_int_equal(lacon_data_add_covariance(ctx, data, "b", 50, &k), LACON_E_DATA);
    assert_int_equal(lacon_data_classes(data), 1);
    lacon_data_free(data);
}

static void refused(void **state)
{
    (void)state;
    double x[N * P] = {0};
    lacon_data *data = NULL;
    lacon_matrix out, m = {.data = x, .rows = N, .columns = P, .row_stride = P, .column_stride = 1};
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    m.columns = P + 1;
    assert_int_equal(lacon_data_add_rows(ctx, data, NULL, &m, 0), LACON_E_SHAPE);
    m.columns = P;
    m.type = (lacon_type)7;
    assert_int_equal(lacon_data_add_rows(ctx, data, NULL, &m, 0), LACON_E_ARGUMENT);
    m.type = LACON_FLOAT64;
    m.data = NULL;
    assert_int_equal(lacon_data_add_rows(ctx, data, NULL, &m, 0), LACON_E_ARGUMENT);
    m.data = x;
    m.rows = 1;
    assert_int_equal(lacon_data_add_rows(ctx, data, NULL, &m, 0), LACON_E_DATA);
    assert_int_equal(lacon_data_add_covariance(ctx, data, NULL, 9, &m), LACON_E_SHAPE);
    m.rows = INT64_MAX;
    assert_int_equal(lacon_data_add_rows(ctx, data, NULL, &m, 0), LACON_E_LIMIT);
    m.rows = N;
    x[5] = NAN;
    m.row_stride = 1, m.column_stride = N;
    assert_int_equal(lacon_data_add_rows(ctx, data, NULL, &m, 1), LACON_E_DATA);
    assert_int_equal(lacon_data_classes(data), 0);
    /* nobody there: nothing, no stray pointer */
    for (int64_t c = -1; c < 2; c += 2) {
        assert_int_equal(lacon_data_get_rows(data, c, &out), 0);
        assert_int_equal(lacon_data_rows(data, c), 0);
        assert_true(isnan(lacon_data_effective(data, c)));
        assert_null(lacon_data_label(data, c));
        assert_null(lacon_data_mean(data, c));
        assert_null(lacon_data_source(data, c));
        assert_null(lacon_data_sha256(data, c));
    }
    assert_null(lacon_data_name(data, -1));
    assert_null(lacon_data_name(data, P));
    lacon_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_layout), cmocka_unit_test(covariances),
                                       cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
