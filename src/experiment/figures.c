/* SPDX-License-Identifier: BSD-3-Clause
 * Summaries as figures. Curves (fig2, fig3, ari, runtime): a panel per number of classes and measure, a curve
 * with its 95 % band per contender, against rows or variables. table1: a row per contender, a point at
 * the mean over classes and a line of one standard deviation to both sides.
 */
#include "experiment/experiment.h"
#include "util/number.h"

#include <math.h>

/* ---- curves ---- */

enum { PANELS = 8 }; /* of the largest figure */

typedef struct curves {
    const lcn_plan *plan;
    int64_t n;    /* points of a curve */
    double *x;    /* n */
    double *values; /* y, low, high of every curve of every panel, then scratch of the summaries */
    lcn_curve *curve; /* contenders of every panel */
    lcn_panel panel[PANELS];
    lcn_legend_entry legend[LCN_CONTENDERS];
    char *title[PANELS];
    char *note;
} curves;

static lacon_status curves_begin(lacon_ctx *ctx, curves *c, const lcn_plan *plan, bool by_variables)
{
    *c = (curves){.plan = plan, .n = by_variables ? plan->n_variables : plan->n_samples};
    const int64_t all = PANELS * plan->n_contenders;
    c->x = lcn_alloc(ctx, (size_t)c->n, sizeof *c->x);
    c->values = lcn_alloc(ctx, (size_t)(3 * all * c->n + plan->reps), sizeof *c->values);
    c->curve = lcn_alloc(ctx, (size_t)all, sizeof *c->curve);
    if (!c->x || !c->values || !c->curve) return LACON_E_MEMORY;
    for (int64_t i = 0; i < c->n; i++)
        c->x[i] = (double)(by_variables ? plan->cells[i].variables
                                        : plan->cells[i * plan->n_variables].samples);
    for (int m = 0; m < plan->n_contenders; m++)
        c->legend[m] = (lcn_legend_entry){plan->contender[m]->shown.title, plan->contender[m]->style};
    return LACON_OK;
}

static void curves_end(lacon_ctx *ctx, curves *c)
{
    for (int i = 0; i < PANELS; i++) lcn_free(&ctx->allocator, c->title[i]);
    lcn_free(&ctx->allocator, c->note);
    lcn_free(&ctx->allocator, c->x);
    lcn_free(&ctx->allocator, c->values);
    lcn_free(&ctx->allocator, c->curve);
}

/* The curve of a contender over the cells first, first + step, ... */
static void take_curve(curves *c, lcn_curve *curve, double *values, int64_t first, int64_t step, int m,
                       int measure)
{
    double *scratch = c->values + 3 * PANELS * c->plan->n_contenders * c->n;
    double *y = values, *low = y + c->n, *high = low + c->n;
    for (int64_t i = 0; i < c->n; i++) {
        const lcn_summary s = lcn_plan_summary(c->plan, first + i * step, m, measure, scratch);
        y[i] = s.mean;
        low[i] = s.low;
        high[i] = s.high;
    }
    const unsigned place = c->plan->contender[m]->place,
                   beside = LCN_IN_LIKELIHOOD | LCN_IN_TABLE | LCN_IN_CHOICE;
    *curve = (lcn_curve){.style = c->plan->contender[m]->style,
                         .n = c->n,
                         .x = c->x,
                         .y = y,
                         .low = low,
                         .high = high,
                         .may_leave = !(place & ~beside)};
}

/* Panel number at: a measure over the cells of one number of classes. */
static lcn_panel *take_panel(curves *c, int at, int64_t first, int64_t step, int measure)
{
    const lcn_plan *plan = c->plan;
    lcn_panel *panel = &c->panel[at];
    lcn_curve *curve = c->curve + at * plan->n_contenders;
    double *values = c->values + 3 * at * plan->n_contenders * c->n;
    *panel = (lcn_panel){.title = plan->experiment->measure[measure].title,
                         .y_axis = plan->experiment->measure[measure].axis,
                         .x_axis = "samples per class, n",
                         .x_log = true,
                         .n_ticks = c->n,
                         .ticks = c->x,
                         .curves = curve};
    for (int m = 0; m < plan->n_contenders; m++, values += 3 * c->n)
        if (lcn_plan_applies(plan, first, m, measure))
            take_curve(c, &curve[panel->n_curves++], values, first, step, m, measure);
    return panel;
}

static lacon_status draw_curves(lacon_ctx *ctx, lcn_drawing *drawing, curves *c, lcn_chart chart)
{
    const lcn_plan *plan = c->plan;
    c->note = lcn_sprintf(ctx, "mean of %lld repetition%s; bands: 95 %% interval of the mean",
                          (long long)plan->reps, plan->reps == 1 ? "" : "s");
    if (c->note == NULL) return LACON_E_MEMORY;
    chart.panels = c->panel;
    chart.n_legend = plan->n_contenders;
    chart.legend = c->legend;
    chart.note = c->note;
    lcn_chart_draw(ctx, drawing, &chart);
    return drawing->status;
}

/* "N = 10: " before the title of the measure; NULL: no memory. */
static const char *title(lacon_ctx *ctx, curves *c, int at, int64_t cell, const char *text)
{
    c->title[at] = lcn_sprintf(ctx, "%s, N = %lld", text, (long long)c->plan->cells[cell].classes);
    return c->title[at];
}

/* A row of panels per number of classes, a panel per measure that has a title. */
lacon_status lcn_draw_errors(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan)
{
    int measures = 0;
    for (int i = 0; i < plan->experiment->n_measures; i++)
        measures += plan->experiment->measure[i].title[0] != '\0';
    curves c;
    lacon_status status;
    LCN_GOTO(curves_begin(ctx, &c, plan, false));
    const int64_t cells = plan->n_samples * plan->n_variables;
    for (int i = 0; i < plan->n_classes * measures; i++) {
        const int64_t first = i / measures * cells;
        lcn_panel *panel = take_panel(&c, i, first, plan->n_variables, i % measures);
        panel->title = title(ctx, &c, i, first, panel->title);
        panel->y_log = i % measures < 2; /* errors span powers of ten */
        LCN_GOTO(panel->title ? LACON_OK : LACON_E_MEMORY);
    }
    LCN_GOTO(draw_curves(ctx, drawing, &c,
                         (lcn_chart){.rows = (int)plan->n_classes,
                                     .columns = measures,
                                     .panel_width = 165,
                                     .panel_height = 140,
                                     .legend_columns = 3}));
done:
    curves_end(ctx, &c);
    return status;
}

/* Gaussian data above, directed data below. */
lacon_status lcn_draw_ari(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan)
{
    const int columns = (int)plan->n_classes, rows = plan->experiment->n_measures;
    curves c;
    lacon_status status;
    LCN_GOTO(curves_begin(ctx, &c, plan, false));
    const int64_t cells = plan->n_samples * plan->n_variables;
    for (int i = 0; i < rows * columns; i++) {
        const int measure = i / columns;
        const int64_t first = lcn_plan_first(plan, measure) + i % columns * cells;
        lcn_panel *panel = take_panel(&c, i, first, plan->n_variables, measure);
        panel->title = title(ctx, &c, i, first, panel->title);
        panel->y_limits = true;
        panel->y_high = 1;
        LCN_GOTO(panel->title ? LACON_OK : LACON_E_MEMORY);
    }
    LCN_GOTO(draw_curves(ctx, drawing, &c,
                         (lcn_chart){.rows = rows,
                                     .columns = columns,
                                     .panel_width = 200,
                                     .panel_height = 150,
                                     .legend_columns = columns}));
done:
    curves_end(ctx, &c);
    return status;
}

lacon_status lcn_draw_runtime(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan)
{
    const int rows = plan->experiment->n_measures;
    curves c;
    lacon_status status;
    LCN_GOTO(curves_begin(ctx, &c, plan, true));
    for (int i = 0; i < rows; i++) {
        lcn_panel *panel = take_panel(&c, i, lcn_plan_first(plan, i), 1, i);
        panel->x_axis = "variables, p";
        panel->y_log = true;
    }
    LCN_GOTO(draw_curves(
        ctx, drawing, &c,
        (lcn_chart){.rows = rows, .columns = 1, .panel_width = 360, .panel_height = 190,
                    .legend_columns = 2}));
done:
    curves_end(ctx, &c);
    return status;
}

/* ---- table1 ---- */

static const lcn_lettering LABEL = {.size = 8, .anchor = LCN_ANCHOR_END, .rgb = 0x222222};

/* Two decimals, whatever the locale; "-" for none. */
static char *hundredths(lacon_ctx *ctx, double value)
{
    if (!(fabs(value) < 1e15)) return lcn_strdup(ctx, "-"); /* its hundredths fit into 63 bits */
    const long long all = llround(100 * fabs(value));
    return lcn_sprintf(ctx, "%s%lld.%02lld", value < 0 ? "-" : "", all / 100, all % 100);
}

/* "-160.19 (23.43)", and "k = 10" where it was chosen */
static void draw_numbers(lcn_drawing *drawing, double x, double y, const lcn_summary *s, double k)
{
    lacon_ctx *ctx = drawing->ctx;
    char *mean = hundredths(ctx, s->mean), *sd = hundredths(ctx, s->sd);
    char *text = mean && sd ? lcn_sprintf(ctx, "%s (%s)", mean, sd) : NULL;
    char *modules = isnan(k) ? lcn_strdup(ctx, "") : lcn_sprintf(ctx, "k = %d", (int)k);
    if (text && modules) {
        lcn_draw_text(drawing, x, y, text, LABEL);
        lcn_draw_text(drawing, x + 42, y, modules, LABEL);
    } else {
        drawing->status = LACON_E_MEMORY;
    }
    char *const blocks[] = {mean, sd, text, modules};
    for (int i = 0; i < 4; i++) lcn_free(&ctx->allocator, blocks[i]);
}

static void draw_row(lcn_drawing *drawing, const lcn_axis *axis, const lcn_rect *box, double y,
                     const lcn_contender *who, const lcn_summary *s, double k)
{
    lcn_draw_text(drawing, box->x - 8, y + 3, who->shown.title, LABEL);
    if (isnan(s->mean)) {
        lcn_draw_text(drawing, box->x + box->width + 70, y + 3, "failed", LABEL);
        return;
    }
    const double x = box->x + box->width * lcn_axis_place(axis, s->mean);
    const double half = isnan(s->sd) ? 0 : s->sd / (axis->high - axis->low) * box->width;
    lcn_draw_line(drawing, 2, (const double[]){x - half, y, x + half, y},
                  (lcn_pen){who->style.rgb, 1.4, 0, 0});
    lcn_draw_marker(drawing, x, y, 3, &who->style);
    draw_numbers(drawing, box->x + box->width + 70, y + 3, s, k);
}

static void draw_scale(lcn_drawing *drawing, const lcn_axis *axis, const lcn_rect *box)
{
    const lcn_lettering middle = {.size = 8, .anchor = LCN_ANCHOR_MIDDLE, .rgb = 0x222222};
    for (int i = 0; i < axis->n_ticks; i++) {
        const double x = box->x + box->width * lcn_axis_place(axis, axis->tick[i]);
        char text[LCN_NUMBER_MAX];
        text[lcn_format_double(text, axis->tick[i])] = '\0';
        lcn_draw_line(drawing, 2, (const double[]){x, box->y, x, box->y + box->height},
                      (lcn_pen){0xE4E4E4, 0.6, 0, 0});
        lcn_draw_text(drawing, x, box->y + box->height + 12, text, middle);
    }
    lcn_draw_text(drawing, box->x + box->width / 2, box->y + box->height + 26,
                  "log-likelihood of a held-out row: mean over classes, one standard deviation",
                  middle);
}

lacon_status lcn_draw_table1(lacon_ctx *ctx, lcn_drawing *drawing, const lcn_plan *plan)
{
    const double line = 16, width = 290, left = 180;
    lcn_summary s[LCN_CONTENDERS];
    double k[LCN_CONTENDERS];
    double *scratch = lcn_alloc(ctx, (size_t)plan->reps, sizeof *scratch), low = INFINITY,
           high = -INFINITY;
    if (scratch == NULL) return LACON_E_MEMORY;
    for (int m = 0; m < plan->n_contenders; m++) {
        k[m] = lcn_plan_applies(plan, 0, m, 1) ? lcn_plan_summary(plan, 0, m, 1, scratch).mean : NAN;
        s[m] = lcn_plan_summary(plan, 0, m, 0, scratch);
        const double half = isnan(s[m].sd) ? 0 : s[m].sd;
        low = fmin(low, s[m].mean - half); /* fmin passes over NaN */
        high = fmax(high, s[m].mean + half);
    }
    lcn_free(&ctx->allocator, scratch);
    const lcn_axis axis = lcn_axis_over(low, high, false);
    const lcn_rect box = {left, 8, width, line * plan->n_contenders};
    lcn_drawing_begin(ctx, drawing, left + width + 126, box.y + box.height + 36);
    draw_scale(drawing, &axis, &box);
    for (int m = 0; m < plan->n_contenders; m++)
        draw_row(drawing, &axis, &box, box.y + line * (m + 0.5), plan->contender[m], &s[m], k[m]);
    return drawing->status;
}

/* ---- files ---- */

lacon_status lcn_figures_write(lacon_ctx *ctx, const lcn_plan *plan, const char *dir)
{
    const double scale = 2.5; /* 180 pixels per inch */
    const char *name = plan->experiment->shown.name;
    char *svg = lcn_sprintf(ctx, "%s/%s.svg", dir, name);
    char *png = lcn_sprintf(ctx, "%s/%s.png", dir, name);
    lcn_drawing drawing = {.ctx = ctx};
    lacon_status status;
    LCN_GOTO(svg && png ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(plan->experiment->draw(ctx, &drawing, plan));
    LCN_GOTO(lcn_svg_write(ctx, &drawing, svg, plan->experiment->shown.help));
    LCN_GOTO(lcn_png_write(ctx, &drawing, png, scale));
done:
    lcn_drawing_end(&drawing);
    lcn_free(&ctx->allocator, svg);
    lcn_free(&ctx->allocator, png);
    return status;
}
