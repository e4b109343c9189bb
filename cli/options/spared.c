/* SPDX-License-Identifier: BSD-3-Clause
 * --force replaces a folder, never one that has in it what the command reads: `lacon fit data --out data --force` would
 * take the data away for a model of them. Operands and the files and folders that options name count, whatever they are
 * called (links are followed).
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

/* Both as realpath tells them. */
static bool is_within(const char *path, const char *folder)
{
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool holds(const char *folder, const char *path)
{
    char *real = path ? realpath(path, NULL) : NULL;
    const bool within = real && is_within(real, folder);
    free(real);
    return within;
}

/* What an option names that is read; NULL: it names nothing, or what is written. */
static const char *read_by(const cli_call *call, int i)
{
    static const char *const written[] = {"out", "figures", "checkpoint", "scratch"};
    const cli_option *row = &call->options->row[i];
    if (!call->seen[i] || (row->kind != CLI_FILE && row->kind != CLI_DIR)) return NULL;
    for (size_t w = 0; w < sizeof written / sizeof *written; w++)
        if (strcmp(row->name, written[w]) == 0) return NULL;
    return *(const char *const *)((const char *)call->values + row->offset);
}

lacon_status cli_spare_inputs(cli_session *session, const char *target)
{
    const cli_call *call = session->call;
    char *folder = realpath(target, NULL);
    const char *found = NULL;
    for (int i = 0; folder && !found && i < call->n_operands; i++)
        if (holds(folder, call->operands[i])) found = call->operands[i];
    for (int i = 0; folder && !found && i < call->options->count; i++)
        if (holds(folder, read_by(call, i))) found = read_by(call, i);
    free(folder);
    return found ? cli_fail(session, LACON_E_IO, "%s: has %s in it, which is read, and is not replaced: choose another "
                            "name", target, found) : LACON_OK;
}
