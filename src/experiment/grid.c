/* SPDX-License-Identifier: BSD-3-Clause
 * The plan of a run: which cells, which contenders, how many repetitions, and where the record of each
 * lies. Repetitions run in the outer loop of the units, so that all cells grow together and the time
 * left can be told from what is done.
 */
#include "experiment/experiment.h"
#include "data/data.h"
#include "util/number.h"
#include "util/options.h"
#include "util/rng.h"
#include "util/sha256.h"
#include <lacon/version.h>

#include <math.h>
#include <string.h>

void lacon_experiment_options_init_sized(lacon_experiment_options *options, size_t size)
{
    const lacon_experiment_options defaults = {.size = sizeof defaults,
        .seed = 1,
        .modules = 5,
        .noise = 1,
        .limit_s = 10,
        .k_min = 2,
        .k_max = 10};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

/* ---- lists ---- */

enum { LIST = 16 }; /* values of one option of an experiment */

/* "50,100,200" as whole numbers from 1, increasing. */
static lacon_status read_list(lacon_ctx *ctx, const char *name, const char *text, int64_t *out,
                              int64_t *count)
{
    *count = 0;
    for (const char *at = text;;) {
        const size_t length = strcspn(at, ",");
        int64_t value = 0;
        LCN_FAIL_IF(!lcn_parse_int64(at, length, &value) || value < 1 || value > INT32_MAX,
                    LACON_E_ARGUMENT,
                    "%s '%s': a list of whole numbers from 1 is wanted, such as 50,100,200", name,
                    text);
        LCN_FAIL_IF(*count > 0 && value <= out[*count - 1], LACON_E_ARGUMENT,
                    "%s '%s': the numbers must increase", name, text);
        LCN_FAIL_IF(*count == LIST, LACON_E_ARGUMENT, "%s '%s': more than %d numbers", name, text,
                    LIST);
        out[(*count)++] = value;
        if (at[length] == '\0') return LACON_OK;
        at += length + 1;
    }
}

static bool named(const char *list, const char *name)
{
    for (const char *at = list; at != NULL;) {
        const size_t length = strcspn(at, ",");
        if (strlen(name) == length && strncmp(at, name, length) == 0) return true;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return false;
}

/* Every name of the list must be one of the experiment's contenders. */
static lacon_status check_names(lacon_ctx *ctx, const lcn_plan *plan, const char *list)
{
    for (const char *at = list; at != NULL;) {
        const int length = (int)strcspn(at, ",");
        bool known = false;
        for (int m = 0; m < plan->n_contenders; m++) {
            const char *name = plan->contender[m]->shown.name;
            known |= (int)strlen(name) == length && strncmp(at, name, (size_t)length) == 0;
        }
        LCN_FAIL_IF(!known, LACON_E_ARGUMENT,
                    "methods: '%.*s' is none of the methods of %s", length, at,
                    plan->experiment->shown.name);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return LACON_OK;
}

static lacon_status choose_contenders(lacon_ctx *ctx, lcn_plan *plan)
{
    const lcn_contender *row;
    const char *list = plan->options->methods;
    for (int i = 0; (row = lcn_contender_at(i)); i++) {
        if (!(row->place & plan->experiment->place)) continue;
        if (list == NULL || named(list, row->shown.name))
            plan->contender[plan->n_contenders++] = row;
    }
    return list == NULL ? LACON_OK : check_names(ctx, plan, list);
}

/* ---- cells ---- */

static lacon_status make_cells(lacon_ctx *ctx, lcn_plan *plan)
{
    const lacon_experiment_options *o = plan->options;
    const lcn_experiment *e = plan->experiment;
    int64_t classes[LIST], samples[LIST], variables[LIST];
    LCN_TRY(read_list(ctx, "classes", o->classes ? o->classes : e->classes, classes,
                      &plan->n_classes));
    LCN_FAIL_IF(plan->n_classes > 2, LACON_E_ARGUMENT,
                "classes: at most two numbers, one for each row of panels");
    LCN_TRY(read_list(ctx, "samples", o->samples ? o->samples : e->samples, samples,
                      &plan->n_samples));
    LCN_TRY(read_list(ctx, "variables", o->variables ? o->variables : e->variables, variables,
                      &plan->n_variables));
    LCN_FAIL_IF(samples[0] < 2, LACON_E_ARGUMENT, "samples: a class needs at least two rows");
    LCN_FAIL_IF(o->modules < 1 || o->modules > variables[0], LACON_E_ARGUMENT,
                "modules is %lld: between 1 and the %lld variables is wanted",
                (long long)o->modules, (long long)variables[0]);
    bool kind[2] = {false, false};
    for (int i = 0; i < e->n_measures; i++) kind[e->measure[i].directed] = true;
    plan->n_kinds = kind[0] + kind[1];
    const int64_t each = plan->n_classes * plan->n_samples * plan->n_variables;
    plan->n_cells = plan->n_kinds * each;
    plan->cells = lcn_alloc(ctx, (size_t)plan->n_cells, sizeof *plan->cells);
    if (plan->cells == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < plan->n_cells; i++) {
        const int64_t c = i / plan->n_samples / plan->n_variables % plan->n_classes;
        plan->cells[i] = (lcn_cell){classes[c], samples[i / plan->n_variables % plan->n_samples],
                                    variables[i % plan->n_variables], kind[1] && i >= (kind[0] ? each : 0)};
    }
    return LACON_OK;
}

/* Of given data there is one cell, and a repetition is a class. */
static lacon_status take_data(lacon_ctx *ctx, lcn_plan *plan)
{
    const lacon_data *data = plan->options->data;
    LCN_FAIL_IF(data == NULL, LACON_E_ARGUMENT, "%s needs data", plan->experiment->shown.name);
    LCN_FAIL_IF(data->n_classes < 1, LACON_E_DATA, "the data have no classes");
    LCN_FAIL_IF(data->standardised, LACON_E_ARGUMENT,
                "%s scales the training rows itself: give it the rows as they were read",
                plan->experiment->shown.name);
    plan->n_cells = plan->n_kinds = plan->n_classes = plan->n_samples = plan->n_variables = 1;
    plan->cells = lcn_alloc(ctx, 1, sizeof *plan->cells);
    if (plan->cells == NULL) return LACON_E_MEMORY;
    const int64_t train = plan->options->train, n = data->classes[0].n;
    plan->cells[0] = (lcn_cell){.classes = data->n_classes,
                                .samples = train > 0 ? train : n - plan->options->test,
                                .variables = data->p};
    plan->reps = data->n_classes;
    return LACON_OK;
}

/* ---- settings: what a journal must agree with ---- */

static void hash_data(const lacon_data *data, char text[LCN_SHA256_TEXT])
{
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        const size_t size = class->kind == LCN_ROWS_F64 ? sizeof(double) : sizeof(float);
        lcn_sha256_update(&hash, class->label, strlen(class->label) + 1);
        lcn_sha256_update(&hash, &class->n, sizeof class->n);
        for (int64_t i = 0; i < class->n; i++)
            lcn_sha256_update(&hash, (const char *)class->x + (size_t)(i * class->ld) * size,
                              (size_t)data->p * size);
    }
    lcn_sha256_final(&hash, text);
}

static lacon_status describe(lacon_ctx *ctx, lcn_plan *plan)
{
    const lacon_experiment_options *o = plan->options;
    char noise[LCN_NUMBER_MAX], limit[LCN_NUMBER_MAX], data[LCN_SHA256_TEXT] = "";
    noise[lcn_format_double(noise, o->noise)] = '\0';
    limit[lcn_format_double(limit, o->limit_s)] = '\0';
    if (o->data) hash_data(o->data, data);
    plan->settings = lcn_sprintf(
        ctx,
        "%s %s reps=%lld seed=%llu modules=%lld noise=%s limit=%s train=%lld test=%lld scale=%d "
        "k=%lld:%lld missing=%d data=%s methods=",
        LACON_VERSION_TEXT, plan->experiment->shown.name, (long long)plan->reps,
        (unsigned long long)o->seed, (long long)o->modules, noise, limit, (long long)o->train,
        (long long)o->test, (int)o->scale, (long long)o->k_min, (long long)o->k_max,
        o->data ? (int)o->data->missing : 0, data);
    for (int m = 0; plan->settings && m < plan->n_contenders; m++) {
        char *longer = lcn_sprintf(ctx, "%s%s,", plan->settings, plan->contender[m]->shown.name);
        lcn_free(&ctx->allocator, plan->settings);
        plan->settings = longer;
    }
    for (int64_t i = 0; plan->settings && i < plan->n_cells; i++) {
        const lcn_cell *cell = &plan->cells[i];
        char *longer = lcn_sprintf(ctx, "%s %lldx%lldx%lld%s", plan->settings,
                                   (long long)cell->classes, (long long)cell->samples,
                                   (long long)cell->variables, cell->directed ? "d" : "");
        lcn_free(&ctx->allocator, plan->settings);
        plan->settings = longer;
    }
    return plan->settings ? LACON_OK : LACON_E_MEMORY;
}

/* ---- the plan ---- */

static lacon_status check_options(lacon_ctx *ctx, const lacon_experiment_options *o)
{
    LCN_FAIL_IF(o->reps < 0 || o->reps > INT32_MAX, LACON_E_ARGUMENT,
                "reps is %lld: at least 1 is wanted", (long long)o->reps);
    LCN_FAIL_IF(!(o->noise > 0) || !isfinite(o->noise), LACON_E_ARGUMENT,
                "noise must be a number above 0");
    LCN_FAIL_IF(!(o->limit_s > 0), LACON_E_ARGUMENT, "the limit must be above 0 seconds");
    LCN_FAIL_IF(o->train < 0 || o->test < 0, LACON_E_ARGUMENT,
                "train and test count rows and are not negative");
    LCN_FAIL_IF(o->k_min < 1 || o->k_max < o->k_min || o->k_max > INT32_MAX, LACON_E_ARGUMENT,
                "k %lld:%lld: a range from at least 1 is wanted", (long long)o->k_min,
                (long long)o->k_max);
    return LACON_OK;
}

static void count_units(lcn_plan *plan)
{
    const lcn_unit_shape shape = plan->experiment->shape;
    plan->n_units = shape == LCN_UNIT_CELL  ? plan->reps * plan->n_cells
                    : shape == LCN_UNIT_REP ? plan->reps
                                            : plan->n_contenders;
    plan->unit_records = plan->n_cells * plan->n_contenders * plan->reps / plan->n_units;
}

lacon_status lcn_plan_begin(lacon_ctx *ctx, lcn_plan *plan, const lcn_experiment *experiment,
                            const lacon_experiment_options *options)
{
    *plan = (lcn_plan){.experiment = experiment, .options = options};
    LCN_TRY(check_options(ctx, options));
    plan->reps = options->reps > 0 ? options->reps : experiment->shown.reps;
    LCN_TRY(choose_contenders(ctx, plan));
    LCN_FAIL_IF(options->reps > 0 && experiment->shown.reps == 0, LACON_E_ARGUMENT,
                "%s has no repetitions", experiment->shown.name);
    LCN_TRY(experiment->shown.needs_data ? take_data(ctx, plan) : make_cells(ctx, plan));
    if (experiment->check) LCN_TRY(experiment->check(ctx, plan));
    count_units(plan);
    const int64_t records = plan->n_cells * plan->n_contenders * plan->reps;
    plan->records = lcn_alloc(ctx, (size_t)records, sizeof *plan->records);
    if (plan->records == NULL) return LACON_E_MEMORY;
    return describe(ctx, plan);
}

void lcn_plan_end(lacon_ctx *ctx, lcn_plan *plan)
{
    lcn_free(&ctx->allocator, plan->cells);
    lcn_free(&ctx->allocator, plan->records);
    lcn_free(&ctx->allocator, plan->settings);
}

lcn_record *lcn_plan_record(const lcn_plan *plan, int64_t cell, int contender, int64_t rep)
{
    return &plan->records[(cell * plan->n_contenders + contender) * plan->reps + rep];
}

int64_t lcn_plan_index(const lcn_plan *plan, int64_t unit, int64_t i)
{
    const lcn_unit_shape shape = plan->experiment->shape;
    if (shape == LCN_UNIT_METHOD) return unit * plan->reps + i; /* one cell */
    const int64_t cell = shape == LCN_UNIT_CELL ? unit % plan->n_cells : i / plan->n_contenders;
    const int64_t rep = shape == LCN_UNIT_CELL ? unit / plan->n_cells : unit;
    return (cell * plan->n_contenders + i % plan->n_contenders) * plan->reps + rep;
}

bool lcn_plan_applies(const lcn_plan *plan, int64_t cell, int contender, int measure)
{
    const lcn_measure *m = &plan->experiment->measure[measure];
    return plan->contender[contender]->place & m->place &&
           m->directed == plan->cells[cell].directed;
}

bool lcn_plan_takes_part(const lcn_plan *plan, int64_t cell, int contender)
{
    bool any = false;
    for (int i = 0; i < plan->experiment->n_measures; i++)
        any |= lcn_plan_applies(plan, cell, contender, i);
    return any;
}

int64_t lcn_plan_first(const lcn_plan *plan, int measure)
{
    const bool second = plan->n_kinds == 2 && plan->experiment->measure[measure].directed;
    return second ? plan->n_cells / 2 : 0;
}

/* The same repetition has the same truth and the same rows in every cell: curves over n are of data
 * sets that grow, which takes noise out of comparisons. */
uint64_t lcn_plan_seed(const lcn_plan *plan, int64_t rep, uint32_t purpose)
{
    lcn_rng rng = lcn_rng_stream(plan->options->seed, LCN_STREAM_EXPERIMENT + 256 * purpose,
                                 (uint32_t)rep);
    const uint64_t high = lcn_rng_u32(&rng);
    return (high << 32 | lcn_rng_u32(&rng)) >> 1; /* a fit takes 63 bits */
}

const char *lcn_plan_rep_name(const lcn_plan *plan, int64_t rep, char buffer[32])
{
    if (plan->experiment->shown.needs_data) return lacon_data_label(plan->options->data, rep);
    buffer[lcn_format_double(buffer, (double)(rep + 1))] = '\0';
    return buffer;
}

/* ---- records ---- */

lacon_status lcn_unit_goes_on(lacon_ctx *ctx, lacon_status status)
{
    if (status == LACON_E_MEMORY) return status;
    return lcn_cancelled(ctx) ? LACON_E_CANCELLED : LACON_OK;
}

void lcn_record_reason(lcn_record *record, const char *reason)
{
    size_t length = 0;
    for (; reason[length] != '\0' && length + 1 < LCN_REASON; length++) {
        const char c = reason[length];
        record->reason[length] = c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }
    while (length > 0 && ((unsigned char)reason[length] & 0xC0) == 0x80) length--; /* UTF-8 */
    record->reason[length] = '\0';
}

void lcn_record_fail(lcn_record *record, const char *reason)
{
    record->outcome = LCN_FAILED;
    lcn_record_reason(record, reason);
    for (int i = 0; i < LCN_MEASURES; i++) record->value[i] = NAN;
}

void lcn_record_status(lacon_ctx *ctx, lcn_record *record, lacon_status status)
{
    record->outcome = status == LACON_OK ? LCN_DONE : LCN_NOT_CONVERGED;
    if (status >= 0) return;
    const char *said = lacon_ctx_message(ctx);
    lcn_record_fail(record, *said ? said : lacon_status_text(status));
}

void lcn_record_check(const lcn_plan *plan, int64_t cell, int contender, lcn_record *record)
{
    for (int i = 0; i < plan->experiment->n_measures; i++) {
        if (record->outcome == LCN_FAILED || !lcn_plan_applies(plan, cell, contender, i)) continue;
        if (isinf(record->value[i]))
            lcn_record_fail(record, "the covariance is singular: no density");
        else if (isnan(record->value[i]))
            lcn_record_fail(record, "the measure has no value");
    }
}
