/* SPDX-License-Identifier: BSD-3-Clause
 * The filter of system calls; see sandbox.h. A list of what is allowed: anything else answers EPERM,
 * which a library reports as it reports any failure. Calls that make memory, tell the time, read and
 * write what is open are harmless behind the limits of isolate.c. Devices are not: no ioctl. Landlock sees the
 * names that a filter of numbers cannot.
 */
#include "io/isolate/sandbox.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#endif
#endif

#ifdef ARCH

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_UPPER(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field) + sizeof(uint32_t))
#define IF(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define IF_ABOVE(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (value), (yes), (no))
#define IF_ANY(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (yes), (no))
#define GO_ON(by) BPF_STMT(BPF_JMP | BPF_JA, (by))
#define KEEP BPF_STMT(BPF_ST, 0)
#define LOAD_KEPT BPF_STMT(BPF_LD | BPF_MEM, 0)
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)

/* Always allowed; each becomes two instructions. */
static const uint32_t always[] = {
    SYS_read, SYS_pread64, SYS_readv, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_fstat,
    SYS_newfstatat, SYS_statx, SYS_getcwd, SYS_readlinkat,
#ifdef SYS_stat
    SYS_stat, SYS_lstat, SYS_readlink, SYS_access,
#endif
    SYS_faccessat, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_futex,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_getrandom, SYS_clock_gettime, SYS_gettimeofday,
    SYS_getrusage, SYS_getpid, SYS_gettid, SYS_getuid, SYS_uname, SYS_exit, SYS_exit_group,
};
enum { ALWAYS = sizeof always / sizeof *always };

static bool install(struct sock_filter *code, size_t length)
{
    struct sock_fprog program = {.len = (unsigned short)length, .filter = code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/* Arguments are looked at by their lower halves: flags, signals and the like are not wider. That half
 * comes first in memory on both machines. */
bool lcn_sandbox_begin(void)
{
    const uint32_t self = (uint32_t)getpid();
    const uint32_t changes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    const struct sock_filter start[] = {
        LOAD(arch), IF(ARCH, 1, 0), ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr)};
    const struct sock_filter end[] = {
        /* to read only */
        IF(SYS_openat, 0, 4), LOAD(args[2]), IF_ANY(changes, 1, 0),
        ANSWER(SECCOMP_RET_ALLOW), REFUSE,
        /* what stdio asks of a descriptor; not whom it signals */
        IF(SYS_fcntl, 0, 6), LOAD(args[1]), IF(F_GETFD, 2, 0), IF(F_SETFD, 1, 0), IF(F_GETFL, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW), REFUSE,
        /* a copy in memory of what is packed */
        IF(SYS_memfd_create, 0, 1), ANSWER(SECCOMP_RET_ALLOW),
        /* one signal more: to itself */
        IF(SYS_tgkill, 0, 4), LOAD(args[0]), IF(self, 0, 1), ANSWER(SECCOMP_RET_ALLOW), REFUSE,
        /* another filter on top of this one */
        IF(SYS_prctl, 0, 5), LOAD(args[0]), IF(PR_SET_SECCOMP, 1, 0), IF(PR_SET_NO_NEW_PRIVS, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW), REFUSE, REFUSE};
    enum { START = sizeof start / sizeof *start, END = sizeof end / sizeof *end };
    struct sock_filter code[START + 2 * ALWAYS + END], *to = code;
    for (size_t i = 0; i < START; i++) *to++ = start[i];
    for (size_t i = 0; i < ALWAYS; i++) {
        *to++ = (struct sock_filter)IF(always[i], 0, 1);
        *to++ = (struct sock_filter)ANSWER(SECCOMP_RET_ALLOW);
    }
    for (size_t i = 0; i < END; i++) *to++ = end[i];
    return install(code, (size_t)(to - code));
}

bool lcn_sandbox_shut(void)
{
    struct sock_filter code[] = {LOAD(nr), IF(SYS_openat, 2, 0), IF(SYS_memfd_create, 1, 0),
                                 ANSWER(SECCOMP_RET_ALLOW), REFUSE};
    return install(code, sizeof code / sizeof *code);
}

/* Space that cannot be written is a reservation (heaps of threads) and counts for nothing. */
bool lcn_sandbox_memory(uint64_t most)
{
    const uint32_t upper = (uint32_t)(most >> 32), lower = (uint32_t)most;
    struct sock_filter code[] = {
        LOAD(nr), IF(SYS_mmap, 1, 0), IF(SYS_mremap, 6, 13),
        /* mmap(address, length, protection, ..) */
        LOAD(args[2]), IF_ANY(PROT_WRITE, 0, 11), LOAD(args[1]), KEEP, LOAD_UPPER(args[1]), GO_ON(3),
        /* mremap(address, old length, length, ..) */
        LOAD(args[2]), KEEP, LOAD_UPPER(args[2]),
        /* length > most, the upper half first */
        IF_ABOVE(upper, 4, 0), IF(upper, 0, 2), LOAD_KEPT, IF_ABOVE(lower, 1, 0),
        ANSWER(SECCOMP_RET_ALLOW), ANSWER(SECCOMP_RET_TRAP)};
    return install(code, sizeof code / sizeof *code);
}

/* Every right over files that the system knows; its version says how many. */
static uint64_t all_rights(long version)
{
    enum { FIRST = 13 }; /* LANDLOCK_ACCESS_FS_EXECUTE .. MAKE_SYM */
    uint64_t rights = (1u << FIRST) - 1;
    if (version >= 2) rights |= 1u << FIRST;       /* REFER */
    if (version >= 3) rights |= 1u << (FIRST + 1); /* TRUNCATE */
    if (version >= 5) rights |= 1u << (FIRST + 2); /* IOCTL_DEV */
    return rights;
}

bool lcn_sandbox_files(const int *fds, size_t count)
{
    const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    const struct {
        uint64_t handled_access_fs;
    } all = {all_rights(version)};
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0) return false;
    for (size_t i = 0; i < count; i++) {
        const struct landlock_path_beneath_attr one = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE,
                                                       .parent_fd = fds[i]};
        /* a pipe or a copy in memory has no place and needs no rule */
        if (fds[i] >= 0) syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &one, 0);
    }
    const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return done;
}

#else

bool lcn_sandbox_files(const int *fds, size_t count)
{
    (void)fds, (void)count;
    return false;
}

bool lcn_sandbox_begin(void)
{
    return false;
}

bool lcn_sandbox_shut(void)
{
    return false;
}

bool lcn_sandbox_memory(uint64_t most)
{
    (void)most;
    return false;
}

#endif
