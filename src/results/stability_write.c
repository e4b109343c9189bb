/* SPDX-License-Identifier: BSD-3-Clause
 * stability.tsv, intervals.tsv, coassignment.npy and stability.json (docs/formats.md). Everything comes
 * through lacon/stability.h.
 */
#include "io/document.h"
#include "io/formats/npz.h"
#include "io/writer.h"
#include <lacon/stability.h>
#include <lacon/version.h>

/* A variable is somewhere when more than half of the resamples have it there. */
static const double HALF = 0.5;

/* Where it is most often: 0 unassigned, or a module. */
static int64_t favourite(const lacon_stability_info *info, int64_t r)
{
    const double *share = info->share + r * (info->modules + 1);
    int64_t most = 0;
    for (int64_t j = 1; j <= info->modules; j++)
        if (share[j] > share[most]) most = j;
    return most;
}

static const char *verdict(const lacon_stability_info *info, int64_t r)
{
    const int64_t most = favourite(info, r);
    if (!(info->share[r * (info->modules + 1) + most] > HALF)) return "nowhere";
    if (most != info->module[r]) return "moves";
    return most == 0 ? "unassigned" : "stays";
}

static void put_variables(lcn_writer *out, const void *object)
{
    const lacon_stability_info *info = object;
    lcn_writer_text(out, "variable\tmodule\tstability\tmost\tmost_share\tunassigned\tverdict\n");
    for (int64_t r = 0; r < info->variables; r++) {
        const int64_t most = favourite(info, r), width = info->modules + 1;
        lcn_tsv_text(out, info->names[r]);
        lcn_tsv_int(out, info->module[r]);
        lcn_tsv_double(out, info->stability[r]);
        lcn_tsv_int(out, most);
        lcn_tsv_double(out, info->share[r * width + most]);
        lcn_tsv_double(out, info->share[r * width]);
        lcn_tsv_text(out, verdict(info, r));
        lcn_tsv_end(out);
    }
}

static void put_interval(lcn_writer *out, const char *label, int64_t a, int64_t b, const lacon_interval *i)
{
    const double values[] = {i->covariance,  i->covariance_low,  i->covariance_high,
                             i->correlation, i->correlation_low, i->correlation_high};
    lcn_tsv_text(out, label);
    lcn_tsv_int(out, a);
    lcn_tsv_int(out, b);
    lcn_tsv_doubles(out, 6, values);
    lcn_tsv_end(out);
}

static void put_intervals(lcn_writer *out, const void *object)
{
    const lacon_stability *s = object;
    const lacon_stability_info *info = lacon_stability_about(s);
    lcn_writer_text(out, "class\tmodule_a\tmodule_b\tcovariance\tcovariance_low\tcovariance_high\t"
                      "correlation\tcorrelation_low\tcorrelation_high\n");
    for (int64_t c = 0; c < info->classes; c++)
        for (int64_t a = 1; a <= info->modules; a++)
            for (int64_t b = a; b <= info->modules; b++)
                put_interval(out, info->labels[c], a, b, lacon_stability_interval(s, c, a, b));
}

static lacon_status write_pairs(lacon_ctx *ctx, const lacon_stability_info *info, const char *dir)
{
    char *path = lcn_sprintf(ctx, "%s/coassignment.npy", dir);
    if (!path) return LACON_E_MEMORY;
    const lacon_status status =
        lcn_npy_write(ctx, path, 2, (int64_t[]){info->variables, info->variables}, info->coassignment);
    lcn_free(&ctx->allocator, path);
    return status;
}

/* Per module: its variables and how they stay, on average. */
static json_t *modules(const lacon_stability_info *info)
{
    json_t *array = json_array();
    for (int64_t j = 1; j <= info->modules && array; j++) {
        double sum = 0.0;
        int64_t size = 0;
        for (int64_t r = 0; r < info->variables; r++)
            if (info->module[r] == j) {
                sum += info->stability[r];
                size++;
            }
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "module", json_integer(j));
        lcn_object_set(&o, "variables", json_integer(size));
        lcn_object_set(&o, "stability", lcn_json_real(size ? sum / (double)size : 0.0));
        array = lcn_json_push(array, lcn_object_end(&o));
    }
    return array;
}

static json_t *named(const lacon_stability_info *info, const char *word)
{
    json_t *array = json_array();
    for (int64_t r = 0; r < info->variables && array; r++)
        if (verdict(info, r)[0] == word[0]) array = lcn_json_push(array, lcn_json_text(info->names[r]));
    return array;
}

static json_t *document(const lacon_stability_info *info, const lacon_provenance *p)
{
    static const char *const ways[] = {"rows", "subjects", "both", "starts"};
    const lacon_stability_options *q = info->options;
    json_t *agreement = json_array();
    for (int64_t i = 0; i < q->resamples && agreement; i++)
        agreement = lcn_json_push(agreement, lcn_json_real(info->agreement[i]));
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "lacon_version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(&o, "command", lcn_json_text(p ? p->command : NULL));
    lcn_object_set(&o, "over", lcn_json_text(ways[q->over]));
    lcn_object_set(&o, "resamples", json_integer(q->resamples));
    int64_t longest = 1;
    json_t *blocks = json_array();
    for (int64_t c = 0; c < info->classes && blocks; c++) {
        if (info->block[c] > longest) longest = info->block[c];
        blocks = lcn_json_push(blocks, json_integer(info->block[c]));
    }
    lcn_object_set(&o, "block", json_integer(longest));
    lcn_object_set(&o, "block_chosen", json_boolean(q->block == 0));
    lcn_object_set(&o, "blocks", blocks);
    lcn_object_set(&o, "confidence", lcn_json_real(q->confidence));
    lcn_object_set(&o, "seed", lcn_json_seed(q->fit->seed));
    lcn_object_set(&o, "modules", modules(info));
    lcn_object_set(&o, "nowhere", named(info, "nowhere"));
    lcn_object_set(&o, "moves", named(info, "moves"));
    lcn_object_set(&o, "agreement", agreement);
    return lcn_object_end(&o);
}

lacon_status lacon_stability_write(lacon_ctx *ctx, const lacon_stability *s, const char *dir,
                                   const lacon_provenance *provenance)
{
    const lacon_stability_info *info = lacon_stability_about(s);
    LCN_TRY(lcn_writer_store(ctx, dir, "stability.tsv", put_variables, info));
    if (info->has_intervals) LCN_TRY(lcn_writer_store(ctx, dir, "intervals.tsv", put_intervals, s));
    LCN_TRY(write_pairs(ctx, info, dir));
    return lcn_document_write(ctx, dir, "stability.json", document(info, provenance));
}
