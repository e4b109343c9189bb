/* SPDX-License-Identifier: BSD-3-Clause
 * A k × k heat map. Colour where the terminal has it (blue, white, red, as in the report), else two
 * ramps of ASCII characters, one for each sign. Cells are as large as the columns allow: with their
 * numbers, then two columns wide, then half a character high.
 */
#include "terminal/term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const term_ink PLAIN = {TERM_NONE, TERM_NONE, false};
static const term_ink BOLD = {TERM_NONE, TERM_NONE, true};

enum { LEFT = 6, NUMBER = 7, SHADE = 2, TALLEST = 60 };

/* Nearest of eleven colours every terminal of 256 has: rounding the smooth scale would change hues.
 */
static int32_t coarse_colour(double share)
{
    static const int32_t step[11] = {0x005f87, 0x0087af, 0x5fafd7, 0xafd7ff, 0xd7d7ff, 0xffffff,
                                     0xffd7d7, 0xffafaf, 0xff8787, 0xd75f5f, 0xaf0000};
    return step[5 + lround(5 * share)];
}

/* The colours of report/src/colour.js, from -1 to 1 in steps of a half. */
static int32_t colour_of(const term_style *style, double share)
{
    static const int stop[5][3] = {{0x05, 0x30, 0x61},
                                   {0x43, 0x93, 0xc3},
                                   {0xff, 0xff, 0xff},
                                   {0xd6, 0x60, 0x4d},
                                   {0x67, 0x00, 0x1f}};
    share = fmin(1, fmax(-1, share));
    if (style->colours <= 256) return coarse_colour(share);
    const double place = 2 * (share + 1);
    const int below = place >= 4 ? 3 : (int)place;
    int32_t rgb = 0;
    for (int i = 0; i < 3; i++) {
        const double part =
            stop[below][i] + (place - below) * (stop[below + 1][i] - stop[below][i]);
        rgb = rgb << 8 | (int32_t)lround(part);
    }
    return rgb;
}

/* Black or white, whichever is read on it. */
static int32_t ink_on(int32_t rgb)
{
    const int light = 2126 * (rgb >> 16 & 255) + 7152 * (rgb >> 8 & 255) + 722 * (rgb & 255);
    return light > 1200000 ? 0x000000 : 0xffffff;
}

static char shade_of(double share)
{
    const int level = (int)lround(4 * fmin(1, fabs(share)));
    return share < 0 ? " -=xX"[level] : " .:*#"[level];
}

typedef struct painter {
    term_canvas canvas;
    const term_heat *heat;
    int wide; /* columns of a cell; 1 with halves: two cells of a column in a character */
    bool numbers, halves;
} painter;

static double share_at(const painter *p, int i, int j)
{
    return p->heat->value[(size_t)i * (size_t)p->heat->k + (size_t)j] / p->heat->most;
}

static char mark_at(const painter *p, int i, int j)
{
    return p->heat->mark ? p->heat->mark[i * p->heat->k + j] : ' ';
}

/* ".53", "-.07", "12.5": at most five columns. */
static void number_text(char out[CLI_NUMBER_MAX], double value, double most)
{
    const int digits = most < 0.1 ? 3 : most < 9.995 ? 2 : most < 99.95 ? 1 : 0;
    snprintf(out, CLI_NUMBER_MAX, "%.*f", digits, value);
    if (most < 0.01 || most >= 10000) snprintf(out, CLI_NUMBER_MAX, "%.0e", value);
    if (strspn(out, "-0.") == strlen(out) && *out == '-') memmove(out, out + 1, strlen(out)); /* -0.00 */
    char *zero = *out == '-' ? out + 1 : out;
    if (zero[0] == '0' && zero[1] == '.') memmove(zero, zero + 1, strlen(zero));
}

static void number_cell(painter *p, int row, int column, int i, int j)
{
    char text[CLI_NUMBER_MAX];
    const double share = share_at(p, i, j);
    term_ink ink = PLAIN;
    number_text(text, share * p->heat->most, p->heat->most);
    if (p->canvas.style.colours) {
        ink.back = colour_of(&p->canvas.style, share);
        ink.fore = ink_on(ink.back);
        for (int c = 0; c < p->wide; c++) term_put(&p->canvas, row, column + c, ' ', ink);
    } else {
        for (int c = 1; c <= SHADE; c++)
            term_put(&p->canvas, row, column + c, (uint32_t)shade_of(share), PLAIN);
        column += SHADE;
    }
    ink.bold = mark_at(p, i, j) != ' ';
    term_text(&p->canvas, row, column + 6 - (int)strlen(text), 6, text, ink);
    if (ink.bold) term_put(&p->canvas, row, column + 6, (uint32_t)mark_at(p, i, j), ink);
}

static void shade_cell(painter *p, int row, int column, int i, int j)
{
    const double share = share_at(p, i, j);
    const bool colour = p->canvas.style.colours > 0;
    term_ink ink = PLAIN;
    if (colour) ink.back = colour_of(&p->canvas.style, share);
    if (colour) ink.fore = ink_on(ink.back);
    for (int c = 0; c < SHADE; c++)
        term_put(&p->canvas, row, column + c, colour ? ' ' : (uint32_t)shade_of(share), ink);
    ink.bold = true;
    if (mark_at(p, i, j) != ' ')
        term_put(&p->canvas, row, column + 1, (uint32_t)mark_at(p, i, j), ink);
}

/* Rows i and i + 1: the upper is the foreground of an upper half block. */
static void half_cell(painter *p, int row, int column, int i, int j)
{
    const term_style *style = &p->canvas.style;
    const bool second = i + 1 < p->heat->k;
    const double above = share_at(p, i, j), below = second ? share_at(p, i + 1, j) : NAN;
    if (isnan(above) && isnan(below)) return;
    const term_ink upper = {isnan(above) ? TERM_NONE : colour_of(style, above),
                            isnan(below) ? TERM_NONE : colour_of(style, below), false};
    const term_ink lower = {upper.back, TERM_NONE, false};
    if (isnan(above))
        term_put(&p->canvas, row, column, 0x2584, lower);
    else
        term_put(&p->canvas, row, column, 0x2580, upper);
}

static void draw_cell(painter *p, int row, int column, int i, int j)
{
    if (p->halves)
        half_cell(p, row, column, i, j);
    else if (isnan(share_at(p, i, j)))
        term_put(&p->canvas, row, column + p->wide / 2, term_glyph(&p->canvas.style, 0xb7, '.'),
                 PLAIN);
    else if (p->numbers)
        number_cell(p, row, column, i, j);
    else
        shade_cell(p, row, column, i, j);
}

static void draw_names(painter *p)
{
    char text[CLI_NUMBER_MAX];
    for (int j = 0; j < p->heat->k; j++) {
        const bool fifth = j == 0 || (j + 1) % 5 == 0;
        const int length = snprintf(text, sizeof text, "%d", j + 1);
        const int middle =
            LEFT + j * p->wide + (p->numbers ? p->wide - 2 - length : (p->wide - length) / 2);
        if (fifth || p->numbers || p->heat->k < 10)
            term_text(&p->canvas, 1, middle, 4, text, PLAIN);
        if (fifth || !p->halves)
            term_text(&p->canvas, 2 + (p->halves ? j / 2 : j), LEFT - 2 - length, 4, text, PLAIN);
    }
}

/* What the shades mean, from -most to most; from 0 where nothing is below. */
static void draw_key(painter *p, int row)
{
    char text[CLI_NUMBER_MAX];
    bool below = false;
    for (int i = 0; i < p->heat->k * p->heat->k && !below; i++) below = p->heat->value[i] < 0;
    snprintf(text, sizeof text, "%.2g", below ? -p->heat->most : 0);
    int column = LEFT + term_text(&p->canvas, row, LEFT, 9, text, PLAIN) + 1;
    for (int quarter = below ? -4 : 0; quarter <= 4; quarter++)
        for (int c = 0; c < SHADE; c++, column++) {
            const double share = quarter / 4.0;
            if (p->canvas.style.colours)
                term_put(&p->canvas, row, column, ' ',
                         (term_ink){TERM_NONE, colour_of(&p->canvas.style, share), false});
            else
                term_put(&p->canvas, row, column, (uint32_t)shade_of(share), PLAIN);
        }
    snprintf(text, sizeof text, "%.2g", p->heat->most);
    term_text(&p->canvas, row, column + 1, 9, text, PLAIN);
    if (p->heat->key) term_text(&p->canvas, row + 1, LEFT, p->canvas.style.width, p->heat->key, PLAIN);
}

/* The largest cells that fit; false: none do. */
static bool fit_cells(painter *p, const term_style *style)
{
    const int width = style->width - LEFT, k = p->heat->k;
    const int number = style->colours ? NUMBER : NUMBER + SHADE;
    p->numbers = k * number <= width;
    p->wide = p->numbers ? number : SHADE;
    p->halves =
        !p->numbers && style->colours && (k > TALLEST / 2 || k * p->wide > width) && !p->heat->mark;
    if (p->halves) p->wide = 1;
    return k * p->wide <= width && (p->halves ? (k + 1) / 2 : k) <= TALLEST;
}

char *term_heat_map(const term_style *style, const term_heat *heat)
{
    painter p = {.heat = heat};
    if (heat->k < 2 || !fit_cells(&p, style)) return cli_copy("");
    const int rows = p.halves ? (heat->k + 1) / 2 : heat->k;
    term_canvas_init(&p.canvas, style, rows + 3 + (heat->key != NULL));
    term_text(&p.canvas, 0, 2, style->width, heat->title, BOLD);
    draw_names(&p);
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < heat->k; j++)
            draw_cell(&p, 2 + r, LEFT + j * p.wide, p.halves ? 2 * r : r, j);
    draw_key(&p, rows + 2);
    char *text = term_canvas_text(&p.canvas);
    term_canvas_clear(&p.canvas);
    return text;
}
