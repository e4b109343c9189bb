/* SPDX-License-Identifier: BSD-3-Clause
 * Which of several arrays of a file (.npz, .mat, HDF5) is the table: the one that was asked for, or
 * the only one with two dimensions of at least two numbers each; otherwise a failure that lists
 * what there is.
 */
#ifndef LCN_CHOOSE_ARRAY_H
#define LCN_CHOOSE_ARRAY_H

#include "util/ctx.h"

enum { LCN_ARRAY_NAME = 512 }; /* bytes of a name, with its end */

typedef struct lcn_array_choice {
    const char *wanted; /* name asked for, NULL any; borrowed */
    int64_t count;      /* arrays offered */
    int64_t tables;     /* of them could be the table */
    bool found;         /* the wanted one was offered, and is a table */
    bool seen;          /* the wanted one was offered */
    bool too_long;      /* the name of one, so that it cannot be the table */
    char name[LCN_ARRAY_NAME]; /* the last that could be the table; the wanted one */
    char list[1024];    /* "a (200 x 24), b (1 x 1)" */
    size_t length;
} lcn_array_choice;

/* One array: its name, what it is ("200 x 24", "text"), whether it can be a table. */
void lcn_array_choice_offer(lcn_array_choice *choice, const char *name, const char *what, bool is_table);
/* choice->name is the one, or a failure. */
lacon_status lcn_array_choice_check(lacon_ctx *ctx, const lcn_array_choice *choice, const char *path);

/* "200 x 24" */
enum { LCN_SHAPE_TEXT = 96 };
const char *lcn_shape_text(char out[LCN_SHAPE_TEXT], int dims, const int64_t *shape);
/* Names that arrays with the names of the variables go by; NULL past the end. */
const char *lcn_names_word(int i);

#endif
