/* SPDX-License-Identifier: BSD-3-Clause
 * lacon fit: read, standardise, estimate, write. The target folder is claimed before the long work,
 * so that a place that cannot be written to is known at once; it appears when everything is in it.
 * The solver's options are the library's own table (lacon/fit.h).
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHRINK_FOLDS = 5 };

typedef struct fit_values {
    lacon_fit_options model;
    const char *init, *flip;
    int shrink;
    cli_input input;
    cli_cleaning cleaning;
    cli_scaling scaling;
    cli_output output;
    cli_common common;
} fit_values;

typedef struct fit_job {
    cli_session session;
    const fit_values *values;
    lacon_folder *folder;
    lacon_model *init, *model;
    lacon_covariance *shrunk; /* with --shrink */
    double lambda, mu;
    lacon_data *data;
    lacon_provenance told;
    lacon_status outcome; /* of the fit: done, not converged, interrupted */
} fit_job;

static bool flips_found(const fit_job *job)
{
    return job->values->flip && strcmp(job->values->flip, "auto") == 0;
}

/* The signs of a table. */
static lacon_status flip_by(fit_job *job, const char *path)
{
    int64_t p = lacon_data_variables(job->data);
    const char **names = cli_alloc((size_t)p, sizeof *names);
    int8_t *sign = cli_alloc((size_t)p, sizeof *sign);
    for (int64_t r = 0; r < p; r++) names[r] = lacon_data_name(job->data, r);
    lacon_status status = lacon_signs_read(job->session.ctx, sign, path, p, names);
    if (status >= 0) status = lacon_data_flip(job->session.ctx, job->data, sign);
    free(names);
    free(sign);
    return status;
}

static lacon_status prepare(fit_job *job)
{
    cli_session *session = &job->session;
    const fit_values *values = job->values;
    if (values->flip && (values->shrink || values->init))
        return cli_fail(session, LACON_E_ARGUMENT, "--flip does not go with --%s",
                        values->shrink ? "shrink" : "init");
    CLI_TRY(cli_folder_begin(session, &job->folder, &values->output));
    if (values->init) CLI_TRY(lacon_model_load(session->ctx, &job->init, values->init));
    double began = cli_now();
    CLI_TRY(cli_read(session, &job->data, session->call->operands, session->call->n_operands,
                     &values->input));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    CLI_TRY(cli_clean(session, job->data, &values->cleaning, &values->input));
    CLI_TRY(lacon_data_standardise(session->ctx, job->data, (lacon_scale)values->scaling.scale));
    job->told.read_s = cli_now() - began;
    return values->flip && !flips_found(job) ? flip_by(job, values->flip) : LACON_OK;
}

static lacon_status estimate(fit_job *job)
{
    lacon_fit_options options = job->values->model;
    options.init = job->init;
    double began = cli_now();
    job->outcome = flips_found(job)
                       ? lacon_fit_flip(job->session.ctx, &job->model, job->data, &options)
                       : lacon_fit(job->session.ctx, &job->model, job->data, &options);
    if (job->outcome >= 0 && job->values->shrink)
        CLI_TRY(lacon_model_shrink(job->session.ctx, &job->shrunk, job->model, job->data,
                                   SHRINK_FOLDS, &job->lambda, &job->mu));
    job->told.fit_s = cli_now() - began;
    return job->outcome;
}

static lacon_status save(fit_job *job)
{
    double began = cli_now();
    cli_testify(&job->session, &job->told, job->data);
    CLI_TRY(lacon_model_write(job->session.ctx, job->model, lacon_folder_path(job->folder),
                              &job->told));
    if (job->shrunk)
        CLI_TRY(lacon_covariance_write(job->session.ctx, job->shrunk,
                                       lacon_folder_path(job->folder), &job->told));
    CLI_TRY(cli_folder_commit(&job->session, job->folder));
    job->told.write_s = cli_now() - began;
    return LACON_OK;
}

/* ---- the summary on stderr ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sizes of modules 1..k in sizes[1..k], the unassigned in sizes[0]. */
static void count_modules(const lacon_model *model, int64_t *sizes)
{
    const int32_t *module = lacon_model_module_of(model);
    for (int64_t r = 0; r < lacon_model_variables(model); r++) sizes[module[r]]++;
}

static void tell_sizes(const fit_job *job)
{
    enum { SHOWN = 20 };
    int64_t k = lacon_model_modules(job->model), asked = job->values->model.k;
    int64_t *sizes = cli_alloc((size_t)k + 1, sizeof *sizes);
    count_modules(job->model, sizes);
    char text[24 * SHOWN] = "";
    for (int64_t j = 1, at = 0; j <= k && j <= SHOWN; j++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %lld", (long long)sizes[j]);
    cli_tell(&job->session, "  modules      %lld of%s%s variables, %lld unassigned", (long long)k,
             text, k > SHOWN ? " ..." : "", (long long)sizes[0]);
    if (k < asked)
        cli_tell(&job->session,
                 "  note         %lld of the %lld modules asked for lost all variables",
                 (long long)(asked - k), (long long)asked);
    free(sizes);
}

/* The flipped by name, as many as a line holds. */
static void tell_flips(const fit_job *job)
{
    enum { SHOWN = 12 };
    const int8_t *sign = lacon_model_sign(job->model);
    if (!sign) return;
    int64_t count = 0;
    char *list = cli_copy("");
    for (int64_t r = 0; r < lacon_model_variables(job->model); r++) {
        if (sign[r] > 0 || count++ >= SHOWN) continue;
        char *longer = cli_format("%s %s", list, lacon_model_name(job->model, r));
        free(list);
        list = longer;
    }
    cli_tell(&job->session, "  flipped      %lld%s%s%s", (long long)count, count ? ":" : "", list,
             count > SHOWN ? " ..." : "");
    free(list);
}

static void tell_starts(const fit_job *job, const lacon_fit_info *info)
{
    if (info->n_starts <= 1) return;
    double *ari = cli_alloc((size_t)info->n_starts, sizeof *ari);
    int64_t same = 0;
    for (int64_t i = 0; i < info->n_starts; i++) {
        ari[i] = info->start_agreement[i];
        same += ari[i] > 0.999; /* equal but for rounding of the index */
    }
    qsort(ari, (size_t)info->n_starts, sizeof *ari, compare);
    cli_tell(
        &job->session,
        "  starts       %lld, of which %lld found the modules of the best; lowest agreement %.2f",
        (long long)info->n_starts, (long long)same, ari[0]);
    for (int64_t i = 0; job->session.verbose && i < info->n_starts; i++)
        cli_tell(&job->session, "    %-20s objective %.10g, agreement %.3f", info->start_name[i],
                 info->start_objective[i], info->start_agreement[i]);
    free(ari);
}

static void tell_classes(const fit_job *job)
{
    const lacon_model *model = job->model;
    for (int64_t c = 0; c < lacon_model_classes(model); c++)
        cli_tell(&job->session, "    %-20s %lld rows, noise %.4g, log-likelihood %.6g, rank %lld",
                 lacon_model_label(model, c), (long long)lacon_model_rows(model, c),
                 lacon_model_v(model, c), lacon_model_loglik(model, c),
                 (long long)lacon_model_kept(model, c));
}

static const char *ending(lacon_status outcome)
{
    if (outcome == LACON_W_NOT_CONVERGED) return "not converged: more --max-iter or a larger --tol";
    if (outcome == LACON_W_CANCELLED) return "interrupted: the best so far";
    return "converged";
}

static void tell(const fit_job *job)
{
    const cli_session *session = &job->session;
    const lacon_fit_info *info = lacon_model_info(job->model);
    if (session->quiet) return;
    int64_t rows = 0;
    for (int64_t c = 0; c < lacon_data_classes(job->data); c++)
        rows += lacon_data_rows(job->data, c);
    int64_t classes = lacon_data_classes(job->data);
    cli_tell(session, "%lld %s, %lld rows, %lld variables", (long long)classes,
             classes == 1 ? "class" : "classes", (long long)rows,
             (long long)lacon_data_variables(job->data));
    cli_tell_missing(session, job->data, &job->values->input);
    tell_sizes(job);
    tell_flips(job);
    if (info) {
        cli_tell(session, "  nll          %.8g per observation", info->nll);
        cli_tell(session, "  iterations   %lld, %s", (long long)info->iterations,
                 ending(job->outcome));
        tell_starts(job, info);
        for (int64_t i = 0; i < info->n_warnings; i++)
            cli_tell(session, "  warning      %s", info->warnings[i]);
    }
    if (job->shrunk)
        cli_tell(session, "  shrunk       %.3g own rows, %.3g own modules, %.3g mean over classes",
                 1 - job->lambda, job->lambda * (1 - job->mu), job->lambda * job->mu);
    if (session->verbose) tell_classes(job);
    cli_tell(session, "  seconds      read %.2f, fit %.2f, write %.2f", job->told.read_s,
             job->told.fit_s, job->told.write_s);
    cli_tell(session, "  results      %s", job->values->output.out);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *values)
{
    fit_job job = {.values = values};
    int code = cli_session_open(&job.session, call, &job.values->common);
    if (code) return code;
    cli_signals_begin();
    lacon_provenance_init(&job.told);
    lacon_status status = prepare(&job);
    if (status >= 0) status = estimate(&job);
    if (status >= 0) status = save(&job);
    if (status >= 0) {
        tell(&job);
        code = cli_exit_code(job.outcome);
    } else {
        code = cli_report(&job.session, status);
    }
    cli_folder_free(job.folder);
    lacon_model_free(job.model);
    lacon_model_free(job.init);
    lacon_covariance_free(job.shrunk);
    lacon_data_free(job.data);
    cli_session_close(&job.session);
    return code;
}

static const cli_option start_rows[] = {
    {.name = "init",
     .kind = CLI_DIR,
     .offset = offsetof(fit_values, init),
     .arg = "MODEL",
     .help = "start only at the modules of this model folder, in place of a search"},
    {.name = "flip",
     .kind = CLI_FILE,
     .offset = offsetof(fit_values, flip),
     .arg = "auto|FILE",
     .help = "turn variables round that stand against their module: found by the fit, or those of a "
             "table with columns variable and sign (1, -1). The signs are kept in the model"},
    {.name = "shrink",
     .kind = CLI_FLAG,
     .offset = offsetof(fit_values, shrink),
     .help = "also each class's covariance shrunk to its module model and the mean over classes, by "
             "cross-validation on these rows: covariance.npz, which evaluate then uses"},
    {0},
};

static const cli_group groups[] = {
    {"Model and solver", NULL, offsetof(fit_values, model)},
    {"Start", start_rows, 0},
    {"Input", cli_input_rows, offsetof(fit_values, input)},
    {"Input", cli_missing_rows, offsetof(fit_values, input)},
    {"Cleaning", cli_clean_rows, offsetof(fit_values, cleaning)},
    {"Input", cli_scale_rows, offsetof(fit_values, scaling)},
    {"Output", cli_output_rows, offsetof(fit_values, output)},
    {"Run", cli_common_rows, offsetof(fit_values, common)},
    {0},
};

const cli_command cli_cmd_fit = {
    .name = "fit",
    .group = "Estimate",
    .line = "the modules shared by all classes and the connectivity of each class",
    .run = run,
    .size = sizeof(fit_values),
    .synopsis = "INPUT... --k K --out DIR [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "no input: name the files, one per class, or a folder of them",
    .required = "k out",
    .options = groups,
    .about =
        "Estimates the model. INPUT is any mix of files (csv, tsv, .1D, .npy, .npz, .mat, HDF5, "
        ".ptseries.nii, .nii) and folders of them; --bids names a derivatives folder instead. Each "
        "file is one class, named by its file name without extension, or one table is split by "
        "--class. Rows are observations, columns are variables, matched by name where files have "
        "names. The operand - is standard input.\n"
        "Interrupted (Ctrl-C), the fit stops after its iteration and writes the best it has, "
        "exit status 130; interrupted again, it quits at once and leaves nothing.\n"
        "The same command, data and seed give the same result for any --threads.",
    .writes =
        "DIR/modules.tsv (variable, module, weight, evidence; with --flip also sign), DIR/connectivity.tsv (class, "
        "module_a, module_b, covariance, correlation), DIR/classes.tsv (class, n, noise, loglik, "
        "kept), DIR/model.npz (arrays for NumPy), DIR/model.json (how the fit went). Modules are "
        "numbered by decreasing size; 0 means unassigned. With --shrink also DIR/covariance.npz "
        "and DIR/covariance.json.",
    .examples = "lacon fit subjects/ --k 5 --out model\n"
                "lacon fit survey.csv --class country --ignore id,age --k 5 --out model\n"
                "lacon fit *.1D --k 10 --noise variable --seed 7 --threads 4 --out model",
};
