/* SPDX-License-Identifier: BSD-3-Clause
 * Small matters of text: numbers that read back, command lines quoted for a shell, labels as file
 * names, memory that is there.
 */
#include "cmd.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *cli_number(char out[CLI_NUMBER_MAX], double value)
{
    if (isnan(value)) return strcpy(out, "nan"); /* without a sign */
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, CLI_NUMBER_MAX, "%.*g", digits, value);
        if (strtod(out, NULL) == value) break;
    }
    return out;
}

const char *cli_bytes(char out[CLI_NUMBER_MAX], double bytes)
{
    static const char *const unit[] = {"kB", "MB", "GB", "TB"};
    int u = 0;
    for (bytes /= 1000; bytes >= 999.95 && u < 3; u++) bytes /= 1000;
    snprintf(out, CLI_NUMBER_MAX, "%.1f %s", bytes, unit[u]);
    return out;
}

char *cli_plain(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0) at[0] = at[1] = '?'; /* U+0080 .. U+009F */
        else if ((at[0] < 0x20 && at[0] != '\n') || at[0] == 0x7f) at[0] = '?';
    }
    return text;
}

void cli_show(const char *format, ...)
{
    va_list list;
    char text[8192];
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fputs(cli_plain(text), stdout);
}

int cli_width(const char *text)
{
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80; /* UTF-8: not the rest of a character */
    return width;
}

void cli_show_padded(const char *text, int width)
{
    cli_show("%s%*s", text, width > cli_width(text) ? width - cli_width(text) : 0, "");
}

void cli_put_cell(FILE *out, const char *text)
{
    char *own = cli_copy(text);
    for (char *at = own; *at; at++)
        if (strchr("\t\r\n", *at)) *at = ' ';
    fputs(isatty(fileno(out)) == 1 ? cli_plain(own) : own, out);
    free(own);
}

static int without_memory = CLI_FAILED;

void cli_written(int code)
{
    without_memory = code;
}

void cli_out_of_memory(void)
{
    cli_say(NULL, without_memory == CLI_FAILED ? "out of memory" : "out of memory to tell more; the result is written");
    exit(without_memory); /* a staging folder is removed at exit: signals.c */
}

static void *checked(void *block)
{
    if (!block) cli_out_of_memory();
    return block;
}

void *cli_alloc(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size ? size : 1));
}

void *cli_resize(void *block, size_t count, size_t size)
{
    return checked(reallocarray(block, count, size));
}

char *cli_copy(const char *text)
{
    return checked(strdup(text));
}

char *cli_format(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = NULL;
    int length = vasprintf(&text, format, list);
    va_end(list);
    return checked(length < 0 ? NULL : text);
}

/* 'it'\''s' for it's; nothing around words that need none. Returns the end of what was written. */
static char *quote(char *out, const char *word)
{
    bool plain = *word != '\0';
    for (const char *c = word; *c; c++)
        plain = plain && (isalnum((unsigned char)*c) || strchr("_-./:=+,@%", *c));
    if (plain) return stpcpy(out, word);
    *out++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            out = stpcpy(out, "'\\''");
        else
            *out++ = *word;
    }
    return stpcpy(out, "'");
}

char *cli_command_line(int argc, char **argv)
{
    size_t need = sizeof "lacon";
    for (int i = 1; i < argc; i++) need += 4 * strlen(argv[i]) + 3;
    char *line = cli_alloc(need, 1);
    char *at = stpcpy(line, "lacon");
    for (int i = 1; i < argc; i++) {
        *at++ = ' ';
        at = quote(at, argv[i]);
    }
    return line;
}

char *cli_file_name(const char *label)
{
    enum { LONGEST = 200 }; /* bytes; with an ending still below the 255 of most file systems */
    char *name = cli_alloc(LONGEST + 1, 1);
    size_t length = 0;
    for (; label[length] && length < LONGEST; length++) {
        unsigned char c = (unsigned char)label[length];
        name[length] = c < ' ' || c == 0x7f || strchr("/\\:*?\"<>|", c) ? '_' : (char)c;
    }
    /* a character cut in two at the limit goes whole */
    while (label[length] && length > 0 && ((unsigned char)label[length] & 0xc0) == 0x80) length--;
    name[length] = '\0';
    if (name[0] == '.' || name[0] == '\0') name[0] = '_';
    return name;
}
