/* SPDX-License-Identifier: BSD-3-Clause
 * fit/solver.c: the trace of a start. A short one has every step, a long one every so many-th, and the last
 * value is always there. What solvers put into it is tests/unit/fit/test_fit.c's and test_alm.c's.
 */
#include "fit/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* f falls from 1 by a step's worth at a time: which step a value belongs to can be read off it. */
static double value_of(int64_t step) { return 1.0 - 1e-4 * (double)step; }

static void check_trace(const lcn_trace *trace, int64_t steps)
{
    const lacon_fit_trace *t = &trace->kept;
    assert_true(t->count >= 1 && t->count <= LACON_TRACE_MOST);
    assert_int_equal(t->step[0], 0);
    for (int64_t i = 0; i < t->count; i++) {
        assert_true(i == 0 || t->step[i] > t->step[i - 1]);
        assert_true(t->objective[i] == value_of(t->step[i]));
        assert_true(t->error[i] == (double)t->step[i]);
    }
    assert_int_equal(t->step[t->count - 1], steps - 1);
}

static void traces_of_every_length(void **state)
{
    (void)state;
    lcn_trace trace;
    for (int64_t steps = 1; steps <= 2000; steps += steps < 300 ? 1 : 97) {
        lcn_trace_begin(&trace);
        for (int64_t i = 0; i < steps; i++) lcn_trace_step(&trace, value_of(i), (double)i);
        if (steps <= LACON_TRACE_MOST) assert_int_equal(trace.kept.count, steps);
        else assert_true(trace.kept.count > LACON_TRACE_MOST / 2 - 1);
        lcn_trace_end(&trace, value_of(steps - 1));
        check_trace(&trace, steps);
    }
}

/* Moves of single variables after the last step show as a step of their own. */
static void an_end_below_the_last_step(void **state)
{
    (void)state;
    lcn_trace trace;
    lcn_trace_begin(&trace);
    lcn_trace_step(&trace, 3, 0);
    lcn_trace_step(&trace, 2, 0);
    lcn_trace_end(&trace, 1.5);
    assert_int_equal(trace.kept.count, 3);
    assert_true(trace.kept.objective[2] == 1.5 && trace.kept.step[2] == 2);
    lcn_trace_step(NULL, 1, 0); /* nobody wants it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_of_every_length),
        cmocka_unit_test(an_end_below_the_last_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
