/* SPDX-License-Identifier: BSD-3-Clause
 * Where a reader puts its lines: the kept cells of each go to the rows of the class, or of several
 * classes when a column tells them apart. Rows are gathered in blocks of at most 64 MB and moved to
 * one array in the end, block by block, so that the rows of a file are never held twice.
 */
#ifndef LCN_ROWS_H
#define LCN_ROWS_H

#include "io/source.h"
#include "data/data.h"
#include "data/namemap.h"

/* One class of a table that was read; label NULL when the whole table is one class. */
typedef struct lcn_class_rows {
    char *label;
    int64_t n;
    void *x; /* n × kept */
} lcn_class_rows;

typedef struct lcn_block {
    void *x;           /* capacity × kept */
    int32_t *class_of; /* capacity, NULL without classes */
    int64_t capacity, used;
} lcn_block;

typedef struct lcn_rows {
    lacon_allocator allocator;
    const lcn_source *source; /* which says how much memory may be taken; borrowed */
    double bytes;             /* taken so far */
    lcn_kind kind;         /* LCN_ROWS_F64 or LCN_ROWS_F32 */
    int64_t kept;          /* variables that are kept */
    int64_t variables;     /* of the table */
    const int64_t *target; /* variables: index among the kept, or -1; borrowed */
    bool plain;            /* target is 0, 1, 2 .. */
    int64_t n;             /* rows so far, or all of them when lines are variables */
    int64_t line;          /* lines so far */
    lcn_block *blocks;     /* lines are observations */
    int64_t n_blocks, capacity;
    int64_t expected; /* rows the first block should hold */
    bool exact;       /* it holds just them, however large */
    void *x;          /* lines are variables: n × kept */
    bool by_class;
    lcn_namelist labels; /* classes met so far */
    int64_t unlabelled;  /* lines that do not say their class, and were not put */
    int64_t unlabelled_line; /* number of the first of them */
} lcn_rows;

/* Lines are observations, about `expected` of them. */
lacon_status lcn_rows_begin(lacon_ctx *ctx, lcn_rows *rows, const lcn_source *source, lcn_kind kind,
                            int64_t variables, const int64_t *target, int64_t expected,
                            bool by_class);
/* Lines are variables and n cells long. */
lacon_status lcn_rows_begin_across(lacon_ctx *ctx, lcn_rows *rows, const lcn_source *source,
                                   lcn_kind kind, int64_t variables, const int64_t *target,
                                   int64_t n);
/* The next line: all its cells, kept or not. label is its class, NULL without classes. */
lacon_status lcn_rows_put(lacon_ctx *ctx, lcn_rows *rows, const double *cells, const char *label);
/* Lines of the precision of the rows may go straight to their place: space for up to `lines` of them one after the
 * other, *count of them. LACON_OK with *count 0 when these rows need more care: then put them. */
lacon_status lcn_rows_reserve(lacon_ctx *ctx, lcn_rows *rows, int64_t lines, void **to, int64_t *count);
/* What was read; free them with lcn_class_rows_free. The rows object is empty afterwards. */
lacon_status lcn_rows_take(lacon_ctx *ctx, lcn_rows *rows, lcn_class_rows **classes, int64_t *count);
void lcn_rows_clear(lcn_rows *rows);
void lcn_class_rows_free(const lacon_allocator *a, lcn_class_rows *classes, int64_t count);

#endif
