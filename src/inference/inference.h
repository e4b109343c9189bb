/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of an edge test: from participants and a formula to a design (design.c, formula.c), connectivity
 * to numbers (edges.c), permutations (shuffle.c), the statistics of all of them (permute.c), what is
 * reported (test_run.c). docs/inference.md has the formulas.
 */
#ifndef LCN_INFERENCE_H
#define LCN_INFERENCE_H

#include "data/participants.h"
#include "util/ctx.h"
#include <lacon/test.h>

/* ---- formula.c ---- */

/* A column of the table that a formula names. */
typedef struct lcn_column {
    char *name;
    bool labels; /* C(name): numbers are labels */
} lcn_column;

enum { LCN_FACTORS = 4 }; /* of an interaction: nobody reads one of five */
/* A term: one column, or an interaction of several. */
typedef struct lcn_product {
    int32_t of[LCN_FACTORS]; /* columns */
    int width;               /* how many */
    char *name;              /* "A", "A:B" */
} lcn_product;

typedef struct lcn_formula {
    lcn_column *columns;
    lcn_product *terms; /* all parts of an interaction are there; those of fewer columns come first */
    int64_t n_columns, count;
    bool expanded; /* a * was met */
} lcn_formula;

/* "group * age + C(site)"; LACON_E_ARGUMENT names what was not understood. */
lacon_status lcn_formula_parse(lacon_ctx *ctx, lcn_formula *out, const char *text);
void lcn_formula_clear(const lacon_allocator *a, lcn_formula *formula);

/* ---- design.c, coding.c ---- */

/* n classes, q tested columns, r nuisance columns; the intercept is there and not stored. */
typedef struct lcn_design {
    int64_t n, q, r;
    double *X;       /* n × (q + r), tested first */
    char **names;    /* q + r */
    int32_t *block;  /* n: 0.. by first appearance, or NULL: all exchangeable */
    int64_t n_blocks;
    bool whole;      /* blocks are exchanged as a whole */
    bool flip;       /* the mean is tested: signs change, nothing is exchanged; X's first column is ones */
    int32_t *variance; /* n: group that has its own variance, or NULL: all vary alike */
    int64_t n_variance;
    bool own_variance; /* statistics are by these groups (or whole blocks); false: one variance (--variance equal) */
    char **variance_names; /* n_variance */
    char *variance_by;     /* columns the groups come from */
    int64_t n_groups; /* levels of the tested factor, 0: a slope */
    char **groups;
    int64_t *group_sizes;
    int32_t *group_of; /* n: 0.. as groups */
    char *effect; /* what the coefficient is */
} lcn_design;

/* The design for the given rows of the table (n of them, none missing what the formula needs). */
lacon_status lcn_design_make(lacon_ctx *ctx, lcn_design *out, const lacon_participants *table,
                             const int64_t *rows, int64_t n, const lcn_formula *formula,
                             const lacon_test_options *options);
void lcn_design_clear(const lacon_allocator *a, lcn_design *design);
/* Residual degrees of freedom: the intercept is a column of its own unless it is what is tested. */
static inline int64_t lcn_design_df(const lcn_design *d) { return d->n - (d->flip ? 0 : 1) - d->q - d->r; }

/* Orthonormal Q (n × (r + q), nuisance FIRST) of the centred columns, and the scale of the tested one:
 * root[j] is the norm of tested column j after all before it were removed. LACON_E_DATA names a
 * column that is constant or depends on others. Q's rows are equal where the design's are. */
lacon_status lcn_design_basis(lacon_ctx *ctx, const lcn_design *design, double *Q, double *root);

/* ---- shuffle.c ---- */

/* Which row of the design each class gets. Items (classes, or blocks as a whole) change places within sets:
 * all in one, those of a block, or blocks of one size; or they stay and change their sign. */
typedef struct lcn_shuffle {
    lacon_allocator allocator;
    int64_t n, count; /* count: permutations to be done */
    uint64_t seed;
    bool all;         /* every different arrangement once, the observed one among them */
    double possible;  /* different arrangements there are */
    bool whole, flip;
    int64_t n_blocks;
    int64_t *first;   /* n_blocks + 1: where a block begins in member */
    int32_t *member;  /* n: classes by block */
    int64_t n_items, n_sets;
    int32_t *item;    /* n_items by set: class, or block when whole */
    int64_t *set;     /* n_sets + 1: where a set begins in item */
    int32_t *kind;    /* n: first class (whole: block) that is the same in the design */
    int32_t *state;   /* n_items: arrangement that comes next when all are done */
    int32_t *sorted;  /* n_items: each set's first arrangement */
} lcn_shuffle;

/* wanted permutations, or all where there are no more than that besides the observed one. */
lacon_status lcn_shuffle_new(lacon_ctx *ctx, lcn_shuffle *out, const lcn_design *design, int64_t wanted,
                             uint64_t seed);
void lcn_shuffle_clear(lcn_shuffle *shuffle);
/* Permutation number `which` by random draws: row[i] is the design row class i gets, ~row[i] with its sign
 * changed. Any order; row has 2 n entries, the second half is scratch. */
void lcn_shuffle_draw(const lcn_shuffle *shuffle, int64_t which, int32_t *row);
/* The next of all; to be called count times. */
void lcn_shuffle_next(lcn_shuffle *shuffle, int32_t *row);

/* ---- permute.c ---- */

/* A network of edges for components; a NULL pointer leaves them out. */
typedef struct lcn_network {
    int64_t k;               /* nodes */
    const int32_t *from, *to; /* per edge */
    double threshold;        /* on the scale of the statistic: squared t, or F */
} lcn_network;

/* Statistics on one scale: F (by variances of their own as lcn_wald_scaled has it), or with a tail F with the sign
 * of the coefficient (its negative for LESS), so that larger is always stronger. */
typedef struct lcn_permuted {
    int64_t E;
    double *observed; /* E */
    double *coef;     /* E: q = 1, the coefficient; else the explained share of variance */
    double *sigma;    /* E: residual standard deviation */
    double *F;        /* E: the statistic as it is reported */
    double *own_df;   /* E: its degrees of freedom */
    double *error;    /* E: q = 1, standard error of the coefficient */
    double *shift, *bend; /* E: q = 1, what skewness does to t (skew.c); 0 where all vary alike */
    double root;      /* q = 1: sigma / root is the standard error where all vary alike */
    int64_t df;       /* residual */
    int64_t done;     /* permutations counted, the observed one among them if all */
    int64_t *above;   /* E: permutations that reach the observed */
    double *largest;  /* done: largest statistic of each permutation, then sorted ascending */
    double omnibus;   /* mean of F over the edges, observed */
    int64_t omnibus_above;
    int32_t *component; /* done: edges of the largest component of each, then sorted; NULL: none asked */
} lcn_permuted;

/* Y n × E row-major. The observed permutation is not part of the counts unless shuffle->all. */
lacon_status lcn_permute(lacon_ctx *ctx, lcn_permuted *out, const double *Y, int64_t E,
                         const lcn_design *design, lcn_shuffle *shuffle, lacon_tail tail,
                         const lcn_network *network);
void lcn_permuted_clear(const lacon_allocator *a, lcn_permuted *permuted);
/* q = 1: the interval of the coefficient of edge e. */
void lcn_permuted_limits(const lcn_permuted *permuted, int64_t e, double confidence, double *low, double *high);
/* (b + 1) / (m + 1), or b / m where the observed one is among the m. */
double lcn_share(int64_t above, int64_t done, bool all);
/* How many of the sorted values are at least x, ties by rounding included. */
int64_t lcn_count_from(const double *sorted, int64_t count, double x);

/* Components of the edges with statistic >= threshold: label[e] 1.. or 0; size in edges of each into
 * sizes (k). Returns how many there are. parent: k scratch. */
int64_t lcn_components(const lcn_network *network, const double *statistic, int64_t E, int32_t *label,
                       int64_t *sizes, int32_t *parent);

/* ---- skew.c ---- */

/* t as if errors were not skewed (Hall 1992), and back; grows with t. */
double lcn_bend(double t, double shift, double bend);
double lcn_unbend(double t, double shift, double bend);

/* ---- edges.c ---- */

/* Number of edges of k modules under the measure, and their ends (0-based) when from is not NULL. */
int64_t lcn_edge_list(int64_t k, lacon_measure measure, int32_t *from, int32_t *to);
/* y (E) from G (k × k); scratch 2 k². Counts in *odd where a module has no variance or a correlation
 * is one. */
void lcn_edge_values(double *y, const double *G, int64_t k, lacon_measure measure, double *scratch,
                     int64_t *odd);

/* ---- distributions.c ---- */

/* I_x(a, b), the regularised incomplete beta function. */
double lcn_beta_share(double a, double b, double x);
double lcn_f_cdf(double f, double d1, double d2, double lambda); /* non-central for lambda > 0 */
/* t with P(|T| <= t) = confidence */
double lcn_t_bound(double confidence, double df);
double lcn_f_bound(double level, double d1, double d2); /* P(F <= f) = level */
/* lambda with P(F <= f; lambda) = level; 0 when even lambda = 0 is below it */
double lcn_f_lambda(double f, double d1, double d2, double level);

#endif
