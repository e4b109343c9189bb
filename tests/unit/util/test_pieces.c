/* SPDX-License-Identifier: BSD-3-Clause
 * util/pieces.c: every piece and every thing once, each on a thread of its own, things of a piece in their order, and
 * sums that no number of threads changes.
 */
#include "util/pieces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 1000 };

static void once(void *user, int64_t i) { ((int *)user)[i]++; }

static void once_each(void *user, int64_t from, int64_t to)
{
    for (int64_t i = from; i < to; i++) ((int *)user)[i]++;
}

static void note_thread(void *user, int64_t i, int thread) { ((int *)user)[i] += 1 + thread; }

static void everything_once(void **state)
{
    (void)state;
    for (int threads = 1; threads < 5; threads++)
        for (int64_t count = 0; count <= COUNT; count += 37) {
            int seen[3][COUNT + 1] = {{0}};
            lcn_each_piece(threads, count, once, seen[0]);
            lcn_each_range(threads, count, 10, once_each, seen[1]);
            lcn_each_on_thread(threads, count, note_thread, seen[2]);
            for (int64_t i = 0; i <= COUNT; i++) {
                assert_int_equal(seen[0][i], i < count);
                assert_int_equal(seen[1][i], i < count);
                assert_true(i < count ? seen[2][i] >= 1 && seen[2][i] <= threads : seen[2][i] == 0);
            }
        }
}

/* Of every piece: where it is, and by how many calls it came there; each step follows the one before. */
typedef struct way {
    int64_t at[LCN_PIECES], steps[LCN_PIECES];
    int inside[LCN_PIECES], lost[LCN_PIECES];
} way;

static void go_on(void *user, int64_t piece, int64_t from, int64_t to)
{
    way *w = user;
    w->lost[piece] += w->inside[piece]++ != 0 || w->at[piece] != from || to <= from;
    w->at[piece] = to;
    w->steps[piece]++;
    w->inside[piece]--;
}

static void things_in_order(void **state)
{
    (void)state;
    for (int threads = 1; threads < 8; threads++)
        for (int64_t count = 1; count <= COUNT; count += 41) {
            const int64_t pieces = lcn_pieces_of(count, 100), first = pieces / 3, end = pieces - pieces / 4;
            way w = {.at = {0}};
            for (int64_t i = 0; i < pieces; i++) w.at[i] = lcn_piece_begin(i, pieces, count);
            lcn_each_in_order(threads, first, end, pieces, count, go_on, &w);
            for (int64_t i = 0; i < pieces; i++) {
                const bool own = i >= first && i < end;
                assert_int_equal(w.at[i], lcn_piece_begin(own ? i + 1 : i, pieces, count));
                assert_int_equal(w.lost[i], 0);
                assert_true(own ? w.steps[i] >= 1 : w.steps[i] == 0);
                if (own && threads > 1 && end - first > 1 && count >= 3 * pieces) assert_true(w.steps[i] > 1);
            }
        }
}

static void pieces_cover_all(void **state)
{
    (void)state;
    for (int64_t count = 1; count < 10000; count += 1 + count / 7) {
        const int64_t pieces = lcn_pieces_of(count, 1 + count % 500);
        assert_true(pieces >= 1 && pieces <= LCN_PIECES && pieces <= count);
        assert_int_equal(lcn_piece_begin(0, pieces, count), 0);
        assert_int_equal(lcn_piece_begin(pieces, pieces, count), count);
        for (int64_t i = 0; i < pieces; i++)
            assert_true(lcn_piece_begin(i, pieces, count) < lcn_piece_begin(i + 1, pieces, count));
    }
    assert_int_equal(lcn_pieces_of(40000, 100), LCN_PIECES); /* subjects of a cohort */
    assert_int_equal(lcn_pieces_of(40000, 1024), LCN_FEW_PIECES); /* a p x p sum for each is too much */
    assert_int_equal(lcn_pieces_of(500, 100), LCN_FEW_PIECES);
}

/* In their order, to the last bit; also in the place of the first. */
static void sums_in_order(void **state)
{
    (void)state;
    enum { PARTS = 23, SIZE = 5003, STRIDE = 5008 };
    double *part = calloc(PARTS * STRIDE, sizeof *part), *sum = calloc(SIZE, sizeof *sum);
    double *want = calloc(SIZE, sizeof *want);
    for (int64_t e = 0; e < PARTS * STRIDE; e++) part[e] = 1.0 / (double)(1 + e * 7919 % 10007);
    for (int64_t e = 0; e < SIZE; e++) {
        want[e] = part[e];
        for (int64_t i = 1; i < PARTS; i++) want[e] += part[i * STRIDE + e];
    }
    for (int threads = 1; threads < 5; threads++) {
        lcn_sum_parts(threads, sum, part, PARTS, STRIDE, SIZE);
        assert_memory_equal(sum, want, SIZE * sizeof *sum);
    }
    lcn_sum_parts(3, part, part, PARTS, STRIDE, SIZE);
    assert_memory_equal(part, want, SIZE * sizeof *sum);
    free(part), free(sum), free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_once),
        cmocka_unit_test(things_in_order),
        cmocka_unit_test(pieces_cover_all),
        cmocka_unit_test(sums_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
