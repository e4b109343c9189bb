/* SPDX-License-Identifier: BSD-3-Clause
 * A drawing is a list of lines, filled shapes and texts in points (1/72 inch, y downwards). It is made
 * once (chart.c) and written twice: as SVG, where text stays text (svg.c), and as pixels (raster.c,
 * png.c) with letters of our own (glyphs.c), so that a picture is the same bytes on a machine without
 * any fonts.
 */
#ifndef LCN_DRAWING_H
#define LCN_DRAWING_H

#include "util/ctx.h"

typedef enum lcn_shape_kind { LCN_SHAPE_LINE, LCN_SHAPE_FILL, LCN_SHAPE_TEXT } lcn_shape_kind;
typedef enum lcn_anchor { LCN_ANCHOR_START, LCN_ANCHOR_MIDDLE, LCN_ANCHOR_END } lcn_anchor;

typedef struct lcn_pen {
    uint32_t rgb;
    double width;
    double dash, gap; /* 0, 0: solid */
} lcn_pen;

typedef struct lcn_rect {
    double x, y, width, height;
} lcn_rect;

typedef struct lcn_shape {
    lcn_shape_kind kind;
    int64_t first, count; /* of the drawing's points; a text: its place */
    lcn_pen pen;          /* of a fill and a text: rgb only */
    double alpha;         /* of a fill */
    double size;          /* of a text: height of the letters' em */
    lcn_anchor anchor;
    bool upright; /* text that runs upwards */
    bool bold;
    bool clipped;
    lcn_rect clip;
    char *text;
} lcn_shape;

typedef struct lcn_drawing {
    lacon_ctx *ctx;
    lacon_status status; /* the first failure; drawing goes on doing nothing */
    double width, height;
    lcn_shape *shapes;
    int64_t n_shapes, shape_capacity;
    double *points; /* x, y */
    int64_t n_points, point_capacity;
    bool clipped;
    lcn_rect clip;
} lcn_drawing;

void lcn_drawing_begin(lacon_ctx *ctx, lcn_drawing *drawing, double width, double height);
void lcn_drawing_end(lcn_drawing *drawing);

/* n points, x y x y ... */
void lcn_draw_line(lcn_drawing *drawing, int64_t n, const double *xy, lcn_pen pen);
void lcn_draw_fill(lcn_drawing *drawing, int64_t n, const double *xy, uint32_t rgb, double alpha);
/* y is the base line. */
typedef struct lcn_lettering {
    double size;
    lcn_anchor anchor;
    bool upright, bold;
    uint32_t rgb;
} lcn_lettering;
void lcn_draw_text(lcn_drawing *drawing, double x, double y, const char *text, lcn_lettering how);
/* Lines and fills from here on show inside the rectangle only; NULL: everywhere. */
void lcn_draw_clip(lcn_drawing *drawing, const lcn_rect *rect);

lacon_status lcn_svg_write(lacon_ctx *ctx, const lcn_drawing *drawing, const char *path,
                           const char *title);
/* scale pixels per point */
lacon_status lcn_png_write(lacon_ctx *ctx, const lcn_drawing *drawing, const char *path,
                           double scale);

/* ---- raster.c, glyphs.c: for png.c and the tests ---- */

/* width × height pixels of three bytes, rows from above; a block of the context. */
lacon_status lcn_raster(lacon_ctx *ctx, const lcn_drawing *drawing, double scale, uint8_t **pixels,
                        int64_t *width, int64_t *height);

/* A letter as strokes on a grid of LCN_GLYPH_EM units to the em. */
typedef struct lcn_glyph {
    uint16_t character;
    int16_t advance;    /* units to the next letter */
    const char *stroke; /* see glyphs.c */
} lcn_glyph;
enum { LCN_GLYPH_EM = 100 };
const lcn_glyph *lcn_glyph_of(uint32_t character); /* a box for those we do not have */
/* Up to capacity points of the next stroke into xy (units, y upwards); the number, 0 at the end. */
int lcn_glyph_stroke(const char **at, int capacity, double *xy);
/* Width of a text as raster.c sets it, in ems. */
double lcn_text_width(const char *text);

#endif
