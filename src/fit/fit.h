/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of a fit that the driver (fit.c) puts together around a solver. Start with fit.c (the order of the
 * steps); the solvers are in solver.c.
 */
#ifndef LCN_FIT_H
#define LCN_FIT_H

#include "fit/mm/mm.h"
#include "fit/extensions/series.h"
#include "fit/solver.h"
#include "model/model.h"
#include "util/option_table.h"

/* fit_options.c: every field within the range of its row. */
lacon_status lcn_fit_options_check(lacon_ctx *ctx, const lacon_fit_options *options);

/* fit.c: options that make sense for these data. */
lacon_status lcn_fit_check(lacon_ctx *ctx, const lacon_data *data, const lacon_fit_options *options);

/* fit.c: every weight and every start divides by tr K_i. */
lacon_status lcn_check_traces(lacon_ctx *ctx, const lcn_problem *problem, const lacon_data *data);

/* missing.c: the fit of data with missing values. */
lacon_status lcn_fit_missing(lacon_ctx *ctx, lacon_model **out, const lacon_data *data,
                             const lacon_fit_options *options);
/* missing.c: `use` is called with the same data, missing values filled by a first guess. */
lacon_status lcn_missing_guess(lacon_ctx *ctx, const lacon_data *data, int64_t k,
                               lacon_status (*use)(lacon_ctx *ctx, void *user, const lacon_data *whole),
                               void *user);
static inline bool lcn_has_missing(const lacon_data *data)
{
    int64_t missing = 0;
    for (int64_t i = 0; i < data->n_classes; i++) missing += data->classes[i].missing;
    return missing > 0;
}

/* membership.c: evidence[r] (nats) for each variable's assignment at x (evaluated), 0 for the unassigned; and of
 * each module, columns[j]. series NULL: rows are independent. */
lacon_status lcn_evidence(lacon_ctx *ctx, lcn_work *work, lcn_point *x, lcn_series *series, double *evidence,
                          double *columns);
/* membership.c: evidence a variable must show among k modules at this level, in nats. */
double lcn_membership_price(double level, int64_t k);
/* The state of a fit after its solver, on which membership.c and then finish.c work. */
typedef struct lcn_fit_state {
    lcn_problem now; /* the problem with as many modules as there are left; borrows the arrays */
    lcn_work *work;
    lcn_point x;
    lcn_series *series; /* NULL: rows are independent */
    double *evidence; /* p */
    double *columns;  /* k */
    bool evident;     /* evidence and the workspace belong to x */
    bool brief;       /* evidence is counted until it is beyond doubt: who belongs, not how surely */
} lcn_fit_state;

/* fit.c: the state at the loadings of found. It takes over the workspace of found if that belongs to this problem. */
lacon_status lcn_fit_state_new(lacon_ctx *ctx, lcn_fit_state *state, lcn_outcome *found, const lcn_problem *problem);
void lcn_fit_state_clear(const lacon_allocator *a, lcn_fit_state *state);

/* membership.c: leave out variables whose evidence is below the price and settle again, until nothing changes. Modules
 * that become empty are dropped from out and from the state. */
lacon_status lcn_membership(lacon_ctx *ctx, lcn_outcome *out, lcn_fit_state *state,
                            const lacon_fit_options *options);

/* noise.c: psi (p) by alternating with the loadings of out; psi is applied to the problem. */
lacon_status lcn_variable_noise(lacon_ctx *ctx, lcn_outcome *out, lcn_problem *problem, double *psi,
                                const lacon_fit_options *options);

/* noise.c: the membership test, then psi again for the variables that are left, because dropping modules changes
 * what counts as noise; repeated until no variable leaves. psi NULL: isotropic noise, the test alone. */
lacon_status lcn_members(lacon_ctx *ctx, lcn_outcome *out, lcn_fit_state *state, double *psi,
                         const lacon_fit_options *options);

/* finish.c: the model of the loadings of the state. */
lacon_status lcn_finish(lacon_ctx *ctx, lacon_model **out, const lcn_outcome *outcome, lcn_fit_state *state,
                        const double *psi, const lacon_data *data, const lacon_fit_options *options);

extern const lcn_option_table lcn_fit_options; /* fit_options.c */

#endif
