/* SPDX-License-Identifier: BSD-3-Clause
 * How the data of a model were read: kept in model.json ("input") by the commands that write one, and taken from there
 * by those that come after, so that a table is split, thinned and searched for missing values as it was for the fit
 * unless the command line says otherwise.
 */
#include "cmd.h"
#include "jsonout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define INPUT(field) offsetof(cli_input, field)
/* Texts, and whether a table that has no such column is read without them. */
static const struct {
    const char *name;
    size_t offset;
    bool of_columns;
} TEXTS[] = {{"class", INPUT(class_column), true}, {"columns", INPUT(columns), true}, {"ignore", INPUT(ignore), true},
             {"na", INPUT(na), false},             {"variable", INPUT(variable), false},
             {"class-table", INPUT(class_table), false}, {"exclude", INPUT(exclude), false}};
enum { N_TEXTS = sizeof TEXTS / sizeof *TEXTS, EXCLUDE = N_TEXTS - 1, CLASS = 0, CLASS_TABLE = N_TEXTS - 2 };
static const char *const MISSING[] = {"refuse", "marginal", "pairwise", "drop"};
static const char *const SCALES[] = {"z", "center", "none"};

static const char **text_at(cli_input *input, int i) { return (const char **)((char *)input + TEXTS[i].offset); }

/* ---- kept ---- */

static void keep(cli_kept *kept, const char *name, const char *value)
{
    kept->pair[2 * kept->count] = name;
    kept->pair[2 * kept->count++ + 1] = value;
}

void cli_keep_intake(cli_kept *kept, const cli_intake *intake, lacon_scale scale)
{
    cli_input input = intake->input;
    const cli_cleaning *clean = &intake->cleaning;
    kept->count = 0;
    for (int i = 0; i < N_TEXTS; i++) keep(kept, TEXTS[i].name, *text_at(&input, i));
    keep(kept, "transpose", input.transpose ? "yes" : NULL);
    keep(kept, "rename-duplicates", input.rename_duplicates ? "yes" : NULL);
    keep(kept, "missing", MISSING[input.missing]);
    keep(kept, "scale", SCALES[scale]);
    keep(kept, "confounds", clean->confounds);
    keep(kept, "confound-columns", clean->confounds ? clean->confound_columns : NULL);
    keep(kept, "censor", clean->censor);
    snprintf(kept->detrend, sizeof kept->detrend, "%lld", (long long)clean->detrend);
    keep(kept, "detrend", kept->has_detrend ? kept->detrend : NULL);
}

/* ---- taken ---- */

/* What cannot be read or held is the system's doing; what is no object the file's. */
static lacon_status refuse(cli_session *session, const char *path, const json_error_t *error)
{
    if (json_error_code(error) == json_error_out_of_memory)
        return cli_fail(session, LACON_E_MEMORY, "%s: no memory to read it", path);
    return cli_fail(session, LACON_E_FORMAT, "%s: the file is damaged: it is no JSON object", path);
}

/* To jansson a read that fails is the end of the text. */
static lacon_status read_object(cli_session *session, json_t **about, const char *path)
{
    json_error_t error = {0};
    FILE *file = fopen(path, "r");
    if (!file) return cli_fail(session, LACON_E_IO, "%s: cannot be opened: %s", path, strerror(errno));
    errno = 0;
    *about = json_loadf(file, 0, &error);
    const int failed = ferror(file) ? errno : 0;
    fclose(file);
    if (failed) return cli_fail(session, LACON_E_IO, "%s: cannot be read: %s", path, strerror(failed));
    return json_is_object(*about) ? LACON_OK : refuse(session, path, &error);
}

lacon_status cli_about_read(cli_session *session, json_t **about, const char *dir)
{
    struct stat st;
    lacon_status status = LACON_OK;
    char *path = cli_format("%s/model.json", dir);
    *about = NULL;
    if (lstat(path, &st) == 0 || errno != ENOENT) status = read_object(session, about, path);
    free(path);
    return status;
}

lacon_status cli_fitted_open(cli_session *session, cli_fitted *fitted, const char *dir)
{
    return cli_about_read(session, &fitted->about, dir);
}

void cli_fitted_close(cli_fitted *fitted)
{
    json_decref(fitted->about);
    fitted->about = NULL;
}

const char *cli_fitted_text(const cli_fitted *fitted, const char *group, const char *name)
{
    const json_t *from = group ? json_object_get(fitted->about, group) : fitted->about;
    return json_string_value(json_object_get(from, name));
}

/* Position of the text in the list, or -1. */
static int position(const char *text, const char *const *list, int count)
{
    for (int i = 0; text && i < count; i++)
        if (strcmp(text, list[i]) == 0) return i;
    return -1;
}

int cli_fitted_choice(const cli_fitted *fitted, const char *name, const char *first, const char *second)
{
    return position(cli_fitted_text(fitted, NULL, name), (const char *const[]){first, second}, 2);
}

bool cli_fitted_number(const cli_fitted *fitted, const char *name, double *value)
{
    const json_t *found = json_object_get(fitted->about, name);
    if (json_is_number(found)) *value = json_number_value(found);
    return json_is_number(found);
}

bool cli_fitted_scale(const cli_fitted *fitted, lacon_scale *scale)
{
    const int found = position(cli_fitted_text(fitted, "input", "scale"), SCALES, 3);
    if (found >= 0) *scale = (lacon_scale)found;
    return found >= 0;
}

/* What the command line does not say, but for the texts in `without` (bits). Returns the bits of those of columns that
 * were taken. */
static unsigned take(const cli_session *session, const cli_fitted *fitted, cli_input *input, unsigned without)
{
    unsigned taken = 0;
    for (int i = 0; i < N_TEXTS; i++) {
        const char *text = cli_fitted_text(fitted, "input", TEXTS[i].name);
        if (!text || cli_given(session->call, TEXTS[i].name) || (without >> i & 1)) continue;
        if (i == EXCLUDE && input->exclude) continue; /* a table this command names, among the same files */
        *text_at(input, i) = text;
        if (TEXTS[i].of_columns) taken |= 1u << i;
    }
    if (!cli_given(session->call, "transpose") && cli_fitted_text(fitted, "input", "transpose")) input->transpose = 1;
    if (!cli_given(session->call, "rename-duplicates") && cli_fitted_text(fitted, "input", "rename-duplicates"))
        input->rename_duplicates = 1;
    const int missing = position(cli_fitted_text(fitted, "input", "missing"), MISSING, 4);
    if (missing >= 0 && !cli_given(session->call, "missing")) input->missing = missing;
    return taken;
}

/* Confounds are files of their own, which other rows may not have: to be given, not taken. */
static void tell_cleaning(const cli_session *session, const cli_fitted *fitted)
{
    static const char *const names[] = {"confounds", "censor", "detrend"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = cli_fitted_text(fitted, "input", names[i]);
        if (text && !cli_given(session->call, names[i]) && !session->quiet)
            cli_say(session->call->command->name, "warning: the model was fitted with --%s %s, and these rows are not "
                    "cleaned so: give it again", names[i], text);
    }
}

static bool once_only(const char *const *paths, int n_paths)
{
    for (int i = 0; i < n_paths; i++)
        if (strcmp(paths[i], CLI_STDIN) == 0) return true;
    return false;
}

/* What is not for these rows. Files that are named are meant, whatever was left out of a folder for the fit; a BIDS
 * folder is not split by a column. */
static unsigned not_for(const cli_input *input, const char *const *paths, int n_paths)
{
    struct stat st;
    if (input->bids) return 1u << CLASS | 1u << CLASS_TABLE;
    for (int i = 0; i < n_paths; i++)
        if (stat(paths[i], &st) != 0 || !S_ISDIR(st.st_mode)) return 1u << EXCLUDE;
    return 0;
}

/* Other tables may lack a column that was left out or told the classes apart: then they are read without it. */
lacon_status cli_read_as_fitted(cli_session *session, lacon_data **out, const char *const *paths, int n_paths,
                                cli_input *input, const cli_fitted *fitted)
{
    const cli_input given = *input;
    const bool alone = given.covariance != NULL; /* no rows */
    const unsigned named = not_for(input, paths, n_paths);
    const unsigned taken = alone ? 0 : take(session, fitted, input, named);
    if (!alone) tell_cleaning(session, fitted);
    lacon_status status = cli_read(session, out, paths, n_paths, input);
    const unsigned tries[] = {taken & ~1u, taken & 1u, taken};
    for (int i = 0; i < 3 && status == LACON_E_ARGUMENT && taken && !once_only(paths, n_paths); i++) {
        if (!tries[i]) continue;
        *input = given;
        take(session, fitted, input, tries[i] | named);
        lacon_data *data = NULL;
        const lacon_status again = cli_read(session, &data, paths, n_paths, input);
        if (again == LACON_E_ARGUMENT) continue;
        status = again;
        *out = data;
    }
    return status;
}
