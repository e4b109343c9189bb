/* SPDX-License-Identifier: BSD-3-Clause
 * Help on a terminal, from the tables: the overview of all commands and the page of one. The same
 * tables as man pages: man.c.
 */
#include "cmd.h"

#include <string.h>

enum { WIDTH = 79, COLUMN = 28 }; /* page; where the words beside an option begin */

void cli_option_text(const cli_option *option, char *out, size_t size)
{
    bool choice = !option->arg && option->range && strchr(option->range, '|');
    const char *value = choice ? option->range : option->arg;
    snprintf(out, size, "--%s%s%s", option->name, value ? " " : "", value ? value : "");
}

void cli_option_note(const cli_option *option, char *out, size_t size)
{
    bool def = option->def && *option->def;
    bool range = option->arg && option->range && *option->range;
    if (def && range)
        snprintf(out, size, " (%s; default %s)", option->range, option->def);
    else if (def)
        snprintf(out, size, " (default %s)", option->def);
    else if (range)
        snprintf(out, size, " (%s)", option->range);
    else if (size)
        out[0] = '\0';
}

const char *cli_group_title(const cli_command *command, const cli_options *options, int row)
{
    int group = options->group[row];
    return group < 0 ? "Help" : command->options[group].title;
}

/* Words from column `at` on, later lines indented to `indent`. Newlines begin a paragraph. */
static void wrap(FILE *out, const char *text, int at, int indent)
{
    bool first = true;
    while (*text) {
        if (*text == '\n') {
            fprintf(out, "\n\n%*s", indent, "");
            at = indent;
            first = true;
            text++;
            continue;
        }
        text += strspn(text, " ");
        int length = (int)strcspn(text, " \n");
        if (!first && at + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", length, text);
        at += length + !first;
        first = false;
        text += length;
    }
    fputc('\n', out);
}

static void show_option(FILE *out, const cli_option *option)
{
    char text[256], note[256], words[1024];
    cli_option_text(option, text, sizeof text);
    cli_option_note(option, note, sizeof note);
    snprintf(words, sizeof words, "%s%s", option->help, note);
    int at = option->letter ? fprintf(out, "  -%c, %s", option->letter, text)
                            : fprintf(out, "      %s", text);
    if (at + 2 > COLUMN) {
        fputc('\n', out);
        at = 0;
    }
    fprintf(out, "%*s", COLUMN - at, "");
    wrap(out, words, COLUMN, COLUMN);
}

static void show_options(FILE *out, const cli_command *command)
{
    cli_options options;
    cli_options_flatten(&options, command->options);
    const char *title = "";
    for (int i = 0; i < options.count; i++) {
        const char *next = cli_group_title(command, &options, i);
        if (strcmp(next, title) != 0) fprintf(out, "\n%s:\n", next);
        title = next;
        show_option(out, &options.row[i]);
    }
}

void cli_help_command(FILE *out, const cli_command *command)
{
    fprintf(out, "usage: lacon %s %s\n\n", command->name, command->synopsis);
    wrap(out, command->about, 0, 0);
    show_options(out, command);
    if (command->writes) {
        fputs("\nWrites:\n  ", out);
        wrap(out, command->writes, 2, 2);
    }
    if (!command->examples) return;
    fputs("\nExamples:\n", out);
    for (const char *at = command->examples; *at;) {
        int length = (int)strcspn(at, "\n");
        fprintf(out, "  %.*s\n", length, at);
        at += length + (at[length] == '\n');
    }
}

void cli_help_overview(FILE *out)
{
    fputs("lacon: modules shared by several classes of data, and the connectivity of each\n"
          "class between them.\n\nusage: lacon COMMAND [OPERAND]... [OPTION]...\n",
          out);
    const char *group = "";
    for (int i = 0; i < cli_command_count(); i++) {
        const cli_command *command = cli_command_at(i);
        if (strcmp(group, command->group) != 0) fprintf(out, "\n%s\n", command->group);
        group = command->group;
        fprintf(out, "  %-12s", command->name);
        wrap(out, command->line, 14, 14);
    }
    fputs("\n'lacon COMMAND --help' tells more of a command. Exit status: 0 done, 1 failed,\n"
          "2 wrong usage, 3 bad data, 4 not converged (results are written), 130 interrupted.\n",
          out);
}
