/* SPDX-License-Identifier: BSD-3-Clause
 * lacon causal: which module drives which, class by class, and how sure that is.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct causal_values {
    int observed, no_correction, common_order, no_prune, method, effects, contrast, deflation;
    int64_t boot, block, max_iter;
    double level, tol;
    uint64_t seed;
    const char *prior, *lags;
    cli_intake intake;
    cli_output output;
    cli_common common;
} causal_values;

typedef struct causal_job {
    cli_job base;
    int64_t lags;
    const causal_values *values;
    lacon_model *modules, *model; /* as given; of the classes here */
    lacon_prior *prior;
    lacon_causal *result;
} causal_job;

/* Modules are 1..k, observed variables have their names. */
static lacon_status read_prior(causal_job *job)
{
    int64_t k = job->modules ? lacon_model_modules(job->modules) : lacon_data_variables(job->base.data);
    char **names = cli_alloc((size_t)k, sizeof *names);
    for (int64_t j = 0; j < k; j++)
        names[j] = job->modules ? cli_format("%lld", (long long)j + 1)
                                : cli_copy(lacon_data_name(job->base.data, j));
    lacon_status status = lacon_prior_read(job->base.session.ctx, &job->prior, job->values->prior, k,
                                           (const char *const *)names);
    for (int64_t j = 0; j < k; j++) free(names[j]);
    free(names);
    return status;
}

static lacon_status ask_lags(causal_job *job)
{
    const char *text = job->values->lags;
    const bool choose = strcmp(text, "auto") == 0, digits = *text && strspn(text, "0123456789") == strlen(text);
    job->lags = choose ? LACON_LAGS_AUTO : digits ? strtol(text, NULL, 10) : -1;
    if (choose || (digits && job->lags <= 64)) return LACON_OK;
    return cli_fail(&job->base.session, LACON_E_ARGUMENT, "--lags '%s': a number from 0 to 64 is expected, or auto",
                    text);
}

static lacon_status prepare(void *at)
{
    causal_job *job = at;
    CLI_TRY(ask_lags(job));
    const cli_session *session = &job->base.session;
    const bool modules = !job->values->observed;
    cli_intake intake = job->values->intake;
    if (!modules && !cli_given(session->call, "scale"))
        intake.scaling.scale = LACON_SCALE_CENTER; /* effects in the units of the data */
    CLI_TRY(cli_job_folder(&job->base, &job->values->output, NULL));
    if (modules)
        CLI_TRY(lacon_model_load(session->ctx, &job->modules, session->call->operands[0]));
    CLI_TRY(cli_load(&job->base, modules, &intake, job->modules));
    return job->values->prior ? read_prior(job) : LACON_OK;
}

static lacon_status estimate(void *at)
{
    causal_job *job = at;
    const causal_values *values = job->values;
    lacon_causal_options options;
    lacon_ica_options ica;
    lacon_causal_options_init(&options);
    lacon_ica_options_init(&ica);
    options.method = (lacon_causal_method)values->method;
    options.noise_correction = !values->no_correction;
    options.effects = (lacon_effects)values->effects;
    options.common_order = values->common_order;
    options.prune = !values->no_prune;
    options.boot = values->boot;
    options.block = values->block;
    options.level = values->level;
    options.seed = ica.seed = values->seed;
    options.ica = &ica;
    ica.contrast = (lacon_contrast)values->contrast;
    ica.deflation = values->deflation;
    ica.tol = values->tol;
    ica.max_iter = values->max_iter;
    options.prior = job->prior;
    options.lags = job->lags;
    return lacon_causal_estimate(job->base.session.ctx, &job->result, job->modules, job->base.data, &options);
}

/* With modules the folder is a model folder as well: score takes it. */
static lacon_status save(void *at)
{
    causal_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    const char *dir = lacon_folder_path(job->base.folder);
    CLI_TRY(lacon_folder_subdir(ctx, job->base.folder, "causal"));
    for (int64_t c = 0; c < lacon_data_classes(job->base.data); c++) {
        char *path = cli_class_path(dir, "causal", job->base.data, c);
        lacon_status status = lacon_causal_write_arrows(ctx, job->result, c, path);
        free(path);
        CLI_TRY(status);
    }
    cli_testify(&job->base);
    if (job->modules) {
        CLI_TRY(lacon_model_transform(ctx, &job->model, job->modules, job->base.data));
        CLI_TRY(lacon_model_write(ctx, job->model, dir, &job->base.provenance));
    }
    CLI_TRY(lacon_causal_write(ctx, job->result, dir, &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
}

/* ---- words ---- */

static void tell_arrow(const causal_job *job, int64_t c, int64_t from, int64_t to)
{
    const lacon_causal *s = job->result;
    int64_t at = to * lacon_causal_modules(s) + from;
    int known = lacon_causal_identifiable(s, c, from, to);
    lacon_causal_trust t;
    lacon_causal_trust_get(s, c, &t);
    const char *a = lacon_causal_name(s, from), *b = lacon_causal_name(s, to);
    if (known == 0)
        cli_tell(&job->base.session, "    %s -- %s  not identifiable (%s first in %.0f %%)", a, b, a,
                 100 * t.precedence[at]);
    else if (known > 0)
        cli_tell(&job->base.session, "    %s -> %s  %.3g [%.3g, %.3g], in %.0f %%", a, b,
                 lacon_causal_B(s, c)[at], t.low[at], t.high[at], 100 * t.frequency[at]);
    else
        cli_tell(&job->base.session, "    %s -> %s  %.3g", a, b, lacon_causal_B(s, c)[at]);
}

/* Pairs that are joined in class c, and how many of them have a direction. */
static int64_t count_arrows(const lacon_causal *s, int64_t c, int64_t *sure)
{
    const int64_t k = lacon_causal_modules(s);
    int64_t arrows = 0;
    *sure = 0;
    for (int64_t i = 0; i < k * k; i++) {
        if (lacon_causal_B(s, c)[i] == 0) continue;
        arrows++;
        *sure += lacon_causal_identifiable(s, c, i % k, i / k) == 1;
    }
    return arrows;
}

static void tell_class(const causal_job *job, int64_t c)
{
    const lacon_causal *s = job->result;
    const int64_t k = lacon_causal_modules(s), *order = lacon_causal_order(s, c);
    const bool alone = lacon_causal_classes(s) == 1; /* of several only the directions that are told */
    int64_t sure, arrows = count_arrows(s, c, &sure);
    cli_tell(&job->base.session, "  %-12s %lld of %lld pairs joined%s", lacon_causal_label(s, c),
             (long long)arrows, (long long)(k * (k - 1) / 2),
             job->values->boot ? "" : ", untested");
    if (job->values->boot)
        cli_tell(&job->base.session, "  %-12s %lld of them with a direction", "", (long long)sure);
    enum { MOST = 30 }; /* more are for the table */
    for (int64_t a = 0; a < k && (alone ? arrows : sure) <= MOST; a++)
        for (int64_t b = a + 1; b < k; b++)
            if (lacon_causal_B(s, c)[order[b] * k + order[a]] != 0 &&
                (alone || !job->values->boot || lacon_causal_identifiable(s, c, order[a], order[b]) == 1))
                tell_arrow(job, c, order[a], order[b]);
}

/* The arrow that most classes tell; returns how many. */
static int64_t surest(const lacon_causal *s, int64_t *from, int64_t *to)
{
    const int64_t k = lacon_causal_modules(s);
    int64_t most = 0;
    for (int64_t i = 0; i < k * k; i++) {
        int64_t told = 0;
        for (int64_t c = 0; c < lacon_causal_classes(s); c++)
            told += lacon_causal_B(s, c)[i] != 0 && lacon_causal_identifiable(s, c, i % k, i / k) == 1;
        if (told <= most) continue;
        most = told;
        *from = i % k;
        *to = i / k;
    }
    return most;
}

/* All classes in two lines. */
static void tell_all(const causal_job *job)
{
    const lacon_causal *s = job->result;
    const int64_t N = lacon_causal_classes(s), k = lacon_causal_modules(s);
    int64_t arrows = 0, sure = 0, from = 0, to = 0;
    for (int64_t c = 0; c < N; c++) {
        int64_t own;
        arrows += count_arrows(s, c, &own);
        sure += own;
    }
    cli_tell(&job->base.session, "  joined       %.1f of %lld pairs in a class, %lld in all",
             (double)arrows / (double)N, (long long)(k * (k - 1) / 2), (long long)arrows);
    if (!job->values->boot) cli_tell(&job->base.session, "  directions   not tested (--boot 0)");
    else if (sure == 0) cli_tell(&job->base.session, "  directions   none can be told");
    else {
        const int64_t most = surest(s, &from, &to);
        cli_tell(&job->base.session,
                 "  directions   %lld of %lld told (%.1f %%), most often %s -> %s, in %lld of %lld classes",
                 (long long)sure, (long long)arrows, 100 * (double)sure / (double)arrows, lacon_causal_name(s, from),
                 lacon_causal_name(s, to), (long long)most, (long long)N);
    }
}

static void summarize(const void *at)
{
    const causal_job *job = at;
    enum { MOST = 5 };
    int64_t classes = lacon_causal_classes(job->result), k = lacon_causal_modules(job->result);
    cli_tell(&job->base.session, "%lld %s, %lld %s", (long long)classes,
             classes == 1 ? "class" : "classes", (long long)k,
             job->values->observed ? "variables" : "modules");
    if (job->lags != 0)
        cli_tell(&job->base.session, "  lags         %lld%s", (long long)lacon_causal_lags(job->result),
                 job->lags != LACON_LAGS_AUTO              ? ""
                 : lacon_causal_lags(job->result) == 0     ? ": earlier rows explain nothing"
                                                           : ", by the Bayesian information criterion");
    if (classes > 1) tell_all(job);
    cli_show_causal(&job->base.session, job->result);
    for (int64_t c = 0; c < classes && c < MOST; c++) tell_class(job, c);
    if (classes > MOST)
        cli_tell(&job->base.session, "  and %lld more classes", (long long)(classes - MOST));
    cli_tell(&job->base.session, "  results      %s", job->values->output.out);
}

static int run(const cli_call *call, void *argument)
{
    causal_job job = {.values = argument};
    if (!job.values->observed && call->n_operands < 2)
        return cli_usage(call->command, "two operands are needed: MODEL (a model folder) and INPUT "
                                        "(files or folders); or --observed INPUT");
    static const cli_steps steps = {prepare, estimate, save, summarize};
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_causal_free(job.result);
    lacon_prior_free(job.prior);
    lacon_model_free(job.model);
    lacon_model_free(job.modules);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(causal_values, field)
static const cli_option rows[] = {
    {.name = "observed",
     .kind = CLI_FLAG,
     .offset = V(observed),
     .help = "no MODEL: every variable is a module of its own, without noise"},
    {.name = "method",
     .kind = CLI_CHOICE,
     .offset = V(method),
     .range = "likelihood|direct|ica",
     .def = "likelihood",
     .help =
         "how the order is found; likelihood: noise is taken into account; direct: DirectLiNGAM; "
         "ica: ICA-LiNGAM"},
    {.name = "effects",
     .kind = CLI_CHOICE,
     .offset = V(effects),
     .range = "auto|expected|likeliest",
     .def = "auto",
     .help = "while the order is not sure; expected: over all orders by their likelihood, the least "
             "squared error in the units of the modules (to nine of them); likeliest: in the "
             "likeliest order, as if it were known; auto: expected, with --observed likeliest"},
    {.name = "no-noise-correction",
     .kind = CLI_FLAG,
     .offset = V(no_correction),
     .help = "take W'x for the latent variables, as other programs do"},
    {.name = "common-order",
     .kind = CLI_FLAG,
     .offset = V(common_order),
     .help = "one order for all classes, from the evidence of all"},
    {.name = "prior",
     .kind = CLI_FILE,
     .offset = V(prior),
     .arg = "TABLE",
     .help =
         "what is known: columns from, to, rule (required, forbidden, before), or module, tier"},
    {.name = "lags",
     .kind = CLI_TEXT,
     .offset = V(lags),
     .arg = "L|auto",
     .def = "0",
     .help = "rows that follow each other: what the L rows before explain is taken off first, and their effects are "
             "written too (VAR-LiNGAM); auto: up to 8, by the Bayesian information criterion"},
    {.name = "no-prune",
     .kind = CLI_FLAG,
     .offset = V(no_prune),
     .help = "keep all arrows of the order, however small"},
    {.name = "seed",
     .kind = CLI_SEED,
     .offset = V(seed),
     .arg = "S",
     .def = "1",
     .help = "of the bootstrap and of FastICA"},
    {0},
};
static const cli_option trust_rows[] = {
    {.name = "boot",
     .kind = CLI_INT,
     .offset = V(boot),
     .arg = "R",
     .range = "0..1000000",
     .def = "100",
     .help = "bootstrap samples; 0: none, directions stay untested"},
    {.name = "block",
     .kind = CLI_INT,
     .offset = V(block),
     .arg = "N",
     .range = "0..1000000000",
     .def = "0",
     .help =
         "rows drawn together, for series; 0: as long as the autocorrelation asks, 1: single rows"},
    {.name = "level",
     .kind = CLI_REAL,
     .offset = V(level),
     .arg = "L",
     .range = "0.000001..0.999999",
     .def = "0.05",
     .help =
         "intervals hold 1 - L; a direction is identifiable when it is the same in 1 - L/2 of the "
         "samples"},
    {0},
};
static const cli_option ica_rows[] = {
    {.name = "contrast",
     .kind = CLI_CHOICE,
     .offset = V(contrast),
     .range = "logcosh|exp|kurtosis",
     .def = "logcosh",
     .help = "what FastICA makes extreme"},
    {.name = "deflation",
     .kind = CLI_FLAG,
     .offset = V(deflation),
     .help = "components one after the other in place of all together"},
    {.name = "tol",
     .kind = CLI_REAL,
     .offset = V(tol),
     .arg = "T",
     .range = ">0",
     .def = "1e-4",
     .help = "directions that turn by less have settled, 1 - |cos|"},
    {.name = "max-iter",
     .kind = CLI_INT,
     .offset = V(max_iter),
     .arg = "N",
     .range = "1..1000000",
     .def = "1000",
     .help = "iterations of FastICA"},
    {0},
};

static const cli_group groups[] = {
    {"Method", rows, 0},
    {"Trust", trust_rows, 0},
    {"FastICA, for --method ica", ica_rows, 0},
    CLI_INTAKE_AS_GROUPS(causal_values, intake),
    {"Output", cli_output_rows, V(output)},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_causal = {
    .name = "causal",
    .group = "Estimate",
    .line = "directed connectivity: which module drives which, and how sure that is",
    .run = run,
    .size = sizeof(causal_values),
    .synopsis = "MODEL INPUT... --out DIR [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "two operands are needed: MODEL (a model folder) and INPUT (files or folders); or "
               "--observed INPUT",
    .required = "out",
    .options = groups,
    .about =
        "Estimates for every class z = B z + e between the modules z of MODEL: disturbances e "
        "independent and not Gaussian, no loops, nothing unseen that drives two modules. Where one "
        "of these fails an arrow means little; the output says what can be tested: whether "
        "disturbances may be Gaussian, whether they are independent, how often an arrow and an "
        "order came back when rows were drawn anew.\n"
        "Effects come from the latent covariance, so that the noise of the variables does not pull "
        "them towards zero. A pair whose direction the data cannot tell is called not "
        "identifiable.\n"
        "Where rows follow each other in time use --lags auto: else effects that take a row or more look like "
        "instantaneous ones.\n"
        "With --observed rows are centred only (--scale changes that) and every column is a "
        "module.",
    .writes =
        "DIR/causal/CLASS.tsv: from, to, weight, frequency (share of bootstrap samples with the "
        "arrow), identifiable (yes, no, untested), low and high (interval), order (share with from "
        "before to), total (effect along all paths). DIR/causal.npz: B (N x k x k, B[to,from]), "
        "order (N x k, first cause first) and the same numbers for all pairs. DIR/causal.json, "
        "DIR/disturbances.tsv (variance, skewness, kurtosis, p_gaussian of every module). With "
        "MODEL also the files of a model folder. With --lags DIR/lagged.tsv (class, lag, from, to, weight, low, high) "
        "and lagged (N x L x k x k) in causal.npz.",
    .examples = "lacon causal model subjects/ --out directed\n"
                "lacon causal --observed table.csv --method direct --out lingam\n"
                "lacon causal model subjects/ --lags auto --out directed\n"
                "lacon causal model subjects/ --common-order --boot 1000 --out directed",
};
