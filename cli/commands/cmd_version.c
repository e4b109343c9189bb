/* SPDX-License-Identifier: BSD-3-Clause
 * lacon version: what runs here, for reports of faults and for papers.
 */
#include "cmd.h"

#include <string.h>
#ifdef __linux__
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* The choices of an option of the library: solvers, objectives. */
static const char *choices(const char *name)
{
    for (int i = 0; i < lacon_fit_option_count(); i++)
        if (strcmp(lacon_fit_option(i)->name, name) == 0) return lacon_fit_option(i)->range;
    return "";
}

/* What of lacon's protection against hostile files (docs/formats.md) this system has. */
static void print_isolation(void)
{
    long landlock = -1, filter = -1;
#ifdef __linux__
    const unsigned answer = SECCOMP_RET_ERRNO;
    landlock = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    filter = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &answer);
#endif
    printf("isolation of readers: own process with limits%s", filter == 0 ? ", filter of system calls (seccomp)" : "");
    if (landlock > 0) printf(", no other files (Landlock %ld)", landlock);
    puts(filter == 0 ? "" : "; no filter of system calls");
}

static int run(const cli_call *call, void *values)
{
    (void)call;
    (void)values;
    printf("lacon %s\n", LACON_VERSION_TEXT);
    printf("library: %s\n", lacon_version_text());
    printf("build: %s\n", lacon_build_text());
    printf("linear algebra: kernels for %s\n", cli_blas_kernels());
    printf("solvers: %s\n", choices("solver"));
    printf("objectives: %s\n", choices("objective"));
    fputs("formats:", stdout);
    for (int i = 0; lacon_format_name(i) != NULL; i++) printf(" %s", lacon_format_name(i));
    putchar('\n');
    print_isolation();
    printf("threads: %d (cores this process may use)\n", cli_cores(""));
    return CLI_DONE;
}

static const cli_group groups[] = {{0}};

const cli_command cli_cmd_version = {
    .name = "version",
    .group = "About",
    .line = "version, compiler, libraries, what this build can do",
    .run = run,
    .synopsis = "",
    .options = groups,
    .about = "Prints the version of the command and of the library, how they were built, the "
             "solvers and file formats there are, and how many threads a command would use by "
             "default.",
    .examples = "lacon version",
};
