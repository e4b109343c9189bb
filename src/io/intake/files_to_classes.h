/* SPDX-License-Identifier: BSD-3-Clause
 * Files that were read and are not yet data: data_read.c fills the files, files_to_classes.c makes classes of
 * them: one each, several runs to one, or covariances.
 */
#ifndef LCN_FILES_TO_CLASSES_H
#define LCN_FILES_TO_CLASSES_H

#include "io/intake/bids.h"
#include "io/intake/columns.h"

typedef struct lcn_input_file {
    const char *path;
    const char *label;        /* of the class when the file is one */
    const lcn_series *series; /* of a BIDS folder, else NULL */
    const char *format;       /* what kind of file it was */
    lcn_kind kind;        /* of its rows */
    lcn_class_rows *rows; /* count classes */
    lcn_class *reduced;   /* count classes made of them, which own what the rows did; NULL: not yet */
    int64_t count;
    int64_t all_rows;     /* of the one class whose rows ranks share, of which each reads its own; 0: it is not such */
    char sha256[LCN_SHA256_TEXT];
} lcn_input_file;

/* What the file's rows become before they are data, by the thread that read it: outliers are left
 * out, the lines of a covariance take the order of its kept columns. */
lacon_status lcn_input_file_finish(lacon_ctx *ctx, lcn_input_file *file, const lcn_table *table,
                             const lcn_columns *columns);
/* The rows of the one class of the file become those of several: options->class_table says which is whose, by the names
 * of the observations. Those it does not name are left out, with a warning. */
lacon_status lcn_split_by_table(lacon_ctx *ctx, lcn_input_file *file, const lcn_table *table, int64_t kept,
                                const lacon_read_options *options);
/* Its classes as they will be, by the thread that read it: standardised and reduced, or rows as they came; `like` is
 * data without classes yet. */
lacon_status lcn_input_file_reduce(lacon_ctx *ctx, lcn_input_file *file, const lacon_data *like, lacon_reduce how);
/* What it still has. */
void lcn_input_file_clear(const lacon_allocator *a, lcn_input_file *file);
/* All files into the data, in their order. Takes the rows out of them. */
lacon_status lcn_files_to_classes(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files, int64_t count,
                            const lacon_read_options *options);

#endif
