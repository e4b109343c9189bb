/* SPDX-License-Identifier: BSD-3-Clause
 * lacon transform: the modules of a model held fixed, new classes get their own G and v, and every
 * row its latent posterior means.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>

typedef struct transform_values {
    cli_input input;
    cli_cleaning cleaning;
    cli_scaling scaling;
    cli_output output;
    cli_common common;
} transform_values;

typedef struct transform_job {
    cli_session session;
    const transform_values *values;
    lacon_folder *folder;
    lacon_model *model, *result;
    lacon_data *data;
    lacon_provenance told;
} transform_job;

static lacon_status prepare(transform_job *job)
{
    const cli_session *session = &job->session;
    const cli_call *call = session->call;
    CLI_TRY(cli_folder_begin(session, &job->folder, &job->values->output));
    CLI_TRY(lacon_model_load(session->ctx, &job->model, call->operands[0]));
    double began = cli_now();
    CLI_TRY(cli_read(session, &job->data, call->operands + 1, call->n_operands - 1,
                     &job->values->input));
    CLI_TRY(cli_clean(&job->session, job->data, &job->values->cleaning, &job->values->input));
    CLI_TRY(cli_align(session, job->data, job->model));
    lacon_scale scale = cli_given(call, "scale") ? (lacon_scale)job->values->scaling.scale
                                                 : cli_scale_of(job->model);
    CLI_TRY(lacon_data_standardise(session->ctx, job->data, scale));
    CLI_TRY(cli_flip(session, job->data, job->model));
    job->told.read_s = cli_now() - began;
    return LACON_OK;
}

static lacon_status write_latent(transform_job *job, int64_t c)
{
    char *dir = cli_format("%s/latent", lacon_folder_path(job->folder));
    char *path = cli_class_file(job->data, c, dir, ".tsv");
    lacon_status status = cli_write_latent(&job->session, path, job->result, c, job->data, c);
    free(path);
    free(dir);
    return status;
}

static lacon_status work(transform_job *job)
{
    lacon_ctx *ctx = job->session.ctx;
    double began = cli_now();
    CLI_TRY(lacon_model_transform(ctx, &job->result, job->model, job->data));
    job->told.fit_s = cli_now() - began;
    began = cli_now();
    CLI_TRY(lacon_folder_subdir(ctx, job->folder, "latent"));
    for (int64_t c = 0; c < lacon_data_classes(job->data); c++) {
        lacon_progress where = {"latent", c, lacon_data_classes(job->data), NAN, NAN};
        cli_progress_show(NULL, &where);
        if (cli_interrupted()) return LACON_E_CANCELLED;
        CLI_TRY(write_latent(job, c));
    }
    cli_testify(&job->session, &job->told, job->data);
    job->told.write_s = cli_now() - began;
    CLI_TRY(lacon_model_write(ctx, job->result, lacon_folder_path(job->folder), &job->told));
    return cli_folder_commit(&job->session, job->folder);
}

static int run(const cli_call *call, void *argument)
{
    transform_job job = {.values = argument};
    int code = cli_session_open(&job.session, call, &job.values->common);
    if (code) return code;
    cli_signals_begin();
    lacon_provenance_init(&job.told);
    lacon_status status = prepare(&job);
    if (status >= 0) status = work(&job);
    code = cli_report(&job.session, status);
    if (status >= 0)
        cli_tell(&job.session, "%lld %s, %lld modules: %s", (long long)lacon_data_classes(job.data),
                 lacon_data_classes(job.data) == 1 ? "class" : "classes",
                 (long long)lacon_model_modules(job.result), job.values->output.out);
    cli_folder_free(job.folder);
    lacon_model_free(job.result);
    lacon_model_free(job.model);
    lacon_data_free(job.data);
    cli_session_close(&job.session);
    return code;
}

#define V(field) offsetof(transform_values, field)
static const cli_group groups[] = {
    {"Input", cli_input_rows, V(input)},
    {"Input", cli_missing_rows, V(input)},
    {"Cleaning", cli_clean_rows, V(cleaning)},
    {"Input", cli_scale_as_rows, V(scaling)},
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
        "are matched by name where there are names. The new rows are centred and scaled by their "
        "own moments.",
    .writes =
        "DIR: a model folder for the new classes (see lacon help fit), and DIR/latent/CLASS.tsv "
        "with one row per observation and one column per module. Characters of a class name that "
        "a file name cannot have become _.",
    .examples =
        "lacon transform model new-site/ --out new\nlacon transform model patient-17.csv --out p17",
};
