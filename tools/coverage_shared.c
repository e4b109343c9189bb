/* SPDX-License-Identifier: BSD-3-Clause
 * Linked into coverage builds only (LACON_COVERAGE): gcov's counters lie in .bss, and this lays .bss on memory that a
 * forked child shares. So what a child reaches that reads a file for us is counted by its parent, though the child's
 * filter of system calls lets it write no file, and though it may crash. The pages at both ends are ours too: .data
 * before it, nothing behind it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

extern char __bss_start[] __attribute__((visibility("hidden")));
extern char _end[] __attribute__((visibility("hidden")));

/* What gcov makes of every call of fork: its own sets all counters to zero in the child. Called by its address fork
 * is the system's. */
pid_t __gcov_fork(void);
pid_t __gcov_fork(void)
{
    pid_t (*volatile plain)(void) = fork;
    return plain();
}

void lcn_share_counters(void) __attribute__((constructor)); /* a name that the linker can be asked for */

void lcn_share_counters(void)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    char *from = (char *)((uintptr_t)__bss_start / page * page);
    const size_t bytes = ((size_t)(_end - from) + page - 1) / page * page;
    const int fd = memfd_create("lacon-coverage", MFD_CLOEXEC);
    struct rlimit largest;
    if (getrlimit(RLIMIT_FSIZE, &largest) == 0 && largest.rlim_cur < bytes) return; /* ulimit -f: a child's are lost */
    if (fd < 0 || ftruncate(fd, (off_t)bytes) != 0 || pwrite(fd, from, bytes, 0) != (ssize_t)bytes) abort();
    if (mmap(from, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) != from) abort();
    close(fd);
}
