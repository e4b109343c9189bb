/* SPDX-License-Identifier: BSD-3-Clause
 * Manual pages in roff, from the same tables as --help (help.c). Nothing in them depends on the day
 * or the machine they are made on.
 */
#include "cmd.h"

#include <ctype.h>
#include <string.h>

/* Text as roff takes it literally: no requests, no escapes, hyphens that stay hyphens. */
static void literal(FILE *out, const char *text, size_t length)
{
    bool line_start = true;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (line_start && (c == '.' || c == '\'')) fputs("\\&", out);
        if (c == '\\')
            fputs("\\e", out);
        else if (c == '-')
            fputs("\\-", out);
        else
            fputc(c, out);
        line_start = c == '\n';
    }
}

/* A newline in the text begins a paragraph. */
static void paragraphs(FILE *out, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        literal(out, text, length);
        fputc('\n', out);
        text += length;
        if (*text == '\n') {
            fputs(".PP\n", out);
            text++;
        }
    }
}

static void upper(FILE *out, const char *text)
{
    for (; *text; text++) fputc(toupper((unsigned char)*text), out);
}

static void head(FILE *out, const char *name, const char *line)
{
    fputs(".TH ", out);
    upper(out, name);
    fprintf(out, " 1 \"\" \"lacon %s\" \"User Commands\"\n.SH NAME\n", LACON_VERSION_TEXT);
    literal(out, name, strlen(name));
    fputs(" \\- ", out);
    literal(out, line, strlen(line));
    fputc('\n', out);
}

static void option(FILE *out, const cli_option *row)
{
    char text[256], note[256];
    cli_option_text(row, text, sizeof text);
    cli_option_note(row, note, sizeof note);
    fputs(".TP\n.B ", out);
    if (row->letter) fprintf(out, "\\-%c, ", row->letter);
    literal(out, text, strlen(text));
    fputc('\n', out);
    literal(out, row->help, strlen(row->help));
    literal(out, note, strlen(note));
    fputc('\n', out);
}

static void options(FILE *out, const cli_command *command)
{
    cli_options list;
    cli_options_flatten(&list, command->options);
    fputs(".SH OPTIONS\n", out);
    const char *title = "";
    for (int i = 0; i < list.count; i++) {
        const char *next = cli_group_title(command, &list, i);
        if (strcmp(next, title) != 0) fprintf(out, ".SS %s\n", next);
        title = next;
        option(out, &list.row[i]);
    }
}

static void exit_status(FILE *out)
{
    static const struct {
        int code;
        const char *text;
    } row[] = {
        {CLI_DONE, "done"},
        {CLI_FAILED, "failed: input or output, memory, an internal fault"},
        {CLI_USAGE, "wrong usage"},
        {CLI_BAD_DATA, "bad data; the message names file, line, column and what was expected"},
        {CLI_NOT_CONVERGED, "finished but not converged; results are written"},
        {CLI_INTERRUPTED, "interrupted; fit writes the best it has"},
    };
    fputs(".SH \"EXIT STATUS\"\n", out);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        fprintf(out, ".TP\n.B %d\n%s\n", row[i].code, row[i].text);
}

static void see_also(FILE *out, const char *except)
{
    fputs(".SH \"SEE ALSO\"\n", out);
    const char *comma = "";
    if (except) {
        fputs(".BR lacon (1)", out);
        comma = ",";
    }
    for (int i = 0; i < cli_command_count(); i++) {
        const char *name = cli_command_at(i)->name;
        if (except && strcmp(name, except) == 0) continue;
        fprintf(out, "%s%s.BR lacon\\-%s (1)", comma, *comma ? "\n" : "", name);
        comma = ",";
    }
    fputc('\n', out);
}

void cli_man_command(FILE *out, const cli_command *command)
{
    char name[64];
    snprintf(name, sizeof name, "lacon-%s", command->name);
    head(out, name, command->line);
    fprintf(out, ".SH SYNOPSIS\n.B lacon %s\n", command->name);
    literal(out, command->synopsis, strlen(command->synopsis));
    fputs("\n.SH DESCRIPTION\n", out);
    paragraphs(out, command->about);
    options(out, command);
    if (command->writes) {
        fputs(".SH FILES\n", out);
        paragraphs(out, command->writes);
    }
    if (command->examples) {
        fputs(".SH EXAMPLES\n.nf\n", out);
        literal(out, command->examples, strlen(command->examples));
        fputs("\n.fi\n", out);
    }
    exit_status(out);
    see_also(out, command->name);
}

void cli_man_overview(FILE *out)
{
    head(out, "lacon", "modules shared by several classes of data, and their connectivity");
    fputs(".SH SYNOPSIS\n.B lacon\n.I COMMAND\n[OPERAND]... [OPTION]...\n.SH DESCRIPTION\n"
          "Class i (subject, condition, year, school) has n_i observations of p variables.\n"
          "The classes share modules, groups of variables with weights W; each class has its\n"
          "own covariance G_i between the modules and its own noise v_i:\n"
          ".PP\n"
          ".nf\n"
          "    Sigma_i = W G_i W' + v_i I,   W >= 0,   W'W = I\n"
          ".fi\n"
          ".PP\n"
          "Data go to standard output, words, figures and progress to standard error. A folder is\n"
          "complete or absent, and nothing is overwritten without \\-\\-force.\n"
          ".SH COMMANDS\n",
          out);
    for (int i = 0; i < cli_command_count(); i++) {
        const cli_command *command = cli_command_at(i);
        fprintf(out, ".TP\n.BR lacon\\-%s (1)\n", command->name);
        literal(out, command->line, strlen(command->line));
        fputc('\n', out);
    }
    fputs(".SH ENVIRONMENT\n"
          ".TP\n"
          ".B SLURM_CPUS_PER_TASK\n"
          "upper limit of the default of \\-\\-threads, beside the affinity mask and the CPU "
          "quota\n"
          "of the control group\n"
          ".TP\n"
          ".BR COLUMNS ,\\ TERM ,\\ COLORTERM ,\\ NO_COLOR\n"
          "figures that fit, select, test and experiment show on a terminal: how wide, in which\n"
          "characters and colours; with NO_COLOR no escape codes\n",
          out);
    exit_status(out);
    see_also(out, NULL);
}
