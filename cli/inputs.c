/* SPDX-License-Identifier: BSD-3-Clause
 * Reading what the operands name, as the input options of shared.c ask, and making it fit a model; and where
 * a table of a class is written.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Data whose files are smaller stay rows: all of them take less than the program may beside the data, 200 MB. */
static const double REDUCE_ABOVE = 32.0 * 1024 * 1024;

void cli_read_options(lacon_read_options *out, const cli_input *input)
{
    lacon_read_options_init(out);
    out->transpose = input->transpose;
    out->precision = (lacon_precision)input->precision;
    out->class_column = input->class_column;
    out->columns = input->columns;
    out->ignore = input->ignore;
    out->na = input->na;
    out->names = input->names;
    out->variable = input->variable;
    out->atlas = input->atlas;
    out->covariance = input->covariance;
    out->bids = input->bids;
    out->task = input->task;
    out->select = input->select;
    out->pool = (lacon_pool)input->pool;
    out->min_minutes = input->min_minutes;
    out->step_s = input->step_s;

    out->exclude = input->exclude;
    out->rename_duplicates = input->rename_duplicates;
    out->class_table = input->class_table;
    out->reduce = input->reduce;
    out->reduce_above = REDUCE_ABOVE;
    out->deal = input->deal;
    out->missing = (lacon_missing)input->missing;
    out->align_labels = input->align;
    out->max_bytes = input->max_bytes > 0 ? input->max_bytes
                                          : (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

lacon_status cli_read(const cli_session *session, lacon_data **out, const char *const *paths,
                      int n_paths, const cli_input *input)
{
    lacon_read_options options;
    cli_read_options(&options, input);
    return lacon_data_read(session->ctx, out, paths, n_paths, &options);
}

lacon_status cli_clean(cli_session *session, lacon_data *data, const cli_cleaning *cleaning,
                       const cli_input *input)
{
    lacon_clean_options options;
    lacon_clean_options_init(&options);
    options.confounds = cleaning->confounds;
    options.confound_columns = cleaning->confound_columns;
    options.censor = cleaning->censor;
    options.censor_column = cleaning->censor_column;
    options.censor_above = cleaning->censor_above;
    if (cli_given(session->call, "detrend")) options.detrend = (int)cleaning->detrend;
    if (input->class_column && (options.confounds || options.censor))
        return cli_fail(session, LACON_E_ARGUMENT,
                        "--confounds and --censor go by file: they do not go with --class");
    CLI_TRY(lacon_data_clean(session->ctx, data, &options));
    int64_t censored = 0, rows = 0, least = INT64_MAX;
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        int64_t n = lacon_data_rows(data, c), left = n - lacon_data_regressors(data, c);
        rows += n;
        censored += lacon_data_censored(data, c);
        least = left < least ? left : least;
    }
    if (options.censor)
        cli_tell(session, "censored: %lld of %lld rows", (long long)censored,
                 (long long)rows + censored);
    if (options.confounds || options.detrend >= 0)
        cli_tell(session, "regressed: the fewest degrees of freedom left in a class are %lld",
                 (long long)least);
    return LACON_OK;
}

void cli_tell_missing(const cli_session *session, const lacon_data *data, const cli_input *input)
{
    int64_t missing = 0, dropped = 0, classes = 0, rows = 0;
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        missing += lacon_data_holes(data, c);
        dropped += lacon_data_dropped(data, c);
        classes += lacon_data_holes(data, c) > 0;
        rows += lacon_data_rows(data, c);
    }
    if (!input->missing) return;
    cli_tell(session, "  missing      %lld values in %lld of %lld classes", (long long)missing,
             (long long)classes, (long long)lacon_data_classes(data));
    if (input->missing == LACON_MISSING_DROP)
        cli_tell(session, "  dropped      %lld of %lld rows", (long long)dropped,
                 (long long)rows + dropped);
    for (int64_t c = 0; session->verbose && c < lacon_data_classes(data); c++)
        if (lacon_data_holes(data, c) > 0)
            cli_tell(session, "    %-20s %lld values missing, %lld rows dropped",
                     lacon_data_label(data, c), (long long)lacon_data_holes(data, c),
                     (long long)lacon_data_dropped(data, c));
}

bool cli_serial(const lacon_data *data, int64_t *rows, double *effective)
{
    *rows = 0;
    *effective = 0;
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        *rows += lacon_data_rows(data, c);
        *effective += lacon_data_effective(data, c);
    }
    return *effective < (double)*rows * 2 / 3;
}

void cli_tell_serial(const cli_session *session, const lacon_data *data)
{
    int64_t rows;
    double effective;
    if (cli_serial(data, &rows, &effective))
        cli_tell(session, "  effective    rows follow each other: %lld tell as much as %.0f independent ones",
                 (long long)rows, effective);
}

void cli_tell_pooled(const cli_session *session, const lacon_model *model)
{
    lacon_pooled q;
    if (lacon_model_pooled(model, 0, &q))
        cli_tell(session, "  pooled       the population counts as %.3g rows of a class: connectivity-pooled.tsv",
                 q.rows);
}

void cli_tell_flips(const cli_session *session, const lacon_model *model)
{
    enum { SHOWN = 12 };
    const int8_t *sign = lacon_model_sign(model);
    if (!sign) return;
    int64_t count = 0;
    char *list = cli_copy("");
    for (int64_t r = 0; r < lacon_model_variables(model); r++) {
        if (sign[r] > 0 || count++ >= SHOWN) continue;
        const char *name = lacon_model_name(model, r), *quote = cli_quote(name);
        char *longer = cli_format("%s %s%s%s", list, quote, name, quote);
        free(list);
        list = longer;
    }
    cli_tell(session, "  flipped      %lld%s%s%s", (long long)count, count ? ":" : "", list,
             count > SHOWN ? " ..." : "");
    free(list);
}

lacon_status cli_align(const cli_session *session, lacon_data *data, const lacon_model *model,
                       const lacon_covariance *covariance)
{
    int64_t p = model ? lacon_model_variables(model) : lacon_covariance_variables(covariance);
    const char **names = cli_alloc((size_t)p, sizeof *names);
    for (int64_t r = 0; r < p; r++)
        names[r] = model ? lacon_model_name(model, r) : lacon_covariance_name(covariance, r);
    lacon_status status = lacon_data_align(session->ctx, data, p, names);
    free(names);
    return status;
}

lacon_status cli_flip(const cli_session *session, lacon_data *data, const lacon_model *model)
{
    const int8_t *sign = lacon_model_sign(model);
    return sign ? lacon_data_flip(session->ctx, data, sign) : LACON_OK;
}

lacon_scale cli_scale_of(const lacon_model *model)
{
    const double *mean = lacon_model_mean(model), *scale = lacon_model_scale(model);
    int64_t count = lacon_model_classes(model) * lacon_model_variables(model);
    lacon_scale mode = LACON_SCALE_NONE;
    for (int64_t i = 0; i < count; i++) {
        if (scale[i] == 0) continue; /* never observed */
        if (scale[i] != 1) return LACON_SCALE_Z;
        if (mean[i] != 0) mode = LACON_SCALE_CENTER;
    }
    return mode;
}

char *cli_class_path(const char *dir, const char *subdir, const lacon_data *data, int64_t c)
{
    char *inside = cli_format("%s/%s", dir, subdir);
    char *path = cli_class_file(data, c, inside, ".tsv");
    free(inside);
    return path;
}
