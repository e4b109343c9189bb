/* SPDX-License-Identifier: BSD-3-Clause
 * A table in a file or in memory, in two steps: open finds which variables it has, read delivers
 * the kept ones. A format is a row of the table in formats.c: probe reads the first bytes, open
 * and read do the work. Formats that need somebody else's library are read in a process of their
 * own (isolate.h).
 */
#ifndef LCN_TABLE_H
#define LCN_TABLE_H

#include "io/isolate/isolate.h"
#include "io/lines.h"
#include "io/missing_codes.h"
#include "io/formats/npy.h"
#include "io/paths.h"
#include "io/rows.h"

/* How a file is to be taken; all zero is the plain way. */
typedef struct lcn_table_options {
    bool transpose;       /* lines of a text, rows of an array are variables */
    bool matrix;          /* lines are the variables too: a covariance */
    bool keep_missing;    /* missing values become NaN in place of a failure */
    bool rename;          /* names that occur again are numbered, empty ones made up */
    bool row_names;       /* names of the observations are wanted too */
    lcn_codes codes;      /* what else means missing */
    const char *variable; /* which array of a file that holds several; NULL: the only one */
    const char *atlas;    /* label image for images of four dimensions; NULL: none */
    double most_bytes;    /* memory it may take, 0 no limit */
    bool in_process;      /* formats with `produce`: no child */
} lcn_table_options;

typedef struct lcn_table {
    lcn_source source;
    lcn_table_options options;
    const lcn_format *format;
    int64_t variables;
    char **names;             /* variables, in one block; NULL: none in the file */
    bool lines_are_variables; /* as stored (for .npy also the order of the values) */
    int64_t width;            /* cells of a line that are values */
    int64_t expected;         /* lines, about; 0 unknown */
    int64_t skipped;          /* lines before the first that is wanted; `expected` follow it (lcn_table_window) */
    lcn_npy npy;
    unsigned char *archive; /* .npz: all of it */
    unsigned char *entry;   /* .npz: the array, when it had to be unpacked */
    lcn_source array;       /* .npz: a source of that array */
    lcn_isolated isolated;  /* formats with `produce` */
    lcn_lines lines;        /* text from here */
    char separator, mark;
    int64_t first_line; /* number of the first line with values */
    bool name_column;   /* lines start with a name that is no value */
    int64_t passed;     /* cells behind it that tell of the variable, words or by the header (lines_are_variables) */
    bool passed_numbers; /* known by the header alone */
    bool counted;       /* the header is one of numbers */
    bool questions;     /* two lines below it were none of values, and are taken */
    bool word_names;    /* which is no number, in the first line */
    int64_t rows;       /* lines that were read, of observations */
    int64_t unlabelled, unlabelled_line; /* those left out for want of a class, and the first of them */
    lcn_paths row_names; /* of the observations, where options.row_names asks and the text has them */
    int64_t hollow_rows; /* lines at the end without a value in any column, which are left out */
    int64_t thousands_line; /* the first with 1.234 where commas mark decimals in other cells; 0: none */
    bool *dates;        /* variables: its first value is a date; NULL: none is */
    bool *hollow;       /* variables: it has no name, and nothing in the first line; NULL: none is so */
} lcn_table;

/* Which variables to keep and where. */
typedef struct lcn_columns {
    int64_t *target; /* variables: index among the kept, or -1 */
    int64_t kept;
    int64_t class_at; /* variable that names the class of a row, -1 none */
} lcn_columns;

struct lcn_format {
    const char *name; /* as `lacon version` lists it */
    const char *what; /* as messages and `lacon check` call it */
    bool (*probe)(const lcn_source *source);
    lacon_status (*open)(lacon_ctx *ctx, lcn_table *table);
    lacon_status (*read)(lacon_ctx *ctx, lcn_table *table, const lcn_columns *columns, double limit,
                         lcn_rows *rows);
    lcn_produce *produce; /* open and read are those of isolate.h: this does the reading there */
};

/* options may be NULL. */
lacon_status lcn_table_open(lacon_ctx *ctx, lcn_table *table, const char *path,
                            const lcn_table_options *options);
lacon_status lcn_table_open_memory(lacon_ctx *ctx, lcn_table *table, const char *name,
                                   const void *bytes, size_t size,
                                   const lcn_table_options *options);
/* The number of its observations, where any of them can be read without the others (lcn_table_window); else 0. */
int64_t lcn_table_addressed(const lcn_table *table);
/* Of such a one lcn_table_read will take rows [from, to) alone. */
void lcn_table_window(lcn_table *table, int64_t from, int64_t to);
/* All rows, at least 2 of each class, all finite (NaN where missing ones are kept). Once per open.
 */
lacon_status lcn_table_read(lacon_ctx *ctx, lcn_table *table, const lcn_columns *columns,
                            lcn_kind kind, lcn_class_rows **classes, int64_t *count);
/* Whether its values are stored as float32, where the format tells (.npy, .npz). */
bool lcn_table_is_single(const lcn_table *table);
void lcn_table_close(lcn_table *table);

/* ---- the formats (formats.c) ---- */
/* The one whose probe says yes; text when none does. A failure names what is known and not read. */
lacon_status lcn_format_find(lacon_ctx *ctx, const lcn_source *source, const lcn_format **format);
/* What a format is called in sentences, by its place in the table, and back; -1, NULL: none. */
int lcn_format_number(const char *what);
const char *lcn_format_what(int i);

extern const lcn_format lcn_format_text, lcn_format_npy, lcn_format_npz, lcn_format_mat,
    lcn_format_hdf5, lcn_format_cifti, lcn_format_nifti;

/* Of .npy, with the bytes of an array from wherever they come. */
lacon_status lcn_npy_table_open(lacon_ctx *ctx, lcn_table *table, lcn_source *from);
lacon_status lcn_npy_table_read(lacon_ctx *ctx, lcn_table *table, lcn_source *from,
                                const lcn_columns *columns, double limit, lcn_rows *rows);

/* ---- lines of numbers that are there as such ---- */
typedef struct lcn_sink {
    const lcn_table *table;
    const lcn_columns *columns;
    double limit; /* largest value that can be held */
    bool across;  /* line i of the table is column i of what the file calls its rows and columns */
    lcn_bad_values bad_values;
    lcn_rows *rows;
} lcn_sink;

/* Line number `line` (from 0), width cells, which may be changed. */
lacon_status lcn_sink_put(lacon_ctx *ctx, lcn_sink *sink, double *cells, int64_t line);
/* Its values alone, which are in their place already; as float32, with width doubles to look at closely. */
void lcn_sink_look(lcn_sink *sink, double *cells, int64_t line);
void lcn_sink_look_f32(lcn_sink *sink, float *cells, int64_t line, double *wide);
/* What was wrong with the values, when all are through. */
lacon_status lcn_sink_check(lacon_ctx *ctx, const lcn_sink *sink);

#endif
