/* SPDX-License-Identifier: BSD-3-Clause
 * What the terminal can do: its columns, whether its characters are UTF-8, how many colours it has.
 * The rule is a pure function of the environment (term_style_of); figures go where the words go, to
 * standard error. The locale of the program stays "C" but for reading names while a figure is
 * drawn.
 */
#include "terminal/term.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Terminals without colours, or without the characters of the figures. */
static bool is_plain(const char *term)
{
    static const char *const plain[] = {"", "dumb", "unknown", "emacs", "linux", "ansi"};
    if (!term || strncmp(term, "vt", 2) == 0) return true;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(term, plain[i]) == 0) return true;
    return false;
}

static bool any_of(const char *text, const char *a, const char *b)
{
    return text && (strcmp(text, a) == 0 || strcmp(text, b) == 0);
}

term_style term_style_of(const term_facts *facts)
{
    enum { USUAL = 80 };
    const int asked = facts->asked ? atoi(facts->asked) : 0;
    int columns = facts->columns > 0 ? facts->columns : asked > 0 ? asked : USUAL;
    if (asked > 0 && asked < columns) columns = asked;
    if (columns < TERM_LEAST) return (term_style){0};
    if (columns > TERM_MOST) columns = TERM_MOST;
    const bool plain = is_plain(facts->term);
    term_style style = {.width = columns - 1, /* the last column makes some terminals begin a line */
                      .utf8 = !plain && any_of(facts->charset, "UTF-8", "utf8")};
    if (style.utf8 && (!facts->no_color || !*facts->no_color))
        style.colours = any_of(facts->colorterm, "truecolor", "24bit") ? 1 << 24 : 256;
    return style;
}

int term_columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool term_begin(term_screen *screen, const cli_session *session)
{
    if (session->quiet || isatty(STDERR_FILENO) != 1) return false;
    const locale_t theirs = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const term_style style = term_style_of(&(term_facts){
        .columns = term_columns(),
        .asked = getenv("COLUMNS"),
        .term = getenv("TERM"),
        .colorterm = getenv("COLORTERM"),
        .no_color = getenv("NO_COLOR"),
        .charset = theirs ? nl_langinfo_l(CODESET, theirs) : NULL,
    });
    *screen = (term_screen){.style = style, .theirs = theirs};
    screen->before = uselocale(theirs); /* 0 changes nothing */
    if (style.width == 0) term_end(screen);
    return style.width > 0;
}

void term_end(term_screen *screen)
{
    if (screen->style.width) fputc('\n', stderr);
    uselocale(screen->before);
    if (screen->theirs) freelocale(screen->theirs);
}

void term_show(char *figure)
{
    cli_progress_clear();
    if (*figure) fprintf(stderr, "\n%s", figure);
    free(figure);
}
