/* SPDX-License-Identifier: BSD-3-Clause
 * The command line: options and operands in any order, "--opt value", "--opt=value", "-o value",
 * "-ovalue", "-qv", "--" ends the options, "-" is standard input. Which options there are: the
 * tables of the command, of shared.c and of the library; values: value.c. Options are never
 * abbreviated, so that a script means the same after the next release.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

static const cli_option help_row = {
    .name = "help", .letter = 'h', .kind = CLI_HELP, .help = "print this help and leave"};

/* A row of the library's table in our terms. */
static cli_option library_row(const lacon_option_row *row)
{
    bool choice = strcmp(row->kind, "choice") == 0;
    const char *arg = strcmp(row->kind, "integer") == 0 ? "N" : choice ? NULL : "X";
    bool none = row->def && !choice && !cli_in_range(row->range, strtod(row->def, NULL)); /* k: 0 */
    return (cli_option){.name = row->name,
                        .letter = row->name[1] == '\0' ? row->name[0] : 0,
                        .kind = CLI_LIBRARY,
                        .arg = arg,
                        .range = row->range,
                        .def = none ? NULL : row->def,
                        .help = row->help};
}

static void append(cli_options *out, cli_option row, size_t base, int group)
{
    if (out->count == CLI_OPTIONS_MAX) return; /* then --help, the last, is lost: tests see it */
    row.offset += base;
    out->group[out->count] = group;
    out->row[out->count++] = row;
}

/* A command that means something else by a name of the library's (select: --k A:B) has its own row. */
static bool taken(const cli_options *out, const char *name)
{
    for (int i = 0; i < out->count; i++)
        if (strcmp(out->row[i].name, name) == 0) return true;
    return false;
}

void cli_options_flatten(cli_options *out, const cli_group *groups)
{
    out->count = 0;
    for (int g = 0; groups && groups[g].title; g++) {
        const cli_option *rows = groups[g].rows;
        for (int i = 0; rows && rows[i].name; i++) append(out, rows[i], groups[g].base, g);
        for (int i = 0; !rows && i < lacon_fit_option_count(); i++)
            if (!taken(out, lacon_fit_option(i)->name))
                append(out, library_row(lacon_fit_option(i)), groups[g].base, g);
    }
    append(out, help_row, 0, -1);
}

/* What the parser has in its hands. */
typedef struct parser {
    const cli_command *command;
    cli_options options;
    bool seen[CLI_OPTIONS_MAX];
    void *values;
    char **argv;
    int argc, at;
    const char **operands;
    int n_operands;
    bool help; /* --help was met */
} parser;

static int find_name(const parser *p, const char *name, size_t length)
{
    for (int i = 0; i < p->options.count; i++) {
        const char *row = p->options.row[i].name;
        if (strlen(row) == length && strncmp(row, name, length) == 0) return i;
    }
    return -1;
}

static int find_letter(const parser *p, char letter)
{
    for (int i = 0; i < p->options.count; i++)
        if (p->options.row[i].letter == letter) return i;
    return -1;
}

bool cli_given(const cli_call *call, const char *name)
{
    for (int i = 0; i < call->options->count; i++)
        if (strcmp(call->options->row[i].name, name) == 0) return call->seen[i];
    return false;
}

static bool takes_value(const cli_option *option)
{
    return option->kind != CLI_FLAG && option->kind != CLI_HELP;
}

/* The commands that have an option of this name: "fit, select", "" for none. */
static char *owners(const char *name)
{
    char *list = cli_copy("");
    for (int c = 0; c < cli_command_count(); c++) {
        cli_options all;
        cli_options_flatten(&all, cli_command_at(c)->options);
        for (int i = 0; i < all.count; i++) {
            if (strcmp(all.row[i].name, name) != 0) continue;
            char *longer = cli_format("%s%s%s", list, *list ? ", " : "", cli_command_at(c)->name);
            free(list);
            list = longer;
        }
    }
    return list;
}

static int unknown(const parser *p, const char *word, size_t length)
{
    const char *names[CLI_OPTIONS_MAX];
    for (int i = 0; i < p->options.count; i++) names[i] = p->options.row[i].name;
    char *name = cli_format("%.*s", (int)length, word), *others = owners(name);
    const char *near = cli_nearest(name, names, p->options.count);
    int code;
    if (*others)
        code = cli_usage(p->command, "'--%s' is no option of this command but of %s", name, others);
    else if (near)
        code = cli_usage(p->command, "unknown option '--%s'; did you mean '--%s'?", name, near);
    else
        code = cli_usage(p->command, "unknown option '--%s'", name);
    free(others);
    free(name);
    return code;
}

/* text is the value when it came attached, else NULL. */
static int take(parser *p, int i, const char *text)
{
    const cli_option *row = &p->options.row[i];
    p->seen[i] = true;
    if (row->kind == CLI_HELP) {
        p->help = true;
        return CLI_DONE;
    }
    if (!takes_value(row) && text) return cli_usage(p->command, "--%s takes no value", row->name);
    if (takes_value(row) && !text) {
        if (p->at == p->argc) return cli_usage(p->command, "--%s needs a value", row->name);
        text = p->argv[p->at++];
    }
    char why[CLI_WHY_MAX];
    if (cli_value_set(row, p->values, text, why)) return CLI_DONE;
    return cli_usage(p->command, "--%s: %s", row->name, why);
}

/* Whether text is one of the words of "a|b|c". */
static bool is_among(const char *words, const char *text)
{
    for (const char *at = words; at && *at; at += strcspn(at, "|"), at += *at == '|')
        if (strcspn(at, "|") == strlen(text) && strncmp(at, text, strlen(text)) == 0) return true;
    return false;
}

/* A flag and a choice may share a name (`--pool`, `--pool runs`): the choice is meant where one of its words
 * follows. */
static int find_meant(const parser *p, const char *name, size_t length, const char *text)
{
    const int first = find_name(p, name, length);
    if (!text && p->at < p->argc) text = p->argv[p->at];
    if (first < 0 || takes_value(&p->options.row[first]) || !text) return first;
    for (int i = first + 1; i < p->options.count; i++) {
        const cli_option *row = &p->options.row[i];
        const bool same = strcmp(row->name, p->options.row[first].name) == 0;
        if (same && row->kind == CLI_CHOICE && is_among(row->range, text)) return i;
    }
    return first;
}

static int take_long(parser *p, const char *word)
{
    const size_t length = strcspn(word, "=");
    const char *text = word[length] == '=' ? word + length + 1 : NULL;
    const int i = find_meant(p, word, length, text);
    if (i < 0) return unknown(p, word, length);
    return take(p, i, text);
}

static int take_letters(parser *p, const char *letters)
{
    for (; *letters && !p->help; letters++) {
        int i = find_letter(p, *letters);
        if (i < 0) return cli_usage(p->command, "unknown option '-%c'", *letters);
        bool attached = takes_value(&p->options.row[i]) && letters[1];
        int code = take(p, i, attached ? letters + 1 : NULL);
        if (code || takes_value(&p->options.row[i])) return code;
    }
    return CLI_DONE;
}

static int walk(parser *p)
{
    bool options = true;
    while (p->at < p->argc && !p->help) {
        const char *word = p->argv[p->at++];
        int code = CLI_DONE;
        if (*word == '\0') /* "$FILE" of a script that never set it */
            code = cli_usage(p->command, "an operand is empty");
        else if (!options || word[0] != '-' || word[1] == '\0')
            p->operands[p->n_operands++] = strcmp(word, "-") == 0 ? CLI_STDIN : word;
        else if (strcmp(word, "--") == 0)
            options = false;
        else if (word[1] == '-')
            code = take_long(p, word + 2);
        else
            code = take_letters(p, word + 1);
        if (code) return code;
    }
    return CLI_DONE;
}

static void set_defaults(parser *p)
{
    const cli_group *groups = p->command->options;
    for (int g = 0; groups && groups[g].title; g++)
        if (!groups[g].rows)
            lacon_fit_options_init((lacon_fit_options *)((char *)p->values + groups[g].base));
    char why[CLI_WHY_MAX];
    for (int i = 0; i < p->options.count; i++) {
        const cli_option *row = &p->options.row[i];
        if (row->kind != CLI_LIBRARY && row->def) cli_value_set(row, p->values, row->def, why);
    }
}

/* Operands are counted and required options present. */
static int complete(const parser *p)
{
    const cli_command *command = p->command;
    int bids = find_name(p, "bids", 4); /* takes the place of the last operand that is needed, INPUT */
    int least = command->min_operands - (bids >= 0 && p->seen[bids]);
    if (p->n_operands < least) return cli_usage(command, "%s", command->missing);
    if (command->max_operands >= 0 && p->n_operands > command->max_operands)
        return cli_usage(command, "'%s' is one operand too many",
                         p->operands[command->max_operands]);
    for (const char *at = command->required; at && *at;) {
        size_t length = strcspn(at, " ");
        int i = find_name(p, at, length);
        if (i >= 0 && !p->seen[i]) {
            char text[256];
            cli_option_text(&p->options.row[i], text, sizeof text);
            return cli_usage(command, "%s is missing: %s", text, p->options.row[i].help);
        }
        at += length + strspn(at + length, " ");
    }
    return CLI_DONE;
}

int cli_dispatch(const cli_command *command, int argc, char **argv, double started_s)
{
    parser p = {.command = command, .argv = argv, .argc = argc, .at = 2};
    p.values = cli_alloc(1, command->size ? command->size : 1);
    p.operands = cli_alloc((size_t)argc, sizeof *p.operands);
    char *line = cli_command_line(argc, argv), *left_out = NULL;
    cli_options_flatten(&p.options, command->options);
    set_defaults(&p);

    int code = walk(&p);
    if (!code && p.help) {
        cli_help_command(stdout, command);
    } else if (!code && !(code = complete(&p))) {
        cli_call call = {.command = command,
                         .options = &p.options,
                         .seen = p.seen,
                         .values = p.values,
                         .operands = p.operands,
                         .n_operands = p.n_operands,
                         .line = line,
                         .started_s = started_s};
        left_out = cli_leave_out_tables(&p.options, p.seen, p.values, p.operands, p.n_operands);
        code = command->run(&call, p.values);
    }
    free(left_out);
    free(line);
    free(p.operands);
    free(p.values);
    return code;
}
