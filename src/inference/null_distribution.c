/* SPDX-License-Identifier: BSD-3-Clause
 * The null distribution of the largest statistic, as a histogram: what p_fwe is read from, kept so that
 * it can be drawn. permute.c has the values, on the scale of F; here they are t again where one column
 * is tested.
 */
#include "inference/test_result.h"

#include <math.h>

enum { BINS = 40 }; /* of the histogram in the report: as many as its width shows */

/* From the scale of permute.c to that of the edges, larger being stronger. */
static double shown(double value, bool root)
{
    return root ? copysign(sqrt(fabs(value)), value) : value;
}

static const char *name_of(const lcn_design *d, lacon_tail tail)
{
    if (d->q > 1) return "max F";
    if (d->own_variance && (d->variance || d->whole))
        return tail == LACON_TAIL_TWO ? "max|z|" : tail == LACON_TAIL_GREATER ? "max z" : "max -z";
    return tail == LACON_TAIL_TWO ? "max|t|" : tail == LACON_TAIL_GREATER ? "max t" : "max -t";
}

/* A statistic must exceed it for p_fwe <= .05: with m permutations, b at least as large and
 * p = (b + 1) / (m + 1) (b / m where the observed one is among them), b may be at most this many. */
static double critical(const double *sorted, int64_t m, bool all, bool root)
{
    const double most = floor(all ? 0.05 * (double)m : 0.05 * (double)(m + 1) - 1.0);
    if (most < (all ? 1.0 : 0.0)) return NAN; /* no statistic, however large, would do */
    const int64_t at = m - 1 - (int64_t)most;
    return at >= 0 ? shown(sorted[at], root) : NAN;
}

lacon_status lcn_test_null(lacon_ctx *ctx, lacon_test *test, const lcn_permuted *found, bool all)
{
    const int64_t m = found->done;
    const bool root = test->design.q == 1;
    const double *sorted = found->largest;
    double *edges = test->null_edges = lcn_alloc(ctx, BINS + 1, sizeof *edges);
    int64_t *counts = test->null_counts = lcn_alloc(ctx, BINS, sizeof *counts);
    if (!edges || !counts) return LACON_E_MEMORY;
    const double low = shown(sorted[0], root), high = shown(sorted[m - 1], root);
    const double span = high > low ? high - low : 1.0; /* one value only: bins wide enough to be seen */
    for (int b = 0; b <= BINS; b++) edges[b] = low + span * b / BINS;
    for (int64_t i = 0; i < m; i++) {
        const double at = (shown(sorted[i], root) - low) / span * BINS;
        counts[at >= BINS ? BINS - 1 : at > 0.0 ? (int)at : 0]++;
    }
    double observed = found->observed[0];
    for (int64_t e = 1; e < found->E; e++) observed = fmax(observed, found->observed[e]);
    test->null = (lacon_null){.statistic = name_of(&test->design, test->options.tail),
                                   .bins = BINS, .edges = edges, .counts = counts,
                                   .critical = critical(sorted, m, all, root),
                                   .observed_max = shown(observed, root)};
    test->info.null = &test->null;
    return LACON_OK;
}
