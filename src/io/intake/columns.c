/* SPDX-License-Identifier: BSD-3-Clause
 * Columns and variables; see columns.h.
 */
#include "io/intake/columns.h"
#include "util/looks_same.h"
#include "util/number.h"

#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- names and positions as the user writes them ---- */

/* A name, or a position from 1; -1 when it is neither. */
static int64_t resolve(const lcn_reference *ref, const char *text)
{
    int64_t position = lcn_namemap_find(&ref->map, text);
    if (position >= 0) return position;
    if (!lcn_parse_int64(text, strlen(text), &position)) return -1;
    return position >= 1 && position <= ref->variables ? position - 1 : -1;
}

/* The one that differs in capitals alone, or else the first that begins so; NULL: none. */
static const char *nearest(const lcn_reference *ref, const char *text)
{
    const size_t length = strlen(text);
    const char *begins = NULL;
    for (int64_t j = 0; ref->names != NULL && length > 0 && j < ref->variables; j++) {
        if (strncasecmp(ref->names[j], text, length) != 0) continue;
        if (ref->names[j][length] == '\0') return ref->names[j];
        if (begins == NULL) begins = ref->names[j];
    }
    return begins;
}

/* Whether text is "from-to" of two columns, where ranges have colons. */
static bool is_dashed(const lcn_reference *ref, const char *text)
{
    char part[200];
    for (const char *dash = strchr(text, '-'); dash != NULL; dash = strchr(dash + 1, '-')) {
        if ((size_t)(dash - text) >= sizeof part) return false;
        memcpy(part, text, (size_t)(dash - text));
        part[dash - text] = '\0';
        if (resolve(ref, part) >= 0 && resolve(ref, dash + 1) >= 0) return true;
    }
    return false;
}

static lacon_status fail_unknown(lacon_ctx *ctx, const lcn_reference *ref, const char *text)
{
    char known[256] = "";
    size_t length = 0;
    const char *near = nearest(ref, text);
    LCN_FAIL_IF(near != NULL, LACON_E_ARGUMENT, "%s has no column '%s': did you mean '%s'?", ref->path, text, near);
    LCN_FAIL_IF(is_dashed(ref, text), LACON_E_ARGUMENT, "%s has no column '%s': a range is written with a colon, "
                "FROM:TO", ref->path, text);
    for (int64_t j = 0; ref->names != NULL && j < ref->variables && j < 6; j++) {
        int n = snprintf(known + length, sizeof known - length, "%s%.30s", j > 0 ? ", " : ": ",
                         ref->names[j]);
        length += n > 0 ? (size_t)n : 0;
    }
    return lcn_fail(ctx, LACON_E_ARGUMENT, "%s has no column '%s': it has %lld%s%s", ref->path,
                    text, (long long)ref->variables, known,
                    ref->variables > 6 && length > 0 ? ", .." : "");
}

/* "from:to" at any colon where both sides are columns. Changes text. */
static bool resolve_range(const lcn_reference *ref, char *text, int64_t *from, int64_t *to)
{
    for (char *colon = strchr(text, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        *from = resolve(ref, text);
        *to = resolve(ref, colon + 1);
        *colon = ':';
        if (*from >= 0 && *to >= 0) return true;
    }
    return false;
}

/* Every name that the pattern of a shell fits ("net_*"); false: none. */
static bool mark_pattern(const lcn_reference *ref, const char *pattern, bool *mark)
{
    bool any = false;
    for (int64_t j = 0; j < ref->variables; j++) {
        if (fnmatch(pattern, ref->names[j], 0) != 0) continue;
        mark[j] = any = true;
    }
    return any;
}

static lacon_status mark_token(lacon_ctx *ctx, const lcn_reference *ref, char *token, bool *mark)
{
    int64_t from = resolve(ref, token), to = from;
    if (from < 0 && ref->names != NULL && strpbrk(token, "*?[") != NULL && mark_pattern(ref, token, mark))
        return LACON_OK;
    if (from < 0 && !resolve_range(ref, token, &from, &to)) return fail_unknown(ctx, ref, token);
    LCN_FAIL_IF(from > to, LACON_E_ARGUMENT,
                "%s: '%s' runs backwards: column %lld comes after %lld", ref->path, token,
                (long long)(from + 1), (long long)(to + 1));
    for (int64_t j = from; j <= to; j++) mark[j] = true;
    return LACON_OK;
}

/* "a,c:f,3:5"; loose: patterns may fit none. */
static lacon_status mark_list(lacon_ctx *ctx, const lcn_reference *ref, const char *list, bool loose, bool *mark)
{
    char *copy = lcn_strdup(ctx, list);
    if (copy == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    for (char *token = copy; token != NULL && status >= 0;) {
        char *comma = strchr(token, ',');
        if (comma != NULL) *comma = '\0';
        while (*token == ' ') token++;
        for (size_t n = strlen(token); n > 0 && token[n - 1] == ' '; n--) token[n - 1] = '\0';
        if (!loose || strpbrk(token, "*?[") == NULL) status = mark_token(ctx, ref, token, mark);
        else if (ref->names != NULL) mark_pattern(ref, token, mark);
        token = comma != NULL ? comma + 1 : NULL;
    }
    lcn_free(&ctx->allocator, copy);
    return status;
}

/* ---- the reference ---- */

/* A list of numbers or names as one text, cut where it is full. */
typedef struct wordlist {
    char text[700];
    size_t length;
} wordlist;

static void list_add(wordlist *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void list_add(wordlist *list, const char *format, ...)
{
    va_list args;
    if (list->length + 80 > sizeof list->text) {
        if (list->text[list->length - 1] != '.')
            list->length = (size_t)(stpcpy(list->text + list->length, " ..") - list->text);
        return;
    }
    va_start(args, format);
    int n = vsnprintf(list->text + list->length, 80, format, args);
    va_end(args);
    list->length += n < 0 ? 0 : n < 80 ? (size_t)n : 79;
}

/* Columns, from 1, that are called as column j is, where j is the first of them; false: no other is. */
static bool twins_of(const lcn_reference *ref, int64_t j, wordlist *twins, wordlist *drop)
{
    bool any = false;
    if (ref->columns.target[j] < 0 || lcn_namemap_find(&ref->map, ref->names[j]) != j) return false;
    for (int64_t i = j + 1; i < ref->variables; i++) {
        if (ref->columns.target[i] < 0 || strcmp(ref->names[i], ref->names[j]) != 0) continue;
        if (!any) list_add(twins, "%s'%.40s' (columns %lld", twins->length > 0 ? ", " : "", ref->names[j],
            (long long)j + 1);
        list_add(twins, ", %lld", (long long)i + 1);
        list_add(drop, "%s%lld", drop->length > 0 ? "," : "", (long long)i + 1);
        any = true;
    }
    if (any) list_add(twins, ")");
    return any;
}

/* All that is wrong with the names at once. Tables have many columns: twins are looked for only where there are any. */
static lacon_status check_names(lacon_ctx *ctx, const lcn_reference *ref, bool twins_there)
{
    wordlist empty = {.text = ""}, twins = {.text = ""}, drop = {.text = ""};
    for (int64_t j = 0; j < ref->variables; j++) {
        if (ref->columns.target[j] < 0 || ref->names[j][0] != '\0') continue;
        list_add(&empty, "%s%lld", empty.length > 0 ? ", " : "", (long long)j + 1);
        list_add(&drop, "%s%lld", drop.length > 0 ? "," : "", (long long)j + 1);
    }
    for (int64_t j = 0; twins_there && j < ref->variables; j++)
        if (ref->names[j][0] != '\0') twins_of(ref, j, &twins, &drop);
    if (drop.length == 0) return LACON_OK;
    return lcn_fail(ctx, LACON_E_DATA,
                    "%s: %s%s%s%s%s: name them, drop them (" LCN_OPTION "ignore %s), or have them numbered ("
                    LCN_OPTION "rename-duplicates)",
                    ref->path, empty.length > 0 ? "columns without a name (row numbers?): " : "", empty.text,
                    empty.length > 0 && twins.length > 0 ? "; " : "",
                    twins.length > 0 ? "names that occur more than once: " : "", twins.text, drop.text);
}

/* Columns of dates are no variables, where the user does not say which columns are. */
static void drop_dates(lacon_ctx *ctx, const lcn_reference *ref, const lcn_table *table, bool *drop)
{
    for (int64_t j = 0; table->dates != NULL && j < ref->variables; j++) {
        if (!table->dates[j] || drop[j]) continue;
        drop[j] = true;
        lcn_log(ctx, LACON_LOG_WARNING, "%s: column %lld%s%.60s%s holds dates and is left out", ref->path,
                (long long)j + 1, ref->names != NULL ? " ('" : "", ref->names != NULL ? ref->names[j] : "",
                ref->names != NULL ? "')" : "");
    }
}

/* Columns at the end without a name and without a value in the first line (spreadsheets write them) are none. */
static void drop_hollow(lacon_ctx *ctx, const lcn_reference *ref, const lcn_table *table, const bool *keep, bool *drop)
{
    int64_t last = ref->variables;
    while (table->hollow != NULL && last > 0 && table->hollow[last - 1] && !keep[last - 1]) drop[--last] = true;
    if (last < ref->variables)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: %lld column%s at the end without a name and without a value in the first "
                "line %s left out", ref->path, (long long)(ref->variables - last), ref->variables - last > 1 ? "s" : "",
                ref->variables - last > 1 ? "are" : "is");
}

static bool any_of(const bool *mark, int64_t n)
{
    int64_t j = 0;
    while (j < n && !mark[j]) j++;
    return j < n;
}

static lacon_status choose(lacon_ctx *ctx, lcn_reference *ref, const lcn_table *table,
                           const lacon_read_options *options, bool *keep, bool *drop, bool twins)
{
    lcn_columns *columns = &ref->columns;
    if (options->columns != NULL) LCN_TRY(mark_list(ctx, ref, options->columns, options->loose_patterns, keep));
    if (options->columns != NULL && !any_of(keep, ref->variables)) return fail_unknown(ctx, ref, options->columns);
    if (options->ignore != NULL) LCN_TRY(mark_list(ctx, ref, options->ignore, options->loose_patterns, drop));
    if (options->class_column != NULL && options->class_table == NULL) {
        columns->class_at = resolve(ref, options->class_column);
        if (columns->class_at < 0) return fail_unknown(ctx, ref, options->class_column);
        drop[columns->class_at] = true;
    }
    if (options->columns == NULL) drop_dates(ctx, ref, table, drop);
    drop_hollow(ctx, ref, table, keep, drop);
    for (int64_t j = 0; j < ref->variables; j++) {
        bool kept = (options->columns == NULL || keep[j]) && !drop[j];
        columns->target[j] = kept ? columns->kept++ : -1;
    }
    LCN_FAIL_IF(columns->kept == 0, LACON_E_ARGUMENT, "%s: no column is left to be read",
                ref->path);
    return ref->names != NULL ? check_names(ctx, ref, twins) : LACON_OK;
}

lacon_status lcn_reference_make(lacon_ctx *ctx, lcn_reference *ref, const lcn_table *table,
                                const lacon_read_options *options)
{
    *ref = (lcn_reference){.path = table->source.path, .variables = table->variables};
    ref->chosen = options->columns != NULL;
    ref->columns.class_at = -1;
    size_t n = (size_t)table->variables;
    int64_t twin = -1, again;
    lacon_status status = LACON_E_MEMORY;
    bool *mark = lcn_alloc(ctx, 2 * n, sizeof *mark);
    ref->columns.target = lcn_alloc(ctx, n, sizeof *ref->columns.target);
    if (mark == NULL || ref->columns.target == NULL) goto done;
    if (table->names != NULL) {
        ref->names = lcn_names_copy(ctx, (const char *const *)table->names, table->variables);
        if (ref->names == NULL) goto done;
        LCN_GOTO(lcn_namemap_init(ctx, &ref->map, (const char *const *)ref->names, ref->variables,
                                  &twin, &again));
    }
    LCN_GOTO(choose(ctx, ref, table, options, mark, mark + n, twin >= 0));
done:
    lcn_free(&ctx->allocator, mark);
    if (status < 0) lcn_reference_clear(&ctx->allocator, ref);
    return status;
}

void lcn_reference_clear(const lacon_allocator *a, lcn_reference *ref)
{
    lcn_free(a, ref->columns.target);
    lcn_namemap_clear(a, &ref->map);
    lcn_free(a, ref->names);
    *ref = (lcn_reference){0};
}

/* Without names in the file, columns keep the number they have there: V3 stays V3 when V2 is
 * dropped. */
lacon_status lcn_reference_names(lacon_ctx *ctx, const lcn_reference *ref, char ***names)
{
    enum { WIDTH = 24 };
    *names = NULL;
    const lcn_columns *columns = &ref->columns;
    if (ref->names == NULL && columns->kept == ref->variables) return LACON_OK;
    *names = lcn_alloc(ctx, (size_t)columns->kept, sizeof(char *) + WIDTH);
    if (*names == NULL) return LACON_E_MEMORY;
    char *text = (char *)(*names + columns->kept);
    for (int64_t j = 0; j < ref->variables; j++) {
        int64_t r = columns->target[j];
        if (r < 0) continue;
        (*names)[r] = ref->names != NULL ? ref->names[j] : text + r * WIDTH;
        if (ref->names == NULL) snprintf((*names)[r], WIDTH, "V%lld", (long long)(j + 1));
    }
    return LACON_OK;
}

/* ---- other files ---- */

/* Up to five names, as ": a, b, c, .." */
enum { EXCERPT = 5 };
typedef struct excerpt {
    const char *name[EXCERPT];
    char text[256];
    size_t length;
    int64_t count;
} excerpt;

static void excerpt_add(excerpt *e, const char *name)
{
    if (e->count < EXCERPT) {
        e->name[e->count] = name;
        int n = snprintf(e->text + e->length, sizeof e->text - e->length, "%s%.40s",
                         e->count > 0 ? ", " : "", name);
        e->length += n > 0 ? (size_t)n : 0;
    } else if (e->count == EXCERPT) {
        snprintf(e->text + e->length, sizeof e->text - e->length, ", ..");
    }
    e->count++;
}

/* Two of them that only look the same: then that is what is wrong. */
static const char *look_same(const excerpt *extra, const excerpt *absent)
{
    for (int i = 0; i < EXCERPT && i < extra->count; i++)
        for (int j = 0; j < EXCERPT && j < absent->count; j++)
            if (lcn_looks_same(extra->name[i], absent->name[j]))
                return " (some differ in capitals, blanks or how accents are coded alone)";
    return "";
}

static lacon_status fail_differ(lacon_ctx *ctx, const lcn_reference *ref, const char *path,
                                const excerpt *extra, const excerpt *absent)
{
    return lcn_fail(
        ctx, LACON_E_DATA,
        "%s: its variables differ from those of %s:%s%s%s%s%s%s: rename them, keep what "
        "is common (" LCN_OPTION "columns, " LCN_OPTION "ignore), or take them all (" LCN_OPTION "align-labels "
        LCN_OPTION "missing marginal); a file that is no data is left out by " LCN_OPTION "exclude PATTERN",
        path, ref->path, extra->count > 0 ? " only here " : "", extra->text,
        extra->count > 0 && absent->count > 0 ? ";" : "", absent->count > 0 ? " missing here " : "",
        absent->text, look_same(extra, absent));
}

/* seen: one flag per column of the reference. */
static lacon_status match_names(lacon_ctx *ctx, lcn_columns *columns, const lcn_reference *ref,
                                const lcn_table *table, bool *seen)
{
    excerpt extra = {.text = ""}, absent = {.text = ""};
    for (int64_t j = 0; j < table->variables; j++) {
        int64_t at = lcn_namemap_find(&ref->map, table->names[j]);
        columns->target[j] = at >= 0 ? ref->columns.target[at] : -1;
        if (at < 0 && !ref->chosen) excerpt_add(&extra, table->names[j]);
        if (columns->target[j] < 0) continue;
        LCN_FAIL_IF(seen[at], LACON_E_DATA, "%s: two columns are called '%s': rename one",
                    table->source.path, table->names[j]);
        seen[at] = true;
    }
    for (int64_t j = 0; j < ref->variables; j++) {
        if (ref->columns.target[j] >= 0 && !seen[j]) excerpt_add(&absent, ref->names[j]);
    }
    if (extra.count + absent.count == 0) return LACON_OK;
    return fail_differ(ctx, ref, table->source.path, &extra, &absent);
}

static lacon_status match_positions(lacon_ctx *ctx, lcn_columns *columns, const lcn_reference *ref,
                                    const lcn_table *table)
{
    LCN_FAIL_IF(table->variables != ref->variables, LACON_E_DATA,
                "%s: %lld columns where %s has %lld: the files must have the same variables: choose them "
                "(" LCN_OPTION "columns)%s",
                table->source.path, (long long)table->variables, ref->path, (long long)ref->variables,
                table->options.transpose ? "" : ", or if they are in the lines turn the tables ("
                    LCN_OPTION "transpose)");
    memcpy(columns->target, ref->columns.target, (size_t)ref->variables * sizeof *columns->target);
    return LACON_OK;
}

static bool same_names(const lcn_reference *ref, const lcn_table *table)
{
    if (ref->names == NULL || table->names == NULL || table->variables != ref->variables)
        return false;
    for (int64_t j = 0; j < ref->variables; j++) {
        if (strcmp(ref->names[j], table->names[j]) != 0) return false;
    }
    return true;
}

/* Names in the same order go by position: of two columns of one name only the kept one counts. */
lacon_status lcn_columns_match(lacon_ctx *ctx, lcn_columns *columns, const lcn_reference *ref,
                               const lcn_table *table)
{
    *columns = (lcn_columns){.kept = ref->columns.kept, .class_at = ref->columns.class_at};
    lacon_status status = LACON_E_MEMORY;
    bool *seen = lcn_alloc(ctx, (size_t)ref->variables, sizeof *seen);
    columns->target = lcn_alloc(ctx, (size_t)table->variables, sizeof *columns->target);
    if (seen != NULL && columns->target != NULL) {
        bool by_name = ref->names != NULL && table->names != NULL && !same_names(ref, table);
        status = by_name ? match_names(ctx, columns, ref, table, seen)
                         : match_positions(ctx, columns, ref, table);
    }
    lcn_free(&ctx->allocator, seen);
    if (status < 0) {
        lcn_free(&ctx->allocator, columns->target);
        columns->target = NULL;
    }
    return status;
}

/* ---- variables that may be absent ---- */

lacon_status lcn_columns_place(lacon_ctx *ctx, lcn_columns *columns, int64_t **place,
                               const lcn_reference *ref, const lcn_table *table)
{
    *columns = (lcn_columns){.class_at = ref->columns.class_at};
    *place = NULL;
    lacon_status status = LACON_E_MEMORY;
    bool *seen = lcn_alloc(ctx, (size_t)ref->variables, sizeof *seen);
    columns->target = lcn_alloc(ctx, (size_t)table->variables, sizeof *columns->target);
    *place = lcn_alloc(ctx, (size_t)table->variables, sizeof **place);
    if (seen == NULL || columns->target == NULL || *place == NULL) goto done;
    status = LACON_OK;
    for (int64_t j = 0; j < table->variables && status >= 0; j++) {
        int64_t at = lcn_namemap_find(&ref->map, table->names[j]);
        columns->target[j] = -1;
        if (at < 0 || ref->columns.target[at] < 0) continue;
        if (seen[at])
            status = lcn_fail(ctx, LACON_E_DATA, "%s: two columns are called '%s': rename one",
                              table->source.path, table->names[j]);
        seen[at] = true;
        (*place)[columns->kept] = ref->columns.target[at];
        columns->target[j] = columns->kept++;
    }
    if (status >= 0 && columns->kept == 0)
        status = lcn_fail(ctx, LACON_E_DATA, "%s: has none of the variables that are kept",
                          table->source.path);
done:
    lcn_free(&ctx->allocator, seen);
    return status;
}

lacon_status lcn_columns_spread(lacon_ctx *ctx, void **x, lcn_kind kind, int64_t n, int64_t count,
                                const int64_t *place, int64_t kept)
{
    const bool single = kind == LCN_ROWS_F32;
    void *wide = lcn_alloc(ctx, (size_t)n * (size_t)kept, single ? sizeof(float) : sizeof(double));
    if (wide == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < n * kept; i++) {
        if (single) ((float *)wide)[i] = NAN;
        else ((double *)wide)[i] = NAN;
    }
    for (int64_t i = 0; i < n * count; i++) {
        int64_t to = i / count * kept + place[i % count];
        if (single) ((float *)wide)[to] = ((const float *)*x)[i];
        else ((double *)wide)[to] = ((const double *)*x)[i];
    }
    lcn_free(&ctx->allocator, *x);
    *x = wide;
    return LACON_OK;
}
