/* SPDX-License-Identifier: BSD-3-Clause
 * Small figures as text. Pure functions from numbers to lines, so that they can be tested to the
 * letter: what the terminal can do (term_style.c), a grid of characters with dots between them
 * (term_canvas.c), bars and ranges (term_bars.c), a heat map (term_heat.c), curves (term_plot.c).
 * What the commands show with them is in term_show.c and term_experiment.c.
 */
#ifndef LACON_CLI_TERM_H
#define LACON_CLI_TERM_H

#include "cmd.h"

#include <locale.h>

enum { TERM_LEAST = 60, TERM_MOST = 120 }; /* columns a figure is made for */

/* What can be drawn. */
typedef struct term_style {
    int width;   /* columns to use; 0: no figures here */
    bool utf8;   /* blocks, braille dots and names as they are; else ASCII */
    int colours; /* 0 (no escape codes at all), 256 or 1 << 24 */
} term_style;

/* What the style follows from; texts may be NULL. */
typedef struct term_facts {
    int columns;           /* of the terminal; 0 unknown */
    const char *asked;     /* $COLUMNS: fewer columns than there are */
    const char *term;      /* $TERM */
    const char *colorterm; /* $COLORTERM */
    const char *no_color;  /* $NO_COLOR: set and not empty */
    const char *charset;   /* of the locale */
} term_facts;

term_style term_style_of(const term_facts *facts);
int term_columns(void); /* of standard error; 0 unknown */

/* ---- canvas ---- */

enum { TERM_NONE = -1, TERM_QUIET = 0x808080, TERM_ACCENT = 0x0087d7, TERM_WARM = 0xd75f00 };

typedef struct term_ink {
    int32_t fore, back; /* 0xRRGGBB or TERM_NONE: the terminal's own */
    bool bold;
} term_ink;

typedef struct term_cell {
    uint32_t glyph;     /* a character; 0: the right half of a wide one */
    unsigned char dots; /* of braille, shown where the glyph is a blank */
    term_ink ink;
} term_cell;

/* width × rows cells; between them dots, 2 × 4 to a cell, from the top left. */
typedef struct term_canvas {
    term_style style;
    int rows;
    term_cell *cell;
} term_canvas;

void term_canvas_init(term_canvas *canvas, const term_style *style, int rows);
void term_canvas_clear(term_canvas *canvas);
/* What lies outside the canvas is not drawn. */
void term_put(term_canvas *canvas, int row, int column, uint32_t glyph, term_ink ink);
/* Text of at most `most` columns; control characters and what is not text become '?'. Returns the
 * columns taken. */
int term_text(term_canvas *canvas, int row, int column, int most, const char *text, term_ink ink);
int term_text_width(const term_style *style, const char *text);
void term_dot(term_canvas *canvas, int x, int y, int32_t colour);
void term_line(term_canvas *canvas, int x0, int y0, int x1, int y1, int32_t colour);
/* All rows, blanks at their ends left out, each with its newline. Free it. */
char *term_canvas_text(const term_canvas *canvas);
uint32_t term_glyph(const term_style *style, uint32_t rich, char plain);

/* ---- figures: lines with their newlines, free them ---- */

typedef struct term_bar {
    const char *name;
    double value;     /* >= 0; also written behind the bar */
    const char *note; /* what is to the right; may be NULL */
} term_bar;

char *term_bars(const term_style *style, const char *title, int n, const term_bar *bars);

/* One line: title, a column per value from the least to the largest, or of as many as fit,
 * and note. */
char *term_spark(const term_style *style, const char *title, int n, const double *value,
                 const char *note);

/* Values with an interval each, on one axis. NaN: a row without. */
typedef struct term_range {
    const char *name;
    double value, low, high;
} term_range;

char *term_ranges(const term_style *style, const char *title, int n, const term_range *ranges);

/* k × k values from -most to most: white is 0. */
typedef struct term_heat {
    const char *title;
    int k;
    const double *value; /* NaN: no cell */
    double most;         /* > 0 */
    const char *mark;    /* k × k characters, ' ' for none; may be NULL */
    const char *key;     /* what marks mean; may be NULL */
} term_heat;

char *term_heat_map(const term_style *style, const term_heat *heat);

typedef struct term_series {
    const char *name; /* written at its end; may be NULL */
    int n;
    const double *x, *y;      /* NaN in y: no point */
    const double *low, *high; /* bars; may be NULL */
    uint32_t mark;
    const uint32_t *marks; /* of single points, 0: as the rest; may be NULL */
    int32_t colour;
} term_series;

typedef struct term_level {
    const char *name;
    double value;
} term_level;

typedef struct term_chart {
    const char *title, *x_axis, *key; /* key: what the marks mean; may be NULL */
    int rows;                         /* of the plotting area */
    bool x_log, y_log;
    int n_series, n_levels;
    const term_series *series; /* the first one is drawn last */
    const term_level *levels;  /* horizontal lines; those far outside are given as text */
} term_chart;

char *term_plot(const term_style *style, const term_chart *chart);

/* ---- what commands show (term_show.c, term_experiment.c: cli_show_... of cmd.h) ---- */

/* Between begin and end names are read by the user's character set. begin is false, and end not to
 * be called, where nothing is to be shown. */
typedef struct term_screen {
    term_style style;
    locale_t theirs, before;
} term_screen;

bool term_begin(term_screen *screen, const cli_session *session);
void term_end(term_screen *screen);
void term_show(char *figure); /* on standard error; frees it */

#endif
