/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of participants: their rows go with the classes into the folder of a model (fit, select), where
 * test and report find them; check counts who has none. Whose row is whose: lacon/test.h.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const cli_option cli_people_rows[] = {
    {.name = "participants",
     .letter = 'p',
     .kind = CLI_FILE,
     .offset = offsetof(cli_people, table),
     .arg = "TABLE",
     .help = "csv or tsv with a header and a line for each class (group, age, motion)"},
    {.name = "id",
     .kind = CLI_TEXT,
     .offset = offsetof(cli_people, id),
     .arg = "COLUMN",
     .help = "its column with the names of the classes, their files, how they begin, the number in "
             "them or a piece of them; default: participant_id, or else the column that has most of them"},
    {0},
};

/* The column that was named, or else the one that is found. */
static lacon_status find_id(const cli_session *session, const char **id, const lacon_participants *table,
                            int64_t classes, const char *const *labels)
{
    return *id ? LACON_OK : lacon_participants_find_id(session->ctx, id, table, classes, labels);
}

static lacon_status id_for_data(const cli_session *session, const char **id, const lacon_participants *table,
                                const lacon_data *data)
{
    const int64_t classes = lacon_data_classes(data);
    const char **labels = cli_alloc((size_t)classes, sizeof *labels);
    for (int64_t c = 0; c < classes; c++) labels[c] = lacon_data_label(data, c);
    const lacon_status status = find_id(session, id, table, classes, labels);
    free(labels);
    return status;
}

lacon_status cli_people_id(const cli_session *session, const char **id, const lacon_participants *table,
                           const lacon_model *model)
{
    const int64_t classes = lacon_model_classes(model);
    const char **labels = cli_alloc((size_t)classes, sizeof *labels);
    for (int64_t c = 0; c < classes; c++) labels[c] = lacon_model_label(model, c);
    const lacon_status status = find_id(session, id, table, classes, labels);
    free(labels);
    return status;
}

lacon_status cli_people_count(cli_session *session, const char **id,
                              const lacon_participants *table, const lacon_data *data,
                              int64_t *known, char **absent)
{
    *absent = NULL;
    CLI_TRY(id_for_data(session, id, table, data));
    enum { SHOWN = 5 };
    const int64_t classes = lacon_data_classes(data);
    int64_t *row = cli_alloc((size_t)classes, sizeof *row), missed = 0;
    const lacon_status status =
        lacon_participants_match(session->ctx, table, *id, data, row);
    char *list = cli_copy("");
    for (int64_t c = 0; c < classes && status >= 0; c++) {
        if (row[c] >= 0 || missed++ > SHOWN) continue;
        char *longer = cli_format("%s%s%s", list, *list ? ", " : "",
                                  missed > SHOWN ? "..." : lacon_data_label(data, c));
        free(list);
        list = longer;
    }
    *known = classes - missed;
    *absent = list;
    free(row);
    return status;
}

lacon_status cli_people_load(cli_job *job, const cli_people *people)
{
    cli_session *session = &job->session;
    int64_t known, classes = lacon_data_classes(job->data);
    char *absent;
    if (!people->table) return LACON_OK;
    job->people_id = people->id;
    CLI_TRY(lacon_participants_read(session->ctx, &job->table, people->table, NULL));
    lacon_status status = cli_people_count(session, &job->people_id, job->table, job->data, &known, &absent);
    if (status >= 0 && known == 0)
        status = cli_fail(session, LACON_E_DATA,
                          "%s: column '%s' has none of the classes (%.300s): name the column that has "
                          "them (--id)",
                          people->table, job->people_id, absent);
    if (status >= 0)
        cli_tell(session, "participants: %lld of %lld classes have a line%s%s%s%s%s", (long long)known,
                 (long long)classes, people->id ? "" : " (column ", people->id ? "" : job->people_id,
                 people->id ? "" : ")", known < classes ? ", not " : "", absent);
    free(absent);
    return status;
}

lacon_status cli_people_save(cli_job *job)
{
    if (!job->table) return LACON_OK;
    return lacon_participants_write(job->session.ctx, job->table, job->people_id, job->data,
                                    lacon_folder_path(job->folder));
}

lacon_status cli_people_find(cli_session *session, lacon_participants **table, const char **id,
                             const char *path, const char *dir, const char *missing_words)
{
    char *beside = cli_format("%s/participants.tsv", dir);
    lacon_status status = LACON_OK;
    *table = NULL;
    if (path) {
        status = lacon_participants_read(session->ctx, table, path, missing_words);
    } else if (access(beside, F_OK) == 0) {
        status = lacon_participants_read(session->ctx, table, beside, missing_words);
        if (status >= 0 && !*id) *id = lacon_participants_name(*table, 0); /* ours: class, unless the table has one */
    }
    free(beside);
    return status;
}
