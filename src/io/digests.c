/* SPDX-License-Identifier: BSD-3-Clause
 * Digests of the files of a folder; see digests.h. One line each: 64 hexadecimal digits, two blanks, the name.
 */
#include "io/digests.h"
#include "io/paths.h"
#include "io/source.h"
#include "io/writer.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char list_name[] = LCN_DIGESTS_NAME;
enum { HEX = LCN_SHA256_TEXT - 1, BLANKS = 2 };

/* ---- writing ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Paths of all in it but hidden things and the list itself, sorted. */
static lacon_status list(lacon_ctx *ctx, lcn_paths *out, const char *dir)
{
    DIR *folder = opendir(dir);
    if (folder == NULL) return lcn_fail_os(ctx, dir, "read", errno);
    lacon_status status = LACON_OK;
    struct dirent *entry = NULL;
    while (status >= 0 && (errno = 0, entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, list_name) != 0)
            status = lcn_paths_add(ctx, out, lcn_sprintf(ctx, "%s/%s", dir, entry->d_name));
    const int error = entry == NULL ? errno : 0;
    closedir(folder);
    if (status >= 0 && error != 0) status = lcn_fail_os(ctx, dir, "read", error);
    if (out->count > 1) qsort(out->items, (size_t)out->count, sizeof *out->items, by_name);
    return status;
}

/* One line for a file; a folder gets a list of its own. */
static lacon_status put_entry(lacon_ctx *ctx, lcn_writer *out, const char *path)
{
    char text[LCN_SHA256_TEXT];
    struct stat st;
    if (stat(path, &st) != 0) return lcn_fail_os(ctx, path, "read", errno);
    if (S_ISDIR(st.st_mode)) return lcn_digests_write(ctx, path);
    LCN_TRY(lcn_file_digest(ctx, path, text));
    lcn_writer_text(out, text);
    lcn_writer_text(out, "  ");
    lcn_writer_text(out, strrchr(path, '/') + 1);
    lcn_writer_text(out, "\n");
    return LACON_OK;
}

lacon_status lcn_digests_write(lacon_ctx *ctx, const char *dir)
{
    lcn_paths files = {0};
    lcn_writer out;
    bool bids;
    LCN_TRY(lcn_folder_has(ctx, dir, "dataset_description.json", &bids));
    if (bids) return LACON_OK;
    char *path = lcn_sprintf(ctx, "%s/%s", dir, list_name);
    lacon_status status = path != NULL ? list(ctx, &files, dir) : LACON_E_MEMORY;
    if (status >= 0 && (status = lcn_writer_open(ctx, &out, path)) >= 0) {
        for (int64_t i = 0; i < files.count && status >= 0; i++) status = put_entry(ctx, &out, files.items[i]);
        status = lcn_writer_close(ctx, &out, status);
    }
    lcn_paths_clear(&ctx->allocator, &files);
    lcn_free(&ctx->allocator, path);
    return status;
}

/* ---- checking ---- */

static lacon_status check_file(lacon_ctx *ctx, const char *dir, const char *want, const char *name)
{
    char text[LCN_SHA256_TEXT];
    char *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (path == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    if (!lcn_absent(path)) {
        status = lcn_file_digest(ctx, path, text);
        if (status >= 0 && memcmp(text, want, HEX) != 0)
            status = lcn_fail(ctx, LACON_E_FORMAT,
                              "%s: is damaged, or was changed after it was written: its digest is not the one of %s "
                              "beside it (remove that file if the change is meant)", path, list_name);
    }
    lcn_free(&ctx->allocator, path);
    return status;
}

/* The text is ours: the ends of lines become ends of names. `only` NULL: all that are listed. */
static lacon_status check_lines(lacon_ctx *ctx, const char *dir, const char *only, char *text, size_t size)
{
    int64_t number = 1;
    for (char *line = text, *end; line < text + size; line = end + 1, number++) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        const bool whole = end != NULL && end - line > HEX + BLANKS && memcmp(line + HEX, "  ", BLANKS) == 0 &&
                           memchr(line, '/', (size_t)(end - line)) == NULL &&
                           memchr(line, '\0', (size_t)(end - line)) == NULL;
        LCN_FAIL_IF(!whole, LACON_E_FORMAT, "%s/%s: line %lld is damaged: it is no digest and name", dir, list_name,
                    (long long)number);
        *end = '\0';
        const char *name = line + HEX + BLANKS;
        if (only == NULL || strcmp(name, only) == 0) LCN_TRY(check_file(ctx, dir, line, name));
    }
    return LACON_OK;
}

static lacon_status check_list(lacon_ctx *ctx, const char *dir, const char *only, const char *path)
{
    unsigned char *text;
    size_t size;
    lacon_status status = lcn_file_all(ctx, path, &text, &size);
    if (status >= 0) status = check_lines(ctx, dir, only, (char *)text, size);
    lcn_free(&ctx->allocator, text);
    return status;
}

/* What is not there is its reader's business. */
static lacon_status check_kind(lacon_ctx *ctx, const char *path)
{
    LCN_FAIL_IF(lcn_is_odd(path), LACON_E_FORMAT, "%s: the folder is damaged: this is a pipe or a device, no file",
                path);
    return LACON_OK;
}

static lacon_status check_kinds(lacon_ctx *ctx, const char *dir)
{
    struct stat st;
    lcn_paths all = {0};
    if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode)) return LACON_OK;
    lacon_status status = list(ctx, &all, dir);
    for (int64_t i = 0; i < all.count && status >= 0; i++) status = check_kind(ctx, all.items[i]);
    lcn_paths_clear(&ctx->allocator, &all);
    return status;
}

static lacon_status check_in(lacon_ctx *ctx, const char *dir, const char *only)
{
    if (only == NULL) LCN_TRY(check_kinds(ctx, dir));
    char *path = lcn_sprintf(ctx, "%s/%s", dir, list_name);
    if (path == NULL) return LACON_E_MEMORY;
    lacon_status status = check_kind(ctx, path);
    if (status >= 0 && !lcn_absent(path)) status = check_list(ctx, dir, only, path);
    lcn_free(&ctx->allocator, path);
    return status;
}

lacon_status lcn_digests_check(lacon_ctx *ctx, const char *dir)
{
    return check_in(ctx, dir, NULL);
}

lacon_status lcn_digests_check_one(lacon_ctx *ctx, const char *path)
{
    const char *slash = strrchr(path, '/');
    const int length = slash == NULL ? 1 : (int)(slash - path);
    char *dir = lcn_sprintf(ctx, "%.*s", length, slash == NULL ? "." : path);
    if (dir == NULL) return LACON_E_MEMORY;
    const lacon_status status = check_in(ctx, dir, slash == NULL ? path : slash + 1);
    lcn_free(&ctx->allocator, dir);
    return status;
}

lacon_status lcn_digests_check_in(lacon_ctx *ctx, const char *dir, const char *sub)
{
    char *inside = lcn_sprintf(ctx, "%s/%s", dir, sub);
    if (inside == NULL) return LACON_E_MEMORY;
    const lacon_status status = lcn_digests_check(ctx, inside);
    lcn_free(&ctx->allocator, inside);
    return status;
}
