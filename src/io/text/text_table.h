/* SPDX-License-Identifier: BSD-3-Clause
 * A small table of text with a header, held whole, every cell a text: lists that come beside the
 * data (outliers, numbers of observations, coordinates). Separators, quotes and encodings are those
 * of tables (cells.h).
 */
#ifndef LCN_TEXT_TABLE_H
#define LCN_TEXT_TABLE_H

#include "util/ctx.h"

typedef struct lcn_text_table {
    lacon_allocator allocator;
    const char *path; /* for messages; borrowed */
    int64_t rows, columns;
    char **header;  /* columns */
    char **cells;   /* rows × columns; "" where a line is short */
    int64_t *line;  /* rows: number of the line, for messages */
    char **blocks;  /* texts of each line, the header first */
    int64_t blocks_used, room;
    char separator;
    int64_t short_line, short_cells; /* the first line with fewer cells than the header, 0 none */
} lcn_text_table;

/* path must outlive it. LACON_E_FORMAT when it is empty or a line has more cells than the header. */
lacon_status lcn_text_table_read(lacon_ctx *ctx, lcn_text_table *words, const char *path);
void lcn_text_table_clear(lcn_text_table *words);
/* The column of this name, whatever the case; -1 none. */
int64_t lcn_text_table_column(const lcn_text_table *words, const char *name);
const char *lcn_text_table_at(const lcn_text_table *words, int64_t row, int64_t column);
/* The cell as a number; LACON_E_DATA with its place when it is none. */
lacon_status lcn_text_table_number(lacon_ctx *ctx, const lcn_text_table *words, int64_t row, int64_t column,
                              double *out);

#endif
