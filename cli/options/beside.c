/* SPDX-License-Identifier: BSD-3-Clause
 * Tables that options name (participants, classes of samples, labels) often lie among the data: in a folder that is an
 * operand, or among the files a star of the shell names. They are left out as if --exclude had named them, which
 * model.json keeps for the commands that come after.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_same(const struct stat *a, const char *path)
{
    struct stat b;
    return stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Is the file one of the operands, beside others, or in one that is a folder? */
static bool is_among_data(const char *file, const char *const *operands, int n_operands)
{
    struct stat own;
    bool among = false;
    if (stat(file, &own) != 0 || !S_ISREG(own.st_mode)) return false;
    for (int i = 0; i < n_operands && !among; i++) {
        char *inside = cli_format("%s/%s", operands[i], last_part(file));
        among = is_same(&own, inside) || (n_operands > 1 && is_same(&own, operands[i]));
        free(inside);
    }
    return among;
}

char *cli_leave_out_tables(const cli_options *options, const bool *seen, void *values, const char *const *operands,
                           int n_operands)
{
    char *list = NULL;
    const char **exclude = NULL;
    for (int i = 0; i < options->count; i++)
        if (strcmp(options->row[i].name, "exclude") == 0)
            exclude = (const char **)((char *)values + options->row[i].offset);
    for (int i = 0; i < options->count && exclude; i++) {
        const cli_option *row = &options->row[i];
        if (!seen[i] || row->kind != CLI_FILE || strcmp(row->name, "out") == 0) continue;
        const char *file = *(const char *const *)((char *)values + row->offset);
        if (strpbrk(last_part(file), ",*?[\\") || !is_among_data(file, operands, n_operands)) continue; /* no pattern */
        char *longer = cli_format("%s%s%s", *exclude ? *exclude : "", *exclude ? "," : "", last_part(file));
        free(list);
        *exclude = list = longer;
    }
    return list;
}
