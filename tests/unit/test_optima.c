/* SPDX-License-Identifier: BSD-3-Clause
 * fit/optima.c: what a search remembers of the optima it met, and the choice between them against the expected
 * loss written out with dense W and every order of the columns.
 */
#include "fit/optima.h"
#include "one_ctx.h"

#include <math.h>
#include <stdlib.h>

enum { P = 12, K = 3 };

/* The balanced partition with `moved` variables one module on, modules named from `shift`, weights alike. */
static void partition(lcn_loadings *W, int moved, int shift)
{
    for (int r = 0; r < P; r++) {
        W->module[r] = (int32_t)((r / (P / K) + (r < moved) + shift) % K);
        W->weight[r] = 1;
    }
    lcn_loadings_normalise(W);
}

static double dense_distance(const lcn_optima *o, int64_t a, int64_t b)
{
    static const int ORDERS[6][K] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    double least = INFINITY;
    for (int q = 0; q < 6; q++) {
        double d = 0;
        for (int64_t r = 0; r < P; r++)
            for (int j = 0; j < K; j++) {
                const double x = o->module[a * P + r] == j ? o->weight[a * P + r] : 0;
                const double y = o->module[b * P + r] == ORDERS[q][j] ? o->weight[b * P + r] : 0;
                d += (x - y) * (x - y);
            }
        least = fmin(least, d);
    }
    return least;
}

/* .15 a nat of likelihood, .105 a nat of price; 1 for leaving a likelier one */
static double expected_loss(const lcn_optima *o, int64_t c)
{
    double loss = 0, sum = 0;
    for (int64_t i = 0; i < o->count; i++) {
        const double odds = exp(-0.15 * (o->nll[i] - o->nll[0]) - 0.105 * (o->price[i] - o->price[0]));
        sum += odds;
        loss += odds * (dense_distance(o, c, i) + (o->nll[i] < o->nll[c] - 0.02));
    }
    return loss / sum;
}

static void the_least_loss_is_chosen(void **state)
{
    (void)state;
    lcn_optima o;
    lcn_loadings W;
    int64_t not_likeliest = 0, not_first_odds = 0;
    srand(1);
    assert_int_equal(lcn_loadings_new(ctx, &W, P, K), LACON_OK);
    for (int set = 0; set < 200; set++) {
        int64_t likeliest = 0, first = 0;
        assert_int_equal(lcn_optima_new(ctx, &o, P, K), LACON_OK);
        for (int i = 0; i < 2 + set % 9; i++) {
            for (int r = 0; r < P; r++) W.module[r] = r < K ? r : rand() % K, W.weight[r] = 1 + rand() % 5;
            lcn_loadings_normalise(&W);
            lcn_optima_enter(&o, &W, 1000 + rand() % 1000 * .01, 50 + rand() % 1000 * .01);
        }
        const int64_t chosen = lcn_optima_choose(&o);
        for (int64_t i = 0; i < o.count; i++) {
            assert_true(expected_loss(&o, chosen) <= expected_loss(&o, i) + 1e-12);
            if (o.nll[i] < o.nll[likeliest]) likeliest = i;
            if (o.nll[i] + .7 * o.price[i] < o.nll[first] + .7 * o.price[first]) first = i;
        }
        not_likeliest += chosen != likeliest;
        not_first_odds += chosen != first;
        lcn_optima_clear(&ctx->allocator, &o);
    }
    assert_true(not_likeliest > 20 && not_first_odds > 20); /* or the rule would be one of the two */
    lcn_loadings_clear(&ctx->allocator, &W);
}

/* None met yet, and the first partition to enter. */
static void begin(lcn_optima *o, lcn_loadings *W)
{
    assert_int_equal(lcn_loadings_new(ctx, W, P, K), LACON_OK);
    assert_int_equal(lcn_optima_new(ctx, o, P, K), LACON_OK);
    partition(W, 0, 0);
}

static void end(lcn_optima *o, lcn_loadings *W)
{
    lcn_optima_clear(&ctx->allocator, o);
    lcn_loadings_clear(&ctx->allocator, W);
}

static void one_optimum_is_kept_once(void **state)
{
    (void)state;
    lcn_optima o;
    lcn_loadings W;
    begin(&o, &W);
    lcn_optima_enter(&o, &W, 10.0, 5);
    assert_int_equal(lcn_optima_choose(&o), 0);
    partition(&W, 0, 1); /* other names, nearer the end */
    lcn_optima_enter(&o, &W, 9.5, 5.5);
    assert_true(o.count == 1 && o.nll[0] == 9.5 && o.price[0] == 5.5 && o.module[0] == 1);
    lcn_optima_enter(&o, &W, 9.7, 4); /* farther from it */
    assert_true(o.count == 1 && o.nll[0] == 9.5 && o.price[0] == 5.5);
    partition(&W, 1, 0); /* another partition */
    lcn_optima_enter(&o, &W, 9.5, 5);
    assert_int_equal(o.count, 2);
    end(&o, &W);
}

static void the_least_probable_makes_room(void **state)
{
    (void)state;
    lcn_optima o;
    lcn_loadings W;
    begin(&o, &W);
    for (int i = 0; i < LCN_OPTIMA; i++) lcn_optima_enter(&o, &W, 100 + 2 * i, 0); /* too far apart to be one */
    assert_int_equal(o.count, LCN_OPTIMA);
    const double last = o.nll[LCN_OPTIMA - 1];
    lcn_optima_enter(&o, &W, last + 10, 0);
    assert_true(o.count == LCN_OPTIMA && o.nll[LCN_OPTIMA - 1] == last);
    partition(&W, 2, 0);
    lcn_optima_enter(&o, &W, last - 1.5, 0);
    assert_true(o.count == LCN_OPTIMA && o.nll[LCN_OPTIMA - 1] == last - 1.5);
    assert_memory_equal(o.module + (LCN_OPTIMA - 1) * P, W.module, P * sizeof *W.module);
    end(&o, &W);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_loss_is_chosen),
        cmocka_unit_test(one_optimum_is_kept_once),
        cmocka_unit_test(the_least_probable_makes_room),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
