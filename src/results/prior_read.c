/* SPDX-License-Identifier: BSD-3-Clause
 * Prior knowledge from a table with a header (io/text/text_table.h): from, to, rule (required, forbidden,
 * before), one line per rule; or module, tier, one line per module. Modules are named as in the other
 * tables.
 */
#include "data/namemap.h"
#include "io/text/text_table.h"
#include "util/number.h"
#include <lacon/causal.h>

#include <math.h>
#include <string.h>

enum { FROM, TO, RULE, CELLS }; /* with tiers: module, tier */

typedef struct reader {
    lcn_text_table table;
    bool tiers;
    int64_t at[CELLS]; /* columns, -1: not there */
    lcn_namemap map;
    lacon_prior *prior;
} reader;

static bool find_columns(reader *r, int count, const char *const *names)
{
    bool all = true;
    for (int i = 0; i < count; i++) {
        r->at[i] = lcn_text_table_column(&r->table, names[i]);
        all = all && r->at[i] >= 0;
    }
    return all;
}

static const char *cell(const reader *r, int64_t row, int which)
{
    return lcn_text_table_at(&r->table, row, r->at[which]);
}

static lacon_status module_of(lacon_ctx *ctx, const reader *r, int64_t row, int which, int64_t *module)
{
    const char *name = cell(r, row, which);
    *module = lcn_namemap_find(&r->map, name);
    LCN_FAIL_IF(*module < 0, LACON_E_DATA, "there is no module '%s'; the first is '%s'", name,
                r->map.names[0]);
    return LACON_OK;
}

static lacon_status take_rule(lacon_ctx *ctx, reader *r, int64_t row)
{
    static const char *const names[] = {"required", "forbidden", "before"};
    static const lacon_rule rules[] = {LACON_RULE_REQUIRED, LACON_RULE_FORBIDDEN,
                                       LACON_RULE_BEFORE};
    int64_t from, to;
    LCN_TRY(module_of(ctx, r, row, FROM, &from));
    LCN_TRY(module_of(ctx, r, row, TO, &to));
    const char *rule = cell(r, row, RULE);
    for (int i = 0; i < 3; i++)
        if (strcmp(rule, names[i]) == 0) return lacon_prior_add(ctx, r->prior, from, to, rules[i]);
    return lcn_fail(ctx, LACON_E_DATA, "rule '%s': required, forbidden or before is expected", rule);
}

static lacon_status take_tier(lacon_ctx *ctx, reader *r, int64_t row)
{
    int64_t module;
    double tier;
    LCN_TRY(module_of(ctx, r, row, 0, &module));
    const char *text = cell(r, row, 1);
    const bool number = lcn_parse_double(text, strlen(text), &tier);
    LCN_FAIL_IF(!number || tier != floor(tier) || fabs(tier) > 1e9, LACON_E_DATA,
                "tier '%s': a whole number is expected", text);
    return lacon_prior_set_tier(ctx, r->prior, module, (int64_t)tier);
}

/* The sentences about rules and tiers know no file: path and line are put before them. */
static lacon_status take_row(lacon_ctx *ctx, reader *r, int64_t row)
{
    const lcn_text_table *t = &r->table;
    const long long line = t->line[row];
    for (int i = 0; i < (r->tiers ? 2 : 3); i++)
        LCN_FAIL_IF(!lcn_text_table_has(t, row, r->at[i]), LACON_E_FORMAT, "%s:%lld: %s", t->path, line,
                    r->tiers ? "module and tier are expected" : "from, to and rule are expected");
    const lacon_status status = r->tiers ? take_tier(ctx, r, row) : take_rule(ctx, r, row);
    if (status != LACON_E_DATA) return status;
    return lcn_fail(ctx, status, "%s:%lld: %s", t->path, line, ctx->message);
}

static lacon_status take_rows(lacon_ctx *ctx, reader *r)
{
    r->tiers = !find_columns(r, 3, (const char *const[]){"from", "to", "rule"});
    LCN_FAIL_IF(r->tiers && !find_columns(r, 2, (const char *const[]){"module", "tier"}), LACON_E_FORMAT,
                "%s:1: prior knowledge has the columns from, to, rule, or module, tier", r->table.path);
    for (int64_t i = 0; i < r->table.rows; i++) LCN_TRY(take_row(ctx, r, i));
    return LACON_OK;
}

lacon_status lacon_prior_read(lacon_ctx *ctx, lacon_prior **out, const char *path, int64_t k,
                              const char *const *names)
{
    reader r = {0};
    int64_t twin, again;
    lacon_status status;
    *out = NULL;
    LCN_GOTO(lcn_text_table_read(ctx, &r.table, path));
    LCN_GOTO(lcn_namemap_init(ctx, &r.map, names, k, &twin, &again));
    LCN_GOTO(lacon_prior_new(ctx, &r.prior, k));
    LCN_GOTO(take_rows(ctx, &r));
    *out = r.prior;
    r.prior = NULL;
done:
    lacon_prior_free(r.prior);
    lcn_namemap_clear(&ctx->allocator, &r.map);
    lcn_text_table_clear(&r.table);
    return status;
}
