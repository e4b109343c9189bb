/* SPDX-License-Identifier: BSD-3-Clause
 * lacon score: how far a model is from the truth, another model or a table of variables and
 * modules.
 */
#include "cmd.h"
#include "jsonout.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct score_values {
    int json;
    const char *column;
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

static bool has_file(const char *dir, const char *name)
{
    char *path = cli_format("%s/%s", dir, name);
    bool there = access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR); /* hidden is not absent */
    free(path);
    return there;
}

typedef struct score_all {
    lacon_scores model;
    lacon_causal_scores causal;
    char *column;     /* of a key; NULL: TRUTH is a folder */
    int64_t variables; /* of the model that the key has */
} score_all;

/* Directed connectivity, where both folders have it; modules as the models matched them. */
static lacon_status against_causal(lacon_ctx *ctx, score_all *out, const char *truth_dir,
                                   const char *dir, const int64_t *column)
{
    if (!has_file(truth_dir, "causal.npz") || !has_file(dir, "causal.npz")) return LACON_OK;
    lacon_causal *truth = NULL, *causal = NULL;
    lacon_status status = lacon_causal_load(ctx, &truth, truth_dir);
    if (status >= 0) status = lacon_causal_load(ctx, &causal, dir);
    if (status >= 0) status = lacon_causal_score(ctx, &out->causal, truth, causal, column);
    lacon_causal_free(truth);
    lacon_causal_free(causal);
    return status;
}

static lacon_status against_folder(lacon_ctx *ctx, score_all *out, const char *truth_dir,
                                   const char *dir, const lacon_model *model)
{
    lacon_model *truth = NULL;
    CLI_TRY(lacon_model_load(ctx, &truth, truth_dir));
    int64_t *column = cli_alloc((size_t)lacon_model_modules(truth), sizeof *column);
    lacon_status status = lacon_model_score(ctx, &out->model, truth, model);
    if (status >= 0) status = lacon_model_match(ctx, column, truth, model);
    if (status >= 0) status = against_causal(ctx, out, truth_dir, dir, column);
    free(column);
    lacon_model_free(truth);
    return status;
}

/* The variables that both have, moved to the front of key and module; returns how many. */
static int64_t keep_known(int64_t p, int32_t *key, int32_t *module)
{
    int64_t known = 0;
    for (int64_t r = 0; r < p; r++) {
        if (key[r] == 0) continue;
        key[known] = key[r];
        module[known++] = module[r];
    }
    return known;
}

/* A key knows the partition alone, and perhaps not of all variables. */
static lacon_status against_key(cli_session *session, score_all *out, const char *path, const char *column,
                                const lacon_model *model)
{
    const int64_t p = lacon_model_variables(model);
    int32_t *key = cli_alloc((size_t)p, sizeof *key), *module = cli_alloc((size_t)p, sizeof *module);
    const char **names = cli_alloc((size_t)p, sizeof *names), *absent = NULL;
    char *used = NULL;
    for (int64_t r = 0; r < p; r++) names[r] = lacon_model_name(model, r);
    lacon_status status = lacon_key_read_column(session->ctx, key, &used, path, column, p, names);
    for (int64_t r = p - 1; r >= 0 && status >= 0; r--)
        if (key[r] == 0) absent = names[r];
    if (status >= 0) {
        memcpy(module, lacon_model_module_of(model), (size_t)p * sizeof *module);
        out->variables = keep_known(p, key, module);
        out->model.ari = lacon_ari(out->variables, key, module);
        out->column = cli_copy(used);
        if (isnan(out->model.ari)) status = LACON_E_MEMORY; /* its only reason */
        cli_tell(session, "  key          column '%s' of %s, %lld of %lld variables%s%s%s", used, path,
                 (long long)out->variables, (long long)p, absent ? ": it does not have '" : "", absent ? absent : "",
                 absent ? (out->variables + 1 < p ? "' and others" : "'") : "");
    }
    lacon_free(session->ctx, used);
    free(names);
    free(module);
    free(key);
    return status;
}

static void print(const score_all *scores, bool json)
{
    const lacon_scores *m = &scores->model;
    const lacon_causal_scores *c = &scores->causal;
    const score_row row[] = {{"w_error", m->w_error},
                             {"w_mse", m->w_mse},
                             {"g_mse", m->g_mse},
                             {"ari", m->ari},
                             {"b_mse", c->b_mse},
                             {"order_spearman", c->order_spearman},
                             {"b_error", c->b_error},
                             {"hamming", c->hamming}};
    json_t *object = json ? json_object() : NULL;
    char text[CLI_NUMBER_MAX];
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (json) cli_json_set(object, row[i].name, cli_json_real(row[i].value));
        else if (!isnan(row[i].value))
            printf("%s\t%s\n", row[i].name, cli_number(text, row[i].value));
    }
    if (json && scores->column) {
        cli_json_set(object, "column", cli_json_text(scores->column));
        cli_json_set(object, "variables", json_integer(scores->variables));
    }
    if (json) cli_json_print(object);
}

/* A folder without a model (causal --observed) is compared module by module as they are. */
static lacon_status compare(cli_session *session, score_all *out, const char *column)
{
    lacon_ctx *ctx = session->ctx;
    const char *truth = session->call->operands[0], *dir = session->call->operands[1];
    *out = (score_all){{NAN, NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}, NULL, 0};
    if (column && is_folder(truth))
        return cli_fail(session, LACON_E_ARGUMENT, "--column is for a table, and %s is a folder", truth);
    if (is_folder(truth) && !has_file(dir, "model.npz") && has_file(dir, "causal.npz"))
        return against_causal(ctx, out, truth, dir, NULL);
    lacon_model *model = NULL;
    lacon_status status = lacon_model_load(ctx, &model, dir);
    if (status >= 0)
        status = is_folder(truth) ? against_folder(ctx, out, truth, dir, model)
                                  : against_key(session, out, truth, column, model);
    lacon_model_free(model);
    return status;
}

static int run(const cli_call *call, void *argument)
{
    const score_values *values = argument;
    cli_session session;
    int code = cli_session_open(&session, call, &values->common);
    if (code) return code;
    score_all scores;
    lacon_status status = compare(&session, &scores, values->column);
    if (status >= 0) print(&scores, values->json);
    code = cli_report(&session, status);
    free(scores.column);
    cli_session_close(&session);
    return code;
}

static const cli_option rows[] = {
    {.name = "column",
     .kind = CLI_TEXT,
     .offset = offsetof(score_values, column),
     .arg = "NAME",
     .help = "the column of the table that tells the modules; default: module, or the only one beside the variables"},
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
    .synopsis = "TRUTH MODEL [--column NAME] [--json]",
    .min_operands = 2,
    .max_operands = 2,
    .missing =
        "two operands are needed: TRUTH (a model folder or a table) and MODEL (a model folder)",
    .options = groups,
    .about =
        "Compares MODEL with TRUTH after the best matching of their modules: w_error is the sum "
        "of squares of W - W^, w_mse the same over the p k entries, g_mse the mean square over "
        "entries and classes of G (classes matched by name), ari the adjusted Rand index of the "
        "two partitions, in which the unassigned variables are one group.\n"
        "Where both have directed connectivity (lacon causal): b_mse is the mean square of B - B^ "
        "over entries and classes, b_error the sum of squares of a class, order_spearman the rank "
        "correlation of the causal orders, hamming the number of arrows to add, take away or turn "
        "round, each the mean over classes.\n"
        "TRUTH may be a table with a header, a column of variables and one of modules (--column where there are "
        "several it could be): then only ari applies, over the variables that are in both. Scores that do not "
        "apply are left out.",
    .examples = "lacon score sim/truth model\nlacon score key.csv model --json\n"
                "lacon score atlas.tsv model --column network",
};
