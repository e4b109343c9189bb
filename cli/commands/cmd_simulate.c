/* SPDX-License-Identifier: BSD-3-Clause
 * lacon simulate: data from the generators of the paper (section 6.2; 6.3 with --causal), with the truth
 * beside them as a model folder that `fit --init` and `score` take.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct simulate_values {
    int64_t classes, samples, variables, modules, test, noise_variables;
    double noise;
    uint64_t seed;
    int causal;
    cli_output output;
    cli_common common;
} simulate_values;

/* Unseen rows come from a seed of their own ("test" in its upper half), so that they do not depend
 * on
 * --samples. */
static const uint64_t test_seed = UINT64_C(0x7465737400000000);

static char **make_labels(int64_t classes)
{
    char **labels = cli_alloc((size_t)classes, sizeof *labels);
    int width = snprintf(NULL, 0, "%lld", (long long)classes); /* files sort as they are numbered */
    if (width < 3) width = 3;
    for (int64_t c = 0; c < classes; c++)
        labels[c] = cli_format("class-%0*lld", width, (long long)c + 1);
    return labels;
}

static void free_labels(char **labels, int64_t classes)
{
    for (int64_t c = 0; c < classes; c++) free(labels[c]);
    free(labels);
}

/* The random model of p variables, with m more whose rows of W are zero, under our labels. */
static lacon_status extend(lacon_ctx *ctx, lacon_model **out, const lacon_model *core, int64_t m,
                           const char *const *labels)
{
    int64_t p = lacon_model_variables(core), k = lacon_model_modules(core);
    int64_t classes = lacon_model_classes(core);
    size_t kk = (size_t)(k * k);
    double *W = cli_alloc((size_t)((p + m) * k), sizeof *W); /* (p + m) × k */
    double *G = cli_alloc((size_t)classes * kk, sizeof *G);  /* N × k × k */
    double *v = cli_alloc((size_t)classes, sizeof *v);
    memcpy(W, lacon_model_W(core), (size_t)(p * k) * sizeof *W);
    for (int64_t c = 0; c < classes; c++) {
        memcpy(G + (size_t)c * kk, lacon_model_G(core, c), kk * sizeof *G);
        v[c] = lacon_model_v(core, c);
    }
    lacon_status status = lacon_model_new(ctx, out, p + m, k, classes, W, G, v, NULL, NULL, labels, NULL);
    free(W);
    free(G);
    free(v);
    return status;
}

/* What the rows are drawn from. */
typedef struct simulate_truth {
    lacon_model *model;
    lacon_causal *causal; /* --causal, else NULL */
} simulate_truth;

/* The same structure under our labels. */
static lacon_status relabel(lacon_ctx *ctx, lacon_causal **out, const lacon_causal *core,
                            const char *const *labels)
{
    return lacon_causal_new(ctx, out, lacon_causal_modules(core), lacon_causal_classes(core),
                            lacon_causal_B(core, 0), lacon_causal_order(core, 0), NULL, labels);
}

static lacon_status make_truth(const cli_session *session, simulate_truth *out,
                               const simulate_values *values, const char *const *labels)
{
    lacon_ctx *ctx = session->ctx;
    lacon_model *core = NULL;
    lacon_causal *structure = NULL;
    lacon_status status =
        values->causal
            ? lacon_causal_random(ctx, &structure, &core, values->variables, values->modules,
                                  values->classes, values->noise, values->seed)
            : lacon_model_random(ctx, &core, values->variables, values->modules, values->classes,
                                 values->noise, values->seed);
    if (status >= 0)
        status = extend(ctx, &out->model, core, values->noise_variables, labels);
    if (status >= 0 && structure) status = relabel(ctx, &out->causal, structure, labels);
    lacon_causal_free(structure);
    lacon_model_free(core);
    return status;
}

/* n rows of class c as DIR/LABEL.csv; x holds them. */
static lacon_status write_class(lacon_ctx *ctx, const simulate_truth *truth, int64_t c, int64_t n,
                                uint64_t seed, double *x, const char *dir)
{
    int64_t p = lacon_model_variables(truth->model);
    const char *label = lacon_model_label(truth->model, c);
    lacon_data *data = NULL;
    if (truth->causal)
        CLI_TRY(lacon_causal_simulate(ctx, truth->causal, truth->model, c, n, seed, x, p));
    else
        CLI_TRY(lacon_model_simulate(ctx, truth->model, c, n, seed, x, p));
    lacon_status status = lacon_data_new(ctx, &data, p);
    if (status >= 0) status = lacon_data_add_view(ctx, data, label, n, x, p);
    char *path = cli_format("%s/%s.csv", dir, label);
    if (status >= 0) status = lacon_data_write_csv(ctx, data, 0, path);
    free(path);
    lacon_data_free(data);
    return status;
}

static lacon_status write_classes(const cli_session *session, const simulate_truth *truth, int64_t n,
                                  uint64_t seed, const char *dir)
{
    int64_t classes = lacon_model_classes(truth->model);
    double *x = cli_alloc((size_t)(n * lacon_model_variables(truth->model)), sizeof *x); /* n × p */
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < classes && status >= 0; c++) {
        lacon_progress where = {"simulate", c, classes, NAN, NAN};
        cli_progress_show(NULL, &where);
        status = cli_interrupted() ? LACON_E_CANCELLED
                                   : write_class(session->ctx, truth, c, n, seed, x, dir);
    }
    free(x);
    return status;
}

static lacon_status write_truth(const cli_session *session, const simulate_truth *truth,
                                const char *dir)
{
    lacon_provenance provenance;
    lacon_provenance_init(&provenance);
    provenance.command = session->call->line;
    char *path = cli_format("%s/truth", dir);
    lacon_status status = lacon_model_write(session->ctx, truth->model, path, &provenance);
    if (status >= 0 && truth->causal)
        status = lacon_causal_write(session->ctx, truth->causal, path, &provenance);
    free(path);
    return status;
}

static lacon_status write_all(cli_session *session, const simulate_truth *truth,
                              const simulate_values *values)
{
    lacon_folder *folder = NULL;
    CLI_TRY(cli_folder_begin(session, &folder, &values->output));
    const char *dir = lacon_folder_path(folder);
    lacon_status status = lacon_folder_subdir(session->ctx, folder, "truth");
    if (status >= 0) status = write_truth(session, truth, dir);
    if (status >= 0) status = write_classes(session, truth, values->samples, values->seed, dir);
    if (status >= 0 && values->test) status = lacon_folder_subdir(session->ctx, folder, "test");
    if (status >= 0 && values->test) {
        char *path = cli_format("%s/test", dir);
        status = write_classes(session, truth, values->test, values->seed ^ test_seed, path);
        free(path);
    }
    if (status >= 0) status = cli_folder_commit(session, folder);
    cli_folder_free(folder);
    return status;
}

static int run(const cli_call *call, void *argument)
{
    const simulate_values *values = argument;
    if (values->modules > values->variables)
        return cli_usage(call->command, "--modules %lld is more than the %lld of --variables",
                         (long long)values->modules, (long long)values->variables);
    cli_session session;
    int code = cli_session_open(&session, call, &values->common);
    if (code) return code;
    cli_signals_begin();
    char **labels = make_labels(values->classes);
    simulate_truth truth = {0};
    lacon_status status = make_truth(&session, &truth, values, (const char *const *)labels);
    if (status >= 0) status = write_all(&session, &truth, values);
    code = cli_report(&session, status);
    if (status >= 0)
        cli_tell(&session, "%lld %s of %lld rows, %lld variables, truth beside them: %s",
                 (long long)values->classes, values->classes == 1 ? "class" : "classes",
                 (long long)values->samples,
                 (long long)values->variables + values->noise_variables, values->output.out);
    free_labels(labels, values->classes);
    lacon_model_free(truth.model);
    lacon_causal_free(truth.causal);
    cli_session_close(&session);
    return code;
}

#define V(field) offsetof(simulate_values, field)
static const cli_option rows[] = {
    {.name = "classes",
     .kind = CLI_INT,
     .offset = V(classes),
     .arg = "N",
     .range = "1..1000000",
     .help = "number of classes"},
    {.name = "samples",
     .kind = CLI_INT,
     .offset = V(samples),
     .arg = "N",
     .range = "2..1000000000",
     .help = "rows of each class"},
    {.name = "variables",
     .kind = CLI_INT,
     .offset = V(variables),
     .arg = "P",
     .range = "1..10000000",
     .help = "number of variables that belong to a module"},
    {.name = "modules",
     .kind = CLI_INT,
     .offset = V(modules),
     .arg = "K",
     .range = "1..100000",
     .help = "number of modules"},
    {.name = "noise",
     .kind = CLI_REAL,
     .offset = V(noise),
     .arg = "V",
     .range = ">0",
     .def = "1",
     .help = "variance v of the noise"},
    {.name = "noise-variables",
     .kind = CLI_INT,
     .offset = V(noise_variables),
     .arg = "M",
     .range = "0..10000000",
     .def = "0",
     .help = "variables of pure noise, added after the others; in the truth they are unassigned"},
    {.name = "test",
     .kind = CLI_INT,
     .offset = V(test),
     .arg = "N",
     .range = "2..1000000000",
     .help = "this many unseen rows of each class too, in DIR/test"},
    {.name = "seed",
     .kind = CLI_SEED,
     .offset = V(seed),
     .arg = "S",
     .def = "1",
     .help = "the same seed gives the same numbers"},
    {.name = "causal",
     .kind = CLI_FLAG,
     .offset = V(causal),
     .help = "latent variables that drive each other: logistic disturbances, a random order in every "
             "class, effects of 0.3 to 1 in size between all modules"},
    {0},
};

static const cli_group groups[] = {
    {"Data", rows, 0},
    {"Output", cli_output_rows, V(output)},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_simulate = {
    .name = "simulate",
    .group = "Data",
    .line = "data with known truth, from the generator of the paper",
    .run = run,
    .size = sizeof(simulate_values),
    .synopsis = "--classes N --samples N --variables P --modules K --out DIR [OPTION]...",
    .required = "classes samples variables modules out",
    .options = groups,
    .about = "Draws a model (W uniform, the largest entry of each row kept, columns of length one; "
             "G = L L' with L lower triangular, standard normal) and rows of every class from "
             "it. With --causal z = B z + e in place of G: see --causal.\n"
             "Row r of class c depends on the seed, c and r alone.",
    .writes = "DIR/class-001.csv and so on, DIR/truth (a model folder, for fit --init and score; with "
              "--causal also causal.npz and causal.json), DIR/test/class-001.csv and so on with "
              "--test.",
    .examples =
        "lacon simulate --classes 10 --samples 100 --variables 50 --modules 5 --noise 1 --seed 1 "
        "--out sim\n"
        "lacon simulate --classes 2 --samples 500 --variables 40 --modules 4 --test 200 --out "
        "sim",
};
