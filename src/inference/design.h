/* SPDX-License-Identifier: BSD-3-Clause
 * A design in the making: shared by design.c, which reads the table, and coding.c, which writes the
 * columns.
 */
#ifndef LCN_DESIGN_H
#define LCN_DESIGN_H

#include "data/namemap.h"
#include "inference/inference.h"

/* What a column of the formula holds in the rows that take part. */
typedef struct lcn_variable {
    const char *name;
    int64_t column;
    bool labels;
    double mean;         /* of numbers */
    lcn_namelist levels; /* sorted order in `order` */
    int64_t *order;      /* levels.count: position in the sorted list -> index of the level */
    int32_t *level;      /* n: index in levels */
    int64_t *sizes;      /* levels.count */
} lcn_variable;

typedef struct lcn_maker {
    lacon_ctx *ctx;
    lcn_design *design;
    const lacon_participants *table;
    const int64_t *rows;
    const lacon_test_options *options;
    const lcn_formula *formula;
    lcn_variable *variables; /* as the formula's columns */
    int64_t n;
    bool *tested;        /* terms of the formula that are; none: the mean */
    int64_t first;       /* of them, -1: the mean */
    int64_t n_tested;
    double *weights;     /* levels of the first's column: their weights in the contrast; NULL: all of the term */
    const char *written; /* the contrast of levels as it was given */
    int64_t width;       /* columns written */
} lcn_maker;

static inline const char *lcn_cell(const lcn_maker *m, const lcn_variable *v, int64_t i)
{
    return m->table->cells[m->rows[i] * m->table->columns + v->column];
}

static inline double lcn_number(const lcn_maker *m, const lcn_variable *v, int64_t i)
{
    return m->table->values[m->rows[i] * m->table->columns + v->column];
}

/* Is the column part of what is tested? */
static inline bool lcn_in_tested(const lcn_maker *m, int64_t column)
{
    for (int64_t i = 0; i < m->formula->count; i++)
        for (int j = 0; m->tested[i] && j < m->formula->terms[i].width; j++)
            if (m->formula->terms[i].of[j] == column) return true;
    return false;
}

/* coding.c: q and r of the design, its columns, and what the tested ones mean in words. */
void lcn_count_columns(lcn_maker *m);
lacon_status lcn_put_columns(lcn_maker *m);
lacon_status lcn_describe_effect(lcn_maker *m);
/* variance.c: groups of classes with a variance of their own; after columns and blocks. */
lacon_status lcn_take_variance(lcn_maker *m);

#endif
