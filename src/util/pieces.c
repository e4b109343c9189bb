/* SPDX-License-Identifier: BSD-3-Clause
 * Pieces and ranges on threads; see pieces.h.
 */
#include "util/pieces.h"

#include <omp.h>
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

void lcn_each_on_thread(int threads, int64_t pieces, lcn_piece_on_thread *one, void *user)
{
    if (threads > 1 && pieces > 1) {
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int64_t i = 0; i < pieces; i++) one(user, i, omp_get_thread_num());
    } else {
        for (int64_t i = 0; i < pieces; i++) one(user, i, 0);
    }
}

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
