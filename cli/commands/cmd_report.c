/* SPDX-License-Identifier: BSD-3-Clause
 * lacon report: one HTML page of a model folder and of what is beside the model (lacon/report.h). The
 * page's script is in report/.
 */
#include "cmd.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct report_values {
    const char *out, *title, *places, *labels, *modules, *people, *id, *figures;
    int anonymise, in_space, force;
    cli_intake intake;
    cli_common common;
} report_values;

typedef struct report_job {
    cli_job base;
    const report_values *values;
    char *out;
    lacon_model *model;
    lacon_participants *people, *places, *labels, *modules;
    const char *id; /* column of people */
} report_job;

/* A folder of lacon causal --observed: data go beside modules only. */
static lacon_status want_modules(report_job *job, const char *dir)
{
    char *model = cli_format("%s/model.npz", dir), *causal = cli_format("%s/causal.npz", dir);
    const bool none = access(model, F_OK) != 0 && access(causal, F_OK) == 0;
    free(model);
    free(causal);
    if (!none) return LACON_OK;
    return cli_fail(&job->base.session, LACON_E_ARGUMENT,
                    "%s was made without modules (lacon causal --observed), and INPUT is shown beside modules: "
                    "leave INPUT out", dir);
}

static lacon_status find_id(report_job *job)
{
    lacon_model *model = NULL;
    CLI_TRY(lacon_model_load(job->base.session.ctx, &model, job->base.session.call->operands[0]));
    const lacon_status status = cli_people_id(&job->base.session, &job->id, job->people, model);
    lacon_model_free(model);
    return status;
}

static lacon_status prepare(void *at)
{
    report_job *job = at;
    const report_values *v = job->values;
    lacon_ctx *ctx = job->base.session.ctx;
    struct stat there;
    job->out = v->out ? cli_copy(v->out) : cli_format("%s/report.html", job->base.session.call->operands[0]);
    if (!v->figures && !v->force && lstat(job->out, &there) == 0)
        return cli_fail(&job->base.session, LACON_E_IO, "%s exists already: --force replaces it", job->out);
    if (!v->figures && v->force) CLI_TRY(cli_spare_inputs(&job->base.session, job->out));
    job->id = v->id;
    CLI_TRY(cli_people_find(&job->base.session, &job->people, &job->id, v->people,
                            job->base.session.call->operands[0], NULL));
    if (job->people && !job->id) CLI_TRY(find_id(job));
    if (v->places) CLI_TRY(lacon_participants_read(ctx, &job->places, v->places, NULL));
    if (v->labels) CLI_TRY(lacon_participants_read(ctx, &job->labels, v->labels, NULL));
    if (v->modules) CLI_TRY(lacon_participants_read(ctx, &job->modules, v->modules, NULL));
    if (job->base.session.call->n_operands < 2) return LACON_OK;
    CLI_TRY(want_modules(job, job->base.session.call->operands[0]));
    CLI_TRY(lacon_model_load(ctx, &job->model, job->base.session.call->operands[0]));
    return cli_load(&job->base, 1, &v->intake, job->model);
}

/* A folder of figures, complete or absent. */
static lacon_status save_figures(report_job *job)
{
    const report_values *v = job->values;
    cli_session *session = &job->base.session;
    const cli_output output = {.out = v->figures, .force = v->force};
    if (!job->model) CLI_TRY(lacon_model_load(session->ctx, &job->model, session->call->operands[0]));
    CLI_TRY(cli_folder_begin(session, &job->base.folder, &output));
    CLI_TRY(lacon_model_figures(session->ctx, job->model, lacon_folder_path(job->base.folder)));
    return cli_folder_commit(session, job->base.folder);
}

static lacon_status save(void *at)
{
    report_job *job = at;
    const report_values *v = job->values;
    if (v->figures) return save_figures(job);
    lacon_report_options options;
    lacon_report_options_init(&options);
    options.anonymise = v->anonymise;
    options.title = v->title;
    options.data = job->base.data;
    options.people = job->people;
    options.id = job->id;
    options.places = job->places;
    options.in_space = v->in_space;
    options.labels = job->labels;
    options.module_names = job->modules;
    options.command = job->base.session.call->line;
    if (cli_interrupted()) return LACON_E_CANCELLED;
    return lacon_report_write(job->base.session.ctx, job->out, job->base.session.call->operands[0], &options);
}

static void summarize(const void *at)
{
    const report_job *job = at;
    struct stat page;
    char size[CLI_NUMBER_MAX];
    if (job->values->figures) cli_tell(&job->base.session, "  figures      %s", job->values->figures);
    else if (stat(job->out, &page) == 0)
        cli_tell(&job->base.session, "  report       %s (%s)", job->out,
                 cli_bytes(size, (double)page.st_size));
}

static int run(const cli_call *call, void *values)
{
    static const cli_steps steps = {.prepare = prepare, .save = save, .summarize = summarize};
    report_job job = {.values = values};
    if (job.values->id && !job.values->people)
        return cli_usage(call->command, "--id is a column of --participants TABLE, which is missing");
    if (job.values->in_space && job.values->places == NULL)
        return cli_usage(call->command, "--3d needs to know where the variables are: --coordinates TABLE");
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_participants_free(job.modules);
    lacon_participants_free(job.labels);
    lacon_participants_free(job.places);
    lacon_participants_free(job.people);
    lacon_model_free(job.model);
    free(job.out);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(report_values, field)
static const cli_option page_rows[] = {
    {.name = "coordinates", .kind = CLI_FILE, .offset = V(places), .arg = "TABLE",
     .help = "csv or tsv with the variables' names in one column, and columns x, y and z (mm): modules are "
             "drawn in a glass brain; columns name and group are used as those of --labels"},
    {.name = "labels", .kind = CLI_FILE, .offset = V(labels), .arg = "TABLE",
     .help = "csv or tsv with the variables' names in one column, what to call them in a column name (or label), and "
             "maybe a column group (or network, lobe), from which names of modules are proposed"},
    {.name = "module-names", .kind = CLI_FILE, .offset = V(modules), .arg = "TABLE",
     .help = "csv or tsv with columns module (1..k) and name: what to call the modules"},
    {.name = "3d", .kind = CLI_FLAG, .offset = V(in_space),
     .help = "a glass brain that turns in space too (WebGL; half a megabyte more)"},
    {.name = "participants", .letter = 'p', .kind = CLI_FILE, .offset = V(people), .arg = "TABLE",
     .help = "csv or tsv with a line per class: values by group, confounds; default: the table the model "
             "was fitted with (MODEL/participants.tsv)"},
    {.name = "id", .kind = CLI_TEXT, .offset = V(id), .arg = "COLUMN",
     .help = "its column with the names of the classes, how they begin or a piece of them; default: participant_id, or "
             "else the column that has most of them"},
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
    {.name = "figures", .kind = CLI_DIR, .offset = V(figures), .arg = "DIR",
     .help = "in place of the page a folder of figures, each as SVG and PNG: weights, correlation, spread"},
    {.name = "force", .kind = CLI_FLAG, .offset = V(force), .help = "replace FILE or DIR if it exists"},
    {0},
};

static const cli_group groups[] = {
    {"Page", page_rows, 0},
    CLI_INTAKE_AS_GROUPS(report_values, intake),
    {"Output", out_rows, 0},
    {"Run", cli_brief_rows, V(common)},
    {0},
};

const cli_command cli_cmd_report = {
    .name = "report",
    .group = "Present",
    .line = "one self-contained HTML page of a model and what is beside it",
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
        "the data the model was fitted to as INPUT, their covariance is shown beside the fitted one. Of a "
        "folder of causal --observed, which has no modules, it shows the directed graph of the variables.\n"
        "The page is one file: data, script and style are in it, it loads nothing and forbids itself to. "
        "It opens from a disk, prints, and gives every table as tsv and every figure as SVG and PNG.",
    .writes = "MODEL/report.html, or the file of --out; it appears complete or not at all. With --figures DIR/weights, "
              "DIR/correlation and DIR/spread, .svg and .png each: the weights of the variables by module, the "
              "correlation of "
              "every two modules (mean over classes) and its standard deviation over classes.",
    .examples = "lacon report model\nlacon report model --figures figures\nlacon report model subjects/ "
        "--coordinates atlas.csv\n"
                "lacon report model --labels items.csv --module-names scales.tsv\n"
                "lacon report model --participants people.tsv --id id --anonymise --out for-review.html",
};
