/* SPDX-License-Identifier: BSD-3-Clause
 * Pieces and ranges on threads; see pieces.h.
 */
#include "util/pieces.h"

#include <assert.h>
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

void lcn_each_piece(int threads, int64_t pieces, lcn_piece *one, void *user)
{
    if (threads > 1 && pieces > 1) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
        for (int64_t i = 0; i < pieces; i++) one(user, i);
    } else { /* a region of one thread would cost as much as small work */
        for (int64_t i = 0; i < pieces; i++) one(user, i);
    }
}

int lcn_this_thread(void) { return omp_get_thread_num(); }

void lcn_each_on_thread(int threads, int64_t pieces, lcn_piece_on_thread *one, void *user)
{
    if (threads > 1 && pieces > 1) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
        for (int64_t i = 0; i < pieces; i++) one(user, i, lcn_this_thread());
    } else {
        for (int64_t i = 0; i < pieces; i++) one(user, i, 0);
    }
}

/* ---- in order ---- */

enum { STEPS = 512 }; /* that all pieces are done in: the last of them is all that anybody waits for */

/* done: how far each piece is, twice the steps that are behind it, and one more while somebody has it. Takes the one
 * that is most behind; -1: none is left that nobody has. */
static int64_t take_piece(atomic_int *done, int64_t pieces, int steps, int *step)
{
    for (;;) {
        int64_t best = -1;
        int least = 2 * steps;
        for (int64_t i = 0; i < pieces; i++) {
            const int now = atomic_load(&done[i]);
            if (now % 2 == 0 && now < least) best = i, least = now;
        }
        *step = least / 2;
        if (best < 0 || atomic_compare_exchange_strong(&done[best], &least, least + 1)) return best;
    }
}

void lcn_each_in_order(int threads, int64_t first, int64_t end, int64_t pieces, int64_t count, lcn_part *one,
                       void *user)
{
    const int64_t own = end - first, longest = (count + pieces - 1) / pieces;
    const int steps = (int)(longest * own < STEPS ? longest : STEPS / own);
    atomic_int done[LCN_PIECES] = {0};
    assert(own <= LCN_PIECES);
    if (threads == 1 || own <= 1) {
        for (int64_t i = first; i < end; i++)
            one(user, i, lcn_piece_begin(i, pieces, count), lcn_piece_begin(i + 1, pieces, count));
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        int step;
        for (int64_t i; (i = take_piece(done, own, steps, &step)) >= 0; atomic_store(&done[i], 2 * (step + 1))) {
            const int64_t begin = lcn_piece_begin(first + i, pieces, count);
            const int64_t length = lcn_piece_begin(first + i + 1, pieces, count) - begin;
            const int64_t from = begin + length * step / steps, to = begin + length * (step + 1) / steps;
            if (from < to) one(user, first + i, from, to);
        }
    }
}

/* ---- a few ---- */

typedef struct few {
    int64_t count;
    lcn_part *one;
    void *user;
} few;

static void one_of_few(void *user, int64_t i)
{
    const few *f = user;
    const int64_t pieces = lcn_few_pieces(f->count);
    f->one(f->user, i, lcn_piece_begin(i, pieces, f->count), lcn_piece_begin(i + 1, pieces, f->count));
}

void lcn_each_few(int threads, int64_t count, lcn_part *one, void *user)
{
    lcn_each_piece(threads, lcn_few_pieces(count), one_of_few, &(few){count, one, user});
}

/* ---- ranges ---- */

void lcn_each_range(int threads, int64_t count, int64_t length, lcn_range *one, void *user)
{
    const int64_t ranges = (count + length - 1) / length;
    if (threads > 1 && ranges > 1) {
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int64_t i = 0; i < ranges; i++) one(user, i * length, i + 1 < ranges ? (i + 1) * length : count);
    } else {
        for (int64_t i = 0; i < ranges; i++) one(user, i * length, i + 1 < ranges ? (i + 1) * length : count);
    }
}

typedef struct sum_of {
    double *sum;
    const double *part;
    int64_t parts, stride;
    int64_t from; /* part that is added first: 1 where the sum begins with part 0 */
} sum_of;

static void add_range(void *user, int64_t from, int64_t to)
{
    const sum_of *s = user;
    if (s->from > 0 && s->sum != s->part) memcpy(s->sum + from, s->part + from, (size_t)(to - from) * sizeof *s->sum);
    for (int64_t i = s->from; i < s->parts; i++) {
        const double *part = s->part + i * s->stride;
        for (int64_t e = from; e < to; e++) s->sum[e] += part[e];
    }
}

enum { RANGE = 4096 };         /* of doubles: what is added to stays in the first cache */
enum { ADDS = 4 * RANGE };     /* of a range of long sums */
enum { WORTH_THREADS = 65536 }; /* additions that pay for waking them */

static void add_ranges(int threads, sum_of *s, int64_t size)
{
    if (s->parts == 0) return;
    const int64_t range = ADDS / s->parts < RANGE ? ADDS / s->parts / 8 * 8 + 8 : RANGE;
    lcn_each_range(size * s->parts > WORTH_THREADS ? threads : 1, size, range, add_range, s);
}

void lcn_sum_parts(int threads, double *sum, const double *part, int64_t parts, int64_t stride, int64_t size)
{
    add_ranges(threads, &(sum_of){sum, part, parts, stride, 1}, size);
}

void lcn_add_parts(int threads, double *sum, const double *part, int64_t parts, int64_t stride, int64_t size)
{
    add_ranges(threads, &(sum_of){sum, part, parts, stride, 0}, size);
}
