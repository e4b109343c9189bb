/* SPDX-License-Identifier: BSD-3-Clause
 * A source line by line, in one buffer that grows only for a line that does not fit. Ends of lines
 * are LF or CRLF; a byte order mark is dropped.
 */
#ifndef LCN_LINES_H
#define LCN_LINES_H

#include "io/source.h"

typedef struct lcn_lines {
    lcn_source *source; /* borrowed */
    char *buffer;
    size_t capacity, begin, end; /* [begin, end) is read and not yet given out */
    bool ended;                  /* the source is */
    bool cells;                  /* ends of lines within the quotes of a cell are part of it */
    int64_t first, number;       /* of the line given out last, from 1: of its first and last part */
} lcn_lines;

typedef struct lcn_line {
    const char *text; /* NULL: no more lines */
    size_t length;    /* without its end */
} lcn_line;

lacon_status lcn_lines_begin(lacon_ctx *ctx, lcn_lines *lines, lcn_source *source);
void lcn_lines_end(lcn_lines *lines);
/* The next line; valid until the next call. */
lacon_status lcn_lines_next(lacon_ctx *ctx, lcn_lines *lines, lcn_line *line);
/* The line `ahead` (0, 1, ..) after the one given out last, without taking it. Pointers from an
 * earlier peek are not valid any more. */
lacon_status lcn_lines_peek(lacon_ctx *ctx, lcn_lines *lines, int ahead, lcn_line *line);
/* About how many lines are left, 2 % too many rather than too few; exact when all is in the buffer.
 */
int64_t lcn_lines_left(const lcn_lines *lines);

#endif
