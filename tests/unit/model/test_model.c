/* SPDX-License-Identifier: BSD-3-Clause
 * The model object (model/model.c, model_new.c): parts in, parts out, refusals, sorting,
 * descriptions. What it computes is in test_evaluate.c.
 */
#include "model_ref.h"

static void parts_come_back(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double W[P * K], G[N * K * K], v[N];
    make_parts(W, G, v);
    const char *names[P] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    const char *labels[N] = {"left", "right"};
    lacon_model *m;
    assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, names, labels, NULL), LACON_OK);
    assert_int_equal(lacon_model_variables(m), P);
    assert_int_equal(lacon_model_modules(m), K);
    assert_int_equal(lacon_model_classes(m), N);
    assert_memory_equal(lacon_model_W(m), W, sizeof W);
    assert_true(ref_distance(K * K, lacon_model_G(m, 1), G + K * K) < 1e-15);
    assert_true(lacon_model_v(m, 1) == v[1]);
    assert_int_equal(lacon_model_rows(m, 0), 0);
    assert_int_equal(lacon_model_kept(m, 0), 3);
    assert_int_equal(lacon_model_kept(m, 1), 2); /* G of class 1 has rank 2 */
    assert_true(isnan(lacon_model_loglik(m, 0)) && isnan(lacon_model_evidence(m)[0]));
    assert_true(lacon_model_psi(m)[P - 1] == 1 && lacon_model_scale(m)[N * P - 1] == 1);
    assert_true(lacon_model_mean(m)[N * P - 1] == 0);
    for (int r = 0; r < P; r++)
        assert_int_equal(lacon_model_module_of(m)[r], r % 5 == 4 ? 0 : 1 + r % K);
    assert_string_equal(lacon_model_name(m, 10), "k");
    assert_int_equal(lacon_model_find_class(m, "right"), 1);
    assert_int_equal(lacon_model_find_class(m, "middle"), -1);
    assert_null(lacon_model_info(m));
    lacon_model_free(m);
    lacon_model_free(NULL);
    lacon_ctx_free(ctx);
}

static void default_names(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m;
    assert_int_equal(lcn_model_alloc(ctx, &m, 12, 2, 1001), LACON_OK);
    assert_string_equal(lacon_model_name(m, 0), "V1");
    assert_string_equal(lacon_model_name(m, 11), "V12");
    assert_string_equal(lacon_model_label(m, 0), "class-001");
    assert_string_equal(lacon_model_label(m, 99), "class-100");
    assert_string_equal(lacon_model_label(m, 1000), "class-1001");
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

/* Each spoilt part is refused with its code and a sentence that names it. */
static void bad_parts_are_refused(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double W[P * K], G[N * K * K], v[N];
    lacon_model *m = (lacon_model *)ctx;
    const char *twins[P] = {"a", "b", "a", "d", "e", "f", "g", "h", "i", "j", "k"};
    make_parts(W, G, v);
#define REFUSED(code, words)                                                                       \
    do {                                                                                           \
        assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, NULL, NULL, NULL), code);      \
        assert_null(m);                                                                            \
        assert_non_null(strstr(lacon_ctx_message(ctx), words));                                    \
        make_parts(W, G, v);                                                                       \
    } while (0)
    W[4] = -W[4];
    REFUSED(LACON_E_DATA, "W[1, 1]");
    W[4] = NAN;
    REFUSED(LACON_E_DATA, "W[1, 1]");
    W[1] = 0.1;
    REFUSED(LACON_E_DATA, "row 0 of W has 2");
    for (int r = 0; r < P; r++) W[r * K + 2] = 0;
    REFUSED(LACON_E_DATA, "column 2 of W");
    W[0] *= 1 + 1e-6;
    REFUSED(LACON_E_DATA, "column 0 of W");
    G[1] += 1e-3;
    REFUSED(LACON_E_DATA, "not symmetric");
    G[0] = INFINITY;
    REFUSED(LACON_E_DATA, "not finite");
    G[0] = -1;
    REFUSED(LACON_E_DATA, "negative eigenvalue");
    v[1] = 0;
    REFUSED(LACON_E_DATA, "v of class 1");
    v[0] = NAN;
    REFUSED(LACON_E_DATA, "v of class 0");
#undef REFUSED
    assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, NULL, twins, NULL, NULL), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(ctx), "'a'"));
    assert_int_equal(lacon_model_new(ctx, &m, P, K, N, W, G, v, (int64_t[]){1, -1}, NULL, NULL, NULL),
                     LACON_E_DATA);
    assert_int_equal(lacon_model_new(ctx, &m, 2, 3, 1, W, G, v, NULL, NULL, NULL, NULL),
                     LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_new(ctx, &m, 2, 0, 1, W, G, v, NULL, NULL, NULL, NULL),
                     LACON_E_ARGUMENT);
    assert_int_equal(lcn_model_alloc(ctx, &m, INT32_MAX, INT32_MAX, INT32_MAX), LACON_E_LIMIT);
    assert_null(m);
    lacon_ctx_free(ctx);
}

/* Sizes 1, 3, 3: largest first, then the larger trace of G, then the first row. */
static void sorted_by_size(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m;
    assert_int_equal(lcn_model_alloc(ctx, &m, 8, 4, 1), LACON_OK);
    const int module[8] = {1, 3, 2, 1, 2, 0, 2, 1}; /* sizes: 1 (module 0), 3, 3, 1 (module 3) */
    for (int r = 0; r < 8; r++) m->W[r * 4 + module[r]] = 1 + r;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) m->G[a * 4 + b] = 10 * (a < b ? a : b) + (a < b ? b : a);
    m->G[0] = m->G[15] = 1; /* modules 0 and 3 tie in size and trace: row 1 comes before row 5 */
    assert_int_equal(lcn_model_sort(ctx, m), LACON_OK);
    const int old[4] = {2, 1, 3, 0}; /* traces 22 and 11 */
    const int new_of[4] = {3, 1, 0, 2};
    for (int r = 0; r < 8; r++) {
        assert_int_equal(m->module_of[r], new_of[module[r]] + 1);
        assert_true(m->W[r * 4 + new_of[module[r]]] == 1 + r);
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            const int i = old[a], j = old[b], low = i < j ? i : j, high = i < j ? j : i;
            assert_true(m->G[a * 4 + b] == (i == j && (i == 0 || i == 3) ? 1 : 10 * low + high));
        }
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

static void warnings_are_kept(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    lacon_model *m = make_model(ctx, false);
    assert_int_equal(lcn_model_warn(ctx, m, "first %d", 1), LACON_OK);
    assert_int_equal(lcn_model_warn(ctx, m, "second %s", "two"), LACON_OK);
    m->fitted = true;
    assert_int_equal(lacon_model_info(m)->n_warnings, 2);
    assert_string_equal(lacon_model_info(m)->warnings[0], "first 1");
    assert_string_equal(lacon_model_info(m)->warnings[1], "second two");
    lacon_model_free(m);
    lacon_ctx_free(ctx);
}

static void described_by_data(void **state)
{
    (void)state;
    lacon_ctx *ctx = new_ctx(1);
    double x[N * ROWS * P];
    ref_fill(1, N * ROWS * P, x);
    lacon_data *data = make_data(ctx, x, N);
    lacon_model *m = make_model(ctx, false);
    assert_int_equal(lcn_model_describe(ctx, m, data), LACON_OK); /* before scaling: 0 and 1 stay */
    assert_int_equal(lacon_model_rows(m, 1), ROWS);
    assert_true(lacon_model_mean(m)[3] == 0 && lacon_model_scale(m)[3] == 1);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    assert_int_equal(lcn_model_describe(ctx, m, data), LACON_OK);
    for (int r = 0; r < P; r++) {
        double mean = 0, square = 0;
        for (int i = 0; i < ROWS; i++) mean += x[(ROWS + i) * P + r] / ROWS;
        for (int i = 0; i < ROWS; i++) square += pow(x[(ROWS + i) * P + r] - mean, 2) / ROWS;
        assert_true(fabs(lacon_model_mean(m)[P + r] - mean) < 1e-14);
        assert_true(fabs(lacon_model_scale(m)[P + r] - sqrt(square)) < 1e-14);
    }
    lacon_model_free(m);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_come_back),       cmocka_unit_test(default_names),
        cmocka_unit_test(bad_parts_are_refused), cmocka_unit_test(sorted_by_size),
        cmocka_unit_test(warnings_are_kept),     cmocka_unit_test(described_by_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
