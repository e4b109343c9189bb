/* SPDX-License-Identifier: BSD-3-Clause
 * Who differs: permutation tests of the latent connectivity of the classes, edge by edge.
 *
 * Each class is one observation: its connectivity G, reduced to one number per edge (pair of
 * modules). A linear model explains them by columns of a table of participants; one term is tested,
 * the others are nuisance, whose effect is removed before anything is permuted (Freedman and Lane
 * 1983). The modules were found without these columns, so nothing is fitted again.
 */
#ifndef LACON_TEST_H
#define LACON_TEST_H

#include <lacon/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a table of participants: cells of text, of which some are numbers and some are missing ---- */

typedef struct lacon_participants lacon_participants;

/* A csv or tsv file with a header (separator and decimal mark by content). Missing are the empty
 * cell, NA, n/a, NaN, ., ? and the like, and every word of `missing` ("-9999,unknown"; may be NULL).
 * A name that occurs twice in the header can only be reached the first time. */
LACON_API lacon_status lacon_participants_read(lacon_ctx *ctx, lacon_participants **out,
                                               const char *path, const char *missing);
/* The same from memory: rows × columns cells, row-major; NULL: missing. */
LACON_API lacon_status lacon_participants_new(lacon_ctx *ctx, lacon_participants **out, int64_t rows,
                                              int64_t columns, const char *const *names,
                                              const char *const *cells);
LACON_API void lacon_participants_free(lacon_participants *table);
LACON_API int64_t lacon_participants_rows(const lacon_participants *table);
LACON_API int64_t lacon_participants_columns(const lacon_participants *table);
LACON_API const char *lacon_participants_name(const lacon_participants *table, int64_t column);
/* NULL when it is missing */
LACON_API const char *lacon_participants_cell(const lacon_participants *table, int64_t row,
                                              int64_t column);

/* row[c]: row of the table that belongs to class c, -1 none. The id in this column is the label of the
 * class, its file, its beginning ("UM_1_0050272" of "UM_1_0050272_rois_aal", "01" of "sub-01_ses-a"),
 * the number in it ("50272") or inside it ("CC110033" of "camCAN_subCC110033"; one id only). LACON_E_DATA when two
 * rows have the id of a class. */
LACON_API lacon_status lacon_participants_match(lacon_ctx *ctx, const lacon_participants *table,
                                                const char *id, const lacon_data *data, int64_t *row);
/* The column that has the names of the classes: participant_id where it has one of them, else the one that has
 * most of them by these rules; borrowed from the table. LACON_E_DATA when none has any. */
LACON_API lacon_status lacon_participants_find_id(lacon_ctx *ctx, const char **id, const lacon_participants *table,
                                                  int64_t classes, const char *const *labels);
/* DIR/participants.tsv: `class` (`lacon_class` where the table has a column of that name) and all columns of the
 * table, a line for each class in the order of the data; n/a for what is missing and in classes without a row. */
LACON_API lacon_status lacon_participants_write(lacon_ctx *ctx, const lacon_participants *table,
                                                const char *id, const lacon_data *data,
                                                const char *dir);

/* ---- the test ---- */

typedef enum lacon_measure {
    LACON_MEASURE_FISHERZ = 0,    /* atanh of the correlation of two modules */
    LACON_MEASURE_COVARIANCE = 1, /* entries of G, variances of the modules too */
    LACON_MEASURE_PARTIAL = 2     /* atanh of the partial correlation given all other modules */
} lacon_measure;
typedef enum lacon_tail { LACON_TAIL_TWO = 0, LACON_TAIL_GREATER = 1, LACON_TAIL_LESS = 2 } lacon_tail;
typedef enum lacon_exchange {
    LACON_EXCHANGE_WITHIN = 0, /* classes of a block may change places with each other */
    LACON_EXCHANGE_WHOLE = 1   /* blocks change places as a whole */
} lacon_exchange;
typedef enum lacon_absent { LACON_ABSENT_FAIL = 0, LACON_ABSENT_DROP = 1 } lacon_absent;

typedef struct lacon_test_options {
    size_t size;             /* sizeof(lacon_test_options) */
    const char *id;          /* column that names the classes */
    const char *formula;     /* "group + age + fd": columns; "group*age" = "group + age + group:age";
                                C(x) takes numbers for labels */
    const char *contrast;    /* "group=A-B", "group=2*A-B-C", "group", "age", "group:age", "age + fd" (together),
                                "1" (the mean, by changes of sign); NULL: the first term, or the mean of "1" */
    lacon_measure measure;
    lacon_tail tail;         /* TWO unless the contrast has one degree of freedom */
    int64_t permutations;    /* all there are when there are fewer */
    uint64_t seed;
    const char *blocks;      /* column of exchangeability blocks; NULL: all are exchangeable */
    lacon_exchange exchange;
    lacon_absent absent;     /* classes without a row or with a missing cell: FAIL or DROP */
    double confidence;       /* of the intervals */
    double threshold;        /* |t| (or F) an edge needs to be part of a component, on the scale of lacon_edge.scaled;
                                0: p = 0.01 */
    const char *variance;    /* NULL or "auto": the groups of the tested term vary each in their own way; "equal": all
                                vary alike; else columns whose cells do: "site", "group:site" */
} lacon_test_options;

LACON_API void lacon_test_options_init_sized(lacon_test_options *options, size_t size);
#define lacon_test_options_init(options) lacon_test_options_init_sized((options), sizeof *(options))

/* One edge. With one degree of freedom effect is the coefficient (a difference of means, a slope) and
 * statistic is t; with more effect is the share of variance explained (partial R²), statistic is F. With variances of
 * their own these are Welch's, each edge has its degrees of freedom, and edges and permutations are compared by
 * `scaled`: t or F as with endless degrees of freedom, t and its interval bent by the skewness (docs/inference.md). */
typedef struct lacon_edge {
    int64_t module_a, module_b; /* 1..k, a <= b */
    double effect, ci_low, ci_high;
    double size; /* Cohen's d (two groups), partial correlation (slope), partial R² (F) */
    double statistic;
    double p;            /* (b + 1) / (m + 1) */
    double p_fwe;        /* against the largest statistic of all edges */
    double q_fdr;        /* Benjamini and Hochberg */
    double p_bonferroni;
    int64_t component;   /* network-based statistic: 1.., 0: below the threshold */
    double p_component;  /* of its component, by number of edges; 1 below the threshold */
    double df;           /* residual degrees of freedom of statistic and interval */
    double scaled;       /* what is compared; the statistic itself where all vary alike */
} lacon_edge;

/* How the groups that are compared differ in what makes their estimates noisy: means over their classes. */
typedef struct lacon_group_rows {
    double rows, effective; /* NaN: not known */
    double motion;          /* of the column named in lacon_test_info.motion; NaN: there is none */
} lacon_group_rows;

typedef struct lacon_component {
    int64_t edges, modules;
    double p; /* against the largest component of each permutation */
} lacon_component;

/* The largest statistic of all edges in each permutation, counted in bins of equal width. */
typedef struct lacon_null {
    const char *statistic; /* "max|t|"; "max t", "max -t" for a tail; "max F"; z for t where df differ */
    int64_t bins;
    const double *edges;   /* bins + 1, ascending */
    const int64_t *counts; /* bins */
    double critical;       /* to be exceeded for p_fwe <= .05; NaN: too few permutations */
    double observed_max;
} lacon_null;

/* What the test was. Pointers are borrowed from the result. */
typedef struct lacon_test_info {
    const lacon_test_options *options; /* as used; texts are NULL but formula, contrast, id and blocks */
    int64_t classes;            /* that took part */
    int64_t n_edges;
    int64_t df_effect, df_residual;
    int64_t n_columns;           /* of the design, intercept not counted */
    const char *const *columns;  /* their names, the tested ones first */
    int64_t n_groups;            /* levels of the tested factor; 0: a slope */
    const char *const *groups;
    const int64_t *group_sizes;
    const char *effect_text;     /* "A minus B", "slope of age", ... */
    double possible;             /* different permutations there are (inf: more than counts) */
    int64_t permutations;        /* done, the observed one not counted */
    int exhaustive;              /* all of them */
    double threshold;            /* of components, as used */
    double omnibus_statistic;    /* mean of F over the edges */
    double omnibus_p;            /* one test of all edges together */
    double max_statistic;        /* largest |t| or F */
    double max_p;                /* its p_fwe */
    const lacon_null *null;      /* what p_fwe was read from */
    int64_t n_components;
    const lacon_component *components; /* largest first */
    int64_t n_dropped;           /* classes left out (LACON_ABSENT_DROP) */
    const char *const *dropped;
    int64_t n_warnings;
    const char *const *warnings;
    int64_t n_variance;          /* groups with a variance of their own; 0: all vary alike */
    const char *const *variance_groups;
    const char *variance_by;     /* the columns they come from; NULL: none */
    int sign_flips;              /* signs were changed in place of permutations */
    int cluster_robust;          /* errors are by blocks, which are whole */
    const lacon_group_rows *group_rows; /* n_groups */
    const char *motion;          /* column of the table that tells motion; NULL: none */
    int64_t strongest;           /* edge with the smallest p_fwe, then p; of those the largest |statistic| (in the
                                    direction of the tail) */
    double p_floor;              /* smallest p that so many permutations can give, 1 / (m + 1), where they are a sample:
                                    the true p may be smaller; 0: all were done, every p is exact */
} lacon_test_info;

typedef struct lacon_test lacon_test;

/* LACON_E_DATA: ids that do not match, missing cells, one group, a group of one, columns that depend on
 * each other, too few classes. LACON_E_ARGUMENT: a formula or contrast that names what is not there.
 * LACON_E_CANCELLED when the cancel callback said stop. */
LACON_API lacon_status lacon_test_run(lacon_ctx *ctx, lacon_test **out, const lacon_model *model,
                                      const lacon_participants *table,
                                      const lacon_test_options *options);
LACON_API void lacon_test_free(lacon_test *test);
LACON_API const lacon_test_info *lacon_test_about(const lacon_test *test);
LACON_API const lacon_edge *lacon_test_edge(const lacon_test *test, int64_t edge); /* 0..n_edges-1 */

/* edges.tsv and test.json into the existing folder dir. */
LACON_API lacon_status lacon_test_write(lacon_ctx *ctx, const lacon_test *test, const char *dir,
                                        const lacon_provenance *provenance);

#ifdef __cplusplus
}
#endif
#endif
