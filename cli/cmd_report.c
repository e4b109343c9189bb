/* SPDX-License-Identifier: BSD-3-Clause
 * lacon report: one HTML page of a model folder and of what stands beside the model (lacon/report.h). The
 * page's script is in report/.
 */
#include "cmd.h"

#include <stdlib.h>
#include <sys/stat.h>

typedef struct report_values {
    const char *out, *title, *places, *people, *id;
    int anonymise, force;
    cli_input input;
    cli_scaling scaling;
    cli_common common;
} report_values;

typedef struct report_job {
    cli_session session;
    const report_values *values;
    char *out;
    lacon_model *model;
    lacon_data *data;
    lacon_participants *people, *places;
} report_job;

static lacon_status read_data(report_job *job)
{
    const cli_session *session = &job->session;
    const cli_call *call = session->call;
    const report_values *v = job->values;
    if (call->n_operands < 2) return LACON_OK;
    CLI_TRY(lacon_model_load(session->ctx, &job->model, call->operands[0]));
    CLI_TRY(cli_read(session, &job->data, call->operands + 1, call->n_operands - 1, &v->input));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    CLI_TRY(cli_align(session, job->data, job->model));
    const lacon_scale scale =
        cli_given(call, "scale") ? (lacon_scale)v->scaling.scale : cli_scale_of(job->model);
    return lacon_data_standardise(session->ctx, job->data, scale);
}

static lacon_status prepare(report_job *job)
{
    const report_values *v = job->values;
    lacon_ctx *ctx = job->session.ctx;
    struct stat there;
    job->out = v->out ? cli_copy(v->out) : cli_format("%s/report.html", job->session.call->operands[0]);
    if (!v->force && stat(job->out, &there) == 0)
        return cli_fail(&job->session, LACON_E_IO, "%s exists already: --force replaces it", job->out);
    if (v->people) CLI_TRY(lacon_participants_read(ctx, &job->people, v->people, NULL));
    if (v->places) CLI_TRY(lacon_participants_read(ctx, &job->places, v->places, NULL));
    return read_data(job);
}

static lacon_status save(report_job *job)
{
    const report_values *v = job->values;
    lacon_report_options options;
    lacon_report_options_init(&options);
    options.anonymise = v->anonymise;
    options.title = v->title;
    options.data = job->data;
    options.people = job->people;
    options.id = v->id;
    options.places = job->places;
    if (cli_interrupted()) return LACON_E_CANCELLED;
    return lacon_report_write(job->session.ctx, job->out, job->session.call->operands[0], &options);
}

static int run(const cli_call *call, void *values)
{
    report_job job = {.values = values};
    if ((job.values->people == NULL) != (job.values->id == NULL))
        return cli_usage(call->command, "--participants and --id go together");
    int code = cli_session_open(&job.session, call, &job.values->common);
    if (code) return code;
    cli_signals_begin();
    lacon_status status = prepare(&job);
    if (status >= 0) status = save(&job);
    struct stat page;
    char size[CLI_NUMBER_MAX];
    if (status >= 0 && stat(job.out, &page) == 0)
        cli_tell(&job.session, "  report       %s (%s)", job.out, cli_bytes(size, (double)page.st_size));
    code = cli_report(&job.session, status);
    lacon_participants_free(job.places);
    lacon_participants_free(job.people);
    lacon_data_free(job.data);
    lacon_model_free(job.model);
    free(job.out);
    cli_session_close(&job.session);
    return code;
}

#define V(field) offsetof(report_values, field)
static const cli_option page_rows[] = {
    {.name = "coordinates", .kind = CLI_FILE, .offset = V(places), .arg = "TABLE",
     .help = "csv or tsv with the variables' names in one column, and columns x, y and z (mm): modules are "
             "drawn in a glass brain; a column name gives readable names"},
    {.name = "participants", .letter = 'p', .kind = CLI_FILE, .offset = V(people), .arg = "TABLE",
     .help = "csv or tsv with a line per class: values by group, confounds"},
    {.name = "id", .kind = CLI_TEXT, .offset = V(id), .arg = "COLUMN",
     .help = "its column with the names of the classes, or how they begin"},
    {.name = "title", .kind = CLI_TEXT, .offset = V(title), .arg = "TEXT",
     .help = "heading of the page; default: the folder's name"},
    {.name = "anonymise", .kind = CLI_FLAG, .offset = V(anonymise),
     .help = "number the classes; leave out file names, command lines and digests, and of the "
             "participants all columns the test did not use"},
    {0},
};
static const cli_option out_rows[] = {
    {.name = "out", .letter = 'o', .kind = CLI_FILE, .offset = V(out), .arg = "FILE",
     .help = "the page; default: MODEL/report.html"},
    {.name = "force", .kind = CLI_FLAG, .offset = V(force), .help = "replace FILE if it exists"},
    {0},
};

static const cli_group groups[] = {
    {"Page", page_rows, 0},
    {"Input", cli_input_rows, V(input)},
    {"Input", cli_scale_as_rows, V(scaling)},
    {"Output", out_rows, 0},
    {"Run", cli_brief_rows, V(common)},
    {0},
};

const cli_command cli_cmd_report = {
    .name = "report",
    .group = "Present",
    .line = "one self-contained HTML page of a model and what stands beside it",
    .run = run,
    .size = sizeof(report_values),
    .synopsis = "MODEL [INPUT...] [--coordinates TABLE] [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "one operand is needed: MODEL (a model folder)",
    .options = groups,
    .about =
        "Shows the modules, the connectivity of every class, how the fit went, and whatever select, "
        "stability, test and causal left in MODEL or in MODEL/stability, MODEL/test and MODEL/causal. With "
        "the data the model was fitted to as INPUT, their covariance stands beside the fitted one.\n"
        "The page is one file: data, script and style are in it, it loads nothing and forbids itself to. "
        "It opens from a disk, prints, and gives every table as tsv and every figure as SVG and PNG.",
    .writes = "MODEL/report.html, or the file of --out; it appears complete or not at all.",
    .examples = "lacon report model\nlacon report model subjects/ --coordinates atlas.csv\n"
                "lacon report model --participants people.tsv --id id --anonymise --out for-review.html",
};
