/* SPDX-License-Identifier: BSD-3-Clause
 * Folds; see folds.h. Rows of a fold are copied, so that each is scaled by its own training rows alone:
 * nothing of the held-out rows enters the model that is evaluated on them.
 */
#include "inference/folds.h"
#include "util/rng.h"

#include <string.h>

/* ---- pieces of data ---- */

/* judged rows by the means and scales that own rows gave, both of the classes that are here */
static lacon_status scale_here(lacon_ctx *ctx, lacon_data *judged, const lacon_data *own)
{
    const size_t p = (size_t)own->p, N = (size_t)own->n_classes;
    if (N == 0) return LACON_OK;
    double *mean = lcn_alloc(ctx, 2 * N * p, sizeof *mean);
    if (!mean) return LACON_E_MEMORY;
    for (size_t c = 0; c < N; c++) {
        memcpy(mean + c * p, own->classes[c].mean, p * sizeof *mean);
        memcpy(mean + (N + c) * p, own->classes[c].scale, p * sizeof *mean);
    }
    const lacon_status status = lacon_data_standardise_by(ctx, judged, mean, mean + N * p);
    lcn_free(&ctx->allocator, mean);
    return status;
}

static lacon_status scale_alike(lacon_ctx *ctx, lacon_data *judged, const lacon_data *own)
{
    lacon_data left_out = lcn_dealt_own(ctx, judged);
    const lacon_data learnt = lcn_dealt_own(ctx, own);
    LCN_TRY(lcn_dealt_tell(ctx, judged, scale_here(ctx, &left_out, &learnt)));
    lcn_data_taken(judged, LACON_SCALE_Z);
    return LACON_OK;
}

/* ---- who goes where ---- */

/* order: a permutation of 0..n-1, drawn for this repeat and stream. */
static void deal(int64_t *order, int64_t n, uint64_t seed, int64_t repeat, int64_t stream)
{
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_FOLDS + 256 * (uint32_t)repeat, (uint32_t)stream);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    for (int64_t i = n - 1; i > 0; i--) {
        const int64_t j = (int64_t)lcn_rng_below(&rng, (uint64_t)i + 1), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

/* Rows of a class of n: those left out into out[0..*n_out), those to learn from into in[0..*n_in). */
static void cut_rows(const lacon_select_options *o, int64_t n, int64_t c, int64_t which, int64_t *order,
                     int64_t *out, int64_t *n_out, int64_t *in, int64_t *n_in)
{
    const int64_t fold = which % o->folds, first = fold * n / o->folds, end = (fold + 1) * n / o->folds;
    const int64_t gap = o->cv == LACON_CV_TIME ? o->gap : 0;
    *n_out = *n_in = 0;
    if (o->cv == LACON_CV_ROWS) deal(order, n, o->fit->seed, which / o->folds, c);
    for (int64_t i = 0; i < n; i++) { /* rows stay in order, so that what they remember can be seen in a fold too */
        const int64_t at = o->cv == LACON_CV_ROWS ? order[i] : i;
        if (at >= first && at < end) out[(*n_out)++] = i;
        else if (at < first - gap || at >= end + gap) in[(*n_in)++] = i;
    }
}

static lacon_status add_rows_fold(lacon_ctx *ctx, lcn_fold *f, const lacon_data *data,
                                  const lacon_select_options *o, int64_t which, int64_t *scratch, int64_t most)
{
    for (int64_t c = 0; c < data->n_classes; c++) {
        int64_t n_out, n_in, *out = scratch + most, *in = out + most;
        cut_rows(o, data->classes[c].n, c, which, scratch, out, &n_out, in, &n_in);
        const char *label = data->classes[c].label;
        LCN_TRY(lcn_data_add_rows(ctx, f->learn, data, c, in, n_in, label));
        LCN_TRY(lcn_data_add_rows(ctx, f->judged, data, c, out, n_out, label));
    }
    return LACON_OK;
}

static lacon_status add_subject_fold(lacon_ctx *ctx, lcn_fold *f, const lacon_data *data,
                                     const lacon_select_options *o, int64_t which, int64_t *scratch, int64_t most)
{
    const int64_t N = data->n_classes, fold = which % o->folds;
    int64_t *order = scratch, *all = scratch + most; /* most is at least N */
    deal(order, N, o->fit->seed, which / o->folds, -1);
    for (int64_t i = 0; i < most; i++) all[i] = i;
    for (int64_t i = 0; i < N; i++) {
        const int64_t c = order[i], n = data->classes[c].n, half = n / 2;
        const char *label = data->classes[c].label;
        if (i < fold * N / o->folds || i >= (fold + 1) * N / o->folds) {
            LCN_TRY(lcn_data_add_rows(ctx, f->learn, data, c, all, n, label));
            continue;
        }
        LCN_TRY(lcn_data_add_rows(ctx, f->own, data, c, all, half, label));
        LCN_TRY(lcn_data_add_rows(ctx, f->judged, data, c, all + half, n - half, label));
    }
    return LACON_OK;
}

static lacon_status fill(lacon_ctx *ctx, lcn_fold *f, const lacon_data *data, const lacon_select_options *o,
                         int64_t which)
{
    const bool subject = o->cv == LACON_CV_SUBJECT;
    const int64_t N = data->n_classes, fold = which % o->folds;
    const int64_t left_out = subject ? (fold + 1) * N / o->folds - fold * N / o->folds : N;
    int64_t most = N;
    for (int64_t c = 0; c < data->n_classes; c++)
        if (data->classes[c].n > most) most = data->classes[c].n;
    int64_t *scratch = lcn_alloc(ctx, (size_t)(3 * most), sizeof *scratch);
    if (!scratch) return LACON_E_MEMORY;
    lacon_status status;
    LCN_GOTO(lcn_data_like(ctx, &f->learn, data, subject ? N - left_out : N));
    LCN_GOTO(lcn_data_like(ctx, &f->judged, data, left_out));
    f->own = f->learn;
    if (subject) {
        f->own = NULL;
        LCN_GOTO(lcn_data_like(ctx, &f->own, data, left_out));
    }
    LCN_GOTO(subject ? add_subject_fold(ctx, f, data, o, which, scratch, most)
                     : add_rows_fold(ctx, f, data, o, which, scratch, most));
    LCN_GOTO(lacon_data_standardise(ctx, f->learn, data->scaling));
    if (subject) LCN_GOTO(lacon_data_standardise(ctx, f->own, data->scaling));
    LCN_GOTO(scale_alike(ctx, f->judged, f->own));
done:
    lcn_free(&ctx->allocator, scratch);
    return status;
}

lacon_status lcn_fold_make(lacon_ctx *ctx, lcn_fold *out, const lacon_data *data,
                           const lacon_select_options *options, int64_t which)
{
    *out = (lcn_fold){0};
    const lacon_status status = fill(ctx, out, data, options, which);
    if (status < 0) lcn_fold_clear(out);
    return status;
}

void lcn_fold_clear(lcn_fold *fold)
{
    if (fold->own != fold->learn) lacon_data_free(fold->own);
    lacon_data_free(fold->learn);
    lacon_data_free(fold->judged);
    *fold = (lcn_fold){0};
}

/* ---- can it be done ---- */

static lacon_status check_rows(lacon_ctx *ctx, const lacon_data *data, const lacon_select_options *o)
{
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        const int64_t block = class->n / o->folds, gap = o->cv == LACON_CV_TIME ? o->gap : 0;
        LCN_FAIL_IF(class->kind == LCN_COV, LACON_E_UNSUPPORTED,
                    "class '%s' is a covariance without rows: nothing can be left out of it%s", class->label,
                    class->missing_read > 0 ? "; use " LCN_OPTION "missing marginal or drop in place of pairwise" : "");
        if (o->cv == LACON_CV_SUBJECT) {
            LCN_FAIL_IF(class->n < 4, LACON_E_DATA,
                        "class '%s' has %lld rows: leaving out whole classes needs four, two to estimate its G "
                        "from and two to judge it by", class->label, (long long)class->n);
            continue;
        }
        LCN_FAIL_IF(block < 2 || class->n - block - 1 - 2 * gap < 2, LACON_E_DATA,
                    "class '%s' has %lld rows: too few for %lld folds%s; use fewer folds, a smaller gap, or leave "
                    "out whole classes (subject)", class->label, (long long)class->n, (long long)o->folds,
                    gap ? " with this gap" : "");
    }
    return LACON_OK;
}

lacon_status lcn_folds_check(lacon_ctx *ctx, const lacon_data *data, const lacon_select_options *o)
{
    LCN_FAIL_IF(o->folds < 2, LACON_E_ARGUMENT, "%lld folds: two are the least", (long long)o->folds);
    LCN_FAIL_IF(o->gap < 0, LACON_E_ARGUMENT, "a gap of %lld rows: it cannot be negative", (long long)o->gap);
    LCN_FAIL_IF(o->repeats < 1 || o->repeats > 10000, LACON_E_ARGUMENT, "%lld repeats: 1 to 10000 are possible",
                (long long)o->repeats);
    LCN_FAIL_IF(o->cv == LACON_CV_TIME && o->repeats > 1, LACON_E_ARGUMENT,
                "repeats deal rows or classes anew; blocks of time are where they are: use one");
    LCN_FAIL_IF(o->cv == LACON_CV_SUBJECT && data->n_classes < o->folds, LACON_E_DATA,
                "%lld classes cannot make %lld folds of classes: use fewer folds, or leave out rows",
                (long long)data->n_classes, (long long)o->folds);
    return check_rows(ctx, data, o);
}
