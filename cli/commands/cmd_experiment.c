/* SPDX-License-Identifier: BSD-3-Clause
 * lacon experiment: the paper's figures and table. Which there are, and the methods that compete, are
 * the library's tables (lacon/experiment.h). What is finished is kept in DIR.journal until DIR is
 * there, so that an interrupted run goes on where it was.
 */
#include "cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct experiment_values {
    int64_t reps, modules, train, test;
    uint64_t seed;
    const char *methods, *classes, *samples, *variables, *k;
    double noise, limit;
    int restart;
    cli_input input;
    cli_scaling scaling;
    cli_output output;
    cli_common common;
} experiment_values;

typedef struct experiment_job {
    cli_session session;
    const experiment_values *values;
    const lacon_experiment_row *experiment;
    cli_output output; /* with the experiment's name where there is none */
    lacon_folder *folder;
    lacon_data *data;
    char *journal;
} experiment_job;

static const char *experiment_name(int i) { return lacon_experiment_at(i)->name; }

static lacon_status read_range(experiment_job *job, lacon_experiment_options *options)
{
    const char *text = job->values->k;
    if (text && !cli_counts(text, &options->k_min, &options->k_max))
        return cli_fail(&job->session, LACON_E_ARGUMENT,
                        "--k '%s': a number of modules or a range is wanted, such as 2:10", text);
    return LACON_OK;
}

static lacon_status make_options(experiment_job *job, lacon_experiment_options *options)
{
    const experiment_values *values = job->values;
    lacon_experiment_options_init(options);
    options->reps = values->reps;
    options->seed = values->seed;
    options->methods = values->methods;
    options->classes = values->classes;
    options->samples = values->samples;
    options->variables = values->variables;
    options->modules = values->modules;
    options->noise = values->noise;
    options->limit_s = values->limit;
    options->train = values->train;
    options->test = values->test;
    options->scale = (lacon_scale)values->scaling.scale;
    options->restart = values->restart;
    options->data = job->data;
    options->journal = job->journal;
    return read_range(job, options);
}

/* The target is tried before the work begins and claimed after it: a process that is killed in the
 * hours between leaves its journal and nothing else. */
static lacon_status claim(experiment_job *job)
{
    CLI_TRY(cli_folder_begin(&job->session, &job->folder, &job->output));
    cli_folder_free(job->folder);
    job->folder = NULL;
    size_t length = strlen(job->output.out);
    while (length > 1 && job->output.out[length - 1] == '/') length--;
    const char *kept = job->values->common.checkpoint;
    job->journal = kept ? cli_format("%s/part-experiment", kept)
                        : cli_format("%.*s.journal", (int)length, job->output.out);
    if (kept && mkdir(kept, 0777) != 0 && errno != EEXIST)
        return cli_fail(&job->session, LACON_E_IO, "%s: cannot be made: %s", kept, strerror(errno));
    return LACON_OK;
}

static lacon_status read_data(experiment_job *job)
{
    const cli_call *call = job->session.call;
    if (!job->experiment->needs_data) return LACON_OK;
    return cli_read(&job->session, &job->data, call->operands + 1, call->n_operands - 1,
                    &job->values->input);
}

/* First the work, into the journal; then the results from there, into a folder that appears whole. */
static lacon_status work(experiment_job *job)
{
    lacon_ctx *ctx = job->session.ctx;
    const char *name = job->experiment->name;
    lacon_experiment_options options;
    CLI_TRY(cli_agree(&job->session, cli_rank() == 0 ? claim(job) : LACON_OK));
    CLI_TRY(read_data(job));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    CLI_TRY(make_options(job, &options));
    CLI_TRY(lacon_experiment_run(ctx, name, NULL, &options));
    options.restart = 0;
    CLI_TRY(cli_folder_begin(&job->session, &job->folder, &job->output));
    CLI_TRY(lacon_experiment_run(ctx, name, cli_rank() == 0 ? lacon_folder_path(job->folder) : NULL, &options));
    if (cli_rank() > 0) return LACON_OK;
    CLI_TRY(cli_folder_commit(&job->session, job->folder));
    unlink(job->journal);
    return lacon_ctx_checkpoint_remove(ctx);
}

/* The table of the experiment that is one, on standard output. */
static lacon_status show(experiment_job *job)
{
    if (!job->experiment->needs_data) return LACON_OK;
    char *path = cli_format("%s/%s-summary.tsv", job->output.out, job->experiment->name);
    FILE *table = fopen(path, "r");
    free(path);
    if (!table) return LACON_OK;
    char line[4096];
    while (fgets(line, sizeof line, table)) fputs(line, stdout);
    fclose(table);
    return LACON_OK;
}

static int finish(experiment_job *job, lacon_status status)
{
    if (cli_rank() > 0) return cli_report(&job->session, status);
    if (status >= 0) status = show(job);
    if (status >= 0) {
        cli_show_experiment(&job->session, job->output.out, job->experiment->name);
        cli_tell(&job->session, "%s: %s", job->experiment->name, job->output.out);
        return CLI_DONE;
    }
    if (status == LACON_E_CANCELLED && job->journal && access(job->journal, F_OK) == 0) {
        cli_say(job->session.call->command->name,
                "interrupted; what is finished is kept in %s, the same command goes on from there",
                job->journal);
        return CLI_INTERRUPTED;
    }
    return cli_report(&job->session, status);
}

static int check_call(const cli_call *call, const lacon_experiment_row *experiment)
{
    if (experiment->needs_data && call->n_operands < 2)
        return cli_usage(call->command, "'%s' needs INPUT: files or folders", experiment->name);
    if (!experiment->needs_data && call->n_operands > 1)
        return cli_usage(call->command, "'%s' simulates its data: '%s' is not read",
                         experiment->name, call->operands[1]);
    if (experiment->needs_data && !cli_given(call, "train") && !cli_given(call, "test"))
        return cli_usage(call->command, "'%s' needs --train or --test, a number of rows",
                         experiment->name);
    return CLI_DONE;
}

static int run(const cli_call *call, void *argument)
{
    experiment_job job = {.values = argument};
    job.experiment = lacon_experiment_find(call->operands[0]);
    if (!job.experiment)
        return cli_no_such(call->command, "experiment", call->operands[0], lacon_experiment_count(),
                           experiment_name);
    int code = check_call(call, job.experiment);
    if (code) return code;
    job.output = job.values->output;
    if (!job.output.out) job.output.out = job.experiment->name;
    code = cli_session_open(&job.session, call, &job.values->common);
    if (code) return code;
    cli_signals_begin();
    code = finish(&job, cli_agree(&job.session, work(&job)));
    cli_folder_free(job.folder);
    lacon_data_free(job.data);
    free(job.journal);
    cli_session_close(&job.session);
    return code;
}

#define V(field) offsetof(experiment_values, field)
static const cli_option rows[] = {
    {.name = "reps",
     .kind = CLI_INT,
     .offset = V(reps),
     .arg = "N",
     .range = "1..",
     .help = "repetitions; default 500, of runtime 10"},
    {.name = "seed",
     .kind = CLI_SEED,
     .offset = V(seed),
     .arg = "N",
     .def = "1",
     .help = "seed of the random numbers"},
    {.name = "methods",
     .kind = CLI_TEXT,
     .offset = V(methods),
     .arg = "A,B,...",
     .help = "only these methods, as the tables name them"},
    {.name = "restart",
     .kind = CLI_FLAG,
     .offset = V(restart),
     .help = "begin anew although an interrupted run could go on"},
    {0},
};
static const cli_option simulated[] = {
    {.name = "classes",
     .kind = CLI_TEXT,
     .offset = V(classes),
     .arg = "LIST",
     .help = "numbers of classes, one or two; default 1,10, of runtime 1"},
    {.name = "samples",
     .kind = CLI_TEXT,
     .offset = V(samples),
     .arg = "LIST",
     .help = "rows of each class; default 25,50,100,200,500,1000, of fig3 100,200,500,1000,2000, of "
             "runtime 500"},
    {.name = "variables",
     .kind = CLI_TEXT,
     .offset = V(variables),
     .arg = "LIST",
     .help = "numbers of variables; default 50, of runtime 50,100,200,500,1000"},
    {.name = "modules",
     .kind = CLI_INT,
     .offset = V(modules),
     .arg = "K",
     .range = "1..",
     .def = "5",
     .help = "modules of the truth, and what every method is asked for"},
    {.name = "noise",
     .kind = CLI_REAL,
     .offset = V(noise),
     .arg = "V",
     .range = ">0",
     .def = "1",
     .help = "variance of the noise"},
    {.name = "limit",
     .kind = CLI_REAL,
     .offset = V(limit),
     .arg = "SECONDS",
     .range = ">0",
     .def = "10",
     .help = "runtime: a method that takes longer has failed, and is not tried on more variables"},
    {0},
};
static const cli_option given[] = {
    {.name = "train",
     .kind = CLI_INT,
     .offset = V(train),
     .arg = "N",
     .range = "1..",
     .help = "the first N rows of every class; default: all but those of --test"},
    {.name = "test",
     .kind = CLI_INT,
     .offset = V(test),
     .arg = "N",
     .range = "1..",
     .help = "the last N rows of every class; default: all but those of --train"},
    {.name = "k",
     .letter = 'k',
     .kind = CLI_TEXT,
     .offset = V(k),
     .arg = "A:B",
     .def = "2:10",
     .help = "numbers of modules to choose from, for each method by the likelihood of the last fifth "
             "of the training rows"},
    {0},
};

static const cli_group groups[] = {
    {"Experiment", rows, 0},
    {"Simulated data (fig2, fig3, runtime, ari)", simulated, 0},
    {"Given data (table1)", given, 0},
    {"Given data (table1)", cli_input_rows, V(input)},
    {"Given data (table1)", cli_missing_rows, V(input)},
    {"Given data (table1)", cli_scale_rows, V(scaling)},
    {"Output", cli_output_rows, V(output)},
    {"Run", cli_long_rows, V(common)},
    {0},
};

const cli_command cli_cmd_experiment = {
    .name = "experiment",
    .group = "Judge",
    .line = "the paper's figures and table: every method, repeated",
    .run = run,
    .spread = true,
    .size = sizeof(experiment_values),
    .synopsis = "NAME [INPUT...] [--reps N] [--out DIR] [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "an operand is needed: NAME (fig2, fig3, runtime, ari or table1)",
    .options = groups,
    .about =
        "fig2: errors of W and G and the negative log-likelihood of unseen rows against the number "
        "of rows, one class and ten. fig3: data whose modules drive each other; errors of W and of the "
        "effects B and the correlation with the true causal order, likewise. ari: the adjusted Rand "
        "index of the modules, of Gaussian and of directed data. "
        "runtime: processor time to estimate W against the number of variables; one method at a "
        "time, on one thread. table1: log-likelihood of the last rows of given files when the first "
        "rows were fitted, for every method; the number of modules is chosen within the training "
        "rows. Rows with missing values are left out (--missing drop), or methods that need complete rows "
        "fail (--missing marginal).\n"
        "Repetitions run in parallel, each method on one thread; the tables are the same bytes for "
        "any --threads. What is finished is kept in DIR.journal, or in the folder of --checkpoint: a run that was "
        "interrupted, or "
        "killed, goes on from there when the same command is given again. A method that fails is a "
        "row with outcome 'failed' and the reason; one that has not converged keeps its values and "
        "is counted.",
    .writes = "DIR/NAME.tsv (a row per cell, method, repetition and measure), DIR/NAME-summary.tsv "
              "(count, failures, mean, standard deviation, 95 % interval, median), DIR/NAME.svg and "
              "DIR/NAME.png. DIR is NAME unless --out says otherwise.",
    .word_count = lacon_experiment_count,
    .word = experiment_name,
    .examples = "lacon experiment fig2 --reps 20 --out fig2\n"
                "lacon experiment fig3 --samples 500,1000 --methods lacon,kmeans,fofc\n"
                "lacon experiment runtime\n"
                "lacon experiment table1 subjects/ --train 240 --test 56 --out table1",
};
