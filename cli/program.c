/* SPDX-License-Identifier: BSD-3-Clause
 * lacon: one program, many commands. This file only finds the command and closes the books; the
 * table is in commands.c, the parsing in opt.c. main() is in main.c, or in mpi/main_mpi.c for several ranks.
 */
#include "cmd.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A fit of a millisecond touches some hundred pages for the first time, which costs it as much again: the first
 * stretch of the heap, from the next large page on, asks for large ones. The system may decline. Longer fits get
 * theirs in small ones: a virtual machine may have given large ones back to its host, and waits for them. */
static void large_pages(void)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 2 << 20, STRETCH = 4 * PAGE };
    const uintptr_t from = ((uintptr_t)sbrk(0) + PAGE - 1) / PAGE * PAGE;
    if (sbrk((intptr_t)(from - (uintptr_t)sbrk(0))) == (void *)-1) return;
    void *volatile block = malloc(STRETCH); /* volatile: or the compiler sees through it */
    free(block);
    const uintptr_t to = (uintptr_t)sbrk(0) / PAGE * PAGE;
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
#endif
}

/* Memory that was given back is kept for what comes next: reading, fitting and writing want blocks of about the
 * same size in turn, and pages fresh from the system cost as much as the work on them. */
static void keep_memory(void)
{
#ifdef M_MMAP_THRESHOLD
    enum { BLOCK = 32 << 20, KEPT = 256 << 20, SPARE = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, BLOCK); /* glibc refuses more */
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_TOP_PAD, SPARE);
    large_pages();
#endif
}

/* Whoever read them has left, as `head` does. */
static bool is_left(int fd)
{
    struct pollfd end = {.fd = fd, .events = POLLOUT};
    return poll(&end, 1, 0) == 1 && (end.revents & POLLERR) != 0;
}

/* Results written to stdout count only once they have left the program. Where their reader has left, it ends as all do
 * then, without a word, but only now: a folder that was being written is complete. */
static int close_stdout(int code, bool pipe_ends_us)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) != 0) failed = true;
    if (failed && pipe_ends_us && is_left(STDOUT_FILENO)) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (fclose(stdout) != 0) failed = true;
    if (!failed) return code;
    cli_say(NULL, "writing to standard output failed: %s", errno ? strerror(errno) : "write error");
    return code == CLI_DONE ? CLI_FAILED : code;
}

static int run(int argc, char **argv, double started_s)
{
    if (argc < 2) {
        cli_help_overview(stderr);
        return CLI_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) name = "version";
    if (name[0] == '-') return cli_usage(NULL, "unknown option '%s': a command comes first", name);
    const cli_command *command = cli_command_find(name);
    if (!command) return cli_unknown_command(name);
    if (!command->spread && cli_rank() > 0) return CLI_DONE; /* the first rank does it alone */
    return cli_dispatch(command, argc, argv, started_s);
}

/* Words, tables and progress come from the first rank alone. */
static void be_silent(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

/* A stream that is closed stays so: what is opened next would take its number, and a word to the user would go into a
 * result or count as an interrupt. Open the other way round, it fails as it would have. */
static void hold_closed_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

int cli_main(int argc, char **argv, const lacon_comm *comm)
{
    hold_closed_streams();
    cli_ranks_set(comm);
    if (cli_rank() > 0) be_silent();
    keep_memory();
    cli_json_memory();
    signal(SIGXFSZ, SIG_IGN); /* a file beyond the limit (ulimit -f) is an error of its write */
    const bool pipe_ends_us = signal(SIGPIPE, SIG_IGN) != SIG_IGN; /* words that nobody hears end no work */
    return close_stdout(run(argc, argv, cli_now()), pipe_ends_us);
}
