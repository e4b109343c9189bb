/* SPDX-License-Identifier: BSD-3-Clause
 * Log-likelihood and score-matching value of data under a model (docs/algorithm/likelihood.md,
 * score.md).
 *
 * Omega = U D U' + Psi^-1/v  with  U = Psi^-1/2 W (p × k),  D = B - I/v,  B = (G + v I)^-1:
 *     L = ½ [ p log 2 pi + log det Psi - log det B + (p - k) log v + tr(B S) + (t - tr S)/v ]
 *     J = -tr Omega + ½ [ tr(D (U'U) D S) + 2/v tr(D S2) + t2/v² ]
 * with the moments S, S2, t, t2 of moments.h. No p × p matrix appears.
 */
#include "data/dealt.h"
#include "la/la.h"
#include "model/model.h"
#include "model/moments.h"
#include "model/observed.h"

#include <math.h>
#include <string.h>

typedef struct evaluation {
    const lacon_model *model;
    const lcn_lens *lens;
    bool score; /* J in place of the log-likelihood */
} evaluation;

/* S, S2, factor, B, then moments or products; or what rows with missing values want */
static int64_t scratch_size(int64_t p, int64_t k)
{
    const int64_t moments = lcn_moments_scratch(k);
    const int64_t size = 4 * k * k + (moments > k * k ? moments : k * k);
    const int64_t observed = (int64_t)(lcn_observed_bytes(p, k) / sizeof(double));
    return size > observed ? size : observed;
}

static double trace_product(int64_t k, const double *A, const double *B) /* tr(A B), A symmetric */
{
    double sum = 0;
    for (int64_t l = 0; l < k * k; l++) sum += A[l] * B[l];
    return sum;
}

static double loglik(const evaluation *job, const lcn_moments *m, double v, const double *L,
                     const double *B)
{
    const int64_t p = job->lens->p, k = job->lens->k;
    double inside = 0; /* tr S */
    for (int64_t j = 0; j < k; j++) inside += m->S[j * k + j];
    return -0.5 * ((double)p * LCN_LOG_2PI + job->lens->log_psi + lcn_chol_logdet(k, L, k) +
                   (double)(p - k) * log(v) + trace_product(k, B, m->S) + (m->t - inside) / v);
}

/* B is overwritten by D. DND (k × k) is scratch. */
static double score_value(const evaluation *job, const lcn_moments *m, double v, double *B,
                          double *DND)
{
    const int64_t p = job->lens->p, k = job->lens->k;
    double trace = 0, *D = B;
    for (int64_t j = 0; j < k; j++) D[j * k + j] -= 1 / v;
    for (int64_t r = 0; r < p; r++) trace += job->lens->inverse[r] / v; /* tr Omega ... */
    for (int64_t j = 0; j < k; j++) trace += job->lens->UU[j] * D[j * k + j];
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++) sum += D[a * k + l] * job->lens->UU[l] * D[l * k + b];
            DND[a * k + b] = sum;
        }
    return -trace + 0.5 * (trace_product(k, DND, m->S) + 2 / v * trace_product(k, D, m->S2) +
                           m->t2 / (v * v));
}

static double evaluate_class(const evaluation *job, const lcn_class *class, int64_t c, const double *sums,
                             double *scratch)
{
    const int64_t k = job->lens->k;
    if (class->missing > 0) { /* one by one: what each row has */
        lcn_observed o;
        lcn_observed_init(&o, scratch, job->model, c);
        return lcn_observed_mean(&o, class);
    }
    double *L = scratch + 2 * k * k, *B = L + k * k, *rest = B + k * k;
    lcn_moments m = {.S = scratch, .S2 = job->score ? scratch + k * k : NULL};
    if (!lcn_lens_factor(job->lens, job->model, c, L, B)) return NAN;
    lcn_moments_compute(&m, job->lens, class, sums, rest);
    const double v = job->model->v[c];
    return job->score ? score_value(job, &m, v, B, rest) : loglik(job, &m, v, L, B);
}

static lacon_status check_map(lacon_ctx *ctx, const lacon_model *model, const lacon_data *data,
                              const int64_t *map)
{
    LCN_TRY(lcn_model_accepts(ctx, model, data));
    for (int64_t c = 0; c < data->n_classes; c++) {
        const int64_t to = map ? map[c] : c;
        LCN_FAIL_IF(to < 0 || to >= model->n_classes, LACON_E_ARGUMENT,
                    "class '%s' is to be evaluated under class %lld of a model that has %lld",
                    data->classes[c].label, (long long)to, (long long)model->n_classes);
    }
    return LACON_OK;
}

/* Each worker takes every threads-th class that is here; a class is summed by one worker in one order. */
static void run(const lacon_ctx *ctx, const evaluation *job, const lacon_data *data, const int64_t *map,
                double *value, double *scratch)
{
    const int64_t size = scratch_size(job->lens->p, job->lens->k);
    const int threads = ctx->threads;
    int64_t from, to;
    lcn_dealt_range(ctx, data, &from, &to);
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int worker = 0; worker < threads; worker++)
        for (int64_t c = from + worker; c < to; c += threads)
            if (!lcn_is_split(&data->classes[c]))
                value[c] = evaluate_class(job, &data->classes[c], map ? map[c] : c, NULL, scratch + worker * size);
}

/* Those whose rows ranks share, by all ranks. */
static lacon_status run_split(lacon_ctx *ctx, const evaluation *job, const lacon_data *data, const int64_t *map,
                              double *value, double *scratch)
{
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < data->n_classes && status >= 0; c++) {
        const lcn_class *class = &data->classes[c];
        double *sums = NULL;
        if (!lcn_is_split(class)) continue;
        status = lcn_lens_sums(ctx, &sums, job->lens, class);
        if (status >= 0) value[c] = evaluate_class(job, class, map ? map[c] : c, sums, scratch);
        lcn_free(&ctx->allocator, sums);
    }
    return status;
}

static lacon_status check_values(lacon_ctx *ctx, const lacon_data *data, const double *value)
{
    for (int64_t c = 0; c < data->n_classes; c++)
        LCN_FAIL_IF(
            !isfinite(value[c]), LACON_E_NUMERIC,
            "class '%s' has no finite value under the model: scale its rows as the rows were "
            "that the model was fitted to",
            data->classes[c].label);
    return LACON_OK;
}

static lacon_status evaluate(lacon_ctx *ctx, const lacon_model *model, const lacon_data *data,
                             const int64_t *map, bool score, double *out)
{
    const int64_t N = data->n_classes;
    lacon_status status;
    lcn_lens lens = {0};
    double *value = NULL;
    LCN_GOTO(check_map(ctx, model, data, map));
    if (score) LCN_GOTO(lcn_data_whole(ctx, data, "score matching"));
    LCN_GOTO(lcn_lens_init(ctx, &lens, model));
    LCN_GOTO(lcn_blas_ready(ctx));
    value = lcn_alloc(ctx, (size_t)(N + ctx->threads * scratch_size(model->p, model->k)), sizeof *value);
    LCN_GOTO(value ? LACON_OK : LACON_E_MEMORY);
    const int before = lcn_blas_begin();
    const evaluation job = {model, &lens, score};
    run(ctx, &job, data, map, value, value + N);
    status = run_split(ctx, &job, data, map, value, value + N);
    lcn_blas_end(before);
    LCN_GOTO(status);
    LCN_GOTO(lcn_dealt_gather(ctx, data, value, sizeof *value, LACON_OK));
    LCN_GOTO(check_values(ctx, data, value));
    if (N > 0) memcpy(out, value, (size_t)N * sizeof *out);
done:
    lcn_free(&ctx->allocator, value);
    lcn_lens_clear(&ctx->allocator, &lens);
    return status;
}

lacon_status lacon_model_evaluate(lacon_ctx *ctx, const lacon_model *model, const lacon_data *data,
                                  const int64_t *map, double *out)
{
    return evaluate(ctx, model, data, map, false, out);
}

lacon_status lacon_model_evaluate_score(lacon_ctx *ctx, const lacon_model *model,
                                        const lacon_data *data, const int64_t *map, double *out)
{
    return evaluate(ctx, model, data, map, true, out);
}
