/* SPDX-License-Identifier: BSD-3-Clause
 * selection.tsv and selection.json: how k was chosen (docs/formats.md). Everything comes through
 * lacon/select.h.
 */
#include "io/document.h"
#include "io/writer.h"
#include <lacon/select.h>
#include <lacon/version.h>

static void put_table(lcn_writer *out, const void *object)
{
    const lacon_selection_info *info = object;
    lcn_writer_text(out, "k\tfold\tloglik\tevidence\n");
    for (int64_t i = 0; i < info->n_k; i++)
        for (int64_t f = 0; f < info->n_folds; f++) {
            lcn_tsv_int(out, info->curve[i].k);
            lcn_tsv_int(out, f + 1);
            lcn_tsv_double(out, info->loglik[f * info->n_k + i]);
            lcn_tsv_double(out, info->curve[i].evidence); /* of all rows, so the same in every fold */
            lcn_tsv_end(out);
        }
}

static json_t *curve(const lacon_selection_info *info)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < info->n_k && array; i++) {
        const lacon_curve_point *point = &info->curve[i];
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "k", json_integer(point->k));
        lcn_object_set(&o, "loglik", lcn_json_real(point->loglik));
        lcn_object_set(&o, "se", lcn_json_real(point->se));
        lcn_object_set(&o, "behind", lcn_json_real(point->behind));
        lcn_object_set(&o, "behind_se", lcn_json_real(point->behind_se));
        lcn_object_set(&o, "votes", json_integer(point->votes));
        lcn_object_set(&o, "agreement", lcn_json_real(point->agreement));
        lcn_object_set(&o, "evidence", lcn_json_real(point->evidence));
        lcn_object_set(&o, "modules", json_integer(point->modules));
        array = lcn_json_push(array, lcn_object_end(&o));
    }
    return array;
}

static json_t *null_models(const lacon_selection_info *info)
{
    lcn_object o = lcn_object_begin();
    for (int m = 0; m < LACON_NULL_MODELS; m++)
        lcn_object_set(&o, info->null_model[m].name, lcn_json_real(info->null_model[m].loglik));
    return lcn_object_end(&o);
}

static json_t *document(const lacon_selection_info *info, const lacon_provenance *p)
{
    static const char *const kinds[] = {"time", "rows", "subject"};
    const lacon_select_options *options = info->options;
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "lacon_version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(&o, "command", lcn_json_text(p ? p->command : NULL));
    lcn_object_set(&o, "k", json_integer(info->chosen));
    lcn_object_set(&o, "rule", lcn_json_text(options->rule == LACON_SELECT_MAX ? "max" : "one-se"));
    lcn_object_set(&o, "k_best", json_integer(info->best));
    lcn_object_set(&o, "k_one_se", json_integer(info->one_se));
    lcn_object_set(&o, "cv", lcn_json_text(kinds[options->cv]));
    lcn_object_set(&o, "folds", json_integer(options->folds));
    lcn_object_set(&o, "gap", json_integer(options->gap));
    lcn_object_set(&o, "repeats", json_integer(options->repeats));
    lcn_object_set(&o, "seed", lcn_json_seed(options->fit->seed));
    lcn_object_set(&o, "curve", curve(info));
    lcn_object_set(&o, "null_models", null_models(info));
    lcn_object_set(&o, "noise_gain", lcn_json_real(info->noise_gain));
    lcn_object_set(&o, "noise_gain_se", lcn_json_real(info->noise_gain_se));
    lcn_object_set(&o, "rows", json_integer(info->rows));
    lcn_object_set(&o, "effective_rows", lcn_json_real(info->effective));
    json_t *warnings = json_array();
    if (warnings && info->caution) warnings = lcn_json_push(warnings, lcn_json_text(info->caution));
    lcn_object_set(&o, "warnings", warnings);
    lcn_object_set(&o, "by", lcn_json_text(options->by == LACON_SELECT_BY_EVIDENCE ? "evidence" : "heldout"));
    lcn_object_set(&o, "k_heldout", json_integer(info->by_heldout));
    lcn_object_set(&o, "k_evidence", json_integer(info->by_evidence));
    return lcn_object_end(&o);
}

lacon_status lacon_selection_write(lacon_ctx *ctx, const lacon_selection *selection, const char *dir,
                                   const lacon_provenance *provenance)
{
    const lacon_selection_info *info = lacon_selection_about(selection);
    LCN_TRY(lcn_writer_store(ctx, dir, "selection.tsv", put_table, info));
    return lcn_document_write(ctx, dir, "selection.json", document(info, provenance));
}
