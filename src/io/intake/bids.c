/* SPDX-License-Identifier: BSD-3-Clause
 * Finding the series of a BIDS derivatives folder; see bids.h. Names are those of XCP-D, fMRIPrep
 * and Nilearn, older and newer: the atlas is the entity atlas- or seg-, the series is
 * *_timeseries.tsv or *_timeseries.ptseries.nii, the outliers are *_outliers.tsv. fMRIPrep's confounds
 * end as series do and are none: columns of motion would make modules of their own.
 */
#include "io/document.h"
#include "io/intake/bids.h"
#include "io/source.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

const char *lcn_entity(const char *name, const char *key, size_t *length)
{
    size_t n = strlen(key);
    for (const char *p = name; p != NULL; p = strchr(p, '_')) {
        p += *p == '_';
        if (strncmp(p, key, n) != 0 || p[n] != '-') continue;
        *length = strcspn(p + n + 1, "_.");
        return p + n + 1;
    }
    return NULL;
}

static bool ends(const char *name, const char *end)
{
    size_t a = strlen(name), b = strlen(end);
    return a >= b && strcmp(name + a - b, end) == 0;
}

static bool has_value(const char *name, const char *key, const char *value)
{
    size_t length;
    const char *at = lcn_entity(name, key, &length);
    return at != NULL && strlen(value) == length && memcmp(at, value, length) == 0;
}

/* The file name of a path. */
static const char *base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* How the data of a run were made, in place of which run it is. */
static bool is_of_making(const char *key, size_t length)
{
    static const char *const keys[] = {"atlas", "seg",  "space",      "res",    "den",
                                       "desc",  "stat", "resolution", "cohort", "hemi"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i]) == length && memcmp(key, keys[i], length) == 0) return true;
    }
    return false;
}

/* Whether an entity of a file stays in the name of its class. */
static bool is_of_class(const char *key, size_t length, const lacon_read_options *o)
{
    if (is_of_making(key, length)) return false;
    bool task = length == 4 && memcmp(key, "task", 4) == 0;
    bool subject = length == 3 && memcmp(key, "sub", 3) == 0;
    bool session = length == 3 && memcmp(key, "ses", 3) == 0;
    if (o->pool == LACON_POOL_SESSIONS) return subject;
    if (o->pool == LACON_POOL_RUNS) return subject || session || (task && o->task == NULL);
    return !task || o->task == NULL;
}

/* The entities that pass, joined; a block of its own. o NULL: those that say which run it is. */
static char *reduced(lacon_ctx *ctx, const char *name, const lacon_read_options *o)
{
    char *out = lcn_alloc(ctx, strlen(name) + 1, 1), *to = out;
    for (const char *p = name; out != NULL && *p != '\0';) {
        size_t whole = strcspn(p, "_."), key = strcspn(p, "-_.");
        bool entity = key < whole;
        bool kept = entity && (o != NULL ? is_of_class(p, key, o) : !is_of_making(p, key));
        if (kept) {
            if (to > out) *to++ = '_';
            memcpy(to, p, whole);
            to += whole;
        }
        p += whole;
        if (*p != '_') break; /* the suffix and its extensions */
        p++;
    }
    return out;
}

/* ---- folders ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Entries of a folder, sorted, hidden ones left out; none when there is no such folder. */
static lacon_status list(lacon_ctx *ctx, lcn_paths *out, const char *folder)
{
    DIR *dir = opendir(folder);
    if (dir == NULL) return errno == ENOENT || errno == ENOTDIR ? LACON_OK : lcn_fail_os(ctx, folder, "opened", errno);
    lacon_status status = LACON_OK;
    for (struct dirent *e; status >= 0;) {
        errno = 0;
        if ((e = readdir(dir)) == NULL) break;
        if (e->d_name[0] != '.') status = lcn_paths_add(ctx, out, lcn_strdup(ctx, e->d_name));
    }
    if (status >= 0 && errno != 0) status = lcn_fail_os(ctx, folder, "listed", errno);
    closedir(dir);
    if (out->count > 1) qsort(out->items, (size_t)out->count, sizeof *out->items, by_text);
    return status;
}

/* ---- what goes with a series ---- */

/* The first file of the folder with this end that is of the same run, whatever made it. */
static lacon_status find_beside(lacon_ctx *ctx, const char *folder, const lcn_paths *files,
                                const char *name, const char *end, int64_t from, char **out,
                                int64_t *at)
{
    char *run = reduced(ctx, name, NULL), *other = NULL;
    lacon_status status = run != NULL ? LACON_OK : LACON_E_MEMORY;
    *out = NULL;
    for (int64_t i = from; i < files->count && status >= 0 && *out == NULL; i++) {
        if (!ends(files->items[i], end)) continue;
        other = reduced(ctx, files->items[i], NULL);
        if (other == NULL) status = LACON_E_MEMORY;
        if (other != NULL && strcmp(run, other) == 0) {
            *at = i;
            *out = lcn_sprintf(ctx, "%s/%s", folder, files->items[i]);
            status = *out != NULL ? lcn_found_file(ctx, *out) : LACON_E_MEMORY;
        }
        lcn_free(&ctx->allocator, other);
    }
    lcn_free(&ctx->allocator, run);
    if (status >= 0) return LACON_OK;
    lcn_free(&ctx->allocator, *out);
    *out = NULL;
    return status;
}

/* RepetitionTime (s) or SamplingFrequency (Hz) of a sidecar; NaN when it has neither, or is none: that is said. */
static lacon_status step_of(lacon_ctx *ctx, const char *path, double *out)
{
    json_t *root;
    json_error_t error;
    LCN_TRY(lcn_document_read(ctx, &root, path, 0, &error));
    if (!json_is_object(root))
        lcn_log(ctx, LACON_LOG_WARNING, "%s:%d: this sidecar is passed over: %s", path, root == NULL ? error.line : 1,
                root == NULL ? error.text : "a JSON object was expected");
    double step = json_number_value(json_object_get(root, "RepetitionTime"));
    double hertz = json_number_value(json_object_get(root, "SamplingFrequency"));
    json_decref(root);
    *out = step > 0 ? step : hertz > 0 ? 1 / hertz : NAN;
    return LACON_OK;
}

/* The file's own sidecar is among those of its run; the first that knows it counts. */
static lacon_status find_step(lacon_ctx *ctx, const char *folder, const lcn_paths *files,
                              const char *name, double *step)
{
    *step = NAN;
    for (int64_t from = 0; isnan(*step); from++) {
        char *path;
        LCN_TRY(find_beside(ctx, folder, files, name, ".json", from, &path, &from));
        if (path == NULL) return LACON_OK;
        const lacon_status status = step_of(ctx, path, step);
        lcn_free(&ctx->allocator, path);
        LCN_TRY(status);
    }
    return LACON_OK;
}

/* ---- the series of one folder ---- */

static bool is_confounds(const char *name)
{
    return ends(name, "_desc-confounds_timeseries.tsv") || ends(name, "_desc-confounds_timeseries.tsv.gz") ||
           ends(name, "_desc-confounds_regressors.tsv");
}

static bool is_series(const char *name)
{
    const bool ended = ends(name, "_timeseries.tsv") || ends(name, "_timeseries.tsv.gz") ||
                       ends(name, "_timeseries.ptseries.nii");
    return ended && !is_confounds(name);
}

/* "space-fsLR,acq-b": all entities of a list that is separated so are in the name. */
static bool passes(const char *name, const char *list, char separator)
{
    while (list != NULL && *list != '\0') {
        size_t length = strcspn(list, (char[]){separator, '\0'});
        bool found = false;
        if (memchr(list, '-', length) == NULL) return false;
        for (const char *at = name; at != NULL && !found; at = strchr(at, '_')) {
            at += *at == '_';
            found = strncmp(at, list, length) == 0 && strchr("_.", at[length]) != NULL;
        }
        if (!found) return false;
        list += length + (list[length] == separator);
    }
    return true;
}

static bool is_wanted(const char *name, const lacon_read_options *o)
{
    bool atlas = o->atlas == NULL || has_value(name, "atlas", o->atlas) || has_value(name, "seg", o->atlas);
    return is_series(name) && atlas && (o->task == NULL || has_value(name, "task", o->task)) &&
           passes(name, o->select, ',') && !lcn_is_excluded(name, o->exclude);
}

static lacon_status add(lacon_ctx *ctx, lcn_serieslist *out, const lcn_series *series)
{
    LCN_TRY(lcn_grow(ctx, &out->items, out->count, &out->capacity, sizeof *out->items, 64));
    out->items[out->count++] = *series;
    return LACON_OK;
}

static void clear_series(const lacon_allocator *a, lcn_series *s)
{
    lcn_free(a, s->path);
    lcn_free(a, s->label);
    lcn_free(a, s->outliers);
}

static lacon_status make_series(lacon_ctx *ctx, lcn_serieslist *out, const char *folder,
                                const lcn_paths *files, const char *name,
                                const lacon_read_options *o)
{
    int64_t at;
    lcn_series s = {.path = lcn_sprintf(ctx, "%s/%s", folder, name),
                    .label = reduced(ctx, name, o)};
    lacon_status status = s.path != NULL && s.label != NULL ? lcn_found_file(ctx, s.path) : LACON_E_MEMORY;
    if (status >= 0)
        status = find_beside(ctx, folder, files, name, "_outliers.tsv", 0, &s.outliers, &at);
    if (status >= 0) status = find_step(ctx, folder, files, name, &s.step_s);
    if (status >= 0) status = add(ctx, out, &s);
    if (status < 0) clear_series(&ctx->allocator, &s);
    return status;
}

static lacon_status look_in(lacon_ctx *ctx, lcn_serieslist *out, const char *folder,
                            const lacon_read_options *o)
{
    lcn_paths files = {0};
    lacon_status status = list(ctx, &files, folder);
    for (int64_t i = 0; i < files.count && status >= 0; i++) {
        const char *name = files.items[i];
        if (is_wanted(name, o)) status = make_series(ctx, out, folder, &files, name, o);
    }
    lcn_paths_clear(&ctx->allocator, &files);
    return status;
}

/* sub-*, ses-*, func: down to where the files are. */
static lacon_status descend(lacon_ctx *ctx, lcn_serieslist *out, const char *folder, int depth,
                            const lacon_read_options *o)
{
    lcn_paths entries = {0};
    lacon_status status;
    LCN_GOTO(look_in(ctx, out, folder, o));
    LCN_GOTO(list(ctx, &entries, folder));
    for (int64_t i = 0; i < entries.count && depth > 0; i++) {
        const char *name = entries.items[i];
        bool way = strncmp(name, "sub-", 4) == 0 || strncmp(name, "ses-", 4) == 0 ||
                   strcmp(name, "func") == 0;
        if (!way || strchr(name, '.') != NULL) continue;
        char *below = lcn_sprintf(ctx, "%s/%s", folder, name);
        if (below == NULL) {
            status = LACON_E_MEMORY;
            goto done;
        }
        status = descend(ctx, out, below, depth - 1, o);
        lcn_free(&ctx->allocator, below);
        if (status < 0) goto done;
    }
done:
    lcn_paths_clear(&ctx->allocator, &entries);
    return status;
}

/* ---- all of them ---- */

static int by_label(const void *a, const void *b)
{
    const lcn_series *x = a, *y = b;
    int order = strcmp(x->label, y->label);
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* The same run as table and as CIFTI: the table. In two spaces: the user must say which. */
static lacon_status check_twins(lacon_ctx *ctx, lcn_serieslist *out)
{
    for (int64_t i = 1; i < out->count; i++) {
        const char *a = out->items[i - 1].path, *b = out->items[i].path;
        char *x = reduced(ctx, base(a), NULL), *y = reduced(ctx, base(b), NULL);
        bool known = x != NULL && y != NULL, same = known && strcmp(x, y) == 0;
        lcn_free(&ctx->allocator, x);
        lcn_free(&ctx->allocator, y);
        if (!known) return LACON_E_MEMORY;
        if (!same) continue;
        bool a_table = strstr(a, ".tsv") != NULL, b_table = strstr(b, ".tsv") != NULL;
        LCN_FAIL_IF(a_table == b_table, LACON_E_DATA,
                    "%s and %s are of the same run: say which is meant (" LCN_OPTION "select space-..)", a, b);
        int64_t drop = a_table ? i : i - 1;
        clear_series(&ctx->allocator, &out->items[drop]);
        memmove(out->items + drop, out->items + drop + 1,
                (size_t)(out->count - drop - 1) * sizeof *out->items);
        out->count--;
        i--;
    }
    return LACON_OK;
}

void lcn_bids_clear(const lacon_allocator *a, lcn_serieslist *list)
{
    for (int64_t i = 0; i < list->count; i++) clear_series(a, &list->items[i]);
    lcn_free(a, list->items);
    *list = (lcn_serieslist){0};
}

/* The atlas of a series; "" where its name has none. */
static const char *atlas_of(const lcn_series *series, size_t *length)
{
    const char *name = base(series->path), *atlas = lcn_entity(name, "atlas", length);
    if (atlas == NULL) atlas = lcn_entity(name, "seg", length);
    if (atlas == NULL) *length = 0;
    return atlas != NULL ? atlas : "";
}

/* Series of one atlas need not be told which. */
static lacon_status check_atlases(lacon_ctx *ctx, const lcn_serieslist *out, const char *folder)
{
    enum { SHOWN = 8 };
    char list[64 * SHOWN] = "";
    int64_t found = 0;
    for (int64_t i = 0; i < out->count; i++) {
        size_t length, other = 0;
        const char *atlas = atlas_of(&out->items[i], &length);
        bool again = false;
        for (int64_t j = 0; j < i && !again; j++)
            again = strncmp(atlas, atlas_of(&out->items[j], &other), length) == 0 && other == length;
        if (again) continue;
        const size_t at = strlen(list);
        if (found++ < SHOWN)
            snprintf(list + at, sizeof list - at, "%s%.*s", at > 0 ? ", " : "", length > 50 ? 50 : (int)length,
                     length > 0 ? atlas : "none");
    }
    LCN_FAIL_IF(found > 1, LACON_E_ARGUMENT, "%s: has series of several atlases (%s%s): say which (" LCN_OPTION
                "atlas NAME)", folder, list, found > SHOWN ? ", .." : "");
    return LACON_OK;
}

static lacon_status find(lacon_ctx *ctx, lcn_serieslist *out, const lacon_read_options *o)
{
    DIR *dir = opendir(o->bids);
    if (dir == NULL) return lcn_fail_os(ctx, o->bids, "opened", errno);
    closedir(dir);
    LCN_TRY(descend(ctx, out, o->bids, 3, o));
    LCN_FAIL_IF(out->count == 0, LACON_E_DATA,
                "%s: no series%s%s%s%s%s%s%s%s in sub-*/[ses-*/]func/*_timeseries.tsv or "
                ".ptseries.nii; fMRIPrep writes images and confounds: series of regions are made of them by XCP-D "
                "or Nilearn",
                o->bids, o->atlas != NULL ? " of atlas '" : "", o->atlas != NULL ? o->atlas : "",
                o->atlas != NULL ? "'" : "", o->task != NULL ? ", task '" : "",
                o->task != NULL ? o->task : "", o->task != NULL ? "'" : "",
                o->select != NULL ? " that passes " LCN_OPTION "select" : "",
                o->exclude != NULL ? " that is not excluded (" LCN_OPTION "exclude)" : "");
    if (o->atlas == NULL) LCN_TRY(check_atlases(ctx, out, o->bids));
    qsort(out->items, (size_t)out->count, sizeof *out->items, by_label);
    return check_twins(ctx, out);
}

lacon_status lcn_bids_find(lacon_ctx *ctx, lcn_serieslist *out, const lacon_read_options *o)
{
    *out = (lcn_serieslist){0};
    lacon_status status = find(ctx, out, o);
    if (status < 0) lcn_bids_clear(&ctx->allocator, out);
    return status;
}

/* ---- confounds ---- */

/* DIR/sub-01[/ses-a]/func, by the label of a class; NULL with *status where it names no subject or memory is short. */
static char *folder_of(lacon_ctx *ctx, const char *dir, const char *label, lacon_status *status)
{
    size_t sub, ses = 0;
    const char *who = lcn_entity(label, "sub", &sub), *when = lcn_entity(label, "ses", &ses);
    if (who == NULL) {
        *status = lcn_fail(ctx, LACON_E_ARGUMENT, "'%s' is a folder, but class '%s' is not called as BIDS calls runs "
                           "(sub-01_task-rest): write a pattern with * for the name of the class", dir, label);
        return NULL;
    }
    char *out = lcn_sprintf(ctx, "%s/sub-%.*s%s%.*s/func", dir, (int)sub, who, when != NULL ? "/ses-" : "", (int)ses,
                            when != NULL ? when : "");
    *status = out != NULL ? LACON_OK : LACON_E_MEMORY;
    return out;
}

lacon_status lcn_bids_confounds(lacon_ctx *ctx, char **out, const char *dir, const char *label)
{
    lcn_paths files = {0};
    lacon_status status;
    const char *found = NULL;
    *out = NULL;
    char *folder = folder_of(ctx, dir, label, &status);
    if (folder == NULL) return status;
    LCN_GOTO(list(ctx, &files, folder));
    for (int64_t i = 0; i < files.count && status >= 0; i++) {
        if (!is_confounds(files.items[i]) || !passes(files.items[i], label, '_')) continue;
        if (found != NULL)
            status = lcn_fail(ctx, LACON_E_DATA, "%s: %s and %s are both of class '%s': one class for each run has one "
                              "table (" LCN_OPTION "pool separate), and " LCN_OPTION "select task-.. in place of "
                              LCN_OPTION "task keeps the task in its name", folder, found, files.items[i], label);
        found = files.items[i];
    }
    if (status >= 0 && found == NULL)
        status = lcn_fail(ctx, LACON_E_DATA, "%s: no *_desc-confounds_timeseries.tsv of class '%s' in it", folder,
                          label);
    if (status >= 0) *out = lcn_sprintf(ctx, "%s/%s", folder, found);
    if (status >= 0) status = *out != NULL ? lcn_found_file(ctx, *out) : LACON_E_MEMORY;
done:
    if (status < 0) {
        lcn_free(&ctx->allocator, *out);
        *out = NULL;
    }
    lcn_paths_clear(&ctx->allocator, &files);
    lcn_free(&ctx->allocator, folder);
    return status;
}
