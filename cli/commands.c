/* SPDX-License-Identifier: BSD-3-Clause
 * The table of commands, in the order help lists them; a group's commands are together. Each row
 * is defined in its own cmd_*.c.
 */
#include "cmd.h"

#include <string.h>

static const cli_command *const table[] = {
    &cli_cmd_simulate, &cli_cmd_check,     /* Data */
    &cli_cmd_convert,
    &cli_cmd_fit,      &cli_cmd_select,    /* Estimate */
    &cli_cmd_transform, &cli_cmd_causal,
    &cli_cmd_evaluate, &cli_cmd_score,     /* Judge */
    &cli_cmd_baseline, &cli_cmd_experiment,
    &cli_cmd_test,     &cli_cmd_stability, /* Interpret */
    &cli_cmd_compare,
    &cli_cmd_show,     &cli_cmd_report,    /* Present */
    &cli_cmd_help,     &cli_cmd_version,   /* About */
};
enum { COUNT = sizeof table / sizeof *table };

int cli_command_count(void)
{
    return COUNT;
}

const cli_command *cli_command_at(int i)
{
    return i >= 0 && i < COUNT ? table[i] : NULL;
}

const cli_command *cli_command_find(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(table[i]->name, name) == 0) return table[i];
    return NULL;
}

int cli_unknown_command(const char *name)
{
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) names[i] = table[i]->name;
    const char *near = cli_nearest(name, names, COUNT);
    if (near) return cli_usage(NULL, "unknown command '%s'; did you mean '%s'?", name, near);
    return cli_usage(NULL, "unknown command '%s'", name);
}
