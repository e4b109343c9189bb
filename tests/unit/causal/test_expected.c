/* SPDX-License-Identifier: BSD-3-Clause
 * Effects expected over all orders, and the sums over orders behind them, against all orders tried
 * one by one; what that gains on few rows, and that it leaves a sure order alone. Which arrows
 * are kept where there are none.
 */
#include "scratch.h"

#include "causal_world.h"

enum { K = 4, ORDERS = 24, CELLS = K << K };

/* All orders of K variables. */
static void all_orders(int64_t orders[ORDERS][K])
{
    int found = 0;
    for (int code = 0; code < K * K * K * K; code++) {
        int seen = 0;
        for (int at = 0, rest = code; at < K; at++, rest /= K) {
            orders[found][at] = rest % K;
            seen |= 1 << (rest % K);
        }
        if (seen == (1 << K) - 1 && ++found == ORDERS) return;
    }
}

static double value_of(const int64_t *order, const double *cells)
{
    double sum = 0;
    int64_t set = 0;
    for (int at = 0; at < K; set |= (int64_t)1 << order[at++]) sum += cells[set * K + order[at]];
    return sum;
}

/* Random tables, in some of which variable 2 may not come before variable 1. */
static void paths_are_all_orders(void **state)
{
    (void)state;
    int64_t orders[ORDERS][K];
    all_orders(orders);
    for (uint64_t trial = 0; trial < 20; trial++) {
        double cells[CELLS], weight[CELLS], wanted[CELLS] = {0}, total = 0, top = -INFINITY;
        int64_t path[K];
        ref_normals(100 + trial, CELLS, cells);
        for (int set = 0; set < 1 << K && trial % 2; set++)
            if (!(set & 2)) cells[set * K + 2] = -INFINITY;
        for (int o = 0; o < ORDERS; o++) total += exp(value_of(orders[o], cells));
        for (int o = 0; o < ORDERS; o++) {
            const double value = value_of(orders[o], cells);
            int64_t set = 0;
            for (int at = 0; at < K; set |= (int64_t)1 << orders[o][at++])
                wanted[set * K + orders[o][at]] += exp(value) / total;
            top = fmax(top, value);
        }
        lcn_paths_best(path, K, cells);
        assert_true(fabs(value_of(path, cells) - top) < 1e-12);
        lcn_paths_weights(weight, K, cells);
        for (int i = 0; i < CELLS; i++) assert_true(fabs(weight[i] - wanted[i]) < 1e-12);
    }
}

/* M by its definition, one order after the other. */
static void expect_slowly(const table *t, int64_t orders[ORDERS][K], double *M)
{
    double value[ORDERS], top = -INFINITY, total = 0, B[K * K];
    double *rest = ref_alloc(lcn_effects_scratch(t->sample.ld, K));
    for (int o = 0; o < ORDERS; o++) {
        value[o] = 0;
        for (int64_t at = 0; at < K; at++)
            value[o] += lcn_likelihood_term(&t->sample, t->shapes, orders[o][at], at, orders[o],
                                            t->rest);
        top = fmax(top, value[o]);
    }
    for (int o = 0; o < ORDERS; o++) total += exp(value[o] - top);
    memset(M, 0, K * K * sizeof *M);
    for (int o = 0; o < ORDERS; o++) {
        lcn_effects(B, &t->sample, t->sample.G, orders[o], NULL, LCN_PRUNE_NONE, rest);
        for (int i = 0; i < K * K; i++) M[i] += exp(value[o] - top) / total * B[i];
    }
    free(rest);
}

static double squares_kept(const double *M, const int64_t *order)
{
    double sum = 0;
    for (int at = 0; at < K; at++)
        for (int i = 0; i < at; i++) sum += pow(M[order[at] * K + order[i]], 2);
    return sum;
}

static void expectations_are_over_all_orders(void **state)
{
    (void)state;
    int64_t orders[ORDERS][K];
    all_orders(orders);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        world w = make_world(1, 80, 20, K, seed);
        table t = open_table(&w);
        lacon_causal_options o = options(0);
        o.prune = 0;
        lacon_causal *s = estimate(&w, &o);
        const int64_t *order = lacon_causal_order(s, 0);
        double M[K * K], most = 0;
        expect_slowly(&t, orders, M);
        for (int i = 0; i < ORDERS; i++) most = fmax(most, squares_kept(M, orders[i]));
        assert_true(squares_kept(M, order) > most * (1 - 1e-6));
        for (int at = 0; at < K; at++)
            for (int i = 0; i < K; i++) {
                const int64_t cell = order[at] * K + order[i];
                assert_true(fabs(lacon_causal_B(s, 0)[cell] - (i < at ? M[cell] : 0)) < 1e-7);
            }
        lacon_causal_free(s);
        close_table(&t);
        clear_world(&w);
    }
}

static lacon_causal_scores scores(const world *w, const lacon_causal_options *o)
{
    lacon_causal_scores out;
    lacon_causal *s = estimate(w, o);
    assert_int_equal(lacon_causal_score(ctx, &out, w->truth, s, NULL), LACON_OK);
    lacon_causal_free(s);
    return out;
}

/* 100 rows, W known, 200 sets: the error of B is below that of the likeliest order and of both LiNGAM
 * on W'x (bench/causal.py has more sets and rows). */
static void few_rows(void **state)
{
    (void)state;
    world w = make_world(200, 100, 50, 5, 77);
    lacon_causal_options o = options(0);
    const lacon_causal_scores expected = scores(&w, &o);
    o.effects = LACON_EFFECTS_LIKELIEST;
    const lacon_causal_scores likeliest = scores(&w, &o);
    o.noise_correction = 0;
    o.method = LACON_CAUSAL_DIRECT;
    const lacon_causal_scores direct = scores(&w, &o);
    o.method = LACON_CAUSAL_ICA;
    const lacon_causal_scores ica = scores(&w, &o);
    assert_true(expected.b_mse < 0.8 * likeliest.b_mse);
    assert_true(expected.b_mse < 0.8 * direct.b_mse);
    assert_true(expected.b_mse < ica.b_mse);
    assert_true(expected.order_spearman > direct.order_spearman);
    clear_world(&w);
}

/* Many rows: one order has all the weight. Every arrow is there, so pruning changes nothing. */
static void a_sure_order_stays(void **state)
{
    (void)state;
    world w = make_world(1, 20000, 40, 4, 5);
    lacon_causal_options o = options(0);
    lacon_causal *a = estimate(&w, &o);
    o.effects = LACON_EFFECTS_LIKELIEST;
    lacon_causal *b = estimate(&w, &o);
    for (int at = 0; at < 4; at++)
        assert_int_equal(lacon_causal_order(a, 0)[at], lacon_causal_order(b, 0)[at]);
    for (int i = 0; i < 16; i++)
        assert_true(fabs(lacon_causal_B(a, 0)[i] - lacon_causal_B(b, 0)[i]) < 1e-6);
    const lacon_causal_options *used = lacon_causal_options_used(a);
    assert_int_equal(used->effects, LACON_EFFECTS_EXPECTED);
    lacon_causal_free(a);
    lacon_causal_free(b);
    clear_world(&w);
}

/* Modules that do not drive each other: of 400 pairs at most 5 % get an arrow. */
static void nothing_to_find(void **state)
{
    (void)state;
    enum { SETS = 40, ROWS = 300, P = 30, MODULES = 5 };
    world w = make_world(SETS, ROWS, P, MODULES, 3);
    double *x = ref_alloc(ROWS * P), none[MODULES * MODULES] = {0};
    const int64_t order[MODULES] = {0, 1, 2, 3, 4};
    int arrows = 0;
    for (int64_t set = 0; set < SETS; set++) {
        memcpy(w.truth->B + set * MODULES * MODULES, none, sizeof none);
        memcpy(w.truth->order + set * MODULES, order, sizeof order);
    }
    lacon_data_free(w.data);
    assert_int_equal(lacon_data_new(ctx, &w.data, P), LACON_OK);
    for (int64_t c = 0; c < SETS; c++) {
        assert_int_equal(lacon_causal_simulate(ctx, w.truth, w.model, c, ROWS, 8, x, P), LACON_OK);
        assert_int_equal(
            lacon_data_add_copy(ctx, w.data, lacon_model_label(w.model, c), ROWS, x, P), LACON_OK);
    }
    assert_int_equal(lacon_data_standardise(ctx, w.data, LACON_SCALE_NONE), LACON_OK);
    lacon_causal_options o = options(0);
    lacon_causal *s = estimate(&w, &o);
    for (int64_t i = 0; i < SETS * MODULES * MODULES; i++) arrows += s->B[i] != 0;
    assert_true(arrows <= 20);
    lacon_causal_free(s);
    free(x);
    clear_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_all_orders),
        cmocka_unit_test(expectations_are_over_all_orders),
        cmocka_unit_test(few_rows),
        cmocka_unit_test(a_sure_order_stays),
        cmocka_unit_test(nothing_to_find),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
