/* SPDX-License-Identifier: BSD-3-Clause
 * Prior knowledge from a table with a header: from, to, rule (required, forbidden, before), one
 * line per rule; or module, tier, one line per module. Modules are named as in the other tables.
 */
#include "data/namemap.h"
#include "io/text/cells.h"
#include "util/number.h"
#include <lacon/causal.h>

#include <math.h>
#include <string.h>

enum { FROM, TO, RULE, CELLS }; /* with tiers: module, tier */

typedef struct reader {
    const char *path;
    lcn_source source;
    lcn_lines lines;
    char separator;
    bool tiers;
    int64_t at[CELLS]; /* columns, -1: not there */
    char *text[CELLS]; /* cells of the line */
    size_t room;       /* of each */
    lcn_namemap map;
    lacon_prior *prior;
} reader;

static bool is_word(lcn_cell cell, const char *word)
{
    return cell.length == strlen(word) && memcmp(cell.text, word, cell.length) == 0;
}

static void find(reader *r, lcn_line header, const char *const *words, int count)
{
    lcn_cursor cursor = lcn_cursor_at(header, r->separator);
    lcn_cell cell;
    bool bad = false;
    for (int i = 0; i < CELLS; i++) r->at[i] = -1;
    for (int64_t j = 0; lcn_cursor_next(&cursor, &cell, &bad); j++)
        for (int i = 0; i < count; i++)
            if (is_word(cell, words[i])) r->at[i] = j;
}

static lacon_status take_header(lacon_ctx *ctx, reader *r)
{
    lcn_line first, second;
    LCN_TRY(lcn_lines_peek(ctx, &r->lines, 1, &second));
    LCN_TRY(lcn_lines_peek(ctx, &r->lines, 0, &first));
    LCN_FAIL_IF(first.text == NULL, LACON_E_FORMAT, "%s: the file is empty", r->path);
    r->separator = lcn_separator(first, second);
    find(r, first, (const char *const[]){"from", "to", "rule"}, 3);
    if (r->at[FROM] < 0 || r->at[TO] < 0 || r->at[RULE] < 0) {
        find(r, first, (const char *const[]){"module", "tier"}, 2);
        r->tiers = true;
        LCN_FAIL_IF(r->at[0] < 0 || r->at[1] < 0, LACON_E_FORMAT,
                    "%s:1: prior knowledge has the columns from, to, rule, or module, tier",
                    r->path);
    }
    return lcn_lines_next(ctx, &r->lines, &first);
}

/* Room for every cell of a line: as UTF-8, after the bytes as they stand. */
static lacon_status make_room(lacon_ctx *ctx, reader *r, size_t length)
{
    if (3 * length + 2 <= r->room) return LACON_OK;
    r->room = 0;
    for (int i = 0; i < CELLS; i++) {
        lcn_free(&ctx->allocator, r->text[i]);
        r->text[i] = lcn_alloc(ctx, 3 * length + 2, 1);
        if (r->text[i] == NULL) return LACON_E_MEMORY;
    }
    r->room = 3 * length + 2;
    return LACON_OK;
}

static lacon_status take_cells(lacon_ctx *ctx, reader *r, lcn_line line)
{
    lcn_cursor cursor = lcn_cursor_at(line, r->separator);
    lcn_cell cell;
    bool bad = false;
    int found = 0;
    LCN_TRY(make_room(ctx, r, line.length));
    for (int64_t j = 0; lcn_cursor_next(&cursor, &cell, &bad); j++)
        for (int i = 0; i < CELLS; i++) {
            if (j != r->at[i]) continue;
            char *plain = r->text[i] + 2 * line.length + 1;
            lcn_to_utf8(plain, lcn_cell_copy(cell, plain), r->text[i]);
            found++;
        }
    LCN_FAIL_IF(bad || found < (r->tiers ? 2 : 3), LACON_E_FORMAT, "%s:%lld: %s", r->path,
                (long long)r->lines.number,
                bad        ? "quotes are not closed"
                : r->tiers ? "module and tier are expected"
                           : "from, to and rule are expected");
    return LACON_OK;
}

static lacon_status module_of(lacon_ctx *ctx, const reader *r, int cell, int64_t *module)
{
    *module = lcn_namemap_find(&r->map, r->text[cell]);
    LCN_FAIL_IF(*module < 0, LACON_E_DATA, "%s:%lld: there is no module '%s'; the first is '%s'",
                r->path, (long long)r->lines.number, r->text[cell], r->map.names[0]);
    return LACON_OK;
}

static lacon_status take_rule(lacon_ctx *ctx, reader *r)
{
    static const char *const words[] = {"required", "forbidden", "before"};
    static const lacon_rule rules[] = {LACON_RULE_REQUIRED, LACON_RULE_FORBIDDEN,
                                       LACON_RULE_BEFORE};
    int64_t from, to;
    LCN_TRY(module_of(ctx, r, FROM, &from));
    LCN_TRY(module_of(ctx, r, TO, &to));
    for (int i = 0; i < 3; i++)
        if (strcmp(r->text[RULE], words[i]) == 0)
            return lacon_prior_add(ctx, r->prior, from, to, rules[i]);
    return lcn_fail(ctx, LACON_E_DATA, "rule '%s': required, forbidden or before is expected",
                    r->text[RULE]);
}

static lacon_status take_tier(lacon_ctx *ctx, reader *r)
{
    int64_t module;
    double tier;
    LCN_TRY(module_of(ctx, r, 0, &module));
    const bool number = lcn_parse_double(r->text[1], strlen(r->text[1]), &tier);
    LCN_FAIL_IF(!number || tier != floor(tier) || fabs(tier) > 1e9, LACON_E_DATA,
                "tier '%s': a whole number is expected", r->text[1]);
    return lacon_prior_set_tier(ctx, r->prior, module, (int64_t)tier);
}

/* The sentences of the rules know no file: it is put before them. */
static lacon_status take_line(lacon_ctx *ctx, reader *r, lcn_line line)
{
    LCN_TRY(take_cells(ctx, r, line));
    const lacon_status status = r->tiers ? take_tier(ctx, r) : take_rule(ctx, r);
    const char *said = ctx->message;
    if (status == LACON_E_DATA && strncmp(said, r->path, strlen(r->path)) != 0)
        lcn_fail(ctx, status, "%s:%lld: %s", r->path, (long long)r->lines.number, said);
    return status;
}

static lacon_status take_lines(lacon_ctx *ctx, reader *r)
{
    LCN_TRY(lcn_lines_begin(ctx, &r->lines, &r->source));
    LCN_TRY(take_header(ctx, r));
    for (;;) {
        lcn_line line;
        LCN_TRY(lcn_lines_next(ctx, &r->lines, &line));
        if (line.text == NULL) return LACON_OK;
        if (line.length > 0) LCN_TRY(take_line(ctx, r, line));
    }
}

lacon_status lacon_prior_read(lacon_ctx *ctx, lacon_prior **out, const char *path, int64_t k,
                              const char *const *names)
{
    reader r = {.path = path};
    int64_t twin, again;
    lacon_status status;
    *out = NULL;
    LCN_TRY(lcn_source_open(ctx, &r.source, path));
    LCN_GOTO(lcn_namemap_init(ctx, &r.map, names, k, &twin, &again));
    LCN_GOTO(lacon_prior_new(ctx, &r.prior, k));
    LCN_GOTO(take_lines(ctx, &r));
    *out = r.prior;
    r.prior = NULL;
done:
    lacon_prior_free(r.prior);
    for (int i = 0; i < CELLS; i++) lcn_free(&ctx->allocator, r.text[i]);
    lcn_namemap_clear(&ctx->allocator, &r.map);
    lcn_lines_end(&r.lines);
    lcn_source_close(&r.source);
    return status;
}
