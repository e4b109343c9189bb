/* SPDX-License-Identifier: BSD-3-Clause
 * Figures of a model without a browser, as SVG and PNG (src/plot): the weights of the variables by module, the mean
 * correlation of every two modules and its spread over the classes. The page (page.c) draws its own, more of them.
 */
#include "plot/drawing.h"
#include "report/report.h"

#include <math.h>

static const lcn_lettering LABEL = {.size = 8, .anchor = LCN_ANCHOR_END, .rgb = 0x222222};
static const lcn_lettering TITLE = {.size = 10, .anchor = LCN_ANCHOR_START, .bold = true, .rgb = 0x222222};
static const double MARGIN = 14;  /* points around everything */
static const double PIXELS = 2;   /* of a PNG per point: sharp at 144 dots per inch */

static void fill_box(lcn_drawing *d, double x, double y, double width, double height, uint32_t rgb)
{
    lcn_draw_fill(d, 4, (const double[]){x, y, x + width, y, x + width, y + height, x, y + height}, rgb, 1);
}

/* A text made by lcn_sprintf, drawn and released. */
static void draw_made(lcn_drawing *d, double x, double y, char *text, lcn_lettering how)
{
    if (text == NULL) d->status = LACON_E_MEMORY;
    else lcn_draw_text(d, x, y, text, how);
    lcn_free(&d->ctx->allocator, text);
}

/* ---- correlations ---- */

/* Mean over the classes of G_ab / sqrt(G_aa G_bb), or its standard deviation; NaN where fewer than one, or two, have it. */
static double over_classes(const lacon_model *m, int64_t a, int64_t b, bool spread)
{
    const int64_t k = m->k;
    double sum = 0, square = 0;
    int64_t n = 0;
    for (int64_t c = 0; c < m->n_classes; c++) {
        const double *G = m->G + c * k * k, r = G[a * k + b] / sqrt(G[a * k + a] * G[b * k + b]);
        if (!isfinite(r)) continue;
        sum += r;
        square += r * r;
        n++;
    }
    const double mean = sum / (double)n;
    if (!spread) return n > 0 ? mean : NAN;
    return n > 1 ? sqrt(fmax(0, (square - (double)n * mean * mean) / (double)(n - 1))) : NAN;
}

/* White at 0, blue at 1, orange at -1. */
static uint32_t shade(double value)
{
    static const int ends[2][3] = {{0x00, 0x5a, 0xa0}, {0xc8, 0x50, 0x00}};
    const int *end = ends[value < 0];
    const double t = fmin(1, fabs(value));
    uint32_t rgb = 0;
    for (int i = 0; i < 3; i++) rgb = rgb << 8 | (uint32_t)lround(255 + t * (end[i] - 255));
    return rgb;
}

/* Two decimals, whatever the locale. */
static char *hundredths(lacon_ctx *ctx, double value)
{
    const long long all = llround(100 * fabs(value));
    return lcn_sprintf(ctx, "%s%lld.%02lld", value < 0 && all > 0 ? "-" : "", all / 100, all % 100);
}

static void draw_heat(lacon_ctx *ctx, lcn_drawing *d, const lacon_model *m, bool spread)
{
    const double side = m->k <= 30 ? 24 : 8, left = MARGIN + 24, top = MARGIN + 30; /* numbers fit cells of 24 points */
    const lcn_lettering middle = {.size = 7, .anchor = LCN_ANCHOR_MIDDLE, .rgb = 0x222222};
    const double width = left + side * (double)m->k + MARGIN;
    lcn_drawing_begin(ctx, d, fmax(width, 330), top + side * (double)m->k + MARGIN);
    lcn_draw_text(d, MARGIN, MARGIN + 8, spread ? "correlation between modules: sd over classes"
                                                : "correlation between modules: mean over classes", TITLE);
    for (int64_t a = 0; a < m->k; a++) {
        const double y = top + side * (double)a;
        draw_made(d, left - 4, y + side / 2 + 3, lcn_sprintf(ctx, "%lld", (long long)a + 1), LABEL);
        if (side > 10)
            draw_made(d, left + side * ((double)a + 0.5), top - 4, lcn_sprintf(ctx, "%lld", (long long)a + 1), middle);
        for (int64_t b = 0; b < m->k; b++) {
            const double r = over_classes(m, a, b, spread), x = left + side * (double)b;
            fill_box(d, x, y, side - 0.5, side - 0.5, a == b || isnan(r) ? 0xe8e8e8 : shade(r));
            if (a != b && !isnan(r) && side > 10) draw_made(d, x + side / 2, y + side / 2 + 2.5, hundredths(ctx, r), middle);
        }
    }
}

/* ---- weights ---- */

/* Variables by module, in it the heaviest first; the unassigned last. index: p. */
static void order_variables(const lacon_model *m, int64_t *index)
{
    int64_t at = 0;
    for (int64_t j = 1; j <= m->k + 1; j++) {
        const int64_t begin = at;
        for (int64_t r = 0; r < m->p; r++)
            if (m->module_of[r] == (j <= m->k ? j : 0)) index[at++] = r;
        for (int64_t i = begin + 1; i < at && j <= m->k; i++) { /* insertion: stable */
            const int64_t r = index[i];
            int64_t s = i;
            for (; s > begin && m->W[index[s - 1] * m->k + j - 1] < m->W[r * m->k + j - 1]; s--) index[s] = index[s - 1];
            index[s] = r;
        }
    }
}

/* A bar per variable, as long as its weight relative to the heaviest of its module; modules apart. */
static lacon_status draw_weights(lacon_ctx *ctx, lcn_drawing *d, const lacon_model *m)
{
    const double line = m->p <= 200 ? 10 : 4, left = MARGIN + 130, bar = 200; /* names fit lines of 10 points */
    int64_t *index = lcn_alloc(ctx, (size_t)m->p, sizeof *index);
    if (index == NULL) return LACON_E_MEMORY;
    order_variables(m, index);
    lcn_drawing_begin(ctx, d, left + bar + MARGIN, MARGIN + 24 + line * (double)(m->p + m->k + 1) + MARGIN);
    lcn_draw_text(d, MARGIN, MARGIN + 8, "weights of the variables, by module", TITLE);
    double y = MARGIN + 24, heaviest = 1;
    for (int64_t i = 0; i < m->p; i++) {
        const int64_t r = index[i], j = m->module_of[r];
        const bool first = i == 0 || m->module_of[index[i - 1]] != j;
        const double weight = j > 0 ? m->W[r * m->k + j - 1] : 0;
        if (first && i > 0) y += line;
        if (first) heaviest = weight > 0 ? weight : 1;
        if (first) draw_made(d, MARGIN, y + 7, j > 0 ? lcn_sprintf(ctx, "%lld", (long long)j) : lcn_strdup(ctx, "none"),
                             (lcn_lettering){.size = 8, .bold = true, .rgb = 0x222222});
        if (line > 5) lcn_draw_text(d, left - 5, y + 7, lacon_model_name(m, r), LABEL);
        fill_box(d, left, y + 0.15 * line, bar * weight / heaviest, 0.7 * line, j % 2 ? 0x005aa0 : 0x5aa0c8);
        y += line;
    }
    lcn_free(&ctx->allocator, index);
    return LACON_OK;
}

/* ---- files ---- */

static lacon_status write_both(lacon_ctx *ctx, lcn_drawing *d, const char *dir, const char *name)
{
    char *svg = lcn_sprintf(ctx, "%s/%s.svg", dir, name), *png = lcn_sprintf(ctx, "%s/%s.png", dir, name);
    lacon_status status = svg != NULL && png != NULL ? d->status : LACON_E_MEMORY;
    if (status >= 0) status = lcn_svg_write(ctx, d, svg, name);
    if (status >= 0) status = lcn_png_write(ctx, d, png, PIXELS);
    lcn_free(&ctx->allocator, svg);
    lcn_free(&ctx->allocator, png);
    lcn_drawing_end(d);
    return status;
}

lacon_status lacon_model_figures(lacon_ctx *ctx, const lacon_model *model, const char *dir)
{
    lcn_drawing d = {0};
    LCN_TRY(draw_weights(ctx, &d, model));
    LCN_TRY(write_both(ctx, &d, dir, "weights"));
    if (model->k < 2) return LACON_OK;
    draw_heat(ctx, &d, model, false);
    LCN_TRY(write_both(ctx, &d, dir, "correlation"));
    if (model->n_classes < 2) return LACON_OK;
    draw_heat(ctx, &d, model, true);
    return write_both(ctx, &d, dir, "spread");
}
