/* SPDX-License-Identifier: BSD-3-Clause
 * Recording a drawing; see drawing.h. The first failure (memory) stays in the drawing, so that those who
 * draw need not ask after every line.
 */
#include "plot/drawing.h"

#include <string.h>

void lcn_drawing_begin(lacon_ctx *ctx, lcn_drawing *drawing, double width, double height)
{
    *drawing = (lcn_drawing){.ctx = ctx, .status = LACON_OK, .width = width, .height = height};
}

void lcn_drawing_end(lcn_drawing *drawing)
{
    if (drawing->ctx == NULL) return;
    const lacon_allocator *a = &drawing->ctx->allocator;
    for (int64_t i = 0; i < drawing->n_shapes; i++) lcn_free(a, drawing->shapes[i].text);
    lcn_free(a, drawing->shapes);
    lcn_free(a, drawing->points);
    drawing->n_shapes = drawing->n_points = 0;
    drawing->shapes = NULL;
    drawing->points = NULL;
}

/* Makes place for count more items; false when there is no memory. */
static bool grow(lcn_drawing *drawing, void **block, int64_t used, int64_t *capacity, int64_t count,
                 size_t size)
{
    if (drawing->status < 0) return false;
    if (used + count <= *capacity) return true;
    const int64_t wanted = 2 * (used + count) + 64;
    void *larger = lcn_alloc(drawing->ctx, (size_t)wanted, size);
    if (larger == NULL) {
        drawing->status = LACON_E_MEMORY;
        return false;
    }
    if (used > 0) memcpy(larger, *block, (size_t)used * size);
    lcn_free(&drawing->ctx->allocator, *block);
    *block = larger;
    *capacity = wanted;
    return true;
}

/* A new shape with n points, or NULL. */
static lcn_shape *add(lcn_drawing *d, lcn_shape_kind kind, int64_t n, const double *xy)
{
    if (n < 1 ||
        !grow(d, (void **)&d->shapes, d->n_shapes, &d->shape_capacity, 1, sizeof *d->shapes) ||
        !grow(d, (void **)&d->points, d->n_points, &d->point_capacity, n, 2 * sizeof *d->points))
        return NULL;
    memcpy(d->points + 2 * d->n_points, xy, 2 * (size_t)n * sizeof *xy);
    lcn_shape *shape = &d->shapes[d->n_shapes++];
    *shape = (lcn_shape){.kind = kind,
                         .first = d->n_points,
                         .count = n,
                         .alpha = 1,
                         .clipped = d->clipped,
                         .clip = d->clip};
    d->n_points += n;
    return shape;
}

void lcn_draw_line(lcn_drawing *drawing, int64_t n, const double *xy, lcn_pen pen)
{
    lcn_shape *shape = add(drawing, LCN_SHAPE_LINE, n, xy);
    if (shape) shape->pen = pen;
}

void lcn_draw_fill(lcn_drawing *drawing, int64_t n, const double *xy, uint32_t rgb, double alpha)
{
    lcn_shape *shape = add(drawing, LCN_SHAPE_FILL, n, xy);
    if (!shape) return;
    shape->pen.rgb = rgb;
    shape->alpha = alpha;
}

void lcn_draw_text(lcn_drawing *drawing, double x, double y, const char *text, lcn_lettering how)
{
    lcn_shape *shape = add(drawing, LCN_SHAPE_TEXT, 1, (const double[]){x, y});
    if (!shape) return;
    shape->text = lcn_strdup(drawing->ctx, text);
    if (shape->text == NULL) drawing->status = LACON_E_MEMORY;
    shape->size = how.size;
    shape->anchor = how.anchor;
    shape->upright = how.upright;
    shape->bold = how.bold;
    shape->pen.rgb = how.rgb;
    shape->clipped = false;
}

void lcn_draw_clip(lcn_drawing *drawing, const lcn_rect *rect)
{
    drawing->clipped = rect != NULL;
    if (rect) drawing->clip = *rect;
}
