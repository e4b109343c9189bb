/* SPDX-License-Identifier: BSD-3-Clause
 * Files whose rows ranks share (io/intake/split_files.c): a long one beside a short one, and more ranks than there are
 * slices of rows. Each row is read by one rank, and what is told of the files is what one process tells. Ranks are
 * threads here (ranks_in_threads.h).
 */
#define RANKS_ASKED 9
#include "data/row_slices.h"
#include "ranks_in_threads.h"
#include "scratch.h"

#include <sys/stat.h>

#include <cmocka.h>

enum { LONG = 520, SHORT = 40, COLUMNS = 16200, FILES = 2 };

typedef struct reading {
    const char *paths[FILES];
    lacon_data *data;
} reading;

static lacon_status read_data(lacon_ctx *ctx, void *user)
{
    reading *r = user;
    lacon_read_options options;
    lacon_read_options_init(&options);
    options.deal = 1;
    options.reduce = LACON_REDUCE_SERIES;
    return lacon_data_read(ctx, &r->data, r->paths, FILES, &options);
}

/* rows × COLUMNS of float32. */
static const char *write_npy(scratch *s, const char *name, int64_t rows)
{
    char header[128];
    float row[COLUMNS];
    uint32_t seed = (uint32_t)rows;
    const char *path = scratch_path(s, name);
    FILE *f = fopen(path, "wb");
    snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': False, 'shape': (%lld, %d), }", (long long)rows,
             COLUMNS);
    fprintf(f, "\x93NUMPY%c%c%c%c%-117s\n", 1, 0, 118, 0, header);
    for (int64_t i = 0; i < rows; i++) {
        for (int r = 0; r < COLUMNS; r++) {
            seed = seed * 1664525u + 1013904223u;
            row[r] = (float)(seed >> 8);
        }
        assert_int_equal(fwrite(row, sizeof *row, COLUMNS, f), COLUMNS);
    }
    assert_int_equal(fclose(f), 0);
    return path;
}

static void rows_are_read_once(void **state)
{
    scratch *s = *state;
    member members[RANKS];
    reading users[RANKS], want = {{write_npy(s, "long.npy", LONG), write_npy(s, "short.npy", SHORT)}, NULL};
    int64_t rows = 0, idle = 0;
    assert_int_equal(read_data(s->ctx, &want), LACON_OK);
    for (int i = 0; i < RANKS; i++) users[i] = want;
    together(members, read_data, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        if (members[i].status < 0) print_error("%s\n", members[i].message);
        assert_int_equal(members[i].status, LACON_OK);
        for (int c = 0; c < FILES; c++) {
            const lcn_class *got = &users[i].data->classes[c], *all = &want.data->classes[c];
            assert_int_equal(got->n, all->n);
            assert_int_equal(got->kind, LCN_ROWS_F32);
            assert_string_equal(got->sha256, all->sha256);
            assert_memory_equal(got->x, (const float *)all->x + got->first * all->ld,
                                (size_t)(lcn_rows_here(got) * COLUMNS) * sizeof(float));
        }
        assert_int_equal(lcn_rows_here(&users[i].data->classes[1]), SHORT);
        rows += lcn_rows_here(&users[i].data->classes[0]);
        idle += lcn_rows_here(&users[i].data->classes[0]) == 0;
        lacon_data_free(users[i].data);
    }
    assert_int_equal(rows, LONG);
    assert_int_equal(idle, RANKS - LCN_SLICES);
    lacon_data_free(want.data);
}

/* One rank has another file of that name and length, which is no table: all hear of it, and none waits for it. */
static void one_rank_cannot_open(void **state)
{
    scratch *s = *state;
    member members[RANKS];
    reading users[RANKS];
    const char *paths[] = {write_npy(s, "long.npy", LONG), write_npy(s, "short.npy", SHORT)};
    assert_int_equal(mkdir(scratch_path(s, "own"), 0700), 0);
    const char *own = write_npy(s, "own/short.npy", SHORT);
    FILE *f = fopen(own, "r+b");
    assert_int_equal(fputs("\x93NUMPY?", f) >= 0, 1);
    assert_int_equal(fclose(f), 0);
    for (int i = 0; i < RANKS; i++) users[i] = (reading){{paths[0], i == 5 ? own : paths[1]}, NULL};
    together(members, read_data, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_E_FORMAT);
        assert_non_null(strstr(members[i].message, "own/short.npy"));
        assert_null(users[i].data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rows_are_read_once, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(one_rank_cannot_open, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
