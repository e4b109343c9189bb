/* SPDX-License-Identifier: BSD-3-Clause
 * One evaluation: at a given W form P_i = K_i W, S_i = W'P_i, profile out G_i and v_i, and sum the
 * tangent F = sum_i omega_i P_i M_i. Everything a step needs comes from here.
 */
#ifndef LCN_EVALUATION_H
#define LCN_EVALUATION_H

#include "kernels/wide_rows.h"
#include "model/loadings.h"
#include "fit/problem/problem.h"
#include "model/profile.h"

/* Least squared length of what a variable leaves of its unit column: below it 1 - w² is rounding, and the column is as
 * good as empty. */
#define LCN_LEFT_MIN 1e-12
/* P of every class stays in memory up to here. */
#define LCN_KEEP_BYTES (96.0 * 1024 * 1024)

/* A W with what is known at it. */
typedef struct lcn_point {
    lcn_loadings W;
    double f;   /* objective: sum omega_i L_i (ml) or sum omega_i J_i (sm) */
    double *F;  /* k × pp: minus the gradient in W at the profiled (G, v), transposed */
    double *D;  /* k × k: sum omega_i v_i M_i, what the noise v_i I contributes to F through W */
    const struct lcn_work *by; /* workspace of the last evaluation, and its number there; W may have changed since */
    int64_t version;
} lcn_point;

/* A single-row move: variable r leaves `from` for `to`. */
typedef struct lcn_move {
    int64_t r;
    int32_t from, to; /* LCN_UNASSIGNED: none */
    double weight;    /* of r in `from`, a unit-norm column */
    double beta;      /* of r in `to`, relative to the unit-norm column it joins */
    double f;         /* objective after it */
} lcn_move;

/* The objective along one start, in units of the problem: lacon_fit_trace while it grows. */
typedef struct lcn_trace {
    int64_t steps, stride; /* taken so far; between two that are kept */
    double last, error;    /* of the step taken last */
    lacon_fit_trace kept;
} lcn_trace;

/* outcome.c: empty; one more step (trace may be NULL: nobody wants it); the last one, which is kept. */
void lcn_trace_begin(lcn_trace *trace);
void lcn_trace_step(lcn_trace *trace, double objective, double error);
void lcn_trace_end(lcn_trace *trace, double objective);

/* The workspace of one problem: made once, no allocation afterwards. */
typedef struct lcn_work {
    lacon_allocator allocator;
    const lcn_problem *problem;
    const lcn_backend *backend; /* who multiplies */
    int64_t p, pp, k;
    int threads;
    int64_t evaluations; /* passes over the data so far */
    int64_t version;     /* of the point that S, M, profile and P belong to; 0: of none */
    int64_t last_version; /* every evaluation has another */
    bool rough;          /* looks are in single precision where the problem has it; it changes: lcn_work_invalidate */
    bool keeps;          /* P of every class stays: exact moves and evidence are cheap */
    int64_t n_chunks;    /* classes are cut into chunks by number alone, so sums never depend on threads */
    lcn_sorted sorted;
    bool is_wide;         /* P and F are large: all threads go through a class together, in panels of its columns */
    bool streams;         /* and F of a chunk goes into the sum when it is complete, and is not kept */
    lcn_wide_rows wide;   /* is_wide */
    double *P;            /* keeps: n_terms × k × pp; is_wide: k × pp, for visitors; else n_chunks × k × pp */
    double *slices;       /* k × pp of each of some slices: partial P of one long class */
    int64_t n_slices;     /* problem->slices, or one where is_wide */
    double *F_chunk;      /* n_chunks × k × pp; of those that stream one. Between passes scratch of sums over chunks */
    double *S, *M;        /* n_terms × k × k, of the last evaluation; those of other ranks are never touched */
    lcn_profile *profile; /* n_terms, of the last evaluation */
    double *kernel;       /* per chunk or slice: scratch of the kernel; is_wide: all that panels need */
    int64_t kernel_size;
    double *scratch;      /* per chunk, or per thread: of the profile, then of moves */
    int64_t scratch_size;
    double *sums;         /* n_chunks + 1 of sum_size: f, nh (k), D (k × k), noise and nll of each chunk, then of all */
    int64_t sum_size;
    const double *nh;     /* k: curvatures of the log-likelihood in a weight of each module, of the last evaluation */
    double noise, nll;    /* sums of omega_i v_i and omega_i L_i, of the last evaluation */
    double pass_work;     /* multiply-adds of an evaluation, about */
    double *Fd;           /* k × pp: deflated tangent of the inner problem */
    double *row;          /* 6 pp: scratch of the moves */
    double promise;       /* <F, V - W> of the last row moves */
    lcn_move *moves;      /* 2 p */
    double *log_factorial; /* p + 2: log i! */
    double *prices;       /* 4 k: scratch of lcn_cost, then of descents */
    lcn_point trial;      /* where steps are tried */
    struct lcn_sweeps *sweeps; /* sweeps.h: descents go by single variables; NULL: by steps */
    lcn_trace *trace;     /* the steps of lcn_descend are recorded here, unless it is NULL */
} lcn_work;

typedef enum lcn_tangent {
    LCN_TANGENT, /* M_i of the objective */
    LCN_POWER    /* M_i = I / t_i: F is the mean covariance times W (weights of a fresh partition) */
} lcn_tangent;

lacon_status lcn_work_new(lacon_ctx *ctx, lcn_work **out, const lcn_problem *problem);
void lcn_work_free(lcn_work *work);
/* The same workspace for k modules, no more than before; problem->k is the caller's. */
void lcn_work_shrink(lcn_work *work, int64_t k);
lacon_status lcn_point_new(lacon_ctx *ctx, lcn_point *x, int64_t p, int64_t k);
void lcn_point_clear(const lacon_allocator *a, lcn_point *x);
void lcn_point_swap(lcn_point *a, lcn_point *b);
/* W was changed since the last evaluation. */
static inline void lcn_point_changed(lcn_point *x) { x->by = NULL; }

/* Fills x->f, F, D from x->W, and S, M, profile (and P when kept) of the workspace. */
void lcn_evaluate(lcn_work *work, lcn_point *x, lcn_tangent tangent);

/* Whether S, M, profile and P of the workspace are those of x. */
bool lcn_is_at(const lcn_work *work, const lcn_point *x);
/* lcn_evaluate with the objective's tangent, unless the workspace is at x already. */
void lcn_evaluate_once(lcn_work *work, lcn_point *x);
/* The chunk that a class belongs to. */
static inline int64_t lcn_chunk_of(const lcn_work *work, int64_t term)
{
    return ((term + 1) * work->n_chunks - 1) / work->problem->n_terms;
}
/* S, M, profile and P are of no point any more: the problem changed. */
void lcn_work_invalidate(lcn_work *work);

/* lcn_evaluate and a visit of every class of this rank; one class that the workspace is at already is not read again.
 * Called by lcn_evaluate_each for every class with its P (k × pp); chunk identifies the caller's
 * accumulator (0 .. n_chunks-1), classes of a chunk come in order. */
typedef void lcn_visit(void *user, lcn_work *work, int64_t term, int64_t chunk, const double *P);
void lcn_evaluate_each(lcn_work *work, lcn_point *x, lcn_visit *visit, void *user);

/* A difference that is rounding: `tol` nats per variable (ml), or tol of the value (sm). Both are free of
 * the units of the data. */
double lcn_slack(const lcn_problem *problem, double f, double tol);

#endif
