/* SPDX-License-Identifier: BSD-3-Clause
 * Names for the variables of files that have none (arrays): a list, one a line, or a table with a column of them, in
 * the order of the variables. The model keeps them; data without names go with it by their order ever after.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const cli_option cli_labels_rows[] = {
    {.name = "labels",
     .kind = CLI_FILE,
     .arg = "TABLE",
     .help = "names of the variables where the files have none: one a line in their order, or a table with a column "
             "name, label or region"},
    {0},
};

bool cli_is_default_name(const char *name, int64_t r)
{
    char text[24];
    snprintf(text, sizeof text, "V%lld", (long long)r + 1);
    return strcmp(name, text) == 0;
}

/* The column of names: by what it is called, else the first. */
static int64_t column_of(const lacon_participants *t)
{
    static const char *const usual[] = {"name", "label", "region", "roi", "parcel", "title"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        for (int64_t j = 0; j < lacon_participants_columns(t); j++)
            if (strcasecmp(lacon_participants_name(t, j), usual[i]) == 0) return j;
    return 0;
}

/* Line r of a table with a header, or of a list without one, whose first line was taken for it. */
static const char *label_at(const lacon_participants *t, int64_t column, bool list, int64_t r)
{
    if (list && r == 0) return lacon_participants_name(t, 0);
    const char *cell = lacon_participants_cell(t, r - list, column);
    return cell ? cell : "";
}

static lacon_status set_names(cli_session *session, lacon_data *data, const lacon_participants *t,
                              const char *path)
{
    const int64_t p = lacon_data_variables(data), rows = lacon_participants_rows(t), column = column_of(t);
    const bool list = lacon_participants_columns(t) == 1 && rows == p - 1;
    if (rows + list != p)
        return cli_fail(session, LACON_E_DATA, "%s: has %lld lines below its header, the files have %lld variables: "
                        "one is needed for each", path, (long long)rows, (long long)p);
    const char **names = cli_alloc((size_t)p, sizeof *names);
    for (int64_t r = 0; r < p; r++) names[r] = label_at(t, column, list, r);
    const lacon_status status = lacon_data_set_names(session->ctx, data, names);
    free(names);
    return status;
}

lacon_status cli_name_variables(cli_session *session, lacon_data *data, const char *path)
{
    lacon_participants *table;
    for (int64_t r = 0; path && r < lacon_data_variables(data); r++)
        if (!cli_is_default_name(lacon_data_name(data, r), r))
            return cli_fail(session, LACON_E_ARGUMENT, "the files name their variables themselves ('%.60s', ...): "
                            "--labels is for those that do not; report and convert take other names too",
                            lacon_data_name(data, r));
    if (!path) return LACON_OK;
    CLI_TRY(lacon_participants_read(session->ctx, &table, path, NULL));
    const lacon_status status = set_names(session, data, table, path);
    lacon_participants_free(table);
    return status;
}
