/* SPDX-License-Identifier: BSD-3-Clause
 * Readers that want a path: a file in memory, and a folder of the process that is removed in the end.
 */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include "fuzz.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct fuzz_file {
    int fd;
    char path[32];
} fuzz_file;

static inline fuzz_file fuzz_file_begin(const void *bytes, size_t size)
{
    fuzz_file f = {.fd = memfd_create("fuzzed", 0)};
    HOLDS(f.fd >= 0 && write(f.fd, bytes, size) == (ssize_t)size);
    snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.fd);
    return f;
}

static char fuzz_dir[64];

static inline void fuzz_dir_remove(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", fuzz_dir);
    HOLDS(system(command) == 0);
}

/* In memory where the system has such a place: it is written a million times. */
static inline const char *fuzz_folder(void)
{
    if (fuzz_dir[0] != '\0') return fuzz_dir;
    snprintf(fuzz_dir, sizeof fuzz_dir, "%s/lacon-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    HOLDS(mkdtemp(fuzz_dir) != NULL && atexit(fuzz_dir_remove) == 0);
    return fuzz_dir;
}

static inline void fuzz_put(const char *name, const void *bytes, size_t size)
{
    char path[512];
    HOLDS(snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name) < (int)sizeof path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    HOLDS(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0);
}

#endif
