/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_report_write: the model is loaded, the document put together, the page written. Parts: report.h. A
 * folder of lacon causal --observed has no model: every variable is a module of its own, and the page shows the
 * directed graph of the variables.
 */
#include "report/report.h"

#include "io/digests.h"
#include "io/paths.h"
#include "util/options.h"
#include <lacon/causal.h>
#include <lacon/version.h>

#include <string.h>

void lacon_report_options_init_sized(lacon_report_options *options, size_t size)
{
    const lacon_report_options defaults = {.size = sizeof defaults};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

/* The last part of the path of the folder, as people call it. */
static char *folder_name(lacon_ctx *ctx, const char *dir)
{
    size_t end = strlen(dir);
    while (end > 1 && dir[end - 1] == '/') end--;
    size_t begin = end;
    while (begin > 0 && dir[begin - 1] != '/') begin--;
    return lcn_sprintf(ctx, "%.*s", (int)(end - begin), dir + begin);
}

static lacon_status set_title(lacon_ctx *ctx, const lcn_report *report, lcn_object *o)
{
    const char *title = report->options->title;
    char *name = title == NULL && !report->options->anonymise ? folder_name(ctx, report->dir) : NULL;
    if (title == NULL && !report->options->anonymise && name == NULL) return LACON_E_MEMORY;
    lcn_object_set(o, "title", lcn_json_label(title ? title : name ? name : "Model"));
    lcn_free(&ctx->allocator, name);
    return LACON_OK;
}

static lacon_status fill(lacon_ctx *ctx, const lcn_report *report, lcn_object *o)
{
    lcn_object_set(o, "version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(o, "anonymous", json_boolean(report->options->anonymise));
    LCN_TRY(set_title(ctx, report, o));
    lcn_object_set(o, "model", report->of ? lcn_report_names(report) : lcn_report_model(ctx, report));
    lcn_object_set(o, "spread", lcn_report_spread(ctx, report));
    lcn_object_set(o, "covariance", lcn_report_covariance(ctx, report));
    lcn_object_set(o, "holes", lcn_report_missing(ctx, report));
    lcn_object_set(o, "pooled", lcn_report_pooled(ctx, report));
    LCN_TRY(lcn_report_people(ctx, report, o));
    LCN_TRY(lcn_report_coordinates(ctx, report, o));
    LCN_TRY(lcn_report_labels(ctx, report, o));
    LCN_TRY(lcn_report_module_names(ctx, report, o));
    LCN_TRY(lcn_report_origin(ctx, report, o));
    return lcn_report_beside(ctx, report, o);
}

/* Names of the classes on the page: the model's, or numbers of equal width. */
static lacon_status make_labels(lacon_ctx *ctx, lcn_report *report)
{
    const int64_t N = report->model->n_classes;
    const bool numbered = report->options->anonymise;
    int width = 1;
    for (int64_t most = N; most >= 10; most /= 10) width++;
    report->labels = lcn_alloc(ctx, (size_t)N + 1, sizeof *report->labels);
    for (int64_t c = 0; c < N && report->labels; c++) {
        const char *own = lacon_model_label(report->model, c);
        report->labels[c] = numbered ? lcn_sprintf(ctx, "class %0*lld", width, (long long)c + 1)
                                     : lcn_strdup(ctx, own);
        if (report->labels[c] == NULL) return LACON_E_MEMORY;
    }
    return report->labels ? LACON_OK : LACON_E_MEMORY;
}

static void free_labels(lacon_ctx *ctx, lcn_report *report)
{
    for (int64_t c = 0; report->labels && c < report->model->n_classes; c++)
        lcn_free(&ctx->allocator, report->labels[c]);
    lcn_free(&ctx->allocator, report->labels);
}

/* Is it a folder of lacon causal --observed? */
static lacon_status has_no_modules(lacon_ctx *ctx, const char *dir, bool *none)
{
    bool model, causal;
    LCN_TRY(lcn_folder_has(ctx, dir, "model.npz", &model));
    LCN_TRY(lcn_folder_has(ctx, dir, "causal.npz", &causal));
    *none = causal && !model;
    return LACON_OK;
}

/* The folders that may lie beside the model are what they were; the model's own is checked when it is loaded. */
static lacon_status check_beside(lacon_ctx *ctx, const char *dir)
{
    static const char *const subs[] = {"test", "stability", "causal", "causal/causal"};
    for (size_t i = 0; i < sizeof subs / sizeof *subs; i++) LCN_TRY(lcn_digests_check_in(ctx, dir, subs[i]));
    return LACON_OK;
}

/* Names of variables and classes as a model that has nothing else to say. */
static lacon_status load_names(lacon_ctx *ctx, lacon_model **out, const char *dir)
{
    lacon_causal *causal = NULL;
    lacon_model *model = NULL;
    const char **names = NULL;
    lacon_status status;
    LCN_GOTO(lacon_causal_load(ctx, &causal, dir));
    const int64_t p = lacon_causal_modules(causal), N = lacon_causal_classes(causal);
    LCN_GOTO(lcn_model_alloc(ctx, &model, p, 1, N));
    names = lcn_alloc(ctx, (size_t)(p + N), sizeof *names);
    LCN_GOTO(names ? LACON_OK : LACON_E_MEMORY);
    for (int64_t r = 0; r < p; r++) names[r] = lacon_causal_name(causal, r);
    for (int64_t c = 0; c < N; c++) names[p + c] = lacon_causal_label(causal, c);
    LCN_GOTO(lcn_model_set_names(ctx, model, names, names + p));
    *out = model;
    model = NULL;
done:
    lcn_free(&ctx->allocator, names);
    lacon_model_free(model);
    lacon_causal_free(causal);
    return status;
}

static lacon_status make(lacon_ctx *ctx, const char *out, lcn_report *report)
{
    const lacon_report_options *options = report->options;
    lcn_object document = lcn_object_begin();
    lacon_status status = make_labels(ctx, report);
    if (status >= 0) status = fill(ctx, report, &document);
    json_t *json = lcn_object_end(&document);
    if (status >= 0 && json == NULL) status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory for it", out);
    if (status >= 0 && options->anonymise && !lcn_report_anonymise(json, report))
        status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory for it", out);
    if (status >= 0)
        status = lcn_report_page(ctx, out, json, options->in_space && options->places && report->of == NULL);
    else json_decref(json);
    free_labels(ctx, report);
    return status;
}

lacon_status lacon_report_write(lacon_ctx *ctx, const char *out, const char *dir,
                                const lacon_report_options *given)
{
    lacon_report_options own;
    const lacon_report_options *options = &own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_report_options));
    lacon_model *model = NULL;
    lcn_namemap map = {0};
    bool plain;
    int64_t twin, again;
    lacon_status status;
    LCN_TRY(has_no_modules(ctx, dir, &plain));
    LCN_FAIL_IF(plain && options->data, LACON_E_ARGUMENT,
                "%s: was made without modules (lacon causal "
                LCN_OPTION "observed), and data are shown beside modules: "
                "leave the data out", dir);
    LCN_TRY(check_beside(ctx, dir));
    LCN_GOTO(plain ? load_names(ctx, &model, dir) : lacon_model_load(ctx, &model, dir));
    if (plain) LCN_GOTO(lcn_namemap_init(ctx, &map, (const char *const *)model->names, model->p, &twin, &again));
    lcn_report report = {.dir = dir, .model = model, .options = options, .nodes = plain ? model->p : model->k};
    if (plain) report.of = &map;
    LCN_GOTO(make(ctx, out, &report));
done:
    lcn_namemap_clear(&ctx->allocator, &map);
    lacon_model_free(model);
    return status;
}
