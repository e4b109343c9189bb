/* SPDX-License-Identifier: BSD-3-Clause
 * A digest of what a solver can see of the data: shapes, labels, the numbers themselves. fingerprint.h
 */
#include "data/fingerprint.h"
#include "data/dealt.h"
#include "data/row_slices.h"

#include <string.h>

typedef char text[LCN_SHA256_TEXT];

typedef struct numbers {
    const lcn_class *class;
    int64_t p;
} numbers;

static void add_rows(void *user, lcn_sha256 *hash)
{
    const numbers *x = user;
    const lcn_class *c = x->class;
    const size_t size = c->kind == LCN_ROWS_F32 || c->single ? sizeof(float) : sizeof(double);
    const int64_t rows = c->kind == LCN_COV ? x->p : lcn_rows_here(c);
    for (int64_t i = 0; i < rows; i++)
        lcn_sha256_update(hash, (const char *)c->x + (size_t)(i * c->ld) * size, (size_t)x->p * size);
}

/* rows: those of a class that ranks share, too, which takes as long as reading them */
static lacon_status class_fingerprint(text out, const lcn_class *c, int64_t p, bool rows)
{
    const int64_t shape[] = {c->n, (int64_t)c->kind, c->missing, c->lags, c->step};
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    lcn_sha256_update(&hash, c->label, strlen(c->label) + 1);
    lcn_sha256_update(&hash, shape, sizeof shape);
    lcn_sha256_update(&hash, &c->inflation, sizeof c->inflation);
    numbers x = {c, p};
    lacon_status status = LACON_OK;
    if (c->kind == LCN_COV) add_rows(&x, &hash); /* every rank has it */
    else if (rows || !c->split) status = lcn_split_hash(lcn_split_share(c), &hash, add_rows, &x);
    lcn_sha256_final(&hash, out);
    return status;
}

/* Ranks that all have all classes: are they the same? digest: of each */
static lacon_status compare(lacon_ctx *ctx, const lacon_data *data, const text *digest)
{
    lcn_seen *seen = lcn_alloc(ctx, (size_t)data->n_classes, sizeof *seen);
    lacon_status status = lcn_agree(ctx, seen ? LACON_OK : LACON_E_MEMORY);
    for (int64_t c = 0; c < data->n_classes && status >= 0; c++) {
        seen[c].name = data->classes[c].label;
        memcpy(seen[c].digest, digest[c], sizeof digest[c]);
    }
    if (status >= 0) status = lcn_compare_ranks(ctx, seen, data->n_classes);
    lcn_free(&ctx->allocator, seen);
    return status;
}

static lacon_status fingerprint(lacon_ctx *ctx, lcn_sha256 *hash, const lacon_data *data, bool rows)
{
    const int64_t N = data->n_classes, shape[] = {data->p, N, (int64_t)data->missing, (int64_t)data->scaling};
    int64_t from, to;
    text *of = lcn_alloc(ctx, (size_t)N, sizeof *of);
    lacon_status status = of ? LACON_OK : LACON_E_MEMORY;
    lcn_dealt_range(ctx, data, &from, &to);
    for (int64_t i = from; i < to && status >= 0; i++)
        status = class_fingerprint(of[i], &data->classes[i], data->p, rows);
    if (data->dealt) status = lcn_dealt_gather(ctx, data, of, sizeof *of, status);
    else if (ctx->comm) status = lcn_agree(ctx, status) < 0 ? ctx->known : compare(ctx, data, of);
    if (status >= 0) lcn_sha256_update(hash, shape, sizeof shape);
    if (status >= 0) lcn_sha256_update(hash, of, (size_t)N * sizeof *of);
    lcn_free(&ctx->allocator, of);
    return status;
}

lacon_status lcn_data_fingerprint(lacon_ctx *ctx, lcn_sha256 *hash, const lacon_data *data)
{
    return fingerprint(ctx, hash, data, true);
}

lacon_status lcn_compare_classes(lacon_ctx *ctx, const lacon_data *data)
{
    if (!ctx->comm || data->dealt) return LACON_OK;
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    return fingerprint(ctx, &hash, data, false); /* no two ranks have the same rows of a class that they share */
}
