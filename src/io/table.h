/* SPDX-License-Identifier: BSD-3-Clause
 * A table in a file or in memory, in two steps: open tells which variables it has, read delivers
 * the kept ones. table.c chooses by content; table_text.c and table_npy.c do the work. To add a
 * format: a magic in table.c, an open and a read beside those two.
 */
#ifndef LCN_TABLE_H
#define LCN_TABLE_H

#include "io/lines.h"
#include "io/npy.h"
#include "io/rows.h"

typedef struct lcn_table {
    lcn_source source;
    bool transpose; /* asked for: lines of a text are variables */
    int64_t variables;
    char **names;             /* variables, in one block; NULL: none in the file */
    bool lines_are_variables; /* as stored (for .npy also the order of the values) */
    int64_t width;            /* cells of a line that are values */
    bool is_npy;
    lcn_npy npy;
    lcn_lines lines; /* text from here */
    char separator, mark;
    int64_t first_line; /* number of the first line with values */
    bool name_column;   /* lines are variables and start with their name */
} lcn_table;

/* Which variables to keep and where. */
typedef struct lcn_columns {
    int64_t *target; /* variables: index among the kept, or -1 */
    int64_t kept;
    int64_t class_at; /* variable that names the class of a row, -1 none */
} lcn_columns;

lacon_status lcn_table_open(lacon_ctx *ctx, lcn_table *table, const char *path, bool transpose);
lacon_status lcn_table_open_memory(lacon_ctx *ctx, lcn_table *table, const char *name,
                                   const void *bytes, size_t size, bool transpose);
/* All rows, at least 2 of each class, all finite. Once per open. */
lacon_status lcn_table_read(lacon_ctx *ctx, lcn_table *table, const lcn_columns *columns,
                            bool single, lcn_piece **pieces, int64_t *count);
void lcn_table_close(lcn_table *table);

/* ---- the formats ---- */
lacon_status lcn_text_open(lacon_ctx *ctx, lcn_table *table);
lacon_status lcn_text_read(lacon_ctx *ctx, lcn_table *table, const lcn_columns *columns,
                           double limit, lcn_rows *rows);
lacon_status lcn_table_npy_open(lacon_ctx *ctx, lcn_table *table);
lacon_status lcn_table_npy_read(lacon_ctx *ctx, lcn_table *table, const lcn_columns *columns,
                                double limit, lcn_rows *rows);

#endif
