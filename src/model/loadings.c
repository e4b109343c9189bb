/* SPDX-License-Identifier: BSD-3-Clause
 * W as one module and one weight per variable (loadings.h): memory, counts, norms, copies.
 */
#include "model/loadings.h"
#include "la/gram.h"

#include <math.h>
#include <string.h>

lacon_status lcn_loadings_new(lacon_ctx *ctx, lcn_loadings *W, int64_t p, int64_t k)
{
    const int64_t pp = lcn_padded(p);
    *W = (lcn_loadings){.p = p, .k = k};
    W->module = lcn_alloc(ctx, (size_t)pp, sizeof *W->module);
    W->weight = lcn_alloc(ctx, (size_t)pp, sizeof *W->weight);
    W->norm = lcn_alloc(ctx, (size_t)k, sizeof *W->norm);
    W->size = lcn_alloc(ctx, (size_t)k, sizeof *W->size);
    if (!W->module || !W->weight || !W->norm || !W->size) {
        lcn_loadings_clear(&ctx->allocator, W);
        return LACON_E_MEMORY;
    }
    for (int64_t r = p; r < pp; r++) W->module[r] = LCN_UNASSIGNED;
    return LACON_OK;
}

void lcn_loadings_clear(const lacon_allocator *a, lcn_loadings *W)
{
    lcn_free(a, W->module);
    lcn_free(a, W->weight);
    lcn_free(a, W->norm);
    lcn_free(a, W->size);
    W->module = NULL;
    W->weight = W->norm = NULL;
    W->size = NULL;
}

void lcn_loadings_copy(lcn_loadings *to, const lcn_loadings *from)
{
    memcpy(to->module, from->module, (size_t)from->p * sizeof *from->module);
    memcpy(to->weight, from->weight, (size_t)from->p * sizeof *from->weight);
    to->spread2 = from->spread2;
}

void lcn_loadings_count(lcn_loadings *W)
{
    memset(W->size, 0, (size_t)W->k * sizeof *W->size);
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) W->size[W->module[r]]++;
}

void lcn_loadings_normalise(lcn_loadings *W)
{
    lcn_loadings_count(W);
    memset(W->norm, 0, (size_t)W->k * sizeof *W->norm);
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) W->norm[W->module[r]] += W->weight[r] * W->weight[r];
    for (int64_t j = 0; j < W->k; j++) W->norm[j] = sqrt(W->norm[j]);
    for (int64_t r = 0; r < W->p; r++) {
        int32_t j = W->module[r];
        if (j < 0) W->weight[r] = 0.0;
        else if (W->norm[j] > 0.0) W->weight[r] /= W->norm[j];
        else W->weight[r] = 1.0 / sqrt((double)W->size[j]);
    }
}
