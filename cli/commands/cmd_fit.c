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
    const char *init;
    int shrink, pool;
    cli_intake intake;
    cli_people people;
    cli_output output;
    cli_common common;
} fit_values;

typedef struct fit_job {
    cli_job base;
    const fit_values *values;
    lacon_model *init, *model;
    lacon_covariance *shrunk; /* with --shrink */
    double lambda, mu;
} fit_job;

static lacon_status prepare(void *at)
{
    fit_job *job = at;
    cli_session *session = &job->base.session;
    const fit_values *values = job->values;
    if (values->intake.flip && (values->shrink || values->init))
        return cli_fail(session, LACON_E_ARGUMENT, "--flip does not go with --%s",
                        values->shrink ? "shrink" : "init");
    CLI_TRY(cli_job_folder(&job->base, &values->output, NULL));
    if (values->init) CLI_TRY(lacon_model_load(session->ctx, &job->init, values->init));
    cli_intake intake = values->intake;
    const bool rows = values->shrink || values->model.solver != LACON_SOLVER_MM; /* folds, and solvers as published */
    intake.input.reduce = rows ? LACON_REDUCE_NONE
                          : values->model.rows == LACON_ROWS_SERIES ? LACON_REDUCE_SERIES : LACON_REDUCE_INDEPENDENT;
    intake.input.deal = !rows;
    CLI_TRY(cli_load(&job->base, 0, &intake, NULL));
    return cli_people_load(&job->base, &values->people);
}

static lacon_status estimate(void *at)
{
    fit_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    lacon_data *data = job->base.data;
    lacon_fit_options options = job->values->model;
    options.init = job->init;
    const lacon_status status = cli_flip_auto(&job->values->intake)
                                    ? lacon_fit_flip(ctx, &job->model, data, &options)
                                    : lacon_fit(ctx, &job->model, data, &options);
    if (status >= 0 && job->values->shrink)
        CLI_TRY(lacon_model_shrink(ctx, &job->shrunk, job->model, data, SHRINK_FOLDS, &job->lambda,
                                   &job->mu));
    if (status >= 0 && job->values->pool) CLI_TRY(lacon_model_pool(ctx, job->model, NULL));
    return status;
}

static lacon_status save(void *at)
{
    fit_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    const char *dir = lacon_folder_path(job->base.folder);
    cli_testify(&job->base);
    CLI_TRY(lacon_model_write(ctx, job->model, dir, &job->base.provenance));
    CLI_TRY(cli_people_save(&job->base));
    if (job->shrunk) CLI_TRY(lacon_covariance_write(ctx, job->shrunk, dir, &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
}

/* ---- the summary on stderr ---- */

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
    cli_tell(&job->base.session, "  modules      %lld of%s%s variables, %lld unassigned", (long long)k,
             text, k > SHOWN ? " ..." : "", (long long)sizes[0]);
    if (k < asked)
        cli_tell(&job->base.session,
                 "  note         %lld of the %lld modules asked for lost all variables",
                 (long long)(asked - k), (long long)asked);
    free(sizes);
}

static void tell_starts(const fit_job *job, const lacon_fit_info *info)
{
    if (info->another_run) cli_tell(&job->base.session, "  starts       %s", info->another_run);
    for (int64_t i = 0; job->base.session.verbose && i < info->n_starts; i++)
        cli_tell(&job->base.session, "    %-20s objective %.10g, agreement %.3f", info->start_name[i],
                 info->start_objective[i], info->start_agreement[i]);
}

static void tell_classes(const fit_job *job)
{
    const lacon_model *model = job->model;
    for (int64_t c = 0; c < lacon_model_classes(model); c++)
        cli_tell(&job->base.session, "    %-20s %lld rows (effective %.0f), noise %.4g, log-likelihood %.6g, rank %lld",
                 lacon_model_label(model, c), (long long)lacon_model_rows(model, c),
                 lacon_model_effective(model, c), lacon_model_v(model, c), lacon_model_loglik(model, c),
                 (long long)lacon_model_kept(model, c));
}

static const char *ending(lacon_status outcome)
{
    if (outcome == LACON_W_NOT_CONVERGED) return "not converged: more --max-iter or a larger --tol";
    if (outcome == LACON_W_CANCELLED) return "interrupted: the best so far";
    return "converged";
}

static void summarize(const void *at)
{
    const fit_job *job = at;
    const cli_session *session = &job->base.session;
    const lacon_fit_info *info = lacon_model_info(job->model);
    int64_t rows = 0;
    for (int64_t c = 0; c < lacon_data_classes(job->base.data); c++)
        rows += lacon_data_rows(job->base.data, c);
    int64_t classes = lacon_data_classes(job->base.data);
    cli_tell(session, "%lld %s, %lld rows, %lld variables", (long long)classes,
             classes == 1 ? "class" : "classes", (long long)rows,
             (long long)lacon_data_variables(job->base.data));
    cli_tell_missing(session, job->base.data, &job->base.intake.input);
    if (job->values->model.rows == LACON_ROWS_SERIES) cli_tell_serial(session, job->base.data);
    tell_sizes(job);
    cli_tell_flips(session, job->model);
    if (info) {
        cli_tell(session, "  nll          %.8g per observation", info->nll);
        cli_tell(session, "  iterations   %lld, %s", (long long)info->iterations,
                 ending(job->base.outcome));
        tell_starts(job, info);
        for (int64_t i = 0; i < info->n_warnings; i++)
            cli_tell(session, "  warning      %s", info->warnings[i]);
    }
    if (job->shrunk)
        cli_tell(session, "  shrunk       %.3g own rows, %.3g own modules, %.3g mean over classes",
                 1 - job->lambda, job->lambda * (1 - job->mu), job->lambda * job->mu);
    cli_tell_pooled(session, job->model);
    if (session->verbose) tell_classes(job);
    cli_tell(session, "  seconds      read %.2f, fit %.2f, write %.2f", job->base.provenance.read_s,
             job->base.provenance.fit_s, job->base.provenance.write_s);
    cli_show_modules(session, job->model);
    cli_tell(session, "  results      %s", job->values->output.out);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *values)
{
    static const cli_steps steps = {prepare, estimate, save, summarize};
    fit_job job = {.values = values};
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_model_free(job.model);
    lacon_model_free(job.init);
    lacon_covariance_free(job.shrunk);
    cli_job_end(&job.base);
    return code;
}

static const cli_option start_rows[] = {
    {.name = "init",
     .kind = CLI_DIR,
     .offset = offsetof(fit_values, init),
     .arg = "MODEL",
     .help = "start only at the modules of this model folder, in place of a search"},
    {.name = "shrink",
     .kind = CLI_FLAG,
     .offset = offsetof(fit_values, shrink),
     .help = "also each class's covariance shrunk to its module model and the mean over classes, by "
             "cross-validation on these rows: covariance.npz, which evaluate then uses"},
    CLI_POOL_ROW(offsetof(fit_values, pool)),
    {0},
};

static const cli_group groups[] = {
    {"Model and solver", NULL, offsetof(fit_values, model)},
    {"Start", start_rows, 0},
    CLI_INPUT_GROUPS(fit_values, intake),
    {"Participants", cli_people_rows, offsetof(fit_values, people)},
    {"Output", cli_output_rows, offsetof(fit_values, output)},
    {"Run", cli_long_rows, offsetof(fit_values, common)},
    {0},
};

const cli_command cli_cmd_fit = {
    .name = "fit",
    .group = "Estimate",
    .line = "the modules shared by all classes and the connectivity of each class",
    .run = run,
    .spread = true,
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
        "With --checkpoint it writes no result when interrupted: the same command goes on where it was.\n"
        "The same command, data and seed give the same result for any --threads.",
    .writes =
        "DIR/modules.tsv (variable, module, weight, evidence; with --flip also sign), DIR/connectivity.tsv (class, "
        "module_a, module_b, covariance, correlation), DIR/classes.tsv (class, n, noise, loglik, "
        "kept), DIR/model.npz (arrays for NumPy), DIR/model.json (how the fit went). Modules are "
        "numbered by decreasing size; 0 means unassigned. With --shrink also DIR/covariance.npz "
        "and DIR/covariance.json; with --pool DIR/connectivity-pooled.tsv (class, module_a, module_b, covariance, "
        "covariance_low, covariance_high, correlation, correlation_low, correlation_high) and DIR/pooled.npz; "
        "with --participants DIR/participants.tsv (class, or lacon_class beside one of its own, and the columns of "
        "the table), which test and report then take.",
    .examples = "lacon fit subjects/ --k 5 --out model\n"
                "lacon fit survey.csv --class country --ignore id,age --k 5 --out model\n"
                "lacon fit subjects/ --k 10 --pool --out model\n"
                "lacon fit *.1D --k 10 --noise variable --seed 7 --threads 4 --out model",
};
