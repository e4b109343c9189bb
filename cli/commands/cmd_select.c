/* SPDX-License-Identifier: BSD-3-Clause
 * lacon select: k by held-out likelihood (lacon/select.h), then the fit at the chosen k. The folder is a
 * model folder with selection.tsv and selection.json in it.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct select_values {
    const char *k, *cv;
    int64_t repeats;
    int rule, by, pool;
    lacon_fit_options model;
    cli_intake intake;
    cli_people people;
    cli_output output;
    cli_common common;
} select_values;

typedef struct select_job {
    cli_job base;
    const select_values *values;
    lacon_select_options options;
    lacon_selection *selection;
    lacon_model *model;
} select_job;

static lacon_status ask(select_job *job)
{
    const select_values *v = job->values;
    lacon_select_options *o = &job->options;
    lacon_select_options_init(o);
    o->fit = &v->model;
    o->repeats = v->repeats;
    o->rule = (lacon_select_rule)v->rule;
    o->by = (lacon_select_by)v->by;
    if (!cli_counts(v->k, &o->k_low, &o->k_high))
        return cli_fail(&job->base.session, LACON_E_ARGUMENT,
                        "--k '%s': a range is expected, 2:20, from 1 on and not downwards", v->k);
    return lacon_select_options_cv(job->base.session.ctx, o, v->cv);
}

static lacon_status prepare(void *at)
{
    select_job *job = at;
    CLI_TRY(ask(job));
    CLI_TRY(cli_job_folder(&job->base, &job->values->output, NULL));
    cli_intake intake = job->values->intake;
    intake.input.deal = true;
    CLI_TRY(cli_load(&job->base, 0, &intake, NULL));
    return cli_people_load(&job->base, &job->values->people);
}

static lacon_status estimate(void *at)
{
    select_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    if (cli_flip_auto(&job->values->intake))
        return lacon_select_flip(ctx, &job->selection, &job->model, job->base.data, &job->options);
    CLI_TRY(lacon_select(ctx, &job->selection, job->base.data, &job->options));
    lacon_fit_options fit = job->values->model;
    fit.k = lacon_selection_about(job->selection)->chosen;
    return lacon_fit(ctx, &job->model, job->base.data, &fit);
}

static lacon_status estimate_pooled(void *at)
{
    select_job *job = at;
    const lacon_status status = estimate(at);
    if (status >= 0 && job->values->pool) CLI_TRY(lacon_model_pool(job->base.session.ctx, job->model, NULL));
    return status;
}

static lacon_status save(void *at)
{
    select_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    const char *dir = lacon_folder_path(job->base.folder);
    cli_testify(&job->base);
    CLI_TRY(lacon_model_write(ctx, job->model, dir, &job->base.provenance));
    CLI_TRY(cli_people_save(&job->base));
    CLI_TRY(lacon_selection_write(ctx, job->selection, dir, &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
}

/* ---- the summary on stderr ---- */

static void tell_curve(const cli_session *session, const lacon_selection_info *info)
{
    double most = info->curve[0].evidence;
    for (int64_t i = 1; i < info->n_k; i++) most = fmax(most, info->curve[i].evidence);
    cli_tell(session, "     k   held out    behind the best     folds    evidence");
    for (int64_t i = 0; i < info->n_k; i++) {
        const lacon_curve_point *p = &info->curve[i];
        char keeps[48] = "";
        if (p->evidence == most)
            snprintf(keeps, sizeof keeps, p->modules < p->k ? "  most evidence, keeps %lld" : "  most evidence",
                     (long long)p->modules);
        cli_tell(session, "  %4lld %10.4f %9.4f +- %.4f %6lld %11.1f%s%s%s", (long long)p->k, p->loglik, p->behind,
                 p->behind_se, (long long)p->votes, p->evidence - most, p->k == info->best ? "  best" : "",
                 p->k == info->one_se ? "  one standard error" : "", keeps);
    }
    for (int m = 0; m < LACON_NULL_MODELS; m++)
        if (isfinite(info->null_model[m].loglik))
            cli_tell(session, "  %-12s %.4f", info->null_model[m].name, info->null_model[m].loglik);
}

/* Does the noise make more of a difference than the choice between the best k and the next? */
static bool noise_matters(const lacon_selection_info *info)
{
    double nearest = INFINITY;
    for (int64_t i = 0; i < info->n_k; i++)
        if (info->curve[i].k != info->best) nearest = fmin(nearest, info->curve[i].behind);
    return info->noise_gain > 2 * info->noise_gain_se && info->noise_gain > nearest;
}

static void summarize(const void *at)
{
    const select_job *job = at;
    static const char *const ways[] = {"blocks of time", "rows at random", "whole classes"};
    const cli_session *session = &job->base.session;
    const lacon_selection_info *info = lacon_selection_about(job->selection);
    const int64_t k = lacon_model_modules(job->model);
    const double best = info->curve[info->best - info->curve[0].k].loglik;
    const double shrunk = info->null_model[2].loglik;
    const int64_t classes = lacon_data_classes(job->base.data);
    cli_tell(session, "%lld %s, %lld variables, %lld folds of %s", (long long)classes,
             classes == 1 ? "class" : "classes", (long long)lacon_data_variables(job->base.data),
             (long long)info->n_folds, ways[info->options->cv]);
    cli_tell_missing(session, job->base.data, &job->base.intake.input);
    cli_tell_flips(session, job->model);
    cli_tell_serial(session, job->base.data);
    if (info->caution) cli_tell(session, "  warning      %s", info->caution);
    tell_curve(session, info);
    cli_tell(session, "  chosen       k = %lld (best %lld, one standard error %lld)", (long long)info->chosen,
             (long long)info->best, (long long)info->one_se);
    cli_tell(session, "  evidence     k = %lld", (long long)info->by_evidence);
    if (info->by_evidence != info->by_heldout)
        cli_tell(session, "  note         the two differ: k = %lld by what was left out, k = %lld by the evidence of "
                          "all rows (--by)", (long long)info->by_heldout, (long long)info->by_evidence);
    if (info->best == info->options->k_high && info->n_k > 1)
        cli_tell(session, "  note         the best k is the highest that was tried: try more");
    if (k < info->chosen)
        cli_tell(session, "  note         the fit keeps %lld modules: the others had no variable that earned "
                          "its place", (long long)k);
    if (noise_matters(info))
        cli_tell(session, "  note         --noise variable predicts better, by %.3g +- %.2g at the same k, which is "
                          "more than lies between some k: choose with it", info->noise_gain, info->noise_gain_se);
    if (shrunk > best)
        cli_tell(session, "  note         Ledoit-Wolf predicts better than any k: modules do not hold all that "
                          "correlates here");
    cli_tell_pooled(session, job->model);
    cli_show_selection(session, info);
    cli_tell(session, "  results      %s", job->values->output.out);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *values)
{
    static const cli_steps steps = {prepare, estimate_pooled, save, summarize};
    select_job job = {.values = values};
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_model_free(job.model);
    lacon_selection_free(job.selection);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(select_values, field)
static const cli_option rows[] = {
    {.name = "k", .letter = 'k', .kind = CLI_TEXT, .offset = V(k), .arg = "A:B",
     .help = "numbers of modules to try, from A to B"},
    {.name = "cv", .kind = CLI_TEXT, .offset = V(cv), .arg = "HOW", .def = "time:5",
     .help = "what is left out: time:FOLDS[,gap=ROWS] (blocks of rows), rows:FOLDS (rows at random), "
             "subject:FOLDS (whole classes)"},
    {.name = "repeats", .kind = CLI_INT, .offset = V(repeats), .arg = "N", .range = "1..10000", .def = "1",
     .help = "deal rows or classes anew so often"},
    {.name = "rule", .kind = CLI_CHOICE, .offset = V(rule), .range = "one-se|max", .def = "one-se",
     .help = "the smallest k within one standard error of the best, or the best"},
    {.name = "by", .kind = CLI_CHOICE, .offset = V(by), .range = "heldout|evidence", .def = "heldout",
     .help = "what decides: the likelihood of what was left out, or the evidence of the fit to all rows"},
    CLI_POOL_ROW(V(pool)),
    {0},
};

static const cli_group groups[] = {
    {"Choice", rows, 0},
    {"Model and solver", NULL, V(model)},
    CLI_INPUT_GROUPS(select_values, intake),
    {"Participants", cli_people_rows, V(people)},
    {"Output", cli_output_rows, V(output)},
    {"Run", cli_long_rows, V(common)},
    {0},
};

const cli_command cli_cmd_select = {
    .name = "select",
    .group = "Estimate",
    .line = "how many modules: k by held-out likelihood or evidence, then the fit",
    .run = run,
    .spread = true,
    .size = sizeof(select_values),
    .synopsis = "INPUT... --k A:B --out DIR [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "no input: name the files, one per class, or a folder of them",
    .required = "k out",
    .options = groups,
    .about =
        "Every k from A to B is judged by the log-likelihood of observations that were left out, "
        "scaled by those that were not. One path of splits and merges visits all k in each fold, so that the "
        "whole costs a few fits. Use time for series, with a gap as long as they remember; rows where the "
        "order of the rows means nothing; subject to ask whether the modules hold for people they were not "
        "learnt from (their G and v come from the first half of their rows).\n"
        "Where values are missing (--missing marginal) the likelihood is that of what was observed. With --flip auto "
        "the signs come from all rows: those of the lowest k first, then those of the k they lead to, until "
        "both stay.\n"
        "The differences between k are taken class by class and fold by fold, and the standard error is "
        "that of these differences. Below the curve are three models without modules on the same folds.\n"
        "Beside it is the log evidence of a fit to all rows at each k, in nats below the largest: a second "
        "criterion, which --by evidence lets decide. Where the two differ, a note says so.",
    .writes = "A model folder (see lacon help fit) for the chosen k, with DIR/selection.tsv (k, fold, loglik, "
              "evidence) and DIR/selection.json (k, by, rule, k_best, k_one_se, k_evidence, curve, null_models).",
    .examples = "lacon select subjects/ --k 2:20 --cv time:5,gap=5 --out model\n"
                "lacon select survey.csv --class country --k 2:10 --cv rows:10 --repeats 3 --out model",
};
