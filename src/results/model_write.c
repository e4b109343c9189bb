/* SPDX-License-Identifier: BSD-3-Clause
 * A model as files: modules.tsv, connectivity.tsv, classes.tsv, model.npz, and model.json by
 * model_json.c. Every number reads back to the same double.
 */
#include "results/model_folder.h"
#include "io/formats/npz.h"
#include "io/writer.h"
#include "util/options.h"

#include <math.h>
#include <time.h>

/* ---- tables ---- */

static void put_modules(lcn_writer *out, const void *object)
{
    const lacon_model *m = object;
    lcn_writer_text(out, "variable\tmodule\tweight\tevidence");
    lcn_writer_text(out, m->sign != NULL ? "\tsign\n" : "\n");
    for (int64_t r = 0; r < m->p; r++) {
        int64_t module = m->module_of[r];
        lcn_tsv_text(out, m->names[r]);
        lcn_tsv_int(out, module);
        lcn_tsv_double(out, module > 0 ? m->W[r * m->k + module - 1] : 0);
        lcn_tsv_double(out, m->evidence[r]);
        if (m->sign != NULL) lcn_tsv_int(out, m->sign[r]);
        lcn_tsv_end(out);
    }
}

static void put_edge(lcn_writer *out, const char *label, const double *G, int64_t k, int64_t a,
                     int64_t b)
{
    double size = sqrt(G[a * k + a]) * sqrt(G[b * k + b]);
    lcn_tsv_text(out, label);
    lcn_tsv_int(out, a + 1);
    lcn_tsv_int(out, b + 1);
    lcn_tsv_double(out, G[a * k + b]);
    lcn_tsv_double(out, a == b && size > 0 ? 1 : G[a * k + b] / size); /* 0/0: not a number */
    lcn_tsv_end(out);
}

static void put_connectivity(lcn_writer *out, const void *object)
{
    const lacon_model *m = object;
    lcn_writer_text(out, "class\tmodule_a\tmodule_b\tcovariance\tcorrelation\n");
    for (int64_t c = 0; c < m->n_classes; c++) {
        for (int64_t a = 0; a < m->k; a++) {
            for (int64_t b = a; b < m->k; b++) {
                put_edge(out, m->labels[c], m->G + c * m->k * m->k, m->k, a, b);
            }
        }
    }
}

static void put_classes(lcn_writer *out, const void *object)
{
    const lacon_model *m = object;
    lcn_writer_text(out, "class\tn\tnoise\tloglik\tkept\teffective\n");
    for (int64_t c = 0; c < m->n_classes; c++) {
        lcn_tsv_text(out, m->labels[c]);
        lcn_tsv_int(out, m->n[c]);
        lcn_tsv_double(out, m->v[c]);
        lcn_tsv_double(out, m->loglik[c]);
        lcn_tsv_int(out, m->kept[c]);
        lcn_tsv_double(out, m->effective[c]);
        lcn_tsv_end(out);
    }
}

/* ---- arrays ---- */

static lacon_status put_signs(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_model *m)
{
    int64_t *wide = lcn_alloc(ctx, (size_t)m->p, sizeof *wide);
    if (wide == NULL) return LACON_E_MEMORY;
    for (int64_t r = 0; r < m->p; r++) wide[r] = m->sign[r];
    lacon_status status = lcn_npz_ints(ctx, w, "sign", 1, &m->p, wide);
    lcn_free(&ctx->allocator, wide);
    return status;
}

static lacon_status put_arrays(lacon_ctx *ctx, lcn_npz_writer *w, const void *object)
{
    const lacon_model *m = object;
    int64_t p = m->p, k = m->k, N = m->n_classes;
    LCN_TRY(lcn_npz_doubles(ctx, w, "W", 2, (int64_t[]){p, k}, m->W));
    LCN_TRY(lcn_npz_doubles(ctx, w, "G", 3, (int64_t[]){N, k, k}, m->G));
    LCN_TRY(lcn_npz_doubles(ctx, w, "v", 1, &N, m->v));
    LCN_TRY(lcn_npz_doubles(ctx, w, "mean", 2, (int64_t[]){N, p}, m->mean));
    LCN_TRY(lcn_npz_doubles(ctx, w, "scale", 2, (int64_t[]){N, p}, m->scale));
    LCN_TRY(lcn_npz_ints(ctx, w, "n", 1, &N, m->n));
    LCN_TRY(lcn_npz_doubles(ctx, w, "effective", 1, &N, m->effective));
    LCN_TRY(lcn_npz_doubles(ctx, w, "psi", 1, &p, m->psi));
    if (m->sign != NULL) LCN_TRY(put_signs(ctx, w, m));
    LCN_TRY(lcn_npz_texts(ctx, w, "variables", p, (const char *const *)m->names));
    return lcn_npz_texts(ctx, w, "classes", N, (const char *const *)m->labels);
}

/* What the tables of a folder hold beside its arrays, and model.json. */
static lacon_status put_whole(lacon_ctx *ctx, lcn_npz_writer *w, const void *object)
{
    const lacon_model *m = object;
    LCN_TRY(put_arrays(ctx, w, m));
    LCN_TRY(lcn_npz_doubles(ctx, w, "evidence", 1, &m->p, m->evidence));
    LCN_TRY(lcn_npz_doubles(ctx, w, "loglik", 1, &m->n_classes, m->loglik));
    LCN_TRY(lcn_npz_ints(ctx, w, "kept", 1, &m->n_classes, m->kept));
    LCN_TRY(lcn_pooled_put(ctx, w, m));
    char *json = NULL;
    LCN_TRY(lcn_model_json(ctx, &json, m, NULL));
    const lacon_status status = lcn_npz_texts(ctx, w, "json", 1, (const char *const[]){json});
    lcn_free(&ctx->allocator, json);
    return status;
}

lacon_status lacon_model_to_bytes(lacon_ctx *ctx, void **bytes, size_t *size, const lacon_model *model)
{
    *bytes = NULL;
    *size = 0;
    return lcn_npz_bytes(ctx, "the model", put_whole, model, bytes, size);
}

lacon_status lacon_model_to_json(lacon_ctx *ctx, char **text, const lacon_model *model,
                                 const lacon_provenance *provenance)
{
    *text = NULL;
    return lcn_model_json(ctx, text, model, provenance);
}

void lacon_free(lacon_ctx *ctx, void *block) { lcn_free(&ctx->allocator, block); }

/* ---- the folder ---- */

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The times recorded are those at the call; model.json, the last file, adds what the others took. */
lacon_status lacon_model_write(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                               const lacon_provenance *provenance)
{
    const double began = now_s();
    LCN_TRY(lcn_writer_store(ctx, dir, "modules.tsv", put_modules, model));
    LCN_TRY(lcn_writer_store(ctx, dir, "connectivity.tsv", put_connectivity, model));
    LCN_TRY(lcn_writer_store(ctx, dir, "classes.tsv", put_classes, model));
    LCN_TRY(lcn_npz_store(ctx, dir, "model.npz", put_arrays, model));
    if (model->pool != NULL) LCN_TRY(lcn_pooled_write(ctx, model, dir));
    lacon_provenance timed;
    LCN_TRY(LCN_TAKE(ctx, &timed, provenance, lacon_provenance));
    timed.write_s += now_s() - began;
    timed.total_s += now_s() - began;
    return lcn_model_write_json(ctx, model, dir, &timed);
}

lacon_status lacon_model_save(lacon_ctx *ctx, const lacon_model *model, const char *dir, int force,
                              const lacon_provenance *provenance)
{
    lacon_folder *folder = NULL;
    LCN_TRY(lacon_folder_begin(ctx, &folder, dir, force));
    lacon_status status = lacon_model_write(ctx, model, lacon_folder_path(folder), provenance);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    lacon_folder_free(folder);
    return status;
}
