/* SPDX-License-Identifier: BSD-3-Clause
 * Folders and what is in them; see folder_tree.h.
 */
#include "io/folder_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Some file systems cannot sync a folder and say EINVAL: then there is nothing to wait for. */
static int sync_fd(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

typedef int visitor(int parent, const char *name);

/* Calls visit for every entry of the open folder; fd is used up. */
static int each_entry(int fd, visitor *visit)
{
    DIR *dir = fdopendir(fd);
    if (dir == NULL) {
        int error = errno;
        close(fd);
        return error;
    }
    int first = 0;
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(dir);
        if (entry == NULL) break;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        int error = visit(dirfd(dir), entry->d_name);
        if (first == 0) first = error;
    }
    if (first == 0) first = errno;
    closedir(dir);
    return first;
}

static int sync_entry(int parent, const char *name)
{
    struct stat st;
    if (fstatat(parent, name, &st, AT_SYMLINK_NOFOLLOW) != 0) return errno;
    bool folder = S_ISDIR(st.st_mode);
    if (!folder && !S_ISREG(st.st_mode)) return 0;
    int fd = openat(parent, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | (folder ? O_DIRECTORY : 0));
    if (fd < 0) return errno;
    int error = sync_fd(fd);
    if (!folder) {
        close(fd);
        return error;
    }
    int inside = each_entry(fd, sync_entry);
    return error != 0 ? error : inside;
}

/* ---- removing ---- */

/* Cleaning up is what is left to do when memory or descriptors are gone: it takes none of the first and one of the
 * second, whatever the depth. A folder inside is gone into by its longer path, with the outer one closed. */
enum { PATH_ROOM = 4096, ENTRIES = 4096, NAME_ROOM = 256 };

/* Removes what is in the open folder; stops at a folder inside, whose name goes to `inner`, else "". */
static int remove_from(int fd, char inner[NAME_ROOM])
{
    char entries[ENTRIES] __attribute__((aligned(8)));
    int error = 0;
    long got;
    inner[0] = '\0';
    while (inner[0] == '\0' && (got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0)
        for (long at = 0; at < got && inner[0] == '\0';) {
            const struct dirent64 *entry = (const void *)(entries + at);
            at += entry->d_reclen;
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
            if (unlinkat(fd, entry->d_name, 0) == 0) continue;
            if (errno == EISDIR || errno == EPERM) stpncpy(inner, entry->d_name, NAME_ROOM - 1)[0] = '\0';
            else if (error == 0) error = errno;
        }
    return error;
}

static int remove_files(const char *path, char inner[NAME_ROOM])
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return errno;
    const int error = remove_from(fd, inner);
    close(fd);
    return error;
}

static int remove_folder(char path[PATH_ROOM])
{
    const size_t length = strlen(path);
    for (;;) {
        char inner[NAME_ROOM];
        if (rmdir(path) == 0) return 0; /* an empty one goes though it cannot be opened */
        int error = remove_files(path, inner);
        if (error == 0 && inner[0] == '\0') return rmdir(path) == 0 ? 0 : errno;
        if (error == 0 && length + 1 + strlen(inner) >= PATH_ROOM) error = ENAMETOOLONG;
        if (error != 0) return error;
        path[length] = '/';
        strcpy(path + length + 1, inner);
        error = remove_folder(path);
        path[length] = '\0';
        if (error != 0) return error;
    }
}

int lcn_tree_sync(const char *path)
{
    return sync_entry(AT_FDCWD, path);
}

int lcn_tree_remove(const char *path)
{
    char own[PATH_ROOM];
    if (unlink(path) == 0) return 0;
    if (errno != EISDIR && errno != EPERM) return errno;
    if (strlen(path) >= sizeof own) return ENAMETOOLONG;
    strcpy(own, path);
    return remove_folder(own) == 0 ? 0 : remove_folder(own); /* what failed once may not fail again */
}

void lcn_tree_remove_held(const char *path, int fd)
{
    char inner[NAME_ROOM];
    remove_from(fd, inner);
    close(fd);
    lcn_tree_remove(path);
}

int lcn_folder_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return errno;
    int error = sync_fd(fd);
    close(fd);
    return error;
}
