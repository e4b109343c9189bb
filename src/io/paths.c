/* SPDX-License-Identifier: BSD-3-Clause
 * Input paths; see paths.h.
 */
#include "io/paths.h"
#include "io/digests.h"
#include "io/source.h"
#include "util/utf8.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes over `owned`, also when it fails. */
lacon_status lcn_paths_add(lacon_ctx *ctx, lcn_paths *paths, char *owned)
{
    if (owned == NULL) return LACON_E_MEMORY;
    const lacon_status status =
        lcn_grow(ctx, &paths->items, paths->count, &paths->capacity, sizeof *paths->items, 16);
    if (status >= 0) paths->items[paths->count++] = owned;
    else lcn_free(&ctx->allocator, owned);
    return status;
}

void lcn_paths_clear(const lacon_allocator *a, lcn_paths *paths)
{
    for (int64_t i = 0; i < paths->count; i++) lcn_free(a, paths->items[i]);
    lcn_free(a, paths->items);
    *paths = (lcn_paths){0};
}

/* ---- names of files ---- */

static bool ends_with(const char *name, size_t length, const char *end)
{
    size_t n = strlen(end);
    return length > n && strncasecmp(name + length - n, end, n) == 0;
}

static bool is_table(const char *name)
{
    static const char *const ends[] = {".csv", ".tsv", ".1D", ".npy", ".npz", ".mat", ".h5", ".hdf5", ".nii"};
    size_t length = strlen(name);
    if (name[0] == '.') return false;
    if (ends_with(name, length, ".gz")) length -= 3;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends_with(name, length, ends[i])) return true;
    }
    return false;
}

char *lcn_class_name(lacon_ctx *ctx, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name);
    if (ends_with(name, length, ".gz")) length -= 3;
    for (size_t i = length; i-- > 1;) {
        if (name[i] != '.') continue;
        length = i;
        break;
    }
    if (ends_with(name, length, ".ptseries")) length -= 9; /* CIFTI: .ptseries.nii */
    if (ends_with(name, length, ".pconn")) length -= 6;
    char *text = lcn_alloc(ctx, 2 * length + 1, 1);
    if (text != NULL) lcn_to_utf8(name, length, text);
    return text;
}

/* ---- folders ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool lcn_is_excluded(const char *path, const char *patterns)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    char pattern[256]; /* as long as names of files are */
    while (patterns != NULL && *patterns != '\0') {
        const size_t length = strcspn(patterns, ",");
        if (length > 0 && length < sizeof pattern) {
            memcpy(pattern, patterns, length);
            pattern[length] = '\0';
            if (fnmatch(pattern, name, 0) == 0) return true;
        }
        patterns += length + (patterns[length] == ',');
    }
    return false;
}

/* What BIDS calls the table of participants. */
static bool is_people(const char *name)
{
    return strcasecmp(name, "participants.tsv") == 0 || strcasecmp(name, "participants.csv") == 0;
}

static lacon_status list_folder(lacon_ctx *ctx, lcn_paths *out, const char *folder, DIR *dir, const char *exclude)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') length--;
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(dir);
        if (entry == NULL) break;
        if (!is_table(entry->d_name) || lcn_is_excluded(entry->d_name, exclude)) continue;
        if (is_people(entry->d_name)) {
            lcn_log(ctx, LACON_LOG_WARNING, "%.*s/%s is a table of participants and not read as data (the option "
                    "participants takes it)", (int)length, folder, entry->d_name);
            continue;
        }
        char *path = lcn_sprintf(ctx, "%.*s/%s", (int)length, folder, entry->d_name);
        struct stat st;
        if (path != NULL && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
            lcn_free(&ctx->allocator, path);
            continue;
        }
        LCN_TRY(lcn_paths_add(ctx, out, path));
        LCN_TRY(lcn_found_file(ctx, path));
    }
    return errno == 0 ? LACON_OK : lcn_fail_os(ctx, folder, "listed", errno);
}

bool lcn_absent(const char *path)
{
    return access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

bool lcn_is_odd(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

lacon_status lcn_found_file(lacon_ctx *ctx, const char *path)
{
    LCN_FAIL_IF(lcn_is_odd(path), LACON_E_DATA, "%s: a pipe or a device among the files of a folder is not read: "
                "leave it out (" LCN_OPTION "exclude), or name it by itself", path);
    return LACON_OK;
}

lacon_status lcn_folder_has(lacon_ctx *ctx, const char *folder, const char *name, bool *there)
{
    char *path = lcn_sprintf(ctx, "%s/%s", folder, name);
    if (path == NULL) return LACON_E_MEMORY;
    *there = !lcn_absent(path);
    lcn_free(&ctx->allocator, path);
    return LACON_OK;
}

static lacon_status expand_folder(lacon_ctx *ctx, lcn_paths *out, const char *folder, const char *exclude)
{
    int64_t before = out->count;
    bool model; /* what `lacon fit` wrote has tables in it, but no observations */
    LCN_TRY(lcn_folder_has(ctx, folder, "model.npz", &model));
    LCN_FAIL_IF(model, LACON_E_DATA, "%s: is a model, not data: give the files it was fitted to, or others like them",
                folder);
    DIR *dir = opendir(folder);
    if (dir == NULL) return lcn_fail_os(ctx, folder, "opened", errno);
    lacon_status status = list_folder(ctx, out, folder, dir, exclude);
    closedir(dir);
    LCN_TRY(status);
    LCN_FAIL_IF(out->count == before, LACON_E_DATA,
                "%s: no table in this folder (.csv, .tsv, .1D, .npy, .npz, .mat, .h5, .nii, also .gz)%s; folders "
                "in it are not looked into, but for those of BIDS (" LCN_OPTION "bids DIR in place of it)", folder,
                exclude != NULL ? " that is not excluded (" LCN_OPTION "exclude)" : "");
    qsort(out->items + before, (size_t)(out->count - before), sizeof *out->items, by_name);
    return LACON_OK;
}

/* A star in a shell (folder, then all in it) names the list of digests too, which is no table. */
static bool is_digests(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(slash != NULL ? slash + 1 : path, LCN_DIGESTS_NAME) == 0;
}

lacon_status lcn_paths_expand(lacon_ctx *ctx, lcn_paths *out, const char *const *paths,
                              int64_t count, const char *exclude)
{
    *out = (lcn_paths){0};
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < count && status >= 0; i++) {
        struct stat st;
        if (count > 1 && is_digests(paths[i])) continue;
        bool folder = stat(paths[i], &st) == 0 && S_ISDIR(st.st_mode);
        if (!folder && lcn_is_excluded(paths[i], exclude)) continue;
        status = folder ? expand_folder(ctx, out, paths[i], exclude)
                        : lcn_paths_add(ctx, out, lcn_strdup(ctx, paths[i]));
    }
    if (status < 0) lcn_paths_clear(&ctx->allocator, out);
    return status;
}
