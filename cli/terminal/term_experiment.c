/* SPDX-License-Identifier: BSD-3-Clause
 * What experiment shows on a terminal: the first measure of its summary, a curve per method against
 * rows or variables, one picture for each number of classes; where there is nothing along x, a row
 * per method. The whole figure is the experiment's own svg.
 */
#include "terminal/term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 13, METHODS = 26 };

/* A line of NAME-summary.tsv. */
typedef struct row {
    double classes, samples, variables;
    char *method, *measure;
    double mean, sd, low, high;
} row;

typedef struct rows {
    row *row;
    int n;
} rows;

static double number_of(const char *text)
{
    return strcmp(text, "NA") == 0 ? NAN : strtod(text, NULL);
}

/* False: not a line of the table. */
static bool parse(row *out, char *line)
{
    char *cell[CELLS];
    for (int i = 0; i < CELLS; i++)
        if (!(cell[i] = strsep(&line, "\t\n"))) return false;
    *out = (row){number_of(cell[0]), number_of(cell[1]),  number_of(cell[2]),
                 cli_copy(cell[3]),  cli_copy(cell[4]),   number_of(cell[8]),
                 number_of(cell[9]), number_of(cell[10]), number_of(cell[11])};
    return true;
}

static rows read_rows(const char *dir, const char *name)
{
    rows all = {0};
    char *path = cli_format("%s/%s-summary.tsv", dir, name), *line = NULL;
    FILE *file = fopen(path, "r");
    size_t capacity = 0;
    bool header = true;
    while (file && getline(&line, &capacity, file) > 0) {
        if (!header) {
            all.row = cli_resize(all.row, (size_t)all.n + 1, sizeof *all.row);
            all.n += parse(&all.row[all.n], line);
        }
        header = false;
    }
    if (file) fclose(file);
    free(line);
    free(path);
    return all;
}

static void rows_free(rows *all)
{
    for (int i = 0; i < all->n; i++) {
        free(all->row[i].method);
        free(all->row[i].measure);
    }
    free(all->row);
}

static const char *title_of(const char *measure)
{
    static const char *const titles[][2] = {
        {"w_error", "error of W"},
        {"ari", "adjusted Rand index of the modules"},
        {"milliseconds", "milliseconds of processor time"},
        {"loglik", "log-likelihood of a held-out row, one standard deviation over classes"},
    };
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(measure, titles[i][0]) == 0) return titles[i][1];
    return measure;
}

/* ---- one picture: rows of one measure and number of classes ---- */

typedef struct picture {
    const char *name[METHODS]; /* of methods, in the order of the table */
    int methods;
    const row **row; /* of the picture, n of them */
    int n;
    bool by_variables;
    double *x, *y; /* n each, method by method; intervals would hide each other */
    term_series series[METHODS];
} picture;

static void take_row(picture *p, const row *r)
{
    int m = 0;
    while (m < p->methods && strcmp(p->name[m], r->method) != 0) m++;
    if (m == METHODS) return;
    if (m == p->methods) p->name[p->methods++] = r->method;
    p->row[p->n++] = r;
}

static bool belongs(const row *r, const char *measure, double classes)
{
    return strcmp(r->measure, measure) == 0 && r->classes == classes;
}

static picture picture_of(const rows *all, const char *measure, double classes)
{
    picture p = {.by_variables = true};
    const size_t capacity = (size_t)all->n;
    const row *first = NULL;
    p.row = cli_alloc(capacity, sizeof *p.row);
    for (int i = 0; i < all->n; i++) {
        if (!belongs(&all->row[i], measure, classes)) continue;
        if (!first) first = &all->row[i];
        if (all->row[i].samples != first->samples) p.by_variables = false;
    }
    for (int i = 0; i < all->n; i++) /* of a grid its first line */
        if (belongs(&all->row[i], measure, classes) &&
            (p.by_variables || all->row[i].variables == first->variables))
            take_row(&p, &all->row[i]);
    p.x = cli_alloc(2 * capacity, sizeof *p.x);
    p.y = p.x + capacity;
    return p;
}

static void picture_clear(picture *p)
{
    free(p->row);
    free(p->x);
}

/* Returns the most points a curve has. */
static int make_series(picture *p)
{
    static const int32_t hue[] = {0xd75f00, 0x0087d7, 0x00af5f, 0xd787af, 0xd7af00,
                                  0x5fafff, 0x87875f, 0xaf5faf, 0x5fafaf, 0x878787};
    int at = 0, most = 0;
    for (int m = 0; m < p->methods; m++) {
        const int first = at;
        for (int i = 0; i < p->n; i++) {
            const row *r = p->row[i];
            if (strcmp(r->method, p->name[m]) != 0) continue;
            p->x[at] = p->by_variables ? r->variables : r->samples;
            p->y[at++] = r->mean;
        }
        p->series[m] = (term_series){.name = p->name[m],
                                     .n = at - first,
                                     .x = p->x + first,
                                     .y = p->y + first,
                                     .mark = (uint32_t)('a' + m),
                                     .colour = hue[m % 10]};
        if (at - first > most) most = at - first;
    }
    return most;
}

static void show_ranges(const term_style *style, const picture *p, const char *title)
{
    term_range ranges[METHODS];
    for (int m = 0; m < p->methods && m < p->n; m++) {
        const row *r = p->row[m];
        const bool spread =
            strcmp(r->measure, "loglik") == 0; /* over classes that are what they are */
        ranges[m] = (term_range){r->method, r->mean, spread ? r->mean - r->sd : r->low,
                                 spread ? r->mean + r->sd : r->high};
    }
    term_show(term_ranges(style, title, p->methods, ranges));
}

static void show_picture(const term_style *style, const rows *all, const char *measure,
                         double classes)
{
    picture p = picture_of(all, measure, classes);
    char *title = strcmp(measure, "loglik") == 0
                      ? cli_copy(title_of(measure))
                      : cli_format("%s, %.0f %s", title_of(measure), classes,
                                   classes == 1 ? "class" : "classes");
    if (make_series(&p) < 2)
        show_ranges(style, &p, title);
    else
        term_show(term_plot(
            style, &(term_chart){.title = title,
                                .x_axis = p.by_variables ? "variables (both axes logarithmic)"
                                          : strcmp(measure, "ari") == 0
                                              ? "rows of each class (logarithmic)"
                                              : "rows of each class (both axes logarithmic)",
                                .rows = p.methods + 1 > 14 ? p.methods + 1 : 14,
                                .x_log = true,
                                .y_log = strcmp(measure, "ari") != 0,
                                .n_series = p.methods,
                                .series = p.series}));
    free(title);
    picture_clear(&p);
}

void cli_show_experiment(const cli_session *session, const char *dir, const char *name)
{
    term_screen screen;
    if (!term_begin(&screen, session)) return;
    rows all = read_rows(dir, name);
    for (int i = 0; i < all.n; i++) {
        bool before = strcmp(all.row[i].measure, all.row[0].measure) != 0;
        for (int j = 0; j < i && !before; j++) before = all.row[j].classes == all.row[i].classes;
        if (!before) show_picture(&screen.style, &all, all.row[0].measure, all.row[i].classes);
    }
    rows_free(&all);
    term_end(&screen);
}
