/* SPDX-License-Identifier: BSD-3-Clause
 * A grid of characters with colours, and dots between them: a braille character has 2 × 4, in ASCII
 * a cell shows whether they are above or below. Text comes from files: nothing of it reaches the
 * terminal but characters that print, counted in the columns they take.
 */
#include "terminal/term.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void term_canvas_init(term_canvas *canvas, const term_style *style, int rows)
{
    *canvas = (term_canvas){.style = *style, .rows = rows};
    const size_t cells = (size_t)rows * (size_t)style->width;
    canvas->cell = cli_alloc(cells, sizeof *canvas->cell);
    for (size_t i = 0; i < cells; i++)
        canvas->cell[i] = (term_cell){.glyph = ' ', .ink = {TERM_NONE, TERM_NONE, false}};
}

void term_canvas_clear(term_canvas *canvas)
{
    free(canvas->cell);
    canvas->cell = NULL;
}

uint32_t term_glyph(const term_style *style, uint32_t rich, char plain)
{
    return style->utf8 ? rich : (uint32_t)(unsigned char)plain;
}

static term_cell *at(const term_canvas *canvas, int row, int column)
{
    const int width = canvas->style.width;
    if (row < 0 || row >= canvas->rows || column < 0 || column >= width) return NULL;
    return canvas->cell + (size_t)row * (size_t)width + column;
}

void term_put(term_canvas *canvas, int row, int column, uint32_t glyph, term_ink ink)
{
    term_cell *cell = at(canvas, row, column);
    if (cell) *cell = (term_cell){.glyph = glyph, .ink = ink};
}

/* ---- text ---- */

/* The next character of text and its columns; '?' for what cannot be shown, 0 columns for marks
 * that sit on another character (they are left out). */
static size_t next_glyph(const term_style *style, const char *text, mbstate_t *state, uint32_t *glyph,
                         int *columns)
{
    wchar_t wide;
    size_t length = mbrtowc(&wide, text, strlen(text), state);
    *glyph = '?';
    *columns = 1;
    if (length == (size_t)-1 || length == (size_t)-2 || length == 0) {
        memset(state, 0, sizeof *state);
        return 1;
    }
    const int taken = wcwidth(wide);
    if (taken >= 0 && (style->utf8 || wide < 0x80)) {
        *glyph = (uint32_t)wide;
        *columns = taken;
    }
    return length;
}

int term_text_width(const term_style *style, const char *text)
{
    mbstate_t state = {0};
    int width = 0, columns;
    uint32_t glyph;
    while (*text) {
        text += next_glyph(style, text, &state, &glyph, &columns);
        width += columns;
    }
    return width;
}

int term_text(term_canvas *canvas, int row, int column, int most, const char *text, term_ink ink)
{
    mbstate_t state = {0};
    int used = 0, columns;
    uint32_t glyph;
    if (most > canvas->style.width - column) most = canvas->style.width - column;
    while (*text) {
        text += next_glyph(&canvas->style, text, &state, &glyph, &columns);
        if (used + columns > most) break;
        if (columns > 0) term_put(canvas, row, column + used, glyph, ink);
        if (columns > 1) term_put(canvas, row, column + used + 1, 0, ink);
        used += columns;
    }
    return used;
}

/* ---- dots ---- */

/* Bit of the dot in column x % 2, row y % 4 of a braille character. */
static const unsigned char DOT[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

void term_dot(term_canvas *canvas, int x, int y, int32_t colour)
{
    if (x < 0 || y < 0) return;
    term_cell *cell = at(canvas, y / 4, x / 2);
    if (!cell) return;
    cell->dots |= DOT[y % 4][x % 2];
    cell->ink.fore = colour;
}

void term_line(term_canvas *canvas, int x0, int y0, int x1, int y1, int32_t colour)
{
    const int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int i = 0; i <= steps; i++) {
        const double t = steps ? (double)i / steps : 0;
        term_dot(canvas, (int)(x0 + t * (x1 - x0) + 0.5), (int)(y0 + t * (y1 - y0) + 0.5), colour);
    }
}

/* ---- as text ---- */

typedef struct writer {
    char *text;
    size_t length, capacity;
    int colours;
    term_ink now;
} writer;

static void add(writer *w, const char *text)
{
    const size_t length = strlen(text);
    if (w->length + length + 1 > w->capacity) {
        w->capacity = 2 * (w->length + length + 1);
        w->text = cli_resize(w->text, w->capacity, 1);
    }
    memcpy(w->text + w->length, text, length + 1);
    w->length += length;
}

static void add_glyph(writer *w, uint32_t c)
{
    char utf8[5] = "";
    if (c < 0x80) {
        utf8[0] = (char)c;
    } else if (c < 0x800) {
        memcpy(utf8, (char[]){(char)(0xc0 | c >> 6), (char)(0x80 | (c & 63))}, 2);
    } else if (c < 0x10000) {
        memcpy(
            utf8,
            (char[]){(char)(0xe0 | c >> 12), (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63))},
            3);
    } else {
        memcpy(utf8,
               (char[]){(char)(0xf0 | c >> 18), (char)(0x80 | (c >> 12 & 63)),
                        (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63))},
               4);
    }
    add(w, utf8);
}

/* Nearest of the 256 colours every such terminal has: a cube of six steps, and greys. */
static int nearest_256(int32_t rgb)
{
    static const int step[6] = {0, 95, 135, 175, 215, 255};
    const int part[3] = {rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255};
    int cube = 16, far = 0, grey = (part[0] + part[1] + part[2]) / 3, off = 0;
    for (int i = 0; i < 3; i++) {
        int best = 0;
        for (int s = 1; s < 6; s++)
            if (abs(step[s] - part[i]) < abs(step[best] - part[i])) best = s;
        cube += best * (i == 0 ? 36 : i == 1 ? 6 : 1);
        far += abs(step[best] - part[i]);
    }
    int level = (grey - 3) / 10;
    level = level < 0 ? 0 : level > 23 ? 23 : level;
    for (int i = 0; i < 3; i++) off += abs(8 + 10 * level - part[i]);
    return off < far ? 232 + level : cube;
}

static void add_colour(writer *w, int32_t rgb, int base)
{
    char code[32];
    if (rgb == TERM_NONE) return;
    if (w->colours > 256)
        snprintf(code, sizeof code, "\033[%d;2;%d;%d;%dm", base, rgb >> 16 & 255, rgb >> 8 & 255,
                 rgb & 255);
    else
        snprintf(code, sizeof code, "\033[%d;5;%dm", base, nearest_256(rgb));
    add(w, code);
}

static void set_ink(writer *w, term_ink ink)
{
    if (!w->colours ||
        (ink.fore == w->now.fore && ink.back == w->now.back && ink.bold == w->now.bold))
        return;
    if (w->now.fore != TERM_NONE || w->now.back != TERM_NONE || w->now.bold) add(w, "\033[0m");
    if (ink.bold) add(w, "\033[1m");
    add_colour(w, ink.fore, 38);
    add_colour(w, ink.back, 48);
    w->now = ink;
}

static bool is_blank(const term_cell *cell)
{
    return cell->glyph == ' ' && !cell->dots && cell->ink.back == TERM_NONE;
}

static uint32_t shown(const term_style *style, const term_cell *cell)
{
    enum { ABOVE = 0x01 | 0x08 | 0x02 | 0x10, BELOW = 0x04 | 0x20 | 0x40 | 0x80 };
    if (cell->glyph != ' ' || !cell->dots) return cell->glyph;
    if (style->utf8) return 0x2800u + cell->dots;
    return !(cell->dots & BELOW) ? '\'' : cell->dots & ABOVE ? ':' : '.';
}

char *term_canvas_text(const term_canvas *canvas)
{
    const int width = canvas->style.width;
    const term_ink plain = {TERM_NONE, TERM_NONE, false};
    writer w = {.text = cli_copy(""), .colours = canvas->style.colours, .now = plain};
    for (int r = 0; r < canvas->rows; r++) {
        const term_cell *row = canvas->cell + (size_t)r * (size_t)width;
        int end = width;
        while (end > 0 && is_blank(&row[end - 1])) end--;
        for (int i = 0; i < end; i++) {
            if (row[i].glyph == 0) continue;
            if (!is_blank(&row[i]))
                set_ink(&w, row[i].ink);
            else if (w.now.back != TERM_NONE) /* else a blank looks the same in any ink */
                set_ink(&w, plain);
            add_glyph(&w, shown(&canvas->style, &row[i]));
        }
        set_ink(&w, plain);
        add(&w, "\n");
    }
    return w.text;
}
