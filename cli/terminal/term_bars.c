/* SPDX-License-Identifier: BSD-3-Clause
 * Figures of one row per thing: bars, values with intervals, and a line of small columns.
 */
#include "terminal/term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const term_ink PLAIN = {TERM_NONE, TERM_NONE, false};
static const term_ink BOLD = {TERM_NONE, TERM_NONE, true};
static const term_ink ACCENT = {TERM_ACCENT, TERM_NONE, false};
static const term_ink QUIET = {TERM_QUIET, TERM_NONE, false};

static char *finished(term_canvas *canvas)
{
    char *text = term_canvas_text(canvas);
    term_canvas_clear(canvas);
    return text;
}

/* Text that ends before column. */
static void right_text(term_canvas *canvas, int row, int column, const char *text, term_ink ink)
{
    const int width = term_text_width(&canvas->style, text);
    term_text(canvas, row, column - width, width, text, ink);
}

/* A bar of `share` of width columns, in eighths where there are blocks for it, never nothing. */
static int draw_bar(term_canvas *canvas, int row, int column, int width, double share)
{
    int eighths = (int)lround(8 * width * share);
    if (eighths < 8 && share > 0 && !canvas->style.utf8) eighths = 8;
    if (eighths < 1 && share > 0) eighths = 1;
    if (!canvas->style.utf8) eighths = (eighths + 4) / 8 * 8;
    int drawn = 0;
    for (; eighths >= 8; eighths -= 8)
        term_put(canvas, row, column + drawn++, term_glyph(&canvas->style, 0x2588, '#'), ACCENT);
    if (eighths > 0) /* U+2589 seven eighths ... U+258F one */
        term_put(canvas, row, column + drawn++, 0x2590u - (uint32_t)eighths, ACCENT);
    return drawn;
}

/* Widest name, at most a third of the figure. */
static int name_columns(const term_style *style, int n, const char *const *name)
{
    int widest = 0;
    for (int i = 0; i < n; i++) {
        const int width = term_text_width(style, name[i]);
        if (width > widest) widest = width;
    }
    return widest < style->width / 3 ? widest : style->width / 3;
}

/* Words as far as they fit; "..." for the rest. */
static void draw_words(term_canvas *canvas, int row, int column, const char *words)
{
    const term_style *style = &canvas->style;
    char *text = cli_copy(words);
    const int width = style->width - column;
    bool cut = term_text_width(style, text) > width;
    while (cut && *text && term_text_width(style, text) > width - 4) {
        char *blank = strrchr(text, ' ');
        *(blank ? blank : text) = '\0';
    }
    const int used = term_text(canvas, row, column, width, text, QUIET);
    if (cut) term_text(canvas, row, column + used, 4, used ? " ..." : "...", QUIET);
    free(text);
}

char *term_bars(const term_style *style, const char *title, int n, const term_bar *bars)
{
    const int width = style->width / 3;
    const char **name = cli_alloc((size_t)n, sizeof *name);
    double most = 0;
    for (int i = 0; i < n; i++) {
        name[i] = bars[i].name;
        most = fmax(most, bars[i].value);
    }
    const int names = name_columns(style, n, name);
    free(name);
    term_canvas canvas;
    term_canvas_init(&canvas, style, n + 1);
    term_text(&canvas, 0, 2, style->width, title, BOLD);
    for (int i = 0; i < n; i++) {
        char count[CLI_NUMBER_MAX];
        term_text(&canvas, i + 1, 0, names, bars[i].name, PLAIN);
        int column = names + 1;
        column += draw_bar(&canvas, i + 1, column, width, most > 0 ? bars[i].value / most : 0) + 1;
        snprintf(count, sizeof count, "%.0f", bars[i].value);
        column += term_text(&canvas, i + 1, column, style->width, count, BOLD) + 2;
        if (bars[i].note) draw_words(&canvas, i + 1, column, bars[i].note);
    }
    return finished(&canvas);
}

char *term_spark(const term_style *style, const char *title, int n, const double *value,
                 const char *note)
{
    static const char plain[] = "_.-:=+*#";
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < n; i++) {
        low = fmin(low, value[i]); /* fmin passes over NaN */
        high = fmax(high, value[i]);
    }
    term_canvas canvas;
    term_canvas_init(&canvas, style, 1);
    int column = 2 + term_text(&canvas, 0, 2, style->width, title, BOLD) + 1;
    const int width = style->width - column - term_text_width(style, note) - 1;
    const int columns = n < width ? n : width; /* too many: evenly spaced ones, first and last among them */
    for (int c = 0; c < columns; c++, column++) {
        const double y = value[columns > 1 ? (int)lround((double)c * (n - 1) / (columns - 1)) : 0];
        if (isnan(y)) continue;
        const int level = high > low ? (int)lround(7 * (y - low) / (high - low)) : 0;
        term_put(&canvas, 0, column, term_glyph(style, 0x2581u + (uint32_t)level, plain[level]), ACCENT);
    }
    term_text(&canvas, 0, column + 1, style->width, note, QUIET);
    return finished(&canvas);
}

/* ---- values with intervals ---- */

typedef struct scale {
    double low, high;
    int left, width; /* columns */
} scale;

static int column_of(const scale *s, double value)
{
    const double share = s->high > s->low ? (value - s->low) / (s->high - s->low) : 0.5;
    return s->left + (int)lround(share * (s->width - 1));
}

static void draw_range(term_canvas *canvas, int row, const scale *s, const term_range *range)
{
    char text[CLI_NUMBER_MAX];
    if (isnan(range->value)) {
        right_text(canvas, row, s->left + s->width + 11, "failed", QUIET);
        return;
    }
    if (!isnan(range->low) && !isnan(range->high))
        for (int c = column_of(s, range->low); c <= column_of(s, range->high); c++)
            term_put(canvas, row, c, term_glyph(&canvas->style, 0x2500, '-'), ACCENT);
    term_put(canvas, row, column_of(s, range->value), term_glyph(&canvas->style, 0x25cf, 'o'), BOLD);
    snprintf(text, sizeof text, "%.5g", range->value);
    right_text(canvas, row, s->left + s->width + 11, text, PLAIN);
}

char *term_ranges(const term_style *style, const char *title, int n, const term_range *ranges)
{
    const char **name = cli_alloc((size_t)n, sizeof *name);
    scale s = {.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < n; i++) {
        name[i] = ranges[i].name;
        s.low = fmin(s.low, fmin(ranges[i].value, ranges[i].low));
        s.high = fmax(s.high, fmax(ranges[i].value, ranges[i].high));
    }
    const int names = name_columns(style, n, name);
    free(name);
    s.left = 4 + names + 2;
    s.width = style->width - s.left - 11;
    term_canvas canvas;
    term_canvas_init(&canvas, style, n + 1);
    term_text(&canvas, 0, 2, style->width, title, BOLD);
    for (int i = 0; i < n; i++) {
        term_text(&canvas, i + 1, 4, names, ranges[i].name, PLAIN);
        draw_range(&canvas, i + 1, &s, &ranges[i]);
    }
    return finished(&canvas);
}
