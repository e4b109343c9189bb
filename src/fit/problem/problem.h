/* SPDX-License-Identifier: BSD-3-Clause
 * What a solver sees of the data: for each class its weight, its trace and what is needed to form K_i W. Made
 * once per fit (problem.c) and read-only afterwards.
 */
#ifndef LCN_PROBLEM_H
#define LCN_PROBLEM_H

#include "data/row_slices.h"
#include "parallel/share.h"
#include <lacon/fit.h>

typedef struct lcn_term {
    int64_t n;       /* observations behind this class */
    double effective; /* effective rows, 2..n; n where rows are independent */
    const lcn_class *series; /* its rows follow each other (fit/extensions/series.h); NULL: rows are independent */
    double omega;    /* weight in the objective; they sum to 1 */
    double trace;    /* t_i = tr K_i */
    bool single;     /* K_i in single precision: x is float */
    lcn_kind route;  /* LCN_COV: x is K_i (p × pp, padding zero); rows: K_i = x'x / divisor */
    const void *x;
    const float *rough; /* a covariance in single precision, which searches look at; NULL: none */
    int64_t ld, rows;
    int64_t first, here;     /* rows at x: all, or those that this rank has of a class whose rows ranks share, */
    const lcn_sharing *split; /* like this (data/row_slices.h); NULL: all are here */
    double divisor;         /* of the rows */
    bool has_rows;           /* its covariance was formed of rows that are still there: */
    const lcn_class *source; /* those, where it is this rank's */
    const double *variance; /* p: diag K_i */
    size_t kept;            /* bytes of rows that are in a file (util/store.h), 0: they are in memory */
    uint64_t seal;          /* of those bytes */
} lcn_term;

/* Ranks may share the classes: one that is another rank's has n to rows and the divisor here, and nothing else.
 *
 * K_i denotes D K_i D with D = diag(psi)^-1/2 wherever psi is not one: terms hold the raw K_i, and
 * whoever multiplies by it applies `shrink` = psi^-1/2 on both sides. trace and variance include it. */
typedef struct lcn_problem {
    lacon_allocator allocator;
    int64_t p, k, n_terms;
    lcn_sharing share;    /* of the terms, in pieces: whose rows are gone through where */
    lcn_sharing slices;   /* of the rows of a few long classes: which slices are gone through where; one: no slices */
    lacon_objective objective;
    lcn_term *terms;
    double *shrink;     /* p, or NULL: ones */
    double *variances;  /* n_terms × p, with shrink applied */
    double *raw;        /* n_terms × p, diag of the raw K_i */
    double *traces;     /* n_terms: of the terms, of all ranks */
    double *mean_variance; /* p: sum_i omega_i diag K_i; 0: constant in every class, nothing is there to explain */
    double *store;      /* covariances formed here */
    float *rough;       /* and in single precision */
    int64_t n_total;    /* sum of n_i */
    double effective;   /* sum of the effective rows of all classes */
    double nat;         /* one nat over all effective rows, in units of the objective */
    int64_t *damaged;   /* 1 + the term whose seal was broken when its rows were read again, negative where they were
                           from its own file; 0: none */
    bool looks_only;    /* no single variables are moved here: P of the classes need not be kept */
    int exponent;       /* the terms hold 4^-exponent K_i: see lcn_problem_units */
} lcn_problem;

/* Single precision is good for so many effective rows: S is then good to 1e-7, which moves the evidence by less than
 * what tells two optima apart in a search, .01. */
#define LCN_ROUGH_ROWS 1e5

/* A few long classes are cut into so many slices of rows each. */
int64_t lcn_slices_of(const lcn_problem *problem);
/* Rows of slice s of a term: its first. */
static inline int64_t lcn_term_slice(const lcn_problem *q, const lcn_term *t, int64_t s)
{
    return lcn_piece_begin(s, q->slices.pieces, t->rows);
}
/* The rows of a term as those of a class, for what data/row_slices.h does with them. */
lcn_class lcn_term_rows(const lcn_term *term);
/* Row i of those of a term that are not a covariance; it must be here. */
static inline const void *lcn_term_row(const lcn_term *t, int64_t i)
{
    const size_t value = t->route == LCN_ROWS_F64 ? sizeof(double) : sizeof(float);
    return (const char *)t->x + (size_t)((i - t->first) * t->ld) * value;
}
/* Multiply-adds of one class in a pass, about. */
double lcn_term_work(const lcn_problem *problem, int64_t i);

/* Chooses the route of each class: its covariance where that is smaller than its rows, or cheaper over a whole fit and
 * all covariances together stay within a quarter of the rows' memory plus 64 MB. */
lacon_status lcn_problem_new(lacon_ctx *ctx, lcn_problem **out, const lacon_data *data,
                             const lacon_fit_options *options);
/* Which classes go by their covariance (cov: n_classes). */
void lcn_routes(const lacon_data *data, bool *cov);
/* The terms of this rank: [lcn_own_begin, lcn_own_end). */
static inline int64_t lcn_own_begin(const lcn_problem *q) { return lcn_share_begin(&q->share, q->n_terms); }
static inline int64_t lcn_own_end(const lcn_problem *q) { return lcn_share_end(&q->share, q->n_terms); }
/* Whether term i is the first of the piece it is in. */
static inline bool lcn_starts_piece(const lcn_problem *q, int64_t piece, int64_t i)
{
    return i == lcn_piece_begin(piece, q->share.pieces, q->n_terms);
}
/* Before the rows of a term are gone through, and after: those in a file are held against their seal, and leave memory
 * again. From any thread. */
void lcn_term_begin(const lcn_problem *problem, int64_t i);
void lcn_term_end(const lcn_problem *problem, int64_t i);
/* LACON_E_IO, naming the class, when a seal was broken: what was computed since is worth nothing. */
lacon_status lcn_problem_intact(lacon_ctx *ctx, const lcn_problem *problem, const lacon_data *data);
/* Empty terms, `store` doubles for what they will point to. */
lacon_status lcn_problem_alloc(lacon_ctx *ctx, lcn_problem **out, int64_t p, int64_t k, int64_t n_terms,
                               size_t store);
void lcn_problem_free(lcn_problem *problem);

/* The objective of the data as they are, from its value in the problem's units. */
double lcn_problem_units(const lcn_problem *problem, lacon_objective objective, double value);

/* Variable noise: divide variable r by sqrt(psi_r). */
lacon_status lcn_problem_set_psi(lacon_ctx *ctx, lcn_problem *problem, const double *psi);

#endif
