/* SPDX-License-Identifier: BSD-3-Clause
 * What a search carries (search.c, recombine.c): the best modules so far, a candidate, and a workspace with more
 * columns than modules, from which the joining of modules is judged (join_columns.h).
 */
#ifndef LCN_SEARCH_STATE_H
#define LCN_SEARCH_STATE_H

#include "fit/search/join_columns.h"
#include "fit/mm/sweeps.h"
#include "fit/solver.h"
#include "fit/search/starts.h"

enum {
    LCN_CUTS = 6, /* in a round, at most */
    LCN_AHEAD = 5, /* candidates of a round that are settled, at most */
    LCN_TRIES = 12 /* in a row without gain that end the search (docs/algorithm/search-measured.md) */
};

/* Nats that single moves may still gain after a descent. */
#define LCN_NEAR 10.0

/* Nats per variable that a change must gain for more of its kind to be worth their cost. */
#define LCN_A_ROUND 1e-3

typedef struct lcn_search {
    lacon_ctx *ctx;
    lcn_outcome *out;
    const lacon_fit_options *options;
    lcn_work *work;
    lcn_mean *mean;
    lcn_vectors *vectors; /* that both workspaces sweep over; NULL: the problem is too large */
    lcn_point best, x; /* the best so far; a candidate */
    double best_cost;  /* minus its log evidence */
    double cost;       /* that of the last candidate that was judged */
    lcn_problem fine_problem; /* the same data by likelihood, with up to lcn_finest columns */
    lcn_work *fine;           /* NULL until the starts are over, as are the two after it */
    lcn_point fine_x;
    lcn_columns columns; /* of the fine point */
    int64_t fine_evaluations; /* that a run before this one has made with it */
    double *scratch; /* lcn_split_scratch */
    double *ratio;   /* k, of splits */
    double *seed_scratch; /* lcn_seeds_scratch */
    lcn_ranked *order; /* p: what is drawn for variables is drawn along it */
    int64_t *index;  /* p */
    int8_t *side;    /* p */
    int64_t *cells;  /* k² */
    lcn_loadings ahead[LCN_AHEAD]; /* the best where their descents ended, sorted by cost */
    double ahead_cost[LCN_AHEAD];
    int64_t n_ahead;
    int64_t tries; /* so far */
} lcn_search;

/* S and M of all classes at the fine point, beyond twice the modules. */
#define LCN_FINE_BYTES (512.0 * 1024 * 1024)

/* Columns of the fine point at most. */
static inline int64_t lcn_finest(int64_t p, int64_t k, int64_t classes)
{
    int64_t most = 4 * k < p ? 4 * k : p;
    while (most > 2 * k && 16.0 * (double)classes * (double)(most * most) > LCN_FINE_BYTES) most--;
    return most;
}

static inline int64_t lcn_fine_evaluations(const lcn_search *s)
{
    return s->fine ? s->fine->evaluations : s->fine_evaluations;
}

/* Minus the log evidence of x */
static inline double lcn_cost_of(lcn_search *s, lcn_point *x)
{
    lcn_evaluate_once(s->work, x);
    return lcn_cost(s->work, x);
}

/* search.c: the fine workspace with K columns. */
void lcn_fine_turn_to(lcn_search *s, int64_t K);
/* search.c: the same partition up to the names of the modules? */
bool lcn_same_partition(lcn_search *s, const int32_t *a, const int32_t *b);
/* search.c: x settles roughly, and is kept if it is better than the best. */
bool lcn_settle_candidate(lcn_search *s);
/* search.c: what best and another partition agree on is kept together, the rest is put together anew by the evidence,
 * settled and kept if it is better than the best. */
bool lcn_cross(lcn_search *s, const int32_t *other);
/* recombine.c: number (k) has the modules of W as they come along s->order, which no order of columns changes. */
void lcn_number_modules(const lcn_search *s, int64_t *number, const lcn_loadings *W);
/* recombine.c: has W a module without variables? Counts sizes. */
bool lcn_any_empty(lcn_loadings *W);

/* How far a search is. */
typedef struct lcn_stage {
    enum { LCN_STARTING, LCN_SEARCHED } at;
    int32_t next; /* start to try next */
} lcn_stage;
/* The later of two has the larger one. */
static inline int64_t lcn_stage_order(const lcn_stage *stage) { return (int64_t)stage->at << 32 | stage->next; }

/* search_stages.c: keeps the state of the search in the checkpoint of its outcome, if there is one; all ranks call. */
lacon_status lcn_search_keep(lcn_search *s, const lcn_stage *stage);
/* search_stages.c: the state that was kept last; false: there is none. */
bool lcn_search_resume(lcn_search *s, lcn_stage *stage);

/* recombine.c: one round of cuts and joins of the best; true when it is better for it. */
bool lcn_recombine(lcn_search *s);

#endif
