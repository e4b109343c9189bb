/* SPDX-License-Identifier: BSD-3-Clause
 * Classes whose rows ranks share: what is asked of all rows is what one process has, to the last bit. Ranks are threads
 * here (ranks_in_threads.h).
 */
#include "data/dealt.h"
#include "data/fingerprint.h"
#include "data/row_slices.h"
#include "ranks_in_threads.h"
#include "scratch.h"

#include <math.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- a few rows ---- */

enum { ROWS = 37, COLUMNS = 5, SPAN = 9 };

static double value(int64_t i, int64_t r) { return sin((double)(i * COLUMNS + r)) + 1e-3 * (double)(i % 7); }

/* All of it; a rank has some rows of it. */
static double table[ROWS * COLUMNS];

typedef struct asked {
    int leave; /* 0, 1: the first or the last slice is as long as all others, and a rank has none; -1: all have some */
    double column[ROWS], sum[COLUMNS], behind[SPAN * COLUMNS];
    char digest[LCN_SHA256_TEXT];
    int64_t end, here;
} asked;

static double cost_of(const void *user, int64_t slice)
{
    const asked *a = user;
    return a->leave >= 0 && slice == (a->leave == 0 ? 0 : LCN_SLICES - 1) ? 100 : 1;
}

static void sum_slice(void *user, int64_t s, double *part)
{
    const lcn_class *class = user;
    memset(part, 0, COLUMNS * sizeof *part);
    for (int64_t i = lcn_slice_begin(s, ROWS); i < lcn_slice_begin(s + 1, ROWS); i++)
        for (int r = 0; r < COLUMNS; r++) part[r] += ((const double *)lcn_split_row(class, NULL, i))[r];
}

static void hash_rows(void *user, lcn_sha256 *hash)
{
    const lcn_class *class = user;
    lcn_sha256_update(hash, class->x, (size_t)(lcn_rows_here(class) * COLUMNS) * sizeof(double));
}

static lacon_status ask(lacon_ctx *ctx, void *user)
{
    asked *a = user;
    lcn_sharing share;
    lcn_class class = {.n = ROWS, .kind = LCN_ROWS_F64, .ld = COLUMNS};
    lcn_sha256 hash;
    void *after = NULL;
    LCN_TRY(lcn_share_deal(ctx, &share, LCN_SLICES, cost_of, a));
    if (lcn_ranks(ctx) > 1) lcn_split_set(&class, &share, ROWS);
    class.x = table + class.first * COLUMNS;
    a->here = lcn_rows_here(&class);
    a->end = class.first + a->here;
    lcn_split_column(&class, 2, a->column);
    lacon_status status = lcn_split_sum(ctx, &class, a->sum, COLUMNS, 1, sum_slice, &class);
    if (status >= 0) status = lcn_split_after(ctx, &after, &class, COLUMNS, SPAN);
    for (int64_t i = 0; status >= 0 && a->here > 0 && i < SPAN * COLUMNS && a->end + i / COLUMNS < ROWS; i++)
        a->behind[i] = ((const double *)lcn_split_row(&class, after, a->end + i / COLUMNS))[i % COLUMNS];
    lcn_sha256_init(&hash);
    if (status >= 0) status = lcn_split_hash(lcn_split_share(&class), &hash, hash_rows, &class);
    lcn_sha256_final(&hash, a->digest);
    lcn_free(&ctx->allocator, after);
    lcn_share_clear(&ctx->allocator, &share);
    return status;
}

static void what_is_asked_is_that_of_one(void **state)
{
    (void)state;
    lacon_ctx *alone = NULL;
    asked want = {.leave = -1};
    for (int64_t e = 0; e < ROWS * COLUMNS; e++) table[e] = value(e / COLUMNS, e % COLUMNS);
    assert_int_equal(lacon_ctx_new(&alone, NULL), LACON_OK);
    assert_int_equal(ask(alone, &want), LACON_OK);
    lacon_ctx_free(alone);
    for (int64_t i = 0; i < ROWS; i++) assert_true(want.column[i] == value(i, 2));
    for (int leave = -1; leave <= 1; leave++) {
        member members[RANKS];
        asked users[RANKS] = {{.leave = leave}, {.leave = leave}, {.leave = leave}};
        cannot_hand = leave == 0;
        together(members, ask, users, sizeof *users, NULL);
        cannot_hand = false;
        for (int i = 0; i < RANKS; i++) {
            assert_int_equal(members[i].status, LACON_OK);
            assert_memory_equal(users[i].column, want.column, sizeof want.column);
            assert_memory_equal(users[i].sum, want.sum, sizeof want.sum);
            assert_string_equal(users[i].digest, want.digest);
            const int64_t left = users[i].here > 0 ? ROWS - users[i].end : 0, rows = left < SPAN ? left : SPAN;
            assert_memory_equal(users[i].behind, table + users[i].end * COLUMNS,
                                (size_t)(rows * COLUMNS) * sizeof *table);
        }
    }
}

/* ---- a file ---- */

typedef struct reading {
    const char *path;
    lacon_data *data, *turned, *few; /* of its rows: all from the last on, and every 9th twice */
    lacon_summary glance;
    char fingerprint[LCN_SHA256_TEXT];
} reading;

/* Rows of the first class as classes of others. */
static lacon_status choose_rows(lacon_ctx *ctx, reading *r)
{
    const int64_t n = r->data->classes[0].n;
    int64_t *index = malloc((size_t)n * sizeof *index);
    lacon_status status = lcn_data_like(ctx, &r->turned, r->data, 1);
    for (int64_t i = 0; i < n; i++) index[i] = (2 * n - 1 - i) % n;
    if (status >= 0) status = lcn_data_add_rows(ctx, r->turned, r->data, 0, index, n, "turned");
    if (status >= 0) status = lcn_data_like(ctx, &r->few, r->data, 1);
    for (int64_t i = 0; i < n / 9; i++) index[i] = i / 2 * 9;
    if (status >= 0) status = lcn_data_add_rows(ctx, r->few, r->data, 0, index, n / 9, "few");
    free(index);
    return status;
}

static lacon_status read_data(lacon_ctx *ctx, void *user)
{
    reading *r = user;
    lacon_read_options options;
    lcn_sha256 hash;
    lacon_read_options_init(&options);
    options.deal = 1;
    options.reduce = LACON_REDUCE_SERIES;
    LCN_TRY(lacon_data_read(ctx, &r->data, &r->path, 1, &options));
    LCN_TRY(lacon_data_glance(ctx, r->data, 0, &r->glance));
    lcn_sha256_init(&hash);
    LCN_TRY(lcn_data_fingerprint(ctx, &hash, r->data));
    lcn_sha256_final(&hash, r->fingerprint);
    return r->data->classes[0].kind == LCN_COV ? LACON_OK : choose_rows(ctx, r);
}

static void free_data(reading *r)
{
    lacon_data_free(r->data);
    lacon_data_free(r->turned);
    lacon_data_free(r->few);
}

/* n × p of float32; column 1 counts rows, column 2 has two values of 999 far off, rows remember by `phi`. */
static const char *write_npy(scratch *s, int64_t n, int64_t p, double phi)
{
    char header[128];
    const char *path = scratch_path(s, "long.npy");
    FILE *f = fopen(path, "wb");
    float *row = calloc((size_t)p, sizeof *row);
    uint32_t seed = 7;
    const int length = snprintf(header, sizeof header,
                                "{'descr': '<f4', 'fortran_order': False, 'shape': (%lld, %lld), }", (long long)n,
                                (long long)p);
    fprintf(f, "\x93NUMPY%c%c%c%c%-117s\n", 1, 0, 118, 0, header);
    assert_true(length < 117);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t r = 0; r < p; r++) {
            seed = seed * 1664525u + 1013904223u;
            row[r] = (float)(phi * (double)row[r] + (double)(seed >> 8) / (1 << 24) - 0.5);
        }
        const float kept[2] = {row[1], row[2]};
        row[1] = (float)(i + 1);
        if (i == 3 || i == n - 2) row[2] = 999;
        assert_int_equal(fwrite(row, sizeof *row, (size_t)p, f), p);
        row[1] = kept[0], row[2] = kept[1];
    }
    free(row);
    assert_int_equal(fclose(f), 0);
    return path;
}

/* The rows that a rank has of a class. */
static void same_rows(const lacon_data *a, const lacon_data *b)
{
    const lcn_class *x = &a->classes[0], *y = &b->classes[0];
    assert_int_equal(x->n, y->n);
    assert_memory_equal(x->x, (const float *)y->x + x->first * y->ld,
                        (size_t)(lcn_rows_here(x) * x->ld) * sizeof(float));
}

static void same_class(const lacon_data *a, const lacon_data *b)
{
    const lcn_class *x = &a->classes[0], *y = &b->classes[0];
    const size_t row = (size_t)a->p * sizeof(double);
    assert_int_equal(x->n, y->n);
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->lags, y->lags);
    assert_true(x->inflation == y->inflation);
    assert_string_equal(x->sha256, y->sha256);
    assert_memory_equal(x->mean, y->mean, row);
    assert_memory_equal(x->scale, y->scale, row);
    if (x->kind != LCN_COV) {
        same_rows(a, b);
        return;
    }
    const int64_t lags = x->lagged ? x->lags : 0;
    assert_memory_equal(x->x, y->x, (size_t)(a->p * x->ld + lags * (a->p * (a->p + 1) / 2)) * sizeof(double));
}

static void read_by_ranks(scratch *s, int64_t n, int64_t p, double phi, lcn_kind kind)
{
    member members[RANKS];
    reading want = {.path = write_npy(s, n, p, phi)}, users[RANKS];
    int64_t rows = 0;
    assert_int_equal(read_data(s->ctx, &want), LACON_OK);
    assert_int_equal(want.glance.counter_at, 1);
    assert_int_equal(want.glance.code_at, 2);
    assert_int_equal(want.data->classes[0].kind, kind);
    for (int i = 0; i < RANKS; i++) users[i] = (reading){.path = want.path};
    together(members, read_data, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        if (members[i].status < 0) print_error("%s\n", members[i].message);
        assert_int_equal(members[i].status, LACON_OK);
        rows += lacon_data_rows_own(users[i].data, 0);
        same_class(users[i].data, want.data);
        assert_string_equal(users[i].fingerprint, want.fingerprint);
        assert_memory_equal(&users[i].glance, &want.glance, sizeof want.glance);
        if (want.turned) {
            same_rows(users[i].turned, want.turned);
            same_rows(users[i].few, want.few);
            assert_true(lcn_rows_here(&users[i].turned->classes[0]) < n);
            assert_int_equal(lcn_rows_here(&users[i].few->classes[0]), n / 9); /* it is short: all have it */
        }
        free_data(&users[i]);
    }
    assert_int_equal(rows, n); /* every row was read once */
    free_data(&want);
}

static void rows_of_a_file_stay_apart(void **state) { read_by_ranks(*state, 520, 16200, 0.3, LCN_ROWS_F32); }

static void a_covariance_is_made_of_all_rows(void **state) { read_by_ranks(*state, 420000, 20, 0.8, LCN_COV); }

/* ---- failures ---- */

/* A value that is none, in the rows of the last rank: all say so. */
static void a_bad_value_is_told_by_all(void **state)
{
    scratch *s = *state;
    const float nan_value = NAN;
    member members[RANKS];
    reading users[RANKS];
    const char *path = write_npy(s, 84000, 100, 0.1);
    FILE *f = fopen(path, "r+b");
    assert_int_equal(fseek(f, 128 + (83000 * 100 + 7) * 4, SEEK_SET), 0);
    assert_int_equal(fwrite(&nan_value, sizeof nan_value, 1, f), 1);
    assert_int_equal(fclose(f), 0);
    for (int i = 0; i < RANKS; i++) users[i] = (reading){.path = path};
    together(members, read_data, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_E_DATA);
        assert_non_null(strstr(members[i].message, "83001"));
        assert_null(users[i].data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_is_that_of_one),
        cmocka_unit_test_setup_teardown(rows_of_a_file_stay_apart, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_covariance_is_made_of_all_rows, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_bad_value_is_told_by_all, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
