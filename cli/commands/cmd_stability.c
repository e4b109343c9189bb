/* SPDX-License-Identifier: BSD-3-Clause
 * lacon stability: how sure. The fit repeated on resampled rows, classes or starts (lacon/stability.h).
 */
#include "cmd.h"

#include <stdlib.h>

typedef struct stability_values {
    int over, noise, membership, series;
    int64_t resamples, block;
    double confidence, level;
    uint64_t seed;
    cli_intake intake;
    cli_output output;
    cli_common common;
} stability_values;

typedef struct stability_job {
    cli_job base;
    const stability_values *values;
    lacon_model *model;
    lacon_stability *found;
} stability_job;

static lacon_status prepare(void *at)
{
    stability_job *job = at;
    const cli_session *session = &job->base.session;
    CLI_TRY(lacon_model_load(session->ctx, &job->model, session->call->operands[0]));
    CLI_TRY(cli_job_folder(&job->base, &job->values->output, "stability"));
    cli_intake intake = job->values->intake;
    intake.input.deal = true;
    return cli_load(&job->base, 1, &intake, job->model);
}

/* A noise of each variable leaves its trace in the model itself. */
static bool has_psi(const lacon_model *model)
{
    const double *psi = lacon_model_psi(model);
    for (int64_t r = 0; r < lacon_model_variables(model); r++)
        if (psi[r] != 1) return true;
    return false;
}

/* As the command line says, else as the model was fitted, else as a fit is by default. */
static void fit_as_model(const stability_job *job, lacon_fit_options *fit)
{
    const cli_call *call = job->base.session.call;
    const stability_values *v = job->values;
    const cli_fitted *about = &job->base.fitted;
    const int membership = cli_given(call, "membership") ? v->membership
                                                         : cli_fitted_choice(about, "membership", "test", "all");
    const int rows = cli_given(call, "rows") ? v->series : cli_fitted_choice(about, "rows", "series", "independent");
    const int weights = cli_fitted_choice(about, "weights", "samples", "equal");
    fit->noise = cli_given(call, "noise") ? (lacon_noise)v->noise
                 : has_psi(job->model)    ? LACON_NOISE_VARIABLE
                                          : LACON_NOISE_ISOTROPIC;
    if (membership >= 0) fit->membership = (lacon_membership)membership;
    if (rows >= 0) fit->rows = (lacon_rows)rows;
    if (weights >= 0) fit->weights = (lacon_weights)weights;
    if (cli_given(call, "level")) fit->level = v->level;
    else cli_fitted_number(about, "level", &fit->level);
}

static lacon_status estimate(void *at)
{
    stability_job *job = at;
    const stability_values *v = job->values;
    lacon_stability_options o;
    lacon_fit_options fit;
    lacon_stability_options_init(&o);
    lacon_fit_options_init(&fit);
    o.over = (lacon_over)v->over;
    o.resamples = v->resamples;
    o.block = v->block;
    o.confidence = v->confidence;
    o.fit = &fit;
    fit.seed = v->seed;
    fit_as_model(job, &fit);
    return lacon_stability_run(job->base.session.ctx, &job->found, job->model, job->base.data, &o);
}

static lacon_status save(void *at)
{
    stability_job *job = at;
    cli_testify(&job->base);
    CLI_TRY(lacon_stability_write(job->base.session.ctx, job->found,
                                  lacon_folder_path(job->base.folder), &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
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

/* The lengths of blocks, where rows were drawn. */
static void tell_blocks(const cli_session *session, const lacon_stability_info *info)
{
    int64_t least = info->block[0], most = info->block[0];
    for (int64_t c = 1; c < info->classes; c++) {
        if (info->block[c] < least) least = info->block[c];
        if (info->block[c] > most) most = info->block[c];
    }
    if (!info->has_intervals || most == 1) return;
    const char *how = info->options->block > 0 ? "as asked for" : "chosen by the autocorrelation of the modules";
    if (least == most) cli_tell(session, "  blocks       of %lld rows, %s", (long long)most, how);
    else
        cli_tell(session, "  blocks       of %lld to %lld rows, %s", (long long)least, (long long)most, how);
}

static void summarize(const void *at)
{
    const stability_job *job = at;
    static const char *const ways[] = {"rows", "classes", "classes and rows", "starts"};
    const cli_session *session = &job->base.session;
    const lacon_stability_info *info = lacon_stability_about(job->found);
    const int64_t R = info->options->resamples;
    double *ari = cli_alloc((size_t)R, sizeof *ari);
    for (int64_t i = 0; i < R; i++) ari[i] = info->agreement[i];
    qsort(ari, (size_t)R, sizeof *ari, compare);
    cli_tell(session, "%lld resamples of %s, %lld variables in %lld modules", (long long)R,
             ways[info->options->over], (long long)info->variables, (long long)info->modules);
    cli_tell_missing(session, job->base.data, &job->base.intake.input);
    tell_blocks(session, info);
    cli_tell(session, "  agreement    median %.3f, lowest %.3f (adjusted Rand index with the model)",
             ari[R / 2], ari[0]);
    cli_show_stability(session, info);
    tell_modules(session, info);
    tell_homeless(session, info);
    cli_tell(session, "  results      %s", job->base.output.out);
    free(ari);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *values)
{
    static const cli_steps steps = {prepare, estimate, save, summarize};
    stability_job job = {.values = values};
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_stability_free(job.found);
    lacon_model_free(job.model);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(stability_values, field)
static const cli_option rows[] = {
    {.name = "over", .kind = CLI_CHOICE, .offset = V(over), .range = "rows|subjects|both|starts",
     .def = "rows", .help = "what is drawn anew: rows of every class, classes, both, or where the fit starts"},
    {.name = "boot", .letter = 'n', .kind = CLI_INT, .offset = V(resamples), .arg = "N",
     .range = "1..1000000", .def = "200", .help = "resamples"},
    {.name = "block", .kind = CLI_INT, .offset = V(block), .arg = "ROWS", .range = "0..", .def = "0",
     .help = "draw blocks of so many consecutive rows; 0 chooses by their autocorrelation"},
    {.name = "confidence", .kind = CLI_REAL, .offset = V(confidence), .arg = "X", .range = "0..1",
     .def = "0.95", .help = "of the intervals"},
    {.name = "noise", .kind = CLI_CHOICE, .offset = V(noise), .range = "isotropic|variable",
     .help = "default: as the model was fitted"},
    {.name = "membership", .kind = CLI_CHOICE, .offset = V(membership), .range = "test|all",
     .help = "default: as the model was fitted"},
    {.name = "level", .kind = CLI_REAL, .offset = V(level), .arg = "X", .range = "1e-12..0.5",
     .help = "default: as the model was fitted"},
    {.name = "rows", .kind = CLI_CHOICE, .offset = V(series), .range = "series|independent",
     .help = "default: as the model was fitted; independent: blocks of one row, intervals as they are"},
    {.name = "seed", .kind = CLI_SEED, .offset = V(seed), .arg = "N", .def = "1",
     .help = "seed of the resamples and the fits"},
    {0},
};
static const cli_group groups[] = {
    {"Resampling", rows, 0},
    CLI_INTAKE_AS_GROUPS(stability_values, intake),
    {"Output", cli_beside_rows, V(output)},
    {"Run", cli_long_rows, V(common)},
    {0},
};

const cli_command cli_cmd_stability = {
    .name = "stability",
    .group = "Interpret",
    .line = "how sure: how often each variable stays in its module, an interval for each edge",
    .run = run,
    .spread = true,
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
        "that is nowhere in more than half of them is said to be so. INPUT is read as for the fit: class, "
        "ignore, na, missing, noise and scaling are taken from MODEL/model.json unless given, its signs from MODEL; "
        "--confounds, --censor and --detrend are to be given again.\n"
        "Rows of a series are drawn in blocks, whose length follows from the autocorrelation of the modules unless "
        "--block says otherwise; intervals are widened by what blocks of that length are known to miss. --over "
        "subjects asks whether the modules hold for other people of the same kind; --over starts asks whether "
        "they are the only optimum: the iteration starts from variables drawn at random.",
    .writes = "DIR/stability.tsv (variable, module, stability, most, most_share, unassigned, verdict), "
              "DIR/coassignment.npy (share of resamples that have two variables in one module), "
              "DIR/stability.json, and where rows are drawn DIR/intervals.tsv (class, module_a, module_b, "
              "covariance, correlation, each with low and high).",
    .examples = "lacon stability model subjects/ --boot 500\n"
                "lacon stability model subjects/ --over both --block 10 --out sure",
};
