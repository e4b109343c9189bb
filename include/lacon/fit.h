/* SPDX-License-Identifier: BSD-3-Clause
 * Estimation: data in, model out. One call; everything it did is reported by lacon_fit_info.
 */
#ifndef LACON_FIT_H
#define LACON_FIT_H

#include <lacon/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lacon_objective { LACON_OBJECTIVE_ML = 0, LACON_OBJECTIVE_SM = 1 } lacon_objective;
typedef enum lacon_solver { LACON_SOLVER_MM = 0, LACON_SOLVER_ALM = 1, LACON_SOLVER_ML_DENSE = 2 } lacon_solver;
typedef enum lacon_membership { LACON_MEMBERSHIP_TEST = 0, LACON_MEMBERSHIP_ALL = 1 } lacon_membership;
typedef enum lacon_noise { LACON_NOISE_ISOTROPIC = 0, LACON_NOISE_VARIABLE = 1 } lacon_noise;
typedef enum lacon_rows { LACON_ROWS_SERIES = 0, LACON_ROWS_INDEPENDENT = 1 } lacon_rows;
typedef enum lacon_weights { LACON_WEIGHTS_SAMPLES = 0, LACON_WEIGHTS_EQUAL = 1 } lacon_weights;

/* Every field is also a row of the option table below, by the same name with - for _. */
typedef struct lacon_fit_options {
    size_t size;                 /* sizeof(lacon_fit_options) */
    int64_t k;                   /* modules, 1..p; no default */
    lacon_objective objective;   /* ML: likelihood; SM: the paper's score matching */
    lacon_solver solver;         /* MM: majorise-minimise, monotone; ALM: published, repaired; ML_DENSE: O(p³) */
    lacon_membership membership; /* TEST: variables that do not earn their place are unassigned */
    double level;                /* share of pure-noise variables that may be assigned, TEST only */
    lacon_noise noise;           /* ISOTROPIC: v_i I; VARIABLE: v_i diag(psi) */
    lacon_weights weights;       /* SAMPLES: omega_i = n_i / sum n; EQUAL: 1 / N */
    int64_t starts;              /* starts to try; 0: as many as needed for them to agree */
    double tol;                  /* nats per variable an iteration must gain to go on; 0: chosen */
    int64_t max_iter;            /* iterations of each start */
    uint64_t seed;
    const lacon_model *init;     /* start only here (its W); NULL: search */
    lacon_rows rows;             /* SERIES: evidence by effective rows (autocorrelation); INDEPENDENT: by rows */
} lacon_fit_options;

LACON_API void lacon_fit_options_init_sized(lacon_fit_options *options, size_t size);
#define lacon_fit_options_init(options) lacon_fit_options_init_sized((options), sizeof *(options))

/* One row of the option table: what --help, man pages, set-by-name and the validation share. */
typedef struct lacon_option_row {
    const char *name;    /* "max-iter" */
    const char *kind;    /* "integer", "real", "choice"; "flag", "text" in tables.h */
    const char *def;     /* default as text */
    const char *range;   /* "1..", "ml|sm", ... */
    const char *help;    /* one line */
} lacon_option_row;

LACON_API int lacon_fit_option_count(void);
LACON_API const lacon_option_row *lacon_fit_option(int row); /* NULL outside 0..count-1 */
/* Set by name from text, strictly parsed and range-checked: LACON_E_ARGUMENT with a sentence. */
LACON_API lacon_status lacon_fit_options_set(lacon_ctx *ctx, lacon_fit_options *options,
                                             const char *name, const char *value);

typedef enum lacon_stop {
    LACON_STOP_CONVERGED = 0,
    LACON_STOP_MAX_ITER = 1,
    LACON_STOP_CANCELLED = 2
} lacon_stop;

/* The objective along one start. Of a long one every second, fourth, ... step is kept; the last always is. */
enum { LACON_TRACE_MOST = 64 };
typedef struct lacon_fit_trace {
    int64_t count;
    int64_t step[LACON_TRACE_MOST];     /* 0 is where it began */
    double objective[LACON_TRACE_MOST]; /* after that step */
    double error[LACON_TRACE_MOST];     /* largest entry of W'W - I: 0 for the solver mm, which stays at it */
} lacon_fit_trace;

/* Two modules that the evidence would rather have as one. */
typedef struct lacon_fit_merge {
    int32_t module_a, module_b; /* 1.., module_a < module_b */
    double nats;                /* log evidence that joining them gains, before anything else settles anew */
} lacon_fit_merge;

/* How the fit went. Pointers are borrowed from the model. */
typedef struct lacon_fit_info {
    const lacon_fit_options *options; /* as used (init is NULL here) */
    double nll;                 /* sum_i omega_i L_i, per observation */
    double score;               /* sum_i omega_i J_i */
    int64_t iterations;         /* of all starts together */
    lacon_stop stop;
    int64_t n_starts;
    const char *const *start_name;
    const double *start_objective; /* value of the objective each start ended with */
    const double *start_agreement; /* ARI of its partition with that of the answer, before the membership test */
    int64_t n_clipped;          /* classes whose G_i lost rank (kept < k) */
    int64_t n_floored;          /* classes whose v_i is at its floor */
    int64_t n_warnings;
    const char *const *warnings;
    const lacon_fit_trace *start_trace; /* n_starts */
    double evidence;            /* log evidence of the whole fit, nats; larger is better, also between different k */
    int64_t n_merges;
    const lacon_fit_merge *merges; /* pairs that gain, the one that gains most first */
    int64_t k_merged;           /* modules left when the best pair is joined as long as that gains; k where none does */
    int64_t searches;           /* 2: each half of the starts was searched from by itself (starts >= 12, solver MM) */
    double agreement;           /* ARI: of what two searches found; of one, the mean of its three starts of most evidence
                                   with the answer (before the membership test). NaN: one start */
    const char *another_run;    /* a sentence: would another run give the same? NULL: one start */
} lacon_fit_info;

/* The estimate. data must have been standardised (lacon_data_standardise; mode NONE is a choice too).
 * Returns LACON_OK, LACON_W_NOT_CONVERGED or LACON_W_CANCELLED with *out set, or an error.
 * The modules are numbered by decreasing size. A module that loses all its variables is dropped:
 * lacon_model_modules(*out) may be below options->k.
 *
 * When the result is not meaningful: one class with modules whose latent variance is below the noise
 * (they cannot be told from noise: see membership), k far above the truth (modules split at random;
 * start_agreement is low), variables anti-correlated with their module (W cannot be negative). */
LACON_API lacon_status lacon_fit(lacon_ctx *ctx, lacon_model **out, const lacon_data *data,
                                 const lacon_fit_options *options);

/* The estimate of data in which variables may be anti-correlated with their module: signs of the variables
 * are found (docs/algorithm/flip.md), the data are flipped by them (lacon_data_flip), and refined while the
 * estimate asks for other signs. The signs are those of lacon_data_sign and lacon_model_sign. */
LACON_API lacon_status lacon_fit_flip(lacon_ctx *ctx, lacon_model **out, lacon_data *data,
                                      const lacon_fit_options *options);

/* NULL for a model that was not fitted. */
LACON_API const lacon_fit_info *lacon_model_info(const lacon_model *model);

/* What a fit of data of this shape will need, before it runs. */
typedef struct lacon_fit_plan {
    double bytes;   /* peak memory beyond the data */
    double seconds; /* rough, one thread */
} lacon_fit_plan;
LACON_API lacon_status lacon_fit_estimate_sized(lacon_ctx *ctx, lacon_fit_plan *out, size_t size,
                                                const lacon_data *data, const lacon_fit_options *options);
#define lacon_fit_estimate(ctx, out, data, options)                                                \
    lacon_fit_estimate_sized((ctx), (out), sizeof *(out), (data), (options))

#ifdef __cplusplus
}
#endif
#endif
