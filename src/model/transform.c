/* SPDX-License-Identifier: BSD-3-Clause
 * New classes under known modules: W and psi stay, G and v of every class of the data come from the
 * profile (profile.c) of its moments (moments.c).
 */
#include "data/dealt.h"
#include "la/la.h"
#include "model/model.h"
#include "model/moments.h"
#include "model/observed.h"
#include "model/profile.h"

#include <math.h>
#include <string.h>

/* Steps for G and v of rows with missing values, which are a hundred or so where a fifth is missing. */
enum { STEPS = 2000 };

/* S, moments, profile; or what rows with missing values want */
static int64_t scratch_size(int64_t p, int64_t k)
{
    const int64_t size = k * k + lcn_moments_scratch(k) + lcn_profile_scratch(k);
    const int64_t observed = (int64_t)(lcn_observed_bytes(p, k) / sizeof(double));
    return size > observed ? size : observed;
}

/* The same for rows that miss values (observed.h). */
static bool profile_observed(lacon_model *model, int64_t c, const lcn_class *class, double *scratch)
{
    lcn_observed o;
    lcn_observed_init(&o, scratch, model, c);
    lcn_observed_fit(&o, class, true, STEPS, &model->kept[c]);
    memcpy(model->G + c * model->k * model->k, o.G, (size_t)(model->k * model->k) * sizeof *o.G);
    model->v[c] = o.v;
    model->loglik[c] = lcn_observed_mean(&o, class);
    return false;
}

/* What does not change. */
static lacon_status inherit(lacon_ctx *ctx, lacon_model *to, const lacon_model *from,
                            const lacon_data *data)
{
    const size_t p = (size_t)from->p, k = (size_t)from->k;
    memcpy(to->W, from->W, p * k * sizeof *to->W);
    memcpy(to->module_of, from->module_of, p * sizeof *to->module_of);
    memcpy(to->evidence, from->evidence, p * sizeof *to->evidence);
    memcpy(to->psi, from->psi, p * sizeof *to->psi);
    LCN_TRY(lcn_model_describe(ctx, to, data));
    return lcn_model_set_names(ctx, to, (const char *const *)from->names, NULL);
}

static bool profile_class(lacon_model *model, int64_t c, const lcn_lens *lens, const lcn_class *class,
                          const double *sums, double *scratch)
{
    const int64_t k = model->k;
    if (class->missing > 0) return profile_observed(model, c, class, scratch);
    double *rest = scratch + k * k;
    lcn_moments m = {.S = scratch};
    lcn_profile fit;
    lcn_moments_compute(&m, lens, class, sums, rest);
    lcn_profile_compute(&fit, model->G + c * k * k, NULL, LACON_OBJECTIVE_ML, model->p, k, m.S, m.t,
                        rest + lcn_moments_scratch(k));
    model->v[c] = fit.v;
    model->kept[c] = fit.kept;
    model->loglik[c] = -fit.nll - 0.5 * lens->log_psi;
    return fit.floored;
}

/* The classes that are here. The answer is the number of those whose v is at its floor. */
static int64_t profile_classes(lacon_ctx *ctx, lacon_model *model, const lcn_lens *lens, const lacon_data *data,
                               double *scratch)
{
    const int64_t size = scratch_size(model->p, model->k);
    const int threads = ctx->threads;
    int64_t floored = 0, from, to;
    lcn_dealt_range(ctx, data, &from, &to);
    const int before = lcn_blas_begin();
#pragma omp parallel for schedule(static, 1) num_threads(threads) reduction(+ : floored)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t c = from + worker; c < to; c += threads)
            if (!lcn_is_split(&data->classes[c]))
                floored += profile_class(model, c, lens, &data->classes[c], NULL, scratch + worker * size);
    lcn_blas_end(before);
    return floored;
}

/* Those whose rows ranks share, by all ranks. */
static lacon_status profile_split(lacon_ctx *ctx, lacon_model *model, const lcn_lens *lens, const lacon_data *data,
                                  double *scratch, int64_t *floored)
{
    lacon_status status = LACON_OK;
    const int before = lcn_blas_begin();
    for (int64_t c = 0; c < data->n_classes && status >= 0; c++) {
        const lcn_class *class = &data->classes[c];
        double *sums = NULL;
        if (!lcn_is_split(class)) continue;
        status = lcn_lens_sums(ctx, &sums, lens, class);
        if (status >= 0) *floored += profile_class(model, c, lens, class, sums, scratch);
        lcn_free(&ctx->allocator, sums);
    }
    lcn_blas_end(before);
    return status;
}

/* All of them on every rank. */
static lacon_status tell_classes(lacon_ctx *ctx, lacon_model *m, const lacon_data *data)
{
    const size_t size = sizeof *m->G, p = (size_t)m->p, k = (size_t)m->k;
    LCN_TRY(lcn_dealt_gather(ctx, data, m->mean, p * size, LACON_OK));
    LCN_TRY(lcn_dealt_gather(ctx, data, m->scale, p * size, LACON_OK));
    LCN_TRY(lcn_dealt_gather(ctx, data, m->G, k * k * size, LACON_OK));
    LCN_TRY(lcn_dealt_gather(ctx, data, m->v, size, LACON_OK));
    LCN_TRY(lcn_dealt_gather(ctx, data, m->kept, sizeof *m->kept, LACON_OK));
    return lcn_dealt_gather(ctx, data, m->loglik, size, LACON_OK);
}

lacon_status lacon_model_transform(lacon_ctx *ctx, lacon_model **out, const lacon_model *model,
                                   const lacon_data *data)
{
    lacon_model *made = NULL;
    lcn_lens lens = {0};
    double *scratch = NULL;
    lacon_status status;
    *out = NULL;
    LCN_GOTO(lcn_model_accepts(ctx, model, data));
    LCN_GOTO(lcn_blas_ready(ctx));
    LCN_GOTO(lcn_model_alloc(ctx, &made, model->p, model->k, data->n_classes));
    LCN_GOTO(inherit(ctx, made, model, data));
    LCN_GOTO(lcn_lens_init(ctx, &lens, model));
    scratch = lcn_alloc(ctx, (size_t)(ctx->threads * scratch_size(model->p, model->k)), sizeof *scratch);
    LCN_GOTO(scratch ? LACON_OK : LACON_E_MEMORY);
    int64_t floored = profile_classes(ctx, made, &lens, data, scratch);
    LCN_GOTO(profile_split(ctx, made, &lens, data, scratch, &floored));
    LCN_GOTO(tell_classes(ctx, made, data));
    if (floored > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "no noise is left in %lld of %lld classes: v is at its floor",
                (long long)floored, (long long)data->n_classes);
    *out = made;
    made = NULL;
done:
    lcn_free(&ctx->allocator, scratch);
    lcn_lens_clear(&ctx->allocator, &lens);
    lacon_model_free(made);
    return status;
}
