/* SPDX-License-Identifier: BSD-3-Clause
 * A small table of text with a header, held in memory whole, every cell a text: what comes beside the
 * data (participants, outliers, coordinates, keys, prior knowledge) and the tables of a model folder.
 * Separators, quotes and encodings are those of data tables (cells.h).
 */
#ifndef LCN_TEXT_TABLE_H
#define LCN_TEXT_TABLE_H

#include "util/ctx.h"

typedef struct lcn_text_table {
    lacon_allocator allocator;
    const char *path; /* for messages; borrowed */
    int64_t rows, columns;
    char **header; /* columns */
    char **cells;   /* of all lines, one after the other */
    int64_t *first; /* rows + 1: cells[first[i]] is the first of row i, first[i + 1] one past its last */
    int64_t *line;  /* rows: number of the line, for messages */
    char **blocks;  /* texts of each line, the header first */
    int64_t blocks_used, blocks_capacity, cells_capacity, first_capacity, lines_capacity;
    char separator;
} lcn_text_table;

/* path must outlive it. LACON_E_FORMAT when it is empty or a line has more cells than the header. */
lacon_status lcn_text_table_read(lacon_ctx *ctx, lcn_text_table *table, const char *path);
/* The same for the tables we write ourselves, whose separator is the tab whatever the names hold. */
lacon_status lcn_text_table_read_tsv(lacon_ctx *ctx, lcn_text_table *table, const char *path);
void lcn_text_table_clear(lcn_text_table *table);
/* The column of this name, whatever the case; -1 none. */
int64_t lcn_text_table_column(const lcn_text_table *table, const char *name);
/* The cell; "" where the line is too short to have it. */
const char *lcn_text_table_at(const lcn_text_table *table, int64_t row, int64_t column);
bool lcn_text_table_has(const lcn_text_table *table, int64_t row, int64_t column);
/* The cell as a number; LACON_E_DATA, naming line and column, when it is none. */
lacon_status lcn_text_table_number(lacon_ctx *ctx, const lcn_text_table *table, int64_t row,
                                   int64_t column, double *out);

#endif
