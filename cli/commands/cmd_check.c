/* SPDX-License-Identifier: BSD-3-Clause
 * lacon check: what is in the files, everything that is wrong with them, what a fit would need. The
 * looking is in diagnose.c; here is the command and what it prints.
 */
#include "cmd.h"
#include "diagnose.h"
#include "jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct check_values {
    lacon_fit_options model;
    cli_input input;
    cli_scaling scaling;
    int json;
    cli_people people;
    cli_common common;
} check_values;

/* What a fit of these data would need. */
typedef struct check_plan {
    double data_bytes;
    bool known; /* --k was given: the rest holds */
    lacon_fit_plan fit;
    double peak_bytes; /* of `lacon fit` */
} check_plan;

/* ---- notes and plan ---- */

/* "3 classes have fewer than 10 rows: a, b, c" */
static void note_short(check_result *result, int64_t limit, const char *why)
{
    enum { SHOWN = 5 };
    char list[512] = "";
    int64_t count = 0;
    for (int64_t i = 0; i < result->n_items; i++) {
        const check_item *item = &result->items[i];
        if (!item->label || item->rows >= limit) continue;
        size_t at = strlen(list);
        if (count < SHOWN)
            snprintf(list + at, sizeof list - at, "%s%.80s", count ? ", " : "", item->label);
        count++;
    }
    if (!count) return;
    check_add(result, CHECK_NOTE,
              cli_format("%lld %s fewer than %lld rows (%s): %s%s", (long long)count,
                         count == 1 ? "class has" : "classes have", (long long)limit, why, list,
                         count > SHOWN ? ", ..." : ""));
}

static void add_notes(check_result *result, int64_t k)
{
    note_short(result, 10, "their connectivity is unsure");
    if (k > 10) note_short(result, k, "fewer than modules, so G loses rank there");
}

/* Only what was read together can be held against the table. */
static lacon_status check_participants(cli_session *session, check_result *result,
                                       const cli_people *people)
{
    if (!result->data) return LACON_OK;
    int64_t classes = lacon_data_classes(result->data), known = 0;
    lacon_participants *table = NULL;
    const char *id = people->id;
    char *absent = NULL;
    lacon_status status = lacon_participants_read(session->ctx, &table, people->table, NULL);
    if (status >= 0)
        status = cli_people_count(session, &id, table, result->data, &known, &absent);
    if (status >= 0 && known < classes)
        check_add(result, CHECK_NOTE,
                  cli_format("%lld of %lld classes have no line in %s (column %s): %s",
                             (long long)(classes - known), (long long)classes, people->table,
                             id, absent));
    result->participants = known;
    free(absent);
    lacon_participants_free(table);
    return status;
}

/* What fit holds of a class: rows, or its covariance and products of rows up to three steps apart (independent rows ask
 * for no more) where these are smaller, or the covariance in the precision of a .npy that it reads again for the rest
 * (docs/scaling.md). *read: the rows that are there while they become that. */
static double held_bytes(const lacon_data *data, int64_t c, double *read)
{
    lacon_matrix rows;
    const double p = (double)lacon_data_variables(data), n = (double)lacon_data_rows(data, c);
    *read = 0;
    if (!lacon_data_get_rows(data, c, &rows)) return 8 * p * p;
    const double whole = n * p * (rows.type == LACON_FLOAT32 ? 4 : 8), less = (8 + 3 * 4) * p * p;
    const double single = 4 * p * (8 * ceil(p / 8) + 3);
    const char *format = lacon_data_format(data, c);
    if (less >= whole && rows.type == LACON_FLOAT32 && p <= 1024 && single <= .75 * whole && format &&
        strcmp(format, "a NumPy array") == 0) {
        *read = whole;
        return single;
    }
    if (less >= whole || !(p <= 4096 || n >= 4 * p)) return whole;
    *read = whole;
    return less;
}

/* The most that `lacon fit` has in memory: what it holds, and the work or the rows that threads have just read. */
static double peak_of(const lacon_data *data, double work, int threads)
{
    const double PROGRAM = 27e6; /* measured: libraries, and what linear algebra touches of its own memory */
    double held = 0, most = 0, read;
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        held += held_bytes(data, c, &read);
        most = read > most ? read : most;
    }
    return PROGRAM + held + (work > threads * most ? work : threads * most);
}

static lacon_status make_plan(cli_session *session, check_plan *out, const check_result *result,
                              const check_values *values)
{
    *out = (check_plan){0};
    for (int64_t i = 0; i < result->n_items; i++) {
        lacon_matrix rows;
        const bool single = values->input.precision == LACON_PRECISION_SINGLE ||
                            (result->data && i < lacon_data_classes(result->data) &&
                             lacon_data_get_rows(result->data, i, &rows) && rows.type == LACON_FLOAT32);
        out->data_bytes += (single ? 4 : 8) * (double)result->items[i].rows * (double)result->items[i].variables;
    }
    if (!result->data || !cli_given(session->call, "k")) return LACON_OK;
    int64_t p = lacon_data_variables(result->data);
    if (values->model.k > p)
        return cli_fail(session, LACON_E_ARGUMENT, "--k %lld is more than the %lld variables",
                        (long long)values->model.k, (long long)p);
    CLI_TRY(lacon_fit_estimate(session->ctx, &out->fit, result->data, &values->model));
    out->peak_bytes = peak_of(result->data, out->fit.bytes, lacon_ctx_threads(session->ctx));
    out->known = true;
    return LACON_OK;
}

/* By gravity, within it as found. Problems are few, so insertion keeps it stable. */
static void sort_problems(check_result *result)
{
    check_problem *p = result->problems;
    for (int64_t i = 1; i < result->n_problems; i++) {
        check_problem moving = p[i];
        int64_t j = i;
        for (; j > 0 && p[j - 1].kind > moving.kind; j--) p[j] = p[j - 1];
        p[j] = moving;
    }
}

/* ---- options ---- */

/* The options of fit that the sentences name, in the order of its help. */
typedef struct check_options {
    const char *name[CLI_OPTIONS_MAX];
    int count;
} check_options;

static bool names_option(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(text, "--"); at; at = strstr(at + 2, "--")) {
        const char after = strncmp(at + 2, name, length) == 0 ? at[2 + length] : '-';
        const bool begins = at == text || at[-1] == ' ' || at[-1] == '(';
        if (begins && after != '-' && !(after >= 'a' && after <= 'z')) return true;
    }
    return false;
}

static void find_options(check_options *out, const check_result *result)
{
    cli_options all;
    cli_options_flatten(&all, cli_cmd_fit.options);
    out->count = 0;
    for (int i = 0; i < all.count; i++) {
        bool named = false;
        for (int64_t j = 0; j < result->n_problems && !named; j++)
            named = names_option(result->problems[j].text, all.row[i].name);
        if (named) out->name[out->count++] = all.row[i].name;
    }
}

/* Problems of these kinds. */
static int64_t count_kinds(const check_result *result, check_kind first, check_kind last)
{
    int64_t count = 0;
    for (int64_t i = 0; i < result->n_problems; i++)
        count += result->problems[i].kind >= first && result->problems[i].kind <= last;
    return count;
}

/* Those that a fit would fail of. */
static int64_t count_wrong(const check_result *result) { return count_kinds(result, CHECK_OPEN, CHECK_VALUES); }

/* ---- as text ---- */

/* scale: median standard deviation; worth: independent rows that would tell as much; lag-1:
 * correlation of a row with the next. */
static void print_item(const check_item *item, int width)
{
    char scale[32] = "-", worth[32] = "-", lag1[32] = "-";
    if (item->described && item->sum.scale > 0) {
        snprintf(scale, sizeof scale, "%.3g", item->sum.scale);
        snprintf(worth, sizeof worth, "%.0f", item->sum.effective);
        snprintf(lag1, sizeof lag1, "%.2f", item->sum.lag1);
    }
    printf("%9lld  %9lld  ", (long long)item->rows, (long long)item->variables);
    cli_show_padded(item->label, width);
    cli_show("  %9s  %9s  %6s  %-16s  %s\n", scale, worth, lag1, item->format ? item->format : "-", item->file);
}

enum { ITEMS_SHOWN = 12 };

static int widest_label(const check_result *result, bool all)
{
    int widest = 24; /* a usual name, so that tables look alike */
    for (int64_t i = 0, shown = 0; i < result->n_items && (all || shown < ITEMS_SHOWN); i++) {
        const char *label = result->items[i].label;
        if (!label) continue;
        shown++;
        if (cli_width(label) > widest) widest = cli_width(label);
    }
    return widest;
}

static void print_items(const check_result *result, bool all)
{
    int64_t shown = 0, hidden = 0;
    const int width = widest_label(result, all);
    printf("%9s  %9s  %-*s  %9s  %9s  %6s  %-16s  %s\n", "rows", "variables", width, "class", "scale",
           "worth", "lag-1", "kind", "file");
    for (int64_t i = 0; i < result->n_items; i++) {
        const check_item *item = &result->items[i];
        if (!item->label)
            cli_show("%9s  %9s  %-*s  %9s  %9s  %6s  %-16s  %s\n", "-", "-", width, "(cannot be read)", "-",
                   "-", "-", "-", item->file);
        else if (all || shown++ < ITEMS_SHOWN)
            print_item(item, width);
        else
            hidden++;
    }
    if (hidden) printf("%9s  (%lld more, --verbose lists them)\n", "...", (long long)hidden);
}

static void print_names(const lacon_data *data)
{
    enum { SHOWN = 6 };
    int64_t p = lacon_data_variables(data);
    fputs("\nvariables: ", stdout);
    for (int64_t r = 0; r < p && r < SHOWN; r++) {
        if (r) fputs(", ", stdout);
        cli_show("%s", lacon_data_name(data, r));
    }
    if (p > SHOWN) fputs(", ...", stdout);
    putchar('\n');
}

static void print_problems(const check_result *result, check_kind first, check_kind last, const char *title)
{
    int64_t number = 0;
    for (int64_t i = 0; i < result->n_problems; i++) {
        const check_problem *problem = &result->problems[i];
        if (problem->kind < first || problem->kind > last) continue;
        if (number++ == 0) printf("\n%s:\n", title);
        cli_show("  %lld. %s\n", (long long)number, problem->text);
    }
}

static void print_options(const check_result *result)
{
    check_options options;
    find_options(&options, result);
    if (options.count) fputs("\noptions of fit that answer these:", stdout);
    for (int i = 0; i < options.count; i++) printf(" --%s", options.name[i]);
    if (options.count) putchar('\n');
}

static const char *duration(char out[CLI_NUMBER_MAX], double seconds)
{
    if (seconds < 0.1) return strcpy(out, "less than 0.1 s");
    if (seconds < 100)
        snprintf(out, CLI_NUMBER_MAX, "about %.2g s", seconds);
    else if (seconds < 6000)
        snprintf(out, CLI_NUMBER_MAX, "about %.0f min", seconds / 60);
    else
        snprintf(out, CLI_NUMBER_MAX, "about %.0f h", seconds / 3600);
    return out;
}

static void print_plan(const check_plan *plan, int threads)
{
    char data[CLI_NUMBER_MAX], more[CLI_NUMBER_MAX], time[CLI_NUMBER_MAX], peak[CLI_NUMBER_MAX];
    printf("\nplan: rows take %s", cli_bytes(data, plan->data_bytes));
    if (plan->known)
        printf(", a fit %s more and %s with one thread (%d may be used); at most %s are in memory at once\n",
               cli_bytes(more, plan->fit.bytes), duration(time, plan->fit.seconds), threads,
               cli_bytes(peak, plan->peak_bytes));
    else
        puts("; with --k the memory and time of a fit are told too");
}

static void print_text(const cli_session *session, const check_result *result,
                       const check_plan *plan)
{
    print_items(result, session->verbose);
    if (result->data) print_names(result->data);
    if (result->participants >= 0)
        printf("participants: %lld of %lld classes have a line\n", (long long)result->participants,
               (long long)result->n_items);
    print_problems(result, CHECK_OPEN, CHECK_VALUES, "problems, the gravest first");
    print_problems(result, CHECK_WARNING, CHECK_WARNING, "warnings, which a fit repeats");
    print_problems(result, CHECK_NOTE, CHECK_NOTE, "notes");
    print_options(result);
    if (result->data) print_plan(plan, lacon_ctx_threads(session->ctx));
    int64_t wrong = count_wrong(result), grave = count_kinds(result, CHECK_WARNING, CHECK_WARNING);
    if (wrong)
        printf("\n%lld %s to mend\n", (long long)wrong, wrong == 1 ? "problem" : "problems");
    else if (grave)
        printf("\n%lld %s: a fit would run, but hardly on what you mean\n", (long long)grave,
               grave == 1 ? "warning" : "warnings");
    else if (session->n_said > 0 && !session->quiet)
        printf("\nall is well, if what the warning%s above say%s is meant\n",
               session->n_said > 1 ? "s" : "", session->n_said > 1 ? "" : "s");
    else
        puts("\nall is well");
}

/* ---- as JSON ---- */

static json_t *items_json(const check_result *result)
{
    json_t *items = json_array();
    for (int64_t i = 0; i < result->n_items; i++) {
        const check_item *item = &result->items[i];
        json_t *object = json_object();
        cli_json_set(object, "file", cli_json_text(*item->file ? item->file : NULL));
        cli_json_set(object, "class", cli_json_text(item->label));
        cli_json_set(object, "rows", item->label ? json_integer(item->rows) : json_null());
        cli_json_set(object, "variables",
                     item->label ? json_integer(item->variables) : json_null());
        bool known = item->described && item->sum.scale > 0;
        cli_json_set(object, "kind", cli_json_text(item->format));
        cli_json_set(object, "scale", cli_json_real(known ? item->sum.scale : NAN));
        cli_json_set(object, "lag1", cli_json_real(known ? item->sum.lag1 : NAN));
        cli_json_set(object, "effective_rows", cli_json_real(known ? item->sum.effective : NAN));
        cli_json_set(object, "constant", item->described ? json_integer(item->sum.constant) : json_null());
        cli_json_push(items, object);
    }
    return items;
}

static json_t *problems_json(const check_result *result, check_kind first, check_kind last)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < result->n_problems; i++) {
        const check_problem *problem = &result->problems[i];
        if (problem->kind < first || problem->kind > last) continue;
        json_t *object = json_object();
        if (last == CHECK_VALUES) cli_json_set(object, "kind", cli_json_text(check_kind_name(problem->kind)));
        cli_json_set(object, "message", cli_json_text(problem->text));
        cli_json_push(list, object);
    }
    return list;
}

/* Those of the reader too: what it left out, what it doubts. */
static json_t *warnings_json(const cli_session *session, const check_result *result)
{
    json_t *list = problems_json(result, CHECK_WARNING, CHECK_WARNING);
    for (size_t i = 0; i < session->n_said; i++) {
        json_t *object = json_object();
        cli_json_set(object, "message", cli_json_text(session->said[i]));
        cli_json_push(list, object);
    }
    return list;
}

static json_t *options_json(const check_result *result)
{
    check_options options;
    json_t *list = json_array();
    find_options(&options, result);
    for (int i = 0; i < options.count; i++) cli_json_push(list, cli_json_text(options.name[i]));
    return list;
}

static json_t *names_json(const lacon_data *data)
{
    if (!data) return json_null();
    json_t *names = json_array();
    for (int64_t r = 0; r < lacon_data_variables(data); r++)
        cli_json_push(names, cli_json_text(lacon_data_name(data, r)));
    return names;
}

static void print_json(const cli_session *session, const check_result *result,
                       const check_plan *plan)
{
    json_t *root = json_object(), *needs = json_object();
    cli_json_set(root, "ok", json_boolean(count_wrong(result) == 0));
    cli_json_set(root, "classes", items_json(result));
    cli_json_set(root, "variables", names_json(result->data));
    cli_json_set(root, "problems", problems_json(result, CHECK_OPEN, CHECK_VALUES));
    cli_json_set(root, "warnings", warnings_json(session, result));
    cli_json_set(root, "notes", problems_json(result, CHECK_WARNING, CHECK_NOTE));
    cli_json_set(root, "options", options_json(result));
    cli_json_set(needs, "data_bytes", cli_json_real(plan->data_bytes));
    cli_json_set(needs, "fit_bytes", cli_json_real(plan->known ? plan->fit.bytes : NAN));
    cli_json_set(needs, "peak_bytes", cli_json_real(plan->known ? plan->peak_bytes : NAN));
    cli_json_set(needs, "fit_seconds", cli_json_real(plan->known ? plan->fit.seconds : NAN));
    cli_json_set(needs, "threads", json_integer(lacon_ctx_threads(session->ctx)));
    cli_json_set(root, "plan", needs);
    cli_json_set(root, "participants",
                 result->participants >= 0 ? json_integer(result->participants) : json_null());
    cli_json_print(root);
}

/* ---- the command ---- */

static int run(const cli_call *call, void *argument)
{
    const check_values *values = argument;
    cli_session session;
    int code = cli_session_open(&session, call, &values->common);
    if (code) return code;
    check_result result;
    check_plan plan;
    lacon_status status =
        check_diagnose(&session, &result, &values->input, (lacon_scale)values->scaling.scale);
    if (status >= 0 && values->people.table)
        status = check_participants(&session, &result, &values->people);
    if (status >= 0) status = make_plan(&session, &plan, &result, values);
    if (status >= 0) {
        add_notes(&result, cli_given(call, "k") ? values->model.k : 0);
        sort_problems(&result);
        cli_progress_clear();
        (values->json ? print_json : print_text)(&session, &result, &plan);
        code = count_wrong(&result) ? CLI_BAD_DATA : CLI_DONE;
    } else {
        code = cli_report(&session, status);
    }
    check_clear(&result);
    cli_session_close(&session);
    return code;
}

#define V(field) offsetof(check_values, field)
static const cli_option rows[] = {
    {.name = "json", .kind = CLI_FLAG, .offset = V(json), .help = "JSON in place of text"},
    {0},
};

static const cli_group groups[] = {
    {"Output", rows, 0},
    {"Participants", cli_people_rows, V(people)},
    {"Input", cli_input_rows, V(input)},
    {"Input", cli_missing_rows, V(input)},
    {"Input", cli_scale_rows, V(scaling)},
    {"The fit to plan for", NULL, V(model)},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_check = {
    .name = "check",
    .group = "Data",
    .line = "what is in the files, what is wrong with them, what a fit needs",
    .run = run,
    .size = sizeof(check_values),
    .synopsis = "INPUT... [--k K] [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "no input: name the files, one per class, or a folder of them",
    .options = groups,
    .about =
        "Reads everything as fit would and tells what is there: of every class its rows and "
        "variables, the scale of its values (median standard deviation), how many independent "
        "rows its rows are worth, the correlation of a row with the next, what kind of file it is. "
        "When something is wrong, looks at every file by itself and lists all problems, the gravest "
        "first, each with its remedy; exit status 3. Numbers that can be used but look wrong "
        "(values far off, other units, classes unlike the "
        "others, variables turned round, drift, rows that follow each other) are notes, each with the "
        "option that answers it; the gravest (copies of a file, covariances taken for rows, codes for "
        "missing, row numbers) are warnings, which fit and select give too; the options of fit among "
        "these are listed once more. With --missing "
        "and --align, what a fit with these would still "
        "find. With --k, tells the memory and time a fit "
        "with these options would need.",
    .writes = "To standard output: text, or with --json an object with ok, classes, variables, "
              "problems, warnings, notes (warnings among them), options (of fit, that answer them) and plan.",
    .examples = "lacon check subjects/ --k 5\n"
                "lacon check subjects/ --participants pheno.csv --id FILE_ID\n"
                "lacon check survey.csv --class country --json",
};
