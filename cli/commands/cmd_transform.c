/* SPDX-License-Identifier: BSD-3-Clause
 * lacon transform: the modules of a model held fixed, new classes get their own G and v, and every
 * row its latent posterior means.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>

typedef struct transform_values {
    int pool;
    cli_intake intake;
    cli_output output;
    cli_common common;
} transform_values;

typedef struct transform_job {
    cli_job base;
    const transform_values *values;
    lacon_model *model, *result;
} transform_job;

static lacon_status prepare(void *at)
{
    transform_job *job = at;
    const cli_session *session = &job->base.session;
    CLI_TRY(cli_job_folder(&job->base, &job->values->output, NULL));
    CLI_TRY(lacon_model_load(session->ctx, &job->model, session->call->operands[0]));
    return cli_load(&job->base, 1, &job->values->intake, job->model);
}

static lacon_status estimate(void *at)
{
    transform_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    CLI_TRY(lacon_model_transform(ctx, &job->result, job->model, job->base.data));
    if (!job->values->pool) return LACON_OK;
    return lacon_model_pool(ctx, job->result, lacon_model_pooled(job->model, 0, NULL) ? job->model : NULL);
}

static lacon_status write_latent(transform_job *job, int64_t c)
{
    char *dir = cli_format("%s/latent", lacon_folder_path(job->base.folder));
    char *path = cli_class_file(job->base.data, c, dir, ".tsv");
    lacon_status status = cli_write_latent(&job->base.session, path, job->result, c, job->base.data, c);
    free(path);
    free(dir);
    return status;
}

static lacon_status save(void *at)
{
    transform_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    const double began = cli_now();
    CLI_TRY(lacon_folder_subdir(ctx, job->base.folder, "latent"));
    for (int64_t c = 0; c < lacon_data_classes(job->base.data); c++) {
        lacon_progress where = {"latent", c, lacon_data_classes(job->base.data), NAN, NAN};
        cli_progress_show(NULL, &where);
        if (cli_interrupted()) return LACON_E_CANCELLED;
        CLI_TRY(write_latent(job, c));
    }
    cli_testify(&job->base);
    job->base.provenance.write_s = cli_now() - began;
    CLI_TRY(lacon_model_write(ctx, job->result, lacon_folder_path(job->base.folder), &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
}

static void summarize(const void *at)
{
    const transform_job *job = at;
    const int64_t classes = lacon_data_classes(job->base.data);
    cli_tell(&job->base.session, "%lld %s, %lld modules: %s", (long long)classes,
             classes == 1 ? "class" : "classes", (long long)lacon_model_modules(job->result),
             job->values->output.out);
    cli_tell_pooled(&job->base.session, job->result);
}

static int run(const cli_call *call, void *argument)
{
    static const cli_steps steps = {prepare, estimate, save, summarize};
    transform_job job = {.values = argument};
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_model_free(job.result);
    lacon_model_free(job.model);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(transform_values, field)
static const cli_option rows[] = {CLI_POOL_ROW(V(pool)), {0}};

static const cli_group groups[] = {
    {"Connectivity", rows, 0},
    CLI_INTAKE_AS_GROUPS(transform_values, intake),
    {"Output", cli_output_rows, V(output)},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_transform = {
    .name = "transform",
    .group = "Estimate",
    .line = "new classes under the modules of a model: their connectivity, latent variables",
    .run = run,
    .size = sizeof(transform_values),
    .synopsis = "MODEL INPUT... --out DIR [OPTION]...",
    .min_operands = 2,
    .max_operands = -1,
    .missing = "two operands are needed: MODEL (a model folder) and INPUT (files or folders)",
    .required = "out",
    .options = groups,
    .about =
        "Holds the modules of MODEL fixed and estimates G and v of every new class in closed "
        "form; then computes the posterior mean of the latent variables of every row. Variables "
        "are matched by name where there are names; INPUT is read as for the fit (class, ignore, missing, na of "
        "MODEL/model.json) unless told otherwise. The new rows are centred and scaled by their "
        "own moments; variables that MODEL has turned round (--flip) are turned round.\n"
        "With --pool the population is that of MODEL where it was pooled, so that a single new class will do; else "
        "that of the new classes.",
    .writes =
        "DIR: a model folder for the new classes (see lacon help fit), and DIR/latent/CLASS.tsv "
        "with one row per observation and one column per module. Characters of a class name that "
        "a file name cannot have become _. With --pool also connectivity-pooled.tsv and pooled.npz; latent variables "
        "are by the plain connectivity.",
    .examples =
        "lacon transform model new-site/ --out new\nlacon transform model patient-17.csv --out p17",
};
