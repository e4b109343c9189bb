/* SPDX-License-Identifier: BSD-3-Clause
 * lacon stability: how sure. The fit repeated on resampled rows, classes or starts (lacon/stability.h).
 */
#include "cmd.h"

#include <stdlib.h>

typedef struct stability_values {
    int over, noise, membership, force;
    int64_t resamples, block;
    double confidence, level;
    uint64_t seed;
    const char *out;
    cli_input input;
    cli_scaling scaling;
    cli_common common;
} stability_values;

typedef struct stability_job {
    cli_session session;
    const stability_values *values;
    cli_output output;
    char *beside; /* where results go when --out is not given */
    lacon_folder *folder;
    lacon_model *model;
    lacon_data *data;
    lacon_stability *found;
} stability_job;

static lacon_status prepare(stability_job *job)
{
    const cli_session *session = &job->session;
    const cli_call *call = session->call;
    const stability_values *v = job->values;
    CLI_TRY(lacon_model_load(session->ctx, &job->model, call->operands[0]));
    job->beside = cli_format("%s/stability", call->operands[0]);
    job->output = (cli_output){.out = v->out ? v->out : job->beside, .force = v->force};
    CLI_TRY(cli_folder_begin(session, &job->folder, &job->output));
    CLI_TRY(cli_read(session, &job->data, call->operands + 1, call->n_operands - 1, &v->input));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    CLI_TRY(cli_align(session, job->data, job->model));
    const lacon_scale scale =
        cli_given(call, "scale") ? (lacon_scale)v->scaling.scale : cli_scale_of(job->model);
    return lacon_data_standardise(session->ctx, job->data, scale);
}

static lacon_status estimate(stability_job *job)
{
    const stability_values *v = job->values;
    lacon_stability_options o;
    lacon_stability_options_init(&o);
    o.over = (lacon_over)v->over;
    o.resamples = v->resamples;
    o.block = v->block;
    o.confidence = v->confidence;
    o.fit.noise = (lacon_noise)v->noise;
    o.fit.membership = (lacon_membership)v->membership;
    o.fit.level = v->level;
    o.fit.seed = v->seed;
    return lacon_stability_run(job->session.ctx, &job->found, job->model, job->data, &o);
}

static lacon_status save(stability_job *job)
{
    lacon_provenance told;
    lacon_provenance_init(&told);
    told.command = job->session.call->line;
    CLI_TRY(lacon_stability_write(job->session.ctx, job->found, lacon_folder_path(job->folder), &told));
    return cli_folder_commit(&job->session, job->folder);
}

/* ---- the summary on stderr ---- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void tell_modules(const cli_session *session, const lacon_stability_info *info)
{
    for (int64_t j = 1; j <= info->modules; j++) {
        double sum = 0, least = 1;
        int64_t size = 0, weakest = -1;
        for (int64_t r = 0; r < info->variables; r++) {
            if (info->module[r] != j) continue;
            sum += info->stability[r];
            size++;
            if (info->stability[r] <= least) { /* one at least */
                least = info->stability[r];
                weakest = r;
            }
        }
        if (size > 0)
            cli_tell(session, "  module %-5lld %lld variables stay in %.2f of the resamples, least %s in %.2f",
                     (long long)j, (long long)size, sum / (double)size, info->names[weakest], least);
    }
}

/* Names of the variables that more than half of the resamples have in no one place. */
static void tell_homeless(const cli_session *session, const lacon_stability_info *info)
{
    enum { SHOWN = 8 };
    char *list = cli_copy("");
    int64_t count = 0;
    for (int64_t r = 0; r < info->variables; r++) {
        double most = 0;
        for (int64_t j = 0; j <= info->modules; j++) {
            const double share = info->share[r * (info->modules + 1) + j];
            if (share > most) most = share;
        }
        if (most > 0.5) continue;
        if (count++ >= SHOWN) continue;
        char *more = cli_format("%s%s%s", list, count > 1 ? ", " : "", info->names[r]);
        free(list);
        list = more;
    }
    if (count > 0)
        cli_tell(session, "  nowhere      %lld variables stay in no module: %s%s", (long long)count, list,
                 count > SHOWN ? ", ..." : "");
    free(list);
}

static void tell(const stability_job *job)
{
    static const char *const ways[] = {"rows", "classes", "classes and rows", "starts"};
    const cli_session *session = &job->session;
    const lacon_stability_info *info = lacon_stability_about(job->found);
    if (session->quiet) return;
    const int64_t R = info->options.resamples;
    double *ari = cli_alloc((size_t)R, sizeof *ari);
    for (int64_t i = 0; i < R; i++) ari[i] = info->agreement[i];
    qsort(ari, (size_t)R, sizeof *ari, compare);
    cli_tell(session, "%lld resamples of %s, %lld variables in %lld modules", (long long)R,
             ways[info->options.over], (long long)info->variables, (long long)info->modules);
    cli_tell(session, "  agreement    median %.3f, lowest %.3f (adjusted Rand index with the model)",
             ari[R / 2], ari[0]);
    tell_modules(session, info);
    tell_homeless(session, info);
    cli_tell(session, "  results      %s", job->output.out);
    free(ari);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *values)
{
    stability_job job = {.values = values};
    int code = cli_session_open(&job.session, call, &job.values->common);
    if (code) return code;
    cli_signals_begin();
    lacon_status status = prepare(&job);
    if (status >= 0) status = estimate(&job);
    if (status >= 0) status = save(&job);
    if (status >= 0) tell(&job);
    code = cli_report(&job.session, status < 0 ? status : LACON_OK);
    cli_folder_free(job.folder);
    lacon_stability_free(job.found);
    lacon_data_free(job.data);
    lacon_model_free(job.model);
    free(job.beside);
    cli_session_close(&job.session);
    return code;
}

#define V(field) offsetof(stability_values, field)
static const cli_option rows[] = {
    {.name = "over", .kind = CLI_CHOICE, .offset = V(over), .range = "rows|subjects|both|starts",
     .def = "rows", .help = "what is drawn anew: rows of every class, classes, both, or where the fit starts"},
    {.name = "boot", .letter = 'n', .kind = CLI_INT, .offset = V(resamples), .arg = "N",
     .range = "1..1000000", .def = "200", .help = "resamples"},
    {.name = "block", .kind = CLI_INT, .offset = V(block), .arg = "ROWS", .range = "1..", .def = "1",
     .help = "draw blocks of so many consecutive rows: series"},
    {.name = "confidence", .kind = CLI_REAL, .offset = V(confidence), .arg = "X", .range = "0..1",
     .def = "0.95", .help = "of the intervals"},
    {.name = "noise", .kind = CLI_CHOICE, .offset = V(noise), .range = "isotropic|variable",
     .def = "isotropic", .help = "as the model was fitted"},
    {.name = "membership", .kind = CLI_CHOICE, .offset = V(membership), .range = "test|all", .def = "test",
     .help = "as the model was fitted"},
    {.name = "level", .kind = CLI_REAL, .offset = V(level), .arg = "X", .range = "1e-12..0.5", .def = "0.03",
     .help = "as the model was fitted"},
    {.name = "seed", .kind = CLI_SEED, .offset = V(seed), .arg = "N", .def = "1",
     .help = "seed of the resamples and the fits"},
    {0},
};
static const cli_option out_rows[] = {
    {.name = "out", .letter = 'o', .kind = CLI_DIR, .offset = V(out), .arg = "DIR",
     .help = "the folder to write; it appears complete or not at all. Default: MODEL/stability"},
    {.name = "force", .kind = CLI_FLAG, .offset = V(force), .help = "replace DIR if it exists"},
    {0},
};

static const cli_group groups[] = {
    {"Resampling", rows, 0},
    {"Input", cli_input_rows, V(input)},
    {"Input", cli_scale_as_rows, V(scaling)},
    {"Output", out_rows, 0},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_stability = {
    .name = "stability",
    .group = "Interpret",
    .line = "how sure: how often each variable stays in its module, an interval for each edge",
    .run = run,
    .size = sizeof(stability_values),
    .synopsis = "MODEL INPUT... [OPTION]...",
    .min_operands = 2,
    .max_operands = -1,
    .missing = "two operands are needed: MODEL (a model folder) and INPUT (the files it was fitted to)",
    .options = groups,
    .about =
        "Fits the model again and again, with as many modules, on data drawn from INPUT with replacement, "
        "and matches the modules to those of MODEL. The stability of a variable is the share of resamples "
        "that have it in its module (for an unassigned one: in the module it is in most often). A variable "
        "that is nowhere in more than half of them is said to be so.\n"
        "Rows of a series are drawn in blocks (--block), about as long as the series remembers. --over "
        "subjects asks whether the modules hold for other people of the same kind; --over starts asks whether "
        "they are the only optimum: the iteration starts from variables drawn at random.",
    .writes = "DIR/stability.tsv (variable, module, stability, most, most_share, unassigned, verdict), "
              "DIR/coassignment.npy (share of resamples that have two variables in one module), "
              "DIR/stability.json, and where rows are drawn DIR/intervals.tsv (class, module_a, module_b, "
              "covariance, correlation, each with low and high).",
    .examples = "lacon stability model subjects/ --boot 500\n"
                "lacon stability model subjects/ --over both --block 10 --out sure",
};
