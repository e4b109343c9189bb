/* SPDX-License-Identifier: BSD-3-Clause
 * lacon evaluate: log-likelihood of unseen rows of the model's own classes, scaled by the means and
 * scales of the rows the model was estimated from.
 */
#include "cmd.h"
#include "jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct evaluate_values {
    cli_input input;
    cli_cleaning cleaning;
    int json, pooled;
    cli_common common;
} evaluate_values;

/* What the rows are judged by: covariances where the folder has them, else the model. */
typedef struct judge {
    lacon_model *model;
    lacon_covariance *covariance;
} judge;

static lacon_status load(cli_session *session, judge *by, const char *dir)
{
    char *path = cli_format("%s/covariance.npz", dir);
    bool dense = access(path, F_OK) == 0;
    free(path);
    return dense ? lacon_covariance_load(session->ctx, &by->covariance, dir)
                 : lacon_model_load(session->ctx, &by->model, dir);
}

/* map[c]: class of the model that class c of the data is. */
static lacon_status match_classes(cli_session *session, int64_t *map, const judge *by,
                                  const lacon_data *data)
{
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        const char *label = lacon_data_label(data, c);
        map[c] = by->model ? lacon_model_find_class(by->model, label)
                           : lacon_covariance_find_class(by->covariance, label);
        if (map[c] < 0)
            return cli_fail(
                session, LACON_E_DATA,
                "%s: the model has no class '%s' (its first is '%s'): name the files like "
                "the classes or use --names; 'lacon transform' takes new classes",
                lacon_data_source(data, c) ? lacon_data_source(data, c) : "input", label,
                by->model ? lacon_model_label(by->model, 0)
                          : lacon_covariance_label(by->covariance, 0));
    }
    return LACON_OK;
}

/* Means and scales of the classes as the data have them, N × p each. */
static lacon_status scale_like_model(cli_session *session, lacon_data *data, const judge *by,
                                     const int64_t *map)
{
    size_t p = (size_t)lacon_data_variables(data), classes = (size_t)lacon_data_classes(data);
    const double *means = by->model ? lacon_model_mean(by->model)
                                    : lacon_covariance_mean(by->covariance);
    const double *scales = by->model ? lacon_model_scale(by->model)
                                     : lacon_covariance_scale(by->covariance);
    double *mean = cli_alloc(classes * p, sizeof *mean),
           *scale = cli_alloc(classes * p, sizeof *scale);
    for (size_t c = 0; c < classes; c++) {
        memcpy(mean + c * p, means + (size_t)map[c] * p, p * sizeof *mean);
        memcpy(scale + c * p, scales + (size_t)map[c] * p, p * sizeof *scale);
    }
    lacon_status status = lacon_data_standardise_by(session->ctx, data, mean, scale);
    free(mean);
    free(scale);
    return status;
}

static void print_json(const lacon_data *data, const double *value, double mean)
{
    json_t *root = json_object(), *classes = json_object();
    for (int64_t c = 0; c < lacon_data_classes(data); c++)
        cli_json_set(classes, lacon_data_label(data, c), cli_json_real(value[c]));
    cli_json_set(root, "classes", classes);
    cli_json_set(root, "mean", cli_json_real(mean));
    int64_t rows;
    double effective;
    json_t *warnings = json_array();
    if (cli_serial(data, &rows, &effective))
        cli_json_push(warnings, cli_json_text("rows follow each other: the value is that of effective_rows independent "
                                              "rows, and differences between models are as uncertain"));
    cli_json_set(root, "rows", json_integer(rows));
    cli_json_set(root, "effective_rows", cli_json_real(effective));
    cli_json_set(root, "warnings", warnings);
    cli_json_print(root);
}

static void print_table(const lacon_data *data, const double *value, double mean)
{
    char text[CLI_NUMBER_MAX];
    puts("class\tn\tloglik");
    int64_t rows = 0;
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        cli_put_cell(stdout, lacon_data_label(data, c));
        printf("\t%lld\t%s\n", (long long)lacon_data_rows(data, c), cli_number(text, value[c]));
        rows += lacon_data_rows(data, c);
    }
    printf("mean\t%lld\t%s\n", (long long)rows, cli_number(text, mean));
}

static void print(const lacon_data *data, const double *value, bool json)
{
    int64_t classes = lacon_data_classes(data);
    double mean = 0; /* over classes, each counting the same */
    for (int64_t c = 0; c < classes; c++) mean += value[c] / (double)classes;
    if (json)
        print_json(data, value, mean);
    else
        print_table(data, value, mean);
}

static lacon_status evaluate(cli_session *session, const judge *by, lacon_data *data, bool json)
{
    size_t classes = (size_t)lacon_data_classes(data);
    int64_t *map = cli_alloc(classes, sizeof *map);
    double *value = cli_alloc(classes, sizeof *value);
    lacon_status status = cli_align(session, data, by->model, by->covariance);
    if (status >= 0) status = match_classes(session, map, by, data);
    if (status >= 0) status = scale_like_model(session, data, by, map);
    if (status >= 0 && by->model) status = cli_flip(session, data, by->model);
    if (status >= 0)
        status = by->model
                     ? lacon_model_evaluate(session->ctx, by->model, data, map, value)
                     : lacon_covariance_evaluate(session->ctx, by->covariance, data, map, value);
    if (status >= 0) cli_tell_serial(session, data);
    if (status >= 0) print(data, value, json);
    free(value);
    free(map);
    return status;
}

static int run(const cli_call *call, void *argument)
{
    const evaluate_values *values = argument;
    cli_session session;
    int code = cli_session_open(&session, call, &values->common);
    if (code) return code;
    judge by = {0};
    cli_fitted fitted = {0};
    cli_input input = values->input;
    lacon_data *data = NULL;
    lacon_status status = load(&session, &by, call->operands[0]);
    if (status >= 0 && values->pooled && by.covariance)
        status = cli_fail(&session, LACON_E_ARGUMENT, "--pooled does not go with covariance.npz, which %s has",
                          call->operands[0]);
    if (status >= 0 && values->pooled) status = lacon_model_take_pooled(session.ctx, by.model);
    if (status >= 0) status = cli_fitted_open(&session, &fitted, call->operands[0]);
    if (status >= 0)
        status = cli_read_as_fitted(&session, &data, call->operands + 1, call->n_operands - 1, &input, &fitted);
    if (status >= 0) status = cli_clean(&session, data, &values->cleaning, &input);
    if (status >= 0) status = evaluate(&session, &by, data, values->json);
    code = cli_report(&session, status);
    lacon_data_free(data);
    cli_fitted_close(&fitted);
    lacon_model_free(by.model);
    lacon_covariance_free(by.covariance);
    cli_session_close(&session);
    return code;
}

#define V(field) offsetof(evaluate_values, field)
static const cli_option rows[] = {
    {.name = "pooled", .kind = CLI_FLAG, .offset = V(pooled),
     .help = "by the pooled connectivity of MODEL (--pool of fit, select, transform)"},
    {.name = "json", .kind = CLI_FLAG, .offset = V(json), .help = "JSON in place of a table"},
    {0},
};

static const cli_group groups[] = {
    {"Input", cli_input_rows, V(input)},
    {"Input", cli_missing_rows, V(input)},
    {"Cleaning", cli_clean_rows, V(cleaning)},
    {"Output", rows, 0},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_evaluate = {
    .name = "evaluate",
    .group = "Judge",
    .line = "log-likelihood of unseen rows of the model's own classes",
    .run = run,
    .size = sizeof(evaluate_values),
    .synopsis = "MODEL INPUT... [OPTION]...",
    .min_operands = 2,
    .max_operands = -1,
    .missing = "two operands are needed: MODEL (a model folder) and INPUT (files or folders)",
    .options = groups,
    .about =
        "Mean log-likelihood per observation of each class, and its mean over the classes. "
        "Classes are matched to those of the model by name, variables by name where there are "
        "names. INPUT is read as for the fit (class, ignore, missing, na of MODEL/model.json) unless "
        "told otherwise. The rows are centred and scaled by the means and scales kept in the model, not "
        "by their own. Where MODEL has covariance.npz (lacon baseline, lacon fit --shrink) those "
        "covariances are used; a singular one gives -inf (null in JSON) and a warning.",
    .writes = "To standard output: class, n, loglik, the mean in the last line; or with --json an "
              "object with classes (name to value), mean, rows, effective_rows and warnings.",
    .examples = "lacon evaluate model sim/test\nlacon evaluate model unseen/*.csv --json",
};
