/* SPDX-License-Identifier: BSD-3-Clause
 * The internal definition of the result of an edge test: test_run.c makes it, test_result.c has its accessors.
 */
#ifndef LCN_TEST_RESULT_H
#define LCN_TEST_RESULT_H

#include "inference/inference.h"

struct lacon_test {
    lacon_allocator allocator;
    lacon_test_info info; /* pointers below are what it borrows */
    lacon_test_options options;
    lacon_null null;
    lacon_edge *edges;
    lacon_component *components;
    double *null_edges;
    int64_t *null_counts;
    lcn_design design;
    int64_t id_column;
    char *texts[5]; /* id, formula, contrast, blocks, variance */
    lacon_group_rows *group_rows; /* design.n_groups */
    char *motion;
    char **dropped, **warnings; /* each text its own block */
};

lacon_status lcn_test_keep_options(lacon_ctx *ctx, lacon_test *test, const lacon_test_options *options);
lacon_status lcn_test_drop(lacon_ctx *ctx, lacon_test *test, const char *label);
lacon_status lcn_test_warn(lacon_ctx *ctx, lacon_test *test, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* info from the design, the permutations and the edges. */
void lcn_test_describe(lacon_test *test, const lcn_shuffle *shuffle, const lcn_permuted *found,
                       const lcn_network *network, int64_t E);
/* null_distribution.c: info.null from the permutations. */
lacon_status lcn_test_null(lacon_ctx *ctx, lacon_test *test, const lcn_permuted *found, bool all);

/* group_rows.c: info.group_rows, and warnings where they differ. */
lacon_status lcn_test_compare(lacon_ctx *ctx, lacon_test *test, const lacon_model *model,
                              const lacon_participants *table, const lcn_formula *formula,
                              const int64_t *classes, const int64_t *rows);

/* odd_cells.c: warnings of columns of the model that may not be what they are taken for. */
lacon_status lcn_test_odd_cells(lacon_ctx *ctx, lacon_test *test, const lacon_participants *t,
                                const lcn_formula *formula, const int64_t *rows, int64_t n);

#endif
