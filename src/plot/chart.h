/* SPDX-License-Identifier: BSD-3-Clause
 * Charts: panels in rows and columns with axes, curves with bands, one legend for all. What is drawn
 * with is in drawing.h; positions of ticks in axis.c.
 */
#ifndef LCN_CHART_H
#define LCN_CHART_H

#include "plot/drawing.h"

typedef enum lcn_marker {
    LCN_MARKER_DISC, LCN_MARKER_SQUARE, LCN_MARKER_UP, LCN_MARKER_DOWN, LCN_MARKER_DIAMOND,
    LCN_MARKER_CROSS
} lcn_marker;

typedef struct lcn_style {
    uint32_t rgb;
    lcn_marker marker;
    double width;     /* of the line, points */
    double dash, gap; /* 0, 0: solid */
} lcn_style;

/* A point without a value has y NaN; without a band low and high NaN. */
typedef struct lcn_curve {
    lcn_style style;
    int64_t n;
    const double *x, *y, *low, *high;
    bool may_leave; /* does not widen the panel: cut off at its edge */
} lcn_curve;

typedef struct lcn_panel {
    const char *title, *x_axis, *y_axis;
    bool x_log, y_log;
    int64_t n_ticks; /* of x, at these places; 0: chosen */
    const double *ticks;
    int n_curves;
    const lcn_curve *curves;
    bool y_limits; /* given; else from the curves */
    double y_low, y_high;
} lcn_panel;

typedef struct lcn_legend_entry {
    const char *title;
    lcn_style style;
} lcn_legend_entry;

typedef struct lcn_chart {
    int rows, columns;
    const lcn_panel *panels; /* row after row */
    double panel_width, panel_height;
    int n_legend, legend_columns;
    const lcn_legend_entry *legend;
    const char *note; /* small, at the bottom; NULL: none */
} lcn_chart;

/* Begins the drawing in the right size and fills it. */
void lcn_chart_draw(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_chart *chart);

/* ---- axis.c ---- */
enum { LCN_TICKS = 16 };
typedef struct lcn_axis {
    bool log;
    double low, high; /* what the axis spans */
    int n_ticks;
    double tick[LCN_TICKS];
} lcn_axis;
/* An axis that holds [low, high], widened by a little, with ticks at round numbers. */
lcn_axis lcn_axis_over(double low, double high, bool log);
double lcn_axis_place(const lcn_axis *axis, double value); /* 0 at low, 1 at high */
/* A marker of the given radius around (x, y). */
void lcn_draw_marker(lcn_drawing *drawing, double x, double y, double radius,
                     const lcn_style *style);

#endif
