/* SPDX-License-Identifier: BSD-3-Clause
 * lacon help: the overview, the page of a command, and the same tables as manual page or
 * completion.
 */
#include "cmd.h"

typedef struct help_values {
    int man, completion;
} help_values;

static int run(const cli_call *call, void *argument)
{
    const help_values *values = argument;
    if (values->completion) {
        if (values->man || call->n_operands)
            return cli_usage(call->command,
                             "--completion takes nothing else: it is one script for all commands");
        cli_complete_bash(stdout);
        return CLI_DONE;
    }
    if (call->n_operands == 0) {
        (values->man ? cli_man_overview : cli_help_overview)(stdout);
        return CLI_DONE;
    }
    const cli_command *command = cli_command_find(call->operands[0]);
    if (!command) return cli_unknown_command(call->operands[0]);
    (values->man ? cli_man_command : cli_help_command)(stdout, command);
    return CLI_DONE;
}

static const cli_option rows[] = {
    {.name = "man",
     .kind = CLI_FLAG,
     .offset = offsetof(help_values, man),
     .help = "as manual page, in roff"},
    {.name = "completion",
     .kind = CLI_FLAG,
     .offset = offsetof(help_values, completion),
     .help = "the completion script for bash"},
    {0},
};

static const cli_group groups[] = {{"Form", rows, 0}, {0}};

const cli_command cli_cmd_help = {
    .name = "help",
    .group = "About",
    .line = "this list, or the page of a command",
    .run = run,
    .size = sizeof(help_values),
    .synopsis = "[COMMAND] [OPTION]...",
    .max_operands = 1,
    .options = groups,
    .about = "Without operand, lists the commands. 'lacon help COMMAND' is 'lacon COMMAND --help'.",
    .examples = "lacon help fit\nlacon help --man fit | man -l -\n"
                "source <(lacon help --completion)",
};
