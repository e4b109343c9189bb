/* SPDX-License-Identifier: BSD-3-Clause
 * Directed connectivity: which module drives which, class by class,
 *
 *     z = B z + e,   x = W z + noise,      B[to, from], e independent and not Gaussian
 *
 * from rows and a model (the modules and their noise) or from rows alone (every variable its own module).
 * docs/causal.md has the assumptions in plain words. Arrays are row-major and borrowed: valid until
 * the object is freed.
 */
#ifndef LACON_CAUSAL_H
#define LACON_CAUSAL_H

#include <lacon/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- independent component analysis ---- */

typedef enum lacon_contrast {
    LACON_CONTRAST_LOGCOSH = 0,
    LACON_CONTRAST_EXP = 1,
    LACON_CONTRAST_KURTOSIS = 2
} lacon_contrast;

typedef struct lacon_ica_options {
    size_t size; /* sizeof(lacon_ica_options) */
    lacon_contrast contrast;
    int deflation; /* components one after the other in place of all together */
    double tol;    /* a direction that turns by less has settled: 1 - |cos| */
    int64_t max_iter;
    uint64_t seed;
} lacon_ica_options;

LACON_API void lacon_ica_options_init_sized(lacon_ica_options *options, size_t size);
#define lacon_ica_options_init(options) lacon_ica_options_init_sized((options), sizeof *(options))

/* FastICA: unmixing (k × k) such that the rows of unmixing x are uncorrelated, of unit variance and as
 * far from Gaussian as they get. x: n × k rows, ld >= k. iterations may be NULL. LACON_E_DATA when the
 * columns are constant or collinear; LACON_W_NOT_CONVERGED with the result set. */
LACON_API lacon_status lacon_ica(lacon_ctx *ctx, double *unmixing, int64_t *iterations, int64_t n,
                                 int64_t k, const double *x, int64_t ld,
                                 const lacon_ica_options *options);

/* ---- what is known beforehand ---- */

typedef struct lacon_prior lacon_prior;

typedef enum lacon_rule {
    LACON_RULE_REQUIRED = 1,  /* the arrow is there, whatever its size */
    LACON_RULE_FORBIDDEN = 2, /* there is no such arrow (a detour is allowed) */
    LACON_RULE_BEFORE = 3     /* from comes before to in the order; an arrow or not */
} lacon_rule;

LACON_API lacon_status lacon_prior_new(lacon_ctx *ctx, lacon_prior **out, int64_t k);
LACON_API void lacon_prior_free(lacon_prior *prior);
/* Modules from 0. LACON_E_DATA when the rule contradicts an earlier one, also by a cycle. */
LACON_API lacon_status lacon_prior_add(lacon_ctx *ctx, lacon_prior *prior, int64_t from, int64_t to,
                                       lacon_rule rule);
/* Lower tiers come before higher ones. */
LACON_API lacon_status lacon_prior_set_tier(lacon_ctx *ctx, lacon_prior *prior, int64_t module,
                                            int64_t tier);
/* A table with the columns from, to, rule (required, forbidden, before), or module, tier. Modules
 * by name. */
LACON_API lacon_status lacon_prior_read(lacon_ctx *ctx, lacon_prior **out, const char *path,
                                        int64_t k, const char *const *names);

/* ---- estimation ---- */

typedef enum lacon_causal_method {
    LACON_CAUSAL_LIKELIHOOD = 0, /* order of the largest likelihood, noise taken into account */
    LACON_CAUSAL_DIRECT = 1,     /* DirectLiNGAM (Shimizu et al. 2011; Hyvärinen & Smith 2013) */
    LACON_CAUSAL_ICA = 2         /* ICA-LiNGAM (Shimizu et al. 2006) */
} lacon_causal_method;

/* What is told of an effect while its order is not sure; with LIKELIHOOD, to nine modules. */
typedef enum lacon_effects {
    LACON_EFFECTS_AUTO = 0,     /* EXPECTED with a model, whose modules share a unit; else LIKELIEST */
    LACON_EFFECTS_EXPECTED = 1, /* over all orders by their likelihood: the least squared error */
    LACON_EFFECTS_LIKELIEST = 2 /* in the likeliest order, as if it were known */
} lacon_effects;

/* Lags by the Bayesian information criterion, one number for all classes. */
enum { LACON_LAGS_AUTO = -1 };

typedef struct lacon_causal_options {
    size_t size; /* sizeof(lacon_causal_options) */
    lacon_causal_method method;
    int noise_correction; /* effects from the latent covariance, not from that of W'x */
    int common_order;     /* one order for all classes, by the evidence of all; not with ICA */
    int prune;            /* arrows that do not earn their place become 0 */
    int64_t boot;         /* bootstrap samples; 0: none, and nothing is said about trust */
    int64_t block;        /* rows of a block of the bootstrap; 0: from the autocorrelation */
    double level;         /* of intervals and of `identifiable` */
    const lacon_ica_options *ica; /* NULL: defaults */
    uint64_t seed;            /* of the bootstrap */
    const lacon_prior *prior; /* NULL: nothing is known; not with ICA */
    lacon_effects effects;
    int64_t lags;         /* earlier rows that have effects as well (VAR-LiNGAM); LACON_LAGS_AUTO */
} lacon_causal_options;

LACON_API void lacon_causal_options_init_sized(lacon_causal_options *options, size_t size);
#define lacon_causal_options_init(options) lacon_causal_options_init_sized((options), sizeof *(options))

typedef struct lacon_causal lacon_causal;

/* data: standardised. model NULL: every variable is a module and there is no noise. LACON_E_DATA when a
 * class has too few rows, or modules that are constant or collinear: the sentence names them. */
LACON_API lacon_status lacon_causal_estimate(lacon_ctx *ctx, lacon_causal **out,
                                             const lacon_model *model, const lacon_data *data,
                                             const lacon_causal_options *options);

/* From known parts, all copied: B N × k × k, order N × k (first cause first, from 0). names and
 * labels may be NULL. Checks that no arrow points backwards in its order. */
LACON_API lacon_status lacon_causal_new(lacon_ctx *ctx, lacon_causal **out, int64_t k,
                                        int64_t classes, const double *B, const int64_t *order,
                                        const char *const *names, const char *const *labels);
LACON_API void lacon_causal_free(lacon_causal *causal);

/* Sentences on what may be wrong with the estimate; texts may be NULL. */
LACON_API int64_t lacon_causal_warnings(const lacon_causal *causal, const char *const **texts);
/* Earlier rows in the model, and their effects on class c: lags × k × k [lag - 1, to, from]; NULL: none. low and high:
 * their intervals, NULL without a bootstrap; may be NULL. */
LACON_API int64_t lacon_causal_lags(const lacon_causal *causal);
LACON_API const double *lacon_causal_lagged(const lacon_causal *causal, int64_t c, const double **low,
                                            const double **high);

LACON_API int64_t lacon_causal_modules(const lacon_causal *causal); /* k */
LACON_API int64_t lacon_causal_classes(const lacon_causal *causal); /* N */
LACON_API const char *lacon_causal_name(const lacon_causal *causal, int64_t j);  /* of a module */
LACON_API const char *lacon_causal_label(const lacon_causal *causal, int64_t c); /* of a class */
LACON_API const double *lacon_causal_B(const lacon_causal *causal, int64_t c);   /* k × k [to, from] */
LACON_API const double *lacon_causal_total(const lacon_causal *causal, int64_t c); /* (I - B)^-1 - I */
LACON_API const int64_t *lacon_causal_order(const lacon_causal *causal, int64_t c); /* k */

/* How it was estimated (prior is NULL); NULL when it was not: known parts, a truth, a file. */
LACON_API const lacon_causal_options *lacon_causal_options_used(const lacon_causal *causal);

/* What is known of the trust in class c; arrays are k × k [to, from] or k. */
typedef struct lacon_causal_trust {
    int64_t boot;  /* bootstrap samples; when 0 frequency, precedence, low, high, independence are NULL */
    int64_t block; /* rows of a block */
    const double *frequency;    /* share of the samples with the arrow */
    const double *precedence;   /* share of the samples with from before to */
    const double *low, *high;   /* interval of the effect, 0 where the order is the other one */
    const double *independence; /* p of the test that disturbances a and b are independent */
    const double *variance;     /* k: of each disturbance, without noise */
    const double *skewness;     /* k: of each disturbance, without noise */
    const double *kurtosis;     /* k: excess, without noise */
    const double *gaussian;     /* k: p of the test that the disturbance is Gaussian */
    int64_t floored;            /* directions of W'x that hold hardly more than noise */
    double noise;               /* v of the class; 0 when every variable is a module */
} lacon_causal_trust;

/* 1; 0 and all of it 0 when there is no class c. */
LACON_API int lacon_causal_trust_get_sized(const lacon_causal *causal, int64_t c,
                                           lacon_causal_trust *out, size_t size);
#define lacon_causal_trust_get(causal, c, out)                                                     \
    lacon_causal_trust_get_sized((causal), (c), (out), sizeof *(out))
/* 1 when the direction between modules a and b of class c can be told, 0 when not, -1 when it was not
 * tested or there is no such class or module. */
LACON_API int lacon_causal_identifiable(const lacon_causal *causal, int64_t c, int64_t a, int64_t b);

/* ---- files ---- */

/* causal.npz and causal.json into the existing folder dir; disturbances.tsv too after an estimate. */
LACON_API lacon_status lacon_causal_write(lacon_ctx *ctx, const lacon_causal *causal,
                                          const char *dir, const lacon_provenance *provenance);
/* The arrows of class c as a table: from, to, weight, frequency, identifiable, low, high, order, total. */
LACON_API lacon_status lacon_causal_write_arrows(lacon_ctx *ctx, const lacon_causal *causal,
                                                 int64_t c, const char *path);
/* B, order and names from dir/causal.npz. */
LACON_API lacon_status lacon_causal_load(lacon_ctx *ctx, lacon_causal **out, const char *dir);

/* ---- truth ---- */

/* The generator of section 6.3: per class a random order, |b| uniform in [0.3, 1] with random sign for
 * every pair; disturbances are logistic with scale 1. *model gets W and v as lacon_model_random, and
 * G = (I - B)^-1 (pi²/3) (I - B)^-T. */
LACON_API lacon_status lacon_causal_random(lacon_ctx *ctx, lacon_causal **out, lacon_model **model,
                                           int64_t p, int64_t k, int64_t classes, double noise,
                                           uint64_t seed);
/* n rows of class c into x (n × p, ld >= p): z from B and logistic disturbances, then W z and the noise
 * of the model. */
LACON_API lacon_status lacon_causal_simulate(lacon_ctx *ctx, const lacon_causal *causal,
                                             const lacon_model *model, int64_t c, int64_t n,
                                             uint64_t seed, double *x, int64_t ld);

typedef struct lacon_causal_scores {
    double b_error;        /* sum of squares of B - B^, mean over classes */
    double b_mse;          /* the same / k² */
    double order_spearman; /* rank correlation of the two orders, mean over classes; 1 when k = 1 */
    double hamming;        /* arrows to add, take away or turn round, mean over classes */
} lacon_causal_scores;

/* column[j]: module of `causal` that is module j of the truth (lacon_model_match), NULL: the same.
 * Classes by label; NaN when none is common. */
LACON_API lacon_status lacon_causal_score_sized(lacon_ctx *ctx, lacon_causal_scores *out, size_t size,
                                                const lacon_causal *truth, const lacon_causal *causal,
                                                const int64_t *column);
#define lacon_causal_score(ctx, out, truth, causal, column)                                        \
    lacon_causal_score_sized((ctx), (out), sizeof *(out), (truth), (causal), (column))

#ifdef __cplusplus
}
#endif
#endif
