/* SPDX-License-Identifier: BSD-3-Clause
 * A model for other programs: modules as a label image, networks for BrainNet Viewer and niivue,
 * matrices and the description of a BIDS derivatives folder.
 */
#include "io/document.h"
#include "io/formats/atlas.h"
#include "io/export/export.h"
#include "model/model.h"
#include "util/options.h"

#include <jansson.h>
#include <lacon/version.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char **names_of(lacon_ctx *ctx, const lacon_model *model)
{
    int64_t p = lacon_model_variables(model);
    const char **names = lcn_alloc(ctx, (size_t)p, sizeof *names);
    for (int64_t r = 0; names != NULL && r < p; r++) names[r] = lacon_model_name(model, r);
    return names;
}

static lacon_status take_options(lacon_ctx *ctx, lacon_export_options *own,
                                 const lacon_export_options *given)
{
    return LCN_TAKE(ctx, own, given, lacon_export_options);
}

/* ---- label image ---- */

static lacon_status write_labels(lacon_ctx *ctx, const char *path, const lcn_atlas *atlas,
                                 const int32_t *module_of, int64_t p, const int64_t *at)
{
    enum { INT16 = 4 };
    size_t size = LCN_NIFTI_HEAD + 2 * (size_t)atlas->voxels;
    unsigned char *bytes = lcn_alloc(ctx, size, 1);
    int32_t *module = lcn_alloc(ctx, (size_t)atlas->count, sizeof *module);
    lacon_status status = bytes != NULL && module != NULL ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0)
        status = lcn_nifti_header(ctx, bytes, &atlas->nifti, 1, INT16, 16, 0, path);
    for (int64_t r = 0; r < p && status >= 0; r++) module[at[r]] = module_of[r];
    for (int64_t v = 0; v < atlas->voxels && status >= 0; v++) {
        int32_t label = atlas->region[v] >= 0 ? module[atlas->region[v]] : 0;
        bytes[LCN_NIFTI_HEAD + 2 * v] = (unsigned char)label;
        bytes[LCN_NIFTI_HEAD + 2 * v + 1] = (unsigned char)(label >> 8);
    }
    if (status >= 0) status = lcn_write_packed(ctx, path, bytes, size);
    lcn_free(&ctx->allocator, module);
    lcn_free(&ctx->allocator, bytes);
    return status;
}

lacon_status lacon_model_write_image(lacon_ctx *ctx, const lacon_model *model, const char *path,
                                     const lacon_export_options *options)
{
    lacon_export_options own;
    lcn_atlas atlas;
    int64_t p = lacon_model_variables(model);
    LCN_TRY(take_options(ctx, &own, options));
    LCN_FAIL_IF(own.atlas == NULL, LACON_E_ARGUMENT,
                "%s: the label image of the variables is needed (" LCN_OPTION "atlas FILE)", path);
    LCN_TRY(lcn_atlas_load(ctx, &atlas, own.atlas, NULL, NULL));
    lacon_status status = LACON_E_MEMORY;
    const char **names = names_of(ctx, model);
    int64_t *at = lcn_alloc(ctx, (size_t)p, sizeof *at);
    if (names == NULL || at == NULL) goto done;
    LCN_GOTO(lcn_atlas_match(ctx, &atlas, own.labels, p, names, at));
    LCN_GOTO(write_labels(ctx, path, &atlas, lacon_model_module_of(model), p, at));
done:
    lcn_free(&ctx->allocator, at);
    lcn_free(&ctx->allocator, names);
    lcn_atlas_clear(&atlas);
    return status;
}

/* ---- matrices ---- */

/* K to ones in the diagonal; 0 where there is no variance. */
static void correlate(double *K, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < i; j++) {
            double size = sqrt(K[i * n + i]) * sqrt(K[j * n + j]);
            K[i * n + j] = K[j * n + i] = size > 0 ? K[i * n + j] / size : 0;
        }
    }
    for (int64_t i = 0; i < n; i++) K[i * n + i] = K[i * n + i] > 0 ? 1 : 0;
}

/* Correlations between modules (k × k), or between variables under the model (p × p): of class c, or
 * the mean over all when it is -1. */
static lacon_status correlations(lacon_ctx *ctx, const lacon_model *model, int64_t c, bool modules,
                                 double *out)
{
    int64_t n = modules ? lacon_model_modules(model) : lacon_model_variables(model);
    int64_t from = c < 0 ? 0 : c, to = c < 0 ? lacon_model_classes(model) : c + 1;
    double *one = lcn_alloc(ctx, (size_t)n * (size_t)n, sizeof *one);
    if (one == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int64_t i = from; i < to && status >= 0; i++) {
        if (modules) memcpy(one, lacon_model_G(model, i), (size_t)(n * n) * sizeof *one);
        if (!modules) status = lacon_model_covariance(ctx, model, i, one);
        correlate(one, n);
        for (int64_t j = 0; j < n * n; j++) out[j] += one[j] / (double)(to - from);
    }
    lcn_free(&ctx->allocator, one);
    return status;
}

lacon_status lacon_model_write_relmat(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                      int correlation, const char *path)
{
    int64_t k = lacon_model_modules(model);
    double *K = lcn_alloc(ctx, (size_t)(k * k), sizeof *K);
    lcn_writer out;
    if (K == NULL) return LACON_E_MEMORY;
    memcpy(K, lacon_model_G(model, c), (size_t)(k * k) * sizeof *K);
    if (correlation) correlate(K, k);
    lacon_status status = lcn_writer_replace(ctx, &out, path);
    if (status >= 0) {
        char name[32];
        lcn_writer_text(&out, "module");
        for (int64_t j = 0; j < k; j++) {
            snprintf(name, sizeof name, "\tmodule_%lld", (long long)j + 1);
            lcn_writer_text(&out, name);
        }
        for (int64_t i = 0; i < k; i++) {
            snprintf(name, sizeof name, "\nmodule_%lld", (long long)i + 1);
            lcn_writer_text(&out, name);
            for (int64_t j = 0; j < k; j++) {
                lcn_writer_text(&out, "\t");
                lcn_writer_double(&out, K[i * k + j]);
            }
        }
        lcn_writer_text(&out, "\n");
        status = lcn_writer_close(ctx, &out, status);
    }
    lcn_free(&ctx->allocator, K);
    return status;
}

/* ---- nodes ---- */

/* A network as its readers want it. */
typedef struct network {
    int64_t n;
    double *xyz;  /* n × 3 */
    double *size; /* n */
    double *edge; /* n × n */
    double *all;  /* the block they lie in */
} network;

/* A module lies at the middle of its variables, weighted by w^2 (which sum to one). */
static void middle_of_modules(const lacon_model *model, const double *coordinates, network *net)
{
    int64_t p = lacon_model_variables(model), k = net->n;
    const double *W = lacon_model_W(model);
    for (int64_t r = 0; r < p; r++) {
        int32_t m = lacon_model_module_of(model)[r];
        if (m < 1) continue;
        double w = W[r * k + m - 1];
        for (int i = 0; i < 3; i++) net->xyz[3 * (m - 1) + i] += w * w * coordinates[3 * r + i];
        net->size[m - 1]++;
    }
}

static void sizes_of_variables(const lacon_model *model, const double *coordinates, network *net)
{
    int64_t k = lacon_model_modules(model);
    memcpy(net->xyz, coordinates, (size_t)net->n * 3 * sizeof *coordinates);
    for (int64_t r = 0; r < net->n; r++) {
        int32_t m = lacon_model_module_of(model)[r];
        net->size[r] = m > 0 ? lacon_model_W(model)[r * k + m - 1] : 0;
    }
}

/* Free all with lcn_free. */
static lacon_status make_network(lacon_ctx *ctx, network *net, const lacon_model *model, int64_t c,
                                 bool modules, const lacon_export_options *options)
{
    int64_t p = lacon_model_variables(model);
    lacon_export_options own;
    LCN_TRY(take_options(ctx, &own, options));
    LCN_FAIL_IF(c < -1 || c >= lacon_model_classes(model), LACON_E_ARGUMENT,
                "no class %lld among %lld", (long long)c, (long long)lacon_model_classes(model));
    *net = (network){.n = modules ? lacon_model_modules(model) : p};
    size_t n = (size_t)net->n;
    lacon_status status = LACON_E_MEMORY;
    const char **names = names_of(ctx, model);
    double *coordinates = lcn_alloc(ctx, (size_t)p, 3 * sizeof *coordinates);
    net->all = lcn_alloc(ctx, n * (n + 4), sizeof *net->all);
    if (names == NULL || coordinates == NULL || net->all == NULL) goto done;
    net->xyz = net->all;
    net->size = net->xyz + 3 * n;
    net->edge = net->size + n;
    LCN_GOTO(lcn_coordinates_of(ctx, coordinates, p, names, &own));
    LCN_GOTO(correlations(ctx, model, c, modules, net->edge));
    (modules ? middle_of_modules : sizes_of_variables)(model, coordinates, net);
done:
    lcn_free(&ctx->allocator, coordinates);
    lcn_free(&ctx->allocator, names);
    if (status < 0) lcn_free(&ctx->allocator, net->all);
    return status;
}

/* ---- BrainNet Viewer ---- */

/* x y z colour size label; blanks separate, so that a label has none. */
static void put_node(lcn_writer *out, const network *net, const lacon_model *model, bool modules,
                     int64_t i)
{
    char name[32];
    snprintf(name, sizeof name, "module_%lld", (long long)i + 1);
    for (int d = 0; d < 3; d++) {
        lcn_writer_double(out, net->xyz[3 * i + d]);
        lcn_writer_text(out, "\t");
    }
    lcn_writer_int(out, modules ? i + 1 : lacon_model_module_of(model)[i]);
    lcn_writer_text(out, "\t");
    lcn_writer_double(out, net->size[i]);
    lcn_writer_text(out, "\t");
    const char *label = modules ? name : lacon_model_name(model, i);
    for (; *label != '\0'; label++) {
        bool plain = (unsigned char)*label > ' ';
        lcn_writer_bytes(out, plain ? label : "_", 1);
    }
    lcn_writer_text(out, "\n");
}

static lacon_status write_nodes(lacon_ctx *ctx, const network *net, const lacon_model *model,
                                bool modules, const char *path)
{
    lcn_writer out;
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    for (int64_t i = 0; i < net->n; i++) put_node(&out, net, model, modules, i);
    return lcn_writer_close(ctx, &out, LACON_OK);
}

static lacon_status write_edges(lacon_ctx *ctx, const network *net, const char *path)
{
    lcn_writer out;
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    for (int64_t i = 0; i < net->n * net->n; i++) {
        bool diagonal = i / net->n == i % net->n;
        lcn_writer_double(&out, diagonal ? 0 : net->edge[i]);
        lcn_writer_text(&out, i % net->n + 1 < net->n ? "\t" : "\n");
    }
    return lcn_writer_close(ctx, &out, LACON_OK);
}

lacon_status lacon_model_write_brainnet(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                        int modules, const char *path,
                                        const lacon_export_options *options)
{
    network net = {0};
    LCN_TRY(make_network(ctx, &net, model, c, modules != 0, options));
    lacon_status status = LACON_E_MEMORY;
    char *node = lcn_sprintf(ctx, "%s.node", path), *edge = lcn_sprintf(ctx, "%s.edge", path);
    if (node == NULL || edge == NULL) goto done;
    LCN_GOTO(write_nodes(ctx, &net, model, modules != 0, node));
    LCN_GOTO(write_edges(ctx, &net, edge));
done:
    lcn_free(&ctx->allocator, node);
    lcn_free(&ctx->allocator, edge);
    lcn_free(&ctx->allocator, net.all);
    return status;
}

/* ---- niivue, BIDS: JSON ---- */

static lacon_status write_json(lacon_ctx *ctx, json_t *root, const char *path)
{
    lcn_writer out;
    char *text = lcn_json_dump(ctx, root, LCN_JSON_FILE);
    json_decref(root);
    LCN_FAIL_IF(text == NULL, LACON_E_MEMORY, "%s: no memory for it", path);
    lacon_status status = lcn_writer_replace(ctx, &out, path);
    if (status >= 0) {
        lcn_writer_text(&out, text);
        lcn_writer_text(&out, "\n");
        status = lcn_writer_close(ctx, &out, status);
    }
    lcn_free(&ctx->allocator, text);
    return status;
}

static json_t *nodes_json(const network *net)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < net->n; i++) {
        char name[32];
        snprintf(name, sizeof name, "module_%lld", (long long)i + 1);
        list = lcn_json_push(list, json_pack("{s:s, s:f, s:f, s:f, s:I, s:f}", "name", name, "x", net->xyz[3 * i], "y",
                                             net->xyz[3 * i + 1], "z", net->xyz[3 * i + 2], "colorValue",
                                             (json_int_t)i + 1, "sizeValue", net->size[i]));
    }
    return list;
}

static json_t *edges_json(const network *net)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < net->n; i++) {
        for (int64_t j = 0; j < i; j++) {
            list = lcn_json_push(list, json_pack("{s:I, s:I, s:f}", "first", (json_int_t)j, "second", (json_int_t)i,
                                                 "colorValue", net->edge[i * net->n + j]));
        }
    }
    return list;
}

lacon_status lacon_model_write_jcon(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                    const char *path, const lacon_export_options *options)
{
    network net = {0};
    LCN_TRY(make_network(ctx, &net, model, c, true, options));
    double most = 1; /* the largest module has size 4 on the screen */
    for (int64_t i = 0; i < net.n; i++) most = net.size[i] > most ? net.size[i] : most;
    json_t *root = json_pack(
        "{s:s, s:s, s:i, s:I, s:f, s:s, s:i, s:i, s:i, s:o, s:o}", "name", "lacon modules",
        "nodeColormap", "warm", "nodeMinColor", 0, "nodeMaxColor", (json_int_t)net.n, "nodeScale",
        4 / most, "edgeColormap", "warm", "edgeMin", 0, "edgeMax", 1, "edgeScale", 1, "nodes",
        nodes_json(&net), "edges", edges_json(&net));
    lcn_free(&ctx->allocator, net.all);
    return write_json(ctx, root, path);
}

lacon_status lacon_description_write(lacon_ctx *ctx, const char *path, const char *name,
                                     const char *command)
{
    lcn_object made = lcn_object_begin(), root = lcn_object_begin();
    lcn_object_set(&made, "Name", json_string("lacon"));
    lcn_object_set(&made, "Version", json_string(LACON_VERSION_TEXT));
    if (command != NULL) lcn_object_set(&made, "Command", lcn_json_text(command));
    lcn_object_set(&root, "Name", lcn_json_text(name));
    lcn_object_set(&root, "BIDSVersion", json_string("1.8.0"));
    lcn_object_set(&root, "DatasetType", json_string("derivative"));
    lcn_object_set(&root, "GeneratedBy", lcn_json_push(json_array(), lcn_object_end(&made)));
    return write_json(ctx, lcn_object_end(&root), path);
}
