/* SPDX-License-Identifier: BSD-3-Clause
 * kernels/vector_products.c against the same sums in double, for lengths around every edge and any number of columns.
 */
#include "kernels/vector_products.h"
#include "la_ref.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 2 * LCN_STRETCH + 3 * LCN_LANE, COUNT = 5, COLUMNS = 14 };

static void fill(float *x, int64_t count, uint64_t seed)
{
    uint64_t state = seed;
    for (int64_t e = 0; e < count; e++) x[e] = (float)ref_uniform(&state);
}

/* Is it the sum of products, as far as single precision goes? */
static bool is_dot(double is, const float *x, const float *y, int64_t from, int64_t to)
{
    double sum = 0.0, size = 0.0;
    for (int64_t t = from; t < to; t++) {
        sum += (double)x[t] * (double)y[t];
        size += fabs((double)x[t] * (double)y[t]);
    }
    return fabs(is - sum) <= 1e-6 * size;
}

static void sums_are_those_in_double(void **state)
{
    (void)state;
    static float x[COUNT * MOST], Z[COLUMNS * MOST];
    const int64_t lengths[] = {8, 16, 24, 504, LCN_STRETCH, LCN_STRETCH + 8, MOST};
    for (size_t c = 0; c < sizeof lengths / sizeof *lengths; c++)
        for (int64_t k = 1; k <= COLUMNS; k++) {
            const int64_t length = lengths[c], from = length > 8 ? 8 : 0;
            double F[COUNT * COLUMNS], S[COLUMNS * COLUMNS];
            fill(x, COUNT * length, 1 + c), fill(Z, k * length, 100 + (uint64_t)k);
            for (int64_t count = 1; count <= COUNT; count++) {
                lcn_vector_dots(F, x, count, Z, k, length, from, length);
                for (int64_t i = 0; i < count; i++)
                    for (int64_t j = 0; j < k; j++)
                        assert_true(is_dot(F[i * k + j], x + i * length, Z + j * length, from, length));
            }
            lcn_vector_gram(S, Z, k, length, from, length);
            for (int64_t a = 0; a < k; a++)
                for (int64_t b = 0; b < k; b++)
                    assert_true(is_dot(S[a * k + b], Z + a * length, Z + b * length, from, length));
        }
}

/* What is outside of [from, to) stays. */
static void columns_are_mixed_and_added(void **state)
{
    (void)state;
    enum { LENGTH = 40, FROM = 8, TO = 32 };
    float Y[COLUMNS * LENGTH], Z[COLUMNS * LENGTH], M[COLUMNS * COLUMNS], y[LENGTH];
    for (int64_t k = 1; k <= COLUMNS; k++) {
        fill(Y, k * LENGTH, 7), fill(M, k * k, 8);
        for (int64_t e = 0; e < k * LENGTH; e++) Z[e] = 77.0f;
        lcn_vector_mix(Z, Y, M, k, LENGTH, FROM, TO);
        for (int64_t j = 0; j < k; j++)
            for (int64_t t = 0; t < LENGTH; t++) {
                double want = 0.0;
                for (int64_t l = 0; l < k; l++) want += (double)M[l * k + j] * (double)Y[l * LENGTH + t];
                if (t < FROM || t >= TO) assert_true(Z[j * LENGTH + t] == 77.0f);
                else assert_true(fabs((double)Z[j * LENGTH + t] - want) <= 1e-5);
            }
    }
    fill(y, LENGTH, 9);
    memcpy(Z, y, sizeof y);
    lcn_vector_add(y, -0.75f, Y, TO);
    for (int64_t t = 0; t < LENGTH; t++)
        assert_true(fabs((double)y[t] - ((double)Z[t] - (t < TO ? 0.75 * (double)Y[t] : 0.0))) <= 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_are_those_in_double),
                                       cmocka_unit_test(columns_are_mixed_and_added)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
