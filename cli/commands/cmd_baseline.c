/* SPDX-License-Identifier: BSD-3-Clause
 * lacon baseline: other people's methods on the same files. Which there are is the library's table
 * (lacon/baseline.h); methods with modules write a model folder, the others covariance.npz.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct baseline_values {
    int64_t k, starts, folds, max_iter;
    double penalty, tol, alpha;
    uint64_t seed;
    int linkage, mode, test, variant;
    bool pooled;
    cli_intake intake;
    cli_output output;
    cli_common common;
} baseline_values;

typedef struct baseline_job {
    cli_job base;
    const baseline_values *values;
    const lacon_baseline_row *method;
    lacon_model *model;
    lacon_covariance *covariance;
} baseline_job;

static const char *method_name(int i) { return lacon_baseline_at(i)->name; }

static lacon_status prepare(void *at)
{
    baseline_job *job = at;
    if (cli_flip_auto(&job->values->intake))
        return cli_fail(&job->base.session, LACON_E_ARGUMENT,
                        "no method but lacon's finds signs: fit with --flip auto, then give this command "
                        "--flip MODEL/modules.tsv");
    if (job->values->intake.flip && job->method->kind != LACON_BASELINE_MODULES)
        return cli_fail(&job->base.session, LACON_E_ARGUMENT,
                        "'%s' has no modules for a variable to run against: leave --flip out",
                        job->method->name);
    CLI_TRY(cli_job_folder(&job->base, &job->values->output, NULL));
    return cli_load(&job->base, 1, &job->values->intake, NULL);
}

static lacon_status estimate(void *at)
{
    baseline_job *job = at;
    const baseline_values *values = job->values;
    lacon_baseline_options options;
    lacon_baseline_options_init(&options);
    options.k = values->k;
    options.linkage = (lacon_linkage)values->linkage;
    options.nnpca = (lacon_nnpca)values->mode;
    options.starts = values->starts;
    options.folds = values->folds;
    options.penalty = values->penalty;
    options.tol = values->tol;
    options.max_iter = values->max_iter;
    options.seed = values->seed;
    options.test = (lacon_tetrad_test)values->test;
    options.variant = (lacon_fofc_variant)values->variant;
    options.alpha = values->alpha;
    options.pooled = values->pooled;
    lacon_ctx *ctx = job->base.session.ctx;
    const char *name = job->method->name;
    return job->method->kind == LACON_BASELINE_MODULES
               ? lacon_baseline_modules(ctx, &job->model, name, job->base.data, &options)
               : lacon_baseline_covariance(ctx, &job->covariance, name, job->base.data, &options);
}

static lacon_status save(void *at)
{
    baseline_job *job = at;
    lacon_ctx *ctx = job->base.session.ctx;
    const char *dir = lacon_folder_path(job->base.folder);
    cli_testify(&job->base);
    if (job->model) CLI_TRY(lacon_model_write(ctx, job->model, dir, &job->base.provenance));
    if (job->covariance)
        CLI_TRY(lacon_covariance_write(ctx, job->covariance, dir, &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
}

static void summarize(const void *at)
{
    const baseline_job *job = at;
    const cli_session *session = &job->base.session;
    long long classes = (long long)lacon_data_classes(job->base.data);
    const char *word = classes == 1 ? "class" : "classes", *name = job->method->name;
    if (job->model)
        cli_tell(session, "%s: %lld %s, %lld modules of %lld variables: %s", name, classes, word,
                 (long long)lacon_model_modules(job->model),
                 (long long)lacon_model_variables(job->model), job->values->output.out);
    else
        cli_tell(session, "%s: %lld %s, covariance of %lld variables: %s", name, classes, word,
                 (long long)lacon_data_variables(job->base.data), job->values->output.out);
}

static int run(const cli_call *call, void *argument)
{
    static const cli_steps steps = {prepare, estimate, save, summarize};
    baseline_job job = {.values = argument};
    job.method = lacon_baseline_find(call->operands[0]);
    if (!job.method)
        return cli_no_such(call->command, "method", call->operands[0], lacon_baseline_count(), method_name);
    if (job.method->needs_k && !cli_given(call, "k"))
        return cli_usage(call->command, "'%s' needs --k, the number of %s", job.method->name,
                         job.method->kind == LACON_BASELINE_MODULES ? "modules" : "factors");
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_covariance_free(job.covariance);
    lacon_model_free(job.model);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(baseline_values, field)
static const cli_option rows[] = {
    {.name = "k",
     .letter = 'k',
     .kind = CLI_INT,
     .offset = V(k),
     .arg = "K",
     .range = "1..",
     .help = "number of modules (kmeans, hclust, fa, nnpca) or of factors (factor-analysis, ppca); fofc "
             "finds it, and keeps the K largest where K is given"},
    {.name = "pooled",
     .kind = CLI_FLAG,
     .offset = V(pooled),
     .help = "covariance methods: one covariance of the rows of all classes together, each class scaled on "
             "its own, for every class; not ledoit-wolf, and glasso only with --penalty"},
    {.name = "linkage",
     .kind = CLI_CHOICE,
     .offset = V(linkage),
     .range = "ward|average",
     .def = "ward",
     .help = "hclust: which clusters are near"},
    {.name = "mode",
     .kind = CLI_CHOICE,
     .offset = V(mode),
     .range = "sequential|cumulative",
     .def = "sequential",
     .help = "nnpca: one component after the other, or all together with a price on overlaps"},
    {.name = "starts",
     .kind = CLI_INT,
     .offset = V(starts),
     .arg = "N",
     .range = "1..",
     .def = "10",
     .help = "kmeans, nnpca: the best of so many random starts"},
    {.name = "penalty",
     .kind = CLI_REAL,
     .offset = V(penalty),
     .arg = "X",
     .range = "0..",
     .def = "0",
     .help = "glasso: penalty of the off-diagonal entries; 0 chooses by cross-validation. nnpca, "
             "cumulative: price of overlaps, in variances; 0 is 1"},
    {.name = "folds",
     .kind = CLI_INT,
     .offset = V(folds),
     .arg = "N",
     .range = "2..",
     .def = "5",
     .help = "glasso: blocks of rows left out in turn to choose the penalty"},
    {.name = "variant",
     .kind = CLI_CHOICE,
     .offset = V(variant),
     .range = "gap|sag",
     .def = "gap",
     .help = "fofc: grow every pure triple and pick the largest clusters, or seed and grow one "
             "cluster after the other"},
    {.name = "test",
     .kind = CLI_CHOICE,
     .offset = V(test),
     .range = "wishart|bollen-ting",
     .def = "wishart",
     .help = "fofc: test of a tetrad, for normal variables or for any distribution (slower)"},
    {.name = "alpha",
     .kind = CLI_REAL,
     .offset = V(alpha),
     .arg = "X",
     .range = "0..1",
     .def = "0.001",
     .help = "fofc: level of a test; the smaller, the more counts as pure"},
    {.name = "tol",
     .kind = CLI_REAL,
     .offset = V(tol),
     .arg = "X",
     .range = "0..1",
     .def = "0",
     .help = "fa, factor-analysis, nnpca, glasso, fofc's loadings: when to stop; 0 chooses"},
    {.name = "max-iter",
     .kind = CLI_INT,
     .offset = V(max_iter),
     .arg = "N",
     .range = "1..",
     .def = "2000",
     .help = "fa, factor-analysis, nnpca, glasso, fofc's loadings: iterations"},
    {.name = "seed",
     .kind = CLI_SEED,
     .offset = V(seed),
     .arg = "N",
     .def = "1",
     .help = "seed of the random numbers"},
    {0},
};

static const cli_group groups[] = {
    {"Method", rows, 0},
    CLI_INPUT_GROUPS(baseline_values, intake),
    {"Output", cli_output_rows, V(output)},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_baseline = {
    .name = "baseline",
    .group = "Judge",
    .line = "other methods on the same data, for comparison",
    .run = run,
    .size = sizeof(baseline_values),
    .synopsis = "METHOD INPUT... [--k K] --out DIR [OPTION]...",
    .min_operands = 2,
    .max_operands = -1,
    .missing = "two operands are needed: METHOD (sample, diagonal, ledoit-wolf, glasso, "
               "factor-analysis, ppca, kmeans, hclust, fa, nnpca or fofc) and INPUT (files or folders)",
    .required = "out",
    .options = groups,
    .about =
        "Modules from the rows of all classes together, each class scaled on its own: kmeans "
        "(k-means of the variables), hclust (Ward or average linkage), fa (factor analysis by "
        "maximum likelihood with varimax), nnpca (non-negative principal components one after "
        "the other, or all together), fofc (FindOneFactorClusters: clusters with one common cause "
        "by vanishing tetrads; it finds how many there are, and variables in none are unassigned). The loadings "
        "are reduced to one entry per variable, the largest in absolute value (for clusters the "
        "first principal component of each, for fofc's the one factor), then every class gets its G "
        "and v as in lacon transform, so that evaluate and score work. The likelihood that evaluate then "
        "gives is that of lacon's model on the method's partition, refitted, not the method's own.\n"
        "One covariance per class, whose likelihood is the method's own: sample, diagonal, ledoit-wolf, "
        "glasso (graphical lasso, its penalty by the likelihood of blocks of consecutive rows left out), "
        "factor-analysis (LL' + psi by maximum likelihood; a rotation would not change it), ppca "
        "(probabilistic principal components: one noise for all variables). With --pooled one for all "
        "classes.",
    .writes = "Module methods: a model folder (see lacon help fit). Covariance methods: "
              "DIR/covariance.npz (covariance, mean, scale, parameter, n, variables, classes) and "
              "DIR/covariance.json; lacon evaluate takes that folder too.",
    .word_count = lacon_baseline_count,
    .word = method_name,
    .examples = "lacon baseline ledoit-wolf subjects/ --out lw\n"
                "lacon baseline hclust subjects/ --k 5 --linkage average --out clusters\n"
                "lacon baseline fofc subjects/ --variant sag --out pure\n"
                "lacon baseline glasso subjects/ --out sparse\n"
                "lacon baseline factor-analysis subjects/ --k 10 --pooled --out factors",
};
