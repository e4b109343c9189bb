/* SPDX-License-Identifier: BSD-3-Clause
 * Curves: points with bars, lines of dots between them, horizontal levels, names at the right end
 * where the eye finds them. Axes are linear or logarithmic; numbers are at round positions.
 */
#include "terminal/term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const term_ink PLAIN = {TERM_NONE, TERM_NONE, false};
static const term_ink BOLD = {TERM_NONE, TERM_NONE, true};
static const term_ink QUIET = {TERM_QUIET, TERM_NONE, false};

enum { TICKS = 16, LABELS = 64 };

/* One direction: where a value lies from 0 to 1. */
typedef struct axis {
    double low, high;
    bool log;
    int n;
    double tick[TICKS];
    int digits; /* behind the point, of linear ticks */
} axis;

typedef struct frame {
    term_canvas canvas;
    const term_chart *chart;
    axis x, y;
    int left, columns, rows; /* of the plotting area; it begins in row 1 */
} frame;

static double place(const axis *a, double value)
{
    if (a->log) return log(value / a->low) / log(a->high / a->low);
    return (value - a->low) / (a->high - a->low);
}

static bool can_show(const axis *a, double value)
{
    return isfinite(value) && (!a->log || value > 0);
}

static void take(axis *a, double value)
{
    if (!can_show(a, value)) return;
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
}

/* A single value gets space around it. */
static void widen(axis *a)
{
    if (a->low < a->high) return;
    const double half = a->low != 0 ? fabs(a->low) / 2 : 1;
    a->high = a->log ? 2 * a->low : a->low + half;
    a->low = a->log ? a->low / 2 : a->low - half;
}

/* 1, 2 or 5 times a power of ten. */
static double round_step(double span, int wanted)
{
    const double power = pow(10, floor(log10(span / wanted)));
    const double rest = span / wanted / power;
    return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

static void linear_ticks(axis *a, int wanted)
{
    const double step = round_step(a->high - a->low, wanted);
    a->digits = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    for (double i = ceil(a->low / step - 1e-9); a->n < TICKS && i * step <= a->high + 1e-9 * step;
         i++)
        a->tick[a->n++] = i == 0 ? 0 : i * step;
}

static void log_ticks(axis *a)
{
    static const double part[] = {1, 2, 5};
    const bool fine = a->high / a->low < 60;
    for (double power = pow(10, floor(log10(a->low))); power <= a->high && a->n < TICKS;
         power *= 10)
        for (int i = 0; i < (fine ? 3 : 1) && a->n < TICKS; i++)
            if (part[i] * power >= a->low * 0.999 && part[i] * power <= a->high * 1.001)
                a->tick[a->n++] = part[i] * power;
}

static int dot_x(const frame *f, double x)
{
    return 2 * (f->left + 1) + (int)lround(place(&f->x, x) * (2 * (f->columns - 2) - 1));
}

static int dot_y(const frame *f, double y)
{
    const int last = 4 * f->rows - 1;
    const int down = (int)lround((1 - place(&f->y, y)) * last);
    return 4 + (down < 0 ? 0 : down > last ? last : down);
}

/* ---- the ranges ---- */

static void find_ranges(frame *f)
{
    const term_chart *chart = f->chart;
    f->x = (axis){.low = INFINITY, .high = -INFINITY, .log = chart->x_log};
    f->y = (axis){.low = INFINITY, .high = -INFINITY, .log = chart->y_log};
    for (int s = 0; s < chart->n_series; s++)
        for (int i = 0; i < chart->series[s].n; i++) {
            const term_series *series = &chart->series[s];
            if (!can_show(&f->y, series->y[i])) continue;
            take(&f->x, series->x[i]);
            take(&f->y, series->y[i]);
            if (series->low) take(&f->y, series->low[i]);
            if (series->high) take(&f->y, series->high[i]);
        }
}

/* A level belongs to the picture unless it would squeeze the curve into a little more than half of
 * it. */
static bool is_near(const frame *f, double level)
{
    const double low = fmin(f->y.low, level), high = fmax(f->y.high, level);
    return can_show(&f->y, level) && high - low <= 1.6 * (f->y.high - f->y.low);
}

/* The nearest level first, so that one far off cannot bring in another. Returns words for the rest.
 */
static char *take_levels(frame *f, bool shown[])
{
    const axis curve = f->y;
    char *words = cli_copy("");
    for (int i = 0; i < f->chart->n_levels; i++) {
        const term_level *level = &f->chart->levels[i];
        frame alone = *f;
        alone.y = curve;
        shown[i] = is_near(&alone, level->value);
        if (shown[i]) {
            take(&f->y, level->value);
        } else if (isfinite(level->value)) {
            char *more =
                cli_format("%s%s%s %.5g", words, *words ? ", " : "", level->name, level->value);
            free(words);
            words = more;
        }
    }
    return words;
}

/* ---- axes ---- */

static void tick_text(char out[CLI_NUMBER_MAX], const axis *a, double value)
{
    if (a->log || a->digits > 6)
        snprintf(out, CLI_NUMBER_MAX, "%g", value);
    else
        snprintf(out, CLI_NUMBER_MAX, "%.*f", a->digits, value);
}

static int tick_columns(const axis *a)
{
    char text[CLI_NUMBER_MAX];
    int widest = 0;
    for (int i = 0; i < a->n; i++) {
        tick_text(text, a, a->tick[i]);
        if ((int)strlen(text) > widest) widest = (int)strlen(text);
    }
    return widest;
}

static void draw_y_axis(frame *f)
{
    const term_style *style = &f->canvas.style;
    char text[CLI_NUMBER_MAX];
    for (int r = 1; r <= f->rows; r++)
        term_put(&f->canvas, r, f->left - 1, term_glyph(style, 0x2502, '|'), QUIET);
    for (int i = 0; i < f->y.n; i++) {
        const int row = dot_y(f, f->y.tick[i]) / 4;
        tick_text(text, &f->y, f->y.tick[i]);
        term_text(&f->canvas, row, f->left - 2 - (int)strlen(text), f->left, text, PLAIN);
        term_put(&f->canvas, row, f->left - 1, term_glyph(style, 0x2524, '+'), QUIET);
    }
    term_put(&f->canvas, f->rows + 1, f->left - 1, term_glyph(style, 0x2514, '+'), QUIET);
}

/* A number under every x of the first series that is free of its neighbour. */
static void draw_x_axis(frame *f)
{
    const term_style *style = &f->canvas.style;
    const int row = f->rows + 1;
    const term_series *first = &f->chart->series[0];
    for (int c = 0; c < f->columns; c++)
        term_put(&f->canvas, row, f->left + c, term_glyph(style, 0x2500, '-'), QUIET);
    for (int i = 0, taken = 0; i < first->n; i++) {
        char text[CLI_NUMBER_MAX];
        const int length = snprintf(text, sizeof text, "%g", first->x[i]);
        if (!can_show(&f->x, first->x[i])) continue;
        const int column = dot_x(f, first->x[i]) / 2;
        int begin = column - (length - 1) / 2;
        if (begin + length > style->width) begin = style->width - length;
        if (begin < taken) continue;
        term_put(&f->canvas, row, column, term_glyph(style, 0x252c, '+'), QUIET);
        term_text(&f->canvas, row + 1, begin, length, text, PLAIN);
        taken = begin + length + 1;
    }
}

/* ---- curves ---- */

static bool is_point(const frame *f, const term_series *s, int i)
{
    return can_show(&f->y, s->y[i]) && can_show(&f->x, s->x[i]);
}

static void draw_lines(frame *f, const term_series *s)
{
    for (int i = 0, before = -1; i < s->n; i++) {
        if (!is_point(f, s, i)) continue;
        if (before >= 0)
            term_line(&f->canvas, dot_x(f, s->x[before]), dot_y(f, s->y[before]), dot_x(f, s->x[i]),
                      dot_y(f, s->y[i]), s->colour);
        before = i;
        if (!s->low || !can_show(&f->y, s->low[i]) || !can_show(&f->y, s->high[i])) continue;
        const int x = dot_x(f, s->x[i]);
        term_line(&f->canvas, x, dot_y(f, s->low[i]), x, dot_y(f, s->high[i]), s->colour);
    }
}

static void draw_marks(frame *f, const term_series *s)
{
    for (int i = 0; i < s->n; i++) {
        if (!is_point(f, s, i)) continue;
        const bool special = s->marks && s->marks[i];
        term_put(&f->canvas, dot_y(f, s->y[i]) / 4, dot_x(f, s->x[i]) / 2,
                 special ? s->marks[i] : s->mark,
                 (term_ink){special ? TERM_WARM : s->colour, TERM_NONE, true});
    }
}

static void draw_level(frame *f, double value)
{
    const int y = dot_y(f, value);
    for (int x = 2 * f->left; x < 2 * (f->left + f->columns); x += 3)
        term_dot(&f->canvas, x, y, TERM_QUIET);
}

/* ---- names at the right ---- */

typedef struct label {
    int y; /* dots */
    int row;
    char *text;
    int32_t colour;
} label;

static int by_height(const void *a, const void *b)
{
    const label *x = a, *y = b;
    return x->y != y->y ? (x->y > y->y) - (x->y < y->y) : strcmp(x->text, y->text);
}

/* Names of series and of levels that are in the picture, where they end. */
static int make_labels(const frame *f, label *out, const bool shown[])
{
    int n = 0;
    for (int s = 0; s < f->chart->n_series && n < LABELS; s++) {
        const term_series *series = &f->chart->series[s];
        int last = series->n - 1;
        while (last >= 0 && !is_point(f, series, last)) last--;
        if (!series->name || last < 0) continue;
        out[n++] = (label){.y = dot_y(f, series->y[last]),
                           .text = cli_format("%c %s", (int)(series->mark & 127), series->name),
                           .colour = series->colour};
    }
    for (int i = 0; i < f->chart->n_levels && n < LABELS; i++)
        if (shown[i])
            out[n++] = (label){.y = dot_y(f, f->chart->levels[i].value),
                               .text = cli_copy(f->chart->levels[i].name),
                               .colour = TERM_QUIET};
    return n;
}

/* Each in its row or the next free one; pushed up where there are none below. */
static void draw_labels(frame *f, label *labels, int n)
{
    for (int i = 0; i < n; i++) labels[i].row = labels[i].y / 4;
    qsort(labels, (size_t)n, sizeof *labels, by_height);
    for (int i = 1; i < n; i++)
        if (labels[i].row <= labels[i - 1].row) labels[i].row = labels[i - 1].row + 1;
    for (int i = n - 1, last = f->rows; i >= 0; i--, last--)
        if (labels[i].row > last) labels[i].row = last;
    for (int i = 0; i < n; i++) {
        term_text(&f->canvas, labels[i].row, f->left + f->columns + 1, f->canvas.style.width,
                  labels[i].text, (term_ink){labels[i].colour, TERM_NONE, false});
        free(labels[i].text);
    }
}

static int label_columns(const term_style *style, const term_chart *chart)
{
    int widest = 0;
    for (int s = 0; s < chart->n_series; s++)
        if (chart->series[s].name)
            widest = (int)fmax(widest, 2 + term_text_width(style, chart->series[s].name));
    for (int i = 0; i < chart->n_levels; i++)
        widest = (int)fmax(widest, term_text_width(style, chart->levels[i].name));
    return widest ? widest + 1 : 0;
}

/* ---- the whole ---- */

static void draw(frame *f, const bool shown[])
{
    const term_chart *chart = f->chart;
    label labels[LABELS];
    draw_y_axis(f);
    draw_x_axis(f);
    for (int i = 0; i < chart->n_levels; i++)
        if (shown[i]) draw_level(f, chart->levels[i].value);
    for (int s = chart->n_series - 1; s >= 0; s--) draw_lines(f, &chart->series[s]);
    for (int s = chart->n_series - 1; s >= 0; s--) draw_marks(f, &chart->series[s]);
    draw_labels(f, labels, make_labels(f, labels, shown));
}

/* Below: what is along x, what marks mean, levels that lie elsewhere. */
static void draw_words(frame *f, const char *outside)
{
    const int width = f->canvas.style.width;
    int row = f->rows + 3;
    term_text(&f->canvas, 0, 2, width, f->chart->title, BOLD);
    term_text(&f->canvas, row++, f->left, width, f->chart->x_axis, PLAIN);
    if (f->chart->key) term_text(&f->canvas, row++, 4, width, f->chart->key, PLAIN);
    if (*outside) {
        const int used = term_text(&f->canvas, row, 4, width, "outside the picture: ", PLAIN);
        term_text(&f->canvas, row, 4 + used, width, outside, PLAIN);
    }
}

char *term_plot(const term_style *style, const term_chart *chart)
{
    frame f = {.chart = chart, .rows = chart->rows};
    bool shown[LABELS] = {false};
    find_ranges(&f);
    if (!(f.y.low <= f.y.high)) return cli_copy(""); /* no point at all */
    widen(&f.x);
    widen(&f.y);
    char *outside = take_levels(&f, shown);
    if (f.y.log) log_ticks(&f.y);
    if (f.y.n < 2) { /* less than a power of ten: round places in between */
        f.y.n = 0;
        linear_ticks(&f.y, 4);
    }
    f.left = tick_columns(&f.y) + 6;
    f.columns = style->width - f.left - label_columns(style, chart);
    term_canvas_init(&f.canvas, style, f.rows + 4 + (chart->key != NULL) + (*outside != '\0'));
    draw(&f, shown);
    draw_words(&f, outside);
    char *text = term_canvas_text(&f.canvas);
    term_canvas_clear(&f.canvas);
    free(outside);
    return text;
}
