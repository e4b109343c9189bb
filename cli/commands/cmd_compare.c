/* SPDX-License-Identifier: BSD-3-Clause
 * lacon compare: two models of the same variables side by side: modules matched, who changed place,
 * which edges changed in the classes both have.
 */
#include "cmd.h"
#include "jsonout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct compare_values {
    int json;
    const char *column;
    double change;
    cli_common common;
} compare_values;

typedef struct comparison {
    cli_session session;
    const compare_values *values;
    lacon_model *a, *b;
    int64_t ka, kb;
    int64_t *match;   /* ka: module of b, 0 none */
    double *overlap;  /* ka */
    int64_t *row;     /* p: variable of b that is variable r of a */
    double ari;
} comparison;

static int64_t find_variable(const lacon_model *model, const char *name, int64_t guess)
{
    const int64_t p = lacon_model_variables(model);
    for (int64_t i = 0; i < p; i++) {
        const int64_t r = (guess + i) % p;
        if (strcmp(lacon_model_name(model, r), name) == 0) return r;
    }
    return guess; /* names of their own: lacon_model_match went by position */
}

static lacon_status work(comparison *c)
{
    lacon_ctx *ctx = c->session.ctx;
    const int64_t p = lacon_model_variables(c->a);
    c->ka = lacon_model_modules(c->a);
    c->kb = lacon_model_modules(c->b);
    c->match = cli_alloc((size_t)c->ka, sizeof *c->match);
    c->overlap = cli_alloc((size_t)c->ka, sizeof *c->overlap);
    CLI_TRY(lacon_model_match(ctx, c->match, c->a, c->b));
    for (int64_t j = 0; j < c->ka; j++) c->match[j] = c->match[j] < c->kb ? c->match[j] + 1 : 0;
    c->row = cli_alloc((size_t)p, sizeof *c->row);
    int32_t *other = cli_alloc((size_t)p, sizeof *other);
    for (int64_t r = 0; r < p; r++) {
        c->row[r] = find_variable(c->b, lacon_model_name(c->a, r), r);
        other[r] = lacon_model_module_of(c->b)[c->row[r]];
    }
    for (int64_t j = 0; j < c->ka; j++) /* <w_j, w^_match(j)> */
        for (int64_t r = 0; c->match[j] > 0 && r < p; r++)
            c->overlap[j] += lacon_model_W(c->a)[r * c->ka + j] *
                             lacon_model_W(c->b)[c->row[r] * c->kb + c->match[j] - 1];
    for (int64_t j = 0; j < c->ka; j++) /* the assignment pairs what is left over: no variable in common is no match */
        if (c->overlap[j] == 0) c->match[j] = 0;
    c->ari = lacon_ari(p, lacon_model_module_of(c->a), other);
    free(other);
    return LACON_OK;
}

/* Variables of module j of a (0: unassigned), and how many of them are where the match says. */
static void count(const comparison *c, int64_t j, int64_t *size, int64_t *common)
{
    *size = *common = 0;
    for (int64_t r = 0; r < lacon_model_variables(c->a); r++) {
        if (lacon_model_module_of(c->a)[r] != j) continue;
        const int32_t there = lacon_model_module_of(c->b)[c->row[r]];
        *size += 1;
        *common += there == (j > 0 ? c->match[j - 1] : 0) && (j == 0 || there > 0);
    }
}

/* Module of b that holds what was the module of variable r in a; 0: none, or r was unassigned. */
static int64_t match_of(const comparison *c, int64_t r)
{
    const int32_t from = lacon_model_module_of(c->a)[r];
    return from > 0 ? c->match[from - 1] : 0;
}

static bool moved(const comparison *c, int64_t r)
{
    const int32_t from = lacon_model_module_of(c->a)[r], to = lacon_model_module_of(c->b)[c->row[r]];
    return to != match_of(c, r) || (from > 0 && to == 0);
}

static int64_t count_moved(const comparison *c)
{
    int64_t count = 0;
    for (int64_t r = 0; r < lacon_model_variables(c->a); r++) count += moved(c, r);
    return count;
}

static double correlation(const lacon_model *m, int64_t class, int64_t a, int64_t b)
{
    const int64_t k = lacon_model_modules(m);
    const double *G = lacon_model_G(m, class);
    const double size = sqrt(G[a * k + a]) * sqrt(G[b * k + b]);
    return size > 0 ? fmax(-1, fmin(1, G[a * k + b] / size)) : 0;
}

/* Calls each for every edge between matched modules of classes that both models have. */
typedef void each_edge(void *user, const char *class, int64_t a, int64_t b, double first, double second);

static int64_t walk_edges(const comparison *c, each_edge *each, void *user)
{
    int64_t classes = 0;
    for (int64_t i = 0; i < lacon_model_classes(c->a); i++) {
        const int64_t other = lacon_model_find_class(c->b, lacon_model_label(c->a, i));
        if (other < 0) continue;
        classes++;
        for (int64_t a = 0; a < c->ka; a++)
            for (int64_t b = a + 1; b < c->ka; b++)
                if (c->match[a] > 0 && c->match[b] > 0)
                    each(user, lacon_model_label(c->a, i), a + 1, b + 1, correlation(c->a, i, a, b),
                         correlation(c->b, other, c->match[a] - 1, c->match[b] - 1));
    }
    return classes;
}

/* ---- the summary, before the tables ---- */

typedef struct edge_table {
    double change;
    int64_t edges, changed;
} edge_table;

static void count_edge(void *user, const char *class, int64_t a, int64_t b, double first, double second)
{
    edge_table *t = user;
    (void)class, (void)a, (void)b;
    t->edges++;
    t->changed += fabs(first - second) >= t->change;
}

/* Variables of module j (of a, or with `second` of b) that are in module l of the other. */
static int64_t shared(const comparison *c, bool second, int64_t j, int64_t l)
{
    int64_t count = 0;
    for (int64_t r = 0; r < lacon_model_variables(c->a); r++) {
        const int32_t a = lacon_model_module_of(c->a)[r], b = lacon_model_module_of(c->b)[c->row[r]];
        count += second ? b == j && a == l : a == j && b == l;
    }
    return count;
}

/* A module without a match, and where most of it is. */
static void tell_left_over(const comparison *c, bool second, int64_t j)
{
    const int64_t others = second ? c->ka : c->kb;
    int64_t most = 0, size = shared(c, second, j, 0), where = 0;
    for (int64_t l = 1; l <= others; l++) {
        const int64_t here = shared(c, second, j, l);
        size += here;
        if (here > most) most = here, where = l;
    }
    if (most > 0)
        cli_tell(&c->session,
                 "module %lld of the %s has no match: %lld of its %lld variables are in module %lld of the %s",
                 (long long)j, second ? "second" : "first", (long long)most, (long long)size, (long long)where,
                 second ? "first" : "second");
}

static void tell(const comparison *c)
{
    edge_table edges = {.change = c->values->change};
    const int64_t classes = walk_edges(c, count_edge, &edges);
    cli_tell(&c->session, "adjusted Rand index %.4f, %lld of %lld variables moved", c->ari, (long long)count_moved(c),
             (long long)lacon_model_variables(c->a));
    for (int64_t j = 1; j <= c->ka; j++)
        if (c->match[j - 1] == 0) tell_left_over(c, false, j);
    for (int64_t l = 1; l <= c->kb; l++) {
        bool matched = false;
        for (int64_t j = 0; j < c->ka; j++) matched |= c->match[j] == l;
        if (!matched) tell_left_over(c, true, l);
    }
    if (classes > 0)
        cli_tell(&c->session, "%lld of %lld edges of %lld common classes changed by %.3g or more",
                 (long long)edges.changed, (long long)edges.edges, (long long)classes, edges.change);
    else
        cli_tell(&c->session, "no class is in both models: edges are not compared");
}

/* ---- as a table ---- */

static void print_edge(void *user, const char *class, int64_t a, int64_t b, double first, double second)
{
    edge_table *t = user;
    char x[CLI_NUMBER_MAX], y[CLI_NUMBER_MAX];
    if (fabs(first - second) < t->change) return;
    if (t->changed++ == 0) puts("\nclass\tmodule_a\tmodule_b\tcorrelation_first\tcorrelation_second");
    cli_put_cell(stdout, class);
    printf("\t%lld\t%lld\t%s\t%s\n", (long long)a, (long long)b, cli_number(x, first), cli_number(y, second));
}

static void print_table(const comparison *c)
{
    char text[CLI_NUMBER_MAX];
    puts("module\tmatch\tvariables\tin_common\toverlap");
    for (int64_t j = 0; j <= c->ka; j++) {
        int64_t size, common;
        count(c, j, &size, &common);
        printf("%lld\t%lld\t%lld\t%lld\t%s\n", (long long)j, (long long)(j ? c->match[j - 1] : 0), (long long)size,
               (long long)common, j ? cli_number(text, c->overlap[j - 1]) : "0");
    }
    if (count_moved(c) > 0) puts("\nvariable\tmodule_first\tmodule_second\tmatch");
    for (int64_t r = 0; r < lacon_model_variables(c->a); r++) {
        if (!moved(c, r)) continue;
        cli_put_cell(stdout, lacon_model_name(c->a, r));
        printf("\t%d\t%d\t%lld\n", (int)lacon_model_module_of(c->a)[r], (int)lacon_model_module_of(c->b)[c->row[r]],
               (long long)match_of(c, r));
    }
    walk_edges(c, print_edge, &(edge_table){.change = c->values->change});
}

/* ---- as JSON ---- */

static void push_edge(void *user, const char *class, int64_t a, int64_t b, double first, double second)
{
    json_t *edge = json_object();
    cli_json_set(edge, "class", cli_json_text(class));
    cli_json_set(edge, "module_a", json_integer(a));
    cli_json_set(edge, "module_b", json_integer(b));
    cli_json_set(edge, "first", cli_json_real(first));
    cli_json_set(edge, "second", cli_json_real(second));
    cli_json_push(user, edge);
}

static void print_json(const comparison *c)
{
    json_t *root = json_object(), *modules = json_array(), *variables = json_array(), *edges = json_array();
    for (int64_t j = 1; j <= c->ka; j++) {
        int64_t size, common;
        json_t *module = json_object();
        count(c, j, &size, &common);
        cli_json_set(module, "module", json_integer(j));
        cli_json_set(module, "match", c->match[j - 1] ? json_integer(c->match[j - 1]) : json_null());
        cli_json_set(module, "variables", json_integer(size));
        cli_json_set(module, "in_common", json_integer(common));
        cli_json_set(module, "overlap", cli_json_real(c->overlap[j - 1]));
        cli_json_push(modules, module);
    }
    for (int64_t r = 0; r < lacon_model_variables(c->a); r++)
        if (moved(c, r)) cli_json_push(variables, cli_json_text(lacon_model_name(c->a, r)));
    walk_edges(c, push_edge, edges);
    cli_json_set(root, "ari", cli_json_real(c->ari));
    cli_json_set(root, "modules", modules);
    cli_json_set(root, "moved", variables);
    cli_json_set(root, "edges", edges);
    cli_json_print(root);
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISDIR(status.st_mode);
}

/* With another model, or with a key. */
static lacon_status compare(comparison *c, const char *other)
{
    if (is_file(other)) return cli_compare_key(&c->session, c->a, other, c->values->column, c->values->json);
    if (c->values->column)
        return cli_fail(&c->session, LACON_E_ARGUMENT, "--column is of a KEY, and %.300s is no file", other);
    CLI_TRY(lacon_model_load(c->session.ctx, &c->b, other));
    CLI_TRY(work(c));
    if (!c->values->json) tell(c);
    (c->values->json ? print_json : print_table)(c);
    return LACON_OK;
}

static int run(const cli_call *call, void *argument)
{
    comparison c = {.values = argument};
    int code = cli_session_open(&c.session, call, &c.values->common);
    if (code) return code;
    lacon_status status = lacon_model_load(c.session.ctx, &c.a, call->operands[0]);
    if (status >= 0) status = compare(&c, call->operands[1]);
    code = cli_report(&c.session, status);
    free(c.match);
    free(c.overlap);
    free(c.row);
    lacon_model_free(c.a);
    lacon_model_free(c.b);
    cli_session_close(&c.session);
    return code;
}

#define V(field) offsetof(compare_values, field)
static const cli_option rows[] = {
    {.name = "json", .kind = CLI_FLAG, .offset = V(json), .help = "JSON in place of tables; all edges"},
    {.name = "column", .kind = CLI_TEXT, .offset = V(column), .arg = "NAME",
     .help = "with a KEY: its column of groups; default: the only one beside the names, or module, network, scale, "
             "group, sector, trait"},
    {.name = "change", .kind = CLI_REAL, .offset = V(change), .arg = "X", .range = "0..2", .def = "0.2",
     .help = "show edges whose correlation differs by so much"},
    {0},
};

static const cli_group groups[] = {
    {"Output", rows, 0},
    {"Run", cli_brief_rows, V(common)},
    {0},
};

const cli_command cli_cmd_compare = {
    .name = "compare",
    .group = "Interpret",
    .line = "two models side by side, or a model against known networks or scales",
    .run = run,
    .size = sizeof(compare_values),
    .synopsis = "MODEL MODEL | MODEL KEY [OPTION]...",
    .min_operands = 2,
    .max_operands = 2,
    .missing = "two operands are needed: two model folders of the same variables, or one and a table of them (KEY)",
    .options = groups,
    .about =
        "Matches the modules of the two models by the assignment problem (largest sum of the inner products "
        "of their columns of W; modules that share no variable do not match), shows which variables are in a module "
        "of the second that is not the match of theirs in the first, and for classes that both models have the edges "
        "whose correlation changed. What it comes to is said first, on standard error.\n"
        "With a KEY, a csv or tsv with a header that has the variables' names in one column and the networks, scales or "
        "sectors they are known to be of in another, shows how many variables of each module are in each of these, by "
        "name. Variables that the key does not have are counted by themselves and left out of the adjusted Rand index.",
    .writes = "With a KEY to standard output a table: module (0: the unassigned), variables, mostly (the group of most "
              "of them), share, and a column for each group; with --json ari, column, in_key, groups, modules. Else "
              "three tables, an empty line between them: modules (module 0: the unassigned; match 0: none), variables "
              "that moved (match: the module of the second that module_first became), edges that changed. With --json "
              "an object with ari, modules, moved, edges.",
    .examples = "lacon compare model-k5 model-k6\nlacon compare model atlas.csv --column network\n"
                "lacon compare before after --change 0.1",
};
