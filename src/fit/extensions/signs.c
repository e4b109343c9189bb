/* SPDX-License-Identifier: BSD-3-Clause
 * Signs of variables (docs/algorithm/flip.md). Components know no sign
 * (a flipped variable is a flipped row of U), so their varimax rotation shows which variables are
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

static lacon_status component_signs(lacon_ctx *ctx, int8_t *sign, const lcn_problem *problem,
                                  const lacon_fit_options *options)
{
    const int64_t p = problem->p, k = problem->k;
    lcn_mean *mean = NULL;
    lacon_status status = LACON_E_MEMORY;
    double *U = lcn_alloc(ctx, (size_t)(p * k + 2 * k), sizeof *U);
    if (!U) goto done;
    LCN_GOTO(lcn_mean_new(ctx, &mean, problem));
    LCN_GOTO(lcn_leading(ctx, U, k, mean, options->seed));
    lcn_varimax(U, p, k);
    signs_of(sign, U, p, k, U + p * k);
done:
    lcn_mean_free(mean);
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
    LCN_GOTO(component_signs(ctx, sign, full, options));
done:
    lcn_problem_free(full);
    lcn_blas_end(blas);
    return status;
}

/* Once more with the signs that the model *best asks for; *better when that has more evidence. Else the
 * data are as before. */
static lacon_status refine(lacon_ctx *ctx, lacon_model **best, lacon_data *data, int8_t *sign,
                           const lacon_fit_options *options, bool *better)
{
    lacon_model *next = NULL;
    *better = false;
    for (int64_t r = 0; r < data->p; r++) sign[r] = (*best)->reversed[r] ? -1 : 1;
    LCN_TRY(lacon_data_flip(ctx, data, sign));
    const lacon_status status = lacon_fit(ctx, &next, data, options);
    *better = status >= 0 && next->info.evidence > (*best)->info.evidence;
    lacon_model *gone = *better ? *best : next;
    if (*better) *best = next;
    else LCN_TRY(lacon_data_flip(ctx, data, sign)); /* owned by now: it cannot fail */
    lacon_model_free(gone);
    return status;
}

/* ---- which way round a module is ---- */

/* A module is the same upside down: the signs of its variables and a row and a column of every G turn together. So most
 * of its variables are as they came, of as many those of the larger weight; and unassigned ones, whose sign nothing
 * tells, all do. turn (p): what the data are to be multiplied by; side: 2 k zeros. */
static void make_upright(lacon_model *m, int8_t *turn, double *side)
{
    double *weight = side + m->k;
    for (int64_t r = 0; r < m->p; r++) {
        const int64_t j = m->module_of[r] - 1;
        if (j < 0) continue;
        side[j] += m->sign[r];
        weight[j] += m->sign[r] * m->W[r * m->k + j];
    }
    for (int64_t j = 0; j < m->k; j++) side[j] = side[j] < 0 || (side[j] == 0 && weight[j] < 0) ? -1 : 1;
    for (int64_t r = 0; r < m->p; r++) {
        const int64_t j = m->module_of[r] - 1;
        turn[r] = j < 0 ? m->sign[r] : (int8_t)side[j];
        m->sign[r] = (int8_t)(m->sign[r] * turn[r]);
    }
    for (int64_t c = 0; c < m->n_classes; c++)
        for (int64_t a = 0; a < m->k; a++)
            for (int64_t b = 0; b < m->k; b++) m->G[(c * m->k + a) * m->k + b] *= side[a] * side[b];
}

/* Modules in which about as many variables point one way as the other: the data do not tell which are the reversed. */
static lacon_status warn_of_guesses(lacon_ctx *ctx, lacon_model *m)
{
    char *list = NULL;
    for (int64_t j = 1; j <= m->k; j++) {
        int64_t size = 0, flipped = 0;
        for (int64_t r = 0; r < m->p; r++) {
            size += m->module_of[r] == j;
            flipped += m->module_of[r] == j && m->sign[r] < 0;
        }
        if (flipped == 0 || (size - 2 * flipped > 1 && 5 * flipped < 2 * size)) continue; /* by one, or 2 in 5 */
        char *longer = lcn_sprintf(ctx, "%s%s%lld (%lld of %lld)", list ? list : "", list ? ", " : "", (long long)j,
                                   (long long)flipped, (long long)size);
        lcn_free(&ctx->allocator, list);
        if (!longer) return LACON_E_MEMORY;
        list = longer;
    }
    lacon_status status = LACON_OK;
    if (list)
        status = lcn_model_warn(ctx, m, "which variables are the reversed ones is a guess in modules %s: nearly as "
                                "many were flipped as not; what they measure decides (flip TABLE)", list);
    lcn_free(&ctx->allocator, list);
    return status;
}

static lacon_status settle_signs(lacon_ctx *ctx, lacon_model *m, lacon_data *data, int8_t *turn)
{
    if (!m->sign) return LACON_OK;
    double *side = lcn_alloc(ctx, (size_t)m->k, 2 * sizeof *side);
    if (!side) return LACON_E_MEMORY;
    make_upright(m, turn, side);
    lcn_free(&ctx->allocator, side);
    LCN_TRY(lacon_data_flip(ctx, data, turn));
    return warn_of_guesses(ctx, m);
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
    LCN_GOTO(settle_signs(ctx, best, data, sign));
    *out = best;
    best = NULL;
    status = outcome;
done:
    lacon_model_free(best);
    lcn_free(&ctx->allocator, sign);
    return status;
}
