/* SPDX-License-Identifier: BSD-3-Clause
 * What directed connectivity is asked wrongly: modules and classes that are not there, options outside their ranges.
 */
#include "one_ctx.h"

#include <lacon/causal.h>
#include <math.h>
#include <string.h>

static void outside(void **state)
{
    (void)state;
    static const double B[] = {0, 0, .5, 0};
    static const int64_t order[] = {0, 1};
    lacon_causal *s = NULL;
    lacon_causal_trust trust;
    assert_int_equal(lacon_causal_new(ctx, &s, 2, 1, B, order, NULL, NULL), LACON_OK);
    for (int64_t at = -1; at < 4; at += 3) { /* before the first, behind the last */
        assert_null(lacon_causal_name(s, at));
        assert_null(lacon_causal_label(s, at));
        assert_null(lacon_causal_B(s, at));
        assert_null(lacon_causal_total(s, at));
        assert_null(lacon_causal_order(s, at));
        assert_int_equal(lacon_causal_trust_get_sized(s, at, &trust, sizeof trust), 0);
        assert_int_equal(lacon_causal_identifiable(s, at, 0, 1), -1);
        assert_int_equal(lacon_causal_identifiable(s, 0, at, 1), -1);
        assert_int_equal(lacon_causal_identifiable(s, 0, 0, at), -1);
    }
    lacon_causal_free(s);
    static const int64_t twice[] = {1, 1}, beyond[] = {0, 2}, below[] = {-1, 0};
    static const int64_t *const wrong[] = {twice, beyond, below};
    for (int i = 0; i < 3; i++)
        assert_int_equal(lacon_causal_new(ctx, &s, 2, 1, B, wrong[i], NULL, NULL), LACON_E_DATA);
    assert_int_equal(lacon_causal_new(ctx, &s, 0, 1, B, order, NULL, NULL), LACON_E_ARGUMENT);
    assert_int_equal(lacon_causal_new(ctx, &s, 2, 0, B, order, NULL, NULL), LACON_E_ARGUMENT);
}

/* One option wrong at a time: refused, and the sentence names it. */
static void options(void **state)
{
    (void)state;
    lacon_model *model = NULL;
    lacon_data *data = NULL;
    double x[60];
    for (int i = 0; i < 60; i++) x[i] = sin(i * i + .3 * i);
    assert_int_equal(lacon_model_random(ctx, &model, 3, 2, 1, 1, 1), LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "only", 20, x, 3), LACON_OK);
    for (int i = 0; i < 9; i++) {
        lacon_causal_options o;
        lacon_causal *out = NULL;
        lacon_causal_options_init(&o);
        if (i == 0) o.level = 0;
        if (i == 1) o.level = 1;
        if (i == 2) o.level = NAN;
        if (i == 3) o.boot = -1;
        if (i == 4) o.boot = 1000001;
        if (i == 5) o.block = -1;
        if (i == 6) o.lags = -7;
        if (i == 7) o.lags = 1000000;
        lacon_ica_options ica;
        lacon_ica_options_init(&ica);
        ica.max_iter = 0;
        if (i == 8) o.ica = &ica;
        assert_int_equal(lacon_causal_estimate(ctx, &out, model, data, &o), LACON_E_ARGUMENT);
        assert_null(out);
        assert_true(strlen(lacon_ctx_message(ctx)) > 5);
    }
    lacon_data_free(data);
    lacon_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(outside), cmocka_unit_test(options)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
