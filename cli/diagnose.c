/* SPDX-License-Identifier: BSD-3-Clause
 * Looking for everything that is wrong with a set of files. If all of them can be read together
 * there is nothing to look for. Otherwise each is read alone; those that are well are compared with
 * the columns most of them have; then what is left is read together once more. All sentences are
 * the library's, so that check and fit say the same.
 */
#include "diagnose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was found ---- */

const char *check_kind_name(check_kind kind)
{
    static const char *const name[] = {"open", "format", "columns", "values", "warning", "note"};
    return name[kind];
}

void check_add(check_result *result, check_kind kind, char *text)
{
    for (int64_t i = 0; i < result->n_problems; i++) {
        if (strcmp(result->problems[i].text, text) == 0) {
            free(text);
            return;
        }
    }
    size_t count = (size_t)result->n_problems + 1;
    result->problems = cli_resize(result->problems, count, sizeof *result->problems);
    result->problems[result->n_problems++] = (check_problem){kind, text};
}

static void add_item(check_result *result, check_item item)
{
    result->items = cli_resize(result->items, (size_t)result->n_items + 1, sizeof *result->items);
    result->items[result->n_items++] = item;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static char *join_names(const lacon_data *data)
{
    size_t p = (size_t)lacon_data_variables(data), length = 1;
    const char **name = cli_alloc(p, sizeof *name);
    for (size_t r = 0; r < p; r++) {
        name[r] = lacon_data_name(data, (int64_t)r);
        length += strlen(name[r]) + 1;
    }
    qsort(name, p, sizeof *name, by_name);
    char *joined = cli_alloc(length, 1), *at = joined;
    for (size_t r = 0; r < p; r++) at = stpcpy(stpcpy(at, name[r]), "\t");
    free(name);
    return joined;
}

/* Names are kept only where files are compared: they are many times the rest. */
static void add_classes(check_result *result, const lacon_data *data, bool names)
{
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        const char *file = lacon_data_source(data, c);
        add_item(result, (check_item){.file = cli_copy(file ? file : ""),
                                      .label = cli_copy(lacon_data_label(data, c)),
                                      .names = names ? join_names(data) : NULL,
                                      .rows = lacon_data_rows(data, c),
                                      .format = lacon_data_format(data, c),
                                      .variables = lacon_data_variables(data)});
    }
}

void check_describe(check_result *result, const lacon_data *data, int64_t c,
                    const lacon_summary *summary)
{
    const char *label = lacon_data_label(data, c);
    for (int64_t i = 0; i < result->n_items; i++) {
        check_item *item = &result->items[(c + i) % result->n_items]; /* mostly the same order */
        if (!item->label || strcmp(item->label, label) != 0) continue;
        item->described = true;
        item->sum = *summary;
        return;
    }
}

static void clear_items(check_result *result)
{
    for (int64_t i = 0; i < result->n_items; i++) {
        free(result->items[i].file);
        free(result->items[i].label);
        free(result->items[i].names);
    }
    free(result->items);
    result->items = NULL;
    result->n_items = 0;
}

static void clear_problems(check_result *result)
{
    for (int64_t i = 0; i < result->n_problems; i++) free(result->problems[i].text);
    free(result->problems);
    result->problems = NULL;
    result->n_problems = 0;
}

void check_clear(check_result *result)
{
    clear_items(result);
    clear_problems(result);
    lacon_data_free(result->data);
}

static bool of_the_data(lacon_status status)
{
    return status == LACON_E_IO || status == LACON_E_FORMAT || status == LACON_E_DATA ||
           status == LACON_E_SHAPE || status == LACON_E_LIMIT;
}

static check_kind kind_of(lacon_status status)
{
    if (status == LACON_E_IO) return CHECK_OPEN;
    if (status == LACON_E_SHAPE) return CHECK_COLUMNS;
    return status == LACON_E_DATA ? CHECK_VALUES : CHECK_FORMAT;
}

static void add_message(const cli_session *session, check_result *result, check_kind kind)
{
    check_add(result, kind, cli_flags(lacon_ctx_marked(session->ctx)));
}

/* ---- which files ---- */

typedef struct file_list {
    char **path;
    int64_t count;
} file_list;

static void list_add(void *user, const char *file)
{
    file_list *list = user;
    list->path = cli_resize(list->path, (size_t)list->count + 1, sizeof *list->path);
    list->path[list->count++] = cli_copy(file);
}

/* An operand without files is a problem of its own; the others are still looked at. */
static lacon_status list_files(const cli_session *session, file_list *list, check_result *out,
                               const cli_input *input)
{
    const cli_call *call = session->call;
    lacon_read_options options;
    cli_read_options(&options, input);
    if (input->bids) {
        lacon_status found = lacon_list_series(session->ctx, &options, list_add, list);
        if (found < 0 && of_the_data(found)) add_message(session, out, kind_of(found));
        return found < 0 && !of_the_data(found) ? found : LACON_OK;
    }
    for (int i = 0; i < call->n_operands; i++) {
        lacon_status status = lacon_list_input(session->ctx, &options, call->operands[i], list_add, list);
        if (status < 0 && !of_the_data(status)) return status;
        if (status < 0) add_message(session, out, kind_of(status));
    }
    return LACON_OK;
}

static void list_clear(file_list *list)
{
    for (int64_t i = 0; i < list->count; i++) free(list->path[i]);
    free(list->path);
}

/* ---- looking ---- */

/* One file alone: what it holds, or why it cannot be read, or why its values cannot be used. */
static lacon_status look_at(cli_session *session, check_result *out, const char *path,
                            const cli_input *input, lacon_scale scale)
{
    lacon_data *data = NULL;
    lacon_status status = cli_read(session, &data, &path, 1, input);
    if (status < 0)
        add_item(out, (check_item){.file = cli_copy(path)});
    else
        add_classes(out, data, true);
    if (status >= 0) status = lacon_data_standardise(session->ctx, data, scale);
    if (status < 0 && of_the_data(status)) add_message(session, out, kind_of(status));
    lacon_data_free(data);
    return status < 0 && !of_the_data(status) ? status : LACON_OK;
}

/* The item whose columns most others have; NULL when nothing could be read. */
static const check_item *most_common(const check_result *result)
{
    const check_item *best = NULL;
    int64_t most = 0;
    for (int64_t i = 0; i < result->n_items; i++) {
        if (!result->items[i].label) continue;
        int64_t like = 0;
        for (int64_t j = 0; j < result->n_items; j++)
            like += result->items[j].label &&
                    strcmp(result->items[i].names, result->items[j].names) == 0;
        if (like > most) {
            most = like;
            best = &result->items[i];
        }
        if (2 * most > result->n_items) break;
    }
    return best;
}

/* A file with other columns than most: the reader says what differs. Below zero where it does not fit. */
static lacon_status fits(cli_session *session, check_result *out, const check_item *common, const char *path,
                         const cli_input *input)
{
    const char *pair[] = {common->file, path};
    lacon_data *data = NULL;
    lacon_status status = cli_read(session, &data, pair, 2, input);
    lacon_data_free(data);
    if (status < 0 && of_the_data(status)) add_message(session, out, CHECK_COLUMNS);
    return status;
}

/* Files that are well alone, read together: columns that differ, names that occur twice. */
static lacon_status look_together(cli_session *session, check_result *out, const cli_input *input,
                                  lacon_scale scale)
{
    const check_item *common = most_common(out);
    const char **good = cli_alloc((size_t)out->n_items, sizeof *good);
    int n = 0;
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < out->n_items && (status >= 0 || of_the_data(status)); i++) {
        const check_item *item = &out->items[i];
        bool again =
            n > 0 && strcmp(good[n - 1], item->file) == 0; /* several classes of one file */
        if (!item->label || again) continue;
        bool same = strcmp(item->names, common->names) == 0;
        status = same ? LACON_OK : fits(session, out, common, item->file, input);
        if (status >= 0) good[n++] = item->file;
    }
    lacon_data *data = NULL;
    if (status >= 0 || of_the_data(status)) status = n > 0 ? cli_read(session, &data, good, n, input) : LACON_OK;
    if (status < 0 && of_the_data(status)) add_message(session, out, CHECK_COLUMNS);
    if (status >= 0 && data) status = check_numbers(session, out, data, input, scale);
    lacon_data_free(data);
    free(good);
    return status < 0 && !of_the_data(status) ? status : LACON_OK;
}

/* What comes through a pipe comes once. */
static bool once_only(const cli_call *call)
{
    for (int i = 0; i < call->n_operands; i++)
        if (strcmp(call->operands[i], CLI_STDIN) == 0) return true;
    return false;
}

static lacon_status look_everywhere(cli_session *session, check_result *out, const cli_input *input,
                                    lacon_scale scale)
{
    cli_input alone = *input;
    alone.names = NULL; /* they count all files */
    if (input->bids) alone.bids = alone.atlas = NULL; /* file by file, outliers and all */
    file_list files = {0};
    lacon_status status = list_files(session, &files, out, input);
    for (int64_t i = 0; i < files.count && status >= 0; i++) {
        lacon_progress where = {"check", i, files.count, NAN, NAN};
        cli_progress_show(NULL, &where);
        status = look_at(session, out, files.path[i], &alone, scale);
    }
    bool unread = false;
    for (int64_t i = 0; i < out->n_items; i++) unread = unread || !out->items[i].label;
    if (unread && files.count > 1)
        check_add(out, CHECK_NOTE, cli_copy("a file that is no data is left out by --exclude PATTERN"));
    if (status >= 0) status = look_together(session, out, &alone, scale);
    list_clear(&files);
    return status;
}

lacon_status check_diagnose(cli_session *session, check_result *out, const cli_input *input,
                            lacon_scale scale)
{
    const cli_call *call = session->call;
    lacon_data *data = NULL;
    *out = (check_result){.participants = -1};
    lacon_status status = cli_read(session, &data, call->operands, call->n_operands, input);
    if (status >= 0) {
        add_classes(out, data, false);
        lacon_status noted = check_numbers(session, out, data, input, scale);
        if (noted < 0) {
            lacon_data_free(data);
            return noted;
        }
        status = lacon_data_standardise(session->ctx, data, scale);
    }
    if (status >= 0) {
        out->data = data;
        return LACON_OK;
    }
    lacon_data_free(data);
    if (!of_the_data(status)) return status;
    /* kept in case no file alone shows it: a folder without files, names that do not count up */
    char *whole = cli_flags(lacon_ctx_marked(session->ctx));
    clear_items(out);
    clear_problems(out);
    lacon_status found = LACON_OK;
    if (!once_only(call)) found = look_everywhere(session, out, input, scale);
    if (out->n_problems == 0) check_add(out, kind_of(status), cli_copy(whole));
    free(whole);
    return found;
}
