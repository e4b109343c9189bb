/* SPDX-License-Identifier: BSD-3-Clause
 * The second opinion on k (docs/selection.md): the log evidence of a fit to all rows at every k. One path of all k
 * (fit/search/path.c), each of its partitions finished as a fit finishes, instead of a search at every k.
 */
#include "fit/finish_loadings.h"
#include "fit/search/path.h"
#include "inference/folds.h"

typedef struct opinion {
    lacon_curve_point *curve; /* n_k */
    const lacon_data *data;
    const lacon_select_options *options;
} opinion;

/* The evidence of the fit that begins at loadings W and stays near them. */
static lacon_status of_loadings(lacon_ctx *ctx, const opinion *o, lcn_problem *problem, const lcn_loadings *W,
                                lacon_curve_point *point)
{
    lacon_fit_options plain = *o->options->fit, fit = plain;
    lacon_model *start = NULL, *fitted = NULL;
    plain.membership = LACON_MEMBERSHIP_ALL;
    plain.noise = LACON_NOISE_ISOTROPIC;
    LCN_TRY(lcn_finish_loadings(ctx, &start, problem, W, o->data, &plain));
    fit.init = start;
    fit.k = W->k;
    fit.solver = LACON_SOLVER_MM;
    const lacon_status status = lacon_fit(ctx, &fitted, o->data, &fit);
    if (status >= 0) {
        point->evidence = lacon_model_info(fitted)->evidence;
        point->modules = fitted->k;
    }
    lacon_model_free(start);
    lacon_model_free(fitted);
    if (status < 0) return status;
    LCN_FAIL_IF(status == LACON_W_CANCELLED, LACON_E_CANCELLED, "stopped at k = %lld", (long long)W->k);
    return LACON_OK;
}

static lacon_status along_path(lacon_ctx *ctx, void *user, const lacon_data *whole)
{
    const opinion *o = user;
    const lacon_select_options *asked = o->options;
    lacon_fit_options fit = *asked->fit;
    lcn_problem *problem = NULL;
    lcn_path path = {0};
    lacon_status status;
    fit.k = asked->k_high;
    LCN_GOTO(lcn_problem_new(ctx, &problem, whole, &fit));
    LCN_GOTO(lcn_check_traces(ctx, problem, whole));
    LCN_GOTO(lcn_path_run(ctx, &path, problem, asked->k_low, asked->k_high, &fit));
    for (int64_t i = 0; i <= asked->k_high - asked->k_low; i++)
        LCN_GOTO(of_loadings(ctx, o, problem, &path.W[i], &o->curve[i]));
done:
    lcn_path_clear(&ctx->allocator, &path);
    lcn_problem_free(problem);
    return status;
}

lacon_status lcn_select_evidence(lacon_ctx *ctx, lacon_curve_point *curve, const lacon_data *data,
                                 const lacon_select_options *options)
{
    opinion o = {.curve = curve, .data = data, .options = options};
    return lcn_has_missing(data) ? lcn_missing_guess(ctx, data, options->k_high, along_path, &o)
                               : along_path(ctx, &o, data);
}
