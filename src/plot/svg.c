/* SPDX-License-Identifier: BSD-3-Clause
 * A drawing as SVG 1.1: text stays text, positions are rounded to hundredths of a point, shapes that
 * are clipped alike are in one group.
 */
#include "io/writer.h"
#include "plot/drawing.h"
#include "util/utf8.h"

#include <math.h>
#include <string.h>

#define FONTS "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

/* Text of an element or an attribute; what XML cannot hold becomes '?'. */
static void escaped(lcn_writer *out, const char *text)
{
    for (size_t i = 0, end = strlen(text); i < end;) {
        uint32_t c;
        const size_t n = lcn_utf8_next(text + i, end - i, &c);
        const bool bad = n == 0 || c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xFFFE || c == 0xFFFF;
        if (bad)
            lcn_writer_text(out, "?");
        else if (c == '&' || c == '<' || c == '>' || c == '"')
            lcn_writer_text(out, c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&quot;");
        else
            lcn_writer_bytes(out, text + i, n);
        i += n > 0 ? n : 1;
    }
}

static void number(lcn_writer *out, const char *before, double value)
{
    lcn_writer_text(out, before);
    lcn_writer_double(out, round(value * 100) / 100 + 0.0);
}

static void attribute(lcn_writer *out, const char *name, double value)
{
    number(out, name, value);
    lcn_writer_text(out, "\"");
}

static void colour(lcn_writer *out, const char *name, uint32_t rgb)
{
    char text[8] = "#";
    for (int i = 0; i < 6; i++) text[1 + i] = "0123456789abcdef"[rgb >> (20 - 4 * i) & 15];
    text[7] = '\0';
    lcn_writer_text(out, name);
    lcn_writer_text(out, text);
    lcn_writer_text(out, "\"");
}

static void path(lcn_writer *out, const lcn_drawing *drawing, const lcn_shape *shape)
{
    const double *xy = drawing->points + 2 * shape->first;
    lcn_writer_text(out, "<path d=\"");
    for (int64_t i = 0; i < shape->count; i++) {
        number(out, i == 0 ? "M" : "L", xy[2 * i]);
        number(out, " ", xy[2 * i + 1]);
    }
    lcn_writer_text(out, shape->kind == LCN_SHAPE_FILL ? "Z\"" : "\"");
}

static void line(lcn_writer *out, const lcn_drawing *drawing, const lcn_shape *shape)
{
    path(out, drawing, shape);
    colour(out, " fill=\"none\" stroke=\"", shape->pen.rgb);
    attribute(out, " stroke-width=\"", shape->pen.width);
    if (shape->pen.dash > 0) {
        number(out, " stroke-dasharray=\"", shape->pen.dash);
        attribute(out, " ", shape->pen.gap);
    }
    lcn_writer_text(out, "/>\n");
}

static void fill(lcn_writer *out, const lcn_drawing *drawing, const lcn_shape *shape)
{
    path(out, drawing, shape);
    colour(out, " fill=\"", shape->pen.rgb);
    if (shape->alpha < 1) attribute(out, " fill-opacity=\"", shape->alpha);
    lcn_writer_text(out, "/>\n");
}

static void letters(lcn_writer *out, const lcn_drawing *drawing, const lcn_shape *shape)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    const double *xy = drawing->points + 2 * shape->first;
    attribute(out, "<text x=\"", xy[0]);
    attribute(out, " y=\"", xy[1]);
    attribute(out, " font-size=\"", shape->size);
    colour(out, " fill=\"", shape->pen.rgb);
    lcn_writer_text(out, " text-anchor=\"");
    lcn_writer_text(out, anchors[shape->anchor]);
    lcn_writer_text(out, "\"");
    if (shape->bold) lcn_writer_text(out, " font-weight=\"bold\"");
    if (shape->upright) {
        number(out, " transform=\"rotate(-90 ", xy[0]);
        number(out, " ", xy[1]);
        lcn_writer_text(out, ")\"");
    }
    lcn_writer_text(out, ">");
    escaped(out, shape->text);
    lcn_writer_text(out, "</text>\n");
}

static bool same_clip(const lcn_shape *a, const lcn_shape *b)
{
    return a->clipped == b->clipped &&
           (!a->clipped || memcmp(&a->clip, &b->clip, sizeof a->clip) == 0);
}

static void open_clip(lcn_writer *out, const lcn_shape *shape, int64_t id)
{
    lcn_writer_text(out, "<clipPath id=\"c");
    lcn_writer_int(out, id);
    attribute(out, "\"><rect x=\"", shape->clip.x);
    attribute(out, " y=\"", shape->clip.y);
    attribute(out, " width=\"", shape->clip.width);
    attribute(out, " height=\"", shape->clip.height);
    lcn_writer_text(out, "/></clipPath>\n<g clip-path=\"url(#c");
    lcn_writer_int(out, id);
    lcn_writer_text(out, ")\">\n");
}

static void shapes(lcn_writer *out, const lcn_drawing *drawing)
{
    static void (*const write[])(lcn_writer *, const lcn_drawing *, const lcn_shape *) = {
        [LCN_SHAPE_LINE] = line, [LCN_SHAPE_FILL] = fill, [LCN_SHAPE_TEXT] = letters};
    for (int64_t i = 0; i < drawing->n_shapes; i++) {
        const lcn_shape *shape = &drawing->shapes[i];
        const bool first = i == 0 || !same_clip(shape, shape - 1);
        const bool last = i + 1 == drawing->n_shapes || !same_clip(shape, shape + 1);
        if (first && shape->clipped) open_clip(out, shape, i);
        write[shape->kind](out, drawing, shape);
        if (last && shape->clipped) lcn_writer_text(out, "</g>\n");
    }
}

lacon_status lcn_svg_write(lacon_ctx *ctx, const lcn_drawing *drawing, const char *path_name,
                           const char *title)
{
    lcn_writer out;
    LCN_TRY(drawing->status);
    LCN_TRY(lcn_writer_open(ctx, &out, path_name));
    lcn_writer_text(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    number(&out, " width=\"", drawing->width);
    number(&out, "pt\" height=\"", drawing->height);
    number(&out, "pt\" viewBox=\"0 0 ", drawing->width);
    attribute(&out, " ", drawing->height);
    lcn_writer_text(&out, " font-family=\"" FONTS "\" stroke-linejoin=\"round\">\n<title>");
    escaped(&out, title);
    lcn_writer_text(&out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    shapes(&out, drawing);
    lcn_writer_text(&out, "</svg>\n");
    return lcn_writer_close(ctx, &out, LACON_OK);
}
