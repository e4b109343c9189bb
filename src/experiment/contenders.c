/* SPDX-License-Identifier: BSD-3-Clause
 * The table of contenders: our fit in its variants and the rivals of src/baselines, each behind one
 * function and with one style in every figure. Colours are distinct for colour-blind readers too
 * (Okabe and Ito's), and every contender has a marker and a dash of its own beside.
 */
#include "experiment/experiment.h"
#include "data/data.h"

#include <string.h>

/* ---- our own ---- */

static lacon_fit_options fit_settings(int64_t k, uint64_t seed)
{
    lacon_fit_options options;
    lacon_fit_options_init(&options);
    options.k = k;
    options.seed = seed;
    return options;
}

static lacon_status fit_default(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                                uint64_t seed)
{
    lacon_fit_options options = fit_settings(k, seed);
    return lacon_fit(ctx, &out->model, data, &options);
}

static lacon_status fit_all(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                            uint64_t seed)
{
    lacon_fit_options options = fit_settings(k, seed);
    options.membership = LACON_MEMBERSHIP_ALL;
    return lacon_fit(ctx, &out->model, data, &options);
}

static lacon_status fit_score(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                              uint64_t seed)
{
    lacon_fit_options options = fit_settings(k, seed);
    options.objective = LACON_OBJECTIVE_SM;
    return lacon_fit(ctx, &out->model, data, &options);
}

static lacon_status fit_published(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                                  uint64_t seed)
{
    lacon_fit_options options = fit_settings(k, seed);
    options.objective = LACON_OBJECTIVE_SM;
    options.solver = LACON_SOLVER_ALM;
    return lacon_fit(ctx, &out->model, data, &options);
}

static lacon_status fit_dense(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                              uint64_t seed)
{
    lacon_fit_options options = fit_settings(k, seed);
    options.solver = LACON_SOLVER_ML_DENSE;
    return lacon_fit(ctx, &out->model, data, &options);
}

static lacon_status fit_shrunk(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                               uint64_t seed)
{
    enum { FOLDS = 5 }; /* as the selection of k has */
    lacon_fit_options options = fit_settings(k, seed);
    lacon_model *model = NULL;
    lacon_status status = lacon_fit(ctx, &model, data, &options);
    if (status >= 0) {
        lacon_status made =
            lacon_model_shrink(ctx, &out->covariance, model, data, FOLDS, NULL, NULL);
        if (made < 0) status = made;
    }
    lacon_model_free(model);
    return status;
}

/* ---- the rivals ---- */

static lacon_baseline_options settings(int64_t k, uint64_t seed)
{
    lacon_baseline_options options;
    lacon_baseline_options_init(&options);
    options.k = k;
    options.seed = seed;
    return options;
}

#define RIVAL_MODULES(function, method, link)                                                      \
    static lacon_status function(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data,        \
                                 int64_t k, uint64_t seed)                                         \
    {                                                                                              \
        lacon_baseline_options options = settings(k, seed);                                        \
        options.linkage = link;                                                                    \
        return lacon_baseline_modules(ctx, &out->model, method, data, &options);                   \
    }
#define RIVAL_COVARIANCE(function, method, together)                                               \
    static lacon_status function(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data,        \
                                 int64_t k, uint64_t seed)                                         \
    {                                                                                              \
        lacon_baseline_options options = settings(k, seed);                                        \
        options.pooled = together;                                                                 \
        return lacon_baseline_covariance(ctx, &out->covariance, method, data, &options);           \
    }

RIVAL_MODULES(fofc, "fofc", LACON_LINKAGE_WARD)
RIVAL_MODULES(nnpca, "nnpca", LACON_LINKAGE_WARD)
RIVAL_MODULES(factors, "fa", LACON_LINKAGE_WARD)
RIVAL_MODULES(kmeans, "kmeans", LACON_LINKAGE_WARD)
RIVAL_MODULES(average, "hclust", LACON_LINKAGE_AVERAGE)
RIVAL_MODULES(ward, "hclust", LACON_LINKAGE_WARD)
RIVAL_COVARIANCE(diagonal, "diagonal", false)
RIVAL_COVARIANCE(ledoit_wolf, "ledoit-wolf", false)
RIVAL_COVARIANCE(glasso, "glasso", false)
RIVAL_COVARIANCE(factor_each, "factor-analysis", false)
RIVAL_COVARIANCE(factor_pooled, "factor-analysis", true)
RIVAL_COVARIANCE(ppca_each, "ppca", false)
RIVAL_COVARIANCE(ppca_pooled, "ppca", true)

/* Rounding may let the factorisation of a singular matrix pass: with no more rows than variables there
 * is no density, whatever it says. */
static lacon_status sample(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                           uint64_t seed)
{
    const lacon_baseline_options options = settings(k, seed);
    for (int64_t c = 0; c < lacon_data_classes(data); c++)
        LCN_FAIL_IF(lacon_data_rows(data, c) <= lacon_data_variables(data), LACON_E_NUMERIC,
                    "the covariance of %lld rows of %lld variables is singular: no density",
                    (long long)lacon_data_rows(data, c), (long long)lacon_data_variables(data));
    return lacon_baseline_covariance(ctx, &out->covariance, "sample", data, &options);
}

/* The clusters of each class by itself, since each has its own effects between modules. A class without
 * any has none; the reason is reported when all are so. */
static lacon_status fofc_each(lacon_ctx *ctx, lcn_estimate *out, const lacon_data *data, int64_t k,
                              uint64_t seed)
{
    const int64_t N = lacon_data_classes(data);
    int64_t found = 0;
    lacon_status status = LACON_E_DATA;
    if (N == 1) return fofc(ctx, out, data, k, seed);
    out->each = lcn_alloc(ctx, (size_t)N, sizeof(lacon_model *));
    if (out->each == NULL) return LACON_E_MEMORY;
    out->n_each = N;
    for (int64_t c = 0; c < N; c++) {
        lacon_data *one = NULL;
        lcn_estimate mine = {0};
        status = lcn_one_class(ctx, &one, data, c);
        if (status >= 0) status = fofc(ctx, &mine, one, k, seed);
        lacon_data_free(one);
        out->each[c] = mine.model;
        found += mine.model != NULL;
        if (status == LACON_E_MEMORY || status == LACON_E_CANCELLED) return status;
    }
    return found > 0 ? LACON_OK : status;
}

/* ---- the table ---- */

#define MODULES (LCN_IN_RECOVERY | LCN_IN_TABLE | LCN_IN_CHOICE)
#define DIRECTED (LCN_IN_DIRECTED | LCN_IN_ARROWS)
#define COVARIANCE (LCN_IN_LIKELIHOOD | LCN_IN_TABLE)
#define FACTORS (COVARIANCE | LCN_IN_CHOICE)
static const lcn_contender TABLE[] = {
    {.shown = {"lacon", "lacon", "the default: likelihood, majorise and minimise"},
     .place = MODULES | LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED | DIRECTED,
     .run = fit_default,
     .arrows = LACON_CAUSAL_LIKELIHOOD,
     .corrected = true,
     .style = {0xD55E00, LCN_MARKER_DISC, 1.8, 0, 0}},
    {.shown = {"lacon-direct", "lacon + DirectLiNGAM", "the default; effects by DirectLiNGAM on W'x"},
     .place = LCN_IN_ARROWS,
     .run = fit_default,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0xE69F00, LCN_MARKER_DISC, 1.2, 4, 2}},
    {.shown = {"lacon-all", "lacon, all placed", "the default, every variable placed"},
     .place = MODULES | DIRECTED,
     .run = fit_all,
     .arrows = LACON_CAUSAL_LIKELIHOOD,
     .corrected = true,
     .style = {0xD55E00, LCN_MARKER_SQUARE, 1.2, 1.5, 1.5}},
    {.shown = {"score-matching", "lacon, score matching", "the default solver, the paper's objective"},
     .place = MODULES | LCN_IN_SPEED,
     .run = fit_score,
     .style = {0xE69F00, LCN_MARKER_DISC, 1.2, 4, 2}},
    {.shown = {"published", "published algorithm with repairs",
               "score matching by the augmented Lagrangian, repaired (docs/algorithm/alm.md)"},
     .place = MODULES | LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED | DIRECTED,
     .run = fit_published,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0xCC79A7, LCN_MARKER_SQUARE, 1.2, 0, 0}},
    {.shown = {"published-ica", "the same + ICA-LiNGAM", "published; effects by ICA-LiNGAM on W'x"},
     .place = LCN_IN_ARROWS,
     .run = fit_published,
     .arrows = LACON_CAUSAL_ICA,
     .style = {0xCC79A7, LCN_MARKER_CROSS, 1.2, 4, 2}},
    {.shown = {"ml-dense", "maximum likelihood, dense", "the supplement's O(p³) algorithm"},
     .place = LCN_IN_SPEED,
     .run = fit_dense,
     .style = {0x8C510A, LCN_MARKER_CROSS, 1.2, 0, 0}},
    {.shown = {"nnpca", "partition of non-negative PCA, refitted",
               "of the pooled rows; G and v by lacon's model"},
     .place = MODULES | LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED | DIRECTED,
     .run = nnpca,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0x0072B2, LCN_MARKER_UP, 1.2, 0, 0}},
    {.shown = {"fa", "partition of factor analysis, refitted",
               "largest varimax loading, pooled rows; G and v by lacon's model"},
     .place = MODULES | LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED | DIRECTED,
     .run = factors,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0x56B4E9, LCN_MARKER_DOWN, 1.2, 0, 0}},
    {.shown = {"kmeans", "partition of k-means, refitted",
               "of the variables, pooled rows; G and v by lacon's model"},
     .place = MODULES | LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED | DIRECTED,
     .run = kmeans,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0x009E73, LCN_MARKER_DIAMOND, 1.2, 0, 0}},
    {.shown = {"hclust-average", "partition of average linkage, refitted",
               "of the variables, pooled rows; G and v by lacon's model"},
     .place = MODULES,
     .run = average,
     .style = {0x009E73, LCN_MARKER_CROSS, 1.2, 1.5, 1.5}},
    {.shown = {"hclust-ward", "partition of Ward, refitted",
               "of the variables, pooled rows; G and v by lacon's model"},
     .place = MODULES | LCN_IN_SPEED | LCN_IN_DIRECTED_SPEED | DIRECTED,
     .run = ward,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0x000000, LCN_MARKER_SQUARE, 1.2, 0, 0}},
    {.shown = {"fofc", "FOFC", "FindOneFactorClusters, each class by itself"},
     .place = DIRECTED | LCN_IN_DIRECTED_SPEED,
     .run = fofc_each,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0x8C510A, LCN_MARKER_DISC, 1.2, 0, 0}},
    {.shown = {"fofc-pooled", "FOFC, pooled", "FindOneFactorClusters of the pooled rows"},
     .place = DIRECTED,
     .run = fofc,
     .arrows = LACON_CAUSAL_DIRECT,
     .style = {0x8C510A, LCN_MARKER_CROSS, 1.2, 4, 2}},
    {.shown = {"factor-analysis", "factor analysis, each class", "its own density, of each class"},
     .place = FACTORS,
     .run = factor_each,
     .style = {0x56B4E9, LCN_MARKER_DIAMOND, 1.2, 4, 2}},
    {.shown = {"factor-analysis-pooled", "factor analysis, pooled", "its own density, one for all classes"},
     .place = FACTORS,
     .run = factor_pooled,
     .style = {0x56B4E9, LCN_MARKER_DISC, 1.8, 0, 0}},
    {.shown = {"ppca", "probabilistic PCA, each class", "its own density, of each class"},
     .place = FACTORS,
     .run = ppca_each,
     .style = {0x0072B2, LCN_MARKER_DIAMOND, 1.2, 4, 2}},
    {.shown = {"ppca-pooled", "probabilistic PCA, pooled", "its own density, one for all classes"},
     .place = FACTORS,
     .run = ppca_pooled,
     .style = {0x0072B2, LCN_MARKER_DISC, 1.8, 0, 0}},
    {.shown = {"sample", "sample covariance", "of each class"},
     .place = COVARIANCE,
     .run = sample,
     .style = {0x999999, LCN_MARKER_UP, 1.2, 1.5, 1.5}},
    {.shown = {"diagonal", "variances alone", "of each class"},
     .place = LCN_IN_TABLE,
     .run = diagonal,
     .style = {0xBBBBBB, LCN_MARKER_SQUARE, 1.2, 1.5, 1.5}},
    {.shown = {"ledoit-wolf", "Ledoit-Wolf", "of each class"},
     .place = COVARIANCE,
     .run = ledoit_wolf,
     .style = {0x777777, LCN_MARKER_DOWN, 1.2, 4, 2}},
    {.shown = {"glasso", "graphical lasso", "of each class, penalty by cross-validation"},
     .place = COVARIANCE,
     .run = glasso,
     .style = {0x444444, LCN_MARKER_DIAMOND, 1.2, 4, 2}},
    {.shown = {"shrunk", "lacon, shrunk", "lacon, connectivities shrunk"},
     .place = LCN_IN_TABLE | LCN_IN_CHOICE,
     .run = fit_shrunk,
     .style = {0xD55E00, LCN_MARKER_DIAMOND, 1.8, 4, 2}},
};
enum { COUNT = sizeof TABLE / sizeof *TABLE };
_Static_assert((int)COUNT <= (int)LCN_CONTENDERS, "a plan holds them all");

int lacon_contender_count(void) { return COUNT; }

const lcn_contender *lcn_contender_at(int row)
{
    return row >= 0 && row < COUNT ? &TABLE[row] : NULL;
}

const lacon_contender_row *lacon_contender_at(int row)
{
    const lcn_contender *found = lcn_contender_at(row);
    return found ? &found->shown : NULL;
}

void lcn_estimate_clear(lacon_ctx *ctx, lcn_estimate *estimate)
{
    for (int64_t c = 0; c < estimate->n_each; c++) lacon_model_free(estimate->each[c]);
    lcn_free(&ctx->allocator, estimate->each);
    lacon_model_free(estimate->model);
    lacon_covariance_free(estimate->covariance);
    *estimate = (lcn_estimate){0};
}

lacon_status lcn_one_class(lacon_ctx *ctx, lacon_data **out, const lacon_data *data, int64_t c)
{
    const lcn_class *class = &data->classes[c];
    LCN_TRY(lacon_data_new(ctx, out, data->p));
    LCN_TRY(lacon_data_add_view(ctx, *out, class->label, class->n, class->x, class->ld));
    return lacon_data_standardise(ctx, *out, LACON_SCALE_CENTER);
}

lacon_status lcn_estimate_evaluate(lacon_ctx *ctx, const lcn_estimate *estimate,
                                   const lacon_data *data, double *out)
{
    return estimate->model
               ? lacon_model_evaluate(ctx, estimate->model, data, NULL, out)
               : lacon_covariance_evaluate(ctx, estimate->covariance, data, NULL, out);
}
