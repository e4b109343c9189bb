/* SPDX-License-Identifier: BSD-3-Clause
 * The files behind input paths, for callers that take them one by one; what counts as a table is
 * decided in paths.c, what counts as a series in bids.c.
 */
#include "io/intake/bids.h"
#include "util/options.h"

#include <lacon/io.h>

lacon_status lacon_list_files(lacon_ctx *ctx, const char *path,
                              void (*each)(void *user, const char *file), void *user)
{
    lcn_paths files;
    LCN_TRY(lcn_paths_expand(ctx, &files, &path, 1, NULL));
    for (int64_t i = 0; i < files.count; i++) each(user, files.items[i]);
    lcn_paths_clear(&ctx->allocator, &files);
    return LACON_OK;
}

lacon_status lacon_list_input(lacon_ctx *ctx, const lacon_read_options *given, const char *path,
                              void (*each)(void *user, const char *file), void *user)
{
    lacon_read_options options;
    lcn_paths files;
    LCN_TRY(LCN_TAKE(ctx, &options, given, lacon_read_options));
    LCN_TRY(lcn_paths_expand(ctx, &files, &path, 1, options.exclude));
    for (int64_t i = 0; i < files.count; i++) each(user, files.items[i]);
    lcn_paths_clear(&ctx->allocator, &files);
    return LACON_OK;
}

lacon_status lacon_list_series(lacon_ctx *ctx, const lacon_read_options *given,
                               void (*each)(void *user, const char *file), void *user)
{
    lacon_read_options options;
    lcn_serieslist series;
    LCN_TRY(LCN_TAKE(ctx, &options, given, lacon_read_options));
    LCN_FAIL_IF(options.bids == NULL, LACON_E_ARGUMENT, "no BIDS folder is given");
    LCN_TRY(lcn_bids_find(ctx, &series, &options));
    for (int64_t i = 0; i < series.count; i++) each(user, series.items[i].path);
    lcn_bids_clear(&ctx->allocator, &series);
    return LACON_OK;
}
