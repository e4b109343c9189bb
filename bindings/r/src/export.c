/* SPDX-License-Identifier: BSD-3-Clause
 * Folders that appear complete or not at all, files of other programs in them, the paper's experiments, covariances
 * shrunk to a model. Which files a folder gets is said in R/files.R.
 */
#include "calls.h"
#include "lacon_r.h"

#include <string.h>

/* list(folder, path): what is written to path is beside its place until folder_end. */
SEXP lacon_r_folder_begin(SEXP session, SEXP dir, SEXP force)
{
    lacon_folder *folder = NULL;
    SEXP box = PROTECT(box_new(BOX_FOLDER));
    const lacon_status status = lacon_folder_begin(ctx_of(session), &folder, utf8_one(dir), Rf_asLogical(force));
    box_fill(box, folder);
    SEXP path = PROTECT(status < 0 ? R_NilValue : text_of(lacon_folder_path(folder)));
    SEXP out = status < 0 ? failure(session, status) : named_list(2, "folder", box, "path", path);
    UNPROTECT(2);
    return out;
}

SEXP lacon_r_folder_end(SEXP session, SEXP box)
{
    const lacon_status status = lacon_folder_commit(ctx_of(session), box_object(box, BOX_FOLDER));
    return status < 0 ? failure(session, status) : R_NilValue;
}

/* texts: regions, labels, coordinates, NA where there are none. */
static lacon_export_options export_options(SEXP texts, SEXP step_s)
{
    lacon_export_options how;
    const char **text = utf8_of(texts);
    lacon_export_options_init_sized(&how, sizeof how);
    how.atlas = text[0];
    how.labels = text[1];
    how.coordinates = text[2];
    how.step_s = Rf_asReal(step_s);
    return how;
}

static int file_of(const char *name)
{
    for (int file = 0; lacon_file_name(file); file++)
        if (strcmp(lacon_file_name(file), name) == 0) return file;
    return -1;
}

/* to: the name of a lacon_file; else it is the covariance. */
SEXP lacon_r_file_end(SEXP to)
{
    const int file = file_of(utf8_one(to));
    return text_of(file < 0 ? ".tsv" : lacon_file_end(file));
}

/* Class c (from 0) as a file. */
SEXP lacon_r_data_write(SEXP session, SEXP data, SEXP c, SEXP to, SEXP path, SEXP texts, SEXP step_s)
{
    const lacon_data *of = box_object(data, BOX_DATA);
    const lacon_export_options how = export_options(texts, step_s);
    const int file = file_of(utf8_one(to)), at = Rf_asInteger(c);
    const lacon_status status =
        file < 0 ? lacon_data_write_covariance(ctx_of(session), of, at, utf8_one(path))
                 : lacon_data_write(ctx_of(session), of, at, (lacon_file)file, utf8_one(path), &how);
    return status < 0 ? failure(session, status) : path;
}

/* what: "image", "jcon", or "regions", "modules" for BrainNet Viewer; the mean over classes. */
SEXP lacon_r_model_write(SEXP session, SEXP model, SEXP what, SEXP path, SEXP texts, SEXP step_s)
{
    lacon_ctx *ctx = ctx_of(session);
    const lacon_model *of = box_object(model, BOX_MODEL);
    const lacon_export_options how = export_options(texts, step_s);
    const char *part = utf8_one(what), *to = utf8_one(path);
    lacon_status status;
    if (strcmp(part, "image") == 0) status = lacon_model_write_image(ctx, of, to, &how);
    else if (strcmp(part, "jcon") == 0) status = lacon_model_write_jcon(ctx, of, -1, to, &how);
    else status = lacon_model_write_brainnet(ctx, of, -1, strcmp(part, "modules") == 0, to, &how);
    return status < 0 ? failure(session, status) : path;
}

/* dir NULL: the work alone, into the journal; data: box or NULL; texts: methods, classes, samples, variables, journal,
 * NA where there are none; counts: reps, seed, modules, train, test, k_min, k_max, restart, noise, limit_s, doubles. */
SEXP lacon_r_experiment(SEXP session, SEXP name, SEXP dir, SEXP data, SEXP scale, SEXP texts, SEXP counts)
{
    lacon_experiment_options o;
    int mode = LACON_SCALE_Z;
    lacon_experiment_options_init_sized(&o, sizeof o);
    const char **text = utf8_of(texts), *path = dir == R_NilValue ? NULL : utf8_one(dir);
    const double *count = REAL(counts);
    if (!lacon_enum_parse("lacon_scale", utf8_one(scale), &mode)) Rf_error("no such scale");
    o.data = data == R_NilValue ? NULL : box_object(data, BOX_DATA);
    o.scale = (lacon_scale)mode;
    o.methods = text[0], o.classes = text[1], o.samples = text[2], o.variables = text[3], o.journal = text[4];
    o.reps = (int64_t)count[0], o.seed = (uint64_t)count[1], o.modules = (int64_t)count[2];
    o.train = (int64_t)count[3], o.test = (int64_t)count[4], o.k_min = (int64_t)count[5], o.k_max = (int64_t)count[6];
    o.restart = (int)count[7], o.noise = count[8], o.limit_s = count[9];
    const lacon_status status = lacon_experiment_run(ctx_of(session), utf8_one(name), path, &o);
    return status < 0 ? failure(session, status) : name;
}

/* list(box, covariance: list of matrices, lambda, mu) */
SEXP lacon_r_shrink(SEXP session, SEXP model, SEXP data, SEXP folds)
{
    double lambda = 0, mu = 0;
    lacon_covariance *shrunk = NULL;
    SEXP box = PROTECT(box_new(BOX_COVARIANCE));
    const lacon_status status =
        lacon_model_shrink(ctx_of(session), &shrunk, box_object(model, BOX_MODEL), box_object(data, BOX_DATA),
                           (int64_t)Rf_asReal(folds), &lambda, &mu);
    box_fill(box, shrunk);
    if (status < 0) {
        UNPROTECT(1);
        return failure(session, status);
    }
    const int64_t n = lacon_covariance_classes(shrunk), p = lacon_covariance_variables(shrunk);
    SEXP covariance = PROTECT(Rf_allocVector(VECSXP, n));
    for (int64_t c = 0; c < n; c++) SET_VECTOR_ELT(covariance, c, matrix_of(p, p, lacon_covariance_matrix(shrunk, c)));
    SEXP a = PROTECT(Rf_ScalarReal(lambda)), b = PROTECT(Rf_ScalarReal(mu));
    SEXP out = named_list(4, "box", box, "covariance", covariance, "lambda", a, "mu", b);
    UNPROTECT(4);
    return out;
}
