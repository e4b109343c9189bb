/* SPDX-License-Identifier: BSD-3-Clause
 * Completion for bash, from the tables: commands, options of a command, choices of an option, names of methods
 * and experiments, folders where a folder is wanted and files elsewhere.
 */
#include "cmd.h"

#include <string.h>

static void words_of(FILE *out, const cli_options *options)
{
    for (int i = 0; i < options->count; i++)
        fprintf(out, "%s--%s", i ? " " : "", options->row[i].name);
}

/* Case branches for the options whose value can be completed; prev is the word before. */
static void values_of(FILE *out, const char *command, const cli_options *options)
{
    for (int i = 0; i < options->count; i++) {
        const cli_option *row = &options->row[i];
        if (row->kind == CLI_DIR) {
            fprintf(out, "    '%s --%s'", command, row->name);
            if (row->letter) fprintf(out, "|'%s -%c'", command, row->letter);
            fputs(") COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n", out);
        } else if (!row->arg && row->range) {
            fprintf(out, "    '%s --%s') COMPREPLY=($(compgen -W '", command, row->name);
            for (const char *c = row->range; *c; c++) fputc(*c == '|' ? ' ' : *c, out);
            fputs("' -- \"$cur\")); return ;;\n", out);
        } else if (row->arg && row->kind != CLI_FILE) {
            fprintf(out, "    '%s --%s') return ;;\n", command, row->name);
        }
    }
}

/* A case branch for a first operand that is one of a list of words. */
static void first_words_of(FILE *out, const cli_command *command)
{
    if (!command->word) return;
    fprintf(out, "      %s) COMPREPLY=($(compgen -W '", command->name);
    for (int i = 0; i < command->word_count(); i++) fprintf(out, "%s%s", i ? " " : "", command->word(i));
    fputs("' -- \"$cur\")); return ;;\n", out);
}

static void command_names(FILE *out)
{
    for (int i = 0; i < cli_command_count(); i++)
        fprintf(out, "%s%s", i ? " " : "", cli_command_at(i)->name);
}

void cli_complete_bash(FILE *out)
{
    cli_options options;
    fputs("# bash completion of lacon; made by 'lacon help --completion'\n"
          "_lacon() {\n"
          "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  local cmd=${COMP_WORDS[1]} options=\n"
          "  COMPREPLY=()\n"
          "  if [ \"$COMP_CWORD\" -eq 1 ] || { [ \"$cmd\" = help ] && [ \"${cur#-}\" = \"$cur\" "
          "]; }; then\n"
          "    COMPREPLY=($(compgen -W '",
          out);
    command_names(out);
    fputs("' -- \"$cur\")); return\n"
          "  fi\n"
          "  # --option=value arrives as three words\n"
          "  if [ \"$cur\" = = ]; then cur=; elif [ \"$prev\" = = ]; then "
          "prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
          "  case \"$cmd $prev\" in\n",
          out);
    for (int i = 0; i < cli_command_count(); i++) {
        cli_options_flatten(&options, cli_command_at(i)->options);
        values_of(out, cli_command_at(i)->name, &options);
    }
    fputs("  esac\n  case \"$cmd\" in\n", out);
    for (int i = 0; i < cli_command_count(); i++) {
        cli_options_flatten(&options, cli_command_at(i)->options);
        fprintf(out, "    %s) options='", cli_command_at(i)->name);
        words_of(out, &options);
        fputs("' ;;\n", out);
    }
    fputs("  esac\n"
          "  if [ \"$COMP_CWORD\" -eq 2 ] && [ \"${cur#-}\" = \"$cur\" ]; then\n"
          "    case \"$cmd\" in\n",
          out);
    for (int i = 0; i < cli_command_count(); i++) first_words_of(out, cli_command_at(i));
    fputs("    esac\n"
          "  fi\n"
          "  case \"$cur\" in\n"
          "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$cur\")) ;;\n"
          "    *) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
          "  esac\n"
          "}\n"
          "complete -F _lacon lacon\n",
          out);
}
