/* SPDX-License-Identifier: BSD-3-Clause
 * The result of an edge test: its accessors and release. test_run.c makes it, results/test_write.c writes it.
 */
#include "inference/test_result.h"

#include <math.h>
#include <string.h>

lacon_status lcn_test_drop(lacon_ctx *ctx, lacon_test *test, const char *label)
{
    LCN_TRY(lcn_append_text(ctx, &test->dropped, &test->info.n_dropped, lcn_strdup(ctx, label)));
    test->info.dropped = (const char *const *)test->dropped;
    return LACON_OK;
}

lacon_status lcn_test_warn(lacon_ctx *ctx, lacon_test *test, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = lcn_vsprintf(ctx, format, args);
    va_end(args);
    LCN_TRY(lcn_append_text(ctx, &test->warnings, &test->info.n_warnings, text));
    test->info.warnings = (const char *const *)test->warnings;
    return LACON_OK;
}

lacon_status lcn_test_keep_options(lacon_ctx *ctx, lacon_test *test, const lacon_test_options *options)
{
    const char *const given[] = {options->id, options->formula, options->contrast, options->blocks,
                                 options->variance};
    for (int i = 0; i < 5; i++) {
        if (given[i]) test->texts[i] = lcn_strdup(ctx, given[i]);
        if (given[i] && !test->texts[i]) return LACON_E_MEMORY;
    }
    lacon_test_options *o = &test->options;
    *o = *options;
    test->info.options = o;
    o->id = test->texts[0];
    o->formula = test->texts[1];
    o->contrast = test->texts[2];
    o->blocks = test->texts[3];
    o->variance = test->texts[4];
    return LACON_OK;
}

static void describe_design(lacon_test_info *info, const lcn_design *d)
{
    info->classes = d->n;
    info->df_effect = d->q;
    info->df_residual = lcn_design_df(d);
    info->n_columns = d->q + d->r;
    info->columns = (const char *const *)d->names;
    info->n_groups = d->n_groups;
    info->groups = (const char *const *)d->groups;
    info->group_sizes = d->group_sizes;
    info->effect_text = d->effect;
    info->n_variance = d->n_variance;
    info->variance_groups = (const char *const *)d->variance_names;
    info->variance_by = d->variance_by;
    info->sign_flips = d->flip;
    info->cluster_robust = d->whole;
}

/* Ties at the smallest p, which is as small as so few permutations can tell, go to the larger statistic. */
static bool stronger(const lacon_edge *a, const lacon_edge *b, lacon_tail tail)
{
    const double sign = tail == LACON_TAIL_LESS ? -1 : 1;
    if (a->p_fwe != b->p_fwe) return a->p_fwe < b->p_fwe;
    if (a->p != b->p) return a->p < b->p;
    if (tail == LACON_TAIL_TWO) return fabs(a->statistic) > fabs(b->statistic);
    return sign * a->statistic > sign * b->statistic;
}

void lcn_test_describe(lacon_test *test, const lcn_shuffle *shuffle, const lcn_permuted *found,
                       const lcn_network *network, int64_t E)
{
    lacon_test_info *info = &test->info;
    describe_design(info, &test->design);
    info->n_edges = E;
    info->possible = shuffle->possible;
    info->exhaustive = shuffle->all;
    info->permutations = shuffle->all ? shuffle->count - 1 : shuffle->count;
    info->threshold = test->design.q == 1 ? sqrt(network->threshold) : network->threshold;
    info->omnibus_statistic = found->omnibus;
    info->omnibus_p = lcn_share(found->omnibus_above, found->done, shuffle->all);
    int64_t largest = 0;
    for (int64_t e = 1; e < E; e++)
        if (found->observed[e] > found->observed[largest]) largest = e;
    info->max_statistic = test->edges[largest].statistic;
    info->max_p = test->edges[largest].p_fwe;
    info->strongest = 0;
    for (int64_t e = 1; e < E; e++)
        if (stronger(&test->edges[e], &test->edges[info->strongest], test->options.tail)) info->strongest = e;
    info->p_floor = shuffle->all ? 0 : 1 / ((double)info->permutations + 1);
}

void lacon_test_free(lacon_test *test)
{
    if (!test) return;
    const lacon_allocator a = test->allocator;
    for (int64_t i = 0; i < test->info.n_dropped; i++) lcn_free(&a, test->dropped[i]);
    for (int64_t i = 0; i < test->info.n_warnings; i++) lcn_free(&a, test->warnings[i]);
    for (int i = 0; i < 5; i++) lcn_free(&a, test->texts[i]);
    lcn_free(&a, test->group_rows);
    lcn_free(&a, test->motion);
    lcn_free(&a, test->dropped);
    lcn_free(&a, test->warnings);
    lcn_free(&a, test->edges);
    lcn_free(&a, test->components);
    lcn_free(&a, test->null_edges);
    lcn_free(&a, test->null_counts);
    lcn_design_clear(&a, &test->design);
    lcn_free(&a, test);
}

const lacon_test_info *lacon_test_about(const lacon_test *test) { return &test->info; }

const lacon_edge *lacon_test_edge(const lacon_test *test, int64_t edge)
{
    return edge >= 0 && edge < test->info.n_edges ? &test->edges[edge] : NULL;
}
