/* SPDX-License-Identifier: BSD-3-Clause
 * Progress, log and cancel are called on the thread of the caller, however many threads work; every job is told
 * of, in order; a caller that says stop is heard by all of them.
 */
#include "fit_ref.h"

#include <pthread.h>

typedef struct listener {
    pthread_t caller;
    int64_t elsewhere; /* calls on another thread */
    int64_t progress, asked;
    int64_t last; /* step of "resample" or "fold" */
    int64_t stop_after; /* questions; 0 never */
    bool in_order;
} listener;

static void here(listener *l) { l->elsewhere += !pthread_equal(pthread_self(), l->caller); }

static void on_progress(void *user, const lacon_progress *where)
{
    listener *l = user;
    here(l);
    l->progress++;
    if (where->total > 0 && where->step <= l->last) l->in_order = false;
    l->last = where->step;
}

static void on_log(void *user, lacon_log_level level, const char *message)
{
    (void)level, (void)message;
    here(user);
}

static int on_cancel(void *user)
{
    listener *l = user;
    here(l);
    l->asked++;
    return l->stop_after > 0 && l->asked > l->stop_after;
}

static lacon_ctx *listening(listener *l, int threads)
{
    lacon_ctx_options o;
    lacon_ctx *one = NULL;
    *l = (listener){.caller = pthread_self(), .in_order = true, .stop_after = l->stop_after};
    lacon_ctx_options_init(&o);
    o.threads = threads;
    o.progress = on_progress;
    o.log = on_log;
    o.cancel = on_cancel;
    o.user = l;
    assert_int_equal(lacon_ctx_new(&one, &o), LACON_OK);
    return one;
}

static void on_the_callers_thread(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 80, 12, 3, 1, 1);
    lacon_fit_options fit = ref_options(3);
    lacon_model *m = NULL;
    assert_true(lacon_fit(ctx, &m, s.data, &fit) >= 0);
    for (int threads = 1; threads <= 4; threads++) {
        listener l = {0};
        lacon_ctx *one = listening(&l, threads);
        lacon_stability_options so;
        lacon_stability *found = NULL;
        lacon_stability_options_init(&so);
        so.resamples = 12;
        assert_int_equal(lacon_stability_run(one, &found, m, s.data, &so), LACON_OK);
        assert_int_equal(l.elsewhere, 0);
        assert_int_equal(l.progress, 12); /* of the jobs; those of the fits inside are not told */
        assert_true(l.in_order && l.asked > 0);
        assert_int_equal(l.last, 12);
        lacon_stability_free(found);

        lacon_select_options ko;
        lacon_selection *choice = NULL;
        lacon_select_options_init(&ko);
        ko.k_low = 2;
        ko.k_high = 4;
        l.last = l.progress = 0;
        assert_int_equal(lacon_select(one, &choice, s.data, &ko), LACON_OK);
        assert_int_equal(l.elsewhere, 0);
        assert_int_equal(l.progress, 6);
        assert_true(l.in_order);
        lacon_selection_free(choice);
        lacon_ctx_free(one);
    }
    lacon_model_free(m);
    ref_sim_clear(&s);
}

static void stopped(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 80, 12, 3, 1, 1);
    for (int threads = 1; threads <= 4; threads++) {
        listener l = {.stop_after = 3};
        lacon_ctx *one = listening(&l, threads);
        lacon_select_options ko;
        lacon_selection *choice = NULL;
        lacon_select_options_init(&ko);
        ko.k_low = 2;
        ko.k_high = 8;
        ko.repeats = 20; /* long enough that the stop comes before the end */
        ko.cv = LACON_CV_ROWS;
        assert_int_equal(lacon_select(one, &choice, s.data, &ko), LACON_E_CANCELLED);
        assert_null(choice);
        assert_int_equal(l.elsewhere, 0);
        lacon_ctx_free(one);
    }
    ref_sim_clear(&s);
}

static int64_t allocations;

static void *counted_alloc(void *user, size_t bytes)
{
    (void)user;
    allocations++;
    return malloc(bytes);
}

static void plain_free(void *user, void *block)
{
    (void)user;
    free(block);
}

/* The resamples that are left when the caller says stop are not begun: they would allocate. */
static void stopped_between_resamples(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 2, 80, 12, 3, 1, 1);
    lacon_fit_options fit = ref_options(3);
    lacon_model *m = NULL;
    assert_true(lacon_fit(ctx, &m, s.data, &fit) >= 0);
    listener l = {.caller = pthread_self(), .stop_after = 3};
    const lacon_allocator allocator = {counted_alloc, plain_free, NULL};
    lacon_ctx_options o;
    lacon_ctx *one = NULL;
    lacon_ctx_options_init(&o);
    o.allocator = &allocator;
    o.cancel = on_cancel;
    o.user = &l;
    assert_int_equal(lacon_ctx_new(&one, &o), LACON_OK);
    lacon_stability_options so;
    lacon_stability *found = NULL;
    lacon_stability_options_init(&so);
    so.resamples = 1000;
    allocations = 0;
    assert_int_equal(lacon_stability_run(one, &found, m, s.data, &so), LACON_E_CANCELLED);
    assert_null(found);
    assert_true(allocations < so.resamples);
    lacon_ctx_free(one);
    lacon_model_free(m);
    ref_sim_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(on_the_callers_thread), cmocka_unit_test(stopped),
                                       cmocka_unit_test(stopped_between_resamples)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
