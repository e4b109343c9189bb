/* SPDX-License-Identifier: BSD-3-Clause
 * lacon: one program, many commands. This file only finds the command and closes the books; the
 * table is in commands.c, the parsing in opt.c.
 */
#include "cmd.h"

#include <errno.h>
#include <string.h>

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
    return close_stdout(run(argc, argv, cli_now()));
}
