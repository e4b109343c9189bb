/* SPDX-License-Identifier: BSD-3-Clause
 * Folders and what is in them; see folder_tree.h.
 */
#include "io/folder_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
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

static int remove_entry(int parent, const char *name)
{
    if (unlinkat(parent, name, 0) == 0) return 0;
    if (errno != EISDIR && errno != EPERM) return errno;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return errno;
    int error = each_entry(fd, remove_entry);
    if (unlinkat(parent, name, AT_REMOVEDIR) != 0 && error == 0) error = errno;
    return error;
}

int lcn_tree_sync(const char *path)
{
    return sync_entry(AT_FDCWD, path);
}

int lcn_tree_remove(const char *path)
{
    return remove_entry(AT_FDCWD, path);
}

int lcn_folder_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return errno;
    int error = sync_fd(fd);
    close(fd);
    return error;
}
