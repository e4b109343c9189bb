/* SPDX-License-Identifier: BSD-3-Clause
 * A drawing as pixels. Each shape first becomes a mask of coverage, 0..1 per pixel, and is then blended
 * once, so that strokes of one shape may cross without showing. A stroke covers a pixel by how far its
 * centre lies inside the stroke's edge; a filled shape by four sub-rows with exact ends.
 */
#include "plot/drawing.h"
#include "util/utf8.h"

#include <math.h>
#include <string.h>

typedef struct canvas {
    int64_t width, height;
    double scale; /* pixels per point */
    uint8_t *pixels;
    float *mask;                        /* width × height, zero outside the box */
    int64_t left, top, right, bottom;   /* where the mask may not be zero */
    int64_t clip_left, clip_top, clip_right, clip_bottom;
} canvas;

static int64_t limit(double value, int64_t low, int64_t high)
{
    return value < (double)low ? low : value > (double)high ? high : (int64_t)value;
}

/* ---- the mask ---- */

static void mask_begin(canvas *c, const lcn_shape *shape)
{
    c->left = c->width;
    c->top = c->height;
    c->right = c->bottom = 0;
    c->clip_left = c->clip_top = 0;
    c->clip_right = c->width;
    c->clip_bottom = c->height;
    if (!shape->clipped) return;
    const lcn_rect *r = &shape->clip;
    c->clip_left = limit(round(r->x * c->scale), 0, c->width);
    c->clip_top = limit(round(r->y * c->scale), 0, c->height);
    c->clip_right = limit(round((r->x + r->width) * c->scale), 0, c->width);
    c->clip_bottom = limit(round((r->y + r->height) * c->scale), 0, c->height);
}

/* The pixels of [x0, x1] × [y0, y1] inside the clip join the box. */
static void mask_box(canvas *c, double x0, double y0, double x1, double y1, int64_t box[4])
{
    box[0] = limit(floor(x0), c->clip_left, c->clip_right);
    box[1] = limit(floor(y0), c->clip_top, c->clip_bottom);
    box[2] = limit(ceil(x1), c->clip_left, c->clip_right);
    box[3] = limit(ceil(y1), c->clip_top, c->clip_bottom);
    if (box[0] < c->left) c->left = box[0];
    if (box[1] < c->top) c->top = box[1];
    if (box[2] > c->right) c->right = box[2];
    if (box[3] > c->bottom) c->bottom = box[3];
}

static void mask_blend(canvas *c, uint32_t rgb, double alpha)
{
    for (int64_t y = c->top; y < c->bottom; y++) {
        for (int64_t x = c->left; x < c->right; x++) {
            float *cover = &c->mask[y * c->width + x];
            uint8_t *pixel = &c->pixels[3 * (y * c->width + x)];
            const double a = alpha * (*cover < 1 ? *cover : 1);
            for (int i = 0; a > 0 && i < 3; i++) {
                const double ink = (double)(rgb >> (16 - 8 * i) & 255);
                pixel[i] = (uint8_t)lround(pixel[i] + a * (ink - pixel[i]));
            }
            *cover = 0;
        }
    }
}

/* ---- strokes ---- */

static double distance(double x, double y, const double a[2], const double b[2])
{
    const double dx = b[0] - a[0], dy = b[1] - a[1], length2 = dx * dx + dy * dy;
    double t = length2 > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/* a, b and width in pixels, round ends */
static void segment(canvas *c, const double a[2], const double b[2], double width)
{
    const double reach = 0.5 * width + 0.5;
    int64_t box[4];
    mask_box(c, fmin(a[0], b[0]) - reach, fmin(a[1], b[1]) - reach, fmax(a[0], b[0]) + reach,
             fmax(a[1], b[1]) + reach, box);
    for (int64_t y = box[1]; y < box[3]; y++) {
        for (int64_t x = box[0]; x < box[2]; x++) {
            const double inside = reach - distance((double)x + 0.5, (double)y + 0.5, a, b);
            float *cover = &c->mask[y * c->width + x];
            if (inside > *cover) *cover = (float)fmin(inside, fmin(1, width));
        }
    }
}

/* Cut into dashes along its length; position: how far along the pattern. */
static void dashed(canvas *c, const double a[2], const double b[2], const lcn_pen *pen,
                   double *position)
{
    const double dash = pen->dash * c->scale, period = dash + pen->gap * c->scale;
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    for (double at = 0; at < length;) {
        const double phase = fmod(*position, period);
        const bool ink = phase < dash;
        const double step = fmin((ink ? dash : period) - phase + 1e-9, length - at);
        const double s = at / length, t = (at + step) / length;
        const double from[2] = {a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])};
        const double to[2] = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
        if (ink) segment(c, from, to, pen->width * c->scale);
        at += step;
        *position += step;
    }
}

static void line(canvas *c, const double *xy, const lcn_shape *shape)
{
    double position = 0;
    for (int64_t i = 0; i + 1 < shape->count; i++) {
        const double a[2] = {xy[2 * i] * c->scale, xy[2 * i + 1] * c->scale};
        const double b[2] = {xy[2 * i + 2] * c->scale, xy[2 * i + 3] * c->scale};
        if (shape->pen.dash > 0)
            dashed(c, a, b, &shape->pen, &position);
        else
            segment(c, a, b, shape->pen.width * c->scale);
    }
}

/* ---- filled shapes ---- */

enum { SUB = 4, CROSSINGS = 64 };

/* Where the outline crosses the height y, from left to right. */
static int crossings(const canvas *c, const double *xy, int64_t n, double y, double *out)
{
    int count = 0;
    for (int64_t i = 0; i < n && count < CROSSINGS; i++) {
        const double *a = xy + 2 * i, *b = xy + 2 * ((i + 1) % n);
        const double ay = a[1] * c->scale, by = b[1] * c->scale;
        if ((ay <= y) == (by <= y)) continue;
        const double x = (a[0] + (y - ay) / (by - ay) * (b[0] - a[0])) * c->scale;
        int j = count++;
        for (; j > 0 && out[j - 1] > x; j--) out[j] = out[j - 1];
        out[j] = x;
    }
    return count;
}

static void span(canvas *c, int64_t y, double from, double to, const int64_t box[4])
{
    from = fmax(from, (double)box[0]);
    to = fmin(to, (double)box[2]);
    for (int64_t x = (int64_t)from; (double)x < to; x++) {
        const double part = fmin(to, (double)x + 1) - fmax(from, (double)x);
        c->mask[y * c->width + x] += (float)(part / SUB);
    }
}

static void fill(canvas *c, const double *xy, const lcn_shape *shape)
{
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY, at[CROSSINGS];
    for (int64_t i = 0; i < shape->count; i++) {
        x0 = fmin(x0, xy[2 * i] * c->scale);
        x1 = fmax(x1, xy[2 * i] * c->scale);
        y0 = fmin(y0, xy[2 * i + 1] * c->scale);
        y1 = fmax(y1, xy[2 * i + 1] * c->scale);
    }
    int64_t box[4];
    mask_box(c, x0, y0, x1, y1, box);
    for (int64_t i = SUB * box[1]; i < SUB * box[3]; i++) {
        const int n = crossings(c, xy, shape->count, ((double)i + 0.5) / SUB, at);
        for (int j = 0; j + 1 < n; j += 2) span(c, i / SUB, at[j], at[j + 1], box);
    }
}

/* ---- text ---- */

typedef struct typesetter {
    canvas *canvas;
    double x, y;   /* pen, pixels */
    double unit;   /* pixels per unit of the letters */
    double width;  /* of the strokes, pixels */
    bool upright;
} typesetter;

static void place(const typesetter *t, const double unit[2], double out[2])
{
    const double along = unit[0] * t->unit, up = unit[1] * t->unit;
    out[0] = t->upright ? t->x - up : t->x + along;
    out[1] = t->upright ? t->y - along : t->y - up;
}

static void letter(typesetter *t, uint32_t character)
{
    enum { POINTS = 40 };
    const lcn_glyph *glyph = lcn_glyph_of(character);
    const char *at = glyph->stroke;
    double xy[2 * POINTS];
    for (int n; (n = lcn_glyph_stroke(&at, POINTS, xy)) > 0;) {
        for (int i = 0; i + 1 < n; i++) {
            double a[2], b[2];
            place(t, xy + 2 * i, a);
            place(t, xy + 2 * i + 2, b);
            segment(t->canvas, a, b, t->width);
        }
    }
    *(t->upright ? &t->y : &t->x) += (t->upright ? -1 : 1) * glyph->advance * t->unit;
}

static void text(canvas *c, const double *xy, const lcn_shape *shape)
{
    const double em = shape->size * c->scale;
    const double share = shape->anchor == LCN_ANCHOR_START    ? 0
                         : shape->anchor == LCN_ANCHOR_MIDDLE ? 0.5
                                                              : 1;
    const double back = share * lcn_text_width(shape->text) * em;
    typesetter t = {.canvas = c,
                    .x = xy[0] * c->scale - (shape->upright ? 0 : back),
                    .y = xy[1] * c->scale + (shape->upright ? back : 0),
                    .unit = em / LCN_GLYPH_EM,
                    .width = em * (shape->bold ? 0.115 : 0.082),
                    .upright = shape->upright};
    for (size_t i = 0, end = strlen(shape->text); i < end;) {
        uint32_t character = 0;
        const size_t n = lcn_utf8_next(shape->text + i, end - i, &character);
        letter(&t, n > 0 ? character : 0);
        i += n > 0 ? n : 1;
    }
}

/* ---- the drawing ---- */

static void render(canvas *c, const lcn_drawing *drawing)
{
    static void (*const draw[])(canvas *, const double *, const lcn_shape *) = {
        [LCN_SHAPE_LINE] = line, [LCN_SHAPE_FILL] = fill, [LCN_SHAPE_TEXT] = text};
    for (int64_t i = 0; i < drawing->n_shapes; i++) {
        const lcn_shape *shape = &drawing->shapes[i];
        mask_begin(c, shape);
        draw[shape->kind](c, drawing->points + 2 * shape->first, shape);
        mask_blend(c, shape->pen.rgb, shape->alpha);
    }
}

lacon_status lcn_raster(lacon_ctx *ctx, const lcn_drawing *drawing, double scale, uint8_t **pixels,
                        int64_t *width, int64_t *height)
{
    enum { MOST = 20000 }; /* pixels along a side */
    *pixels = NULL;
    LCN_TRY(drawing->status);
    *width = (int64_t)ceil(drawing->width * scale);
    *height = (int64_t)ceil(drawing->height * scale);
    LCN_FAIL_IF(*width < 1 || *height < 1 || *width > MOST || *height > MOST, LACON_E_LIMIT,
                "a picture of %lld by %lld pixels cannot be drawn", (long long)*width,
                (long long)*height);
    const size_t count = (size_t)*width * (size_t)*height;
    canvas c = {.width = *width, .height = *height, .scale = scale};
    c.pixels = lcn_alloc(ctx, count, 3);
    c.mask = lcn_alloc(ctx, count, sizeof *c.mask);
    const bool allocated = c.pixels && c.mask;
    if (allocated) {
        memset(c.pixels, 255, 3 * count);
        render(&c, drawing);
        *pixels = c.pixels;
    } else {
        lcn_free(&ctx->allocator, c.pixels);
    }
    lcn_free(&ctx->allocator, c.mask);
    return allocated ? LACON_OK : LACON_E_MEMORY;
}
