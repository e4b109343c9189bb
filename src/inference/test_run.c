/* SPDX-License-Identifier: BSD-3-Clause
 * An edge test from a model and a table of participants to what is reported: classes are matched with
 * rows (match.c), the design is made (design.c), all permutations are judged (permute.c), then
 * estimates, intervals and corrections for the number of edges.
 */
#include "inference/inference.h"
#include "inference/persons.h"
#include "inference/test_result.h"
#include "model/model.h"
#include "util/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Everything between the call and the result. */
typedef struct job {
    lacon_ctx *ctx;
    lacon_test *test;
    const lacon_model *model;
    const lacon_participants *table;
    lacon_test_options *options;
    lcn_formula formula;
    lcn_match match;
    lcn_persons persons;     /* classes of one line of the table, where no blocks are asked for */
    int64_t *classes, *rows; /* that take part: class of the model, row of the table */
    int64_t n, E, k;
    double *Y;               /* n × E */
    int32_t *from, *to;      /* E */
    lcn_shuffle shuffle;
    lcn_network network;
    lcn_permuted found;
} job;

void lacon_test_options_init_sized(lacon_test_options *options, size_t size)
{
    const lacon_test_options defaults = {.size = sizeof defaults, .permutations = 10000, .seed = 1,
        .confidence = 0.95};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static lacon_status check_options(lacon_ctx *ctx, const lacon_test_options *o)
{
    LCN_FAIL_IF(!o->id, LACON_E_ARGUMENT, "no id: name the column that holds the names of the classes");
    LCN_FAIL_IF(!o->formula, LACON_E_ARGUMENT, "no model: name the columns, 'group + age'");
    LCN_FAIL_IF(o->permutations < 1 || o->permutations > UINT32_MAX, LACON_E_ARGUMENT,
                "%lld permutations: 1 to %lld are possible", (long long)o->permutations,
                (long long)UINT32_MAX);
    LCN_FAIL_IF(!(o->confidence > 0.0 && o->confidence < 1.0), LACON_E_ARGUMENT,
                "confidence %g: it lies between 0 and 1", o->confidence);
    LCN_FAIL_IF(!(o->threshold >= 0.0), LACON_E_ARGUMENT, "threshold %g is negative", o->threshold);
    return LACON_OK;
}

/* ---- who takes part ---- */

static bool is_missing(const job *j, const char *name, size_t length, int64_t row)
{
    const int64_t column = lcn_participants_column(j->table, name, length); /* none: design.c tells */
    return column >= 0 && !lacon_participants_cell(j->table, row, column);
}

/* Name of a column of the formula (the blocks, the variances) that is missing in this row; NULL: none. */
static const char *gap(const job *j, int64_t row)
{
    const lacon_test_options *o = j->options;
    for (int64_t i = 0; i < j->formula.n_columns; i++)
        if (is_missing(j, j->formula.columns[i].name, strlen(j->formula.columns[i].name), row))
            return j->formula.columns[i].name;
    if (o->blocks && is_missing(j, o->blocks, strlen(o->blocks), row)) return o->blocks;
    for (const char *part = o->variance; part && *part; part += strcspn(part, ":") + (strchr(part, ':') != NULL))
        if (is_missing(j, part, strcspn(part, ":"), row)) return part;
    return NULL;
}

static lacon_status complain_of_gaps(job *j, int64_t gaps, int64_t class, const char *column)
{
    const bool dropped = j->options->absent == LACON_ABSENT_DROP;
    return lcn_fail(j->ctx, LACON_E_DATA,
                    "%lld of %lld classes have a missing cell in a column of the model: the first is '%s', "
                    "column '%s'%s%s; fill it in%s, or use another model",
                    (long long)gaps, (long long)lacon_model_classes(j->model), lacon_model_label(j->model, class),
                    column, j->table->path ? " of " : "", j->table->path ? j->table->path : "",
                    dropped ? "" : ", leave such classes out (" LCN_OPTION "absent drop)");
}

static lacon_status take_part(job *j)
{
    const int64_t N = lacon_model_classes(j->model);
    const bool drop = j->options->absent == LACON_ABSENT_DROP;
    int64_t gaps = 0, first = -1;
    const char *column = NULL;
    j->classes = lcn_alloc(j->ctx, (size_t)N + 1, sizeof *j->classes);
    j->rows = lcn_alloc(j->ctx, (size_t)N + 1, sizeof *j->rows);
    if (!j->classes || !j->rows) return LACON_E_MEMORY;
    for (int64_t c = 0; c < N; c++) {
        const int64_t row = j->match.row[c];
        const char *missing = row < 0 ? NULL : gap(j, row);
        if (row < 0 || missing) LCN_TRY(lcn_test_drop(j->ctx, j->test, lacon_model_label(j->model, c)));
        if (missing && gaps++ == 0) {
            first = c;
            column = missing;
        }
        if (row < 0 || missing) continue;
        j->classes[j->n] = c;
        j->rows[j->n++] = row;
    }
    if (gaps > 0 && (!drop || j->n == 0)) return complain_of_gaps(j, gaps, first, column);
    return LACON_OK;
}

/* ---- numbers ---- */

static lacon_status edge_values(job *j)
{
    const int64_t k = j->k = lacon_model_modules(j->model);
    j->E = lcn_edge_list(k, j->options->measure, NULL, NULL);
    if (j->E == 0)
        return lcn_fail(j->ctx, LACON_E_DATA,
                "the model has one module: no edge to test; fit more, or use the covariance measure");
    j->Y = lcn_alloc(j->ctx, (size_t)(j->n * j->E + 2 * k * k), sizeof *j->Y);
    j->from = lcn_alloc(j->ctx, (size_t)j->E, sizeof *j->from);
    j->to = lcn_alloc(j->ctx, (size_t)j->E, sizeof *j->to);
    if (!j->Y || !j->from || !j->to) return LACON_E_MEMORY;
    lcn_edge_list(k, j->options->measure, j->from, j->to);
    int64_t odd = 0;
    for (int64_t i = 0; i < j->n; i++)
        lcn_edge_values(j->Y + i * j->E, lacon_model_G(j->model, j->classes[i]), k, j->options->measure,
                        j->Y + j->n * j->E, &odd);
    if (odd > 0)
        LCN_TRY(lcn_test_warn(j->ctx, j->test,
                              "%lld of %lld correlations are undefined or beyond .999 (G lost rank): taken as "
                              "0 and as .999; fewer modules or more rows per class would help",
                              (long long)odd, (long long)(j->n * j->E)));
    return LACON_OK;
}

/* On the scale of permute.c: F, or t². */
static double threshold_of(const job *j, const lcn_design *d)
{
    const double given = j->options->threshold;
    if (given > 0.0) return d->q == 1 ? given * given : given;
    const bool one_sided = d->q == 1 && j->options->tail != LACON_TAIL_TWO;
    const bool own = d->own_variance && (d->variance || d->whole); /* scaled: endless degrees of freedom */
    return lcn_f_bound(one_sided ? 0.98 : 0.99, (double)d->q, own ? 1e6 : (double)lcn_design_df(d));
}

/* ---- what is reported ---- */

static void estimate(const job *j, lacon_edge *edge, int64_t e)
{
    const lcn_permuted *f = &j->found;
    const lcn_design *d = &j->test->design;
    const double F = f->F[e], df = f->own_df[e], conf = j->options->confidence;
    edge->effect = f->coef[e];
    edge->df = df;
    edge->scaled = fabs(f->observed[e]);
    if (d->q == 1) {
        const double plain = f->sigma[e] > 0.0 ? edge->effect * f->root / f->sigma[e] : 0.0; /* t if all vary alike */
        edge->statistic = copysign(sqrt(F), edge->effect);
        edge->scaled = copysign(sqrt(edge->scaled), lcn_bend(edge->statistic, f->shift[e], f->bend[e]));
        lcn_permuted_limits(f, e, conf, &edge->ci_low, &edge->ci_high);
        edge->size = d->n_groups == 0 && !d->flip ? plain / sqrt(plain * plain + (double)f->df)
                     : f->sigma[e] > 0.0          ? edge->effect / f->sigma[e]
                                                  : 0.0;
        return;
    }
    const double low = lcn_f_lambda(F, (double)d->q, df, 0.5 + 0.5 * conf);
    const double high = lcn_f_lambda(F, (double)d->q, df, 0.5 - 0.5 * conf);
    edge->statistic = F;
    edge->size = edge->effect;
    edge->ci_low = low / (low + (double)d->n);
    edge->ci_high = high / (high + (double)d->n);
}

typedef struct ranked {
    double p;
    int64_t edge;
} ranked;

static int by_p(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->p != y->p ? (x->p > y->p) - (x->p < y->p) : (x->edge > y->edge) - (x->edge < y->edge);
}

/* Benjamini and Hochberg (1995): q_(i) = min over j >= i of p_(j) E / j */
static lacon_status false_discovery(job *j)
{
    ranked *order = lcn_alloc(j->ctx, (size_t)j->E, sizeof *order);
    if (!order) return LACON_E_MEMORY;
    for (int64_t e = 0; e < j->E; e++) order[e] = (ranked){j->test->edges[e].p, e};
    qsort(order, (size_t)j->E, sizeof *order, by_p);
    double q = 1.0;
    for (int64_t i = j->E - 1; i >= 0; i--) {
        q = fmin(q, order[i].p * (double)j->E / (double)(i + 1));
        j->test->edges[order[i].edge].q_fdr = q;
    }
    lcn_free(&j->ctx->allocator, order);
    return LACON_OK;
}

static int largest_first(const void *a, const void *b)
{
    const lacon_component *x = a, *y = b;
    return (x->edges < y->edges) - (x->edges > y->edges);
}

static double component_p(const job *j, int64_t size)
{
    int64_t above = 0;
    for (int64_t i = j->found.done - 1; i >= 0 && j->found.component[i] >= size; i--) above++;
    return lcn_share(above, j->found.done, j->shuffle.all);
}

/* Network-based statistic (Zalesky et al. 2010): size of connected components against the largest of
 * each permutation. */
static lacon_status components(job *j)
{
    const size_t k = (size_t)j->k, E = (size_t)j->E;
    int64_t *sizes = lcn_alloc(j->ctx, k, sizeof *sizes);
    int32_t *scratch = lcn_alloc(j->ctx, k + E, sizeof *scratch);
    lacon_test *t = j->test;
    lacon_status status = sizes && scratch ? LACON_OK : LACON_E_MEMORY;
    if (status < 0) goto done;
    int32_t *label = scratch + k;
    const int64_t count = lcn_components(&j->network, j->found.observed, j->E, label, sizes, scratch);
    t->components = lcn_alloc(j->ctx, (size_t)count + 1, sizeof *t->components);
    if (!t->components) {
        status = LACON_E_MEMORY;
        goto done;
    }
    t->info.n_components = count;
    t->info.components = t->components;
    for (int64_t c = 0; c < count; c++) { /* modules: nodes that an edge of the component touches */
        memset(scratch, 0, k * sizeof *scratch);
        for (int64_t e = 0; e < j->E; e++)
            if (label[e] == c + 1) scratch[j->from[e]] = scratch[j->to[e]] = 1;
        t->components[c] = (lacon_component){.edges = sizes[c], .p = component_p(j, sizes[c])};
        for (size_t a = 0; a < k; a++) t->components[c].modules += scratch[a];
    }
    for (int64_t e = 0; e < j->E; e++) {
        int64_t rank = 0; /* labels by decreasing size, first come first among equals */
        for (int64_t c = 0; label[e] > 0 && c < count; c++)
            rank += sizes[c] > sizes[label[e] - 1] || (sizes[c] == sizes[label[e] - 1] && c < label[e] - 1);
        t->edges[e].component = label[e] > 0 ? rank + 1 : 0;
        t->edges[e].p_component = label[e] > 0 ? component_p(j, sizes[label[e] - 1]) : 1.0;
    }
    qsort(t->components, (size_t)count, sizeof *t->components, largest_first);
done:
    lcn_free(&j->ctx->allocator, sizes);
    lcn_free(&j->ctx->allocator, scratch);
    return status;
}

static lacon_status warn(job *j)
{
    lacon_test_info *info = &j->test->info;
    if (info->n_dropped > 0)
        LCN_TRY(lcn_test_warn(j->ctx, j->test, "%lld of %lld classes do not take part (no row, or a missing "
                              "cell)", (long long)info->n_dropped, (long long)lacon_model_classes(j->model)));
    if (j->match.loose > 0)
        LCN_TRY(lcn_test_warn(j->ctx, j->test, "%lld classes were matched by a part of their name: '%s' is '%s'",
                              (long long)j->match.loose, lacon_model_label(j->model, j->match.loose_class),
                              lacon_participants_cell(j->table, j->match.row[j->match.loose_class],
                                                      j->test->id_column)));
    if (j->persons.column >= 0)
        LCN_TRY(lcn_test_warn(j->ctx, j->test, "%lld classes are of %lld lines of the table (%s): scans of one person "
                              "tell less than as many persons, so lines change places as a whole, as blocks do",
                              (long long)j->n, (long long)j->persons.count, j->options->blocks));
    LCN_TRY(lcn_test_odd_cells(j->ctx, j->test, j->table, &j->formula, j->rows, j->n));
    LCN_TRY(lcn_test_compare(j->ctx, j->test, j->model, j->table, &j->formula, j->classes, j->rows));
    const double least = lcn_share(j->shuffle.all ? 1 : 0, j->found.done, j->shuffle.all);
    if (j->shuffle.all && j->shuffle.possible < 1000.0)
        LCN_TRY(lcn_test_warn(j->ctx, j->test, "only %lld different permutations exist, all were done: no p "
                              "can be below %.3g", (long long)j->shuffle.count, least));
    if (least * (double)j->E > 0.05)
        LCN_TRY(lcn_test_warn(j->ctx, j->test, "%lld permutations are too few for Bonferroni over %lld edges: no "
                              "p_bonferroni can reach .05; p_fwe can", (long long)info->permutations,
                              (long long)j->E));
    return LACON_OK;
}

static lacon_status report(job *j)
{
    lacon_test *t = j->test;
    const lcn_permuted *f = &j->found;
    const bool all = j->shuffle.all;
    t->edges = lcn_alloc(j->ctx, (size_t)j->E, sizeof *t->edges);
    if (!t->edges) return LACON_E_MEMORY;
    for (int64_t e = 0; e < j->E; e++) {
        lacon_edge *edge = &t->edges[e];
        edge->module_a = j->from[e] + 1;
        edge->module_b = j->to[e] + 1;
        estimate(j, edge, e);
        edge->p = lcn_share(f->above[e], f->done, all);
        edge->p_fwe = lcn_share(lcn_count_from(f->largest, f->done, f->observed[e]), f->done, all);
        edge->p_bonferroni = fmin(1.0, edge->p * (double)j->E);
    }
    LCN_TRY(false_discovery(j));
    LCN_TRY(components(j));
    lcn_test_describe(t, &j->shuffle, f, &j->network, j->E);
    LCN_TRY(lcn_test_null(j->ctx, t, f, all));
    return warn(j);
}

/* ---- the call ---- */

static lacon_status take_persons(job *j)
{
    lacon_test_options *o = j->options;
    j->persons.column = -1;
    if (o->blocks) return LACON_OK;
    LCN_TRY(lcn_persons_find(j->ctx, &j->match, &j->formula, j->classes, j->rows, j->n, &j->persons));
    if (j->persons.column < 0) return LACON_OK;
    o->blocks = j->table->names[j->persons.column];
    o->exchange = LACON_EXCHANGE_WHOLE;
    return LACON_OK;
}

static lacon_status work(job *j)
{
    LCN_TRY(lcn_formula_parse(j->ctx, &j->formula, j->options->formula));
    LCN_TRY(lcn_participants_find(j->ctx, j->table, j->options->id, &j->test->id_column));
    for (int64_t i = 0; i < j->formula.n_columns; i++) { /* a misspelt column before all else */
        int64_t column;
        LCN_TRY(lcn_participants_find(j->ctx, j->table, j->formula.columns[i].name, &column));
    }
    LCN_TRY(lcn_match_make(j->ctx, &j->match, j->table, j->options->id,
                           (const char *const *)j->model->labels, j->model->n_classes));
    LCN_TRY(lcn_match_check(j->ctx, &j->match, j->options->absent == LACON_ABSENT_DROP));
    LCN_TRY(take_part(j));
    LCN_TRY(take_persons(j));
    LCN_TRY(lcn_test_keep_options(j->ctx, j->test, j->options));
    lcn_design *d = &j->test->design;
    LCN_TRY(lcn_design_make(j->ctx, d, j->table, j->rows, j->n, &j->formula, j->options));
    if (d->q > 1 && j->options->tail != LACON_TAIL_TWO)
        return lcn_fail(j->ctx, LACON_E_ARGUMENT,
                "a test of several groups together (F) has no direction: leave out the tail, or compare two");
    LCN_TRY(edge_values(j));
    LCN_TRY(lcn_shuffle_new(j->ctx, &j->shuffle, d, j->options->permutations, j->options->seed));
    j->network = (lcn_network){.k = j->k, .from = j->from, .to = j->to, .threshold = threshold_of(j, d)};
    LCN_TRY(lcn_permute(j->ctx, &j->found, j->Y, j->E, d, &j->shuffle, j->options->tail, &j->network));
    return report(j);
}

lacon_status lacon_test_run(lacon_ctx *ctx, lacon_test **out, const lacon_model *model,
                            const lacon_participants *table, const lacon_test_options *given)
{
    *out = NULL;
    lacon_test_options own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_test_options));
    LCN_TRY(check_options(ctx, &own));
    job j = {.ctx = ctx, .model = model, .table = table, .options = &own};
    j.test = lcn_alloc(ctx, 1, sizeof *j.test);
    if (!j.test) return LACON_E_MEMORY;
    j.test->allocator = ctx->allocator;
    const lacon_status status = work(&j);
    void *const blocks[] = {j.classes, j.rows, j.Y, j.from, j.to};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&ctx->allocator, blocks[i]);
    lcn_formula_clear(&ctx->allocator, &j.formula);
    lcn_match_clear(&ctx->allocator, &j.match);
    lcn_shuffle_clear(&j.shuffle);
    lcn_permuted_clear(&ctx->allocator, &j.found);
    if (status < 0) lacon_test_free(j.test);
    else *out = j.test;
    return status;
}
