/* SPDX-License-Identifier: BSD-3-Clause
 * Confounds and censoring masks from files, one per class: the pattern names them, with the name of the
 * class for its *, or a folder of BIDS derivatives has them. The regression is data/regress.c.
 */
#include "data/data.h"
#include "io/intake/bids.h"
#include "util/options.h"
#include <lacon/io.h>

#include <fnmatch.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

void lacon_clean_options_init_sized(lacon_clean_options *options, size_t size)
{
    const lacon_clean_options defaults = {.size = sizeof defaults, .detrend = -1, .censor_above = 0.5};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static lacon_status path_for(lacon_ctx *ctx, char **out, const char *pattern, const char *label)
{
    if (is_folder(pattern)) return lcn_bids_confounds(ctx, out, pattern, label);
    const char *star = strchr(pattern, '*');
    *out = star == NULL ? lcn_strdup(ctx, pattern)
                        : lcn_sprintf(ctx, "%.*s%s%s", (int)(star - pattern), pattern, label, star + 1);
    return *out != NULL ? LACON_OK : LACON_E_MEMORY;
}

/* The table of a class: as many rows as the class, missing values as NaN. */
static lacon_status read_beside(lacon_ctx *ctx, lacon_data **out, const char *pattern,
                                const char *columns, const lcn_class *class)
{
    lacon_read_options options;
    lacon_read_options_init(&options);
    options.columns = columns;
    options.loose_patterns = 1; /* fMRIPrep writes motion_outlier* only for runs that have some: check_patterns */
    options.missing = LACON_MISSING_MARGINAL;
    char *path;
    LCN_TRY(path_for(ctx, &path, pattern, class->label));
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

/* ---- patterns of columns ---- */

/* Part number `at` of a list, without blanks around it, a block of its own; NULL where there are no more. */
static lacon_status part_of(lacon_ctx *ctx, char **part, const char *list, int64_t at)
{
    *part = NULL;
    for (; list != NULL && at > 0; at--) {
        list = strchr(list, ',');
        list += list != NULL;
    }
    if (list == NULL) return LACON_OK;
    list += strspn(list, " ");
    size_t length = strcspn(list, ",");
    while (length > 0 && list[length - 1] == ' ') length--;
    *part = lcn_sprintf(ctx, "%.*s", (int)length, list);
    return *part != NULL ? LACON_OK : LACON_E_MEMORY;
}

/* met[i]: part i of the list fits a column of the table. */
static lacon_status meet(lacon_ctx *ctx, const lacon_data *table, const char *list, bool *met)
{
    for (int64_t i = 0;; i++) {
        char *part;
        LCN_TRY(part_of(ctx, &part, list, i));
        if (part == NULL) return LACON_OK;
        for (int64_t j = 0; j < table->p && !met[i]; j++) met[i] = fnmatch(part, lacon_data_name(table, j), 0) == 0;
        lcn_free(&ctx->allocator, part);
    }
}

/* A pattern may fit columns of some classes only, not of none. */
static lacon_status check_patterns(lacon_ctx *ctx, const char *list, const bool *met)
{
    for (int64_t i = 0;; i++) {
        lacon_status status = LACON_OK;
        char *part;
        LCN_TRY(part_of(ctx, &part, list, i));
        if (part == NULL) return LACON_OK;
        if (strpbrk(part, "*?[") != NULL && !met[i])
            status = lcn_fail(ctx, LACON_E_ARGUMENT, "no table of confounds has a column '%s' (" LCN_OPTION
                              "confound-columns)", part);
        lcn_free(&ctx->allocator, part);
        LCN_TRY(status);
    }
}

/* ---- confounds that are not known everywhere ---- */

/* fMRIPrep's derivatives, framewise displacement and dvars have no value for the first volume. As other
 * programs do, such a start (START rows at most) is the column's mean: it then tells nothing there. */
enum { START = 2 };

static int64_t start_of(const double *Z, int64_t n, int64_t m, int64_t j)
{
    int64_t first = 0;
    while (first < n && isnan(Z[first * m + j])) first++;
    return first <= START ? first : 0;
}

static void fill_start(double *Z, int64_t n, int64_t m, int64_t j, int64_t first)
{
    double sum = 0, count = 0;
    for (int64_t i = first; i < n; i++) {
        if (isnan(Z[i * m + j])) continue;
        sum += Z[i * m + j];
        count++;
    }
    for (int64_t i = 0; i < first && count > 0; i++) Z[i * m + j] = sum / count;
}

/* Rows that are censored need no confounds. *filled: columns whose start was not known. */
static lacon_status fill_confounds(lacon_ctx *ctx, lacon_data *table, const char *censored,
                                   int64_t *filled)
{
    const lcn_class *class = &table->classes[0];
    double *Z = class->owned;
    const int64_t n = class->n, m = table->p;
    for (int64_t j = 0; j < m; j++) {
        const int64_t first = start_of(Z, n, m, j);
        *filled += first > 0;
        fill_start(Z, n, m, j, first);
        for (int64_t i = 0; i < n; i++) {
            if (!isnan(Z[i * m + j])) continue;
            if (censored != NULL && censored[i]) {
                Z[i * m + j] = 0; /* leaves with its row */
                continue;
            }
            return lcn_fail(ctx, LACON_E_DATA,
                            "%s: '%s' is missing in row %lld. Only the first %d rows of a confound may "
                            "be (they become its mean): leave the column out (" LCN_OPTION "confound-columns), or "
                            "the row (" LCN_OPTION "censor)",
                            class->source, lacon_data_name(table, j), (long long)(i + 1), START);
        }
    }
    return LACON_OK;
}

/* ---- one class ---- */

/* One byte for each row: 1 leaves. */
static lacon_status read_mask(lacon_ctx *ctx, char **censored, const lacon_clean_options *o, lcn_class *class)
{
    lacon_data *mask = NULL;
    LCN_TRY(read_beside(ctx, &mask, o->censor, o->censor_column, class));
    lacon_status status = LACON_OK;
    if (mask->p != 1)
        status = lcn_fail(ctx, LACON_E_ARGUMENT,
                          "%s: %lld columns: say which one tells what to leave out (" LCN_OPTION "censor-column)",
                          mask->classes[0].source, (long long)mask->p);
    if (status >= 0) *censored = lcn_alloc(ctx, (size_t)class->n, 1);
    if (status >= 0 && *censored == NULL) status = LACON_E_MEMORY;
    for (int64_t i = 0; i < class->n && status >= 0; i++) /* not known: not above */
        (*censored)[i] = ((const double *)mask->classes[0].x)[i] > o->censor_above;
    memcpy(class->censor_sha256, mask->classes[0].sha256, sizeof class->censor_sha256);
    lacon_data_free(mask);
    return status;
}

static lacon_status clean_class(lacon_ctx *ctx, lacon_data *data, int64_t c,
                                const lacon_clean_options *o, int64_t *filled, bool *met)
{
    lacon_data *confounds = NULL;
    char *censored = NULL;
    lcn_class *class = &data->classes[c];
    lcn_cleaning with = {.regress = o->confounds != NULL || o->detrend >= 0};
    with.detrend = o->detrend > 0 ? o->detrend : 0;
    lacon_status status = LACON_OK;
    if (o->censor != NULL) LCN_GOTO(read_mask(ctx, &censored, o, class));
    with.censored = censored;
    if (o->confounds != NULL) {
        LCN_GOTO(read_beside(ctx, &confounds, o->confounds, o->confound_columns, class));
        if (met != NULL) LCN_GOTO(meet(ctx, confounds, o->confound_columns, met));
        LCN_GOTO(fill_confounds(ctx, confounds, censored, filled));
        with.Z = confounds->classes[0].x;
        with.m = confounds->p;
        memcpy(class->confounds_sha256, confounds->classes[0].sha256, sizeof class->confounds_sha256);
    }
    LCN_GOTO(lcn_data_clean(ctx, data, c, &with));
done:
    lcn_free(&ctx->allocator, censored);
    lacon_data_free(confounds);
    return status;
}

lacon_status lacon_data_clean(lacon_ctx *ctx, lacon_data *data, const lacon_clean_options *given)
{
    lacon_clean_options own;
    const lacon_clean_options *options = &own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_clean_options));
    if (options->confounds == NULL && options->censor == NULL && options->detrend < 0)
        return LACON_OK;
    const char *const patterns[] = {options->confounds, options->censor};
    for (int i = 0; i < 2; i++)
        LCN_FAIL_IF(patterns[i] != NULL && data->n_classes > 1 && strchr(patterns[i], '*') == NULL &&
                        !is_folder(patterns[i]),
                    LACON_E_ARGUMENT,
                    "'%s' is one file for %lld classes: write * where the name of the class belongs",
                    patterns[i], (long long)data->n_classes);
    int64_t filled = 0;
    const char *columns = options->confound_columns;
    bool *met = columns != NULL ? lcn_alloc(ctx, strlen(columns) + 1, sizeof *met) : NULL; /* more than it has parts */
    lacon_status status = columns == NULL || met != NULL ? LACON_OK : LACON_E_MEMORY;
    for (int64_t c = 0; c < data->n_classes && status >= 0; c++)
        status = clean_class(ctx, data, c, options, &filled, met);
    if (status >= 0 && options->confounds != NULL && met != NULL) status = check_patterns(ctx, columns, met);
    lcn_free(&ctx->allocator, met);
    LCN_TRY(status);
    data->trends = options->detrend + 1;
    if (filled > 0)
        lcn_log(ctx, LACON_LOG_WARNING,
                "%lld columns of confounds have no value in their first row(s), as derivatives do: "
                "their means are there",
                (long long)filled);
    return LACON_OK;
}
