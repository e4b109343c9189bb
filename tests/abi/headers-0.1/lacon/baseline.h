/* SPDX-License-Identifier: BSD-3-Clause
 * Other people's methods behind one interface, for comparison on the same data.
 *
 * A method of kind MODULES answers with a model: its loadings on the rows of all classes together,
 * reduced to one non-negative entry per variable and unit columns; G and v of every class follow in
 * closed form (lacon_model_transform). So its likelihood is that of the model on the method's
 * partition, not of the method. A method of kind COVARIANCE answers with one p × p covariance per
 * class, of the centred and scaled rows: lacon_covariance. Its likelihood is the method's own.
 */
#ifndef LACON_BASELINE_H
#define LACON_BASELINE_H

#include <lacon/io.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lacon_baseline_kind {
    LACON_BASELINE_COVARIANCE = 0,
    LACON_BASELINE_MODULES = 1
} lacon_baseline_kind;

typedef struct lacon_baseline_row {
    const char *name; /* "ledoit-wolf" */
    lacon_baseline_kind kind;
    int needs_k;      /* options.k must be given */
    const char *help; /* one line */
} lacon_baseline_row;

LACON_API int lacon_baseline_count(void);
LACON_API const lacon_baseline_row *lacon_baseline_at(int row);        /* NULL outside */
LACON_API const lacon_baseline_row *lacon_baseline_find(const char *name); /* NULL: none */

typedef enum lacon_linkage { LACON_LINKAGE_WARD = 0, LACON_LINKAGE_AVERAGE = 1 } lacon_linkage;

/* fofc: when a tetrad counts as zero, and how clusters come from what passes
 * (docs/algorithm/fofc.md). WISHART is for normal variables, BOLLEN_TING needs rows and no
 * distribution. GAP grows every pure triple and picks the largest clusters, SAG takes away one
 * cluster after the other. */
typedef enum lacon_tetrad_test {
    LACON_TETRAD_WISHART = 0,
    LACON_TETRAD_BOLLEN_TING = 1
} lacon_tetrad_test;
typedef enum lacon_fofc_variant { LACON_FOFC_GAP = 0, LACON_FOFC_SAG = 1 } lacon_fofc_variant;

typedef enum lacon_nnpca {
    LACON_NNPCA_SEQUENTIAL = 0, /* one component after the other */
    LACON_NNPCA_CUMULATIVE = 1  /* all together, overlaps penalised */
} lacon_nnpca;

typedef struct lacon_baseline_options {
    size_t size;           /* sizeof(lacon_baseline_options) */
    int64_t k;             /* modules or factors, 1..p; for methods that need it. fofc: the k
                              largest, 0 all */
    lacon_linkage linkage; /* hclust */
    int64_t starts;        /* kmeans, nnpca: best of so many */
    int64_t folds;         /* glasso: contiguous blocks of rows left out in turn */
    double penalty;        /* glasso: on off-diagonal entries; 0: by cross-validation. Cumulative
                              nnpca: on |W'W - I|², in variances; 0: 1 */
    double tol;            /* fa, factor-analysis, nnpca, glasso: when to stop; 0: the method's own */
    int64_t max_iter;      /* fa, factor-analysis, nnpca, glasso */
    uint64_t seed;
    lacon_tetrad_test test;     /* fofc */
    lacon_fofc_variant variant; /* fofc */
    double alpha;               /* fofc: level of a test of one tetrad, or of two at once */
    lacon_nnpca nnpca;     /* nnpca */
    int pooled;            /* covariances: one of the rows of all classes together, for every class.
                              Not for methods that need the rows of a class */
} lacon_baseline_options;

LACON_API void lacon_baseline_options_init_sized(lacon_baseline_options *options, size_t size);
#define lacon_baseline_options_init(options) lacon_baseline_options_init_sized((options), sizeof *(options))

/* data must have been standardised. LACON_E_ARGUMENT when the method is of the other kind or k is
 * missing; LACON_W_NOT_CONVERGED with *out set when max_iter was reached. */
LACON_API lacon_status lacon_baseline_modules(lacon_ctx *ctx, lacon_model **out, const char *method,
                                              const lacon_data *data,
                                              const lacon_baseline_options *options);

/* ---- one covariance per class ---- */

typedef struct lacon_covariance lacon_covariance;

LACON_API lacon_status lacon_baseline_covariance(lacon_ctx *ctx, lacon_covariance **out,
                                                 const char *method, const lacon_data *data,
                                                 const lacon_baseline_options *options);

/* The covariance of each class as a convex mix of its sample covariance K_c, its module model
 * Sigma_c and the mean of the K over the classes,
 *     (1 - lambda) K_c + lambda [(1 - mu) Sigma_c + mu mean K],
 * lambda and mu the same for all classes, by the likelihood of blocks of consecutive training rows
 * left out in turn. data: the rows the model was fitted to. With one class mu is 0. lambda and mu
 * may be NULL. */
LACON_API lacon_status lacon_model_shrink(lacon_ctx *ctx, lacon_covariance **out,
                                          const lacon_model *model, const lacon_data *data,
                                          int64_t folds, double *lambda, double *mu);

LACON_API void lacon_covariance_free(lacon_covariance *covariance);
LACON_API int64_t lacon_covariance_variables(const lacon_covariance *covariance);
LACON_API int64_t lacon_covariance_classes(const lacon_covariance *covariance);
LACON_API const char *lacon_covariance_name(const lacon_covariance *covariance, int64_t r);
LACON_API const char *lacon_covariance_label(const lacon_covariance *covariance, int64_t c);
LACON_API const double *lacon_covariance_matrix(const lacon_covariance *covariance, int64_t c);
LACON_API const double *lacon_covariance_mean(const lacon_covariance *covariance);  /* N × p */
LACON_API const double *lacon_covariance_scale(const lacon_covariance *covariance); /* N × p */
/* What the method chose for the class (shrinkage, penalty, lambda, noise of ppca); NaN when it chooses nothing. */
LACON_API double lacon_covariance_parameter(const lacon_covariance *covariance, int64_t c);
LACON_API int64_t lacon_covariance_find_class(const lacon_covariance *covariance,
                                              const char *label); /* or -1 */

/* Mean log-likelihood per row as lacon_model_evaluate, by Cholesky, O(p³) per class. A singular
 * covariance has no density: -infinity for that class, and a warning that names it. */
LACON_API lacon_status lacon_covariance_evaluate(lacon_ctx *ctx, const lacon_covariance *covariance,
                                                 const lacon_data *data, const int64_t *map,
                                                 double *out);

/* covariance.npz and covariance.json into the existing folder dir, and back. */
LACON_API lacon_status lacon_covariance_write(lacon_ctx *ctx, const lacon_covariance *covariance,
                                              const char *dir, const lacon_provenance *provenance);
LACON_API lacon_status lacon_covariance_load(lacon_ctx *ctx, lacon_covariance **out,
                                             const char *dir);

#ifdef __cplusplus
}
#endif
#endif
