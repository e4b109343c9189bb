/* SPDX-License-Identifier: BSD-3-Clause
 * Signs of variables (docs/algorithm/flip.md). The relaxation to the Stiefel manifold knows no sign
 * (a flipped variable is a flipped row of U), so its varimax rotation shows which variables are
 * reversed with respect to the rest of their module. After a fit the exact gains of flipping (single_moves.c) may
 * ask for more. data/apply_signs.c flips the data.
 */
#include "fit/fit.h"
#include "fit/search/starts.h"
#include "la/la.h"
#include "util/options.h"

#include <math.h>

enum { ROUNDS = 5 }; /* of fits that ask for other signs; two are the most that was seen */

/* Column of the largest entry of each row. */
static int64_t top_of(const double *u, int64_t k)
{
    int64_t top = 0;
    for (int64_t j = 1; j < k; j++)
        if (fabs(u[j]) > fabs(u[top])) top = j;
    return top;
}

/* sign[r] from the largest entry of row r of U (p × k); in each module the fewer variables are
 * flipped, and of as many those of the smaller weight. balance: 2 k. */
static void signs_of(int8_t *sign, const double *U, int64_t p, int64_t k, double *balance)
{
    double *weight = balance + k;
    for (int64_t j = 0; j < 2 * k; j++) balance[j] = 0;
    for (int64_t r = 0; r < p; r++) {
        const int64_t j = top_of(U + r * k, k);
        const double u = U[r * k + j];
        balance[j] += u > 0 ? 1 : u < 0 ? -1 : 0;
        weight[j] += u;
    }
    for (int64_t r = 0; r < p; r++) {
        const int64_t j = top_of(U + r * k, k);
        const double side = balance[j] != 0 ? balance[j] : weight[j];
        sign[r] = side * U[r * k + j] < 0 ? -1 : 1;
    }
}

static lacon_status relaxed_signs(lacon_ctx *ctx, int8_t *sign, const lcn_problem *problem,
                                  const lacon_fit_options *options)
{
    const int64_t p = problem->p, k = problem->k;
    lcn_work *work = NULL;
    lcn_mean *mean = NULL;
    lacon_status status = LACON_E_MEMORY;
    double *U = lcn_alloc(ctx, (size_t)(p * k + 2 * k), sizeof *U);
    if (!U) goto done;
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_mean_new(ctx, &mean, problem));
    LCN_GOTO(lcn_stiefel(ctx, U, work, mean, options->seed));
    lcn_varimax(U, p, k);
    signs_of(sign, U, p, k, U + p * k);
done:
    lcn_mean_free(mean);
    lcn_work_free(work);
    lcn_free(&ctx->allocator, U);
    return status;
}

typedef struct signs_wanted {
    int8_t *sign;
    const lacon_fit_options *options;
} signs_wanted;

static lacon_status first_signs(lacon_ctx *ctx, void *user, const lacon_data *data)
{
    int8_t *sign = ((signs_wanted *)user)->sign;
    const lacon_fit_options *options = ((signs_wanted *)user)->options;
    lcn_problem *full = NULL;
    lacon_status status;
    LCN_TRY(lcn_blas_ready(ctx));
    const int blas = lcn_blas_begin();
    LCN_GOTO(lcn_problem_new(ctx, &full, data, options));
    LCN_GOTO(lcn_check_traces(ctx, full, data));
    LCN_GOTO(relaxed_signs(ctx, sign, full, options));
done:
    lcn_problem_free(full);
    lcn_blas_end(blas);
    return status;
}

/* Once more with the signs that the model *best asks for; *better when that is more likely. Else the
 * data are as before. */
static lacon_status refine(lacon_ctx *ctx, lacon_model **best, lacon_data *data, int8_t *sign,
                           const lacon_fit_options *options, bool *better)
{
    lacon_model *next = NULL;
    *better = false;
    for (int64_t r = 0; r < data->p; r++) sign[r] = (*best)->reversed[r] ? -1 : 1;
    LCN_TRY(lacon_data_flip(ctx, data, sign));
    const lacon_status status = lacon_fit(ctx, &next, data, options);
    *better = status >= 0 && next->info.nll < (*best)->info.nll;
    lacon_model *gone = *better ? *best : next;
    if (*better) *best = next;
    else LCN_TRY(lacon_data_flip(ctx, data, sign)); /* owned by now: it cannot fail */
    lacon_model_free(gone);
    return status;
}

lacon_status lacon_fit_flip(lacon_ctx *ctx, lacon_model **out, lacon_data *data,
                            const lacon_fit_options *given)
{
    lacon_fit_options own;
    const lacon_fit_options *options = &own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_fit_options));
    LCN_FAIL_IF(!data->standardised, LACON_E_ARGUMENT,
                "the data are not standardised: call lacon_data_standardise (its mode may be NONE)");
    lacon_model *best = NULL;
    lacon_status status = LACON_E_MEMORY, outcome = LACON_OK;
    int8_t *sign = lcn_alloc(ctx, (size_t)data->p, sizeof *sign);
    if (!sign) goto done;
    signs_wanted wanted = {.sign = sign, .options = options};
    LCN_GOTO(lcn_fit_check(ctx, data, options));
    LCN_GOTO(lcn_has_missing(data) ? lcn_missing_guess(ctx, data, options->k, first_signs, &wanted)
                                 : first_signs(ctx, &wanted, data));
    LCN_GOTO(lacon_data_flip(ctx, data, sign));
    LCN_GOTO(lacon_fit(ctx, &best, data, options));
    outcome = status;
    bool better = true;
    for (int round = 0; round < ROUNDS && better && best->reversed && outcome == LACON_OK; round++) {
        LCN_GOTO(refine(ctx, &best, data, sign, options, &better));
        if (better || status == LACON_W_CANCELLED) outcome = status;
    }
    *out = best;
    best = NULL;
    status = outcome;
done:
    lacon_model_free(best);
    lcn_free(&ctx->allocator, sign);
    return status;
}
