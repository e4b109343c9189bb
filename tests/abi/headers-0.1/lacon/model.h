/* SPDX-License-Identifier: BSD-3-Clause
 * A fitted (or true, or loaded) model of the centred and scaled rows of class i:
 *
 *     X_i ~ N(0, Psi^1/2 (W G_i W' + v_i I) Psi^1/2),   W >= 0,  W'W = I,  prod psi_r = 1
 *
 * With psi = 1 (--noise isotropic) this is the model of Monti & Hyvärinen (UAI 2018).
 *
 * Arrays are row-major and borrowed: valid until the model is freed.
 */
#ifndef LACON_MODEL_H
#define LACON_MODEL_H

#include <lacon/data.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_model lacon_model;

/* Parts of a model that most do not have. NULL: as said. */
typedef struct lacon_model_parts {
    size_t size;         /* sizeof(lacon_model_parts) */
    const double *psi;   /* p, positive; divided by its geometric mean, which v and G get. NULL: ones */
    const double *mean;  /* N × p. NULL: zeros */
    const double *scale; /* N × p, positive, or 0 for a variable the class never had. NULL: ones */
    const int8_t *sign;  /* p, 1 or -1. NULL: no variable is flipped */
} lacon_model_parts;
LACON_API void lacon_model_parts_init_sized(lacon_model_parts *parts, size_t size);
#define lacon_model_parts_init(parts) lacon_model_parts_init_sized((parts), sizeof *(parts))

/* A model from its parts, all copied: W p × k, G N × k × k, v N, n N (number of rows each class was
 * estimated from, 0 when unknown). names, labels and parts may be NULL. Checks W >= 0, W'W = I (1e-8), one
 * non-zero per row, G symmetric positive semi-definite, v > 0. */
LACON_API lacon_status lacon_model_new(lacon_ctx *ctx, lacon_model **out, int64_t p, int64_t k,
                                       int64_t classes, const double *W, const double *G,
                                       const double *v, const int64_t *n, const char *const *names,
                                       const char *const *labels, const lacon_model_parts *parts);
LACON_API void lacon_model_free(lacon_model *model);

LACON_API int64_t lacon_model_variables(const lacon_model *model); /* p */
LACON_API int64_t lacon_model_modules(const lacon_model *model);   /* k */
LACON_API int64_t lacon_model_classes(const lacon_model *model);   /* N */
LACON_API const double *lacon_model_W(const lacon_model *model);            /* p × k */
LACON_API const double *lacon_model_G(const lacon_model *model, int64_t c); /* k × k */
LACON_API double lacon_model_v(const lacon_model *model, int64_t c);
LACON_API int64_t lacon_model_rows(const lacon_model *model, int64_t c);    /* n_c of the training rows */
/* Independent rows that would tell as much (lacon_data_effective); n_c where rows were said to be independent; NaN
 * unknown. */
LACON_API double lacon_model_effective(const lacon_model *model, int64_t c);
LACON_API int64_t lacon_model_kept(const lacon_model *model, int64_t c);    /* rank of G_c */
LACON_API double lacon_model_loglik(const lacon_model *model, int64_t c);   /* training, per row; NaN unknown */
LACON_API const double *lacon_model_psi(const lacon_model *model);          /* p, ones when isotropic */
LACON_API const double *lacon_model_mean(const lacon_model *model);         /* N × p */
LACON_API const double *lacon_model_scale(const lacon_model *model);        /* N × p */
/* p, 1 or -1: the model is of sign (x - mean) / scale; NULL: no variable was flipped. Data for the other
 * calls must have been flipped likewise (lacon_data_flip). */
LACON_API const int8_t *lacon_model_sign(const lacon_model *model);
/* 1..k, 0 = unassigned */
LACON_API const int32_t *lacon_model_module_of(const lacon_model *model);   /* p */
/* gain in log-likelihood (nats, summed over rows) of each variable's membership; NaN unknown */
LACON_API const double *lacon_model_evidence(const lacon_model *model);     /* p */
LACON_API const char *lacon_model_name(const lacon_model *model, int64_t r);
LACON_API const char *lacon_model_label(const lacon_model *model, int64_t c);
/* class with this label, or -1 */
LACON_API int64_t lacon_model_find_class(const lacon_model *model, const char *label);

/* Mean log-likelihood per row of each class of data under class map[c] of the model (map NULL: same
 * index). Cost O(n p + n k²) per class: no p × p matrix is formed. out: one value per class of data. */
LACON_API lacon_status lacon_model_evaluate(lacon_ctx *ctx, const lacon_model *model,
                                            const lacon_data *data, const int64_t *map, double *out);

/* Score-matching value J_c = -tr(Omega) + tr(Omega² K)/2 in place of the log-likelihood. */
LACON_API lacon_status lacon_model_evaluate_score(lacon_ctx *ctx, const lacon_model *model,
                                                  const lacon_data *data, const int64_t *map,
                                                  double *out);

/* Sigma_c and its inverse Omega_c, p × p row-major into out. O(p² + p k): no inverse is computed. */
LACON_API lacon_status lacon_model_covariance(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                              double *out);
LACON_API lacon_status lacon_model_precision(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                             double *out);

/* Posterior means of the latent variables, E[z | x] = G (G + v I)^-1 W' Psi^-1/2 x: n × k row-major
 * into out, for class `row_class` of data under class c of the model. */
LACON_API lacon_status lacon_model_latent(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                          const lacon_data *data, int64_t row_class, double *out);

/* Modules held fixed, G and v estimated anew for every class of data (closed form). */
LACON_API lacon_status lacon_model_transform(lacon_ctx *ctx, lacon_model **out,
                                             const lacon_model *model, const lacon_data *data);

/* n rows of class c drawn from the model into x (n × p, ld >= p). Draw (seed, c, row) is always the
 * same numbers, whoever draws first. */
LACON_API lacon_status lacon_model_simulate(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                            int64_t n, uint64_t seed, double *x, int64_t ld);

/* The paper's generator of true models (section 6.2): W uniform, largest entry per row kept, columns
 * normalised; G_i = L L' with L lower triangular standard normal; v_i = noise. */
LACON_API lacon_status lacon_model_random(lacon_ctx *ctx, lacon_model **out, int64_t p, int64_t k,
                                          int64_t classes, double noise, uint64_t seed);

/* Errors of `model` against `truth` as in the paper, after the best column matching (assignment
 * problem). Fields that cannot be computed are NaN. */
typedef struct lacon_scores {
    double w_error; /* sum of squares of W - W^ */
    double w_mse;   /* the same / (p k) */
    double g_mse;   /* mean square over entries and classes (matched by label) */
    double ari;     /* adjusted Rand index of the partitions, unassigned as one group */
} lacon_scores;

LACON_API lacon_status lacon_model_score_sized(lacon_ctx *ctx, lacon_scores *out, size_t size,
                                               const lacon_model *truth, const lacon_model *model);
#define lacon_model_score(ctx, out, truth, model)                                                  \
    lacon_model_score_sized((ctx), (out), sizeof *(out), (truth), (model))
/* The matching behind it: column[j] is the module of `model` for module j of `truth`, model's k or more
 * where it has none. */
LACON_API lacon_status lacon_model_match(lacon_ctx *ctx, int64_t *column, const lacon_model *truth,
                                         const lacon_model *model);
/* Adjusted Rand index of two labelings of n items. */
LACON_API double lacon_ari(int64_t n, const int32_t *a, const int32_t *b);

#ifdef __cplusplus
}
#endif
#endif
