/* SPDX-License-Identifier: BSD-3-Clause
 * lacon score: how far a model is from the truth, another model or a table of variables and
 * modules.
 */
#include "cmd.h"
#include "jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct score_values {
    int json;
    cli_common common;
} score_values;

typedef struct score_row {
    const char *name;
    double value; /* NaN: does not apply */
} score_row;

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static lacon_status against_model(lacon_ctx *ctx, lacon_scores *out, const char *path,
                                  const lacon_model *model)
{
    lacon_model *truth = NULL;
    lacon_status status = lacon_model_load(ctx, &truth, path);
    if (status >= 0) status = lacon_model_score(ctx, out, truth, model);
    lacon_model_free(truth);
    return status;
}

/* A key knows the partition alone. */
static lacon_status against_key(lacon_ctx *ctx, lacon_scores *out, const char *path,
                                const lacon_model *model)
{
    int64_t p = lacon_model_variables(model);
    int32_t *key = cli_alloc((size_t)p, sizeof *key);
    const char **names = cli_alloc((size_t)p, sizeof *names);
    for (int64_t r = 0; r < p; r++) names[r] = lacon_model_name(model, r);
    *out = (lacon_scores){NAN, NAN, NAN, NAN};
    lacon_status status = lacon_key_read(ctx, key, path, p, names);
    if (status >= 0) out->ari = lacon_ari(p, key, lacon_model_module_of(model));
    free(names);
    free(key);
    return status;
}

static void print(const lacon_scores *scores, bool json)
{
    /* the last two belong to directed connectivity, which these models do not have */
    const score_row row[] = {
        {"w_error", scores->w_error}, {"w_mse", scores->w_mse}, {"g_mse", scores->g_mse},
        {"ari", scores->ari},         {"b_mse", NAN},           {"order_spearman", NAN}};
    json_t *object = json ? json_object() : NULL;
    char text[CLI_NUMBER_MAX];
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (json)
            cli_json_set(object, row[i].name, cli_json_real(row[i].value));
        else
            printf("%s\t%s\n", row[i].name, cli_number(text, row[i].value));
    }
    if (json) cli_json_print(object);
}

static int run(const cli_call *call, void *argument)
{
    const score_values *values = argument;
    cli_session session;
    int code = cli_session_open(&session, call, &values->common);
    if (code) return code;
    const char *truth = call->operands[0];
    lacon_model *model = NULL;
    lacon_scores scores;
    lacon_status status = lacon_model_load(session.ctx, &model, call->operands[1]);
    if (status >= 0)
        status = is_folder(truth) ? against_model(session.ctx, &scores, truth, model)
                                  : against_key(session.ctx, &scores, truth, model);
    if (status >= 0) print(&scores, values->json);
    code = cli_report(&session, status);
    lacon_model_free(model);
    cli_session_close(&session);
    return code;
}

static const cli_option rows[] = {
    {.name = "json",
     .kind = CLI_FLAG,
     .offset = offsetof(score_values, json),
     .help = "JSON in place of a table; null where a score does not apply"},
    {0},
};

static const cli_group groups[] = {
    {"Output", rows, 0},
    {"Run", cli_brief_rows, offsetof(score_values, common)},
    {0},
};

const cli_command cli_cmd_score = {
    .name = "score",
    .group = "Judge",
    .line = "how far a model is from the truth",
    .run = run,
    .size = sizeof(score_values),
    .synopsis = "TRUTH MODEL [--json]",
    .min_operands = 2,
    .max_operands = 2,
    .missing =
        "two operands are needed: TRUTH (a model folder or a table) and MODEL (a model folder)",
    .options = groups,
    .about =
        "Compares MODEL with TRUTH after the best matching of their modules: w_error is the sum "
        "of squares of W - W^, w_mse the same over the p k entries, g_mse the mean square over "
        "entries and classes of G (classes matched by name), ari the adjusted Rand index of the "
        "two partitions, in which the unassigned variables are one group. b_mse and "
        "order_spearman are for directed connectivity and do not apply yet.\n"
        "TRUTH may be a table of two columns with a header, variable and module: then only ari "
        "applies.",
    .examples = "lacon score sim/truth model\nlacon score key.csv model --json",
};
