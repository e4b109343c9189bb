/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of the text reader share: table_text.c opens and reads, text_across.c opens tables whose lines are
 * variables, text_complaints.c says what is wrong with a cell.
 */
#ifndef LCN_TABLE_TEXT_H
#define LCN_TABLE_TEXT_H

#include "io/bad_values.h"
#include "io/formats/table.h"
#include "io/text/cells.h"

/* A line of tabs alone is one of missing values where tabs separate. */
bool lcn_text_is_blank(lcn_line line, char separator);
bool lcn_text_is_comment(lcn_line line);
/* The cell as UTF-8, at the end of the list. */
lacon_status lcn_text_add_name(lacon_ctx *ctx, lcn_paths *list, lcn_cell cell);

/* ---- lines are variables (text_across.c) ---- */

/* How many cells at the front of the line are words: the variable's name, and what else is said of it. */
int64_t lcn_text_leading_words(const lcn_table *t, lcn_line line);
/* Whether its first cell names the column of names ("", "gene_id", "symbol"), as in a header of numbers; and how many
 * behind it are called as what is told of genes is ("entrez_gene_id", "length"): t->passed. */
bool lcn_text_names_names(lcn_table *t, lcn_line line);
/* The cells of the header. */
lacon_status lcn_text_take_row_names(lacon_ctx *ctx, lcn_table *t, lcn_line header);
/* From the first line below the header: how many variables, and how they are called. */
lacon_status lcn_text_open_across(lacon_ctx *ctx, lcn_table *t);

/* ---- headers of numbers (text_header.c) ---- */

/* Whether the first line names the columns by numbers. */
bool lcn_text_counts_up(const lcn_table *t, lcn_line first, lcn_line second);
/* Takes the two lines that Qualtrics writes below the names: the questions, and the ids it imports them by. */
lacon_status lcn_text_skip_questions(lacon_ctx *ctx, lcn_table *t);

/* ---- complaints (text_complaints.c) ---- */

lcn_positions lcn_text_positions(const lcn_table *t);
lacon_status lcn_text_fail_width(lacon_ctx *ctx, const lcn_table *t, lcn_line line);
/* A cell of a column that is wanted is a word. */
lacon_status lcn_text_fail_word(lacon_ctx *ctx, const lcn_table *t, const lcn_columns *columns, int64_t j,
                                lcn_cell cell, lcn_line line);

#endif
