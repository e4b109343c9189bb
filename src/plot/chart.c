/* SPDX-License-Identifier: BSD-3-Clause
 * Charts as drawings; see chart.h. Sizes are in points, chosen for a figure across a page: letters of
 * 8 points, lines of about 1.
 */
#include "plot/chart.h"
#include "util/number.h"

#include <math.h>

enum { INK = 0x222222, GRID = 0xE4E4E4, FRAME = 0x888888 };
static const double LETTER = 8, LEFT = 46, RIGHT = 10, ABOVE = 22, BELOW = 34, LEGEND_LINE = 13,
                    MARGIN = 4;

/* ---- a panel ---- */

typedef struct frame {
    lcn_drawing *drawing;
    lcn_rect box;
    lcn_axis x, y;
} frame;

static double at_x(const frame *f, double value)
{
    return f->box.x + f->box.width * lcn_axis_place(&f->x, value);
}

static double at_y(const frame *f, double value)
{
    return f->box.y + f->box.height * (1 - lcn_axis_place(&f->y, value));
}

static bool shows(const lcn_axis *axis, double value)
{
    return isfinite(value) && (!axis->log || value > 0);
}

/* Smallest and largest of what the panel must hold. */
static void span_curves(const lcn_panel *panel, double x[2], double y[2])
{
    x[0] = y[0] = INFINITY;
    x[1] = y[1] = -INFINITY;
    for (int i = 0; i < panel->n_curves; i++) {
        const lcn_curve *curve = &panel->curves[i];
        for (int64_t j = 0; j < curve->n; j++) {
            if (!isfinite(curve->y[j]) || (panel->y_log && curve->y[j] <= 0)) continue;
            x[0] = fmin(x[0], curve->x[j]);
            x[1] = fmax(x[1], curve->x[j]);
            if (curve->may_leave) continue;
            y[0] = fmin(y[0], curve->y[j]);
            y[1] = fmax(y[1], curve->y[j]);
        }
    }
}

static void make_axes(frame *f, const lcn_panel *panel)
{
    double x[2], y[2];
    span_curves(panel, x, y);
    f->x = lcn_axis_over(x[0], x[1], panel->x_log);
    f->y = panel->y_limits ? lcn_axis_over(panel->y_low, panel->y_high, panel->y_log)
                           : lcn_axis_over(y[0], y[1], panel->y_log);
    if (panel->n_ticks == 0) return;
    f->x.n_ticks = 0;
    for (int64_t i = 0; i < panel->n_ticks && i < LCN_TICKS; i++)
        f->x.tick[f->x.n_ticks++] = panel->ticks[i];
}

static void stroke(lcn_drawing *d, double x0, double y0, double x1, double y1, lcn_pen pen)
{
    lcn_draw_line(d, 2, (const double[]){x0, y0, x1, y1}, pen);
}

static void tick_text(const frame *f, double x, double y, double value, lcn_anchor anchor)
{
    char text[LCN_NUMBER_MAX];
    text[lcn_format_double(text, value)] = '\0';
    lcn_draw_text(f->drawing, x, y, text,
                  (lcn_lettering){.size = LETTER, .anchor = anchor, .rgb = INK});
}

static void draw_axes(const frame *f, const lcn_panel *panel)
{
    const lcn_rect *b = &f->box;
    const lcn_pen grid = {GRID, 0.6, 0, 0}, edge = {FRAME, 0.8, 0, 0};
    for (int i = 0; i < f->x.n_ticks; i++) {
        const double x = at_x(f, f->x.tick[i]);
        stroke(f->drawing, x, b->y, x, b->y + b->height, grid);
        stroke(f->drawing, x, b->y + b->height, x, b->y + b->height + 3, edge);
        tick_text(f, x, b->y + b->height + 12, f->x.tick[i], LCN_ANCHOR_MIDDLE);
    }
    for (int i = 0; i < f->y.n_ticks; i++) {
        const double y = at_y(f, f->y.tick[i]);
        stroke(f->drawing, b->x, y, b->x + b->width, y, grid);
        stroke(f->drawing, b->x - 3, y, b->x, y, edge);
        tick_text(f, b->x - 5, y + 0.36 * LETTER, f->y.tick[i], LCN_ANCHOR_END);
    }
    const double right = b->x + b->width, bottom = b->y + b->height;
    lcn_draw_line(f->drawing, 5,
                  (const double[]){b->x, b->y, right, b->y, right, bottom, b->x, bottom, b->x, b->y},
                  edge);
    lcn_draw_text(f->drawing, b->x + b->width / 2, b->y - 7, panel->title,
                  (lcn_lettering){LETTER + 1, LCN_ANCHOR_MIDDLE, false, true, INK});
    lcn_draw_text(f->drawing, b->x + b->width / 2, bottom + 25, panel->x_axis,
                  (lcn_lettering){LETTER, LCN_ANCHOR_MIDDLE, false, false, INK});
    lcn_draw_text(f->drawing, b->x - LEFT + 13, b->y + b->height / 2, panel->y_axis,
                  (lcn_lettering){LETTER, LCN_ANCHOR_MIDDLE, true, false, INK});
}

/* ---- curves ---- */

/* On a log axis a band that reaches down to zero goes to the bottom. */
static double edge_y(const frame *f, double value)
{
    const double far = 4 * f->box.height; /* beyond the clip, finite */
    if (f->y.log && value <= 0) return f->box.y + f->box.height + far;
    const double y = at_y(f, value);
    return fmin(fmax(y, f->box.y - far), f->box.y + f->box.height + far);
}

static void draw_band(const frame *f, const lcn_curve *curve)
{
    enum { MOST = 64 };
    double xy[4 * MOST];
    int64_t n = 0, kept[MOST];
    for (int64_t j = 0; j < curve->n && n < MOST; j++)
        if (isfinite(curve->low[j]) && isfinite(curve->high[j])) kept[n++] = j;
    for (int64_t i = 0; i < n; i++) {
        const int64_t other = 2 * n - 1 - i, j = kept[i];
        xy[2 * i] = xy[2 * other] = at_x(f, curve->x[j]);
        xy[2 * i + 1] = edge_y(f, curve->high[j]);
        xy[2 * other + 1] = edge_y(f, curve->low[j]);
    }
    if (n > 1) lcn_draw_fill(f->drawing, 2 * n, xy, curve->style.rgb, 0.18);
}

static void draw_curve(const frame *f, const lcn_curve *curve)
{
    enum { MOST = 64 };
    double xy[2 * MOST];
    int64_t n = 0;
    for (int64_t j = 0; j < curve->n && n < MOST; j++) {
        if (!shows(&f->y, curve->y[j])) continue;
        xy[2 * n] = at_x(f, curve->x[j]);
        xy[2 * n + 1] = edge_y(f, curve->y[j]);
        n++;
    }
    const lcn_style *s = &curve->style;
    if (n > 1) lcn_draw_line(f->drawing, n, xy, (lcn_pen){s->rgb, s->width, s->dash, s->gap});
    for (int64_t i = 0; i < n; i++) lcn_draw_marker(f->drawing, xy[2 * i], xy[2 * i + 1], 2.2, s);
}

/* Corners of the markers, radius 1, y downwards. */
void lcn_draw_marker(lcn_drawing *drawing, double x, double y, double radius, const lcn_style *style)
{
    enum { DISC = 16 };
    static const struct {
        int n;
        double xy[2 * 12];
    } shapes[] = {
        [LCN_MARKER_SQUARE] = {4, {-.85, -.85, .85, -.85, .85, .85, -.85, .85}},
        [LCN_MARKER_UP] = {3, {0, -1.15, 1.05, .85, -1.05, .85}},
        [LCN_MARKER_DOWN] = {3, {0, 1.15, 1.05, -.85, -1.05, -.85}},
        [LCN_MARKER_DIAMOND] = {4, {0, -1.25, 1.1, 0, 0, 1.25, -1.1, 0}},
        [LCN_MARKER_CROSS] = {12, {0, -.35, .75, -1.1, 1.1, -.75, .35, 0, 1.1, .75, .75, 1.1,
                                   0, .35, -.75, 1.1, -1.1, .75, -.35, 0, -1.1, -.75, -.75, -1.1}},
    };
    double xy[2 * DISC];
    const bool disc = style->marker == LCN_MARKER_DISC;
    const int n = disc ? DISC : shapes[style->marker].n;
    for (int i = 0; i < n; i++) {
        const double angle = 6.283185307179586 * i / DISC;
        xy[2 * i] = x + radius * (disc ? cos(angle) : shapes[style->marker].xy[2 * i]);
        xy[2 * i + 1] = y + radius * (disc ? sin(angle) : shapes[style->marker].xy[2 * i + 1]);
    }
    lcn_draw_fill(drawing, n, xy, style->rgb, 1);
}

static void draw_panel(lcn_drawing *drawing, const lcn_panel *panel, lcn_rect box)
{
    frame f = {.drawing = drawing, .box = box};
    make_axes(&f, panel);
    draw_axes(&f, panel);
    lcn_draw_clip(drawing, &box);
    for (int i = 0; i < panel->n_curves; i++) draw_band(&f, &panel->curves[i]);
    for (int i = panel->n_curves - 1; i >= 0; i--) draw_curve(&f, &panel->curves[i]);
    lcn_draw_clip(drawing, NULL);
}

/* ---- the whole ---- */

/* Column by column, so that what is together in the list does so in the legend. */
static void draw_legend(lcn_drawing *drawing, const lcn_chart *chart, double top)
{
    const int rows = (chart->n_legend + chart->legend_columns - 1) / chart->legend_columns;
    const double width = (drawing->width - LEFT) / chart->legend_columns;
    for (int i = 0; i < chart->n_legend; i++) {
        const lcn_style *s = &chart->legend[i].style;
        const double x = LEFT + width * (i / rows), y = top + LEGEND_LINE * (i % rows);
        const lcn_pen pen = {s->rgb, s->width, s->dash, s->gap};
        stroke(drawing, x, y, x + 22, y, pen);
        lcn_draw_marker(drawing, x + 11, y, 2.4, s);
        lcn_draw_text(drawing, x + 28, y + 0.36 * LETTER, chart->legend[i].title,
                      (lcn_lettering){.size = LETTER, .anchor = LCN_ANCHOR_START, .rgb = INK});
    }
}

void lcn_chart_draw(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_chart *chart)
{
    const double wide = LEFT + chart->panel_width + RIGHT, high = ABOVE + chart->panel_height + BELOW;
    const int rows = chart->legend_columns > 0
                         ? (chart->n_legend + chart->legend_columns - 1) / chart->legend_columns
                         : 0;
    const double legend = rows * LEGEND_LINE, note = chart->note ? LETTER + 6 : 0;
    lcn_drawing_begin(ctx, drawing, chart->columns * wide,
                      chart->rows * high + legend + note + 2 * MARGIN);
    for (int i = 0; i < chart->rows * chart->columns; i++) {
        const lcn_rect box = {i % chart->columns * wide + LEFT, i / chart->columns * high + ABOVE,
                              chart->panel_width, chart->panel_height};
        draw_panel(drawing, &chart->panels[i], box);
    }
    if (rows > 0) draw_legend(drawing, chart, chart->rows * high + MARGIN + LEGEND_LINE / 2);
    if (chart->note)
        lcn_draw_text(drawing, LEFT, drawing->height - 6, chart->note,
                      (lcn_lettering){.size = LETTER - 1.5, .anchor = LCN_ANCHOR_START,
                                      .rgb = 0x666666});
}
