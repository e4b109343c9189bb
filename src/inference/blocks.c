/* SPDX-License-Identifier: BSD-3-Clause
 * The length of blocks (Politis & White 2004, Patton, Politis & White 2009, circular blocks); see blocks.h. An entry of
 * G is a mean of products of two composites, and products of Gaussian series with autocorrelation rho have rho^2. With
 *
 *     g = sum_l rho(l)^2,   G = sum_l |l| rho(l)^2        over all lags, negative ones too
 *     b = (2 G^2 / (4/3 g^2))^(1/3) n^(1/3)               at most 3 sqrt(n) and n / 3
 *
 * Blocks of b rows leave out pairs that are cut apart and the mean that was taken out: instead of g they see
 * sum_{|l| < b} (1 - |l|/b) rho^2 - g b/n. The square root of the ratio, which is known, widens; so does Student's t
 * with the 3/2 n/b degrees of freedom of such an estimate (that of a spectrum at zero by Bartlett's window).
 */
#include "inference/blocks.h"

#include "data/dealt.h"
#include "data/effective.h"
#include "fit/extensions/series.h"
#include "inference/inference.h"

#include <math.h>

/* Mean over the modules of the corrected autocorrelation of their composites. */
static void remember(const lcn_class *class, lcn_tile *tile, const lcn_loadings *W, const double *weight,
                     lcn_memory *m, double *rho)
{
    double R[LCN_LAGS][LCN_TILE], mean[LCN_LAGS] = {0}, modules = 0;
    for (int32_t first = 0; first < W->k; first += LCN_TILE) {
        lcn_compose(tile, class, W, weight, first);
        lcn_tile_lags(tile, class->step, 0, class->lags, R);
        for (int j = 0; j < LCN_TILE; j++) {
            modules += tile->varies[j];
            for (int l = 0; l < class->lags && tile->varies[j]; l++) mean[l] += R[l][j];
        }
    }
    for (int l = 0; l < class->lags; l++) mean[l] /= fmax(modules, 1);
    lcn_memory_set(m, class, mean, rho);
}

/* rho^2 between the steps of the lags: 0 rows is 1, beyond the window it is 0. */
static double square_at(const lcn_memory *m, const double *rho, double rows)
{
    const double at = rows / m->step;
    const int low = (int)at;
    const double a = low == 0 ? 1 : low <= m->lags ? rho[low - 1] : 0, b = low < m->lags ? rho[low] : 0;
    const double r = a + (at - low) * (b - a);
    return r * r;
}

static int64_t best_length(const lcn_memory *m, const double *rho, int64_t n, double g)
{
    double G = 0;
    for (int64_t l = 1; l <= m->lags * (int64_t)m->step; l++) G += 2 * (double)l * square_at(m, rho, (double)l);
    const double b = cbrt(1.5 * G * G / (g * g) * (double)n);
    return (int64_t)fmax(1, fmin(round(b), floor(fmin(3 * sqrt((double)n), (double)n / 3))));
}

/* sqrt(g / what blocks of b rows see of it), and t beside the normal */
static double shortfall(const lcn_memory *m, const double *rho, int64_t n, int64_t b, double g, double confidence)
{
    double seen = 1 - g * (double)b / (double)n;
    for (int64_t l = 1; l < b && l <= m->lags * (int64_t)m->step; l++)
        seen += 2 * (1 - (double)l / (double)b) * square_at(m, rho, (double)l);
    const double df = fmax(1, fmin((double)n - 1, 1.5 * (double)n / (double)b));
    /* as many degrees are the normal's */
    const double student = lcn_t_bound(confidence, df) / lcn_t_bound(confidence, 1e6);
    return student * sqrt(fmax(1, g / fmax(seen, g / (double)n)));
}

static void choose(lcn_block *out, const lcn_class *class, lcn_tile *tile, const lcn_loadings *W, const double *weight,
                   int64_t rows, double confidence)
{
    double rho[LCN_LAGS], g = 1;
    lcn_memory m;
    remember(class, tile, W, weight, &m, rho);
    for (int64_t l = 1; l <= m.lags * (int64_t)m.step; l++) g += 2 * square_at(&m, rho, (double)l);
    out->rows = rows > 0 ? rows : best_length(&m, rho, class->n, g);
    out->widen = shortfall(&m, rho, class->n, out->rows, g, confidence);
}

/* The modules of the model; weights of the variables as they are, which noise of their own divides by its root. */
static void modules_of(lcn_loadings *W, double *weight, const lacon_model *model)
{
    for (int64_t r = 0; r < model->p; r++) {
        const int32_t j = model->module_of[r] - 1;
        W->module[r] = j < 0 ? LCN_UNASSIGNED : j;
        W->weight[r] = j < 0 ? 0 : model->W[r * model->k + j];
        weight[r] = W->weight[r] / sqrt(model->psi[r]);
    }
}

lacon_status lcn_blocks_choose(lacon_ctx *ctx, lcn_block *out, const lacon_model *model, const lacon_data *data,
                               int64_t rows, bool independent, double confidence)
{
    lcn_loadings W = {0};
    lcn_tile tile = {0};
    int64_t most = 1, from, to;
    lacon_status status;
    for (int64_t c = 0; c < data->n_classes; c++) {
        out[c] = (lcn_block){.rows = rows > 0 ? rows : 1, .widen = 1};
        if (data->classes[c].n > most) most = data->classes[c].n;
    }
    if (independent) return LACON_OK;
    double *weight = lcn_alloc(ctx, (size_t)model->p, sizeof *weight);
    LCN_GOTO(weight ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(lcn_loadings_new(ctx, &W, model->p, model->k));
    LCN_GOTO(lcn_tile_init(ctx, &tile, most, false));
    modules_of(&W, weight, model);
    lcn_dealt_range(ctx, data, &from, &to);
    for (int64_t c = from; c < to; c++)
        if (data->classes[c].kind != LCN_COV && data->classes[c].lags > 0)
            choose(&out[c], &data->classes[c], &tile, &W, weight, rows, confidence);
    status = lcn_dealt_gather(ctx, data, out, sizeof *out, LACON_OK);
done:
    lcn_tile_clear(&ctx->allocator, &tile);
    lcn_loadings_clear(&ctx->allocator, &W);
    lcn_free(&ctx->allocator, weight);
    return status;
}
