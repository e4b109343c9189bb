/* SPDX-License-Identifier: BSD-3-Clause
 * What is said of a table after it was read: what was left out of it, and what may be meant otherwise.
 */
#include "io/intake/tell_table.h"

void lcn_tell_table(lacon_ctx *ctx, const lcn_table *t, const lacon_read_options *options)
{
    enum { MANY = 1000, TIMES = 5 }; /* genes, voxels: more than there are observations of anything with a name each */
    if (t->unlabelled > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: %lld of %lld rows do not say their class (%s) and are left out, the "
                "first is line %lld", t->source.path, (long long)t->unlabelled, (long long)(t->rows + t->unlabelled),
                options->class_column, (long long)t->unlabelled_line);
    if (t->counted && !t->name_column) /* names of rows beside it leave no doubt */
        lcn_log(ctx, LACON_LOG_WARNING, "%s: the numbers of the first line count up and are taken for names of the "
                "columns", t->source.path);
    if (t->thousands_line > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "%s:%lld: numbers such as 1.234 are read as fractions, though commas mark "
                "decimals elsewhere: if the point marks thousands take it out", t->source.path,
                (long long)t->thousands_line);
    if (t->hollow_rows > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: %lld line%s without a value at the end %s left out", t->source.path,
                (long long)t->hollow_rows, t->hollow_rows > 1 ? "s" : "", t->hollow_rows > 1 ? "are" : "is");
    if (t->questions)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: the lines of questions and of import ids below the names are left out",
                t->source.path);
    if (t->passed > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: %s of words%s beside the names (column%s 2%s) %s left out", t->source.path,
                t->passed > 1 ? "columns" : "a column", t->passed_numbers ? " or numbers about the variables" : "",
                t->passed > 1 ? "s" : "", t->passed > 1 ? " and on" : "", t->passed > 1 ? "are" : "is");
    if (t->word_names && !t->lines_are_variables && options->class_table == NULL && t->rows >= MANY &&
        t->rows >= TIMES * t->width)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: %lld lines with a name each and %lld columns: if lines are variables "
                "(genes) and columns observations turn the table (option transpose)", t->source.path,
                (long long)t->rows, (long long)t->width);
}
