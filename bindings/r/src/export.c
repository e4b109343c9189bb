/* SPDX-License-Identifier: BSD-3-Clause
 * Data and models as files of other programs, the paper's experiments, covariances shrunk to a model. Folders appear
 * complete or not at all; between begin and commit nothing of R is called, which might jump.
 */
#include "calls.h"
#include "lacon_r.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096 }; /* bytes; PATH_MAX of Linux */

typedef struct exporting {
    const lacon_data *data;   /* one of these two */
    const lacon_model *model;
    const char *to;
    const char **names; /* of the files; for data one for each class, without ending */
    R_xlen_t n_names;
    const char *observations; /* with covariances: the text of the table of class and n */
    lacon_export_options how;
} exporting;

/* to: the name of a lacon_file, or "covariance". */
static lacon_status write_class(lacon_ctx *ctx, const exporting *e, int64_t c, const char *path)
{
    char whole[PATH + 32];
    int file = 0;
    while (lacon_file_name(file) && strcmp(lacon_file_name(file), e->to) != 0) file++;
    snprintf(whole, sizeof whole, "%s%s", path, lacon_file_name(file) ? lacon_file_end(file) : ".tsv");
    return lacon_file_name(file) ? lacon_data_write(ctx, e->data, c, (lacon_file)file, whole, &e->how)
                                 : lacon_data_write_covariance(ctx, e->data, c, whole);
}

/* Mean over classes, as the command line writes them. */
static lacon_status write_model(lacon_ctx *ctx, const exporting *e, int part, const char *path)
{
    if (strcmp(e->to, "image") == 0) return lacon_model_write_image(ctx, e->model, path, &e->how);
    if (strcmp(e->to, "jcon") == 0) return lacon_model_write_jcon(ctx, e->model, -1, path, &e->how);
    return lacon_model_write_brainnet(ctx, e->model, -1, part, path, &e->how);
}

static lacon_status write_observations(const char *dir, const char *text)
{
    char path[PATH];
    if (snprintf(path, sizeof path, "%s/observations.tsv", dir) >= PATH) return LACON_E_IO;
    FILE *file = fopen(path, "wx");
    if (file == NULL) return LACON_E_IO;
    const int good = fputs(text, file) >= 0;
    return fclose(file) == 0 && good ? LACON_OK : LACON_E_IO;
}

static lacon_status write_files(lacon_ctx *ctx, const char *dir, const exporting *e)
{
    char path[PATH];
    lacon_status status = LACON_OK;
    for (R_xlen_t i = 0; i < e->n_names && status >= 0; i++) {
        if (snprintf(path, sizeof path, "%s/%s", dir, e->names[i]) >= PATH) return LACON_E_IO;
        status = e->model ? write_model(ctx, e, (int)i, path) : write_class(ctx, e, i, path);
    }
    if (status >= 0 && e->observations) status = write_observations(dir, e->observations);
    return status;
}

/* what: box of data or of a model; texts: observations, regions, labels, coordinates, NA where there are none. */
SEXP lacon_r_convert(SEXP session, SEXP dir, SEXP force, SEXP what, SEXP to, SEXP names, SEXP texts, SEXP step_s)
{
    lacon_ctx *ctx = ctx_of(session);
    exporting e = {.to = utf8_one(to), .names = utf8_of(names), .n_names = Rf_xlength(names)};
    if (box_is(what, BOX_MODEL)) e.model = box_object(what, BOX_MODEL);
    else e.data = box_object(what, BOX_DATA);
    const char **text = utf8_of(texts), *path = utf8_one(dir);
    lacon_export_options_init_sized(&e.how, sizeof e.how);
    e.observations = text[0];
    e.how.atlas = text[1];
    e.how.labels = text[2];
    e.how.coordinates = text[3];
    e.how.step_s = Rf_asReal(step_s);
    lacon_folder *folder = NULL;
    lacon_status status = lacon_folder_begin(ctx, &folder, path, Rf_asLogical(force));
    if (status >= 0 && e.observations) status = lacon_folder_subdir(ctx, folder, "covariance");
    if (status >= 0) status = write_files(ctx, lacon_folder_path(folder), &e);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    lacon_folder_free(folder);
    return status < 0 ? failure(session, status) : dir;
}

/* With a journal first the work, then the results from there: what is killed in between goes on from it. */
static lacon_status run_all(lacon_ctx *ctx, const char *name, const char *dir, int force,
                            lacon_experiment_options *options)
{
    lacon_folder *folder = NULL;
    lacon_status status = lacon_folder_begin(ctx, &folder, dir, force); /* fails before the work, not after it */
    if (status >= 0 && options->journal) {
        lacon_folder_free(folder);
        folder = NULL;
        status = lacon_experiment_run(ctx, name, NULL, options);
        options->restart = 0;
        if (status >= 0) status = lacon_folder_begin(ctx, &folder, dir, force);
    }
    if (status >= 0) status = lacon_experiment_run(ctx, name, lacon_folder_path(folder), options);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    if (status >= 0 && options->journal) unlink(options->journal);
    lacon_folder_free(folder);
    return status;
}

/* data: box or NULL; texts: methods, classes, samples, variables, journal, NA where there are none; counts: reps, seed,
 * modules, train, test, k_min, k_max, restart, noise, limit_s (doubles). */
SEXP lacon_r_experiment(SEXP session, SEXP name, SEXP dir, SEXP force, SEXP data, SEXP scale, SEXP texts, SEXP counts)
{
    lacon_experiment_options o;
    int mode = LACON_SCALE_Z;
    lacon_experiment_options_init_sized(&o, sizeof o);
    const char **text = utf8_of(texts), *what = utf8_one(name), *path = utf8_one(dir);
    const double *count = REAL(counts);
    if (!lacon_enum_parse("lacon_scale", utf8_one(scale), &mode)) Rf_error("no such scale");
    o.data = data == R_NilValue ? NULL : box_object(data, BOX_DATA);
    o.scale = (lacon_scale)mode;
    o.methods = text[0], o.classes = text[1], o.samples = text[2], o.variables = text[3], o.journal = text[4];
    o.reps = (int64_t)count[0], o.seed = (uint64_t)count[1], o.modules = (int64_t)count[2];
    o.train = (int64_t)count[3], o.test = (int64_t)count[4], o.k_min = (int64_t)count[5], o.k_max = (int64_t)count[6];
    o.restart = (int)count[7], o.noise = count[8], o.limit_s = count[9];
    const lacon_status status = run_all(ctx_of(session), what, path, Rf_asLogical(force), &o);
    return status < 0 ? failure(session, status) : dir;
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
