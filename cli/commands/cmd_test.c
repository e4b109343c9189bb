/* SPDX-License-Identifier: BSD-3-Clause
 * lacon test: who differs. Reads a model folder and a table of participants, tests every edge of the
 * latent connectivity by permutations (lacon/test.h), writes edges.tsv and test.json.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct test_values {
    const char *participants, *id, *model, *contrast, *blocks, *missing_words, *variance;
    int measure, tail, exchange, missing;
    int64_t permutations;
    double confidence, threshold;
    uint64_t seed;
    cli_output output;
    cli_common common;
} test_values;

typedef struct test_job {
    cli_job base;
    const test_values *values;
    lacon_model *model;
    lacon_participants *table;
    const char *id; /* its column */
    lacon_test *test;
} test_job;

static lacon_status prepare(void *at)
{
    test_job *job = at;
    cli_session *session = &job->base.session;
    const test_values *v = job->values;
    CLI_TRY(lacon_model_load(session->ctx, &job->model, session->call->operands[0]));
    job->id = v->id;
    CLI_TRY(cli_people_find(session, &job->table, &job->id, v->participants,
                            session->call->operands[0], v->missing_words));
    if (!job->table)
        return cli_fail(session, LACON_E_ARGUMENT,
                        "no --participants: the model has no participants.tsv (lacon fit --participants writes it)");
    CLI_TRY(cli_people_id(session, &job->id, job->table, job->model));
    return cli_job_folder(&job->base, &v->output, "test");
}

static lacon_status estimate(void *at)
{
    test_job *job = at;
    const test_values *v = job->values;
    lacon_test_options options;
    lacon_test_options_init(&options);
    options.id = job->id;
    options.formula = v->model;
    options.contrast = v->contrast;
    options.measure = (lacon_measure)v->measure;
    options.tail = (lacon_tail)v->tail;
    options.permutations = v->permutations;
    options.seed = v->seed;
    options.blocks = v->blocks;
    options.exchange = (lacon_exchange)v->exchange;
    options.absent = (lacon_absent)v->missing;
    options.confidence = v->confidence;
    options.threshold = v->threshold;
    options.variance = v->variance;
    return lacon_test_run(job->base.session.ctx, &job->test, job->model, job->table, &options);
}

static lacon_status save(void *at)
{
    test_job *job = at;
    cli_testify(&job->base);
    CLI_TRY(lacon_test_write(job->base.session.ctx, job->test, lacon_folder_path(job->base.folder),
                             &job->base.provenance));
    return cli_folder_commit(&job->base.session, job->base.folder);
}

/* ---- the summary on stderr ---- */

static void tell_design(const cli_session *session, const lacon_test_info *info)
{
    char *groups = cli_copy("");
    for (int64_t i = 0; i < info->n_groups; i++) {
        char *more = cli_format("%s%s%lld %s", groups, i ? ", " : "", (long long)info->group_sizes[i],
                                info->groups[i]);
        free(groups);
        groups = more;
    }
    cli_tell(session, "%lld classes%s%s%s, %lld edges, model %s", (long long)info->classes,
             *groups ? " (" : "", groups, *groups ? ")" : "", (long long)info->n_edges,
             info->options->formula);
    free(groups);
    cli_tell(session, "  effect       %s, %s with %lld and %lld degrees of freedom", info->effect_text,
             info->df_effect == 1 ? "t" : "F", (long long)info->df_effect, (long long)info->df_residual);
    if (info->n_variance > 0 && info->n_variance <= 8) {
        char *list = cli_copy("");
        for (int64_t i = 0; i < info->n_variance; i++) {
            char *more = cli_format("%s%s%s", list, i ? " | " : "", info->variance_groups[i]);
            free(list);
            list = more;
        }
        cli_tell(session, "  variances    own ones by %s: %s (Welch)", info->variance_by, list);
        free(list);
    } else if (info->n_variance > 0) {
        cli_tell(session, "  variances    own ones of %lld groups by %s (Welch)", (long long)info->n_variance,
                 info->variance_by);
    }
    if (info->cluster_robust) cli_tell(session, "  errors       cluster-robust, by %s", info->options->blocks);
    cli_tell(session, "  permutations %lld%s%s", (long long)info->permutations,
             info->sign_flips ? " changes of sign" : "",
             info->exhaustive ? " besides the observed one: all there are" : ", Freedman-Lane");
}

/* "= 0.034"; "< .0001" for the least that so many permutations can tell, rounded up to two digits. */
static const char *chance(char out[CLI_NUMBER_MAX], double p, const lacon_test_info *info)
{
    if (!(p <= info->p_floor * (1 + 1e-9))) { /* the same quotient, but for rounding */
        snprintf(out, CLI_NUMBER_MAX, "= %.4g", p);
        return out;
    }
    const int places = (int)ceil(-log10(p)) + 1;
    const double unit = pow(10, places);
    char digits[CLI_NUMBER_MAX];
    snprintf(digits, sizeof digits, "%.*f", places, ceil(p * unit - 1e-6) / unit);
    for (size_t n = strlen(digits); digits[n - 1] == '0'; n--) digits[n - 1] = '\0';
    snprintf(out, CLI_NUMBER_MAX, "< %.20s", digits + strcspn(digits, "."));
    return out;
}

static void tell_edges(const cli_session *session, const lacon_test *test, const lacon_test_info *info)
{
    int64_t fwe = 0, fdr = 0;
    const lacon_edge *best = lacon_test_edge(test, info->strongest), *e;
    char p[CLI_NUMBER_MAX], p_fwe[CLI_NUMBER_MAX];
    for (int64_t i = 0; (e = lacon_test_edge(test, i)); i++) {
        fwe += e->p_fwe <= 0.05;
        fdr += e->q_fdr <= 0.05;
    }
    cli_tell(session, "  omnibus      p %s (all edges together)", chance(p, info->omnibus_p, info));
    cli_tell(session, "  edges        %lld with p_fwe <= .05, %lld with q_fdr <= .05", (long long)fwe,
             (long long)fdr);
    cli_tell(session, "  strongest    %lld-%lld: effect %.3g [%.3g, %.3g], %s = %.3g, p %s, p_fwe %s",
             (long long)best->module_a, (long long)best->module_b, best->effect, best->ci_low, best->ci_high,
             info->df_effect == 1 ? "t" : "F", best->statistic, chance(p, best->p, info),
             chance(p_fwe, best->p_fwe, info));
    if (info->n_components > 0)
        cli_tell(session, "  component    %lld %s of %lld modules above %.3g, p %s",
                 (long long)info->components[0].edges, info->components[0].edges == 1 ? "edge" : "edges",
                 (long long)info->components[0].modules,
                 info->threshold, chance(p, info->components[0].p, info));
    if (fwe > 0 && info->omnibus_p > 0.05)
        cli_tell(session, "  note         an edge is clear though all together do not: a single strong "
                          "edge weighs little in the omnibus; p_fwe holds");
}

static void summarize(const void *at)
{
    const test_job *job = at;
    const cli_session *session = &job->base.session;
    const lacon_test_info *info = lacon_test_about(job->test);
    tell_design(session, info);
    if (lacon_model_pooled(job->model, 0, NULL))
        cli_tell(session, "  connectivity plain, not pooled: pooling would shrink differences, and unequally");
    tell_edges(session, job->test, info);
    for (int64_t i = 0; i < info->n_warnings; i++)
        cli_tell(session, "  warning      %s", info->warnings[i]);
    cli_show_test(session, job->test);
    cli_tell(session, "  results      %s", job->base.output.out);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *values)
{
    static const cli_steps steps = {prepare, estimate, save, summarize};
    test_job job = {.values = values};
    const int code = cli_job_run(&job, call, &job.values->common, &steps);
    lacon_test_free(job.test);
    lacon_participants_free(job.table);
    lacon_model_free(job.model);
    cli_job_end(&job.base);
    return code;
}

#define V(field) offsetof(test_values, field)
static const cli_option question_rows[] = {
    {.name = "participants", .letter = 'p', .kind = CLI_FILE, .offset = V(participants), .arg = "TABLE",
     .help = "csv or tsv with a header, one line per class; default: the table the model was fitted with "
             "(MODEL/participants.tsv)"},
    {.name = "id", .kind = CLI_TEXT, .offset = V(id), .arg = "COLUMN",
     .help = "column with the names of the classes, their files, how they begin, the number in them or a piece of "
             "them; default: participant_id, or else the column that has most of them"},
    {.name = "model", .letter = 'm', .kind = CLI_TEXT, .offset = V(model), .arg = "'A + B'",
     .help = "columns that explain the connectivity, joined by +; A:B is an interaction, A*B both and theirs; "
             "C(A) takes numbers for labels; 1: the mean alone"},
    {.name = "contrast", .letter = 'c', .kind = CLI_TEXT, .offset = V(contrast), .arg = "A=X-Y",
     .help = "what is tested: group X minus group Y of column A; weights: A=2*X-Y-Z; A alone: its slope, or all its "
             "groups (F), or an interaction A:B; 'A + B': both together (F); 1: the mean; default: the first term"},
    {.name = "measure", .kind = CLI_CHOICE, .offset = V(measure), .range = "fisherz|covariance|partial",
     .def = "fisherz",
     .help = "atanh of the correlations, the covariances, or atanh of the partial correlations"},
    {.name = "tail", .kind = CLI_CHOICE, .offset = V(tail), .range = "two|greater|less", .def = "two",
     .help = "two-sided, or the direction the effect must have"},
    {.name = "blocks", .kind = CLI_TEXT, .offset = V(blocks), .arg = "COLUMN",
     .help = "exchangeability blocks (subjects measured twice, families, sites)"},
    {.name = "exchange", .kind = CLI_CHOICE, .offset = V(exchange), .range = "within|whole",
     .def = "within", .help = "classes change places within their block, or blocks as a whole"},
    {.name = "variance", .kind = CLI_TEXT, .offset = V(variance), .arg = "auto|equal|A", .def = "auto",
     .help = "whose variances may differ: groups of the tested column, nobody's, or the cells of columns A, A:B"},
    {.name = "missing", .kind = CLI_CHOICE, .offset = V(missing), .range = "fail|drop", .def = "fail",
     .help = "classes without a row or with a missing cell: stop, or leave them out"},
    {.name = "na", .kind = CLI_TEXT, .offset = V(missing_words), .arg = "A,B,...",
     .help = "more spellings of a missing cell, '-9999'"},
    {0},
};
static const cli_option way_rows[] = {
    {.name = "perm", .letter = 'n', .kind = CLI_INT, .offset = V(permutations), .arg = "N",
     .range = "1..4294967295", .def = "10000",
     .help = "permutations; all there are when there are fewer"},
    {.name = "confidence", .kind = CLI_REAL, .offset = V(confidence), .arg = "X", .range = "0..1",
     .def = "0.95", .help = "of the intervals"},
    {.name = "threshold", .kind = CLI_REAL, .offset = V(threshold), .arg = "X", .range = "0..", .def = "0",
     .help = "|t| (or F) that makes an edge part of a component, as the column `scaled` has it; 0: where p is .01"},
    {.name = "seed", .kind = CLI_SEED, .offset = V(seed), .arg = "N", .def = "1",
     .help = "seed of the permutations"},
    {0},
};
static const cli_group groups[] = {
    {"Question", question_rows, 0},
    {"Method", way_rows, 0},
    {"Output", cli_beside_rows, V(output)},
    {"Run", cli_long_rows, V(common)},
    {0},
};

const cli_command cli_cmd_test = {
    .name = "test",
    .group = "Interpret",
    .line = "who differs: permutation tests of every edge of the latent connectivity",
    .run = run,
    .spread = true,
    .size = sizeof(test_values),
    .synopsis = "MODEL [--participants TABLE] [--id COLUMN] --model 'A + B' [OPTION]...",
    .min_operands = 1,
    .max_operands = 1,
    .missing = "one operand is needed: MODEL (a model folder)",
    .required = "model",
    .options = groups,
    .about =
        "Each class of the model is one observation, its connectivity one number per pair of "
        "modules. A linear model explains them by columns of the table; the effect of the columns "
        "that are not tested is removed before permuting (Freedman and Lane). The modules were found "
        "without the table, so nothing is fitted again.\n"
        "One term is tested, and the summary says what that means. Words are groups, numbers slopes; in "
        "an interaction numbers are centred, so that an effect beside A:B is that at the mean of B, or averaged "
        "over its groups. The intercept always stays.\n"
        "p is (b + 1) / (m + 1): never 0. p_fwe compares with the largest statistic of all edges in "
        "each permutation, so that it holds for all edges together; q_fdr is Benjamini and Hochberg's, "
        "p_bonferroni p times the edges. A component is a set of connected edges above --threshold, its p "
        "that of its size (network-based statistic). The omnibus test takes all edges together: "
        "look at it first.\n"
        "Groups may differ in how noisy they are (short scans, motion): each has its own variance, the statistic is "
        "Welch's (--variance). 1 tests the mean against zero by changes of sign.\n"
        "Paired and repeated measures: a row per scan, --blocks SUBJECT; --exchange within for what "
        "changes within a subject (put SUBJECT into the model), whole for what does not: blocks of one size change "
        "places, and errors are cluster-robust.",
    .writes = "DIR/edges.tsv (module_a, module_b, effect, ci_low, ci_high, statistic, p, p_fwe, q_fdr, "
              "p_bonferroni, size, component, p_component, df, scaled) and DIR/test.json. effect is a difference or "
              "slope in units of the measure; size is Cohen's d, a partial correlation, or partial R2.",
    .examples = "lacon test model --participants people.tsv --id id --model 'group + age + fd' --contrast "
                "group=ASD-control\n"
                "lacon test model -p people.csv --id FILE_ID -m 'AGE + SEX' --measure partial --perm 100000\n"
                "lacon test model -p people.csv --id FILE_ID -m 'DX*AGE + FD' --contrast DX:AGE",
};
