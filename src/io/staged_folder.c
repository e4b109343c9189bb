/* SPDX-License-Identifier: BSD-3-Clause
 * A folder that is complete or absent (lacon/io.h). Work goes to a hidden sibling of the target,
 *
 *     parent/.NAME.tmp-PID-0        made by mkdir, which fails when it exists; locked while it is worked on
 *
 * and takes its name when every file, and the digests of them all (digests.h), is on the disk. An old folder (force)
 * changes places with the new one in a single step where the system has one, else steps aside under a hidden name
 * first; it is removed when the new one is in place. What killed processes left is removed by the next one that
 * writes a folder of that name.
 */
#include "io/digests.h"
#include "io/source.h"
#include "io/folder_tree.h"
#include <lacon/io.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct lacon_folder {
    lacon_allocator allocator;
    char *target;
    char *parent;
    char *staging; /* NULL when there is nothing to remove */
    int lock;      /* the staging folder, locked as long as somebody works on it; -1 none */
    bool force;
};

static lacon_status fail_os(lacon_ctx *ctx, const char *path, int error)
{
    return lcn_fail_os(ctx, path, "written", error);
}

/* ---- beginning ---- */

/* The folder we work in is not ours to replace. */
static bool holds_current(const char *path)
{
    char *folder = realpath(path, NULL), *here = realpath(".", NULL);
    size_t length = folder != NULL ? strlen(folder) : 0;
    bool holds = folder == NULL || here == NULL ||
                 (strncmp(here, folder, length) == 0 &&
                  (here[length] == '/' || here[length] == '\0' || length == 1));
    free(folder);
    free(here);
    return holds;
}

static lacon_status check_target(lacon_ctx *ctx, const char *target, int force)
{
    struct stat st;
    if (lstat(target, &st) != 0) {
        return errno == ENOENT ? LACON_OK : fail_os(ctx, target, errno);
    }
    LCN_FAIL_IF(!force, LACON_E_IO,
                "%s: exists already: choose another name, or replace it (" LCN_OPTION "force)", target);
    LCN_FAIL_IF(!S_ISDIR(st.st_mode), LACON_E_IO, "%s: is no folder and is not replaced by one",
                target);
    LCN_FAIL_IF(holds_current(target), LACON_E_IO,
                "%s: is or holds the current folder and is not replaced", target);
    return LACON_OK;
}

/* "a/b/" is target "a/b" in parent "a"; "b" is in ".". */
static lacon_status split(lacon_ctx *ctx, lacon_folder *folder, const char *dir)
{
    size_t length = strlen(dir);
    while (length > 1 && dir[length - 1] == '/') length--;
    folder->target = lcn_sprintf(ctx, "%.*s", (int)length, dir);
    if (folder->target == NULL) return LACON_E_MEMORY;
    const char *slash = strrchr(folder->target, '/');
    const char *name = slash != NULL ? slash + 1 : folder->target;
    LCN_FAIL_IF(name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0,
                LACON_E_ARGUMENT, "'%s' is no name for a new folder", dir);
    int parent = slash == NULL ? 0 : slash == folder->target ? 1 : (int)(slash - folder->target);
    folder->parent =
        parent > 0 ? lcn_sprintf(ctx, "%.*s", parent, folder->target) : lcn_strdup(ctx, ".");
    return folder->parent != NULL ? LACON_OK : LACON_E_MEMORY;
}

/* parent/.NAME.KIND-PID-try, without the "./" of a bare name */
static char *sibling(lacon_ctx *ctx, const lacon_folder *folder, const char *kind, int try)
{
    const char *slash = strrchr(folder->target, '/');
    const char *name = slash != NULL ? slash + 1 : folder->target;
    int prefix = (int)(name - folder->target);
    return lcn_sprintf(ctx, "%.*s.%s.%s-%ld-%d", prefix, folder->target, name, kind, (long)getpid(),
                       try);
}

/* Open and locked, so that nobody takes it for what a dead process left; ENOENT when somebody did meanwhile. Where the
 * file system knows no locks nothing is ever taken away. Without a descriptor it goes again: with none to be had what
 * is put into it could not be removed. */
static int lock_staging(lacon_folder *folder, const char *path)
{
    struct stat st;
    folder->lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->lock < 0) {
        const int error = errno;
        rmdir(path);
        return error;
    }
    const bool taken = flock(folder->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const bool gone = fstat(folder->lock, &st) == 0 && st.st_nlink == 0;
    if (!taken && !gone) return 0;
    close(folder->lock);
    folder->lock = -1;
    return ENOENT;
}

/* Is it .NAME.tmp-PID-TRY? */
static bool is_staging(const char *entry, const char *name)
{
    const size_t length = strlen(name);
    if (entry[0] != '.' || strncmp(entry + 1, name, length) != 0) return false;
    const char *at = entry + 1 + length;
    if (strncmp(at, ".tmp-", 5) != 0) return false;
    at += 5 + strspn(at + 5, "0123456789");
    return *at == '-' && at[1] != '\0' && at[1 + strspn(at + 1, "0123456789")] == '\0';
}

/* What processes that were killed left of this folder: nobody holds the lock. Not essential, so that failures are
 * left to the next time. */
static void reap(const lacon_folder *folder)
{
    const char *slash = strrchr(folder->target, '/');
    DIR *dir = opendir(folder->parent);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        char path[4096];
        if (!is_staging(entry->d_name, slash != NULL ? slash + 1 : folder->target)) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder->parent, entry->d_name) >= (int)sizeof path) continue;
        const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0) continue;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) lcn_tree_remove(path);
        close(fd);
    }
    if (dir != NULL) closedir(dir);
}

static lacon_status make_staging(lacon_ctx *ctx, lacon_folder *folder)
{
    for (int try = 0; try < 1000; try++) {
        char *path = sibling(ctx, folder, "tmp", try);
        if (path == NULL) return LACON_E_MEMORY;
        const bool made = mkdir(path, 0777) == 0;
        int error = made ? lock_staging(folder, path) : errno;
        if (error == 0) {
            folder->staging = path;
            return LACON_OK;
        }
        if (made && error == ENOENT) error = EEXIST; /* the next number */
        lcn_free(&ctx->allocator, path);
        LCN_FAIL_IF(error == ENOENT, LACON_E_IO,
                    "%s: cannot be written, there is no folder %s: make it first (mkdir -p)",
                    folder->target, folder->parent);
        if (error != EEXIST) return fail_os(ctx, folder->target, error);
    }
    return fail_os(ctx, folder->target, EEXIST);
}

lacon_status lacon_folder_begin(lacon_ctx *ctx, lacon_folder **out, const char *dir, int force)
{
    *out = NULL;
    lacon_folder *folder = lcn_alloc(ctx, 1, sizeof *folder);
    if (folder == NULL) return LACON_E_MEMORY;
    folder->allocator = ctx->allocator;
    folder->force = force != 0;
    folder->lock = -1;
    lacon_status status;
    LCN_GOTO(split(ctx, folder, dir));
    LCN_GOTO(check_target(ctx, folder->target, force));
    reap(folder);
    LCN_GOTO(make_staging(ctx, folder));
    *out = folder;
    folder = NULL;
done:
    lacon_folder_free(folder);
    return status;
}

const char *lacon_folder_path(const lacon_folder *folder)
{
    return folder->staging;
}

lacon_status lacon_folder_subdir(lacon_ctx *ctx, lacon_folder *folder, const char *name)
{
    LCN_FAIL_IF(name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL, LACON_E_ARGUMENT,
                "'%s' is no name for a folder inside another", name);
    char *path = lcn_sprintf(ctx, "%s/%s", folder->staging, name);
    if (path == NULL) return LACON_E_MEMORY;
    lacon_status status = mkdir(path, 0777) == 0 ? LACON_OK : fail_os(ctx, path, errno);
    lcn_free(&ctx->allocator, path);
    return status;
}

void lacon_folder_free(lacon_folder *folder)
{
    if (folder == NULL) return;
    if (folder->staging != NULL) lcn_tree_remove_held(folder->staging, folder->lock);
    else if (folder->lock >= 0) close(folder->lock);
    lacon_allocator a = folder->allocator;
    lcn_free(&a, folder->staging);
    lcn_free(&a, folder->parent);
    lcn_free(&a, folder->target);
    lcn_free(&a, folder);
}

/* ---- the end ---- */

/* rename with a flag; where the system does not know it, *known is false and nothing happened. */
static int rename_flag(const char *from, const char *to, unsigned flag, bool *known)
{
    *known = true;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, flag) == 0) return 0;
    *known = errno != ENOSYS && errno != EINVAL && errno != ENOTSUP;
    return errno;
}

/* Where nothing is yet: never over something that came into being meanwhile. */
static int place_new(const lacon_folder *folder)
{
    bool known;
    int error = rename_flag(folder->staging, folder->target, RENAME_NOREPLACE, &known);
    if (known) return error;
    struct stat st;
    if (lstat(folder->target, &st) == 0) return EEXIST;
    return rename(folder->staging, folder->target) == 0 ? 0 : errno;
}

/* Old and new change places; *old is where the old one went. */
static int place_over(const lacon_folder *folder, char *aside, const char **old)
{
    bool known;
    *old = folder->staging;
    int error = rename_flag(folder->staging, folder->target, RENAME_EXCHANGE, &known);
    if (known) return error;
    *old = aside;
    if (rename(folder->target, aside) != 0) return errno;
    if (rename(folder->staging, folder->target) == 0) return 0;
    error = errno;
    *old = NULL;
    if (rename(aside, folder->target) != 0) error = errno; /* it is still there, as `aside` */
    return error;
}

static lacon_status place(lacon_ctx *ctx, lacon_folder *folder, char *aside)
{
    struct stat st;
    const char *old = NULL;
    bool over = folder->force && lstat(folder->target, &st) == 0;
    int error = over ? place_over(folder, aside, &old) : place_new(folder);
    LCN_FAIL_IF(error == EEXIST && !over, LACON_E_IO,
                "%s: came into being meanwhile: choose another name, or replace it (" LCN_OPTION "force)",
                folder->target);
    if (error != 0) return fail_os(ctx, folder->target, error);
    lcn_folder_sync(folder->parent); /* the new name is there; that it may be lost is no failure */
    if (old != NULL) lcn_tree_remove(old);
    lcn_free(&folder->allocator, folder->staging);
    folder->staging = NULL;
    return LACON_OK;
}

lacon_status lacon_folder_commit(lacon_ctx *ctx, lacon_folder *folder)
{
    LCN_FAIL_IF(folder->staging == NULL, LACON_E_ARGUMENT, "%s: is in place already",
                folder->target);
    LCN_TRY(lcn_digests_write(ctx, folder->staging));
    int error = lcn_tree_sync(folder->staging);
    if (error != 0) return fail_os(ctx, folder->target, error);
    char *aside = sibling(ctx, folder, "old", 0);
    if (aside == NULL) return LACON_E_MEMORY;
    lacon_status status = place(ctx, folder, aside);
    lcn_free(&ctx->allocator, aside);
    return status;
}
