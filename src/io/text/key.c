/* SPDX-License-Identifier: BSD-3-Clause
 * A key: which variable belongs to which module, from a table with a header. The columns `variable`
 * and `module` are taken where the header has both (modules.tsv), else the first two. Signs of
 * variables come the same way, from a column `sign`.
 */
#include "data/namemap.h"
#include "io/text/cells.h"
#include <lacon/io.h>

#include <string.h>

typedef struct key {
    const char *path;
    const char *word; /* of the second column: module or sign */
    lcn_source source;
    lcn_lines lines;
    char separator;
    int64_t variable_at, module_at; /* columns */
    lcn_namemap map;                /* of the variables asked for */
    lcn_namelist modules;
    char *text[2];   /* cells of the line: variable, module */
    size_t room;     /* of each */
    int32_t *labels; /* p, 0: not met yet */
} key;

/* Cells of the line at the two columns, as UTF-8; *found tells how many there were. */
static lacon_status take_cells(lacon_ctx *ctx, key *k, lcn_line line, int *found)
{
    if (3 * line.length + 2 > k->room) {
        for (int i = 0; i < 2; i++) {
            lcn_free(&ctx->allocator, k->text[i]);
            k->text[i] = lcn_alloc(ctx, 3 * line.length + 2, 2);
            if (k->text[i] == NULL) return LACON_E_MEMORY;
        }
        k->room = 2 * (3 * line.length + 2);
    }
    lcn_cursor cursor = lcn_cursor_at(line, k->separator);
    lcn_cell cell;
    bool bad = false;
    *found = 0;
    for (int64_t j = 0; lcn_cursor_next(&cursor, &cell, &bad); j++) {
        if (j != k->variable_at && j != k->module_at) continue;
        char *to = k->text[j == k->variable_at ? 0 : 1], *plain = to + 2 * line.length + 1;
        lcn_to_utf8(plain, lcn_cell_copy(cell, plain), to);
        *found += 1;
    }
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:%lld: quotes are not closed", k->path,
                (long long)k->lines.number);
    return LACON_OK;
}

static bool is_word(lcn_cell cell, const char *word)
{
    return cell.length == strlen(word) && memcmp(cell.text, word, cell.length) == 0;
}

static lacon_status take_header(lacon_ctx *ctx, key *k)
{
    lcn_line first, second;
    LCN_TRY(lcn_lines_peek(ctx, &k->lines, 1, &second));
    LCN_TRY(lcn_lines_peek(ctx, &k->lines, 0, &first));
    LCN_FAIL_IF(first.text == NULL, LACON_E_FORMAT, "%s: the file is empty", k->path);
    k->separator = lcn_separator(first, second);
    k->variable_at = k->module_at = -1;
    lcn_cursor cursor = lcn_cursor_at(first, k->separator);
    lcn_cell cell;
    bool bad = false;
    int64_t columns = 0;
    for (; lcn_cursor_next(&cursor, &cell, &bad); columns++) {
        if (is_word(cell, "variable")) k->variable_at = columns;
        if (is_word(cell, k->word)) k->module_at = columns;
    }
    bool signs = strcmp(k->word, "sign") == 0;
    LCN_FAIL_IF(columns < 2, LACON_E_FORMAT,
                "%s:1: one column only: a key has two, variable and %s", k->path, k->word);
    LCN_FAIL_IF(signs && k->module_at < 1, LACON_E_FORMAT,
                "%s:1: no column 'sign' behind the first: write variable,sign above the table",
                k->path);
    if (signs && k->variable_at < 0) k->variable_at = 0;
    if (k->variable_at < 0 || k->module_at < 0) {
        k->variable_at = 0;
        k->module_at = 1;
    }
    return lcn_lines_next(ctx, &k->lines, &first);
}

static lacon_status take_line(lacon_ctx *ctx, key *k, lcn_line line)
{
    int found;
    LCN_TRY(take_cells(ctx, k, line, &found));
    long long number = k->lines.number;
    LCN_FAIL_IF(found < 2, LACON_E_FORMAT, "%s:%lld: variable and %s are expected", k->path,
                number, k->word);
    int64_t at = lcn_namemap_find(&k->map, k->text[0]), module;
    if (at < 0) return LACON_OK; /* a key may tell of more variables than there are here */
    LCN_FAIL_IF(k->text[1][0] == '\0', LACON_E_DATA, "%s:%lld: variable '%s' has no %s",
                k->path, number, k->text[0], k->word);
    LCN_TRY(lcn_namelist_add(ctx, &k->modules, k->text[1], &module));
    LCN_FAIL_IF(k->labels[at] != 0 && k->labels[at] != module + 1, LACON_E_DATA,
                "%s:%lld: variable '%s' is in %s '%s' and in '%s'", k->path, number, k->text[0], k->word,
                k->modules.names[k->labels[at] - 1], k->text[1]);
    k->labels[at] = (int32_t)module + 1;
    return LACON_OK;
}

static lacon_status take_lines(lacon_ctx *ctx, key *k)
{
    LCN_TRY(lcn_lines_begin(ctx, &k->lines, &k->source));
    LCN_TRY(take_header(ctx, k));
    for (;;) {
        lcn_line line;
        LCN_TRY(lcn_lines_next(ctx, &k->lines, &line));
        if (line.text == NULL) return LACON_OK;
        if (line.length > 0) LCN_TRY(take_line(ctx, k, line));
    }
}

static lacon_status check_all(lacon_ctx *ctx, const key *k, int64_t p, const char *const *names)
{
    int64_t absent = 0, first = -1;
    for (int64_t r = 0; r < p; r++) {
        absent += k->labels[r] == 0;
        if (k->labels[r] == 0 && first < 0) first = r;
    }
    LCN_FAIL_IF(absent > 0, LACON_E_DATA,
                "%s: %lld of %lld variables are not in this key, the first is '%s'", k->path,
                (long long)absent, (long long)p, names[first]);
    return LACON_OK;
}

static void clear(lacon_ctx *ctx, key *k)
{
    lcn_free(&ctx->allocator, k->labels);
    lcn_free(&ctx->allocator, k->text[0]);
    lcn_free(&ctx->allocator, k->text[1]);
    lcn_namelist_clear(&ctx->allocator, &k->modules);
    lcn_namemap_clear(&ctx->allocator, &k->map);
    lcn_lines_end(&k->lines);
    lcn_source_close(&k->source);
}

/* The lines of the open source into k; clear it whatever the answer. */
static lacon_status read_key(lacon_ctx *ctx, key *k, int64_t p, const char *const *names)
{
    int64_t twin, again;
    LCN_TRY(lcn_namemap_init(ctx, &k->map, names, p, &twin, &again));
    k->labels = lcn_alloc(ctx, (size_t)p, sizeof *k->labels);
    if (k->labels == NULL) return LACON_E_MEMORY;
    return take_lines(ctx, k);
}

lacon_status lacon_key_read(lacon_ctx *ctx, int32_t *out, const char *path, int64_t p,
                            const char *const *names)
{
    key k = {.path = path, .word = "module"};
    lacon_status status;
    LCN_TRY(lcn_source_open(ctx, &k.source, path));
    LCN_GOTO(read_key(ctx, &k, p, names));
    LCN_GOTO(check_all(ctx, &k, p, names));
    memcpy(out, k.labels, (size_t)p * sizeof *out);
done:
    clear(ctx, &k);
    return status;
}

/* 1, -1, or 0 for what is neither. */
static int sign_of(const char *text)
{
    if (strcmp(text, "1") == 0 || strcmp(text, "+1") == 0 || strcmp(text, "+") == 0) return 1;
    return strcmp(text, "-1") == 0 || strcmp(text, "-") == 0 ? -1 : 0;
}

lacon_status lacon_signs_read(lacon_ctx *ctx, int8_t *out, const char *path, int64_t p,
                              const char *const *names)
{
    key k = {.path = path, .word = "sign"};
    lacon_status status;
    LCN_TRY(lcn_source_open(ctx, &k.source, path));
    LCN_GOTO(read_key(ctx, &k, p, names));
    int64_t met = 0;
    for (int64_t r = 0; r < p && status >= 0; r++) {
        met += k.labels[r] > 0;
        const char *text = k.labels[r] > 0 ? k.modules.names[k.labels[r] - 1] : "1";
        if (sign_of(text) == 0)
            status = lcn_fail(ctx, LACON_E_DATA,
                              "%s: variable '%s' has sign '%s': write 1 or -1", path, names[r],
                              text);
    }
    if (status >= 0 && met == 0)
        status = lcn_fail(ctx, LACON_E_DATA,
                          "%s: none of the %lld variables is in this table, the first is '%s'",
                          path, (long long)p, names[0]);
    for (int64_t r = 0; r < p && status >= 0; r++)
        out[r] = (int8_t)(k.labels[r] > 0 ? sign_of(k.modules.names[k.labels[r] - 1]) : 1);
done:
    clear(ctx, &k);
    return status;
}
