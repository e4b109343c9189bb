/* SPDX-License-Identifier: BSD-3-Clause
 * Signs of variables: turning data (data/apply_signs.c), finding signs (fit/extensions/signs.c), reading
 * them (io/text/key.c),
 * and models that keep them.
 */
#include "scratch.h"

#include "fit_ref.h"

enum { N = 3, ROWS = 150, P = 20, K = 3 };

/* Every third variable of the simulated rows turned round; sign: P. */
static double *turned_rows(const ref_sim *s, int8_t *sign)
{
    double *x = ref_alloc(N * ROWS * P);
    for (int r = 0; r < P; r++) sign[r] = r % 3 == 1 ? -1 : 1;
    for (int i = 0; i < N * ROWS * P; i++) x[i] = sign[i % P] * s->x[i];
    return x;
}

/* ---- turning ---- */

static void turning_is_undone_by_turning(void **state)
{
    (void)state;
    double x[4 * 3] = {1, 2, 3, 4, 7, 6, 7, 8, 1, 0, 1, 5}, K3[9] = {4, 1, 2, 1, 5, -1, 2, -1, 6};
    const int8_t sign[3] = {1, -1, -1};
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, 3), LACON_OK);
    assert_int_equal(lacon_data_add_view(ctx, data, "rows", 4, x, 3), LACON_OK);
    assert_int_equal(lacon_data_add_cov(ctx, data, "cov", 9, K3, 3), LACON_OK);
    assert_int_equal(lacon_data_flip(ctx, data, sign), LACON_E_ARGUMENT); /* not standardised */
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_NONE), LACON_OK);
    assert_null(lacon_data_sign(data));
    assert_int_equal(lacon_data_flip(ctx, data, sign), LACON_OK);
    assert_memory_equal(lacon_data_sign(data), sign, 3);
    const double *rows = data->classes[0].x, *cov = data->classes[1].x;
    for (int i = 0; i < 12; i++) assert_true(rows[i] == sign[i % 3] * x[i]);
    for (int i = 0; i < 9; i++) assert_true(cov[i] == sign[i / 3] * sign[i % 3] * K3[i]);
    assert_true(x[1] == 2); /* what was borrowed is never written */
    assert_int_equal(lacon_data_flip(ctx, data, sign), LACON_OK);
    for (int i = 0; i < 12; i++) assert_true(((const double *)data->classes[0].x)[i] == x[i]);
    for (int r = 0; r < 3; r++) assert_int_equal(lacon_data_sign(data)[r], 1);
    assert_int_equal(lacon_data_flip(ctx, data, (const int8_t[]){1, 0, 1}), LACON_E_ARGUMENT);
    lacon_data_free(data);
}

/* ---- finding ---- */

/* Within a module all signs are right or all are wrong, and the fewer are flipped. */
static void check_signs(const lacon_model *m, const int8_t *sign)
{
    const int32_t *module = lacon_model_module_of(m);
    const int8_t *found = lacon_model_sign(m);
    for (int j = 1; j <= K; j++) {
        int right = 0, wrong = 0, flipped = 0;
        for (int r = 0; r < P; r++) {
            if (module[r] != j) continue;
            right += found[r] == sign[r];
            wrong += found[r] != sign[r];
            flipped += found[r] < 0;
        }
        assert_true(right == 0 || wrong == 0);
        assert_true(2 * flipped <= right + wrong);
    }
}

/* Signs are freedom: a faint variable may gain by joining another module against its sign (one of the
 * six data sets has one), but the fit is never worse than that of the data as simulated, but for the place of a faint
 * variable: modules upside down have other starts, and a search is local (one of six again). */
static void signs_are_found(void **state)
{
    (void)state;
    int same = 0, worse = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, seed);
        int8_t sign[P];
        double *x = turned_rows(&s, sign);
        lacon_data *data = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, seed % 2 == 0);
        lacon_fit_options o = ref_options(K);
        o.noise = seed % 3 == 0 ? LACON_NOISE_VARIABLE : LACON_NOISE_ISOTROPIC;
        lacon_model *plain = ref_fit(ctx, s.data, &o), *m = NULL;
        assert_int_equal(lacon_fit_flip(ctx, &m, data, &o), LACON_OK);
        assert_memory_equal(lacon_model_sign(m), lacon_data_sign(data), P);
        const double gained = lacon_model_info(m)->evidence - lacon_model_info(plain)->evidence;
        worse += gained <= -1e-4; /* rows of float32 */
        assert_true(gained > -log(P * ROWS)); /* what one place may be worth */
        if (lacon_ari(P, lacon_model_module_of(m), lacon_model_module_of(plain)) > 0.999) {
            assert_true(fabs(ref_nll(m) - ref_nll(plain)) < 1e-6);
            assert_true(ref_distance(P * K, lacon_model_W(m), lacon_model_W(plain)) < 1e-3);
            check_signs(m, sign);
            same++;
        }
        lacon_model_free(plain);
        lacon_model_free(m);
        lacon_data_free(data);
        free(x);
        ref_sim_clear(&s);
    }
    assert_true(same >= 5 && worse <= 1);
}

/* The order of the variables does not matter. */
static void signs_follow_the_variables(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 4);
    int8_t sign[P];
    double *x = turned_rows(&s, sign), *y = ref_alloc(N * ROWS * P);
    for (int i = 0; i < N * ROWS; i++)
        for (int r = 0; r < P; r++) y[i * P + (r * 7) % P] = x[i * P + r];
    lacon_data *a = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false),
               *b = ref_data(ctx, y, N, ROWS, P, LACON_SCALE_Z, false);
    lacon_fit_options o = ref_options(K);
    lacon_model *ma, *mb;
    assert_int_equal(lacon_fit_flip(ctx, &ma, a, &o), LACON_OK);
    assert_int_equal(lacon_fit_flip(ctx, &mb, b, &o), LACON_OK);
    for (int r = 0; r < P; r++)
        assert_int_equal(lacon_model_sign(ma)[r], lacon_model_sign(mb)[(r * 7) % P]);
    lacon_model_free(ma);
    lacon_model_free(mb);
    lacon_data_free(a);
    lacon_data_free(b);
    free(x);
    free(y);
    ref_sim_clear(&s);
}

/* Data that come upside down leave with most of every module upright, and G as of the data the right way round. */
static void modules_stand_upright(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 2);
    lacon_data *data = ref_data(ctx, s.x, N, ROWS, P, LACON_SCALE_Z, false),
               *plain = ref_data(ctx, s.x, N, ROWS, P, LACON_SCALE_Z, false);
    int8_t over[P], upright[P];
    for (int r = 0; r < P; r++) over[r] = -1, upright[r] = 1;
    lacon_fit_options o = ref_options(K);
    lacon_model *m, *want;
    assert_int_equal(lacon_fit_flip(ctx, &want, plain, &o), LACON_OK);
    assert_int_equal(lacon_data_flip(ctx, data, over), LACON_OK);
    assert_int_equal(lacon_fit_flip(ctx, &m, data, &o), LACON_OK);
    assert_memory_equal(lacon_data_sign(plain), upright, P);
    assert_memory_equal(lacon_data_sign(data), upright, P);
    assert_memory_equal(lacon_model_sign(m), upright, P);
    assert_true(ref_distance(N * K * K, lacon_model_G(m, 0), lacon_model_G(want, 0)) < 1e-8);
    double value[N];
    assert_int_equal(lacon_model_evaluate(ctx, m, data, NULL, value), LACON_OK);
    for (int i = 0; i < N; i++) assert_true(fabs(value[i] - lacon_model_loglik(m, i)) < 1e-10);
    lacon_model_free(m);
    lacon_model_free(want);
    lacon_data_free(data);
    lacon_data_free(plain);
    ref_sim_clear(&s);
}

/* ---- keeping ---- */

static void models_keep_signs(void **state)
{
    scratch *sc = *state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 2);
    int8_t sign[P];
    double *x = turned_rows(&s, sign), value[N];
    lacon_data *data = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false),
               *raw = ref_data(ctx, x, N, ROWS, P, LACON_SCALE_Z, false);
    lacon_fit_options o = ref_options(K);
    lacon_model *m, *back, *moved;
    assert_int_equal(lacon_fit_flip(ctx, &m, data, &o), LACON_OK);
    const char *dir = scratch_path(sc, "model");
    assert_int_equal(lacon_model_save(ctx, m, dir, 0, NULL), LACON_OK);
    assert_int_equal(lacon_model_load(ctx, &back, dir), LACON_OK);
    assert_memory_equal(lacon_model_sign(m), lacon_model_sign(back), P);
    /* data that were not flipped are refused by name, flipped ones have the training likelihood */
    assert_int_equal(lacon_model_evaluate(ctx, back, raw, NULL, value), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(ctx), "lacon_data_flip"));
    assert_int_equal(lacon_data_flip(ctx, raw, lacon_model_sign(back)), LACON_OK);
    assert_int_equal(lacon_model_evaluate(ctx, back, raw, NULL, value), LACON_OK);
    for (int i = 0; i < N; i++) assert_true(fabs(value[i] - lacon_model_loglik(m, i)) < 1e-10);
    assert_int_equal(lacon_model_transform(ctx, &moved, back, raw), LACON_OK);
    assert_memory_equal(lacon_model_sign(moved), lacon_model_sign(m), P);
    lacon_model_free(m);
    lacon_model_free(back);
    lacon_model_free(moved);
    lacon_data_free(data);
    lacon_data_free(raw);
    free(x);
    ref_sim_clear(&s);
}

static void signs_are_read(void **state)
{
    scratch *sc = *state;
    const char *const names[] = {"a", "b", "c", "d"};
    int8_t sign[4];
    const char *path = scratch_text(sc, "s.csv", "item,trait,sign\nb,x,-1\na,x,1\nother,y,-1\nd,z,-\n");
    assert_int_equal(lacon_signs_read(ctx, sign, path, 4, names), LACON_OK);
    assert_memory_equal(sign, ((const int8_t[]){1, -1, 1, -1}), 4);
    path = scratch_text(sc, "m.tsv", "sign\tvariable\n-1\tc\n");
    assert_int_equal(lacon_signs_read(ctx, sign, path, 4, names), LACON_E_FORMAT); /* names come first */
    static const struct {
        const char *text, *says;
        lacon_status status;
    } bad[] = {{"a,key\nb,-1\n", "no column 'sign'", LACON_E_FORMAT},
               {"variable,sign\nb,2\n", "sign '2'", LACON_E_DATA},
               {"variable,sign\nb,\n", "has no sign", LACON_E_DATA},
               {"variable,sign\nb,1\nb,-1\n", "'1' and in '-1'", LACON_E_DATA},
               {"variable,sign\nx,1\n", "none of the 4", LACON_E_DATA},
               {"", "empty", LACON_E_FORMAT}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int8_t kept[4] = {5, 5, 5, 5};
        path = scratch_text(sc, "bad.csv", bad[i].text);
        assert_int_equal(lacon_signs_read(ctx, kept, path, 4, names), bad[i].status);
        assert_non_null(strstr(lacon_ctx_message(ctx), bad[i].says));
        assert_int_equal(kept[0], 5);
    }
    assert_int_equal(lacon_signs_read(ctx, sign, scratch_path(sc, "none"), 4, names), LACON_E_IO);
}

/* ---- memory ---- */

static lacon_status flip_job(lacon_ctx *c, void *user)
{
    lacon_data *data = NULL;
    lacon_model *m = NULL;
    lacon_fit_options o = ref_options(K);
    o.starts = 1;
    lacon_status status = lacon_data_new(c, &data, P);
    if (status >= 0) status = lacon_data_add_copy(c, data, NULL, ROWS, user, P);
    if (status >= 0) status = lacon_data_standardise(c, data, LACON_SCALE_Z);
    if (status >= 0) status = lacon_fit_flip(c, &m, data, &o);
    if ((status < 0) != (m == NULL)) status = LACON_E_INTERNAL;
    lacon_model_free(m);
    lacon_data_free(data);
    return status;
}

static void memory_ends(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, N, ROWS, P, K, 0.3, 1);
    int8_t sign[P];
    double *x = turned_rows(&s, sign);
    assert_true(faulty_loop(flip_job, x, 1) > 50);
    free(x);
    ref_sim_clear(&s);
}

static int setup(void **state)
{
    return open_ctx(state) || scratch_setup(state);
}

static int teardown(void **state)
{
    return scratch_teardown(state) || close_ctx(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turning_is_undone_by_turning), cmocka_unit_test(signs_are_found),
        cmocka_unit_test(signs_follow_the_variables),   cmocka_unit_test(models_keep_signs),
        cmocka_unit_test(modules_stand_upright),
        cmocka_unit_test(signs_are_read),               cmocka_unit_test(memory_ends),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
