/* SPDX-License-Identifier: BSD-3-Clause
 * lacon: one program, many commands. This file only finds the command and closes the books; the
 * table is in commands.c, the parsing in opt.c.
 */
#include "cmd.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* OpenBLAS makes its threads while the program is being loaded, and each keeps a core busy for a
 * tenth of a second though lacon never gives it work. It takes this only from the environment it is
 * loaded in: load once more, about 3 ms. A setting of the user's is kept; where the program cannot
 * be found again, all goes on as it is. */
static void one_blas_thread(char **argv)
{
    if (getenv("OPENBLAS_NUM_THREADS") || getenv("OMP_NUM_THREADS")) return;
    if (setenv("OPENBLAS_NUM_THREADS", "1", 0) == 0) execv("/proc/self/exe", argv);
}

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

/* Results written to stdout count only once they have left the program. */
static int close_stdout(int code)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
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
    return cli_dispatch(command, argc, argv, started_s);
}

int main(int argc, char **argv)
{
    one_blas_thread(argv);
    keep_memory();
    return close_stdout(run(argc, argv, cli_now()));
}
