/* SPDX-License-Identifier: BSD-3-Clause
 * The internal functions of directed connectivity. A class becomes a panel (panel.c: its latent variables with noise),
 * a panel or rows drawn from it a sample; from samples come an order (direct.c, ica.c, lattice.c) and
 * from order and covariance the effects (effects.c; over all orders: expected.c). estimate.c drives,
 * boot.c repeats it.
 *
 * Variables are rows here: Z is k × ld, rows of the data side by side, padded with zeros to ld.
 */
#ifndef LCN_CAUSAL_H
#define LCN_CAUSAL_H

#include "data/data.h"
#include <lacon/causal.h>

/* ---- prior.c ---- */

struct lacon_prior {
    lacon_allocator allocator;
    int64_t k;
    int8_t *arrow;   /* k × k [to, from]: lacon_rule, 0 nothing known */
    int64_t *tier;   /* k; INT64_MIN none */
    uint8_t *before; /* k × k [a, b]: a must come before b; transitive */
};

/* May j come now, when `done` have come already? prior may be NULL. */
bool lcn_prior_ready(const lacon_prior *prior, int64_t j, const uint8_t *done);
bool lcn_prior_before(const lacon_prior *prior, int64_t a, int64_t b);
bool lcn_prior_forbids(const lacon_prior *prior, int64_t from, int64_t to);
bool lcn_prior_requires(const lacon_prior *prior, int64_t from, int64_t to);

/* ---- panel.c ---- */

typedef struct lcn_panel {
    int64_t n, k, ld;
    int64_t lags;    /* earlier rows that come with each; the first `lags` rows of the class come only so */
    double *Z;       /* (lags + 1) k × ld: W'x of every row, then of the row before it, and so on; centred */
    double *energy;  /* (lags + 1) × n: what is left beside the modules, x'Psi^-1 y - z'w with y, w the same row or
                      * the earlier ones; NULL: none */
    double spare;    /* p - k: directions that energy is spread over */
    const char *label;
} lcn_panel;

/* Latent variables of class c. Refuses what cannot be used: too few rows, constant, collinear. */
lacon_status lcn_panel_init(lacon_ctx *ctx, lcn_panel *panel, const lacon_model *model,
                            const lacon_data *data, int64_t c, int64_t lags);
void lcn_panel_clear(const lacon_allocator *a, lcn_panel *panel);

/* A panel, or rows drawn from one, with its second moments. With lags Z is what earlier rows leave
 * unexplained (lagged.c), and everything else is of that. */
typedef struct lcn_sample {
    int64_t n, k, ld, lags;
    double *Z;       /* k × ld, centred */
    double *S;       /* k × k: ZZ'/n */
    double *N;       /* k × k: what noise contributes to S; v I without lags */
    double *G;       /* k × k: S - N with eigenvalues of at least some share of those of S */
    double *inverse; /* k × k: (G + N)^-1 */
    double *M;       /* k × lags k: regression on the earlier rows */
    double v, dof;   /* noise; n times the directions it was estimated from, 0 when it is known */
    int64_t floored;
    double *scratch; /* small matrices; with lags also (lags + 1) k × ld */
} lcn_sample;

/* Less than this share of a direction's variance, or than its standard error, is not distinguished from
 * noise. */
#define LCN_FLOOR 0.02

int64_t lcn_sample_doubles(int64_t ld, int64_t k, int64_t lags);
/* Lays the sample out in scratch of lcn_sample_doubles. */
void lcn_sample_lay_out(lcn_sample *s, int64_t ld, int64_t k, int64_t lags, double *scratch);
/* rows NULL: all of them. corrected: take the noise off. */
void lcn_sample_fill(lcn_sample *s, const lcn_panel *panel, const int64_t *rows, bool corrected);
/* Series 0 .. count - 1 of the panel, the drawn rows, centred anew, to count × ld. */
void lcn_panel_gather(double *to, const lcn_panel *panel, int64_t count, const int64_t *rows);

/* ---- lagged.c ---- */

enum { LCN_LAGS_MOST = 8, LCN_LAGS_LIMIT = 64 }; /* tried by auto; taken when asked */

int64_t lcn_lagged_scratch(int64_t ld, int64_t k, int64_t lags); /* doubles */
/* What lcn_sample_fill does for a panel with lags. */
void lcn_lagged_fill(lcn_sample *s, const lcn_panel *panel, const int64_t *rows, bool corrected);
/* Lagged effects A (lags × k × k) = (I - B) M. */
void lcn_lagged_effects(double *A, const lcn_sample *s, const double *B);
/* Lags from 0 to those of the panels, one number for all, of the least Bayesian information criterion. */
lacon_status lcn_lags_choose(lacon_ctx *ctx, int64_t *lags, const lcn_panel *panels, int64_t count, bool corrected);

/* ---- entropy.c ---- */

/* sum_i log cosh u_i and sum_i u_i exp(-u_i²/2) of u = a x + b y; n a multiple of 8. */
void lcn_entropy_sums(int64_t n, const double *x, const double *y, double a, double b,
                      double out[2]);
/* Differential entropy of a standardised variable from those sums (Hyvärinen 1998). */
double lcn_entropy(const double sums[2], int64_t n);

/* ---- orders: first cause first into order (k) ---- */

int64_t lcn_direct_scratch(int64_t ld, int64_t k, int64_t samples);
void lcn_direct_order(int64_t *order, const lcn_sample *samples, int64_t count,
                      const lacon_prior *prior, double *scratch);

int64_t lcn_fastica_scratch(int64_t ld, int64_t k);
/* unmixing k × k for the rows of Z; *iterations of the slowest. Second moments S are positive
 * definite. */
lacon_status lcn_fastica(double *unmixing, int64_t *iterations, const lcn_sample *s,
                         const lacon_ica_options *options, double *scratch);
int64_t lcn_ica_scratch(int64_t ld, int64_t k);
lacon_status lcn_ica_order(int64_t *order, const lcn_sample *s, const lacon_ica_options *options,
                           double *scratch);
/* The order in which a matrix of effects (k × k, destroyed) comes nearest to strictly lower
 * triangular. scratch: k² + 2 k. */
void lcn_triangular_order(int64_t *order, int64_t k, double *B, double *scratch);

/* ---- shapes.c ---- */

typedef struct lcn_shapes lcn_shapes;
lacon_status lcn_shapes_new(lacon_ctx *ctx, lcn_shapes **out);
void lcn_shapes_free(const lacon_allocator *a, lcn_shapes *shapes);
int64_t lcn_shapes_scratch(void);
/* Largest over the shapes of sum_i log [E f(e_i) / phi(e_i)], where e_i is N(m_i, tau): what a
 * disturbance of that shape explains better than a Gaussian one. Less the price of the shape. */
double lcn_shapes_gain(const lcn_shapes *shapes, int64_t n, const double *m, double tau,
                       double *scratch);

enum { LCN_LATTICE_MAX = 9 }; /* modules up to which all orders are compared */

/* ---- orders.c: table, weight 2^size × size, what i adds after a set; size to LCN_LATTICE_MAX ---- */

/* The order of largest sum; a tie goes to the first found. */
void lcn_paths_best(int64_t *path, int64_t size, const double *table);
/* Share of the orders, each counted exp(its sum), in which i comes right after the set. */
void lcn_paths_weights(double *weight, int64_t size, const double *table);

/* ---- lattice.c ---- */

/* Term of every variable after every set, over all samples together; k to LCN_LATTICE_MAX. */
void lcn_lattice_table(double *table, const lcn_sample *samples, int64_t count,
                       const lcn_shapes *shapes, const lacon_prior *prior, double *scratch);
int64_t lcn_lattice_scratch(int64_t ld, int64_t k, int64_t samples);
/* The order of largest likelihood over all samples together. */
void lcn_likelihood_order(int64_t *order, const lcn_sample *samples, int64_t count,
                          const lcn_shapes *shapes, const lacon_prior *prior, double *scratch);
/* Log-likelihood of variable j after the variables `set` (m of them, allowed ones only), beyond the
 * Gaussian likelihood of all. */
double lcn_likelihood_term(const lcn_sample *s, const lcn_shapes *shapes, int64_t j, int64_t m,
                           const int64_t *set, double *scratch);

/* ---- effects.c, lasso.c ---- */

typedef enum lcn_pruning { LCN_PRUNE_NONE, LCN_PRUNE_LASSO, LCN_PRUNE_WALD } lcn_pruning;

int64_t lcn_effects_scratch(int64_t ld, int64_t k);
/* B (k × k) given the order, from the covariance C = S or G of the sample. */
void lcn_effects(double *B, const lcn_sample *s, const double *C, const int64_t *order,
                 const lacon_prior *prior, lcn_pruning pruning, double *scratch);
/* One row without pruning: b (m) of variable j on the variables of set (m). */
void lcn_effects_row(double *b, const lcn_sample *s, const double *C, int64_t j, int64_t m,
                     const int64_t *set, double *scratch);
/* total = (I - B)^-1 - I */
void lcn_total_effects(double *total, int64_t k, const double *B, const int64_t *order);
int64_t lcn_lasso_scratch(int64_t m);
/* Which of m regressors the adaptive lasso keeps: C m × m, c m, variance of the target y, n rows,
 * ols its least-squares coefficients. */
void lcn_lasso_select(bool *keep, int64_t m, const double *C, const double *c, double y, int64_t n,
                      const double *ols, double *scratch);

/* ---- residuals.c ---- */

/* E (k × ld) = (I - B) Z */
void lcn_disturbances(double *E, const lcn_sample *s, const double *B);
/* Skewness, excess kurtosis and p of D'Agostino & Pearson's test of one variable. */
void lcn_normality(int64_t n, const double *x, double *skewness, double *kurtosis, double *p);
enum { LCN_CROSS = 5 }; /* how many: */
/* Cross cumulants 21, 12, 31, 22, 13 of two standardised variables: 0 when they are independent, and
 * still when Gaussian noise is added to both. error: their standard errors if they are independent;
 * may be NULL. */
void lcn_cross_cumulants(int64_t n, const double *x, const double *y, double out[LCN_CROSS],
                         double error[LCN_CROSS]);

/* ---- the object ---- */

struct lacon_causal {
    lacon_allocator allocator;
    int64_t k, n_classes;
    double *B, *total;  /* N × k × k */
    int64_t *order;     /* N × k */
    char **names;       /* k */
    char **labels;      /* N */
    int64_t boot;       /* of the arrays below; 0: only the disturbances, if any */
    int64_t *block;     /* N */
    double *frequency, *precedence, *low, *high, *independence; /* N × k × k each */
    double *variance, *skewness, *kurtosis, *gaussian;          /* N × k each; variance NULL: not estimated */
    int64_t *floored;   /* N */
    double *noise;      /* N */
    int64_t lags;       /* earlier rows in the model */
    double *lagged;     /* N × lags × k × k; NULL: none */
    double *lagged_low, *lagged_high; /* the same, with boot */
    lacon_causal_options options; /* when variance is there */
    lacon_ica_options ica;        /* what options.ica points to */
    char **warnings;    /* each its own block */
    int64_t n_warnings;
};

/* Zeroed; with boot > 0 or estimated the arrays of trust as well. */
lacon_status lcn_causal_alloc(lacon_ctx *ctx, lacon_causal **out, int64_t k, int64_t classes,
                              const char *const *names, const char *const *labels, bool estimated,
                              int64_t boot);
/* Memory for lagged effects of an estimate. */
lacon_status lcn_causal_alloc_lags(lacon_ctx *ctx, lacon_causal *s, int64_t lags);
/* A sentence for the host's log and for causal.json. */
lacon_status lcn_causal_warn(lacon_ctx *ctx, lacon_causal *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- estimate.c ---- */

/* What one estimate needs; shared by threads. */
typedef struct lcn_task {
    const lcn_panel *panels; /* N */
    int64_t n_panels, k, ld; /* ld: the longest */
    int64_t lags;
    bool remembers; /* one lag would explain something, and none was asked for */
    lacon_causal_options options;
    lacon_ica_options ica;    /* what options.ica points to */
    const lcn_shapes *shapes; /* LIKELIHOOD */
    bool noisy;               /* G is not S */
} lcn_task;

int64_t lcn_order_scratch(const lcn_task *task, int64_t samples);
/* The order of one sample or of several together, by the method of the task. */
lacon_status lcn_order(int64_t *order, const lcn_task *task, const lcn_sample *samples,
                       int64_t count, double *scratch);
lcn_pruning lcn_task_pruning(const lcn_task *task);

/* ---- expected.c ---- */

/* Are effects to be expectations over the orders? */
bool lcn_expects(const lcn_task *task);
int64_t lcn_expected_scratch(const lcn_task *task, int64_t samples);
/* B (count × k × k) of samples that have one order, expected over the orders, and the order it keeps. */
void lcn_expected(int64_t *order, double *B, const lcn_task *task, const lcn_sample *samples,
                  int64_t count, double *scratch);

/* ---- boot.c ---- */

/* Rows of a block for the panel: 1 when no variable has an autocorrelation. */
int64_t lcn_block_rows(const lcn_panel *panel);
/* Draw of row indices number `rep` of class c, blocks of rows from random positions. */
void lcn_boot_rows(int64_t *rows, int64_t n, int64_t block, uint64_t seed, int64_t c, int64_t rep);
/* frequency, precedence, low, high, independence of every class. */
lacon_status lcn_boot(lacon_ctx *ctx, lacon_causal *out, const lcn_task *task);

#endif
