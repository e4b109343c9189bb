/* SPDX-License-Identifier: BSD-3-Clause
 * lacon show: what is in a model folder, as text on standard output that is the same in a pipe and on a terminal:
 * modules with their variables, correlations between modules, noise of the classes, warnings of the fit. Numbers
 * come from the model, how the fit went from model.json beside it, which may be absent.
 */
#include "cmd.h"
#include "jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 100,       /* columns a line of names may take; a longer name has a line of its own */
    MATRIX_MOST = 15,  /* modules whose correlations fit as a matrix; of more the strongest are listed */
    CLASSES_MOST = 20, /* classes with a line each; of more the extremes are told, --verbose lists all */
};

typedef struct show_values {
    int json;
    cli_common common;
} show_values;

typedef struct show_job {
    cli_session session;
    lacon_model *model;
    json_t *about;    /* model.json; NULL: none */
    double *r;        /* k × k: mean correlation over classes */
    cli_member *of;   /* p: variables by module */
    bool all;         /* --verbose */
} show_job;

/* ---- text ---- */

static const char *about_text(const show_job *job, const char *key)
{
    return json_string_value(json_object_get(job->about, key));
}

static double about_real(const show_job *job, const char *key)
{
    const json_t *value = json_object_get(job->about, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void print_head(const show_job *job, const char *dir)
{
    const lacon_model *m = job->model;
    const char *another = about_text(job, "another_run");
    int64_t rows = 0;
    for (int64_t c = 0; c < lacon_model_classes(m); c++) rows += lacon_model_rows(m, c);
    cli_show("%s: %lld modules of %lld variables, %lld %s, %lld rows\n", dir, (long long)lacon_model_modules(m),
             (long long)lacon_model_variables(m), (long long)lacon_model_classes(m),
             lacon_model_classes(m) == 1 ? "class" : "classes", (long long)rows);
    const char *command = about_text(job, "command"), *stop = about_text(job, "stop_reason");
    if (command) cli_show("made by: %s\n", command);
    const double nll = about_real(job, "nll"), evidence = about_real(job, "evidence");
    if (!isnan(nll)) printf("nll %.8g per observation", nll);
    if (!isnan(evidence)) printf(", evidence %.8g nats", evidence);
    if (!isnan(nll) && stop) cli_show(", %s", stop);
    if (!isnan(nll)) putchar('\n');
    if (another) cli_show("%s\n", another);
}

static bool is_turned(const lacon_model *model, int64_t r)
{
    const int8_t *sign = lacon_model_sign(model);
    return sign && sign[r] < 0;
}

/* Names of of[0 .. n), broken into lines that begin below the first name. */
static void print_names(const lacon_model *model, const cli_member *of, int64_t n, int indent)
{
    int at = indent;
    for (int64_t i = 0; i < n; i++) {
        const char *name = lacon_model_name(model, of[i].variable);
        const char *mark = is_turned(model, of[i].variable) ? "(-)" : "";
        const char *quote = cli_quote(name);
        const int length = cli_width(name) + 2 * (int)strlen(quote) + (int)strlen(mark) + 1;
        if (at + length > WIDTH && at > indent) {
            printf("\n%*s", indent, "");
            at = indent;
        }
        cli_show(" %s%s%s%s", quote, name, quote, mark);
        at += length;
    }
    putchar('\n');
}

static void print_modules(const show_job *job)
{
    const int64_t p = lacon_model_variables(job->model);
    printf("\nmodules: variables, heaviest first%s\n",
           lacon_model_sign(job->model) ? "; (-) turned round" : "");
    for (int64_t i = 0, end; i < p; i = end) {
        for (end = i; end < p && job->of[end].module == job->of[i].module; end++) continue;
        if (job->of[i].module) printf("%5d", (int)job->of[i].module);
        else printf("%5s", "none");
        printf(" %5lld ", (long long)(end - i));
        print_names(job->model, job->of + i, end - i, 12);
    }
}

static void print_matrix(const double *r, int64_t k)
{
    printf("%5s", "");
    for (int64_t b = 0; b < k; b++) printf(" %5lld", (long long)b + 1);
    putchar('\n');
    for (int64_t a = 0; a < k; a++) {
        printf("%5lld", (long long)a + 1);
        for (int64_t b = 0; b < k; b++) {
            if (a == b || isnan(r[a * k + b])) printf(" %5s", a == b ? "1" : "-");
            else printf(" %5.2f", r[a * k + b]);
        }
        putchar('\n');
    }
}

typedef struct edge {
    int64_t a, b;
    double r;
} edge;

static int by_strength(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (fabs(x->r) != fabs(y->r)) return fabs(x->r) > fabs(y->r) ? -1 : 1;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

static void print_strongest(const double *r, int64_t k)
{
    enum { SHOWN = 20 };
    edge *edges = cli_alloc((size_t)(k * (k - 1) / 2), sizeof *edges);
    int64_t n = 0;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = a + 1; b < k; b++)
            if (!isnan(r[a * k + b])) edges[n++] = (edge){a + 1, b + 1, r[a * k + b]};
    qsort(edges, (size_t)n, sizeof *edges, by_strength);
    printf("  the %d strongest of %lld:\n", SHOWN, (long long)n);
    for (int64_t i = 0; i < n && i < SHOWN; i++)
        printf("%5lld %5lld %6.2f\n", (long long)edges[i].a, (long long)edges[i].b, edges[i].r);
    free(edges);
}

static void print_correlations(const show_job *job)
{
    const int64_t k = lacon_model_modules(job->model), classes = lacon_model_classes(job->model);
    if (k < 2) return;
    fputs("\ncorrelation between modules", stdout);
    if (classes > 1) printf(", mean of %lld classes", (long long)classes);
    putchar('\n');
    if (k <= MATRIX_MOST) print_matrix(job->r, k);
    else print_strongest(job->r, k);
}

static void print_class(const lacon_model *m, int64_t c, int width)
{
    fputs("  ", stdout);
    cli_show_padded(lacon_model_label(m, c), width);
    printf(" %7lld %9.0f %9.4g %12.6g %5lld\n", (long long)lacon_model_rows(m, c), lacon_model_effective(m, c),
           lacon_model_v(m, c), lacon_model_loglik(m, c), (long long)lacon_model_kept(m, c));
}

static int widest_label(const lacon_model *m)
{
    int widest = 24; /* a usual name, so that models look alike */
    for (int64_t c = 0; c < lacon_model_classes(m); c++) {
        const int width = cli_width(lacon_model_label(m, c));
        if (width > widest) widest = width;
    }
    return widest;
}

/* Least and largest of N values, and where they are. */
static void extremes(const show_job *job, double (*value)(const lacon_model *, int64_t), int64_t n, int64_t at[2])
{
    at[0] = at[1] = 0;
    for (int64_t i = 1; i < n; i++) {
        if (value(job->model, i) < value(job->model, at[0])) at[0] = i;
        if (value(job->model, i) > value(job->model, at[1])) at[1] = i;
    }
}

static double psi_of(const lacon_model *model, int64_t r)
{
    return lacon_model_psi(model)[r];
}

static void print_noise(const show_job *job)
{
    const lacon_model *m = job->model;
    const int64_t classes = lacon_model_classes(m), p = lacon_model_variables(m);
    int64_t at[2];
    extremes(job, lacon_model_v, classes, at);
    const bool all = job->all || classes <= CLASSES_MOST;
    printf("\nnoise variance of the %s\n", classes == 1 ? "class" : "classes");
    if (!all) puts("  least and most; --verbose lists all");
    const int width = widest_label(m);
    printf("  %-*s %7s %9s %9s %12s %5s\n", width, "class", "rows", "effective", "noise", "loglik", "rank");
    for (int64_t c = 0; c < classes; c++)
        if (all || c == at[0] || c == at[1]) print_class(m, c, width);
    extremes(job, psi_of, p, at);
    if (psi_of(m, at[0]) == psi_of(m, at[1])) return; /* isotropic: all ones */
    cli_show("  of variables: from %.3g times that (%s)", psi_of(m, at[0]), lacon_model_name(m, at[0]));
    cli_show(" to %.3g times (%s)\n", psi_of(m, at[1]), lacon_model_name(m, at[1]));
}

static void print_warnings(const show_job *job)
{
    const json_t *list = json_object_get(job->about, "warnings");
    if (!job->about) puts("\nwarnings: not known, there is no model.json");
    else if (json_array_size(list) == 0) puts("\nno warnings");
    else puts("\nwarnings");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text) cli_show("  - %s\n", text);
    }
}

static void print_text(const show_job *job, const char *dir)
{
    print_head(job, dir);
    print_modules(job);
    print_correlations(job);
    print_noise(job);
    print_warnings(job);
}

/* ---- JSON ---- */

static json_t *variable_json(const lacon_model *m, const cli_member *of)
{
    json_t *o = json_object();
    cli_json_set(o, "variable", cli_json_text(lacon_model_name(m, of->variable)));
    cli_json_set(o, "weight", cli_json_real(of->weight));
    cli_json_set(o, "evidence", cli_json_real(lacon_model_evidence(m)[of->variable]));
    cli_json_set(o, "noise", cli_json_real(lacon_model_psi(m)[of->variable]));
    if (lacon_model_sign(m)) cli_json_set(o, "sign", json_integer(lacon_model_sign(m)[of->variable]));
    return o;
}

/* Modules 1..k with their variables; *unassigned gets the rest. */
static json_t *modules_json(const show_job *job, json_t *unassigned)
{
    const int64_t p = lacon_model_variables(job->model), k = lacon_model_modules(job->model);
    json_t *modules = json_array();
    int64_t i = 0;
    for (int64_t j = 1; j <= k; j++) {
        json_t *module = json_object(), *list = json_array();
        for (; i < p && job->of[i].module == j; i++) cli_json_push(list, variable_json(job->model, &job->of[i]));
        cli_json_set(module, "module", json_integer(j));
        cli_json_set(module, "variables", list);
        cli_json_push(modules, module);
    }
    for (; i < p; i++) cli_json_push(unassigned, variable_json(job->model, &job->of[i]));
    return modules;
}

static json_t *matrix_json(const lacon_model *m, int64_t c, const double *r)
{
    const int64_t k = lacon_model_modules(m);
    json_t *rows = json_array();
    for (int64_t a = 0; a < k; a++) {
        json_t *row = json_array();
        for (int64_t b = 0; b < k; b++)
            cli_json_push(row, cli_json_real(a == b ? 1 : r ? r[a * k + b] : cli_correlation(m, c, a, b)));
        cli_json_push(rows, row);
    }
    return rows;
}

static json_t *classes_json(const lacon_model *m)
{
    json_t *list = json_array();
    for (int64_t c = 0; c < lacon_model_classes(m); c++) {
        json_t *o = json_object();
        cli_json_set(o, "class", cli_json_text(lacon_model_label(m, c)));
        cli_json_set(o, "rows", json_integer(lacon_model_rows(m, c)));
        cli_json_set(o, "effective", cli_json_real(lacon_model_effective(m, c)));
        cli_json_set(o, "noise", cli_json_real(lacon_model_v(m, c)));
        cli_json_set(o, "loglik", cli_json_real(lacon_model_loglik(m, c)));
        cli_json_set(o, "kept", json_integer(lacon_model_kept(m, c)));
        cli_json_set(o, "correlation", matrix_json(m, c, NULL));
        cli_json_push(list, o);
    }
    return list;
}

/* What model.json tells, by its own names; null where it does not. */
static void set_about(json_t *root, const show_job *job)
{
    static const char *const keys[] = {"command", "nll", "evidence", "converged", "stop_reason", "another_run",
        "warnings"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = json_object_get(job->about, keys[i]);
        cli_json_set(root, keys[i], value ? json_incref(value) : json_null());
    }
}

static void print_json(const show_job *job)
{
    json_t *root = json_object(), *unassigned = json_array();
    cli_json_set(root, "k", json_integer(lacon_model_modules(job->model)));
    cli_json_set(root, "p", json_integer(lacon_model_variables(job->model)));
    cli_json_set(root, "modules", modules_json(job, unassigned));
    cli_json_set(root, "unassigned", unassigned);
    cli_json_set(root, "correlation", matrix_json(job->model, 0, job->r));
    cli_json_set(root, "classes", classes_json(job->model));
    set_about(root, job);
    cli_json_print(root);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *argument)
{
    const show_values *values = argument;
    const char *dir = call->operands[0];
    show_job job = {.all = values->common.verbose};
    int code = cli_session_open(&job.session, call, &values->common);
    if (code) return code;
    lacon_status status = lacon_model_load(job.session.ctx, &job.model, dir);
    if (status >= 0) status = cli_about_read(&job.session, &job.about, dir);
    if (status >= 0) {
        job.r = cli_mean_correlation(job.model);
        job.of = cli_members(job.model);
        if (values->json) print_json(&job);
        else print_text(&job, dir);
    }
    code = cli_report(&job.session, status);
    json_decref(job.about);
    free(job.r);
    free(job.of);
    lacon_model_free(job.model);
    cli_session_close(&job.session);
    return code;
}

static const cli_option rows[] = {
    {.name = "json", .kind = CLI_FLAG, .offset = offsetof(show_values, json),
     .help = "JSON in place of text: with weights, and the correlations of every class"},
    {0},
};

static const cli_group groups[] = {
    {"Output", rows, 0},
    {"Run", cli_brief_rows, offsetof(show_values, common)},
    {0},
};

const cli_command cli_cmd_show = {
    .name = "show",
    .group = "Present",
    .line = "what is in a model: modules and their variables, correlations, noise, warnings",
    .run = run,
    .size = sizeof(show_values),
    .synopsis = "MODEL [--json] [--verbose]",
    .min_operands = 1,
    .max_operands = 1,
    .missing = "one operand is needed: MODEL (a model folder)",
    .options = groups,
    .about =
        "Tells what is in a model folder of fit, select, transform or baseline: every module with all its "
        "variables, the heaviest first; the correlation of every two modules, mean over classes (of more than 15 "
        "modules the 20 strongest); rows, noise variance, log-likelihood and rank of the classes (of more than 20 "
        "the two with the "
        "least and the most noise, unless --verbose); the warnings of the fit. The text is the same in a pipe and on "
        "a terminal.",
    .writes = "To standard output: text, or with --json an object with k, p, modules (module, variables: variable, "
              "weight, evidence, noise, with signs also sign), unassigned, correlation (k by k), classes (class, "
              "rows, effective, "
              "noise, loglik, kept, correlation), and command, nll, evidence, converged, stop_reason, another_run "
              "and warnings as model.json "
              "has them.",
    .examples = "lacon show model\nlacon show model | less\nlacon show model --json | jq '.modules[0]'",
};
