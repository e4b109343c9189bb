/* SPDX-License-Identifier: BSD-3-Clause
 * What is in the files and what is wrong with them: the part of `lacon check` that looks. What it
 * prints is in cmd_check.c.
 */
#ifndef LACON_CLI_DIAGNOSE_H
#define LACON_CLI_DIAGNOSE_H

#include "cmd.h"

/* By gravity: what to mend first comes first. */
typedef enum check_kind {
    CHECK_OPEN,    /* cannot be opened or read */
    CHECK_FORMAT,  /* is not a table of numbers */
    CHECK_COLUMNS, /* does not fit the other files */
    CHECK_VALUES,  /* numbers that cannot be used: too few, not finite, constant */
    CHECK_WARNING, /* usable, but hardly what was meant: fit warns of it too */
    CHECK_NOTE     /* usable, but the user should know */
} check_kind;

typedef struct check_problem {
    check_kind kind;
    char *text; /* the sentence; the library's begin with the file */
} check_problem;

/* A class that was read, or a file that could not be. */
typedef struct check_item {
    char *file;  /* "" when not from a file */
    char *label; /* NULL: the file could not be read */
    char
        *names; /* of the variables, sorted, joined by tabs: files that fit share it; may be NULL */
    int64_t rows, variables;
    const char *format; /* what kind of file; NULL unknown */
    bool described;     /* the rest holds */
    lacon_summary sum;
} check_item;

typedef struct check_result {
    check_item *items;
    int64_t n_items;
    check_problem *problems;
    int64_t n_problems;
    int64_t participants; /* classes that have a line in the table; -1: no table */
    lacon_data *data; /* everything, standardised; NULL when there is a problem beyond notes */
} check_result;

/* Read and standardise all; when that fails, file by file, so that every bad file is reported. Returns
 * the status of faults that are not of the data (memory, wrong options, interrupt), else LACON_OK.
 */
lacon_status check_diagnose(cli_session *session, check_result *out, const cli_input *input,
                            lacon_scale scale);
/* Looks at the numbers of data that could be read (notes.c): figures into the items, and notes. */
lacon_status check_numbers(cli_session *session, check_result *out, const lacon_data *data,
                        const cli_input *input, lacon_scale scale);
/* The warnings alone, cheaply, of data before they are standardised. */
lacon_status check_grave(cli_session *session, check_result *out, const lacon_data *data);
/* The same of standardised data: rows that hardly change. */
lacon_status check_levels(cli_session *session, check_result *out, const lacon_data *data);
/* Figures of class c into its item. */
void check_describe(check_result *result, const lacon_data *data, int64_t c,
                    const lacon_summary *summary);
void check_add(check_result *result, check_kind kind, char *text); /* takes over text */
const char *check_kind_name(check_kind kind);
void check_clear(check_result *result);

#endif
