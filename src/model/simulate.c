/* SPDX-License-Identifier: BSD-3-Clause
 * Rows from a model, and models from the paper's generator (docs/algorithm/simulate.md). Every row
 * has a stream of its own (util/rng.c), so rows may be drawn in any order and by any number of
 * threads.
 */
#include "la/la.h"
#include "model/model.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

/* ---- rows ---- */

/* A (k × k) with A A' = G: columns sqrt(s_j) u_j. Eigenvectors, because G may be singular. */
static lacon_status root(lacon_ctx *ctx, const double *G, int64_t k, double *A, double *scratch)
{
    double *U = scratch, *s = U + k * k;
    memcpy(U, G, (size_t)(k * k) * sizeof *U);
    LCN_FAIL_IF(lcn_eigh(k, U, s, s + k) < 0, LACON_E_NUMERIC,
                "the latent covariance is not finite: nothing can be drawn from it");
    for (int64_t a = 0; a < k; a++)
        for (int64_t j = 0; j < k; j++) A[a * k + j] = U[j * k + a] * sqrt(fmax(s[j], 0));
    return LACON_OK;
}

/* x = Psi^1/2 (W A g + sqrt(v) e) of one row; z is k of scratch. Draws: g_1..g_k, e_1..e_p. */
static void draw_row(const lacon_model *model, int64_t c, const double *A, lcn_rng rng, double *z,
                     double *x)
{
    const int64_t p = model->p, k = model->k;
    memset(z, 0, (size_t)k * sizeof *z);
    for (int64_t j = 0; j < k; j++) {
        const double g = lcn_rng_normal(&rng);
        for (int64_t a = 0; a < k; a++) z[a] += A[a * k + j] * g;
    }
    const double sd = sqrt(model->v[c]);
    for (int64_t r = 0; r < p; r++) {
        const int32_t own = model->module_of[r];
        const double signal = own > 0 ? model->W[r * k + own - 1] * z[own - 1] : 0;
        x[r] = sqrt(model->psi[r]) * (signal + sd * lcn_rng_normal(&rng));
    }
}

lacon_status lcn_simulate_check(lacon_ctx *ctx, const lacon_model *model, int64_t c, int64_t n,
                                int64_t ld)
{
    LCN_FAIL_IF(c < 0 || c >= model->n_classes, LACON_E_ARGUMENT,
                "class %lld of a model that has %lld", (long long)c, (long long)model->n_classes);
    LCN_FAIL_IF(n < 0 || ld < model->p, LACON_E_ARGUMENT,
                "%lld rows with leading dimension %lld for %lld variables", (long long)n, (long long)ld,
                (long long)model->p);
    LCN_FAIL_IF(n > UINT32_MAX || c >= 1 << 24, LACON_E_LIMIT,
                "row %lld of class %lld: streams end at row 2^32 and class 2^24", (long long)n,
                (long long)c);
    return LACON_OK;
}

lacon_status lacon_model_simulate(lacon_ctx *ctx, const lacon_model *model, int64_t c, int64_t n,
                                  uint64_t seed, double *x, int64_t ld)
{
    const int64_t k = model->k;
    LCN_TRY(lcn_simulate_check(ctx, model, c, n, ld));
    LCN_TRY(lcn_blas_ready(ctx));
    double *A = lcn_alloc(ctx, (size_t)(2 * k * k + k + lcn_eigh_scratch(k)), sizeof *A);
    if (A == NULL) return LACON_E_MEMORY;
    const int before = lcn_blas_begin();
    const lacon_status status = root(ctx, model->G + c * k * k, k, A, A + k * k);
    lcn_blas_end(before);
    double *z = A + k * k;
    for (int64_t i = 0; status >= 0 && i < n; i++) {
        const lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_ROWS + 256 * (uint32_t)c, (uint32_t)i);
        draw_row(model, c, A, rng, z, x + i * ld);
    }
    lcn_free(&ctx->allocator, A);
    return status;
}

/* ---- models ---- */

/* Uniform entries, the largest of each row kept. False when a column stays empty. */
static bool draw_W(lacon_model *model, uint64_t seed, uint32_t attempt, int64_t *size)
{
    const int64_t p = model->p, k = model->k;
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_W, attempt);
    memset(model->W, 0, (size_t)(p * k) * sizeof *model->W);
    memset(size, 0, (size_t)k * sizeof *size);
    for (int64_t r = 0; r < p; r++) {
        int64_t top = 0;
        double largest = 0;
        for (int64_t j = 0; j < k; j++) {
            const double u = lcn_rng_uniform(&rng);
            if (u > largest) {
                largest = u;
                top = j;
            }
        }
        model->W[r * k + top] = largest;
        size[top]++;
    }
    for (int64_t j = 0; j < k; j++)
        if (size[j] == 0) return false;
    return true;
}

/* Give each empty column the last row of the largest module: k near p would be redrawn for ever. */
static void fill_columns(lacon_model *model, int64_t *size)
{
    const int64_t p = model->p, k = model->k;
    for (int64_t j = 0; j < k; j++) {
        if (size[j] > 0) continue;
        int64_t from = 0, r = p - 1;
        for (int64_t l = 1; l < k; l++)
            if (size[l] > size[from]) from = l;
        while (model->W[r * k + from] == 0) r--;
        model->W[r * k + j] = model->W[r * k + from];
        model->W[r * k + from] = 0;
        size[from]--;
        size[j]++;
    }
}

static void normalise_columns(lacon_model *model)
{
    const int64_t p = model->p, k = model->k;
    for (int64_t j = 0; j < k; j++) {
        double norm = 0;
        for (int64_t r = 0; r < p; r++) norm += model->W[r * k + j] * model->W[r * k + j];
        for (int64_t r = 0; r < p; r++) model->W[r * k + j] /= sqrt(norm);
    }
}

/* G = L L', L lower triangular standard normal */
static void draw_G(double *G, int64_t k, lcn_rng rng, double *L)
{
    memset(L, 0, (size_t)(k * k) * sizeof *L);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) L[a * k + b] = lcn_rng_normal(&rng);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0;
            for (int64_t l = 0; l <= b; l++) sum += L[a * k + l] * L[b * k + l];
            G[a * k + b] = G[b * k + a] = sum;
        }
}

lacon_status lacon_model_random(lacon_ctx *ctx, lacon_model **out, int64_t p, int64_t k,
                                int64_t classes, double noise, uint64_t seed)
{
    enum { ATTEMPTS = 64 }; /* for p > 4 k the first one is nearly always good */
    lacon_model *model = NULL;
    double *L = NULL;
    lacon_status status;
    *out = NULL;
    LCN_FAIL_IF(!(noise > 0) || !isfinite(noise), LACON_E_ARGUMENT,
                "noise variance %g: it must be positive", noise);
    LCN_GOTO(lcn_model_alloc(ctx, &model, p, k, classes));
    L = lcn_alloc(ctx, (size_t)(k * k + k), sizeof *L);
    LCN_GOTO(L ? LACON_OK : LACON_E_MEMORY);
    int64_t *size = (int64_t *)(L + k * k);
    bool good = false;
    for (uint32_t attempt = 0; !good && attempt < ATTEMPTS; attempt++)
        good = draw_W(model, seed, attempt, size);
    if (!good) fill_columns(model, size);
    normalise_columns(model);
    for (int64_t i = 0; i < classes; i++) {
        draw_G(model->G + i * k * k, k, lcn_rng_stream(seed, LCN_STREAM_G, (uint32_t)i), L);
        model->v[i] = noise;
        model->kept[i] = k;
    }
    LCN_GOTO(lcn_model_sort(ctx, model));
    *out = model;
    model = NULL;
done:
    lcn_free(&ctx->allocator, L);
    lacon_model_free(model);
    return status;
}
