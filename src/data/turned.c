/* SPDX-License-Identifier: BSD-3-Clause
 * Are rows and columns turned? Moments of a series are like the next one, all of them, and less like later ones.
 * Variables in the order of their modules are like the next one too, but not where a module ends, and as much like a
 * later one of it. Called by describe.c.
 */
#include "data/describe.h"
#include "data/row_slices.h"

#include <math.h>
#include <stdlib.h>

enum {
    PAIRS = 100,      /* looked at, spread evenly */
    LATER = 8,
    FEW_COLUMNS = 40, /* less is no series */
    FEW_ROWS = 20     /* correlations of less are by chance */
};
static const double LIKE = 0.25; /* all but one pair in twenty are at least so alike */
static const double FADES = 0.75;

static double correlation(const lcn_class *class, int64_t a, int64_t b)
{
    const int64_t n = lcn_rows_here(class);
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    int64_t there = 0;
    for (int64_t i = 0; i < n; i++) { /* means first: values may be far from 0 */
        const double u = lcn_class_value(class, i, a), v = lcn_class_value(class, i, b);
        if (isnan(u) || isnan(v)) continue;
        x += u, y += v, there++;
    }
    x /= (double)there, y /= (double)there;
    for (int64_t i = 0; i < n; i++) {
        const double u = lcn_class_value(class, i, a) - x, v = lcn_class_value(class, i, b) - y;
        if (isnan(u) || isnan(v)) continue;
        xx += u * u, yy += v * v, xy += u * v;
    }
    const double r = xy / sqrt(xx * yy);
    return isfinite(r) ? r : 0;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool lcn_looks_turned(const lcn_class *class, int64_t p)
{
    double next[PAIRS], later[PAIRS];
    int unlike = 0;
    if (p < FEW_COLUMNS || class->n < FEW_ROWS || class->split) return false;
    for (int64_t i = 0; i < PAIRS; i++) {
        const int64_t at = i * (p - LATER - 1) / (PAIRS - 1);
        next[i] = correlation(class, at, at + 1);
        unlike += next[i] < LIKE;
        if (unlike > PAIRS / 20) return false; /* most data, after a few pairs */
        later[i] = correlation(class, at, at + LATER);
    }
    qsort(next, PAIRS, sizeof *next, by_value);
    qsort(later, PAIRS, sizeof *later, by_value);
    return later[PAIRS / 2] < FADES * next[PAIRS / 2];
}
