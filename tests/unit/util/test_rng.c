/* SPDX-License-Identifier: BSD-3-Clause
 * util/rng.c: the generator is the published one, streams do not depend on order, distributions
 * hold.
 */
#include "util/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Known answers of philox4x32-10 from Random123's own test vectors (examples/kat_vectors). */
static void known_answers(void **state)
{
    (void)state;
    lcn_rng rng = lcn_rng_stream(0, 0, 0);
    const uint32_t zero[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    for (int i = 0; i < 4; i++) assert_int_equal(lcn_rng_u32(&rng), zero[i]);

    rng = lcn_rng_stream(0xffffffffffffffff, 0xffffffff, 0xffffffff);
    rng.position = 0xffffffffffffffff;
    const uint32_t ones[] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    for (int i = 0; i < 4; i++) assert_int_equal(lcn_rng_u32(&rng), ones[i]);

    rng = lcn_rng_stream(0x299f31d0a4093822, 0x13198a2e, 0x03707344); /* digits of pi */
    rng.position = 0x85a308d3243f6a88;
    const uint32_t pi[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    for (int i = 0; i < 4; i++) assert_int_equal(lcn_rng_u32(&rng), pi[i]);
}

static void streams_are_independent_of_order(void **state)
{
    (void)state;
    lcn_rng a = lcn_rng_stream(7, 1, 2), b = lcn_rng_stream(7, 1, 3);
    double alone[20];
    for (int i = 0; i < 20; i++) alone[i] = lcn_rng_normal(&a);
    a = lcn_rng_stream(7, 1, 2);
    for (int i = 0; i < 20; i++) {
        const double other = lcn_rng_normal(&b);
        assert_true(lcn_rng_normal(&a) == alone[i]);
        assert_true(other != alone[i]);
    }
}

/* 200,000 draws: mean and variance within 5 standard errors of what they should be. */
static void uniform_moments(void **state)
{
    (void)state;
    enum { N = 200000 };
    lcn_rng rng = lcn_rng_stream(1, 2, 3);
    double sum = 0, square = 0;
    for (int i = 0; i < N; i++) {
        const double u = lcn_rng_uniform(&rng);
        assert_true(u > 0 && u < 1);
        sum += u - 0.5;
        square += (u - 0.5) * (u - 0.5);
    }
    assert_true(fabs(sum / N) < 5 * sqrt(1.0 / 12 / N));
    assert_true(fabs(square / N - 1.0 / 12) < 5 * sqrt(1.0 / 180 / N));
}

static void normal_moments(void **state)
{
    (void)state;
    enum { N = 200000 };
    lcn_rng rng = lcn_rng_stream(1, 2, 4);
    double m[5] = {0};
    int beyond = 0; /* P(|z| > 1.959964) = 0.05 */
    for (int i = 0; i < N; i++) {
        const double z = lcn_rng_normal(&rng);
        beyond += fabs(z) > 1.959963984540054;
        for (int j = 1; j <= 4; j++) m[j] += pow(z, j) / N;
    }
    assert_true(fabs(m[1]) < 5 / sqrt(N));
    assert_true(fabs(m[2] - 1) < 5 * sqrt(2.0 / N));
    assert_true(fabs(m[3]) < 5 * sqrt(15.0 / N));
    assert_true(fabs(m[4] - 3) < 5 * sqrt(96.0 / N));
    assert_true(fabs(beyond / (double)N - 0.05) < 5 * sqrt(0.05 * 0.95 / N));
}

static void below_is_unbiased(void **state)
{
    (void)state;
    enum { N = 90000, SIDES = 9 };
    lcn_rng rng = lcn_rng_stream(5, 0, 0);
    int count[SIDES] = {0};
    for (int i = 0; i < N; i++) {
        const uint64_t x = lcn_rng_below(&rng, SIDES);
        assert_true(x < SIDES);
        count[x]++;
    }
    double chi2 = 0;
    for (int i = 0; i < SIDES; i++) chi2 += pow(count[i] - N / SIDES, 2) / (N / SIDES);
    assert_true(chi2 < 26.1); /* chi² with 8 degrees of freedom: P = 0.001 */
    assert_int_equal(lcn_rng_below(&rng, 1), 0);
    assert_int_equal(lcn_rng_below(&rng, 0), 0);
    /* A range of 3/4 of 2^64: a biased method would put 1/2 in the lowest third, not 1/3. */
    const uint64_t huge = 0xC000000000000000;
    int low = 0;
    for (int i = 0; i < N; i++) low += lcn_rng_below(&rng, huge) < huge / 3;
    assert_true(fabs(low / (double)N - 1.0 / 3) < 5 * sqrt(2.0 / 9 / N));
}

/* Many at once, on any number of threads, are those that come one by one. */
static void many_at_once(void **state)
{
    (void)state;
    enum { COUNT = 20001 };
    static double many[COUNT];
    for (int threads = 1; threads <= 3; threads += 2) {
        lcn_rng rng = lcn_rng_stream(11, 4, 2);
        lcn_rng_normals(threads, rng, many, COUNT);
        for (int i = 0; i < COUNT; i++) assert_true(many[i] == lcn_rng_normal(&rng));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),     cmocka_unit_test(streams_are_independent_of_order),
        cmocka_unit_test(uniform_moments),   cmocka_unit_test(normal_moments),
        cmocka_unit_test(below_is_unbiased), cmocka_unit_test(many_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
