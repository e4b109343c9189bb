/* SPDX-License-Identifier: BSD-3-Clause
 * The internal definition of a table of participants: cells of text, of which some are numbers and some
 * are missing. io/text/participants_read.c fills it from a file, inference/ makes designs of it.
 */
#ifndef LCN_PARTICIPANTS_H
#define LCN_PARTICIPANTS_H

#include "util/ctx.h"
#include <lacon/test.h>

struct lacon_participants {
    lacon_allocator allocator;
    int64_t rows, columns;
    char **names;   /* columns, one block */
    char **cells;   /* rows × columns, one block; NULL: missing */
    double *values; /* rows × columns: NaN where the cell is no finite number */
    int64_t *line;  /* rows: where in the file, 0: no file */
    char *path;     /* NULL: no file */
};

/* Takes copies of everything. values and line may be NULL: numbers are then parsed from the cells. */
lacon_status lcn_participants_make(lacon_ctx *ctx, lacon_participants **out, const char *path,
                                   int64_t rows, int64_t columns, const char *const *names,
                                   const char *const *cells, const double *values,
                                   const int64_t *line);
/* The column of this name, else in whatever case; -1: none. */
int64_t lcn_participants_column(const lacon_participants *table, const char *name, size_t length);
/* The same; LACON_E_ARGUMENT names the nearest thing: the columns there are. */
lacon_status lcn_participants_find(lacon_ctx *ctx, const lacon_participants *table, const char *name,
                                   int64_t *column);

#endif
