/* SPDX-License-Identifier: BSD-3-Clause
 * The internal interface of the rivals: each is one function in a file of its own and a row of the table
 * in methods.c. Module methods see only the pooled second moments, covariance methods one class.
 */
#ifndef LCN_BASELINES_H
#define LCN_BASELINES_H

#include "la/la.h"
#include "model/gaussian.h"
#include "util/rng.h"

#include <stdatomic.h>

/* What a module method gets: K = sum_i n_i K_i / sum n (p × p, the second moments of the rows of all
 * classes together), n = sum n_i; and where its loadings go. An entry's sign and size show how the
 * variable belongs; zero rows stay unassigned. A method marked thin in the table gets, where
 * n < p, the rows instead: K is NULL and K = rows' rows / n. */
typedef struct lcn_pooled {
    int64_t p, n;
    const double *K;
    const lacon_baseline_options *options;
    double *loadings;   /* p × k, zeroed */
    const double *rows; /* n × p, or NULL */
} lcn_pooled;

/* out[r] = K_rr */
void lcn_pooled_variances(const lcn_pooled *job, double *out);
/* out = K V for V p × m (ld = m); scratch: lcn_pooled_scratch doubles. */
void lcn_pooled_apply(const lcn_pooled *job, double *out, const double *V, int64_t m, double *scratch);
static inline int64_t lcn_pooled_scratch(const lcn_pooled *job, int64_t m)
{
    return job->rows ? job->n * m : 0;
}

/* What a covariance method gets: a class, and where the matrix goes (p × p; it holds the sample
 * covariance already). scratch is as large as the method asked for. Several run at once, so nothing
 * here allocates or writes messages: LACON_E_NUMERIC, LACON_W_NOT_CONVERGED. */
typedef struct lcn_single {
    lacon_ctx *asks;   /* for lcn_single_stopped; NULL on threads that are not the caller's */
    atomic_bool *stop;
    int64_t p;
    const lcn_class *class;
    const lacon_baseline_options *options;
    double *K;
    double *parameter;
    double *scratch;
} lcn_single;

/* Whether the caller wants no more: to be asked now and then, answered by LACON_E_CANCELLED. */
static inline bool lcn_single_stopped(const lcn_single *job)
{
    if (job->asks && lcn_cancelled(job->asks)) atomic_store(job->stop, true);
    return atomic_load(job->stop);
}

typedef lacon_status lcn_modules_fn(lacon_ctx *ctx, const lcn_pooled *job);
/* A method that finds the number of modules too: label[r] in 0..*k-1, -1 for none. job->loadings is
 * still NULL. */
typedef lacon_status lcn_search_fn(lacon_ctx *ctx, int32_t *label, int64_t *k,
                                   const lcn_pooled *job, const lacon_data *data);
typedef lacon_status lcn_single_fn(const lcn_single *job);
typedef int64_t lcn_scratch_fn(int64_t p, const lacon_baseline_options *options); /* doubles */

/* ledoit_wolf.c: |x_i|² of row i of those at x; and K (p × p, of n rows) shrunk by their sums of |x_i|² and |x_i|⁴. The
 * answer is how much. */
double lcn_square_length(const lcn_class *class, int64_t p, int64_t i);
double lcn_shrink_to_identity(double *K, int64_t n, int64_t p, double square, double fourth);

lcn_single_fn lcn_diagonal, lcn_ledoit_wolf, lcn_glasso, lcn_factor_covariance, lcn_ppca;
lcn_scratch_fn lcn_glasso_scratch, lcn_factor_scratch, lcn_ppca_scratch;
lcn_modules_fn lcn_kmeans, lcn_hclust, lcn_factor, lcn_nnpca, lcn_nncum;
lcn_search_fn lcn_fofc;

/* Cluster label[r] in 0..k-1 of each variable to loadings: the first principal component of each
 * cluster's block of K, in absolute value. */
lacon_status lcn_cluster_loadings(lacon_ctx *ctx, const lcn_pooled *job, const int32_t *label);
/* The same with the loadings of a factor analysis of each cluster, with one factor. Clusters have at
 * least two variables. */
lacon_status lcn_factor_loadings(lacon_ctx *ctx, const lcn_pooled *job, const int32_t *label);

#endif
