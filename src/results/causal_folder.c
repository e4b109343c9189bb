/* SPDX-License-Identifier: BSD-3-Clause
 * Directed connectivity as files: causal.npz, the arrows of a class as a table, disturbances.tsv, lagged.tsv,
 * and causal.npz read back. Its words are in causal.json (model_json.c).
 */
#include "io/digests.h"
#include "results/model_folder.h"
#include "io/writer.h"

#include <math.h>
#include <string.h>

/* ---- tables ---- */

static void put_arrow(lcn_writer *out, const lacon_causal *s, int64_t c, int64_t from, int64_t to)
{
    const int64_t at = to * lacon_causal_modules(s) + from;
    const int known = lacon_causal_identifiable(s, c, from, to);
    lacon_causal_trust t;
    lacon_causal_trust_get(s, c, &t);
    const bool boot = t.boot > 0;
    lcn_tsv_text(out, lacon_causal_name(s, from));
    lcn_tsv_text(out, lacon_causal_name(s, to));
    lcn_tsv_doubles(out, 2, (double[]){lacon_causal_B(s, c)[at], boot ? t.frequency[at] : NAN});
    lcn_tsv_text(out, known < 0 ? "untested" : known ? "yes" : "no");
    lcn_tsv_doubles(out, 4,
              (double[]){boot ? t.low[at] : NAN, boot ? t.high[at] : NAN,
                         boot ? t.precedence[at] : NAN, lacon_causal_total(s, c)[at]});
    lcn_tsv_end(out);
}

lacon_status lacon_causal_write_arrows(lacon_ctx *ctx, const lacon_causal *causal, int64_t c,
                                       const char *path)
{
    const int64_t k = lacon_causal_modules(causal), *order = lacon_causal_order(causal, c);
    lcn_writer out;
    LCN_TRY(lcn_writer_open(ctx, &out, path));
    lcn_writer_text(&out, "from\tto\tweight\tfrequency\tidentifiable\tlow\thigh\torder\ttotal\n");
    for (int64_t a = 0; a < k; a++) /* causes first */
        for (int64_t b = a + 1; b < k; b++)
            if (lacon_causal_B(causal, c)[order[b] * k + order[a]] != 0)
                put_arrow(&out, causal, c, order[a], order[b]);
    return lcn_writer_close(ctx, &out, LACON_OK);
}

static void put_disturbances(lcn_writer *out, const void *object)
{
    const lacon_causal *s = object;
    lcn_writer_text(out, "class\tmodule\tvariance\tskewness\tkurtosis\tp_gaussian\n");
    for (int64_t c = 0; c < lacon_causal_classes(s); c++) {
        lacon_causal_trust t;
        lacon_causal_trust_get(s, c, &t);
        for (int64_t j = 0; j < lacon_causal_modules(s); j++) {
            lcn_tsv_text(out, lacon_causal_label(s, c));
            lcn_tsv_text(out, lacon_causal_name(s, j));
            lcn_tsv_doubles(out, 4, (double[]){t.variance[j], t.skewness[j], t.kurtosis[j], t.gaussian[j]});
            lcn_tsv_end(out);
        }
    }
}

/* The effects of earlier rows, all of them: none is pruned. */
static void put_lagged(lcn_writer *out, const void *object)
{
    const lacon_causal *s = object;
    const int64_t k = lacon_causal_modules(s), lags = lacon_causal_lags(s);
    lcn_writer_text(out, "class\tlag\tfrom\tto\tweight\tlow\thigh\n");
    for (int64_t c = 0; c < lacon_causal_classes(s); c++) {
        const double *low, *high, *A = lacon_causal_lagged(s, c, &low, &high);
        for (int64_t i = 0; i < lags * k * k; i++) {
            lcn_tsv_text(out, lacon_causal_label(s, c));
            lcn_tsv_int(out, i / (k * k) + 1);
            lcn_tsv_text(out, lacon_causal_name(s, i % k));
            lcn_tsv_text(out, lacon_causal_name(s, i / k % k));
            lcn_tsv_doubles(out, 3, (double[]){A[i], low ? low[i] : NAN, high ? high[i] : NAN});
            lcn_tsv_end(out);
        }
    }
}

/* ---- arrays ---- */

/* The classes' arrays follow each other in memory: those of the first class are those of all. */
static lacon_status put_trust(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_causal *s, int64_t N,
                              int64_t k)
{
    const int64_t square[] = {N, k, k}, flat[] = {N, k};
    lacon_causal_trust t;
    lacon_causal_trust_get(s, 0, &t);
    if (t.variance == NULL) return LACON_OK;
    LCN_TRY(lcn_npz_doubles(ctx, w, "variance", 2, flat, t.variance));
    LCN_TRY(lcn_npz_doubles(ctx, w, "skewness", 2, flat, t.skewness));
    LCN_TRY(lcn_npz_doubles(ctx, w, "kurtosis", 2, flat, t.kurtosis));
    LCN_TRY(lcn_npz_doubles(ctx, w, "p_gaussian", 2, flat, t.gaussian));
    if (t.boot == 0) return LACON_OK;
    LCN_TRY(lcn_npz_doubles(ctx, w, "frequency", 3, square, t.frequency));
    LCN_TRY(lcn_npz_doubles(ctx, w, "precedence", 3, square, t.precedence));
    LCN_TRY(lcn_npz_doubles(ctx, w, "low", 3, square, t.low));
    LCN_TRY(lcn_npz_doubles(ctx, w, "high", 3, square, t.high));
    return lcn_npz_doubles(ctx, w, "p_independent", 3, square, t.independence);
}

static lacon_status put_lags(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_causal *s, int64_t N, int64_t k)
{
    const int64_t shape[] = {N, lacon_causal_lags(s), k, k};
    const double *low, *high, *A = lacon_causal_lagged(s, 0, &low, &high);
    if (A == NULL) return LACON_OK;
    LCN_TRY(lcn_npz_doubles(ctx, w, "lagged", 4, shape, A));
    if (low == NULL) return LACON_OK;
    LCN_TRY(lcn_npz_doubles(ctx, w, "lagged_low", 4, shape, low));
    return lcn_npz_doubles(ctx, w, "lagged_high", 4, shape, high);
}

static lacon_status put_texts(lacon_ctx *ctx, lcn_npz_writer *w, const char *name,
                              const lacon_causal *s, int64_t count,
                              const char *(*text)(const lacon_causal *, int64_t))
{
    const char **list = lcn_alloc(ctx, (size_t)count, sizeof *list);
    if (list == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) list[i] = text(s, i);
    const lacon_status status = lcn_npz_texts(ctx, w, name, count, list);
    lcn_free(&ctx->allocator, list);
    return status;
}

static lacon_status put_arrays(lacon_ctx *ctx, lcn_npz_writer *w, const void *object)
{
    const lacon_causal *s = object;
    const int64_t k = lacon_causal_modules(s), N = lacon_causal_classes(s);
    const int64_t square[] = {N, k, k};
    LCN_TRY(lcn_npz_doubles(ctx, w, "B", 3, square, lacon_causal_B(s, 0)));
    LCN_TRY(lcn_npz_ints(ctx, w, "order", 2, (int64_t[]){N, k}, lacon_causal_order(s, 0)));
    LCN_TRY(lcn_npz_doubles(ctx, w, "total", 3, square, lacon_causal_total(s, 0)));
    LCN_TRY(put_trust(ctx, w, s, N, k));
    LCN_TRY(put_lags(ctx, w, s, N, k));
    LCN_TRY(put_texts(ctx, w, "modules", s, k, lacon_causal_name));
    return put_texts(ctx, w, "classes", s, N, lacon_causal_label);
}

lacon_status lacon_causal_write(lacon_ctx *ctx, const lacon_causal *causal, const char *dir,
                                const lacon_provenance *provenance)
{
    if (lacon_causal_options_used(causal))
        LCN_TRY(lcn_writer_store(ctx, dir, "disturbances.tsv", put_disturbances, causal));
    if (lacon_causal_lags(causal) > 0) LCN_TRY(lcn_writer_store(ctx, dir, "lagged.tsv", put_lagged, causal));
    LCN_TRY(lcn_npz_store(ctx, dir, "causal.npz", put_arrays, causal));
    return lcn_causal_write_json(ctx, causal, dir, provenance);
}

/* ---- reading ---- */

typedef struct parts {
    int64_t k, N;
    double *B, *order_read; /* the order as numbers */
    int64_t *order;
    char **names, **labels; /* NULL when the file has none */
} parts;

/* Numbers of a file may be anything; what is no whole number becomes -1, which lacon_causal_new
 * refuses. */
static lacon_status take_order(lacon_ctx *ctx, parts *q)
{
    const int64_t count = q->N * q->k;
    q->order = lcn_alloc(ctx, (size_t)count, sizeof *q->order);
    if (q->order == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) {
        const double x = q->order_read[i];
        q->order[i] = x >= 0 && x < (double)q->k && x == floor(x) ? (int64_t)x : -1;
    }
    return LACON_OK;
}

static lacon_status read_parts(lacon_ctx *ctx, const lcn_npz *z, parts *q)
{
    LCN_TRY(lcn_npz_get_squares(ctx, z, "B", &q->N, &q->k, &q->B));
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "order", 2, (int64_t[]){q->N, q->k}, &q->order_read));
    LCN_TRY(take_order(ctx, q));
    if (lcn_npz_has(z, "modules")) LCN_TRY(lcn_npz_get_texts(ctx, z, "modules", q->k, &q->names));
    if (lcn_npz_has(z, "classes")) LCN_TRY(lcn_npz_get_texts(ctx, z, "classes", q->N, &q->labels));
    return LACON_OK;
}

static lacon_status from_npz(lacon_ctx *ctx, void *out, const lcn_npz *z)
{
    parts q = {0};
    lacon_status status = read_parts(ctx, z, &q);
    if (status >= 0)
        status = lacon_causal_new(ctx, out, q.k, q.N, q.B, q.order, (const char *const *)q.names,
                                  (const char *const *)q.labels);
    if (status == LACON_E_DATA) /* the sentence is about arrays: say whose */
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: %s", z->path, ctx->message);
    void *const blocks[] = {q.B, q.order_read, q.order, q.names, q.labels};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        lcn_free(&ctx->allocator, blocks[i]);
    return status;
}

lacon_status lacon_causal_load(lacon_ctx *ctx, lacon_causal **out, const char *dir)
{
    *out = NULL;
    LCN_TRY(lcn_digests_check(ctx, dir));
    return lcn_npz_load(ctx, out, dir, "causal.npz", from_npz);
}
