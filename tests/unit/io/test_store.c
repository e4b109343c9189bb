/* SPDX-License-Identifier: BSD-3-Clause
 * Memory as small as the data, and smaller: float32 files stay float32, long classes become covariances while they are
 * read, rows that do not fit are kept in files. The fit is the same to the bit; damage and a full disk are told.
 */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "contexts.h"
#include "data/data.h"
#include "la_ref.h"
#include "scratch.h"
#include "util/store.h"

enum { CLASSES = 3, P = 12, LONG = 60, WIDE = 16, SERIES = 400, K = 3 };

/* n × P numbers of three modules, as a .npy of float or double */
static const char *write_npy(scratch *s, const char *name, uint64_t seed, int64_t n, bool single)
{
    const char *path = scratch_path(s, name);
    FILE *out = fopen(path, "wb");
    double *x = ref_alloc(n * P), *z = ref_alloc(n * K);
    char head[129];
    ref_fill(seed, n * P, x);
    ref_fill(seed + 100, n * K, z);
    for (int64_t e = P; n == SERIES && e < n * P; e++) x[e] += .6 * x[e - P]; /* rows that follow each other */
    for (int64_t e = K; n == SERIES && e < n * K; e++) z[e] += .6 * z[e - K];
    const int used = snprintf(head, sizeof head, "{'descr': '<f%d', 'fortran_order': False, 'shape': (%d, %d), }",
                              single ? 4 : 8, (int)n, P);
    fwrite("\x93NUMPY\1\0", 1, 8, out);
    const uint16_t length = 118;
    fwrite(&length, 2, 1, out);
    for (int i = used; i < 117; i++) head[i] = ' ';
    head[117] = '\n';
    fwrite(head, 1, 118, out);
    for (int64_t e = 0; e < n * P; e++) {
        const double value = x[e] + z[e / P * K + e % P % K];
        const float f = (float)value;
        fwrite(single ? (const void *)&f : (const void *)&value, single ? 4 : 8, 1, out);
    }
    assert_int_equal(fclose(out), 0);
    free(x);
    free(z);
    return path;
}

static lacon_data *read_classes(lacon_ctx *ctx, scratch *s, int64_t n, bool single, lacon_reduce reduce)
{
    const char *paths[CLASSES] = {write_npy(s, "a.npy", 1, n, single), write_npy(s, "b.npy", 2, n, single),
                                  write_npy(s, "c.npy", 3, n, single)};
    lacon_read_options o;
    lacon_data *data = NULL;
    lacon_read_options_init(&o);
    o.reduce = reduce;
    const lacon_status status = lacon_data_read(ctx, &data, paths, CLASSES, &o);
    if (status < 0) return NULL;
    if (reduce == LACON_REDUCE_NONE) assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    return data;
}

static lacon_model *fit(lacon_ctx *ctx, const lacon_data *data, lacon_status want)
{
    lacon_fit_options o;
    lacon_model *model = NULL;
    lacon_fit_options_init(&o);
    o.k = K;
    assert_int_equal(lacon_fit(ctx, &model, data, &o), want);
    return model;
}

static void assert_same(const lacon_model *a, const lacon_model *b)
{
    for (int r = 0; r < P * K; r++) assert_true(lacon_model_W(a)[r] == lacon_model_W(b)[r]);
    for (int64_t c = 0; c < CLASSES; c++) {
        assert_true(lacon_model_v(a, c) == lacon_model_v(b, c));
        assert_true(lacon_model_loglik(a, c) == lacon_model_loglik(b, c));
    }
    for (int r = 0; r < P; r++) assert_true(lacon_model_evidence(a)[r] == lacon_model_evidence(b)[r]);
}

static lacon_ctx *stored_ctx(lacon_store **store, double bytes, const char *folder)
{
    lacon_ctx_options o;
    lacon_ctx *ctx = NULL;
    assert_int_equal(lacon_store_new(store, bytes, 0, folder), LACON_OK);
    lacon_ctx_options_init(&o);
    o.allocator = lacon_store_allocator(*store);
    o.threads = 2;
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    return ctx;
}

static void float32_stays(void **state)
{
    scratch *s = *state;
    for (int single = 0; single < 2; single++) {
        lacon_data *data = read_classes(s->ctx, s, WIDE, single, LACON_REDUCE_NONE);
        assert_int_equal(data->classes[1].kind, single ? LCN_ROWS_F32 : LCN_ROWS_F64);
        lacon_data_free(data);
    }
}

/* Covariances where they are smaller, and the same model as from the rows. */
static void reduced(void **state)
{
    scratch *s = *state;
    for (int single = 0; single < 2; single++)
        for (int wide = 0; wide < 2; wide++) {
            const int64_t n = wide ? WIDE : LONG;
            lacon_data *rows = read_classes(s->ctx, s, n, single, LACON_REDUCE_NONE);
            lacon_data *less = read_classes(s->ctx, s, n, single, LACON_REDUCE_INDEPENDENT);
            assert_int_equal(less->classes[2].kind, n * (single ? 4 : 8) >= 16 * 8 ? LCN_COV : rows->classes[2].kind);
            assert_true(less->standardised && lacon_data_scale(less, 1)[3] == lacon_data_scale(rows, 1)[3]);
            lacon_model *a, *b;
            lacon_fit_options o;
            lacon_fit_options_init(&o);
            o.k = K;
            o.rows = LACON_ROWS_INDEPENDENT;
            assert_int_equal(lacon_fit(s->ctx, &a, rows, &o), LACON_OK);
            assert_int_equal(lacon_fit(s->ctx, &b, less, &o), LACON_OK);
            assert_same(a, b);
            lacon_model_free(a);
            lacon_model_free(b);
            lacon_data_free(rows);
            lacon_data_free(less);
        }
}

/* Rows that follow each other: what the evidence asks of their order is the same after they became covariances. */
static void order_is_kept(void **state)
{
    scratch *s = *state;
    for (int single = 0; single < 2; single++) {
        lacon_data *rows = read_classes(s->ctx, s, SERIES, single, LACON_REDUCE_NONE);
        lacon_data *less = read_classes(s->ctx, s, SERIES, single, LACON_REDUCE_SERIES);
        for (int64_t c = 0; c < CLASSES; c++) {
            assert_int_equal(less->classes[c].kind, LCN_COV);
            assert_non_null(less->classes[c].lagged);
            assert_true(lacon_data_effective(less, c) == lacon_data_effective(rows, c));
            assert_true(lacon_data_effective(less, c) < 0.8 * SERIES);
        }
        lacon_model *a = fit(s->ctx, rows, LACON_OK), *b = fit(s->ctx, less, LACON_OK);
        for (int r = 0; r < P; r++) {
            const double want = lacon_model_evidence(a)[r], found = lacon_model_evidence(b)[r];
            assert_true(fabs(found - want) <= 1e-6 * fabs(want)); /* shares are kept in single precision */
        }
        int8_t sign[P];
        for (int r = 0; r < P; r++) sign[r] = r % 2 ? -1 : 1;
        assert_int_equal(lacon_data_flip(s->ctx, less, sign), LACON_OK); /* and back: products of rows follow */
        assert_true(lcn_lagged(&less->classes[0], P, 1)[1] < 0);
        lacon_model_free(a);
        lacon_model_free(b);
        lacon_data_free(rows);
        lacon_data_free(less);
    }
}

/* Products of rows some steps apart against their definition. */
static void lagged_products(void **state)
{
    scratch *s = *state;
    lacon_data *rows = read_classes(s->ctx, s, SERIES, true, LACON_REDUCE_NONE);
    lacon_data *less = read_classes(s->ctx, s, SERIES, true, LACON_REDUCE_SERIES);
    const lcn_class *x = &rows->classes[1], *c = &less->classes[1];
    assert_true(c->lags > 1 && c->step == 1);
    for (int lag = 1; lag <= c->lags; lag++)
        for (int r = 0, at = 0; r < P; r++)
            for (int q = 0; q <= r; q++, at++) {
                double sum = 0;
                for (int64_t t = 0; t < SERIES - lag; t++)
                    sum += (lcn_class_value(x, t, r) * lcn_class_value(x, t + lag, q) +
                            lcn_class_value(x, t, q) * lcn_class_value(x, t + lag, r)) / 2;
                assert_true(fabs(lcn_lagged(c, P, lag)[at] - sum / (double)(SERIES - lag)) < 1e-12);
            }
    lacon_data_free(rows);
    lacon_data_free(less);
}

/* Where products of rows would take more than the rows: their covariance in their own precision, and the file once more
 * for what is asked of their order. The model of the rows, as near as float32 has it. */
static void short_classes_in_single_precision(void **state)
{
    scratch *s = *state;
    lacon_data *rows = read_classes(s->ctx, s, LONG, true, LACON_REDUCE_NONE);
    lacon_data *less = read_classes(s->ctx, s, LONG, true, LACON_REDUCE_SERIES);
    lacon_matrix S;
    for (int64_t c = 0; c < CLASSES; c++) {
        assert_true(lacon_data_get_cov(less, c, &S) && S.type == LACON_FLOAT32);
        assert_true(lacon_data_effective(less, c) == lacon_data_effective(rows, c));
        assert_true(fabs((double)((const float *)S.data)[3 * S.row_stride + 3] - 1.0) < 1e-6);
    }
    lacon_model *a = fit(s->ctx, rows, LACON_OK), *b = fit(s->ctx, less, LACON_OK);
    for (int r = 0; r < P * K; r++) assert_true(fabs(lacon_model_W(a)[r] - lacon_model_W(b)[r]) < 1e-5);
    for (int r = 0; r < P; r++) {
        const double want = lacon_model_evidence(a)[r];
        assert_true(want > 1.0 && fabs(lacon_model_evidence(b)[r] - want) < 1e-5 * want);
    }
    lacon_store *store;
    lacon_ctx *ctx = stored_ctx(&store, 1, s->dir); /* and the same bytes where it is kept in a file */
    lacon_data *kept = read_classes(ctx, s, LONG, true, LACON_REDUCE_SERIES);
    assert_true(lcn_is_kept(&kept->allocator, kept->classes[1].owned));
    lacon_model *c = fit(ctx, kept, LACON_OK);
    assert_same(b, c);
    ((unsigned char *)kept->classes[1].owned)[77] ^= 4;
    assert_null(fit(ctx, kept, LACON_E_IO));
    int8_t sign[P];
    memset(sign, 1, sizeof sign);
    assert_int_equal(lacon_data_flip(s->ctx, less, sign), LACON_E_UNSUPPORTED);
    lacon_model_free(a);
    lacon_model_free(b);
    lacon_model_free(c);
    lacon_data_free(rows);
    lacon_data_free(less);
    lacon_data_free(kept);
    lacon_ctx_free(ctx);
    lacon_store_free(store);
}

/* Rows that are not in their file as they are in memory stay. */
static void rows_that_cannot_be_had_again_stay(void **state)
{
    scratch *s = *state;
    const char *path = write_npy(s, "a.npy", 1, LONG, true);
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.reduce = LACON_REDUCE_SERIES;
    for (int some = 0; some < 2; some++) {
        lacon_data *data = NULL;
        o.columns = some ? "2:12" : NULL;
        assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_OK);
        assert_int_equal(data->classes[0].kind, some ? LCN_ROWS_F32 : LCN_COV);
        lacon_data_free(data);
    }
}

/* Files that are small stay rows. */
static void small_files_stay(void **state)
{
    scratch *s = *state;
    const char *path = write_npy(s, "a.npy", 1, SERIES, false);
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.reduce = LACON_REDUCE_SERIES;
    for (int above = 0; above < 2; above++) {
        lacon_data *data = NULL;
        o.reduce_above = above ? SERIES * P * 8 + 128 : SERIES * P * 8;
        assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_OK);
        assert_int_equal(data->classes[0].kind, above ? LCN_ROWS_F64 : LCN_COV);
        assert_true((lacon_data_scale(data, 0) == NULL) == above);
        lacon_data_free(data);
    }
}

/* What a glance shows of values as they came is known after they were standardised and reduced. */
static void glances_are_kept(void **state)
{
    scratch *s = *state;
    lacon_data *rows = NULL, *less = NULL;
    lacon_read_options o;
    lacon_summary want, found;
    FILE *out = fopen(scratch_path(s, "codes.csv"), "w");
    for (int i = 0; i < LONG; i++) fprintf(out, "%d,%g,%g\n", i + 1, i % 9 == 3 ? 999.0 : sin(i), cos(1.7 * i));
    fclose(out);
    const char *path = scratch_path(s, "codes.csv");
    lacon_read_options_init(&o);
    assert_int_equal(lacon_data_read(s->ctx, &rows, &path, 1, &o), LACON_OK);
    o.reduce = LACON_REDUCE_INDEPENDENT;
    assert_int_equal(lacon_data_read(s->ctx, &less, &path, 1, &o), LACON_OK);
    assert_int_equal(less->classes[0].kind, LCN_COV);
    assert_int_equal(lacon_data_glance(s->ctx, rows, 0, &want), LACON_OK);
    assert_int_equal(lacon_data_glance(s->ctx, less, 0, &found), LACON_OK);
    assert_true(want.counter_at == 0 && want.code_at == 1);
    assert_memory_equal(&want, &found, sizeof want);
    lacon_data_free(rows);
    lacon_data_free(less);
}

/* ---- the store ---- */

static void kept_in_files(void **state)
{
    scratch *s = *state;
    lacon_store *store;
    lacon_ctx *ctx = stored_ctx(&store, WIDE * P * 8 + 400, s->dir); /* one of three classes stays in memory */
    for (lacon_reduce how = LACON_REDUCE_NONE; how <= LACON_REDUCE_SERIES; how++) {
        lacon_data *plain = read_classes(s->ctx, s, WIDE - 1, false, how), *data;
        data = read_classes(ctx, s, WIDE - 1, false, how);
        int64_t kept = 0;
        for (int c = 0; c < CLASSES; c++) kept += lcn_is_kept(&data->allocator, data->classes[c].owned);
        assert_int_equal(kept, CLASSES - 1);
        assert_true(lacon_store_bytes(store) > 2 * (WIDE - 1) * P * 8);
        lacon_model *a = fit(s->ctx, plain, LACON_OK), *b = fit(ctx, data, LACON_OK);
        assert_same(a, b);
        lacon_model_free(a);
        lacon_model_free(b);
        lacon_data_free(plain);
        lacon_data_free(data);
        assert_true(lacon_store_bytes(store) == 0);
    }
    lacon_store_free(store); /* before the context, which still has memory of it */
    lacon_ctx_free(ctx);
}

static void a_flipped_bit_is_told(void **state)
{
    scratch *s = *state;
    lacon_store *store;
    lacon_ctx *ctx = stored_ctx(&store, 1, s->dir);
    lacon_data *data = read_classes(ctx, s, WIDE - 1, true, LACON_REDUCE_SERIES);
    unsigned char *x = data->classes[1].owned;
    x[77] ^= 4;
    lacon_model *model = fit(ctx, data, LACON_E_IO);
    assert_null(model);
    assert_non_null(strstr(lacon_ctx_message(ctx), "class 'b'"));
    x[77] ^= 4;
    model = fit(ctx, data, LACON_OK);
    lacon_model_free(model);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    lacon_store_free(store);
}

static void every_bit_counts(void **state)
{
    (void)state;
    unsigned char x[203];
    for (size_t i = 0; i < sizeof x; i++) x[i] = (unsigned char)(i * i);
    const uint64_t seal = lcn_seal(x, sizeof x);
    for (size_t i = 0; i < 8 * sizeof x; i++) {
        x[i / 8] ^= (unsigned char)(1 << i % 8);
        assert_true(lcn_seal(x, sizeof x) != seal);
        x[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    assert_true(lcn_seal(x, sizeof x) == seal && lcn_seal(x, sizeof x - 1) != seal);
}

/* A limit on the size of files stands for a full disk. */
static void a_full_disk_is_told(void **state)
{
    scratch *s = *state;
    lacon_store *store;
    struct rlimit before, small = {.rlim_cur = 4096};
    assert_int_equal(lacon_store_new(&store, 1e6, 0, "/nowhere/at/all"), LACON_E_IO);
    lacon_ctx *ctx = stored_ctx(&store, 1, s->dir);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    write_npy(s, "a.npy", 1, LONG, false);
    const char *path = write_npy(s, "big.npy", 4, 1000, false);
    setrlimit(RLIMIT_FSIZE, &small);
    lacon_data *data = NULL;
    assert_int_equal(lacon_data_read(ctx, &data, &path, 1, NULL), LACON_E_MEMORY);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_null(data);
    assert_non_null(strstr(lacon_ctx_message(ctx), s->dir));
    lacon_ctx_free(ctx);
    lacon_store_free(store);
}

/* All that a context takes keeps to the limit, and what did not is said. */
static void a_limit_is_held(void **state)
{
    scratch *s = *state;
    lacon_store *store;
    lacon_ctx_options o;
    lacon_ctx *ctx = NULL;
    lacon_ctx_options_init(&o);
    assert_int_equal(lacon_store_new(&store, 0, 8e6, s->dir), LACON_OK);
    o.allocator = lacon_store_allocator(store);
    assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
    lacon_data *data = read_classes(ctx, s, SERIES, false, LACON_REDUCE_NONE); /* 115 kB, in files */
    assert_non_null(data);
    void *most = lcn_alloc(ctx, 1, 7900000), *more = lcn_alloc(ctx, 1, 1000000);
    assert_true(most != NULL && more == NULL);
    assert_non_null(strstr(lacon_ctx_message(ctx), "8 MB are in use and 1.0 MB more are wanted at least, where 8 MB"));
    assert_null(fit(ctx, data, LACON_E_MEMORY));
    lcn_free(&ctx->allocator, most); /* and there is room again */
    lacon_model_free(fit(ctx, data, LACON_OK));
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    lacon_store_free(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(float32_stays, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(reduced, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(order_is_kept, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(lagged_products, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(short_classes_in_single_precision, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(rows_that_cannot_be_had_again_stay, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(small_files_stay, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(glances_are_kept, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(kept_in_files, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_flipped_bit_is_told, scratch_setup, scratch_teardown),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_limit_is_held, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
