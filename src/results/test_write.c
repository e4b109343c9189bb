/* SPDX-License-Identifier: BSD-3-Clause
 * edges.tsv and test.json: an edge test as files (docs/formats.md). Everything comes through
 * lacon/test.h.
 */
#include "io/document.h"
#include "io/writer.h"
#include <lacon/test.h>
#include <lacon/version.h>


static void put_edges(lcn_writer *out, const void *object)
{
    const lacon_test *test = object;
    lcn_writer_text(out, "module_a\tmodule_b\teffect\tci_low\tci_high\tstatistic\tp\tp_fwe\tq_fdr\t"
                      "p_bonferroni\tsize\tcomponent\tp_component\tdf\tscaled\n");
    const lacon_edge *e;
    for (int64_t i = 0; (e = lacon_test_edge(test, i)); i++) {
        lcn_tsv_int(out, e->module_a);
        lcn_tsv_int(out, e->module_b);
        const double numbers[] = {e->effect, e->ci_low, e->ci_high, e->statistic,   e->p,
                                  e->p_fwe,  e->q_fdr,  e->p_bonferroni, e->size};
        lcn_tsv_doubles(out, sizeof numbers / sizeof *numbers, numbers);
        lcn_tsv_int(out, e->component);
        lcn_tsv_doubles(out, 3, (double[]){e->p_component, e->df, e->scaled});
        lcn_tsv_end(out);
    }
}

static json_t *texts(int64_t count, const char *const *list)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < count && array; i++) array = lcn_json_push(array, lcn_json_text(list[i]));
    return array;
}

static json_t *groups(const lacon_test_info *info)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < info->n_groups && array; i++) {
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "group", lcn_json_text(info->groups[i]));
        lcn_object_set(&o, "classes", json_integer(info->group_sizes[i]));
        if (info->group_rows) {
            lcn_object_set(&o, "rows", lcn_json_real(info->group_rows[i].rows));
            lcn_object_set(&o, "effective_rows", lcn_json_real(info->group_rows[i].effective));
            lcn_object_set(&o, "motion", lcn_json_real(info->group_rows[i].motion));
        }
        array = lcn_json_push(array, lcn_object_end(&o));
    }
    return array;
}

static json_t *components(const lacon_test_info *info)
{
    json_t *array = json_array();
    for (int64_t i = 0; i < info->n_components && array; i++) {
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "edges", json_integer(info->components[i].edges));
        lcn_object_set(&o, "modules", json_integer(info->components[i].modules));
        lcn_object_set(&o, "p", lcn_json_real(info->components[i].p));
        array = lcn_json_push(array, lcn_object_end(&o));
    }
    return array;
}

static json_t *pair(const char *first, double a, const char *second, double b)
{
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, first, lcn_json_real(a));
    lcn_object_set(&o, second, lcn_json_real(b));
    return lcn_object_end(&o);
}

static json_t *null_of(const lacon_null *null)
{
    json_t *edges = json_array(), *counts = json_array();
    for (int64_t b = 0; b <= null->bins && edges; b++)
        edges = lcn_json_push(edges, lcn_json_real(null->edges[b]));
    for (int64_t b = 0; b < null->bins && counts; b++)
        counts = lcn_json_push(counts, json_integer(null->counts[b]));
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "statistic", lcn_json_text(null->statistic));
    lcn_object_set(&o, "edges", edges);
    lcn_object_set(&o, "counts", counts);
    lcn_object_set(&o, "critical", lcn_json_real(null->critical));
    lcn_object_set(&o, "observed_max", lcn_json_real(null->observed_max));
    return lcn_object_end(&o);
}

static json_t *strongest(const lacon_test *test, int64_t edge)
{
    const lacon_edge *e = lacon_test_edge(test, edge);
    lcn_object o = lcn_object_begin();
    if (e == NULL) return lcn_object_end(&o);
    lcn_object_set(&o, "module_a", json_integer(e->module_a));
    lcn_object_set(&o, "module_b", json_integer(e->module_b));
    lcn_object_set(&o, "effect", lcn_json_real(e->effect));
    lcn_object_set(&o, "statistic", lcn_json_real(e->statistic));
    lcn_object_set(&o, "p", lcn_json_real(e->p));
    lcn_object_set(&o, "p_fwe", lcn_json_real(e->p_fwe));
    return lcn_object_end(&o);
}

static void set_question(lcn_object *o, const lacon_test_info *info)
{
    static const char *const measures[] = {"fisherz", "covariance", "partial"};
    static const char *const tails[] = {"two", "greater", "less"};
    const lacon_test_options *q = info->options;
    lcn_object_set(o, "model", lcn_json_text(q->formula));
    lcn_object_set(o, "contrast", lcn_json_text(q->contrast));
    lcn_object_set(o, "effect", lcn_json_text(info->effect_text));
    lcn_object_set(o, "measure", lcn_json_text(measures[q->measure]));
    lcn_object_set(o, "tail", lcn_json_text(tails[q->tail]));
    lcn_object_set(o, "connectivity", lcn_json_text("plain")); /* never pooled: docs/pooling.md says why */
    lcn_object_set(o, "id", lcn_json_text(q->id));
    lcn_object_set(o, "blocks", lcn_json_text(q->blocks));
    lcn_object_set(o, "exchange", q->blocks ? lcn_json_text(info->cluster_robust ? "whole" : "within") : json_null());
    lcn_object_set(o, "variance", lcn_json_text(q->variance ? q->variance : "auto"));
    lcn_object_set(o, "confidence", lcn_json_real(q->confidence));
    lcn_object_set(o, "seed", lcn_json_seed(q->seed));
}

static void set_answer(lcn_object *o, const lacon_test_info *info)
{
    lcn_object_set(o, "classes", json_integer(info->classes));
    lcn_object_set(o, "groups", groups(info));
    lcn_object_set(o, "columns", texts(info->n_columns, info->columns));
    lcn_object_set(o, "motion", lcn_json_text(info->motion));
    lcn_object_set(o, "variance_by", lcn_json_text(info->variance_by));
    lcn_object_set(o, "variance_groups", texts(info->n_variance, info->variance_groups));
    lcn_object_set(o, "sign_flips", json_boolean(info->sign_flips));
    lcn_object_set(o, "cluster_robust", json_boolean(info->cluster_robust));
    lcn_object_set(o, "statistic", lcn_json_text(info->df_effect == 1 ? "t" : "F"));
    lcn_object_set(o, "df_effect", json_integer(info->df_effect));
    lcn_object_set(o, "df_residual", json_integer(info->df_residual));
    lcn_object_set(o, "edges", json_integer(info->n_edges));
    lcn_object_set(o, "permutations", json_integer(info->permutations));
    lcn_object_set(o, "permutations_asked", json_integer(info->options->permutations));
    lcn_object_set(o, "permutations_possible", lcn_json_real(info->possible));
    lcn_object_set(o, "exhaustive", json_boolean(info->exhaustive));
    lcn_object_set(o, "omnibus", pair("statistic", info->omnibus_statistic, "p", info->omnibus_p));
    lcn_object_set(o, "largest", pair("statistic", info->max_statistic, "p_fwe", info->max_p));
    lcn_object_set(o, "p_floor", lcn_json_real(info->p_floor));
    lcn_object_set(o, "null", null_of(info->null));
    lcn_object_set(o, "component_threshold", lcn_json_real(info->threshold));
    lcn_object_set(o, "components", components(info));
    lcn_object_set(o, "dropped", texts(info->n_dropped, info->dropped));
    lcn_object_set(o, "warnings", texts(info->n_warnings, info->warnings));
}

static json_t *document(const lacon_test *test, const lacon_provenance *p)
{
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "lacon_version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(&o, "command", lcn_json_text(p ? p->command : NULL));
    set_question(&o, lacon_test_about(test));
    set_answer(&o, lacon_test_about(test));
    lcn_object_set(&o, "strongest", strongest(test, lacon_test_about(test)->strongest));
    return lcn_object_end(&o);
}

lacon_status lacon_test_write(lacon_ctx *ctx, const lacon_test *test, const char *dir,
                              const lacon_provenance *provenance)
{
    LCN_TRY(lcn_writer_store(ctx, dir, "edges.tsv", put_edges, test));
    return lcn_document_write(ctx, dir, "test.json", document(test, provenance));
}
