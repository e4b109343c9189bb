/* SPDX-License-Identifier: BSD-3-Clause
 * Preloaded into the command: allocation number FAULT_AT fails, and with FAULT_FOREVER all after it, in the process and
 * its children together. Counting begins when main does, which calls mallopt first; how many there were is written to
 * FAULT_LOG.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t bytes);

static atomic_long *calls; /* shared with children */
static long at;
static bool forever, armed;
static pid_t first;

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAULT_AT");
    at = text ? atol(text) : 0;
    forever = getenv("FAULT_FOREVER") != NULL;
    first = getpid();
    void *block = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    calls = block != MAP_FAILED ? block : NULL;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAULT_LOG");
    if (path == NULL || calls == NULL || getpid() != first) return;
    char text[32];
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int length = snprintf(text, sizeof text, "%ld\n", (long)*calls);
    if (fd < 0 || write(fd, text, (size_t)length) != length) _exit(99);
    close(fd);
}

int mallopt(int what, int value)
{
    (void)what, (void)value;
    armed = calls != NULL;
    return 1;
}

static bool fails(void)
{
    if (!armed) return false;
    const long number = atomic_fetch_add(calls, 1) + 1;
    if (at <= 0 || number < at || (number > at && !forever)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t bytes) { return fails() ? NULL : __libc_realloc(block, bytes); }
