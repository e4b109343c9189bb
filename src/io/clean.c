/* SPDX-License-Identifier: BSD-3-Clause
 * Confounds and censoring masks from files, one per class: the pattern names them, with the name of the
 * class for its *. The regression is data/regress.c.
 */
#include "data/data.h"
#include <lacon/io.h>

#include <math.h>
#include <string.h>

void lacon_clean_options_init(lacon_clean_options *options)
{
    *options = (lacon_clean_options){.size = sizeof *options, .detrend = -1, .censor_above = 0.5};
}

static char *path_for(lacon_ctx *ctx, const char *pattern, const char *label)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL) return lcn_strdup(ctx, pattern);
    return lcn_sprintf(ctx, "%.*s%s%s", (int)(star - pattern), pattern, label, star + 1);
}

/* The table of a class: as many rows as the class, missing values as NaN. */
static lacon_status read_beside(lacon_ctx *ctx, lacon_data **out, const char *pattern,
                                const char *columns, const lcn_class *class)
{
    lacon_read_options options;
    lacon_read_options_init(&options);
    options.columns = columns;
    options.missing = LACON_MISSING_MARGINAL;
    char *path = path_for(ctx, pattern, class->label);
    if (path == NULL) return LACON_E_MEMORY;
    lacon_status status = lacon_data_read(ctx, out, (const char *const *)&path, 1, &options);
    if (status >= 0 && (*out)->classes[0].n != class->n) {
        status = lcn_fail(ctx, LACON_E_DATA,
                          "%s: %lld rows where class '%s' has %lld: one is needed for each", path,
                          (long long)(*out)->classes[0].n, class->label, (long long)class->n);
        lacon_data_free(*out);
        *out = NULL;
    }
    lcn_free(&ctx->allocator, path);
    return status;
}

/* A confound that is not known at some time (the first of a derivative) is its mean there. */
static void fill_means(double *Z, int64_t n, int64_t m)
{
    for (int64_t j = 0; j < m; j++) {
        double sum = 0, count = 0;
        for (int64_t i = 0; i < n; i++) {
            if (isnan(Z[i * m + j])) continue;
            sum += Z[i * m + j];
            count++;
        }
        for (int64_t i = 0; i < n; i++)
            if (isnan(Z[i * m + j])) Z[i * m + j] = count > 0 ? sum / count : 0;
    }
}

static lacon_status clean_class(lacon_ctx *ctx, lacon_data *data, int64_t c,
                                const lacon_clean_options *o)
{
    lacon_data *confounds = NULL, *mask = NULL;
    char *censored = NULL;
    const lcn_class *class = &data->classes[c];
    lcn_cleaning with = {.regress = o->confounds != NULL || o->detrend >= 0};
    with.detrend = o->detrend > 0 ? o->detrend : 0;
    lacon_status status = LACON_OK;
    if (o->confounds != NULL) {
        LCN_GOTO(read_beside(ctx, &confounds, o->confounds, o->confound_columns, class));
        fill_means(confounds->classes[0].owned, class->n, confounds->p);
        with.Z = confounds->classes[0].x;
        with.m = confounds->p;
    }
    if (o->censor != NULL) {
        LCN_GOTO(read_beside(ctx, &mask, o->censor, o->censor_column, class));
        if (mask->p != 1)
            status = lcn_fail(ctx, LACON_E_ARGUMENT,
                              "%s: %lld columns: say which one tells what to leave out "
                              "(--censor-column)",
                              mask->classes[0].source, (long long)mask->p);
        LCN_GOTO(status);
        censored = lcn_alloc(ctx, (size_t)class->n, 1);
        status = censored != NULL ? LACON_OK : LACON_E_MEMORY;
        LCN_GOTO(status);
        for (int64_t i = 0; i < class->n; i++) /* not known: not above */
            censored[i] = ((const double *)mask->classes[0].x)[i] > o->censor_above;
        with.censored = censored;
    }
    LCN_GOTO(lcn_data_clean(ctx, data, c, &with));
done:
    lcn_free(&ctx->allocator, censored);
    lacon_data_free(mask);
    lacon_data_free(confounds);
    return status;
}

lacon_status lacon_data_clean(lacon_ctx *ctx, lacon_data *data, const lacon_clean_options *options)
{
    LCN_FAIL_IF(options->size != sizeof *options, LACON_E_ARGUMENT,
                "lacon_clean_options of %zu bytes: call lacon_clean_options_init first",
                options->size);
    if (options->confounds == NULL && options->censor == NULL && options->detrend < 0)
        return LACON_OK;
    const char *const patterns[] = {options->confounds, options->censor};
    for (int i = 0; i < 2; i++)
        LCN_FAIL_IF(patterns[i] != NULL && data->n_classes > 1 && strchr(patterns[i], '*') == NULL,
                    LACON_E_ARGUMENT,
                    "'%s' is one file for %lld classes: write * where the name of the class stands",
                    patterns[i], (long long)data->n_classes);
    for (int64_t c = 0; c < data->n_classes; c++) LCN_TRY(clean_class(ctx, data, c, options));
    return LACON_OK;
}
