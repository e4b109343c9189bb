/* SPDX-License-Identifier: BSD-3-Clause
 * Models: the fit, everything a model holds as a list, its files and bytes, and what it says about data.
 */
#include "calls.h"
#include "lacon_r.h"

#include <string.h>

/* Behind the pointer of a model are its bytes, which R saves with it. */
static lacon_status keep_bytes(session *s, SEXP box, const lacon_model *model)
{
    size_t size = 0;
    const lacon_status status = lacon_model_to_bytes(s->ctx, &s->block, &size, model);
    if (status < 0) return status;
    SEXP raw = PROTECT(Rf_allocVector(RAWSXP, (R_xlen_t)size));
    memcpy(RAW(raw), s->block, size);
    R_SetExternalPtrProtected(box, raw);
    lacon_free(s->ctx, s->block);
    s->block = NULL;
    UNPROTECT(1);
    return LACON_OK;
}

/* What all makers of a model end with: the box, or the failure. */
static SEXP give(SEXP session_box, SEXP box, lacon_model *model, lacon_status status)
{
    box_fill(box, model);
    lacon_status kept = LACON_OK;
    if (status >= 0) kept = keep_bytes(session_of(session_box), box, model);
    if (status < 0 || kept < 0) return failure(session_box, status < 0 ? status : kept);
    return box;
}

SEXP lacon_r_fit(SEXP session, SEXP data, SEXP names, SEXP values, SEXP flip)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *of = box_object(data, BOX_DATA);
    lacon_model *model = NULL;
    lacon_fit_options options;
    lacon_fit_options_init_sized(&options, sizeof options);
    SEXP box = PROTECT(box_new(BOX_MODEL));
    lacon_status status = options_set(ctx, "fit", &options, names, values);
    if (status >= 0)
        status = Rf_asLogical(flip) ? lacon_fit_flip(ctx, &model, of, &options) : lacon_fit(ctx, &model, of, &options);
    SEXP out = give(session, box, model, status);
    UNPROTECT(1);
    return out;
}

/* In place, population NULL: that of its own classes. The bytes behind the pointer follow. */
SEXP lacon_r_pool(SEXP session, SEXP box, SEXP population)
{
    lacon_model *model = box_object(box, BOX_MODEL);
    const lacon_model *from = population == R_NilValue ? NULL : box_object(population, BOX_MODEL);
    const lacon_status status = lacon_model_pool(ctx_of(session), model, from);
    return give(session, box, model, status);
}

SEXP lacon_r_select(SEXP session, SEXP data, SEXP cv, SEXP names, SEXP values, SEXP fit_names, SEXP fit_values,
                    SEXP flip, SEXP then_fit)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *of = box_object(data, BOX_DATA);
    lacon_model *model = NULL;
    lacon_selection *selection = NULL;
    lacon_select_options options;
    lacon_fit_options fit;
    lacon_select_options_init_sized(&options, sizeof options);
    lacon_fit_options_init_sized(&fit, sizeof fit);
    options.fit = &fit;
    SEXP box = PROTECT(box_new(BOX_SELECTION)), model_box = PROTECT(box_new(BOX_MODEL));
    const int flipping = Rf_asLogical(flip);
    lacon_status status = options_set(ctx, "select", &options, names, values);
    if (status >= 0) status = options_set(ctx, "fit", &fit, fit_names, fit_values);
    if (status >= 0) status = lacon_select_options_cv(ctx, &options, utf8_one(cv));
    if (status >= 0)
        status = flipping ? lacon_select_flip(ctx, &selection, &model, of, &options)
                          : lacon_select(ctx, &selection, of, &options);
    box_fill(box, selection);
    if (status >= 0 && !flipping && Rf_asLogical(then_fit)) {
        fit.k = lacon_selection_about(selection)->chosen;
        status = lacon_fit(ctx, &model, of, &fit);
    }
    SEXP made = PROTECT(model || status < 0 ? give(session, model_box, model, status) : R_NilValue);
    SEXP out = status < 0 ? made : named_list(2, "selection", box, "model", made);
    UNPROTECT(3);
    return out;
}

/* ---- everything a model holds ---- */

/* N × k × k row-major as an array k × k × N; each G is symmetric. */
static SEXP all_G(const lacon_model *model)
{
    const int64_t k = lacon_model_modules(model), classes = lacon_model_classes(model);
    SEXP out = PROTECT(Rf_alloc3DArray(REALSXP, (int)k, (int)k, (int)classes));
    for (int64_t c = 0; c < classes; c++)
        memcpy(REAL(out) + c * k * k, lacon_model_G(model, c), (size_t)(k * k) * sizeof(double));
    UNPROTECT(1);
    return out;
}

/* What is pooled, arrays as all_G; NULL where the model is not. */
static SEXP all_pooled(const lacon_model *model)
{
    const int64_t k = lacon_model_modules(model), classes = lacon_model_classes(model);
    lacon_pooled q;
    if (!lacon_model_pooled(model, 0, &q)) return R_NilValue;
    SEXP part[3], rows = PROTECT(Rf_ScalarReal(q.rows));
    for (int i = 0; i < 3; i++) {
        part[i] = PROTECT(Rf_alloc3DArray(REALSXP, (int)k, (int)k, (int)classes));
        for (int64_t c = 0; c < classes; c++) {
            lacon_model_pooled(model, c, &q);
            const double *const from[] = {q.G, q.low, q.high};
            memcpy(REAL(part[i]) + c * k * k, from[i], (size_t)(k * k) * sizeof(double));
        }
    }
    SEXP out = named_list(4, "G", part[0], "low", part[1], "high", part[2], "rows", rows);
    UNPROTECT(4);
    return out;
}

/* A table of the classes: label, n, effective, noise, loglik, kept. */
static SEXP all_classes(const lacon_model *model)
{
    const int64_t classes = lacon_model_classes(model);
    SEXP label = PROTECT(Rf_allocVector(STRSXP, classes)), column[5];
    for (int i = 0; i < 5; i++) column[i] = PROTECT(Rf_allocVector(REALSXP, classes));
    for (int64_t c = 0; c < classes; c++) {
        SET_STRING_ELT(label, c, Rf_mkCharCE(lacon_model_label(model, c), CE_UTF8));
        REAL(column[0])[c] = (double)lacon_model_rows(model, c);
        REAL(column[1])[c] = lacon_model_effective(model, c);
        REAL(column[2])[c] = lacon_model_v(model, c);
        REAL(column[3])[c] = lacon_model_loglik(model, c);
        REAL(column[4])[c] = (double)lacon_model_kept(model, c);
    }
    SEXP out = named_list(6, "class", label, "n", column[0], "effective", column[1], "noise", column[2], "loglik",
                          column[3], "kept", column[4]);
    UNPROTECT(6);
    return out;
}

static SEXP all_signs(const lacon_model *model)
{
    const int8_t *sign = lacon_model_sign(model);
    if (sign == NULL) return R_NilValue;
    SEXP out = PROTECT(Rf_allocVector(INTSXP, lacon_model_variables(model)));
    for (int64_t r = 0; r < lacon_model_variables(model); r++) INTEGER(out)[r] = sign[r];
    UNPROTECT(1);
    return out;
}

/* A table of the starts, and of pairs of modules that would rather be one. */
static SEXP starts_of(const lacon_fit_info *info)
{
    SEXP name = PROTECT(texts_of(info->n_starts, info->start_name)),
         objective = PROTECT(reals_of(info->n_starts, info->start_objective)),
         agreement = PROTECT(reals_of(info->n_starts, info->start_agreement));
    SEXP out = named_list(3, "start", name, "objective", objective, "agreement", agreement);
    UNPROTECT(3);
    return out;
}

static SEXP merges_of(const lacon_fit_info *info)
{
    SEXP a = PROTECT(Rf_allocVector(INTSXP, info->n_merges)), b = PROTECT(Rf_allocVector(INTSXP, info->n_merges)),
         nats = PROTECT(Rf_allocVector(REALSXP, info->n_merges));
    for (int64_t i = 0; i < info->n_merges; i++) {
        INTEGER(a)[i] = info->merges[i].module_a;
        INTEGER(b)[i] = info->merges[i].module_b;
        REAL(nats)[i] = info->merges[i].nats;
    }
    SEXP out = named_list(3, "module_a", a, "module_b", b, "nats", nats);
    UNPROTECT(3);
    return out;
}

static SEXP info_of(const lacon_model *model)
{
    const lacon_fit_info *info = lacon_model_info(model);
    if (info == NULL) return R_NilValue;
    SEXP nll = PROTECT(Rf_ScalarReal(info->nll)), score = PROTECT(Rf_ScalarReal(info->score)),
         iterations = PROTECT(count_of(info->iterations)),
         stop = PROTECT(text_of(lacon_enum_name("lacon_stop", info->stop))), starts = PROTECT(starts_of(info)),
         clipped = PROTECT(count_of(info->n_clipped)), floored = PROTECT(count_of(info->n_floored)),
         warnings = PROTECT(texts_of(info->n_warnings, info->warnings)),
         evidence = PROTECT(Rf_ScalarReal(info->evidence)), merges = PROTECT(merges_of(info));
    SEXP out = named_list(10, "nll", nll, "score", score, "iterations", iterations, "stop", stop, "starts", starts,
                          "clipped", clipped, "floored", floored, "warnings", warnings, "evidence", evidence, "merges",
                          merges);
    UNPROTECT(10);
    return out;
}

SEXP lacon_r_parts(SEXP box)
{
    const lacon_model *model = box_object(box, BOX_MODEL);
    const int64_t p = lacon_model_variables(model), k = lacon_model_modules(model), N = lacon_model_classes(model);
    SEXP names = PROTECT(Rf_allocVector(STRSXP, p));
    for (int64_t r = 0; r < p; r++) SET_STRING_ELT(names, r, Rf_mkCharCE(lacon_model_name(model, r), CE_UTF8));
    SEXP W = PROTECT(matrix_of(p, k, lacon_model_W(model))), G = PROTECT(all_G(model)),
         classes = PROTECT(all_classes(model)), psi = PROTECT(reals_of(p, lacon_model_psi(model))),
         mean = PROTECT(matrix_of(N, p, lacon_model_mean(model))),
         scale = PROTECT(matrix_of(N, p, lacon_model_scale(model))), sign = PROTECT(all_signs(model)),
         module = PROTECT(integers_of(p, lacon_model_module_of(model))),
         evidence = PROTECT(reals_of(p, lacon_model_evidence(model))), info = PROTECT(info_of(model)),
         pooled = PROTECT(all_pooled(model));
    SEXP out = named_list(12, "variables", names, "W", W, "G", G, "classes", classes, "psi", psi, "mean", mean,
                          "scale", scale, "sign", sign, "module", module, "evidence", evidence, "info", info,
                          "pooled", pooled);
    UNPROTECT(12);
    return out;
}

/* ---- files and bytes ---- */

SEXP lacon_r_load(SEXP session, SEXP dir)
{
    lacon_model *model = NULL;
    SEXP box = PROTECT(box_new(BOX_MODEL));
    const lacon_status status = lacon_model_load(ctx_of(session), &model, utf8_one(dir));
    SEXP out = give(session, box, model, status);
    UNPROTECT(1);
    return out;
}

/* shrunk: the box of its shrunk covariances, or NULL. */
SEXP lacon_r_save(SEXP session, SEXP box, SEXP dir, SEXP force, SEXP command, SEXP shrunk)
{
    lacon_ctx *ctx = ctx_of(session);
    const lacon_model *model = box_object(box, BOX_MODEL);
    const lacon_covariance *beside = shrunk == R_NilValue ? NULL : box_object(shrunk, BOX_COVARIANCE);
    const char *path = utf8_one(dir);
    lacon_folder *folder = NULL;
    lacon_provenance provenance;
    lacon_provenance_init_sized(&provenance, sizeof provenance);
    provenance.command = utf8_one(command);
    lacon_status status = lacon_folder_begin(ctx, &folder, path, Rf_asLogical(force));
    if (status >= 0) status = lacon_model_write(ctx, model, lacon_folder_path(folder), &provenance);
    if (status >= 0 && beside) status = lacon_covariance_write(ctx, beside, lacon_folder_path(folder), &provenance);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    lacon_folder_free(folder);
    return status < 0 ? failure(session, status) : dir;
}

/* A model that came out of a file of R (readRDS) has lost its object but not its bytes. */
SEXP lacon_r_revive(SEXP session, SEXP box)
{
    if (!box_is_empty(box)) return box;
    const SEXP raw = TYPEOF(box) == EXTPTRSXP ? R_ExternalPtrProtected(box) : R_NilValue;
    if (TYPEOF(raw) != RAWSXP) Rf_error("this is no model of lacon");
    lacon_model *model = NULL;
    const lacon_status status =
        lacon_model_from_bytes(ctx_of(session), &model, RAW(raw), (size_t)Rf_xlength(raw));
    if (status < 0) return failure(session, status);
    box_fill(box, model);
    box_adopt(box);
    return box;
}

/* ---- what a model says about data ---- */

SEXP lacon_r_transform(SEXP session, SEXP model, SEXP data)
{
    lacon_model *made = NULL;
    SEXP box = PROTECT(box_new(BOX_MODEL));
    const lacon_status status = lacon_model_transform(ctx_of(session), &made, box_object(model, BOX_MODEL),
                                                      box_object(data, BOX_DATA));
    SEXP out = give(session, box, made, status);
    UNPROTECT(1);
    return out;
}

/* Rows of class `row_class` of the data under class `at` of the model, both from 0: n × k. */
SEXP lacon_r_latent(SEXP session, SEXP model, SEXP at, SEXP data, SEXP row_class)
{
    const lacon_model *m = box_object(model, BOX_MODEL);
    const lacon_data *d = box_object(data, BOX_DATA);
    const int64_t c = Rf_asInteger(row_class), n = lacon_data_rows(d, c), k = lacon_model_modules(m);
    double *z = (double *)R_alloc((size_t)(n * k), sizeof *z);
    const lacon_status status = lacon_model_latent(ctx_of(session), m, Rf_asInteger(at), d, c, z);
    return status < 0 ? failure(session, status) : matrix_of(n, k, z);
}

SEXP lacon_r_evaluate(SEXP session, SEXP model, SEXP data, SEXP map)
{
    const lacon_data *d = box_object(data, BOX_DATA);
    const R_xlen_t n = Rf_xlength(map);
    int64_t *at = (int64_t *)R_alloc((size_t)n, sizeof *at);
    for (R_xlen_t c = 0; c < n; c++) at[c] = INTEGER(map)[c];
    SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
    const lacon_status status =
        lacon_model_evaluate(ctx_of(session), box_object(model, BOX_MODEL), d, at, REAL(out));
    UNPROTECT(1);
    return status < 0 ? failure(session, status) : out;
}

/* The covariance of class c (from 0), or its inverse: symmetric, so the order of entries does not matter. */
SEXP lacon_r_covariance(SEXP session, SEXP model, SEXP c, SEXP inverse)
{
    const lacon_model *m = box_object(model, BOX_MODEL);
    const int p = (int)lacon_model_variables(m);
    SEXP out = PROTECT(Rf_allocMatrix(REALSXP, p, p));
    const lacon_status status = Rf_asLogical(inverse)
                                    ? lacon_model_precision(ctx_of(session), m, Rf_asInteger(c), REAL(out))
                                    : lacon_model_covariance(ctx_of(session), m, Rf_asInteger(c), REAL(out));
    UNPROTECT(1);
    return status < 0 ? failure(session, status) : out;
}

SEXP lacon_r_simulate(SEXP session, SEXP model, SEXP c, SEXP n, SEXP seed)
{
    const lacon_model *m = box_object(model, BOX_MODEL);
    const int64_t p = lacon_model_variables(m), rows = (int64_t)Rf_asReal(n);
    double *x = (double *)R_alloc((size_t)(rows * p), sizeof *x);
    const lacon_status status =
        lacon_model_simulate(ctx_of(session), m, Rf_asInteger(c), rows, (uint64_t)Rf_asReal(seed), x, p);
    return status < 0 ? failure(session, status) : matrix_of(rows, p, x);
}
